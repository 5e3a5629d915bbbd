#!/usr/bin/env python3
"""Files of weights are named by their content, built in and described: check_weights.py SOURCE_ROOT"""
import hashlib
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import csource  # noqa: E402
import tap  # noqa: E402

ROOT = sys.argv[1]
FOLDER = os.path.join("src", "lib", "eval", "weights")
NAME = re.compile(r"[a-z0-9]+-[0-9a-f]{12}\.bin")
check = tap.Tap()


def digits_of(name):
    with open(os.path.join(ROOT, FOLDER, name), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()[:12]


files = sorted(name for name in os.listdir(os.path.join(ROOT, FOLDER)) if name.endswith(".bin"))
check.that(len(files) >= 2, f"{len(files)} files of weights")
wrong = [f"{name}: {digits_of(name)}" for name in files
         if not NAME.fullmatch(name) or name[:-4].split("-")[1] != digits_of(name)]
check.that(not wrong, "each is named by the first 12 hex digits of its SHA-256", "\n".join(wrong))
provenance = csource.read(ROOT, os.path.join(FOLDER, "PROVENANCE.md"))
entries = re.findall(r"^## (\S+\.bin)$", provenance, re.MULTILINE)
check.that(sorted(entries) == files, "each has one entry in PROVENANCE.md, and no other file has",
           f"entries: {sorted(entries)}\nfiles: {files}")
for place in (os.path.join("src", "lib", "eval", "meson.build"), os.path.join("docs", "MAP.md")):
    named = sorted(set(NAME.findall(csource.read(ROOT, place))))
    check.that(named == files, f"{place} names those and no others", f"named: {named}")
check.end()
