"""What the notations of all games share: reading what was printed, and quoting what is wrong."""

import re
from typing import Any

__all__ = ["NOT_WRITTEN", "quoted", "split_printed"]

# What writing a board and reading it again may raise, if it is none.
NOT_WRITTEN = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)

TURN = re.compile(
    r"^\s*player ([a-z]+|[0-9]{1,9})(?: \([a-z]+\))?(?: to move|: no moves)\s*$", re.I | re.M
)
LONG = 30  # characters that are worth repeating


def split_printed(text: str, player: Any = None) -> tuple[str, Any]:
    r"""Return the drawing and the player to move of a tree that was printed.

    What follows the line that says who is to move is left out. Where there is no such line, all of
    the text is the drawing, and the player the one that is given.

    >>> split_printed("a-2\nplayer 0 (a): no moves")
    ('a-2\n', 0)
    >>> split_printed("a-2", player=1)
    ('a-2', 1)
    """
    found = TURN.search(text)
    if not found:
        return text, player
    word = found[1].lower()
    return text[: found.start()], int(word) if word.isdecimal() else word


def quoted(word: object) -> str:
    """Return the repr of what is wrong in a text, for an error: no more than its beginning.

    >>> quoted("x"), quoted("9" * 5000)
    ("'x'", "'99999999999999999999999999999...")
    """
    shown = repr(word)
    return shown if len(shown) <= LONG else f"{shown[:LONG]}..."
