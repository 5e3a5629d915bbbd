"""Books of Edax, Egaroucid and NTest, written and read by code of our own, for tests.

They follow the formats as they are known from the programs and from files in the field, and share
nothing with src/.
"""
import struct

# ---- a slow board: (mover, other) as sets of bits, a1 is bit 0 ----

START = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36)


def flips(board, square):
    mover, other = board
    turned = 0
    if (mover | other) >> square & 1:
        return 0
    for dx, dy in [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]:
        x, y, line = square % 8 + dx, square // 8 + dy, 0
        while 0 <= x < 8 and 0 <= y < 8 and other >> 8 * y + x & 1:
            line |= 1 << 8 * y + x
            x, y = x + dx, y + dy
        if 0 <= x < 8 and 0 <= y < 8 and mover >> 8 * y + x & 1:
            turned |= line
    return turned


def moves_of(board):
    return [square for square in range(64) if flips(board, square)]


def play(board, square):
    turned = flips(board, square)
    return board[1] & ~turned, board[0] | turned | 1 << square


def image(bits, symmetry):
    result = 0
    for square in range(64):
        x, y = square % 8, square // 8
        if symmetry & 1:
            x ^= 7
        if symmetry & 2:
            y ^= 7
        if symmetry & 4:
            x, y = y, x
        result |= (bits >> square & 1) << 8 * y + x
    return result


def least(board, key=lambda b: b):
    return min((tuple(image(side, s) for side in board) for s in range(8)), key=key)


def square_name(square):
    return "abcdefgh"[square % 8] + "12345678"[square // 8]


def after(text):
    board = START
    for i in range(0, len(text), 2):
        board = play(board, 8 * (int(text[i + 1]) - 1) + "abcdefgh".index(text[i]))
    return board


# ---- a book: {canonical board: [value, leaf move, leaf score]} ----

def make_book(rng, has_leaves=True):
    """Lines from the start; values are right by negamax. Every position has its best leaf, or only
    those at the ends of lines have a value of their own."""
    boards = {least(START)}
    lines = [""] + ["f5" + rest for rest in ("", "d6", "f4", "f6", "d6c3", "d6c4", "f6e6")]
    lines += ["d3c3b3b2f5a3"]
    boards.update(least(after(line[:2 * n])) for line in lines for n in range(len(line) // 2 + 1))
    return with_values(rng, boards, has_leaves)


# After each the side to move must pass.
PASSES = ["f5f6d3g5h5h4f7h6", "d3c3f5d2d1e1b2c1", "d3c3b3b2f5a3a1c1", "c4c3e6b4a4a5b2a3",
          "d3c3f5d2b2b3d1e1a3c1", "f5f6e6d6d7g5d3c8h5h4f7h6d8e8"]


def make_passes(rng):
    """Lines to forced passes. A board whose side must pass is linked to the one behind it, or has
    the leaf "pass"; then a child of that one may be there all the same."""
    boards = {least(after(line[:2 * n])) for line in PASSES for n in range(len(line) // 2 + 1)}
    for line in PASSES:
        behind, kind = after(line)[::-1], rng.randrange(3)
        if kind > 0:
            boards.add(least(behind if kind == 1 else play(behind, rng.choice(moves_of(behind)))))
    return with_values(rng, boards, True)


def with_values(rng, boards, has_leaves):
    book = {}
    for board in sorted(boards, key=lambda b: (-bin(b[0] | b[1]).count("1"), not moves_of(b))):
        children = {m: least(play(board, m)) for m in moves_of(board)} or {64: least(board[::-1])}
        links = {m: book[child][0] for m, child in children.items() if child in book}
        others = [m for m in children if m not in links]
        has_leaf = others and (has_leaves or not links)
        leaf, score = (rng.choice(others), rng.randrange(-9, 5)) if has_leaf else (65, -127)
        values = [-v for v in links.values()] + ([score] if has_leaf else [])
        book[board] = [max(values), leaf, score, links]
    return book


def edax(book, count=None):
    out = b"XADEKOOB" + bytes([4, 6]) + struct.pack("<h5bx", 2020, 1, 2, 3, 4, 5)
    out += struct.pack("<5iI", 21, 30, 2, 1, 0, len(book) if count is None else count)
    for (mover, other), (value, leaf, score, links) in book.items():
        out += struct.pack("<2Q4I3h2B", mover, other, 1, 2, 3, 4, value, -64, 64, len(links), 10)
        for move, v in links.items():
            out += struct.pack("<bB", -v, move)
        out += struct.pack("<bB", score, leaf)
    return out


def egbk3(book):
    out = b"DICUORAGE" + bytes([3]) + struct.pack("<i", len(book))
    for (mover, other), (value, leaf, score, _) in book.items():
        out += struct.pack("<2Q2bI3b", mover, other, value, 21, 1, *((score, leaf, 21) if leaf < 64
                                                                     else (-126, 65, -1)))
    return out


def egbk2(book):
    out = b"DICUORAGE" + bytes([2]) + struct.pack("<i", len(book))
    for (mover, other), (value, _, _, links) in book.items():
        out += struct.pack("<2Q2bB", mover, other, value, 21, len(links))
        out += b"".join(struct.pack("<2b", -v, move) for move, v in links.items())
    return out


def egbk(book):
    return struct.pack("<i", len(book)) + b"".join(
        struct.pack("<2QB", mover, other, 64 - row[0]) for (mover, other), row in book.items())


def ntest_key(board):
    return least(board, lambda b: (b[0], ~(b[0] | b[1]) & 2 ** 64 - 1))


def ntest_node(book, board, counts):
    """A branch with its nodes; its best other move is a node without nodes."""
    row = book.get(least(board))
    counts[0] += 1
    out = struct.pack("<3H", 1, 2, (2 if row else 0) | 12 << 4)
    if row is None:
        return out + struct.pack("<hb", counts[1], -1)
    out += struct.pack("<h", 6400)  # a bound, not a value
    wanted = [(m, None) for m in moves_of(board) if least(play(board, m)) in book]
    if row[1] < 64:
        s = next(s for s in range(8) if tuple(image(b, s) for b in least(board)) == board)
        wanted.append((image(1 << row[1], s).bit_length() - 1, row[2]))
    for move, score in wanted:
        counts[1] = -100 * score if score is not None else 0
        out += struct.pack("<b", move) + ntest_node(book, ntest_key(play(board, move)), counts)
    return out + struct.pack("<b", -1)


def ntest(book):
    counts, board = [0, 0], ntest_key(START)
    tree = struct.pack("<2Q", ~(board[0] | board[1]) & 2 ** 64 - 1, board[0])
    tree += ntest_node(book, board, counts)
    return struct.pack("<2i", 2, counts[0]) + tree + b"\0\0\0\0"


# ---- reading ----

def read_edax(data):
    """(head, [record]); a record is (board, value, bounds, level, {move: score}, leaf move, leaf score)."""
    if data[:8] != b"XADEKOOB" or data[8] != 4:
        raise ValueError("no Edax book of version 4")
    head, records, at = struct.unpack_from("<5iI", data, 18), [], 42
    while at < len(data):
        mover, other, *rest = struct.unpack_from("<2Q4I3h2B", data, at)
        value, low, high, n_links, level = rest[4:]
        at += 40
        links = [struct.unpack_from("<bB", data, at + 2 * i) for i in range(n_links + 1)]
        at += 2 * n_links + 2
        moves = {move: score for score, move in links[:-1]}
        if len(moves) != n_links:
            raise ValueError("a move stands twice")
        records.append(((mover, other), value, (low, high), level, moves, links[-1][1], links[-1][0]))
    return head, records


def read_egbk3(data):
    """[(board, value, level, leaf move, leaf score, leaf level)]"""
    n = struct.unpack_from("<i", data, 10)[0]
    if data[:10] != b"DICUORAGE\3" or len(data) != 14 + 25 * n:
        raise ValueError("no Egaroucid book of version 3")
    rows = [struct.unpack_from("<2Q2bI3b", data, 14 + 25 * i) for i in range(n)]
    return [((mover, other), value, level, leaf, score, leaf_level)
            for mover, other, value, level, _, score, leaf, leaf_level in rows]


def read_egbk2(data):
    """[(board, value, level, {move: score})]"""
    n, at, rows = struct.unpack_from("<i", data, 10)[0], 14, []
    if data[:10] != b"DICUORAGE\2":
        raise ValueError("no Egaroucid book of version 2")
    for _ in range(n):
        mover, other, value, level, n_links = struct.unpack_from("<2Q2bB", data, at)
        at += 19
        links = [struct.unpack_from("<2b", data, at + 2 * i) for i in range(n_links)]
        at += 2 * n_links
        rows.append(((mover, other), value, level, {move: score for score, move in links}))
    if at != len(data):
        raise ValueError("bytes are left over")
    return rows
