#!/usr/bin/env python3
"""Edax's console, Cassio's protocol, UCI and our own console: random sequences against a model of the
rules, and sequences with damaged bytes.

    test_dialects.py OUTFLANK [--slow] [edax] [cassio] [uci] [console]
"""
import re

import driver
import model
from driver import IS_SLOW, note, run

check = driver.tap.Tap()
rng = driver.seed_random()
N_SEQUENCES = 10000 if IS_SLOW else 300
EDAX = ("edax", "-q", "-l", "1", "-n", "1", "-h", "12", "-book-usage", "off")


def edax_line(game):
    """A line, and what is said to it; None: anything, without a prompt in it."""
    kind, legal = rng.random(), game.legal()
    if kind < 0.6:
        move = rng.choice(legal or [0]) if rng.random() < 0.7 else rng.randrange(65)
        name = "ps" if move == model.PASS else model.name(move)
        if move not in legal:
            return name, ""
        game.play(move)
        return rng.choice((name, name.upper())), f"You play {name.upper()}"
    if kind < 0.7 and game.stack:
        game.undo()
        return rng.choice(("undo", "u", "UNDO")), ""
    return rng.choice(("", "# text", "xyzzy", "level 1", "set l = 1", "mode 3", "d9", "hint x", "verbose 0",
                       "rotate 45", "opening")), None


def test_edax_sequences():
    """Moves, passes and undo as the model; one prompt each."""
    data, expected = "", []
    for _ in range(N_SEQUENCES):
        start = model.random_game(rng, rng.choice((0, 0, 10, 50)))
        game = model.Game(start.text()[:64], start.turn)
        data += f"setboard {start.text()}\n"
        expected.append("")
        for _ in range(rng.randrange(12)):
            line, said = edax_line(game)
            data += line + "\n"
            expected.append(said)
    done = run(*EDAX, data=data.encode())
    answers = done.output().decode().split(">")[1:-1]
    wrong = [(a, e) for a, e in zip(answers, expected) if e is not None and a.strip() != e]
    note(f"wrong: {wrong[:5]}" if wrong else f"{len(expected)} lines")
    check.that(not wrong and len(answers) == len(expected) and done.code == 0,
               f"P19 edax: {N_SEQUENCES} sequences as the model",
               f"{len(wrong)} differ, {len(answers)} answers to {len(expected)}, exit {done.code}")


# What would think for long, move by itself, leave, or speak another language.
UNWANTED = re.compile(rb"nboard|gtp|cassio|mode|auto|lev|time|board 1|protocol|quit|exit|eof|stop|hash|task|rep|^\s*(set)?\s*"
                      rb"[lmnthqa]\b|^\s*(set)?\s*[lmnthqa]=|analy", re.I)
WORDS = ["init", "new", "hint 2", "undo", "redo", "play f5d6c3", "force f5d6", "f5", "d6", "ps", "verbose 1",
         "verbose 0", "rotate 90", "hmirror", "symetry 3", "book show", "opening", "options", "help",
         "ponder off", "noise 3", "width 60", "book-usage off", "open /dev/null", "save x",
         "b randomness 2", "go", "set width = 70"]


def test_damaged_edax():
    """Any bytes: it goes on, says only warnings on stderr, and answers in the end."""
    lines = []
    for _ in range(N_SEQUENCES):
        board = model.random_game(rng, rng.randrange(60)).text()
        piece = driver.damage(rng, "\n".join(rng.sample(WORDS, 3) + [f"setboard {board}"]) + "\n")
        lines += [line for line in piece.split(b"\n") if not UNWANTED.search(line)]
    done = run(*EDAX, data=b"\n".join(lines) + b"\nverbose 0\ninit\nf5\nquit\n")
    out, errors = done.output().decode("utf-8", "replace"), done.errors()
    odd = [line for line in errors.split("\n") if line and not line.startswith(("WARNING: ", "Edax version "))]
    check.that(out.endswith(">\n\nYou play F5\n>\n") and done.code == 0 and not odd and
               not re.search("[\x00-\x09\x0b-\x1f\x7f]", out + errors),
               f"P19 edax: {len(lines)} damaged lines", f"exit {done.code}, {out[-60:]!r}, {odd[:3]}")


def cassio_step():
    """A line and the answers owed, as patterns; None: an answer at once."""
    game = model.random_game(rng, rng.choice((0, 4, 20, 45, 55)))
    board = game.text().replace(" ", "")
    result = re.escape(board) + r", move ([A-H][1-8]|PA), depth \d+, @\d+%, [BW][-+][\d.]+ <= v <= " \
        r"[BW][-+][\d.]+, [A-Ha-hPp1-8]+, node \d+, time \d+\.\d{3}"
    searched = [result, r"ready\."] if game.legal() else [r"ready\."]
    return rng.choice((
        ("init", [r"ready\."]), ("get-search-infos", None), ("get-version", ["version: .*", r"ready\."]),
        ("new-position", [r"ready\."]), ("empty-hash", [r"ready\."]),
        (f"feed-hash {board} -2.00 2.00 10 100 ??", []),
        (f"midgame-search {board} -64.00 64.00 {rng.randrange(1, 4)} 73", searched),
        (f" midgame-search {board[:64]} {board[64]} -64 +64 1 100 x", searched),
        ("midgame-search -", [r"ERROR: midgame-search cannot parse position\.", r"ready\."]),
        ("xyzzy", ["ERROR: unknown command xyzzy", r"ready\."])))


def test_cassio_sequences():
    """Any order of commands: exactly the lines owed, one result a search."""
    steps = [cassio_step() for _ in range(4 * N_SEQUENCES)]
    data = "".join(f"ENGINE-PROTOCOL {line}\n" for line, _ in steps)
    done = run("cassio", "1", "--hash", "1", data=data.encode())
    got = done.output().decode().split("\n")[:-1]
    n_owed = sum(1 if owed is None else len(owed) for _, owed in steps)
    # A question may be answered in a search or after it: compared are all other lines.
    plain = [line for line in got if line != "ready." and not line.startswith("node ")]
    wanted = [owed for _, answers in steps for owed in answers or [] if owed != r"ready\."] + [r"bye bye\."]
    n_wrong = sum(not re.fullmatch(pattern, line) for pattern, line in zip(wanted, plain))
    check.that(len(got) == n_owed + 1 and len(plain) == len(wanted) and not n_wrong and done.code == 0 and
               not done.errors(), f"P19 cassio: {len(steps)} commands, the lines owed",
               f"{len(got)} lines of {n_owed + 1}, {n_wrong} wrong, exit {done.code}, {done.errors()[:300]}")


def test_damaged_cassio():
    """Any bytes: the session goes on to its end."""
    data = b""
    for _ in range(N_SEQUENCES):
        piece = driver.damage(rng, "\n".join("ENGINE-PROTOCOL " + cassio_step()[0] for _ in range(3)) + "\n")
        if b"quit" not in piece:  # a depth that grew by the damage would take long
            data += re.sub(rb"\d\d+ (73|100)", b"2 73", re.sub(rb"[4-9] (73|100)", b"2 73", piece)) + b"\n"
    done = run("cassio", "1", "--hash", "1", data=data + b"ENGINE-PROTOCOL stop\nENGINE-PROTOCOL get-version\n")
    out = done.output().decode("utf-8", "replace")
    check.that(re.search(r"version: .*\nready\.\nbye bye\.\n$", out) and done.code == 0 and not done.errors() and
               not re.search("[\x00-\x09\x0b-\x1f\x7f]", out), f"P19 cassio: {N_SEQUENCES} damaged pieces",
               f"exit {done.code}, {out[-80:]!r}, {done.errors()[:300]}")


# ---- UCI ----

def fairy(move, game):
    """P@f4, or a pass by the first disc, with ranks from below."""
    if move != model.PASS:
        return f"P@{'abcdefgh'[move % 8]}{8 - move // 8}"
    first = min((7 - i // 8, i % 8) for i in model.squares(game.own))
    return 2 * f"{'abcdefgh'[first[1]]}{first[0] + 1}"


def fen(game):
    rows = [game.text()[8 * row:8 * row + 8].replace("X", "P").replace("O", "p") for row in range(8)]
    return re.sub("-+", lambda m: str(len(m[0])), "/".join(rows)) + f"[PPpp] {'w' if game.turn == 'b' else 'b'} - - 0 1"


def uci_step():
    """Lines, and the best moves that answer them; None: no answer."""
    start = model.random_game(rng, rng.choice((0, 0, 10, 50)))
    game, moves = model.Game(start.text()[:64], start.turn), []
    for _ in range(rng.randrange(20)):
        if not game.legal():
            break
        move = rng.choice(game.legal())
        moves.append(rng.choice((fairy(move, game), "0000" if move == model.PASS else model.name(move))))
        game.play(move)
    legal = [x for move in game.legal() for x in (fairy(move, game), model.name(move), "pass")]
    lines = [f"position fen {fen(start)}" + (" moves " + " ".join(moves) if moves else "")]
    search = rng.choice(("go depth 1", "go nodes 20", "go movetime 1", "go wtime 9 btime 9", "go infinite\nstop",
                         "go ponder nodes 20\nponderhit", "go ponder depth 1\nstop", "go depth 2 mate 2"))
    if rng.random() < 0.2:
        return rng.choice(("isready", "stop", "ponderhit", "xyzzy", "ucinewgame", "d", "position startpos moves a1",
                           "setoption name MultiPV value 2", "setoption name x value", "debug on")), None
    return "\n".join(lines + [search]), legal


def test_uci_sequences():
    """Each search has one best move, which the model allows."""
    steps = [uci_step() for _ in range(N_SEQUENCES)]
    done = run("uci", "--hash", "1", data="".join(f"{text}\n" for text, _ in steps).encode())
    best = re.findall(r"^bestmove (\S+)", done.output().decode(), re.M)
    owed = [legal for _, legal in steps if legal is not None]
    wrong = [(move, legal) for move, legal in zip(best, owed) if legal and move not in legal]
    check.that(len(best) == len(owed) and not wrong and done.code == 0 and not done.errors(),
               f"P19 uci: {len(owed)} searches as the model",
               f"{len(best)} best moves of {len(owed)}, {wrong[:3]}, exit {done.code}, {done.errors()[:300]}")


def test_damaged_uci():
    """Any bytes: the session goes on to its end."""
    data = b""
    for _ in range(N_SEQUENCES):
        piece = driver.damage(rng, "\n".join(uci_step()[0] for _ in range(2)) + "\n")
        data += b"\n".join(line for line in piece.split(b"\n") if b"quit" not in line and not re.search(
            rb"go(?! nodes 20$)|threads|hash|log", line, re.I)) + b"\nsetoption name MultiPV value 1\n"
    done = run("uci", "--hash", "1", data=data + b"stop\nposition startpos moves P@f4\ngo nodes 20\n")
    out = done.output().decode("utf-8", "replace")
    check.that(re.search(r"bestmove P@\S+( ponder \S+)?\n$", out) and done.code == 0 and not done.errors() and
               not re.search("[\x00-\x09\x0b-\x1f\x7f]", out), f"P19 uci: {N_SEQUENCES} damaged pieces",
               f"exit {done.code}, {out[-80:]!r}, {done.errors()[:300]}")


# ---- all of them ----

def test_line_ends():
    """What systems and editors do to lines changes no answer."""
    sessions = (
        (("gtp",), "1 name\nplay b f5\nshowboard\nnope\n# x\nfinal_score\n"),
        (("nboard", "--hash", "1"), "nboard 2\nset depth 1\nmove F5\nmove PA\nping 3\n"),
        (("uci", "--hash", "1"), "isready\nposition startpos moves P@f4 a1\nposition startpos moves f5\nd\n"),
        (EDAX, f"setboard {driver.START} X\nf5\nps\nundo\n"),
        (("cassio", "1"), "ENGINE-PROTOCOL init\nENGINE-PROTOCOL get-version\nENGINE-PROTOCOL foo\n"),
        (("console", "--level", "1"), "mode none\nf5\nnope\ntranscript\n"))
    for words, data in sessions:
        plain = run(*words, data=data)
        for text in ("\ufeff" + data.replace("\n", "\r\r\n"), data.replace("\n", " \t\r\n")[:-2]):
            done = run(*words, data=text)
            if (done.output(), done.errors(), done.code) != (plain.output(), plain.errors(), plain.code):
                check.that(False, f"P18 {words[0]}: {text!r}", f"{done.output()!r} {done.errors()!r}")
    check.that(True, "P18 byte order marks and ends of lines")


# ---- the console ----

class Console:
    """The game as the console has it: forced passes behind a move are played with it."""

    def __init__(self, start):
        self.game, self.marks, self.undone = model.Game(start.text()[:64], start.turn), [], []

    def play(self, move):
        self.marks.append(len(self.game.stack))
        self.game.play(move)
        if self.game.legal() == [model.PASS]:
            self.game.play(model.PASS)
        if self.undone and self.undone.pop().moves != self.game.moves:
            self.undone.clear()  # another move: what was taken back is lost

    def undo(self):
        if self.marks:
            self.undone.append(self.game.copy())
            mark = self.marks.pop()
            while len(self.game.stack) > mark:
                self.game.undo()

    def redo(self):
        if self.undone:
            self.marks.append(len(self.game.stack))
            self.game = self.undone.pop()

    def line(self):
        kind, legal = rng.random(), self.game.legal()
        if kind < 0.6:
            move = rng.choice(legal or [0]) if rng.random() < 0.7 else rng.randrange(64)
            name = rng.choice(("pass", "PASS", "pa", "--")) if move == model.PASS else model.name(move)
            if move in legal:
                self.play(move)
            return rng.choice((name, name.upper(), f"play {name}", f"  {name}\t"))
        if kind < 0.75:
            n = rng.choice((1, 1, 1, 2, 99))
            for _ in range(n):
                self.undo()
            return "undo" if n == 1 else f"UNDO {n}"
        if kind < 0.85:
            self.redo()
            return rng.choice(("redo", "redo 1"))
        return rng.choice(("", "# text", "xyzzy", "score", "eval", "hint 1", "opening", "ggf", "d9", "hint x",
                           "option", "level", "first", "help undo", "book", "setboard X", "load x"))


def test_console_sequences():
    """Moves, undo and redo as the model."""
    data, games = "mode none\nlevel 1\n", []
    for _ in range(N_SEQUENCES):
        start = model.random_game(rng, rng.choice((0, 0, 10, 50)))
        session = Console(start)
        lines = [f"setboard {start.text()}"] + [session.line() for _ in range(rng.randrange(12))]
        data += "\n".join(lines + ["transcript", "board", "version"]) + "\n"
        games.append((session.game, lines))
    done = run("console", "--hash", "1", "--book", "none", data=data.encode())
    blocks = done.output().decode().split("Outflank ")[:-1]
    n_wrong = 0
    for block, (game, lines) in zip(blocks, games):
        lines_said = block.split("\n")[:-1]
        while lines_said[-1] != "  a b c d e f g h":
            lines_said.pop()  # of a finished game: who has won, and what can be done with it
        discs = "".join("".join(row.split()[1:9]) for row in lines_said[-9:-1])
        cells = "".join("+" if i in game.legal() else "." if disc == "-" else disc
                        for i, disc in enumerate(game.text()[:64]))
        moves = "".join(map(model.name, game.moves))
        if discs != cells or lines_said[-11] != moves:
            n_wrong += 1
            note(f"wrong: {lines}: {block[-700:]}")
    check.that(not n_wrong and len(blocks) == len(games) and done.code == 0 and not done.errors(),
               f"P19 console: {len(games)} sequences as the model",
               f"{n_wrong} differ, {len(blocks)} blocks, exit {done.code}, {done.errors()[:300]}")


CONSOLE = ["f5", "d6", "f5d6c3", "play f5", "undo", "undo 2", "redo", "new", "new alternate", "new xot 3",
           "hint 2", "eval", "explain", "score", "board", "opening fr", "opening Tiger", "transcript", "ggf",
           "book", "option", "option hash 1", "easy", "strength off", "first white", "handicap 2", "referee f5",
           "series best-of 3", "series off", "auto-pass off", "help", "help hint", "go", "perft 3", "version",
           "play 1. f5 d6 2. c3", "setboard 3 X", "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 --- *]B[F5];)"]
# What would think for long, move by itself, leave, or touch files.
LONG = re.compile(rb"think|time|quit|save|load|mode|lev|perft|solve|analy|stren|loss|learn|both|threads|hash|\bq\b", re.I)


def test_damaged_console():
    """Any bytes: it goes on, and nothing of them reaches the output as a control byte."""
    lines = [b"mode none", b"level 1"]
    for _ in range(N_SEQUENCES):
        board = model.random_game(rng, rng.randrange(60)).text()
        piece = driver.damage(rng, "\n".join(rng.sample(CONSOLE, 3) + [f"setboard {board}"]) + "\n")
        lines += [x for x in piece.split(b"\n") if x.decode("latin-1") in CONSOLE or not LONG.search(x)]
        lines += [b"strength off"]
    done = run("console", "--hash", "1", "--book", "none", data=b"\n".join(lines) + b"\nversion\nquit\n")
    out, errors = done.output().decode("utf-8", "backslashreplace"), done.errors()
    check.that(re.search(r"Outflank [\d.]+\n$", out) and done.code == 0 and not errors and
               not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", out), f"P19 console: {len(lines)} damaged lines",
               f"exit {done.code}, {out[-80:]!r}, {errors[:300]}")


driver.run_all(check, test_line_ends, test_edax_sequences, test_damaged_edax, test_cassio_sequences,
               test_damaged_cassio, test_uci_sequences, test_damaged_uci,
               test_console_sequences, test_damaged_console)
