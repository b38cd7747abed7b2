"""`landoflisp verify`: a copy of a Lisp listing under SBCL, against the port and the library."""

import argparse
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from math import inf, nan
from pathlib import Path
from shutil import get_terminal_size
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from unittest.mock import patch

from landoflisp.commands.arguments import INTERRUPTED, Subparsers, file_name, one_of, whole
from landoflisp.commands.progress import progress
from landoflisp.commands.words import complain
from landoflisp.errors import BadInput
from landoflisp.listings.pairs import PORTS, source_of
from landoflisp.proofs.sbcl import Unavailable

if TYPE_CHECKING:
    from landoflisp.proofs.checks import Row
    from landoflisp.proofs.verification import Verification

__all__ = ["add_parser", "run"]

EXAMPLES_EACH = 100
SECONDS = 10.0
DAY = 86400
LEAST = 40  # the least width of the report, in columns, however narrow the terminal
STORAGE = "HYPOTHESIS_STORAGE_DIRECTORY"  # by default in the current directory
UNCHECKED = 3  # the exit status when nothing differs, but not all could be checked
TERMINATED = 128 + signal.SIGTERM

BAR = "{percentage:3.0f}%|{bar}| {desc} [{elapsed}<{remaining}]"

DESCRIPTION = """\
Run your copy of a listing under SBCL, and call every function of it on random
positions: does it give, print and leave behind what the port does, and does the
pure function, where there is one that answers the same, give that too? Of what
is not equal the smallest counterexample that can be found is shown.

The file is the listing (one that ends in .lisp is loaded as it stands) or the
article with the listing in it, as text or as HTML. What it loads itself is
looked for beside it. A call that takes too long is stopped, and SBCL starts
again for the next one. Ctrl-C prints the table as far as it is known.

The listing is a program: it runs with all your rights, and can read, write and
send what you can. For a file that you do not trust say --sandbox: with bubblewrap
(Linux) it then sees the system's libraries and the Lisp files beside it, and can
write none of them; it does not see your other files, and has no network.

Exit status 0 if all is equal, 1 if anything differs, 3 if nothing does but not
all could be checked: a function is missing, cannot be run because what it calls
is nowhere defined, or a form cannot be loaded."""

EXAMPLES = f"""
ports:
  {" ".join(port for port in PORTS if source_of(port).language == "lisp")}

examples:
  landoflisp verify rev16nega --lisp rev16nega.lisp
  landoflisp verify rev24a --lisp article.html --examples 1000
  landoflisp verify rev16nega --lisp mine.lisp --function nega-alpha2 --seed 7
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add `verify` to the subcommands."""
    parser = subparsers.add_parser(
        "verify",
        usage="%(prog)s port --lisp FILE [options]",
        description=DESCRIPTION,
        epilog=EXAMPLES,
    )
    parser.set_defaults(run=run)
    parser.add_argument("port", type=one_of("a port", PORTS), help="which one (see below)")
    parser.add_argument(
        "--lisp",
        type=file_name,
        metavar="FILE",
        help="your copy of the listing, or an article that contains it",
    )
    parser.add_argument(
        "--examples",
        type=_between(whole, 1),
        default=EXAMPLES_EACH,
        metavar="N",
        help=f"of each function, of some more or fewer (default: {EXAMPLES_EACH})",
    )
    parser.add_argument(
        "--seed", type=whole, default=0, metavar="S", help="other examples for each (default: 0)"
    )
    parser.add_argument(
        "--timeout",
        type=_between(float, 0.1, DAY),
        default=SECONDS,
        metavar="SECONDS",
        help=f"for each call (default: {SECONDS:g})",
    )
    parser.add_argument("--function", metavar="NAME", help="this function or variable only")
    parser.add_argument(
        "--sandbox", action="store_true", help="shut the listing in with bwrap (Linux)"
    )


def _between(
    read: Callable[[str], float], least: float, most: float = inf
) -> Callable[[str], float]:
    """Return the type of an argument that is a number in this range."""

    def check(text: str) -> float:
        try:
            number = read(text)
        except ValueError:
            number = nan
        if not least <= number <= most:
            to = "on" if most == inf else f"to {most:g}"
            raise argparse.ArgumentTypeError(f"a number from {least:g} {to}, not {text!r}")
        return number

    return check


def run(args: argparse.Namespace) -> int:
    """Verify the functions and print the table; return the exit status."""
    try:
        with TemporaryDirectory() as scratch, patch.dict(os.environ, {STORAGE: scratch}):
            return _run(_verification(args), args.function is None)
    except Unavailable as reason:
        raise BadInput(f"verify runs the listing, but {reason}") from None


def _verification(args: argparse.Namespace) -> "Verification":
    try:
        from landoflisp.proofs.verification import checks_of, read_lisp, verify
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        raise BadInput("verify needs Hypothesis and cl4py: pip install '.[lisp,test]'") from None
    checks_of(args.port, args.function)  # a port that has no checks needs no file
    if args.lisp is None:
        raise BadInput("your copy of the listing is wanted: --lisp FILE")
    return verify(
        args.port,
        read_lisp(args.lisp, args.port),
        Path(args.lisp).resolve().parent,
        function=args.function,
        examples=args.examples,
        seed=args.seed,
        timeout=args.timeout,
        sandbox=args.sandbox,
        name=args.lisp,
    )


def _run(verification: "Verification", is_whole: bool) -> int:
    from landoflisp.proofs.reports import as_text

    rows: list[Row] = []
    signals: list[int] = []
    stopped = False
    copy = verification.copy
    try:
        with (
            _ending(copy.stop, signals),
            progress(verification.total, BAR) as report,
            closing(verification.rows(report)) as finished,
        ):
            for row in finished:
                rows.append(row)  # one by one: they are printed after an interrupt
    except KeyboardInterrupt:
        stopped = True
    width = max(LEAST, get_terminal_size().columns)
    print(as_text(verification, rows, width, is_whole))
    if stopped:
        ended = "terminated" if signal.SIGTERM in signals else "interrupted"
        complain(f"{ended}: not all is verified")
        return TERMINATED if signal.SIGTERM in signals else INTERRUPTED
    if any(row.difference for row in rows):
        return 1
    return UNCHECKED if copy.troubles or any(row.missing or row.lacking for row in rows) else 0


@contextmanager
def _ending(stop: Callable[[], None], signals: list[int]) -> Iterator[None]:
    """Note Ctrl-C and SIGTERM in a list, and call `stop` on each; the second one interrupts."""

    def end(number: int, _: object) -> None:
        signals.append(number)
        stop()
        if len(signals) > 1:
            raise KeyboardInterrupt

    before = {}
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            with suppress(ValueError):  # not the main thread, which alone may handle signals
                before[number] = signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
