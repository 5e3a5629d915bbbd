#!/usr/bin/env python3
"""Resources and surroundings: R06 too large a table, R08 threads, R09 few file
descriptors and a small stack, P20 locales, closed descriptors, no arguments at all.

    test_limits.py OUTFLANK [--slow]
"""
import ctypes
import os
import re
import resource
import shutil
import subprocess
import tempfile

import driver
from driver import Program, note, run

check = driver.tap.Tap()
IS_SANITIZED = driver.is_sanitized()
FIRST_MOVES = ("d3", "c4", "f5", "e6")


def limit(kind, value):
    return lambda: resource.setrlimit(kind, (value, value))


def option(program, name):
    """Its value: "name NAME type TYPE value VALUE ..."."""
    rows = program.gtp("x-options").text.split("\n")
    return next(row.split()[5] for row in rows if row.split()[1] == name)


# ---- R06 ----

def test_hash():
    with Program("gtp") as program:
        program.gtp("x-setoption hash 4")
        reply = program.gtp("x-setoption hash 1048576")
        if reply.is_ok:
            note("R06 the system promises 1 TiB: the table is there, unused")
        found = option(program, "hash")
        check.that(found == ("1048576" if reply.is_ok else "4"), "R06 1 TiB: refused, or there",
                   f"{reply}, hash is {found}")
        check.that("MiB" in reply.text or reply.is_ok, "R06 the reason is told", reply)
        for value in ("0", "1048577", str(1 << 60), str(1 << 63), str(1 << 64)):
            reply = program.gtp("x-setoption hash " + value)
            check.that(not reply.is_ok and "1 to 1048576" in reply.text, f"R06 hash {value}", reply)
        program.gtp("x-setoption hash 4")
        check.that(program.gtp("genmove b").text in FIRST_MOVES, "R06 and it plays on")
        check.equal((program.end(), program.errors()), (0, ""), "R06 exit 0, nothing on stderr")
    for value in ("0", "-1", "x", "", "1e3", "1048577", str(1 << 64)):
        done = run("gtp", "--hash", value)
        check.that(done.code == 64 and "1 to 1048576" in done.errors(), f"R06 --hash {value!r}: 64",
                   f"{done.code} {done.errors()}")


def test_memory_limit():
    if IS_SANITIZED:
        check.skip("R06 address space limited", "the sanitizer reserves terabytes of it")
        return
    with Program("gtp", preexec_fn=limit(resource.RLIMIT_AS, 400 << 20)) as program:
        for size, is_ok in ((64, True), (2048, False), (1048576, False), (32, True), (4096, False)):
            reply = program.gtp(f"x-setoption hash {size}")
            check.that(reply.is_ok == is_ok, f"R06 400 MiB of address space, hash {size}", reply)
            expected = {64: "64", 2048: "64", 1048576: "64", 32: "32", 4096: "32"}[size]
            check.equal(option(program, "hash"), expected, "R06 the old table stays")
            check.that(program.gtp("reg_genmove b").text in FIRST_MOVES, "R06 and it plays")
        check.that(program.gtp("x-setoption threads 256").is_ok in (True, False) and
                   program.gtp("genmove b").text in FIRST_MOVES, "R08 threads without the memory")
        check.equal((program.end(), program.errors()), (0, ""), "R06 exit 0, nothing on stderr")
    codes = set()
    # With less than its own size (the network is in it) the system cannot even load the program.
    least = os.path.getsize(driver.PROGRAM) // (1 << 20) + 4
    for mib in [*range(least, least + 12, 2), *range(least + 12, 320, 12)]:
        done = run("gtp", data="genmove b\n", preexec_fn=limit(resource.RLIMIT_AS, mib << 20))
        codes.add(done.code)
        is_move = done.code == 0 and done.output()[2:4].decode() in FIRST_MOVES
        # 127: not even the shared libraries could be loaded.
        if not (is_move or done.code in (71, 127) and len(done.errors().splitlines()) >= 1):
            check.that(False, f"R06 {mib} MiB in all", f"{done.code} {done.errors()[:300]}")
    check.that(0 in codes and len(codes) > 1,
               f"R06 {least} to 320 MiB in all: a move, or 71 and a sentence", codes)
    sizes = set()
    for mib in range(least + 100, least + 400, 12):
        with Program("gtp", preexec_fn=limit(resource.RLIMIT_AS, mib << 20)) as program:
            program.send("x-options")
            if program.line() is None:  # too little to start with
                continue
            while program.line():
                pass
            size = int(option(program, "hash"))
            sizes.add(size)
            replies = [program.gtp(f"x-setoption hash {n}") for n in (size, (size + 1) // 2, 3, 1)]
            check.that(all(reply.is_ok for reply in replies),
                       f"R06 {mib} MiB in all, hash {size}: smaller ones can be had", replies)
    check.that(len(sizes) > 2, "R06 the first table is as large as can be had", sizes)
    value = run("eval", "start").output()
    ends = {(done.code, done.output() == value)
            for done in (run("eval", "start", "--hash", "1",
                             preexec_fn=limit(resource.RLIMIT_AS, mib << 20))
                         for mib in range(least + 4, 200, 12))}
    check.that((0, True) in ends and (0, False) not in ends,
               "R06 never other weights than with more memory", ends)
    done = run("gtp", "--hash", "4096", preexec_fn=limit(resource.RLIMIT_AS, 400 << 20))
    check.that(done.code == 71 and "hash" in done.errors(), "R06 --hash 4096 without the memory: 71",
               f"{done.code} {done.errors()}")


# ---- R08 ----

def test_thread_numbers():
    for value in ("0", "-3", "100000", "257", "x", ""):
        for command in (["gtp"], ["nboard"], ["solve"]):
            done = run(*command, "--threads", value)
            check.that(done.code == 64 and "1 to 256" in done.errors() and not done.output(),
                       f"R08 {command[0]} --threads {value!r}: 64", f"{done.code} {done.errors()}")
    with Program("gtp", "--hash", "1") as program:
        for value in ("0", "-3", "100000", "257"):
            reply = program.gtp("x-setoption threads " + value)
            check.that(not reply.is_ok and "1 to 256" in reply.text, f"R08 threads {value}", reply)
            check.equal(option(program, "threads"), "1", "R08 as many as before")
        check.that(program.gtp("x-setoption threads 256").is_ok and
                   program.gtp("genmove b").text in FIRST_MOVES, "R08 256 threads")
        check.that(program.gtp("x-setoption threads 1").is_ok and program.n_threads() <= 3,
                   "R08 and back to one", program.n_threads())
        check.equal((program.end(), program.errors()), (0, ""), "R08 exit 0, nothing on stderr")


def test_no_thread_in_a_session():
    """A search that cannot start is an error reply, and the session goes on."""
    if IS_SANITIZED:
        check.skip("R08 no thread for a search", "the sanitizer ends without memory")
        return
    with Program("gtp") as program:
        program.gtp("genmove b")  # so that the stack need not grow
        resource.prlimit(program.pid, resource.RLIMIT_AS, (1 << 20, resource.RLIM_INFINITY))
        for name in ("x-analyze", "analyze", "kata-analyze", "lz-analyze"):
            reply = program.gtp(f"7 {name} 1")
            check.that(not reply.is_ok and reply.id == "7" and "no thread" in reply.text,
                       f"R08 {name} without a thread is refused", reply)
        resource.prlimit(program.pid, resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)
        check.that(program.gtp("genmove w").is_ok, "R08 with memory it plays on")
        check.equal((program.end(), program.errors()), (0, ""), "R08 exit 0, nothing on stderr")


def test_thread_limit():
    """As many threads as can be had, and it says so."""
    if os.getuid() != 0:
        check.skip("R08 RLIMIT_NPROC", "needs root, to become a user without processes")
        return
    if IS_SANITIZED:
        check.skip("R08 RLIMIT_NPROC", "the leak checker needs a process of its own")
        return
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        copy = shutil.copy(driver.PROGRAM, folder)

        def become(n):
            def work():
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)
                resource.setrlimit(resource.RLIMIT_NPROC, (n, n))
            return work
        data = b"x-setoption threads 8\nx-options\ngenmove b\nname\n"
        for n in range(1, 6):
            # This user may have processes of its own: the count is not asserted.
            done = subprocess.run([copy, "gtp"], input=data, timeout=1800, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, preexec_fn=become(n), cwd="/", check=False)
            if done.returncode == 71:
                check.that(len(done.stderr.splitlines()) == 1, f"R08 {n} threads: 71", done.stderr)
                continue
            replies = driver.parse_replies(done.stdout)
            got = [line.split()[5] for line in replies[1].text.split("\n") if " threads " in line]
            note(f"R08 limit of {n}: {got[0]} threads; {replies[0]}")
            check.that(done.returncode == 0 and replies[2].text in FIRST_MOVES and not done.stderr
                       and (got[0] == "8" or replies[0].text == f"the system granted {got[0]} of 8 threads" or not replies[0].is_ok),
                       f"R08 {n} threads: plays, and tells how many it has", replies)
            done = subprocess.run([copy, "gtp", "--threads", "+8"], input=b"x-options\n", timeout=1800,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  preexec_fn=become(n), cwd="/", check=False)
            told = re.search(rb"the system granted (\d) of 8 threads\n", done.stderr)
            has = re.search(rb"threads type int value (\d+) ", done.stdout)
            check.that(done.returncode == 71 or not has or has.group(1) == b"8" or
                       (told and told.group(1) == has.group(1)),
                       f"R08 --threads, {n} allowed: tells how many it has", done)
            done = subprocess.run([copy, "console"], input=b"option threads 8\n", timeout=1800,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  preexec_fn=become(n), cwd="/", check=False)
            has = re.search(rb"threads = (\d):", done.stdout)
            check.that(done.returncode == 71 or not has or has.group(1) == b"8" or
                       b"the system granted " + has.group(1) + b" of 8 threads" in done.stdout,
                       f"R08 console, {n} allowed: tells how many it has", done)


# ---- R09 ----

def test_descriptors():
    if IS_SANITIZED:
        check.skip("R09 few descriptors", "the leak checker opens some itself")
        return
    for n in range(3, 12):
        done = run("gtp", "--threads", "2", data="genmove b\n",
                   preexec_fn=limit(resource.RLIMIT_NOFILE, n))
        is_move = done.code == 0 and done.output()[2:4].decode() in FIRST_MOVES
        # 127: not even the shared libraries could be loaded.
        check.that(is_move or done.code in (71, 127) and done.errors(), f"R09 {n} descriptors",
                   f"{done.code} {done.errors()[:200]}")


def test_small_stack():
    if IS_SANITIZED:
        check.skip("R09 small stack", "the sanitizer itself needs more")
        return
    for kib in (64, 128, 512):
        for threads in ("1", "4"):
            done = run("gtp", "--threads", threads, "--level", "8", data="genmove b\nx-hint 40\n",
                       preexec_fn=limit(resource.RLIMIT_STACK, kib << 10))
            check.that(done.code == 0 and done.output()[2:4].decode() in FIRST_MOVES,
                       f"R09 a stack of {kib} KiB, {threads} threads", f"{done.code}")
        done = run("bench", "--depth", "4", preexec_fn=limit(resource.RLIMIT_STACK, kib << 10))
        check.equal(done.code, 0, f"R09 bench with a stack of {kib} KiB")


# ---- P20 ----

def test_locales():
    listed = subprocess.run(["locale", "-a"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                            check=False).stdout.decode().split() if shutil.which("locale") else []
    data = "komi 0.5\nx-eval\nTITLE\nset_game OTHELLO\nplay B D3\nkomi 0,5\nx-hint\n"
    plain = None
    for name in (None, "C", "de_DE.UTF-8", "tr_TR.UTF-8", "fr_FR", "xx_YY.bad", "C.utf8"):
        env = driver.environment(LC_ALL=name, LANG=name, HOME=None)
        done = run("gtp", data=data, env=env)
        nboard = run("nboard", "--variety", "0", data="nboard 2\nset depth 4\ngo\n", env=env)
        replies = driver.parse_replies(done.output())
        found = [r.text for r in replies[:6]] + [replies[6].text.split("\n")[0]]
        found.append(nboard.output().decode().split("\n")[-2].rsplit("/", 1)[0])
        plain = plain or found
        if name and name.replace("UTF-8", "utf8") not in listed:
            note(f"P20 locale {name} is not installed here: only its name is tried")
        check.that(found == plain and done.code == 0 and not done.errors() + nboard.errors(),
                   f"P20 LC_ALL={name}: the same bytes", f"{plain}\n{found}")
    check.that([r.is_ok for r in replies] == [True, True, False, True, True, False, True] and
               "." in plain[1], "P20 decimals have a point", replies)


def test_surroundings():
    done = run("gtp", data="genmove b\n", env={})
    check.that(done.code == 0 and done.output()[2:4].decode() in FIRST_MOVES, "P20 no environment")
    with tempfile.TemporaryDirectory() as folder:
        gone = os.path.join(folder, "gone")
        script = f'mkdir "{gone}" && cd "{gone}" && rmdir "{gone}" && exec "$0" "$@"'
        for arguments, data in ((["gtp"], "genmove b\n"), (["doctor"], ""), (["solve"], ""),
                                (["console"], "f5\nsave x.ggf\nload y.ggf\nversion\n")):
            process = subprocess.run(["sh", "-c", script, driver.PROGRAM, *arguments],
                                     input=data.encode(), stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, timeout=1800, check=False)
            check.that(process.returncode == 0 and not process.stderr,
                       f"P20 {arguments[0]}: the working folder is gone", process)


def test_closed():
    """0, 1, 2 closed: no crash, no hang, nothing opened later lands there."""
    cases = []
    for command, data in (("gtp", b"name\n"), ("nboard", b"ping 1\n"), ("console", b"version\n"),
                          ("solve", b""), ("doctor", b""), ("help", b""), ("perft 2", b"")):
        for closed in ("<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"):
            cases.append((command, data, closed))
    for command, data, closed in cases:
        process = subprocess.run(["sh", "-c", f'exec "$0" {command} {closed}', driver.PROGRAM],
                                 input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 timeout=1800, check=False)
        # Nothing to write: no loss to report.
        is_silent = command in ("gtp", "nboard", "console") and "<&-" in closed
        expected = 74 if " >&-" in " " + closed and not is_silent else 0
        lines = len(process.stderr.splitlines())
        check.that(process.returncode == expected and
                   lines == (0 if "2>" in closed or not expected else 1),
                   f"P20 {command} {closed}: {expected}",
                   f"exit {process.returncode} {process.stderr[:200]}")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.ggf")
        for closed in ("2>&-", ">&- 2>&-"):
            subprocess.run(["sh", "-c", f'exec "$0" console {closed}', driver.PROGRAM],
                           input=f"f5\nsave {path}\nxyzzy\nversion\n".encode(), check=False,
                           stdout=subprocess.PIPE, timeout=1800)
            if os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    check.that("utflank 0" not in file.read(), f"P20 {closed}: no output in a file")
                os.remove(path)


def test_no_arguments_at_all():
    """execve() with an empty argv (newer kernels put one empty word there)."""
    read_end, write_end = os.pipe()
    os.write(write_end, b"1 name\nquit\n")
    os.close(write_end)
    out_read, out_write = os.pipe()
    libc = ctypes.CDLL(None)
    nothing = (ctypes.c_char_p * 1)(None)
    path = driver.PROGRAM.encode()
    pid = os.fork()
    if pid == 0:
        os.dup2(read_end, 0)
        os.dup2(out_write, 1)
        libc.execve(path, nothing, nothing)
        os._exit(99)
    os.close(read_end)
    os.close(out_write)
    output = os.fdopen(out_read, "rb").read()
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if code == 99:
        check.skip("P20 empty argv", "the system refuses to start a program so")
    else:
        check.equal((code, output), (0, b"=1 Outflank\n\n=\n\n"), "P20 empty argv")


driver.run_all(check, test_hash, test_memory_limit, test_thread_numbers,
               test_no_thread_in_a_session, test_thread_limit, test_descriptors, test_small_stack,
               test_locales, test_surroundings, test_closed, test_no_arguments_at_all)
