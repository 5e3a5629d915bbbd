"""What the tests share: where things are, and a few positions."""
import json
import os
import subprocess
import unittest

from outflank import Engine

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# The library is OUTFLANK_LIBRARY (tests/run.py); the other two are built with it.
PROGRAM = os.environ.get("OUTFLANK_PROGRAM")
LAYOUT = os.environ.get("OUTFLANK_LAYOUT")

# 14 empties; FFO position 40 has 20.
LATE = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
FFO40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
# A whole game, without a pass.
GAME = "f5d6c3d3c4f4c5b3c2e6c6b4b5"


def data(*path):
    return os.path.join(ROOT, "tests", "data", *path)


def command(*arguments):
    """What the command line prints, as a text."""
    done = subprocess.run([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, env=dict(os.environ, OUTFLANK_BOOK="none"))
    if done.returncode:
        raise AssertionError(f"outflank {' '.join(arguments)}: {done.returncode}: {done.stderr}")
    return done.stdout


def command_json(*arguments):
    """The first object that the command line prints."""
    return json.loads(command(*arguments).splitlines()[0])


class WithEngine(unittest.TestCase):
    """One small engine for all tests of a class, which begin with a new game."""

    @classmethod
    def setUpClass(cls):
        cls.engine = Engine(hash=4)

    @classmethod
    def tearDownClass(cls):
        cls.engine.close()

    def setUp(self):
        self.engine.new_game()
