"""Engines."""
from __future__ import annotations

import ctypes
import os
import threading
import warnings
import weakref
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Iterator

from . import _c
from ._arguments import centidiscs, count, milliseconds, move_number
from ._handle import LOST, Handle, check
from .board import Board
from .book import Position, board_of
from .errors import BusyError, IllegalMoveError, OptionError
from .game import Game
from .results import Analysis, Line, Result
from .review import Review

_TYPES = ("int", "bool", "choice", "file", "discs")


@dataclass(frozen=True)
class Option:
    """An option of engines. `name` is as the command line writes it: "move-overhead"."""

    name: str
    help: str
    type: str
    """ "int", "bool", "choice", "file" or "discs"."""
    least: float | None
    most: float | None
    choices: tuple[str, ...]
    default: str


def options() -> dict[str, Option]:
    """All options of engines, by name."""
    found: dict[str, Option] = {}
    index = 0
    while True:
        pointer = _c.lib.ofl_option_at(index)
        if not pointer:
            return found
        info = pointer.contents
        kind, scale = _TYPES[info.type], 100 if _TYPES[info.type] == "discs" else 1
        is_number = kind in ("int", "discs")
        choices = tuple(_c.text_of(info.choices).split("|")) if info.choices else ()
        name = _c.text_of(info.name)
        found[name] = Option(name, _c.text_of(info.help), kind,
                             info.min / scale if is_number else None,
                             info.max / scale if is_number else None, choices,
                             _c.text_of(info.default_value))
        index += 1


def _option_text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(os.fspath(value) if isinstance(value, os.PathLike) else value)


def _squares(board: Board, moves: str | Iterable[str] | None) -> int:
    """Moves that a search shall consider, as a set of bits; None is 0, all."""
    bits = 0
    for move in [moves] if isinstance(moves, str) else moves or ():
        number = move_number(move)
        if not _c.lib.ofl_is_legal(board._board, number) or number == _c.PASS:
            raise IllegalMoveError(f"moves: {move} is no legal move of this position")
        bits |= 1 << number
    return bits


def _limits(board: Board, *, seconds: float | None = None, nodes: int | None = None,
            depth: int | None = None, best: int = 1,
            moves: str | Iterable[str] | None = None) -> Any:
    return _c.CLimits(move_ms=milliseconds(seconds, "seconds"), nodes=count(nodes, "nodes"),
                      depth=count(depth, "depth", 60), multi_pv=count(best, "best", _c.MAX_MOVES),
                      moves=_squares(board, moves))


class _Progress:
    """A function of the user that the library calls. What it raises ends the search."""

    def __init__(self, function: Callable[..., object] | None, pointer: Any) -> None:
        self._function, self._pointer = function, pointer
        self._exception: BaseException | None = None

    def __call__(self, *arguments: Any) -> bool:
        """Does the user want to go on?"""
        try:
            if self._exception is None and self._function and self._function(*arguments) is not False:
                return True
        except BaseException as exception:  # it is raised by raise_again(), not inside the library
            self._exception = exception
        _c.lib.ofl_stop(self._pointer)
        return False

    def raise_again(self) -> None:
        if self._exception is not None:
            raise self._exception


class Engine:
    """A player: it owns its table, threads and options.

    Options are those of the command line (options()), with _ for -: Engine(level=16, threads=2,
    hash=256, move_overhead=50). `strength` 1 to 20 makes it play more weakly, `book` names a book to
    play from. Use it as a context manager, or call close().

    One thread at a time may call an engine; others get a BusyError, but stop() may be called from
    any thread. While the engine works other threads of Python run. Ctrl-C stops a search.

    Limits are the same everywhere: seconds, nodes and depth (plies); the first that is met ends the
    search. Without any the option "level" says how deep. With one thread, after new_game(), a limit
    of depth or nodes gives the same result again.
    """

    def __init__(self, **options: object) -> None:
        self._handle = Handle()
        self._finalizer = weakref.finalize(self, self._handle.close)
        try:
            for name, value in options.items():
                if value is not None:
                    self.set(name, value)
        except BaseException:
            self.close()
            raise

    # ---- options ----

    def set(self, name: str, value: object) -> None:
        """Sets an option: set("level", 12)."""
        word = _c.bytes_of(str(name).replace("_", "-"), "option")
        self._handle.checked(_c.lib.ofl_set_option, word, _c.bytes_of(_option_text(value), "value"))

    def get(self, name: str) -> str:
        """The value of an option that is in force, as a text."""
        word = _c.bytes_of(str(name).replace("_", "-"), "option")
        value = self._handle.call(_c.lib.ofl_get_option, word)
        if value is None:
            raise OptionError(f"there is no option {name}")
        return os.fsdecode(value)

    # ---- positions ----

    def analyze(self, position: Position, *, seconds: float | None = None, nodes: int | None = None,
                depth: int | None = None, exact: bool = False, best: int | None = None,
                progress: Callable[[Analysis], object] | None = None) -> Analysis:
        """What the moves of a position are worth, as `outflank analyze` says it: lines from the
        book, estimates of the others, and exact scores as far as they are in reach.

        exact solves all moves that are wanted; `best` is how many that are (None: all). `progress`
        hears of it about ten times a second, in another thread; False ends the analysis."""
        board = board_of(position)
        limits = _c.CAnalysisLimits(milliseconds(seconds, "seconds"), count(nodes, "nodes"),
                                    count(depth, "depth", 60), bool(exact),
                                    count(best, "best", _c.MAX_MOVES))
        found = _c.CAnalysis()

        def work(pointer: Any) -> None:
            tell = _Progress(progress, pointer)
            callback = _c.ANALYSIS_FN(0) if progress is None else _c.ANALYSIS_FN(
                lambda _, now: tell(Analysis._of_analysis(board, now.contents)) and None)
            check(pointer, _c.lib.ofl_analyze(pointer, board._board, limits, callback, None, found))
            tell.raise_again()

        self._handle.run(work)
        self._warn_of_book()
        return Analysis._of_analysis(board, found)

    def _warn_of_book(self) -> None:
        """A book that turns out to be damaged is closed; the engine goes on without it."""
        problem = _c.text_of(self._handle.call(_c.lib.ofl_book_take_problem))
        if problem:
            warnings.warn(problem, RuntimeWarning, stacklevel=3)

    def search(self, position: Position, *, seconds: float | None = None, nodes: int | None = None,
               depth: int | None = None, best: int = 1, moves: str | Iterable[str] | None = None) -> Result:
        """Searches for the best moves, or for the best of `moves`; the book is not asked."""
        board = board_of(position)
        return self._search(board, _limits(board, seconds=seconds, nodes=nodes, depth=depth,
                                           best=best, moves=moves))

    def solve(self, position: Position, *, all_moves: bool = False, wld: bool = False,
              window: tuple[int, int] | None = None, seconds: float | None = None,
              nodes: int | None = None, moves: str | Iterable[str] | None = None) -> Result:
        """The exact score of a position, as `outflank solve` says it.

        all_moves gives each move its score. wld asks only who wins: 1, 0 or -1. `window` (low, high)
        proves scores within it, of others only that they lie outside. If a limit ended it, `stopped`
        is true and `proved` says what is known."""
        board = board_of(position)
        if wld and (all_moves or window):
            raise OptionError("wld asks for less than all_moves and window: it stands alone")
        limits = _limits(board, seconds=seconds, nodes=nodes, moves=moves,
                         best=_c.MAX_MOVES if all_moves else 1)
        limits.goal = _c.GOAL_WLD if wld else _c.GOAL_EXACT
        if window is not None:
            limits.low, limits.high = (centidiscs(score, "window") for score in window)
            limits.has_window = True
            if limits.low > limits.high:
                raise OptionError(f"window: expected the lower score first, found {window!r}")
        return self._search(board, limits)

    def _search(self, board: Board, limits: Any) -> Result:
        found = _c.CResult()
        self._handle.run(lambda pointer: check(pointer, _c.lib.ofl_search(
            pointer, board._board, limits, found)))
        return Result._of(board, found)

    def think(self, position: Position, *, seconds: float | None = None, nodes: int | None = None,
              depth: int | None = None, best: int = 1, moves: str | Iterable[str] | None = None) -> Thinking:
        """Starts a search and returns at once; what it gives is an iterator over the results as
        they grow. Without limits it goes on until it is stopped, or the position is solved."""
        board = board_of(position)
        limits = _limits(board, seconds=seconds, nodes=nodes, depth=depth, best=best, moves=moves)
        limits.infinite = not (limits.move_ms or limits.nodes or limits.depth)
        return Thinking(self, board, limits)

    def evaluate(self, position: Position) -> float:
        """The static value of a position in discs for the side to move, without a search."""
        return float(self._handle.call(_c.lib.ofl_evaluate, board_of(position)._board) / 100)

    # ---- games ----

    def choose(self, game: Game | Board | str, *, seconds: float | None = None,
               nodes: int | None = None, depth: int | None = None, clock: float | None = None,
               increment: float | None = None) -> Line:
        """A move for the side to move, as the options "strength", "book" and "variety" say. `clock`
        is the time left for all moves, `increment` what each move adds to it, both in seconds."""
        played = game if isinstance(game, Game) else Game(game)
        limits = _limits(played.board, seconds=seconds, nodes=nodes, depth=depth)
        if clock is not None:
            limits.has_clock, limits.clock_ms = True, milliseconds(clock, "clock")
            limits.increment_ms = milliseconds(increment, "increment")
        elif increment is not None:
            raise OptionError("increment: it goes with a clock")
        c_game, found = played.copy()._game, _c.CResult()
        self._handle.run(lambda pointer: check(pointer, _c.lib.ofl_choose(
            pointer, c_game, limits, found)))
        self._warn_of_book()
        return Line._of(found.lines[0])

    def play(self, game: Game, **limits: Any) -> Line:
        """Chooses a move (choose()) and plays it on the game."""
        if not isinstance(game, Game):
            raise TypeError(f"play() plays on a Game, found {type(game).__name__}; choose() takes "
                            "any position")
        line = self.choose(game, **limits)
        if line.move == "none":
            raise IllegalMoveError("the game is over")
        game.play(line.move)
        return line

    def review(self, game: Game | str, *, depth: int | None = None, exact_empties: int = 22,
               seconds: float | None = None, nodes: int | None = None,
               progress: Callable[[int, int], object] | None = None) -> Review:
        """What each move of a game gave away, as `outflank review` says it: exactly from 22 empties
        on, before by searches of 12 plies, if neither another limit nor the option "level" says how
        deep. Limits hold for one position. `progress` hears how many positions of how many are done, in another thread;
        False ends the review."""
        played = game.copy() if isinstance(game, Game) else Game(game)
        settings = _c.CReviewSettings(count(depth, "depth", 60),
                                      count(exact_empties, "exact_empties", 60, 0),
                                      milliseconds(seconds, "seconds"), count(nodes, "nodes"))

        def work(pointer: Any) -> Review:
            tell = _Progress(progress, pointer)
            callback = _c.REVIEW_FN(0) if progress is None else _c.REVIEW_FN(
                lambda _, n_done, n_all: tell(n_done, n_all))
            review = ctypes.c_void_p()
            check(pointer, _c.lib.ofl_review_game(pointer, played._game, settings, callback, None,
                                                  review))
            made = Review(review.value)
            tell.raise_again()
            return made

        return self._handle.run(work)

    def new_game(self) -> None:
        """Forgets what was searched: results repeat from here on."""
        self._handle.call(_c.lib.ofl_new_game)

    # ---- life ----

    def stop(self) -> None:
        """Ends the search that runs, if any; it still gives what it found. From any thread."""
        self._handle.stop()

    @property
    def closed(self) -> bool:
        return self._handle.is_closed

    def close(self) -> None:
        """Stops a search and frees the engine. May be called more than once."""
        self._handle.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Engine{' (closed)' if self.closed else ''}>"


class _ThinkingJob:
    """What the engine knows of a search that nobody but the caller keeps alive."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = weakref.ref(thinking)

    def finish(self) -> None:
        thinking = self._thinking()
        if thinking is not None:
            thinking.finish()

    def after_fork(self) -> None:
        thinking = self._thinking()
        if thinking is not None:
            thinking._lock = threading.RLock()


class Thinking:
    """A search that runs; Engine.think() starts it.

        with engine.think(board) as thinking:
            for now in thinking:
                print(now.best.depth, now.best.move, now.score)
                if now.best.depth >= 16:
                    thinking.stop()
        print(thinking.result.best.move)

    Iteration gives a Result when there is something new, the last time the final one. It may miss
    shallow iterations, which are faster than it looks; the search never waits for it. The end of the
    with block stops the search, as close() does and the end of the object's life.
    """

    _LOOK_EVERY_MS = 20

    def __init__(self, engine: Engine, board: Board, limits: Any) -> None:
        """Private."""
        self._engine, self._board = engine, board
        self._lock = threading.RLock()
        self._final: Result | None = None
        self._failure: Exception | None = None
        self._is_told = False
        self._seen: tuple[Any, ...] = ()
        self._pointer: Any = None  # NULL: no search of ours is running
        self._job = _ThinkingJob(self)
        with self._lock:  # who closes the engine waits for it
            pointer = engine._handle.acquire(self._job, is_search=True)
            try:
                check(pointer, _c.lib.ofl_start(pointer, board._board, limits))
                self._pointer = pointer
            finally:
                if self._pointer is None:
                    engine._handle.release(self._job)

    def _wait(self, timeout_ms: int) -> bool:
        """True once the search has ended; called with the lock."""
        if self._pointer is None:
            return True
        if self._engine._handle.is_lost:
            self._pointer, self._failure = None, BusyError(LOST)
            return True
        found = _c.CResult()
        code = _c.lib.ofl_wait(self._pointer, timeout_ms, found)
        if code == _c.ERR_BUSY:
            return False
        try:
            check(self._pointer, code)
            self._final = Result._of(self._board, found)
        except Exception as failure:
            self._failure = failure
        self._pointer = None
        self._engine._handle.release(self._job)
        return True

    def _look(self) -> Result | None:
        """What is known by now, if it is new; else None."""
        now = _c.CResult()
        _c.lib.ofl_look(self._pointer, now)
        seen = tuple((line.move, line.score, line.depth, line.confidence, line.bound, line.solved)
                     for line in now.lines[:now.n_lines])
        if not seen or seen == self._seen:
            return None
        self._seen = seen
        return Result._of(self._board, now)

    def __iter__(self) -> Iterator[Result]:
        return self

    def __next__(self) -> Result:
        while True:
            with self._lock:
                if self._wait(self._LOOK_EVERY_MS):
                    if self._is_told and self._failure is None:
                        raise StopIteration
                    self._is_told = True
                    return self._found()
                now = self._look()
                if now is not None:
                    return now

    def _found(self) -> Result:
        """How the search ended."""
        if self._failure is not None:
            raise self._failure
        assert self._final
        return self._final

    def __repr__(self) -> str:
        return f"<Thinking about {self._board!r}{' (ended)' if self._pointer is None else ''}>"

    @property
    def running(self) -> bool:
        with self._lock:
            return not self._wait(0)

    @property
    def result(self) -> Result:
        """The final result; waits for the end of the search."""
        while True:
            with self._lock:
                if self._wait(100):
                    return self._found()

    def stop(self) -> None:
        """Ends the search; iteration goes on to the final result. From any thread."""
        if self._pointer is not None:
            self._engine._handle.stop()

    def finish(self) -> None:
        """Ends the search and waits for its end."""
        while True:
            self.stop()
            with self._lock:
                if self._wait(100):
                    return

    close = finish

    def __enter__(self) -> Thinking:
        return self

    def __exit__(self, *exception: object) -> None:
        self.finish()

    def __del__(self) -> None:
        if getattr(self, "_pointer", None) is not None:
            self.finish()
