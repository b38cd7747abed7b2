"""The concordance: each name of the sources, its ports, the pure functions, what differs and why.

It is drawn as a table for a terminal, or as a page of Markdown, `ports/README.md`.
"""

import inspect
from collections.abc import Iterator, Sequence
from importlib import import_module
from pkgutil import iter_modules, resolve_name
from textwrap import fill, indent
from types import ModuleType
from typing import NamedTuple

from landoflisp import games, search
from landoflisp.listings.forms import port_forms, pure_module
from landoflisp.listings.pairs import SOURCES, Source, called, entry
from landoflisp.show.tables import table

__all__ = ["Row", "as_markdown", "as_text", "new_here", "rows"]

HEADS = ("source", "port", "pure function", "what differs, and why")
WIDE = 100  # columns from which on a table is legible
SHARES = (0.19, 0.22, 0.24)  # of the width, for all columns but the last

ALL = """\
# Ports

One file a listing, to be read beside it. This page says what became of each name of the sources:
its port, the pure functions of `landoflisp` that do its work (named as after
`from landoflisp import *`), what differs and why. `landoflisp read PORT` shows them side by side.

The page is generated: `landoflisp concordance --markdown > ports/README.md`."""

ONE = """\
# {port}

This page says what became of each name of the source: its port, the pure functions of `landoflisp`
that do its work (named as after `from landoflisp import *`), what differs and why.
`landoflisp read {port}` shows them side by side.

The page is generated: `landoflisp concordance {port} --markdown`. Its links start from `ports/`."""


class Row(NamedTuple):
    """A name of a source, its name in the ports, these ports, the pure functions, what differs."""

    name: str
    called: str
    ports: tuple[str, ...]
    pure: tuple[str, ...]
    differs: str


def rows(source: Source, port: str | None = None) -> list[Row]:
    """Return the rows of a source, or of one of its ports, in the order of its entries.

    >>> from landoflisp.listings.pairs import source_of
    >>> row = rows(source_of("rev24a"), "rev24a")[0]
    >>> row.name, row.called, row.ports, row.pure
    ('init-board', 'init_board', ('rev24a',), ('reversi.start',))
    """
    names = [name for name in source.ports if port in (None, name)]
    having = {name: {entry(name, form.name) for form in port_forms(name)} for name in names}
    return [
        Row(each.name, called(each, source.language), ports, each.pure, each.differs)
        for each in source.entries
        if (ports := tuple(name for name in names if each in having[name]))
    ]


def new_here() -> list[str]:
    """Return the public functions of games and searches that no source has, in their order."""
    known = [resolve_name(f"landoflisp.{p}") for s in SOURCES for e in s.entries for p in e.pure]
    return [name for name, function in _public() if function not in known]


def _public() -> Iterator[tuple[str, object]]:
    """Yield the public functions of games and searches, each with its name."""
    for package in (games, search):
        for info in iter_modules(package.__path__):
            module = import_module(f"{package.__name__}.{info.name}")
            for name in module.__all__:
                function = getattr(module, name)
                if inspect.isfunction(function):
                    yield _name(module, name), function


def _name(module: ModuleType, name: str) -> str:
    """Return the shortest name of what a module defines, as after `from landoflisp import *`."""
    *_, package, short = module.__name__.split(".")
    names = (name, f"{short}.{name}", f"{package}.{short}.{name}")
    return next(n for n in names if _is(n, getattr(module, name)))


def _is(name: str, function: object) -> bool:
    try:
        return bool(resolve_name(f"landoflisp.{name}") is function)
    except (AttributeError, ImportError):
        return False


def _sources(port: str | None) -> list[tuple[Source, list[Row]]]:
    sources = (source for source in SOURCES if port is None or port in source.ports)
    return [(source, rows(source, port)) for source in sources]


# As text


def as_text(port: str | None, width: int) -> str:
    """Return the table of a port, or of all if it is None, no wider than the width."""
    draw = _table if width >= WIDE else _records
    blocks = [
        f"{fill(each.title, width)}\n\n{draw(found, width)}" for each, found in _sources(port)
    ]
    if port is None:
        blocks.append(fill(f"New here: {', '.join(new_here())}.", width))
    return "\n\n".join(blocks)


def _cells(row: Row) -> tuple[str, str, str, str]:
    where = ", ".join(row.ports)
    return row.name, f"{row.called} ({where})", ", ".join(row.pure) or "-", row.differs


def _table(found: Sequence[Row], width: int) -> str:
    widths = [int(share * width) for share in SHARES]
    widths.append(width - sum(widths) - 2 * len(widths))
    cells = [HEADS, ("",) * len(HEADS), *map(_cells, found)]
    filled = [
        [fill(cell, size, break_on_hyphens=False) for cell, size in zip(row, widths, strict=True)]
        for row in cells
    ]
    return "\n".join(table(filled, widths=widths))


def _records(found: Sequence[Row], width: int) -> str:
    return "\n".join(
        fill(" > ".join(names), width, subsequent_indent="  ", break_on_hyphens=False)
        + "\n"
        + indent(fill(differs, width - 4), "    ")
        for *names, differs in map(_cells, found)
    )


# As a page


def as_markdown(port: str | None = None) -> str:
    """Return the page of a port, or of all if it is None."""
    blocks = [ONE.format(port=port) if port else ALL]
    for source, found in _sources(port):
        lines = [f"## {source.title}", "", _line(HEADS), _line(["---"] * len(HEADS))]
        blocks.append("\n".join([*lines, *(_line(_marked(row)) for row in found)]))
    if port is None:
        names = ", ".join(map(_linked, new_here()))
        blocks.append(
            "## New here\n\nFunctions of games and searches that none of the sources has:\n" + names
        )
    return "\n\n".join(blocks)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _marked(row: Row) -> list[str]:
    where = ", ".join(f"[{port}]({port}.py)" for port in row.ports)
    pure = ", ".join(map(_linked, row.pure)) or "-"
    return [f"`{row.name}`", f"`{row.called}` in {where}", pure, row.differs]


def _linked(name: str) -> str:
    return f"[`{name}`](../{pure_module(name).replace('.', '/')}.py)"
