"""A program at a terminal."""
import os
import pty
import select
import signal
import subprocess
import time


def run_at_terminal(*command):
    """Standard input is a terminal at which nothing is typed but the end."""
    master, slave = os.openpty()
    try:
        os.write(master, b"\x04")
        return subprocess.run(command, stdin=slave, text=True, timeout=600, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    finally:
        os.close(master)
        os.close(slave)


def run_on_terminal(*command, steps=(), stdout=None):
    """A terminal of its own for all three, but that `stdout` may be a file. Each step is (text, keys):
    once the text is there, the keys are typed. Returns the exit code (None: it had to be killed) and
    all that the terminal got."""
    child, master = pty.fork()
    if child == 0:
        if stdout is not None:
            os.dup2(stdout.fileno(), 1)
        os.execv(command[0], command)
    said, steps, end = b"", list(steps), time.monotonic() + 60
    while time.monotonic() < end:
        if steps and steps[0][0] in said:
            os.write(master, steps.pop(0)[1])
        if not select.select([master], [], [], 1)[0]:
            continue
        try:
            said += os.read(master, 65536)
        except OSError:  # the program has ended
            break
    else:
        os.kill(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(master)
    return None if code == -signal.SIGKILL else code, said.decode()
