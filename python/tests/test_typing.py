"""Hints of types hold, and every class says what it is."""
import os
import shutil
import subprocess
import tempfile
import unittest

import outflank
import support

# What a caller writes, and what mypy must find of it.
CALLER = """
import outflank
with outflank.Engine(level=3) as engine:
    reveal_type(engine.analyze("f5").moves[0].score)
    reveal_type(engine.play(outflank.Game("f5")).move)
    engine.search(3)
"""


class Typing(unittest.TestCase):
    @unittest.skipUnless(shutil.which("mypy"), "mypy is not installed")
    def test_strict(self):
        """mypy --strict finds nothing in the package, and what is wrong in a caller"""
        folder = os.path.join(support.ROOT, "python")
        with tempfile.TemporaryDirectory() as place:
            command = ["mypy", "--strict", "--cache-dir", os.path.join(place, "cache")]
            done = subprocess.run([*command, os.path.join(folder, "outflank")],
                                  stdout=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 0, done.stdout)
            done = subprocess.run([*command, "-c", CALLER], stdout=subprocess.PIPE, text=True, cwd=place,
                                  env=dict(os.environ, MYPYPATH=folder))
        for line in ('4: note: Revealed type is "builtins.float"',
                     '5: note: Revealed type is "builtins.str"',
                     '6: error: Argument 1 to "search" of "Engine" has incompatible type "int"'):
            self.assertIn(line, done.stdout)

    def test_repr(self):
        """every class has a repr of its own"""
        for name in outflank.__all__:
            found = getattr(outflank, name)
            if isinstance(found, type):
                self.assertIsNot(found.__repr__, object.__repr__, name)
