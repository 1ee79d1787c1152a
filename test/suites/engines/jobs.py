"""Runs the examples of docs/engines.md in Dask or Spark, and repeats one while it kills processes.

    jobs.py dask|spark < examples.json
"""
import json
import os
import shutil
import signal
import sys
import threading
import time

import mapcoded
import pandas
import psutil
import pyarrow.compute
import pyarrow.csv
import pyarrow.parquet

DEADLINE_SECONDS = 60


def cpu_seconds():
    """The CPU time of all descendants of the suite, with ended children that were waited for."""
    while True:
        try:
            return sum(sum(process.cpu_times()[:4]) for process in psutil.Process(os.getppid()).children(recursive=True))
        except psutil.NoSuchProcess:
            pass  # It has ended meanwhile.


def read_codes():
    """Reads and removes the results of a job, so that another job can write its own."""
    coded = pyarrow.parquet.read_table("coded.parquet")
    shutil.rmtree("coded.parquet")
    names, codes = (coded[name].cast(pyarrow.string()) for name in ("territory", "mapcode"))
    codes = pyarrow.compute.binary_join_element_wise(names, codes, " ")
    return pyarrow.table({"id": coded["id"], "mapcode": codes})


def report(name, run, read=read_codes):
    """Runs a job, writes its answers to NAME.tsv, sorted by the first column, and prints its time."""
    cpu, start = cpu_seconds(), time.monotonic()
    run()
    cost = {"seconds": time.monotonic() - start, "cpuSeconds": cpu_seconds() - cpu}
    if read is not None:
        table = read()
        options = pyarrow.csv.WriteOptions(include_header=False, delimiter="\t", quoting_style="none")
        pyarrow.csv.write_csv(table.sort_by(table.column_names[0]), f"{name}.tsv", options)
    print(json.dumps({"name": name, **cost}), flush=True)


def wait_for(condition):
    """Waits until a condition is true, and returns its value."""
    end = time.monotonic() + DEADLINE_SECONDS
    while time.monotonic() < end:
        try:
            if found := condition():
                return found
        except psutil.NoSuchProcess:
            pass  # It has ended meanwhile.
        time.sleep(0.01)
    raise TimeoutError(f"Nothing for {DEADLINE_SECONDS} seconds.")


def while_killing(run, kill):
    """Returns a job that runs while a thread kills processes, and fails unless the thread has finished."""
    def job():
        killed = []
        killer = threading.Thread(target=lambda: killed.append(kill()))
        killer.start()
        run()
        killer.join()
        assert killed, "Nothing was killed."
    return job


def dask_jobs(example):
    import dask.dataframe
    from distributed import Client, LocalCluster

    def run():
        exec(example, {"__name__": "example"})

    def kill_worker():
        victim = next(iter(client.run(os.getpid).values()))
        wait_for(lambda: os.path.isdir("coded.parquet") and os.listdir("coded.parquet"))
        os.kill(victim, signal.SIGKILL)

    workers = {"n_workers": 2, "threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": None}
    with LocalCluster(**workers) as cluster, Client(cluster) as client:
        report("copied", lambda: dask.dataframe.read_parquet("points.parquet").to_parquet("copied.parquet"), None)
        report("map_partitions", run)
        report("killed", while_killing(run, kill_worker))
        bad = dask.dataframe.from_pandas(pandas.DataFrame({"lat": ["north"] * 10, "lon": ["east"] * 10}), npartitions=2)
        meta = bad._meta.assign(territory="", mapcode="", international="", error="")
        errors = bad.map_partitions(mapcoded.encode, meta=meta)["error"].compute()
        assert errors.notna().tolist() == [True] * 10, errors


SPARK = {
    "spark.driver.host": "127.0.0.1",
    "spark.executor.memory": "1g",
    "spark.sql.execution.arrow.pyspark.enabled": "true",
    "spark.sql.files.minPartitionNum": "8",
    "spark.sql.shuffle.partitions": "2",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}
RESULTS = "territory string, mapcode string, international string, error string"
LINES = f"id long, lat double, lon double, {RESULTS}"


def spark_jobs(arrow_example, pipe_example, view, transform):
    from pyspark.sql import SparkSession

    # Two executors in processes of their own, with a core and 1024 MB each.
    spark = SparkSession.builder.master("local-cluster[2,1,1024]").config(map=SPARK).getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    app, tracker = spark.sparkContext.applicationId, spark.sparkContext.statusTracker()

    def executors():
        return [process for process in psutil.process_iter(["cmdline"])
                if "--app-id" in (process.info["cmdline"] or []) and app in process.info["cmdline"]]

    def converters():
        """The processes of mapcoded that belong to tasks."""
        return [child for executor in executors() for child in executor.children(recursive=True)
                if any(word.endswith("main.js") for word in child.cmdline())]

    def has_completed_task():
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        return any(stage and stage.numCompletedTasks > 0 for stage in stages)

    def kill_some():
        """Kills an executor after the first finished task, then a process of mapcoded of another executor."""
        wait_for(has_completed_task)
        wait_for(lambda: len(executors()) > 1)
        victim = executors()[0]
        victim.send_signal(signal.SIGKILL)
        wait_for(lambda: not victim.is_running() or victim.status() == psutil.STATUS_ZOMBIE)
        wait_for(converters)[0].send_signal(signal.SIGKILL)

    arrow, pipe = (lambda code=code: exec(code, {"spark": spark}) for code in (arrow_example, pipe_example))
    report("copied", lambda: spark.read.parquet("points.parquet").write.parquet("copied.parquet"), None)
    report("mapInArrow", arrow)
    report("killed", while_killing(arrow, kill_some))
    bad = spark.createDataFrame([("north", "east")] * 10, "lat string, lon string").repartition(2)
    coded = bad.mapInArrow(mapcoded.encode_batches, f"lat string, lon string, {RESULTS}")
    assert coded.where("error IS NOT NULL").count() == 10, coded.collect()
    lines = spark.read.schema(LINES)
    report("pipe", pipe, lambda: lines.csv("coded-lines").selectExpr("id", "territory || ' ' || mapcode").toArrow())
    spark.sql(view)
    # The job itself reads its rows, as they can be read only once.
    tables = []
    report("TRANSFORM", lambda: tables.append(spark.sql(transform).selectExpr("mapcode").toArrow()), tables.pop)
    spark.stop()


if __name__ == "__main__":
    os.mkdir("points.parquet")
    points = pandas.read_csv("points.csv", names=["id", "lat", "lon"], chunksize=32_768)
    for part, frame in enumerate(points):
        frame.to_parquet(f"points.parquet/part.{part}.parquet", index=False)
    {"dask": dask_jobs, "spark": spark_jobs}[sys.argv[1]](*json.load(sys.stdin))
    # The other engine writes folders of the same names.
    for name in ("points.parquet", "copied.parquet"):
        shutil.rmtree(name)
