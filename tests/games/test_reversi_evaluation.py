"""The evaluator of the 8x8 player, against the port, and by its definition on any size."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp.games import reversi
from landoflisp.games.reversi_evaluation import evaluate
from landoflisp.testing import reversi_positions
from ports import unity_ai

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "unity_reversi.json").read_text())
SIZES = tuple((rows, columns) for rows in (4, 6, 8) for columns in (4, 6, 8))


def any_board(sizes):
    """Discs just anywhere, as play need not have them."""
    return st.sampled_from(sizes).flatmap(
        lambda size: st.lists(
            st.text("bws", min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0]
        ).map(lambda rows: reversi.position("/".join(rows)).board)
    )


def inside(board):
    """The letters of the squares, by (row, column) from 0."""
    return {
        (n // board.width - 1, n % board.width - 1): piece
        for n, piece in enumerate(board.squares)
        if piece != "o"
    }


def bit_set(board, colour):
    return sum(1 << 63 - x - 8 * y for (y, x), piece in inside(board).items() if piece == colour)


def by_the_port(board, turn):
    port = unity_ai.LogicBoard()
    port.current_bit_boards = [bit_set(board, colour) for colour in "bw"]
    return unity_ai.evaluate(port, "bw".index(turn))


def by_definition(board, turn):
    return worth(board, turn) - worth(board, reversi.change_turn(turn))


def worth(board, colour):
    squares = inside(board)
    own = {at for at, piece in squares.items() if piece == colour}
    bottom, right = max(squares)
    corners = [(row, column) for row in (0, bottom) for column in (0, right)]
    moves = sum(
        bool(reversi.get_rev_stone(board.squares, n, colour, board.width)) for n in board.spaces
    )
    stable = sum(corner in own for corner in corners)
    for edge in (
        [(0, column) for column in range(right + 1)],
        [(bottom, column) for column in range(right + 1)],
        [(row, 0) for row in range(bottom + 1)],
        [(row, right) for row in range(bottom + 1)],
    ):
        # In one row with an own corner, at either end; a full edge counts once.
        stable += sum(
            square in own and (set(edge[:i]) <= own or set(edge[i:]) <= own)
            for i, square in enumerate(edge[1:-1], 1)
        )
    beside = {"c": 0, "x": 0}
    for row, column in set(corners) - own:
        down, left = abs(row - 1), abs(column - 1)
        beside["c"] += ((down, column) in own) + ((row, left) in own)
        beside["x"] += (down, left) in own
    return 67 * moves + 101 * stable - 552 * beside["c"] - 449 * beside["x"]


def test_every_recorded_evaluation():
    assert len(GOLDEN) == 150
    for record in GOLDEN:
        black, white = (int(record[colour], 16) for colour in ("black", "white"))
        letters = {(0, 0): "s", (1, 0): "b", (0, 1): "w"}
        text = "".join(letters[black >> i & 1, white >> i & 1] for i in range(63, -1, -1))
        board = reversi.position(text).board
        assert evaluate(board, record["turn"]) == record["evaluation"], record


@given(any_board(((8, 8),)), st.sampled_from("bw"))
def test_the_evaluation_is_the_port_s_on_any_board(board, turn):
    assert evaluate(board, turn) == by_the_port(board, turn)


@given(reversi_positions(sizes=((8, 8),), max_spaces=60))
def test_the_evaluation_is_the_port_s_in_play(position):
    assert evaluate(position.board, position.turn) == by_the_port(position.board, position.turn)


@given(any_board(SIZES), st.sampled_from("bw"))
def test_the_evaluation_is_by_definition_on_every_size(board, turn):
    assert evaluate(board, turn) == by_definition(board, turn)


@given(any_board(SIZES))
def test_the_evaluation_is_zero_sum(board):
    assert evaluate(board, "w") == -evaluate(board, "b")


@given(any_board(SIZES))
def test_the_evaluation_does_not_see_how_the_board_is_turned(board):
    rows = [line.split()[1:] for line in reversi.show(board).splitlines()[1:]]
    for turned in ([row[::-1] for row in rows], rows[::-1], zip(*rows, strict=True)):
        other = reversi.position("/".join("".join(row) for row in turned)).board
        assert evaluate(other, "b") == evaluate(board, "b")


@given(any_board(((8, 8),)), st.booleans())
def test_neither_order_nor_passes_matter(board, passed):
    other = board._replace(spaces=board.spaces[::-1], passes=int(passed))
    assert evaluate(other, "b") == evaluate(board, "b")


@pytest.mark.parametrize(
    ("rows", "worth"),
    [
        ("bbbbbbbb" + "/ssssssss" * 7, 8 * 101),
        ("bbbbssbb" + "/ssssssss" * 7, (2 + 3 + 1) * 101),
        ("sbssssss" + "/ssssssss" * 7, -552),
        ("ssssssss/sbssssss" + "/ssssssss" * 6, -449),
        ("bbssssss/bbssssss" + "/ssssssss" * 6, (1 + 1 + 1) * 101),
        ("sssbssss" + "/ssssssss" * 7, 0),
    ],
)
def test_edges_by_example(rows, worth):
    assert evaluate(reversi.position(rows).board, "b") == worth
