#!/usr/bin/env python3
"""outflank opening: names by moves, moves by names, conflicts.

    test_opening.py OUTFLANK SOURCE_ROOT
"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
check = tap.Tap()


def run(*arguments):
    """Exit code, stdout, stderr."""
    done = subprocess.run([PROGRAM, "opening", *arguments], stdin=subprocess.DEVNULL, timeout=600,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def rows():
    with open(os.path.join(ROOT, "book", "openings", "names.tsv"), encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]


def test_names():
    for words, text in [
            (["tiger"], "en  Tiger: f5d6c3d3c4\n"), (["TIGER"], "en  Tiger: f5d6c3d3c4\n"),
            (["parallele"], "fr  parallèle: f5f4\n"), (["paralle\u0300le"], "fr  parallèle: f5f4\n"),
            (["Muller d\u2019été\u00a0symétrique"], "fr  Muller d'été symétrique: f5d6c5f4d3c4e3c3\n"),
            (["虎"], "ja  虎: f5d6c3d3c4\n"),
            (["Leader's", "tiger", "--language", "en"], "en  Leader's Tiger: f5d6c3d3c4f4e6\n"),
            (["20-move opening"],
             "en  20-move opening: f5d6c3d3c4f4c5b3c2b4e3e6c6f6a5a4b5a6d7c7\n")]:
        check.equal(run(*words), (0, text, ""), f"opening {' '.join(words)}")
    part = run("kling", "--language", "en")[1]
    check.that(part.count("\n") == 4 and "Rose-Tamenori-Kling" in part, "a part of a name", part)
    listed = run()[1].splitlines()
    check.equal(sorted(listed), sorted(f"{r[0]}  {r[1]}: {r[2]}" for r in rows()),
                "without a name all are listed")


def test_moves():
    for words, text in [
            (["f5d6c3d3c4", "--language", "en"], "en  Tiger: f5d6c3d3c4\n"),
            (["c4e3f6e6f5", "--language=en"], "en  Tiger: c4e3f6e6f5\n"),
            (["f5", "d6", "c4", "d3", "c3", "--language=en"], "en  Tiger: f5d6c4d3c3\n"),
            (["1. f5 d6 2. c3 d3 3. c4", "--language=fr"], "fr  tigre: f5d6c3d3c4\n"),
            (["f5"], "No line of this game has a name.\n")]:
        check.equal(run(*words), (0, text, ""), f"opening {' '.join(words)}")
    long = run("f5d6c3d3c4f4f6", "--json")[1].splitlines()
    first = json.loads(long[0])
    check.equal([first[k] for k in ("schema", "language", "name", "played", "plies", "moves")],
                [2, "en", "Stephenson", "f5d6c3d3c4f4f6", 7, "f5d6c3d3c4f4f6"], "JSON")
    check.equal(run("f5", "--json"), (0, "", ""), "JSON of nothing")


def test_refused():
    for words, part in [(["parrot"], "no opening is called"), ([b"\xe7\xb8"], "is not UTF-8"), (["tigar"], "did you mean 'Tiger'?"), (["zzzzzz"], "lists all names"),
                        (["tigre", "--language", "en"], "in language en; did you mean 'Tiger'?"),
                        (["f5f5"], "column 3: 'f5' is not legal"), ([""], "lists all names"),
                        (["\x1b[31m"], "lists all names"), (["x" * 20000], "too long"),
                        (["tiger", "--language", "de"], "en, fr or ja"),
                        (["--conflicts", "tiger"], "takes no name")]:
        code, out, err = run(*words)
        check.that(code == 64 and not out and part in err and err.count("\n") == 1 and
                   "\x1b" not in err, f"refused: {part}", (code, out, err))


def test_conflicts():
    with open(os.path.join(ROOT, "book", "openings", "conflicts.tsv"), encoding="utf-8") as file:
        check.equal(run("--conflicts")[1], file.read(), "the file of conflicts is up to date")
    check.that("en\tGanglion\tf5d6c4g5\tzebra\n" in run("--conflicts")[1], "Ganglion")
    one = json.loads(run("--conflicts", "--language", "ja", "--json")[1].splitlines()[0])
    check.equal(one["language"], "ja", "conflicts of one language")


for test in (test_names, test_moves, test_refused, test_conflicts):
    test()
check.end()
