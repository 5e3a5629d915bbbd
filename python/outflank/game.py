"""Games, and files of games."""
from __future__ import annotations

import errno
import json
import os
import threading
from typing import Any, Iterator, NoReturn

from . import _c
from ._arguments import move_number, square_name
from .board import Board, read_record, write_record
from .errors import ClosedError, FormatError, IllegalMoveError


def _name(field: str) -> Any:
    def get(self: Game) -> str:
        return _c.text_of(getattr(self._game, field))

    def put(self: Game, text: object) -> None:
        data = str(text).encode("utf-8", "replace")
        if len(data) >= _c.NAME_TEXT or b"\0" in data:
            raise ValueError(f"{field}: expected at most {_c.NAME_TEXT - 1} bytes without NUL, "
                             f"found {str(text)[:40]!r}")
        game = self._copy()
        setattr(game, field, data)
        self._game = game

    return property(get, put, doc=f"The tag {field}; '' if it is not known.")


class Game:
    """A game: where it began, its moves, who played it.

    Game() begins at the usual start, Game(board) at a board, Game(text) is what a text in any format
    says: moves such as "f5d6c3", GGF, SGF, PGN, a link of a web site ... `note` is a sentence about
    what the reader had to assume, "" if nothing. The game keeps what its text says (event, ratings,
    comments): to_text() writes it. Its result goes when other moves are played or moves are taken back.
    A game is for one thread at a time.
    """

    black = _name("black")
    white = _name("white")
    place = _name("place")
    date = _name("date")
    result = _name("result")

    def __init__(self, start: str | Board | None = None) -> None:
        self.note = ""
        self._record: bytes | None = None
        self._game: Any
        if start is None or isinstance(start, Board):
            self._game = _c.CGame()
            _c.lib.ofl_game_init(self._game, (start or Board())._position)
        else:
            self._game, self.note, self._record = read_record(start)
        self._told = self._game.result

    @classmethod
    def _of(cls, c_game: Any, note: str = "", record: bytes | None = None,
            told: bytes | None = None) -> Game:
        game = cls.__new__(cls)
        game._game = _c.CGame.from_buffer_copy(c_game)
        game.note, game._record = note, record
        game._told = game._game.result if told is None else told
        return game

    @property
    def board(self) -> Board:
        """The position now."""
        return Board._of(self._game.position)

    @property
    def start(self) -> Board:
        return Board._of(self._game.start)

    @property
    def moves(self) -> list[str]:
        """The moves played, passes included."""
        return [square_name(self._game.moves[i].move) for i in range(self._game.n_played)]

    @property
    def values(self) -> list[float | None]:
        """The values that the record gives its moves, in discs for the mover; None where it has
        none."""
        moves = (self._game.moves[i] for i in range(self._game.n_played))
        return [move.eval if move.has_eval else None for move in moves]

    def boards(self) -> Iterator[Board]:
        """The boards from the start to the position now."""
        board = self.start
        yield board
        for move in self.moves:
            board = board.play(move)
            yield board

    def play(self, *moves: str) -> Game:
        """Plays moves, all of them or none, and returns the game. A forced pass is a move: "pass"."""
        tried = self._changed()
        for move in moves:
            number = move_number(move)
            reason = _c.lib.ofl_illegal_reason(tried.position.board, number)
            if reason is not None:
                raise IllegalMoveError(f"{square_name(number)} cannot be played as move "
                                       f"{tried.n_played + 1}: {_c.text_of(reason)}")
            if not _c.lib.ofl_game_play(tried, number):
                raise IllegalMoveError(f"a game has at most {_c.MAX_PLIES} moves")
        self._game = tried
        return self

    def _copy(self) -> Any:
        """For a change: other threads, for which the library makes way, see the game before or after
        it."""
        return _c.CGame.from_buffer_copy(self._game)

    def _changed(self) -> Any:
        """The same for other moves: a result that the record told was that of the whole game."""
        game = self._copy()
        if game.result == self._told:
            game.result = b""
        return game

    def undo(self) -> bool:
        """Takes the last move back; False if there is none."""
        game = self._changed()
        is_done: bool = _c.lib.ofl_game_undo(game)
        self._game = game
        return is_done

    def redo(self) -> bool:
        """Plays again what was taken back; False if there is nothing."""
        game = self._copy()
        is_done: bool = _c.lib.ofl_game_redo(game)
        self._game = game
        return is_done

    def opening(self, language: str = "en") -> str | None:
        """The name of the longest line of the game that has one."""
        names = [board.opening(language) for board in self.boards()]
        return next((name for name in reversed(names) if name), None)

    def copy(self) -> Game:
        return Game._of(self._game, self.note, self._record, self._told)

    def to_text(self, format: str = "moves") -> str:
        """The game as a text: "moves", "ggf", "sgf", "pgn", "json", or its last board as "obf",
        "board", "fen" and others (docs/texts.md). losses() says what a format leaves out."""
        return write_record(self._game, format, self._record)[0].rstrip("\n")

    def losses(self, format: str) -> list[str]:
        """What to_text() leaves out: "names", "results", "values", "comments", "tags" and the like."""
        record = self._record if self._record is not None else self.to_text("json").encode()
        said = write_record(self._game, format, record)[1]
        return said.partition("left out: ")[2].split(", ") if said else []

    @property
    def tags(self) -> dict[str, str]:
        """What the record says beside the moves and names: {"event": "Open", "black-rating": "1224"}."""
        found: dict[str, str] = json.loads(self.to_text("json")).get("tags", {})
        return found

    @property
    def comments(self) -> dict[int, str]:
        """Comments by the number of the move they follow, passes counted; 0: on the whole game."""
        found = json.loads(self.to_text("json")).get("comments", {})
        return {int(ply): text for ply, text in found.items()}

    def __len__(self) -> int:
        return int(self._game.n_played)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<Game {self.to_text()!r}, {self.board.turn} to move>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.start == other.start and self.moves == other.moves

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> Any:
        return bytes(self._game), self.note, self._record, self._told

    def __setstate__(self, state: Any) -> None:
        self._game = _c.CGame.from_buffer_copy(state[0])
        self.note, self._record, self._told = state[1:]


class GameFile:
    """The games of a file in any format, one after the other; memory does not grow with the file.

    What cannot be read raises a FormatError that names it, and the next step goes on behind it. With
    skip_errors=True such errors are collected in `errors` instead. A file that cannot be opened raises
    the OSError that open() raises, FileNotFoundError and the like.
    """

    def __init__(self, path: str | os.PathLike[str], skip_errors: bool = False) -> None:
        self.errors: list[FormatError] = []
        self._skip_errors = skip_errors
        self._path = os.fspath(path)
        self._lock = threading.RLock()
        self._has_ended = False
        error = _c.CTextError()
        self._games: Any = None
        self._games = _c.lib.ofl_games_open(_c.bytes_of(self._path, "path"), error)
        if not self._games:
            self._refuse(_c.text_of(error.text))

    def _refuse(self, reason: str) -> NoReturn:
        """Why the file cannot be opened."""
        if os.path.isdir(self._path):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), self._path)
        os.stat(self._path)
        if os.path.isfile(self._path):
            open(self._path, "rb").close()
        raise FormatError(reason)

    def __iter__(self) -> Iterator[Game]:
        return self

    def _step(self) -> Game:
        game, note, error = _c.CGame(), _c.CNote(), _c.CTextError()
        found = _c.lib.ofl_games_next(self._games, game, note, error)
        if found > 0:
            record = _c.take_text(_c.lib.ofl_games_record(self._games))
            return Game._of(game, _c.text_of(note.text), record.encode() if record else None)
        self._has_ended = found == 0 or not error.line
        if found == 0:
            raise StopIteration
        place = f", line {error.line}, column {error.column}" if error.line else ""
        raise FormatError(f"{self._path}, game {_c.lib.ofl_games_number(self._games)}{place}: "
                          f"{_c.text_of(error.text)}", error.line, error.column)

    def __next__(self) -> Game:
        with self._lock:
            while True:
                if self._games is None:
                    raise ClosedError(f"{self._path}: the file was closed")
                if self._has_ended:
                    raise StopIteration
                try:
                    return self._step()
                except FormatError as error:
                    if not self._skip_errors:
                        raise
                    self.errors.append(error)

    def __repr__(self) -> str:
        return f"<GameFile {self._path!r}{'' if self._games else ' (closed)'}>"

    def close(self) -> None:
        """May be called more than once."""
        with self._lock:
            games, self._games = self._games, None
            if games:
                _c.lib.ofl_games_close(games)

    def __enter__(self) -> GameFile:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_games", None):
            self.close()


def read_games(path: str | os.PathLike[str], skip_errors: bool = False) -> GameFile:
    """The games of a file (GameFile)."""
    return GameFile(path, skip_errors)
