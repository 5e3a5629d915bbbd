#!/usr/bin/env python3
"""A farm whose workers and client are killed: every position once, rows as of one service.

    kill_farm.py OUTFLANK processes|dask [POSITIONS KILLS CLIENT_KILLS NODES BATCH_SECONDS]

Kills come at random moments while the client runs; a worker's Python or its engine dies. Seeds are
printed; OUTFLANK_SEED sets one.
"""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
WORKERS = 4
OPTIONS = ["--book", "none", "--hash", "4"]


def positions(n):
    """Some of all kinds, at most 10,000: half of them are turned."""
    lines = []
    for name in ("wthor-held-out.tsv", "selfplay-held-out.tsv"):
        with open(os.path.join(ROOT, "tests", "data", "positions", name)) as file:
            lines += [line.split("\t") for line in file if line[0] != "#"]
    random.Random(54).shuffle(lines)
    turned = [[line[0][::-1], *line[1:]] for line in lines]
    return [f"{board} {side}" for board, side, *_ in [*lines, *turned][:n]]


def content(row):
    """What a row says, without times and numbers."""
    result = {key: value for key, value in row["result"].items() if key not in ("time_ms", "forecast")}
    return {key: row[key] for key in ("position", "limits", "exact", "version", "signature", "network",
                                      "book", "threads", "settings")}, result


def processes():
    """Parent and command line of each process that is there."""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
            with open(f"/proc/{name}/cmdline") as file:
                if fields[0] not in "ZX":
                    found[int(name)] = int(fields[1]), file.read().replace("\0", " ")
        except OSError:
            pass
    return found


def below(roots):
    """Workers below these processes, engines and their Pythons."""
    found = processes()
    known, grows = set(roots), True
    while grows:
        more = {pid for pid, (parent, _) in found.items() if parent in known} - known
        known |= more
        grows = bool(more)
    return [pid for pid in known - set(roots) if " serve --on-eof " in found[pid][1]
            or "from multiprocessing.spawn import" in found[pid][1]]


class Farm:
    """The client, and for Dask its scheduler and workers."""

    def __init__(self, kind, folder, command, env):
        self.command, self.env, self.helpers, self.client = command, env, [], None
        if kind == "dask":
            where = os.path.join(folder, "scheduler.json")
            self.run(folder, "dask-scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", where)
            while not os.path.exists(where):
                time.sleep(0.05)
            with open(where) as file:
                self.command = [*command, "--executor", "dask", "--scheduler", json.load(file)["address"]]
            for _ in range(WORKERS):
                self.run(folder, "dask-worker", "--scheduler-file", where, "--nthreads", "1",
                         "--no-dashboard", "--local-directory", folder)

    def run(self, folder, *words):
        with open(os.path.join(folder, "log"), "a") as log:
            self.helpers.append(subprocess.Popen(
                ["/usr/bin/" + words[0], *words[1:]], stdout=log, stderr=log, env=self.env,
                start_new_session=True))

    def start(self):
        self.client = subprocess.Popen(self.command, env=self.env, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.PIPE, text=True)

    def workers(self):
        return below([process.pid for process in self.helpers] or [self.client.pid])

    def end(self):
        for process in [self.client, *self.helpers]:
            if process and process.poll() is None:
                process.terminate()
        for process in [self.client, *self.helpers]:
            if process:
                try:
                    process.wait(5)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
        if self.client and self.client.stderr:
            self.client.stderr.close()


def disturb(farm, out, n, n_kills, n_clients, lot):
    """Runs to the end through kills, spread over the rows. Returns how many there were, and the last
    client's exit code and words."""
    plan = sorted([(lot.random() * 0.95, "worker") for _ in range(n_kills)]
                  + [(lot.random() * 0.95, "client") for _ in range(n_clients)])
    done, until = {"worker": 0, "client": 0}, time.time() + 1800
    farm.start()
    while farm.client.poll() is None and time.time() < until:
        try:
            rows = sum(chunk.count(b"\n") for chunk in [open(out, "rb").read()])
        except OSError:
            rows = 0
        if plan and rows >= plan[0][0] * n:
            if plan[0][1] == "client":
                farm.client.kill()
                farm.client.communicate()
                done["client"] += 1
                plan.pop(0)
                farm.start()
            elif rows:
                found = farm.workers()
                if found:
                    os.kill(lot.choice(sorted(found)), signal.SIGKILL)
                    done["worker"] += 1
                    plan.pop(0)
                    time.sleep(0.1 * lot.random())
        time.sleep(0.02)
    return done, farm.client.wait(), farm.client.communicate()[1]


def run(program, kind="processes", n=60, n_kills=3, n_clients=1, nodes=20000, batch="0.2"):
    """Raises AssertionError if anything is lost, doubled or different; returns a sentence."""
    from outflank import Service
    seed = int(os.environ.get("OUTFLANK_SEED") or random.SystemRandom().randrange(10 ** 6))
    print(f"# {kind}: {n} positions, {n_kills} kills of workers, {n_clients} of the client, seed {seed}")
    texts, begun = positions(n), time.time()
    assert len(texts) == n, f"there are {len(texts)} positions"
    env = dict(os.environ, OUTFLANK_PROGRAM=program, PYTHONPATH=os.path.dirname(HERE))
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "positions"), os.path.join(folder, "rows.jsonl")
        with open(path, "w") as file:
            file.write("\n".join(texts) + "\n")
        command = [sys.executable, "-m", "outflank.farm", "analyze", path, "--out", out, "--resume",
                   "--nodes", str(nodes), "--best", "1", "--batch-seconds", str(batch)]
        command += ["--workers", str(WORKERS)] if kind == "processes" else []
        farm = Farm(kind, folder, command, env)
        farm.command += ["--", *OPTIONS]
        try:
            kills, code, said = disturb(farm, out, n, n_kills, n_clients, random.Random(seed))
        finally:
            farm.end()
        assert code == 0, (code, said)
        with open(out) as file:
            rows = [json.loads(line) for line in file]
        if os.environ.get("OUTFLANK_KEEP"):
            shutil.copy(out, os.environ["OUTFLANK_KEEP"])
    seconds = time.time() - begun
    assert sorted(row["id"] for row in rows) == list(range(n)), "each position once"
    with Service(jobs=2, options=OPTIONS, program=program) as service:
        asked = [service.submit("analyze", text=text, nodes=nodes, best=1) for text in texts]
        for row in rows:
            assert row["type"] == "result", row
            assert content(row) == content(asked[row["id"]].result()), row
    return (f"{n} positions through {kills['worker']} kills of workers and {kills['client']} of the "
            f"client in {seconds:.0f} s")


def main():
    sys.path.insert(0, os.path.dirname(HERE))
    program, kind = os.path.abspath(sys.argv[1]), sys.argv[2]
    if kind == "dask":
        try:
            import distributed  # noqa: F401
        except ImportError:
            print("Dask is not here: Debian's package is python3-distributed")
            sys.exit(77)
    print(run(program, kind, *(int(word) for word in sys.argv[3:])))


if __name__ == "__main__":
    main()
