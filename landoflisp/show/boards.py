"""Boards for people: the board of a tree as text, and what its moves are called.

A game is the module that its rule is written in. Where that has `show(board)` and `name(board,
action)`, boards and actions are shown with them, where not, as `str` has them. So a game of
somebody's own is drawn too, letter by letter, and so is a number on a leaf. And where `show` or
`name` raises: several games may be written in one module, as at a prompt.

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
from collections.abc import Iterator, Mapping
from functools import partial
from string import ascii_lowercase
from types import FunctionType
from typing import Any

from toolz import partition_all

from landoflisp.games import dice_of_doom, kalah, minimax_game
from landoflisp.recursion import outermost
from landoflisp.search.trace import Traced
from landoflisp.tree import Action, AnyMove, Chance, Tree, rule_of

__all__ = [
    "draw",
    "game_of",
    "move_text",
    "name_of",
    "player_of",
    "position_text",
    "untraced",
    "whose_turn",
]

WIDTH = 80  # columns of a terminal


@outermost
def draw(tree: Tree, like: Tree | None = None) -> str:
    """Return the board of a tree as text: the game's own drawing, or else `str(board)`.

    A tree that was cut off may have lost its game; `like` is one that has not. No board is no text.

    >>> from landoflisp.tree import limit_tree_depth, literal_tree
    >>> draw(literal_tree(7)), draw(literal_tree([3, 4]))
    ('7', '')
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

    >>> tree = dice_of_doom.tree(dice_of_doom.position("b-3 b-2 / a-2 a-3"))
    >>> name_of(tree, (3, 1)), name_of(tree, "something else")
    ('3 -> 1', 'something else')
    """
    tree = untraced(tree)
    game = game_of(tree)
    name = _function(game, "name")
    if name is None:
        return str(action)
    whose = (tree.player,) if game is vars(minimax_game) else ()
    try:
        return str(name(tree.board, action, *whose))
    except Exception:  # an action of another game, or of a tree that was made of the game's
        return str(action)


@outermost
def player_of(tree: Tree, like: Tree | None = None) -> str:
    """Return who is to move: the player, and what people call that one if it is something else.

    >>> from landoflisp.games import reversi
    >>> player_of(reversi.tree(reversi.start())), player_of(kalah.tree(kalah.start()))
    ('b', '6 (first)')
    """
    tree = untraced(tree)
    game = game_of(tree, like)
    known = {}
    if game is vars(dice_of_doom):
        known = dict(enumerate(ascii_lowercase))
    if game is vars(kalah):
        known = {len(tree.board) // 2 - 1: "first", len(tree.board) - 1: "second"}
    called = f" ({known[tree.player]})" if tree.player in known else ""
    return f"{tree.player}{called}"


def position_text(tree: Tree) -> str:
    """Return what `print(tree)` prints: the board, the player to move, and the moves, numbered.

    Of a traced tree it is the drawing of what the search did, as deep as there is room for; of any
    other no move is followed. Chance moves come with the probabilities of their outcomes.

    >>> print(position_text(kalah.tree(kalah.start(3, 2))))
    pit    6  5  4
           2  2  2
     0              0
           2  2  2
    pit    0  1  2
    player 3 (first) to move
    1. pit 0  2. pit 1  3. pit 2
    """
    if isinstance(tree.board, Traced):
        from landoflisp.show.trees import traced_text  # which is made of what is here

        return traced_text(tree)
    moves = [move_text(tree, move) for move in tree.moves]
    wide = len(str(len(moves)))
    numbered = [f"{i:{wide}}. {move}" for i, move in enumerate(moves, 1)]
    return "\n".join(filter(None, [draw(tree), whose_turn(tree, moves), *_columns(numbered)]))


def whose_turn(tree: Tree, moves: object, like: Tree | None = None) -> str:
    """Return the line that says who is to move, or that there are no moves."""
    return f"player {player_of(tree, like)}{' to move' if moves else ': no moves'}"


def move_text(tree: Tree, move: AnyMove) -> str:
    """Return in one line what people call a move; if chance decides, with the probabilities."""
    name = " ".join(name_of(tree, move.action).splitlines())
    if isinstance(move, Chance):
        return f"{name} ({' or '.join(str(outcome.probability) for outcome in move.outcomes)})"
    return name


def _columns(words: list[str]) -> Iterator[str]:
    wide = max(map(len, words), default=0) + 2
    for row in partition_all(max(1, WIDTH // wide), words):
        yield "".join(f"{word:{wide}}" for word in row).rstrip()


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
