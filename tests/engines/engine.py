"""For the Python programs of engines: timing, and the lines that run.py reads."""
import json
import os
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
# pylint: disable=wrong-import-position,unused-import
from answers import TABLES, plain, questions

DATA, WORK, MONREAD = (os.environ.get(name) for name in ("DATA", "WORK", "MONREAD"))


def bytes_in(*paths):
    """On disk, of files and folders."""
    files = [path for path in paths if os.path.isfile(path)]
    files += [os.path.join(folder, name) for path in paths for folder, _, names in os.walk(path) for name in names]
    return sum(512 * os.stat(name).st_blocks for name in files)


def captures():
    with open(os.path.join(DATA, "list"), encoding="utf-8") as file:
        return file.read().split()


def schema(table):
    """Column -> type: TEXT, INTEGER, REAL or ANY."""
    run = subprocess.run([MONREAD, "--describe=" + table, "-f", "json"], capture_output=True, text=True, check=True)
    return {column["name"]: column["type"] for column in json.loads(run.stdout)["columns"]}


def seconds(*names):
    """How long those took together, that the script load ran with `timed'."""
    return sum(float(open(os.path.join(WORK, "seconds." + name), encoding="utf-8").read()) for name in names)


def wrong_columns(table, types, values, empty_is_null=False):
    """TYPES: column -> what the engine made of it.  VALUES(column): how many there are.  What is wrong: sentences."""
    columns, problems = schema(table), []
    counts = ", ".join(f"count(nullif(\"{name}\", ''))" if empty_is_null else f'count("{name}")' for name in columns)
    run = subprocess.run([MONREAD, "--no-progress", "-f", "json", f'--sql=SELECT {counts} FROM "{table}"', *captures()],
                         capture_output=True, text=True, check=False)
    expected = dict(zip(columns, json.loads(run.stdout).values()))
    for name, kind in columns.items():
        if types[name] not in {"TEXT": ("text", "time"), "INTEGER": ("integer",), "REAL": ("real",),
                               "ANY": ("integer", "real")}[kind]:
            problems.append(f"{table}.{name}: {types[name]} instead of {kind}")
        if values(name) != expected[name]:
            problems.append(f"{table}.{name}: {values(name)} values instead of {expected[name]}")
    return problems


def report(what, ask, size, rows=None, load=None, problems=()):
    """A line of the table.  ASK(SQL, NAME) gives rows.  LOAD: seconds, where it was not all of the script load."""
    each, found = {}, {}
    for name, sql in questions().items():
        begun = time.monotonic()
        found[name] = [[plain(cell) for cell in row] for row in ask(sql, name)]
        each[name] = time.monotonic() - begun
    print(json.dumps({"what": what, "seconds": sum(each.values()), "bytes": size, "rows": rows, "load": load,
                      "problems": list(problems), "each": each, "answers": found}), flush=True)
