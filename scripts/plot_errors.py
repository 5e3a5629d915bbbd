#!/usr/bin/env python3
"""Errors by number of empty squares as a picture.

    outflank-train compare --plain -n 2 -w e1.bin DATA.ofd > errors.tsv
    scripts/plot_errors.py errors.tsv "classical,E1" > docs/errors.svg

Columns of the table: empties, positions, then mean absolute and root mean squared error of
each evaluation. Drawn is the mean absolute error.
"""
import sys

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 360, 50, 20, 110, 40
COLOURS = ("#777777", "#1f77b4", "#d62728", "#2ca02c", "#9467bd")


def read(path):
    with open(path, encoding="utf-8") as file:
        return [[float(x) for x in line.split("\t")] for line in file if line.strip()]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    rows, names = read(sys.argv[1]), sys.argv[2].split(",")
    if not rows or len(rows[0]) != 2 + 2 * len(names):
        sys.exit(f"plot_errors.py: expected {2 + 2 * len(names)} columns in {sys.argv[1]}")
    most = 1 + int(max(max(row[2::2]) for row in rows))

    def x(empties):
        return LEFT + (60 - empties) / 60 * (WIDTH - LEFT - RIGHT)

    def y(error):
        return HEIGHT - BOTTOM - error / most * (HEIGHT - TOP - BOTTOM)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
           'font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    for error in range(most + 1):
        out.append(f'<path d="M{LEFT} {y(error):.1f}H{WIDTH - RIGHT}" stroke="#dddddd"/>'
                   f'<text x="{LEFT - 8}" y="{y(error) + 4:.1f}" text-anchor="end">{error}</text>')
    for empties in range(0, 61, 10):
        out.append(f'<text x="{x(empties):.1f}" y="{HEIGHT - BOTTOM + 18}" '
                   f'text-anchor="middle">{empties}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 6}" text-anchor="middle">'
               'empty squares</text>')
    out.append(f'<text x="14" y="{HEIGHT / 2}" text-anchor="middle" '
               f'transform="rotate(-90 14 {HEIGHT / 2})">mean absolute error, discs</text>')
    for i, name in enumerate(names):
        points = " ".join(f"{x(row[0]):.1f},{y(row[2 + 2 * i]):.1f}" for row in rows)
        colour = COLOURS[i % len(COLOURS)]
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" '
                   'stroke-width="2"/>')
        out.append(f'<text x="{WIDTH - RIGHT + 10}" y="{TOP + 16 + 18 * i}" '
                   f'fill="{colour}">{name}</text>')
    print("\n".join(out + ["</svg>"]))


if __name__ == "__main__":
    main()
