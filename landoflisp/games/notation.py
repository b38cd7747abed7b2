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
# What `landoflisp play` prints above a board, and below it.
PLAYED = re.compile(r"^\s*current player = ([a-z]+)[^\S\n]*$", re.I | re.M)
BELOW = re.compile(r"^\s*(?:b = [0-9]+, w = [0-9]+|choose your move:)[^\S\n]*$", re.M)


def split_printed(text: str, player: Any = None) -> tuple[str, Any]:
    r"""Return the drawing and the player to move of a tree, or of a game, that was printed.

    What follows the line that says who is to move in a tree, or what a game prints below its board,
    is left out. Where no line says it, the player is the one that is given. Raises `BadPosition`
    for what is no text.

    >>> split_printed("a-2\nplayer 0 (a): no moves")
    ('a-2\n', 0)
    >>> split_printed("a-2", player=1)
    ('a-2', 1)
    >>> split_printed("current player = b\na-2\nchoose your move:\n1. end turn")
    ('\na-2\n', 'b')
    """
    of_kind("a text", text, str, BadPosition)
    if tree := TURN.search(text):
        word = tree[1].lower()
        return text[: tree.start()], int(word) if word.isdecimal() else word
    above = PLAYED.search(text)
    drawing = BELOW.split(text[above.end() :] if above else text, maxsplit=1)[0]
    return drawing, above[1].lower() if above else player
