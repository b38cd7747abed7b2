"""Dice of Doom where the book gives up: 3x3 games rated to the end, larger boards answered in time.

    python -m tests.benchmarks.bench_dice_of_doom [--boards N]

First table: the recorded 3x3 boards, the largest first. Their trees are counted and rated whole,
equal trees once, and rated again where the rating may stop at the best possible share. Each board
has a process of its own, so that the memory is its own; it is the most that was held while rating.

Second table: how long the lazy computer player of the book's levels thinks about one move, on
random boards and on the worst that are known, the checkerboards.
"""

import argparse
import json
import resource
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from landoflisp import dice_of_doom as doom
from landoflisp.search import (
    ab_rate_position,
    choose_move,
    memoized,
    rate_position,
    remembering_bounds,
)
from landoflisp.tree import fold_tree

GOLDEN = Path(__file__).parents[1] / "golden" / "dice_of_doom.json"


class Rated(NamedTuple):
    """What was found out about a board, and what it cost."""

    rating: str
    whole: float
    stopping: float
    megabytes: float
    nodes: int
    distinct: int


def timed(function: Callable[..., Any], *args: Any) -> tuple[Any, float]:
    """Return the answer of a function and the seconds it took."""
    before = time.perf_counter()
    answer = function(*args)
    return answer, time.perf_counter() - before


def rate(board: doom.Board, player: int) -> Rated:
    """Rate a board for player 0, whole and stopping, and count its tree."""
    tree = doom.game_tree(board, player)
    rating, whole = timed(memoized(rate_position), tree, 0, doom.share)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    stopped, stopping = timed(remembering_bounds(ab_rate_position), tree, 0, doom.share, 1, 0)
    if rating != stopped:
        raise SystemExit(f"{doom.show(board)}\n{rating} all through, {stopped} if it may stop")
    distinct = 0

    def count(_: Any, sizes: Any) -> int:
        nonlocal distinct
        distinct += 1
        return 1 + sum(sizes)

    nodes = memoized(fold_tree)(tree, count)
    return Rated(str(rating), whole, stopping, megabytes, nodes, distinct)


def checkerboard(size: int, dice: tuple[int, int]) -> doom.Board:
    """Return a board of two players' hexes in turn, with so many dice each."""
    colours = [(row + column) % 2 for row in range(size) for column in range(size)]
    return tuple((colour, dice[colour]) for colour in colours)


def rate_recorded(boards: int | None) -> None:
    """Print the first table; exit with a message if anything is not as recorded."""
    records = json.loads(GOLDEN.read_text(encoding="utf-8"))["v1_3x3"]
    records.sort(key=lambda record: -record["distinct_trees"])
    print(f"{'nodes':>14} {'distinct':>8} {'rating':>6} {'whole s':>7} {'stops s':>7} {'MB':>4}")
    for record in records[:boards]:
        board = tuple((player, dice) for player, dice in record["board"])
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:
            found = pool.submit(rate, board, record["player"]).result()
        recorded = record["rate_position_0"], record["tree_size"], record["distinct_trees"]
        if (found.rating, found.nodes, found.distinct) != recorded:
            raise SystemExit(f"{found} is not what is recorded: {recorded}")
        print(
            f"{found.nodes:14,} {found.distinct:8,} {found.rating:>6} {found.whole:7.2f}"
            f" {found.stopping:7.3f} {found.megabytes:4.0f}",
            flush=True,
        )


def think(rules: doom.Rules, level: int, boards: list[doom.Board]) -> list[float]:
    """Return the seconds for one move on each board where there is one."""
    trees = [doom.game_tree(board, 0, rules=rules) for board in boards]
    return [timed(choose_move, tree, doom.score_board, level)[1] for tree in trees if tree.moves]


def choose_on_large_boards() -> None:
    """Print the second table."""
    print(f"\n{'one move of the computer player':41} {'boards':>6} {'median s':>8} {'max s':>6}")
    for size in (4, 5):
        fixed = doom.Rules(size=size)
        rolled = doom.Rules(players=4, max_dice=5, size=size, dice=True)
        exact = doom.Rules(players=4, max_dice=5, size=size, dice=True, odds="exact")
        kinds = (("no dice", fixed, 4), ("dice", rolled, 2), ("dice, exact odds", exact, 2))
        for name, rules, level in kinds:
            most = rules.max_dice
            random = [doom.gen_board(rules, seed) for seed in range(50)]
            worst = [checkerboard(size, (most, few)) for few in range(1, most)]
            for kind, boards in (("random", random), ("checkerboards", worst)):
                seconds = think(rules, level, boards)
                print(
                    f"{f'{size}x{size}, {name}, level {level}: {kind}':41} {len(seconds):6}"
                    f" {statistics.median(seconds):8.2f} {max(seconds):6.2f}",
                    flush=True,
                )


def main() -> None:
    """Measure, and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, help="how many of the 24 boards (all)")
    rate_recorded(parser.parse_args().boards)
    choose_on_large_boards()


if __name__ == "__main__":
    main()
