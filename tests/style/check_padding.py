#!/usr/bin/env python3
"""No struct is compared or summed with its padding: check_padding.py SOURCE_ROOT

What lies between the fields of a struct is whatever was there, and compilers differ in it. A struct
is compared as bytes, hashed or written only where its file, or the header that defines it, asserts
that it has no padding: _Static_assert(sizeof(struct NAME) == ...). Copies to see that nothing was
touched are arrays of bytes.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import csource  # noqa: E402
import tap  # noqa: E402

ROOT = sys.argv[1]
CALL = re.compile(r"\b(memcmp|checksum_of|fwrite|write|replace_write|output_write)\(([^;]*)")
check = tap.Tap()


def struct_of(text, at, operand):
    """The struct that an operand such as "&a" or "a" is, or is an array of; None for others."""
    name = re.match(r"\s*(?:\(const [^)]*\)\s*)?(&?)\s*(\w+)(.?)", operand)
    if not name or name.group(3) in ("-", ".", "+", "["):
        return None
    star = r"\*?" if not name.group(1) else ""
    found = None
    for declared in re.finditer(rf"\bstruct (\w+) (?:\w+(?:\[\w*\])*(?: = [^,;]*)?, )*"
                                rf"{star}{name.group(2)}\b(\[)?",
                                text[:at]):
        found = declared
    return found and (name.group(1) or found.group(2) or "*" in found.group(0)) and found.group(1)


sources = {path: csource.read(ROOT, path) for path in csource.sources(ROOT)}
solid = {path: set(re.findall(r"_Static_assert\(sizeof\(struct (\w+)\) ==", text))
         for path, text in sources.items()}
in_headers = set().union(*(names for path, names in solid.items() if path.endswith(".h")))
bad, n_calls = [], 0
for path, text in sources.items():
    for call in CALL.finditer(text):
        n_calls += 1
        operands = call.group(2).split(",")
        kinds = [struct_of(text, call.start(), operand)
                 for operand in operands[:2 if call.group(1) == "memcmp" else 1]]
        for kind in kinds if all(kinds) else ():
            if kind not in solid[path] | in_headers:
                line = text.count("\n", 0, call.start()) + 1
                bad.append(f"{path}:{line}: {call.group(1)} of struct {kind}")
check.that(n_calls > 50, f"{n_calls} calls are looked at")
check.that(not bad, "no struct is compared or summed with its padding", "\n".join(sorted(set(bad))))
check.end()
