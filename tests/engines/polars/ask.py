"""CSV read by polars, with the types that monread says, and asked in SQL."""
import os
import sys
import time

import polars as pl

sys.path.insert(0, os.environ["ENGINES"])
# pylint: disable=wrong-import-position
from engine import TABLES, WORK, bytes_in, report, schema, seconds, wrong_columns

TYPES = {"TEXT": pl.String, "INTEGER": pl.Int64, "REAL": pl.Float64, "ANY": pl.UInt64}
KINDS = {pl.String: "text", pl.Int64: "integer", pl.UInt64: "integer", pl.Float64: "real"}


def read(table):
    """The recipe; a file that was loaded twice is in two folders."""
    types = {name: TYPES[kind] for name, kind in schema(table).items()}
    frame = pl.read_csv(f"{WORK}/csv/*/{table}.csv", schema_overrides=types)
    return frame.unique(["file", "offset"])


begun = time.monotonic()
frames = {table: read(table) for table in TABLES}
reading = time.monotonic() - begun
found = sum((wrong_columns(table, {name: KINDS.get(kind, str(kind)) for name, kind in frame.schema.items()},
                           lambda name, frame=frame: frame[name].count()) for table, frame in frames.items()), [])
context = pl.SQLContext(frames, eager=True)
report("CSV, read into frames", lambda sql, _: context.execute(sql).rows(), bytes_in(os.path.join(WORK, "csv")),
       sum(frame.height for frame in frames.values()), seconds("csv") + reading, found)
