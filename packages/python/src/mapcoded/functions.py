"""The functions that engines get, with the same names and results in all of them."""

from typing import TYPE_CHECKING, NamedTuple

from .blocks import declare
from .columns import Conversion, convert_arrays

if TYPE_CHECKING:
    import pyarrow


class EngineFunction(NamedTuple):
    """A function of an engine: its arguments, in their order, and what it returns, as ``mapcoded udf`` names them."""

    name: str
    args: "tuple[str, ...]"
    returns: str


FUNCTIONS = (
    EngineFunction("mapcode", ("lat", "lon"), "local"),
    EngineFunction("mapcode_within", ("lat", "lon", "territory", "precision"), "local"),
    EngineFunction("mapcode_international", ("lat", "lon"), "international"),
    EngineFunction("mapcodes", ("lat", "lon"), "all"),
    EngineFunction("mapcode_error", ("lat", "lon"), "error"),
    EngineFunction("mapcode_to_point", ("code",), "lat,lon"),
    EngineFunction("mapcode_to_point_within", ("code", "context"), "lat,lon"),
    EngineFunction("mapcode_to_point_error", ("code",), "error"),
)


def answer(function: EngineFunction, columns: "list[pyarrow.Array]", errors: str, local: str) -> "pyarrow.Array":
    """The results of a function for columns of arguments: a structure where it returns a point."""
    import pyarrow

    names: "tuple[str, ...]"
    _, args, returns = function
    if returns == "error":
        names, errors = (), "column"
    else:
        names = ("lat", "lon") if returns == "lat,lon" else (returns,)
    settings = (("local", local),) if "lat" in args else ()
    declared = declare(returns, args, errors != "null", settings)
    conversion = Conversion(declared, {name: name for name in args}, names, errors)
    results = convert_arrays(conversion, columns, None)
    if returns != "lat,lon":
        return results[0]
    # A point is NULL as a whole.
    return pyarrow.StructArray.from_arrays(results, names=names, mask=results[0].is_null())
