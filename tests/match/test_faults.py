#!/usr/bin/env python3
"""Engines that die, hang, babble or cheat lose their games, and nothing else
happens to the match.

    test_faults.py OUTFLANK SOURCE_ROOT
"""
import collections
import os
import tempfile

import runner
from runner import ENGINE, OPENINGS, path, run, tap

check = tap.Tap()
OPPONENT = ["-engine", "self", "name=good", "nodes=100"]
TIMED = ("tc=1+0.05",)

# fault, protocol, at its move, how the games end, more words for the engine
FAULTS = [
    ("die", "gtp", 7, "crash", ()),
    ("segv", "gtp", 3, "crash", ()),
    ("die", "gtp", 0, "crash", ()),
    ("leave", "gtp", 7, "disconnect", ()),
    ("close", "gtp", 7, "disconnect", ()),
    ("hang", "gtp", 7, "stall", ()),
    ("stubborn", "gtp", 2, "stall", ()),
    ("hang", "gtp", 7, "time", TIMED),
    ("stubborn", "gtp", 7, "time", ("st=1", "timemargin=50")),
    ("hang", "gtp", 0, "stall", TIMED),
    ("die", "gtp", 7, "crash", ("tc=10+0.05",)),
    ("garbage", "gtp", 7, "protocol", ()),
    ("binary", "gtp", 7, "protocol", ()),
    ("error", "gtp", 7, "protocol", ()),
    ("refuse", "gtp", 7, "protocol", ()),
    ("babble", "gtp", 7, "protocol", ()),
    ("occupied", "gtp", 7, "illegal", ()),
    ("pass", "gtp", 7, "illegal", ()),
    ("resign", "gtp", 7, "resigned", ()),
    ("late", "gtp", 7, "time", TIMED),
    ("flood", "gtp", 7, "stall", ()),
    ("longline", "gtp", 7, "stall", ()),
    ("flood", "gtp", 0, "stall", ()),
    ("deaf", "gtp", 0, "stall", ()),
    ("deaf", "gtp", 7, "stall", ()),
    ("die", "nboard", 7, "crash", ()),
    ("hang", "nboard", 7, "stall", ()),
    ("hang", "nboard", 7, "time", TIMED),
    ("garbage", "nboard", 7, "protocol", ()),
    ("occupied", "nboard", 7, "illegal", ()),
    ("pass", "nboard", 7, "illegal", ()),
    ("late", "nboard", 7, "time", TIMED),
    ("flood", "nboard", 7, "stall", ()),
    ("deaf", "nboard", 0, "stall", ()),
]


def test_fault(fault, protocol, at, end, more):
    what = f"{fault} at move {at} over {protocol}{' on the clock' if more else ''}"
    prefix, pids = path(f"{fault}{protocol}{at}{len(more)}"), path("pids")
    open(pids, "w").close()
    delay = "--delay 1.6" if fault == "late" else ""
    # On a busy machine an engine may take more than a second to start. One that hangs is waited for.
    is_stall = end == "stall"
    patience = f"timeout={ {'stall': 1, 'time': 5}.get(end, 60) }"
    code, out, err = run(
        *OPPONENT, "-engine", f"cmd={ENGINE} --proto {protocol} --fault {fault} --at {at} "
        f"--pids {pids} {delay}", f"proto={protocol}", "name=bad", patience, *more,
        "-openings", f"file={OPENINGS}", "-games", "2", "-srand", "1", "-concurrency", "2",
        "-out", prefix)
    if not check.equal(code, 0 if end == "resigned" else 2, f"{what}: exit status"):
        print("# " + (out + err).replace("\n", "\n# "))
        return
    games = runner.rows(prefix)
    check.equal([g["end"] for g in games], [end] * 2, f"{what}: how the games end")
    check.equal([g[g["loser"]] for g in games], ["bad"] * 2, f"{what}: who loses them")
    check.equal([abs(int(g["difference"])) for g in games], [64] * 2, f"{what}: by how much")
    bad = runner.summary(prefix)["players"][1]
    check.equal({k: v for k, v in bad["lost_by"].items() if v}, {end: 2}, f"{what}: the count")
    listed, alive = runner.survivors(pids)
    check.that((listed or is_stall) and not alive, f"{what}: no process survives", alive)


def test_match_goes_on():
    """Three engines; the games between the two good ones are played to the end."""
    prefix = path("three")
    code, out, err = run(
        *OPPONENT, "-engine", f"cmd={ENGINE} --fault die --at 7", "name=bad",
        "-engine", f"cmd={ENGINE} --seed 3", "name=random", "-openings", f"file={OPENINGS}",
        "-games", "4", "-srand", "2", "-concurrency", "2", "-out", prefix)
    check.equal(code, 2, "a match with a bad engine: exit status")
    ends = collections.Counter()
    for g in runner.rows(prefix):
        ends[("bad" in (g["black"], g["white"]), g["end"])] += 1
    check.equal(ends, {(True, "crash"): 8, (False, "played"): 4},
                "only games of the bad engine are lost by a crash")
    check.that("bad lost games by crash 8" in out, "the report counts them", out)


def test_missing_engine():
    code, out, err = run(*OPPONENT, "-engine", "cmd=/no/such/engine", "-games", "2")
    check.equal(code, 66, "an engine that is not there: exit status")
    check.that("cannot start '/no/such/engine'" in err, "and a sentence", err)
    code, out, err = run(*OPPONENT, "-engine", "cmd=/bin/cat", "stderr=/no/such/folder/x",
                         "-games", "2")
    check.that("'/no/such/folder/x' for its stderr" in err, "nor where its stderr may go", err)


def test_openings_file():
    """Exit statuses as in docs/match.md; a pipe is not waited for."""
    with tempfile.TemporaryDirectory() as folder:
        pipe, bad = os.path.join(folder, "pipe"), os.path.join(folder, "bad")
        os.mkfifo(pipe)
        with open(bad, "w", encoding="ascii") as file:
            file.write("f5f5\n")
        for path, expected, words in ((pipe, 65, "not a regular file"), (bad, 65, ":1:"),
                                      (bad + "-not", 66, "No such file")):
            code, out, err = run(*OPPONENT, "-engine", "self", "name=b", "nodes=50", "-games", "2",
                                 "-openings", "file=" + path)
            check.that(code == expected and words in err, f"openings {words}: {expected}",
                       f"{code} {err}")
        code, out, err = run("-config", pipe)
        check.that(code == 64 and "not a regular file" in err, "-config of a pipe", f"{code} {err}")


for row in FAULTS:
    test_fault(*row)
test_match_goes_on()
test_missing_engine()
test_openings_file()
check.end()
