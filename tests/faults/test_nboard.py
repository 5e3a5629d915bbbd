#!/usr/bin/env python3
"""The NBoard protocol with bad input: P06, P07, P09-P13, P18. Nothing on stderr,
nothing that NBoard would refuse, no answer about a position that is not the GUI's.

    test_nboard.py OUTFLANK [--slow]
"""
import re
import time

import driver
import model
import nboard_rules
from driver import Program, START, run

check = driver.tap.Tap()
rng = driver.seed_random()


def ggf(moves="", board=START + " X", tags="GM[Othello]PC[t]PB[a]PW[b]RE[?]TI[5:00]TY[8]"):
    return f"(;{tags}BO[8 {board.replace('X', '*')}]{moves};)"


class Session:
    """A program in NBoard mode whose every line passes NBoard's own rules."""

    def __init__(self, *arguments):
        self.program, self.n_pings = Program("nboard", *arguments), 0
        self.reader = nboard_rules.Reader()

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                self.program.send("quit")
                code = self.program.wait()
                check.that(code == 0 and not self.program.errors(),
                           "quit: exit 0 and nothing on stderr",
                           f"{code} {self.program.errors()[:300]}")
        finally:
            self.program.kill()

    def settle(self):
        """All lines up to the pong of a ping sent now."""
        self.n_pings += rng.randrange(1, 4)
        self.program.send(f"ping {self.n_pings}")
        lines = self.program.lines_until(f"pong {self.n_pings}")
        for line in lines:
            self.reader.read(line)
        return [line for line in lines if not line.startswith("set myname ")]

    def ask(self, *lines):
        """What is answered to these lines; searches are cut short."""
        self.program.send(*lines)
        return self.settle()

    def await_line(self, pattern):
        while True:
            line = self.program.line(what=pattern)
            if line is None:
                raise ValueError("the output ended before " + pattern)
            self.reader.read(line)
            if re.fullmatch(pattern, line):
                return line

    def go(self):
        """The move of go; None if there is a status in its place."""
        self.program.send("go")
        line = self.await_line(r"===.*|status (Error|The game).*")
        return self.reader.moves[-1] if line.startswith("===") else None

    def position(self):
        """Board, side and legal moves by what the program lets itself be told."""
        self.program.send("set depth 1", "hint 64")
        lines, line = [], ""
        while not re.fullmatch(r"status|status (Error|The game).*", line):
            line = self.program.line(what="hint")
            lines.append(line)
            self.reader.read(line)
        return sorted({x.split()[1][:2].lower() for x in lines if x.startswith("search")})

    def same_as(self, game, name):
        legal = sorted("pa" if m == model.PASS else model.name(m) for m in game.legal())
        found = self.position()
        return check.that(found == legal, name, f"expected {legal}\nfound    {found}")


# ---- P07, P18: bytes and pieces ----

def test_bytes():
    with Session() as s:
        silent = ["", " ", "\t", "\r", "nonsense", "# comment", "PING 3", "pingpong 4", "go5",
                  "setgame", "set", "set time 5 0 0", "set xyz 5", "Quit", "quits", "hintx",
                  "名前", "\x00", "\x01\x02", "\ufeff", "x" * 60000, "=== d3", "pong 5",
                  "status x", "nboard 2", "nboard 3", "nboard", "nboard x", "nboard 99999999999999"]
        for line in silent:
            check.equal(s.ask(line), [], f"P07 {line[:30]!r} is ignored")
        for raw in (b"\xff\xfe", b"\x80ping 5", b"\xc3\x28", b"\xed\xa0\x80\x00", b"\x0c", b"\x7f"):
            s.program.write(raw + b"\n")
            check.equal(s.settle(), [], f"P07 {raw!r} is ignored")
        for number in (7, 2, -3, 0, 2147483647):
            s.program.send(f"ping {number}")
            check.equal(s.program.line(), f"pong {number}", f"P07 ping {number}")
        for line in (b"ping 9\r\n", b"  ping   9  \n", b"ping\t9\n"):
            s.program.write(line)
            check.equal(s.program.line(), "pong 9", f"P07 {line!r}")
        s.same_as(model.Game(), "P07 the position is as it was")
    noise = bytes(rng.choice([0, 9, 13, 32, 65, 102, 53, 128, 255, rng.randrange(256)])
                  if rng.random() < 0.97 else 10 for _ in range(200000))
    done = run("nboard", data=b"nboard 2\n" + noise + b"\nping 77\n")
    check.that((done.code, done.errors()) == (0, "") and done.output().endswith(b"pong 77\n"),
               "P07 200,000 random bytes", done.output()[:300])


def test_pieces():
    data = "nboard 2\nset depth 3\nping 1\nmove F5\nmove D6\nset depth x\nping 2"
    whole = run("nboard", data=data).output()
    check.equal(run("nboard", data=data.replace("\n", "\r\n")).output(), whole, "P18 CR LF")
    check.equal(run("nboard", data=data + "\n").output(), whole, "P18 the last line's end")
    with Program("nboard") as program:
        for i in range(len(data)):
            program.write(data[i:i + 1].encode())
            time.sleep(0.001)
        code = program.end()
        check.that(code == 0 and program.output() == whole, "P18 byte by byte", program.output())


# ---- P09: numbers ----

def test_numbers():
    bad = ["-5", "0", "1e9", "0x10", "1.5", "nan", "inf", "9223372036854775808", "''", "",
           "999999999999", "61", "5 5", "5x"]
    with Session() as s:
        s.program.send("nboard 2", "set depth 2")
        for command, rule in (("set depth", "1 to 60"), ("set contempt", "-100 to 100"),
                              ("hint", "1 to 64")):
            for number in bad:
                if (command, number) in (("set contempt", "-5"), ("set contempt", "0"),
                                         ("set contempt", "61"), ("hint", "61"), ("hint", "")):
                    continue
                lines = s.ask(f"{command} {number}")
                check.that(len(lines) == 1 and lines[0].startswith("status Error") and
                           rule in lines[0], f"P09 {command} {number}", lines)
        for number in ("x", "", "1.5", "99999999999", "1 2"):
            s.program.send("ping " + number)
            lines = s.settle()
            check.that(len(lines) == 1 and lines[0].startswith("status Error"),
                       f"P09 ping {number!r}", lines)
        s.program.send("set depth 3", "set depth 77", "hint 1")
        s.await_line("status")
        check.equal(s.reader.hints[-1][2], "3", "P09 a refused depth leaves the old one")


# ---- P10: moves ----

def test_moves():
    with Session() as s:
        game = model.Game()
        s.program.send("nboard 2", ggf_line := "set game " + ggf())
        for wrong in ("move", "move PA", "move --", "move D4", "move A1", "move Z9", "move I1",
                      "move A9", "move 5F", "move /", "move //", "move F", "move \x01F5",
                      "move F5" * 0 + "move x", "move ＦＦ"):
            lines = s.ask(wrong)
            check.that(len(lines) == 1 and lines[0].startswith("status Error"), f"P10 {wrong!r}",
                       lines)
        s.same_as(game, "P10 the position is as it was")
        for move in ("F5", "d6/-0.50/0.9", "C3//2.768", "d3/1.50", "c4/nan/inf", "F4/1e5/x"):
            check.equal(s.ask("move " + move), [], f"P10 move {move}")
            game.play(model.square(move[:2]))
        s.same_as(game, "P10 six moves with all kinds of remarks")
        s.program.send(ggf_line)
        s.same_as(model.Game(), "P10 set game starts again")
        pass_game = "B[D3]W[C3]B[B3]W[B2]B[F5]W[A3]B[A1]W[C1]"
        for word in ("PA", "pa", "P", "p", "PAS", "PASS", "Pass", "--", "PA//0.1"):
            s.program.send("set game " + ggf(pass_game))
            check.that(s.go() == "pa", "P10 go passes where it must")
            lines = s.ask("move E3")
            check.that(len(lines) == 1 and lines[0].startswith("status Error"),
                       "P10 a move where there is only a pass", lines)
            check.equal(s.ask("move " + word), [], f"P10 pass as {word}")
            check.equal(s.position(), ["e3", "f6"], f"P10 moves after the pass as {word}")
            s.program.send(f"set game {ggf(pass_game + 'B[' + word + ']')}")
            check.equal(s.position(), ["e3", "f6"], f"P10 and in a game as {word}")


def test_after_the_end():
    with open(driver.DATA + "/positions/odd_games.tsv", encoding="utf-8") as file:
        rows = [line.split("\t") for line in file][1:]
    with Session() as s:
        s.program.send("nboard 2", "set depth 2")
        n_wrong = 0
        for row in rows:
            game, text = model.Game(), []
            for i in range(0, len(row[1]), 2):
                if game.legal() == [model.PASS]:
                    text.append(("B" if game.turn == "b" else "W") + "[PA]")
                    game.play(model.PASS)
                text.append(f"{'B' if game.turn == 'b' else 'W'}[{row[1][i:i + 2].upper()}]")
                game.play(model.square(row[1][i:i + 2]))
            lines = s.ask("set game " + ggf("".join(text)))
            is_over = row[6] == "1"
            if lines or (s.go() is None) != is_over:
                n_wrong += 1
                driver.note(f"{row[0]}: {lines}")
            if is_over:
                lines = s.ask("hint 3", "move A1", "move PA", "learn")
                if [x for x in lines if x.startswith(("===", "search"))]:
                    n_wrong += 1
                    driver.note(f"{row[0]}: {lines}")
        check.that(n_wrong == 0 and len(rows) > 50, f"P10 {len(rows)} games of all kinds of ends")
        s.program.send("set game " + ggf())
        game = model.Game()
        while game.legal():
            move = s.go()
            square = model.PASS if move == "pa" else model.square(move)
            if square not in game.legal():
                raise ValueError(f"go answered {move} in {game.text()}")
            again = s.go()
            if (again == "pa") != (move == "pa"):
                raise ValueError("go has played on its own board")
            game.play(square)
            s.program.send("move " + move.upper())
        check.that(s.go() is None, "P10 a whole game by go")


# ---- P11, P12: games ----

BAD_GAMES = [
    "", "nonsense", "(", "(;", "(;)", ";)", "(;;)", "(;GM[Othello]", ggf()[:-2], ggf()[:-1][:-1],
    ggf("B[F5"), ggf("B[F5]W[D6"), ggf("B[F5]B[D6]"), ggf("B[A1]"), ggf("B[Z9]"), ggf("B[PA]"),
    ggf("W[F5]"), ggf("B[]"), ggf("B[F5]W[D6]B[F5]"), ggf("B[F5]W[PA]"),
    ggf(board=START[:-1] + " X"), ggf(board=START + "- X"), ggf(board=START), ggf(board=""),
    ggf(board=START + " Q"), ggf(board=START[:20] + "?" + START[21:] + " X"),
    ggf(tags="GM[Go]"), ggf(tags="GM[Othello]TY[88]"), ggf(tags="GM[Othello]TY[10]"),
    ggf().replace("BO[8", "BO[10"), ggf().replace("BO[8", "BO[7"), ggf().replace("BO[8", "BO["),
    ggf().replace("BO[8", "BO[-8"), ggf().replace("BO[8", "BO[99999999999999999999"),
    ggf().replace("BO[8", "BO[8.0"), "(;GM[Othello]B[F5];)", ggf() + ggf(), ggf() + " " + ggf("B[F5]"),
    "(" * 1000, "(;" * 1000, "[" * 1000, "]" * 1000, ggf("B" * 1000), ggf("B[" + "9" * 10000 + "]"),
    ggf("B[F5]" * 70), ggf("B[F5]" * 100000),
]


def test_bad_games():
    with Session() as s:
        s.program.send("nboard 2", "set depth 2")
        for text in BAD_GAMES:
            s.program.send("set game " + ggf("B[F5]"))
            s.settle()
            lines = s.ask("set game " + text)
            name = text if len(text) < 60 else text[:30] + "..." + text[-30:]
            check.that(len(lines) == 1 and lines[0].startswith("status Error"), f"P12 {name}", lines)
            for command in ("go", "hint 2", "analyze", "move D6"):
                lines = s.ask(command)
                if len(lines) != 1 or not lines[0].startswith("status Error"):
                    check.that(False, f"P12 {command} after {name}", lines)
        s.program.send("set game " + ggf("B[F5]"))
        game = model.Game()
        game.play(model.square("F5"))
        s.same_as(game, "P12 a game that is right is answered again")
        text = "set game " + ggf("B[F5//2.7]W[D6/-0.5/0.9]B[C3]")
        for length in range(9, len(text)):
            lines = s.ask(text[:length])
            if len(lines) != 1 or s.go() is not None:
                check.that(False, f"P12 cut after {length} bytes", f"{text[:length]}: {lines}")
        check.equal(s.ask(text), [], "P12 the whole game is read")
        check.that(s.go() is not None, "P12 a game cut anywhere is not answered, the whole one is")


def test_good_games():
    good = [ggf("B[F5/NaN/1]W[D6/inf/-inf]B[C3/-inf]W[D3/1e5]"), ggf("B[f5]W[d6]B[c3]W[d3]"),
            ggf("B[F5/-0.123456789012345678901234567890/0.000000000000000001]W[D6]B[C3]W[D3]"),
            ggf("B[F5]W[D6]B[C3]W[D3]").replace("PC[t]", "PC[t]ZZ[?]XX[1[2]CO[(; \\ )]QQ[]"),
            " " + ggf(" B[F5] W[D6] B[C3]  W[D3] ") + " "]
    with Session() as s:
        s.program.send("nboard 2")
        game = model.Game()
        for move in ("f5", "d6", "c3", "d3"):
            game.play(model.square(move))
        for text in good:
            lines = s.ask("set game " + text)
            if check.equal(lines, [], f"P12 {text[:70]}"):
                s.same_as(game, "P12 and the position is that of its end")
    with open(driver.DATA + "/positions/odd_positions.tsv", encoding="utf-8") as file:
        rows = [line.split("\t")[:6] for line in file][1:]
    with Session() as s:
        s.program.send("nboard 2", "set depth 2")
        n_wrong = 0
        for name, board, side, moves, state, _ in rows:
            lines = s.ask("set game " + ggf(board=f"{board} {side}".replace("X", "*")))
            move = s.go()
            expected = {"move": moves.split(","), "pass": ["pa"], "over": [None]}[state]
            found = s.position()
            if lines or move not in expected or found != [m for m in sorted(expected, key=str) if m]:
                n_wrong += 1
                driver.note(f"{name}: {lines} {move} {found}")
            s.ask("analyze", "hint 64")
        check.that(n_wrong == 0 and len(rows) > 40, f"P11 {len(rows)} boards no game reaches")


# ---- P06: long lines ----

def test_long_line():
    with Session() as s:
        s.program.send("nboard 2", "move F5")
        for n in (65536, 65537, 1 << 20, 3 << 20):
            s.program.send("y" * n)
            lines = s.settle()
            check.that(len(lines) == (n > 65536) and all("too long" in x for x in lines),
                       f"P06 a line of {n} bytes", lines)
        check.that(s.go() is not None, "P06 the position is as it was")
        text = "set game " + ggf("B[F5]", tags="GM[Othello]CO[" + "x" * 900000 + "]")
        check.equal(s.ask(text), ["status Note: tags, comments and variations are longer than 16384 bytes and are cut"],
                    "P06 a game of 900,000 bytes is read, its comment cut")
        check.that(s.go() is not None, "P06 and answered")
        lines = s.ask("set game " + ggf(tags="GM[Othello]CO[" + "x" * (1 << 20) + "]"))
        check.that(len(lines) == 1 and "too long" in lines[0], "P06 a game above 1 MiB", lines)
        check.that(s.go() is None, "P06 is not answered")


# ---- P13: lines that come in during a search ----

def test_during_search():
    enders = [("ping 900", None), ("move F5", "f5"), ("set depth 9", ""),
              ("set contempt 100", ""), ("set game " + ggf("B[D3]"), "d3"), ("hint 1", ""),
              ("go", ""), ("analyze", ""), ("learn", ""), ("nothing known", ""), ("set time 5", "")]
    for command in ("hint 4", "go"):
        for line, move in enders:
            with Session("--level", "40") as s:
                s.program.send("nboard 2", "set game " + ggf(tags="GM[Othello]TY[8]"))
                s.settle()
                s.program.send(command)
                s.await_line("search.*" if command.startswith("hint") else "status thinking")
                time.sleep(0.05)
                s.program.send(line)
                if line == "ping 900":
                    s.await_line("pong 900")
                start = time.monotonic()
                s.settle()
                used = time.monotonic() - start
                game = model.Game()
                if move:
                    game.play(model.square(move))
                is_same = s.same_as(game, f"P13 {line[:20]!r} during {command}")
                check.that(is_same and used < 10, f"P13 and the pong is not late ({command})", used)
    for command in ("hint 4", "go", "analyze"):
        program = Program("nboard", "--level", "40")
        with program:
            program.send("nboard 2", command)
            program.line()
            time.sleep(0.05)
            program.send("quit", "ping 1", "ping 2")
            code = program.wait()
            check.that(code == 0 and b"pong" not in program.output() and not program.errors(),
                       f"P13 quit during {command}", code)


driver.run_all(check, test_bytes, test_pieces, test_numbers, test_moves, test_after_the_end,
               test_bad_games, test_good_games, test_long_line, test_during_search)
