"""Converts Parquet with columns of all types: those that standard input names are refused, all others are kept."""

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


def convert(columns, metadata):
    """Converts a table with two points and these columns. Returns it as read before, and the message of a refusal."""
    points = {"lat": pyarrow.array([52.376514, 91.0]), "lon": pyarrow.array([4.908543, 2.0])}
    pyarrow.parquet.write_table(pyarrow.table(columns | points, metadata=metadata), "column.parquet")
    # What a reader sees: timestamps in seconds, for instance, are milliseconds in Parquet.
    before = pyarrow.parquet.read_table("column.parquet")
    return before, run()


def run(*options):
    arguments = ["encode", "column.parquet", "-o", "column-coded.parquet", "--force", "--quiet", *options]
    done = subprocess.run([*sys.argv[1:], *arguments], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr.strip() or str(done.returncode)


def array_of(value, kind):
    if pyarrow.types.is_list(kind) and pyarrow.types.is_struct(kind.value_type):
        value = [{"a": key, "b": number} for key, number in value]
    return pyarrow.array([value, None], kind)


def is_refused(column):
    """Whether a column is refused, with an advice that omits it."""
    before, refusal = convert({NAME: column}, METADATA)
    if refusal == "":
        return False
    run("--columns", refusal.rpartition("--columns ")[2].removesuffix(".").strip("'"))
    after = pyarrow.parquet.read_table("column-coded.parquet")
    return NAME not in after.column_names and after.select(["lat", "lon"]).equals(before.select(["lat", "lon"]))


def changed(columns, metadata):
    """The names of columns that change, all in one table."""
    before, refusal = convert(columns, metadata)
    assert refusal == "", refusal
    after = pyarrow.parquet.read_table("column-coded.parquet")
    assert after["mapcode"].to_pylist() == ["49.4V", None]
    assert (after.schema.metadata or {}).get(b"pandas") == (metadata and metadata["pandas"].encode())
    return [name for name in before.column_names if not after[name].equals(before[name])]


columns = {str(kind): array_of(value, kind) for value, kinds in TYPES.items() for kind in kinds}
expected = json.load(sys.stdin)
refused = [name for name in expected if is_refused(columns[name])]
kept = {f"{name} of {NAME}": column for name, column in columns.items() if name not in refused}
texts = {name: column for name, column in columns.items() if "string" in name}
# Without metadata of their own, as pyarrow and polars write them.
found = {"refused": refused, "kept": len(kept), "changed": changed(kept, METADATA) + changed(texts, None)}
print(json.dumps(found))
