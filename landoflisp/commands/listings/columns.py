"""Sections in a terminal: cells side by side as far as the width allows, else one below the other.

Letters of East Asian scripts take two columns, and what is too long for its cell goes on in the
next line.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby, zip_longest
from operator import attrgetter
from textwrap import wrap

from toolz import concat, partition_all

from landoflisp.commands.listings.colours import Kind, Span, spans
from landoflisp.commands.listings.sections import Cell, Section

__all__ = ["Rules", "columns", "wide"]

NARROWEST = 47  # columns that a cell has side by side with others
LEAST = 20  # columns that a cell has, however narrow the terminal

# Of the sixteen colours that every terminal has, those that are legible on black and on white.
COLOURS: dict[Kind, str] = {
    "comment": "2",
    "string": "32",
    "keyword": "35",
    "number": "36",
    "name": "1",
    "": "",
}
Rules = tuple[str, str]


def columns(
    sections: Iterable[Section], width: int, colour: bool, rules: Rules = ("─", "│")
) -> str:
    """Return sections as text; `rules` are what lines are drawn with, across and down."""
    return "\n".join(concat(_section(each, max(width, LEAST), colour, rules) for each in sections))


def wide(text: str) -> int:
    """Return how many columns a text takes.

    >>> wide("board"), wide("盤面")
    (5, 4)
    """
    return sum(map(_columns, text))


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _section(section: Section, width: int, colour: bool, rules: Rules) -> Iterator[str]:
    across, down = rules
    title = f"{across * 2} {section.name} "
    yield _paint(Span("name", title + across * (width - wide(title))), colour)
    yield from wrap(section.note, width)
    if section.note:
        yield ""
    fitting = max(1, (width + 3) // (NARROWEST + 3))
    for cells in partition_all(fitting, section.cells):
        each = (width + 3) // len(cells) - 3
        blocks = [_cell(cell, each, colour) for cell in cells]
        for lines in zip_longest(*blocks, fillvalue=("", 0)):
            *padded, (last, _) = ((text, each - size) for text, size in lines)
            yield f" {down} ".join([*(text + " " * gap for text, gap in padded), last]).rstrip()
        yield ""


def _cell(cell: Cell, width: int, colour: bool) -> Iterator[tuple[str, int]]:
    """Yield the lines of a cell, each with the columns that it takes."""
    found = (
        spans(cell.text, cell.language) if cell.language else [Span("comment", f"({cell.text})")]
    )
    for line in [[Span("comment", cell.place)], *_lines(found)]:
        for part in _folded(line, width):
            runs = groupby(part, key=attrgetter("kind"))
            whole = (Span(kind, "".join(span.text for span in run)) for kind, run in runs)
            yield "".join(_paint(span, colour) for span in whole), sum(wide(s.text) for s in part)


def _lines(found: Iterable[Span]) -> Iterator[list[Span]]:
    line: list[Span] = []
    for kind, text in found:
        first, *others = text.split("\n")
        line.append(Span(kind, first))
        for other in others:
            yield line
            line = [Span(kind, other)]
    yield line


def _folded(line: list[Span], width: int) -> Iterator[list[Span]]:
    """Yield the lines that a line takes; what goes on is indented a little more."""
    letters = [Span(kind, letter) for kind, text in line for letter in text]
    text = "".join(letter.text for letter in letters)
    indent = Span("", " " * min(len(text) - len(text.lstrip(" ")) + 2, width // 2))
    lead: list[Span] = []
    while wide(text) > width - sum(len(span.text) for span in lead):
        room = width - sum(len(span.text) for span in lead)
        fits = next(n for n in range(len(text) + 1) if wide(text[: n + 1]) > room)
        blank = text.rfind(" ", fits // 2, fits + 1)
        end = blank + 1 if blank >= 0 else max(fits, 1)
        yield lead + letters[:end]
        letters, text = letters[end:], text[end:]
        lead = [indent]
    yield lead + letters


def _paint(span: Span, colour: bool) -> str:
    code = COLOURS[span.kind]
    return f"\x1b[{code}m{span.text}\x1b[m" if colour and code and span.text.strip() else span.text
