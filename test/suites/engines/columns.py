"""Writes a Parquet file for each type of column, converts it, and prints what became of the column."""

import datetime
import decimal
import json
import subprocess
import sys

import pyarrow
import pyarrow.parquet

INTEGER = pyarrow.int64()
TEXT = pyarrow.string()
MOMENT = datetime.datetime(2020, 1, 2, 3, 4, 5, 678000)
PRICE = decimal.Decimal("1.25")
SPAN = datetime.timedelta(seconds=3)

TYPES = {
    True: [pyarrow.bool_()],
    7: [pyarrow.type_for_alias(f"{sign}int{bits}") for sign in ("", "u") for bits in (8, 16, 32, 64)],
    1.5: [pyarrow.float16(), pyarrow.float32(), pyarrow.float64()],
    PRICE: [pyarrow.decimal128(digits, 2) for digits in (9, 18, 38)] + [pyarrow.decimal256(d, 2) for d in (40, 76)],
    "text": [TEXT, pyarrow.large_string(), pyarrow.string_view(), pyarrow.dictionary(pyarrow.int32(), TEXT)],
    b"abcd": [pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary(4)],
    MOMENT.date(): [pyarrow.date32(), pyarrow.date64()],
    MOMENT.time(): [pyarrow.time32("ms"), pyarrow.time64("us"), pyarrow.time64("ns")],
    MOMENT: [
        pyarrow.timestamp(unit, zone) for unit in ("s", "ms", "us", "ns") for zone in (None, "UTC", "Europe/Amsterdam")
    ],
    SPAN: [pyarrow.duration(unit) for unit in ("s", "ms", "us", "ns")],
    (1, 2): [pyarrow.list_(INTEGER), pyarrow.large_list(INTEGER), pyarrow.list_(INTEGER, 2)],
    (SPAN,): [pyarrow.list_(pyarrow.duration("us"))],
    (("key", 1),): [pyarrow.map_(TEXT, INTEGER), pyarrow.list_(pyarrow.struct([("a", TEXT), ("b", INTEGER)]))],
    None: [pyarrow.null()],
}

METADATA = {"pandas": '{"columns": []}', "other": "of another program"}
#: Names that need care in SQL and in lists of columns.
NAME = 'odd, "name" as \'column\''


def outcome(value, kind, metadata, command):
    if pyarrow.types.is_list(kind) and pyarrow.types.is_struct(kind.value_type):
        value = [{"a": key, "b": number} for key, number in value]
    points = {"lat": pyarrow.array([52.376514, 91.0]), "lon": pyarrow.array([4.908543, 2.0])}
    table = pyarrow.table({NAME: pyarrow.array([value, None], kind), **points}, metadata=metadata)
    pyarrow.parquet.write_table(table, "column.parquet")
    # What a reader sees: timestamps in seconds, for instance, are milliseconds in Parquet.
    before = pyarrow.parquet.read_table("column.parquet")
    arguments = [*command, "encode", "column.parquet", "-o", "column-coded.parquet", "--force", "--quiet"]
    done = subprocess.run(arguments, capture_output=True, text=True)
    if done.returncode != 0:
        advice = done.stderr.strip().rpartition("--columns ")[2].removesuffix(".").strip("'")
        done = subprocess.run([*arguments, "--columns", advice], capture_output=True, text=True)
        after = pyarrow.parquet.read_table("column-coded.parquet")
        assert NAME not in after.column_names and after.select(["lat", "lon"]).equals(before.select(["lat", "lon"]))
        return "refused"
    after = pyarrow.parquet.read_table("column-coded.parquet")
    assert after["mapcode"].to_pylist() == ["49.4V", None]
    assert (after.schema.metadata or {}).get(b"pandas") == (metadata and metadata["pandas"].encode())
    return "kept" if after.select(before.column_names).equals(before) else "changed"


found = {str(kind): outcome(value, kind, METADATA, sys.argv[1:]) for value, kinds in TYPES.items() for kind in kinds}
# Without metadata of their own, as pyarrow and polars write them.
for kind in TYPES["text"]:
    assert outcome("text", kind, None, sys.argv[1:]) == "kept"
print(json.dumps(found))
