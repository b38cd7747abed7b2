"""The machines of a Dask cluster that work for a command."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from pkgutil import resolve_name
from typing import Any

from landoflisp.commands.words import complain
from landoflisp.errors import BadInput

__all__ = ["PATIENCE", "cluster", "trouble"]

PATIENCE = 10  # seconds in which the scheduler of a cluster has to answer


@contextmanager
def cluster(address: str, work: Callable[..., Any]) -> Iterator[tuple[Executor, int]]:
    """Give the executor of the scheduler at an address, and how many workers it has, at least 1.

    Raises `BadInput` if no scheduler answers there, if `work`, a function of this package, is not
    installed on its machines, or if Dask is not installed here.
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
    with client:
        _check_installed(client, work)
        workers = sum(client.ncores().values())
        if not workers:
            complain("the cluster waits for its first worker")
        # Two commands may have work in common, but whose it is must not be mixed up.
        executor: Executor = client.get_executor(pure=False)
        yield executor, max(1, workers)


def trouble(error: Exception) -> str:
    """Say in one line what is wrong with a cluster: what has failed first can be mended."""
    if isinstance(error, CancelledError):
        return "the scheduler of the cluster is gone"
    cause: BaseException = error
    while cause.__cause__ is not None:
        cause = cause.__cause__
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


def _check_installed(client: Any, work: Callable[..., Any]) -> None:
    """Raise `BadInput` if a machine lacks this package: its worker would take work and be mute."""
    wanted = f"{work.__module__}:{work.__name__}.__name__"
    try:
        client.run_on_scheduler(resolve_name, wanted)
        client.run(resolve_name, wanted)
    except (ImportError, AttributeError):
        raise BadInput(
            "--cluster: the same landoflisp must be installed where the scheduler runs "
            "and where the workers run, and is not"
        ) from None
