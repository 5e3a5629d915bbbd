#!/usr/bin/env python3
"""Pondering, analysis and stops at random moments, with 1, 2, 4 and 8 threads.

    test_storm.py OUTFLANK [ROUNDS]      rounds for each number of threads (40)

Every request has its answer, every GTP move is legal, what NBoard is told can be read,
nothing stands on stderr. Under ThreadSanitizer (.ci/run, step tsan) a race ends the
program with 66.
"""
import sys
import time

import driver
import model
import nboard_rules
from driver import Program, note

check = driver.tap.Tap()
rng = driver.seed_random()
ROUNDS = next((int(word) for word in driver.WANTED if word.isdigit()), 40)
driver.WANTED = [word for word in driver.WANTED if not word.isdigit()]
THREADS = (1, 2, 4, 8)


def pause():
    """Mostly none, at times as long as a search takes to go deep."""
    time.sleep(rng.choice((0, 0, 0.0005, 0.003, 0.01)) * rng.random())


def new_game():
    while True:
        game = model.random_game(rng, rng.randrange(1, 30))
        if len(game.legal()) > 1:
            return game


def analyze(program):
    """A stream, ended by the command behind it."""
    name = rng.choice(("x-analyze", "kata-analyze", "lz-analyze"))
    program.send(f"{name} interval {rng.randrange(1, 4)}")
    pause()
    program.send("name")
    reply = program.reply(name)
    return reply.is_ok and program.reply("name").is_ok


def think(program, game):
    """A move, with an interrupt or at its own end."""
    program.send(f"genmove {game.turn}")
    pause()
    program.send("# interrupt")
    reply = program.reply("genmove")
    move = model.square(reply.text) if reply.is_ok else None
    if move not in game.legal():
        return False
    game.play(move)
    return True


def play(program, game):
    """The opponent's move, while the engine ponders: a hit or a miss."""
    pause()
    move = rng.choice(game.legal())
    text = "pass" if move == model.PASS else model.name(move)
    color = game.turn
    game.play(move)
    return program.gtp(f"play {color} {text}").is_ok


def change(program):
    return program.gtp("x-setoption " + rng.choice(
        ("ponder off", "ponder on", "ponder on", f"hash {rng.choice((1, 4))}",
         f"threads {rng.choice(THREADS)}"))).is_ok


def gtp_round(program, game):
    kind = rng.random()
    if kind < 0.4:
        return think(program, game) and (not game.legal() or play(program, game))
    if kind < 0.7:
        return analyze(program)
    if kind < 0.8 and game.moves:
        game.undo()
        return program.gtp("undo").is_ok
    if kind < 0.9:
        return change(program)
    return play(program, game)


def gtp_storm(threads):
    game, n_wrong = model.Game(), 0
    with Program("gtp", "--book", "none", "--level", "60", "--hash", "4", "--threads", str(threads),
                 "--ponder") as program:
        for _ in range(ROUNDS):
            if len(game.legal()) < 2 or len(game.moves) > 40:
                game = new_game()
                program.gtp("x-setboard " + game.text())
                game.moves.clear()
            if not gtp_round(program, game):
                n_wrong += 1
                note(f"a wrong answer after {len(game.moves)} moves in {game.text()}")
        code = program.end()
    check.equal((n_wrong, code, program.errors()), (0, 0, ""),
                f"GTP, {threads} threads: {ROUNDS} rounds of ponder, analyze and stop")


def nboard_storm(threads):
    reader = nboard_rules.Reader()
    with Program("nboard", "--book", "none", "--level", "60", "--hash", "4", "--threads", str(threads),
                 "--ponder") as program:
        program.send("nboard 2")
        for i in range(ROUNDS):
            for _ in range(rng.randrange(1, 4)):
                program.send(rng.choice(("go", "hint 1", "hint 3", "analyze", "move f5", "move d3",
                                         f"set depth {rng.choice((12, 60))}",
                                         "set game (;GM[Othello]TY[8]BO[8 " +
                                         new_game().text().replace("X", "*") + " *];)")))
                pause()
            program.send(f"ping {i}")
            line = ""
            while line != f"pong {i}":
                line = program.line(what=f"pong {i}")
                if line is None:
                    raise ValueError(f"the output ended before pong {i}: {program.errors()[:2000]}")
                reader.read(line)
        program.send("quit")
        code = program.wait()
    check.equal((reader.pongs, code, program.errors()), (list(range(ROUNDS)), 0, ""),
                f"NBoard, {threads} threads: {ROUNDS} rounds of go, hint, analyze and ping")


def test_storm():
    for threads in THREADS:
        gtp_storm(threads)
        nboard_storm(threads)
    note(f"{ROUNDS} rounds for each of {len(THREADS) * 2}")


driver.run_all(check, test_storm)
