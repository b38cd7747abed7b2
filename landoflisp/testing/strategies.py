"""Hypothesis strategies for trees and positions: any tree at all, and what play can reach.

A strategy of positions, mapped to trees by the game, is a strategy of trees.

>>> from hypothesis import given
>>> from landoflisp import negamax, reversi
>>> @given(reversi_positions(max_spaces=4).map(reversi.tree))
... def test_a_game_is_worth_what_can_be_counted(tree):
...     assert abs(negamax(tree, reversi.get_value).value) <= 24
>>> test_a_game_is_worth_what_can_be_counted()
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from hypothesis import strategies as st
from toolz import unique

from landoflisp.games import dice_of_doom, kalah, minimax_game, reversi
from landoflisp.tree import AnyMove, Chance, Move, Outcome, Player, Tree, branches, literal_tree

__all__ = [
    "dice_of_doom_positions",
    "dice_of_doom_trees",
    "grown_trees",
    "kalah_positions",
    "kalah_trees",
    "literal_trees",
    "minimax_positions",
    "minimax_trees",
    "reversi_positions",
    "reversi_trees",
    "shape_of",
    "simpler_trees",
    "subtrees",
    "tree_of",
    "trees",
    "uniform_trees",
    "windows",
    "zero_sum",
]

_NUMBERS = st.integers(-9, 9)


def zero_sum(board: Any, player: Player) -> Any:
    """Return the number on the board as player 0 sees it, turned round for anybody else."""
    return board if player == 0 else -board


# Trees of any shape


def trees(
    values: st.SearchStrategy[Any] | None = None,
    max_leaves: int = 30,
    *,
    players: int = 2,
    chance: bool = False,
) -> st.SearchStrategy[Tree]:
    """Return a strategy for finite trees of players 0, 1 and so on, with a number on every board.

    Turns come in any order: passes and extra moves are in it, and, if asked for, chance moves with
    rational probabilities. It shrinks to few nodes and noughts; Hypothesis shows what it found as a
    call of `tree_of`.

    See Also:
        literal_trees, uniform_trees: the players take turns
    """
    numbers = _NUMBERS if values is None else values
    whose = st.integers(0, players - 1)

    def nodes(shapes: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        ways = shapes
        if chance:
            weighted = st.tuples(st.integers(1, 6), shapes)
            ways = shapes | st.lists(weighted, min_size=1, max_size=3)
        return st.tuples(whose, numbers, st.lists(ways, min_size=1, max_size=4))

    return st.recursive(st.tuples(whose, numbers), nodes, max_leaves=max_leaves).map(tree_of)


# What many trees are made of, and made small: a tree as the list of its nodes, parents first.


class Node(NamedTuple):
    """A node in a list of them: below the last one before it that is less deep."""

    depth: int
    player: Player
    number: Any


def _tree_of_nodes(nodes: Iterable[Node]) -> Tree:
    path: list[Any] = []
    for depth, player, number in nodes:
        shape: tuple[Player, Any, list[Any]] = (player, number, [])
        if path:
            del path[max(1, depth) :]
            path[-1][2].append(shape)
        path.append(shape)
    return tree_of(path[0])


def _nodes_of_tree(tree: Tree, depth: int = 0) -> Iterator[Node]:
    yield Node(depth, tree.player, tree.board)
    for move in tree.moves:
        yield from _nodes_of_tree(move.tree, depth + 1)


def _alone(nodes: list[Node]) -> list[Node]:
    return nodes


def _twice_for_1(nodes: list[Node]) -> list[Node]:
    """Put a tree where it can be cut, and then again where it counts: memories go wrong there."""
    cut = Node(2, 0, nodes[0].number)
    return [Node(0, 0, 0), Node(1, 1, 0), cut, *_deeper(nodes), Node(1, 1, 0), *_deeper(nodes)]


def _twice_for_0(nodes: list[Node]) -> list[Node]:
    cut = Node(2, 1, -nodes[0].number)
    below = Node(2, 1, 0), *_deeper(_deeper(nodes, 1))
    return [Node(0, 1, 0), Node(1, 0, 0), cut, *below, Node(1, 0, 0), *below]


def _best_comes_last(nodes: list[Node]) -> list[Node]:
    return [Node(0, 0, 0), *_deeper(nodes, 1), Node(1, 0, 0), Node(2, 0, 9 + abs(nodes[0].number))]


def _deeper(nodes: list[Node], plies: int = 2) -> list[Node]:
    return [node._replace(depth=node.depth + plies) for node in nodes]


# How far up from the last node the next is hung: 0 below it, 1 beside it, 2 beside the one above.
BUSHY, STEEP = (0, 0, 1, 1, 1, 2, 2, 3), (0, 0, 0, 0, 1, 1, 1, 2)
CHAIN, WIDE = (0, 0, 0, 0, 0, 0, 0, 1), (1, 1, 1, 1, 1, 1, 0, 2)
# Forms of trees: how they grow, to how many nodes, and what is put round them. Most are small, for
# mistakes show there; some are deep, for a search that looks so far ahead is wrong one ply later.
FORMS = [
    *[(BUSHY, 1, 8, _alone)] * 2,
    *[(STEEP, 16, 16, _alone)] * 4,
    *[(STEEP, 8, 8, _twice_for_1), (STEEP, 8, 8, _twice_for_0), (STEEP, 32, 32, _alone)] * 2,
    *[(CHAIN, 64, 64, _alone)] * 2,
    (WIDE, 24, 24, _alone),
    (STEEP, 120, 120, _best_comes_last),
]
# Few different numbers make ties, which is where the mistakes are; many make long comparisons.
SPANS = (3, 5, 7, 9, 15)
# No number is too large for a value, or is a float by itself, and it need not be a whole one.
UNITS = (1, 1, 1, 1, 0.5, 1000, 10**20 + 1)


@st.composite
def grown_trees(draw: st.DrawFn) -> Tree:
    """Return a strategy for trees as of `trees`, of many forms, and made fast: a check wants many.

    Hypothesis draws one string of bytes, a node each. See `simpler_trees` for how they shrink.
    """
    bends, least, most, frame = draw(st.sampled_from(FORMS))
    span, unit = draw(st.sampled_from(SPANS)), draw(st.sampled_from(UNITS))
    nodes, depth = [], 0
    for byte in draw(st.binary(min_size=least, max_size=most)):
        code, bend = divmod(byte, 8)
        n = code // 2 % span
        nodes.append(Node(depth, code % 2, (n + 1) // 2 * (unit if n % 2 else -unit)))
        depth = max(1, depth + 1 - bends[bend])
    return _tree_of_nodes(frame(nodes))


def simpler_trees(tree: Tree) -> Iterator[Tree]:
    """Return trees that are a step simpler: fewer nodes, then more noughts.

    >>> [shape_of(tree) for tree in simpler_trees(tree_of((0, 2, [(1, 0)])))]
    [(1, 0), (0, 2), (0, 0, [(0, 0)]), (0, 2, [(0, 0)]), (0, 0, [(1, 0)]), (0, 1, [(1, 0)])]
    """
    return map(_tree_of_nodes, unique(map(tuple, _simpler(list(_nodes_of_tree(tree))))))


def _simpler(nodes: list[Node]) -> Iterator[list[Node]]:
    most = len(nodes)
    sizes = [1 << n for n in reversed(range((most - 1).bit_length()))]
    parts = [slice(i, i + size) for size in sizes for i in range(0, most, size)]
    for part in parts:
        yield _without(nodes, part)
    for part in [slice(0, most), *parts]:
        players = [node._replace(player=0) for node in nodes[part]]
        for same in ([node._replace(number=0) for node in players], players):
            if same != nodes[part]:
                yield [*nodes[: part.start], *same, *nodes[part.stop :]]
    for number in unique(node.number for node in nodes):
        for less in _simpler_numbers(number):
            yield [node._replace(number=less) if node.number == number else node for node in nodes]
    for i, node in enumerate(nodes):
        for less in _simpler_numbers(node.number):
            yield [*nodes[:i], node._replace(number=less), *nodes[i + 1 :]]


def _without(nodes: list[Node], part: slice) -> list[Node]:
    """Return the nodes without some of them; what is below these takes their place."""
    left: list[Node] = []
    above: list[bool] = []  # which of a node's ancestors are left
    for i, node in enumerate(nodes):
        del above[node.depth :]
        is_left = not part.start <= i < part.stop
        if is_left:
            left.append(node._replace(depth=sum(above)))
        above.append(is_left)
    return left


def _simpler_numbers(number: Any) -> Iterator[Any]:
    nearer = number - (number > 0) + (number < 0) if abs(number) < 100 else number // 10
    for less in unique([0, 1, -number, int(number), nearer]):
        if _simplicity(less) < _simplicity(number):
            yield less


def _simplicity(number: Any) -> tuple[bool, Any, bool]:
    return number != int(number), abs(number), number < 0


def literal_trees(
    values: st.SearchStrategy[Any] | None = None, max_leaves: int = 30
) -> st.SearchStrategy[Tree]:
    """Return a strategy for trees in which players 0 and 1 take turns: `literal_tree` draws them.

    Only leaves have a number, so only they can be valued.
    """

    def nodes(shapes: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.lists(shapes, min_size=1, max_size=4)

    numbers = _NUMBERS if values is None else values
    return st.recursive(numbers, nodes, max_leaves=max_leaves).map(literal_tree)


def uniform_trees(
    branching: int, depth: int, values: st.SearchStrategy[Any] | None = None
) -> st.SearchStrategy[Tree]:
    """Return a strategy for trees with `branching` moves everywhere, and all leaves equally deep.

    Otherwise as `literal_trees`.
    """
    shapes: st.SearchStrategy[Any] = _NUMBERS if values is None else values
    for _ in range(depth):
        shapes = st.lists(shapes, min_size=branching, max_size=branching)
    return shapes.map(literal_tree)


def tree_of(shape: Any) -> Tree:
    """Return the tree that is written as in Lisp: (player, board), or (player, board, [moves]).

    A move is the shape that it leads to, or, where chance decides, a list of (weight, shape).
    Actions count from 0.

    >>> from landoflisp.tree import flatten_tree
    >>> tree = tree_of((0, None, [(1, 5), (0, None, [(1, 7)])]))
    >>> [(node.player, node.board) for node in flatten_tree(tree)]
    [(0, None), (1, 5), (0, None), (1, 7)]
    >>> [toss] = tree_of((0, None, [[(1, (0, 5)), (2, (0, 7))]])).moves
    >>> [str(outcome.probability) for outcome in toss.outcomes]
    ['1/3', '2/3']

    See Also:
        shape_of: the other way
    """
    player, board, ways = shape if len(shape) == 3 else (*shape, ())
    return Tree(player, board, tuple(_move(i, way) for i, way in enumerate(ways)))


def _move(action: int, way: Any) -> AnyMove:
    if isinstance(way, tuple):
        return Move(action, tree_of(way))
    total = sum(weight for weight, _ in way)
    outcomes = (Outcome(Fraction(weight, total), tree_of(shape)) for weight, shape in way)
    return Chance(action, tuple(outcomes))


def shape_of(tree: Tree) -> tuple[Any, ...]:
    """Return a finite tree without chance as `tree_of` reads it, whatever its actions are.

    >>> shape_of(literal_tree([[0, 1], 2]))
    (0, None, [(1, None, [(0, 0), (0, 1)]), (1, 2)])
    """
    ways = [shape_of(move.tree) for move in tree.moves]
    return (tree.player, tree.board, ways) if ways else (tree.player, tree.board)


@st.composite
def subtrees(draw: st.DrawFn, tree: Tree, most_plies: int = 60) -> Tree:
    """Return a strategy for what play can reach from a tree: the tree, and so many plies on.

    It shrinks to fewer plies, which may be a tree of more nodes: limit its depth to search it.

    >>> from functools import partial
    >>> from landoflisp import limit_tree_depth, reversi
    >>> shallow = subtrees(reversi.tree(reversi.start())).map(partial(limit_tree_depth, depth=2))
    """
    for _ in range(draw(st.integers(0, most_plies))):
        ways = list(branches(tree))
        if not ways:
            break
        tree = ways[draw(st.integers(0, len(ways) - 1))].tree
    return tree


def windows(lowest: int = -12, highest: int = 12) -> st.SearchStrategy[tuple[int, int]]:
    """Return a strategy for windows (alpha, beta) of whole numbers, alpha below beta."""
    ends = st.integers(lowest, highest)
    return st.tuples(ends, ends).filter(lambda pair: pair[0] != pair[1]).map(_sorted_pair)


def _sorted_pair(pair: tuple[int, int]) -> tuple[int, int]:
    return min(pair), max(pair)


# The games


@st.composite
def reversi_positions(
    draw: st.DrawFn,
    sizes: tuple[tuple[int, int], ...] = ((4, 4), (4, 6), (6, 4)),
    max_spaces: int = 7,
) -> reversi.Position:
    """Return a strategy for reversi positions that play can reach, with few spaces left.

    The spaces are in any order. Positions where the last move was a pass are among them, and
    positions where the game is over.
    """
    rows, columns = draw(st.sampled_from(sizes))
    opening = draw(st.sampled_from(sorted(reversi.OPENINGS)))
    turn, board = reversi.start(rows, columns, opening)
    while legal := list(reversi.moves(turn, board)):
        if len(board.spaces) <= max_spaces and draw(st.booleans()):
            break
        _, turn, board = draw(st.sampled_from(legal))
    return reversi.Position(turn, board._replace(spaces=tuple(draw(st.permutations(board.spaces)))))


def reversi_trees(**options: Any) -> st.SearchStrategy[Tree]:
    """Return a strategy for trees of reversi; options as of `reversi_positions`."""
    return reversi_positions(**options).map(reversi.tree)


@st.composite
def kalah_positions(
    draw: st.DrawFn, sizes: tuple[tuple[int, int], ...] = ((6, 6), (6, 3), (3, 4), (1, 5))
) -> kalah.Position:
    """Return a strategy for Kalah positions of some sizes: pits a side, seeds a pit.

    Half of them are some moves after the start. In the others all the stones lie just anywhere:
    many in one pit, a side empty and not swept, the game over.
    """
    pits, seeds = draw(st.sampled_from(sizes))
    turn, board = kalah.start(pits, seeds)
    if draw(st.booleans()):
        for choice in draw(st.lists(st.integers(0, pits - 1), max_size=60)):
            if legal := list(kalah.moves(turn, board)):
                _, turn, board = legal[choice % len(legal)]
        return kalah.Position(turn, board)
    stones = sum(board)
    cuts = draw(st.lists(st.integers(0, stones), min_size=len(board) - 1, max_size=len(board) - 1))
    ends = [0, *sorted(cuts), stones]
    anywhere = tuple(end - begin for begin, end in pairwise(ends))
    return kalah.position(anywhere, draw(st.sampled_from([turn, kalah.change_turn(turn, board)])))


def kalah_trees(**options: Any) -> st.SearchStrategy[Tree]:
    """Return a strategy for trees of Kalah; options as of `kalah_positions`."""
    return kalah_positions(**options).map(kalah.tree)


@st.composite
def minimax_positions(
    draw: st.DrawFn, sizes: tuple[int, ...] = (1, 2, 3, 8), largest: int = 9
) -> minimax_game.Position:
    """Return a strategy for positions of the MiniMax number game: any numbers, many gone.

    Something is left to take for the player to move.
    """
    size = draw(st.sampled_from(sizes))
    squares = st.none() | st.integers(-largest, largest)
    row = st.lists(squares, min_size=size, max_size=size)
    rows = draw(st.lists(row, min_size=size, max_size=size))
    player = draw(st.sampled_from([minimax_game.FIRST, minimax_game.SECOND]))
    place, line = draw(st.integers(0, size - 1)), draw(st.integers(0, size - 1))
    at = (line, place) if player == minimax_game.FIRST else (place, line)
    rows[at[0]][at[1]] = draw(st.integers(-largest, largest))
    points = st.integers(-5 * largest, 5 * largest)
    return minimax_game.position(rows, player, line, (draw(points), draw(points)))


def minimax_trees(**options: Any) -> st.SearchStrategy[Tree]:
    """Return a strategy for trees of the MiniMax number game; options as of `minimax_positions`."""
    return minimax_positions(**options).map(minimax_game.tree)


@st.composite
def dice_of_doom_positions(
    draw: st.DrawFn,
    rules: tuple[dice_of_doom.Rules, ...] = (
        dice_of_doom.Rules(size=2),
        dice_of_doom.Rules(players=3, size=3),
        dice_of_doom.Rules(players=4, max_dice=5, size=3, dice=True),
    ),
    max_moves: int = 4,
) -> dice_of_doom.Position:
    """Return a strategy for Dice of Doom positions under some rules: a board, and some moves later.

    Half-finished turns are among them, and positions where the game is over.
    """
    agreed = draw(st.sampled_from(rules))
    hexes = st.tuples(st.integers(0, agreed.players - 1), st.integers(1, agreed.max_dice))
    board = tuple(draw(st.lists(hexes, min_size=agreed.size**2, max_size=agreed.size**2)))
    position = dice_of_doom.Position(board, draw(st.integers(0, agreed.players - 1)), rules=agreed)
    for choice in draw(st.lists(st.integers(0, 99), max_size=max_moves)):
        if ways := list(branches(dice_of_doom.tree(position))):
            # The moves are the rules, applied to the rest of the position.
            moves: Any = ways[choice % len(ways)].tree.moves
            position = dice_of_doom.Position._make((*moves.args, moves.rule))
    return position


def dice_of_doom_trees(**options: Any) -> st.SearchStrategy[Tree]:
    """Return a strategy for trees of Dice of Doom; options as of `dice_of_doom_positions`."""
    return dice_of_doom_positions(**options).map(dice_of_doom.tree)
