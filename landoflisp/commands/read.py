"""`landoflisp read`: a listing, its port and the pure functions, side by side."""

import argparse
import os
import sys
from contextlib import suppress
from shutil import get_terminal_size

from landoflisp.commands.arguments import Subparsers, file_name, nearest, one_of
from landoflisp.commands.outputs import write_output
from landoflisp.commands.pager import can_print, in_colour, show
from landoflisp.commands.progress import is_terminal
from landoflisp.commands.words import complain
from landoflisp.errors import BadInput
from landoflisp.escapes import visible
from landoflisp.listings.colours import HINT, can_colour
from landoflisp.listings.columns import columns
from landoflisp.listings.page import page
from landoflisp.listings.pairing import Row, listing_of, paired, rows_of_port, summary
from landoflisp.listings.pairs import PORTS, entry
from landoflisp.listings.sections import sections
from landoflisp.listings.texts import read_text

__all__ = ["add_parser", "run"]

DESCRIPTION = """\
Show your copy of a listing next to its transliteration, form by form in the
listing's order, and with --pure the pure functions that do the same, with what
differs and why. Without a listing: the port and the pure functions.

The file is the listing, or the article with the listing in it, as text or as
HTML. Docstrings are shortened to their first line."""

EXAMPLES = f"""
ports:
  {" ".join(PORTS[:5])}
  {" ".join(PORTS[5:])}

examples:
  landoflisp read rev16nega
  landoflisp read rev16nega nega-alpha2 --lisp rev16nega.lisp
  landoflisp read rev16nega --lisp article.html --pure
  landoflisp read rev16nega --lisp article.html --pure --html rev16nega.html
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add `read` to the subcommands."""
    parser = subparsers.add_parser(
        "read",
        usage="%(prog)s port [function ...] [options]",
        description=DESCRIPTION,
        epilog=EXAMPLES,
    )
    parser.set_defaults(run=run)
    parser.add_argument("port", type=one_of("a port", PORTS), help="which one (see below)")
    parser.add_argument(
        "function",
        nargs="*",
        default=[],
        help="show these only, by name in the listing, port or landoflisp",
    )
    parser.add_argument(
        "--lisp",
        "--listing",
        dest="listing",
        type=file_name,
        metavar="FILE",
        help="your copy of the listing, whatever its language, or an article that contains it",
    )
    parser.add_argument("--pure", action="store_true", help="show the pure functions as well")
    parser.add_argument(
        "--html",
        type=file_name,
        metavar="OUT",
        help="write one page of HTML; - is standard output",
    )
    parser.add_argument("--no-pager", action="store_true", help="print all at once")


def run(args: argparse.Namespace) -> int:
    """Show the forms side by side."""
    port: str = args.port
    rows = rows_of_port(port)
    source, total = "", f"{len(rows)} forms"
    if args.listing is not None:
        rows = paired(listing_of(read_text(args.listing), port, args.listing), port)
        source, total = os.path.basename(args.listing), summary(rows, port)
    chosen = _chosen(rows, args.function, port)
    total = f"{len(chosen)} shown; {total}" if args.function else total
    found = sections(chosen, port, source, args.pure or not source)
    if args.html is not None:
        beside = f"{visible(source)} and its port" if source else "port and pure functions"
        _write(args.html, page(f"{port}: {beside}", total, found), args.listing)
        if args.html != "-":
            print(visible(f"{args.html}: {port}: {total}"))
    else:
        rules = ("─", "│") if can_print("─│") else ("-", "|")
        text = columns(found, get_terminal_size().columns, in_colour(), rules)
        show(f"{text}\n{port}: {total}", not args.no_pager)
    if not can_colour() and (args.html is not None or in_colour()) and is_terminal(sys.stderr):
        complain(HINT)
    return 0


def _chosen(rows: list[Row], names: list[str], port: str) -> list[Row]:
    """Return the rows of the functions named, or all if none is named."""
    called = [_names(row, port) for row in rows]
    for name in names:
        if not any(name.lower() in each for each in called):
            near = nearest(name, sorted(set().union(*called)))
            hint = f"; is it {near}?" if near else ""
            hint = f"; for a file say --lisp {name}" if os.path.exists(name) else hint
            raise BadInput(f"{port} has no function {name!r}{hint}")
    asked = {name.lower() for name in names}
    return [row for row, each in zip(rows, called, strict=True) if not names or asked & each]


def _names(row: Row, port: str) -> set[str]:
    """Return all names of a row: in the listing, in the port, and in landoflisp."""
    known = entry(port, row.port.name) if row.port else None
    names = [row.listing.name if row.listing else "", row.port.name if row.port else ""]
    names += [known.name, *known.pure] if known else []
    full = {name.lower() for name in names if name}
    return full | {name.rpartition(".")[2] for name in full} | {name.strip("*+") for name in full}


def _write(path: str, text: str, listing: str | None) -> None:
    """Write a page, but never over the listing that it was made from."""
    is_listing = False
    with suppress(OSError, ValueError):  # there is no such file, and can be none
        is_listing = listing is not None and os.path.samefile(path, listing)
    if is_listing:
        raise BadInput(f"{path} is the listing itself: give the page another name")
    write_output(path, text)
