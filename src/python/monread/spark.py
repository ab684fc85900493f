"""Captures as a data source of Spark 4: one partition per capture.

    spark.dataSource.register(monread.spark.MonreadDataSource)
    spark.read.format("monread").option("table", "MRUSEACT").option("delta", "true").load("captures/*")

The rows are those of monread.table() of all captures with merge=True.  To this end, the task of a capture also reads the
captures of the same system that overlap it and, for differences, the capture before it, and drops their rows.
"""
from __future__ import annotations

import concurrent.futures
import contextlib
import dataclasses
import datetime
import fnmatch
import glob
import json
import os
import tempfile
from typing import Any, Iterator, Mapping, Optional

import pyarrow
import pyarrow.compute as pc
import pyarrow.ipc
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from . import MonreadError, batches
from .parquet import LAST_SAMPLES, Answer, captures_of, text_of_time, time_of

OPTIONS = ("table", "columns", "where", "since", "until", "system", "delta")
DELTAS = {"false": False, "true": True, "rate": "rate"}
# If a capture has at least four times this size, read only this number of bytes at each end to find its times.
ENDS_BYTES = 4 << 20
# The records of a sample may have later times than the sample itself.
SAMPLE_TIME = datetime.timedelta(minutes=1)
LAST_TIME = datetime.datetime.max.replace(tzinfo=datetime.timezone.utc)
# Spark has no unsigned types.
WIDER = {pyarrow.uint8(): pyarrow.int16(), pyarrow.uint16(): pyarrow.int32(), pyarrow.uint32(): pyarrow.int64(),
         pyarrow.uint64(): pyarrow.decimal128(20)}


def wider(type_: pyarrow.DataType) -> pyarrow.DataType:
    """The type that a column of TYPE_ has in Spark."""
    return pyarrow.list_(wider(type_.value_type)) if pyarrow.types.is_list(type_) else WIDER.get(type_, type_)


def bound(options: Mapping[str, str], name: str) -> Optional[str]:
    """The time of an option.  It needs a date, because monread takes other forms from the first record that it reads."""
    text = options.get(name)
    try:
        value = time_of(text)
    except ValueError as error:
        raise MonreadError(f"{name}={text}: expected a date and a time, such as 2026-03-04T08:00:00Z") from error
    return text_of_time(value if value.tzinfo else value.replace(tzinfo=datetime.timezone.utc)) if value else None


@dataclasses.dataclass
class Span:
    """The times of a capture.  FIRST is the time of its first sample, or of an earlier row of the table."""

    path: str
    system: Optional[str]
    first: datetime.datetime
    last: datetime.datetime


@contextlib.contextmanager
def ends_of(path: str) -> Iterator[str]:
    """A file with both ends of a large capture, or a small capture itself."""
    size = os.path.getsize(path)
    if size < 4 * ENDS_BYTES:
        yield path
        return
    with open(path, "rb") as whole, tempfile.NamedTemporaryFile() as ends:
        ends.write(whole.read(ENDS_BYTES))
        # The gap looks like damage, after which monread goes on at the next block of MONWRITE or record set of a stream.
        whole.seek((size - ENDS_BYTES) // 4096 * 4096)
        ends.write(whole.read())
        ends.flush()
        yield ends.name


def span_of(path: str, table: str) -> Span:
    """Read the times of a capture.  Ignore configuration unless TABLE has it, because it may be much older than samples."""
    sample = Answer(["--list", "--count=1", "--domain=0,2-11", "--type=sample"], path).output.split()[1:2]
    with ends_of(path) as ends:
        row = Answer(["-f", "arrow", "--count=1", "--name=" + table], ends).output
        summary = Answer(["-q"], ends).summary
    # A compressed capture cannot be read without its middle.
    if summary["error"] or not summary["system"] or summary["skipped"] > ENDS_BYTES / 2:
        summary = Answer(["-q"], path).summary
    rows = pyarrow.ipc.open_stream(row).read_all()["time"].drop_null().to_pylist()
    first = min([*rows, *(time_of(text.decode()) for text in sample)], default=time_of(summary["first"]) or LAST_TIME)
    last = time_of(summary["last"])
    # If the last record has a wrong time, the capture may have any later time.
    return Span(path, summary["system"], first, last if last and last >= first else LAST_TIME)


class MonreadReader(DataSourceReader):
    """Divides captures into partitions, and reads a partition."""

    def __init__(self, paths: list[str], systems: Optional[str], schema: pyarrow.Schema, arguments: dict[str, Any]):
        self.paths, self.schema, self.arguments = paths, schema, arguments
        self.systems = (systems or "*").split(",")
        self.since, self.until = time_of(arguments["since"]), time_of(arguments["until"])

    def selects(self, span: Span) -> bool:
        """Whether a capture may have rows that are wanted."""
        if (self.since and span.last < self.since - SAMPLE_TIME) or (self.until and span.first > self.until + SAMPLE_TIME):
            return False
        return any(fnmatch.fnmatchcase(span.system or "", name) for name in self.systems)

    def needed(self, span: Span, spans: list[Span]) -> set[str]:
        """The captures that must be read with SPAN, and SPAN; SPANS has all captures, the last first."""
        same = [other for other in spans if other.system == span.system]
        found = {span.path, *(other.path for other in same if other.first <= span.last and span.first <= other.last)}
        before = [other for other in same if other.last < span.first]
        begin = last = before[0].last if before else span.first
        for n, other in enumerate(before if self.arguments["delta"] else []):
            # The captures that overlap the capture before may have the rest of its last sample.  If they are too short to
            # show how long intervals are, monread needs earlier captures to notice a lost sample before SPAN.
            is_enough = n >= LAST_SAMPLES or last - begin >= 2 * (span.first - last)
            if n and is_enough and other.last <= begin:
                break
            found.add(other.path)
            begin = min(begin, other.first)
        return found

    def partitions(self) -> list[InputPartition]:
        """One partition per capture: its path, and the paths that must be read for it."""
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            spans = list(pool.map(lambda path: span_of(path, self.arguments["name"]), self.paths))
        spans.sort(key=lambda span: span.last, reverse=True)
        needed = {span.path: self.needed(span, spans) for span in spans if self.selects(span)}
        # If several captures have a record, its row is in the capture that was named first.
        return [InputPartition((path, [p for p in self.paths if p in needed[path]])) for path in self.paths if path in needed]

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        """The rows of a capture.  If no capture is selected, Spark invents a partition without a value."""
        path, paths = partition.value or (None, [])
        if not path:
            return
        with batches(paths, merge=True, **self.arguments) as stream:
            for batch in stream:
                rows = pyarrow.Table.from_batches([batch])
                yield from rows.filter(pc.equal(rows["file"], path)).cast(self.schema).to_batches()


class MonreadDataSource(DataSource):
    """The format monread of spark.read."""

    @classmethod
    def name(cls) -> str:
        """The name of the format."""
        return "monread"

    def arguments(self) -> dict[str, Any]:
        """The arguments of monread.batches()."""
        options = self.options
        unknown = sorted({*options} - {*OPTIONS, "path", "paths"})
        if unknown:
            raise MonreadError(f"unknown option {unknown[0]}; the options are {', '.join(OPTIONS)}")
        if not options.get("table"):
            raise MonreadError("no table; add .option('table', 'MRUSEACT'); monread --tables FILE shows the names")
        delta = options.get("delta", "false")
        if delta.lower() not in DELTAS:
            raise MonreadError(f"delta={delta}: expected {', '.join(DELTAS)}")
        columns = options["columns"].split(",") if "columns" in options else None
        return {"name": options["table"], "columns": columns, "where": options.get("where"),
                "since": bound(options, "since"), "until": bound(options, "until"), "delta": DELTAS[delta.lower()]}

    def arrow_schema(self) -> pyarrow.Schema:
        """The columns, which depend on the layouts and not on the captures."""
        with batches(os.devnull, **self.arguments()) as stream:
            return pyarrow.schema([(field.name, wider(field.type)) for field in stream.schema])

    def schema(self) -> StructType:
        """The columns in Spark."""
        return from_arrow_schema(self.arrow_schema())

    def reader(self, schema: StructType) -> MonreadReader:
        """The reader of the captures that the arguments of load() name."""
        names = json.loads(self.options.get("paths", "[]")) or [self.options.get("path", "")]
        if not all(names):
            raise MonreadError("no captures; name them, as in .load('captures/*')")
        paths = captures_of([path for name in names for path in sorted(glob.glob(name)) or [name]])
        return MonreadReader(paths, self.options.get("system"), self.arrow_schema(), self.arguments())
