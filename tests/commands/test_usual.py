"""What the commands do unless they are told otherwise is what their help says."""

import pytest

# A game, what is usual there, and what is not.
USUAL = {
    "dice-of-doom --seed 6": ("--level 4", "--level 3"),
    "dice-of-doom --dice --seed 3": ("--level 2", "--level 1"),
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
