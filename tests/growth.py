"""growth.py MONREAD MONSTAT: no command needs more than LIMIT times the instructions for twice the input.

Each row of ROWS has a shape of input, a size N and a command. Callgrind counts the instructions for N and for 2 N, so
that the result does not depend on the load of the machine. Each row of PAIRS has two commands, of which the first one
takes at most so many times the instructions of the second one."""
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "bench"))
import instructions  # noqa: E402

# Count the C library, too: the work may be one large memmove(3).
instructions.OURS = re.compile("")
LIMIT = 2.3
SECOND = 4096 * 1000000
BEGIN = 0xE253E7DA3419C000  # 2026-03-04, in TOD units
FRAME = 4096
SYSTEM_AT = 88  # offset of the identifier of the system in D1R4
SAMPLE, EVENT = 0xE2, 0xC5


def record(domain, number, body, tod):
    length = 20 + len(body) + -len(body) % 4
    return (struct.pack(">HHBBHQI", length, 0, domain, 0, number, tod, 0) + body).ljust(length, b"\0")


def record_sets(records, kind, domain):
    """The records as record sets of a stream; D1R13 ends each frame, and each set has at most 1 MB."""
    out, part = [], bytearray()

    def end_set():
        out.append(struct.pack(">BHBII", kind, 0x8000 >> domain, 0, 0x9000000, 0x9000000 + len(part) - 1) + part)
        part.clear()

    for one in records:
        if len(part) % FRAME + len(one) > FRAME - 20:
            part.extend(struct.pack(">HHBBH", 20, 0, 1, 0, 13) + one[8:16] + bytes(4))
            part.extend(bytes(-len(part) % FRAME))
            if len(part) > 1 << 20:
                end_set()
        part.extend(one)
    if part:
        end_set()
    return b"".join(out)


def name(text):
    return text.encode("cp037").ljust(8, b"\x40")


def logon(i):
    return record(4, 1, name("U%06d" % i) + bytes(68), BEGIN + i * SECOND)


def logoff(i):
    return record(4, 2, name("U%06d" % i) + bytes(300), BEGIN + i * SECOND)


def device(i):
    return record(1, 6, struct.pack(">BBIH", 0x20, 0x20, i, i & 0xFFFF) + bytes(44), BEGIN)


def logons(n):
    return {"in": record_sets([logon(i) for i in range(n)], EVENT, 4)}


def devices(n):
    """Configuration of N devices, then logons and logoffs of N / 4 users."""
    return {"in": record_sets([device(i) for i in range(n)], SAMPLE, 1) +
                  record_sets([logon(i) for i in range(n // 4)], EVENT, 4) +
                  record_sets([logoff(i) for i in range(n // 4)], EVENT, 4)}


def contradictions(n):
    """Records D0R23 whose arrays are longer than the record."""
    body = struct.pack(">IHHBBHIHH", 9, 40, 40, 1, 0, 0, 0, 0, 0) + bytes(60)
    return {"in": record_sets([record(0, 23, body, BEGIN + i * SECOND) for i in range(n)], SAMPLE, 0)}


def files(n):
    """Captures of one event each, a minute apart."""
    return {"f%05d" % i: record_sets([record(4, 1, name("USER") + bytes(68), BEGIN + 60 * i * SECOND)], EVENT, 4)
            for i in range(n)}


def logs(n):
    """24 captures of N events each, which alternate in time."""
    return {"f%02d" % k: record_sets([logon(24 * i + k) for i in range(n)], EVENT, 4) for k in range(24)}


def intervals(n):
    """N intervals of four processors."""
    sets = []
    for i in range(n):
        tod = BEGIN + 60 * i * SECOND
        body = [struct.pack(">HBBQQ", cpu, 0, 0, i * 40 * SECOND, i * 20 * SECOND) + bytes(60) for cpu in range(4)]
        sets.append(record_sets([record(0, 2, b, tod) for b in body] + [record(1, 11, b"", tod)], SAMPLE, 0))
    return {"in": b"".join(sets)}


def overlaps(n):
    """Bytes where a block of 2 N valid elements seems to begin every 12 bytes, before an element that overlaps."""
    # Bytes 2 to 21 of an element are the header of a record of 24 bytes. Neighbours are in different frames.
    starts = [2 + 24 * k for k in range(n)]
    random.Random(1).shuffle(starts)
    elements = b"".join(struct.pack(">BBBBII", SAMPLE, 0x80, 0, 24, at, at + 23) for s in starts for at in (s, FRAME + s))
    return {"in": bytes(64) + (elements * (40000 // len(elements) + 1))[:40000]}


def users(n):
    """Three intervals of N users."""
    sets = []
    for i in range(3):
        tod = BEGIN + 60 * i * SECOND
        body = [name("U%06d" % u) + bytes(8) + struct.pack(">QQ", i * u * SECOND, i * u * SECOND // 2) + bytes(456)
                for u in range(n)]
        sets.append(record_sets([record(4, 3, b, tod) for b in body] + [record(1, 11, b"", tod)], SAMPLE, 4))
    return {"in": b"".join(sets)}


def systems(n):
    """Captures of N systems, each with two intervals."""
    made = {}
    for i in range(n):
        config = record(1, 4, bytes(SYSTEM_AT - 20) + name("S%06d" % i) + bytes(176 - SYSTEM_AT), BEGIN)
        made["f%05d" % i] = record_sets([config], SAMPLE, 1) + intervals(2)["in"]
    return made


def tables(n):
    """A record of each of N layouts."""
    layout = """Record:   MRTST%(i)03d
DSECT:    TST%(i)03d
Number:   D15R%(i)d
Kind:     sample
Title:    Ships
Status:   whole
Source:   made up for growth.py

MRTST%(i)03d Control Block Contents

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure   28  TST%(i)03d
  0   0  Character   20  MRHDR
 20  14  Unsigned     4  TST%(i)03d_MASTS
 24  18  Unsigned     4  TST%(i)03d_SAILS
"""
    made = {"made/%03d.dsect" % i: (layout % {"i": i}).encode() for i in range(n)}
    made["in"] = record_sets([record(15, i, bytes(8), BEGIN) for i in range(n)], SAMPLE, 15)
    return made


def queries(n):
    """A query with N numbers."""
    query = "SELECT count(*) FROM MRSYTPRP WHERE PFXCPUAD IN (%s)" % ",".join(str(i) for i in range(n))
    return {"query": query.encode(), "in": intervals(10)["in"]}


def texts(n):
    """A hundred commands (D1R2), each a text of N bytes."""
    body = struct.pack(">I", n) + b"\xC1" * n
    return {"in": record_sets([record(1, 2, body, BEGIN + i * SECOND) for i in range(100)], EVENT, 1)}


ROWS = (
    (logons, 16000, "monread -f json --delta in"),
    (logons, 4000, "monread -q --write=new in"),
    (logons, 4000, "monstat user in"),
    (devices, 4000, "monread -q --write=new in"),
    (devices, 4000, "monread -s in"),
    (contradictions, 2000, "monread -q in"),
    (contradictions, 2000, "monread --sql=SELECT/count(*)/FROM/MRSYTLCK in"),
    (contradictions, 2000, "monread --sql=SELECT/count(*)/FROM/problems in"),
    (intervals, 500, "monread -f csv --delta -n MRSYTPRP in"),
    (intervals, 500, "monread --sql=SELECT/sum(elapsed)/FROM/MRSYTPRP_delta in"),
    (intervals, 250, "monstat cpu in"),
    (intervals, 250, "monstat --alarms in"),
    (overlaps, 75, "monread -s in"),
    (files, 100, "monread -q FILES"),
    (files, 100, "monread -q --merge FILES"),
    (files, 200, "monread --sql=SELECT/count(*)/FROM/D4R1 FILES"),
    (files, 200, "monread --sql=SELECT/count(*)/FROM/D4R1/WHERE/time/</'2026-03-04/09:00' FILES"),
    (files, 50, "monread --sqlite=new FILES"),
    (files, 300, "monstat user FILES"),
    (intervals, 1000, "monread -f arrow -n MRSYTPRP in"),
    (intervals, 500, "monread -f text --every=5m in"),
    (intervals, 2000, "monread --raw -n MRSYTPRP in"),
    (intervals, 500, "monread -q --write=new --rotate=10m --keep=5 in"),
    (intervals, 1000, "monread --doctor in"),
    (intervals, 1000, "monstat --every=1h -f json cpu in"),
    (intervals, 250, "monstat --diff cpu in in"),
    (users, 500, "monread -x in"),
    (users, 500, "monread -f csv --delta -n MRUSEACT in"),
    (users, 4000, "monread -q --where=VMDTTIME>5 in"),
    (users, 500, "monread --sqlite=new in"),
    (users, 500, "monread --raw --anonymize in"),
    (users, 250, "monstat user in"),
    (users, 250, "monstat --every=1h user in"),
    (users, 250, "monstat -f openmetrics user in"),
    (users, 250, "monstat --html=new user in"),
    (systems, 50, "monread -l FILES"),
    (systems, 50, "monread -q --merge FILES"),
    (systems, 50, "monstat cpu FILES"),
    (tables, 50, "monread -q --layouts=made in"),
    (tables, 50, "monread -f json --split=new --layouts=made in"),
    (tables, 200, "monread --tables --layouts=made in"),
    (queries, 1000, "monread --sql=@query in"),
    (texts, 1900, "monread -f json in"),
)

PAIRS = (
    (logons, 16000, "monread -q in", "monread -s in", 2),
    (logs, 1000, "monread -q --merge FILES", "monread -q FILES", 3),
)


def count(argv, directory):
    """The instructions of the command ARGV in DIRECTORY."""
    out = os.path.join(directory, "counts")
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + out] + argv
    env = dict(os.environ, LC_ALL="C", TZ="UTC", MONREAD_SITE_LAYOUTS="")
    subprocess.run(command, cwd=directory, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    counts, _ = instructions.counted(out)
    return sum(counts.values())


def measure(shape, n, commands, programs):
    """The instructions of each of the COMMANDS, without those of the start of the program, which do not grow."""
    counts = []
    with tempfile.TemporaryDirectory(prefix="monread-growth-") as directory:
        made = shape(n)
        for file, data in made.items():
            os.makedirs(os.path.dirname(os.path.join(directory, file)), exist_ok=True)
            with open(os.path.join(directory, file), "wb") as f:
                f.write(data)
        for command in commands:
            words = [word.replace("/", " ") for word in command.split()]
            argv = [programs[words[0]]] + words[1:]
            if argv[-1] == "FILES":
                argv[-1:] = sorted(made)
            counts.append(count(argv, directory) - count([argv[0], "--version"], directory))
    return counts


def judge(number, name, less, more, limit):
    ratio = more / less if less > 0 else 0
    print("# %.2f times from %d to %d instructions" % (ratio, less, more))
    print("%s %d - %s" % ("ok" if 0 < ratio <= limit else "not ok", number, name), flush=True)


def main():
    programs = {"monread": os.path.abspath(sys.argv[1]), "monstat": os.path.abspath(sys.argv[2])}
    for number, (shape, n, command) in enumerate(ROWS, 1):
        once, twice = (measure(shape, size, [command], programs)[0] for size in (n, 2 * n))
        judge(number, "%s: %s" % (shape.__name__, command), once, twice, LIMIT)
    for number, (shape, n, command, other, limit) in enumerate(PAIRS, len(ROWS) + 1):
        more, less = measure(shape, n, [command, other], programs)
        judge(number, "%s: %s, compared with %s" % (shape.__name__, command, other), less, more, limit)
    print("1..%d" % (len(ROWS) + len(PAIRS)))


main()
