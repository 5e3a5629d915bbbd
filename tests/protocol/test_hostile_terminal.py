#!/usr/bin/env python3
"""A terminal that is not kind: long lines, pastes, small windows, odd keys, hostile histories.

    test_hostile_terminal.py OUTFLANK [keys SESSIONS]

"keys": only so many sessions of random keys, whose seed is printed. Each session must end with "quit" and exit code 0, and what was not taken whole is told.
"""
import fcntl
import os
import pty
import random
import select
import signal
import struct
import sys
import tempfile
import termios
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
LIMIT_S = 120
PROMPT = b"outflank> "
HOME, END, UP = b"\x01", b"\x05", b"\x1b[A"
WINDOWS = ((24, 80), (10, 40), (5, 30), (1, 80), (1, 1), (2, 3), (200, 2), (1, 500), (0, 0))
check = tap.Tap()


class Session:
    def __init__(self, size=(24, 80), term="xterm", home=None, folder=None):
        self.output = b""
        self.sent_at = 0
        environment = {"TERM": term, "HOME": home or "/nonexistent"}
        environment.update({k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")})
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            self.resize(0, size)
            os.chdir(folder or ".")
            os.execve(PROGRAM, [PROGRAM, "console", "--level", "1", "--hash", "1"], environment)
        self.wait_for(PROMPT[:1] if size[1] in range(1, 10) else PROMPT)

    @staticmethod
    def resize(fd, size):
        fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))

    def read(self, seconds):
        """False at the end of the session."""
        if select.select([self.fd], [], [], seconds)[0]:
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                return False
            self.output += data
            return data != b""
        return True

    def wait_for(self, text):
        """An answer to what was sent last: sending reads, too, and may have seen it already."""
        end = time.monotonic() + LIMIT_S
        while text not in self.output[self.sent_at:]:
            if time.monotonic() > end or not self.read(1):
                return False
        return True

    def send(self, data):
        """In pieces, while reading, so that neither side waits for the other."""
        self.sent_at = len(self.output)
        for at in range(0, len(data), 100):
            piece = data[at:at + 100]
            while piece:
                _, ready, _ = select.select([], [self.fd], [], 0)
                try:
                    piece = piece[os.write(self.fd, piece):] if ready else piece
                except OSError:
                    return
                if not self.read(0):
                    return

    def end(self):
        """Asks it to quit; its exit code, or minus the signal that ended it."""
        self.send(b"\nquit\n")
        end = time.monotonic() + LIMIT_S
        while time.monotonic() < end and self.read(1):
            pass
        pid, status = 0, 0
        while not pid and time.monotonic() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            time.sleep(0.01)
        if not pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status) if pid else "no end"


def ends_well(session, text):
    code = session.end()
    check.that(code == 0, text, f"{code}: {session.output[-400:]!r}")


def test_long_lines():
    for size in WINDOWS:
        n = max(300, size[0] * size[1] + 200)
        session = Session(size)
        session.send(b"x" * min(n, 3800) + HOME + END + b"y" * 100 + HOME + b"z" + END)
        ends_well(session, f"a line longer than a window of {size}")
    session = Session()
    session.send(b"x" * 9000 + HOME + b"y" * 50 + END + b"\n")
    told = session.wait_for(b"too long for the editor")
    check.that(told, "a line that is not taken whole is told", repr(session.output[-300:]))
    ends_well(session, "a paste of 9000 letters")


def test_keys():
    word = b"x" * 700
    keys = {
        "a copied word": word + b"\x1b\x1f", "copied again and again": (b"ab " + b"\x1b\x1f" * 400),
        "a repeated letter": b"\x1b9\x1b9\x1b9\x1b9x", "repeated keys": b"\x1b9999999x" + b"\x1b9\x05",
        "killed and yanked": word + b"\x15" + b"\x19" * 60 + HOME + b"\x19" * 60 + END,
        "control characters": b"\x16\x00\x16\x01\x16\x09" * 300, "NULs": b"\x00" * 50,
        "a command of the editor": b"\x1bxbind\n", "ESC alone": b"\x1b" * 50,
        "half a sequence": b"\x1b[" + b"1;" * 200, "transposed": word + b"\x14" * 20 + HOME + b"\x14",
        "searched": b"\x12" + b"x" * 1200 + b"\n", "tabs": b"\t" * 500, "cleared": word * 3 + b"\x0c",
        "cases": word + b"\x1bb\x1bu\x1bb\x1bl\x1bb\x1bc", "bytes": bytes(range(128, 256)) * 3,
    }
    for name, text in keys.items():
        session = Session((6, 40))
        session.send(text + b"\n")
        ends_well(session, name)


def test_foreign():
    session = Session()
    session.send("load Ünï.ggf\n".encode())
    told = session.wait_for(b"ASCII only")
    check.that(told, "letters that the editor does not take are told", repr(session.output[-300:]))
    check.that(b"load" in session.output and b"no such" not in session.output.lower(),
               "and the line is not run without them")
    ends_well(session, "UTF-8 at the terminal")


def test_windows_that_change():
    session = Session((24, 80))
    for size in ((3, 10), (100, 200), (1, 1), (24, 80)):
        session.send(b"x" * 500)
        session.resize(session.fd, size)
        session.send(b"y" * 300 + HOME + END + b"\n" + b"x" * 300 + UP + UP + HOME + END + b"\n")
    ends_well(session, "a window that changes while lines are typed")


def test_windows_that_no_terminal_has():
    session = Session((65535, 65535))
    session.send(b"f5\n")
    ends_well(session, "a window of 65535 rows and columns")


def test_histories():
    head = b"_HiStOrY_V2_\n"
    histories = {
        "a long line": head + b"x" * 200000 + b"\n", "control bytes": head + b"\\^[[2Jx\\M-^[\\000y\n",
        "no head": b"x" * 5000, "bytes": head + bytes(range(256)) * 20, "empty": b"",
        "many lines": head + b"level\\0405\n" * 3000,
    }
    for name, text in histories.items():
        with tempfile.TemporaryDirectory() as home:
            path = os.path.join(home, ".outflank_history")
            with open(path, "wb") as file:
                file.write(text)
            session = Session((5, 30), home=home)
            session.send((UP * 3 + HOME + b"z" + END + b"z") * 3 + b"\n")
            ends_well(session, f"a history: {name}")
            check.that(b"\x1b[2J" not in session.output[200:], f"a history: {name}: nothing obeyed")
    with tempfile.TemporaryDirectory() as home:
        for _ in range(2):
            session = Session((5, 30), home=home)
            session.send(UP + HOME + END + b"x" * 3000 + b"\n" + UP + HOME + END + b"\n")
            ends_well(session, "a long line comes back from the history")


def test_terminals():
    for term in ("dumb", "unknown-terminal", "vt100", ""):
        session = Session((4, 20), term=term)
        session.send(b"x" * 700 + HOME + END + b"x" * 50 + b"\x0c\n")
        ends_well(session, f"TERM={term}")


# Lines, parts of lines, and keys: Tab, arrows, words, killing, yanking, searching the history,
# Ctrl-C, bytes that are no text. Ctrl-D would leave, Ctrl-Z and Ctrl-\ are the shell's.
PIECES = ["f5\n", "d6\n", "hint 2\n", "undo\n", "board\n", "new\n", "mode none\n", "think\n", "\n", "easy\n",
          "he", "hint ", "op", "opening T", "option h", "level 1", "load ", "load /etc/", "save g.ggf\n", "a", "5",
          "(;GM[Othello]", "日本", "é", "x" * 90]
KEYS = [b"\t", b"\t\t", b"\x7f", b"\x08", b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1b[3~", b"\x1bb", b"\x1bf",
        b"\x1bd", b"\x01", b"\x05", b"\x0b", b"\x15", b"\x17", b"\x19", b"\x14", b"\x0c", b"\x12", b"\x10", b"\x0e",
        b"\x16\x1b", b"\x03", b"\r", b"\n", b"\xe3\x81", b"\xff", b"\x00"]


def test_random_keys(n_sessions=1):
    seed = int(os.environ.get("OUTFLANK_SEED") or random.SystemRandom().randrange(1 << 32))
    print(f"# seed {seed} (repeat with OUTFLANK_SEED={seed})", flush=True)
    rng, n_keys, wrong = random.Random(seed), 0, []
    for _ in range(n_sessions):
        with tempfile.TemporaryDirectory() as folder:
            session = Session(rng.choice(WINDOWS), home=folder, folder=folder)
            keys = [rng.choice(PIECES).encode() if rng.random() < 0.5 else rng.choice(KEYS)
                    for _ in range(rng.randrange(20, 200))]
            session.send(b"".join(keys) + b"\x03")
            code = session.end()
            n_keys += len(keys)
            if code != 0:
                wrong.append(f"{code}: {b''.join(keys)!r}: {session.output[-300:]!r}")
    check.that(not wrong, f"{n_sessions} sessions, {n_keys} random keys", "; ".join(wrong[:3]))


if sys.argv[2:3] == ["keys"]:
    test_random_keys(int(sys.argv[3]))
    check.end()
for test in (test_random_keys, test_long_lines, test_keys, test_foreign, test_windows_that_change,
             test_windows_that_no_terminal_has, test_histories, test_terminals):
    test()
check.end()
