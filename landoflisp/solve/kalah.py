"""Kalah solved to the last stone: by how much is it won, and by which play?

>>> best = solve(kalah.start(4, 2))
>>> best.value, best.line
(6, (3, 8, 2, 3, 0, 7, 8, 6, 1, 3, 2, 3))
>>> from landoflisp.tree import follow
>>> end = follow(kalah.tree(kalah.start(4, 2), kalah.moves_to_the_end), best.line)
>>> kalah.stores(end.board)
(11, 5)
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from toolz import first

from landoflisp.errors import BadInput, BadPosition
from landoflisp.games import kalah
from landoflisp.games.kalah import Board, Position
from landoflisp.search import Best
from landoflisp.solve.kernels import load
from landoflisp.solve.windows import Bounds, narrowed, next_alpha
from landoflisp.tree import Action, AnyMove, Tree

__all__ = ["MEMORY", "State", "solve"]

MEMORY = 1 << 28
MOST_PITS = 7  # that fit into a word, a byte each
MOST_STONES = 255


class State(NamedTuple):
    """How far a search has come: the bounds of the value, and how many positions it has visited."""

    bounds: Bounds
    nodes: int


def solve(
    position: Position,
    empty_capture: bool = False,
    memory: int = MEMORY,
    kernel: str | None = None,
    report: Callable[[State], object] = bool,
) -> Best:
    """Return by how many stones the player to move wins, a line of best play, positions visited.

    A game goes on until a side is empty, whoever has won it before. With `empty_capture` a stone
    that ends alone in an own pit is stored even if it captures nothing. The table takes no more
    than `memory` bytes and lives as long as the call. The kernel is `compiled` or `interpreted`, by
    default the faster that is there. In a long search `report` hears now and then how it gets on.
    Raises `BadInput`.

    Theorem: the value is that of `negamax` with `kalah.get_lead` on the tree by
    `kalah.moves_to_the_end`, or `moves_with_empty_capture`; each action of the line leads to a
    position of the same value, seen by the same player.

    Source: Irving, Donkers and Uiterwijk, *Solving Kalah* (2000).
    """
    rule = kalah.moves_with_empty_capture if empty_capture else kalah.moves_to_the_end
    tree = kalah.tree(position, rule)
    board = _checked(tree.board)
    state = State(_ends(tree), 0)

    def tell(nodes: int) -> None:
        report(state._replace(nodes=nodes))

    search = _new_search(board, empty_capture, memory, kernel, tell)
    guess = kalah.get_lead(board, position.turn)
    try:
        while state.bounds.lower < state.bounds.upper:
            alpha = next_alpha(state.bounds, guess)
            guess = _bound(search, tree, alpha)
            state = State(narrowed(state.bounds, alpha, guess), search.nodes)
            report(state)
        value = state.bounds.lower
        return Best(value, _line(search, tree, value), search.nodes)
    except RecursionError:
        raise BadInput(
            "a game may have more moves here than Python's stack has room for; "
            "the compiled kernel has"
        ) from None


def _checked(board: Board) -> Board:
    pits, stones = len(board) // 2 - 1, sum(board)
    if pits > MOST_PITS or stones > MOST_STONES:
        raise BadPosition(
            f"boards of up to {MOST_PITS} pits a side and {MOST_STONES} stones can be solved, "
            f"not {pits} pits and {stones} stones"
        )
    return board


def _new_search(
    board: Board,
    empty_capture: bool,
    memory: int,
    kernel: str | None,
    report: Callable[[int], object],
) -> Any:
    pits = len(board) // 2 - 1
    module = load("kalah", kernel).module
    most = memory // (8 * module.ENTRY)
    if most < 1:
        raise BadInput(f"a table takes {8 * module.ENTRY} bytes of memory or more, not {memory!r}")
    # A small game needs no large table, which would take longer to make than the game to solve.
    stones = sum(board) - sum(kalah.stores(board))
    entries = 1 << min(most.bit_length() - 1, 4 + stones // 2)
    return module.Search(pits, empty_capture, entries, report)


# The kernel knows what is still to be won, seen by the player to move; a position has stores, too.


def _bound(search: Any, tree: Tree, alpha: int) -> int:
    """Return a bound of what a position is worth: above alpha a lower bound, else an upper."""
    lead = kalah.get_lead(tree.board, _player(tree))
    bound: int = search.bound(*_words(tree), alpha - lead)
    return lead + bound


def _words(tree: Tree) -> tuple[int, int]:
    """Return the pits of the player to move and of the other as words, a byte a pit."""
    turn = _player(tree)
    sides = turn, kalah.change_turn(turn, tree.board)
    own, opp = (
        sum(tree.board[pit] << 8 * i for i, pit in enumerate(kalah.pits(side, tree.board)))
        for side in sides
    )
    return own, opp


def _ends(tree: Tree) -> Bounds:
    """Return what the value is at least and at most: all that is left may be won or lost."""
    lead = kalah.get_lead(tree.board, _player(tree))
    left = sum(tree.board) - sum(kalah.stores(tree.board))
    return Bounds(lead - left, lead + left)


def _player(tree: Tree) -> int:
    player: Any = tree.player
    return int(player)


def _line(search: Any, tree: Tree, value: int) -> tuple[Action, ...]:
    """Return the line of the first moves that keep the value."""
    line: tuple[Action, ...] = ()
    while moves := tuple(tree.moves):
        action, after = first(move for move in moves if _keeps(search, tree, move, value))
        value = value if after.player == tree.player else -value
        tree, line = after, (*line, action)
    return line


def _keeps(search: Any, tree: Tree, move: AnyMove, value: int) -> bool:
    if move.tree.player == tree.player:
        return _bound(search, move.tree, value - 1) >= value
    return _bound(search, move.tree, -value) <= -value
