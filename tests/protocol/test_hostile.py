#!/usr/bin/env python3
"""Control bytes from outside never come out again; files keep their rights; full disks are told.

    test_hostile.py OUTFLANK
"""
import os
import stat
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
NASTY = b"\x1b[2J\x1b]0;x\x07\x9b31m\xc2\x9b2J\xe2\x80\xae\x7f\xff"
BOARD = b"8 ---------------------------O*------*O--------------------------- *"
MATCH = ["match", "-engine", "proto=self", "depth=1", "-engine", "proto=self", "depth=1", "name=b",
         "-rounds", "1"]
check = tap.Tap()


def run(*arguments, text=b"", **more):
    return subprocess.run([PROGRAM, *arguments], input=text, timeout=1800,
                          **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more})


def is_plain(text):
    """Only what a terminal shows, and line feeds."""
    try:
        shown = text.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return all(c == "\n" or (c.isprintable()) for c in shown)


def is_clean(done, name):
    check.that(is_plain(done.stdout) and is_plain(done.stderr), name,
               repr(done.stdout[-300:]) + repr(done.stderr[-300:]))


def test_words():
    lines = [b"level " + NASTY, b"option hash " + NASTY, b"option " + NASTY + b" 3", NASTY,
             b"setboard " + NASTY, b"load " + NASTY, b"save /nowhere/" + NASTY, b"weights " + NASTY,
             b"play " + NASTY, b"f5 " + NASTY, b"help " + NASTY, b"mode " + NASTY, b"import " + NASTY]
    is_clean(run("console", "--allow-files", text=b"\n".join(lines)), "the console")
    lines = [b"x-setoption hash " + NASTY, b"x-setoption " + NASTY + b" 1", NASTY, b"play b " + NASTY,
             b"x-setboard " + NASTY, b"loadsgf " + NASTY, b"x-loadggf " + NASTY, b"komi " + NASTY,
             b"set_level " + NASTY, b"x-setoption weights " + NASTY, b"known_command " + NASTY]
    is_clean(run("gtp", "--allow-files", text=b"\n".join(lines)), "GTP")
    lines = [b"set depth " + NASTY, b"set game " + NASTY, b"move " + NASTY, b"set " + NASTY, NASTY]
    is_clean(run("nboard", text=b"\n".join(lines)), "NBoard")


def test_command_line():
    for words in ([NASTY], ["solve", NASTY], ["help", NASTY], ["--" + "x", NASTY], [b"--" + NASTY],
                  ["gtp", "--hash", NASTY], ["gtp", "--cpu", NASTY], ["eval", NASTY],
                  ["eval", "--weights", NASTY, "start"], ["perft", NASTY], ["match", NASTY],
                  ["match", "-engine", b"cmd=" + NASTY, "-engine", b"name=" + NASTY],
                  ["match", "-engine", b"conf=" + NASTY], ["match", "-openings", b"file=" + NASTY],
                  ["match", b"@" + NASTY], ["solve", "--window", NASTY], ["bench", "--depth", NASTY],
                  ["help", "--completions", NASTY]):
        is_clean(run(*words), f"outflank {words[0]!r:.20} {words[1]!r:.20}" if len(words) > 1
                 else "outflank WORD")


def test_games():
    with tempfile.TemporaryDirectory() as folder:
        nasty = NASTY.replace(b"]", b"")
        path, saved = os.path.join(folder, "in.ggf"), os.path.join(folder, "out.ggf")
        with open(path, "wb") as file:
            file.write(b"(;GM[Othello]PC[" + nasty + b"]DT[" + nasty + b"]PB[" + nasty + b"]PW[\xc3\x9cn" +
                       nasty + b"]RE[" + nasty + b"]CO[" + nasty + b"]BO[" + BOARD + b"]B[f5]C[" +
                       nasty + b"];)\n")
        done = run("console", "--allow-files",
                   text=f"load {path}\nggf\nsave {saved}\nquit\n".encode())
        is_clean(done, "names of a game")
        check.that("Ün".encode() in done.stdout, "UTF-8 in a name stays", repr(done.stdout))
        with open(saved, "rb") as file:
            check.that(is_plain(file.read()), "names of a game that is saved")


def mode_of(path):
    return stat.S_IMODE(os.stat(path).st_mode)


def save(path, mask=0o022):
    return run("console", "--allow-files", text=f"f5\nsave {path}\nquit\n".encode(), umask=mask)


def test_rights():
    with tempfile.TemporaryDirectory() as folder:
        def path(name):
            return os.path.join(folder, name)
        for mode in (0o600, 0o640, 0o666):
            with open(path("old.txt"), "w", encoding="ascii") as file:
                file.write("old\n")
            os.chmod(path("old.txt"), mode)
            save(path("old.txt"))
            check.equal(mode_of(path("old.txt")), mode, f"a file of mode {mode:o} keeps it")
        for mask in (0o022, 0o077, 0):
            save(path(f"new{mask:o}.txt"), mask)
            check.equal(mode_of(path(f"new{mask:o}.txt")), 0o666 & ~mask, f"umask {mask:03o}")
        os.mkdir(path("deep"))
        for name, target in (("link.txt", "target"), ("deep/link.txt", "../other"), ("again.txt", "link.txt")):
            os.symlink(target, path(name))
            save(path(name))
            check.that(os.path.islink(path(name)), f"{name} stays a link")
            with open(path(name), encoding="ascii") as file:
                check.equal(file.read().split(), ["f5"], f"{name}: its target got the text")
        os.symlink("round.txt", path("round.txt"))
        check.that(b"symbolic link" in save(path("round.txt")).stdout, "a link to itself is told")
        done = run(*MATCH, "-out", path("m"), umask=0o077)
        modes = {name: mode_of(path("m." + name)) for name in ("csv", "ggf", "json", "journal")}
        check.equal((done.returncode, set(modes.values())), (0, {0o600}), f"match -out: {modes}")
        check.equal([n for n in os.listdir(folder) if n.startswith(".")], [], "nothing stays beside")


def test_output():
    games = b"list_commands\n"
    for words, text in ((MATCH, b""), (["match", "-h"], b""), (["solve"], b"-" * 63 + b"X X;\n"),
                        (["help"], b""), (["version"], b""), (["--version"], b""), (["gtp"], games),
                        (["nboard"], b"ping 1\n"), (["console"], b"help\n"), (["eval", "start"], b""),
                        (["perft", "3"], b""), (["bench", "--depth", "1"], b""), (["doctor"], b"")):
        with open("/dev/full", "wb") as full:
            done = run(*words, text=text, stdout=full)
        said = done.stderr.decode().strip().splitlines()
        check.that(len(said) == 1 and "No space left" in said[0] and done.returncode == 74
                   or done.returncode == 64,
                   f"{words[0]} on a full disk", f"{done.returncode} {said}")
        done = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", PROGRAM, *words], input=text,
                              stderr=subprocess.PIPE, timeout=1800)
        said = done.stderr.decode().strip().splitlines()
        check.that(len(said) == 1 and done.returncode == 74 or done.returncode == 64,
                   f"{words[0]} with a closed output", f"{done.returncode} {said}")


for test in (test_words, test_command_line, test_games, test_rights, test_output):
    test()
check.end()
