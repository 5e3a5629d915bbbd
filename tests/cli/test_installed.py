#!/usr/bin/env python3
"""Every page that a help text names is installed, and nothing that is installed is left unbuilt.

    test_installed.py OUTFLANK BUILD_ROOT
"""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM, BUILD = os.path.abspath(sys.argv[1]), sys.argv[2]
check = tap.Tap()


def printed(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True).stdout


with open(os.path.join(BUILD, "meson-info/intro-installed.json"), encoding="utf-8") as file:
    installed = json.load(file)
with open(os.path.join(BUILD, "meson-info/intro-targets.json"), encoding="utf-8") as file:
    targets = json.load(file)
pages = {"docs/" + place.split("/doc/outflank/docs/")[1] for place in installed.values()
         if "/doc/outflank/docs/" in place}
for name in ("--markdown", "--man", "match", "book"):
    # The manual page writes hyphens as \\-.
    named = set(re.findall(r"docs/[\w/-]+\.md", printed("help", name).replace("\\-", "-")))
    check.that(named <= pages and (named or name == "match"), f"help {name}: {len(named)} pages",
               f"not installed: {sorted(named - pages)}")
left = [t["name"] for t in targets if t["installed"] and not t["build_by_default"]]
check.that(not left, "what is installed is built without being asked for", left)
check.end()
