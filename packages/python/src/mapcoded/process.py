"""The command as a process: rows go in as csv, and results come out."""

import os
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Iterable, Iterator
from itertools import chain
from queue import SimpleQueue
from typing import IO, Any

import pyarrow
import pyarrow.csv

from .node import MAIN, node_path

_TEXTS = ("territory", "mapcode", "international", "error", "territory_name", "country_name")
_NUMBERS = ("latitude", "longitude", "offset_meters", "south", "west", "north", "east")
_TYPES = {name: pyarrow.string() for name in _TEXTS} | {name: pyarrow.float64() for name in _NUMBERS}
#: More than the default of 64 KiB: both processes wait less often for each other.
_PIPE_BYTES = 1 << 20


class MapcodeError(ValueError):
    """An argument is wrong, or the command has ended without an answer for each row. The message says why."""


class MapcodeWarning(UserWarning):
    """What may be wrong with rows that are converted nevertheless."""


def results_of(
    rows: Iterator[pyarrow.RecordBatch], operation: str, options: dict[str, Any], left_out: dict[str, str]
) -> Iterator[pyarrow.RecordBatch]:
    """Sends rows to a process, and yields their results in order, as they come: first an empty batch.

    Args:
        left_out: columns that are not sent, with reasons

    Raises:
        MapcodeError: if the process does not answer each row
    """
    first = next(rows, None)
    if first is None:
        return
    command = [node_path(), str(MAIN), operation, "-", "--from=csv", "--only-results", "--quiet"]
    command += [_flag(name.replace("_", "-"), value) for name, value in options.items()]
    # The command writes messages for users of Python.
    environment = os.environ | {"MAPCODED_SURFACE": "python"}
    answers: SimpleQueue[pyarrow.RecordBatch | None] = SimpleQueue()
    sent = received = 0
    pipe = subprocess.PIPE
    with (
        tempfile.TemporaryFile() as stderr,
        subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=stderr, pipesize=_PIPE_BYTES, env=environment
        ) as process,
    ):
        assert process.stdin and process.stdout
        reader = threading.Thread(target=_read, args=(process.stdout, answers), daemon=True)
        reader.start()
        try:
            with process.stdin, pyarrow.csv.CSVWriter(process.stdin, first.schema) as writer:
                for batch in chain([first], rows):
                    writer.write_batch(batch)
                    sent += batch.num_rows
                    # The last one stays: it may be the end, which the loop below waits for.
                    while answers.qsize() > 1 and (answer := answers.get()) is not None:
                        received += answer.num_rows
                        yield answer
        except BrokenPipeError:
            pass  # The process has ended; its exit code and messages say why.
        except BaseException:
            process.kill()
            raise
        for answer in iter(answers.get, None):
            received += answer.num_rows
            yield answer
        # A thread that still runs when Python ends would abort it.
        reader.join()
        code = process.wait()
        stderr.seek(0)
        messages = stderr.read().decode(errors="replace").splitlines()
    # The exit code 1 also means that all rows failed; then each has its error.
    if code not in (0, 1) or received != sent:
        problem = messages or [f"mapcoded has ended with the exit code {code}, before it answered each row."]
        unread = [f"Not read: {name} ({reason})." for name, reason in left_out.items()]
        raise MapcodeError(" ".join(problem + unread))
    # Warnings name the line of the caller, which is nearer for batches than for whole tables.
    level = 1
    while sys._getframe(level).f_globals.get("__package__") == __package__:
        level += 1
    for line in messages:
        warnings.warn(line.removeprefix("Warning: "), MapcodeWarning, stacklevel=level + 1)


def _flag(name: str, value: Any) -> str:
    if name == "lon-first":
        return f"--{name}" if value else f"--no-{name}"
    # Values may be those of numpy, also its arrays.
    is_list = isinstance(value, Iterable) and not isinstance(value, str)
    return f"--{name}={','.join(map(str, value)) if is_list else value}"


def _read(output: IO[bytes], answers: "SimpleQueue[pyarrow.RecordBatch | None]") -> None:
    convert = pyarrow.csv.ConvertOptions(column_types=_TYPES, null_values=[""], strings_can_be_null=True)
    parse = pyarrow.csv.ParseOptions(newlines_in_values=True)
    try:
        results = pyarrow.csv.open_csv(output, parse_options=parse, convert_options=convert)
        answers.put(pyarrow.RecordBatch.from_pylist([], results.schema))
        for batch in results:
            answers.put(batch)
    except (pyarrow.ArrowInvalid, ValueError):
        pass  # There is no output, or it breaks off: rows are missing, which the other thread reports.
    finally:
        answers.put(None)
