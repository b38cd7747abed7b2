"""How a board of the MiniMax number game looks: numbers in a grid, the line to take from framed."""

from collections.abc import Iterator

from landoflisp.games import minimax_game
from landoflisp.show.pictures import (
    CELL,
    LABEL,
    Picture,
    centred,
    fitting,
    grid,
    labels,
)
from landoflisp.show.svg import tag
from landoflisp.tree import Tree

__all__ = ["picture"]


def picture(tree: Tree) -> Picture:
    """Return the picture of the board, with where the player to move can move."""
    numbers, size, line, (first, second), _ = tree.board
    names = [str(n) for n in range(size)]
    side = LABEL + CELL * size
    scores = f"first {first}, second {second}".replace("-", "\u2212")

    def shapes() -> Iterator[str]:
        yield grid(size, size, "#ffffff")
        yield from labels(names, names)
        if any(True for _ in tree.moves):
            along = {"x": LABEL, "y": LABEL + CELL * line, "width": CELL * size, "height": CELL}
            if tree.player == minimax_game.SECOND:
                along = {"x": along["y"], "y": LABEL, "width": CELL, "height": CELL * size}
            yield tag(
                "rect", **along, fill="#ffd54a", fill_opacity=0.3, stroke="#b35c00", stroke_width=3
            )
        for place, number in enumerate(numbers):
            row, column = divmod(place, size)
            if number is not None:
                x, y = LABEL + CELL * (column + 0.5), LABEL + CELL * (row + 0.5)
                signed = f"{number:+}".replace("-", "\u2212")
                yield centred(x, y, signed, fitting(signed, 14, CELL - 4))
        yield centred(2, side + 14, scores, 12, text_anchor="start")

    return Picture(max(side, 150, 6.5 * len(scores) + 4), side + 18, shapes())
