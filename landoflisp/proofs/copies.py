"""The user's copy of a listing in SBCL: it is loaded form by form, and answers call by call.

Each call has an outcome: an answer, an error, or that the process was stopped. A stopped process is
started again for the next call. A form that cannot be loaded is left out.
"""

import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, Self

from landoflisp.errors import BadInput
from landoflisp.listings.readers import lisp_skip
from landoflisp.proofs.sbcl import COMMAND, START, Sbcl, Text

__all__ = ["Call", "Copy", "Outcome"]

PRELUDE = files("landoflisp.proofs").joinpath("prelude.lisp")
HEAD = 40  # characters of a form that a message shows
LONGEST = 200  # characters of an error

UNREAD = {
    "end of file": "it does not end: a ) is missing",
    "unmatched close parenthesis": "there is a ) too many",
}


class Call(NamedTuple):
    """A call as it is typed in Lisp, and what it needs.

    `setup` is evaluated before the call, `state` after it. The call reads `input`. (random n)
    returns the `rolls`, modulo n, and then 0. Lazy lists in the answer become lists, to a `depth`
    of so many inside each other; what is deeper becomes "lazy".
    """

    form: str
    setup: str = "nil"
    state: str = "nil"
    input: str = ""
    rolls: tuple[int, ...] = ()
    depth: int = 2


class Outcome(NamedTuple):
    """The outcome of a call: its values or an error, what it printed, the state after it.

    `stopped` is True if there was no answer. `lacking` is the name that the copy uses and nowhere
    defines, if that is the error.
    """

    values: Any = ()
    error: str = ""
    printed: str = ""
    state: Any = ()
    stopped: bool = False
    lacking: str = ""


class Copy:
    """A listing in an SBCL process that answers calls; use it in a with statement.

    A call that takes longer than `seconds` is stopped. The listing loads files from `directory`.
    `command` starts SBCL, as for `Sbcl`. Once the listing is loaded, `functions` and `variables`
    are the names that it defines (macros are functions, constants variables); `troubles` says of
    each form that cannot be loaded, by its place, why.

    Raises `Unavailable` if SBCL or cl4py is missing, `BadInput` if SBCL does not answer once the
    listing is loaded, `KeyboardInterrupt` after `stop`.
    """

    def __init__(
        self, text: str, directory: Path, seconds: float, command: Sequence[str] = COMMAND
    ) -> None:
        self.text = text
        self.directory = directory
        self.seconds = seconds
        self.command = command
        self.prepare = "nil"
        self.functions: set[str] = set()
        self.variables: set[str] = set()
        self.troubles: dict[str, str] = {}
        self._stuck: set[int] = set()
        self._sbcl: Sbcl | None = None
        self._stopped = False

    def answer(self, call: Call, prepare: str = "nil") -> Outcome:
        """Return the outcome of a call.

        The form `prepare` is evaluated once the listing is loaded; if it is another one than
        before, SBCL starts again.
        """
        if prepare != self.prepare:
            self.close()
            self.prepare = prepare
        sbcl = self.load()
        try:
            values, error, printed, lacking, state, *_ = _asked(sbcl, call)
        except Exception as failure:  # of any kind: a listing can break the connection
            self.close()
            self._raise_if_stopped()
            return Outcome(error=_reason(failure), stopped=True)
        name = str(lacking or "").lower()
        # A variable that is declared but has no value is an error of the listing.
        name = "" if name in self.functions | self.variables else name
        return Outcome(values, _sentence(error), printed or "", state, lacking=name)

    def stop(self) -> None:
        """End the process: calls that wait for an answer, and all later ones, are interrupted.

        They raise `KeyboardInterrupt`. A handler of signals should call this and not raise it
        itself: it may run where Python prints an exception and goes on, as in a finalizer.
        """
        self._stopped = True
        if self._sbcl:
            self._sbcl.kill()

    def _raise_if_stopped(self) -> None:
        if self._stopped:
            raise KeyboardInterrupt

    def close(self) -> None:
        """End the process."""
        if self._sbcl:
            self._sbcl.close()
            self._sbcl = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def load(self) -> Sbcl:
        """Start SBCL and load the listing unless that is done; return the process."""
        self._raise_if_stopped()
        while self._sbcl is None:
            self._sbcl = Sbcl(START, self.command)
            self._raise_if_stopped()  # it may have been stopped before there was a process
            try:
                whole = self._prepared(self._sbcl)
            except Exception as failure:  # of any kind: a listing can break the connection
                self.close()
                self._raise_if_stopped()
                raise BadInput(f"when the listing is loaded: {_reason(failure)}") from None
            if not whole:
                self.close()
        return self._sbcl

    def _prepared(self, sbcl: Sbcl) -> bool:
        """Load prelude and listing; return False if a form gives no answer, to be left out."""
        sbcl.load(PRELUDE.read_text("utf-8"))
        sbcl.call("landoflisp-listing", Text(self.text), Text(self.directory))
        sbcl.seconds = self.seconds
        if not self._load_forms(sbcl):
            return False
        functions, variables = sbcl.call("landoflisp-names")
        self.functions, self.variables = set(functions), set(variables)
        _asked(sbcl, Call(self.prepare))
        return True

    def _load_forms(self, sbcl: Sbcl) -> bool:
        """Load form after form; return False if one gives no answer, to be left out."""
        start = 0
        while start < len(self.text):
            end = None
            if start not in self._stuck:
                try:
                    end, error = sbcl.call("landoflisp-load", start)
                except Exception as failure:
                    self._raise_if_stopped()
                    self._stuck.add(start)
                    self._note(start, _reason(failure))
                    return False
                self._note(start, _sentence(error) if end else _unread(error))
            start = end or _line_with_form(self.text, _form(self.text, start))
        return True

    def _note(self, start: int, error: str) -> None:
        if error:
            start = _form(self.text, start)
            line = self.text.count("\n", 0, start) + 1
            head = " ".join(self.text[start:].split(maxsplit=2)[:2])
            self.troubles.setdefault(f"line {line}, {head[:HEAD]}", error)


def _asked(sbcl: Sbcl, call: Call) -> Any:
    """Return values, error and output of a call, and then those of its state."""
    form, setup, state, given = map(Text, (call.form, call.setup, call.state, call.input))
    rolls = list(call.rolls)
    return sbcl.call("landoflisp-answer", setup, form, state, given, rolls, call.depth)


def _form(text: str, start: int) -> int:
    """Return the position of the next form, or of a comment that never ends."""
    found = lisp_skip(text, start)
    return found if found < len(text) else len(text) - len(text[start:].lstrip())


def _line_with_form(text: str, start: int) -> int:
    """Return the position of the next line that begins with a parenthesis, or of the end."""
    found = text.find("\n(", start)
    return found + 1 if found >= 0 else len(text)


def _reason(failure: Exception) -> str:
    known = isinstance(failure, TimeoutError)
    return f"{failure}: stopped" if known else "what SBCL answered cannot be read: stopped"


def _sentence(error: Any) -> str:
    """Return an error's text in one line, without the names of streams and packages."""
    words = " ".join(re.sub(r" on #<[^>]*>|COMMON-LISP-USER::", "", str(error or "")).split())
    if re.search("heap.exhausted", words, re.I):
        return "out of memory"
    return words if len(words) <= LONGEST else words[:LONGEST] + " …"


def _unread(error: Any) -> str:
    """Return why a form cannot be read."""
    text = _sentence(error)
    return next((reason for known, reason in UNREAD.items() if known in text), text)
