#!/usr/bin/env python3
"""The console in a pipe and the commands of the command line with bad input: P01-P03,
P07, P09-P11, P13, P18, S01; files of all wrong kinds for load and solve (F06, F09).

    test_console.py OUTFLANK [--slow]
"""
import os
import signal
import tempfile
import time

import driver
import model
from driver import Program, START, run

check = driver.tap.Tap()
rng = driver.seed_random()
NUMBERS = ["-5", "1e9", "0x10", "1.5.5", "nan", "inf", "9223372036854775808", "''", "--5", "+",
           "99999999999999999999", "1,5"]
LONG = "------------O------OOX-----XOX----XXOO----XO-O------------------ X"


class Console:
    def __init__(self, *arguments):
        self.program = Program("console", "--hash", "4", *arguments)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                self.program.send("quit")
                code = self.program.wait()
                check.that(code == 0 and not self.program.errors(), "quit: exit 0, no stderr",
                           f"{code} {self.program.errors()[:300]}")
        finally:
            self.program.kill()

    def ask(self, *lines):
        """What is answered to these lines."""
        self.program.send(*lines, "version")
        answers = []
        while True:
            line = self.program.line(what="version")
            if line is None:
                raise ValueError(f"the output ended after {lines}: {answers[-3:]}")
            if line.startswith("Outflank "):
                return answers
            answers.append(line)

    def refused(self, line, name=None):
        """One sentence, and the game and the options are as before."""
        before = self.state()
        answers = self.ask(line)
        is_same = self.state() == before
        check.that(1 <= len(answers) <= 2 and len(answers[0]) > 8 and is_same,
                   name or f"{line[:60]!r} is refused", f"{answers}, same: {is_same}")
        return answers

    def state(self):
        return self.ask("ggf", "option")

    def moves(self):
        """The legal moves as the board shows them, its discs, its turn."""
        board = [x for x in self.ask("board") if x[:1].isdigit() and x[2:3] in ".XO+"]
        cells = "".join("".join(row.split()[1:9]) for row in board)
        turn = "b" if "black to move" in board[4] else "w" if "white to move" in board[4] else "-"
        return [model.name(i) for i, c in enumerate(cells) if c == "+"], \
            cells.replace("+", "-").replace(".", "-"), turn


# ---- P01-P03, P13, S01 ----

def test_ends():
    done = run("console")
    check.that(done.code == 0 and not done.errors(), "P01 EOF at once", done.errors())
    n = 300
    done = run("console", data="version\n" * n)
    check.that(done.code == 0 and done.output().count(b"Outflank ") == n, "P01 all answered", done.code)
    done = run("console", data="go")
    check.that(done.code == 0 and b"Black plays " in done.output(), "P02 EOF during go",
               done.output())
    done = run("console", data="mode both\nlevel 1\n")
    check.that(done.code == 0, "P02 EOF while the engine plays itself", done.errors())
    for line in ("hint 40", "go", f"setboard {LONG}\nsolve", "analyze", "perft 15"):
        with Program("console", "--level", "50", "--hash", "4") as program:
            program.send("f5", line)
            time.sleep(0.3)
            start = time.monotonic()
            program.send("stop", "version")
            while not (program.line(what="version") or "Outflank").startswith("Outflank"):
                continue
            used = time.monotonic() - start
            check.that(used < 10, f"P13 stop ends {line[:8]}", used)
            program.send(line)
            time.sleep(0.2)
            program.process.send_signal(signal.SIGTERM)
            start = time.monotonic()
            check.that(program.wait() == 143 and time.monotonic() - start < 10,
                       f"S01 SIGTERM during {line[:8]}")


# ---- P07, P18 ----

def test_bytes():
    with Console() as c:
        before = c.state()
        for line in ("", " ", "\t", "\r", "# comment", "  # comment"):
            check.equal(c.ask(line), [], f"P07 {line!r}: no answer")
        for line in ("\x01", "f5\x00", "\x7f", "\u00e9", "\u540d\u524d", "ſave", "K"):
            check.that(len(c.ask(line)) <= 1, f"P07 {line!r}: one sentence at most")
        for raw in (b"\xff\xfe", b"\x80 f5", b"\xed\xa0\x80", b"\xc3\x28"):
            c.program.write(raw + b"\n")
            check.that(len(c.ask("")) == 1, f"P07 {raw!r}: one sentence")
        check.equal(c.state(), before, "P07 nothing has changed")
        for n in (65536, 65537, 1 << 20):
            c.program.write(b"x" * n + b"\n")
            check.equal(len(c.ask("")), 1, f"P06 a line of {n} bytes: one sentence")
    noise = bytes(rng.choice([0, 9, 13, 32, 65, 102, 53, 128, 255, rng.randrange(256)])
                  if rng.random() < 0.97 else 10 for _ in range(200000))
    noise = noise.replace(b"q", b"r").replace(b"Q", b"R")  # a line of q alone ends the console
    done = run("console", data=noise + b"\nversion\n")
    check.that(done.code == 0 and b"Outflank " in done.output()[-40:], "P07 200,000 random bytes",
               (done.code, done.output()[-200:], done.errors()[:200]))
    data = "f5\nd6\nboard\nnope\ntranscript"
    whole = run("console", data=data).output()
    check.equal(run("console", data=data.replace("\n", "\r\n") + "\r\n").output(), whole, "P18 CR LF")


# ---- P07 ----

def test_corners_given():
    """A start with corners given is worth about what games of depth 8 to 10 from there bring."""
    least, most = (-3, 13, 21, 25, 24), (4, 24, 33, 37, 40)
    values = []
    for n in range(5):
        with Console() as c:
            rows = [x.split() for x in c.ask("level 10", f"handicap {n}", "hint 1")]
            values += [float(x[2]) for x in rows if x[:1] == ["1"] and x[2][0] in "+-"]
    check.that(len(values) == 5 and all(a <= x <= b for a, x, b in zip(least, values, most)) and
               all(b >= a - 3 for a, b in zip(values, values[1:])),
               "0 to 4 corners given are worth more and more", values)


# ---- P09, P10, P11 ----

def test_numbers():
    commands = ["undo {}", "redo {}", "level {}", "time {}", "time 5 {}", "hint {}", "solve {}",
                "perft {}", "handicap {}", "series best-of {}", "series race {}", "option hash {}",
                "option threads {}", "option level {}"]
    with Console() as c:
        c.ask("f5")
        for command in commands:
            for number in NUMBERS:
                c.refused(command.format(number), f"P09 {command.format(number)}")
        for line in ("option nothing 5", "option score-rule best", "mode purple", "first green",
                     "series", "series maybe", "play", "save", "load", "setboard", "quit now",
                     "help nothing", "board 3", "score 1", "nope", "f5x", "x" * 1000,
                     "go" + " x" * 10000, "%s%n%s"):
            if line == "series":
                continue
            c.refused(line, f"P09 {line[:30]!r}")


def test_moves():
    with Console() as c:
        game = model.Game()
        for line in ("pass", "--", "a1", "d4", "z9", "i1", "f5f5", "f5d6c3a1", "f55", "5f", "f",
                     "play pass", "undo", "redo", "undo 5"):
            c.refused(line, f"P10 {line!r}")
        for _ in range(150):
            legal = game.legal()
            if not legal or len(game.stack) > 70:
                break
            move = rng.choice(legal)
            if move == model.PASS:
                game.play(move)  # the console passes by itself
                continue
            c.ask(model.name(move) if rng.random() < 0.5 else "play " + model.name(move).upper())
            game.play(move)
            if game.legal() == [model.PASS]:
                game.play(model.PASS)
            moves, discs, turn = c.moves()
            expected = [model.name(m) for m in game.legal()]
            if (moves, discs, turn) != (expected, game.text()[:64], game.turn if expected else "-"):
                check.that(False, "P10 a random game", f"{moves} {discs} {turn}: {game.text()}")
                return
            wrong = rng.randrange(64)
            if wrong not in legal and model.name(wrong) not in expected:
                before = c.ask("transcript")
                if len(c.ask(model.name(wrong))) != 1 or c.ask("transcript") != before:
                    check.that(False, f"P10 {model.name(wrong)} was not refused")
        check.equal(c.ask("transcript"), ["".join(map(model.name, game.moves))], "P10 a random game")
        before = c.state()
        c.ask("pass")  # some lists of moves end in passes: no fault
        check.equal(c.state(), before, "P10 'pass' at the end changes nothing")
        for line in ("a1", "go") if not game.legal() else ():
            c.refused(line, f"P10 {line!r} after the end")
        c.ask(f"undo {len(game.moves)}")
        check.equal(c.ask("transcript"), [""], "P10 all taken back")


def test_boards():
    with Console() as c:
        shown = c.ask("setboard X-O------O------OOXX-------XX------XXX-------------------------- X")
        check.that(shown[0] == "Black has no move and passes." and shown[6].endswith("white to move"),
                   "P10 a forced pass is made and told", shown)
        c.ask("new", "auto-pass off")
        shown = c.ask("setboard X-O------O------OOXX-------XX------XXX-------------------------- X")
        check.that(shown[5].endswith("black to move (must pass)"), "P10 a forced pass is told", shown)
        c.ask("pass", "auto-pass on", "new", "f5")
        for text in ("X", START[:63] + " X", START + "- X", START + " Q", START + " X junk",
                     START[:30] + "?" + START[31:] + " X", "-" * 63, "-" * 65, "x" * 60000):
            c.refused("setboard " + text, f"P11 setboard {text[:40]!r}")
        with open(driver.DATA + "/positions/odd_positions.tsv", encoding="utf-8") as file:
            rows = [line.split("\t")[:6] for line in file][1:]
        n_wrong = 0
        c.ask("level 2", "auto-pass off")
        for name, board, side, moves, state, _ in rows:
            c.ask(f"setboard {board} {side}")
            game = model.Game(board, "b" if side == "X" else "w")
            found, discs, _ = c.moves()
            legal = [model.name(m) for m in game.legal() if m != model.PASS]
            if found != legal or discs != board:
                n_wrong += 1
                driver.note(f"{name}: {found} {discs}")
            c.ask("eval", "explain", "hint 3", "score", "go", "undo", "transcript", "ggf")
        check.that(n_wrong == 0 and len(rows) > 40, f"P11 {len(rows)} boards no game reaches")


# ---- F06, F09: files ----

def bad_files(folder):
    def path(name, data=None):
        full = os.path.join(folder, name)
        if data is not None:
            with open(full, "wb") as file:
                file.write(data)
        return full
    yield path("none")
    yield folder
    yield "/dev/zero"
    yield "/dev/urandom"
    os.symlink("loop", path("loop"))
    yield path("loop")
    yield path("lfs", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n")
    yield path("random", rng.randbytes(5000))
    yield path("zeros", bytes(5000))
    yield path("deep", b"(;" * 1000000)
    yield path("brackets", b"(;GM[Othello]" + b"B[" * 100000)
    yield path("props", b"(;GM[Othello]" + b"XX[1]" * 100000)
    yield path("number", b"(;GM[Othello]TI[" + b"9" * 100000 + b"]B[F9];)")
    yield path("long", b"x" * (4 << 20))


def test_files():
    with tempfile.TemporaryDirectory() as folder, Console("--allow-files") as c:
        c.ask("f5d6")
        for name in bad_files(folder):
            c.refused("load " + name, f"F06 load {os.path.basename(name)}")
            done = run("solve", name)
            check.that(done.code in (65, 66, 74) and 1 <= len(done.errors().splitlines()),
                       f"F06 solve {os.path.basename(name)}",
                       f"{done.code} {done.errors()[:200]!r}")
        empty = os.path.join(folder, "empty")
        open(empty, "wb").close()
        done = run("solve", empty)
        check.equal((done.code, done.errors()), (0, ""), "F06 solve an empty file: nothing to do")
        for name in (folder, folder + "/none/x.ggf", "/dev/full", "/proc/x", "/"):
            c.refused("save " + name, f"F06 save {name[-12:]}")


def test_solve_lines():
    good = "XXXXXXXOOXOOOOOOOOXXOXOXOXXXOOXXOXOOXXXXOOOXOXXXOOOOOOXXOOOOOOO- O;"
    lines, n_good, n_bad = [], 0, 0
    for _ in range(1500):
        kind = rng.randrange(8)
        if kind < 3:
            lines.append(good + rng.choice(("", "\r", " H8:+18;", " % remark", "  \t")))
            n_good += 1
        elif kind < 5:
            lines.append(rng.choice(("", "% comment", "# comment", "   ", "\t", "\r")))
        else:
            bad = rng.choice((good[:rng.randrange(1, 64)], "?" + good, good[:40] + "q" + good[41:],
                              "wombat", good[:64] + " Q;", "X" * 70, good + " H8:+99;",
                              good + " A1:+2;", "\u00e9" * 64 + " X", "-" + good))
            lines.append(bad)
            n_bad += 1
    done = run("solve", data="\ufeff" + "\n".join(lines))
    output, errors = done.output().decode().splitlines(), done.errors().splitlines()
    check.that(done.code == 65 and len(output) == n_good + 1 and len(errors) == n_bad and
               f" {n_bad} malformed" in output[-1], "F09 solve: good and bad lines",
               f"{done.code}: {len(output)} lines of {n_good + 1}, {len(errors)} of {n_bad}")
    wrong = [i for i, line in enumerate(errors) if not line.startswith("outflank: stdin:")]
    check.that(not wrong, "F09 each bad line is told with its place", errors[:3])
    done = run("solve", data=good + "\n" + "x" * 70000)
    check.that(done.code == 65 and len(done.output().splitlines()) == 2, "F09 the last line is bad",
               done.errors())


# ---- P09: the command line ----

def test_command_line():
    for arguments in (["perft"], ["perft", "x"], ["perft", "-1"], ["perft", "61"], ["perft", "1e1"],
                      ["perft", "3", "4"], ["perft", "3", "--rule", "F"], ["perft", "3", "--position"],
                      ["perft", "3", "--position", "x"], ["eval"], ["eval", "x"], ["eval", ""],
                      ["eval", "f5f5"], ["eval", START[1:] + " X"], ["eval", START + " Q"], ["bench", "--depth", "0"],
                      ["bench", "--depth", "61"], ["bench", "x"], ["doctor", "x"], ["nope"], [""],
                      ["--nope"], ["gtp", "x"], ["gtp", "--hash"], ["--cpu", "x"], ["--cpu"],
                      ["gtp", "--cpu="], ["help", "nope"], ["--level", "99", "gtp"], ["-z"],
                      ["gtp", "--use-table=maybe"], ["gtp", "--score-rule", "best"],
                      ["solve", "--threads", "0"], ["gtp", "--weights", "/nonexistent"],
                      ["gtp", "--weights", "/dev/zero"], ["gtp", "--weights", "/"],
                      ["x" * 100000], ["gtp", "--" + "x" * 100000], ["\u00e9\u540d"]):
        done = run(*arguments)
        check.that(done.code in (64, 65, 66) and not done.output() and
                   1 <= len(done.errors().splitlines()) <= 3 and
                   done.errors().startswith("outflank: "),
                   f"P09 {' '.join(arguments)[:60]!r} is refused", f"{done.code} {done.errors()[:300]}")
    for _ in range(100):
        word = bytes(rng.randrange(1, 256) for _ in range(rng.randrange(1, 80)))
        if word.startswith((b"-h", b"-V", b"-q")) or word.isdigit():
            continue
        done = run(rng.choice(("eval", "perft", "gtp", "help", "bench", "doctor")),
                   os.fsdecode(word))
        if done.code not in (64, 65, 66):
            check.that(False, f"P09 random argument {word!r}", f"{done.code} {done.errors()[:300]}")
    check.that(True, "P09 100 random arguments")


driver.run_all(check, test_ends, test_bytes, test_corners_given, test_numbers, test_moves, test_boards,
               test_files, test_solve_lines, test_command_line)
