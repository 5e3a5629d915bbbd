#!/usr/bin/env python3
"""Games on short clocks beside busy processors: who is late, why, and how much time is used.

    bench/clocks.py build/src/outflank --control st=0.05 --games 1000

The program plays itself over GTP (outflank match, XOT openings), and as many loops as there are
processors keep these busy. Meanwhile a probe asks the kernel, for each thread of match and engines,
how long it was ready and waited for a processor (/proc/PID/task/TID/schedstat). A late move is
excused if, while it was made, a thread of an engine and one of the match together waited at least
as long as the move was over its time. The use of time is what moves with 24 empties and more took, of the time a move or, with a
clock, of what the clock held at first.

The exit status is 1 if a late move is not excused.
"""
import argparse
import csv
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
OPENINGS = os.path.join(HERE, "openings/xot_small.txt")
FULL_EMPTIES = 24      # with fewer the end may be solved before the time is used
SLACK_US = 30_000      # from the late move to when the runner's line is read
SAMPLE_S = 0.002
LEAST_US = 500         # shorter waits are not kept


def now_us():
    return time.monotonic_ns() // 1000


class Probe(threading.Thread):
    """Waits of all threads of a process and its children: (when it was over, length, thread,
    is it of a child?)."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.waits, self.files, self.seen = pid, [], {}, {}
        self.is_child = {}
        self.must_end = False

    def find_threads(self):
        pids = [self.pid]
        for pid in pids:
            try:
                for tid in os.listdir(f"/proc/{pid}/task"):
                    if tid not in self.files:
                        self.files[tid] = os.open(f"/proc/{pid}/task/{tid}/schedstat", os.O_RDONLY)
                        self.is_child[tid] = pid != self.pid
                    with open(f"/proc/{pid}/task/{tid}/children", encoding="ascii") as file:
                        pids += file.read().split()
            except OSError:
                pass

    def run(self):
        turn = 0
        while not self.must_end:
            if turn % 50 == 0:
                self.find_threads()
            turn += 1
            for tid, file in list(self.files.items()):
                try:
                    wait_us = int(os.pread(file, 100, 0).split()[1]) // 1000
                except (OSError, IndexError):
                    os.close(self.files.pop(tid))
                    continue
                fresh_us = wait_us - self.seen.get(tid, wait_us)
                self.seen[tid] = wait_us
                if fresh_us >= LEAST_US:
                    self.waits.append((now_us(), fresh_us, tid, self.is_child[tid]))
            time.sleep(SAMPLE_S)

    def most(self, begin, end):
        """What the two threads, one of each kind, waited that waited most in this interval."""
        sums = {False: {}, True: {}}
        for at, length, tid, is_child in self.waits:
            if begin <= at <= end:
                sums[is_child][tid] = sums[is_child].get(tid, 0) + length
        return sum(max(of_kind.values(), default=0) for of_kind in sums.values())


def play(args, prefix):
    """The match; when each game was over, by number, and the probe."""
    engine = f"'{os.path.abspath(args.engine)}' gtp --book none"
    command = [args.engine, "match", "-engine", f"cmd={engine}", "name=a",
               "-engine", f"cmd={engine}", "name=b",
               "-each", args.control, f"timemargin={args.margin}", "option.hash=16", *args.each,
               "-openings", f"file={OPENINGS}", "order=random", "-srand", str(args.seed),
               "-rounds", str((args.games + 1) // 2), "-out", prefix,
               "-concurrency", str(args.concurrency)]
    over_us = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as match:
        probe = Probe(match.pid)
        probe.start()
        for line in match.stdout:
            found = re.match(r"game (\d+):", line)
            if found:
                over_us[int(found.group(1))] = now_us()
        probe.must_end = True
    return over_us, probe


def read_used(prefix):
    """Seconds of moves with many empties, and of all moves of each side of each game."""
    full, sides = [], []
    with open(prefix + ".ggf", encoding="utf-8") as file:
        for game in file:
            sums, empties = {"B": 0.0, "W": 0.0}, 60
            for color, rest in re.findall(r"([BW])\[([A-Ha-hP][^\]]*)\]", game):
                fields = rest.split("/")
                if len(fields) == 3 and fields[2]:
                    sums[color] += float(fields[2])
                    if empties >= FULL_EMPTIES:
                        full.append(float(fields[2]))
                empties -= not fields[0].upper().startswith("PA")
            sides += sums.values()
    return full, sides


def tell_late(args, prefix, probe, over_us):
    """A line for each game lost on time; how many of them are not excused."""
    n_late = n_guilty = 0
    with open(prefix + ".csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["end"] != "time":
                continue
            late_ms = int(re.search(r"(\d+) ms too late", row["detail"]).group(1)) \
                if "too late" in row["detail"] else 10_000
            end_us = over_us[int(row["game"])]
            begin_us = end_us - SLACK_US - int(1e6 * args.longest) - late_ms * 1000
            wait_ms = probe.most(begin_us, end_us + SLACK_US) / 1000
            is_excused = wait_ms >= late_ms
            n_late += 1
            n_guilty += not is_excused
            print(f"game {row['game']}: {late_ms} ms over its time, {wait_ms:.0f} ms waited"
                  f"{'' if is_excused else ': not excused'}", flush=True)
    return n_late, n_guilty


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--control", default="st=0.05", help="as outflank match has it")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--margin", type=int, default=20, help="ms")
    parser.add_argument("--busy", type=int, default=os.cpu_count(), help="loops beside the games")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="keep the games under this prefix")
    parser.add_argument("--each", nargs="*", default=[], help="more keys for both engines")
    args = parser.parse_args()
    value = args.control.split("=")[1]
    args.longest = float(value.split("+")[0])
    with tempfile.TemporaryDirectory() as folder:
        prefix = args.out or os.path.join(folder, "games")
        loops = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(args.busy)]
        try:
            over_us, probe = play(args, prefix)
        finally:
            for loop in loops:
                loop.kill()
                loop.wait()
        n_late, n_guilty = tell_late(args, prefix, probe, over_us)
        full, sides = read_used(prefix)
    lengths = sorted(length / 1000 for _, length, _, _ in probe.waits)
    print(f"{args.control}, margin {args.margin} ms: {len(over_us)} games, {n_late} lost on time, "
          f"{n_guilty} of them not excused")
    if lengths:
        late = lengths[int(0.99 * (len(lengths) - 1))]
        print(f"waits: {len(lengths)}, median {statistics.median(lengths):.1f} ms, "
              f"99 % {late:.1f} ms, longest {lengths[-1]:.0f} ms")
    if full and args.control.startswith("st="):
        parts = [seconds / args.longest for seconds in full]
        print(f"use: {statistics.mean(parts):.3f} (median {statistics.median(parts):.3f}) "
              f"of the time a move, {len(full)} moves")
    else:
        print(f"use: {statistics.mean(sides):.3f} s a side on average, at most {max(sides):.3f} s")
    return 1 if n_guilty else 0


if __name__ == "__main__":
    sys.exit(main())
