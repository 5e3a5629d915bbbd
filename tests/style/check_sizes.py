#!/usr/bin/env python3
"""Files and functions stay small: check_sizes.py SOURCE_ROOT

LIMITS are those of CONTRIBUTING.md. What is larger for a reason stands in LARGER, with its own
limit and the reason.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import csource  # noqa: E402
import tap  # noqa: E402

LIMITS = {"file": 600, "header": 150, "function": 70, "line": 100}
# A header or file, or a function as "FILE NAME".
HOT = "inline code of the hot loops, which has to be in a header; one CPU level or one table a file"
LARGER = {
    "include/outflank/engine.h": (209, "the whole contract of the library in one place"),
    "src/lib/eval/network_avx2.h": (230, HOT),
    "src/lib/eval/network_avx512.h": (230, HOT),
    "src/lib/eval/network_narrow.h": (230, HOT),
    "src/lib/search/tt.h": (215, HOT),
    "tests/unit/ref_board.h": (250, "the slow reference, written without a look at src/"),
}
# Rooms whose lines are up to 120 columns until they have been gone over.
WIDE = ("src/lib/board/", "src/lib/text/", "src/app/protocol/", "src/lib/search/probcut.c")

ROOT = sys.argv[1]
check = tap.Tap()


def sizes():
    """Yields (kind, size, place)."""
    for path in csource.sources(ROOT):
        text = csource.read(ROOT, path)
        lines = text.splitlines()
        yield "header" if path.endswith(".h") else "file", len(lines), path
        for head, first, size in csource.functions(text):
            yield "function", size, f"{path} {csource.name_of(head)}"
        for number, line in enumerate(lines, 1):
            yield "line", len(line), f"{path}:{number}"


over = {kind: [] for kind in LIMITS}
counts = {kind: 0 for kind in LIMITS}
needed = set()
for kind, size, place in sizes():
    counts[kind] += 1
    limit = LIMITS[kind]
    if size > limit and place in LARGER:
        needed.add(place)
        limit = LARGER[place][0]
    if kind == "line" and place.startswith(WIDE):
        limit = 120
    if size > limit:
        over[kind].append(f"{size:5} {place}")
for kind, limit in LIMITS.items():
    check.that(counts[kind] > 0, f"{counts[kind]} {kind}s are counted")
    check.that(not over[kind], f"no {kind} over {limit}", "\n".join(over[kind]))
check.equal(sorted(set(LARGER) - needed), [], "every exception is needed")
with open(os.path.join(ROOT, "CONTRIBUTING.md"), encoding="utf-8") as file:
    text = " ".join(file.read().split())
check.that(f"{LIMITS['line']} columns" in text and f"Functions up to {LIMITS['function']} lines" in text
           and f"files up to {LIMITS['file']}, headers up to {LIMITS['header']}" in text,
           "CONTRIBUTING.md says the same limits")
check.end()
