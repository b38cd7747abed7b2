"""`landoflisp bench`: every storey solves the same boards, side by side, against the clock."""

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import product
from statistics import median
from textwrap import wrap
from time import perf_counter
from types import ModuleType
from typing import NamedTuple

from landoflisp.commands.arguments import INTERRUPTED, Subparsers, one_of, whole
from landoflisp.commands.arguments import size as board_size
from landoflisp.commands.progress import Show, progress
from landoflisp.commands.words import complain, visible
from landoflisp.errors import BadInput
from landoflisp.games import reversi
from landoflisp.games.reversi import Position
from landoflisp.sbcl import Listing, Unavailable, find_listing
from landoflisp.search import Best, fail_soft
from landoflisp.solve.kernels import KERNELS, load
from landoflisp.solve.reversi import solve

__all__ = ["add_parser", "run"]

# The listing, and the port of it, for each board that there is one for.
LISTINGS = {"4x4": "rev16nega", "4x6": "rev24a"}
ROWS = ("listing", "port", "pure", *KERNELS)
MEANINGS = {
    "listing": "the article's fail-soft search, run by SBCL",
    "port": "the same in Python, form by form",
    "pure": "fail_soft on a lazy tree of immutable boards",
    "compiled": "landoflisp.solve, its kernel compiled by mypyc",
    "interpreted": "landoflisp.solve, its kernel as it is",
}
LEAST = 0.1  # seconds of a run: a search that takes less is repeated, and counts as its share of it
WIDTH = 79
BAR = "{percentage:3.0f}%|{bar}| {desc} [{elapsed}]"

DESCRIPTION = """\
Let the listing (run by SBCL), its port, the pure search and the solver with both
kernels solve the same boards, and print how long each of them takes. The times
of one table compare with each other; those of different machines do not.

Ctrl-C ends the measuring and prints what is measured so far."""

EXAMPLES = """\
what is measured:
{rows}

The listing needs SBCL, cl4py and the directory of the listings in LISP_LISTINGS.

examples:
  landoflisp bench
  landoflisp bench 4x4 --runs 9
  landoflisp bench 4x6 --json
"""

# How long one search took, its value, and how many positions it valued or visited.
Timed = tuple[float, int, int]
Contestant = Callable[[Position], Timed]


class Result(NamedTuple):
    """What one row of a board's table says; `seconds` is the median of the runs."""

    row: str
    seconds: float
    value: int
    positions: int


Results = dict[tuple[str, str], list[Result]]


def add_parser(subparsers: Subparsers) -> None:
    """Add `bench` to the subcommands."""
    parser = subparsers.add_parser(
        "bench",
        description=DESCRIPTION,
        epilog=EXAMPLES.format(rows="\n".join(f"  {n:12} {MEANINGS[n]}" for n in ROWS)),
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "boards",
        nargs="*",
        type=one_of("a board", LISTINGS),
        metavar="board",
        help="4x4 or 4x6 (default: both)",
    )
    parser.add_argument(
        "--runs", type=whole, default=3, metavar="N", help="take the median of N runs (default: 3)"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(args: argparse.Namespace) -> int:
    """Measure and print the tables; the status is 1 if two storeys contradict each other."""
    if args.runs < 1:
        raise BadInput(f"--runs: 1 run or more, not {args.runs}")
    boards = [(size, opening) for size in args.boards or LISTINGS for opening in reversi.OPENINGS]
    results: Results = {board: [] for board in boards}
    missing: dict[str, str] = {}
    status = 0
    with progress(len(boards) * len(ROWS), BAR) as show:
        try:
            _measure(results, missing, args.runs, show)
        except KeyboardInterrupt:
            status = INTERRUPTED
    if not all(map(_agree, results.values())):
        status = 1
    print(_as_json(results, missing) if args.json else _as_text(results, missing, args.runs))
    if status == INTERRUPTED:
        complain("interrupted: not all is measured")
    return status


# Measuring


def _measure(results: Results, missing: dict[str, str], runs: int, show: Show) -> None:
    """Fill in the results row by row, and why a row is missing."""
    rows = product(results.items(), ROWS)
    for done, (((size, opening), found), row) in enumerate(rows):
        position = reversi.start(*board_size(size), opening)
        timed = []
        try:
            with _contestant(row, size) as contestant:
                for i in range(runs):
                    show(done + i / runs, f"{size} {opening}, {row}")
                    timed.append(_run(contestant, position))
        except (Unavailable, BadInput, TimeoutError) as error:
            missing[row] = str(error)
        else:
            _, value, positions = timed[0]
            seconds = median(seconds for seconds, _, _ in timed)
            found.append(Result(row, seconds, value, positions))


def _run(contestant: Contestant, position: Position) -> Timed:
    """Search, and search again until the clock can tell how long one search takes."""
    spent: list[float] = []
    while sum(spent) < LEAST:
        seconds, value, positions = contestant(position)
        spent.append(seconds)
    return sum(spent) / len(spent), value, positions


@contextmanager
def _contestant(row: str, size: str) -> Iterator[Contestant]:
    """Give the function that searches as the row says, for as long as it is needed."""
    if row == "listing":
        with Listing(find_listing(f"{LISTINGS[size]}.lisp"), seconds=600) as listing:
            yield partial(_listing, listing)
    elif row == "port":
        yield partial(_port, import_module(f"ports.{LISTINGS[size]}"))
    elif row == "pure":
        yield partial(_timed, _pure)
    else:
        load("reversi", row)
        yield partial(_timed, partial(solve, kernel=row))


def _listing(listing: Listing, position: Position) -> Timed:
    turn, board = position
    for name, value in (("board", board.squares), ("black", 2), ("white", 2), ("count", 0)):
        listing.set(f"*{name}*", value)
    search = [
        "nega-alpha2",
        ["quote", turn],
        ["quote", [*board.spaces]],
        [],
        "min-value",
        "max-value",
    ]
    clock = ["get-internal-real-time"]
    seconds = ["/", ["-", clock, "start"], "internal-time-units-per-second"]
    form = ["let*", [["start", clock], ["value", search]], ["list", seconds, "value", "*count*"]]
    spent, value, positions = listing.call("eval", form)
    return float(spent), value, positions


def _port(port: ModuleType, position: Position) -> Timed:
    turn, board = position
    vars(port).update(board=list(board.squares), black=2, white=2, count=0)
    before = perf_counter()
    value, _ = port.nega_alpha2(turn, list(board.spaces), [], port.min_value, port.max_value)
    return perf_counter() - before, value, port.count


def _timed(search: Callable[[Position], Best], position: Position) -> Timed:
    before = perf_counter()
    best = search(position)
    return perf_counter() - before, best.value, best.evaluations


def _pure(position: Position) -> Best:
    return fail_soft(reversi.tree(position), reversi.get_value)


# Showing


def _as_text(results: Results, missing: Mapping[str, str], runs: int) -> str:
    """Return a table for each board, and a line for each row that is missing."""
    lines = ["seconds of one search" + (f", the median of {runs} runs" if runs > 1 else "")]
    for (size, opening), found in results.items():
        if found:
            value = f"value {found[0].value}" if _agree(found) else "not all values are equal"
            head = f"{size} {opening}: {value}"
            lines += ["", f"{head:35} {'seconds':>9} {'x ' + found[0].row:>10} {'positions':>10}"]
            lines += [
                f"  {result.row:33} {result.seconds:9.4f} {_faster(found, result):>10} "
                f"{result.positions:10,}"
                for result in found
            ]
    lines.append("")
    for row in ROWS:
        note = f"not measured: {visible(missing[row])}" if row in missing else MEANINGS[row]
        lines += wrap(f"  {row:12} {note}", WIDTH, subsequent_indent=" " * 15)
    return "\n".join(lines)


def _agree(found: Iterable[Result]) -> bool:
    return len({result.value for result in found}) <= 1


def _faster(found: Sequence[Result], result: Result) -> str:
    """Return how many times as fast a result is as the first of its board."""
    ratio = found[0].seconds / result.seconds
    return f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.2f}"


def _as_json(results: Results, missing: Mapping[str, str]) -> str:
    boards = [
        {"board": size, "opening": opening, "rows": [result._asdict() for result in found]}
        for (size, opening), found in results.items()
    ]
    return json.dumps({"boards": boards, "missing": missing})
