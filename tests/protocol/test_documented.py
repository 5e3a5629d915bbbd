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
    rows = run(program, "console", "help all\n")
    console = re.findall(r"^  ([a-z-]+)", rows, re.M)
    missing = [name for name in gtp + console if name not in words]
    unknown = [name for name in words if name.startswith("x-") and name not in gtp]
    print("1..2")
    is_short = len(gtp) < 40 or len(console) < 30
    print(f"{'not ' if missing or is_short else ''}ok 1 - every command is named")
    print(f"{'not ' if unknown else ''}ok 2 - no command is named that there is not")
    for name in missing:
        print(f"# {path} does not name {name}")
    for name in unknown:
        print(f"# {path} names {name}")
    return 1 if missing or unknown or is_short else 0


if __name__ == "__main__":
    sys.exit(main())
