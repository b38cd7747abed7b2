"""How a board of Kalah looks: stones in pits and stores, pits outlined where a move is."""

from collections.abc import Iterable, Iterator
from math import cos, pi, sin, sqrt
from typing import Any

from landoflisp.show.pictures import (
    FAINT,
    INK,
    LABEL,
    Picture,
    centred,
    fitting,
)
from landoflisp.show.svg import number, tag
from landoflisp.tree import Tree

__all__ = ["picture"]


PIT, STONE = 24, 3.2  # radii
WOOD, HOLLOW, RIM = "#d9b77c", "#ecd9b5", "#8b6b42"


def picture(tree: Tree) -> Picture:
    """Return the picture of the board, with where the player to move can move."""
    first, second = len(tree.board) // 2 - 1, len(tree.board) - 1
    step = 2 * PIT + 8
    left, top = step + 4, LABEL
    upper, lower = top + 22 + PIT, top + 34 + 3 * PIT
    width, height = 2 * left + step * first, lower + PIT + 22 + LABEL
    playable = {move.action for move in tree.moves}

    def edge(bold: bool) -> dict[str, Any]:
        return {"stroke": INK, "stroke_width": 2.5} if bold else {"stroke": RIM}

    def counted(place: int, x: float, y: float) -> str:
        count = str(tree.board[place])
        return centred(x, y, count, fitting(count, 13, step - 4), font_weight="bold")

    def pit(place: int, x: float, y: float, out: int) -> Iterator[str]:
        yield tag("circle", cx=x, cy=y, r=PIT, fill=HOLLOW, **edge(place in playable))
        yield _stones(_spiral(tree.board[place]), x, y)
        # Stones are counted on the wood, the pits beyond its edge.
        yield counted(place, x, y + out * (PIT + 11))
        yield centred(x, y + out * (PIT + 32), str(place), 12, FAINT)

    def store(place: int, x: float) -> Iterator[str]:
        room = {"x": x - PIT, "y": upper - PIT, "width": 2 * PIT, "height": lower - upper + 2 * PIT}
        to_move = bool(playable) and place == tree.player
        yield tag("rect", **room, rx=PIT / 2, fill=HOLLOW, **edge(to_move))
        yield _stones(_pile(tree.board[place]), x, lower + PIT - 6)
        yield counted(place, x, lower + PIT + 11)
        yield centred(x, lower + PIT + 32, str(place), 12, FAINT)

    def shapes() -> Iterator[str]:
        wood = {"x": 0, "y": top, "width": width, "height": height - 2 * top}
        yield tag("rect", **wood, rx=12, fill=WOOD, stroke=RIM)
        for i in range(first):
            x = left + step * (i + 0.5)
            yield from pit(second - 1 - i, x, upper, -1)
            yield from pit(i, x, lower, 1)
        yield from store(second, left / 2 + 2)
        yield from store(first, width - left / 2 - 2)

    return Picture(width, height, shapes())


def _spiral(count: int) -> Iterator[tuple[float, float]]:
    """Yield places for stones round a point, as the seeds of a sunflower lie."""
    golden = pi * (3 - sqrt(5))
    apart = min(2 * STONE, (PIT - STONE - 2) / sqrt(count + 1))
    for i in range(min(count, 60)):
        out = apart * sqrt(i + 0.3)
        yield out * cos(golden * i), out * sin(golden * i)


def _pile(count: int) -> Iterator[tuple[float, float]]:
    """Yield places for stones in rows, the lowest row first."""
    for i in range(min(count, 75)):
        row, column = divmod(i, 5)
        yield 7.5 * (column - 2), -7.0 * row


def _stones(places: Iterable[tuple[float, float]], x: float, y: float) -> str:
    # A line of no length with round ends is a dot, and many of them are one shape.
    dots = "".join(f"M{number(x + dx)} {number(y + dy)}h0" for dx, dy in places)
    return tag("path", d=dots, stroke="#7a3e1d", stroke_width=2 * STONE, stroke_linecap="round")
