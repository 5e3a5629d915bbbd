"""Reviewed games."""
from __future__ import annotations

import json
import weakref
from dataclasses import dataclass
from typing import Any

from . import _c
from .errors import OutOfMemoryError

_JSON, _TEXT, _CSV, _HTML = range(4)


@dataclass(frozen=True)
class ReviewedMove:
    """A move of a reviewed game. Values are discs for its mover."""

    ply: int
    """Moves and passes before it."""
    number: int
    side: str
    played: str
    before: float
    """The value of the position,"""
    after: float
    """and that of what was played."""
    loss: float
    exact: bool
    """Both values are proven."""
    best: str
    best_line: tuple[str, ...]
    grade: str | None
    """ "inaccuracy", "mistake", "blunder", or None."""
    black: float
    """The value of the position before the move, seen by Black."""
    why: tuple[str, ...]
    """Sentences about a move that lost much."""


class Review:
    """What each move of a game gave away (docs/review.md)."""

    def __init__(self, pointer: Any) -> None:
        """Private: Engine.review() makes reviews."""
        self._pointer = pointer
        weakref.finalize(self, _c.lib.ofl_review_free, pointer)
        self.data: dict[str, Any] = json.loads(self._write(_JSON))
        """The review as `outflank review --json` writes it."""

    def _write(self, form: int) -> str:
        text = _c.take_text(_c.lib.ofl_review_write(self._pointer, form))
        if text is None:
            raise OutOfMemoryError("out of memory")
        return text

    def __repr__(self) -> str:
        return (f"<Review of {len(self.data['plies'])} moves, {self.final:+.2f} for Black"
                f"{'' if self.complete else ', not complete'}>")

    @property
    def complete(self) -> bool:
        """False if the review was stopped: then the first positions have no value."""
        return bool(self.data["complete"])

    @property
    def moves(self) -> tuple[ReviewedMove, ...]:
        return tuple(ReviewedMove(p["ply"], p["number"], p["side"], p["played"], p["best_score"],
                                  p["score"], p["loss"], p["exact"], p["best"], tuple(p["line"]),
                                  p["grade"], p["black"], tuple(r["text"] for r in p["why"]))
                     for p in self.data["plies"])

    @property
    def final(self) -> float:
        """The result, or the value of the last board, seen by Black."""
        return float(self.data["final"])

    @property
    def turning_point(self) -> int | None:
        """The ply after which the loser's chances never came back to a half."""
        ply: int | None = self.data["turning_point"]
        return ply

    def accuracy(self, side: str) -> float:
        """Percent, of "black" or "white"."""
        return float(self.data["summary"][side]["accuracy"])

    def to_text(self) -> str:
        """The report as `outflank review` prints it."""
        return self._write(_TEXT)

    def to_csv(self) -> str:
        """A row for each move, with a head."""
        return self._write(_CSV)

    def to_html(self) -> str:
        """One page for a browser, which needs no network."""
        return self._write(_HTML)
