"""Reversi solved on executors: the same answer wherever the jobs are done."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landoflisp.errors import BadInput
from landoflisp.executors import Here, working
from landoflisp.games import reversi
from landoflisp.search import fail_soft
from landoflisp.solve.jobs import solve_on
from landoflisp.testing import reversi_positions
from landoflisp.tree import follow, only_moves

SMALL = reversi.start(4, 4)


@given(reversi_positions(max_spaces=8))
def test_solve_on_finds_the_value_of_fail_soft(position):
    tree = reversi.tree(position)
    best = solve_on(Here(), position, memory=1 << 20)
    assert best.value == fail_soft(tree, reversi.get_value).value
    end = follow(tree, best.line)
    assert not end.moves
    assert reversi.get_value(end.board, position.turn) == best.value


@settings(max_examples=20)
@given(reversi_positions(max_spaces=7), st.data())
def test_first_moves_are_all_that_is_tried_at_the_root(position, data):
    tree = reversi.tree(position)
    moves = [move.action for move in tree.moves]
    if not moves:
        return
    some = data.draw(st.lists(st.sampled_from(moves), min_size=1, unique=True))
    best = solve_on(Here(), position, some, memory=1 << 20)
    assert best.value == fail_soft(only_moves(tree, some), reversi.get_value).value
    assert best.line[0] in some


@pytest.mark.parametrize("workers", [1, 2])
def test_processes_answer_as_this_process_does(workers):
    with working(workers) as (executor, at_once):
        assert at_once == workers
        best = solve_on(executor, SMALL, at_once=at_once, memory=1 << 20)
    assert best.value == -8


def test_any_executor_will_do():
    for pool in (ThreadPoolExecutor(2), ProcessPoolExecutor(1, get_context("spawn"))):
        with pool:
            assert solve_on(pool, SMALL, at_once=2, memory=1 << 20).value == -8


def test_what_is_reported_is_known_to_the_next_search():
    states = []
    solve_on(Here(), SMALL, memory=1 << 20, report=states.append)
    assert states[-1].bounds == (-8, -8)
    again = solve_on(Here(), SMALL, memory=1 << 20, known=states[-1].known)
    assert (again.value, again.evaluations) == (-8, 0)


def test_what_report_raises_ends_the_search():
    def enough(state):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_on(Here(), SMALL, memory=1 << 20, report=enough)


def test_a_table_without_room_is_bad_input():
    with pytest.raises(BadInput):
        solve_on(Here(), SMALL, memory=1)
