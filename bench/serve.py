#!/usr/bin/env python3
"""What "outflank serve" costs: serve.py OUTFLANK [REQUESTS CANCELS POSITIONS]

Processor time of a pipelined `evaluate`; how long a cancel takes; memory from first to last; and
searches of 10 ms through the service against "outflank analyze" on the same positions.
"""
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time

PROGRAM = sys.argv[1]
N_REQUESTS, N_CANCELS, N_POSITIONS = (int(x) for x in (sys.argv[2:] + [100000, 1000, 2000][len(sys.argv) - 2:]))
DATA = os.path.join(os.path.dirname(__file__), "../tests/data/positions/wthor-held-out.tsv")
BOARDS = [" ".join(line.split("\t")[:2]) for line in open(DATA) if line[0] != "#"]


def boards(n):
    return [BOARDS[i % len(BOARDS)] for i in range(n)]


def run(requests, *options):
    """Seconds of the clock and of processors for requests in a file, and the number of answers."""
    with tempfile.TemporaryFile() as file, tempfile.TemporaryFile() as out:
        file.write("".join(json.dumps(r) + "\n" for r in requests).encode())
        file.seek(0)
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run([PROGRAM, *options], stdin=file, stdout=out, check=True)
        seconds = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        out.seek(0)
        return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, sum(1 for _ in out)


def cost():
    nothing = run([], "serve")[1]
    requests = [{"id": i, "action": "evaluate", "text": b} for i, b in enumerate(boards(N_REQUESTS))]
    seconds, cpu, n = run(requests, "serve")
    assert n == N_REQUESTS + 1
    print(f"evaluate: {(cpu - nothing) / N_REQUESTS * 1e6:.1f} us of a processor, {N_REQUESTS / seconds:.0f} a second")


def cancels():
    """One is cancelled while another is searched: from writing the order to reading the answer."""
    service = subprocess.Popen([PROGRAM, "serve", "--jobs", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    waits, rng, memory = [], random.Random(7), []
    service.stdout.readline()

    def write(request):
        service.stdin.write(json.dumps(request).encode() + b"\n")
        service.stdin.flush()
    for i in range(N_CANCELS):
        write({"id": i, "action": "analyze", "text": rng.choice(BOARDS), "infinite": True})
        time.sleep(rng.random() * 0.02)
        start = time.perf_counter()
        write({"action": "cancel", "of": i})
        answer = json.loads(service.stdout.readline())
        waits.append(time.perf_counter() - start)
        assert answer["id"] == i, answer
        if i % max(1, N_CANCELS // 10) == 0:
            write({"id": "s", "action": "stats"})
            memory.append(json.loads(service.stdout.readline())["result"]["memory"] >> 20)
    service.stdin.close()
    service.wait()
    waits.sort()
    print(f"cancel: half within {waits[len(waits) // 2] * 1000:.1f} ms, 99 % within "
          f"{waits[len(waits) * 99 // 100] * 1000:.1f} ms; memory {memory} MiB")


def searches():
    rows = boards(N_POSITIONS)
    requests = [{"id": i, "action": "analyze", "text": b, "seconds": 0.01} for i, b in enumerate(rows)]
    with tempfile.NamedTemporaryFile("w") as file:
        file.write("\n".join(rows) + "\n")
        file.flush()
        alone = run([], "analyze", "--json", "--seconds", "0.01", file.name)[0]
    served = run(requests, "serve")[0]
    print(f"{N_POSITIONS} searches of 10 ms: {served:.2f} s served, {alone:.2f} s in one process: {served / alone:.3f}")


cost()
cancels()
searches()
