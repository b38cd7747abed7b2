"""Kalah solved: as the pure search says, by best play to the end, and as it was published."""

import inspect
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landoflisp.errors import BadInput
from landoflisp.games import kalah
from landoflisp.search import memoized, negamax
from landoflisp.solve.kalah import State, solve
from landoflisp.solve.kernels import KERNELS, compiled, interpreted
from landoflisp.testing import kalah_positions
from landoflisp.tree import follow

# The first player's result with the empty capture, for 1 to 6 seeds a pit: Irving, Donkers and
# Uiterwijk, Solving Kalah (2000).
PUBLISHED = {1: "DLWLWD", 2: "WLLLWW", 3: "DWWWWL", 4: "WWWWWD", 5: "DDWWWW", 6: "WWWWWW"}

small = kalah_positions(sizes=((1, 5), (2, 2), (3, 1), (3, 2), (4, 1)))
rules = {False: kalah.moves_to_the_end, True: kalah.moves_with_empty_capture}

kernels = pytest.mark.parametrize(
    "kernel",
    [
        pytest.param(
            kernel,
            marks=pytest.mark.skipif(
                kernel == "compiled" and compiled("kalah") is None, reason="no compiled kernel"
            ),
        )
        for kernel in KERNELS
    ],
)


def result(value):
    return "DWL"[(value > 0) - (value < 0)]


@kernels
@given(position=small, empty_capture=st.booleans())
def test_the_value_is_that_of_negamax(kernel, position, empty_capture):
    tree = kalah.tree(position, rules[empty_capture])
    best = solve(position, empty_capture, kernel=kernel)
    assert best.value == memoized(negamax)(tree, kalah.get_lead).value


@kernels
@given(position=kalah_positions(sizes=((2, 6), (3, 3), (4, 2))), empty_capture=st.booleans())
def test_the_line_goes_to_the_end_and_keeps_the_value_at_every_move(
    kernel, position, empty_capture
):
    tree = kalah.tree(position, rules[empty_capture])
    best = solve(position, empty_capture, kernel=kernel)
    for i in range(len(best.line) + 1):
        after = follow(tree, best.line[:i])
        here = kalah.Position(after.player, after.board)
        sign = 1 if after.player == position.turn else -1
        assert solve(here, empty_capture, kernel=kernel).value == sign * best.value
    assert not after.moves
    assert kalah.get_lead(after.board, position.turn) == best.value


@kernels
@given(position=kalah_positions(sizes=((2, 4), (4, 2))), empty_capture=st.booleans())
def test_seen_from_the_other_side_of_the_board_it_is_the_same(kernel, position, empty_capture):
    turn, board = position
    half = len(board) // 2
    turned = kalah.Position(kalah.change_turn(turn, board), board[half:] + board[:half])
    one, other = (solve(p, empty_capture, kernel=kernel) for p in (position, turned))
    assert one.value == other.value
    assert [(pit + half) % len(board) for pit in one.line] == list(other.line)


@kernels
@given(position=small, empty_capture=st.booleans(), seeds=st.integers(0, 9))
def test_what_the_stores_hold_is_won_already(kernel, position, empty_capture, seeds):
    turn, board = position
    richer = tuple(n + seeds * (place == turn) for place, n in enumerate(board))
    more = solve(kalah.Position(turn, richer), empty_capture, kernel=kernel)
    assert more.value == seeds + solve(position, empty_capture, kernel=kernel).value


@pytest.mark.skipif(compiled("kalah") is None, reason="no compiled kernel")
@given(kalah_positions(sizes=((3, 4), (4, 3))), st.booleans())
def test_both_kernels_visit_the_same_positions(position, empty_capture):
    assert len({solve(position, empty_capture, kernel=kernel) for kernel in KERNELS}) == 1


@kernels
@pytest.mark.parametrize(
    ("pits", "seeds"),
    [(m, n) for m in range(1, 7) for n in range(1, 7) if m < 3 or m * n < 12],
)
def test_the_start_is_won_by_whom_the_paper_says(kernel, pits, seeds):
    best = solve(kalah.start(pits, seeds), empty_capture=True, kernel=kernel)
    assert result(best.value) == PUBLISHED[pits][seeds - 1]


@pytest.mark.slow
@kernels
@pytest.mark.parametrize(("pits", "seeds"), [(3, 5), (3, 6), (4, 3), (4, 4), (5, 3), (6, 2)])
def test_larger_starts_are_won_by_whom_the_paper_says(kernel, pits, seeds):
    best = solve(kalah.start(pits, seeds), empty_capture=True, kernel=kernel)
    assert result(best.value) == PUBLISHED[pits][seeds - 1]


@kernels
@settings(max_examples=30)
@given(position=kalah_positions(sizes=((3, 3), (4, 2))), entries=st.integers(0, 6))
def test_a_small_table_costs_time_and_nothing_else(kernel, position, entries):
    small_one = solve(position, memory=24 << entries, kernel=kernel)
    assert small_one.value == solve(position, kernel=kernel).value


@given(position=kalah_positions(sizes=((3, 3), (4, 2))), empty_capture=st.booleans())
def test_no_game_is_too_long_for_the_stack(position, empty_capture):
    best = solve(position, empty_capture, kernel="interpreted")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(interpreted("kalah").module, "LEVELS", 1)
        assert solve(position, empty_capture, kernel="interpreted") == best


def test_a_game_that_is_too_long_for_the_stack_of_python_is_bad_input(monkeypatch):
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 30)
    try:
        with pytest.raises(BadInput, match="the compiled kernel has"):
            solve(kalah.start(4, 4), kernel="interpreted")
    finally:
        sys.setrecursionlimit(limit)


def test_a_report_tells_bounds_that_close_in_on_the_value():
    reports: list[State] = []
    best = solve(kalah.start(4, 3), report=reports.append)
    bounds = [report.bounds for report in reports]
    assert all(lower <= best.value <= upper for lower, upper in bounds)
    widths = [upper - lower for lower, upper in bounds]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] == 0


def test_whoever_listens_can_end_a_search():
    def enough(state):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(kalah.start(4, 3), report=enough)


@pytest.mark.parametrize(
    ("position", "options", "message"),
    [
        (kalah.start(8, 1), {}, "up to 7 pits a side and 255 stones can be solved, not 8 pits"),
        (kalah.start(1, 128), {}, "not 1 pits and 256 stones"),
        (kalah.start(2, 2), {"memory": 23}, "24 bytes of memory or more, not 23"),
        (kalah.start(2, 2), {"kernel": "fast"}, "a kernel is compiled or interpreted, not 'fast'"),
    ],
)
def test_what_cannot_be_solved_is_said(position, options, message):
    with pytest.raises(BadInput, match=message):
        solve(position, **options)
