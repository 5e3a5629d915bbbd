#!/usr/bin/env python3
"""outflank analyze from outside: what it finds, what it marks as exact, limits, input, ends.

    test_analyze.py OUTFLANK SOURCE_ROOT
"""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
# Before move 39 of a game: 22 empties. h4 loses by 12, h7 two discs more; searches short of the end
# prefer h3 or h7.
MOVE_39 = "f5d6c3d3c4f4f6f3e6e7f7c5c2g6b6e3g4g3c6d2d7h5g5h6f2e2d1e1f1b1c7b4c1g1b5b3a4f8"
FFO_1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
FFO_1_SCORES = {"g8": 18, "h1": 12, "h7": 6, "a2": 6, "a3": 4, "b1": -4, "a4": -22, "g2": -24}
check = tap.Tap()


def run(*arguments, stdin=""):
    return subprocess.run([PROGRAM, "analyze", *arguments], input=stdin, timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def analyses(*arguments, stdin=""):
    done = run("--json", *arguments, stdin=stdin)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_exact():
    """What solve finds, analyze finds; and only what is proven is called exact."""
    found = analyses("--nodes", "20000000", MOVE_39)[0]
    best, second = found["moves"][0], found["moves"][1]
    check.equal((best["move"], best["score"], best["exact"]), ("h4", -12.0, True),
                "move 39: the best move is solved")
    check.that(all(m["exact"] == (m["solved"] and m["bound"] == "exact") for m in found["moves"]),
               "exact is what is solved and no bound", found)
    check.that(second["move"] == "h7" and second["loss"] >= 2, "move 39: h7 loses two discs more",
               second)
    found = analyses("--exact", FFO_1)[0]
    check.equal({m["move"]: m["score"] for m in found["moves"]}, FFO_1_SCORES, "--exact solves every move")
    check.that(all(m["exact"] for m in found["moves"]) and not found["stopped"],
               "--exact: all are exact", found)
    few = analyses("--exact", "--best", "3", FFO_1)[0]
    check.equal([(m["move"], m["score"]) for m in few["moves"][:2]], [("g8", 18.0), ("h1", 12.0)],
                "--exact --best 3: the same, best first")
    check.equal([m["score"] for m in few["moves"]], [m["score"] for m in found["moves"][:3]],
                "--exact --best 3: three moves")


def test_bounds():
    """A stopped analysis never puts an estimate above an exact score of the best move."""
    for nodes in (20000, 100000, 1000000, 3000000):
        for best in ("1", "3", "all"):
            found = analyses("--nodes", str(nodes), "--best", best, MOVE_39)[0]
            exact = [m["score"] for m in found["moves"] if m["exact"]]
            above = [m for m in found["moves"] if exact and m["score"] > max(exact)]
            scores = [m["score"] for m in found["moves"]]
            check.that(not above and scores == sorted(scores, reverse=True),
                       f"{nodes} nodes, best {best}: in order, none above the best exact score",
                       found["moves"])


def test_limits():
    done = analyses("--depth", "6", "f5d6")
    check.that(all(m["depth"] == 6 and not m["exact"] for m in done[0]["moves"]), "--depth", done)
    check.equal(done, analyses("--depth", "6", "f5 d6") and done, "words are joined")
    check.equal(len(analyses("--depth", "4", "--best", "2", "f5")[0]["moves"]), 2, "--best 2")
    for words, expected in ((["--best", "0"], "--best: "), (["--depth", "61"], "--depth: "),
                            (["--exact", "--depth", "3"], "exclude each other"),
                            (["f5f5"], "column 3: "), (["/no/such/file"], "No such file")):
        done = run(*words)
        check.that(done.returncode in (64, 66) and expected in done.stderr and not done.stdout and
                   done.stderr.count("\n") == 1, f"refused: {' '.join(words)}", done.stderr)


def without_time(found):
    return [{k: v for k, v in one.items() if k not in ("time_ms", "forecast", "index", "line")}
            for one in found]


def test_repeats():
    """A depth-limited analysis does not depend on what was analysed before."""
    moves = [MOVE_39[:n] for n in (2, 20, 40, 60, 70, 74)]
    forward = analyses("--depth", "9", stdin="\n".join(moves))
    backward = analyses("--depth", "9", stdin="\n".join(reversed(moves)))
    check.that(len(forward) == len(moves), "one line for each position", forward)
    check.equal(without_time(forward), without_time(backward)[::-1], "the same in any order")


def test_input():
    done = run("--depth", "3", stdin="f5\n\n# remark\nf5f5\nstart\n")
    lines = done.stdout.splitlines()
    check.that(done.returncode == 65 and len(lines) == 2 and "stdin:4:3: " in done.stderr,
               "a bad line is told, the others are analysed", done.stderr + done.stdout)
    check.that(re.match(r" +1  [a-h][1-8]~[+-]\d+\.\d\d  depth 3  \d+ nodes  \d+\.\d{3} s  pv [a-h]",
                        lines[0]), "form of a line", lines[0])
    over = "X" * 40 + "O" * 24 + " X"
    found = analyses(over)[0]
    check.equal([(m["move"], m["score"], m["exact"]) for m in found["moves"]],
                [("none", 16.0, True)], "a finished game")
    passing = "XXXXXXXOOXOOOOOOOOXXOXOXOXXXOOXXOXOOXXXXOOOXOXXXOOOOOOXXOOOOOO-O X"
    found = analyses(passing)[0]
    check.that(found["moves"][0]["exact"], "few empties", found)


def test_text():
    """Text and JSON say the same."""
    words = ("--nodes", "3000000", MOVE_39)
    text, found = run(*words).stdout, analyses(*words)[0]
    rows = re.findall(r"^ *\d+  (\S+) +([+-]\S+)  (exact|estimate|at most|at least) +(\S+)  (.*)$",
                      text, re.M)
    names = {"exact": "estimate", "upper": "at most", "lower": "at least"}
    wanted = [(m["move"], f"{m['score']:+.0f}" if m["solved"] else f"{m['score']:+.2f}",
               "exact" if m["exact"] else names[m["bound"]], " ".join(m["pv"]))
              for m in found["moves"]]
    check.equal([(r[0], r[1], r[2], re.sub(r"  \(.*\)", "", r[4])) for r in rows], wanted,
                "the table says what JSON says")


for test in (test_exact, test_bounds, test_limits, test_repeats, test_input, test_text):
    test()
check.end()
