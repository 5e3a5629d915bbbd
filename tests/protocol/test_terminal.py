#!/usr/bin/env python3
"""The console on a terminal of its own: prompt, editing, colours, history, stop, completion.

Waits for what is expected instead of sleeping; the limit only ends a hanging test.
A key for Enter sends CR, a LF here stands for it: the editor's mode turns each into the other.
"""
import os
import pty
import re
import select
import signal
import stat
import sys
import tempfile
import termios
import time

LIMIT_S = 300
PROMPT = b"outflank> "


class Terminal:
    def __init__(self, program, environment, arguments=()):
        self.output = b""
        self.read_to = 0
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execve(program, [program, *arguments], {"OUTFLANK_BOOK": "none", **environment})

    def more(self):
        ready, _, _ = select.select([self.fd], [], [], 1)
        if not ready:
            return True
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            data = b""
        self.output += data
        return data != b""

    def expect(self, pattern):
        """Waits for the pattern after what was found before; returns the match."""
        end = time.monotonic() + LIMIT_S
        while time.monotonic() < end:
            match = re.compile(pattern, re.S).search(self.output, self.read_to)
            if match:
                self.read_to = match.end()
                return match
            if not self.more():
                break
        raise AssertionError(f"no {pattern!r} in {self.output[self.read_to:]!r}")

    def send(self, data):
        os.write(self.fd, data)

    def run(self, line):
        """Sends a line to the editor, in raw mode since a prompt, and waits until that has been left:
        what comes later is read by the command itself."""
        self.wait_for_raw(True)
        self.send(line + b"\n")
        self.expect(re.escape(line) + rb"\r\n")
        self.wait_for_raw(False)

    def wait_for_raw(self, is_raw):
        end = time.monotonic() + LIMIT_S
        while bool(termios.tcgetattr(self.fd)[3] & termios.ICANON) == is_raw:
            check(time.monotonic() < end, "the terminal does not change its mode")
            time.sleep(0.001)

    def finish(self):
        end = time.monotonic() + LIMIT_S
        while self.more() and time.monotonic() < end:
            pass
        while time.monotonic() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.fd)
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.01)
        os.kill(self.pid, signal.SIGKILL)
        raise AssertionError(f"the program does not end: {self.output[-200:]!r}")


def check(condition, text):
    if not condition:
        raise AssertionError(text)


def edits_and_remembers(program, home):
    environment = {"HOME": home, "TERM": "xterm"}
    terminal = Terminal(program, environment, ["console"])
    terminal.expect(PROMPT)
    check(b";48;5;28m" in terminal.output, "no colours on a terminal")
    terminal.send(b"vesrion\x7f\x7f\x7f\x7f\x7frsion\n")
    terminal.expect(rb"Outflank \d+\.\d+.*" + PROMPT)
    terminal.send(b"hint 2\n")
    terminal.expect(rb" 2  [a-h][1-8].*" + PROMPT)
    terminal.send(b"quit\n")
    check(terminal.finish() == 0, "exit code after quit")
    path = os.path.join(home, ".outflank_history")
    check(stat.S_IMODE(os.stat(path).st_mode) == 0o600, "history is readable by others")
    # The next session finds the line with the arrow key.
    terminal = Terminal(program, environment, ["console"])
    terminal.expect(PROMPT)
    terminal.send(b"\x1b[A\x1b[A\n")
    terminal.expect(rb" 2  [a-h][1-8].*" + PROMPT)
    terminal.wait_for_raw(True)
    terminal.send(b"\x04")
    check(terminal.finish() == 0, "exit code after ctrl-D")


def keeps_plain(program, home):
    """NO_COLOR: no colours. No HOME: no history, and no complaint."""
    terminal = Terminal(program, {"NO_COLOR": "1", "TERM": "xterm"}, ["console"])
    terminal.expect(PROMPT)
    check(not re.search(rb"\x1b\[[0-9;]*m", terminal.output), "colours in spite of NO_COLOR")
    terminal.send(b"quit\n")
    check(terminal.finish() == 0, "exit code")
    link = os.path.join(home, "linked")
    os.mkdir(link)
    target = os.path.join(home, "target")
    with open(target, "w", encoding="ascii") as file:
        file.write("precious\n")
    os.symlink(target, os.path.join(link, ".outflank_history"))
    terminal = Terminal(program, {"HOME": link, "TERM": "dumb"}, ["console"])
    terminal.expect(PROMPT)
    terminal.send(b"quit\n")
    check(terminal.finish() == 0, "exit code with a linked history")
    with open(target, encoding="ascii") as file:
        check(file.read() == "precious\n", "the history was written through a link")


def stops_by_a_line(program, home):
    terminal = Terminal(program, {"TERM": "xterm"}, ["console"])
    terminal.expect(PROMPT)
    terminal.run(b"solve")
    terminal.send(b"\n")
    terminal.expect(rb"stopped\r\n.*" + PROMPT)
    # A line that is a command ends the search and is run after it.
    terminal.run(b"solve")
    terminal.send(b"version\n")
    terminal.expect(rb"stopped\r\n.*Outflank \d.*" + PROMPT)
    terminal.send(b"quit\n")
    check(terminal.finish() == 0, "exit code")


def keeps_the_game_after_ctrl_c(program, home):
    """At the prompt it clears the line, in a search it stops it; no number of them ends the game."""
    for term in ("xterm", "dumb"):
        terminal = Terminal(program, {"TERM": term}, ["console"])
        terminal.expect(PROMPT)
        terminal.send(b"mode none\n")
        terminal.expect(PROMPT)
        terminal.send(b"f5\n")
        terminal.expect(rb"white to move.*" + PROMPT)
        for line, answer in ((b"solve", rb"stopped\r\n"), (b"think", rb""), (b"perft 15", rb"Stopped\."),
                             (b"mode both", rb"Stopped; 'go' goes on\."), (b"go", rb"plays")):
            terminal.send(b"option level 60\n")
            terminal.expect(rb"level = 60.*" + PROMPT)
            terminal.run(line)
            time.sleep(0.05)
            terminal.send(b"\x03")
            terminal.expect(answer + rb".*" + PROMPT)
            terminal.send(b"mode none\nundo 99\nf5\n" if line[:1] in b"mg" else b"board\n")
            terminal.expect(rb"white to move.*" + PROMPT)
        for _ in range(3):
            terminal.wait_for_raw(True)
            terminal.send(b"resign everything")
            terminal.expect(rb"everything")
            terminal.send(b"\x03")
            terminal.expect(rb"\^C\r\n" + PROMPT)
        terminal.send(b"\x03")
        terminal.expect(rb"\^C \('quit' or Ctrl-D leaves\)\r\n" + PROMPT)
        terminal.send(b"transcript\n")
        terminal.expect(rb"f5\r\n" + PROMPT)
        terminal.send(b"quit\n")
        check(terminal.finish() == 0, "exit code after all these Ctrl-C")
    terminal = Terminal(program, {"TERM": "xterm"}, ["console"])
    terminal.expect(PROMPT)
    os.kill(terminal.pid, signal.SIGTERM)
    check(terminal.finish() == 143, "exit code after SIGTERM at the prompt")


def completes(program, home):
    for name in ("zwei games.ggf", "日本.sgf", "zwanzig"):
        with open(os.path.join(home, name), "w", encoding="utf-8") as file:
            file.write("f5d6")
    os.mkdir(os.path.join(home, "ordner"))
    os.chdir(home)
    os.mkdir(os.path.join(home, "heim"))
    with open(os.path.join(home, "heim", "drei.txt"), "w", encoding="utf-8") as file:
        file.write("f5d6")
    terminal = Terminal(program, {"TERM": "xterm", "LC_ALL": "C.UTF-8",
                                  "HOME": os.path.join(home, "heim")}, ["console"])
    terminal.expect(PROMPT)
    opened = rb"opening: Perpendicular.*"
    for keys, answer in ((b"vers\t", rb"Outflank \d"), (b"option steady\t", rb"steady-scores = on"),
                         (b"option score-rule ra\t", rb"score-rule = raw"),
                         (b"option steady-scores of\t", rb"steady-scores = off"),
                         (b"mode no\t", rb"neither side"), (b"help stre\t", rb"\r\nstrength \["),
                         (b"help al\t", rb"The game:"),
                         (b"opening stephen\t", rb"opening: Stephenson"),
                         (b"opening semi-w\t", rb"opening: Semi-Wing Variation"),
                         (b"load zwe\t", opened), (b"new\nload zwei g\t", opened),
                         ("new\nload 日\t".encode(), opened), ("opening 縦取\t".encode(), rb"opening: Perpendicular"),
                         (b"new\nload ~/dr\t", opened), (b"save ord\tx.ggf", rb"Saved")):
        terminal.send(keys + b"\n")
        terminal.expect(answer + rb".*" + PROMPT)
    check(os.listdir("ordner") == ["x.ggf"], "saved in a completed folder")
    terminal.send("save Ünï ツ.ggf\n".encode())
    terminal.expect(rb"Saved.*" + PROMPT)
    check("Ünï ツ.ggf" in os.listdir("."), f"a name in any script: {os.listdir('.')}")
    terminal.send("load Ünï \xe2\x80\xae\n".encode())
    terminal.expect(rb"no character, and was not run.*" + PROMPT)
    terminal.send(b"op\t\t")
    terminal.expect(rb"opening +option +open\r\n.*" + PROMPT)
    terminal.send(b"\x15qu\t\n")
    check(terminal.finish() == 0, "exit code")
    # The history keeps such lines.
    terminal = Terminal(program, {"TERM": "xterm", "LC_ALL": "C.UTF-8", "HOME": home}, ["console"])
    terminal.expect(PROMPT)
    terminal.send("load 日本.sgf\nquit\n".encode())
    check(terminal.finish() == 0, "exit code")
    terminal = Terminal(program, {"TERM": "xterm", "LC_ALL": "C.UTF-8", "HOME": home}, ["console"])
    terminal.expect(PROMPT)
    terminal.send(b"\x1b[A\x1b[A\n")
    terminal.expect(opened + PROMPT)
    terminal.send(b"quit\n")
    check(terminal.finish() == 0, "exit code")


def comes_back_after_fg(program, home):
    """Ctrl-Z and fg in a shell: what was typed is there again, and the shell's terminal is in order."""
    environment = {"TERM": "xterm", "PATH": "/usr/bin:/bin", "PS1": "sh> "}
    terminal = Terminal("/bin/bash", environment, ["--norc", "--noprofile", "-i"])
    terminal.expect(rb"sh> ")
    terminal.send(program.encode() + b" console\n")
    terminal.expect(PROMPT)
    terminal.wait_for_raw(True)  # before, the terminal echoes, and Ctrl-Z drops what it holds
    terminal.send(b"boa")
    terminal.expect(rb"boa")
    terminal.send(b"\x1a")
    terminal.expect(rb"Stopped.*sh> ")
    terminal.send(b"echo o''k\n")
    terminal.expect(rb"\rok\r\n.*sh> ")
    terminal.send(b"fg\n")
    begun = terminal.read_to
    terminal.expect(PROMPT + rb"boa")
    terminal.send(b"rd\n")
    terminal.expect(rb"rd\r\n")
    check(b"boa" + PROMPT not in terminal.output[begun:], "the prompt stands behind the line")
    terminal.expect(rb"a b c d e f g h.*" + PROMPT)
    terminal.send(b"option level 60\nsolve\n")
    terminal.expect(rb"thinking")
    terminal.send(b"\x1a")
    terminal.expect(rb"Stopped.*sh> ")
    terminal.send(b"fg\n")
    terminal.expect(rb"thinking")
    terminal.send(b"\x03")
    terminal.expect(rb"stopped\r\n" + PROMPT)
    terminal.send(b"quit\n")
    terminal.expect(rb"sh> ")
    terminal.send(b"exit\n")
    check(terminal.finish() == 0, "exit code of the shell")


def rows(output):
    """The eight rows of the last board shown, between the letters of the columns."""
    return [line for line in output.split(b"a b c d e f g h")[-2].split(b"\r\n") if line[:1].isdigit()]


def shows_discs_on_any_background(program, home):
    """Each disc has both its colours from us, or a sign of its own; the last move is marked."""
    for term, locale, more in (("xterm", "C", {}), ("linux", "C.UTF-8", {}), ("dumb", "C", {}),
                               ("xterm-256color", "C.UTF-8", {"NO_COLOR": "1"})):
        terminal = Terminal(program, {"TERM": term, "LC_ALL": locale, **more}, ["console"])
        terminal.expect(PROMPT)
        terminal.send(b"mode none\nf5d6\n")
        terminal.expect(rb"last move: d6.*" + PROMPT)
        black, white = (b"X", b"O") if locale == "C" else ("●".encode(), "○".encode())
        board = b"\n".join(rows(terminal.output))
        plain = re.sub(rb"\x1b\[[0-9;]*m", b"", board)
        check(plain.splitlines()[5].startswith(b"6 . . +(" + white + b"). . . . 6"), plain)
        squares = b"".join(row.split(b"   ")[0] for row in plain.splitlines())
        check(squares.count(black) == 3 and squares.count(white) == 3, plain)
        has_color = term != "dumb" and not more
        check(has_color == (b"\x1b[" in board), f"colours on {term}: {board!r}")
        pens, pen = {}, b""
        for code, text in re.findall(rb"\x1b\[([0-9;]*)m([^\x1b]*)", board):
            text = text.split(b"   ")[0]  # the name of the opening has letters, too
            pen = b"" if code == b"0" else code
            for sign in (black, white):
                if sign in text:
                    pens.setdefault(sign, set()).add(pen)
        if has_color:
            front = {sign: [p for p in pens[sign]] for sign in pens}
            check(len(pens[black]) == len(pens[white]) == 1 and pens[black] != pens[white], front)
            check(all(re.search(rb"(48;5;28|42)$", p[0]) for p in front.values()), front)
        terminal.send(b"quit\n")
        check(terminal.finish() == 0, "exit code")


def greets_who_comes_first(program, home):
    """Three lines, then the board; the first line typed is a move, and it is answered."""
    terminal = Terminal(program, {"TERM": "xterm", "NO_COLOR": "1"})
    terminal.expect(PROMPT)
    lines = terminal.output.decode("ascii").split("\r\n")
    check(lines[3] == "  a b c d e f g h" and all(0 < len(x) < 80 for x in lines[:3]), lines[:4])
    terminal.send(b"f5\n")
    terminal.expect(rb"White plays [a-h][1-8].*black to move.*" + PROMPT)
    terminal.wait_for_raw(True)  # before it the terminal echoes the line once more
    terminal.send(b"help\n")
    terminal.expect(rb"\r\n  quit +leave\r\n" + PROMPT)
    found = terminal.output.decode("ascii").split("> help\r\n")[1].split("\r\n")[:-1]
    check([x.split()[0] for x in found] ==
          "f5 hint undo easy mode review save new help quit".split(), found)
    check(max(map(len, found)) < 80, max(found, key=len))
    terminal.send(b"easy\nhint\nundo\nnew\nquit\n")
    check(terminal.finish() == 0, "exit code")


def lets_the_first_line_decide(program, home):
    terminal = Terminal(program, {"TERM": "xterm"})
    terminal.expect(PROMPT)
    terminal.send(b"7 name\n")
    terminal.expect(rb"=7 Outflank\r\n\r\n")
    terminal.send(b"quit\n")
    terminal.expect(rb"=\r\n\r\n")
    check(terminal.finish() == 0, "exit code of gtp")
    terminal = Terminal(program, {"TERM": "xterm"})
    terminal.expect(PROMPT)
    terminal.run(b"nboard 2")
    terminal.send(b"ping 5\n")
    terminal.expect(rb"pong 5\r\n")
    terminal.send(b"quit\n")
    check(terminal.finish() == 0, "exit code of nboard")
    for end in (b"\n", b"\r", b"\r\n"):  # pasted: the editor's mode is still on for the second line
        terminal = Terminal(program, {"TERM": "xterm"})
        terminal.expect(PROMPT)
        terminal.wait_for_raw(True)
        terminal.send(b"nboard 2" + end + b"ping 5" + end)
        terminal.expect(rb"pong 5\r\n")
        terminal.send(b"quit\n")
        check(terminal.finish() == 0, "exit code of nboard after a paste")
    terminal = Terminal(program, {"TERM": "xterm"})
    terminal.expect(PROMPT)
    terminal.send(b"undo\n")
    terminal.expect(rb"There is no move to take back.*" + PROMPT)
    terminal.send(b"1 name\n")
    terminal.expect(rb"Unknown command.*" + PROMPT)
    terminal.send(b"exit\n")
    check(terminal.finish() == 0, "exit code of the console")


def main():
    program = os.path.abspath(sys.argv[1])
    tests = [edits_and_remembers, keeps_plain, stops_by_a_line, keeps_the_game_after_ctrl_c, completes,
             comes_back_after_fg, shows_discs_on_any_background, greets_who_comes_first,
             lets_the_first_line_decide]
    print(f"1..{len(tests)}")
    n_failed = 0
    for number, test in enumerate(tests, 1):
        with tempfile.TemporaryDirectory() as home:
            try:
                test(program, home)
                print(f"ok {number} - {test.__name__}", flush=True)
            except AssertionError as error:
                n_failed += 1
                print(f"not ok {number} - {test.__name__}\n# {error}", flush=True)
    return 1 if n_failed else 0


if __name__ == "__main__":
    sys.exit(main())
