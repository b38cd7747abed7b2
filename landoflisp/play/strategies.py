"""Strategies: functions from a tree to one of its moves, so that anybody can write one.

`first_move` and `human` are strategies; `random_move(seed)` and `computer(search, level, value)`
return one. All but `human` are pure, the same move for the same tree, and travel by pickle. All
raise `IllegalMove` where the game is over.

>>> from landoflisp.games import reversi
>>> from landoflisp.tree import sort_moves
>>> tree = reversi.tree(reversi.start(4, 4))
>>> def greedy(tree):
...     return max(tree.moves, key=lambda move: reversi.get_value(move.tree.board, tree.player))
>>> reversi.name(tree.board, greedy(tree).action)
'b1'

Source: Norvig, *Paradigms of Artificial Intelligence Programming*, chapter 18 (`othello.lisp`),
where a strategy is a function too; `handle-human` and `handle-computer` of *Land of Lisp*.
"""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TypeAlias

from landoflisp.errors import IllegalMove, whole_number
from landoflisp.recursion import outermost
from landoflisp.search import Search, Value
from landoflisp.tree import Action, AnyMove, Tree, limit_tree_depth, only_moves

__all__ = ["Strategy", "computer", "first_move", "human", "random_move"]

Strategy: TypeAlias = Callable[[Tree], AnyMove]

LONG = 30  # characters of a wrong answer that are worth repeating


@outermost
def first_move(tree: Tree) -> AnyMove:
    """Return the first move: the strategy of somebody who plays without a thought.

    >>> from landoflisp.tree import literal_tree
    >>> first_move(literal_tree([7, 8])).tree.board
    7
    """
    _check_goes_on(tree)
    return next(iter(tree.moves))


@outermost
def random_move(seed: object) -> Strategy:
    """Return the strategy that plays any move, all being equally likely.

    It is a pure function of the seed and the position: equal positions get the same move, in every
    process, as long as seed, player and board have a `repr` that says what they are.

    >>> from landoflisp.tree import literal_tree
    >>> tree = literal_tree([7, 8, 9])
    >>> {random_move(seed)(tree).tree.board for seed in range(20)} == {7, 8, 9}
    True
    """
    return partial(_random_move, seed)


def _random_move(seed: object, tree: Tree) -> AnyMove:
    _check_goes_on(tree)
    # What the board consists of: how it is shown has no say in what is played.
    board = tuple(tree.board) if isinstance(tree.board, tuple) else tree.board
    return Random(repr((seed, tree.player, board))).choice(tuple(tree.moves))


@outermost
def computer(search: Search, level: int, value: Value, turns: bool = False) -> Strategy:
    """Return the strategy that looks `level` plies ahead and plays the first move it finds best.

    `search(tree, value)` is any of `landoflisp.search` that needs no more, or one of your own. With
    `turns` the level is counted in turns, for games in which a turn may be several moves. Raises
    `BadInput` for a level below 1.

    >>> from landoflisp.search import negamax
    >>> from landoflisp.tree import literal_tree
    >>> play_well = computer(negamax, 2, lambda board, player: board or 0)
    >>> play_well(literal_tree([[3, 1], [5, 2], [4, 0]])).action
    1

    See Also:
        landoflisp.tree.limit_tree_depth
    """
    check_level(level)
    return partial(_computer, search, level, value, turns)


def _computer(search: Search, level: int, value: Value, turns: bool, tree: Tree) -> AnyMove:
    return begun(tree, search(limit_tree_depth(tree, level, turns), value).line)


def begun(tree: Tree, line: Sequence[Action]) -> AnyMove:
    """Return the move that a line begins with; without a line the first move.

    There is none where no move is better than the worst that a search can think of.
    """
    return only_move(tree, line[0]) if line else first_move(tree)


def only_move(tree: Tree, action: Action) -> AnyMove:
    """Return the move of an action; raise `IllegalMove`, which says what the moves are."""
    (move,) = only_moves(tree, [action]).moves
    return move


def check_level(level: int) -> None:
    """Raise `BadInput` for a level that nobody can look ahead."""
    whole_number("a level", level, 1)


def _check_goes_on(tree: Tree) -> None:
    if not tree.moves:
        raise IllegalMove("there is no move to choose: the game is over")


def _text(tree: Tree, action: Action) -> str:
    return str(action)


def human(
    tree: Tree,
    name: Callable[[Tree, Action], str] = _text,
    read: Callable[[], str] = input,
    write: Callable[[str], object] = print,
) -> AnyMove:
    """Return the move that a person chooses, by its number or its name, when asked in the terminal.

    An answer that is none of the moves gets a line that says so, and the question again. `name`
    says what people call an action of a tree, `read` reads a line, `write` writes one. What `read`
    raises ends the question: `EOFError` at the end of input.

    >>> from landoflisp.tree import literal_tree
    >>> typed = iter(["3", "2"])
    >>> human(literal_tree([7, 8]), read=lambda: next(typed)).action
    choose your move:
    1. 0
    2. 1
    '3' is not a move here: answer with a number from 1 to 2
    choose your move:
    1. 0
    2. 1
    1

    Source: `handle-human`, *Land of Lisp*, chapter 15, whose prompt it has.
    """
    _check_goes_on(tree)
    moves = tuple(tree.moves)
    names = [name(tree, move.action) for move in moves]
    answers = {_plain(called): move for called, move in zip(names, moves, strict=True)}
    answers.update((str(n), move) for n, move in enumerate(moves, 1))
    while True:
        write("choose your move:")
        for n, called in enumerate(names, 1):
            write(f"{n}. {called}")
        answer = _plain(read())
        if answer in answers:
            return answers[answer]
        numbers = f"a number from 1 to {len(moves)}" if len(moves) > 1 else "1"
        write(f"{_quoted(answer)} is not a move here: answer with {numbers}")


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _quoted(answer: str) -> str:
    shown = answer if len(answer) <= LONG else answer[:LONG] + "..."
    return ascii(shown) if answer else "an empty line"
