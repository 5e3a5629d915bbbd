"""What a worker of outflank.farm does with a batch. Private."""
from __future__ import annotations

import collections
import os
import shutil
import socket
import subprocess
import threading
import time
from typing import Any, Deque, Dict, List, Sequence, Tuple

from .service import Answer, Request, Service, ServiceError, find_program

Item = Tuple[int, Dict[str, Any]]  # a request and its number
_own = threading.local()           # the engines of this thread, by program and options
WINDOW = 64                        # the most requests that a service has at once


class Answerer:
    """`outflank book answer` as a process: a line for a line."""

    def __init__(self, options: Sequence[str], program: str) -> None:
        # What it says of a line that is no task comes where an answer would: one line each.
        self._process = subprocess.Popen([program, "book", "answer", *options], text=True, bufsize=1,
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         stderr=subprocess.STDOUT, start_new_session=True)

    def ask(self, request: Dict[str, Any]) -> Answer:
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write(str(request["task"]).strip() + "\n")
        except OSError:
            pass
        line = self._process.stdout.readline()
        if not line.endswith("\n"):
            code = self._process.wait()
            _own.engines = {}
            raise ServiceError(f"outflank book answer ended: exit code {code}")
        if line.startswith("answer "):
            return {"type": "result", "result": line.strip()}
        return {"type": "error", "error": {"code": "refused", "message": line.strip()}}


def selfplay(request: Dict[str, Any]) -> Answer:
    """Games of the engine against itself, in a file that goes on where it ended."""
    program = request.get("program") or os.environ.get("OUTFLANK_DATA") or shutil.which("outflank-data")
    if not program:
        raise OSError("the program outflank-data was not found: set OUTFLANK_DATA")
    done = subprocess.run([program, "selfplay", "--threads", "1", "--quiet", "--out", request["file"],
                           *request["arguments"]], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode < 0:
        raise ServiceError(f"outflank-data ended: signal {-done.returncode}")
    if done.returncode:
        return {"type": "error", "error": {"code": "refused", "message": done.stderr.strip()[-400:]}}
    return {"type": "result", "result": {"file": request["file"],
                                         "bytes": os.path.getsize(request["file"])}}


def _engine(kind: Any, options: Sequence[str], program: str) -> Any:
    """The engine of this thread; it is made once."""
    engines = _own.__dict__.setdefault("engines", {})
    key = (kind, tuple(options), program)
    if key not in engines:
        engines[key] = kind(options=options, program=program,
                            **({"tries": 1} if kind is Service else {}))
    return engines[key]


def _answer(request: Request) -> Answer:
    try:
        answer: Answer = request.result()
    except ServiceError as error:
        if error.code in ("lost", "failed"):
            raise
        answer = error.answer
    return {key: value for key, value in answer.items() if key != "id"}


def run_batch(number: int, batch: List[Item], options: Sequence[str], program: str | None,
              seconds: float) -> Dict[str, Any]:
    """Answers requests of the batch in order until the seconds are over; those begun are finished.
    `number` keeps executors that remember calls from answering by an old one."""
    path = find_program(program)
    service: Service = _engine(Service, options, path)
    begun = time.monotonic()
    answers: List[Tuple[int, Answer]] = []
    waiting: Deque[Tuple[int, Request]] = collections.deque()
    window = 2
    try:
        for index, request in batch:
            spent = time.monotonic() - begun
            if spent > seconds and (answers or waiting):
                break
            if request["action"] == "answer":
                answers.append((index, _engine(Answerer, options, path).ask(request)))
            elif request["action"] == "selfplay":
                answers.append((index, selfplay(request)))
            else:
                waiting.append((index, service.submit(**request)))
            if len(waiting) >= window:
                first, asked = waiting.popleft()
                answers.append((first, _answer(asked)))
                window = max(2, min(WINDOW, int(0.05 * len(answers) / (spent + 1e-3))))
        answers += [(index, _answer(asked)) for index, asked in waiting]
    finally:
        for _, asked in waiting:
            asked.cancel()  # those not answered, if one ended the engine
    return {"number": number, "ready": service.ready, "answers": answers,
            "seconds": time.monotonic() - begun, "worker": f"{socket.gethostname()}:{os.getpid()}"}
