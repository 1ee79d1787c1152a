"""Functions of DuckDB, for connections of its package ``duckdb``."""

import inspect
from typing import TYPE_CHECKING, Any, Callable

from .functions import FUNCTIONS, EngineFunction, answer

if TYPE_CHECKING:
    import duckdb

ARGUMENT_TYPES = {"lat": "DOUBLE", "lon": "DOUBLE", "precision": "INTEGER"}
RESULT_TYPES = {"all": "VARCHAR[]", "lat,lon": "STRUCT(lat DOUBLE, lon DOUBLE)"}


def _arrow_function(function: EngineFunction, errors: str, local: str) -> "Callable[..., Any]":
    import pyarrow

    def of_columns(*columns: Any) -> Any:
        arrays = [
            column.combine_chunks() if isinstance(column, pyarrow.ChunkedArray) else column for column in columns
        ]
        return answer(function, arrays, errors, local)

    # DuckDB counts the parameters.
    parameters = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_ONLY) for name in function.args]
    of_columns.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return of_columns


def register(connection: "duckdb.DuckDBPyConnection", *, errors: str = "null", local: str = "borders") -> None:
    """Registers functions, for SQL and for relations:

    - ``mapcode(lat, lon)``: the local mapcode with its territory, a VARCHAR; NULL where no territory has one
    - ``mapcode_within(lat, lon, territory, precision)``: the same within a territory, with extra digits
    - ``mapcode_international(lat, lon)``: a VARCHAR
    - ``mapcodes(lat, lon)``: all mapcodes, a VARCHAR[]
    - ``mapcode_to_point(code)``, ``mapcode_to_point_within(code, context)``: a STRUCT(lat DOUBLE, lon DOUBLE)
    - ``mapcode_error(lat, lon)``, ``mapcode_to_point_error(code)``: why a row has no result, a VARCHAR

    DuckDB calls them from its threads. Each thread has a process of Node, up to the number of cores.

    Args:
        connection: of the package duckdb
        errors: what rows give that cannot be converted: NULL (``null``), or an error that ends the query (``raise``)
        local: how local mapcodes are chosen, as for ``encode``

    Raises:
        ValueError: if ``errors`` is neither of them
    """
    if errors not in ("null", "raise"):
        raise ValueError(f"`errors` is {errors!r}, not 'null' or 'raise'.")
    for function in FUNCTIONS:
        # Its types know enumerations only, which not all versions have in the same module.
        connection.create_function(  # type: ignore[call-overload]
            function.name,
            _arrow_function(function, errors, local),
            [ARGUMENT_TYPES.get(name, "VARCHAR") for name in function.args],
            RESULT_TYPES.get(function.returns, "VARCHAR"),
            type="arrow",
            # Otherwise, a NULL territory would give NULL.
            null_handling="special",
        )
