"""Compile the kernels of landoflisp.solve where that can be done; all else is in pyproject.toml.

They are compiled if there is a C compiler, and left as they are if that fails. In the environment
LANDOFLISP_COMPILE=0 says not to try, LANDOFLISP_COMPILE=1 that a failure is an error.
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.sdist import sdist

KERNELS = sorted(map(str, Path("landoflisp/solve").glob("*_kernel.py")))
LIBRARY = "landoflisp.solve.kernels_compiled"  # what they share lies beside them
COMPILER = "mypy>=2.4"
BUILD = ".build/build"  # where all that is left over lies
CHOICE = os.environ.get("LANDOFLISP_COMPILE", "")


def can_compile() -> bool:
    """Tell whether there are a C compiler and the headers of this Python."""
    compiler = (sysconfig.get_config_var("CC") or "cl").split()[0]
    headers = Path(sysconfig.get_path("include"), "Python.h")
    return shutil.which(compiler) is not None and headers.exists()


def extensions() -> list[Extension]:
    """Return the kernels as extensions, translated into C."""
    try:
        from mypyc.build import mypycify

        found: list[Extension] = mypycify(
            KERNELS, opt_level="3", target_dir=BUILD, group_name=LIBRARY
        )
    except (ImportError, SystemExit) as error:
        if CHOICE == "1":
            raise
        print(f"the kernels are not compiled: {error}", file=sys.stderr)
        return []
    for extension in found:
        extension.optional = CHOICE != "1"
        if os.name == "posix":  # a function that nobody else can call can be inlined
            extension.extra_compile_args.append("-fvisibility=hidden")
    return found


class Sdist(sdist):
    """A source distribution with this directory in it."""

    def make_distribution(self) -> None:
        """Make it of the files that are found, and of these."""
        self.filelist.extend(map(str, Path(".build").glob("*.py")))
        super().make_distribution()


wanted = CHOICE == "1" or (CHOICE != "0" and can_compile())
describing = {"egg_info", "dist_info", "sdist"} & set(sys.argv)
setup(
    setup_requires=[COMPILER] if wanted else [],
    ext_modules=extensions() if wanted and not describing else [],
    cmdclass={"sdist": Sdist},
    options={"build": {"build_base": BUILD}},
)
