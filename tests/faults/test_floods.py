#!/usr/bin/env python3
"""Much input: P06 lines of 64 MiB (1 GiB with --slow), P17 a million commands, F09
a million lines to solve. All answered, in order, with memory that stays flat.

    test_floods.py OUTFLANK [--slow]
"""
import os
import threading
import time

import driver
from driver import IS_SLOW, Program, note

check = driver.tap.Tap()
GROWTH_KIB = 16 * 1024
HUGE = (1 << 30) if IS_SLOW else (64 << 20)


class Flood:
    """Writes much, reads all, watches the memory. The output is counted, not kept."""

    def __init__(self, *arguments, stderr=None):
        read_end, self.write_end = os.pipe()
        self.program = Program(*arguments, "--hash", "1", stdout=self.write_end,
                               **({"stderr": stderr} if stderr else {}))
        os.close(self.write_end)
        self.output = os.fdopen(read_end, "rb", buffering=0)
        self.counts, self.tail, self.bad = {}, b"", None
        self.rss_kib, self.is_held = [], threading.Event()

    def count(self, kinds):
        """Reads to the end: counts lines by kind; stops while `is_held`."""
        rest = b""
        while True:
            while self.is_held.is_set():
                time.sleep(0.01)
            data = self.output.read(1 << 16)
            if not data:
                break
            self.tail = (self.tail + data)[-200:]
            for kind in kinds:
                # Kinds hold no part of themselves at both ends but LF: count with overlap.
                text = rest[-len(kind) + 1:] + data
                self.counts[kind] = self.counts.get(kind, 0) + text.count(kind)
            rest = data[-64:] if len(data) >= 64 else (rest + data)[-64:]

    def run(self, pieces, kinds, hold_s=0.0):
        """Writes the pieces; memory is noted from the second on."""
        reader = threading.Thread(target=self.count, args=(kinds,), daemon=True)
        if hold_s:
            self.is_held.set()
            threading.Timer(hold_s, self.is_held.clear).start()
        reader.start()
        try:
            for i, piece in enumerate(pieces):
                if not self.program.write(piece):
                    break
                if i % 4 == 1:
                    self.rss_kib.append(self.program.rss_kib())
            self.program.close_input()
            self.code = self.program.wait(500)
            reader.join(60)
        finally:
            self.program.kill()
            self.output.close()

    def base_kib(self):
        """Memory after a quarter of the flood: by then the program has started."""
        return self.rss_kib[len(self.rss_kib) // 4]

    def growth_kib(self):
        return max(self.rss_kib[len(self.rss_kib) // 4:]) - self.base_kib()


def check_growth(flood, name):
    growth = flood.growth_kib()
    note(f"{name}: memory {flood.base_kib()} KiB, grows by {growth} KiB")
    if driver.is_sanitized():
        check.skip(f"{name}: memory", "the sanitizer keeps freed memory")
    else:
        check.that(growth < GROWTH_KIB, f"{name}: memory stays flat", f"{growth} KiB")


# ---- P17 ----

def test_million_commands():
    n, block = 1000000, 2000
    for command, text, kinds, hold_s in (
            (["gtp"], b"name\n", [b"= Outflank\n\n"], 0.0),
            (["gtp"], b"name\n", [b"= Outflank\n\n"], 1.0),
            (["nboard"], b"ping 7\n", [b"pong 7\n"], 0.5)):
        flood = Flood(*command)
        start = time.monotonic()
        flood.run([text * block] * (n // block), kinds, hold_s)
        name = f"P17 {command[0]}" + (f" (output not read for {hold_s} s)" if hold_s else "")
        check.that(flood.code == 0 and flood.counts == {kinds[0]: n} and
                   not flood.program.errors(), f"{name}: {n} commands answered",
                   f"exit {flood.code} {flood.counts} {flood.tail}")
        note(f"{name}: {n / (time.monotonic() - start):.0f} commands a second")
        check_growth(flood, name)


def test_flood_in_search():
    """Commands pile up while a search runs: back-pressure, not memory."""
    n, block = 200000, 2000
    flood = Flood("gtp")
    flood.run([b"name\ntime_settings 0 2 0\ngenmove b\n"] + [b"komi 5\n" * block] * (n // block),
              [b"=\n\n"])
    check.that(flood.code == 0 and flood.counts == {b"=\n\n": n + 1},
               "P17 commands during a search: all answered after it",
               f"exit {flood.code} {flood.counts} {flood.tail}")
    check_growth(flood, "P17 commands during a search")


# ---- P06 ----

def test_huge_line():
    chunk = b"x" * (1 << 20)
    n = HUGE >> 20
    for command, before, after, kinds in (
            ("gtp", b"name\n", b"\nname\n", [b"= Outflank\n", b"too long"]),
            ("gtp", b"name\nplay b ", b"\nname\n", [b"= Outflank\n", b"too long"]),
            ("gtp", b"name\n", b"", [b"= Outflank\n", b"too long"]),
            ("nboard", b"ping 1\n", b"\nping 1\n", [b"pong 1\n", b"too long"]),
            ("nboard", b"ping 1\nset game (;GM[Othello]CO[", b"\nping 1\n",
             [b"pong 1\n", b"too long"]),
            ("console", b"version\n", b"\nversion\n", [b"utflank", b"too long"])):
        flood = Flood(command)
        flood.run([before] + [chunk] * n + [after], kinds)
        expected = [2 if after else 1, 1]
        found = [flood.counts.get(kind, 0) for kind in kinds]
        check.that(flood.code == 0 and found == expected,
                   f"P06 {command}: a line of {HUGE} bytes ({before[-12:]!r})",
                   f"exit {flood.code} {flood.counts} {flood.tail} {flood.program.errors()[:200]}")
        check_growth(flood, f"P06 {command}")
    silent = Flood("gtp")
    silent.run([b"name\n# "] + [chunk] * n + [b"\nname\n"], [b"= Outflank\n", b"too long"])
    check.that(silent.code == 0 and silent.counts[b"= Outflank\n"] == 2 and
               silent.counts[b"too long"] <= 1, "P06 gtp: a huge comment", silent.counts)
    zeros = Flood("gtp")
    zeros.run([b"name\n"] + [b"\0" * (1 << 20)] * n + [b"\nname\n"], [b"= Outflank\n", b"? "])
    check.that(zeros.code == 0 and zeros.counts[b"= Outflank\n"] == 2 and
               zeros.counts[b"? "] <= 1, "P06 gtp: 64 MiB of NUL", zeros.counts)


# ---- F09: solve ----

def test_solve_many():
    line = b"XXXXXXXOOXOOOOOOOOXXOXOXOXXXOOXXOXOOXXXXOOOXOXXXOOOOOOXXOOOOOOO- O;\r\n"
    n, block = (1000000 if IS_SLOW else 100000), 1000
    flood = Flood("solve")
    flood.run([line * block] * (n // block), [b"  +18  h8 "])
    check.that(flood.code == 0 and flood.counts == {b"  +18  h8 ": n}, f"F09 solve: {n} lines",
               f"exit {flood.code} {flood.counts} {flood.tail}")
    check_growth(flood, "F09 solve")
    errors = os.open(os.devnull, os.O_WRONLY)
    flood = Flood("solve", stderr=errors)
    flood.run([line] + [b"x" * (1 << 20)] * (HUGE >> 20) + [b"\n" + line],
              [b"  +18  h8 ", b" 1 malformed"])
    os.close(errors)
    check.that(flood.code == 65 and flood.counts == {b"  +18  h8 ": 2, b" 1 malformed": 1},
               f"F09 solve: a line of {HUGE} bytes", f"exit {flood.code} {flood.counts}")
    check_growth(flood, "F09 solve with a huge line")


driver.run_all(check, test_million_commands, test_flood_in_search, test_huge_line,
               test_solve_many)
