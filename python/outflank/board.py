"""Boards."""
from __future__ import annotations

from typing import Any, Iterator

from . import _c
from ._arguments import move_number, square_name, squares
from .errors import FormatError, IllegalMoveError, OptionError, OutOfMemoryError

COLORS = ("black", "white")


def read_record(text: object) -> tuple[Any, str, bytes]:
    """A text in any format as (C game, note, its bytes)."""
    if isinstance(text, (bytes, bytearray)):
        data = bytes(text)
    elif isinstance(text, str):
        data = text.encode("utf-8", "surrogatepass")
    else:
        raise TypeError(f"expected a text with a position or a game, found {type(text).__name__}")
    game, note, error = _c.CGame(), _c.CNote(), _c.CTextError()
    if not _c.lib.ofl_record_read(data, len(data), game, note, error):
        place = f"line {error.line}, column {error.column}: " if error.line and error.column else ""
        raise FormatError(place + _c.text_of(error.text), error.line, error.column)
    return game, _c.text_of(note.text), data


def write_record(game: Any, format: str, record: bytes | None = None) -> tuple[str, str]:
    """A C game in a format by name, with what its record says, and what is left out."""
    note, error, name = _c.CNote(), _c.CTextError(), _c.bytes_of(format, "format")
    text = _c.take_text(_c.lib.ofl_record_write(game, name, error) if record is None else
                        _c.lib.ofl_record_rewrite(game, record, len(record), name, note, error))
    if text is None:
        raise OptionError(_c.text_of(error.text))
    return text, _c.text_of(note.text)


class Board:
    """A position: the discs, and whose turn it is. It never changes, and can be a key of a dict.

    Board() is the usual start. Board(text) is the position that a text in any format describes; of
    a game it is the last one.
    """

    __slots__ = ("_player", "_opponent", "_turn")

    def __init__(self, text: str | None = None) -> None:
        if text is None:
            position = _c.lib.ofl_position_start()
        else:
            position = read_record(text)[0].position
        self._take(position)

    def _take(self, position: Any) -> None:
        self._player: int = position.board.player
        self._opponent: int = position.board.opponent
        self._turn: int = position.turn

    @classmethod
    def _of(cls, position: Any) -> Board:
        board = cls.__new__(cls)
        board._take(position)
        return board

    @classmethod
    def from_bits(cls, black: int, white: int, turn: str = "black") -> Board:
        """The position of two sets of squares; bit 0 is a1, bit 1 b1, bit 63 h8."""
        if turn not in COLORS:
            raise OptionError(f"turn: expected 'black' or 'white', found {turn!r}")
        for name, bits in (("black", black), ("white", white)):
            if not isinstance(bits, int) or not 0 <= bits < 2 ** 64:
                raise OptionError(f"{name}: expected a set of 64 bits, found {bits!r}")
        if black & white:
            raise OptionError("the two sides share " + ", ".join(squares(black & white)))
        player, opponent = (black, white) if turn == "black" else (white, black)
        return cls._of(_c.CPosition(_c.CBoard(player, opponent), COLORS.index(turn)))

    # ---- what it is ----

    @property
    def _board(self) -> _c.CBoard:
        return _c.CBoard(self._player, self._opponent)

    @property
    def _position(self) -> _c.CPosition:
        return _c.CPosition(self._board, self._turn)

    @property
    def turn(self) -> str:
        """ "black" or "white"."""
        return COLORS[self._turn]

    @property
    def black(self) -> int:
        """Black's discs as a set of bits; bit 0 is a1, bit 63 h8."""
        return self._opponent if self._turn else self._player

    @property
    def white(self) -> int:
        """White's discs, in the same way."""
        return self._player if self._turn else self._opponent

    @property
    def n_black(self) -> int:
        return bin(self.black).count("1")

    @property
    def n_white(self) -> int:
        return bin(self.white).count("1")

    @property
    def n_empties(self) -> int:
        return 64 - self.n_black - self.n_white

    @property
    def is_over(self) -> bool:
        """Neither side can move."""
        return bool(_c.lib.ofl_is_over(self._board))

    def __getitem__(self, square: str) -> str | None:
        """ "black", "white", or None for an empty square: board["d4"]."""
        number = move_number(square)
        if number == _c.PASS:
            raise IllegalMoveError(f"expected a square such as 'd3', found {square!r}")
        return "black" if self.black >> number & 1 else "white" if self.white >> number & 1 else None

    def score(self, rule: str = "tournament") -> int:
        """Discs of the side to move less those of the other, as if the game ended here. By the rule
        "tournament" empty squares go to the winner, by "raw" to nobody."""
        if rule not in ("tournament", "raw"):
            raise OptionError(f"rule: expected 'tournament' or 'raw', found {rule!r}")
        wanted = _c.SCORE_RAW if rule == "raw" else _c.SCORE_TOURNAMENT
        return int(_c.lib.ofl_score(self._board, wanted))

    def stable_discs(self) -> list[str]:
        """Discs of the side to move that can be proved never to be turned again."""
        return squares(_c.lib.ofl_stable_discs(self._board))

    def opening(self, language: str = "en") -> str | None:
        """What the opening is called in English ("en"), French ("fr") or Japanese ("ja")."""
        if language not in ("en", "fr", "ja"):
            raise OptionError(f"language: expected 'en', 'fr' or 'ja', found {language!r}")
        name = _c.lib.ofl_opening_name(self._board, language.encode())
        return None if name is None else _c.text_of(name)

    # ---- moves ----

    def legal_moves(self) -> list[str]:
        """Moves of the side to move: ["pass"] if it must pass, [] if the game is over."""
        moves = squares(_c.lib.ofl_legal_moves(self._board))
        return moves or ([] if self.is_over else ["pass"])

    def is_legal(self, move: str) -> bool:
        return bool(_c.lib.ofl_is_legal(self._board, move_number(move)))

    def flips(self, move: str) -> list[str]:
        """The discs that a move would turn; [] if it is not legal."""
        number = move_number(move)
        return [] if number == _c.PASS else squares(_c.lib.ofl_flips(self._board, number))

    def play(self, move: str) -> Board:
        """The board after a move."""
        number = move_number(move)
        reason = _c.lib.ofl_illegal_reason(self._board, number)
        if reason is not None:
            raise IllegalMoveError(f"{square_name(number)} cannot be played: {_c.text_of(reason)}")
        after = _c.lib.ofl_play(self._board, number)
        return Board._of(_c.CPosition(after, 1 - self._turn))

    def children(self) -> Iterator[tuple[str, Board]]:
        """Each legal move, and the board after it."""
        return ((move, self.play(move)) for move in self.legal_moves())

    def symmetry(self, number: int) -> Board:
        """The board turned or mirrored, 0..7; 0 is the board itself. Bit 0 mirrors left and right,
        bit 1 top and bottom, bit 2, applied last, exchanges rows and columns."""
        if not isinstance(number, int) or not 0 <= number <= 7:
            raise OptionError(f"symmetry: expected a number from 0 to 7, found {number!r}")
        return Board._of(_c.CPosition(_c.lib.ofl_symmetry(self._board, number), self._turn))

    # ---- texts ----

    def to_text(self, format: str = "board") -> str:
        """The board as a text: "board", "obf", "fen", "diagram" and others (docs/texts.md)."""
        game = _c.CGame()
        _c.lib.ofl_game_init(game, self._position)
        return write_record(game, format)[0].rstrip("\n")

    def to_svg(self, last_move: str | None = None) -> str:
        """The board as a picture; the last move is marked."""
        number = _c.NO_MOVE if last_move is None else move_number(last_move)
        text = _c.take_text(_c.lib.ofl_position_to_svg(self._position, number))
        if text is None:
            raise OutOfMemoryError("out of memory")
        return text

    def _repr_svg_(self) -> str:
        """For notebooks."""
        return self.to_svg()

    def __str__(self) -> str:
        return self.to_text("diagram")

    def __repr__(self) -> str:
        return f"Board({self.to_text()!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self._player, self._opponent, self._turn) == \
            (other._player, other._opponent, other._turn)

    def __hash__(self) -> int:
        return hash((self._player, self._opponent, self._turn))

    def __reduce__(self) -> Any:
        return Board.from_bits, (self.black, self.white, self.turn)
