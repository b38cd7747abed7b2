"""`landoflisp tables kalah-solved`: who wins Kalah, for one to six pits a side and seeds a pit.

Source: the published results are those of Irving, Donkers and Uiterwijk, *Solving Kalah* (2000),
by the rules with the empty capture.
"""

import argparse
import json
import os
from collections.abc import Iterator, Mapping
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from itertools import product
from time import monotonic
from typing import Any, NamedTuple

from landoflisp.commands.arguments import INTERRUPTED
from landoflisp.commands.progress import progress
from landoflisp.commands.words import complain
from landoflisp.commands.workers import processes
from landoflisp.games import kalah
from landoflisp.search import Best
from landoflisp.solve.kalah import MEMORY, State, solve

__all__ = ["PUBLISHED", "SECONDS", "Start", "drawn", "result", "run", "solved"]

SIZES = range(1, 7)
SECONDS = 10.0

# The first player's result, for 1 to 6 seeds a pit.
PUBLISHED = {1: "DLWLWD", 2: "WLLLWW", 3: "DWWWWL", 4: "WWWWWD", 5: "DDWWWW", 6: "WWWWWW"}

BAR = "{percentage:3.0f}%|{bar}| {desc} [{elapsed}]"

NOTES = """\
  +6 W  the first player wins by 6 stones, with best play on both sides
  -     not solved in the time given (--seconds) and with the memory there is"""


class Start(NamedTuple):
    """A game to solve: pits a side, seeds a pit, and by which rules."""

    pits: int
    seeds: int
    empty_capture: bool


class TooLong(Exception):
    """The time of a game is over."""


def result(value: int) -> str:
    """Return what a value is for whom it is seen by: W, L or D.

    >>> result(6), result(-2), result(0)
    ('W', 'L', 'D')
    """
    return "DWL"[(value > 0) - (value < 0)]


def solved(start: Start, seconds: float) -> Best | None:
    """Return the answer, or None if it takes longer, or more memory than there is."""
    end = monotonic() + seconds

    def watch(_: State) -> None:
        if monotonic() > end:
            raise TooLong

    pits, seeds, empty_capture = start
    memory = MEMORY << (2 if pits * seeds > 18 else 0)
    try:
        return solve(kalah.start(pits, seeds), empty_capture, memory, report=watch)
    except (TooLong, MemoryError):
        return None


def run(args: argparse.Namespace) -> int:
    """Solve what can be solved in time and print the tables; return 1 if a result differs."""
    seconds = SECONDS if args.seconds is None else args.seconds
    starts = [Start(*each) for each in product(SIZES, SIZES, (False, True))]
    found: dict[Start, Best | None] = {}
    status, trouble = 0, ""
    try:
        with progress(len(starts), BAR) as show, processes(os.cpu_count() or 1) as pool:
            # Few stones first: should somebody lose patience, most games are solved.
            shortest_first = sorted(starts, key=lambda start: start.pits * start.seeds)
            games = {pool.submit(solved, start, seconds): start for start in shortest_first}
            for game in as_completed(games):
                found[games[game]] = game.result()
                show(len(found), f"{len(found)} of {len(starts)} games")
    except KeyboardInterrupt:
        status, trouble = INTERRUPTED, "interrupted: some games are not solved"
    except BrokenProcessPool:
        status, trouble = 1, "some games are not solved"
    print(json.dumps(_answer(found), indent=1) if args.json else drawn(found))
    if trouble:
        complain(trouble)
        return status
    return int(bool(_different(found)))


def _different(found: Mapping[Start, Best | None]) -> list[Start]:
    return [
        start
        for start, best in found.items()
        if start.empty_capture and best and result(best.value) != _published(start)
    ]


def _published(start: Start) -> str:
    return PUBLISHED[start.pits][start.seeds - 1]


def _answer(found: Mapping[Start, Best | None]) -> dict[str, Any]:
    games = [
        {
            **start._asdict(),
            "value": best and best.value,
            "positions": best and best.evaluations,
            **({"published": _published(start)} if start.empty_capture else {}),
        }
        for start, best in sorted(found.items())
    ]
    return {"tables": "kalah-solved", "games": games}


def drawn(found: Mapping[Start, Best | None]) -> str:
    """Return both tables as text, and how many results are those that were published."""
    return "\n".join(_lines(found))


def _lines(found: Mapping[Start, Best | None]) -> Iterator[str]:
    for title, empty_capture in (
        ("Kalah to the last stone, by the rules of the listings", False),
        ("Kalah to the last stone, with the empty capture (as published: =)", True),
    ):
        yield title
        yield ""
        yield f"{'seeds a pit':11}" + "".join(f"{seeds:>9}" for seeds in SIZES)
        for pits in SIZES:
            cells = (_cell(Start(pits, seeds, empty_capture), found) for seeds in SIZES)
            yield f"{f'{pits} pits' if pits > 1 else '1 pit':11}" + "".join(cells).rstrip()
        yield ""
    yield NOTES
    yield ""
    answered = [start for start, best in found.items() if best]
    published = sum(start.empty_capture for start in answered)
    different = len(_different(found))
    yield (
        f"{2 * len(SIZES) ** 2} games: {len(answered)} solved; "
        f"of {published} published results {published - different} equal, {different} not"
    )


def _cell(start: Start, found: Mapping[Start, Best | None]) -> str:
    best = found.get(start)
    if best is None:
        return f"{'-':>6}   "
    letter = result(best.value)
    mark = " "
    if start.empty_capture:
        mark = "=" if letter == _published(start) else "!"
    return f"{best.value:+6}" + f" {letter}{mark}"
