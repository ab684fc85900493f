"""views.py CAPTURE MONREAD MONSTAT: what monstat --views prints gives the rows of monread --sql in databases.

The tables of the databases are made with monread --sql, so that they have the times and names of the views."""
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile

CAPTURE, MONREAD, MONSTAT = sys.argv[1:4]
EMULATOR = os.environ.get("EMULATOR", "").split()
# A report that reads the column time, which each table of the views has.
TIMES = "SELECT system, interval, PFXCPUAD AS cpu, time AS taken FROM MRSYTPRP"
REPORT = """Title: Times
Question: When was each record written?
Order: 1
Needs: MRSYTPRP; MONITOR SAMPLE START
Columns:
  cpu   3 0 - - key  - - - CPU.
  taken 9 - - - text - - - Time of the record.
Query:
""" + TIMES


def output(*command):
    return subprocess.run(EMULATOR + list(command), stdout=subprocess.PIPE, check=True).stdout.decode()


def rows_of(query):
    text = output(MONREAD, "-f", "json", "--sql=" + query, CAPTURE)
    rows = [json.loads(line).values() for line in text.splitlines()]
    return [[json.dumps(v) if isinstance(v, list) else v for v in row] for row in rows]


def same(a, b):
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return abs(a - b) <= 1e-9 * max(abs(a), abs(b))
    return a == b or str(a) == str(b)


def fill(database, statements):
    """Run the statements; tables get the rows of the capture."""
    for statement in re.split(r";\n", statements):
        table = re.match(r'CREATE TABLE IF NOT EXISTS main\."(\w+)" \((.*)\)$', statement)
        if statement.strip():
            database.execute(statement)
        if not table:
            continue
        columns = re.findall(r'"(\w+)"', table[2])
        names = ", ".join('"%s"' % c for c in columns[1:])
        rows = rows_of("SELECT coalesce(system, ''), %s FROM %s" % (names, table[1]))
        if rows:
            database.executemany('INSERT INTO "%s" VALUES (%s)' % (table[1], ", ".join("?" * len(columns))), rows)


def compare(database, reports, name):
    wrong = 0
    for report in reports:
        wanted = rows_of(TIMES if report == "times" else 'SELECT * FROM "%s"' % report)
        got = database.execute('SELECT * FROM "report_%s"' % report).fetchall()
        wanted, got = (sorted(rows, key=lambda row: [str(v) for v in row[:4]]) for rows in (wanted, got))
        if len(wanted) != len(got) or not all(same(a, b) for x, y in zip(wanted, got) for a, b in zip(x, y)):
            print("# %s: %s: %d rows, not %d, or other values" % (name, report, len(got), len(wanted)))
            wrong = 1
    return wrong


def main():
    with tempfile.TemporaryDirectory() as own:
        with open(os.path.join(own, "times.report"), "w") as f:
            f.write(REPORT)
        statements, duckdb_statements = (output(MONSTAT, "--reports=" + own, "--views=" + d) for d in ("sqlite", "duckdb"))
    reports = re.findall(r'^CREATE VIEW IF NOT EXISTS "report_([a-z0-9-]+)"', statements, re.M)
    database = sqlite3.connect(":memory:")
    fill(database, statements)
    wrong = compare(database, reports, "sqlite")
    try:
        import duckdb
    except ImportError:
        return wrong
    database = duckdb.connect()
    fill(database, duckdb_statements)
    return wrong | compare(database, reports, "duckdb")


sys.exit(main())
