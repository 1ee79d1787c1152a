"""Runs the example of docs/engines.md in Dask with two workers, and again while one of them is killed.

    dask-jobs.py FOLDER < example.py

Each run writes NAME.tsv with its answers by id, and a line of JSON with its name and seconds to standard output.
"""
import json
import os
import shutil
import signal
import sys
import threading
import time

import dask.dataframe
import pyarrow.csv
import pyarrow.parquet
from distributed import Client, LocalCluster
from measured import measured

DEADLINE_SECONDS = 60


def prepare_points():
    """Makes eight files of Parquet of points.csv."""
    columns = {"id": pyarrow.int64(), "lat": pyarrow.float64(), "lon": pyarrow.float64()}
    table = pyarrow.csv.read_csv(
        "points.csv", pyarrow.csv.ReadOptions(column_names=list(columns)),
        convert_options=pyarrow.csv.ConvertOptions(column_types=columns))
    os.mkdir("points.parquet")
    size = -(-table.num_rows // 8)
    for part in range(8):
        pyarrow.parquet.write_table(table.slice(part * size, size), f"points.parquet/part.{part}.parquet")


def run(name, client, example):
    cost = measured(lambda: exec(example, {"client": client, "__name__": "example"}))
    coded = pyarrow.parquet.read_table("coded.parquet", columns=["id", "mapcode"]).sort_by("id")
    options = pyarrow.csv.WriteOptions(include_header=False, delimiter="\t", quoting_style="none")
    pyarrow.csv.write_csv(coded, f"{name}.tsv", options)
    shutil.rmtree("coded.parquet")
    print(json.dumps({"name": name, **cost}), flush=True)


def copy():
    """Reads and writes the points, to compare with."""
    cost = measured(lambda: dask.dataframe.read_parquet("points.parquet").to_parquet("copied.parquet"))
    print(json.dumps({"name": "copied", **cost}), flush=True)


def kill_worker(client, killed):
    """Kills a worker when the first file of the output is there."""
    victim = next(iter(client.run(os.getpid).values()))
    end = time.monotonic() + DEADLINE_SECONDS
    while time.monotonic() < end:
        if os.path.isdir("coded.parquet") and os.listdir("coded.parquet"):
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)
            return
        time.sleep(0.01)


def main():
    os.chdir(sys.argv[1])
    example = sys.stdin.read()
    prepare_points()
    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster:
        with Client(cluster) as client:
            copy()
            run("undisturbed", client, example)
            killed = []
            killer = threading.Thread(target=kill_worker, args=(client, killed))
            killer.start()
            run("killed", client, example)
            killer.join()
            if not killed:
                raise AssertionError("No worker was killed.")


if __name__ == "__main__":
    main()
