"""What can be told of a search while it runs: how far it is, what it has found, what that took."""

from collections.abc import Callable, Iterable, Iterator
from inspect import signature
from itertools import count
from typing import Any

from landoflisp.search.best import NOTHING, Best, Search, Value, better
from landoflisp.tree import Action, Board, Move, Moves, Player, Tree

__all__ = ["Watch", "attended", "reporting"]

EVERY = 1000  # evaluations from one report to the next
PLIES = 4  # how deep below the root a search is attended; below that it runs at full speed


def reporting(value: Value, report: Callable[[int], object], every: int = EVERY) -> Value:
    """Return the value function, which after every thousandth call reports the number of calls.

    >>> reports = []
    >>> value = reporting(lambda board, player: 2 * board, reports.append, every=2)
    >>> [value(n, "b") for n in range(5)], reports
    ([0, 2, 4, 6, 8], [2, 4])
    """
    calls = count(1)

    def reported(board: Board, player: Player) -> object:
        call = next(calls)
        if call % every == 0:
            report(call)
        return value(board, player)

    return reported


def attended(
    tree: Tree,
    report: Callable[[float], object],
    plies: int = PLIES,
    start: float = 0,
    end: float = 1,
) -> Tree:
    """Return the same tree, which reports how much of it a search has walked through.

    `report(share)`, with a share from 0 to 1, is called at each move of the topmost plies; all
    moves of a position count for equal shares of it.

    >>> from landoflisp.tree import flatten_tree, literal_tree
    >>> shares = []
    >>> _ = list(flatten_tree(attended(literal_tree([[1, 3], 4]), shares.append)))
    >>> shares
    [0.0, 0.0, 0.25, 0.5]
    """
    return tree.with_moves(Moves(_attended_moves, (tree.moves, report, plies, start, end)))


def _attended_moves(
    moves: Iterable[Move], report: Callable[[float], object], plies: int, start: float, end: float
) -> Iterator[Move]:
    ahead = tuple(moves)
    for i, (action, tree) in enumerate(ahead):
        here, there = (start + (end - start) * n / len(ahead) for n in (i, i + 1))
        report(here)
        yield Move(action, attended(tree, report, plies - 1, here, there) if plies > 1 else tree)


class Watch:
    """What is known while a search runs: all that is left of it after an interrupt.

    Searches are given its `value`, which counts the `evaluations`. `rounds` are the answers of
    searches of the whole tree, of which some methods need many; `first` holds, for the round that
    is under way, the first moves that are finished, as the player at the root sees them.
    `report(share, text)` is called now and then: how much of the tree is done, from 0 to 1, and how
    many evaluations that took.
    """

    def __init__(self, value: Value, report: Callable[[float, str], object]) -> None:
        self.report = report
        self.evaluations = 0
        self.share = 0.0
        self._value = value
        self.rounds: list[Best] = []
        self.first: dict[Action, Best] = {}
        self.stage = ""

    def value(self, board: Board, player: Player) -> Any:
        """Return the value of a board, and count the evaluation."""
        self.evaluations += 1
        if self.evaluations % EVERY == 0:
            self._tell()
        return self._value(board, player)

    def done(self, share: float) -> None:
        """Note how much of the tree is done; what is searched again does not count back."""
        self.share = max(self.share, share)
        self._tell()

    def _tell(self) -> None:
        self.report(self.share, f"{self.evaluations:,} evaluations{self.stage}")

    def over(self, search: Search) -> Search:
        """Return the search, watched: each call of it is a round."""
        root_sees = "player" in signature(search).parameters

        def from_root(tree: Tree, value: Value, *window: Any) -> Best:
            moves = tuple(tree.moves)
            places = {(move.tree.player, move.tree.board): i for i, move in enumerate(moves)}
            self.share, self.first = 0.0, {}

            def first_move(child: Tree, value: Value, *window: Any) -> Best:
                place = places[child.player, child.board]
                self.stage = f", first move {place + 1} of {len(moves)}"
                found = search(child, value, *window)
                action = moves[place].action
                seen = (
                    found._replace(line=(action, *found.line))
                    if root_sees
                    else better(NOTHING, tree, moves[place], found)
                )
                self.first = {**self.first, action: seen}
                return found

            best = search(attended(tree, self.done), value, *window, recur=first_move)
            self.rounds.append(best)
            return best

        return from_root
