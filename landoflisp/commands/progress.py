"""A progress bar for long work, and what a search has to show while it runs."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from inspect import signature
from time import monotonic
from typing import Any, TextIO, TypeAlias

from landoflisp.commands.words import complain
from landoflisp.search import Best, Search, Value
from landoflisp.search.best import NOTHING, better
from landoflisp.tree import Action, Board, Move, Moves, Player, Tree

__all__ = ["Counter", "Show", "Watch", "aside", "attended", "is_terminal", "progress"]

Show: TypeAlias = Callable[[float, str], None]

SOON = 0.5  # seconds: work that takes less needs no bar
EVERY = 1000  # evaluations from one look at the clock to the next
PLIES = 4  # how deep below the root a search is attended; below that it runs at full speed

HINT = "pip install 'landoflisp[progress]' to see a progress bar here"


def is_terminal(stream: TextIO | None) -> bool:
    """Tell whether a person is likely to look at what is written there."""
    return stream is not None and stream.isatty()


@contextmanager
def progress(total: float, form: str) -> Iterator[Show]:
    """Yield `show(done, text)`, which moves a bar on standard error if that is a terminal.

    `form` is a tqdm format, whose `{desc}` is the text. Without tqdm, which is an optional extra,
    one line says how to get it as soon as the work has become long.
    """
    if not is_terminal(sys.stderr):
        yield lambda done, text: None
        return
    try:
        from tqdm import tqdm
    except ImportError:
        yield _hint_later()
        return
    with tqdm(
        total=total,
        bar_format=form,
        delay=SOON,
        leave=False,
        dynamic_ncols=True,
        unit_scale=True,
        miniters=0,  # time alone decides when to draw
        smoothing=0,
        file=sys.stderr,
    ) as bar:

        def show(done: float, text: str) -> None:
            bar.set_description_str(text, refresh=False)
            bar.update(done - bar.n)

        yield show


@contextmanager
def aside() -> Iterator[None]:
    """Take the bar away, if there is one, while something else is printed."""
    tqdm = sys.modules.get("tqdm")  # without a bar it is not imported
    with tqdm.tqdm.external_write_mode(file=sys.stderr) if tqdm else nullcontext():
        yield


def _hint_later() -> Show:
    due = monotonic() + SOON

    def show(done: float, text: str) -> None:
        nonlocal due
        if monotonic() >= due:
            due = float("inf")
            complain(HINT)

    return show


class Counter:
    """A value function that counts its calls and makes a report of every thousandth."""

    def __init__(self, value: Callable[[Any, Any], Any], report: Callable[[int], None]) -> None:
        self.value = value
        self.report = report
        self.evaluations = 0

    def __call__(self, board: Board, player: Player) -> Any:
        """Return the value, and count."""
        self.evaluations += 1
        if not self.evaluations % EVERY:
            self.report(self.evaluations)
        return self.value(board, player)


def attended(
    tree: Tree, see: Callable[[float], None], plies: int = PLIES, start: float = 0, end: float = 1
) -> Tree:
    """Return the same tree, which tells how much of it lies behind whoever walks through it.

    `see(share)` hears it at each move of the topmost plies, where all moves of a position count for
    equal shares of it.

    >>> from landoflisp.tree import flatten_tree, literal_tree
    >>> shares = []
    >>> _ = list(flatten_tree(attended(literal_tree([[1, 3], 4]), shares.append)))
    >>> shares
    [0.0, 0.0, 0.25, 0.5]
    """
    return tree._replace(moves=Moves(_attended_moves, (tree.moves, see, plies, start, end)))


def _attended_moves(
    moves: Iterable[Move], see: Callable[[float], None], plies: int, start: float, end: float
) -> Iterator[Move]:
    ahead = tuple(moves)
    for i, (action, tree) in enumerate(ahead):
        here, there = (start + (end - start) * n / len(ahead) for n in (i, i + 1))
        see(here)
        yield Move(action, attended(tree, see, plies - 1, here, there) if plies > 1 else tree)


class Watch:
    """What is known while a search runs, and shown: all of it that is left after an interrupt.

    `value` counts the evaluations; `rounds` are the answers of searches of the whole tree, of which
    some methods need many; `first` holds, for the round that is under way, the first moves that are
    finished, as the player at the root sees them.
    """

    def __init__(self, value: Callable[[Any, Any], Any], show: Show) -> None:
        self.value = Counter(value, lambda _: self.tell())
        self.show = show
        self.share = 0.0
        self.rounds: list[Best] = []
        self.first: dict[Action, Best] = {}
        self.stage = ""

    def tell(self) -> None:
        """Show how far the search has come."""
        self.show(self.share, f"{self.value.evaluations:,} evaluations{self.stage}")

    def see(self, share: float) -> None:
        """Note how much of the tree lies behind; what is searched again does not count back."""
        self.share = max(self.share, share)
        self.tell()

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

            best = search(attended(tree, self.see), value, *window, recur=first_move)
            self.rounds.append(best)
            return best

        return from_root
