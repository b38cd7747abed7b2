"""What to call the functions of `lazy.lisp` with: short lists, and functions that say what they do.

The functions given print their argument: what is computed, when, and how often, is in the output.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from hypothesis import strategies as st

from landoflisp.commands.verify_check import Check, Example, quoted
from landoflisp.commands.verify_lisp import Call
from ports import lazy as port

__all__ = ["lazy_checks"]

lazy: Any = port  # untyped, as the listing is


class Function(NamedTuple):
    """A function of a number, in Lisp and in Python."""

    form: str
    function: Callable[[int], Any]


def _saying(value: Callable[[int], Any]) -> Callable[[int], Any]:
    def function(x: int) -> Any:
        print(x, end=" ")
        return value(x)

    return function


def _lambda(body: str, value: Callable[[int], Any]) -> Function:
    return Function(f'(lambda (x) (format t "~a " x) {body})', _saying(value))


NUMBERS = [
    _lambda("x", lambda x: x),
    _lambda("(* x x)", lambda x: x * x),
    _lambda("nil", lambda x: None),
]
QUESTIONS = [
    _lambda("(oddp x)", lambda x: x % 2 == 1),
    _lambda("(plusp x)", lambda x: x > 0),
]
LISTS = [
    _lambda("(make-lazy (list x))", lambda x: lazy.make_lazy((x,))),
    _lambda("(make-lazy (list x (- x)))", lambda x: lazy.make_lazy((x, -x))),
    _lambda("(lazy-nil)", lambda x: lazy.lazy_nil()),
    _lambda(
        "(if (oddp x) (make-lazy (list x)) (lazy-nil))",
        lambda x: lazy.make_lazy((x,)) if x % 2 else lazy.lazy_nil(),
    ),
]


def lazy_checks() -> list[Check]:
    """Return the checks of `lazy.lisp`, in its order."""
    number, numbers = st.integers(-9, 9), st.lists(st.integers(-9, 9), max_size=6)
    count = st.integers(0, 8)
    functions, joining = st.sampled_from(NUMBERS), st.sampled_from(LISTS)
    questions = st.sampled_from(QUESTIONS)
    return [
        _check("lazy", _twice, number, st.booleans()),
        _check("force", _force, number),
        _check("lazy-cons", _cons, number, numbers),
        _check("lazy-car", _of_list("lazy-car"), numbers),
        _check("lazy-cdr", _of_list("lazy-cdr"), numbers),
        _check("lazy-nil", lambda: ("(lazy-nil)", lazy.lazy_nil)),
        _check("lazy-null", _of_list("lazy-null"), numbers),
        _check("make-lazy", _make, numbers),
        _check("take", _take, count, numbers),
        _check("take-all", _of_list("take-all"), numbers),
        _check("lazy-mapcar", _map("lazy-mapcar"), functions, numbers, count),
        _check("lazy-mapcan", _map("lazy-mapcan"), joining, numbers, count),
        _check("lazy-find-if", _find_if, questions, numbers),
        _check("lazy-nth", _nth, count, numbers),
    ]


Made = tuple[str, Callable[[], Any]]


def _check(name: str, make: Callable[..., Made], *arguments: st.SearchStrategy[Any]) -> Check:
    def example(*args: Any) -> Example:
        form, run = make(*args)
        return Example(Call(form), run)

    return Check(name, st.builds(example, *arguments))


def _say(n: int) -> int:
    print(n, end="")
    return n


def _twice(n: int, nothing: bool) -> Made:
    """Return the call that forces a promise twice: of the number, or of NIL."""

    def body() -> int | None:
        said = _say(n)
        return None if nothing else said

    def run() -> Any:
        x = lazy.lazy(body)
        print("made ", end="")
        return [lazy.force(x), lazy.force(x)]

    promised = f"(progn (princ {n}) nil)" if nothing else f"(princ {n})"
    return f'(let ((x (lazy {promised}))) (princ "made ") (list (force x) (force x)))', run


def _force(n: int) -> Made:
    return f"(force (lazy (princ {n})))", lambda: lazy.force(lazy.lazy(lambda: _say(n)))


def _cons(n: int, xs: list[int]) -> Made:
    def run() -> Any:
        x = lazy.lazy_cons(lambda: _say(n), lambda: lazy.make_lazy(xs))
        print("made ", end="")
        return x

    form = f'(let ((x (lazy-cons (princ {n}) (make-lazy {quoted(xs)})))) (princ "made ") x)'
    return form, run


def _of_list(name: str) -> Callable[[list[int]], Made]:
    function = getattr(lazy, name.replace("-", "_"))
    return lambda xs: (f"({name} (make-lazy {quoted(xs)}))", lambda: function(lazy.make_lazy(xs)))


def _make(xs: list[int]) -> Made:
    return f"(make-lazy {quoted(xs)})", lambda: lazy.make_lazy(xs)


def _take(n: int, xs: list[int]) -> Made:
    return f"(take {n} (make-lazy {quoted(xs)}))", lambda: lazy.take(n, lazy.make_lazy(xs))


def _map(name: str) -> Callable[..., Made]:
    function = getattr(lazy, name.replace("-", "_"))

    def make(given: Function, xs: list[int], n: int) -> Made:
        form = f"(take {n} ({name} {given.form} (make-lazy {quoted(xs)})))"
        return form, lambda: lazy.take(n, function(given.function, lazy.make_lazy(xs)))

    return make


def _find_if(given: Function, xs: list[int]) -> Made:
    form = f"(lazy-find-if {given.form} (make-lazy {quoted(xs)}))"
    return form, lambda: lazy.lazy_find_if(given.function, lazy.make_lazy(xs))


def _nth(n: int, xs: list[int]) -> Made:
    n = min(n, len(xs))  # one beyond the end is NIL, further on is an error
    form = f"(lazy-nth {n} (make-lazy {quoted(xs)}))"
    return form, lambda: lazy.lazy_nth(n, lazy.make_lazy(xs))
