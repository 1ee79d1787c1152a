"""Tables: the results match ``mapcoded udf`` for every kind of table."""

import mapcoded
import numpy
import pandas
import polars
import pyarrow
import pytest
from conftest import points, text_answers

LATS, LONS = points(20_000)
TABLE = pyarrow.table({"id": range(len(LATS)), "lat": LATS, "lon": LONS})
LOCAL = ["--args", "lat,lon", "--returns", "local"]


def local_codes(coded):
    """Territory and mapcode in one text, as from ``mapcoded udf``; None for a row without a mapcode."""
    pairs = zip(coded["territory"].to_pylist(), coded["mapcode"].to_pylist())
    return [None if code is None else f"{territory} {code}" for territory, code in pairs]


def test_points_get_the_answers_of_the_command_line():
    coded = mapcoded.encode(TABLE)
    assert coded.column_names == ["id", "lat", "lon", "territory", "mapcode", "international", "error"]
    assert coded.select(["id", "lat", "lon"]).equals(TABLE)
    assert local_codes(coded) == [code for (code,) in text_answers("encode", LOCAL, zip(LATS, LONS))]
    for lat, code, error in zip(LATS, coded["international"].to_pylist(), coded["error"].to_pylist()):
        assert (error is None) == (code is not None) == (lat is not None and lat != 91)


def test_mapcodes_get_the_answers_of_the_command_line():
    coded = mapcoded.encode(TABLE)
    codes = [code or "nonsense" for code in local_codes(coded)]
    decoded = mapcoded.decode({"mapcode": codes})
    expected = text_answers("decode", ["--args", "code", "--returns", "lat,lon"], [[code] for code in codes])
    found = zip(decoded["latitude"].to_pylist(), decoded["longitude"].to_pylist())
    assert list(found) == [(lat and float(lat), lon and float(lon)) for lat, lon in expected]


@pytest.mark.parametrize(
    "convert",
    [
        lambda table: table.to_pandas(),
        lambda table: table.to_pandas(types_mapper=pandas.ArrowDtype),
        polars.from_arrow,
        lambda table: table.to_pydict(),
        lambda table: {"lat": numpy.array(table["lat"].to_pylist(), float), "lon": table["lon"].to_numpy()},
    ],
    ids=["pandas", "pandas with types of Arrow", "polars", "lists", "numpy"],
)
def test_tables_of_others(convert):
    table = TABLE.slice(0, 1000)
    assert local_codes(mapcoded.encode(convert(table))) == local_codes(mapcoded.encode(table))


def test_batches_are_grouped_and_keep_their_rows():
    batches = TABLE.to_batches(max_chunksize=777)
    coded = pyarrow.Table.from_batches(mapcoded.encode_batches(batches, workers=1))
    assert coded.equals(mapcoded.encode(TABLE))
    empty = pyarrow.RecordBatch.from_pylist([], TABLE.schema)
    assert list(mapcoded.encode_batches([])) == list(mapcoded.encode_batches([empty])) == []
    decoded = pyarrow.Table.from_batches(mapcoded.decode_batches(coded.to_batches(), territory_column="territory"))
    assert decoded.num_rows == TABLE.num_rows


def test_options_are_those_of_files():
    table = {"y": [52.376514, 52.376514], "x": [4.908543] * 2, "iso": ["NLD", None], "mapcode": ["old"] * 2}
    coded = mapcoded.encode(table, "y", "x", territory_column="iso", precision=2)
    assert coded["mapcode_2"].to_pylist() == ["49.4V-K2", "49.4V-K2"]
    assert coded["mapcode"].to_pylist() == ["old", "old"]
    context = mapcoded.decode({"mapcode": ["49.4V", None]}, context="NLD")
    assert context["latitude"].to_pylist() == [52.37651400000124, None]
    texts = mapcoded.encode({"lat": ["52.376514", "N52", 'a "b",\n'], "lon": ["4.908543"] * 3})
    assert texts["territory"].to_pylist() == ["NLD", "NLD", None]


def test_rows_without_values_may_come_first():
    empty = [None] * 3000
    coded = mapcoded.encode({"lat": [*empty, 52.376514], "lon": [*empty, 4.908543]})
    assert coded["mapcode"].to_pylist() == [*empty, "49.4V"]
    assert mapcoded.encode({"lat": empty, "lon": empty})["mapcode"].to_pylist() == empty


@pytest.mark.parametrize(
    "call, error, message",
    [
        (lambda: mapcoded.encode({"lat": [1]}), KeyError, "lon"),
        (lambda: mapcoded.encode({"lat": [1], "lon": [2]}, precision=9), mapcoded.MapcodeError, "from 0 to 8"),
        (lambda: mapcoded.encode({"lat": [1], "lon": [2]}, territory="moon"), mapcoded.MapcodeError, "'moon'"),
        (lambda: mapcoded.encode({"lat": [1], "lon": [2]}, wings=2), mapcoded.MapcodeError, "unknown option '--wings"),
        (lambda: mapcoded.encode({"lat": [52.4], "lon": [4.9]}, all=True), mapcoded.MapcodeError, "results for 1 rows"),
    ],
)
def test_errors(call, error, message):
    with pytest.raises(error, match=message):
        call()
