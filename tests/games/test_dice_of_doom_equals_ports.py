"""Dice of Doom, pure: the ratings, choices and boards of the ports and the recorded answers."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp.games import dice_of_doom as doom
from landoflisp.search import memoized
from landoflisp.search.ratings import (
    ab_get_ratings_max,
    ab_rate_position,
    best_move,
    choose_move,
    get_ratings,
    rate_position,
)
from landoflisp.tree import fold_tree, limit_tree_depth
from tests.ports.dice_of_doom import GOLDEN, board_of, boards, fresh

LARGE = 20_000  # distinct trees: more take seconds
SINGLE = 1e-4  # how far single precision may lead a sum of products astray

players = st.integers(0, 1)


def classic(size):
    return doom.Rules(size=size)


def rolled(size):
    return doom.Rules(players=4, max_dice=5, size=size, dice=True)


def pure_tree(board, player, rules, first_move=True, spare_dice=0):
    return doom.game_tree(board, player, spare_dice, first_move, rules)


def index_of(tree, move):
    return list(tree.moves).index(move)


def count(node, sizes):
    return 1 + sum(sizes)


# The recorded answers


@pytest.mark.parametrize("record", GOLDEN["v1_2x2"], ids=lambda record: str(board_of(record)))
def test_every_recorded_2x2_board_is_rated_as_recorded(record):
    board, player = board_of(record), record["player"]
    tree = pure_tree(board, player, classic(2))
    assert memoized(fold_tree)(tree, count) == record["tree_size"]
    for viewer in (0, 1):
        rating = memoized(rate_position)(tree, viewer, doom.share)
        assert rating == Fraction(record[f"rate_position_{viewer}"])
    ratings = get_ratings(tree, player, doom.share)
    assert [Fraction(text) for text in record["ratings"]] == list(ratings)
    assert [list(move.action) for move in tree.moves] == record["actions"]
    assert list(doom.winners(board)) == record["winners"]
    added = doom.add_new_dice(board, player, 3, classic(2))
    assert added == tuple(map(tuple, record["add_3_dice"]))
    if ratings:
        assert index_of(tree, best_move(tree, ratings)) == record["computer_choice"]
        assert index_of(tree, choose_move(tree, doom.share)) == record["computer_choice"]
    else:
        assert record["computer_choice"] == -1


def sized(records):
    return [
        pytest.param(
            record,
            id=str(record["distinct_trees"]),
            marks=[pytest.mark.slow] if record["distinct_trees"] > LARGE else [],
        )
        for record in records
    ]


@pytest.mark.parametrize("record", sized(GOLDEN["v1_3x3"]))
def test_every_recorded_3x3_board_is_rated_exactly(record):
    tree = pure_tree(board_of(record), record["player"], classic(3))
    rating = memoized(rate_position)(tree, 0, doom.share)
    assert rating == Fraction(record["rate_position_0"])
    assert rating + memoized(rate_position)(tree, 1, doom.share) == 1
    assert memoized(fold_tree)(tree, count) == record["tree_size"]


@pytest.mark.parametrize("record", GOLDEN["v1_3x3"], ids=lambda r: str(r["distinct_trees"]))
def test_a_rating_that_may_stop_at_the_best_share_is_the_same(record):
    tree = pure_tree(board_of(record), record["player"], classic(3))
    rating = memoized(ab_rate_position)(tree, 0, doom.share, 1, 0)
    assert rating == Fraction(record["rate_position_0"])


@pytest.mark.parametrize("size", [3, 4, 5])
def test_every_recorded_board_of_version_2(size):
    for record in GOLDEN[f"v2_{size}x{size}"]:
        board, player = board_of(record), record["player"]
        tree = pure_tree(board, player, classic(size))
        limited = limit_tree_depth(tree, record["level"])
        ratings = get_ratings(limited, player, doom.score_board)
        assert list(ratings) == record["ratings"]
        assert list(ab_get_ratings_max(limited, player, doom.score_board)) == record["ab_ratings"]
        assert [list(move.action) for move in tree.moves] == record["actions"]
        assert doom.score_board(board, 0) == record["score_0"]
        assert doom.score_board(board, 1) == record["score_1"]
        threats = [int(doom.threatened(pos, board)) for pos in range(len(board))]
        assert threats == record["threatened"]
        if ratings:
            chosen = choose_move(tree, doom.score_board, record["level"])
            assert index_of(tree, chosen) == record["computer_choice"]


@pytest.mark.parametrize("size", [3, 5])
def test_every_recorded_board_of_version_4(size):
    for record in GOLDEN[f"v4_{size}x{size}"]:
        board, player, rules = board_of(record), record["player"], rolled(size)
        tree = pure_tree(board, player, rules)
        limited = limit_tree_depth(tree, record["level"])
        ratings = get_ratings(limited, player, doom.score_board)
        assert [float(rating) for rating in ratings] == pytest.approx(record["ratings"], abs=SINGLE)
        assert [list(move.action) for move in tree.moves] == record["actions"]
        assert doom.largest_cluster_size(board, player) == record["largest_cluster"]
        reinforced = doom.add_new_dice(board, player, 0, rules)
        assert reinforced == tuple(map(tuple, record["reinforced"]))
        # what is best in single precision is best, or as good as, without rounding
        if ratings:
            assert max(ratings) - ratings[record["computer_choice"]] <= SINGLE
        else:
            assert record["computer_choice"] == -1


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_recorded_neighbors(size):
    recorded = GOLDEN["neighbors"][str(size)]
    assert [list(doom.neighbors(pos, size)) for pos in range(size * size)] == recorded


# The ports, live


@given(boards(2), players)
def test_all_ratings_of_version_1_are_the_port_s(board, player):
    port = fresh("v1", 2)
    theirs = port.game_tree(board, player, 0, True)
    ours = pure_tree(board, player, classic(2))
    for viewer in (0, 1):
        assert get_ratings(ours, viewer, doom.share) == port.get_ratings(theirs, viewer)
    assert_same_tree(ours, theirs)


def assert_same_tree(ours, theirs):
    player, board, moves = theirs
    assert (ours.player, ours.board) == (player, board)
    own = list(ours.moves)
    assert [move.action for move in own] == [action for action, _ in moves]
    for move, (_, tree) in zip(own, moves, strict=True):
        assert_same_tree(move.tree, tree)


@given(boards(3), players, st.integers(1, 3))
def test_ratings_and_choice_of_version_2_are_the_port_s(board, player, level):
    port = fresh("v2", 3)
    theirs = port.limit_tree_depth(port.game_tree(board, player, 0, True), level)
    tree = pure_tree(board, player, classic(3))
    ours = limit_tree_depth(tree, level)
    for viewer in (0, 1):
        ratings = port.get_ratings(theirs, viewer)
        assert get_ratings(ours, viewer, doom.score_board) == tuple(ratings)
    worst, best = -1000, 1000
    pruned = tuple(port.ab_get_ratings_max(theirs, player, best, worst))
    assert ab_get_ratings_max(ours, player, doom.score_board) == pruned
    if pruned:
        full = get_ratings(ours, player, doom.score_board)
        first_best = full.index(max(full))
        assert pruned.index(max(pruned)) == first_best
        assert index_of(tree, choose_move(tree, doom.score_board, level)) == first_best


@given(boards(3, players=4, dice=5), st.integers(0, 3), st.integers(1, 2))
def test_ratings_of_version_4_are_the_port_s_within_single_precision(board, player, level):
    port = fresh("v4", 3)
    theirs = port.limit_tree_depth(port.game_tree(board, player, 0, True), level)
    ours = limit_tree_depth(pure_tree(board, player, rolled(3)), level)
    for viewer in range(4):
        ratings = [float(rating) for rating in get_ratings(ours, viewer, doom.score_board)]
        rounded = list(port.get_ratings(theirs, viewer))
        assert ratings == pytest.approx(rounded, abs=SINGLE)
        if rounded:  # what the port chooses is as good as what is chosen here
            assert ratings[rounded.index(max(rounded))] == pytest.approx(max(ratings), abs=SINGLE)
    assert doom.largest_cluster_size(board, player) == port.largest_cluster_size(board, player)
    assert doom.add_new_dice(board, player, 0, rolled(3)) == port.add_new_dice(board, player, 0)
    for pos in range(9):
        assert doom.threatened(pos, board) == port.threatened(pos, board)
        connected = set(port.get_connected(board, player, pos))
        if board[pos][0] == player:
            assert doom.get_connected(board, player, pos) == connected


@given(boards(2), players, st.integers(0, 9))
def test_reinforcements_and_winners_are_the_port_s(board, player, spare_dice):
    port = fresh("v1", 2)
    ours = doom.add_new_dice(board, player, spare_dice, classic(2))
    assert ours == port.add_new_dice(board, player, spare_dice)
    assert doom.winners(board) == port.winners(board)
