"""Turns of more than one move: what belongs to this turn, and turns that are searched as one move.

In Kalah a move that ends in the own store keeps the turn. The searches read that off the tree; here
is what is said about whole turns.

Source: M. Hiroi, the Kalah of `kalah2.py` to `kalah4.py`; `whole_turns` is `negamax1` there.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from landoflisp.recursion import outermost
from landoflisp.search.advice import advise
from landoflisp.search.best import Best, Search, Value
from landoflisp.search.negamax import negamax
from landoflisp.tree import Action, AnyMove, Move, Moves, Tree, branches, follow, limit_tree_depth

__all__ = ["Turn", "count_turns", "turn_moves", "whole_turns"]


class Turn(NamedTuple):
    """A whole turn as one action: its moves, and how many positions were valued to find them."""

    moves: tuple[Action, ...]
    evaluations: int


@outermost
def turn_moves(tree: Tree, line: Iterable[Action]) -> tuple[Action, ...]:
    """Return the actions of a line up to the one that ends the turn of the tree's player.

    >>> from landoflisp.tree import literal_tree
    >>> tree = literal_tree([[[1], 2], 3], players=("a", "a", "b"))
    >>> turn_moves(tree, (0, 0, 0))
    (0, 0)
    """
    return tuple(_turn_moves(tree, line))


def _turn_moves(tree: Tree, line: Iterable[Action]) -> Iterator[Action]:
    player = tree.player
    for action in line:
        if tree.player != player:
            return
        yield action
        tree = follow(tree, [action])


@outermost
def whole_turns(tree: Tree, value: Value) -> Tree:
    """Return the tree whose moves are whole turns, one for each move of the tree.

    A move that keeps the turn is not searched on, but played on at once: the moves that follow in
    the same turn are those that a search one turn deep finds. Every action is a `Turn`, which tells
    what these searches cost, and one turn is one ply.

    >>> from landoflisp.games import kalah
    >>> position = kalah.position("0 0 3 0 2 1 30  4 0 0 0 0 2 30")
    >>> tree = whole_turns(kalah.tree(position), kalah.get_value)
    >>> for move in tree.moves:
    ...     print(move.action, move.tree.player)
    Turn(moves=(2,), evaluations=0) 13
    Turn(moves=(4, 5), evaluations=2) 13
    Turn(moves=(5, 4, 5, 2), evaluations=5) 13

    See Also:
        count_turns: makes these evaluations part of the count of a search.
    """
    return tree._replace(moves=Moves(_whole_turns, (tree, value)))


def _whole_turns(tree: Tree, value: Value) -> Iterator[Move]:
    for action, after in branches(tree):
        turn = Turn((action,), 0)
        if after.player == tree.player:
            best = count_turns(negamax)(limit_tree_depth(whole_turns(after, value), 1), value)
            found: tuple[Any, ...] = best.line
            rest = found[0].moves if found else ()
            turn = Turn((action, *rest), best.evaluations)
            after = follow(after, rest)
        yield Move(turn, whole_turns(after, value))


def count_turns(search: Search) -> Search:
    """Return the search that counts what it cost to find the whole turns that it looks at.

    Theorem: the evaluations are how often a position was valued, with the search and without it.

    >>> from landoflisp.games import kalah
    >>> tree = whole_turns(kalah.tree(kalah.start()), kalah.get_value)
    >>> count_turns(negamax)(limit_tree_depth(tree, 1), kalah.get_value)
    Best(value=2, line=(Turn(moves=(0, 1), evaluations=5),), evaluations=11, bound='exact')
    """

    def count(call: Search, tree: Tree, value: Value, *window: Any) -> Best:
        spent = []

        def looked_at() -> Iterator[AnyMove]:
            for move in tree.moves:
                turn: Any = move.action
                spent.append(turn.evaluations)
                yield move

        best = call(tree._replace(moves=looked_at()), value, *window)
        return best._replace(evaluations=best.evaluations + sum(spent))

    return advise(search, count)
