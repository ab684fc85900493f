#!/usr/bin/env python3
"""delta.py CAPTURE MONREAD...: the differences of a capture, worked out from what is shown without them.

Counters, keys and lengths are taken from --describe, records and values from -f json.  Nothing of this knows the code
of --delta.  For captures of one system without losses, in which no record breaks a series but those named below.
"""
import json
import re
import subprocess
import sys

capture, monread = sys.argv[1], sys.argv[2:]
TOD = 4096


def run(*args):
    return subprocess.run([*monread, *args], stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout


layouts = {}


def layout(name):
    """Of each structure of the layout: field -> (length, properties)."""
    if name not in layouts:
        fields, structure = {}, None
        for line in run("--describe=" + name).splitlines():
            m = re.match(r"^(\S+), \d+\+? bytes", line)
            if m:
                structure = m[1]
                continue
            m = re.match(r" *\d+ +[0-9A-F]+ +(\w+) +(\d+) +(\S+?)(?:\([0-9:]+\))? .*?(?:\[([^\]]*)\])?$", line)
            if m and structure:
                fields.setdefault(m[3], (int(m[2]), (m[4] or "").split(", ")))
        layouts[name] = fields
    return layouts[name]


def number(value):
    """A counter as it is in the record: times are shown to the microsecond."""
    return round(value * 1000000) if isinstance(value, float) else value


class Row:
    """What is compared as one: the record, an entry, application data."""

    def __init__(self, name, fields):
        self.name, self.keys, self.counters, self.inner = name, [], {}, []
        self.take(name, fields, ())

    def take(self, name, fields, path):
        known = layout(name)
        for field, value in fields.items():
            if isinstance(value, dict):
                # Application data has a separate layout; other structures are part of the row.
                is_payload = not path and field not in known and re.match(r"^(LINUX|PROCD|FSSTATD|MONREADMARK)", field)
                if is_payload:
                    self.inner.append((field, Row(field, value)))
                else:
                    self.take(name, value, (*path, field))
            elif isinstance(value, list) and value and isinstance(value[0], dict):
                for i, entry in enumerate(value):
                    row = Row(name, entry)
                    row.keys = row.keys or [i]
                    self.inner.append((field, row))
            elif field in known:
                length, is_a = known[field]
                if "key" in is_a:
                    self.keys.append((field.split("_", 1)[-1], value))
                if any(p == "counter" or p.startswith("counts down") for p in is_a) and not isinstance(value, str):
                    self.counters[(*path, field)] = (length, value)

    def identity(self):
        return (self.name, json.dumps(self.keys))


def differences(now, before, shown, where):
    """Compare the row NOW with the one BEFORE (None: there is none), and with SHOWN, the object of JSON."""
    expected, pairs = {}, []
    for path, (length, value) in now.counters.items():
        old = before.counters.get(path, (0, None))[1] if before else None
        values = value if isinstance(value, list) else [value]
        olds = old if isinstance(old, list) else [old]
        for i, v in enumerate(values):
            pairs.append((path, i, length, number(v), number(olds[i]) if i < len(olds) else None, v))
    both = [p for p in pairs if p[4] is not None]
    changed = sum(p[3] != p[4] for p in both)
    fell = sum(p[3] < p[4] for p in both)
    reset = any(p[3] < p[4] and p[2] > 4 for p in both) or (changed >= 3 and fell * 2 > changed)
    for path, i, length, v, old, plain in pairs:
        d = None
        if old is not None and not reset:
            d = v - old
            if d < 0:
                d += 1 << 8 * length
                d = d if d < 1 << 8 * length - 1 else None
        expected[path, i] = (d, isinstance(plain, float))
    for (path, i), (d, is_time) in expected.items():
        got = shown
        for key in path:
            got = got[key]
        got = got[i] if isinstance(got, list) else got
        if is_time and d is not None and got is not None:
            # Both were cut to a microsecond, the difference was not.
            good = abs(round(got * 1000000) - d) <= 1
        else:
            good = got == d
        if not good:
            print(f"# {where} {'.'.join(path)}[{i}]: expected {d}, got {got}")
            return 0, 0
    here, known = len(expected), sum(d is not None for d, _ in expected.values())
    olds = {}
    for field, row in before.inner if before else []:
        olds.setdefault((field, row.identity()), []).append(row)
    entries = {}
    for field, row in now.inner:
        left = olds.get((field, row.identity()))
        inner = shown[field]
        if isinstance(inner, list):
            inner = inner[entries.setdefault(field, 0)]
            entries[field] += 1
        n, k = differences(row, left.pop(0) if left else None, inner, where)
        here, known = here + n, known + k
    return here, known


levels = [json.loads(line) for line in run("-f", "json", capture).splitlines()]
deltas = [json.loads(line) for line in run("--delta", "-f", "json", capture).splitlines()]
assert len(levels) == len(deltas)
last, now, current, compared, with_value, wrong = {}, {}, None, 0, 0, 0
logons, varied = {}, set()
for level, delta in zip(levels, deltas):
    if level["name"] == "MRUSELON":
        logons[level["fields"]["USELON_VMDUSER"]] = level["tod"]
    if level["name"] == "MRPRCVON":
        varied.add((level["fields"]["PRCVON_PFXCPUAD"], level["tod"]))
    if level["type"] == "event" or level["domain"] == 1 or not level.get("fields"):
        if level["type"] == "event" or level["domain"] == 1:
            if level != delta:
                print("# an event or configuration differs:", level["offset"])
                wrong += 1
        continue
    if level["dataset"] != current:
        current, last, now = level["dataset"], now, {}
    row = Row(level["name"], level["fields"])
    keys = list(row.keys)
    for _, inner in row.inner:
        if inner.name.startswith(("LINUX", "PROCD", "FSSTATD")):
            keys += inner.keys
    identity = (level["name"], json.dumps(keys))
    now.setdefault(identity, []).append((level["tod"], row))
    befores = last.get(identity, [])
    n = len(now[identity])
    tod, before = befores[n - 1] if n <= len(befores) else (None, None)
    if tod is not None and any(tod < logons.get(k, "") for _, k in keys if isinstance(k, str)):
        before = None
    if before and any(k == ("PFXCPUAD", cpu) and tod < when for k in keys for cpu, when in varied):
        before = None
    elapsed = (int(level["tod"], 16) - int(tod, 16)) // TOD / 1000000 if before else None
    got = delta.get("elapsed", "missing")
    if (got is None) != (elapsed is None) or (elapsed is not None and abs(got - elapsed) > 1e-9):
        print(f"# {level['name']} at {level['offset']}: elapsed expected {elapsed}, got {got}")
        wrong += 1
    here, known = differences(row, before, delta["fields"], f"{level['name']} at {level['offset']}:")
    wrong += not here and bool(row.counters)
    compared, with_value = compared + here, with_value + known
print(f"# {compared} counters, {with_value} with a difference")
sys.exit(wrong > 0 or with_value < 500)
