"""Functions of Spark, in one process of Java. Clusters, and what is killed in them, are in ``npm run test:engines``."""

import sys

import mapcoded
import mapcoded.spark
import pyarrow
import pytest
from conftest import points
from pyspark.errors import PythonException
from pyspark.sql import SparkSession
from pyspark.sql.functions import lit
from test_documents import examples


@pytest.fixture(scope="module")
def spark():
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "1000",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        session = SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
        session.sparkContext.setLogLevel("OFF")
        mapcoded.spark.register(session)
        yield session
        session.stop()


@pytest.fixture(scope="module")
def table():
    lats, lons = points(20_000)
    return pyarrow.table({"id": list(range(20_000)), "lat": lats, "lon": lons})


def rows(frame):
    return frame.toArrow().combine_chunks().sort_by("id")


def test_functions_in_sql(spark):
    [row] = spark.sql("""
        SELECT mapcode(52.376514, 4.908543), mapcode(0, -30), mapcode(NULL, 1), mapcode(99, 1),
            mapcode_within(52.376514, 4.908543, NULL, 2), mapcode_within(52.376514, 4.908543, 'FRA', NULL),
            mapcode_international(52.376514, 4.908543), size(mapcodes(52.376514, 4.908543)), mapcodes(NULL, 1),
            mapcode_to_point('NLD 49.4V').lat, mapcode_to_point('x').lat, mapcode_to_point_within('49.4V', 'NLD').lon,
            mapcode_error(1, 2), mapcode_error(99, 2), mapcode_to_point_error('x')
    """).collect()
    assert row[:-2] == (
        "NLD 49.4V", None, None, None, "NLD 49.4V-K2", None, "VHXGB.1J9J", 5, None,
        52.37651400000124, None, 4.908543375, None)
    assert "'99'" in row[-2] and "'x'" in row[-1]


def test_columns_of_a_frame(spark, table):
    frame = spark.createDataFrame(table).repartition(4)
    coded = frame.withColumn("mapcode", mapcoded.spark.mapcode("lat", "lon"))
    coded = coded.withColumn("precise", mapcoded.spark.mapcode_within("lat", "lon", lit(None).cast("string"), lit(2)))
    coded = coded.withColumn("all", mapcoded.spark.mapcodes("lat", "lon"))
    coded = coded.withColumn("point", mapcoded.spark.mapcode_to_point("mapcode"))
    answers = rows(coded)
    expected = mapcoded.encode_arrow(table)
    assert answers["mapcode"].equals(expected["mapcode"])
    assert answers["precise"].equals(mapcoded.encode_arrow(table, precision=2)["mapcode"])
    assert answers["all"].to_pylist() == mapcoded.encode_arrow(table, returns="all")["mapcode"].to_pylist()
    centers = mapcoded.decode_arrow(expected.select(["mapcode"]))
    assert [point and point["lat"] for point in answers["point"].to_pylist()] == centers["lat"].to_pylist()


def test_whole_rows(spark, table):
    frame = spark.createDataFrame(table).repartition(4)
    coded = mapcoded.spark.encode(frame, errors="column", precision=1)
    assert coded.columns == ["id", "lat", "lon", "mapcode", "error"]
    answers = rows(coded)
    expected = mapcoded.encode_arrow(table, errors="column", precision=1)
    assert answers.to_pylist() == expected.to_pylist()
    decoded = mapcoded.spark.decode(coded.drop("lat", "lon", "error"))
    assert decoded.columns == ["id", "mapcode", "lat", "lon"]
    assert rows(decoded).to_pylist() == mapcoded.decode_arrow(expected.select(["id", "mapcode"])).to_pylist()


def test_mistakes_are_errors_before_the_job(spark, table):
    frame = spark.createDataFrame(table.slice(0, 3))
    with pytest.raises(ValueError, match="has a column 'mapcode' already"):
        mapcoded.spark.encode(mapcoded.spark.encode(frame))
    with pytest.raises(ValueError, match="has no column 'latitude'"):
        mapcoded.spark.encode(frame, lat="latitude")


def test_failures_of_jobs_say_why(spark, table):
    frame = spark.createDataFrame(table.slice(0, 60))
    with pytest.raises(PythonException, match="The latitude '91"):
        mapcoded.spark.encode(frame, errors="raise").collect()
    with pytest.raises(PythonException, match="'moon'"):
        mapcoded.spark.encode(frame, territory="moon").collect()


def test_a_process_that_cannot_start_fails_the_job(spark, table):
    frame = spark.createDataFrame(table.slice(0, 3))
    environment = spark.sparkContext.environment
    environment["MAPCODED_NODE"] = "/nowhere/node"
    try:
        with pytest.raises(PythonException, match="Node cannot be started.*MAPCODED_NODE may name another"):
            mapcoded.spark.encode(frame).collect()
    finally:
        del environment["MAPCODED_NODE"]


def test_example_of_the_document(spark):
    [example] = examples("python spark")
    exec(example, {"spark": spark, "__name__": "example"})
