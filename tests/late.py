"""Run a command with a terminal for standard error, and read its output late.

late.py SECONDS OUTPUT ERRORS COMMAND...: nothing is read for so many seconds; OUTPUT "tty" is the terminal, too.
"""
import os
import subprocess
import sys
import threading
import time

seconds, output, errors = float(sys.argv[1]), sys.argv[2], sys.argv[3]
master, terminal = os.openpty()
said = []


def listen():
    try:
        while True:
            data = os.read(master, 4096)
            if not data:
                break
            said.append(data)
    except OSError:  # The terminal is closed.
        pass


child = subprocess.Popen(sys.argv[4:], stdin=0, stderr=terminal,
                         stdout=terminal if output == "tty" else subprocess.PIPE)
os.close(terminal)
listener = threading.Thread(target=listen)
listener.start()
if output != "tty":
    time.sleep(seconds)
    with open(output, "wb") as file:
        file.write(child.stdout.read())
status = child.wait()
listener.join()
with open(errors, "wb") as file:
    file.write(b"".join(said).replace(b"\r\n", b"\n"))
sys.exit(status)
