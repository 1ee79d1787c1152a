"""Runs the example of docs/engines.md in Dask with two workers, and again while one of them is killed.

    dask-jobs.py < example.py
"""
import os
import shutil
import signal
import sys

import dask.dataframe
import pandas
import pyarrow.compute
import pyarrow.parquet
from distributed import Client, LocalCluster
from jobs_frame import report, wait_for, while_killing

def read_codes():
    coded = pyarrow.parquet.read_table("coded.parquet")
    shutil.rmtree("coded.parquet")
    names, codes = (coded[name].cast(pyarrow.string()) for name in ("territory", "mapcode"))
    codes = pyarrow.compute.binary_join_element_wise(names, codes, " ")
    return pyarrow.table({"id": coded["id"], "mapcode": codes})


def main():
    example = sys.stdin.read()
    table = pandas.read_csv("points.csv", names=["id", "lat", "lon"])
    dask.dataframe.from_pandas(table, npartitions=8).to_parquet("points.parquet", write_index=False)
    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster:
        with Client(cluster) as client:
            def run():
                exec(example, {"client": client, "__name__": "example"})

            def kill_worker():
                victim = next(iter(client.run(os.getpid).values()))
                wait_for(lambda: os.path.isdir("coded.parquet") and os.listdir("coded.parquet"))
                os.kill(victim, signal.SIGKILL)

            report("copied", lambda: dask.dataframe.read_parquet("points.parquet").to_parquet("copied.parquet"))
            report("map_partitions", run, read_codes)
            report("killed", while_killing(run, kill_worker), read_codes)
    # Spark writes folders of the same names.
    for name in ("points.parquet", "copied.parquet"):
        shutil.rmtree(name)


if __name__ == "__main__":
    main()
