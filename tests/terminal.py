#!/usr/bin/env python3
"""What a command shows on a terminal of WIDTH columns, 0: as many as a new one has.

terminal.py WIDTH COMMAND...: standard error goes where it does in any case.
"""
import fcntl
import os
import pty
import struct
import sys
import termios

width = int(sys.argv[1])
errors = os.dup(2)
pid, fd = pty.fork()
if pid == 0:
    if width:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack('HHHH', 25, width, 0, 0))
    os.environ.pop('COLUMNS', None)
    os.environ['TERM'] = 'dumb'
    os.dup2(errors, 2)
    os.execvp(sys.argv[2], sys.argv[2:])
shown = b''
while True:
    try:
        more = os.read(fd, 65536)
    except OSError:  # The terminal is closed.
        break
    if not more:
        break
    shown += more
os.waitpid(pid, 0)
sys.stdout.buffer.write(shown.replace(b'\r\n', b'\n'))
