"""Boards."""
import pickle
import unittest

import outflank
from outflank import Board, FormatError, IllegalMoveError, OptionError


class Boards(unittest.TestCase):
    def test_start(self):
        """the start: discs, turn, moves"""
        board = Board()
        self.assertEqual((board.turn, board.n_black, board.n_white, board.n_empties),
                         ("black", 2, 2, 60))
        self.assertEqual(board.legal_moves(), ["d3", "c4", "f5", "e6"])
        self.assertEqual([board[s] for s in ("d4", "E4", "a1")], ["white", "black", None])
        self.assertEqual(board.flips("d3"), ["d4"])
        self.assertEqual(board.flips("a1"), [])

    def test_play(self):
        """a move gives a new board and leaves the old one alone"""
        board = Board()
        after = board.play("F5")
        self.assertEqual((after.turn, after.n_black, after.n_white), ("white", 4, 1))
        self.assertEqual(board, Board())
        self.assertEqual(dict(board.children())["f5"], after)
        self.assertEqual(after, Board("f5"))
        self.assertEqual(len({board, after, Board("f5")}), 2)

    def test_perft(self):
        """leaves of the first six plies are as everybody counts them"""
        def leaves(board, depth):
            return 1 if not depth else sum(leaves(child, depth - 1) for _, child in board.children())
        self.assertEqual([leaves(Board(), depth) for depth in range(1, 5)], [4, 12, 56, 244])

    def test_end(self):
        """forced passes and the end of a game"""
        must_pass = Board.from_bits(black=0b001, white=0b010, turn="white")
        self.assertEqual(must_pass.legal_moves(), ["pass"])
        self.assertEqual(must_pass.play("pass").legal_moves(), ["c1"])
        over = must_pass.play("pass").play("c1")
        self.assertTrue(over.is_over)
        self.assertEqual((over.score(), over.score("raw")), (-64, -3))
        with self.assertRaisesRegex(IllegalMoveError, "d3 cannot be played: game over"):
            over.play("d3")

    def test_texts(self):
        """every format in, several out"""
        board = Board("f5d6c3")
        for format in ("board", "obf", "fen", "diagram", "hex", "nboard", "egaroucid"):
            with self.subTest(format):
                self.assertEqual(Board(board.to_text(format)), board)
        self.assertEqual(eval(repr(board)), board)
        self.assertIn("white to move", str(board))
        self.assertEqual(Board(b"f5"), Board("f5"))

    def test_svg(self):
        """a board as a picture"""
        board = Board("f5")
        self.assertTrue(board.to_svg("f5").startswith("<svg"))
        self.assertNotEqual(board.to_svg("f5"), board.to_svg())
        self.assertEqual(board._repr_svg_(), board.to_svg())

    def test_symmetry(self):
        """turned and mirrored boards"""
        self.assertEqual(Board("f5").symmetry(0), Board("f5"))
        self.assertEqual(Board("f5").symmetry(7), Board("d3"))
        self.assertEqual(len({Board("f5").symmetry(i) for i in range(8)}), 8)

    def test_openings(self):
        """names of openings in three languages"""
        tiger = Board("f5d6c3d3c4")
        self.assertEqual([tiger.opening(l) for l in ("en", "fr", "ja")], ["Tiger", "tigre", "\u864e\u5b9a\u77f3"])
        self.assertIsNone(Board().opening())

    def test_pickle(self):
        """boards go through pickle"""
        board = Board("f5d6")
        self.assertEqual(pickle.loads(pickle.dumps(board)), board)

    def test_refused(self):
        """what is no board, no move, no set of bits, is refused with a sentence"""
        for text in ("", "garbage", "f5f5", "X" * 63, "\0", "f5\0d6", "\ud800", "f5 \x1b[31m", "i9"):
            with self.subTest(text), self.assertRaises(FormatError) as caught:
                Board(text)
            self.assertNotIn("\x1b", str(caught.exception))
            self.assertGreater(len(str(caught.exception)), 10)
        for wrong in (7, ["f5"], object()):
            with self.subTest(wrong), self.assertRaises(TypeError):
                Board(wrong)
        with self.assertRaises(FormatError) as caught:
            Board("f5d6\nf5d6c3a1")
        self.assertGreater(caught.exception.line, 0)
        for arguments in ((1, 1), (-1, 0), (2 ** 64, 0), (1.5, 0), ("x", 0), (1, 2, "green")):
            with self.subTest(arguments), self.assertRaises(OptionError):
                Board.from_bits(*arguments)
        for move in ("", "z9", "d3d4", "\0", "d\u0663"):
            with self.subTest(move), self.assertRaises(IllegalMoveError):
                Board().play(move)
        for call in (lambda: Board().play(19), lambda: Board()[3]):
            with self.assertRaises(TypeError):
                call()
        for call in (lambda: Board().symmetry(8), lambda: Board().score("x"),
                     lambda: Board().opening("de"), lambda: Board().to_text("doc"),
                     lambda: Board().to_text("wthor")):
            with self.assertRaises(OptionError):
                call()
        with self.assertRaises(ValueError):
            Board().to_text("ggf\0")
        self.assertTrue(issubclass(FormatError, ValueError))
        self.assertTrue(issubclass(FormatError, outflank.OutflankError))
