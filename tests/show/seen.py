"""What is to be seen in a picture: shapes where they lie, and the boards that they make.

The boards of each game are read from the picture, from the text, and from what the rules know, in
one form, so that they can be compared.
"""

import re
from functools import partial
from itertools import pairwise
from math import dist
from typing import NamedTuple
from xml.etree.ElementTree import fromstring

import pytest

from landoflisp import kalah, reversi

SVG = "{http://www.w3.org/2000/svg}"
NUMBER = r"-?\d+(?:\.\d+)?"
CAP_HEIGHT = 0.7  # of a letter, as a share of its font size

near = partial(pytest.approx, abs=0.3)  # measures are rounded


class Shape(NamedTuple):
    """A shape of a picture: what it is, the corners of it or of its parts, and how it looks."""

    tag: str
    parts: tuple[tuple[tuple[float, float], ...], ...]
    text: str
    look: dict[str, str]

    @property
    def corners(self):
        return [corner for part in self.parts for corner in part]

    @property
    def left(self):
        return min(x for x, _ in self.corners)

    @property
    def right(self):
        return max(x for x, _ in self.corners)

    @property
    def top(self):
        return min(y for _, y in self.corners)

    @property
    def bottom(self):
        return max(y for _, y in self.corners)

    @property
    def x(self):
        return (self.left + self.right) / 2

    @property
    def y(self):
        return (self.top + self.bottom) / 2

    @property
    def is_heavy(self):
        return float(self.look.get("stroke-width", 1)) > 2

    def holds(self, at):
        """Tell whether a point lies within."""
        if self.tag == "circle":
            return dist((self.x, self.y), at) < (self.right - self.left) / 2
        return self.left < at[0] < self.right and self.top < at[1] < self.bottom


def seen(element, dx=0.0, dy=0.0, look=None):
    """Yield all shapes that are drawn by an element, or by the text of a picture."""
    if isinstance(element, str):
        element = fromstring(element)
    tag = element.tag.removeprefix(SVG)
    look = {**(look or {}), **element.attrib}
    if moved := re.fullmatch(rf"translate\(({NUMBER}) ({NUMBER})\)", look.pop("transform", "")):
        dx, dy = dx + float(moved[1]), dy + float(moved[2])
    if parts := _parts(tag, look):
        placed = tuple(tuple((x + dx, y + dy) for x, y in part) for part in parts)
        yield Shape(tag, placed, element.text or "", look)
    inherited = {} if tag == "svg" else look
    for child in element:
        yield from seen(child, dx, dy, inherited)


def _parts(tag, look):
    """Return the corners of what an element draws by itself; of a text, the middle of its line."""
    at = {name: float(n) for name, n in look.items() if re.fullmatch(NUMBER, n)}
    match tag:
        case "circle":
            (x, y, r) = (at[name] for name in ("cx", "cy", "r"))
            return [[(x - r, y - r), (x + r, y + r)]]
        case "rect" if "x" in at:
            (x, y) = at["x"], at["y"]
            return [[(x, y), (x + at["width"], y + at["height"])]]
        case "line":
            return [[(at["x1"], at["y1"]), (at["x2"], at["y2"])]]
        case "text":
            return [[(at["x"], at["y"] - CAP_HEIGHT / 2 * at.get("font-size", 12))]]
        case "path":
            return _walked(look["d"])
    return None


def _walked(d):
    """Return the corners that a pen comes to, a list for each time that it is put down."""
    parts, x, y = [], 0.0, 0.0
    for letter, numbers in re.findall(r"([MLlhvz])([^MLlhvz]*)", d):
        along = [float(n) for n in numbers.split()]
        match letter:
            case "M":
                x, y = along
                parts.append([])
            case "L":
                x, y = along
            case "l":
                x, y = x + along[0], y + along[1]
            case "h":
                x += along[0]
            case "v":
                y += along[0]
            case "z":
                x, y = parts[-1][0]
                continue
        parts[-1].append((x, y))
    return parts


def of_kind(shapes, tag):
    return [shape for shape in shapes if shape.tag == tag]


# Boards of squares


class Squares:
    """A board of squares: its lines, the labels above its columns and those left of its rows."""

    def __init__(self, svg):
        self.shapes = list(seen(svg))
        self.texts = of_kind(self.shapes, "text")
        (board,) = of_kind(self.shapes, "path")
        above = [(t.x, t.text) for t in self.texts if t.y < board.top]
        left = [(t.y, t.text) for t in self.texts if t.x < board.left and t.y < board.bottom]
        self.columns = self._between({x for x, _ in board.corners}, above)
        self.rows = self._between({y for _, y in board.corners}, left)
        self.below = [text.text for text in self.texts if text.y > board.bottom]

    @staticmethod
    def _between(lines, labels):
        """Return each label with the lines that it stands between, from the left or the top."""
        between = list(pairwise(sorted(lines)))
        assert len(labels) == len(between)
        return [
            (label, ends)
            for ends, (at, label) in zip(between, sorted(labels), strict=True)
            if sum(ends) / 2 == near(at)
        ]

    def squares(self):
        return [(row, column) for row, _ in self.rows for column, _ in self.columns]

    def under(self, shape):
        """Return the squares (row, column), by their labels, whose middle a shape covers."""
        return [
            (row, column)
            for row, (top, bottom) in self.rows
            for column, (left, right) in self.columns
            if shape.left - 1 <= (left + right) / 2 <= shape.right + 1
            if shape.top - 1 <= (top + bottom) / 2 <= shape.bottom + 1
        ]


# Reversi


def reversi_by_the_rules(board):
    """Return the name of every square and what lies there, row by row."""
    inside = [n for n, piece in enumerate(board.squares) if piece != "o"]
    return [(reversi.name(board, n), board.squares[n].replace("s", ".")) for n in inside]


def reversi_in_the_text(text):
    header, *rows = map(str.split, text.splitlines())
    return [
        (f"{letter}{number}", piece)
        for number, *pieces in rows
        for letter, piece in zip(header, pieces, strict=True)
    ]


def reversi_in_the_picture(svg):
    """Return the name of every square and what lies there, and the colours of the dots by name."""
    board = Squares(svg)
    discs, dots = {}, {}
    for circle in of_kind(board.shapes, "circle"):
        ((row, column),) = board.under(circle)
        fill = circle.look["fill"]
        is_dark = sum(int(fill[i : i + 2], 16) for i in (1, 3, 5)) < 3 * 128
        kind = discs if circle.right - circle.left > 20 else dots
        kind[f"{column}{row}"] = "b" if is_dark else "w"
    names = [f"{column}{row}" for row, column in board.squares()]
    return [(name, discs.get(name, ".")) for name in names], dots


# The number game


def numbers_by_the_rules(board):
    """Return what stands in each row and column."""
    size = board.size
    words = ["**" if number is None else f"{number:+}" for number in board.numbers]
    return {(str(n // size), str(n % size)): word for n, word in enumerate(words)}


def numbers_in_the_text(text):
    _, header, *rows = text.splitlines()
    parted = [row.split("|") for row in rows]
    return {
        (row.strip(), column): word
        for row, words in parted
        for column, word in zip(header.split(), words.split(), strict=True)
    }


def numbers_in_the_picture(svg):
    """Return what stands in each row and column, and which of them are marked."""
    board = Squares(svg)
    words = {}
    for text in board.texts:
        for square in board.under(text):
            words[square] = text.text.replace("\u2212", "-")
    marks = [shape for shape in of_kind(board.shapes, "rect") if "fill-opacity" in shape.look]
    marked = [square for mark in marks for square in board.under(mark)]
    return {square: words.get(square, "**") for square in board.squares()}, marked


# Kalah


def kalah_by_the_rules(board):
    """Return (number, stones) of the pits above and below, from the left, and of the stores."""
    first, second = len(board) // 2 - 1, len(board) - 1
    above, below = reversed(kalah.pits(second, board)), kalah.pits(first, board)
    return [[(place, board[place]) for place in row] for row in (above, below, (second, first))]


def kalah_in_the_text(text):
    """Return the same, but for the numbers of the stores, which the text has not."""
    upper, above, stores, below, lower = (
        [int(word) for word in line.removeprefix("pit").split()] for line in text.splitlines()
    )
    pits = [[*zip(*row, strict=True)] for row in ((upper, above), (lower, below))]
    return [*pits, stores]


class Hollow:
    """A pit or a store of a picture: its number, its count, the stones that lie in it."""

    def __init__(self, shape, shapes, side):
        beside = [t for t in of_kind(shapes, "text") if t.x == near(shape.x)]
        outside = sorted((side * (t.y - shape.y), t.text) for t in beside)
        self.count, self.number = (int(text) for away, text in outside if away > 0)
        self.stones = sum(map(shape.holds, lying(shapes)))
        self.is_marked = shape.is_heavy


def lying(shapes):
    """Return where the stones lie, which are dots: lines of no length."""
    dots = [part for path in of_kind(shapes, "path") for part in path.parts]
    assert all(begin == end for begin, end in dots)
    return [begin for begin, _ in dots]


def kalah_in_the_picture(svg):
    """Return the pits above and below, and the stores, from the left."""
    shapes = list(seen(svg))
    pits = sorted(of_kind(shapes, "circle"), key=lambda pit: pit.x)
    middle = sum(pit.y for pit in pits) / len(pits)
    stores = [
        rect
        for rect in of_kind(shapes, "rect")
        if not any(rect.holds((pit.x, pit.y)) for pit in pits)
    ]
    above = [Hollow(pit, shapes, -1) for pit in pits if pit.y < middle]
    below = [Hollow(pit, shapes, 1) for pit in pits if pit.y > middle]
    beside = [Hollow(rect, shapes, 1) for rect in sorted(stores, key=lambda rect: rect.x)]
    left, right = sorted(rect.x for rect in stores)
    assert all(left < pit.x < right for pit in pits)
    return above, below, beside


# Dice of Doom


class Hex:
    """A hex of a picture: its shape, what is written on it, and its dice."""

    def __init__(self, shape, shapes):
        self.shape = shape
        below = [
            (text.y, text.text)
            for text in of_kind(shapes, "text")
            if text.x == near(shape.x) and shape.y < text.y < shape.bottom
        ]
        (_, self.held), (_, self.number) = sorted(below)
        middle = shape.x, shape.y
        parts = [part for path in of_kind(shapes, "path") for part in path.parts]
        sides = [
            part for part in parts if len(part) == 4 and any(dist(c, middle) < 0.5 for c in part)
        ]
        self.height = max(shape.y - y for side in sides for x, y in side if x == near(shape.x))
        seams = [part[1] for part in parts if len(part) == 3]
        between = [
            y for x, y in seams if x == near(shape.x) and 0.5 < shape.y - y < self.height - 0.5
        ]
        self.dice = len(between) + 1

    def touches(self, other):
        """Tell whether two hexes have a side in common."""
        ends = [a for a in self.shape.corners for b in other.shape.corners if dist(a, b) < 1]
        return len(ends) == 2


def hexes_in_the_picture(svg):
    """Return the hexes of a picture, row by row."""
    shapes = list(seen(svg))
    hexes = [s for s in of_kind(shapes, "path") if [len(part) for part in s.parts] == [6]]
    return [Hex(shape, shapes) for shape in sorted(hexes, key=lambda h: (h.y, h.x))]


def hexes_in_the_text(text):
    """Return (characters from the left, word) of each hex, row by row."""
    words = (word for line in text.splitlines() for word in re.finditer(r"\S+", line))
    return [(word.start(), word[0]) for word in words]
