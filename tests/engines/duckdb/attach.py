"""The questions over the file that --sqlite made, attached."""
import os
import sys

import duckdb
import duckdb_extensions

sys.path.insert(0, os.environ["ENGINES"])
# pylint: disable=wrong-import-position
from engine import TABLES, WORK, bytes_in, report, seconds

duckdb_extensions.import_extension("sqlite_scanner")
database = duckdb.connect()
database.execute("LOAD sqlite_scanner")
name = os.path.join(WORK, "all.db")
database.execute(f"ATTACH '{name}' AS captures (TYPE sqlite, READ_ONLY)")
for table in TABLES:
    database.execute(f'CREATE VIEW "{table}" AS SELECT * FROM captures."{table}"')
report("SQLite attached, DuckDB " + duckdb.__version__, lambda sql, _: database.execute(sql).fetchall(),
       bytes_in(name), load=seconds("sqlite"))
