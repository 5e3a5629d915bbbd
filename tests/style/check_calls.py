#!/usr/bin/env python3
"""Functions and types that are not used here: check_calls.py SOURCE_ROOT

The reasons: no bound, no error report, hidden state, the user's locale, code or
files named by the environment.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import csource  # noqa: E402
import tap  # noqa: E402

NEVER = {
    "no bound": ["strcpy", "strcat", "stpcpy", "sprintf", "vsprintf", "gets", "strtok", "alloca"],
    "no error report": ["atoi", "atol", "atoll", "atof"],
    "hidden state": ["rand", "srand", "random", "srandom", "localtime", "gmtime", "ctime", "asctime",
                     "strerror_l", "tmpnam", "mktemp"],
    "the user's locale": ["setlocale", "isalpha", "isdigit", "isspace", "isupper", "islower",
                          "isalnum", "ispunct", "isprint", "isxdigit", "tolower", "toupper",
                          "strcasecmp", "strncasecmp"],
    "runs what others name": ["system", "popen", "dlopen", "wordexp"],
    "jumps": ["setjmp", "longjmp"],
}
# base/number.h reads numbers. Examples cannot: they see the library as others do.
READS_NUMBERS = ["strtol", "strtoul", "strtoll", "strtoull", "strtoimax", "strtoumax", "strtod",
                 "strtof", "strtold", "scanf", "fscanf", "sscanf", "vscanf", "vfscanf", "vsscanf"]
# The library reports; it does not print or end the process.
NOT_IN_LIBRARY = ["printf", "fprintf", "vprintf", "vfprintf", "puts", "fputs", "putchar", "perror",
                  "exit", "_exit", "_Exit", "abort", "signal", "sigaction", "getenv", "fork"]
BUILD_PROGRAM = re.compile(r"/gen_\w+\.c$")  # run at build time only

ROOT = sys.argv[1]
check = tap.Tap()


def calls(path, names):
    code = csource.code_of(csource.read(ROOT, path))
    for number, line in enumerate(code.splitlines(), 1):
        for match in re.finditer(r"(?<![\w.>])(" + "|".join(names) + r")\s*\(", line):
            yield f"{path}:{number}: {match.group(1)}"


paths = csource.sources(ROOT, ("src", "include", "examples", "bench"))
check.that(len(paths) > 30, f"{len(paths)} files are read")
for reason, names in NEVER.items():
    found = [place for path in paths for place in calls(path, names)]
    check.that(not found, f"not used: {reason}", "\n".join(found))
library = [p for p in paths if p.startswith(os.path.join("src", "lib") + os.sep) and
           "/windows/" not in p and not BUILD_PROGRAM.search(p)]  # the C library of a system
found = [place for path in library for place in calls(path, NOT_IN_LIBRARY)]
check.that(not found, f"the library ({len(library)} files) does not print or exit", "\n".join(found))
ours = [p for p in paths if not p.startswith("examples" + os.sep)]
found = [place for path in ours for place in calls(path, READS_NUMBERS)]
check.that(not found, "only base/number.h reads numbers", "\n".join(found))
digits = [f"{p}:{n}" for p in paths if not p.startswith(os.path.join("src", "lib", "base"))
          for n, line in enumerate(csource.read(ROOT, p).splitlines(), 1) if re.search(r"-\s*'0'", line)]
check.that(not digits, "no digit is taken for a number outside base/", "\n".join(digits))
arrays = [f"{p}:{n}" for p in ours for n, line in enumerate(csource.read(ROOT, p).splitlines(), 1)
          if re.search(r"\bchar (\w+(\[\w+\])?, )*(why|error|problem|reason)\[", line)]
check.that(not arrays, "error sentences are struct reason (base/reason.h)", "\n".join(arrays))
found = [p for p in paths if "ctype.h" in " ".join(csource.includes(csource.read(ROOT, p)))]
check.that(not found, "<ctype.h> is not included", "\n".join(found))
found = [f"{p}:{n}" for p in paths for n, line in enumerate(csource.read(ROOT, p).splitlines(), 1)
         if re.search(r"\b(TO" + r"DO|FIX" + r"ME)\b", line) or "\t" in line or line != line.rstrip()]
check.that(not found, "no notes to self, tabs or trailing blanks", "\n".join(found))
check.end()
