#!/usr/bin/env python3
"""Files that texts name are there: check_docs.py SOURCE_ROOT

Sources and their comments, help texts, build files, tests and documents name
documents as docs/NAME.md, and documents link to files beside them.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import csource  # noqa: E402
import tap  # noqa: E402

FOLDERS = ("src", "include", "tests", "bench", "examples", "docs", "scripts")
ENDINGS = (".c", ".h", ".py", ".md", ".sh", ".build", ".txt", ".tsv", ".session")
NAMED = re.compile(r"docs/[\w./-]*\w\.md")
LINKED = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
ROOT = sys.argv[1]
check = tap.Tap()


def exists(*path):
    return os.path.exists(os.path.join(ROOT, *path))


paths = csource.sources(ROOT, FOLDERS, ENDINGS)
paths += [name for name in os.listdir(ROOT) if name.endswith((".md", ".build", ".txt"))]
n_named, missing, broken = 0, [], []
for path in sorted(paths):
    for number, line in enumerate(csource.read(ROOT, path).splitlines(), 1):
        if path == os.path.join("tests", "style", "check_docs.py"):
            continue
        for name in NAMED.findall(line):
            n_named += 1
            if not exists(name):
                missing.append(f"{path}:{number}: {name}")
        if path.endswith(".md"):
            broken += [f"{path}:{number}: {link}" for link in LINKED.findall(line)
                       if "://" not in link and not exists(os.path.dirname(path), link)]
check.that(n_named > 20, f"{len(paths)} files name documents {n_named} times")
check.that(not missing, "every document that is named exists", "\n".join(missing))
check.that(not broken, "every link of a document leads to a file", "\n".join(broken))
check.end()
