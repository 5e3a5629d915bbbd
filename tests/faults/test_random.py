#!/usr/bin/env python3
"""P19: random sequences of commands against a small model of the rules, and
sequences with damaged bytes.

    test_random.py OUTFLANK [--slow]     4,000 sequences, 10^5 with --slow
"""
import driver
import model
import nboard_rules
from driver import IS_SLOW, Program, note, run

check = driver.tap.Tap()
rng = driver.seed_random()
N_SEQUENCES = 100000 if IS_SLOW else 4000
BATCH = 500
PASS_WORDS = ("pass", "PASS", "Pass", "pa", "PA", "ps", "--")


class Gtp:
    """What a GTP session must answer. Each method returns (command, test), where
    the test takes the reply and tells if it is right."""

    def __init__(self):
        self.first, self.komi = "b", 0
        self.clear()

    def clear(self):
        self.game = model.Game(turn=self.first)
        self.is_inserted = []

    def play(self, move, is_inserted=False):
        self.game.play(move)
        self.is_inserted.append(is_inserted)

    def take_back(self):
        if not self.is_inserted:
            return False
        self.game.undo()
        self.is_inserted.pop()
        while self.is_inserted and self.is_inserted[-1]:
            self.game.undo()
            self.is_inserted.pop()
        return True

    # ---- commands ----

    def try_move(self, color, move):
        """Plays it if that is allowed; a forced pass may be left out."""
        legal = self.game.legal()
        if not legal and move == model.PASS:
            game = self.game  # after the end, as controllers close a game: nothing moves
            game.stack.append((game.own, game.other, game.turn, len(game.moves)))
            self.is_inserted.append(False)
            return True
        must_insert = color != self.game.turn
        if must_insert:
            if legal != [model.PASS]:
                return False
            twin = self.game.copy()
            twin.play(model.PASS)
            if move not in twin.legal():
                return False
            self.play(model.PASS, True)
        elif move not in legal:
            return False
        self.play(move)
        return True

    def do_play(self):
        legal = self.game.legal()
        color, other = self.game.turn, "w" if self.game.turn == "b" else "b"
        kind = rng.random()
        if kind < 0.7 and legal:
            move = rng.choice(legal)
            if move == model.PASS and rng.random() < 0.5:
                twin = self.game.copy()
                twin.play(model.PASS)
                color, move = other, rng.choice(twin.legal())
        elif kind < 0.9:
            move = rng.randrange(65)
            color = rng.choice((color, color, other))
        else:
            text = rng.choice(("i1", "a9", "a0", "d", "44", "", "resign", "d3d", "x"))
            return f"play {color} {text}", lambda r: not r.is_ok
        word = rng.choice(PASS_WORDS) if move == model.PASS else model.name(move)
        word = word.upper() if rng.random() < 0.2 else word
        color_word = rng.choice({"b": ("b", "B", "black", "BLACK"),
                                 "w": ("w", "W", "white", "White")}[color])
        is_ok = self.try_move(color, move)
        return f"play {color_word} {word}", lambda r: r.is_ok == is_ok

    def do_play_sequence(self):
        twin, words, is_ok = self.game.copy(), [], True
        saved, saved_inserted = self.game, list(self.is_inserted)
        self.game = twin
        for _ in range(rng.randrange(1, 6)):
            legal = self.game.legal()
            move = rng.choice(legal) if legal and rng.random() < 0.93 else rng.randrange(65)
            words.append(f"{self.game.turn} {model.name(move)}")
            is_ok = is_ok and self.try_move(self.game.turn, move)
            if not is_ok:
                break
        if not is_ok:
            self.game, self.is_inserted = saved, saved_inserted
        return "play_sequence " + " ".join(words), lambda r: r.is_ok == is_ok

    def do_undo(self):
        is_ok = self.take_back()
        return "undo", lambda r: r.is_ok == is_ok

    def do_gg_undo(self):
        n = rng.randrange(0, 4)
        saved, saved_inserted = self.game.copy(), list(self.is_inserted)
        is_ok = all(self.take_back() for _ in range(n))
        if not is_ok:
            self.game, self.is_inserted = saved, saved_inserted
        return f"gg-undo {n}", lambda r: r.is_ok == is_ok

    def do_setboard(self):
        if rng.random() < 0.3:
            fill = rng.random()
            board = "".join(rng.choice("XO") if rng.random() < fill else "-" for _ in range(64))
            game = model.Game(board, rng.choice("bw"))
        else:
            game = model.random_game(rng, rng.choice((8, 20, 40, 50, 58)))
        text = game.text()
        if rng.random() < 0.1:
            return "x-setboard " + text[:rng.randrange(60)], lambda r: not r.is_ok
        self.game = model.Game(text[:64], game.turn)
        self.is_inserted = []
        return "x-setboard " + text, lambda r: r.is_ok

    def do_handicap(self):
        n = rng.randrange(5)
        corners = [0, 63, 56, 7][:n]
        start = self.game
        taken = start.own | start.other
        is_ok = not self.is_inserted and not any(taken >> c & 1 for c in corners)
        if is_ok:
            text = list(start.text()[:64])
            for corner in corners:
                text[corner] = "X"
            self.game = model.Game("".join(text), start.turn)
        return f"x-handicap {n}", lambda r: r.is_ok == is_ok

    def do_first_mover(self):
        word = rng.choice(("black", "white", "green"))
        is_ok = not self.is_inserted and word != "green"
        if is_ok:
            self.first = word[0]
            if self.game.turn != self.first:
                self.game = model.Game(self.game.text()[:64], self.first)
        return "x-first-mover " + word, lambda r: r.is_ok == is_ok

    def do_clear(self):
        self.clear()
        return rng.choice(("clear_board", "boardsize 8")), lambda r: r.is_ok and not r.text

    def do_komi(self):
        self.komi = rng.choice((0, 1, 2, -3, 5))
        return f"komi {self.komi}", lambda r: r.is_ok

    def do_reg_genmove(self):
        legal, turn = self.game.legal(), self.game.turn
        color = turn if rng.random() < 0.8 else "w" if turn == "b" else "b"
        if not legal:
            return f"reg_genmove {color}", lambda r: r.is_ok and r.text == "pass"
        if color != turn and legal != [model.PASS]:
            return f"reg_genmove {color}", lambda r: not r.is_ok
        if color != turn:
            twin = self.game.copy()
            twin.play(model.PASS)
            legal = twin.legal()
        names = [model.name(m) for m in legal]
        return f"reg_genmove {color}", lambda r: r.is_ok and r.text in names

    # ---- questions ----

    def ask_legal(self):
        legal = sorted(model.name(m).upper() for m in self.game.legal())
        return "gogui-rules_legal_moves", lambda r: r.is_ok and sorted(r.text.split()) == legal

    def ask_side(self):
        turn = {"b": "black", "w": "white"}[self.game.turn]
        return "gogui-rules_side_to_move", lambda r: r.text == turn

    def ask_board(self):
        discs = self.game.text()[:64].replace("-", ".")
        rows = [" ".join(discs[8 * i:8 * i + 8]) for i in range(7, -1, -1)]
        return "gogui-rules_board", lambda r: [x.rstrip() for x in r.text.split("\n")] == rows

    def ask_show(self):
        discs = self.game.text()[:64].replace("-", ".")
        rows = [" ".join(discs[8 * i:8 * i + 8]) for i in range(8)]
        return "showboard", lambda r: [x[2:17] for x in r.text.split("\n")[2:10]] == rows

    def ask_score(self):
        if self.game.legal():
            return "final_score", lambda r: not r.is_ok
        score = self.game.score() - self.komi
        text = "0" if score == 0 else f"{'B' if score > 0 else 'W'}+{abs(score)}"
        return "final_score", lambda r: r.is_ok and r.text == text

    def ask_transcript(self):
        text = "".join(map(model.name, self.game.moves))
        return "x-transcript", lambda r: r.text == text

    def ask_nonsense(self):
        text = rng.choice(("pla b d3", "play", "play q d3", "boardsize 9", "undo 3", "komi x",
                           "genmove", "x-handicap 7", "gg-undo -1", "time_left q 1 1", "\u00e9"))
        return text, lambda r: not r.is_ok

    def next(self):
        kinds = ((self.do_play, 10), (self.do_undo, 2), (self.do_gg_undo, 1),
                 (self.do_play_sequence, 1), (self.do_setboard, 1), (self.do_handicap, 0.3),
                 (self.do_first_mover, 0.3), (self.do_clear, 0.2), (self.do_komi, 0.3),
                 (self.do_reg_genmove, 0.5), (self.ask_legal, 2), (self.ask_side, 0.5),
                 (self.ask_board, 0.5), (self.ask_show, 0.5), (self.ask_score, 0.5),
                 (self.ask_transcript, 0.7), (self.ask_nonsense, 0.5))
        return rng.choices([k for k, _ in kinds], [w for _, w in kinds])[0]()


def decorate(command, number):
    """The same command, with an id, blanks, a comment, a CR."""
    kind = rng.random()
    if kind < 0.7:
        return command, ""
    if kind < 0.85:
        return f"{number} {command}", str(number)
    return rng.choice((f"  {command}", f"{command} # play b a1", f"{command}\r",
                       f"# {command}\n\n{command}", command.replace(" ", "\t"))), ""


def test_gtp_sequences():
    n_commands, n_wrong = 0, 0
    program = Program("gtp", "--level", "1", "--hash", "1")
    with program:
        for first in range(0, N_SEQUENCES, BATCH):
            lines, tests, history = [], [], []
            for _ in range(min(BATCH, N_SEQUENCES - first)):
                # One process for all: each sequence starts from a known state.
                session = Gtp()
                steps = [("x-setboard " + driver.START + " X", lambda r: r.is_ok),
                         ("x-first-mover black", lambda r: r.is_ok),
                         ("clear_board", lambda r: r.is_ok), ("komi 0", lambda r: r.is_ok)]
                steps += [session.next() for _ in range(rng.randrange(3, 14))]
                steps += [session.ask_board(), session.ask_legal(), session.ask_transcript()]
                commands = [command for command, _ in steps]
                for i, (command, test) in enumerate(steps):
                    text, id_text = decorate(command, rng.randrange(1 << 31))
                    lines.append(text)
                    tests.append((test, id_text))
                    history.append((commands, i))
            program_input = "\n".join(lines) + "\n"
            writer = driver.threading.Thread(target=program.write, args=(program_input.encode(),),
                                             daemon=True)
            writer.start()
            for (test, id_text), (commands, i) in zip(tests, history):
                reply = program.reply(commands[i])
                n_commands += 1
                if not test(reply) or reply.id != id_text:
                    n_wrong += 1
                    if n_wrong <= 5:
                        note(f"wrong: {reply} to the last of {commands[:i + 1]}")
            writer.join()
        code = program.end()
    check.that(n_wrong == 0, f"P19 gtp: {N_SEQUENCES} sequences, {n_commands} commands as the model",
               f"{n_wrong} differ")
    check.that(code == 0 and not program.errors(), "P19 gtp: exit 0, nothing on stderr",
               program.errors())


def is_command(line):
    return any(byte > 32 and byte != 127 for byte in line.split(b"#")[0])


def test_damaged_gtp():
    """Any bytes: one reply per command, and the session goes on."""
    n, n_wrong = N_SEQUENCES // 5, 0
    data, counts = b"", []
    for _ in range(n):
        session = Gtp()
        steps = [session.next()[0] for _ in range(rng.randrange(2, 10))]
        text = "\n".join(step for step in steps if "genmove" not in step)
        piece = driver.damage(rng, text + "\n") + b"\n"
        if b"genmove" in piece or b"quit" in piece:
            continue
        number = rng.randrange(1 << 30)
        data += piece + f"{number} name\n".encode()
        counts.append((sum(map(is_command, piece.split(b"\n"))), number))
    done = run("gtp", "--hash", "1", data=data)
    try:
        replies = driver.parse_replies(done.output())
    except ValueError as error:
        replies = []
        note(str(error))
    at = 0
    for count, number in counts:
        at += count
        if at >= len(replies) or repr(replies[at]) != f"={number} Outflank":
            n_wrong += 1
            break
        at += 1
    check.that(n_wrong == 0 and at == len(replies) and done.code == 0 and not done.errors(),
               f"P19 gtp: {len(counts)} damaged sequences",
               f"exit {done.code}, {at} of {len(replies)}, {done.errors()[:300]}")


# ---- NBoard ----

def nboard_moves(program, reader):
    """The legal moves, by a hint of one ply."""
    program.send("hint 64")
    moves, line = set(), ""
    while not (line == "status" or line.startswith(("status Error", "status The"))):
        line = program.line(what="hint")
        reader.read(line)
        if line.startswith("search"):
            moves.add(line.split()[1][:2].lower())
    return sorted(moves)


def ggf_of(game, board, turn):
    """The game as GGF, with remarks of all kinds at its moves."""
    text, side = "", turn
    replay = model.Game(board[:64], turn)
    for _ in range(len(game.stack)):
        legal = replay.legal()
        if legal == [model.PASS]:
            move, word = model.PASS, rng.choice(("PA", "pa", "--", "PASS"))
        else:
            move = game.moves[len(replay.moves)]
            word = rng.choice((model.name(move), model.name(move).upper()))
        text += f"{side.upper()}[{word}{rng.choice(('', '/1.5', '//2.7', '/-3/0.1', '/nan'))}]"
        replay.play(move)
        side = replay.turn
    return f"(;GM[Othello]TY[8]BO[8 {board.replace('X', '*')}]{text};)"


def test_nboard_sequences():
    n, n_wrong = (10000 if IS_SLOW else 1000), 0
    reader = nboard_rules.Reader()
    with Program("nboard", "--hash", "1") as program:
        program.send("nboard 2", "set depth 1")
        for i in range(n):
            start = model.random_game(rng, rng.choice((0, 0, 10, 50)))
            board, turn = start.text(), start.turn
            game = model.Game(board[:64], turn)
            for _ in range(rng.randrange(12)):
                if game.legal():
                    game.play(rng.choice(game.legal()))
            lines = ["set game " + ggf_of(game, board, turn)]
            n_errors = 0
            for _ in range(rng.randrange(8)):
                move = rng.choice(game.legal() or [0]) if rng.random() < 0.7 else rng.randrange(65)
                word = rng.choice(("PA", "--", "p")) if move == model.PASS else model.name(move)
                lines.append(f"move {word}" + rng.choice(("", "/0.5", "//3")))
                if move in game.legal():
                    game.play(move)
                elif move != model.PASS or game.legal():  # a pass after the end is none
                    n_errors += 1
            program.send(*lines, f"ping {i}")
            answers = [line for line in program.lines_until(f"pong {i}")
                       if not line.startswith("set myname ")]
            found = nboard_moves(program, reader)
            expected = sorted("pa" if m == model.PASS else model.name(m) for m in game.legal())
            if len(answers) != n_errors or found != expected:
                n_wrong += 1
                if n_wrong <= 5:
                    note(f"{lines}: {answers}, {found} is not {expected}")
        code = program.end()
    check.that(n_wrong == 0 and code == 0 and not program.errors(),
               f"P19 nboard: {n} sequences as the model", f"{n_wrong} differ, exit {code}")


def test_damaged_nboard():
    """Any bytes: no line that NBoard refuses, and pongs in order."""
    n = N_SEQUENCES // 5
    data, pongs = b"nboard 2\nset depth 1\n", []
    for i in range(n):
        game = model.random_game(rng, rng.randrange(20))
        text = ["set game " + ggf_of(game, driver.START + " X", "b")]
        text += rng.sample(["move F5", "hint 2", "go", "set depth 2", "set contempt 5", "learn",
                            "analyze", "move PA", "set depth 1"], 4)
        piece = driver.damage(rng, "\n".join(text) + "\n")
        if b"quit" in piece or b"set depth" not in piece or b"ping" in piece:
            continue
        data += piece + f"\nset depth 1\nping {i}\n".encode()
        pongs.append(i)
    done = run("nboard", "--hash", "1", "--level", "1", data=data)
    reader, fault = nboard_rules.Reader(), ""
    for line in done.output().decode().splitlines():
        try:
            reader.read(line)
        except nboard_rules.Refused:
            fault = fault or f"NBoard would refuse {line!r}"
    check.that(not fault and reader.pongs == pongs and done.code == 0 and not done.errors(),
               f"P19 nboard: {len(pongs)} damaged sequences",
               f"{fault} exit {done.code}, {len(reader.pongs)} pongs of {len(pongs)}, "
               f"{done.errors()[:300]}")


driver.run_all(check, test_gtp_sequences, test_damaged_gtp, test_nboard_sequences,
               test_damaged_nboard)
