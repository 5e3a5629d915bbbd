#!/usr/bin/env python3
"""Makes problems.jsonl (README.md).

    share/problems/make.py OUTFLANK FOLDER > share/problems/problems.jsonl

FOLDER keeps games, candidates and both judgements; what is there is not made again.
"""
import collections
import concurrent.futures
import json
import os
import random
import subprocess
import sys

PROGRAM, FOLDER = sys.argv[1:]
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
ROUNDS, SEED, A_CELL = 700, 1, 33
PHASES = {"opening": range(8, 20), "middle": range(20, 37), "ending": range(37, 50)}
GRADES = ("easy", "middle", "hard")
FIRST = ["--depth", "18", "--exact-empties", "23", "--hash", "64"]
AGAIN = ["--depth", "14", "--exact-empties", "23", "--hash", "16", "--selectivity", "98", "--cpu", "baseline"]
JOBS = 2
ANY = ["--lead", "1", "--count", "100000", "--json", "--quiet"]
rng = random.Random(SEED)


def at(name):
    return os.path.join(FOLDER, name)


def run(*words):
    return subprocess.run([PROGRAM, *words], stdout=subprocess.PIPE, text=True, check=False).stdout


def problems_of(name, lines, *words):
    """Problems among games or boards; kept in FOLDER."""
    if not os.path.exists(at(name + ".json")):
        with open(at(name + ".txt"), "w", encoding="ascii") as file:
            file.write("".join(line + "\n" for line in lines))
        out = run("problems", at(name + ".txt"), *ANY, *words)
        with open(at(name + ".new"), "w", encoding="ascii") as file:
            file.write(out)
        os.replace(at(name + ".new"), at(name + ".json"))
    with open(at(name + ".json"), encoding="ascii") as file:
        return [json.loads(line) for line in file]


def games():
    """Between players like people, from openings that have a name."""
    if not os.path.exists(at("games.ggf")):
        with open(os.path.join(ROOT, "book/openings/names.tsv"), encoding="utf-8") as file:
            lines = sorted({row.split("\t")[2] for row in file if not row.startswith("#")})
        with open(at("openings.txt"), "w", encoding="ascii") as file:
            file.write("".join(line + "\n" for line in lines if 8 <= len(line) <= 16))
        run("match", "-each", "proto=self", "option.style=people", "option.book=none",
            "-engine", "name=1500", "option.rating=1500", "-engine", "name=1700", "option.rating=1700",
            "-openings", "file=" + at("openings.txt"), "order=random", "-rounds", str(ROUNDS),
            "-srand", str(SEED), "-quiet", "-out", at("games"))
    with open(at("games.ggf"), encoding="ascii") as file:
        return file.read().splitlines()


def candidates():
    """{(phase, grade): boards}, of each game one a phase."""
    found, all_games = collections.defaultdict(list), games()
    def of(plies, i):
        return problems_of(f"ply-{plies[i]}", all_games[i::len(plies)], "--ply", str(plies[i]), "--depth", "10",
                           "--exact-empties", "14", "--lead", "2", "--good", ":2", "--score", "-24:24")
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        waits = [(phase, plies, i, pool.submit(of, plies, i)) for phase, plies in PHASES.items()
                 for i in range(len(plies))]
    for phase, plies, i, wait in waits:
        for p in wait.result():
            game = (p["source"]["game"] - 1) * len(plies) + i + 1
            found[phase, p["grade"]].append((p["position"], game, plies[i]))
    return found


def judged(taken):
    """{(phase, grade): boards} -> [(phase, problem, the same again)]"""
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        waits = [(cell[0], *(pool.submit(problems_of, "-".join((*cell, name)), boards, *words)
                             for name, words in (("first", FIRST), ("again", AGAIN))))
                 for cell, boards in taken.items()]
    rows = []
    for phase, firsts, again in waits:
        other = {p["position"]: p for p in again.result()}
        rows += [(phase, first, other.get(first["position"])) for first in firsts.result()]
    return rows


def compare(first, again):
    """What both say; None if other moves are good. Values that differ by more than half a disc are both told."""
    other = {m["move"]: m["score"] for m in again["moves"]} if again else {}
    if not again or {m["move"] for m in first["moves"] if m["loss"] < 1} != \
            {m["move"] for m in again["moves"] if m["loss"] < 1}:
        return None
    moves = [{"move": m["move"], "score": m["score"], "loss": m["loss"], "pv": m["pv"][:8 if m["loss"] < 1 else 3],
              **({"again": other[m["move"]]} if abs(m["score"] - other[m["move"]]) > 0.5 else {})}
             for m in first["moves"]]
    keys = ("schema", "type", "position", "empties", "good", "lead", "grade", "difficulty", "people",
            "strengths", "plies", "why")
    return {**{key: first[key] for key in keys}, "exact": first["moves"][0]["exact"], "moves": moves}


def main():
    found, taken, source = candidates(), collections.defaultdict(list), {}
    for (phase, grade), rows in sorted(found.items()):
        rng.shuffle(rows)
        n = A_CELL + (2 if phase == "ending" else 15)
        print(f"{phase} {grade}: {len(rows)} candidates, {min(len(rows), n)} taken", file=sys.stderr)
        for board, game, ply in rows[:n]:
            taken[phase, grade].append(board)
            source[board] = {"file": "people 1500 against 1700", "game": game, "ply": ply}
    cells, dropped = collections.defaultdict(list), 0
    for phase, first, again in judged(taken):
        problem = compare(first, again)
        dropped += not problem
        if problem:
            cells[phase, problem["grade"]].append({**problem, "source": source[problem["position"]]})
    print(f"{dropped} dropped, for both judgements differ", file=sys.stderr)
    for grade in GRADES:
        chosen, phases = [], sorted(PHASES, key=lambda phase: len(cells[phase, grade]))
        for left, phase in zip((3, 2, 1), phases):  # the scarcest first
            chosen += cells[phase, grade][:(3 * A_CELL + 1 - len(chosen)) // left]
        for problem in sorted(chosen, key=lambda p: p["difficulty"]):
            print(json.dumps(problem, separators=(",", ":")))
        print(grade, len(chosen), [len(cells[phase, grade]) for phase in PHASES], file=sys.stderr)


main()
