"""Game trees as in Lisp: immutable boards, lazy trees, pure recursive searches.

>>> from landoflisp import fail_soft, follow, reversi
>>> tree = reversi.tree(reversi.start(4, 4))
>>> best = fail_soft(tree, reversi.get_value)
>>> best.value, best.evaluations
(-8, 718)
>>> print(reversi.show(follow(tree, best.line).board))
  a b c d
1 w w w b
2 w w w .
3 w w w .
4 b w w b
"""

from landoflisp.errors import BadInput, BadPosition, IllegalMove
from landoflisp.games import reversi
from landoflisp.search import (
    SEARCHES,
    Best,
    advise,
    alpha_beta,
    deepening,
    fail_hard,
    fail_soft,
    iterative_deepening,
    memoized,
    minimax,
    mtdf,
    nega_alpha,
    nega_alpha_from_alpha,
    negamax,
    negascout,
    null_window,
    principal_variation,
    pvs,
)
from landoflisp.tree import (
    NO_MOVES,
    Move,
    Moves,
    Tree,
    flatten_tree,
    fold_tree,
    follow,
    limit_tree_depth,
    line_first,
    literal_tree,
    map_tree,
    only_moves,
    perft,
    size_tree,
    sort_moves,
    unfold_tree,
)

__all__ = [
    "NO_MOVES",
    "SEARCHES",
    "BadInput",
    "BadPosition",
    "Best",
    "IllegalMove",
    "Move",
    "Moves",
    "Tree",
    "advise",
    "alpha_beta",
    "deepening",
    "fail_hard",
    "fail_soft",
    "flatten_tree",
    "fold_tree",
    "follow",
    "iterative_deepening",
    "limit_tree_depth",
    "line_first",
    "literal_tree",
    "map_tree",
    "memoized",
    "minimax",
    "mtdf",
    "nega_alpha",
    "nega_alpha_from_alpha",
    "negamax",
    "negascout",
    "null_window",
    "only_moves",
    "perft",
    "principal_variation",
    "pvs",
    "reversi",
    "size_tree",
    "sort_moves",
    "unfold_tree",
]
