"""A folder of books for one test, and the commands of "outflank book" in it."""
import os
import shutil
import subprocess
import tempfile

# Played to the end: a game that is not over and does not tell who won cannot be learned.
WHOLE_GAME = ("e6f6f5f4e3c5c6d3c3f2f3e2e1d7g4d6c4h3h5c2d2g3f1g5e7d8f8d1c7f7g6h7e8g8h4g1h2b6b8g7b5"
              "c8h8h6a6h1g2b7b4a4a5a7b3a3a8a2b2a1b1c1")


def as_nobody(program, folder):
    """Options of subprocess: run as another user. It gets a copy, for the program may lie in a home that
    only root enters, and memory may hold no programs."""
    os.chmod(folder, 0o755)
    return {"user": 65534, "extra_groups": [], "cwd": "/", "executable": shutil.copy(program, folder)}


class BookFolder:
    """In memory where that can be: nothing here is about the disk."""

    def __init__(self, program, name):
        self.program = program
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.path = tempfile.mkdtemp(prefix=f"outflank-{name}-", dir=memory)

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)

    def run(self, *arguments, text=None, limit=300, **options):
        """Exit code, stdout, stderr of one command; options are those of subprocess."""
        done = subprocess.run([self.program, "book", *arguments], input=text, timeout=limit, text=True,
                              stdin=None if text is not None else subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, **options)
        return done.returncode, done.stdout, done.stderr

    def at(self, name):
        return os.path.join(self.path, name)

    def read(self, name):
        with open(self.at(name), "rb") as file:
            return file.read()

    def write(self, name, data):
        with open(self.at(name), "wb") as file:
            file.write(data)
        return self.at(name)
