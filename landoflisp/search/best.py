"""What a search answers, and the few steps that every search is made of.

A search takes a tree and a `value(board, player)` of positions, seen by that player: a finite
number, for infinity stands for what is not found yet (a won game is worth a large number). The
negamax family is for two players and a zero-sum value, `value(b, p) == -value(b, q)`, and sees a
position with the eyes of the player to move. When the turn changes, `reply` turns the window and
`better` the value. They read it off the tree (does the child's turn belong to somebody else?), so
that a pass or an extra move is no special case.

Every search is written with open recursion: it takes the function that it recurses with, `recur`,
by default itself. See `landoflisp.search.advice` for what that is good for.
"""

from collections.abc import Callable
from math import inf
from typing import Any, Literal, NamedTuple, TypeAlias

from landoflisp.tree import Action, AnyMove, Tree, new

__all__ = [
    "NOTHING",
    "Best",
    "Bound",
    "Search",
    "Value",
    "better",
    "inf",
    "leaf",
    "reply",
]

Value: TypeAlias = Callable[[Any, Any], Any]
Bound: TypeAlias = Literal["exact", "lower", "upper"]
Search: TypeAlias = Callable[..., "Best"]

OPPOSITE: dict[Bound, Bound] = {"exact": "exact", "lower": "upper", "upper": "lower"}


class Best(NamedTuple):
    """The answer of a search, seen by the player to move.

    `value` is what the position is worth, `line` the actions of best play from it (the principal
    variation), `evaluations` the number of positions that were valued on the way. `bound` says how
    far to trust the value: it is `exact`, or the true value is not below it (`lower`) or not above
    it (`upper`).
    """

    value: Any
    line: tuple[Action, ...]
    evaluations: int
    bound: Bound = "exact"


# What is known before the first move is tried: any value is better.
NOTHING = Best(-inf, (), 0, "upper")


def leaf(tree: Tree, value: Value) -> Best:
    """Return what the position by itself is worth: one evaluation."""
    return new(Best, (value(tree.board, tree.player), (), 1, "exact"))


def reply(
    tree: Tree, move: AnyMove, recur: Search, value: Value, alpha: Any = -inf, beta: Any = inf
) -> Best:
    """Return what the search finds after a move, in the window that the tree's player sees."""
    after = move.tree
    if after.player == tree.player:
        return recur(after, value, alpha, beta)
    return recur(after, value, -beta, -alpha)


def better(best: Best, tree: Tree, move: AnyMove, found: Best, beta: Any = inf) -> Best:
    """Return the better, for the tree's player, of the best so far and a move that is `found`.

    Of equals the first stays, as in the listings. All evaluations count. What reaches beta is a
    lower bound, because no other move will be tried.
    """
    value, line, evaluations, bound = found
    if move.tree.player != tree.player:
        value, bound = -value, OPPOSITE[bound]
    most, best_line, before, known = best
    if value > most:
        bound = bound if value < beta else "lower"
        return new(Best, (value, (move.action, *line), before + evaluations, bound))
    return new(Best, (most, best_line, before + evaluations, known))
