"""`check_game`: the games of this package pass, and wrong games, each of which it catches."""

import os
import subprocess
import sys
import warnings
from decimal import Decimal
from fractions import Fraction
from functools import partial
from threading import Lock
from typing import Any, NamedTuple

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from landoflisp.errors import BadInput
from landoflisp.games import dice_of_doom, kalah, minimax_game, reversi
from landoflisp.testing import (
    check_game,
    dice_of_doom_trees,
    kalah_trees,
    minimax_trees,
    reversi_trees,
    trees,
)
from landoflisp.testing.catalogue import THEOREMS, WRONG_GAMES
from landoflisp.testing.catalogue.games import Heap, lead, same_action_twice, take, with_odds
from landoflisp.tree import limit_tree_depth, literal_tree, only_moves, sort_moves, unfold_tree

# The games of this package


@pytest.mark.parametrize(
    ("positions", "options"),
    [
        (reversi_trees(), {"value": reversi.get_value, "show": reversi.show}),
        (kalah_trees(), {"value": kalah.get_value, "show": kalah.show, "parse": kalah.parse}),
        (minimax_trees(), {"value": minimax_game.get_value, "show": minimax_game.show}),
        (dice_of_doom_trees(), {"show": dice_of_doom.show, "parse": dice_of_doom.parse}),
    ],
    ids=["reversi", "kalah", "minimax", "dice-of-doom"],
)
def test_the_four_games_are_games_from_any_position(positions, options):
    check_game(positions, **options)


@pytest.mark.parametrize(
    "tree",
    [
        reversi.tree(reversi.start()),
        kalah.tree(kalah.start()),
        minimax_game.tree(minimax_game.start()),
        dice_of_doom.game_tree(dice_of_doom.gen_board(dice_of_doom.Rules(size=4), 1), 0),
    ],
    ids=["reversi", "kalah", "minimax", "dice-of-doom"],
)
def test_the_four_games_are_games_from_the_start(tree):
    check_game(tree, settings=FEW)


def test_what_is_made_of_a_game_is_a_game():
    tree = kalah.tree(kalah.start(3, 3))
    for stage in (
        partial(limit_tree_depth, depth=3),
        partial(only_moves, actions=[0, 1]),
        partial(sort_moves, key=len),
    ):
        check_game(stage(tree), kalah.get_value)


# Stones are taken, one or two at a time

FEW = settings(max_examples=10, database=None)
HARD = settings(max_examples=100, database=None, derandomize=True)
SEEDS = [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 5))]


@pytest.fixture
def seeded(monkeypatch, seed):
    """Give Hypothesis a seed, as `--hypothesis-seed` does."""
    monkeypatch.setattr("hypothesis.core.global_force_seed", seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_right_game_passes(seed, seeded):
    check_game(unfold_tree(take, 0, 9), lead, show=str, parse=int)


# What a right game may do


def thirds(stones, player):
    """Three tenths, from either side: zero-sum but for the last digit."""
    tenths = [0.1, 0.2, 0.3 + stones]
    return sum(tenths) if player == 0 else -sum(reversed(tenths))


@pytest.mark.parametrize(
    "value",
    [
        thirds,
        lambda stones, player: Fraction(lead(stones, player), 3),
        lambda stones, player: Decimal(lead(stones, player)) / 3,
        lambda stones, player: 10**400 * lead(stones, player),
    ],
    ids=["floats", "fractions", "decimals", "large"],
)
def test_a_value_is_any_number_and_floats_are_nearly_so(value):
    assert any(thirds(n, 0) != -thirds(n, 1) for n in range(10))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_game(unfold_tree(take, 0, 9), value)


def off_by_a_third(stones, player):
    return Fraction(lead(stones, player) * 3 + 1, 10**12)


def test_exact_numbers_are_compared_exactly():
    with pytest.raises(AssertionError, match="not zero-sum"):
        check_game(unfold_tree(take, 0, 9), off_by_a_third)


def float_die():
    return [1 / 6] * 6


def fraction_die():
    return [Fraction(1, 6)] * 6


def decimal_coin():
    return [Decimal("0.1"), Decimal("0.9")]


@pytest.mark.parametrize("odds", [float_die, fraction_die, decimal_coin])
def test_a_fair_die_is_fair_in_any_numbers(odds):
    assert sum(float_die()) != 1
    check_game(with_odds(odds, 0, 3))


class Rules:
    """A game with a size: its rule is a method."""

    def __init__(self, most):
        self.most = most

    def take(self, player, stones):
        return [(n, 1 - player, stones - n) for n in range(1, self.most + 1) if n <= stones]


def test_a_rule_may_be_a_method():
    check_game(unfold_tree(Rules(3).take, 0, 7), lead)


def test_a_game_from_several_positions_may_begin_with_either_player():
    trees = st.builds(partial(unfold_tree, take), st.integers(0, 1), st.integers(0, 5))
    check_game(trees, lead)


# Another process


@pytest.mark.parametrize(
    ("names", "right"),
    [("('a', 'bb', 'ccc')", True), ("{'a', 'b', 'c', 'd', 'e', 'f'}", False)],
)
def test_a_game_of_a_script_is_played_in_another_process_with_another_hash_seed(
    names, right, tmp_path
):
    rule = f"""
def take(player, stones):
    return [(name, 1 - player, stones - len(name)) for name in {names} if len(name) <= stones]
"""
    script = """
from landoflisp import unfold_tree
from landoflisp.testing import check_game
from of_stones import take
check_game(unfold_tree(take, 0, 4))
"""
    (tmp_path / "of_stones.py").write_text(rule)
    (tmp_path / "script.py").write_text(script)
    run = subprocess.run(
        [sys.executable, str(tmp_path / "script.py")],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if right:
        assert (run.returncode, run.stderr) == (0, "")
    else:
        assert "in another process (PYTHONHASHSEED=" in run.stderr
        assert "are in another order" in run.stderr


def test_what_cannot_be_found_in_another_process_is_told_by_a_warning():
    with pytest.warns(UserWarning, match="the value was not tried in another process"):
        check_game(unfold_tree(take, 0, 3), lambda stones, player: lead(stones, player))


def test_nothing_is_told_if_the_game_need_not_pickle(recwarn):
    check_game(unfold_tree(lambda player, n: take(player, n), 0, 5), pickles=False)
    assert not recwarn.list


# Wrong games


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", WRONG_GAMES)
def test_a_wrong_game_is_caught(name, seed, seeded):
    wrong = WRONG_GAMES[name]
    with pytest.raises(AssertionError, match=wrong.complaint):
        check_game(wrong.tree, **wrong.options)


def test_the_catalogue_says_what_is_wrong_and_what_it_breaks():
    assert len(WRONG_GAMES) > 60
    for wrong in WRONG_GAMES.values():
        assert wrong.slip.__doc__
        assert wrong.theorem in {"", *THEOREMS}


@pytest.mark.parametrize("name", ["a_lambda", "enclosed"])
def test_a_game_that_does_not_pickle_may_be_played_all_the_same(name):
    check_game(WRONG_GAMES[name].tree, pickles=False)


def test_the_message_says_where_it_is_wrong_by_the_shortest_line():
    with pytest.raises(AssertionError) as caught:
        check_game(unfold_tree(same_action_twice, 0, 6), settings=HARD)
    assert (
        str(caught.value)
        == """\
two moves have the same action
    line      [2, 2]
    player    0
    board     2
    actions   ['take', 'take']"""
    )


def very_late(player, stones):
    return [(min(n, stones), 1 - player, max(stones - n, 0)) for n in range(1, 6) if stones]


def test_what_is_wrong_far_away_is_found_in_play():
    with pytest.raises(AssertionError, match="two moves have the same action"):
        check_game(unfold_tree(very_late, 0, 40), settings=HARD)


def test_a_long_line_is_shortened_and_nothing_else_is_printed(capsys):
    with pytest.raises(AssertionError, match=r", \.\.\., .*\(201 moves\)\n") as caught:
        check_game(WRONG_GAMES["never_ends"].tree, plies=200)
    assert max(map(len, str(caught.value).splitlines())) < 80
    assert capsys.readouterr().out == ""


class Failing(Heap):
    """Cannot be hashed when one stone is left, by its own fault."""

    def __hash__(self):
        return 1 // (self.stones - 1)


class Pair(NamedTuple):
    names: tuple[str, ...]
    lock: Any


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (Failing(1), r"it is a Failing\n(.*\n)*    error     ZeroDivisionError in __hash__, line"),
        (Pair(("a", "b"), Lock()), "the board cannot be copied: board.lock is a lock"),
        (Pair(("a", [1]), None), r"the board cannot be hashed: board.names\[1\] is a list"),
        (frozenset([("a", Lock())]), r"the board cannot be copied: board\{...\}\[1\] is a lock"),
    ],
)
def test_what_is_no_value_is_named_by_where_it_is_in_the_board(board, words):
    with pytest.raises(AssertionError, match=words) as caught:
        check_game(unfold_tree(no_moves, 0, board))
    assert "wanted    plain values: numbers, texts, tuples" in str(caught.value)


def no_moves(player, board):
    return []


def test_a_board_of_several_lines_is_shown_as_it_is_drawn():
    tree = kalah.tree(kalah.start(3, 1))
    with pytest.raises(AssertionError) as caught:
        check_game(tree, lambda board, player: 1, show=kalah.show, settings=HARD)
    assert kalah.show(kalah.start(3, 1).board).replace("\n", "\n        ") in str(caught.value)


def test_literal_trees_are_expanded_and_so_are_no_games():
    for tree in (literal_tree([[1, 2], 3]), trees().filter(lambda tree: tree.moves)):
        with pytest.raises(AssertionError, match="before they are asked for"):
            check_game(tree)


def test_what_cannot_be_checked_is_bad_input():
    with pytest.raises(BadInput, match="a Tree or a Hypothesis strategy"):
        check_game(take)
