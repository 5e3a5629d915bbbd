#!/usr/bin/env python3
"""The same text is the same game everywhere: every format and dialect through every entrance.

    test_texts.py OUTFLANK SOURCE_ROOT

tests/unit/test_reader.c has the dialects one by one. Here each goes through the console (a file, a
pasted line, setboard), GTP (loadsgf, x-setboard), NBoard (set game), the command line (eval,
perft, solve) and a match, and all must come to the same board. Files seen in the field are in
tests/data/texts.
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
TEXTS = os.path.join(ROOT, "tests", "data", "texts")
START = "---------------------------OX------XO---------------------------"
ROWS = " ".join(START[i:i + 8] for i in range(0, 64, 8))
AFTER = "------------------X--------XX------OXX-----O--------------------"  # f5 d6 c3, white
BO = f"BO[8 {START} *]"
MARK = "\ufeff"
check = tap.Tap()

# All lead to the same board. A ~ marks a note.
GAMES = [
    "f5d6c3", "F5 D6 C3", "1. F5 d6 2. c3", "1) f5 d6 2) c3", "1.f5 1...d6 2.c3 {good} *",
    "f5-d6-c3", "f5, d6, c3", "f5d6c3 33-31", "f5 d6 c3 1-0", "f5 d6 c3 1/2-1/2", "f5 (f4) d6 c3",
    MARK + "1. F5 d6 2. c3", "f5! d6? c3!?",
    f"(;GM[Othello]TY[8]{BO}B[F5]W[D6]B[C3];)", f"(;gm[Othello]ty[8]{BO.lower()}b[f5]w[d6]b[c3];)",
    f"(;GM[Othello]BO [8 {ROWS} X ]B[F5//1]W[D6/-1.5/2]B[C3];)", f"1 (;{BO}B[F5]W[D6]B[C3];)",
    MARK + f"(;{BO}B[F5]W[D6]B[C3];)",
    "(;GM[2]FF[4]SZ[8];B[fe];W[df];B[cc])", "(;gm[2]sz[8];b[fe];w[df];b[cc])",
    "(;SZ[8];B[f5];W[d6];B[c3])", "(;B[fe](;W[df];B[cc])(;W[dd]))",
    "(;SZ[8]AP[twogtp];B[fd];W[dc];B[cf])~", "startpos moves f5 d6 c3",
    f"position {START} X moves f5d6c3", f"{START} X moves f5 d6 c3",
    "https://othello.org/game?x=1&moves=f5d6c3#p=2", '{"game":"f5d6c3"}', "12345 f5d6c3",
    '{"position":{"moves":[{"m":"f5","t":1},{"m":"d6"},{"m":"c3"}]}}', "660795,1,f5d6c3",
    '["f5", "d6", "c3"]', "f5 -> d6 -> c3", "'f5' 'd6' 'c3'",
]
BOARDS = [
    (f"{AFTER} O", 0), (f"{AFTER}O", 0), (f"{AFTER} white", 0), (f"[8 {AFTER} O]", 0),
    (f"BO [8 {AFTER} O]", 0), ("/".join(AFTER[i:i + 8] for i in range(0, 64, 8)) + " O", 0),
    (MARK + f"{AFTER} O", 0), (f"{AFTER} O; d3:+1; % words", 0),
    (AFTER.translate(str.maketrans("XO-", "01.")) + " 1", 0),
    ("0x0000080800000000 0x0000003018040000 O", 0),
    ("8/8/3P4/3Ppp2/3pp3/2p5/8/8 w - - 0 1", 0),
]
REFUSED = [
    "f5d6i9", "f5d6a1", "f5 d6 1-0 c3", "f5 {", START + " Z", START[1:] + " X", f"[10 {ROWS} X]",
    "(;GM[Othello]PC[GGS/os]TY[s8r5]B[F5]W[D6];)", "(;gm[othello]ty[8]b[f5]w[d6];)",
    "(;GM[1]SZ[8];B[fe])", "(;GM[2];B[aa])", "(;GM[2];B[fe]", '{"moves": "f5d6a1"}',
    "8/8/8/3Pp4/3pP3/8/8/8 w - - 0 1", "0x10 0x18 X", "https://othello.org/?moves=a1",
]


def run(arguments, stdin="", folder=None):
    """Exit code, stdout, stderr. Nothing may die of a signal or a sanitizer."""
    done = subprocess.run([PROGRAM, *arguments], input=stdin.encode(), timeout=600, cwd=folder,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    if done.returncode < 0 or "Sanitizer" in err or "runtime error" in err:
        check.that(False, f"{arguments} {stdin[:60]!r} ends well", f"{done.returncode} {err[:2000]}")
    return done.returncode, out, err


def boards_shown(text):
    """The boards that the console or GTP showed, with the side to move: "X", "O" or "?"."""
    shown, rows = [], []
    for line in text.splitlines():
        match = re.match(r"[1-8] ((?:[XO.+-] ?){8})[1-8](?:.*(black|white) to move)?", line.strip())
        if match:
            rows.append((match.group(1).replace(" ", "").replace("+", "-").replace(".", "-"),
                         match.group(2)))
        if len(rows) == 8:
            side = [s for _, s in rows if s]
            shown.append(("".join(r for r, _ in rows), "X" if side == ["black"] else
                          "O" if side == ["white"] else "?"))
            rows = []
    return shown


def write(folder, text, name="text"):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(text.encode())


def last_board(text):
    shown = boards_shown(text)
    return " ".join(shown[-1]) if shown else text[-300:]


def in_console(folder, lines, question="board"):
    """What the console answers to each line and the question after it; f5 d6 is open before."""
    script = "".join(f"new\nf5d6\nzzzA\n{line}\n{question}\nzzzB\n" for line in lines)
    out = run(["console", "--allow-files"], script, folder)[1]
    return re.findall(r"'zzzA'[^\n]*\n(.*?)Unknown command 'zzzB'", out, re.S)


def in_gtp(folder, lines, question="showboard"):
    """The same by GTP: the reply to the line, and to the question."""
    script = "".join(f"clear_board\nplay b f5\nplay w d6\n1 {line}\n2 {question}\n" for line in lines)
    out = run(["gtp", "--allow-files"], script, folder)[1]
    return re.findall(r"^[=?]1 ?(.*?)^[=?]2 ?(.*?)\n\n", out, re.S | re.M)


def files_of(folder, texts):
    for i, text in enumerate(texts):
        write(folder, text, f"text{i}")
    return [f"text{i}" for i in range(len(texts))]


def test_matrix():
    texts = [text.rstrip("~") for text in GAMES] + [text for text, _ in BOARDS]
    wanted = f"{AFTER} O"
    with tempfile.TemporaryDirectory() as folder:
        names = files_of(folder, texts)
        answers = {
            "console load": in_console(folder, [f"load {n}" for n in names]),
            "console setboard": in_console(folder, [f"setboard {t}" for t in texts]),
            "a pasted line": in_console(folder, [t if re.match(r"\W*[(\[BX-]", t) else f"new\n{t}" for t in texts]),
            "GTP loadsgf": [b for _, b in in_gtp(folder, [f"loadsgf {n}" for n in names])],
            "GTP x-setboard": [b for _, b in in_gtp(folder, [f"x-setboard {t}" for t in texts])],
        }
        for name, found in answers.items():
            wrong = [f"{t!r}: {a[-300:]}" for t, a in zip(texts, found) if last_board(a) != wanted]
            check.that(len(found) == len(texts) and not wrong,
                       f"{name}: {len(texts)} texts are the same board", f"{len(found)}\n" + "\n".join(wrong))
        records = [re.findall(r"^\(;.*", a, re.M)[-1] for a in in_console(folder, [f"load {n}" for n in names], "ggf")]
        again = in_console(folder, [f"load {n}" for n in files_of(folder, records)])
        check.equal([last_board(a) for a in again], [wanted] * len(texts), "and so are the GGF that come out")
        for text in (texts[4], texts[13], texts[18], BOARDS[3][0], BOARDS[4][0]):
            out = run(["eval", "--json", "--", text])[1]
            check.that(wanted in out, f"eval {text[:40]}", out)


def test_refusals():
    """One sentence with a place, and the game that was open stays."""
    wrong = []
    place = re.compile(r"([Ll]ine \d+, )?[Cc]olumn \d+: .{12}|Nothing was played: .{12}.*\(column \d+\)")
    with tempfile.TemporaryDirectory() as folder:
        names = files_of(folder, REFUSED)
        for lines in ([f"load {n}" for n in names], [f"setboard {t}" for t in REFUSED], REFUSED):
            found = in_console(folder, lines, "transcript")
            for line, answer in zip(lines, found):
                if not (place.search(answer) or "Unknown command" in answer) or \
                        answer.splitlines()[-1] != "f5d6":
                    wrong.append(f"console {line!r}: {answer[-300:]}")
            if len(found) != len(lines):
                wrong.append(f"{len(found)} answers")
        for lines in ([f"loadsgf {n}" for n in names], [f"x-setboard {t}" for t in REFUSED]):
            found = in_gtp(folder, lines, "x-transcript")
            wrong += [f"gtp {line!r}: {reply} {moves}" for line, (reply, moves) in zip(lines, found)
                      if not place.search(reply) or moves != "f5d6"]
            if len(found) != len(lines):
                wrong.append(f"{len(found)} answers")
        out = run(["nboard"], "nboard 2\n" + "".join(f"set game {t}\n" for t in REFUSED))[1]
        wrong += [line for line in out.splitlines()
                  if not re.match(r"status Error: set game: column \d+: .{12}", line)]
        if len(out.splitlines()) != len(REFUSED):
            wrong.append(out)
        for text in REFUSED[::3]:
            code, out, err = run(["perft", "1", "--position", text])
            if code != 64 or out or not place.search(err) or err.count("\n") != 1:
                wrong.append(f"perft {text!r}: {code} {out} {err}")
        write(folder, "\n".join(REFUSED) + "\n")
        code, out, err = run(["solve", "text"], "", folder)
        if code != 65 or f"{len(REFUSED)} malformed" not in out or \
                len(re.findall(r"text:\d+:\d+: .{12}", err)) != len(REFUSED):
            wrong.append(f"solve: {code} {out} {err}")
        for text in REFUSED[7:8]:
            write(folder, text)
            code, _, err = run([*MATCH, "file=text"], "", folder)
            if code == 0 or not re.search(r"text:\d+:\d+: .{12}", err):
                wrong.append(f"match {text!r}: {code} {err}")
    check.equal(wrong, [], f"{len(REFUSED)} texts are refused with their place, everywhere")


MATCH = ["match", "-engine", "self", "name=a", "-engine", "self", "name=b", "-each", "depth=1",
         "-rounds", "1", "-srand", "1", "-openings"]


def test_nboard():
    games = [t.rstrip("~") for t in GAMES if t.startswith("(;")]
    out = run(["nboard"], "nboard 2\nset depth 1\n" +
              "".join(f"set game {t}\nping {i}\nhint 64\n" for i, t in enumerate(games)))[1]
    sets = [sorted({line.split()[1][:2].lower() for line in part.splitlines() if line.startswith("search")})
            for part in re.split(r"pong \d+\n", out)[1:]]
    check.that(len(sets) == len(games) and sets[0] and sets == [sets[0]] * len(games) and "Error" not in out,
               "set game takes what the console loads", f"{sets}\n{out[:400]}")


def test_notes():
    """What is assumed is said."""
    with tempfile.TemporaryDirectory() as folder:
        write(folder, START + "\n" + START + "\n")
        said = "no side to move is given: black is to move"
        for arguments, stdin, n in (
                (["console"], f"setboard {START}\n", 1), (["console"], START + "\n", 1),
                (["console", "--allow-files"], "load text\n", 1), (["gtp"], f"x-setboard {START}\n", 1),
                (["gtp", "--allow-files"], "loadsgf text\n", 1), (["eval", "--", START], "", 1),
                (["perft", "1", "--position", START], "", 1),
                (["solve", "-q", "--nodes", "1000", "text"], "", 1), ([*MATCH, "file=text"], "", 1),
                (["nboard"], f"nboard 2\nset game {START}\n", 1)):
            _, out, err = run(arguments, stdin, folder)
            check.equal((out + err).count(said), n, f"{' '.join(arguments)[:40]}: the note, once")


def test_files_of_games():
    """Openings and lists of positions in every format and with every line end."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (
                ("LF", "f5d6c3d3\nf5f6e6f4\n"), ("CR LF and a mark", MARK + "f5d6c3d3\r\nf5f6e6f4\r\n"),
                ("CR", "f5d6c3d3\rf5f6e6f4\r"), ("numbers", "1. f5 d6 2. c3 d3\n1. f5 f6 2. e6 f4 *\n"),
                ("GGF", f"(;{BO}B[F5]W[D6]B[C3]W[D3];)(;{BO}B[F5]W[F6]B[E6]W[F4];)"),
                ("lower case GGF", f"{MARK}(;{BO.lower()}b[f5]w[d6]b[c3]w[d3];)\n(;{BO}B[F5]W[F6]B[E6]W[F4];)"),
                ("SGF", "(;GM[2];B[fe];W[df]\n;B[cc];W[dc])\n(;GM[2];B[fe];W[ff];B[ef];W[fd])"),
                ("PGN", '[Event "1"]\n\n1. f5 d6 2. c3 d3 *\n\n[Event "2"]\n\n1. f5 f6 2. e6 f4 *\n'),
                ("a table", "cow\tf5d6c3d3\t1\nrose\tf5f6e6f4\t2\n"),
                ("boards", f"{MARK}{START} X\r\n[8 {AFTER} O]\r\n")):
            write(folder, text)
            if name in ("CR LF and a mark", "lower case GGF", "SGF", "PGN", "boards"):
                code, out, err = run([*MATCH, "file=text"], "", folder)
                check.that(code == 0 and "all games played" in out, f"match: {name}",
                           f"{code} {out[-300:]} {err}")
            if "GGF" not in name and name not in ("SGF", "PGN"):
                code, out, err = run(["solve", "--nodes", "100", "text"], "", folder)
                check.that(code == 0 and "total 2 positions" in out and "0 malformed" in out,
                           f"solve: {name}", f"{code} {out} {err}")


def test_files_for_words():
    """Where a position is a word, the name of a file that holds one does as well, or stdin."""
    moves = "f5d6c3d3c4"
    commands = (["eval"], ["explain", "f4", "--depth", "2"], ["opening"])
    answers = [(command, run([*command, moves])) for command in commands]
    texts = {"a.txt": moves + "\n", "my game.sgf": None, "c.pgn": None, "d.ggf": None, "e.json": None}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            path = os.path.join(folder, name)
            if text is None:
                run(["convert", "--out", path, "--quiet"], moves)
            else:
                open(path, "w", encoding="ascii").write(text)
            for command, answer in answers:
                if command[0] != "explain" or " " in name:
                    check.equal(run([*command, path]), answer, f"{command[0]} {name}")
        for command, answer in answers:
            check.equal(run([*command, "-"], moves), answer, f"{command[0]} -")
            for name, text, code, said in (("two", "f5d6\nf5f6\n", 65, "more than one"),
                                           ("none", "\n", 65, "there is no game"),
                                           ("bad", "f5\nf5d6z9\n", 65, ":"), (".", None, 66, "")):
                path = os.path.join(folder, name)
                if text is not None:
                    open(path, "w", encoding="ascii").write(text)
                done = run([*command, path])
                check.that(done[0] == code and said in done[2] and not done[1] and
                           done[2].count("\n") == 1, f"{command[0]}: {name}", done[2])


def test_names_of_files():
    with tempfile.TemporaryDirectory() as folder:
        forms = []
        for name in ("a game.txt", "it's.txt", 'q"uote.txt', "100%.txt", "\u00dcn\u00ef.txt"):
            path = os.path.join(folder, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write("f5d6c3")
            quoted = [shlex.quote(name), re.sub(r"([^\w./%])", r"\\\1", name),
                      '"' + name.replace('"', '\\"') + '"']
            forms += [name, *quoted, "file://" + urllib.parse.quote(path)]
            said = [name, *quoted]
            found = in_gtp(folder, [f"loadsgf {form} 3" for form in said], "x-transcript")
            check.equal([moves for _, moves in found], ["f5d6"] * 4, f"loadsgf {said}")
        found = in_console(folder, [f"load {form}" for form in forms], "transcript")
        wrong = [f"{form}: {out}" for form, out in zip(forms, found) if not out.endswith("f5d6c3\n")]
        check.that(len(found) == len(forms) and not wrong, f"load of {len(forms)} names", wrong)
        out = run(["console", "--allow-files"], 'f5\nsave "b c.txt"\nsave d\\ e.ggf\n'
                  'load \u00dc\x07.txt\noption weights "no such.bin"\n', folder)[1]
        check.that({"b c.txt", "d e.ggf"} <= set(os.listdir(folder)), "save takes the quotes off",
                   os.listdir(folder))
        check.that("no such.bin" in out, "option weights names the file it misses", out)
        check.that("Saved as 'b c.txt'.\n" in out and "Saved as 'd e.ggf'.\n" in out,
                   "save says the name", out)
        check.that("\u00dc" in out and "\x07" not in out, "a name is shown as it is, without control bytes",
                   repr(out))


def test_home():
    """In the console "~/" is the home directory; what a program sends is taken as it is."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as home:
        def console(*lines):
            text = "".join(line + "\n" for line in lines)
            return subprocess.run([PROGRAM, "console", "--allow-files"], input=text, cwd=folder,
                                  env=dict(os.environ, HOME=home), capture_output=True, text=True,
                                  timeout=600, check=True).stdout
        said = console("f5d6", "save ~/a.ggf", 'save "~/b c.sgf"', "save ~x.ggf", "new", "load ~/a.ggf 1",
                       "transcript", "save 'open.sgf", "load ~/none.ggf")
        check.equal((sorted(os.listdir(home)), os.listdir(folder)), (["a.ggf", "b c.sgf"], ["~x.ggf"]),
                    "files lie in the home directory")
        check.that(f"Saved as '{home}/a.ggf'." in said and "\nf5d6\n" in said, "and are found there", said)
        check.that("Not saved: ''open.sgf': the quote is not closed." in said, "an open quote", said)
        check.that(f"'{home}/none.ggf': No such file" in said, "what is not there", said)
        run(["gtp", "--allow-files"], "play b f5\nx-save ~/a.ggf\n", folder)
        check.equal(sorted(os.listdir(home)), ["a.ggf", "b c.sgf"], "GTP knows no home")
        help_text = " ".join(console("help save").split())
        endings = re.findall(r"\.[a-z]+", console("save x.zebra").split("ends in")[1])
        check.that(len(endings) > 6 and set(endings) == set(re.findall(r"\.[a-z]+", help_text)),
                   "help save names all formats", help_text)


def ask(command, *lines):
    """Lines to a protocol that may read the files of tests/data/texts."""
    return run([command, "--allow-files"], "".join(line + "\n" for line in lines), TEXTS)[1]


def test_files_of_the_field():
    """Faults that were seen: each file with what it holds."""
    def has(name, text, *words):
        check.that(all(w in text for w in words), name, text[-600:])
    has("lower-case GGF", ask("console", "load lower.ggf", "ggf"), "B[F1]W[C5]", "--**O-----**------*OO---")
    has("lower-case SGF", ask("console", "load lower.sgf", "ggf"), "B[F5]W[D6]")
    has("lower-case SGF by GTP", ask("gtp", "loadsgf lower.sgf", "x-transcript"), "f5d6")
    for protocol, command in (("console", "load"), ("gtp", "loadsgf")):
        has(f"a GGF without its start, {protocol}", ask(protocol, f"{command} no-start.ggf"),
            "expected the start position BO[8 ...]")
    has("BO with a blank", ask("console", "load blank.ggf", "ggf"), "B[F1]W[C5]")
    has("mark and numbers", ask("console", "load numbers.txt", "transcript"), "f5f4f3g4\n")
    has("PGN", ask("console", "load world.pgn", "ggf"), "PB[Player A]", "PW[Player B]", "RE[+4.00]", "W[H1]")
    has("60 moves", ask("console", "load world.pgn"), "Black wins by 4 (34-30)")
    check.that("contradicts" not in ask("console", "load world.pgn"), "its result is that of its board")
    for n, discs in ((45, 48), (1, 4), (60, 59), (55, 58)):
        out = ask("gtp", f"loadsgf quarry.sgf {n}", "x-score")
        match = re.search(r"black (\d+) white (\d+)", out)
        check.equal(match and int(match.group(1)) + int(match.group(2)), discs,
                    f"before move {n} of a record without passes")
    has("the side of move 45", ask("gtp", "loadsgf quarry.sgf 45"), "= white")
    has("undo takes back the pass that was not written, too",
        ask("gtp", "loadsgf quarry.sgf", "undo", "x-transcript", "x-score"), "black 2 white 56")
    out = ask("console", "option level 1", "load quarry.sgf", "analyze")
    check.that(re.search(r"^ 55  white  g2", out, re.M) and not re.search(r"^ 5[6-9]|^ 60", out, re.M),
               "moves have the numbers of the record", out[:900])
    out = ask("console", "load gogui.sgf", "transcript")
    has("rows from below", out, "Note: rows are counted from below",
        "d3c5f6f5e6e3d6f7g6c4e7f3f4g4c3g5h3h4h5d2")
    code, out, _ = run(["solve", "-q", "--nodes", "1000", "boards.obf"], "", TEXTS)
    check.equal((code, len(out.splitlines())), (0, 2), "boards without a side, and of GGS")


for test in (test_matrix, test_refusals, test_nboard, test_notes, test_files_of_games,
             test_files_for_words, test_names_of_files, test_home, test_files_of_the_field):
    test()
check.end()
