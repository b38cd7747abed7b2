"""Searches by null windows: is the value above this number, yes or no?

A null window (alpha, alpha + 1) leaves room for no value but a bound, cuts more than any other, and
so answers cheaply. NegaScout asks it of every move but the first, MTD(f) of nothing but the root.
Between alpha and alpha + 1 lies no value, if values are whole numbers; others are found as well,
with a second look where one lies in between. Numbers so large that alpha + 1 is alpha are beyond
these searches: they answer with a bound, and `mtdf` raises `BadInput`.
"""

from typing import Any

from landoflisp.errors import BadInput, of_kind, quoted
from landoflisp.recursion import ITSELF, inner, outermost
from landoflisp.search.best import (
    NOT_ABOVE,
    NOT_BELOW,
    NOTHING,
    Best,
    Search,
    Value,
    better,
    inf,
    leaf,
    reply,
)
from landoflisp.search.negamax import fail_soft
from landoflisp.tree import Tree

__all__ = ["mtdf", "negascout", "null_window", "principal_variation", "pvs"]


@outermost
def null_window(tree: Tree, value: Value, alpha: Any, *, recur: Search = ITSELF) -> Best:
    """Return a bound that tells whether the value is above alpha: then the result is, too.

    Theorem: value, line and evaluations are those of `fail_soft` in (alpha, alpha + 1); for the
    value v and a result x, v <= x <= alpha or alpha + 1 <= x <= v. As a bound has no principal
    variation, the line is a proof of it at best.

    >>> from landoflisp.tree import literal_tree
    >>> figure = literal_tree([[[1, 3], [4, 2]], [[2, 1], [3, 5]]])
    >>> null_window(figure, lambda board, player: board if player == 0 else -board, 3)
    Best(value=3, line=(0, 0, 1), evaluations=4, bound='upper')

    Source: M. Hiroi, section *null window search* of the Kalah article; Pearl's Test (1980).
    """
    best = NOTHING
    for move in tree.moves:
        same = move.tree.player == tree.player
        found = recur(move.tree, value, alpha if same else -(alpha + 1))
        best = better(best, tree, move, found, alpha + 1)
        if best.value >= alpha + 1:
            return best
    return leaf(tree, value) if best is NOTHING else best


@outermost
def negascout(
    tree: Tree,
    value: Value,
    alpha: Any = -inf,
    beta: Any = inf,
    *,
    scout_first: bool = False,
    scout_extra: bool = False,
    again_from_alpha: bool = False,
    trust_exact: bool = False,
    recur: Search | None = None,
) -> Best:
    """Return the best reply, after asking of each move only whether it beats the best so far.

    The first move is searched with the whole window (`scout_first`: it is scouted as well). A move
    that turns out better, but not too good for the other player, is searched again from its scouted
    value upwards (`again_from_alpha`: from the old alpha; `trust_exact`: not if the scouted value
    is exact). A move that keeps the turn is not scouted, as in the Kalah article (`scout_extra`: it
    is scouted as well).

    Theorem: as of `fail_soft`, for the value v and a result x, v <= x <= alpha, or beta <= x <= v,
    or x = v. Searched again from the scouted value the line may end in a bound that is equal to the
    value, and need not be optimal; for one that is, use `again_from_alpha` (see `pvs`) or
    `principal_variation`. `trust_exact` changes nothing but the number of evaluations.

    A first move is never searched again, as it had the whole window. A scouted value is exact where
    nothing that it rests on was cut off; where the replies to the move are leaves, that is so
    whenever the move would be searched again.

    Source: Reinefeld, *An improvement to the scout tree search algorithm* (1983); `negascout` in
    `kalah5.py` is `scout_first=True`, `nega_scout` in `unity_ai.py` the idea of `trust_exact`.
    """

    def search(tree: Tree, value: Value, alpha: Any, beta: Any) -> Best:
        best = NOTHING
        for move in tree.moves:
            lower = alpha if alpha > best.value else best.value
            keeps_turn = move.tree.player == tree.player
            whole = (keeps_turn and not scout_extra) or (best is NOTHING and not scout_first)
            found = reply(tree, move, deeper, value, lower, beta if whole else lower + 1)
            tried = better(best, tree, move, found, beta)
            known = whole or (trust_exact and found.bound == "exact")
            if not known and lower < tried.value < beta:
                # What the second search has to beat: the old best, or what scouting made sure of.
                sure = best._replace(evaluations=tried.evaluations)
                if not again_from_alpha:
                    # If the second search finds no more, it is the value of the move.
                    sure = tried._replace(bound="exact" if best.bound in NOT_ABOVE else "lower")
                found = reply(tree, move, deeper, value, max(alpha, sure.value), beta)
                tried = better(sure, tree, move, found, beta)
            best = tried
            if best.value >= beta:
                return best
        return leaf(tree, value) if best is NOTHING else best

    deeper = recur or search
    return search(tree, value, alpha, beta)


@outermost
def pvs(
    tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf, *, recur: Search | None = None
) -> Best:
    """Return what `negascout` finds when it searches again from alpha: the line is optimal.

    Theorem: as of `fail_soft`; and replaying the line keeps the value.

    Source: Marsland and Campbell, *Parallel search of strongly ordered game trees* (1982).
    """
    return inner(negascout)(tree, value, alpha, beta, again_from_alpha=True, recur=recur)


@outermost
def mtdf(
    tree: Tree,
    value: Value,
    guess: Any = 0,
    lower: Any = -inf,
    upper: Any = inf,
    *,
    search: Search = null_window,
) -> Best:
    """Return the value that null windows, each set by the answer of the last, close in upon.

    The better the guess, the fewer of them; lower and upper are what is known of the value.
    `search` is `null_window` or one that answers like it. The paper's has a memory, without which
    every window begins anew: a `memoized` one forgets at the end of each. Raises `BadInput` if a
    null window answers nothing new.

    Theorem: the value is `negamax`'s, if it lies between lower and upper. The line comes out of the
    last null window and need not be optimal; `principal_variation` finds one that is. An answer
    that is not between lower and upper is what the last null window knows, a bound as a rule.

    >>> from landoflisp.tree import literal_tree
    >>> mtdf(literal_tree([[3, 1], [0, 2]]), lambda board, player: board)
    Best(value=1, line=(0, 1), evaluations=5, bound='exact')

    Source: Plaat, Schaeffer, Pijls and de Bruin, *Best-first fixed-depth minimax algorithms*
    (1996).
    """
    evaluations = 0
    at_least, at_most = lower, upper
    while True:
        guess = max(at_least, min(guess, at_most))
        found = search(tree, value, guess - 1 if guess > at_least else guess)
        guess, line, count, bound = found
        evaluations += count
        known = at_least, at_most
        at_least = max(at_least, guess) if bound in NOT_BELOW else at_least
        at_most = min(at_most, guess) if bound in NOT_ABOVE else at_most
        if at_least >= at_most:
            return Best(guess, line, evaluations, "exact" if lower < guess < upper else bound)
        if known == (at_least, at_most):
            raise BadInput(f"null windows do not tell {quoted(guess)} from what is one more")


@outermost
def principal_variation(tree: Tree, value: Value, best: Best) -> Best:
    """Return an answer with an optimal line in place of the one it has.

    One more search, in the narrowest window round the value: what is in a window is exact all along
    the line. If the value was wrong, the result is a bound that says so.

    >>> from landoflisp.tree import literal_tree
    >>> tree, value = literal_tree([[3, 1], [0, 2]]), lambda board, player: board
    >>> principal_variation(tree, value, mtdf(tree, value)).line
    (0, 1)
    """
    of_kind("the answer of a search", best, Best)
    found = fail_soft(tree, value, best.value - 1, best.value + 1)
    return found._replace(evaluations=best.evaluations + found.evaluations)
