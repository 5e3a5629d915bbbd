#!/usr/bin/env python3
"""How far a book can be trusted: positions of it searched again, six plies deeper or to the end.

    bench/book_error.py build/src/outflank BOOK --sample 500

prints a row a ply, and one of all: positions, mean change of the value (its size), positions whose
value changed by more than 2 discs, moves of the book that the deeper search finds worse than the
best by over 2 and over 5 discs, and the grade of the mean change (docs/book.md, "Accuracy"). Proved
positions change by nothing and are not searched. A row of depths shows what a depth is worth:
src/lib/book/accuracy.c has its figures from there.

A judge errs, too: of four moves that one with confidence 87 found worse by 1.8 to 3.0 discs, one
with confidence 95 found 0.0, 0.5, 1.3 and 2.6.
"""
import argparse
import collections
import concurrent.futures
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../scripts/lib"))
from checksums import checksum  # noqa: E402

GRADES = ((0.25, "A"), (0.5, "B"), (1.0, "C"), (1.5, "D"), (2.5, "E"))
STEPS = (-9, -8, -7, -1, 1, 7, 8, 9)


def grade(error):
    return next((letter for limit, letter in GRADES if error <= limit), "F")


def legal_moves(board):
    """The squares where X may move, as names."""
    found = []
    for square in (s for s in range(64) if board[s] == "-"):
        for step in STEPS:
            at, n = square + step, 0
            while 0 <= at < 64 and abs(at % 8 - (at - step) % 8) <= 1 and board[at] == "O":
                at, n = at + step, n + 1
            if n and 0 <= at < 64 and abs(at % 8 - (at - step) % 8) <= 1 and board[at] == "X":
                found.append("abcdefgh"[square % 8] + "12345678"[square // 8])
                break
    return found


def is_symmetric(board):
    """Some image of the board is the board itself: a move stands for several squares."""
    grid = [board[i:i + 8] for i in range(0, 64, 8)]
    images = []
    for _ in range(4):
        grid = ["".join(row) for row in zip(*grid[::-1])]
        images += ["".join(grid), "".join(row[::-1] for row in grid)]
    return images.count(board) > 1


def task(board, depth, confidence, without="-"):
    """(id, line) of a search."""
    words = f"task board={board}X without={without} depth={depth} selectivity={confidence} exact=0"
    number = f"{checksum(words.encode()):016x}"
    return number, f"{words} id={number}\n"


def read_positions(program, book):
    """[(board, empties, value, best, depth, confidence)] of what is not proved and was searched."""
    text = subprocess.run([program, "book", "dump", book], stdout=subprocess.PIPE, text=True, check=True).stdout
    rows = []
    for line in text.splitlines():
        fields = line.split("\t")
        if fields[0] != "position" or not fields[18] or not fields[19] or fields[20] == fields[21]:
            continue
        evidence = [(int(f[2]), int(f[3])) for f in (fields[2:8], fields[8:14]) if f[0]]
        if evidence:
            depth, confidence = max(evidence)
            board = fields[1][:64]
            rows.append((board, board.count("-"), float(fields[18]), fields[19], depth, confidence))
    return rows


def answer_part(program, lines):
    return subprocess.run([program, "book", "answer"], input="".join(lines), stdout=subprocess.PIPE, text=True,
                          check=True).stdout


def answer(program, lines, jobs):
    """{id: score}, the lines spread over some processes."""
    # Searches of all moves and of one come in turns, and take a different time.
    mixed = random.Random(1).sample(lines, len(lines))
    scores = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for text in pool.map(lambda i: answer_part(program, mixed[i::jobs]), range(jobs)):
            for line in text.splitlines():
                fields = dict(word.split("=", 1) for word in line.split()[1:])
                scores[fields["id"]] = float(fields["score"])
    return scores


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("book")
    parser.add_argument("--sample", type=int, default=500, help="positions (500)")
    parser.add_argument("--deeper", type=int, default=6, help="plies (6)")
    parser.add_argument("--confidence", type=int, default=0, choices=(0, 73, 87, 95, 98, 99, 100),
                        help="of the judge, per cent; 0: as the book's (0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="searches at once")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rows = read_positions(args.program, args.book)
    rows = random.Random(args.seed).sample(rows, min(args.sample, len(rows)))
    print(f"seed {args.seed}, {len(rows)} positions, {args.deeper} plies deeper, confidence {args.confidence or 'as the book'}")
    lines, searches = [], []
    for board, empties, value, best, depth, confidence in rows:
        depth_now = min(depth + args.deeper, empties)
        chosen = next((c for c in (73, 87, 95, 98, 99, 100) if c >= max(confidence, args.confidence)), 100)
        others = "".join(move for move in sorted(legal_moves(board), key=lambda m: m[::-1]) if move != best)
        all_moves, all_line = task(board, depth_now, chosen)
        lines.append(all_line)
        one_move = all_moves
        if others and not is_symmetric(board):
            one_move, one_line = task(board, depth_now, chosen, others)
            lines.append(one_line)
        searches.append((all_moves, one_move))
    scores = answer(args.program, lines, args.jobs)
    by = collections.defaultdict(list)
    for row, (all_moves, one_move) in zip(rows, searches):
        if all_moves not in scores or one_move not in scores:
            continue
        found = (abs(scores[all_moves] - row[2]), scores[all_moves] - scores[one_move])
        for key in ((0, 60 - row[1]), (1, 0), (2, row[4])):
            by[key].append(found)
    names = {0: "ply", 1: "all", 2: "depth"}
    print("| of | positions | change | over 2 | moves worse by 2 | by 5 | grade |\n|---|---|---|---|---|---|---|")
    for (kind, number), found in sorted(by.items()):
        n, mean = len(found), sum(change for change, _ in found) / len(found)
        counts = [sum(change > 2 for change, _ in found), sum(loss > 2 for _, loss in found),
                  sum(loss > 5 for _, loss in found)]
        print(f"| {names[kind]} {number or ''} | {n} | {mean:.2f} | " +
              " | ".join(f"{100 * count / n:.1f} %" for count in counts) + f" | {grade(mean)} |")


if __name__ == "__main__":
    main()
