"""The questions over DuckDB's own tables, over Parquet, and over CSV as it is."""
import os
import sys

import duckdb
from source import once, types

sys.path.insert(0, os.environ["ENGINES"])
# pylint: disable=wrong-import-position
from engine import TABLES, WORK, bytes_in, report, seconds, wrong_columns


def over(source):
    """A database in memory whose tables are SOURCE(table)."""
    database = duckdb.connect()
    database.execute("SET TimeZone = 'UTC'")
    for table in TABLES:
        database.execute(f'CREATE VIEW "{table}" AS {source(table)}')
    return lambda sql, _: database.execute(sql).fetchall()


def json_lines(table):
    """JSON has no column for the interval; the data set of a file is one as well."""
    fields = ", ".join(f'"{name}" {kind}' for name, kind in types(table).items() if name.startswith(table[2:] + "_"))
    return ("SELECT DISTINCT ON (\"file\", \"offset\") \"system\", \"file\", \"offset\", "
            "\"file\" || ':' || dataset AS \"interval\", epoch_us(\"time\") / 1000000 AS unix_time, fields.* "
            f"FROM read_json('{WORK}/all.json', format = 'newline_delimited', columns = {{'system': 'VARCHAR', "
            "'file': 'VARCHAR', 'offset': 'BIGINT', 'dataset': 'BIGINT', 'name': 'VARCHAR', 'time': 'TIMESTAMPTZ', "
            f"'fields': 'STRUCT({fields})'}}) WHERE name = '{table}'")


KINDS = {"VARCHAR": "text", "TIMESTAMP WITH TIME ZONE": "time", "BIGINT": "integer", "SMALLINT": "integer",
         "DOUBLE": "real", "DECIMAL(20,6)": "real", "DECIMAL(20,0)": "integer"}
own_file = os.path.join(WORK, "all.duckdb")
tables = duckdb.connect(own_file, read_only=True)
tables.execute("SET TimeZone = 'UTC'")
total = sum(tables.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0] for table in TABLES)
found = sum((wrong_columns(
    table, {name: KINDS.get(kind, kind) for name, kind, *_ in tables.execute(f'DESCRIBE "{table}"').fetchall()},
    lambda name, table=table: tables.execute(f'SELECT count("{name}") FROM "{table}"').fetchone()[0])
    for table in TABLES), [])
report("tables", lambda sql, _: tables.execute(sql).fetchall(), bytes_in(own_file), total, seconds("csv", "tables"), found)
tables.close()
report("Parquet", over(lambda table: f"SELECT * FROM read_parquet('{WORK}/parquet/{table}/*/*.parquet', "
                                     "hive_partitioning = true)"),
       bytes_in(os.path.join(WORK, "parquet")), total, seconds("csv", "parquet"))
report("CSV as it is", over(once), bytes_in(os.path.join(WORK, "csv")), total, seconds("csv"))
report("JSON as it is", over(json_lines), bytes_in(os.path.join(WORK, "all.json")), total, seconds("json"))
