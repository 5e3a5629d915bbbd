#!/usr/bin/env python3
"""Readers take time that grows with the text: instructions of hostile texts, counted by valgrind.

    test_linear.py OUTFLANK SOURCE_ROOT
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
SIZE = 20000
SHAPES = ['[{"a":1},', '{"a":\n', '["f5d6",', "a b c d e f g h\n", "(;B[fe]\n", "(;C[", '[Event "a"]',
          '[Event "a"] 1. f5 d6 * ', '[Event "a"]\n1. f5 {\n', "1. f5\n", "[", "\0",
          '[E "' + "\\" * 4 * SIZE, ("(;GM[2]", "(;B[fe](;W[ff])(;W[fd]))"), ("(;GM[2];B[fe]", "(;W[ff])"),
          ("(;GM[2];B[fe](;W[ff])(;W[fd]", "(;B[cf])"), ("1. f5 ", "( 1. d3 c3 ) "), ("1. f5 d6 (1... f6 ", "( 2. e6 ) ")]
check = tap.Tap()


def instructions(folder, text):
    path = os.path.join(folder, "text")
    with open(path, "wb") as file:
        file.write(text.encode())
    done = subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=no",
                           "--cachegrind-out-file=/dev/null", PROGRAM, "convert", "--to", "json", "--quiet",
                           path], capture_output=True, text=True, timeout=600, check=False)
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    return int(found.group(1).replace(",", "")) if found else None


with tempfile.TemporaryDirectory() as place:
    if not shutil.which("valgrind") or not instructions(place, "f5\n"):
        check.skip("linear time", "no valgrind that counts instructions")
        SHAPES = []
    for shape in SHAPES:
        begin, part = shape if isinstance(shape, tuple) else ("", shape)
        short, long = (instructions(place, begin + (part * n)[:n]) for n in (SIZE, 4 * SIZE))
        check.that(short and long and long <= 5 * short, f"{(begin + part)[:30]!r}", f"{short} and {long}")
check.end()
