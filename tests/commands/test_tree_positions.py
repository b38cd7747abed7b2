"""`landoflisp tree`: the position that is drawn, and what it is worth, are those of the game."""

import re

import pytest

from landoflisp.games import dice_of_doom, minimax_game, reversi
from landoflisp.search import SEARCHES, fail_soft, trace
from landoflisp.show import limit_cuts, tree_text
from landoflisp.tree import limit_tree_depth


@pytest.fixture
def drawn(landoflisp):
    """The text that `tree` prints, given the rest of the line."""

    def drawn(line):
        status, out, err = landoflisp(f"tree {line}")
        assert (status, err) == (0, "")
        return out

    return drawn


@pytest.mark.parametrize(("size", "seed"), [(2, 0), (3, 7), (8, 1)])
def test_a_seed_draws_the_board_that_the_game_starts_with(size, seed, drawn):
    board = minimax_game.start(seed, size).board
    lines = drawn(f"minimax --size {size} --seed {seed} --depth 0 --boards").splitlines()
    assert [line.strip() for line in lines[1:]] == [
        line.strip() for line in minimax_game.show(board).splitlines()
    ]


@pytest.mark.parametrize(("turn", "who"), [("0", "0 (a)"), ("1", "1 (b)"), ("2", "2 (c)")])
def test_who_is_to_move_in_dice_of_doom_is_an_option(turn, who, drawn):
    board = '--players 3 --board "a-3 b-2 / c-2 a-1"'
    assert drawn(f"dice-of-doom {board} --turn {turn} --depth 1").splitlines()[0] == who
    assert drawn(f"dice-of-doom {board} --depth 1").splitlines()[0] == "0 (a)"


BOARD = "a-3 b-2 a-1 / b-3 a-2 b-1 / a-2 b-2 a-3"


@pytest.mark.parametrize("turn", [0, 1])
def test_dice_of_doom_is_worth_to_a_player_what_it_is_worth_more_than_to_the_other(turn, drawn):
    board = dice_of_doom.parse(BOARD)
    mine, yours = (dice_of_doom.score_board(board, player) for player in (turn, 1 - turn))
    line = f'dice-of-doom --board "{BOARD}" --turn {turn} --depth 0 --search negamax'
    assert f"negamax: value {mine - yours}, 1 evaluation\n" in drawn(line)


def test_all_searches_find_the_same_value_in_dice_of_doom(drawn):
    others = set(SEARCHES) - {"null-window", "iterative-deepening"}
    found = {
        re.search(r"value (.*),", drawn(f'dice-of-doom --board "{BOARD}" --search {search}'))[1]
        for search in others
    }
    assert len(found) == 1


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("kalah --pits 3 --seeds 2", "3 (first)"),
        ('kalah --board "0 2 1  1 0 4" --turn second', "5 (second)"),
        ("reversi 4x4", "b"),
        (f'dice-of-doom --board "{BOARD}" --turn 1', "1 (b)"),
        ("minimax --size 2", "first"),
        ('literal "(1 2)"', "max"),
    ],
)
def test_the_last_line_says_whose_eyes_values_are_seen_with(line, who, drawn):
    text = drawn(f"{line} --search fail-soft")
    assert text.endswith(f"(alpha, beta) and values as {who} sees them\n")
    assert text.splitlines()[2].startswith(f"{who} ")


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_what_is_left_out_is_drawn_as_many_plies_deep_as_asked(plies, drawn):
    tree = limit_tree_depth(reversi.tree(reversi.start(4, 4)), 4)
    expected = tree_text(limit_cuts(trace(fail_soft, tree, reversi.get_value), plies))
    text = drawn(f"reversi 4x4 --depth 4 --search fail-soft --cut {plies}")
    assert text.split("\n\n")[1] == expected
