"""Tables of all kinds: the columns to send, and the results after the columns of the table."""

import os
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Any, NamedTuple

import pyarrow
import pyarrow.compute
import pyarrow.types as types

from .process import MapcodeError, results_of

#: With fewer rows, more threads take longer to start than they save.
_ROWS_FOR_THREADS = 1_000_000
#: The options of arguments with other names.
_COLUMNS = {"lat": "lat_column", "lon": "lon_column", "coordinates": "coordinates_column", "code": "code_column"}
#: The columns with the points of a GeoDataFrame.
_POINT_COLUMNS = {"lat_column": "geometry.y", "lon_column": "geometry.x"}
#: Options that name all columns of a conversion together: others need not be sent.
_SUFFICIENT = ({"lat_column", "lon_column"}, {"coordinates_column"}, {"code_column", "territory_column"})
#: The texts of missing values.
_MISSING = {"None", "nan", "<NA>", "NaT"}


#: The columns to send of a table, and a function that adds the results to it.
_Prepared = tuple[pyarrow.Table, Callable[[pyarrow.Table], Any]]


class Batches(NamedTuple):
    """Record batches that are converted as they come."""

    batches: Iterable[pyarrow.RecordBatch] | pyarrow.Table


def convert(operation: str, arguments: dict[str, Any]) -> Any:
    """Converts the rows of a table. All other arguments are options of the command; None stands for none."""
    data, include = arguments.pop("table"), arguments["include"]
    if isinstance(include, str) or not all(isinstance(name, str) for name in include):
        raise TypeError(f"include is a list or tuple of names, not {include!r}.")
    if len(include) == 0:
        del arguments["include"]
    given = {_COLUMNS.get(name, name): value for name, value in arguments.items() if value is not None}
    options = {"workers": 1} | given
    chosen = {name: str(options[name]) for name in options if name.endswith("_column")}
    may_have_points = operation == "encode" and chosen.keys().isdisjoint(_COLUMNS.values())
    is_geopandas = may_have_points and _is_frame(data, "geopandas", "GeoDataFrame")
    has_points = is_geopandas and data.active_geometry_name is not None
    if has_points:
        # Like WKT, points have their own order.
        options.pop("lon_first", None)
        chosen |= _POINT_COLUMNS
    options |= chosen
    has_all = any(names <= chosen.keys() for names in _SUFFICIENT)
    left_out: dict[str, str] = {}

    def prepare(table: Any) -> _Prepared:
        columns, finish = _columns_of(table, has_points)
        return _sendable(columns, list(chosen.values()), has_all, left_out), finish

    if isinstance(data, Batches):
        batches = data.batches.to_batches() if isinstance(data.batches, pyarrow.Table) else data.batches
        coded = _coded((prepare(batch) for batch in batches if batch.num_rows > 0), operation, options, left_out)
        return (batch for table in coded for batch in table.combine_chunks().to_batches())
    whole = prepare(data)
    # This process needs a core, too.
    if "workers" not in given and len(whole[0]) >= _ROWS_FOR_THREADS and (cores := os.cpu_count() or 1) > 2:
        options["workers"] = cores
    [table] = _coded([whole], operation, options, left_out)
    return table


def _coded(tables: Iterable[_Prepared], *call: Any) -> Iterator[Any]:
    """Yields each table with its results as soon as all of them have come."""
    waiting: deque[tuple[int, Callable[[pyarrow.Table], Any]]] = deque()

    def rows() -> Iterator[pyarrow.RecordBatch]:
        for table, finish in tables:
            waiting.append((len(table), finish))
            # At least one batch, as it has the types.
            yield from table.to_batches(max_chunksize=1 << 16) or [pyarrow.RecordBatch.from_pylist([], table.schema)]

    results: list[pyarrow.RecordBatch] = []
    for batch in results_of(map(_texts, rows()), *call):
        results.append(batch)
        while waiting and sum(map(len, results)) >= waiting[0][0]:
            size, finish = waiting.popleft()
            joined = pyarrow.Table.from_batches(results)
            results = joined.slice(size).to_batches()
            yield finish(joined.slice(0, size))


def _appended(table: pyarrow.Table, results: pyarrow.Table) -> pyarrow.Table:
    for name, column in zip(_free_names(results, table.column_names), results.columns):
        table = table.append_column(name, column)
    return table


def _free_names(results: pyarrow.Table, used: Iterable[Any]) -> list[str]:
    """Free names of results, with the first number that is free for all of them. The error has its own number."""
    in_use = {str(name) for name in used}
    free: list[str] = []
    for names in (results.column_names[:-1], ["error"]):
        suffixes = ("" if number == 1 else f"_{number}" for number in count(1))
        free += next(new for suffix in suffixes if in_use.isdisjoint(new := [name + suffix for name in names]))
    return free


def _is_frame(data: Any, package: str, kind: str = "DataFrame") -> bool:
    """Whether a table is a frame of this package, which need not be installed."""
    return isinstance(data, getattr(sys.modules.get(package), kind, ()))


#: The methods that make tables.
_METHODS = {"LazyFrame": "collect()", "Series": "to_frame()", "GeoSeries": "to_frame()"}


def _columns_of(data: Any, has_points: bool) -> tuple[list[tuple[str, Any]], Callable[[pyarrow.Table], Any]]:
    """The names and columns of a table, and a function that adds results to it."""
    if _is_frame(data, "pandas"):
        columns = [(str(name), column) for name, column in data.items()]
        if not has_points:
            return columns, lambda results: _pandas(data, results)
        points = _points_of(data)
        columns += zip(_POINT_COLUMNS.values(), (points.y, points.x))
        return columns, lambda results: _pandas(data, _with_reasons(results, points))
    if _is_frame(data, "polars"):
        return [(column.name, column) for column in data], lambda results: _polars(data, results)
    if isinstance(data, dict):
        data = pyarrow.table({str(name): _array(values) for name, values in data.items()})
    try:
        table = pyarrow.table(data)
    except (TypeError, ValueError) as error:
        kind = type(data).__name__
        method = _METHODS.get(kind)
        advice = f" Use its method {method}." if method else ""
        message = f"A {kind} is not a table of pandas, polars, pyarrow or DuckDB, nor a dict.{advice}"
        raise TypeError(message) from error
    return [*zip(table.column_names, table.columns)], lambda results: _appended(table, results)


def _points_of(data: Any) -> Any:
    geometry = data.geometry if data.crs is None else data.geometry.to_crs(4326)
    # Rows with other geometry have no coordinates.
    return geometry.where(geometry.geom_type == "Point")


def _with_reasons(results: pyarrow.Table, points: Any) -> pyarrow.Table:
    """Has errors about the geometry in place of errors about missing coordinates."""
    is_missing = pyarrow.array(points.x.isna())
    errors = pyarrow.compute.if_else(is_missing, "The geometry is missing, or is not a point.", results["error"])
    return results.set_column(results.num_columns - 1, "error", errors)


def _polars(data: Any, results: pyarrow.Table) -> Any:
    return data.hstack(sys.modules["polars"].from_arrow(results.rename_columns(_free_names(results, data.columns))))


def _pandas(data: Any, results: pyarrow.Table) -> Any:
    frame, names = data.copy(deep=False), _free_names(results, data.columns.get_level_values(0))
    # Columns may have names of several levels.
    others = ("",) * (data.columns.nlevels - 1)
    for name, (_, column) in zip(names, results.to_pandas(split_blocks=True).items()):
        frame[(name, *others) if others else name] = column.array
    return frame


def _array(values: Any) -> Any:
    if isinstance(values, pyarrow.Array | pyarrow.ChunkedArray):
        return values
    if str(getattr(values, "dtype", "")) == "geometry":
        # As a text, it would be read without its reference system.
        return pyarrow.nulls(len(values), pyarrow.struct({"geometry": pyarrow.binary()}))
    try:
        return values.to_arrow() if hasattr(values, "to_arrow") else pyarrow.array(values, from_pandas=True)
    except (pyarrow.ArrowException, OverflowError, UnicodeEncodeError):
        # Values of several types become texts, and so do values that Arrow does not have.
        texts = (str(value).encode(errors="replace").decode() for value in values)
        return pyarrow.array([None if text in _MISSING else text for text in texts])
    except TypeError as error:
        raise TypeError(f"A column is a list or an array, such as [{values!r:.40}].") from error


def _sendable(
    columns: Sequence[tuple[str, Any]], chosen: list[str], has_all: bool, left_out: dict[str, str]
) -> pyarrow.Table:
    """The chosen columns, or all if the command finds some by their names. Fills `left_out` with reasons of others."""
    counts = Counter(name for name, _ in columns)
    for name in chosen:
        if name not in counts:
            names = ", ".join(other for other in counts if other not in _POINT_COLUMNS.values())
            raise KeyError(f"There is no column {name} in: {names}")
    sent = {}
    for name, values in columns:
        if has_all and name not in chosen:
            continue
        if counts[name] > 1:
            left_out[name] = f"{counts[name]} columns have this name"
        elif _can_be_text((column := _array(values)).type):
            sent[name] = column
        else:
            left_out[name] = f"its type is {column.type}"
        if name in chosen and name in left_out:
            raise MapcodeError(f"The column {name} cannot be read: {left_out[name]}.")
    # The command says which columns are missing.
    return pyarrow.table(sent or {"": pyarrow.nulls(len(columns[0][1]) if columns else 0)})


def _can_be_text(kind: pyarrow.DataType) -> bool:
    if types.is_dictionary(kind):
        return _can_be_text(kind.value_type)
    kind = getattr(kind, "storage_type", kind)
    try:
        pyarrow.nulls(0, kind).cast(pyarrow.string())
    except pyarrow.ArrowNotImplementedError:
        return False
    # Bytes need not be texts.
    return "binary" not in str(kind)


def _texts(batch: pyarrow.RecordBatch) -> pyarrow.RecordBatch:
    return pyarrow.RecordBatch.from_arrays([_text(column) for column in batch.columns], batch.schema.names)


def _text(column: pyarrow.Array) -> pyarrow.Array:
    kind = column.type.value_type if types.is_dictionary(column.type) else column.type
    if types.is_floating(kind) or types.is_integer(kind):
        return column.cast(kind)
    # NULL becomes "", as an empty line is not a row.
    return column.cast(pyarrow.string()).fill_null("")
