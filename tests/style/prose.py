#!/usr/bin/env python3
"""How long the sentences of the documents are: prose.py SOURCE_ROOT

Pages for people are docs/*.md and the *.md files beside the README. Entries of docs/lab/ are notes
and only counted. Code, tables and headings are no sentences; a sentence ends at . ? or !, at the
end of a list item and at the end of a paragraph.

Prints a line a page: words (all of the page), sentences, median, the longest. With --long it
prints the sentences of more than LONG words, too.
"""
import os
import re
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

MEDIAN = 18        # words a sentence, at most, on every page
LONG = 40          # a sentence longer than this is named
PAGE_WORDS = 2500  # words a page, at most
ALL_WORDS = 30000  # words of docs/ without docs/lab/, fewer than


def sentences(text):
    """The sentences of a page in Markdown, as lists of words."""
    text = re.sub(r"^```.*?^```", "\n", text, flags=re.S | re.M)
    blocks = []
    for block in re.split(r"\n\s*\n", text):
        lines = [line for line in block.splitlines()
                 if not line.lstrip().startswith(("|", "#", "![")) and not line.startswith("    ")]
        blocks += re.split(r"\n\s*(?=[-*] |\d+\. )", "\n".join(lines))
    found = []
    for block in blocks:
        block = re.sub(r"\]\([^)]*\)", "]", block)
        block = re.sub(r"`[^`]*`", "code", block)
        for sentence in re.split(r"(?<=[.?!])[)\"*_]*\s+(?=[A-Z\"(`*\[]|code)", block):
            words = re.findall(r"[A-Za-z0-9][\w'+.,/%-]*", sentence)
            if words:
                found.append(words)
    return found


def pages(root):
    names = sorted(n for n in os.listdir(root) if n.endswith(".md"))
    docs = sorted(n for n in os.listdir(os.path.join(root, "docs")) if n.endswith(".md"))
    return names + [os.path.join("docs", n) for n in docs]


def main():
    root = sys.argv[1]
    check = tap.Tap()
    total = 0
    for page in pages(root):
        with open(os.path.join(root, page), encoding="utf-8") as file:
            text = file.read()
        words = len(text.split())
        total += words if page.startswith("docs") else 0
        found = sentences(text)
        sizes = [len(s) for s in found] or [0]
        median = statistics.median(sizes)
        print(f"# {page}: {words} words, {len(found)} sentences, median {median:g}, longest {max(sizes)}")
        if "--long" in sys.argv:
            for s in found:
                if len(s) > LONG:
                    print(f"#   {len(s)}: {' '.join(s[:14])} ...")
        check.that(median <= MEDIAN, f"{page}: half of the sentences have at most {MEDIAN} words")
        check.that(words <= PAGE_WORDS, f"{page}: at most {PAGE_WORDS} words", words)
    check.that(0 < total < ALL_WORDS, f"docs/ has {total} words, fewer than {ALL_WORDS}")
    sample = "# A b\n\nOne two three. Four, e.g. five!\n\n- six seven\n- eight\n\n    code here\n\n| a | b |\n"
    check.equal([len(s) for s in sentences(sample)], [3, 3, 2, 1], "sentences are counted as they are read")
    check.end()


main()
