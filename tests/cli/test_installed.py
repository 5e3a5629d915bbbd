#!/usr/bin/env python3
"""Every page that a help text names is installed, and nothing that is installed is left unbuilt. The
program knows its commit. What scripts/lib/place.sh puts somewhere it takes away, and nothing else.

    test_installed.py OUTFLANK BUILD_ROOT
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM, BUILD = os.path.abspath(sys.argv[1]), sys.argv[2]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
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

# With git, without it, and in a tree that git does not know.
with tempfile.TemporaryDirectory() as folder:
    for name in ("sh", "cat", "sed", "dirname"):
        os.symlink(shutil.which(name), os.path.join(folder, name))
    script = os.path.join(ROOT, "scripts", "commit.sh")
    without = subprocess.run([os.path.join(folder, "sh"), script], env={"PATH": folder}, capture_output=True,
                             text=True, check=True).stdout.strip()
    is_known = os.path.exists(os.path.join(ROOT, ".git"))
    commit = re.search("^commit (.*)$", printed("--version"), re.M).group(1)
    check.that(re.fullmatch("[0-9a-f]{12}" if is_known else "none: .*|[0-9a-f]{12}", without),
               "the commit without git", without)
    check.that(re.fullmatch(r"[\w.-]*[0-9a-f]{7,}(-dirty)?" if is_known else ".*", commit), "--version names it", commit)
    os.mkdir(os.path.join(folder, "scripts"))
    shutil.copy(script, os.path.join(folder, "scripts"))
    strange = subprocess.run(["sh", os.path.join(folder, "scripts", "commit.sh")], capture_output=True,
                             text=True, check=True).stdout
    check.that(strange.startswith("none: ") or re.fullmatch("[0-9a-f]{12}\n", strange), "no commit of a strange tree", strange)


def place(*arguments):
    return subprocess.run(["sh", os.path.join(ROOT, "scripts", "lib", "place.sh"), *arguments],
                          capture_output=True, text=True, check=False)


def tree(folder):
    return sorted(os.path.relpath(os.path.join(above, name), folder)
                  for above, folders, files in os.walk(folder) for name in folders + files)


def write(*path):
    os.makedirs(os.path.dirname(os.path.join(*path)), exist_ok=True)
    with open(os.path.join(*path), "w", encoding="utf-8") as file:
        file.write("x")


with tempfile.TemporaryDirectory() as folder:
    prefix, first, second = (os.path.join(folder, name) for name in ("a prefix", "first", "second"))
    os.makedirs(os.path.join(prefix, "share", "man"))
    write(prefix, "bin", "other")
    before = tree(prefix)
    for stage, names in (first, ("bin/program", "lib/old/gone", "py/module.py", "share/man/page")), \
            (second, ("bin/program", "py/module.py", "share/man/page")):
        for name in names:
            write(stage + prefix, name)
    os.symlink("program", os.path.join(second + prefix, "bin", "link"))
    done = place("put", prefix, first)
    check.that(done.returncode == 0 and os.path.exists(os.path.join(prefix, "lib/old/gone")), "files are put", done.stderr)
    write(prefix, "py", "__pycache__", "module.cpython-311.pyc")
    done = place("put", prefix, second)
    check.that(done.returncode == 0 and not os.path.exists(os.path.join(prefix, "lib")) and
               os.readlink(os.path.join(prefix, "bin", "link")) == "program",
               "a second time: what it no longer has goes away", done.stderr)
    done = place("remove", prefix)
    check.equal(tree(prefix), before, "removed: what was there before is there")
    done = place("remove", prefix)
    check.that(done.returncode == 71 and "is missing" in done.stderr, "nothing to remove: one sentence", done.stderr)
    place("put", prefix, second)
    before = tree(prefix)
    for bad in (os.path.join(folder, "elsewhere"), os.path.join(prefix, "..", "elsewhere")):
        write(folder, "elsewhere")
        with open(os.path.join(prefix, "share/outflank/installed"), "a", encoding="utf-8") as file:
            file.write(bad + "\n")
        done = place("remove", prefix)
        check.that(done.returncode == 71 and "damaged" in done.stderr and tree(prefix) == before and
                   os.path.exists(bad), "a list that names what lies elsewhere is refused", done.stderr)
check.end()
