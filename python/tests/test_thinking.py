"""Searches that run while the program goes on."""
import gc
import threading

import support
from outflank import Board, BusyError, ClosedError, Engine


class Thinks(support.WithEngine):
    def test_iterates(self):
        """results grow, and the last one is final"""
        with self.engine.think(support.LATE) as thinking:
            found = list(thinking)
        self.assertTrue(found[-1].best.exact)
        self.assertEqual((found[-1].score, found[-1].best.move), (18, "g8"))
        self.assertEqual(thinking.result, found[-1])
        self.assertFalse(thinking.running)
        self.assertEqual(list(thinking), [])

    def test_depth(self):
        """with a limit it ends by itself"""
        found = list(self.engine.think("f5d6", depth=5, best=2))
        self.assertEqual((found[-1].best.depth, len(found[-1].moves)), (5, 2))

    def test_stops(self):
        """stop() from inside and from another thread"""
        with self.engine.think("f5d6") as thinking:
            first = next(thinking)
            thinking.stop()
            rest = list(thinking)
        self.assertTrue(rest[-1].stopped)
        self.assertGreaterEqual(rest[-1].best.depth, 1)
        self.assertIn(first.best.move, Board("f5d6").legal_moves())
        with self.engine.think("f5d6") as thinking:
            threading.Timer(0.03, self.engine.stop).start()
            self.assertTrue(list(thinking)[-1].stopped)

    def test_left_alone(self):
        """a search that nobody wants any more ends with its object"""
        for now in self.engine.think("f5"):
            break
        del now
        gc.collect()
        self.assertEqual(self.engine.search("f5", depth=1).best.depth, 1)

    def test_busy(self):
        """meanwhile everything else is refused"""
        calls = (lambda: self.engine.search("f5", depth=1), lambda: self.engine.think("f5"),
                 lambda: self.engine.analyze("f5", depth=1), lambda: self.engine.set("level", 3),
                 lambda: self.engine.get("level"), lambda: self.engine.evaluate("f5"),
                 lambda: self.engine.choose("f5"), lambda: self.engine.review("f5d6"),
                 self.engine.new_game)
        with self.engine.think("f5"):
            for call in calls:
                with self.assertRaisesRegex(BusyError, "the engine is searching"):
                    call()
        self.assertEqual(self.engine.get("level"), "10")

    def test_close(self):
        """closing the engine ends the search, which keeps what it found"""
        engine = Engine(hash=1)
        thinking = engine.think("f5")
        next(thinking)
        engine.close()
        self.assertTrue(thinking.result.stopped)
        self.assertTrue(list(thinking)[-1].stopped)
        with self.assertRaises(ClosedError):
            engine.think("f5")

    def test_engine_goes_first(self):
        """the search keeps its engine alive"""
        thinking = Engine(hash=1).think("f5", depth=6)
        gc.collect()
        self.assertEqual(thinking.result.best.depth, 6)
