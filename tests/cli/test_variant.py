#!/usr/bin/env python3
"""Other games from outside: anti-Othello, 4x4, 6x6, holes in solve, perft and convert.

    test_variant.py OUTFLANK

Games are played at random by rules written once more here; OUTFLANK_SEED chooses them.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
SEED = int(os.environ.get("OUTFLANK_SEED", random.randrange(10**6)))
print(f"# seed {SEED}", file=sys.stderr)
RANDOM = random.Random(SEED)
AXES = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
check = tap.Tap()


def run(*arguments, stdin=""):
    return subprocess.run([PROGRAM, *arguments], input=stdin, timeout=600, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


class Board:
    """{(column, row): "*" or "O"} on size x size squares."""

    def __init__(self, size):
        low, high = size // 2 - 1, size // 2
        self.size, self.turn = size, "*"
        self.discs = {(low, low): "O", (high, high): "O", (low, high): "*", (high, low): "*"}

    def flips(self, square, side):
        found = []
        for dx, dy in AXES if square not in self.discs else []:
            run_, (x, y) = [], square
            while True:
                x, y = x + dx, y + dy
                if self.discs.get((x, y)) in (None, side):
                    break
                run_.append((x, y))
            found += run_ if self.discs.get((x, y)) else []
        return found

    def moves(self, side):
        return [(x, y) for y in range(self.size) for x in range(self.size) if self.flips((x, y), side)]

    def play(self, square):
        for at in self.flips(square, self.turn) + [square]:
            self.discs[at] = self.turn
        self.turn = "*O"[self.turn == "*"]

    def text(self):
        return "".join(self.discs.get((x, y), "-") for y in range(self.size)
                       for x in range(self.size)) + " " + self.turn

    def score(self):
        """Black's, empty squares for the winner."""
        black, white = ([*self.discs.values()].count(side) for side in "*O")
        left = self.size ** 2 - black - white
        return black - white + left * ((black > white) - (black < white))


def play(size, n_moves):
    """A random game: the board, and the moves as GGF has them."""
    board, words = Board(size), []
    while len(words) < n_moves:
        moves = board.moves(board.turn)
        if not moves and not board.moves("*O"[board.turn == "*"]):
            break
        name = "BW"[board.turn == "O"]
        if moves:
            x, y = RANDOM.choice(moves)
            words.append(f"{name}[{'ABCDEFGH'[x]}{y + 1}]")
            board.play((x, y))
        else:
            words.append(f"{name}[PA]")
            board.turn = "*O"[board.turn == "*"]
    return board, words


def record(size, letter, words, result="?"):
    return (f"(;GM[Othello]PC[]PB[a]PW[b]RE[{result}]TY[{size}{letter}]BO[{size} "
            f"{Board(size).text()}]{''.join(words)};)")


def test_records():
    """What is read is written again, byte by byte; a finished game's result is counted."""
    kinds = [(4, ""), (6, ""), (6, "a"), (4, "a"), (8, "a")]
    games, wanted = [], []
    for size, letter in kinds * 3:
        _, words = play(size, RANDOM.randrange(size * size // 3))
        games.append(record(size, letter, words))
    for size, letter in kinds:
        board, words = play(size, 200)
        sign = -1 if letter else 1
        games.append(record(size, letter, words))
        wanted.append(f"RE[{sign * board.score():+d}.00]")
    done = run("convert", "--to", "ggf", stdin="\n".join(games))
    lines = done.stdout.splitlines()
    check.equal(lines[:15], games[:15], "records come back as they were")
    check.that(all(re in line for re, line in zip(wanted, lines[15:])), "finished games are counted",
               (wanted, lines[15:], done.stderr))
    again = run("convert", "--to", "ggf", "--strict", stdin=done.stdout)
    check.that(again.stdout == done.stdout and again.returncode == 0, "and again", again.stderr)
    anti = games[4]
    lost = run("convert", "--to", "sgf", stdin=anti).stderr
    check.that("left out: tags of 1" in lost, "SGF knows no anti game, and that is told", lost)
    for name in ("pgn", "json"):
        other = run("convert", "--to", name, stdin=anti)
        back = run("convert", "--to", "ggf", stdin=other.stdout)
        check.that("TY[8a]" in back.stdout, f"an anti game stays one through {name}",
                   other.stdout + back.stdout)


def test_refusals():
    six, anti = record(6, "", ["B[B3]"]), record(8, "a", ["B[F5]"])
    for name in ("sgf", "pgn", "moves", "obf", "json", "svg", "hex"):
        done = run("convert", "--to", name, stdin=six)
        check.that(done.returncode == 65 and "ggf takes 6x6" in done.stderr and not done.stdout,
                   f"{name} has no 6x6", done.stdout + done.stderr)
    for text, word in ((record(8, "a", ["B[F5]"]).replace("TY[8a]", "TY[10]"), "10"),
                       (anti.replace("TY[8a]", "TY[88]"), "octagon"),
                       (six.replace("TY[6]", "TY[4]"), "two sizes"),
                       (six.replace("BO[6 ", "BO[6 -"), "squares"),
                       (six.replace("B[B3]", "B[G3]"), "out of board")):
        done = run("convert", "--to", "ggf", stdin=text)
        check.that(done.returncode == 65 and word in done.stderr, f"{word}: refused", done.stderr)
    for words in (("review",), ("solve",), ("analyze", "--depth", "2")):
        for text in (six, anti):
            done = run(*words, stdin=text)
            check.that(done.returncode == 65 and ("8x8" in done.stderr or "anti" in done.stderr),
                       f"{words[0]} takes Othello alone", done.stdout + done.stderr)
    for words, word in ((("--variant", "10x10"), "10x10"), (("--variant", "octagon"), "octagon"),
                        (("--variant", "anti", "--ties"), "--ties"),
                        (("--variant", "6x6", "--level", "9"), "--level"),
                        (("--variant", "4x4", "--book", "x"), "--book"),
                        (("--variant", "4x4", "--proof", "x"), "--proof"),
                        (("--variant", "4x4", "--out", "x"), "--out"),
                        (("--variant", "6x6+4x4",), "one shape")):
        done = run("solve", *words, "start")
        check.that(done.returncode == 64 and word in done.stderr and done.stderr.count("\n") == 1,
                   " ".join(words) + " is refused", done.stderr)
    done = run("solve", "--variant", "anti", stdin=six)
    check.that(done.returncode == 65 and "another game" in done.stderr, "another game", done.stderr)
    done = run("solve", "--variant", "holes:a1", stdin="X" + "-" * 63 + " X\n")
    check.that(done.returncode == 65 and "out of play" in done.stderr, "a disc on a hole", done.stderr)


def test_solve():
    done = run("solve", "--variant", "4x4", "start", "--quiet")
    check.that(done.stdout.split()[1] == "-10", "4x4: White wins by 10", done.stdout)
    board, words = play(6, 28)
    moves = "".join(word[2:4].lower() for word in words if "PA" not in word)
    answers = [run("solve", "--variant", "6x6", "--json", "--quiet", stdin=text + "\n").stdout
               for text in (board.text(), record(6, "", words), moves)]
    rows = [json.loads(text)["moves"][0] for text in answers]
    check.that(rows[0] == rows[1] == rows[2] and rows[0]["exact"], "a board, GGF and moves are one",
               answers)
    other = run("solve", "--variant", "6x6", "--all-moves", "--quiet", stdin=board.text()).stdout
    check.equal(int(other.split()[1]), rows[0]["score"], "--all-moves agrees")
    word = run("solve", "--variant", "6x6", "--quiet", board.text()).stdout
    check.equal(int(word.split()[1]), rows[0]["score"], "a board may be an argument")
    done = run("solve", "--variant", "anti", "--nodes", "9000", "--quiet", "f5")
    check.that("NOT SOLVED" in done.stdout and done.returncode == 0, "a limit", done.stdout)


def test_perft():
    def count(board, depth):
        moves = board.moves(board.turn)
        if depth == 0 or not moves and not board.moves("*O"[board.turn == "*"]):
            return 1
        total = 0
        for move in moves or [None]:
            other = Board(board.size)
            other.discs, other.turn = dict(board.discs), board.turn
            if move:
                other.play(move)
            else:
                other.turn = "*O"[board.turn == "*"]
            total += count(other, depth - 1)
        return total

    for size, depth in ((4, 7), (6, 5)):
        done = run("perft", "--variant", f"{size}x{size}", str(depth))
        check.that(f": {count(Board(size), depth)} leaves" in done.stdout, f"perft {size}x{size}",
                   done.stdout + done.stderr)
    done = run("perft", "--variant", "anti", "--rule", "B", "3")
    check.that(done.returncode == 64 and "--rule" in done.stderr, "rule A alone", done.stderr)


def test_console():
    """Play, search, records; what knows Othello alone says so."""
    def talk(*lines):
        done = subprocess.run([PROGRAM, "--hash", "4"], input="\n".join(lines) + "\n", timeout=600,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=dict(os.environ, OUTFLANK_BOOK="none"))
        return done.stdout

    said = talk("new 4x4", "hint 2", "play b1", "undo", "mode both", "go")
    check.that("-10.00      100%" in said and "White wins by 10 (" in said, "4x4 to its end", said)
    for line in ("new 6x6+anti", record(6, "a", [])):
        said = talk(line, "play c2", "undo 1", "redo", "perft 3", "ggf")
        check.that("TY[6a]" in said and "B[C2]" in said and "\n" in said, "a record", said)
    for command in ("review", "level 3", "book", "eval", "analyze", "why", "think", "score", "easy"):
        said = talk("new anti", command)
        check.that("knows Othello alone" in said, f"{command} is refused", said)
    said = talk("new anti", "play a1", "new 10x10", "new", "level 3")
    check.that("a1 is not legal" in said and "found '10x10'" in said and "The level is 3" in said,
               "refusals, and back to Othello", said)
    said = talk("new holes:c3,f6", "play c3", "play d3", "ggf")
    check.that("c3 is not legal (out of board)" in said and "holds no such board" in said, "holes",
               said)


def test_match():
    def play_match(*words):
        return run("match", "-engine", "proto=self", "name=a", "depth=3", "-engine", *words,
                   "-rounds", "2", "-srand", str(1 + SEED), "-quiet")

    with tempfile.TemporaryDirectory() as folder:
        for name, kind in (("anti", "TY[8a]"), ("6x6", "TY[6]"), ("4x4+anti", "TY[4a]")):
            files = os.path.join(folder, name)
            done = play_match("proto=self", "name=b", "nodes=2000", "-variant", name,
                              "-openings", "random=3", "-out", files)
            with open(files + ".ggf") as file:
                games = file.read()
            again = run("convert", "--to", "ggf", "--strict", files + ".ggf")
            check.that(done.returncode == 0 and games.count(kind) == 4 and again.stdout == games,
                       f"a match of {name}", done.stdout + done.stderr + again.stderr)
    for words, word in ((("cmd=x", "name=b"), "proto=self"), (("proto=self", "level=3"), "level"),
                        (("proto=self", "depth=1", "option.book=none"), "book"),
                        (("proto=self", "depth=1", "-handicap", "2"), "-handicap")):
        done = play_match(*words, "-variant", "anti")
        check.that(done.returncode == 64 and word in done.stderr, f"{word} is refused", done.stderr)


for test in (test_records, test_refusals, test_solve, test_perft, test_console, test_match):
    test()
check.end()
