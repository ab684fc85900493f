#!/usr/bin/env python3
"""How fast monread is, next to programs that everybody has.

Usage: bench.py [--size=MB] [--full] [--huge] [--only=CASE,...] [--runs=N] [--keep] [--monread=PATH]

Tool and peers run in turn, on the same bytes, out of the page cache.  The
table is Markdown.  "missed" is printed, never an error: a figure depends on
the machine.  Slow peers get a part of the data; their time is scaled by bytes.
"""
import argparse
import glob
import os
import platform
import re
import resource
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "..", "data")
MB = 1 << 20

COPY = ["-q", "--write=/dev/stdout"]


class Times:
    """The runs of one command."""

    def __init__(self, label, argv, pipe=False, bytes_in=0, bytes_out=0, scale=1.0):
        self.label, self.argv, self.pipe = label, argv, pipe
        self.fresh = None  # a folder that is not there when it runs
        self.bytes_in, self.bytes_out, self.scale = bytes_in, bytes_out, scale
        self.walls, self.peak, self.status = [], 0, 0

    def run(self, bench, times=1):
        if self.fresh:
            shutil.rmtree(self.fresh, ignore_errors=True)
        argv = [bench.timeit, "-n", str(times)] + (["-p"] if self.pipe else []) + self.argv
        out = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=bench.env).stdout
        for line in out.decode().splitlines():
            ns, kb, status = line.split()
            self.walls.append(int(ns) / 1e9)
            self.peak = max(self.peak, int(kb))
            self.status = int(status)

    @property
    def wall(self):
        """Median, for all of the data."""
        return statistics.median(self.walls) * self.scale

    @property
    def spread(self):
        return (max(self.walls) - min(self.walls)) / statistics.median(self.walls)

    @property
    def in_rate(self):
        return self.bytes_in / self.wall / MB

    @property
    def out_rate(self):
        return self.bytes_out * self.scale / self.wall / MB


class Dump(Times):
    """dump.py, which tells how long writing took: it reads its dicts first."""

    def run(self, bench, times=1):
        done = subprocess.run(self.argv, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=bench.env)
        self.status = done.returncode
        self.walls.append(int(done.stderr.split()[-1]) / 1e9 if done.returncode == 0 else 1.0)


def slowness(tool, peer):
    """Tool's time by peer's: the median over runs that followed each other, as a shared machine changes its speed."""
    return statistics.median(t / (p * peer.scale) for t, p in zip(tool.walls, peer.walls)) * tool.scale


def seconds(s):
    return "%.2f ms" % (s * 1000) if s < 0.02 else "%.3f s" % s


def rate(r):
    return "-" if r < 0.01 else "%.0f" % r


class Bench:
    def __init__(self, args):
        self.args = args
        self.rows = []
        self.skips = []
        self.dir = tempfile.mkdtemp(prefix="monread-bench-", dir=os.environ.get("TMPDIR"))
        self.timeit, self.monread, self.mkbench = args.timeit, args.monread, args.mkbench
        self.env = dict(os.environ, LC_ALL="C", TZ="UTC")
        self.env.pop("MONREAD_LAYOUTS", None)
        self.env["MONREAD_SITE_LAYOUTS"] = ""
        self.help = subprocess.run([self.monread, "--help"], stdout=subprocess.PIPE).stdout.decode()
        self.outs = {}
        self.files = {}

    # ---- Data ----

    def path(self, name):
        return os.path.join(self.dir, name)

    def capture(self, size, *options):
        """A capture of SIZE MB; its name."""
        key = (size,) + options
        if key not in self.files:
            name = self.path("capture-%s%s" % (size, "".join(options)))
            with open(name, "wb") as f:
                subprocess.run([self.mkbench, "--size=%d" % size] + list(options), stdout=f,
                               stderr=subprocess.DEVNULL, check=True)
            self.files[key] = name
        return self.files[key]

    def part(self, name, size):
        """The first SIZE bytes of a file, and what to multiply times by."""
        whole = os.path.getsize(name)
        if size >= whole:
            return name, 1.0
        part = self.path("%s.part-%d" % (os.path.basename(name), size))
        if not os.path.exists(part):
            with open(name, "rb") as f, open(part, "wb") as g:
                left = size
                while left:
                    left -= g.write(f.read(min(left, MB)))
        return part, whole / size

    def out_bytes(self, argv):
        """How much a command prints; also warms the page cache."""
        key = tuple(argv)
        if key not in self.outs:
            p = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=self.env)
            n = 0
            while True:
                data = p.stdout.read(MB)
                if not data:
                    break
                n += len(data)
            p.wait()
            self.outs[key] = n
        return self.outs[key]

    # ---- Runs ----

    def tool(self, options, name, pipe=False):
        argv = [self.monread] + options + [name]
        return Times("monread " + " ".join(options), argv, pipe, os.path.getsize(name), self.out_bytes(argv))

    def peer(self, argv, name, size=None, pipe=False):
        """A peer with the file behind its arguments; of the file no more than SIZE bytes."""
        if not shutil.which(argv[0]):
            return None
        part, scale = self.part(name, size) if size else (name, 1.0)
        label = os.path.basename(argv[0]) + "".join(" " + os.path.basename(a) for a in argv[1:])
        if scale > 1:
            label += " (1/%.0f of the data, scaled)" % scale
        argv = argv + [part]
        return Times(label, argv, pipe, os.path.getsize(name), self.out_bytes(argv), scale)

    def in_turn(self, tool, *peers, runs=None):
        for _ in range(runs or self.args.runs):
            for t in (tool,) + peers:
                if t:
                    t.run(self)

    def row(self, case, tool, peer, what, must, value=None, note=""):
        """WHAT: time = tool/peer wall, faster = peer/tool wall, output = tool/peer output a second, rate = peer/tool
        wall too.  MUST: ("<=", ">=" or "==", number) or None."""
        if value is None and peer:
            slower = slowness(tool, peer)
            value = {"time": slower, "faster": 1 / slower, "rate": 1 / slower,
                     "output": tool.bytes_out / max(peer.bytes_out * peer.scale, 1) / slower}[what]
        verdict, wanted = "", ""
        if must:
            reached = {"<=": value <= must[1], ">=": value >= must[1], "==": value == must[1]}[must[0]]
            verdict, wanted = "reached" if reached else "missed", "%s %g" % must
        if tool and tool.status > 1:
            verdict = "failed: status %d" % tool.status
        elif peer and peer.status:
            # Its time is that of something else.
            verdict = "peer failed: status %d" % peer.status
        kind = {"time": "time", "faster": "times faster", "rate": "of its throughput", "output": "times its output",
                "own": ""}[what]
        line = [case, seconds(tool.wall) if tool else "", "%.0f %%" % (100 * tool.spread) if tool else "",
                rate(tool.in_rate) if tool else "", rate(tool.out_rate) if tool else "",
                "%.1f" % (tool.peak / 1024) if tool else "", peer.label if peer else note,
                seconds(peer.wall) if peer else "", "%.2f %s" % (value, kind) if value is not None else "", wanted,
                verdict]
        self.rows.append(line)
        print(" | ".join(c for c in line if c), flush=True)

    def skip(self, case, why):
        self.skips.append("%s: skipped: %s" % (case, why))
        print(self.skips[-1], flush=True)

    def report(self):
        heads = ["Case", "monread", "spread", "MB/s in", "MB/s out", "peak MB", "peer", "peer's time", "ratio",
                 "must be", ""]
        print("\n" + "\n".join(self.machine()) + "\n")
        print("| " + " | ".join(heads) + " |")
        print("|" + "---|" * len(heads))
        for line in self.rows:
            print("| " + " | ".join(line) + " |")
        for text in self.skips:
            print("\n" + text, end="")
        print()

    def machine(self):
        model = platform.machine()
        if os.path.exists("/proc/cpuinfo"):
            m = re.search(r"model name\s*:\s*(.*)", open("/proc/cpuinfo").read())
            model = m.group(1) if m else model
        load = "load %.1f when it began" % self.load
        yield "%s, %d cores, %s %s, %s; median of %d runs, %d MB of MONWRITE" % (
            model, os.cpu_count(), platform.system(), platform.release(), load, self.args.runs, self.args.size)
        yield "Peers: " + "; ".join(self.versions())

    def versions(self):
        commands = {"wc": ["--version"], "cat": ["--version"], "xxd": ["--version"], "hexdump": ["--version"],
                    "jq": ["--version"], "python3": ["--version"], self.monread: ["--version"]}
        for command, arguments in commands.items():
            if not shutil.which(command):
                continue
            p = subprocess.run([command] + arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            text = p.stdout.decode(errors="replace").strip().split("\n")[0]
            yield text if os.path.basename(command) in text else "%s %s" % (os.path.basename(command), text)


# ---- Cases ----

def case_summary(b):
    name = b.capture(b.args.size)
    for case, options in (("summary", ["-s"]), ("summary, one thread", ["-s", "-j1"]), ("list of 1 %", ["-l", "-r", "4.5"]),
                          ("count D0R23, -q", ["-q", "--domain=0", "--record=23"]),
                          ("count D0R23, -s", ["-s", "--domain=0", "--record=23"])):
        tool, wc = b.tool(options, name), b.peer(["wc", "-l"], name)
        b.in_turn(tool, wc)
        b.row(case, tool, wc, "time", ("<=", 1.0))


def case_text(b):
    name = b.capture(b.args.size)
    for pipe, case, options in ((False, "text", []), (True, "text through a pipe", []),
                                (False, "text, one thread", ["-j1"])):
        tool, xxd = b.tool(options, name, pipe), b.peer(["xxd"], name, 32 * MB, pipe)
        if not xxd:
            return b.skip(case, "xxd is not installed")
        b.in_turn(tool, xxd)
        b.row(case, tool, xxd, "output", None if options else (">=", 5))
        b.row(case, tool, xxd, "time", ("<=", 1))


def case_hex(b):
    name = b.capture(b.args.size)
    tool, one = b.tool(["-x"], name), b.tool(["-x", "-j1"], name)
    xxd, hexdump = b.peer(["xxd"], name, 32 * MB), b.peer(["hexdump", "-C"], name, 4 * MB)
    b.in_turn(tool, xxd, hexdump, one)
    if xxd:
        b.row("hex, one thread", one, xxd, "output", None)
    for peer, must, named in ((xxd, (">=", 8), "xxd"), (hexdump, None, "hexdump")):
        if peer:
            b.row("hex", tool, peer, "output", must)
        else:
            b.skip("hex", named + " is not installed")


def json_part(b, name, size, *options):
    """Whole lines of the JSON for jq."""
    part = b.path("part%s.json" % "".join(options))
    p = subprocess.Popen([b.monread, "-f", "json", *options, name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    data = p.stdout.read(size)
    p.stdout.close()
    p.wait()
    with open(part, "wb") as f:
        f.write(data[:data.rfind(b"\n") + 1])
    return part


def with_module(module):
    """A Python with this module: this one, or the one in tests/bench/venv of the build directory.  None: pip cannot install it."""
    venv = os.path.join("tests", "bench", "venv")
    python = os.path.join(venv, "bin", "python")
    has = lambda name: subprocess.run([name, "-c", "import " + module], stderr=subprocess.DEVNULL).returncode == 0
    if has(sys.executable):
        return sys.executable
    if not os.path.exists(python) or not has(python):
        for command in ([sys.executable, "-m", "venv", venv], [python, "-m", "pip", "install", "-q", module]):
            if subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
                return None
    return python


def case_orjson(b):
    """The same records as dicts of Python, written by orjson."""
    python = with_module("orjson")
    if not python:
        return b.skip("json by orjson", "orjson is not installed, and pip cannot install it")
    name = b.capture(b.args.size)
    tool, part = b.tool(["-f", "json", "-j1"], name), json_part(b, name, 64 * MB)
    scale = tool.bytes_out / os.path.getsize(part)
    peer = Dump("orjson.dumps of dicts (1/%.0f of monread's JSON, scaled)" % scale,
                [python, os.path.join(HERE, "dump.py"), part], scale=scale)
    b.in_turn(tool, peer)
    b.row("json by orjson, one thread", tool, peer, "faster", (">=", 3))


def case_json(b):
    name = b.capture(b.args.size)
    tool, one = b.tool(["-f", "json"], name), b.tool(["-f", "json", "-j1"], name)
    python = b.peer([sys.executable, os.path.join(HERE, "decode.py"), DATA], name, 3 * MB)
    jq = b.peer(["jq", "-c", "."], json_part(b, name, 8 * MB))
    if jq:
        jq.scale = tool.bytes_out / os.path.getsize(jq.argv[-1])
        jq.label += " (1/%.0f of monread's JSON, scaled)" % jq.scale
    b.in_turn(tool, python, jq, one)
    b.row("json", tool, python, "faster", (">=", 50))
    b.row("json, one thread", one, python, "faster", None)
    if jq:
        b.row("json", tool, jq, "faster", (">=", 10))
    else:
        b.skip("json", "jq is not installed")


# What whoever has only JSON writes.
JQ_CSV = "[.system,.file,.offset,.dataset,.type,.time,(.fields[]|tostring)]|@csv"
PYTHON_CSV = """
import csv, json, sys
write = csv.writer(sys.stdout).writerow
for line in open(sys.argv[1]):
    r = json.loads(line)
    write([r["system"], r["file"], r["offset"], r["dataset"], r["type"], r["time"], *r["fields"].values()])
"""


def one_and_two(b, what, split, folder, name):
    """The command of SPLIT, which fills FOLDER, in one thread and in two."""
    alone = b.tool(split.argv[1:-1] + ["-j1"], name)
    two = b.tool(split.argv[1:-1] + ["-j2"], name)
    # A file that takes another's place is written to the disk at once (ext4), for which both would wait.
    alone.fresh = two.fresh = folder
    b.in_turn(alone, two)
    b.row(what + ", two threads", two, alone, "faster", (">=", 1.7))


def case_csv(b):
    if "--split" not in b.help:
        return b.skip("csv", "no option --split")
    name, one = b.capture(b.args.size), ["-n", "MRUSEATE"]
    tool, json_one = b.tool(["-f", "csv", *one, "-j1"], name), b.tool(["-f", "json", *one, "-j1"], name)
    two = b.tool(["-f", "csv", *one, "-j2"], name)
    part = json_part(b, name, 8 * MB, *one)
    peers = b.peer(["jq", "-r", JQ_CSV], part), b.peer([sys.executable, "-c", PYTHON_CSV], part)
    for peer, label in zip(peers, ("jq -r @csv", "Python's csv and json")):
        if peer:
            peer.scale = json_one.bytes_out / os.path.getsize(part)
            peer.label = "%s (1/%.0f of monread's JSON, scaled)" % (label, peer.scale)
    b.in_turn(tool, json_one, two, *peers)
    b.row("csv of MRUSEATE, one thread", tool, json_one, "time", ("<=", 0.8))
    b.row("csv of MRUSEATE, two threads", two, tool, "faster", (">=", 1.7))
    for peer, must in zip(peers, (40, 15)):
        if peer:
            b.row("csv of MRUSEATE, one thread", tool, peer, "faster", (">=", must))
    split = b.tool(["-f", "csv", "--split=" + b.path("split"), "--force"], name)
    # To a file, too.
    whole = b.tool(["-f", "json", "-o", b.path("whole.json")], name)
    b.in_turn(split, whole)
    b.row("csv of everything, --split", split, whole, "time", ("<=", 1))
    one_and_two(b, "csv of everything", split, b.path("split"), name)


def case_arrow(b):
    """Arrow beside CSV: one table, and all of them."""
    name = b.capture(b.args.size)
    one = ["-n", "MRUSEACT", "-j1"]
    arrow, csv = b.tool(["-f", "arrow"] + one, name), b.tool(["-f", "csv"] + one, name)
    b.in_turn(arrow, csv)
    b.row("arrow of MRUSEACT", arrow, csv, "time", ("<=", 1))
    arrow = b.tool(["-f", "arrow", "--split=" + b.path("arrows"), "--force"], name)
    csv = b.tool(["-f", "csv", "--split=" + b.path("split"), "--force"], name)
    b.in_turn(arrow, csv)
    b.row("arrow of everything, --split", arrow, csv, "time", ("<=", 0.8))


TABLE_ROWS = """
import sys, time, monread
begun = time.monotonic()
rows = monread.table(sys.argv[1], "MRUSEACT").num_rows
print(rows / (time.monotonic() - begun))
"""


def case_python(b):
    """The package of Python: processor time of Parquet, and how fast a table comes; a module without Arrow made 2,700 rows
    per second."""
    python = with_module("pyarrow")
    if not python:
        return b.skip("Parquet", "pyarrow is not installed, and pip cannot install it")
    name = b.capture(b.args.size)
    b.env.update(MONREAD=os.path.abspath(b.monread), PYTHONPATH=os.path.join(HERE, "..", "..", "src", "python"))
    tool = Times("", [python, "-m", "monread.parquet", b.path("parquet"), name], False, os.path.getsize(name))
    tool.fresh, times, speeds = b.path("parquet"), [], []
    for _ in range(b.args.runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        tool.run(b)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        speeds.append(float(subprocess.run([python, "-c", TABLE_ROWS, name], env=b.env, stdout=subprocess.PIPE,
                                           check=True).stdout))
    b.row("Parquet of everything", tool, None, "own", ("<=", 4), statistics.median(times), "processor seconds")
    b.row("monread.table() of MRUSEACT", None, None, "own", (">=", 100), statistics.median(speeds) / 2700,
          "times 2,700 rows per second")


def case_copy(b):
    mw, stream = b.capture(b.args.size), b.capture(b.args.size, "--stream")
    for case, options, name in (("copy stream, --raw", ["--raw"], stream), ("copy MONWRITE", COPY, mw)):
        if options is COPY and "--write" not in b.help:
            b.skip(case, "no option --write")
            continue
        tool, cat = b.tool(options, name, True), b.peer(["cat"], name, pipe=True)
        b.in_turn(tool, cat)
        b.row(case, tool, cat, "rate", (">=", 0.5))


def case_where(b):
    """A condition that about one record of a hundred meets."""
    if "--where" not in b.help:
        return b.skip("--where", "no option --where")
    name = b.capture(b.args.size)
    for what in ("SYTPRP_PFXCPUAD = 1 AND PFXTMSYS > 0", "VMDUSER LIKE '%7'"):
        tool, quiet = b.tool(["-q", "--where", what], name), b.tool(["-q"], name)
        b.in_turn(tool, quiet)
        b.row("--where " + what, tool, quiet, "time", ("<=", 1.4))


def case_delta(b):
    """Differences of tables with many records, or many counters."""
    if "--delta" not in b.help:
        return b.skip("--delta", "no option --delta")
    name = b.capture(b.args.size)
    for table in ("MRUSEACT", "MRIODDEV", "MRSYTPRP", "MRSTORSP"):
        plain = ["-f", "csv", "-j1", "-n", table]
        tool, level = b.tool(["--delta"] + plain, name), b.tool(plain, name)
        b.in_turn(tool, level)
        b.row("--delta -f csv of " + table, tool, level, "time", ("<=", 1.2))


SCANS = ["SELECT count(VMDUSER), count(time) FROM MRUSEACT", "SELECT count(VMDUSER), count(time) FROM MRUSEINT"]
JOIN = "SELECT count(*) FROM MRUSEACT JOIN MRUSEINT USING (time, VMDUSER)"


def has_sql(b):
    return "--sql=" in b.help and not subprocess.run([b.monread, "--sql=SELECT 1"], stdout=subprocess.DEVNULL,
                                                     stderr=subprocess.DEVNULL).returncode


def case_sql(b):
    """Queries: a table that is a small part of the capture, a large one, all records; rows; a join."""
    name = b.capture(b.args.size)
    if not has_sql(b):
        return b.skip("--sql", "no option --sql, or no SQLite")
    wc = b.peer(["wc", "-l"], name)
    for query, most in (("SELECT PFXCPUAD, count(*), max(PFXUTIME) FROM MRSYTPRP GROUP BY 1", 1.5),
                        ("SELECT VMDUSER, count(*) FROM MRUSEACT GROUP BY 1", 2.5),
                        ("SELECT count(*) FROM records", 14)):
        tool = b.tool(["--sql=" + query], name)
        b.in_turn(tool, wc)
        b.row("--sql: " + query, tool, wc, "time", ("<=", most))
    tool, rows = b.tool(["-f", "csv", "--sql=SELECT * FROM MRUSEATE"], name), b.tool(["-f", "csv", "-j1", "-n", "MRUSEATE"], name)
    b.in_turn(tool, rows)
    b.row("--sql: SELECT * FROM MRUSEATE", tool, rows, "time", ("<=", 4))
    both = shlex.join([b.monread, "--sql=" + SCANS[0], name]) + ";" + shlex.join([b.monread, "--sql=" + SCANS[1], name])
    tool, scans = b.tool(["--sql=" + JOIN], name), Times("the two scans", ["sh", "-c", both], bytes_in=os.path.getsize(name))
    b.in_turn(tool, scans)
    b.row("--sql: a join on time and key", tool, scans, "time", ("<=", 3))


def case_sqlite(b):
    """A database of everything, against an import of our CSV files with indexes like ours."""
    name = b.capture(min(b.args.size, 64))
    folder, database = b.path("csv"), b.path("bench.db")
    if "--sqlite=" not in b.help or not shutil.which("sqlite3") or subprocess.run(
            [b.monread, "-f", "csv", "--split=" + folder, name], stderr=subprocess.DEVNULL).returncode == 2:
        return b.skip("--sqlite", "no option --sqlite, or no sqlite3")
    subprocess.run([b.monread, "-qq", "--sqlite=" + database, name], check=True)
    script = [".mode csv", "PRAGMA cache_size=-65536;"]
    for path in sorted(glob.glob(os.path.join(folder, "*.csv"))):
        table = os.path.basename(path)[:-4]
        entry = ", entry" if "__" in table else ""
        script += [".import %s %s" % (path, table), "CREATE UNIQUE INDEX %s_a ON %s(file, offset%s);" % (table, table, entry)]
        # All others are ours, word for word.
        ours = "SELECT sql || ';' FROM sqlite_master WHERE type = 'index' AND tbl_name = '%s' AND sql IS NOT NULL" % table
        script += subprocess.run(["sqlite3", database, ours], stdout=subprocess.PIPE, check=True).stdout.decode().split("\n")[:-1]
    with open(b.path("import.sql"), "w") as f:
        f.write("\n".join(script) + "\n")
    fresh = "rm -f %s; " % shlex.quote(database)
    tool = Times("monread --sqlite", ["sh", "-c", fresh + shlex.join([b.monread, "-qq", "--sqlite=" + database, name])],
                 bytes_in=os.path.getsize(name))
    peer = Times("sqlite3 .import", ["sh", "-c", fresh + "sqlite3 %s <%s" % (shlex.quote(database), shlex.quote(b.path("import.sql")))],
                 bytes_in=os.path.getsize(name))
    b.in_turn(tool, peer, runs=3)
    b.row("--sqlite", tool, peer, "faster", (">=", 2.2))


def sa_file(b, samples):
    """SAMPLES of sysstat, of which only the first dozens were really taken; the seconds between do not matter."""
    sadc = shutil.which("sadc", path="/usr/lib/sysstat:/usr/lib/sa:/usr/lib64/sa")
    if not sadc or not shutil.which("sadf"):
        return None
    few, more = b.path("sa-few"), b.path("sa-more")
    for seconds, name in ((12, few), (24, more)):
        subprocess.run([sadc, "1", str(seconds), name], env=b.env, check=True)
    sample = (os.path.getsize(more) - os.path.getsize(few)) // 12
    with open(more, "rb") as f:
        data = f.read()
    head = len(data) - 24 * sample
    with open(b.path("sa"), "wb") as f:
        f.write(data[:head])
        for _ in range(samples // 24):
            f.write(data[head:])
    return f.name


def numbers_in(b, argv, behind):
    """How many numbers a command shows that has BEHIND columns in front of them, and a heading."""
    out = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=b.env).stdout.decode()
    lines = [line for line in out.splitlines() if line and line[0] != "#"]
    return sum(len(re.split("[;,]", line)) - behind for line in lines[1:])


def day_capture(b, *options):
    name = b.path("day.bin")
    stat = os.path.join(HERE, "..", "stat")
    subprocess.run([sys.executable, os.path.join(stat, "day.py"), os.path.join(stat, "day.txt"), "--layouts=" + DATA,
                    "--capture=" + name, *options], check=True)
    return name


def case_stat(b):
    """Reports: of a large capture, of a day against sysstat's, of many guests."""
    if not os.path.exists(b.args.monstat) or subprocess.run([b.args.monstat, "--list"], stdout=subprocess.DEVNULL,
                                                            stderr=subprocess.DEVNULL).returncode:
        return b.skip("monstat", "it is not built, or there is no SQLite")
    name, stat = b.capture(b.args.size), [b.args.monstat, "-q"]
    tool, quiet = Times("", stat + ["cpu", name], False, os.path.getsize(name)), b.tool(["-q", "-n", "MRSYTPRP"], name)
    b.in_turn(tool, quiet)
    b.row("monstat cpu", tool, quiet, "time", ("<=", 1.3))
    if "--html" in subprocess.run([b.args.monstat, "--help"], stdout=subprocess.PIPE).stdout.decode():
        argv = shlex.join(stat + ["--force", "--html=" + b.path("all.html"), name])
        tool, summary = Times("", ["sh", "-c", argv], False, os.path.getsize(name)), b.tool(["-s"], name)
        b.in_turn(tool, summary)
        summary.label = "monread -s; 1 is three times its time and 0.5 s"
        b.row("monstat --html", tool, summary, "own", ("<=", 1), tool.wall / (3 * summary.wall + 0.5))
    sa, day = sa_file(b, 1440), day_capture(b, "--interval=60")
    if sa:
        tool = Times("", stat + ["-f", "csv", "cpu", day], False, os.path.getsize(day))
        sadf = Times("sadf -d -- -P ALL; values a second", ["sadf", "-d", sa, "--", "-P", "ALL"])
        b.in_turn(tool, sadf)
        ours, theirs = numbers_in(b, tool.argv, 4), numbers_in(b, sadf.argv, 4)
        b.row("monstat cpu, 1,440 intervals", tool, sadf, "faster", (">=", 5),
              ours / tool.wall / (theirs / sadf.wall))
    else:
        b.skip("monstat against sadf", "sysstat is not installed")
    many = b.capture(64, "--users=5000")
    for report in ("system", "user"):
        tool = Times("", stat + [report, many])
        tool.run(b)
        b.row("memory, 5,000 guests, monstat " + report, tool, None, "own", ("<=", 32), tool.peak / 1024, "peak MB")
    # Fast enough to measure, but so that a data set is read before the next one comes.
    for report in ("system", "user"):
        player = Player(b, many, "30")
        try:
            if not os.path.exists(player.device):
                b.skip("memory, live", "FUSE cannot be used here")
                break
            tool = Times("", stat + [report, player.device])
            tool.run(b)
        finally:
            player.stop()
        b.row("memory, 5,000 guests, live, monstat " + report, tool, None, "own", ("<=", 32), tool.peak / 1024, "peak MB")


class Player:
    """monplay on a mount point of its own."""

    def __init__(self, b, capture, speed="max"):
        self.mount = b.path("mount")
        os.makedirs(self.mount, exist_ok=True)
        self.device = os.path.join(self.mount, "monreader")
        self.process = subprocess.Popen([b.args.monplay, "-f", "--speed=" + speed, "--end=eio", capture, self.mount],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            if os.path.exists(self.device) or self.process.poll() is not None:
                break
            time.sleep(0.05)

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
        subprocess.run(["fusermount", "-u", self.mount], stderr=subprocess.DEVNULL)


def case_device(b):
    if not os.path.exists(b.args.monplay):
        return b.skip("device", "monplay is not built")
    if not os.path.exists("/dev/fuse"):
        return b.skip("device", "no /dev/fuse")
    if not re.search(r"--input-format=.*device|or device|, device", b.help):
        return b.skip("device", "no --input-format=device")
    name = b.capture(min(b.args.size, 64), "--stream")
    size = os.path.getsize(name)
    device = os.path.join(b.path("mount"), "monreader")
    loop = Times("readloop", ["timeout", "30", b.args.readloop, device], False, size)
    tool = Times("", ["timeout", "30", b.monread, "-I", "device", "-s", device], False, size)
    for _ in range(b.args.runs):
        for t in (tool, loop):
            player = Player(b, name)
            t.run(b)
            player.stop()
    b.row("device, summary", tool, loop, "rate", (">=", 0.8))


def peak_row(b, case, options, name):
    tool = b.tool(options, name)
    tool.run(b)
    b.row(case, tool, None, "own", ("<=", 32), tool.peak / 1024, "peak MB")


QUERIES_OF_ALL = ("SELECT count(time) FROM records", "SELECT max(VMDTTIME) FROM MRUSEACT_delta",
                  "SELECT max(time) FROM MRUSEACT_last")


def case_memory(b):
    for size in sorted({1, b.args.size}):
        for options in (["-s"], [], ["-f", "json"]):
            peak_row(b, "memory, %d MB, %s" % (size, options[-1] if options else "text"), options, b.capture(size))
        for query in QUERIES_OF_ALL if has_sql(b) else ():
            peak_row(b, "memory, %d MB, --sql: %s" % (size, query), ["--sql=" + query], b.capture(size))
    if b.args.full:
        tool = from_pipe(b, 10240)
        b.row("memory, 10 GB through a pipe, -s", tool, None, "own", ("<=", 32), tool.peak / 1024, "peak MB")


def from_pipe(b, size, *options):
    """The summary of what comes through a pipe from our maker, SIZE MB of it; what was made is in its text."""
    made, shown = b.path("made"), b.path("shown")
    shell = '"%s" --size=%d --stream %s 2>"%s" | "%s" sh -c \'"$0" -s - >"$1"\' "%s" "%s"' % (
        b.mkbench, size, " ".join(options), made, b.timeit, b.monread, shown)
    out = subprocess.run(["sh", "-c", shell], stdout=subprocess.PIPE, env=b.env).stdout.decode().split()
    tool = Times("", [], bytes_in=size * MB)
    tool.walls, tool.peak, tool.status = [int(out[0]) / 1e9], int(out[1]), int(out[2])
    with open(made) as f:
        tool.made = int(re.search(r"(\d+) records", f.read()).group(1))
    with open(shown) as f:
        text = f.read()
    # Our maker does not count the records that end a sample.
    tool.shown = records_in(text) - int(re.search(r"^  D1R11 +\S+ +(\d+)", text, re.M).group(1))
    return tool


def records_in(summary):
    return int(re.search(r"^  Records +(\d+)", summary, re.M).group(1))


def sparse(b, size):
    """A capture of 64 MB with a hole behind it, SIZE MB in all, and the same without the hole."""
    name, small = b.path("sparse-%d" % size), b.capture(64)
    shutil.copyfile(small, name)
    os.truncate(name, size * MB)
    return name, small


def case_big(b):
    """What is large: nothing of it is stored, and memory stays flat.  Takes minutes."""
    if not b.args.huge:
        return b.skip("100 GB through a pipe, 64 GB of a sparse file", "not without --huge")
    for case, options in (("100 GB through a pipe, -s", ()), ("100 GB of headers through a pipe, -s", ("--short",))):
        tool = from_pipe(b, 100 * 1024, *options)
        b.row("memory, " + case, tool, None, "own", ("<=", 32), tool.peak / 1024, "peak MB")
        b.row("records, " + case, tool, None, "own", ("==", 1), tool.shown / tool.made, "of %d that were made" % tool.made)
    for size in (4096, 65536):
        name, small = sparse(b, size)
        of_small, of_hole = (subprocess.run([b.monread, "-s", f], stdout=subprocess.PIPE,
                                            stderr=subprocess.DEVNULL).stdout.decode() for f in (small, name))
        tool = b.tool(["-s"], name)
        tool.run(b)
        b.row("memory, %d MB, sparse, -s" % size, tool, None, "own", ("<=", 32), tool.peak / 1024, "peak MB")
        count = [records_in(text) for text in (of_small, of_hole)]
        b.row("records, %d MB, sparse, -s" % size, tool, None, "own", ("==", 1), count[1] / count[0],
              "of %d before the hole" % count[0])
        os.unlink(name)


def case_wide(b):
    """Many threads on few processors: as each waits behind its batch, processors are not what is short."""
    if not os.path.exists(b.args.wide):
        return b.skip("many threads", "tests/bench/wide is not there")
    for case, options, size in (("json", ["-f", "json"], 64), ("csv of MRUSEATE", ["-f", "csv", "-n", "MRUSEATE"], 256)):
        name = b.capture(size)
        few, some, many = (Times("4 threads that wait as long",
                                 ["env", "WIDE_DELAY=50000", b.args.wide, "-j%d" % n] + options + [name], False,
                                 os.path.getsize(name)) for n in (4, 16, 64))
        for t in (few, some, many):
            t.run(b)
        for n, t in ((16, some), (64, many)):
            b.row("%s, %d threads that wait 50 ms a batch" % (case, n), t, few, "faster", None)
            b.row("%s, %d threads, memory" % (case, n), t, None, "own", ("<=", 6), t.peak / 1024 / n, "peak MB a thread")


def case_startup(b):
    one = b.path("one-record")
    with open(one, "wb") as f:
        subprocess.run([b.mkbench, "--one"], stdout=f, check=True)
    true = shutil.which("true")
    for case, argv in (("start: --version", [b.monread, "--version"]), ("start: one record", [b.monread, one])):
        tool, peer = Times(case, argv), Times("true", [true])
        for _ in range(5):
            tool.run(b, 10)
            peer.run(b, 10)
        peer.label = "true; 1 is twice its time and 2 ms"
        b.row(case, tool, peer, "own", ("<=", 1.0), tool.wall / (2 * peer.wall + 0.002))
        b.row(case, tool, None, "own", ("<=", 1.0), (tool.wall - peer.wall) * 1000, "ms more than true")


def case_size(b):
    sizes = sorted({1, 16, b.args.size, 4096 if b.args.full else 1})
    rates = {}
    for options in (["-s"], []):
        for size in sizes:
            if size == 4096 and shutil.disk_usage(b.dir).free < 6 << 30:
                b.skip("4096 MB", "no room in %s" % b.dir)
                continue
            tool = b.tool(options, b.capture(size))
            b.in_turn(tool, runs=1 if size >= 256 else b.args.runs)
            rates[size] = tool.in_rate
            kind = "-s" if options else "text"
            ratio = rates[size] / rates[16] if size > 16 else None
            b.row("%s of %d MB" % (kind, size), tool, None, "own", (">=", 0.9) if ratio else None, ratio,
                  "MB/s against those of 16 MB" if ratio else "")


def case_layouts(b):
    """Directories of so many layouts: those there are, and copies under other numbers."""
    paths = sorted(glob.glob(DATA + "/mr*.dsect"))
    name = b.capture(16)
    for count in (0, 1, 50, 250):
        options = []
        if count:
            directory = b.path("layouts-%d" % count)
            os.makedirs(directory)
            for i in range(count):
                text = open(paths[i % len(paths)], encoding="utf-8").read()
                if i >= len(paths):
                    text = re.sub(r"(?m)^Number:   D(\d+)R", lambda m: "Number:   D%dR" % (int(m.group(1)) + 20), text)
                    text = re.sub(r"(?m)^Record:   MR", "Record:   MX", text)
                open(os.path.join(directory, "%03d.dsect" % i), "w", encoding="utf-8").write(text)
            options = ["-L", directory]
        tool = b.tool(options + ["-f", "json"], name)
        b.in_turn(tool)
        b.row("json of 16 MB, %d layouts loaded" % count, tool, None, "own", None)


def case_parallel(b):
    if not re.search(r"-j\b", b.help):
        return b.skip("-j2", "no option -j")
    name = b.capture(b.args.size)
    for options in (["-f", "text"], ["-f", "json"]):
        tool, one = b.tool(options + ["-j2"], name), b.tool(options + ["-j1"], name)
        b.in_turn(tool, one, runs=3)
        b.row("-j2 " + options[-1], tool, one, "faster", (">=", 1.7))


FORMATS = (("text", []), ("hex", ["-x"]), ("json", ["-f", "json"]), ("csv", ["-f", "csv", "-n", "MRUSEATE"]))


def case_cores(b):
    """All cores against one; and against what two processes gain, each with a half of the data."""
    name, half = b.capture(b.args.size), b.capture(b.args.size // 2)
    for what, options in FORMATS[:1] + FORMATS[2:] + (("count, -q", ["-q"]), ("summary", ["-s"]), ("list", ["-l"])):
        two, one = b.tool(options + ["-j2"], name), b.tool(options + ["-j1"], name)
        command = " ".join(shlex.quote(a) for a in [b.monread] + options + ["-j1", half])
        both = Times("two processes", ["sh", "-c", "%s & %s; wait" % (command, command)])
        b.in_turn(two, one, both)
        b.row("%s, two threads" % what, two, one, "faster", (">=", 1.7))
        gain, processes = 1 / slowness(two, one), 1 / slowness(both, one)
        b.row("%s, two threads, gain by that of two processes" % what, two, None, "own", (">=", 0.9), gain / processes,
              "two processes gain %.2f" % processes)
    for what, options in (("summary", ["-s"]), ("count D0R23, -q", ["-q", "-d", "0", "-r", "23"]),
                          ("list of 1 %", ["-l", "-r", "4.5"])):
        tool, wc = b.tool(options, name), b.peer(["wc", "-l"], name)
        b.in_turn(tool, wc)
        b.row("%s, all cores" % what, tool, wc, "time", ("<=", 0.6))


def case_pipe(b):
    """Through a pipe against the file."""
    name = b.capture(b.args.size)
    for what, options in FORMATS:
        tool = b.tool(options, name)
        command = " ".join(shlex.quote(a) for a in [b.monread] + options + ["-"])
        pipe = Times("", ["sh", "-c", "cat %s | %s" % (shlex.quote(name), command)], False, tool.bytes_in, tool.bytes_out)
        b.in_turn(pipe, tool)
        b.row("%s through a pipe, by the file" % what, pipe, tool, "time", ("<=", 1.3))


def case_many(b):
    """Many small captures in one command, against one as large."""
    count = max(b.args.size // 2, 1)
    small, large = b.capture(2), b.capture(b.args.size)
    names = []
    for i in range(count):
        names.append(b.path("small-%03d" % i))
        if not os.path.exists(names[-1]):
            os.link(small, names[-1])
    scale = count * os.path.getsize(small) / os.path.getsize(large)
    for what, options in (("summary", ["-s"]), ("count, -q", ["-q"]), ("json", ["-f", "json"])):
        tool = Times("", [b.monread] + options + names, False, count * os.path.getsize(small))
        one = Times("one of %d MB" % b.args.size, [b.monread] + options + [large], False, os.path.getsize(large), 0, scale)
        b.in_turn(tool, one)
        b.row("%s of %d captures of 2 MB" % (what, count), tool, one, "time", ("<=", 1.1))


CASES = {"summary": case_summary, "text": case_text, "hex": case_hex, "json": case_json, "orjson": case_orjson, "csv": case_csv, "arrow": case_arrow, "python": case_python,
         "copy": case_copy, "where": case_where, "delta": case_delta, "sql": case_sql,
         "sqlite": case_sqlite, "stat": case_stat, "device": case_device, "memory": case_memory, "startup": case_startup,
         "size": case_size, "layouts": case_layouts, "parallel": case_parallel,
         "cores": case_cores, "pipe": case_pipe, "many": case_many, "wide": case_wide, "big": case_big}


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--size", type=int, default=256, metavar="MB", help="of the capture (256)")
    p.add_argument("--full", action="store_true", help="10 GB through a pipe, 4 GB on disk")
    p.add_argument("--huge", action="store_true", help="100 GB through a pipe, 64 GB of a sparse file")
    p.add_argument("--only", default="", metavar="CASE,...", help=", ".join(CASES))
    p.add_argument("--runs", type=int, default=5, metavar="N", help="of each command (5)")
    p.add_argument("--keep", action="store_true", help="leave the captures where they are")
    p.add_argument("--monread", default="src/monread", metavar="PATH")
    p.add_argument("--monstat", default="src/monstat", metavar="PATH")
    p.add_argument("--monplay", default="src/monplay", metavar="PATH")
    for tool in ("mkbench", "timeit", "readloop", "wide"):
        p.add_argument("--" + tool, default="tests/bench/" + tool, metavar="PATH")
    args = p.parse_args()
    for tool in ("monread", "monstat", "monplay", "mkbench", "timeit", "readloop", "wide"):
        setattr(args, tool, os.path.abspath(getattr(args, tool)))
    for case in filter(None, args.only.split(",")):
        if case not in CASES:
            p.error("no case %s; there are %s" % (case, ", ".join(CASES)))
    return args


def main():
    args = arguments()
    b = Bench(args)
    b.load = os.getloadavg()[0]
    begin = time.time()
    try:
        for case in [c for c in args.only.split(",") if c] or CASES:
            # The disk must not be busy with the output of one case during the next case.
            os.sync()
            CASES[case](b)
        b.report()
        print("Took %.0f s." % (time.time() - begin))
    finally:
        if args.keep:
            print("The captures are in", b.dir)
        else:
            shutil.rmtree(b.dir, ignore_errors=True)


main()
