"""`landoflisp concordance`: each name of the sources, its port, the pure functions, and why."""

import argparse
import inspect
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules, resolve_name
from shutil import get_terminal_size
from textwrap import wrap
from types import ModuleType
from typing import NamedTuple

from landoflisp import games, search
from landoflisp.commands.arguments import Subparsers, one_of
from landoflisp.commands.listings.forms import port_forms, pure_module
from landoflisp.commands.listings.pairs import PORTS, SOURCES, Entry, Source, entry, port_name
from landoflisp.commands.pager import show

__all__ = ["Row", "add_parser", "markdown", "new_here", "rows", "run", "text"]

HEADS = ("source", "port", "pure function", "what differs, and why")
WIDE = 100  # columns from which on a table is legible
SHARES = (0.19, 0.22, 0.24)  # of the width, for the first columns

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

DESCRIPTION = """\
Print what became of each name of the sources: its name in the ports, the pure
functions that do its work (named as after `from landoflisp import *`), what
differs and why."""

EXAMPLES = """
examples:
  landoflisp concordance
  landoflisp concordance rev16nega
  landoflisp concordance --markdown > ports/README.md
"""


class Row(NamedTuple):
    """A name of a source, its name in the ports, these ports, the pure functions, what differs."""

    name: str
    called: str
    ports: tuple[str, ...]
    pure: tuple[str, ...]
    differs: str


def add_parser(subparsers: Subparsers) -> None:
    """Add `concordance` to the subcommands."""
    parser = subparsers.add_parser(
        "concordance",
        usage="%(prog)s [port] [options]",
        description=DESCRIPTION,
        epilog=EXAMPLES,
    )
    parser.set_defaults(run=run)
    parser.add_argument("port", nargs="?", type=one_of("a port", PORTS), help=", ".join(PORTS))
    parser.add_argument(
        "--markdown", action="store_true", help="print a page, of all ports or of one"
    )
    parser.add_argument("--no-pager", action="store_true", help="print all at once")


def run(args: argparse.Namespace) -> int:
    """Print the table."""
    if args.markdown:
        show(markdown(args.port), False)
    else:
        show(text(args.port, get_terminal_size().columns), not args.no_pager)
    return 0


def rows(source: Source, port: str | None = None) -> list[Row]:
    """Return the rows of a source, or of one of its ports alone, in the order of its entries."""
    names = [name for name in source.ports if port in (None, name)]
    having = {name: {entry(name, form.name) for form in port_forms(name)} for name in names}
    return [
        Row(each.name, _called(each, source), ports, each.pure, each.differs)
        for each in source.entries
        if (ports := tuple(name for name in names if each in having[name]))
    ]


def _called(each: Entry, source: Source) -> str:
    return each.port or port_name(each.name, source.language)


def new_here() -> list[str]:
    """Return the public functions of games and searches that no source has, in their order."""
    known = [resolve_name(f"landoflisp.{p}") for s in SOURCES for e in s.entries for p in e.pure]
    return [name for name, function in _public() if function not in known]


def _public() -> Iterator[tuple[str, object]]:
    """Yield the public functions of games and searches, and what they are called here."""
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


def _sources(port: str | None) -> Iterator[tuple[Source, list[Row]]]:
    for source in SOURCES:
        if port is None or port in source.ports:
            yield source, rows(source, port)


# As text


def text(port: str | None, width: int) -> str:
    """Return the table of all ports, or of one, for a terminal."""
    blocks = []
    for source, found in _sources(port):
        lines = _table(found, width) if width >= WIDE else _records(found, width)
        blocks.append("\n".join([*wrap(source.title, width), "", *lines]))
    if port is None:
        blocks.append("\n".join(wrap(f"New here: {', '.join(new_here())}.", width)))
    return "\n\n".join(blocks)


def _cells(row: Row) -> tuple[str, str, str, str]:
    where = ", ".join(row.ports)
    return row.name, f"{row.called} ({where})", ", ".join(row.pure) or "-", row.differs


def _table(found: list[Row], width: int) -> list[str]:
    widths = [int(share * width) for share in SHARES]
    widths.append(width - sum(widths) - 2 * len(widths))
    lines = []
    for cells in (HEADS, ("",) * len(HEADS), *map(_cells, found)):
        columns = [
            wrap(cell, size, break_on_hyphens=False)
            for cell, size in zip(cells, widths, strict=True)
        ]
        for i in range(max(1, *map(len, columns))):
            parts = [column[i] if i < len(column) else "" for column in columns]
            lines.append("  ".join(map(str.ljust, parts, widths)).rstrip())
    return lines


def _records(found: list[Row], width: int) -> list[str]:
    lines = []
    for row in found:
        *names, differs = _cells(row)
        head = f"{names[0]} > {names[1]} > {names[2]}"
        lines += wrap(head, width, subsequent_indent="  ", break_on_hyphens=False)
        lines += wrap(differs, width, initial_indent="    ", subsequent_indent="    ")
    return lines


# As a page


def markdown(port: str | None = None) -> str:
    """Return the page of all ports, or of one."""
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


def _line(cells: list[str] | tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _marked(row: Row) -> list[str]:
    where = ", ".join(f"[{port}]({port}.py)" for port in row.ports)
    pure = ", ".join(map(_linked, row.pure)) or "-"
    return [f"`{row.name}`", f"`{row.called}` in {where}", pure, row.differs]


def _linked(name: str) -> str:
    return f"[`{name}`](../{pure_module(name).replace('.', '/')}.py)"
