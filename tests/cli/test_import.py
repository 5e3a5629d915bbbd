#!/usr/bin/env python3
"""outflank book import: books of Edax, Egaroucid and NTest, made by a writer of our own.

    test_import.py OUTFLANK SOURCE_ROOT

The writers follow the formats as they are known from the programs and from files in the field;
they share nothing with src/. tests/unit/test_foreign.c flips every byte.
"""
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
check = tap.Tap()
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
FOLDER = tempfile.mkdtemp(prefix="outflank-import-", dir=MEMORY)
SEED = int(os.environ.get("OUTFLANK_SEED", "20"))


def run(*arguments):
    """Exit code, stdout, stderr."""
    done = subprocess.run([PROGRAM, "book", *arguments], timeout=120, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stdout, done.stderr


def at(name):
    return os.path.join(FOLDER, name)


def write(name, data):
    with open(at(name), "wb") as file:
        file.write(data)
    return at(name)


# ---- a slow board: (mover, other) as sets of bits, a1 is bit 0 ----

START = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36)


def flips(board, square):
    mover, other = board
    turned = 0
    if (mover | other) >> square & 1:
        return 0
    for dx, dy in [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]:
        x, y, line = square % 8 + dx, square // 8 + dy, 0
        while 0 <= x < 8 and 0 <= y < 8 and other >> 8 * y + x & 1:
            line |= 1 << 8 * y + x
            x, y = x + dx, y + dy
        if 0 <= x < 8 and 0 <= y < 8 and mover >> 8 * y + x & 1:
            turned |= line
    return turned


def moves_of(board):
    return [square for square in range(64) if flips(board, square)]


def play(board, square):
    turned = flips(board, square)
    return board[1] & ~turned, board[0] | turned | 1 << square


def image(bits, symmetry):
    result = 0
    for square in range(64):
        x, y = square % 8, square // 8
        if symmetry & 1:
            x ^= 7
        if symmetry & 2:
            y ^= 7
        if symmetry & 4:
            x, y = y, x
        result |= (bits >> square & 1) << 8 * y + x
    return result


def least(board, key=lambda b: b):
    return min((tuple(image(side, s) for side in board) for s in range(8)), key=key)


def square_name(square):
    return "abcdefgh"[square % 8] + "12345678"[square // 8]


def after(text):
    board = START
    for i in range(0, len(text), 2):
        board = play(board, 8 * (int(text[i + 1]) - 1) + "abcdefgh".index(text[i]))
    return board


# ---- a book: {canonical board: [value, leaf move, leaf score]} ----

def make_book(rng, has_leaves=True):
    """Lines from the start; values are right by negamax. Every position has its best leaf, or only
    those at the ends of lines have a value of their own."""
    boards = {least(START)}
    lines = [""] + ["f5" + rest for rest in ("", "d6", "f4", "f6", "d6c3", "d6c4", "f6e6")]
    lines += ["d3c3b3b2f5a3"]
    boards.update(least(after(line[:2 * n])) for line in lines for n in range(len(line) // 2 + 1))
    book = {}
    for board in sorted(boards, key=lambda b: -bin(b[0] | b[1]).count("1")):
        links = {m: book[least(play(board, m))][0] for m in moves_of(board)
                 if least(play(board, m)) in book}
        others = [m for m in moves_of(board) if m not in links]
        has_leaf = others and (has_leaves or not links)
        leaf, score = (rng.choice(others), rng.randrange(-9, 5)) if has_leaf else (65, -127)
        values = [-v for v in links.values()] + ([score] if has_leaf else [])
        book[board] = [max(values), leaf, score, links]
    return book


def edax(book, count=None):
    out = b"XADEKOOB" + bytes([4, 6]) + struct.pack("<h5bx", 2020, 1, 2, 3, 4, 5)
    out += struct.pack("<5iI", 21, 30, 2, 1, 0, len(book) if count is None else count)
    for (mover, other), (value, leaf, score, links) in book.items():
        out += struct.pack("<2Q4I3h2B", mover, other, 1, 2, 3, 4, value, -64, 64, len(links), 10)
        for move, v in links.items():
            out += struct.pack("<bB", -v, move)
        out += struct.pack("<bB", score, leaf)
    return out


def egbk3(book):
    out = b"DICUORAGE" + bytes([3]) + struct.pack("<i", len(book))
    for (mover, other), (value, leaf, score, _) in book.items():
        out += struct.pack("<2Q2bI3b", mover, other, value, 21, 1, *((score, leaf, 21) if leaf < 64
                                                                     else (-126, 65, -1)))
    return out


def egbk2(book):
    out = b"DICUORAGE" + bytes([2]) + struct.pack("<i", len(book))
    for (mover, other), (value, _, _, links) in book.items():
        out += struct.pack("<2Q2bB", mover, other, value, 21, len(links))
        out += b"".join(struct.pack("<2b", -v, move) for move, v in links.items())
    return out


def egbk(book):
    return struct.pack("<i", len(book)) + b"".join(
        struct.pack("<2QB", mover, other, 64 - row[0]) for (mover, other), row in book.items())


def ntest_key(board):
    return least(board, lambda b: (b[0], ~(b[0] | b[1]) & 2 ** 64 - 1))


def ntest_node(book, board, counts):
    """A branch with its nodes; its best other move is a node without nodes."""
    row = book.get(least(board))
    counts[0] += 1
    out = struct.pack("<3H", 1, 2, (2 if row else 0) | 12 << 4)
    if row is None:
        return out + struct.pack("<hb", counts[1], -1)
    out += struct.pack("<h", 6400)  # a bound, not a value
    wanted = [(m, None) for m in moves_of(board) if least(play(board, m)) in book]
    if row[1] < 64:
        s = next(s for s in range(8) if tuple(image(b, s) for b in least(board)) == board)
        wanted.append((image(1 << row[1], s).bit_length() - 1, row[2]))
    for move, score in wanted:
        counts[1] = -100 * score if score is not None else 0
        out += struct.pack("<b", move) + ntest_node(book, ntest_key(play(board, move)), counts)
    return out + struct.pack("<b", -1)


def ntest(book):
    counts, board = [0, 0], ntest_key(START)
    tree = struct.pack("<2Q", ~(board[0] | board[1]) & 2 ** 64 - 1, board[0])
    tree += ntest_node(book, board, counts)
    return struct.pack("<2i", 2, counts[0]) + tree + b"\0\0\0\0"


# ---- tests ----

def shown(name, moves):
    """The value in discs that the book tells, or the whole answer."""
    code, out, err = run("show", at(name), moves)
    lines = [line.split() for line in out.splitlines() if line.startswith("value")]
    return float(lines[0][1]) if code == 0 and lines and lines[0][1] != "none:" else (code, out, err)


LINES = ["start", "f5", "f5d6", "f5f4", "f5f6", "f5d6c3", "f5d6c4", "f5f6e6", "d3c3", "d3c3b3"]


def test_values():
    for seed in range(SEED, SEED + 3):
        for name, make in [("edax", edax), ("egbk3", egbk3), ("egbk2", egbk2), ("egbk", egbk),
                           ("ntest", ntest)]:
            book = make_book(random.Random(seed), make not in (egbk, egbk2))
            target = f"{name}-{seed}"
            code, out, err = run("import", at(target), write(target + ".in", make(book)))
            check.that((code, err) == (0, "") and "0 records" not in out, f"{target} is imported",
                       (code, out, err))
            has_leaves = name in ("edax", "egbk3", "ntest")
            # Where leaves have no move, the last position of a line is none of ours.
            lines = LINES if has_leaves else ["start", "f5", "f5d6", "f5f6", "d3c3", "d3c3b3"]
            wrong = [(line, shown(target, line), book[least(after(line.replace("start", "")))][0])
                     for line in lines]
            check.equal([w for w in wrong if w[1] != w[2]], [], f"{target}: values")
            again = run("import", at(target), at(target + ".in"))[1]
            check.that(" 0 of them new or changed" in again, f"{target}: again changes nothing", again)


def test_order():
    """What of two programs holds does not depend on who comes first."""
    first, second = (make_book(random.Random(SEED + i)) for i in (50, 51))
    a, b = write("one.dat", edax(first)), write("two.egbk3", egbk3(second))
    run("import", at("ab"), a, b)
    run("import", at("ba"), b, a)
    dumps = [run("dump", at(name))[1] for name in ("ab", "ba")]
    check.that(dumps[0] == dumps[1] and dumps[0].count("position") > 8, "any order is the same book")


def test_worked_records():
    """Bytes of a file in the field: the start and the position after f5, Edax 4.4."""
    header = bytes.fromhex("58 41 44 45 4b 4f 4f 42 04 04 e5 07 01 18 0a 2e 20 00 15 00 00 00 18 00 00 00"
                           "02 00 00 00 01 00 00 00 00 00 00 00 02 00 00 00")
    start = bytes.fromhex("00 00 00 10 08 00 00 00 00 00 00 08 10 00 00 00 08 00 00 00 08 00 00 00"
                          "00 00 00 00 18 01 00 00 00 00 fe ff 02 00 04 15 00 13 00 1a 00 25 00 2c 81 41")
    f5 = bytes.fromhex("00 00 00 08 00 00 00 00 00 00 00 10 38 00 00 00 00 00 00 00 02 00 00 00"
                       "02 00 00 00 46 00 00 00 00 00 fe ff 02 00 01 15 ff 2d 00 2b 81 41")
    check.equal(run("import", at("field"), write("field.dat", header + start + f5[:-2]))[0], 0,
                "a real file is read")
    check.equal((shown("field", "start"), shown("field", "f5")), (0.0, 0.0), "its values")
    text = run("show", at("field"), "f5")[1]
    check.that("another program's book" in text and "depth 21, confidence 73" in text,
               "its level is a depth and a confidence", text)


def test_dropped():
    book = make_book(random.Random(SEED))
    bad = dict(book)
    bad[(3, 1)] = [0, 65, -127, {}]                    # two discs on a square
    bad[tuple(reversed(least(after("d3c3b3b2f5a3a1"))))] = [5, 65, -127, {}]
    board = least(after("f5d6c3"))
    bad[board] = [bad[board][0], 0, 3, {}]             # a1 is not legal
    code, out, _ = run("import", at("dropped"), write("dropped.dat", edax(bad)))
    check.that(code == 0 and "1 without a good board" in out and "best other move is not legal" in out,
               "what was left out is told", out)
    data = egbk3(book)
    twice = data[:10] + struct.pack("<i", 2 * len(book)) + 2 * data[14:]
    out = run("import", at("twice"), write("twice.egbk3", twice))[1]
    check.that(f"{len(book)} of boards that came again" in out, "repeated boards are told", out)
    check.equal(shown("twice", "start"), float(book[least(START)][0]), "and are read once")


def test_damage():
    book = make_book(random.Random(SEED))
    code = run("import", at("whole"), write("good.dat", edax(book)))[0]
    before = run("dump", at("whole"))[1]
    check.equal(code, 0, "a whole file")
    other = make_book(random.Random(SEED + 9))
    for name, data, part in [
            ("cut", edax(other)[:-5], "ends within a record"),
            ("count", edax(other, 2 ** 32 - 1), "expected 4294967295 records"),
            ("links", edax(other)[:80] + b"\xff" + edax(other)[81:], "255 links"),
            ("version", edax(other)[:8] + b"\x03" + edax(other)[9:], "version 4"),
            ("egbk3", egbk3(other)[:-1], "ends within"), ("egbk4", b"DICUORAGE\4" + bytes(40), "found 4"),
            ("ntest", ntest(other)[:-30], "ends within"), ("ntest1", b"\1\0\0\0\1\0\0\0" + bytes(90), "found 1"),
            ("text", b"f5d6c3\n", "found something else"), ("empty", b"", "found something else"),
            ("huge", b"\2\0\0\0\xff\xff\xff\xff" + bytes(31), ""),
            ("boards", b"\2\0\0\0" + bytes(34), "have no board"),
            ("noise", b"XADEKOOB\4" + bytes(random.Random(1).randrange(256) for _ in range(20000)), "")]:
        code, out, err = run("import", at("whole"), write(name + ".bad", data))
        check.that(code == 65 and not out and part in err and err.count("\n") == 1,
                   f"{name}: one sentence", (code, out, err))
    check.that(run("dump", at("whole"))[1] == before, "and nothing changes")
    check.equal([n for n in os.listdir(FOLDER) if ".import-" in n], [], "no file is left over")
    code, out, err = run("import", at("part"), "--damaged", at("cut.bad"))
    check.that(code == 65 and f"{len(other) - 1} records" in out and "was taken" in err,
               "--damaged takes what is sound", (code, out, err))


print(f"# seed {SEED}")
for test in (test_values, test_order, test_worked_records, test_dropped, test_damage):
    test()
shutil.rmtree(FOLDER)
check.end()
