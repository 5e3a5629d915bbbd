#!/usr/bin/env python3
"""Reads the Edax dialect as each of its public clients does: edax_clients.py OUTFLANK

Written from descriptions of the clients (docs/dialects.md), in our own words: how each starts the
program, what it sends, and by which rule it finds the move in what comes. The numbers are those of
the list that the descriptions have.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../scripts/lib")]
import othello  # noqa: E402
import tap  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
TIMEOUT_S = 300  # only to end a test that hangs
START = "---------------------------OX------XO---------------------------"
# Black must pass; then White has e3 and f6.
MUST_PASS = "X-O------O------OOXX-------XX------XXX--------------------------"
# Black plays a1 and the game is over.
LAST_MOVE = "-OOOOOOX" + "X" * 56
PASS_AT_END = "XXXOOOOOX-XXOXOOXOXOXOOXXOOOOXOXXOXOXOOXXOOXOXOXXOOOOOOXXOOOOOOX"
check = tap.Tap()


class Wrong(Exception):
    pass


class Program:
    """The program behind pipes, read byte by byte as the rule of a client wants."""

    def __init__(self, *words, merges=False, name=None):
        words = [PROGRAM] + list(words) if name is None else list(words)
        self.process = subprocess.Popen(
            words, executable=PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if merges else subprocess.PIPE)
        self.timer = threading.Timer(TIMEOUT_S, self.process.kill)
        self.timer.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.timer.cancel()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream and stream.close()
            except BrokenPipeError:
                pass

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines).encode())
        self.process.stdin.flush()

    def byte(self):
        byte = self.process.stdout.read(1).decode()
        if not byte:
            raise Wrong("the end of the output")
        return byte

    def until(self, end):
        text = ""
        while not text.endswith(end):
            text += self.byte()
        return text

    def line(self):
        return self.until("\n")[:-1]

    def lines(self, n):
        return [self.line() for _ in range(n)]

    def line_that(self, is_wanted):
        while True:
            line = self.line()
            if is_wanted(line):
                return line

    def rest(self, *lines):
        """Sends lines and the end of the input; all that still comes."""
        out, err = self.process.communicate("".join(line + "\n" for line in lines).encode(), TIMEOUT_S)
        return out.decode(), (err or b"").decode(), self.process.returncode


def game_at(board, side="X"):
    return othello.Game.from_text(board.replace("*", "X"), side)


def expect(is_true, what):
    if not is_true:
        raise Wrong(what)


def legal(game, text):
    move = "pass" if text.upper() == "PS" else text.lower()
    expect(move in game.legal(), f"{text!r} is none of {game.legal()}")
    game.play(move)
    return move


def client_1():
    """Last two characters of the first line that is neither empty nor the prompt; then kill."""
    with Program("-q", "-l", "3", "-n", "1") as p:
        game = game_at(START)
        for _ in range(8):
            board = "".join("X" if game.board.get((i % 8, i // 8)) == "b" else
                            "O" if (i % 8, i // 8) in game.board else "-" for i in range(64))
            p.send(f"setboard {board} {'X' if game.turn == 'b' else 'O'}", "go")
            legal(game, p.line_that(lambda x: x not in ("", ">"))[-2:])
        p.send("quit")


def client_1b():
    """Third word, upper case, of the first line of three characters or more; other letters."""
    with Program("-q", "-level", "3") as p:
        p.send("setboard " + START.replace("X", "b").replace("O", "w").replace("-", ".") + " b", "go")
        word = p.line_that(lambda x: len(x) >= 3).split()[2]
        expect(re.fullmatch("[A-H][1-8]", word), word)


def client_1c():
    """Moves by itself in a game with a clock; the third word."""
    with Program("-q", "-l", "50", "-ponder", "on", "-n", "1", "-h", "18", "-game-time", "20") as p:
        game = game_at(START)
        p.send(f"setboard {START} X", "mode 1")
        legal(game, p.line_that(lambda x: len(x) >= 3).split()[2])
        for _ in range(3):
            move = game.legal()[0]
            game.play(move)
            p.send("play " + move)
            legal(game, p.line_that(lambda x: len(x) >= 3).split()[2])


def client_2():
    """Characters up to '>' at the start of a line; two characters behind 'plays '; PS is a pass."""
    def answer(p):
        text = "\n"
        while not text.endswith("\n>"):
            text += p.byte()
        return text

    with Program("-q", "-eval-file", "data/eval.dat", "-book-file", "data/book.dat", "--level", "3",
                 "-book-randomness", "10", merges=True) as p:
        expect(answer(p) == "\n>", "the first byte is the prompt")
        game = game_at(START)
        for line in ("l 3", "b randomness 3", "f5", "go", "go"):
            p.send(line)
            text = answer(p)
            if line == "f5":
                game.play("f5")
            elif line == "go":
                at = text.index("plays ") + 6
                legal(game, text[at:at + 2])
        p.send(f"setboard {MUST_PASS} X")
        answer(p)
        p.send("go")
        expect("plays PS" in answer(p), "a pass is PS")
        p.send("undo")
        answer(p)
        p.send("pass")
        expect("You play PS" in answer(p), "pass is read")


def client_3():
    """Boards without a side; compares the text of a finished game; terminates the program."""
    with Program("-q", "-eval-file", "none", "-level", "3", "-n", "4", merges=True) as p:
        expect(p.until(">") == ">", "nothing before the prompt")
        p.send("setboard " + START)
        p.until(">")
        p.send("go")
        legal(game_at(START), p.until(">").split()[2])
        p.send("setboard " + LAST_MOVE + " X")
        p.until(">")
        p.send("a1")
        expect(p.until(">") == "\n\nYou play A1\n>", "a move")
        p.send("go")
        expect(p.until(">")[:-1] == "\n\n*** Game Over ***\n", "the end")
        p.process.terminate()
        p.process.wait(TIMEOUT_S)


def client_4():
    """Counts the lines of each answer."""
    with Program("-q", "-l", "1") as p:
        expect(p.byte() == ">", "prompt")
        p.send("init")
        p.lines(1)
        p.send("go")
        text = "\n".join(p.lines(3))
        expect(re.search("plays ([a-zA-Z][0-9]|PS)", text), text)
        p.send("d6")
        expect("You play D6" in "\n".join(p.lines(3)), "three lines")
        p.send("verbose 1")
        board = p.lines(13)
        expect(board[2].startswith("  A B C D E F G H") and board[0] == ">", board)
        p.send("verbose 0")
        p.lines(1)
        p.send(f"setboard {LAST_MOVE} X")
        p.lines(1)
        p.send("a1")
        p.lines(3)
        p.send("verbose 1")
        text = p.until("***\n\n>")
        expect(re.search("(Black|White) won", text) and "Game Over" in text, text)


def client_5():
    """The three to one characters before any '>'."""
    with Program("-q", "-l", "3") as p:
        p.until(">")
        game = game_at(START)
        for line in (f"setboard {START} X", "D3", "go", f"setboard {MUST_PASS} X", "PS", "go"):
            p.send(line)
            text = p.until(">")[:-1]
            if line == "go":
                legal(game, text[-3:-1])
            elif line == "D3":
                game.play("d3")
            elif line == "PS":
                game = game_at(MUST_PASS)
                game.play("pass")


def client_6():
    """The prefix; and the nodes of the table's rows, in its verbose form."""
    with Program("-q", "-n", "1", "-book-usage", "off", "-eval-file", "e", "-level", "4") as p:
        p.send("mode 3", f"setboard {START} X", "go")
        line = p.line_that(lambda x: x.startswith("Edax plays "))
        legal(game_at(START), line[len("Edax plays "):])
        p.send("verbose 1", "go")
        row = p.line_that(lambda x: len(x) == 79 and re.match(r" *\d+(@\d+%)? ", x))
        expect(int(row[28:41]) > 0, row)
        p.send("quit")
        expect(p.process.wait(TIMEOUT_S) == 0, "exit code")


def client_7():
    """Three lines for a move; the first line longer than one for go; nothing on stderr."""
    with Program("--verbose", "0", "--level", "3", "--book-usage", "off") as p:
        p.byte()
        p.send("f5")
        p.lines(3)
        p.send("go")
        game = game_at(START)
        game.play("f5")
        legal(game, p.line_that(lambda x: len(x) > 1).split()[2])
        expect(p.rest("quit")[1] == "", "stderr")


def client_8():
    """One shot: lines, then the end of the input."""
    with Program("-level", "3", "-n", "1", "-book-usage", "off", "-verbose", "0") as p:
        out, err, code = p.rest("mode 3", f"setboard {START} O", "go")
        legal(game_at(START, "O"), re.search(r"Edax plays ([A-H][1-8])", out).group(1))
        expect(code == 0 and not err, (code, err))


def client_9():
    """Fails by certain words anywhere."""
    with Program("-edax", "-level", "3", "-n-tasks", "1", "-book-usage", "off", "-verbose", "0",
                 "-auto-start", "off", "-hash-table-size", "18", merges=True) as p:
        out = p.rest("setboard " + START.replace("X", "*") + " *", "go")[0]
        expect(not re.search("illegal|unknown command", out, re.I), out)
        legal(game_at(START), re.search("Edax plays (..)", out).group(1))


def client_10():
    """Everything at once, quit included."""
    with Program("-l", "3", "-verbose", "0") as p:
        out = p.rest(f"setboard {START} X", "go", "quit")[0]
        legal(game_at(START), re.search("Edax plays ([a-hA-H][1-8])", out).group(1))


def client_11():
    """Up to a '>' that begins a line; the engine moves by itself."""
    with Program("-q", "-eval-file", "e", "-book-file", "b", "-level", "32", "-noise", "32", "-mode", "1",
                 "-move-time", "1", "-ponder", "on", "-n", "1") as p:
        game = game_at(START)
        for _ in range(2):
            legal(game, re.search("plays (..)", p.until("\n>")).group(1))
            move = game.legal()[-1]
            game.play(move)
            p.send(move)


def client_12():
    """Counts the lines of the start and of settings; boards without a side; saves the game."""
    with tempfile.TemporaryDirectory() as folder, Program("edax", "-allow-files") as p:
        expect(p.lines(12)[1].startswith("  A B"), "12 lines, then the prompt")
        p.send("set verbose = 0")
        p.lines(1)
        p.send("set l = 3")
        p.lines(1)
        p.send("setboard " + START)
        p.lines(1)
        p.send("play D3")
        p.lines(1)
        p.send("go")
        p.lines(2)
        game = game_at(START)
        game.play("d3")
        legal(game, p.line().split()[-1])
        p.send(f"s {folder}/game.txt")
        p.until(">")
        p.send("quit")
        p.process.wait(TIMEOUT_S)
        with open(f"{folder}/game.txt", encoding="utf-8") as file:
            expect(file.read().lower().startswith("d3"), "the saved game")


def client_13():
    """Waits for the board's last line and the empty line behind it; the move's last characters."""
    def board(p):
        lines = []
        while True:
            lines.append(p.line())
            if "WHITE" in lines[-1]:
                p.line()
                return lines

    with Program("edax") as p:
        board(p)
        for line in ("set verbose 1", "set level 1", "init", "play f5d6c3"):
            p.send(line)
            board(p)
        p.send("go")
        game = game_at(START)
        for move in ("f5", "d6", "c3"):
            game.play(move)
        lines = board(p)
        played = [x for x in lines if x.startswith("Edax plays")]
        legal(game, (played[0] + "\n")[-3:-1])
        p.send(f"setboard {LAST_MOVE} X")
        board(p)
        p.send("a1")
        lines = board(p)
        expect([x for x in lines if "Game over" in x], lines)
        won = [x for x in lines if " won " in x][0].split()
        expect(won[won.index("won") - 1] == "Black", won)


def client_14():
    """A pattern in any line; takes the end of the input for granted."""
    for lines in ((f"setboard {START} X", "mode 3", "level 3", "move-time 1", "go"),
                  ("init", "mode 1", "d6", "play")):
        with Program("edax") as p:
            p.send(*lines)
            line = p.line_that(lambda x: re.match(".*[eE]dax plays ([A-z][0-8]).*", x))
            expect(re.search("plays ([A-H][1-8])", line), line)


def rows_between_separators(p):
    lines = []
    while sum(x.startswith("------") for x in lines) < 2:
        lines.append(p.line())
    first = [i for i, x in enumerate(lines) if x.startswith("------")][0]
    return lines[first + 1:-1]


def client_15():
    """The prefix and PS; hints are rows between separators with five words and a count of nodes."""
    with Program("edax", "-n", "1", "-book-usage", "off") as p:
        p.send("level 3", "i", "D3", "go")
        game = game_at(START)
        game.play("d3")
        legal(game, p.line_that(lambda x: x.startswith("Edax plays "))[11:13])
        p.send(f"setboard {START.replace('-', '.')} X", "level 4", "hint 1")
        rows = rows_between_separators(p)
        expect(len(rows) == 1, rows)
        p.send("hint 3")
        rows = rows_between_separators(p)
        expect(len(rows) == 3 and len({x[53:55] for x in rows}) == 3, rows)
        for row in rows:
            expect(len(row.split()) >= 5 and row[28:41].strip().isdigit() and len(row) == 79, row)
        p.send(f"setboard {MUST_PASS} X", "hint 1")
        expect(rows_between_separators(p) == [], "no rows: a pass")
        p.send("go")
        expect(p.line_that(lambda x: x.startswith("Edax plays ")) == "Edax plays PS", "pass")


def client_16():
    """Rows from the fourth line; the line of play from column 52; both diagrams."""
    with Program("edax") as p:
        p.until("\n>")
        p.send("init")
        lines = p.until("\n>").split("\n")
        expect([x for x in lines if x.startswith("4 - - . O * -")] and
               [x for x in lines if "|()|##|" in x], lines)
        p.send("set level 4")
        p.until("\n>")
        p.send("play f5")
        p.until("\n>")
        p.send("book-usage off")
        p.until("\n>")
        p.send("hint 2")
        lines = p.until("\n>").split("\n")
        game = game_at(START)
        game.play("f5")
        expect(lines[3][52:].split()[0].lower() in game.legal(), lines)


def client_17():
    """Lines that contain '>'; boards with strokes between the rows."""
    with Program("edax", "--level", "3", "--verbose", "0") as p:
        p.send("setboard " + "/".join(START[i:i + 8] for i in range(0, 64, 8)) + " X", "go")
        p.line_that(lambda x: ">" in x)
        p.line_that(lambda x: ">" in x)
        legal(game_at(START), p.line_that(lambda x: "plays" in x).split()[-1])


def client_18():
    """An empty line prints the board again; the squares of the left diagram."""
    with Program("-n", "1", "-ponder", "off") as p:
        p.until("\n>")
        p.send("level 3")
        p.until("\n>")
        for line in (f"setboard {START} X", "go", ""):
            p.send(line)
            text = p.until("\n>")
        rows = [x for x in text.split("\n") if re.match("[1-8] ", x)]
        expect(len(rows) == 8, text)
        discs = sum(x[2:17:2].count("*") for x in rows)
        expect(discs == 4, text)


def client_19():
    """Up to a line that begins with '>'; the rows of the table."""
    with Program("-vv", "-cpu", "-book-usage", "off", "-level", "4", "-n-tasks", "1") as p:
        p.send(f"setboard {START} X", "go")
        p.line_that(lambda x: x.startswith(">"))
        rows = rows_between_separators(p)
        expect(len(rows) > 1 and all(re.match(r"[ \d]\d@\d\d%|   [ \d]\d ", x) for x in rows), rows)


def client_20():
    """Up to any '>'; the first word that is a square or PS."""
    with Program("-d", "1", "-q") as p:
        p.until(">")
        p.send("level 1")
        p.until(">")
        p.send("f5")
        p.until(">")
        p.send("go")
        words = [x for x in p.until(">").split() if re.fullmatch("[A-H][1-8]|PS", x)]
        game = game_at(START)
        game.play("f5")
        legal(game, words[0])


def client_21():
    """Waits for the move, then twelve lines: the board."""
    with Program("-mode", "1", "-l", "3", "-game-file", "G", "-search-log-file", "L", merges=True) as p:
        game = game_at(START)
        for _ in range(2):
            legal(game, p.line_that(lambda x: x.startswith("Edax plays")).split()[2])
            lines = p.lines(12)
            expect("BLACK" in lines[1] and "WHITE" in lines[10], lines)
            move = game.legal()[0]
            game.play(move)
            p.send(move)


def client_22():
    """Plays itself; at the end eight rows of the right diagram."""
    with Program("edax", "-mode", "2", "-l", "0", "-n", "1") as p:
        lines = []
        while "*** Game Over ***" not in lines:
            lines.append(p.line())
        rows = [x.split("|")[1:9] for x in lines if re.match("[1-8] ", x)][-8:]
        numbers = sorted(int(cell) for row in rows for cell in row if cell.strip().isdigit())
        expect(numbers == list(range(1, len(numbers) + 1)) and len(numbers) > 8, numbers)


def client_23():
    """Words about the book, mode 2, then the end of the game; exit."""
    with Program("edax", "-l", "0", "-q") as p:
        p.send("book randomness 2", "play f5", "mode 2", "verbose 1")
        p.line_that(lambda x: "Game Over" in x)
        p.send("exit")
        expect(p.process.wait(TIMEOUT_S) == 0, "exit code")


def client_24():
    """Blanks of any number in the move line; a time for the move."""
    with Program("edax") as p:
        p.send(f"setboard {START} X", "level 2", "move-time 0:00:01.000", "go")
        line = p.line_that(lambda x: re.search(r"Edax plays\s+([A-Ha-h][1-8])", x))
        legal(game_at(START), line.split()[-1])


# ---- -solve ----

PROBLEMS = ["--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X;",
            "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X;"]
MOVES, SCORES = ["g8", "a4"], [18, 10]


def solved(*words, stdin=None, problems=PROBLEMS):
    with tempfile.NamedTemporaryFile("w", suffix=".obf", delete=False) as file:
        file.write("\n".join(problems) + "\n")
    words = [file.name if word == "FILE" else word for word in words]
    text = "\n".join(problems) + "\n" if stdin else ""
    done = subprocess.run([PROGRAM, *words], input=text, capture_output=True, text=True, timeout=TIMEOUT_S)
    os.unlink(file.name)
    return done


def client_s1():
    """Blocks by '*** problem'; the last row: second word, line of play from column 53."""
    done = solved("-solve", "/dev/stdin", "-level", "60", "-verbose", "3", stdin=True)
    blocks = done.stdout.split("*** problem")[1:]
    for block, move, score in zip(blocks, MOVES, SCORES, strict=True):
        row = [x for x in block.split("\n") if re.match(r" *\d+(@\d+%)? ", x) and len(x) > 60][-1]
        expect(int(row.split()[1]) == score and row[53:].split()[0] == move, row)


def client_s2():
    """Lines 2 to -4 are rows, cut at fixed columns behind the number."""
    done = solved("-solve", "FILE", "-h", "18", "-n", "1", "-l", "60")
    rows = done.stdout.split("\n")[2:-4]
    for row, move, score in zip(rows, MOVES, SCORES, strict=True):
        row = row[4:]
        expect(row[0:6].strip() == "14" and int(row[7:12]) == score and ":" in row[13:27] and
               int(row[28:41]) > 0 and row[53:].split()[0] == move, row)
    done = solved("edax", "-v", "-h")
    expect(done.stderr.split()[:2] == ["Edax", "version"] and re.match(r"[\d.]+$", done.stderr.split()[2]),
           done.stderr)


def client_s3():
    """The third line: a letter and a digit; a sign and two digits behind a blank."""
    line = solved("--solve", "FILE", "--eval-file", "E", "-l", "60").stdout.split("\n")[2]
    expect(re.search("[A-Ha-h][1-8]", line).group(0).lower() == MOVES[0] and
           int(re.search(r"\s+([+-]\d\d)", line).group(1)) == SCORES[0], line)


def client_s4():
    """The numbers of the problems are those of the lines."""
    done = solved("-solve", "FILE", "-l", "60", "-n", "1", "-eval-file", "E", "-book-usage", "off", "-vv")
    numbers = re.findall(r"\*\*\* problem # (\d+) \*\*\*", done.stdout)
    expect(numbers == ["1", "2"], numbers)


def client_s5():
    """Scores by a pattern."""
    out = solved("-solve", "FILE", "-verbose", "2", "-l", "60").stdout
    rows = [x for x in out.split("\n") if re.match(r"   14 ", x)]
    expect([int(re.search("[<>]?([-+][0-9]{2})", x).group(1)) for x in rows] == SCORES, rows)


def client_s6():
    """The first letter and digit in all of the output."""
    out = solved("-solve", "FILE", "-move-time", "2", "-book-usage", "off").stdout
    expect(re.search("[a-hA-H][1-8]", out).group(0).lower() == MOVES[0], out)


def client_s7():
    """Words 1, 4 and 5 of the summary."""
    out = solved("-l", "60", "-h", "20", "-solve", "FILE", "-n", "1").stdout
    words = out.split("\n")[-3].split()
    expect(words[1].isdigit() and re.match(r"\d+:\d\d\.\d{3}", words[4]) and words[5].startswith("("), words)


def client_s8():
    """Scores that the file has wrong are told, and what follows is solved."""
    done = solved("-solve", "FILE", "-l", "60",
                  problems=["rubbish", PROBLEMS[0] + " G8:+16;", PASS_AT_END + " X;", "X" * 64 + " X;"])
    rows = done.stdout.split("\n")[2:-4]
    expect(rows[0].endswith("Erroneous score: +16 expected") and rows[1][57:59] == "ps" and
           int(rows[2].split()[2]) == 64 and not rows[2][57:].strip() and done.returncode == 65, rows)
    expect(solved("-solve", "/nowhere").returncode == 1, "no such file")


def client_s9():
    """The same as a line of a session, between prompts; words that are elsewhere are told."""
    with tempfile.TemporaryDirectory() as folder, \
            Program("edax", "-q", "-allow-files", "-n", "1", "-l", "60", "-verbose", "1") as p:
        path = os.path.join(folder, "a b.obf")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(PROBLEMS) + "\n")
        p.until("\n>")
        p.send(f"solve {path}")
        lines = p.until("\n>").split("\n")
        rows = [x[4:] for x in lines if re.match(r" +\d\|", x)]
        for row, move, score in zip(rows, MOVES, SCORES, strict=True):
            expect(int(row[7:12]) == score and row[53:].split()[0] == move, row)
        expect([x for x in lines if " nodes in " in x], lines)
        p.send("verbose 0")
        p.until(">")
        out, err, code = p.rest("solve", f"solve {folder}/none", "solve -", "bench", "count games 5", "f5")
        expect(out.rstrip().endswith("You play F5\n>") and err.count("\n") >= 5 and code == 0, (out, err, code))


def client_s10():
    """Boards of random games are sought, and the moves found lead there."""
    random.seed(11)
    boards = []
    for length in range(2, 19):
        game = othello.Game()
        while len(game.board) < 4 + length and not game.is_over():
            game.play(random.choice(game.legal()))
        boards.append(game.text())
    boards.append("-" * 26 + "OOO" + "-" * 5 + "OOO" + "-" * 27)  # White alone, but nine discs: no way
    with Program("edax", "-q", "-n", "1", "-l", "1") as p:
        out, err, code = p.rest(*[f"seek {board}" for board in boards])
    found = re.findall(r"Solution found:\n(.*)\n", out)
    expect(len(found) == len(boards) - 1 and "no moves lead there" in err and code == 0, (out, err))
    for line, board in zip(found, boards):
        game = othello.Game()
        for move in line.split():
            expect(move.islower() == (game.turn == "b"), "Black's moves are lower case")
            game.play("pass" if move.lower() == "ps" else move)
        expect(game.text() == board, (line, board))


def client_s11():
    """Counts, stable discs, one move's worth, and games of chance with ever more moves."""
    ring = "XXXXXXXX" + "-OOOOOOX" * 6 + "-XXXXXXX"
    with Program("edax", "-q", "-n", "1", "-l", "3", "-seed", "4") as p:
        out, err, code = p.rest("perft 5", "count games 2", f"setboard {ring} X", "stability", "edge",
                                "init", "debug-pv F5", "debug-pv a1", "mobility 1", "resources", "count discs")
    answers = out.split("\n>\n")
    expect(re.findall(r" (\d+) +(\d+)\n", out)[:7] ==
           [("1", "4"), ("2", "12"), ("3", "56"), ("4", "244"), ("5", "1396"), ("1", "4"), ("2", "12")], out)
    stable = re.findall(r"(Black|White): (\d+) stable((?: [a-h][1-8])*)\n", out)
    expect(len(stable) == 4 and stable[0][:2] == ("Black", "21") and stable[0] == stable[2] and
           len(stable[0][2].split()) == 21 and stable[1] == ("White", "0", ""), stable)
    expect(re.search(r"\n( 3@\d\d%|   3 )  [+-]\d\d .* f5 [A-H][1-8] ", out), out)
    most = [(int(n), moves) for n, moves in re.findall(r"(\d+) moves: ((?:[a-h][1-8]|ps)*)\n", out)]
    expect(most and most == sorted(most, key=lambda row: row[0]), most)
    for n, moves in most:
        game = othello.Game()
        for i in range(0, len(moves), 2):
            game.play(moves[i:i + 2].replace("ps", "pass"))
        expect(len(game.squares()) == n, (n, moves))
    expect("user cpu time: " in out and "no legal move: 'a1'" in err and 'expected "games"' in err and code == 0, err)
    expect(len(answers) > 5, answers)


def client_s11_distinct():
    """Distinct positions and shapes, against a count by the slow rules; and a stop."""
    images = [[8 * (7 - y if k & 2 else y) + (7 - x if k & 1 else x) for y in range(8) for x in range(8)] for k in range(4)]
    images += [[8 * (square % 8) + square // 8 for square in image] for image in images]
    ply, counts = {START}, []

    def one_of_all(text):
        return min("".join(text[square] for square in image) for image in images)

    for n in range(5):
        following = set()
        for text in ply:
            for square in othello.Game.from_text(text, "XO"[n % 2]).legal():
                after = othello.Game.from_text(text, "XO"[n % 2])
                after.play(square)
                following.add(one_of_all(after.text()))
        ply = following
        counts.append((len(ply), len({one_of_all(re.sub("[XO]", "#", text)) for text in ply})))
    with Program("edax", "-q", "-n", "1", "-l", "3") as p:
        p.until(">")
        p.send("count positions 9")
        lines = p.until(">")
        p.send("count shapes 5")
        lines += p.until(">")
        p.send("count positions 10")
        out, err, code = p.rest("stop")
    rows = [int(n) for n in re.findall(r"^ +\d+ +(\d+)$", lines, re.M)]
    expect(rows[:5] + rows[9:] == [row[0] for row in counts] + [row[1] for row in counts], (rows, counts))
    expect(rows[5:9] == [1773, 10649, 67245, 434029], rows)
    expect("stopped" in err and " 10 " not in out and code == 0, (out, err, code))


def client_s12():
    """wtest solves the positions that a base has scores of, and tells a false one."""
    game = othello.Game()
    random.seed(3)
    while len(game.board) < 54:
        game.play(random.choice(game.legal()))
    solved_one = subprocess.run([PROGRAM, "solve", "--json", "-"], input=f"{game.text()} {'X' if game.turn == 'b' else 'O'};\n",
                                capture_output=True, text=True, check=True).stdout
    score = json.loads(solved_one.splitlines()[0])["moves"][0]["score"]
    black = int(score if game.turn == "b" else -score) // 2 + 32
    while not game.is_over():
        game.play(random.choice(game.legal()))
    moves = "".join(move for move in game.moves if move != "pass")
    with tempfile.TemporaryDirectory() as folder:
        for discs, wrong in ((black, 0), (black - 1 if black else 1, 1)):
            path = os.path.join(folder, f"{wrong}.wtb")
            record = json.dumps({"position": START + " X", "game": moves, "result": f"{game.score():+d}.00",
                                 "tags": {"theoretical-discs": str(discs), "theoretical-empties": "10"}})
            subprocess.run([PROGRAM, "convert", "--to", "wthor", "--out", path, "-"], input=record + "\n", text=True,
                           check=True, capture_output=True)
            with Program("edax", "-allow-files", "-n", "1", "-verbose", "1") as p:
                out, err, code = p.rest(f"wtest {path}")
            expect(f"1 positions; 0 erroneous move; {wrong} erroneous score" in out and code == 0, (out, err))


def call_by_name():
    """A program that is called edax speaks the dialect, with whatever options."""
    with Program("/opt/wEdax-x64", "-q", "--level", "3", name="edax") as p:
        expect(p.byte() == ">", "prompt")
    with Program("edax-4.6", "-cassio", name="edax") as p:
        p.send("ENGINE-PROTOCOL init")
        expect(p.line() == "ready.", "Cassio")
    for words, first in ((("-gtp", "-l", "2"), "="), (("-nboard", "-l", "2"), "pong")):
        with Program(*words) as p:
            p.send("name" if first == "=" else "ping 1")
            expect(p.line().startswith(first), words)


TESTS = [value for name, value in list(globals().items()) if name.startswith("client_")]
WANTED = os.environ.get("OUTFLANK_CLIENTS", "").split()  # "client_3 client_s1": only these
for test in TESTS + [call_by_name]:
    if WANTED and test.__name__ not in WANTED:
        continue
    try:
        test()
        fault = ""
    except (Wrong, AssertionError, IndexError, ValueError, AttributeError, OSError) as error:
        fault = f"{type(error).__name__}: {error}"
    check.that(not fault, f"{test.__name__}: {test.__doc__.splitlines()[0]}", fault)
check.end()
