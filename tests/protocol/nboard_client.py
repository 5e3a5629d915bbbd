#!/usr/bin/env python3
"""NBoard's side of its protocol, with its own reading rules, drives whole games:

    nboard_client.py OUTFLANK SOURCE_ROOT

The rules are those of the protocol's description (docs/protocol.md): the first
word decides, unknown words and blank lines are passed over, a known word with
bad arguments is an error; stderr is read as if it were stdout; answers are
tagged with the last pong. Moves and lines of play are checked by
scripts/lib/othello.py.
"""
import os
import queue
import random
import re
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../scripts/lib")]
import othello  # noqa: E402
import tap  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SEED = int(os.environ.get("OUTFLANK_SEED", "20260702"))
TIMEOUT_S = 300  # only to end a hanging test; sanitizers are slow
check = tap.Tap()

NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)"  # decimal, without an exponent
DEPTH = r"\d+(?:@\d+%)?|100%W?"


class Wrong(Exception):
    pass


def read_line_of_play(text):
    """"F5d6-C3PA" -> moves; Wrong if it does not begin with a two-letter move."""
    moves, rest = [], text
    while rest:
        match = re.match(r"-?([A-Ha-h][1-8]|[Pp][Aa])", rest)
        if not match:
            raise Wrong(f"no line of play: {text!r}")
        moves.append("pass" if match.group(1).lower() == "pa" else match.group(1).lower())
        rest = rest[match.end():]
    if not moves:
        raise Wrong("an empty line of play")
    return moves


def parse(line):
    """(word, values), or None for what NBoard passes over."""
    words = line.split()
    if not words:
        return None
    word, rest = words[0], line.strip()[len(words[0]):].strip()

    def match(pattern):
        found = re.fullmatch(pattern, rest)
        if not found:
            raise Wrong(f"bad arguments: {line!r}")
        return found.groups()

    if word == "pong":
        return word, int(match(r"(-?\d+)")[0])
    if word == "===":
        move, value, seconds = (re.split(r"[/ ]+" if "//" not in rest else "/", rest) + ["", ""])[:3]
        for text in (value, seconds):
            if text and not re.fullmatch(NUMBER, text):
                raise Wrong(f"bad number: {line!r}")
        if re.fullmatch(r"[Pp]([Aa]([Ss]{0,2}))?|--", move):
            return word, "pass"
        if not re.fullmatch(r"[A-Ha-h][1-8][A-Za-z0-9]*", move):
            raise Wrong(f"bad move: {line!r}")
        return word, move[:2].lower()
    if word == "status":
        return word, rest
    if word == "set":
        return word, match(r"myname (\S+)")[0]
    if word in ("search", "book"):
        moves, value, games, depth = match(rf"(\S+) +({NUMBER}(?:,{NUMBER})?) +(\d+) +(\S+)(?: .*)?")
        if not re.fullmatch(DEPTH, depth):
            raise Wrong(f"bad depth: {line!r}")
        if "," in value and float(value.split(",")[1]) > float(value.split(",")[0]):
            raise Wrong(f"bad pair of values: {line!r}")
        return word, (read_line_of_play(moves), value, int(games), depth)
    if word == "nodestats":
        nodes, seconds = match(rf"(\d+) +({NUMBER})")
        return word, (int(nodes), float(seconds))
    if word == "analysis":
        n, value = match(rf"(\d+) +({NUMBER})")
        return word, (int(n), float(value))
    if word in ("learned", "learn"):
        return "learned", None
    return None


# What may follow a request, and which line ends it.
ANSWERS = {"hint": {"status", "search", "book", "nodestats"},
           "go": {"status", "search", "nodestats", "===", "book"},
           "analyze": {"status", "analysis", "nodestats"},
           "learn": {"status", "learned"}}


class Board:
    """The GUI: one engine, one game, the last ping."""

    def __init__(self, version=2, arguments=()):
        self.version = version
        self.process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.n_ping = 0
        self.slowest_pong_s = 0.0
        self.request = None
        self.sent = None  # the game as the engine knows it
        self.send(f"nboard {version}")

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def send(self, line):
        try:
            self.process.stdin.write(line.encode("ascii") + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise Wrong(f"the engine does not read: {error}") from None

    def next(self):
        """The next line that means something."""
        while True:
            try:
                raw = self.lines.get(timeout=TIMEOUT_S)
            except queue.Empty:
                raise Wrong(f"no line within {TIMEOUT_S} s of {self.request!r}") from None
            if raw is None:
                raise Wrong(f"the engine ended, exit code {self.process.wait()}")
            if not raw.endswith(b"\n") or raw.endswith(b"\r\n"):
                raise Wrong(f"line end: {raw!r}")
            found = parse(raw[:-1].decode("ascii"))
            if found is None:
                raise Wrong(f"a line that NBoard does not know: {raw!r}")
            return found

    def ping(self):
        """Lines of older requests may come before the pong, none after it."""
        self.n_ping += random.choice((1, 1, 2, 4))
        start = time.monotonic()
        self.send(f"ping {self.n_ping}")
        while True:
            word, value = self.next()
            if word == "pong":
                if value != self.n_ping:
                    raise Wrong(f"pong {value} instead of {self.n_ping}")
                self.slowest_pong_s = max(self.slowest_pong_s, time.monotonic() - start)
                self.request = None
                return
            if word not in ANSWERS.get(self.request, {"status", "set"}):
                raise Wrong(f"{word} before pong {self.n_ping}, asked was {self.request!r}")

    def is_silent(self):
        return self.lines.empty()

    def begin(self, line):
        if not self.is_silent():
            raise Wrong(f"a line after the pong: {self.lines.get()!r}")
        self.request = line.split()[0]
        self.send(line)

    def answer(self):
        word, value = self.next()
        if word not in ANSWERS[self.request]:
            raise Wrong(f"{word} is no answer to {self.request!r}")
        return word, value

    def show(self, game, start=None, generator=random):
        """Sends the game as NBoard does: one move more as "move", else all of it."""
        moves = list(game.moves)
        if self.sent is not None and moves[:-1] == self.sent and moves and not game.is_over():
            text = written(moves[-1], generator)
            self.send(text if self.version == 1 else "move " + text)
        else:
            self.send("set game " + ggf(moves, start or othello.Game(), generator))
        self.sent = moves

    def quit(self):
        self.send("quit")
        self.process.stdin.close()
        code = self.process.wait(timeout=TIMEOUT_S)
        while True:
            line = self.lines.get(timeout=TIMEOUT_S)
            if line is None:
                return code
            if parse(line[:-1].decode("ascii")) is None:
                raise Wrong(f"a line that NBoard does not know: {line!r}")

    def kill(self):
        self.process.kill()
        self.process.wait()


def written(move, generator):
    """A move as NBoard writes it: with value and time, one of them, or neither."""
    text = "PA" if move == "pass" else move.upper()
    return text + generator.choice(["", "", "/0.50", "//2.768", "/-12.25/0.9", "//0.001234"])


def ggf(moves, start, generator):
    board = "".join(start.rows("*", "O", "-"))
    text = ("(;GM[Othello]PC[NBoard]DT[2026-01-01 10:00:00 GMT]PB[me]PW[eng]RE[?]TI[5:00]TY[8]"
            f"BO[8 {board} {'*' if start.turn == 'b' else 'O'}]")
    game = start.copy()
    for move in moves:
        text += ("B" if game.turn == "b" else "W") + f"[{written(move, generator)}]"
        game.play(move)
    return text + ";)"


def check_line(moves, game):
    twin = game.copy()
    for move in moves:
        if move not in twin.legal():
            raise Wrong(f"line {moves} is not legal after {' '.join(game.moves)}: {move}")
        twin.play(move)


def go(board, game):
    board.begin("go")
    while True:
        word, value = board.answer()
        if word in ("search", "book"):
            check_line(value[0], game)
        if word == "===":
            if value not in (game.legal() or ["pass"]):
                raise Wrong(f"=== {value} after {' '.join(game.moves)}")
            return value


def hint(board, game, n, depth):
    """Reads the hints to the depth asked for; returns the number of iterations."""
    wanted = min(n, len(game.legal()))
    board.begin(f"hint {n}")
    groups = []
    while True:
        word, value = board.answer()
        if word != "search":
            continue
        moves, _, games, text = value
        check_line(moves, game)
        if games != 0:
            raise Wrong("the third field of search is 0")
        if not groups or groups[-1][0] != text:
            if text in [g[0] for g in groups]:
                raise Wrong(f"depth {text} comes back")
            if groups and len(set(groups[-1][1])) != wanted:
                raise Wrong(f"{len(groups[-1][1])} lines of depth {groups[-1][0]}, not {wanted}")
            groups.append((text, []))
        groups[-1][1].append(moves[0])
        if len(set(groups[-1][1])) < len(groups[-1][1]):
            raise Wrong(f"depth {text} gives {moves[0]} twice")
        is_last = "%" in text and text.startswith("100%") or int(re.match(r"\d+", text)[0]) >= depth
        if is_last and len(groups[-1][1]) == wanted:
            return len(groups)


def analyze(board, game):
    """The points of the GUI's graph, by ply: it plots the values as they come, Black above."""
    board.begin("analyze")
    graph = {}
    while 0 not in graph:
        word, value = board.answer()
        if word == "analysis":
            if value[0] in graph or (graph and value[0] != min(graph) - 1):
                raise Wrong(f"ply {value[0]} after {list(graph)}")
            graph[value[0]] = value[1]
    if len(graph) != len(game.moves) + 1:
        raise Wrong(f"analysis of {len(game.moves)} moves: {list(graph)}")
    return graph


def play_game(board, generator, moves=(), start=None):
    """A game: known moves, then the engine against a random player. Returns it."""
    start = start or othello.Game()
    game = start.copy()
    game.moves = []
    todo = [m.lower() for m in moves]
    mine = generator.choice("bw")
    board.sent = None
    board.send("set depth 4")
    while not game.is_over():
        board.show(game, start, generator)
        if generator.random() < 0.1:
            board.send(f"set contempt {generator.choice((-100, 0, 100))}")
        board.ping()
        if game.legal() == ["pass"] or generator.random() < 0.08:
            hint(board, game, generator.choice((1, 2, 4, 64)), 4)
            board.ping()
        move = go(board, game) if game.turn == mine or game.legal() == ["pass"] else None
        if todo and game.legal() != ["pass"]:
            move = todo.pop(0)
        game.play(move or generator.choice(game.legal()))
    board.show(game, start, generator)
    board.ping()
    board.begin("go")  # nothing to move: a status, and no move
    if board.answer()[0] != "status":
        raise Wrong(f"no status at the end of {' '.join(game.moves)}")
    board.ping()
    return game


def known_games():
    with open(os.path.join(ROOT, "tests/data/positions/odd_games.tsv"), encoding="utf-8") as file:
        for line in file:
            fields = line.rstrip("\n").split("\t")
            if len(fields) > 7 and fields[1][:2].lower() in ("c4", "d3", "e6", "f5"):
                yield [fields[1][i:i + 2] for i in range(0, len(fields[1]), 2)]


def attempt(name, action, **more):
    board = Board(arguments=("--hash", "4"), **more)
    try:
        said = action(board)
        code = board.quit()
        check.that(code == 0, name + (f" ({said})" if said else ""), f"exit code {code}")
        print(f"# slowest pong {board.slowest_pong_s * 1000:.1f} ms")
    except Wrong as wrong:
        board.kill()
        check.that(False, name, str(wrong))


def test_parser():
    """The rules themselves: what NBoard takes, and what opens its error dialog."""
    good = ["pong 3", "=== F5", "=== F5/1.5/0.2", "=== F5//1.2", "=== PA", "=== F5 1.5 0.2", "status",
            "search F5d6-C3 +0.50 0 12", "search PA 4,2 0 24@73%", "search f5 -1 0 100%W free text",
            "book F5 +1 12 20", "nodestats 12 0.5", "analysis 0 -1.5", "learn", "set myname X"]
    bad = ["pong", "pong x", "=== Z9", "=== F5/1e3", "=== F5/nan", "search F5 1 0", "search Z9 1 0 4",
           "search F5 1e1 0 4", "search F5 2,4 0 4", "search F5 1 0 x", "nodestats 1e6 1", "book F5 1 x 4",
           "analysis x 1", "set name X", "set myname a b"]
    for line in good:
        check.that(parse(line), f"NBoard takes {line!r}")
    for line in bad:
        try:
            check.that(False, f"NBoard refuses {line!r}", parse(line))
        except Wrong:
            check.that(True, f"NBoard refuses {line!r}")


def test_games():
    generator = random.Random(SEED)
    print(f"# seed {SEED}")

    def known(board):
        games = [play_game(board, generator, moves) for moves in list(known_games())[:12]]
        return f"{sum(g.moves.count('pass') for g in games)} passes in {len(games)} games"

    def short(board):
        games = list(known_games())[12:]
        return f"{sum(play_game(board, generator, m).is_over() for m in games[::6])} games"

    def free(board):
        starts = [None, None, othello.Game(turn="w"),
                  othello.Game.from_text("-" * 27 + "XO------OX".replace("OX", "XO") + "-" * 27, "X")]
        return f"{sum(play_game(board, generator, start=s).is_over() for s in starts)} games"

    attempt("known games with passes", known)
    attempt("known games that end early", short)
    attempt("free games, other starts", free)
    attempt("a game in version 1", lambda board: play_game(board, generator).is_over() and "", version=1)


def test_requests():
    def action(board):
        generator = random.Random(SEED)
        game = othello.Game()
        board.send("set depth 3")
        for _ in range(20):
            game.play(generator.choice(game.legal()))
        board.show(game)
        board.ping()
        analyze(board, game)
        board.ping()
        board.begin("learn")
        while board.answer()[0] != "learned":
            pass
        board.ping()
        iterations = hint(board, game, 64, 3)
        board.ping()
        return f"{iterations} iterations of hints"
    attempt("analyze, learn, hint", action)


def test_graph():
    """The graph ends at Black's score. Where it is solved, Black's move can only let it fall and
    White's move let it rise."""
    def action(board):
        n = 0
        board.send("set depth 6")
        for moves in list(known_games())[:40:4]:
            game, movers, n_empties = othello.Game(), [], []
            for move in moves:
                while game.legal() == ["pass"] or move:
                    movers.append(game.turn)
                    n_empties.append(64 - game.count("b") - game.count("w"))
                    must_pass = game.legal() == ["pass"]
                    game.play("pass" if must_pass else move)
                    move = move if must_pass else None
            if not game.is_over():
                continue
            board.sent = None
            board.show(game)
            board.ping()
            graph = analyze(board, game)
            board.ping()
            last = graph[len(game.moves)]
            if last != game.score():
                raise Wrong(f"the graph ends at {last}, Black's score is {game.score()}")
            for ply, mover in enumerate(movers):
                step = graph[ply + 1] - graph[ply]
                is_solved = n_empties[ply] <= 6 or ply == len(movers) - 1
                if is_solved and (step > 0 if mover == "b" else step < 0):
                    raise Wrong(f"ply {ply}, {mover} moves: {graph[ply]}, then {graph[ply + 1]}")
            n += 1
        if n < 5:
            raise Wrong(f"only {n} games")
        return f"{n} games"
    attempt("the graph of a game", action)


def test_name():
    """Bots wait for the name before they begin; it is one word."""
    def action(board):
        board.send("set depth 7")
        word, value = board.next()
        if word != "set" or not re.fullmatch(r"Outflank\w*", value):
            raise Wrong(f"{word} {value} after 'set depth'")
        board.ping()
        return value
    attempt("the name of the engine", action)


def test_interruptions():
    """Searches that are cut short by what comes next; nothing old after a pong."""
    def action(board):
        generator = random.Random(SEED)
        board.send("set depth 40")
        n = 0
        for _ in range(6):
            game = othello.Game()
            board.sent = None
            while not game.is_over():
                board.show(game, generator=generator)
                board.ping()
                for _ in range(generator.randrange(3)):
                    board.begin(generator.choice(("hint 1", "hint 4", "hint 64", "analyze")))
                    time.sleep(generator.choice((0, 0, 0.001, 0.01)))
                    board.ping()
                    n += 1
                    if not board.is_silent():
                        raise Wrong(f"after pong {board.n_ping}: {board.lines.get()!r}")
                game.play(generator.choice(game.legal()))
        return f"{n} times"
    attempt("requests cut short", action)


random.seed(SEED)
for test in (test_parser, test_games, test_requests, test_graph, test_name, test_interruptions):
    test()
check.end()
