"""Sections: for each form the cells of listing, port and pure functions, side by side.

`columns` draws them for a terminal, `page` as HTML.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from landoflisp.escapes import visible
from landoflisp.listings.forms import pure_form
from landoflisp.listings.pairing import Row
from landoflisp.listings.pairs import Entry, Language, entry, source_of

__all__ = ["Cell", "Section", "sections"]


class Cell(NamedTuple):
    """A program, its place and language; without a language the text says that there is none."""

    place: str
    text: str
    language: Language | None


class Section(NamedTuple):
    """The cells of a form, with its name, an anchor that no other section has, and a note."""

    name: str
    anchor: str
    cells: tuple[Cell, ...]
    note: str


def sections(rows: Iterable[Row], port: str, listing: str, pure: bool) -> list[Section]:
    """Return the sections of rows; `listing` is the name of their file, empty if there is none.

    The text of a pure function is shown once; where it comes up again a comment names the section.
    Control characters of the listing, of its names and of its file's are shown as escapes.

    >>> from landoflisp.listings.pairing import rows_of_port
    >>> force = sections(rows_of_port("lazy"), "lazy", "", pure=True)[1]
    >>> force.name, [cell.place for cell in force.cells]
    ('force', ['ports.lazy.force', 'landoflisp.Moves'])
    >>> force.cells[1].text
    '# Moves: see lazy'
    """
    rows = list(rows)
    entries = [entry(port, row.port.name) if row.port else None for row in rows]
    names = [_name(row, known) for row, known in zip(rows, entries, strict=True)]
    anchors = [re.sub(r"[^\w.-]", "", name) or "form" for name in names]
    # Where each pure function is shown: in the first section that has it.
    first = {name: i for i, each in reversed([*enumerate(entries)]) if each for name in each.pure}

    def shown(name: str, i: int) -> str:
        again = first[name] < i
        return f"# {name}: see {names[first[name]]}" if again else pure_form(name).text

    def section(i: int, row: Row, known: Entry | None) -> Section:
        cells = [_of_listing(row, known, visible(listing), port)] if listing else []
        cells.append(_of_port(row, port))
        if pure:
            functions = known.pure if known else ()
            cells.append(_of_pure(functions, [shown(name, i) for name in functions]))
        number = anchors[: i + 1].count(anchors[i])
        return Section(
            names[i] or "(no name)",
            anchors[i] if number == 1 else f"{anchors[i]}-{number}",
            tuple(cells),
            known.differs if known and pure else "",
        )

    return [section(i, *each) for i, each in enumerate(zip(rows, entries, strict=True))]


def _name(row: Row, known: Entry | None) -> str:
    return visible((row.listing.name if row.listing else "") or (known.name if known else ""))


def _of_listing(row: Row, known: Entry | None, place: str, port: str) -> Cell:
    if row.listing:
        return Cell(place, visible(row.listing.text), source_of(port).language)
    only_port = known is not None and not known.printed
    return Cell(place, "only in the port" if only_port else "not in the listing", None)


def _of_port(row: Row, port: str) -> Cell:
    if row.port:
        return Cell(f"ports.{port}.{row.port.name}", row.port.text, "python")
    return Cell(f"ports.{port}", "not in the port", None)


def _of_pure(names: Iterable[str], texts: Sequence[str]) -> Cell:
    if not texts:
        return Cell("landoflisp", "no pure function", None)
    return Cell(", ".join(f"landoflisp.{name}" for name in names), "\n\n".join(texts), "python")
