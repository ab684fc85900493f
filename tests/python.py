"""Checks of the package monread: python.py NAME SAMPLE CAPTURES.  Each prints what is wrong."""
import csv
import glob
import io
import json
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import warnings

import pyarrow
import pyarrow.parquet as pq

import monread
import monread.parquet

SAMPLE, CAPTURES = sys.argv[2:4]
MONREAD = shlex.split(os.environ["MONREAD"])
DESCRIPTORS = len(os.listdir("/dev/fd"))


def check(what, got, expected):
    """Say where both differ."""
    if got != expected:
        print(f"{what}: expected {expected}, got {got}")


def rows_of_csv(*options):
    """The rows of a table in CSV."""
    out = subprocess.run([*MONREAD, "-f", "csv", *options], stdout=subprocess.PIPE, check=True).stdout.decode()
    return list(csv.DictReader(io.StringIO(out)))


def table():
    """Each number of a table is that of CSV."""
    got, expected = monread.table(SAMPLE, "MRUSEACT"), rows_of_csv("-n", "MRUSEACT", SAMPLE)
    check("columns", got.column_names, list(expected[0]))
    check("users", got["USEACT_VMDUSER"].to_pylist(), [r["USEACT_VMDUSER"] for r in expected])
    check("times", ["%.6f" % v for v in got["USEACT_VMDTTIME"].to_pylist()], [r["USEACT_VMDTTIME"] for r in expected])
    check("type", str(got.schema.field("time").type), "timestamp[us, tz=UTC]")
    check("tables", "MRUSEACT" in monread.tables(SAMPLE), True)


def batches():
    """A stream, whole and left early."""
    whole = pyarrow.RecordBatchReader.from_stream(monread.batches(SAMPLE, "D4R3")).read_all()
    check("rows", whole.num_rows, len(rows_of_csv("-r", "4.3", SAMPLE)))
    with monread.batches([SAMPLE] * 50, "MRUSEACT") as stream:
        check("the first batch", next(iter(stream)).num_rows > 0, True)


def selection():
    """Options reach monread."""
    got = monread.table(SAMPLE, "MRUSEACT", columns=["*TTIME"], where="VMDUSER = 'LXDB01'", delta="rate")
    expected = rows_of_csv("-n", "MRUSEACT", "--fields=*TTIME", "--where=VMDUSER = 'LXDB01'", "--delta=rate", SAMPLE)
    check("columns", got.column_names, list(expected[0]))
    check("rates", ["" if v is None else "%.6f" % v for v in got["USEACT_VMDTTIME"].to_pylist()],
          [r["USEACT_VMDTTIME"] for r in expected])
    got = monread.table(SAMPLE, "MRUSEACT", since="2026-03-04T08:02:00Z", until="2026-03-04T08:02:30Z")
    check("one interval", len(set(got["interval"].to_pylist())), 1)
    check("merge", monread.table([SAMPLE, SAMPLE], "MRUSEACT", merge=True).num_rows, len(rows_of_csv("-n", "MRUSEACT", SAMPLE)))


def errors():
    """Errors and warnings."""
    try:
        monread.table(SAMPLE, "MRUSEAKT")
        print("no error")
    except monread.MonreadError as error:
        check("near", "did you mean MRUSEACT?" in str(error), True)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        got = monread.table(os.path.join(CAPTURES, "bad-interval-first.stream"), "MRSYTPRP")
    check("warnings", [w.category for w in caught], [monread.MonreadWarning])
    check("a table", isinstance(got, pyarrow.Table), True)
    os.environ["MONREAD"] = "/none"
    expected = "/none: No such file or directory; install monread, or name it in MONREAD"
    check("no monread", failure(SAMPLE), expected)
    try:
        monread.to_parquet(SAMPLE, "out")
        print("no error")
    except monread.MonreadError as error:
        check("no monread for a lake", str(error), expected)


def sql():
    """A query."""
    got = monread.sql("SELECT count(*) AS n, 'x' AS s FROM MRUSEACT", SAMPLE).to_pylist()
    check("rows", got, [{"n": len(rows_of_csv("-n", "MRUSEACT", SAMPLE)), "s": "x"}])
    none = monread.sql("SELECT interval, VMDUSER, VMDTTIME FROM MRUSEACT WHERE false", SAMPLE)
    check("types without rows", [str(t) for t in none.schema.types], ["timestamp[us, tz=UTC]", "string", "double"])
    try:
        monread.sql("SELECT absent", SAMPLE)
        print("no error")
    except monread.MonreadError as error:
        check("a wrong query", "no such column: absent" in str(error), True)


class Broken(io.BytesIO):
    """A file object that cannot be read to its end."""

    def __init__(self, whole, error):
        super().__init__(whole)
        self.error = error

    def read(self, size=-1):
        if self.tell():
            raise self.error
        return super().read(size)


def failure(paths, name="MRUSEACT", **options):
    """The error of a table that cannot be read."""
    try:
        return f"{monread.table(paths, name, **options).num_rows} rows"
    except monread.MonreadError as error:
        return str(error)


def data():
    """The bytes of the sample."""
    with open(SAMPLE, "rb") as file:
        return file.read()


def sources():
    """File objects and standard input."""
    expected = monread.table(SAMPLE, "MRUSEACT")
    rows, whole = expected.num_rows, data()
    with open(SAMPLE, "rb") as file:
        check("an open file", monread.table(file, "MRUSEACT").equals(expected), True)
        check("the same file at its end", file.read(), b"")
    behind = io.BytesIO(b"other" + whole)
    behind.seek(5)
    check("from the position on", monread.table(behind, "MRUSEACT").num_rows, rows)
    got = monread.table([io.BytesIO(whole), SAMPLE, io.BytesIO(whole)], "MRUSEACT")
    check("the order of sources", got["file"].to_pylist(), ["<BytesIO>"] * rows + [SAMPLE] * rows + ["<BytesIO>"] * rows)
    check("tables", monread.tables(io.BytesIO(whole)), monread.tables(SAMPLE))
    query = "SELECT count(*) AS n, min(MRUSEACT.file) AS file FROM MRUSEACT JOIN MRSYTPRP USING (interval)"
    joined = monread.sql(query, SAMPLE)["n"].to_pylist()
    check("sql", monread.sql(query, io.BytesIO(whole)).to_pylist(), [{"n": joined[0], "file": "<BytesIO>"}])
    with monread.batches(io.BytesIO(whole * 50), "MRUSEACT") as stream:
        check("the first batch", next(iter(stream)).num_rows > 0, True)
    script = "import monread; print(monread.table('-', 'MRUSEACT').num_rows)"
    with open(SAMPLE, "rb") as file:
        out = subprocess.run([sys.executable, "-c", script], stdin=file, stdout=subprocess.PIPE, check=True).stdout
    check("standard input", out.decode(), f"{rows}\n")

    check("an unknown table", "did you mean" in failure(io.BytesIO(whole * 50), "MRUSEAKT"), True)
    check("merge", failure(io.BytesIO(whole), merge=True), "<BytesIO>: is not a regular file, which --merge needs")
    check("a broken source", failure([SAMPLE, Broken(whole, OSError("connection lost"))]), "<Broken>: connection lost")
    check("an error without text", failure(Broken(whole, TimeoutError())), "<Broken>: TimeoutError")
    check("text", failure(io.StringIO("text")), "<StringIO>: memoryview: a bytes-like object is required, not 'str'")
    check("twice", failure([behind, behind])[-55:], "is named twice, but a file object can be read only once")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        monread.table(io.BytesIO(whole[:-100]), "MRUSEACT")
    check("damage", [str(w.message).split(":")[0] for w in caught], ["<BytesIO>"])
    sys.modules["fsspec"] = None
    check("no fsspec", failure("s3://a/b"), "s3://a/b: needs the package fsspec; install it: pip install 'fsspec[s3]'")
    try:
        monread.to_parquet("s3://a/b", "out")
        print("no error")
    except monread.MonreadError as error:
        check("a lake", str(error), "s3://a/b: is not a file; only files can be loaded")
    check("open descriptors", len(os.listdir("/dev/fd")), DESCRIPTORS)


def urls():
    """URLs of fsspec."""
    import fsspec  # pylint: disable=import-outside-toplevel
    expected = monread.table(SAMPLE, "MRUSEACT")
    with fsspec.open("memory://dir/capture", "wb") as file:
        file.write(data())
    got = monread.table("memory://dir/capture", "MRUSEACT")
    check("the name", got["file"].unique().to_pylist(), ["memory://dir/capture"])
    check("rows", got.drop_columns(["file"]).equals(expected.drop_columns(["file"])), True)
    check("two URLs", monread.table(["memory://dir/capture", f"file://{SAMPLE}"], "MRUSEACT").num_rows, 2 * expected.num_rows)
    check("a missing file", failure("memory://absent"), "memory://absent: No such file or directory")
    check("an unknown scheme", failure("no://a/b"), "no://a/b: Protocol not known: no")
    sys.modules["s3fs"] = None
    check("no s3fs", failure("s3://a/b"), "s3://a/b: Install s3fs to access S3")


def parts(*names):
    """Intervals of the sample, as captures of their own."""
    bounds = ["2026-03-04T07:00:00Z", "2026-03-04T08:01:30Z", "2026-03-04T08:02:30Z", "2026-03-04T09:00:00Z"]
    for name, since, until in zip(names, bounds, bounds[1:]):
        subprocess.run([*MONREAD, "-q", "--write=" + name, "--since=" + since, "--until=" + until, SAMPLE], check=True)


def rows_of(lake, name):
    """The rows of a table of a lake, without the columns that say where they come from."""
    return plain(pq.read_table(os.path.join(lake, name)))


def plain(table_):
    """Rows in an order of their own."""
    rows = table_.to_pylist()
    return sorted(repr(sorted((k, str(v)) for k, v in r.items() if k not in ("file", "offset", "dataset", "capture", "date")))
                  for r in rows)


def files_of(lake):
    """The files of a lake, and when they were made."""
    files = glob.glob(lake + "/**/*.parquet", recursive=True)
    return {os.path.relpath(f, lake): os.stat(f).st_mtime_ns for f in files}


def load(*arguments):
    """Run monread-parquet: its status and messages."""
    run = subprocess.run([sys.executable, "-m", "monread.parquet", *arguments], stderr=subprocess.PIPE, check=False)
    return run.returncode, run.stderr.decode()


NAMES = ["MRSYTPRP", "MRUSEACT"]
USERS = "--tables=MRUSEACT"


def parquet():
    """Rows of several captures."""
    parts("a", "b", "c")
    monread.to_parquet(["a", "b", "c"], "out", jobs=2)
    check("directories", sorted(os.listdir("out/MRUSEACT/system=VMPROD1")), ["date=2026-03-04"])
    check("three files", len(os.listdir("out/MRUSEACT/system=VMPROD1/date=2026-03-04")), 3)
    got = pq.read_table("out/MRUSEACT")
    check("rows", got.num_rows, len(rows_of_csv("-n", "MRUSEACT", SAMPLE)))
    check("keys", got.column_names[-3:], ["capture", "system", "date"])
    check("values", rows_of("out", "MRUSEACT"), plain(monread.table(SAMPLE, "MRUSEACT")))
    first = pq.read_table("out/captures").sort_by("first_sample").to_pylist()[0]
    check("a capture", [first[k] for k in ("name", "records", "complete", "gaps", "loaded", "system")],
          [os.path.abspath("a"), 148 + 5, True, 0, True, "VMPROD1"])  # with the ends of frames
    check("no leftovers", os.listdir("out/_tmp"), [])


def again():
    """Captures that are loaded again: unchanged, renamed, compressed, grown, shorter; more tables; a lake of 1.1."""
    parts("a", "b", "c")
    load("out", USERS, "a", "b")
    first = files_of("out")
    check("nothing is new", monread.to_parquet(["a", "b"], "out", tables=["MRUSEACT"]), [])
    check("files", files_of("out") == first, True)
    os.rename("b", "renamed")
    subprocess.run("gzip -c a >a.gz", shell=True, check=True)
    check("renamed, compressed", load("out", USERS, "renamed", "a.gz"), (0, ""))
    check("the same files", sorted(files_of("out")), sorted(first))
    expected = rows_of("out", "MRUSEACT")
    with open("renamed", "rb") as whole, open("cut", "wb") as cut:
        cut.write(whole.read(60000))
    status, text = load("out", USERS, "cut")
    check("a shorter one", [status, "of this capture were loaded from" in text], [1, True])
    check("changes nothing", rows_of("out", "MRUSEACT"), expected)
    subprocess.run([*MONREAD, "-q", "--write=grown", "--until=2026-03-04T08:02:30Z", SAMPLE], check=True)
    check("one that has grown", load("out", USERS, "grown")[0], 0)
    files = pq.read_table("out/MRUSEACT")["file"].to_pylist()
    check("has all its rows", files.count(os.path.abspath("grown")), 34)
    check("more tables", load("out", "--tables=MRSYTPRP,MRSYTRSG", "grown"), (0, ""))
    check("are there", os.path.isdir("out/MRSYTRSG") and os.path.isdir("out/MRUSEACT"), True)
    os.mkdir("old")
    with open("old/monread.json", "w", encoding="utf-8") as file:
        file.write("{}")
    status, text = load("old", "c")
    check("a lake of 1.1", [status, "written by monread-parquet 1.1" in text, os.listdir("old")], [2, True, ["monread.json"]])
    check("with --delta", [load("out", "--delta", "c")[0], load("out", "--partition=date", "c")[0]], [2, 2])


def growing():
    """A capture that is loaded again and again while it is written."""
    script = f"i=0; while [ $i -lt 40 ]; do dd if='{SAMPLE}' bs=3500 skip=$i count=1; i=$((i + 1)); sleep 0.05; done >growing"
    writer = subprocess.Popen(["sh", "-c", script], stderr=subprocess.DEVNULL)
    while writer.poll() is None:
        if os.path.exists("growing"):
            load("out", "--delta", "growing")
    check("the copy is whole", os.path.getsize("growing"), os.path.getsize(SAMPLE))
    check("the last load", load("out", "--delta", "growing"), (0, ""))
    for name in NAMES:
        check(name, rows_of("out", name), plain(monread.table(SAMPLE, name, delta=True)))


def odd():
    """Captures with damage, without a system, or with configuration only."""
    with open(SAMPLE, "rb") as whole, open("cut", "wb") as cut:
        cut.write(whole.read(100000))
    status, text = load("out", USERS, "cut")
    check("damage", [status, "cut off" in text], [1, True])
    row, = pq.read_table("out/captures").to_pylist()
    problem, = pq.read_table("out/problems").to_pylist()
    check("is data", [row["complete"], row["problems"], row["skipped"], problem["offset"], "cut off" in problem["text"]],
          [False, 1, 1696, 98304, True])
    locks = os.path.join(CAPTURES, "good-locks.stream")
    status, text = load("locks", locks)
    check("no system", [status, "--system" in text, os.path.exists("locks/MRSYTLCK")], [1, True, False])
    check("with a name", [load("locks", "--system=A/B", locks)[0], os.listdir("locks/MRSYTLCK")], [0, ["system=A%2FB"]])
    subprocess.run([*MONREAD, "-q", "--write=config", "--count=3", SAMPLE], check=True)
    status, text = load("config-lake", "config")
    check("configuration", [status, "only configuration" in text], [1, True])


def same_as_day(what):
    """Compare a lake with what one run of monread says of each system."""
    for name in NAMES:
        expected = []
        for system in "VMA", "VMB", "VMC", "VMD":
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expected += plain(monread.table(sorted(glob.glob(os.path.join(PARTS, system + "*"))), name, delta=True, merge=True))
        got = rows_of("hours", name)
        check(f"{what}: rows of {name}", len(got), len(expected))
        differing = [pair for pair in zip(got, sorted(expected)) if pair[0] != pair[1]]
        check(f"{what}: values of {name}", differing[:1], [])


PARTS = os.path.abspath("../parts")


def differences():
    """A day in parts, in any order; at its seams are an IPL and a lost sample, and midnight is in a part."""
    names = [f"{s}-{n}" for s in ("VMA", "VMB", "VMC", "VMD") for n in (1, 2, 3, 4)]
    paths = [os.path.join(PARTS, name) for name in names]
    size = monread.parquet.FLUSH_BYTES
    for what, loads, size, jobs in (("backwards", paths[::-1], size, 1), ("in order", paths, size, 1),
                                    ("written batch by batch", paths, 1, 1), ("in one run, backwards", [paths[::-1]], size, 1),
                                    ("by three processes", [paths], size, 3)):
        shutil.rmtree("hours", ignore_errors=True)
        monread.parquet.FLUSH_BYTES = size
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            for captures in loads:
                monread.to_parquet(captures, "hours", delta=True, jobs=jobs)
        check(f"{what}: all are loaded", pq.read_table("hours/captures")["loaded"].to_pylist(), [True] * len(paths))
        check(f"{what}: the first samples are found",
              [m for m in (str(w.message) for w in caught) if "is not the first sample" in m], [])
        same_as_day(what)
    check("two days", sorted(os.listdir("hours/MRUSEACT/system=VMA")), ["date=2026-03-04", "date=2026-03-05"])
    seams = [r for r in pq.read_table("hours/MRUSEACT").to_pylist() if r["elapsed"] is None]
    check("first samples and those after an IPL or a lost sample", len(seams) > 0, True)


def neighbours():
    """followers() is the inverse of previous(), also for captures that overlap or end at the same time."""
    random.seed(65)
    for _ in range(300):
        rows = []
        for n in range(random.randint(1, 8)):
            first = random.randint(0, 12)
            rows.append({"capture": str(n), "first_sample": first, "last_sample": first + random.randint(0, 4)})
        lake = monread.parquet.Lake
        for row in rows:
            expected = [r["capture"] for r in rows if lake.previous(rows, r) == row["capture"]]
            check(f"followers of {row} among {rows}", lake.followers(rows, row), expected)


def together():
    """Two and eight runs at once, and runs that are killed."""
    names = sorted(glob.glob(os.path.join(PARTS, "VM*")))
    command = [sys.executable, "-m", "monread.parquet", "--delta", "hours"]
    for count in 2, 8:
        runs = [subprocess.Popen(command + names[n::count] + names[:1], stderr=subprocess.DEVNULL) for n in range(count)]
        for run in runs:
            run.wait()
        same_as_day(f"{count} runs")
        shutil.rmtree("hours")
    kills = int(os.environ.get("KILLS", "50"))
    random.seed(65)
    for n in range(kills):
        run = subprocess.Popen(command + names + ["-j2"] * (n % 2), stderr=subprocess.DEVNULL)
        try:
            run.wait(random.uniform(0.2, 3))
            shutil.rmtree("hours")  # it has ended: the next run begins again
            continue
        except subprocess.TimeoutExpired:
            run.send_signal((signal.SIGKILL, signal.SIGTERM)[n % 2])
            run.wait()
        for path in glob.glob("hours/**/*.parquet", recursive=True):
            pq.read_metadata(path)
    load("hours", "--delta", *names)
    same_as_day("after kills")
    # On a busy machine another process may have got the number of a run that was killed.
    for _ in range(10):
        for name in os.listdir("hours/_tmp"):
            os.utime(os.path.join("hours/_tmp", name), (0, 0))
        load("hours", "--delta", names[0])
        if not os.listdir("hours/_tmp"):
            break
    check("leftovers", os.listdir("hours/_tmp"), [])


def views():
    """Of captures that overlap, the views for DuckDB have each row once."""
    import duckdb  # pylint: disable=import-outside-toplevel
    parts("a", "b", "c")
    subprocess.run([*MONREAD, "-q", "--write=overlap", "--since=2026-03-04T08:01:30Z", SAMPLE], check=True)
    subprocess.run([*MONREAD, "-q", "--write=late", "--since=2026-03-04T08:02:30Z", SAMPLE], check=True)
    for name in "a", "overlap", "late", "b":
        load("out", "--delta", name)
    base = duckdb.connect()
    base.execute("SET timezone = 'UTC'")
    base.execute(views_of("out"))
    for name in *NAMES, "MRSYTLCK__SYTLCK_CALLKDATA":
        check(name, plain(base.sql(f'FROM "{name}_delta"').to_arrow_table()), plain(monread.table(SAMPLE, name, delta=True)))
    check("captures", base.sql("SELECT count(*) FROM captures").fetchall(), [(3,)])
    check("levels", base.sql("SELECT * FROM MRUSEACT LIMIT 0").columns[-5:],
          ["USEACT_CALFLAG1", "USEACT_VMDSTYPE", "capture", "date", "system"])
    load("levels", SAMPLE)
    for order in ["levels", "out"], ["out", "levels"]:
        base = duckdb.connect()
        for lake in order:
            base.execute(views_of(lake))
        check(f"{order}: counters", base.sql("SELECT count(USEACT_VMDTTIME) FROM MRUSEACT").fetchall(), [(51,)])


def views_of(lake):
    """The statements of --views=duckdb."""
    return subprocess.run([sys.executable, "-m", "monread.parquet", "--views=duckdb", lake], stdout=subprocess.PIPE,
                          check=True).stdout.decode()


def rounded(rows):
    """Rows in an order of their own; a number may be rounded, or be a text, and a time may be a text."""
    def cell(value):
        try:
            return f"{float(value):.9g}"
        except (TypeError, ValueError):
            return str(value or None)[:26]
    return sorted(repr([cell(v) for v in row.values()]) for row in rows)


def reports():
    """All report views work over a lake with differences, whose hours were loaded one by one."""
    import duckdb  # pylint: disable=import-outside-toplevel
    parts("a", "b", "c")
    for name in "a", "c", "b":
        load("out", "--delta", name)
    base = duckdb.connect()
    base.execute("SET timezone = 'UTC'")
    base.execute(views_of("out"))
    monstat = [*MONREAD[:-1], os.path.join(os.path.dirname(MONREAD[-1]), "monstat")]
    base.execute(subprocess.run([*monstat, "--views=duckdb"], stdout=subprocess.PIPE, check=True).stdout.decode())
    names = [n for n, in base.sql("SELECT view_name FROM duckdb_views() WHERE view_name LIKE 'report_%'").fetchall()]
    check("all reports", len(names) > 30, True)
    for name in names:
        got = rounded(base.sql(f'FROM "{name}"').to_arrow_table().to_pylist())
        expected = rounded(monread.sql(f"SELECT * FROM {name.removeprefix('report_')}", SAMPLE).to_pylist())
        check(f"{name}: rows", len(got), len(expected))
        check(f"{name}: a row", *next((pair for pair in zip(got, expected) if pair[0] != pair[1]), (None, None)))


def source(paths, **options):
    """The reader of the data source of Spark, in this process."""
    import monread.spark  # pylint: disable=import-outside-toplevel,redefined-outer-name
    options = {"table": "MRUSEACT", "paths": json.dumps(paths), **options}
    return monread.spark.MonreadDataSource(options).reader(None)


def partitioned(paths, **options):
    """The rows of all partitions, and the names of their captures."""
    reader = source(paths, **options)
    partitions = reader.partitions()
    rows = [batch for partition in partitions for batch in reader.read(partition)]
    return pyarrow.Table.from_batches(rows, schema=reader.schema), [os.path.basename(p.value[0]) for p in partitions]


def spark_captures():
    """For Spark: several systems, an IPL, lost samples, captures that overlap, are compressed or cut off, and parts of samples."""
    warnings.simplefilter("ignore", monread.MonreadWarning)
    for name, *options in (
            ("long", "--since=2026-03-04T23:44:00Z", "--until=2026-03-04T23:56:00Z"),
            ("domain-0", "--until=2026-03-05T00:04:00Z", "--domain=0,1"),
            ("domain-4", "--until=2026-03-05T00:04:00Z", "--domain=4"),
            ("late", "--since=2026-03-05T00:04:00Z", "--domain=1,4"), ("one", "--rotate=20k")):
        subprocess.run([*MONREAD, "-qq", "--write=" + name, *options, os.path.join(PARTS, "../VMC.bin")], check=True)
    ones = sorted(glob.glob("one.*"))
    del ones[4]
    shutil.copytree(PARTS, "parts")
    subprocess.run("gzip parts/VMB-2; head -c 20000 parts/VMD-2 >cut; mv cut parts/VMD-2", shell=True, check=True)
    for what, names in (("parts", [*glob.glob("parts/*"), "long"]), ("parts of samples", ["domain-4", "domain-0", "late"]),
                        ("single samples", ones)):
        paths = [os.path.abspath(name) for name in names]
        for name in *NAMES, "MRMTRSYS":
            for delta in "false", "true", "rate":
                got, captures = partitioned(paths, table=name, delta=delta)
                expected = monread.table(paths, name, delta={"true": True, "rate": "rate"}.get(delta), merge=True)
                check(f"{what}: {name}, delta={delta}", sorted(map(repr, got.to_pylist())),
                      sorted(map(repr, expected.cast(got.schema).to_pylist())))
                check(f"{what}: captures", len(captures), len(paths))
    for options in {"since": "2026-03-04T23:58:00Z"}, {"since": "2026-03-04", "until": "2026-03-05 00:50+01:00"}:
        got, captures = partitioned(["parts"], delta="true", **options)
        times = {k: v if ":" in v else v + "T00:00:00Z" for k, v in options.items()}
        expected = monread.table("parts", "MRUSEACT", delta=True, merge=True, **times)
        check(f"{options}: rows", [got.num_rows, got["elapsed"].null_count], [expected.num_rows, expected["elapsed"].null_count])
        check(f"{options}: fewer captures", len(captures) < 16, True)
    got, captures = partitioned(["parts/VM[AB]*", "parts/VMC-1"], system="VMA,*C", columns="*TTIME", where="VMDUSER = 'B'")
    check("systems", [captures, got.num_rows, got.column_names[8:]], [
        ["VMA-1", "VMA-2", "VMA-3", "VMA-4", "VMC-1"], 14, ["USEACT_VMDTTIME"]])


def spark_options():
    """For Spark: types, large captures, and messages about options."""
    import monread.spark  # pylint: disable=import-outside-toplevel,redefined-outer-name
    types = {str(t) for name in ("MRUSEACT", "MRSYTLCK__SYTLCK_CALLKDATA", "MRSYTPRP", "MRIODDEV", "MRSYTSYG")
             for t in source([SAMPLE], table=name).schema.types}
    check("types", [t for t in types if "uint" in t], [])
    check("Spark has them", monread.spark.MonreadDataSource({"table": "MRUSEACT", "delta": "true"}).schema().names[-1], "elapsed")
    check("no capture", [p.value for p in source([SAMPLE], system="NONE").partitions()], [])
    listed = subprocess.run([*MONREAD, "-l", SAMPLE], stdout=subprocess.PIPE, check=True).stdout.split(b"\n")
    clock = int(listed[-2].split()[0], 16) + 8
    with open("wrong", "wb") as file:
        file.write(data()[:clock] + b"\xB0" + data()[clock + 1:])
    check("a wrong time at the end", len(source(["wrong"], since="2026-03-04T08:02:00Z").partitions()), 1)
    subprocess.run("gzip -c '%s' >sample.gz" % SAMPLE, shell=True, check=True)
    for path in SAMPLE, "sample.gz":
        whole = monread.spark.span_of(path, "MRUSEACT")
        monread.spark.ENDS_BYTES = 2048 if path != SAMPLE else 32768
        check(f"the ends of {path}", monread.spark.span_of(path, "MRUSEACT"), whole)
        monread.spark.ENDS_BYTES = 4 << 20
    for options, text in (
            ({"table": ""}, "no table; add .option('table', 'MRUSEACT'); monread --tables FILE shows the names"),
            ({"untill": "x"}, "unknown option untill; the options are "),
            ({"delta": "yes"}, "delta=yes: expected false, true, rate"),
            ({"since": "08:00"}, "since=08:00: expected a date and a time, such as 2026-03-04T08:00:00Z"),
            ({"table": "MRUSEAKT"}, "MRUSEAKT: no such record or table; did you mean MRUSEACT?"),
            ({"paths": []}, "no captures; name them, as in .load('captures/*')"),
            ({"path": "s3://a/b", "paths": []}, "s3://a/b: is not a file; only files can be loaded"),
            ({"path": "none*", "paths": []}, os.path.abspath("none*") + ": cannot be opened: No such file or directory")):
        try:
            source(**{"paths": [SAMPLE], **options}).partitions()
            print(f"{options}: no error")
        except monread.MonreadError as error:
            check(options, str(error)[:len(text)], text)


def spark_cluster():
    """A cluster of Spark with two workers."""
    import monread.spark  # pylint: disable=import-outside-toplevel,redefined-outer-name
    from pyspark.sql import SparkSession  # pylint: disable=import-outside-toplevel
    os.environ["PYSPARK_PYTHON"] = sys.executable
    with open("spark.log", "wb") as log:
        os.dup2(log.fileno(), 2)
    spark = SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false").getOrCreate()
    spark.dataSource.register(monread.spark.MonreadDataSource)
    format_ = spark.read.format("monread").option("table", "MRUSEACT").option("delta", "true")
    rows = format_.load(PARTS + "/VM[AD]-*")
    expected = monread.table(sorted(glob.glob(PARTS + "/VM[AD]-*")), "MRUSEACT", delta=True, merge=True)
    got = rows.toArrow()
    check("rows", sorted(map(repr, got.to_pylist())), sorted(map(repr, expected.cast(got.schema).to_pylist())))
    check("partitions", rows.rdd.getNumPartitions(), 8)
    check("no rows", format_.option("system", "NONE").load([PARTS, SAMPLE]).count(), 0)
    spark.stop()


globals()[sys.argv[1]]()
