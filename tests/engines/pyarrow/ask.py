"""CSV read by pyarrow, with the types that monread says, and its own grouping for the questions that need no more."""
import glob
import json
import os
import sys
import time

import pyarrow as pa
from pyarrow import csv

sys.path.insert(0, os.environ["ENGINES"])
# pylint: disable=wrong-import-position
from engine import DATA, TABLES, WORK, bytes_in, schema, seconds, wrong_columns

TYPES = {"TEXT": pa.string(), "INTEGER": pa.int64(), "REAL": pa.float64(), "ANY": pa.uint64()}
KINDS = {pa.string(): "text", pa.int64(): "integer", pa.uint64(): "integer", pa.float64(): "real"}


def read(name, types):
    """The recipe."""
    types = {column: TYPES[kind] for column, kind in types.items()}
    return csv.read_csv(name, convert_options=csv.ConvertOptions(column_types=types, strings_can_be_null=True,
                                                                quoted_strings_can_be_null=False))


def main():
    begun, problems, rows, counts = time.monotonic(), [], 0, []
    with open(os.path.join(DATA, "expected.json"), encoding="utf-8") as file:
        expected = [row for row in json.load(file)["answers"]["records"]]
    for table in TABLES:
        types = schema(table)
        # The last of the list is the first again.
        names = sorted(glob.glob(os.path.join(WORK, "csv", "*", table + ".csv")))
        last = os.path.join(WORK, "csv", str(len(names)), table + ".csv")
        whole = pa.concat_tables(read(name, types) for name in names if name != last)
        kinds = {field.name: KINDS.get(field.type, str(field.type)) for field in whole.schema}
        problems += wrong_columns(table, kinds, lambda name, whole=whole: len(whole) - whole[name].null_count)
        grouped = whole.group_by("system").aggregate([([], "count_all")]).sort_by("system")
        counts += [[table, row["system"], row["count_all"]] for row in grouped.to_pylist()]
        rows += len(whole)
    if counts != expected:
        problems.append("records of a system: other numbers")
    print(json.dumps({"what": "CSV: types, nulls, one question", "rows": rows, "load": seconds("csv"),
                      "seconds": time.monotonic() - begun, "bytes": bytes_in(os.path.join(WORK, "csv")),
                      "problems": problems}))


main()
