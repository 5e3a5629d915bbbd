"""Engines: searches, options, reviews."""
import threading
import time

import support
from outflank import (Board, Engine, Game, IllegalMoveError, OptionError, FormatError, options)


class Engines(support.WithEngine):
    def test_solve(self):
        """exact scores, of one move and of all, and who wins"""
        result = self.engine.solve(support.LATE)
        self.assertEqual((result.best.move, result.score), ("g8", 18))
        self.assertTrue(result.best.exact and not result.stopped)
        self.assertEqual(result.proved, (18, 18))
        every = self.engine.solve(support.LATE, all_moves=True)
        self.assertEqual(len(every.moves), len(Board(support.LATE).legal_moves()))
        self.assertTrue(all(line.exact for line in every.moves))
        self.assertEqual(every["G8"].score, 18)
        self.assertEqual(self.engine.solve(support.LATE, wld=True).score, 1)
        other = self.engine.solve(support.LATE, moves=[every.moves[-1].move])
        self.assertEqual(other.best.move, every.moves[-1].move)
        self.assertGreaterEqual(self.engine.solve(support.LATE, window=(-2, 2)).proved[0], 2)

    def test_limits(self):
        """a limit ends a solve, and the result says so"""
        result = self.engine.solve(support.FFO40, nodes=5000)
        self.assertTrue(result.stopped)
        self.assertLess(result.nodes, 100000)
        self.assertFalse(result.best.exact)

    def test_analyze(self):
        """all moves or the best, exact ones told apart"""
        analysis = self.engine.analyze("f5d6c3", depth=4)
        self.assertEqual(sorted(line.move for line in analysis.moves),
                         sorted(Board("f5d6c3").legal_moves()))
        scores = [line.score for line in analysis.moves]
        self.assertEqual(scores, sorted(scores, reverse=True))
        self.assertEqual(analysis.loss(analysis.moves[1].move), round(scores[0] - scores[1], 2))
        self.assertGreater(analysis.forecast.nodes, 1e6)
        exact = self.engine.analyze(support.LATE, exact=True, best=2)
        self.assertEqual(exact.best.proven, (exact.score, exact.score))
        self.assertEqual((len(exact.moves), exact.best.move, exact.score), (2, "g8", 18))
        self.assertTrue(all(line.exact for line in exact.moves))
        self.assertEqual(self.engine.analyze(Game("f5"), depth=1).board, Board("f5"))

    def test_repeats(self):
        """the same limits give the same result after new_game()"""
        found = []
        for _ in range(2):
            self.engine.new_game()
            found.append(self.engine.search("f5d6c3d3c4", nodes=30000, best=3).to_dict())
            found[-1]["time_ms"] = 0
        self.assertEqual(*found)

    def test_progress(self):
        """progress is told; False ends an analysis, an exception comes through"""
        seen = []
        analysis = self.engine.analyze(support.FFO40, exact=True,
                                       progress=lambda now: seen.append(now) or len(seen) < 2)
        self.assertTrue(analysis.stopped)
        self.assertEqual(seen[0].board, Board(support.FFO40))

        def fail(now):
            raise KeyError("mine")
        with self.assertRaisesRegex(KeyError, "mine"):
            self.engine.analyze(support.FFO40, exact=True, progress=fail)
        self.assertEqual(self.engine.search("f5", depth=2).best.depth, 2)

    def test_play(self):
        """a game against itself, ended by both"""
        game = Game()
        while not game.board.is_over:
            self.engine.play(game, depth=1)
        self.assertGreaterEqual(len(game), 9)
        with self.assertRaisesRegex(IllegalMoveError, "over"):
            self.engine.play(game)
        self.assertEqual(self.engine.choose(game.board).move, "none")

    def test_strength(self):
        """a weak player gives discs away, by a seed that repeats"""
        def play():
            with Engine(hash=1, strength=1, seed=5) as weak:
                game = Game()
                for _ in range(12):
                    weak.play(game, depth=2)
                return game.moves
        first = play()
        self.assertEqual(first, play())
        best = Game()
        for _ in range(12):
            self.engine.play(best, depth=2)
        self.assertNotEqual(first, best.moves)

    def test_clock(self):
        """a clock of nothing still gives a legal move"""
        line = self.engine.choose(Game("f5"), clock=0.01)
        self.assertIn(line.move, Board("f5").legal_moves())
        with self.assertRaises(OptionError):
            self.engine.choose(Game("f5"), increment=1)

    def test_options(self):
        """options are those of the library; - and _ are the same"""
        for name, value, text, old in (("move_overhead", 50, "50", 15), ("contempt", -1.5, "-1.50", 0),
                                       ("steady-scores", False, "off", True)):
            self.engine.set(name, value)
            self.assertEqual(self.engine.get(name), text)
            self.assertEqual(self.engine.get(name.replace("-", "_")), text)
            self.engine.set(name, old)
        known = options()
        self.assertEqual((known["level"].least, known["level"].most, known["level"].type), (0, 60, "int"))
        self.assertEqual(known["variety"].most, 64)
        self.assertIn("auto", known["threads"].choices)
        for name, value in (("hash", 0), ("hash", "x"), ("level", 61), ("nonsense", 1),
                            ("contempt", float("nan")), ("score-rule", "other")):
            with self.subTest(name), self.assertRaises(OptionError):
                self.engine.set(name, value)
        with self.assertRaisesRegex(OptionError, "level takes an integer from 0 to 60, not '99'"):
            Engine(level=99)
        with self.assertRaises(OptionError):
            self.engine.get("nonsense")
        with self.assertRaises(ValueError):
            self.engine.set("book", "a\0b")

    def test_arguments(self):
        """limits out of range are refused, not cut"""
        wrong = ({"seconds": 0}, {"seconds": -1}, {"seconds": float("inf")}, {"seconds": "soon"},
                 {"nodes": 0}, {"nodes": 2 ** 64}, {"nodes": 1.5}, {"depth": 0}, {"depth": 61},
                 {"depth": True}, {"best": 65})
        for limits in wrong:
            with self.subTest(limits), self.assertRaises(OptionError):
                self.engine.search("f5", **limits)
            with self.subTest(limits), self.assertRaises(OptionError):
                self.engine.analyze("f5", **limits)
        for arguments in ({"wld": True, "all_moves": True}, {"window": (3, 1)}, {"window": (0, 65)}):
            with self.subTest(arguments), self.assertRaises(OptionError):
                self.engine.solve(support.LATE, **arguments)
        with self.assertRaises(OptionError):
            self.engine.analyze("f5", depth=3, exact=True)
        with self.assertRaises(IllegalMoveError):
            self.engine.search("f5", depth=1, moves=["a1"])
        with self.assertRaises(FormatError):
            self.engine.search("nonsense", depth=1)
        with self.assertRaises(TypeError):
            self.engine.search(None, depth=1)
        with self.assertRaises(TypeError):
            self.engine.play(Board())

    def test_evaluate(self):
        """the static value, from both sides"""
        self.assertIsInstance(self.engine.evaluate("f5"), float)
        self.assertEqual(self.engine.evaluate(Board.from_bits(1, 2 ** 63)), 0)

    def test_review(self):
        """losses of a game add up to its value"""
        told = []
        review = self.engine.review(support.GAME, depth=4,
                                    progress=lambda done, total: told.append((done, total)))
        self.assertTrue(review.complete)
        self.assertEqual([move.played for move in review.moves], Game(support.GAME).moves)
        total = review.data["start"]
        for move in review.moves:
            total += -move.loss if move.side == "black" else move.loss
        self.assertAlmostEqual(total, review.final)
        self.assertEqual(told[-1], (len(review.moves) + 1, len(review.moves) + 1))
        self.assertGreaterEqual(review.accuracy("black"), 0)
        self.assertIn("<svg", review.to_html())
        self.assertEqual(len(review.to_csv().splitlines()), len(review.moves) + 1)
        self.assertIn("f5", review.to_text())
        cut = self.engine.review(support.GAME, depth=4, progress=lambda done, total: done < 3)
        self.assertFalse(cut.complete)

    def test_gil(self):
        """other threads of Python run while an engine works"""
        ticks = []
        thread = threading.Thread(target=lambda: self.engine.search(support.FFO40, seconds=0.2))
        thread.start()
        while thread.is_alive():
            ticks.append(time.monotonic())
            time.sleep(0.005)
        self.assertGreater(len(ticks), 3)
