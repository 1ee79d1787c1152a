"""Tables of all kinds: the columns to send, and the results after the columns of the table."""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Any, NamedTuple

import pyarrow
import pyarrow.types as types

from .process import results_of

#: With fewer rows, more threads take longer to start than they save.
_ROWS_FOR_THREADS = 1_000_000
#: The options of arguments with other names.
_COLUMNS = {"lat": "lat_column", "lon": "lon_column", "coordinates": "coordinates_column", "code": "code_column"}
#: The columns with the points of a GeoDataFrame.
_POINTS = {"lat_column": "geometry.y", "lon_column": "geometry.x"}
#: The texts of missing values.
_MISSING = {"None", "nan", "<NA>", "NaT"}


class Batches(NamedTuple):
    """Record batches that are converted as they come."""

    batches: Iterable[pyarrow.RecordBatch]


def convert(operation: str, arguments: dict[str, Any]) -> Any:
    """Converts the rows of a table. All other arguments are options of the command; None stands for none."""
    data, include = arguments.pop("table"), arguments["include"]
    if isinstance(include, str) or not all(isinstance(name, str) for name in include):
        raise TypeError(f"include is a list or tuple of names, not {include!r}.")
    if len(include) == 0:
        del arguments["include"]
    options = {_COLUMNS.get(name, name): value for name, value in arguments.items() if value is not None}
    chosen = {name: str(options[name]) for name in options if name.endswith("_column")}
    if "coordinates_column" not in chosen:
        options.pop("lon_first", None)
    needed = _COLUMNS.values() if operation == "encode" else ["code_column"]
    has_all = any(name in chosen for name in needed) and (operation == "encode" or "territory_column" in chosen)
    geopandas = sys.modules.get("geopandas")
    is_geopandas = geopandas is not None and isinstance(data, geopandas.GeoDataFrame)
    has_points = is_geopandas and operation == "encode" and not has_all
    if has_points:
        options |= _POINTS
        chosen, has_all = chosen | _POINTS, True

    def results(rows: Iterator[pyarrow.RecordBatch], workers: int) -> Iterator[pyarrow.RecordBatch]:
        sent = (_sendable(batch, list(chosen.values()), has_all) for batch in rows)
        return results_of(operation, {"workers": workers} | options, sent)

    if isinstance(data, Batches):
        return _stream(iter(data.batches), results)
    table, finish = _opened(data, has_points)
    # At least one batch, as it has the types.
    rows = table.to_batches(max_chunksize=1 << 16) or [pyarrow.RecordBatch.from_pylist([], table.schema)]
    # This process needs a core, too.
    cores = (os.cpu_count() or 1) if len(table) >= _ROWS_FOR_THREADS else 1
    return finish(pyarrow.Table.from_batches(results(iter(rows), cores if cores > 2 else 1)))


def _stream(
    batches: Iterator[pyarrow.RecordBatch], results_of_rows: Callable[..., Iterator[pyarrow.RecordBatch]]
) -> Iterator[pyarrow.RecordBatch]:
    waiting: deque[pyarrow.RecordBatch] = deque()

    def rows() -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            if batch.num_rows > 0:
                waiting.append(batch)
                yield batch

    results: list[pyarrow.Table] = []
    for part in results_of_rows(rows(), 1):
        results.append(pyarrow.Table.from_batches([part]))
        while waiting and sum(map(len, results)) >= waiting[0].num_rows:
            table, joined = pyarrow.Table.from_batches([waiting.popleft()]), pyarrow.concat_tables(results)
            yield from _appended(table, joined.slice(0, len(table))).combine_chunks().to_batches()
            results = [joined.slice(len(table))]


def _appended(table: pyarrow.Table, results: pyarrow.Table) -> pyarrow.Table:
    for name, column in zip(_names(results, table.column_names), results.columns):
        table = table.append_column(name, column)
    return table


def _names(results: pyarrow.Table, used: Iterable[Any]) -> list[str]:
    """Free names of results, with the first number that is free for all of them. The error has its own number."""
    in_use = {str(name) for name in used}
    free: list[str] = []
    for names in (results.column_names[:-1], ["error"]):
        suffixes = ("" if number == 1 else f"_{number}" for number in count(1))
        free += next(new for suffix in suffixes if in_use.isdisjoint(new := [name + suffix for name in names]))
    return free


def _opened(data: Any, has_points: bool) -> tuple[pyarrow.Table, Callable[[pyarrow.Table], Any]]:
    """The columns of a table, and a function that adds results to it."""
    kind = type(data).__module__.partition(".")[0]
    if kind in ("pandas", "geopandas") and hasattr(data, "columns"):
        return _pandas_table(data, has_points), lambda results: _pandas(data, results)
    if kind == "polars" and hasattr(data, "hstack"):
        return data.to_arrow(), lambda results: _polars(data, results)
    columns = {str(name): _array(values) for name, values in data.items()} if isinstance(data, dict) else None
    try:
        table = pyarrow.table(columns or data)
    except (TypeError, ValueError) as error:
        if columns:
            raise
        kind = type(data).__name__
        raise TypeError(f"A {kind} is not a table of pandas, polars, pyarrow or DuckDB, nor a dict.") from error
    return table, lambda results: _appended(table, results)


def _polars(data: Any, results: pyarrow.Table) -> Any:
    return data.hstack(sys.modules["polars"].from_arrow(results.rename_columns(_names(results, data.columns))))


def _pandas(data: Any, results: pyarrow.Table) -> Any:
    frame, names = data.copy(deep=False), _names(results, data.columns)
    # It frees each column as soon as it is converted.
    added = results.to_pandas(split_blocks=True, self_destruct=True).set_axis(data.index)
    for name, column in zip(names, added):
        frame[name] = added[column]
    return frame


def _pandas_table(data: Any, has_points: bool) -> pyarrow.Table:
    columns = [(str(name), data.iloc[:, at]) for at, name in enumerate(data.columns)]
    if has_points:
        geometry = data.geometry if data.crs is None else data.geometry.to_crs(4326)
        # Rows with other geometry have no coordinates.
        points = geometry.where((geometry.geom_type == "Point") & ~geometry.is_empty)
        columns += zip(_POINTS.values(), (points.y, points.x))
    sent = [(name, _array(column)) for name, column in columns if str(column.dtype) != "geometry"]
    return pyarrow.Table.from_arrays([column for _, column in sent], [name for name, _ in sent])


def _array(values: Any) -> Any:
    if isinstance(values, pyarrow.Array | pyarrow.ChunkedArray):
        return values
    try:
        return pyarrow.array(values, from_pandas=True)
    except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError):
        # Values of several types become texts.
        return pyarrow.array([None if text in _MISSING else text for text in map(str, values)])


def _sendable(batch: pyarrow.RecordBatch, chosen: list[str], has_all: bool) -> pyarrow.RecordBatch:
    """The chosen columns, or all columns if the command finds some by their names."""
    names = batch.schema.names
    if missing := set(chosen).difference(names):
        raise KeyError(*missing)
    columns = [(name, batch.column(names.index(name))) for name in (dict.fromkeys(chosen) if has_all else names)]
    sent = [(name, _texts(column)) for name, column in columns if has_all or not _is_nested(column.type)]
    return pyarrow.RecordBatch.from_arrays([column for _, column in sent], [name for name, _ in sent])


def _is_nested(kind: pyarrow.DataType) -> bool:
    return bool(types.is_nested(kind) or types.is_binary(kind) or types.is_large_binary(kind))


def _texts(column: pyarrow.Array) -> pyarrow.Array:
    kind = column.type.value_type if types.is_dictionary(column.type) else column.type
    if types.is_floating(kind) or types.is_integer(kind):
        return column.cast(kind)
    # NULL becomes "", as an empty line is not a row.
    return column.cast(pyarrow.string()).fill_null("")
