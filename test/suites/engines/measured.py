"""What a job takes: the time, and the CPU time of all processes that the suite has started."""
import os
import time

import psutil


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
