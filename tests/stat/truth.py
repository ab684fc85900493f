#!/usr/bin/env python3
"""truth.py stat TRUTH[,TRUTH...] CAPTURE[,CAPTURE...] MONSTAT...: reports of captures against the truth of day.py, each
interval and on average.
truth.py diff TRUTH,TRUTH CAPTURE,CAPTURE MONSTAT...: --diff of the captures, against their averages.

Values agree to a millionth; values in text agree as far as they are shown.
"""
import json
import math
import subprocess
import sys


def is_near(one, other):
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=1e-6, abs_tol=2e-6)


class Comparison:
    def __init__(self, name):
        self.name, self.faults, self.cells = name, 0, 0

    def fault(self, text):
        self.faults += 1
        if self.faults <= 10:
            print(f"# {self.name}: {text}")

    def line(self, where, true, got):
        """Each column that both have."""
        for column, value in true.items():
            if column in got:
                self.cells += 1
                if not is_near(value, got[column]):
                    self.fault(f"{where} {column}: {got[column]}, not {value}")

    def done(self, least):
        if self.cells < least:
            self.fault(f"{self.cells} values compared, at least {least} are expected")
        return self.faults


MB = 4 / 1024

# For each report of the truth: the report of monstat, its key columns, and columns with different names, each with
# the factor that converts the value of the truth.
REPORTS = {
    "system": ("system", ["type"], {}),
    "cpu": ("cpu", ["cpu"], {}),
    "paging": ("paging", [], {}),
    "lpar": ("lpar", ["partition", "type"], {}),
    "lparcpu": ("lparcpu", ["partition", "cpu"], {}),
    "physical": ("physical", ["cpu"], {}),
    "storage": ("storage", [], {"nonpageable": ("nonpag", MB), "pageable": ("pageable", MB), "avail": ("av<2G", MB),
                                "avail2g": ("av>2G", MB), "low": ("low<2G", MB), "high": ("high<2G", MB)}),
    "pagevolume": ("pagevol", ["volume", "device"], {"load": ("mload", 1), "read/s": ("pgrd/s", 1),
                                                     "write/s": ("pgwr/s", 1), "pg/s": ("page/s", 1)}),
    "slots": ("spool", [], {"created": ("create/s", 1), "purged": ("purge/s", 1), "%page": (None, 1),
                            "%spool": ("%spool", 1)}),
    "user": ("user", ["user"], {}),
    "userstate": ("userstate", ["user"], {}),
    "device": ("device", ["device"], {"rate": ("ssch/s", 1)}),
    "channel": ("channel", ["channel"], {"group": ("cmg", 1), "read": ("rdMB/s", 2.0**-20), "write": ("wrMB/s", 2.0**-20),
                                         "sent": ("wrMB/s", 2.0**-20), "messages": ("msg/s", 1)}),
    "iop": ("iop", ["iop"], {"started": ("start/s", 1), "interrupts": ("intr/s", 1)}),
    "vswitch": ("vswitch", ["device"], {"txbytes": ("txKB/s", 2.0**-10), "rxbytes": ("rxKB/s", 2.0**-10),
                                        "txpackets": ("txpk/s", 1), "rxpackets": ("rxpk/s", 1),
                                        "txdiscards": ("txdsc/s", 1), "rxdiscards": ("rxdsc/s", 1)}),
    "qdio": ("qdio", ["device"], {"sigawrite": ("sigaw/s", 1), "sigasync": ("sigas/s", 1), "tobuffers": ("tobf/s", 1),
                                  "tobytes": ("toKB/s", 2.0**-10), "frombuffers": ("frbf/s", 1),
                                  "frombytes": ("frKB/s", 2.0**-10)}),
    "lock": ("lock", ["lock"], {"spins": ("spin/s", 1), "%shared": ("%shspin", 1), "shared": ("shsp/s", 1),
                                "sharedmean": ("shmean", 1)}),
    "queue": ("queue", [], {"class1": ("q1", 1), "class2": ("q2", 1), "class3": ("q3", 1), "eligible": ("elig", 1)}),
    "state": ("state", [], {}),
    "privop": ("privop", ["cpu"], {"diagnose": ("diag/s", 1), "total": ("total/s", 1), "sigp": ("sigp/s", 1),
                                   "lctl": ("lctl/s", 1)}),
    "ssi": ("ssi", [], {"%suspended": ("%susp", 1), "%isolated": ("%isol", 1)}),
    "linuxcpu": ("linux", ["guest"], {"%system": ("%sys", 1)}),
    "linux": ("linux", ["guest"], {"freeKB": ("freeMB", 2.0**-10), "rx/s": ("rxKB/s", 2.0**-10),
                                   "tx/s": ("txKB/s", 2.0**-10), "majflt/s": ("majf/s", 1)}),
}
# Columns that are levels: they are there where nothing can be counted, too.
LEVELS = {"cpu": "type", "system": "cpus users inq elig avlMB %slot V/R", "lpar": "lcpus weight entitled ded", "lparcpu": "type weight", "physical": "type",
          "storage": "pageable nonpag av<2G low<2G high<2G av>2G locked mdc wait", "pagevol": "queued mload",
          "paging": "used slots %slot mload", "spool": "used slots %spool", "device": "volume cu owner", "channel": "cmg",
          "vswitch": "owner", "queue": "inq q1 q2 q3 load elig e1 e2 e3 limit",
          "state": "vcpus %RUN %CPU %PGW %IOW %SIM %CFW %TI %SVM %OTH %tidl %tsvm %iowt %wtpag %cfwt %simwt %cpuwt "
                   "%cpurn %othr",
          "linux": "cpus load totalMB freeMB cacheMB swapMB"}
# The truth averages a list from the last interval; reports leave that out.
NO_AVERAGE = {("linux", "load")}


def run(command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False)


def renamed(columns, names):
    """Columns of the truth, as the report calls them."""
    result = {}
    for column, value in columns.items():
        name, factor = names.get(column, (column, 1))
        if name is not None:
            result[name] = value if value is None else value * factor
    return result


def merged(truths):
    """Of several captures: each interval of a system once, with values where one of them has some."""
    known = {}
    for truth in truths:
        lines = {}
        for report, of_report in truth["lines"].items():
            for number, *key, columns in of_report:
                lines.setdefault(number, []).append((report, tuple(key), columns))
        for number, interval in enumerate(truth["intervals"]):
            place = (truth["system"], interval["interval"])
            if not known.get(place):
                known[place] = lines.get(number, [])
    return known


def of_intervals(truths, captures, monstat):
    wrong, known = 0, merged(truths)
    for report, (name, keys, names) in REPORTS.items():
        c = Comparison(name)
        ran = run([*monstat, name, "-f", "json", *captures])
        if ran.returncode > 1:
            c.fault(ran.stderr)
        found, without = {}, 0
        for line in ran.stdout.splitlines():
            row = json.loads(line)
            if name == "cpu" and row["cpu"] == "all":  # a total, which system has, too
                continue
            place = (row["system"], row["time"])
            if place not in known:
                c.fault(f"no such interval: {line}")
            elif known[place]:
                key = tuple(row[k] for k in keys)
                if (place, key) in found:
                    c.fault(f"twice: {line}")
                found[place, key] = row
            else:
                without += 1
                counted = {k: v for k, v in row.items() if k not in LEVELS.get(name, "").split() and k not in keys}
                for column in ("report", "system", "time"):
                    counted.pop(column)
                if any(v is not None for v in counted.values()):
                    c.fault(f"values where nothing can be counted: {line}")
        expected = set()
        for place, lines in known.items():
            for of, key, columns in lines:
                if of != report:
                    continue
                expected.add((place, key))
                if (place, key) not in found:
                    c.fault(f"{place} {key} is missing")
                else:
                    c.line(f"{place} {key}", renamed(columns, names), found[place, key])
        for place in found.keys() - expected:
            c.fault(f"{place} is too much: {found[place]}")
        wrong += c.done(len(expected)) > 0
    return wrong


def of_average(truth, captures, monstat):
    """In text the last lines are the averages."""
    wrong = 0
    for report, (name, keys, names) in REPORTS.items():
        c = Comparison(name + ", average")
        ran = run([*monstat, name, *captures])
        heading, rows = [], []
        for line in ran.stdout.splitlines():
            words = line.replace("Average:", "Average: ").split()
            if words[:2] == ["time", "int"]:
                heading = words
            elif words and words[0] == "Average:":
                rows.append(dict(zip(heading, words)))
        found = {tuple(row[k] for k in keys): row for row in rows}
        found.pop(("all",), None)
        for *key, columns in truth["averages"][report]:
            row = found.pop(tuple(str(k) for k in key), None)
            if row is None:
                c.fault(f"{key} is missing")
                continue
            for column, value in renamed(columns, names).items():
                if column not in row or (name, column) in NO_AVERAGE:
                    continue
                c.cells += 1
                text = row[column]
                shown = None if text == "-" else float(text)
                half = 0.5000001 * 10.0 ** -len(text.partition(".")[2])
                if (shown is None) != (value is None) or (value is not None and abs(shown - value) > half):
                    c.fault(f"{key} {column}: {text}, not {value}")
        for key in found:
            c.fault(f"{key} is too much")
        wrong += c.done(1) > 0
    return wrong


def of_day(truth, captures, monstat):
    """The line of a whole day has the values of the average, with all digits, and its users add up to the processors."""
    wrong = 0
    for report, (name, keys, names) in REPORTS.items():
        c = Comparison(name + ", --every=1d")
        rows = [json.loads(line) for line in run([*monstat, name, "-f", "json", "--every=1d", *captures]).stdout.splitlines()]
        found = {tuple(row[k] for k in keys): row for row in rows}
        if len({row["time"] for row in rows}) > 1:
            continue
        for *key, columns in truth["averages"][report]:
            row = found.get(tuple(key))
            if row is None:
                c.fault(f"{key} is missing")
            else:
                c.line(key, {k: v for k, v in renamed(columns, names).items() if (name, k) not in NO_AVERAGE}, row)
        wrong += c.done(1) > 0
    return wrong


def of_difference(truths, captures, monstat):
    """monstat --diff of two captures: both averages."""
    wrong = 0
    for report, (name, keys, names) in REPORTS.items():
        c = Comparison(name + ", --diff")
        sides = [{tuple(str(k) for k in key): renamed(columns, names) for *key, columns in truth["averages"][report]}
                 for truth in truths]
        for line in run([*monstat, "--diff", name, *captures]).stdout.splitlines():
            words = line.split()
            key, column = tuple(words[:len(keys)]), words[len(keys):len(keys) + 1]
            for side, text in zip(sides, words[len(keys) + 1:len(keys) + 3]):
                value = side.get(key, {}).get(*column) if column else None
                if value is None:
                    continue
                c.cells += 1
                half = 0.5000001 * 10.0 ** -len(text.partition(".")[2])
                if text == "-" or abs(float(text) - value) > half:
                    c.fault(f"{key} {column}: {text}, not {value}")
        wrong += c.done(2) > 0
    return wrong


def main():
    what, truths, captures, *tool = sys.argv[1:]
    truths = [json.load(open(name, encoding="utf-8")) for name in truths.split(",")]
    captures = captures.split(",")
    if what == "diff":
        wrong = of_difference(truths, captures, tool)
    else:
        wrong = of_intervals(truths, captures, tool)
        if len(truths) == 1:
            wrong += of_average(truths[0], captures, tool)
            wrong += of_day(truths[0], captures, tool)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
