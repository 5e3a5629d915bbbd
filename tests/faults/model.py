"""tests/faults/model.py - the rules of Othello once more, small and obvious.

A game is a list of (own, other, turn) with bitboards of squares a1 = bit 0 ..
h8 = bit 63; turn is "b" or "w". Nothing is shared with the program.
"""
FULL = (1 << 64) - 1
NOT_A, NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
# Shift (negative: right) and the squares that may be reached by it.
DIRECTIONS = ((1, NOT_A), (-1, NOT_H), (8, FULL), (-8, FULL),
              (9, NOT_A), (7, NOT_H), (-7, NOT_A), (-9, NOT_H))
PASS = 64


def shift(bits, by, mask):
    return ((bits << by) if by > 0 else (bits >> -by)) & mask & FULL


def legal_moves(own, other):
    found = 0
    for by, mask in DIRECTIONS:
        line = shift(own, by, mask) & other
        for _ in range(5):
            line |= shift(line, by, mask) & other
        found |= shift(line, by, mask)
    return found & ~(own | other)


def flips(own, other, square):
    found = 0
    for by, mask in DIRECTIONS:
        line, at = 0, shift(1 << square, by, mask)
        while at & other:
            line |= at
            at = shift(at, by, mask)
        if at & own:
            found |= line
    return found


def is_over(own, other):
    return not legal_moves(own, other) and not legal_moves(other, own)


def squares(bits):
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def name(square):
    return "pass" if square == PASS else "abcdefgh"[square % 8] + str(square // 8 + 1)


def square(text):
    return 8 * (int(text[1]) - 1) + "abcdefgh".index(text[0].lower())


class Game:
    """A position and how it came about. `stack` holds what undo gives back."""

    def __init__(self, board=None, turn="b"):
        black = white = 0
        for i, disc in enumerate(board or "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27):
            black |= (disc == "X") << i
            white |= (disc == "O") << i
        self.own, self.other = (black, white) if turn == "b" else (white, black)
        self.turn, self.stack, self.moves = turn, [], []

    def copy(self):
        twin = Game()
        twin.own, twin.other, twin.turn = self.own, self.other, self.turn
        twin.stack, twin.moves = list(self.stack), list(self.moves)
        return twin

    def legal(self):
        """Squares, or [PASS], or nothing when the game is over."""
        moves = list(squares(legal_moves(self.own, self.other)))
        return moves or ([] if is_over(self.own, self.other) else [PASS])

    def play(self, move):
        self.stack.append((self.own, self.other, self.turn, len(self.moves)))
        if move != PASS:
            turned = flips(self.own, self.other, move)
            self.own, self.other = self.own | turned | 1 << move, self.other & ~turned
            self.moves.append(move)
        self.own, self.other = self.other, self.own
        self.turn = "w" if self.turn == "b" else "b"

    def undo(self):
        """One step, passes included."""
        self.own, self.other, self.turn, n = self.stack.pop()
        del self.moves[n:]

    def black(self):
        return self.own if self.turn == "b" else self.other

    def white(self):
        return self.other if self.turn == "b" else self.own

    def text(self):
        """64 squares and the side to move."""
        black, white = self.black(), self.white()
        discs = "".join("X" if black >> i & 1 else "O" if white >> i & 1 else "-"
                        for i in range(64))
        return discs + (" X" if self.turn == "b" else " O")

    def score(self):
        """Of a finished game, for black, empties to the winner."""
        black, white = bin(self.black()).count("1"), bin(self.white()).count("1")
        if black == white:
            return 0
        return 64 - 2 * white if black > white else 2 * black - 64


def random_game(rng, n_plies, board=None, turn="b"):
    game = Game(board, turn)
    for _ in range(n_plies):
        moves = game.legal()
        if not moves:
            break
        game.play(rng.choice(moves))
    return game
