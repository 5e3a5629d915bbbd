#!/usr/bin/env python3
"""outflank analyze driven by GNU parallel, and killed while it works.

    test_analyze_kills.py OUTFLANK SOURCE_ROOT [POSITIONS KILLS]

Each file of positions is a job: --jobs 2 --out --resume. A job is killed when it has written part of
its results, and parallel tries it again. In the end every position is there once, and all results
equal those of a run that nothing disturbed. With more than ten kills parallel itself is killed once,
too, and started again.
"""
import glob
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
N_POSITIONS, N_KILLS = (int(x) for x in sys.argv[3:5]) if len(sys.argv) > 4 else (40, 2)
A_FILE = 20 if N_POSITIONS <= 100 else 50
DEPTH = "8"
SEED = 37
check = tap.Tap()


def positions():
    lines = [line.split("\t") for line in
             open(os.path.join(ROOT, "tests/data/positions/wthor-held-out.tsv")) if line[0] != "#"]
    random.Random(SEED).shuffle(lines)
    return [f"{board} {side}" for board, side, *_ in lines[:N_POSITIONS]]


def content(line):
    """A result without what differs from run to run, or by the file."""
    return {k: v for k, v in json.loads(line).items()
            if k not in ("time_ms", "forecast", "file", "line", "index")}


def is_running(pid):
    try:
        return open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


class Killer:
    """Kills jobs that have written some results, at most N_KILLS, each try of a job once."""

    def __init__(self, folder):
        self.folder, self.n, self.seen = folder, 0, set()

    def look(self):
        for part in glob.glob(os.path.join(self.folder, "*.jsonl.part")):
            try:
                pid = int(open(part.replace(".jsonl.part", ".pid")).read())
                size = os.path.getsize(part)
            except (OSError, ValueError):
                continue
            if self.n >= N_KILLS or size == 0 or pid in self.seen or not is_running(pid):
                continue
            os.kill(pid, signal.SIGSTOP)
            self.seen.add(pid)
            if os.path.exists(part):
                os.kill(pid, signal.SIGKILL)
                self.n += 1
            else:
                os.kill(pid, signal.SIGCONT)


def start(folder):
    command = (f"echo $$ > {{.}}.pid; exec {PROGRAM} analyze --json --quiet --depth {DEPTH} --jobs 2 "
               "--out {.}.jsonl --resume {}")
    files = sorted(glob.glob(os.path.join(folder, "*.txt")))
    return subprocess.Popen(["parallel", "--will-cite", "--jobs", "2", "--retries", "1000",
                             "--joblog", os.path.join(folder, "log"), "--resume-failed",
                             command, ":::", *files], start_new_session=True,
                            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, text=True)


def kill_all(parallel, folder):
    """parallel and its jobs: they are a session of their own."""
    os.killpg(parallel.pid, signal.SIGKILL)
    parallel.communicate()
    for name in glob.glob(os.path.join(folder, "*.pid")):
        pid = int(open(name).read() or 0)
        while pid and is_running(pid) and PROGRAM in open(f"/proc/{pid}/cmdline").read():
            os.kill(pid, signal.SIGKILL)
            time.sleep(0.01)


def run_killed(folder):
    killer, has_killed_all = Killer(folder), N_KILLS <= 10
    parallel = start(folder)
    until = time.time() + 3000
    while parallel.poll() is None and time.time() < until:
        killer.look()
        if not has_killed_all and killer.n >= N_KILLS // 2:
            has_killed_all = True
            kill_all(parallel, folder)
            parallel = start(folder)
        time.sleep(0.002)
    return killer.n, parallel.wait(), parallel.stderr.read()


def main():
    if not shutil.which("parallel"):
        return check.skip("results after kills", "GNU parallel is not here")
    print(f"# {N_POSITIONS} positions, {N_KILLS} kills, seed {SEED}")
    boards = positions()
    with tempfile.TemporaryDirectory() as folder:
        for i in range(0, len(boards), A_FILE):
            with open(os.path.join(folder, f"{i:05d}.txt"), "w") as file:
                file.write("\n".join(boards[i:i + A_FILE]) + "\n")
        n_kills, code, said = run_killed(folder)
        check.that(code == 0, "parallel ends well", said)
        check.equal(n_kills, N_KILLS, "jobs were killed at work")
        found = [line for name in sorted(glob.glob(os.path.join(folder, "*.jsonl")))
                 for line in open(name)]
        check.equal(glob.glob(os.path.join(folder, "*.part")), [], "no part is left")
    calm = subprocess.run([PROGRAM, "analyze", "--json", "--depth", DEPTH], text=True,
                          input="\n".join(boards), stdout=subprocess.PIPE, check=True).stdout
    wanted = [content(line) for line in calm.splitlines()]
    check.equal([content(line)["position"] for line in found], boards, "every position once")
    check.that([content(line) for line in found] == wanted,
               "all results equal those of an undisturbed run")


main()
check.end()
