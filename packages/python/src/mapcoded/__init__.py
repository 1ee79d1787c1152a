"""Mapcodes: short codes for places.

``encode`` and ``decode`` convert the rows of a table by the command line of mapcoded, which comes along:

>>> mapcoded.encode({"lat": [52.376514], "lon": [4.908543]})["mapcode"].to_pylist()
['49.4V']
"""

import io
import subprocess
from collections.abc import Iterable, Iterator
from importlib.metadata import version as _version
from typing import Any

import pyarrow
import pyarrow.csv

from .node import MAIN, node_path

__version__ = _version("mapcoded")
__all__ = ["MapcodeError", "decode", "decode_batches", "encode", "encode_batches"]

#: A process takes 0.2 s to start, and a million rows 80 MB.
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
        options: those of ``mapcoded encode`` that do not change the number of rows, such as ``precision=2``,
            ``workers=1`` or ``territory_column="iso"``

    Returns:
        all columns, with the results behind; they get ``_2`` if a name is in use. A row that cannot be converted has
        an error instead of results, which are NULL where there is none.

    Raises:
        KeyError: if there is no such column
        MapcodeError: if an option is wrong, or the command does not answer
    """
    return _converted("encode", table, {"lat_column": lat, "lon_column": lon}, options)


def decode(table: Any, code: str = "mapcode", **options: Any) -> pyarrow.Table:
    """Adds the columns ``latitude``, ``longitude`` and ``error`` to a table of mapcodes.

    The options are those of ``mapcoded decode``, such as ``context="NLD"`` or ``territory_column="territory"``. All
    else is as for ``encode``.
    """
    return _converted("decode", table, {"code_column": code}, options)


def encode_batches(batches: Iterable[pyarrow.RecordBatch], **options: Any) -> Iterator[pyarrow.RecordBatch]:
    """As ``encode``, for any number of record batches of pyarrow: ``frame.mapInArrow(mapcoded.encode_batches, schema)``."""
    for group in _grouped(batches):
        yield from encode(group, **options).to_batches()


def decode_batches(batches: Iterable[pyarrow.RecordBatch], **options: Any) -> Iterator[pyarrow.RecordBatch]:
    """As ``decode``, for any number of record batches of pyarrow."""
    for group in _grouped(batches):
        yield from decode(group, **options).to_batches()


def _grouped(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.Table]:
    group: list[pyarrow.RecordBatch] = []
    rows = 0
    for batch in batches:
        group.append(batch)
        rows += batch.num_rows
        if rows >= _ROWS_PER_PROCESS:
            yield pyarrow.Table.from_batches(group)
            group, rows = [], 0
    if rows > 0:
        yield pyarrow.Table.from_batches(group)


def _converted(operation: str, data: Any, columns: dict[str, str], options: dict[str, Any]) -> pyarrow.Table:
    table = _table(data)
    used = columns | {name: value for name, value in options.items() if name.endswith("_column")}
    sent = pyarrow.table({name: _sendable(table[name]) for name in used.values()})
    results = _run(operation, sent, options | used)
    if results.num_rows != table.num_rows:
        raise MapcodeError(f"There are {results.num_rows} results for {table.num_rows} rows.")
    for name in results.column_names:
        taken = name in table.column_names
        table = table.append_column(f"{name}_2" if taken else name, results[name])
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
    # A text that is NULL is an empty one, as an empty line would be no row.
    return column.cast(pyarrow.string()).fill_null("")


def _run(operation: str, columns: pyarrow.Table, options: dict[str, Any]) -> pyarrow.Table:
    rows = io.BytesIO()
    pyarrow.csv.write_csv(columns, rows)
    command = [node_path(), str(MAIN), operation, "-", "--from", "csv", "--only-results", "--quiet", *_flags(options)]
    done = subprocess.run(command, input=rows.getbuffer(), capture_output=True)
    said = done.stderr.decode(errors="replace").strip()
    # 1 also means that no row could be converted, which the rows themselves say.
    if done.returncode not in (0, 1) or said:
        raise MapcodeError(said or f"mapcoded has ended with the exit code {done.returncode}.")
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
