#!/usr/bin/env python3
"""outflank solve from outside: scores, checks, malformed lines, streaming, ends.

    test_solve.py OUTFLANK SOURCE_ROOT
"""
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../scripts/lib")]
import othello  # noqa: E402
import sanitizer  # noqa: E402
import tap  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
FFO_1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X;"
TIE = "-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X;"
LAST_ONE = "XXXXXXXOOXOOOOOOOOXXOXOXOXXXOOXXOXOOXXXXOOOXOXXXOOOOOOXXOOOOOOO- O;"
OVER = "X" * 40 + "O" * 24 + " X;"
# A position of 50 empties: not solved while a test runs.
ENDLESS = "------------O------OOX-----XOX----XXOO----XO-O------------------ X\n"
check = tap.Tap()


def run(*arguments, stdin=""):
    return subprocess.run([PROGRAM, "solve", *arguments], input=stdin, timeout=600,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_scores():
    data = os.path.join(ROOT, "tests/data/endgame")
    files = [os.path.join(data, name) for name in ("exact-pass.obf", "fforum-1-19.obf")
             if os.path.exists(os.path.join(data, name))]
    n_lines = sum(len([x for x in open(f) if x.strip() and x[0] != "%"]) for f in files)
    done = run(*files)
    lines = done.stdout.splitlines()
    check.that(done.returncode == 0 and len(lines) == n_lines + 1, "all files solved, one line each",
               done.stderr + "\n".join(lines[-3:]))
    check.that(lines[-1].startswith(f"total {n_lines} positions, {n_lines} checked, 0 WRONG, "
                                    "0 malformed, "), "the last line adds up", lines[-1])


def test_line():
    out = run(stdin=FFO_1 + "\n").stdout.splitlines()
    pattern = (r" +1  \+18  g8 +\d+ nodes +\d+\.\d{3} s  pv g8( [a-h][1-8]| pass)+")
    check.that(re.fullmatch(pattern, out[0]), "form of a line", out[0])
    out = run("--quiet", stdin=FFO_1 + "\n").stdout.splitlines()
    check.equal(len(out), 1, "--quiet leaves out the totals")
    out = run("--all-moves", stdin=FFO_1).stdout
    check.that("all g8:+18 h1:+12 " in out and "g2:-24" in out, "--all-moves gives each score", out)
    out = run(stdin=OVER).stdout.splitlines()
    check.that(re.match(r" +1  \+16  none ", out[0]), "a finished game has its score", out[0])


def test_words():
    """A position or moves in place of files."""
    for words in ([FFO_1], FFO_1.split(), [FFO_1 + " G8:+18"]):
        done = run(*words)
        check.that(done.returncode == 0 and re.match(r" +1  \+18  g8 ", done.stdout) and
                   "total 1 positions" in done.stdout, f"{len(words)} words are a position",
                   done.stdout + done.stderr)
    value = json.loads(run("--json", "--quiet", FFO_1).stdout)
    check.equal([value["file"], value["line"], value["moves"][0]["score"]], ["arguments", 1, 18],
                "as JSON")
    done = run("--nodes", "1000", "f5d6c3")
    check.that("NOT SOLVED" in done.stdout, "moves of a game", done.stdout + done.stderr)
    done = run("f5d6d6")
    check.that(done.returncode == 65 and "solve: column 5: " in done.stderr and not done.stdout,
               "moves that are wrong", done.stderr)
    done = run("no-such.obf")
    check.that(done.returncode == 66 and "no-such.obf: No such file" in done.stderr,
               "a file that is not there", done.stderr)


def test_finished():
    """PS is the score of a board without moves, with --ties as without."""
    dead = "O" * 13 + "-OOO-O-----OOO-" + "O" * 36
    for words in ([], ["--ties"], ["--all-moves"], ["--quiet", "--ties"]):
        name = " ".join(["solve", *words])
        done = run(*words, stdin=f"{dead} X; PS:-64\n{OVER} PS:+16;\n")
        check.that("WRONG: " not in done.stdout, f"{name}: right scores of finished boards",
                   done.stdout)
        done = run(*words, stdin=f"{dead} X; PS:-62\n")
        check.that(done.returncode == 1 and "WRONG" in done.stdout, f"{name}: a wrong one",
                   done.stdout)


def test_checks():
    done = run(stdin=FFO_1 + " G8:+18; H1:+12;\n" + FFO_1 + " G8:+20;\n" + LAST_ONE + " H8:+18;\n")
    lines = done.stdout.splitlines()
    check.that(done.returncode == 1 and "WRONG" not in lines[0] + lines[2] and
               "WRONG: the file says +20" in lines[1] and ", 3 checked, 1 WRONG, " in lines[3],
               "a wrong score is marked, counted and ends with 1", done.stdout)
    done = run("--all-moves", stdin=FFO_1 + " G8:+18; H1:+14; A4:-22\n")
    check.that(done.returncode == 1 and "WRONG: the file says +18, 1 moves differ" in done.stdout,
               "--all-moves checks each move", done.stdout)
    done = run("--score-rule", "raw", stdin=LAST_ONE)
    check.equal(done.returncode, 0, "the raw score rule is offered")


def test_best_of_file():
    """The moves that the file calls best must have the score; they are solved for that."""
    rows = [  # scores in the file, options, is it wrong
        ("h1:+18; b1:-64;", [], True), ("h1:+18;", ["--ties"], True), ("h1:+18;", ["--all-moves"], True),
        ("g8:+18; h1:+18;", [], True), ("g8:+18; h1:+20;", [], True), ("h1:+12;", [], True),
        ("g8:+18; h1:+12;", [], False), ("g8:+18; h1:+12;", ["--ties"], False),
        ("g8:+18; h1:+10;", [], False), ("g8:+18; h1:+10;", ["--all-moves"], True)]
    for scores, options, is_wrong in rows:
        done = run(*options, stdin=f"{FFO_1} {scores}\n")
        check.that(done.returncode == is_wrong and ("WRONG: " in done.stdout) == is_wrong,
                   f"{scores} {options}: {'WRONG' if is_wrong else 'right'}", done.stdout)
        check.that("+18  g8  " in done.stdout, "the best move is told", done.stdout)
    done = run(stdin=TIE + " a5:+0;\n")
    check.that(done.returncode == 0, "another move of the best score is right", done.stdout)


def test_many():
    """--jobs, --out, --resume: the same scores, in order; a file is gone on with, or refused by name."""
    data = os.path.join(ROOT, "tests/data/endgame/exact-pass.obf")
    alone = [json.loads(line) for line in run("--json", "--quiet", data).stdout.splitlines()]
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        words = ("--jobs", "2", "--json", "--out", out, data)
        check.equal((run(*words).returncode, run("--jobs", "2", data).stdout.splitlines()[-1].split(" s, ")[0].split(",")[:3]),
                    (0, [f"total {len(alone)} positions", f" {len(alone)} checked", " 0 WRONG"]), "totals of --jobs")
        rows = open(out).read().splitlines(keepends=True)
        values = list(map(json.loads, rows))
        check.equal([(v["position"], v["moves"][0]["score"], v["expected"]) for v in values],
                    [(v["position"], v["moves"][0]["score"], v["expected"]) for v in alone], "as one after the other")
        check.equal([k for k in ("version", "signature", "network", "book", "limits") if k not in values[0] or
                     k not in alone[0]], [], "rows tell what made them")
        os.rename(out, out + ".part")
        open(out + ".part", "w").write("".join(rows[:2]) + rows[2][:30])
        done = run(*words, "--resume")
        check.equal((done.returncode, len(open(out).readlines()), "half written" in done.stderr), (0, len(rows), True),
                    "gone on with")
        done = run(*words, "--resume", "--ties")
        check.that(done.returncode == 65 and ": it is of limits " in done.stderr, "other limits are refused", done.stderr)
        done = run("--jobs", "2", stdin=FFO_1 + " g8:+20;\nbad\n")
        check.that(done.returncode == 65 and "WRONG: the file says +20" in done.stdout and ", 1 malformed" in done.stdout,
                   "wrong scores and bad lines are told", done.stdout)
    check.equal(run("--jobs", "2", FFO_1).returncode, 64, "--jobs is for files")


def test_ties():
    lines = run("--ties", stdin=TIE + "\n" + FFO_1 + "\n" + OVER + "\n").stdout.splitlines()
    check.that(re.match(r" +1   \+0  (h8,a5|a5,h8)  ", lines[0]), "all moves of the best score", lines)
    check.that(re.match(r" +2  \+18  g8  ", lines[1]), "one only", lines)
    check.that(re.match(r" +3  \+16  none  ", lines[2]), "a finished game has none", lines)
    value = json.loads(run("--ties", "--json", "--quiet", stdin=TIE).stdout)
    check.equal([(row["score"], row["solved"]) for row in value["moves"]], [(0, True)] * 2,
                "JSON: all moves of the best score")


def test_less():
    """Who wins, a window, limits: bounds that the true score of +18 keeps. Short of it the move
    depends on the weights: h1 has +12."""
    out = run("--wld", stdin=FFO_1 + " g8:+18;\n" + TIE + "\n" + OVER + "\n").stdout.splitlines()
    check.that(re.match(r" +1  >=\+\d+  (g8|h1) ", out[0]) and re.match(r" +2   \+0  (h8|a5) ", out[1]) and
               re.match(r" +3  \+16  none ", out[2]) and ", 0 WRONG, " in out[3], "--wld", out)
    done = run("--wld", stdin=FFO_1 + " g8:-2;\n")
    check.that(done.returncode == 1 and "WRONG: the file says -2" in done.stdout,
               "--wld checks the winner", done.stdout)
    for window, score in (("10:20", r"\+18"), ("18:18", r"\+18"), ("20:30", r"<=\+18"),
                          ("-4:16", r">=\+18")):
        out = run("--window", window, stdin=FFO_1 + " g8:+18;\n").stdout
        check.that(re.match(rf" +1  {score}  (g8|h1) ", out) and ", 0 WRONG, 0 malformed, 0 not solved, "
                   in out, f"--window {window}", out)
    out = run("--window", "-64:64", "--all-moves", stdin=FFO_1).stdout
    check.that("all g8:+18 h1:+12 " in out, "--window with --all-moves", out)
    for window in ("0:12", "14:20", "19:30"):
        done = run("--window", window, "--all-moves", stdin=FFO_1 + " g8:+18; h1:+12; a4:-22; g2:-24;\n")
        check.that(done.returncode == 0 and ("<=" in done.stdout or ">=" in done.stdout),
                   f"--all-moves --window {window}: bounds agree with the file", done.stdout)
    done = run("--window", "0:12", "--all-moves", stdin=FFO_1 + " g8:-2;\n")
    check.that(done.returncode == 1, "a file beyond the bounds is WRONG", done.stdout)
    # Node counts repeat with one thread only.
    full = json.loads(run("--json", "--quiet", "--threads", "1", stdin=TIE).stdout)["nodes"]
    done = run("--ties", "--threads", "1", "--nodes", str(full + 1000),
               stdin=TIE + " h8:+0; a5:+0;\n")
    check.that(done.returncode == 0 and "TIES NOT ALL SEARCHED" in done.stdout,
               "ties that a limit cuts short are not WRONG", done.stdout)
    used = int(re.search(r"(\d+) nodes", done.stdout).group(1))
    check.that(used <= full + 1100, "--nodes limits the position, ties included", (used, full))
    out = run(stdin="XO" + "-" * 62 + " X;\n").stdout
    check.that(re.match(r" +1  \+64  c1 ", out), "62 empties, solved by one move", out)
    for option in ("--nodes=3000", "--seconds=0.05"):
        done = run(option, stdin=ENDLESS + LAST_ONE + "\n")
        lines = done.stdout.splitlines()
        check.that(re.match(r" +1  -64\.\.\+64  [a-h][1-8] .*NOT SOLVED: about [+-]\d+\.\d, depth \d+ "
                            r"at \d+ %$", lines[0]) and re.match(r" +2  \+18 ", lines[1]) and
                   ", 1 not solved, " in lines[2] and done.returncode == 0, option, done.stdout)
    value = json.loads(run("--nodes=3000", "--json", "--quiet", stdin=ENDLESS).stdout)
    check.that(value["proved"] == [-64, 64] and value["moves"][0]["solved"] is False,
               "JSON: what is proved", value)
    for words in (["--window", "5"], ["--window", "6:4"], ["--window", "0:65"], ["--seconds", "x"],
                  ["--seconds", "0"], ["--nodes", "0"], ["--wld", "--ties"]):
        done = run(*words, stdin=FFO_1)
        check.that(done.returncode == 64 and not done.stdout and
                   len(done.stderr.splitlines()) == 1, f"{words} is refused", done)


def brute_force(game):
    """The score of the side to move, by all moves."""
    moves = game.legal()
    if not moves:
        return game.score() if game.turn == "b" else -game.score()
    best = -64
    for move in moves:
        next_game = game.copy()
        next_game.play(move)
        best = max(best, -brute_force(next_game))
    return best


def test_komi():
    """Who wins with a komi of White's: 150 ends by brute force, each with four of them."""
    random.seed(58)
    ends = []
    while len(ends) < 150:
        game = othello.Game()
        while len(game.board) < 58 + random.randrange(2) and not game.is_over():
            game.play(random.choice(game.legal()))
        if not game.is_over() and len(game.board) >= 58:
            ends.append((game, brute_force(game)))
    lines = "".join(f"{game.text()} {'X' if game.turn == 'b' else 'O'};\n" for game, _ in ends)
    seen = set()
    for komi in (-6, 0.5, 2, 7):
        done = run("--wld", "--komi", str(komi), "--json", "-q", stdin=lines)
        wrong = []
        for (game, score), line in zip(ends, done.stdout.splitlines(), strict=True):
            margin = score - komi if game.turn == "b" else score + komi
            outcome = "won" if margin > 0 else "lost" if margin < 0 else "drawn"
            seen.add(outcome)
            if json.loads(line)["outcome"] != outcome:
                wrong.append((game.text(), game.turn, score, line))
        check.that(not wrong and done.returncode == 0, f"komi {komi}: brute force agrees on 150 ends", wrong)
    check.equal(seen, {"won", "drawn", "lost"}, "komi: all outcomes occur")
    text = run("--wld", "--komi", "64", LAST_ONE).stdout.splitlines()[0]
    check.that(text.endswith("  won"), "komi: White, who moves, wins by it", text)
    refused = run("--komi", "2", LAST_ONE)
    check.that(refused.returncode == 64 and "goes with --wld" in refused.stderr, "komi without --wld", refused)


def test_malformed():
    text = (FFO_1 + "\r\n% comment\n\n  \nwombat\n" + FFO_1[:40] + "\n" + "X" * 70000 + "\n" +
            LAST_ONE)
    done = run(stdin="\ufeff" + text)
    lines, errors = done.stdout.splitlines(), done.stderr.splitlines()
    check.that(len(lines) == 3 and ", 3 malformed, " in lines[-1] and done.returncode == 65,
               "malformed lines are passed over", done.stdout + done.stderr)
    places = [re.match(r"outflank: stdin:(\d+):(\d+): .+", e) for e in errors]
    check.that(len(errors) == 3 and all(places) and [p.group(1) for p in places] == ["5", "6", "7"],
               "each is told with line and column", done.stderr)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.obf")
        open(path, "w").write("!wombat\n")
        done = run(path, stdin="")
        check.that(f"{path}:1:1: " in done.stderr and done.returncode == 65, "with the file", done)
        done = run(folder, "/dev/zero", os.path.join(folder, "none"), stdin="")
        check.that(done.returncode == 66 and len(done.stderr.splitlines()) == 3,
                   "folder, device and missing file: 66", done.stderr)
        check.equal(done.stdout, "", "nothing was read: no totals")
        done = run("--json", os.path.join(folder, "none"), stdin="")
        check.equal((done.returncode, done.stdout), (66, ""), "nor in JSON")
        done = run(os.path.join(folder, "none"), "/dev/null", stdin="")
        check.that(done.returncode == 66 and done.stdout.startswith("total 0 "),
                   "one of two was read: totals", done)
        done = run("/dev/null", stdin="")
        check.that((done.returncode, done.stderr) == (0, "") and done.stdout.startswith("total 0 "),
                   "/dev/null is an empty file", done)
        fifo = os.path.join(folder, "fifo")
        os.mkfifo(fifo)
        process = subprocess.Popen([PROGRAM, "solve", fifo], stdout=subprocess.PIPE, text=True)
        with open(fifo, "w") as pipe:
            pipe.write(LAST_ONE)
        check.that("+18" in process.communicate(timeout=600)[0], "a named pipe is read")


def test_json():
    done = run("--json", stdin=FFO_1 + " G8:+20;\n" + LAST_ONE + "\n")
    values = [json.loads(line) for line in done.stdout.splitlines()]
    first, second, total = values
    check.that(first["schema"] == 2 and first["index"] == 1 and first["line"] == 1 and
               first["file"] == "stdin" and first["moves"][0]["move"] == "g8" and
               first["moves"][0]["score"] == 18 and first["moves"][0]["solved"] is True and
               first["expected"] == 20 and first["wrong"] is True, "a JSON line", first)
    check.that("wrong" not in second and second["index"] == 2, "nothing to check", second)
    check.that(total["total"]["positions"] == 2 and total["total"]["wrong"] == 1, "totals", total)
    check.equal(done.returncode, 1, "JSON: exit status too")


def test_streaming():
    process = subprocess.Popen([PROGRAM, "solve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               text=True)
    for i in range(1, 4):
        process.stdin.write(LAST_ONE + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        check.that(re.match(rf" +{i}  \+18", line), f"answer {i} comes before the next question", line)
    rest = process.communicate(timeout=600)[0]
    check.that(process.returncode == 0 and rest.startswith("total 3 "), "the end of input ends it")


def started(stdout=subprocess.PIPE):
    """A solver that is searching: the answer to the first line has come."""
    process = subprocess.Popen([PROGRAM, "solve"], stdin=subprocess.PIPE, stdout=stdout,
                               stderr=subprocess.PIPE, text=True)
    process.stdin.write(LAST_ONE + "\n" + ENDLESS)
    process.stdin.flush()
    process.stdout.readline()
    time.sleep(0.3)
    return process


def test_deterministic():
    """With several threads nodes and lines repeat; scores are right. Two positions, one after the other."""
    with open(os.path.join(ROOT, "tests/data/endgame/exact-1-18.obf")) as file:
        text = "".join([line for line in file if line[:64].count("-") == 18][:2])
    runs = []
    for threads in ("2", "2", "2", "3"):
        done = run("--deterministic", "--threads", threads, "--hash", "16", "--json", "--quiet",
                   stdin=text)
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        check.that(done.returncode == 0 and len(rows) == 2, f"{threads} threads: no score is wrong",
                   done.stdout + done.stderr)
        runs.append([(row["moves"][0]["score"], row["moves"][0]["pv"], row["nodes"])
                     for row in rows])
    check.that(runs[0] == runs[1] == runs[2], "equal runs are equal", runs[:3])
    check.that(runs[0] != runs[3], "three threads search otherwise than two", runs[3])
    for row, threads in ((line, "2") for line in (FFO_1, LAST_ONE, OVER)):
        plain, steady = (run(*words, "--quiet", stdin=row).stdout.split()[1:3]
                         for words in ((), ("--deterministic", "--threads", threads)))
        check.equal(steady[0], plain[0], "few empties: the same score")
    done = run("--deterministic", "--nodes", "9", stdin=FFO_1)
    check.that(done.returncode == 64 and "--deterministic" in done.stderr, "no limits go with it",
               done.stderr)


def test_ends():
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        process = started()
        process.send_signal(number)
        rest = process.communicate(timeout=600)[0]
        check.that(process.returncode == code and rest.startswith("total 1 "),
                   f"signal {number} ends the search", (process.returncode, rest))
    process = started()
    process.stdout.close()
    process.stdout = None
    errors = process.communicate(timeout=600)[1]
    check.that(process.returncode == 141 and not errors, "no reader, no search",
               (process.returncode, errors))


def test_memory():
    """A line without end costs no memory."""
    process = subprocess.Popen([PROGRAM, "solve", "--hash", "1"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for _ in range(256):
        process.stdin.write("-" * (1 << 18))
    process.stdin.write("\n" + LAST_ONE + "\n")
    process.stdin.flush()
    line = process.stdout.readline()
    status = open(f"/proc/{process.pid}/status").read()
    peak = int(re.search(r"VmHWM:\s+(\d+) kB", status).group(1))
    process.communicate(timeout=600)
    check.that("+18" in line, "a line of 64 MiB is passed over", line)
    if sanitizer.of(PROGRAM) == "tsan":
        check.skip("in constant memory", "TSan keeps tables of its own for what was written")
    else:
        check.that(peak < 400 << 10, "in constant memory", f"peak {peak} kB")


for test in (test_scores, test_line, test_words, test_checks, test_finished, test_best_of_file, test_many, test_ties,
             test_less, test_komi, test_deterministic, test_malformed, test_json, test_streaming, test_ends, test_memory):
    test()
check.end()
