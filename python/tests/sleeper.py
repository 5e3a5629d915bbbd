#!/usr/bin/env python3
"""A stand-in for the program `outflank`: its searches sleep. OUTFLANK_REAL names the real one.

As `serve` it sleeps for the milliseconds that `nodes` says, and dies of a text "die". As
`book answer` it lets the real one answer, and sleeps OUTFLANK_SLEEP seconds before each.
"""
import json
import os
import signal
import subprocess
import sys
import time

READY = {"schema": 2, "type": "ready", "queue": 256, "line": 65536, "jobs": 1, "files": False,
         "version": "0", "commit": "0", "signature": 0, "network": os.environ.get("OUTFLANK_NETWORK", "0"),
         "book": "none", "threads": 1, "hash": 0, "settings": {}}


def serve():
    print(json.dumps(READY), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        if asked.get("text") == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(asked.get("nodes", 0) / 1000)
        print(json.dumps({"id": asked.get("id"), "type": "result", "action": asked["action"],
                          "position": asked.get("text"), "result": {}}), flush=True)


def answer(words):
    real = subprocess.Popen([os.environ["OUTFLANK_REAL"], *words], text=True, bufsize=1,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for line in sys.stdin:
        time.sleep(float(os.environ.get("OUTFLANK_SLEEP", "0")))
        real.stdin.write(line)
        print(real.stdout.readline(), end="", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve()
    elif sys.argv[1:3] == ["book", "answer"]:
        answer(sys.argv[1:])
    else:
        os.execv(os.environ["OUTFLANK_REAL"], [os.environ["OUTFLANK_REAL"], *sys.argv[1:]])
