"""The processes that work for a command, on all cores: all of them end when it does.

The signals that end a command are for it alone, which stops its workers in its own time; and a
worker whose command is gone has nobody to work for.
"""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import Any

from landoflisp.executors.results import WorkersLost

__all__ = ["processes"]

# The signals that end a command, as far as the system has them; they may go to all its processes.
ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


@contextmanager
def processes(
    count: int, prepare: Callable[..., None] | None = None, *args: Any
) -> Iterator[Executor]:
    """Give an executor of so many processes; the end of the block ends them, whatever they do.

    Each starts with `prepare(*args)`, a function of a module. Raises `WorkersLost` if one of them
    ends early.
    """
    others = active_children()
    pool = _Pool(count, get_context("spawn"), _start_worker, (prepare, args))
    try:
        yield pool
    except BrokenProcessPool:
        why = "a worker process was ended from outside, perhaps for lack of memory"
        raise WorkersLost(why) from None
    finally:
        # Python waits for them when it ends: to give back its memory may take a process seconds,
        # which is too long for whoever is to hear why the block has ended.
        pool.shutdown(wait=False, cancel_futures=True)
        for process in active_children():
            if process not in others:
                process.kill()


class _Pool(ProcessPoolExecutor):
    """A process pool that signals reach between two submissions, when no worker is half started."""

    def submit(self, *args: Any, **options: Any) -> "Future[Any]":
        with _signals_waiting():
            future = super().submit(*args, **options)
        # The end of the pool ends its futures; one that was cancelled before would raise there.
        future.cancel = lambda: False  # type: ignore[method-assign]
        return future


@contextmanager
def _signals_waiting() -> Iterator[None]:
    """Let the signals that end a command wait, and keep them from a worker that is started."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker(prepare: Callable[..., None] | None, args: tuple[Any, ...]) -> None:
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    if prepare:
        prepare(*args)


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)
