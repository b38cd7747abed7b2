"""What a user can get wrong, and the checks that say so: what was wrong and what is allowed."""

from numbers import Number
from operator import index
from typing import Any

__all__ = [
    "BadInput",
    "BadPosition",
    "IllegalMove",
    "of_kind",
    "quoted",
    "real_number",
    "whole_number",
]

LONG = 30  # characters of what is wrong that are worth repeating


class BadInput(ValueError):
    """An argument that cannot be; the message is one line for a person to read."""


class BadPosition(BadInput):
    """A board, a player to move or an order of squares that no game has."""


class IllegalMove(BadInput):
    """A move that the position does not allow."""


def whole_number(
    what: str,
    given: Any,
    least: int | None = None,
    most: int | None = None,
    error: type[BadInput] = BadInput,
) -> int:
    """Return a whole number that is given, as an `int`; raise the error if it is none, or too far.

    Whatever Python takes for an index is a whole number, but no truth value.

    >>> whole_number("a depth", 3, 0)
    3
    >>> whole_number("a depth", 1.5, 0)
    Traceback (most recent call last):
    landoflisp.errors.BadInput: a depth is a whole number, 0 or more, not 1.5
    >>> whole_number("the number of dice", 10**9, 1, 100)
    Traceback (most recent call last):
    landoflisp.errors.BadInput: the number of dice is a whole number from 1 to 100, not 1000000000
    """
    if hasattr(given, "__index__") and not isinstance(given, bool):
        number = index(given)
        if (least is None or least <= number) and (most is None or number <= most):
            return number
    to = f", {least} or more" if most is None else f" from {least:,} to {most:,}"
    raise error(f"{what} is a whole number{'' if least is None else to}, not {quoted(given)}")


def real_number(what: str, given: Any) -> None:
    """Raise `BadInput` for what is no number that can be compared, such as NaN.

    >>> real_number("alpha", float("nan"))
    Traceback (most recent call last):
    landoflisp.errors.BadInput: alpha is a number, not nan
    """
    if not isinstance(given, Number) or isinstance(given, complex) or given != given:
        raise BadInput(f"{what} is a number, not {quoted(given)}")


def of_kind(what: str, given: Any, kind: Any, error: type[BadInput] = BadInput) -> None:
    """Raise the error for what is not of a kind, a type or several.

    >>> of_kind("a text", 5, str)
    Traceback (most recent call last):
    landoflisp.errors.BadInput: a text is expected, not 5
    """
    if not isinstance(given, kind):
        raise error(f"{what} is expected, not {quoted(given)}")


def quoted(given: object) -> str:
    """Return the repr of what is wrong, for an error: in one line, and no more than its beginning.

    >>> quoted("x"), quoted("9" * 5000), quoted(10**5000)
    ("'x'", "'99999999999999999999999999999...", 'a number of 16610 bits')
    """
    try:
        shown = " ".join(repr(given).splitlines())
    except (RecursionError, ValueError):  # lists too deep, numbers of too many digits for Python
        bits = f"a number of {given.bit_length()} bits" if isinstance(given, int) else ""
        return bits or f"a {type(given).__name__} that is too much to show"
    return shown if len(shown) <= LONG else f"{shown[:LONG]}..."
