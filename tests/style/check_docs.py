#!/usr/bin/env python3
"""What texts name is there: check_docs.py SOURCE_ROOT

1. Documents that sources, help texts, build files, tests and pages name as docs/NAME.md exist,
   and so does a heading named behind them: docs/NAME.md, "Heading".
2. Links of documents lead to files.
3. Files that comments of C sources and documents name exist, seen from the root, src/, docs/,
   include/outflank/ or the folder of who names them; without a folder anywhere in the tree.
4. Labels of requirements such as P01 are defined in tests/labels.md, and each label there is used.
5. The levels of docs/levels.md and of the help are those of src/lib/search/schedule.c.
6. All packages have the version of meson.build.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import csource  # noqa: E402
import tap  # noqa: E402

FOLDERS = ("src", "include", "tests", "bench", "examples", "docs", "scripts")
ENDINGS = (".c", ".h", ".py", ".md", ".sh", ".build", ".txt", ".tsv", ".session", ".def")
NAMED = re.compile(r"docs/[\w./-]*\w\.md")
HEADED = re.compile(r'(docs/[\w./-]*\w\.md),? "([^"\n]+)"')
LINKED = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
FILE = re.compile(r'(?<![\w./<"*-])((?:[\w.-]+/)*[\w-]+\.'
                  r"(?:c|h|py|sh|md|def|S|tsv|obf|session|build|svg|bin))\b(?![\w/(])")
# Files that the build makes, and names that stand for files of a reader's own.
MADE = {"board_tables.c", "build_info.h", "built_in_blob.S", "built_in_book.S", "classical_tables.c",
        "opening_names.c", "pattern_sizes.h", "pattern_tables.c", "version.h", "sysexits.h", "OpenBench/stats.py"}
EXAMPLE = re.compile(r"^[A-Z_]+[0-9]?\.|^(e1|wthor|xot|errors|known|early|b|a)\.|"
                     r"^(classical|constants|student|set|packed)\.bin")
LABEL = re.compile(r"\b(?:[PDSKF][0-9]{2}|R0[0-9])\b")
LABEL_TABLE = re.compile(r"^\| ([PDSKFR][0-9]{2}) \|", re.M)
VERSIONED = {"meson.build": r"^  version: '(.+)',$", "NEWS.md": r"^## (\S+)",
             "web/api/package.json": r'^  "version": "(.+)",$',
             "pyproject.toml": r'^version = "(.+)"$', "python/outflank/_c.py": r'^VERSION = "(.+)"',
             "python/outflank/__init__.py": r'^__version__ = "(.+)"$'}
HERE = os.path.join("tests", "style", "check_docs.py")
ROOT = sys.argv[1]
check = tap.Tap()


def exists(*path):
    return os.path.exists(os.path.join(ROOT, *path))


def headings(page):
    """Headings and bold words of a page."""
    text = csource.read(ROOT, page)
    return {h.strip().rstrip(".") for h in re.findall(r"^#+ (.*)$", text, re.M)} | \
        {b.rstrip(".") for b in re.findall(r"\*\*([^*]+)\*\*", text)}


def prose_of(path, text):
    """(line number, text) of what people read: a page, or the comments of a C source."""
    if path.endswith(".md"):
        yield from enumerate(text.splitlines(), 1)
    elif path.endswith((".c", ".h", ".def")):
        for match in re.finditer(r"/\*.*?\*/", text, re.S):
            first = text.count("\n", 0, match.start()) + 1
            yield from enumerate(match.group(0).splitlines(), first)


def numbers(pattern, *path):
    """The numbers in each match of a text."""
    return [[int(n) for n in re.findall(r"\d+", row)]
            for row in re.findall(pattern, csource.read(ROOT, os.path.join(*path)), re.M)]


def is_there(name, by, bases):
    if "/" not in name:
        return name in bases
    folders = ("", *csource.FLOORS, "docs", "include", "include/outflank", "tests", os.path.dirname(by))
    return any(exists(folder, name) for folder in folders)


paths = csource.sources(ROOT, FOLDERS, ENDINGS)
paths += [name for name in os.listdir(ROOT) if name.endswith((".md", ".build", ".txt"))]
bases = {name for folder in FOLDERS for _, _, files in os.walk(os.path.join(ROOT, folder))
         for name in files} | set(os.listdir(ROOT))
n_named, n_files, missing, broken, lost, headless, used = 0, 0, [], [], [], [], {}
for path in sorted(paths):
    if path == HERE:
        continue
    text = csource.read(ROOT, path)
    for number, line in enumerate(text.splitlines(), 1):
        for name in NAMED.findall(line):
            n_named += 1
            if not exists(name):
                missing.append(f"{path}:{number}: {name}")
        for name, heading in HEADED.findall(line):
            if exists(name) and heading.rstrip(".") not in headings(name):
                headless.append(f'{path}:{number}: {name}, "{heading}"')
        if path.endswith(".md"):
            broken += [f"{path}:{number}: {link}" for link in LINKED.findall(line)
                       if "://" not in link and not exists(os.path.dirname(path), link)]
        if path != os.path.join("tests", "labels.md") and not path.startswith(os.path.join("tests", "data")):
            for label in LABEL.findall(line):
                used.setdefault(label, f"{path}:{number}")
    for number, line in prose_of(path, text):
        for name in FILE.findall(line):
            n_files += 1
            if name not in MADE and not EXAMPLE.match(name) and not is_there(name, path, bases):
                lost.append(f"{path}:{number}: {name}")
check.that(n_named > 20, f"{len(paths)} files name documents {n_named} times")
check.that(not missing, "every document that is named exists", "\n".join(missing))
check.that(not headless, "every heading that is named exists", "\n".join(headless))
check.that(not broken, "every link of a document leads to a file", "\n".join(broken))
check.that(n_files > 100, f"comments and documents name files {n_files} times")
check.that(not lost, "every file that a comment or a document names exists", "\n".join(lost))
defined = set(LABEL_TABLE.findall(csource.read(ROOT, os.path.join("tests", "labels.md"))))
check.equal(sorted(f"{at}: {label}" for label, at in used.items() if label not in defined), [],
            "tests/labels.md defines every label")
check.equal(sorted(defined - set(used)), [], f"each of its {len(defined)} labels is used")
in_code = numbers(r"^    (\{ ?\d+, \{(?: *\d+,?)+\}\}),$", "src", "lib", "search", "schedule.c")
in_page = numbers(r"^(\| \d+(?: \| \d+){6} \|)$", "docs", "levels.md")
check.that(len(in_code) > 2, "the levels of play are found")
check.equal(in_page, in_code, "docs/levels.md has the levels of the code")
in_help = numbers(r"\(level (\d+: boldly from \d+, exactly from \d+);", "src", "lib", "engine", "options.c")
check.that(len(in_help) == 1 and in_help[0] in [[row[0], row[1], row[6]] for row in in_code],
           "so has the help", in_help)
versions = {path: re.findall(pattern, csource.read(ROOT, path), re.M)[:1]
            for path, pattern in VERSIONED.items()}
check.equal(versions, dict.fromkeys(versions, versions["meson.build"]), "all packages have one version")
check.that(versions["meson.build"], "which is found")
check.equal(FILE.findall("see a/b.c, <x.h>, f.c() and order.h."), ["a/b.c", "order.h"], "names are found")
check.end()
