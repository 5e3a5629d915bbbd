#!/usr/bin/env python3
"""The clients of `outflank serve` in C, Python and JavaScript: check_services.py OUTFLANK CLIENT_IN_C LIBRARY"""
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tests"))
import tap  # noqa: E402

POSITIONS = ["f5", "f5d6c3", "nonsense", "f5f6e6f4e3"]
program, client, library = (os.path.abspath(word) for word in sys.argv[1:4])
check = tap.Tap()


def said(*command):
    env = dict(os.environ, OUTFLANK_PROGRAM=program, OUTFLANK_LIBRARY=library,
               PYTHONPATH=os.path.join(HERE, "..", "python"))
    done = subprocess.run([*command, *POSITIONS], stdout=subprocess.PIPE, text=True, env=env, timeout=60)
    check.equal(done.returncode, 0, f"{os.path.basename(command[-1])}: exit code")
    return done.stdout.splitlines()


def check_moves(name, lines):
    """A move of each position, and an error."""
    words = sorted(line.split()[:2] for line in lines)
    check.equal([position for position, _ in words], sorted(POSITIONS), f"{name}: each position once")
    check.equal(words[-1], ["nonsense", "refused"], f"{name}: the error")
    check.that(all(len(move) == 2 for _, move in words[:-1]), f"{name}: moves", lines)


answers = {answer["id"]: answer for answer in map(json.loads, said(client, program))}
check.equal(sorted(answers), [1, 2, 3, 4], "C: each id once")
check.equal([answers[i]["type"] for i in (1, 2, 3, 4)], ["result", "result", "error", "result"],
            "C: results and an error")
if subprocess.run([sys.executable, "-c", f"import ctypes; ctypes.CDLL({library!r})"],
                  stderr=subprocess.DEVNULL).returncode:
    check.skip("Python", "the library has sanitizers")
else:
    check_moves("Python", said(sys.executable, os.path.join(HERE, "service.py")))
if not shutil.which("node"):
    check.skip("JavaScript", "node is not here")
else:
    check_moves("JavaScript", said("node", os.path.join(HERE, "service.mjs"), program))
check.end()
