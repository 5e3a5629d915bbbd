#!/usr/bin/env python3
"""Many games of the engine against itself at 2,000 nodes, two at a time: the
score is even within three standard errors, and a second run is the same match.

    test_thousand.py OUTFLANK SOURCE_ROOT GAMES
"""
import math
import sys

import runner
from runner import OPENINGS, path, run, tap

check = tap.Tap()
GAMES = int(sys.argv[3])


def play(prefix, first, second):
    code, out, err = run(
        "-engine", "self", "name=a", *first, "-engine", "self", "name=b", *second,
        "-each", "nodes=2000", "-openings", f"file={OPENINGS}", "order=random", "-games", str(GAMES),
        "-concurrency", "2", "-srand", "20260401", "-report", "1000", "-out", prefix, timeout=3000)
    check.equal(code, 0, f"{GAMES} games: exit status")
    return runner.summary(prefix)


def test_self_against_self():
    once, again = path("once"), path("again")
    result = play(once, (), ())
    e = result["encounters"][0]
    check.equal(e["games"], GAMES, f"{GAMES} games are played")
    # The error of single games: 3 * sqrt(1/4 / GAMES); that of pairs is smaller.
    error = math.sqrt(0.25 / GAMES)
    check.that(abs(e["score"] - 0.5) <= 3 * error, "the score is even", e)
    check.that(abs(e["discs"]) <= 3 * e["discs_error"], "the discs are even", e)
    check.equal(play(again, (), ()), result, "a second run: the same table")
    check.equal(runner.timeless(again), runner.timeless(once), "a second run: the same games")


test_self_against_self()
check.end()
