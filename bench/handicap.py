#!/usr/bin/env python3
"""Do values of the handicap starts agree with what games from there bring?

    bench/handicap.py build/src/outflank -- --weights FILE

For 0 to 4 corners given: boards after a few random plies, the mean of their hints at a level, and
the mean result of games from the same boards in which both sides search to a depth. All values are
discs for Black, who has the corners. Also the hint of each start itself. The exit status is 1 if a
mean hint is more than --within discs from the mean result, or if a start falls by more than --fall
discs although a corner is given. One thread; the same seed gives the same table.
"""
import argparse
import os
import random
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../scripts/lib"))
import gtp  # noqa: E402
import othello  # noqa: E402

CORNERS = ("a1", "h8", "a8", "h1")


def start(n_corners):
    game = othello.Game()
    for corner in CORNERS[:n_corners]:
        game.board[othello.square(corner)] = "b"
    return game


def random_board(generator, n_corners, plies):
    """A board after random legal moves whose side to move has a move."""
    while True:
        game = start(n_corners)
        for _ in range(plies):
            if game.is_over():
                break
            game.play(generator.choice(game.legal()))
        if game.squares():
            return game


def put(engine, game):
    engine.ask(f"x-setboard {game.text()} {'black' if game.turn == 'b' else 'white'}")


def hint(engine, game):
    """Discs for Black."""
    put(engine, game)
    value = float(engine.ask("x-hint 1").split()[1])
    return value if game.turn == "b" else -value


def result(engine, game):
    """Of the game that the engine plays from here for both sides: discs for Black."""
    put(engine, game)
    game = game.copy()
    while not game.is_over():
        game.play(engine.ask(f"genmove {'black' if game.turn == 'b' else 'white'}"))
    return game.score()


def row(args, n_corners):
    """(hint of the start, mean hint, mean result, standard error of the mean difference)."""
    command = [args.engine, "gtp", "--threads", "1", *args.options]
    advisor, player = gtp.Engine(command), gtp.Engine(command)
    advisor.ask(f"set_level {args.level}")
    player.ask(f"x-limit depth {args.depth}")
    generator = random.Random(f"{args.seed} {n_corners}")
    boards = [random_board(generator, n_corners, args.plies) for _ in range(args.boards)]
    hints = [hint(advisor, board) for board in boards]
    results = [result(player, board) for board in boards]
    of_start = hint(advisor, start(n_corners))
    advisor.quit()
    player.quit()
    spread = statistics.stdev(h - r for h, r in zip(hints, results)) / len(boards) ** 0.5
    return of_start, statistics.mean(hints), statistics.mean(results), spread


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("options", nargs="*", help="options of the engine, behind --")
    parser.add_argument("--boards", type=int, default=200, help="of each start")
    parser.add_argument("--plies", type=int, default=4, help="random plies before them")
    parser.add_argument("--level", type=int, default=10, help="of the hints")
    parser.add_argument("--depth", type=int, default=10, help="of the games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--within", type=float, default=4)
    parser.add_argument("--fall", type=float, default=3)
    args = parser.parse_args()
    print(f"{args.boards} boards after {args.plies} random plies, hints at level {args.level}, "
          f"games at depth {args.depth}, seed {args.seed}\n")
    print("| corners | the start | mean hint | mean result | difference | standard error |")
    print("|---|---|---|---|---|---|")
    starts, is_good = [], True
    for n_corners in range(5):
        of_start, mean_hint, mean_result, spread = row(args, n_corners)
        difference = mean_hint - mean_result
        is_good &= abs(difference) <= args.within
        is_good &= not starts or of_start >= starts[-1] - args.fall
        starts.append(of_start)
        print(f"| {n_corners} | {of_start:+.2f} | {mean_hint:+.2f} | {mean_result:+.2f} | "
              f"{difference:+.2f} | {spread:.2f} |", flush=True)
    sys.exit(0 if is_good else 1)


main()
