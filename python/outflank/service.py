"""A client of `outflank serve`: many requests at once, from threads or asyncio (docs/serve.md)."""
from __future__ import annotations

import asyncio
import collections
import concurrent.futures
import json
import logging
import os
import shutil
import subprocess
import sysconfig
import tempfile
import threading
import time
from typing import Any, Callable, Deque, Dict, Generator, IO, Optional, Sequence

from . import _c
from .errors import ClosedError, OutflankError

Answer = Dict[str, Any]
TRIES = 3    # of a request whose service dies, and of a service that dies without an answer
LINES = 256  # that are written at once


class ServiceError(OutflankError):
    """An answer that is an error, or a service that died. `code` as in docs/serve.md, or "lost", or
    "start" if it does not start; `answer` is the whole answer, empty if there is none."""

    def __init__(self, message: str, code: str = "lost", answer: Optional[Answer] = None) -> None:
        super().__init__(message)
        self.code, self.answer = code, answer or {}

    def __reduce__(self) -> Any:
        return type(self), (self.args[0], self.code, self.answer)


def find_program(program: Optional[str] = None) -> str:
    """The program `outflank`: the one named, that of OUTFLANK_PROGRAM, the one that lies beside the
    library (of a build) or belongs to it (installed), or the one of PATH."""
    named = program or os.environ.get("OUTFLANK_PROGRAM")
    if named:
        return named
    folder = os.path.dirname(os.path.abspath(_c.library_path))
    scripts = sysconfig.get_path("scripts")  # of the same environment
    for place in (folder, *(os.path.join(folder, up, "bin") for up in ("..", "../..")), scripts):
        if os.access(os.path.join(place, "outflank"), os.X_OK):
            return os.path.normpath(os.path.join(place, "outflank"))
    found = shutil.which("outflank")
    if not found:
        raise ServiceError("the program outflank was not found: install it, or set OUTFLANK_PROGRAM",
                           "start")
    return found


class Request(concurrent.futures.Future):  # type: ignore[type-arg]
    """One request: a future of its answer, and awaitable. result() is the answer, a dict; an error
    of the service is a ServiceError. cancel() ends the search, too."""

    def __init__(self, service: "Service", fields: Answer, progress: Any) -> None:
        super().__init__()
        self._service, self._progress, self._id, self._tries = service, progress, 0, 0
        deadline = fields.pop("deadline", None)
        self._ends = None if deadline is None else time.monotonic() + deadline
        self._text = json.dumps(fields, allow_nan=False).encode()[1:]

    def __await__(self) -> Generator[Any, None, Answer]:
        return asyncio.wrap_future(self).__await__()

    def cancel(self) -> bool:
        """False if it is answered already."""
        done = super().cancel()
        if done:
            self._service._cancel(self)
        return done

    def _line(self) -> bytes:
        left = b""
        if self._ends is not None:
            left = b'"deadline":%.3f,' % max(0.001, self._ends - time.monotonic())
        return b'{"id":%d,%s%s\n' % (self._id, left, self._text)

    def _end(self, answer: Optional[Answer], error: Optional[ServiceError] = None) -> None:
        """Sets what came, unless it was cancelled meanwhile. Called once."""
        if self.set_running_or_notify_cancel():
            if error:
                self.set_exception(error)
            else:
                self.set_result(answer)


class Service:
    """`outflank serve` as a process. Options are those of the command, as words.

        with outflank.Service(jobs=4, options=["--book", "none"]) as service:
            request = service.submit("analyze", text="f5d6c3", nodes=100000)
            print(request.result()["result"]["moves"][0])     # or: await request

    submit() never waits: at most as many requests as the service takes are sent, the others stay
    here. If the service dies it is started again, and what was not answered is asked again. A
    request that was searched when the service died is tried three times. All methods may be called
    from any thread; functions of progress are called in a thread of the service, as callbacks are.
    """

    def __init__(self, jobs: int = 1, options: Sequence[str] = (), program: Optional[str] = None,
                 tries: int = TRIES) -> None:
        self._command = [find_program(program), "serve", "--on-eof", "cancel", "--jobs", str(jobs),
                         *options]
        self._tries, self._n, self._deaths, self._closed = tries, 0, 0, False
        self._change = threading.Condition()
        self._waiting: Deque[Request] = collections.deque()
        self._sent: Dict[int, Request] = {}
        self._cancels: Deque[int] = collections.deque()
        self._start()
        self._threads = [threading.Thread(target=work, daemon=True, name="outflank-service")
                         for work in (self._read, self._write)]
        for thread in self._threads:
            thread.start()

    def __repr__(self) -> str:
        state = "closed" if self._closed else f"{len(self._waiting) + len(self._sent)} requests open"
        return f"<Service {' '.join(self._command)!r} ({state})>"

    def _start(self) -> None:
        """Starts the process; `ready` is its first line."""
        self._errors: IO[bytes] = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE,
                                             stdout=subprocess.PIPE, stderr=self._errors)
        except OSError as error:
            raise ServiceError(f"{self._command[0]}: {error.strerror}", "start") from None
        assert self._process.stdout
        try:
            self.ready: Answer = json.loads(self._process.stdout.readline())
        except ValueError:
            reason = self._reason()
            raise ServiceError(reason, "start" if self._process.returncode >= 0 else "lost") from None

    def _restart(self) -> None:
        for attempt in range(TRIES):
            try:
                return self._start()
            except ServiceError:
                if attempt == TRIES - 1:
                    raise

    def _reason(self) -> str:
        """Why the process is dead, a sentence."""
        assert self._process.stdin and self._process.stdout
        code = self._process.wait()
        self._process.stdout.close()
        try:
            self._process.stdin.close()
        except OSError:
            pass
        with self._errors as errors:
            errors.seek(0)
            said = errors.read()[-400:].decode(errors="replace").strip().rpartition("\n")[2]
        return f"the service ended: {said or (f'signal {-code}' if code < 0 else f'exit code {code}')}"

    def submit(self, action: str, *, progress: Optional[Callable[[Answer], Any]] = None,
               **fields: Any) -> Request:
        """Asks; fields are those of the action (docs/serve.md). `progress` is called with each
        answer of type "progress". `deadline` counts from here."""
        fields = dict(fields, action=action, **({"progress": True} if progress else {}))
        request = Request(self, fields, progress)
        if len(request._text) + 64 > self.ready["line"]:
            raise ValueError(f"a request may have {self.ready['line']} bytes, and this one has "
                             f"{len(request._text)}")
        with self._change:
            if self._closed:
                raise ClosedError("the service was closed")
            self._n += 1
            request._id = self._n
            self._waiting.append(request)
            self._change.notify_all()
        return request

    def ask(self, action: str, **fields: Any) -> Answer:
        """Asks and waits for the answer."""
        answer: Answer = self.submit(action, **fields).result()
        return answer

    def _cancel(self, request: Request) -> None:
        with self._change:
            if request._id in self._sent:
                self._cancels.append(request._id)
                self._change.notify_all()

    def _write(self) -> None:
        """The thread that writes what may be sent, many lines at once."""
        while True:
            with self._change:
                self._change.wait_for(lambda: self._closed or self._cancels or (
                    self._waiting and len(self._sent) < self.ready["queue"]))
                if self._closed:
                    return
                lines = [b'{"action":"cancel","of":%d}\n' % self._cancels.popleft()
                         for _ in range(len(self._cancels))]
                while self._waiting and len(self._sent) < self.ready["queue"] and len(lines) < LINES:
                    request = self._waiting.popleft()
                    if request.cancelled():
                        request._end(None)
                    else:
                        self._sent[request._id] = request
                        lines.append(request._line())
                stdin = self._process.stdin
            try:
                assert stdin
                stdin.write(b"".join(lines))
                stdin.flush()
            except (OSError, ValueError):
                pass  # it died: the reader sees it, and asks again

    def _read(self) -> None:
        """The thread that reads answers, and starts the service again when it died."""
        while True:
            assert self._process.stdout
            for line in self._process.stdout:
                if line.endswith(b"\n"):
                    self._take(json.loads(line))
            reason = self._reason()
            with self._change:
                sent, self._sent = list(self._sent.values()), {}
                self._cancels.clear()
                self._deaths += 1
                # It works on the oldest. The others are innocent, unless it dies of what it reads.
                for request in sent[:self.ready["jobs"]]:
                    request._tries += 1
                lost = [request for request in sent if request._tries >= self._tries]
                if lost:
                    self._deaths = 0
                elif self._deaths >= TRIES:
                    lost, self._deaths = sent, 0
                self._waiting.extendleft(request for request in reversed(sent) if request not in lost)
                if not self._closed:
                    try:
                        self._restart()
                    except ServiceError as error:
                        reason, self._closed = str(error), True
                if self._closed:
                    lost = [*lost, *self._waiting]
                    self._waiting.clear()
                is_over = self._closed
                self._change.notify_all()
            for request in lost:
                request._end(None, ServiceError(reason))
            if is_over:
                return

    def _take(self, answer: Answer) -> None:
        """One answer. What a signal cancelled is asked again when the process has ended."""
        with self._change:
            request = self._sent.get(answer.get("id") or 0)
            if request is None:
                return
            kind, error = answer.get("type"), answer.get("error") or {}
            if kind == "error" and error.get("code") == "cancelled" and not request.cancelled():
                return
            if kind != "progress":
                del self._sent[request._id]
                self._deaths = 0
                self._change.notify_all()
        if kind == "progress":
            if request._progress and not request.cancelled():
                try:
                    request._progress(answer)
                except Exception:
                    logging.getLogger("outflank").exception("a function of progress failed")
        elif kind == "error":
            request._end(None, ServiceError(error.get("message", ""), error.get("code", ""), answer))
        else:
            request._end(answer)

    def close(self) -> None:
        """Cancels what is not answered and ends the process."""
        with self._change:
            if self._closed:
                return
            self._closed = True
            waiting, sent = list(self._waiting), list(self._sent.values())
            self._waiting.clear()
            self._change.notify_all()
        for request in [*waiting, *sent]:
            concurrent.futures.Future.cancel(request)
        for request in waiting:
            request._end(None)
        self._threads[1].join(2)
        if self._threads[1].is_alive():
            self._process.kill()
        assert self._process.stdin
        try:
            self._process.stdin.close()
        except OSError:
            pass
        self._threads[0].join(2)
        if self._threads[0].is_alive():
            self._process.kill()
            self._threads[0].join()

    def __enter__(self) -> "Service":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    async def __aenter__(self) -> "Service":
        return self

    async def __aexit__(self, *_: Any) -> None:
        await asyncio.get_running_loop().run_in_executor(None, self.close)
