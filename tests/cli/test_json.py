#!/usr/bin/env python3
"""JSON of the commands: valid by the shipped schema, and the same as the text.

    test_json.py OUTFLANK SOURCE_ROOT [POSITIONS]

From 1,000 POSITIONS on every command that takes a position is asked about each of them.
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
N_POSITIONS = int(sys.argv[3]) if len(sys.argv) > 3 else 20
IS_LONG = N_POSITIONS >= 1000
GAME = ("f5d6c3d3c4f4f6f3e6e7f7c5c2g6b6e3g4g3c6d2d7h5g5h6f2e2d1e1f1b1c7b4c1g1b5b3a4f8h3e8h2a3a5b2"
        "g7h4h7h8g8h1d8a7a1a2a6b7a8c8b8g2")
check = tap.Tap()
try:
    import jsonschema
except ImportError:
    check.skip("JSON is valid by its schema", "python3-jsonschema is not here")
    check.end()
    sys.exit()
with open(os.path.join(ROOT, "share/schema/outflank-2.json")) as schema_file:
    SCHEMA = json.load(schema_file)
jsonschema.Draft202012Validator.check_schema(SCHEMA)
VALIDATORS = {kind: jsonschema.Draft202012Validator(dict(SCHEMA, anyOf=[{"$ref": f"#/$defs/{kind}"}]))
              for kind in SCHEMA["$defs"]}
used = set()


def run(*words, stdin=""):
    return subprocess.run([PROGRAM, *words], input=stdin, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=3000).stdout.splitlines()


def kind_of(value, kinds):
    """An object says its kind; those of the first commands are told by their place."""
    if "type" in value:
        return value["type"] + ("_total" if "total" in value else "_error" if isinstance(value.get("error"), dict) else "")
    return "analyze_error" if "error" in value else kinds[1] if "total" in value else kinds[0]


def validate(kinds, *words, stdin="", is_told=True):
    """Each line is valid as one of the kinds. Returns the values."""
    lines = [json.loads(line) for line in run(*words, stdin=stdin)]
    wrong = []
    for i, value in enumerate(lines):
        kind = kind_of(value, kinds)
        used.add(kind)
        if kind not in kinds and kind != "analyze_error":
            wrong.append(f"line {i + 1} is of kind {kind}")
            continue
        wrong += [f"line {i + 1}: {error.message[:300]}"
                  for error in VALIDATORS[kind].iter_errors(value)]
    if is_told or wrong or not lines:
        check.that(lines and not wrong, f"{' '.join(words)[:70]}: {len(lines)} lines are valid",
                   "\n".join(wrong[:5]))
    return lines


def boards(n, most_empties):
    with open(os.path.join(ROOT, "tests/data/positions/wthor-held-out.tsv")) as file:
        rows = [line.split("\t") for line in file if line[0] != "#"]
    rows = [r for r in rows if int(r[3]) <= most_empties]
    return [f"{r[0]} {r[1]}" for r in rows[::max(1, len(rows) // n)][:n]]


def test_searches():
    some, late = "\n".join(boards(N_POSITIONS, 60)), "\n".join(boards(N_POSITIONS, 13))
    validate(["analyze"], "analyze", "--json", "--depth", "6", "--job", "a", stdin=some + "\nf5f5\n")
    validate(["analyze"], "analyze", "--json", "--nodes", "30000", "--best", "3", "f5d6c3")
    found = validate(["solve", "solve_total"], "solve", "--json", "--all-moves", stdin=late)
    text = run("solve", "--all-moves", stdin=late)
    check.equal([re.findall(r"(\S+):([+-]\d+)", line.split("  all ")[1]) for line in text[:-1]],
                [[(m["move"], f"{m['score']:+.0f}") for m in one["moves"]] for one in found[:-1]],
                "solve: text and JSON say the same")
    validate(["solve", "solve_total"], "solve", "--json", "--wld", stdin=late)
    validate(["solve", "solve_total"], "solve", "--json", "--nodes", "100", stdin=late)
    found = validate(["analyze"], "analyze", "--json", "--depth", "5", stdin=some)
    text = run("analyze", "--depth", "5", stdin=some)
    check.equal([re.findall(r" (\S+?)(?:=|~|<=|>=)([+-]\S+)", line) for line in text],
                [[(m["move"], f"{m['score']:+.0f}" if m["solved"] else f"{m['score']:+.2f}")
                  for m in one["moves"]] for one in found], "analyze: text and JSON say the same")
    found = validate(["bench", "bench_total"], "bench", "--json", "--depth", "3")[-1]
    check.that(run("bench", "--depth", "3", "--quiet")[-1].startswith(
        f"{found['total']['nodes']} nodes "), "bench: text says the same", found)


def about(board, move):
    """Commands that take one position: how often text and JSON say the same."""
    value = validate(["eval"], "eval", "--json", "--explain", board, is_told=False)[0]["value"]
    n_same = f"{value:+.2f} discs" in run("eval", board)[0]
    found = validate(["perft"], "perft", "--json", "3", "--position", board, is_told=False)[0]
    n_same += f" {found['leaves']} leaves" in run("perft", "3", "--position", board)[0]
    if move == "pass":
        return n_same + 1
    words = ["explain", move, board, "--depth", "3", "--exact-empties", "6"]
    validate(["explain"], *words, "--json", "--beside", is_told=False)
    value, text = validate(["explain"], *words, "--json", is_told=False)[0], run(*words)
    return n_same + (value["worse"] is None or value["loss"] == 0 or not value["sentences"] or
                     [s["text"] for s in value["sentences"]] == text[1:])


def test_positions():
    """All of them in the long form, one in the short one."""
    asked = boards(N_POSITIONS if IS_LONG else 1, 60)
    moves = [one["moves"][0]["move"] for one in validate(
        ["analyze"], "analyze", "--json", "--depth", "1", "--best", "1", stdin="\n".join(asked) + "\n")]
    validate(["game"], "convert", "--to", "json", "-q", stdin="\n".join(asked) + "\n")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        n_same = sum(pool.map(about, asked, moves))
    check.equal(n_same, 3 * len(asked), f"{len(asked)} positions: text says the same")
    n_lines = len(validate(["opening"], "opening", "--json", GAME))
    check.equal(len(run("opening", GAME)), n_lines, "opening: as many names as in the text")
    check.equal(len(validate(["opening"], "opening", "--conflicts", "--json")),
                len(run("opening", "--conflicts")), "opening: as many conflicts as in the text")


def test_reviews():
    words = ["review", "--depth", "2", "--exact-empties", "8", "--hash", "1"]
    if IS_LONG:
        words.append(os.path.join(ROOT, "tests/data/games/WTH_1978.wtb"))
    else:
        words += [GAME]
    validate(["review", "review_error"], *words[:-1], "--json", stdin="f5d6\nf5f5\nzebra\n")
    found = validate(["review"], *words, "--json")
    validate(["study"], *words, "--player", "*", "--json")
    validate(["problem"], "problems", "--json", "--depth", "2", "--exact-empties", "8", "--count", "3", GAME)
    validate(["drill"], *words, "--player", "*", "--quiet", "--drills", "-")
    text = "\n".join(run(*words))
    played = [ply["played"] for one in found for ply in one["plies"]]
    check.equal(re.findall(r"^ *\d+  (?:black|white)  (\w\w) ", text, re.M), played,
                "review: the text has the same moves")


def test_doctor():
    found, text = validate(["doctor"], "doctor", "--json")[0], "\n".join(run("doctor"))
    said = [found[key] for key in ("version", "cpu", "level_in_use", "huge_pages", "weights")]
    said += [f"{name:16}{value}" for name, value in found["options"].items()]
    said += [f"self-test       {level}: {value}" for level, value in found["self_tests"].items()]
    check.equal([one for one in said if one not in text], [], "doctor: text says the same")


def told(text):
    return [int(n) for n in re.findall(r"(?<![\w.])\d+(?![\w.])", "\n".join(text))]


def test_book(folder):
    def path(name):
        return os.path.join(folder, name)

    def both(kind, keys, *words, stdin=""):
        """The same command on two copies: its counts, in order, are those of the text."""
        text = run("book", words[0], *[w.replace("@", path("text")) for w in words[1:]], stdin=stdin)
        found = validate([kind], "book", words[0], "--json",
                         *[w.replace("@", path("json")) for w in words[1:]], stdin=stdin)[0]
        check.equal(told(text), [found[key] for key in keys.split()], f"{kind}: text says the same")
        return found

    if not run("book", "learn", path("a.db"), "-", stdin=GAME):
        check.skip("JSON of book", "this build has no books")
        return
    both("book_learn", "games new bad asked", "learn", "@.db", "-", stdin=GAME)
    for form in ("text", "json"):
        subprocess.run([PROGRAM, "book", "grow", "-q", "-d", "2", "--exact", "2", "-p", "40", "-t", "1",
                        path(form + ".db")], check=True, stdout=subprocess.DEVNULL)
    validate(["book_grow"], "book", "grow", "--json", "-q", "-d", "2", "-p", "30", path("json.db"))
    both("book_check", "positions games counts faults", "check", "@.db")
    both("book_pack", "positions", "pack", "@.db", "@.pak")
    both("book_check", "positions faults", "check", "@.pak")
    both("book_unpack", "positions new", "unpack", "@.pak", "@-un.db")
    both("book_fix", "positions games", "fix", "@.db")
    both("book_merge", "positions games new", "merge", "@-me.db", "@.db")
    dump = "\n".join(run("book", "dump", path("json.db"))) + "\n"
    both("book_load", "positions games new", "load", "@-lo.db", stdin=dump)
    both("book_subtree", "kept gone", "subtree", "@.db", "@-su.db")
    both("book_prune", "kept gone", "prune", "@-lo.db", "--least-empties", "55")
    answers = "\n".join(run("book", "answer", stdin="\n".join(
        run("book", "tasks", "-n", "3", "-d", "1", path("json.db"))) + "\n")) + "\n"
    both("book_take", "taken new refused", "take", "@-lo.db", stdin=answers + "nonsense\n")
    validate(["book_export"], "book", "export", "--json", path("json.db"), path("e.dat"))
    text = told(run("book", "import", path("i.db"), path("e.dat")))
    found = validate(["book_import"], "book", "import", "--json", path("j.db"), path("e.dat"))[0]
    check.equal(text[:3], [found[k] for k in ("records", "positions", "new")],
                "book_import: text says the same")
    stats, text = validate(["book_stats"], "book", "stats", "--json", path("json.db")), \
        run("book", "stats", path("json.db"))
    check.equal([line.split()[:3] for line in text[1:]],
                [[str(one.get("ply", "all")), str(one["positions"]), str(one["no_value"])]
                 for one in stats], "book_stats: text says the same")
    validate(["book_people"], "book", "dump", "--people", "1", path("a.db"), is_told=False)
    test_show(path("json.db"))


def test_show(path):
    """Positions of the book, and in the long form as many others."""
    rows = [line.split("\t") for line in run("book", "dump", path)]
    keys = [next((field for field in row if re.fullmatch(r"[-XO]{64} [XO]", field)), None)
            for row in rows]
    asked = ["start", "f5", "f5d6", "f5f6"] + [key for key in keys if key]
    if IS_LONG:
        asked += boards(N_POSITIONS, 60)
    asked = asked if IS_LONG else asked[:4]

    def is_same(board):
        found = validate(["book_show"], "book", "show", "--json", path, board, is_told=False)[0]
        text = "\n".join(run("book", "show", path, board))
        return f"value      {found['value']:+.2f}" in text if "value" in found else \
            "value      none" in text or "not in the book" in text
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        n_same = sum(pool.map(is_same, asked))
    check.equal(n_same, len(asked), "book_show: text says the same")


def test_matches(folder):
    words = ["match", "-engine", "self", "nodes=50", "name=a", "-engine", "self", "nodes=60", "name=b",
             "-games", "2", "-rounds", "2", "-srand", "3"]
    found = validate(["match_game", "match"], *words, "-json", "-sprt")
    text = "\n".join(run(*words, "-sprt"))
    games = [f"game {one['game']}: {one['black']} - {one['white']} {one['difference']:+d} "
             f"(opening {one['opening']})" for one in found[:-1]]
    total = found[-1]["encounters"][0]
    said = f"+{total['wins']} ={total['draws']} -{total['losses']} of {total['games']} games"
    check.that(len(games) == 4 and all(g in text for g in games) and said in text,
               "match: text says the same", text)
    record = os.path.join(folder, "session.log")
    with open(record, "w") as file:
        file.write("! args gtp\n> 1 name\n< =1 Somebody\n<\n> 2 quit\n< =2\n<\n")
    found = validate(["replay", "replay_total"], "replay", "--json", record)
    text = run("replay", record)
    check.that(found[0]["expected"] in text[0] and found[0]["found"] in text[1] and
               told(text[-1:]) == list(found[-1]["total"].values()), "replay: text says the same", text)
    if IS_LONG:
        engine = f"cmd='{PROGRAM}' cassio"
        found = validate(["compliance", "compliance_total"], "match", "-compliance", "-json", "-engine",
                         engine, "proto=cassio")
        text = run("match", "-compliance", "-engine", engine, "proto=cassio")
        check.equal([line.split()[:2] for line in text[1:-1]],
                    [[one["outcome"], one["case"]] for one in found[:-1]],
                    "compliance: text says the same")


with tempfile.TemporaryDirectory() as scratch:
    test_searches()
    test_positions()
    test_reviews()
    test_doctor()
    test_book(scratch)
    test_matches(scratch)
parts = {"names", "people", "line", "review_share", "review_side", "review_ply", "beside", "beside_board", "match_standing", "study_mean", "study_move"}
left_out = set() if IS_LONG else {"compliance", "compliance_total"}
check.equal(sorted(set(SCHEMA["$defs"]) - parts - used - left_out), [], "every schema was needed")
check.end()
