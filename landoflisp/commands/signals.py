"""The signals that end a command: Ctrl-C, and those of a shutdown or of a terminal that closes."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["heard", "ignore", "waiting"]

ENDING = ("SIGTERM", "SIGHUP")  # not all of which every system has


@contextmanager
def heard(end: Callable[[int], None]) -> Iterator[None]:
    """Call `end` with the number of each signal, but Ctrl-C, that asks the process to end.

    What `end` raises is raised in the main thread, which is where this has to be; elsewhere it does
    nothing. A signal that is ignored, as `nohup` has it, stays so.
    """
    before = {}
    for number in _numbers(*ENDING):
        if signal.getsignal(number) not in (signal.SIG_IGN, None):
            try:
                before[number] = signal.signal(number, lambda number, _: end(number))
            except ValueError:  # not the main thread
                break
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def waiting() -> Iterator[None]:
    """Let Ctrl-C and the other signals that end a process wait for the end of the block.

    So no import is left half done, nor an exception lost in one.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _numbers("SIGINT", *ENDING))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore() -> None:
    """Ignore Ctrl-C and the other signals that end a process, from now on."""
    for number in _numbers("SIGINT", *ENDING):
        signal.signal(number, signal.SIG_IGN)


def _numbers(*names: str) -> list[Any]:
    return [getattr(signal, name) for name in names if hasattr(signal, name)]
