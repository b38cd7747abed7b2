"""The smallest example that a check complains of, as one message."""

import copy
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from decimal import Decimal
from math import isclose
from numbers import Rational
from pathlib import Path
from typing import Any

from hypothesis import Phase, Verbosity, find
from hypothesis import settings as Settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky, NoSuchExample
from toolz import concat, unique

from landoflisp.errors import BadInput
from landoflisp.tree import Tree

__all__ = [
    "as_strategy",
    "called",
    "culprit",
    "is_exact",
    "same_number",
    "smallest_complaint",
    "where",
]

LIBRARY = str(Path(__file__).parents[1])
STANDARD = str(Path(copy.__file__).parent)  # and what is installed may be in a directory of it


def smallest_complaint(
    examples: st.SearchStrategy[Any],
    check: Callable[[Any], None],
    settings: Settings | None,
    at_least: int = 0,
    simpler: Callable[[Any], Iterable[Any]] | None = None,
) -> str | None:
    """Return what `check` complains of, by an `AssertionError`, for the smallest example it finds.

    None if it never does. Hypothesis makes the examples, and makes them small, unless it is told
    what is `simpler` than an example: then that takes its place which is complained of, too, and so
    on. Settings are the current profile's unless given, with `at_least` so many examples and no
    database: what was found once would hide how often it is found. There is no deadline, and no
    explanations are made.
    """
    found: list[tuple[Any, str]] = []

    def fails(example: Any) -> bool:
        try:
            check(example)
        except AssertionError as error:
            found.append((example, str(error)))
            return True
        return False

    wanted = settings or Settings(
        max_examples=max(at_least, Settings().max_examples), database=None
    )
    unwanted = {Phase.explain, Phase.shrink} if simpler else {Phase.explain}
    phases = [phase for phase in wanted.phases if phase not in unwanted]
    hushed = Settings(wanted, deadline=None, phases=phases, verbosity=Verbosity.quiet)
    try:
        find(examples, fails, settings=hushed)
    except NoSuchExample:
        return None
    except Flaky:
        steady = False
    else:
        steady = True
        while simpler and any(map(fails, simpler(found[-1][0]))):
            pass
    # The smallest is what was tried last.
    example, complaint = found[-1]
    if not steady or (simpler and not fails(example)):
        complaint += "\nBut not each time: something is remembered, or random."
    return complaint


def as_strategy(trees: Tree | st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    """Return the strategy of trees, or that of one tree; raise `BadInput` for anything else."""
    if isinstance(trees, st.SearchStrategy):
        return trees
    if not isinstance(trees, Tree):
        raise BadInput(f"a Tree or a Hypothesis strategy for trees is checked, not {trees!r}")
    return st.just(trees)


def called(function: Any) -> str:
    """Return what a person calls a function, the options of a `functools.partial` with it.

    >>> from functools import partial
    >>> called(max), called(partial(sorted, reverse=True))
    ('max', 'sorted(reverse=True)')
    """
    name = getattr(function, "__name__", None)
    if name is None and hasattr(function, "func"):
        options = [*map(repr, function.args), *(f"{k}={v!r}" for k, v in function.keywords.items())]
        name = f"{called(function.func)}({', '.join(options)})"
    return name or repr(function)


def where(error: Exception) -> str:
    """Return where an error came up (function and line), if that is a person's own code."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if _is_own(frame.filename)]
    return f" in {own[-1].name}, line {own[-1].lineno}" if own else ""


def _is_own(file: str) -> bool:
    """Return whether a person wrote it: neither this library nor Python itself did."""
    if file.startswith((LIBRARY, "<string>", "<frozen")):
        return False
    return "site-packages" in file or not file.startswith(STANDARD)


def culprit(
    name: str, thing: Any, use: Callable[[Any], Any], within: tuple[int, ...] = ()
) -> tuple[str, Any]:
    """Return the innermost part of a thing that is to blame if it cannot be used, by its name.

    >>> culprit("board", ((1, [2]), 3), hash)
    ('board[0][1]', [2])
    """
    for part_name, part in _parts(name, thing):
        try:
            use(part)
        except Exception:
            if id(part) not in within:
                return culprit(part_name, part, use, (*within, id(part)))
    return name, thing


def _parts(name: str, thing: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(thing, Mapping):
        yield from ((f"{name}[{key!r}]", part) for key, part in thing.items())
    elif isinstance(thing, tuple) and hasattr(thing, "_fields"):
        yield from (
            (f"{name}.{field}", part) for field, part in zip(thing._fields, thing, strict=True)
        )
    elif isinstance(thing, tuple | list):
        yield from ((f"{name}[{i}]", part) for i, part in enumerate(thing))
    elif isinstance(thing, Set):
        yield from ((f"{name}{{...}}", part) for part in thing)
    slots = concat(getattr(kind, "__slots__", ()) for kind in type(thing).__mro__)
    for attribute in unique([*getattr(thing, "__dict__", ()), *slots]):
        if hasattr(thing, attribute):
            yield f"{name}.{attribute}", getattr(thing, attribute)


def same_number(one: Any, other: Any) -> bool:
    """Return whether numbers are equal, floats as nearly as sums of them are.

    >>> from fractions import Fraction
    >>> same_number(0.1 + 0.2, 0.3), same_number(Fraction(1, 3), Fraction(333, 1000))
    (True, False)
    """
    exact = is_exact(one) and is_exact(other)
    return bool(one == other or (not exact and isclose(one, other, abs_tol=1e-9)))


def is_exact(number: Any) -> bool:
    """Return whether a number is what it says: a float may be what was nearest to it."""
    return isinstance(number, Rational | Decimal)
