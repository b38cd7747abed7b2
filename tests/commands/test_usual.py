"""What the commands do unless they are told otherwise is what their help says."""

import pytest

# A game, what is usual there, and what is not.
USUAL = {
    "dice-of-doom --seed 6": ("--level 4", "--level 3"),
    "dice-of-doom --dice --seed 3": ("--level 2", "--level 1"),
    "dice-of-doom --players 3 --size 3 --seed 4": ("--computer b,c", "--computer c"),
    "kalah --pits 4 --seeds 3": ("--level 4", "--level 3"),
    "kalah": ("--pits 6 --seeds 6", "--pits 6 --seeds 5"),
    "minimax --seed 1": ("--size 8 --level 4", "--size 8 --level 3"),
    "reversi": ("8x8 --search sorted --level 2", "8x8 --search sorted --level 1"),
    "reversi 6x6": ("--search fail-soft --level 4", "--search fail-soft --level 3"),
    "reversi 8x6": ("--search fail-soft --level 4", "--search sorted --level 2"),
    "reversi 6x8": ("--search fail-soft --level 4", "--search sorted --level 2"),
}


@pytest.mark.parametrize("game", USUAL)
def test_a_game_without_options_is_the_usual_one(game, landoflisp):
    usual, other = USUAL[game]
    typed = "2\n1\n" * 2
    played = landoflisp(f"play {game}", typed)
    assert played == landoflisp(f"play {game} {usual}", typed)
    assert played != landoflisp(f"play {game} {other}", typed)


# What a tree is drawn of, what is usual there, and what each of its options changes.
USUAL_TREES = {
    "dice-of-doom": (
        "--size 3 --players 2 --max-dice 3 --seed 0 --turn 0 --depth 2",
        ["--size 2", "--players 3", "--max-dice 4", "--seed 1", "--turn 1", "--depth 1", "--dice"],
    ),
    "kalah": (
        "--pits 6 --seeds 6 --turn first --depth 2",
        ["--pits 5", "--seeds 5", "--turn second", "--depth 1"],
    ),
    "minimax": (
        "--size 8 --seed 0 --turn first --line 0 --depth 2",
        ["--size 7", "--seed 1", "--turn second", "--line 1", "--depth 1"],
    ),
    "reversi": (
        "8x8 --opening cross --turn b --order corners --depth 2",
        ["6x6", "--opening parallel", "--turn w", "--depth 1"],
    ),
}


@pytest.mark.parametrize("game", USUAL_TREES)
def test_a_tree_without_options_is_the_usual_one_and_each_option_changes_it(game, landoflisp):
    usual, others = USUAL_TREES[game]
    drawn = landoflisp(f"tree {game} --boards")
    assert drawn[0] == 0
    assert drawn == landoflisp(f"tree {game} --boards {usual}")
    for other in others:
        changed = landoflisp(f"tree {game} --boards {other}")
        assert (changed[0], changed[2]) == (0, "")
        assert changed != drawn
