"""Checks of the package monread: python.py NAME SAMPLE CAPTURES.  Each prints what is wrong."""
import csv
import glob
import io
import os
import shlex
import subprocess
import sys
import warnings

import pyarrow
import pyarrow.parquet as pq

import monread

SAMPLE, CAPTURES = sys.argv[2:4]
MONREAD = shlex.split(os.environ["MONREAD"])


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


def sql():
    """A query."""
    got = monread.sql("SELECT count(*) AS n, 'x' AS s FROM MRUSEACT", SAMPLE).to_pylist()
    check("rows", got, [{"n": len(rows_of_csv("-n", "MRUSEACT", SAMPLE)), "s": "x"}])


def parts(*names):
    """Intervals of the sample, as captures of their own."""
    bounds = ["2026-03-04T07:00:00Z", "2026-03-04T08:01:30Z", "2026-03-04T08:02:30Z", "2026-03-04T09:00:00Z"]
    for name, since, until in zip(names, bounds, bounds[1:]):
        subprocess.run([*MONREAD, "-q", "--write=" + name, "--since=" + since, "--until=" + until, SAMPLE], check=True)


def written(directory):
    """Parquet files with their content."""
    files = glob.glob(directory + "/**/*.parquet", recursive=True)
    return {os.path.relpath(f, directory): open(f, "rb").read() for f in files}


def parquet():
    """Rows of several captures."""
    parts("a", "b", "c")
    monread.to_parquet(["a", "b", "c"], "out")
    check("one file", sorted(os.listdir("out/MRUSEACT/system=VMPROD1")), ["date=2026-03-04"])
    got = pq.read_table("out/MRUSEACT")
    check("rows", got.num_rows, len(rows_of_csv("-n", "MRUSEACT", SAMPLE)))
    check("keys", got.column_names[-2:], ["system", "date"])
    monread.to_parquet([SAMPLE, "a", "b"], "overlapping", tables=["MRUSEACT"])
    check("captures that overlap", pq.read_table("overlapping/MRUSEACT").num_rows, got.num_rows)
    monread.to_parquet("a", "plain", tables=["MRUSEACT"], partition="")
    check("without partitions", sorted(os.listdir("plain")), ["MRUSEACT", "monread.json"])
    check("and one table", pq.read_table("plain/MRUSEACT").num_rows, len(rows_of_csv("-n", "MRUSEACT", "a")))


def again():
    """Incremental runs."""
    parts("a", "b", "c")
    monread.to_parquet(["a", "b"], "out")
    first = written("out")
    check("nothing is new", monread.to_parquet(["a", "b"], "out"), [])
    check("files", written("out") == first, True)
    monread.to_parquet(["a", "b", "c"], "out")
    check("rows", pq.read_table("out/MRUSEACT").num_rows, len(rows_of_csv("-n", "MRUSEACT", SAMPLE)))
    with open(SAMPLE, "rb") as whole, open("a", "wb") as grown:
        grown.write(whole.read())
    monread.to_parquet(["a"], "out")
    files = pq.read_table("out/MRUSEACT")["file"].to_pylist()
    check("rows of one that has grown", files.count(os.path.abspath("a")), len(rows_of_csv("-n", "MRUSEACT", SAMPLE)))
    check("the others stay", files.count(os.path.abspath("c")), len(rows_of_csv("-n", "MRUSEACT", "c")))


def differences():
    """The sum of differences is the same in one run and in three."""
    parts("a", "b", "c")
    for path in "a", "b", "c":
        monread.to_parquet([path], "out", delta=True, tables=["MRUSEACT"])
    got = sorted((str(r["time"]), r["USEACT_VMDUSER"], r["USEACT_VMDTTIME"]) for r in pq.read_table("out/MRUSEACT").to_pylist())
    expected = monread.table(SAMPLE, "MRUSEACT", delta=True).to_pylist()
    check("differences", got, sorted((str(r["time"]), r["USEACT_VMDUSER"], r["USEACT_VMDTTIME"]) for r in expected))


globals()[sys.argv[1]]()
