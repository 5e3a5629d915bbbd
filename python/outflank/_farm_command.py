"""`python3 -m outflank.farm`: what people run on a farm. Private."""
from __future__ import annotations

import argparse
import collections
import concurrent.futures
import importlib
import os
import subprocess
import sys
import time
from typing import Any, Deque, Dict, Iterator, List, Optional, Sequence, Set

from . import farm
from .errors import OutflankError
from .game import read_games
from .service import find_program

# Limits by action; those of `book tasks` for "grow". bool: a switch.
LIMITS: Dict[str, Dict[str, Any]] = {
    "analyze": {"seconds": float, "nodes": int, "depth": int, "best": int, "exact": bool},
    "solve": {"seconds": float, "nodes": int, "ties": bool, "all_moves": bool, "wld": bool},
    "evaluate": {},
    "review": {"seconds": float, "nodes": int, "depth": int, "exact_empties": int},
    "grow": {"for": str, "depth": int, "selectivity": str, "exact": int, "least_empties": int,
             "error": float, "omega": float, "from": str},
    "selfplay": {},
}
HELP = {
    "analyze": "what the moves of each position are worth; FILE has one a line",
    "solve": "exact scores of positions; FILE has one a line",
    "evaluate": "the static value of positions; FILE has one a line",
    "review": "reviews of the games of FILE, of any format; WTHOR bases, too",
    "grow": "the book FILE grows: best first, no worker waits for another",
    "selfplay": "games of the engine against itself, for the trainer, in the folder FILE",
}
GROW_SECONDS = 2.0  # a batch: its answers bring new tasks
PLAN_SECONDS = 1.0  # the least between two plans


def read_positions(path: str) -> List[str]:
    """Lines that are neither empty nor comments."""
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        lines = [line.strip() for line in file]
    return [line for line in lines if line and line[0] not in "#%"]


def requests_of(given: argparse.Namespace, limits: Dict[str, Any]) -> List[Dict[str, Any]]:
    if given.action == "selfplay":
        os.makedirs(given.file, exist_ok=True)
        return [{"action": "selfplay", "file": os.path.join(os.path.abspath(given.file), f"{seed}.ofd"),
                 "arguments": ["--seed", str(seed), "--games", str(given.each), *given.option]}
                for seed in range(given.seed, given.seed + given.files)]
    if given.action == "review":
        with read_games(given.file) as games:
            texts = [game.to_text("ggf") for game in games]
    else:
        texts = read_positions(given.file)
    return [{"action": given.action, "text": text, **limits} for text in texts]


class Growth:
    """A book that grows: tasks for farm.map(), answers from it."""

    def __init__(self, book: str, options: Sequence[str] = (), program: Optional[str] = None,
                 count: Optional[int] = None, seconds: Optional[float] = None) -> None:
        self.book, self.options, self.program = book, list(options), find_program(program)
        self.count, self.n_taken = count, 0
        self.ends = time.monotonic() + seconds if seconds else float("inf")
        self._queue: Deque[str] = collections.deque()
        self._open: Set[str] = set()   # asked and not taken
        self._asked: Set[str] = set()
        self._answers: Deque[str] = collections.deque()
        self._planned, self._took, self._is_old = 0.0, 0.0, True
        self._thread = concurrent.futures.ThreadPoolExecutor(1)  # workers do not wait for the book
        self._plan: Optional["concurrent.futures.Future[List[str]]"] = None

    def _call(self, command: str, *words: str, text: str = "") -> str:
        done = subprocess.run([self.program, "book", command, *words], input=text, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode:
            raise farm.FarmError(done.stderr.strip() or f"book {command}: exit code {done.returncode}")
        return done.stdout

    def take(self) -> None:
        """Answers that came go into the book."""
        taken = [self._answers.popleft() for _ in range(len(self._answers))]
        if taken:
            self._call("take", self.book, text="".join(line + "\n" for line in taken))

    def _find_tasks(self) -> List[str]:
        """What is best now."""
        begun = time.monotonic()
        self.take()
        tasks = self._call("tasks", self.book, "--count", str(1000 + len(self._open)), *self.options)
        self._planned, self._took = time.monotonic(), time.monotonic() - begun
        return tasks.splitlines()

    def _look(self) -> None:
        """Plans in the thread if that is due. What waits is replaced: something better may be there."""
        if self._plan and self._plan.done():
            tasks, self._plan = self._plan.result(), None
            self._queue = collections.deque(task for task in tasks if task not in self._asked)
        is_due = time.monotonic() - self._planned > max(PLAN_SECONDS, 20 * self._took)
        if self._is_old and not self._plan and (is_due or not self._queue):
            self._is_old = False
            self._plan = self._thread.submit(self._find_tasks)

    def __length_hint__(self) -> int:
        """How many tasks there are now: workers share them."""
        return len(self._queue)

    def __iter__(self) -> "Growth":
        return self

    def __next__(self) -> Optional[Dict[str, Any]]:
        """The best task, always; None while there is none but answers or a plan are to come."""
        if time.monotonic() >= self.ends or (self.count is not None and len(self._asked) >= self.count):
            raise StopIteration
        self._look()
        if self._queue:
            task = self._queue.popleft()
            self._asked.add(task)
            self._open.add(task)
            return {"action": "answer", "task": task}
        if not self._open and not self._plan:
            raise StopIteration
        return None

    def end(self) -> None:
        """All answers are in the book."""
        self._thread.shutdown()
        self.take()

    def add(self, row: farm.Row) -> None:
        """A row of farm.map(). An error leaves its task out."""
        self._open.discard(row["request"]["task"])
        if row["type"] == "result":
            self._answers.append(row["result"])
            self._is_old = True
            self.n_taken += 1


def grow(book: str, executor: Any = None, *, tasks: Sequence[str] = (), count: Optional[int] = None,
         grow_seconds: Optional[float] = None, program: Optional[str] = None, **keys: Any) -> int:
    """Grows a book on the workers of an executor; returns how many searches it took in. tasks: options
    of `book tasks`. count, grow_seconds: the end. Other keys are those of farm.map()."""
    growth = Growth(book, tasks, program, count, grow_seconds)
    try:
        for row in farm.map(growth, executor, program=program, seconds=GROW_SECONDS, **keys):
            growth.add(row)
    finally:
        growth.end()
    return growth.n_taken


def executor_of(name: str, scheduler: Optional[str]) -> Any:
    if name == "processes":
        return None
    if name == "dask":
        try:
            distributed = importlib.import_module("distributed")
        except ImportError:
            raise OutflankError(f"--executor dask needs the package distributed, which {sys.executable} "
                                "has not (Debian: python3-distributed)") from None
        return distributed.Client(scheduler).get_executor()
    module, _, function = name.partition(":")
    return getattr(importlib.import_module(module), function)()


def parse(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="outflank.farm", description="Work on many workers (docs/scale.md). Words behind -- are "
        "options of outflank serve, as --hash 16, or of outflank-data selfplay.")
    actions = parser.add_subparsers(dest="action", required=True)
    for action, limits in LIMITS.items():
        add = actions.add_parser(action, help=HELP[action], description=HELP[action],
                                 formatter_class=argparse.ArgumentDefaultsHelpFormatter).add_argument
        add("file", metavar="FILE")
        for name, kind in limits.items():
            flag = "--" + name.replace("_", "-")
            add(flag, action="store_true", default=None) if kind is bool else add(flag, type=kind)
        add("--executor", default="processes", help="processes, dask, or MODULE:FUNCTION that makes one")
        add("--scheduler", help="of Dask, HOST:PORT")
        add("--workers", type=int, help="batches at once; processes: as many as there are cores")
        add("--program", help="outflank on the workers")
        if action == "grow":
            add("--count", type=int, help="end after so many searches")
            add("--grow-seconds", type=float, help="end after so long")
        else:
            add("--out", required=True, help="the file of rows")
            add("--resume", action="store_true", help="go on with the file of rows")
            add("--mix", action="store_true", help="rows of other versions or weights are no error")
            add("--batch-seconds", type=float, default=farm.BATCH_SECONDS, help="what a batch takes")
        if action == "selfplay":
            for flag, default, text in (("--files", 1, "how many"), ("--each", 1000, "games of a file"),
                                        ("--seed", 1, "of the first file")):
                add(flag, type=int, default=default, help=text)
    own = list(words)
    option: List[str] = []
    if "--" in own:
        own, option = own[:own.index("--")], own[own.index("--") + 1:]
    given = parser.parse_args(own)
    given.option = option
    return given


def run(given: argparse.Namespace) -> int:
    """Does it and tells what was done; returns the exit code."""
    limits = {name: getattr(given, name) for name in LIMITS[given.action]
              if getattr(given, name) is not None}
    executor = executor_of(given.executor, given.scheduler)
    if given.action == "grow":
        tasks = [word for name, value in limits.items()
                 for word in ("--" + name.replace("_", "-"), str(value))]
        taken = grow(given.file, executor, tasks=tasks, count=given.count, program=given.program,
                     grow_seconds=given.grow_seconds, workers=given.workers, options=given.option)
        print(f"{taken} searches are in {given.file}")
        return 0
    options = [] if given.action == "selfplay" else given.option
    kinds: "collections.Counter[str]" = collections.Counter()
    for row in farm.map(requests_of(given, limits), executor, out=given.out, resume=given.resume,
                        mix=given.mix, options=options, program=given.program, workers=given.workers,
                        seconds=given.batch_seconds):
        kinds[row["type"]] += 1
    print(f"{kinds['result']} results and {kinds['error']} errors are new in {given.out}")
    return 65 if kinds["error"] else 0


def main(words: Optional[Sequence[str]] = None) -> int:
    """Exit codes: 0, 64 for a wrong command, 65 for errors among rows, 70 for a run that cannot go on."""
    try:
        return run(parse(sys.argv[1:] if words is None else words))
    except KeyboardInterrupt:
        print("outflank.farm: interrupted; --resume goes on", file=sys.stderr)
        return 130
    except (OutflankError, OSError, ImportError) as reason:
        print(f"outflank.farm: {reason}", file=sys.stderr)
        return 70
