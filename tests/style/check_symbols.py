#!/usr/bin/env python3
"""What the built files export, need and hold:

    check_symbols.py LIBRARY PROGRAM SOURCE_ROOT IS_PLAIN

IS_PLAIN is 1 for an optimised build without sanitizers, whose run-time libraries
bring names of their own.
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import csource  # noqa: E402
import tap  # noqa: E402

LIBRARY, PROGRAM, ROOT, IS_PLAIN = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4] == "1"
check = tap.Tap()

NETWORK = {"socket", "connect", "bind", "listen", "accept", "accept4", "getaddrinfo", "gethostbyname",
           "sendto", "recvfrom", "sendmsg", "recvmsg"}
RUNS_CODE = {"system", "popen", "dlopen", "dlmopen", "wordexp"}
PRINTS = {"printf", "vprintf", "puts", "putchar", "fputs", "fputc", "perror", "__printf_chk",
          "__vprintf_chk", "__fprintf_chk", "fprintf", "stdout", "stderr", "exit", "_exit", "abort",
          "getenv", "signal", "sigaction", "fork"}
# isa/kernel.c: the CPU level in force. The rest is the compiler's.
MAY_CHANGE = {"chosen", "__cpu_model", "__cpu_features2", "completed.0", "completed.1", "__dso_handle", "__TMC_END__", "_edata", "_end",
              "__bss_start", "__data_start", "data_start"}


def tool(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=True, env=dict(os.environ, LC_ALL="C")).stdout


def dynamic(path, which):
    return {line.split()[-1].split("@")[0] for line in tool("nm", "-D", which, path).splitlines() if line}


def test_exports():
    exported = dynamic(LIBRARY, "--defined-only")
    check.equal(sorted(s for s in exported if not s.startswith("ofl_")), [], "only ofl_ is exported")
    declared = set()
    for name in ("analysis", "board", "book", "notation", "game", "engine", "records", "review",
                 "think"):
        code = csource.code_of(csource.read(ROOT, f"include/outflank/{name}.h"))
        declared |= set(re.findall(r"\b(ofl_\w+)\s*\([^;{]*\)\s*;", code))
    check.that(len(declared) > 40, f"{len(declared)} functions are declared")
    check.equal(sorted(declared - exported), [], "what is declared is there")
    check.equal(sorted(exported - declared), [], "what is there is declared")
    packaged = set(re.findall(r"^ (ofl_\w+)@", csource.read(ROOT, "debian/liboutflank0.symbols"), re.M))
    check.equal(sorted(declared ^ packaged), [], "debian/liboutflank0.symbols has the same functions")


def test_needs():
    if not IS_PLAIN:
        return check.skip("needs", "sanitizers bring names of their own")
    for what, path in (("library", LIBRARY), ("program", PROGRAM)):
        needed = dynamic(path, "--undefined-only")
        check.that(len(needed) > 5, f"the {what} needs something")
        check.equal(sorted(needed & NETWORK), [], f"the {what} has no network code")
        check.equal(sorted(needed & RUNS_CODE), [], f"the {what} runs nothing that others name")
    needed = dynamic(LIBRARY, "--undefined-only")
    check.equal(sorted(needed & PRINTS), [], "the library does not print, exit or read the environment")


def test_globals():
    if not IS_PLAIN:
        return check.skip("mutable globals", "sanitizers bring names of their own")
    changing = set()
    for line in tool("objdump", "-t", LIBRARY).splitlines():
        match = re.match(r"^[0-9a-f]+ (.{7}) (\.data|\.bss|\.tdata|\.tbss)\s+[0-9a-f]+\s+(?:\.hidden )?(\S+)$",
                         line)
        if match and match.group(1)[6] != "d":
            changing.add(match.group(3))
    check.equal(sorted(changing - MAY_CHANGE), [], "the library has no mutable globals")


def test_hardening():
    for path in (PROGRAM, LIBRARY):
        name = os.path.basename(path)
        head, segments = tool("readelf", "-hW", path), tool("readelf", "-lW", path)
        check.that(re.search(r"Type:\s+DYN", head), f"{name}: position independent", head)
        stack = re.search(r"GNU_STACK.*?\s(R[W ][E ])\s", segments)
        check.that(stack and "E" not in stack.group(1), f"{name}: no executable stack", segments)
        check.that("GNU_RELRO" in segments, f"{name}: read-only relocations", segments)
        flags = tool("readelf", "-dW", path)
        check.that(re.search(r"BIND_NOW|FLAGS_1.*\bNOW\b", flags), f"{name}: bound at start", flags)
        check.that(not re.search(r"\((RPATH|TEXTREL)\)", flags), f"{name}: no RPATH, no TEXTREL", flags)
        if IS_PLAIN:
            needed = dynamic(path, "--undefined-only")
            check.that("__stack_chk_fail" in needed, f"{name}: stack protector")
            check.that(any(s.endswith("_chk") for s in needed), f"{name}: fortified", sorted(needed))
            with open(path, "rb") as file:
                check.that(os.path.abspath(ROOT).encode() not in file.read(),
                           f"{name}: does not name the folder it was built in")


for test in (test_exports, test_needs, test_globals, test_hardening):
    test()
check.end()
