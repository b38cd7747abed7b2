"""Boards for people, as SVG: the board of a tree, to stand alone or within another picture.

>>> board_svg(reversi.tree(reversi.start(4, 4))).startswith("<svg ")
True
"""

import re
from collections.abc import Callable, Iterable, Iterator
from html import escape
from math import cos, isqrt, pi, sin, sqrt
from string import ascii_lowercase
from typing import Any, NamedTuple
from unicodedata import east_asian_width
from xml.etree.ElementTree import Element, ParseError, fromstring, tostring

from landoflisp.games import dice_of_doom, kalah, minimax_game, reversi
from landoflisp.recursion import outermost
from landoflisp.search.trace import Traced
from landoflisp.show.boards import draw, game_of, move_text, whose_turn
from landoflisp.tree import Tree

__all__ = ["Svg", "board_svg", "position_html"]


class Svg(str):
    """The text of a picture, which a notebook shows as the picture."""

    __slots__ = ()

    def __repr__(self) -> str:
        head = self[: self.find(">")]
        size = [re.search(rf'\s{name}="([^"]*)"', head) for name in ("width", "height")]
        return f"<svg {'x'.join(found[1] for found in size if found)}".rstrip() + ">"

    def _repr_svg_(self) -> str:
        return str(self)


# Pictures. Each has its own ground, so that it is legible on any page, and no ids, so that many can
# stand on one page. No colour says anything that letters, numbers or outlines do not say as well.

INK, FAINT, PAPER, EDGE = "#1a1a1a", "#5f5f58", "#fbfaf5", "#8a8a80"
MARGIN, CAPTION = 8, 24
CHARACTER, LINE = 8.4, 18  # of the text of a board
CELL = 36  # a square of a board, or the room for a hex
LABEL = 20  # the room for the numbers or letters of rows and columns


class Picture(NamedTuple):
    """Shapes, and the size of the room that they stand in, from the top left."""

    width: float
    height: float
    shapes: Iterable[Element]


@outermost
def board_svg(tree: Tree, like: Tree | None = None) -> Svg:
    """Return the board of a tree as SVG, to stand alone or within another; `like` as in `draw`.

    Boards of the library's games show who is to move, and where the moves are. Others are drawn by
    their `_repr_svg_`, if they have one, or else as their text. A traced tree is drawn with all of
    its nodes that there is room for, as `tree_svg` does: what a search did is no single board.

    >>> board_svg(reversi.tree(reversi.start(4, 4))).count("<circle")
    8
    """
    if isinstance(tree.board, Traced):
        from landoflisp.show.tree_svg import traced_svg  # which is made of what is here

        return traced_svg(tree)
    game = game_of(tree, like)
    pictures: tuple[tuple[Any, Callable[[Tree], Picture]], ...] = (
        (reversi, _reversi),
        (kalah, _kalah),
        (minimax_game, _minimax_game),
        (dice_of_doom, _dice_of_doom),
    )
    for module, picture in pictures:
        if game is vars(module):
            return _framed(tree, picture(tree), like)
    if own := _own_picture(tree.board):
        return own
    return _framed(tree, _letters(draw(tree, like)), like)


# How a picture begins: a > may stand in an attribute.
HEAD = re.compile(r"""<svg(?=[\s>/])(?:[^>"']|"[^"]*"|'[^']*')*>""")


def _own_picture(board: Any) -> Svg | None:
    """Return the picture that a board draws of itself, without what may stand before it."""
    drawn = board._repr_svg_() if hasattr(board, "_repr_svg_") else None
    if not isinstance(drawn, str) or not (head := HEAD.search(drawn)):
        return None
    try:
        fromstring(drawn[head.start() :])
    except ParseError:  # which would spoil any picture that it stands in
        return None
    return Svg(drawn[head.start() :])


def position_html(tree: Tree) -> str:
    """Return what a notebook shows of a tree: the board, the player to move, and the moves.

    No move is followed. Of a traced tree it is the picture of what the search did.
    """
    if isinstance(tree.board, Traced):
        return f'<div style="overflow-x:auto">{board_svg(tree)}</div>'
    moves = [escape(move_text(tree, move)) for move in tree.moves]
    items = "".join(f"<li>{move}</li>" for move in moves)
    board = board_svg(tree) if draw(tree) else f"<p>{escape(whose_turn(tree, moves))}</p>"
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start">'
        f'<div style="min-width:0;overflow-x:auto">{board}</div>'
        f'<ol style="margin:0;padding-left:2.5em">{items}</ol></div>'
    )


def _framed(tree: Tree, picture: Picture, like: Tree | None) -> Svg:
    caption = "" if tree.player is None else whose_turn(tree, _has_moves(tree), like)
    width = max(picture.width, 6.5 * _cells(caption)) + 2 * MARGIN
    height = picture.height + 2 * MARGIN + (CAPTION if caption else 0)
    svg = _shape(
        "svg",
        _shape("title", caption or "a board"),
        _shape("desc", draw(tree, like)),
        _shape(
            "rect", x=0.5, y=0.5, width=width - 1, height=height - 1, rx=6, fill=PAPER, stroke=EDGE
        ),
        _shape("g", *picture.shapes, transform=f"translate({MARGIN} {MARGIN})"),
        *([_text(MARGIN + 2, height - 16, caption, 12, text_anchor="start")] if caption else []),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_number(width)} {_number(height)}",
        width=width,
        height=height,
        role="img",
        font_family="sans-serif",
    )
    return Svg(tostring(svg, encoding="unicode"))


def _has_moves(tree: Tree) -> bool:
    return any(True for _ in tree.moves)


def _letters(text: str) -> Picture:
    """Draw a text, every character in a cell of its own."""
    lines = [line.rstrip() for line in text.expandtabs().splitlines()]
    rows = [
        _shape(
            "text",
            line.replace(" ", "\u00a0"),  # which nobody takes for superfluous
            x=0,
            y=LINE * i + 14,
            font_family="monospace",
            font_size=14,
            fill=INK,
            textLength=_cells(line) * CHARACTER,
            lengthAdjust="spacingAndGlyphs",
        )
        for i, line in enumerate(lines)
        if line
    ]
    return Picture(max(map(_cells, lines), default=0) * CHARACTER, len(lines) * LINE, rows)


def _cells(line: str) -> int:
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in line)


# The games


def _reversi(tree: Tree) -> Picture:
    rows, columns = reversi.rows(tree.board), reversi.columns(tree.board)
    colours = {"b": INK, "w": "#ffffff"}

    def discs(squares: Iterable[tuple[int, str]], radius: float) -> Iterator[Element]:
        for n, player in squares:
            row, column = divmod(n, tree.board.width)
            at = {"cx": LABEL + CELL * (column - 0.5), "cy": LABEL + CELL * (row - 0.5)}
            yield _shape("circle", **at, r=radius, fill=colours[player], stroke=INK)

    def shapes() -> Iterator[Element]:
        yield _grid(rows, columns, "#4c9a6a")
        yield from _labels(ascii_lowercase[:columns], map(str, range(1, rows + 1)))
        yield from discs(((n, s) for n, s in enumerate(tree.board.squares) if s in colours), 14)
        squares = (move.action for move in tree.moves if isinstance(move.action, int))
        yield from discs(((n, str(tree.player)) for n in squares), 4)

    return Picture(LABEL + CELL * columns, LABEL + CELL * rows, shapes())


def _grid(rows: int, columns: int, fill: str) -> Element:
    lines = [f"M{LABEL} {LABEL + CELL * row}h{CELL * columns}" for row in range(rows + 1)]
    lines += [f"M{LABEL + CELL * column} {LABEL}v{CELL * rows}" for column in range(columns + 1)]
    # The first and the last line of either direction are the outline that is filled.
    outline = f"M{LABEL} {LABEL}h{CELL * columns}v{CELL * rows}h{-CELL * columns}z"
    return _shape("path", d=outline + "".join(lines), fill=fill, stroke=INK)


def _labels(columns: Iterable[str], rows: Iterable[str]) -> Iterator[Element]:
    for i, label in enumerate(columns):
        yield _text(LABEL + CELL * (i + 0.5), LABEL / 2, label, 12, FAINT)
    for i, label in enumerate(rows):
        yield _text(LABEL / 2, LABEL + CELL * (i + 0.5), label, 12, FAINT)


def _minimax_game(tree: Tree) -> Picture:
    numbers, size, line, (first, second), _ = tree.board
    names = [str(n) for n in range(size)]
    side = LABEL + CELL * size
    scores = f"first {first}, second {second}".replace("-", "\u2212")

    def shapes() -> Iterator[Element]:
        yield _grid(size, size, "#ffffff")
        yield from _labels(names, names)
        if _has_moves(tree):
            along = {"x": LABEL, "y": LABEL + CELL * line, "width": CELL * size, "height": CELL}
            if tree.player == minimax_game.SECOND:
                along = {"x": along["y"], "y": LABEL, "width": CELL, "height": CELL * size}
            yield _shape(
                "rect", **along, fill="#ffd54a", fill_opacity=0.3, stroke="#b35c00", stroke_width=3
            )
        for place, number in enumerate(numbers):
            row, column = divmod(place, size)
            if number is not None:
                x, y = LABEL + CELL * (column + 0.5), LABEL + CELL * (row + 0.5)
                signed = f"{number:+}".replace("-", "\u2212")
                yield _text(x, y, signed, _fitting(signed, 14, CELL - 4))
        yield _text(2, side + 14, scores, 12, text_anchor="start")

    return Picture(max(side, 150, 6.5 * len(scores) + 4), side + 18, shapes())


PIT, STONE = 24, 3.2  # radii
WOOD, HOLLOW, RIM = "#d9b77c", "#ecd9b5", "#8b6b42"


def _kalah(tree: Tree) -> Picture:
    first, second = len(tree.board) // 2 - 1, len(tree.board) - 1
    step = 2 * PIT + 8
    left, top = step + 4, LABEL
    upper, lower = top + 22 + PIT, top + 34 + 3 * PIT
    width, height = 2 * left + step * first, lower + PIT + 22 + LABEL
    playable = {move.action for move in tree.moves}

    def edge(bold: bool) -> dict[str, Any]:
        return {"stroke": INK, "stroke_width": 2.5} if bold else {"stroke": RIM}

    def counted(place: int, x: float, y: float) -> Element:
        count = str(tree.board[place])
        return _text(x, y, count, _fitting(count, 13, step - 4), font_weight="bold")

    def pit(place: int, x: float, y: float, out: int) -> Iterator[Element]:
        yield _shape("circle", cx=x, cy=y, r=PIT, fill=HOLLOW, **edge(place in playable))
        yield _stones(_spiral(tree.board[place]), x, y)
        # Stones are counted on the wood, the pits beyond its edge.
        yield counted(place, x, y + out * (PIT + 11))
        yield _text(x, y + out * (PIT + 32), str(place), 12, FAINT)

    def store(place: int, x: float) -> Iterator[Element]:
        room = {"x": x - PIT, "y": upper - PIT, "width": 2 * PIT, "height": lower - upper + 2 * PIT}
        to_move = bool(playable) and place == tree.player
        yield _shape("rect", **room, rx=PIT / 2, fill=HOLLOW, **edge(to_move))
        yield _stones(_pile(tree.board[place]), x, lower + PIT - 6)
        yield counted(place, x, lower + PIT + 11)
        yield _text(x, lower + PIT + 32, str(place), 12, FAINT)

    def shapes() -> Iterator[Element]:
        wood = {"x": 0, "y": top, "width": width, "height": height - 2 * top}
        yield _shape("rect", **wood, rx=12, fill=WOOD, stroke=RIM)
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


def _stones(places: Iterable[tuple[float, float]], x: float, y: float) -> Element:
    # A line of no length with round ends is a dot, and many of them are one shape.
    dots = "".join(f"M{_number(x + dx)} {_number(y + dy)}h0" for dx, dy in places)
    return _shape("path", d=dots, stroke="#7a3e1d", stroke_width=2 * STONE, stroke_linecap="round")


PLAYERS = ("#e0693e", "#3f87c5", "#3aa178", "#e3ad2f", "#b66fa8", "#79b8dc", "#9a8f5a", "#8c8c8c")
HEX = 32  # from the middle of a hex to its corners
FLAT = 0.8  # how much flatter the board is than if it were seen from above
DIE = 9  # half of the width of a die
STACK = 42  # the most that dice on a hex may rise above it


def _dice_of_doom(tree: Tree) -> Picture:
    size = isqrt(len(tree.board))
    step, row_step = HEX * sqrt(3), HEX * 1.5 * FLAT
    most = max(dice for _, dice in tree.board)
    rise = min(8, STACK / most)
    headroom = max(0, most * rise + DIE - HEX * FLAT)
    attackers = {move.action[0] for move in tree.moves if isinstance(move.action, tuple)}

    def shapes() -> Iterator[Element]:
        for pos, (player, dice) in enumerate(tree.board):
            row, column = divmod(pos, size)
            x = step * (column + (size - row) / 2)
            y = headroom + HEX * FLAT + row_step * row
            colour = PLAYERS[player % len(PLAYERS)]
            turns = [i * pi / 3 for i in range(6)]
            corners = [(x + HEX * sin(turn), y - HEX * FLAT * cos(turn)) for turn in turns]
            wide = 3 if pos in attackers else 1
            yield _shape(
                "path", d=_closed(corners), fill=_tint(colour, 0.5), stroke=INK, stroke_width=wide
            )
            yield from _dice(x, y, dice, rise, colour)
            held = f"{ascii_lowercase[player]}-{dice}"
            yield _text(x, y + 9, held, _fitting(held, 11, step - 20), font_weight="bold")
            yield _text(x, y + 19, str(pos), 9)

    width = step * (size + (size - 1) / 2)
    return Picture(width, headroom + HEX * FLAT * 2 + row_step * (size - 1), shapes())


def _dice(x: float, y: float, dice: int, rise: float, colour: str) -> Iterator[Element]:
    """Draw dice on each other, the lowest of which stands on a point with its front corner."""
    left, right, half = x - DIE, x + DIE, DIE / 2
    top = y - dice * rise
    sides = [
        (_tint(colour, 0.7), [(left, top - half), (x, top), (right, top - half), (x, top - DIE)]),
        (colour, [(left, top - half), (x, top), (x, y), (left, y - half)]),
        (_tint(colour, -0.3), [(right, top - half), (x, top), (x, y), (right, y - half)]),
    ]
    for fill, corners in sides:
        yield _shape("path", d=_closed(corners), fill=fill, stroke=INK)
    seams = range(1, dice if rise > 2 else 1)
    lines = [
        f"M{_number(left)} {_number(y - half - rise * i)}l{DIE} {half}l{DIE} {-half}" for i in seams
    ]
    yield _shape("path", d="".join(lines), fill="none", stroke=INK)


def _closed(corners: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in corners) + "z"


def _tint(colour: str, share: float) -> str:
    """Return a colour that is nearer to white by a share, or to black if that is below 0."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    end = 255 if share > 0 else 0
    return "#" + "".join(f"{round(part + (end - part) * abs(share)):02x}" for part in parts)


# What pictures are made of


def _shape(tag: str, *children: Element | str, **attributes: object) -> Element:
    """Return an element of SVG: texts and elements inside; in names an underscore is a hyphen."""
    named = {name.replace("_", "-"): _number(value) for name, value in attributes.items()}
    element = Element(tag, named)
    element.text = "".join(NOT_XML.sub("\ufffd", c) for c in children if isinstance(c, str)) or None
    element.extend(child for child in children if isinstance(child, Element))
    return element


# Characters that XML has no way to write.
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _fitting(text: str, size: float, room: float) -> float:
    """Return the size of the letters, smaller if the text would be wider than its room."""
    return min(size, room / (0.62 * _cells(text)))


def _text(x: float, y: float, text: str, size: float, fill: str = INK, **more: object) -> Element:
    """Return a text that is centred at a point."""
    # dominant-baseline is not known to all that show SVG.
    centred = {"text_anchor": "middle", "x": x, "y": y + 0.35 * size, "font_size": size}
    return _shape("text", text, **{**centred, "fill": fill, **more})


def _number(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)
