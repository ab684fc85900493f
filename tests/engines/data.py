#!/usr/bin/env python3
"""data.py DIR [--systems=N] [--users=N] [--interval=SECONDS] [--layouts=DIR]: captures of several systems, with the truth.

Makes DIR/captures/SYSTEM-HH.monwrite, three hours of each of N systems (12), one file per hour.  Two captures are damaged:
the control block of a record set in the middle is overwritten, so that this record set is lost.  One is cut off within a
frame.  DIR/expected.json has the answers to the questions in questions/ and the numbers of rows of some tables; they are
computed from the records that are written, without monread.
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
from day_capture import EPOCH, FRAME, HEADER, UNIT, RecordSet, ebcdic, tod
from day_layout import Layouts
from day_model import SECOND, Model
from day_records import Writer
from day_scenario import Scenario

HOURS = 3
# Fields that the questions need: short name -> number, time (TOD units) or text.
ASKED = {
    "MRSYTPRP": {"PFXCPUAD": int, "PFXUTIME": "time", "PFXRUNCP": int},
    "MRUSEACT": {"VMDUSER": str, "VMDCPUAD": int, "VMDTTIME": "time"},
    "MRIODDEV": {"RDEVDEV": "hex", "SCGSSCH": int},
    "MRSTOASP": {"CALVSER": str, "EXPCTPRD": int},
}


class Range:
    """The smallest and the largest value of a counter."""

    def __init__(self):
        self.least = self.most = None

    def take(self, value):
        self.least = value if self.least is None else min(self.least, value)
        self.most = value if self.most is None else max(self.most, value)

    def used(self):
        return self.most - self.least


class Seen:
    """Values in the records of one system."""

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
        # Seconds of each guest as differences: those of the set of samples before, by guest and processor.
        self.before, self.counted, self.differences = {}, collections.Counter(), 0
        self.tables = collections.Counter()
        self.logon, self.locks, self.data = (layouts.get(name) for name in ("MRUSELON", "MRSYTLCK", "MRAPLSDT"))

    def take_tables(self, number, body):
        """Rows of an event, of the entries of a record, and of an application."""
        if number == self.logon.number:
            self.tables["MRUSELON"] += 1
            # The counters of a guest that logs on begin anew.
            user = self.value(body, self.logon.root()["VMDUSER"], str)
            self.before = {key: used for key, used in self.before.items() if key[0] != user}
        elif number == self.locks.number:
            self.tables["MRSYTLCK__SYTLCK_CALLKDATA"] += self.value(body, self.locks.root()["CALNMLKS"], int)
        elif number == self.data.number:
            product = self.value(body, self.data.root()["MDGPROD"], bytes)
            self.tables["LINUXMEM"] += product.startswith(ebcdic("LINUXKRNL", 9) + b"\1")

    def take_differences(self, used):
        """USED: the TOD units of each guest's processors, in one set of samples."""
        for key in used.keys() & self.before.keys():
            self.counted[key[0]] += used[key] - self.before[key]
            self.differences += 1
        self.before = used

    def take(self, rows):
        """The rows of a record set: (domain and record, body, time in microseconds)."""
        cpus, users, used = {}, collections.Counter(), {}
        for number, body, time in rows:
            self.take_tables(number, body)
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
                used[tuple(values[:-1])] = values[-1]
        if used or not rows:
            self.take_differences(used)
        self.joined += sum(n for cpu, n in users.items() if cpu in cpus)
        self.join_sum += sum(n * cpus[cpu] for cpu, n in users.items() if cpu in cpus)

    @staticmethod
    def value(body, place, kind):
        offset, length = place
        data = body[offset - HEADER:offset - HEADER + length]
        if kind is bytes:
            return data
        if kind is str:
            return data.decode("cp037").rstrip()
        if kind == "hex":
            return data.hex().upper()
        number = int.from_bytes(data, "big")
        return number // UNIT if kind == "time" else number


class Capture:
    """The file of one hour."""

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
            # After the first byte of a record in the middle.
            n = next(i for i, end in enumerate(ends) if end > len(data) // 2) if len(data) > 3 * FRAME else len(ends) // 2
            data = data[:ends[n] + 1]
            rows = rows[:n + 1]
        self.file.write(data)
        self.seen.take(rows)


def make(number, o):
    """Write the captures of one system.  Their names, and the values that they have."""
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
            names.append(os.path.join(o.dir, "captures", f"{scenario.name}-{hour:02d}.monwrite"))
            capture = Capture(names[-1], seen)
            capture.write("sample", now.end - SECOND // 2, lambda add, now=now: writer.configuration(model, now, add))
            capture.write("event", now.end - SECOND // 4, lambda add, now=now: writer.event(
                "logon", now.sessions[min(now.sessions)], now, add))
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
    users = {(x.system, user): used for x in s for user, used in x.counted.items()}
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
    parser.add_argument("--systems", type=int, default=12)
    parser.add_argument("--users", type=int, default=60)
    parser.add_argument("--interval", type=int, default=120)
    parser.add_argument("--layouts", default=os.path.join(HERE, "..", "..", "data"))
    o = parser.parse_args()
    o.dir = os.path.abspath(o.dir)
    names, seen = [], []
    with concurrent.futures.ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        for some, of in pool.map(make, range(o.systems), [o] * o.systems):
            names += some
            seen.append(of)
    tables = sum((x.tables + collections.Counter({name: n for name, n in x.records.items()}) for x in seen), collections.Counter())
    with open(os.path.join(o.dir, "expected.json"), "w", encoding="utf-8") as file:
        json.dump({"tables": tables, "differences": sum(x.differences for x in seen), "answers": answers(seen)}, file)
    print(f"{len(names)} captures, {sum(os.path.getsize(name) for name in names)} bytes")


if __name__ == "__main__":
    main()
