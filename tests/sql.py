#!/usr/bin/env python3
"""sql.py: the rows that --sql gives, against the records that -f json gives.

Usage: sql.py CAPTURE...   MONREAD is the tool, EMULATOR what runs it.  It says what is different; status 1 where
something is, 0 where nothing is."""
import csv
import io
import json
import os
import re
import shlex
import subprocess
import sys

COMMAND = shlex.split(os.environ.get("EMULATOR", "")) + [os.environ["MONREAD"]]


def text_of(args):
    """The output; with times as SQL has them."""
    out = subprocess.run(COMMAND + list(args), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return re.sub(r"\b(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d\.\d{6})Z", r"\1 \2", out.decode())


def lines(*args):
    return [json.loads(line) for line in text_of(args).splitlines()]


def key(record):
    return record["offset"]


def flat(fields):
    """Values that are columns under their own names; lists of entries are tables of their own."""
    row, entries = {}, {}
    for name, value in fields.items():
        if isinstance(value, bool):
            row[name] = int(value)
        elif name in ("tail", "gaps"):
            continue
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            entries[name] = value
        elif isinstance(value, (int, float, str)) and not isinstance(value, bool):
            # SQLite has no integers from 2^63 on.
            row[name] = float(value) if isinstance(value, int) and value >= 1 << 63 else value
            # Text ends for many programs where there is a NUL.
            if isinstance(value, str):
                row[name] = value.replace("\0", "\ufffd")
    return row, entries


def differs(where, expected, row):
    bad = 0
    for name, value in expected.items():
        column = name + "_" if name in ("system", "file", "offset", "dataset", "type", "interval", "time") else name
        if row.get(column, "missing") != value:
            print(f"# {where}: {column}: expected {value!r}, got {row.get(column, 'missing')!r}")
            bad += 1
    return bad


def table(*args):
    return list(csv.reader(io.StringIO(text_of(["-f", "csv"] + list(args)), newline="")))


def is_same(a, b):
    if a == b:
        return True
    try:
        return float(a) == float(b)
    except ValueError:
        return False


def are_same(want, got):
    return len(want) == len(got) and all(len(a) == len(b) and all(map(is_same, a, b)) for a, b in zip(want, got))


def know_intervals(want, got):
    """Only SQL knows the intervals of events, as it reads the next sample first."""
    at, of = (want[0].index(name) for name in ("interval", "time")) if want else (0, 0)
    for a, b in zip(want[1:], got[1:]):
        if not a[at] and b[at] >= b[of]:
            a[at] = b[at]


def deltas(capture, name):
    """The table with differences is that of --delta, also where its rows are asked for one by one."""
    want, got = table("--delta", f"--name={name}", capture), table(f"--sql=SELECT * FROM {name}_delta", capture)
    know_intervals(want, got)
    bad = not are_same(want, got)
    if 1 < len(want) <= 40:
        entry = " AND d.entry = r.entry" if "__" in name else ""
        got = table(f"--sql=SELECT d.* FROM (SELECT * FROM {name} ORDER BY offset DESC) r CROSS JOIN {name}_delta d"
                    f" ON d.file = r.file AND d.offset = r.offset{entry} ORDER BY d.offset{entry and ', d.entry'}", capture)
        bad += not are_same(want, got)
    if bad:
        print(f"# {capture}: {name}_delta is not what --delta shows")
    return bad


def check(capture):
    bad = seen = 0
    tables = {}
    for record in lines("-f", "json", capture):
        if record["name"] and "fields" in record:
            tables.setdefault(record["name"], []).append(record)
    for name, records in sorted(tables.items()):
        rows = {key(row): row for row in lines("-f", "json", f"--sql=SELECT * FROM {name}", capture)}
        if len(rows) != len(records):
            print(f"# {capture}: {name}: {len(records)} records, {len(rows)} rows")
            bad += 1
        bad += deltas(capture, name)
        children = {}
        for record in records:
            row = rows.get(key(record))
            if row is None:
                continue
            seen += 1
            expected, entries = flat(record["fields"])
            expected = {k: v for k, v in expected.items() if not k.endswith("_text")}
            if record["time"] != row["time"] or record["dataset"] != row["dataset"] or record["type"] != row["type"]:
                print(f"# {capture}: {name} at {record['offset']}: {row['time']} {row['dataset']} {row['type']}")
                bad += 1
            bad += differs(f"{capture}: {name} at {record['offset']}", expected, row)
            for structure, values in entries.items():
                children.setdefault(structure, []).extend((record["offset"], i, v) for i, v in enumerate(values))
        for structure, values in children.items():
            table_name = f"{name}__{structure}"
            bad += deltas(capture, table_name)
            got = lines("-f", "json", f"--sql=SELECT * FROM {table_name}", capture)
            if len(got) != len(values):
                print(f"# {capture}: {table_name}: {len(values)} entries, {len(got)} rows")
                bad += 1
            by_place = {(row["offset"], row["entry"]): row for row in got}
            for offset, i, value in values:
                seen += 1
                bad += differs(f"{capture}: {table_name} at {offset}, {i}", flat(value)[0], by_place.get((offset, i), {}))
    return bad, seen


def main():
    total = rows = 0
    for capture in sys.argv[1:]:
        bad, seen = check(capture)
        total += bad
        rows += seen
    print(f"# {rows} rows, {total} differences")
    sys.exit(total > 0 or rows == 0)


main()
