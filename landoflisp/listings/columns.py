"""Sections as text for a terminal: as many cells side by side as the width allows.

Letters of East Asian scripts take two columns. Lines that are too long for their cell are folded.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby, zip_longest
from operator import attrgetter
from textwrap import wrap

from toolz import concat, partition_all

from landoflisp.listings.colours import Kind, Span, spans
from landoflisp.listings.sections import Cell, Section

__all__ = ["Rules", "columns", "wide"]

NARROWEST = 47  # the least width of a cell beside others, in columns
LEAST = 20  # the least width of a cell, in columns, however narrow the terminal

# Those of a terminal's sixteen colours that are legible on black and on white.
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
    """Return sections as text; `rules` are the characters for horizontal and vertical lines.

    >>> from landoflisp.listings.sections import Cell
    >>> cells = Cell("my.lisp", "(f)", "lisp"), Cell("ports.lazy", "not in the port", None)
    >>> print(columns([Section("f", "f", cells, "")], 48, False, "-|"), end="")
    -- f -------------------------------------------
    my.lisp
    (f)
    <BLANKLINE>
    ports.lazy
    (not in the port)
    """
    return "\n".join(concat(_section(each, max(width, LEAST), colour, rules) for each in sections))


def wide(text: str) -> int:
    """Return the number of columns that a text takes.

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
    """Yield the lines of a cell, each with its width in columns."""
    parts = (
        spans(cell.text, cell.language) if cell.language else [Span("comment", f"({cell.text})")]
    )
    for line in [[Span("comment", cell.place)], *_lines(parts)]:
        for part in _folded(line, width):
            runs = groupby(part, key=attrgetter("kind"))
            whole = (Span(kind, "".join(span.text for span in run)) for kind, run in runs)
            yield "".join(_paint(span, colour) for span in whole), sum(wide(s.text) for s in part)


def _lines(parts: Iterable[Span]) -> Iterator[list[Span]]:
    line: list[Span] = []
    for kind, text in parts:
        first, *others = text.split("\n")
        line.append(Span(kind, first))
        for other in others:
            yield line
            line = [Span(kind, other)]
    yield line


def _folded(line: list[Span], width: int) -> Iterator[list[Span]]:
    """Yield the parts of a line that is folded; all but the first are indented by two more."""
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
