"""Negamax and the alpha-beta searches made from it: one recursive function each.

Read them in this order; each changes little in the one before. All of them find the value that
`negamax` finds. How much of the tree they look at for it is what sets them apart, and what they
answer when the value is not inside their window.

A window (alpha, beta) has alpha < beta; the theorems are about such. With alpha >= beta it is
searched as the listings would, and less is known of the answer; its bound says what. Of `fail_soft`
an answer above alpha is a lower bound, one below beta is an upper bound, and one from beta to alpha
need not be either (`unknown`).

Source: M. Hiroi's articles on negamax and nega-alpha, in Common Lisp (`rev16nega.lisp`) and in
Python (`kalah2.py` to `kalah4.py`); Knuth and Moore, *An analysis of alpha-beta pruning* (1975);
Fishburn, *Another optimization of alpha-beta search* (1983).
"""

from typing import Any

from landoflisp.recursion import ITSELF, outermost
from landoflisp.search.best import (
    NOTHING,
    PERHAPS_ABOVE,
    PERHAPS_BELOW,
    Best,
    Search,
    Value,
    better,
    inf,
    leaf,
    reply,
)
from landoflisp.tree import Tree

__all__ = [
    "fail_hard",
    "fail_soft",
    "nega_alpha",
    "nega_alpha_from_alpha",
    "negamax",
]


@outermost
def negamax(tree: Tree, value: Value, *, recur: Search = ITSELF) -> Best:
    """Return the best of all replies, each turned round: the definition of the value.

    `value(board, player)` is what a position is worth to a player, as much as it costs the other,
    and is asked where the tree ends. A reply is worth to the one what it costs the other, so that
    one function serves both. The answer is a `Best`: value, line of best play, evaluations.

    `recur` searches the replies, by default this very function: through it `advise` and `memoized`
    come between.

    Theorem: value, line and evaluations are those of `minimax`, and of the listing's `nega-max`.

    The leaves say what the first player has, as much as it costs the second. The first branch holds
    1 for sure, the second no more than 0:

    >>> from landoflisp.tree import literal_tree
    >>> negamax(literal_tree([[3, 1], [0, 2]]), lambda n, player: n if player == 0 else -n)
    Best(value=1, line=(0, 1), evaluations=4, bound='exact')

    White plays on d3 (22 is its number), and loses by 8 discs:

    >>> from landoflisp.games import reversi
    >>> tree = reversi.tree(reversi.position("wbbb/wbbb/wbb./..bb", turn="w"))
    >>> negamax(tree, reversi.get_value)
    Best(value=-8, line=(22, 25, 'pass', 26), evaluations=2, bound='exact')

    See Also:
        fail_soft: the same value, found with fewer evaluations.

    Source: `nega-max` in `rev16nega.lisp`; `negamax` in `kalah2.py`; Knuth and Moore's F (1975).
    """
    best = NOTHING
    for move in tree.moves:
        best = better(best, tree, move, recur(move.tree, value))
    return leaf(tree, value) if best is NOTHING else best


@outermost
def nega_alpha(tree: Tree, value: Value, limit: Any = inf, *, recur: Search = ITSELF) -> Best:
    """Return the best reply, or the first one that reaches the limit.

    The limit is what the other player has already: a value of `limit` or more will not be allowed,
    so that the rest of the moves need no look. This is alpha-beta with beta alone.

    Theorem: the value is `negamax`'s if it is below `limit`, else a lower bound of it not below
    `limit`. Value, line and evaluations are those of the listing's `nega-alpha`.

    Source: `nega-alpha` in `rev16nega.lisp` and `rev24a.lisp`; `negamax` in `kalah3.py`; Knuth and
    Moore's F1.
    """
    best = NOTHING
    for move in tree.moves:
        same = move.tree.player == tree.player
        found = recur(move.tree, value, limit if same else -best.value)
        best = better(best, tree, move, found, limit)
        if best.value >= limit:
            return best
    return leaf(tree, value) if best is NOTHING else best


@outermost
def nega_alpha_from_alpha(
    tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf, *, recur: Search = ITSELF
) -> Best:
    """Return the best reply that is better than alpha, or alpha if there is none.

    The window (alpha, beta) of the position before serves here too. Only what beats alpha has a
    line; nothing is clamped above.

    Theorem: the value v of `negamax` if alpha < v < beta; alpha if v <= alpha; a lower bound of v
    not below beta if beta <= v. (At a leaf it is v by itself.)

    Source: the improved `negamax` in `kalah4.py`; Knuth and Moore's F2.
    """
    best = at_least_alpha = Best(alpha, (), 0, "upper")
    for move in tree.moves:
        found = reply(tree, move, recur, value, best.value, beta)
        best = better(best, tree, move, found, beta)
        if best.value >= beta:
            return best
    return leaf(tree, value) if best is at_least_alpha else best


@outermost
def fail_hard(
    tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf, *, recur: Search = ITSELF
) -> Best:
    """Return the best reply, never outside the window: the textbook's alpha-beta.

    Theorem: the value is `negamax`'s, clamped to alpha below and to beta above.

    Source: Knuth and Moore's F2, kept inside the window above as well, as most textbooks have it.
    """
    best = at_least_alpha = Best(alpha, (), 0, "upper")
    for move in tree.moves:
        found = reply(tree, move, recur, value, best.value, beta)
        best = better(best, tree, move, found, beta)
        if best.value >= beta:
            return _clamp(best, alpha, beta)
    return _clamp(leaf(tree, value), alpha, beta) if best is at_least_alpha else best


def _clamp(best: Best, alpha: Any, beta: Any) -> Best:
    if best.value >= beta:
        return best._replace(value=beta, bound=PERHAPS_ABOVE[best.bound])
    if best.value <= alpha:
        return best._replace(value=alpha, bound=PERHAPS_BELOW[best.bound])
    return best


@outermost
def fail_soft(
    tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf, *, recur: Search = ITSELF
) -> Best:
    """Return the best reply, even where it falls outside the window.

    `value(board, player)` is what a position is worth to a player, alpha and beta are the window in
    which the answer has to be exact. If no move reaches alpha, the best of them is still known; and
    so is how far above beta a cut was.

    Theorem: for the value v of `negamax` and a result x, v <= x <= alpha, or beta <= x <= v, or
    x = v. Value, line and evaluations are those of the listing's `nega-alpha2`.

    >>> from landoflisp.tree import literal_tree
    >>> figure = literal_tree([[[1, 3], [4, 2]], [[2, 1], [3, 5]]])
    >>> fail_soft(figure, lambda board, player: board if player == 0 else -board)
    Best(value=3, line=(0, 0, 1), evaluations=5, bound='exact')

    Source: `nega-alpha2` in `rev16nega.lisp` and `rev24a.lisp`; `negamax_failsoft` in `kalah4.py`;
    Fishburn.
    """
    best = NOTHING
    for move in tree.moves:
        found = reply(tree, move, recur, value, max(alpha, best.value), beta)
        best = better(best, tree, move, found, beta)
        if best.value >= beta:
            return best
    return leaf(tree, value) if best is NOTHING else best
