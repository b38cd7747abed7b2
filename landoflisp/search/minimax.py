"""Minimax and alpha-beta as two functions that call each other, one for each side.

Everything is seen by one player, the one to move at the root: `highest` is for the positions where
that player moves, `lowest` for all others. These are the definitions that `negamax` and `fail_soft`
say in one function by turning the sign.

Source: M. Hiroi, *Minimax* (`think-black` and `think-white`), the article before the ones ported
here; Russell and Norvig, *Artificial Intelligence*, for the two with a window.
"""

from typing import Any

from landoflisp.recursion import ITSELF, outermost
from landoflisp.search.best import (
    NOT_ABOVE,
    NOT_BELOW,
    NOTHING,
    PERHAPS_ABOVE,
    PERHAPS_BELOW,
    Best,
    Bound,
    Search,
    Value,
    inf,
    valued,
)
from landoflisp.tree import AnyMove, Player, Tree

__all__ = ["alpha_beta", "minimax"]

# What is known before the first move of another is tried: any value is worse for the player.
HIGHEST = Best(inf, (), 0, "lower")


@outermost
def minimax(tree: Tree, value: Value, player: Player = None, *, recur: Search = ITSELF) -> Best:
    """Return the best that a player can be sure of: the most on own turns, the least on others'.

    The player is the one to move unless another is named; value and line are as that player sees
    them.

    Theorem: value, line and evaluations are those of `negamax`.

    >>> from landoflisp.tree import literal_tree
    >>> minimax(literal_tree([[3, 1], [0, 2]]), lambda board, player: board)
    Best(value=1, line=(0, 1), evaluations=4, bound='exact')
    """
    viewer = tree.player if player is None else player
    side = _highest if tree.player == viewer else _lowest
    return side(tree, value, viewer, recur)


def _highest(tree: Tree, value: Value, player: Player, recur: Search) -> Best:
    best = NOTHING
    for move in tree.moves:
        best = _more(best, move, recur(move.tree, value, player))
    return _seen_by(player, tree, value) if best is NOTHING else best


def _lowest(tree: Tree, value: Value, player: Player, recur: Search) -> Best:
    best = HIGHEST
    for move in tree.moves:
        best = _less(best, move, recur(move.tree, value, player))
    return _seen_by(player, tree, value) if best is HIGHEST else best


@outermost
def alpha_beta(
    tree: Tree,
    value: Value,
    alpha: Any = -inf,
    beta: Any = inf,
    player: Player = None,
    *,
    recur: Search = ITSELF,
) -> Best:
    """Return what `minimax` returns, without a look at what cannot change it.

    Alpha is what the player is sure of already, beta what the others are; as soon as a position is
    outside of what both would allow, its other moves are left out.

    Theorem: value, line and evaluations are those of `fail_soft` in the same window.
    """
    viewer = tree.player if player is None else player
    side = _highest_within if tree.player == viewer else _lowest_within
    return side(tree, value, alpha, beta, viewer, recur)


def _highest_within(
    tree: Tree, value: Value, alpha: Any, beta: Any, player: Player, recur: Search
) -> Best:
    best = NOTHING
    for move in tree.moves:
        found = recur(move.tree, value, max(alpha, best.value), beta, player)
        best = _more(best, move, found)
        if best.value >= beta:
            return best._replace(bound=PERHAPS_ABOVE[best.bound])
    return _seen_by(player, tree, value) if best is NOTHING else best


def _lowest_within(
    tree: Tree, value: Value, alpha: Any, beta: Any, player: Player, recur: Search
) -> Best:
    best = HIGHEST
    for move in tree.moves:
        found = recur(move.tree, value, alpha, min(beta, best.value), player)
        best = _less(best, move, found)
        if best.value <= alpha:
            return best._replace(bound=PERHAPS_BELOW[best.bound])
    return _seen_by(player, tree, value) if best is HIGHEST else best


def _more(best: Best, move: AnyMove, found: Best) -> Best:
    if found.value > best.value:
        return _ahead(best, move, found, _of_the_most(found.bound, best.bound))
    return _behind(best, found, _of_the_most(best.bound, found.bound))


def _less(best: Best, move: AnyMove, found: Best) -> Best:
    if found.value < best.value:
        return _ahead(best, move, found, _of_the_least(found.bound, best.bound))
    return _behind(best, found, _of_the_least(best.bound, found.bound))


def _of_the_most(bound: Bound, other: Bound) -> Bound:
    return bound if other in NOT_ABOVE else PERHAPS_ABOVE[bound]


def _of_the_least(bound: Bound, other: Bound) -> Bound:
    return bound if other in NOT_BELOW else PERHAPS_BELOW[bound]


def _ahead(best: Best, move: AnyMove, found: Best, bound: Bound) -> Best:
    value, line, evaluations, _ = found
    return Best(value, (move.action, *line), best.evaluations + evaluations, bound)


def _behind(best: Best, found: Best, bound: Bound) -> Best:
    value, line, evaluations, _ = best
    return Best(value, line, evaluations + found.evaluations, bound)


def _seen_by(player: Player, tree: Tree, value: Value) -> Best:
    return Best(valued(value, tree.board, player), (), 1)
