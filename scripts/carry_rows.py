#!/usr/bin/env python3
"""Rows of a network for another table of patterns: `outflank-train e1 --from` can go on from them.

usage: carry_rows.py OLD.bin OLD_SHAPES.h NEW_SHAPES.h NEW_SIZES.h OUT.bin

OLD_SHAPES.h is the src/lib/eval/pattern_shapes.h that OLD.bin was made with (git show), NEW_SIZES.h the
pattern_sizes.h of a build with the new one. Shapes that both tables have keep their rows, wherever
they stand; the others get none. OUT.bin is a new network: what stands behind the rows of OLD.bin
(constants, student and error model, eval/parts.h) was fitted to the old one and is left out.
"""
import re
import struct
import sys

HEADER, PLIES, PLY_BYTES, ROW = 64, 61, 2128, 64  # src/lib/eval/network_file.h
MASK = (1 << 64) - 1


def shapes_of(path):
    """(squares, kinds of square) of each row of the table."""
    rows = re.findall(r'\{"[^"]+", "([a-h1-8]+)"(?:, PATTERN_(\w+))?\}', open(path).read())
    return [(squares, 5 if digits == 'MOVES' else 3) for squares, digits in rows]


def n_packed(shape):
    """Configurations of a shape when those that mirror each other count once (Burnside)."""
    squares, base = shape
    points = [(ord(squares[i]) - ord('a'), int(squares[i + 1]) - 1)
              for i in range(0, len(squares), 2)]
    maps = set()
    for turn in range(8):
        image = [(7 - x if turn & 1 else x, 7 - y if turn & 2 else y) for x, y in points]
        image = [(y, x) if turn & 4 else (x, y) for x, y in image]
        if set(image) == set(points):
            maps.add(tuple(points.index(p) for p in image))
    total = 0
    for places in maps:
        left, cycles = set(range(len(points))), 0
        while left:
            at, cycles = left.pop(), cycles + 1
            while places[at] in left:
                at = places[at]
                left.remove(at)
        total += base ** cycles
    return total // len(maps)


def checksum(payload):
    """weights_checksum() of src/lib/eval/weights.h."""
    h = 0xCBF29CE484222325 ^ len(payload)
    padded = payload + b'\0' * (-len(payload) % 8)
    for (word,) in struct.iter_unpack('<Q', padded):
        h = (h ^ word) * 0x9E3779B97F4A7C15 & MASK
        h ^= h >> 29
    return h


def bitmap_bytes(n):
    return (n + 63) // 64 * 8


def main():
    if len(sys.argv) != 6:
        sys.exit(__doc__.strip().splitlines()[2])
    old_path, old_shapes, new_shapes, new_sizes, out_path = sys.argv[1:]
    old = open(old_path, 'rb').read()
    old_table = [(shape, n_packed(shape)) for shape in shapes_of(old_shapes)]
    new_table = [(shape, n_packed(shape)) for shape in shapes_of(new_shapes)]
    n_old, n_new = (sum(n for _, n in table) for table in (old_table, new_table))
    sizes = open(new_sizes).read()
    new_hash = int(re.search(r'PATTERN_HASH UINT64_C\((\w+)\)', sizes).group(1), 16)
    if n_new != int(re.search(r'PATTERN_N_PACKED = (\d+)', sizes).group(1)):
        sys.exit(f'{new_sizes}: not made from {new_shapes}')
    if old[:8] != b'OFLWGHT1' or struct.unpack_from('<I', old, 8)[0] != 1 or \
            struct.unpack_from('<I', old, 28)[0] != PLY_BYTES:
        sys.exit(f'{old_path}: not the weights of a network')
    if len(old) < HEADER + struct.unpack_from('<Q', old, 32)[0]:
        sys.exit(f'{old_path}: cut off')
    if n_old != struct.unpack_from('<I', old, 24)[0]:
        sys.exit(f'{old_path}: not made with the shapes of {old_shapes}')
    first_old, first = {}, 0
    for shape, n in old_table:
        first_old[shape], first = first, first + n

    at = HEADER + PLIES * PLY_BYTES
    payload = bytearray(old[HEADER:at])
    for _ in range(struct.unpack_from('<I', old, 12)[0]):  # buckets
        bitmap, at = old[at:at + bitmap_bytes(n_old)], at + bitmap_bytes(n_old)
        rows = {}
        for i in range(n_old):
            if bitmap[i >> 3] >> (i & 7) & 1:
                rows[i], at = old[at:at + ROW], at + ROW
        new_bitmap, body, place = bytearray(bitmap_bytes(n_new)), bytearray(), 0
        for shape, n in new_table:
            for k in range(n):
                row = rows.get(first_old[shape] + k) if shape in first_old else None
                if row is not None:
                    new_bitmap[place >> 3] |= 1 << (place & 7)
                    body += row
                place += 1
        payload += new_bitmap + body
    if at != HEADER + struct.unpack_from('<Q', old, 32)[0]:
        sys.exit(f'{old_path}: not made with the shapes of {old_shapes}')
    header = bytearray(old[:HEADER])
    struct.pack_into('<Q', header, 16, new_hash)
    struct.pack_into('<I', header, 24, n_new)
    struct.pack_into('<QQ', header, 32, len(payload), checksum(bytes(payload)))
    open(out_path, 'wb').write(header + payload)


main()
