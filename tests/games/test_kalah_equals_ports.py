"""The pure searches answer what the Kalah listings answer: value, moves of this turn, evaluations.

On every position, at every depth, in every window, and over whole games.
"""

import json
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp.games import kalah
from landoflisp.search import (
    count_turns,
    fail_soft,
    nega_alpha,
    nega_alpha_from_alpha,
    negamax,
    negascout,
    turn_moves,
    whole_turns,
)
from landoflisp.testing import kalah_positions
from landoflisp.tree import follow, limit_tree_depth
from ports import board as kalah_board
from ports import kalah2, kalah3, kalah4, kalah5
from ports.board import KALAH, MAX_VALUE, MIN_VALUE, Board
from tests.ports.test_kalah import DEEP, FULL, SIMPLIFIED

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "kalah.json").read_text())

WIDEST = (MIN_VALUE, MAX_VALUE)
# What the listing calls it: the listing's function, the pure one, the widest window.
FULL_SEARCHES = {
    "kalah2.negamax": (kalah2.negamax, negamax, ()),
    "kalah3.negamax": (kalah3.negamax, nega_alpha, (MAX_VALUE,)),
    "kalah4.negamax": (kalah4.negamax, nega_alpha_from_alpha, WIDEST),
    "kalah4.failsoft": (kalah4.negamax_failsoft, fail_soft, WIDEST),
    "kalah5.negascout": (kalah5.negascout, partial(negascout, scout_first=True), WIDEST),
}
SIMPLIFIED_SEARCHES = {
    "kalah2.negamax1": (kalah2.negamax1, negamax, ()),
    "kalah3.negamax1": (kalah3.negamax1, nega_alpha, (MAX_VALUE,)),
    "kalah4.negamax1": (kalah4.negamax1, nega_alpha_from_alpha, WIDEST),
}
SEARCHES = FULL_SEARCHES | SIMPLIFIED_SEARCHES

every_search = pytest.mark.parametrize("name", SEARCHES)
positions = kalah_positions(sizes=((6, 6),))
depths = st.integers(0, 2)
# Turned-round windows, too, and such that no value is outside of.
ends = st.integers(-12, 12) | st.integers(-150, 150)


def by_the_port(name, position, depth, *window):
    kalah_board.init_count()
    value, line = SEARCHES[name][0](position.turn, depth, Board(position.board), *window)
    return value, tuple(line), kalah_board.count


def purely(name, position, depth, *window):
    search = SEARCHES[name][1]
    tree = kalah.tree(position)
    if name in FULL_SEARCHES:
        limited = limit_tree_depth(tree, depth, turns=True)
        best = search(limited, kalah.get_value, *window)
        return best.value, turn_moves(tree, best.line), best.evaluations
    turns = limit_tree_depth(whole_turns(tree, kalah.get_value), depth)
    best = count_turns(search)(turns, kalah.get_value, *window)
    return best.value, best.line[0].moves if best.line else (), best.evaluations


# Searches


@every_search
@given(data=st.data())
def test_the_pure_search_is_the_listing_s_to_value_moves_and_count(name, data):
    position, depth = data.draw(positions), data.draw(depths)
    window = [data.draw(ends) for _ in SEARCHES[name][2]]
    assert purely(name, position, depth, *window) == by_the_port(name, position, depth, *window)


@every_search
@given(position=positions, depth=depths)
def test_without_limits_is_with_the_listings_widest(name, position, depth):
    *_, widest = SEARCHES[name]
    assert purely(name, position, depth) == by_the_port(name, position, depth, *widest)


@pytest.mark.slow
@every_search
@given(data=st.data())
def test_deeper_they_are_the_same_too(name, data):
    position, depth = data.draw(positions), data.draw(st.integers(3, 4))
    window = [data.draw(ends) for _ in SEARCHES[name][2]]
    assert purely(name, position, depth, *window) == by_the_port(name, position, depth, *window)


@every_search
def test_every_golden_record_is_what_the_pure_search_answers(name):
    assert len(GOLDEN) == 684
    records = [record for record in GOLDEN if record["search"] == name]
    assert records
    for record in records:
        position = kalah.position(record["board"], record["turn"])
        assert purely(name, position, record["depth"], *record["window"]) == (
            record["value"],
            tuple(record["line"]),
            record["count"],
        )


# Rules


@given(positions)
def test_a_move_of_the_tree_is_the_listing_s(position):
    turn, board = position
    root = Board(board)
    over = root.check_gameover()
    tree = kalah.tree(position)
    assert tree.board == tuple(root)
    assert over == (not tree.moves)
    for pit, after in tree.moves:
        played = Board(board)
        extra = played.move_stone(turn, pit) == KALAH
        played.check_gameover()
        assert (after.player == turn, after.board) == (extra, tuple(played))


@given(positions)
def test_the_value_is_the_listing_s(position):
    _, board = position
    assert kalah.get_value(board, 6) == Board(board).value_func()
    assert kalah.get_value(board, 13) == -Board(board).value_func()


@given(positions)
def test_a_drawing_has_the_rows_that_the_listing_prints(
    position,
):
    lines = kalah.show(position.board).splitlines()[1:4]
    printed = Board(position.board)
    far, (second, first), near = (list(map(int, line.split())) for line in lines)
    assert (far, [second, first], near) == (
        printed[12:6:-1],
        [printed[13], printed[6]],
        printed[:6],
    )


# Games


def play(name, *levels):
    """Stones of both players and evaluations of a game: a turn is what one search finds."""
    tree, evaluations = kalah.tree(kalah.start()), 0
    players = dict(zip((6, 13), levels, strict=True))
    while tree.moves:
        _, moves, count = purely(
            name, kalah.Position(tree.player, tree.board), players[tree.player]
        )
        tree, evaluations = follow(tree, moves), evaluations + count
    return kalah.stores(tree.board), evaluations


def cells(*tables):
    """The cells of the tables with the searches of their columns; up to level 3 in every run."""
    return [
        pytest.param(
            name,
            levels,
            (stones, count),
            id="{}-{}-{}".format(name, *levels),
            marks=[pytest.mark.slow] if max(levels) > 3 else [],
        )
        for names, table in tables
        for levels, (stones, counts) in table.items()
        for name, count in zip(names, counts, strict=True)
    ]


@pytest.mark.parametrize(
    ("name", "levels", "result"),
    cells(
        (("kalah3.negamax", "kalah4.negamax", "kalah5.negascout"), FULL),
        (("kalah3.negamax1", "kalah4.negamax1"), SIMPLIFIED),
    ),
)
def test_the_games_of_the_article_s_tables(name, levels, result):
    assert play(name, *levels) == result


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "levels", "result"),
    [
        cell
        for cell in cells((("kalah4.negamax", "kalah5.negascout"), DEEP))
        if cell.values[2][1] < 1_000_000
    ],
)
def test_the_games_of_the_article_s_table_of_levels_6_to_8(name, levels, result):
    assert play(name, *levels) == result


@pytest.mark.parametrize("levels", [(2, 3), (3, 2)])
def test_every_search_plays_the_same_game(levels):
    games = {name: play(name, *levels)[0] for name in SEARCHES}
    assert {games[name] for name in FULL_SEARCHES} == {FULL[levels][0]}
    assert {games[name] for name in SIMPLIFIED_SEARCHES} == {SIMPLIFIED[levels][0]}
