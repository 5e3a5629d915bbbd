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
    done = subprocess.run([PROGRAM, "convert", *arguments], input=text.encode(), timeout=600,
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


def test_logbook():
    """Logistello's logbook: signs are colours, the score is black's; boards are not for it."""
    line = "+f5-f6+e6-f4+e3-c5: -04 10\n"
    code, out, err = run(["--to", "ggf"], line)
    check.that(code == 0 and "RE[-4.00]" in out and "B[F5]W[F6]B[E6]" in out, "a logbook is read", out + err)
    check.equal(run(["--to", "logbook"], out)[:2], (0, line), "and written, the same")
    for text, column, words in (("+f5+f6\n", 4, "a move of white"), ("+f5-a1\n", 5, "no flip"),
                                ("+f5-f6: x\n", 9, "the score"), ("+f5-f9\n", 5, "a square")):
        code, _, err = run(["--to", "ggf"], text)
        check.that(code == 65 and f"1:{column}: " in err and words in err, f"wrong: {text!r}", err)
    code, _, err = run(["--to", "logbook"], "X" * 10 + "O" * 10 + "-" * 44 + " X\n")
    check.that(code == 65 and "usual start" in err, "no board in a logbook", err)
    code, _, err = run(["--to", "logbook"], "f5d6c6d7c8f6e6d8e8b6\n")
    check.that(code == 0 and "left out" not in err, "no word where nothing is left out", err)
    code, _, err = run(["--to", "logbook"], "d3c3b3b2e6a3a1c1ps\n")
    check.that(code == 0 and "left out: the last pass of 1" in err, "a pass at the end is told", err)


def test_pictures():
    """One board as SVG, with its last move; a second one is refused."""
    code, out, err = run(["--to", "svg"], "f5d6\n")
    check.that(code == 0 and out.startswith("<svg") and out.count("<svg") == 1, "--to svg draws a board", out[:200] + err)
    check.equal(run(["--to", "svg", "--game", "2"], "f5\nf5d6\n")[1], out, "... of the game that --game names")
    code, both, err = run(["--to", "svg"], "f5d6\nf5\n")
    check.that(code == 65 and both == out and "one board: --game N" in err, "two boards are refused", err)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.svg")
        code = run(["--out", path], "f5d6\n")[0]
        with open(path, encoding="utf-8") as file:
            check.equal((code, file.read()), (0, out), "a name that ends in .svg")
        done = subprocess.run([PROGRAM, "console", "--allow-files"], input=b"f5\nsave b.svg\n", cwd=folder,
                              stdout=subprocess.PIPE, timeout=600, check=False)
        with open(os.path.join(folder, "b.svg"), encoding="utf-8") as file:
            check.that(file.read().startswith("<svg"), "save x.svg in the console", done.stdout)


def test_images():
    """Boards, moves and scores turn; twice is the game as it was."""
    record = run(["--to", "ggf"], "f5d6c3d3c4f4\n")[1]
    for image, moves in enumerate(("f5d6c3d3c4f4", "c5e6f3e3f4c4", "f4d3c6d6c5f5", "c4e3f6e6f5c5", "e6f4c3c4d3d6",
                                   "e3f5c6c5d6d3", "d6c4f3f4e3e6", "d3c5f6f5e6e3")):
        code, out, err = run(["--image", str(image), "--to", "moves"], record)
        check.equal((code, out.split()[-1]), (0, moves), f"--image {image}")  # a mirrored start stands before
        back = {5: 6, 6: 5}.get(image, image)
        turned = run(["--image", str(image), "--to", "ggf"], record)[1]
        check.equal(run(["--image", str(back), "--to", "ggf"], turned)[1], record, f"--image {image} and back")
    board = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X; d3:+2; f5:-1;"
    check.equal(run(["--image", "1", "--to", "obf"], board)[1].strip(),
                "-" * 27 + "XO" + "-" * 6 + "OX" + "-" * 27 + " X; e3:+2; c5:-1;", "scores turn with the board")


def test_faults():
    code, out, err = run(["--to", "ggf"], "f5d6\nzebra\nf5a1\nd3\n")
    check.that(code == 65 and out.count("(;") == 2 and "stdin:2:1:" in err and "stdin:3:3:" in err and
               "2 of 4" in err, "what cannot be read is told, the rest is written", err)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.ggf")
        code, _, err = run(["--strict", "--out", path], "f5d6\nzebra\n")
        check.that(code == 65 and not os.listdir(folder), "--strict leaves no file", err)
    with open("/dev/full", "wb") as full:
        done = subprocess.run([PROGRAM, "convert", "--to", "json"], input=b"f5d6\n" * 9, stdout=full,
                              stderr=subprocess.PIPE, timeout=600, check=False)
    check.that(done.returncode == 74 and done.stderr.count(b"\n") == 1 and b"9 of 9" not in done.stderr,
               "a full disc: no summary of what is lost", done.stderr)
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


def test_long_names():
    """Of 300 and 500 characters, with blanks and letters: Windows takes them in one way only."""
    with tempfile.TemporaryDirectory() as folder:
        for length in (300, 500):
            deep = os.path.join(folder, str(length))
            while len(deep) < length:
                deep = os.path.join(deep, "grüße an 日本")
            os.makedirs(deep)
            path = os.path.join(deep, "a game.ggf")
            _, _, err = run(["--out", path], "f5d6c3\n")
            check.equal(run(["--to", "moves", path])[:2], (0, "f5d6c3\n"), f"a name of {len(path)} characters: {err}")
            found = subprocess.run([PROGRAM, "review", "--depth", "1", deep], timeout=600, check=False,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout.decode()
            check.that("black - white, 5-2" in found, "in a folder", found)


for test in (test_ways, test_pictures, test_images, test_faults, test_nothing, test_long_names):
    test()
check.end()
