#!/usr/bin/env python3
"""outflank book pack and unpack: there and back; damaged files end in one sentence.

    test_pack.py OUTFLANK SOURCE_ROOT

tests/unit/test_packed.c flips every byte, tests/unit/test_pack.c has random books. Here the
program reads and writes files. An own reader follows docs/book.md and src/lib/book/packed_code.h.
"""
import os
import re
import shutil
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../scripts/lib")]
import tap  # noqa: E402
from bookfolder import BookFolder, WHOLE_GAME  # noqa: E402
from checksums import checksum, wide_checksum  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
GAMES = os.path.join(ROOT, "tests", "data", "games")
check = tap.Tap()
books = BookFolder(PROGRAM, "pack")
run, at, read, write = books.run, books.at, books.read, books.write
PAGE = 2048
START = "-" * 27 + "OX------XO" + "-" * 27 + " X"


# ---- a reader of our own ----

def half(number, centre):
    ranks = []
    for rank in (3, 2, 1, 0):
        base = 2916 if rank == centre else 6561
        digit, row = number % base, []
        number //= base
        if rank == centre:
            mine, digit = divmod(digit, 729)
        for _ in range(6 if rank == centre else 8):
            row.append("-XO"[digit % 3])
            digit //= 3
        if rank == centre:
            row[3:3] = ["X" if mine & 1 else "O", "X" if mine & 2 else "O"]
        ranks.insert(0, "".join(row))
    return "".join(ranks)


def read_packed(data):
    """[(board, value, best, score, move, games, kind)], or an error."""
    positions, n_kinds, _, identity = struct.unpack_from("<QIIQ", data, 16)
    for page in range(len(data) // PAGE):
        body = data[page * PAGE:(page + 1) * PAGE]
        place = struct.pack("<QQ", identity, page)
        if wide_checksum(body[:-8]) ^ checksum(place) != int.from_bytes(body[-8:], "little"):
            return f"page {page}"
    last = data[-PAGE:]
    kinds = struct.unpack_from(f"<{n_kinds}Q", last)
    rows = []
    for i in range(positions):
        high, middle, low = struct.unpack_from("<QQI", data, PAGE * (1 + i // 102) + 20 * (i % 102))
        number = high << 96 | middle << 32 | low
        board = half(number >> 110, 3) + half(number >> 60 & 2 ** 50 - 1, 0)
        number &= 2 ** 60 - 1
        fields = []
        for base in (4096, 256, 65, 12801, 65):
            number, digit = divmod(number, base)
            fields.append(digit)
        kind, games, move, score, best = fields
        rows.append((board, number - 6400, best, score - 6400, move, games, kinds[kind]))
    return rows


# ---- tests ----

BEST = {"f5": "d6", "f5d6": "c3", "f5f6": "e6", "f5f4": "e3", "f5d6c3": "d3", "f5d6c4": "d3",
        "f5d6c5": "f4"}


def line(board, score, move, depth):
    """A record with own evidence, as "load" reads it; the move is one of the board as it is given."""
    return "\t".join(["position", board, score, move, str(depth), "73", "own", "7"] + 7 * [""] +
                     ["-64", "64", "0", "", "", "-64", "64"]) + "\n"


def make_book():
    text = line(START, "1.50", "d3", 12)
    for moves, best in BEST.items():
        done = subprocess.run([PROGRAM, "eval", "--json", moves], stdout=subprocess.PIPE, text=True,
                              check=True, timeout=600)
        board = done.stdout.split('"position":"')[1][:66]
        text += line(board.replace("X", "x").replace("O", "X").replace("x", "O")
                     if board.endswith("O") else board, f"-0.{len(moves)}5", best, 10)
    with open(at("text"), "w", encoding="ascii") as file:
        file.write(text)


def test_there_and_back():
    make_book()
    code, out, err = run("load", at("a"), at("text"))
    check.equal((code, err), (0, ""), "a book is loaded")
    check.equal(run("pack", at("a"), at("p"), "--note", "of a test"), (0, "8 positions\n", ""), "packed")
    check.equal(run("unpack", at("p"), at("b")), (0, "8 positions, 8 of them new or changed\n", ""),
                "unpacked")
    check.equal(run("unpack", at("p"), at("b"))[1], "8 positions, 0 of them new or changed\n",
                "unpacked twice")
    check.equal(run("pack", at("b"), at("q"), "--note", "of a test")[0], 0, "packed again")
    check.that(read("p") == read("q"), "the same bytes")
    for moves in ("start", "f5", "f5d6c4"):
        shown = [[x for x in run("show", at(name), moves)[1].splitlines() if x.startswith("value")]
                 for name in "ab"]
        check.that(shown[0] == shown[1] and len(shown[0]) == 1, f"the value of {moves}", shown)


def test_counts():
    """Counts of games from elsewhere: added to those of the book's own games."""
    with open(at("game"), "w", encoding="ascii") as file:
        file.write(WHOLE_GAME + "\n")
    run("load", at("c"), at("text"))
    run("learn", at("c"), "--games", "0", at("game"))
    code, out, err = run("dump", "--counts", at("c"))
    lines = out.splitlines()
    check.that(code == 0 and len(lines) == 21 and all(x.startswith("count\t") and x.endswith("\t1") for x in lines),
               "dump --counts: the positions of a game's first 20 plies", out + err)
    start = next(x for x in lines if x.split("\t")[1] == START)
    books.write("counts", f"# of a test\n{start[:-1]}41\n".encode())
    code, out, err = run("pack", at("c"), at("r"), "--counts", at("counts"))
    check.equal((code, out, err), (0, "8 positions\n", ""), "packed with counts")
    check.that(re.search(r"^games +at least 42$", run("show", at("r"), "start")[1], re.M), "41 and 1 are 42, rounded down from 32 on",
               run("show", at("r"), "start")[1])
    code, out, err = run("dump", "--counts", at("r"))
    check.that(code == 0 and f"{start[:-1]}42" in out.splitlines() and out.count("\t1\n") == out.count("\n") - 1 > 1,
               "dump --counts of a packed book", out + err)
    for text, words in ((f"{start}\n{start}\n", "is counted twice"), ("count\tX\t1\n", ":1: "),
                        (f"{start[:-1]}-3\n", "whole number"), ("game\t\t\t0\t0\n", ":1: ")):
        books.write("counts", text.encode())
        code, out, err = run("pack", at("c"), at("s"), "--counts", at("counts"))
        check.that(code == 65 and words in err and err.count("\n") == 1 and not os.path.exists(at("s")),
                   f"counts refused: {text[:20]!r}", err)
    books.write("counts", f"{start}\n".encode())
    code, out, err = run("load", at("c"), at("counts"))
    check.that(code == 65, "load refuses what pack takes", err)


def test_commands():
    """Commands that only read take both kinds, told by content."""
    for moves in ("start", "f5", "f5d6c4"):
        shown = [[x for x in run("show", at(name), moves)[1].splitlines() if x[:5] in ("value", "outsi") or
                  x.startswith("  ")] for name in "bp"]
        check.that(shown[0] == shown[1] and len(shown[0]) > 1, f"show {moves}: as the working book", shown)
    check.equal(run("show", at("p"), "f5d6c3d3")[0], 1, "show: the exit status of a position that is not there")
    check.that(run("stats", at("b")) == run("stats", at("p")), "stats", run("stats", at("p")))
    rows = {row[0]: row[1:] for row in (x.split() for x in run("stats", at("p"))[1].splitlines())}
    check.equal(rows["ply"], ["positions", "no", "value", "coverage", "exact", "proved", "depth", "error", "grade"],
                "stats: its head")
    # The start has one move for its four; after f5 three replies, all in the book.
    check.equal((rows["0"][:3], rows["1"][:3], rows["all"][0]), (["1", "0", "100.0"], ["1", "0", "100.0"], "8"),
                "stats: positions and coverage")
    check.that(rows["0"][8] == "12.0" and float(rows["3"][9]) > float(rows["0"][9]) > 0, "stats: depth and error",
               rows)
    check.equal(run("check", at("p")), (0, "8 positions; 0 faults\n", ""), "check")
    texts = [run("dump", at(name))[1] for name in "bp"]
    check.that(sorted(texts[0].splitlines()) == sorted(texts[1].splitlines()), "dump", texts)
    before = read("p")
    for arguments in (["learn", at("p"), os.path.join(GAMES, "WTH_1977.wtb")], ["load", at("p"), at("text")],
                      ["merge", at("b"), at("p")], ["merge", at("p"), at("b")], ["fix", at("p")],
                      ["pack", at("p"), at("q")], ["grow", at("p"), "--positions", "1"],
                      ["prune", at("p")], ["take", at("p")], ["unpack", at("b"), at("c")]):
        code, out, err = run(*arguments, text="")
        check.that(code == 65 and not out and err.count("\n") == 1 and "packed book" in err,
                   f"{arguments[0]}: one sentence", (code, out, err))
    check.that(read("p") == before and not os.path.exists(at("p.damaged")), "and the file stays")


def test_faults():
    """A packed book that is whole, but whose values do not follow, by the writer of the format."""
    data = bytearray(read("p"))
    at_value = PAGE + 20 * 7 + 19 # the last position's lowest byte: its kind
    data[at_value] ^= 1
    write("bent", bytes(data))
    code, out, _ = run("check", at("bent"))
    check.that(code == 1 and "page 1 is damaged" in out and "1 fault" in out, "check tells a damaged page",
               (code, out))


def test_layout():
    data = read("p")
    check.equal((data[:8], data[528:537]), (b"OFLPACK\n", b"of a test"), "the header")
    rows = read_packed(data)
    check.that(isinstance(rows, list) and len(rows) == 8, "another reader reads it", rows)
    start = [row for row in rows if row[0].count("-") == 60]
    # By negamax; its own evidence speaks of a move that is in the book.
    check.equal(start[0][1:6], (-45, 19, 150, 19, 0), "the start: value, best, score, move, games")
    kind, fields = start[0][6], []
    rest = kind % 2 ** 32
    for base in (101, 61, 4, 4, 4):
        rest, digit = divmod(rest, base)
        fields.append(digit)
    check.equal((kind >> 32, *fields, rest), (7, 73, 12, 3, 3, 0, 0),
                "network, confidence, depth, source, role, flags, bounds")


def test_damage():
    data = read("p")
    for name, bad, part in [
            ("cut", data[:-1], "expected 6144 bytes"), ("short", data[:100], "too short"),
            ("empty", b"", "too short"), ("longer", data + b"x", "expected 6144 bytes"),
            ("header", data[:20] + b"\x01" + data[21:], "header is damaged"),
            ("leaf", data[:3000] + bytes([data[3000] ^ 1]) + data[3001:], "page 1 is damaged"),
            ("other", b"SQLite format 3\0" + data[16:], "no packed book")]:
        write(name, bad)
        code, out, err = run("unpack", at(name), at("new-" + name))
        check.that(code == 65 and not out and part in err and err.count("\n") == 1,
                   f"{name}: one sentence", (code, out, err))
        shown = run("show", at("new-" + name), "start")
        check.that("value" not in shown[1], f"{name}: nothing was merged", shown)
    before = read("p")
    for arguments in (["pack", at("none"), at("p")], ["pack", at("text"), at("p")],
                      ["pack", at("a"), at("no/p")], ["pack", at("a"), books.path],
                      ["pack", at("a")], ["unpack", at("none"), at("c")], ["unpack", books.path, at("c")]):
        code, out, err = run(*arguments)
        check.that(code >= 64 and not out and err.count("\n") == 1, f"refused: {arguments[0]}",
                   (code, out, err))
    check.that(read("p") == before, "what was there is still there")


def test_book_built_in():
    """The book that ships is what scripts/book.sh makes of the repository, and never changes."""
    path = os.path.join(ROOT, "book", "outflank.book")
    if not os.path.exists(path):
        check.skip("the book built in", "the repository has no book/outflank.book")
        return
    code, out, err = run("check")
    check.that(code == 0 and out.endswith(" 0 faults\n") and not err, "it is whole", (out, err))
    check.equal(run("stats")[:2], run("stats", path)[:2], "stats without FILE: the book built in")
    check.that(run("stats")[1] != "", "stats says something")
    code, out, err = run("learn", "shipped", os.path.join(GAMES, "WTH_1977.wtb"))
    check.that(code == 73 and "does not change" in err and err.count("\n") == 1 and not out, "it never changes",
               err)
    if not shutil.which("zstd"):
        check.skip("made anew from seeds and parts", "there is no zstd here")
        return
    with open(path, "rb") as file:
        shipped = file.read()
    n_parts = shipped[528:1040].split(b" parts")[0].split()[-1].decode()
    counts = "counts" if b", counts of" in shipped[528:1040] else "none"
    done = subprocess.run([os.path.join(ROOT, "scripts", "book.sh"), "pack", at("again"), n_parts, counts],
                          env={**os.environ, "OUTFLANK": PROGRAM}, capture_output=True, check=False)
    check.that(done.returncode == 0 and read("again") == shipped, "made anew from seeds and parts",
               done.stderr)


try:
    test_there_and_back()
    test_counts()
    test_commands()
    test_faults()
    test_layout()
    test_damage()
    test_book_built_in()
finally:
    books.remove()
check.end()
