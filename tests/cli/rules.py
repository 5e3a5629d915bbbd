"""Rules of Othello for tests, which share nothing with the program. A board is {"d3": "X"}, without
the empty squares; a position as a text has 64 squares a1 b1 .. h8 and the side to move."""

START = "---------------------------OX------XO--------------------------- X"
SQUARES = [c + r for r in "12345678" for c in "abcdefgh"]


def step(square, dx, dy):
    x, y = ord(square[0]) - 97 + dx, int(square[1]) - 1 + dy
    return "abcdefgh"[x] + str(y + 1) if 0 <= x < 8 and 0 <= y < 8 else None


NEAR = {s: [n for n in (step(s, x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y) if n] for s in SQUARES}
RAYS = {s: [] for s in SQUARES}
for s in SQUARES:
    for dx, dy in [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]:
        ray, at = [], step(s, dx, dy)
        while at:
            ray.append(at)
            at = step(at, dx, dy)
        RAYS[s].append(ray)


def turned(board, side, square):
    found = []
    for line in RAYS[square] if square not in board else ():
        n = next((i for i, s in enumerate(line) if board.get(s, side) == side), None)
        if n and line[n] in board:
            found += line[:n]
    return found


def moves_of(board, side):
    return [s for s in SQUARES if turned(board, side, s)]


def after(board, side, square):
    return {**board, **{s: side for s in turned(board, side, square)}, square: side}


def other(side):
    return "O" if side == "X" else "X"


def board_of(text):
    return {s: c for s, c in zip(SQUARES, text) if c != "-"}, text[65]


def text_of(board, side):
    return "".join(board.get(s, "-") for s in SQUARES) + " " + side


def along(text, line):
    """The position behind the moves; None if one is not legal."""
    board, side = board_of(text)
    for move in line:
        if move == "pass" and not moves_of(board, side):
            side = other(side)
            continue
        if not turned(board, side, move):
            return None
        board, side = after(board, side, move), other(side)
    return text_of(board, side)


def mover(board, side):
    """Who moves if it is `side`'s turn; None at the end."""
    return next((s for s in (side, other(side)) if moves_of(board, s)), None)


def random_game(rng):
    """Moves of a whole game, "f5d6..."."""
    board, side = board_of(START)
    moves = ""
    while True:
        side = mover(board, side)
        if not side:
            return moves
        move = rng.choice(moves_of(board, side))
        moves, board, side = moves + move, after(board, side, move), other(side)
