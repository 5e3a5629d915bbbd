#!/usr/bin/env python3
"""A GTP client of its own (scripts/lib/gtp.py, othello.py) drives whole games:

    gtp_client.py OUTFLANK SOURCE_ROOT

Known games with passes and early ends are played move by move; then games
against a random player, with ids, odd spelling, undo and comments. After each
move the engine's view of the board is compared with the client's.
"""
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../scripts/lib")]
import gtp  # noqa: E402
import othello  # noqa: E402
import tap  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SEED = int(os.environ.get("OUTFLANK_SEED", "20260701"))
N_RANDOM_GAMES = 12
PASSES = ["pass", "PASS", "Pa", "ps", "--"]
check = tap.Tap()


class Wrong(Exception):
    pass


def expect(got, wanted, what, game):
    if got != wanted:
        raise Wrong(f"{what}: expected {wanted!r}, found {got!r} after {' '.join(game.moves)}")


def compare(engine, game):
    """The board, the side and the moves that the engine shows are the client's."""
    rows = [row.replace(" ", "") for row in engine.ask("gogui-rules_board").split("\n")]
    expect(rows, list(reversed(game.rows("X", "O", "."))), "gogui-rules_board", game)
    legal = engine.ask("gogui-rules_legal_moves").split()
    expect(sorted(m.lower() for m in legal), sorted(game.legal()), "gogui-rules_legal_moves", game)
    expect([m for m in legal if m != m.upper()], [], "upper case in gogui-rules_legal_moves", game)
    side = engine.ask("gogui-rules_side_to_move")
    if not game.is_over():
        expect(side[0].lower(), game.turn, "gogui-rules_side_to_move", game)
    shown = engine.ask("showboard")
    for row, wanted in enumerate(game.rows("X", "O", "."), 1):
        line = [text for text in shown.split("\n") if text.startswith(str(row))]
        expect("".join(line[0].split()[1:9]) if line else None, wanted, f"showboard, row {row}", game)


def refused(engine, command, game):
    try:
        text = engine.ask(command)
    except gtp.Refused:
        return
    raise Wrong(f"{command!r} was answered by {text!r} after {' '.join(game.moves)}")


def check_end(engine, game):
    score = game.score()
    wanted = f"{'B' if score > 0 else 'W'}+{abs(score)}" if score else "0"
    expect(engine.ask("final_score").removesuffix(".0"), wanted, "final_score", game)
    expect(engine.ask("gogui-rules_legal_moves"), "", "legal moves at the end", game)
    expect(engine.ask(f"genmove {game.turn}").lower(), "pass", "genmove at the end", game)
    refused(engine, f"play {game.turn} a1", game)
    compare(engine, game)


def known_games():
    """Name and moves (passes left out) of the games in tests/data."""
    with open(os.path.join(ROOT, "tests/data/positions/odd_games.tsv"), encoding="utf-8") as file:
        for line in file:
            fields = line.rstrip("\n").split("\t")
            if len(fields) > 7 and fields[1][:2].lower() in ("c4", "d3", "e6", "f5"):
                yield fields[0], [fields[1][i:i + 2] for i in range(0, len(fields[1]), 2)], fields[7]


def replay(engine, moves, final, tells_passes):
    """Plays a known game; forced passes are told, or left to the engine to see."""
    engine.ask("clear_board")
    game = othello.Game()
    n_passes = 0
    for move in moves:
        if game.legal() == ["pass"]:
            refused(engine, f"play {game.turn} {othello.name(next(iter(game.board)))}", game)
            if tells_passes:
                engine.ask(f"play {game.turn} {PASSES[n_passes % len(PASSES)]}")
            game.play("pass")
            n_passes += 1
            if tells_passes:
                compare(engine, game)
        elif n_passes % 7 == 0:
            refused(engine, f"play {game.turn} pass", game)
        engine.ask(f"play {game.turn} {move}")
        game.play(move)
        compare(engine, game)
    if game.is_over():
        check_end(engine, game)
        expect(f"{game.score():+d}", final, "the score in the table", game)
    # All the way back: pass by pass when they were told, with their moves when not.
    n_back = len(game.moves) if tells_passes else len(moves)
    for _ in range(n_back):
        engine.ask("undo")
    refused(engine, "undo", othello.Game())
    compare(engine, othello.Game())
    return n_passes


def spelled(generator, text):
    """The same command, written as GTP allows: case of arguments, blanks, tabs, comment, CR."""
    words = text.split()
    words[1:] = [w.upper() if generator.random() < 0.3 else w for w in words[1:]]
    line = generator.choice([" ", "  ", "\t"]).join(words)
    return line + generator.choice(["", " ", " # comment", "\r", "#"])


def random_game(engine, generator):
    """Against a random player; the engine has the colour that the coin says."""
    engine.ask("clear_board")
    game = othello.Game()
    mine = generator.choice("bw")
    number = generator.randrange(1000)
    while not game.is_over():
        number += 1
        tag = number if generator.random() < 0.5 else None
        if game.turn != mine:
            move = generator.choice(game.legal())
            engine.ask(spelled(generator, f"play {game.turn} {move}"), tag)
        else:
            move = engine.ask(spelled(generator, f"genmove {game.turn}"), tag)
            if move not in game.legal():
                raise Wrong(f"genmove answered {move!r} after {' '.join(game.moves)}")
        game.play(move)
        if generator.random() < 0.1:
            engine.ask("undo", tag)
            game_before = othello.Game()
            for earlier in game.moves[:-1]:
                game_before.play(earlier)
            compare(engine, game_before)
            engine.ask(f"play {game_before.turn} {move}")
        if generator.random() < 0.2:
            engine.send_raw(b"\n# nothing but a comment\n\n   \t\r\n")
        compare(engine, game)
    check_end(engine, game)
    return game


def attempt(name, action):
    """One test: `action` on an engine of its own; an exit code of 0 and a silent stderr."""
    engine = gtp.Engine([PROGRAM, "gtp", "--level", "3", "--hash", "4"])
    try:
        said = action(engine)
        code = engine.quit()
        errors = "".join(engine.errors)
        check.that(code == 0 and not errors, name + (f" ({said})" if said else ""),
                   f"exit code {code}\n{errors}")
    except (Wrong, gtp.Fault, gtp.Refused) as fault:
        engine.kill()
        check.that(False, name, f"{type(fault).__name__}: {fault}")


def test_known_games():
    games = list(known_games())
    check.that(len(games) >= 20, f"{len(games)} known games")

    def play_all(tells_passes):
        def action(engine):
            passes = sum(replay(engine, moves, final, tells_passes) for _, moves, final in games)
            return f"{passes} passes"
        return action

    attempt("known games, passes told", play_all(True))
    attempt("known games, passes left out", play_all(False))


def test_random_games():
    generator = random.Random(SEED)
    print(f"# seed {SEED}")
    games = []
    attempt(f"{N_RANDOM_GAMES} games against a random player",
            lambda engine: games.extend(random_game(engine, generator) for _ in range(N_RANDOM_GAMES)))
    lengths = sorted(len(g.moves) for g in games)
    print(f"# plies {lengths}, passes {sum(g.moves.count('pass') for g in games)}")


test_known_games()
test_random_games()
check.end()
