"""Play, analyse and solve Othello (Reversi) with the engine Outflank.

    import outflank

    with outflank.Engine(level=12) as engine:
        for line in engine.analyze("f5d6c3", depth=12).moves:
            print(line.move, line.score, *line.pv)

Moves are texts: "d3", "pass". Scores are discs for the side to move, times are seconds. A position
is a Board, a Game (then its last board is meant), or a text in any format that Outflank reads.

The package calls the shared library liboutflank through ctypes; README.md beside it says how the
library is found.
"""
from ._c import cpu_level, library_path, version
from .board import Board
from .book import Book, BookAnswer
from .engine import Engine, Option, Thinking, options
from .errors import (BookError, BusyError, ClosedError, DataError, FormatError, IllegalMoveError,
                     LibraryError, OptionError, OutflankError, OutOfMemoryError)
from .game import Game, GameFile, read_games
from .results import Analysis, Forecast, Line, Result
from .review import Review, ReviewedMove
from .service import Request, Service, ServiceError

__version__ = "0.1.0"

__all__ = [
    "Analysis", "Board", "Book", "BookAnswer", "BookError", "BusyError", "ClosedError", "DataError",
    "Engine", "Forecast", "FormatError", "Game", "GameFile", "IllegalMoveError", "LibraryError",
    "Line", "Option", "OptionError", "OutOfMemoryError", "OutflankError", "Request", "Result",
    "Review", "ReviewedMove", "Service", "ServiceError", "Thinking", "cpu_level", "library_path", "options", "read_games", "version",
]
