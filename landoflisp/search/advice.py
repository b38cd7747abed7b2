"""What can be put round a search without writing it twice.

A search takes the function that it recurses with as `recur`. To `advise` it is to hand it one that
does something before and after every call: look, count, draw, remember. (The word is Lisp's, for a
function wrapped round another from outside.)
"""

from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from landoflisp.recursion import inner, outermost
from landoflisp.search.best import Best
from landoflisp.tree import Moves, Tree

__all__ = ["advise", "memoized", "remembering"]

Answer = TypeVar("Answer")
UNKNOWN: Any = object()


def advise(search: Callable[..., Answer], around: Callable[..., Answer]) -> Callable[..., Answer]:
    """Return the search with `around(call, tree, value, *window)` in place of every call.

    `call` is the search itself, whose inner calls are advised likewise; `around` answers for it.
    A search with options is a `functools.partial`.

    >>> from landoflisp.search.negamax import negamax
    >>> from landoflisp.tree import literal_tree
    >>> def shout(call, tree, value):
    ...     best = call(tree, value)
    ...     print(tree.board, "is worth", best.value)
    ...     return best
    >>> _ = advise(negamax, shout)(literal_tree([2, 1]), lambda board, player: board)
    2 is worth 2
    1 is worth 1
    None is worth -1
    """
    within = inner(search)

    def advised(tree: Tree, *rest: Any) -> Answer:
        return around(partial(within, recur=advised), tree, *rest)

    return outermost(advised, search)


def memoized(search: Callable[..., Answer]) -> Callable[..., Answer]:
    """Return the search that looks only once at equal trees in equal windows.

    What is remembered needs no further evaluation, and so counts none. The memo ends with the call.

    >>> from landoflisp.search.negamax import negamax
    >>> from landoflisp.tree import fold_tree, literal_tree
    >>> twins = literal_tree([[1, 2], [1, 2]])
    >>> negamax(twins, lambda board, player: board).evaluations
    4
    >>> memoized(negamax)(twins, lambda board, player: board)
    Best(value=1, line=(0, 0), evaluations=2, bound='exact')

    The same with whatever else takes `recur`: here two to the power of 64 leaves, all equal.

    >>> from landoflisp.tree import fold_tree, unfold_tree
    >>> def halve(player, board):
    ...     return [(i, player, board - 1) for i in (0, 1)] if board else []
    >>> memoized(fold_tree)(unfold_tree(halve, 0, 64), lambda node, sizes: sum(sizes) or 1)
    18446744073709551616
    """

    def search_once(tree: Tree, *rest: Any) -> Answer:
        return remembering(search)(tree, *rest)

    return search_once


def remembering(search: Callable[..., Answer]) -> Callable[..., Answer]:
    """Return the search with a memo that lives as long as it does, from call to call.

    For the few calls of one task, such as the moves of one position: what it knows is never
    forgotten before. All arguments are hashable, the value function too.

    See Also:
        memoized, whose memo ends with the call
    """
    return partial(_remember_all, search, defaultdict(dict))


def _remember_all(
    search: Callable[..., Answer],
    known: defaultdict[Any, dict[Any, Any]],
    tree: Tree,
    *rest: Any,
) -> Answer:
    return outermost(partial(_remember, search, known), search)(tree, *rest)


def _remember(
    search: Callable[..., Answer],
    known: defaultdict[Any, dict[Any, Any]],
    tree: Tree,
    *rest: Any,
) -> Answer:
    # Plain tuples hash and compare in C, and need no look from the garbage collector if nothing but
    # plain things are in them. Trees of one rule can be told apart by such.
    key: Any = tree
    rule = None
    player, board, moves = tree
    if isinstance(moves, Moves):
        rule = moves.rule
        key = player, board, moves.args
    answers = known[rest, rule]
    known_answer: Answer = answers.get(key, UNKNOWN)
    if known_answer is not UNKNOWN:
        return known_answer
    # Made anew each time: a closure that knows itself would be a cycle, and the memo stay in memory
    # until the garbage collector comes.
    recur = partial(_remember, search, known)
    found = inner(search)(tree, *rest, recur=recur)
    answers[key] = found._replace(evaluations=0) if isinstance(found, Best) else found
    return found
