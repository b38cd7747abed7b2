"""How the subcommands read their arguments, and the exit status that they share."""

import argparse
import re
from collections.abc import Callable, Iterable
from typing import Any, NoReturn, TypeAlias

from landoflisp.errors import BadInput

__all__ = ["INTERRUPTED", "Parser", "Subparsers", "one_of", "size", "whole"]

INTERRUPTED = 130  # as of a program that Ctrl-C has ended

Subparsers: TypeAlias = "argparse._SubParsersAction[Parser]"


class Parser(argparse.ArgumentParser):
    """A parser that raises `BadInput` for `main` to print, and shows a help text as it is laid out.

    Options are written in full: what is short for one option today could be short for two tomorrow.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(
            formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **options
        )

    def error(self, message: str) -> NoReturn:
        """Raise `BadInput` with the message and the place to look."""
        raise BadInput(f"{message.removeprefix('argument ')} (see {self.prog} --help)")


def one_of(what: str, names: Iterable[str]) -> Callable[[str], str]:
    """Return the type of an argument that is one of the names.

    >>> one_of("a colour", ["b", "w"])("red")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: a colour is one of b, w, not 'red'
    """
    allowed = tuple(names)

    def check(text: str) -> str:
        if text not in allowed:
            only = "one of " if len(allowed) > 1 else ""
            raise argparse.ArgumentTypeError(f"{what} is {only}{', '.join(allowed)}, not {text!r}")
        return text

    return check


def size(text: str) -> tuple[int, int]:
    """Return rows and columns of a size.

    >>> size("4x6")
    (4, 6)
    """
    if not (found := re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text.lower())):
        raise argparse.ArgumentTypeError(f"a size is rows x columns, such as 4x6, not {text!r}")
    return int(found[1]), int(found[2])


def whole(text: str) -> int:
    """Return the whole number that an argument is."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a whole number is expected, not {text!r}") from None
