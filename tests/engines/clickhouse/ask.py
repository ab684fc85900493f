"""The questions over tables, over CSV, JSON and Arrow as they are, and over what monread says while it is asked."""
import json
import os
import sys

from chdb import session

sys.path.insert(0, os.environ["ENGINES"])
# pylint: disable=wrong-import-position
from columns import columns
from engine import DATA, MONREAD, TABLES, WORK, bytes_in, captures, report, schema, seconds, wrong_columns

KINDS = {"String": "text", "Int64": "integer", "UInt64": "integer", "Float64": "real"}
database = session.Session(os.path.join(WORK, "db"))
database.query("SET output_format_json_quote_64bit_integers = 0")


def rows(sql, _=None):
    return [json.loads(line) for line in str(database.query(sql, "JSONCompactEachRow")).splitlines()]


def types(table):
    return {name: KINDS.get(kind.removeprefix("Nullable(").removesuffix(")"), kind)
            for name, kind in rows(f"SELECT name, type FROM system.columns WHERE table = '{table}' AND database = 'default'")}


def over(source):
    """Views in a database of their own."""
    name = "v" + str(len(rows("SHOW DATABASES")))
    database.query(f"CREATE DATABASE {name}")
    for table in TABLES:
        database.query(f'CREATE VIEW {name}."{table}" AS {source(table)}')
    database.query(f"USE {name}")
    return rows


def executable(table):
    """A script in the server's folder of scripts, whose output is the table."""
    folder = os.path.join(WORK, "db", "user_scripts")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, table), "w", encoding="utf-8") as script:
        script.write(f"#!/bin/sh\nxargs <'{DATA}/list.once' '{MONREAD}' -n {table} -f csv --no-progress 2>/dev/null; true\n")
    os.chmod(os.path.join(folder, table), 0o755)
    return f"SELECT * FROM executable('{table}', 'CSVWithNames', '{columns(table)}')"


with open(os.path.join(DATA, "list.once"), "w", encoding="utf-8") as once:
    once.writelines(name + "\n" for name in sorted(set(captures())))
total = sum(rows(f'SELECT count() FROM "{table}"')[0][0] for table in TABLES)
found = sum((wrong_columns(table, types(table),
                           lambda name, table=table: rows(f'SELECT count("{name}") FROM "{table}"')[0][0])
             for table in TABLES), [])
report("tables", rows, bytes_in(os.path.join(WORK, "db")), total, seconds("csv", "tables"), found)
report("CSV as it is", over(lambda table: f"SELECT * FROM file('{WORK}/csv/*/{table}.csv', 'CSVWithNames', "
                                          f"'{columns(table)}') LIMIT 1 BY \"file\", \"offset\""),
       bytes_in(os.path.join(WORK, "csv")), total, seconds("csv"))


def json_lines(table):
    """JSON has no column for the interval; the data set of a file is one as well."""
    fields = ", ".join(f'"{name}" Nullable({KIND_OF[kind]})' for name, kind in schema(table).items()
                       if name.startswith(table[2:] + "_"))
    names = ", ".join(f'fields."{name}" AS "{name}"' for name in schema(table) if name.startswith(table[2:] + "_"))
    return (f"SELECT \"system\", \"file\", \"offset\", concat(\"file\", ':', toString(dataset)) AS \"interval\", "
            f"toUnixTimestamp64Micro(\"time\") / 1000000 AS unix_time, {names} FROM file('{WORK}/json/{table}.json', "
            "'JSONEachRow', '\"system\" Nullable(String), \"file\" String, \"offset\" Int64, dataset Int64, "
            f"\"time\" DateTime64(6, \\'UTC\\'), fields Tuple({fields})') LIMIT 1 BY \"file\", \"offset\"")


KIND_OF = {"TEXT": "String", "INTEGER": "Int64", "REAL": "Float64", "ANY": "UInt64"}
report("JSONEachRow as it is", over(json_lines), bytes_in(os.path.join(WORK, "json")), total, seconds("json"))
report("Arrow as it is", over(lambda table: f"SELECT * FROM file('{WORK}/arrow/{table}.arrows', 'ArrowStream') "
                                           "LIMIT 1 BY \"file\", \"offset\""),
       bytes_in(os.path.join(WORK, "arrow")), total, seconds("arrow"))
report("executable('monread -f csv')", over(executable), bytes_in(os.path.join(DATA, "captures")), total, 0)
