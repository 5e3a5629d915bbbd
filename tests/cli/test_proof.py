#!/usr/bin/env python3
"""outflank solve --proof and scripts/check-proof.mjs: proofs pass, false ones are refused.

    test_proof.py OUTFLANK SOURCE_ROOT [MUTANTS]

A mutant has another score; another board, of another score; a move that loses the score; or it
lacks letters, or has some too many.
"""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../scripts/lib")]
import othello  # noqa: E402
import tap  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
N_MUTANTS = int(sys.argv[3]) if len(sys.argv) > 3 else 60
N_POSITIONS = N_MUTANTS // 10
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
CHECKER = os.path.join(ROOT, "scripts/check-proof.mjs")
NODE = shutil.which("node") or shutil.which("nodejs")
OTHER = {"X": "O", "O": "X"}
# Who moves cannot win, or wins all; a pass first; a finished game.
ODD = ["OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO-XO----- X",
       "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX-----XXX-OX---- X",
       "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX-----XXX-OX---- O",
       "X" * 40 + "O" * 20 + "---- X"]
check = tap.Tap()
random.seed(58)


def solve(positions, *arguments):
    done = subprocess.run([PROGRAM, "solve", "--quiet", *arguments],
                          input="".join(p + "\n" for p in positions), timeout=1200,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    check.that(done.returncode == 0, f"{len(positions)} positions are solved", done.stderr)
    return done.stdout.splitlines()


def solved(positions):
    """For each position the scores of its moves."""
    rows = [json.loads(line) for line in solve(positions, "--all-moves", "--json")]
    return [{move["move"]: move["score"] for move in row["moves"]} for row in rows]


def checked(path):
    done = subprocess.run([NODE, CHECKER, path], timeout=1200, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    return done.returncode, done.stdout.splitlines(), done.stderr


def first_branch(fields, tree):
    """(position, square played, index of its letter), where the tree's side moves for the first
    moves of the other."""
    game = othello.Game.from_text(fields[0][:64], fields[0][65])
    owner = game.turn if tree == 3 else othello.OTHER[game.turn]
    found = []
    while len(game.board) < 64 - int(fields[2]) and not game.is_over():
        move = game.legal()[0]
        if move != "pass" and game.turn == owner:
            square = LETTERS.index(fields[tree][len(found)])
            move = othello.name((square % 8, square // 8))
            found.append((game.text() + (" X" if game.turn == "b" else " O"), move, len(found)))
        game.play(move)
    return found


def with_field(fields, i, text):
    return "; ".join(fields[:i] + [text] + fields[i + 1:])


def make_mutants(proofs):
    """Texts that are no proofs. What has to be solved for that is solved at once."""
    mutants, questions, boards = [], [], []
    for fields in proofs:
        score = int(fields[1])
        mutants += [with_field(fields, 1, f"{s:+d}") for s in (score - 2, score + 2)
                    if -64 <= s <= 64]
        for tree in (3, 4):
            if fields[tree]:
                mutants.append(with_field(fields, tree, fields[tree][:-random.randint(1, 3)]))
                mutants.append(with_field(fields, tree, fields[tree] + random.choice(LETTERS)))
            questions += [(fields, tree, *place) for place in first_branch(fields, tree)]
        for _ in range(3):
            at = random.choice([i for i in range(64) if fields[0][i] in OTHER])
            boards.append((fields, fields[0][:at] + OTHER[fields[0][at]] + fields[0][at + 1:]))
    for (fields, tree, position, _, index), scores in zip(questions,
                                                          solved([q[2] for q in questions])):
        target = int(fields[1]) if tree == 3 else -int(fields[1])
        bad = [m for m, s in scores.items() if s < target]
        if bad:
            x, y = othello.square(random.choice(bad))
            letters = fields[tree]
            mutants.append(with_field(fields, tree,
                                      letters[:index] + LETTERS[8 * y + x] + letters[index + 1:]))
    for (fields, board), scores in zip(boards, solved([b[1] for b in boards])):
        if max(scores.values()) != int(fields[1]):
            mutants.append(with_field(fields, 0, board))
    return mutants


def test_proofs(folder):
    most = 16 if N_MUTANTS < 1000 else 18
    with open(os.path.join(ROOT, "tests/data/endgame/exact-1-18.obf")) as file:
        lines = [line.strip() for line in file if 14 <= line[:64].count("-") <= most]
    positions = random.sample(lines, min(N_POSITIONS, len(lines))) + ODD
    path = os.path.join(folder, "proofs")
    solve(positions, "--proof", path)
    code, out, errors = checked(path)
    check.that(code == 0 and out[-1].startswith(f"{len(positions)} proved, 0 refused, "),
               f"{len(positions)} proofs pass the checker", "\n".join(out) + errors)
    with open(path) as file:
        proofs = [line.rstrip("\n").split("; ") for line in file]
    mutants = make_mutants(proofs[:-len(ODD)])
    random.shuffle(mutants)
    mutants = mutants[:N_MUTANTS]
    check.equal(len(mutants), N_MUTANTS, "there are so many mutants")
    with open(path, "w") as file:
        file.write("".join(m + "\n" for m in mutants))
    code, out, errors = checked(path)
    passed = [m for m, line in zip(mutants, out) if "REFUSED" not in line]
    check.that(code == 1 and len(out) == N_MUTANTS + 1 and not passed,
               f"{N_MUTANTS} mutants are refused", "\n".join(passed) + errors)


def test_usage(folder):
    path = os.path.join(folder, "none")
    for arguments, words in ((["--nodes", "9"], "exact scores"), (["--jobs", "2"], "--jobs"),
                             (["--score-rule", "raw"], "raw")):
        done = subprocess.run([PROGRAM, "solve", "--proof", path, *arguments], input="",
                              stderr=subprocess.PIPE, text=True, timeout=600)
        check.that(done.returncode == 64 and words in done.stderr and not os.path.exists(path),
                   f"--proof with {arguments[0]} is refused", done.stderr)
    done = subprocess.run([PROGRAM, "solve", "--proof", os.path.join(folder, "no/such")], input="",
                          stderr=subprocess.PIPE, text=True, timeout=600)
    check.that(done.returncode == 73 and "No such file" in done.stderr,
               "a folder that is not there", done.stderr)


with tempfile.TemporaryDirectory() as folder:
    test_usage(folder)
    if NODE:
        test_proofs(folder)
    else:
        check.skip("proofs pass the checker", "node is not here")
check.end()
