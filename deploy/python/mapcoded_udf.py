"""Converts columns of Arrow, pandas, Spark and Dask by processes of `mapcoded udf`.

    points.mapInArrow(MAPCODE.in_arrow, "id long, lat double, lon double, mapcode string")     # Spark
    points.mapInPandas(MAPCODE.in_pandas, "id long, lat double, lon double, mapcode string")   # Spark
    points.map_partitions(MAPCODE.in_frame)                                                    # Dask

Every machine needs the command `mapcoded`, pyarrow (and pandas, for frames) and this file.
"""
import subprocess
import threading
from dataclasses import dataclass
from io import BytesIO

import pyarrow
import pyarrow.compute
import pyarrow.csv

NULL = "\\N"

# The backslash comes first, as the others add some.
ESCAPES = (("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r"))

PIPE_BYTES = 1 << 16


@dataclass(frozen=True)
class Function:
    """A function that adds columns to rows.

    options: the arguments of `mapcoded udf`
    arguments: the columns that the function takes, in the order of --args
    results: name and Arrow type of each column that it adds; a row that cannot be converted gets NULL
    """

    options: tuple
    arguments: tuple
    results: tuple

    def in_arrow(self, batches):
        """Adds the results to record batches. The same process converts all of them."""
        with Coprocess(self) as coprocess:
            for batch in batches:
                answers = coprocess.answers([batch.column(name) for name in self.arguments])
                yield pyarrow.RecordBatch.from_arrays(
                    batch.columns + answers, names=batch.schema.names + self._names())

    def in_pandas(self, frames):
        """Adds the results to data frames. The same process converts all of them."""
        with Coprocess(self) as coprocess:
            for frame in frames:
                columns = [pyarrow.array(frame[name], from_pandas=True) for name in self.arguments]
                answers = [answer.to_pandas().set_axis(frame.index) for answer in coprocess.answers(columns)]
                yield frame.assign(**dict(zip(self._names(), answers)))

    def in_frame(self, frame):
        """Adds the results to a data frame, by a process of its own."""
        [answered] = self.in_pandas([frame])
        return answered

    def _names(self):
        return [name for name, _ in self.results]


MAPCODE = Function(
    ("encode", "--args", "lat,lon", "--returns", "local"), ("lat", "lon"), (("mapcode", "string"),))
POINT = Function(
    ("decode", "--args", "code", "--returns", "lat,lon"), ("mapcode",), (("lat", "double"), ("lon", "double")))


class Coprocess:
    """A process of `mapcoded udf`, for use in a with statement."""

    def __init__(self, function):
        self._results = function.results
        self._process = subprocess.Popen(
            ["mapcoded", "udf", *function.options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.communicate()

    def answers(self, columns):
        """Returns the columns of answers to columns of arguments.

        Raises EOFError if the process ends before it has answered all rows, so that the engine repeats the task.
        """
        count = len(columns[0])
        rows = pyarrow.compute.binary_join_element_wise(
            *map(_as_text, columns), "\t", null_handling="replace", null_replacement=NULL)
        text = "".join([f"{row}\n" for row in rows.to_pylist()])
        # While its answers are not read, the process reads no more rows than a pipe holds.
        writer = threading.Thread(target=self._write, args=(text.encode(),))
        writer.start()
        try:
            answers = self._read(count)
        finally:
            writer.join()
        return self._parse(answers) if count > 0 else self._no_answers()

    def _write(self, rows):
        try:
            self._process.stdin.write(rows)
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # The missing answers are reported.

    def _read(self, count):
        chunks = []
        while count > 0:
            chunk = self._process.stdout.read1(PIPE_BYTES)
            if not chunk:
                raise EOFError(f"mapcoded has ended and left {count} rows without an answer. Repeat the task.")
            count -= chunk.count(b"\n")
            chunks.append(chunk)
        return b"".join(chunks)

    def _parse(self, answers):
        table = pyarrow.csv.read_csv(
            BytesIO(answers),
            pyarrow.csv.ReadOptions(column_names=[name for name, _ in self._results], use_threads=False),
            pyarrow.csv.ParseOptions(delimiter="\t", quote_char=False, ignore_empty_lines=False),
            pyarrow.csv.ConvertOptions(
                column_types={name: pyarrow.type_for_alias(alias) for name, alias in self._results},
                null_values=[NULL], strings_can_be_null=True))
        return [column.combine_chunks() for column in table.columns]

    def _no_answers(self):
        return [pyarrow.array([], pyarrow.type_for_alias(alias)) for _, alias in self._results]


def _as_text(column):
    # Also texts of other types, such as the categories of pandas, may have characters to escape.
    column = column.cast(pyarrow.string())
    for character, escape in ESCAPES:
        column = pyarrow.compute.replace_substring(column, character, escape)
    return column
