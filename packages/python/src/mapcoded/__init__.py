"""Mapcodes: short codes for places.

``encode`` and ``decode`` convert the rows of a table with the included command line of mapcoded:

>>> mapcoded.encode({"lat": [52.376514], "lon": [4.908543]})["mapcode"].to_pylist()
['49.4V']
"""

from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version as _version
from typing import Any, Literal

import pyarrow

from .frames import Batches, convert
from .process import MapcodeError, MapcodeWarning

__version__ = _version("mapcoded")
__all__ = ["MapcodeError", "MapcodeWarning", "decode", "decode_batches", "encode", "encode_batches"]

#: The name of a column. Frames of pandas may have numbers as names.
Name = str | int


def encode(
    table: Any,
    lat: Name | None = None,
    lon: Name | None = None,
    *,
    coordinates: Name | None = None,
    lon_first: bool | None = None,
    territory: str | None = None,
    country: str | None = None,
    territory_column: Name | None = None,
    country_column: Name | None = None,
    precision: int = 0,
    include: Sequence[str] = (),
    local: Literal["borders", "shortest"] = "borders",
    alphabet: str | None = None,
    workers: int | None = None,
) -> Any:
    """Adds the columns ``territory``, ``mapcode``, ``international`` and ``error`` to a table of points.

    Args:
        table: a frame of pandas, geopandas or polars, a table of pyarrow, a relation of DuckDB, or a dict of arrays.
            Columns that cannot be texts, such as lists, are not read
        lat: the column with the latitude, in degrees; by default found by its name, or the geometry of a GeoDataFrame
        lon: the column with the longitude, in degrees; if only one of both is named, the other one is found
        coordinates: the column with both, in place of ``lat`` and ``lon``
        lon_first: whether the longitude is first in columns of both; by default, names and values decide. Partitions
            that are converted one by one should say it. WKT, GeoJSON and geometries have their own order
        territory: only mapcodes of this territory: ``"NLD"``, ``"US-IN"``
        country: in place of it, a country with its subdivisions: ``"US"``
        territory_column: the column with the territory of each row
        country_column: the column with the country of each row
        precision: the number of extra digits, 0 to 8
        include: more results: ``"offset"``, ``"rectangle"``, ``"names"``
        local: the rule for the local mapcode: of the territory that the point is in, or the shortest
        alphabet: of the mapcodes, such as ``"GREEK"``
        workers: the number of threads; by default one below a million rows, where it is faster

    Returns:
        the table in its own kind, with its index, and the results after its columns; for DuckDB and dicts a table of
        pyarrow. Results whose names are in use get a number, such as ``mapcode_2``. A row that cannot be converted
        has an error instead of results.

    Raises:
        KeyError: if a column does not exist
        TypeError: if an argument does not exist, or the table is none of these kinds
        MapcodeError: if an argument has a wrong value, no column is found, several have the name of a column that is
            needed, or the command does not answer
    """
    if coordinates is not None and (lat is not None or lon is not None):
        raise TypeError("Give either coordinates, or lat and lon.")
    return convert("encode", locals())


def decode(
    table: Any,
    code: Name | None = None,
    *,
    context: str | None = None,
    near: tuple[float, float] | None = None,
    territory: str | None = None,
    country: str | None = None,
    territory_column: Name | None = None,
    country_column: Name | None = None,
    international_column: Name | None = None,
    include: Sequence[str] = (),
    workers: int | None = None,
) -> Any:
    """Adds the columns ``latitude``, ``longitude`` and ``error`` to a table of mapcodes.

    ``decode(encode(table))`` needs no arguments. All else is as for ``encode``.

    Args:
        table: as for ``encode``
        code: the column with the mapcode; by default found by its name
        context: the territory of mapcodes without one
        near: a latitude and a longitude in degrees: of the places of an ambiguous mapcode, the nearest one is meant
        territory: another name of ``context``
        country: in place of it, a country
        territory_column: the column with the territory of each row
        country_column: the column with the country of each row
        international_column: the column with the mapcodes of rows that have no other one
        include: more results: ``"rectangle"``
        workers: as for ``encode``
    """
    if context is not None and any(other is not None for other in (territory, country, near)):
        raise TypeError("Give context, or else territory, country or near.")
    return convert("decode", locals())


def encode_batches(batches: Iterable[pyarrow.RecordBatch], *args: Any, **options: Any) -> Iterator[pyarrow.RecordBatch]:
    """Like ``encode``, for record batches of pyarrow: ``frame.mapInArrow(mapcoded.encode_batches, schema)``.

    One process converts all of them, as they come.
    """
    answered: Iterator[pyarrow.RecordBatch] = encode(Batches(batches), *args, **options)
    return answered


def decode_batches(batches: Iterable[pyarrow.RecordBatch], *args: Any, **options: Any) -> Iterator[pyarrow.RecordBatch]:
    """Like ``decode``, for record batches of pyarrow."""
    answered: Iterator[pyarrow.RecordBatch] = decode(Batches(batches), *args, **options)
    return answered
