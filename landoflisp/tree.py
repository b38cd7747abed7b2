"""Game trees as in Lisp: a tree is (player board moves), a move is (action tree), moves are lazy.

`Moves` is a rule and its arguments, applied afresh each time somebody iterates. So a tree is a
value: it compares, hashes and pickles by what it is, costs nothing before it is asked for, and
keeps nothing alive that was asked for. Billions of nodes that are few distinct trees cost what the
few do.

The tree comes first in every function; a stage of a pipe is a `functools.partial`.

Source: *Land of Lisp*, chapters 15 and 18, for the shape; Hughes, *Why Functional Programming
Matters*, section 5, for the transformations.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, TypeVar

from toolz import concat

from landoflisp.errors import BadInput, IllegalMove

__all__ = [
    "NO_MOVES",
    "Action",
    "Board",
    "Move",
    "Moves",
    "Player",
    "Rule",
    "Tree",
    "flatten_tree",
    "fold_tree",
    "follow",
    "limit_tree_depth",
    "line_first",
    "literal_tree",
    "map_tree",
    "only_moves",
    "perft",
    "size_tree",
    "sort_moves",
    "unfold_tree",
]

Player: TypeAlias = Hashable
Board: TypeAlias = Any
Action: TypeAlias = Hashable
Rule: TypeAlias = Callable[[Any, Any], Iterable[tuple[Action, Player, Board]]]
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Moves:
    """The moves of a tree, lazily: a rule and its arguments, applied at each iteration.

    The rule is a module-level function that gives `Move` after `Move`; its arguments are hashable.
    Two `Moves` are equal when rule and arguments are. No moves are false, as NIL is in Lisp; to ask
    makes the first move, no more.

    >>> evens = Moves(range, (0, 6, 2))
    >>> list(evens), list(evens)
    ([0, 2, 4], [0, 2, 4])
    >>> evens == Moves(range, (0, 6, 2)), bool(evens), bool(NO_MOVES)
    (True, True, False)
    """

    rule: Callable[..., Iterable[Any]]
    args: tuple[Any, ...] = ()

    def __iter__(self) -> Iterator["Move"]:
        return iter(self.rule(*self.args))

    def __bool__(self) -> bool:
        return any(True for _ in self)


class Tree(NamedTuple):
    """A position and all that can come of it: whose turn, the board, the moves.

    `moves` is anything that iterates over `Move` and is a value: `Moves`, which expands them when
    asked, or a plain tuple.
    """

    player: Player
    board: Board
    moves: Iterable["Move"]


class Move(NamedTuple):
    """One way to go on: the action and the tree that it leads to."""

    action: Action
    tree: Tree


NO_MOVES = Moves(tuple)


# Where trees come from


def unfold_tree(rule: Rule, player: Player, board: Board) -> Tree:
    """Return the tree of all that a rule allows from a position; nothing is expanded yet.

    `rule(player, board)` gives (action, next player, next board) for each move, and nothing where
    the game is over. It is a module-level function, and boards are hashable: the tree is a value.

    >>> def take(player, stones):
    ...     return [(n, "b" if player == "a" else "a", stones - n) for n in (1, 2) if n <= stones]
    >>> [(action, tree.player, tree.board) for action, tree in unfold_tree(take, "a", 3).moves]
    [(1, 'b', 2), (2, 'b', 1)]

    See Also:
        literal_tree
    """
    return Tree(player, board, Moves(_unfold_moves, (rule, player, board)))


def _unfold_moves(rule: Rule, player: Player, board: Board) -> Iterator[Move]:
    for action, successor, after in rule(player, board):
        yield Move(action, Tree(successor, after, Moves(_unfold_moves, (rule, successor, after))))


def literal_tree(shape: Any, players: tuple[Player, ...] = (0, 1)) -> Tree:
    """Return the tree that nested sequences draw: a sequence is a node, anything else a leaf.

    A leaf's board is what stands there, a node's board is None; actions count from 0; the players
    take turns.

    >>> tree = literal_tree([[1, 3], 4])
    >>> [node.board for node in flatten_tree(tree)]
    [None, None, 1, 3, 4]
    >>> follow(tree, [0, 1])
    Tree(player=0, board=3, moves=())

    See Also:
        unfold_tree
    """
    player, *others = players
    if not isinstance(shape, list | tuple):
        return Tree(player, shape, ())
    turned = (*others, player)
    return Tree(player, None, tuple(Move(i, literal_tree(s, turned)) for i, s in enumerate(shape)))


# From tree to tree, lazily


def limit_tree_depth(tree: Tree, depth: int) -> Tree:
    """Return the tree cut off below `depth` plies.

    Raises `BadInput` for a depth below 0. Where the cut falls, `moves` is `NO_MOVES`.

    >>> [node.board for node in flatten_tree(limit_tree_depth(literal_tree([[1, 3], 4]), 1))]
    [None, None, 4]

    Source: `limit-tree-depth`, *Land of Lisp*, chapter 18; Hughes's `prune`.
    """
    if depth < 0:
        raise BadInput(f"a depth is 0 or more plies, not {depth}")
    return tree._replace(moves=Moves(_limit_moves, (tree.moves, depth)) if depth else NO_MOVES)


def _limit_moves(moves: Iterable[Move], depth: int) -> Iterator[Move]:
    return (Move(action, limit_tree_depth(tree, depth - 1)) for action, tree in moves)


def sort_moves(tree: Tree, key: Callable[[Move], Any], reverse: bool = False) -> Tree:
    """Return the tree with the moves of every node in the order of `key`, the least first.

    `key(move)` may look at the action, and at the tree that the move leads to. The sort is stable.

    >>> tree = sort_moves(literal_tree([3, 1, 2]), key=lambda move: move.tree.board)
    >>> [move.action for move in tree.moves]
    [1, 2, 0]

    Source: Hughes's `highfirst`.
    """
    return tree._replace(moves=Moves(_sort_moves, (tree.moves, key, reverse)))


def _sort_moves(moves: Iterable[Move], key: Callable[[Move], Any], reverse: bool) -> Iterator[Move]:
    for action, tree in sorted(moves, key=key, reverse=reverse):
        yield Move(action, sort_moves(tree, key, reverse))


def line_first(tree: Tree, line: Iterable[Action]) -> Tree:
    """Return the tree with the moves of a line before their siblings, all along the line.

    >>> tree = line_first(literal_tree([1, [2, 3], 4]), (1, 1))
    >>> [node.board for node in flatten_tree(tree)]
    [None, None, 3, 2, 1, 4]

    See Also:
        sort_moves
    """
    return tree._replace(moves=Moves(_line_first, (tree.moves, tuple(line))))


def _line_first(moves: Iterable[Move], line: tuple[Action, ...]) -> Iterator[Move]:
    if not line:
        yield from moves
        return
    ahead, *rest = line
    for action, tree in sorted(moves, key=lambda move: move.action != ahead):
        yield Move(action, line_first(tree, rest) if action == ahead else tree)


def only_moves(tree: Tree, actions: Iterable[Action]) -> Tree:
    """Return the tree with no first moves but these, in the tree's order.

    Raises `IllegalMove` if one of them is not a move of the tree.

    >>> [move.action for move in only_moves(literal_tree([5, 6, 7]), [2, 0]).moves]
    [0, 2]
    """
    kept = tuple(actions)
    for action in kept:
        _move(tree, action)
    return tree._replace(moves=tuple(move for move in tree.moves if move.action in kept))


def map_tree(tree: Tree, function: Callable[[Board, Player], Board]) -> Tree:
    """Return the tree of the same shape with `function(board, player)` for each board.

    >>> doubled = map_tree(literal_tree([1, 2]), lambda board, player: board and 2 * board)
    >>> [node.board for node in flatten_tree(doubled)]
    [None, 2, 4]

    Source: Hughes's `maptree`: a static evaluation is a function to map.
    """
    return Tree(
        tree.player, function(tree.board, tree.player), Moves(_map_moves, (tree.moves, function))
    )


def _map_moves(moves: Iterable[Move], function: Callable[[Board, Player], Board]) -> Iterator[Move]:
    return (Move(action, map_tree(tree, function)) for action, tree in moves)


# From tree to answer


def fold_tree(tree: Tree, function: Callable[[Tree, Iterator[Result]], Result]) -> Result:
    """Return `function(node, results)` of the root, where `results` are those of its children.

    The results are an iterator: a child that is not asked for is not folded.

    >>> def height(node, heights):
    ...     return 1 + max(heights, default=-1)
    >>> fold_tree(literal_tree([[1, 3], 4]), height)
    2
    """
    return function(tree, (fold_tree(move.tree, function) for move in tree.moves))


def size_tree(tree: Tree) -> int:
    """Return how many nodes the tree has, the root among them.

    >>> size_tree(literal_tree([[1, 3], 4]))
    5
    """
    return fold_tree(tree, lambda _, sizes: 1 + sum(sizes))


def perft(tree: Tree, depth: int) -> int:
    """Return how many nodes lie exactly `depth` plies below the root: the test of every rule.

    >>> [perft(literal_tree([[1, 3], 4]), depth) for depth in range(4)]
    [1, 2, 2, 0]
    """
    if depth < 0:
        raise BadInput(f"a depth is 0 or more plies, not {depth}")
    return sum(perft(move.tree, depth - 1) for move in tree.moves) if depth else 1


def flatten_tree(tree: Tree) -> Iterator[Tree]:
    """Yield the nodes of the tree, a node before its children, the children in order.

    >>> [node.board for node in flatten_tree(literal_tree([[1, 3], 4]))]
    [None, None, 1, 3, 4]
    """
    yield tree
    yield from concat(flatten_tree(move.tree) for move in tree.moves)


def follow(tree: Tree, line: Iterable[Action]) -> Tree:
    """Return the tree that a line of actions leads to.

    Raises `IllegalMove`, which says what the moves are, for an action that is none of them.

    >>> follow(literal_tree([[1, 3], 4]), [0, 1]).board
    3
    """
    for action in line:
        tree = _move(tree, action).tree
    return tree


def _move(tree: Tree, action: Action) -> Move:
    for move in tree.moves:
        if move.action == action:
            return move
    allowed = ", ".join(str(move.action) for move in tree.moves) or "none, the game is over"
    raise IllegalMove(f"{action!r} is not a move here; the moves are: {allowed}")
