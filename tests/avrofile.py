#!/usr/bin/env python3
"""Avro container files against JSON: every record of captures, every cell.

Usage: avrofile.py TOOL... -- DIRECTORY FILE...       as tables.py; the options of the tool stand in $AVRO_OPTIONS
       avrofile.py --rows FILE.avro                   what is in it, a JSON object a line
       avrofile.py --schema FILE.avro                 its schema
       avrofile.py --differ DIRECTORY DIRECTORY       names of files of the first whose rows the second does not have
       avrofile.py --blocks FILE.avro                 rows and bytes of each block, uncompressed

A file is read by what is written here after the specification of Avro, by avrocat and by Python's avro, as far as
they are there; AVRO_NEEDS has the names of those that have to be.
"""
import datetime
import json
import os
import shutil
import struct
import subprocess
import sys
import zlib

try:
    import avro.datafile
    import avro.io
except ImportError:
    avro = None

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


# ---- A reader after the specification ----

class Bytes:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        assert n >= 0 and self.at + n <= len(self.data), "the file ends early"
        self.at += n
        return self.data[self.at - n:self.at]

    def long(self):
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                assert shift <= 70 and value < 1 << 64
                return value >> 1 ^ -(value & 1)

    def bytes(self):
        return self.take(self.long())

    def done(self):
        return self.at == len(self.data)


def read_value(b, kind):
    if isinstance(kind, list):
        return read_value(b, kind[b.long()])
    if isinstance(kind, dict):
        kind = kind["type"]
    if kind == "null":
        return None
    if kind == "long":
        value = b.long()
        assert -1 << 63 <= value < 1 << 63
        return value
    if kind == "int":
        value = b.long()
        assert -1 << 31 <= value < 1 << 31
        return value
    if kind == "double":
        return struct.unpack("<d", b.take(8))[0]
    assert kind == "string", kind
    return b.bytes().decode("utf-8")


def uncompress(codec, data):
    if codec == "deflate":
        return zlib.decompress(data, -15)
    assert codec == "null", codec
    return data


class Container:
    def __init__(self, path):
        with open(path, "rb") as file:
            b = Bytes(file.read())
        assert b.take(4) == b"Obj\1", "magic"
        meta, n = {}, b.long()
        while n:
            for _ in range(n):
                key = b.bytes().decode()
                meta[key] = b.bytes()
            n = b.long()
        self.codec = meta["avro.codec"].decode()
        self.schema = json.loads(meta["avro.schema"].decode("utf-8"))
        self.fields = [(f["name"], f["type"]) for f in self.schema["fields"]]
        self.marker = b.take(16)
        self.data = b
        self.blocks = []

    def rows(self):
        b = self.data
        while not b.done():
            n, data = b.long(), b.bytes()
            assert b.take(16) == self.marker, "marker"
            block = Bytes(uncompress(self.codec, data))
            self.blocks.append((n, len(block.data)))
            for _ in range(n):
                yield {name: read_value(block, kind) for name, kind in self.fields}
            assert block.done(), "a block has more than its rows"


# ---- Other readers ----

def plain(value):
    """What avrocat shows of a union: {"long": 1}."""
    return next(iter(value.values())) if isinstance(value, dict) else value


def by_avrocat(path):
    out = subprocess.run(["avrocat", path], stdout=subprocess.PIPE, check=True).stdout
    for line in out.decode("utf-8").splitlines():
        yield {name: plain(value) for name, value in json.loads(line).items()}


def by_python(path):
    with open(path, "rb") as file, avro.datafile.DataFileReader(file, avro.io.DatumReader()) as rows:
        for row in rows:
            for name, value in row.items():
                if isinstance(value, datetime.datetime):
                    row[name] = (value - EPOCH) // datetime.timedelta(microseconds=1)
            yield row


READERS = {}
if shutil.which("avrocat"):
    READERS["avrocat"] = by_avrocat
if avro:
    READERS["python"] = by_python


# ---- Against JSON ----

def is_time(kind):
    return any(isinstance(k, dict) and k.get("logicalType") == "timestamp-micros"
               for k in (kind if isinstance(kind, list) else [kind]))


def micros(text):
    moment = datetime.datetime.strptime(text[:19] + "Z", "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.timezone.utc)
    return (moment - EPOCH) // datetime.timedelta(microseconds=1) + int((text[20:-1] + "000000")[:6])


def wanted(text, kind):
    """The value of a cell that is TEXT elsewhere."""
    types = [k["type"] if isinstance(k, dict) else k for k in (kind if isinstance(kind, list) else [kind])]
    if is_time(kind):
        return micros(text)
    if "long" in types or "int" in types:
        return int(text) if int(text) < 1 << 63 else None
    if "double" in types:
        return float(text)
    return text


def check_row(names, row, expected, leading):
    lead, entry, keys, cells = expected
    want = {}
    for name, text in zip(leading, lead):
        want[name] = text or None
    if entry is not None:
        want["entry"] = entry
    want.update(cells)
    kinds = dict(names)
    for name, kind in names:
        got = row[name]
        if name in want:
            value = want[name]
            value = value if value is None else wanted(value, kind)
            if got != value or type(got) is not type(value):
                return "%s: %r instead of %r (%r)" % (name, got, value, want[name])
        elif got is not None and (keys.get(name) is None or wanted(keys[name], kind) != got):
            return "%s: %r, which JSON does not have" % (name, got)
    missing = set(want) - set(kinds)
    return "not in the schema: %s" % sorted(missing) if missing else None


def check_file(path, rows, leading):
    container = Container(path)
    own = list(container.rows())
    if rows is not None:
        if len(own) != len(rows):
            return "%d rows instead of %d" % (len(own), len(rows))
        for row, expected in zip(own, rows):
            fault = check_row(container.fields, row, expected, leading)
            if fault:
                return fault
    for name, read in READERS.items():
        # avrocat has no word for an end that comes at once.
        if own and list(read(path)) != own:
            return "%s reads something else" % name
    return None


def main():
    # The rows as they are expected are those of CSV; tables.py takes the same arguments.
    import tables

    missing = set(os.environ.get("AVRO_NEEDS", "").split()) - set(READERS)
    assert not missing, missing

    def check_avro(path):
        rows = tables.expected(path)
        directory = os.path.join(tables.OUT, "avro")
        tables.run("--format=avro", "--split=" + directory, *os.environ.get("AVRO_OPTIONS", "").split(), path)
        there = {name[:-5] for name in os.listdir(directory) if name.endswith(".avro")}
        if there != set(rows):
            yield "tables: %s" % sorted(there ^ set(rows))
        for table in sorted(there & set(rows)):
            fault = check_file(os.path.join(directory, table + ".avro"), rows[table], tables.LEADING)
            if fault:
                yield "%s: %s" % (table, fault)

    return tables.each(check_avro)


if sys.argv[1] == "--rows":
    for one in Container(sys.argv[2]).rows():
        print(json.dumps(one))
elif sys.argv[1] == "--differ":
    for file in sorted(os.listdir(sys.argv[2])):
        pair = [os.path.join(folder, file) for folder in sys.argv[2:4]]
        # All rows of all files, in one process.
        if not os.path.exists(pair[1]) or list(Container(pair[0]).rows()) != list(Container(pair[1]).rows()):
            print(file)
elif sys.argv[1] == "--schema":
    print(json.dumps(Container(sys.argv[2]).schema))
elif sys.argv[1] == "--blocks":
    container = Container(sys.argv[2])
    list(container.rows())
    for n, length in container.blocks:
        print(n, length)
else:
    sys.exit(main())
