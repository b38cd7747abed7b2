"""Iterative deepening: search to one ply, to two, to three, each with what the last one learned."""

from collections.abc import Iterator
from itertools import count
from typing import Any

from toolz import last

from landoflisp.errors import whole_number
from landoflisp.recursion import outermost
from landoflisp.search.advice import advise
from landoflisp.search.best import NOTHING, Best, Search, Value
from landoflisp.search.negamax import fail_soft
from landoflisp.tree import NO_MOVES, Tree, limit_tree_depth, line_first

__all__ = ["deepening", "iterative_deepening"]


@outermost
def iterative_deepening(
    tree: Tree, value: Value, depth: int | None = None, *, search: Search = fail_soft
) -> Best:
    """Return what the search finds at a depth, reached ply by ply; without a depth, at the end.

    The evaluations are those of all depths together; positions on the way are valued too.

    Theorem: the value is that of `negamax` on `limit_tree_depth(tree, depth)`, without a depth on
    the tree.

    >>> from landoflisp.tree import literal_tree
    >>> iterative_deepening(literal_tree([[3, 1], [0, 2]]), lambda board, player: board or 0)
    Best(value=1, line=(0, 1), evaluations=8, bound='exact')

    Source: Slate and Atkin, *Chess 4.5* (1977).
    """
    best: Best = last(deepening(tree, value, depth, search=search))
    return best


@outermost
def deepening(
    tree: Tree, value: Value, depth: int | None = None, *, search: Search = fail_soft
) -> Iterator[Best]:
    """Yield what the search finds at depth 1, 2, 3 and so on, until nothing lies deeper.

    At each depth the line of the one before is tried first, at every node along it. `search` is one
    that can be advised. Take as many as there is time for: each is the answer so far.

    Raises `BadInput` for a depth below 1.
    """
    plies = None if depth is None else whole_number("a depth", depth, 1)
    return _deepening(tree, value, plies, search)


def _deepening(tree: Tree, value: Value, depth: int | None, search: Search) -> Iterator[Best]:
    best = NOTHING
    for plies in count(1) if depth is None else range(1, depth + 1):
        shallow = False

        def look(call: Search, tree: Tree, *rest: Any) -> Best:
            nonlocal shallow
            shallow = shallow or tree.moves == NO_MOVES
            return call(tree, *rest)

        ordered = limit_tree_depth(line_first(tree, best.line), plies)
        found = advise(search, look)(ordered, value)
        best = found._replace(evaluations=best.evaluations + found.evaluations)
        yield best
        if not shallow:
            return
