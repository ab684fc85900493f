"""CSV into tables."""
import glob
import os
import sys

import duckdb

sys.path.insert(0, os.environ["ENGINES"])
# pylint: disable=wrong-import-position
from engine import TABLES, WORK

database = duckdb.connect(os.path.join(WORK, "all.duckdb"))
database.execute("SET TimeZone = 'UTC'")
for table in TABLES:
    with open(os.path.join(WORK, "schema", table + ".sql"), encoding="utf-8") as file:
        database.execute(file.read())
    columns = ", ".join(f"'{name}': '{kind}'" for name, kind, *_ in database.execute(f'DESCRIBE "{table}"').fetchall())
    # The key makes that a file that comes twice changes nothing.
    for name in sorted(glob.glob(os.path.join(WORK, "csv", "*", table + ".csv"))):
        database.execute(f"INSERT OR IGNORE INTO \"{table}\" SELECT * FROM read_csv('{name}', header = true, "
                         f"auto_detect = false, allow_quoted_nulls = false, delim = ',', quote = '\"', escape = '\"', columns = {{{columns}}})")
