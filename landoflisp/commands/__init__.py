"""The `landoflisp` command: one file a subcommand, each with `add_parser` and `run`.

Exit status: 0 when all is well, 1 when something that was checked does not hold, 2 for bad input
(one line on standard error says what was wrong and what is allowed), 3 when `verify` finds nothing
wrong but cannot check all, 130 after Ctrl-C, 141 when nobody reads the output any more.

>>> main(["solve", "reversi", "4x4", "--json"])  # doctest: +ELLIPSIS
{"value": -8, "line": [8, 7, ..., "pass", "pass"], "evaluations": 718}
0
"""

import os
import sys
from collections.abc import Sequence
from importlib import metadata

from landoflisp.commands import (
    bench,
    concordance,
    play,
    read,
    repl,
    solve,
    tables,
    tournament,
    tree,
    verify,
)
from landoflisp.commands.arguments import INTERRUPTED, Parser
from landoflisp.commands.words import complain
from landoflisp.errors import BadInput
from landoflisp.solve.kernels import describe

__all__ = ["main"]

SUBCOMMANDS = {
    "solve": solve,
    "tables": tables,
    "play": play,
    "read": read,
    "concordance": concordance,
    "repl": repl,
    "tournament": tournament,
    "bench": bench,
    "tree": tree,
    "verify": verify,
}

EXAMPLES = """
examples:
  landoflisp solve reversi 4x4          solve a board, show the best game
  landoflisp solve --help               all that a subcommand can do
  landoflisp tables reversi             measure the tables of an article again
  landoflisp play dice-of-doom          play against the computer
  landoflisp read rev16nega             a port beside the pure functions
  landoflisp repl                       a prompt that knows the library
  landoflisp tournament reversi negascout:3 negamax:2 random
  landoflisp tree literal "((1 3) (4 2)) ((2 1) (3 5))" --search fail-soft
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, by default those of the process; return its status."""
    try:
        status = _run(argv)
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        if sys.stdout is not None:
            # What is left in the buffer must not fail once more when Python ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 141
        complain(str(error.strerror or error))
        return 1
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    return status


def _run(argv: Sequence[str] | None) -> int:
    try:
        args = _parser().parse_args(argv)
        if args.version:
            print(f"landoflisp {_version()}\n{describe()}")
            return 0
        if args.run is None:
            raise BadInput(f"a subcommand is {', '.join(SUBCOMMANDS)} (see landoflisp --help)")
        status: int = args.run(args)
    except BadInput as error:
        complain(str(error))
        return 2
    except RecursionError as error:  # where no search was asked, which would have said it
        from landoflisp.recursion import stack_is_full

        complain(str(stack_is_full(error)))
        return 2
    except SystemExit:  # from --help, which is the only thing that ends here
        return 0
    return status


def _parser() -> Parser:
    parser = Parser(
        prog="landoflisp",
        description="Game tree search from well-loved Lisp texts.",
        epilog=EXAMPLES,
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    parser.set_defaults(run=None)
    subparsers = parser.add_subparsers(title="subcommands", metavar="SUBCOMMAND")
    for subcommand in SUBCOMMANDS.values():
        subcommand.add_parser(subparsers)
    return parser


def _version() -> str:
    try:
        return metadata.version("landoflisp")
    except metadata.PackageNotFoundError:
        return "(not installed: run from its sources)"
