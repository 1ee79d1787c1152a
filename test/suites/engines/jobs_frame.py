"""What the scripts of jobs share: what a job takes, its report, and threads that kill while it runs."""
import json
import os
import threading
import time

import psutil
import pyarrow.csv

DEADLINE_SECONDS = 60


def cpu_seconds():
    """The CPU time of the processes below the suite, with the time of children that they have waited for."""
    suite = psutil.Process(os.getppid())
    while True:
        try:
            return sum(sum(process.cpu_times()[:4]) for process in suite.children(recursive=True))
        except psutil.NoSuchProcess:
            pass  # It has ended meanwhile.


def measured(run):
    """Runs a job and returns what it takes, by the names of the report."""
    cpu, start = cpu_seconds(), time.monotonic()
    run()
    return {"seconds": time.monotonic() - start, "cpuSeconds": cpu_seconds() - cpu}


def report(name, cost, table=None):
    """Reports a job by a line of JSON, and writes its answers to NAME.tsv, in the order of their first column."""
    if table is not None:
        options = pyarrow.csv.WriteOptions(include_header=False, delimiter="\t", quoting_style="none")
        pyarrow.csv.write_csv(table.sort_by(table.column_names[0]), f"{name}.tsv", options)
    print(json.dumps({"name": name, **cost}), flush=True)


def wait_for(condition):
    end = time.monotonic() + DEADLINE_SECONDS
    while time.monotonic() < end:
        try:
            if found := condition():
                return found
        except psutil.NoSuchProcess:
            pass  # It has ended meanwhile.
        time.sleep(0.01)
    raise TimeoutError(f"Nothing for {DEADLINE_SECONDS} seconds.")


def run_while_killing(run, kill, expected):
    """Runs a job while a thread kills. @param kill is called with a list, to which it adds what it has killed"""
    killed = []
    killer = threading.Thread(target=kill, args=(killed,))
    killer.start()
    run()
    killer.join()
    if len(killed) < expected:
        raise AssertionError(f"Only these were killed: {killed}")
