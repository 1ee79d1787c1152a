"""Blocks of rows for ``mapcoded udf arrow``, and its answers, in the bytes of ``src/functions/arrow-stream.ts``.

This module knows bytes only: ``columns.py`` makes arrays of them, ``codes.py`` reads single rows.
"""

import json
import struct
from functools import lru_cache
from typing import Any, Iterable, NamedTuple

from .errors import MapcodeError
from .process import HEADER_BYTES, MAGIC, POOL

HEADER = struct.Struct("=8sIIII")
HEAD = struct.Struct("=II")

#: The columns that a function returns: their names by what it returns, with the same names as ``mapcoded udf``.
DOUBLES = {"lat,lon": ("lat", "lon"), "rectangle": ("south", "west", "north", "east")}


class Function(NamedTuple):
    """A function, as a block declares it."""

    returns: str
    #: The text of the declaration, with its padding.
    text: bytes
    length: int


@lru_cache(maxsize=1024)
def declare(returns: str, args: "tuple[str, ...]", with_errors: bool, settings: "tuple[tuple[str, Any], ...]") -> Function:
    """Declares a function of these arguments. Settings that are None are left to the engine."""
    given = {name: value for name, value in settings if value is not None}
    members = {"returns": returns, "args": args, "withErrors": with_errors, **given}
    text = json.dumps(members).encode()
    return Function(returns, padded(text), len(text))


def padded(data: "bytes | memoryview") -> bytes:
    """A buffer with zeros up to a multiple of eight bytes."""
    return bytes(data) + bytes(-len(data) % 8)


class Answer:
    """The bytes of an answer, read column by column."""

    def __init__(self, data: memoryview, rows: int, at: int) -> None:
        self._data = data
        self._at = at
        self.rows = rows

    def take(self, length: int) -> memoryview:
        """The next buffer."""
        at = self._at
        self._at = at + (length + 7 & -8)
        return self._data[at : at + length]

    def head(self) -> "tuple[int, int]":
        """How many rows of the next column are NULL, and how many bytes its texts take."""
        null_count, length = HEAD.unpack(self.take(8))
        return null_count, length

    def validity(self, null_count: int) -> "memoryview | None":
        return self.take((self.rows + 7) // 8) if null_count else None

    def texts(self, count: int, length: int) -> "tuple[memoryview, memoryview]":
        """Offsets and bytes of texts."""
        return self.take(4 * (count + 1)), self.take(length)

    def errors(self) -> "list[tuple[int, str, str]]":
        """Row, code and sentence of each error. They follow the columns of the result."""
        count, _ = self.head()
        if count == 0:
            return []
        rows = self.take(4 * count).cast("i").tolist()
        codes, messages = (self._text_list(count) for _ in range(2))
        return list(zip(rows, codes, messages))

    def _text_list(self, count: int) -> "list[str]":
        _, length = self.head()
        return text_list(*self.texts(count, length))


def text_list(offsets: memoryview, data: memoryview) -> "list[str]":
    """The texts of a column."""
    ends = offsets.cast("i").tolist()
    text = bytes(data)
    return [text[start:end].decode() for start, end in zip(ends, ends[1:])]


def convert(function: Function, rows: int, columns: Iterable[bytes]) -> Answer:
    """Sends rows to a process.

    Args:
        columns: head and buffers of each argument, with their padding

    Raises:
        MapcodeError: if a setting of the function has no such value
        ProcessError: if there is no process that answers
    """
    body = b"".join(columns)
    header = HEADER.pack(MAGIC, function.length, rows, len(body), 0)
    data = POOL.exchange(b"".join((header, function.text, body)))
    _, text_length, answered, _, _ = HEADER.unpack_from(data)
    if text_length:
        refusal = json.loads(bytes(data[HEADER_BYTES : HEADER_BYTES + text_length]))
        raise MapcodeError(refusal["code"], refusal["message"])
    return Answer(data, answered, HEADER_BYTES)
