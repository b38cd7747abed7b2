"""Each function of a listing on random calls: in the user's copy, in the port, purely.

A call is typed in Lisp and made in Python; what has to be equal is the value, the state afterwards
and the printed output. Hypothesis finds the calls, and the smallest on which they differ.
"""

import io
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from fractions import Fraction
from functools import partial
from itertools import islice
from random import Random
from time import monotonic
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import patch

from hypothesis import Phase, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from landoflisp.commands.verify_lisp import Call, Copy, Outcome

__all__ = [
    "Check",
    "Difference",
    "Example",
    "Report",
    "Row",
    "constant",
    "normal",
    "quoted",
    "rolling",
    "same_elements",
    "verified",
    "wanted",
    "written",
]

PATIENCE = 5  # seconds to look for a smaller counterexample
MOST = 1000  # elements of a lazy list that are looked at, as in the copy

Report = Callable[[int, str], None]


class Example(NamedTuple):
    """A call on all three storeys: as typed in Lisp, in the port, and as the pure function does.

    `port` sets the state that the call's `setup` sets, and makes the call; `state` gives what the
    call's `state` does, by default nothing. `drawing` shows the position to people.
    """

    call: Call
    port: Callable[[], Any]
    state: Callable[[], Any] = list
    pure: Callable[[], Any] | None = None
    drawing: str = ""


class Check(NamedTuple):
    """A function or variable of the listing, and what to call it with.

    Of the examples asked for it takes a `share`. `several` values come from the port as a tuple.
    `agrees(outcome, answer)` tells whether the copy gave what the pure function answers; by default
    the values are equal. `prepare` is for the copy, as in `Copy`. Other editions call it `alias`.
    `note` says what of the listing's own the calls do without.
    """

    name: str
    examples: st.SearchStrategy[Example]
    share: float = 1
    several: bool = False
    agrees: Callable[[Outcome, Any], bool] | None = None
    prepare: str = "nil"
    alias: str = ""
    note: str = ""


class Difference(NamedTuple):
    """An example on which not all agree: what the copy, the port and the pure function gave."""

    example: Example
    lisp: Outcome
    port: Outcome
    pure: Any
    as_port: bool
    as_pure: bool | None


class Row(NamedTuple):
    """What is known of a function: on how many examples it was tried, with what it is equal.

    None where that cannot be said: for the pure function where there is none, for both if the copy
    does not have the function, which then is `missing`, or if it cannot be run on some examples
    because names are `lacking`, which the copy nowhere defines.
    """

    name: str
    tried: int = 0
    port: bool | None = True
    pure: bool | None = None
    difference: Difference | None = None
    missing: bool = False
    lacking: frozenset[str] = frozenset()


def verified(
    checks: Sequence[Check], copy: Copy, examples: int, seed: int, report: Report
) -> Iterator[Row]:
    """Yield a row for each check as soon as it is finished; report the examples tried."""
    copy.load()
    defined = copy.functions | copy.variables
    done = 0
    # Those that want the copy prepared in the same way one after the other: it starts less often.
    for check in sorted(checks, key=lambda check: check.prepare):
        if check.name not in defined and check.alias in defined:
            check = check._replace(name=check.alias, examples=check.examples.map(_renamed(check)))
        if check.name not in defined:
            yield Row(check.name, port=None, missing=True)
        else:
            yield _row(check, copy, examples, seed, partial(_report, report, done, check.name))
        done += wanted(check, examples)


def _report(report: Report, before: int, name: str, tried: int) -> None:
    report(before + tried, name)


def wanted(check: Check, examples: int) -> int:
    """Return how many examples a check takes when so many are asked for."""
    return max(1, round(check.share * examples))


def _renamed(check: Check) -> Callable[[Example], Example]:
    return lambda example: example._replace(call=example.call._replace(form=check.alias))


def _row(check: Check, copy: Copy, examples: int, seed: int, report: Callable[[int], None]) -> Row:
    found: dict[Call, Difference | None] = {}
    differences: list[Difference] = []
    lacking: set[str] = set()
    since = 0.0
    tried = 0
    has_pure = False

    def differs(example: Example) -> bool:
        nonlocal since, tried, has_pure
        if example.call not in found:
            if differences and (differences[-1].lisp.stopped or monotonic() > since + PATIENCE):
                return False  # it would take too long to find a smaller one
            report(tried)
            lisp = copy.answer(example.call, check.prepare)
            if lisp.lacking:
                lacking.add(lisp.lacking)
                found[example.call] = None
                return False
            difference = _difference(check, example, lisp)
            found[example.call] = difference
            has_pure = has_pure or example.pure is not None
            if not differences:
                tried += 1
                since = monotonic()
            if difference:
                differences.append(difference)
        return found[example.call] is not None

    try:
        smallest = find(
            check.examples,
            differs,
            settings=settings(
                max_examples=wanted(check, examples),
                phases=(Phase.generate, Phase.shrink),
                database=None,
                deadline=None,
            ),
            random=Random(f"{seed} {check.name}"),
        )
    except NoSuchExample:
        if lacking:
            return Row(check.name, tried, port=None, lacking=frozenset(lacking))
        return Row(check.name, tried, pure=True if has_pure else None)
    difference = found[smallest.call]
    assert difference is not None
    return Row(check.name, tried, difference.as_port, difference.as_pure, difference)


def _difference(check: Check, example: Example, lisp: Outcome) -> Difference | None:
    port = in_port(example, check.several)
    as_port = equal(lisp, port)
    pure, as_pure = None, None
    if example.pure is not None:
        pure = example.pure()
        agrees = check.agrees or same_values
        as_pure = not lisp.error and agrees(lisp, pure)
    if as_port and as_pure is not False:
        return None
    return Difference(example, lisp, port, pure, as_port, as_pure)


def same_values(outcome: Outcome, answer: Any) -> bool:
    """Tell whether a copy's single value is the answer."""
    return len(outcome.values) == 1 and normal(outcome.values[0]) == normal(answer)


def same_elements(outcome: Outcome, answer: Iterable[Any]) -> bool:
    """Tell whether a copy's list has the elements of the answer, in whatever order."""
    match outcome.values:
        case [list() | tuple() as found]:
            return sorted(map(str, found)) == sorted(map(str, answer))
    return False


def equal(lisp: Outcome, port: Outcome) -> bool:
    """Tell whether a copy and the port did the same; all errors count as the same."""
    if lisp.error or port.error:
        same = bool(lisp.error) == bool(port.error) and not lisp.stopped
        return same and lisp.printed == port.printed
    # to give no value at all, as Lisp may, is to give NIL
    values = lisp.values or ([None] if len(port.values) == 1 else [])
    return (
        normal(values) == normal(port.values)
        and lisp.printed == port.printed
        and normal(lisp.state) == normal(port.state)
    )


# The port


def in_port(example: Example, several: bool = False) -> Outcome:
    """Return what comes of an example's call in the port."""
    typed = io.StringIO(example.call.input)
    with redirect_stdout(io.StringIO()) as printed, patch.object(sys, "stdin", typed):
        try:
            answer = plain(example.port(), example.call.depth)
            values = list(answer) if several else [answer]
        except Exception as error:
            return Outcome(error=f"{type(error).__name__}: {error}", printed=printed.getvalue())
    return Outcome(values, printed=printed.getvalue(), state=example.state())


def rolling(port: ModuleType, rolls: Iterable[int]) -> Any:
    """Return a context in which the port's random numbers are these, modulo n, and 0 after them."""
    numbers = iter(rolls)
    return patch.object(
        port, "random", SimpleNamespace(randrange=lambda n: next(numbers, 0) % n), create=True
    )


def plain(value: Any, depth: int) -> Any:
    """Return the value without lazy lists: as lists, so many inside each other."""
    if callable(value):
        if not depth:
            return "lazy"
        return [plain(element, depth - 1) for element in islice(_elements(value), MOST)]
    if isinstance(value, list | tuple):
        return [plain(element, depth) for element in value]
    return value


def _elements(lazy: Callable[[], Any]) -> Iterator[Any]:
    while cell := lazy():
        element, lazy = cell
        yield element


# Values


def normal(value: Any) -> Any:
    """Return what is the same for values that are the same on both sides.

    Lists and vectors are alike, and so are NIL and all that stands for it. Numbers are the same if
    they are of the same type, too.

    >>> normal([True, (1, "B", False)]) == normal((True, [1, "b", None]))
    True
    >>> normal(True) == normal(1), normal(1.0) == normal(1), normal(Fraction(2, 2)) == normal(1)
    (False, False, True)
    """
    match value:
        case None | False:
            return ()
        case True:
            return "t"
        case float():
            return "float", f"{value:.9g}"  # so many digits tell single floats apart
        case Fraction() if value.denominator == 1:
            return int(value)
        case str():
            return value.lower()
        case list() | tuple():
            return tuple(map(normal, value))
        case _:
            return value


def written(value: Any) -> str:
    """Return the value as Lisp writes it, symbols in small letters.

    >>> written(["b", 1, (True, []), None, Fraction(1, 2)])
    '(b 1 #(t nil) nil 1/2)'
    """
    match value:
        case None | False | []:
            return "nil"
        case True:
            return "t"
        case float():
            return f"{value:.7g}" if float(f"{value:.7g}") % 1 else f"{value:.1f}"
        case list():
            return f"({' '.join(map(written, value))})"
        case tuple():
            return f"#({' '.join(map(written, value))})"
        case _:
            return str(value)


def quoted(value: Any) -> str:
    """Return a form whose value it is.

    >>> quoted("b"), quoted([1, "s"]), quoted((1, 2)), quoted(7), quoted([])
    ("'b", "'(1 s)", '#(1 2)', '7', 'nil')
    """
    return (
        f"'{written(value)}"
        if isinstance(value, str) or (value and isinstance(value, list))
        else written(value)
    )


def constant(name: str, value: Any, alias: str = "") -> Check:
    """Return the check of a constant, or of a variable that has a value when all is loaded."""
    return Check(name, st.just(Example(Call(name), lambda: value)), alias=alias)
