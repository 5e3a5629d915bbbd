#!/usr/bin/env python3
"""What the strengths are worth, and what they give away:

    bench/strength.py build/src/outflank loss --strengths 1-19 --games 500 --concurrency 16
    bench/strength.py build/src/outflank loss --losses 0.5 1 2 --games 20
    bench/strength.py build/src/outflank steps --strengths 2-20 --games 500
    bench/strength.py build/src/outflank random --strengths 1-3 --games 500
    bench/strength.py build/src/outflank grhino --strengths 1-12 --games 100
    bench/strength.py build/src/outflank variety --losses 0.5 1 2 --games 100 --option=--level=10

loss    games of a strength against itself; a referee (the engine at depth 14, exact from 20
        empties) says what each move lost against the best one
steps   games against the strength below, random against moves at random, grhino against gtp-rhino
        (Debian package grhino, its level 1; --rhino-args for other options)
variety games of a variety of so many discs against itself; how many differ, and what a side loses
        in a game compared with the moves that it would have chosen without variety

Games begin with the eight moves of bench/openings/xot_small.txt, those of variety and those against
random moves with none; two games an opening, colours changed. All but GRhino's moves follows from
--seed.
Tables are Markdown; with --rows FILE each measured move is a line of JSON, too. Needs Python alone.
"""
import argparse
import concurrent.futures
import json
import math
import os
import random
import re
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../scripts/lib"))
import gtp  # noqa: E402
import othello  # noqa: E402

CORNERS = {(0, 0), (0, 7), (7, 0), (7, 7)}
STAGES = ((60, 46), (45, 31), (30, 21), (20, 11), (10, 1))
REFEREE_EXACT = 20
LONG_S = 1200


class Player:
    """An engine behind GTP that is told every move."""

    def __init__(self, command):
        self.engine = gtp.Engine(command, timeout_s=LONG_S)

    def begin(self, seed):
        for command in ("boardsize 8", "clear_board", f"x-setoption seed {seed}"):
            try:
                self.engine.ask(command)
            except gtp.Refused:
                pass  # another engine's has no x-setoption

    def tell(self, color, move):
        try:
            self.engine.ask(f"play {color} {move}")
        except gtp.Refused:
            if move != "pass":  # GRhino makes forced passes itself
                raise

    def choose(self, game):
        return self.engine.ask(f"genmove {game.turn}").lower()

    def close(self):
        self.engine.kill()


class RandomPlayer:
    """Every legal move equally often."""

    def begin(self, seed):
        self.generator = random.Random(seed)

    def tell(self, color, move):
        pass

    def choose(self, game):
        return self.generator.choice(game.legal())

    def close(self):
        pass


class Referee:
    """Values of moves."""

    def __init__(self, program, depth):
        self.depth = depth
        self.engine = gtp.Engine([program, "gtp", "--book", "none", "--level", "1", "--hash", "64"],
                                 timeout_s=LONG_S)

    def lines(self, game, depth, n):
        """[(move, discs)], best first."""
        empties = 64 - len(game.board)
        self.engine.ask("x-setboard " + game.text() + (" X" if game.turn == "b" else " O"))
        self.engine.ask(f"x-limit depth {empties if empties <= REFEREE_EXACT else depth}")
        text = self.engine.ask(f"x-hint {n}")
        return [(m, float(v)) for m, v in re.findall(r"^([a-h][1-8]) ([+-][\d.]+)", text, re.M)]

    def judge(self, game, move):
        """(loss, lead of the best move, the best move) in discs."""
        best = self.lines(game, self.depth, 2)
        lead = best[0][1] - best[1][1]
        for name, value in best:
            if name == move:
                return max(0.0, best[0][1] - value), lead, best[0][0]
        after = game.copy()
        after.play(move)
        return max(0.0, best[0][1] - self.value_after(after, game.turn)), lead, best[0][0]

    def value_after(self, after, color):
        if after.is_over():
            return after.score() * (1 if color == "b" else -1)
        if after.legal() == ["pass"]:
            after.play("pass")
        value = self.lines(after, self.depth - 1, 1)[0][1]
        return value if after.turn == color else -value

    def close(self):
        self.engine.kill()


def gives_corner(game, move):
    """Can the opponent take a corner that he could not take before?"""
    other = othello.OTHER[game.turn]
    after = game.copy()
    after.play(move)
    return bool((set(after.squares(other)) - set(game.squares(other))) & CORNERS)


def moves_of(text):
    return [text[i:i + 2] for i in range(0, len(text), 2)]


def play(players, opening, seed, judge, watchers=()):
    """A whole game of players["b"] and players["w"], told to watchers, too; returns it."""
    game, everybody = othello.Game(), {*players.values(), *watchers}
    for player in everybody:
        player.begin(seed)
    for move in opening:
        turn = game.turn
        game.play(move)
        for player in everybody:
            player.tell(turn, move)
    while not game.is_over():
        if game.legal() == ["pass"]:
            for player in everybody:
                player.tell(game.turn, "pass")
            game.play("pass")
            continue
        turn, player = game.turn, players[game.turn]
        move = player.choose(game)
        if judge:
            judge(game, move)
        game.play(move)
        for other in everybody - {player}:
            other.tell(turn, move)
    return game


class Pool:
    """Tasks on threads, each with players of its own."""

    def __init__(self, options):
        self.options = options
        self.local = threading.local()
        self.made = []

    def get(self, key, make):
        store = self.local.__dict__.setdefault("store", {})
        if key not in store:
            store[key] = make()
            self.made.append(store[key])
        return store[key]

    def player(self, who):
        o = self.options
        if who == "random":
            return self.get(who, RandomPlayer)
        if who == "grhino":
            return self.get(who, lambda: Player([o.rhino] + o.rhino_args.split()))
        return self.get(who, lambda: Player(
            [o.program, "gtp", "--book", "none", "--hash", "16", "--variety", "0",
             *who.split(), *o.option]))

    def referee(self):
        return self.get("referee", lambda: Referee(self.options.program, self.options.depth))

    def run(self, work, tasks):
        with concurrent.futures.ThreadPoolExecutor(self.options.concurrency) as executor:
            yield from executor.map(lambda task: work(self, task), tasks)

    def close(self):
        for made in self.made:
            made.close()


# ---- what moves lose ----

def loss_game(pool, task):
    """The rows of one game of a strength against itself."""
    who, opening, seed = task
    generator, referee, rows = random.Random(seed), pool.referee(), []

    def judge(game, move):
        empties = 64 - len(game.board)
        # As many draws whatever was played, so that a seed means the same moves.
        is_sampled = generator.random() < pool.options.sample
        if not is_sampled:
            return
        row = {"who": who, "empties": empties, "moves": len(game.legal()), "loss": 0.0}
        if row["moves"] > 1:
            row["loss"], row["lead"], best = referee.judge(game, move)
            row["gift"] = gives_corner(game, move) and not gives_corner(game, best)
        rows.append(row)

    player = pool.player(who)
    play({"b": player, "w": player}, opening, seed, judge)
    return rows


def rate(rows, test):
    return sum(map(test, rows)) / len(rows) if rows else math.nan


def mean(values):
    return sum(values) / len(values) if values else math.nan


def standard_error(values):
    n, m = len(values), mean(values)
    return math.sqrt(sum((x - m) ** 2 for x in values) / max(1, n - 1) / max(1, n))


def loss_row(who, stated, rows):
    losses = [r["loss"] for r in rows]
    m, n, error = mean(losses), len(losses), standard_error(losses)
    free = [r for r in rows if "lead" in r]

    def errs(low, high):
        return rate([r for r in free if low <= r["lead"] < high], lambda r: r["loss"] >= 0.5)

    gifts = rate(rows, lambda r: r.get("gift", False) and r["loss"] > 6)
    stages = " | ".join(f"{mean([r['loss'] for r in rows if a >= r['empties'] >= b]):.2f}"
                        for a, b in STAGES)
    cells = [who, f"{stated:.2f}", f"{m:.2f} +-{error:.2f}", f"{error * math.sqrt(n):.1f}",
             f"{rate(rows, lambda r: r['loss'] < 0.5):.0%}",
             f"{rate(rows, lambda r: r['loss'] >= 4):.1%}",
             f"{rate(rows, lambda r: r['loss'] >= 10):.1%}", f"{gifts:.2%}",
             f"{errs(0, 2):.0%}", f"{errs(2, 10):.0%}", f"{errs(10, 200):.0%}", stages, str(n)]
    return "| " + " | ".join(cells) + " |"


LOSS_HEAD = ("| | stated | measured | spread | none | 4 or more | 10 or more | corners given "
             "| errors, lead below 2 | 2 to 10 | 10 and more | " +
             " | ".join(f"{a}-{b}" for a, b in STAGES) + " | moves |")


def stated_losses(program):
    """{strength: discs}, as the program says."""
    engine = gtp.Engine([program, "gtp"])
    found = {}
    for strength in range(1, 21):
        engine.ask(f"x-setoption strength {strength}")
        found[strength] = float(engine.ask("x-strength").split()[3])
    engine.kill()
    return found


def measure_losses(options, openings, stated):
    whos = [(f"--strength {s}", str(s), stated[s]) for s in options.strengths]
    whos += [(f"--loss {x}", f"loss {x}", float(x)) for x in options.losses]
    head(LOSS_HEAD)
    for who, name, discs in whos:
        pool = Pool(options)
        rows = []
        tasks = [(who, opening, options.seed + i) for i, opening in enumerate(openings)]
        for found in pool.run(loss_game, tasks[:options.games]):
            rows += found
        pool.close()
        print(loss_row(name, discs, rows), flush=True)
        if options.rows:
            with open(options.rows, "a", encoding="ascii") as out:
                for row in rows:
                    print(json.dumps(row), file=out)


# ---- what variety costs ----

def variety_game(pool, task):
    """The moves of a game, and what each side loses by moves that are not those without variety."""
    who, seed = task
    plain, referee = pool.player("--variety 0"), pool.referee()
    moves, losses = [], {"b": 0.0, "w": 0.0}

    def value(game, move):
        after = game.copy()
        after.play(move)
        return referee.value_after(after, game.turn)

    def judge(game, move):
        # Asked at each move, as a player is: its table is as warm.
        other = plain.engine.ask(f"reg_genmove {game.turn}").lower()
        if other != move:
            losses[game.turn] += value(game, other) - value(game, move)
        moves.append(move)

    player = pool.player(who)
    play({"b": player, "w": player}, [], seed, judge, [plain])
    return "".join(moves), list(losses.values())


def measure_variety(options, _openings, _stated):
    head("| variety | games | differ | lost by a side | 95 % |")
    for discs in options.losses:
        pool = Pool(options)
        tasks = [(f"--variety {discs}", options.seed + i) for i in range(options.games)]
        found = list(pool.run(variety_game, tasks))
        pool.close()
        losses = [x for _, both in found for x in both]
        print(f"| {discs} | {len(found)} | {len({moves for moves, _ in found})} "
              f"| {mean(losses):.2f} | +-{1.96 * standard_error(losses):.2f} |", flush=True)


# ---- what strengths score ----

def score_game(pool, task):
    """Points of the first player: 1, 0.5 or 0; and his discs more than the other's."""
    first, second, opening, seed, is_black = task
    players = {"b": pool.player(first), "w": pool.player(second)}
    if not is_black:
        players = {"b": players["w"], "w": players["b"]}
    score = play(players, opening, seed, None).score() * (1 if is_black else -1)
    return (score > 0) + 0.5 * (score == 0), score


def measure_scores(options, openings, stated):
    head("| | against | score | 95 % | Elo | discs | games |")
    for strength in options.strengths:
        other = {"steps": f"--strength {strength - 1}"}.get(options.what, options.what)
        if options.what == "steps" and strength < 2:
            continue
        pool = Pool(options)
        start = [[]] * options.games if options.what == "random" else openings
        tasks = [(f"--strength {strength}", other, start[i // 2], options.seed + i, i % 2 == 0)
                 for i in range(options.games)]
        found = list(pool.run(score_game, tasks))
        pool.close()
        points = [p for p, _ in found]
        n, score, error = len(points), mean(points), standard_error(points)
        bound = min(max(score, 0.5 / n), 1 - 0.5 / n)
        name = other.replace("--strength ", "")
        print(f"| {strength} ({stated[strength]:.2f}) | {name} | {score:.1%} "
              f"| +-{1.96 * error:.1%} | {400 * math.log10(bound / (1 - bound)):+.0f} "
              f"| {mean([d for _, d in found]):+.1f} | {n} |", flush=True)


def head(text):
    print(text + "\n" + "|---" * (text.count("|") - 1) + "|", flush=True)


def read_range(text):
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def read_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("what", choices=["loss", "steps", "random", "grhino", "variety"])
    parser.add_argument("--strengths", type=read_range, default=[], help="one, or FIRST-LAST")
    parser.add_argument("--losses", nargs="+", default=[], help="discs, for loss and variety")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--depth", type=int, default=14, help="of the referee")
    parser.add_argument("--sample", type=float, default=1.0, help="part of the moves to judge")
    parser.add_argument("--rows", help="file for the rows of judged moves")
    parser.add_argument("--rhino", default="/usr/games/gtp-rhino")
    parser.add_argument("--rhino-args", default="--level=1", dest="rhino_args")
    parser.add_argument("--option", nargs="+", default=[], help="more options of outflank")
    options = parser.parse_args()
    if not options.strengths and not options.losses:
        parser.error("--strengths or --losses must say what is measured")
    return options


def main():
    options = read_options()
    with open(os.path.join(HERE, "openings/xot_small.txt"), encoding="ascii") as file:
        openings = [moves_of(line.strip()) for line in file if line.strip()]
    random.Random(options.seed).shuffle(openings)
    print(f"{options.games} games each, seed {options.seed}, referee depth {options.depth}\n")
    stated = stated_losses(options.program)
    measure = {"loss": measure_losses, "variety": measure_variety}.get(options.what, measure_scores)
    measure(options, openings, stated)


if __name__ == "__main__":
    main()
