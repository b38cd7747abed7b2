"""Ratings: what every move is worth to one player, whoever's turn it is, and whatever chance does.

A rating is any number that grows with the player's luck. A player's own turns take the largest, all
others' the least, however many players there are and whatever they would like better; where chance
decides it is the mean, weighted by the probabilities (exact, if these are rationals). A leaf is
rated by `leaf(board, player)`.

Nothing is turned round when the turn changes, so that nothing needs to be zero-sum: that is the
difference from `landoflisp.search.minimax`, besides chance.

Source: Conrad Barski, *Land of Lisp*: `rate-position` and `get-ratings` of chapters 15 and 20, and
the alpha-beta of chapter 18. On chance: Michie, *Game-playing and game-learning automata* (1966).
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

from landoflisp.errors import IllegalMove, of_kind
from landoflisp.recursion import ITSELF, inner, outermost
from landoflisp.search.best import inf, valued
from landoflisp.tree import AnyMove, Board, Chance, Player, Tree, limit_tree_depth

__all__ = [
    "Leaf",
    "Rate",
    "ab_get_ratings_max",
    "ab_get_ratings_min",
    "ab_rate_position",
    "best_move",
    "choose_move",
    "get_ratings",
    "rate_position",
    "remembering_bounds",
]

Leaf: TypeAlias = Callable[[Board, Player], Any]
Rate: TypeAlias = Callable[..., Any]


@outermost
def rate_position(tree: Tree, player: Player, leaf: Leaf, *, recur: Rate = ITSELF) -> Any:
    """Return what the position is worth to a player: the best of own moves, the worst of others'.

    `memoized(rate_position)` is the same, and rates equal trees once.

    >>> from landoflisp.tree import literal_tree
    >>> tree = literal_tree([[3, 1], [0, 2]])
    >>> rate_position(tree, 0, lambda board, player: board)
    1
    >>> rate_position(tree, 1, lambda board, player: board)
    2
    """
    ratings = inner(get_ratings)(tree, player, leaf, recur=recur)
    if not ratings:
        return valued(leaf, tree.board, player)
    return max(ratings) if tree.player == player else min(ratings)


@outermost
def get_ratings(
    tree: Tree, player: Player, leaf: Leaf, *, recur: Rate | None = None
) -> tuple[Any, ...]:
    """Return the ratings of all moves of the tree, seen by a player; () if there are none.

    `recur` rates the trees that the moves lead to, by default `rate_position`; to rate equal trees
    once, let it be `remembering(rate_position)`.

    >>> from landoflisp.tree import Outcome, literal_tree
    >>> toss = Chance("toss", tuple(Outcome(0.5, literal_tree(n)) for n in (0, 3)))
    >>> tree = Tree("a", None, (*literal_tree([1]).moves, toss))
    >>> get_ratings(tree, "a", lambda board, player: board)
    (1, 1.5)
    """
    rate = recur or rate_position
    ratings = []  # in a loop: a comprehension would make every ply one call deeper
    for move in tree.moves:
        if isinstance(move, Chance):
            ratings.append(_expected(move, rate, player, leaf))
        else:
            ratings.append(rate(move.tree, player, leaf))
    return tuple(ratings)


def _expected(move: Chance, rate: Rate, *rest: Any) -> Any:
    return sum(odds * rate(tree, *rest) for odds, tree in move.outcomes)


@outermost
def ab_rate_position(
    tree: Tree,
    player: Player,
    leaf: Leaf,
    upper_limit: Any = inf,
    lower_limit: Any = -inf,
    *,
    recur: Rate = ITSELF,
) -> Any:
    """Return what `rate_position` returns, as far as it lies between the limits.

    The upper limit is what the others can hold the player to already, the lower limit what the
    player is sure of: whatever reaches one of them ends the look at a position. Where ratings have
    a least and a greatest, such as shares of the win, these as limits lose nothing, and the rating
    stops at the best possible: `ab_rate_position(tree, player, share, 1, 0)`.

    A mean is not bounded by what bounds its parts, so that the outcomes of a chance move are rated
    without limits.

    Theorem: for the rating v of `rate_position` and a result x, v <= x <= lower_limit, or
    upper_limit <= x <= v, or x = v. With lower_limit >= upper_limit: lower_limit < x <= v, or
    v <= x < upper_limit, or x is between the limits and promises nothing.

    >>> from landoflisp.tree import literal_tree
    >>> tree = literal_tree([[3, 1], [0, 2]])
    >>> ab_rate_position(tree, 0, lambda board, player: board)
    1
    >>> ab_rate_position(tree, 0, lambda board, player: board, 9, 3)
    3
    """
    own = tree.player == player
    get = inner(ab_get_ratings_max if own else ab_get_ratings_min)
    ratings = get(tree, player, leaf, upper_limit, lower_limit, recur=recur)
    if not ratings:
        return valued(leaf, tree.board, player)
    return max(ratings) if own else min(ratings)


@outermost
def ab_get_ratings_max(
    tree: Tree,
    player: Player,
    leaf: Leaf,
    upper_limit: Any = inf,
    lower_limit: Any = -inf,
    *,
    recur: Rate | None = None,
) -> tuple[Any, ...]:
    """Return the ratings of the player's own moves, up to the first that reaches the upper limit.

    The lower limit rises to the best so far. Only what is above it is a rating to rely on, the
    others are no better than they say: the first of the greatest is that of `get_ratings`.
    """
    ratings = []
    for move in tree.moves:
        rating = _ab_rate(move, player, leaf, upper_limit, lower_limit, recur)
        ratings.append(rating)
        if rating >= upper_limit:
            break
        lower_limit = max(lower_limit, rating)
    return tuple(ratings)


@outermost
def ab_get_ratings_min(
    tree: Tree,
    player: Player,
    leaf: Leaf,
    upper_limit: Any = inf,
    lower_limit: Any = -inf,
    *,
    recur: Rate | None = None,
) -> tuple[Any, ...]:
    """Return the ratings of another's moves, up to the first that reaches the lower limit.

    The mirror image of `ab_get_ratings_max`: the upper limit falls to the worst so far.
    """
    ratings = []
    for move in tree.moves:
        rating = _ab_rate(move, player, leaf, upper_limit, lower_limit, recur)
        ratings.append(rating)
        if rating <= lower_limit:
            break
        upper_limit = min(upper_limit, rating)
    return tuple(ratings)


def _ab_rate(
    move: AnyMove,
    player: Player,
    leaf: Leaf,
    upper_limit: Any,
    lower_limit: Any,
    recur: Rate | None,
) -> Any:
    rate = recur or ab_rate_position
    if isinstance(move, Chance):
        return _expected(move, rate, player, leaf)
    return rate(move.tree, player, leaf, upper_limit, lower_limit)


def remembering_bounds(rate: Rate) -> Rate:
    """Return `ab_rate_position`, or one like it, that remembers as long as it lives.

    What lies between the limits is a rating, what does not is a bound: of each tree the best bound
    from either side is known, and serves whatever the limits are next time. For one leaf only.

    Theorem: as of `ab_rate_position`.

    See Also:
        landoflisp.search.remembering, which keeps different limits apart
    """
    return partial(_remember_all_bounds, rate, {})


def _remember_all_bounds(rate: Rate, known: dict[Any, tuple[Any, Any]], *rest: Any) -> Any:
    return outermost(partial(_remember_bounds, rate, known), rate)(*rest)


def _remember_bounds(
    rate: Rate,
    known: dict[Any, tuple[Any, Any]],
    tree: Tree,
    player: Player,
    leaf: Leaf,
    upper_limit: Any = inf,
    lower_limit: Any = -inf,
) -> Any:
    at_least, at_most = known.get((tree, player), (-inf, inf))
    if at_least >= upper_limit or at_least == at_most:
        return at_least
    if at_most <= lower_limit:
        return at_most
    upper, lower = min(upper_limit, at_most), max(lower_limit, at_least)
    recur = partial(_remember_bounds, rate, known)
    rating = inner(rate)(tree, player, leaf, upper, lower, recur=recur)
    known[tree, player] = (
        rating if rating > lower else at_least,
        rating if rating < upper else at_most,
    )
    return rating


@outermost
def best_move(tree: Tree, ratings: Sequence[Any]) -> AnyMove:
    """Return the first of those moves of the tree that rate best.

    The ratings may be those of a limited tree, and end early. Raises `IllegalMove` if there are
    none.

    >>> from landoflisp.tree import literal_tree
    >>> best_move(literal_tree([5, 6, 7]), [1, 3, 3]).action
    1
    """
    of_kind("a sequence of ratings", ratings, Sequence)
    if not ratings:
        raise IllegalMove("there is no move to choose: the game is over")
    for move in islice(tree.moves, ratings.index(max(ratings)), None):
        return move
    raise IllegalMove(f"there are {len(ratings)} ratings, and not so many moves")


@outermost
def choose_move(
    tree: Tree,
    leaf: Leaf,
    depth: int | None = None,
    upper_limit: Any = inf,
    lower_limit: Any = -inf,
) -> AnyMove:
    """Return the move that `get_ratings` says is best within a depth, soon.

    Alpha-beta and equal trees together: the computer player of the book, `handle-computer`.
    Without a depth it looks to the end. The limits are the least and the greatest that a leaf can
    rate, if they are known. Raises `IllegalMove` if the game is over.
    """
    limited = tree if depth is None else limit_tree_depth(tree, depth)
    rate = remembering_bounds(ab_rate_position)
    ratings = ab_get_ratings_max(limited, tree.player, leaf, upper_limit, lower_limit, recur=rate)
    return best_move(tree, ratings)
