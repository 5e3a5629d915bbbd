#!/usr/bin/env python3
"""One player's games together: "review --player".

    test_study.py OUTFLANK SOURCE_ROOT [GAMES KILLS]

What it tells is counted again from the reviews of the single games. Errors that are planted in
images of a position are found, all of them and no others.
"""
import collections
import csv
import datetime
import json
import math
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
N_GAMES, N_KILLS = map(int, sys.argv[3:5] if len(sys.argv) > 4 else (30, 3))
QUICK = ["--depth", "2", "--exact-empties", "8", "--hash", "1"]
check = tap.Tap()
SEED = int(os.environ.get("OUTFLANK_SEED", time.time_ns() % 1000000))
rng = random.Random(SEED)
print(f"# seed {SEED}")


def run(*arguments, text=None, code=0):
    done = subprocess.run([PROGRAM, *arguments], input=text, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=600)
    check.that(done.returncode == code, f"{' '.join(arguments)[:60]} ends with {code}", done.stderr)
    return done


# ---- a small board: {square: "X" or "O"}, squares 0..63 ----

STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def flips(board, side, square):
    found = []
    for dx, dy in STEPS if square not in board else ():
        line, x, y = [], square % 8 + dx, square // 8 + dy
        while 0 <= x < 8 and 0 <= y < 8 and board.get(8 * y + x, side) != side:
            line.append(8 * y + x)
            x, y = x + dx, y + dy
        if 0 <= x < 8 and 0 <= y < 8 and 8 * y + x in board:
            found += line
    return found


def legal(board, side):
    return [s for s in range(64) if flips(board, side, s)]


def other(side):
    return "O" if side == "X" else "X"


def play(board, side, square):
    """The board after a move and who moves then; None at the end."""
    board = {**board, **{s: side for s in flips(board, side, square)}, square: side}
    return board, next((s for s in (other(side), side) if legal(board, s)), None)


def text_of(board, side):
    return "".join(board.get(s, "-") for s in range(64)) + " " + side


def board_of(text):
    return {i: c for i, c in enumerate(text[:64]) if c != "-"}, text[65]


def turned(square, symmetry):
    x, y = square % 8, square // 8
    x, y = (7 - x if symmetry & 1 else x), (7 - y if symmetry & 2 else y)
    return 8 * x + y if symmetry & 4 else 8 * y + x


def canonical(text):
    """The least of the eight images, seen by the side to move."""
    board, side = board_of(text)
    return min("".join({None: "-", side: "X"}.get(c, "O") for c in (
        {turned(s, k): c for s, c in board.items()}.get(s) for s in range(64))) for k in range(8))


def name(square):
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def random_board(n_plies):
    while True:
        board, side = {27: "O", 28: "X", 35: "X", 36: "O"}, "X"
        for _ in range(n_plies):
            board, side = play(board, side, rng.choice(legal(board, side)))
            if not side:
                break
        if side:
            return text_of(board, side)


def random_moves(text, first=()):
    board, side = board_of(text)
    moves = []
    while side and len(moves) < 24:
        square = first[len(moves)] if len(moves) < len(first) else rng.choice(legal(board, side))
        moves.append((side, square))
        board, side = play(board, side, square)
    return moves


def ggf(black, white, start, moves, date, seconds=None):
    played = "".join(f"{'B' if side == 'X' else 'W'}[{name(square)}" +
                     (f"//{seconds[i]}]" if seconds else "]") for i, (side, square) in enumerate(moves))
    return (f"(;GM[Othello]PB[{black}]PW[{white}]DT[{date}]TY[8]BO[8 "
            f"{start.replace('X', '*')}]{played};)\n")


def write(path, games):
    with open(path, "w", encoding="ascii") as file:
        file.write("".join(games))
    return path


def mine(review, players=("me",)):
    """My moves in a reviewed game."""
    sides = [side for side in ("black", "white") if review[side].lower() in players]
    return [ply for ply in review["plies"] if ply["side"] in sides]


def reviews_of(*paths):
    return [json.loads(line) for line in run("review", *QUICK, "--json", *paths).stdout.splitlines()]


def study_of(*words):
    return json.loads(run("review", *QUICK, "--json", *words).stdout)


# ---- statistics ----

def mean_of(groups):
    """Of lists of values, one a game: moves, sum, mean, half of the interval."""
    groups = [g for g in groups if g]
    n, total = sum(map(len, groups)), sum(map(sum, groups))
    if not n:
        return 0, 0, 0, None
    m, k = total / n, len(groups)
    if k < 2:
        return n, total, m, None
    return n, total, m, 1.96 * math.sqrt(k / (k - 1) * sum((sum(g) - m * len(g)) ** 2
                                                          for g in groups)) / n


def same_mean(found, groups, what):
    n, total, mean, error = mean_of(groups)
    low = None if error is None else max(0, mean - error)
    is_good = found["moves"] == n and abs(found["given"] - total) < 1e-6 and \
        abs(found["mean"] - mean) < 6e-5 and (found["low"] is None) == (low is None) and \
        (low is None or abs(found["low"] - low) < 6e-5)
    check.that(is_good, what, f"{found}\n{(n, total, mean, low)}")


def judged(study, reviews, what):
    """All totals, from the single reviews."""
    games = [(r, [p for p in mine(r) if not p["forced"]]) for r in reviews if mine(r)]

    def losses(holds):
        return [[p["loss"] for p in plies if holds(p)] for _, plies in games]
    check.equal(study["games"], len(games), f"{what}: games")
    same_mean(study["loss"], losses(lambda p: True), f"{what}: all moves")
    for i in range(3):
        same_mean(study["phases"][i], losses(lambda p: min(2, (p["number"] - 1) // 20) == i),
                  f"{what}: phase {i}")
    same_mean(study["last20"], losses(lambda p: p["position"].count("-") <= 20), f"{what}: the end")
    for side in ("black", "white"):
        same_mean(study["sides"][side], losses(lambda p: p["side"] == side), f"{what}: {side}")
    for row in study["errors"]:
        same_mean(row["rate"], [[p["loss"] >= row["discs"] for p in plies] for _, plies in games],
                  f"{what}: errors of {row['discs']}")
    check.equal([study["missed_wins"], study["missed_draws"]],
                [sum(p[key] for _, plies in games for p in plies)
                 for key in ("missed_win", "missed_draw")], f"{what}: missed wins and draws")
    own = [(r, r["final"] if r["plies"] and mine(r)[0]["side"] == "black" else -r["final"], plies)
           for r, plies in games]

    def sign(x):
        return (x > 0) - (x < 0)
    for key, count in (("won", 1), ("drawn", 0), ("lost", -1)):
        check.equal(study[key], sum(r["over"] and sign(final) == count for r, final, _ in own),
                    f"{what}: {key}")
    exact = [(final, [p for p in mine(r) if p["best_exact"]]) for r, final, _ in own if r["over"]]
    check.equal(study["saved_losses"], sum(final >= 0 and any(p["best_score"] < 0 for p in plies)
                                           for final, plies in exact), f"{what}: saved losses")
    check.equal(study["thrown_endings"], sum(any(
        sign(p["best_score"]) > sign(final) and p["position"].count("-") <= 20 for p in plies)
        for final, plies in exact), f"{what}: endings thrown away")
    names = collections.defaultdict(list)
    for r, plies in games:
        names[r.get("opening", {}).get("en")].append(plies)
    check.equal({row["name"]: row["games"] for row in study["openings"]},
                {key: len(value) for key, value in names.items()}, f"{what}: openings")
    for row in study["openings"]:
        group = names[row["name"]]
        same_mean(row["loss"], [[p["loss"] for p in plies] for plies in group],
                  f"{what}: {row['name']}")
        firsts = sorted(next(p["number"] for p in plies if p["grade"]) for plies in group
                        if any(p["grade"] for p in plies))
        check.equal(row["first_error"], {"games": len(firsts), "number": firsts[(len(firsts) - 1) // 2]}
                    if firsts else None, f"{what}: where the loss begins")
    kinds = collections.Counter()
    for _, plies in games:
        for p in plies:
            kinds.update(why["kind"] for why in p["why"][:2] if p["grade"])
    check.equal({row["kind"]: row["moves"] for row in study["kinds"] if row["kind"] != "pair"},
                dict(kinds), f"{what}: kinds of errors")
    after = {(r["file"], r["game"], p["number"]): [q["played"] for q in r["plies"] if q["number"] >= p["number"]]
             for r, plies in games for p in plies}
    lines = [([s for s in m["played_line"] if s != "pass"], after[m["source"]["file"], m["source"]["game"], m["number"]])
             for m in study["worst"]]
    check.that(all(line == rest[:len(line)] and len(line) >= min(5, len(rest)) for line, rest in lines),
               f"{what}: lines as played", lines)
    worst = sorted((-p["loss"] for _, plies in games for p in plies if p["loss"]))[:10]
    check.equal([-m["loss"] for m in study["worst"]], worst, f"{what}: the worst moves")


def again_of(reviews):
    """{canonical board: [(file, game, number)]} of errors that are there twice."""
    found = collections.defaultdict(list)
    for r in reviews:
        for p in mine(r):
            if p["grade"]:
                found[canonical(p["position"])].append((r["file"], r["game"], p["number"]))
    return {key: value for key, value in found.items() if len(value) > 1}


def again_in(study):
    return {canonical(row["moves"][0]["position"]):
            [(m["source"]["file"], m["source"]["game"], m["number"]) for m in row["moves"]]
            for row in study["again"]}


def test_again(folder):
    """Clean games from boards of their own; then images of errors among them."""
    starts = [random_board(12 + i % 8) for i in range(N_GAMES)]
    games = [(start, random_moves(start)) for start in starts]

    def lines(games):
        return [ggf(*(("me", "you") if i % 2 else ("you", "ME")), start, moves, "2024-05-01")
                for i, (start, moves) in enumerate(games)]
    clean = write(os.path.join(folder, "clean.ggf"), lines(games))
    reviews, study = reviews_of(clean), study_of("--player", "me", clean)
    judged(study, reviews, "clean")
    check.equal(again_in(study), again_of(reviews), "nothing comes again that does not")
    check.equal(study["again"], [], "nothing is told of clean games")
    blunders = [(i, p) for i, r in enumerate(reviews) for p in mine(r) if p["grade"] == "blunder" and p["sure"]]
    planted, n_wanted = list(games), max(4, N_GAMES // 5)
    expected = collections.Counter()
    for k, (i, p) in enumerate(rng.sample(blunders, n_wanted)):
        symmetry = k % 8
        board, side = board_of(p["position"])
        image = text_of({turned(s, symmetry): c for s, c in board.items()}, side)
        square = turned("abcdefgh".index(p["played"][0]) + 8 * (int(p["played"][1]) - 1), symmetry)
        # My colour is that of the game's number.
        if (len(planted) % 2 == 1) != (side == "X"):
            planted.append(games[0])
        planted.append((image, random_moves(image, [square])))
        expected[canonical(p["position"])] += 1
    path = write(os.path.join(folder, "planted.ggf"), lines(planted))
    reviews, study = reviews_of(path), study_of("--player", "me", path)
    n_twice = len(planted) - len({line for line in lines(planted)})
    check.equal(study["twice"], n_twice, "a game that is there twice counts once")
    seen, kept = set(), []
    for line, review in zip(lines(planted), reviews):
        kept += [] if line in seen else [review]
        seen.add(line)
    judged(study, kept, "planted")
    found = again_in(study)
    check.equal({key: sorted(value) for key, value in found.items()},
                {key: sorted(value) for key, value in again_of(kept).items()}, "what comes again")
    missing = [key for key, n in expected.items() if len(found.get(key, [])) <= n]
    check.equal(missing, [], f"all {n_wanted} planted errors are found")
    text = run("review", *QUICK, "--player", "me", path).stdout
    check.that(f"{study['games']} games of me: {study['won']} won, {study['drawn']} drawn" in text and
               f"{study['loss']['mean']:.2f} +-" in text and
               f"{study['missed_wins']} missed wins" in text, "the text says the same", text[:900])
    check.that(all(f"  {row['text']}\n" in text and row["text"] != row["kind"] or row["kind"] == "parity" for row in study["kinds"][:8]),
               "kinds of errors are words", text)
    line = study["worst"][0]["played_line"]
    check.that(f"as played: {' '.join(line)}\n" in text, "and lines as played", line)


# ---- files, filters, kills ----

START = "---------------------------OX------XO--------------------------- X"


def ordinary(folder, n=N_GAMES):
    """Games from the start, of several players, dates and times."""
    games = []
    for i in range(n):
        moves = random_moves(START)[:24]
        names = [("Me", f"foe {i % 3}"), (f"foe {i % 3}", "me too"), ("nobody", "else")][i % 3]
        games.append(ggf(*names, START, moves, f"2024-{1 + i % 12:02d}-11",
                         [rng.choice([1, 4, 9, 40, 100]) for _ in moves]))
    return write(os.path.join(folder, "ordinary.ggf"), games)


def test_request(folder):
    """What the page asks has what the command prints."""
    path = ordinary(folder, 6)
    words = ["--player", "me*", "--drawn", "4", "--depth", "4", "--exact-empties", "10", "--threads", "1"]
    whole = json.loads(run("review", "--json", *words, path).stdout)
    asked = {"id": 1, "action": "study", "players": ["me*"], "drawn": 4, "depth": 4, "exact_empties": 10, "progress": True}
    answers = [json.loads(line) for file in ({"file": path}, {"text": read(path).decode()}) for line in
               run("serve", "--allow-files", "--threads", "1", text=json.dumps({**asked, **file}) + "\n").stdout.splitlines()]
    results = [a["result"] for a in answers if a["type"] == "result"]
    check.equal(len(results), 2, "a request about a file and one about its text are answered")
    for result in results:
        check.equal(result.pop("found"), whole["games"] + whole["twice"], "it finds his games")
        drills = result.pop("lessons")
        check.that(all(d["sure"] and d["loss"] >= 2 for d in drills), "its drills are mistakes", drills)
        check.equal(re.sub('"file": "[^"]*"', '""', json.dumps(result)), re.sub('"file": "[^"]*"', '""', json.dumps(whole)),
                    "a request has the command's study")
    known = [a["result"]["games"] for a in answers if a["type"] == "progress"]
    check.that(all(0 < n <= whole["games"] for n in known), "progress tells of the games so far", known)


def test_filters(folder):
    path = ordinary(folder)
    reviews = reviews_of(path)
    study = study_of("--player", "me", "--player", "ME T*", path)
    wanted = [r for r in reviews if mine(r, ("me", "me too"))]
    check.equal(study["games"], len(wanted), "two names, one of them a pattern")
    losses = [p["loss"] for r in wanted for p in mine(r, ("me", "me too")) if not p["forced"]]
    check.that(abs(study["loss"]["given"] - sum(losses)) < 1e-6, "their losses")
    check.equal(sum(row["loss"]["moves"] for row in study["times"]), len(losses), "times of all moves")
    for words, holds in (
            (["--color", "black"], lambda r: r["black"] == "Me"),
            (["--against", "*1"], lambda r: "foe 1" in (r["black"], r["white"])),
            (["--since", "2024-07"], lambda r: r["date"] >= "2024-07"),
            (["--since", "2024-07-12", "--color", "white"],
             lambda r: r["date"] > "2024-07-12" and r["white"] == "me too")):
        expected = sum(map(holds, wanted))
        done = run("review", *QUICK, "--json", "--player", "me*", *words, path, code=0 if expected else 65)
        check.equal(json.loads(done.stdout)["games"] if expected else 0, expected, " ".join(words))
    study = study_of("--player", "me*", "--drawn", "8", path)
    check.equal(study["loss"]["moves"], sum(p["ply"] >= 8 and not p["forced"] for r in wanted
                                            for p in mine(r, ("me", "me too"))), "without drawn moves")
    table = run("review", *QUICK, "--player", "me*", "--csv", "-", path).stdout
    rows = list(csv.DictReader(table.splitlines()))
    check.equal([(r["board"], float(r["loss"])) for r in rows],
                [(p["position"], p["loss"]) for r in wanted for p in mine(r, ("me", "me too"))],
                "the table has his moves with their boards")
    check.equal([r["opening"] for r in rows], [r.get("opening", {}).get("en", "") for r in wanted
                                               for _ in mine(r, ("me", "me too"))], "and openings")
    for words, said, code in ((["--player", "him"], "no such game of that player", 65),
                              (["--player", "me", "--since", "May"], "expected a date", 64),
                              (["--against", "me"], "needs --player", 64)):
        done = run("review", *QUICK, *words, path, code=code)
        check.that(said in done.stderr and done.stderr.count("\n") == 1, said, done.stderr)


def test_ends(folder):
    """Who won a game that was not played to its end stands in its record."""
    path = write(os.path.join(folder, "ends.pgn"), [
        f'[Black "{black}"]\n[White "{white}"]\n[Result "{result}"]\n\n1. f5 d6 2. c3{" d3" * (i % 2)}\n\n'
        for i, (black, white, result) in enumerate((("me", "you", "64-0"), ("you", "me", "1-0"),
                                                    ("me", "they", "0-1"), ("me", "he", "*")))])
    study = study_of("--player", "me", path)
    check.equal([study[key] for key in ("won", "drawn", "lost", "unfinished")], [1, 0, 2, 1],
                "the ends that records tell")


def test_people(folder):
    path = ordinary(folder, 6)
    told = n = 0
    for review in [json.loads(line) for line in
                   run("review", *QUICK, "--json", "--people", "1700", path).stdout.splitlines()]:
        for p in review["plies"]:
            for why in [w for w in p["why"] if w["kind"] == "people"]:
                n += 1
                told += why["rating"] == 1700 and 0 <= why["worse"] + why["better"] <= 11 and \
                    re.fullmatch(rf"{why['better']} of 10 players at 1700 see {p['best']}, "
                                 rf"{why['worse']} play {p['played']}\.", why["text"]) is not None
    check.that(n > 20 and told == n, f"{n} sentences of people", told)
    study = study_of("--player", "me*", "--people", "1700", path)
    check.that(all(m["people"]["rating"] == 1700 for m in study["worst"]), "and of his moves")
    check.that("players at 1700 see" in run("review", *QUICK, "--people", "1700", path).stdout,
               "the text has them")


# ---- drills ----

def repeated(card, loss, today):
    """SM-2 as it is written: the card after an answer."""
    quality = 5 if loss <= 0 else 4 if loss < .5 else 3 if loss < 1 else 1 if loss < 4 else 0
    right, days, ease = card["right"], card["days"], card["ease"]
    days = 1 if quality < 3 or right == 0 else 6 if right == 1 else math.floor(days * ease + .5)
    ease = max(1.3, ease + .1 - (5 - quality) * (.08 + .02 * (5 - quality)))
    return {"right": right + 1 if quality >= 3 else 0, "days": days, "ease": round(ease, 3),
            "due": (today + datetime.timedelta(days)).isoformat()}


def test_drills(folder):
    path, drills = ordinary(folder), os.path.join(folder, "drills")
    run("review", *QUICK, "--player", "me*", "--quiet", "--drills", drills, path)
    lines = [json.loads(line) for line in read(drills).splitlines()]
    check.that(len(lines) > 10, f"{len(lines)} drills")
    check.equal(len({canonical(d["position"]) for d in lines}), len(lines), "each position once")
    mistakes = {(p["position"], p["played"]) for r in reviews_of(path) for p in mine(r, ("me", "me too"))
                if p["grade"] in ("mistake", "blunder") and p["sure"]}
    check.that(all((d["position"], d["played"]) in mistakes for d in lines), "all are sure mistakes")
    wrong = []
    for d in lines:
        board, side = board_of(d["position"])
        scores = [m["score"] for m in d["moves"]]
        if sorted(m["move"] for m in d["moves"]) != sorted(map(name, legal(board, side))) or \
                scores != sorted(scores, reverse=True) or \
                any(abs(m["loss"] - (scores[0] - m["score"])) > .011 for m in d["moves"]) or \
                next(m["loss"] for m in d["moves"] if m["move"] == d["played"]) < 2:
            wrong.append(d)
    check.equal(wrong, [], "every move has its value")
    # Days of answers, right and wrong; the state is what SM-2 makes of them.
    state, expected, today = drills + ".state", {}, datetime.date(2024, 5, 31)
    for _ in range(6):
        due = [d for d in lines if expected.get(d["position"], {"due": ""})["due"] <= today.isoformat()]
        due.sort(key=lambda d: expected[d["position"]]["due"] if d["position"] in expected else "9")
        answers = []
        for d in due[:8]:
            move = rng.choice(d["moves"][:3])
            loss = d["loss"] if move["move"] == d["played"] else move["loss"]
            answers += rng.choice([[], ["z9"]]) + [move["move"]]
            if loss >= 1:  # it is asked again, three times in all
                answers += rng.choice([["show"], [d["moves"][0]["move"]], [d["played"]] * 2])
            card = expected.get(d["position"], {"right": 0, "days": 0, "ease": 2.5})
            expected[d["position"]] = repeated(card, loss, today)
        out = run("drill", drills, "--today", today.isoformat(), "--count", "8",
                  text="".join(a + "\n" for a in answers)).stdout
        check.equal(json.loads(read(state))["cards"], expected, f"state of {today}")
        check.that(f"\n{min(8, len(due))} asked" in out and out.count("expected a move") == answers.count("z9"),
                   "all that are due are asked", out[-300:])
        today += datetime.timedelta(rng.choice([1, 3, 6]))
    out = run("drill", drills, "--state", os.path.join(folder, "tries"), text=f"{lines[0]['played']}\n" * 3 + "quit\n").stdout
    loss = f"{lines[0]['played']} loses {lines[0]['loss']:.2f}. "
    check.that(all(loss + said in out for said in ("2 tries are left.", "1 try is left.", "Best is")) and "1 asked, 0 right" in out,
               "three tries, and the mistake costs what the review said", out)
    other = next((d for d in lines if d["best"] != d["moves"][0]["move"] and d["why"]), None)
    if other:
        out = run("drill", write(os.path.join(folder, "other"), [json.dumps(other) + "\n"]), text="show\n").stdout
        check.that(f"Compared with {other['best']}, which loses" in out, "reasons name the review's best move", out)
    same_as_the_page(folder)
    # Killed after each answer, it goes on where it was.
    os.remove(state)
    for n in range(1, 6):
        with subprocess.Popen([PROGRAM, "drill", drills, "--today", "2024-05-31"], stdin=subprocess.PIPE,
                              stdout=subprocess.DEVNULL, text=True) as process:
            process.stdin.write("show\n")
            process.stdin.flush()
            limit = time.time() + 60
            while time.time() < limit and (not os.path.exists(state) or
                                           len(json.loads(read(state))["cards"]) < n):
                time.sleep(0.005)
            process.kill()
        check.equal(list(json.loads(read(state))["cards"]), [d["position"] for d in lines[:n]],
                    f"{n} answers survive a kill")
    bad, kept = os.path.join(folder, "bad"), read(state)
    for text, said, code in (('{"type":"drill"}\n', "bad:1: expected a drill", 65), ("", "no drill", 65)):
        done = run("drill", write(bad, [text]), code=code)
        check.that(said in done.stderr and done.stderr.count("\n") == 1, said, done.stderr)
    run("drill", os.path.join(folder, "none"), code=66)
    done = run("drill", drills, "--state", write(bad, ["{}"]), code=65)
    check.that("no state of drills" in done.stderr and read(bad) == b"{}", "what is no state stays",
               done.stderr)
    check.equal(read(state), kept, "and the state, too")


def same_as_the_page(folder):
    """The answers of sm2.json, which the page's unit tests give, too."""
    position = next(text for text in iter(lambda: random_board(20), None) if len(legal(*board_of(text))) > 4)
    moves = [{"move": name(s), "score": -loss, "loss": loss, "pv": []}
             for s, loss in zip(legal(*board_of(position)), (0, .3, .7, 2, 9))]
    drills = write(os.path.join(folder, "one"), [json.dumps(
        {"schema": 2, "type": "drill", "position": position, "played": moves[4]["move"], "moves": moves}) + "\n"])
    with open(os.path.join(os.path.dirname(__file__), "sm2.json"), encoding="ascii") as file:
        rows = json.load(file)
    for row in rows:
        move = next(m["move"] for m in moves if m["loss"] == row["loss"])
        run("drill", drills, "--today", row["day"], text=move + "\n")
        check.equal(json.loads(read(drills + ".state"))["cards"], {position: row["card"]}, f"SM-2 on {row['day']}")


# ---- what is kept ----

def test_forget(folder):
    """Journal, reports, drills and answers go, games and other files stay; nothing goes unasked."""
    home = os.path.join(folder, "home")
    os.mkdir(home)
    games, form = ordinary(home, 4), lambda name: os.path.join(home, name)
    run("review", *QUICK, "--player", "me*", "--quiet", games, "--drills", form("drills"), "--journal", form("journal"),
        "--html", form("page"), "--csv", form("table"))
    run("drill", form("drills"), text="show\nquit\n")
    run("drill", "--state", form(".outflank_drills"), text="show\nquit\n")
    mine, others = ["drills", "drills.state", "journal", "page", "table", ".outflank_drills", ".outflank_history"], {}
    write(form(".outflank_history"), ["f5\n"])
    for name, text in (("notes", "{}\n"), ("other.html", "<!DOCTYPE html>\n<p>"), ("empty", ""), ("a.csv", "file,game\n")):
        write(form(name), [text])
    os.mkdir(form("folder"))
    for name in sorted(set(os.listdir(home)) - set(mine) - {"folder"}):
        others[name] = read(form(name))
    os.environ["HOME"], old = home, os.environ.get("HOME")
    for words in ([], [home]):
        out = run("forget", *words).stdout
        check.equal(sorted(line.split(": ")[0] for line in out.splitlines()[:-1]), sorted(map(form, mine)), f"it lists {words}")
        check.that("7 files to delete: say --yes." in out and set(mine) <= set(os.listdir(home)), "and deletes nothing", out)
    out = run("forget", form("drills"), form("drills.state"), form("page"), "--yes").stdout
    check.that("3 files deleted." in out and sorted(set(mine) & set(os.listdir(home))) == sorted(mine[2:3] + mine[4:]),
               "files that are named, with the answers", out)
    for word, code in ((games, 65), (form("none"), 66)):
        run("forget", form("journal"), word, "--yes", code=code)
        check.that(os.path.exists(form("journal")), "what is none of them keeps all")
    check.that("4 files deleted." in run("forget", "--yes").stdout, "all of the home folder in one step")
    check.equal({name: read(form(name)) for name in os.listdir(home) if name != "folder"}, others, "all others stay")
    check.that("Nothing is kept there." in run("forget", "--yes").stdout, "then nothing is left")
    if old:
        os.environ["HOME"] = old


# ---- problems ----

def classes_of(moves, position, holds):
    """Moves that lead to one board but for a symmetry count once."""
    board, side = board_of(position)
    return {canonical(text_of(play(board, side, "abcdefgh".index(m["move"][0]) + 8 * (int(m["move"][1]) - 1))[0],
                              other(side))) for m in moves if holds(m)}


def test_problems(folder):
    games, positions, seen = [], [], set()
    for _ in range(8):
        start = random_board(rng.randint(46, 50))
        moves = random_moves(start)
        games.append(ggf("a", "b", start, moves, "2024-01-01"))
        board, side = board_of(start)
        for i in range(len(moves) + 1):
            text = text_of(board, side) if side else None
            if side and canonical(text) not in seen and len(legal(board, side)) > 1 and 4 <= text.count("-") <= 11:
                seen.add(canonical(text))
                positions.append(text)
            if i < len(moves):
                board, side = play(board, *moves[i])
    path = write(os.path.join(folder, "late.ggf"), games)
    solved = [json.loads(line) for line in run("solve", "--json", "--quiet", "--all-moves",
                                               text="".join(p + "\n" for p in positions)).stdout.splitlines()]
    expected = {}
    for one in solved:
        best = max(m["score"] for m in one["moves"])
        good = classes_of(one["moves"], one["position"], lambda m: m["score"] == best)
        lead = min([best - m["score"] for m in one["moves"] if m["score"] < best], default=0)
        if len(good) <= 2 and lead >= 4 and -20 <= best <= 30:
            expected[one["position"]] = (len(good), lead, best)
    words = ["problems", path, "--exact-empties", "11", "--empties", "4:11", "--good", ":2", "--lead", "4",
             "--score", "-20:30", "--count", "1000"]
    found = [json.loads(line) for line in run(*words, "--json").stdout.splitlines()]
    check.equal({p["position"]: (p["good"], p["lead"], p["moves"][0]["score"]) for p in found}, expected,
                f"{len(expected)} problems among {len(positions)} positions")
    lines = run(*words).stdout.splitlines()
    check.equal([line[:66] for line in lines], [p["position"] for p in found], "the text has the same")
    misses = [[row["miss"] for row in p["people"]] for p in found]
    hard = [p["position"] for p, miss in zip(found, misses) if miss[1] >= .6]
    words += ["--json", "--missed", "60:"]
    check.equal([json.loads(line)["position"] for line in run(*words, code=0 if hard else 65).stdout.splitlines()],
                hard, "those that most people miss")
    check.that(sum(m[2] for m in misses) < sum(m[0] for m in misses), "1700 misses less than 1300", misses)
    wrong = []
    for p in found:
        parts = [p["people"][1]["miss"], sum(p["strengths"]) / 20, ((p["plies"] or 13) - 1) / 12]
        grade = "easy" if p["difficulty"] < .35 else "middle" if p["difficulty"] < .55 else "hard"
        if abs(p["difficulty"] - (2 * parts[0] + parts[1] + parts[2]) / 4) > .0011 or p["grade"] != grade or p["strengths"][19] != 0:
            wrong.append(p)
    check.equal(wrong, [], "how hard they are is made of its parts; who solves them misses none")
    check.that(sum(p["strengths"][0] for p in found) > sum(p["strengths"][9] for p in found) >
               sum(p["strengths"][18] for p in found), "the stronger, the less is missed")
    middle = [p["position"] for p in found if p["grade"] == "middle"]
    out = run(*words[:-3], "--json", "--grade", "middle", code=0 if middle else 65).stdout
    check.equal([json.loads(line)["position"] for line in out.splitlines()], middle, "those of a grade")
    easy = [p for p in found if p["plies"] == 1]
    check.that(all(p["plies"] is None or 1 <= p["plies"] <= 12 for p in found) and easy, "some need one ply")
    drills = write(os.path.join(folder, "problems"), [json.dumps(p) + "\n" for p in found])
    out = run("drill", drills, text=found[0]["moves"][0]["move"] + "\nquit\n").stdout
    check.that("What is best?" in out and "Right." in out and "You played" not in out, "drill asks them", out)
    worse = next(m for m in found[0]["moves"] if m["loss"] >= 1)
    check.that(f"Compared with {worse['move']}, which loses {worse['loss']:.2f}:" in out and found[0]["why"][0]["text"] in out or
               not found[0]["why"], "and names the move that reasons are about", out)
    for bad in (["--lead", "x"], ["--empties", "9:4"], ["--score", "-65"], ["--good", ""]):
        done = run("problems", *bad, path, code=64)
        check.that("expected numbers from" in done.stderr and done.stderr.count("\n") == 1, bad, done.stderr)
    done = run("problems", "--empties", "1:1", "--lead", "120", path, code=65)
    check.that("none of these positions" in done.stderr, "none is told", done.stderr)


def kill_at_some_moment(words, journal):
    """False if the run has ended before."""
    size = os.path.getsize(journal) if os.path.exists(journal) else 0
    process = subprocess.Popen([PROGRAM, *words], stdout=subprocess.DEVNULL)
    while process.poll() is None and (not os.path.exists(journal) or
                                      os.path.getsize(journal) <= size + 200):
        time.sleep(0.002)
    time.sleep(rng.random() * 0.02)
    is_running = process.poll() is None
    process.send_signal(rng.choice([signal.SIGKILL, signal.SIGTERM]))
    process.wait()
    return is_running


def read(path):
    with open(path, "rb") as file:
        return file.read()


def test_kills(folder):
    path, journal = ordinary(folder, 12 + 6 * N_KILLS), os.path.join(folder, "journal")
    forms = [os.path.join(folder, "k.html"), os.path.join(folder, "k.csv")]
    words = ["review", "--depth", "5", "--exact-empties", "12", "--hash", "1", "--player", "me*", "--json",
             "--html", forms[0], "--csv", forms[1], "--jobs", "2"]
    whole = [run(*words, path).stdout, *map(read, forms)]
    for form in forms:
        os.remove(form)
    n_kills = 0
    while n_kills < N_KILLS and kill_at_some_moment([*words, path, "--journal", journal], journal):
        n_kills += 1
    check.equal(n_kills, N_KILLS, f"killed {n_kills} times")
    again = [run(*words, path, "--journal", journal).stdout, *map(read, forms)]
    check.that(again == whole, "the same bytes after the kills")
    data = re.search(rb'id="data">(.*?)</script>', whole[2 - 1], re.S).group(1)
    check.equal(json.loads(data), [json.loads(whole[0])], "the page has what JSON has")
    # New games, before those that are there, cost themselves only.
    n_lines = read(journal).count(b"\n")
    more = write(os.path.join(folder, "a.ggf"), [
        ggf("me", "you", START, random_moves(START), "2024-01-02") for _ in range(3)])
    more_study = json.loads(run(*words, more, path, "--journal", journal).stdout)
    check.equal(read(journal).count(b"\n"), n_lines + 3, "three new games are searched, no old one")
    check.equal(more_study["games"], json.loads(whole[0])["games"] + 3, "and are counted")


with tempfile.TemporaryDirectory() as scratch:
    test_again(scratch)
    test_filters(scratch)
    test_request(scratch)
    test_ends(scratch)
    test_people(scratch)
    test_drills(scratch)
    test_forget(scratch)
    test_problems(scratch)
    test_kills(scratch)
check.end()
