"""Runs the examples of docs/engines.md in Spark, and one of them while processes are killed.

    spark-jobs.py MASTER FOLDER < examples.json

The folder has points.csv: id, latitude, longitude. Each example writes NAME.tsv with its answers by id, and a line of
JSON with its name and seconds to standard output.
"""
import json
import os
import shutil
import signal
import sys
import threading
import time

import psutil
import pyarrow.csv
from measured import measured
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

DEADLINE_SECONDS = 60


def executors():
    """The executors of this application."""
    app = spark.sparkContext.applicationId
    return [process for process in psutil.process_iter(["cmdline"])
            if "--app-id" in (process.info["cmdline"] or []) and app in process.info["cmdline"]]


def converters():
    """The processes of mapcoded that tasks have started."""
    return [child for executor in executors() for child in executor.children(recursive=True)
            if any(word.endswith("main.js") for word in child.cmdline())]


def wait_for(condition):
    end = time.monotonic() + DEADLINE_SECONDS
    while time.monotonic() < end:
        try:
            if found := condition():
                return found
        except psutil.NoSuchProcess:
            pass  # It has ended meanwhile.
        time.sleep(0.02)
    raise TimeoutError(f"Nothing for {DEADLINE_SECONDS} seconds.")


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


def report(name, run, read):
    """Runs a job, then writes its answers in the order of their first column, with empty fields for NULL."""
    with Sampler() as sampler:
        cost = measured(run)
    table = read()
    options = pyarrow.csv.WriteOptions(include_header=False, delimiter="\t", quoting_style="none")
    pyarrow.csv.write_csv(table.sort_by(table.column_names[0]), f"{name}.tsv", options)
    print(json.dumps({"name": name, **cost, "megabytes": sampler.bytes / 1e6}), flush=True)


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


def run_while_killing(code):
    killed = []
    killer = threading.Thread(target=kill_some, args=(killed,))
    killer.start()
    exec(code, {"spark": spark})
    killer.join()
    if len(killed) < 2:
        raise AssertionError(f"Only these were killed: {killed}")


spark.read.schema("id long, lat double, lon double").csv("points.csv").repartition(8).write.parquet("points.parquet")
MAPCODE_COLUMN = "territory || ' ' || mapcode"
ROWS = "id long, lat double, lon double, territory string, mapcode string, international string, error string"


def run_example(code):
    return lambda: exec(code, {"spark": spark})


def parquet(name):
    return lambda: spark.read.parquet(name).select("id", "mapcode").toArrow()


def transform(statement, *columns):
    """A job and a reader for a query: its rows are read once, by the job."""
    tables = []
    return (lambda: tables.append(spark.sql(statement).selectExpr(*columns).toArrow()),
            lambda: tables[0])


copied = measured(lambda: spark.read.parquet("points.parquet").write.parquet("copied.parquet"))
print(json.dumps({"name": "copied", **copied}), flush=True)
arrow, columns, pipe = examples["python"]
report("mapInArrow", run_example(arrow), parquet("coded.parquet"))
shutil.rmtree("coded.parquet")
report("killed", lambda: run_while_killing(arrow), parquet("coded.parquet"))
report("columns", run_example(columns), parquet("coded-points.parquet"))
report("pipe", run_example(pipe), lambda: (
    spark.read.schema(ROWS).csv("coded-lines").selectExpr("id", MAPCODE_COLUMN).toArrow()))
view, answers_only, whole_rows = examples["sql"]
spark.sql(view)
report("TRANSFORM", *transform(answers_only, "mapcode"))
report("TRANSFORM of rows", *transform(whole_rows, "id", MAPCODE_COLUMN))
spark.stop()
