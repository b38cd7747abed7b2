"""What a reader sees side by side: for each form the cells of the listing, the port, the pure.

How that looks in a terminal and on a page is for `columns` and `page` to say.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from landoflisp.commands.listings.forms import pure_form
from landoflisp.commands.listings.pairing import Row
from landoflisp.commands.listings.pairs import Language, entry, source_of
from landoflisp.commands.words import visible

__all__ = ["Cell", "Section", "sections"]


class Cell(NamedTuple):
    """A program, where it stands and its language; where there is none, the text says so."""

    place: str
    text: str
    language: Language | None


class Section(NamedTuple):
    """A form by its name, the cells side by side, and what to know about them.

    `anchor` is a name that no other section has.
    """

    name: str
    anchor: str
    cells: tuple[Cell, ...]
    note: str


def sections(rows: Iterable[Row], port: str, listing: str, pure: bool) -> list[Section]:
    """Return the sections of rows; `listing` is where they come from, empty if there is no listing.

    What a pure function says is shown once: where it comes up again a comment says where it stands.
    Control characters of the listing, of its names and of its file's are shown as escapes.
    """
    return list(_sections(rows, port, listing, pure))


def _sections(rows: Iterable[Row], port: str, listing: str, pure: bool) -> Iterator[Section]:
    anchors: list[str] = []
    shown: dict[str, str] = {}
    for row in rows:
        known = entry(port, row.port.name) if row.port else None
        name = visible((row.listing.name if row.listing else "") or (known.name if known else ""))
        anchor = re.sub(r"[^\w.-]", "", name) or "form"
        anchors.append(anchor)
        cells = []
        if listing:
            own = known is not None and not known.printed
            missing = "the port has it for itself" if own else "not in the listing"
            place = visible(listing)
            cells.append(
                Cell(place, visible(row.listing.text), source_of(port).language)
                if row.listing
                else Cell(place, missing, None)
            )
        cells.append(
            Cell(f"ports.{port}.{row.port.name}", row.port.text, "python")
            if row.port
            else Cell(f"ports.{port}", "not in the port", None)
        )
        if pure:
            cells.append(_pure(known.pure if known else (), name, shown))
        note = known.differs if known and pure else ""
        number = anchors.count(anchor)
        yield Section(
            name or "(no name)", anchor if number == 1 else f"{anchor}-{number}", tuple(cells), note
        )


def _pure(names: Iterable[str], section: str, shown: dict[str, str]) -> Cell:
    texts = []
    for name in names:
        texts.append(f"# {name}: see {shown[name]}" if name in shown else pure_form(name).text)
        shown.setdefault(name, section)
    if not texts:
        return Cell("landoflisp", "no pure function", None)
    return Cell(", ".join(f"landoflisp.{name}" for name in names), "\n\n".join(texts), "python")
