#!/usr/bin/env python3
"""Where errors of chosen moves come from:

    outflank match -engine self name=me nodes=1100000 -engine ... -adjudicate 16 -out m
    bench/causes.py build/src/outflank m.ggf --name me --nodes 1100000 --rows rows.jsonl

asks for a move in the positions in which --name was to move with 36 to 18 empties: as in the match,
and with a tenth more nodes (what that mends is chance), surer, longer, and both. With --other,
another version is asked, too, with the options of --set; it is the judge then. Where all agree
nothing is lost; else the moves are compared: exactly up to --exact empties, else by one search of
--judge nodes at 95 %. For each way to ask the tables tell what a move loses, and how many errors of
the first way it mends.

Rows are appended to --rows, and a run goes on behind those that are there. --part K/N takes every
Nth game, from game K on. Needs Python alone.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../scripts/lib"))
import gtp  # noqa: E402
import othello  # noqa: E402

BANDS = ((36, 31), (30, 26), (25, 22), (21, 18))
MOVE = re.compile(r"(?<![A-Z])([BW])\[([A-Ha-h][1-8]|PA(?:SS)?)\b[^\]]*\]")
NEARER = ((26, 7), (28, 4), (64, 1))  # nodes of an equal time, up to so many empties
# name, times the nodes, options, is it --other that is asked
WAYS = (("as played", 1.0, {}, False),
        ("chance: 1.1 times the nodes", 1.1, {}, False),
        ("selectivity 95 %", 1.0, {"selectivity": 95}, False),
        ("selectivity 99 %", 1.0, {"selectivity": 99}, False),
        ("time: 5 times the nodes", 5.0, {}, False),
        ("both: 5 times, 95 %", 5.0, {"selectivity": 95}, False),
        ("other version", 1.0, {}, True),
        ("other version, 5 times", 5.0, {}, True))


def positions(path, name):
    """[[(board and side, empties)]] of each game."""
    with open(path, encoding="ascii") as file:
        texts = file.read().split("(;")[1:]
    for text in texts:
        own = "b" if f"PB[{name}]" in text else "w"
        game, found = othello.Game(), []
        for color, move in MOVE.findall(text):
            game.turn = color.lower()
            if move.upper().startswith("PA"):
                continue
            empties = 64 - len(game.board)
            if game.turn == own and 18 <= empties <= 36 and len(game.legal()) > 1:
                found.append((game.text() + (" X" if own == "b" else " O"), empties))
            game.play(move)
        yield found


class Asker:
    """An engine with the options of one way, and its table from move to move."""

    def __init__(self, options, way):
        self.nodes = options.nodes * way[1]
        program = options.other if way[3] else options.program
        self.engine = gtp.Engine([program, "gtp", "--book", "none", "--hash", "32"], 3600)
        for key, value in [*way[2].items(), *(options.set if way[3] else ())]:
            self.engine.ask(f"x-setoption {key} {value}")

    def choose(self, position, empties):
        times = next(times for most, times in NEARER if empties <= most)
        self.engine.ask("x-setboard " + position)
        self.engine.ask(f"x-limit nodes {int(self.nodes * times)}")
        color = "b" if position.endswith("X") else "w"
        move = self.engine.ask(f"genmove {color}").lower()
        return move, re.search(r"depth (\d+)", self.engine.ask("x-last-search"))[1]


def analyze(options, position, words):
    """{move: score}"""
    command = [options.other or options.program, "analyze", "--json", "--hash", "64", *words,
               position]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return {m["move"]: m["score"] for m in json.loads(done.stdout)["moves"]}


def judge(options, position, empties, moves):
    """{move: loss}"""
    if len(moves) == 1:
        return dict.fromkeys(moves, 0.0)
    words = ["--exact"] if empties <= options.exact else \
        ["--selectivity", "95", "--nodes", str(options.judge)]
    scores = analyze(options, position, words + ["--moves", ",".join(sorted(moves)),
                                                 "--best", str(len(moves))])
    return {m: max(scores.values()) - scores[m] for m in moves}


def work(options):
    part, parts = map(int, options.part.split("/"))
    done = {row["game"] for row in read(options.rows)}
    askers = [Asker(options, way) for way in WAYS if options.other or not way[3]]
    with open(options.rows, "a", encoding="ascii") as out:
        for number, found in enumerate(positions(options.games, options.name)):
            if number % parts != part % parts or number in done:
                continue
            rows = []
            for asker in askers:
                asker.engine.ask("clear_board")
            for position, empties in found:
                if not options.least <= empties <= options.most:
                    continue
                chosen = [asker.choose(position, empties) for asker in askers]
                losses = judge(options, position, empties, {move for move, _ in chosen})
                rows.append({"game": number, "position": position, "empties": empties,
                             "moves": [move for move, _ in chosen],
                             "depths": [int(depth) for _, depth in chosen],
                             "losses": [losses[move] for move, _ in chosen]})
            out.write("".join(json.dumps(row) + "\n" for row in rows))
            out.flush()


def read(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="ascii") as file:
        return [json.loads(line) for line in file]


def mean_error(values):
    if len(values) < 2:
        return "-"
    error = 1.96 * statistics.stdev(values) / len(values) ** 0.5
    return f"{statistics.mean(values):.3f} +-{error:.3f}"


def table(rows):
    errors = [r for r in rows if r["losses"][0] >= 1]
    lost = sum(r["losses"][0] for r in errors) or 1
    print(f"{len(rows)} moves, {len(errors)} errors of a disc and more\n")
    bands = [[r for r in rows if a >= r["empties"] >= b] for a, b in BANDS]
    print("| asked | loss a move | " + " | ".join(f"{a}-{b}" for a, b in BANDS) +
          " | against the first | errors mended | discs of theirs |\n" + "|---" * 9 + "|")
    for i, way in enumerate(WAYS[:len(rows[0]["losses"])] if rows else ()):
        mended = [r for r in errors if r["losses"][i] < 0.5]
        cells = [way[0], mean_error([r["losses"][i] for r in rows])]
        cells += [mean_error([r["losses"][i] for r in band]) for band in bands]
        cells += [mean_error([r["losses"][i] - r["losses"][0] for r in rows]),
                  f"{len(mended) / max(1, len(errors)):.0%}",
                  f"{sum(r['losses'][0] for r in mended) / lost:.0%}"]
        print("| " + " | ".join(cells) + " |")
    print("\nErrors by empties: " + ", ".join(
        f"{a}-{b}: {sum(r['losses'][0] >= 1 for r in band)} of {len(band)}"
        for (a, b), band in zip(BANDS, bands)))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--other", help="another version")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE",
                        type=lambda word: word.split("=", 1), help="option of --other")
    parser.add_argument("games", help="GGF of a match")
    parser.add_argument("--name", default="outflank", help="of the player that is judged")
    parser.add_argument("--nodes", type=int, default=1100000)
    parser.add_argument("--judge", type=int, default=20000000, help="nodes of the judge")
    parser.add_argument("--exact", type=int, default=25, help="empties solved by the judge")
    parser.add_argument("--least", type=int, default=18, help="empties of the last position")
    parser.add_argument("--most", type=int, default=36, help="of the first")
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--rows", required=True)
    options = parser.parse_args()
    work(options)
    table(read(options.rows))


if __name__ == "__main__":
    main()
