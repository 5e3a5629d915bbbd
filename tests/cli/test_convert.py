#!/usr/bin/env python3
"""outflank convert: formats by name and by ending, what is skipped, --strict, --game.

    test_convert.py OUTFLANK SOURCE_ROOT
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
GAMES = os.path.join(ROOT, "tests", "data", "games")
check = tap.Tap()


def run(arguments, text=""):
    done = subprocess.run([PROGRAM, "convert", *arguments], input=text.encode(), timeout=120,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_ways():
    """A database through five formats and back is the same games."""
    base = os.path.join(GAMES, "WTH_1978.wtb")
    _, moves, _ = run(["--to", "moves", base])
    check.equal(len(moves.splitlines()), 8, "a base of WTHOR has its games")
    with tempfile.TemporaryDirectory() as folder:
        path = base
        for ending in ("ggf", "json", "pgn", "sgf", "wtb"):
            out = os.path.join(folder, "games." + ending)
            code, _, err = run(["--out", out, path])
            check.that(code == 0 and "8 of 8" in err, f"to {ending}", err)
            path = out
        check.equal(run(["--to", "moves", path])[1], moves, "the games are the same at the end")
        with open(base, "rb") as file, open(path, "rb") as again:
            first, last = file.read(), again.read()
        games = [(a[6], a[8:]) for a in (first[16 + 68 * i:84 + 68 * i] for i in range(8))]
        check.equal([(a[6], a[8:]) for a in (last[16 + 68 * i:84 + 68 * i] for i in range(8))], games,
                    "results and moves of the base, byte for byte")


def test_faults():
    code, out, err = run(["--to", "ggf"], "f5d6\nzebra\nf5a1\nd3\n")
    check.that(code == 65 and out.count("(;") == 2 and "stdin:2:1:" in err and "stdin:3:3:" in err and
               "2 of 4" in err, "what cannot be read is told, the rest is written", err)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.ggf")
        code, _, err = run(["--strict", "--out", path], "f5d6\nzebra\n")
        check.that(code == 65 and not os.listdir(folder), "--strict leaves no file", err)
    code, out, err = run(["--to", "board", "--strict"], "f5d6\n")
    check.that(code == 65 and "cannot hold the moves" in err, "--strict refuses what is left out", err)
    code, out, _ = run(["--to", "moves", "--game", "2"], "f5d6\nf5f6\nf5f4\n")
    check.equal((code, out), (0, "f5f6\n"), "one game by its number")
    code, out, err = run(["--to", "moves", "--game", "4"], "f5d6\n")
    check.that(code == 65 and "found 1" in err, "a number too large", err)
    for arguments, word in ((["--to", "zebra"], "expected one of"), ([], "--to"),
                            (["--out", "/tmp/x.zebra"], "the end of --out"),
                            (["--to", "wthor"], "--out FILE"), (["--from", "x", "--to", "ggf"], "--from")):
        code, _, err = run(arguments)
        check.that(code == 64 and word in err, f"{arguments} is refused", err)
    for name, word in (("/nonexistent", "No such file or directory\n"),
                       ("f5d6c3", "f5d6c3: No such file or directory; convert reads files or sta")):
        code, _, err = run(["--to", "ggf", name])
        check.that(code == 66 and word in err, "a file that is not there", err)


def test_nothing():
    """Nothing that can be written: one sentence more, and the file that was there stays."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.ggf")
        with open(path, "w", encoding="ascii") as file:
            file.write("kept")
        for text, said in (("", "no game and no position in the input"), ("zebra\n", "0 of 1")):
            for words in (["--out", path], ["--to", "moves"]):
                code, out, err = run(words, text)
                check.that(code == 65 and said in err and not out, f"{words[0]}: {said}", err)
        with open(path, encoding="ascii") as file:
            check.equal((file.read(), os.listdir(folder)), ("kept", ["a.ggf"]), "it is kept")


for test in (test_ways, test_faults, test_nothing):
    test()
check.end()
