#!/usr/bin/env python3
"""Plays written sessions (*.session) against the program and compares.

A session file:
    ! args gtp              arguments of the program
    ! modes each batch bytes   how the input is written (default: each)
    ! exit 0                expected exit code (default 0)
    # comment
    > text                  a line to the program
    < text                  exactly this line from the program
    ~ regex                 one line that matches as a whole
    * regex                 any number of lines that match, none included
    @DIR@ in any of these stands for the folder of the session file
    B                       a board as the console shows it, ten lines

each:  the next input line is written when the answers before it have come
batch: all input in one write, then end of input
bytes: all input, one byte per write

    ! stderr regex          what stderr must be as a whole (default: nothing)

Exit status 0 if all sessions pass.
"""
import os
import re
import subprocess
import sys
import threading

TIMEOUT_S = 300  # only to end a hanging test; no result depends on time


class Mismatch(Exception):
    pass


def read_session(path):
    options = {"args": "", "modes": "each", "exit": "0", "stderr": ""}
    steps = []
    with open(path, encoding="utf-8", newline="\n") as file:
        for number, raw in enumerate(file, 1):
            line = raw.rstrip("\n")
            if not line or line.startswith("#"):
                continue
            kind, text = line[0], line[2:]
            text = text.replace("@DIR@", os.path.dirname(os.path.abspath(path)))
            if kind == "!":
                name, _, value = text.partition(" ")
                options[name] = value
            elif kind in "><~*B":
                steps.append((number, kind, text))
            else:
                raise Mismatch(f"{path}:{number}: unknown kind of line {kind!r}")
    return options, steps


def decode_input(text):
    """\\xNN stands for that byte; everything else for itself."""
    parts = re.split(r"\\x([0-9a-f]{2})", text)
    out = b""
    for i, part in enumerate(parts):
        out += bytes([int(part, 16)]) if i % 2 else part.encode("utf-8")
    return out + b"\n"


class Lines:
    """Lines of the program, with one that can be given back."""

    def __init__(self, stream):
        self.stream = stream
        self.back = []

    def next(self):
        if self.back:
            return self.back.pop()
        raw = self.stream.readline()
        if raw == b"":
            return None
        if not raw.endswith(b"\n"):
            raise Mismatch(f"incomplete last line {raw!r}")
        return raw[:-1].decode("utf-8", "backslashreplace")

    def give_back(self, line):
        self.back.append(line)


BOARD = [r"  a b c d e f g h"] + [rf"{n} ([XO.+] ){{8}}{n}.*" for n in range(1, 9)] + [
    r"  a b c d e f g h"]


def check(lines, kind, text):
    if kind == "B":
        for row in BOARD:
            check(lines, "~", row)
        return
    if kind == "*":
        while True:
            line = lines.next()
            if line is None or not re.fullmatch(text, line):
                if line is not None:
                    lines.give_back(line)
                return
    line = lines.next()
    if line is None:
        raise Mismatch(f"expected {text!r}, found the end of the output")
    is_ok = line == text if kind == "<" else re.fullmatch(text, line) is not None
    if not is_ok:
        raise Mismatch(f"expected {text!r}, found {line!r}")


def write_all(process, data, mode):
    try:
        if mode == "bytes":
            for i in range(len(data)):
                process.stdin.write(data[i:i + 1])
                process.stdin.flush()
        else:
            process.stdin.write(data)
            process.stdin.flush()
        process.stdin.close()
    except BrokenPipeError:
        pass


def play(program, path, options, steps, mode):
    process = subprocess.Popen([program] + options["args"].split(), stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    watchdog = threading.Timer(TIMEOUT_S, process.kill)
    watchdog.start()
    errors = []
    drain = threading.Thread(target=lambda: errors.append(process.stderr.read()))
    drain.start()
    writer = None
    lines = Lines(process.stdout)
    try:
        if mode != "each":
            data = b"".join(decode_input(text) for _, kind, text in steps if kind == ">")
            writer = threading.Thread(target=write_all, args=(process, data, mode))
            writer.start()
        # How many lines match a '*' is known only when another line comes, so the
        # input that follows is written before.
        waiting = []
        for number, kind, text in steps:
            try:
                if kind == "*":
                    waiting.append(text)
                elif kind != ">":
                    while waiting:
                        check(lines, "*", waiting.pop(0))
                    check(lines, kind, text)
                elif mode == "each":
                    process.stdin.write(decode_input(text))
                    process.stdin.flush()
            except (Mismatch, BrokenPipeError) as error:
                code = process.poll()
                ended = "" if code is None else f"; the program had ended with {code}"
                raise Mismatch(f"{path}:{number}: ({mode}) {error}{ended}") from None
        if mode == "each":
            process.stdin.close()
        while waiting:
            check(lines, "*", waiting.pop(0))
        rest = lines.next()
        if rest is not None:
            raise Mismatch(f"{path}: ({mode}) after the last line of the session: {rest!r}")
        code = process.wait()
        if code != int(options["exit"]):
            raise Mismatch(f"{path}: ({mode}) exit code {code}, expected {options['exit']}")
    finally:
        watchdog.cancel()
        process.kill()
        process.wait()
        drain.join()
        if writer:
            writer.join()
        for stream in (process.stdin, process.stdout, process.stderr):
            try:
                stream.close()
            except BrokenPipeError:
                pass
    if errors and not re.fullmatch(options["stderr"], errors[0].decode("utf-8", "replace")):
        raise Mismatch(f"{path}: ({mode}) on stderr: {errors[0][:200]!r}")


def main():
    program, paths = sys.argv[1], sys.argv[2:]
    cases = []
    for path in paths:
        options, steps = read_session(path)
        for mode in options["modes"].split():
            cases.append((path, options, steps, mode))
    print(f"1..{len(cases)}")
    n_failed = 0
    for i, (path, options, steps, mode) in enumerate(cases, 1):
        name = f"{os.path.basename(path)} {mode}"
        try:
            play(program, path, options, steps, mode)
            print(f"ok {i} - {name}", flush=True)
        except Mismatch as error:
            n_failed += 1
            print(f"not ok {i} - {name}\n# {error}", flush=True)
    return 1 if n_failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
