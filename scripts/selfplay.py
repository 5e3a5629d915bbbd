#!/usr/bin/env python3
"""Games of outflank against itself over GTP, watched from outside:

    scripts/selfplay.py --games 200 --move-time 0.1
    scripts/selfplay.py --games 50 --clock 10 --increment 0.1

Two processes play; this program keeps the board by rules of its own
(scripts/lib/othello.py), the clocks and the score. The first plies of each game
are random, two games (colours changed) from each opening. The last line counts
illegal moves, crashes (or a broken protocol) and time losses; the exit status is
1 if there was any.
"""
import argparse
import os
import queue
import random
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
import gtp  # noqa: E402
import othello  # noqa: E402

COLORS = ("b", "w")


class Loss(Exception):
    """This game is lost by a fault: kind is illegal, crash or time."""

    def __init__(self, kind, color, reason):
        super().__init__(reason)
        self.kind, self.color = kind, color


def opening(generator, plies):
    """Random legal moves that leave a game to play."""
    while True:
        game = othello.Game()
        while len(game.moves) < plies and not game.is_over():
            game.play(generator.choice(game.legal()))
        if len(game.moves) == plies and not game.is_over():
            return game.moves


class Table:
    """Two engines and their games, one after the other."""

    def __init__(self, options):
        self.options = options
        self.engines = [None, None]
        self.slowest_s = 0.0

    def engine(self, side):
        if self.engines[side] is None:
            command = [self.options.engine, "gtp"] + self.options.option
            self.engines[side] = gtp.Engine(command, timeout_s=self.options.stall)
        return self.engines[side]

    def drop(self, side):
        if self.engines[side] is not None:
            self.engines[side].kill()
            self.engines[side] = None

    def tell(self, side, color, command):
        try:
            return self.engine(side).ask(command)
        except gtp.Refused as refusal:
            raise Loss("crash", color, f"{command!r} was refused: {refusal}") from None
        except gtp.Fault as fault:
            raise Loss("crash", color, f"{command!r}: {fault}") from None

    def begin(self, sides, moves):
        o = self.options
        settings = f"time_settings {o.clock:g} {o.increment:g} 0" if o.clock else \
            f"time_settings 0 {o.move_time:g} 0"
        for color in COLORS:
            for command in ("boardsize 8", "clear_board", settings):
                self.tell(sides[color], color, command)
            for i, move in enumerate(moves):
                self.tell(sides[color], color, f"play {COLORS[i % 2]} {move}")

    def move(self, sides, game, clock_s):
        """Asks the side to move; returns its move after all checks."""
        o, color = self.options, game.turn
        if o.clock:
            for other in COLORS:
                self.tell(sides[color], color, f"time_left {other} {max(0, clock_s[other]):.3f} 0")
        answer = self.tell(sides[color], color, f"genmove {color}").lower()
        elapsed_s = self.engine(sides[color]).elapsed_s
        allowed_s = clock_s[color] if o.clock else o.move_time
        self.slowest_s = max(self.slowest_s, elapsed_s)
        if elapsed_s > allowed_s + o.margin / 1000:
            raise Loss("time", color, f"{elapsed_s:.3f} s used of {allowed_s:.3f} s")
        if answer not in game.legal():
            raise Loss("illegal", color, f"{answer!r} after {' '.join(game.moves)}")
        if o.clock:
            clock_s[color] += o.increment - elapsed_s
        return answer

    def play(self, sides, moves):
        """Returns the finished game. `sides`: colour -> which engine plays it."""
        game = othello.Game()
        for move in moves:
            game.play(move)
        self.begin(sides, moves)
        clock_s = {color: self.options.clock for color in COLORS}
        while not game.is_over():
            color = game.turn
            move = self.move(sides, game, clock_s)
            game.play(move)
            other = othello.OTHER[color]
            self.tell(sides[other], other, f"play {color} {move}")
        score = game.score()
        wanted = f"{'B' if score > 0 else 'W'}+{abs(score)}" if score else "0"
        for color in COLORS:
            said = self.tell(sides[color], color, "final_score")
            if said.removesuffix(".0") != wanted:
                raise Loss("illegal", color, f"final_score is {wanted}, not {said}")
        return game

    def close(self):
        for side in (0, 1):
            if self.engines[side] is not None:
                try:
                    self.engines[side].quit()
                except gtp.Fault:
                    self.drop(side)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--engine", default=None, help="the program; default: build it first")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--move-time", type=float, default=0.1, help="seconds for each move")
    parser.add_argument("--clock", type=float, default=0.0, help="seconds for the game instead")
    parser.add_argument("--increment", type=float, default=0.0, help="seconds added after each move")
    parser.add_argument("--margin", type=float, default=20.0,
                        help="milliseconds that the way of a move may take")
    parser.add_argument("--stall", type=float, default=60.0, help="seconds until an engine is given up")
    parser.add_argument("--plies", type=int, default=8, help="random plies of an opening")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--option", action="append", default=[],
                        help="argument for the engine, e.g. --option=--hash=16; may be repeated")
    options = parser.parse_args()
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    options.engine = options.engine or os.path.join(root, "build/release/src/outflank")
    if not os.access(options.engine, os.X_OK):
        parser.error(f"no program {options.engine}; scripts/run.sh --version builds it")
    print(f"# seed {options.seed}", flush=True)
    generator = random.Random(options.seed)
    work = queue.Queue()
    for number in range(options.games):
        if number % 2 == 0:
            moves = opening(generator, options.plies)
        work.put((number, moves))
    faults = {"illegal": 0, "crash": 0, "time": 0}
    results = {"win": 0, "draw": 0, "loss": 0}
    lock = threading.Lock()
    slowest = [0.0]

    def player():
        table = Table(options)
        while True:
            try:
                number, moves = work.get_nowait()
            except queue.Empty:
                break
            sides = {"b": number % 2, "w": 1 - number % 2}
            try:
                game = table.play(sides, moves)
                score = game.score()
                line = f"game {number + 1} black {score:+d} {''.join(game.moves).replace('pass', '')}"
                with lock:
                    results["win" if score > 0 else "loss" if score < 0 else "draw"] += 1
            except Loss as loss:
                line = f"game {number + 1} {loss.kind} ({loss.color}): {loss}"
                with lock:
                    faults[loss.kind] += 1
                for side in (0, 1):
                    table.drop(side)
            with lock:
                print(line, flush=True)
        table.close()
        with lock:
            slowest[0] = max(slowest[0], table.slowest_s)

    start = time.monotonic()
    threads = [threading.Thread(target=player) for _ in range(options.concurrency)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"{options.games} games, {faults['illegal']} illegal moves, {faults['crash']} crashes, "
          f"{faults['time']} time losses; black won {results['win']}, drew {results['draw']}, lost "
          f"{results['loss']}; slowest move {slowest[0]:.3f} s; {time.monotonic() - start:.0f} s")
    return 1 if any(faults.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
