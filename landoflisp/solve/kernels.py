"""The two speeds of a kernel: its source as it is, and what mypyc made of it, if it did.

A kernel imports nothing of the package, not even what another kernel has as well: so both forms of
it can be loaded side by side.
"""

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from landoflisp.errors import BadInput

__all__ = ["KERNELS", "Kernel", "compiled", "describe", "interpreted", "load"]

KERNELS = ("compiled", "interpreted")
HINT = "pip install 'landoflisp[fast]' where there is a C compiler"


class Kernel(NamedTuple):
    """A kernel: which of `KERNELS` it is, and its module."""

    name: str
    module: ModuleType


def compiled(game: str) -> Kernel | None:
    """Return the compiled kernel of a game; None where it was not built or librt is missing."""
    try:
        module = import_module(f"landoflisp.solve.{game}_kernel")
    except ImportError:
        return None
    return None if str(module.__file__).endswith(".py") else Kernel("compiled", module)


def interpreted(game: str) -> Kernel:
    """Return the kernel as its source says, even where a compiled one lies beside it."""
    name = f"landoflisp.solve.interpreted.{game}_kernel"
    if name not in sys.modules:
        source = Path(__file__).with_name(f"{game}_kernel.py")
        spec = spec_from_file_location(name, source)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules[name] = module
    return Kernel("interpreted", sys.modules[name])


def load(game: str, name: str | None = None) -> Kernel:
    """Return the kernel of a game by its name, or else the faster one that is there.

    Raises `BadInput` for a kernel that is not there.
    """
    if name not in (*KERNELS, None):
        raise BadInput(f"a kernel is {' or '.join(KERNELS)}, not {name!r}")
    found = None if name == "interpreted" else compiled(game)
    if found is None and name == "compiled":
        raise BadInput(f"there is no compiled kernel here: {HINT}")
    return found or interpreted(game)


def describe() -> str:
    """Say which kernel is in use.

    >>> describe().startswith("kernel: ")
    True
    """
    if compiled("reversi"):
        return "kernel: compiled by mypyc"
    return f"kernel: interpreted (a compiled one: {HINT})"
