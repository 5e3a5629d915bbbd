#!/usr/bin/env python3
"""Drills of openings.

    test_problem_set.py OUTFLANK SOURCE_ROOT
"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
check = tap.Tap()


def run(*arguments, text="", code=0, home=None):
    env = {key: value for key, value in os.environ.items() if key != "HOME"}
    done = subprocess.run([PROGRAM, *arguments], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=600, env={**env, "HOME": home} if home else env)
    check.that(done.returncode == code, f"{' '.join(arguments)[:60]} ends with {code}", done.stderr)
    return done


def state_in(home, name=".outflank_drills"):
    with open(os.path.join(home, name), encoding="ascii") as file:
        return json.load(file)["cards"]


def asked(out):
    """[(moves before, side, the player's move)]"""
    return re.findall(r"\d+\. (Black|White) to move(?:, after ((?: ?[a-h]\d)+))?\. What do you play\?"
                      r".*?> (?:Best is|[a-h]\d loses [^ ]+ You play|Right\.|Good[^.]*\.\d+\. Best is) ([a-h]\d) \(", out, re.S)


def book_says(moves):
    out = run("book", "show", "--json", "".join(moves) or "start").stdout
    return {m["move"]: m["score"] for m in json.loads(out)["moves"]}


def test_openings():
    with tempfile.TemporaryDirectory() as home:
        for color in ("black", "white"):
            rows = asked(run("drill", "--openings", color, "--count", "12", text="show\n" * 12, home=home).stdout)
            check.equal([row[0].lower() for row in rows], [color] * 12, f"12 positions of {color}")
            own = {row[1].replace(" ", ""): row[2] for row in rows}
            wrong = [row for row in own for i in range(color == "white", len(row) // 2, 2)
                     if own.get(row[:2 * i], row[2 * i:2 * i + 2]) != row[2 * i:2 * i + 2]]
            check.equal(wrong, [], "lines go through the player's own moves")
            values = {row: book_says([row[i:i + 2] for i in range(0, len(row), 2)]) for row in list(own)[1:5]}
            check.equal([row for row, of in values.items() if of[own[row]] < max(of.values())], [],
                        "which are the best ones of the book")
        check.equal(len(state_in(home)), 24, "answers are kept")
        lines = os.path.join(home, "lines")
        with open(lines, "w", encoding="ascii") as file:
            file.write("f5f6e6f4g5\n")
        mine = run("drill", "--openings", "white", "--book-lines", lines, "--state", os.path.join(home, "mine"),
                   text="d6\nshow\n", home=home).stdout
        rows = asked(mine)
        check.that(rows[0] == ("White", "f5", "f6") and "d6 loses" in mine and rows[1][1].startswith("f5 f6 "),
                   "own lines come before the book", mine)
        check.that("neither FILE nor --grade" in run("drill", "--openings", "black", lines, home=home, code=64).stderr,
                   "a book is no file of drills")
        done = run("drill", "--openings", "black", "--book", lines, home=home, code=65)
        check.that(done.stderr.count("\n") == 1, "what is no book is refused", done.stderr)


test_openings()
check.end()
