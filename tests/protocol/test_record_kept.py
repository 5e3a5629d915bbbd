#!/usr/bin/env python3
"""Records go through load and save of every protocol, from every format into every one: what the new
format can hold is in the new file, and what it cannot is told.

    test_record_kept.py OUTFLANK SOURCE_ROOT [LIBOUTFLANK]

A record is known by what `outflank convert --to json` says of it.
"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM, ROOT, *LIBRARY = [os.path.abspath(word) for word in sys.argv[1:]]
check = tap.Tap()

BOARD = "-" * 27 + "O*------*O" + "-" * 27 + " *"
INPUTS = {
    "plain.pgn": '[Event "Open"]\n[Site "Paris"]\n[Date "2021.03.11"]\n[Round "3"]\n[Black "B2"]\n[White "W2"]\n'
                 '[Result "1-0"]\n[BlackElo "1224"]\n[WhiteElo "1314"]\n\n1. f5 {good} d6 2. c3 d3 1-0\n',
    "hostile.pgn": '[Event "a \\"b\\" \\\\ [c] ]"]\n[Black "-"]\n[White "O\'X ;) (;GM[2]"]\n[Result "37-27"]\n'
                   '[Termination "time forfeit"]\n[Opening "Tiger"]\n[Mode "{x}"]\n\n'
                   '{a [b] \\ "c" ;} 1. f5 {] ; (} 1... d6 {one} {two} 37-27\n',
    "plain.sgf": "(;GM[2]FF[4]SZ[8]PB[B]PW[W]BR[5d]WR[6d]EV[Cup]RO[2]RE[B+R]TM[600];B[fe]C[good];W[df]C[bad])\n",
    "hostile.sgf": "(;GM[2]FF[4]SZ[8]PB[a\\]b\\\\]PW[{w} \"q\"]EV[E\\:v [x\\]]RE[W+T]KM[0.5]GC[g\\]c } ;]"
                   "XX[own];B[fe]C[}\\]) (;];W[df])\n",
    "plain.ggf": f"(;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[Bl]PW[Wh]RB[2196.37]RW[2200.35]TI[05:00//02:00]"
                 f"TY[8]RE[+4.000:t]BO[8 {BOARD}]B[F5/1.20/3.4]W[D6//2.1];)\n",
    "hostile.ggf": f"(;GM[Othello]PC[a;b)]PB[\\\"{{}}]PW[w\\\\]RB[-1e5]TI[00:01/0:02,1/3:00]TY[8]RE[-64.00:l]XY[own tag]"
                   f"BO[8 {BOARD}]CO[before];B[F5/-0.01/0.001]W[D6]CO[in ( it \"];)\n",
    "plain.json": json.dumps({"game": "f5d6c3", "black": "A", "result": "+6.00", "tags": {"event": "E", "opening": "Tiger"},
                              "comments": {"0": "all", "2": "two"}, "values": [1.5, None, -2], "seconds": [1, 2, None],
                              "clocks": {"black": {"main_ms": 300000, "increment_ms": 0, "extension_ms": 120000}}}) + "\n",
    "hostile.json": json.dumps({"game": "f5d6", "black": 'b"]}', "winner": "white", "komi": 0.5,
                                "tags": {"a b": "x", "event": "]\\\"}", "pgn:ECO": "A1"}, "comments": {"1": "}]\"\\ é"}}) + "\n",
    "varied.pgn": '[Event "v"]\n\n1. f5 d6 {as usual} (f4 {x} (f6 d3 (e6)) e3) (f6) 2. c3 (c6 {y}) f4 37-27\n',
    "varied.sgf": "(;GM[2];B[fe](;W[df]C[a](;B[cc];W[fd])(;B[cf]C[\\]}y]))(;W[fd]C[x](;B[ec];W[ff])(;B[dc])))\n",
    "scored.obf": "-" * 27 + "OX------XO" + "-" * 27 + " X; d3:+1; c4:+0;\n",
}
FORMATS = ("pgn", "sgf", "ggf", "json")


def run(words, text, folder):
    return subprocess.run([PROGRAM, *words], input=text, capture_output=True, text=True, cwd=folder, timeout=1800, check=False)


PYTHON = """import sys; sys.path.insert(0, sys.argv[1])
from outflank import Game, read_games
for line in sys.stdin:
    old, new, mode = line.split()
    game = next(read_games(old)) if mode == "file" else Game(open(old, "rb").read())
    open(new, "w").write(game.to_text(new.rpartition(".")[2]) + "\\n")
    print(new, game.losses(new.rpartition(".")[2]))
"""


def through(protocol, pairs, folder):
    """Loads and saves each pair of files in one session; what was said."""
    if protocol == "console":
        text = "mode none\n" + "".join(f"load {old}\nsave {new}\n" for old, new in pairs)
        done = run(["console", "--allow-files"], text, folder)
    elif protocol == "gtp":
        text = "".join(f"loadsgf {old}\nx-save {new}\n" for old, new in pairs)
        done = run(["gtp", "--allow-files"], text, folder)
    elif protocol == "edax":
        text = "mode 3\n" + "".join(f"load {old}\nsave {new}\n" for old, new in pairs)
        done = run(["edax", "-q", "-allow-files"], text, folder)
    elif protocol == "nboard":
        records = {old: run(["convert", "-q", "--to", "ggf", old], "", folder).stdout for old, _ in pairs}
        text = "nboard 2\n" + "".join(f"set game {records[old].strip()}\nsave {new}\n" for old, new in pairs)
        done = run(["nboard", "--allow-files"], text, folder)
    else:
        text = "".join(f"{old} {new} {protocol.partition(' ')[2]}\n" for old, new in pairs)
        done = subprocess.run([sys.executable, "-c", PYTHON, os.path.join(ROOT, "python")], input=text, timeout=1800,
                              capture_output=True, text=True, cwd=folder, check=False,
                              env={**os.environ, "OUTFLANK_LIBRARY": LIBRARY[0]})
    return done.stdout + done.stderr


def as_json(name, folder):
    done = run(["convert", "-q", "--to", "json", name], "", folder)
    return [json.loads(line) for line in done.stdout.splitlines()]


def wanted(old, form, folder):
    """The record as "convert" keeps it, which has its own tests: what a protocol saves is the same."""
    run(["convert", "-q", old, "--out", "wanted." + form], "", folder)
    return as_json("wanted." + form, folder)


def test(protocol):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in INPUTS.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        pairs = [(old, old.replace(".", "-") + "." + form) for old in INPUTS for form in FORMATS]
        if protocol == "nboard":  # it is given GGF
            pairs = [(old, new) for old, new in pairs if old.endswith(".ggf")]
        said = through(protocol, pairs, folder)
        wrong = []
        for old, new in pairs:
            form = new.rpartition(".")[2]
            expected, found = wanted(old, form, folder), as_json(new, folder) if os.path.exists(os.path.join(folder, new)) else None
            if found != expected:
                wrong.append(f"{new}: expected {expected}, found {found}")
            elif old.endswith(form) and found != as_json(old, folder):
                wrong.append(f"{new}: the record is not whole: {found}, was {as_json(old, folder)}")
        check.that(not wrong, f"{protocol}: {len(pairs)} records are saved as they were loaded",
                   "\n".join(wrong) + "\n" + said[-3000:])
        check.that("left out" in said or protocol.startswith("python"), f"{protocol}: what a format cannot hold is told", said[-3000:])


def test_changed():
    """Names stay until a new game; the result goes with the moves, comments up to them stay."""
    rows = (("", ["1-0", "Open", "{good}"], []), ("undo", ["Open", "{good}", '"*"'], ["1-0"]),
            ("undo\nredo", ["1-0", "Open", "{good}"], []), ("undo 4", ["Open", "B2"], ["good", "1-0"]),
            ("undo 4\nd3", ["Open", "B2", '"*"'], ["good", "1-0"]), ("c4", ["Open", "{good}", '"*"'], ["1-0"]),
            ("new", ['[Event "?"]', '[Black "?"]'], ["Open", "good", "1-0", "1224"]),
            (f"setboard {BOARD}", ['[Event "?"]'], ["Open", "good", "1224"]))
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "plain.pgn"), "w", encoding="utf-8") as file:
            file.write(INPUTS["plain.pgn"])
        for commands, has, lacks in rows:
            run(["console", "--allow-files"], f"mode none\nload plain.pgn\n{commands}\nsave out.pgn\n", folder)
            with open(os.path.join(folder, "out.pgn"), encoding="utf-8") as file:
                text = file.read()
            wrong += [f"{commands!r}: lacks {part}: {text}" for part in has if part not in text]
            wrong += [f"{commands!r}: has {part}: {text}" for part in lacks if part in text]
    check.that(not wrong, "what a record says goes with the moves", "\n".join(wrong))


def test_endings():
    """A name that says no format is told of in every protocol, and nothing is written."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("a.bmp", "a", "a.xyz", ".ggf", "dir/"):
            for words, text in ((["console", "--allow-files"], f"save {name}\n"), (["gtp", "--allow-files"], f"x-save {name}\n"),
                                (["edax", "-q", "-allow-files"], f"save {name}\n"), (["nboard", "--allow-files"], f"nboard 2\nsave {name}\n")):
                done = run(words, text, folder)
                if name != ".ggf":
                    check.that("expected a name that ends in .txt" in done.stdout + done.stderr, f"{words[0]}: save {name}",
                               done.stdout + done.stderr)
        check.equal([name for name in os.listdir(folder) if name != ".ggf"], [], "nothing was written")


def test_told():
    """The console tells of a file that it replaced, and whose turn it is in a loaded game."""
    text = "f5d6\nsave a.ggf\nsave a.ggf\nload a.ggf\nmode black\nload a.ggf\nquit\n"
    with tempfile.TemporaryDirectory() as folder:
        said = run(["console", "--allow-files", "--level", "1"], text, folder).stdout
    check.equal([line for line in said.split("\n") if line.startswith(("Saved", "It is"))],
                ["Saved as 'a.ggf'.", "Saved as 'a.ggf' in place of the file that was there.",
                 "It is the engine's turn: 'go' lets it move."], "what is replaced, whose turn it is")


for each in ("console", "gtp", "edax", "nboard", *(["python file", "python text"] if LIBRARY else [])):
    test(each)
test_changed()
test_endings()
test_told()
check.end()
