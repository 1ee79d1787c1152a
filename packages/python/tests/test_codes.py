"""Single points and mapcodes."""

import doctest
import pickle

import mapcoded
import pytest
from conftest import points, text_answers
from mapcoded import Mapcode, MapcodeError


@pytest.mark.parametrize("module", [mapcoded.codes, mapcoded.columns])
def test_examples_of_docstrings(module):
    tested = doctest.testmod(module)
    assert tested.attempted > 0 and tested.failed == 0


def test_mapcodes_print_as_text():
    mapcodes = mapcoded.encode(52.376514, 4.908543)
    assert [str(mapcode) for mapcode in mapcodes] == [
        "NLD 49.4V", "NLD G9.VWG", "NLD DL6.H9L", "NLD P25Z.N3Z", "AAA VHXGB.1J9J"]
    assert mapcodes[0] == Mapcode("NLD", "49.4V")
    assert mapcoded.decode(mapcodes[0]) == mapcoded.decode("NLD 49.4V")


def test_points_have_the_codes_of_the_command_line():
    rows = [row for row in zip(*points(200)) if row[0] not in (None, 91.0)]
    answers = text_answers("encode", ["--args", "lat,lon", "--returns", "local", "--precision", "2"], rows)
    for (lat, lon), [local] in zip(rows, answers):
        shortest = mapcoded.encode_shortest(lat, lon, precision=2)
        assert str(shortest) == (local or str(mapcoded.encode(lat, lon, precision=2)[-1]))


def test_the_local_rule_chooses_the_territory():
    # In Belgium, near the border.
    by_borders = mapcoded.encode_shortest(51.23, 4.42)
    assert by_borders.territory == "BEL"
    assert mapcoded.encode_shortest(51.23, 4.42, local="shortest") in mapcoded.encode(51.23, 4.42)


def test_a_territory_without_the_point_has_no_codes():
    assert mapcoded.encode(52.376514, 4.908543, territory="FRA") == []
    assert mapcoded.encode_shortest(52.376514, 4.908543, country="FR") is None
    assert {code.territory for code in mapcoded.encode(52.376514, 4.908543, territory="Netherlands")} == {"NLD"}


@pytest.mark.parametrize(
    "call, code, part",
    [
        (lambda: mapcoded.encode(95, 4), "out-of-range", "'95'"),
        (lambda: mapcoded.encode_shortest(float("nan"), 4), "invalid-coordinate", "NaN"),
        (lambda: mapcoded.encode(1, 2, precision=9), "precision-out-of-range", "from 0 to 8"),
        (lambda: mapcoded.encode(1, 2, territory="moon"), "unknown-territory", "'moon'"),
        (lambda: mapcoded.encode(1, 2, local="near"), "invalid-option", "'near'"),
        (lambda: mapcoded.encode(1, 2, territory="NLD", country="NL"), "contradictory-options", "contradict"),
        (lambda: mapcoded.decode("nonsense"), "malformed-mapcode", "'nonsense'"),
        (lambda: mapcoded.decode("NLD \ud800"), "malformed-mapcode", "NLD"),
        (lambda: mapcoded.decode("49.4V"), "unknown-mapcode", "territory"),
        (lambda: mapcoded.decode("49.4V", context="moon"), "unknown-territory", "'moon'"),
    ],
)
def test_errors_have_a_code_and_a_sentence(call, code, part):
    with pytest.raises(MapcodeError) as raised:
        call()
    error = raised.value
    assert error.code == code and part in error.message and error.row is None
    assert pickle.loads(pickle.dumps(error)).message == error.message


def test_values_that_are_no_numbers_or_texts():
    with pytest.raises(Exception, match="float"):
        mapcoded.encode("52.4", 4.9)
    with pytest.raises(TypeError, match="7 is not a text"):
        mapcoded.decode(7)
    # The process is as good as before.
    assert mapcoded.decode("49.4V", context="NLD") == mapcoded.decode("NLD 49.4V")


def test_territories():
    territories = mapcoded.territories()
    assert len(territories) > 500
    by_code = {territory.code: territory for territory in territories}
    assert by_code["US-CA"].name == "California" and by_code["US-CA"].parent == "USA"
    assert by_code["NLD"].parent is None and "AU-CC" in by_code["CCK"].aliases
