#!/usr/bin/env python3
"""Files and functions stay small: check_sizes.py SOURCE_ROOT

Soft limits are printed, hard limits fail. Tables of data count, too.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import csource  # noqa: E402
import tap  # noqa: E402

SOFT = {"file": 600, "header": 150, "function": 70, "line": 100}
HARD = {"file": 700, "header": 300, "function": 150, "line": 120}

ROOT = sys.argv[1]
check = tap.Tap()


def sizes():
    """Yields (kind, size, place)."""
    for path in csource.sources(ROOT):
        text = csource.read(ROOT, path)
        lines = text.splitlines()
        yield "header" if path.endswith(".h") else "file", len(lines), path
        for head, first, size in csource.functions(text):
            yield "function", size, f"{path}:{first} {csource.name_of(head)}"
        for number, line in enumerate(lines, 1):
            yield "line", len(line), f"{path}:{number}"


over_soft = {kind: [] for kind in SOFT}
over_hard = {kind: [] for kind in HARD}
counts = {kind: 0 for kind in SOFT}
for kind, size, place in sizes():
    counts[kind] += 1
    if size > SOFT[kind]:
        over_soft[kind].append(f"{size:5} {place}")
    if size > HARD[kind]:
        over_hard[kind].append(f"{size:5} {place}")
for kind, limit in HARD.items():
    check.that(counts[kind] > 0, f"{counts[kind]} {kind}s are counted")
    check.that(not over_hard[kind], f"no {kind} over {limit}", "\n".join(over_hard[kind]))
    for place in over_soft[kind]:
        print(f"# over the soft limit of {SOFT[kind]}: {kind} {place}")
check.end()
