"""The pure game is the listing's: value, move and evaluations of every search, and whole games."""

import json
import random
from functools import partial
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from landoflisp.games import minimax_game
from landoflisp.games.minimax_game import FIRST, SECOND
from landoflisp.search import alpha_beta, fail_soft, minimax, negamax
from landoflisp.testing import minimax_positions
from landoflisp.tree import follow, limit_tree_depth
from ports import minimax as port
from tests.ports.test_minimax import SAMPLE

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "minimax.json").read_text())

as_listed = partial(minimax_game.get_value, last_counts=False)
for_first = partial(minimax, player=FIRST)
eights = minimax_positions(sizes=(8,))


def by_the_port(position, depth):
    """Value, seen by the first player, action and evaluations."""
    player, board = position
    port.SIZE, port.count = board.size, 0
    numbers = [port.NON_VAL if n is None else n for n in board.numbers]
    rows = [numbers[i : i + board.size] for i in range(0, len(numbers), board.size)]
    search = {FIRST: port.move_first, SECOND: port.move_second}[player]
    try:
        return (*search(depth, rows, board.line, *board.scores), port.count)
    finally:
        port.SIZE = 8


def purely(position, depth, search=for_first):
    value, line, evaluations, _ = search(
        limit_tree_depth(minimax_game.tree(position), depth), as_listed
    )
    return value, line[0] if line else -1, evaluations


def position_of(record):
    rows = [[None if n == port.NON_VAL else n for n in row] for row in record["board"]]
    return minimax_game.position(
        rows, record["player"], record["prev"], (record["first"], record["second"])
    )


# Searches


@given(minimax_positions(), st.integers(0, 2))
def test_minimax_is_the_listing_s_to_value_move_and_count(position, depth):
    assert purely(position, depth) == by_the_port(position, depth)


@given(minimax_positions(sizes=(1, 2, 3)))
def test_to_the_end_of_a_small_game_too(position):
    assert purely(position, 9) == by_the_port(position, 9)


@given(minimax_positions(), st.integers(0, 2))
def test_negamax_is_the_listing_s_too_seen_by_the_player_to_move(position, depth):
    value, move, count = by_the_port(position, depth)
    seen = value if position.player == FIRST else -value
    assert purely(position, depth, negamax) == (seen, move, count)


def test_every_golden_record_is_what_minimax_answers():
    assert len(GOLDEN["positions"]) == 120
    for record in GOLDEN["positions"]:
        assert purely(position_of(record), record["depth"]) == (
            record["value"],
            record["move"],
            record["count"],
        )


@pytest.mark.slow
@given(eights, st.integers(3, 4))
def test_deeper_it_is_the_same_too(position, depth):
    assert purely(position, depth) == by_the_port(position, depth)


@pytest.mark.parametrize("search", [alpha_beta, fail_soft])
@given(position=eights, depth=st.integers(1, 3))
def test_alpha_beta_makes_the_same_move_with_no_more_evaluations(search, position, depth):
    value, move, count = purely(position, depth, minimax)
    assert purely(position, depth, search)[:2] == (value, move)
    assert purely(position, depth, search)[2] <= count


# Games


def play(position, levels, search=minimax):
    """The squares (row, column) taken, the scores, the evaluations."""
    tree, taken, evaluations = minimax_game.tree(position), [], 0
    while tree.moves:
        best = search(limit_tree_depth(tree, levels[tree.player]), as_listed)
        (action, *_), line = best.line, tree.board.line
        taken.append([line, action] if tree.player == FIRST else [action, line])
        evaluations += best.evaluations
        tree = follow(tree, [action])
    return taken, tree.board.scores, evaluations


def by_level(first, second):
    return {FIRST: first, SECOND: second}


def as_recorded(record):
    return record["line"], (record["first"], record["second"]), record["count"]


def test_games_go_as_recorded():
    assert len(GOLDEN["games"]) == 20
    for record in GOLDEN["games"]:
        levels = by_level(record["first_depth"], record["second_depth"])
        assert play(minimax_game.start(record["seed"]), levels) == as_recorded(record)


def test_with_alpha_beta_the_same_games_take_fewer_evaluations():
    for record in GOLDEN["games"]:
        levels = by_level(record["first_depth"], record["second_depth"])
        taken, scores, evaluations = play(minimax_game.start(record["seed"]), levels, alpha_beta)
        assert (taken, scores) == as_recorded(record)[:2]
        assert evaluations < record["count"] or max(levels.values()) == 1


def test_the_game_of_the_article():
    position = minimax_game.position("\n".join(SAMPLE.splitlines()[1:9]))
    taken, scores, evaluations = play(position, by_level(2, 2))
    assert taken[:2] == [[0, 5], [4, 5]]
    assert taken[-1] == [2, 4]
    assert (len(taken), scores, evaluations) == (24, (69, 49), 857)


# Boards


@given(st.integers(0, 2**32))
def test_a_seed_draws_the_boards_that_the_listing_draws(seed):
    random.seed(seed)
    for number in range(3):
        board = minimax_game.start(seed, number=number).board
        assert list(board.numbers) == [n for row in port.init_board() for n in row]


def test_the_tournament_s_last_board():
    random.seed(0)
    for _ in range(1600):
        rows = port.init_board()
    assert list(minimax_game.start(0, number=1599).board.numbers) == [n for r in rows for n in r]


@given(eights)
def test_a_drawing_has_the_numbers_that_the_listing_prints(position):
    assume(position.board.size == port.SIZE)
    lines = [
        line.partition("|")[2].split() for line in minimax_game.show(position.board).splitlines()
    ]
    assert [line for line in lines if line] == [
        ["**" if n is None else f"{n:+d}" for n in position.board.numbers[i : i + 8]]
        for i in range(0, 64, 8)
    ]
