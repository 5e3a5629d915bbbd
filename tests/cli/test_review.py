#!/usr/bin/env python3
"""Reviews and explanations as text, table, JSON, page and picture.

    test_review.py OUTFLANK SOURCE_ROOT [KILLS]
Names from strangers are escaped, losses add up, a run that is killed goes on to the same report.
"""
import csv
import json
import math
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import xml.dom.minidom

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
SOURCE = sys.argv[2]
N_KILLS = int(sys.argv[3]) if len(sys.argv) > 3 else 3
check = tap.Tap()
QUICK = ["--depth", "2", "--exact-empties", "10", "--hash", "1"]
GAME = ("f5d6c3d3c4f4f6f3e6e7f7c5c2g6b6e3g4g3c6d2d7h5g5h6f2e2d1e1f1b1c7b4c1g1b5b3a4f8h3e8h2a3a5b2"
        "g7h4h7h8g8h1d8a7a1a2a6b7a8c8b8g2")
EVIL = "=cmd|' /C calc'!A0<script>alert(1)</script>&\"]"


def run(*arguments, text=None, code=0):
    done = subprocess.run([PROGRAM, *arguments], input=text, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=600)
    check.that(done.returncode == code, f"{' '.join(arguments)[:60]} ends with {code}", done.stderr)
    return done


def ggf(name):
    moves = "".join(f"{'BW'[i % 2]}[{GAME[2 * i:2 * i + 2]}]" for i in range(40))
    return ("(;GM[Othello]PB[" + name.replace("]", "") + "]PW[b]TY[8]BO[8 "
            "---------------------------O*------*O--------------------------- *]" + moves + ";)\n")


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def test_forms(folder):
    page, table = os.path.join(folder, "a.html"), os.path.join(folder, "a.csv")
    done = run("review", *QUICK, "--json", "--html", page, "--csv", table, text=GAME + "\n")
    value = json.loads(done.stdout)
    given = {side: value["summary"][side]["given"] for side in ("black", "white")}
    check.that(not re.search(r":-0\.0[,}]", done.stdout), "no number is -0.0")
    check.that(value["complete"] and value["over"] and value["final"] == -8, "the game is reviewed")
    check.that(abs(value["start"] - given["black"] + given["white"] - value["final"]) < 1e-6,
               "losses add up", value["summary"])
    check.equal(len(value["plies"]), 60, "every move has a row")
    check.that(all(p["best_exact"] for p in value["plies"][50:]), "the last moves are exact")
    rows = list(csv.DictReader(read(table).splitlines()))
    check.equal([float(r["loss"]) for r in rows], [p["loss"] for p in value["plies"]],
                "the table says the same as JSON")
    text = run("review", *QUICK, text=GAME).stdout
    found = re.findall(r"^ *\d+  (?:black|white)  (\w\w) ", text, re.M)
    check.equal(found, [p["played"] for p in value["plies"]], "the text has the moves in order")
    check.that("the result" in text and "Opening: Scorpion" in text, "and a summary", text)
    data = re.search(r'id="data">(.*?)</script>', read(page), re.S).group(1)
    check.equal(json.loads(data), [value], "the page holds the same")
    check.that(not re.search(r'(src|href)="(?!data:)|https?://(?!www\.w3\.org/2000/svg)|url\((?!#)',
                             read(page)), "the page fetches nothing")


def test_names(folder):
    page, table = os.path.join(folder, "b.html"), os.path.join(folder, "b.csv")
    path = os.path.join(folder, "evil.ggf")
    with open(path, "w", encoding="utf-8") as file:
        file.write(ggf(EVIL))
    done = run("review", *QUICK, "--json", "--html", page, "--csv", table, path)
    name = json.loads(done.stdout)["black"]
    check.that(name.startswith("=cmd") and "<script>" in name, "JSON keeps the name", name)
    rows = list(csv.DictReader(read(table).splitlines()))
    check.that(rows and all(r["black"].startswith("'=cmd") for r in rows),
               "a table shows no formula", rows[:1])
    check.that("<script>alert" not in read(page), "a page runs no script of a name")
    check.that("\x1b" not in run("review", *QUICK, path).stdout, "no control byte")


def test_folder(folder):
    games = os.path.join(folder, "games")
    os.makedirs(os.path.join(games, "more"))
    for name in ("b.txt", "a.txt", os.path.join("more", "c.txt")):
        with open(os.path.join(games, name), "w", encoding="ascii") as file:
            file.write(GAME[:20] + "\n" + GAME[:30] + "\n")
    with open(os.path.join(games, ".hidden"), "w", encoding="ascii") as file:
        file.write("no game\n")
    lines = run("review", *QUICK, "--json", games).stdout.splitlines()
    files = [os.path.relpath(json.loads(line)["file"], games) for line in lines]
    check.equal(files, ["a.txt", "a.txt", "b.txt", "b.txt", "more/c.txt", "more/c.txt"],
                "a folder is read in order")
    one = run("review", *QUICK, "--json", "--jobs", "3", games).stdout
    check.equal(one.splitlines(), lines, "with three jobs the same")
    bad = os.path.join(folder, "bad.txt")
    with open(bad, "w", encoding="ascii") as file:
        file.write(GAME[:20] + "\nf5f5f5\n")
    done = run("review", *QUICK, "--json", bad, code=65)
    check.that(len(done.stdout.splitlines()) == 2 and "bad.txt:2:" in done.stderr,
               "what cannot be read is told, the rest is reviewed", done.stderr)


def test_moves():
    typed = run("review", *QUICK, GAME).stdout
    piped = run("review", *QUICK, text=GAME + "\n").stdout
    check.equal(typed.split("\n", 1)[1], piped.split("\n", 1)[1], "moves may stand for a file")
    check.that(": black - white, " in typed.split("\n")[0], "which holds one game", typed[:200])
    done = run("review", "f5f5", code=65)
    check.that("f5" in done.stderr and not done.stdout, "and must be legal", done.stderr)


def test_turning():
    """Nothing is called lost before it is over, nor lost slowly what was lost when it began."""
    for n in (1, 5, 20, 45, 59):
        text = run("review", *QUICK, GAME[:2 * n]).stdout
        check.that("lost the" not in text and "from the start" not in text,
                   f"{n} moves: nobody has lost", text[-300:])
    plies = json.loads(run("review", *QUICK, "--json", GAME).stdout)["plies"][54:]
    moves = "".join(f"{ply['side'][0].upper()}[{ply['played']}]" for ply in plies)
    text = run("review", *QUICK, text=f"(;GM[Othello]PB[a]PW[b]TY[8]BO[8 "
               f"{plies[0]['position'].replace('X', '*')}]{moves};)\n").stdout
    check.that("-8.00, the result\nTurning point: none; black was behind from the start\n" in text,
               "who begins behind has lost nothing", text)


def test_komi():
    """Chances and missed wins are counted with the komi of the game; values are not."""
    def last(komi):
        text = ggf("a").replace("TY[8]", f"KM[{komi}]TY[8]")
        full = "".join(f"{'BW'[i % 2]}[{GAME[2 * i:2 * i + 2]}]" for i in range(40, 56))
        text = text.replace(";)", full + ";)")
        return json.loads(run("review", *QUICK, "--json", text=text).stdout)["plies"][-2]
    plain, black, white = last(0), last(-60), last(60)
    check.equal(black["score"], plain["score"], "values are discs")
    mine, other = (black, white) if plain["side"] == "black" else (white, black)
    check.that(mine["chance"] > 0.99 and other["chance"] < 0.01, "chances count the komi",
               (mine["chance"], other["chance"]))


def test_nothing(folder):
    """No game: one sentence, and no page that is empty, nor one that was there overwritten."""
    page, empty = os.path.join(folder, "none.html"), os.path.join(folder, "empty")
    open(empty, "w", encoding="ascii").close()
    with open(page, "w", encoding="ascii") as file:
        file.write("kept")
    for words, text, said in (([], "", "no game in the input"), ([], "# f5\n\n", "no game in the in"),
                              ([empty], None, "no game in the files"), ([], "zebra\n", "stdin:1:1: ")):
        for form in (["--html", page], ["--csv", page, "--quiet"], ["--json"]):
            done = run("review", *form, *words, text=text, code=65)
            is_told = form == ["--json"] and "zebra" in (text or "")
            check.that(said in done.stderr and done.stderr.count("\n") == 1 and
                       done.stdout.count('"error"') == done.stdout.count("\n") == is_told,
                       f"{form[0]}: {said}", done.stderr)
    check.equal(read(page), "kept", "what was there is kept")


def test_journal_without_room(folder):
    """A journal that may not grow is no fault of the games: 74, and what it has stays."""
    def no_room(most):
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    for most, what in ((600, "a game"), (0, "its head")):
        journal = os.path.join(folder, f"full{most}")
        done = subprocess.run([PROGRAM, "review", *QUICK, "--journal", journal, "--csv", "-",
                               GAME], capture_output=True, text=True, timeout=600,
                              preexec_fn=lambda: no_room(most))
        check.that(done.returncode == 74 and "journal" in done.stderr and
                   done.stderr.count("\n") == 1, f"no room for {what} of the journal: 74",
                   f"{done.returncode} {done.stderr}")


def kill_after_a_game(words, journal, rng):
    """Starts a run and kills it at some moment after its journal has grown. False if it ended."""
    size = os.path.getsize(journal) if os.path.exists(journal) else 0
    process = subprocess.Popen([PROGRAM, *words, "--jobs", "2"], stdout=subprocess.DEVNULL)
    while process.poll() is None and (not os.path.exists(journal) or
                                      os.path.getsize(journal) <= size + 200):
        time.sleep(0.002)
    time.sleep(rng.random() * 0.02)
    is_running = process.poll() is None
    process.send_signal(rng.choice([signal.SIGKILL, signal.SIGTERM]))
    process.wait()
    return is_running


def test_standard_output():
    """Reports, pictures and records whose file is "-"."""
    link = "https://example.org/game?moves=" + GAME[:40]
    table = run("review", *QUICK, link, "--csv", "-").stdout
    rows = list(csv.DictReader(table.splitlines()))
    check.equal(len(rows), 20, "a table on standard output, of a game in a link")
    page = run("review", *QUICK, GAME[:20], "--html", "-").stdout
    check.that(page.startswith("<!") and page.rstrip().endswith("</html>"), "a page", page[:200])
    picture = run("explain", "f4", "f5d6c3d3c4", *QUICK, "--svg", "-").stdout
    check.equal(xml.dom.minidom.parseString(picture).documentElement.tagName, "svg", "a picture")
    moves = run("convert", "--to", "moves", "--out", "-", text="f5d6\n").stdout
    check.equal(moves, "f5d6\n", "moves")
    for words in (["review", GAME[:20], "--csv", "-", "--json"],
                  ["review", GAME[:20], "--csv", "-", "--html", "-"],
                  ["explain", "f4", "f5d6c3d3c4", "--svg", "-", "--json"]):
        done = run(*words, code=64)
        check.that("only one of" in done.stderr and not done.stdout, "two of them", done.stderr)
    check.that(not os.path.exists("-"), "no file is called -")


def test_kills(folder):
    """Killed N_KILLS times and started again: the report of an undisturbed run."""
    games, journal = os.path.join(folder, "kills.txt"), os.path.join(folder, "kills.journal")
    seed = int(os.environ.get("OUTFLANK_SEED", time.time_ns() % 1000000))
    rng = random.Random(seed)
    print(f"# seed {seed}")
    with open(games, "w", encoding="ascii") as file:
        file.write("".join(GAME[:2 * (20 + n % 38)] + "\n" for n in range(10 + 4 * N_KILLS)))
    words = ["review", "--depth", "5", "--exact-empties", "12", "--hash", "1", games]
    whole = run(*words).stdout
    words += ["--journal", journal]
    n_kills = 0
    while n_kills < N_KILLS and kill_after_a_game(words, journal, rng):
        n_kills += 1
    check.equal(n_kills, N_KILLS, f"killed {n_kills} times")
    check.equal(run(*words).stdout, whole, "the same report after the kills")
    size = os.path.getsize(journal)
    with open(journal, "r+b") as file:
        file.truncate(size - 7)
    done = run(*words)
    check.equal((done.stdout, "half written" in done.stderr), (whole, True), "and with a line cut off, which is told")
    done = run(*words, "--depth", "6", code=65)
    check.that("it is of limits " in done.stderr, "other limits are refused", done.stderr)
    check.equal(run(*words, "--depth", "6", "--mix").stdout, whole, "--mix takes what is there")
    check.equal(run(*words).stdout, whole, "and nothing is lost")
    with open(journal, "r+b") as file:
        old = file.read().replace(b'"schema":2', b'"schema":1')
        file.seek(0)
        file.write(old)
    done = run(*words, code=65)
    check.that("it is of schema 1, and this is 2" in done.stderr and
               len(done.stderr.splitlines()) == 1, "an old journal is refused by name", done.stderr)
    with open(journal, "rb") as file:
        check.equal(file.read(), old, "and left as it is")


def test_bad_lines():
    """A text that cannot be read is an object in its place, and names its input as others do."""
    done = run("review", *QUICK, "--json", "--jobs", "2", text="f5d6\nf5f5\n\nzzz\nf5d6c3\nd3a1\n",
               code=65)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    check.equal([(v["file"], v.get("moves") or (v["line"], v["error"]["column"])) for v in found],
                [("stdin", "f5d6"), ("stdin", (2, 3)), ("stdin", (4, 1)), ("stdin", "f5d6c3"),
                 ("stdin", (6, 3))], "bad lines among games")
    check.equal([line.split(": ")[1] for line in done.stderr.splitlines()],
                ["stdin:2:3", "stdin:4:1", "stdin:6:3"], "and on stderr")
    check.that(run("review", *QUICK, text="f5d6\n").stdout.startswith("stdin, game 1: black - white"),
               "the text has the same name")


def test_rounding(folder):
    """What is shown in whole numbers is rounded once: the text has what the page makes of JSON."""
    games = os.path.join(folder, "round.txt")
    with open(games, "w", encoding="ascii") as file:
        file.write("".join(GAME[:2 * n] + "\n" for n in range(8, 60, 3)))
    words = ["review", "--depth", "3", "--exact-empties", "6", "--hash", "1", games]
    found = [json.loads(line) for line in run(*words, "--json").stdout.splitlines()]
    text = run(*words).stdout
    check.equal([int(n) for n in re.findall(r"discs: accuracy (\d+)", text)],
                [math.floor(v["summary"][side]["accuracy"] + 0.5) for v in found
                 for side in ("black", "white")], "accuracy")
    check.equal([int(n) for n in re.findall(r"  +(\d+) %(?:  [?!]+.*|  missed .*)?$", text, re.M)],
                [math.floor(100 * p["chance"] + 0.5) for v in found for p in v["plies"]], "chances")
    exact = [v["summary"][side]["accuracy"] for v in found for side in ("black", "white")]
    given = [(v["summary"][side]["accuracy"],
              100 * 0.75 ** (sum(min(p["loss"], 16) for p in v["plies"]
                                 if p["side"] == side and not p["forced"]) /
                             max(1, sum(p["side"] == side and not p["forced"] for p in v["plies"]))))
             for v in found for side in ("black", "white")]
    check.that(len(exact) > 30 and all(abs(a - b) < 0.00051 for a, b in given),
               "accuracy has three decimals", given)


def test_explain(folder):
    picture = os.path.join(folder, "a.svg")
    done = run("explain", "h7", GAME[:76], "--svg", picture)
    check.that("h4 is the best move of Black here: -12 exactly. h7: -14 exactly, which costs 2"
               in done.stdout and "the corner h8" in done.stdout, "explain in words", done.stdout)
    svg = xml.dom.minidom.parse(picture)
    texts = ["".join(c.data for c in t.childNodes) for t in svg.getElementsByTagName("text")]
    check.that("=-12" in texts and "=-14" in texts, "explain as a picture", texts)
    value = json.loads(run("explain", "h7", GAME[:76], "--json").stdout)
    check.equal([s["text"] for s in value["sentences"]], done.stdout.splitlines()[1:],
                "text and JSON say the same")
    check.equal(value["loss"], 2, "with the loss")
    # Moves that are the same by symmetry are one: alone, and against the others.
    for words in (["f5", "start"], ["d3"], ["f4", "f5f6e6"], ["d6", "f5f6e6"]):
        value = json.loads(run("explain", *words, "--json").stdout)
        check.that(value["worse"] is None and value["loss"] == 0, "images of the one move", value)
        check.that("the same by symmetry" in run("explain", *words).stdout, "and in words", words)
    for move, image in (("d2", "b4"), ("b4", "d2"), ("f2", "b6"), ("b6", "f2"), ("f6", "f6")):
        value = json.loads(run("explain", move, "f5d6c5f4e3c3e6", "--depth", "6", "--json").stdout)
        moves = [value["better"]["move"], value["worse"]["move"]]
        moves.remove(move)
        check.that(moves[0] != image, "no image beside its move", value)
    for words, part in ((["i9", GAME[:20]], "expected a square"), (["a1", GAME[:20]], "no flip"),
                        (["d3", "f5f5"], "column")):
        done = run("explain", *words, code=65)
        check.that(part in done.stderr and done.stderr.count("\n") == 1, part, done.stderr)


with tempfile.TemporaryDirectory() as scratch:
    test_forms(scratch)
    test_names(scratch)
    test_moves()
    test_turning()
    test_komi()
    test_nothing(scratch)
    test_standard_output()
    test_folder(scratch)
    test_journal_without_room(scratch)
    test_kills(scratch)
    test_bad_lines()
    test_rounding(scratch)
    test_explain(scratch)
check.end()
