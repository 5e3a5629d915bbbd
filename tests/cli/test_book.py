#!/usr/bin/env python3
"""outflank book: what goes in comes out, in any order; what is no book of ours is refused.

    test_book.py OUTFLANK SOURCE_ROOT
"""
import json
import os
import random
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402
from bookfolder import BookFolder, as_nobody, WHOLE_GAME  # noqa: E402
from terminal import run_at_terminal  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
GAMES = os.path.join(ROOT, "tests", "data", "games")
check = tap.Tap()
books = BookFolder(PROGRAM, "book")
run, at = books.run, books.at
START = "-" * 27 + "OX------XO" + "-" * 27 + " X"


def dump(name):
    code, text, error = run("dump", at(name))
    check.that(code == 0 and not error, f"dump {name}", error) if code else None
    return text


def evidence(score, move, depth, source="own", network=0, confidence=73):
    return f"{score}\t{move}\t{depth}\t{confidence}\t{source}\t{network}"


NONE = "\t" * 5


def position(board, own=NONE, deviation=NONE, excluded="", low=-64, high=64, flags=0):
    return f"position\t{board}\t{own}\t{deviation}\t{excluded}\t{low}\t{high}\t{flags}\t\t\t-64\t64\n"


def shown(name, moves):
    """What "show" says, by its first word."""
    code, text, error = run("show", at(name), moves)
    if code:
        return {"code": code, "error": error}
    return {line.split()[0]: " ".join(line.split()[1:]) for line in text.splitlines()}


def board_after(moves):
    """The board after moves, by the program itself: "load" takes boards in any orientation."""
    done = subprocess.run([PROGRAM, "eval", "--json", moves], stdout=subprocess.PIPE, text=True,
                          check=True, timeout=600)
    return json.loads(done.stdout)["position"]


def test_values():
    f5 = board_after("f5")
    d6, f6, f4 = (board_after("f5" + move) for move in ("d6", "f6", "f4"))
    own = position(START, evidence("1.50", "f5", 12))
    check.equal(run("load", at("v"), text=own)[0], 0, "a record is loaded")
    check.equal(shown("v", "start")["value"], "+1.50 d3", "its value is its own")
    run("load", at("v"), text=position(f5, evidence("-0.25", "d6", 20)))
    check.equal(shown("v", "start")["value"], "+0.25 d3", "a child's value goes up")
    check.equal(shown("v", "f5")["outside"], "d6 -0.25", "the best move outside is its own")
    check.equal(shown("v", "d3")["outside"], "c5 -0.25", "squares are those of the user's board")
    run("load", at("v"), text=position(d6, evidence("3", "c3", 18)))
    check.equal([shown("v", "f5")[k] for k in ("value", "outside")],
                ["-3.00 d6", "a search is wanted"], "a move that enters the book is not outside")
    run("load", at("v"), text=position(f5, deviation=evidence("-2", "f6", 9), excluded="d6"))
    check.equal([shown("v", "f5")[k] for k in ("value", "outside")], ["-2.00 f6", "f6 -2.00"],
                "the deviation is the best move now")
    check.equal(shown("v", "start")["value"], "+2.00 d3", "and goes up")
    run("load", at("v"), text=position(f6, low=4, high=4) + position(f4, low=-2, high=64))
    check.equal(shown("v", "f5")["value"], "-3.00 d6", "a proof about its child replaces it")
    check.equal(shown("v", "f5f6")["proved"], "+4 .. +4 (exact)", "proofs are shown")
    check.equal(shown("v", "f5f6")["grade"], "A an error of 0.00 is to be expected", "and have no error")
    of_json = json.loads(run("show", at("v"), "--json", "f5")[1])["grade"]
    check.equal(of_json, shown("v", "f5")["grade"][0], "JSON has the grade")
    check.that(of_json > "A", "a search may err", of_json)
    run("load", at("each"), text="".join(position(board, evidence("1", move, 9)) for board, move in (
        (f5, "d6"), (d6, "c3"), (f6, "e6"), (f4, "e3"))))
    check.equal(shown("each", "f5")["outside"], "nothing: the book has every move", "no move is outside")
    check.that("a position, such as" in run("show")[2], "show says what is missing")
    before = dump("v")
    code, _, error = run("load", at("v"), text=position(f6, low=6, high=64))
    check.that(code == 65 and "one proof says at least 6, another at most 4" in error,
               "contradicting proofs are refused", error)
    check.equal(dump("v"), before, "and change nothing")


def test_lines():
    good = position(START, evidence("1.50", "f5", 12))
    for text, expected in (
            (good + "position\t\n", ":2: expected 22 fields"),
            (good + "move\tx\n", ":2: expected \"position\", \"game\" or \"count\""),
            (position(START.replace("O", "-"), evidence("0", "f5", 3)), "cannot move"),
            (position(START, evidence("64.01", "f5", 3)), "expected discs from -64"),
            (position(START, evidence("1", "a1", 3)), "the move is not legal"),
            (position(START, evidence("1", "f5", 61)), "from 0 to 60"),
            (position(START, evidence("1", "f5", 6, source="me")), "expected a source"),
            (position(START, excluded="f5"), "that is not there"),
            (position(START, low=3, high=2), "no interval"),
            (position(START, flags=9), "from 0 to 3"),
            ("game\t\tf5d6\t3\t99\n", "from 0 to 60"), ("game\t\tf5f5\t3\t1\n", "illegal moves"),
            ("game\t\td3c5\t3\t1\n", "not in the form"),
            ("\x1b[2J\x07position\n", "expected \"position\""), ("x" * 70000, "too long")):
        code, out, error = run("load", at("lines"), text=text)
        check.that(code == 65 and expected in error and error.count("\n") == 1 and not out and
                   "\x1b" not in error, f"refused: {expected}", error)
    check.that(not os.path.exists(at("lines")), "nothing of them was taken, and no book was made")
    fields = good.rstrip("\n").split("\t")
    for empty in (range(15, 18), range(18, 22), range(15, 22)):
        text = "\t".join("" if i in empty else f for i, f in enumerate(fields))
        run("load", at("lines"), text=text + "\n")
        check.that("\t-64\t64\t0\t1.50\t" in dump("lines"), f"fields {empty[0]} to {empty[-1]} may be empty",
                   dump("lines"))
        os.remove(at("lines"))


def test_names():
    """A name is a file's name, whatever it looks like to SQLite."""
    good = position(START, evidence("1.50", "f5", 12))
    for name in (":memory:", "file:x", "file:x?mode=memory", "a b%20#?&", "-a"):
        folder = at("names" + name)
        os.mkdir(folder)
        code, _, error = run("load", "--", name, text=good, cwd=folder)
        check.that(code == 0 and not error and os.listdir(folder) == [name], f"a book called {name}",
                   (error, os.listdir(folder)))
        check.equal(run("load", os.path.join(folder, name), text=good)[1],
                    "1 positions, 0 games, 0 of them new or changed\n", f"{name}: by its whole name")
    code, out, error = run("load", "", text=good)
    check.that(code == 64 and not out and "expected FILE" in error, "a book without a name", error)


def test_no_harm():
    """Commands that fail leave what was there, and nothing new."""
    run("load", at("harm"), text=position(START, evidence("1.50", "f5", 12)))
    os.symlink(at("harm"), at("link"))
    with open(at("text"), "w", encoding="ascii") as file:
        file.write("no book\n" * 1000)
    run("pack", at("harm"), at("packed"))
    run("export", "--format", "edax", at("harm"), at("foreign"))
    for name, content in (("whole", WHOLE_GAME), ("no score", f"position\t{START}\t\tf5" + 18 * "\t"),
                          ("no plies", "game\t\tf5\t2\tx"), ("image", "game\t\td3c5\t3\t1")):
        with open(at(name), "w", encoding="ascii") as file:
            file.write(content + "\n")
    before, names = dump("harm"), sorted(os.listdir(books.path))
    for words, code, expected in (
            (["pack", at("harm"), at("harm")], 64, "not replaced"),
            (["pack", at("harm"), at("link")], 64, "not replaced"),
            (["subtree", at("harm"), at("link")], 64, "not replaced"),
            (["merge", at("new"), at("missing")], 66, "No such file"),
            (["merge", at("new"), at("text")], 65, "not a working book"),
            (["merge", at("new"), at("foreign")], 65, "Edax, which \"outflank book import\" reads"),
            (["stats", at("foreign")], 65, "Edax, which \"outflank book import\" reads"),
            (["import", at("new"), at("harm")], 65, "a working book of Outflank; \"outflank book merge\""),
            (["import", at("new"), at("packed")], 65, "a packed book of Outflank; \"outflank book unpack\""),
            (["show", at("harm"), ""], 64, "expected [FILE] POSITION"),
            (["dump", "--counts", at("packed")], 65, "has no counts of games"),
            (["grow", at("new"), "--from", at("whole")], 65, "only the last position of a line counts"),
            (["load", at("new"), at("no score")], 65, "own_score: expected"),
            (["load", at("new"), at("no plies")], 65, "plies: expected a whole number from 0 to 60"),
            (["load", at("new"), at("image")], 65, "\"outflank book learn\" takes games in any"),
            (["unpack", at("missing"), at("new")], 66, "No such file"),
            (["import", at("new"), at("missing")], 66, "No such file"),
            (["fix", at("text")], 65, "nothing of a book"), (["fix", books.path], 65, "directory"),
            (["fix", at("missing")], 66, "No such file"),
            (["merge", "shipped", at("harm")], 73, "does not change"),
            (["fix", "shipped"], 73, "does not change"),
            (["tasks", "shipped"], 65, "does not change"),
            (["merge", at("new"), "shipped"], 65, "a packed book"),
            (["subtree", "shipped", at("new")], 65, "a packed book"),
            (["pack", "shipped", at("new")], 65, "a packed book"),
            (["pack", at("harm"), "shipped"], 73, "name of the book built in"),
            (["prune", "shipped"], 73, "does not change")):
        got, out, error = run(*words)
        check.that(got == code and expected in error and error.count("\n") == 1 and not out,
                   f"book {words[0]}: {expected}", (got, out, error))
        check.equal(sorted(os.listdir(books.path)), names, f"book {words[0]}: no file has come or gone")
    check.equal(dump("harm"), before, "the book is as it was")


def test_sealed():
    """A book that may only be read, in a folder where nothing can be made."""
    place = tempfile.mkdtemp()
    folder, nobody = at("sealed"), as_nobody(PROGRAM, place) if os.geteuid() == 0 else {}
    os.mkdir(folder)
    book = os.path.join(folder, "a.book")
    run("load", book, text=position(START, evidence("1.50", "f5", 12)))
    before = run("dump", book)[1]
    os.chmod(book, 0o444)
    os.chmod(books.path, 0o755)
    os.chmod(folder, 0o555)
    for words in (["check", book], ["stats", book], ["show", book, "f5"], ["dump", book]):
        code, out, error = run(*words, **nobody)
        check.that(code in (0, 1) and not error and out, f"book {words[0]} in a sealed folder", error)
    check.equal(out, before, "all of it is read")
    code, _, error = run("prune", book, **nobody)
    check.that(code == 73 and "may not be written" in error, "it cannot be changed", error)
    check.equal(os.listdir(folder), ["a.book"], "nothing was made beside it")
    os.chmod(folder, 0o755)
    shutil.rmtree(place)


def outflank(*words):
    done = subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=600, cwd=books.path, check=False)
    return done.returncode, done.stdout, done.stderr


def test_places_of_options():
    """Options stand before the command and behind it alike; --config gives those that it knows."""
    grow = ["-q", "--depth", "2", "--exact", "4", "-t", "1", "-p", "4"]
    first = outflank("book", "grow", "behind", *grow)
    check.that(first[0] == 0 and "the positions are there" in first[1], "options behind", first)
    check.equal(outflank(*grow, "book", "grow", "before")[0], 0, "options before")
    check.equal(dump("before"), dump("behind"), "give the same book")
    shown = outflank("book", "show", "behind", "start")
    with open(at("config"), "w") as file:
        file.write("book = behind\nthreads = auto\nvariety = 1\n")
    for words in (["--config", "config", "book", "show", "start"], ["book", "show", "start", "--config=config"],
                  ["book", "--config", "config", "show", "start"], ["--book", "behind", "book", "show", "start"],
                  ["book", "show", "--config", "config", "--cpu", "generic", "before", "start"]):
        check.equal(outflank(*words), shown, " ".join(words))
    check.equal(outflank("--config", "config", *grow[:-1], "5", "book", "grow", "behind")[0], 0,
                "threads = auto")
    for words in (["--config", "none", "book", "show", "f5"], ["--book", "book", "show", "f5"],
                  ["--wombat", "book", "show", "f5"], ["--variety", "1", "book", "show", "f5"]):
        code, out, err = outflank(*words)
        check.that(code in (64, 66) and not out and err.count("\n") == 1, " ".join(words), out + err)


def test_games():
    files = [os.path.join(GAMES, name) for name in sorted(os.listdir(GAMES))]
    code, text, error = run("learn", at("all"), *files)
    check.that(code == 0 and " 0 could not be learned" in text and not error, "games are learned",
               text + error)
    whole = dump("all")
    check.that(whole.count("\ngame") > 20 and whole.count("\nposition") > 200, "they are there",
               whole[:500])
    run("learn", at("all"), *files)
    check.equal(dump("all"), whole, "learning twice changes nothing")
    os.makedirs(at("folder/in it"))
    for i, file in enumerate(files):
        shutil.copy(file, at("folder/in it" if i % 2 else "folder"))
    books.write("folder/names.JOU", b"no games")
    code, text, error = run("learn", at("of folder"), at("folder"))
    check.that(code == 0 and not error and dump("of folder") == whole, "a folder is its files", error)
    os.mkdir(at("nothing"))
    code, text, error = run("learn", at("of nothing"), at("nothing"))
    check.that(code == 65 and "found no file" in error and not os.path.exists(at("of nothing")),
               "an empty folder", error)
    for i, order in enumerate((files, files[::-1])):
        for file in order:
            run("learn", at(f"by{i}"), file)
            run("learn", at(f"by{i}"), file, "--plies", "7", "--games", "3")
        check.equal(dump(f"by{i}"), whole, "nor does learning in parts")
    counts = shown("all", "f5d6")["games"]
    found = [line.split("\t") for line in whole.splitlines() if line.startswith("game\t\tc4e3")]
    won = sum(int(game[3]) > 0 for game in found)
    check.that(counts.startswith(f"{won} won"), "counts are those of the games", counts)
    run("learn", at("counted"), "-", "--games", "0", text=WHOLE_GAME + "\n")
    code, text, error = run("show", at("counted"), "e6f6")
    check.equal((code, text, error), (1, "not in the book\ngames      1 won, 0 drawn, 0 lost\npeople\n  f5  1 game, 100.0 %\n", ""),
                "games are shown though nothing was asked for")
    run("learn", at("won"), "-", "--plies", "1",
        text='[Result "0-1"]\n\n1. f5 0-1\n\n[Result "1/2-1/2"]\n\n1. f5 d6 *\n')
    code, text, error = run("learn", at("won"), "-", "--plies", "1", text='(;GM[2]SZ[8]RE[B+R];B[fe])\n(;GM[2]SZ[8]RE[W+T];B[fe])\n'
                            '{"game":"f5f6","winner":"black"}\n{"game":"f5f6","winner":"white"}\n'
                            '(;GM[2]SZ[8]KM[0.5]RE[W+0.5];B[fe];W[df])\n(;GM[2]SZ[8]RE[?];B[fe];W[df])\n')
    check.that(code == 65 and "does not tell who won" in error and error.count("\n") == 1,
               "games whose winner is told are learned", error)
    text = run("show", at("won"), "f5")[1]
    check.that("3 won, 1 drawn, 2 lost" in text, "wins, draws and losses of games without discs", text)
    code, text, error = run("learn", at("bad"), "-", text=WHOLE_GAME + "\nf5d6c3\nf5d6z9\n")
    check.that(code == 65 and text.startswith("1 games, 1 of them new") and error.count("\n") == 2 and
               "2 could not be learned" in text,
               "games without a result and bad ones are told of", text + error)


def random_lines(rng):
    """A text of some records about one opening."""
    lines = []
    for _ in range(rng.randrange(1, 12)):
        n = 2 * rng.randrange(5)
        moves = rng.choice(("f5d6c3d3c4", "f5f6e6f4g5", "f5d6c4d3c3"))
        moves, following = moves[:n], moves[n:n + 2]
        own = evidence(f"{rng.randrange(-300, 300) / 100}", following, rng.randrange(1, 5),
                       rng.choice(("own", "other", "human")), rng.randrange(3))
        kind = rng.randrange(3)
        if moves not in BOARDS:
            BOARDS[moves] = board_after(moves) if moves else START
        board = BOARDS[moves]
        lines.append(position(board, own if kind else NONE, flags=rng.randrange(4)))
    return "".join(lines)


BOARDS = {}


def test_merge():
    seed = random.randrange(1 << 30)
    rng = random.Random(seed)
    for i in range(4):
        run("load", at(f"m{i}"), text=random_lines(rng))
    texts = []
    for order in ("0123", "3210", "1302", "0012233"):
        name = "merged" + order
        for i in order:
            run("merge", at(name), at(f"m{i}"))
        texts.append(dump(name))
    run("merge", at("at_once"), *(at(f"m{i}") for i in (2, 0, 3, 1, 1)))
    texts.append(dump("at_once"))
    check.that(len(set(texts)) == 1, f"books merged in any order are alike (seed {seed})",
               "\n".join(texts))
    run("load", at("again"), text=texts[0])
    check.equal(dump("again"), texts[0], "dump and load give the same book")


def seal(path):
    """Gives all pages their checksums (src/lib/book/vfs.c), as somebody who knows how would."""
    mask = (1 << 64) - 1
    with open(path, "r+b") as file:
        data = bytearray(file.read())
        for number in range(len(data) // 4096):
            page = 4096 * number
            total = 0xCBF29CE484222325 ^ 4088
            for (word,) in struct.iter_unpack("<Q", data[page:page + 4088]):
                total = (total ^ word) * 0x9E3779B97F4A7C15 & mask
                total ^= total >> 29
            total ^= (number + 1) * 0x9E3779B97F4A7C15 & mask
            data[page + 4088:page + 4096] = struct.pack("<Q", total)
        file.seek(0)
        file.write(data)


def hostile(name, *statements):
    """A copy of a good book that somebody changed."""
    path = at(name)
    shutil.copy(at("v"), path)
    book = sqlite3.connect(path)
    book.execute("PRAGMA writable_schema=ON")
    for statement in statements:
        book.execute(statement)
    book.commit()
    book.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    book.close()
    seal(path)
    return path


def test_strangers():
    run("load", at("v"), text=position(START, evidence("1.50", "f5", 12)))
    for name, statements, expected in (
            ("trigger", ["CREATE TRIGGER t AFTER INSERT ON position BEGIN DELETE FROM game; END"],
             "tables are not those"),
            ("view", ["CREATE VIEW v AS SELECT 1"], "tables are not those"),
            ("index", ["CREATE INDEX i ON position(value)"], "tables are not those"),
            ("other", ["DROP TABLE visit"], "tables are not those"),
            ("text", ["UPDATE sqlite_schema SET sql = replace(sql, 'STRICT, ', '') "
                      "WHERE name = 'position'"], "tables are not those"),
            ("version", ["PRAGMA user_version = 2"], "format 2"),
            ("app", ["PRAGMA application_id = 7"], "not a book of Outflank"),
            ("sum", ["UPDATE position SET own_score = 151"], "checksum"),
            ("range", ["UPDATE position SET own_score = 999999"], "does not belong there"),
            ("null", ["UPDATE position SET own_move = NULL"], "does not belong there"),
            ("wide", ["UPDATE position SET low = 9223372036854775807"], "does not belong there")):
        path = hostile(name, *statements)
        for command in (["show", path, "start"], ["stats", path], ["dump", path],
                        ["merge", at("target"), path]):
            code, _, error = run(*command)
            check.that(code == 65 and expected in error and error.count("\n") == 1,
                       f"{name}: {command[0]}", f"{code} {error}")
        code, out, error = run("check", path)
        check.that((code == 1 and expected in out) or (code == 65 and expected in error),
                   f"{name}: check", f"{code} {out} {error}")
    for name, content in (("empty", b""), ("short", b"SQLite"), ("zeros", bytes(8192)),
                          ("head", b"SQLite format 3\0" + bytes(4096)),
                          ("noise", b"SQLite format 3\0" + random.Random(1).randbytes(8176))):
        with open(at(name), "wb") as file:
            file.write(content)
        code, _, error = run("stats", at(name))
        check.that(code == 65 and error.count("\n") == 1, f"{name} is refused", f"{code} {error}")
    os.symlink(at("loop"), at("loop"))
    for path in (books.path, "/dev/zero", at("loop"), at("nothing"), at("no/folder")):
        for command in (["stats", path], ["load", path]):
            if path == at("nothing") and command[0] == "load":
                continue
            code, _, error = run(*command)
            check.that(code in (65, 66, 73) and error.count("\n") == 1, f"{command[0]} {path}",
                       f"{code} {error}")


def test_built_in():
    """Without a file "show" looks into the book built in, as "stats" does; the best move comes first."""
    for words in (["f5d6c3d3c4"], ["f5", "d6", "c3"], ["start"], [START]):
        found = run("show", "--", *words)
        check.equal(found, run("show", "--", "shipped", *words), f"show {words[0][:12]}")
        moves = re.findall(r"^  ([a-h][1-8])  ([+-][0-9.]+)(?:  proved)?(  best)?$", found[1], re.M)
        values = [float(value) for _, value, _ in moves]
        check.that(found[0] == 0 and values and values == sorted(values, reverse=True) and
                   moves[0][2], "the best first", found[1])
        best = json.loads(run("show", "--json", "--", *words)[1])["moves"][0]
        check.equal((best["move"], best["score"]), (moves[0][0], values[0]), "as in JSON")
    code, _, error = run("show", "f5d6z1")
    check.that(code == 65 and "column 6" in error or "column 5" in error, "no position", error)
    check.that(run("show", "none.book", "f5")[0] == 66, "a file that is not there")
    path = os.path.join(ROOT, "tests/protocol/game.sgf")
    for command in (["stats", path], ["show", path, "f5"], ["dump", path]):
        error = run(*command)[2]
        check.that("not a working book" in error and "packed" in error and error.count("\n") == 1,
                   f"{command[0]}: both kinds of books are named", error)


def test_usage():
    for words, expected in ((["shw"], "did you mean 'show'"), (["show", at("v")], "[FILE] POSITION"),
                            (["learn", at("v")], "expected"),
                            (["learn", at("v"), "x", "--plies", "61"], "from 0 to 60"),
                            (["stats", at("v"), at("v")], "expected")):
        code, out, error = run(*words)
        check.that(code == 64 and expected in error and error.count("\n") == 1 and not out,
                   f"book {' '.join(words[:1])}: {expected}", error)
    check.that(run("show", at("v"), "f5d6z1")[0] == 65, "a position that cannot be read")
    check.equal(run("show", at("v"), "f5d6c3d3c4")[0:2], (1, "not in the book\n"), "not in the book")
    for command in ("load", "take"):
        said = run_at_terminal(PROGRAM, "book", command, at("v")).stderr
        check.that(said.count("\n") == 1 and "read from the terminal" in said,
                   f"book {command} at a terminal", said)
    check.that("usage: outflank book learn" in run("learn", "--help")[1],
               "a command has its own help")


try:
    for test in (test_values, test_lines, test_games, test_places_of_options, test_merge, test_strangers, test_built_in, test_names, test_no_harm,
                 test_sealed, test_usage):
        test()
finally:
    books.remove()
check.end()
