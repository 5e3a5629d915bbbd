"""What the package for Python must do wherever it is installed: smoke.py FOLDER POSITIONS

The package lies below FOLDER. It plays a game, reviews it as a page, and solves POSITIONS."""
import os
import sys

folder, positions = (os.path.abspath(word) for word in sys.argv[1:])
if os.path.isdir(os.path.join(folder, "outflank")):
    sys.path.insert(0, folder)
import outflank  # noqa: E402

assert outflank.library_path.startswith(folder + "/"), outflank.library_path
with outflank.Engine(hash=16) as engine:
    game = outflank.Game()
    while not game.board.is_over:
        engine.play(game, depth=2)
    print(game.board.n_black, game.board.n_white, len(engine.review(game, depth=2).to_html()))
    with open(positions) as file:
        lines = [line.split(";") for line in file if line.strip() and line[0] not in "#%"]
    for position, best, *_ in lines:
        assert engine.solve(position).score == int(best.split(":")[1]), position
    print(len(lines), "solved")
