"""Where what a command makes goes to: a file, or standard output."""

import sys
from errno import EBADF

from landoflisp import files
from landoflisp.errors import BadInput

__all__ = ["check_output", "write_output"]


def write_output(path: str, text: str) -> None:
    """Write a file as a whole or not at all; `-` is standard output.

    Raises `BadInput`, for standard output OSError.
    """
    content = text.encode("utf-8", "backslashreplace")  # of names that are not text
    if path == "-":
        _print(content)
        return
    try:
        files.write(path, content)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None


def check_output() -> None:
    """Raise OSError if there is no standard output."""
    if sys.stdout is None:  # which `print` takes for a place to write to
        raise OSError(EBADF, "standard output is closed")


def _print(content: bytes) -> None:
    """Print as a file would have it, whatever the terminal can show."""
    check_output()
    if hasattr(sys.stdout, "buffer"):
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
    else:  # not every standard output has bytes
        print(content.decode(), end="")
