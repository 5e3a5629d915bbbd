#!/usr/bin/env python3
"""Runs Python for relay.c: relay.py PORT ARGUMENT ...

Sockets stand for its pipes. It ends with the process on the other side, and tells its own end."""
import os
import signal
import socket
import struct
import subprocess
import sys
import threading

EXCEPTION = 0xC0000005  # as Windows calls SIGSEGV

control, *pipes = [socket.create_connection(("127.0.0.1", int(sys.argv[1]))) for _ in range(4)]
for pipe in pipes:
    pipe.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
# Wine's own settings may have signals ignored.
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_DFL)
child = subprocess.Popen([sys.executable, *sys.argv[2:]], stdin=pipes[0], stdout=pipes[1], stderr=pipes[2],
                         start_new_session=True)
for pipe in pipes:
    pipe.close()


def kill_with_other_side():
    try:
        control.recv(1)
    except OSError:
        pass
    os.killpg(child.pid, signal.SIGKILL)


threading.Thread(target=kill_with_other_side, daemon=True).start()
status = child.wait()
try:
    os.killpg(child.pid, signal.SIGKILL)
except ProcessLookupError:
    pass
status = status if status >= 0 else EXCEPTION if status == -signal.SIGSEGV else 128 - status
try:
    control.sendall(struct.pack("<I", status))
except OSError:
    pass
os._exit(0)
