"""`landoflisp concordance`: each name of the sources, its port, the pure functions, and why."""

import argparse
from shutil import get_terminal_size

from landoflisp.commands.arguments import Subparsers, one_of
from landoflisp.commands.pager import show
from landoflisp.listings.concordance import as_markdown, as_text
from landoflisp.listings.pairs import PORTS

__all__ = ["add_parser", "run"]

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
        show(as_markdown(args.port), False)
    else:
        show(as_text(args.port, get_terminal_size().columns), not args.no_pager)
    return 0
