"""How a board of reversi looks: discs on a green board, dots where a move is."""

from collections.abc import Iterable, Iterator
from string import ascii_lowercase

from landoflisp.games import reversi
from landoflisp.show.pictures import (
    CELL,
    INK,
    LABEL,
    Picture,
    grid,
    labels,
)
from landoflisp.show.svg import tag
from landoflisp.tree import Tree

__all__ = ["picture"]


def picture(tree: Tree) -> Picture:
    """Return the picture of the board, with where the player to move can move."""
    rows, columns = reversi.rows(tree.board), reversi.columns(tree.board)
    colours = {"b": INK, "w": "#ffffff"}

    def discs(squares: Iterable[tuple[int, str]], radius: float) -> Iterator[str]:
        for n, player in squares:
            row, column = divmod(n, tree.board.width)
            at = {"cx": LABEL + CELL * (column - 0.5), "cy": LABEL + CELL * (row - 0.5)}
            yield tag("circle", **at, r=radius, fill=colours[player], stroke=INK)

    def shapes() -> Iterator[str]:
        yield grid(rows, columns, "#4c9a6a")
        yield from labels(ascii_lowercase[:columns], map(str, range(1, rows + 1)))
        yield from discs(((n, s) for n, s in enumerate(tree.board.squares) if s in colours), 14)
        squares = (move.action for move in tree.moves if isinstance(move.action, int))
        yield from discs(((n, str(tree.player)) for n in squares), 4)

    return Picture(LABEL + CELL * columns, LABEL + CELL * rows, shapes())
