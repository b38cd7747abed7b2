"""A value function that reports how many positions it has valued."""

from collections.abc import Callable
from itertools import count

from landoflisp.search.best import Value
from landoflisp.tree import Board, Player

__all__ = ["reporting"]


def reporting(value: Value, report: Callable[[int], object], every: int = 1000) -> Value:
    """Return the value function, which after every thousandth call reports the number of calls.

    >>> reports = []
    >>> value = reporting(lambda board, player: 2 * board, reports.append, every=2)
    >>> [value(n, "b") for n in range(5)], reports
    ([0, 2, 4, 6, 8], [2, 4])
    """
    calls = count(1)

    def reported(board: Board, player: Player) -> object:
        call = next(calls)
        if call % every == 0:
            report(call)
        return value(board, player)

    return reported
