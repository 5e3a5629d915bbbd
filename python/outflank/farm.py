"""Many requests on many workers, by any executor of concurrent.futures (docs/scale.md).

    from outflank import farm

    requests = [{"action": "analyze", "text": text, "nodes": 100000} for text in positions]
    for row in farm.map(requests, out="rows.jsonl"):              # processes of this machine
        print(row["id"], row["result"]["moves"][0]["move"])

    executor = dask.distributed.Client("host:8786").get_executor()
    for row in farm.map(requests, executor, out="rows.jsonl", resume=True): ...

A script that uses processes needs `if __name__ == "__main__":`. As a command:
`python3 -m outflank.farm --help`.
"""
from __future__ import annotations

import array
import asyncio
import collections
import concurrent.futures
import fcntl
import json
import math
import multiprocessing
import multiprocessing.connection
import operator
import os
import queue
import re
import signal
import sys
import threading
import time
import zlib
from typing import Any, Callable, Deque, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple

from ._work import Item, run_batch
from .errors import OutflankError
from .service import ServiceError

Row = Dict[str, Any]
BATCH_SECONDS = 10.0
MOST = 5000    # requests of a batch
DEATHS = 3     # of workers by a request that was alone in its batch
HOPELESS = 30  # deaths before anything was answered
NAMED = ("version", "signature", "network", "book", "threads", "settings")  # what rows must share
# What executors raise when a worker died, by names of their exceptions. Others that are not ours are
# deaths, too: Dask's own code may fail when its workers are killed.
_DEATH = re.compile("Killed|Died|Crash|Broken|Lost|Cancel|Terminated|Closed|MemoryError")


class FarmError(OutflankError):
    """The run cannot go on. What was answered is in the file, and `resume` goes on with it."""


def _init_worker() -> None:
    """A worker ends when its parent does, and leaves Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent:
            multiprocessing.connection.wait([parent.sentinel])
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Processes(concurrent.futures.Executor):
    """Processes of this machine, each a pool of its own: a ProcessPoolExecutor ends all of its
    processes when one dies."""

    def __init__(self, workers: Optional[int] = None) -> None:
        self._max_workers = workers or os.cpu_count() or 1
        self._pools: List[Optional[concurrent.futures.ProcessPoolExecutor]] = [None] * self._max_workers
        self._load, self._lock = [0] * self._max_workers, threading.Lock()

    def __repr__(self) -> str:
        return f"<Processes: {self._max_workers}>"

    def submit(self, call: Callable[..., Any], /, *args: Any, **keys: Any) -> Any:
        with self._lock:
            i = self._load.index(min(self._load))
            self._load[i] += 1
        try:
            future = self._pool(i).submit(call, *args, **keys)
        except concurrent.futures.BrokenExecutor:
            self._pools[i] = None
            future = self._pool(i).submit(call, *args, **keys)
        future.add_done_callback(lambda _: self._is_done(i))
        return future

    def _pool(self, i: int) -> concurrent.futures.ProcessPoolExecutor:
        pool = self._pools[i]
        if pool is None:
            self._pools[i] = pool = concurrent.futures.ProcessPoolExecutor(
                1, multiprocessing.get_context("spawn"), _init_worker)
        return pool

    def _is_done(self, i: int) -> None:
        with self._lock:
            self._load[i] -= 1

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """With cancel_futures processes are killed."""
        for pool in self._pools:
            if pool and cancel_futures:
                for process in list((pool._processes or {}).values()):
                    process.kill()
            if pool:
                pool.shutdown(wait, cancel_futures=cancel_futures)


def count_workers(executor: Any) -> int:
    """How many batches an executor works on at once."""
    if hasattr(executor, "_client"):  # Dask's
        return sum(executor._client.nthreads().values())
    return int(getattr(executor, "_max_workers", None) or os.cpu_count() or 1)


def _sums(request: Dict[str, Any]) -> int:
    """Checksums of what is asked about, and of how, in one number that is not 0."""
    what = {key: request[key] for key in ("text", "task", "file") if key in request}
    how = {key: value for key, value in request.items() if key not in what}
    first, second = (zlib.crc32(json.dumps(part, sort_keys=True).encode()) for part in (what, how))
    return first << 32 | second or 1


class _Rows:
    """The file of rows. It may be none."""

    def __init__(self, path: Optional[str], resume: bool, mix: bool) -> None:
        self.path, self.mix, self.n = path, mix, 0
        self.kept = array.array("Q")        # checksums of requests that have rows, by number
        self.shared: Dict[str, Any] = {}    # what all rows share
        self._file: Any = None
        if path is None:
            return
        if os.path.exists(path) and os.path.getsize(path) and not resume:
            raise FarmError(f"{path} exists: --resume goes on with it")
        self._file = open(path, "a+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FarmError(f"{path}: another run writes it") from None
        self._read()

    def _read(self) -> None:
        self._file.seek(0)
        end = 0
        for number, line in enumerate(self._file, 1):
            if not line.endswith(b"\n"):
                print(f"{self.path}: line {number} is only half written; it is asked again",
                      file=sys.stderr)
                self._file.truncate(end)
                break
            end += len(line)
            try:
                row = json.loads(line)
                index, request = int(row["id"]), dict(row["request"])
            except (ValueError, KeyError, TypeError):
                raise FarmError(f"{self.path}: line {number} is no row of a farm") from None
            if index < len(self.kept) and self.kept[index]:
                raise FarmError(f"{self.path}: line {number}: request {index} has a row already")
            self.check(row, f"line {number}")
            self.kept.extend([0] * (index + 1 - len(self.kept)))
            self.kept[index] = _sums(request)
            self.n += 1

    def check(self, ready: Dict[str, Any], where: str) -> None:
        """Refuses another release, weights, book or options, by name."""
        for name in NAMED if not self.mix else ():
            if name in ready and self.shared.setdefault(name, ready[name]) != ready[name]:
                raise FarmError(f"{name}: {where} has {ready[name]}, and rows before have "
                                f"{self.shared[name]}")

    def has(self, index: int, request: Dict[str, Any]) -> bool:
        """There is a row of the request. Refuses one that asked something else."""
        if index >= len(self.kept) or not self.kept[index]:
            return False
        differs = self.kept[index] ^ _sums(request)
        if differs:
            asked = self._request(index)
            name = next(key for key in (*request, *asked) if _sums({key: request.get(key)})
                        != _sums({key: asked.get(key)}))
            raise FarmError(f"{'input' if differs >> 32 else 'limits'}: {name} of request {index} is "
                            f"{request.get(name)}, and {self.path} has {asked.get(name)}")
        return True

    def _request(self, index: int) -> Dict[str, Any]:
        """What the row of a request asked."""
        self._file.seek(0)
        rows = (json.loads(line) for line in self._file)
        return dict(next(row["request"] for row in rows if row["id"] == index))

    def end(self, count: int) -> None:
        if len(self.kept) > count:
            raise FarmError(f"input: {self.path} has a row of request {len(self.kept) - 1}, and there "
                            f"are {count} requests")

    def add(self, rows: List[Row]) -> None:
        self.n += len(rows)
        if self._file and rows:
            self._file.write(b"".join(json.dumps(row).encode() + b"\n" for row in rows))
            self._file.flush()
            os.fsync(self._file.fileno())

    def close(self) -> None:
        if self._file:
            self._file.close()


class _Progress:
    """A line on standard error: tqdm's, or our own."""

    def __init__(self, total: Optional[int], begun: int) -> None:
        self.total, self.first, self.begun, self.shown = total, begun, time.monotonic(), 0.0
        self.bar: Any = None
        try:
            from tqdm import tqdm  # type: ignore[import]
            self.bar = tqdm(total=total, initial=begun, unit="row")
        except ImportError:
            pass

    def show(self, n: int, busy: int, workers: int, is_last: bool = False) -> None:
        now = time.monotonic()
        if now - self.shown < 0.25 and not is_last:
            return
        self.shown = now
        if self.bar is not None:
            self.bar.n = n
            self.bar.set_postfix_str(f"{busy} of {workers} workers", refresh=True)
            if is_last:
                self.bar.close()
            return
        rate = (n - self.first) / max(1e-3, now - self.begun)
        left = f", {(self.total - n) / rate:.0f} s left" if rate and self.total is not None else ""
        of = "" if self.total is None else f" of {self.total}"
        print(f"\r{n}{of} rows, {rate:.1f} a second{left}, {busy} of {workers} workers\033[K",
              end="\n" if is_last else "", file=sys.stderr, flush=True)


class _Run:
    """Batches under way. Each worker has at most one, so a worker that dies costs one."""

    def __init__(self, requests: Iterable[Optional[Dict[str, Any]]], executor: Any, rows: _Rows,
                 settings: Tuple[Sequence[str], Optional[str], float], workers: Optional[int]) -> None:
        self.executor, self.rows, self.settings, self.fixed = executor, rows, settings, workers
        self.source = requests
        self.total = len(requests) if isinstance(requests, Sequence) else None
        self.fresh: Optional[Iterator[Optional[Item]]] = self._number(requests)
        self.again: Deque[Tuple[List[Item], bool]] = collections.deque()  # batch, is it suspect
        self.flying: Dict[Any, List[Item]] = {}
        self.landed: "queue.SimpleQueue[Any]" = queue.SimpleQueue()
        self.deaths: Dict[int, int] = {}
        self.size, self.n_batches, self.n_landed, self.n_deaths = 1, 0, 0, 0
        self.workers, self.counted = workers or 1, -math.inf

    def _number(self, requests: Iterable[Optional[Dict[str, Any]]]) -> Iterator[Optional[Item]]:
        count = 0
        for request in requests:
            if request is None:
                yield None
                continue
            if not self.rows.has(count, request):
                yield count, request
            count += 1
        self.rows.end(count)

    def count(self) -> None:
        """Counts workers, once a second: they come and go."""
        if self.fixed is None and time.monotonic() - self.counted > 1:
            self.workers, self.counted = max(1, count_workers(self.executor)), time.monotonic()

    def _limit(self) -> int:
        """Workers share what is left, or what there is now: they end together."""
        left = operator.length_hint(self.source, -1)
        if self.total is not None:
            left = self.total - self.rows.n - sum(len(items) for items in self.flying.values())
        return self.size if left < 0 else max(1, min(self.size, math.ceil(left / (2 * self.workers))))

    def next_batch(self) -> List[Item]:
        """What is asked again comes first. Suspects stay among themselves."""
        limit = self._limit()
        batch: List[Item] = []
        while self.again and len(batch) < limit:
            items, is_suspect = self.again[0]
            if is_suspect and batch:
                break
            self.again.popleft()
            if is_suspect:
                return items
            n = limit - len(batch)
            batch += items[:n]
            if items[n:]:
                self.again.appendleft((items[n:], False))
        while self.fresh and len(batch) < limit:
            try:
                item = next(self.fresh)
            except StopIteration:
                self.fresh = None
                break
            if item is None:
                break
            batch.append(item)
        return batch

    def fill(self) -> None:
        self.count()
        while len(self.flying) < self.workers:
            batch = self.next_batch()
            if not batch:
                break
            self.n_batches += 1
            future = self.executor.submit(run_batch, self.n_batches, batch, *self.settings)
            self.flying[future] = batch
            future.add_done_callback(self.landed.put)

    def land(self, future: Any) -> List[Row]:
        """The rows that a batch gave."""
        batch = self.flying.pop(future)
        try:
            got = future.result()
        except (Exception, concurrent.futures.CancelledError, asyncio.CancelledError) as reason:
            name = type(reason).__name__
            is_lost = isinstance(reason, ServiceError) and reason.code in ("lost", "failed")
            is_ours = isinstance(reason, (OutflankError, ImportError, OSError))
            if is_ours and not is_lost and not _DEATH.search(name):
                raise FarmError(f"a worker refused its batch: {name}: {reason}") from reason
            return self._bury(batch, f"{name}: {reason}")
        self.n_landed += 1
        self.rows.check(got["ready"], f"worker {got['worker']}")
        answers = dict(got["answers"])
        if answers:
            each = max(1e-6, got["seconds"] / len(answers))
            self.size = max(1, min(MOST, 4 * max(self.size, len(answers)), int(1.5 * self.settings[2] / each)))
        rest = [item for item in batch if item[0] not in answers]
        if rest:
            self.again.appendleft((rest, False))
        return [self._row(item, answers[item[0]], got["ready"]) for item in batch if item[0] in answers]

    def _bury(self, batch: List[Item], reason: str) -> List[Row]:
        """The worker of a batch died: the batch is halved. Alone a request may end three."""
        self.n_deaths += 1
        if not self.n_landed and self.n_deaths >= HOPELESS:
            raise FarmError(f"{self.n_deaths} workers ended and none answered; the last: {reason}")
        index = batch[0][0]
        if len(batch) == 1:
            self.deaths[index] = self.deaths.get(index, 0) + 1
            if self.deaths[index] >= DEATHS:
                error = {"code": "poison", "message": f"alone it ended {DEATHS} workers: {reason}"}
                return [self._row(batch[0], {"type": "error", "error": error}, self.rows.shared)]
        half = (len(batch) + 1) // 2
        self.again.extendleft((part, True) for part in (batch[half:], batch[:half]) if part)
        return []

    @staticmethod
    def _row(item: Item, answer: Row, ready: Dict[str, Any]) -> Row:
        shared = {name: ready[name] for name in ("version", "commit", *NAMED[1:]) if name in ready}
        return {"schema": 2, "id": item[0], "request": item[1], "action": item[1]["action"],
                **shared, **answer}


def map(requests: Iterable[Optional[Dict[str, Any]]], executor: Any = None, *,
        out: Optional[str] = None, resume: bool = False, mix: bool = False, options: Sequence[str] = (),
        program: Optional[str] = None, workers: Optional[int] = None, seconds: float = BATCH_SECONDS,
        progress: Optional[bool] = None) -> Iterator[Row]:
    """Answers requests on the workers of an executor; yields rows in order of arrival.

    Requests are those of `outflank serve` without `id`; besides, {"action": "answer", "task": line of
    "book tasks"}, and "selfplay". A row is the answer with the number of its request as `id`, and
    `request`. None among the requests says that there is none now, but may be later; an iterator
    with a __length_hint__ tells how many there are now.
    executor: of processes if None; a ProcessPoolExecutor is replaced by Processes. out: rows are
    appended to this file; with resume those of requests that it answers are not asked again. mix:
    rows of other versions, weights, books or options are no error. options: of `outflank serve`.
    program: `outflank` on the workers. workers: how many batches at once, if the executor does not
    tell. seconds: a batch takes. progress: a line on standard error; None: on a terminal.
    """
    own = None
    if executor is None or isinstance(executor, concurrent.futures.ProcessPoolExecutor):
        own = executor = Processes(workers or (count_workers(executor) if executor else None))
    rows = _Rows(out, resume, mix)
    run = _Run(requests, executor, rows, (tuple(options), program, seconds), workers)
    has_ended = False
    bar = None
    try:
        if isinstance(requests, Sequence):  # refuses before anything is asked
            rows.end(len(requests))
            for index in range(min(len(rows.kept), len(requests))):
                rows.has(index, requests[index] or {})
        if progress or (progress is None and sys.stderr.isatty()):
            bar = _Progress(run.total, rows.n)
        while True:
            run.fill()
            if not run.flying and not run.again and run.fresh is None:
                break
            try:
                new = run.land(run.landed.get(timeout=0.2 if run.flying else 0.05))
                rows.add(new)
                run.fill()
                yield from new
            except queue.Empty:
                pass
            if bar:
                bar.show(rows.n, len(run.flying), run.workers)
        has_ended = True
    finally:
        if bar:
            bar.show(rows.n, len(run.flying), run.workers, True)
        for future in run.flying:
            future.cancel()
        if own:
            own.shutdown(cancel_futures=not has_ended)
        rows.close()


if __name__ == "__main__":
    from outflank._farm_command import main
    sys.exit(main())
