"""CSV read by pandas, with the types that monread says, and the questions in its own words."""
import glob
import os
import sys
import time

import pandas as pd

sys.path.insert(0, os.environ["ENGINES"])
# pylint: disable=wrong-import-position
from engine import TABLES, WORK, bytes_in, report, schema, seconds, wrong_columns

TYPES = {"TEXT": "string", "INTEGER": "Int64", "REAL": "Float64", "ANY": "UInt64"}


def read(table):
    """The recipe; a file that was loaded twice is in two folders.  pandas takes "" in quotes for no value, too."""
    types = {name: TYPES[kind] for name, kind in schema(table).items()}
    names = glob.glob(f"{WORK}/csv/*/{table}.csv")
    return pd.concat(pd.read_csv(name, dtype=types) for name in names).drop_duplicates(["file", "offset"])


def used(frame, keys, column):
    """By KEYS: what a counter went up by."""
    groups = frame.groupby(keys)[column]
    return (groups.max() - groups.min()).rename("used").reset_index()


begun = time.monotonic()
frames = {table: read(table) for table in TABLES}
reading = time.monotonic() - begun
kinds = {"string": "text", "Int64": "integer", "UInt64": "integer", "Float64": "real"}
found = sum((wrong_columns(table, {name: kinds.get(str(kind), str(kind)) for name, kind in frame.dtypes.items()},
                           lambda name, frame=frame: int(frame[name].count()), empty_is_null=True) for table, frame in frames.items()), [])
iodev, stoasp, sytprp, useact = (frames[table] for table in TABLES)
vm = "USEACT_VMDUSER"
both = pd.concat(frame[["system", "unix_time"]] for frame in frames.values())


def records():
    for table in TABLES:
        for system, n in frames[table].groupby("system").size().items():
            yield table, system, n


def ten(frame):
    columns = list(frame.columns)
    return frame.sort_values([columns[-1], *columns[:-1]], ascending=[False] + [True] * (len(columns) - 1)).head(10)


def join():
    pairs = useact[["system", "interval", "USEACT_VMDCPUAD"]].merge(
        sytprp[["system", "interval", "SYTPRP_PFXCPUAD", "SYTPRP_PFXRUNCP"]],
        left_on=["system", "interval", "USEACT_VMDCPUAD"], right_on=["system", "interval", "SYTPRP_PFXCPUAD"])
    return pairs.groupby("system")["SYTPRP_PFXRUNCP"].agg(["count", "sum"]).reset_index()


def wide():
    n = useact.groupby(["system", vm])["USEACT_VMDCPUAD"].nunique()
    return n[n > 1].reset_index()


ANSWERS = {
    "records": lambda: pd.DataFrame(records()),
    "engines": lambda: used(sytprp, ["system", "SYTPRP_PFXCPUAD"], "SYTPRP_PFXUTIME").groupby(
        "system")["used"].sum().reset_index(),
    "users": lambda: ten(used(useact, ["system", vm, "USEACT_VMDCPUAD"], "USEACT_VMDTTIME").groupby(
        ["system", vm])["used"].sum().reset_index()),
    "devices": lambda: ten(used(iodev, ["system", "IODDEV_RDEVDEV"], "IODDEV_SCGSSCH")),
    "logged": lambda: useact.groupby("system")[vm].nunique().reset_index(),
    "hours": lambda: (both["unix_time"] // 3600).value_counts().sort_index().reset_index(),
    "paging": lambda: used(stoasp, ["system", "STOASP_CALVSER"], "STOASP_EXPCTPRD").groupby(
        "system")["used"].sum().reset_index(),
    "join": join,
    "span": lambda: both.groupby("system")["unix_time"].agg(["min", "max"]).reset_index(),
    "wide": wide,
}

report("CSV, read into frames", lambda _, name: ANSWERS[name]().itertuples(index=False), bytes_in(os.path.join(WORK, "csv")),
       sum(len(frame) for frame in frames.values()), seconds("csv") + reading, found)
