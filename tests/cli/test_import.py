#!/usr/bin/env python3
"""outflank book import: books of Edax, Egaroucid and NTest, made by a writer of our own.

    test_import.py OUTFLANK SOURCE_ROOT

The writers are in foreign_books.py. tests/unit/test_foreign.c flips every byte.
"""
import os
import random
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402
from bookfolder import BookFolder  # noqa: E402
from foreign_books import (START, after, edax, egbk, egbk2, egbk3, least, make_book,  # noqa: E402
                           make_passes, moves_of, ntest, play, square_name, with_values, PASSES)

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
check = tap.Tap()
books = BookFolder(PROGRAM, "import")
run, at, write = books.run, books.at, books.write
SEED = int(os.environ.get("OUTFLANK_SEED", "20"))


# ---- tests ----

def shown(name, moves):
    """The value in discs that the book tells, or the whole answer."""
    code, out, err = run("show", at(name), moves)
    lines = [line.split() for line in out.splitlines() if line.startswith("value")]
    return float(lines[0][1]) if code == 0 and lines and lines[0][1] != "none:" else (code, out, err)


def dump_of(name):
    return [line for line in run("dump", at(name))[1].splitlines() if line.startswith("position")]


def value_of(name, board):
    text = "".join("X" if board[0] >> i & 1 else "O" if board[1] >> i & 1 else "-" for i in range(64))
    return next(row[18] for row in (line.split("\t") for line in dump_of(name)) if row[1] == text + " X")


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


def test_values_that_are_missing():
    """A record without a value has the best of its children; nothing above it loses its own."""
    first = least(after("f5"))
    links = moves_of(first)
    second = least(play(first, links[0]))
    third = least(play(second, moves_of(second)[0]))
    leaf = moves_of(third)[0]
    book = {first: [5, links[1], 5, {links[0]: -3}], second: [127, 65, -127, {moves_of(second)[0]: -4}],
            third: [4, leaf, 4, {}]}
    run("import", at("chain"), write("chain.dat", edax(book)))
    check.equal([shown("chain", "f5"), float(value_of("chain", second)), float(value_of("chain", third))],
                [5.0, -4.0, 4.0], "Edax, 127 between")
    book[second] = [-126, 65, -126, {}]
    run("import", at("chain3"), write("chain.egbk3", egbk3(book)))
    check.equal([value_of("chain3", board) for board in (first, second, third)], ["5.00", "-4.00", "4.00"],
                "Egaroucid, -126 between")
    book[first] = [127, 65, -127, {links[0]: -3}]
    run("import", at("all"), write("all.dat", edax(book)))
    check.equal(shown("all", "f5"), 4.0, "two of them above each other")


def test_persons():
    """Level 70: the value is a person's, the leaf is not."""
    board = least(after("f5"))
    leaf = moves_of(board)[1]
    record = struct.pack("<2Q2bI3b", *board, 20, 70, 1, 5, leaf, 21)
    run("import", at("person"), write("person.egbk3", b"DICUORAGE\3" + struct.pack("<i", 1) + record))
    row = dump_of("person")[0].split("\t")
    check.equal((row[2:7], row[18]), (["20.00", square_name(leaf), "0", "0", "human"], "20.00"),
                "the person's value holds")
    record = struct.pack("<2Q2bI3b", *board, -126, 70, 1, 5, leaf, 21)
    run("import", at("leaf"), write("leaf.egbk3", b"DICUORAGE\3" + struct.pack("<i", 1) + record))
    row = dump_of("leaf")[0].split("\t")
    check.equal((row[2], row[6]), ("5.00", "other"), "a leaf is nobody's")


def test_repeated():
    """Of two records of a board that of the deeper search holds."""
    board = least(after("f5"))
    a, b = moves_of(board)[:2]
    for first in (False, True):
        rows = [struct.pack("<2Q2bI3b", *board, value, level, 1, value, move, level)
                for value, move, level in ((5, a, 10), (7, b, 20))]
        rows = rows[::-1] if first else rows
        target = f"repeated{first:d}"
        run("import", at(target), write(target + ".in", b"DICUORAGE\3" + struct.pack("<i", 2) + b"".join(rows)))
        check.equal(shown(target, "f5"), 7.0, "repeated: the deeper search holds")


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


def dumped(target, data):
    """What a file is as a book: values by board, all lines of the dump, what the import said."""
    code, out, err = run("import", at(target), write(target + ".in", data))
    lines = dump_of(target)
    boards = {}
    for row in (line.split("\t") for line in lines):
        boards[tuple(sum((c == disc) << i for i, c in enumerate(row[1][:64])) for disc in "XO")] = \
            float(row[18]) if row[18] else None
    return boards, lines, out if (code, err) == (0, "") else (code, out, err)


def test_passes():
    """A board whose side must pass counts for the one behind it, however its value is written."""
    for seed in range(SEED, SEED + 8):
        book = make_passes(random.Random(seed))
        there, lines, out = dumped(f"passes{seed}", edax(book))
        wrong = {b: (there.get(b), row) for b, row in book.items() if moves_of(b) and there.get(b) != row[0]}
        check.that(not wrong and len(there) == sum(1 for b in book if moves_of(b)) and "came again" not in out,
                   f"passes{seed}: each position has its value", (wrong, out))
        run("export", at(f"passes{seed}"), at(f"passes{seed}.dat"))
        check.equal(dumped(f"passes{seed}again", open(at(f"passes{seed}.dat"), "rb").read())[1], lines,
                    f"passes{seed}: there and back is the same")
    book = with_values(random.Random(SEED), {least(after(PASSES[0][:2 * n])) for n in range(9)}, True)
    last = least(after(PASSES[0]))
    value, _, score, _ = book[last]
    before = least(after(PASSES[0][:-2]))
    lines = dumped("pass", edax(book))[1]
    for name, row in (("a leaf and no value", [127, 64, score, {}]),
                      ("a value and no leaf", [value, 65, -127, {}]),
                      ("a link to what is not there", [value, 65, -127, {64: -value}])):
        check.equal(dumped("pass " + name, edax(book | {last: row}))[1], lines, "pass: " + name)
    for name, make in (("egbk", egbk), ("egbk2", egbk2), ("egbk3", egbk3)):
        # A parent's value without a leaf is the best of its moves.
        there = dumped("pass." + name, make({last: [7, 65, -127, {}], before: [-7, 65, -127, {
            m: 7 for m in moves_of(before) if least(play(before, m)) == last}]}))[0]
        check.equal(there, {before: -7.0}, f"pass in .{name}")
    none = dumped("pass none", edax(book | {last: [127, 65, -127, {}]}))
    check.that("1 without a value" in none[2] and "1 where the side" in none[2], "pass: no value", none[2])
    # A record of the board behind the pass holds.
    behind = least(last[::-1])
    book[behind] = [3, moves_of(behind)[0], 3, {}]
    there, lines, out = dumped("pass stale", edax(book))
    check.that(there[behind] == 3 and "came again" not in out and
               lines == dumped("pass fresh", edax({b: row for b, row in book.items() if b != last}))[1],
               "the record behind the pass holds", (there[behind], out))
    code, out, _ = run("import", at("nopass"), write("nopass.dat", edax(
        make_book(random.Random(SEED)) | {least(after("f5d6c3")): [2, 64, 2, {}]})))
    check.that(code == 0 and "1 whose best other move is not legal" in out, "a pass of a side that can move", out)


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
    check.equal([n for n in os.listdir(books.path) if ".import-" in n], [], "no file is left over")
    code, out, err = run("import", at("part"), "--damaged", at("cut.bad"))
    check.that(code == 65 and f"{len(other) - 1} records" in out and "was taken" in err,
               "--damaged takes what is sound", (code, out, err))


print(f"# seed {SEED}")
for test in (test_values, test_order, test_worked_records, test_values_that_are_missing,
             test_persons, test_repeated, test_dropped, test_passes, test_damage):
    test()
books.remove()
check.end()
