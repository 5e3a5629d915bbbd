#!/usr/bin/env python3
"""What people play, by rating: "book learn" counts it, "book show" tells it.

    test_explorer.py OUTFLANK SOURCE_ROOT

The counts of games of random moves with random ratings are made again here.
"""
import collections
import json
import os
import random
import re
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402
from bookfolder import BookFolder  # noqa: E402
from rules import SQUARES, START, after, board_of, mover, moves_of, other, text_of  # noqa: E402

PLIES = 12
BANDS = [0, 1200, 1400, 1600, 1800, 2000]
check = tap.Tap()
books = BookFolder(os.path.abspath(sys.argv[1]), "explorer")
at = books.at
SEED = int(os.environ.get("OUTFLANK_SEED", time.time_ns() % 1000000))
rng = random.Random(SEED)
print(f"# seed {SEED}")


def run(*words, text=None, code=0):
    found, out, error = books.run(*words, text=text)
    if found != code:
        check.that(False, f"{' '.join(words)[-60:]} ends with {code}", error + out[-300:])
    return out


def image(square, symmetry):
    x, y = "abcdefgh".index(square[0]), int(square[1]) - 1
    x, y = (7 - x if symmetry & 1 else x), (7 - y if symmetry & 2 else y)
    x, y = (y, x) if symmetry & 4 else (x, y)
    return "abcdefgh"[x] + str(y + 1)


def key_of(board, side):
    """The least image, seen by the side to move."""
    return min("".join("X" if t.get(s) == side else "O" if s in t else "-" for s in SQUARES)
               for t in ({image(s, k): c for s, c in board.items()} for k in range(8)))


def random_record():
    """A game whose first moves are often the same: moves, result for Black, ratings."""
    board, side = board_of(START)
    moves = []
    while side:
        legal = moves_of(board, side)
        move = legal[0] if rng.random() < .6 and len(moves) < PLIES else rng.choice(legal)
        moves.append((side, move))
        board = after(board, side, move)
        side = mover(board, other(side))
    discs = [sum(c == side for c in board.values()) for side in "XO"]
    return moves, discs[0] - discs[1], [rng.choice([None, rng.randint(900, 2300)]) for _ in "XO"]


def ggf(record, ratings=None):
    moves, _, own = record
    turned = rng.choice([0, 3, 4, 7])  # those that leave the start as it is
    tags = "".join(f"R{side}[{rng.choice(['', '?'])}{rating}{rng.choice(['', '.5'])}]"
                   for side, rating in zip("BW", ratings or own) if rating)
    return f"(;GM[Othello]PB[a]PW[b]{tags}TY[8]" + "BO[8 " + START.replace("X", "*") + "]" + "".join(
        f"{'B' if side == 'X' else 'W'}[{image(move, turned)}]" for side, move in moves) + ";)\n"


def counted(records):
    """{key: [games, {band: [won, drawn, lost]}, [won, drawn, lost]]} for who moved there."""
    found = collections.defaultdict(lambda: [0, collections.defaultdict(lambda: [0, 0, 0]), [0, 0, 0]])
    for moves, result, ratings in records:
        board, side = board_of(START)
        for by, move in moves[:PLIES]:
            board = after(board, by, move)
            side = mover(board, other(by))
            if not side:
                break
            one = found[key_of(board, side)]
            score = result if by == "X" else -result
            place = 0 if score > 0 else 1 if score == 0 else 2
            one[0] += 1
            one[2][place] += 1
            rating = ratings["XO".index(by)]
            if rating:
                one[1][sum(rating >= least for least in BANDS[1:])][place] += 1
    return found


def expected(counts, board, side):
    """[(games, won, drawn, lost, bands)] of the moves that are not the same, most games first."""
    rows, seen = [], set()
    for move in moves_of(board, side):
        then = after(board, side, move)
        after_it = mover(then, other(side))
        key = key_of(then, after_it) if after_it else None
        if key in counts and key not in seen:
            seen.add(key)
            n, bands, all_of = counts[key]
            rows.append((n, *all_of, [(BANDS[b], *of) for b, of in sorted(bands.items())]))
    return sorted(rows, key=lambda row: (-row[0], row))


def run_any(*words):
    return books.run(*words)[1]


def same_as(name, records, what):
    counts, wrong, n = counted(records), [], 0
    for moves, _, _ in rng.sample(records, 8):
        board, side = board_of(START)
        for by, move in moves[:rng.randint(0, PLIES - 1)]:
            board = after(board, by, move)
            side = mover(board, other(by))
        if not side:
            continue
        found = json.loads(run_any("show", "--json", at(name), text_of(board, side)))["people"]
        rows = [(p["games"], p["won"], p["drawn"], p["lost"], [(b["from"], b["won"], b["drawn"], b["lost"])
                                                              for b in p["bands"]]) for p in found]
        n += 1
        if sorted(rows, key=lambda row: (-row[0], row)) != expected(counts, board, side) or \
                [r[0] for r in rows] != sorted((r[0] for r in rows), reverse=True):
            wrong.append((text_of(board, side), rows, expected(counts, board, side)))
    check.equal(wrong[:1], [], f"{what}: {n} positions")


def main():
    records = [random_record() for _ in range(90)]
    files = []
    for i in range(2):
        files.append(at(f"{i}.ggf"))
        with open(files[i], "w", encoding="ascii") as file:
            file.write("".join(map(ggf, records[i::2])))
    words = ["--plies", str(PLIES), "--games", "0"]
    run("learn", at("all"), *files, *words)
    whole = run("dump", at("all"))
    check.equal(len(re.findall(r"^game(\t[^\t\n]*){6}$", whole, re.M)), sum(any(r) for _, _, r in records),
                "the text has the ratings")
    same_as("all", records, "counts by rating")
    run("learn", at("all"), *files, *words)
    check.equal(run("dump", at("all")), whole, "learning twice changes nothing")
    same_as("all", records, "nor the counts")
    for i in range(2):
        run("learn", at(f"half{i}"), files[i], "--plies", "5", "--games", "0")
        run("learn", at(f"half{i}"), files[i], *words)
    for order in ((0, 1), (1, 0)):
        run("merge", at(f"merged{order[0]}"), *(at(f"half{i}") for i in order))
        check.equal(run("dump", at(f"merged{order[0]}")), whole, "merged in any order")
        same_as(f"merged{order[0]}", records, "and its counts")
    run("load", at("loaded"), text=whole)
    same_as("loaded", records, "loaded from the text")
    # The lines for the page are what "show" says of each position.
    lines = [json.loads(line) for line in run("dump", "--people", "3", at("all")).splitlines()]
    check.that(len(lines) > 10 and lines == sorted(lines, key=lambda one: one["position"].count("-")),
               f"{len(lines)} positions for the page")
    check.equal([one["people"] for one in lines[::9]],
                [json.loads(run_any("show", "--json", at("all"), one["position"]))["people"] for one in lines[::9]],
                "with what the book says of each")
    # A book from before there were ratings is read, and gets them from the same games.
    run("load", at("old"), text=re.sub(r"^(game(\t[^\t\n]*){4}).*$", r"\1", whole, flags=re.M))
    same_as("old", [(moves, result, [None, None]) for moves, result, _ in records], "without ratings")
    run("learn", at("old"), *files, *words)
    check.equal(run("dump", at("old")), whole, "which come with the games")
    same_as("old", records, "with their counts")
    # The larger pair of ratings holds, whatever comes first.
    other_ratings = [(m, r, [rng.randint(900, 2300) for _ in "XO"]) for m, r, _ in records]
    largest = [(m, r, max(a, b, key=lambda pair: [x or 0 for x in pair]))
               for (m, r, a), (_, _, b) in zip(records, other_ratings)]
    for name, order in (("first", (records, other_ratings)), ("last", (other_ratings, records))):
        for some in order:
            run("learn", at(name), "-", *words, text="".join(map(ggf, some)))
        same_as(name, largest, f"two pairs of ratings, {name}")
    for name in ("all", "merged0", "old", "first"):
        run("check", at(name))
    run("fix", at("all"))
    check.equal(run("dump", at("all")), whole, "a repair keeps them")
    same_as("all", records, "and the counts")
    # A damaged file: what is saved agrees with itself.
    with open(at("all"), "r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(size // 2)
        file.write(bytes(64))
    run("fix", at("all"))
    run("check", at("all"))
    # The text says the same.
    text = run_any("show", at("merged0"), "start")
    rows = expected(counted(records), *board_of(START))
    points = re.findall(r"(\d+) games?, ([\d.]+) %", text)
    wanted = [(str(n), f"{100 * (w + d / 2) / n:.1f}") for row in rows
              for n, w, d in [row[:3]] + [(sum(b[1:]), b[1], b[2]) for b in row[4]]]
    check.equal([(n, float(p)) for n, p in points], [(n, float(p)) for n, p in wanted], "the text says the same")


try:
    main()
finally:
    books.remove()
check.end()
