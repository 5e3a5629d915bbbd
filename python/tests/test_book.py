"""Books."""
import threading
import unittest

import support
from outflank import Board, Book, ClosedError, Engine


class Books(unittest.TestCase):
    path = support.data("book", "small.book")

    def test_lookup(self):
        """look-ups"""
        with Book(self.path) as book:
            self.assertGreater(len(book), 0)
            answer = book.lookup("f5d6")
            self.assertEqual(answer.best, answer.moves[0])
            self.assertLessEqual(answer.proved[0], answer.proved[1])
            self.assertIn(Board("f5d6"), book)
            self.assertNotIn(Board(support.LATE), book)
            self.assertIsNone(book.lookup(support.LATE))

    @unittest.skipUnless(support.PROGRAM, "OUTFLANK_PROGRAM does not name the program")
    def test_command_line(self):
        """a book says what `outflank book show` says"""
        with Book(self.path) as book:
            answer = book.lookup("f5d6")
            said = support.command_json("book", "show", "--json", self.path, "f5d6")
            self.assertEqual([line.to_dict() for line in answer.moves], said["moves"])
            self.assertEqual([line.n_games for line in answer.moves], said["games"])
            self.assertEqual((answer.value, answer.complete), (said.get("value"), said["complete"]))
            self.assertEqual(answer.rounded, said["rounded"])

    def test_threads(self):
        """many threads ask one book"""
        wrong = []
        with Book(self.path) as book:
            def ask():
                for _ in range(50):
                    if book.lookup("f5d6") is None:
                        wrong.append(1)
            threads = [threading.Thread(target=ask) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(wrong, [])

    def test_closed(self):
        """a closed book refuses, an empty look stays true"""
        book = Book(self.path)
        self.assertTrue(book)
        book.close()
        book.close()
        for call in (lambda: len(book), lambda: book.lookup("f5"), lambda: Board() in book):
            with self.assertRaisesRegex(ClosedError, "small.book: the book was closed"):
                call()

    def test_engine(self):
        """an engine plays from a book"""
        with Engine(hash=1, level=1, book=self.path) as engine:
            self.assertEqual(engine.choose("f5d6", depth=1).source, "book")
            self.assertIn("book", [line.source for line in engine.analyze("f5d6", depth=1).moves])
            self.assertEqual(engine.search("f5d6", depth=1).best.source, "")
