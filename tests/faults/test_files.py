#!/usr/bin/env python3
"""Files that say how an engine is run, or what it said: options (--config), records of sessions
(--log, replay), tournaments (match -config), problems of Edax's -solve. Any bytes: one clear
sentence or the right thing; and a record of any session replays without a difference.

    test_files.py OUTFLANK [--slow] [config] [replay] [record] [tournament] [problems]
"""
import os
import re
import tempfile

import driver
import model
from driver import IS_SLOW, PROGRAM, START, run

check = driver.tap.Tap()
rng = driver.seed_random()
N = 300 if IS_SLOW else 5
FOLDER = tempfile.TemporaryDirectory()
PATH = os.path.join(FOLDER.name, "file")
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
REFUSALS = (64, 65, 66)


def write(data):
    with open(PATH, "wb") as file:
        file.write(data)


def faults_of(done, is_refused):
    """What is wrong with how it ended: a refusal is sentences on stderr alone."""
    out, errors = done.output().decode("utf-8", "backslashreplace"), done.errors()
    lines = errors.splitlines()
    if CONTROL.search(out + errors):
        return "control bytes"
    if not all(line.startswith("outflank: ") for line in lines):
        return "other things on stderr"
    if is_refused and (len(lines) != 1 or out):
        return "a refusal is one sentence"
    return ""


def tell(wrong, name, n_refused):
    for text in wrong[:3]:
        driver.note(text)
    check.that(not wrong, f"{name}: {N} files, {n_refused} refused", f"{len(wrong)} wrong")


def attempt(name, content, codes, *words, **more):
    """Runs it with the file; "" or what was wrong. The exit code comes with it."""
    write(content)
    done = run(*words, cwd=FOLDER.name, **more)
    fault = "" if done.code in codes else f"exit {done.code}"
    fault = fault or faults_of(done, done.code in REFUSALS)
    if not fault:
        return "", done
    return f"{name}: {fault}: {content!r}: {done.output()[-300:]!r} {done.errors()[:300]!r}", done


# ---- results ----

def test_results():
    """The result of a record is not that of the game before its end, or of another game."""
    path = os.path.join(FOLDER.name, "game.sgf")
    with open(path, "w", encoding="ascii") as file:
        file.write("(;GM[2]SZ[8]RE[B+64];B[ef];W[fd];B[ec];W[ff];B[ge];W[df];B[eg];W[fe];B[ce])")
    for words, lines in ((("gtp",), f"loadsgf {path} 4\nx-ggf\nloadsgf {path}\nundo\nx-ggf\n"),
                         (("console",), f"mode none\nload {path}\nundo\nggf\n")):
        out = run(*words, "--allow-files", data=lines.encode()).output().decode()
        check.that("RE[?]" in out and "RE[+64" not in out, f"{words[0]}: no result of another game", out)


# ---- options ----

def test_config():
    text = run("gtp", "--print-config").output().decode()
    rows = [line.lstrip("#") for line in text.split("\n")
            if " = " in line and not line.startswith(("# ", "#hash", "#threads"))]
    wrong, n_refused = [], 0
    for _ in range(N):
        lines = rng.sample(rows, 4) + [rng.choice(("", "# remark", "hash=1", "name", "[engine]", "level = 3"))]
        rng.shuffle(lines)
        text = rng.choice(("\n", "\r\n")).join(lines) + "\n"
        data = driver.damage(rng, text) if rng.random() < 0.8 else text.encode()
        fault, done = attempt("config", data, (0, *REFUSALS), "gtp", "--config", PATH, data=b"name\nquit\n")
        if done.code == 0 and done.output() != b"= Outflank\n\n=\n\n":
            fault = f"{data!r}: {done.output()!r}"
        wrong += [fault] if fault else []
        n_refused += done.code != 0
    tell(wrong, "P19 options", n_refused)


# ---- records ----

RECORD = f"""# outflank
! args gtp --level 1 --hash 1
> 1 name
< =1 Outflank
<\x20
> x-setboard {START} X
< =
<\x20
~ = [a-h][1-8]
> a\\x1bb
"""


def test_replay():
    """Engines that echo, end, or talk without end; and the one that the record names."""
    engines = (("cat",), ("true",), ("yes",), ("sh", "-c", "exec cat >/dev/null"), (PROGRAM, "gtp", "--hash", "1"),
               ("/nowhere/x",), ())
    wrong, n_refused = [], 0
    for _ in range(N):
        data = driver.damage(rng, RECORD)
        fault, done = attempt("replay", data, (0, 1, 71, *REFUSALS), "replay", "--timeout", "0.2",
                              *rng.choice(((), ("-q",), ("--json",))), PATH, *rng.choice(engines))
        wrong += [fault] if fault else []
        n_refused += done.code in REFUSALS
    tell(wrong, "P19 replay", n_refused)


def session():
    """Lines of a protocol, damaged, that end by themselves; and the words that start it."""
    board = model.random_game(rng, rng.randrange(60)).text()
    lines = rng.choice((
        ("gtp", ["play b f5", "1 showboard", f"x-setboard {board}", "undo", "name", "final_score", "komi 6.5"]),
        ("nboard", ["nboard 2", "move F5", "ping 3", "set contempt 5", "xyzzy", "move PA"]),
        ("edax", [f"setboard {board}", "f5", "undo", "verbose 1", "play d6", "xyzzy", "ps", "verbose 0"]),
        ("console", ["f5", f"setboard {board}", "undo", "board", "score", "help", "xyzzy"]),
        ("uci", ["uci", "position startpos moves P@f4", "isready", "d", "xyzzy", "setoption name Level value 1"]),
        ("cassio", ["ENGINE-PROTOCOL init", "ENGINE-PROTOCOL get-version", "", "ENGINE-PROTOCOL xyzzy"])))
    piece = driver.damage(rng, "\n".join(rng.choices(lines[1], k=5)) + "\n")
    words = {"edax": ("edax", "-q", "-n", "1", "-h", "12"), "console": ("console", "--hash", "1", "--level", "1")}
    is_odd = re.search(rb"go|hint|solve|think|analy|mode|auto|open|time|repeat|protocol_|nboard 1", piece, re.I)
    return words.get(lines[0], (lines[0], "--hash", "1")), b"" if is_odd else piece


def test_record():
    """Whatever was said, the record of it replays without a difference."""
    wrong = []
    for _ in range(N):
        words, piece = session()
        log = ("-log" if words[0] == "edax" else "--log", PATH)
        data = piece + b"\nquit\n"
        logged = run(*words, *log, cwd=FOLDER.name, data=data)
        done = run("replay", "--timeout", "110", PATH, cwd=FOLDER.name)
        if logged.code != 0 or done.code != 0:
            wrong.append(f"{words}: {data!r}: exit {logged.code}, {done.code}: {done.output()[-300:]!r} "
                         f"{done.errors()[:300]!r}")
    tell(wrong, "P19 records", 0)


# ---- tournaments and problems ----

TOURNAMENT = """# all
[match]
rounds = 1
openings = random=4 order=random
event = "Cup 日本"
[engine a b]
proto = self
depth = 1
option.hash = 2
[each]
st = 1
timemargin = 20
name = %s
"""


def test_tournament():
    """Read to its end; then the last option is refused, and no game is played."""
    wrong, n_read = [], 0
    for _ in range(N):
        data = driver.damage(rng, TOURNAMENT)
        fault, done = attempt("tournament", data, (64,), "match", "-config", PATH, "-rounds", "x")
        wrong += [fault] if fault else []
        n_read += "-rounds" in done.errors() or "'x'" in done.errors()
    tell(wrong, "P19 tournaments", N - n_read)


def test_problems():
    wrong, n_refused = [], 0
    for _ in range(N):
        text = ""
        for game in (model.random_game(rng, rng.randrange(50, 61)) for _ in range(3)):
            scores = "".join(f" {model.name(move)}:{rng.randrange(-64, 65):+d};" for move in game.legal()[:2])
            text += f"{game.text()};{rng.choice(('', scores))}\n"
        data = driver.damage(rng, text) if rng.random() < 0.8 else text.encode()
        write(data)
        done = run("edax", *rng.choice((("-q",), ("-vv",), ("-verbose", "1"))), "-l", "1", "-n", "1", "-h", "12", "-solve", PATH)
        fault = faults_of(done, False)
        if fault or done.code not in (0, 64, 65):
            wrong.append(f"{fault}: exit {done.code}: {data!r}: {done.output()[-300:]!r} {done.errors()[:300]!r}")
        n_refused += done.code != 0
    tell(wrong, "P19 problems", n_refused)


driver.run_all(check, test_results, test_config, test_replay, test_record, test_tournament, test_problems)
FOLDER.cleanup()
