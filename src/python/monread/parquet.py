"""Captures to a lake of Parquet files.

    LAKE/TABLE/system=S/date=DATE/ID.parquet        rows of one capture and day (UTC)
    LAKE/TABLE/system=S/date=DATE/ID.first.parquet  with differences: rows of the first sample of this capture
    LAKE/captures/system=S/ID.parquet               one row per capture
    LAKE/problems/system=S/ID.parquet               one row per problem that monread reported
    LAKE/_edges/system=S/ID.begin, ID.end           the first sample and the last three samples, with the configuration before
    LAKE/_edges/system=S/ID.times                   the times of the first and the last sample
    LAKE/_tmp/HOST-PID-...                          files of a run, before they get their names

ID is a hash of the system, and of the TOD clock and the number of the first record of the first sample.  Records of domain 1
do not count, because files repeat them.  So a capture that was renamed, compressed or has grown replaces its own files, and
runs at the same time need no lock.
"""
from __future__ import annotations

import argparse
import datetime
import glob
import hashlib
import itertools
import json
import os
import re
import selectors
import shutil
import signal
import subprocess
import sys
import time
import warnings
from typing import Any, Callable, Iterator, Optional, Sequence

import pyarrow
import pyarrow.ipc

# The import of pyarrow.compute makes a function of each kernel, and pyarrow.parquet loads file systems: 40 ms each.
from pyarrow._compute import call_function as call
from pyarrow._parquet import ParquetReader, ParquetWriter

from . import MonreadError, MonreadWarning, Path, Paths, is_piped, run_command, source_list, start

CAPTURES = "captures"
PROBLEMS = "problems"
EDGES = "_edges"
# This table has rows in each sample, so it is always loaded.
SAMPLES = "MRSYTPRP"
# Two intervals show how long intervals are, and so whether samples are missing before the next capture.
LAST_SAMPLES = 3
# The rows of a file are written when they have this size.
FLUSH_BYTES = 16 << 20
# Zstd, dictionaries, and statistics of all columns would double the time that writing a smaller file takes.
SMALL_BYTES = 1 << 20
LARGE_OPTIONS: dict[str, Any] = {"compression": "zstd", "writer_engine_version": "V2"}
SMALL_OPTIONS = {**LARGE_OPTIONS, "compression": "snappy", "use_dictionary": False, "write_statistics": ["time"]}
DAY = 86_400_000_000  # microseconds
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
LEFTOVER_SECONDS = 3600
# After this number of captures, a run computes the differences at the beginning of the captures that follow them in time.
# By then it has loaded most of these captures itself, so it computes few differences twice.
OPEN_MAX = 16
REPORTS_MAX = 20
TIME = pyarrow.timestamp("us", tz="UTC")
# Scalars have a type here, because pyarrow imports pandas, or searches for it in vain, each time that it infers one.
SAMPLE = pyarrow.scalar("sample", pyarrow.string())

CAPTURE_SCHEMA = pyarrow.schema([
    ("capture", pyarrow.string()), ("name", pyarrow.string()), ("size", pyarrow.int64()), ("mtime", pyarrow.int64()),
    ("first", TIME), ("last", TIME), ("first_sample", TIME), ("last_sample", TIME), ("records", pyarrow.int64()),
    ("problems", pyarrow.int64()), ("gaps", pyarrow.int64()), ("skipped", pyarrow.int64()), ("complete", pyarrow.bool_()),
    ("delta", pyarrow.bool_()), ("tables", pyarrow.list_(pyarrow.string())), ("loaded", pyarrow.bool_())])
PROBLEM_SCHEMA = pyarrow.schema([
    ("capture", pyarrow.string()), ("file", pyarrow.string()), ("offset", pyarrow.int64()), ("severity", pyarrow.string()),
    ("text", pyarrow.string())])

Row = dict[str, Any]
Progress = Callable[[int, int, str], None]
# The path of a capture, its messages, reasons why something failed, and the tables that got rows so far.
Outcome = tuple[str, list[str], list[str], list[str]]


class Answer:
    """What a run of monread wrote: its output, its messages, and its summary of the capture."""

    running: set[subprocess.Popen[bytes]] = set()

    def __init__(self, options: Sequence[str], *paths: str):
        process = start(["--messages=json", *options], paths, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.running.add(process)
        try:
            self.output, errors = process.communicate()
        finally:
            self.running.discard(process)
        self.messages: list[Row] = []
        self.summary: Row = {}
        for line in errors.decode(errors="replace").splitlines():
            try:
                message = json.loads(line)
            except ValueError:
                message = {"severity": "error", "text": line}
            if message.get("text") == "exit summary":
                self.summary = message
            elif message.get("severity") != "notice":
                self.messages.append(message)
        if process.returncode not in (0, 1):
            texts = [text_of(m) for m in self.messages]
            raise MonreadError("\n".join(texts) or f"monread ended with status {process.returncode}")


def text_of(message: Row) -> str:
    """A message in one line."""
    place = [str(message["file"])] if message.get("file") else []
    if message.get("offset") is not None:
        place.append(f"offset 0x{message['offset']:X}")
    return ": ".join([*place, message.get("text", "")])


def captures_of(paths: Paths) -> list[str]:
    """The paths, with the files of directories in their place; whole paths."""
    found = []
    for path in source_list(paths):
        if path == "-" or is_piped(path):
            raise MonreadError(f"{path}: is not a file; only files can be loaded")
        path = os.path.abspath(path)
        if os.path.isdir(path):
            names = (os.path.join(path, n) for n in sorted(os.listdir(path)) if not n.startswith("."))
            found += [n for n in names if os.path.isfile(n) and not n.endswith(".part")]
        else:
            found.append(path)
    return list(dict.fromkeys(found))


def quoted(system: str) -> str:
    """The name of a system in a path."""
    return "system=" + re.sub(rb"[^\w.~-]", lambda match: b"%%%02X" % ord(match[0]), system.encode()).decode()


def directory_of(system: str, day: int) -> str:
    """The directory of the rows of a system and a day since 1970."""
    return f"{quoted(system)}/date={(EPOCH + datetime.timedelta(days=day)).date()}"


def time_of(text: Optional[str]) -> Optional[datetime.datetime]:
    """A time of a message."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")) if text else None


def text_of_time(value: datetime.datetime, microseconds: int = 0) -> str:
    """A time as an argument of --since and --until."""
    value = value.astimezone(datetime.timezone.utc) + datetime.timedelta(microseconds=microseconds)
    return value.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def is_alive(pid: int) -> bool:
    """Whether a process of this host runs."""
    try:
        os.kill(pid, 0)
    except OSError as error:
        return not isinstance(error, ProcessLookupError)
    return True


class Work:
    """The directory of a run below LAKE/_tmp.  Files get their names in the lake when they are whole."""

    def __init__(self, lake: str):
        self.lake = lake
        self.host = os.uname().nodename.replace("-", "_")
        top = os.path.join(lake, "_tmp")
        os.makedirs(top, exist_ok=True)
        self.remove_leftovers(top)
        self.path = os.path.join(top, f"{self.host}-{os.getpid()}-{os.urandom(4).hex()}")
        os.mkdir(self.path, 0o700)
        self.numbers = itertools.count()

    def remove_leftovers(self, top: str) -> None:
        """Remove the directories of processes of this host that are gone."""
        for name in os.listdir(top):
            path, parts = os.path.join(top, name), name.split("-")
            try:
                age = time.time() - os.stat(path).st_mtime
            except OSError:
                continue
            if len(parts) == 3 and parts[0] == self.host and parts[1].isdigit() and age > LEFTOVER_SECONDS \
                    and not is_alive(int(parts[1])):
                shutil.rmtree(path, ignore_errors=True)

    def name(self) -> str:
        """A name for a new file or directory."""
        return f"{self.path}/{next(self.numbers)}"

    @staticmethod
    def publish(path: str, target: str) -> None:
        """Give a whole file its name in the lake."""
        try:
            os.replace(path, target)
        except FileNotFoundError:
            os.makedirs(os.path.dirname(target), exist_ok=True)
            os.replace(path, target)

    def write_bytes(self, data: Any, target: str) -> None:
        """Write a file of the lake."""
        path = self.name()
        with open(path, "wb") as file:
            file.write(data)
        self.publish(path, target)

    def write(self, rows: pyarrow.Table, target: str, is_small: bool = True) -> None:
        """Write a table as one file of the lake."""
        # Write the file with one call: the writer of Parquet has several small writes per column.
        buffer = pyarrow.BufferOutputStream()
        writer = ParquetWriter(buffer, rows.schema, **(SMALL_OPTIONS if is_small else LARGE_OPTIONS))
        writer.write_table(rows)
        writer.close()
        self.write_bytes(buffer.getvalue(), target)


class Target:
    """The rows of one table, system and day, which become one file of the lake.

    keeps: whether all rows wait until end(), because Seam.join() needs all rows of the first sample.
    """

    def __init__(self, work: Work, path: str, keeps: bool):
        self.work, self.path, self.keeps = work, path, keeps
        self.waiting: list[pyarrow.Table] = []
        self.size = 0
        self.file = ""
        self.writer: Optional[ParquetWriter] = None

    def add(self, rows: pyarrow.Table, size: int) -> None:
        """Add rows of SIZE bytes; write them if they are many."""
        self.waiting.append(rows)
        self.size += size
        if self.size > FLUSH_BYTES and not self.keeps:
            self.flush()

    def flush(self) -> None:
        """Write the waiting rows as a row group."""
        rows = pyarrow.concat_tables(self.waiting)
        if not self.writer:
            self.file = self.work.name()
            self.writer = ParquetWriter(self.file, rows.schema, **LARGE_OPTIONS)
        self.writer.write_table(rows, row_group_size=max(rows.num_rows, 1))
        self.waiting, self.size = [], 0

    def end(self) -> None:
        """Write the rest, and publish the file."""
        if not self.writer:
            self.work.write(pyarrow.concat_tables(self.waiting), self.path, self.size < SMALL_BYTES)
            return
        if self.waiting:
            self.flush()
        self.writer.close()
        self.work.publish(self.file, self.path)


def parted(rows: pyarrow.Table, mask: pyarrow.ChunkedArray) -> tuple[pyarrow.Table, pyarrow.Table]:
    """The rows for which MASK is true, and the others.  If the former come first, as usual, nothing is copied."""
    count = call("sum", [mask]).as_py() or 0
    if count == (call("sum", [mask.slice(0, count)]).as_py() or 0):
        return rows.slice(0, count), rows.slice(count)
    mask = call("coalesce", [mask, pyarrow.scalar(False, pyarrow.bool_())])
    return call("filter", [rows, mask]), call("filter", [rows, call("invert", [mask])])


def parts_of(rows: pyarrow.Table, system: str) -> Iterator[tuple[str, pyarrow.Table]]:
    """The directory of each system and day, and its rows without the column system.  SYSTEM: if a row has none."""
    systems, times = rows["system"], rows["time"]
    rows = rows.drop_columns(["system"])
    names = call("unique", [systems]).to_pylist()
    first, last = (time.value for time in call("min_max", [times]).values())
    if len(names) == 1 and not times.null_count and first // DAY == last // DAY:
        yield directory_of(names[0] or system, first // DAY), rows
        return
    systems = call("coalesce", [systems, pyarrow.scalar(system, pyarrow.string())])
    days = call("coalesce", [call("divide", [times.cast(pyarrow.int64()), pyarrow.scalar(DAY)]), pyarrow.scalar(0)])
    for day in call("unique", [days]):
        for name in call("unique", [systems]):
            some = call("filter", [rows, call("and", [call("equal", [days, day]), call("equal", [systems, name])])])
            if some.num_rows:
                yield directory_of(name.as_py(), day.as_py()), some


def batches_of(path: str) -> Iterator[pyarrow.Table]:
    """The batches of a file that monread wrote, each as a table."""
    with pyarrow.OSFile(path) as file:
        for batch in pyarrow.ipc.open_stream(file):
            yield pyarrow.Table.from_batches([batch])


def read(path: str) -> pyarrow.Table:
    """A file of the lake."""
    reader = ParquetReader()
    reader.open(path)
    return reader.read_all(use_threads=False)


class Lake:
    """A directory of Parquet files, and how captures are loaded into it."""

    def __init__(self, path: str, tables: Optional[Sequence[str]], delta: bool, system: Optional[str], jobs: int):
        self.path, self.delta, self.system, self.jobs = path, delta, system, jobs
        self.tables = None if tables is None else sorted({*tables, SAMPLES})
        if os.path.exists(os.path.join(path, "monread.json")):
            raise MonreadError(f"{path}: was written by monread-parquet 1.1; load the captures into a new directory")
        file = next(glob.iglob(os.path.join(glob.escape(path), CAPTURES, "system=*", "*.parquet")), None)
        if file and read(file)["delta"][0].as_py() != delta:
            raise MonreadError(f"{path}: was written {'without' if delta else 'with'} --delta; use another directory")
        self.work = Work(path)
        self.written: set[str] = set()
        # The arguments of put_seams() for the loaded captures for which it has not run yet.
        self.open: list[tuple[str, Row]] = []
        # Per capture: the previous capture, from which this run computed the differences of its first sample.
        self.made: dict[str, str] = {}

    def file_of(self, system: str, capture: str, folder: str = CAPTURES, ending: str = "parquet") -> str:
        """A file that the lake has once per capture."""
        return os.path.join(self.path, folder, quoted(system), f"{capture}.{ending}")

    def known(self, system: str, capture: str) -> Optional[Row]:
        """The row of a capture without its times, if an earlier run has read it."""
        try:
            rows = read(self.file_of(system, capture))
            return rows.drop_columns(["first", "last", "first_sample", "last_sample"]).to_pylist()[0]
        except FileNotFoundError:
            return None

    def put_capture(self, system: str, row: Row) -> None:
        """Write the row of a capture."""
        self.work.write(pyarrow.Table.from_pylist([row], CAPTURE_SCHEMA), self.file_of(system, row["capture"]))

    def identify(self, path: str) -> tuple[str, str]:
        """The system of a capture, and its ID."""
        options = ["--list", "--count=1", "--domain=0,2-11", "--time=tod"]
        answer = Answer([*options, "--type=sample"], path)
        if not answer.output:
            answer = Answer(options, path)
        record = answer.output.split()[1:3]  # its time, and its domain and number
        if len(record) < 2:
            raise MonreadWarning(f"{path}: has only configuration; not loaded")
        system = answer.summary.get("system") or self.system or Answer(["-q"], path).summary.get("system")
        if not system:
            raise MonreadWarning(f"{path}: its system is not known, because it has no D1R4; use --system; not loaded")
        return system, hashlib.sha256(b"\0".join([system.encode(), *record])).hexdigest()[:16]

    def outcome(self, path: str) -> Outcome:
        """Load a capture; with the path "", make the seams that are left."""
        reports: list[str] = []
        failures: list[str] = []

        def attempt(function: Callable[..., list[str]], *arguments: Any) -> None:
            try:
                reports.extend(function(*arguments))
            except (MonreadError, OSError, pyarrow.ArrowException) as error:
                failures.append(str(error))
        if path:
            attempt(self.load, path)
        if not path or len(self.open) >= OPEN_MAX:
            for entry in self.open:
                attempt(self.put_seams, *entry)
            self.open = []
        return path, reports, failures, sorted(self.written)

    def load(self, path: str) -> list[str]:
        """Load a capture.  Return what there is to report of it."""
        try:
            stat = os.stat(path)
            system, capture = self.identify(path)
        except MonreadWarning as warning:
            return [str(warning)]
        known = self.known(system, capture)
        # An earlier run may have loaded the capture as it is now, with all these tables.
        if known and known["loaded"] and (known["size"], known["mtime"]) == (stat.st_size, stat.st_mtime_ns):
            if known["tables"] is None or (self.tables is not None and set(self.tables) <= set(known["tables"])):
                return []
        folder = self.work.name()
        options = ["-f", "arrow", "--merge", "--split=" + folder]
        if self.delta:
            options.append("--delta")
        if self.tables is not None:
            options.append("--name=" + ",".join(self.tables))
        if self.jobs > 1:
            options.append("--jobs=1")
        answer = Answer(options, path)
        if os.stat(path).st_size > stat.st_size:
            answer.messages = [m for m in answer.messages if not m.get("text", "").startswith("cut off")]
        reports = [text_of(m) for m in answer.messages[:REPORTS_MAX]]
        if len(answer.messages) > REPORTS_MAX:
            reports.append(f"{path}: {len(answer.messages) - REPORTS_MAX} more messages; they are in the table {PROBLEMS}")
        summary = answer.summary
        if known and summary["records"] < known["records"]:
            shutil.rmtree(folder, ignore_errors=True)
            return [*reports, f"{path}: has {summary['records']} records, but {known['records']} of this capture were "
                    f"loaded from {known['name']}; not loaded"]
        first, lasts = self.samples(folder)
        tables = self.tables
        if known and tables is not None:
            tables = None if known["tables"] is None else sorted({*tables, *known["tables"]})
        row: Row = {
            "capture": capture, "name": path, "size": stat.st_size, "mtime": stat.st_mtime_ns,
            "first": time_of(summary["first"]), "last": time_of(summary["last"]), "first_sample": first,
            "last_sample": lasts[-1] if lasts else None, "records": summary["records"],
            "problems": len(answer.messages), "gaps": summary["gaps"], "skipped": summary["skipped"],
            "complete": not answer.messages and not summary["gaps"], "delta": self.delta, "tables": tables, "loaded": False}
        problems = [{"capture": capture, "file": path, **m} for m in answer.messages]
        self.work.write(pyarrow.Table.from_pylist(problems, PROBLEM_SCHEMA), self.file_of(system, capture, PROBLEMS))
        if self.delta and first:
            self.put_edges(path, system, capture, first, lasts)
            self.made = {follower: previous for follower, previous in self.made.items() if previous != capture}
        self.put_capture(system, row)
        previous = self.previous(self.neighbours(system), row) if self.delta and first else None
        seam = Seam(self, system, row, previous) if previous else None
        for name in sorted(os.listdir(folder) if os.path.isdir(folder) else []):
            reports += self.put_table(os.path.join(folder, name), system, capture, first, seam)
        shutil.rmtree(folder, ignore_errors=True)
        if self.delta and first:
            self.open.append((system, row))
            self.made.update({capture: previous} if previous else {})
        else:
            self.put_capture(system, {**row, "loaded": True})
        return reports

    @staticmethod
    def samples(folder: str) -> tuple[Optional[datetime.datetime], list[datetime.datetime]]:
        """The time of the first sample, and those of the last samples."""
        values: list[int] = []
        path = os.path.join(folder, SAMPLES + ".arrows")
        for rows in batches_of(path) if os.path.exists(path) else ():
            values = sorted({*values, *(time.value for time in call("unique", [rows["interval"]]) if time.is_valid)})
            values = [*values[:1], *values[1:][-LAST_SAMPLES:]]
        # The method as_py() of a time would import pandas and zoneinfo.
        times = [EPOCH + datetime.timedelta(microseconds=value) for value in values]
        return times[0] if times else None, times[-LAST_SAMPLES:]

    def put_table(self, path: str, system: str, capture: str, first: Optional[datetime.datetime],
                  seam: Optional[Seam]) -> list[str]:
        """Write the rows of a table that monread wrote to PATH; SEAM has the differences of the first sample."""
        table = os.path.basename(path).removesuffix(".arrows")
        targets: dict[str, Target] = {}
        begin = pyarrow.scalar(first if self.delta else None, TIME)  # None: no rows are of the first sample
        reports = []
        for rows in batches_of(path):
            # All rows count alike, because the property nbytes of a table takes as long as dividing the table.
            row_size = rows.get_total_buffer_size() // max(rows.num_rows, 1)
            rows = rows.append_column("capture", pyarrow.repeat(pyarrow.scalar(capture, pyarrow.string()), rows.num_rows))
            for part, both in parts_of(rows, system) if rows.num_rows else ():
                is_first = call("and", [call("equal", [both["interval"], begin]), call("equal", [both["type"], SAMPLE])])
                for name, some in zip((".first", ""), parted(both, is_first)):
                    target = f"{self.path}/{table}/{part}/{capture}{name}.parquet"
                    if some.num_rows:
                        keeps = seam is not None and name == ".first"
                        targets.setdefault(target, Target(self.work, target, keeps)).add(some, row_size * some.num_rows)
        for target in targets.values():
            if seam and target.keeps:
                rows, report = seam.join(table, target.path, pyarrow.concat_tables(target.waiting))
                target.waiting = [rows]
                reports += report
            target.end()
        os.unlink(path)
        self.written |= {table} if targets else set()
        return reports

    def put_edges(self, path: str, system: str, capture: str, first: datetime.datetime,
                  lasts: list[datetime.datetime]) -> None:
        """Store the first sample of a capture, and its samples from the first of LASTS on, with the configuration before them."""
        for which, bound in (("begin", "--until=" + text_of_time(first, 1)), ("end", "--since=" + text_of_time(lasts[0]))):
            file = self.work.name()
            Answer(["-q", "--force", "--write=" + file, bound], path)
            self.work.publish(file, self.file_of(system, capture, EDGES, which))
        # This small file is the last, because neighbours() finds the capture by it.
        times = f"{text_of_time(first)} {text_of_time(lasts[-1])}\n"
        self.work.write_bytes(times.encode(), self.file_of(system, capture, EDGES, "times"))

    def neighbours(self, system: str) -> list[Row]:
        """The captures of a system that have samples."""
        rows = []
        for path in glob.iglob(os.path.join(glob.escape(self.path), EDGES, quoted(system), "*.times")):
            with open(path, encoding="ascii") as file:
                first, last = map(time_of, file.read().split())
            rows.append({"capture": os.path.basename(path).split(".")[0], "first_sample": first, "last_sample": last})
        return rows

    @staticmethod
    def previous(rows: list[Row], row: Row) -> Optional[str]:
        """The capture whose last sample is the latest before the first sample of ROW."""
        before = [r for r in rows if r["last_sample"] < row["first_sample"] and r["capture"] != row["capture"]]
        return max(before, key=lambda r: (r["last_sample"], r["capture"]))["capture"] if before else None

    @staticmethod
    def followers(rows: list[Row], row: Row) -> list[str]:
        """The captures for which previous() is ROW."""
        begin = row["last_sample"]
        later = [r["last_sample"] for r in rows if (r["last_sample"], r["capture"]) > (begin, row["capture"])]
        end = min(later, default=None)
        return [r["capture"] for r in rows if r["first_sample"] > begin and (end is None or r["first_sample"] <= end)]

    def put_seams(self, system: str, row: Row) -> list[str]:
        """Make the differences of ROW and of the captures that follow it, unless this run has made them.  Then ROW is loaded."""
        reports: list[str] = []
        mine = {row["capture"]}
        changed = True
        while changed:
            # A run at the same time may have added a capture: read them again until nothing changes.
            changed = False
            rows = self.neighbours(system)
            mine.update(self.followers(rows, row))
            for other in rows:
                previous = self.previous(rows, other) if other["capture"] in mine else None
                if previous and self.made.get(other["capture"]) != previous:
                    reports += self.put_seam(system, other, previous)
                    self.made[other["capture"]] = previous
                    changed = True
        # A run at the same time may have loaded more of this capture.
        known = self.known(system, row["capture"])
        if known and all(row[name] == value for name, value in known.items()):
            self.put_capture(system, {**row, "loaded": True})
        return reports

    def put_seam(self, system: str, row: Row, previous: str) -> list[str]:
        """Make the differences of the first sample of ROW since the last sample of the capture PREVIOUS."""
        seam = Seam(self, system, row, previous)
        # The records of a sample may be of two days.
        dates = [f"date={(row['first_sample'] + datetime.timedelta(days=n)).date().isoformat()}" for n in (0, 1)]
        reports = []
        for table in seam.tables:
            for date in dates:
                path = os.path.join(self.path, table, quoted(system), date, row["capture"] + ".first.parquet")
                if not os.path.exists(path):
                    continue
                before = read(path)
                rows, report = seam.join(table, path, before)
                reports += report
                if rows is not before:
                    self.work.write(rows, path, rows.nbytes < SMALL_BYTES)
        return reports


class Seam:
    """The rows of the first sample of a capture, with their differences to the last sample of the capture before it."""

    def __init__(self, lake: Lake, system: str, row: Row, previous: str):
        self.begin = lake.file_of(system, row["capture"], EDGES, "begin")
        folder = lake.work.name()
        # Do not write the rows of the capture before, except those of its last second, which are left out below.
        options = ["-f", "arrow", "--merge", "--delta", "--since=" + text_of_time(row["first_sample"], -1_000_000)]
        Answer([*options, "--split=" + folder], lake.file_of(system, previous, EDGES, "end"), self.begin)
        self.tables = {}
        for name in sorted(os.listdir(folder)):
            with pyarrow.OSFile(os.path.join(folder, name)) as file:
                rows = pyarrow.ipc.open_stream(file).read_all()
            # The capture before changes the interval of some rows, so compare the order and the times instead.
            is_begin = call("equal", [rows["file"], pyarrow.scalar(self.begin, pyarrow.string())])
            mask = call("invert", [call("and", [is_begin, call("equal", [rows["type"], SAMPLE])])])
            self.tables[name.removesuffix(".arrows")] = parted(rows, mask)[1]
        shutil.rmtree(folder, ignore_errors=True)

    def join(self, table: str, path: str, before: pyarrow.Table) -> tuple[pyarrow.Table, list[str]]:
        """Give the rows BEFORE, which are for the file PATH of TABLE, their differences."""
        some = self.tables.get(table)
        if some is None:
            return before, []
        if not some["time"].equals(before["time"]):
            import pyarrow.compute as pc  # pylint: disable=import-outside-toplevel
            some = some.filter(pc.is_in(some["time"], before["time"].combine_chunks()))
        rest = before.slice(some.num_rows)
        same = before.slice(0, some.num_rows)
        if some["time"].equals(same["time"]):
            columns = dict(zip(some.column_names, some.columns), **{n: same[n] for n in ("file", "offset", "dataset", "capture")})
            some = pyarrow.Table.from_arrays([columns[n] for n in before.column_names], schema=before.schema)
            return pyarrow.concat_tables([some, rest]), []
        # Records that both captures have are missing: the capture before has their rows.
        if rest.num_rows:
            return before, []
        return before, [f"{path}: is not the first sample of {self.begin}; its differences stay empty"]


class Worker:
    """A process that loads captures, one after the other.  Threads would wait for each other, because Python runs one of them."""

    running: set[subprocess.Popen[bytes]] = set()

    def __init__(self, settings: Sequence[Any], captures: list[str]):
        self.captures = captures
        # Modules come from where this process has them, and not from the current directory, which -c would put first.
        code = "import sys; sys.path = [p for p in sys.path if p]; from monread import parquet; parquet.work()"
        path = os.pathsep.join(os.path.abspath(p) for p in sys.path)
        self.process = subprocess.Popen([sys.executable, "-c", code, json.dumps(settings)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path})
        self.running.add(self.process)

    def load_next(self, most: list[str]) -> None:
        """Begin to load the next capture; if this worker has no more, take half of the captures MOST of another worker."""
        if not self.captures:
            # Neighbours stay together, because the seam of a capture is made again if its predecessor is loaded later.
            self.captures = most[len(most) // 2:]
            del most[len(most) // 2:]
        path = self.captures.pop(0) if self.captures else ""
        assert self.process.stdin
        self.process.stdin.write(json.dumps(path).encode() + b"\n")
        self.process.stdin.flush()


def outcomes_of_workers(settings: Sequence[Any], captures: list[str], jobs: int) -> Iterator[Outcome]:
    """Load captures with JOBS processes; SETTINGS are the arguments of Lake."""
    share = -(-len(captures) // jobs)
    workers = [Worker(settings, captures[n:n + share]) for n in range(0, len(captures), share)]
    try:
        with selectors.DefaultSelector() as waiting:
            for worker in workers:
                worker.load_next([])
                waiting.register(worker.process.stdout, selectors.EVENT_READ, worker)
            while waiting.get_map():
                for key, _ in waiting.select():
                    line = key.fileobj.readline()
                    if not line:
                        raise MonreadError("a process of this run ended early; repeat the run")
                    outcome = json.loads(line)
                    yield outcome
                    if outcome[0]:
                        key.data.load_next(max((w.captures for w in workers), key=len))
                    else:
                        waiting.unregister(key.fileobj)
    finally:
        for worker in workers:
            worker.process.communicate()
            worker.running.discard(worker.process)


def work() -> None:
    """The process of a Worker: load the captures that standard input names, and write their outcomes to standard output."""
    settings = json.loads(sys.argv[1])
    stop_on_signals(settings[0])
    lake = Lake(*settings)
    try:
        for line in sys.stdin:
            print(json.dumps(lake.outcome(json.loads(line))), flush=True)
    finally:
        shutil.rmtree(lake.work.path, ignore_errors=True)


def to_parquet(paths: Paths, directory: Path, tables: Optional[Sequence[str]] = None, delta: bool = False,
               partition: str = "system,date", progress: Optional[Progress] = None, jobs: int = 1,
               system: Optional[str] = None) -> list[str]:
    """Load captures into the lake DIRECTORY; see the text of this module.

    tables: names or numbers of records; None: all of them.  delta: differences of counters, in place of the counters.
    progress: is called with the captures that are done, how many there are, and the last one.
    jobs: so many captures at once.  system: the name of the system of captures that do not tell it.

    Captures that are loaded already are left out.  Damage is a MonreadWarning at the end.
    Returns the tables that got rows.
    """
    if set(partition.split(",")) != {"system", "date"}:
        raise MonreadError(f"partition={partition}: the directories are always those of system,date")
    captures = captures_of(paths)
    for path in captures:
        os.stat(path)
    settings = (os.path.abspath(os.fspath(directory)), tables, delta, system, jobs)
    lake = Lake(*settings)
    failures: list[str] = []
    reports: list[str] = []
    try:
        if min(jobs, len(captures)) < 2:
            outcomes = map(lake.outcome, [*captures, ""])
        else:
            outcomes = outcomes_of_workers(settings, captures, jobs)
        done = 0
        for path, some, failed, written in outcomes:
            reports += some
            failures += failed
            lake.written.update(written)
            done += bool(path)
            if progress and path:
                progress(done, len(captures), os.path.basename(path))
    finally:
        shutil.rmtree(lake.work.path, ignore_errors=True)
    for report in reports:
        warnings.warn(report, MonreadWarning, stacklevel=2)
    if failures:
        raise MonreadError("\n".join(failures))
    return sorted(lake.written)


SOURCE = "read_parquet('{files}', union_by_name = true, hive_partitioning = true, hive_types_autocast = false)"
VIEW = """CREATE OR REPLACE VIEW "{name}" AS
  SELECT * EXCLUDE (capture_rows, capture_elapsed) FROM (
    SELECT *, count(*) OVER same AS capture_rows, count({elapsed}) OVER same AS capture_elapsed
    FROM {source}
    WINDOW same AS (PARTITION BY system, time, capture))
  QUALIFY dense_rank() OVER (PARTITION BY system, time ORDER BY capture_rows DESC, capture_elapsed DESC, capture) = 1;
"""
# The sample that ends the interval of the last events of a capture is in the next capture.
ENDED = """(
      SELECT * FROM {source} WHERE interval IS NOT NULL
      UNION ALL
      SELECT event.* REPLACE (sample.interval AS interval)
      FROM {source} AS event ASOF LEFT JOIN (SELECT system, interval FROM {samples} GROUP BY ALL) AS sample
        ON event.system = sample.system AND event.time <= sample.interval
      WHERE event.interval IS NULL)"""
PLAIN_VIEW = 'CREATE OR REPLACE VIEW "{name}" AS FROM {source};\n'
LEVELS_VIEW = 'CREATE VIEW IF NOT EXISTS "{table}" AS SELECT * EXCLUDE ({differences}) FROM "{name}";\n'


def views(directory: Path) -> str:
    """Statements for DuckDB that make a view of each table of a lake.  Of overlapping captures rows come once.

    A table with differences is NAME_delta, as in SQL; NAME has its columns that are not differences, unless a lake without
    differences has made it.
    """
    import pyarrow.parquet as pq  # pylint: disable=import-outside-toplevel
    text = []
    directory = os.path.abspath(os.fspath(directory))
    tables = sorted(os.listdir(directory))
    for table in tables:
        is_plain = table in (CAPTURES, PROBLEMS)
        files = os.path.join(directory, table, "system=*", "*.parquet" if is_plain else "date=*/*.parquet")
        first = next(glob.iglob(os.path.join(glob.escape(directory), os.path.relpath(files, directory))), None)
        if not first:
            continue
        schema = pq.read_schema(first)
        is_delta = "elapsed" in schema.names
        name = table + "_delta" if is_delta else table
        source = SOURCE.format(files=files.replace("'", "''"))
        view = PLAIN_VIEW if is_plain else VIEW
        if not is_plain and table != SAMPLES and SAMPLES in tables:
            samples = os.path.join(directory, SAMPLES, "system=*", "date=*/*.parquet").replace("'", "''")
            source = ENDED.format(source=source, samples=SOURCE.format(files=samples))
        text.append(view.format(name=name, source=source, elapsed="elapsed" if is_delta else "*"))
        if is_delta:
            counters = [f.name for f in schema if (f.metadata or {}).get(b"kind") in (b"counter", b"countdown")]
            quoted_names = ", ".join('"' + n.replace('"', '""') + '"' for n in ["elapsed", *counters])
            text.append(LEVELS_VIEW.format(table=table, name=name, differences=quoted_names))
    return "".join(text)


def show_progress(done: int, total: int, name: str) -> None:
    """A line on the terminal, which the next one replaces."""
    width = 30
    full = width * done // total if total else width
    end = "\n" if done == total else ""
    sys.stderr.write(f"\r[{'#' * full}{'.' * (width - full)}] {done} of {total} captures {name:<40.40}{end}")
    sys.stderr.flush()


def stop_on_signals(lake: str) -> None:
    """After a signal, stop the processes of this run, and remove its files."""
    def stop(number: int, _: object) -> None:
        for process in list(Answer.running):
            process.kill()
        for process in list(Worker.running):
            process.terminate()
        for path in glob.glob(os.path.join(glob.escape(lake), "_tmp", f"*-{os.getpid()}-*")):
            shutil.rmtree(path, ignore_errors=True)
        os._exit(128 + number)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, stop)


def main() -> None:
    """The command monread-parquet."""
    parser = argparse.ArgumentParser(prog="monread-parquet", description="Load z/VM monitor data into Parquet files: "
                                     "LAKE/TABLE/system=SYSTEM/date=DATE/ID.parquet.  A second run adds new captures.")
    parser.add_argument("directory", metavar="LAKE")
    parser.add_argument("paths", metavar="FILE", nargs="*", help="captures, or directories of them")
    parser.add_argument("--tables", metavar="LIST", help="names or numbers of records, with commas; default: all")
    parser.add_argument("--delta", action="store_true", help="differences of counters")
    parser.add_argument("--system", metavar="NAME", help="the system of captures that do not tell it")
    parser.add_argument("-j", "--jobs", metavar="N", type=int, default=1, help="load N captures at once; default: 1")
    parser.add_argument("--views", choices=("duckdb",), help="print views of the tables of LAKE")
    parser.add_argument("--partition", metavar="KEYS", default="system,date", help=argparse.SUPPRESS)
    parser.add_argument("--progress", choices=("auto", "always", "never"), default="auto")
    args = parser.parse_intermixed_args()
    if args.views:
        run_command("monread-parquet", lambda: print(views(args.directory), end=""))
    if not args.paths:
        parser.error("the following arguments are required: FILE")
    if args.jobs < 1:
        parser.error("--jobs: expected a number from 1 on")
    show = args.progress == "always" or (args.progress == "auto" and sys.stderr.isatty())
    stop_on_signals(os.path.abspath(args.directory))
    run_command("monread-parquet", lambda: to_parquet(
        args.paths, args.directory, args.tables.split(",") if args.tables else None, args.delta, args.partition,
        show_progress if show else None, args.jobs, args.system))


if __name__ == "__main__":
    main()
