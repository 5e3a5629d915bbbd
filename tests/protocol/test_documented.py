#!/usr/bin/env python3
"""docs/protocol.md names every command of GTP and of the console, and no other x- command."""
import re
import subprocess
import sys


def run(program, protocol, text):
    result = subprocess.run([program, protocol], input=text.encode(), capture_output=True,
                            check=True)
    return result.stdout.decode("ascii")


def main():
    program, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        words = set(re.findall(r"[a-z][a-z0-9_-]*", file.read()))
    gtp = run(program, "gtp", "list_commands\n").removeprefix("= ").split()
    console = [line.split()[0] for line in run(program, "console", "help\n").splitlines()[:-1]]
    missing = [name for name in gtp + console if name not in words]
    unknown = [name for name in words if name.startswith("x-") and name not in gtp]
    print("1..2")
    print(f"{'not ' if missing or len(gtp) < 40 else ''}ok 1 - every command is named")
    print(f"{'not ' if unknown else ''}ok 2 - no command is named that there is not")
    for name in missing:
        print(f"# {path} does not name {name}")
    for name in unknown:
        print(f"# {path} names {name}")
    return 1 if missing or unknown or len(gtp) < 40 else 0


if __name__ == "__main__":
    sys.exit(main())
