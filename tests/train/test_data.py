#!/usr/bin/env python3
"""outflank-data from outside: threads, kills, full disks, and nothing lost by its commands.

    test_data.py OUTFLANK-DATA OUTFLANK
"""
import collections
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM, OUTFLANK = map(os.path.abspath, sys.argv[1:3])
FAST = ["--depth", "1", "--exact", "6", "--strays", "3", "--quiet", "--nice", str(max(0, os.nice(0)))]
BLOCK = 102  # games in a block
check = tap.Tap()
SEED = int(os.environ.get("OUTFLANK_SEED", random.randrange(1 << 31)))
print(f"# OUTFLANK_SEED={SEED}")
chance = random.Random(SEED)


def run(*arguments, **more):
    return subprocess.run([PROGRAM, *map(str, arguments)], timeout=1800, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


def selfplay(path, games, *more, **other):
    return run("selfplay", "--out", path, "--games", games, *FAST, *more, **other)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def lines_of(*paths):
    done = run("cat", *paths)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_threads(folder):
    one, three = os.path.join(folder, "one"), os.path.join(folder, "three")
    done = selfplay(one, 5 * BLOCK, "--threads", 1)
    check.that(done.returncode == 0 and f"{5 * BLOCK} games" in done.stdout, "games are played",
               done.stderr)
    selfplay(three, 5 * BLOCK, "--threads", 3)
    check.that(read(one) == read(three), "one thread and three write the same file")
    done = selfplay(one, 5 * BLOCK)
    check.that(done.returncode == 0 and f"{5 * BLOCK} of them before" in done.stdout,
               "a finished file is left as it is", done.stdout + done.stderr)
    check.that(read(one) == read(three), "not a byte is added")
    return read(one)


def test_kills(folder, whole):
    path = os.path.join(folder, "killed")
    n_kills, is_prefix = 0, True
    for _ in range(60):
        process = subprocess.Popen([PROGRAM, "selfplay", "--out", path, "--games", str(5 * BLOCK),
                                    *FAST, "--threads", "2"], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        try:
            process.wait(chance.uniform(0.002, 0.15))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            n_kills += 1
        process.wait()
        is_prefix = is_prefix and (not os.path.exists(path) or whole.startswith(read(path)))
    done = selfplay(path, 5 * BLOCK)
    check.that(n_kills > 0 and is_prefix, f"killed {n_kills} times, the file is a part of the whole")
    check.that(done.returncode == 0 and read(path) == whole, "and becomes the whole", done.stderr)


def test_interrupt(folder, whole):
    path = os.path.join(folder, "stopped")
    process = subprocess.Popen([PROGRAM, "selfplay", "--out", path, *FAST, "--threads", "2"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not (os.path.exists(path) and os.path.getsize(path) > 32) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=1800)
    games = re.match(r"(\d+) games", out)
    check.that(process.returncode == 0 and games, "SIGTERM ends a run in order", out + err)
    n_games = len({line.split("\t")[6] for line in lines_of(path)})
    check.that(games and n_games == int(games.group(1)), "all games it tells of are in the file",
               f"{n_games}, {out}")
    full = os.path.join(folder, "one")
    n = int(games.group(1)) + 10
    selfplay(path, n)
    longer = os.path.join(folder, "longer")
    selfplay(longer, n)
    check.equal(lines_of(path), lines_of(longer), "going on gives the positions of a run not stopped")
    check.that(lines_of(full)[:1000] == lines_of(path)[:1000], "which are those of every run")


def test_full_disk(folder, whole):
    path = os.path.join(folder, "full")
    limit = len(whole) // 2

    def small():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    done = selfplay(path, 5 * BLOCK, preexec_fn=small)
    check.that(done.returncode == 74 and "cannot be written" in done.stderr and
               done.stderr.count("\n") == 1, "a full disk is one sentence and exit code 74",
               f"{done.returncode} {done.stderr}")
    left = read(path)
    check.that(32 < len(left) <= limit and whole.startswith(left), "whole blocks stay",
               str(len(left)))
    done = run("inspect", path)
    check.that(" 0 of them damaged" in done.stdout, "and nothing else", done.stdout + done.stderr)
    selfplay(path, 5 * BLOCK)
    check.that(read(path) == whole, "with room again the file becomes the whole")
    merged = os.path.join(folder, "full-merged")
    done = run("merge", "--out", merged, path, preexec_fn=small)
    check.that(done.returncode == 74 and not os.path.exists(merged) and
               not os.path.exists(merged + ".part"), "merge without room leaves nothing",
               f"{done.returncode} {done.stderr}")


def test_refused(folder):
    path = os.path.join(folder, "one")
    before = read(path)
    foreign = os.path.join(folder, "foreign")
    with open(foreign, "w") as file:
        file.write("no data file, but somebody's text, of some length\n")
    cases = [
        (["selfplay", "--out", path, *FAST, "--seed", "2"], 73, "other settings"),
        (["selfplay", "--out", path, *FAST, "--depth", "2"], 73, "other settings"),
        (["selfplay", "--out", foreign, *FAST], 73, "not a data file"),
        (["selfplay", "--out", folder, *FAST], 73, "cannot be opened"),
        (["selfplay", "--out", foreign + "/x", *FAST], 73, "cannot be opened"),
        (["selfplay"], 64, "--out"),
        (["selfplay", "--out", path, "--depth", "31"], 64, "from 1 to 30"),
        (["selfplay", "--out", path, "--depth", "6x"], 64, "'6x'"),
        (["selfplay", "--out", path, "--random", "9-8"], 64, "N-M"),
        (["selfplay", "--out", path, "--random", "8"], 64, "N-M"),
        (["selfplay", "--out", path, "--seed", "4294967296"], 64, "4294967295"),
        (["selfplay", "--out", path, "--weights", foreign], 65, "weights"),
        (["selfplay", "--out", path, "--openings", foreign], 65, "line 1"),
        (["relabel", "--out", path + "-2", foreign], 65, "not a data file"),
        (["relabel", "--out", path + "-2"], 64, "a data file"),
        (["relabel", path], 64, "--out"),
        (["relabel", "--out", path + "-2", "--every", "0", path], 64, "--every"),
        (["relabel", "--out", path + "-2", "--exact", "31", path], 64, "from 0 to 30"),
        (["relabel", "--out", path + "-2", "--least", "9", "--most", "8", path], 64, "--least"),
        (["relabel", "--out", path + "-2", "--confidence", "90", path], 64, "'90'"),
        (["relabel", "--out", path + "-2", "--weights", foreign, path], 65, "weights"),
        (["relabel", "--out", path + "-2", "--least", "60", "--most", "60", path], 65, "60 to 60"),
        (["relabel", "--out", path, path], 73, "other settings"),
        (["inspect", foreign], 65, "not a data file"),
        (["inspect", foreign + "-not"], 66, "cannot be read"),
        (["inspect"], 64, "a data file"),
        (["cat", folder], 66, "cannot be read"),
        (["merge", "--out", foreign, path], 73, "exists already"),
        (["merge", "--out", path + "-2", path, foreign], 65, "not a data file"),
        (["split", "--out", path + "-2", path], 64, "--rest"),
        (["split", "--out", path + "-2", "--rest", path + "-2", path], 64, "both --out and --rest"),
        (["inspect", "/dev/null"], 66, "not a regular file"),
        (["nothing"], 64, "unknown command"),
        (["mrge"], 64, "did you mean 'merge'?"),
        (["merge\x1b[31m"], 64, "unknown command 'merge?[31m'"),
        (["merge", "--out", path + "-2", folder + "/\x1b[31m"], 66, "/?[31m"),
        (["merge", "--uot", foreign, path], 64, "did you mean --out?"),
        ([], 64, "usage"),
    ]
    for arguments, code, text in cases:
        done = run(*arguments)
        is_sentence = done.stderr.count("\n") == 1 or text == "usage"
        check.that(done.returncode == code and text in done.stderr and is_sentence,
                   "refused: " + " ".join(arguments).replace(folder + "/", ""),
                   f"{done.returncode} {done.stderr}")
    # What a killed run left under the name that is written first is somebody's positions.
    part = path + "-3.part"
    with open(part, "wb") as file:
        file.write(before)
    for command in (["merge", "--out", path + "-3", part], ["dedup", "--out", path + "-3", path],
                    ["split", "--out", path + "-3", "--rest", path + "-4", path]):
        done = run(*command)
        check.that(done.returncode == 73 and "-3.part: exists already" in done.stderr and
                   done.stderr.count("\n") == 1 and read(part) == before and
                   not any(os.path.exists(path + x) for x in ("-3", "-4", "-4.part")),
                   command[0] + " takes no other's unfinished file", done.stderr)
    os.unlink(part)
    check.that(read(path) == before, "the data file is unchanged")
    check.that(not os.path.exists(path + "-2") and not os.path.exists(path + "-2.part"),
               "nothing is left of what failed")
    for command in ("selfplay", "relabel", "inspect", "cat", "merge", "dedup", "split"):
        done = run(command, "--help")
        check.that(done.returncode == 0 and "usage: outflank-data " + command in done.stdout,
                   command + " --help")


def test_commands(folder):
    one, two = os.path.join(folder, "one"), os.path.join(folder, "two")
    selfplay(two, 150, "--seed", 2)
    both = lines_of(one, two)
    check.that(len(both) > 20000 and len({x.split("\t")[6] for x in both}) == 5 * BLOCK + 150,
               f"{len(both)} positions of two files")

    def name(n):
        return os.path.join(folder, "made-" + n)
    done = run("merge", "--out", name("merge"), one, two)
    check.that(done.returncode == 0 and lines_of(name("merge")) == both, "merge keeps all, in order",
               done.stderr)
    done = run("split", "--out", name("held"), "--rest", name("rest"), "--percent", 20, one, two)
    held, rest = lines_of(name("held")), lines_of(name("rest"))
    check.that(done.returncode == 0 and collections.Counter(held + rest) ==
               collections.Counter(both), "split keeps all", done.stderr)
    games = [{x.split("\t")[6] for x in part} for part in (held, rest)]
    check.that(not games[0] & games[1] and 80 < len(games[0]) < 190,
               f"and parts games: {len(games[0])} and {len(games[1])}")
    run("dedup", "--out", name("dedup"), one, two, two)
    kept = lines_of(name("dedup"))
    left = collections.Counter(both)
    left.subtract(kept)
    check.that(len(kept) < len(both) and min(left.values()) >= 0, "dedup makes nothing up")
    boards = {x.split("\t")[0] for x in kept}
    check.that(len(boards) == len(kept), "no board twice")

    def keys(lines):
        return {min(turns(x.split("\t")[0][:64])) for x in lines}
    check.that(len(keys(kept)) == len(kept) and keys(kept) == keys(both),
               "not even turned, and none is gone")


def turns(board):
    """The eight boards that are the same by symmetry."""
    rows = [board[i:i + 8] for i in range(0, 64, 8)]
    for _ in range(4):
        rows = ["".join(row) for row in zip(*rows[::-1])]
        yield "".join(rows)
        yield "".join(row[::-1] for row in rows)


def empties_of(line):
    return line[:64].count("-")


def solved(boards):
    """The scores that the solver of the program itself gives."""
    done = subprocess.run([OUTFLANK, "solve", "--json", "--quiet"], text=True, timeout=1800,
                          input="".join(board + "\n" for board in boards), stdout=subprocess.PIPE)
    return [json.loads(line)["moves"][0]["score"] for line in done.stdout.splitlines()]


def test_relabel(folder):
    """Scores are those of the solver, and of the positions asked for only."""
    source, path = os.path.join(folder, "one"), os.path.join(folder, "relabel")
    options = ["--least", 9, "--most", 11, "--every", 4, "--nice", max(0, os.nice(0)), "--quiet"]
    done = run("relabel", "--out", path, *options, "--exact", 10, "--depth", 3, "--confidence", 95,
               "--threads", 1, source)
    wanted = [line.split("\t") for line in lines_of(source) if 9 <= empties_of(line) <= 11][::4]
    whole, rows = read(path), [line.split("\t") for line in lines_of(path)]
    check.that(done.returncode == 0 and f"{len(rows)} positions, 0 of them before" in done.stdout,
               f"{len(rows)} positions are labelled", done.stdout + done.stderr)
    check.that(len(rows) > 3 * BLOCK and [(x[0], x[6], x[7]) for x in rows] ==
               [(x[0], x[6], x[7]) for x in wanted],
               "every 4th of those with 9 to 11 empty squares, with its game and ply")
    exact = [x for x in rows if empties_of(x[0]) <= 10]
    check.that(0 < len(exact) < len(rows) and {tuple(x[2:5]) for x in exact} ==
               {("exact", "-", "100")}, "with up to 10 they are solved")
    check.equal([float(x[1]) for x in exact], solved(x[0] for x in exact), "as solve solves them")
    check.equal({tuple(x[2:5]) for x in rows if empties_of(x[0]) == 11}, {("search", "3", "95")},
                "with 11 searched, as deep as asked for")
    check.equal({x[5] for x in rows}, {"-"}, "results of games are not taken over")
    test_relabel_again(folder, whole, options + ["--exact", 10, "--depth", 3, "--confidence", 95])


def test_relabel_again(folder, whole, options):
    source, two = os.path.join(folder, "one"), os.path.join(folder, "relabel-two")
    run("relabel", "--out", two, *options, "--threads", 2, source)
    check.that(read(two) == whole, "one thread and two write the same file")
    half = os.path.join(folder, "relabel-half")
    with open(half, "wb") as file:
        file.write(whole[:len(whole) // 2])
    done = run("relabel", "--out", half, *options, "--depth", 4, source)
    check.that(done.returncode == 73 and read(half) == whole[:len(whole) // 2],
               "another depth does not go on with it", f"{done.returncode} {done.stderr}")
    done = run("relabel", "--out", half, *options, source)
    check.that(done.returncode == 0 and ", 0 of them before" not in done.stdout and
               read(half) == whole, "a file cut off becomes the whole", done.stdout + done.stderr)
    few = os.path.join(folder, "relabel-few")
    run("relabel", "--out", few, *options, "--positions", 7, source)
    check.equal(lines_of(few), lines_of(two)[:7], "--positions stops after so many")


def traced(records, share):
    """Labels that follow the game, of what cat printed of one game: None for those left out."""
    labels = [float(r[1]) for r in records]
    for i in range(len(records) - 2, -1, -1):
        (_, _, kind, _, _, result, _, ply), later = records[i], records[i + 1]
        if kind == "search" and "-" not in (result, ply, later[5], later[7]):
            n = int(later[7]) - int(ply)
            if n > 0:
                labels[i] += share ** n * ((-1) ** n * labels[i + 1] - labels[i])
    return [label if r[2] == "exact" or r[5] != "-" else None
            for r, label in zip(records, labels)]


def test_trace(folder):
    source, out = os.path.join(folder, "one"), os.path.join(folder, "traced")
    games = collections.defaultdict(list)
    for line in lines_of(source):
        fields = line.split("\t")
        games[fields[6]].append(fields)
    for share in (0.9, 1):
        done = run("trace", "--trace", share, "--out", f"{out}{share}", source)
        check.equal(done.returncode, 0, f"trace {share} is written")
        wanted = [(r[0], label) for game in games.values()
                  for r, label in zip(game, traced(game, share)) if label is not None]
        found = [x.split("\t") for x in lines_of(f"{out}{share}")]
        check.equal([x[0] for x in found], [x[0] for x in wanted],
                    f"trace {share} leaves out what no game follows, and nothing else")
        worst = max(abs(float(x[1]) - y[1]) for x, y in zip(found, wanted))
        check.that(worst <= 0.5 / 128 + 1e-5, f"trace {share} gives labels that follow the game",
                   f"{worst} discs off")
        check.that(all(x[5] == "-" for x in found if x[2] == "search"),
                   f"trace {share} leaves out results of searched positions")


def test_trace_plies(folder):
    source, out = os.path.join(folder, "one"), os.path.join(folder, "traced-early")
    run("trace", "--trace", 0.9, "--plies", 20, "--out", out, source)
    first = {}
    for line in lines_of(source):
        _, _, _, _, _, _, game, ply = line.split("\t")
        first.setdefault(game, int(ply))
    all_plies = lines_of(os.path.join(folder, "traced0.9"))
    early = [x for x in all_plies if int(x.split("\t")[7]) - first[x.split("\t")[6]] < 20]
    check.that(0 < len(early) < len(all_plies), "there are later plies")
    check.that(any(int(x.split("\t")[7]) > 20 for x in early), "a game begins after ply 0")
    check.equal(lines_of(out), early, "--plies counts from where a game begins")


def test_first(folder):
    source, out = os.path.join(folder, "one"), os.path.join(folder, "first")
    done = run("relabel", "--first", "--least", 1, "--most", 60, "-d", 1, "-n", 4, "--quiet",
               "--out", out, source)
    seen, wanted = set(), []
    for line in lines_of(source):
        board, game = line.split("\t")[0], line.split("\t")[6]
        if game not in seen:
            seen.add(game)
            wanted.append(board)
    check.that(done.returncode == 0 and [x.split("\t")[0] for x in lines_of(out)] == wanted,
               "--first takes the first position of each game", done.stderr)


def test_damage(folder):
    one, bad = os.path.join(folder, "one"), os.path.join(folder, "bad")
    data = bytearray(read(one))
    data[len(data) // 2] ^= 64
    with open(bad, "wb") as file:
        file.write(data)
    good, left = lines_of(one), run("cat", bad)
    lines = left.stdout.splitlines()
    missing = collections.Counter(good) - collections.Counter(lines)
    n_games = len({x.split("\t")[6] for x in missing})
    check.that(left.returncode == 0 and len(lines) + sum(missing.values()) == len(good) and
               n_games == BLOCK and "left out" in left.stderr, "damage costs one block, and is told",
               f"{n_games} games, {left.stderr}")
    done = run("inspect", bad)
    check.that(re.search(r"[1-9]\d* of them damaged", done.stdout), "inspect counts it", done.stdout)


with tempfile.TemporaryDirectory() as folder:
    whole = test_threads(folder)
    test_kills(folder, whole)
    test_interrupt(folder, whole)
    test_full_disk(folder, whole)
    test_refused(folder)
    test_commands(folder)
    test_relabel(folder)
    test_trace(folder)
    test_trace_plies(folder)
    test_first(folder)
    test_damage(folder)
check.end()
