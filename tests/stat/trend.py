#!/usr/bin/env python3
"""trend.py SYSTEM TREND: data/queries/trend.sql, against the report system of the same captures; both in CSV."""
import csv
import datetime
import math
import sys

SHIFTS = {"all": range(24), "night": range(8), "day": range(8, 16), "evening": range(16, 24)}
groups, got = {}, {}
with open(sys.argv[1], newline="") as f:
    for row in csv.DictReader(f):
        end = datetime.datetime.fromisoformat(row["time"].replace("Z", ""))
        middle = end - datetime.timedelta(seconds=float(row["int"] or 0) / 2)
        for measure, columns in (f"CPU {row['type']} %", ["%busy"]), ("pages read and written/s", ["pgrd/s", "pgwr/s"]), \
                ("I/O starts/s", ["ssch/s"]):
            if any(not row[c] for c in columns):
                continue
            value = (sum(float(row[c]) for c in columns), float(row["int"]), f"{end - datetime.timedelta(seconds=float(row['int'])):%Y-%m-%d %H:%M}-{end:%H:%M}")
            for shift in (s for s, hours in SHIFTS.items() if middle.hour in hours):
                for day in str(middle.date()), "all days":
                    groups.setdefault((measure, day, shift), []).append(value)


def average(values):
    return sum(v * seconds for v, seconds, _ in values) / sum(seconds for _, seconds, _ in values)


def p95(values):
    values = sorted(v for v, _, _ in values)
    at = 0.95 * (len(values) - 1)
    low = math.floor(at)
    return values[low] + (at - low) * (values[min(low + 1, len(values) - 1)] - values[low])


def growth(measure, day, shift):
    points = [(datetime.date.fromisoformat(d).toordinal(), average(v)) for (m, d, s), v in groups.items()
              if m == measure and s == shift and d != "all days"]
    if day != "all days" or len(points) < 7:
        return None
    mean_x, mean_y = (sum(p[i] for p in points) / len(points) for i in (0, 1))
    return 30 * sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)


with open(sys.argv[2], newline="") as f:
    for row in csv.DictReader(f):
        got[row["measure"], row["day"], row["shift"]] = row
wrong = sorted(set(got) ^ set(groups))
for key, values in groups.items():
    row, grows = got.get(key, {}), growth(*key)
    same = row and int(row["intervals"]) == len(values) and (row["growth"] != "") == (grows is not None)
    same = same and any(t == row["peak_time"] and math.isclose(v, float(row["peak"]), abs_tol=0.051) for v, _, t in values)
    for name, want in ("average", average(values)), ("p95", p95(values)), ("peak", max(values)[0]), ("growth", grows):
        same = same and (want is None or math.isclose(want, float(row[name]), abs_tol=0.051))
    if not same:
        wrong.append((key, row))
for line in wrong[:20]:
    print("#", line)
print(f"# {len(groups)} lines")
sys.exit(bool(wrong) or not groups)
