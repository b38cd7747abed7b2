"""Long text on a terminal, through the user's pager."""

import os
import sys
from shutil import which

from landoflisp.commands.progress import is_terminal

__all__ = ["can_print", "in_colour", "show"]


def in_colour() -> bool:
    """Return whether what is printed may have colours: on a terminal, unless NO_COLOR is set."""
    refused = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return is_terminal(sys.stdout) and not refused


def can_print(text: str) -> bool:
    """Return whether standard output has all letters of a text."""
    return _printable(text) == text


def show(text: str, paged: bool = True) -> None:
    """Print a text, through a pager if it goes to a terminal that is not dumb.

    The pager is what `PAGER` says, else `less`, told to end at once if one screen is enough. There
    is none if `PAGER` is empty or its program is not found. Letters that standard output does not
    have are printed as question marks.
    """
    pager = os.environ.get("PAGER", "less")
    program = next(iter(pager.split()), "")
    if paged and is_terminal(sys.stdout) and os.environ.get("TERM") != "dumb" and which(program):
        from pydoc import pager as through_pager

        # For the pager, which inherits them. pydoc would prefer MANPAGER, a pager for manual pages.
        os.environ |= {"LESS": "FRX", "LV": "-c", **os.environ, "MANPAGER": pager}
        through_pager(f"{text}\n")
    else:
        print(_printable(text))


def _printable(text: str) -> str:
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)
