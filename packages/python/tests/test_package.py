"""The package as a whole: its types, and the command line that it brings along."""

import subprocess
import sys
from pathlib import Path

import mapcoded
import pyarrow.csv
import pytest
from conftest import points
from mapcoded.node import MAIN

COMMAND = [sys.executable, "-m", "mapcoded"]


def test_types_are_complete_and_right(tmp_path):
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path)]
    checked = subprocess.run(command, cwd=Path(__file__).parents[1], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_files_are_converted_by_threads(tmp_path):
    lats, lons = points(20_000)
    rows = [(lat, lon) for lat, lon in zip(lats, lons) if lat is not None and lat != 91]
    source, target = tmp_path / "points.csv", tmp_path / "coded.csv"
    source.write_text("lat,lon\n" + "".join(f"{lat},{lon}\n" for lat, lon in rows))
    options = ["--workers", "2", "--quiet", "--output", str(target)]
    subprocess.run([*COMMAND, "encode", str(source), *options], check=True, timeout=60)
    coded = pyarrow.csv.read_csv(target)
    expected = mapcoded.encode_arrow(dict(zip(("lat", "lon"), zip(*rows))), returns="international")
    assert coded["international"].to_pylist() == expected["mapcode"].to_pylist()


@pytest.mark.parametrize(
    "args, part",
    [
        ("--help", "encode [options]"),
        ("help serve", "--port"),
        ("status --help", "--port"),
        ("help udf", "encode"),
        ("completion bash", "territories"),
        ("alphabets", "GREEK"),
        ("territories nether", "NLD\tNetherlands"),
    ],
)
def test_commands_that_need_no_service(args, part):
    answered = subprocess.run([*COMMAND, *args.split()], capture_output=True, text=True, check=True)
    assert part in answered.stdout and answered.stderr == ""


def test_the_service_is_left_out():
    refused = subprocess.run([*COMMAND, "serve"], capture_output=True, text=True)
    assert refused.returncode == 2 and "not in this package" in refused.stderr
    names = {path.name for path in MAIN.parents[2].rglob("*")}
    assert "main.js" in names and names.isdisjoint({"serve.js", "service.js", "uws.js", "README.md", "web"})
