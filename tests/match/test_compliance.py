#!/usr/bin/env python3
"""The compliance check: our program passes every case, and engines with faults
fail those that look for them.

    test_compliance.py OUTFLANK SOURCE_ROOT
"""
import re

from runner import ENGINE, PROGRAM, run, tap

check = tap.Tap()


def verdicts(out):
    return dict((m[1], m[0]) for m in re.findall(r"^  (pass|FAIL|skip)  ([GNECU]\d\d)  ", out, re.M))


def test_ours():
    for protocol, n, words in (("gtp", 32, ""), ("nboard", 23, ""), ("cassio", 15, " 1"), ("uci", 17, ""),
                               ("edax", 20, " -n 1 -h 16 -l 2")):
        code, out, err = run("--compliance", f"cmd={PROGRAM} {protocol}{words}", f"proto={protocol}",
                             "level=2", "timeout=20", timeout=1800)
        check.equal(code, 0, f"{protocol}: exit status")
        found = verdicts(out)
        for name, verdict in sorted(found.items()):
            check.equal(verdict, "pass", f"ours: {name}")
        check.equal(len(found), n, f"{protocol}: every case was tried")
        check.that(f"{n} passed, 0 failed, 0 do not apply" in out, f"{protocol}: the sum", out)


def test_faulty():
    """What a case looks for must make it fail."""
    for words, protocol, failing in (
            ("", "gtp", ["G01", "G02", "G03", "G05", "G16", "G27", "G29"]),
            ("--fault die --at 1", "gtp", ["G17", "G18", "G19"]),
            ("--fault die --at 0", "gtp", ["G01", "G10", "G26"]),
            ("--proto nboard", "nboard", ["N03", "N04", "N10", "N14"]),
            ("--proto nboard --fault garbage --at 1", "nboard", ["N07", "N11", "N16"])):
        code, out, err = run("--compliance", f"cmd={ENGINE} {words}", f"proto={protocol}",
                             "timeout=1", timeout=1800)
        check.equal(code, 2, f"engine {words or protocol}: exit status")
        found = verdicts(out)
        for name in failing:
            check.equal(found.get(name), "FAIL", f"engine {words or protocol}: {name}")


def test_usage():
    for words in (["--compliance"], ["--compliance", "self"], ["--compliance", "cmd="]):
        code, out, err = run(*words)
        check.equal(code, 64, f"{' '.join(words)}: exit status")
        check.that(len(err.splitlines()) == 1, "... and one sentence", err)
    code, out, err = run("--compliance", "cmd=/no/such/engine")
    check.equal(code, 66, "no such engine: exit status")
    check.that(len(err.splitlines()) == 1 and "cannot start '/no/such/engine'" in err and not out,
               "... and one sentence", out + err)


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
check.end()
