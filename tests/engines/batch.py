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


def summary(name):
    """The last exit summary in a job's messages: the job may have been queued again.  None: there is none."""
    last = None
    with open(name, encoding="utf-8") as file:
        for line in file:
            if line.startswith("{") and '"exit summary"' in line:
                last = json.loads(line)
    return last


def rows_in(folder):
    """Of all tables."""
    n = 0
    for name in glob.glob(os.path.join(folder, "*.csv")):
        with open(name, newline="", encoding="utf-8") as file:
            n += sum(1 for _ in csv.DictReader(file))
    return n


def check_summaries(names, statuses):
    """What each job said of its capture agrees with its status and with the rows that it left."""
    for n, (name, status) in enumerate(zip(names, statuses), 1):
        said = summary(os.path.join(WORK, "csv", f"{n}.err")) or {}
        rows = rows_in(os.path.join(WORK, "csv", str(n)))
        if (said.get("file"), said.get("status"), said.get("selected")) != (name, status, rows):
            yield f"the exit summary of {name}, which has {rows} rows: {said}"


def check(what, statuses, done, problems=()):
    """STATUSES: of each capture of the list, in its order.  DONE: the name of the timing."""
    begun, problems, counted = time.monotonic(), list(problems), {}
    names = captures()
    damaged = {n for n, status in enumerate(statuses) if status}
    if len(statuses) != len(names):
        problems.append(f"{len(statuses)} statuses for {len(names)} captures")
    if any(status not in (0, 1) for status in statuses) or len(damaged) != 3:
        problems.append(f"status not 0: {[(names[n], statuses[n]) for n in sorted(damaged)]}; three captures are damaged")
    problems += list(check_summaries(names, statuses))[:3]
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
