"""Shared by several tests: points all over the Earth, and the answers of the command line."""

import math
import random
import subprocess
import sys


def points(count, seed=1):
    """Latitudes and longitudes; every 50th point is out of range, every 60th has no latitude."""
    numbers = random.Random(seed)
    lats = [math.degrees(math.asin(numbers.uniform(-1, 1))) for _ in range(count)]
    lons = [numbers.uniform(-180, 180) for _ in range(count)]
    for row in range(0, count, 50):
        lats[row] = 91.0
    for row in range(0, count, 60):
        lats[row] = None
    return lats, lons


def text_answers(operation, options, rows):
    """The answers of ``mapcoded udf`` to rows of texts, as lists of fields, None for NULL."""
    lines = "".join("\t".join("\\N" if value is None else str(value) for value in row) + "\n" for row in rows)
    command = [sys.executable, "-m", "mapcoded", "udf", operation, *options]
    answered = subprocess.run(command, input=lines.encode(), capture_output=True, check=True).stdout.decode()
    return [[None if field == "\\N" else field for field in line.split("\t")] for line in answered.split("\n")[:-1]]


def pytest_terminal_summary(terminalreporter):
    """Prints the last line of every suite of this repository."""
    counts = {name: len(terminalreporter.stats.get(name, ())) for name in ("passed", "failed", "error", "skipped")}
    skipped = f", {counts['skipped']} skipped" if counts["skipped"] else ""
    print(f"\n{counts['passed']} passed, {counts['failed'] + counts['error']} failed{skipped}")
