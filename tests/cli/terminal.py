"""A program whose standard input is a terminal at which nothing is typed but the end."""
import os
import subprocess


def run_at_terminal(*command):
    master, slave = os.openpty()
    try:
        os.write(master, b"\x04")
        return subprocess.run(command, stdin=slave, text=True, timeout=60, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    finally:
        os.close(master)
        os.close(slave)
