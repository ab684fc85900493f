#!/usr/bin/env python3
"""sqlite.py: databases that --sqlite makes.

Usage: sqlite.py rows DATABASE CAPTURE    every table against what --sql says of the capture
       sqlite.py kill CAPTURE TIMES       --sqlite killed so many times, then run to its end

MONREAD is the tool, EMULATOR what runs it.  It says what is wrong; status 1 where something is."""
import json
import os
import shlex
import sqlite3
import subprocess
import sys
import time

COMMAND = shlex.split(os.environ.get("EMULATOR", "")) + [os.environ["MONREAD"]]


def rows(database, capture):
    db = sqlite3.connect(database)
    db.row_factory = sqlite3.Row
    bad = seen = 0
    names = [r[0] for r in db.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')"
                                      " AND name NOT LIKE 'monread%' AND name NOT LIKE 'D%R%__%'")]
    for name in names:
        have = [dict(r) for r in db.execute(f'SELECT * FROM "{name}"')]
        for row in have:
            row["system"] = row["system"] or None
        keys = ", record_hash, copy" if have and "record_hash" in have[0] else ""
        out = subprocess.run(COMMAND + ["-f", "json", f"--sql=SELECT *{keys} FROM {name}", capture], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL).stdout
        want = [json.loads(line) for line in out.decode().splitlines()]
        order = lambda row: json.dumps(row, sort_keys=True)
        seen += len(want)
        if sorted(want, key=order) != sorted(have, key=order):
            print(f"# {name}: {len(want)} rows expected, {len(have)} found, or their values differ")
            bad += 1
    print(f"# {len(names)} tables, {seen} rows, {bad} differences")
    return bad or not seen


def kill(capture, times):
    command = COMMAND + ["--sqlite=killed.db", capture]
    begin = time.monotonic()
    subprocess.run(COMMAND + ["--sqlite=reference.db", capture], stderr=subprocess.DEVNULL)
    length = time.monotonic() - begin
    count = "SELECT (SELECT count(*) FROM MRSYTPRP), (SELECT count(*) FROM MRUSEACT), (SELECT records FROM monread_files)"
    expected = sqlite3.connect("reference.db").execute(count).fetchone()
    bad = killed = i = 0
    # If a run ends before the kill, the measured first run was slower than most.
    while i < times or (killed < times // 2 and i < 4 * times):
        begin = time.monotonic()
        p = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        time.sleep(length * (i % times) / times)
        p.kill()
        i += 1
        if p.wait() == -9:
            killed += 1
        else:
            length = min(length, 0.9 * (time.monotonic() - begin))
        db = sqlite3.connect("killed.db")
        ok = db.execute("PRAGMA integrity_check").fetchone()[0]
        # All of the capture, or nothing.
        tables = db.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'MRSYTPRP'").fetchone()[0]
        if ok != "ok" or (tables and db.execute(count).fetchone() != expected):
            print(f"# killed in run {i}: {ok}")
            bad += 1
        db.close()
        if tables:
            os.remove("killed.db")
    subprocess.run(command, stderr=subprocess.DEVNULL)
    got = sqlite3.connect("killed.db").execute(count).fetchone()
    if got != expected:
        print(f"# in the end: expected {expected}, got {got}")
        bad += 1
    print(f"# killed {killed} of {i} times in {length:.3f} s")
    return bad or killed < times // 2


sys.exit(bool(rows(*sys.argv[2:]) if sys.argv[1] == "rows" else kill(sys.argv[2], int(sys.argv[3]))))
