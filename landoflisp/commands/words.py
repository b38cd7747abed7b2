"""What every command complains of, on standard error."""

import sys
from contextlib import suppress

from landoflisp.escapes import visible

__all__ = ["complain"]


def complain(message: str, *more: str) -> None:
    """Print a line on standard error, if there is one that takes it, and more lines below it."""
    lines = [f"landoflisp: {' '.join(message.split())}", *more]
    if sys.stderr is not None:
        with suppress(OSError):
            print(*map(visible, lines), sep="\n", file=sys.stderr, flush=True)
