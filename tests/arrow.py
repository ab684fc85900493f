#!/usr/bin/env python3
"""Arrow IPC streams of monread held against its CSV, cell by cell.

Usage: arrow.py ARROW CSV              two files of one table
       arrow.py --split DIR DIR        of each table: NAME.arrows in one directory, NAME.csv in the other
       arrow.py --types ARROW          name and type of each column, rows of each batch
       arrow.py --with=pyarrow|polars|duckdb|nanoarrow ...: read by that library, not by the reader below

The reader knows of the format what https://arrow.apache.org/docs/format/Columnar.html says, and nothing of monread.
"""
import datetime
import json
import os
import re
import struct
import sys

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


class Table:
    """A table of a FlatBuffer."""

    def __init__(self, data, at):
        self.data, self.at = data, at
        self.vtable = at - struct.unpack_from("<i", data, at)[0]
        self.size = struct.unpack_from("<H", data, self.vtable)[0]

    def place(self, field):
        where = 4 + 2 * field
        offset = struct.unpack_from("<H", self.data, self.vtable + where)[0] if where < self.size else 0
        return self.at + offset if offset else None

    def number(self, field, code, default=0):
        at = self.place(field)
        return default if at is None else struct.unpack_from("<" + code, self.data, at)[0]

    def follow(self, at):
        return at + struct.unpack_from("<I", self.data, at)[0]

    def table(self, field):
        at = self.place(field)
        return None if at is None else Table(self.data, self.follow(at))

    def text(self, field):
        at = self.follow(self.place(field))
        n = struct.unpack_from("<I", self.data, at)[0]
        assert self.data[at + 4 + n] == 0
        return self.data[at + 4:at + 4 + n].decode()

    def vector(self, field):
        """The place of the first element, and how many there are."""
        at = self.place(field)
        if at is None:
            return 0, 0
        at = self.follow(at)
        return at + 4, struct.unpack_from("<I", self.data, at)[0]

    def tables(self, field):
        at, n = self.vector(field)
        return [Table(self.data, self.follow(at + 4 * i)) for i in range(n)]


def type_of(field):
    kind, t = field.number(2, "B"), field.table(3)
    if kind == 2:
        return ("int" if t.number(1, "B") else "uint") + str(t.number(0, "i"))
    if kind == 10:
        assert t.number(0, "h") == 2 and t.text(1) == "UTC"
    if kind == 12:
        return "list<%s>" % type_of(field.tables(5)[0])
    return {1: "null", 3: "double", 4: "binary", 5: "utf8", 6: "bool", 10: "time"}[kind]


def bit(data, i):
    return data[i // 8] >> (i % 8) & 1


def values_of(kind, nodes, buffers):
    n, nulls = next(nodes)
    if kind == "null":
        assert nulls == n
        return [None] * n
    valid = next(buffers)
    assert len(valid) == ((n + 7) // 8 if nulls else 0)
    if kind.startswith("list<") or kind in ("utf8", "binary"):
        ends = struct.unpack("<%di" % (n + 1), next(buffers))
        if kind in ("utf8", "binary"):
            inner = bytes(next(buffers))
        else:
            inner = values_of(kind[5:-1], nodes, buffers)
        assert ends[0] == 0 and ends[-1] == len(inner)
        values = [inner[a:b] for a, b in zip(ends, ends[1:])]
        if kind == "utf8":
            values = [v.decode() for v in values]
    elif kind == "bool":
        data = next(buffers)
        values = [bit(data, i) == 1 for i in range(n)]
    else:
        code = {"double": "d", "time": "q", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i",
                "uint32": "I", "int64": "q", "uint64": "Q"}[kind]
        values = list(struct.unpack("<%d%s" % (n, code), next(buffers)))
        if kind == "time":
            values = [EPOCH + datetime.timedelta(microseconds=v) for v in values]
    if nulls:
        assert sum(bit(valid, i) for i in range(n)) == n - nulls
        values = [v if bit(valid, i) else None for i, v in enumerate(values)]
    return values


def read_own(path):
    data, at, names, kinds, columns, batches = open(path, "rb").read(), 0, None, [], [], []
    while at < len(data):
        mark, n = struct.unpack_from("<iI", data, at)
        assert mark == -1 and n % 8 == 0
        message = memoryview(data)[at + 8:at + 8 + n].tobytes()
        at += 8 + n
        root = Table(message, struct.unpack_from("<I", message)[0])
        assert root.number(0, "h") == 4
        header, body = root.table(2), data[at:at + root.number(3, "q")]
        at += root.number(3, "q")
        if root.number(1, "B") == 1:
            assert names is None
            fields = header.tables(1)
            names, kinds = [f.text(0) for f in fields], [type_of(f) for f in fields]
            columns = [[] for f in fields]
            for f in fields if header.tables(2) else []:  # the result of a query has no metadata
                assert {p.text(0) for p in f.tables(6)} >= {"kind", "proven"}
            continue
        where, n = header.vector(1)
        nodes = iter([struct.unpack_from("<qq", message, where + 16 * i) for i in range(n)])
        where, n = header.vector(2)
        spans = [struct.unpack_from("<qq", message, where + 16 * i) for i in range(n)]
        assert all(a % 64 == 0 for a, b in spans)
        buffers = iter([body[a:a + b] for a, b in spans])
        for kind, column in zip(kinds, columns):
            column += values_of(kind, nodes, buffers)
        assert next(nodes, None) is None and next(buffers, None) is None
        batches.append(header.number(0, "q"))
        assert all(len(c) == sum(batches) for c in columns)
    return names, kinds, columns, batches


def read_pyarrow(path):
    import pyarrow.ipc
    table = pyarrow.ipc.open_stream(path).read_all()
    table.validate(full=True)
    return table.column_names, [str(t) for t in table.schema.types], [c.to_pylist() for c in table.columns], []


def read_polars(path):
    import polars
    frame = polars.read_ipc_stream(path)
    return frame.columns, [str(t) for t in frame.dtypes], [c.to_list() for c in frame.get_columns()], []


def read_duckdb(path):
    import duckdb
    import pyarrow.ipc
    table = pyarrow.ipc.open_stream(path).read_all()
    got = duckdb.connect().execute("SET TimeZone='UTC'; SELECT * FROM \"table\"")
    names = [d[0] for d in got.description]
    rows = got.fetchall()
    assert len(rows) == len(table)
    return names, [], [list(c) for c in zip(*rows)] or [[] for n in names], []


def read_nanoarrow(path):
    import nanoarrow
    import nanoarrow.ipc
    with nanoarrow.ipc.InputStream.from_path(path) as stream:
        array = nanoarrow.ArrayStream(stream).read_all()
    names = [f.name for f in array.schema.fields]
    return names, [], [list(array.child(i).iter_py()) for i in range(array.n_children)], []


READERS = {"own": read_own, "pyarrow": read_pyarrow, "polars": read_polars, "duckdb": read_duckdb,
           "nanoarrow": read_nanoarrow}


def text_of(v):
    """A value as monread writes it to CSV."""
    if isinstance(v, bool):
        return str(int(v))
    if isinstance(v, float):
        return "%.6f" % v
    if isinstance(v, bytes):
        return v.hex().upper()
    if isinstance(v, datetime.datetime):
        return v.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    return str(v)


def cells_of(path):
    """Rows of a CSV file; None: nothing between the commas, not even quotes."""
    text, row = open(path, encoding="utf-8", newline="").read(), []
    for m in re.finditer(r'("(?:[^"]|"")*"|[^,"\n]*)([,\n])', text):
        cell = m.group(1)
        row.append(cell[1:-1].replace('""', '"') if cell[:1] == '"' else cell or None)
        if m.group(2) == "\n":
            yield row
            row = []


def same(value, cell):
    if value is None or cell is None:
        return value is cell
    if isinstance(value, list):
        want = json.loads(cell, parse_float=str, parse_int=str)
        return len(value) == len(want) and all(v is w or text_of(v) == w for v, w in zip(value, want))
    if isinstance(value, datetime.datetime) and not cell.endswith("Z"):
        cell = cell.replace(" ", "T") + "Z"  # as in SQL
    if isinstance(value, float):
        return abs(value - float(cell)) <= 1e-15 * abs(value) or text_of(value) == cell
    return text_of(value) == cell


def compare(arrow, csv, read):
    names, kinds, columns, batches = read(arrow)
    rows = list(cells_of(csv))
    assert names == rows[0], (arrow, names, rows[0])
    assert all(len(c) == len(rows) - 1 for c in columns), (arrow, [len(c) for c in columns], len(rows) - 1)
    for i, name in enumerate(names):
        for n, (value, row) in enumerate(zip(columns[i], rows[1:])):
            assert same(value, row[i]), (arrow, name, kinds and kinds[i], n, value, row[i])
    return len(rows) - 1


def main():
    args, read = sys.argv[1:], read_own
    if args[0].startswith("--with="):
        read = READERS[args.pop(0)[7:]]
    if args[0] == "--types":
        names, kinds, columns, batches = read(args[1])
        print("\n".join("%s %s" % n for n in zip(names, kinds)))
        print("batches:", *batches)
    elif args[0] == "--split":
        pairs = sorted(os.listdir(args[1]))
        assert [p.replace(".arrows", ".csv") for p in pairs] == sorted(os.listdir(args[2]))
        print(len(pairs), sum(compare(os.path.join(args[1], p), os.path.join(args[2], p.replace(".arrows", ".csv")), read)
                              for p in pairs))
    else:
        print(compare(args[0], args[1], read))


main()
