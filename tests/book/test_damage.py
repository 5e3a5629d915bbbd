#!/usr/bin/env python3
"""Working books after kills, flipped bytes and cut tails.

    test_damage.py OUTFLANK WRITER [--long]

Whatever happens to the file: no signal, one sentence, and never a wrong value. What was
acknowledged is there, or the sentence says that the file is damaged and "fix" saves the rest.
"""
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../scripts/lib")]
import tap  # noqa: E402
from checksums import checksum, wide_checksum  # noqa: E402

PROGRAM, WRITER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
LONG = "--long" in sys.argv
SEED = random.randrange(1 << 30)
rng = random.Random(SEED)
check = tap.Tap()
# Nothing here is about the disk: a kill does not lose what the system has taken.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
FOLDER = tempfile.mkdtemp(prefix="outflank-damage-", dir=MEMORY)
ENDS = ("", "-wal", "-shm", "-journal", ".damaged", ".damaged-wal", ".fixed", ".fixed-wal", ".fixed-shm")
print(f"# seed {SEED}")


def at(name):
    return os.path.join(FOLDER, name)


def run(*arguments):
    done = subprocess.run([PROGRAM, "book", *arguments], stdin=subprocess.DEVNULL, timeout=600,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def write(name, first, count):
    subprocess.run([WRITER, at(name), str(SEED), str(first), str(count)], check=True,
                   stdout=subprocess.DEVNULL, timeout=600)


def facts(text):
    """The lines of a dump without what is derived."""
    return {"\t".join(line.split("\t")[:18]) for line in text.splitlines() if line[0] != "#"}


def keys(lines):
    """Which positions and games they are about."""
    return {tuple(line.split("\t")[:2 if line[0] == "p" else 4]) for line in lines}


def remove(name):
    for end in ENDS:
        if os.path.lexists(at(name + end)):
            os.remove(at(name + end))


def copy(source, target):
    remove(target)
    for end in ENDS[:2]:
        if os.path.exists(at(source + end)):
            shutil.copy(at(source + end), at(target + end))


class Trouble(Exception):
    pass


def must(is_true, what):
    if not is_true:
        raise Trouble(what)


def look(name, original, most_lost, later=None):
    """Is a book whole, or told to be damaged and fixed with at most so many rows lost? Returns
    whether damage was told. `later`: a dump of the book after more transactions, of which one may
    lie in the log, not committed, when it is killed."""
    code, out, error = run("dump", at(name))
    must(code in (0, 65), f"dump: exit {code}: {error}")
    if code == 65:
        must(error.count("\n") == 1 and ("damaged" in error or "not a working book" in error or
                                         "not a book of Outflank" in error or
                                         "not those of a book" in error or
                                         "format" in error), f"dump: {error}")
    if code == 0 and out == original:
        return False
    must(code == 65, "dump: a book with other content was taken for whole")
    code, out, error = run("check", at(name))
    must(code in (1, 65), f"check: exit {code}: {out}{error}")
    must("***" not in out, f"check: {out}")
    must("not looked at" not in out or " positions, " not in out, f"check counted what it did not see: {out}")
    code, out, error = run("fix", at(name))
    must(code == 0, f"fix: exit {code}: {error}")
    must("***" not in out and "outflank book fix" not in out, f"fix: {out}")
    must("the damaged file is kept" not in out or out.count("\n") == 3 + ("contradict" in out), f"fix: {out}")
    code, out, error = run("check", at(name))
    must(code == 0, f"check after fix: exit {code}: {out}{error}")
    code, out, error = run("dump", at(name))
    must(code == 0, f"dump after fix: exit {code}: {error}")
    before, after = facts(original), facts(out)
    lost = keys(before) - keys(after)
    allowed = facts(later) if later else before
    must(keys(after) <= keys(allowed), f"fix invented {keys(after) - keys(allowed)}")
    must(len(lost) <= most_lost, f"{len(lost)} rows were lost: {lost}")
    gone = (before & allowed) - after
    must(len(gone) <= most_lost, f"rows went back: {gone}")
    return True


def each(what, n, trial):
    """Runs trial(i) n times; one result."""
    n_told = 0
    for i in range(n):
        try:
            n_told += bool(trial(i))
        except Trouble as trouble:
            return check.that(False, what, f"number {i}: {trouble}")
        except subprocess.TimeoutExpired as late:
            return check.that(False, what, f"number {i}: {late}")
    return check.that(True, f"{what}: {n} times, damage told {n_told} times")


def test_flips():
    write("whole", 0, 60)
    original, stats = run("dump", at("whole"))[1], run("stats", at("whole"))[1]
    size = os.path.getsize(at("whole"))
    check.that(not os.path.exists(at("whole-wal")), "a closed book has no log")

    def trial(_):
        copy("whole", "flipped")
        with open(at("flipped"), "r+b") as file:
            place = rng.randrange(size)
            file.seek(place)
            byte = file.read(1)[0] ^ rng.randrange(1, 256)
            file.seek(place)
            file.write(bytes([byte]))
        # The share of moves that are known: a key that is wrong hides its position from look-ups.
        code, out, error = run("stats", at("flipped"))
        must(code == 65 or out == stats, f"stats: a look-up missed without a word: {out}{error}")
        return look("flipped", original, 1)

    each("a flipped byte of a book", 2000 if LONG else 60, trial)

    def cut(i):
        copy("whole", "cut")
        length = size - 1 - i if LONG else rng.randrange(100, size)  # SQLite's head: with less it is no book
        os.truncate(at("cut"), length)
        return look("cut", original, len(keys(facts(original))))

    each("a cut tail", 3 * 4096 if LONG else 40, cut)


# ---- hostile files: what is wrong has a good checksum ----

def seal_working(data, number):
    page = data[number * 4096:number * 4096 + 4088]
    return checksum(page) ^ (number + 1) * 0x9E3779B97F4A7C15 & 2 ** 64 - 1


def seal_packed(data, number):
    page = data[number * 2048:number * 2048 + 2040]
    return wide_checksum(page) ^ checksum(bytes(data[32:40]) + struct.pack("<Q", number))


def spoil(name, page_size, seal):
    """Some bytes of one page, with lying counts and lengths among them; then its checksum is right."""
    with open(at(name), "rb") as file:
        data = bytearray(file.read())
    number = rng.randrange(len(data) // page_size)
    for _ in range(rng.randrange(1, 4)):
        place = number * page_size + rng.choice((rng.randrange(page_size - 16), rng.randrange(108)))
        new = rng.choice((bytes([rng.randrange(256)]), b"\xff" * 4, b"\x7f" + b"\xff" * 7, bytes(8),
                          bytes([data[place] ^ 1 << rng.randrange(8)])))
        data[place:place + len(new)] = new
    end = (number + 1) * page_size
    data[end - 8:end] = struct.pack("<Q", seal(data, number))
    with open(at(name), "wb") as file:
        file.write(data)


def survives(name, *commands):
    """Every command ends by itself, in one sentence on stderr at most."""
    for command in commands:
        code, out, error = run(*command)
        must(code in (0, 1, 65) and error.count("\n") <= 1 and "Sanitizer" not in error,
             f"{command[0]}: exit {code}: {error[:2000]}")
        must(code != 0 or command[0] != "check" or "; 0 faults" in out, f"check: {out}")


def test_hostile():
    write("whole", 0, 60)
    run("pack", at("whole"), at("packed"))

    def working(_):
        copy("whole", "hostile")
        spoil("hostile", 4096, seal_working)
        target = at("hostile")
        survives("hostile", ("show", target, "f5"), ("stats", target), ("check", target), ("dump", target),
                 ("export", target, at("out.dat")), ("fix", target))
        remove("hostile")

    each("a working book of an enemy", 1000 if LONG else 20, working)

    def packed(_):
        copy("packed", "hostile")
        spoil("hostile", 2048, seal_packed)
        target = at("hostile")
        survives("hostile", ("show", target, "f5"), ("stats", target), ("check", target), ("dump", target),
                 ("export", target, at("out.egbk3")), ("unpack", target, at("unpacked")))
        remove("unpacked")

    each("a packed book of an enemy", 1000 if LONG else 20, packed)

    def imported(_):
        run("export", at("whole"), at("good.dat"))
        name = rng.choice(("good.dat", "good.egbk2", "good.egbk3"))
        run("export", at("whole"), at(name))
        with open(at(name), "r+b") as file:
            data = bytearray(file.read())
            for _ in range(rng.randrange(1, 4)):
                place = rng.choice((rng.randrange(len(data)), rng.randrange(60)))
                data[place:place + 1] = rng.choice((b"\xff", b"\0", b"\x7f", bytes([rng.randrange(256)])))
            file.seek(0)
            file.write(data[:rng.choice((len(data), rng.randrange(len(data))))])
            file.truncate()
        survives(name, ("import", at("imported"), at(name)),
                 *([("check", at("imported"))] if os.path.exists(at("imported")) else []))
        remove("imported")

    each("a book of another program of an enemy", 300 if LONG else 10, imported)


def test_packed():
    """Every byte of a small packed book, or some, flipped: told, or nothing is different."""
    write("small", 0, 12)
    run("pack", at("small"), at("packed"))
    original = run("dump", at("packed"))[1]
    with open(at("packed"), "rb") as file:
        data = file.read()

    def trial(i):
        place = i if LONG else rng.randrange(len(data))
        flipped = bytearray(data)
        flipped[place] ^= 1 << rng.randrange(8)
        with open(at("flipped"), "wb") as file:
            file.write(flipped)
        code, out, error = run("check", at("flipped"))
        must(code in (1, 65) and (out + error).count("\n") <= 3, f"check: exit {code}: {out}{error}")
        code, out, error = run("dump", at("flipped"))
        must(code == 65 and error.count("\n") == 1 or code == 0 and out == original,
             f"dump: exit {code}: {error}")
        code, out, error = run("unpack", at("flipped"), at("unpacked"))
        must(code == 65 and not out and error.count("\n") == 1, f"unpack: exit {code}: {error}")
        remove("unpacked")
        return True

    each("a flipped byte of a packed book", len(data) if LONG else 40, trial)


def killed_log(name):
    """A book and its log, as a kill leaves them. False if a bulk load came last."""
    remove(name)
    write(name, 0, 20)
    writer = subprocess.Popen([WRITER, at(name), str(SEED), "20", "100000"],
                              stdout=subprocess.PIPE)
    while int(writer.stdout.readline()) < 34 + rng.randrange(3):
        pass
    writer.kill()
    writer.communicate()
    copy(name, "read")
    return run("dump", at("read"))[0] == 0


def test_log():
    if not any(killed_log("log") for _ in range(30)):
        return check.skip("a flipped byte of a log", "each of 30 kills came after a bulk load")
    original = run("dump", at("read"))[1]
    write("later", 0, 60)
    later = run("dump", at("later"))[1]
    size = os.path.getsize(at("log-wal"))

    def trial(_):
        copy("log", "flipped")
        with open(at("flipped-wal"), "r+b") as file:
            place = rng.randrange(size)
            file.seek(place)
            byte = file.read(1)[0] ^ rng.randrange(1, 256)
            file.seek(place)
            file.write(bytes([byte]))
        return look("flipped", original, 1, later)

    return each("a flipped byte of the log of a killed book", 500 if LONG else 40, trial)


def test_writers():
    """Several at once: each waits for the others, and the book has what all of them wrote."""
    remove("shared")
    writers = [subprocess.Popen([WRITER, at("shared"), str(SEED), str(first), "12"],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
               for first in (0, 12, 24)]
    said = [writer.communicate(timeout=600) for writer in writers]
    check.that(all(writer.returncode == 0 for writer in writers), "three writers at once", said)
    write("alone", 0, 36)
    check.equal(run("check", at("shared"))[0], 0, "what they wrote holds together")
    check.that(run("dump", at("shared"))[1] == run("dump", at("alone"))[1],
               "and is what one would have written")


def test_kills():
    """The reference is written without kills."""
    remove("killed")
    remove("reference")
    state = {"done": 0, "referred": -1, "text": ""}

    def refer(number):
        if state["referred"] < number:
            first = max(state["referred"], 0)
            write("reference", first, number - first)
            state["referred"] = number
            state["text"] = run("dump", at("reference"))[1]
        return state["text"]

    def trial(i):
        writer = subprocess.Popen([WRITER, at("killed"), str(SEED), str(state["done"]), "100000"],
                                  stdout=subprocess.PIPE)
        if i % 4 == 0:
            time.sleep(rng.random() * 0.02) # while it opens, or makes the file
        else:
            for _ in range(rng.randrange(1, 8)):
                writer.stdout.readline()
            time.sleep(rng.random() * 0.003)
        writer.kill()
        said = writer.stdout.read().split()
        writer.wait()
        acknowledged = int(said[-1]) if said else None
        code, out, error = run("check", at("killed"))
        if not os.path.exists(at("killed")) or not os.path.getsize(at("killed")) or \
                "not a book of Outflank" in error and state["done"] == 0:
            must(acknowledged is None and state["done"] == 0, f"nothing is there: {error}")
            return False
        stale = "a load was cut off" in out
        must(code == 0 or (code == 1 and stale), f"check: exit {code}: {out}{error}")
        if stale:
            must(run("fix", at("killed"))[0] == 0, "fix")
        text = run("dump", at("killed"))[1]
        at_least = acknowledged if acknowledged is not None else state["done"]
        # The lines that were read before the kill are counted by the ones that come after.
        for number in range(at_least, at_least + 12):
            if refer(number) == text:
                state["done"] = number
                return stale
        raise Trouble(f"the book is not that of {at_least} transactions or some more")

    each("a kill at a random moment", 200 if LONG else 25, trial)
    check.that(state["done"] > 20, f"{state['done']} transactions were written")


try:
    for test in (test_flips, test_packed, test_hostile, test_log, test_writers, test_kills):
        test()
finally:
    shutil.rmtree(FOLDER, ignore_errors=True)
check.end()
