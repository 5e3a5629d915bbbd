"""What can go wrong. The message of each exception is the library's own sentence."""
from typing import Any


class OutflankError(Exception):
    """The base of all exceptions of this package."""


class LibraryError(OutflankError, ImportError):
    """The shared library was not found, or is of another version."""


class FormatError(OutflankError, ValueError):
    """A text could not be read. `line` and `column` count from 1; 0: no place is known."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.line = line
        self.column = column

    def __reduce__(self) -> Any:
        return type(self), (self.args[0], self.line, self.column)


class IllegalMoveError(OutflankError, ValueError):
    """A move that the rules do not allow here."""


class OptionError(OutflankError, ValueError):
    """An option or a limit that is unknown or out of range."""


class DataError(OutflankError, ValueError):
    """Weights or a book that is missing, damaged or too new."""


class BookError(DataError):
    """A book that is missing, damaged or too new."""


class BusyError(OutflankError, RuntimeError):
    """The engine searches already."""


class ClosedError(OutflankError, ValueError):
    """The engine, book or file was closed before."""


class OutOfMemoryError(OutflankError, MemoryError):
    """The library found no memory."""
