"""The processes that work for a command, on all cores: all of them end when it does.

The signals that end a command are for it alone, which stops its workers in its own time; and a
worker whose command is gone has nobody to work for.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any

from landoflisp.commands.progress import aside
from landoflisp.commands.signals import ignore, waiting
from landoflisp.commands.words import complain

__all__ = ["processes"]


@contextmanager
def processes(
    count: int, prepare: Callable[..., None] | None = None, *args: Any
) -> Iterator[Executor]:
    """Give an executor of so many processes; the end of the block ends them, whatever they do.

    Each starts with `prepare(*args)`, a function of a module. Says at once if one is ended from
    outside, which raises BrokenProcessPool in the block.
    """
    pool = _Pool(count, get_context("spawn"), _start_worker, (prepare, args))
    try:
        yield pool
    except BrokenProcessPool:
        # Before they have given back their memory, which may take seconds.
        with aside():
            complain("a worker process was ended from outside, perhaps for lack of memory")
        raise
    finally:
        pool.end()


class _Pool(ProcessPoolExecutor):
    """A process pool that signals reach between two submissions, when no worker is half started."""

    def submit(self, *args: Any, **options: Any) -> "Future[Any]":
        with waiting():
            return super().submit(*args, **options)

    def end(self) -> None:
        """End all, whatever they do, and wait for it: Python 3.14 has `kill_workers` for it."""
        processes = dict(self._processes or {})
        manager: Any = self._executor_manager_thread
        # It has to know of that before it sees that they end.
        self.shutdown(wait=False, cancel_futures=True)
        for process in processes.values():
            process.kill()
        if manager:
            manager.join()


def _start_worker(prepare: Callable[..., None] | None, args: tuple[Any, ...]) -> None:
    ignore()
    Thread(target=_end_with_parent, daemon=True).start()
    if prepare:
        prepare(*args)


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)
