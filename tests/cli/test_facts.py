#!/usr/bin/env python3
"""What is said of mistakes: each sentence, and each count of two lines side by side.

    test_facts.py OUTFLANK SOURCE_ROOT [POSITIONS]

Games of random moves are reviewed. All that is told of a mistake is counted again here, from the
moves alone, by rules of Othello of its own.
"""
import functools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import xml.dom.minidom

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402
from rules import NEAR, RAYS, SQUARES, after, along, board_of, moves_of, other, random_game, step, turned  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
N_POSITIONS = int(sys.argv[3]) if len(sys.argv) > 3 else 60
CORNERS = {"a1", "h1", "a8", "h8"}
WAYS = [(1, 0), (0, 1), (1, 1), (1, -1)]
check = tap.Tap()
SEED = int(os.environ.get("OUTFLANK_SEED", time.time_ns() % 1000000))
rng = random.Random(SEED)
print(f"# seed {SEED}")


def run(*words, text=None):
    done = subprocess.run([PROGRAM, *words], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=3600)
    if done.returncode:
        check.that(False, f"{words} ends with 0", done.stderr)
    return done.stdout


# ---- counts ----

def regions_of(board):
    """Groups of empty squares that touch: each with its first square, largest first."""
    left, found = {s for s in SQUARES if s not in board}, []
    while left:
        group, todo = set(), [min(left, key=SQUARES.index)]
        while todo:
            square = todo.pop()
            if square in left:
                left.remove(square)
                group.add(square)
                todo += NEAR[square]
        found.append(group)
    return sorted(found, key=lambda g: (-len(g), min(map(SQUARES.index, g))))


@functools.lru_cache(maxsize=None)
def never_turned(line):
    """Places of an edge whose discs stay, wherever discs are placed on its empty squares."""
    stay = {i for i, c in enumerate(line) if c != "-"}
    for i in [i for i, c in enumerate(line) if c == "-"]:
        for side in "XO":
            cells = list(line)
            cells[i] = side
            for way in (range(i + 1, 8), range(i - 1, -1, -1)):
                run_of = []
                for j in way:
                    if line[j] != other(side):
                        if line[j] == side:
                            for k in run_of:
                                cells[k] = side
                        break
                    run_of.append(j)
            stay &= {j for j in never_turned("".join(cells)) if cells[j] == line[j]}
    return frozenset(stay)


EDGES = [[c + "1" for c in "abcdefgh"], [c + "8" for c in "abcdefgh"],
         ["a" + r for r in "12345678"], ["h" + r for r in "12345678"]]


def stable_of(board, side):
    """Discs that stay: on an edge by the edge alone; else each way the line is full, or ends at the
    disc, or goes on with such a disc."""
    stay = {edge[i] for edge in EDGES for i in never_turned("".join(board.get(s, "-") for s in edge))
            if board[edge[i]] == side}

    def is_safe(square, dx, dy):
        ends = [step(square, dx, dy), step(square, -dx, -dy)]
        line = [square] + [s for ray in RAYS[square] if ray and ray[0] in ends for s in ray]
        return None in ends or any(end in stay for end in ends) or all(s in board for s in line)
    while True:
        more = {s for s, c in board.items() if c == side and s not in stay and all(is_safe(s, *way) for way in WAYS)}
        if not more:
            return stay
        stay |= more


def count(board, side):
    return sum(c == side for c in board.values())


# ---- sentences ----

def many(n, word, words=None):
    return f"{n} {word if n == 1 else words or word + 's'}"


def told(text, played, best, corner):
    """{kind: (whether it holds, the sentence, count behind the move, behind the better one)}."""
    before, side = board_of(text)
    rival = other(side)
    own, foe = ("Black", "White") if side == "X" else ("White", "Black")
    here, there = after(before, side, played), after(before, side, best)
    empty = [s for s in SQUARES if s not in before]
    pair = [(here, played), (there, best)]
    moves = {c: [moves_of(b, c) for b, _ in pair] for c in "XO"}
    edge = {s for line in EDGES for s in line} - CORNERS

    def beside(board, of, near):
        return sum(board.get(s) == of and any(board.get(n) == near for n in NEAR[s]) for s in SQUARES)

    def region(square):
        return len(next(g for g in regions_of(before) if square in g))
    n = {"mobility-other": [len(m) for m in moves[rival]], "mobility-own": [len(m) for m in moves[side]],
         "frontier": [beside(b, side, None) for b, _ in pair], "potential": [beside(b, None, side) for b, _ in pair],
         "stable-own": [len(stable_of(b, side)) for b, _ in pair],
         "stable-other": [len(stable_of(b, rival)) for b, _ in pair],
         "flips": [len(turned(before, side, s)) for _, s in pair], "discs": [count(b, side) for b, _ in pair],
         "parity": [region(s) for _, s in pair]}
    near = corner in NEAR[played] and corner not in before and corner in CORNERS
    a = {key: value[0] for key, value in n.items()}
    b = {key: value[1] for key, value in n.items()}
    worse = {key: a[key] < b[key] if key.endswith("own") else a[key] > b[key] for key in n}
    worse["parity"] = a["parity"] % 2 == 0 and b["parity"] % 2 == 1
    counted = {
        "mobility-other": f"After {played} {foe} has {many(a['mobility-other'], 'move')}, after {best} only "
                          f"{b['mobility-other']}.",
        "mobility-own": f"After {played} {own} would have {many(a['mobility-own'], 'move')} next, after {best} "
                        f"{b['mobility-own']}.",
        "frontier": f"After {played} {many(a['frontier'], 'disc')} of {own} stand{'s' * (a['frontier'] == 1)} beside "
                    f"empty squares, after {best} only {b['frontier']}.",
        "potential": f"After {played} {many(a['potential'], 'empty square')} touch{'es' * (a['potential'] == 1)} discs "
                     f"of {own}, after {best} only {b['potential']}.",
        "stable-own": f"After {best} {many(b['stable-own'], 'disc')} of {own} can be shown to be stable, after {played} "
                      f"{a['stable-own']}.",
        "stable-other": f"After {played} {many(a['stable-other'], 'disc')} of {foe} can be shown to be stable, after "
                        f"{best} {b['stable-other']}.",
        "flips": f"{played} turns {many(a['flips'], 'disc')}, {best} only {b['flips']}.",
        "discs": f"After {played} {own} has {many(a['discs'], 'disc')} this early, after {best} {b['discs']}.",
        "parity": f"{played} begins a region of {many(a['parity'], 'empty square')}, an even number; {best} one of "
                  f"{b['parity']}, where who begins can also play last."}
    rows = {kind: (worse[kind], counted[kind], *n[kind]) for kind in n}
    seen = {
        "corner-given": (corner in moves[rival][0] and corner not in moves[rival][1] and corner in CORNERS,
                         f"After {played} {foe} can take the corner {corner}, after {best} not."),
        "corner-missed": (best in CORNERS and played not in CORNERS,
                          f"{best} takes the corner, which is never turned again."),
        "corner-taken": (played in CORNERS, f"{played} takes a corner; a corner alone does not win."),
        "corner-lost": (corner in moves[side][1] and corner not in moves[side][0] and corner in CORNERS,
                        f"After {best} {own} threatens to take the corner {corner}, after {played} not."),
        "x-square": (near and played not in edge, f"{played} is the X square of the empty corner {corner}."),
        "c-square": (near and played in edge, f"{played} is a C square of the empty corner {corner}."),
        "danger-zone": (played not in edge | CORNERS and any(s in edge for s in NEAR[played]) and
                        all(s in empty for s in NEAR[played] if s in edge | CORNERS),
                        f"{played} is in the row next to an edge that is empty there, a bridge."),
        "pass-missed": (not moves[rival][1] and moves[side][1], f"After {best} {foe} must pass, and {own} moves again."),
        "pass-own": (not moves[side][0], f"After {played} {own} has no move left, if nothing changes."),
        "edge-loose": (played in edge and played not in stable_of(here, side),
                       f"The disc on {played} can still be turned along the edge."),
        "edge-stable": (best in edge and best in stable_of(there, side),
                        f"The disc on {best} is a stable disc on the edge."),
        "kept": (played not in moves_of(before, rival) and played not in moves[rival][1] and played in moves[side][1],
                 f"{foe} cannot play {played}, not even after {best}: {own} can keep it for later."),
        "shared": (best in moves_of(before, rival) and best in moves[rival][0],
                   f"{foe} can play {best}, too: it was free for both.")}
    return {**rows, **{kind: (*row, 0, 0) for kind, row in seen.items()}}


# ---- side by side ----

def faults_beside(beside, position, played, best):
    """What is wrong of two lines side by side."""
    wrong, ends = [], []
    for name, first in (("better", best), ("worse", played)):
        one = beside[name]
        end = along(position, one["line"])
        ends.append(end)
        if not end or len(one["line"]) != beside["plies"] or one["line"][0] != first:
            return [f"{name}: the line {one['line']}"]
        board, side = board_of(end)
        mover = side if end.count("-") % 2 else other(side)
        counted = {
            "position": end, "discs": [count(board, c) for c in "XO"], "moves": [len(moves_of(board, c)) for c in "XO"],
            "corners": [sum(board.get(s) == c for s in CORNERS) for c in "XO"],
            "stable": [len(stable_of(board, c)) for c in "XO"],
            "regions": [{"square": min(g, key=SQUARES.index), "size": len(g)} for g in regions_of(board)],
            "last": "black" if mover == "X" else "white"}
        wrong += [f"{name} {key}: {one[key]}, not {value}" for key, value in counted.items() if one[key] != value]
    differ = [s for s, a, b in zip(SQUARES, *ends) if a != b]
    return wrong + ([f"differ: {beside['differ']}"] if beside["differ"] != differ else [])


def test_reviews():
    """All that is said of the mistakes of many games."""
    n_positions = n_sentences = n_beside = 0
    wrong, kinds = [], set()
    while n_positions < N_POSITIONS:
        games = "".join(random_game(rng) + "\n" for _ in range(min(20, 1 + (N_POSITIONS - n_positions) // 25)))
        lines = run("review", "--json", "--depth", "3", "--exact-empties", "10", "--hash", "1", text=games)
        for p in [p for line in lines.splitlines() for p in json.loads(line)["plies"] if p["why"]]:
            n_positions += 1
            for why in p["why"]:
                row = told(p["position"], p["played"], p["best"], why["square"]).get(why["kind"])
                kinds.add(why["kind"])
                n_sentences += 1
                if not row or not row[0] or [*row[1:]] != [why["text"], why["worse"], why["better"]]:
                    wrong.append((p["position"], why, row))
        for p in [p for line in lines.splitlines() for p in json.loads(line)["plies"]]:
            if (p["grade"] in ("mistake", "blunder")) != ("beside" in p):
                wrong.append((p["position"], "beside"))
            if p.get("beside"):
                n_beside += 1
                wrong += [(p["position"], w) for w in
                          faults_beside(p["beside"], p["position"], p["played"], p["best"])]
    check.equal(wrong[:5], [], f"{n_sentences} sentences of {len(kinds)} kinds and {n_beside} pairs of boards of "
                f"{n_positions} positions are true")
    check.that(n_beside > N_POSITIONS // 4 and len(kinds) > 12, "and many are told", (n_beside, kinds))


def test_explain(folder):
    """The same of "explain", with its text and picture."""
    game, n_seen = next(g for g in iter(lambda: random_game(rng), "") if len(g) > 100), 0
    for n in rng.sample(range(8, 48), 6):
        position = run("convert", "--to", "obf", text=game[:2 * n]).split(";")[0].strip()
        legal = moves_of(*board_of(position))
        if not legal:
            continue
        words = ["explain", rng.choice(legal), position, "--depth", "5", "--exact-empties", "8", "--beside"]
        value = json.loads(run(*words, "--json"))
        beside = value["beside"]
        if not beside:
            continue
        n_seen += 1
        check.equal(faults_beside(beside, position, value["worse"]["move"], value["better"]["move"]), [],
                    f"explain at ply {n}")
        text = run(*words)
        rows = re.findall(r"^\d ([: ].*?) +\d ([: ].{15})$", text, re.M)
        check.equal(["".join(row[i][1::2] for row in rows).replace(".", "-") for i in (0, 1)],
                    [beside[s]["position"][:64] for s in ("better", "worse")], "its boards in the text")
        check.equal("".join(row[0][0::2] for row in rows).count(":"), len(beside["differ"]), "with their marks")
        check.that(all(f"discs: Black {beside[s]['discs'][0]}, White {beside[s]['discs'][1]}" in text and
                       f"last move: {beside[s]['last'].title()}" in text for s in ("better", "worse")),
                   "and their counts", text)
        picture = os.path.join(folder, "beside.svg")
        run(*words, "--svg", picture)
        marks = [g for g in xml.dom.minidom.parse(picture).getElementsByTagName("g")
                 if g.getAttribute("class").endswith(" last")]
        check.equal(len(marks), 2 * len(beside["differ"]), "the picture rings them on both boards")
    check.that(n_seen > 1, f"{n_seen} positions")
    check.equal(json.loads(run("explain", "f5", "start", "--beside", "--json"))["beside"], None,
                "nothing stands beside an only move")


with tempfile.TemporaryDirectory() as scratch:
    test_reviews()
    test_explain(scratch)
check.end()
