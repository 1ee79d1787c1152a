"""Mapcodes: short codes for places.

Converts latitude and longitude to mapcodes and back, one by one (``encode``, ``decode``) or in columns of Arrow
(``encode_arrow``, ``decode_arrow``). ``mapcoded.spark``, ``mapcoded.duckdb`` and ``mapcoded.dask`` are for engines. A
process of Node does the work; it is started when it is needed and ends with Python.
"""

from importlib.metadata import version as _version

from .codes import Mapcode, Territory, decode, encode, encode_shortest, territories
from .columns import decode_arrow, decode_batches, decode_stream, encode_arrow, encode_batches, encode_stream
from .errors import MapcodeError, ProcessError
from .frames import decode_pandas, encode_pandas
from .process import POOL as _POOL

__version__ = _version("mapcoded")


def close() -> None:
    """Ends the processes of Node that are idle. The next conversion starts one again."""
    _POOL.close()


__all__ = [
    "Mapcode",
    "MapcodeError",
    "ProcessError",
    "Territory",
    "close",
    "decode",
    "decode_arrow",
    "decode_batches",
    "decode_pandas",
    "decode_stream",
    "encode",
    "encode_arrow",
    "encode_batches",
    "encode_pandas",
    "encode_shortest",
    "encode_stream",
    "territories",
]
