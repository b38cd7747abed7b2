"""What the pictures of boards have in common: ink, a grid with labels, centred letters."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from landoflisp.show.svg import cells, safe, tag

__all__ = [
    "CELL",
    "FAINT",
    "INK",
    "LABEL",
    "Picture",
    "centred",
    "fitting",
    "grid",
    "labels",
]

# Each picture has its own ground, so that it is legible on any page, and no ids, so that many can
# stand on one page. No colour says anything that letters, numbers or outlines do not say as well.

INK, FAINT = "#1a1a1a", "#5f5f58"
CELL = 36  # a square of a board, or the room for a hex
LABEL = 20  # the room for the numbers or letters of rows and columns


class Picture(NamedTuple):
    """Shapes, and the size of the room that they stand in, from the top left."""

    width: float
    height: float
    shapes: Iterable[str]


def grid(rows: int, columns: int, fill: str) -> str:
    """Return so many rows and columns of squares, right and below of the room for labels."""
    lines = [f"M{LABEL} {LABEL + CELL * row}h{CELL * columns}" for row in range(rows + 1)]
    lines += [f"M{LABEL + CELL * column} {LABEL}v{CELL * rows}" for column in range(columns + 1)]
    # The first and the last line of either direction are the outline that is filled.
    outline = f"M{LABEL} {LABEL}h{CELL * columns}v{CELL * rows}h{-CELL * columns}z"
    return tag("path", d=outline + "".join(lines), fill=fill, stroke=INK)


def labels(columns: Iterable[str], rows: Iterable[str]) -> Iterator[str]:
    """Yield the names of the columns above a grid, and those of its rows on its left."""
    for i, label in enumerate(columns):
        yield centred(LABEL + CELL * (i + 0.5), LABEL / 2, label, 12, FAINT)
    for i, label in enumerate(rows):
        yield centred(LABEL / 2, LABEL + CELL * (i + 0.5), label, 12, FAINT)


def fitting(text: str, size: float, room: float) -> float:
    """Return the size of the letters, smaller if the text would be wider than its room."""
    return min(size, room / (0.62 * cells(text)))


def centred(x: float, y: float, text: str, size: float, fill: str = INK, **more: object) -> str:
    """Return a text that is centred at a point."""
    # dominant-baseline is not known to all that show SVG.
    place = {"text_anchor": "middle", "x": x, "y": y + 0.35 * size, "font_size": size}
    return tag("text", safe(text), **{**place, "fill": fill, **more})
