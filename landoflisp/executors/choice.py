"""The choice between processes here and a cluster elsewhere, for all work of some length."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from landoflisp.errors import BadInput
from landoflisp.executors.clusters import cluster as connected
from landoflisp.executors.pools import processes
from landoflisp.executors.results import Here

__all__ = ["at_once", "check_choice", "working"]


def check_choice(workers: int | None, cluster: str | None) -> None:
    """Raise `BadInput` if both are given, or fewer processes than one."""
    if workers is not None and cluster is not None:
        raise BadInput("--workers are processes here, --cluster is elsewhere: give one of them")
    if workers is not None and workers < 1:
        raise BadInput(f"--workers: 1 process or more, not {workers}")


def at_once(workers: int | None, most: int) -> int:
    """Return how many processes work here: one a core if nothing is said, never more than useful.

    >>> at_once(3, most=2)
    2
    """
    return min(workers or os.cpu_count() or 1, most)


@contextmanager
def working(
    workers: int | None = None,
    cluster: str | None = None,
    most: int = 1 << 16,
    prepare: Callable[..., None] | None = None,
    *args: Any,
    report: Callable[[str], object] = lambda text: None,
) -> Iterator[tuple[Executor, int]]:
    """Give an executor, and how much it does at once: this process, others, or a cluster.

    `cluster` is the address of a scheduler. One worker is this process. Each other process starts
    with `prepare(*args)`, a function of a module. `report` is called with what there is to say of a
    cluster. Raises `BadInput` as of `check_choice`; `WorkersLost` as soon as the work cannot go on.
    """
    check_choice(workers, cluster)
    if cluster is not None:
        with connected(cluster, report) as found:
            yield found
    elif (count := at_once(workers, most)) == 1:
        yield Here(), 1
    else:
        with processes(count, prepare, *args) as pool:
            yield pool, count
