"""What can be put round a search without writing it twice.

A search takes the function that it recurses with as `recur`. To `advise` it is to hand it one that
does something before and after every call: look, count, draw, remember. (The word is Lisp's, for a
function wrapped round another from outside.)
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from landoflisp.search.best import Best, Search, Value
from landoflisp.tree import Tree

__all__ = ["advise", "memoized"]


def advise(search: Search, around: Callable[..., Best]) -> Search:
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

    def advised(tree: Tree, value: Value, *window: Any) -> Best:
        return around(partial(search, recur=advised), tree, value, *window)

    return advised


def memoized(search: Search) -> Search:
    """Return the search that looks only once at equal trees in equal windows.

    What is remembered needs no further evaluation, and so counts none. The memo ends with the call.

    >>> from landoflisp.search.negamax import negamax
    >>> from landoflisp.tree import literal_tree
    >>> twins = literal_tree([[1, 2], [1, 2]])
    >>> negamax(twins, lambda board, player: board).evaluations
    4
    >>> memoized(negamax)(twins, lambda board, player: board)
    Best(value=1, line=(0, 0), evaluations=2, bound='exact')
    """

    def search_once(tree: Tree, value: Value, *window: Any) -> Best:
        known: dict[Any, Best] = {}

        def remember(call: Search, tree: Tree, value: Value, *window: Any) -> Best:
            key = tree, window
            if key not in known:
                found = call(tree, value, *window)
                known[key] = found._replace(evaluations=0)
                return found
            return known[key]

        return advise(search, remember)(tree, value, *window)

    return search_once
