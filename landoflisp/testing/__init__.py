"""For everybody's property tests: Hypothesis strategies, and two checks for searches and games.

Needs Hypothesis: `pip install 'landoflisp[test]'`.

`check_search` puts a search through what is true of searches, `check_game` a game through what the
searches expect of games. Both look for the smallest counterexample and say in one message what is
wrong; `settings` of Hypothesis say how hard they look.

>>> from landoflisp import fail_soft, unfold_tree
>>> check_search(fail_soft, window="soft")

>>> def take(player, stones):
...     return [(n, 1 - player, stones - n) for n in (1, 2) if n <= stones]
>>> check_game(unfold_tree(take, 0, 9))

What they find is kept in `landoflisp.testing.catalogue`: wrong searches and wrong games, each with
the theorem that it breaks.

Properties of one's own begin with `trees` and their kind.

>>> from hypothesis import given
>>> from landoflisp import negamax
>>> @given(trees())
... def test_fail_soft_equals_negamax(tree):
...     assert fail_soft(tree, zero_sum).value == negamax(tree, zero_sum).value
>>> test_fail_soft_equals_negamax()
"""

try:
    import hypothesis as _  # noqa: F401
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "landoflisp.testing needs Hypothesis: pip install 'landoflisp[test]'"
    ) from None

from landoflisp.testing.games import check_game
from landoflisp.testing.searches import check_search
from landoflisp.testing.strategies import (
    dice_of_doom_positions,
    dice_of_doom_trees,
    kalah_positions,
    kalah_trees,
    literal_trees,
    minimax_positions,
    minimax_trees,
    reversi_positions,
    reversi_trees,
    shape_of,
    subtrees,
    tree_of,
    trees,
    uniform_trees,
    windows,
    zero_sum,
)

__all__ = [
    "check_game",
    "check_search",
    "dice_of_doom_positions",
    "dice_of_doom_trees",
    "kalah_positions",
    "kalah_trees",
    "literal_trees",
    "minimax_positions",
    "minimax_trees",
    "reversi_positions",
    "reversi_trees",
    "shape_of",
    "subtrees",
    "tree_of",
    "trees",
    "uniform_trees",
    "windows",
    "zero_sum",
]
