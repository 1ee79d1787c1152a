"""Columns of Arrow: the same conversions for tables, streams and batches of rows.

Everything that speaks the Arrow C stream interface is taken: tables and readers of pyarrow, data frames of pandas and
polars, relations of DuckDB; and mappings of names to numpy arrays or lists.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Callable, NamedTuple

from .blocks import DOUBLES, HEAD, Answer, Function, convert, declare, padded
from .errors import MapcodeError
from .process import POOL

if TYPE_CHECKING:
    import pyarrow

#: Rows that a process gets at once: larger blocks leave its cache, smaller ones take more turns.
BLOCK_ROWS = 1 << 14
#: Texts of a block; a column of long texts has fewer rows in each.
BLOCK_BYTES = 1 << 26

ERROR_CHOICES = ("null", "raise", "column")
ERROR_COLUMN = "error"


class Conversion(NamedTuple):
    """What is added to rows: a function, its arguments and the names of its results."""

    function: Function
    #: The column of each argument, by the name of the argument.
    arguments: "dict[str, str]"
    names: "tuple[str, ...]"
    errors: str

    def types(self) -> "list[pyarrow.DataType]":
        """The types of the results."""
        import pyarrow

        if self.function.returns in DOUBLES:
            return [pyarrow.float64()] * len(self.names)
        kind = pyarrow.list_(pyarrow.string()) if self.function.returns == "all" else pyarrow.string()
        return [kind] * len(self.names)

    def fields(self) -> "list[tuple[str, pyarrow.DataType]]":
        """Name and type of each column that is added."""
        import pyarrow

        fields = list(zip(self.names, self.types()))
        return fields + [(ERROR_COLUMN, pyarrow.string())] if self.errors == "column" else fields

    def schema(self, schema: "pyarrow.Schema") -> "pyarrow.Schema":
        """The schema of rows with the results.

        Raises:
            ValueError: if a column is missing, or there is one with the name of a result
        """
        for name in self.arguments.values():
            if schema.get_field_index(name) < 0:
                raise ValueError(f"The table has no column {name!r}, or several. Its columns: {', '.join(schema.names)}.")
        for name, kind in self.fields():
            if name in schema.names:
                raise ValueError(f"The table has a column {name!r} already. Drop it, or choose another name by `to`.")
            schema = schema.append(_field(name, kind))
        return schema


def _field(name: str, kind: "pyarrow.DataType") -> "pyarrow.Field":
    import pyarrow

    return pyarrow.field(name, kind)


def encoding(
    lat: str = "lat",
    lon: str = "lon",
    *,
    precision: int = 0,
    territory: "str | None" = None,
    country: "str | None" = None,
    local: str = "borders",
    returns: str = "local",
    to: str = "mapcode",
    errors: str = "null",
    precision_column: "str | None" = None,
    territory_column: "str | None" = None,
) -> Conversion:
    """The conversion of points that ``encode_arrow`` describes."""
    columns = {"lat": lat, "lon": lon, "territory": territory_column, "precision": precision_column}
    settings = {"precision": precision, "territory": territory, "country": country, "local": local}
    return _conversion(returns, columns, settings, (to,), errors)


def decoding(
    code: str = "mapcode",
    *,
    context: "str | None" = None,
    country: "str | None" = None,
    returns: str = "lat,lon",
    to: "tuple[str, ...] | None" = None,
    errors: str = "null",
    context_column: "str | None" = None,
) -> Conversion:
    """The conversion of mapcodes that ``decode_arrow`` describes."""
    names = DOUBLES.get(returns, ())
    to = names if to is None else tuple(to)
    if len(to) != len(names):
        raise ValueError(f"`to` has {len(to)} names. {returns} needs {len(names)}: {', '.join(names)}.")
    return _conversion(
        returns, {"code": code, "context": context_column}, {"context": context, "country": country}, to, errors
    )


def _conversion(
    returns: str,
    columns: "dict[str, str | None]",
    settings: "dict[str, Any]",
    names: "tuple[str, ...]",
    errors: str,
) -> Conversion:
    if errors not in ERROR_CHOICES:
        raise ValueError(f"`errors` is {errors!r}, not one of {', '.join(ERROR_CHOICES)}.")
    arguments = {name: column for name, column in columns.items() if column is not None}
    function = declare(returns, tuple(arguments), errors != "null", tuple(settings.items()))
    return Conversion(function, arguments, names, errors)


# Arguments


def _numbers(array: "pyarrow.Array", name: str) -> "pyarrow.Array":
    import pyarrow

    kind = pyarrow.int32() if name == "precision" else pyarrow.float64()
    if array.type == kind:
        return array
    value_type = array.type.value_type if pyarrow.types.is_dictionary(array.type) else array.type
    types = pyarrow.types
    if not (types.is_null(value_type) or types.is_decimal(value_type) or _is_number(value_type)):
        raise TypeError(f"The column for {name} has the type {array.type}, not numbers.")
    return array.cast(kind)


def _is_number(kind: "pyarrow.DataType") -> bool:
    import pyarrow

    return bool(pyarrow.types.is_integer(kind) or pyarrow.types.is_floating(kind))


def _texts(array: "pyarrow.Array", name: str) -> "pyarrow.Array":
    import pyarrow

    if array.type == pyarrow.string():
        return array
    value_type = array.type.value_type if pyarrow.types.is_dictionary(array.type) else array.type
    if not (pyarrow.types.is_null(value_type) or "string" in str(value_type)):
        raise TypeError(f"The column for {name} has the type {array.type}, not texts.")
    return array.cast(pyarrow.string())


def _validity(array: "pyarrow.Array") -> bytes:
    """The bits of rows that are not NULL, the first one in the first bit of a byte."""
    import pyarrow

    if array.null_count == 0:
        return b""
    if array.offset % 8 != 0:
        # Two arrays are copied, to where the bits begin with a byte.
        array = pyarrow.concat_arrays([array, array.slice(0, 1)])
    start = array.offset // 8
    return padded(memoryview(array.buffers()[0])[start : start + (len(array) + 7) // 8])


def _column(array: "pyarrow.Array", name: str) -> bytes:
    """Head and buffers of an argument."""
    if name in ("lat", "lon", "precision"):
        array = _numbers(array, name)
        if array.null_count == len(array):
            return HEAD.pack(len(array), 0)
        width = 4 if name == "precision" else 8
        values = memoryview(array.buffers()[1])[width * array.offset : width * (array.offset + len(array))]
        return b"".join((HEAD.pack(array.null_count, 0), _validity(array), padded(values)))
    array = _texts(array, name)
    if array.null_count == len(array):
        return HEAD.pack(len(array), 0)
    offsets = memoryview(array.buffers()[1])[4 * array.offset : 4 * (array.offset + len(array) + 1)]
    ends = offsets.cast("i")
    first, last = ends[0], ends[-1]
    data = array.buffers()[2]
    texts = b"" if data is None else memoryview(data)[first:last]
    return b"".join((HEAD.pack(array.null_count, last - first), _validity(array), padded(offsets), padded(texts)))


# Answers


def _result(answer: Answer, kind: "pyarrow.DataType") -> "pyarrow.Array":
    """The next column of an answer. It shares the memory of the answer."""
    import pyarrow

    null_count, length = answer.head()
    rows = answer.rows
    if null_count == rows:
        return pyarrow.nulls(rows, kind)
    bits = answer.validity(null_count)
    validity = None if bits is None else pyarrow.py_buffer(bits)
    if kind == pyarrow.float64():
        return pyarrow.Array.from_buffers(kind, rows, [validity, pyarrow.py_buffer(answer.take(8 * rows))], null_count)
    if kind == pyarrow.string():
        texts = [pyarrow.py_buffer(part) for part in answer.texts(rows, length)]
        return pyarrow.Array.from_buffers(kind, rows, [validity, *texts], null_count)
    lists = answer.take(4 * (rows + 1))
    count = lists.cast("i")[-1]
    texts = [pyarrow.py_buffer(part) for part in answer.texts(count, length)]
    child = pyarrow.Array.from_buffers(pyarrow.string(), count, [None, *texts])
    return pyarrow.Array.from_buffers(kind, rows, [validity, pyarrow.py_buffer(lists)], null_count, children=[child])


def _error_column(rows: int, errors: "list[tuple[int, str, str]]") -> "pyarrow.Array":
    import pyarrow

    sentences: "list[str | None]" = [None] * rows
    for row, _, message in errors:
        sentences[row] = message
    return pyarrow.array(sentences, pyarrow.string())


def convert_arrays(
    conversion: Conversion, arrays: "list[pyarrow.Array]", first_row: "int | None"
) -> "list[pyarrow.Array]":
    """The results of a block, from its arguments in the order of the conversion.

    Args:
        first_row: how many rows of the table precede the block; None if nobody knows

    Raises:
        MapcodeError: if a row has an error and the conversion is to raise it
    """
    rows = len(arrays[0])
    columns = [_column(array, name) for name, array in zip(conversion.arguments, arrays)]
    answer = convert(conversion.function, rows, columns)
    results = [_result(answer, kind) for kind in conversion.types()]
    if conversion.errors == "null":
        return results
    errors = answer.errors()
    if conversion.errors == "column":
        return [*results, _error_column(rows, errors)]
    for row, code, message in errors:
        raise MapcodeError(code, message, None if first_row is None else first_row + row)
    return results


# Rows


class _Block(NamedTuple):
    batch: "pyarrow.RecordBatch"
    first_row: int


def _blocks(batches: "Iterable[pyarrow.RecordBatch]", names: "Iterable[str]") -> "Iterator[_Block]":
    first_row = 0
    for batch in batches:
        # Arrow pads and shares buffers, so that this is only how much there may be in a row.
        used = sum(batch.column(name).nbytes for name in names)
        row_bytes = used // max(1, batch.num_rows) + 1
        size = max(1, min(BLOCK_ROWS, BLOCK_BYTES // row_bytes))
        for start in range(0, batch.num_rows, size):
            yield _Block(batch.slice(start, size), first_row + start)
        first_row += batch.num_rows


def _in_order(function: "Callable[[_Block], Any]", blocks: "Iterator[_Block]", workers: int) -> "Iterator[Any]":
    """The results of blocks in their order. Of those that are not taken yet, there are at most twice as many as workers."""
    if workers == 1:
        yield from map(function, blocks)
        return
    POOL.allow(workers)
    waiting: "deque[Future[Any]]" = deque()
    with ThreadPoolExecutor(workers, "mapcoded") as threads:
        try:
            for block in blocks:
                waiting.append(threads.submit(function, block))
                if len(waiting) == 2 * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def convert_batches(
    batches: "Iterable[pyarrow.RecordBatch]", conversion: Conversion, workers: int = 1
) -> "Iterator[pyarrow.RecordBatch]":
    """Adds the results to record batches, in blocks of up to 16,384 rows, as they are asked for."""
    import pyarrow

    if not isinstance(workers, int) or workers < 1:
        raise ValueError(f"`workers` is {workers!r}, not a number of processes from 1.")

    def answered(block: _Block) -> "pyarrow.RecordBatch":
        batch, first_row = block
        arrays = [batch.column(name) for name in conversion.arguments.values()]
        results = convert_arrays(conversion, arrays, first_row)
        return pyarrow.RecordBatch.from_arrays(
            [*batch.columns, *results], schema=conversion.schema(batch.schema)
        )

    return _in_order(answered, _blocks(batches, conversion.arguments.values()), workers)


def reader_of(source: Any) -> "pyarrow.RecordBatchReader":
    """A stream of the rows of a table.

    Raises:
        TypeError: if it is no table
    """
    import pyarrow

    if isinstance(source, pyarrow.RecordBatch):
        source = pyarrow.Table.from_batches([source])
    elif isinstance(source, Mapping):
        source = pyarrow.table(dict(source))
    if isinstance(source, pyarrow.RecordBatchReader):
        return source
    if hasattr(source, "__arrow_c_stream__"):
        return pyarrow.RecordBatchReader.from_stream(source)
    raise TypeError(
        f"A {type(source).__name__} is no table. Give one of pyarrow, pandas, polars or DuckDB, or a mapping of arrays."
    )


def _stream(source: Any, conversion: Conversion, workers: int) -> "pyarrow.RecordBatchReader":
    import pyarrow

    reader = reader_of(source)
    schema = conversion.schema(reader.schema)
    return pyarrow.RecordBatchReader.from_batches(schema, convert_batches(reader, conversion, workers))


def _table(source: Any, conversion: Conversion, workers: int) -> "pyarrow.Table":
    import pyarrow

    reader = reader_of(source)
    schema = conversion.schema(reader.schema)
    return pyarrow.Table.from_batches(convert_batches(reader, conversion, workers), schema)


def encode_arrow(table: Any, lat: str = "lat", lon: str = "lon", *, workers: int = 1, **options: Any) -> "pyarrow.Table":
    """Adds mapcodes to a table with points.

    >>> encode_arrow({"lat": [52.376514, None], "lon": [4.908543, 0]})["mapcode"].to_pylist()
    ['NLD 49.4V', None]

    Args:
        table: anything with ``__arrow_c_stream__`` (pyarrow, pandas, polars, DuckDB), or a mapping of names to numpy
            arrays or lists of one length
        lat: the column of latitudes in degrees, numbers from -90 to 90
        lon: the column of longitudes in degrees, numbers from -360 to 360
        workers: how many processes convert at the same time
        precision: the number of extra digits, 0 to 8
        territory: only mapcodes of this territory
        country: in place of a territory, only mapcodes of this country: an ISO 3166 code
        local: how the local mapcode is chosen: of the territory that the point is in (``borders``), or the
            ``shortest``
        returns: ``local``, the local mapcode with its territory, NULL where no territory has one; ``international``;
            ``all``, a list of all mapcodes; or ``json``
        to: the name of the column that is added; ``mapcode`` by default
        errors: what rows give that cannot be converted: ``null``; ``raise``, a MapcodeError for the first one; or
            ``column``, NULL and a column ``error`` with the reason
        precision_column, territory_column: columns in place of one precision or territory; NULL counts as not given

    Returns:
        the table with one more column, or two; a row without latitude or longitude gets NULL

    Raises:
        MapcodeError: if an option has no such value; with ``errors="raise"``, if a row cannot be converted
        ValueError: if a column is missing, or there is one with the name of a result
        TypeError: if the source is no table, or a column has neither numbers nor texts as it should
        ProcessError: if no process of Node can be started, or two of them have ended during the same rows
    """
    return _table(table, encoding(lat, lon, **options), workers)


def encode_stream(
    source: Any, lat: str = "lat", lon: str = "lon", *, workers: int = 1, **options: Any
) -> "pyarrow.RecordBatchReader":
    """As ``encode_arrow``, for any number of rows: a reader that converts while it is read, in bounded memory."""
    return _stream(source, encoding(lat, lon, **options), workers)


def encode_batches(
    batches: "Iterable[pyarrow.RecordBatch]", lat: str = "lat", lon: str = "lon", **options: Any
) -> "Iterator[pyarrow.RecordBatch]":
    """As ``encode_arrow``, for an iterator of record batches, such as Spark's ``mapInArrow`` gives."""
    return convert_batches(batches, encoding(lat, lon, **options))


def decode_arrow(table: Any, code: str = "mapcode", *, workers: int = 1, **options: Any) -> "pyarrow.Table":
    """Adds points to a table with mapcodes.

    >>> decode_arrow({"mapcode": ["NLD 49.4V", "nonsense"]})["lat"].to_pylist()
    [52.37651400000124, None]

    Args:
        table: as for ``encode_arrow``
        code: the column of mapcodes, texts in any alphabet
        workers: how many processes convert at the same time
        context: the territory of mapcodes that have none
        country: in place of a context, a country: an ISO 3166 code
        returns: ``lat,lon``, the center; or ``rectangle``, the bounds: south, west, north, east
        to: the names of the columns that are added; by default ``("lat", "lon")``, or the names of the bounds
        errors: as for ``encode_arrow``
        context_column: a column in place of one context; NULL counts as not given

    Returns:
        the table with more columns, in degrees; a row without a mapcode gets NULL

    Raises:
        MapcodeError, ValueError, TypeError, ProcessError: as ``encode_arrow``
    """
    return _table(table, decoding(code, **options), workers)


def decode_stream(source: Any, code: str = "mapcode", *, workers: int = 1, **options: Any) -> "pyarrow.RecordBatchReader":
    """As ``decode_arrow``, for any number of rows: a reader that converts while it is read, in bounded memory."""
    return _stream(source, decoding(code, **options), workers)


def decode_batches(
    batches: "Iterable[pyarrow.RecordBatch]", code: str = "mapcode", **options: Any
) -> "Iterator[pyarrow.RecordBatch]":
    """As ``decode_arrow``, for an iterator of record batches."""
    return convert_batches(batches, decoding(code, **options))
