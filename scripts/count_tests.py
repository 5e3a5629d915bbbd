#!/usr/bin/env python3
"""Count the tests of the last "meson test" run: scripts/count_tests.py BUILD/meson-logs

Prints "failed: NAME" for each failure, then one line, "N passed, M failed, S skipped",
subtests (TAP) counted one by one, and fails if none passed or any failed."""
import glob
import json
import os
import sys
import xml.etree.ElementTree as tree


def count(logs):
    """The parts that each test told of, and tests that ended badly without telling: crashed, too late."""
    passed = failed = skipped = 0
    told = set()
    for case in tree.parse(logs + ".junit.xml").iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
            told.update((case.get("classname"), "outflank." + case.get("name")))
            print("failed:", case.get("classname"), case.get("name"))
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    with open(logs + ".json", encoding="utf-8") as rows:
        for row in map(json.loads, rows):
            if row["result"] in ("FAIL", "ERROR", "TIMEOUT", "INTERRUPT") and "outflank." + row["name"] not in told:
                failed += 1
                print("failed:", row["name"], row["result"])
    return passed, failed, skipped


def main():
    logs = [os.path.splitext(os.path.splitext(path)[0])[0]
            for path in glob.glob(os.path.join(sys.argv[1], "testlog*.junit.xml"))]
    if not logs:
        print("no tests ran: no log in " + sys.argv[1])
        return 1
    passed, failed, skipped = count(max(logs, key=lambda log: os.path.getmtime(log + ".junit.xml")))
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
