"""Hypothesis strategies for trees and positions, for everybody's property tests.

Needs Hypothesis: `pip install 'landoflisp[test]'`.

>>> from hypothesis import given
>>> from landoflisp import fail_soft, negamax
>>> @given(trees())
... def test_fail_soft_equals_negamax(tree):
...     assert fail_soft(tree, zero_sum).value == negamax(tree, zero_sum).value
>>> test_fail_soft_equals_negamax()
"""

from fractions import Fraction
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from landoflisp.games import dice_of_doom, kalah, minimax_game, reversi
from landoflisp.tree import AnyMove, Chance, Move, Outcome, Player, Tree, branches

__all__ = [
    "dice_of_doom_positions",
    "kalah_positions",
    "minimax_positions",
    "reversi_positions",
    "trees",
    "windows",
    "zero_sum",
]


def zero_sum(board: Any, player: Player) -> Any:
    """Return the number on the board as player 0 sees it, turned round for anybody else."""
    return board if player == 0 else -board


def trees(
    values: st.SearchStrategy[Any] | None = None,
    max_leaves: int = 30,
    *,
    players: int = 2,
    chance: bool = False,
) -> st.SearchStrategy[Tree]:
    """Return a strategy for finite trees of players 0, 1 and so on, with a number on every board.

    Turns come in any order: passes and extra moves are in it, and, if asked for, chance moves with
    rational probabilities. It shrinks to few nodes and noughts.
    """
    numbers = st.integers(-9, 9) if values is None else values
    whose = st.integers(0, players - 1)
    leaves = st.builds(Tree, whose, numbers, st.just(()))

    def nodes(children: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
        ways: st.SearchStrategy[Any] = children
        if chance:
            weighted = st.tuples(st.integers(1, 6), children)
            ways = children | st.lists(weighted, min_size=1, max_size=3)
        return st.builds(_node, whose, numbers, st.lists(ways, min_size=1, max_size=4))

    return st.recursive(leaves, nodes, max_leaves=max_leaves)


def _node(player: Player, board: Any, ways: list[Tree | list[tuple[int, Tree]]]) -> Tree:
    return Tree(player, board, tuple(_move(i, way) for i, way in enumerate(ways)))


def _move(action: int, way: Tree | list[tuple[int, Tree]]) -> AnyMove:
    if isinstance(way, Tree):
        return Move(action, way)
    total = sum(weight for weight, _ in way)
    return Chance(action, tuple(Outcome(Fraction(weight, total), tree) for weight, tree in way))


def windows(lowest: int = -12, highest: int = 12) -> st.SearchStrategy[tuple[int, int]]:
    """Return a strategy for windows (alpha, beta) of whole numbers, alpha below beta."""
    ends = st.integers(lowest, highest)
    return st.tuples(ends, ends).filter(lambda pair: pair[0] != pair[1]).map(_sorted_pair)


def _sorted_pair(pair: tuple[int, int]) -> tuple[int, int]:
    return min(pair), max(pair)


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
