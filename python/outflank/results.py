"""What searches and analyses find."""
from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from . import _c
from ._arguments import square_name
from .board import Board

_R = TypeVar("_R", bound="Result")
_BOUNDS = ("estimate", "lower", "upper", "exact")
SCHEMA = 2  # of the dicts below: docs/json.md


def _openings(board: Board) -> dict[str, str]:
    """{"en": name ...} of the languages that have one."""
    names = ((language, board.opening(language)) for language in ("en", "fr", "ja"))
    return {language: name for language, name in names if name}


@dataclass(frozen=True)
class Line:
    """What is known of one move of a position."""

    move: str
    """ "d3", "pass", or "none" if the game is over."""
    score: float
    """Discs for the side to move."""
    bound: str
    """ "exact": proven, nothing can change the score; "estimate"; or it is a "lower" or "upper" bound
    of the value, a proven one if `solved`."""
    depth: int
    """Plies searched below the position, all of them if that is to the end."""
    confidence: int
    """Percent: 100 without selective pruning."""
    solved: bool
    """The score, or the bound, is proven to the end of the game,"""
    wld: bool
    """but only as win, loss or draw: 1, -1 or 0."""
    pv: tuple[str, ...]
    """The principal variation, passes included."""
    source: str = ""
    """ "book" or the like, if it is from a book; "" for a search."""
    n_games: int = 0
    """Games that went on so, of a line from a book."""
    proven: tuple[float, float] | None = None
    """The score is proven to lie between these; of analyses only."""

    @property
    def exact(self) -> bool:
        """Nothing can change the score."""
        return self.bound == "exact"

    @classmethod
    def _of(cls, line: Any, n_games: int = 0) -> Line:
        source = _c.text_of(_c.lib.ofl_source_text(line.source))
        return cls(square_name(line.move), line.score / 100, _BOUNDS[line.bound], line.depth,
                   line.confidence, line.solved, line.wld,
                   tuple(square_name(move) for move in line.pv[:line.pv_length]), source, n_games)

    def to_dict(self) -> dict[str, Any]:
        """The line as `outflank --json` writes it."""
        value: dict[str, Any] = {"move": self.move, "score": self.score, "bound": self.bound, "depth": self.depth,
                 "confidence": self.confidence, "solved": self.solved, "wld": self.wld,
                 "exact": self.exact, "pv": list(self.pv)}
        if self.source:
            value["source"] = self.source
        if self.proven:
            value["proven"] = list(self.proven)
        return value


@dataclass(frozen=True)
class Result:
    """What a search found: lines, best first."""

    board: Board
    moves: tuple[Line, ...]
    nodes: int
    seconds: float
    stopped: bool
    """It ended by a limit or by stop(), before its goal was met."""
    proved: tuple[float, float]
    """The score is proved to lie between these."""

    @property
    def best(self) -> Line:
        return self.moves[0]

    @property
    def score(self) -> float:
        """That of the best move."""
        return self.moves[0].score

    def __getitem__(self, move: str) -> Line:
        """The line of a move."""
        for line in self.moves:
            if line.move == move.lower():
                return line
        raise KeyError(move)

    @classmethod
    def _of(cls: type[_R], board: Board, result: Any, **more: Any) -> _R:
        lines = tuple(Line._of(result.lines[i]) for i in range(result.n_lines))
        return cls(board, lines, result.nodes, result.time_ms / 1000, result.stopped,
                   (result.proved_low / 100, result.proved_high / 100), **more)

    def to_dict(self) -> dict[str, Any]:
        """The result as `outflank --json` writes it (docs/json.md)."""
        value: dict[str, Any] = {"schema": SCHEMA, "position": self.board.to_text(),
                 "moves": [line.to_dict() for line in self.moves], "nodes": self.nodes,
                 "time_ms": round(self.seconds * 1000)}
        names = _openings(self.board)
        return {**value, "opening": names} if names else value


@dataclass(frozen=True)
class Forecast:
    """How long an exact search for the best move will take, by one thread."""

    nodes: float
    seconds: float | None
    """None: nothing was measured yet."""
    factor: float
    """Two of three positions lie within this factor."""


@dataclass(frozen=True)
class Analysis(Result):
    """What an analysis found: estimates, exact scores and lines from the book, best first."""

    forecast: Forecast = field(default=Forecast(0, None, 0))

    def loss(self, move: str) -> float:
        """Discs that a move gives away; at least that, if its score is a bound."""
        return round(self.score - self[move].score, 2)

    @classmethod
    def _of_analysis(cls, board: Board, analysis: Any) -> Analysis:
        c = analysis.forecast
        found = cls._of(board, analysis.result,
                        forecast=Forecast(c.nodes, c.seconds if c.seconds > 0 else None, c.factor))
        lines = (replace(line, proven=(low / 100, high / 100)) for line, low, high in
                 zip(found.moves, analysis.proven_low, analysis.proven_high))
        return replace(found, moves=tuple(lines))

    def to_dict(self) -> dict[str, Any]:
        """The analysis as `outflank analyze --json` writes it (docs/json.md)."""
        value = super().to_dict()
        for line, entry in zip(self.moves, value["moves"]):
            entry["loss"] = self.loss(line.move)
            names = _openings(self.board.play(line.move)) if len(line.move) == 2 else {}
            if names:
                entry["opening"] = names
        value.update(side=self.board.turn, empties=self.board.n_empties, stopped=self.stopped)
        if not (self.moves and self.best.exact):
            value["forecast"] = {"nodes": self.forecast.nodes, "seconds": self.forecast.seconds,
                                 "factor": self.forecast.factor}
        return value
