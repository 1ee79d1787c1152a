"""Single points and mapcodes."""

import json
import struct
import subprocess
from functools import lru_cache
from typing import Any, NamedTuple

from .blocks import HEAD, Answer, Function, convert, declare, padded, text_list
from .errors import MapcodeError, ProcessError
from .node import MAIN, node_path

POINT = struct.Struct("=IIdIId")
OFFSETS = struct.Struct("=ii")


class Mapcode(NamedTuple):
    """A mapcode. ``str()`` and ``print()`` give its text, such as ``NLD 49.4V``."""

    #: The code of the territory, such as ``NLD`` or ``US-CA``; ``AAA`` for international mapcodes.
    territory: str
    code: str

    def __str__(self) -> str:
        return f"{self.territory} {self.code}"


class Territory(NamedTuple):
    """A territory that has mapcodes."""

    #: The code that mapcodes have, such as ``NLD`` or ``US-CA``.
    code: str
    #: The name in English.
    name: str
    #: The code of its country, if it is a subdivision.
    parent: "str | None"
    #: Other codes.
    aliases: "tuple[str, ...]"


def _function(returns: str, args: "tuple[str, ...]", **settings: Any) -> Function:
    return declare(returns, args, True, tuple(settings.items()))


def _checked(answer: Answer) -> None:
    for _, code, message in answer.errors():
        raise MapcodeError(code, message)


def _encoded(lat: float, lon: float, returns: str, settings: "dict[str, Any]") -> "list[str]":
    """The texts that a function answers to a point: none where it has no mapcode in its territory."""
    point = POINT.pack(0, 0, lat, 0, 0, lon)
    answer = convert(_function(returns, ("lat", "lon"), **settings), 1, (point,))
    null_count, length = answer.head()
    texts: "list[str]" = []
    if null_count == 0:
        count = 1 if returns != "all" else answer.take(8).cast("i")[1]
        texts = text_list(*answer.texts(count, length))
    try:
        _checked(answer)
    except MapcodeError as error:
        if error.code != "no-mapcode":
            raise
    return texts


def _mapcode(text: str) -> Mapcode:
    territory, code = text.split(" ")
    return Mapcode(territory, code)


def encode(
    lat: float,
    lon: float,
    precision: int = 0,
    territory: "str | None" = None,
    *,
    country: "str | None" = None,
    local: str = "borders",
) -> "list[Mapcode]":
    """All mapcodes of a point.

    >>> [str(mapcode) for mapcode in encode(52.376514, 4.908543)][0]
    'NLD 49.4V'

    Args:
        lat: latitude in degrees, -90 to 90
        lon: longitude in degrees, -360 to 360
        precision: the number of extra digits, 0 to 8
        territory: only mapcodes of this territory: any code or name of it
        country: in place of a territory, only mapcodes of this country and its subdivisions: an ISO 3166 code
        local: which territory comes first: the one that the point is really in (``borders``), or the order of the
            mapcode system (``shortest``)

    Returns:
        the mapcodes, the international one last; an empty list where the territory or country has none

    Raises:
        MapcodeError: if an argument has no such value
        ProcessError: if no process of Node can be started, or two of them have ended
    """
    settings = {"precision": precision, "territory": territory, "country": country, "local": local}
    return [_mapcode(text) for text in _encoded(lat, lon, "all", settings)]


def encode_shortest(
    lat: float,
    lon: float,
    precision: int = 0,
    territory: "str | None" = None,
    *,
    country: "str | None" = None,
    local: str = "borders",
) -> "Mapcode | None":
    """The mapcode to name for a point: the shortest one of the territory that the point is really in.

    >>> str(encode_shortest(52.376514, 4.908543))
    'NLD 49.4V'

    Args:
        local: with ``shortest``, the shortest mapcode of whatever territory
        lat, lon, precision, territory, country: as for ``encode``

    Returns:
        the mapcode; the international one where no territory has one, as at sea; None where the given territory or
        country has none

    Raises:
        MapcodeError: if an argument has no such value
        ProcessError: if no process of Node can be started, or two of them have ended
    """
    settings = {"precision": precision, "territory": territory, "country": country, "local": local}
    for text in _encoded(lat, lon, "local", settings):
        return _mapcode(text)
    if territory is not None or country is not None:
        return None
    [text] = _encoded(lat, lon, "international", {"precision": precision})
    return Mapcode("AAA", text)


def decode(
    code: "str | Mapcode", context: "str | None" = None, *, country: "str | None" = None
) -> "tuple[float, float]":
    """The point of a mapcode.

    >>> decode("NLD 49.4V")
    (52.37651400000124, 4.908543375)

    Args:
        code: a mapcode in any alphabet, with its territory or without
        context: the territory of a mapcode that has none: any code or name of it
        country: in place of a context, a country: an ISO 3166 code

    Returns:
        latitude and longitude of the center, in degrees

    Raises:
        MapcodeError: if the mapcode or its context does not exist
        TypeError: if the code is not a text
        ProcessError: if no process of Node can be started, or two of them have ended
    """
    if not isinstance(code, (str, Mapcode)):
        raise TypeError(f"The mapcode {code!r} is not a text.")
    text = str(code).encode(errors="replace")
    column = HEAD.pack(0, len(text)) + OFFSETS.pack(0, len(text)) + padded(text)
    answer = convert(_function("lat,lon", ("code",), context=context, country=country), 1, (column,))
    degrees = [answer.take(8).cast("d")[0] for _ in range(2) if answer.head()[0] == 0]
    _checked(answer)
    lat, lon = degrees
    return lat, lon


@lru_cache(maxsize=1)
def _territories() -> "tuple[Territory, ...]":
    command = [node_path(), str(MAIN), "territories", "--to", "json"]
    try:
        listed = subprocess.run(command, capture_output=True, check=True, stdin=subprocess.DEVNULL).stdout
    except OSError as error:
        raise ProcessError(f"Node cannot be started: {error}.") from None
    except subprocess.CalledProcessError as error:
        words = error.stderr.decode(errors="replace").strip()
        raise ProcessError(f"mapcoded has ended with the exit code {error.returncode}. Its last words: {words}") from None
    return tuple(
        Territory(item["alphaCode"], item["fullName"], item.get("parentTerritory"), tuple(item["aliases"]))
        for item in json.loads(listed)
    )


def territories() -> "list[Territory]":
    """All territories that have mapcodes, in the order of their numbers.

    Raises:
        ProcessError: if Node cannot be started
    """
    return list(_territories())
