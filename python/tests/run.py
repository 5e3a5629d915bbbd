#!/usr/bin/env python3
"""Runs the tests of this folder and prints TAP: run.py SOURCE_ROOT LIBRARY OUTFLANK LAYOUT

Without arguments the package finds its library itself (README.md), and what needs the others is
skipped. `python3 -m unittest discover python/tests` does the same, with PYTHONPATH=python.
"""
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE), os.path.join(HERE, "..", "..", "tests")]
if len(sys.argv) > 4:
    os.environ["OUTFLANK_LIBRARY"] = os.path.abspath(sys.argv[2])
    os.environ["OUTFLANK_PROGRAM"] = os.path.abspath(sys.argv[3])
    os.environ["OUTFLANK_LAYOUT"] = os.path.abspath(sys.argv[4])
os.environ.pop("PYTHONSTARTUP", None)
sys.dont_write_bytecode = True
import tap  # noqa: E402


class Result(unittest.TestResult):
    """A TAP line for each test."""

    def __init__(self):
        super().__init__()
        self.check = tap.Tap()

    @staticmethod
    def _name(test):
        return test.shortDescription() or test.id()

    def addSuccess(self, test):
        self.check.that(True, self._name(test))

    def addError(self, test, err):
        self.check.that(False, self._name(test), self._exc_info_to_string(err, test))

    addFailure = addError

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.addError(subtest, err)

    def addSkip(self, test, reason):
        self.check.skip(self._name(test), reason)


def main():
    result = Result()
    unittest.defaultTestLoader.discover(HERE).run(result)
    result.check.end()


if __name__ == "__main__":
    main()
