"""rss.py OUT COMMAND...: run it, its output to OUT; the most memory that it had, in KB, and its status.

A process has at least what the one had that began it: to be run with -I -S, so that this is little.
"""
import os
import sys

out = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
err = os.open(sys.argv[1] + '.err', os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
pid = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ,
                      file_actions=[(os.POSIX_SPAWN_DUP2, out, 1), (os.POSIX_SPAWN_DUP2, err, 2)])
_, status, used = os.wait4(pid, 0)
print(used.ru_maxrss, os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
