#!/usr/bin/env python3
"""Matches whose result is known: a table worked out by hand, series, SPRT,
round robin, gauntlet, both score rules, openings, config file, protocols.

    test_results.py OUTFLANK SOURCE_ROOT
"""
import os
import pty
import re
import select
import subprocess
import sys
import unicodedata

import runner
import othello  # scripts/lib, which runner puts on the path
from runner import ENGINE, OPENINGS, PROGRAM, ROOT, path, run, tap

check = tap.Tap()
DATA = os.path.join(ROOT, "tests/data/match")
LINES = f"{ENGINE} --lines {DATA}/three_games.txt"
SELF = ["-engine", "self", "name=a", "-engine", "self", "name=b"]


def near(got, expected, what, tolerance=1e-6):
    check.that(abs(got - expected) <= tolerance, what, f"expected {expected}, found {got}")


def test_three_games():
    """A wins 37-27 as black, B 44-20 as black, A 40-24 as black. By hand: 2 points
    of 3; Elo 400 lg 2 = 120.412; discs (10 - 24 + 16) / 3 = 0.667, their error
    sqrt((932 - 4/3) / 2 / 3) = 12.454. With half a loss and half a win more: center
    5/8, variance 15/64, error sqrt(15/192); los: normal law at (1/8) / that."""
    prefix = path("three")
    code, out, err = run(
        "-engine", f"cmd={LINES}", "name=A", "-engine", f"cmd={LINES} --proto nboard", "name=B",
        "proto=nboard", "-openings", f"file={DATA}/three_openings.txt", "-norepeat",
        "-games", "3", "-out", prefix)
    check.equal(code, 0, "three games: exit status")
    check.equal([int(g["difference"]) for g in runner.rows(prefix)], [10, 24, 16],
                "three games: differences")
    check.equal([g["black"] for g in runner.rows(prefix)], ["A", "B", "A"],
                "three games: colours alternate")
    a = runner.summary(prefix)["encounters"][0]
    check.equal([a[k] for k in ("wins", "draws", "losses")], [2, 0, 1], "three games: W D L")
    near(a["score"], 2 / 3, "three games: score")
    near(a["elo"], 120.411998, "three games: Elo")
    near(a["elo_low"], -431.061, "three games: lower end", 1e-3)
    check.that(a["elo_high"] is None, "three games: no upper end", a)
    near(a["discs"], 2 / 3, "three games: discs")
    near(a["discs_error"], 12.454361, "three games: error of the discs")
    near(a["los"], 0.672640, "three games: LOS", 2e-6)
    check.that("+2 =0 -1 of 3 games, score 66.67 %, discs +0.67 +- 12.45" in out and
               "Elo +120.4, 95 % -431.1 .. +inf, LOS 67.3 %" in out, "three games: the report", out)
    replay(prefix)


def replay(prefix):
    """The GGF holds whole legal games with the result they say."""
    for line, row in zip(open(prefix + ".ggf"), runner.rows(prefix)):
        game = othello.Game()
        moves = re.findall(r"([BW])\[([A-Z][A-Z1-8])(?:/([^/\]]*))?(?:/([^\]]*))?\]",
                           line.split("BO[", 1)[1])
        for color, move, _, _ in moves:
            move = "pass" if move == "PA" else move.lower()
            good = color.lower() == game.turn and move in game.legal()
            if not check.that(good, f"GGF of game {row['game']}: {move} is legal", line):
                return
            game.play(move)
        timed = [m for m in moves if m[3]]
        check.that(game.is_over() and game.score() == int(row["difference"]),
                   f"GGF of game {row['game']}: the difference is the board's", line)
        check.that(f"RE[{game.score():+d}.00]" in line, "... and that of RE", line)
        check.equal(len(timed), int(row["black_chosen"]) + int(row["white_chosen"]),
                    "... and every chosen move has its time")


def test_cells():
    """Names from strangers: a spreadsheet takes no cell for a formula."""
    prefix = path("cells")
    run("-engine", "self", 'name==cmd|x', "depth=1", "-engine", "self", "name=@b", "depth=1",
        "-games", "2", "-out", prefix)
    check.equal([(g["black"], g["white"]) for g in runner.rows(prefix)],
                [("'=cmd|x", "'@b"), ("'@b", "'=cmd|x")], "names as cells of the table")


def test_series():
    words = ["-engine", f"cmd={LINES}", "name=A", "-engine", f"cmd={LINES}", "name=B",
             "-openings", f"file={DATA}/three_openings.txt"]
    prefix = path("series")
    code, out, err = run(*words, "-best-of", "3", "-out", prefix)
    check.equal(runner.summary(prefix)["series"],
                {"best_of": 3, "race": 0, "wins": [2, 1], "points": [26, 24], "draws": 0},
                "best of three: A 2, B 1; points 26 and 24")
    check.that("A wins the series" in out, "best of three: A wins", out)
    prefix = path("race")
    code, out, err = run(*words, "-race", "24", "-out", prefix)
    check.equal(runner.summary(prefix)["series"]["points"], [10, 24],
                "race to 24 ends with the second game")
    check.that("B wins the series" in out, "race to 24: B wins", out)
    # The loser begins: A wins game 1 as black, so B is black in game 2 and wins
    # (black wins all three), so A is black in game 3.
    prefix = path("loser")
    run(*words, "-best-of", "3", "-first", "loser", "-out", prefix)
    check.equal([g["black"] for g in runner.rows(prefix)], ["A", "B", "A"], "the loser begins")
    prefix = path("weaker")
    run(*words, "-best-of", "3", "-first", "weaker", "-out", prefix)
    check.equal([g["black"] for g in runner.rows(prefix)], ["A", "B", "A"],
                "who is behind begins; level, they take turns")
    prefix = path("second")
    run(*words, "-best-of", "5", "-first", "2", "-out", prefix)
    check.equal([g["black"] for g in runner.rows(prefix)], ["B"] * 3,
                "-first 2: the second begins, and three wins decide a best of five")


def test_sprt():
    prefix = path("h1")
    words = ["-openings", f"file={OPENINGS}", "order=random", "-srand", "5", "-concurrency", "2"]
    code, out, err = run("-engine", "self", "name=a", "nodes=800", "-engine", "self", "name=b",
                         "nodes=40", *words, "-sprt", "elo0=0", "elo1=100", "-out", prefix)
    check.equal(code, 0, "SPRT, stronger: exit status")
    sprt = runner.summary(prefix)["sprt"]
    check.that(sprt["decision"] == "H1" and sprt["llr"] >= sprt["upper"] > 2.94,
               "SPRT, stronger: H1", sprt)
    check.that("H1 accepted" in out, "SPRT, stronger: said", out)
    games = len(runner.rows(prefix))
    check.that(games % 2 == 0 and games == runner.summary(prefix)["games"] < 1000,
               "SPRT: ended with a pair", games)
    prefix = path("h0")
    code, out, err = run("-engine", "self", "name=a", "nodes=40", "-engine", "self", "name=b",
                         "nodes=800", *words, "-sprt", "elo0=0", "elo1=100", "-out", prefix)
    check.equal(code, 1, "SPRT, weaker: exit status")
    check.equal(runner.summary(prefix)["sprt"]["decision"], "H0", "SPRT, weaker: H0")
    prefix = path("open")
    code, out, err = run(*SELF, "-each", "nodes=100", *words, "-games", "2", "-sprt", "elo0=0",
                         "elo1=10", "-out", prefix)
    check.equal(code, 1, "SPRT, no decision: exit status")
    check.equal(runner.summary(prefix)["sprt"]["decision"], "open", "SPRT, no decision: open")


def test_seed_of_chance():
    """What "self" chooses by chance follows from -srand, with any number of workers."""
    words = ["-each", "nodes=50", "option.strength=3", "-openings", f"file={OPENINGS}", "-games", "6"]
    played = []
    for name, seed, workers in (("one", "7", "1"), ("two", "7", "2"), ("other", "8", "2")):
        run(*SELF, *words, "-srand", seed, "-concurrency", workers, "-out", path(f"chance-{name}"))
        played.append([row["difference"] for row in runner.rows(path(f"chance-{name}"))])
    check.equal(played[0], played[1], "the same seed, the same games")
    check.that(played[0] != played[2], "another seed, others", played)


def test_tables():
    engines = [w for n in "abcd" for w in ("-engine", "self", f"name={n}", f"nodes={20 + ord(n)}")]
    common = [*engines, "-openings", f"file={OPENINGS}", "-games", "2", "-rounds", "2"]
    prefix = path("robin")
    code, out, err = run(*common, "-out", prefix)
    check.equal(len(runner.rows(prefix)), 24, "round robin of four, two rounds: 24 games")
    players = runner.summary(prefix)["players"]
    check.equal([p["games"] for p in players], [12] * 4, "round robin: 12 games for each")
    points = sum(p["wins"] + p["draws"] / 2 for p in players)
    check.equal(points, 24.0, "round robin: all points are given")
    check.equal(sum(p["discs"] for p in players) < 1e-9, True, "round robin: discs add up to 0")
    table = [line.split() for line in out.splitlines() if re.match(r" +\d [abcd] ", line)][-4:]
    check.equal(len(table), 4, "round robin: a table of four")
    for i, row in enumerate(table):
        cross = [0 if x == "-" else float(x) for x in row[-4:]]
        near(sum(cross), float(row[4]), f"round robin: row {i + 1} adds up")
    prefix = path("gauntlet")
    run(*common, "-tournament", "gauntlet", "-out", prefix)
    check.equal([p["games"] for p in runner.summary(prefix)["players"]], [12, 4, 4, 4],
                "gauntlet: the first plays all games")


def game_of(moves):
    """The game of a transcript without passes."""
    game = othello.Game()
    for i in range(0, len(moves), 2):
        if game.legal() == ["pass"]:
            game.play("pass")
        game.play(moves[i:i + 2])
    return game


def test_rules_and_adjudication():
    words = [*SELF, "-each", "nodes=200", "-openings", f"file={OPENINGS}", "-games", "20",
             "-srand", "9", "-concurrency", "2"]
    played, solved, raw = path("played"), path("solved"), path("raw")
    run(*words, "-out", played)
    run(*words, "-adjudicate", "10", "-out", solved)
    run(*words, "-score", "raw", "-out", raw)
    check.equal({g["end"] for g in runner.rows(solved)}, {"solved"}, "adjudicated at ten empties")
    for g in runner.rows(solved):
        game = game_of(g["moves"])
        if not check.that(len(game.board) == 54, "ten squares are empty", g):
            break
    for g in runner.rows(raw):
        game = game_of(g["moves"])
        discs = game.count("b") - game.count("w")
        if not check.equal(int(g["difference"]), discs, "raw: discs only"):
            break


def moves_of(line):
    """Colour, value, comment of the moves in a game of GGF that were chosen."""
    found = re.findall(r"([BW])\[\w\w/([-+\d.]+)/[\d.]+\]CO\[([^]]*)\]", line)
    return [(color, float(value), text) for color, value, text in found]


def test_agreed():
    """Both tell values; the game ends at the first move when both have told thrice that the
    same side leads by four discs."""
    prefix = path("agreed")
    code, out, err = run(*SELF, "-each", "nodes=400", "-openings", f"file={OPENINGS}", "-games", "20",
                         "-srand", "9", "-resign", "movecount=3", "score=4", "-out", prefix)
    rows = runner.rows(prefix)
    check.that(code == 0 and sum(row["end"] == "agreed" for row in rows) > 5, "agreed: games end early",
               (code, [row["end"] for row in rows]))
    check.that(", agreed)" in out, "agreed: their lines say so", out)
    for line, row in zip(open(prefix + ".ggf"), rows):
        counts, last, wanted = {"B": 0, "W": 0}, {}, None
        moves = moves_of(line)
        for color, value, text in moves:
            discs = value if color == "B" else -value
            if wanted is not None or abs(discs) < 4 or any(n and last[c] * discs < 0 for c, n in counts.items()):
                counts = {"B": 0, "W": 0}
            else:
                counts[color] += 1
                last[color] = discs
                if min(counts.values()) >= 3:
                    middle = abs(sum(last.values()) / 2)
                    wanted = max(1, int(middle / 2 + 0.5)) * (2 if discs > 0 else -2)
        if wanted is None:
            good = row["end"] == "played"
        else:
            good = row["end"] == "agreed" and abs(int(row["difference"]) - wanted) <= 2 and min(counts.values()) >= 3
        if not check.that(good, "agreed: when both had told it thrice, as the middle of their values",
                          f"{row} {moves} {counts} {wanted}"):
            break
    for line, row in zip(open(prefix + ".ggf"), rows):
        nodes = sum(int(re.search(r"depth \d+, (\d+) nodes", text).group(1)) for _, _, text in moves_of(line))
        if not check.equal(nodes, int(row["black_nodes"]) + int(row["white_nodes"]),
                           "records: depth and nodes of each move"):
            break


def test_sprt_models():
    for words, wanted in ((["model=normalized"], ["normalized", "pairs"]), (["count=games"], ["logistic", "games"])):
        prefix = path("model-" + wanted[0])
        run(*SELF, "-each", "nodes=50", "-openings", f"file={OPENINGS}", "-games", "4", "-sprt", *words,
            "-out", prefix)
        sprt = runner.summary(prefix)["sprt"]
        check.equal([sprt["model"], sprt["count"]], wanted, f"SPRT, {words[0]}: the summary says so")


def test_handicap():
    prefix = path("handicap")
    code, out, err = run("-engine", f"cmd={PROGRAM} gtp", "name=g", "-engine",
                         f"cmd={PROGRAM} nboard", "proto=nboard", "name=n", "-each", "depth=1",
                         "-handicap", "2", "-score", "raw", "-games", "4", "-srand", "8",
                         "-openings", "random=4", "balance=0", "-out", prefix)
    check.equal(code, 0, "handicap games over GTP and NBoard: exit status")
    games = open(prefix + ".ggf").read()
    check.equal(games.count("BO[8 *" + "-" * 26 + "O*" + "-" * 6 + "*O" + "-" * 26 + "* *]"), 4,
                "a1 and h8 are black in every game")
    check.that("White gives Black 2 corners" in out, "the start of the match says so", out)
    rows = runner.rows(prefix)
    check.equal([row["given"] for row in rows], ["4"] * 4, "random moves follow the corners")
    check.equal(len({row["moves"][:8] for row in rows}), 2, "each opening is played twice")
    obf = path("taken.obf")
    with open(obf, "w") as file:
        file.write("O--------------------------OX------XO--------------------------- X;\n")
    code, out, err = run(*SELF, "-openings", f"file={obf}", "-handicap", "1")
    check.equal((code, "taken.obf:1:1: cannot be played with the corners" in err), (65, True),
                "an opening whose corner is taken is refused")


def test_dialects():
    prefix = path("dialects")
    obf = path("pass.obf")
    with open(obf, "w") as file:  # Black must pass at once
        file.write("X-O------O------OOXX-------XX------XXX-------------------------- X;\n")
    code, out, err = run("-engine", f"cmd={PROGRAM} edax -l 1 -n 1 -h 16", "proto=edax", "name=e",
                         "-engine", f"cmd={PROGRAM} cassio 1", "proto=cassio", "name=c", "depth=2",
                         "-openings", f"file={obf}", "-games", "2", "-out", prefix)
    check.equal(code, 0, "Edax's console against Cassio: exit status")
    check.equal({g["end"] for g in runner.rows(prefix)}, {"played"}, "... games to the end")
    code, out, err = run("-engine", f"cmd={PROGRAM} uci", "proto=uci", "name=u", "depth=2", "option.Hash=1",
                         "-engine", f"cmd={PROGRAM} uci", "proto=uci", "name=v", "nodes=300",
                         "-openings", f"file={obf}", "-games", "2", "-out", path("uci"))
    check.equal((code, {g["end"] for g in runner.rows(path("uci"))}), (0, {"played"}), "UCI: games to the end")
    check.equal({int(g["black_nodes"]) > 0 for g in runner.rows(path("uci"))}, {True}, "... with nodes")
    for words, wanted in ((("proto=uci", "byo=5"), "no byo-yomi"), (("proto=edax", "nodes=5"), "no limit of nodes"),
                          (("proto=edax", "depth=5"), "no depth; use level="),
                          (("proto=cassio", "byo=5"), "no byo-yomi"),
                          (("proto=cassio", "option.x=1"), "no options")):
        code, out, err = run("-engine", "cmd=x", *words, *SELF)
        check.that(code == 64 and wanted in err, " ".join(words), (code, err))


def test_openings():
    prefix = path("random")
    words = [*SELF, "-each", "nodes=50", "-openings", "random=6", "balance=3", "-games", "20"]
    run(*words, "-srand", "1", "-out", prefix)
    games = runner.rows(prefix)
    begins = [g["moves"][:12] for g in games]
    check.equal(begins[0::2], begins[1::2], "random openings are played twice")
    check.that(len(set(begins)) >= 9, "random openings differ", begins)
    check.equal([g["given"] for g in games], ["6"] * 20, "six plies are given")
    other = path("random2")
    run(*words, "-srand", "2", "-out", other)
    check.that([g["moves"][:12] for g in runner.rows(other)] != begins, "another seed, others")
    obf = path("start.obf")
    with open(obf, "w") as file:  # White begins; black has all corners
        file.write("X------X-------------------OX------XO-------------------X------X O;\n")
    prefix = path("obf")
    code, out, err = run("-engine", f"cmd={PROGRAM} gtp", "name=g", "-engine",
                         f"cmd={PROGRAM} nboard", "proto=nboard", "name=n", "-each", "depth=1",
                         "-openings", f"file={obf}", "-games", "2", "-out", prefix)
    check.equal(code, 0, "a start position over GTP and NBoard: exit status")
    check.that(all("BO[8 *------*" in line and ";)" in line for line in open(prefix + ".ggf")),
               "a start position: in the GGF", out + err)
    code, out, err = run(*SELF, "-engine", f"cmd={ENGINE}", "-openings", f"file={obf}",
                         "-games", "2")
    check.equal(code, 66, "an engine that takes no start position is refused")
    check.that("setboard" in err, "... with a hint", err)


def test_protocols_agree():
    """The same engine, fixed nodes, in process and over GTP: the same games."""
    prefix = path("protocols")
    code, out, err = run("-engine", "self", "name=a", "-engine", f"cmd={PROGRAM} gtp", "name=b",
                         "option.hash=16", "option.threads=1", "option.book=none", "-each",
                         "nodes=500", "-openings", f"file={OPENINGS}", "-games", "20",
                         "-concurrency", "2", "-out", prefix)
    games = runner.rows(prefix)
    check.equal([g["moves"] for g in games[0::2]], [g["moves"] for g in games[1::2]],
                "in process and over GTP the engine plays the same games")
    check.equal(runner.summary(prefix)["encounters"][0]["pairs"], [0, 0, 10, 0, 0],
                "so every pair is even")
    nodes = [int(g[c + "_nodes"]) for g in games for c in ("black", "white")]
    check.that(min(nodes) > 0, "nodes are told over GTP too", nodes)


def test_clocks():
    prefix = path("clocks")
    code, out, err = run(
        "-engine", f"cmd={PROGRAM} gtp", "name=fischer", "tc=1+0.05",
        "-engine", f"cmd={PROGRAM} gtp", "name=byo", "tc=0.3", "byo=0.06/2",
        "-engine", f"cmd={PROGRAM} nboard", "proto=nboard", "name=nboard", "tc=2",
        "-engine", "self", "name=self", "st=0.02", "-openings", f"file={OPENINGS}",
        "-concurrency", "2", "-each", "timemargin=2000", "-out", prefix)
    check.that(code == 0, "clocks of all kinds: no fault", out + err)


def test_whole_seconds():
    """An engine without x-limit is told whole seconds, never more than it has, and
    never none at all."""
    for control, settings in ((("tc=3.9+0.5",), "3 0 0"), (("st=1.5",), "0 1 0"),
                              (("tc=0.5", "byo=2.5/3"), "0 2 3")):
        log = path("log" + "".join(c for c in control[0] if c.isalnum()))
        code, out, err = run("-engine", "self", "name=a", "nodes=100", "-engine",
                             f"cmd={ENGINE} --log {log}", "name=b", *control, "timemargin=5000",
                             "-openings", f"file={OPENINGS}", "-games", "2")
        check.equal(code, 0, f"{' '.join(control)}: exit status")
        lines = open(log).read().splitlines()
        told = {line for line in lines if line.startswith("time_settings")}
        check.equal(told, {"time_settings " + settings}, f"{' '.join(control)}: what is told")
        left = [line.split()[2] for line in lines if line.startswith("time_left")]
        check.that(all(t.isdigit() for t in left) and left[:1] in ([], ["3"], ["0"], ["2"]),
                   "... and what is left", left)
    for control in (("st=0.5",), ("tc=0.9+0.1",), ("tc=0+0.5",), ("tc=0.5", "byo=0.5")):
        code, out, err = run("-engine", "self", "name=a", "-engine", f"cmd={ENGINE}", "name=b",
                             *control, "-games", "2")
        check.equal(code, 66, f"{' '.join(control)}: is refused")
        check.that("b cannot play: plain GTP has whole seconds only" in err and "game" not in out,
                   "... in a sentence, before the match", out + err)


def test_engine_settings():
    """Folder, start-up lines, stderr, a process per game; a refused line is told."""
    folder, pids = path("folder"), path("pids")
    os.mkdir(folder)
    with open(os.path.join(folder, "start.sh"), "w") as file:
        file.write(f"#!/bin/sh\necho started in $PWD >&2\nexec {ENGINE} --pids {pids} \"$@\"\n")
    os.chmod(file.name, 0o755)
    words = ["-engine", "self", "name=a", "nodes=50", "-engine", "cmd=./start.sh --seed 5",
             f"dir={folder}", "name=b", f"stderr={path('stderr')}", "-openings",
             f"file={OPENINGS}", "-games", "4"]
    code, out, err = run(*words, "init=time_settings 5 5 0", "restart=on")
    check.equal(code, 64, "a key behind another option is refused")
    at = words.index("name=b")
    code, out, err = run(*words[:at], "init=time_settings 5 5 0", "restart=on", *words[at:])
    check.equal(code, 0, "engine settings: exit status")
    check.equal(len(open(pids).read().split()), 5, "restart=on: one process to try, one per game")
    check.equal(open(path("stderr")).read(), f"started in {folder}\n" * 5, "dir= and stderr=")
    code, out, err = run(*words[:at], "init=frobnicate", *words[at:])
    check.equal(code, 66, "a refused init= line ends the match before it begins")
    check.that("frobnicate" in err, "... and is named", err)
    code, out, err = run(*words[:at], "proto=nboard", "tc=0.5", *words[at:])
    check.equal(code, 66, "half a second cannot be told to NBoard engines")


def test_shown_settings():
    """Options that are set stand in the head, beside the limits."""
    out = run("-engine", "self", "name=a", "option.strength=3", "-engine", "self", "name=b",
              "depth=2", "option.hash=2", "option.strength=off", "-games", "1", "-norepeat")[1]
    check.that("\n  a: no limit, strength=3" in out and
               "\n  b: depth 2, hash=2, strength=off" in out, "settings are shown", out)


def test_config_file():
    config = path("match.ini")
    with open(config, "w") as file:
        file.write(f"# two of us\n[match]\ngames = 4\nopenings = file='{OPENINGS}' plies=4\n"
                   f"[engine one]\nproto = self\nnodes = 50\n[engine two]\ncmd = {ENGINE}\n"
                   f"[each]\ntimemargin = 10\n")
    prefix = path("config")
    code, out, err = run("-config", config, "-srand", "3", "-out", prefix)
    check.equal(code, 0, "config file: exit status")
    check.equal([g["given"] for g in runner.rows(prefix)], ["4"] * 4, "config file: four games")
    with open(config, "a") as file:
        file.write("nonsense = 1\n")
    code, out, err = run("-config", config)
    check.equal(code, 64, "config file with a wrong key: exit status")
    check.that(f"{config}:12: " in err, "... named with its line", err)


def test_terminal():
    """A progress line on a terminal, none in a pipe."""
    words = [PROGRAM, "match", *SELF, "-each", "nodes=3000", "-games", "60", "-report", "1000",
             "-openings", f"file={OPENINGS}"]
    out = subprocess.run(words, stdout=subprocess.PIPE, check=True, timeout=1800).stdout
    check.that(b"\r" not in out and out.count(b"\ngame ") == 60, "plain lines in a pipe", out)
    master, slave = pty.openpty()
    process = subprocess.Popen(words, stdout=slave, stdin=subprocess.DEVNULL)
    os.close(slave)
    seen = b""
    while True:
        ready, _, _ = select.select([master], [], [], 60)
        try:
            part = os.read(master, 65536) if ready else b""
        except OSError:
            break
        if not part:
            break
        seen += part
    process.wait(timeout=1800)
    check.that(b"\r\x1b[K" in seen and b"/60 games, +" in seen and b"\ngame 2:" not in seen,
               "a progress line on a terminal", seen)


def test_names():
    """Names of engines and files in any script; what could steer a terminal is refused."""
    names = ["Ünïcødé", "オセロ", "Ἀχιλλεύς", "عطيل"]
    prefix = path("日本 é")
    openings = path("открытия.txt")
    with open(openings, "w", encoding="utf-8") as file:
        file.write("f5d6c3d3c4\n")
    words = [w for name in names for w in ("-engine", "self", f"name={name}")]
    code, out, err = run(*words, "-each", "depth=1", "-rounds", "1", "-event", "杯",
                         "-openings", f"file={openings}", "-out", prefix)
    check.equal(code, 0, "names in any script: exit status")
    check.equal({g["black"] for g in runner.rows(prefix)}, set(names), "names in any script: CSV")
    check.equal([p["name"] for p in runner.summary(prefix)["players"]], names,
                "names in any script: JSON")
    ggf = open(prefix + ".ggf", encoding="utf-8").read()
    check.that(all(f"PB[{n}]" in ggf and f"PW[{n}]" in ggf for n in names) and "PC[杯]" in ggf,
               "names in any script: GGF", ggf[:200])
    code, again, err = run("-resume", "-out", prefix)
    check.equal((code, err), (0, ""), "names in any script: the match is known again")
    ends = [re.match(r" *(rank|\d) .*?(Elo|[+-]\d+\.\d)", line) for line in out.splitlines()]
    widths = [sum(1 + (unicodedata.east_asian_width(c) in "WF") for c in end[0])
              for end in ends if end]
    check.that(len(widths) == 5 and len(set(widths)) == 1, "names in any script: columns", out)
    long = "長" * 19
    code, out, err = run("-engine", "self", f"name={long}", "-engine", "self", "name=b", "-each",
                         "depth=1", "-rounds", "1")
    check.that(code == 0 and long in out, "a name of 57 bytes", err)
    for bad in ("a\x1b[2J", "a\nb", "a\u202eb", "a\u009bb", "a[b", "長" * 20, ""):
        code, out, err = run("-engine", "self", f"name={bad}", "-engine", "self", "-rounds", "1")
        check.that(code == 64 and len(err.splitlines()) == 1 and "59 bytes" in err and not any(c in err for c in "\x1b\u202e\u009b"),
                   f"name={bad!r} is refused", (code, err))


def test_output_gone():
    """A reader that goes away ends the match."""
    process = runner.start(*SELF, "-each", "nodes=2000", "-games", "100000", "-openings",
                           f"file={OPENINGS}")
    process.stdout.readline()
    process.stdout.close()
    check.equal(process.wait(timeout=1800), 141, "the reader of the output went away")
    process.stderr.close()


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
check.end()
