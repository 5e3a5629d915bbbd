#!/usr/bin/env python3
"""outflank book grow, tasks, answer, take: ends, signals, lines in any order, workers that die.

    test_growing.py OUTFLANK SOURCE_ROOT
"""
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402
from bookfolder import BookFolder, WHOLE_GAME  # noqa: E402
from foreign_books import edax, make_book  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
check = tap.Tap()
books = BookFolder(PROGRAM, "growing")
run, at = books.run, books.at
SEED = int(os.environ.get("OUTFLANK_SEED", "36"))
print(f"# seed {SEED}")
LOT = random.Random(SEED)
SHALLOW = ["--depth", "2", "--exact", "0", "--least-empties", "46"]
SEARCH = ["--hash", "1"]
ONE = [*SEARCH, "-t", "1"]  # what is there at a given count of positions repeats


def dump(name):
    code, text, error = run("dump", at(name))
    if code:
        check.that(False, f"dump {name}", error)
    return text


def positions(name):
    return dump(name).count("\nposition\t")


def test_grow():
    code, text, error = run("grow", at("a"), *SHALLOW, *SEARCH, "--positions", "60", "-t", "2")
    check.that(code == 0 and not error and "the positions are there" in text, "60 positions",
               text + error)
    check.equal(positions("a"), 60, "as many are in the book")
    before = dump("a")
    code, text, _ = run("grow", at("a"), *SHALLOW, *ONE, "--positions", "60")
    check.that(code == 0 and " 0 searches" in text and dump("a") == before,
               "once more changes nothing", text)
    code, text, _ = run("grow", at("small"), "--depth", "3", "--exact", "0", "--least-empties", "57",
                        *ONE)
    check.that(code == 0 and "19 positions" in text and "nothing is left" in text,
               "all positions of three plies", text)
    with open(at("won"), "w", encoding="utf-8") as file:
        file.write(WHOLE_GAME + "\n")
    run("learn", at("learned"), at("won"), "--plies", "12")
    before = positions("learned")
    code, text, error = run("grow", at("learned"), *SHALLOW, *ONE, "--positions", "8")
    searched = [line.split("\t") for line in dump("learned").splitlines()
                if line.startswith("position\t")]
    check.that(code == 0 and before > 8 and sum(bool(f[2] or f[8]) for f in searched) == 8,
               "positions of games count when they are searched", (before, text, error))
    with open(at("roots"), "w", encoding="utf-8") as file:
        file.write("# two openings\nf5d6c3d3c4\nf5f6e6f4\n")
    # With two threads, a root whose search is slow may come after the twentieth position.
    code, text, _ = run("grow", at("rooted"), "--depth", "2", "--exact", "0", *ONE,
                        "--from", at("roots"), "--positions", "20")
    check.equal(code, 0, "a book from positions")
    check.equal([run("show", at("rooted"), moves)[0] for moves in ("start", "f5d6c3d3c4", "f5f6e6f4")],
                [1, 0, 0], "has them and not the start")


def test_again():
    """enhance and fill end, and do nothing the second time."""
    # One thread: the positions are the same in every run, and six lie between two of them.
    run("grow", at("again"), *SHALLOW, *ONE, "--positions", "100")
    for command, words in (("enhance", ["--depth", "3", "--exact", "0"]), ("fill", SHALLOW)):
        code, text, error = run(command, at("again"), *words, *SEARCH, limit=240)
        check.that(code == 0 and "nothing is left" in text and " 0 searches" not in text,
                   command, text + error)
        lines = run("tasks", at("again"), *words, "--for", command)
        check.that(lines[0] == 0 and not lines[1], f"no tasks are left to {command}", lines)
        code, text, error = run(command, at("again"), *words, *SEARCH)
        check.that(code == 0 and " 0 searches" in text, f"{command} once more", text + error)
    check.equal(run("enhance", at("nowhere"))[0], 66, "a book that is not there is not made")


def boards(name):
    return {line.split("\t")[1] for line in dump(name).splitlines() if line.startswith("position\t")}


def value(name, moves):
    found = re.search(r"^value +(\S+)", run("show", at(name), moves)[1], re.M)
    return found.group(1) if found else None


def test_smaller():
    """prune and subtree: values stay, and what went is not asked for again."""
    run("grow", at("wide"), *SHALLOW, *ONE, "--positions", "100", "--omega", "0.2")
    run("merge", at("pruned"), at("wide"))
    before = boards("wide")
    limits = ["--error", "3", "--least-empties", "52"]
    code, text, error = run("prune", at("pruned"), *limits)
    after = boards("pruned")
    check.that(code == 0 and f"{len(after)} positions kept, {len(before - after)} removed" in text,
               "prune removes", text + error)
    check.that(10 < len(after) < len(before) and after < before, f"{len(after)} of {len(before)} stay")
    check.that(" 0 removed" in run("prune", at("pruned"), *limits)[1], "once more removes nothing")
    lines = [m for m in ("start", "f5", "f5d6", "f5f6", "f5f4", "f5d6c3", "f5d6c5", "f5f6e6")
             if value("pruned", m)]
    check.that(len(lines) > 3, f"{len(lines)} lines stay")
    check.equal([value("pruned", m) for m in lines], [value("wide", m) for m in lines],
                "values stay")
    asked = run("tasks", at("pruned"), *SHALLOW[:4], *limits)[1]
    asked = {b[:64] + " X" for b in re.findall(r"board=(\S+) without=-", asked)}
    check.equal(asked & (before - after), set(), "grow does not bring them back")
    with open(at("below"), "w", encoding="utf-8") as file:
        file.write("f5d6\n")
    code, text, error = run("subtree", at("wide"), at("branch"), "--from", at("below"))
    branch = boards("branch")
    check.that(code == 0 and 1 < len(branch) < len(before) and branch < before, "subtree",
               text + error)
    check.equal(value("branch", "f5d6"), value("wide", "f5d6"), "has its values")
    check.equal(run("show", at("branch"), "start")[0], 1, "and not the start")
    check.equal(boards("wide"), before, "the book stays as it is")
    for name in ("pruned", "branch"):
        check.equal(run("check", at(name))[0] if HAS_CHECK else 0, 0, f"{name}: no fault")


def test_smaller_of_others():
    """Values of other programs stay theirs when the positions behind them go."""
    with open(at("others.dat"), "wb") as file:
        file.write(edax(make_book(random.Random(5))))
    run("import", at("others"), at("others.dat"))
    before = [line.split("\t") for line in dump("others").splitlines() if line.startswith("position\t")]
    for n, command in enumerate((["prune", at("others")], ["subtree", at("others"), at("fewer")])):
        name = ("others", "fewer")[n]
        run(*command, "--least-empties", str(58 - n))
        rows = [line.split("\t") for line in dump(name).splitlines() if line.startswith("position\t")]
        check.that(2 < len(rows) < len(before), f"{command[0]}: some go", len(rows))
        check.equal([row for row in rows if "own" in (row[6], row[12])], [],
                    f"{command[0]} claims no searches of its own")
        check.equal([row[18] for row in rows], [old[18] for row in rows for old in before if old[1] == row[1]],
                    f"{command[0]}: values stay")


def test_exact():
    """Where the end is in reach the score is exact, and so are values above it."""
    line = "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2"
    with open(at("late"), "w", encoding="utf-8") as file:
        file.write(line + "\n")
    code, text, error = run("grow", at("end"), "--depth", "4", "--exact", "16", "--least-empties",
                            "8", "--error", "0", *ONE, "--from", at("late"))
    check.that(code == 0, "a book of the end", text + error)
    check.that("(exact)" in run("show", at("end"), line)[1], "its root is proved")


def test_stop():
    for number in (signal.SIGINT, signal.SIGTERM):
        with subprocess.Popen([PROGRAM, "book", "grow", at("stopped"), *SHALLOW, *ONE],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as grower:
            while not os.path.exists(at("stopped")):
                time.sleep(0.02)
            time.sleep(0.5)
            grower.send_signal(number)
            text, error = grower.communicate(timeout=600)
        # Before the handlers stand, a signal ends the program as usual.
        check.that(grower.returncode in (128 + number, -number), f"signal {number} ends it",
                   f"{grower.returncode} {text} {error}")
    check.equal(run("check", at("stopped"))[0] if HAS_CHECK else 0, 0, "and the book is whole")


def tasks(name, count):
    code, text, error = run("tasks", at(name), *SHALLOW, "--count", str(count))
    if code:
        check.that(False, f"tasks of {name}", error)
    return text


def test_short():
    """A time that is over before one search ends says so."""
    for words in ((), ("--json",)):
        code, out, err = run("grow", at("short"), "-q", "-s", "1", "-d", "40", "--threads", "1", *words)
        check.that(code == 0 and not err and "one search takes longer" in out, "grow: too little time", out)


def test_lines():
    """The same answers in one book by rounds, in others by lot, some twice."""
    answers = []
    for _ in range(9):
        lines = tasks("rounds", 12)
        code, text, error = run("answer", *SEARCH, text=lines)
        if code or text.count("\n") != lines.count("\n"):
            check.that(False, "a line for each", error)
        run("take", at("rounds"), text=text)
        answers += text.splitlines()
    check.that(len(answers) > 40, f"{len(answers)} answers")
    check.equal(len(set(answers)), len(answers), "no task is asked twice")
    for name in ("lot", "parts"):
        lines = answers + LOT.sample(answers, len(answers) // 2)
        LOT.shuffle(lines)
        size = len(lines) if name == "lot" else 7
        for first in range(0, len(lines), size):
            run("take", at(name), text="\n".join(lines[first:first + size]))
        check.equal(dump(name), dump("rounds"), f"{name}: the same book")
    code, text, _ = run("take", at("lot"), text="\n".join(answers))
    check.that(code == 0 and " 0 new" in text, "once more is nothing new", text)
    again = run("answer", *SEARCH, text=tasks("rounds", 5))[1]
    check.equal(run("answer", *SEARCH, text=tasks("rounds", 5))[1], again, "answers repeat")


def test_bad_lines():
    good = run("answer", *SEARCH, text=tasks("rounds", 3))[1].splitlines()
    before = dump("rounds")
    cut, changed = good[0][:-9], good[1].replace("depth=2", "depth=9")
    code, text, error = run("take", at("rounds"), text="\n".join([cut, changed, "\x1b[2J", "x" * 70000]))
    check.equal(code, 65, "bad lines make the exit status 65")
    check.that("0 answers taken" in text and "4 lines refused" in text, "none is taken", text)
    check.that(error.count("\n") == 4 and "\x1b" not in error, "a sentence for each", error)
    check.equal(dump("rounds"), before, "and nothing is changed")
    code, text, error = run("take", at("rounds"), text="\n".join([cut, *good]))
    check.that(code == 65 and "3 answers taken" in text and "stdin:1:" in error,
               "the others are taken", text + error)
    task = tasks("rounds", 1).strip()
    code, text, error = run("answer", *SEARCH, text=f"{task[:-1]}\n\n{task}\n{task.replace('X', 'O')}\n")
    check.that(code == 65 and text.count("\n") == 1 and error.count("\n") == 2,
               "answer refuses, and goes on", text + error)
    for words, what in ((["grow"], "a book"), (["grow", at("a"), "--error", "x"], "error"),
                        (["grow", at("a"), "--depth", "61"], "depth"),
                        (["grow", at("a"), "--from", at("nowhere")], "nowhere"),
                        (["answer", "--weights", at("nowhere")], "nowhere"),
                        (["take", at("a"), at("nowhere")], "nowhere")):
        code, text, error = run(*words)
        check.that(code != 0 and what in error and error.count("\n") == 1 and not text,
                   f"{' '.join(words[:1])}: one sentence about {what}", error)


def checksum(text):
    """base/checksum.h"""
    h = 0xCBF29CE484222325 ^ len(text)
    for i in range(0, len(text), 8):
        h ^= int.from_bytes(text[i:i + 8].encode().ljust(8, b"\0"), "little")
        h = h * 0x9E3779B97F4A7C15 & (1 << 64) - 1
        h ^= h >> 29
    return f"{h:016x}"


def test_lies():
    """Answers with a good checksum that cannot be: they are refused, the others taken."""
    good = run("answer", *SEARCH, text=tasks("rounds", 5))[1].splitlines()
    check.equal(checksum(good[0].split(" sum=")[0]), good[0].split("sum=")[1], "the checksum")
    lies = []
    for old, new in (("move=..", "move=a1"), ("score=\\S+", "score=64.01"), ("depth=2", "depth=61"),
                     ("without=\\S+", "without=a1"), ("confidence=\\S+", "confidence=101"),
                     ("board=\\S+", "board=" + "X" * 64 + "X"), ("board=\\S+", "board=" + "-" * 64 + "X")):
        lie = re.sub(old, new, good[0].split(" sum=")[0])
        lies.append(f"{lie} sum={checksum(lie)}")
    code, text, error = run("take", at("lies"), text="\n".join(lies + good))
    check.that(code == 65 and f"{len(lies)} lines refused" in text and "5 answers taken" in text,
               "what no search says", text + error)
    # Two that claim to be exact, of the start, which is no surprise to the checks of a line.
    start = "-" * 27 + "OX------XO" + "-" * 27 + "X"
    proved = f"answer id={'0' * 16} board={start} without=- move=d3 score=+4.00 depth=60 " \
             "confidence=100 network=00000000"
    other = re.sub("score=\\S+", "score=+2.00", proved)
    code, text, error = run("take", at("lies2"), text="\n".join(
        [f"{a} sum={checksum(a)}" for a in (proved, other)] + good))
    check.that(code == 0 and "7 answers taken" in text, "of two on one board the larger holds",
               text + error)
    proof = f"position\t{start[:64]} X" + "\t" * 14 + "-64\t2\t0\t\t\t-64\t64\n"
    check.equal(run("load", at("lies3"), text=proof)[0], 0, "a proof is loaded")
    code, text, error = run("take", at("lies3"), text="\n".join(
        [f"{a} sum={checksum(a)}" for a in (proved, other)] + good))
    check.that(code == 65 and "6 answers taken" in text and "1 lines refused" in text and
               "stdin:1:" in error, "one that contradicts a proof is refused alone", text + error)
    if HAS_CHECK:
        check.equal([run("check", at(n))[0] for n in ("lies", "lies2", "lies3")], [0, 0, 0],
                    "and the books are whole")


def test_parallel():
    """docs/growing.md, "Many machines": GNU parallel, and its workers are killed at random."""
    if not shutil.which("parallel") or "GNU" not in subprocess.run(
            ["parallel", "--version"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            check=False).stdout:
        return check.skip("GNU parallel answers tasks", "GNU parallel is not installed")
    environment = dict(os.environ, HOME=books.path)
    run("grow", at("spread"), *SHALLOW, *ONE, "--positions", "30")
    for _ in range(3):
        worker = f"{PROGRAM} book answer {' '.join(SEARCH)}"
        if LOT.random() < 0.5:  # a worker that dies before its last lines
            worker = f"timeout -s KILL 0.{LOT.randrange(1, 9)} {worker}"
        with open(at("jobs"), "w", encoding="utf-8") as file:
            file.write(tasks("spread", 40))
        done = subprocess.run(["parallel", "--will-cite", "-j", "2", "--pipe", "-N", "5", worker],
                              stdin=open(at("jobs"), encoding="utf-8"), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env=environment, text=True, timeout=600,
                              check=False)
        code, text, error = run("take", at("spread"), text=done.stdout)
        refused = int(re.search(r"(\d+) lines refused", text).group(1))
        check.that(code in (0, 65) and refused <= 8, "answers of those that lived are taken",
                   text + error)
    code, text, _ = run("take", at("spread"), text="")
    check.that(positions("spread") > 30, f"{positions('spread')} positions", text)
    if HAS_CHECK:
        check.equal(run("check", at("spread"))[0], 0, "and the book is whole")


HAS_CHECK = "\n  check " in run("--help")[1]
try:
    for test in (test_grow, test_again, test_smaller, test_smaller_of_others, test_exact, test_stop, test_lines, test_bad_lines, test_lies,
                 test_parallel, test_short):
        test()
finally:
    books.remove()
check.end()
