#!/usr/bin/env python3
"""Files that an earlier version wrote: today's program reads them and goes on with them.

    test_old.py OUTFLANK SOURCE_ROOT
"""
import json
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402
from bookfolder import BookFolder  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
OLD = os.path.join(ROOT, "tests", "data", "old")
check = tap.Tap()
books = BookFolder(PROGRAM, "old")
book, at = books.run, books.at


def outflank(*words, text=""):
    done = subprocess.run([PROGRAM, *words], input=text, capture_output=True, text=True, timeout=600,
                          cwd=books.path, check=False)
    return done.returncode, done.stdout, done.stderr


def test_books():
    for name in ("working.book", "packed.book"):
        code, out, err = book("check", at(name))
        check.that(code == 0 and not err, f"{name} is whole", out + err)
        out = book("show", at(name), "start")[1]
        check.that("value      +0.15  d3\n" in out, f"{name}: the value of the start", out)
        check.equal([json.loads(line)["positions"] for line in book("stats", "--json", at(name))[1].splitlines()][-1],
                    40, f"{name}: its positions")
        out = outflank("gtp", "--book", at(name), "--level", "4", text="x-book\n")[1]
        check.that("d3 +0.15 book depth 4 games 2 pv d3" in out, f"{name}: lines", out)
    before = books.read("packed.book")
    book("pack", at("working.book"), at("again.book"))
    check.equal(books.read("again.book"), before, "packing it gives the same bytes")
    whole = book("dump", at("working.book"))[1]
    check.that(" 2 of them new" in book("learn", at("working.book"), at("games.ggf"))[1], "its games get ratings")
    check.that(" 0 of them new" in book("learn", at("working.book"), at("games.ggf"))[1], "and then are known")
    rated = book("dump", at("working.book"))[1]
    check.equal(re.sub(r"^(game(\t[^\t\n]*){4}).*$", r"\1", rated, flags=re.M), whole, "nothing else changed")
    check.equal(book("check", at("working.book"))[0], 0, "and it is whole")
    whole = rated
    book("load", at("loaded.book"), text=whole)
    check.equal(book("dump", at("loaded.book"))[1], whole, "its text makes it anew")
    code, out, err = book("grow", at("working.book"), "-q", "-d", "4", "--exact", "4", "-p", "16", "-t", "1")
    check.that(code == 0 and not err and "the positions are there" in out, "it grows", out + err)
    check.equal(book("check", at("working.book"))[0], 0, "and is whole")
    grown = {line.split("\t")[1] for line in book("dump", at("working.book"))[1].splitlines() if "\t" in line}
    check.that(grown >= {line.split("\t")[1] for line in whole.splitlines() if "\t" in line}, "with all it had")


def test_match():
    shutil.copy(os.path.join(OLD, "match.journal"), at("run.journal"))
    kept = books.read("run.journal")
    code, out, err = outflank("match", "-out", "run", "-resume")
    check.that(code == 0 and "of 4 games" in out, "a match goes on", out + err)
    check.that(books.read("run.journal").startswith(kept) and books.read("run.journal").count(b"\n") == 5,
               "two games were there, two more came")


def test_settings():
    given = books.read("settings.conf").decode()
    code, out, err = outflank("--config", at("settings.conf"), "--print-config")
    lines = [line for line in out.splitlines() if line and not line.startswith("#")]
    check.equal((code, err, lines), (0, "", given.splitlines()), "settings are read")
    code, out, err = outflank("gtp", "--config", at("settings.conf"), text="genmove b\n")
    check.that(code == 0 and out.startswith("= "), "and used", out + err)


def test_review():
    """A journal of JSON's schema 1: its program goes on with it, a later one refuses it by name."""
    kept = books.read("review.journal")
    schema = json.loads(outflank("eval", "--json", "start")[1])["schema"]
    code, out, err = outflank("review", "--depth", "1", "--exact-empties", "4", "--threads", "1",
                              "--journal", "review.journal", "games.ggf")
    check.that(code == 0 and out if schema == 1 else code == 65 and not out and "schema 1" in err,
               "a journal of reviews", (code, out[-300:], err))
    check.equal(books.read("review.journal"), kept, "it stays as it was")


for entry in os.listdir(OLD):
    shutil.copy(os.path.join(OLD, entry), at(entry))
try:
    for test in (test_books, test_match, test_settings, test_review):
        test()
finally:
    books.remove()
check.end()
