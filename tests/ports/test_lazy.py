from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from ports.lazy import (
    force,
    lazy,
    lazy_car,
    lazy_cdr,
    lazy_cons,
    lazy_find_if,
    lazy_mapcan,
    lazy_mapcar,
    lazy_nil,
    lazy_nth,
    lazy_null,
    make_lazy,
    take,
    take_all,
)

numbers = st.lists(st.integers(-9, 9))
counts = st.lists(st.integers(0, 3))


def integers(n=0):
    return lazy_cons(lambda: n, lambda: integers(n + 1))


def noting(fun, calls):
    """`fun`, which notes in `calls` what it is applied to."""

    def noted(x):
        calls.append(x)
        return fun(x)

    return noted


@given(st.sampled_from([0, None, (), 7]))
def test_a_lazy_value_is_computed_once_and_not_before_it_is_asked_for(value):
    calls = []
    delayed = lazy(lambda: calls.append("computed") or value)
    assert calls == []
    assert force(delayed) == force(delayed) == value
    assert calls == ["computed"]


def test_lazy_cons_computes_neither_part_before_it_is_asked_for():
    calls = []
    cons = lazy_cons(lambda: calls.append("car"), lambda: calls.append("cdr") or lazy_nil())
    assert calls == []
    assert not lazy_null(cons)
    assert lazy_null(lazy_cdr(cons))
    assert calls == ["car", "cdr"]


def test_the_empty_list_is_null_and_its_parts_are_nil():
    assert lazy_null(lazy_nil())
    assert lazy_null(make_lazy(()))
    assert not lazy_null(make_lazy((None,)))
    assert lazy_car(lazy_nil()) is None
    assert lazy_cdr(lazy_nil()) is None


@given(numbers)
def test_take_all_undoes_make_lazy(xs):
    assert take_all(make_lazy(xs)) == tuple(xs)


@given(numbers, st.integers(0, 12))
def test_take_is_a_slice(xs, n):
    assert take(n, make_lazy(xs)) == tuple(xs[:n])


@given(numbers)
def test_car_and_cdr_are_head_and_tail(xs):
    lst = make_lazy([0, *xs])
    assert lazy_car(lst) == 0
    assert take_all(lazy_cdr(lst)) == tuple(xs)


@given(numbers)
def test_lazy_mapcar_is_map(xs):
    assert take_all(lazy_mapcar(abs, make_lazy(xs))) == tuple(map(abs, xs))


@given(counts)
def test_lazy_mapcan_is_concat_map(xs):
    def copies(n):
        return range(n)

    joined = lazy_mapcan(lambda n: make_lazy(copies(n)), make_lazy(xs))
    assert take_all(joined) == tuple(chain.from_iterable(map(copies, xs)))


@given(numbers)
def test_lazy_find_if_is_the_first_of_filter(xs):
    assert lazy_find_if(lambda x: x > 0, make_lazy(xs)) == next(filter(lambda x: x > 0, xs), None)


@given(numbers.filter(bool), st.data())
def test_lazy_nth_is_indexing(xs, data):
    n = data.draw(st.integers(0, len(xs) - 1))
    assert lazy_nth(n, make_lazy(xs)) == xs[n]


def test_lazy_nth_just_beyond_the_end_is_nil():
    assert lazy_nth(3, make_lazy((1, 2, 3))) is None


@given(numbers, st.integers(0, 12))
def test_lazy_mapcar_computes_only_what_is_taken_and_that_once(xs, n):
    calls = []
    lst = lazy_mapcar(noting(abs, calls), make_lazy(xs))
    assert calls == []
    first = take(n, lst)
    assert calls == xs[:n]
    assert take_all(lst)[:n] == first
    assert take_all(lst) == tuple(map(abs, xs))
    assert calls == xs


@given(counts, st.integers(0, 12))
def test_lazy_mapcan_computes_only_what_is_taken_and_that_once(xs, n):
    calls = []
    lst = lazy_mapcan(noting(lambda x: make_lazy(range(x)), calls), make_lazy(xs))
    assert calls == []
    taken = take(n, lst)
    # The shortest beginning of `xs` that holds as many elements.
    needed = next(k for k in range(len(xs) + 1) if sum(xs[:k]) >= len(taken))
    if len(taken) == n:
        assert calls == xs[:needed]
    assert take_all(lst) == take_all(lst)
    assert calls == xs


def test_endless_lists_are_welcome():
    evens = lazy_mapcar(lambda x: 2 * x, integers())
    assert take(4, evens) == (0, 2, 4, 6)
    pairs = lazy_mapcan(lambda x: make_lazy((x, -x)), integers(1))
    assert take(5, pairs) == (1, -1, 2, -2, 3)
    assert lazy_find_if(lambda x: x * x > 50, integers()) == 8
    assert lazy_nth(7, integers()) == 7


def test_a_long_list_does_not_overflow_the_stack():
    length = 5000
    long = tuple(range(length))
    assert take(length, integers()) == take_all(make_lazy(range(length))) == long
    assert lazy_nth(length, integers()) == lazy_find_if(lambda x: x >= length, integers()) == length
    last_only = lazy_mapcan(lambda x: make_lazy((x,) if x == length else ()), integers())
    assert lazy_car(last_only) == length
