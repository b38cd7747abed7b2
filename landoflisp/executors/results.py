"""What comes back from an executor, in the order in which it is finished."""

from collections.abc import Callable, Generator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import Any, TypeVar

__all__ = ["Here", "WorkersLost", "finished"]

Task = TypeVar("Task")
Result = TypeVar("Result")


class WorkersLost(Exception):
    """The workers cannot go on; the message says why."""


class Here(Executor):
    """The executor that does the work when it is submitted, in this thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Return a future that is done."""
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def finished(
    tasks: Mapping["Future[Result]", Task],
    poll: float | None = None,
    report: Callable[[], object] = lambda: None,
) -> Generator[tuple[Task, Result], None, None]:
    """Yield each task with its result as it is finished.

    `report` is called whenever something is finished and, if `poll` is given, at least every so
    many seconds. Close the iterator to cancel the tasks that have not begun.
    """
    waiting = set(tasks)
    try:
        while waiting:
            done, waiting = wait(waiting, poll, FIRST_COMPLETED)
            report()
            for future in done:
                yield tasks[future], future.result()
    except GeneratorExit:  # after any error the executor's own end is enough
        for future in waiting:
            future.cancel()
        raise
