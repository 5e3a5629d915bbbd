#!/usr/bin/env python3
"""Count the tests of the last "meson test" run: scripts/count_tests.py BUILD/meson-logs

Prints "failed: NAME" for each failure, then one line, "N passed, M failed, S skipped",
subtests (TAP) counted one by one, and fails if none passed or any failed."""
import glob
import os
import sys
import xml.etree.ElementTree as tree


def count(path):
    passed = failed = skipped = 0
    for case in tree.parse(path).iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
            print("failed:", case.get("classname"), case.get("name"))
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    return passed, failed, skipped


def main():
    logs = glob.glob(os.path.join(sys.argv[1], "testlog*.junit.xml"))
    if not logs:
        print("no tests ran: no log in " + sys.argv[1])
        return 1
    passed, failed, skipped = count(max(logs, key=os.path.getmtime))
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
