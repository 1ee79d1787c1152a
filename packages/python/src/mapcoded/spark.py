"""Functions of Spark: columns for ``withColumn``, functions for SQL, and whole rows by ``mapInArrow``.

The workers need this package, too. ``register`` and the functions need pandas, as Spark's own do.
"""

from typing import TYPE_CHECKING, Any, Callable, Iterable

import pandas as pd
import pyarrow
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.functions import pandas_udf
from pyspark.sql.pandas.types import from_arrow_type
from pyspark.sql.types import ArrayType, DataType, DoubleType, StringType, StructField, StructType

from .columns import Conversion, convert_batches, decoding, encoding
from .functions import FUNCTIONS, answer

if TYPE_CHECKING:
    from pyspark.sql._typing import UserDefinedFunctionLike

_BY_NAME = {function.name: function for function in FUNCTIONS}
_POINT = StructType([StructField("lat", DoubleType()), StructField("lon", DoubleType())])


def _answer(name: str, *columns: pd.Series) -> pyarrow.Array:
    # Spark may hand over missing numbers as NaN.
    arrays = [pyarrow.array(column, from_pandas=True) for column in columns]
    return answer(_BY_NAME[name], arrays, "null", "borders")


# Spark reads the types of arguments and results from the annotations.


def _mapcode(lat: pd.Series, lon: pd.Series) -> pd.Series:
    return _answer("mapcode", lat, lon).to_pandas()


def _mapcode_within(lat: pd.Series, lon: pd.Series, territory: pd.Series, precision: pd.Series) -> pd.Series:
    return _answer("mapcode_within", lat, lon, territory, precision).to_pandas()


def _mapcode_international(lat: pd.Series, lon: pd.Series) -> pd.Series:
    return _answer("mapcode_international", lat, lon).to_pandas()


def _mapcodes(lat: pd.Series, lon: pd.Series) -> pd.Series:
    return _answer("mapcodes", lat, lon).to_pandas()


def _mapcode_error(lat: pd.Series, lon: pd.Series) -> pd.Series:
    return _answer("mapcode_error", lat, lon).to_pandas()


def _mapcode_to_point_error(code: pd.Series) -> pd.Series:
    return _answer("mapcode_to_point_error", code).to_pandas()


def _points(points: pyarrow.Array) -> pd.DataFrame:
    return pd.DataFrame({name: points.field(name).to_pandas() for name in ("lat", "lon")})


def _mapcode_to_point(code: pd.Series) -> pd.DataFrame:
    return _points(_answer("mapcode_to_point", code))


def _mapcode_to_point_within(code: pd.Series, context: pd.Series) -> pd.DataFrame:
    return _points(_answer("mapcode_to_point_within", code, context))


def _column_function(function: "Callable[..., Any]", kind: DataType) -> "UserDefinedFunctionLike":
    # The types of Spark want the kind of function as well, which is for functions without annotations.
    return pandas_udf(function, kind)  # type: ignore[call-overload, no-any-return]


mapcode = _column_function(_mapcode, StringType())
mapcode_within = _column_function(_mapcode_within, StringType())
mapcode_international = _column_function(_mapcode_international, StringType())
mapcodes = _column_function(_mapcodes, ArrayType(StringType()))
mapcode_error = _column_function(_mapcode_error, StringType())
mapcode_to_point_error = _column_function(_mapcode_to_point_error, StringType())
mapcode_to_point = _column_function(_mapcode_to_point, _POINT)
mapcode_to_point_within = _column_function(_mapcode_to_point_within, _POINT)


def register(spark: SparkSession) -> None:
    """Registers the functions of this module for SQL:

    - ``mapcode(lat, lon)``: the local mapcode with its territory, a string; NULL where no territory has one
    - ``mapcode_within(lat, lon, territory, precision)``: the same within a territory, with extra digits
    - ``mapcode_international(lat, lon)``: a string
    - ``mapcodes(lat, lon)``: all mapcodes, an array of strings
    - ``mapcode_to_point(code)``, ``mapcode_to_point_within(code, context)``: a struct of lat and lon
    - ``mapcode_error(lat, lon)``, ``mapcode_to_point_error(code)``: why a row has no result, a string

    A row that cannot be converted gives NULL; a point, NULL in both members. Each worker of Python has one process.
    """
    for name in _BY_NAME:
        spark.udf.register(name, globals()[name])


def _schema(frame: DataFrame, conversion: Conversion) -> StructType:
    # The arguments are checked here, so that an error comes before the job.
    conversion.schema(pyarrow.schema([(name, pyarrow.null()) for name in frame.columns]))
    added = [StructField(name, from_arrow_type(kind)) for name, kind in conversion.fields()]
    return StructType([*frame.schema.fields, *added])


def _map_in_arrow(frame: DataFrame, conversion: Conversion) -> DataFrame:
    def added(batches: Iterable[pyarrow.RecordBatch]) -> Iterable[pyarrow.RecordBatch]:
        return convert_batches(batches, conversion)

    return frame.mapInArrow(added, _schema(frame, conversion))


def encode(frame: DataFrame, lat: str = "lat", lon: str = "lon", **options: Any) -> DataFrame:
    """Adds mapcodes to rows by ``mapInArrow``, with the options of ``mapcoded.encode_arrow``.

    Raises:
        ValueError: if a column is missing, or there is one with the name of a result
    """
    return _map_in_arrow(frame, encoding(lat, lon, **options))


def decode(frame: DataFrame, code: str = "mapcode", **options: Any) -> DataFrame:
    """Adds points to rows by ``mapInArrow``, with the options of ``mapcoded.decode_arrow``."""
    return _map_in_arrow(frame, decoding(code, **options))
