#!/usr/bin/env python3
"""Help, manual page, completions and the page in Markdown agree with the one table.

    test_table.py OUTFLANK
The reference is "help COMMAND", which is printed straight from the table.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
check = tap.Tap()


def out(*arguments):
    return subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          check=True, text=True, timeout=600).stdout


def options_of(text):
    return re.findall(r"^  (?:-\w,|   ) --([a-z-]+)", text, re.M)


COMMANDS = [c for c in re.findall(r"^  ([a-z]+) {2,}", out("help"), re.M)]
OPTIONS = {command: options_of(out("help", command)) for command in COMMANDS}


def test_help():
    check.that(len(COMMANDS) >= 6 and "solve" in COMMANDS, "commands are listed", COMMANDS)
    for command in COMMANDS:
        text = out("help", command)
        check.equal(out(command, "--help"), text, f"{command} --help is help {command}")
        check.that(max(map(len, text.splitlines())) <= 80, f"help {command} fits 80 columns", text)
        check.that("\x1b" not in text and "(null)" not in text, f"help {command} is plain", text)
        check.equal(len(set(OPTIONS[command])), len(OPTIONS[command]), f"{command}: no name twice")
        check.that("cpu" in OPTIONS[command], f"{command} takes --cpu")


def test_switches_of_tests():
    """They are in --help-all only, and can be set all the same."""
    switches = [o for o in options_of(out("--help-all")) if o.startswith("use-")]
    check.that(len(switches) >= 5, "--help-all prints the switches of tests", switches)
    check.that("use-" not in out("help") + out("help", "--man") + out("help", "--markdown") +
               "".join(out("help", "--completions", shell) for shell in ("bash", "zsh", "fish")),
               "help, manual page, docs and completions leave them out")
    check.equal(out("bench", "--help-all"), out("help", "bench", "--help-all"), "of a command, too")
    listed = subprocess.run([PROGRAM, "gtp"], input="x-options\nquit\n", text=True,
                            stdout=subprocess.PIPE).stdout
    check.that("name hash" in listed and "use-" not in listed, "GTP lists the others", listed)
    for switch in switches:
        text = f"x-setoption {switch} off\nquit\n"
        done = subprocess.run([PROGRAM, "gtp", f"--{switch}=on"], input=text, text=True,
                              stdout=subprocess.PIPE)
        check.that(done.returncode == 0 and done.stdout.startswith("="), f"{switch} can be set",
                   done.stdout)


def test_suggestions():
    """An unknown option is told of with the one that may be meant."""
    for words, expected in ((["--hsah", "1"], "unknown option --hsah; did you mean --hash?"),
                            (["solve", "--tise"], "did you mean --ties?"),
                            (["--verzion"], "did you mean --version?"),
                            (["f5d6"], "did you mean \"outflank analyze f5d6\"?"),
                            (["analize"], "did you mean \"analyze\"?"),
                            (["--frobnicate"], "unknown option --frobnicate; \"outflank help\""),
                            (["--se", "1"], "unknown option --se; did you mean --se"),
                            (["analyze", "f5", "--time", "1"], "did you mean --seconds?"),
                            (["--output=x", "analyze", "f5"], "did you mean --out?"),
                            (["gtp", "--move", "5"],
                             "unknown option --move; did you mean --move-overhead?"),
                            (["analyze", "--timeo"], "unknown option --timeo; \"outflank help an"),
                            (["book", "grow", "--time", "1"], "did you mean --seconds?"),
                            (["convert", "--format", "sgf"], "did you mean --to?"),
                            (["--hash"], "option --hash needs a value"),
                            (["-Z"], "unknown option -Z")):
        done = subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=600)
        check.that(done.returncode == 64 and expected in done.stderr and not done.stdout and
                   done.stderr.count("\n") == 1, " ".join(words), done.stderr)


def test_cut_names():
    """The beginning of an option is no option: what is added later, or mistyped, would change it."""
    for command in (["analyze"], ["book", "grow"], ["convert"]):
        known = set(re.findall(r"--([a-z-]+)", out("help")))
        known |= set(re.findall(r"^  (?:..,|   ) --([a-z-]+)", out(*command, "--help"), re.M))
        taken = []
        for name in sorted(known):
            done = subprocess.run([PROGRAM, *command, f"--{name[:-1]}", "1"], text=True, timeout=600,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE)
            if name[:-1] not in known and (
                    done.returncode != 64 or f"unknown option --{name[:-1]}" not in done.stderr):
                taken.append(name[:-1])
        check.equal(taken, [], f"{' '.join(command)} takes no names that are cut")


def test_before_or_after():
    """An option means the same before and after the words of a command."""
    for command, options in ((["gtp"], ["--threads", "x"]), (["match"], ["--config", "/nonexistent"]),
                             (["match"], ["--cpu", "x", "-engine", "self", "-engine", "self"]),
                             (["match"], ["--rounds", "0"]), (["book", "stats"], ["--cpu", "x"]),
                             (["book", "grow"], ["--config", "/nonexistent"]),
                             (["convert"], ["--to", "x"])):
        before, after = (subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, timeout=600,
                                        capture_output=True, text=True)
                         for words in (options + command, command + options))
        check.that(before.stderr == after.stderr and "means nothing" not in after.stderr and
                   before.returncode == after.returncode > 0, " ".join(options + command),
                   before.stderr + after.stderr)


def test_other_words():
    for word, command in (("hint", "analyze"), ("analyse", "analyze"), ("play", "console"),
                          ("evaluate", "eval"), ("endgame", "solve")):
        check.equal(out("help", word), out("help", command), f"{word} stands for {command}")


def test_help_of_parts():
    names = re.findall(r"^  ([a-z]+) ", out("help", "book").split("Commands:")[1].split("Options")[0],
                       re.M)
    check.that(len(names) > 15 and all(out("help", "book", name) == out("book", name, "--help")
                                       for name in names), "help for each command of book", str(names))
    for words, expected in ((["book", "shw"], "did you mean 'show'?"), (["solve", "x"], "no commands"),
                            (["convert", "x"], "no commands"), (["wombat", "x"], "wombat"),
                            (["book", "show", "x"], "does not know")):
        done = subprocess.run([PROGRAM, "help", *words], capture_output=True, text=True, timeout=600)
        check.that(done.returncode == 64 and expected in done.stderr and not done.stdout and
                   done.stderr.count("\n") == 1, f"help {' '.join(words)}", done.stderr)


def test_man():
    text = out("help", "--man")
    names = set(re.findall(r"\\fB\\-\\-([a-z\\-]+)\\fR", text))
    names = {n.replace("\\-", "-") for n in names}
    wanted = {name for names_of in OPTIONS.values() for name in names_of}
    check.equal(sorted(wanted - names), [], "the manual page has every option")
    check.equal([c for c in COMMANDS if f'.SS "outflank {c}' not in text], [],
                "the manual page has every command")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "outflank.6")
        open(path, "w").write(text)
        if shutil.which("man"):
            command = ["man", "-l", "--warnings", path]
        elif shutil.which("groff"):
            command = ["groff", "-man", "-ww", "-Tutf8", path]
        else:
            return check.skip("the manual page is clean", "neither man nor groff here")
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env=dict(os.environ, LC_ALL="C.UTF-8", MANPAGER="cat"))
        check.that(done.returncode == 0 and not done.stderr, "the manual page is clean", done.stderr)


def test_markdown():
    text = out("help", "--markdown")
    parts = re.findall(r"^## `outflank ?([a-z]*)", text, re.M)
    check.equal([c for c in COMMANDS if c not in parts], [], "options.md has every command")
    wanted = {name for names_of in OPTIONS.values() for name in names_of}
    check.equal(sorted(wanted - set(re.findall(r"--([a-z-]+)", text))), [],
                "options.md has every option")


def bash_complete(*words):
    """What bash would offer for the last word."""
    script = (out("help", "--completions", "bash") +
              "COMP_WORDS=(" + " ".join(f"'{w}'" for w in words) + ")\n" +
              f"COMP_CWORD={len(words) - 1}\n_outflank\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n")
    done = subprocess.run(["bash", "--norc", "-c", script], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=600)
    return done.stdout.split() if not done.stderr else [done.stderr]


def test_bash():
    if not shutil.which("bash"):
        return check.skip("bash completion", "no bash here")
    offered = bash_complete("outflank", "")
    check.equal([c for c in COMMANDS if c not in offered], [], "bash offers the commands")
    for command in COMMANDS:
        offered = bash_complete("outflank", command, "--")
        check.equal(offered, ["--" + o for o in OPTIONS[command]], f"bash: options of {command}")
    check.equal(bash_complete("outflank", "perft", "--cpu", "=", "av"), ["avx2", "avx512"],
                "bash: --cpu=av")
    check.equal(bash_complete("outflank", "--cpu", "g"), ["generic"], "bash: --cpu g")
    check.equal(bash_complete("outflank", "help", "per"), ["perft"], "bash: help per")
    check.that({"show", "grow", "export"} <= set(bash_complete("outflank", "book", "")), "bash: book")
    for part in ("show", "grow", "dump", "pack", "learn"):
        names = re.findall(r"^  (?:-.,|   ) --([a-z-]+)", out("book", part, "--help"), re.M)
        check.equal(bash_complete("outflank", "book", part, "--"), ["--" + n for n in names],
                    f"bash: options of book {part}")
    check.equal(bash_complete("outflank", "book", "export", "--format", "e"), ["edax", "egbk2", "egbk3"],
                "bash: a value of book export")
    check.equal(bash_complete("outflank", "book", "enhance", "--exact", ""), [],
                "bash: --exact has a number there")
    check.that("--counts" not in out("help", "book") and "--seconds" not in out("help", "book"),
               "help of book has no options of one command alone")


def test_zsh_and_fish():
    zsh, fish = out("help", "--completions", "zsh"), out("help", "--completions", "fish")
    for command in COMMANDS:
        block = re.search(rf"^        '{command}'\)\n(.*?)^            ;;", zsh, re.M | re.S)
        names = re.findall(r"'--([a-z-]+)", block.group(1)) if block else []
        check.equal(names, OPTIONS[command], f"zsh: options of {command}")
        names = re.findall(rf"^complete .*seen_subcommand_from {command}' -l ([a-z-]+)", fish, re.M)
        check.equal(names, OPTIONS[command], f"fish: options of {command}")
        check.that(re.search(rf"-n __fish_use_subcommand -a {command} ", fish), f"fish: {command}")
    for shell, text in (("zsh", zsh), ("fish", fish)):
        if not shutil.which(shell):
            check.skip(f"{shell} reads its completion", f"no {shell} here")
            continue
        done = subprocess.run([shell, "-n", "/dev/stdin"], input=text, text=True,
                              stderr=subprocess.PIPE)
        check.that(done.returncode == 0, f"{shell} reads its completion", done.stderr)


for test in (test_help, test_switches_of_tests, test_suggestions, test_cut_names,
             test_before_or_after, test_other_words, test_help_of_parts, test_man, test_markdown,
             test_bash, test_zsh_and_fish):
    test()
check.end()
