"""What the notations of all games share: reading what was printed."""

import re
from typing import Any

from landoflisp.errors import BadPosition, of_kind

__all__ = ["NOT_WRITTEN", "split_printed"]

# What writing a board and reading it again may raise, if it is none.
NOT_WRITTEN = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)

TURN = re.compile(
    r"^\s*player ([a-z]+|[0-9]{1,9})(?: \([a-z]+\))?(?: to move|: no moves)\s*$", re.I | re.M
)


def split_printed(text: str, player: Any = None) -> tuple[str, Any]:
    r"""Return the drawing and the player to move of a tree that was printed.

    What follows the line that says who is to move is left out. Where there is no such line, all of
    the text is the drawing, and the player the one that is given. Raises `BadPosition` for what is
    no text.

    >>> split_printed("a-2\nplayer 0 (a): no moves")
    ('a-2\n', 0)
    >>> split_printed("a-2", player=1)
    ('a-2', 1)
    """
    of_kind("a text", text, str, BadPosition)
    found = TURN.search(text)
    if not found:
        return text, player
    word = found[1].lower()
    return text[: found.start()], int(word) if word.isdecimal() else word
