#!/usr/bin/env python3
"""Working books among other processes, links, logs of other books and commands that fail.

    test_places.py OUTFLANK WRITER

A command that fails leaves every book as it was, and takes away only what it made itself. A log is
never taken for that of another book.
"""
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "..", "cli")]
import tap  # noqa: E402
from bookfolder import WHOLE_GAME, as_nobody  # noqa: E402

PROGRAM, WRITER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
check = tap.Tap()
FOLDER = tempfile.mkdtemp(prefix="outflank-places-")
START = "---------------------------OX------XO--------------------------- X"
AFTER_F5 = "---------------------------OX------XXX-------------------------- O"


def at(name):
    return os.path.join(FOLDER, name)


def run(*arguments, text="", **options):
    done = subprocess.run([PROGRAM, "book", *arguments], input=text.encode(), timeout=600,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, **options)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def write(name, seed, first, count):
    subprocess.run([WRITER, at(name), str(seed), str(first), str(count)], check=True,
                   stdout=subprocess.DEVNULL, timeout=600)


def write_and_kill(name, seed, first, count):
    """What it wrote stays in the log."""
    writer = subprocess.Popen([WRITER, at(name), str(seed), str(first), "1000000"],
                              stdout=subprocess.PIPE)
    for _ in range(count):
        writer.stdout.readline()
    writer.send_signal(signal.SIGKILL)
    writer.wait()


def dump(name):
    return run("dump", at(name))[1]


def count(name):
    return sum(text.startswith("position\t") for text in dump(name).splitlines())


def line(board, low, high, depth=""):
    own = ["0", "f5" if board == START else "f6", str(depth), "87", "own", "1"] if depth else [""] * 6
    return "\t".join(["position", board, *own, *[""] * 7, str(low), str(high), "0"] + [""] * 4) + "\n"


def load(name, text):
    code, _, error = run("load", at(name), text=text)
    if code:
        raise RuntimeError(error)


def files(prefix):
    return sorted(name for name in os.listdir(FOLDER) if name.startswith(prefix))


def test_two_processes():
    """One makes a book and fails; meanwhile another has filled it."""
    os.mkfifo(at("fifo"))
    failing = subprocess.Popen([PROGRAM, "book", "load", at("two"), at("fifo")],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(at("fifo"), "w", encoding="ascii") as fifo:
        # The load has begun its transaction: another one waits for it, and fills the book after.
        for _ in range(500):
            if os.path.exists(at("two-wal")):
                break
            time.sleep(0.02)
        other = subprocess.Popen([PROGRAM, "book", "load", at("two")], stdin=subprocess.PIPE,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        other.stdin.write(line(START, -64, 64, 8).encode())
        other.stdin.close()
        fifo.write("nonsense\n")
    check.equal((failing.wait(), other.wait()), (65, 0), "one of two writers of a new book fails")
    check.equal(count("two"), 1, "what the other one wrote is there")


def test_many_make_one():
    """Several commands make one book at once: each waits for the others."""
    for round_ in range(25):
        makers = [subprocess.Popen([PROGRAM, "book", "load", at(f"many{round_}")], stdin=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for _ in range(4)]
        for i, maker in enumerate(makers):
            maker.stdin.write(b"nonsense\n" if i == 3 else line(START, -64, 64, 8 + i).encode())
            maker.stdin.close()
        errors = [maker.stderr.read() for maker in makers]
        ends = [maker.wait() for maker in makers]
        if ends != [0, 0, 0, 65] or count(f"many{round_}") != 1:
            check.that(False, f"round {round_}: three loads succeed", (ends, errors))
            return
    check.that(True, "25 times three loads of four into a new book succeed")


def test_readers_wait():
    """Who reads a book that another process is just making waits for it."""
    for round_ in range(15):
        name = at(f"fresh{round_}")
        maker = subprocess.Popen([PROGRAM, "book", "load", name], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        maker.stdin.write(line(START, -64, 64, 8).encode())
        maker.stdin.close()
        while not os.path.exists(name):
            pass
        ends = [run(*words) for words in (("show", name, "start"), ("stats", name), ("merge", at("into"), name))]
        if maker.wait() or any(code > 1 or error for code, _, error in ends):
            check.that(False, f"round {round_}: readers wait for a new book", ends)
            return
    check.that(True, "readers of a new book wait until it is one, 15 times")
    with open(at("blank"), "wb"):
        pass
    begin = time.monotonic()
    code, _, error = run("show", at("blank"), "start")
    check.that(code == 65 and error.count("\n") == 1 and time.monotonic() - begin < 30,
               "what nobody makes a book of is refused", (code, error))


def test_prune_waits():
    """What is committed while a pruning begins is pruned, too, not written over."""
    write("prune", 1, 0, 200)
    before = dump("prune")
    deeper = "".join("\t".join([*fields[:4], "30", *fields[5:18], "", "", "", ""]) + "\n"
                     for fields in (text.split("\t") for text in before.splitlines())
                     if fields[0] == "position" and fields[2])
    os.mkfifo(at("slow"))
    loader = subprocess.Popen([PROGRAM, "book", "load", at("prune"), at("slow")],
                              stdout=subprocess.DEVNULL)
    with open(at("slow"), "w", encoding="ascii") as slow:
        slow.write(deeper)
        slow.flush()
        pruner = subprocess.Popen([PROGRAM, "book", "prune", at("prune")], stdout=subprocess.DEVNULL)
        try:
            pruner.wait(1)
        except subprocess.TimeoutExpired:
            pass
    check.equal((loader.wait(), pruner.wait()), (0, 0), "a load and a prune at the same time")
    depths = {text.split("\t")[4] for text in dump("prune").splitlines() if text[0] == "p"} - {""}
    check.equal(depths, {"30"}, "the pruning keeps what the load brought")


def test_contradiction():
    """A packed book says what the book disproves, at its end, or through a child."""
    for name, text in (("same", line(START, -64, 0)), ("child", line(AFTER_F5, 0, 0, 8))):
        load(f"{name}-false", line(START, 10, 64, 4) + line(AFTER_F5, -64, 64, 6))
        load(name, text)
        before = dump(name)
        check.equal(run("pack", at(f"{name}-false"), at(f"{name}.pk"))[0], 0, f"{name}: packs")
        code, _, error = run("unpack", at(f"{name}.pk"), at(name))
        check.that(code == 65 and "at least 10" in error or "contradict" in error,
                   f"{name}: unpacking is refused", (code, error))
        check.equal(dump(name), before, f"{name}: the book stays as it was")
        check.equal(run("check", at(name))[0], 0, f"{name}: it is whole")
        check.equal(run("unpack", at(f"{name}.pk"), at(f"{name}-new"))[0], 0, f"{name}: a new book")


def test_fix_contradiction():
    """A book that was left stale with a contradiction: the proof above gives way."""
    load("stale", line(AFTER_F5, 0, 0, 8))
    load("other", line(START, 10, 64, 4))
    script = """
import sqlite3, sys
rows = sqlite3.connect(sys.argv[1]).execute("SELECT * FROM position WHERE empties = 60").fetchall()
book = sqlite3.connect(sys.argv[2])
book.execute("INSERT INTO position VALUES(" + ",".join("?" * len(rows[0])) + ")", rows[0])
book.execute("INSERT INTO meta VALUES('_stale', '1')")
book.commit()
"""
    subprocess.run([sys.executable, "-c", script, at("other"), at("stale")], check=True)
    code, out, error = run("fix", at("stale"))
    check.that(code == 0 and "1 records contradict others" in out, "fix takes a false proof back",
               (code, out, error))
    check.equal(run("check", at("stale"))[0], 0, "then the book is whole")
    check.equal(count("stale"), 2, "both positions are in it")


def test_links():
    """The log of a book lies beside the file that a link names."""
    os.mkdir(at("d"))
    write_and_kill("d/real", 2, 0, 30)
    n = count("d/real")
    write_and_kill("d/real", 2, 1000, 30)
    with open(at("d/real-wal"), "r+b") as log:
        log.seek(30000)
        log.write(b"\xff\x00\xff")
    for end in ("", "-wal"):
        shutil.copy(at("d/real" + end), at("d/copy" + end))
    os.symlink("d/real", at("link"))
    code, _, error = run("stats", at("link"))
    check.that(code == 65 and "d/real-wal" in error, "a damaged log is seen through a link", error)
    code, out, error = run("fix", at("link"))
    check.that(code == 0 and "d/real.damaged" in out, "and the book mended", (out, error))
    check.that(os.path.islink(at("link")) and os.path.exists(at("d/real.damaged")),
               "where it is; the link stays")
    check.that(count("link") >= n, "with its positions")
    os.symlink("nowhere", at("dangling"))
    check.equal(run("load", at("dangling"), text="nonsense\n")[0], 65, "nonsense through a link")
    check.equal((os.path.islink(at("dangling")), files("nowhere")), (True, []),
                "leaves the link, and no book")
    load("dangling", line(START, -64, 64, 8))
    check.equal((os.path.islink(at("dangling")), files("nowhere")), (True, ["nowhere"]),
                "a book is made where the link says")
    os.symlink("circle", at("circle"))
    check.equal(run("stats", at("circle"))[0], 66, "a link to itself is refused")


def test_foreign_log():
    """A log beside a book that it is not of."""
    write("backup", 3, 0, 20)
    write("other", 4, 0, 20)
    shutil.copy(at("backup"), at("book"))
    write("book", 3, 20, 20)      # the log is carried into the book
    write_and_kill("book", 3, 100, 20)
    newer = at("newer")
    shutil.copy(at("book"), newer)
    shutil.copy(at("book-wal"), newer + "-wal")
    code, out, error = run("fix", newer)
    check.that(code == 0 and "damaged" not in out, "a log fits the book it was written for",
               (code, out, error))
    for name in ("backup", "other"):
        shutil.copy(at(name), at("mixed"))
        shutil.copy(at("book-wal"), at("mixed-wal"))
        code, _, error = run("stats", at("mixed"))
        check.that(code == 65 and "of another book" in error, f"{name}: the log is not taken", error)
        with open(at("mixed"), "rb") as mixed, open(at(name), "rb") as source:
            check.that(mixed.read() == source.read(), f"{name}: nothing was changed")
        check.equal(run("fix", at("mixed"))[0], 0, f"{name}: fix saves both")
        check.that(count("mixed") > count(name), f"{name}: with the positions of both",
                   (count("mixed"), count(name)))
        check.equal(run("check", at("mixed"))[0], 0, f"{name}: the mended book is whole")
        for name in files("mixed"):
            os.remove(at(name))
    # Both went on from the same state.
    shutil.copy(at("backup"), at("left"))
    shutil.copy(at("backup"), at("right"))
    write("right", 5, 0, 3)
    write_and_kill("left", 6, 0, 20)
    shutil.copy(at("right"), at("left"))
    code, _, error = run("stats", at("left"))
    check.that(code == 65 and "of another book" in error, "nor that of a copy which went another way", error)
    # A log without its book.
    for name, remains in (("gone", False), ("cut", True)):
        write_and_kill(name, 7, 0, 20)
        if remains:
            os.truncate(at(name), 0)
        else:
            os.remove(at(name))
        code, _, error = run("load", at(name), text=line(START, -64, 64, 8))
        check.that(code and "a log lies beside it" in error, f"{name}: the log stays", error)
        code, out, error = run("fix", at(name))
        check.that(code == 0 and count(name) > 10, f"{name}: fix takes it", (out, error))
    # An older book, after its log had been carried into a newer one.
    shutil.copy(at("newer"), at("carried"))
    run("stats", at("carried"))
    write("carried", 3, 500, 5)
    shutil.copy(at("carried"), at("late"))
    shutil.copy(at("book-wal"), at("late-wal"))
    check.equal(run("stats", at("late"))[0], 65, "an old log beside a newer book is not taken")


def test_nothing_left():
    """Commands that fail leave no book behind."""
    bad = at("bad")
    with open(bad, "w", encoding="ascii") as file:
        file.write("nonsense\n")
    for arguments, text in ((["load", at("new")], "nonsense\n"), (["merge", at("new"), bad], ""),
                            (["import", at("new"), bad], ""), (["unpack", bad, at("new")], ""),
                            (["grow", at("new"), "--weights", at("absent")], ""),
                            (["learn", at("new"), "-"], "f5d6c3\nf5d6z9\n"), (["learn", at("new"), "-"], START),
                            (["take", at("new")], "nonsense\n"), (["subtree", bad, at("new")], "")):
        code, _, error = run(*arguments, text=text)
        check.that(code and error.count("\n") >= 1, f"{arguments[0]} of nonsense fails", (code, error))
        check.equal(files("new"), [], f"{arguments[0]} leaves no file")


def full_disk():
    """No file may grow beyond what a reader of a working book needs."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40000, 40000))


def test_system_fails():
    """A busy book and a full disk are told of once, with 74, and nothing is said to be done."""
    load("busy", line(START, -64, 64, 8))
    tasks = run("tasks", at("busy"), "--depth", "4", "-n", "1")[1]
    answers = subprocess.run([PROGRAM, "book", "answer"], input=tasks, stdout=subprocess.PIPE, text=True,
                             timeout=600, check=True).stdout
    holder = sqlite3.connect(at("busy"), isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    code, out, error = run("take", at("busy"), text=answers)
    check.that(code == 74 and "0 answers taken" in out and " 0 lines refused" in out and
               error.count("\n") == 1 and "another process" in error, "take: busy", (code, out, error))
    holder.execute("ROLLBACK")
    holder.close()
    check.that(run("take", at("busy"), text=answers)[0] == 0, "take: and later")
    write("many", 12, 0, 3000)
    code, out, error = run("load", at("full"), text=dump("many"), preexec_fn=full_disk)
    check.that(code == 74 and not out and error.count("\n") == 1 and not files("full"),
               "load: a full disk", (code, out, error))
    before = dump("many")
    code, out, error = run("learn", at("many"), "-", "--plies", "60", text=WHOLE_GAME + "\n",
                           preexec_fn=full_disk)
    check.that(code == 74 and not out and error.count("\n") == 1 and dump("many") == before,
               "learn: a full disk", (code, out, error))


def test_fix_of_strangers():
    """fix takes nothing for a book that is none."""
    other = sqlite3.connect(at("places"))
    other.execute("CREATE TABLE place(name TEXT)")
    other.execute("INSERT INTO place VALUES('a')")
    other.commit()
    other.close()
    with open(at("head"), "wb") as file:
        file.write(b"SQLite format 3\0")
    for name in ("places", "head"):
        with open(at(name), "rb") as file:
            before = file.read()
        code, out, error = run("fix", at(name))
        with open(at(name), "rb") as file:
            check.that(code == 65 and not out and error.count("\n") == 1 and file.read() == before and
                       files(name) == [name], f"fix: {name} stays as it is", (code, out, error))
    load("hurt", line(START, -64, 64, 8))
    with open(at("hurt"), "r+b") as file:
        file.seek(5000)
        file.write(b"\xff")
    os.symlink("void", at("hurt.fixed"))
    code, out, error = run("fix", at("hurt"))
    check.that(code == 0 and not os.path.islink(at("hurt")) and count("hurt") == 1 and
               not files("void"), "fix: a link in its way goes", (code, out, error))


def test_outputs():
    """pack and export write over what is of their kind, and over nothing else."""
    write("source", 11, 0, 3000)
    load("precious", line(START, -64, 64, 8))
    with open(at("game.ggf"), "w", encoding="ascii") as file:
        file.write("(;GM[Othello]PB[a]PW[b])\n")
    os.mkdir(at("folder"))
    formats = {"pack": [], "edax": ["--format", "edax"], "egbk2": ["--format", "egbk2"],
               "egbk3": ["--format", "egbk3"]}

    def make(kind, path, **options):
        return run("pack" if kind == "pack" else "export", *formats[kind], at("source"), path, **options)

    for kind in formats:
        for name in ("new", "empty"):
            if name == "empty":
                with open(at(f"empty.{kind}"), "wb"):
                    pass
            codes = [make(kind, at(f"{name}.{kind}"))[0] for _ in range(2)]
            check.equal(codes, [0, 0], f"{kind}: a file, {name} and then of its kind, is replaced")
    for kind in formats:
        others = [at(f"new.{other}") for other in formats if other != kind]
        for path in [at("precious"), at("game.ggf"), *others]:
            with open(path, "rb") as file:
                before = file.read()
            code, out, error = make(kind, path)
            with open(path, "rb") as file:
                check.that(code == 73 and not out and error.count("\n") == 1 and "remove it first" in error and
                           file.read() == before, f"{kind}: {os.path.basename(path)} is no output", (code, error))
        for path, part in ((at("folder"), "directory"), ("/dev/full", "regular"), (at("no/x"), "No such"),
                           ("-", "standard output"), ("shipped", "built in")):
            code, out, error = make(kind, path, cwd=FOLDER)
            check.that(code == 73 and not out and error.count("\n") == 1 and part in error,
                       f"{kind}: {os.path.basename(path)} cannot be made", (code, out, error))
        code, out, error = make(kind, at("overfull"), preexec_fn=full_disk)
        check.that(code == 74 and not out and ("cannot write" in error or "no room" in error), f"{kind}: a full disk", (code, out, error))
    check.equal(count("precious"), 1, "the working book is whole")
    check.equal(files("overfull") + files("-") + files("shipped") + files(".outflank"), [], "no file is left over")


def test_rights():
    """What may not be read or written is told as such, by user 65534."""
    if os.geteuid() != 0:
        check.skip("rights", "only root can be another user")
        return
    nobody = as_nobody(PROGRAM, FOLDER)
    os.mkdir(at("locked"))
    write("locked/book", 12, 0, 20)
    check.equal(run("pack", at("locked/book"), at("locked/packed"))[0], 0, "a packed book")
    for name, writes, text in (("book", (["load"], ["prune"], ["grow"]), line(START, -64, 64, 8)),
                               ("packed", (), "")):
        path = at(f"locked/{name}")
        os.chmod(path, 0o444)
        check.equal(run("stats", path, **nobody)[0], 0, f"{name}: read where nothing may be written")
        for words in writes:
            code, out, error = run(*words, path, text=text, **nobody)
            check.that(code == 73 and not out and "may not be written" in error, f"{words[0]} into it is refused",
                       (code, out, error))
        os.chmod(path, 0)
        for words in (["stats"], ["check"], ["dump"]):
            code, out, error = run(*words, path, **nobody)
            check.that(code == 65 and not out and error.endswith("Permission denied\n"),
                       f"{name}: {words[0]} says that it may not be read", (code, out, error))
    for words in (["pack", at("source")], ["export", "--format", "edax", at("source")]):
        code, out, error = run(*words, at("locked/new"), **nobody)
        check.that(code in (65, 73) and not out and "Permission denied" in error, f"{words[0]} into it", (code, error))
    os.chmod(at("locked/book"), 0o444)
    write_and_kill("locked/log", 13, 0, 20)
    os.remove(at("locked/log-shm"))
    code, _, error = run("stats", at("locked/log"), **nobody)
    check.that(code == 65 and "a log lies beside" in error, "a log that is there is told", (code, error))
    os.chmod(FOLDER, 0o700)


def test_words():
    load("words", line(START, -64, 64, 8))
    code, out, _ = run("tasks", at("words/x"))
    check.that(code and not out, "a file in a file is no new book", (code, out))
    code, _, error = run("pack", at("words"), at("words.pk"), "--note", "x" * 600)
    check.that(code == 64 and "511" in error and not files("words.pk"), "a long note is refused", error)
    code, _, error = run("pack", at("words"), at("words.pk"), "--note", "a\x1b[1mb")
    check.that(code == 64 and "\x1b" not in error, "so are control characters", error)
    check.equal(run("pack", at("words"), at("words.pk"), "--note", "x" * 511)[0], 0, "511 are taken")


try:
    test_nothing_left()
    test_two_processes()
    test_many_make_one()
    test_readers_wait()
    test_prune_waits()
    test_contradiction()
    test_fix_contradiction()
    test_links()
    test_foreign_log()
    test_system_fails()
    test_fix_of_strangers()
    test_outputs()
    test_rights()
    test_words()
finally:
    shutil.rmtree(FOLDER, ignore_errors=True)
check.end()
