"""What is promised of whole turns, on arbitrary finite trees: turns in any order, any values."""

import pickle
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp.games import kalah
from landoflisp.search import (
    SEARCHES,
    Turn,
    count_turns,
    fail_soft,
    minimax,
    negamax,
    negascout,
    turn_moves,
    whole_turns,
)
from landoflisp.testing import kalah_positions, trees, windows, zero_sum
from landoflisp.tree import flatten_tree, follow, limit_tree_depth, literal_tree

RECURSIVE = {
    name: search
    for name, search in SEARCHES.items()
    if name not in ("null-window", "mtdf", "iterative-deepening")
} | {"negascout-scout-first": partial(negascout, scout_first=True)}
each = pytest.mark.parametrize("search", list(RECURSIVE.values()), ids=list(RECURSIVE))
small = trees(st.integers(-3, 3), max_leaves=12)


def steps(line):
    """A line of whole turns, move by move."""
    return [action for turn in line for action in turn.moves]


# This turn's moves


@given(trees(), st.data())
def test_this_turn_s_moves_end_with_the_one_after_which_somebody_else_moves(tree, data):
    line, here = [], tree
    while moves := list(here.moves):
        move = data.draw(st.sampled_from(moves))
        line.append(move.action)
        here = move.tree
    turn = turn_moves(tree, line)
    assert list(turn) == line[: len(turn)]
    passed = [follow(tree, turn[:i]).player == tree.player for i in range(len(turn) + 1)]
    assert all(passed[:-1])
    assert not passed[-1] or len(turn) == len(line)


def test_no_line_no_moves():
    assert turn_moves(literal_tree(5), ()) == ()


# Trees of whole turns


@given(small)
def test_a_move_of_whole_turns_is_a_move_of_the_tree_and_the_rest_of_its_turn(tree):
    turns = list(whole_turns(tree, zero_sum).moves)
    assert [turn.action.moves[0] for turn in turns] == [move.action for move in tree.moves]
    for (moves, _), after in turns:
        end = follow(tree, moves)
        assert turn_moves(tree, moves) == moves
        assert end[:2] == after[:2]
        assert end.player != tree.player or not end.moves


@given(small)
def test_the_rest_of_a_turn_is_what_a_search_one_turn_deep_finds(tree):
    for (moves, evaluations), _ in whole_turns(tree, zero_sum).moves:
        after = follow(tree, moves[:1])
        if after.player == tree.player:
            turns = limit_tree_depth(whole_turns(after, zero_sum), 1)
            best = count_turns(negamax)(turns, zero_sum)
            assert (steps(best.line), best.evaluations) == (list(moves[1:]), evaluations)
        else:
            assert (len(moves), evaluations) == (1, 0)


@given(small)
def test_where_nobody_moves_twice_whole_turns_are_the_moves(tree):
    tree = literal_tree(shape(tree))
    best = count_turns(minimax)(whole_turns(tree, zero_sum), zero_sum)
    plain = minimax(tree, zero_sum)
    assert best == plain._replace(line=tuple(Turn((action,), 0) for action in plain.line))


def shape(tree):
    return [shape(move.tree) for move in tree.moves] or tree.board


@given(small)
def test_on_its_last_turn_a_player_gains_nothing_by_looking_further(tree):
    # One turn deep the best rest of a turn is what searching through it finds.
    full = negamax(limit_tree_depth(tree, 1, turns=True), zero_sum).value
    assert negamax(limit_tree_depth(whole_turns(tree, zero_sum), 1), zero_sum).value == full


@given(kalah_positions(), st.integers(0, 2))
def test_limiting_before_or_after_is_the_same(position, depth):
    tree, value = kalah.tree(position), kalah.get_value
    before = whole_turns(limit_tree_depth(tree, depth, turns=True), value)
    after = limit_tree_depth(whole_turns(tree, value), depth)
    assert [n[:2] for n in flatten_tree(before)] == [n[:2] for n in flatten_tree(after)]
    assert count_turns(fail_soft)(before, value) == count_turns(fail_soft)(after, value)


@given(kalah_positions())
def test_a_tree_of_whole_turns_is_a_value(position):
    turns, again = (whole_turns(kalah.tree(position), kalah.get_value) for _ in range(2))
    assert turns == again == pickle.loads(pickle.dumps(turns))
    assert hash(turns) == hash(again)


# Counts


@each
@given(tree=small)
def test_evaluations_is_how_often_a_position_was_valued(search, tree):
    calls = []

    def value(board, player):
        calls.append(board)
        return zero_sum(board, player)

    best = count_turns(search)(whole_turns(tree, value), value)
    assert best.evaluations == len(calls)
    plain = search(whole_turns(tree, zero_sum), zero_sum)
    assert best == plain._replace(evaluations=best.evaluations)
    assert plain.evaluations <= best.evaluations


@given(small, windows(-3, 3))
def test_evaluations_is_how_often_a_position_was_valued_in_any_window(tree, window):
    calls = []

    def value(board, player):
        calls.append(board)
        return zero_sum(board, player)

    found = count_turns(fail_soft)(whole_turns(tree, value), value, *window)
    assert found.evaluations == len(calls)
