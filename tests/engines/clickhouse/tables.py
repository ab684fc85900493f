"""CSV into tables that keep one row of a key."""
import os
import sys

from chdb import session

sys.path.insert(0, os.environ["ENGINES"])
# pylint: disable=wrong-import-position
from columns import columns
from engine import TABLES, WORK

database = session.Session(os.path.join(WORK, "db"))
for table in TABLES:
    database.query(f'CREATE TABLE "{table}" ({columns(table)}) ENGINE = ReplacingMergeTree ORDER BY ("file", "offset")')
    database.query(f"INSERT INTO \"{table}\" SELECT * FROM file('{WORK}/csv/*/{table}.csv', 'CSVWithNames', "
                   f"'{columns(table)}')")
    database.query(f'OPTIMIZE TABLE "{table}" FINAL')
