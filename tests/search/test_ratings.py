"""What ratings promise: one player's view, any number of players, chance by its mean."""

import gc
import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp.errors import IllegalMove
from landoflisp.search import memoized, minimax, remembering
from landoflisp.search.ratings import (
    ab_get_ratings_max,
    ab_get_ratings_min,
    ab_rate_position,
    best_move,
    choose_move,
    get_ratings,
    rate_position,
    remembering_bounds,
)
from landoflisp.testing import trees, windows, zero_sum
from landoflisp.tree import (
    NO_MOVES,
    Chance,
    Move,
    Moves,
    Tree,
    flatten_tree,
    fold_tree,
    limit_tree_depth,
    size_tree,
)

PLAYERS = 3
viewers = st.integers(0, PLAYERS - 1)
games = trees(players=PLAYERS, max_leaves=20)
games_of_chance = trees(players=PLAYERS, chance=True, max_leaves=20)


def number(board, player):
    """A leaf's rating that is nobody's opposite: each player likes other numbers."""
    return board * (player + 1) % 7


@given(trees(), st.integers(0, 1))
def test_for_two_players_and_a_zero_sum_value_a_rating_is_minimax(tree, player):
    assert rate_position(tree, player, zero_sum) == minimax(tree, zero_sum, player).value


@given(games_of_chance, viewers)
def test_a_rating_is_the_best_of_own_moves_and_the_worst_of_others(tree, player):
    ratings = get_ratings(tree, player, number)
    rating = rate_position(tree, player, number)
    if not tree.moves:
        assert ratings == ()
        assert rating == number(tree.board, player)
    elif tree.player == player:
        assert rating == max(ratings)
    else:
        assert rating == min(ratings)


@given(games_of_chance, viewers)
def test_a_chance_move_is_rated_at_its_mean(tree, player):
    for move, rating in zip(tree.moves, get_ratings(tree, player, number), strict=True):
        if isinstance(move, Chance):
            parts = [(odds, rate_position(t, player, number)) for odds, t in move.outcomes]
            assert sum(odds for odds, _ in parts) == 1
            assert rating == sum(odds * part for odds, part in parts)
            assert min(part for _, part in parts) <= rating <= max(part for _, part in parts)
        else:
            assert rating == rate_position(move.tree, player, number)


@given(games_of_chance)
def test_what_is_remembered_of_one_player_s_view_is_not_taken_for_another_s(tree):
    remembered = remembering_bounds(ab_rate_position)
    ratings = [remembered(tree, player, number) for player in range(PLAYERS)]
    assert ratings == [rate_position(tree, player, number) for player in range(PLAYERS)]


@given(games_of_chance, viewers, st.integers(-2, 9), st.integers(0, 5))
def test_outside_of_inverted_limits_a_rating_is_a_bound(tree, player, upper, more):
    v = rate_position(tree, player, number)
    x = ab_rate_position(tree, player, number, upper, upper + more)
    assert upper + more < x <= v or v <= x < upper or upper <= x <= upper + more


@given(trees(st.integers(-2, 2)), st.integers(-3, 3), st.integers(0, 4), windows(-3, 3))
def test_what_is_remembered_of_inverted_limits_is_true(tree, upper, more, limits):
    remembered = remembering_bounds(ab_rate_position)
    remembered(tree, 0, zero_sum, upper, upper + more)
    least, most = limits
    v = rate_position(tree, 0, zero_sum)
    x = remembered(tree, 0, zero_sum, most, least)
    assert v <= x <= least or most <= x <= v or x == v


@given(games_of_chance, viewers, windows(-2, 9))
def test_alpha_beta_rates_exactly_within_its_limits_and_bounds_outside(tree, player, limits):
    lower, upper = limits
    v = rate_position(tree, player, number)
    x = ab_rate_position(tree, player, number, upper, lower)
    assert v <= x <= lower or upper <= x <= v or x == v


@given(games_of_chance, viewers)
def test_alpha_beta_without_limits_rates_what_the_full_rating_rates(tree, player):
    v = rate_position(tree, player, number)
    assert ab_rate_position(tree, player, number) == v
    assert ab_rate_position(tree, player, number, 6, 0) == v  # the most and least of any leaf


@given(games_of_chance)
def test_alpha_beta_chooses_what_the_full_rating_chooses(tree):
    full = get_ratings(tree, tree.player, number)
    pruned = ab_get_ratings_max(tree, tree.player, number)
    if full:
        assert len(pruned) == len(full)
        assert pruned.index(max(pruned)) == full.index(max(full))
        assert best_move(tree, pruned) == best_move(tree, full)
        assert choose_move(tree, number) == best_move(tree, full)
        assert choose_move(tree, number, upper_limit=6, lower_limit=0) == best_move(tree, full)


@given(games_of_chance, viewers, st.integers(0, 6))
def test_ratings_end_with_the_first_that_reaches_the_limit(tree, player, limit):
    highest = ab_get_ratings_max(tree, player, number, limit)
    assert all(rating < limit for rating in highest[:-1])
    lowest = ab_get_ratings_min(tree, player, number, lower_limit=limit)
    assert all(rating > limit for rating in lowest[:-1])
    for ratings in (highest, lowest):
        assert len(ratings) <= len(list(tree.moves))


@given(games, viewers)
def test_the_first_best_move_is_chosen_at_any_depth(tree, player):
    limited = limit_tree_depth(tree, 2)
    ratings = get_ratings(limited, tree.player, number)
    if ratings:
        chosen = choose_move(tree, number, 2)
        assert chosen == list(tree.moves)[ratings.index(max(ratings))]
    else:
        with pytest.raises(IllegalMove, match="the game is over"):
            choose_move(tree, number, 2)


@given(games_of_chance, viewers)
def test_memoized_ratings_are_the_same_and_rate_each_different_leaf_once(tree, player):
    asked = []

    def leaf(board, player):
        asked.append(board)
        return number(board, player)

    assert memoized(rate_position)(tree, player, leaf) == rate_position(tree, player, number)
    assert len(asked) == len({node for node in flatten_tree(tree) if not node.moves})


@given(games_of_chance, viewers, st.lists(windows(-2, 9), min_size=1, max_size=4))
def test_remembered_bounds_serve_every_later_window(tree, player, asked):
    v = rate_position(tree, player, number)
    rate = remembering_bounds(ab_rate_position)
    for lower, upper in asked:
        x = rate(tree, player, number, upper, lower)
        assert v <= x <= lower or upper <= x <= v or x == v
    assert rate(tree, player, number) == v


@given(games, viewers)
def test_the_best_possible_rating_ends_the_search(tree, player):
    asked = []

    def leaf(board, player):
        asked.append(board)
        return 6 if player == tree.player else 0

    if tree.player == player and tree.moves:
        assert ab_rate_position(tree, player, leaf, 6, 0) == 6
        assert len(asked) <= len(list(flatten_tree(next(iter(tree.moves)).tree)))


# Equal trees are one tree


@given(games_of_chance, viewers)
def test_what_is_remembered_serves_all_moves_of_a_position(tree, player):
    asked = []

    def leaf(board, player):
        asked.append(board)
        return number(board, player)

    rate = remembering(rate_position)
    assert get_ratings(tree, player, leaf, recur=rate) == get_ratings(tree, player, number)
    assert len(asked) == len({n for n in flatten_tree(tree) if not n.moves} - {tree})
    asked.clear()
    get_ratings(tree, player, leaf, recur=rate)
    assert asked == []


@given(games_of_chance)
def test_a_memoized_fold_folds_each_different_tree_once(tree):
    folded = []

    def count(node, sizes):
        folded.append(node)
        return 1 + sum(sizes)

    assert memoized(fold_tree)(tree, count) == size_tree(tree)
    assert len(folded) == len(set(folded)) == len(set(flatten_tree(tree)))


def some_moves(*boards):
    return [Move(i, Tree(0, board, ())) for i, board in enumerate(boards)]


def other_moves(*boards):
    return some_moves(*reversed(boards))


@pytest.mark.parametrize(
    "other",
    [
        Tree(1, 0, Moves(some_moves, (1, 2))),
        Tree(0, 1, Moves(some_moves, (1, 2))),
        Tree(0, 0, Moves(some_moves, (1, 3))),
        Tree(0, 0, Moves(other_moves, (1, 2))),
        Tree(0, 0, tuple(some_moves(1, 2))),
        Tree(0, 0, NO_MOVES),
    ],
    ids=["player", "board", "arguments", "rule", "a tuple of moves", "no moves"],
)
def test_trees_that_differ_in_anything_are_remembered_apart(other):
    tree = Tree(0, 0, Moves(some_moves, (1, 2)))
    seen = []

    def see(node, results):
        seen.append(node)

    remember = remembering(fold_tree)
    for node in (tree, other, tree, other):
        remember(node, see)
    assert seen == [tree, other]


def test_a_memo_is_gone_with_the_call_and_waits_for_no_garbage_collector():
    class Worth(float):
        """A number that can be watched."""

    watched = []

    def leaf(board, player):
        worth = Worth()
        watched.append(weakref.ref(worth))
        return worth

    gc.disable()
    try:
        memoized(rate_position)(Tree(0, 0, tuple(some_moves(1))), 0, leaf)
        assert [reference() for reference in watched] == [None]
    finally:
        gc.enable()
