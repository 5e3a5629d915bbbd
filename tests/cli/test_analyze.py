#!/usr/bin/env python3
"""outflank analyze from outside: what it finds, what it marks as exact, limits, input, ends.

    test_analyze.py OUTFLANK SOURCE_ROOT
"""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
# Before move 39 of a game: 22 empties. h4 loses by 12, h7 two discs more; searches short of the end
# prefer h3 or h7.
MOVE_39 = "f5d6c3d3c4f4f6f3e6e7f7c5c2g6b6e3g4g3c6d2d7h5g5h6f2e2d1e1f1b1c7b4c1g1b5b3a4f8"
FFO_1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
OVER = "X" * 40 + "O" * 24 + " X"
FFO_1_SCORES = {"g8": 18, "h1": 12, "h7": 6, "a2": 6, "a3": 4, "b1": -4, "a4": -22, "g2": -24}
check = tap.Tap()


def run(*arguments, stdin=""):
    return subprocess.run([PROGRAM, "analyze", *arguments], input=stdin, timeout=600,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def analyses(*arguments, stdin=""):
    done = run("--json", *arguments, stdin=stdin)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_exact():
    """What solve finds, analyze finds; and only what is proven is called exact."""
    found = analyses("--nodes", "20000000", MOVE_39)[0]
    best, second = found["moves"][0], found["moves"][1]
    check.equal((best["move"], best["score"], best["exact"]), ("h4", -12.0, True),
                "move 39: the best move is solved")
    check.that(all(m["exact"] == (m["bound"] == "exact") and m["solved"] >= m["exact"] for m in found["moves"]),
               "exact is what is solved and no bound", found)
    check.that(second["move"] == "h7" and second["loss"] >= 2, "move 39: h7 loses two discs more",
               second)
    found = analyses("--exact", FFO_1)[0]
    check.equal({m["move"]: m["score"] for m in found["moves"]}, FFO_1_SCORES, "--exact solves every move")
    check.that(all(m["exact"] for m in found["moves"]) and not found["stopped"],
               "--exact: all are exact", found)
    few = analyses("--exact", "--best", "3", FFO_1)[0]
    check.equal([(m["move"], m["score"]) for m in few["moves"][:2]], [("g8", 18.0), ("h1", 12.0)],
                "--exact --best 3: the same, best first")
    check.equal([m["score"] for m in few["moves"]], [m["score"] for m in found["moves"][:3]],
                "--exact --best 3: three moves")


def test_checks():
    """Scores that a file gives are checked where exact ones are known, as solve does."""
    rows = [("G8:+18; H1:+12;", False), ("G8:+20;", True), ("h1:+18;", True), ("g8:+18; h1:+10;", True), ("", None)]
    text = "".join(f"{FFO_1}; {scores}\n" for scores, _ in rows) + f"{OVER}; PS:+16;\n{OVER}; PS:+14;\n"
    wanted = [is_wrong for _, is_wrong in rows] + [False, True]
    for jobs in ("1", "2"):
        done = run("--exact", "--jobs", jobs, "--json", stdin=text)
        check.equal([json.loads(line).get("wrong") for line in done.stdout.splitlines()], wanted,
                    f"--exact --jobs {jobs}: scores of the file are checked")
        check.that(done.returncode == 1 and "a WRONG score: 4\n" in done.stderr, "they are counted", done)
    done = run("--exact", stdin=text)
    check.equal(["WRONG: the file says" in line for line in done.stdout.splitlines()],
                [bool(is_wrong) for is_wrong in wanted], "the same in text")
    early = "------------O------OOX-----XOX----XXOO----XO-O------------------ X; d2:+64;\n"
    found = analyses("--depth", "1", stdin=early)[0]
    check.that("wrong" not in found, "an estimate checks nothing", found)
    for row, is_wrong in ((FFO_1 + "; G8:+18;", False), (FFO_1 + "; G8:+20;", True)):
        done = run("--exact", row)
        check.that(done.returncode == is_wrong and ("WRONG: " in done.stdout) == is_wrong, f"{row}: as words",
                   done.stdout)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "results")
        codes = [run("--exact", "--json", "--out", path, *more, stdin=text).returncode for more in ([], ["--resume"])]
        check.equal(codes, [1, 1], "also with results of an earlier run")


def test_bounds():
    """A stopped analysis never puts an estimate above an exact score of the best move."""
    for nodes in (100000, 3000000):
        for best in ("1", "3", "all"):
            found = analyses("--nodes", str(nodes), "--best", best, MOVE_39)[0]
            exact = [m["score"] for m in found["moves"] if m["exact"]]
            above = [m for m in found["moves"] if exact and m["score"] > max(exact)]
            scores = [m["score"] for m in found["moves"]]
            check.that(not above and scores == sorted(scores, reverse=True),
                       f"{nodes} nodes, best {best}: in order, none above the best exact score",
                       found["moves"])


def test_proven():
    """What is proven of a move holds, of 40 ends with few and with many discs that stay."""
    with open(os.path.join(ROOT, "tests/data/endgame/exact-1-18.obf"), encoding="utf-8") as file:
        boards = [line.split(";")[0] for line in file if 5 < line.count("-") < 13][:40]
    wrong, n_narrow = [], 0
    for early, late in zip(analyses("--depth", "1", "--best", "all", stdin="\n".join(boards) + "\n"),
                           analyses("--exact", "--best", "all", stdin="\n".join(boards) + "\n"), strict=True):
        scores = {m["move"]: m["score"] for m in late["moves"]}
        for one in early["moves"]:
            low, high = one["proven"]
            n_narrow += high - low < 128
            if not low <= scores[one["move"]] <= high:
                wrong.append((early["position"], one))
        wrong += [m for m in late["moves"] if m["exact"] and m["proven"] != [m["score"]] * 2]
    check.that(not wrong and n_narrow > 40, f"{n_narrow} bounds hold", wrong)
    text = run("--depth", "1", "X" * 9 + "O" * 7 + "-OO--OO-" + "-" * 40 + " X").stdout
    check.that(re.search(r"\(proven -42\.\.\+64\)", text), "bounds are told", text)


def test_limits():
    done = analyses("--depth", "6", "f5d6")
    check.that(all(m["depth"] == 6 and not m["exact"] for m in done[0]["moves"]), "--depth", done)
    check.equal(done, analyses("--depth", "6", "f5 d6") and done, "words are joined")
    check.equal(len(analyses("--depth", "4", "--best", "2", "f5")[0]["moves"]), 2, "--best 2")
    for words, expected in ((["--best", "0"], "--best: "), (["--depth", "61"], "--depth: "),
                            (["--exact", "--depth", "3"], "exclude each other"),
                            (["f5f5"], "column 3: "), (["/no/such/file"], "No such file"),
                            (["--part", "3/2"], "--part: expected K/N"), (["--jobs", "0"], "--jobs: "),
                            (["--resume", "--out", "x"], "--resume needs --out and --json"),
                            (["--out", "x", "f5"], "are for files and standard input")):
        done = run(*words)
        check.that(done.returncode in (64, 66) and expected in done.stderr and not done.stdout and
                   done.stderr.count("\n") == 1, f"refused: {' '.join(words)}", done.stderr)


def without_time(found):
    """Without what differs from run to run, or by the place in the input."""
    return [{k: v for k, v in one.items() if k not in ("time_ms", "forecast", "index", "line")}
            for one in found]


def test_repeats():
    """A depth-limited analysis does not depend on what was analysed before."""
    moves = [MOVE_39[:n] for n in (2, 20, 40, 60, 70, 74)]
    forward = analyses("--depth", "9", stdin="\n".join(moves))
    backward = analyses("--depth", "9", stdin="\n".join(reversed(moves)))
    check.that(len(forward) == len(moves), "one line for each position", forward)
    check.equal(without_time(forward), without_time(backward)[::-1], "the same in any order")
    many = analyses("--depth", "9", "--jobs", "3", stdin="\n".join(moves))
    check.equal(without_time(many), without_time(forward), "the same with three at a time")
    check.equal([one["index"] for one in many], [1, 2, 3, 4, 5, 6], "in the order of the input")
    half = analyses("--depth", "9", "--part", "2/2", stdin="\n".join(moves))
    check.equal(without_time(half), without_time(forward)[1::2], "--part 2/2")


def test_flushed():
    """Who writes a line and waits gets its answer before the input ends."""
    pipe = subprocess.Popen([PROGRAM, "analyze", "--depth", "2", "--jobs", "2"], text=True,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for i, moves in enumerate(("f5", "f5d6", "f5f6"), 1):
        pipe.stdin.write(moves + "\n")
        pipe.stdin.flush()
        check.that(pipe.stdout.readline().startswith(f"   {i}  "), f"answer {i} comes at once")
    pipe.stdin.close()
    check.equal((pipe.wait(60), pipe.stdout.read()), (0, ""), "the end")


def test_ends():
    """A signal ends it with 128 + its number, and what is known stays in the part."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        pipe = subprocess.Popen([PROGRAM, "analyze", "--json", "--depth", "4", "--out", out],
                                text=True, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        pipe.stdin.write("f5\nf5d6\n")
        pipe.stdin.flush()
        until = time.time() + 60
        while time.time() < until and (not os.path.exists(out + ".part") or
                                       open(out + ".part").read().count("\n") < 2):
            time.sleep(0.01)
        pipe.send_signal(signal.SIGTERM)
        said = pipe.communicate()[1]
        check.that(pipe.returncode == 128 + signal.SIGTERM and "2 results are in" in said and
                   not os.path.exists(out), "SIGTERM", said)


def test_resume():
    with tempfile.TemporaryDirectory() as folder:
        out, part = os.path.join(folder, "out"), os.path.join(folder, "out.part")
        words = ("--depth", "4", "--out", out)
        lines = ["f5", "f5f5", "f5d6", "start"]
        text = "\n".join(lines)
        first = run("--json", *words, stdin=text)
        whole = open(out).read()
        kept = whole.splitlines(keepends=True)
        check.that(first.returncode == 65 and len(kept) == 4 and not os.path.exists(part) and
                   "error" in json.loads(kept[1]), "--out: a result for each line", first.stderr)
        again = run("--json", "--resume", *words, stdin=text)
        check.equal((again.returncode, open(out).read()), (65, whole), "nothing is left to do")
        for torn in ("", '{"schema":1,"posi'):
            os.remove(out)
            open(part, "w").write("".join(kept[:3]) + torn)
            done = run("--json", *words, stdin=text)
            check.that(done.returncode == 73 and "--resume goes on with it" in done.stderr,
                       "without --resume a part is not touched", done.stderr)
            done = run("--json", "--resume", *words, stdin=text)
            check.that(done.returncode == 65 and open(out).read().startswith("".join(kept[:3])) and
                       without_time(map(json.loads, open(out))) == without_time(map(json.loads, kept)),
                       "a torn part is gone on with" if torn else "a part is gone on with",
                       done.stderr)
            check.equal("half written" in done.stderr, torn != "", "half a line is told")
        open(part, "w").write(kept[0].replace('"schema":2', '"schema":1'))
        os.remove(out)
        done = run("--json", "--resume", *words, stdin=text)
        check.that("result 1: it is of schema 1, and this is 2" in done.stderr,
                   "results of an older form are refused", done.stderr)
        os.remove(part)
        open(out, "w").write(whole)
        for words, text, said in ((("--depth", "5"), text, "limits"),
                                  (("--depth", "4", "--evaluation", "classical"), text, "weights"),
                                  (("--depth", "4", "--hash", "8"), text, "options"),
                                  (("--depth", "4"), "f5\nf5f5\nf5f6\nstart", "another position"),
                                  (("--depth", "4"), "f5\nf5f5", "more results than"),
                                  (("--depth", "4"), text + "\nf5d6c3", "fewer results than")):
            before = open(out).read()
            done = run("--json", "--resume", "--out", out, *words, stdin=text)
            said_lines = [x for x in done.stderr.splitlines() if "stdin:2:3" not in x]
            check.that(done.returncode in (65, 74) and len(said_lines) == 1 and
                       said in said_lines[0] and open(out).read() == before,
                       f"refused: {said}", done.stderr)


def test_moves():
    """--moves: these and no others; scores of the file are checked if it has all of them."""
    found = analyses("--depth", "6", "--moves", "f4,d6", "f5")[0]
    check.equal((sorted(m["move"] for m in found["moves"]), found["limits"]["moves"]), (["d6", "f4"], ["f4", "d6"]),
                "moves that are asked for")
    whole = {m["move"]: m["score"] for m in analyses("--exact", FFO_1)[0]["moves"]}
    for scores, is_wrong in (("g8:+18;", False), ("g8:+20;", False), ("h1:+12; a4:-22; g8:+20;", False),
                             ("h1:+14; a4:-22;", True)):
        done = run("--exact", "--json", "--moves", "h1,a4", f"{FFO_1} {scores}")
        row = json.loads(done.stdout)
        check.equal(({m["move"]: m["score"] for m in row["moves"]}, done.returncode),
                    ({m: whole[m] for m in ("h1", "a4")}, int(is_wrong)), f"exact scores of two moves; the file: {scores}")
    done = run("--depth", "2", "--moves", "d6", "--json", stdin="f5\nf5d6\n")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    check.that(done.returncode == 65 and len(rows) == 2 and rows[1]["error"]["message"] == "d6 is not a legal move here",
               "an illegal move is an error of its position", done.stdout)
    for words, code in ((("--moves", "d6,", "f5"), 64), (("--moves", "x9", "f5"), 64), (("--moves", "", "f5"), 64),
                        (("--moves", "a1", "f5"), 65)):
        check.equal(run(*words).returncode, code, f"--moves {words[1]}: {code}")


def test_mix():
    """Results of another program, weights, book or limits are refused by name; --mix takes them."""
    others = {"version": "0.0.9", "signature": 7, "network": "00", "book": "01", "limits": {"depth": 9},
              "settings": {"hash": "1"}}
    names = {"network": "weights", "settings": "options"}
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        words, text = ("--depth", "3", "--json", "--out", out), "f5\nf5d6\n"
        run(*words, stdin=text)
        first, second = open(out).read().splitlines(keepends=True)
        row = json.loads(first)
        check.equal([k for k in ("version", "commit", *others) if k not in row], [], "a result tells what made it")
        os.remove(out)

        def resume(key, value, *more):
            open(out + ".part", "w").write(json.dumps({**row, key: value}) + "\n")
            return run(*words, "--resume", *more, stdin=text)
        for key, value in others.items():
            done = resume(key, value)
            check.that(done.returncode == 65 and done.stderr.count("\n") == 1 and
                       f": it is of {names.get(key, key)} " in done.stderr and not os.path.exists(out),
                       f"--resume refuses another {key}", done.stderr)
            done = resume(key, value, "--mix")
            rows = [json.loads(line) for line in open(out)]
            check.that(done.returncode == 0 and [r.get(key) for r in rows] == [value, row[key]],
                       f"--mix takes another {key}, and it is still told", done.stderr)
            os.remove(out)
        check.equal(resume("commit", "0123").returncode, 0, "another commit of the same release goes on")
        os.remove(out)
        done = resume("position", "another", "--mix")
        check.that(done.returncode == 65 and "another position" in done.stderr, "--mix takes no other input", done.stderr)
        check.equal(run("--json", "--out", out, "--mix", stdin=text).returncode, 64, "--mix without --resume")


def test_input():
    done = run("--depth", "3", stdin="f5\n\n# remark\nf5f5\nstart\n")
    lines = done.stdout.splitlines()
    check.that(done.returncode == 65 and len(lines) == 2 and "stdin:4:3: " in done.stderr,
               "a bad line is told, the others are analysed", done.stderr + done.stdout)
    check.that(re.match(r" +1  [a-h][1-8]~[+-]\d+\.\d\d  depth 3  \d+ nodes  \d+\.\d{3} s  pv [a-h]",
                        lines[0]), "form of a line", lines[0])
    found = analyses("--depth", "2", "--job", "night", stdin=json.dumps({"id": "a7", "game": "f5d6"}))
    check.equal((found[0]["id"], found[0]["job"], found[0]["empties"]), ("a7", "night", 58),
                "ids of JSON records, and of the job, come back")
    again = analyses("--depth", "2", stdin="\n".join(map(json.dumps, found)))
    check.equal(again[0]["moves"], found[0]["moves"], "a result is read as its position")
    over = "X" * 40 + "O" * 24 + " X"
    found = analyses(over)[0]
    check.equal([(m["move"], m["score"], m["exact"]) for m in found["moves"]],
                [("none", 16.0, True)], "a finished game")
    passing = "XXXXXXXOOXOOOOOOOOXXOXOXOXXXOOXXOXOOXXXXOOOXOXXXOOOOOOXXOOOOOO-O X"
    found = analyses(passing)[0]
    check.that(found["moves"][0]["exact"], "few empties", found)


def test_text():
    """Text and JSON say the same."""
    words = ("--nodes", "3000000", MOVE_39)
    text, found = run(*words).stdout, analyses(*words)[0]
    rows = re.findall(r"^ *\d+  (\S+) +([+-]\S+)  (exact|estimate|at most|at least) +(\S+)  (.*)$",
                      text, re.M)
    names = {"exact": "exact", "estimate": "estimate", "upper": "at most", "lower": "at least"}
    wanted = [(m["move"], f"{m['score']:+.0f}" if m["solved"] else f"{m['score']:+.2f}",
               names[m["bound"]], " ".join(m["pv"]))
              for m in found["moves"]]
    check.equal([(r[0], r[1], r[2], re.sub(r"  \(.*\)", "", r[4])) for r in rows], wanted,
                "the table says what JSON says")


def test_quiet():
    """--quiet: result lines, and nothing else."""
    words = ("--depth", "4", "--best", "3", "f5d6")
    rows = [line for line in run(*words).stdout.splitlines() if re.match(r" [123]  [a-h]", line)]
    check.equal(run("--quiet", *words).stdout.splitlines(), rows, "the moves alone")
    check.equal(run("-q", "--depth", "2", stdin="f5\nf5d6\n").stdout.count("\n"), 2, "of two")


def test_finished():
    """Its result, by the rule that counts; a move is not spoken of."""
    x, o, e = "X" * 40, "O" * 20, "-" * 4
    for board, rule, result in ((x + "O" * 24 + " X", "tournament", "Black wins by 16 (40-24)"),
                                (x + "O" * 24 + " O", "tournament", "Black wins by 16 (40-24)"),
                                (e + "X" * 60 + " O", "raw", "Black wins by 60 (60-0)"),
                                (e + "X" * 60 + " O", "tournament", "Black wins by 64 (60-0)"),
                                (o + "O" * 44 + " X", "raw", "White wins by 64 (64-0)"),
                                ("XO" * 32 + " X", "raw", "Draw (32-32)")):
        words = ("--score-rule", rule)
        check.equal(run(*words, "-q", "--", board).stdout, f"The game is over: {result}\n", result)
        check.that(run(*words, "--", board).stdout.endswith(f"1\n{result}\n".replace(
            "1\n", "h\n\nThe game is over: ")), "the board before it")
        check.equal(run(*words, stdin=board).stdout, f"   1  game over  {result}\n", "in a stream")


for test in (test_quiet, test_finished, test_exact, test_checks, test_bounds, test_proven, test_limits, test_repeats, test_flushed,
             test_ends, test_resume, test_moves, test_mix, test_input, test_text):
    test()
check.end()
