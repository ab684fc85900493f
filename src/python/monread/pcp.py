"""Captures to an archive of Performance Co-Pilot (PCP), with its module pcp.pmi (Debian: python3-pcp).

Each number of a table is a metric zvm.TABLE.FIELD; the key fields of the table name its instances.  All instances are
declared before the first values, as PCP writes a domain of instances anew when one is added.
"""
from __future__ import annotations

import argparse
import glob
import os
import re
import tempfile
import warnings
import zlib
from typing import Iterator, Optional, Sequence

import pyarrow
import pyarrow.compute as pc
import pyarrow.ipc
from pyarrow import types

from . import MonreadError, MonreadWarning, Paths, Run, run_command

try:
    import cpmapi
    from pcp import pmi
except ImportError:
    pmi = None

DOMAIN = 245  # of programs that import data
SECOND = 1_000_000
LEADING = ("system", "file", "offset", "dataset", "type", "interval", "time", "unix_time", "entry", "elapsed")
# Words of units: dimensions and scales of space, time and count, as pmiUnits() takes them; a factor.
UNITS = {
    "bytes": ((1, 0, 0, 0, 0, 0), 1), "KB": ((1, 0, 0, 1, 0, 0), 1), "MB": ((1, 0, 0, 2, 0, 0), 1),
    "KB/s": ((1, -1, 0, 1, 3, 0), 1), "seconds": ((0, 1, 0, 0, 3, 0), 1), "milliseconds": ((0, 1, 0, 0, 2, 0), 1),
    "microseconds": ((0, 1, 0, 0, 1, 0), 1), "128 microseconds": ((0, 1, 0, 0, 1, 0), 128),
    "pages": ((0, 0, 1, 0, 0, 0), 1), "ticks": ((0, 0, 1, 0, 0, 0), 1),
}
NONE = (0, 0, 0, 0, 0, 0)
MICROSECONDS = (0, 1, 0, 0, 1, 0)


def has_numbers(field: pyarrow.Field) -> bool:
    """Whether the column has numbers, and is not a key and none of the leading columns."""
    type_ = field.type.value_type if types.is_list(field.type) else field.type
    return (types.is_integer(type_) or types.is_floating(type_) or types.is_boolean(type_) or types.is_timestamp(type_)) \
        and field.metadata[b"kind"] != b"key" and field.name not in LEADING


class Metric:
    """A column: its values, one for each row and instance of the table."""

    def __init__(self, table: str, field: pyarrow.Field, event: bool):
        meta = {k.decode(): v.decode() for k, v in (field.metadata or {}).items()}
        kind, self.field = meta["kind"], field.name
        self.name = "zvm.%s.%s%s" % (table, "" if field.name[0].isalpha() else "x", field.name)
        self.name = re.sub("[^A-Za-z0-9.]", "_", self.name)
        self.text, self.unit = meta.get("description", ""), meta.get("unit", "")
        self.proven = meta["proven"] == "true"
        self.is_list = types.is_list(field.type)
        type_ = field.type.value_type if self.is_list else field.type
        discrete = event or kind in ("code", "flags", "time") or types.is_boolean(type_)
        self.is_counter = not discrete and kind in ("counter", "countdown")
        self.semantics = (cpmapi.PM_SEM_DISCRETE if discrete else
                          cpmapi.PM_SEM_COUNTER if self.is_counter else cpmapi.PM_SEM_INSTANT)
        self.units, self.factor = UNITS.get(self.unit, (NONE, 1))
        if types.is_timestamp(type_):
            self.type, self.units, self.factor = cpmapi.PM_TYPE_64, MICROSECONDS, 1
        elif types.is_floating(type_) and self.unit == "seconds":
            self.type, self.units, self.factor = cpmapi.PM_TYPE_U64, MICROSECONDS, SECOND
        elif types.is_floating(type_):
            self.type = cpmapi.PM_TYPE_DOUBLE
        elif self.is_counter:
            self.type = cpmapi.PM_TYPE_64 if types.is_signed_integer(type_) else cpmapi.PM_TYPE_U64
        else:
            signed, wide = types.is_signed_integer(type_), not types.is_boolean(type_) and type_.bit_width > 32
            self.type = ((cpmapi.PM_TYPE_64 if signed else cpmapi.PM_TYPE_U64) if wide or self.factor != 1 else
                         (cpmapi.PM_TYPE_32 if signed else cpmapi.PM_TYPE_U32))
        if self.is_counter and self.units == NONE:
            self.units = (0, 0, 1, 0, 0, 0)
        self.indom = self.name if self.is_list else "zvm." + table

    def number(self, value: object) -> float:
        """A value as the archive has it."""
        if hasattr(value, "timestamp"):
            return int(round(value.timestamp() * SECOND))
        return value if self.type == cpmapi.PM_TYPE_DOUBLE else int(round(value * self.factor))


class Table:
    """The rows of a table in order of time, with the instances that they are of."""

    def __init__(self, name: str, levels: pyarrow.Table, differences: pyarrow.Table):
        times = pc.cast(pc.coalesce(levels["interval"], levels["time"]), pyarrow.int64())
        order = pc.sort_indices(times)
        self.name = name
        self.title = levels.schema.metadata[b"title"].decode()
        self.levels, self.differences = levels.take(order), differences.take(order)
        self.times = times.take(order).to_pylist()
        self.event = levels.num_rows > 0 and levels["type"][0].as_py() == "event"
        self.keys = [f for f in levels.schema if f.metadata[b"kind"] == b"key" and f.name not in LEADING]
        self.by_entry = "entry" in levels.column_names and all(b"inherited" in f.metadata for f in self.keys)
        self.metrics = [Metric(name, f, self.event) for f in levels.schema if has_numbers(f)]
        self.instances = self.instance_names()

    def instance_names(self) -> list[Optional[str]]:
        """The name of the instance of each row; None: the archive has no place for the row.

        If a sample has an instance twice, the second is called NAME#2; if an event comes twice at a time, the second is a
        microsecond later.
        """
        columns = [self.levels[f.name].to_pylist() for f in self.keys]
        if self.by_entry:
            columns.append(self.levels["entry"].to_pylist())
        names, seen = [], {}
        for row, time in enumerate(self.times):
            name = re.sub(r'[\x00-\x20\x7f,"\\]', "_", "/".join("-" if c[row] in (None, "") else str(c[row]) for c in columns))
            while self.event and (time, name) in seen:
                time += 1
            self.times[row] = time
            nth = seen[time, name] = seen.get((time, name), 0) + 1
            if nth > 1 and not columns:
                warnings.warn(f"{self.name}: several records in one sample; the archive has the first", MonreadWarning)
            names.append(name if nth == 1 else f"{name}#{nth}" if columns else None)
        return names

    def compared(self) -> tuple[set[int], set[int]]:
        """Times of samples with counters; those of them that have differences."""
        if self.event or not any(m.is_counter for m in self.metrics):
            return set(), set()
        elapsed = self.differences["elapsed"].to_pylist()
        return set(self.times), {t for t, e in zip(self.times, elapsed) if e is not None}

    def series(self, metric: Metric) -> Iterator[tuple[int, str, float]]:
        """Time, instance and value of each value of the metric."""
        values = self.levels[metric.field].to_pylist()
        changes = self.differences[metric.field].to_pylist() if metric.is_counter else values
        counted: dict[str, float] = {}
        for time, row, value, change in zip(self.times, self.instances, values, changes):
            for i, one in enumerate(value or [] if metric.is_list else [value]):
                if one is None or row is None:
                    continue
                name = (f"{row}/{i}" if row else str(i)) if metric.is_list else row
                number = metric.number(one)
                if metric.is_counter:
                    step = (change[i] if change else None) if metric.is_list else change
                    before = counted.get(name)
                    # Without a difference the counter falls, and tools of PCP show no rate.
                    if before is not None:
                        if step is not None:
                            number = before + metric.number(step)
                        elif number >= before:
                            number = 0 if before >= 0 else before - 1
                    counted[name] = number
                yield time, name, number


class Archive:
    """An archive that is being written."""

    def __init__(self, path: str, system: str, lpar: Optional[str]):
        if glob.glob(glob.escape(path) + ".*"):
            raise MonreadError(f"{path}: exists; remove that archive, or choose another name")
        self.log = pmi.pmiLogImport(path)
        self.log.pmiSetVersion(3)
        self.log.pmiSetHostname(system or "unknown")
        self.log.pmiSetTimezone("UTC")
        for name, value in (("system", system), ("lpar", lpar)):
            if value:
                self.log.pmiPutLabel(cpmapi.PM_LABEL_CONTEXT, 0, 0, name, re.sub(r'["\\\x00-\x1f]', "_", value))
        self.ids: set[int] = set()
        self.indoms: dict[str, tuple[int, dict[str, int]]] = {}
        self.handles: dict[tuple[str, str], int] = {}

    def number_of(self, name: str, kind: int) -> int:
        """22 bits made of the name, so that archives of several runs agree."""
        number = zlib.crc32(name.encode()) & 0x3FFFFF
        while number << 1 | kind in self.ids:
            number = number + 1 & 0x3FFFFF
        self.ids.add(number << 1 | kind)
        return number

    def add(self, table: Table, metric: Metric, instances: Sequence[str]) -> None:
        """Declare a metric with its instances."""
        indom = cpmapi.PM_INDOM_NULL
        if any(instances):
            if metric.indom not in self.indoms:
                self.indoms[metric.indom] = self.log.pmiInDom(DOMAIN, self.number_of(metric.indom, 1)), {}
            indom, known = self.indoms[metric.indom]
            for name in instances:
                if name not in known:
                    known[name] = len(known)
                    self.log.pmiAddInstance(indom, name, known[name])
        number = self.number_of(metric.name, 0)
        pmid = self.log.pmiID(DOMAIN, number >> 10, number & 1023)
        self.log.pmiAddMetric(metric.name, pmid, metric.type, indom, metric.semantics,
                              self.log.pmiUnits(*metric.units))
        unit = f"\nUnit: {metric.unit}" if metric.unit and metric.units[:2] == (0, 0) else ""
        doubt = "" if metric.proven else "\nIt is not known for certain where in the record this field is."
        text = f"{metric.text}\n{metric.field} of {table.name}, {table.title}{unit}{doubt}"
        self.log.pmiPutText(cpmapi.PM_TEXT_PMID, cpmapi.PM_TEXT_ONELINE, pmid, metric.text or metric.field)
        self.log.pmiPutText(cpmapi.PM_TEXT_PMID, cpmapi.PM_TEXT_HELP, pmid, text)

    def write(self, time: int, sets: list[tuple[Metric, list[str], list[float]]]) -> None:
        """The values of a time."""
        for metric, names, numbers in sets:
            for name, number in zip(names, numbers):
                key = metric.name, name
                if key not in self.handles:
                    self.handles[key] = self.log.pmiGetHandle(metric.name, name or None)
                self.log.pmiPutValueHandle(self.handles[key], repr(number))
        self.log.pmiWrite(time // SECOND, time % SECOND)


def check_end(path: str) -> None:
    """PCP does not tell whether the ends of its files could be written: a record has its length before and after it."""
    with open(path, "rb") as file:
        data = file.read()
    length = int.from_bytes(data[-4:], "big")
    if not 8 <= length <= len(data) or data[-length:][:4] != data[-4:]:
        raise MonreadError(f"{path}: could not be written to its end; is the disk full?")


def load(paths: Paths, all_: bool) -> tuple[list[Table], list[str]]:
    """The tables of the captures; the systems that they are of."""
    loaded, systems = [], set()
    with tempfile.TemporaryDirectory(prefix="monread-") as folder:
        for name, options in (("levels", []), ("delta", ["--delta"])):
            Run(["-f", "arrow", "--merge", f"--split={folder}/{name}", *options], paths).end()
        for name in sorted(os.listdir(f"{folder}/levels")):
            levels, delta = (pyarrow.ipc.open_stream(f"{folder}/{d}/{name}").read_all() for d in ("levels", "delta"))
            systems |= set(pc.unique(levels["system"]).to_pylist())
            table = Table(name.removesuffix(".arrows"), levels, delta)
            keys = " ".join(field.name.upper() for field in table.keys)
            # The instances are not users with each of their devices, or these are wanted.
            if table.metrics and (all_ or "USER" not in keys or "DEV" not in keys):
                loaded.append(table)
    return loaded, sorted(s for s in systems if s)


def lpar_of(tables: list[Table]) -> Optional[str]:
    """The partition that D1R4 tells."""
    rows = [table.levels for table in tables if table.name == "MRMTRSYS"]
    names = [name for levels in rows for name in levels.column_names if name.endswith("LPARNAME")]
    return rows[0][names[0]][0].as_py() if names else None


def to_pcp(paths: Paths, archive: str, all_: bool = False) -> None:
    """Write the numbers of captures of one system to a new archive of PCP.

    all_: also tables whose instances are users with each of their devices.
    """
    if pmi is None:
        raise MonreadError("there is no pcp.pmi; install PCP's module for Python (Debian: python3-pcp)")
    tables, systems = load(paths, all_)
    if len(systems) > 1:
        raise MonreadError(f"the captures are of {' and '.join(systems)}; an archive is of one system")
    if not tables:
        raise MonreadError("the captures have no numbers, and no archive is made")
    log = Archive(archive, systems[0] if systems else "", lpar_of(tables))
    times: dict[int, list[tuple[Metric, list[str], list[float]]]] = {}
    for table in tables:
        for metric in table.metrics:
            sets: dict[int, tuple[list[str], list[float]]] = {}
            for time, name, number in table.series(metric):
                names, numbers = sets.setdefault(time, ([], []))
                names.append(name)
                numbers.append(number)
            if sets:
                log.add(table, metric, list(dict.fromkeys(n for names, _ in sets.values() for n in names)))
            for time, (names, numbers) in sets.items():
                times.setdefault(time, []).append((metric, names, numbers))
    sampled, compared = (set().union(*s) for s in zip(*(t.compared() for t in tables)))
    marks = set(sorted(sampled - compared)[1:])
    for time in sorted(times):
        if time in marks:
            log.log.pmiPutMark()
        log.write(time, times[time])
    del log
    for kind in ".0", ".meta":
        check_end(archive + kind)


def main() -> None:
    """The command monread2pcp."""
    parser = argparse.ArgumentParser(prog="monread2pcp", description="Write the numbers of z/VM monitor data to a new archive "
                                     "of Performance Co-Pilot: metrics zvm.TABLE.FIELD.")
    parser.add_argument("paths", metavar="FILE", nargs="+", help="captures of one system")
    parser.add_argument("archive", metavar="ARCHIVE")
    parser.add_argument("--all", action="store_true", help="also tables by user and device together, which are large")
    args = parser.parse_args()
    run_command("monread2pcp", lambda: to_pcp(args.paths, args.archive, args.all))


if __name__ == "__main__":
    main()
