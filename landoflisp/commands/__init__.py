"""The `landoflisp` command: one file a subcommand, each with `add_parser` and `run`.

Exit status: 0 when all is well, 1 when something that was checked does not hold or an output cannot
be written, 2 for bad input (one line on standard error says what was wrong and what is allowed), 3
when `verify` finds nothing wrong but cannot check all, 130 after Ctrl-C, 143 after SIGTERM and 129
after SIGHUP (all three print what is known so far), 141 when nothing reads the output any more.

>>> main(["solve", "reversi", "4x4", "--json"])  # doctest: +ELLIPSIS
{"value": -8, "line": [8, 7, ..., "pass", "pass"], "evaluations": 718}
0
"""

# This file imports next to nothing before `program` is there to hear of Ctrl-C. A subcommand's
# module is imported when it is chosen.
import os
import sys

from landoflisp import __version__

TYPE_CHECKING = False  # as in typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from landoflisp.commands.arguments import Parser

__all__ = ["SUBCOMMANDS", "main", "program"]

# The modules of these names, and what each does.
SUBCOMMANDS = {
    "solve": "search a position to the end",
    "tables": "measure the tables of an article again",
    "play": "play a game in the terminal",
    "read": "a listing, its port and the pure functions side by side",
    "concordance": "what became of each Lisp function",
    "repl": "a prompt that knows the library",
    "tournament": "let strategies play each other",
    "bench": "measure how fast the storeys are",
    "tree": "draw a game tree, and what a search does on it",
    "verify": "your copy of a Lisp listing against port and library",
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

INTERRUPTED = 130


def program() -> "NoReturn":
    """Be the program: run the command with the arguments of the process, and end it."""
    try:
        status = main()
    except KeyboardInterrupt:  # before `main` heeds it, or after
        status = INTERRUPTED
    import signal

    # What is left is for Python to do, which would say where Ctrl-C found it.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(status)


def main(argv: "Sequence[str] | None" = None) -> int:
    """Run the command with these arguments, by default those of the process; return its status."""
    from landoflisp.commands.signals import heard

    signals = []

    def end(number: int) -> None:
        signals.append(number)
        raise KeyboardInterrupt

    _open_streams()
    try:
        with heard(end):
            status = _printed(argv)
    except KeyboardInterrupt:
        status = INTERRUPTED
    return 128 + signals[-1] if signals and status else status


def _open_streams() -> None:
    """Open what is closed of the standard streams, that no other file be taken for one of them.

    There is nothing to read then, and what is said is lost; but what is printed is missed: it
    cannot be written.
    """
    for name, access, mode in (
        ("stdin", os.O_RDONLY, "r"),
        ("stdout", os.O_RDONLY, "w"),
        ("stderr", os.O_WRONLY, "w"),
    ):
        if getattr(sys, name) is None:
            stream = os.open(os.devnull, access)  # the first number that is free
            os.set_inheritable(stream, True)
            setattr(sys, name, os.fdopen(stream, mode))


def _printed(argv: "Sequence[str] | None") -> int:
    """Run the command and see to it that what it prints is written."""
    from errno import EBADF

    from landoflisp.commands.words import complain

    try:
        status = _run(argv)
        sys.stdout.flush()
    except OSError as error:
        # What is left in the buffer must not fail once more when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 141
        closed = error.errno == EBADF
        complain("standard output is closed" if closed else str(error.strerror or error))
        return 1
    return status


def _run(argv: "Sequence[str] | None") -> int:
    from landoflisp.commands.signals import waiting
    from landoflisp.commands.words import complain
    from landoflisp.errors import BadInput

    try:
        with waiting():
            args = _parser().parse_args(argv)
        if args.version:
            from landoflisp.solve.kernels import describe

            print(f"landoflisp {__version__}\n{describe()}")
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
    except MemoryError:
        complain("that takes more memory than there is: ask for less")
        return 2
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    except SystemExit:  # from --help, which is the only thing that ends here
        return 0
    return status


def _parser() -> "Parser":
    from landoflisp.commands.arguments import Chosen, Parser

    parser = Parser(
        prog="landoflisp",
        description="Game tree search from well-loved Lisp texts.",
        epilog=EXAMPLES,
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    parser.set_defaults(run=None)
    subparsers = parser.add_subparsers(
        title="subcommands", metavar="SUBCOMMAND", parser_class=Chosen
    )
    for name, help in SUBCOMMANDS.items():
        subparsers.add_parser(name, help=help)
    return parser
