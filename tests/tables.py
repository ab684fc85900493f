#!/usr/bin/env python3
"""Tables against JSON: every record of captures, every cell.

Usage: tables.py TOOL... -- DIRECTORY FILE...

Says of each FILE `passed NAME' or `failed NAME', and in front of it why.  What the tool shows as CSV and TSV, a file a table, is what it shows as JSON,
taken apart here without the tool's schema.  Tables are written below DIRECTORY.
"""
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import traceback

RESERVED = {"system", "file", "offset", "dataset", "type", "interval", "time", "unix_time", "entry", "bytes", "elapsed",
            "user"}
LEADING = ["system", "file", "offset", "dataset", "type", "interval", "time", "unix_time"]

END = sys.argv.index("--")
TOOL, OUT, FILES = sys.argv[1:END], sys.argv[END + 1], sys.argv[END + 2:]
csv.field_size_limit(1 << 30)


def run(*options):
    return subprocess.run(TOOL + list(options), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout


def objects(data):
    return [json.loads(line, parse_int=str, parse_float=str) for line in data.decode("utf-8").splitlines()]


LAYOUTS = objects(run("--tables", "--format=json"))
PRODUCTS = {l["name"] for l in LAYOUTS if l["domain"] is None}
DSECT = {l["name"]: l["dsect"] for l in LAYOUTS}


def quote(value):
    """A list as JSON, its numbers as they were."""
    if isinstance(value, list):
        return "[" + ",".join(quote(v) for v in value) + "]"
    if value is None:
        return "null"
    return value if re.fullmatch(r"-?[0-9.]+", value) else json.dumps(value, ensure_ascii=False)


def flatten(fields, dsect, prefix, cells, arrays, payloads):
    """The values of an object: those of structures inside, too."""
    for key, value in fields.items():
        name = key
        if prefix and name.startswith(dsect + "_") and prefix.startswith(dsect + "_"):
            name = name[len(dsect) + 1:]
        name = prefix + "_" + name if prefix else name
        if key in ("tail", "gaps"):
            continue
        if isinstance(value, dict) and key in PRODUCTS:
            payloads.append((key, value))
        elif isinstance(value, dict):
            flatten(value, dsect, name, cells, arrays, payloads)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            arrays.append((key, value))
        elif isinstance(value, list) and not value and not prefix and key.isupper():
            arrays.append((key, value))
        else:
            text = {True: "1", False: "0"}.get(value, value) if isinstance(value, bool) else value
            if text is None:
                text = ""
            if isinstance(text, list):
                text = quote(text)
            cells[name + "_" if name.lower() in RESERVED else name] = text.replace("\0", "\ufffd")
    return cells


def unix_time(text, names={}):
    """Seconds since 1970 of 2018-09-12T09:26:44.123456Z, exactly."""
    import datetime
    second = names.get(text[:19])
    if second is None:
        second = datetime.datetime.strptime(text[:19], "%Y-%m-%dT%H:%M:%S")
        second = int((second - datetime.datetime(1970, 1, 1)).total_seconds())
        names[text[:19]] = second
    return "%d%s" % (second, text[19:-1])


def expected(path):
    """Rows by table: the leading columns, the number of the entry, keys that may be there, what has to be there."""
    rows, first = {}, {}
    for record in objects(run("-a", "--format=json", path)):
        if record["type"] == "sample":
            first.setdefault(record["dataset"], record["time"])

    def add(table, record, entry, keys, cells):
        lead = [record["system"] or "", record["file"], record["offset"], record["dataset"], record["type"],
                first[record["dataset"]] if record["type"] == "sample" else "", record["time"],
                unix_time(record["time"])]
        rows.setdefault(table, []).append((lead, entry, keys, cells))

    def add_all(table, record, fields, keys, entry=None):
        arrays, payloads = [], []
        cells = flatten(fields, DSECT[table.split("__")[0]], "", {}, arrays, payloads)
        add(table, record, entry, keys, cells)
        both = dict(keys, **cells)
        for name, entries in arrays:
            for i, one in enumerate(entries):
                own = flatten(one, DSECT[table.split("__")[0]], "", {}, [], [])
                add(table.split("__")[0] + "__" + name, record, str(i), both, own)
        for name, data in payloads:
            add_all(name, record, data, both)

    for record in objects(run("--format=json", path)):
        if record["name"] is not None:
            add_all(record["name"], record, record.get("fields", {}), {})
    return rows


def unescape(text):
    return re.sub(r"\\(.)", lambda m: {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}[m.group(1)], text)


def lines_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        if path.endswith(".csv"):
            yield from csv.reader(file, strict=True)
        else:
            data = file.read()
            assert data.endswith("\n")
            for line in data[:-1].split("\n"):
                yield [unescape(cell) for cell in line.split("\t")]


def check_row(table, head, line, row):
    lead, entry, keys, cells = row
    n = len(LEADING)
    if line[:n] != lead or len(line) != len(head):
        return "%s: %r instead of %r" % (table, line[:n], lead)
    if entry is not None:
        if line[n] != entry:
            return "%s: entry %s instead of %s" % (table, line[n], entry)
        n += 1
    got = dict(zip(head[n:], line[n:]))
    for name, value in cells.items():
        if name not in got or got.pop(name) != value:
            return "%s: %s: is not %r in %r" % (table, name, value, dict(zip(head, line)))
    for name, value in got.items():
        if value and keys.get(name) != value:
            return "%s: %s is %r, which JSON does not have" % (table, name, value)
    return None


def check_tables(path):
    rows = expected(path)
    for form in "csv", "tsv":
        directory = os.path.join(OUT, form)
        run("--format=" + form, "--split=" + directory, path)
        there = {name[:-4] for name in os.listdir(directory)}
        if there != set(rows):
            yield "tables: %s" % sorted(there ^ set(rows))
        for table in sorted(there & set(rows)):
            lines = lines_of(os.path.join(directory, table + "." + form))
            head, lines = next(lines), list(lines)
            want = LEADING + (["entry"] if rows[table][0][1] is not None else [])
            if head[:len(want)] != want or len(lines) != len(rows[table]):
                yield "%s: %d rows instead of %d, or its head is wrong" % (table, len(lines), len(rows[table]))
                continue
            for line, row in zip(lines, rows[table]):
                fault = check_row(table, head, line, row)
                if fault:
                    yield fault
                    break


def each(check):
    """What CHECK finds in each file."""
    failed = 0
    for path in FILES:
        os.mkdir(OUT)
        try:
            faults = list(check(path))
        except Exception:
            faults = traceback.format_exc().splitlines()
        shutil.rmtree(OUT)
        for fault in faults:
            print("# " + fault)
        print("failed" if faults else "passed", os.path.basename(path))
        failed += bool(faults)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(each(check_tables))
