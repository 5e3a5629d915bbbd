#!/usr/bin/env python3
"""Fits the chances of src/lib/report/chance.c to games of the engine:

    outflank match -engine self name=a nodes=20 option.hash=1 -engine self name=b nodes=20 \\
        option.hash=1 -openings random=10 balance=0 -rounds 2000 -srand 37 -out games -quiet
    bench/chances.py build/src/outflank games.ggf [MORE ...] [--rows FILE] [--seed N]

From each game that was played to its end one position with 2 to 48 empty squares is drawn by --seed.
Its value is exact up to 20 empty squares ("outflank solve"), beyond that of a search of 12 plies
("outflank analyze"). With a value v, e empty squares and the score y of the side to move (1, 1/2, 0)

    P = share * result(v) + (1 - share) / (1 + exp((b - v) / s)),
    s = spread * (e / 24) ^ power,  b = bias * sqrt(e)

is fitted by maximum likelihood to the games with an odd number, b negated where e is odd. Games with
an even number are held out: log loss and Brier score are theirs, with a standard error over games.
--rows keeps value, empties and score of each game, a line each; given in place of games, as a .rows
file, they are read. Needs Python alone.
"""
import argparse
import json
import math
import random
import subprocess

LEAST, MOST, EXACT, DEPTH = 2, 48, 20, 12
ERROR = (2.0, 4.6, 5.0)  # of a search: chance.c
OTHER = (0.24, 11.0, 0.5, 0.41)  # of 126,309 games between people, fitted by others at e = 24


def normal(x):
    return 0.5 * math.erfc(-x / math.sqrt(2))


def chance(row, share, spread, power, bias):
    value, empties, is_exact, _ = row
    error = 0 if is_exact else ERROR[0] + ERROR[1] * math.exp(-DEPTH / ERROR[2])
    if error:
        result = 0.5 * (normal((value - 1) / error) + normal((value + 1) / error))
    else:
        result = 1 if value > 0 else 0 if value < 0 else 0.5
    root = math.sqrt(empties)
    s = math.sqrt((spread * (empties / 24) ** power) ** 2 + 0.304 * error * error)
    b = bias * root if empties % 2 == 0 else -bias * root
    return share * result + (1 - share) / (1 + math.exp(max(-500, min(500, (b - value) / s))))


def log_loss(row, p):
    p = min(max(p, 1e-6), 1 - 1e-6)
    return -(row[3] * math.log(p) + (1 - row[3]) * math.log(1 - p))


def ask(program, words, lines):
    text = "\n".join(lines) + "\n"
    done = subprocess.run([program, *words], input=text, stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def positions(program, path):
    """For each game that ended by itself: its positions with a choice, and Black's score."""
    done = subprocess.run([program, "review", "--json", "--depth", "1", "--exact-empties", "0",
                           "--hash", "1", "--threads", "1", path], stdout=subprocess.PIPE, text=True)
    for line in done.stdout.splitlines():
        game = json.loads(line)
        if game["over"] and game["plies"]:
            score = 1 if game["final"] > 0 else 0 if game["final"] < 0 else 0.5
            yield [p["position"] for p in game["plies"] if not p["forced"]], score


def draw(program, paths, seed):
    """[(position, score of the side to move)], one a game."""
    rng, drawn = random.Random(seed), []
    for path in paths:
        for boards, black in positions(program, path):
            some = [b for b in boards if LEAST <= b[:64].count("-") <= MOST]
            if some:
                board = rng.choice(some)
                drawn.append((board, black if board[65] == "X" else 1 - black))
    return drawn


def values(program, drawn):
    """[(value, empties, is_exact, score)]"""
    late = [d for d in drawn if d[0][:64].count("-") <= EXACT]
    early = [d for d in drawn if d[0][:64].count("-") > EXACT]
    found = ask(program, ["solve", "--json", "--quiet", "--hash", "16"], [d[0] for d in late])
    rows = [(one["moves"][0]["score"], d[0][:64].count("-"), True, d[1]) for one, d in zip(found, late)]
    found = ask(program, ["analyze", "--json", "--best", "1", "--depth", str(DEPTH), "--hash", "16"],
                [d[0] for d in early])
    rows += [(one["moves"][0]["score"], d[0][:64].count("-"), False, d[1])
             for one, d in zip(found, early)]
    return rows


def fit(rows, start=OTHER):
    """Nelder and Mead's simplex on the sum of log losses."""
    def cost(x):
        if not 0 <= x[0] < 1 or x[1] <= 0.05 or not 0 <= x[2] <= 2:
            return math.inf
        return sum(log_loss(row, chance(row, *x)) for row in rows)
    corners = [list(start)] + [[v + (0.15 * abs(v) + 0.02) * (i == k) for i, v in enumerate(start)]
                               for k in range(len(start))]
    corners = sorted((cost(x), x) for x in corners)
    for _ in range(200):
        centre = [sum(x[i] for _, x in corners[:-1]) / len(start) for i in range(len(start))]
        worst = corners[-1][1]

        def along(t):
            x = [c + t * (w - c) for c, w in zip(centre, worst)]
            return cost(x), x
        best = min((along(t) for t in (-1, -2, 0.5)), key=lambda one: one[0])
        if best[0] < corners[-1][0]:
            corners[-1] = best
        else:
            first = corners[0][1]
            corners = [corners[0]] + [
                (cost(y), y) for y in ([(a + b) / 2 for a, b in zip(first, x)]
                                       for _, x in corners[1:])]
        corners.sort()
    return corners[0][1]


def judge(name, rows, predict):
    ps = [predict(row) for row in rows]
    losses = [log_loss(row, p) for row, p in zip(rows, ps)]
    briers = [(p - row[3]) ** 2 for row, p in zip(rows, ps)]

    def told(values_):
        mean = sum(values_) / len(values_)
        spread = math.sqrt(sum((v - mean) ** 2 for v in values_) / len(values_) / len(values_))
        return f"{mean:.4f} +-{spread:.4f}"
    print(f"| {name} | {told(losses)} | {told(briers)} |")


def reliability(rows, constants):
    print("\n| chance | games | mean chance | mean score |\n|---|---|---|---|")
    for low in range(10):
        some = [(chance(r, *constants), r[3]) for r in rows]
        some = [(p, y) for p, y in some if low / 10 <= p < (low + 1) / 10 + (low == 9)]
        if some:
            print(f"| {low / 10:.1f}-{(low + 1) / 10:.1f} | {len(some)} | "
                  f"{sum(p for p, _ in some) / len(some):.3f} | {sum(y for _, y in some) / len(some):.3f} |")


def spreads(rows):
    """The spread by number of empty squares, each fitted alone."""
    print("\n| empty squares | games | s at their middle |\n|---|---|---|")
    for low in range(LEAST, MOST, 8):
        some = [r for r in rows if low <= r[1] < low + 8]
        if len(some) > 100:
            _, spread, power, _ = fit(some)
            print(f"| {low}-{low + 7} | {len(some)} | {spread * ((low + 3.5) / 24) ** power:.1f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--rows")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.games[0].endswith(".rows"):
        rows = [tuple(json.loads(line)) for path in args.games for line in open(path)]
    else:
        rows = values(args.program, draw(args.program, args.games, args.seed))
        random.Random(args.seed).shuffle(rows)
    if args.rows:
        with open(args.rows, "w") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
    train, held = rows[1::2], rows[::2]
    constants = fit(train)
    print(f"{len(train)} games fitted, {len(held)} held out, seed {args.seed}: share "
          f"{constants[0]:.3f}, spread {constants[1]:.2f}, power {constants[2]:.3f}, "
          f"bias {constants[3]:.3f}\n")
    print("| held out | log loss | Brier score |\n|---|---|---|")
    judge("always a half", held, lambda row: 0.5)
    judge("who leads", held, lambda row: 0.98 if row[0] > 0 else 0.02 if row[0] < 0 else 0.5)
    judge("constants of people's games", held, lambda row: chance(row, *OTHER))
    judge("this fit", held, lambda row: chance(row, *constants))
    reliability(held, constants)
    spreads(rows)


if __name__ == "__main__":
    main()
