"""Games and files of games."""
import os
import pickle
import tempfile
import unittest

import support
from outflank import (Board, ClosedError, FormatError, Game, IllegalMoveError, OptionError,
                      read_games)


class Games(unittest.TestCase):
    def test_play(self):
        """moves, undo and redo"""
        game = Game().play("f5", "D6")
        self.assertEqual((len(game), game.moves, game.board), (2, ["f5", "d6"], Board("f5d6")))
        self.assertTrue(game.undo() and game.undo())
        self.assertFalse(game.undo())
        self.assertTrue(game.redo())
        self.assertEqual(game.moves, ["f5"])
        self.assertEqual(list(game.boards()), [Board(), Board("f5")])

    def test_all_or_none(self):
        """of several moves all are played or none"""
        game = Game("f5")
        with self.assertRaisesRegex(IllegalMoveError, "d6 cannot be played as move 3: occupied"):
            game.play("d6", "d6")
        self.assertEqual(game.moves, ["f5"])
        with self.assertRaisesRegex(IllegalMoveError, "may not pass"):
            game.play("pass")

    def test_texts(self):
        """games go through every format that holds moves"""
        game = Game(support.GAME)
        game.black, game.white = "Ada", "Bo\u00ebl"
        for format in ("moves", "ggf", "sgf", "pgn", "json"):
            with self.subTest(format):
                again = Game(game.to_text(format))
                self.assertEqual(again, game)
                if format != "moves":
                    self.assertEqual((again.black, again.white), ("Ada", "Bo\u00ebl"))
        self.assertEqual(str(game), support.GAME)
        self.assertEqual(Game(game.to_text("board")).start, game.board)

    def test_start(self):
        """a game from a board"""
        game = Game(Board(support.LATE))
        self.assertEqual(game.start, Board(support.LATE))
        game.play(game.board.legal_moves()[0])
        self.assertEqual(Game(game.to_text("ggf")), game)

    def test_copies(self):
        """a copy goes its own way; pickle keeps all"""
        game = Game("f5d6")
        copy = game.copy().play("c3")
        self.assertEqual((len(game), len(copy)), (2, 3))
        game.black = "Ada"
        again = pickle.loads(pickle.dumps(game))
        self.assertEqual((again, again.black), (game, "Ada"))

    def test_openings(self):
        """the longest named line"""
        self.assertEqual(Game("f5d6c3d3c4").opening(), "Tiger")
        self.assertIsNone(Game().opening())

    def test_names(self):
        """names that do not fit are refused"""
        game = Game()
        for name in ("x" * 256, "a\0b"):
            with self.subTest(name), self.assertRaises(ValueError):
                game.black = name
        self.assertEqual(game.black, "")

    def test_record(self):
        """what the text of a game says is kept: with the game, in copies, in a pickle"""
        text = ('[Event "Open"]\n[Black "Ada"]\n[Result "1-0"]\n[Termination "resigned"]\n'
                '[BlackElo "1224"]\n\n1. f5 {good} d6 2. c3 {bad} 1-0\n')
        game = Game(text)
        for one in (game, game.copy(), pickle.loads(pickle.dumps(game))):
            found = one.to_text("pgn")
            for part in ('"Open"', '"1-0"', '"resigned"', '"1224"', "{good}", "{bad}"):
                self.assertIn(part, found)
        self.assertEqual((game.tags["event"], game.comments), ("Open", {1: "good", 3: "bad"}))
        self.assertEqual(game.losses("json"), [])
        self.assertEqual(game.losses("ggf"), ["results", "tags"])  # no place for an event
        self.assertTrue(game.undo())
        self.assertEqual((game.tags.get("winner"), game.comments), (None, {1: "good"}))
        self.assertIn('"Open"', game.to_text("pgn"))
        self.assertTrue(game.redo())
        self.assertIn('"1-0"', game.to_text("pgn"))
        self.assertIn('[Result "*"]', game.play("d3").to_text("pgn"))

    def test_result(self):
        """a result goes when other moves are played, unless the caller gave it"""
        game = Game("(;GM[Othello]PB[]PW[]RE[+4.00:r]TY[8]BO[8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *]B[F5];)")
        self.assertEqual(game.result, "+4.00:r")
        self.assertEqual(game.play("d6").result, "")
        game.result = "-2"
        self.assertIn("RE[-2]", game.play("c3").to_text("ggf"))

    def test_refused(self):
        """errors tell the place"""
        with self.assertRaises(FormatError) as caught:
            Game("f5d6c3c3")
        self.assertEqual((caught.exception.line, caught.exception.column), (1, 7))
        self.assertIn("column 7", str(caught.exception))
        with self.assertRaises(OptionError):
            Game().to_text("xyz")


class Files(unittest.TestCase):
    def write(self, text):
        file = tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False)
        self.addCleanup(os.unlink, file.name)
        with file:
            file.write(text)
        return file.name

    def test_wthor(self):
        """a WTHOR base: all games, with names where the list is"""
        with read_games(support.data("games", "WTH_1977.wtb")) as games:
            found = list(games)
        self.assertGreater(len(found), 5)
        self.assertTrue(all(game.moves for game in found))

    def test_records(self):
        """each game of a file keeps what its record says"""
        path = self.write('(;GM[2]SZ[8]RE[B+R]EV[Cup];B[fe]C[good];W[df])\n(;GM[2]SZ[8]EV[Other];B[fe])\n')
        first, second = read_games(path)
        self.assertEqual((first.tags["event"], second.tags["event"]), ("Cup", "Other"))
        for part in ("RE[B+R]", "EV[Cup]", "C[good]"):
            self.assertIn(part, first.to_text("sgf"))

    def test_bad_lines(self):
        """a bad game is told of, and the next is read"""
        path = self.write("f5d6\nf5f5\nf5f6\n")
        games = read_games(path)
        self.assertEqual(next(games).moves, ["f5", "d6"])
        with self.assertRaisesRegex(FormatError, "game 2, line 2, column 3"):
            next(games)
        self.assertEqual(next(games).moves, ["f5", "f6"])
        self.assertEqual(list(games), [])
        games = read_games(path, skip_errors=True)
        self.assertEqual((len(list(games)), [e.line for e in games.errors]), (2, [2]))

    def test_closed(self):
        """closed files and missing ones"""
        games = read_games(self.write("f5d6\n"))
        games.close()
        games.close()
        with self.assertRaises(ClosedError):
            next(games)
        with self.assertRaises(FileNotFoundError) as caught:
            read_games("/no-such-file")
        self.assertEqual(str(caught.exception).count("/no-such-file"), 1)
        with self.assertRaises(IsADirectoryError):
            read_games(support.HERE)
        self.assertEqual(repr(games), f"<GameFile {games._path!r} (closed)>")
        with self.assertRaises(ValueError):
            read_games("a\0b")
