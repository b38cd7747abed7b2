"""What every command complains of, on standard error."""

import sys
from contextlib import suppress

from landoflisp.show.terminal import visible

__all__ = ["complain"]


def complain(message: str) -> None:
    """Print one line on standard error, if there is one that takes it."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(f"landoflisp: {visible(' '.join(message.split()))}", file=sys.stderr)
