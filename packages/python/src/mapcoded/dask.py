"""Data frames of Dask."""

from typing import TYPE_CHECKING, Any

from .frames import decode_pandas, encode_pandas

if TYPE_CHECKING:
    import dask.dataframe


def encode(frame: "dask.dataframe.DataFrame", lat: str = "lat", lon: str = "lon", **options: Any) -> "dask.dataframe.DataFrame":
    """Adds mapcodes to the partitions of a data frame, with the options of ``mapcoded.encode_arrow``.

    It is ``frame.map_partitions(mapcoded.encode_pandas)`` with the columns of the result. Each worker keeps its
    processes from one partition to the next.

    Raises:
        ValueError: if a column is missing, or there is one with the name of a result
    """
    meta = encode_pandas(frame._meta, lat, lon, **options)
    coded: "dask.dataframe.DataFrame" = frame.map_partitions(encode_pandas, lat, lon, meta=meta, **options)
    return coded


def decode(frame: "dask.dataframe.DataFrame", code: str = "mapcode", **options: Any) -> "dask.dataframe.DataFrame":
    """Adds points to the partitions of a data frame, with the options of ``mapcoded.decode_arrow``."""
    meta = decode_pandas(frame._meta, code, **options)
    decoded: "dask.dataframe.DataFrame" = frame.map_partitions(decode_pandas, code, meta=meta, **options)
    return decoded
