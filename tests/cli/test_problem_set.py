#!/usr/bin/env python3
"""The problems that come with the program, and drills of openings.

    test_problem_set.py OUTFLANK SOURCE_ROOT
"""
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
GRADES = ["easy", "middle", "hard"]
check = tap.Tap()
SEED = int(os.environ.get("OUTFLANK_SEED", time.time_ns() % 1000000))
rng = random.Random(SEED)
print(f"# seed {SEED}")


def run(*arguments, text="", code=0, home=None):
    env = {key: value for key, value in os.environ.items() if key != "HOME"}
    done = subprocess.run([PROGRAM, *arguments], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=600, env={**env, "HOME": home} if home else env)
    check.that(done.returncode == code, f"{' '.join(arguments)[:60]} ends with {code}", done.stderr)
    return done


def state_in(home, name=".outflank_drills"):
    with open(os.path.join(home, name), encoding="ascii") as file:
        return json.load(file)["cards"]


def test_set():
    with open(os.path.join(ROOT, "share/problems/problems.jsonl"), encoding="ascii") as file:
        lines = file.read().splitlines()
    problems = [json.loads(line) for line in lines]
    check.equal([p["grade"] for p in problems], [g for g in GRADES for _ in range(100)], "100 of each grade")
    check.equal(len({p["position"] for p in problems}), 300, "no position twice")
    phases = collections.Counter((p["grade"], "end" if p["empties"] <= 23 else "middle" if p["empties"] <= 40
                                  else "opening") for p in problems)
    check.that(len(phases) == 9 and min(phases.values()) >= 25, "a fair mix of phases", phases)
    wrong = []
    for p in problems:
        losses = [m["loss"] for m in p["moves"]]
        good = sum(loss < 1 for loss in losses)
        if losses != sorted(losses) or losses[0] or abs(losses[good] - p["lead"]) > .011 or p["lead"] < 1 or \
                p["exact"] != (p["empties"] <= 23) or \
                any(p["exact"] or abs(m["score"] - m["again"]) <= .5 for m in p["moves"] if "again" in m) or \
                p["moves"][0].get("again", p["moves"][0]["score"]) <= \
                max(m.get("again", m["score"]) for m in p["moves"][good:]):
            wrong.append(p)
    check.equal(wrong, [], "what is good leads by both judgements")
    late = rng.sample([p for p in problems if p["empties"] <= 14], 6)
    solved = run("solve", "--json", "--quiet", "--all-moves", text="".join(p["position"] + "\n" for p in late))
    check.equal([{m["move"]: m["score"] for m in json.loads(line)["moves"]} for line in solved.stdout.splitlines()],
                [{m["move"]: m["score"] for m in p["moves"]} for p in late], "endings are solved")
    return problems


def test_drill(problems):
    with tempfile.TemporaryDirectory() as home:
        for words, grade in ([], "easy"), (["--grade", "hard"], "hard"):
            of = [p for p in problems if p["grade"] == grade][:5]
            out = run("drill", *words, "--today", "2024-05-31", home=home,
                      text="".join(p["moves"][0]["move"] + "\n" for p in of) + "quit\n").stdout
            check.that(out.count("What is best?") == 6 and "\n5 asked, 5 right" in out, f"{grade} ones", out[-300:])
            check.that({p["position"] for p in of} <= set(state_in(home)), f"answers to {grade} ones are kept")
        check.equal({card["due"] for card in state_in(home).values()}, {"2024-06-01"}, "for the next day")
        done = run("drill", code=64)
        check.that("--state FILE" in done.stderr, "without a home a state must be named", done.stderr)
        own = os.path.join(home, "own")
        with open(own, "w", encoding="ascii") as file:
            file.write(json.dumps(problems[0]) + "\n" + json.dumps(problems[-1]) + "\n")
        check.that("quit" not in run("drill", own, "--grade", "hard", text="show\n", home=home).stdout, "of a file, too")
        check.equal(list(state_in(home, "own.state")), [problems[-1]["position"]], "hard ones of a file alone")
        check.that("no drill in it that is middle" in run("drill", own, "--grade", "middle", code=65).stderr,
                   "a grade that is not there")


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
                   text="d6\nshow\nshow\n", home=home).stdout
        rows = asked(mine)
        check.that(rows[0] == ("White", "f5", "f6") and "d6 loses" in mine and rows[1][1].startswith("f5 f6 "),
                   "own lines come before the book", mine)
        check.that("neither FILE nor --grade" in run("drill", "--openings", "black", lines, home=home, code=64).stderr,
                   "a book is no file of drills")
        done = run("drill", "--openings", "black", "--book", lines, home=home, code=65)
        check.that(done.stderr.count("\n") == 1, "what is no book is refused", done.stderr)


test_drill(test_set())
test_openings()
check.end()
