#!/usr/bin/env python3
"""A scripted engine for the tests of the match runner: GTP or NBoard, well
behaved but for one fault.

    engine.py [--proto gtp|nboard] [--fault NAME] [--at N] [--lines FILE]
              [--pids FILE] [--seed N] [--delay SECONDS] [--log FILE]
The fault happens at its N-th own move of each game (0: at once at the start).
--lines: play the moves of the game in FILE that begins like the one on the board.
--pids: append the process id to FILE, so that a test can look for survivors.
--log: append every line that comes in to FILE.
Without --lines moves are legal and random (by the position and --seed alone).
"""
import argparse
import os
import random
import re
import signal
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../scripts/lib"))
import othello  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("--proto", default="gtp")
parser.add_argument("--fault", default="")
parser.add_argument("--at", type=int, default=7)
parser.add_argument("--lines")
parser.add_argument("--pids")
parser.add_argument("--log")
parser.add_argument("--seed", type=int, default=0)
parser.add_argument("--delay", type=float, default=0)
options = parser.parse_args()
game = othello.Game()
own_moves = 0
lines = open(options.lines).read().split() if options.lines else []
if options.pids:
    with open(options.pids, "a") as file:
        file.write(f"{os.getpid()}\n")


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def sleep_for_ever():
    while True:
        time.sleep(1000)


def flood():
    block = ("x" * 79 + "\n") * 1000
    while True:
        say(block)


def answer(text):
    say(f"= {text}\n\n" if options.proto == "gtp" else f"=== {text}\n")


def misbehave():
    """Faults that take the place of a move. False: play one after all."""
    fault = options.fault
    if fault == "die":
        os._exit(3)
    elif fault == "segv":
        os.kill(os.getpid(), signal.SIGSEGV)
        sleep_for_ever()
    elif fault == "leave":
        os._exit(0)
    elif fault == "close":
        os.close(1)
        sleep_for_ever()
    elif fault in ("hang", "stubborn"):
        if fault == "stubborn":  # ignores polite requests to end, too
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sleep_for_ever()
    elif fault == "flood":
        flood()
    elif fault == "longline":  # no line end, ever
        while True:
            say("x" * 65536)
    elif fault == "deaf":  # answers no more and reads no more
        sleep_for_ever()
    elif fault == "garbage":
        answer("z9")
    elif fault == "binary":
        sys.stdout.buffer.write(bytes(range(1, 256)) + b"\n" + (b"= \xff\xfe\n\n"))
        sys.stdout.flush()
    elif fault == "occupied":
        answer("d4")
    elif fault == "pass":
        answer("pass" if options.proto == "gtp" else "PA")
    elif fault == "error":
        say("? no move today\n\n")
    elif fault == "resign":
        answer("resign")
    elif fault == "late":
        time.sleep(options.delay)
        return False
    else:
        return False
    return True


def choose():
    played = "".join(m for m in game.moves if m != "pass")
    for line in lines:
        if line.startswith(played) and len(line) > len(played):
            return line[len(played):len(played) + 2]
    rng = random.Random(f"{options.seed} {played}")
    return rng.choice(game.legal())


def think():
    """The move to answer with, or None when the fault has answered."""
    global own_moves
    own_moves += 1
    if options.fault and own_moves == options.at and misbehave():
        return None
    return choose()


def play(move):
    """False if the move is illegal."""
    try:
        game.play(move)
    except ValueError:
        return False
    return True


def new_game():
    global game, own_moves
    game = othello.Game()
    own_moves = 0


def gtp(line):
    words = line.split()
    command, rest = words[0], words[1:]
    color = rest[0][0].lower() if rest else None
    if command == "known_command":
        return "= false"
    if command in ("name", "boardsize", "time_settings", "time_left", "komi"):
        return "= scripted" if command == "name" else "="
    if command == "clear_board":
        new_game()
        return "="
    if command == "play":
        is_legal = color == game.turn and play(rest[1])
        if own_moves == options.at and options.fault == "refuse":
            return "? illegal move"
        if own_moves == options.at and options.fault == "babble":
            say("= and no empty line\n")
            return None
        return "=" if is_legal else "? illegal move"
    if command == "genmove":
        if color != game.turn:
            return "? wrong color"
        move = think()
        if move is None:
            return None
        play(move)
        return "= " + move
    if command == "quit":
        say("=\n\n")
        sys.exit(0)
    return "? unknown command"


def nboard(line):
    command, _, rest = line.partition(" ")
    if command == "ping":
        say(f"pong {rest}\n")
    elif command == "set" and rest.startswith("game "):
        new_game()
        for move in re.findall(r"[BW]\[([A-Za-z0-9]+)", rest.split("BO[", 1)[1]):
            if not play("pass" if move.upper() == "PA" else move):
                sys.exit(9)
    elif command == "move":
        move = rest.split("/")[0]
        if not play("pass" if move == "PA" else move):
            sys.exit(9)  # the runner would have told an illegal move
    elif command == "go":
        move = think()
        if move is not None:
            say(f"status thinking\nsearch {move.upper()} +1.50 0 3\n"
                f"nodestats 1234 0.01\n=== {move.upper()}/1.50/0.01\n")
    elif command == "quit":
        sys.exit(0)


if options.fault and options.at == 0:
    if not misbehave():
        sleep_for_ever()
for line in sys.stdin:
    line = line.strip()
    if not line:
        continue
    if options.log:
        with open(options.log, "a") as file:
            file.write(line + "\n")
    if options.proto == "nboard":
        nboard(line)
        continue
    reply = gtp(line)
    if reply is not None:
        say(reply + "\n\n")
