#!/usr/bin/env python3
"""memory.py MONREAD MONSTAT [MB] [WORD]...: the peak of memory of each mode over a capture of so many MB (128), as TAP.

A mode may use 32 MB, 8 KB per instance (user, device, guest ...) of its tables, and SQLITE or HTML; a page of the whole
capture may use GROWTH more than a page of its last part. With WORDs, take only the rows whose commands have one of the
WORDs. bench.py shows all rows."""
import os
import re
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
DAY = os.path.join(HERE, "..", "stat")
DATA = os.path.join(HERE, "..", "..", "data")
RSS = os.path.join(HERE, "..", "rss.py")
MINUTES, USERS = 20, 2000  # of the part of the capture that is repeated
LEAST, INSTANCE = 32 * 1024, 8  # KB
# KB: the page cache of SQLite; 1,440 points of 16 bytes per series, of which a page of all reports draws and ranks 400
SQLITE, HTML = 64 * 1024, 400 * 1440 * 16 // 1024

PAGE = "monstat --html=page --force "
GROWTH = 8 * 1024  # KB: how much more the page of the whole capture may need than the page of its last part

# The command, the tables whose instances it needs (all: "*"), and the KB that it may have besides.
ROWS = (
    ("monread -s in", "", 0),
    ("monread -l in", "", 0),
    ("monread -q in", "", 0),
    ("monread in", "", 0),
    ("monread -x in", "", 0),
    ("monread --raw in", "", 0),
    ("monread -f json in", "", 0),
    ("monread -f csv -n MRUSEACT in", "", 0),
    ("monread -f csv --split=new --force in", "", 0),
    ("monread -f arrow -j2 --split=new --force in", "", 0),
    ("monread -f json --delta in", "*", 0),
    ("monread -f json --every=5m in", "*", 0),
    ("monread -q --write=copy --force in", "", 0),
    ("monread -q --write=part --rotate=16M in", "", 0),
    ("monread --raw --anonymize in", "*", 0),
    ("monread -q --merge in late", "*", 0),
    ("monread -q --where=VMDTTIME>5 in", "", 0),
    ("monread --doctor in", "", 0),
    ("monread --tables in", "", 0),
    ("monread -q --sqlite=database in", "", SQLITE),
    ("monread -q --sqlite=delta --delta in", "*", SQLITE),
    ("monread --sql=SELECT/count(*)/FROM/MRUSEACT in", "", 0),
    ("monread --sql=SELECT/max(VMDTTIME)/FROM/MRUSEACT_delta in", "MRUSEACT", 0),
    ("monstat system in", "", 0),
    ("monstat user in", "MRUSEACT", 0),
    ("monstat all in", "*", 0),
    ("monstat --every=1h all in", "*", 0),
    ("monstat -f openmetrics all in", "*", 0),
    ("monstat --alarms in", "*", 0),
    ("monstat --diff in late", "*", 0),
    (PAGE + "in", "*", HTML),
)


def places(stream):
    """The offsets of the TOD clocks of all records of a stream capture."""
    found, at = [], 0
    while at < len(stream):
        first, last = struct.unpack_from(">II", stream, at + 4)
        at += 12
        address = first
        while address < last:
            room = 4096 - address % 4096
            length = struct.unpack_from(">H", stream, at)[0] if room >= 20 else 0
            if length < 20:
                length = min(room, last + 1 - address)
            else:
                found.append(at + 8)
                if stream[at + 4] == 1 and stream[at + 7] == 13:
                    length = min(room, last + 1 - address)
            at += length
            address += length
    return found


def repeat(path, monread, minutes, period, turns, *options):
    """Make a capture of the first MINUTES of the invented day, repeated after each PERIOD as often as TURNS says for the
    size of a repetition. Return the last repetition."""
    part = path + ".monwrite"
    subprocess.run([sys.executable, os.path.join(DAY, "day.py"), os.path.join(DAY, "day.txt"), "--layouts=" + DATA,
                    "--capture=" + part, "--to=%d" % minutes, *options], check=True)
    stream = bytearray(subprocess.run([monread, "--raw", part], stdout=subprocess.PIPE, check=True).stdout)
    os.remove(part)
    at = places(stream)
    times = [struct.unpack_from(">Q", stream, i)[0] for i in at]
    with open(path, "wb") as f:
        for turn in range(turns(len(stream))):
            for i, tod in zip(at, times):
                struct.pack_into(">Q", stream, i, tod + turn * period * 60 * 4096000000)
            f.write(stream)
    return stream


def make(directory, megabytes, monread):
    """Make the captures in and late; late is the last part of in. Return the instances by table."""
    stream = repeat(os.path.join(directory, "in"), monread, MINUTES, MINUTES,
                    lambda size: max(1, megabytes * 1000000 // size), "--interval=60", "--users=%d" % USERS)
    with open(os.path.join(directory, "late"), "wb") as f:
        f.write(stream)
    tables = subprocess.run([monread, "--tables", f.name], stdout=subprocess.PIPE, check=True).stdout.decode()
    rows = re.findall(r"^(\w+) +(\d+) ", tables, re.M)
    return {name: (int(n) + MINUTES - 1) // MINUTES for name, n in rows}


def month(directory):
    """Make 720 files, each of an hour of a month with 200 guests and a sample per 10 minutes."""
    whole = directory + ".in"
    repeat(whole, "monread", 590, 600, lambda size: 72, "--interval=600", "--users=184")
    os.mkdir(directory)
    subprocess.run(["monread", "-q", "--write=%s/part" % directory, "--rotate=1h", whole], check=True)
    os.remove(whole)


def most(instances, tables, more):
    """The KB that a row may have."""
    return LEAST + more + INSTANCE * sum(n for name, n in instances.items() if tables in ("*", name))


def measure(directory, command, programs):
    """KB of the command in the directory, and its status."""
    words = [word.replace("/", " ") for word in command.split()]
    argv = [sys.executable, "-I", "-S", RSS, "/dev/null", programs[words[0]]] + words[1:]
    env = dict(os.environ, LC_ALL="C", TZ="UTC", MONREAD_SITE_LAYOUTS="", TMPDIR=directory)
    text = subprocess.run(argv, cwd=directory, env=env, stdout=subprocess.PIPE, check=True).stdout.decode()
    return [int(word) for word in text.split()]


def main():
    programs = {"monread": os.path.abspath(sys.argv[1]), "monstat": os.path.abspath(sys.argv[2])}
    megabytes = int(sys.argv[3]) if len(sys.argv) > 3 else 128
    rows = ROWS
    if len(sys.argv) > 4:
        rows = [row for row in ROWS if any(word in row[0] for word in sys.argv[4:])]
    with tempfile.TemporaryDirectory(prefix="monread-memory-") as directory:
        instances = make(directory, megabytes, programs["monread"])
        for number, (command, tables, more) in enumerate(rows, 1):
            kb, status = measure(directory, command, programs)
            limit = most(instances, tables, more)
            print("# %.1f MB, at most %.1f; status %d" % (kb / 1024, limit / 1024, status))
            is_kept = kb <= limit and status in (0, 1, 3)
            print("%s %d - %s" % ("ok" if is_kept else "not ok", number, command), flush=True)
        whole, part = (measure(directory, PAGE + name, programs)[0] for name in ("in", "late"))
        print("# %.1f MB, %.1f for the last part" % (whole / 1024, part / 1024))
        print("%s %d - %sin and late" % ("ok" if whole - part <= GROWTH else "not ok", len(rows) + 1, PAGE))
    print("1..%d" % (len(rows) + 1))


if __name__ == "__main__":
    main()
