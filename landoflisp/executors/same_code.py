"""The part of `--cluster` that runs in a worker: it works for a command of the same code alone."""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Any

__all__ = ["OtherCode", "code", "worked"]

DIGITS = 12  # of the digest of the sources


class OtherCode(Exception):
    """A worker has other code than the command, so that its answers may be others, too."""


@cache  # it is asked for with each piece of work, and modules stay as they were imported
def code() -> str:
    """Return the code that runs here: the package's version and a digest of all its sources."""
    try:
        version = metadata.version("landoflisp")
    except metadata.PackageNotFoundError:
        version = "(not installed)"
    root = Path(__file__).parents[1]
    digest = sha256()
    for file in sorted(root.rglob("*.py"), key=Path.as_posix):
        content = file.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{file.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return f"landoflisp {version}, code {digest.hexdigest()[:DIGITS]}"


def worked(wanted: str, work: Callable[..., Any], *args: Any) -> Any:
    """Return what the work returns, or raise `OtherCode` if the code here is not the wanted."""
    if code() != wanted:
        raise OtherCode(f"a worker of the cluster has {code()}, not {wanted} as here")
    return work(*args)
