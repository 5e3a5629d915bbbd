#!/usr/bin/env python3
"""docs/cookbook.md: every command runs and prints what the page says.

    test_cookbook.py OUTFLANK SOURCE_ROOT [--print]

A block is "    $ COMMAND" and the indented lines below it. Commands run one after the other in a
folder with a copy of tests/data. "..." in a line stands for any text on that line, and a line that is "..." alone
for any lines. --print prints the output of each block instead of checking it.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
LIBRARY = os.path.join(os.path.dirname(PROGRAM), "liboutflank.so.0")
WANTED, MOST_WORDS = 15, 1000
check = tap.Tap()


def blocks(text):
    """(heading, command, expected lines) of each block."""
    heading = ""
    for part in re.split(r"\n(?=## |    \$ )", text):
        if part.startswith("## "):
            heading = part.splitlines()[0][3:]
        elif part.startswith("    $ "):
            command, *rest = part.splitlines()
            lines = []
            for line in rest:
                if line and not line.startswith("    "):
                    break
                lines.append(line[4:])
            yield heading, command[6:], "\n".join(lines).rstrip("\n")


def pattern(expected):
    """A regular expression of a text with its wildcards."""
    lines = [r"(?:.*\n)*?.*" if line == "..." else
             ".*".join(re.escape(piece) for piece in line.rstrip().split("..."))
             for line in expected.split("\n")]
    return re.compile("\n".join(lines))


def run(command, folder):
    """Status and output of a command: all that it and Outflank write, but not what other programs of
    it complain of (parallel does where /sys is missing)."""
    shim = os.path.join(folder, "bin", "outflank")
    os.makedirs(os.path.dirname(shim), exist_ok=True)
    with open(shim, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nexec "{PROGRAM}" "$@" 2>&3\n')
    os.chmod(shim, 0o755)
    environment = dict(os.environ, PATH=os.path.dirname(shim) + os.pathsep + os.environ["PATH"],
                       PYTHONPATH=os.path.join(ROOT, "python"), PYTHONDONTWRITEBYTECODE="1",
                       OUTFLANK_LIBRARY=LIBRARY, OUTFLANK_BOOK="none", LC_ALL="C.UTF-8",
                       HOME=folder, PARALLEL_HOME=folder)
    done = subprocess.run(["sh", "-c", "exec 3>&1\n" + command], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, cwd=folder, env=environment, timeout=600)
    sys.stderr.write(done.stderr)
    return done.returncode, "\n".join(line.rstrip() for line in done.stdout.rstrip("\n").split("\n"))


def main():
    with open(os.path.join(ROOT, "docs", "cookbook.md"), encoding="utf-8") as file:
        text = file.read()
    found = list(blocks(text))
    check.equal(len(found), WANTED, f"{WANTED} blocks")
    check.equal(len({heading for heading, _, _ in found}), WANTED, "each has a heading")
    check.that(len(text.split()) <= MOST_WORDS, f"at most {MOST_WORDS} words", len(text.split()))
    check.that(pattern("a ... c\n...\nd").fullmatch("a b c\nx\ny\nd"), "wildcards stand for text")
    check.that(not pattern("a.c").fullmatch("abc"), "and nothing else does")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(ROOT, "tests", "data"), os.path.join(folder, "data"))
        for heading, command, expected in found:
            code, printed = run(command, folder)
            if "--print" in sys.argv:
                print(f"## {heading}\n{printed}")
            else:
                check.that(code == 0 and pattern(expected).fullmatch(printed), heading,
                           f"$ {command}\n{printed}\nexit status {code}; expected\n{expected}")
    check.end()


main()
