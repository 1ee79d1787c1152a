"""Bodies of batches that are plain text in formats without a serializer of Schemathesis's own."""
import schemathesis

TYPES = [
    "application/x-ndjson",
    "application/geo+json",
    "application/geo+json-seq",
    "text/csv",
    "text/tab-separated-values",
]


def text_bytes(_context, value):
    return value if isinstance(value, bytes) else str(value).encode()


for media_type in TYPES:
    schemathesis.serializer(media_type)(text_bytes)
