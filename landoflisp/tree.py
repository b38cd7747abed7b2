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
from math import inf
from operator import attrgetter
from typing import Any, NamedTuple, NoReturn, TypeAlias, TypeVar

from toolz import concat

from landoflisp.errors import BadInput, IllegalMove, quoted, whole_number
from landoflisp.literal import read_lists
from landoflisp.recursion import ITSELF, outermost

__all__ = [
    "NO_MOVES",
    "Action",
    "AnyMove",
    "Board",
    "Chance",
    "Move",
    "Moves",
    "Outcome",
    "Player",
    "Rule",
    "Tree",
    "branches",
    "flatten_tree",
    "fold_tree",
    "follow",
    "limit_tree_depth",
    "line_first",
    "literal_tree",
    "map_branches",
    "map_tree",
    "only_moves",
    "perft",
    "rule_of",
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

    The rule is a module-level function that gives `Move` after `Move` (or `Chance`); its arguments
    are hashable. Two `Moves` are equal when rule and arguments are. No moves are false, as NIL is
    in Lisp; to ask makes the first move, no more.

    >>> evens = Moves(range, (0, 6, 2))
    >>> list(evens), list(evens)
    ([0, 2, 4], [0, 2, 4])
    >>> evens == Moves(range, (0, 6, 2)), bool(evens), bool(NO_MOVES)
    (True, True, False)
    """

    rule: Callable[..., Iterable[Any]]
    args: tuple[Any, ...] = ()

    def __iter__(self) -> Iterator["AnyMove"]:
        return iter(self.rule(*self.args))

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __repr__(self) -> str:
        return f"Moves({getattr(self.rule, '__name__', self.rule)}, ...)"


class Tree(NamedTuple):
    """A position and all that can come of it: whose turn, the board, the moves.

    `moves` is anything that iterates over `Move` (or `Chance`) and is a value: `Moves`, which
    expands them when asked, or a plain tuple.
    """

    player: Player
    board: Board
    moves: Iterable["AnyMove"]

    def __repr__(self) -> str:
        moves = "()" if self.moves == () else "NO_MOVES" if self.moves == NO_MOVES else "..."
        return f"Tree(player={_short(self.player)}, board={_short(self.board)}, {moves=!s})"

    # What shows trees knows trees, and is known here only where somebody looks at one.

    def __str__(self) -> str:
        from landoflisp.show.boards import position_text

        return position_text(self)

    def _repr_html_(self) -> str:
        from landoflisp.show.board_svg import position_html

        return position_html(self)

    def _repr_svg_(self) -> str:
        from landoflisp.show.board_svg import board_svg

        return board_svg(self)


def _short(value: object, width: int = 46) -> str:
    text = repr(value)
    return text if len(text) <= width else f"{text[: width - 3]}..."


class Move(NamedTuple):
    """One way to go on: the action and the tree that it leads to."""

    action: Action
    tree: Tree


class Chance(NamedTuple):
    """One way to go on that chance decides: the action and its outcomes, one of which comes about.

    In a line it stands as the pair (action, number of the outcome, from 0).
    """

    action: Action
    outcomes: tuple["Outcome", ...]

    @property
    def tree(self) -> NoReturn:
        """Raise `BadInput`: the searches that ask are for games without chance."""
        raise BadInput(
            f"{self.action!r} is a chance move, which leads to more than one tree: rate it "
            "(get_ratings, rate_position), or follow one of its outcomes"
        )


class Outcome(NamedTuple):
    """What a chance move may come to: how likely it is, and the tree that it leads to.

    The probabilities of a chance move add up to 1.
    """

    probability: Any
    tree: Tree


AnyMove: TypeAlias = Move | Chance
NO_MOVES = Moves(tuple)

# Nodes are made by the million, and the constructor of a NamedTuple is a function in Python.
new = tuple.__new__


# Where trees come from


@outermost
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
    return Tree(player, board, Moves(_unfold_moves, (rule, player, board, inf, False)))


def _unfold_moves(
    rule: Rule, player: Player, board: Board, depth: float, turns: bool
) -> Iterator[Move]:
    for action, successor, after in rule(player, board):
        left = depth if turns and successor == player else depth - 1
        moves = Moves(_unfold_moves, (rule, successor, after, left, turns)) if left else NO_MOVES
        yield new(Move, (action, new(Tree, (successor, after, moves))))


def rule_of(moves: Any) -> Any:
    """Return the rule that moves come from in the end, under all that transforms them.

    There is none (None) where the moves are just there, or where the boards are not those of a game
    any more, after `map_tree`. `moves` may be those of a tree, or the tree.

    >>> def take(player, stones):
    ...     return [(n, player, stones - n) for n in (1, 2) if n <= stones]
    >>> rule_of(limit_tree_depth(unfold_tree(take, "a", 3), 2)) is take
    True
    """
    while True:
        match moves:
            case Tree() as tree:
                moves = tree.moves
            case Moves(rule=rule, args=args) if moves != NO_MOVES and rule is not _map_moves:
                beneath = next(filter(None, map(rule_of, args)), None)
                # `unfold_tree` is told the rule; a game may also make its moves by itself.
                return beneath or next(filter(callable, args), rule)
            case (Move(_, tree), *_) | (Chance(_, ((_, tree), *_)), *_):
                moves = tree
            case _:
                return None


@outermost
def literal_tree(shape: Any, players: Iterable[Player] = (0, 1)) -> Tree:
    """Return the tree that nested sequences draw: a sequence is a node, anything else a leaf.

    A leaf's board is what stands there, a node's board is None; actions count from 0; the players
    take turns. A text draws the sequences and numbers that are written in it, in Lisp's notation or
    in Python's. Raises `BadInput` for any other text, for no players, and for sequences that go
    deeper than Python's stack.

    >>> tree = literal_tree("((1 3) 4)")
    >>> tree == literal_tree([[1, 3], 4])
    True
    >>> [node.board for node in flatten_tree(tree)]
    [None, None, 1, 3, 4]
    >>> follow(tree, [0, 1])
    Tree(player=0, board=3, moves=())

    See Also:
        unfold_tree
    """
    if not isinstance(players, Iterable) or not (turns := tuple(players)):
        raise BadInput(f"players are one or more, such as (0, 1), not {quoted(players)}")
    return _literal_tree(read_lists(shape) if isinstance(shape, str) else shape, turns)


def _literal_tree(shape: Any, players: tuple[Player, ...]) -> Tree:
    player, *others = players
    if not isinstance(shape, list | tuple):
        return Tree(player, shape, ())
    turned = (*others, player)
    moves = []  # in a loop: a comprehension would make every ply one call deeper
    for i, below in enumerate(shape):
        moves.append(Move(i, _literal_tree(below, turned)))
    return Tree(player, None, tuple(moves))


# From tree to tree, lazily


@outermost
def limit_tree_depth(tree: Tree, depth: int, turns: bool = False) -> Tree:
    """Return the tree cut off below `depth` plies, or `depth` turns.

    A turn lasts until it is another player's: a move that keeps the turn costs no depth. Raises
    `BadInput` for a depth below 0. Where the cut falls, `moves` is `NO_MOVES`.

    >>> [node.board for node in flatten_tree(limit_tree_depth(literal_tree([[1, 3], 4]), 1))]
    [None, None, 4]
    >>> twice = literal_tree([[[1], 2], 3], players=("a", "a", "b"))
    >>> [node.board for node in flatten_tree(limit_tree_depth(twice, 1, turns=True))]
    [None, None, None, 2, 3]

    Source: `limit-tree-depth`, *Land of Lisp*, chapter 18; Hughes's `prune`.
    """
    plies = whole_number("a depth", depth, 0)
    return tree._replace(moves=_limited(tree, plies, turns))


def _limited(tree: Tree, depth: int, turns: bool) -> Moves:
    if depth == 0:
        return NO_MOVES
    if isinstance(tree.moves, Moves) and tree.moves.rule is _unfold_moves:
        *unfolded, deepest, _ = tree.moves.args
        if deepest == inf:
            # What is unfolded no farther than it is asked for need not be cut off.
            return Moves(_unfold_moves, (*unfolded, depth, turns))
    return Moves(_limit_moves, (tree, depth, turns))


def _limit_moves(tree: Tree, depth: int, turns: bool) -> Iterator[AnyMove]:
    def limited(branch: Move) -> Tree:
        keeps_turn = branch.tree.player == tree.player
        left = depth if turns and keeps_turn else depth - 1
        return branch.tree._replace(moves=_limited(branch.tree, left, turns))

    return (map_branches(move, limited) for move in tree.moves)


@outermost
def sort_moves(tree: Tree, key: Callable[[Any], Any], reverse: bool = False) -> Tree:
    """Return the tree with the moves of every node in the order of `key`, the least first.

    `key(move)` may look at the action, and at the tree that the move leads to (at the outcomes, if
    chance decides). The sort is stable.

    >>> tree = sort_moves(literal_tree([3, 1, 2]), key=lambda move: move.tree.board)
    >>> [move.action for move in tree.moves]
    [1, 2, 0]

    Source: Hughes's `highfirst`.
    """
    return tree._replace(moves=Moves(_sort_moves, (tree.moves, key, bool(reverse))))


def _sort_moves(
    moves: Iterable[AnyMove], key: Callable[[Any], Any], reverse: bool
) -> Iterator[AnyMove]:
    for move in sorted(moves, key=key, reverse=reverse):
        yield map_branches(move, lambda branch: sort_moves(branch.tree, key, reverse))


@outermost
def line_first(tree: Tree, line: Iterable[Action]) -> Tree:
    """Return the tree with the moves of a line before their siblings, all along the line.

    >>> tree = line_first(literal_tree([1, [2, 3], 4]), (1, 1))
    >>> [node.board for node in flatten_tree(tree)]
    [None, None, 3, 2, 1, 4]

    See Also:
        sort_moves
    """
    return tree._replace(moves=Moves(_line_first, (tree.moves, tuple(line))))


def _line_first(moves: Iterable[AnyMove], line: tuple[Action, ...]) -> Iterator[AnyMove]:
    if not line:
        yield from moves
        return
    ahead, *rest = line

    def further(branch: Move) -> Tree:
        return line_first(branch.tree, rest) if branch.action == ahead else branch.tree

    for move in sorted(moves, key=lambda m: all(b.action != ahead for b in _branches(m))):
        yield map_branches(move, further)


@outermost
def only_moves(tree: Tree, actions: Iterable[Action]) -> Tree:
    """Return the tree with no first moves but these, in the tree's order.

    Raises `IllegalMove` if one of them is not a move of the tree.

    >>> [move.action for move in only_moves(literal_tree([5, 6, 7]), [2, 0]).moves]
    [0, 2]
    """
    kept = tuple(actions)
    for action in kept:
        _find(tree, action, attrgetter("moves"))
    return tree._replace(moves=tuple(move for move in tree.moves if move.action in kept))


@outermost
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


def _map_moves(
    moves: Iterable[AnyMove], function: Callable[[Board, Player], Board]
) -> Iterator[AnyMove]:
    return (map_branches(move, lambda branch: map_tree(branch.tree, function)) for move in moves)


def map_branches(move: AnyMove, function: Callable[[Move], Tree]) -> AnyMove:
    """Return the move with `function(branch)` for the tree of every branch: stages do that.

    A move is its own branch; a chance move has one for each outcome.

    >>> map_branches(Move("stay", literal_tree(6)), lambda branch: literal_tree(7)).tree.board
    7

    See Also:
        branches
    """
    if isinstance(move, Chance):
        trees = map(function, _branches(move))
        odds = (outcome.probability for outcome in move.outcomes)
        return Chance(move.action, tuple(map(Outcome, odds, trees)))
    return Move(move.action, function(move))


# From tree to answer


@outermost
def branches(tree: Tree) -> Iterator[Move]:
    """Return every way that a tree can go on, as plain moves: what stands in a line, and its tree.

    A move is that by itself; a chance move is one for each outcome, with (action, number of the
    outcome) for the action.

    >>> heads, tails = (Outcome(0.5, literal_tree(shape)) for shape in (7, 8))
    >>> tree = Tree("a", None, (Move("stay", literal_tree(6)), Chance("toss", (heads, tails))))
    >>> [(step, after.board) for step, after in branches(tree)]
    [('stay', 6), (('toss', 0), 7), (('toss', 1), 8)]
    >>> follow(tree, [("toss", 1)]).board
    8
    """
    return _ways(tree)


def _ways(tree: Tree) -> Iterator[Move]:
    ways: Iterator[Move] = concat(map(_branches, tree.moves))
    return ways


def _branches(move: AnyMove) -> tuple[Move, ...]:
    if isinstance(move, Chance):
        action, outcomes = move
        return tuple(Move((action, i), tree) for i, (_, tree) in enumerate(outcomes))
    return (move,)


@outermost
def fold_tree(
    tree: Tree,
    function: Callable[[Tree, Iterator[Result]], Result],
    *,
    recur: Callable[..., Result] = ITSELF,
) -> Result:
    """Return `function(node, results)` of the root, where `results` are those of its children.

    The results are an iterator: a child that is not asked for is not folded. Each outcome of a
    chance move is a child. `memoized(fold_tree)` of `landoflisp.search` folds equal trees once.

    >>> def height(node, heights):
    ...     return 1 + max(heights, default=-1)
    >>> fold_tree(literal_tree([[1, 3], 4]), height)
    2
    """
    return function(tree, (recur(branch.tree, function) for branch in _ways(tree)))


@outermost
def size_tree(tree: Tree) -> int:
    """Return how many nodes the tree has, the root among them.

    >>> size_tree(literal_tree([[1, 3], 4]))
    5
    """
    return sum(1 for _ in _walk(tree))


@outermost
def perft(tree: Tree, depth: int) -> int:
    """Return how many nodes lie exactly `depth` plies below the root: the test of every rule.

    >>> [perft(literal_tree([[1, 3], 4]), depth) for depth in range(4)]
    [1, 2, 2, 0]
    """
    plies = whole_number("a depth", depth, 0)
    return sum(1 for ply, _ in _walk(tree, plies) if ply == plies)


@outermost
def flatten_tree(tree: Tree) -> Iterator[Tree]:
    """Yield the nodes of the tree, a node before its children, the children in order.

    >>> [node.board for node in flatten_tree(literal_tree([[1, 3], 4]))]
    [None, None, 1, 3, 4]
    """
    return (node for _, node in _walk(tree))


def _walk(tree: Tree, depth: float = inf) -> Iterator[tuple[int, Tree]]:
    """Yield the plies below the root, and the node, of all nodes that are no deeper.

    The line that leads to a node stands in a list: Python's stack sets it no limit.
    """
    yield 0, tree
    line = [_ways(tree)] if depth else []
    while line:
        for branch in line[-1]:
            yield len(line), branch.tree
            if len(line) < depth:
                line.append(_ways(branch.tree))
                break
        else:
            line.pop()


@outermost
def follow(tree: Tree, line: Iterable[Action]) -> Tree:
    """Return the tree that a line of actions leads to.

    Raises `IllegalMove`, which says what the moves are, for an action that is none of them.

    >>> follow(literal_tree([[1, 3], 4]), [0, 1]).board
    3
    """
    for step in line:
        tree = _find(tree, step, _ways).tree
    return tree


def _find(tree: Tree, action: Action, ways: Callable[[Tree], Iterable[AnyMove]]) -> AnyMove:
    for move in ways(tree):
        if move.action == action:
            return move
    allowed = ", ".join(str(move.action) for move in ways(tree)) or "none, the game is over"
    raise IllegalMove(f"{action!r} is not a move here; the moves are: {allowed}")
