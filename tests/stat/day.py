#!/usr/bin/env python3
"""day.py [OPTION]... DESCRIPTION --layouts=DIR --capture=FILE [--truth=FILE]: a capture of a day, and the truth of it.

--interval=SECONDS   between samples
--from=MM, --to=MM   minutes of the day that the capture has; counters are those of the whole day
--system=NAME        another system, with other numbers
--without=RECORD,... records that are left out: MRMTRSYS,MRIODDEV
--users=N            so many more guests
--clock=MM,SECONDS   the clock is set, from that minute on
"""
import argparse
import json
import sys

sys.dont_write_bytecode = True
# pylint: disable=wrong-import-position
from day_capture import RecordSet, tod
from day_layout import Layouts
from day_model import SECOND, Model
from day_records import Writer
from day_scenario import Problem, Scenario
from day_truth import Truth


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("description")
    parser.add_argument("--layouts", required=True)
    parser.add_argument("--capture", required=True)
    parser.add_argument("--truth")
    parser.add_argument("--interval", type=int)
    parser.add_argument("--from", type=int, default=0, dest="begin")
    parser.add_argument("--to", type=int, default=24 * 60, dest="end")
    parser.add_argument("--system")
    parser.add_argument("--without", default="")
    parser.add_argument("--users", type=int, default=0)
    parser.add_argument("--clock", default="")
    return parser.parse_args()


class Capture:
    """Record sets, each with what is in it."""

    def __init__(self, file, left_out, set_at, by):
        self.file, self.left_out, self.set_at, self.by = file, left_out, set_at, by

    def moved(self, microseconds):
        """What the clock shows."""
        return microseconds + (self.by if microseconds >= self.set_at else 0)

    def clock(self, microseconds):
        return tod(self.moved(microseconds))

    def write(self, kind, now, fill):
        """FILL(add) adds the records; each is two microseconds behind the one before."""
        records, n = RecordSet(kind), 0

        def add(domain, record, body, at=None):
            nonlocal n
            if (domain, record) not in self.left_out:
                records.add(domain, record, body, self.clock(at or now + 2 * n))
            n += 1
        fill(add)
        self.file.write(records.bytes(self.clock(now + 2 * n)))


def main():
    o = arguments()
    scenario = Scenario(o.description)
    if o.system:
        scenario.name = o.system
    if o.users:
        scenario.add_users(o.users)
    layouts = Layouts(o.layouts)
    left_out = {layouts.get(name).number for name in o.without.split(",") if name}
    model = Model(scenario, o.interval or int(scenario.system["interval"]))
    minute, by = (int(n) for n in o.clock.split(",")) if o.clock else (1 << 20, 0)
    writer, truth = Writer(scenario, layouts), Truth(scenario)
    with open(o.capture, "wb") as file:
        capture = Capture(file, left_out, model.at(minute), by * SECOND)
        begun = False
        for now in model.intervals():
            writer.advance(now)
            if now.end > model.at(o.end) + SECOND:
                break
            if now.end < model.at(o.begin) - SECOND or not now.written:
                continue
            if not begun or now.restart:
                capture.write("sample", now.begin + 1000 if now.restart else now.end - SECOND // 2,
                              lambda add, now=now: writer.configuration(model, now, add))
            for at, what, session in sorted(now.events, key=lambda event: event[0]):
                if what != "shutdown" and begun:
                    capture.write("event", at, lambda add, w=what, s=session, i=now: writer.event(w, s, i, add))
            capture.write("sample", now.end, lambda add, now=now: writer.sample(now, add))
            truth.take(now, capture.moved, not begun)
            begun = True
    if o.truth:
        with open(o.truth, "w", encoding="utf-8") as file:
            json.dump(truth.result(), file)


if __name__ == "__main__":
    try:
        main()
    except (Problem, OSError) as error:
        sys.exit(f"day.py: {error}")
