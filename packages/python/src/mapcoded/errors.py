"""What goes wrong: with an input, or with the process that converts it."""


class MapcodeError(ValueError):
    """An input that cannot be converted.

    Attributes:
        code: the kind of error, such as ``"unknown-territory"``, for programs to compare
        message: a sentence that says what came and what was wanted
        row: the index of the row in its table, from 0; None if no table was converted
    """

    def __init__(self, code: str, message: str, row: "int | None" = None) -> None:
        super().__init__(message if row is None else f"Row {row}: {message}")
        self.code = code
        self.message = message
        self.row = row

    def __reduce__(self) -> "tuple[type, tuple[str, str, int | None]]":
        return type(self), (self.code, self.message, self.row)


class ProcessError(RuntimeError):
    """The process of Node that converts cannot be started, or has ended twice during the same rows."""
