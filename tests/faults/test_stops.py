#!/usr/bin/env python3
"""Searches that are ended: P13-P15 and the conformance list of NBoard: 1,000 random
interleavings of hint, move and ping without a line of an older request after its
pong.

    test_stops.py OUTFLANK [--slow]      --slow: on busy cores, more of all
"""
import re
import subprocess
import sys
import time

import driver
import model
import nboard_rules
from driver import IS_SLOW, Program, START, note

check = driver.tap.Tap()
rng = driver.seed_random()
BOUND_S = 10.0  # against a hang; the goal is 10 ms on a quiet machine: see the notes it prints


class Busy:
    """Keeps the cores busy while it lasts (with --slow)."""

    def __enter__(self):
        self.processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"])
                          for _ in range(2 if IS_SLOW else 0)]
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()


def ggf(game):
    black, white = game.black(), game.white()
    discs = "".join("*" if black >> i & 1 else "O" if white >> i & 1 else "-" for i in range(64))
    return f"(;GM[Othello]TY[8]BO[8 {discs} {'*' if game.turn == 'b' else 'O'}];)"


def open_game():
    """A position with moves to choose from and a long search before it."""
    while True:
        game = model.random_game(rng, rng.randrange(1, 26))
        if len(game.legal()) > 2:
            return game


def is_line_of(pv, game):
    """Every move of the line is legal from here, passes included."""
    game = game.copy()
    moves = re.findall("..", pv.replace("-", "") if "--" not in pv else pv)
    for move in moves:
        square = model.PASS if move.lower() in ("pa", "--") else model.square(move)
        if square not in game.legal():
            return False
        game.play(square)
    return True


# ---- P15 ----

def stop_latency(n, threads):
    times = []
    reader = nboard_rules.Reader()
    with Busy(), Program("nboard", "--threads", str(threads)) as program:
        program.send("nboard 2")
        for i in range(n):
            program.send(f"set game {ggf(open_game())}", "hint 2")
            while True:
                line = program.line(what="search")
                reader.read(line)
                if line.startswith("search"):
                    break
            time.sleep(rng.random() * 0.004)
            start = time.monotonic()
            program.send(f"ping {i}")
            while True:
                line, at = program.timed_line(what="pong")
                reader.read(line)
                if line == f"pong {i}":
                    break
            times.append(at - start)
        check.equal((program.end(), program.errors()), (0, ""), "P15 exit 0, nothing on stderr")
    note(f"ping in a hint to pong, {threads} threads: " + driver.percentiles_ms(times))
    check.that(max(times) < BOUND_S, f"P15 {n} stops with {threads} threads", max(times))


def test_stop_latency():
    stop_latency(1000 if IS_SLOW else 300, 2)
    stop_latency(200, 1)


def test_interrupt_latency():
    """GTP: the comment "# interrupt" ends a genmove, which plays what it has."""
    times = []
    with Busy(), Program("gtp", "--level", "60", "--threads", "2") as program:
        for _ in range(1000 if IS_SLOW else 100):
            game = open_game()
            program.gtp("x-setboard " + game.text())
            program.send(f"genmove {game.turn}")
            time.sleep(rng.random() * 0.02)
            start = time.monotonic()
            program.send("# interrupt")
            line, at = program.timed_line(what="genmove")
            times.append(at - start)
            if not line.startswith("= ") or model.square(line[2:]) not in game.legal() or \
                    program.line() != "":
                raise ValueError(f"genmove answered {line!r} in {game.text()}")
    note("# interrupt to the move: " + driver.percentiles_ms(times))
    check.that(max(times) < BOUND_S, "P15 genmove ends at '# interrupt'", max(times))


# ---- P14 ----

def test_storm():
    n = 10000 if IS_SLOW else 3000
    data = "nboard 2\n" + "".join(f"go\nping {i}\n" for i in range(n))
    start = time.monotonic()
    with Program("nboard", "--level", "60", "--threads", "2") as program:
        program.write_later(data.encode())
        code = program.wait(400)
        lines = program.output().decode().splitlines()
    used = time.monotonic() - start
    reader = nboard_rules.Reader()
    for line in lines:
        reader.read(line)
    check.that(code == 0 and not program.errors() and reader.pongs == list(range(n)) and
               len(reader.moves) == n and set(reader.moves) <= {"d3", "c4", "f5", "e6"},
               f"P14 {n} times go and stop: every go has a move, every ping its pong",
               f"exit {code}, {len(reader.moves)} moves, {len(reader.pongs)} pongs")
    note(f"go and stop: {used / n * 1000:.2f} ms each")
    n //= 5
    data = "nboard 2\n" + "".join(f"hint 4\nping {i}\n" for i in range(n))
    done = driver.run("nboard", "--threads", "2", data=data)
    reader = nboard_rules.Reader()
    for line in done.output().decode().splitlines():
        reader.read(line)
    check.that(done.code == 0 and reader.pongs == list(range(n)), f"P14 {n} times hint and stop")
    data = "genmove b\n# interrupt\nundo\n" * n
    done = driver.run("gtp", "--level", "60", "--threads", "2", data=data)
    replies = driver.parse_replies(done.output())
    check.that(done.code == 0 and len(replies) == 2 * n and all(r.is_ok for r in replies),
               f"P14 gtp: {n} times genmove, interrupt, undo", (done.code, len(replies)))


def test_starts():
    """go and quit, in one write, in many processes."""
    n = 1000 if IS_SLOW else 150
    n_wrong = 0
    for i in range(n):
        command, data = (("nboard", "nboard 2\ngo\nquit\n"), ("nboard", "nboard 2\nhint 4\nquit\n"),
                         ("gtp", "genmove b\n# interrupt\nquit\n"),
                         ("nboard", "set depth 60\ngo\nping 1\nquit\n"))[i % 4]
        done = driver.run(command, "--threads", "2", "--level", "4", data=data)
        if done.code != 0 or done.errors():
            n_wrong += 1
            note(f"{command} {data!r}: exit {done.code} {done.errors()[:200]}")
    check.equal(n_wrong, 0, f"P14 {n} processes that start a search and quit")


def test_thread_changes():
    """More and fewer threads and table between searches: none is left over."""
    with Program("gtp", "--level", "4") as program:
        program.gtp("reg_genmove b")
        base = program.n_threads()
        for i in range(201):
            program.send(f"x-setoption threads {1 + 7 * (i % 2)}", f"x-setoption hash {1 + i % 4}",
                         "reg_genmove b")
            if not all([program.reply().is_ok for _ in range(3)]):
                raise ValueError("a command failed")
        note(f"threads at first {base}, after 200 changes {program.n_threads()}")
        check.that(program.n_threads() <= base, "P13 threads changed 200 times: none is left over")
        program.send("set_level 60", "genmove b", "x-setoption threads 3", "x-setoption hash 2",
                     "set_level 2", "# interrupt")
        replies = [program.reply() for _ in range(5)]
        check.that(all(r.is_ok for r in replies), "P13 options wait for the search's end", replies)


# ---- the conformance list ----

class Interleaving:
    """One batch of requests that ends in a ping; what it may be answered."""

    def __init__(self, game):
        self.lines, self.games, self.n_go = [], [game.copy()], 0
        for _ in range(rng.randrange(1, 5)):
            kind = rng.random()
            if kind < 0.45:
                self.lines.append(f"hint {rng.choice((1, 2, 4, 64))}")
            elif kind < 0.85:
                game = game.copy()
                if not game.legal():
                    break
                move = rng.choice(game.legal())
                game.play(move)
                text = "PA" if move == model.PASS else model.name(move).upper()
                self.lines.append("move " + text + rng.choice(("", "/1.5", "//2.768", "/-0.2/3")))
                self.games.append(game)
            elif kind < 0.93:
                self.lines.append("go")
                self.n_go += 1
            else:
                self.lines.append(f"set depth {rng.choice((20, 30, 40, 60))}")
        self.game = game

    def check(self, lines):
        """Hints belong to the positions of this batch, in their order."""
        at, n_moves = 0, 0
        for line in lines:
            word, _, rest = line.partition(" ")
            if word not in ("search", "==="):
                continue
            pv = rest.split(" ")[0] if word == "search" else rest.split("/")[0]
            while at < len(self.games) and not is_line_of(pv, self.games[at]):
                at += 1
            if at == len(self.games):
                return f"{line!r} is of no position of this batch: {self.lines}"
            n_moves += word == "==="
        if n_moves > self.n_go:
            return f"{n_moves} moves for {self.n_go} go: {self.lines}"
        return ""


def test_interleavings():
    n, ping, times, n_wrong = 1000 if not IS_SLOW else 5000, 0, [], 0
    reader = nboard_rules.Reader()
    game = model.Game()
    with Busy(), Program("nboard", "--threads", "2", "--level", "60") as program:
        program.send("nboard 2", "set depth 60")
        for _ in range(n):
            if not game.legal() or len(game.moves) > 35 or rng.random() < 0.05:
                game = open_game()
                program.send("set game " + ggf(game))
            batch = Interleaving(game)
            game = batch.game
            ping += rng.choice((1, 1, 2, 5))
            if rng.random() < 0.5:
                program.send(*batch.lines)
                time.sleep(rng.choice((0, 0.001, 0.004, 0.01)) * rng.random())
                start = time.monotonic()
                program.send(f"ping {ping}")
            else:
                start = time.monotonic()
                program.send(*batch.lines, f"ping {ping}")
            lines = []
            while True:
                line, at = program.timed_line(what=f"pong {ping} after {batch.lines}")
                if line is None:
                    raise ValueError(f"the output ended after {batch.lines}")
                reader.read(line)
                if line == f"pong {ping}":
                    break
                lines.append(line)
            times.append(at - start)
            fault = batch.check(lines)
            if rng.random() < 0.1:
                try:
                    fault = fault or f"after pong: {program.line(0.03)!r}"
                except driver.Late:
                    pass
            if fault:
                n_wrong += 1
                note(fault)
        program.send("quit")
        code = program.wait()
    note("ping to pong: " + driver.percentiles_ms(times))
    check.that(n_wrong == 0 and reader.pongs == sorted(reader.pongs) and len(reader.pongs) == n,
               f"2a {n} interleavings: nothing of an older request after a pong")
    check.that(max(times) < BOUND_S, "2a every pong in time", max(times))
    check.that(code == 0 and not program.errors(), "2a exit 0, nothing on stderr", program.errors())


def test_iterations():
    """Each set of hints: one depth text, the moves asked for, no move twice."""
    n_wrong, n_sets = 0, 0
    with Program("nboard") as program:
        program.send("nboard 2", "set depth 9")
        for _ in range(40):
            game, n = open_game(), rng.choice((1, 2, 4, 64))
            reader = nboard_rules.Reader()
            program.send("set game " + ggf(game), f"hint {n}")
            line = ""
            while line != "status":
                line = program.line(what="hint")
                reader.read(line)
            depths = []
            for lines in reader.iterations():
                n_sets += 1
                firsts = [pv[:2] for pv, _, _ in lines]
                values = [value for _, value, _ in lines]
                depths.append(lines[0][2])
                if len(firsts) != min(n, len(game.legal())) or len(set(firsts)) != len(firsts) or \
                        values != sorted(values, reverse=True) or \
                        not all(is_line_of(pv, game) for pv, _, _ in lines):
                    n_wrong += 1
                    note(f"hint {n} in {game.text()}: {lines}")
            if not reader.nodes or depths[-1] not in ("9",) and "%" not in depths[-1]:
                n_wrong += 1
                note(f"hint {n} in {game.text()}: nodes {reader.nodes}, depths {depths}")
    check.that(n_wrong == 0 and n_sets > 100, f"2a {n_sets} sets of hints: whole, sorted, legal")


driver.run_all(check, test_stop_latency, test_interrupt_latency, test_storm, test_starts,
               test_thread_changes, test_interleavings, test_iterations)
