"""Tables of all kinds: the columns to send, and the results after the columns of the table."""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import pyarrow
import pyarrow.types as types

from .process import results_of

#: With fewer rows, more threads take longer to start than they save; this process needs a core, too.
_ROWS_FOR_THREADS = 1_000_000
_HAS_MANY_CORES = (os.cpu_count() or 1) > 2


class Batches(NamedTuple):
    """Record batches that are converted as they come."""

    batches: Iterable[pyarrow.RecordBatch]


def convert(operation: str, data: Any, columns: dict[str, Any], options: dict[str, Any]) -> Any:
    """Converts the rows of a table. ``columns`` and ``options`` are those of the command; None stands for none."""
    chosen = {name: str(column) for name, column in columns.items() if column is not None}
    if isinstance(data, Batches):
        return _stream(operation, iter(data.batches), chosen, options)
    table, finish = _opened(data, operation == "encode" and not any(name in chosen for name in _POINT_COLUMNS))
    if options["workers"] is None and not (_HAS_MANY_CORES and table.num_rows >= _ROWS_FOR_THREADS):
        options = options | {"workers": 1}
    sent = _sendable(operation, table, chosen)
    batches = iter(sent.to_batches(max_chunksize=1 << 16))
    results = pyarrow.Table.from_batches(results_of(operation, _flags(chosen | options), sent.schema, batches))
    return finish(results)


_POINT_COLUMNS = ("lat_column", "lon_column", "coordinates_column")


def _stream(
    operation: str, batches: Iterator[pyarrow.RecordBatch], chosen: dict[str, str], options: dict[str, Any]
) -> Iterator[pyarrow.RecordBatch]:
    first = next((batch for batch in batches if batch.num_rows > 0), None)
    if first is None:
        return
    waiting: deque[pyarrow.RecordBatch] = deque()
    schema = _sendable(operation, pyarrow.Table.from_batches([first]), chosen).schema

    def rows() -> Iterator[pyarrow.RecordBatch]:
        batch = first
        while batch is not None:
            if batch.num_rows > 0:
                waiting.append(batch)
                yield from _sendable(operation, pyarrow.Table.from_batches([batch]), chosen).to_batches()
            batch = next(batches, None)

    flags = _flags(chosen | options | {"workers": options["workers"] or 1})
    results: pyarrow.Table | None = None
    for part in results_of(operation, flags, schema, rows()):
        more = pyarrow.Table.from_batches([part])
        results = more if results is None else pyarrow.concat_tables([results, more])
        while waiting and results.num_rows >= waiting[0].num_rows:
            batch = waiting.popleft()
            converted = _appended(pyarrow.Table.from_batches([batch]), results.slice(0, batch.num_rows))
            yield from converted.combine_chunks().to_batches()
            results = results.slice(batch.num_rows)


def _appended(table: pyarrow.Table, results: pyarrow.Table) -> pyarrow.Table:
    for name, column in _named(results, table.column_names).items():
        table = table.append_column(name, column)
    return table


def _named(results: pyarrow.Table, used: Iterable[Any]) -> dict[str, pyarrow.ChunkedArray]:
    """Results by free names: the first number that is free for all of them. The error has its own number."""
    in_use = {str(name) for name in used}

    def suffix_of(names: list[str]) -> str:
        suffixes = ["", *(f"_{number}" for number in range(2, len(in_use) + 3))]
        return next(suffix for suffix in suffixes if not any(name + suffix in in_use for name in names))

    suffix, error = suffix_of(results.column_names[:-1]), suffix_of(["error"])
    return {name + (error if name == "error" else suffix): results[name] for name in results.column_names}


def _opened(data: Any, needs_points: bool) -> tuple[pyarrow.Table, Callable[[pyarrow.Table], Any]]:
    """The columns of a table, and a function that adds results to it."""
    kind = type(data).__module__.partition(".")[0]
    if kind in ("pandas", "geopandas") and hasattr(data, "columns"):
        return _pandas_columns(data, needs_points and hasattr(data, "crs")), lambda results: _pandas(data, results)
    if kind == "polars" and hasattr(data, "hstack"):
        polars = sys.modules["polars"]
        return data.to_arrow(), lambda results: data.hstack(polars.from_arrow(_renamed(results, data.columns)))
    if isinstance(data, dict):
        table = pyarrow.table({str(name): _array(values) for name, values in data.items()})
    elif isinstance(data, pyarrow.Table):
        table = data
    elif hasattr(data, "__arrow_c_stream__") or isinstance(data, pyarrow.RecordBatch):
        table = pyarrow.table(data)
    else:
        raise TypeError(f"A {type(data).__name__} is not a table of pandas, polars, pyarrow or DuckDB, nor a dict.")
    return table, lambda results: _appended(table, results)


def _renamed(results: pyarrow.Table, used: Iterable[Any]) -> pyarrow.Table:
    return pyarrow.table(_named(results, used))


def _pandas(data: Any, results: pyarrow.Table) -> Any:
    frame = data.copy(deep=False)
    for name, column in _named(results, data.columns).items():
        frame[name] = column.to_pandas().set_axis(data.index)
    return frame


def _pandas_columns(data: Any, has_points: bool) -> pyarrow.Table:
    if has_points:
        geometry = data.geometry if data.crs is None else data.geometry.to_crs(4326)
        # Rows with other geometry have no coordinates.
        points = geometry.where((geometry.geom_type == "Point") & ~geometry.is_empty)
        return pyarrow.table({"lat": _array(points.y.values), "lon": _array(points.x.values)})
    columns = [(str(name), data.iloc[:, at]) for at, name in enumerate(data.columns)]
    kept = [(name, _array(column)) for name, column in columns if str(column.dtype) != "geometry"]
    return pyarrow.Table.from_arrays([column for _, column in kept], [name for name, _ in kept])


def _array(values: Any) -> Any:
    if isinstance(values, pyarrow.Array | pyarrow.ChunkedArray):
        return values
    try:
        return pyarrow.array(values, from_pandas=True)
    except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError):
        # Values of several types become texts; None and NaN are missing.
        return pyarrow.array([None if value is None or value != value else str(value) for value in values])


def _sendable(operation: str, table: pyarrow.Table, chosen: dict[str, str]) -> pyarrow.Table:
    """The chosen columns, or all columns if the command finds some by their names."""
    for name in chosen.values():
        if name not in table.column_names:
            raise KeyError(name)
    has_codes = {"code_column", "territory_column"} <= chosen.keys()
    is_chosen = any(name in chosen for name in _POINT_COLUMNS) if operation == "encode" else has_codes
    names = list(dict.fromkeys(chosen.values())) if is_chosen else table.column_names
    columns = [(name, table.column(table.column_names.index(name))) for name in names]
    sent = [(name, _texts(column)) for name, column in columns if is_chosen or not _is_nested(column.type)]
    return pyarrow.Table.from_arrays([column for _, column in sent], [name for name, _ in sent])


def _is_nested(kind: pyarrow.DataType) -> bool:
    return bool(types.is_nested(kind) or types.is_binary(kind) or types.is_large_binary(kind))


def _texts(column: pyarrow.ChunkedArray) -> pyarrow.ChunkedArray:
    kind = column.type.value_type if types.is_dictionary(column.type) else column.type
    if types.is_floating(kind) or types.is_integer(kind):
        return column.cast(kind)
    # NULL becomes "", as an empty line would be no row.
    return column.cast(pyarrow.string()).fill_null("")


def _flags(options: dict[str, Any]) -> list[str]:
    given = {name.replace("_", "-"): value for name, value in options.items() if value is not None}
    return [
        f"--{'' if value else 'no-'}{name}" if isinstance(value, bool) else f"--{name}={value}"
        for name, value in given.items()
    ]
