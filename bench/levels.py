#!/usr/bin/env python3
"""What the levels of play cost, and what each is worth.

    bench/levels.py build/src/outflank --levels 0-24 --games 400 --jobs 16

For each level: games from XOT openings, each played with both colours, against the next level and
the one after it. The row tells median, 99th percentile and maximum of the nodes a move (and at how
many empties), how many times the 99th percentile of the level before that is, and the Elo of the
two others with errors of 95 %. Levels above 24, or all with --positions, search 20 fixed positions
of 20 to 48 empties instead, each with an empty table. One thread an engine; node counts do not
depend on the machine.
With --steps=-10 the opponent is ten levels lower: nodes alone, in half of the time.

Rows come in the order of the levels as soon as they are known. The exit status is 1 if a limit is
broken: growth of the 99th percentile of at most 3; maxima at levels 10, 20 and 30; and two levels
more score over 50 % up to level 12, from there on at least 48 % with 50 % within the error.
"""
import argparse
import concurrent.futures
import math
import os
import random
import statistics
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../scripts/lib"))
import gtp  # noqa: E402

GAMES_UP_TO = 24                                     # levels above it search the positions
MOST = {10: 2_000_000, 20: 50_000_000, 30: 2_000_000_000}  # nodes of the slowest move
GROWTH = 3                                           # of the 99th percentile from level to level
SURE_UP_TO, LEAST_SCORE = 12, 0.48                   # of two levels more
LEVELS = 60
OPENING_MOVES = 8
WAIT_S = 24 * 3600


class Player:
    """An engine that plays at a level and keeps the nodes of its moves."""

    def __init__(self, args, level):
        self.engine = gtp.Engine([args.engine, "gtp", "--threads", "1", "--hash", str(args.hash),
                                  "--book", "none", "--variety", "0", *args.options], WAIT_S)
        self.set_level(level)

    def set_level(self, level):
        self.level, self.nodes = level, []
        self.engine.ask(f"set_level {level}")

    def begin(self, moves):
        self.engine.ask("clear_board")
        for i, move in enumerate(moves):
            if move != "pass":
                self.engine.ask(f"play {'bw'[i % 2]} {move}")

    def move(self, color, empties):
        move = self.engine.ask(f"genmove {color}").lower()
        if move != "pass":
            nodes = int(self.engine.ask("x-last-search").split()[-1])
            self.nodes.append((nodes, empties))
        return move


def split(line):
    return [line[i:i + 2] for i in range(0, len(line), 2)]


def play(black, white, opening):
    """Score for Black: 1, 1/2 or 0."""
    for player in (black, white):
        player.begin(opening)
    players, turn, empties = (black, white), len(opening), 60 - len(opening)
    n_passes = 0
    while n_passes < 2:
        color = "bw"[turn % 2]
        move = players[turn % 2].move(color, empties)
        turn += 1
        empties -= move != "pass"
        n_passes = n_passes + 1 if move == "pass" else 0
        players[turn % 2].engine.ask(f"play {color} {move}")
    score = black.engine.ask("final_score")
    return 0.5 if score == "0" else float(score.startswith("B"))


class Pool:
    """Workers that keep their engines from one task to the next."""

    def __init__(self, args):
        self.args, self.own, self.players = args, threading.local(), []
        self.executor = concurrent.futures.ThreadPoolExecutor(args.jobs)

    def player(self, index, level):
        if not hasattr(self.own, "players"):
            self.own.players = {}
        if index not in self.own.players:
            self.own.players[index] = Player(self.args, level)
            self.players.append(self.own.players[index])
        self.own.players[index].set_level(level)
        return self.own.players[index]

    def pair(self, level, other, opening):
        """Both games of an opening: (points of `other`, of 2; nodes and empties of `level`)."""
        a, b = self.player(0, level), self.player(1, other)
        points = 1 - play(a, b, opening) + play(b, a, opening)
        return points, a.nodes

    def search(self, level, moves):
        player = self.player(0, level)
        player.begin(moves)
        player.move("bw"[len(moves) % 2], 60 - sum(move != "pass" for move in moves))
        return 0, player.nodes

    def close(self):
        for player in self.players:
            player.engine.kill()
        self.executor.shutdown(cancel_futures=True)


def elo(points):
    """Mean score, its error, and Elo with its range, from points of pairs."""
    score = statistics.mean(points) / 2
    error = 1.96 * statistics.stdev(points) / 2 / len(points) ** 0.5 if len(points) > 1 else 0.5

    def of(share):
        share = min(max(share, 0.001), 0.999)
        return 400 * math.log10(share / (1 - share))
    return score, error, f"{of(score):+.0f} ({of(score - error):+.0f} .. {of(score + error):+.0f})"


def short(nodes):
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if nodes >= size:
            return f"{nodes / size:.3g} {unit}"
    return f"{nodes:.0f}"


def percentile(nodes, part):
    return sorted(nodes)[min(len(nodes) - 1, int(part * len(nodes)))]


class Table:
    """Rows, and what is wrong with them."""

    def __init__(self):
        self.before, self.faults = None, []
        print("| level | moves | median | p99 | slowest | growth of p99 | Elo of the next | "
              "of the one after | its score |\n|---|---|---|---|---|---|---|---|---|", flush=True)

    def fault(self, text):
        self.faults.append(text)

    def check_score(self, level, score, error):
        is_good = score > 0.5 if level <= SURE_UP_TO else (
            score >= LEAST_SCORE and score + error >= 0.5)
        if not is_good:
            self.fault(f"level {level + 2} scores {score:.1%} +- {error:.1%} against {level}")

    def row(self, level, by_games, moves, matches):
        nodes, (most, empties) = [n for n, _ in moves], max(moves)
        p99 = percentile(nodes, 0.99)
        growth = ""
        if self.before and self.before[:2] == (level - 1, by_games):
            growth = f"{p99 / self.before[2]:.2f}"
            if p99 > GROWTH * self.before[2]:
                self.fault(f"p99 of level {level} is {growth} times that of level {level - 1}")
        self.before = (level, by_games, p99)
        if level in MOST and most > MOST[level]:
            self.fault(f"level {level}: a move of {short(most)} nodes at {empties} empties")
        worth = []
        for step in (1, 2):
            worth.append(elo(matches[step])[2] if matches.get(step) else "")
        if matches.get(2):
            score, error = elo(matches[2])[:2]
            worth.append(f"{score:.1%} +- {error:.1%}")
            self.check_score(level, score, error)
        else:
            worth.append("")
        print(f"| {level} | {len(nodes)} | {short(statistics.median(nodes))} | {short(p99)} | "
              f"{short(most)} at {empties} | {growth} | {' | '.join(worth)} |", flush=True)


def level_list(text):
    levels = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        levels += range(int(first), int(last or first) + 1)
    if not all(0 <= level <= LEVELS for level in levels):
        raise argparse.ArgumentTypeError(f"levels are 0 to {LEVELS}")
    return levels


def read_lines(name):
    with open(name, encoding="ascii") as file:
        return [split(line.split()[0]) for line in file if line.strip() and line[0] != "#"]


def tasks_of(pool, args, level, openings, positions):
    """(is by games, {step: futures})"""
    submit = pool.executor.submit
    if args.positions or level > GAMES_UP_TO and not args.play:
        return False, {0: [submit(pool.search, level, moves) for moves in positions]}
    steps = [step for step in args.steps if level + step <= LEVELS]
    return True, {step: [submit(pool.pair, level, level + step, openings[i])
                         for i in range(args.games // 2)] for step in steps}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("options", nargs="*", help="options of the engine, behind --")
    parser.add_argument("--levels", type=level_list, default=level_list("0-24"),
                        help="as 0-24,30")
    parser.add_argument("--games", type=int, default=400, help="of each two levels")
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    parser.add_argument("--steps", type=lambda text: [int(step) for step in text.split(",")],
                        default=[1, 2], help="opponents: so many levels more (default 1,2)")
    parser.add_argument("--positions", action="store_true", help="fixed positions at all levels")
    parser.add_argument("--play", action="store_true", help="games at all levels")
    parser.add_argument("--hash", type=int, default=128, help="MiB of each engine")
    parser.add_argument("--openings", default=os.path.join(HERE, "openings/xot_small.txt"))
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    openings = read_lines(args.openings)
    random.Random(args.seed).shuffle(openings)
    positions = read_lines(os.path.join(HERE, "levels.txt"))
    pool, table = Pool(args), Table()
    try:
        waiting = [(level, *tasks_of(pool, args, level, openings, positions))
                   for level in args.levels]
        for level, by_games, tasks in waiting:
            done = {step: [task.result() for task in of_step] for step, of_step in tasks.items()}
            nodes = [n for results in done.values() for _, of_pair in results for n in of_pair]
            matches = {step: [points for points, _ in results] for step, results in done.items()}
            table.row(level, by_games, nodes, matches)
    finally:
        pool.close()
    for fault in table.faults:
        print(f"broken: {fault}", flush=True)
    sys.exit(1 if table.faults else 0)


main()
