"""The examples of docs/python.md, each by itself. The one of Spark is in test_spark.py, which has a session."""

import re
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[3] / "docs/python.md"


def examples(language):
    return re.findall(rf"^```{language}\n(.*?)^```", DOCUMENT.read_text(), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("example", examples("python"))
def test_example(example):
    exec(example, {"__name__": "example"})
