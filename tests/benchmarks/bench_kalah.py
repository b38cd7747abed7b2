"""What the Kalah article left open, in figures, and how fast the pure search is.

    python -m tests.benchmarks.bench_kalah [--level N] [--runs N]

The author tried null windows on moves that keep the turn, found no use in them, and left the order
of moves to the reader. Here every way is asked at every position of the article's games (those of
its NegaScout, levels 2 to N of either player), so that all have the same work to do. A figure is
how often a position was valued; `to order` is how often to put moves in order, on top of that.

Levels 2 to 5, all cells together:

                                               evaluations   to order  share
    NegaScout of the article                       941,997          0   1.00
    - and moves that keep the turn scouted       1,152,745          0   1.22
    - and exact scouted values trusted             906,602          0   0.96
    fail-soft nega-alpha                         1,140,613          0   1.21
    NegaScout of the textbooks                     898,253          0   0.95
    - and moves that keep the turn scouted       1,110,543          0   1.18
    - ordered: moves that keep the turn first      501,936          0   0.53
    - ordered at sight                             345,870          0   0.37
    - ordered by a search one turn deep            137,837  3,325,655   3.68

So null windows on moves that keep the turn cost a fifth more. Ordering pays: by whether a move
keeps the turn, how much it stores, how near the pit is to the store (three facts that take no
valuing) it leaves a third of the work. A search one turn deep orders far better still, and costs
more than it saves.

Below, the time of the game of level 4 against 4, the port's and the pure search's in turn: the pure
search takes about 1.9 times as long.
"""

import argparse
import contextlib
import io
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from landoflisp import (
    Best,
    Move,
    Tree,
    fail_soft,
    follow,
    kalah,
    limit_tree_depth,
    negascout,
    sort_moves,
    turn_moves,
)
from ports import board as kalah_board
from ports import kalah5

FIRST, SECOND = 6, 13
GAME = (4, 4), 45_380

article = partial(negascout, scout_first=True)


class Way(NamedTuple):
    """A search, and the key by which it orders moves if it does."""

    search: Callable[..., Best]
    key: Callable[[Any], Any] | None = None


def mover(move: Move) -> int:
    """Return who makes a move: the owner of the pit."""
    return FIRST if move.action < FIRST else SECOND


def changes_turn(move: Move) -> bool:
    """Sort moves that keep the turn first."""
    return move.tree.player != mover(move)


def at_sight(move: Move) -> tuple[bool, int, int]:
    """Sort by what is seen without valuing: keeps the turn, stores most, nearest to the store."""
    return changes_turn(move), -move.tree.board[mover(move)], -move.action


def by_search(value: Callable[..., int]) -> Callable[[Move], int]:
    """Sort by what a search one turn deep finds after the move."""

    def key(move: Move) -> int:
        found = fail_soft(limit_tree_depth(move.tree, 1, turns=True), value).value
        return found if changes_turn(move) else -found

    return key


def ways(value: Callable[..., int]) -> dict[str, Way]:
    """Return the ways to search, by name; `value` is what they order by."""
    return {
        "NegaScout of the article": Way(article),
        "- and moves that keep the turn scouted": Way(partial(article, scout_extra=True)),
        "- and exact scouted values trusted": Way(partial(article, trust_exact=True)),
        "fail-soft nega-alpha": Way(fail_soft),
        "NegaScout of the textbooks": Way(negascout),
        "- and moves that keep the turn scouted ": Way(partial(negascout, scout_extra=True)),
        "- ordered: moves that keep the turn first": Way(negascout, changes_turn),
        "- ordered at sight": Way(negascout, at_sight),
        "- ordered by a search one turn deep": Way(negascout, by_search(value)),
    }


def game(*levels: int) -> Iterator[tuple[Tree, int]]:
    """Yield the positions at which one of the article's games asks a search, and how deep."""
    depths = dict(zip((FIRST, SECOND), levels, strict=True))
    tree = kalah.tree(kalah.start())
    while tree.moves:
        depth = depths[tree.player]
        yield tree, depth
        best = article(limit_tree_depth(tree, depth, turns=True), kalah.get_value)
        tree = follow(tree, turn_moves(tree, best.line))


class Counter:
    """A value function that counts its calls."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, board: kalah.Board, turn: int) -> int:
        self.calls += 1
        return kalah.get_value(board, turn)


def counts(way: Way, counter: Counter, positions: list[tuple[Tree, int]]) -> tuple[int, int]:
    """Return the evaluations of a way at all positions: of its searches, and of its ordering."""
    before, searched = counter.calls, 0
    for tree, depth in positions:
        limited = limit_tree_depth(tree, depth, turns=True)
        ordered = sort_moves(limited, way.key) if way.key else limited
        searched += way.search(ordered, counter).evaluations
    return searched, counter.calls - before - searched


def seconds(run: Callable[[], int]) -> float:
    """Return how much processor time a game took, after a look at how many evaluations it made."""
    before = time.process_time()
    evaluations = run()
    elapsed = time.process_time() - before
    if evaluations != GAME[1]:
        raise SystemExit(f"{run.__name__} valued {evaluations} positions, not {GAME[1]}")
    return elapsed


def pure() -> int:
    """Play the game with the pure search."""
    evaluations = 0
    tree = kalah.tree(kalah.start())
    while tree.moves:
        best = article(limit_tree_depth(tree, 4, turns=True), kalah.get_value)
        tree = follow(tree, turn_moves(tree, best.line))
        evaluations += best.evaluations
    return evaluations


def port() -> int:
    """Play the game with the port."""
    with contextlib.redirect_stdout(io.StringIO()):
        kalah5.play(*GAME[0])
    return kalah_board.count


def main() -> None:
    """Count, measure, and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--level", type=int, default=4, help="the deepest level (4)")
    parser.add_argument("--runs", type=int, default=5, help="runs of either, in turn (5)")
    args = parser.parse_args()

    measured: dict[str, list[float]] = {"port": [], "pure": []}
    for _ in range(args.runs):
        for name, run in (("port", port), ("pure", pure)):
            measured[name].append(seconds(run))
    medians = {name: statistics.median(times) for name, times in measured.items()}

    counter = Counter()
    levels = range(2, args.level + 1)
    cells = {(a, b): list(game(a, b)) for b in levels for a in levels}
    figures = {
        name: {levels: counts(way, counter, positions) for levels, positions in cells.items()}
        for name, way in ways(counter).items()
    }
    base = sum(found for found, _ in figures["NegaScout of the article"].values())
    print("First player's level, second player's level, evaluations (+ to order moves)\n")
    for name, row in figures.items():
        print(name)
        for (a, b), (found, ordering) in row.items():
            print(f"    {a} {b} {found:9,}" + (f" + {ordering:,}" if ordering else ""))
    print(f"\n{'all together':42} {'evaluations':>11} {'to order':>10} {'share':>6}")
    for name, row in figures.items():
        found, ordering = (sum(column) for column in zip(*row.values(), strict=True))
        print(f"{name:42} {found:11,} {ordering:10,} {(found + ordering) / base:6.2f}")

    print(f"\n{'4 against 4':12} {'median s':>9} {'min s':>7} {'x port':>7} {'eval/s':>9}")
    for name, times in measured.items():
        print(
            f"{name:12} {medians[name]:9.3f} {min(times):7.3f}"
            f" {medians[name] / medians['port']:7.2f} {GAME[1] / medians[name]:9,.0f}"
        )


if __name__ == "__main__":
    main()
