#!/usr/bin/env python3
"""outflank-train from outside: what is wrong is said and nothing is spoiled; runs repeat.

    test_train.py OUTFLANK-TRAIN TEST-DATA WEIGHTS-FOLDER
"""
import glob
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
BASES = [os.path.join(sys.argv[2], "games", f"WTH_{year}.wtb") for year in (1977, 1978)]
LABELLED = os.path.join(sys.argv[2], "train", "wthor-20.ofd")
check = tap.Tap()


def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], timeout=1800, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)
    return path


def refused(name, code, words, *arguments):
    done = run(*arguments)
    lines = done.stderr.splitlines()
    check.that(done.returncode == code and lines and words in lines[-1], name,
               f"code {done.returncode}, expected {code}\n{done.stderr}")


FIT = ("e1", "-t", 1, "-e", 1, "-k", 1, "-b", 256, "--holdout", 30, "--no-outcomes")


def test_fit(folder):
    data, base = os.path.join(folder, "one"), os.path.join(folder, "base")
    write(data, read(LABELLED))
    write(os.path.join(folder, "text"), b"something of somebody else, long enough")
    write(base, read(BASES[0])[:500])
    done = run("e1", "-t", 1, "-k", 1, "-e", 1, "--holdout", 0, "-o", base + "-weights", base)
    check.that(done.returncode == 0 and "cut off, 5 games are missing" in done.stderr,
               "a base that is cut off is told of", done.stderr)
    os.unlink(base)
    os.unlink(base + "-weights")
    weights, again = os.path.join(folder, "network"), os.path.join(folder, "again")
    done = run(*FIT, "-o", weights, data, BASES[0])
    check.that(done.returncode == 0 and "| all |" in done.stdout, "a network is trained",
               done.stdout + done.stderr)
    run(*FIT, "-o", again, data, BASES[0])
    check.that(read(weights) == read(again), "the same run writes the same file")
    run(*FIT, "--seed", 2, "-o", again, data, BASES[0])
    check.that(read(weights) != read(again), "another seed holds out other games")
    before = read(weights)
    refused("no such file", 66, "cannot be read", *FIT, "-o", weights, data, "/no/such/file")
    refused("text for data", 65, "WTHOR", *FIT, "-o", weights, os.path.join(folder, "text"))
    refused("nothing to read", 64, "expected a data file", *FIT, "-o", weights)
    refused("nothing to write", 64, "--out", "e1", data)
    refused("no number", 64, "--decay", "e1", "--decay", "x", "-o", weights, data)
    refused("out of range", 64, "--holdout", "e1", "--holdout", "91", "-o", weights, data)
    refused("no such folder", 73, "cannot be written", *FIT, "-o", "/no/such/folder/x", data)
    check.that(read(weights) == before, "the weights that were there stay")
    process = subprocess.Popen([PROGRAM, *map(str, FIT), "-e", "100000", "-o", weights, data],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    process.send_signal(signal.SIGKILL)
    process.wait()
    check.that(read(weights) == before, "after a kill too")
    names = sorted(os.listdir(folder))
    check.that(names == ["again", "network", "one", "text"],
               "nothing is left lying about", names)
    return weights


def test_measure(folder, weights):
    obf = os.path.join(folder, "moves.obf")
    board = "---------------------------OX------XO---------------------------"
    write(obf, f"{board} X; D3:0; C4:0; F5:0; E6:0;\n".encode())
    for more in ([], ["-w", weights]):
        done = run("measure", *more, obf)
        check.that(done.returncode == 0 and "| moves.obf | 4 |" in done.stdout and
                   "100.0 %" in done.stdout, f"an OBF file is measured {more[:1]}",
                   done.stdout + done.stderr)
    table = write(os.path.join(folder, "table.tsv"), f"# x\n{board}\tX\t0.5\n".encode())
    deep = run("measure", "--depth", "3", obf)
    check.that(deep.returncode == 0 and deep.stdout != done.stdout, "searches are measured",
               deep.stdout + deep.stderr)
    done = run("measure", table)
    check.that(done.returncode == 0 and "| table.tsv | 1 |" in done.stdout, "a table is measured",
               done.stdout + done.stderr)
    refused("a table without scores", 65, "line 2: expected a score", "measure", "-c", 4, table)
    damaged = bytearray(read(weights))
    damaged[len(damaged) // 2] ^= 1
    refused("damaged weights", 65, "checksum", "measure", "-w",
            write(os.path.join(folder, "damaged"), damaged), obf)


def held_error(done):
    """MAE of the fitted network on positions whose labels are estimates."""
    later = done.stdout.partition("later positions")[2]
    rows = [line.split("|") for line in later.splitlines() if line.startswith("| 33-36 |")]
    return float(rows[0][3]) if rows else math.inf


def test_network(folder):
    data, weights = os.path.join(folder, "one"), os.path.join(folder, "network")
    again, further = os.path.join(folder, "network-again"), os.path.join(folder, "network-further")
    done = run(*FIT, "--from", weights, "--keep", 10, "--most-mib", 2, "-o", further, data, BASES[0])
    check.that(done.returncode == 0 and read(further) != read(weights) and
               os.path.getsize(further) <= 2 << 20, "a network is trained further and cut to size",
               done.stdout + done.stderr)
    done = run("compare", "--holdout", 30, "-w", weights, "-w", further, data, BASES[0])
    check.that(done.returncode == 0 and "network MAE | RMSE | network-further MAE | RMSE |" in done.stdout
               and "| all |" not in done.stdout and "| 0-60 |" in done.stdout,
               "both are compared", done.stdout + done.stderr)
    done = run("compare", "--plain", "-n", 10, "--holdout", 30, "-w", weights, data)
    check.that(done.returncode == 0 and len(done.stdout.splitlines()[0].split("\t")) == 6,
               "numbers for a plot", done.stdout + done.stderr)
    refused("nothing to go on from", 66, "cannot be read", *FIT, "--from", "/no/such/file", "-o", again,
            data)
    refused("nothing to keep", 64, "--from", *FIT, "--keep", 10, "-o", again, data)
    held = (*FIT, "--from", weights, "--rate", 0, "--dense-rate", 0, "--hold", data)
    done, other = run(*held, "-o", again, BASES[0]), run(*held, "--like", further, "-o", again, BASES[0])
    check.that(held_error(done) < 0.5 < held_error(other) < math.inf, "positions held get the values of weights",
               done.stdout + done.stderr + other.stdout)
    refused("nothing that says what stays", 64, "--from", *FIT, "--hold", data, "-o", again, BASES[0])
    refused("nothing to hold", 66, "cannot be read", *FIT, "--from", weights, "--hold", "/no/such/file",
            "-o", again, BASES[0])
    refused("no weights", 65, "cannot be opened", "compare", "-w", "/no/such/file", data)


def test_blend(folder):
    """A share of the way from one network to the other: what is whole at 1 and gone at 0."""
    start, end = os.path.join(folder, "network"), os.path.join(folder, "network-further")
    ends = list(zip(constants(start), constants(end)))
    check.that(any(a != b for a, b in ends), "training moved the constants")
    for share in (0, 0.5, 1):
        out = os.path.join(folder, f"blend-{share}")
        done = run("blend", "--from", start, "--share", share, "--out", out, end)
        found = constants(out) if done.returncode == 0 else []
        check.that(len(found) == 61 and all(abs(x - (a + share * (b - a))) <= 2 + abs(a) * 1e-6
                                            for x, (a, b) in zip(found, ends)),
                   f"a share of {share} is that far from the start", done.stderr or str(found))
    out = os.path.join(folder, "blend-early")
    run("blend", "--from", start, "--share", 0, "--early", 11, "--out", out, end)
    found, near = constants(out), lambda x, y: abs(x - y) <= 2 + abs(y) * 1e-6
    check.that(all(near(found[p], ends[p][1]) for p in range(11)) and
               all(near(found[p], ends[p][0]) for p in range(20, 61)),
               "--early leaves the first knots as they were learned", str(found))
    out = os.path.join(folder, "blend-none")
    data = write(os.path.join(folder, "few"), read(BASES[0])[:500])
    bare = os.path.join(folder, "blend-0")
    seen, seldom = os.path.join(folder, "blend-seen"), os.path.join(folder, "blend-seldom")
    run("blend", "--from", start, "--share", 0, "--rarely", 0, "--out", seen, end, data)
    run("blend", "--from", start, "--share", 0, "--rarely", 1000000, "--out", seldom, end, data)
    check.that(constants(seen) == constants(seldom) == constants(bare) and
               len({read(seen), read(seldom), read(bare)}) == 3,
               "rows that DATA does not have stay whole, seldom ones nearly, all else goes back")
    refused("no end", 64, "expected a weights file", "blend", "--from", start, "-o", out)
    refused("two ends", 65, "WTHOR", "blend", "--from", start, "-o", out, end, end)
    refused("a base is no network", 65, "not a weights file", "blend", "--from", start, "-o", out, BASES[0])
    refused("no start", 64, "--from", "blend", "-o", out, end)
    check.that(not os.path.exists(out), "nothing is written of what is refused")


PART_HEADER = 32


def part(path, magic):
    """The block of a part file, whose network the header must name."""
    data = read(path)
    check.that(data[:8] == b"OFLPART1" and int.from_bytes(data[16:24], "little") ==
               len(data) - PART_HEADER and data[PART_HEADER:][:8] == magic,
               f"{os.path.basename(path)} is a part file of {magic}", str(data[:48]))
    return data[PART_HEADER:]


def joined(folder, *paths):
    """The files one behind the other, as cat does it."""
    return write(os.path.join(folder, "joined-" + "-".join(map(os.path.basename, paths))),
                 b"".join(read(path) for path in paths))


def constants(path):
    """Constants of the plies in a network's file or in a part file, 1/131072 disc."""
    data = read(path)
    first, step = (48, 4) if data[:7] == b"OFLPART" else (64 + 2120, 2128)
    return [int.from_bytes(data[first + step * ply:][:4], "little", signed=True)
            for ply in range(61)]


def never_exact(base):
    """The base, its theoretical scores said to hold from 61 empty squares on."""
    return read(base)[:14] + bytes([61]) + read(base)[15:]


def test_bias(folder):
    """What values are off in the mean becomes less, by constants in a file of their own."""
    data, network = os.path.join(folder, "one"), os.path.join(folder, "network")
    level, again = os.path.join(folder, "level"), os.path.join(folder, "level-again")
    before, off, start, was = read(network), [], network, network
    for out in (level, again):
        done = run("bias", "--prior", 0, "-w", start, "-o", out, data)
        rows = [row.split("|") for row in done.stdout.splitlines()[2:]]
        n = sum(float(row[2]) for row in rows)
        off.append(sum(float(row[2]) * abs(float(row[4])) for row in rows if row[4].strip()) /
                   max(n, 1))
        moved = [(constants(out)[60 - int(row[1])] - constants(was)[60 - int(row[1])]) / 131072
                 - float(row[5]) for row in rows]
        check.that(max(map(abs, moved)) < 0.006, "what is told is added", str(moved))
        start, was = joined(folder, network, out), out
    check.that(done.returncode == 0 and len(rows) > 5 and off[1] < 0.7 * off[0], "off by less",
               f"{off} {done.stderr}")
    part(level, b"OFLCONS1")
    check.that(read(network) == before and read(level)[8:16] == before[40:48],
               "the network stays as it is, and its part names it")
    # The data begin with 8 empty squares, and one bucket of rows holds all plies.
    done = run("bias", "--early", 55, "-w", network, "-o", again, data)
    rows = [row.split("|") for row in done.stdout.splitlines()[2:]]
    rows = [row for row in rows if 60 - int(row[1]) < 55]
    old, new = constants(network), constants(again)
    moved = [(new[60 - int(row[1])] - old[55 + (int(row[1]) - 5) % 2]) / 131072 - float(row[5])
             for row in rows]
    check.that(done.returncode == 0 and len(rows) > 1 and max(map(abs, moved)) < 0.006 and
               all(abs(float(row[4]) - float(row[5])) < 0.011 and float(row[4]) for row in rows),
               "plies that were not trained on get constants of their own", f"{rows} {moved} {done.stderr}")
    check.that(read(again)[40:44] == bytes([55, 0, 0, 0]) and new[55:] == old[55:],
               "and all else of the next, which stay as they are")
    first = os.path.join(folder, "constants-first")
    done = run("bias", "--first", 55, "-w", network, "-o", first, data)
    rows = {int(r[1]): r for r in (x.split("|") for x in done.stdout.splitlines()[2:])}
    new = constants(first)
    moved = [(new[60 - e] - old[60 - e]) / 131072 - float(r[4]) for e, r in rows.items() if 60 - e < 55]
    check.that(done.returncode == 0 and len(moved) > 1 and max(map(abs, moved)) < 0.006 and
               new[55:] == old[55:] and read(first)[40:44] == bytes(4),
               "the first plies get what their own positions ask for, later ones nothing",
               f"{moved} {done.stderr}")
    further = os.path.join(folder, "network-further")
    like = ("bias", "--first", 55, "--like", further, "-w")
    done = run(*like, network, "-o", os.path.join(folder, "constants-like"), data)
    off = [float(row.split("|")[4]) for row in done.stdout.splitlines()[2:]]
    done = run(*like, joined(folder, network, os.path.join(folder, "constants-like")), "-o",
               os.path.join(folder, "constants-again"), data)
    then = [float(row.split("|")[4]) for row in done.stdout.splitlines()[2:]]
    check.that(len(off) > 1 and max(map(abs, off)) > 0.02 and max(map(abs, then[5:])) < 0.02,
               "means become those of other weights", f"{off} {then} {done.stderr}")
    refused("nothing to be like", 66, "cannot be read", "bias", "--like", "/no/such/file", "-w",
            network, "-o", again, data)
    refused("fewer early plies than there are", 65, "at least", "bias", "--early", 6, "-w",
            joined(folder, network, again), "-o", level, data)
    refused("a part in place of the weights", 64, "name of its own", "bias", "-w", network, "-o",
            network, data)
    refused("a part alone", 65, "without its network", "bias", "-w", again, "-o", level, data)
    check.that(read(network) == before, "the network is still there")
    refused("plies with other rows", 65, "other rows", "bias", "--early", 15, "-w",
            glob.glob(os.path.join(sys.argv[3], "e1-*.bin"))[0], "-o", again, data)
    refused("too late a ply", 64, "--early", "bias", "--early", 60, "-w", network, "-o", again, data)
    linear = write(os.path.join(folder, "linear"), before[:8] + bytes(1) + before[9:])
    refused("linear weights", 65, "weights of kind 0", "bias", "-w", linear, "-o", again, data)
    refused("no data", 64, "a data file", "bias", "-w", network, "-o", again)
    refused("results of games alone", 65, "neither exact scores", "bias", "-w", network, "-o", again,
            write(os.path.join(folder, "results"), never_exact(BASES[0])))
    refused("foreign weights", 65, "weights", "bias", "-w", data, "-o", again, data)
    refused("no number", 64, "--prior", "bias", "--prior", "x", "-w", network, "-o", again, data)
    refused("no such folder", 73, "cannot be written", "bias", "-w", network, "-o",
            "/no/such/folder/x", data)


def test_student(folder):
    """Student and error model in files of their own; together behind their network, or refused."""
    network, further = os.path.join(folder, "network"), os.path.join(folder, "network-further")
    student, again = os.path.join(folder, "student"), os.path.join(folder, "student-again")
    errors, nowhere = os.path.join(folder, "errors"), os.path.join(folder, "nowhere")
    moves, labelled = os.path.join(folder, "moves.obf"), os.path.join(folder, "one")
    teach = ("student", "-n", 3000, "-e", 1, "-w", network)
    done = run(*teach, "-o", student, *BASES)
    check.that(done.returncode == 0 and "pass 1:" in done.stdout, "a student is taught",
               done.stdout + done.stderr)
    part(student, b"OFLSTUD1")
    taught = joined(folder, network, student)
    run(*teach[:-1], taught, "-o", again, *BASES)
    check.that(read(again) == read(student), "the same run writes the same, whoever learned before")
    done = run("errors", "-w", taught, "-o", errors, "-p", 40, "-d", 4, "-n", 8, labelled)
    check.that(done.returncode == 0, "an error model is fitted", done.stdout + done.stderr)
    part(errors, b"OFLERRM1")
    refused("too few positions", 65, "too few positions", "errors", "-w", taught, "-o", nowhere,
            "-p", 1, "-d", 2, "-n", 6, labelled)
    refused("foreign weights", 65, "weights", "errors", "-w", labelled, "-o", nowhere, labelled)
    refused("no weights", 66, "nowhere", "errors", "-w", nowhere, "-o", nowhere, labelled)
    check.that(not os.path.exists(nowhere), "and nothing is written")
    whole = joined(folder, network, errors, student)
    inside = write(os.path.join(folder, "inside"), read(network) + part(student, b"OFLSTUD1") +
                   part(errors, b"OFLERRM1"))
    values = [run("measure", "--depth", 2, "-w", path, moves).stdout for path in (whole, inside)]
    check.that(values[0] == values[1] and "|" in values[0],
               "blocks inside, as older files have them, are the same", str(values))
    size = {path: len(read(path)) for path in (whole, network, errors, student)}
    ends = (size[network], size[network] + size[errors], size[whole])
    for length in sorted({*ends, *(end - 1 for end in ends), ends[0] + 8, ends[1] + 40}):
        done = run("measure", "-w", write(os.path.join(folder, "cut-off"), read(whole)[:length]),
                   moves)
        check.that(done.returncode == (0 if length in ends else 65),
                   f"{size[whole] - length} bytes less", done.stderr)
    damaged = bytearray(read(whole))
    damaged[-size[student] // 2] ^= 1
    refused("a damaged student", 65, "checksum of the student", "measure", "-w",
            write(os.path.join(folder, "damaged"), damaged), moves)
    refused("another network's error model", 65, "another network", "measure", "-w",
            joined(folder, further, errors), moves)
    refused("no teacher", 64, "expected --weights", "student", "-o", again, *BASES)
    refused("no number", 64, "--boards", "student", "--boards", "many", "-o", again, *BASES)
    refused("no such folder", 73, "cannot be written", *teach, "-o", "/no/such/folder/x", *BASES)


def test_pack(folder):
    """Packed weights: as many bytes each time, values near those before, read wherever others are."""
    network, student, data = (os.path.join(folder, name) for name in ("network", "student", "one"))
    packed, again = os.path.join(folder, "packed"), os.path.join(folder, "packed-again")
    whole, moves = joined(folder, network, student), os.path.join(folder, "moves.obf")
    pack = ("pack", "-n", 2000, "-w", whole)
    done = run(*pack, "-o", packed, data, BASES[0])
    check.that(done.returncode == 0 and len(read(packed)) < len(read(whole)) / 3,
               "weights are packed", f"{done.stdout}{done.stderr}")
    run(*pack, "-o", again, data, BASES[0])
    check.that(read(packed) == read(again), "the same run writes the same file")
    values = [run("measure", "-w", path, moves).stdout for path in (whole, packed)]
    check.that(all("| moves.obf | 4 |" in text for text in values), "both are measured", str(values))
    errors = os.path.join(folder, "errors-packed")
    done = run("errors", "-w", packed, "-o", errors, "-p", 40, "-d", 4, "-n", 8, data)
    check.that(done.returncode == 0, "an error model is fitted to them", done.stdout + done.stderr)
    done = run("measure", "--depth", 2, "-w", joined(folder, packed, errors), moves)
    check.that(done.returncode == 0 and "|" in done.stdout, "it stands behind them", done.stderr)
    further = os.path.join(folder, "further-packed")
    done = run(*FIT, "--from", packed, "-o", further, data)
    check.that(done.returncode == 0, "training goes on from them", done.stdout + done.stderr)
    refused("packed twice", 65, "not packed", "pack", "-w", packed, "-o", again, data)
    refused("no positions", 64, "expected a data file", "pack", "-w", whole, "-o", again)


def test_kept_weights(folder, table, n_positions):
    """All kept networks on games they have not seen (the classical has the people's)."""
    def error(*more):
        done = run("measure", *more, table)
        found = re.search(rf"\| {n_positions} \| ([\d.]+) \|", done.stdout)
        return float(found.group(1)) if found else 99
    classical = error()
    files = sorted(glob.glob(os.path.join(folder, "e[0-9]-*.bin")))
    check.that(4 < classical < 7 and len(files) >= 1, "the classical evaluation is measured",
               f"{classical} {files}")
    for path in files:
        name, trained = os.path.basename(path), error("-w", path)
        check.that(trained < 0.75 * classical, f"{name} errs less: {trained} < 0.75 x {classical}")


for name, count in ("wthor-held-out.tsv", 3075), ("selfplay-held-out.tsv", 2110):
    test_kept_weights(sys.argv[3], os.path.join(sys.argv[2], "positions", name), count)
with tempfile.TemporaryDirectory() as temporary:
    refused("an unknown option", 64, "did you mean --weights?", "measure", "--wieghts", 3)
    refused("a number out of range", 64, "--column: expected", "measure", "--column", 2)
    test_measure(temporary, test_fit(temporary))
    test_network(temporary)
    test_blend(temporary)
    test_bias(temporary)
    test_student(temporary)
    test_pack(temporary)
refused("no command", 64, "", "nothing")
check.end()
