"""Data frames of Dask. Workers, and what is killed in them, are in ``npm run test:engines``."""

import dask.dataframe
import mapcoded
import mapcoded.dask
import pandas
import pytest
from conftest import points


@pytest.fixture
def frame():
    lats, lons = points(3000)
    return pandas.DataFrame({"id": range(3000), "lat": lats, "lon": lons}, index=range(5000, 8000))


@pytest.mark.parametrize("scheduler", ["synchronous", "threads", "processes"])
def test_partitions(frame, scheduler):
    coded = mapcoded.dask.encode(dask.dataframe.from_pandas(frame, npartitions=4), errors="column", precision=1)
    expected = mapcoded.encode_pandas(frame, errors="column", precision=1)
    assert list(coded.columns) == list(expected.columns)
    assert coded.dtypes.to_dict() == expected.dtypes.to_dict()
    decoded = mapcoded.dask.decode(coded[["id", "mapcode"]])
    answers, centers = dask.compute(coded, decoded, scheduler=scheduler)
    pandas.testing.assert_frame_equal(answers, expected)
    pandas.testing.assert_frame_equal(centers, mapcoded.decode_pandas(expected[["id", "mapcode"]]))


def test_mistakes_are_errors_before_the_job(frame):
    parts = dask.dataframe.from_pandas(frame, npartitions=2)
    with pytest.raises(ValueError, match="has a column 'mapcode' already"):
        mapcoded.dask.encode(mapcoded.dask.encode(parts))
    with pytest.raises(ValueError, match="has no column 'code'"):
        mapcoded.dask.decode(parts, "code")


def test_failures_of_partitions_say_why(frame):
    coded = mapcoded.dask.encode(dask.dataframe.from_pandas(frame, npartitions=2), errors="raise")
    with pytest.raises(mapcoded.MapcodeError, match="The latitude '91"):
        coded.compute(scheduler="synchronous")
