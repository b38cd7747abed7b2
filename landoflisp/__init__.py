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

__version__ = "0.1.0"

TYPE_CHECKING = False  # as in typing, which takes a while to import
if TYPE_CHECKING:
    from landoflisp.errors import BadInput, BadPosition, IllegalMove
    from landoflisp.games import dice_of_doom, kalah, minimax_game, reversi
    from landoflisp.search import (
        SEARCHES,
        Best,
        Turn,
        ab_get_ratings_max,
        ab_get_ratings_min,
        ab_rate_position,
        advise,
        alpha_beta,
        best_move,
        choose_move,
        count_turns,
        deepening,
        fail_hard,
        fail_soft,
        get_ratings,
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
        rate_position,
        remembering,
        remembering_bounds,
        trace,
        turn_moves,
        whole_turns,
    )
    from landoflisp.tree import (
        NO_MOVES,
        Chance,
        Move,
        Moves,
        Outcome,
        Tree,
        branches,
        flatten_tree,
        fold_tree,
        follow,
        limit_tree_depth,
        line_first,
        literal_tree,
        map_branches,
        map_tree,
        only_moves,
        perft,
        rule_of,
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
    "Chance",
    "IllegalMove",
    "Move",
    "Moves",
    "Outcome",
    "Tree",
    "Turn",
    "ab_get_ratings_max",
    "ab_get_ratings_min",
    "ab_rate_position",
    "advise",
    "alpha_beta",
    "best_move",
    "branches",
    "choose_move",
    "count_turns",
    "deepening",
    "dice_of_doom",
    "fail_hard",
    "fail_soft",
    "flatten_tree",
    "fold_tree",
    "follow",
    "get_ratings",
    "iterative_deepening",
    "kalah",
    "limit_tree_depth",
    "line_first",
    "literal_tree",
    "map_branches",
    "map_tree",
    "memoized",
    "minimax",
    "minimax_game",
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
    "rate_position",
    "remembering",
    "remembering_bounds",
    "reversi",
    "rule_of",
    "size_tree",
    "sort_moves",
    "trace",
    "turn_moves",
    "unfold_tree",
    "whole_turns",
]

if not TYPE_CHECKING:
    # Who needs little of the library, such as `landoflisp --version`, is not to wait for all of it.
    _MODULES = ("errors", "tree", "search", "games")

    def __getattr__(name):
        """Import what is asked for."""
        from importlib import import_module

        if name in _MODULES:
            return import_module(f"{__name__}.{name}")
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        *homes, games = _MODULES
        for home in homes:
            module = import_module(f"{__name__}.{home}")
            if name in module.__all__:
                return getattr(module, name)
        return import_module(f"{__name__}.{games}.{name}")

    def __dir__():
        return sorted({*globals(), *_MODULES, *__all__})
