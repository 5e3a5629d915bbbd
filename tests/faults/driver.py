"""tests/faults/driver.py - starts the program, talks to it, and never waits for ever.

Output and errors of each program are drained by threads of their own, so that
nothing here can block on a full pipe; every wait has a deadline and says what it
waited for. Programs are ended by their own process id only.

    with driver.Program("gtp") as program:
        reply = program.gtp("play b f5")
        check.equal((reply.is_ok, reply.text), (True, ""), "f5 is played")

Written from the protocols' descriptions; shares no code with the program.
"""
import os
import random
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import sanitizer  # noqa: E402
import tap  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data")
IS_SLOW = "--slow" in sys.argv[2:]
WANTED = [word for word in sys.argv[2:] if not word.startswith("--")]  # parts of cases' names
DEADLINE_S = 120.0  # only to end a test that hangs: no result depends on it
START = "---------------------------OX------XO---------------------------"


def is_sanitized():
    """Sanitizers keep freed memory for a while and need much address space."""
    return sanitizer.of(PROGRAM) is not None


def seed_random():
    """A generator whose seed is printed; OUTFLANK_SEED gives it again."""
    seed = int(os.environ.get("OUTFLANK_SEED") or random.SystemRandom().randrange(1 << 32))
    print(f"# seed {seed} (repeat with OUTFLANK_SEED={seed})", flush=True)
    return random.Random(seed)


def note(text):
    print("# " + text, flush=True)


def percentiles_ms(seconds):
    values = sorted(seconds)
    at = [values[min(len(values) - 1, int(len(values) * p))] * 1000 for p in (0.5, 0.9, 0.99)]
    return "p50 %.2f ms, p90 %.2f ms, p99 %.2f ms, max %.2f ms of %d" % (
        *at, values[-1] * 1000, len(values))


def environment(**changes):
    """The environment with changes; None takes a variable away."""
    env = dict(os.environ)
    env.setdefault("UBSAN_OPTIONS", "print_stacktrace=1:halt_on_error=1")
    for name, value in changes.items():
        env.pop(name, None)
        if value is not None:
            env[name] = value
    return env


class Late(Exception):
    """A deadline has passed."""


class Drain(threading.Thread):
    """Reads a stream to its end; keeps its lines with the time each came."""

    def __init__(self, stream):
        super().__init__(daemon=True)
        self.stream, self.lines, self.partial = stream, [], b""
        self.changed, self.is_at_end, self.taken = threading.Condition(), False, 0
        self.start()

    def run(self):
        while True:
            try:
                data = os.read(self.stream.fileno(), 1 << 16)
            except (OSError, ValueError):
                data = b""
            now = time.monotonic()
            with self.changed:
                pieces = (self.partial + data).split(b"\n")
                self.partial = pieces.pop()
                self.lines += [(piece, now) for piece in pieces]
                self.is_at_end = not data
                self.changed.notify_all()
            if not data:
                return

    def next(self, until, what):
        """The next line and its time; None at the end."""
        with self.changed:
            while self.taken == len(self.lines):
                if self.is_at_end:
                    return None
                left = until - time.monotonic()
                if left <= 0:
                    raise Late(f"waited in vain for {what}")
                self.changed.wait(left)
            self.taken += 1
            return self.lines[self.taken - 1]

    def wait_end(self, until):
        with self.changed:
            while not self.is_at_end:
                left = until - time.monotonic()
                if left <= 0:
                    raise Late("waited in vain for the end of the output")
                self.changed.wait(left)

    def text(self):
        with self.changed:
            return b"".join(line + b"\n" for line, _ in self.lines) + self.partial


class Reply:
    """A GTP reply: is_ok, id ("" if none), text (lines joined by LF)."""

    def __init__(self, lines):
        first = lines[0]
        if first[:1] not in "=?":
            raise ValueError(f"neither = nor ?: {first!r}")
        head, blank, text = first[1:].partition(" ")
        if head and not head.isdigit():
            raise ValueError(f"no blank after = or its id: {first!r}")
        self.is_ok, self.id = first[0] == "=", head
        self.text = "\n".join([text] + lines[1:])

    def __repr__(self):
        return f"{'=' if self.is_ok else '?'}{self.id} {self.text}"


def parse_replies(output):
    """All replies of an output; raises ValueError if it is anything else."""
    text = output.decode("utf-8")
    if text and not text.endswith("\n\n"):
        raise ValueError(f"cut short: {text[-80:]!r}")
    return [Reply(part.split("\n")) for part in text.split("\n\n")[:-1]]


class Program:
    """A running program. Its stdin, stdout, stderr are pipes unless given."""

    def __init__(self, *arguments, env=None, **more):
        for name in ("stdin", "stdout", "stderr"):
            more.setdefault(name, subprocess.PIPE)
        self.process = subprocess.Popen([PROGRAM, *arguments], bufsize=0,
                                        env=env or environment(), **more)
        self.pid = self.process.pid
        self.writer = None
        self.out = Drain(self.process.stdout) if self.process.stdout else None
        self.err = Drain(self.process.stderr) if self.process.stderr else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def write(self, data):
        """Writes bytes, all of them; False if the program reads no more."""
        view = memoryview(data)
        try:
            while view:
                view = view[self.process.stdin.write(view):]
        except (OSError, ValueError):
            return False
        return True

    def write_later(self, data):
        """Writes in a thread of its own and then closes the input."""
        def work():
            self.write(data)
            self.close_input()
        self.writer = threading.Thread(target=work, daemon=True)
        self.writer.start()
        return self.writer

    def send(self, *lines):
        return self.write("".join(line + "\n" for line in lines).encode())

    def close_input(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass

    def line(self, deadline_s=DEADLINE_S, what="a line"):
        """The next line of output, None at the end."""
        found = self.out.next(time.monotonic() + deadline_s, what)
        return None if found is None else found[0].decode("utf-8", "backslashreplace")

    def timed_line(self, deadline_s=DEADLINE_S, what="a line"):
        found = self.out.next(time.monotonic() + deadline_s, what)
        return (None, 0.0) if found is None else (found[0].decode("utf-8"), found[1])

    def lines_until(self, last, deadline_s=DEADLINE_S):
        """Lines up to one that is `last`, which is not among them."""
        lines = []
        while True:
            line = self.line(deadline_s, repr(last))
            if line is None:
                raise ValueError(f"the output ended before {last!r}: {lines[-3:]}")
            if line == last:
                return lines
            lines.append(line)

    def reply(self, what="a reply"):
        lines = []
        while True:
            line = self.line(what="the reply to " + what)
            if line is None:
                raise ValueError(f"the output ended before the reply to {what}: {lines}")
            if not line:
                return Reply(lines)
            lines.append(line)

    def gtp(self, command):
        self.send(command)
        return self.reply(command[:80])

    def wait(self, deadline_s=DEADLINE_S):
        """The exit status (-N: killed by signal N)."""
        until = time.monotonic() + deadline_s
        try:
            code = self.process.wait(deadline_s)
        except subprocess.TimeoutExpired:
            raise Late("the program did not end") from None
        for drain in (self.out, self.err):
            if drain:
                drain.wait_end(max(until, time.monotonic() + 5))
        return code

    def end(self):
        """End of input; the exit status."""
        self.close_input()
        return self.wait()

    def errors(self):
        """What is on stderr."""
        return self.err.text().decode("utf-8", "backslashreplace")

    def output(self):
        return self.out.text()

    def rss_kib(self):
        with open(f"/proc/{self.pid}/status", encoding="ascii") as file:
            return next(int(x.split()[1]) for x in file if x.startswith("VmRSS:"))

    def n_threads(self):
        return len(os.listdir(f"/proc/{self.pid}/task"))

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        # A number that is closed while the thread is about to write may be the next program's pipe.
        if self.writer:
            self.writer.join(DEADLINE_S)
        if self.process.stdin:
            self.close_input()


def run(*arguments, data=b"", **more):
    """All input at once; the program after its end, with `code`."""
    program = Program(*arguments, **more)
    try:
        if program.process.stdin:
            program.write_later(data if isinstance(data, bytes) else data.encode())
        program.code = program.wait()
    finally:
        program.kill()
    return program


def run_all(check, *cases):
    """Runs functions; an exception fails the test it comes from, and only that."""
    for case in cases:
        if WANTED and not any(word in case.__name__ for word in WANTED):
            continue
        try:
            case()
        except (Late, ValueError, OSError, IndexError) as error:
            check.that(False, case.__name__, f"{type(error).__name__}: {error}")
    check.end()


def damage(rng, text):
    """The bytes of a text after one to five random changes."""
    data = bytearray(text.encode())
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(data) + 1)
        kind = rng.randrange(5)
        if kind == 0 and at < len(data):
            data[at] = rng.randrange(256)
        elif kind == 1 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 2:
            data[at:at] = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 9)))
        elif kind == 3:
            del data[at:at + rng.randrange(1, 9)]
        else:
            data[at:at] = data[rng.randrange(len(data) + 1):][:rng.randrange(40)]
    return bytes(data)
