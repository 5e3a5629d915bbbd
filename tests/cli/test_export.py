#!/usr/bin/env python3
"""outflank book export: books of Edax and Egaroucid, read by a reader of our own, and there and back.

    test_export.py OUTFLANK SOURCE_ROOT
"""
import os
import random
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402
from bookfolder import BookFolder  # noqa: E402
from foreign_books import (START, after, edax, egbk2, egbk3, least, make_book, moves_of,  # noqa: E402
                           play, read_edax, read_egbk2, read_egbk3)

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
check = tap.Tap()
books = BookFolder(PROGRAM, "export")
run, at, read, write = books.run, books.at, books.read, books.write
SEED = int(os.environ.get("OUTFLANK_SEED", "20"))
ENDS = {"edax": ".dat", "egbk2": ".egbk2", "egbk3": ".egbk3"}
LINES = ["start", "f5", "f5d6", "f5f4", "f5f6", "f5d6c3", "f5d6c4", "f5f6e6", "d3c3", "d3c3b3"]
CENTRE = 0x1818000000


def value(name, moves):
    out = run("show", at(name), moves)[1]
    return [float(line.split()[1]) for line in out.splitlines() if line.startswith("value")]


def edax_faults(data):
    """What Edax itself tests of each record, and value = best of links and leaf."""
    head, records = read_edax(data)
    boards = {record[0]: record[1] for record in records}
    empties = [64 - bin(b[0] | b[1]).count("1") for b in boards]
    faults = [] if head[5] == len(records) == len(boards) else ["the number of records"]
    if records and head[1] != min(e for e, b in zip(empties, boards) if moves_of(b)) + 1:
        faults.append("least empties")
    for board, score, (low, high), level, links, leaf, leaf_score in records:
        legal = moves_of(board) or ([64] if moves_of(board[::-1]) else [])
        wrong = {
            "discs": board[0] & board[1] or (board[0] | board[1]) & CENTRE != CENTRE,
            "canonical": least(board) != board,
            "legal": not set(links) <= set(legal) or leaf != 65 and leaf not in legal,
            "leaf twice": leaf in links,
            "leaf": leaf == 65 and (len(links) != len(legal) or leaf_score != -127),
            "value": score != max(list(links.values()) + ([leaf_score] if leaf < 65 else [])),
            "bounds": not low <= score <= high, "level": not 1 <= level <= 60,
            "links": any(links[m] != -boards.get(least(play(board, m) if m < 64 else board[::-1]), 99)
                         for m in links),
            "order": list(links.values()) != sorted(links.values(), reverse=True),
        }
        faults += [f"{what}: {board} {links} {leaf}" for what in wrong if wrong[what]]
    return faults


def test_own_book():
    """A book of our own searches, working and packed, in all formats."""
    code = run("grow", at("own"), "--positions", "40", "--depth", "4", "--exact", "4", "--threads", "1")[0]
    run("learn", at("own"), os.path.join(ROOT, "tests", "data", "games", "WTH_1977.wtb"))
    run("pack", at("own"), at("packed"))
    check.equal(code, 0, "a book grows")
    for word, end in ENDS.items():
        name = "own" + end
        code, out, err = run("export", at("own"), at(name))
        check.that(code == 0 and not err and "positions without a value: left out" in out and
                   "counts were left out" in out, f"{word}: exported", (code, out, err))
        check.equal(run("export", "--format", word, at("packed"), at("packed-" + word))[0], 0, f"{word}: packed")
        same = [data[:10] + data[17:] if word == "edax" else data for data in (read(name), read("packed-" + word))]
        if word == "edax":
            check.equal(sorted(map(repr, read_edax(same[0][:10] + bytes(7) + same[0][10:])[1])),
                        sorted(map(repr, read_edax(read("packed-edax"))[1])), "edax: the same from both kinds")
        run("import", at(name + ".book"), at(name))
        for line in ("start", "f5", "f5d6"):
            first, second = value("own", line), value(name + ".book", line)
            check.that(first and second and abs(first[0] - second[0]) <= 0.5, f"{word}: {line} is {first}",
                       (first, second))
    check.equal(edax_faults(read("own.dat")), [], "what Edax tests of a record holds")
    kept = {row[0]: row[1] for row in read_egbk3(read("own.egbk3"))}
    edax_kept = {r[0]: r[1] for r in read_edax(read("own.dat"))[1] if moves_of(r[0])}
    check.that(kept == edax_kept and len(kept) >= 40, f"{len(kept)} boards and their values are the same in both")


def records(name):
    """{board: (value, best, {move: score} of its evidence)} in discs, as the book prints it."""
    found = {}
    for fields in (line.split("\t") for line in run("dump", at(name))[1].splitlines()):
        if fields[0] == "position":
            board = tuple(sum((c == disc) << i for i, c in enumerate(fields[1][:64])) for disc in "XO")
            said = {fields[i + 1]: float(fields[i]) for i in (2, 8) if fields[i]}
            found[board] = (float(fields[18]) if fields[18] else None, fields[19], said)
    return found


def whole(score):
    """To the nearest whole disc, halves away from 0."""
    return int(abs(score) + 0.5) * (1 if score > 0 else -1)


def score_of(book, board, move):
    """What the book says of one of the moves of a position."""
    square = "abcdefgh".index(move[0]) + 8 * (int(move[1]) - 1)
    child = least(play(board, square))
    sign = -1
    if not moves_of(child):
        child, sign = least(child[::-1]), 1
    known = book[child][0] if child in book else None
    return book[board][2].get(move) if known is None else sign * known


def test_all_positions():
    """Values and best moves of all positions of a grown book are those of the book. Lines meet
    there, and searches of different depths contradict each other."""
    run("grow", at("all"), "-d", "2", "-p", "250", "--exact", "6", "--omega", "0.3", "-t", "1", limit=240)
    run("grow", at("all"), "-d", "5", "-p", "400", "--exact", "6", "--omega", "1", "-t", "1", limit=240)
    book = records("all")
    valued = {board: row for board, row in book.items() if row[0] is not None}
    for word, end in ENDS.items():
        out = run("export", at("all"), at("all" + end))[1]
        run("import", at("all-" + word), at("all" + end))
        there = records("all-" + word)
        wrong = [(board, row, there.get(board)) for board, row in valued.items()
                 if board not in there or there[board][0] != whole(row[0]) or
                 (there[board][1] != row[1] and
                  whole(score_of(book, board, there[board][1]) or 99) != whole(row[0]))]
        check.that(not wrong and len(valued) > 300 and "values changed" not in out,
                   f"{word}: the values and best moves of all {len(valued)} positions",
                   (len(wrong), wrong[:3], out))


def test_there_and_back():
    """What was imported and is exported is imported as the same, for many books."""
    for seed in range(SEED, SEED + 6):
        for word, make in (("edax", edax), ("egbk2", egbk2), ("egbk3", egbk3)):
            book = make_book(random.Random(seed), word != "egbk2")
            name = f"{word}{seed}"
            run("import", at(name), write(name + ".first", make(book)))
            code, out, err = run("export", at(name), at(name + ENDS[word]))
            run("import", at(name + ".again"), at(name + ENDS[word]))
            first, again = run("dump", at(name))[1], run("dump", at(name + ".again"))[1]
            check.that(code == 0 and first == again and first.count("\nposition") >= 7,
                       f"{name}: there and back is the same", (out, err, first, again))
            if word == "edax":
                data = read(name + ".dat")
                check.equal(edax_faults(data), [], f"{name}: sound for Edax")
                values = {r[0]: (r[1], r[6]) for r in read_edax(data)[1]}
                wrong = [board for board, (v, leaf, score, _) in book.items()
                         if leaf < 65 and values[board] != (v, score)]
                check.equal(wrong, [], f"{name}: values and leaves are those of the file")
            if word == "egbk3":
                rows = {r[0]: r[1:] for r in read_egbk3(read(name + ".egbk3"))}
                wrong = [(b, rows[b], row) for b, row in book.items()
                         if row[1] < 64 and rows[b][:1] + rows[b][3:] != (row[0], row[2], 21)]
                check.equal(wrong, [], f"{name}: values, leaves and levels are those of the file")
            if word == "egbk2":
                rows = {r[0]: r[1] for r in read_egbk2(read(name + ".egbk2"))}
                check.equal([b for b in rows if rows[b] != book[b][0]], [], f"{name}: values are those of the file")


def test_depths():
    """A record keeps its own level, not that of the position after its move."""
    run("grow", at("mixed"), "-d", "6", "-p", "3", "-t", "1")
    run("grow", at("mixed"), "-d", "2", "-p", "12", "--error", "100", "-t", "1")
    for word, end in ENDS.items():
        out = run("export", at("mixed"), at("mixed1" + end))[1]
        if word == "edax":
            head, kept = read_edax(read("mixed1.dat"))
            others = sum(1 for record in kept if record[3] != head[0] and moves_of(record[0]))
            check.that(0 < others and f"  {others} of another level" in out, "edax: mixed levels are told", out)
        run("import", at("mixed-" + word), at("mixed1" + end))
        run("export", at("mixed-" + word), at("mixed2" + end))
        run("import", at("mixed2-" + word), at("mixed2" + end))
        first, again = run("dump", at("mixed-" + word))[1], run("dump", at("mixed2-" + word))[1]
        check.equal(again, first, f"{word}: searches of different depths there and back")
        begin = 42 if word == "edax" else 0  # Edax's head has the time
        check.equal(read("mixed2" + end)[begin:], read("mixed1" + end)[begin:], f"{word}: the same bytes")


def test_pass():
    """Edax wants the board whose side must pass, too; Egaroucid does not."""
    book = make_book(random.Random(SEED))
    last = after("d3c3b3b2f5a3a1c1") # Black must pass
    check.that(not moves_of(last) and moves_of(last[::-1]), "a board whose side must pass")
    book[least(last[::-1])] = [7, moves_of(least(last[::-1]))[0], 7, {}]
    before = after("d3c3b3b2f5a3a1")
    other = next(m for m in moves_of(least(before)) if least(play(least(before), m)) != least(last))
    book[least(before)] = [7, other, 3, {}]
    run("import", at("pass"), write("pass.egbk3.first", egbk3(book)))
    out = run("export", at("pass"), at("pass.dat"))[1]
    check.that("1 of them of boards whose side to move must pass" in out, "it is told", out)
    check.equal(edax_faults(read("pass.dat")), [], "sound for Edax")
    records = {r[0]: r for r in read_edax(read("pass.dat"))[1]}
    check.equal(records[least(last)][1:2] + records[least(last)][4:6], (-7, {64: -7}, 65), "the record of the pass")
    check.that(7 in records[least(before)][4].values(), "the move before it is a link with the value's sign")
    run("export", at("pass"), at("pass.egbk3"))
    check.that(least(last) not in {r[0] for r in read_egbk3(read("pass.egbk3"))}, "Egaroucid's has none")


def test_worked_record():
    """The bytes of the start, as they stand in Egaroucid's own empty book."""
    line = "\t".join(["position", "-" * 27 + "OX------XO" + "-" * 27 + " X", "0.00", "d3", "10", "73", "own", "7"] +
                     7 * [""] + ["-64", "64", "0", "", "", "-64", "64"]) + "\n"
    run("load", at("one"), write("one.txt", line.encode()))
    run("export", at("one"), at("one.egbk3"))
    check.equal(read("one.egbk3").hex(" "),
                "44 49 43 55 4f 52 41 47 45 03 01 00 00 00 00 00 00 10 08 00 00 00 00 00 00 08 10 00 00 00 "
                "00 0a 00 00 00 00 00 13 0a", "the start in .egbk3")
    run("export", at("one"), at("one.dat"))
    data = read("one.dat")
    check.equal(len(data), 84, "a new book of Edax has 84 bytes")
    check.equal(data[42:58].hex() + data[80:].hex(), "00000010080000000000000810000000000a0013", "the start in .dat")


def test_refused():
    before = write("keep.dat", b"as it was")
    for arguments, code in ((["none", "new.dat"], 66), (["own", "keep.xyz"], 64), (["keep.dat", "new.dat"], 65),
                            (["own", "keep.dat"], 73), (["own", "no/keep.dat"], 73), (["own"], 64), (["--format", "zebra", "own", "x"], 64)):
        paths = [at(a) if not a.startswith("-") and a != "zebra" else a for a in arguments]
        got, out, err = run("export", *paths)
        check.that(got == code and not out and err.count("\n") == 1, f"refused: {arguments}", (got, out, err))
    shutil.copy(at("own"), at("own2.dat"))
    size = os.path.getsize(at("own2.dat"))
    got, out, err = run("export", at("own2.dat"), at("own2.dat"))
    check.that(got == 64 and "not replaced" in err and os.path.getsize(at("own2.dat")) == size, "nor the book itself",
               (got, out, err))
    with open(before, "rb") as file:
        check.equal(file.read(), b"as it was", "what was there is still there")
    check.equal([n for n in os.listdir(books.path) if ".export-" in n or n.startswith(".")], [], "no file is left over")


print(f"# seed {SEED}")
try:
    for test in (test_own_book, test_all_positions, test_there_and_back, test_depths, test_pass, test_worked_record, test_refused):
        test()
finally:
    books.remove()
check.equal(START, after(""), "the slow board begins at the start")
check.end()
