#!/usr/bin/env python3
"""Front ends as they were seen to talk: Quarry 0.2 (its GTP log), GoGui 1.6's twogtp, and the engine
of GRhino 0.16 as the opponent where Debian's package is installed:

    test_frontends.py OUTFLANK [GAMES]

Quarry sends no passes: it asks the side that can move. twogtp sends komi 6.5, asks for the rules
before each move, and ends a game by two passes.
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../scripts/lib")]
import gtp  # noqa: E402
import othello  # noqa: E402
import tap  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
N_GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 2
GRHINO = next((p for p in ("/usr/games/gtp-rhino", "/usr/bin/gtp-rhino") if os.access(p, os.X_OK)), None)
COLOR = {"b": "black", "w": "white"}
check = tap.Tap()


def outflank(*options):
    return gtp.Engine([PROGRAM, "gtp", "--level", "3", "--hash", "4", *options])


class Wrong(Exception):
    pass


def quarry_meets(engine):
    """What Quarry asks an engine before it takes it for Reversi."""
    if engine.ask("protocol_version") != "2":
        raise Wrong("not GTP 2")
    names = [engine.ask("name"), engine.ask("version")]
    commands = engine.ask("list_commands").split("\n")
    if "list_games" in commands and "Othello" not in engine.ask("list_games").split("\n"):
        raise Wrong("no Othello")
    for line in ("set_game Othello", "boardsize 8", "clear_board"):
        engine.ask(line)
    return " ".join(names)


def quarry_game(black, white):
    """Both engines at one board. Returns the game."""
    game, engines = othello.Game(), {"b": black, "w": white}
    for engine in (black, white):
        engine.ask("boardsize 8")
        engine.ask("clear_board")
    while not game.is_over():
        if game.legal() == ["pass"]:
            game.play("pass")
            continue
        color = game.turn
        move = engines[color].ask(f"genmove {COLOR[color]}").lower()
        game.play(move)
        engines[game.turn].ask(f"play {COLOR[color]} {move.upper()}")
    return game


def board_of(engine):
    """GoGui's board, row 8 first, as rows from 1."""
    rows = engine.ask("gogui-rules_board").split("\n")[::-1]
    return "".join("".join(row.split()) for row in rows).replace(".", "-")


def twogtp_game(black, white):
    game, engines = othello.Game(), {"b": black, "w": white}
    for engine in (black, white):
        for line in ("boardsize 8", "clear_board", "komi 6.5"):
            engine.ask(line)
        if engine.ask("gogui-rules_game_id") != "Othello":
            raise Wrong("another game")
    while not game.is_over():
        told = engines[game.turn].ask("gogui-rules_legal_moves").lower().split()
        side = engines[game.turn].ask("gogui-rules_side_to_move")[0]
        if sorted(told) != sorted(game.legal()) or side != game.turn:
            raise Wrong(f"{told}, {side} to move after {' '.join(game.moves)}")
        color = game.turn
        move = engines[color].ask(f"genmove {color}").lower()
        game.play(move)
        engines[game.turn].ask(f"play {color} {move}")
    for engine in (black, white):
        if engine.ask("gogui-rules_legal_moves"):
            raise Wrong("moves after the end")
        for line in (f"play {game.turn} pass", f"play {othello.OTHER[game.turn]} pass"):
            engine.ask(line)
        if board_of(engine) != game.text():
            raise Wrong(f"{board_of(engine)} is not {game.text()}")
    return game


def final_score(game, komi):
    score = game.score() - komi
    size = f"{abs(score):.1f}".removesuffix(".0")
    return "0" if not score else f"{'B' if score > 0 else 'W'}+{size}"


def attempt(name, action, *engines):
    try:
        said = action(*engines)
        codes = [engine.quit() for engine in engines]
        check.that(codes == [0] * len(engines), f"{name} ({said})", codes)
    except (gtp.Fault, gtp.Refused, Wrong, ValueError) as error:
        check.that(False, name, f"{type(error).__name__}: {error}")
        for engine in engines:
            engine.kill()


def quarry(one, other):
    names = [quarry_meets(one), quarry_meets(other)]
    games = [quarry_game(*((one, other) if i % 2 == 0 else (other, one))) for i in range(N_GAMES)]
    for engine in (one, other):
        if engine.ask("name") == "Outflank" and engine.ask("final_score") != final_score(games[-1], 0):
            raise Wrong(f"{engine.ask('final_score')} after {' '.join(games[-1].moves)}")
    scores = [g.score() if i % 2 == 0 else -g.score() for i, g in enumerate(games)]
    return f"{names[0]} against {names[1]}: {' '.join(f'{s:+d}' for s in scores)}"


def twogtp(one, other):
    for i in range(N_GAMES):
        game = twogtp_game(*((one, other) if i % 2 == 0 else (other, one)))
        if one.ask("final_score") != final_score(game, 6.5) or \
                other.ask("final_score") != final_score(game, 0):
            raise Wrong(f"{one.ask('final_score')}, {other.ask('final_score')}: {game.score()}")
    # The GUI goes back over the passes to a move, and forth again.
    one.ask("gg-undo 3")
    if one.ask("gogui-rules_legal_moves").lower().split() == []:
        raise Wrong("two passes and a move were taken back, and the game is over")
    return f"{N_GAMES} games"


attempt("Quarry, Outflank on both sides", quarry, outflank(), outflank("--upper-case"))
attempt("twogtp, one side ignores the komi", twogtp, outflank(), outflank("--ignore-komi"))
if GRHINO:
    attempt("Quarry, against GRhino", quarry, outflank(), gtp.Engine([GRHINO], timeout_s=300))
else:
    check.skip("Quarry, against GRhino", "Debian's package grhino is not installed")
check.end()
