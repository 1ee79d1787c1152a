"""Runs the example of docs/engines.md in Dask with two workers, and again while one of them is killed.

    dask-jobs.py FOLDER < example.py
"""
import os
import shutil
import signal
import sys

import dask.dataframe
import pyarrow.compute
import pyarrow.csv
import pyarrow.parquet
from distributed import Client, LocalCluster
from jobs_frame import measured, report, run_while_killing, wait_for


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


def check(name, run):
    cost = measured(run)
    coded = pyarrow.parquet.read_table("coded.parquet")
    names, codes = (coded[name].cast(pyarrow.string()) for name in ("territory", "mapcode"))
    codes = pyarrow.compute.binary_join_element_wise(names, codes, " ")
    report(name, cost, pyarrow.table({"id": coded["id"], "mapcode": codes}))
    shutil.rmtree("coded.parquet")


def copy():
    dask.dataframe.read_parquet("points.parquet").to_parquet("copied.parquet")


def kill_worker(client, killed):
    """Kills a worker when the first file of the output is there."""
    victim = next(iter(client.run(os.getpid).values()))
    wait_for(lambda: os.path.isdir("coded.parquet") and os.listdir("coded.parquet"))
    os.kill(victim, signal.SIGKILL)
    killed.append("worker")


def main():
    os.chdir(sys.argv[1])
    example = sys.stdin.read()
    prepare_points()
    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster:
        with Client(cluster) as client:
            def run():
                exec(example, {"client": client, "__name__": "example"})

            report("copied", measured(copy))
            check("undisturbed", run)
            check("killed", lambda: run_while_killing(run, lambda killed: kill_worker(client, killed), 1))


if __name__ == "__main__":
    main()
