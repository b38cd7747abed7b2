"""How far an answer can be trusted: in any window, and at the ends of numbers and of the stack."""

import pickle
import re
from decimal import Decimal
from functools import partial
from math import inf, nan

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from landoflisp.errors import BadInput
from landoflisp.search import (
    SEARCHES,
    Best,
    ab_get_ratings_max,
    ab_get_ratings_min,
    ab_rate_position,
    advise,
    choose_move,
    deepening,
    fail_hard,
    fail_soft,
    get_ratings,
    memoized,
    minimax,
    mtdf,
    nega_alpha,
    nega_alpha_from_alpha,
    negamax,
    negascout,
    null_window,
    principal_variation,
    pvs,
    rate_position,
    remembering,
    remembering_bounds,
    trace,
)
from landoflisp.show import tree_text
from landoflisp.testing import trees, windows, zero_sum
from landoflisp.tree import (
    Move,
    Tree,
    flatten_tree,
    fold_tree,
    literal_tree,
    map_tree,
    perft,
    size_tree,
    unfold_tree,
)

many_ties = trees(st.integers(-2, 2))
ends = st.sampled_from([-inf, -3, -2, -1, 0, 1, 2, 3, inf])
FIGURE = literal_tree("((1 3) (4 2)) ((2 1) (3 5))")

# Searches that take alpha and beta, and what means the same with one of them.
WINDOWED = {
    **{
        search.__name__: search
        for search in (
            SEARCHES["alpha-beta"],
            fail_hard,
            fail_soft,
            nega_alpha_from_alpha,
            negascout,
            pvs,
        )
    },
    **{
        option: partial(negascout, **{option: True})
        for option in ("scout_first", "scout_extra", "trust_exact")
    },
    "memoized": memoized(fail_soft),
}
BOUNDED = {
    **WINDOWED,
    "nega_alpha": lambda tree, value, alpha, beta: nega_alpha(tree, value, beta),
    "null_window": lambda tree, value, alpha, beta: null_window(tree, value, alpha),
    "mtdf": lambda tree, value, alpha, beta: mtdf(tree, value, 0, alpha, beta),
}


def each(searches):
    return pytest.mark.parametrize("search", list(searches.values()), ids=list(searches))


def is_true(best, value):
    """Whether what an answer says of the true value holds."""
    return {
        "exact": best.value == value,
        "lower": best.value <= value,
        "upper": best.value >= value,
        "unknown": True,
    }[best.bound]


# Windows


@each(BOUNDED)
@example(tree=literal_tree([[0, -1]]), alpha=0, beta=0)
@example(tree=literal_tree([[0, 1], [2]]), alpha=3, beta=-3)
@given(tree=many_ties, alpha=ends, beta=ends)
def test_a_bound_is_true_in_any_window_be_it_empty_or_inverted(search, tree, alpha, beta):
    assert is_true(search(tree, zero_sum, alpha, beta), negamax(tree, zero_sum).value)


@each(BOUNDED)
@given(tree=many_ties, window=windows(-3, 3))
def test_no_window_with_room_leaves_a_bound_unknown(search, tree, window):
    assert search(tree, zero_sum, *window).bound != "unknown"


@each(WINDOWED)
@given(tree=many_ties, alpha=ends, beta=ends)
def test_every_bound_on_the_way_is_true_in_any_window(search, tree, alpha, beta):
    for node in flatten_tree(trace(search, tree, zero_sum, alpha, beta)):
        value = minimax(map_tree(node, untraced), zero_sum, tree.player).value
        assert all(best is None or is_true(best, value) for _, best in node.board.visits)


def untraced(traced, player):
    return traced.board


def test_an_empty_or_inverted_window_is_searched_as_the_listings_would():
    # What nega-alpha2 of rev16nega answers: the first move reaches beta, and ends the search.
    assert fail_soft(literal_tree("0 2"), zero_sum, 1, 0) == Best(0, (0,), 1, "lower")
    assert fail_soft(literal_tree("0 1"), zero_sum, 0, 0) == Best(0, (0,), 1, "lower")
    # The reply to the first move does so too: of that reply no more is known than of the move.
    assert fail_soft(literal_tree("((0 -1))"), zero_sum, 0, 0) == Best(0, (0, 0), 1, "unknown")
    assert fail_soft(FIGURE, zero_sum, 5, 3) == Best(3, (0, 0, 1), 2, "unknown")
    assert fail_soft(Tree(0, 7, ()), zero_sum, 5, 3) == Best(7, (), 1, "exact")


SOFT = {name: WINDOWED[name] for name in ("alpha_beta", "fail_soft", "negascout", "pvs")}


@each(SOFT)
@given(tree=many_ties, beta=st.integers(-3, 3), more=st.integers(0, 4))
def test_outside_of_an_inverted_window_an_answer_is_a_bound(search, tree, beta, more):
    alpha = beta + more
    x, _, _, bound = search(tree, zero_sum, alpha, beta)
    assert x <= alpha or bound in ("lower", "exact")
    assert x >= beta or bound in ("upper", "exact")


@each(SOFT)
@given(tree=many_ties, end=st.integers(-3, 3))
def test_an_empty_window_tells_on_which_side_of_it_the_value_lies(search, tree, end):
    x, v = search(tree, zero_sum, end, end).value, negamax(tree, zero_sum).value
    assert x >= end or v < end
    assert x <= end or v > end
    assert v != end or x == end


def test_drawings_say_that_nothing_is_known():
    text = tree_text(trace(fail_soft, FIGURE, zero_sum, 5, 3))
    assert text.startswith("max ? 3 in (5, 3)\n")


def test_of_a_plain_number_in_a_window_without_room_nothing_is_known():
    def number(tree, value, alpha, beta):
        return fail_soft(tree, value, alpha, beta).value

    for window in ((5, 3), (3, 3)):
        assert trace(number, FIGURE, zero_sum, *window).board.best.bound == "unknown"
    assert trace(number, FIGURE, zero_sum, 0, 9).board.best.bound == "exact"


# MTD(f)


@given(many_ties, st.integers(-4, 4), ends, ends)
def test_mtdf_calls_exact_only_what_does_not_rest_on_what_it_was_told(tree, guess, lower, upper):
    found = mtdf(tree, zero_sum, guess, lower, upper)
    assert is_true(found, negamax(tree, zero_sum).value)
    if lower < found.value < upper:
        assert found.bound == "exact"


def test_mtdf_complains_where_null_windows_tell_nothing():
    calls = []

    def search(tree, value, alpha):
        calls.append(alpha)
        assert len(calls) < 10, "asks the same for ever"
        return null_window(tree, value, alpha)

    # Between such numbers and what is one more lies nothing.
    large = literal_tree([[1e17, 3e17], [2e17, 5e17]])
    with pytest.raises(BadInput, match="do not tell 1e\\+17 from what is one more"):
        mtdf(large, zero_sum, 1e17, search=search)


@each(BOUNDED)
@given(trees(st.sampled_from([1e17, 1e17 + 16, -1e17, 3e17, 0.0])), ends, ends)
def test_where_a_null_window_is_empty_bounds_are_true_too(search, tree, alpha, beta):
    try:
        found = search(tree, zero_sum, alpha, beta)
    except BadInput:
        return
    assert is_true(found, negamax(tree, zero_sum).value)


# NaN

NUMBERS = {
    **{
        f"{name} {where}": partial(search, FIGURE, zero_sum, *window)
        for name, search in {**WINDOWED, "advised": advise(fail_soft, lambda f, *a: f(*a))}.items()
        for where, window in {"alpha": (nan, 3), "beta": (3, nan)}.items()
    },
    "nega_alpha limit": partial(nega_alpha, FIGURE, zero_sum, nan),
    "null_window alpha": partial(null_window, FIGURE, zero_sum, nan),
    "mtdf guess": partial(mtdf, FIGURE, zero_sum, nan),
    "mtdf lower": partial(mtdf, FIGURE, zero_sum, 0, lower=nan),
    "mtdf upper": partial(mtdf, FIGURE, zero_sum, 0, upper=nan),
    "principal_variation": partial(principal_variation, FIGURE, zero_sum, Best(nan, (), 1)),
    "remembering": partial(remembering(fail_soft), FIGURE, zero_sum, nan, 3),
    "trace": partial(trace, fail_soft, FIGURE, zero_sum, nan, 3),
    "trace beta": partial(trace, fail_soft, FIGURE, zero_sum, 3, nan),
    "trace mtdf": partial(trace, mtdf, FIGURE, zero_sum, nan),
    **{
        f"{rate.__name__} {where}": partial(rate, FIGURE, 0, zero_sum, *limits)
        for rate in (ab_rate_position, ab_get_ratings_max, ab_get_ratings_min)
        for where, limits in {"upper": (nan, 0), "lower": (9, nan)}.items()
    },
    "remembering_bounds": partial(
        remembering_bounds(ab_rate_position), FIGURE, 0, zero_sum, nan, 0
    ),
    "choose_move upper": partial(choose_move, FIGURE, zero_sum, 2, nan),
    "choose_move lower": partial(choose_move, FIGURE, zero_sum, 2, 9, nan),
    "Decimal": partial(fail_soft, FIGURE, zero_sum, Decimal("nan"), 3),
    "a word": partial(fail_soft, FIGURE, zero_sum, "three", 5),
    "none": partial(fail_soft, FIGURE, zero_sum, None, 5),
}


NO_NUMBER = r"^[a-z_]+ is a number, not (nan|'three'|None|Decimal\('NaN'\))$"


@each(NUMBERS)
def test_a_window_is_made_of_numbers(search):
    with pytest.raises(BadInput, match=NO_NUMBER):
        search()


VALUING = {
    **{
        name: search
        for name, search in SEARCHES.items()
        if name not in ("null-window", "iterative-deepening")
    },
    "null-window": partial(null_window, alpha=0),
    "memoized": memoized(negamax),
    "trace": partial(trace, fail_soft),
    "rate_position": lambda tree, value: rate_position(tree, 0, value),
    "ab_rate_position": lambda tree, value: ab_rate_position(tree, 0, value),
    "deepening": lambda tree, value: list(deepening(tree, lambda b, p: value(b or 0, p))),
}


@each(VALUING)
@pytest.mark.parametrize("shape", ["1", "(1 3) (3 1)"])
@pytest.mark.parametrize("given", [nan, Decimal("nan"), None, "x", 1j])
def test_a_value_that_is_no_number_is_not_searched_with(search, shape, given):
    said = f"a value is a finite number, not {re.escape(repr(given))}, which is the value"
    with pytest.raises(BadInput, match=said):
        search(literal_tree(shape), lambda board, player: given if board == 1 else 0)


# Trees deeper than Python's stack


def countdown(player, board):
    return [(0, 1 - player, board - 1)] if board else []


def line(plies):
    return unfold_tree(countdown, 0, plies)


def deep_literal(plies):
    tree = Tree(0, 1, ())
    for i in range(plies):
        tree = Tree(i % 2, None, (Move(0, tree),))
    return tree


DEEP = {
    **{
        name: partial(search, value=zero_sum)
        for name, search in SEARCHES.items()
        if name != "null-window"
    },
    "null-window": partial(null_window, value=zero_sum, alpha=0),
    "deepening": lambda tree: list(deepening(tree, zero_sum)),
    "principal_variation": lambda tree: principal_variation(tree, zero_sum, Best(0, (), 1)),
    "trace": lambda tree: trace(pvs, tree, zero_sum),
    "advise": lambda tree: advise(negascout, lambda f, *rest: f(*rest))(tree, zero_sum),
    "memoized": lambda tree: memoized(fail_soft)(tree, zero_sum),
    "remembering": lambda tree: remembering(fail_soft)(tree, zero_sum),
    "rate_position": lambda tree: rate_position(tree, 0, zero_sum),
    "get_ratings": lambda tree: get_ratings(tree, 0, zero_sum),
    "ab_rate_position": lambda tree: ab_rate_position(tree, 0, zero_sum),
    "remembering_bounds": lambda tree: remembering_bounds(ab_rate_position)(tree, 0, zero_sum),
    "choose_move": lambda tree: choose_move(tree, zero_sum),
    "fold_tree": lambda tree: fold_tree(tree, lambda node, sizes: 1 + sum(sizes)),
    "literal_tree": lambda tree: literal_tree(nested(5000)),
}


def nested(plies):
    lists = 1
    for _ in range(plies):
        lists = [lists]
    return lists


@each(DEEP)
def test_a_tree_deeper_than_the_stack_is_an_error_that_names_the_ply(search):
    with pytest.raises(BadInput, match=r"which is full at ply [0-9]{2,3}: fewer plies") as error:
        search(line(5000))
    assert isinstance(error.value.__cause__, RecursionError)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("tree", [line(5000), deep_literal(5000)], ids=["unfolded", "literal"])
def test_nodes_are_counted_at_any_depth(tree):
    assert size_tree(tree) == 5001
    assert sum(1 for _ in flatten_tree(tree)) == 5001
    assert [perft(tree, plies) for plies in (4999, 5000, 5001)] == [1, 1, 0]


def test_a_search_is_no_less_deep_for_being_watched_over():
    # Two frames a ply, of the thousand that Python has: fewer would be a step back.
    assert fail_soft(line(450), zero_sum).line == (0,) * 450
    assert negamax(line(900), zero_sum).line == (0,) * 900
    assert memoized(fail_soft)(line(300), zero_sum).line == (0,) * 300


def test_an_error_in_the_value_is_not_taken_for_a_deep_tree():
    def endless(board, player):
        return endless(board, player)

    with pytest.raises(BadInput) as error:
        negamax(FIGURE, endless)
    assert isinstance(error.value.__cause__, RecursionError)


# What `recur` and pickle make of it


def test_a_search_that_remembers_travels():
    known = remembering(negamax)
    known(FIGURE, seen)
    again = pickle.loads(pickle.dumps(known))
    assert again(FIGURE, seen) == known(FIGURE, seen) == Best(3, (0, 0, 1), 0, "exact")


def seen(board, player):
    return zero_sum(board, player)
