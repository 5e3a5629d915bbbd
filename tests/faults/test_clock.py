#!/usr/bin/env python3
"""Clocks at their ends: K01 no time, little time, endless time; K04 time per move.

    test_clock.py OUTFLANK [--slow]

What moves take is printed; only wide bounds are asserted.
"""
import time

import driver
import model
from driver import IS_SLOW, Program, note

check = driver.tap.Tap()
rng = driver.seed_random()
BOUND_S = 10.0


def timed_genmove(program, game):
    start = time.monotonic()
    reply = program.gtp("genmove " + game.turn)
    used = time.monotonic() - start
    legal = list(map(model.name, game.legal()))
    if not reply.is_ok or reply.text not in legal:
        raise ValueError(f"genmove answered {reply} in {game.text()}")
    return used


# ---- K01 ----

def test_no_time():
    settings = [("time_settings 0 0 0", "time_left {} 0 0"), ("time_settings 1 0 0", "time_left {} 0 0"),
                ("time_settings 1 0 0", "time_left {} -5 0"), ("time_settings 1 0 0", "time_left {} 1 0"),
                ("time_settings 0 1 1", "time_left {} 0 0"), ("time_settings 0 1 1", "time_left {} 0 1"),
                ("time_settings 0 1 1", "time_left {} 1 0"), ("time_settings 1 1 1", "time_left {} 0 1000"),
                ("time_settings 300 0 0", "time_left {} -1000000000 0"), ("time_settings 1 1 1000", ""),
                ("time_settings 0 0 1", ""), ("time_settings 1 0 5", "time_left {} 0 5"),
                ("time_settings 1 1 0", "time_left {} 0 0")]
    times = []
    with Program("gtp", "--threads", "2", "--hash", "4") as program:
        for setting, left in settings:
            for n_plies in (0, 5, 20, 35, 45, 52, 58):
                game = model.random_game(rng, n_plies)
                if not game.legal():
                    continue
                if not program.gtp(setting).is_ok:
                    raise ValueError(setting)
                program.gtp("x-setboard " + game.text())
                if left and not program.gtp(left.format(game.turn)).is_ok:
                    raise ValueError(left)
                used = timed_genmove(program, game)
                # Without any clock the level decides, which is no question of time.
                if (setting, left) != ("time_settings 0 0 0", "") and "0 0 1" not in setting:
                    times.append(used)
        check.equal((program.end(), program.errors()), (0, ""), "K01 gtp: exit 0, nothing on stderr")
    note("K01 moves with a second or less: " + driver.percentiles_ms(times))
    check.that(max(times) < BOUND_S, "K01 gtp: a legal move with hardly any time", max(times))


def test_endless_time():
    """The largest clock: no overflow, and the search can be ended."""
    with Program("gtp", "--hash", "4") as program:
        for setting in ("time_settings 1000000000 0 0", "time_settings 0 1000000000 0",
                        "time_settings 1000000000 1000000000 1000",
                        "time_settings 1000000000 1000000000 0"):
            check.that(program.gtp(setting).is_ok, f"K01 {setting}")
            program.gtp("clear_board")
            program.gtp("time_left b 1000000000 0")
            program.send("genmove b")
            time.sleep(0.2)
            program.send("# interrupt")
            reply = program.reply("genmove b")
            check.that(reply.text in ("d3", "c4", "f5", "e6"), f"K01 {setting}: a move", reply)
        check.equal((program.end(), program.errors()), (0, ""), "K01 exit 0, nothing on stderr")


def test_nboard_clocks():
    times = []
    with Program("nboard", "--hash", "4") as program:
        program.send("nboard 2")
        for clock in ("0:00", "0:01", "0:00/0:00/0:00", "0:01/0:00/0:00", "0:00/0:01", "0:01//0:00",
                      "0:00,0:0//0:00,0:0", "0:0:0:1"):
            # No time and no increment is a game without a clock: the depth decides.
            program.send(f"set depth {60 if '1' in clock else 8}")
            for moves in ("", "B[F5//0.5]W[D6//0.9]", "B[F5//1000]W[D6//2000]",
                          "B[F5//1e9]W[D6//-5]", "B[F5//99999999999999999999]W[D6]"):
                text = f"(;GM[Othello]TI[{clock}]TY[8]BO[8 {driver.START.replace('X', '*')} *]{moves};)"
                start = time.monotonic()
                program.send("set game " + text, "go")
                line = ""
                is_error = False
                while not line.startswith("===") and not is_error:
                    line = program.line(what="go")
                    is_error = line.startswith("status Error")
                if is_error and clock not in ("0:0:0:1",):
                    check.that(False, f"K01 TI[{clock}] {moves}", line)
                if is_error:
                    program.line(what="go")
                times.append(time.monotonic() - start)
        check.equal((program.end(), program.errors()), (0, ""), "K01 nboard: exit 0, no stderr")
    note("K01 nboard: " + driver.percentiles_ms(times))
    check.that(max(times) < BOUND_S, "K01 nboard: a move with hardly any time", max(times))


# ---- K04 ----

def test_move_time():
    for setting, seconds, n in (("time_settings 0 1 0", 1.0, 12 if IS_SLOW else 3),
                                ("time_settings 0 0.1 0", 0.1, 100 if IS_SLOW else 20)):
        late = []
        with Program("gtp", "--hash", "16", "--threads", "2") as program:
            if not program.gtp(setting).is_ok:
                check.that(False, f"K04 {setting}")
                continue
            for _ in range(n):
                game = model.random_game(rng, rng.randrange(4, 24))
                if not game.legal():
                    continue
                program.gtp("x-setboard " + game.text())
                late.append(timed_genmove(program, game) - seconds)
        note(f"K04 {setting}: beyond its time (below 0: before) " + driver.percentiles_ms(late))
        check.that(max(late) < BOUND_S, f"K04 {setting}", max(late))


def test_game_clock():
    """Whole games on a clock that the driver keeps: no time is lost."""
    n_lost = 0
    for main_s, n in ((2, 4), (1, 4)):
        with Program("gtp", "--hash", "4") as program:
            for _ in range(n if IS_SLOW else 1):
                program.send("clear_board", f"time_settings {main_s} 0 0")
                program.reply()
                program.reply()
                game, left = model.Game(), {"b": float(main_s), "w": float(main_s)}
                while game.legal():
                    turn = game.turn
                    program.gtp(f"time_left {turn} {int(max(left[turn], 0))} 0")
                    start = time.monotonic()
                    reply = program.gtp("genmove " + turn)
                    left[turn] -= time.monotonic() - start
                    move = model.PASS if reply.text == "pass" else model.square(reply.text)
                    if move not in game.legal():
                        raise ValueError(f"{reply} in {game.text()}")
                    game.play(move)
                note(f"a game of {main_s} s: black has {left['b']:.2f} s left, white {left['w']:.2f}")
                n_lost += min(left.values()) < -BOUND_S
    check.equal(n_lost, 0, "K04 whole games on a clock")


driver.run_all(check, test_no_time, test_endless_time, test_nboard_clocks, test_move_time,
               test_game_clock)
