"""What Schemathesis has to know beside the schema."""
import schemathesis


def text_bytes(_context, value):
    return value if isinstance(value, bytes) else str(value).encode()


# Bodies of batches are plain text, also in formats without a serializer of Schemathesis's own.
for media_type in ["application/x-ndjson", "application/geo+json", "text/csv", "text/tab-separated-values"]:
    schemathesis.serializer(media_type)(text_bytes)


@schemathesis.hook
def filter_case(_context, case):
    """Leaves out empty names in `include`, which the service skips, as the public one does. An enumeration cannot say so."""
    names = (case.query or {}).get("include", [])
    names = names.split(",") if isinstance(names, str) else names
    return not (isinstance(names, list) and "" in names)
