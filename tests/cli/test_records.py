#!/usr/bin/env python3
"""Records of games as programs and people write them: each row of tests/data/records is converted.

    test_records.py OUTFLANK SOURCE_ROOT

A row of a list in tests/data/records/*.json:

    {"kind": 40, "name": "...", "ending": "pgn", "text": "..." or "base64": "...", "args": ["--strict"],
     "to": "json", "status": 0, "records": [{...}], "notes": ["part of stderr"], "output": "stdout"}

"records" has, for each record that is written, some of its fields; null means that it has no such
field. "quiet": stderr says nothing but the summary. A key that is missing asks for nothing, but "to"
is json, "ending" is txt and "status" is 0.
"""
import base64
import glob
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
KEYS = {"kind", "name", "ending", "text", "base64", "args", "to", "status", "records", "notes", "output",
        "quiet"}
check = tap.Tap()


def differs(wanted, found, path=""):
    """Where `found` lacks what is wanted: a sentence, or None."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key, value in wanted.items():
            said = differs(value, found.get(key), f"{path}/{key}")
            if said:
                return said
        return None
    return None if wanted == found else f"{path}: expected {wanted!r}, found {found!r}"


def judge(row, done):
    """What is wrong with an answer: sentences."""
    out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    wrong = []
    if done.returncode != row.get("status", 0):
        wrong.append(f"status {done.returncode}, expected {row.get('status', 0)}")
    if "records" in row:
        found = [json.loads(line) for line in out.splitlines()]
        if len(found) != len(row["records"]):
            wrong.append(f"{len(found)} records, expected {len(row['records'])}")
        wrong += [said for i, pair in enumerate(zip(row["records"], found)) for said in [differs(*pair, f"{i + 1}")]
                  if said]
    if "output" in row and out != row["output"]:
        wrong.append(f"stdout is {out!r}, expected {row['output']!r}")
    wrong += [f"stderr lacks {note!r}" for note in row.get("notes", []) if note not in err]
    if row.get("quiet") and len(err.splitlines()) > 1:
        wrong.append("stderr says more than the summary")
    if "Sanitizer" in err or "runtime error" in err or done.returncode < 0:
        wrong.append("it does not end well")
    return wrong and wrong + [out[:2000], err[:2000]]


def test_row(row, folder):
    path = os.path.join(folder, "input." + row.get("ending", "txt"))
    with open(path, "wb") as file:
        file.write(base64.b64decode(row["base64"]) if "base64" in row else row["text"].encode())
    done = subprocess.run([PROGRAM, "convert", "--to", row.get("to", "json"), *row.get("args", []), path],
                          capture_output=True, timeout=600, check=False)
    wrong = judge(row, done)
    unknown = set(row) - KEYS
    check.that(not wrong and not unknown, f"{row['kind']} {row['name']}",
               "\n".join(wrong + [f"unknown keys {sorted(unknown)}"] * bool(unknown)))


for name in sorted(glob.glob(os.path.join(ROOT, "tests", "data", "records", "*.json"))):
    with open(name, encoding="utf-8") as data:
        rows = json.load(data)
    with tempfile.TemporaryDirectory() as place:
        for each in rows:
            test_row(each, place)
check.end()
