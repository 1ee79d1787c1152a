"""Runs the examples of docs/engines.md in Spark, and one of them while processes are killed.

    spark-jobs.py MASTER FOLDER < examples.json

The folder has points.csv: id, latitude, longitude.
"""
import json
import os
import shutil
import signal
import sys
import threading
import time

import psutil
from jobs_frame import measured, report, run_while_killing, wait_for
from pyspark.sql import SparkSession

master, folder = sys.argv[1:]
examples = json.load(sys.stdin)
os.chdir(folder)
spark = (
    SparkSession.builder.master(master)
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.executor.memory", "1g")
    .config("spark.sql.execution.arrow.pyspark.enabled", "true")
    .config("spark.sql.files.minPartitionNum", "8")
    .config("spark.sql.shuffle.partitions", "2")
    .config("spark.ui.enabled", "false")
    .config("spark.ui.showConsoleProgress", "false")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("OFF")


def executors():
    """The executors of this application."""
    app = spark.sparkContext.applicationId
    return [process for process in psutil.process_iter(["cmdline"])
            if "--app-id" in (process.info["cmdline"] or []) and app in process.info["cmdline"]]


def converters():
    """The processes of mapcoded that tasks have started."""
    return [child for executor in executors() for child in executor.children(recursive=True)
            if any(word.endswith("main.js") for word in child.cmdline())]


class Sampler:
    """Finds the most memory that a process of mapcoded takes."""

    def __init__(self):
        self.bytes = 0
        self._is_running = True
        self._thread = threading.Thread(target=self._run)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._is_running = False
        self._thread.join()

    def _run(self):
        while self._is_running:
            try:
                self.bytes = max([self.bytes, *(process.memory_info().rss for process in converters())])
            except psutil.NoSuchProcess:
                pass
            time.sleep(0.5)


def check(name, run, read):
    """Runs a job and reports it, with empty fields for NULL."""
    with Sampler() as sampler:
        cost = measured(run)
    report(name, {**cost, "megabytes": sampler.bytes / 1e6}, read())


def kill_some(killed):
    """Kills an executor when one task has ended, then a process of mapcoded of another."""
    tracker = spark.sparkContext.statusTracker()

    def has_completed():
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        return any(stage and stage.numCompletedTasks > 0 for stage in stages)

    wait_for(has_completed)
    wait_for(lambda: len(executors()) > 1)
    victim = executors()[0]
    victim.send_signal(signal.SIGKILL)
    killed.append("executor")
    wait_for(lambda: not victim.is_running() or victim.status() == psutil.STATUS_ZOMBIE)
    wait_for(converters)[0].send_signal(signal.SIGKILL)
    killed.append("process of mapcoded")


spark.read.schema("id long, lat double, lon double").csv("points.csv").repartition(8).write.parquet("points.parquet")
MAPCODE_COLUMN = "territory || ' ' || mapcode"
ROWS = "id long, lat double, lon double, territory string, mapcode string, international string, error string"


def run_example(code):
    return lambda: exec(code, {"spark": spark})


def parquet(name):
    return lambda: spark.read.parquet(name).selectExpr("id", MAPCODE_COLUMN).toArrow()


def transform(statement, *columns):
    """A job and a reader for a query: its rows are read once, by the job."""
    tables = []
    return (lambda: tables.append(spark.sql(statement).selectExpr(*columns).toArrow()),
            lambda: tables[0])


report("copied", measured(lambda: spark.read.parquet("points.parquet").write.parquet("copied.parquet")))
arrow, pipe = examples["python"]
check("mapInArrow", run_example(arrow), parquet("coded.parquet"))
shutil.rmtree("coded.parquet")
check("killed", lambda: run_while_killing(run_example(arrow), kill_some, 2), parquet("coded.parquet"))
check("pipe", run_example(pipe), lambda: (
    spark.read.schema(ROWS).csv("coded-lines").selectExpr("id", MAPCODE_COLUMN).toArrow()))
view, answers_only = examples["sql"]
spark.sql(view)
check("TRANSFORM", *transform(answers_only, "mapcode"))
spark.stop()
