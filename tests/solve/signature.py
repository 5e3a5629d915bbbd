"""The node count of `outflank bench` is the same at every CPU level, and the one
written in signature.txt. usage: signature.py OUTFLANK SIGNATURE_FILE"""
import re
import subprocess
import sys


def nodes_at(program, level):
    done = subprocess.run([program, "bench", "--cpu", level], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)
    if done.returncode == 64 and "cpu" in done.stderr.lower():
        return None
    last = done.stdout.splitlines()[-1] if done.stdout else ""
    match = re.fullmatch(r"(\d+) nodes \d+ nps", last)
    if not match:
        sys.exit(f"{level}: exit {done.returncode}, last line {last!r}, {done.stderr!r}")
    return int(match.group(1))


def main():
    program, reference = sys.argv[1:3]
    expected = int(open(reference, encoding="ascii").read().split()[0])
    counted = 0
    failed = False
    for level in ("generic", "baseline", "avx2", "avx512", "neon"):
        nodes = nodes_at(program, level)
        if nodes is None:
            print(f"{level}: not on this machine or not built")
            continue
        counted += 1
        failed |= nodes != expected
        print(f"{level}: {nodes} nodes, expected {expected}")
    if not counted:
        sys.exit("no level could run")
    sys.exit(1 if failed else 0)


main()
