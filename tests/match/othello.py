"""tests/match/othello.py - the rules, slow and obvious, independent of the program.

A board is a list of 64: 0 empty, 1 black, 2 white; square = 8 * row + column.
"""
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
BLACK, WHITE = 1, 2


def name(square):
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def square(text):
    return "abcdefgh".index(text[0].lower()) + 8 * (int(text[1]) - 1)


class Game:
    def __init__(self):
        self.board = [0] * 64
        self.board[27] = self.board[36] = WHITE
        self.board[28] = self.board[35] = BLACK
        self.turn = BLACK
        self.history = []

    def flips(self, at, color):
        if self.board[at]:
            return []
        found = []
        for dr, dc in DIRECTIONS:
            row, col, line = at // 8 + dr, at % 8 + dc, []
            while 0 <= row < 8 and 0 <= col < 8 and self.board[8 * row + col] == 3 - color:
                line.append(8 * row + col)
                row, col = row + dr, col + dc
            if 0 <= row < 8 and 0 <= col < 8 and self.board[8 * row + col] == color:
                found += line
        return found

    def moves(self, color=None):
        color = color or self.turn
        return [s for s in range(64) if self.flips(s, color)]

    def is_over(self):
        return not self.moves(BLACK) and not self.moves(WHITE)

    def play(self, at):
        """A square, or None for a pass. False if it is illegal."""
        if at is None:
            if self.moves() or self.is_over():
                return False
        else:
            turned = self.flips(at, self.turn)
            if not turned:
                return False
            for s in turned + [at]:
                self.board[s] = self.turn
            self.history.append(at)
        self.turn = 3 - self.turn
        return True

    def difference(self):
        """Discs of black less discs of white, empty squares to the winner."""
        black, white = self.board.count(BLACK), self.board.count(WHITE)
        empty = 64 - black - white
        return black - white + (empty if black > white else -empty if white > black else 0)
