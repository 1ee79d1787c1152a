"""Data frames of pandas, which keep their index and types. pandas is no dependency: it is there if there is a frame."""

from typing import TYPE_CHECKING, Any

from .columns import Conversion, convert_batches, decoding, encoding

if TYPE_CHECKING:
    import pandas


def _converted(frame: "pandas.DataFrame", conversion: Conversion) -> "pandas.DataFrame":
    import pyarrow

    names = list(dict.fromkeys(conversion.arguments.values()))
    # The schema checks all names; only the arguments are sent.
    conversion.schema(pyarrow.schema([(str(name), pyarrow.null()) for name in frame.columns]))
    arrays = [pyarrow.array(frame[name], from_pandas=True) for name in names]
    table = pyarrow.table([_chunked(array) for array in arrays], names=names)
    results = pyarrow.Table.from_batches(convert_batches(table.to_batches(), conversion), conversion.schema(table.schema))
    added = {name: results[name].to_pandas().set_axis(frame.index) for name, _ in conversion.fields()}
    return frame.assign(**added)


def _chunked(array: Any) -> Any:
    import pyarrow

    return array if isinstance(array, pyarrow.ChunkedArray) else pyarrow.chunked_array([array])


def encode_pandas(frame: "pandas.DataFrame", lat: str = "lat", lon: str = "lon", **options: Any) -> "pandas.DataFrame":
    """As ``encode_arrow``, for a data frame of pandas: a copy with more columns and the same index.

    NaN is no value, and gives none. An empty frame needs no process, so that Dask may ask for the columns of a result.
    """
    return _converted(frame, encoding(lat, lon, **options))


def decode_pandas(frame: "pandas.DataFrame", code: str = "mapcode", **options: Any) -> "pandas.DataFrame":
    """As ``decode_arrow``, for a data frame of pandas: a copy with more columns and the same index."""
    return _converted(frame, decoding(code, **options))
