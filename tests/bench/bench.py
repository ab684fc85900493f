#!/usr/bin/env python3
"""How fast monread is, next to well-known programs: make bench BENCHFLAGS='--only=json,csv --size=64'

Usage: bench.py [--size=MB] [--only=WORD,...] [--runs=N] [--bin=FOLDER]

Each row of CASES has a command, the command to compare with, and the goal.  Both run in turn, with their output to
/dev/null.  The result is the median of the ratios of neighbouring runs.  {NAME} is an input of INPUTS; {NAME/8} is its first
eighth, and the time of the command counts eight times.  A command that takes less than 50 ms with {mon} uses {large}, which has
eight times its size.  A missed goal is printed, but is not an error.  The rows of memory.py follow; --only=memory selects them.
"""
import argparse
import os
import platform
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import memory  # noqa: E402  pylint: disable=wrong-import-position

HERE = os.path.dirname(os.path.abspath(__file__))
# The invented day of tests/stat, with a sample per minute.
DAY = "%s {here}/../stat/day.py {here}/../stat/day.txt --layouts={here}/../../data --capture={out}" % sys.executable
INPUTS = {
    "mon": DAY + " --interval=60 --users=300 --to={minutes}",
    "json": "monread -f json {mon} >{out}",
    "large": sys.executable + " -c 'import memory; memory.make(\"{tmp}\", {megabytes}, \"monread\")' && mv {tmp}/in {out}",
    "files": "mkdir {out} && monread -q --write={out}/part --rotate=1m {mon}",
    "hours": "mkdir {out} && monread -q --write={out}/part --rotate=1h {mon}",
    "month": sys.executable + " -c 'import memory; memory.month(\"{out}\")'",
    "sample": "cp {here}/../../data/sample.monwrite {out}",
}
LOAD = "python3 {here}/../../src/python/monread-parquet --delta"
TIMES20 = "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do %s; done"

# What, command, command to compare with, and at most so many times its time.
CASES = [
    ("summary", "monread -s {large}", "wc -l {large}", 1.6),
    ("list of 1 %", "monread -l -r 4.5 {large}", "wc -l {large}", 1.6),
    ("count, -q", "monread -q -d 0 -r 23 {large}", "wc -l {large}", 1.6),
    ("text", "monread {mon}", "xxd {mon/8}", 1),
    ("text, -j1", "monread -j1 {mon}", "xxd {mon/8}", 1),
    ("text, two threads", "monread -j2 {mon}", "monread -j1 {mon}", 0.6),
    ("hex", "monread -x {mon}", "xxd {mon/8}", 1),
    ("json, formatted by jq", "monread -f json {mon}", "jq -c . {json/32}", 0.02),
    ("json, two threads", "monread -f json -j2 {mon}", "monread -f json -j1 {mon}", 0.6),
    ("json through a pipe", "cat {mon} | monread -f json -", "monread -f json {mon}", 1.3),
    ("csv of MRUSEINT", "monread -f csv -n MRUSEINT -j1 {mon}", "monread -f json -n MRUSEINT -j1 {mon}", 0.8),
    ("csv of everything", "monread -f csv --split={tmp}/csv --force {mon}", "monread -f json {mon}", 1.5),
    ("arrow of MRUSEACT", "monread -f arrow -n MRUSEACT -j1 {large}", "monread -f csv -n MRUSEACT -j1 {large}", 1.1),
    ("arrow of everything", "monread -f arrow --split={tmp}/arrow --force {mon}", "monread -f csv --split={tmp}/csv --force {mon}", 1.2),
    ("copy a stream", "monread --raw {large} | cat", "cat {large} | cat", 2),
    ("copy MONWRITE", "monread -q --write=- {mon} | cat", "cat {mon} | cat", 2),
    ("--where, a number", "monread -q --where='SYTPRP_PFXCPUAD = 1 AND PFXTMSYS > 0' {large}", "monread -q {large}", 1.6),
    ("--where, a text", "monread -q --where=\"VMDUSER LIKE '%7'\" {large}", "monread -q {large}", 6),
    ("--delta of MRUSEACT", "monread --delta -f csv -j1 -n MRUSEACT {mon}", "monread -f csv -j1 -n MRUSEACT {mon}", 1.2),
    ("--sql of a part", "monread --sql='SELECT PFXCPUAD, count(*) FROM MRSYTPRP GROUP BY 1' {large}", "wc -l {large}", 3),
    ("--sql of users", "monread --sql='SELECT VMDUSER, count(*) FROM MRUSEACT GROUP BY 1' {mon}", "wc -l {mon}", 8),
    ("--sql, rows", "monread -f csv --sql='SELECT * FROM MRUSEINT' {mon}", "monread -f csv -j1 -n MRUSEINT {mon}", 6),
    ("--sqlite", "rm -f {tmp}/db*; monread -q --sqlite={tmp}/db {mon/8}", "monread -f csv --split={tmp}/csv --force {mon/8}", 8),
    ("monstat cpu", "monstat cpu {mon}", "monread -q -n MRSYTPRP {mon}", 4),
    ("all reports", "monstat all {mon}", "monread -f json -j1 {mon}", 12),
    ("page", "monstat --html=- {mon}", "monread -f json -j1 {mon}", 12),
    ("page of a month", "monstat --html={tmp}/page --force {month}; test $(wc -c <{tmp}/page) -lt 3000000 || exit 2",
     "monread -f json -j1 {month}", 12),
    ("page, two processes", "monstat -j2 --html=- {mon}", "monstat -j1 --html=- {mon}", 0.6),
    ("metrics", "monstat -f openmetrics all {mon}", "monread -f json -j1 {mon}", 14),
    ("database", "rm -f {tmp}/db*; monread -q --sqlite={tmp}/db --delta {mon/8}",
     "monread -f csv --delta --split={tmp}/csv --force {mon/8}", 12),
    ("Parquet", "rm -rf {tmp}/lake; python3 {here}/../../src/python/monread-parquet {tmp}/lake {mon}",
     "monread -f arrow --split={tmp}/arrow --force {mon}", 10),
    ("Parquet by the hour", "rm -rf {tmp}/lake; for f in {hours}/*; do " + LOAD + " {tmp}/lake $f; done",
     "rm -rf {tmp}/day; " + LOAD + " {tmp}/day {mon}", 1.4),
    ("Parquet, two processes", "rm -rf {tmp}/lake; " + LOAD + " -j2 {tmp}/lake {hours}",
     "rm -rf {tmp}/one; " + LOAD + " {tmp}/one {hours}", 0.6),
    ("queries by user", "monread --sql=\"SELECT VMDUSER, sum(VMDTTIME) FROM MRUSEACT_delta GROUP BY 1\" {mon}",
     "monread -f csv --delta -j1 -n MRUSEACT {mon}", 2),
    ("600 files", "monstat cpu {files}", "monstat cpu {mon}", 4),
    ("start, 20 times", TIMES20 % "monread -q {sample}", TIMES20 % "/bin/true", 3),
]


class Inputs:
    """Makes the inputs when they are first needed."""

    def __init__(self, folder, size):
        self.words = {"here": HERE, "tmp": folder, "minutes": str(10 * size), "megabytes": str(8 * size)}
        self.folder = folder

    def fill(self, command, out=""):
        """The command with its inputs, and how many times its time counts."""
        scale = [1]

        def path(m):
            name, part = m.group(1), int(m.group(2) or 1)
            if name in self.words or name == "out":
                return self.words.get(name, out)
            scale[0] = part
            return self.made(name, part)
        return re.sub(r"\{(\w+)(?:/(\d+))?\}", path, command), scale[0]

    def made(self, name, part):
        whole = os.path.join(self.folder, name)
        if not os.path.exists(whole):
            # The status is 1 if the input was cut.
            subprocess.run(self.fill(INPUTS[name], whole)[0], shell=True, stderr=subprocess.DEVNULL)
        if part == 1:
            return whole
        path = "%s.%d" % (whole, part)
        if not os.path.exists(path):
            with open(whole, "rb") as f, open(path, "wb") as g:
                g.write(f.read(os.path.getsize(whole) // part))
        return path


def run(command):
    """Seconds and status of a shell command; the status of a cut capture is 1."""
    begun = time.monotonic()
    status = subprocess.call(["sh", "-c", "exec 2>/dev/null >/dev/null; " + command])
    return time.monotonic() - begun, status


def measured(inputs, runs, what, command, peer, most):
    commands = [inputs.fill(c) for c in (command, peer)]
    if not peer.startswith("for ") and not shutil.which(peer.split()[0]):
        return [what, command, "", "", "", "%s is not installed" % peer.split()[0]]
    ratios, times, status = [], [], 0
    for text, _ in commands:
        run(text)
    for _ in range(runs):
        results = [run(text) for text, _ in commands]
        seconds = [r[0] * scale for r, (_, scale) in zip(results, commands)]
        times.append(seconds[0])
        ratios.append(seconds[0] / seconds[-1])
        status = max(status, results[0][1])
    value = statistics.median(ratios)
    verdict = "failed: status %d" % status if status > 1 else "reached" if value <= most else "missed"
    return [what, command, "%.3f s" % statistics.median(times), peer, "%.2f <= %g" % (value, most), verdict]


def show(cells):
    print("| %s |" % " | ".join(cell.replace("|", "\\|") for cell in cells), flush=True)


def show_memory(folder, size):
    """The rows of memory.py, with a capture of its own."""
    programs = {name: shutil.which(name) for name in ("monread", "monstat")}
    instances = memory.make(folder, size, programs["monread"])
    for command, tables, more in memory.ROWS:
        begun = time.monotonic()
        kb, status = memory.measure(folder, command, programs)
        limit = memory.most(instances, tables, more)
        verdict = "failed: status %d" % status if status not in (0, 1, 3) else "reached" if kb <= limit else "missed"
        show(["memory", command, "%.3f s" % (time.monotonic() - begun), "peak MB",
              "%.1f <= %.1f" % (kb / 1024, limit / 1024), verdict])


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--size", type=int, default=64, metavar="MB", help="of the capture (64); at most 144 for times")
    p.add_argument("--only", default="", metavar="WORD,...", help="rows with one of these words")
    p.add_argument("--runs", type=int, default=5, metavar="N", help="of each command (5)")
    p.add_argument("--bin", default="src", metavar="FOLDER", help="where monread and monstat are (src)")
    o = p.parse_args()
    os.environ.update(LC_ALL="C", TZ="UTC", MONREAD_SITE_LAYOUTS="", PYTHONPATH=HERE,
                      PATH=os.pathsep.join([os.path.abspath(o.bin), os.environ["PATH"]]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    words = [w for w in o.only.split(",") if w]
    print("%s, %d cores, %s %s, load %.1f; median of %d runs, %d MB\n" % (
        platform.machine(), os.cpu_count(), platform.system(), platform.release(), os.getloadavg()[0], o.runs, o.size))
    print("| Case | command | time | compared with | ratio or MB | |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="monread-bench-") as folder:
        inputs = Inputs(folder, min(o.size, 144))
        for case in CASES:
            if not words or any(w in case[0] for w in words):
                show(measured(inputs, o.runs, *case))
    if not words or "memory" in words:
        with tempfile.TemporaryDirectory(prefix="monread-bench-") as folder:
            show_memory(folder, o.size)


if __name__ == "__main__":
    sys.exit(main())
