"""What the searches expect of a game, as one check for games that anybody writes."""

import copy
import pickle
import re
from collections import deque
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import islice
from math import isfinite
from numbers import Real
from textwrap import indent
from typing import Any, NamedTuple

from hypothesis import settings as Settings
from hypothesis import strategies as st
from toolz import isdistinct, unique

from landoflisp.search import Value
from landoflisp.testing.smallest import as_strategy, complain_of_smallest, where
from landoflisp.tree import Action, Board, Chance, Move, Player, Tree, branches

__all__ = ["check_game"]

EQUAL = " (tuples, NamedTuples and frozen dataclasses are compared by what they hold)"
MODULE = ": a rule is a function of a module, neither a lambda nor inside another function"
NEAR = 500  # positions that are looked at one by one, those with the shortest lines first
TIMES = 5  # so often a position near the tree is asked for its moves
LONG = 12  # moves of a line that are worth showing
# What is defined at the prompt or in a doctest has a name, but is in no module to be found there.
AT_THE_PROMPT = re.compile(r"attribute lookup [\w.]+ on \S+ failed|not found as [\w.]+$")


class Node(NamedTuple):
    """A position of a game: its tree, the line that leads there, and how its board is drawn."""

    tree: Tree
    line: tuple[Action, ...]
    show: Callable[[Board], str]


class Endless(BaseException):
    """A play that does not end: no `Exception`, for Hypothesis would take for ever to shrink it."""


def check_game(
    tree: Tree | st.SearchStrategy[Tree],
    value: Value | None = None,
    *,
    show: Callable[[Board], str] | None = None,
    parse: Callable[[str], Board] | None = None,
    pickles: bool = True,
    plies: int = 1000,
    settings: Settings | None = None,
) -> None:
    """Raise `AssertionError`, which shows the line that leads there, if a game is not a game.

    All positions near the tree are looked at, and games are played to the end, as they are from
    trees of a strategy. At every position:

    - the moves are the same each time, their actions differ, and probabilities add up to 1;
    - positions are values: equal if they are the same, hashable, not changed by the rule, and
      picklable, but for `pickles=False` (one process is enough for everything but the pools of
      processes that play tournaments; what is defined at the prompt is excused);
    - nothing is expanded before it is asked for;
    - no position comes twice, and the game is over after `plies` moves at most;
    - `value(board, player)`, if given, is a finite number for either of two players, and what one
      wins the other loses. A rating of another kind, such as Dice of Doom's, is not given;
    - `show`, if given, draws every board, and `parse` reads what it draws.

    `settings` are Hypothesis' own. Raises `BadInput` for what is no tree.

    >>> from landoflisp import kalah, unfold_tree
    >>> check_game(kalah.tree(kalah.start(3, 2)), kalah.get_value, show=kalah.show)

    Here is a rule that takes stones away from the very board that it was given:

    >>> class Heap:
    ...     def __init__(self, stones):
    ...         self.stones = stones
    ...     def __eq__(self, other):
    ...         return self.stones == other.stones
    ...     def __hash__(self):
    ...         return hash(self.stones)
    ...     def __repr__(self):
    ...         return f"Heap({self.stones})"
    >>> def take(player, heap):
    ...     if heap.stones:
    ...         heap.stones -= 1
    ...         yield "take", 1 - player, heap
    >>> check_game(unfold_tree(take, 0, Heap(3)))
    Traceback (most recent call last):
    AssertionError: the rule changes the board that it is given
        line      []
        player    0
        board     Heap(3)
        changed   Heap(2)

    See Also:
        landoflisp.testing.check_search
    """
    __tracebackhide__ = True

    def check(node: Node, players: tuple[Player, ...], times: int = 2) -> tuple[Player, ...]:
        ways = _check_moves(node, times)
        _check_board(node, parse, pickles)
        seen = tuple(unique([*players, node.tree.player, *(way.tree.player for way in ways)]))
        if value:
            _check_value(node, value, seen)
        return seen

    def check_near(root: Tree) -> None:
        players: tuple[Player, ...] = ()
        for node in islice(_near(Node(_fresh(root), (), show or repr)), NEAR):
            players = check(node, players, TIMES)

    def check_play(example: tuple[Tree, st.DataObject]) -> None:
        root, data = example
        node = Node(_fresh(root), (), show or repr)
        players: tuple[Player, ...] = ()
        before: dict[Tree, tuple[Action, ...]] = {}
        for _ in range(plies + 1):
            players = check(node, players)
            if node.tree in before:
                line = _shortened(before[node.tree])
                raise _complaint(node, "a position comes back: play may never end", before=line)
            before[node.tree] = node.line
            after = list(_after(node))
            if not after:
                return
            node = after[data.draw(st.integers(0, len(after) - 1))]
        raise Endless(str(_complaint(node, f"the game is not over after {plies} moves")))

    try:
        if isinstance(tree, Tree):
            complain_of_smallest(st.just(tree), check_near, settings)
        complain_of_smallest(st.tuples(as_strategy(tree), st.data()), check_play, settings)
    except Endless as play:
        raise AssertionError(*play.args) from None


def _fresh(tree: Tree) -> Tree:
    """Return a copy of the tree: one that the rule changes shall be found again as it was."""
    try:
        return copy.deepcopy(tree)
    except Exception:
        return tree  # and so there is something to complain of


def _near(node: Node) -> Iterator[Node]:
    """Yield a position and all that come of it, those with the shortest lines first."""
    queue = deque([node])
    while queue:
        yield queue[0]
        queue.extend(_after(queue.popleft()))


def _after(node: Node) -> Iterator[Node]:
    for action, tree in branches(node.tree):
        yield node._replace(tree=tree, line=(*node.line, action))


def _check_moves(node: Node, times: int) -> list[Move]:
    """Return the ways that a position can go on, once their like has been seen so many times."""
    player, board, asked = node.tree
    if isinstance(asked, Iterator):
        what = "the moves can be asked for only once: let unfold_tree make the tree"
        raise _complaint(node, what, moves=f"a {type(asked).__name__}")
    _hash(node, "the player", player)
    _hash(node, "the board", board)
    before = _try(node, "copying the board", copy.deepcopy, board)
    if before != board:
        raise _complaint(node, f"a copy of the board is not equal to it{EQUAL}")
    moves = _try(node, "asking for the moves", list, asked)
    if board != before:
        unchanged = node._replace(tree=node.tree._replace(board=before))
        raise _complaint(unchanged, "the rule changes the board that it is given", changed=board)
    others = [_try(node, "asking for the moves again", list, asked) for _ in range(times - 1)]
    for move in moves:
        if not isinstance(move, Move | Chance):
            raise _complaint(node, "a move is no Move(action, tree)", move=move)
    actions = [move.action for move in moves]
    for action in actions:
        _hash(node, "an action", action)
    if not isdistinct(actions):
        raise _complaint(node, "two moves have the same action", actions=actions)
    for again in others:
        if actions != (then := [move.action for move in again]):
            raise _complaint(node, "the moves are not the same each time", first=actions, then=then)
    for move in moves:
        if isinstance(move, Chance) and sum(odds for odds, _ in move.outcomes) != 1:
            raise _complaint(node, "the probabilities of a move do not add up to 1", move=move)
    ways, same = (list(branches(node.tree.with_moves(some))) for some in (moves, others[0]))
    for way, other in zip(ways, same, strict=True):
        _check_way(node, way, other)
    return ways


def _check_way(node: Node, way: Move, again: Move) -> None:
    """Check where a move leads, without going there."""
    tree, same = way.tree, again.tree
    after = f"after {way.action!r}"
    if not isinstance(tree, Tree):
        raise _complaint(node, f"{after} comes no Tree", found=tree)
    if isinstance(tree.moves, tuple | list) and tree.moves:
        what = f"{after} the moves are there before anybody asks: let unfold_tree make the tree"
        raise _complaint(node, what, moves=f"a {type(tree.moves).__name__}")
    if tree[:2] != same[:2]:
        boards = tree.board, same.board
        raise _complaint(node, f"{after} the board is not the same each time{EQUAL}", boards=boards)
    if tree != same:
        what = f"{after} the moves are made by another rule each time"
        raise _complaint(node, what, rules=(tree.moves, same.moves))
    if _hash(node, f"the tree {after}", tree) != hash(same):
        raise _complaint(node, f"{after} come equal trees with different hashes{EQUAL}")


def _check_board(node: Node, parse: Callable[[str], Board] | None, pickles: bool) -> None:
    """Check that a board can be drawn, and read, and travel."""
    player, board, _ = node.tree
    drawn = _try(node, "show(board)", node.show, board)
    if not isinstance(drawn, str):
        raise _complaint(node._replace(show=repr), "show(board) is no text", found=drawn)
    if parse and (read := _try(node, "parse(show(board))", parse, drawn)) != board:
        raise _complaint(node, "parse(show(board)) is another board", found=read)
    if pickles:
        try:
            travelled = pickle.loads(pickle.dumps(node.tree))
        except Exception as error:
            if not AT_THE_PROMPT.search(str(error)):
                what = f"the tree cannot be pickled (pickles=False allows that){MODULE}"
                raise _complaint(node, what, error=error) from None
        else:
            if travelled[:2] != (player, board):
                raise _complaint(node, f"a pickled tree is another{EQUAL}", found=travelled[:2])


def _check_value(node: Node, value: Value, players: tuple[Player, ...]) -> None:
    """Check what a position is worth to one and to the other."""
    board = node.tree.board
    if len(players) > 2:
        raise _complaint(node, "a value is for two players", players=players)
    worth = {}
    for player in players:
        name = f"value(board, {player!r})"
        before = copy.deepcopy(board)
        number = worth[player] = _try(node, name, value, board, player)
        if board != before:
            raise _complaint(node, f"{name} changes the board", before=before)
        if not isinstance(number, Real | Decimal) or not isfinite(number):
            raise _complaint(node, f"{name} is no finite number", found=number)
    if len(players) == 2 and sum(worth.values()):
        what = "the value is not zero-sum: what one player wins, the other loses"
        said = ", ".join(f"{number} for {player!r}" for player, number in worth.items())
        raise _complaint(node, what, values=said)


def _hash(node: Node, name: str, thing: Any) -> Any:
    return _try(node, f"{name} cannot be hashed (lists cannot, tuples can): it", hash, thing)


def _try(node: Node, what: str, function: Callable[..., Any], *args: Any) -> Any:
    try:
        return function(*args)
    except Exception as error:
        raise _complaint(
            node, f"{what} raises {type(error).__name__}{where(error)}: {error}"
        ) from None


def _complaint(node: Node, what: str, **said: Any) -> AssertionError:
    tree, line, show = node
    try:
        board = show(tree.board)
    except Exception:
        board = repr(tree.board)
    if "\n" in board:
        board = "\n" + indent(board, " " * 8)
    rows = {"line": _shortened(line), "player": repr(tree.player), "board": board, **said}
    return AssertionError("\n".join([what, *(f"    {key:9} {row}" for key, row in rows.items())]))


def _shortened(line: tuple[Action, ...]) -> str:
    """Return how a line begins and ends, and how long it is, if it is long."""
    if len(line) <= LONG:
        return repr([*line])
    first, final = (", ".join(map(repr, part)) for part in (line[: LONG // 2], line[-3:]))
    return f"[{first}, ..., {final}] ({len(line)} moves)"
