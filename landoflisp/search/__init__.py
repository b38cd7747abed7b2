"""The search family: a tree and a value of positions in, `Best` out.

>>> from landoflisp.games import reversi
>>> tree = reversi.tree(reversi.start(4, 4))
>>> fail_soft(tree, reversi.get_value)  # doctest: +NORMALIZE_WHITESPACE
Best(value=-8, line=(8, 7, 13, 9, 28, 19, 10, 26, 25, 27, 'pass', 'pass'),
     evaluations=718, bound='exact')
"""

from landoflisp.search.advice import advise, memoized
from landoflisp.search.best import Best, Bound, Search, Value
from landoflisp.search.deepening import deepening, iterative_deepening
from landoflisp.search.minimax import alpha_beta, minimax
from landoflisp.search.negamax import (
    fail_hard,
    fail_soft,
    nega_alpha,
    nega_alpha_from_alpha,
    negamax,
)
from landoflisp.search.window import mtdf, negascout, null_window, principal_variation, pvs

__all__ = [
    "SEARCHES",
    "Best",
    "Bound",
    "Search",
    "Value",
    "advise",
    "alpha_beta",
    "deepening",
    "fail_hard",
    "fail_soft",
    "iterative_deepening",
    "memoized",
    "minimax",
    "mtdf",
    "nega_alpha",
    "nega_alpha_from_alpha",
    "negamax",
    "negascout",
    "null_window",
    "principal_variation",
    "pvs",
]

# The searches by the names that the command line knows them by, in the order to read them.
SEARCHES: dict[str, Search] = {
    search.__name__.replace("_", "-"): search
    for search in (
        minimax,
        alpha_beta,
        negamax,
        nega_alpha,
        nega_alpha_from_alpha,
        fail_hard,
        fail_soft,
        null_window,
        negascout,
        pvs,
        mtdf,
        iterative_deepening,
    )
}
