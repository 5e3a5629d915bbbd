#!/usr/bin/env python3
"""Playing from books through the protocols:

    test_book_play.py OUTFLANK SOURCE_ROOT CAN_LEARN

Games that vary and repeat, books that are missing or damaged, learning. CAN_LEARN is 1 in a build
with working books. The book of tests/data was grown to 200 positions, 14 plies deep.
"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM, ROOT, CAN_LEARN = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3] == "1"
BOOK = os.path.join(ROOT, "tests/data/book/small.book")
N_GAMES, PLIES = 100, 14
check = tap.Tap()


def run(args, lines, environment=None):
    done = subprocess.run([PROGRAM, *args], input="\n".join(lines) + "\n", capture_output=True,
                          text=True, env={**os.environ, "OUTFLANK_BOOK": "", **(environment or {})})
    return done.returncode, done.stdout, done.stderr


def games(*options):
    """The first moves of games against itself, in one session at fixed nodes."""
    lines = ["x-limit nodes 300"]
    for _ in range(N_GAMES):
        lines += ["clear_board"] + ["genmove b", "genmove w"] * (PLIES // 2)
        lines += ["x-transcript"]
    code, out, errors = run(["gtp", "--book", BOOK, "--hash", "1", *options], lines + ["quit"])
    replies = [reply[2:] for reply in out.split("\n\n")]
    return code, [text for text in replies if len(text) == 2 * PLIES], errors


def test_variety():
    code, first, errors = games("--variety", "1", "--seed", "41")
    check.equal((code, len(first)), (0, N_GAMES), "all games are played")
    # 200 positions hold few lines that lose at most a disc; images of one game differ, too.
    check.that(len(set(first)) >= 20, f"{len(set(first))} of {N_GAMES} games differ", first[:5])
    check.equal(games("--variety", "1", "--seed", "41")[1], first, "the same seed, the same games")
    check.that(games("--variety", "1", "--seed", "42")[1] != first, "another seed, other games")
    told = [line for line in errors.splitlines() if "seed of this game is" in line]
    check.equal(len(told), N_GAMES, "the seed is told once a game")
    seed = told[7].split()[-1]
    check.equal(games("--variety", "1", "--seed", seed)[1][0], first[7],
                "a game repeats by the seed that was told")
    calm = games("--variety", "0", "--seed", "41")
    check.equal(len(calm[2].splitlines()), N_GAMES,
                "without variety a seed draws one of four equal first moves, and is told")
    errors = run(["gtp", "--book", BOOK, "--variety", "0"], ["play b f5", "genmove w"])[2]
    check.equal(errors, "", "where nothing is drawn no seed is told")


def test_missing():
    code, out, errors = run(["gtp", "--book", "/nowhere/at.all"], ["name"])
    check.that(code == 66 and not out and "/nowhere/at.all" in errors and
               len(errors.splitlines()) == 1, "a book that is not there is refused", errors)
    code, out, errors = run(["gtp", "--level", "1"], ["genmove b"],
                            {"OUTFLANK_BOOK": "/nowhere/at.all"})
    check.that(code == 0 and out.startswith("= ") and "OUTFLANK_BOOK" in errors and
               len(errors.splitlines()) == 1, "one of the environment is told of", errors)
    code, out, errors = run(["gtp", "--variety", "0"], ["x-book info"], {"OUTFLANK_BOOK": BOOK})
    check.that("200 positions" in out and not errors, "OUTFLANK_BOOK names a book", out + errors)
    code, out, errors = run(["gtp", "--book", "none"], ["x-book"], {"OUTFLANK_BOOK": BOOK})
    check.that("there is no book" in out, "--book none wins", out)


def test_damaged(folder):
    path = os.path.join(folder, "hurt.book")
    with open(BOOK, "rb") as file:
        whole = file.read()
    for position in range(4096, 8192, 256):  # the page of the positions
        with open(path, "wb") as file:
            file.write(whole[:position] + bytes([whole[position] ^ 0x10]) + whole[position + 1:])
        code, out, errors = run(["gtp", "--book", path, "--variety", "0", "--level", "1"],
                                ["genmove b", "genmove w", "quit"])
        is_told = errors.count("the game goes on without a book") == 1 and "hurt.book" in errors
        if not (code == 0 and out.count("\n= ") + out.startswith("= ") == 2 and is_told):
            check.that(False, f"byte {position} is damaged", out + errors)
            return
    check.that(True, "a damaged book is told of once, and the game goes on")
    code, out, errors = run(["console", "--book", path, "--level", "1"], ["go", "hint", "quit"])
    check.that(code == 0 and out.count("goes on without a book.") == 1 and "Black plays" in out,
               "so does the console", out)
    code, out, errors = run(["nboard", "--book", path, "--level", "1"],
                            ["nboard 2", "set depth 1", "go", "hint 1", "quit"])
    check.that(code == 0 and out.count("status Error:") == 1 and "=== " in out and
               "search " in out and not errors, "and NBoard", out)


def test_lines(folder):
    path = os.path.join(folder, "lines")
    with open(path, "w") as file:
        file.write("# one line\nf5f6 2\n")
    code, out, errors = run(["gtp", "--book", BOOK, "--book-lines", path, "--variety", "0"],
                            ["play b f5", "genmove w", "x-hint", "quit"])
    check.that(code == 0 and "= f6\n" in out, "forced openings come first", out)
    usual, seen = None, set()
    for seed in range(1, 9):
        for options in ([], ["--book-lines", path], ["--strength", "20"]):
            code, out, errors = run(["gtp", "--book", "none", "--hash", "1", "--seed", str(seed), *options],
                                    ["x-limit nodes 300", "play b f5", "play w d6"] +
                                    ["genmove b", "genmove w"] * 3)
            seen.add((out, errors))
    check.equal(len(seen), 1, "GTP varies book moves only, also after a forced line and at strength 20")
    with open(path, "w") as file:
        file.write("f5f6 2\nf5a1\n")
    code, out, errors = run(["gtp", "--book-lines", path], ["quit"])
    check.that(code != 0 and "lines:2: " in errors, "a bad line is named", errors)


def test_json():
    done = subprocess.run([PROGRAM, "book", "show", "--json", BOOK, "f5"], capture_output=True,
                          text=True)
    answer = json.loads(done.stdout)
    found = [(m["move"], m["score"], m["source"], m["depth"]) for m in answer["moves"]]
    check.equal(found, [("d6", 0.48, "book", 12), ("f6", -2.38, "book", 12), ("f4", -7.48, "book", 12)],
                "book show --json gives moves as searches do")
    check.that(answer["complete"] is True and answer["value"] == 0.48 and answer["games"][0] == 4,
               "with games and value", done.stdout)
    done = subprocess.run([PROGRAM, "book", "show", "--json", BOOK, "f5f4d3"], capture_output=True,
                          text=True)
    check.that(done.returncode == 1 and json.loads(done.stdout)["moves"] == [], "nothing is nothing",
               done.stdout)


FIELDS = ["position", None] + [""] * 13 + ["-64", "64", "0", "", "", "", ""]


def record(board, **fields):
    """A line of a book's dump: own=(score, move, depth), proof=score."""
    line = list(FIELDS)
    line[1] = board + " X"
    if "own" in fields:
        score, move, depth = fields["own"]
        line[2:8] = [str(score), move, str(depth), "87", "own", "1"]
    if "proof" in fields:
        line[15] = line[16] = str(fields["proof"])
    return "\t".join(line) + "\n"


F5, F5D6, F5F6 = ("---------------------------XO------OOO--------------------------",
                  "-------------------X-------XX-----OOO---------------------------",
                  "------------------OX-------OX------XO---------------------------")


def loaded(folder, name, *records):
    path = os.path.join(folder, name)
    with open(path + ".tsv", "w") as file:
        file.writelines(records)
    done = subprocess.run([PROGRAM, "book", "load", path, path + ".tsv"], capture_output=True, text=True)
    check.equal(done.returncode, 0, f"{name} is loaded ({done.stderr})")
    return path


def test_proofs(folder):
    """No estimate is worth more than a proof allows."""
    if not CAN_LEARN:
        return check.skip("proofs", "this build has no working books")
    # f5 is a draw, and f5d6 keeps it: a shallow search likes f5f6 by discs.
    path = loaded(folder, "proof", record(F5, proof=0), record(F5D6, proof=0))
    gtp = ["gtp", "--book", path, "--variety", "0", "--level", "1", "--seed", "1"]
    code, out, errors = run(gtp, ["play b f5", "x-hint 3", "genmove w", "x-last-search", "quit"])
    check.that("= d6 +0.00 exact book:proof" in out, "the proved move is the first hint", out)
    check.that("= d6\n" in out and "nodes 0" in out, "it is played without a search", out)
    # An estimate in the book does not stand above the proof either.
    path = loaded(folder, "both", record(F5, own=(6, "f6", 20), proof=0), record(F5D6, proof=0))
    done = subprocess.run([PROGRAM, "book", "dump", path], capture_output=True, text=True)
    best = [line.split("\t")[18:20] for line in done.stdout.splitlines() if F5 in line]
    check.equal(best, [["0.00", "d6"]], "the best move is the proved one")
    code, out, errors = run(["gtp", "--book", path], ["play b f5", "x-book", "quit"])
    check.that("d6 +0.00 book:proof" in out and out.find("f6 +0.00") > out.index("d6 +0.00"),
               "the other line is cut", out)
    # By raw scores the same book proves nothing.
    code, out, errors = run(["gtp", "--book", path, "--score-rule", "raw"],
                            ["play b f5", "x-book", "quit"])
    check.that("d6 +0.00" in out and "exact" not in out, "raw scores take no proof from it", out)


def test_depths(folder):
    """What NBoard's depth is for go, it is for hints."""
    if not CAN_LEARN:
        return check.skip("depths", "this build has no working books")
    path = loaded(folder, "depths", record(F5, own=(-0.5, "d6", 8)))
    for depth, knows in ((5, True), (8, True), (9, False)):
        code, out, errors = run(["nboard", "--book", path, "--level", "21"],
                                ["nboard 2", f"set depth {depth}", "move F5", "go", "hint 1", "ping 1", "quit"])
        check.equal(("status book move" in out, "book D6 -0.50" in out), (knows, knows),
                    f"a book of depth 8 at depth {depth}")
    path = loaded(folder, "several", record(F5, own=(0.2, "d6", 21)), record(F5F6, own=(1.5, "c4", 21)))
    code, out, errors = run(["nboard", "--book", path],
                            ["nboard 2", "set depth 3", "move F5", "hint 1", "ping 1", "quit"])
    check.that("search F6" not in out, "NBoard searches no move that the book knows", out)


def test_quiet_nboard():
    code, out, errors = run(["nboard", "--level", "1"], ["nboard 2", "go", "go", "quit"],
                            {"OUTFLANK_BOOK": "/nowhere/at.all"})
    check.that(code == 0 and not errors and out.count("OUTFLANK_BOOK") == 1,
               "NBoard hears of a missing book by a status line, once", out + errors)
    code, out, errors = run(["gtp", "--book", BOOK], ["x-setoption book none", "x-book",
                                                      "x-setoption book " + BOOK])
    check.that(out.startswith("=") and "there is no book" in out and "--allow-files" in out,
               "'none' is no file", out)


def test_contempt(folder):
    """A proved draw counts less at every strength."""
    if not CAN_LEARN:
        return check.skip("contempt", "this build has no working books")
    path = loaded(folder, "draw", record(F5, own=(0.2, "f6", 20)), record(F5D6, proof=0),
                  record(F5F6, own=(0.3, "c4", 20)))
    drawn = {}
    for contempt in ("0", "20"):
        lines = [w for seed in range(40) for w in (f"x-setoption seed {seed + 1}", "clear_board",
                                                   "play b f5", "genmove w")]
        out = run(["gtp", "--book", path, "--strength", "15", "--hash", "1", "--contempt", contempt], lines)[1]
        drawn[contempt] = out.count("= d6")
    check.that(drawn["0"] > 20 and drawn["20"] < 5, f"strength 15 draws {drawn} times of 40")


def test_learn(folder):
    if not CAN_LEARN:
        return check.skip("learning", "this build has no working books")
    path = os.path.join(folder, "own.book")
    with open(os.path.join(folder, "games"), "w") as file:
        file.write("f5d6c3d3c4 32-32\n")
    done = subprocess.run([PROGRAM, "book", "learn", path, os.path.join(folder, "games")],
                          capture_output=True, text=True)
    check.equal(done.returncode, 0, "a working book is made")
    game = ("(;GM[Othello]PC[x]PB[a]PW[b]RE[+4.000]TI[10:00]TY[8]BO[8 -------------------"
            "--------O*------*O--------------------------- *]B[F5]W[F6]B[E6];)")
    code, out, errors = run(["nboard", "--book", path], ["nboard 2", "set game " + game, "learn",
                                                         "learn", "quit"])
    check.that(code == 0 and out.count("learned\n") == 2 and "Error" not in out and not errors,
               "NBoard's learn feeds a working book", out + errors)
    show = subprocess.run([PROGRAM, "book", "show", path, "f5f6"], capture_output=True, text=True)
    check.that("1 won" in show.stdout or "1 lost" in show.stdout, "once", show.stdout)
    code, out, errors = run(["nboard", "--book", path],
                            ["nboard 2", "set game " + game.replace("+4.000", "?"), "learn", "quit"])
    check.that("status Error: learn: " in out and out.endswith("learned\n"),
               "a game without a result is refused", out)
    code, out, errors = run(["console", "--book", path, "--allow-files"],
                            ["f5d6", "book learn", "quit"])
    check.that("does not tell who won" in out, "the console's learn says why", out)


def book(*words):
    return subprocess.run([PROGRAM, "book", *words], capture_output=True, text=True).stdout


def test_rounded(folder):
    """Counts that a packed book rounds down are told as such, everywhere."""
    if not CAN_LEARN:
        return check.skip("rounded counts", "this build has no working books")
    counts, working, packed = (os.path.join(folder, name) for name in ("counts", "w.book", "p.book"))
    with open(counts, "w") as file:
        file.write(book("dump", "--counts", BOOK).replace("\t5\n", "\t57\n"))
    book("unpack", BOOK, working)
    book("pack", "--counts", counts, working, packed)
    answer = json.loads(book("show", "--json", packed, "start"))
    check.equal((answer["games"], answer["rounded"], answer["played"]),
                ([56] * 4, True, {"games": 56, "rounded": True}), "JSON: rounded counts")
    check.that("games      at least 56\n" in book("show", packed, "start"), "book show: at least")
    out = run(["gtp", "--book", packed], ["x-book", "play b f5", "x-book"])[1]
    check.that("depth 12 games at least 56 pv d3" in out and "depth 12 games 4 pv" in out,
               "x-book: at least, where it is rounded", out)
    out = run(["nboard", "--book", packed], ["nboard 2", "hint 1", "quit"])[1]
    check.that(" 56 12 book, games: at least 56\n" in out, "NBoard, behind the numbers", out)
    check.that(json.loads(book("show", "--json", BOOK, "start"))["games"] == [5] * 4, "small counts")


def test_learned(folder):
    """A book that learned games, but was never grown, says so; it gives no moves."""
    if not CAN_LEARN:
        return check.skip("a learned book", "this build has no working books")
    path = os.path.join(folder, "learned.book")
    subprocess.run([PROGRAM, "book", "learn", path, os.path.join(ROOT, "tests/data/games/WTH_1977.wtb")],
                   capture_output=True, check=True)
    answer = json.loads(book("show", "--json", path, "start"))
    played = answer["played"]
    check.that(answer["moves"] == answer["games"] == [] and not played["rounded"] and
               "games      %d won, %d drawn, %d lost\n" % (
                   played["won"], played["drawn"], played["lost"]) in book("show", path, "start") and
               played["games"] == played["won"] + played["drawn"] + played["lost"] > 10,
               "JSON counts the games of the position as the text does", played)
    for words, lines in ((["gtp"], ["genmove b", "genmove w"]), (["console"], ["go", "go", "quit"]),
                         (["nboard"], ["nboard 2", "go", "hint 1", "quit"])):
        out, errors = run(words + ["--book", path, "--level", "1", "--book-style", "people"], lines)[1:]
        check.equal((out + errors).count("no position has a value yet"), 1, f"{words[0]} says it once")


with tempfile.TemporaryDirectory() as where:
    test_variety()
    test_missing()
    test_damaged(where)
    test_lines(where)
    test_json()
    test_proofs(where)
    test_depths(where)
    test_quiet_nboard()
    test_contempt(where)
    test_learn(where)
    test_rounded(where)
    test_learned(where)
check.end()
