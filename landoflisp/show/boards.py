"""Boards for people: the board of a tree as text, and what its moves are called.

A game is the module that its rule is written in. Where that has `show(board)`, `name(board,
action)` or `name(board, action, player)`, and `player_name(board, player)`, it is shown with them.
What is missing is shown by `str`, and so is what one of them raises for: several games may be
written in one module, as at a prompt. So a game of your own is drawn too, and a number on a leaf.

>>> from landoflisp.games import reversi
>>> tree = reversi.tree(reversi.start(4, 4))
>>> print(draw(tree))
  a b c d
1 . . . .
2 . w b .
3 . b w .
4 . . . .
>>> [name_of(tree, move.action) for move in tree.moves]
['b1', 'a2', 'd3', 'c4']
"""

import sys
from collections.abc import Mapping
from functools import partial
from inspect import signature
from types import FunctionType
from typing import Any

from landoflisp.recursion import outermost
from landoflisp.search.traces import Traced
from landoflisp.tree import Action, AnyMove, Chance, Tree, rule_of

__all__ = [
    "draw",
    "game_of",
    "move_text",
    "name_of",
    "player_of",
    "untraced",
    "whose_turn",
]


@outermost
def draw(tree: Tree, like: Tree | None = None) -> str:
    """Return the board of a tree as text: the game's own drawing, or else `str(board)`.

    A tree that was cut off may have lost its game; `like` is one that has not. No board is no text.

    >>> from landoflisp.tree import limit_tree_depth, literal_tree
    >>> draw(literal_tree(7)), draw(literal_tree([3, 4]))
    ('7', '')
    >>> from landoflisp.games import kalah
    >>> tree = kalah.tree(kalah.start(2, 1))
    >>> draw(limit_tree_depth(tree, 0))
    '(1, 1, 0, 1, 1, 0)'
    >>> draw(limit_tree_depth(tree, 0), like=tree) == draw(tree)
    True
    """
    tree = untraced(tree)
    if tree.board is None:
        return ""
    show = _function(game_of(tree, like), "show")
    try:
        return str(show(tree.board) if show else tree.board)
    except Exception:  # the board of another game in the same module
        return str(tree.board)


@outermost
def name_of(tree: Tree, action: Action) -> str:
    """Return what people call an action there: the game's own name for it, or else `str(action)`.

    >>> from landoflisp.games import dice_of_doom
    >>> tree = dice_of_doom.tree(dice_of_doom.position("b-3 b-2 / a-2 a-3"))
    >>> name_of(tree, (3, 1)), name_of(tree, "something else")
    ('3 -> 1', 'something else')
    """
    tree = untraced(tree)
    game = game_of(tree)
    name = _function(game, "name")
    if name is None:
        return str(action)
    try:
        return str(_named(name, tree, action))
    except Exception:  # an action of another game, or of a tree that was made of the game's
        return str(action)


@outermost
def player_of(tree: Tree, like: Tree | None = None) -> str:
    """Return what people call the player to move.

    >>> from landoflisp.games import kalah, reversi
    >>> player_of(reversi.tree(reversi.start())), player_of(kalah.tree(kalah.start()))
    ('b', 'first')
    """
    tree = untraced(tree)
    game = game_of(tree, like)
    name = _function(game, "player_name")
    try:
        called = str(name(tree.board, tree.player)) if name else str(tree.player)
    except Exception:  # a player of another game in the same module
        called = str(tree.player)
    return called


def whose_turn(tree: Tree, moves: object, like: Tree | None = None) -> str:
    """Return the line that says who is to move, or that there are no moves."""
    return f"player {player_of(tree, like)}{' to move' if moves else ': no moves'}"


def move_text(tree: Tree, move: AnyMove) -> str:
    """Return in one line what people call a move; if chance decides, with the probabilities."""
    name = " ".join(name_of(tree, move.action).splitlines())
    if isinstance(move, Chance):
        return f"{name} ({' or '.join(str(outcome.probability) for outcome in move.outcomes)})"
    return name


def _named(name: Any, tree: Tree, action: Action) -> Any:
    """Return what a game calls an action; some have to know for whom."""
    whose = (tree.player,) if len(signature(name).parameters) > 2 else ()
    return name(tree.board, action, *whose)


# What game it is


def game_of(tree: Tree, like: Tree | None = None) -> Mapping[str, Any]:
    """Return the names of the game's module: that of the rule, or else that of the board's type."""
    rule = rule_of(like or tree)
    while isinstance(rule, partial):
        rule = rule.func
    if isinstance(rule, FunctionType):
        return rule.__globals__
    module = sys.modules.get(type(tree.board if rule is None else rule).__module__)
    return vars(module) if module else {}


def untraced(tree: Tree) -> Tree:
    """Return the tree with the game's own board, where it is that of a traced tree."""
    return tree._replace(board=tree.board.board) if isinstance(tree.board, Traced) else tree


def _function(game: Mapping[str, Any], name: str) -> Any:
    """Return the game's function of that name, if it is its own."""
    found = game.get(name)
    return found if getattr(found, "__globals__", None) is game else None
