"""A Spark of two executors that are processes of their own, and captures as its tables."""
import os
import subprocess
import sys

import pyspark
from pyspark.sql import SparkSession

sys.path.insert(0, os.environ["ENGINES"])
# pylint: disable=wrong-import-position
from engine import MONREAD, WORK, captures, schema

TYPES = {"TEXT": "STRING", "INTEGER": "BIGINT", "REAL": "DOUBLE", "ANY": "DECIMAL(20)"}


def session():
    os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    # The cluster's own addresses: else it takes that of the first network card.
    os.environ["SPARK_LOCAL_IP"] = os.environ["SPARK_LOCAL_HOSTNAME"] = "127.0.0.1"
    spark = (SparkSession.builder.master("local-cluster[2,1,1024]").appName("monread")
             .config("spark.local.dir", os.path.join(WORK, "scratch"))
             .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
             .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
             .config("spark.sql.shuffle.partitions", "8").config("spark.worker.cleanup.enabled", "true")
             .config("spark.sql.session.timeZone", "UTC").getOrCreate())
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def decoder(table, monread=MONREAD):
    """What executors run: paths to records of CSV, some of which may have a newline in quotes.  Status 1 is that a
    capture was damaged: what is whole counts."""
    def decode(paths):
        for path in paths:
            with subprocess.Popen([monread, "-n", table, "-f", "csv", path], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL) as run:
                record, lines = b"", iter(run.stdout)
                next(lines, None)
                for line in lines:
                    record += line
                    if record.count(b'"') % 2 == 0:
                        yield record[:-1].decode()
                        record = b""
            if run.returncode > 1:
                raise RuntimeError(f"monread {path}: status {run.returncode}")
    return decode


def table_of(spark, table):
    """The recipe: a table of captures, decoded where the executors are.  The key makes that a file that comes twice
    changes nothing."""
    types = ", ".join(f"`{name}` {TYPES[kind]}" for name, kind in schema(table).items())
    paths = captures()
    lines = spark.sparkContext.parallelize(paths, len(paths)).mapPartitions(decoder(table))
    return spark.read.csv(lines, schema=types, emptyValue="", nullValue="\\N").dropDuplicates(["file", "offset"])
