"""Captures to Parquet, a folder a system and day."""
import os
import sys

sys.path.insert(0, os.environ["ENGINES"])
# pylint: disable=wrong-import-position
from cluster import session, table_of
from engine import TABLES, WORK

spark = session()
for table in TABLES:
    frame = table_of(spark, table).selectExpr("*", "substr(`time`, 1, 10) AS day")
    frame.repartition("system", "day").write.option("compression", "zstd").partitionBy("system", "day").parquet(
        os.path.join(WORK, "parquet", table))
spark.stop()
