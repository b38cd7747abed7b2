"""The ports of the two reversi listings: what the Lisp answered, and what holds of every game."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ports import rev16nega, rev24a
from tests.ports.reversi_positions import LATE, opening, play, positions, set_up, state

GOLDEN = Path(__file__).parents[1] / "golden"
SOLVER = json.loads((GOLDEN / "reversi_solver.json").read_text())
SIZES = {"4x4": rev16nega, "4x6": rev24a}
LONG = 5000  # evaluations; a record with more is searched with the slow tests

slow = pytest.mark.slow
both_ports = pytest.mark.parametrize("port", [rev16nega, rev24a], ids=["rev16nega", "rev24a"])


def records():
    for size in SIZES:
        for i, record in enumerate(json.loads((GOLDEN / f"reversi_{size}.json").read_text())):
            marks = [slow] if record["count"] > LONG else []
            name = f"{size}-{record['search']}-{i}"
            yield pytest.param(SIZES[size], record, id=name, marks=marks)


@pytest.mark.parametrize(("port", "record"), list(records()))
def test_a_search_answers_what_the_lisp_answered(port, record):
    set_up(port, record["board"])
    search = getattr(port, record["search"].replace("-", "_"))
    window = [record[name] for name in ("limit", "alpha", "beta") if name in record]
    before = state(port)
    value, line = search(record["turn"], record["spaces"], record["passed"], *window)
    assert (value, line, port.count) == (record["value"], record["line"], record["count"])
    assert state(port) == before


@pytest.mark.parametrize(
    "board", ["4x4-cross", "4x4-parallel", "4x6-cross", pytest.param("4x6-parallel", marks=slow)]
)
def test_solver_prints_what_the_lisp_printed(board, monkeypatch, capsys):
    size, name = board.split("-")
    port = SIZES[size]
    monkeypatch.setattr(port, "init_board", opening(port, name))
    count = port.solver()
    assert capsys.readouterr().out == SOLVER[board]
    assert SOLVER[board].endswith(f"\n{count} ")


@pytest.mark.parametrize(
    ("module", "board"),
    [("rev16nega", "4x4-cross"), pytest.param("rev24a", "4x6-parallel", marks=slow)],
)
def test_a_port_run_as_a_program_prints_what_the_lisp_printed(module, board):
    run = subprocess.run(
        [sys.executable, "-m", f"ports.{module}"],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        check=True,
    )
    assert run.stdout == SOLVER[board].encode()


def test_solver_leaves_init_board_alone(capsys):
    before = list(rev16nega.init_board)
    rev16nega.solver()
    assert rev16nega.init_board == before
    assert rev16nega.board != before


@pytest.mark.parametrize(
    ("port", "board", "turn", "x", "stones"),
    [
        (rev16nega, "ooooooowwwwoosbbboowwbboowbbsooooooo", "w", 28, [26, 27, 16, 22, 14, 21]),
        (
            rev24a,
            "ooooooooobwswwboobwwwwboobbwbwwooswbbbbooooooooo",
            "b",
            11,
            [13, 12, 10, 27, 19, 29, 20, 18],
        ),
    ],
    ids=["rev16nega", "rev24a"],
)
def test_stones_are_listed_direction_by_direction_from_the_far_end(port, board, turn, x, stones):
    set_up(port, board)
    assert port.get_rev_stone(x, turn) == stones


def searches(port, alpha, beta):
    """Every search of the port, with its window."""
    if port is rev16nega:
        yield port.nega_max, []
    yield port.nega_alpha, [beta]
    yield port.nega_alpha2, [alpha, beta]


windows = st.lists(st.integers(-24, 24), min_size=2, max_size=2, unique=True).map(sorted)


@both_ports
@given(st.data())
def test_a_search_leaves_the_position_and_its_arguments_as_they_were(port, data):
    board, turn, passed, spaces = data.draw(positions(port, LATE[port]))
    for search, window in searches(port, *data.draw(windows)):
        set_up(port, board)
        before = state(port)
        order = list(spaces)
        search(turn, spaces, passed, *window)
        assert state(port) == before
        assert spaces == order


@both_ports
@given(st.data())
def test_count_goes_on_from_search_to_search(port, data):
    board, turn, passed, spaces = data.draw(positions(port, LATE[port]))
    set_up(port, board)
    port.nega_alpha(turn, spaces, passed, port.max_value)
    once = port.count
    assert once >= 1
    port.nega_alpha(turn, spaces, passed, port.max_value)
    assert port.count == 2 * once


@given(st.data())
def test_nega_alpha_equals_nega_max_on_value_and_line(data):
    port = rev16nega
    board, turn, passed, spaces = data.draw(positions(port, LATE[port]))
    set_up(port, board)
    best = port.nega_max(turn, spaces, passed)
    assert port.nega_alpha(turn, spaces, passed, port.max_value) == best


@both_ports
@given(st.data())
def test_nega_alpha2_equals_nega_alpha_with_no_more_evaluations(port, data):
    board, turn, passed, spaces = data.draw(positions(port, LATE[port]))
    set_up(port, board)
    best = port.nega_alpha(turn, spaces, passed, port.max_value)
    evaluations = port.count
    port.count = 0
    assert port.nega_alpha2(turn, spaces, passed, port.min_value, port.max_value) == best
    assert port.count <= evaluations


@both_ports
@given(st.data())
def test_a_result_outside_its_window_bounds_the_value(port, data):
    board, turn, passed, spaces = data.draw(positions(port, LATE[port]))
    alpha, beta = data.draw(windows)
    set_up(port, board)
    value, _ = port.nega_alpha(turn, spaces, passed, port.max_value)
    one_limit, _ = port.nega_alpha(turn, spaces, passed, beta)
    assert beta <= one_limit <= value if beta <= one_limit else one_limit == value
    fail_soft, _ = port.nega_alpha2(turn, spaces, passed, alpha, beta)
    if fail_soft <= alpha:
        assert value <= fail_soft
    elif beta <= fail_soft:
        assert fail_soft <= value
    else:
        assert fail_soft == value


@both_ports
@given(st.data())
def test_the_line_leads_to_the_value(port, data):
    board, turn, passed, spaces = data.draw(positions(port, LATE[port]))
    set_up(port, board)
    value, line = port.nega_alpha2(turn, spaces, passed, port.min_value, port.max_value)
    player = turn
    for x in line:
        if x != "pass":
            assert port.get_rev_stone(x, player)
            play(port, x, player)
        player = port.change_turn(player)
    assert port.get_value(turn) == value


@both_ports
@given(st.data())
def test_the_counts_of_stones_are_what_stands_on_the_board(port, data):
    board, turn, _, spaces = data.draw(positions(port, LATE[port]))
    set_up(port, board)
    for x in spaces:
        rs = port.get_rev_stone(x, turn)
        if rs:
            play(port, x, turn)
            assert (port.black, port.white) == (port.board.count("b"), port.board.count("w"))
            port.del_piece(x)
            port.reverse_stone(rs, port.change_turn(turn))
            assert "".join(port.board) == board


def test_the_variables_are_unbound_until_somebody_sets_them():
    program = "from ports import rev24a as port; port.get_piece(9)"
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[2],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert "NameError: name 'board' is not defined" in run.stderr
