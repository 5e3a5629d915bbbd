"""Opening books."""
from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Union

from . import _c
from .board import Board
from .errors import BookError, ClosedError
from .results import Line

if TYPE_CHECKING:
    from .game import Game

Position = Union[Board, "Game", str]  # what callers give: of a game its last board


@dataclass(frozen=True)
class BookAnswer:
    """What a book says of a position."""

    board: Board
    moves: tuple[Line, ...]
    """Moves with a value, best first."""
    value: float | None
    """The value of the position, if it has a record."""
    proved: tuple[float, float]
    """The score is proved to lie between these; -64 and 64 if there is no proof."""
    complete: bool
    """A search says that no other move is better."""
    rounded: bool = False
    """The book is packed: counts of 32 games and more are rounded down."""

    @property
    def best(self) -> Line:
        return self.moves[0]


def board_of(position: Any) -> Board:
    """A position that a caller gave: a Board, a Game, or a text in any format."""
    if isinstance(position, Board):
        return position
    board = getattr(position, "board", None)
    if isinstance(board, Board):
        return board
    if position is None:
        raise TypeError("expected a Board, a Game or a text, found None")
    return Board(position)


class Book:
    """A book made by `outflank book`, working or packed, opened for reading. len() is the number of
    its positions. Any number of threads may ask; close() waits for them."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)
        self._book: Any = None
        self._changed = threading.Condition(threading.Lock())
        self._n_users = 0
        error = _c.CBookError()
        self._book = _c.lib.ofl_book_open(_c.bytes_of(self._path, "path"), error)
        if not self._book:
            raise BookError(_c.text_of(error.text))

    def _ask(self, question: Callable[..., int], *arguments: Any) -> int:
        """Calls the library while the book cannot be closed."""
        with self._changed:
            if self._book is None:
                raise ClosedError(f"{self._path}: the book was closed")
            book = self._book
            self._n_users += 1
        try:
            error = _c.CBookError()
            found = question(book, *arguments, error)
        finally:
            with self._changed:
                self._n_users -= 1
                self._changed.notify_all()
        if found < 0:
            raise BookError(_c.text_of(error.text))
        return found

    def __len__(self) -> int:
        return self._ask(_c.lib.ofl_book_count)

    def __bool__(self) -> bool:
        return True

    def lookup(self, position: Position) -> BookAnswer | None:
        """What the book says of a position; None if nothing."""
        board, answer = board_of(position), _c.CBookAnswer()
        if not self._ask(_c.lib.ofl_book_ask, board._board, answer):
            return None
        lines = tuple(Line._of(answer.lines[i], answer.n_games[i]) for i in range(answer.n_lines))
        return BookAnswer(board, lines, answer.score / 100 if answer.has_value else None,
                          (answer.low / 100, answer.high / 100), answer.is_complete, answer.is_rounded)

    def __contains__(self, position: Position) -> bool:
        return self.lookup(position) is not None

    def __repr__(self) -> str:
        return f"<Book {self._path!r}{'' if self._book else ' (closed)'}>"

    def close(self) -> None:
        """May be called more than once."""
        with self._changed:
            while self._n_users:
                self._changed.wait()
            book, self._book = self._book, None
        if book:
            _c.lib.ofl_book_close(book)

    def __enter__(self) -> Book:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_book", None):
            self.close()
