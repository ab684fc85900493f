"""CSV for DuckDB, with the types that monread says."""
import os
import sys

import duckdb

sys.path.insert(0, os.environ["ENGINES"])
# pylint: disable=wrong-import-position
from engine import WORK


def create(table):
    """The statement that makes it."""
    with open(os.path.join(WORK, "schema", table + ".sql"), encoding="utf-8") as file:
        return file.read()


def types(table):
    """Column -> DuckDB's own type."""
    database = duckdb.connect()
    database.execute(create(table))
    return {name: kind for name, kind, *_ in database.execute(f'DESCRIBE "{table}"').fetchall()}


def read(table, names):
    """The recipe.  NAMES: of files, with * for some of them."""
    columns = ", ".join(f"'{name}': '{kind}'" for name, kind in types(table).items())
    return (f"read_csv('{names}', header = true, auto_detect = false, allow_quoted_nulls = false, delim = ',', "
            f"quote = '\"', escape = '\"', columns = {{{columns}}})")


def once(table):
    """All captures.  A file that was loaded twice is in two folders."""
    return f"SELECT DISTINCT ON (\"file\", \"offset\") * FROM {read(table, f'{WORK}/csv/*/{table}.csv')}"
