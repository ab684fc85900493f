"""What monread's columns are in ClickHouse."""
import os
import sys

sys.path.insert(0, os.environ["ENGINES"])
# pylint: disable=wrong-import-position
from engine import schema

TYPES = {"TEXT": "String", "INTEGER": "Int64", "REAL": "Float64", "ANY": "UInt64"}


def columns(table):
    """Name and type of each; only those of the key always have a value."""
    return ", ".join(f'"{name}" ' + (TYPES[kind] if name in ("file", "offset") else f"Nullable({TYPES[kind]})")
                     for name, kind in schema(table).items())
