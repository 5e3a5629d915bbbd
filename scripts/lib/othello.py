"""scripts/lib/othello.py - the rules once more, slow and plain.

Written without a look at the C code, to check it from outside. A board is a
dictionary of (column, row) -> "b" or "w"; columns and rows count from 0, a1 is
(0, 0). Moves are texts: "d3", or "pass".
"""

COLUMNS = "abcdefgh"
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
OTHER = {"b": "w", "w": "b"}


def square(text):
    """"d3" in any case -> (3, 2); None if it is no square."""
    text = text.lower()
    if len(text) == 2 and text[0] in COLUMNS and text[1] in "12345678":
        return COLUMNS.index(text[0]), int(text[1]) - 1
    return None


def name(at):
    return COLUMNS[at[0]] + str(at[1] + 1)


class Game:
    """A position and how it came about."""

    def __init__(self, board=None, turn="b"):
        if board is None:
            board = {(3, 3): "w", (4, 4): "w", (4, 3): "b", (3, 4): "b"}
        self.board = dict(board)
        self.turn = turn
        self.moves = []

    @staticmethod
    def from_text(text, side):
        """64 characters X O -, a1 b1 .. h8, and the side."""
        colors = {"X": "b", "*": "b", "O": "w"}
        return Game({(i % 8, i // 8): colors[c] for i, c in enumerate(text) if c in colors},
                    colors[side])

    def copy(self):
        twin = Game(self.board, self.turn)
        twin.moves = list(self.moves)
        return twin

    def turned(self, at, color=None):
        """The squares that turn if `color` (default: the side to move) plays there."""
        color = color or self.turn
        if at in self.board:
            return []
        found = []
        for dx, dy in DIRECTIONS:
            line = []
            x, y = at[0] + dx, at[1] + dy
            while self.board.get((x, y)) == OTHER[color]:
                line.append((x, y))
                x, y = x + dx, y + dy
            if self.board.get((x, y)) == color:
                found += line
        return found

    def squares(self, color=None):
        """Where `color` can play, sorted a1 b1 .. h8."""
        return [(x, y) for y in range(8) for x in range(8) if self.turned((x, y), color)]

    def legal(self):
        """The legal moves as texts: squares, or "pass" alone, or nothing at the end."""
        if self.squares():
            return [name(at) for at in self.squares()]
        return ["pass"] if self.squares(OTHER[self.turn]) else []

    def is_over(self):
        return not self.legal()

    def play(self, move):
        """Plays a legal move; ValueError if it is not legal."""
        move = move.lower()
        if move not in self.legal():
            raise ValueError(f"{move} is not legal for {self.turn} after {' '.join(self.moves)}")
        if move != "pass":
            at = square(move)
            for other in self.turned(at):
                self.board[other] = self.turn
            self.board[at] = self.turn
        self.turn = OTHER[self.turn]
        self.moves.append(move)

    def count(self, color):
        return sum(1 for c in self.board.values() if c == color)

    def score(self):
        """For black, empty squares to the winner."""
        black, white = self.count("b"), self.count("w")
        empty = 64 - black - white
        return black - white + (empty if black > white else -empty if white > black else 0)

    def rows(self, black="X", white="O", empty="-"):
        letters = {"b": black, "w": white}
        return ["".join(letters.get(self.board.get((x, y)), empty) for x in range(8))
                for y in range(8)]

    def text(self):
        return "".join(self.rows())
