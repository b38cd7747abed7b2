"""Functions that call themselves along a tree, and what is done once, round the outermost call.

There the arguments are checked, and where Python's stack ends becomes a `BadInput`. The calls that
a definition makes of itself go straight to the definition and cost nothing more.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial, wraps
from inspect import Parameter, signature
from traceback import walk_tb
from typing import Any, TypeVar, cast

from landoflisp.errors import BadInput, of_kind, quoted, real_number

__all__ = ["ITSELF", "inner", "outermost", "stack_is_full"]

F = TypeVar("F", bound=Callable[..., Any])

BY_PLACE = Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD

# The default of a parameter `recur`, the function that a definition calls itself by: itself.
ITSELF: Any = object()


def outermost(function: F, like: Callable[..., Any] | None = None) -> F:
    """Return the function with its arguments checked, and with an error where Python's stack ends.

    Both are for the outermost call: one that is given `recur` comes from within. Where the default
    of `recur` is `ITSELF`, it becomes the function as it was. `like` is a function with the same
    parameters, if the function itself does not name them.

    What it returns raises `BadInput` for a tree that is none, a function that is none, a window
    that is not made of numbers (NaN is not one), and as soon as the stack is full.

    >>> @outermost
    ... def height(tree, *, recur=ITSELF):
    ...     return 1 + max((recur(move.tree) for move in tree.moves), default=-1)
    >>> from landoflisp.tree import literal_tree
    >>> height(literal_tree([[1, 3], 4]))
    2
    >>> height("((1 3) 4)")
    Traceback (most recent call last):
    landoflisp.errors.BadInput: a game tree is expected, not '((1 3) 4)'
    """
    parameters = signature(like or function).parameters
    by_place = [name for name, parameter in parameters.items() if parameter.kind in BY_PLACE]
    checks = {
        name: (CHECKS[name], parameter.default)
        for name, parameter in parameters.items()
        if name in CHECKS
    }
    defaults = getattr(function, "__kwdefaults__", None) or {}
    if defaults.get("recur") is ITSELF:
        defaults["recur"] = function

    @wraps(function)
    def outer(*arguments: Any, **options: Any) -> Any:
        if options.get("recur") is not None:
            return function(*arguments, **options)
        options.pop("recur", None)
        for name, given in (*zip(by_place, arguments, strict=False), *options.items()):
            if name in checks:
                check, default = checks[name]
                if given is not default:
                    check(given)
        try:
            return function(*arguments, **options)
        except RecursionError as error:
            raise stack_is_full(error) from error

    outer.within = function  # type: ignore[attr-defined]
    return cast(F, outer)


def _check_tree(given: Any) -> None:
    if not hasattr(given, "moves"):
        raise BadInput(f"a game tree is expected, not {quoted(given)}")


def _check_function(name: str, given: Any) -> None:
    if not callable(given):
        raise BadInput(f"{name} is a function, not {quoted(given)}")


def _check_line(given: Any) -> None:
    if not isinstance(given, Iterable):
        raise BadInput(f"a sequence of actions is expected, not {quoted(given)}")


def _check_text(name: str, given: Any) -> None:
    of_kind(f"a text ({name})", given, str)


def _check_seed(given: Any) -> None:
    try:
        repr(given)
    except (RecursionError, ValueError):
        raise BadInput(f"a seed is what can be shown, not {quoted(given)}") from None


FUNCTIONS = "function", "key", "leaf", "rule", "search", "value"
NUMBERS = "alpha", "beta", "guess", "limit", "lower", "lower_limit", "upper", "upper_limit"

# What checks a parameter of this name, whatever function it belongs to.
CHECKS: dict[str, Callable[[Any], None]] = {
    "tree": _check_tree,
    "line": _check_line,
    "actions": _check_line,
    "seed": _check_seed,
    **{name: partial(_check_text, name) for name in ("text", "title")},
    **{name: partial(_check_function, name) for name in FUNCTIONS},
    **{name: partial(real_number, name) for name in NUMBERS},
}


def inner(function: F) -> F:
    """Return the function as it calls itself, without what `outermost` does: to be put round it."""
    if isinstance(function, partial):
        options: Any = partial(inner(function.func), *function.args, **function.keywords)
        return cast(F, options)
    return cast(F, getattr(function, "within", function))


def stack_is_full(error: RecursionError) -> BadInput:
    """Return the error that says at which ply of a tree Python's stack was full."""
    calls = Counter(frame.f_code for frame, _ in walk_tb(error.__traceback__))
    return BadInput(
        "the tree is deeper than Python's stack, which is full at ply "
        f"{max(calls.values())}: fewer plies will do (a lower depth or level)"
    )
