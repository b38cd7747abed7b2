"""The machines of a Dask cluster that work for a command."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from importlib import metadata
from threading import Event, Thread
from typing import Any

from landoflisp.commands.cluster_worker import OtherCode, code, worked
from landoflisp.commands.progress import aside
from landoflisp.commands.words import complain
from landoflisp.errors import BadInput

__all__ = ["PATIENCE", "cluster", "trouble"]

PATIENCE = 10  # seconds in which the scheduler of a cluster has to answer
POLL = 1.0  # seconds from one look at the workers to the next


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Give the executor of the scheduler at an address, and how many workers it has, at least 1.

    While it has none, it waits for one and says so. Raises `BadInput` if no scheduler answers
    there, if it or a worker has other code of this package or none, or if Dask is not installed
    here; a worker with other code that comes later fails at whatever it is given.
    """
    try:
        from distributed import Client
    except ImportError:
        raise BadInput(
            "--cluster needs Dask: pip install 'landoflisp[cluster]', here and on all its machines"
        ) from None
    # What their logs would say of a lost scheduler, or of work that is stopped, is one line here.
    for log in ("distributed.client", "tornado.application"):
        logging.getLogger(log).setLevel(logging.CRITICAL)
    try:
        asyncio.run(_find_scheduler(address))
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except Exception:  # whatever answers there, and however
        raise BadInput(
            f"--cluster: no scheduler answers at {address!r}; "
            "an address is such as tcp://192.168.0.10:8786"
        ) from None
    with client, _attended(client):
        _check_code(client)
        # Two commands may have work in common, but whose it is must not be mixed up.
        executor = _OfSameCode(client.get_executor(pure=False))
        yield executor, max(1, sum(client.ncores().values()))


class _OfSameCode(Executor):
    """An executor of a cluster, whose workers answer if they have the code that runs here."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        return self.executor.submit(worked, code(), fn, *args, **kwargs)


def trouble(error: Exception) -> str:
    """Say in one line what is wrong with a cluster: what has failed first can be mended."""
    if isinstance(error, CancelledError):
        return "the scheduler of the cluster is gone"
    cause: BaseException = error
    while cause.__cause__ is not None:
        cause = cause.__cause__
    if isinstance(cause, OtherCode):
        return str(cause)
    return "the cluster fails: " + " ".join(f"{type(cause).__name__}: {cause}".split())


async def _find_scheduler(address: str) -> None:
    """Raise any exception unless a scheduler answers at the address, and soon.

    A client that has none, or something else there, waits for ever or cannot be closed.
    """
    from distributed import Security, rpc

    security = Security().get_connection_args("client")
    async with asyncio.timeout(PATIENCE), rpc(address, connection_args=security) as found:
        answer = await found.identity()
    if answer["type"] != "Scheduler":
        raise BadInput(f"a {answer['type']} is no scheduler")


def _check_code(client: Any) -> None:
    """Raise `BadInput` for a machine without the code that runs here, whose work is of no use."""
    try:
        try:
            found = _everywhere(client, code)
        except (ImportError, AttributeError):  # it is so old that it cannot tell
            found = _everywhere(client, metadata.version, "landoflisp")
    except (ImportError, AttributeError):
        raise BadInput(
            "--cluster: the same landoflisp must be installed where the scheduler runs "
            "and where the workers run, and is not"
        ) from None
    for place, there in found.items():
        if there != code():
            raise BadInput(f"--cluster: {place} has {there}, not {code()} as here")


def _everywhere(client: Any, function: Callable[..., str], *args: Any) -> dict[str, str]:
    """Return what a function returns on the scheduler and on each worker."""
    scheduler = {"the scheduler": client.run_on_scheduler(function, *args)}
    return {**scheduler, **client.run(function, *args)}


@contextmanager
def _attended(client: Any) -> Iterator[None]:
    """Say when the cluster has no worker, and when it goes on."""
    end = Event()
    Thread(target=_attend, args=(client, end), daemon=True).start()
    try:
        yield
    finally:
        end.set()


def _attend(client: Any, end: Event) -> None:
    waits = False
    while not end.wait(POLL):
        try:
            is_empty = not client.ncores()
        except Exception:  # the scheduler is gone, of which the command hears
            return
        if is_empty != waits and not end.is_set():
            with aside():
                complain(f"the cluster {'has no worker, and waits' if is_empty else 'goes on'}")
        waits = is_empty
