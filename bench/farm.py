#!/usr/bin/env python3
"""What a farm costs: workers that sleep (docs/scale.md).

    farm.py processes|dask WORKERS [REQUESTS_A_WORKER MS BATCH_SECONDS]

Prints rows, seconds, the share of the workers' time that was slept, and the processor time of the client
and of Dask's scheduler for a batch and for a request. Dask: one worker process with so many threads.
"""
import collections
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "python"))
SLEEPER = os.path.join(ROOT, "python", "tests", "sleeper.py")


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start_dask(folder, workers):
    from distributed import Client
    where = os.path.join(folder, "scheduler.json")
    env = dict(os.environ, PYTHONPATH=os.path.join(ROOT, "python"))
    helpers = [subprocess.Popen(["/usr/bin/" + word for word in words[:1]] + words[1:], env=env,
                                stderr=subprocess.DEVNULL)
               for words in (["dask-scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", where],
                             ["dask-worker", "--scheduler-file", where, "--nthreads", str(workers),
                              "--no-nanny", "--no-dashboard", "--local-directory", folder])]
    client = Client(scheduler_file=where, timeout=60)
    client.wait_for_workers(1)
    return client, helpers


def main():
    from outflank import farm
    kind, workers = sys.argv[1], int(sys.argv[2])
    each, ms, seconds = (float(word) for word in sys.argv[3:6]) if len(sys.argv) > 5 else (100, 100, 2)
    requests = [{"action": "analyze", "text": "f5", "nodes": ms}] * int(each * workers)
    with tempfile.TemporaryDirectory() as folder:
        client, helpers = start_dask(folder, workers) if kind == "dask" else (None, [])
        try:
            executor = client.get_executor() if client else farm.Processes(workers)
            warm = [{"action": "analyze", "text": "f5", "nodes": 1000}] * workers
            collections.deque(farm.map(warm, executor, program=SLEEPER), 0)
            spent = [time.process_time(), processor_seconds(helpers[0].pid) if helpers else 0]
            begun = time.monotonic()
            rows = farm.map(requests, executor, program=SLEEPER, seconds=seconds,
                            out=os.path.join(folder, "rows"))
            n = sum(1 for _ in rows)
            took = time.monotonic() - begun
            spent[0] = time.process_time() - spent[0]
            spent[1] = processor_seconds(helpers[0].pid) - spent[1] if helpers else 0
            size = os.path.getsize(os.path.join(folder, "rows"))
            client.close() if client else executor.shutdown()
        finally:
            for helper in reversed(helpers):
                helper.terminate()
                helper.wait()
    print(f"{kind}, {workers} workers: {n} rows of {ms:g} ms in {took:.1f} s, slept "
          f"{100 * n * ms / 1000 / workers / took:.0f} %; a request: client {1e6 * spent[0] / n:.0f} us, "
          f"scheduler {1e6 * spent[1] / n:.0f} us, {size / n:.0f} bytes")


if __name__ == "__main__":
    main()
