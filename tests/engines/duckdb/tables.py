"""CSV into tables."""
import glob
import os
import sys

import duckdb
from source import create, read

sys.path.insert(0, os.environ["ENGINES"])
# pylint: disable=wrong-import-position
from engine import TABLES, WORK

database = duckdb.connect(os.path.join(WORK, "all.duckdb"))
database.execute("SET TimeZone = 'UTC'")
for table in TABLES:
    database.execute(create(table))
    # The key makes that a file that comes twice changes nothing.
    for name in sorted(glob.glob(os.path.join(WORK, "csv", "*", table + ".csv"))):
        database.execute(f'INSERT OR IGNORE INTO "{table}" SELECT * FROM {read(table, name)}')
