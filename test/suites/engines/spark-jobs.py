"""Runs the examples of docs/engines.md in Spark, and one of them while processes are killed.

    spark-jobs.py < examples.json
"""
import json
import os
import shutil
import signal
import sys

import psutil
from jobs_frame import report, wait_for, while_killing
from pyspark.sql import SparkSession

SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.executor.memory": "1g",
    "spark.sql.execution.arrow.pyspark.enabled": "true",
    "spark.sql.files.minPartitionNum": "8",
    "spark.sql.shuffle.partitions": "2",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}
# Two executors in processes of their own, with a core and 1024 MB each.
spark = SparkSession.builder.master("local-cluster[2,1,1024]").config(map=SETTINGS).getOrCreate()
spark.sparkContext.setLogLevel("OFF")
POINTS = "id long, lat double, lon double"
RESULTS = "territory string, mapcode string, international string, error string"
MAPCODE = "territory || ' ' || mapcode"


def executors():
    """The executors of this application."""
    app = spark.sparkContext.applicationId
    return [process for process in psutil.process_iter(["cmdline"])
            if "--app-id" in (process.info["cmdline"] or []) and app in process.info["cmdline"]]


def converters():
    """The processes of mapcoded that tasks have started."""
    return [child for executor in executors() for child in executor.children(recursive=True)
            if any(word.endswith("main.js") for word in child.cmdline())]


def kill_some():
    """Kills an executor when one task has ended, then a process of mapcoded of another."""
    tracker = spark.sparkContext.statusTracker()

    def has_completed():
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        return any(stage and stage.numCompletedTasks > 0 for stage in stages)

    wait_for(has_completed)
    wait_for(lambda: len(executors()) > 1)
    victim = executors()[0]
    victim.send_signal(signal.SIGKILL)
    wait_for(lambda: not victim.is_running() or victim.status() == psutil.STATUS_ZOMBIE)
    wait_for(converters)[0].send_signal(signal.SIGKILL)


def read_codes():
    coded = spark.read.parquet("coded.parquet").selectExpr("id", MAPCODE).toArrow()
    shutil.rmtree("coded.parquet")
    return coded


def read_lines():
    return spark.read.schema(f"{POINTS}, {RESULTS}").csv("coded-lines").selectExpr("id", MAPCODE).toArrow()


examples = json.load(sys.stdin)
arrow, pipe = (lambda code=code: exec(code, {"spark": spark}) for code in examples["python"])
spark.read.schema(POINTS).csv("points.csv").repartition(8).write.parquet("points.parquet")
report("copied", lambda: spark.read.parquet("points.parquet").write.parquet("copied.parquet"))
report("mapInArrow", arrow, read_codes)
report("killed", while_killing(arrow, kill_some), read_codes)
report("pipe", pipe, read_lines)
view, transform = examples["sql"]
spark.sql(view)
# Its rows are read once, by the job.
tables = []
report("TRANSFORM", lambda: tables.append(spark.sql(transform).selectExpr("mapcode").toArrow()), tables.pop)
spark.stop()
