"""Nothing that a program does wrong crashes it."""
import os
import signal
import subprocess
import sys
import threading
import time
import unittest

import support
import outflank
from outflank import (Book, BookError, BusyError, ClosedError, DataError, Engine, Game, LibraryError)

PACKAGE = os.path.dirname(os.path.dirname(outflank.__file__))


def python(program, **environment):
    """Runs a program in a Python of its own."""
    return subprocess.run([sys.executable, "-c", program], text=True, timeout=60,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=dict(os.environ, PYTHONPATH=PACKAGE, **environment))


class Misuse(unittest.TestCase):
    def test_closed(self):
        """a closed engine refuses everything, and may be closed again"""
        engine = Engine(hash=1)
        engine.close()
        engine.close()
        engine.stop()
        self.assertTrue(engine.closed)
        for call in (lambda: engine.search("f5", depth=1), lambda: engine.think("f5"),
                     lambda: engine.analyze("f5"), lambda: engine.solve(support.LATE),
                     lambda: engine.set("level", 1), lambda: engine.get("level"),
                     lambda: engine.evaluate("f5"), lambda: engine.play(Game()),
                     lambda: engine.review("f5"), engine.new_game, lambda: engine.set("hash", 2)):
            with self.assertRaisesRegex(ClosedError, "the engine was closed"):
                call()
        with engine:
            pass

    def test_two_threads(self):
        """of two threads one searches, the other is refused; stop() is for both"""
        with Engine(hash=4) as engine:
            found = []
            thread = threading.Thread(target=lambda: found.append(engine.search("f5", depth=60)))
            thread.start()
            refused = 0
            until = time.monotonic() + 20
            while not refused and time.monotonic() < until:
                try:
                    engine.evaluate("f5")
                except BusyError:
                    refused += 1
            engine.stop()
            thread.join()
            self.assertEqual((refused, len(found)), (1, 1))

    def test_close_while_searching(self):
        """close() from another thread ends the search first"""
        engine = Engine(hash=4)
        found = []
        thread = threading.Thread(target=lambda: found.append(engine.search("f5", depth=60)))
        thread.start()
        while not found and not engine.closed:
            try:
                engine.evaluate("f5")
            except BusyError:
                engine.close()
        thread.join()
        self.assertEqual(len(found), 1)
        self.assertIn(found[0].best.move, outflank.Board("f5").legal_moves())

    def test_close_in_progress(self):
        """the function that hears of progress cannot close the engine"""
        with Engine(hash=4) as engine:
            with self.assertRaisesRegex(BusyError, r"call stop\(\)"):
                engine.review(support.GAME, depth=2, progress=lambda *_: engine.close())
            self.assertFalse(engine.closed)

    def test_many_threads(self):
        """a storm of calls from four threads: results, refusals, nothing else"""
        engine, wrong, n_done = Engine(hash=1), [], []

        def work(number):
            for i in range(40):
                try:
                    if (i + number) % 5 == 0:
                        for _ in engine.think("f5d6", depth=6):
                            break
                    elif (i + number) % 5 == 1:
                        engine.stop()
                    else:
                        engine.search("f5d6c3", depth=3)
                    n_done.append(1)
                except BusyError:
                    pass
                except Exception as reason:
                    wrong.append(reason)
        threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        engine.close()
        self.assertEqual(wrong, [])
        self.assertGreater(len(n_done), 10)

    def test_order_of_ends(self):
        """results outlive engines, and lookups a book's end"""
        engine = Engine(hash=1)
        review = engine.review("f5d6c3", depth=2)
        result = engine.search("f5", depth=2)
        engine.close()
        del engine
        self.assertIn("f5", review.to_text())
        self.assertEqual(result.to_dict()["moves"][0]["move"], result.best.move)

    def test_bad_files(self):
        """books and weights that are missing or none"""
        with self.assertRaisesRegex(BookError, "no-such-file"):
            Book("/no-such-file")
        with self.assertRaises(BookError):
            Book(support.data("README.md"))
        for option in ("book", "weights"):
            with self.subTest(option), self.assertRaises(DataError):
                Engine(**{option: support.data("README.md")})

    def test_ctrl_c(self):
        """Ctrl-C ends a search, and the engine can be used again"""
        with Engine(hash=4) as engine:
            old = signal.signal(signal.SIGINT, signal.default_int_handler)
            self.addCleanup(signal.signal, signal.SIGINT, old)
            threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
            with self.assertRaises(KeyboardInterrupt):
                engine.search("f5", depth=60)
            self.assertEqual(engine.search("f5", depth=1).best.depth, 1)

    def test_exit(self):
        """a program ends with searches running, whoever began them"""
        done = python("""
import threading, outflank
engine, other = outflank.Engine(hash=1), outflank.Engine(hash=1)
thinking = engine.think('f5')
threading.Thread(target=lambda: other.search('f5', depth=60), daemon=True).start()
print(next(thinking).best.move in outflank.Board('f5').legal_moves())
""")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "True\n", ""))

    @unittest.skipUnless(hasattr(os, "fork"), "this system has no fork()")
    def test_fork(self):
        """a child of fork() uses what was idle, and is refused what was searching"""
        done = python("""
import os, warnings, outflank
warnings.simplefilter('ignore', DeprecationWarning)   # Python 3.12 warns of any fork beside threads
idle, busy = outflank.Engine(hash=1), outflank.Engine(hash=1)
thinking = busy.think('f5')
next(thinking)
child = os.fork()
if child == 0:
    idle.search('f5', depth=3)
    for call in (lambda: busy.search('f5', depth=1), lambda: next(thinking)):
        try:
            call()
        except outflank.BusyError as reason:
            print(reason, flush=True)
    busy.close()
    raise SystemExit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) if hasattr(os, 'waitstatus_to_exitcode') else 7)
thinking.stop()
print(thinking.result.stopped)
""")
        refusal = "the engine was searching when this process was forked; make a new one here\n"
        self.assertEqual((done.stdout, done.stderr), (refusal * 2 + "7\nTrue\n", ""))

    def test_library(self):
        """a library that is not there, or is another, is told of"""
        for path in ("/no-such-library.so", support.data("README.md"), "libc.so.6"):
            with self.subTest(path):
                done = python("import outflank", OUTFLANK_LIBRARY=path)
                self.assertEqual(done.returncode, 1)
                last = done.stderr.splitlines()[-1]
                self.assertIn("LibraryError: OUTFLANK_LIBRARY cannot be used: " + path, last)
        self.assertTrue(issubclass(LibraryError, ImportError))
