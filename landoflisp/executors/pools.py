"""The processes that work for a command, on all cores: all of them end when it does.

Ctrl-C is for the command alone, which stops its workers in its own time; and a worker whose command
is gone has nobody to work for.
"""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import Any

__all__ = ["processes"]


@contextmanager
def processes(
    count: int, prepare: Callable[..., None] | None = None, *args: Any
) -> Iterator[Executor]:
    """Give an executor of so many processes; whatever ends the block early ends them at once.

    Each starts with `prepare(*args)`, a function of a module.
    """
    others = active_children()
    pool = _Pool(count, get_context("spawn"), _start_worker, (prepare, args))
    try:
        yield pool
    except BaseException:
        for process in active_children():
            if process not in others:
                process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


class _Pool(ProcessPoolExecutor):
    """A process pool that Ctrl-C reaches between two submissions, when all workers ignore it."""

    def submit(self, *args: Any, **options: Any) -> "Future[Any]":
        with _ctrl_c_waiting():
            return super().submit(*args, **options)


@contextmanager
def _ctrl_c_waiting() -> Iterator[None]:
    """Let Ctrl-C wait, and keep it from the worker that a submission may start."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker(prepare: Callable[..., None] | None, args: tuple[Any, ...]) -> None:
    # Inherited where processes inherit it, which is not everywhere.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    if prepare:
        prepare(*args)


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)
