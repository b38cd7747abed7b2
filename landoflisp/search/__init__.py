"""The search family: a tree and a value of positions in, `Best` out.

>>> from landoflisp.games import reversi
>>> tree = reversi.tree(reversi.start(4, 4))
>>> fail_soft(tree, reversi.get_value)  # doctest: +NORMALIZE_WHITESPACE
Best(value=-8, line=(8, 7, 13, 9, 28, 19, 10, 26, 25, 27, 'pass', 'pass'),
     evaluations=718, bound='exact')
"""

from landoflisp.search.advice import advise, memoized, remembering
from landoflisp.search.best import Best, Bound, Search, Value
from landoflisp.search.family import (
    fail_hard,
    fail_soft,
    nega_alpha,
    nega_alpha_from_alpha,
    negamax,
)
from landoflisp.search.iterative import deepening, iterative_deepening
from landoflisp.search.ratings import (
    ab_get_ratings_max,
    ab_get_ratings_min,
    ab_rate_position,
    best_move,
    choose_move,
    get_ratings,
    rate_position,
    remembering_bounds,
)
from landoflisp.search.traces import Traced, Visit, trace
from landoflisp.search.turns import Turn, count_turns, turn_moves, whole_turns
from landoflisp.search.two_sided import alpha_beta, minimax
from landoflisp.search.window import mtdf, negascout, null_window, principal_variation, pvs

__all__ = [
    "SEARCHES",
    "Best",
    "Bound",
    "Search",
    "Traced",
    "Turn",
    "Value",
    "Visit",
    "ab_get_ratings_max",
    "ab_get_ratings_min",
    "ab_rate_position",
    "advise",
    "alpha_beta",
    "best_move",
    "choose_move",
    "count_turns",
    "deepening",
    "fail_hard",
    "fail_soft",
    "get_ratings",
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
    "rate_position",
    "remembering",
    "remembering_bounds",
    "trace",
    "turn_moves",
    "whole_turns",
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
