"""The 8x8 player: the port's move on every position, and why the sorting may differ."""

import json
from functools import partial
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from toolz import pipe

from landoflisp.games import reversi
from landoflisp.games.reversi_evaluation import evaluate
from landoflisp.play import play
from landoflisp.play.reversi_player import by_reply, reversi_player, think
from landoflisp.search import negamax, negascout
from landoflisp.testing import reversi_positions
from landoflisp.tree import limit_tree_depth, sort_moves
from ports import unity_ai

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "unity_reversi.json").read_text())

boards = st.integers(4, 60).flatmap(
    lambda spaces: reversi_positions(sizes=((8, 8),), max_spaces=spaces)
)
few = settings(max_examples=15)


def tree_of(record):
    black, white = (int(record[colour], 16) for colour in ("black", "white"))
    letters = {(0, 0): "s", (1, 0): "b", (0, 1): "w"}
    text = "".join(letters[black >> i & 1, white >> i & 1] for i in range(63, -1, -1))
    return reversi.tree(reversi.position(text, record["turn"]))


def point(board, square):
    """The square as the port names it: (x, y) from the top left."""
    return square % board.width - 1, square // board.width - 1


def port_of(position, level):
    board = unity_ai.LogicBoard()
    board.current_bit_boards = [
        sum(
            1 << 63 - x - 8 * y
            for n, piece in enumerate(position.board.squares)
            if piece == colour
            for x, y in [point(position.board, n)]
        )
        for colour in "bw"
    ]
    ai = unity_ai.AI(level)
    ai.board = board
    return ai, "bw".index(position.turn)


def can_move(position):
    return any(action != reversi.PASS for action, _, _ in reversi.moves(*position))


def assert_moves_as_recorded(records):
    records = list(records)
    assert records
    for record in records:
        tree = tree_of(record)
        action, _ = reversi_player(record["level"])(tree)
        assert list(point(tree.board, action)) == record["move"], record


def late(record):
    return (int(record["black"], 16) | int(record["white"], 16)).bit_count() > 50


# The port's move


def test_every_recorded_move_of_level_1():
    assert_moves_as_recorded(record for record in GOLDEN if record["level"] == 1)


def test_some_recorded_moves_of_levels_2_and_3():
    assert_moves_as_recorded([record for record in GOLDEN if record["level"] == 2][::15])
    assert_moves_as_recorded(r for r in GOLDEN if r["level"] == 3 and late(r))


@pytest.mark.slow
@pytest.mark.parametrize("level", [2, 3])
def test_every_recorded_move_of_levels_2_and_3(level):
    assert_moves_as_recorded(record for record in GOLDEN if record["level"] == level)


@few
@given(boards)
def test_the_player_makes_the_port_s_move(position):
    assume(can_move(position))
    action, _ = reversi_player(1)(reversi.tree(position))
    ai, color = port_of(position, 1)
    assert point(position.board, action) == ai.search(ai.board, color)


@few
@given(boards)
def test_the_player_finds_the_port_s_value(position):
    # Where the game is over, the port goes on passing; the value is the same.
    ai, color = port_of(position, 1)
    value = ai.nega_scout(color, ai.depth, -unity_ai.inf, unity_ai.inf)
    assert think(reversi.tree(position), 1).value == value


# Why


@few
@given(boards)
def test_without_a_window_the_moves_are_sorted_as_in_the_port(position):
    assume(can_move(position))
    from_bottom_right = position._replace(
        board=position.board._replace(spaces=tuple(sorted(position.board.spaces, reverse=True)))
    )
    ai, color = port_of(position, 1)
    expected = ai.get_sorted_movables(color, -unity_ai.inf, unity_ai.inf)
    found = sort_moves(reversi.tree(from_bottom_right), key=by_reply)
    assert [point(position.board, move.action) for move in found.moves] == [
        unity_ai.LogicBoard.bit_to_points(bit)[0] for bit in expected
    ]


def test_in_a_window_the_port_does_not_sort_the_moves_that_reach_beta():
    # Every move reaches this beta: to the port they are equals, and stay in the order of bits.
    position = reversi.position(
        "........ ........ ...b.... ..bbw... ..wbb... ........ ........ ........", "w"
    )
    ai, color = port_of(position, 1)
    clipped = ai.get_sorted_movables(color, -2000, -1999)
    exact = ai.get_sorted_movables(color, -unity_ai.inf, unity_ai.inf)
    assert clipped == sorted(exact)
    assert clipped != exact


@few
@given(boards, st.sampled_from([by_reply, lambda move: 0, lambda move: -by_reply(move)]))
def test_however_the_moves_are_sorted_the_value_is_the_same(position, key):
    limited = limit_tree_depth(reversi.tree(position), 3)
    found = negascout(sort_moves(limited, key=key), evaluate, trust_exact=True)
    assert found.value == negamax(limited, evaluate).value


@few
@given(boards)
def test_the_player_is_negascout_over_sorted_moves(position):
    from_bottom_right = position.board._replace(
        spaces=tuple(sorted(position.board.spaces, reverse=True))
    )
    best = pipe(
        reversi.tree(position._replace(board=from_bottom_right)),
        partial(limit_tree_depth, depth=3),
        partial(sort_moves, key=by_reply),
        partial(negascout, value=evaluate, trust_exact=True),
    )
    assert think(reversi.tree(position), 1) == best


@few
@given(boards, st.data())
def test_the_order_of_the_spaces_does_not_change_the_move(position, data):
    assume(can_move(position))
    shuffled = position.board._replace(
        spaces=tuple(data.draw(st.permutations(position.board.spaces)))
    )
    moves = {
        reversi_player(1)(reversi.tree(position._replace(board=board))).action
        for board in (position.board, shuffled)
    }
    assert len(moves) == 1


# Games


def test_it_plays_a_game_and_passes_where_it_must():
    tree = reversi.tree(reversi.position("wbbb/wbbb/wbbb/ssbb"))
    *_, end = play(tree, {"b": reversi_player(1), "w": reversi_player(1)})
    assert end.board.passes == 2


def test_it_beats_somebody_who_plays_without_a_thought():
    strategies = {"b": lambda tree: next(iter(tree.moves)), "w": reversi_player(1)}
    *_, end = play(reversi.tree(reversi.start()), strategies)
    assert reversi.get_value(end.board, "w") > 0


@pytest.mark.parametrize("level", [0, -1])
def test_a_level_below_1_is_an_error(level):
    message = f"a level is a whole number, 1 or more, not {level}"
    with pytest.raises(ValueError, match=message):
        reversi_player(level)
    with pytest.raises(ValueError, match=message):
        think(reversi.tree(reversi.start()), level)
