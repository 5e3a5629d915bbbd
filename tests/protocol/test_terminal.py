#!/usr/bin/env python3
"""The console on a terminal of its own: prompt, editing, colours, history, stop.

Waits for what is expected instead of sleeping; the limit only ends a hanging test.
Lines end in LF: a CR typed just before the terminal leaves raw mode stays a CR.
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

LIMIT_S = 60
PROMPT = b"outflank> "


class Terminal:
    def __init__(self, program, environment, arguments=()):
        self.output = b""
        self.read_to = 0
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execve(program, [program, *arguments], environment)

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
        """Sends a line to the editor and waits until the terminal has left raw mode:
        what comes later is read by the command itself."""
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
    check(b"\x1b[1;32mX" in terminal.output, "no colours on a terminal")
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
    check(b"\x1b[1;3" not in terminal.output, "colours in spite of NO_COLOR")
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
    terminal.run(b"solve")
    terminal.send(b"\x03")
    check(terminal.finish() == 130, "exit code after ctrl-C in a search")
    terminal = Terminal(program, {"TERM": "xterm"}, ["console"])
    terminal.expect(PROMPT)
    terminal.send(b"\x03")
    check(terminal.finish() == 130, "exit code after ctrl-C at the prompt")


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
    terminal = Terminal(program, {"TERM": "xterm"})
    terminal.expect(PROMPT)
    terminal.send(b"undo\n")
    terminal.expect(rb"There is no move to take back.*" + PROMPT)
    terminal.send(b"1 name\n")
    terminal.expect(rb"Unknown command.*" + PROMPT)
    terminal.send(b"exit\n")
    check(terminal.finish() == 0, "exit code of the console")


def main():
    program = sys.argv[1]
    tests = [edits_and_remembers, keeps_plain, stops_by_a_line, lets_the_first_line_decide]
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
