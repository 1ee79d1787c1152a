"""What the scripts of jobs share: reports of jobs, and threads that kill while one runs."""
import json
import os
import threading
import time

import psutil
import pyarrow.csv

DEADLINE_SECONDS = 60


def cpu_seconds():
    """The CPU time of the processes below the suite, with the time of children that they have waited for."""
    while True:
        try:
            return sum(sum(process.cpu_times()[:4]) for process in psutil.Process(os.getppid()).children(recursive=True))
        except psutil.NoSuchProcess:
            pass  # It has ended meanwhile.


def report(name, run, read=None):
    """Runs a job, writes its answers to NAME.tsv in the order of their first column, and says what it took."""
    cpu, start = cpu_seconds(), time.monotonic()
    run()
    cost = {"seconds": time.monotonic() - start, "cpuSeconds": cpu_seconds() - cpu}
    if read is not None:
        table = read()
        options = pyarrow.csv.WriteOptions(include_header=False, delimiter="\t", quoting_style="none")
        pyarrow.csv.write_csv(table.sort_by(table.column_names[0]), f"{name}.tsv", options)
    print(json.dumps({"name": name, **cost}), flush=True)


def wait_for(condition):
    """What a condition finds, once that is something."""
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
    """A job that fails unless a thread has killed to its end while it ran."""
    def job():
        killed = []
        killer = threading.Thread(target=lambda: killed.append(kill()))
        killer.start()
        run()
        killer.join()
        assert killed, "Nothing was killed."
    return job
