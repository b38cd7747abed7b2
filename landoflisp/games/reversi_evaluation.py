"""What a reversi position promises: mobility, stable discs, bad squares beside the corners.

A set of squares is a number here, with a bit for every square of the walled board. No disc stands
on a wall, so that a set of discs, shifted along a direction, ends there like every walk on the
board.

Source: the evaluator behind Nullsuke's C# player, of which the article prints only the name; see
`unity_ai.py`.
"""

from functools import reduce
from itertools import takewhile
from operator import or_
from typing import NamedTuple

from landoflisp.games.reversi import SIZES, Board, change_turn

__all__ = ["evaluate"]

MOBILITY, STABLE, C, X = 67, 101, -552, -449

# What makes binary digits of a board: 1 where the piece stands.
DIGITS = {
    piece: str.maketrans({other: str(int(other == piece)) for other in "bwso"}) for piece in "bws"
}


class Corner(NamedTuple):
    """A corner, the squares next to it along the edges (C), the one next to it diagonally (X)."""

    square: int
    c: int
    x: int


class Shape(NamedTuple):
    """What depends on the size of a board alone.

    Its corners; its edges, each square by square from one corner to the next; all corners, and all
    squares next to one.
    """

    corners: tuple[Corner, ...]
    edges: tuple[tuple[int, ...], ...]
    all_corners: int
    all_beside: int


def evaluate(board: Board, turn: str) -> int:
    """Return how much better one colour stands than the other.

    What a colour has counts

    - 67 for each legal move;
    - 101 for each stable disc: the corners, and along an edge the discs in one row with them;
    - -552 for each disc next to a corner along an edge (C), unless it owns the corner;
    - -449 for each disc next to a corner diagonally (X), unless it owns the corner.

    The weights are meant for 8x8; they can be asked of any board.

    >>> from landoflisp.games import reversi
    >>> board = reversi.position("bw...... " + "........ " * 7).board
    >>> evaluate(board, "b"), evaluate(board, "w"), 67 + 101 + 552
    (720, -720, 720)
    """
    text, width = "".join(board.squares), board.width
    own, other, spaces = (
        int(text.translate(DIGITS[piece]), 2) for piece in (turn, change_turn(turn), "s")
    )
    more_moves = _mobility(own, other, spaces, width) - _mobility(other, own, spaces, width)
    shape = SHAPES[len(text), width]
    return MOBILITY * more_moves + _edges(own, shape) - _edges(other, shape)


def _mobility(own: int, other: int, spaces: int, width: int) -> int:
    reached = 0
    for step in (1, width - 1, width, width + 1):
        line = own << step & other
        while line:
            line <<= step
            reached |= line
            line &= other
        line = own >> step & other
        while line:
            line >>= step
            reached |= line
            line &= other
    return (reached & spaces).bit_count()


def _edges(own: int, shape: Shape) -> int:
    worth = 0
    if own & shape.all_corners:
        discs = (own & shape.all_corners).bit_count() + sum(_run(own, e) for e in shape.edges)
        worth += STABLE * discs
    if own & shape.all_beside:
        for corner, c, x in shape.corners:
            if not own & corner:
                worth += C * (own & c).bit_count() + X * (own & x).bit_count()
    return worth


def _run(own: int, edge: tuple[int, ...]) -> int:
    """Return how many discs between the corners are in one row with an owned corner."""
    forward = _from_corner(own, edge)
    return forward if forward == len(edge) - 2 else forward + _from_corner(own, edge[::-1])


def _from_corner(own: int, edge: tuple[int, ...]) -> int:
    row = takewhile(own.__and__, edge[:-1])
    return max(0, sum(1 for _ in row) - 1)


def _shape(length: int, width: int) -> Shape:
    def square(row: int, column: int) -> int:
        # The last square is the last digit.
        return 1 << length - 1 - ((row + 1) * width + column + 1)

    bottom, right = length // width - 3, width - 3
    corners = tuple(
        Corner(
            square(row, column),
            square(row, abs(column - 1)) | square(abs(row - 1), column),
            square(abs(row - 1), abs(column - 1)),
        )
        for row in (0, bottom)
        for column in (0, right)
    )
    rows, columns = range(bottom + 1), range(right + 1)
    edges = (
        tuple(square(0, column) for column in columns),
        tuple(square(row, 0) for row in rows),
        tuple(square(row, right) for row in rows),
        tuple(square(bottom, column) for column in columns),
    )
    return Shape(
        corners,
        edges,
        sum(corner.square for corner in corners),
        reduce(or_, (corner.c | corner.x for corner in corners)),
    )


WALLED = [((rows + 2) * (columns + 2), columns + 2) for rows in SIZES for columns in SIZES]
SHAPES = {size: _shape(*size) for size in WALLED}
