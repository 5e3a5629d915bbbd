#!/usr/bin/env python3
"""outflank serve: each id answered once, by the right board, whatever else is asked.

    test_serve.py OUTFLANK SOURCE_ROOT
"""
import json
import os
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
START = "---------------------------OX------XO--------------------------- X"
ENDLESS = {"action": "analyze", "text": "f5", "infinite": True}
check = tap.Tap()


def lines_of(*requests):
    return "".join((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in requests)


class Service:
    """One that is talked to while it runs."""

    def __init__(self, *options):
        self.process = subprocess.Popen([PROGRAM, "serve", "--hash", "16", *options], text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.ready = self.read()

    def write(self, *requests):
        self.process.stdin.write(lines_of(*requests))
        self.process.stdin.flush()

    def read(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, request):
        self.write(request)
        return self.read()

    def end(self):
        rest, _ = self.process.communicate(timeout=600)
        return [json.loads(line) for line in rest.splitlines()], self.process.returncode


def run(text, *options):
    """All answers to a text, and the exit code."""
    done = subprocess.run([PROGRAM, "serve", "--hash", "16", *options], input=text, text=True, timeout=600,
                          stdout=subprocess.PIPE, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def positions(n):
    path = os.path.join(ROOT, "tests/data/positions/wthor-held-out.tsv")
    rows = [line.split("\t") for line in open(path) if line[0] != "#"]
    return [f"{row[0]} {row[1]}" for row in rows[:n]]


def kinds(answers):
    return {json.dumps(a["id"]): a["error"]["code"] if a["type"] == "error" else a["type"] for a in answers}


def core(answer):
    """What repeats of a search."""
    result = answer["result"]
    return result["position"], result["moves"], result["nodes"]


def test_mixed():
    boards = positions(60)
    asked, limits = [], {"nodes": 20000}
    for i, board in enumerate(boards):
        asked.append({"id": i, "action": "evaluate", "text": board})
        asked.append({"id": f"a{i}", "action": "analyze", "text": board, **limits})
        asked.append({"id": f"p{i}", "action": "perft", "text": board, "depth": 2})
        asked.append("{bad" if i % 9 == 0 else {"id": f"x{i}", "action": "position", "text": "f5f5"})
    answers, code = run(lines_of(*asked), "--jobs", "2")
    ready, answers = answers[0], answers[1:]
    check.equal((ready["type"], ready["jobs"], ready["queue"], code), ("ready", 2, 256, 0), "the first line; the end")
    by_id = {a["id"]: a for a in answers if a["id"] is not None}
    check.equal((len(answers), len(by_id)), (240, 240 - 7), "each id is answered once")
    wrong = [i for i, b in enumerate(boards) for k in (i, f"a{i}", f"p{i}") if by_id[k]["position"] != b]
    check.equal(wrong, [], "each answer is about its board")
    check.equal({by_id[f"a{i}"]["limits"]["nodes"] for i in range(60)}, {20000}, "limits as used")
    check.equal({(a["version"], a["commit"], a["signature"], a["network"], a["book"], a["threads"])
                 for a in answers}, {tuple(ready[k] for k in ("version", "commit", "signature", "network",
                                                              "book", "threads"))}, "provenance of all")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(boards) + "\n")
        file.flush()
        rows = subprocess.run([PROGRAM, "analyze", "--hash", "16", "--json", "--nodes", "20000", file.name],
                              stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    same = [core({"result": json.loads(row)}) == core(by_id[f"a{i}"]) for i, row in enumerate(rows)]
    check.equal(same, [True] * 60, "an analysis does not depend on its neighbours: as outflank analyze")
    signature = open(os.path.join(ROOT, "tests/solve/signature.txt")).read().strip()
    check.equal(str(ready["signature"]), signature, "the signature is that of the tests")


def test_ids():
    ids = ["7", "-0.5", "1e3", "1E+30", "123456789012345678901234567890", '""', '"a\\u00e9\\n\\"x"', '"é"']
    text = "".join('{"action": "position",\t"id" : %s , "text":"f5"}\n' % i for i in ids)
    done = subprocess.run([PROGRAM, "serve"], input=text.encode(), stdout=subprocess.PIPE, check=True).stdout
    found = [line.split(b'"id":')[1].split(b',"type"')[0].decode() for line in done.splitlines()[1:]]
    check.equal(sorted(found), sorted(ids), "ids come back as they were written")
    text = '{"id":1,"action":"position","text":"x","text2":{"id":3}}\n{"a":{"id":3},"id":4}\n{"a":"\\"id\\":5"}\n'
    check.equal({a["id"] for a in run(text)[0][1:]}, {1, 4, None}, "only the outermost id counts")


def test_bad_lines():
    bad = [
        ("x", None, "line"), ("[]", None, "line"), ("{}", None, "line"), ("5", None, "line"), ("\x00", None, "line"),
        ('{"id":1', 1, "line"), ('{"id":"a","action":}', "a", "line"), ('{"id":01}', None, "line"),
        ('{"id":[1],"action":"hello"}', None, "line"), ('{"id":null,"action":"hello"}', None, "line"),
        ('{"action":"hello"}', None, "line"), ('{"id":2,"id":3}', 2, "line"), ('{"id":"\\ud800"}', None, "line"),
        ('{"id":1}', 1, "refused"), ('{"id":1,"action":"fly"}', 1, "refused"), ('{"id":1,"action":5}', 1, "refused"),
        ('{"id":1,"action":"set","hash":4}', 1, "refused"), ('{"id":1,"action":"new_game"}', 1, "refused"),
        ('{"id":1,"action":"hello","deadline":0}', 1, "refused"), ('{"id":1,"action":"hello","progress":1}', 1, "refused"),
        ('{"id":1,"action":"stats","text":"f5"}', 1, "refused"), ('{"id":1,"action":"cancel"}', 1, "refused"),
        ('{"id":1,"action":"cancel","of":2,"text":"f5"}', 1, "refused"),
        ('{"id":1,"action":"review","file":"/etc/passwd"}', 1, "refused"),
        ('{"id":1,"action":"analyze","text":"f5","depth":61}', 1, "refused"),
        ('{"id":1,"action":"play","text":"f5","rating":900}', 1, "refused"),
        ('{"id":1,"action":"perft"}', 1, "refused"), ('{"id":1,"action":"perft","depth":2,"rule":"F"}', 1, "refused"),
        ('{"id":1,"action":"svg","text":"' + "f" * 70000 + '"}', None, "line"),
        ("[" * 60000, None, "line"), ('{"id":1,"action":"convert","to":"wtb","text":"f5"}', 1, "refused"),
    ]
    service = Service()
    for text, name, code in bad:
        answer = service.ask(text)
        check.equal((answer["type"], answer["id"], answer["error"]["code"]), ("error", name, code), text[:60])
        check.that(len(answer["error"]["message"]) > 9, "a sentence", answer)
    service.write("", "  ")
    check.equal(service.ask({"id": 1, "action": "analyze", "text": "f5f5", "depth": 2})["error"].get("column"), 3,
                "the column of a text; empty lines are skipped")
    stats = service.ask({"id": 1, "action": "stats"})["result"]
    check.equal((stats["errors"], stats["results"], stats["waiting"]), (len(bad) + 1, 1, 0), "it lives, and has counted")
    check.equal(service.end(), ([], 0), "bad lines do not change the exit code")


def test_cancel():
    service = Service("--queue", "3")
    service.write({"id": 1, **ENDLESS}, {"id": 2, **ENDLESS}, {"id": "2", **ENDLESS},
                  {"id": "s", "action": "stats"})
    stats = service.read()["result"]
    check.equal((stats["waiting"] + stats["running"], stats["queue"]), (3, 3), "three are open")
    check.equal(kinds([service.ask({"id": 1, "action": "hello"})]), {"null": "id"}, "an id that is in use")
    check.equal(kinds([service.ask({"action": "cancel", "of": 2})]), {"2": "cancelled"}, "one that waits")
    check.equal(kinds([service.ask({"action": "cancel", "of": 1})]), {"1": "cancelled"}, "one that is searched")
    service.write({"id": "c", "action": "cancel", "of": "2"})
    check.equal(kinds([service.read(), service.read()]), {'"c"': "result", '"2"': "cancelled"}, "a cancel with an id")
    answer = service.ask({"id": "c", "action": "cancel", "of": 77})
    check.equal(answer["result"], {"found": False}, "one that is not there")
    check.equal(kinds([service.ask({"id": 1, "action": "hello"})]), {"1": "result"}, "an id is used again")
    check.equal(service.end(), ([], 0), "nothing else was written")


def test_deadlines():
    service = Service()
    service.write({"id": 1, "progress": True, "deadline": 2, **ENDLESS}, {"id": 2, "deadline": 0.2, **ENDLESS},
                  {"id": 3, "action": "perft", "depth": 30, "deadline": 0.7})
    answers = [service.read() for _ in range(3)]
    while not {1, 2, 3} <= {a["id"] for a in answers if a["type"] != "progress"}:
        answers.append(service.read())
    check.equal(kinds(answers), {"1": "result", "2": "deadline", "3": "deadline"}, "deadlines of three kinds")
    last = [a for a in answers if a["id"] == 1][-1]
    check.equal((last["exact"], last["why"]), (False, "deadline"), "what ended a search")
    check.that(len([a for a in answers if a["type"] == "progress"]) > 0, "progress comes if it was asked for")
    service.end()


def test_why():
    near = "OOOOOOOOOOOOOOOOXXXXXXXXXXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOXXXXXX--- X"
    asked = {
        "n": {"action": "analyze", "text": "f5", "nodes": 500}, "d": {"action": "analyze", "text": "f5", "depth": 3},
        "e": {"action": "evaluate", "text": "f5"}, "x": {"action": "solve", "text": near},
        "r": {"action": "review", "text": "f5d6", "depth": 2}, "s": {"action": "analyze", "text": "f5", "seconds": 0.02},
    }
    answers = run(lines_of(*({"id": k, **v} for k, v in asked.items())))[0][1:]
    why = {a["id"]: a.get("why", a["exact"]) for a in answers}
    check.equal(why, {"n": "nodes", "d": "depth", "e": "static", "x": True, "r": "depth", "s": "seconds"}, "why not exact")


def test_ends():
    text = lines_of({"id": 1, "action": "analyze", "text": "f5", "depth": 4}, {"id": 2, "action": "hello"}).rstrip("\n")
    check.equal(kinds(run(text)[0][1:]), {"1": "result", "2": "result"}, "the end of input; a last line without an end")
    check.equal(kinds(run(text[:-1])[0][1:]), {"1": "result", "2": "line"}, "half a line")
    text = lines_of({"id": 1, **ENDLESS}, {"id": 2, **ENDLESS})
    check.equal([kinds(a[1:]) if isinstance(a, list) else a for a in run(text, "--on-eof", "cancel")],
                [{"1": "cancelled", "2": "cancelled"}, 0], "--on-eof cancel")
    service = Service()
    service.write({"id": 1, **ENDLESS}, {"id": 2, **ENDLESS}, {"id": 3, "action": "stats"})
    service.read()
    service.process.send_signal(signal.SIGTERM)
    answers, code = service.end()
    check.equal((kinds(answers), code), ({"1": "cancelled", "2": "cancelled"}, 143), "a signal")
    service = Service()
    service.write({"id": 1, **ENDLESS})
    service.process.stdout.close()
    check.equal(service.process.wait(60), 141, "nobody reads: it ends, though input goes on")


def test_back_pressure():
    order = {}
    for queue in ("2", "9"):
        service = Service("--queue", queue)
        service.write({"id": 1, "deadline": 0.4, **ENDLESS}, {"id": 2, "action": "hello"}, {"id": 3, "action": "hello"},
                      {"id": 4, "action": "stats"})
        order[queue] = [service.read()["id"] for _ in range(4)]
        service.end()
    check.equal([order["2"][0], order["9"]], [1, [4, 1, 2, 3]], "with --queue requests unanswered no line is read")


def test_files():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "g.txt")
        open(path, "w").write("f5d6\nf5f6\n")
        service = Service("--allow-files")
        check.equal(len(service.ask({"id": 1, "action": "read", "file": path})["result"]), 2, "a file")
        for name, words in ((path + "x", "No such file"), (folder, "regular")):
            answer = service.ask({"id": 1, "action": "read", "file": name})
            check.that(words in answer["error"]["message"], f"a bad name: {words}", answer)
        check.equal(kinds([service.ask({"id": 1, "action": "analyze", "file": path})]), {"1": "refused"}, "not for all")
        service.end()


for test in (test_mixed, test_ids, test_bad_lines, test_cancel, test_deadlines, test_why, test_ends, test_back_pressure,
             test_files):
    test()
check.end()
