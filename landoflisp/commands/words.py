"""What every command says to a person: complaints on standard error, and text made safe to show."""

import sys
from contextlib import suppress
from unicodedata import category

__all__ = ["complain", "visible"]


def complain(message: str, *more: str) -> None:
    """Print a line on standard error, if there is one that takes it, and more lines below it."""
    lines = [f"landoflisp: {' '.join(message.split())}", *more]
    if sys.stderr is not None:
        with suppress(OSError):
            print(*map(visible, lines), sep="\n", file=sys.stderr, flush=True)


def visible(text: str) -> str:
    r"""Return the text with its control characters as escapes, which no terminal obeys.

    Line breaks and tabs stay. The escaped categories are Cc (controls), Cf (such as marks that turn
    the direction of writing) and Cs (surrogates).

    >>> print(visible("\x1b]0;title\x07 stays\n"), end="")
    \x1b]0;title\x07 stays
    """
    return "".join(c if c in "\n\t" or not _obeyed(c) else _escape(c) for c in text)


def _obeyed(character: str) -> bool:
    return category(character) in ("Cc", "Cf", "Cs")


def _escape(character: str) -> str:
    return character.encode("unicode_escape", "surrogatepass").decode()
