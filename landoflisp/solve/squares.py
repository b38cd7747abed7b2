"""Reversi positions as the solver knows them: a text, the same for mirror images, and two words.

The text has `x` for the discs of the player to move and `o` for the other's, so that the colour
does not matter, a dot for a space and `/` between rows; a `p` after each pass just made.

>>> from landoflisp.games import reversi
>>> key(reversi.start(4, 4))
'..../.ox./.xo./....'
>>> [hex(word) for word in words(key(reversi.start(4, 4)))]
['0x20400', '0x40200']
"""

import re
from collections.abc import Collection, Iterator

from toolz import partition

from landoflisp.games.reversi import Board, Position
from landoflisp.tree import Action

__all__ = ["is_key", "key", "question", "size", "square", "text", "words"]

Rows = tuple[tuple[str, ...], ...]


def text(position: Position) -> str:
    """Return the text of a position as it lies.

    >>> from landoflisp.games import reversi
    >>> text(reversi.position("bbbb/bbbb/bbww/bbb.", "w", passed=True))
    'oooo/oooo/ooxx/ooo.p'
    """
    return _text(_rows(position)) + "p" * position.board.passes


def key(position: Position) -> str:
    """Return the text of a position or one of its mirror images: the least of them."""
    return question(position)


def question(position: Position, first_moves: Collection[Action] = ()) -> str:
    """Return the key of a position whose only first moves are these, with `+` for their spaces.

    They are mirrored with the position. If all moves are allowed it is the key itself.

    >>> from landoflisp.games import reversi
    >>> question(reversi.start(4, 4), [8]), question(reversi.start(4, 4), [13])
    ('.+../.ox./.xo./....', '.+../.ox./.xo./....')
    """
    return min(map(_text, _images(_rows(position, first_moves)))) + "p" * position.board.passes


def is_key(text: str, rows: int, columns: int) -> bool:
    """Tell whether a text is that of a position on a board of this size."""
    row = f"[xo.]{{{columns}}}"
    return re.fullmatch(f"{row}(/{row}){{{rows - 1}}}p{{0,2}}", text) is not None


def _rows(position: Position, first_moves: Collection[Action] = ()) -> Rows:
    turn, board = position
    seen = {turn: "x", "s": "."}
    drawn = ("+" if n in first_moves else seen.get(p, "o") for n, p in enumerate(board.squares))
    walled = list(partition(board.width, drawn))
    return tuple(tuple(row[1:-1]) for row in walled[1:-1])


def _text(rows: Rows) -> str:
    return "/".join(map("".join, rows))


def _images(rows: Rows) -> Iterator[Rows]:
    """Yield the mirror images of a board: eight if it is square, or else four."""
    turned = [rows, tuple(zip(*rows, strict=True))] if len(rows) == len(rows[0]) else [rows]
    for image in turned:
        for flipped in (image, image[::-1]):
            yield flipped
            yield tuple(row[::-1] for row in flipped)


def words(text: str) -> tuple[int, int]:
    """Return the discs of the player to move and of the other as sets of bits, 8 * row + column.

    A word has 64 bits, the last of which is its sign.
    """
    return _word(text, "x"), _word(text, "o")


def _word(text: str, piece: str) -> int:
    rows = enumerate(text.split("/"))
    bits = sum(1 << 8 * r + c for r, row in rows for c, p in enumerate(row) if p == piece)
    return bits - (bits >> 63 << 64)


def size(text: str) -> tuple[int, int]:
    """Return the numbers of rows and columns."""
    rows = text.split("/")
    return len(rows), len(rows[0])


def square(board: Board, bit: int) -> int:
    """Return the square of a board that a bit of a word stands for."""
    row, column = divmod(bit, 8)
    return (row + 1) * board.width + column + 1
