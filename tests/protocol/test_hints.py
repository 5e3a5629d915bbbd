#!/usr/bin/env python3
"""What hints tell holds together:

    test_hints.py OUTFLANK SOURCE_ROOT

Random positions: one hint is the first of several, best first; what is called exact is what x-solve
says, and nothing else is called so; lines are not cut short. Symmetric boards: one value and mirrored
lines. Large tables take no memory before they are used, in any command. A finished game has one
value everywhere. The seed is printed; OUTFLANK_SEED sets it.
"""
import os
import random
import resource
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../scripts/lib"))
import gtp  # noqa: E402
import sanitizer  # noqa: E402
import tap  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), sys.argv[2]
SEED = int(os.environ.get("OUTFLANK_SEED", "35"))
OPTIONS = ["--book", "none", "--variety", "0", "--threads", "1"]
LEAST_LINE = 3
check = tap.Tap()
print(f"# seed {SEED}")


class Row:
    """One line of x-hint: MOVE SCORE KIND [...] depth DEPTH pv LINE."""

    def __init__(self, text):
        words = text.split()
        depth, pv = words.index("depth"), words.index("pv")
        self.move, self.score, self.kind = words[0], words[1], " ".join(words[2:depth])
        self.depth, self.line = words[depth + 1], words[pv + 1:]

    def value(self):
        return self.score, self.kind, self.depth


def rows(text):
    return [Row(line) for line in text.splitlines() if " pv " in line]


def random_board(engine, rng, plies):
    """Board and side after random moves; None where the game ended before."""
    engine.ask("clear_board")
    for _ in range(plies):
        moves = engine.ask("gogui-rules_legal_moves").split()
        if not moves:
            return None
        engine.ask(f"play {engine.ask('gogui-rules_side_to_move')} {rng.choice(moves)}")
    if not engine.ask("gogui-rules_legal_moves"):
        return None
    ranks = engine.ask("showboard").splitlines()
    board = "".join("".join(rank.split()[1:9]) for rank in ranks if rank[:1].isdigit())
    return board.replace(".", "-") + " " + engine.ask("gogui-rules_side_to_move")


def ask_afresh(engine, board, command):
    engine.ask("clear_board")
    engine.ask(f"x-setboard {board}")
    return rows(engine.ask(command))


def test_random_positions():
    rng = random.Random(SEED)
    engine = gtp.Engine([PROGRAM, "gtp", *OPTIONS])
    wrong = {"one is the first of several": [], "best first": [], "exact is what x-solve says": [],
             "nothing else is called exact": [], "lines are not cut short": []}
    for _ in range(40):
        board = random_board(engine, rng, rng.randrange(4, 53))
        if not board:
            continue
        engine.ask(f"set_level {rng.choice([4, 6, 8, 10, 12])}")
        one, several = (ask_afresh(engine, board, f"x-hint {n}") for n in (1, 5))
        scores = [float(row.score) for row in several]
        found = {
            "one is the first of several":
                one[0].value() == several[0].value() and one[0].move == several[0].move,
            "best first": scores == sorted(scores, reverse=True),
            "exact is what x-solve says": several[0].kind != "exact" or board.count("-") > 16 or
                ask_afresh(engine, board, "x-solve")[0].score == several[0].score,
            "nothing else is called exact":
                all((row.kind == "exact") == (row.depth == "100%") for row in several),
            "lines are not cut short": board.count("-") < LEAST_LINE or
                all(len(row.line) >= LEAST_LINE for row in several),
        }
        for name, is_right in found.items():
            if not is_right:
                wrong[name].append(board)
    for name, boards in wrong.items():
        check.equal(boards, [], name)
    engine.ask("quit")


def image(square, symmetry):
    """Square 0..63 after a symmetry: bit 0 mirrors files, bit 1 ranks, bit 2 exchanges them."""
    x, y = square % 8, square // 8
    x, y = 7 - x if symmetry & 1 else x, 7 - y if symmetry & 2 else y
    return 8 * x + y if symmetry & 4 else 8 * y + x


def move_image(move, symmetry):
    if move == "pass":
        return move
    square = image(ord(move[0]) - ord("a") + 8 * (int(move[1]) - 1), symmetry)
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def symmetric_board(rng, symmetry):
    """Each square has the disc of its images; few squares or many are empty."""
    squares, empty_part = [None] * 64, rng.choice([0.3, 0.5, 0.8])
    for square in range(64):
        disc = rng.choice("XO") if rng.random() > empty_part or square in (27, 28, 35, 36) else "-"
        while squares[square] is None:
            squares[square] = disc
            square = image(square, symmetry)
    return "".join(squares)


def test_symmetric_boards():
    rng = random.Random(SEED + 1)
    engine = gtp.Engine([PROGRAM, "gtp", *OPTIONS])
    wrong, n_pairs = [], 0
    for turn in range(24):
        symmetry = (1, 2, 3, 4, 7)[turn % 5]
        board = symmetric_board(rng, symmetry)
        engine.ask(f"set_level {rng.choice([3, 5, 7])}")
        hints = [row for row in ask_afresh(engine, board + " X", "x-hint 60")
                 if row.move not in ("none", "pass")]
        values = {row.move: row.value() for row in hints}
        lines = {row.move: row.line for row in hints}
        for move in lines:
            other = move_image(move, symmetry)
            n_pairs += other != move
            mirrored = [move_image(step, symmetry) for step in lines[move]]
            if values.get(other) != values[move] or other != move and mirrored != lines[other]:
                # A board with more symmetries may mirror by another one.
                if not any(lines.get(other) == [move_image(step, k) for step in lines[move]]
                           for k in range(8)):
                    wrong.append((board, move, other))
    check.equal(wrong, [], "moves that are the same have one value and mirrored lines")
    check.that(n_pairs > 20, f"{n_pairs} pairs of such moves")
    engine.ask("quit")


def test_large_tables():
    """4 GiB are asked for; what is not used takes no memory."""
    table = ["--hash", "4096"]
    solved = os.path.join(ROOT, "tests/data/endgame/fforum-1-19.obf")
    runs = [
        (["gtp", *table], "genmove b\nclear_board\nx-hint 3\nclear_board\ngenmove b\nquit\n"),
        (["console", *table], "hint 3\nnew\nhint 3\nquit\n"),
        (["nboard", *table], "nboard 2\nset depth 4\nmove F5\nhint 2\nping 1\ngo\nquit\n"),
        (["solve", "--quiet", *table, solved], ""),
        (["eval", *table, "f5d6c3"], ""),
        (["match", "-engine", "self", "name=a", "option.hash=4096", "-engine", "self", "name=b",
          "option.hash=4096", "-each", "depth=2", "-games", "2"], ""),
    ]
    for args, text in runs:
        done = subprocess.run([PROGRAM, *args], input=text, capture_output=True, text=True,
                              check=False)
        check.that(done.returncode == 0 and done.stdout, f"{args[0]} answers with a large table",
                   done.stderr)
    most_mib = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    if sanitizer.of(PROGRAM) == "tsan":
        check.skip("memory of large tables", "TSan keeps tables of its own for what was written")
    else:
        check.that(most_mib < 1024, f"at most {most_mib} MiB were used")


def test_finished_games():
    moves = ("e6f6f5f4e3c5c6d3c3f2f3e2e1d7g4d6c4h3h5c2d2g3f1g5e7d8f8d1c7f7g6h7e8g8h4g1h2b6b8g7b5c8h8h6"
             "a6h1g2b7b4a4a5a7b3a3a8a2b2a1b1c1")
    lone = "-" * 63
    for args, expected in [
            (["eval", moves], "-2.00 discs for white; the game is over (0 empties)\n"),
            (["eval", "--", f"{lone}- X"], "+0.00 discs for black; the game is over (64 empties)\n"),
            (["eval", "--", f"X{lone} X"], "+64.00 discs for black; the game is over (63 empties)\n"),
            (["eval", "--score-rule", "raw", "--", f"X{lone} O"],
             "-1.00 discs for white; the game is over (63 empties)\n")]:
        done = subprocess.run([PROGRAM, *args], capture_output=True, text=True, check=False)
        check.equal((done.returncode, done.stdout), (0, expected), f"eval {args[-1][:12]}")
    sgf = os.path.join(ROOT, "tests/data/texts/quarry.sgf")
    done = subprocess.run(
        [PROGRAM, "gtp", "--allow-files", "--score-rule", "raw"], capture_output=True, text=True,
        check=False, input=f"loadsgf {sgf}\nx-hint\nfinal_score\nx-eval\nquit\n")
    answers = [answer.split()[:3] for answer in done.stdout.split("\n\n")]
    check.equal(answers[1:4], [["=", "none", "-59.00"], ["=", "W+59"], ["=", "-59.00"]],
                "one result under one rule")


for test in (test_random_positions, test_symmetric_boards, test_large_tables, test_finished_games):
    test()
check.end()
