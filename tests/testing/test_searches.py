"""`check_search`: what passes, and wrong searches, each of which it catches on a small tree."""

import ast
import re
from functools import partial
from itertools import count
from math import inf

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from landoflisp.errors import BadInput
from landoflisp.games import reversi
from landoflisp.search import (
    alpha_beta,
    fail_hard,
    fail_soft,
    iterative_deepening,
    memoized,
    minimax,
    mtdf,
    nega_alpha,
    nega_alpha_from_alpha,
    negamax,
    negascout,
    null_window,
    pvs,
)
from landoflisp.testing import (
    check_search,
    literal_trees,
    reversi_trees,
    subtrees,
    tree_of,
    trees,
)
from landoflisp.testing.catalogue import THEOREMS, WRONG_SEARCHES
from landoflisp.tree import limit_tree_depth, literal_tree, size_tree

# What a user might write, and rightly

FEW = settings(max_examples=30, database=None)


def only_a_number(tree, value):
    return negamax(tree, value).value


def value_and_line(tree, value):
    """As an article writes it: the line is a list."""
    if not tree.moves:
        return value(tree.board, tree.player), []
    best = -inf, []
    for action, after in tree.moves:
        found, line = value_and_line(after, value)
        found = found if after.player == tree.player else -found
        if found > best[0]:
            best = found, [action, *line]
    return best


def turn_taking(tree, value, alpha=-inf, beta=inf):
    """The textbook's alpha-beta, for games in which the players take turns."""
    if not tree.moves:
        return value(tree.board, tree.player)
    for move in tree.moves:
        alpha = max(alpha, -turn_taking(move.tree, value, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


@pytest.mark.parametrize("parts", [1, 2, 3])
def test_a_search_answers_with_as_much_as_it_knows(parts):
    check_search(lambda tree, value: tuple(negamax(tree, value))[:parts], settings=FEW)
    check_search(lambda tree, value: list(negamax(tree, value))[:parts], settings=FEW)


def test_a_search_may_answer_with_a_number_or_a_value_and_a_list():
    check_search(only_a_number)
    check_search(value_and_line, settings=FEW)


def test_a_search_for_players_who_take_turns_is_checked_on_such_trees():
    check_search(turn_taking, literal_trees(), settings=FEW)
    with pytest.raises(AssertionError):
        check_search(turn_taking)


def test_a_search_is_checked_on_the_trees_of_a_game_too():
    shallow = subtrees(reversi.tree(reversi.start(6, 6))).map(partial(limit_tree_depth, depth=2))
    check_search(fail_soft, shallow, reversi.get_value, window="soft")
    check_search(fail_soft, reversi_trees(max_spaces=4), reversi.get_value, window="soft")
    check_search(fail_soft, literal_tree([[3, 1], [2, 5]]))


@pytest.mark.parametrize("values", [st.floats(-3, 3), st.fractions(-3, 3), st.decimals(-3, 3)])
def test_values_need_not_be_whole_numbers(values):
    check_search(fail_soft, trees(values), window="soft", settings=FEW)


def test_the_contract_of_fail_soft_is_kept_by_all_that_take_a_window():
    for search in (fail_hard, fail_soft, nega_alpha_from_alpha, alpha_beta):
        check_search(search, window="soft", settings=FEW)


# The searches of this package are right, of whatever numbers

RIGHT = {
    "minimax": (minimax, {}),
    "negamax": (negamax, {}),
    "memoized negamax": (memoized(negamax), {}),
    "alpha_beta": (alpha_beta, {"window": "soft"}),
    "fail_soft": (fail_soft, {"window": "soft"}),
    "memoized fail_soft": (memoized(fail_soft), {"window": "soft"}),
    "fail_hard": (fail_hard, {"window": "hard"}),
    "nega_alpha": (nega_alpha, {"window": "limit"}),
    "nega_alpha_from_alpha": (nega_alpha_from_alpha, {"window": "soft"}),
    "null_window": (null_window, {"window": "null"}),
    "negascout": (negascout, {"window": "soft", "optimal_line": False, "searches_again": True}),
    "negascout, all scouted": (
        partial(negascout, scout_first=True, scout_extra=True, trust_exact=True),
        {"window": "soft", "optimal_line": False, "searches_again": True},
    ),
    "pvs": (pvs, {"window": "soft", "searches_again": True}),
    "mtdf": (mtdf, {"optimal_line": False, "searches_again": True}),
    "iterative_deepening": (
        iterative_deepening,
        {"searches_again": True, "settings": settings(max_examples=150, database=None)},
    ),
}
NUMBERS = {
    "small": st.integers(-2, 2),
    "large": st.integers(-(10**30), 10**30),
    "fractions": st.fractions(-3, 3),
    "decimals": st.decimals(-3, 3, places=2),
    "floats": st.floats(-1e6, 1e6),
}
SEEDS = [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 5))]


@pytest.fixture
def seeded(monkeypatch, seed):
    """Give Hypothesis a seed, as `--hypothesis-seed` does."""
    monkeypatch.setattr("hypothesis.core.global_force_seed", seed)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", RIGHT)
def test_a_right_search_passes(name, seed, seeded):
    search, options = RIGHT[name]
    check_search(search, **options)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("numbers", NUMBERS)
@pytest.mark.parametrize("name", RIGHT)
def test_a_right_search_passes_with_any_numbers(name, numbers, seed, seeded):
    search, options = RIGHT[name]
    few = {"settings": settings(max_examples=25, database=None)}
    check_search(search, trees(NUMBERS[numbers]), **{**options, **few})


def a_third(board, player):
    """What floats make of a sum seen from either side: zero-sum but for the last digit."""
    tenths = [0.1, 0.2, 0.3 + board]
    return sum(tenths) if player == 0 else -sum(reversed(tenths))


def test_floats_need_not_be_the_same_to_the_last_digit():
    assert any(a_third(n, 0) != -a_third(n, 1) for n in range(-9, 10))
    check_search(minimax, trees(), a_third)
    check_search(alpha_beta, trees(), a_third, window="soft")


# And all of the catalogue are wrong


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", WRONG_SEARCHES)
def test_a_wrong_search_is_caught_on_a_small_tree(name, seed, seeded):
    wrong = WRONG_SEARCHES[name]
    with pytest.raises(AssertionError, match=wrong.complaint) as caught:
        check_search(wrong.search, **wrong.options)
    assert size_tree(tree_in(caught)) <= wrong.nodes


def test_the_catalogue_says_what_is_wrong_and_what_it_breaks():
    assert len(WRONG_SEARCHES) > 100
    for wrong in WRONG_SEARCHES.values():
        assert wrong.search.__doc__
        assert wrong.theorem in {"", *THEOREMS}


def tree_in(caught):
    drawn = re.search(r"^    tree      tree_of\((.*)\)$", str(caught.value), re.MULTILINE)
    return tree_of(ast.literal_eval(drawn[1]))


# What is said of them

HARD = settings(max_examples=300, database=None, derandomize=True)
stale_line = WRONG_SEARCHES["stale_line"].search


def raising(tree, value):
    return max(tree.moves)


def test_an_error_is_placed_where_it_came_up():
    with pytest.raises(AssertionError, match=r"raises ValueError in raising, line \d+: max\(\)"):
        check_search(raising)


def test_what_goes_wrong_twenty_plies_down_is_shown_with_nothing_but_those_plies():
    def twenty_plies(tree, value):
        return negamax(limit_tree_depth(tree, 20), value)

    with pytest.raises(AssertionError, match="does not find the value") as caught:
        check_search(twenty_plies)
    assert size_tree(tree_in(caught)) == 22


def test_the_worst_is_said_first_though_a_smaller_tree_shows_less():
    def miscounted_and_shallow(tree, value):
        return negamax(limit_tree_depth(tree, 3), value)._replace(evaluations=0)

    with pytest.raises(AssertionError, match="does not find the value") as caught:
        check_search(miscounted_and_shallow)
    assert size_tree(tree_in(caught)) == 5


def test_what_is_not_wrong_each_time_is_said_to_be_so():
    asked = count()

    def sometimes(tree, value):
        return negamax(tree, value).value + (next(asked) == 500)

    with pytest.raises(AssertionError, match="But not each time: something is remembered"):
        check_search(sometimes)


def test_what_other_names_change_is_shown_with_them():
    with pytest.raises(AssertionError) as caught:
        check_search(WRONG_SEARCHES["line_of_numbers"].search)
    assert (
        str(caught.value)
        == """\
line_of_numbers answers otherwise if players, actions and boards have other names
    asked     line_of_numbers(tree, renamed)
    tree      tree_of((('player', 0), ('board', 0), [(('player', 0), ('board', 0))]))
    expected  (0, [('move', 0)])
    found     (0, (0,))"""
    )


def test_what_is_found_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AssertionError):
        check_search(stale_line)
    assert not list(tmp_path.iterdir())


def test_the_message_says_what_was_asked_on_which_tree_what_is_right_and_what_came():
    with pytest.raises(AssertionError) as caught:
        check_search(WRONG_SEARCHES["bound_exact_at_a_cut"].search, window="soft", settings=HARD)
    assert (
        str(caught.value)
        == """\
bound_exact_at_a_cut says that 0 is 'exact'
    asked     bound_exact_at_a_cut(tree, zero_sum, -1, 0)
    tree      tree_of((0, 0, [(0, 0), (0, 1)]))
    expected  'lower': the value is 1
    found     Best(value=0, line=(0,), evaluations=1, bound='exact')"""
    )


def test_the_message_about_a_game_shows_the_position():
    game = literal_tree([["a", "b"], "c"])
    with pytest.raises(AssertionError, match="5 nodes: 0 is to move on None"):
        check_search(stale_line, game, lambda board, player: ord(board) if player else -ord(board))


def test_an_option_of_a_search_is_part_of_its_name():
    with pytest.raises(AssertionError, match=r"negascout\(scout_first=True\) (values|has valued)"):
        check_search(partial(negascout, scout_first=True), optimal_line=False)


def test_what_is_wrong_stays_wrong_when_it_is_checked_again():
    messages = set()
    for _ in range(2):
        with pytest.raises(AssertionError) as caught:
            check_search(stale_line, settings=HARD)
        messages.add(str(caught.value))
    assert len(messages) == 1


def test_nothing_but_the_message_is_left_of_a_failure():
    with pytest.raises(AssertionError) as caught:
        check_search(stale_line)
    assert caught.value.__cause__ is caught.value.__context__ is None
    assert not getattr(caught.value, "__notes__", [])


def test_optimal_lines_are_demanded_unless_they_are_not():
    tree = literal_tree([-1, [[0, 1], 0]])
    check_search(negascout, tree, optimal_line=False, searches_again=True)
    with pytest.raises(AssertionError, match="no optimal line"):
        check_search(negascout, tree, searches_again=True)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (["negamax"], {}, "a search is a function of a tree and a value, not 'negamax'"),
        ([negamax, [1, 2]], {}, "a Tree or a Hypothesis strategy for trees"),
        ([negamax], {"window": "softly"}, "soft, hard, limit, null"),
    ],
)
def test_what_cannot_be_checked_is_bad_input(arguments, options, message):
    with pytest.raises(BadInput, match=message):
        check_search(*arguments, **options)
