"""tests/style/csource.py - what the style checks need to know of C sources.

A small scanner, not a parser: it blanks comments, strings and preprocessor
lines (keeping line numbers), and finds function definitions by their braces.
"""
import os
import re

# Includes and short paths are seen from these.
FLOORS = ("src/lib", "src/app", "src/tools")
SOURCE_FOLDERS = ("src", "include", "tests", "bench", "examples")


def sources(root, folders=SOURCE_FOLDERS, endings=(".c", ".h", ".def")):
    """Paths relative to root, sorted."""
    found = []
    for folder in folders:
        for at, names, files in os.walk(os.path.join(root, folder)):
            names[:] = [n for n in names if not n.startswith(".")]
            found += [os.path.relpath(os.path.join(at, f), root) for f in files
                      if f.endswith(endings)]
    return sorted(found)


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


_TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)


def _blank(match):
    return re.sub(r"[^\n]", " ", match.group(0))


def code_of(text):
    """The text with comments, strings and preprocessor lines blanked."""
    text = _TOKEN.sub(_blank, text)
    lines, is_directive = [], False
    for line in text.split("\n"):
        is_directive = is_directive or line.lstrip().startswith("#")
        lines.append("" if is_directive else line)
        is_directive = is_directive and line.rstrip().endswith("\\")
    return "\n".join(lines)


def includes(text):
    """The included files, as written between quotes or angle brackets."""
    return re.findall(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', text, re.M)


def functions(text):
    """Yields (head, first line, number of lines) of each function defined at top level."""
    code = code_of(text)
    depth, start, head_start = 0, 0, 0
    for at, char in enumerate(code):
        if char == "{":
            if depth == 0:
                start = at
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0:
                head = " ".join(code[head_start:start].split())
                if "(" in head and "=" not in head and not head.startswith("typedef"):
                    lead = len(code[head_start:start]) - len(code[head_start:start].lstrip())
                    first = code.count("\n", 0, head_start + lead) + 1
                    yield head, first, code.count("\n", 0, at) + 2 - first
                head_start = at + 1
        elif char == ";" and depth == 0:
            head_start = at + 1


def name_of(head):
    match = re.search(r"ISA_FN\((\w+)\)", head) or re.search(r"(\w+)\s*\(", head)
    return match.group(1) if match else head
