#!/usr/bin/env python3
"""JSON of the commands: valid by the shipped schema, and the same as the text.

    test_json.py OUTFLANK SOURCE_ROOT [POSITIONS]
"""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
N_POSITIONS = int(sys.argv[3]) if len(sys.argv) > 3 else 20
check = tap.Tap()
try:
    import jsonschema
except ImportError:
    check.skip("JSON is valid by its schema", "python3-jsonschema is not here")
    check.end()
    sys.exit()
with open(os.path.join(ROOT, "share/schema/outflank-1.json")) as schema_file:
    SCHEMA = json.load(schema_file)


def run(*words, stdin=""):
    return subprocess.run([PROGRAM, *words], input=stdin, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=3000).stdout.splitlines()


def validate(kinds, *words, stdin=""):
    """Each line is valid, as the kind that its place asks for: the last one for all the rest."""
    lines = [json.loads(line) for line in run(*words, stdin=stdin)]
    wrong = []
    for i, value in enumerate(lines):
        kind = "analyze_error" if "error" in value else \
            kinds[1] if "total" in value else kinds[0]
        schema = dict(SCHEMA, anyOf=[{"$ref": "#/$defs/" + kind}])
        errors = jsonschema.Draft202012Validator(schema).iter_errors(value)
        wrong += [f"line {i + 1}: {error.message[:300]}" for error in errors]
    check.that(lines and not wrong, f"{' '.join(words)}: {len(lines)} lines are valid",
               "\n".join(wrong[:5]))
    return lines


def boards(n, most_empties):
    rows = [line.split("\t") for line in
            open(os.path.join(ROOT, "tests/data/positions/wthor-held-out.tsv")) if line[0] != "#"]
    rows = [r for r in rows if int(r[3]) <= most_empties]
    return [f"{r[0]} {r[1]}" for r in rows[::max(1, len(rows) // n)][:n]]


jsonschema.Draft202012Validator.check_schema(SCHEMA)
some, late = "\n".join(boards(N_POSITIONS, 60)), "\n".join(boards(N_POSITIONS, 13))
validate(["analyze"], "analyze", "--json", "--depth", "6", "--job", "a", stdin=some + "\nf5f5\n")
validate(["analyze"], "analyze", "--json", "--nodes", "30000", "--best", "3", "f5d6c3")
found = validate(["solve", "solve_total"], "solve", "--json", "--all-moves", stdin=late)
text = run("solve", "--all-moves", stdin=late)
check.equal([re.findall(r"(\S+):([+-]\d+)", line.split("  all ")[1]) for line in text[:-1]],
            [[(m["move"], f"{m['score']:+.0f}") for m in one["moves"]] for one in found[:-1]],
            "solve: text and JSON say the same")
found = validate(["analyze"], "analyze", "--json", "--depth", "5", stdin=some)
text = run("analyze", "--depth", "5", stdin=some)
check.equal([re.findall(r" (\S+?)(?:=|~|<=|>=)([+-]\S+)", line) for line in text],
            [[(m["move"], f"{m['score']:+.0f}" if m["solved"] else f"{m['score']:+.2f}")
              for m in one["moves"]] for one in found], "analyze: text and JSON say the same")
for board in some.splitlines()[:3]:
    value = validate(["eval"], "eval", "--json", "--explain", board)[0]["value"]
    check.that(f"{value:+.2f} discs" in run("eval", board)[0], "eval: text says the same", value)
validate(["opening"], "opening", "--json", "f5d6c3d3c4")
found = validate(["perft"], "perft", "--json", "6")[0]
check.that(f" {found['leaves']} leaves" in run("perft", "6")[0], "perft: text says the same", found)
found = validate(["bench", "bench_total"], "bench", "--json", "--depth", "3", "--quiet")[-1]
check.that(run("bench", "--depth", "3", "--quiet")[-1].startswith(f"{found['total']['nodes']} nodes "),
           "bench: text says the same", found)
check.end()
