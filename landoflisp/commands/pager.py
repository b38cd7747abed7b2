"""Long text on a terminal, through the reader's pager as `git` does it."""

import os
import subprocess
import sys
from shutil import which

from landoflisp.commands.progress import is_terminal

__all__ = ["can_print", "in_colour", "show"]


def in_colour() -> bool:
    """Tell whether what is printed may have colours: on a terminal, unless somebody says no."""
    refused = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return is_terminal(sys.stdout) and not refused


def can_print(text: str) -> bool:
    """Tell whether standard output has all letters of a text."""
    try:
        text.encode(_encoding())
    except UnicodeEncodeError:
        return False
    return True


def show(text: str, paged: bool = True) -> None:
    """Print a text, through a pager if it goes to a terminal.

    The pager is what `PAGER` says, else `less`, which is told to leave at once if one screen is
    enough. Letters that standard output does not have are printed as question marks.
    """
    written = f"{text}\n".encode(_encoding(), "replace")
    pager = os.environ.get("PAGER", "less" if which("less") else "")
    if paged and pager.strip() and is_terminal(sys.stdout) and _page(written, pager):
        return
    print(written.decode(_encoding()), end="")


def _page(written: bytes, pager: str) -> bool:
    """Tell whether a pager has shown the text."""
    settings = {"LESS": "FRX", "LV": "-c", **os.environ}
    with subprocess.Popen(pager, shell=True, stdin=subprocess.PIPE, env=settings) as process:
        while True:
            try:
                process.communicate(written)
                break
            except KeyboardInterrupt:  # is for the pager, which the reader leaves in another way
                continue
    return process.returncode not in (126, 127)  # which say that there is no such command


def _encoding() -> str:
    return getattr(sys.stdout, "encoding", None) or "utf-8"
