"""The package as a whole: its types, and its command line."""

import subprocess
import sys
from pathlib import Path

import pytest
from mapcoded.node import MAIN

COMMAND = [sys.executable, "-m", "mapcoded"]


def test_types_are_complete_and_right(tmp_path):
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path)]
    checked = subprocess.run(command, cwd=Path(__file__).parents[1], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize(
    "args, part",
    [
        ("--help", "encode [options]"),
        ("encode 52.376514 4.908543", "NLD 49.4V"),
        ("help udf", "encode"),
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
