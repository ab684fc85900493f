"""The tables as Parquet, a folder a system."""
import os
import sys

import duckdb

sys.path.insert(0, os.environ["ENGINES"])
# pylint: disable=wrong-import-position
from engine import TABLES, WORK

database = duckdb.connect(os.path.join(WORK, "all.duckdb"), read_only=True)
os.makedirs(os.path.join(WORK, "parquet"))
for table in TABLES:
    database.execute(f"COPY (SELECT * FROM \"{table}\" ORDER BY \"system\", \"unix_time\") TO '{WORK}/parquet/{table}' "
                     "(FORMAT parquet, COMPRESSION zstd, PARTITION_BY (\"system\"))")
