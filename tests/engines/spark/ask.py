"""The questions over Parquet, and over captures while an executor is killed."""
import json
import os
import signal
import sys
import threading
import time

from pyspark import TaskContext

sys.path.insert(0, os.environ["ENGINES"])
# pylint: disable=wrong-import-position
from cluster import decoder, session
from engine import DATA, TABLES, WORK, bytes_in, captures, report, seconds, wrong_columns

KINDS = {"string": "text", "int": "integer", "bigint": "integer", "double": "real", "decimal(20,0)": "integer", "timestamp": "time"}
spark = session()


def rows(sql, _=None):
    return [list(row) for row in spark.sql(sql.replace('"', "`")).collect()]


def over(source):
    """Views.  How many rows they have, and which columns are wrong."""
    total, problems = 0, []
    for table in TABLES:
        frame = source(table)
        frame.createOrReplaceTempView(table)
        types = {name: KINDS.get(kind, kind) for name, kind in frame.dtypes}
        counted = rows("SELECT " + ", ".join(f'count("{name}")' for name in types) + f" FROM {table}")[0]
        counts = dict(zip(types, counted))
        problems += wrong_columns(table, types, counts.get)
        total += counts["offset"]
    return total, problems


total_, found = over(lambda table: spark.read.parquet(os.path.join(WORK, "parquet", table)))
report("decoded in executors, Parquet", rows, bytes_in(os.path.join(WORK, "parquet")), total_, seconds("parquet"), found)


def executors():
    """Their processes: those of our own group."""
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
            if any(b"CoarseGrainedExecutorBackend" in word for word in words) and os.getpgid(int(pid)) == os.getpgrp():
                yield int(pid)
        except OSError:
            pass


def slowly(decoders):
    """So that the executor is killed in the middle of it; with the number of the attempt.  What executors run has to
    bring all it needs: modules of this folder are not on theirs."""
    def run(paths):
        for path in paths:
            time.sleep(0.4)
            n = sum(1 for decode in decoders for _ in decode([path]))
            yield path, n, TaskContext.get().attemptNumber()
    return run


def kill_one():
    time.sleep(3)
    os.kill(next(iter(executors())), signal.SIGKILL)


def killed():
    """An executor is killed in the middle: its part is done again, and counts once."""
    paths, problems = sorted(set(captures())), []
    with open(os.path.join(DATA, "expected.json"), encoding="utf-8") as file:
        expected = json.load(file)["records"]
    begun, killer = time.monotonic(), threading.Thread(target=kill_one)
    killer.start()
    done = spark.sparkContext.parallelize(paths, max(8, len(paths) // 4)).mapPartitions(
        slowly([decoder(table) for table in TABLES])).collect()
    killer.join()
    counted = sum(n for _, n, _ in done)
    if counted != expected:
        problems.append(f"{counted} records instead of {expected}")
    if not any(attempt for _, _, attempt in done):
        problems.append("nothing was done again")
    print(json.dumps({"what": "an executor is killed; its captures are decoded again", "rows": counted, "load": 0,
                      "problems": problems, "seconds": time.monotonic() - begun}), flush=True)


killed()
spark.stop()
