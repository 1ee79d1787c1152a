"""Columns of Arrow, from tables of several kinds."""

import decimal

import duckdb
import mapcoded
import numpy
import pandas
import polars
import pyarrow
import pytest
from conftest import points, text_answers
from mapcoded import MapcodeError
from mapcoded.columns import BLOCK_ROWS

ROWS = 40_000
AMSTERDAM = {"lat": [52.376514], "lon": [4.908543]}


@pytest.fixture(scope="module")
def table():
    lats, lons = points(ROWS)
    return pyarrow.table({"id": list(range(ROWS)), "lat": lats, "lon": lons})


@pytest.fixture(scope="module")
def local(table):
    """The local mapcode of each point, and the error, by rows of texts."""
    rows = zip(table["lat"].to_pylist(), table["lon"].to_pylist())
    return text_answers("encode", ["--args", "lat,lon", "--returns", "local", "--with-errors"], rows)


def test_encoding_gives_what_rows_of_texts_give(table, local):
    coded = mapcoded.encode_arrow(table, errors="column")
    assert coded["mapcode"].to_pylist() == [code for code, _ in local]
    assert coded["error"].to_pylist() == [error for _, error in local]
    assert coded.select(table.column_names).equals(table)


def test_decoding_gives_what_rows_of_texts_give(local):
    codes = [code for code, _ in local] + ["a\tb", "nonsense é", "49.4V", ""]
    decoded = mapcoded.decode_arrow({"mapcode": codes}, errors="column", context="NLD")
    rows = [[code and code.replace("\t", "\\t")] for code in codes]
    expected = text_answers("decode", ["--args", "code", "--returns", "lat,lon", "--with-errors", "--context", "NLD"], rows)
    for column, name in enumerate(("lat", "lon")):
        answers = [row[column] and float(row[column]) for row in expected]
        assert decoded[name].to_pylist() == answers
    assert [bool(error) for error in decoded["error"].to_pylist()] == [bool(row[2]) for row in expected]


@pytest.mark.parametrize("returns", ["international", "all", "json"])
def test_other_results(returns):
    lats, lons = points(300)
    coded = mapcoded.encode_arrow({"lat": lats, "lon": lons}, returns=returns, precision=1, local="shortest")
    options = ["--args", "lat,lon", "--returns", returns, "--precision", "1", "--local", "shortest"]
    expected = [code for [code] in text_answers("encode", options, zip(lats, lons))]
    if returns == "all":
        coded_texts = [codes and "[" + ",".join(f"'{code}'" for code in codes) + "]" for codes in coded["mapcode"].to_pylist()]
        assert [codes or "[]" for codes in coded_texts] == expected
    else:
        assert coded["mapcode"].to_pylist() == expected


def test_bounds():
    bounds = mapcoded.decode_arrow({"mapcode": ["NLD 49.4V"]}, returns="rectangle")
    south, west, north, east = (bounds[name][0].as_py() for name in ("south", "west", "north", "east"))
    lat, lon = mapcoded.decode("NLD 49.4V")
    assert south < lat < north and west < lon < east


def duckdb_relation(table):
    connection = duckdb.connect()
    connection.register("points", table)
    return connection.sql("SELECT * FROM points")


SOURCES = {
    "a table of pyarrow": lambda table: table,
    "a reader of pyarrow": lambda table: table.to_reader(max_chunksize=777),
    "pandas": lambda table: table.to_pandas(),
    "pandas with types of Arrow": lambda table: table.to_pandas(types_mapper=pandas.ArrowDtype),
    "polars": lambda table: polars.from_arrow(table),
    "DuckDB": duckdb_relation,
    "numpy": lambda table: {
        "id": table["id"].to_numpy(),
        "lat": numpy.ma.masked_invalid(table["lat"].to_numpy()),
        "lon": table["lon"].to_numpy(),
    },
    "lists": lambda table: table.to_pydict(),
}


@pytest.mark.parametrize("kind", SOURCES)
def test_tables_of(kind, table, local):
    few = table.slice(333, 3000)
    coded = mapcoded.encode_arrow(SOURCES[kind](few))
    assert coded["id"].to_pylist() == few["id"].to_pylist()
    assert coded["mapcode"].to_pylist() == [code for code, _ in local[333:3333]]
    decoded = mapcoded.decode_arrow(SOURCES[kind](coded.select(["mapcode"])) if kind == "polars" else coded.select(["mapcode"]))
    assert decoded["lat"].null_count == coded["mapcode"].null_count


@pytest.mark.parametrize("start", [1, 7, 8, 13])
def test_parts_of_a_column_with_missing_values(start, table, local):
    batch = table.combine_chunks().to_batches()[0].slice(start, 500)
    assert mapcoded.encode_arrow(batch)["mapcode"].to_pylist() == [code for code, _ in local[start : start + 500]]
    codes = pyarrow.array([code for code, _ in local])[start : start + 500]
    lats = mapcoded.decode_arrow({"mapcode": codes})["lat"].to_pylist()
    assert [lat is None for lat in lats] == [code is None for code in codes.to_pylist()]


@pytest.mark.parametrize(
    "column",
    [
        pyarrow.array([52.5], pyarrow.float32()),
        pyarrow.array([52], pyarrow.int8()),
        pyarrow.array([decimal.Decimal("52.5")]),
        pyarrow.array([52.5]).dictionary_encode(),
        pyarrow.array([None]),
    ],
    ids=str,
)
def test_types_of_numbers(column):
    [value] = column.cast(pyarrow.float64()).to_pylist()
    [coded] = mapcoded.encode_arrow({"lat": column, "lon": [4.5]})["mapcode"].to_pylist()
    assert coded == (value and str(mapcoded.encode_shortest(value, 4.5)))


@pytest.mark.parametrize("kind", [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()], ids=str)
def test_types_of_texts(kind):
    codes = pyarrow.array(["NLD 49.4V", None, "NLD 49.4V"], kind)
    assert mapcoded.decode_arrow({"mapcode": codes})["lat"].null_count == 1
    if kind != pyarrow.string_view():
        assert mapcoded.decode_arrow({"mapcode": codes.dictionary_encode()})["lat"].null_count == 1


def test_precisions_territories_and_contexts_of_rows():
    rows = {
        "y": [52.376514] * 5, "x": [4.908543] * 5,
        "digits": [0, 2, None, 9, 0], "where": ["NLD", None, "", "NLD", "moon"],
    }
    coded = mapcoded.encode_arrow(
        rows, "y", "x", precision_column="digits", territory_column="where", errors="column", to="code")
    assert coded["code"].to_pylist() == ["NLD 49.4V", "NLD 49.4V-K2", "NLD 49.4V", None, None]
    assert ["'9' is not" in coded["error"][3].as_py(), "'moon'" in coded["error"][4].as_py()] == [True, True]
    decoded = mapcoded.decode_arrow({"mapcode": ["49.4V"] * 2, "of": ["NLD", None]}, context_column="of")
    assert decoded["lat"].null_count == 1


def test_errors_are_raised_with_their_row(table):
    first = next(row for row, lat in enumerate(table["lat"].to_pylist()) if lat == 91)
    for read in (mapcoded.encode_arrow, lambda *args, **options: mapcoded.encode_stream(*args, **options).read_all()):
        with pytest.raises(MapcodeError, match=f"Row {first}: The latitude '91'") as raised:
            read(table, errors="raise", workers=2)
        assert raised.value.row == first
    late = {"lat": [1.0] * BLOCK_ROWS + [99.0], "lon": [1.0] * (BLOCK_ROWS + 1)}
    with pytest.raises(MapcodeError, match=f"Row {BLOCK_ROWS}: "):
        mapcoded.encode_arrow(late, errors="raise")


@pytest.mark.parametrize(
    "call, error, part",
    [
        (lambda: mapcoded.encode_arrow({**AMSTERDAM, "mapcode": [1]}), ValueError, "a column 'mapcode' already"),
        (lambda: mapcoded.encode_arrow({**AMSTERDAM, "error": [1]}, errors="column"), ValueError, "'error' already"),
        (lambda: mapcoded.decode_arrow({"mapcode": ["x"], "lon": [1]}), ValueError, "a column 'lon' already"),
        (lambda: mapcoded.decode_arrow({"mapcode": ["x"]}, to=("a",)), ValueError, "has 1 names"),
        (lambda: mapcoded.encode_arrow({"lat": [1]}), ValueError, "no column 'lon'"),
        (lambda: mapcoded.encode_pandas(pandas.DataFrame({"lat": [1]})), ValueError, "no column 'lon'"),
        (lambda: mapcoded.encode_arrow(AMSTERDAM, errors="no"), ValueError, "'no', not one of"),
        (lambda: mapcoded.encode_arrow(AMSTERDAM, workers=0), ValueError, "0, not a number"),
        (lambda: mapcoded.encode_arrow({"lat": ["52"], "lon": [1]}), TypeError, "type string, not numbers"),
        (lambda: mapcoded.decode_arrow({"mapcode": [7]}), TypeError, "type int64, not texts"),
        (lambda: mapcoded.encode_arrow([1]), TypeError, "list is no table"),
        (lambda: mapcoded.encode_arrow(AMSTERDAM, territory="moon"), MapcodeError, "'moon'"),
        (lambda: mapcoded.encode_arrow(AMSTERDAM, returns="point"), MapcodeError, "'point'"),
    ],
)
def test_wrong_use(call, error, part):
    with pytest.raises(error, match=part):
        call()


def test_frames_keep_their_index():
    frame = pandas.DataFrame({"lat": [52.376514, None], "lon": [4.908543, 1]}, index=["a", "b"])
    coded = mapcoded.encode_pandas(frame)
    assert coded.loc["a", "mapcode"] == "NLD 49.4V" and pandas.isna(coded.loc["b", "mapcode"])
    assert "mapcode" not in frame
    assert mapcoded.decode_pandas(coded.drop(columns=["lat", "lon"])).loc["a", "lat"] == mapcoded.decode("NLD 49.4V")[0]


def test_an_empty_table_needs_no_process():
    empty = pyarrow.table({"lat": pyarrow.array([], pyarrow.float64()), "lon": pyarrow.array([], pyarrow.float64())})
    assert mapcoded.encode_arrow(empty).schema.names == ["lat", "lon", "mapcode"]
    assert mapcoded.process.POOL.pids() == []


@pytest.mark.parametrize("workers", [1, 3])
def test_a_stream_is_read_as_it_is_asked_for(workers, table, local):
    batches = table.to_batches(max_chunksize=500)
    taken = []

    def counted():
        for batch in batches:
            taken.append(batch)
            yield batch

    reader = mapcoded.encode_stream(
        pyarrow.RecordBatchReader.from_batches(table.schema, counted()), workers=workers)
    answers = []
    for number, batch in enumerate(reader, 1):
        assert len(taken) <= number + 2 * workers
        answers.extend(batch["mapcode"].to_pylist())
    assert answers == [code for code, _ in local]


def test_a_stream_that_nobody_reads_to_its_end(table):
    reader = mapcoded.encode_stream(table, workers=2)
    assert reader.read_next_batch().num_rows > 0
    del reader
    assert mapcoded.encode_shortest(52.376514, 4.908543).code == "49.4V"


def test_long_texts_are_sent_in_smaller_blocks(monkeypatch):
    monkeypatch.setattr(mapcoded.columns, "BLOCK_BYTES", 1000)
    codes = ["NLD 49.4V", "x" * 5000] * 30
    lats = mapcoded.decode_arrow({"mapcode": codes})["lat"]
    assert lats.num_chunks == 60 and lats.null_count == 30
