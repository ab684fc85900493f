"""For batch systems: what their jobs left, in folders of CSV, and one exit status a capture."""
import csv
import glob
import json
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
# pylint: disable=wrong-import-position
from engine import DATA, TABLES, WORK, bytes_in, captures, seconds


def check(what, statuses, done, problems=()):
    """STATUSES: of each capture of the list, in its order.  DONE: the name of the timing."""
    begun, problems, counted = time.monotonic(), list(problems), {}
    names = captures()
    damaged = {n for n, status in enumerate(statuses) if status}
    if len(statuses) != len(names):
        problems.append(f"{len(statuses)} statuses for {len(names)} captures")
    if any(status not in (0, 1) for status in statuses) or len(damaged) != 3:
        problems.append(f"status not 0: {[(names[n], statuses[n]) for n in sorted(damaged)]}; three captures are damaged")
    for table in TABLES:
        seen = {}
        for name in glob.glob(os.path.join(WORK, "csv", "*", table + ".csv")):
            with open(name, newline="", encoding="utf-8") as file:
                for row in csv.DictReader(file):
                    seen[row["file"], row["offset"]] = row["system"]
        for system in seen.values():
            counted[table, system] = counted.get((table, system), 0) + 1
    with open(os.path.join(DATA, "expected.json"), encoding="utf-8") as file:
        expected = {(table, system): n for table, system, n in json.load(file)["answers"]["records"]}
    if counted != expected:
        problems.append("other numbers of records: " + str([key for key in expected if counted.get(key) != expected[key]][:3]))
    print(json.dumps({"what": what, "rows": sum(counted.values()), "load": seconds(done), "problems": problems,
                      "seconds": time.monotonic() - begun, "bytes": bytes_in(os.path.join(WORK, "csv"))}))
