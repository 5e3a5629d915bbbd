#!/usr/bin/env python3
"""How near searches short of the end come to exact scores, by depth:

    bench/accuracy.py build/src/outflank --depths 12 15 18 -- --selectivity 95

searches the positions of an OBF file whose moves all have their exact scores (289 with 30 empty
squares, tests/data/endgame/hard-30.obf), each with an empty table and on one thread unless options
behind `--` say otherwise. A row a depth: mean error of the score (its sign, its size), how often it is
within 3 discs, how often the move is a best one and one of the three best, what it costs,
nodes and user time a position (the start of the program counted).
"""
import argparse
import os
import re
import resource
import subprocess

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests/data/endgame/hard-30.obf")
HEAD = "| depth | bias | MAE | within 3 | best move | of the best 3 | loss | nodes | ms |"


def read_positions(path):
    """(board, side, {move: score}) of each line."""
    positions = []
    for number, line in enumerate(open(path, encoding="ascii"), 1):
        if not line.strip() or line.startswith("%"):
            continue
        board, side = line.split(";")[0].split()[:2]
        moves = {m.lower(): int(s) for m, s in re.findall(r"([A-Ha-h][1-8]):([+-]?\d+)", line)}
        if not moves:
            raise SystemExit(f"{path}:{number}: no scores of moves, as in 'A6:+8;'")
        positions.append((board, side, moves))
    return positions


def search(command, positions, depth):
    """(move, score, nodes) of each position, and user seconds of all."""
    lines = [f"x-limit depth {depth}"]
    for board, side, _ in positions:
        color = "black" if side == "X" else "white"
        lines += ["clear_board", f"x-setboard {board} {side}", f"genmove {color}", "x-last-search"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, input="\n".join(lines + ["quit", ""]), stdout=subprocess.PIPE,
                          text=True, check=True)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    found = re.findall(r"^= ([a-h][1-8])\n\n= eval (\S+) depth \d+ nodes (\d+)", done.stdout, re.M)
    if len(found) != len(positions):
        raise SystemExit(f"{len(found)} answers to {len(positions)} positions")
    return [(move, float(score), int(nodes)) for move, score, nodes in found], seconds


def row(positions, found, seconds, depth):
    n = len(positions)
    exact = [max(moves.values()) for _, _, moves in positions]
    errors = [score - best for (_, score, _), best in zip(found, exact)]
    losses = [best - moves[move] for (move, _, _), best, (_, _, moves)
              in zip(found, exact, positions)]
    third = [sorted(moves.values())[-3:][0] for _, _, moves in positions]
    is_high = [moves[move] >= least for (move, _, _), least, (_, _, moves)
               in zip(found, third, positions)]
    nodes = sum(f[2] for f in found)
    return (f"| {depth} | {sum(errors) / n:+.2f} | {sum(map(abs, errors)) / n:.2f} "
            f"| {sum(abs(e) <= 3 for e in errors) / n:.1%} | {losses.count(0) / n:.1%} "
            f"| {sum(is_high) / n:.1%} | {sum(losses) / n:.2f} | {nodes // n:,} "
            f"| {1000 * seconds / n:.1f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("options", nargs="*", help="of the program")
    parser.add_argument("--file", default=DATA)
    parser.add_argument("--depths", type=int, nargs="+", default=[6, 9, 12, 15, 18, 21])
    args = parser.parse_intermixed_args()
    positions = read_positions(args.file)
    print(f"{len(positions)} positions\n\n{HEAD}\n" + "|---" * HEAD.count(" | ") + "|---|")
    for depth in args.depths:
        found, seconds = search([args.program, "gtp", *args.options], positions, depth)
        print(row(positions, found, seconds, depth), flush=True)


if __name__ == "__main__":
    main()
