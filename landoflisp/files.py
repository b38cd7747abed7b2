"""Files that a person relies on: read if they are files, written as a whole, used by one process.

Reading never waits and never goes on for ever, whatever a name stands for. Writing leaves the old
file or the new one, whatever happens in between.
"""

import errno
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import strftime

from landoflisp.errors import BadInput

if sys.platform != "win32":
    import fcntl

__all__ = ["locked", "read", "write"]

OWNER = re.compile(r"process \d+ on .* since [\d :-]+\n")  # what a lock says


def read(path: str | Path, most: int) -> bytes:
    """Return the content of a regular file of so many bytes at most.

    Raises `BadInput` for a device, for a pipe and for a larger file; OSError.
    """
    _check_name(path)
    with open(path, "rb", opener=_not_waiting) as file:
        found = os.fstat(file.fileno())
        _check_regular(path, found)
        # A file of the system has no size; and it gives None where it has nothing to say yet.
        if found.st_size <= most and len(data := file.read(most + 1) or b"") <= most:
            return data
    raise BadInput(f"{path} is too large: {most:,} bytes is the limit")


def _check_name(path: str | Path) -> None:
    """Refuse what no system has for a name, and Python's functions raise ValueError for."""
    try:
        name = os.fsencode(path)
    except UnicodeEncodeError:
        name = b""
    if not name or b"\0" in name:
        raise BadInput(f"{str(path)!r} is no name of a file")


def _not_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe that no process writes into, too."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _check_regular(path: str | Path, found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise _error(errno.EISDIR, path)
    if not stat.S_ISREG(found.st_mode):
        raise BadInput(f"{path} is a device or a pipe: a regular file is expected")


def _error(number: int, path: str | Path) -> OSError:
    return OSError(number, os.strerror(number), str(path))


def write(path: str | Path, content: bytes) -> None:
    """Write a file; at any moment, even if the machine stops, it is the old or the new one, whole.

    A link stays a link, and a file keeps its mode, and its owner where the system allows that.
    Devices and pipes are written to as they are. Raises `BadInput` for what is no name; OSError,
    and the old file stays.
    """
    _check_name(path)
    try:
        old = os.stat(path)
    except FileNotFoundError:
        old = None
    if old and not stat.S_ISREG(old.st_mode):
        Path(path).write_bytes(content)
        return
    target = Path(os.path.realpath(path))
    if old and not os.access(target, os.W_OK):
        raise _error(errno.EACCES, path)
    unfinished = target.with_name(f".{target.name}.{os.urandom(4).hex()}")
    try:
        with unfinished.open("xb") as file:
            if old:
                _make_like(old, unfinished)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(target)
    finally:
        with suppress(OSError):
            unfinished.unlink()
    with suppress(OSError):  # not every system can do it
        _sync(target.parent)


def _make_like(old: os.stat_result, path: Path) -> None:
    """Give a file the mode of another, and its owner if that is allowed."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.chown(path, old.st_uid, old.st_gid)
    path.chmod(stat.S_IMODE(old.st_mode) & 0o777)


def _sync(directory: Path) -> None:
    """Make sure that a directory keeps its new entries."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# One process at a time


@contextmanager
def locked(path: str | Path) -> Iterator[None]:
    """Have a file that `write` writes for this process alone, within the block.

    The lock is the system's, on another file beside it that says who has it: it ends with the
    process, however that ends. On Windows there is none. What a process that was killed left
    unfinished is removed. Raises `BadInput` if another process has the file, or if it is a device
    or a pipe; OSError.
    """
    _check_name(path)
    with suppress(FileNotFoundError):
        _check_regular(path, os.stat(path))
    if sys.platform == "win32":
        yield
        return
    target = Path(os.path.realpath(path))
    lock = target.with_name(f".{target.name}.lock")
    descriptor = _taken(lock, path)
    try:
        for beside in target.parent.iterdir():
            if re.fullmatch(rf"\.{re.escape(target.name)}\.[0-9a-f]{{8}}", beside.name):
                beside.unlink()
        yield
    finally:
        with suppress(OSError):
            lock.unlink()  # first, or it might be the lock of another process
        os.close(descriptor)


def _taken(lock: Path, path: str | Path) -> int:
    """Return the descriptor of the lock, which this process has."""
    while True:
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
        descriptor = os.open(lock, flags, 0o666)
        try:
            _take(descriptor, lock, path)
            if _is_there(lock, descriptor):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _is_there(lock: Path, descriptor: int) -> bool:
    """Tell whether the lock is still the file of its name: its owner removes it in the end."""
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(descriptor), os.stat(lock))
    return False


def _take(descriptor: int, lock: Path, path: str | Path) -> None:
    """Take the lock and write in it who has it, or raise `BadInput`."""
    _check_regular(lock, os.fstat(descriptor))
    said = os.read(descriptor, 1000).decode(errors="replace")
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        owner = said.strip() if OWNER.fullmatch(said) else "another process"
        raise BadInput(f"{path} is in use by {owner}: one process at a time") from None
    if said and not OWNER.fullmatch(said):
        raise BadInput(f"{lock} is in the way: it is not a lock of {path}")
    with suppress(OSError):  # on a full disc it is a lock without a name
        os.ftruncate(descriptor, 0)
        since = strftime("%Y-%m-%d %H:%M:%S")
        owner = f"process {os.getpid()} on {os.uname().nodename} since {since}\n"
        os.pwrite(descriptor, owner.encode(), 0)
