"""Mapcodes: short codes for places.

``encode`` and ``decode`` convert the rows of a table with the included command line of mapcoded:

>>> mapcoded.encode({"lat": [52.376514], "lon": [4.908543]})["mapcode"].to_pylist()
['49.4V']
"""

import io
import subprocess
import warnings
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version as _version
from itertools import chain
from typing import Any

import pyarrow
import pyarrow.csv

from .node import MAIN, node_path

__version__ = _version("mapcoded")
__all__ = ["MapcodeError", "decode", "decode_batches", "encode", "encode_batches"]

#: A process takes 0.2 s to start; a million rows take 80 MB.
_ROWS_PER_PROCESS = 500_000

_TYPES = {name: pyarrow.string() for name in ("territory", "mapcode", "international", "error")} | {
    name: pyarrow.float64() for name in ("latitude", "longitude")
}


class MapcodeError(ValueError):
    """Options are wrong, or the command has ended without an answer for each row. The message says why."""


def encode(table: Any, lat: str = "lat", lon: str = "lon", **options: Any) -> pyarrow.Table:
    """Adds the columns ``territory``, ``mapcode``, ``international`` and ``error`` to a table of points.

    Args:
        table: a table of pyarrow, a frame of pandas or polars, a relation of DuckDB, or a dict of arrays
        lat: the column with the latitude, in degrees
        lon: the column with the longitude, in degrees
        options: options of ``mapcoded encode`` that keep the number of rows, such as ``precision=2``, ``workers=1``
            or ``territory_column="iso"``

    Returns:
        all columns, then the results, with the suffix ``_2`` if a name is in use. A failed row has an error instead
        of results. Missing values are NULL.

    Raises:
        KeyError: if a column does not exist
        MapcodeError: if an option is wrong, or the command does not answer
    """
    return _converted("encode", table, {"lat_column": lat, "lon_column": lon}, options)


def decode(table: Any, code: str = "mapcode", **options: Any) -> pyarrow.Table:
    """Adds the columns ``latitude``, ``longitude`` and ``error`` to a table of mapcodes.

    It takes options of ``mapcoded decode``, such as ``context="NLD"`` or ``territory_column="territory"``. All else is
    as for ``encode``.
    """
    return _converted("decode", table, {"code_column": code}, options)


def encode_batches(batches: Iterable[pyarrow.RecordBatch], **options: Any) -> Iterator[pyarrow.RecordBatch]:
    """Like ``encode``, for record batches of pyarrow: ``frame.mapInArrow(mapcoded.encode_batches, schema)``."""
    return _in_groups(encode, batches, options)


def decode_batches(batches: Iterable[pyarrow.RecordBatch], **options: Any) -> Iterator[pyarrow.RecordBatch]:
    """Like ``decode``, for record batches of pyarrow."""
    return _in_groups(decode, batches, options)


def _in_groups(
    convert: Callable[..., pyarrow.Table], batches: Iterable[pyarrow.RecordBatch], options: dict[str, Any]
) -> Iterator[pyarrow.RecordBatch]:
    group: list[pyarrow.RecordBatch] = []
    for batch in chain(batches, [None]):
        group += [] if batch is None else [batch]
        rows = sum(part.num_rows for part in group)
        if rows >= _ROWS_PER_PROCESS or (batch is None and rows > 0):
            yield from convert(pyarrow.Table.from_batches(group), **options).to_batches()
            group = []


def _converted(operation: str, data: Any, columns: dict[str, str], options: dict[str, Any]) -> pyarrow.Table:
    table = _table(data)
    used = columns | {name: value for name, value in options.items() if name.endswith("_column")}
    results = _run(operation, {name: _sendable(table[name]) for name in used.values()}, options | used)
    if results.num_rows != table.num_rows:
        raise MapcodeError(f"There are {results.num_rows} results for {table.num_rows} rows.")
    for name in results.column_names:
        table = table.append_column(f"{name}_2" if name in table.column_names else name, results[name])
    return table


def _table(data: Any) -> pyarrow.Table:
    if isinstance(data, pyarrow.Table):
        return data
    if type(data).__module__.startswith("pandas"):
        return pyarrow.Table.from_pandas(data, preserve_index=False)
    return pyarrow.table(data)


def _sendable(column: pyarrow.ChunkedArray) -> pyarrow.ChunkedArray:
    kind = column.type.value_type if pyarrow.types.is_dictionary(column.type) else column.type
    if pyarrow.types.is_floating(kind) or pyarrow.types.is_integer(kind):
        return column.cast(kind)
    # NULL becomes "", as an empty line would be no row.
    return column.cast(pyarrow.string()).fill_null("")


def _run(operation: str, columns: dict[str, pyarrow.ChunkedArray], options: dict[str, Any]) -> pyarrow.Table:
    rows = io.BytesIO()
    pyarrow.csv.write_csv(pyarrow.table(columns), rows)
    command = [node_path(), str(MAIN), operation, "-", "--from", "csv", "--only-results", "--quiet", "--surface=python", *_flags(options)]
    done = subprocess.run(command, input=rows.getbuffer(), capture_output=True)
    said = done.stderr.decode(errors="replace").splitlines()
    problems = [line for line in said if not line.startswith("Warning: ")]
    # Exit code 1 also means that all rows failed; then the rows have the errors.
    if done.returncode not in (0, 1) or problems:
        raise MapcodeError("\n".join(problems) or f"mapcoded has ended with the exit code {done.returncode}.")
    for line in said:
        warnings.warn(line.removeprefix("Warning: "), stacklevel=4)
    return pyarrow.csv.read_csv(
        pyarrow.BufferReader(done.stdout),
        parse_options=pyarrow.csv.ParseOptions(newlines_in_values=True),
        convert_options=pyarrow.csv.ConvertOptions(column_types=_TYPES, null_values=[""], strings_can_be_null=True),
    )


def _flags(options: dict[str, Any]) -> Iterator[str]:
    for name, value in options.items():
        if value is not None and value is not False:
            flag = f"--{name.replace('_', '-')}"
            yield flag if value is True else f"{flag}={value}"
