"""How a board of Dice of Doom looks: dice on hexes, hexes outlined where an attack begins."""

from collections.abc import Iterable, Iterator
from math import cos, isqrt, pi, sin, sqrt
from string import ascii_lowercase

from landoflisp.show.pictures import (
    INK,
    Picture,
    centred,
    fitting,
)
from landoflisp.show.svg import number, tag
from landoflisp.tree import Tree

__all__ = ["picture"]


PLAYERS = ("#e0693e", "#3f87c5", "#3aa178", "#e3ad2f", "#b66fa8", "#79b8dc", "#9a8f5a", "#8c8c8c")
HEX = 32  # from the middle of a hex to its corners
FLAT = 0.8  # how much flatter the board is than if it were seen from above
DIE = 9  # half of the width of a die
STACK = 42  # the most that dice on a hex may rise above it


def picture(tree: Tree) -> Picture:
    """Return the picture of the board, with where the player to move can move."""
    size = isqrt(len(tree.board))
    step, row_step = HEX * sqrt(3), HEX * 1.5 * FLAT
    most = max(dice for _, dice in tree.board)
    rise = min(8, STACK / most)
    headroom = max(0, most * rise + DIE - HEX * FLAT)
    attackers = {move.action[0] for move in tree.moves if isinstance(move.action, tuple)}

    def shapes() -> Iterator[str]:
        for pos, (player, dice) in enumerate(tree.board):
            row, column = divmod(pos, size)
            x = step * (column + (size - row) / 2)
            y = headroom + HEX * FLAT + row_step * row
            colour = PLAYERS[player % len(PLAYERS)]
            turns = [i * pi / 3 for i in range(6)]
            corners = [(x + HEX * sin(turn), y - HEX * FLAT * cos(turn)) for turn in turns]
            wide = 3 if pos in attackers else 1
            yield tag(
                "path", d=_closed(corners), fill=_tint(colour, 0.5), stroke=INK, stroke_width=wide
            )
            yield from _dice(x, y, dice, rise, colour)
            held = f"{ascii_lowercase[player]}-{dice}"
            yield centred(x, y + 9, held, fitting(held, 11, step - 20), font_weight="bold")
            yield centred(x, y + 19, str(pos), 9)

    width = step * (size + (size - 1) / 2)
    return Picture(width, headroom + HEX * FLAT * 2 + row_step * (size - 1), shapes())


def _dice(x: float, y: float, dice: int, rise: float, colour: str) -> Iterator[str]:
    """Draw dice on each other, the lowest of which stands on a point with its front corner."""
    left, right, half = x - DIE, x + DIE, DIE / 2
    top = y - dice * rise
    sides = [
        (_tint(colour, 0.7), [(left, top - half), (x, top), (right, top - half), (x, top - DIE)]),
        (colour, [(left, top - half), (x, top), (x, y), (left, y - half)]),
        (_tint(colour, -0.3), [(right, top - half), (x, top), (x, y), (right, y - half)]),
    ]
    for fill, corners in sides:
        yield tag("path", d=_closed(corners), fill=fill, stroke=INK)
    seams = range(1, dice if rise > 2 else 1)
    lines = [
        f"M{number(left)} {number(y - half - rise * i)}l{DIE} {half}l{DIE} {-half}" for i in seams
    ]
    yield tag("path", d="".join(lines), fill="none", stroke=INK)


def _closed(corners: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "z"


def _tint(colour: str, share: float) -> str:
    """Return a colour that is nearer to white by a share, or to black if that is below 0."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    end = 255 if share > 0 else 0
    return "#" + "".join(f"{round(part + (end - part) * abs(share)):02x}" for part in parts)
