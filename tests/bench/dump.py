#!/usr/bin/env python3
"""dump.py FILE: read lines of JSON as dicts, write them to standard output with orjson; print the nanoseconds that writing
took on standard error."""
import sys
import time

import orjson

with open(sys.argv[1], "rb") as file:
    records = [orjson.loads(line) for line in file]
write, dumps = sys.stdout.buffer.write, orjson.dumps
begin = time.perf_counter_ns()
for record in records:
    write(dumps(record, option=orjson.OPT_APPEND_NEWLINE))
sys.stdout.buffer.flush()
print(time.perf_counter_ns() - begin, file=sys.stderr)
