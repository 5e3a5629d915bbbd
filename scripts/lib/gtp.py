"""scripts/lib/gtp.py - a GTP client that trusts nobody.

It follows the GTP 2 draft to the letter: an answer is '=' or '?', the id if one
was sent, a blank, text without an empty line, and one empty line. Everything
else, an answer nobody asked for included, is a Fault.
"""
import queue
import re
import subprocess
import threading
import time


class Fault(Exception):
    """The engine broke the protocol, died or was too late."""


class Refused(Exception):
    """The engine answered '?'."""


class Engine:
    def __init__(self, command, timeout_s=60.0):
        self.timeout_s = timeout_s
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.lines = queue.Queue()
        self.errors = []
        self.elapsed_s = 0.0
        threading.Thread(target=self._read, daemon=True).start()
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line))
        self.lines.put((time.monotonic(), None))

    def _listen(self):
        for line in self.process.stderr:
            self.errors.append(line.decode("utf-8", "replace"))

    def _line(self, deadline):
        try:
            at, line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise Fault("no answer in time") from None
        if line is None:
            raise Fault(f"the engine ended, exit code {self.process.wait()}: {''.join(self.errors)}")
        if not line.endswith(b"\n"):
            raise Fault(f"a line without end: {line!r}")
        if re.search(rb"[\x00-\x08\x0b-\x1f\x7f-\xff]", line):
            raise Fault(f"control or non-ASCII bytes: {line!r}")
        return at, line[:-1].decode("ascii")

    def send_raw(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except OSError as error:
            raise Fault(f"the engine does not read: {error}") from None

    def answer(self, number=None, timeout_s=None):
        """Reads one answer; returns its text. Refused if it is a '?'."""
        deadline = time.monotonic() + (timeout_s or self.timeout_s)
        at, head = self._line(deadline)
        tag = "" if number is None else str(number)
        match = re.fullmatch(r"([=?])" + tag + r"(?: (.*))?", head)
        if not match or (number is None and re.match(r"[=?]\d", head)):
            raise Fault(f"expected an answer with id {tag!r}, found {head!r}")
        text = [match.group(2) or ""]
        while True:
            last, line = self._line(deadline)
            if line == "":
                break
            text.append(line)
        self.answered_at = last
        if match.group(1) == "?":
            if not text[0]:
                raise Fault("a refusal without a reason")
            raise Refused("\n".join(text))
        return "\n".join(text)

    def ask(self, command, number=None, timeout_s=None):
        if not self.lines.empty():
            raise Fault(f"a line nobody asked for: {self.lines.get()[1]!r}")
        start = time.monotonic()
        self.send_raw(((f"{number} " if number is not None else "") + command + "\n").encode("ascii"))
        try:
            return self.answer(number, timeout_s)
        finally:
            self.elapsed_s = time.monotonic() - start

    def quit(self):
        """Ends the engine; returns its exit code. Fault if it said more than it was asked."""
        try:
            self.ask("quit")
        except Refused as refusal:
            raise Fault(f"quit was refused: {refusal}") from None
        self.process.stdin.close()
        code = self.process.wait(timeout=self.timeout_s)
        if self.lines.get(timeout=self.timeout_s)[1] is not None:
            raise Fault("lines after quit")
        self.listener.join(timeout=self.timeout_s)
        return code

    def kill(self):
        self.process.kill()
        self.process.wait()
