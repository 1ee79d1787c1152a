"""Functions of DuckDB in Python."""

import threading

import duckdb
import mapcoded
import mapcoded.duckdb
import pytest
from conftest import points


@pytest.fixture
def connection():
    with duckdb.connect() as connection:
        mapcoded.duckdb.register(connection)
        yield connection


def test_functions(connection):
    [row] = connection.sql("""
        SELECT mapcode(52.376514, 4.908543), mapcode(0, -30), mapcode(NULL, 1), mapcode(99, 1),
            mapcode_within(52.376514, 4.908543, NULL, 2), mapcode_within(52.376514, 4.908543, 'FRA', NULL),
            mapcode_international(52.376514, 4.908543), len(mapcodes(52.376514, 4.908543)), mapcodes(NULL, 1),
            mapcode_to_point('NLD 49.4V').lat, mapcode_to_point('x'), mapcode_to_point_within('49.4V', 'NLD').lon,
            mapcode_error(1, 2), mapcode_error(99, 2), mapcode_to_point_error('x')
    """).fetchall()
    assert row[:-2] == (
        "NLD 49.4V", None, None, None, "NLD 49.4V-K2", None, "VHXGB.1J9J", 5, None,
        52.37651400000124, None, 4.908543375, None)
    assert "'99'" in row[-2] and "'x'" in row[-1]


def test_errors_can_end_a_query():
    with duckdb.connect() as connection:
        mapcoded.duckdb.register(connection, errors="raise")
        with pytest.raises(duckdb.Error, match="The latitude '99' is not"):
            connection.sql("SELECT mapcode(99, 1)").fetchall()
        with pytest.raises(ValueError, match="'column', not"):
            mapcoded.duckdb.register(connection, errors="column")


def test_all_rows_of_queries_in_several_threads(connection):
    lats, lons = points(60_000)
    table = mapcoded.encode_arrow({"id": list(range(60_000)), "lat": lats, "lon": lons})
    connection.register("source", table)
    connection.execute("CREATE TABLE points AS FROM source; SET threads = 4")
    wrong = []

    def query():
        different = """
            SELECT count(*), count(*) FILTER (WHERE mapcode IS DISTINCT FROM mapcode(lat, lon)
                OR mapcode_to_point(mapcode).lat IS NULL <> (mapcode IS NULL)) FROM points
        """
        answer = connection.cursor().sql(different).fetchall()
        if answer != [(60_000, 0)]:
            wrong.append(answer)

    threads = [threading.Thread(target=query) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
