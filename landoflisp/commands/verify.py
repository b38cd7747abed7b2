"""`landoflisp verify`: a copy of a Lisp listing under SBCL, against the port and the library."""

import argparse
import os
import re
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from math import inf
from pathlib import Path
from shutil import get_terminal_size
from tempfile import TemporaryDirectory
from textwrap import fill
from typing import TYPE_CHECKING
from unittest.mock import patch

from landoflisp.commands.arguments import INTERRUPTED, Subparsers, nearest, one_of, whole
from landoflisp.commands.listings.pairing import listing_of
from landoflisp.commands.listings.pairs import PORTS, entry, port_name, source_of
from landoflisp.commands.listings.texts import read_text
from landoflisp.commands.progress import progress
from landoflisp.commands.words import complain, visible
from landoflisp.errors import BadInput
from landoflisp.sbcl import COMMAND, Unavailable, sandboxed

if TYPE_CHECKING:
    from landoflisp.commands.verify_check import Check, Row

__all__ = ["CHECKS", "add_parser", "run"]

# Where the checks of a port come from. They need Hypothesis, and are imported when they are asked
# for.
CHECKS: Mapping[str, str] = {
    "rev16nega": "verify_reversi",
    "rev24a": "verify_reversi",
    "dice_of_doom_v1": "verify_dice_of_doom",
    "dice_of_doom_v2": "verify_dice_of_doom",
    "dice_of_doom_v4": "verify_dice_of_doom",
    "lazy": "verify_lazy",
}
EXAMPLES_EACH = 100
SECONDS = 10.0
DAY = 86400
DEFINES = re.compile(r"\(\s*def\w*\s+([^\s()]+)", re.I)
SHEBANG = re.compile(r"\A#!.*")
CLEARLY = 0.05  # by so much a listing is more like another one
LEAST = 40  # columns that the report is given, however narrow the terminal
LISP_FILES = (".lisp", ".lsp", ".cl", ".l")
STORAGE = "HYPOTHESIS_STORAGE_DIRECTORY"  # which otherwise is where the user is
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
  {" ".join(CHECKS)}

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
        "--lisp", metavar="FILE", help="your copy of the listing, or an article that contains it"
    )
    parser.add_argument(
        "--examples",
        type=_between(1, whole),
        default=EXAMPLES_EACH,
        metavar="N",
        help=f"of each function, of some more or fewer (default: {EXAMPLES_EACH})",
    )
    parser.add_argument(
        "--seed", type=whole, default=0, metavar="S", help="other examples for each (default: 0)"
    )
    parser.add_argument(
        "--timeout",
        type=_between(0.1, _seconds, DAY),
        default=SECONDS,
        metavar="SECONDS",
        help=f"for each call (default: {SECONDS:g})",
    )
    parser.add_argument("--function", metavar="NAME", help="this function or variable only")
    parser.add_argument(
        "--sandbox", action="store_true", help="shut the listing in with bwrap (Linux)"
    )


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a number of seconds, not {text!r}") from None


def _between(
    least: float, read: Callable[[str], float], most: float = inf
) -> Callable[[str], float]:
    def check(text: str) -> float:
        number = read(text)
        if not least <= number <= most:
            to = "on" if most == inf else f"to {most:g}"
            raise argparse.ArgumentTypeError(f"a number from {least:g} {to}, not {text!r}")
        return number

    return check


def run(args: argparse.Namespace) -> int:
    """Verify the functions and print the table; return the exit status."""
    port: str = args.port
    if port not in CHECKS:
        language = {"python": "Python", "csharp": "C#"}[source_of(port).language]
        raise BadInput(
            f"{port} is the port of a {language} program: verify is for those of Lisp, "
            f"{', '.join(CHECKS)}; the others are tested on recorded answers (tests/golden)"
        )
    if args.lisp is None:
        raise BadInput("your copy of the listing is wanted: --lisp FILE")
    text = _listing(args.lisp, port)
    try:
        with TemporaryDirectory() as scratch, patch.dict(os.environ, {STORAGE: scratch}):
            return _run(args, text)
    except Unavailable as reason:
        raise BadInput(f"verify runs the listing, but {reason}") from None


def _run(args: argparse.Namespace, text: str) -> int:
    all_checks = {port: _checks(port) for port in CHECKS}
    _check_names(text, {port: _names(checks) for port, checks in all_checks.items()}, args)
    checks = _chosen(all_checks[args.port], args)

    from landoflisp.commands.verify_check import verified, wanted
    from landoflisp.commands.verify_lisp import Copy

    directory = Path(args.lisp).resolve().parent
    command = sandboxed(_beside(directory)) if args.sandbox else COMMAND
    copy = Copy(text, directory, args.timeout, command)
    total = sum(wanted(check, args.examples) for check in checks)
    rows: list[Row] = []
    signals: list[int] = []
    stopped = False
    try:
        with _ending(copy.stop, signals), copy, progress(total, BAR) as show:
            show(0, "loading")
            for row in verified(checks, copy, args.examples, args.seed, show):
                rows.append(row)  # one by one, to be there when Ctrl-C comes
    except KeyboardInterrupt:
        stopped = True
    order = [name for check in checks for name in (check.name, check.alias)]
    rows.sort(key=lambda row: order.index(row.name))
    own = (copy.functions | copy.variables) - {
        name for each in all_checks.values() for name in _names(each)
    }
    others = [] if args.function else sorted(own)
    print(_report(rows, len(checks), copy.troubles, others, _notes(checks, rows)))
    if stopped:
        ended = "terminated" if signal.SIGTERM in signals else "interrupted"
        complain(f"{ended}: not all is verified")
        return TERMINATED if signal.SIGTERM in signals else INTERRUPTED
    return _status(rows, bool(copy.troubles))


def _status(rows: "Iterable[Row]", troubles: bool) -> int:
    if any(row.difference for row in rows):
        return 1
    return UNCHECKED if troubles or any(row.missing or row.lacking for row in rows) else 0


# What is verified


def _listing(path: str, port: str) -> str:
    """Return a listing, or the one in an article, its forms in the same lines."""
    text = read_text(path)
    if path.lower().endswith(LISP_FILES):
        return SHEBANG.sub("", text)
    lines: list[str] = []
    for form in listing_of(text, port, path):
        inside = form.text.splitlines()
        before = next((n for n, line in enumerate(inside) if line.lstrip().startswith("(")), 0)
        lines += [""] * (form.line - 1 - before - len(lines)) + inside
    return "\n".join(lines)


def _beside(directory: Path) -> list[Path]:
    """Return the Lisp files of a directory; links are left out, as they lead to any file."""
    try:
        return [
            path
            for path in directory.iterdir()
            if path.suffix.lower() in LISP_FILES and path.is_file() and not path.is_symlink()
        ]
    except OSError as error:
        raise BadInput(f"{directory} cannot be read: {error.strerror}") from None


def _checks(port: str) -> "list[Check]":
    try:
        checks: list[Check] = getattr(
            import_module(f"landoflisp.commands.{CHECKS[port]}"), f"{port}_checks"
        )()
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        raise BadInput("verify needs Hypothesis and cl4py: pip install '.[lisp,test]'") from None
    return checks


def _names(checks: "Sequence[Check]") -> set[str]:
    return {name for check in checks for name in (check.name, check.alias) if name}


def _check_names(text: str, names: Mapping[str, set[str]], args: argparse.Namespace) -> None:
    """Refuse a listing that is no port's, or another port's."""
    defined = {name.lower() for name in DEFINES.findall(text)}
    if not defined & names[args.port]:
        raise BadInput(f"{args.lisp} defines none of the functions of {args.port}")
    shares = {port: len(defined & ours) / len(defined | ours) for port, ours in names.items()}
    likeliest = max(shares, key=shares.__getitem__)
    if shares[likeliest] > shares[args.port] + CLEARLY:
        found = ", ".join(
            f"{len(defined & names[port])} of {port}'s {len(names[port])} names"
            for port in (likeliest, args.port)
        )
        raise BadInput(f"{args.lisp} looks like {likeliest}, not {args.port}: it defines {found}")


def _chosen(checks: "list[Check]", args: argparse.Namespace) -> "list[Check]":
    if args.function is None:
        return checks
    wanted = args.function.lower()
    names = {_plain(name): check for check in checks for name in (check.alias, check.name) if name}
    if _plain(wanted) not in names:
        known = entry(args.port, port_name(wanted, "lisp"))
        if known and not known.printed:
            raise BadInput(f"{args.port} has {known.name} for itself: the listing does not")
        near = nearest(_plain(wanted), names)
        hint = f"; is it {names[near].name}?" if near else ""
        raise BadInput(f"{args.port} has no function {args.function!r}{hint}")
    return [names[_plain(wanted)]]


def _plain(name: str) -> str:
    """Return a name without what differs between Lisp and Python."""
    return name.strip("*").replace("_", "-")


# What comes of it


@contextmanager
def _ending(stop: Callable[[], None], signals: list[int]) -> Iterator[None]:
    """Note Ctrl-C and SIGTERM, and let the first of them stop what is done within.

    The next one raises KeyboardInterrupt at once.
    """

    def end(number: int, _: object) -> None:
        signals.append(number)
        stop()
        if len(signals) > 1:
            raise KeyboardInterrupt

    before = {}
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            # only the main thread hears of signals, and may ask for them
            with suppress(ValueError):
                before[number] = signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _notes(checks: "Sequence[Check]", rows: "Iterable[Row]") -> list[str]:
    """Return what is to be said of calls that do without something of the listing's own."""
    tried = {row.name for row in rows if row.tried}
    called: dict[str, list[str]] = {}
    for check in checks:
        if check.note and check.name in tried:
            called.setdefault(check.note, []).append(check.name)
    return [f"{', '.join(names)}: {note}" for note, names in called.items()]


def _report(
    rows: "list[Row]",
    total: int,
    troubles: Mapping[str, str],
    own: Sequence[str],
    notes: Iterable[str],
) -> str:
    """Return the table, what differs in full, and what else there is to say of the listing."""
    from landoflisp.commands.verify_table import details, summary, table

    width = max(LEAST, get_terminal_size().columns)
    parts = [table(rows, width)] if rows else []
    parts += [details(row, width) for row in rows if row.difference]
    parts += [_filled(f"not loaded: {place}: {why}", width) for place, why in troubles.items()]
    if own:
        parts.append(_filled(f"in the listing alone, not verified: {', '.join(own)}", width))
    parts += [_filled(note, width) for note in notes]
    parts.append(_filled(summary(rows, total), width))
    return "\n\n".join(parts)


def _filled(text: str, width: int) -> str:
    return fill(visible(text), width, subsequent_indent="  ", break_on_hyphens=False)
