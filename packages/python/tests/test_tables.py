"""Tables: the results match ``mapcoded udf`` for every kind of table."""

import itertools
import time

import duckdb
import geopandas
import mapcoded
import numpy
import pandas
import polars
import pyarrow
import pytest
import shapely
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
        lambda table: table,
        lambda table: table.to_pandas(),
        lambda table: table.to_pandas(types_mapper=pandas.ArrowDtype).set_index("id"),
        polars.from_arrow,
        lambda table: duckdb.from_arrow(table),
        lambda table: table.to_pydict(),
        lambda table: {"lat": numpy.array(table["lat"].to_pylist(), float), "lon": table["lon"].to_numpy()},
    ],
    ids=["pyarrow", "pandas", "pandas with types of Arrow", "polars", "duckdb", "lists", "numpy"],
)
def test_tables_of_others_come_back_as_they_came(convert):
    table = TABLE.slice(0, 1000)
    given = convert(table)
    coded = mapcoded.encode(given)
    kinds = (pandas.DataFrame, polars.DataFrame)
    assert type(coded) is (type(given) if isinstance(given, kinds) else pyarrow.Table)
    answers = pyarrow.table(coded)
    assert local_codes(answers) == local_codes(mapcoded.encode(table))
    decoded = pyarrow.table(mapcoded.decode(coded))
    assert decoded["latitude"].null_count == answers["international"].null_count


def test_frames_of_pandas_keep_their_index_and_types():
    index = pandas.MultiIndex.from_tuples([("a", 7), ("a", 7), ("b", 9)], names=["i", "j"])
    frame = pandas.DataFrame({0: [52.376514, "N52.4", None], 1: [4.908543, 4.9, 1], "kind": pandas.Categorical(list("xyx"))}, index)
    before = frame.copy()
    coded = mapcoded.encode(frame, 0, 1)
    pandas.testing.assert_frame_equal(frame, before)
    pandas.testing.assert_frame_equal(coded[frame.columns], before)
    assert coded["territory"].iloc[:2].tolist() == ["NLD", "NLD"] and pandas.isna(coded["mapcode"].iloc[2])


def test_frames_of_geopandas_give_their_points():
    shapes = [shapely.Point(4.908543, 52.376514), None, shapely.Point(), shapely.LineString([(4, 52), (5, 53)])]
    frame = geopandas.GeoDataFrame({"n": range(4)}, geometry=shapes, crs=4326, index=list("abcd"))
    for given in (frame, frame.to_crs(3857), frame.set_crs(None, allow_override=True)):
        coded = mapcoded.encode(given)
        assert isinstance(coded, geopandas.GeoDataFrame) and coded.crs == given.crs
        assert coded.index.tolist() == list("abcd")
        assert coded["mapcode"].iloc[0] == "49.4V" and coded["mapcode"].isna().tolist() == [False, True, True, True]
        assert coded["error"].isna().tolist() == [True, False, False, False]
        assert coded["error"].iloc[1:].eq("The geometry is missing, or is not a point.").all()


def test_frames_of_geopandas_take_columns_with_territories():
    both = [shapely.Point(4.908543, 52.376514)] * 2
    frame = geopandas.GeoDataFrame({"iso": ["NLD", "BEL"], "land": ["NL", "BE"]}, geometry=both, crs=4326)
    for coded in (mapcoded.encode(frame, territory_column="iso"), mapcoded.encode(frame, country_column="land")):
        assert coded["mapcode"].iloc[0] == "49.4V" and coded["error"].iloc[1].endswith(("in BEL.", "in BE."))
    with pytest.raises(KeyError, match="name"):
        mapcoded.encode(frame, territory_column="name")
    plain = pandas.DataFrame({"lat": [52.376514], "lon": [4.908543], "crs": ["EPSG:4326"]})
    assert mapcoded.encode(plain)["mapcode"].tolist() == ["49.4V"]


def test_results_get_free_names_in_every_call():
    table = {"lat": [52.376514], "lon": [4.908543]}
    for expected in ("mapcode", "mapcode_2", "mapcode_3"):
        table = mapcoded.encode(table)
        assert table[expected].to_pylist() == ["49.4V"]
    for expected in ("latitude", "latitude_2"):
        table = mapcoded.decode(table, "mapcode")
        assert table[expected].to_pylist() == [52.37651400000124]


def test_batches_keep_their_rows_and_share_a_process():
    batches = TABLE.to_batches(max_chunksize=777)
    answered = list(mapcoded.encode_batches(iter(batches)))
    assert [batch.num_rows for batch in answered] == [batch.num_rows for batch in batches]
    coded = pyarrow.Table.from_batches(answered)
    assert coded.equals(mapcoded.encode(TABLE))
    assert pyarrow.Table.from_batches(mapcoded.encode_batches(TABLE)).equals(coded)
    assert all(chunk for chunk in mapcoded.encode(TABLE)["mapcode"].chunks)
    empty = pyarrow.RecordBatch.from_pylist([], TABLE.schema)
    assert list(mapcoded.encode_batches([])) == list(mapcoded.encode_batches([empty])) == []
    decoded = pyarrow.Table.from_batches(mapcoded.decode_batches(coded.to_batches(), territory_column="territory"))
    assert decoded.num_rows == TABLE.num_rows
    # Whoever stops in between ends the process, too.
    endless = mapcoded.encode_batches(itertools.cycle(batches), "lat", "lon")
    assert next(endless).num_rows == 777
    endless.close()


@pytest.mark.parametrize("arguments", [{}, {"coordinates": "coordinates"}])
def test_names_and_values_say_which_number_is_first_unless_it_is_said(arguments):
    pairs = pandas.DataFrame({"coordinates": ["4.9,52.3"] * 9})
    with pytest.raises(mapcoded.MapcodeError, match="lon_first=True if .*lon_first=False if"):
        mapcoded.encode(pairs, **arguments)
    assert mapcoded.encode(pairs, lon_first=True, **arguments)["territory"].tolist() == ["NLD"] * 9
    assert mapcoded.encode(pairs, lon_first=False, **arguments)["territory"].isna().all()
    named = pairs.rename(columns={"coordinates": "lonlat"})
    assert mapcoded.encode(named, **{name: "lonlat" for name in arguments})["mapcode"].tolist() == ["GG.LCG"] * 9


@pytest.mark.parametrize("convert", [lambda table: table, lambda table: table.to_pandas()], ids=["pyarrow", "pandas"])
def test_columns_of_one_name_are_never_chosen(convert):
    arrays = [pyarrow.array([value]) for value in (52.376514, 4.908543, 4.908543)]
    table = convert(pyarrow.Table.from_arrays(arrays, names=["lat", "lon", "lon"]))
    with pytest.raises(mapcoded.MapcodeError, match=r"^No longitude column in: lat.* lon \(2 columns have this name\)"):
        mapcoded.encode(table)
    with pytest.raises(mapcoded.MapcodeError, match="column lon cannot be read: 2 columns have this name"):
        mapcoded.encode(table, "lat", "lon")
    unused = convert(pyarrow.Table.from_arrays([*arrays, *arrays[:2]], names=["lat", "lon", "n", "m", "m"]))
    coded = mapcoded.encode(unused)
    assert str(coded["mapcode"][0]) == "49.4V"
    assert list(coded.columns[:5]) == list(unused.columns)


class Frame(pandas.DataFrame):
    @property
    def _constructor(self):
        return Frame


class PlainFrame(pandas.DataFrame):
    """Pandas makes a DataFrame of its copies."""


class GeoFrame(geopandas.GeoDataFrame):
    pass


def test_frames_of_subclasses_are_frames():
    columns = {"lat": [52.376514], "lon": [4.908543]}
    for kind, expected in ((Frame, Frame), (PlainFrame, pandas.DataFrame)):
        coded = mapcoded.encode(kind(columns, index=["a"]))
        assert type(coded) is expected and coded["mapcode"].to_dict() == {"a": "49.4V"}
    shapes = GeoFrame({"n": [1]}, geometry=[shapely.Point(4.908543, 52.376514)], crs=4326)
    assert mapcoded.encode(shapes)["mapcode"].tolist() == ["49.4V"]


@pytest.mark.parametrize(
    "values",
    [pandas.interval_range(0, 2), pandas.cut([1, 2], 2), [1j, 2], [2**70, 1], pandas.Categorical([(1, 2), (3, 4)])]
    + [[b"\xff", b"a"], [{1}, {2}], pandas.period_range("2026", periods=2), [object(), 1], ["a\nb", None]],
    ids=str,
)
def test_columns_of_any_type_come_back(values):
    columns = {"lat": [52.376514, 1], "lon": [4.908543, 2], "mapcode": ["NLD 49.4V"] * 2}
    frame = pandas.DataFrame({**columns, "other": values})
    for coded in (mapcoded.encode(frame), mapcoded.encode(frame, "lat", "lon"), mapcoded.decode(frame)):
        pandas.testing.assert_frame_equal(coded[frame.columns], frame)
    assert mapcoded.encode(frame)["mapcode_2"][0] == "49.4V"


def test_columns_of_any_type_come_back_from_polars_and_duckdb():
    frame = polars.DataFrame({"lat": [52.376514], "lon": [4.908543]})
    for values in (polars.Series([2**100], dtype=polars.Int128), polars.Series([object()], dtype=polars.Object)):
        given = frame.with_columns(other=values)
        for coded in (mapcoded.encode(given), mapcoded.encode(given, "lat", "lon")):
            assert coded["mapcode"].to_list() == ["49.4V"] and coded["other"].to_list() == values.to_list()
    relation = duckdb.sql("SELECT 52.376514 AS lat, 4.908543 AS lon, INTERVAL 1 MONTH AS month, '101'::BIT AS bits")
    assert mapcoded.encode(relation)["mapcode"].to_pylist() == ["49.4V"]


def test_what_is_not_named_is_found():
    table = {"id": [1], "first": [52.376514], "second": [4.908543], "lat": [52.376514], "lon": [4.908543]}
    for names in ({"lat": "first"}, {"lon": "second"}):
        assert mapcoded.encode(table, **names)["mapcode"].to_pylist() == ["49.4V"]
    shapes = geopandas.GeoDataFrame(table, geometry=[shapely.Point(0, 0)], crs=4326)
    assert mapcoded.encode(shapes, lat="first")["mapcode"].tolist() == ["49.4V"]
    assert mapcoded.decode({"c": ["49.4V"], "territory": ["NLD"]}, "c")["latitude"].null_count == 0


def test_rows_in_messages_count_from_0():
    table = {"note": ["a\nb\r\rc"] * 1500, "lat": [None, None] + ["north"] * 1498, "lon": [1] * 1500}
    with pytest.warns(mapcoded.MapcodeWarning) as warned:
        mapcoded.encode(table)
    texts = [str(warning.message) for warning in warned]
    assert "Row 2: The latitude (column lat) 'north'" in texts[0] and "rows all fail" in texts[0]
    assert "Row 0: The row has no latitude (column lat). Row 2: " in texts[1]
    assert {warning.filename for warning in warned} == {__file__}


def test_names_of_several_levels_get_results_without_warnings(recwarn):
    columns = pandas.MultiIndex.from_tuples([("a", "lat"), ("a", "lon")])
    frame = pandas.DataFrame([[52.376514, 4.908543]], columns=columns)
    for expected in (("mapcode", ""), ("mapcode_2", "")):
        frame = mapcoded.encode(frame, ("a", "lat"), ("a", "lon"))
        assert frame[expected].tolist() == ["49.4V"]
    assert list(recwarn) == []


def test_geometries_that_are_not_read_have_reasons():
    point = shapely.Point(4.908543, 52.376514)
    frame = geopandas.GeoDataFrame({"lat": [52.376514], "lon": [4.908543], "other": geopandas.GeoSeries([point])})
    assert mapcoded.encode(frame)["mapcode"].tolist() == ["49.4V"]  # No geometry is active.
    active = frame.set_geometry("other")
    assert mapcoded.encode(active, lon_first=True)["mapcode"].tolist() == ["49.4V"]
    with pytest.raises(mapcoded.MapcodeError, match="column other cannot be read: its type is struct<geometry"):
        mapcoded.encode(active, coordinates="other")
    projected = geopandas.GeoDataFrame(geometry=[shapely.Point(121900, 487000)])
    with pytest.warns(mapcoded.MapcodeWarning, match="set_crs"):
        assert "set_crs" in mapcoded.encode(projected)["error"][0]
    assert mapcoded.encode(projected.set_crs(28992))["territory"].tolist() == ["NLD"]


def test_tables_of_bad_rows_have_errors():
    bad = pyarrow.table({"lat": ["north"] * 5000, "lon": ["east"] * 5000})
    with pytest.warns(mapcoded.MapcodeWarning, match="^(?!.*standard input).*north"):
        coded = mapcoded.encode(bad)
    assert coded["mapcode"].null_count == 5000 and coded["error"].null_count == 0
    with pytest.warns(mapcoded.MapcodeWarning) as warned:
        batches = list(mapcoded.encode_batches(bad.to_batches(max_chunksize=999)))
    assert {warning.filename for warning in warned} == {__file__}
    assert pyarrow.Table.from_batches(batches).equals(coded)


def test_options_are_arguments():
    table = {"y": [52.376514, 52.376514], "x": [4.908543] * 2, "iso": ["NLD", None], "mapcode": ["old"] * 2}
    coded = mapcoded.encode(table, "y", "x", territory_column="iso", precision=2, include=["offset"])
    assert coded["mapcode_2"].to_pylist() == ["49.4V-K2", "49.4V-K2"]
    assert coded["mapcode"].to_pylist() == ["old", "old"]
    assert coded["offset_meters_2"].type == pyarrow.float64()
    context = mapcoded.decode({"mapcode": ["49.4V", None]}, context="NLD")
    assert context["latitude"].to_pylist() == [52.37651400000124, None]
    texts = mapcoded.encode({"lat": ["52.376514", "N52", 'a "b",\n'], "lon": ["4.908543"] * 3})
    assert texts["territory"].to_pylist() == ["NLD", "NLD", None]
    pairs = {"point": ["4.908543,52.376514"]}
    assert mapcoded.encode(pairs, coordinates="point", lon_first=True)["mapcode"].to_pylist() == ["49.4V"]
    for near in ((52.3, 4.9), [52.3, 4.9], numpy.array([52.3, 4.9])):
        assert mapcoded.decode({"mapcode": ["49.4V"]}, near=near)["latitude"].to_pylist() == [52.37651400000124]
    numbers = {"precision": numpy.int64(2), "workers": numpy.int64(1), "lon_first": numpy.bool_(True)}
    assert mapcoded.encode(pairs, coordinates="point", **numbers)["mapcode"].to_pylist() == ["49.4V-K2"]


def test_rows_without_values_may_come_first():
    empty = [None] * 3000
    coded = mapcoded.encode({"lat": [*empty, 52.376514], "lon": [*empty, 4.908543]})
    assert coded["mapcode"].to_pylist() == [*empty, "49.4V"]
    assert mapcoded.encode({"lat": empty, "lon": empty})["mapcode"].to_pylist() == empty
    assert mapcoded.encode({"lat": [], "lon": []})["mapcode"].to_pylist() == []


ONE = {"lat": [1], "lon": [2]}
CODE = {"mapcode": ["49.4V"]}


@pytest.mark.parametrize(
    "call, error, message",
    [
        (lambda: mapcoded.encode({"id": [1], "lat": [1]}, "lat", "lon"), KeyError, "no column lon in: id, lat"),
        (lambda: mapcoded.encode(ONE, 1, 2), KeyError, "no column 1 in: lat, lon"),
        (lambda: mapcoded.encode({}), mapcoded.MapcodeError, "^No latitude column in: "),
        (lambda: mapcoded.encode(pandas.DataFrame()), mapcoded.MapcodeError, "^No latitude column in: "),
        (lambda: mapcoded.decode(polars.DataFrame()), mapcoded.MapcodeError, "^No mapcode column in: "),
        (lambda: mapcoded.encode({"p": [[52.3, 4.9]]}), mapcoded.MapcodeError, r"Not read: p \(its type is list"),
        (lambda: mapcoded.encode({"p": [[52.3, 4.9]]}, coordinates="p"), mapcoded.MapcodeError, "column p cannot be"),
        (lambda: list(mapcoded.encode_batches(pyarrow.table({"p": [[1]]}))), mapcoded.MapcodeError, "Not read: p "),
        (lambda: mapcoded.encode({"lat": [1]}), mapcoded.MapcodeError, "^No longitude column in: lat"),
        (lambda: mapcoded.encode(ONE, precision=9), mapcoded.MapcodeError, "^The option precision is '9'. Expected"),
        (lambda: mapcoded.encode(ONE, include=["x"]), mapcoded.MapcodeError, "^The option include 'x' is not one of"),
        (lambda: mapcoded.encode(ONE, precision=True), mapcoded.MapcodeError, "True"),
        (lambda: mapcoded.encode(ONE, territory="moon"), mapcoded.MapcodeError, "'moon'"),
        (lambda: mapcoded.encode(ONE, wings=2), TypeError, "'wings'"),
        (lambda: mapcoded.encode_batches([], wings=2), TypeError, "'wings'"),
        (lambda: mapcoded.encode(ONE, include="offset"), TypeError, "list or tuple"),
        (lambda: mapcoded.encode(ONE, "lat", coordinates="lon"), TypeError, "either"),
        (lambda: mapcoded.encode([52, 4]), TypeError, "list is not a table"),
        (lambda: mapcoded.encode({"lat": 52.3, "lon": 4.9}), TypeError, r"such as \[52.3\]"),
        (lambda: mapcoded.encode(polars.LazyFrame(ONE)), TypeError, r"Use its method collect\(\)"),
        (lambda: mapcoded.encode(pandas.Series([52.3])), TypeError, "Series is not a table"),
        (lambda: mapcoded.encode(polars.Series([52.3])), TypeError, "Series is not a table"),
        (lambda: mapcoded.encode(geopandas.GeoSeries([shapely.Point(4, 52)])), TypeError, "GeoSeries is not a table"),
        (lambda: mapcoded.encode({"lat": [1], "lon": [2, 3]}), ValueError, "length"),
        (lambda: mapcoded.decode(CODE, near=52.3), mapcoded.MapcodeError, "^The option near '52.3' is not a latitude"),
        (lambda: mapcoded.decode(CODE, near=(52.3, 4.9), context="NLD"), TypeError, "^Give context, or else territory"),
        (
            lambda: mapcoded.decode(CODE, near=(52.3, 4.9), territory="NLD"),
            mapcoded.MapcodeError,
            "^The option territory and the option near exclude each other. Use one of them.$",
        ),
        (lambda: mapcoded.encode(ONE, workers=0), mapcoded.MapcodeError, "^The option workers is '0'. Expected auto"),
        (lambda: mapcoded.encode(ONE, local="near"), mapcoded.MapcodeError, "^The option local 'near' is not one of"),
        (lambda: mapcoded.encode(ONE | {"lat_dir": ["S"], "lon_dir": ["W"]}), mapcoded.MapcodeError, "l.._dir"),
    ],
)
def test_errors(call, error, message):
    with pytest.raises(error, match=message):
        call()


@pytest.fixture
def killed(monkeypatch, tmp_path):
    """A process that reads a part of its rows, and dies."""
    node = tmp_path / "node"
    node.write_text("#!/bin/sh\nhead -c 100000 >/dev/null\nkill -9 $$\n")
    node.chmod(0o755)
    monkeypatch.setenv("MAPCODED_NODE", str(node))


def test_a_killed_process_is_an_error(killed):
    with pytest.raises(mapcoded.MapcodeError, match="exit code -9"):
        mapcoded.encode(TABLE)


def test_the_path_of_a_missing_node_is_an_error(monkeypatch):
    monkeypatch.setenv("MAPCODED_NODE", "/missing/node")
    with pytest.raises(FileNotFoundError, match="^MAPCODED_NODE is '/missing/node'"):
        mapcoded.encode(ONE)


def test_a_process_that_is_killed_between_batches_is_an_error(killed):
    def batches():
        yield from TABLE.to_batches(max_chunksize=5000)
        time.sleep(0.5)
        yield TABLE.slice(0, 1).to_batches()[0]

    with pytest.raises(mapcoded.MapcodeError, match="exit code -9"):
        list(mapcoded.encode_batches(batches()))
