"""The part of `solve --search fast` that runs in a worker, on this machine or on another.

A process keeps its search, and with it the table, from job to job.
"""

from collections.abc import Callable
from functools import partial
from math import inf
from threading import Lock
from time import monotonic
from typing import Any, NamedTuple

from landoflisp.games.reversi import Position
from landoflisp.solve.kernels import load
from landoflisp.solve.reversi import Line, answer, best_line, new_search
from landoflisp.solve.windows import Answer, Job

__all__ = ["Setting", "answer_job", "finish_line", "report_into", "report_to"]

SECONDS = 2.0  # that a job may take: so much work is lost when a worker is killed


class Setting(NamedTuple):
    """What a worker needs to know to make its search.

    The position to solve, the bytes that the table may take, and the kernel, by name, or None for
    the faster that the worker has.
    """

    position: Position
    memory: int
    kernel: str | None


class _TooLong(Exception):
    """The time for a job is over."""


_kept: tuple[Setting, Any] | None = None
_report: Callable[[int], object] = bool
_end = inf
_alone = Lock()  # a search is for one thread


def answer_job(setting: Setting, job: Job) -> Answer:
    """Return the answer to the job, or none if it takes too long.

    What was found out until then stays in the table, for the smaller jobs that come of it.
    """
    global _end
    with _alone:
        search = _search(setting)
        before = search.nodes
        _end = monotonic() + SECONDS
        try:
            return answer(search, job)
        except _TooLong:
            return Answer(None, search.nodes - before)
        finally:
            _end = inf


def finish_line(setting: Setting, position: Position, value: int) -> Line:
    """Return the line of best play from a position of this value."""
    with _alone:
        return best_line(_search(setting), position, value)


def _search(setting: Setting) -> Any:
    global _kept
    if _kept is None or _kept[0] != setting:
        _kept = None  # there may be no room for two tables
        position, memory, kernel = setting
        search = new_search(load("reversi", kernel), position, memory, _tell)
        _kept = setting, search
    return _kept[1]


def _tell(nodes: int) -> None:
    _report(nodes)
    if monotonic() > _end:
        raise _TooLong


def report_to(report: Callable[[int], object]) -> None:
    """Forget the search that was kept; the next one reports there."""
    global _kept, _report
    _kept, _report = None, report


def report_into(reports: Any, workers: Any) -> None:
    """Let this worker's search report in the next free place of an array."""
    with workers.get_lock():
        place = workers.value
        workers.value += 1
    report_to(partial(reports.__setitem__, place))
