"""The smallest example that a check complains of, as one message."""

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import Phase, Verbosity, find
from hypothesis import settings as Settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky, NoSuchExample

from landoflisp.errors import BadInput
from landoflisp.tree import Tree

__all__ = ["as_strategy", "called", "complain_of_smallest", "where"]

LIBRARY = str(Path(__file__).parents[1])


def complain_of_smallest(
    examples: st.SearchStrategy[Any],
    check: Callable[[Any], None],
    settings: Settings | None,
    at_least: int = 0,
) -> None:
    """Raise the `AssertionError` that `check` raises for the smallest example it raises one for.

    Its message is all that is left of it: no traceback, which would be Hypothesis' own. Settings
    are the current profile's unless given, with `at_least` so many examples and no database: what
    was found once would hide how often it is found. There is no deadline, and nobody reads
    explanations.
    """
    __tracebackhide__ = True
    complaints: list[str] = []

    def fails(example: Any) -> bool:
        try:
            check(example)
        except AssertionError as error:
            complaints.append(str(error))
            return True
        return False

    wanted = settings or Settings(
        max_examples=max(at_least, Settings().max_examples), database=None
    )
    phases = [phase for phase in wanted.phases if phase != Phase.explain]
    hushed = Settings(wanted, deadline=None, phases=phases, verbosity=Verbosity.quiet)
    try:
        find(examples, fails, settings=hushed)
    except NoSuchExample:
        return
    except Flaky:
        seen = complaints[-1] if complaints else "the same is asked twice, and answered differently"
        complaints.append(f"{seen}\nBut not each time: something is remembered, or random.")
    # The smallest is what Hypothesis tries last.
    raise AssertionError(complaints[-1])


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
    """Return where an error came up (function and line), if that is not part of this library."""
    frames = traceback.extract_tb(error.__traceback__)
    foreign = [frame for frame in frames if not frame.filename.startswith(LIBRARY)]
    return f" in {foreign[-1].name}, line {foreign[-1].lineno}" if foreign else ""
