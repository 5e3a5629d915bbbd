#!/usr/bin/env python3
"""Reviews of WTHOR games against the theoretical scores of their bases:

    bench/theoretical.py build/src/outflank WTH_1990.wtb WTH_2010.wtb [--games 100] [--journal FILE]

Takes games evenly from the bases and reviews them exactly from as many empty squares on as the
bases' theoretical scores have (24). Checked are: that score; that all values from there on are exact;
that losses add up to the result. A score that differs is solved again with the cache, ETC, stability,
parity, small trees, kept evaluations and Multi-ProbCut off. Prints a table and, without a journal, the
seconds a game; the exit status is 1 if a score that was solved again is another one. Needs Python alone.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

DEVICES = ["cache", "etc", "stability", "parity", "smalltree", "evalcache", "probcut"]


def read(program, bases):
    """[(moves, theoretical score for Black, empty squares it holds at, base)]"""
    games = []
    for base in bases:
        done = subprocess.run([program, "convert", "--to", "json", "--quiet", base],
                              stdout=subprocess.PIPE, text=True)
        for line in done.stdout.splitlines():
            game = json.loads(line)
            tags = game.get("tags", {})
            if "theoretical-discs" in tags:
                games.append((game["game"], 2 * int(tags["theoretical-discs"]) - 64,
                              int(tags["theoretical-empties"]), os.path.basename(base)))
    return games


def solve_plainly(program, position):
    """The score for Black, with most devices off."""
    switches = [f"--use-{name}=off" for name in DEVICES]
    done = subprocess.run([program, "solve", "--json", "--quiet", *switches], input=position + "\n",
                          stdout=subprocess.PIPE, text=True, check=True)
    score = json.loads(done.stdout)["moves"][0]["score"]
    return score if position[65] == "X" else -score


def check(review, game):
    """(score for Black at the theory's number of empties, its position), or (None, a fault)"""
    _, _, empties, _ = game
    given = {side: review["summary"][side]["given"] for side in ("black", "white")}
    if abs(review["start"] - given["black"] + given["white"] - review["final"]) > 1e-6:
        return None, "losses do not add up"
    late = [p for p in review["plies"] if p["position"][:64].count("-") <= empties]
    if not all(p["best_exact"] and p["score_exact"] for p in late):
        return None, "a value is not exact"
    if not late or late[0]["position"][:64].count("-") != empties:
        return None, "the game ends before"
    return late[0]["black"], late[0]["position"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("bases", nargs="+")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--journal")
    args = parser.parse_args()
    games = read(args.program, args.bases)
    games = games[::max(1, len(games) // args.games)][:args.games]
    empties = max(game[2] for game in games)
    words = [args.program, "review", "--json", "--exact-empties", str(empties)]
    words += ["--journal", args.journal] if args.journal else []
    with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as file:
        file.write("".join(game[0] + "\n" for game in games))
    begun = time.monotonic()
    done = subprocess.run([*words, file.name], stdout=subprocess.PIPE, text=True, check=True)
    seconds = time.monotonic() - begun
    os.unlink(file.name)
    reviews = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(reviews) == len(games), "a game is missing"
    n_same, left_out, differ = 0, {}, []
    for review, game in zip(reviews, games):
        score, where = check(review, game)
        if score is None:
            left_out[where] = left_out.get(where, 0) + 1
        elif score == game[1]:
            n_same += 1
        else:
            differ.append((game, score, where))
    print(f"{len(games)} games, {n_same} scores at {empties} empty squares as in the base, "
          f"{len(differ)} others, left out: {left_out or 'none'}"
          + ("" if args.journal else f"; {seconds / len(games):.2f} s a game"))
    n_wrong = 0
    for game, score, position in differ:
        again = solve_plainly(args.program, position)
        n_wrong += again != score
        print(f"| {game[3]} | {position} | base {game[1]:+d} | review {score:+.0f} | again {again:+.0f} |",
              flush=True)
    sys.exit(1 if n_wrong or left_out.get("losses do not add up") else 0)


main()
