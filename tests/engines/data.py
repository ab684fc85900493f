#!/usr/bin/env python3
"""data.py DIR [--systems=N] [--users=N] [--interval=SECONDS] [--layouts=DIR]: captures of many systems, and what is in them.

Makes DIR/captures/SYSTEM/HH.monwrite, three hours of each of N systems (20), a file an hour; with the defaults they have
1 GB.  Of these, two are damaged (the control block of a record set in the middle is gone, and with it that record set)
and one is cut off inside of a frame.  DIR/list names them all, one of them twice; DIR/expected.json has the answers to
the questions in questions/, which come from the records as they were put together, not from the files.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "stat"))
# pylint: disable=wrong-import-position
from day_capture import EPOCH, FRAME, HEADER, UNIT, RecordSet, tod
from day_layout import Layouts
from day_model import SECOND, Model
from day_records import Writer
from day_scenario import Scenario

HOURS = 3
# What the questions ask of: record, and fields: short name -> number, time (TOD units) or text.
ASKED = {
    "MRSYTPRP": {"PFXCPUAD": int, "PFXUTIME": "time", "PFXRUNCP": int},
    "MRUSEACT": {"VMDUSER": str, "VMDCPUAD": int, "VMDTTIME": "time"},
    "MRIODDEV": {"RDEVDEV": "hex", "SCGSSCH": int},
    "MRSTOASP": {"CALVSER": str, "EXPCTPRD": int},
}


class Range:
    """Of the values of a counter."""

    def __init__(self):
        self.least = self.most = None

    def take(self, value):
        self.least = value if self.least is None else min(self.least, value)
        self.most = value if self.most is None else max(self.most, value)

    def used(self):
        return self.most - self.least


class Seen:
    """What the records of a system had in them."""

    def __init__(self, system, layouts):
        self.system = system
        self.plans = {}
        for name, fields in ASKED.items():
            layout = layouts.get(name)
            self.plans[layout.number] = name, [(layout.root()[f], kind) for f, kind in fields.items()]
        self.records = collections.Counter()
        self.hours = collections.Counter()
        self.used = {name: collections.defaultdict(Range) for name in ASKED}
        self.time, self.joined, self.join_sum = Range(), 0, 0
        self.of_first = {}  # how many of each the first capture has

    def take(self, rows):
        """Of a record set: (domain and record, body, time in microseconds)."""
        cpus, users = {}, collections.Counter()
        for number, body, time in rows:
            if number not in self.plans:
                continue
            name, fields = self.plans[number]
            values = [self.value(body, *field) for field in fields]
            self.records[name] += 1
            self.hours[time // (3600 * SECOND)] += 1
            self.time.take(time)
            self.used[name][tuple(values[:-1]) if name == "MRUSEACT" else values[0]].take(
                values[1] if name == "MRSYTPRP" else values[-1])
            if name == "MRSYTPRP":
                cpus[values[0]] = values[2]
            elif name == "MRUSEACT":
                users[values[1]] += 1
        self.joined += sum(n for cpu, n in users.items() if cpu in cpus)
        self.join_sum += sum(n * cpus[cpu] for cpu, n in users.items() if cpu in cpus)

    @staticmethod
    def value(body, place, kind):
        offset, length = place
        data = body[offset - HEADER:offset - HEADER + length]
        if kind is str:
            return data.decode("cp037").rstrip()
        if kind == "hex":
            return data.hex().upper()
        number = int.from_bytes(data, "big")
        return number // UNIT if kind == "time" else number


class Capture:
    """A file of an hour."""

    def __init__(self, path, seen):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        self.file, self.seen, self.sets = open(path, "wb"), seen, 0

    def write(self, kind, now, fill, lost=None):
        """LOST: None, "damage" or "cut"."""
        records, rows, ends = RecordSet(kind), [], []

        def add(domain, record, body):
            records.add(domain, record, body, tod(now + 2 * len(rows)))
            rows.append(((domain, record), body, now + 2 * len(rows)))
            ends.append(len(records.frames) * FRAME + len(records.frames[-1]))
        fill(add)
        data = records.bytes(tod(now + 2 * len(rows)))
        if lost == "damage":
            data = bytes(FRAME) + data[FRAME:]
            rows = []
        elif lost == "cut":
            # Behind the first byte of a record in a frame in the middle.
            n = next(i for i, end in enumerate(ends) if end > len(data) // 2) if len(data) > 3 * FRAME else len(ends) // 2
            data = data[:ends[n] + 1]
            rows = rows[:n + 1]
        self.file.write(data)
        self.seen.take(rows)


def make(number, o):
    """A system's captures.  Their names, and what was seen."""
    scenario = Scenario(os.path.join(HERE, "..", "stat", "day.txt"))
    scenario.name = f"VM{number:04d}"
    scenario.add_users(o.users)
    layouts = Layouts(o.layouts)
    model = Model(scenario, o.interval, HOURS)
    writer, seen = Writer(scenario, layouts), Seen(scenario.name, layouts)
    names, capture, hour = [], None, -1
    of_an_hour = 3600 // o.interval
    for now in model.intervals():
        writer.advance(now)
        if now.number == 0:
            continue
        if (now.number - 1) // of_an_hour != hour:
            hour += 1
            if hour == 1:
                seen.of_first = dict(seen.records)
            names.append(os.path.join(o.dir, "captures", scenario.name, f"{hour:02d}.monwrite"))
            capture = Capture(names[-1], seen)
            capture.write("sample", now.end - SECOND // 2, lambda add, now=now: writer.configuration(model, now, add))
        nth = (now.number - 1) % of_an_hour
        lost = None
        if (number, hour) in ((3 % o.systems, 1), (7 % o.systems, 2)) and nth == of_an_hour // 2:
            lost = "damage"
        if (number, hour) == (11 % o.systems, 2) and nth == of_an_hour - 1:
            lost = "cut"
        capture.write("sample", now.end, lambda add, now=now: writer.sample(now, add), lost)
    return names, seen


def top(rows, n):
    """The largest by the last column, then by the others."""
    return sorted(rows, key=lambda row: (-row[-1], *row[:-1]))[:n]


def answers(all_seen):
    """To the questions, by name: what each has to print."""
    a, s = {}, sorted(all_seen, key=lambda seen: seen.system)
    a["records"] = [[name, x.system, x.records[name]] for name in sorted(ASKED) for x in s]
    a["engines"] = [[x.system, sum(r.used() for r in x.used["MRSYTPRP"].values()) / SECOND] for x in s]
    users = collections.Counter()
    for x in s:
        for (user, _), r in x.used["MRUSEACT"].items():
            users[x.system, user] += r.used()
    a["users"] = [[system, user, used / SECOND]
                  for system, user, used in top([[*key, used] for key, used in users.items()], 10)]
    a["devices"] = top([[x.system, key, r.used()] for x in s for key, r in x.used["MRIODDEV"].items()], 10)
    a["logged"] = [[x.system, len({user for user, _ in x.used["MRUSEACT"]})] for x in s]
    hours = sum((x.hours for x in s), collections.Counter())
    a["hours"] = [[hour, n] for hour, n in sorted(hours.items())]
    a["paging"] = [[x.system, sum(r.used() for r in x.used["MRSTOASP"].values())] for x in s]
    a["join"] = [[x.system, x.joined, x.join_sum] for x in s]
    a["span"] = [[x.system, x.time.least / SECOND, x.time.most / SECOND] for x in s]
    wide = [[x.system, user, n] for x in s
            for user, n in collections.Counter(user for user, _ in x.used["MRUSEACT"]).items() if n > 1]
    a["wide"] = sorted(wide)
    return a


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir")
    parser.add_argument("--systems", type=int, default=20)
    parser.add_argument("--users", type=int, default=980)
    parser.add_argument("--interval", type=int, default=60)
    parser.add_argument("--layouts", default=os.path.join(HERE, "..", "..", "data"))
    o = parser.parse_args()
    o.dir = os.path.abspath(o.dir)
    names, seen = [], []
    with concurrent.futures.ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        for some, of in pool.map(make, range(o.systems), [o] * o.systems):
            names += some
            seen.append(of)
    with open(os.path.join(o.dir, "expected.json"), "w", encoding="utf-8") as file:
        first = next(x for x in seen if x.system in names[0])
        json.dump({"first": first.of_first, "systems": o.systems, "records": sum(sum(x.records.values()) for x in seen),
                   "answers": answers(seen)}, file)
    with open(os.path.join(o.dir, "list"), "w", encoding="utf-8") as file:
        file.writelines(name + "\n" for name in names + names[:1])
    print(f"{len(names)} captures, {sum(os.path.getsize(name) for name in names)} bytes")


if __name__ == "__main__":
    main()
