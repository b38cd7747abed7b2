"""What a search answers, and the few steps that every search is made of.

A search takes a tree and a `value(board, player)` of positions, seen by that player: a finite
number, for infinity stands for what is not found yet (a won game is worth a large number); NaN, and
what is no number, raise `BadInput`. The negamax family is for two players and a zero-sum value,
`value(b, p) == -value(b, q)`, and sees a position with the eyes of the player to move. When the
turn changes, `reply` turns the window and `better` the value. They read it off the tree (does the
child's turn belong to somebody else?), so that a pass or an extra move is no special case.

Every search is written with open recursion: it takes the function that it recurses with, `recur`,
by default itself. See `landoflisp.search.advice` for what that is good for. Round the outermost
call `outermost` checks the arguments; a window that is not made of numbers raises `BadInput`, as
does a tree deeper than Python's stack.
"""

from collections.abc import Callable
from math import inf
from typing import Any, Literal, NamedTuple, TypeAlias

from landoflisp.errors import BadInput, quoted
from landoflisp.tree import Action, AnyMove, Board, Player, Tree

__all__ = [
    "NOTHING",
    "NOT_ABOVE",
    "NOT_BELOW",
    "OPPOSITE",
    "PERHAPS_ABOVE",
    "PERHAPS_BELOW",
    "Best",
    "Bound",
    "Search",
    "Value",
    "better",
    "inf",
    "leaf",
    "reply",
    "valued",
]

Value: TypeAlias = Callable[[Any, Any], Any]
Bound: TypeAlias = Literal["exact", "lower", "upper", "unknown"]
Search: TypeAlias = Callable[..., "Best"]

# What the other player knows: a bound with its sign turned.
OPPOSITE: dict[Bound, Bound] = {
    "exact": "exact",
    "lower": "upper",
    "upper": "lower",
    "unknown": "unknown",
}
# The bounds that say that the true value is not above, and those that say that it is not below.
NOT_ABOVE: tuple[Bound, ...] = ("exact", "upper")
NOT_BELOW: tuple[Bound, ...] = ("exact", "lower")
# What is left of a bound if the true value may be above after all, or below.
PERHAPS_ABOVE: dict[Bound, Bound] = {
    "exact": "lower",
    "lower": "lower",
    "upper": "unknown",
    "unknown": "unknown",
}
PERHAPS_BELOW: dict[Bound, Bound] = {
    "exact": "upper",
    "lower": "unknown",
    "upper": "upper",
    "unknown": "unknown",
}


class Best(NamedTuple):
    """The answer of a search, seen by the player to move.

    `value` is what the position is worth, `line` the actions of best play from it (the principal
    variation), `evaluations` the number of positions that were valued on the way. `bound` says how
    far to trust the value: it is `exact`, or the true value is not below it (`lower`), or not above
    it (`upper`), or nothing is known (`unknown`), which happens in windows with alpha >= beta.
    """

    value: Any
    line: tuple[Action, ...]
    evaluations: int
    bound: Bound = "exact"


# What is known before the first move is tried: any value is better.
NOTHING = Best(-inf, (), 0, "upper")


def leaf(tree: Tree, value: Value) -> Best:
    """Return what the position by itself is worth: one evaluation."""
    return Best(valued(value, tree.board, tree.player), (), 1)


def valued(value: Value, board: Board, player: Player) -> Any:
    """Return the value of a board, seen by the player; raise `BadInput` if it is no number."""
    found = value(board, player)
    try:
        is_number = -inf <= found <= inf
    except (ArithmeticError, TypeError):  # a NaN of decimals; what has no order
        is_number = False
    if not is_number:
        raise BadInput(
            f"a value is a finite number, not {quoted(found)}, which is the value of "
            f"{quoted(board)} for player {quoted(player)}"
        )
    return found


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

    Of equals the first stays, as in the listings. All evaluations count. The bound is what is known
    of the value in any window: it is not above the greater of two, if it is above neither, and if
    that does not reach beta, because no other move will be tried then.
    """
    value, line, evaluations, bound = found
    if move.tree.player != tree.player:
        value, bound = -value, OPPOSITE[bound]
    most, best_line, before, known = best
    if value > most:
        if value >= beta or known not in NOT_ABOVE:
            bound = PERHAPS_ABOVE[bound]
        return Best(value, (move.action, *line), before + evaluations, bound)
    if most >= beta or bound not in NOT_ABOVE:
        known = PERHAPS_ABOVE[known]
    return Best(most, best_line, before + evaluations, known)
