#!/usr/bin/env python3
"""Is what "outflank problems" calls hard what people miss?

    bench/difficulty.py OUTFLANK GAMES RATINGS [--positions 4000] [--least 10] [--seed 1]

GAMES and RATINGS are those of "outflank-train people" (docs/lab/people.md). Judged are moves of the
players whom the model was not fitted to: of positions drawn from their games, and of opening
positions that they had --least times or more. A move misses if it loses a disc or more.
Spearman's rank correlation is told for the difficulty and for each of its parts; and, with its weights
chosen anew by the moves of one half of the players, for those of the other.
"""
import argparse
import collections
import json
import os
import random
import subprocess
import tempfile

QUICK = ["--depth", "10", "--exact-empties", "14", "--hash", "16", "--count", "100000"]
LEAST_GAMES, ENGINES = 10, (5603, 3311)  # as in src/tools/train/people_data.c
PARTS = {"difficulty": lambda p: p["difficulty"], "people at 1500": lambda p: p["people"][1]["miss"],
         "strengths": lambda p: sum(p["strengths"]), "plies": lambda p: p["plies"] or 13,
         "lead (less is harder)": lambda p: -p["lead"]}


def held_out(ratings):
    """The numbers of players that people_part_of() keeps from the fit."""
    found = set()
    for line in open(ratings, encoding="ascii"):
        row = line.split()
        if not row[0].isdigit() or int(row[1]) < LEAST_GAMES or int(row[0]) in ENGINES:
            continue
        value = ((int(row[0]) + 1) * 0x9E3779B97F4A7C15 & (1 << 64) - 1) >> 59
        if value < (16 if int(row[2]) > 1700 else 8):
            found.add(int(row[0]))
    return found


def turned(moves):
    """The moves as they are when the first one is f5."""
    kind = {"f5": (0, 0), "e6": (0, 1), "c4": (1, 0), "d3": (1, 1)}[moves[0]]
    def turn(move):
        x, y = "abcdefgh".index(move[0]), int(move[1]) - 1
        x, y = (7 - x, 7 - y) if kind[0] else (x, y)
        x, y = (y, x) if kind[1] else (x, y)
        return "abcdefgh"[x] + str(y + 1)
    return [turn(move) for move in moves]


def read_games(path, players):
    """[[black, white], moves] of those with one of the players."""
    for line in open(path, encoding="ascii"):
        row = line.split()
        if len(row) == 4 and len(row[3]) >= 40 and players & {int(row[0]), int(row[1])}:
            yield [int(row[0]), int(row[1])], turned([row[3][i:i + 2] for i in range(0, len(row[3]), 2)])


def judge(program, folder, lines):
    """{line of moves: problem} of those that are problems."""
    by_length = collections.defaultdict(list)
    for line in lines:
        by_length[len(line) // 2].append(line)
    found = {}
    for length, group in sorted(by_length.items()):
        path = os.path.join(folder, f"{length}.txt")
        with open(path, "w", encoding="ascii") as file:
            file.write("".join(line + "\n" for line in group))
        out = subprocess.run([program, "problems", path, *QUICK, "--empties", str(60 - length), "--json",
                              "--quiet"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        for row in out.stdout.splitlines():
            problem = json.loads(row)
            found[group[problem["source"]["game"] - 1]] = problem
    return found


def ranks(values):
    order = sorted(range(len(values)), key=lambda i: values[i])
    rank, i = [0.0] * len(values), 0
    while i < len(order):
        k = i
        while k < len(order) and values[order[k]] == values[order[i]]:
            k += 1
        for j in order[i:k]:
            rank[j] = (i + k - 1) / 2
        i = k
    return rank


def spearman(a, b):
    a, b = ranks(a), ranks(b)
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    both = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b))
    return both / (sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)) ** 0.5


def misses(problem, move):
    return next(m["loss"] for m in problem["moves"] if m["move"] == move) >= 1


def tell(what, rows):
    """rows: (problem, share of misses)."""
    print(f"{what}: {len(rows)}; missed {100 * sum(r[1] for r in rows) / len(rows):.1f} %")
    for name, part in PARTS.items():
        print(f"  {name:22} {spearman([part(p) for p, _ in rows], [m for _, m in rows]):+.3f}")
    for grade in ("easy", "middle", "hard"):
        of = [m for p, m in rows if p["grade"] == grade]
        if of:
            print(f"  {grade}: {len(of)}, missed {100 * sum(of) / len(of):.1f} %")


def tell_halves(rows, owners):
    """Weights of people, strengths and plies, in eighths."""
    grid = [(a, b, 8 - a - b) for a in range(9) for b in range(9 - a)]
    halves = [[row for row, owner in zip(rows, owners) if owner % 2 == half] for half in (0, 1)]

    def judged(weights, of):
        parts = [(p["people"][1]["miss"], sum(p["strengths"]) / 20, ((p["plies"] or 13) - 1) / 12) for p, _ in of]
        return spearman([sum(w * x for w, x in zip(weights, row)) for row in parts], [m for _, m in of])
    for here, there in halves, halves[::-1]:
        best = max(grid, key=lambda weights: judged(weights, here))
        print(f"  weights chosen on {len(here)}: {best}, {judged(best, here):+.3f} there; on the other {len(there)} "
              f"{judged(best, there):+.3f}, those in use (4, 2, 2) {judged((4, 2, 2), there):+.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("games")
    parser.add_argument("ratings")
    parser.add_argument("--positions", type=int, default=4000)
    parser.add_argument("--least", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="keep the problems with what was played, for another look")
    args = parser.parse_args()
    rng, players, lines, often = random.Random(args.seed), held_out(args.ratings), [], collections.defaultdict(list)
    games = list(read_games(args.games, players))
    for names, moves in games:
        for i in range(8, 16):  # plies before were drawn in most games; none of these is a pass
            if i < len(moves) and names[i % 2] in players:
                often["".join(moves[:i])].append(moves[i])
    for names, moves in rng.sample(games, min(args.positions, len(games))):
        lines.append((names, moves, rng.randrange(8, min(len(moves), 56))))
    often = {line: played for line, played in often.items() if len(played) >= args.least}
    with tempfile.TemporaryDirectory() as folder:
        single = judge(args.program, folder, ["".join(moves[:i]) for _, moves, i in lines])
        rows, owners = [], []
        for names, moves, i in lines:
            problem = single.get("".join(moves[:i]))
            owner = names["XO".index(problem["position"][65])] if problem else None
            if owner in players:
                owners.append(owner)
                rows.append((problem, misses(problem, moves[i])))
        many = [(p, sum(misses(p, move) for move in often[line]) / len(often[line]))
                for line, p in judge(args.program, folder, often).items()]
    if args.save:
        with open(args.save, "w", encoding="ascii") as file:
            json.dump([rows, many], file)
    tell("positions drawn, one move each", rows)
    tell_halves(rows, owners)
    rows.sort(key=lambda row: row[0]["difficulty"])
    size = max(1, len(rows) // 20)
    groups = [rows[i:i + size] for i in range(0, len(rows) - size + 1, size)]
    print("  20 groups by difficulty:", " ".join(f"{100 * sum(m for _, m in g) / len(g):.0f}" for g in groups),
          f"correlation {spearman(range(len(groups)), [sum(m for _, m in g) / len(g) for g in groups]):+.3f}")
    tell(f"opening positions with {args.least} moves and more", many)


if __name__ == "__main__":
    main()
