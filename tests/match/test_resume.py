#!/usr/bin/env python3
"""A match that was killed, interrupted or played by more threads ends with the
same games and the same table as one that was not.

    test_resume.py OUTFLANK SOURCE_ROOT
"""
import os
import random
import signal
import sys
import time

import runner
from runner import ENGINE, OPENINGS, path, run, tap

check = tap.Tap()
SEED = int(os.environ.get("OUTFLANK_SEED", random.randrange(10**6)))
print(f"# seed of the moments to kill at: {SEED} (OUTFLANK_SEED)")
rng = random.Random(SEED)


def words(*more):
    return ["-engine", "self", "name=a", "nodes=700", "-engine", "self", "name=b", "nodes=350",
            "-openings", f"file={OPENINGS}", "order=random", "-games", "300", "-srand", "42", *more]


def n_lines(prefix):
    try:
        with open(prefix + ".journal") as file:
            return sum(1 for _ in file)
    except FileNotFoundError:
        return 0


def wait_for_lines(process, prefix, n, deadline_s=60):
    """True when the journal has n lines and the match still runs."""
    end = time.monotonic() + deadline_s
    while time.monotonic() < end and process.poll() is None:
        if n_lines(prefix) >= n:
            return True
        time.sleep(0.002)
    return False


def test_concurrency_changes_nothing():
    for n in (1, 2, 3):
        code, out, err = run(*words("-concurrency", str(n), "-out", path(f"c{n}")))
        check.equal(code, 0, f"concurrency {n}: exit status")
    for n in (2, 3):
        check.equal(runner.timeless(path(f"c{n}")), runner.timeless(path("c1")),
                    f"concurrency {n}: the same games as 1")
        check.equal(runner.summary(path(f"c{n}")), runner.summary(path("c1")),
                    f"concurrency {n}: the same table as 1")


def test_kill_and_resume():
    prefix = path("killed")
    start = words("-concurrency", "2", "-out", prefix)
    n_killed, played = 0, 0
    for attempt in range(4):
        process = runner.start(*(start if attempt == 0 else ["-out", prefix, "-resume"]))
        if wait_for_lines(process, prefix, n_lines(prefix) + rng.randrange(5, 60)):
            time.sleep(rng.random() * 0.02)
            process.send_signal(signal.SIGKILL)
            n_killed += 1
        process.communicate()
        check.that(n_lines(prefix) > played, f"kill {attempt + 1}: no game is lost")
        played = n_lines(prefix)
    check.that(n_killed >= 1, "it was killed in the middle", n_killed)
    with open(prefix + ".journal", "ab") as file:  # a torn line, as after a power cut
        file.write(b'12345678 {"game":17,"opening":3,"bl')
    code, out, err = run("-out", prefix, "-resume")
    check.equal(code, 0, "resumed to the end: exit status")
    check.that("resumed:" in out, "it says that it resumes", out)
    check.equal(runner.timeless(prefix), runner.timeless(path("c1")),
                "killed and resumed: the same games")
    check.equal(runner.summary(prefix), runner.summary(path("c1")),
                "killed and resumed: the same table")
    check.equal(n_lines(prefix), 301, "no game was played twice")
    code, out, err = run("-out", prefix, "-resume")
    check.equal(runner.summary(prefix), runner.summary(path("c1")), "a finished match stays so")
    code, out, err = run(*start)
    check.equal(code, 73, "without -resume a match is never overwritten")


def test_interrupt():
    prefix, pids = path("int"), path("pids")
    process = runner.start(
        "-engine", "self", "name=a", "nodes=500", "-engine", f"cmd={ENGINE} --pids {pids}",
        "name=b", "-openings", f"file={OPENINGS}", "-games", "5000", "-srand", "1",
        "-concurrency", "2", "-out", prefix)
    wait_for_lines(process, prefix, 5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=1800)
    check.equal(process.returncode, 130, "Ctrl-C: exit status")
    check.that("interrupted after" in out and "-resume" in out, "Ctrl-C: says how to go on", out)
    listed, alive = runner.survivors(pids)
    check.that(listed and not alive, "Ctrl-C: no engine survives", alive)
    n = 2 * (n_lines(prefix) // 2 + 5)  # a little more, not all of the 5,000
    code, out, err = run("-out", prefix, "-resume", "-concurrency", "1", "-games", str(n))
    check.equal(code, 0, "resumed after Ctrl-C: exit status")
    check.equal([g["game"] for g in runner.rows(prefix)], [str(i + 1) for i in range(n)],
                "resumed after Ctrl-C: all games, once each, in order")


def test_decision():
    """A decision (SPRT, series) is the same one after a kill."""
    for kind in (["-sprt", "elo0=0", "elo1=60"], ["-race", "900"]):
        base = ["-engine", "self", "name=a", "nodes=500", "-engine", "self", "name=b",
                "nodes=360", "-openings", f"file={OPENINGS}", "-srand", "8", *kind]
        whole, cut = path("whole" + kind[0]), path("cut" + kind[0])
        run(*base, "-out", whole, "-concurrency", "3")
        process = runner.start(*base, "-out", cut, "-concurrency", "2")
        wait_for_lines(process, cut, rng.randrange(5, 30))
        process.kill()
        process.communicate()
        run("-out", cut, "-resume")
        check.equal(runner.summary(cut)["state"], "decided", f"{kind[0]}: decided")
        check.equal(runner.summary(cut), runner.summary(whole), f"{kind[0]}: the same decision")
        check.equal(runner.timeless(cut), runner.timeless(whole), f"{kind[0]}: the same games")


def test_extend():
    prefix = path("extend")
    base = ["-engine", "self", "name=a", "nodes=300", "-engine", "self", "name=b", "nodes=200",
            "-openings", f"file={OPENINGS}", "-srand", "4", "-out", prefix]
    run(*base, "-games", "20")
    code, out, err = run(*base, "-games", "40", "-resume")
    check.equal(len(runner.rows(prefix)), 40, "a match can be made longer")
    whole = path("whole")
    run(*base[:-1], whole, "-games", "40")
    check.equal(runner.timeless(prefix), runner.timeless(whole), "... and is the longer match")


def test_refusals():
    prefix = path("refuse")
    base = ["-engine", "self", "name=a", "nodes=30", "-engine", "self", "name=b", "nodes=20",
            "-openings", f"file={OPENINGS}", "-games", "4", "-srand", "4", "-out", prefix]
    run(*base)
    for change, why in ((["nodes=20", "nodes=21"], "other engines"), (["4", "5"], "seed")):
        other = [change[1] if w == change[0] else w for w in base]
        if why == "seed":
            other = base[:-3] + ["5"] + base[-2:]
        code, out, err = run(*other, "-resume")
        check.equal(code, 65, f"resume with {why}: exit status")
        check.that(why in err, f"resume with {why}: says so", err)
    with open(prefix + ".journal", "r+b") as file:
        file.seek(os.path.getsize(prefix + ".journal") // 2)
        file.write(b"#")
    code, out, err = run("-out", prefix, "-resume")
    check.equal(code, 65, "a damaged journal: exit status")
    check.that("damaged" in err, "a damaged journal: says so", err)
    code, out, err = run("-out", path("nothing"), "-resume")
    check.equal(code, 66, "nothing to resume: exit status")


def test_two_runners():
    prefix = path("twice")
    process = runner.start(*words("-concurrency", "1", "-out", prefix, "-games", "5000"))
    wait_for_lines(process, prefix, 2)
    code, out, err = run("-out", prefix, "-resume")
    check.that(code == 65 and "in use" in err, "a second runner on the same files is refused", err)
    process.kill()
    process.communicate()


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
check.end()
