#!/usr/bin/env python3
"""The recipes of examples/scale/ as written, through kills: rows as of one run that nobody disturbs.

    test_recipes.py OUTFLANK SOURCE_ROOT [POSITIONS KILLS NODES [RECIPE ...]]
"""
import glob
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), HERE, os.path.join(HERE, "..", "..", "python", "tests")]
import tap  # noqa: E402
from kill_farm import positions  # noqa: E402
from one_slurm import OneSlurm, free_port, why_not  # noqa: E402

PROGRAM, ROOT = (os.path.abspath(word) for word in sys.argv[1:3])
N, KILLS, NODES = (int(word) for word in sys.argv[3:6]) if len(sys.argv) > 5 else (60, 2, 20000)
WANTED = sys.argv[6:] or ["parallel", "slurm", "dask"]
SEED = int(os.environ.get("OUTFLANK_SEED") or random.SystemRandom().randrange(10 ** 6))
LOT = random.Random(SEED)
PARTS = 8
LIMITS = ["--nodes", str(NODES), "--best", "1"]
ENV = dict(os.environ, OUTFLANK_PROGRAM=PROGRAM, PYTHONPATH=os.path.join(ROOT, "python"),
           PYTHON=sys.executable)
check = tap.Tap()


def recipe(name):
    return os.path.join(ROOT, "examples", "scale", name + ".sh")


def content(line):
    return {key: value for key, value in json.loads(line).items()
            if key not in ("time_ms", "forecast", "file", "line", "index", "commit")}


def rows_of(pattern):
    lines = []
    for path in glob.glob(pattern):
        with open(path) as file:
            lines += file.readlines()
    return lines


def check_rows(name, pattern, expected):
    rows = sorted(map(content, rows_of(pattern)), key=lambda row: row["position"])
    check.equal(len(rows), N, f"{name}: each position once")
    check.that(rows == expected, f"{name}: rows of one machine")


def engines(folder):
    """Processes of outflank that write into a folder."""
    found = []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(path) as file:
                words = file.read().split("\0")
        except OSError:
            continue
        if words[0] == PROGRAM and any(word.startswith(folder) for word in words):
            found.append(int(path.split("/")[2]))
    return found


def kill_one(folder):
    found = engines(folder)
    if found:
        try:
            os.kill(LOT.choice(found), signal.SIGKILL)
        except ProcessLookupError:
            return 0
    return len(found[:1])


def start_sshd(place):
    """An sshd of our own on this machine; what parallel calls the host. None where it cannot be."""
    sshd = shutil.which("sshd", path=os.environ.get("PATH", "") + ":/usr/sbin")
    if not sshd or not shutil.which("ssh-keygen") or os.geteuid() != 0:
        return None, ""
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"{place}/{name}"], check=True)
    os.makedirs("/run/sshd", exist_ok=True)
    port = free_port()
    daemon = subprocess.Popen(
        [sshd, "-D", "-e", "-f", "/dev/null", "-p", str(port), "-h", f"{place}/host", "-o", "StrictModes=no",
         "-o", f"AuthorizedKeysFile={place}/user.pub", "-o", "ListenAddress=127.0.0.1", "-o", "PidFile=none"],
        stderr=subprocess.DEVNULL)
    login = (f"ssh -p {port} -i {place}/user -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null "
             "-o LogLevel=ERROR -o BatchMode=yes 127.0.0.1")
    for _ in range(50):
        if not subprocess.run([*login.split(), "true"], stdin=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode:
            return daemon, login
        time.sleep(0.1)
    daemon.kill()
    daemon.wait()
    return None, ""


def run_parallel(folder, path, expected):
    if not shutil.which("parallel"):
        return check.skip("parallel", "GNU parallel is not here")
    with tempfile.TemporaryDirectory() as place:
        daemon, login = start_sshd(place)
        hosts = f"1/:,1/{login}" if login else "2/:"
        print("# hosts: this machine, and by ssh" if login else "# one host: sshd cannot run here")
        command = [recipe("parallel"), path, folder, str(PARTS), hosts, *LIMITS]
        kills = 0
        parallel = subprocess.Popen(command, env=ENV, stdout=subprocess.PIPE, text=True)
        while parallel.poll() is None:
            if kills < KILLS:
                kills += kill_one(folder)
            time.sleep(0.3 * LOT.random())
        said = parallel.communicate()[0]
        if daemon:
            daemon.terminate()
            daemon.wait()
    check.that(parallel.returncode == 0 and f"{N} rows" in said, f"parallel: {kills} kills", said)
    check_rows("parallel", os.path.join(folder, "*.jsonl"), expected)


def run_slurm(folder, path, expected):
    if why_not():
        return check.skip("slurm", why_not())
    with tempfile.TemporaryDirectory() as place:
        slurm = OneSlurm(place)
        slurm.env.update(OUTFLANK_PROGRAM=PROGRAM)

        def submit():
            return slurm.say("sbatch", "--parsable", f"--array=1-{PARTS}", f"--output={place}/%a.log",
                             recipe("slurm"), path, folder, *LIMITS).strip()

        def is_idle():
            return not slurm.say("squeue", "-h").strip()

        try:
            job, requeued, waiting = submit(), 0, []
            slurm.wait(lambda: glob.glob(os.path.join(folder, "*.part")), "the first job")
            for _ in range(KILLS):  # jobs are requeued, one is cancelled
                running = slurm.say("squeue", "-h", "-t", "R", "-o", "%A").split()
                if running:
                    again = LOT.choice(running)
                    slurm.say("scontrol", "requeue", again)
                    requeued += 1
                    waiting.append(again)
                time.sleep(0.5 * LOT.random())
            slurm.say("scancel", f"{job}_{PARTS}")

            def is_idle_now():  # Slurm lets a requeued job wait for two minutes
                for again in waiting:
                    slurm.say("scontrol", "update", f"JobId={again}", "StartTime=now")
                return is_idle()

            slurm.wait(is_idle_now, "the array", 600)
            check.that(len(rows_of(os.path.join(folder, "*.jsonl"))) < N, "slurm: a job was cancelled")
            submit()  # the same command goes on
            slurm.wait(is_idle, "the array again", 600)
        finally:
            slurm.end()
    check.that(requeued > 0, f"slurm: {requeued} jobs requeued, one cancelled")
    check_rows("slurm", os.path.join(folder, "*.jsonl"), expected)


def run_dask(folder, path, _expected):
    python = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
    if not shutil.which("dask-scheduler") or subprocess.run(
            [python, "-c", "import distributed"], stderr=subprocess.DEVNULL).returncode:
        return check.skip("dask", "Dask is not here: Debian's package is python3-distributed")
    out = os.path.join(folder, "rows.jsonl")
    done = subprocess.run([recipe("dask"), "2", "analyze", path, *LIMITS, "--out", out],
                          env=dict(ENV, PYTHON=python, OUTFLANK_PORT=str(free_port())), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    check.equal((done.returncode, done.stdout),
                (0, f"{N} results and 0 errors are new in {out}\n"), f"dask {done.stderr}".strip())
    check.equal(sorted(json.loads(line)["id"] for line in rows_of(out)), list(range(N)),
                "dask: each position once")


def main():
    print(f"# {N} positions, {KILLS} kills, seed {SEED}, {socket.gethostname()}")
    lines = positions(N)
    with tempfile.TemporaryDirectory() as top:
        path = os.path.join(top, "positions")
        with open(path, "w") as file:
            file.write("\n".join(lines) + "\n")
        done = subprocess.run([PROGRAM, "analyze", "--json", "--quiet", *LIMITS, path], env=ENV,
                              stdout=subprocess.PIPE, text=True, check=True)
        expected = sorted(map(content, done.stdout.splitlines()), key=lambda row: row["position"])
        for name in WANTED:
            folder = os.path.join(top, name)
            os.mkdir(folder)
            begun = time.time()
            globals()[f"run_{name}"](folder, path, expected)
            print(f"# {name}: {time.time() - begun:.0f} s")
    check.end()


main()
