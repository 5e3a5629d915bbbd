#!/usr/bin/env python3
"""The command line from outside: exit codes, options, faults of the descriptors.

    test_cli.py OUTFLANK SOURCE_ROOT
"""
import ctypes
import json
import os
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402
from terminal import run_at_terminal, run_on_terminal  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
LEVELS = ["generic", "baseline", "avx2", "avx512"]
OVER = "X" * 40 + "O" * 24 + " X;"
START = "---------------------------OX------XO---------------------------"
ENDED = (130, -signal.SIGINT)
check = tap.Tap()


def run(*arguments, stdin="", env=None, **more):
    environment = dict(os.environ, **(env or {}))
    return subprocess.run([PROGRAM, *arguments], input=stdin, env=environment, timeout=600,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


def refused(arguments, code, *words, env=None, stdin=""):
    """One sentence on stderr with these words, nothing on stdout, and this exit code."""
    done = run(*arguments, env=env, stdin=stdin)
    lines = done.stderr.splitlines()
    is_well = (done.returncode == code and done.stdout == "" and len(lines) == 1 and
               lines[0].startswith("outflank: ") and all(w in done.stderr for w in words))
    name = " ".join(arguments) + (f" with {env}" if env else "")
    check.that(is_well, f"refused: {name}",
               f"code {done.returncode}\nstdout {done.stdout!r}\nstderr {done.stderr!r}")


def supported_levels():
    return [level for level in LEVELS if run("--version", "--cpu", level).returncode == 0]


def test_words():
    for arguments, words in [
        (["perff", "3"], ["perff", "perft"]),
        (["wombat"], ["wombat", "help"]),
        (["perft"], ["DEPTH"]),
        (["perft", "3", "4"], ["4"]),
        (["help", "wombat"], ["wombat"]),
        (["--wombat", "perft", "3"], ["--wombat"]),
        (["perft", "3", "-x"], ["-x"]),
        (["perft", "3", "--cpu"], ["--cpu", "value"]),
        (["perft", "3", "--json=1"], ["--json", "no value"]),
        (["perft", "3", "--explain"], ["--explain", "perft"]),
        (["perft", "3", "--hash", "16"], ["--hash", "perft"]),
        (["perft", "3", "--rule", "F"], ["A", "E", "F"]),
        (["perft", "3", "--rule", ""], ["A", "E"]),
        (["perft", "3", "--position", "abc"], ["--position", "column"]),
        (["perft", "3", "--position", START[1:] + " X"], ["--position", "column 66"]),
        (["perft", "3", "--position", START + " X X"], ["--position", "column 68"]),
        (["perft", "3", "--position", "d3d3"], ["--position", "column 3"]),
        (["perft", "3", "--cpu", "wombat"], ["wombat", "generic"]),
        (["perft", "3", "--cpu", "generic|baseline"], ["expected"]),
        (["perft", "3", "--cpu", ""], ["expected"]),
        (["bench", "--depth", "0"], ["--depth", "60"]),
        (["solve", "--threads", "0"], ["threads"]),
        (["solve", "--hash", "x"], ["hash"]),
        (["solve", "--hash", "99999999999999999999"], ["hash"]),
        (["eval"], ["POSITION"]),
        (["eval", "abc"], ["eval", "column"]),
        (["help", "--completions", "tcsh"], ["tcsh", "bash"]),
        ([""], ["unknown command"]),
        (["--strength", "easy"], ["--strength", "easy", "1 to 20"]),
        (["--seed", "x"], ["--seed", "integer"]),
        *[([*words, ""], ["expected", "FILE", "found ''"]) for words in (
            ["solve"], ["analyze"], ["review"], ["review", "f5"], ["eval"], ["replay"])],
        *[([*words, ""], [words[-1], "expected the name of a file", "found nothing"]) for words in (
            ["bench", "--config"], ["book", "--config"], ["gtp", "--log"], ["review", "f5", "--html"],
            ["review", "f5", "--journal"], ["explain", "f5", "--svg"], ["analyze", "--out"])],
    ]:
        refused(arguments, 64, *words)
    for number in ["-1", "61", "1e1", "0x3", " 3", "3 ", "+3", "", "nan", "99999999999999999999"]:
        refused(["perft", "--", number], 64, "0 to 60")
    refused(["perft", "3"], 64, "OUTFLANK_CPU", "wombat", env={"OUTFLANK_CPU": "wombat"})
    missing = [level for level in LEVELS if level not in supported_levels()]
    for level in missing:
        refused(["perft", "3", "--cpu", level], 64, level, "machine")


def test_empty_names_of_programs():
    for words in (["convert", "--to", "json", ""], ["book", "learn", "a.book", ""], ["book", "check", ""],
                  ["book", "pack", "--", ""], ["convert", "--to", "json", "--out", ""]):
        done = run(*words)
        check.that(done.returncode == 64 and "expected" in done.stderr and "found" in done.stderr and
                   done.stderr.count("\n") == 1 and not done.stdout, f"an empty name: {words}", done)


def test_order():
    leaves = [run(*a).stdout.split(",")[0] for a in (
        ["perft", "5", "--rule", "C"], ["--rule=C", "perft", "5"], ["perft", "--rule", "C", "5"],
        ["--rule", "C", "perft", "--", "5"], ["perft", "5", "--rule=C"])]
    check.equal(set(leaves), {"perft 5: 1396 leaves"}, "options stand anywhere")
    check.equal(run("--strength", "5", "--seed", "3", stdin="1 name\n").stdout, "=1 Outflank\n\n",
                "without a command, too: no other program is meant")
    strict = run("perft", "5", "--rule", "C", env={"POSIXLY_CORRECT": "1"})
    check.equal(strict.returncode, 0, "and POSIXLY_CORRECT does not change that")
    check.equal(run("perft", "4", "--position", START + " O").stdout.split(",")[0],
                "perft 4: 244 leaves", "a board that begins with '-' as the value of an option")
    check.equal(run("eval", START, "X").stdout, run("eval", START + " X").stdout,
                "a board that begins with '-' as a word, the side as another")
    check.equal(run("eval", "start").stdout, run("eval", START + " X").stdout, "start is the start")
    check.that("white" in run("eval", "f5").stdout, "a game of one move leaves white to move")
    # Games that networks learn from begin later: -63 discs at the start was such a fault.
    early = {moves: float(run("eval", moves).stdout.split()[0]) for moves in
             ("start", "f5", "f5d6", "f5f6", "f5f4", "f5d6c3", "f5f6e6", "f5d6c3d3", "f5d6c3d3c4")}
    check.that(all(abs(value) < 10 for value in early.values()), "the first plies are nearly even",
               str(early))


def test_levels():
    levels = supported_levels()
    check.that("generic" in levels, "plain C is always there", levels)
    for level in levels:
        for how, done in (("--cpu", run("--version", "--cpu", level)),
                          ("OUTFLANK_CPU", run("--version", env={"OUTFLANK_CPU": level}))):
            check.that(f"cpu level {level}\n" in done.stdout, f"{how} {level} is obeyed", done)
    both = run("--version", "--cpu", "generic", env={"OUTFLANK_CPU": levels[-1]})
    check.that("cpu level generic\n" in both.stdout, "--cpu goes before OUTFLANK_CPU", both)
    last_lines = {level: run("bench", "-q", "--depth", "3", "--cpu", level).stdout.splitlines()
                  for level in levels}
    nodes = set()
    for level, lines in last_lines.items():
        match = re.fullmatch(r"(\d+) nodes (\d+) nps", lines[-1] if lines else "")
        check.that(match and len(lines) == 1, f"last line of bench, {level}", lines)
        nodes.add(match and match.group(1))
    check.equal(len(nodes), 1, "bench has one signature for all levels")


def test_version():
    text = run("--version").stdout
    for word in ("outflank ", "commit ", "signature ", "compiler ", "cpu level ", "licence MIT"):
        check.that(re.search("^" + word, text, re.M), f"--version tells: {word.strip()}", text)
    check.equal(run("-V", "solve").stdout, text, "-V is --version, whatever the command")


def commands():
    """name -> arguments that make it print something and end."""
    return {"solve": ["solve", os.path.join(ROOT, "tests/data/endgame/exact-pass.obf")],
            "eval": ["eval", "start", "--explain"], "bench": ["bench", "--depth", "1"],
            "perft": ["perft", "3"], "doctor": ["doctor"], "help": ["help"],
            "--help": ["--help"], "--version": ["--version"], "help --man": ["help", "--man"],
            "solve --json": ["solve", "--json", os.path.join(ROOT, "tests/data/endgame/exact-pass.obf")],
            "perft --json": ["perft", "3", "--json"], "eval --json": ["eval", "start", "--json"],
            "help --completions": ["help", "--completions", "bash"]}


def shell(redirection, arguments, stdin=""):
    return subprocess.run(["sh", "-c", f'exec "$0" "$@" {redirection}', PROGRAM, *arguments],
                          input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=600)


def test_descriptors():
    for name, arguments in commands().items():
        full = shell(">/dev/full", arguments)
        check.that(full.returncode == 74 and full.stderr.count("\n") == 1 and
                   "No space left" in full.stderr, f"full disc: {name}",
                   f"{full.returncode} {full.stderr}")
        closed = shell(">&-", arguments)
        check.that(closed.returncode == 74, f"stdout closed: {name}", closed.returncode)
        check.equal(shell("<&-", arguments).returncode, 0, f"stdin closed: {name}")
        check.equal(shell("2>&-", arguments).returncode, 0, f"stderr closed: {name}")
        check.equal(shell("<&- >&- 2>&-", arguments).returncode, 74, f"all closed: {name}")
    for arguments, stdin in ((["gtp"], "name\n"), ([], "name\n"), (["nboard"], "nboard 2\nping 1\n"),
                             ([], "nboard 2\nping 1\n"), (["console"], "help\n")):
        name = " ".join(arguments) or "(none)"
        check.equal(shell(">/dev/full", arguments, stdin).returncode, 74, f"full disc: {name}")
        check.equal(shell(">&-", arguments, stdin).returncode, 74, f"stdout closed: {name}")
        check.equal(shell("<&-", arguments).returncode, 0, f"stdin closed: {name}")
        check.equal(shell("2>&-", arguments, stdin).returncode, 0, f"stderr closed: {name}")
        check.equal(shell("<&- >&- 2>&-", arguments).returncode, 0, f"all closed: {name}")
        folder = shell("</", arguments)
        check.that(folder.returncode == 74 and "standard input: Is a directory" in folder.stderr,
                   f"stdin a folder: {name}", f"{folder.returncode} {folder.stderr}")
        check.that(shell("", arguments, stdin).stdout, f"an answer: {name}")
    with tempfile.TemporaryDirectory() as folder:
        gone = subprocess.run(["sh", "-c", f'cd {folder}/x && rmdir {folder}/x && exec "$0" perft 3',
                               PROGRAM], stdout=subprocess.PIPE, text=True) \
            if os.mkdir(folder + "/x") is None else None
        check.that(gone.returncode == 0 and "56 leaves" in gone.stdout, "working folder deleted", gone)


def test_terminal():
    """Who has to type what is read is told so, once, and not with --quiet."""
    for words, what in ((["analyze"], "positions and games"), (["analyze", "-"], "positions"),
                        (["review"], "games"), (["review", "-"], "games"),
                        (["convert", "--to", "moves"], "games and positions"),
                        (["solve"], "positions"), (["book", "answer"], "tasks")):
        for quiet in ([], ["--quiet"]) if words[0] != "book" else ([],):
            done = run_at_terminal(PROGRAM, *words, *quiet)
            said = [line for line in done.stderr.splitlines() if "from the terminal" in line]
            check.that(len(said) == (not quiet) and all(f"outflank: {what}" in s for s in said),
                       f"{' '.join(words + quiet)} at a terminal", done.stderr)


def test_interrupt():
    """One Ctrl-C ends a wait for input, with something typed or nothing."""
    for words in (["analyze"], ["analyze", "--jobs", "2"], ["review"], ["review", "--jobs", "2"],
                  ["solve"], ["book", "answer"]):
        for typed in (b"", b"f5d6"):
            code, said = run_on_terminal(PROGRAM, *words, steps=[
                (b"from the terminal", typed), (typed or b"from the terminal", b"\x03")])
            check.that(code in ENDED, f"{' '.join(words)}: {typed} Ctrl-C", f"{code} {said}")
    with tempfile.TemporaryDirectory() as folder:
        for words, what in ((["book", "learn", folder + "/b", "-"], "games are"),
                            (["eval", "-"], "one position"), (["convert", "--to", "moves"], "games and")):
            code, said = run_on_terminal(PROGRAM, *words, steps=[(b"from the terminal", b"\x03")])
            check.that(code in ENDED and f"outflank: {what}" in said,
                       f"{words[:2]} Ctrl-C", f"{code} {said}")
    code, said = run_on_terminal("/usr/bin/env", "TERM=xterm", PROGRAM, steps=[
        (b">", b"level 60"), (b"level 60", b"\r"), (b"is 60", b"go"), (b"go", b"\r"), (b"thinking", b"\x03"),
        (b"plays", b"quit\r")])
    check.that(code == 0 and "plays" in said, "a session goes on", f"{code} {said}")


def test_headway():
    """How far a run is, on the terminal behind stderr; what is printed there takes its place."""
    endless = "------------O------OOX-----XOX----XXOO----XO-O------------------ X;"
    games = "f5d6c3d3c4f4f6\nf5d6c3\nf5f6e6\n"
    with tempfile.TemporaryDirectory() as folder, open(folder + "/out", "w+") as out:
        texts = {folder + "/endless.obf": f"{OVER}\n{endless}\n", folder + "/games.txt": games}
        for path, text in texts.items():
            with open(path, "w") as file:
                file.write(text)
        slow, three = texts
        for words, wanted, stdout in (
                (["solve", slow], b"\033[K2 of 2: depth ", out),
                (["solve", slow], b"\033[K2 of 2: depth ", None),
                (["analyze", "--seconds", "1.2", "--out", folder + "/results", three],
                 b"\033[K1 of 3 positions, ", None),
                (["analyze", "--seconds", "1.2", three], b"\033[K1 of 3 positions, ", out),
                (["review", "--seconds", "0.5", three], b" of 3 games", out)):
            code, said = run_on_terminal(PROGRAM, *words, stdout=stdout, steps=[(wanted, b"\x03")])
            check.that(code == 130 and wanted.decode() in said,
                       f"{words[0]}: how far it is{', stdout is a file' if stdout else ''}", said)
            shown = [line.split("\033[K")[-1] for line in said.split("\n")]
            check.that(not any(" of " in line for line in shown), "it is taken away", said)


def test_empty_argv():
    """execve() with no arguments at all: not even argv[0]."""
    libc = ctypes.CDLL(None, use_errno=True)
    nothing = (ctypes.c_char_p * 1)(None)
    child = os.fork()
    if child == 0:
        null = os.open("/dev/null", os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        libc.execve(PROGRAM.encode(), nothing, nothing)
        os._exit(99)
    _, status = os.waitpid(child, 0)
    check.equal(os.waitstatus_to_exitcode(status), 0, "argc == 0")


def test_config_pipe():
    """A pipe would be waited for, unless the shell made it."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "pipe")
        os.mkfifo(path)
        refused(["gtp", "--config", path], 66, "this is a pipe")


def test_locale():
    for locale in ("de_DE.UTF-8", "tr_TR.UTF-8"):
        done = run("eval", "--explain", "F5D6C3", env={"LC_ALL": locale, "LANG": locale})
        check.that(done.returncode == 0 and not re.search(r"\d,\d", done.stdout), f"decimal points with {locale}",
                   done.stdout)


def test_eval():
    lines = run("eval", "--explain", "f5d6c3").stdout.splitlines()
    parts = [float(line.split()[-1]) for line in lines[3:-12]]
    check.that(len(parts) > 5 and abs(sum(parts[:-1]) - parts[-1]) < 0.005, "terms add up", parts)
    value = json.loads(run("eval", "--explain", "--json", "f5d6c3").stdout)
    check.that(value["schema"] == 2 and len(value["terms"]) == len(parts) - 1 and
               [t["contribution"] for t in value["terms"]] == parts[:-1],
               "JSON holds the same", value)
    board = "X" * 9 + "O" * 7 + "-" * 48 + " O"  # row 1 and a2 are Black's for good
    lines = run("eval", "--explain", board).stdout.splitlines()
    value = json.loads(run("eval", "--explain", "--json", board).stdout)
    check.equal([line.split() for line in lines[-12:-10]],
                [["stable,", "own:"], ["stable,", "other:", *value["stable"]["other"]]],
                "stable discs are told by text and JSON alike")
    check.equal(value["stable"], {"own": [], "other": [f"{c}1" for c in "abcdefgh"] + ["a2"]},
                "stable discs of each side")
    board = "-XOOOOX-XXXXXXXX" + "-" * 8 + "XOXOXOXO" * 3 + "-" * 16 + " X"
    value = json.loads(run("eval", "--explain", "--json", board).stdout)
    lines = run("eval", "--explain", board).stdout.splitlines()[-8:]
    owners = value["owners"]
    check.equal([int(part) for line in lines for part in line.split()[1:]], [int(100 * x) for x in owners],
                "expected owners are told by text and JSON alike")
    squares = [c + r for r in "12345678" for c in "abcdefgh"]
    check.that(all(owners[squares.index(s)] == 1 for s in value["stable"]["own"]) and
               all(owners[squares.index(s)] == -1 for s in value["stable"]["other"]), "a stable disc stays", value)
    check.that(len(owners) == 64 and len(set(owners)) > 3, "other squares are open", owners)


def test_options_of_play():
    """What means something only where a game is played is told of, and taken, only there."""
    play = ("ponder", "resign", "contempt", "strength", "seed", "variety", "book-style")
    for command, plays in (("gtp", True), ("nboard", True), ("console", True), ("solve", False),
                           ("analyze", False), ("review", False), ("explain", False), ("eval", False)):
        told = run("help", command).stdout
        check.equal([name for name in play if f"--{name} " in told or f"--{name}[" in told],
                    list(play) if plays else [], f"options of play in the help of {command}")
        check.that("--hash" in told, f"{command} takes the others", told)
    done = run("review", "--strength", "3", "f5")
    check.that(done.returncode == 64 and "--strength means nothing" in done.stderr,
               "and refused elsewhere", done)


def test_doctor():
    done = run("doctor")
    check.that(done.returncode == 0 and "all self-tests passed" in done.stdout, "doctor is content",
               done)
    for level in supported_levels():
        check.that(f"{level}: ok" in done.stdout, f"doctor tested {level}", done.stdout)
    rows = dict(re.split(r"  +", line, maxsplit=1) for line in done.stdout.splitlines()
                if re.match(r"[a-z -]+  +\S", line))
    check.that(re.match(r"requested|refused|no memory", rows["huge pages"]),
               "huge pages are asked for; nobody says whether they are given", rows)
    check.equal(rows["evaluation"], "classical (no trained weights)"
                if rows["weights"] == "none built in" else "trained", "doctor tells what plays")
    if rows["weights"] != "none built in":
        parts = re.findall(r"^  (network|constants by ply|student|error model) +\S",
                           done.stdout, re.M)
        check.that(len(parts) == 4 and re.search(r"^  built from +\S+\.bin", done.stdout, re.M),
                   "doctor tells network and parts, and the files they are built from", done)
    check.that(re.search(r"advice +--threads \d+ --hash \d+ .*; --jobs \d+ for many positions", done.stdout),
               "doctor advises on threads and hash", done.stdout)
    done = run("doctor", "--evaluation", "classical")
    check.that(re.search(r"^evaluation +classical", done.stdout, re.M), "also when it is chosen", done)


for test in (test_words, test_empty_names_of_programs, test_order, test_levels, test_version,
             test_descriptors, test_terminal, test_interrupt, test_headway, test_empty_argv,
             test_config_pipe, test_locale, test_eval, test_options_of_play, test_doctor):
    test()
check.end()
