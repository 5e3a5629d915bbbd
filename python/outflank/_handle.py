"""One engine of the library, and who may call it when. Private.

One thread at a time calls an engine. While a search runs, all but stop() is refused with a
BusyError; short calls wait for each other. Long calls run in a thread of their own: so Ctrl-C ends them, and the program goes on.

A child of fork() may use an engine that was idle. One that was searching is given up in the child:
its threads do not exist there.
"""
from __future__ import annotations

import os
import threading
import weakref
from typing import Any, Callable, Generic, TypeVar, cast

from . import _c
from .errors import (BusyError, ClosedError, DataError, OptionError, OutflankError,
                     OutOfMemoryError)

_T = TypeVar("_T")
_ERRORS: dict[int, type[OutflankError]] = {_c.ERR_NOMEM: OutOfMemoryError, _c.ERR_OPTION: OptionError, _c.ERR_DATA: DataError,
           _c.ERR_BOARD: OptionError, _c.ERR_BUSY: BusyError}
LOST = "the engine was searching when this process was forked; make a new one here"
_all: weakref.WeakSet[Handle] = weakref.WeakSet()


# The locks may be taken again by their thread: it may have to clean up a search just then.


class Handle:
    def __init__(self) -> None:
        self._pointer = _c.lib.ofl_engine_create()
        if not self._pointer:
            raise OutOfMemoryError("no memory for an engine, or its weights are damaged")
        self._changed = threading.Condition(threading.RLock())
        self._job: Any = None     # who uses the engine
        self._is_closing = False
        self._was_forked = False  # it was searching when the process forked
        _all.add(self)

    # ---- one user at a time ----

    def acquire(self, job: object, is_search: bool = False) -> Any:
        """Makes `job` the user of the engine, or raises. Returns the pointer."""
        with self._changed:
            if self._was_forked:
                raise BusyError(LOST)
            while isinstance(self._job, _Short):
                self._changed.wait()
            if self._pointer is None or self._is_closing:
                raise ClosedError("the engine was closed")
            if self._job is not None:
                raise BusyError("the engine is searching: wait for its end, stop it, or use another "
                                "engine")
            self._job = job
            if is_search:
                _c.lib.ofl_clear_stop(self._pointer)
            return self._pointer

    def release(self, job: object) -> None:
        with self._changed:
            if self._job is job:
                self._job = None
                self._changed.notify_all()

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """A short call: what `function` says of the engine."""
        job = _Short()
        try:
            return function(self.acquire(job), *arguments)
        finally:
            self.release(job)

    def checked(self, function: Callable[..., int], *arguments: Any) -> None:
        """A short call that gives an error code."""
        self.call(lambda pointer: check(pointer, function(pointer, *arguments)))

    def stop(self) -> None:
        with self._changed:
            if self._pointer is not None and self._job is not None and not self._was_forked:
                _c.lib.ofl_stop(self._pointer)

    # ---- long calls ----

    def run(self, function: Callable[[Any], _T]) -> _T:
        """function(pointer) in a thread; what it returns. What it raises is raised here. What is
        raised here meanwhile, as by Ctrl-C, stops the search first."""
        job = _Job[_T](function)
        try:
            pointer = self.acquire(job, is_search=True)
            try:
                job.begin(pointer)
                job.done.wait()
            except BaseException:
                self.stop()
                job.wait_stubbornly()
                raise
        finally:
            self.release(job)
        if job.exception is not None:
            raise job.exception
        return cast(_T, job.value)

    def close(self) -> None:
        """Stops a search and waits for its end. May be called more than once."""
        with self._changed:
            job = self._job
            if isinstance(job, _Job) and job.thread is threading.current_thread():
                raise BusyError("an engine cannot be closed by the function that it tells of its "
                                "progress; call stop()")
            self._is_closing = True
            if job is not None and self._pointer is not None and not self._was_forked:
                _c.lib.ofl_stop(self._pointer)
        finish = getattr(job, "finish", None)
        if finish and not self._was_forked:
            finish()
        with self._changed:
            while self._job is not None and not self._was_forked:
                self._changed.wait()
            pointer, self._pointer = self._pointer, None
        if pointer and not self._was_forked:
            _c.lib.ofl_engine_destroy(pointer)

    @property
    def is_closed(self) -> bool:
        return self._pointer is None or self._is_closing

    @property
    def is_lost(self) -> bool:
        """It was searching when the process forked, and this is the child."""
        return self._was_forked

    def after_fork(self) -> None:
        self._was_forked = self._job is not None
        self._changed = threading.Condition(threading.RLock())
        getattr(self._job, "after_fork", int)()


class _Short:
    """A call that others wait for."""


class _Job(Generic[_T]):
    """A long call in its thread."""

    def __init__(self, function: Callable[[Any], _T]) -> None:
        self._function = function
        self.done = threading.Event()
        self.thread: threading.Thread | None = None
        self.value: _T | None = None
        self.exception: BaseException | None = None

    def begin(self, pointer: Any) -> None:
        self.thread = threading.Thread(target=self._work, args=(pointer,), daemon=True,
                                       name="outflank")
        try:
            self.thread.start()
        except RuntimeError as reason:
            self.done.set()
            raise OutOfMemoryError(f"no thread for the search: {reason}") from None

    def _work(self, pointer: Any) -> None:
        try:
            self.value = self._function(pointer)
        except BaseException as exception:  # it is raised by who waits
            self.exception = exception
        finally:
            self.done.set()

    def wait_stubbornly(self) -> None:
        """The engine is in use until the call has ended, however often Ctrl-C is pressed."""
        while not self.done.is_set():
            try:
                if not self.done.wait(1) and not (self.thread and self.thread.is_alive()):
                    return  # it never began
            except KeyboardInterrupt:
                pass


def check(pointer: Any, code: int) -> None:
    """Raises what an error code means, with the library's sentence."""
    if code != _c.OK:
        text = _c.text_of(_c.lib.ofl_last_error(pointer))
        raise _ERRORS.get(code, OutflankError)(text or "out of memory")


def _after_fork() -> None:
    for handle in list(_all):
        handle.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
