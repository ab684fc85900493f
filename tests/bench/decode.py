#!/usr/bin/env python3
"""Decode a MONWRITE capture to JSON lines with nothing but struct: what monread's speed is compared with.

Usage: decode.py DIRECTORY-OF-DSECT-FILES CAPTURE

It is what one would write in an afternoon: layouts come from data/*.dsect,
one struct.Struct a structure, arrays where the layout has a rule, the rest
in hex.  Its lines are those of monread --format=json for these records, but
for what came later: systems, unproven fields, application data, countdowns.
"""
import datetime
import glob
import json
import re
import struct
import sys

FRAME = 4096
EPOCH = datetime.datetime(1970, 1, 1)
TOD_1970 = 0x7D91048BCA000000
FORMATS = ("Text", "ASCII", "Time", "Interval", "Unixtime", "Fixed11", "Hex")
CODES = {("Unsigned", 1): "B", ("Unsigned", 2): "H", ("Unsigned", 4): "I", ("Unsigned", 8): "Q",
         ("Signed", 1): "b", ("Signed", 2): "h", ("Signed", 4): "i", ("Signed", 8): "q"}


# ---- Layouts ----

class Structure:
    def __init__(self, name, length):
        self.name, self.length = name, length
        self.fields = []  # [name, offset, length, kind, count, bits]


class Layout:
    def __init__(self, path):
        self.heads, self.structures = {}, []
        rows = re.compile(r"\s*(\d+)\s+[0-9A-F]+\s\s(\w+)\s+(\d+)(\+?)\s\s(\S+)")
        bits = re.compile(r"         ((?:[1.]{4} ?)+)\s+(\S+)")
        key = None
        for line in open(path, encoding="utf-8"):
            if "Cross Reference" in line:
                break
            m = re.match(r"([A-Z]\w+):\s+(.*)", line)
            if m and not self.structures:
                key = m.group(1)
                self.heads.setdefault(key, []).append(m.group(2))
                continue
            if key and line.startswith("   ") and not self.structures and line.strip() and not rows.match(line):
                self.heads[key][-1] += " " + line.strip()
                continue
            m = rows.match(line)
            if m:
                self.row(int(m.group(1)), m.group(2), int(m.group(3)), m.group(5))
                continue
            m = bits.match(line)
            if m and self.structures and self.structures[-1].fields:
                self.bit(m.group(1).replace(" ", ""), m.group(2))
        self.finish()

    def row(self, offset, kind, length, name):
        if kind == "Structure":
            self.structures.append(Structure(name, length))
            return
        m = re.match(r"(.*?)\((?:(\d+):)?(\d+)\)$", name)
        count = 0
        if m:
            name, count = m.group(1), int(m.group(3)) - int(m.group(2) or 1) + 1
        self.structures[-1].fields.append([name, offset, length, kind, count, []])

    def bit(self, pattern, name):
        if name != "*":
            self.structures[-1].fields[-1][5].append((name, int(pattern.replace(".", "0"), 2)))

    def finish(self):
        explicit = {n: k for k in FORMATS for text in self.heads.get(k, []) for n in re.split(r"[\s,]+", text)}
        numbers = self.heads.get("Number", [])
        self.number = None
        for text in numbers:
            m = re.match(r"D(\d+)R(\d+)$", text)
            if m:
                self.number = int(m.group(1)), int(m.group(2))
            else:
                explicit.update((n, "Unsigned") for n in re.split(r"[\s,]+", text))
        self.maps = {}
        for text in self.heads.get("Maps", []):
            words = text.split()
            for name in words[2:]:
                self.maps[name] = words[0]
        for i, s in enumerate(self.structures):
            inner = s.fields
            kept = []
            for k, (name, offset, length, kind, count, bits) in enumerate(inner):
                end = offset + length * max(count, 1)
                group = kind == "Character" and any(f[2] and f[1] >= offset and f[1] + f[2] * max(f[4], 1) <= end
                                                    for f in inner[k + 1:])
                if name == "*" or not length or (group and name not in self.maps):
                    continue
                if i == 0 and self.number and end <= 20:
                    continue
                kept.append((name, offset, length, explicit.get(name, kind), count, bits))
            s.fields = kept
        self.by_name = {s.name: s for s in self.structures}
        self.arrays = []
        for text in self.heads.get("Array", []):
            m = re.match(r"(\S+) count (\S+)(?: size (\S+))? at (\S+)(?: when (\S+) (>=|=) (\d+))?$", text)
            if m:
                self.arrays.append(m.groups())
        for s in self.structures:
            s.plan = self.plan(s)

    def plan(self, s):
        """One Struct for what follows each other, and one more whenever fields lie over each other."""
        parts, fmt, fields, at = [], ">", [], 0
        for f in s.fields:
            name, offset, length, kind, count, bits = f
            if kind == "String":
                break
            if offset < at:
                parts.append((struct.Struct(fmt), fields))
                fmt, fields, at = ">", [], 0
            fmt += "%dx" % (offset - at)
            code = CODES.get((kind, length)) or CODES.get(("Unsigned", length)) or ""
            if kind in ("Text", "ASCII", "Hex", "Character") or not code or name in self.maps:
                code = "%ds" % length
            fmt += code * max(count, 1)
            fields.append(f)
            at = offset + length * max(count, 1)
        parts.append((struct.Struct(fmt), fields))
        return [p for p in parts if p[1]]


def load(directory):
    layouts = {}
    for path in sorted(glob.glob(directory + "/*.dsect")):
        layout = Layout(path)
        if layout.number and "<" not in layout.heads.get("When", [""])[0]:
            layouts[layout.number] = layout
    return layouts


# ---- Values ----

def time_of(tod):
    if tod < 1 << 63:
        tod += 1 << 64
    return (EPOCH + datetime.timedelta(microseconds=(tod - TOD_1970) >> 12)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def convert(kind, v):
    if kind == "Text":
        return v.decode("cp037").rstrip(" ")
    if kind == "ASCII":
        return v.decode("latin-1").rstrip(" \0")
    if kind == "Time":
        return time_of(v)
    if kind == "Interval":
        return (v >> 12) / 1000000
    if kind == "Fixed11":
        return v / 2048
    if isinstance(v, bytes):
        return int.from_bytes(v, "big") if kind in ("Unsigned", "Bitstring") else v.hex().upper()
    return v


def decode(layout, structure, record, base, limit):
    """The fields of STRUCTURE at BASE that end before LIMIT."""
    out = {}
    for plan, fields in structure.plan:
        if base + plan.size > limit:
            continue
        values = iter(plan.unpack_from(record, base))
        for name, offset, length, kind, count, bits in fields:
            if count:
                out[name] = [convert(kind, next(values)) for _ in range(count)]
                continue
            v = next(values)
            if name in layout.maps:
                out[name] = decode(layout, layout.by_name[layout.maps[name]], record, base + offset, limit)
                continue
            out[name] = convert(kind, v)
            for bit, mask in bits:
                out[bit] = v & mask == mask
    return out


def decode_record(layout, record, head):
    structure = layout.structures[0]
    fields = decode(layout, structure, record, 0, len(record))
    end = structure.length
    for name, count, size, at, when, how, number in layout.arrays:
        if when and (fields[when] < int(number) or (how == "=" and fields[when] > int(number))):
            continue
        entry = layout.by_name[name]
        n, step, start = (int(w) if w.isdigit() else fields[w] for w in (count, size or str(entry.length), at))
        fields[name] = [decode(layout, entry, record, start + i * step, len(record)) for i in range(n)]
        end = max(end, start + n * step)
    head["fields"] = fields
    if end < len(record):
        head["tail"] = record[end:].hex().upper()


# ---- Frames ----

def records(f):
    """(offset, data set, type, record) of all records but end-of-frame ones."""
    offset, dataset = 0, 0
    while True:
        block = f.read(FRAME)
        if len(block) < FRAME:
            return
        offset += FRAME
        dataset += 1
        for at in range(40, FRAME - 12, 12):
            kind, start, end = struct.unpack_from(">B3xII", block, at)
            if kind == 0:
                break
            base = start & ~(FRAME - 1)
            data = f.read((end | (FRAME - 1)) + 1 - base)
            p = start - base
            while p + base <= end and p + 20 <= len(data):
                length, domain, number = struct.unpack_from(">HxxBxH", data, p)
                if length < 20:
                    break
                if (domain, number) != (1, 13):
                    yield offset + p, dataset, kind, domain, number, data[p:p + length]
                p += length
                if domain == 1 and (number == 13 or (number == 11 and kind == 0xE2)):
                    p = (p + FRAME - 1) & ~(FRAME - 1)
            offset += len(data)


def main():
    layouts = load(sys.argv[1])
    name = sys.argv[2]
    dumps, write = json.JSONEncoder(separators=(",", ":")).encode, sys.stdout.write
    with open(name, "rb") as f:
        for offset, dataset, kind, domain, number, record in records(f):
            layout = layouts.get((domain, number))
            tod = struct.unpack_from(">Q", record, 8)[0]
            head = {"file": name, "offset": offset, "dataset": dataset,
                    "type": "sample" if kind == 0xE2 else "event", "domain": domain, "record": number,
                    "name": layout and layout.heads["Record"][0], "length": len(record), "time": time_of(tod),
                    "tod": "%016X" % tod}
            if layout and layout.structures:
                decode_record(layout, record, head)
            else:
                head["data"] = record[20:].hex().upper()
            write(dumps(head) + "\n")


main()
