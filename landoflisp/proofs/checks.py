"""Compare a copy of a listing, the port and the pure functions on random calls.

A call is evaluated in Lisp and made in Python; value, printed output and the state afterwards have
to be equal. Hypothesis generates the calls, and finds the smallest on which they differ.
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

from landoflisp.proofs.copies import Call, Copy, Outcome

__all__ = [
    "Check",
    "Difference",
    "Example",
    "Report",
    "Row",
    "comparable",
    "constant",
    "number_of_examples",
    "quoted",
    "rolling",
    "same_elements",
    "verified",
    "written",
]

PATIENCE = 5  # seconds for the search of a smaller counterexample
MOST = 1000  # elements of a lazy list that are computed, as in prelude.lisp

Report = Callable[[int, str], None]


class Example(NamedTuple):
    """A call on all three storeys: in Lisp, of the port, and of the pure function.

    `port` sets the same state as the call's `setup` and makes the call; `state` returns the same
    values as the call's `state`, by default none. `drawing` shows the position in a report.
    """

    call: Call
    port: Callable[[], Any]
    state: Callable[[], Any] = list
    pure: Callable[[], Any] | None = None
    drawing: str = ""


class Check(NamedTuple):
    """A function or variable of a listing, and the examples to check it with.

    - `share` is the number of examples as a share of the number that is asked for.
    - `several` is True if the port returns several values, as a tuple.
    - `agrees(outcome, answer)` returns whether the copy's outcome agrees with the pure function's
      answer, by default whether the values are equal.
    - `prepare` is a form for `Copy.answer`.
    - `alias` is the name in other editions of the listing.
    - `note` says what part of the listing the calls replace.
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
    """An example on which copy, port and pure function differ, and what each of them gave."""

    example: Example
    lisp: Outcome
    port: Outcome
    pure: Any
    as_port: bool
    as_pure: bool | None


class Row(NamedTuple):
    """The result of a check: the number of examples tried, and whether all were equal.

    `port` and `pure` say whether the copy agrees with the port and with the pure function. `pure`
    is None if there is no pure function. Both are None if the copy does not have the function,
    which is then `missing`, or if some examples need names that the copy nowhere defines; these
    names are `lacking`.
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
    """Yield the row of each check when it is finished; report the number of examples tried."""
    copy.load()
    defined = copy.functions | copy.variables
    done = 0
    # Sorted by what prepares the copy, as SBCL starts again whenever that changes.
    for check in sorted(checks, key=lambda check: check.prepare):
        if check.name not in defined and check.alias in defined:
            check = check._replace(name=check.alias, examples=check.examples.map(_renamed(check)))
        if check.name not in defined:
            yield Row(check.name, port=None, missing=True)
        else:
            yield _row(check, copy, examples, seed, partial(_report, report, done, check.name))
        done += number_of_examples(check, examples)


def _report(report: Report, before: int, name: str, tried: int) -> None:
    report(before + tried, name)


def number_of_examples(check: Check, examples: int) -> int:
    """Return the number of examples of a check if so many are asked for of each."""
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
                return False  # a smaller one would take too long to find
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
                max_examples=number_of_examples(check, examples),
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
    """Return whether the outcome is a single value, equal to the answer."""
    return len(outcome.values) == 1 and comparable(outcome.values[0]) == comparable(answer)


def same_elements(outcome: Outcome, answer: Iterable[Any]) -> bool:
    """Return whether the outcome is a list with the elements of the answer, in any order."""
    match outcome.values:
        case [list() | tuple() as found]:
            return sorted(map(str, found)) == sorted(map(str, answer))
    return False


def equal(lisp: Outcome, port: Outcome) -> bool:
    """Return whether the outcomes of copy and port are equal; all errors are equal."""
    if lisp.error or port.error:
        same = bool(lisp.error) == bool(port.error) and not lisp.stopped
        return same and lisp.printed == port.printed
    # In Lisp no value at all counts as NIL.
    values = lisp.values or ([None] if len(port.values) == 1 else [])
    return (
        comparable(values) == comparable(port.values)
        and lisp.printed == port.printed
        and comparable(lisp.state) == comparable(port.state)
    )


# The port


def in_port(example: Example, several: bool = False) -> Outcome:
    """Return the outcome of an example's call in the port."""
    typed = io.StringIO(example.call.input)
    with redirect_stdout(io.StringIO()) as printed, patch.object(sys, "stdin", typed):
        try:
            answer = with_lists(example.port(), example.call.depth)
            values = list(answer) if several else [answer]
        except Exception as error:
            return Outcome(error=f"{type(error).__name__}: {error}", printed=printed.getvalue())
    return Outcome(values, printed=printed.getvalue(), state=example.state())


def rolling(port: ModuleType, rolls: Iterable[int]) -> Any:
    """Return a context in which the port's random numbers are these, modulo n, and then 0."""
    numbers = iter(rolls)
    return patch.object(
        port, "random", SimpleNamespace(randrange=lambda n: next(numbers, 0) % n), create=True
    )


def with_lists(value: Any, depth: int) -> Any:
    """Return the value with lists for lazy lists, so many inside each other, and for tuples."""
    if callable(value):
        if not depth:
            return "lazy"
        return [with_lists(element, depth - 1) for element in islice(_elements(value), MOST)]
    if isinstance(value, list | tuple):
        return [with_lists(element, depth) for element in value]
    return value


def _elements(lazy: Callable[[], Any]) -> Iterator[Any]:
    while cell := lazy():
        element, lazy = cell
        yield element


# Values


def comparable(value: Any) -> Any:
    """Return a value that is equal for equal values of Lisp and Python.

    Lists equal vectors, and NIL, None, False and empty lists equal each other. Numbers are equal
    only if they are of the same type.

    >>> comparable([True, (1, "B", False)]) == comparable((True, [1, "b", None]))
    True
    >>> comparable(True) == comparable(1), comparable(1.0) == comparable(1)
    (False, False)
    >>> comparable(Fraction(2, 2)) == comparable(1)
    True
    """
    match value:
        case None | False:
            return ()
        case True:
            return "t"
        case float():
            return "float", f"{value:.9g}"  # enough digits to tell single floats apart
        case Fraction() if value.denominator == 1:
            return int(value)
        case str():
            return value.lower()
        case list() | tuple():
            return tuple(map(comparable, value))
        case _:
            return value


def written(value: Any) -> str:
    """Return the value as Lisp prints it, with symbols in lower case.

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
    """Return a Lisp form with this value.

    >>> quoted("b"), quoted([1, "s"]), quoted((1, 2)), quoted(7), quoted([])
    ("'b", "'(1 s)", '#(1 2)', '7', 'nil')
    """
    return (
        f"'{written(value)}"
        if isinstance(value, str) or (value and isinstance(value, list))
        else written(value)
    )


def constant(name: str, value: Any, alias: str = "") -> Check:
    """Return the check of a constant, or of a variable's value once the listing is loaded."""
    return Check(name, st.just(Example(Call(name), lambda: value)), alias=alias)
