#!/usr/bin/env python3
"""Start a program as a manager of services does, and write down what it tells: sd_notify(3).

notify.py [--watchdog=USEC] [--other] [--abstract] LOG COMMAND...

Each datagram becomes a line of LOG at once.  --other: the watchdog is meant for another process.  SIGTERM goes to
COMMAND.  The exit status is that of COMMAND.
"""

import os
import select
import signal
import socket
import subprocess
import sys
import tempfile

args = sys.argv[1:]
watchdog = None
other = abstract = False
while args and args[0].startswith("--"):
    word = args.pop(0)
    if word.startswith("--watchdog="):
        watchdog = word.split("=", 1)[1]
    elif word == "--other":
        other = True
    elif word == "--abstract":
        abstract = True
    else:
        sys.exit(f"notify.py: {word}: what is that?")
log = open(args.pop(0), "w", buffering=1)

with tempfile.TemporaryDirectory() as folder:
    name = f"@monread-test-{os.getpid()}" if abstract else folder + "/notify"
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.bind("\0" + name[1:] if abstract else name)
    env = dict(os.environ, NOTIFY_SOCKET=name)
    for key in ("WATCHDOG_USEC", "WATCHDOG_PID"):
        env.pop(key, None)
    if watchdog:
        env["WATCHDOG_USEC"] = watchdog

    if watchdog:
        # The process id is known in the child alone.
        script = 'export WATCHDOG_PID=$$; exec "$@"' if not other else 'export WATCHDOG_PID=1; exec "$@"'
        args = ["/bin/sh", "-c", script, "sh"] + args
    child = subprocess.Popen(args, env=env)
    signal.signal(signal.SIGTERM, lambda *_: child.send_signal(signal.SIGTERM))

    def take(seconds):
        while select.select([manager], [], [], seconds)[0]:
            data = manager.recv(65536)
            log.write(data.decode("utf-8", "backslashreplace").replace("\n", "\\n") + "\n")
            seconds = 0

    while child.poll() is None:
        take(0.05)
    take(0)
sys.exit(child.returncode if child.returncode >= 0 else 128 - child.returncode)
