"""CSV to Parquet, a folder a system."""
import os
import sys

import duckdb
from source import once

sys.path.insert(0, os.environ["ENGINES"])
# pylint: disable=wrong-import-position
from engine import TABLES, WORK

database = duckdb.connect()
database.execute("SET TimeZone = 'UTC'")
database.execute(f"SET temp_directory = '{WORK}/scratch'")
os.makedirs(os.path.join(WORK, "parquet"))
for table in TABLES:
    database.execute(f"COPY ({once(table)}) TO '{WORK}/parquet/{table}' "
                     "(FORMAT parquet, COMPRESSION zstd, PARTITION_BY (\"system\"))")
