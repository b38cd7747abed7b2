"""What ratings promise: one player's view, any number of players, chance by its mean."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp.errors import IllegalMove
from landoflisp.search import memoized, minimax
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
from landoflisp.tree import Chance, Move, Outcome, Tree, flatten_tree, limit_tree_depth

PLAYERS = 3
viewers = st.integers(0, PLAYERS - 1)


def number(board, player):
    """A leaf's rating that is nobody's opposite: each player likes other numbers."""
    return board * (player + 1) % 7


def leaves():
    return st.builds(Tree, viewers, st.integers(-9, 9), st.just(()))


def node(player, board, kinds):
    moves = []
    for i, (chances, children) in enumerate(kinds):
        if chances:
            odds = [Fraction(chance, sum(chances)) for chance in chances[: len(children)]]
            odds[-1] += 1 - sum(odds)
            moves.append(Chance(i, tuple(map(Outcome, odds, children))))
        else:
            moves.append(Move(i, children[0]))
    return Tree(player, board, tuple(moves))


def games(chance):
    """Trees of three players, in which some moves are left to chance."""

    def nodes(children):
        odds = st.lists(st.integers(1, 6), min_size=2, max_size=2) if chance else st.just([])
        kinds = st.tuples(st.just([]) | odds, st.lists(children, min_size=2, max_size=2))
        return st.builds(node, viewers, st.integers(-9, 9), st.lists(kinds, min_size=1, max_size=3))

    return st.recursive(leaves(), nodes, max_leaves=20)


@given(trees(), st.integers(0, 1))
def test_for_two_players_and_a_zero_sum_value_a_rating_is_minimax(tree, player):
    assert rate_position(tree, player, zero_sum) == minimax(tree, zero_sum, player).value


@given(games(chance=True), viewers)
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


@given(games(chance=True), viewers)
def test_a_chance_move_is_rated_at_its_mean(tree, player):
    for move, rating in zip(tree.moves, get_ratings(tree, player, number), strict=True):
        if isinstance(move, Chance):
            parts = [(odds, rate_position(t, player, number)) for odds, t in move.outcomes]
            assert sum(odds for odds, _ in parts) == 1
            assert rating == sum(odds * part for odds, part in parts)
            assert min(part for _, part in parts) <= rating <= max(part for _, part in parts)
        else:
            assert rating == rate_position(move.tree, player, number)


@given(games(chance=True), viewers, windows(-2, 9))
def test_alpha_beta_rates_exactly_within_its_limits_and_bounds_outside(tree, player, limits):
    lower, upper = limits
    v = rate_position(tree, player, number)
    x = ab_rate_position(tree, player, number, upper, lower)
    assert v <= x <= lower or upper <= x <= v or x == v


@given(games(chance=True), viewers)
def test_alpha_beta_without_limits_rates_what_the_full_rating_rates(tree, player):
    v = rate_position(tree, player, number)
    assert ab_rate_position(tree, player, number) == v
    assert ab_rate_position(tree, player, number, 6, 0) == v  # the most and least of any leaf


@given(games(chance=True))
def test_alpha_beta_chooses_what_the_full_rating_chooses(tree):
    full = get_ratings(tree, tree.player, number)
    pruned = ab_get_ratings_max(tree, tree.player, number)
    if full:
        assert len(pruned) == len(full)
        assert pruned.index(max(pruned)) == full.index(max(full))
        assert best_move(tree, pruned) == best_move(tree, full)
        assert choose_move(tree, number) == best_move(tree, full)
        assert choose_move(tree, number, upper_limit=6, lower_limit=0) == best_move(tree, full)


@given(games(chance=True), viewers, st.integers(0, 6))
def test_ratings_end_with_the_first_that_reaches_the_limit(tree, player, limit):
    highest = ab_get_ratings_max(tree, player, number, limit)
    assert all(rating < limit for rating in highest[:-1])
    lowest = ab_get_ratings_min(tree, player, number, lower_limit=limit)
    assert all(rating > limit for rating in lowest[:-1])
    for ratings in (highest, lowest):
        assert len(ratings) <= len(list(tree.moves))


@given(games(chance=False), viewers)
def test_the_first_best_move_is_chosen_at_any_depth(tree, player):
    limited = limit_tree_depth(tree, 2)
    ratings = get_ratings(limited, tree.player, number)
    if ratings:
        chosen = choose_move(tree, number, 2)
        assert chosen == list(tree.moves)[ratings.index(max(ratings))]
    else:
        with pytest.raises(IllegalMove, match="the game is over"):
            choose_move(tree, number, 2)


@given(games(chance=True), viewers)
def test_memoized_ratings_are_the_same_and_rate_each_different_leaf_once(tree, player):
    asked = []

    def leaf(board, player):
        asked.append(board)
        return number(board, player)

    assert memoized(rate_position)(tree, player, leaf) == rate_position(tree, player, number)
    assert len(asked) == len({node for node in flatten_tree(tree) if not node.moves})


@given(games(chance=True), viewers, st.lists(windows(-2, 9), min_size=1, max_size=4))
def test_remembered_bounds_serve_every_later_window(tree, player, asked):
    v = rate_position(tree, player, number)
    rate = remembering_bounds(ab_rate_position)
    for lower, upper in asked:
        x = rate(tree, player, number, upper, lower)
        assert v <= x <= lower or upper <= x <= v or x == v
    assert rate(tree, player, number) == v


@given(games(chance=False), viewers)
def test_the_best_possible_rating_ends_the_search(tree, player):
    asked = []

    def leaf(board, player):
        asked.append(board)
        return 6 if player == tree.player else 0

    if tree.player == player and tree.moves:
        assert ab_rate_position(tree, player, leaf, 6, 0) == 6
        assert len(asked) <= len(list(flatten_tree(next(iter(tree.moves)).tree)))
