"""Run Lisp, a listing unmodified, in an SBCL process of its own, and call its functions.

The bridge is cl4py, an optional dependency. It imports ``pkg_resources``, which setuptools took out
in version 82 and which Python 3.12 and later no longer bring along, so it wants an older setuptools
beside it. What is added here is what cl4py leaves to its user: values in the ports' conventions,
printed output handed back instead of printed, a time limit on every answer, and an end of the
process together with all that it has started.

=====================  ==================================
Lisp                   Python
=====================  ==================================
symbol                 lower-case string
string                 `Text`; a string when it comes back
integer, ratio         int, Fraction
float                  float
T                      True
NIL                    ``[]`` (False is accepted as well)
list                   list
vector                 tuple
several values, none   tuple, None
=====================  ==================================
"""

import contextlib
import io
import os
import shutil
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn, Self

__all__ = ["COMMAND", "Listing", "Sbcl", "Text", "Unavailable", "find_listing", "sandboxed"]

# No listing needs as much memory, but one that runs wild would take all there is. The rest is what
# --script stands for, but for its --lose-on-corruption: too deep a recursion is an error like any.
RUNTIME_OPTIONS = ("--noinform", "--disable-ldb", "--dynamic-space-size", "1GB")
OPTIONS = ("--no-sysinit", "--no-userinit", "--disable-debugger")
COMMAND = ("sbcl", *RUNTIME_OPTIONS, *OPTIONS, "--load")

# The leader of a process group can be ended with all that it has started, and Ctrl-C at the
# terminal is not for it.
LEADER = (
    sys.executable,
    "-ISc",
    "import os, sys; os.setsid(); os.execvp(sys.argv[1], sys.argv[1:])",
)

# What SBCL is made of: its program, its core, and the directory of what it can load.
PARTS = """(progn
  (dolist (file (list *runtime-pathname* *core-pathname* (sb-int:sbcl-homedir-pathname)))
    (write-line (native-namestring file)))
  (exit))"""
SYSTEM = ("/usr", "/lib", "/lib64")  # where the libraries are
START = 60  # seconds that SBCL may take to start


class Unavailable(Exception):
    """SBCL, bwrap, cl4py or the listing is missing; the message says how to get it."""


class Text(str):
    """A string of Lisp, where any other string is a symbol."""

    __slots__ = ()


def find_listing(name: str) -> Path:
    """Return the path of the listing called name in the directory that LISP_LISTINGS names.

    The listings belong to their authors and do not come with this project.

    Raises Unavailable if the variable is not set or the directory has no such file.
    """
    directory = os.environ.get("LISP_LISTINGS")
    advice = f"save {name} out of its article and set LISP_LISTINGS to the directory that holds it"
    if not directory:
        raise Unavailable(f"LISP_LISTINGS is not set: {advice}")
    path = Path(directory, name)
    if not path.is_file():
        raise Unavailable(f"there is no {path}: {advice}")
    return path.resolve()


def import_cl4py() -> Any:
    """Return the module cl4py; raises Unavailable if it cannot be imported."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pkg_resources warns of its end at every import
        try:
            import cl4py
        except ImportError as error:
            advice = "pip install cl4py 'setuptools<82'"
            raise Unavailable(f"cl4py cannot be imported ({error}): {advice}") from error
    return cl4py


def sandboxed(files: Iterable[Path]) -> tuple[str, ...]:
    """Return the command, for `Sbcl`, of an SBCL that bubblewrap shuts in.

    It sees the libraries of the system, what SBCL and cl4py are made of, and these files, but no
    other file, no device and no process, and can write none of them. It has no network and nothing
    of the environment, and ends with the process that has started it.

    Raises Unavailable if SBCL, cl4py or bwrap is missing, or if bwrap may not do that here.
    """
    _find("sbcl", "install SBCL (apt-get install sbcl)")
    bwrap = _find("bwrap", "install bubblewrap (apt-get install bubblewrap), which is for Linux")
    asked = _run(["sbcl", *RUNTIME_OPTIONS, *OPTIONS, "--eval", PARTS])
    if asked.returncode:
        raise Unavailable(f"sbcl does not start: {_reason(asked)}")
    runtime, core, home = (str(Path(line).resolve()) for line in asked.stdout.splitlines()[-3:])
    bridge = Path(import_cl4py().__file__).with_name("py.lisp")
    seen = [*SYSTEM, runtime, core, f"{home}/contrib", str(bridge), *map(str, files)]
    shut_in = (
        *(bwrap, "--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--clearenv"),
        *("--setenv", "HOME", "/", "--setenv", "LANG", "C.UTF-8", "--setenv", "SBCL_HOME", home),
        *(word for path in seen for word in ("--ro-bind-try", path, path)),
        *("--remount-ro", "/", "--chdir", "/", "--", runtime, "--core", core),
        *(*RUNTIME_OPTIONS, *OPTIONS),
    )
    tried = _run([*shut_in, "--eval", "(exit)"])
    if tried.returncode:
        raise Unavailable(f"bwrap cannot shut SBCL in here: {_reason(tried)}")
    return *shut_in, "--load"


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=START
        )
    except subprocess.TimeoutExpired:
        raise Unavailable(f"{command[0]} does not start within {START} s") from None


def _reason(failed: subprocess.CompletedProcess[str]) -> str:
    return next(iter(failed.stderr.splitlines()), f"exit status {failed.returncode}")


def _find(program: str, advice: str) -> str:
    """Return the path of a program."""
    found = shutil.which(program)
    if not found:
        raise Unavailable(f"there is no {program} on the PATH: {advice}")
    return found


def _refuse_file(*_: object) -> NoReturn:
    raise TypeError("SBCL sent an array in a file")


class Sbcl:
    """An SBCL process; close it, or use it in a with statement, to end it.

    ``command`` starts it: by default with all rights of the user, see `sandboxed` for fewer.

    An error of the Lisp is raised as cl4py raises it, as a RuntimeError with the condition's text,
    and the process lives on. When an answer takes longer than ``seconds`` the process is ended, and
    that is a TimeoutError, as it is when SBCL ends by itself; the message tells which.

    Raises Unavailable if SBCL or cl4py is missing.
    """

    def __init__(self, seconds: float = START, command: Sequence[str] = COMMAND) -> None:
        _find("sbcl", "install SBCL (apt-get install sbcl)")
        self.seconds = seconds
        self._silent = False
        self._cl4py = import_cl4py()
        # made before it is started, so that the time limit reaches a start that hangs, too
        self._lisp = self._cl4py.Lisp.__new__(self._cl4py.Lisp)
        with self._conversation(), contextlib.redirect_stdout(io.StringIO()):
            self._lisp.__init__((*LEADER, *command) if hasattr(os, "setsid") else command)
        # with #N the Lisp would have a file of its choice read, and then removed
        self._lisp.readtable.set_dispatch_macro_character("#", "N", _refuse_file)
        self._eval("in-package", self._to_lisp("common-lisp-user"))
        # nobody reads the process's stderr: a listing with many warnings would fill it and wait
        self._eval("setq", *map(self._to_lisp, ["*error-output*", "*standard-output*"]))

    def call(self, name: str, *args: Any) -> Any:
        """Return what the function name returns for args."""
        return self._eval(name, *map(self._quote, args))[0]

    def printed(self, name: str, *args: Any) -> str:
        """Return what the function name prints for args."""
        return self._eval(name, *map(self._quote, args))[1]

    def get(self, name: str) -> Any:
        """Return the value of the variable or constant name."""
        return self.call("symbol-value", name)

    def set(self, name: str, value: Any) -> None:
        """Give the variable name a value."""
        self.call("set", name, value)

    def load(self, text: str) -> None:
        """Evaluate the forms of a text, one after the other."""
        self._eval("load", self._cl4py.List(self._to_lisp("make-string-input-stream"), text))

    def close(self) -> None:
        """End the process, and all that it has started, at once; there is nothing to save."""
        process = self._lisp.process
        self.kill()
        process.wait()
        for pipe in (self._lisp.stdin, self._lisp.stdout, process.stderr):
            with contextlib.suppress(OSError):
                pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def kill(self) -> None:
        """End the process, and all that it has started, without waiting for it."""
        process = self._lisp.process
        if process.returncode is None:  # after that its number may be another's
            with contextlib.suppress(AttributeError, ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()  # should it not lead a group, or not yet

    def _eval(self, name: str, *forms: Any) -> tuple[Any, str]:
        """Return value and printed output of the form that starts with name."""
        with self._conversation(), contextlib.redirect_stdout(io.StringIO()) as printed:
            value = self._lisp.eval(self._cl4py.List(self._to_lisp(name), *forms))
        return self._from_lisp(value), printed.getvalue()

    @contextlib.contextmanager
    def _conversation(self) -> Iterator[None]:
        """Limit the time of what is done within, and end the process if no answer comes of it."""

        def give_up() -> None:
            self._silent = True
            self.kill()

        timer = threading.Timer(self.seconds, give_up)
        timer.start()
        try:
            yield
        except (EOFError, OSError, ValueError) as error:
            self.close()
            silence = f"SBCL gave no answer within {self.seconds:g} s"
            raise TimeoutError(silence if self._silent else "SBCL ended by itself") from error
        except BaseException as error:
            # a condition of the Lisp (cl4py derives it from RuntimeError) is a whole answer; what
            # anything else leaves unread would be taken for the answer to the next call
            if type(error).__base__ is not RuntimeError:
                self.close()
            raise
        finally:
            timer.cancel()

    def _quote(self, value: Any) -> Any:
        return self._cl4py.Quote(self._to_lisp(value))

    def _to_lisp(self, value: Any) -> Any:
        match value:
            case Text():
                return str(value)
            case str():
                return self._cl4py.Symbol(value.upper())
            case list():
                return self._cl4py.List(*map(self._to_lisp, value))
            case tuple():
                return list(map(self._to_lisp, value))
            case _:
                return value

    def _from_lisp(self, value: Any) -> Any:
        match value:
            case tuple() if not value:
                return []
            case self._cl4py.Symbol():
                return value.name.lower()
            case self._cl4py.Cons():
                return list(map(self._from_lisp, value))
            case list() | tuple():
                return tuple(map(self._from_lisp, value))
            case _:
                return value.item() if hasattr(value, "item") else value  # a number of NumPy's


class Listing(Sbcl):
    """A listing loaded into an SBCL process of its own.

    Raises Unavailable if SBCL or cl4py is missing; other errors as of `Sbcl`.
    """

    def __init__(self, path: Path, seconds: float = 60) -> None:
        super().__init__(seconds)
        # the path is taken literally and the text as UTF-8, whatever the locale says
        native = self._cl4py.List(self._to_lisp("parse-native-namestring"), str(path))
        try:
            self._eval("load", native, *map(self._cl4py.Keyword, ["EXTERNAL-FORMAT", "UTF-8"]))
        except BaseException:
            self.close()
            raise
