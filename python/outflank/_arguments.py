"""Arguments of methods, checked before the library sees them: ctypes would cut numbers. Private."""
from __future__ import annotations

import math
import operator
from typing import Any

from . import _c
from .errors import IllegalMoveError, OptionError

_MOST_S = 10 ** 9


def milliseconds(value: Any, name: str) -> int:
    """Seconds as whole milliseconds; None is 0, no limit."""
    if value is None:
        return 0
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not 0.001 <= number <= _MOST_S:
        raise OptionError(f"{name}: expected seconds from 0.001 to {_MOST_S}, found {value!r}")
    return int(round(number * 1000))


def _index(value: Any) -> int | None:
    try:
        return operator.index(value)
    except TypeError:
        return None


def count(value: Any, name: str, most: int = 2 ** 63 - 1, least: int = 1) -> int:
    """A whole number; None is 0, no limit."""
    if value is None:
        return 0
    number = _index(value)
    if number is None or isinstance(value, bool) or not least <= number <= most:
        raise OptionError(f"{name}: expected a whole number from {least} to {most}, found {value!r}")
    return number


def centidiscs(value: Any, name: str) -> int:
    """Whole discs -64..64 as hundredths."""
    number = _index(value)
    if number is None or not -64 <= number <= 64:
        raise OptionError(f"{name}: expected a score from -64 to 64, found {value!r}")
    return 100 * number


def move_number(text: object) -> int:
    """The library's number of a move such as "d3" or "pass"."""
    if not isinstance(text, str):
        raise TypeError(f"expected a move such as 'd3' or 'pass', found {text!r}")
    data = text.encode("utf-8", "replace")
    number: int = _c.lib.ofl_move_from_text(data, len(data))
    if number == _c.NO_MOVE:
        raise IllegalMoveError(f"expected a move such as 'd3' or 'pass', found {text[:40]!r}")
    return number


def square_name(square: int) -> str:
    """ "a1" for 0, "pass" for 64, "none" for what is no move."""
    if 0 <= square < 64:
        return "abcdefgh"[square % 8] + str(square // 8 + 1)
    return "pass" if square == _c.PASS else "none"


def squares(bits: int) -> list[str]:
    """Names of the squares of a bitboard, a1 first."""
    return [square_name(square) for square in range(64) if bits >> square & 1]
