#!/usr/bin/env python3
"""Sessions are logged, and replayed: test_replay.py OUTFLANK SOURCE_ROOT"""
import os
import re
import subprocess
import tempfile

from runner import PROGRAM, tap

check = tap.Tap()
START = "---------------------------OX------XO---------------------------"


def run(*words, stdin=""):
    return subprocess.run([PROGRAM, *words], input=stdin, capture_output=True, text=True, timeout=1800)


with tempfile.TemporaryDirectory() as folder:
    log = os.path.join(folder, "a b.log")
    for words, lines in ((("gtp", "--level", "3"), "1 name\nplay b f5\ngenmove w\nx\x1b\nshowboard\nquit\n"),
                         (("-q", "-l", "3", "-n", "1"), f"setboard {START} X\ngo\nhint 2\nquit\n"),
                         (("-q", "-l", "3", "-n", "1", "-strength", "4"), "go\n" * 8 + "quit\n"),
                         (("cassio", "1"), f"ENGINE-PROTOCOL midgame-search {START}X -64 64 4 73\n\n"
                                           "ENGINE-PROTOCOL quit\n"),
                         (("uci",), "uci\nposition startpos moves P@f4\nisready\nd\nquit\n"),
                         (("cassio", "1"), "ENGINE-PROTOCOL init\n"),  # ends with the input, and says bye
                         (("console", "--level", "3"), "go\ngo\ngo\nnew\ngo\ngo\nnew xot\ngo\nnew xot\ngo\nquit\n"),
                         (("gtp",), "x-strength 3\ngenmove b\ngenmove w\ngenmove b\nx-start xot\nquit\n"),
                         (("nboard",), "set depth 3\nset game (;GM[Othello];)\ngo\nping 3\nquit\n")):
        plain = run(*words, stdin=lines).returncode
        dashes = "-log" if words[0] == "-q" else "--log"
        logged = run(*words, dashes, log, stdin=lines)
        said = "" if "x-strength" not in lines else logged.stderr  # the seed of the game
        check.equal((plain, logged.returncode, logged.stderr), (0, 0, said), f"{words[0]}: logged")
        if "midgame" in lines:  # its question may be answered in the search, or after it
            continue
        done = run("replay", log)
        check.that(done.returncode == 0 and ", 0 differ" in done.stdout, f"{words[0]}: replayed", done.stdout)
    text = open(log).read()
    check.that("> ping 3\n< pong 3\n" in text and re.search(r"^! args --seed \d+ nboard$", text, re.M),
               "lines in their order, and the seed", text)
    open(log, "w").write(text.replace("pong 3", "pong 4"))
    done = run("replay", log)
    check.that(done.returncode == 1 and "expected pong 4" in done.stdout and "1 differ" in done.stdout,
               "a difference is told", done.stdout)
    done = run("replay", log, PROGRAM, "nboard")
    check.equal(done.returncode, 1, "with a command of our own")
    for content, code in (("! args match -engine cmd=x\n> x\n", 65), ("! args gtp --log x\n> x\n", 65),
                          ("hello\n", 65), ("", 65)):
        open(log, "w").write(content)
        done = run("replay", log)
        check.that(done.returncode == code and done.stderr.count("\n") == 1, repr(content), done.stderr)
    # Engines of other kinds: one that never ends, one that ends at once, one that says nothing.
    open(log, "w").write("> a\n< b\n")
    for command, said in ((("yes",), "still more lines"), (("true",), "found nothing"), (("sleep", "9"), "found nothing")):
        done = run("replay", "--timeout", "0.3", log, *command)
        check.that(done.returncode == 1 and said in done.stdout, f"replay with {command[0]}", done.stdout[-300:])
    check.equal(run("replay", os.path.join(folder, "none")).returncode, 66, "no such file")
    # Options in a file.
    config = os.path.join(folder, "engine.cfg")
    open(config, "w").write("# a remark\nlevel = 7\n hash=32 \n")
    out = run("gtp", "--config", config, "--level", "9", "--print-config").stdout
    check.that("\nlevel = 9\n" in out and "\nhash = 32\n" in out, "the command line overrides the file", out)
    open(config, "w").write(out)
    check.equal(run("gtp", "--config", config, "--print-config").stdout, out, "what is printed can be read")
    # A strength is not lost, and what the protocol chooses stays its choice.
    for options, ask in ((("--strength", "5"), "x-strength\n"), (("--loss", "2.5"), "x-strength\n"), ((), "x-options\n")):
        open(config, "w").write(run(*options, "--print-config").stdout)
        check.equal(run("gtp", "--config", config, stdin=ask).stdout, run("gtp", *options, stdin=ask).stdout,
                    f"{options}: the same when it is read back")
    for content in ("levle = 3\n", "level\n", "level = 99\n"):
        open(config, "w").write(content)
        done = run("gtp", "--config", config)
        check.that(done.returncode in (64, 65) and done.stderr.count("\n") == 1 and not done.stdout,
                   f"refused: {content!r}", done.stderr)
check.end()
