#!/usr/bin/env python3
"""facts.py PAGES.TSV DIRECTORY: what was read off IBM's pages, against the layouts that the tool knows.

DIRECTORY holds what the tool says of every layout (--describe), one file for each .dsect file.  TAP: one test for
every record of PAGES.TSV.  A row must be as it is in one of the record's layouts (When: tells several apart); what
else is allowed is in the rules below, each with its reason.
"""
import os
import re
import sys

# Errors of the pages: (record, release, field) -> a description of the error.  Each entry must be needed.
SLIPS = {
    ("MRIODVSE", "7.4", "IODVSE_CALCTRLTXBYT"): "printed at 48, but 44 is what the lengths around it say",
    ("MRIODVSF", "7.2", "IODVSF_FLAG1"): "called Character, but has bits",
    ("MRPRCAPM", "5.2", "*32"): "offset 32 is printed twice, for the flags and for the 3 bytes behind them",
}

ROW = re.compile(r" *(\d+) +[0-9A-F]+  (\w+) +(\d+)  ([^\s(]+)(?:\((.*?)\))?( |$)")
BIT = re.compile(r" {13}((?:[01.]{4} ?)+) +(\S+)")
STRUCTURE = re.compile(r"(\w+), (\d+)(\+?) bytes")


def count(dim):
    """How many elements: "3", "1:20", "0:30"; 1 without a dimension."""
    if dim in (None, "", "-"):
        return 1
    low, _, high = dim.rpartition(":")
    return int(high) - int(low or 1) + 1


class Field:
    def __init__(self, match):
        self.offset = int(match[1])
        self.type = match[2]
        self.length = int(match[3])
        self.name = match[4]
        self.count = count(match[5])
        self.bits = []

    def end(self):
        return self.offset + self.length * self.count


class Layout:
    """What --describe says of a layout."""

    def __init__(self, path):
        self.name = os.path.basename(path)
        self.record = self.release = self.status = ""
        self.lengths = {}
        self.fields = []
        self.main = []  # those of the record itself
        with open(path, encoding="utf-8") as text:
            for line in text:
                self.read(line.rstrip("\n"))

    def read(self, line):
        if not self.record:
            self.record = line.split()[0]
        elif line.startswith("  Release "):
            self.release = line.split()[-1]
        elif line.startswith("  Status "):
            self.status = line.split(None, 1)[1].partition(":")[0]
        elif STRUCTURE.match(line):
            match = STRUCTURE.match(line)
            self.lengths[match[1]] = match[2] + match[3]
        elif ROW.match(line):
            field = Field(ROW.match(line))
            self.fields.append(field)
            if len(self.lengths) == 1:
                self.main.append(field)
        elif BIT.match(line):
            match = BIT.match(line)
            pattern = match[1].replace(" ", "").replace(".", "0")
            self.fields[-1].bits.append((match[2], int(pattern, 2)))

    def length(self):
        return int(next(iter(self.lengths.values())).rstrip("+"))


def is_group(layout, field):
    """Its parts follow, and bytes of it may belong to none of them."""
    return any(f is not field and f.offset == field.offset and 0 < f.length < field.length for f in layout.main)


def structure(layout, row):
    if row["field"] not in layout.lengths:
        # The first structure of the common header's file has the file's own name.
        return layout.status == "name only" or "no structure %s" % row["field"]
    if layout.release != row["release"]:
        return True  # records grow from release to release
    if layout.status == "front part":
        return True  # it says itself that it is shorter
    return layout.lengths[row["field"]] == row["length"] or "has %s bytes" % layout.lengths[row["field"]]


def bit(layout, row):
    if row["field"] == "*":
        return True  # a later page may name it
    for field in layout.fields:
        for name, mask in field.bits:
            if name == row["field"]:
                same = mask == int(row["length"], 16) and field.offset <= int(row["offset"]) < field.end()
                return same or "mask %X in the field at %d" % (mask, field.offset)
    return "no such bit"


def reserved(layout, row):
    """What one page names another may reserve, before it was needed or afterwards; but the bytes must be the same."""
    if row["length"] == "-":
        return True  # left blank
    begin = int(row["offset"])
    end = begin + int(row["length"]) * count(row["dim"])
    if end > layout.length():
        return True  # behind what a front part describes, or in a longer record
    inside = [f for f in layout.main if f.offset < end and f.end() > begin]
    if any(f.offset == begin for f in inside) and any(f.end() == end for f in inside):
        return True
    if all(is_group(layout, f) for f in inside):
        return True  # the rest of a group whose other parts have names
    return "%s %d at %d is there" % (inside[0].name, inside[0].length, inside[0].offset)


def named(layout, row):
    if row["type"] == "Character" and row["offset"] == "0" and row["length"] == str(layout.length()):
        return True  # a group over the whole record (X_STATIC, MRHDR): says no more than the Structure row
    if row["length"] == "0" and row["field"].endswith("_END"):
        return True  # marks the end of that release's record: moves, and goes as the record grows
    found = [f for f in layout.fields if f.name == row["field"]]
    if not found:
        return layout.status == "name only" or "no such field"
    for field in found:
        if (str(field.offset), field.type, str(field.length), field.count) == (
            row["offset"],
            row["type"],
            row["length"],
            count(row["dim"]),
        ):
            return True
    return "is %s %d at %d" % (found[0].type, found[0].length, found[0].offset)


def check(layout, row):
    if layout.status == "name only":
        return True
    if row["type"] == "Structure":
        return structure(layout, row)
    if row["type"] == "Bit":
        return bit(layout, row)
    if row["field"] == "*":
        return reserved(layout, row)
    return named(layout, row)


def read_rows(path):
    with open(path, encoding="utf-8") as text:
        keys = text.readline().rstrip("\n").split("\t")
        for line in text:
            yield dict(zip(keys, line.rstrip("\n").split("\t")))


def check_record(rows, layouts, needed):
    faults = []
    for row in rows:
        if row["type"] == "Complete":
            continue
        results = [check(layout, row) for layout in layouts]
        if True in results:
            continue
        name = row["field"] + (row["offset"] if row["field"] == "*" else "")
        slip = (row["name"], row["release"], name)
        if slip in SLIPS:
            needed.add(slip)
            continue
        faults.append("%s: %s %s at %s: %s" % (row["release"], row["type"], row["length"], row["offset"], name))
        faults += ["  %s: %s" % (layout.name, result) for layout, result in zip(layouts, results)]
        if not layouts:
            faults.append("  no layout")
    return faults


def main(path, directory):
    layouts, records, needed = {}, {}, set()
    for name in sorted(os.listdir(directory)):
        layout = Layout(os.path.join(directory, name))
        layouts.setdefault(layout.record, []).append(layout)
    for row in read_rows(path):
        records.setdefault(row["name"], []).append(row)
    number = bad = 0
    for name, rows in records.items():
        number += 1
        faults = check_record(rows, layouts.get(name, []), needed)
        bad += bool(faults)
        print("%sok %d - %s, %d rows" % ("not " if faults else "", number, name, len(rows)))
        for fault in faults:
            print("# " + fault)
    number += 1
    stale = [slip for slip in SLIPS if slip not in needed]
    print("%sok %d - every exception is needed" % ("not " if stale else "", number))
    for slip in stale:
        print("# %s %s %s: %s" % (*slip, SLIPS[slip]))
    print("1..%d" % number)
    return 1 if bad or stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
