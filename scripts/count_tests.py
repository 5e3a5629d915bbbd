#!/usr/bin/env python3
"""Count the tests of the last "meson test" run: scripts/count_tests.py [--failed] BUILD/meson-logs

Prints "failed: NAME" for each failure, then one line, "N passed, M failed, S skipped",
subtests (TAP) counted one by one, and fails if none passed or any failed. Programs that ran
once more ("--logbase again", later than the rest) count by that run; "unsteady: NAME" tells of them.
--failed: only the names of the programs that failed, a line each."""
import glob
import json
import os
import sys
import xml.etree.ElementTree as tree


def outcome(case):
    if case.find("failure") is not None or case.find("error") is not None:
        return "failed"
    return "skipped" if case.find("skipped") is not None else "passed"


def has_failed(parts):
    return any(o == "failed" for _, o in parts)


def programs(logs):
    """{program: [(part, outcome)]}; a program that ended badly without telling has one part: how it ended."""
    found = {}
    for case in tree.parse(logs + ".junit.xml").iter("testcase"):
        is_part = " / " in case.get("classname")
        name = case.get("classname") if is_part else "outflank." + case.get("name")
        found.setdefault(name, []).append((case.get("name") if is_part else "", outcome(case)))
    with open(logs + ".json", encoding="utf-8") as rows:
        for row in map(json.loads, rows):
            parts = found.setdefault("outflank." + row["name"], [])
            if row["result"] in ("FAIL", "ERROR", "TIMEOUT", "INTERRUPT") and not has_failed(parts):
                parts.append((row["result"], "failed"))
    return found


def newest(pattern):
    logs = [path[:-len(".junit.xml")] for path in glob.glob(pattern + ".junit.xml")]
    return max(logs, key=lambda log: os.path.getmtime(log + ".junit.xml"), default=None)


def main():
    folder = sys.argv[-1]
    first, again = newest(os.path.join(folder, "testlog*")), newest(os.path.join(folder, "again"))
    if not first:
        print("no tests ran: no log in " + folder, file=sys.stderr if "--failed" in sys.argv else sys.stdout)
        return 1
    found = programs(first)
    failed = sorted(name for name, parts in found.items() if has_failed(parts))
    if "--failed" in sys.argv:
        print("".join(name.rpartition(" / ")[2] + "\n" for name in failed), end="")
        return 0
    if again and os.path.getmtime(again + ".json") > os.path.getmtime(first + ".json"):
        found.update(programs(again))
        for name in failed:
            if not has_failed(found[name]):
                print("unsteady:", name)
    outcomes = [(name, part, o) for name, parts in found.items() for part, o in parts]
    for name, part, o in outcomes:
        if o == "failed":
            print("failed:", name, part)
    passed, failed, skipped = (sum(o == kind for _, _, o in outcomes) for kind in ("passed", "failed", "skipped"))
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
