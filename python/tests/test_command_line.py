"""Package and command line find the same, and the examples of README.md run."""
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import support
from outflank import read_games

# Opening, middle, end, a forced pass, and one move.
POSITIONS = ("f5d6c3d3c4", "f5f6e6f4e3c5c4e7", support.LATE,
             "OOOOOOO-OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXXXXXX- X")
# Keys of rows that tell what made them (docs/serve.md); the library's results have none of them.
PROVENANCE = ("limits", "settings", "network", "version", "commit", "signature", "book", "threads")


def without_time(value):
    """Times differ from run to run."""
    value = dict(value, time_ms=0)
    if value.get("forecast"):
        value["forecast"] = dict(value["forecast"], seconds=0)
        value["forecast"]["nodes"] = float("%.9g" % value["forecast"]["nodes"])
    return value


@unittest.skipUnless(support.PROGRAM, "OUTFLANK_PROGRAM does not name the program")
class CommandLine(support.WithEngine):
    def compare(self, ours, *arguments, drop=()):
        said = support.command_json(*arguments, "--json", "--hash", "4", "--threads", "1")
        for key in (*drop, *PROVENANCE):
            if key not in ours:
                said.pop(key, None)
        self.assertEqual(without_time(ours), without_time(said))

    def test_analyze(self):
        """analyze() gives the JSON of `outflank analyze`"""
        for position in POSITIONS:
            with self.subTest(position):
                self.engine.new_game()
                self.compare(self.engine.analyze(position, depth=6).to_dict(), "analyze", position,
                             "--depth", "6")
        self.engine.new_game()
        self.compare(self.engine.analyze(support.LATE, exact=True, best=3).to_dict(), "analyze",
                     support.LATE, "--exact", "--best", "3")

    def test_solve(self):
        """solve() gives the JSON of `outflank solve`"""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "late.obf")
            with open(path, "w") as file:
                file.write(support.LATE + "\n")
            for ours, option in ((dict(all_moves=True), ["--all-moves"]), ({}, []),
                                 (dict(wld=True), ["--wld"])):
                self.engine.new_game()
                result = self.engine.solve(support.LATE, **ours)
                self.compare(result.to_dict(), "solve", path, *option,
                             drop=("index", "file", "line", "proved"))

    def test_review(self):
        """review() gives the JSON of `outflank review`"""
        ours = self.engine.review(support.GAME, depth=4)
        said = support.command_json("review", support.GAME, "--depth", "4", "--json", "--hash", "4")
        self.assertEqual(dict(ours.data, file=""), dict(said, file=""))
        head, first = ours.to_csv().splitlines()[:2]
        self.assertEqual(head.count(","), first.count(","))

    def test_one_answer(self):
        """a game has one review: of the package, the program and the console, at any time"""
        games = read_games(support.data("games", "WTH_1978.wtb"))
        for record, length in zip(games, (120, 80, 52)):
            game = str(record)[:length]
            with self.subTest(game):
                self.engine.search(game[:-10], depth=8)
                ours = self.engine.review(game).to_text().splitlines()[1:]
                said = [subprocess.run([support.PROGRAM, *words], input=game + after, text=True,
                                       stdout=subprocess.PIPE, check=True).stdout.splitlines()
                        for words, after in ((["review", "--hash", "1"], "\n"),
                                             (["review", "--threads", "2"], "\n"),
                                             (["console"], "\nanalyze\nhint\nanalyze\nquit\n"))]
                self.assertEqual(said[0][1:], ours)
                self.assertEqual(said[1][1:], ours)
                head = [i for i, line in enumerate(said[2]) if line.startswith("black - white, ")]
                self.assertEqual([said[2][i + 1:i + 1 + len(ours)] for i in head], [ours, ours])


class Documents(unittest.TestCase):
    def environment(self):
        return dict(os.environ, PYTHONPATH=os.path.join(support.ROOT, "python"))

    def test_readme(self):
        """each example of README.md runs and prints what it says"""
        with open(os.path.join(support.ROOT, "python", "README.md"), encoding="utf-8") as file:
            text = file.read()
        examples = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", text, re.S)
        self.assertGreater(len(examples), 3)
        with tempfile.TemporaryDirectory() as folder:
            for program, expected in examples:
                with self.subTest(program):
                    done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE,
                                          stderr=subprocess.PIPE, text=True, cwd=folder,
                                          timeout=100, env=self.environment())
                    self.assertEqual((done.stderr, done.stdout), ("", expected))

    def test_plot(self):
        """the example draws a game"""
        script = os.path.join(support.ROOT, "python", "examples", "plot_game.py")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.svg")
            subprocess.run([sys.executable, script, support.GAME, path, "--depth", "4"], check=True,
                           env=self.environment())
            with open(path, encoding="utf-8") as file:
                text = file.read()
            points = re.search(r'polyline points="([^"]+)"', text).group(1).split()
            self.assertEqual(len(points), len(support.GAME) // 2 + 1)
            done = subprocess.run([sys.executable, script, "f5f5", path], stderr=subprocess.PIPE,
                                  text=True, env=self.environment())
            self.assertEqual((done.returncode, done.stderr),
                             (1, "plot_game: line 1, column 3: 'f5' is not legal for white here: occupied\n"))

    def test_install(self):
        """`pip install` makes a package that works elsewhere"""
        missing = [name for name in ("pip", "setuptools", "wheel") if not importlib.util.find_spec(name)]
        if missing:
            self.skipTest(f"this Python has no {' and no '.join(missing)}")
        if os.environ.get("OUTFLANK_LIBRARY") is None:
            self.skipTest("OUTFLANK_LIBRARY is not set")
        with tempfile.TemporaryDirectory() as folder:
            copy, site = os.path.join(folder, "python"), os.path.join(folder, "site")
            shutil.copytree(os.path.join(support.ROOT, "python"), copy,
                            ignore=shutil.ignore_patterns("__pycache__"))
            subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation",
                            "--no-deps", "--no-index", "--target", site, copy], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            done = subprocess.run([sys.executable, "-c", "import outflank; print(outflank.__file__)"],
                                  stdout=subprocess.PIPE, text=True, check=True, cwd=folder,
                                  env=dict(os.environ, PYTHONPATH=site))
            self.assertTrue(done.stdout.startswith(site), done.stdout)
            self.assertTrue(os.path.exists(os.path.join(site, "outflank", "py.typed")))
