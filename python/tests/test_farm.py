"""outflank.farm with processes: kills, poison, resume, books that grow."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

import kill_farm
import support
from outflank import farm
from outflank._farm_command import Growth, grow, main

SLEEPER = os.path.join(support.HERE, "sleeper.py")


def naps(n, **keys):
    return [{"action": "analyze", "text": str(i), **keys} for i in range(n)]


class TestMap(unittest.TestCase):
    """Its workers are threads, each with a stand-in for the program that sleeps."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.out = os.path.join(self.folder.name, "rows.jsonl")
        self.executor = ThreadPoolExecutor(4)
        self.addCleanup(self.executor.shutdown)

    def map(self, requests, **keys):
        keys.setdefault("out", self.out)
        return list(farm.map(requests, self.executor, program=SLEEPER, seconds=0.2, **keys))

    def lines(self):
        with open(self.out, "rb") as file:
            return file.read()

    def test_poison(self):
        """what ends three workers alone is set aside, all others are answered"""
        requests = naps(60, nodes=1)
        requests[17]["text"] = "die"
        rows = {row["id"]: row for row in self.map(requests)}
        self.assertEqual(sorted(rows), list(range(60)))
        self.assertEqual([i for i, row in rows.items() if row["type"] == "error"], [17])
        self.assertEqual(rows[17]["error"]["code"], "poison")
        self.assertIn("signal 9", rows[17]["error"]["message"])
        self.assertTrue(all(row["position"] == str(i) for i, row in rows.items() if i != 17))

    def test_hopeless(self):
        """if no worker ever answers the run ends"""
        with self.assertRaisesRegex(farm.FarmError, "none answered"):
            self.map([{"action": "analyze", "text": "die"}] * 40)
        with self.assertRaisesRegex(farm.FarmError, "/nowhere"):
            list(farm.map(naps(1), self.executor, program="/nowhere", out=None))

    def test_resume(self):
        """a run goes on; a half line is asked again; nothing is asked twice"""
        self.map(naps(10))
        with self.assertRaisesRegex(farm.FarmError, "exists"):
            self.map(naps(10))
        whole = self.lines().splitlines(True)
        with open(self.out, "wb") as file:
            file.write(b"".join(whole[:6]) + whole[6][:30])
        with mock.patch("sys.stderr") as said:
            new = self.map(naps(10), resume=True)
        self.assertIn("line 7 is only half written", str(said.write.mock_calls))
        self.assertEqual(len(new), 4)
        self.assertEqual(sorted(json.loads(line)["id"] for line in self.lines().splitlines()),
                         list(range(10)))
        self.assertEqual(self.map(naps(10), resume=True), [])
        self.assertEqual(len(self.map(naps(12), resume=True)), 2)

    def test_mismatch(self):
        """rows of another release, weights, book, limits or input are refused by name"""
        self.map(naps(4, nodes=1))
        kept = self.lines()
        for name, requests in (("limits: nodes of request 0 is 2, and .* has 1", naps(4, nodes=2)),
                               ("input", naps(3, nodes=1)),
                               ("input", naps(4, nodes=1)[::-1])):
            with self.assertRaisesRegex(farm.FarmError, name):
                self.map(requests, resume=True)
        for name in ("version", "signature", "network", "book", "threads", "settings"):
            rows = [json.loads(line) for line in kept.splitlines()]
            for row in rows[:-1]:
                row[name] = "another"
            for n in (len(rows), len(rows) - 1):   # within the file, and against a worker
                with open(self.out, "w") as file:
                    file.write("".join(json.dumps(row) + "\n" for row in rows[:n]))
                with self.assertRaisesRegex(farm.FarmError, f"^{name}: "):
                    self.map(naps(4, nodes=1), resume=True)
        self.assertEqual(len(self.map(naps(4, nodes=1), resume=True, mix=True)), 1)
        with open(self.out, "ab") as file:
            file.write(kept.splitlines(True)[0])
        with self.assertRaisesRegex(farm.FarmError, "has a row already"):
            self.map(naps(4, nodes=1), resume=True, mix=True)

    def test_locked(self):
        """two runs do not write one file"""
        rows = farm.map(naps(40, nodes=20), self.executor, program=SLEEPER, out=self.out, seconds=0.1)
        next(rows)
        with self.assertRaisesRegex(farm.FarmError, "another run writes it"):
            self.map(naps(40), resume=True)
        rows.close()

    def test_sleep(self):
        """batches are cut by time: a long request keeps nobody waiting"""
        requests = naps(200, nodes=2)
        requests[3]["nodes"] = 1000
        order = [row["id"] for row in self.map(requests, out=None)]
        self.assertEqual(sorted(order), list(range(200)))
        self.assertGreater(order.index(3), 100)


@unittest.skipUnless(support.PROGRAM, "OUTFLANK_PROGRAM does not name the program")
class TestCommand(unittest.TestCase):
    def test_kills(self):
        """processes and the client are killed: each position once, rows as of one service"""
        print("# " + kill_farm.run(support.PROGRAM))

    def test_grow(self):
        """a book grown by two workers is whole; the same tasks give the same book as one machine's"""
        search = ["--depth", "2", "--exact", "0", "--least-empties", "50"]
        env = dict(os.environ, OUTFLANK_BOOK="none")
        with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as executor:
            one, two, free = (os.path.join(folder, name) for name in ("one", "two", "free"))
            keys = {"program": support.PROGRAM, "options": ["--hash", "1"]}
            self.assertEqual(grow(free, executor, tasks=search, count=60, **keys), 60)
            support.command("book", "check", free)
            for _ in range(4):
                tasks = support.command("book", "tasks", one, "--count", "20", *search)
                self.assertEqual(tasks, support.command("book", "tasks", two, "--count", "20", *search))
                growth = Growth(two, search, support.PROGRAM)
                requests = [{"action": "answer", "task": task} for task in tasks.splitlines()]
                for row in farm.map(requests, executor, **keys):
                    growth.add(row)
                growth.take()
                answers = subprocess.run([support.PROGRAM, "book", "answer", "--hash", "1"], env=env,
                                         input=tasks, text=True, stdout=subprocess.PIPE, check=True)
                subprocess.run([support.PROGRAM, "book", "take", one], input=answers.stdout, text=True,
                               stdout=subprocess.DEVNULL, env=env, check=True)
            self.assertEqual(support.command("book", "dump", one), support.command("book", "dump", two))

    def test_review_and_errors(self):
        """games are reviewed; a bad position is a row of its own and exit code 65"""
        with tempfile.TemporaryDirectory() as folder:
            games, bad = os.path.join(folder, "games"), os.path.join(folder, "bad")
            with open(games, "w") as file:
                file.write(f"{support.GAME}\nf5d6\n")
            with open(bad, "w") as file:
                file.write("# two\nf5\nnonsense\n")
            common = ["--workers", "1", "--program", support.PROGRAM, "--out"]
            with mock.patch("sys.stdout"), mock.patch("sys.stderr"):
                self.assertEqual(main(["review", games, "--depth", "2", *common, games + ".out"]), 0)
                self.assertEqual(main(["evaluate", bad, *common, bad + ".out"]), 65)
                self.assertEqual(main(["evaluate", bad, *common, bad + ".out"]), 70)
                self.assertEqual(main(["evaluate", "/nowhere", *common, bad + ".none"]), 70)
            with open(games + ".out") as file:
                rows = sorted((json.loads(line) for line in file), key=lambda row: row["id"])
            self.assertEqual([row["result"]["moves"] for row in rows], [support.GAME, "f5d6"])
            with open(bad + ".out") as file:
                kinds = {row["id"]: row["type"] for row in map(json.loads, file)}
            self.assertEqual(kinds, {0: "result", 1: "error"})


if __name__ == "__main__":
    sys.exit(unittest.main())
