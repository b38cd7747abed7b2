"""A game is a walk down its tree: from the given tree to a leaf, a move at a time."""

import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp.errors import BadInput, IllegalMove
from landoflisp.games import reversi
from landoflisp.play import chance, computer, first_move, play, random_move
from landoflisp.search import SEARCHES, mtdf, negamax, null_window
from landoflisp.testing import trees, zero_sum
from landoflisp.tree import (
    Chance,
    Move,
    Outcome,
    Tree,
    branches,
    limit_tree_depth,
    literal_tree,
    sort_moves,
)

# What finds an optimal first move by itself.
PLAYERS = [search for search in SEARCHES.values() if search not in (null_window, mtdf)]

seeds = st.integers(0, 1000)


def with_dice(tree):
    """The tree with two moves at every node: its first one, and chance among all of them."""
    moves = tuple(tree.moves)
    if not moves:
        return tree
    outcomes = tuple(Outcome(Fraction(1, len(moves)), with_dice(move.tree)) for move in moves)
    return tree._replace(moves=(Move("stay", with_dice(moves[0].tree)), Chance("roll", outcomes)))


any_tree = trees() | trees().map(with_dice)


@given(any_tree, seeds)
def test_a_game_goes_from_its_tree_by_moves_to_a_leaf(tree, seed):
    first, *rest = play(tree, [random_move(seed), random_move(seed + 1)], chance(seed))
    assert first == tree
    for before, after in zip([first, *rest], rest, strict=False):
        assert after in [branch.tree for branch in branches(before)]
    assert not [first, *rest][-1].moves


@given(any_tree, seeds)
def test_the_same_seeds_give_the_same_game(tree, seed):
    strategies = [random_move(seed), first_move]
    once, again = (list(play(tree, strategies, chance(seed))) for _ in range(2))
    assert once == again


@pytest.mark.parametrize("search", PLAYERS)
@given(tree=trees())
def test_two_computers_that_see_the_end_reach_the_value_of_the_game(search, tree):
    player = computer(search, 99, zero_sum)
    *_, end = play(tree, [player, player])
    assert zero_sum(end.board, tree.player) == negamax(tree, zero_sum).value


def test_nobody_is_asked_before_the_next_tree_is():
    asked = []

    def strategy(tree):
        asked.append(tree.board)
        return first_move(tree)

    trees = play(literal_tree([[1], 2]), [strategy, strategy])
    assert (next(trees).board, asked) == (None, [])
    assert (next(trees).board, asked) == (None, [None])
    assert (next(trees).board, asked) == (1, [None, None])
    assert list(trees) == []
    assert asked == [None, None]


@given(trees(), st.integers(1, 3))
def test_a_strategy_may_look_at_a_changed_tree_and_the_game_goes_on_in_its_own(tree, depth):
    def strategy(tree):
        return first_move(sort_moves(limit_tree_depth(tree, depth), key=lambda m: -m.action))

    def last_move(tree):
        return max(tree.moves, key=lambda move: move.action)

    assert list(play(tree, [strategy] * 2)) == list(play(tree, [last_move] * 2))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "one of the tree's moves, (action tree), not None"),
        (0, "one of the tree's moves, (action tree), not 0"),
        ((0, None), "one of the tree's moves, (action tree), not (0, None)"),
        (Move(2, literal_tree(9)), "2 is not a move here; the moves are: 0, 1"),
        (Chance(5, ()), "5 is not a move here; the moves are: 0, 1"),
    ],
)
def test_an_answer_that_is_no_move_here_is_an_illegal_move(answer, message):
    trees = play(literal_tree([7, 8]), [lambda tree: answer])
    next(trees)
    with pytest.raises(IllegalMove) as caught:
        next(trees)
    assert message in str(caught.value)


def test_a_strategy_cannot_bring_its_own_tree():
    *_, end = play(literal_tree([7, 8]), [lambda tree: Move(1, literal_tree(99))])
    assert end.board == 8


@pytest.mark.parametrize("strategies", [{}, {"w": first_move}, [], [first_move]])
def test_a_player_without_a_strategy_is_bad_input(strategies):
    trees = play(reversi.tree(reversi.start(4, 4)), strategies)
    next(trees)
    with pytest.raises(BadInput, match="player 'b' is to move, for whom there is no strategy"):
        next(trees)


# Chance

odds = st.lists(st.integers(0, 5), min_size=1, max_size=5).filter(any)


def chance_move(odds):
    """A chance move with these odds."""
    return Chance("roll", tuple(Outcome(Fraction(n, sum(odds)), Tree(0, n, ())) for n in odds))


@given(odds, seeds, st.integers(0, 1000))
def test_what_is_impossible_does_not_come_about(odds, seed, ply):
    assert odds[chance(seed)(ply, literal_tree(0), chance_move(odds))] > 0


@given(odds, seeds)
def test_outcomes_come_about_as_often_as_is_likely(odds, seed):
    move = chance_move(odds)
    rolls = [chance(seed)(ply, literal_tree(0), move) for ply in range(400)]
    for i, outcome in enumerate(move.outcomes):
        assert abs(rolls.count(i) / 400 - outcome.probability) < 0.15


def test_a_roll_is_not_the_same_all_game_long():
    tails = Outcome(Fraction(1, 2), literal_tree(0))
    tree = Tree(0, 0, (Chance("toss", (tails, Outcome(Fraction(1, 2), literal_tree(1)))),))
    for _ in range(20):
        outcomes = tuple(Outcome(Fraction(1, 2), tree._replace(board=i)) for i in (0, 1))
        tree = Tree(0, 0, (Chance("toss", outcomes),))
    boards = [tree.board for tree in play(tree, [first_move])]
    assert {0, 1} <= set(boards)


def test_a_roll_can_be_anybodys():
    tree = Tree(0, None, (chance_move([1, 2, 3]),))
    *_, end = play(tree, [first_move], lambda ply, tree, move: 2)
    assert end.board == 3


def test_chance_travels_by_pickle():
    roll, tree, move = chance(3), literal_tree(0), chance_move([1, 1])
    again = pickle.loads(pickle.dumps(roll))
    assert [again(i, tree, move) for i in range(30)] == [roll(i, tree, move) for i in range(30)]
