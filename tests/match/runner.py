"""tests/match/runner.py - starts `outflank match` for the tests and reads its files."""
import csv
import json
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../scripts/lib")]
import tap  # noqa: E402,F401

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
OPENINGS = os.path.join(ROOT, "bench/openings/xot_small.txt")
ENGINE = f"{os.environ.get('OUTFLANK_PYTHON', sys.executable)} {HERE}/engine.py"
FOLDER = tempfile.TemporaryDirectory()
TIMES = ("black_ms", "white_ms")


def path(name):
    return os.path.join(FOLDER.name, name)


def start(*words):
    return subprocess.Popen([PROGRAM, "match", *words], stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def run(*words, timeout=1800):
    """Exit code, stdout, stderr."""
    process = start(*words)
    try:
        out, err = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        return None, out, err + "\n(the test gave up waiting)"
    return process.returncode, out, err


def rows(prefix):
    with open(prefix + ".csv", newline="") as file:
        return list(csv.DictReader(file))


def timeless(prefix):
    """The rows of the CSV without what differs from run to run."""
    return [{k: v for k, v in row.items() if k not in TIMES} for row in rows(prefix)]


def summary(prefix):
    with open(prefix + ".json") as file:
        return json.load(file)


def survivors(pids, patience=5):
    """Processes of the file that still live; they get `patience` seconds to end."""
    listed = [int(line) for line in open(pids).read().split()] if os.path.exists(pids) else []
    end = time.monotonic() + patience
    alive = listed
    while alive and time.monotonic() < end:
        alive = [pid for pid in alive if is_alive(pid)]
        time.sleep(0.02)
    return listed, alive


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False
