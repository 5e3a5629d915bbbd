#!/usr/bin/env python3
"""Draws how a game went: the value of each position, seen by Black.

    PYTHONPATH=python python3 python/examples/plot_game.py GAME OUT.svg|OUT.png [--depth N]

GAME is a file or a text: moves, GGF, SGF, PGN ... An SVG needs nothing else; any other ending needs
matplotlib.
"""
import argparse
import os
import sys
from html import escape

import outflank

WIDTH, HEIGHT, LEFT, TOP = 720, 300, 50, 40


def read_game(text):
    """The first game of a file, or the text itself."""
    if not os.path.exists(text):
        return outflank.Game(text)
    with outflank.read_games(text) as games:
        for game in games:
            return game
    raise outflank.FormatError(f"{text}: no game is there")


def title_of(game):
    names = f"{game.black or 'Black'} against {game.white or 'White'}"
    opening = game.opening()
    return f"{names}, {opening}" if opening else names


def points_of(review):
    """(move number, value for Black) of each position; the result comes last."""
    values = [move.black for move in review.moves] + [review.final]
    return list(enumerate(values))


def svg(review, title):
    """The graph as an SVG document."""
    points = points_of(review)
    most = max(4, *(abs(value) for _, value in points))
    step = next(s for s in (1, 2, 4, 8, 16) if most / s <= 4)
    most = step * 4

    def x(number):
        return LEFT + (WIDTH - LEFT - 20) * number / max(1, len(points) - 1)

    def y(value):
        return TOP + (HEIGHT - TOP - 40) * (most - value) / (2 * most)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
           'font-family="sans-serif" font-size="12">',
           f"<title>{escape(title)}</title>", '<rect width="100%" height="100%" fill="#fff"/>',
           f'<text x="{LEFT}" y="22" font-size="15">{escape(title)}</text>']
    for value in range(-most, most + 1, step):
        out.append(f'<path d="M{LEFT} {y(value):.1f}H{WIDTH - 20}" stroke="#{"888" if not value else "ddd"}"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value:+d}</text>')
    for number in range(0, len(points), 10):
        out.append(f'<text x="{x(number):.1f}" y="{HEIGHT - 18}" text-anchor="middle">{number}</text>')
    line = " ".join(f"{x(number):.1f},{y(value):.1f}" for number, value in points)
    out.append(f'<polyline points="{line}" fill="none" stroke="#06c" stroke-width="2"/>')
    for move, (number, value) in zip(review.moves, points[1:]):
        if move.grade in ("mistake", "blunder"):
            label = f"{move.number}. {move.played} {move.grade}: {move.loss:g} discs, better {move.best}"
            out.append(f'<circle cx="{x(number):.1f}" cy="{y(value):.1f}" r="4" '
                       f'fill="#c00"><title>{escape(label)}</title></circle>')
    return "\n".join(out) + "\n</svg>\n"


def plot(review, title, path):
    """The same by matplotlib."""
    try:
        from matplotlib import pyplot
    except ImportError:
        sys.exit(f"plot_game: {path}: this ending needs matplotlib; .svg needs nothing")
    figure, axes = pyplot.subplots(figsize=(9, 4))
    axes.plot(*zip(*points_of(review)))
    axes.axhline(0, color="gray", linewidth=1)
    axes.set(title=title, xlabel="move", ylabel="discs for Black")
    figure.savefig(path)


def main():
    parser = argparse.ArgumentParser(description="Draws how a game went.")
    parser.add_argument("game", help="a file, or the moves")
    parser.add_argument("out", help="a file: .svg, or what matplotlib writes")
    parser.add_argument("--depth", type=int, default=12)
    parser.add_argument("--exact-empties", type=int, default=22)
    args = parser.parse_args()
    try:
        game = read_game(args.game)
        with outflank.Engine() as engine:
            review = engine.review(game, depth=args.depth, exact_empties=args.exact_empties)
    except outflank.OutflankError as error:
        sys.exit(f"plot_game: {error}")
    if args.out.endswith(".svg"):
        with open(args.out, "w", encoding="utf-8") as file:
            file.write(svg(review, title_of(game)))
    else:
        plot(review, title_of(game), args.out)


if __name__ == "__main__":
    main()
