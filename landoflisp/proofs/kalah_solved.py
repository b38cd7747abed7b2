"""Who wins Kalah, for one to six pits a side and seeds a pit, beside the published results.

Source: the published results are those of Irving, Donkers and Uiterwijk, *Solving Kalah* (2000),
by the rules with the empty capture.
"""

import os
from collections.abc import Callable, Generator, Iterator, Mapping
from itertools import product
from time import monotonic
from typing import Any, NamedTuple, TypeAlias

from landoflisp.executors import finished
from landoflisp.executors.pools import processes
from landoflisp.games import kalah
from landoflisp.search import Best
from landoflisp.show.tables import table
from landoflisp.solve.kalah import MEMORY, State, solve

__all__ = ["PUBLISHED", "SECONDS", "KalahSolved", "Start", "result", "solved"]

Report: TypeAlias = Callable[[float, str], object]

SIZES = range(1, 7)
SECONDS = 10.0

# The first player's result, for 1 to 6 seeds a pit.
PUBLISHED = {1: "DLWLWD", 2: "WLLLWW", 3: "DWWWWL", 4: "WWWWWD", 5: "DDWWWW", 6: "WWWWWW"}

NOTES = """\
  +6 W  the first player wins by 6 stones, with best play on both sides
  -     not solved in the time given (--seconds) and with the memory there is"""


class Start(NamedTuple):
    """A game to solve: pits a side, seeds a pit, and by which rules."""

    pits: int
    seeds: int
    empty_capture: bool


Solutions: TypeAlias = Mapping[Start, Best | None]


class TooLong(Exception):
    """A game has taken longer than the time given."""


def result(value: int) -> str:
    """Return the result of a game with this value: W (won), L (lost) or D (drawn).

    >>> result(6), result(-2), result(0)
    ('W', 'L', 'D')
    """
    return "DWL"[(value > 0) - (value < 0)]


def solved(start: Start, seconds: float) -> Best | None:
    """Return the solution of a game, None if it takes longer, or more memory than there is.

    >>> solved(Start(2, 4, False), 60).value
    -10
    """
    end = monotonic() + seconds

    def stop_in_time(_: State) -> None:
        if monotonic() > end:
            raise TooLong

    pits, seeds, empty_capture = start
    memory = MEMORY << (2 if pits * seeds > 18 else 0)
    try:
        return solve(kalah.start(pits, seeds), empty_capture, memory, report=stop_in_time)
    except (TooLong, MemoryError):
        return None


class KalahSolved(NamedTuple):
    """The table of all games, each solved if that takes no more than so many `seconds`."""

    seconds: float = SECONDS

    @property
    def starts(self) -> list[Start]:
        """All games, those with few stones first: most are solved before an interrupt."""
        starts = (Start(*each) for each in product(SIZES, SIZES, (False, True)))
        return sorted(starts, key=lambda start: start.pits * start.seeds)

    @property
    def total(self) -> int:
        """The number of games."""
        return len(self.starts)

    def results(
        self, report: Report = lambda done, text: None
    ) -> Generator[tuple[Start, Best | None], None, None]:
        """Yield each game with its solution, None if it took too long, when it is finished.

        `report` is called with the number of finished games and a text that says it. Closing the
        iterator stops the workers. Raises `WorkersLost` if a worker ends early.
        """
        with processes(os.cpu_count() or 1) as pool:
            games = {pool.submit(solved, start, self.seconds): start for start in self.starts}
            for done, (start, best) in enumerate(finished(games), 1):
                report(done, f"{done} of {self.total} games")
                yield start, best

    def differs(self, solutions: Solutions) -> bool:
        """Return whether a result is not the published one."""
        return any(_differs(*each) for each in solutions.items())

    def answer(self, solutions: Solutions) -> dict[str, Any]:
        """Return all games as a dictionary for JSON."""
        games = [
            {
                **start._asdict(),
                "value": best and best.value,
                "positions": best and best.evaluations,
                **({"published": _published(start)} if start.empty_capture else {}),
            }
            for start, best in sorted(solutions.items())
        ]
        return {"tables": "kalah-solved", "games": games}

    def as_text(self, solutions: Solutions, width: int = 80) -> str:
        """Return two tables as text, one for each rule, and how many results are as published.

        >>> solutions = {Start(1, 1, True): solved(Start(1, 1, True), 60)}
        >>> print(KalahSolved().as_text(solutions).splitlines()[-1])
        72 games: 1 solved; of 1 published results 1 equal, 0 not
        """
        return "\n".join(_lines(solutions))


def _published(start: Start) -> str:
    return PUBLISHED[start.pits][start.seeds - 1]


def _differs(start: Start, best: Best | None) -> bool:
    return start.empty_capture and best is not None and result(best.value) != _published(start)


def _lines(solutions: Solutions) -> Iterator[str]:
    for title, empty_capture in (
        ("Kalah to the last stone, by the rules of the listings", False),
        ("Kalah to the last stone, with the empty capture (as published: =)", True),
    ):
        rows = [
            (
                f"{pits} pits" if pits > 1 else "1 pit",
                *(_text(Start(pits, seeds, empty_capture), solutions) for seeds in SIZES),
            )
            for pits in SIZES
        ]
        heads = ("seeds a pit", *map(str, SIZES))
        yield from (title, "", *table([heads, *rows], "<>", "", (11, *(9 for _ in SIZES))), "")
    yield from (NOTES, "")
    answered = [start for start, best in solutions.items() if best]
    published = sum(start.empty_capture for start in answered)
    different = sum(_differs(*each) for each in solutions.items())
    yield (
        f"{2 * len(SIZES) ** 2} games: {len(answered)} solved; "
        f"of {published} published results {published - different} equal, {different} not"
    )


def _text(start: Start, solutions: Solutions) -> str:
    best = solutions.get(start)
    if best is None:
        return "-   "
    letter = result(best.value)
    mark = ("=" if letter == _published(start) else "!") if start.empty_capture else " "
    return f"{best.value:+} {letter}{mark}"
