#!/usr/bin/env python3
"""End of input, outputs that close or are full, signals: P01-P05, P16, S01-S03.

    test_ends.py OUTFLANK [--slow]
"""
import os
import re
import signal
import subprocess
import tempfile
import time

import driver
from driver import Program, note, run

check = driver.tap.Tap()
START = driver.START
SETUP = f"set game (;GM[Othello]TY[8]BO[8 {START.replace('X', '*')} *];)"
# 20 empties and more: long enough to be interrupted, with one thread, at a level above 30.
LONG_GTP = ["genmove b"]
SOON_S = 30.0   # not a hang; a loaded machine with sanitizers takes its time
SOLVE_LONG = "------------O------OOX-----XOX----XXOO----XO-O------------------ X\n"
SOLVE_SHORT = "XXXXXXXOOXOOOOOOOOXXOXOXOXXXOOXXOXOOXXXXOOOXOXXXOOOOOOXXOOOOOOO- O;\n"


def ok_end(program, code, name, errors=""):
    """Exit status and stderr are as expected."""
    check.that(program.code == code and program.errors() == errors, name,
               f"exit {program.code}, expected {code}; stderr {program.errors()[:400]!r}")


# ---- P01, P16: end of input ----

def test_eof_idle():
    for command in ([], ["gtp"], ["nboard"]):
        name = " ".join(command) or "auto"
        done = run(*command)
        ok_end(done, 0, f"P01 {name}: EOF at once")
        check.equal(done.output(), b"", f"P01 {name}: and nothing is written")
    n = 500
    done = run("gtp", data="name\n" * n)
    ok_end(done, 0, "P01 gtp: EOF after commands")
    check.equal(done.output(), b"= Outflank\n\n" * n, "P01 gtp: all of them answered")
    done = run("nboard", data="".join(f"ping {i}\n" for i in range(n)))
    ok_end(done, 0, "P01 nboard: EOF after commands")
    check.equal(done.output().decode(), "".join(f"pong {i}\n" for i in range(n)),
                "P01 nboard: all of them answered")


def test_unreadable():
    for command in ("gtp", "nboard", "console"):
        with open(os.devnull, "wb") as unreadable:
            done = subprocess.run([driver.PROGRAM, command], stdin=unreadable, capture_output=True, text=True,
                                  timeout=driver.DEADLINE_S, check=False)
        check.equal((done.returncode, done.stderr),
                    (74, "outflank: the input cannot be read: Bad file descriptor\n"),
                    f"P01 {command}: input that cannot be read")


def test_eof_latency():
    times = []
    for i in range(20):
        with Program(*["gtp", "nboard"][i % 2:i % 2 + 1]) as program:
            program.send("name" if i % 2 == 0 else "ping 1")
            program.line()
            start = time.monotonic()
            program.close_input()
            code = program.wait()
            times.append(time.monotonic() - start)
            if code:
                check.that(False, "P01 exit status", code)
    note("EOF to exit: " + driver.percentiles_ms(times))
    check.that(max(times) < SOON_S, "P01 EOF ends it soon", max(times))


def test_quit():
    done = run("gtp", data="1 name\nplay b f5\nx-transcript\nquit\nname\n")
    ok_end(done, 0, "P16 gtp: quit after commands")
    check.equal(done.output(), b"=1 Outflank\n\n=\n\n= f5\n\n=\n\n",
                "P16 gtp: all before quit answered, nothing after it")
    done = run("nboard", data="nboard 2\nping 1\nset depth 4\nping 2\nquit\nping 3\n")
    ok_end(done, 0, "P16 nboard: quit after commands")
    check.equal(done.output(), b"pong 1\nset myname Outflank4\npong 2\n", "P16 nboard: nothing after quit")
    done = run(data="1 name\nversion\nquit\n")
    replies = driver.parse_replies(done.output())
    check.equal([r.id for r in replies], ["1", "", ""], "P16 auto: three replies")


# ---- P02: end of input in a bounded search ----

def test_eof_bounded():
    for data in ("genmove b\n", "genmove b", "time_settings 0 1 0\ngenmove b\n",
                 "set_level 14\nreg_genmove b\n", "set_level 8\ngenmove b\n",
                 "set_level 60\ntime_settings 0 1 0\ngenmove b\n"):
        done = run("gtp", data=data)
        replies = driver.parse_replies(done.output())
        check.that(done.code == 0 and replies[-1].text in ("d3", "c4", "f5", "e6") and
                   len(replies) == len(data.split("\n")) - data.endswith("\n"),
                   f"P02 gtp: {data!r} is finished and answered", f"{done.code} {replies}")
    done = run("gtp", data="x-setboard " + SOLVE_SHORT.replace(";", "") + "x-solve\n")
    check.that(done.code == 0 and b"h8 +18" in done.output(), "P02 gtp: a solve is finished",
               done.output())
    done = run("nboard", data=f"nboard 2\nset depth 8\n{SETUP}\ngo\n")
    check.that(done.code == 0 and b"\n=== " in done.output(), "P02 nboard: go is answered",
               done.output())
    done = run("nboard", data=f"nboard 2\n{SETUP}\nset depth 7\nhint 2\n")
    text = done.output().decode()
    check.that(done.code == 0 and " 0 7\n" in text and text.endswith("\nstatus\n"),
               "P02 nboard: hint with a depth is finished", text)


# ---- P03: end of input in an unbounded search ----

def test_eof_unbounded():
    times = []
    for _ in range(10):
        with Program("nboard") as program:
            program.send("nboard 2", SETUP, "hint 4")
            while not program.line(what="search").startswith("search"):
                continue
            start = time.monotonic()
            code = program.end()
            times.append(time.monotonic() - start)
            check.that(code == 0 and not program.errors(), "P03 hint without a depth: EOF ends it",
                       f"{code} {program.errors()}")
    note("EOF in an endless search to exit: " + driver.percentiles_ms(times))
    check.that(max(times) < SOON_S, "P03 soon", max(times))


def test_eof_deep():
    """A level, a depth or a count that would take hours: the input's end ends it."""
    for command, data, answer in (
            ("gtp", "set_level 60\ngenmove b\n", rb"\n= [a-h][1-8]\n"),
            ("gtp", "set_level 60\nx-hint 2\n", rb"\n= [a-h][1-8] .*depth \d"),
            ("gtp", "x-solve\n", rb"= [a-h][1-8] .*depth \d"),
            ("gtp", "x-perft 15\n", rb"\? interrupted"),
            ("nboard", f"nboard 2\nset depth 60\n{SETUP}\ngo\n", rb"\n=== [A-H][1-8]/"),
            ("nboard", f"nboard 2\nset depth 60\n{SETUP}\nhint 1\n", rb"status thinking"),
            ("console", "level 60\ngo\n", rb"Black plays [a-h][1-8]"),
            ("console", "level 60\nhint 2\n", rb"; stopped"),
            ("console", "perft 15\n", rb"Stopped")):
        start = time.monotonic()
        done = run(command, data=data)
        took = time.monotonic() - start
        check.that(done.code == 0 and took < SOON_S and re.search(answer, done.output(), re.DOTALL),
                   f"P03 {command}: {data!r}", f"exit {done.code}, {took:.2f} s: {done.output()[-300:]}")


def searching(command):
    """A program in the middle of a search that goes on for long, its output's
    reading end in our hands."""
    read_end, write_end = os.pipe()
    program = Program(command, "--level", "40", stdout=write_end)
    os.close(write_end)
    program.reader = os.fdopen(read_end, "rb", buffering=0)
    if command == "gtp":
        program.send("name", "genmove b")
        program.reader.read(1)
        time.sleep(0.2)
    else:
        program.send("nboard 2", SETUP, "hint 1")
        seen = b""
        while b"search" not in seen:
            seen += program.reader.read(4096)
    return program


# ---- P03, P04: the reader of the output goes away ----

def test_reader_gone():
    for command in ("gtp", "nboard"):
        with searching(command) as program:
            start = time.monotonic()
            program.reader.close()
            code = program.wait()
            check.that(code in (1, 141) and len(program.errors().splitlines()) <= 1 and
                       time.monotonic() - start < SOON_S,
                       f"P04 {command}: reader gone while searching", f"{code} {program.errors()}")
        with searching(command) as program:
            start = time.monotonic()
            program.reader.close()
            program.close_input()
            code = program.wait()
            check.that(code in (0, 1, 141) and time.monotonic() - start < SOON_S,
                       f"P03 {command}: reader gone and EOF while searching", code)
        read_end, write_end = os.pipe()
        with Program(command, stdout=write_end) as program:
            os.close(write_end)
            program.send("name", "ping 1")
            os.read(read_end, 1)
            os.close(read_end)
            code = program.wait()
            check.that(code in (1, 141) and len(program.errors().splitlines()) <= 1,
                       f"P04 {command}: reader gone while idle", f"{code} {program.errors()}")


def test_head():
    """PROGRAM ... | head -1"""
    many = SOLVE_SHORT * 20000
    for arguments, data in ((["solve"], many), (["solve", "--json"], many),
                            (["solve"], SOLVE_SHORT + SOLVE_LONG), (["eval", "--explain"], many)):
        if arguments[0] == "eval" and not has_eval_lines():
            continue
        read_end, write_end = os.pipe()
        with Program(*arguments, stdout=write_end) as program:
            os.close(write_end)
            program.write_later(data.encode())
            os.read(read_end, 10)
            os.close(read_end)
            start = time.monotonic()
            code = program.wait()
            check.that(code in (1, 141) and len(program.errors().splitlines()) <= 1 and
                       time.monotonic() - start < SOON_S,
                       f"P04 {' '.join(arguments)}: reader gone", f"{code} {program.errors()}")


def has_eval_lines():
    return run("eval", data=SOLVE_SHORT.replace(";", "")).code == 0


# ---- P05: /dev/full ----

FULL_CASES = [  # every command that writes
    (["gtp"], "name\n"), ([], "name\n"), (["nboard"], "ping 1\n"), (["console"], "help\n"),
    (["solve"], SOLVE_SHORT), (["solve", "--json"], SOLVE_SHORT),
    (["eval", START + " X"], ""), (["bench", "--depth", "2"], ""), (["perft", "3"], ""),
    (["doctor"], ""), (["help"], ""), (["help", "gtp"], ""), (["--help"], ""), (["--version"], ""),
    (["opening", "f5d6"], ""), (["opening", "--conflicts"], ""),
    (["book", "stats", "BOOK"], ""), (["book", "check", "BOOK"], ""), (["book", "dump", "BOOK"], ""),
    (["book", "show", "BOOK", "f5"], ""), (["book", "tasks", "BOOK"], ""), (["book", "--help"], ""),
    (["edax"], "play f5\n"), (["uci"], "isready\n"), (["serve"], ""),
    (["cassio"], "ENGINE-PROTOCOL init\nENGINE-PROTOCOL get-search-infos\n"),
    (["analyze", "--depth", "1", "f5d6"], ""), (["review", "--depth", "1", "--exact-empties", "0"], "f5d6c3\n"),
    (["replay", "LOG"], ""), (["problems", "--depth", "1", "--exact-empties", "0", "f5d6c3"], ""),
    (["drill", "DRILLS"], "show\n"), (["forget", "/usr"], ""),
    (["explain", "c3", "f5d6"], ""), (["convert", "-q", "--to", "sgf"], "f5d6c3\n"),
    (["help", "--man"], ""), (["help", "--markdown"], ""), (["help", "--completions", "bash"], ""),
]


def test_full():
    commands = {case[0][0] for case in FULL_CASES if case[0]}
    listed = run("--help").output().decode().split("Commands:\n")[1].split("\n\n")[0]
    for command in (line.split()[0] for line in listed.splitlines() if line[2] not in " ("):
        if command == "match":
            check.skip("P05 match", "its reports are files; its own tests cover them")
            continue
        check.that(command in commands, f"P05 {command} is among the cases")
    with tempfile.TemporaryDirectory() as folder:
        book = os.path.join(folder, "small.book")
        made = run("book", "grow", book, "--positions", "3", "--depth", "2", "--exact", "0")
        files = {"BOOK": book, "LOG": os.path.join(folder, "session.log"),
                 "DRILLS": os.path.join(folder, "drills")}
        run("gtp", "--log", files["LOG"], data="name\nversion\n")
        drills = run("problems", "--json", "--depth", "1", "--exact-empties", "0", "f5d6c3")
        with open(files["DRILLS"], "wb") as file:
            file.write(drills.output())
        if made.code != 0:
            check.skip("P05 book", f"no book can be made: {made.errors().strip()}")
        for arguments, data in FULL_CASES:
            if "BOOK" in arguments and made.code != 0:
                continue
            with open("/dev/full", "wb") as full:
                done = run(*(files.get(x, x) for x in arguments), data=data,
                           stdout=full)
            check.that(done.code == 74 and len(done.errors().splitlines()) == 1 and
                       "space" in done.errors(),
                       f"P05 {' '.join(arguments) or 'auto'} > /dev/full",
                       f"exit {done.code}: {done.errors()!r}")
    with open("/dev/full", "wb") as full, Program("gtp", stdout=full) as program:
        program.send("genmove b")
        code = program.wait()
        check.equal(code, 74, "P05 gtp: ends at the first reply that can not be written")


# ---- S01-S03: signals ----

def test_signals():
    for number, expected in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
        for command in ("gtp", "nboard"):
            with Program(command) as program:
                program.send("name" if command == "gtp" else "ping 1")
                program.line()
                start = time.monotonic()
                program.process.send_signal(number)
                code = program.wait()
                check.that(code == expected and time.monotonic() - start < SOON_S,
                           f"S01 {command} idle: {number.name}", code)
            with searching(command) as program:
                start = time.monotonic()
                program.process.send_signal(number)
                code = program.wait()
                program.reader.close()
                check.that(code == expected and time.monotonic() - start < SOON_S,
                           f"S01 {command} searching: {number.name}", code)
        with Program("solve") as program:
            program.send(SOLVE_SHORT.strip(), SOLVE_LONG.strip())
            program.line()
            time.sleep(0.1)
            start = time.monotonic()
            program.process.send_signal(number)
            code = program.wait()
            check.that(code == expected and time.monotonic() - start < SOON_S,
                       f"S01 solve: {number.name}", code)


def test_blocked_output():
    """Nobody reads: a signal ends it all the same, and a second one too."""
    for arguments, data in ((["gtp"], "list_commands\n" * 5000), (["nboard"], "ping 1\n" * 50000),
                            (["console"], "help\n" * 5000), (["solve"], SOLVE_SHORT * 5000),
                            (["solve", "--json"], SOLVE_SHORT * 5000)):
        for n in (1, 2):
            read_end, write_end = os.pipe()
            with Program(*arguments, stdout=write_end) as program:
                os.close(write_end)
                program.write_later(data.encode())
                wait_until_full(read_end, program)
                start = time.monotonic()
                for _ in range(n):
                    program.process.send_signal(signal.SIGTERM)
                    time.sleep(0.02)
                code = program.wait()
                check.that(code == 143 and time.monotonic() - start < SOON_S and
                           not program.errors(), f"S01 {' '.join(arguments)}: {n} signals, "
                           "its output blocked", f"{code} {program.errors()}")
            os.close(read_end)


def wait_until_full(read_end, program):
    """Until the pipe of the output takes no more."""
    import array
    import fcntl
    import termios
    waiting, last, until = array.array("i", [0]), -1, time.monotonic() + driver.DEADLINE_S
    n_same = 0
    while waiting[0] < 20000 or n_same < 3:  # a page of it may be filled in part
        n_same = n_same + 1 if waiting[0] == last else 0
        last = waiting[0]
        if time.monotonic() > until or program.process.poll() is not None:
            raise driver.Late("the output is not blocked")
        time.sleep(0.05)
        fcntl.ioctl(read_end, termios.FIONREAD, waiting)


def test_harmless_signals():
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGUSR1, signal.SIGUSR2):
        with Program("gtp") as program:
            program.gtp("play b f5")
            program.process.send_signal(number)
            reply = program.gtp("x-transcript")
            check.equal((reply.is_ok, reply.text), (True, "f5"), f"S02 {number.name} changes nothing")
            check.equal(program.end(), 0, f"S02 {number.name}: exit 0")


def test_file_limit():
    """SIGXFSZ ignored: a file that may not grow is an error like any other."""
    import resource
    if driver.sanitizer.of(driver.PROGRAM) == "tsan":
        check.skip("S02 a file that may not grow", "TSan writes a file of its own before the program begins")
        return
    with tempfile.TemporaryFile() as file:
        done = run("perft", "3", stdout=file, preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_FSIZE, (0, 0)))
        check.that(done.code == 74 and len(done.errors().splitlines()) == 1,
                   "S02 a file that may not grow: 74", f"{done.code} {done.errors()}")


def test_stop_continue():
    """Stopped for a while in a timed search: the clock has gone on."""
    pause_s = 3.0 if driver.IS_SLOW else 1.2
    with Program("gtp") as program:
        program.gtp("time_settings 0 1 0")
        start = time.monotonic()
        program.send("genmove b")
        time.sleep(0.2)
        program.process.send_signal(signal.SIGSTOP)
        time.sleep(pause_s)
        program.process.send_signal(signal.SIGCONT)
        reply = program.reply("genmove b")
        used = time.monotonic() - start
        note(f"1 s a move, stopped for {pause_s} s: the move after {used:.2f} s")
        check.that(reply.is_ok and reply.text in ("d3", "c4", "f5", "e6") and
                   used < pause_s + 0.2 + SOON_S, "S03 stopped and continued: a legal move", reply)
        check.equal(program.end(), 0, "S03 exit 0")


def test_orphans():
    """Whoever started it dies: the pipes close, nothing goes on computing."""
    code = ("import subprocess,sys,time\n"
            "p=subprocess.Popen([sys.argv[1],'nboard'],stdin=subprocess.PIPE,stdout=subprocess.PIPE)\n"
            "p.stdin.write(b'nboard 2\\nhint 4\\n');p.stdin.flush()\n"
            "p.stdout.readline();print(p.pid,flush=True);time.sleep(1000)\n")
    parent = subprocess.Popen([driver.sys.executable, "-c", code, driver.PROGRAM],
                              stdout=subprocess.PIPE, env=driver.environment())
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    until = time.monotonic() + SOON_S
    while time.monotonic() < until and is_running(pid):
        time.sleep(0.02)
    check.that(not is_running(pid), "P03 the parent is killed: no orphan is left", pid)


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


driver.run_all(check, test_eof_idle, test_unreadable, test_eof_latency, test_quit, test_eof_bounded,
               test_eof_unbounded, test_eof_deep, test_reader_gone, test_head, test_full,
               test_signals, test_blocked_output, test_harmless_signals, test_file_limit,
               test_stop_continue, test_orphans)
