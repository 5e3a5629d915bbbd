#!/usr/bin/env python3
"""Do people's model and people of its rating give away the same?

    bench/people_games.py OUTFLANK GAMES RATINGS [--low 1500 --high 1700] [--games 400] [--seed 7]

GAMES and RATINGS are those of "outflank-train people" (docs/lab/people.md). Compared are games of two
models, from XOT openings, and games of people whose ratings lie within 50 of theirs, of 40 moves and
more, with the result of the lower rating; and by plies: discs lost a move, in --games of them,
corners given, and moves that let the other side take all discs. Errors are those of games, at 95 %.
"""
import argparse
import json
import math
import os
import random
import re
import subprocess
import tempfile

from strength import gives_corner, othello

HERE = os.path.dirname(os.path.abspath(__file__))
PHASES = [(9, 17), (18, 26), (27, 35), (36, 44), (45, 53), (54, 60)]
JUDGE = ["--depth", "5", "--exact-empties", "9", "--hash", "1", "--json", "--quiet"]


def counted(moves):
    """[(number of the move, corner given, all given)] of a game; forced moves are left out."""
    game, found = othello.Game(), []
    for number, move in enumerate(moves, 1):
        if game.legal() == ["pass"]:
            game.play("pass")
        legal = game.legal()
        if move not in legal:
            break
        corner = len(legal) > 1 and gives_corner(game, move)
        game.play(move)
        if len(legal) > 1:
            n_mine = list(game.board.values()).count(othello.OTHER[game.turn])
            found.append((number, corner, any(len(game.turned(at)) == n_mine for at in game.squares())))
    return found


def judged(program, path):
    """[[(number of the move, loss)] of each game]."""
    out = subprocess.run([program, "review", path, *JUDGE], stdout=subprocess.PIPE, text=True, check=True)
    return [[(p["number"], p["loss"]) for p in json.loads(line)["plies"]
             if not p["forced"] and p["played"] != "pass" and p["loss"] is not None]
            for line in out.stdout.splitlines() if '"type":"review"' in line]


def rate(games, column, phase):
    """(mean, error, moves), from what whole games differ in."""
    sums = [(sum(m[column] for m in g), len(g)) for g in
            ([m for m in game if phase[0] <= m[0] <= phase[1]] for game in games) if g]
    n = sum(k for _, k in sums)
    mean = sum(s for s, _ in sums) / n
    return mean, 1.96 * math.sqrt(sum((s - mean * k) ** 2 for s, k in sums)) / n, n


def ratings_of(path):
    with open(path, encoding="ascii") as file:
        rows = [line.split() for line in file]
    return {int(row[0]): int(row[2]) for row in rows if row[0].isdigit()}


def games_of_people(args):
    """[(transcript, result of the lower rating)]."""
    ratings, found = ratings_of(args.ratings), []
    near = lambda player, rating: abs(ratings.get(player, 0) - rating) <= 50  # noqa: E731
    with open(args.games_file, encoding="ascii") as file:
        for row in map(str.split, file):
            if len(row) == 4 and len(row[3]) >= 80:
                black, white, discs = map(int, row[:3])
                for low, high, score in ((black, white, discs - 32), (white, black, 32 - discs)):
                    if near(low, args.low) and near(high, args.high):
                        found.append((row[3], (score > 0) + (score == 0) / 2))
    return found


def play(args, folder):
    """The file of the games, their moves, and the results of the lower rating."""
    words = [word for rating in (args.low, args.high) for word in
             ("-engine", "self", f"name=R{rating}", "option.style=people", f"option.rating={rating}")]
    out = os.path.join(folder, "match")
    subprocess.run([args.program, "match", *words, "-each", "option.hash=1", "nodes=1000", "-games", str(args.games),
                    "-openings", f"file={HERE}/openings/xot_small.txt", "-srand", str(args.seed), "-concurrency",
                    str(args.concurrency), "-out", out, "-report", "100000"], stdout=subprocess.DEVNULL, check=True)
    results, moves = [], []
    with open(out + ".ggf", encoding="utf-8") as file:
        for line in file:
            moves.append([move.lower() for move in re.findall(r"[BW]\[([A-H][1-8])[]/]", line)])
            score = float(line.split("RE[")[1].split("]")[0].split(":")[0])
            score = score if f"PB[R{args.low}]" in line else -score
            results.append((score > 0) + (score == 0) / 2)
    return out + ".ggf", moves, results


def tell(what, people, model, column, factor, form):
    print(f"{what} |" + " |".join(f" {a}-{b}" for a, b in PHASES))
    rows = [[rate(games, column, phase) for phase in PHASES] for games in (people, model)]
    for name, row in zip(("people", "model"), rows):
        print(f"  {name} | " + " | ".join(f"{factor * m:{form}} +-{factor * e:{form}} of {n}" for m, e, n in row))
    ratios = []
    for (a, ea, _), (b, eb, _) in zip(*rows):
        if a and b:  # the error of the quotient's logarithm
            wide = math.exp(math.hypot(ea / a, eb / b))
            ratios.append(f"{b / a:.2f} ({b / a / wide:.2f} to {b / a * wide:.2f})")
        else:
            ratios.append("-")
    print("  ratio | " + " | ".join(ratios), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("games_file", metavar="games")
    parser.add_argument("ratings")
    parser.add_argument("--low", type=int, default=1500)
    parser.add_argument("--high", type=int, default=1700)
    parser.add_argument("--games", type=int, default=400, help="of models, and at most so many of people are judged")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    os.environ["OUTFLANK_BOOK"] = "none"
    found = games_of_people(args)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "people.txt")
        with open(path, "w", encoding="ascii") as file:
            some = random.Random(args.seed).sample(found, min(args.games, len(found)))
            file.write("".join(moves + "\n" for moves, _ in some))
        people = judged(args.program, path)
        path, moves, results = play(args, folder)
        model = judged(args.program, path)
    for name, scores in (("people", [score for _, score in found]), ("model", results)):
        mean = sum(scores) / len(scores)
        error = 1.96 * math.sqrt(sum((s - mean) ** 2 for s in scores)) / len(scores)
        print(f"{name}: {args.low} scores {100 * mean:.1f} +-{100 * error:.1f} % of {len(scores)} games")
    tell("discs lost a move", people, model, 1, 1, ".2f")
    people = [counted([line[i:i + 2] for i in range(0, len(line), 2)]) for line, _ in found]
    model = list(map(counted, moves))
    tell("corners given, %", people, model, 1, 100, ".2f")
    tell("all discs given, of 10,000 moves", people, model, 2, 10000, ".2f")


if __name__ == "__main__":
    main()
