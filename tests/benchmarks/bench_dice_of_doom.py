"""Dice of Doom where the book gave up: whole 3x3 games rated, larger boards answered in time.

    python -m tests.benchmarks.bench_dice_of_doom [--boards N]

Rates the recorded 3x3 boards exactly, the largest first, once all through and once stopping at the
best possible share; then lets the lazy computer player choose on 4x4 and 5x5 boards at the book's
levels, from random boards and from checkerboards. A process of its own for each board of the first
table, so that its memory is its own.
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
from typing import Any

from landoflisp.games import dice_of_doom as doom
from landoflisp.search import memoized
from landoflisp.search.ratings import ab_rate_position, choose_move, rate_position
from landoflisp.tree import Tree

GOLDEN = Path(__file__).parents[1] / "golden" / "dice_of_doom.json"


def timed(function: Callable[..., Any], *args: Any) -> tuple[Any, float]:
    """Return the answer of a function and the seconds it took."""
    before = time.perf_counter()
    answer = function(*args)
    return answer, time.perf_counter() - before


def rate(board: doom.Board, player: int) -> tuple[str, float, float, float]:
    """Return the rating for player 0, its seconds, those of the one that may stop, megabytes."""
    tree = doom.game_tree(board, player)
    stopped, soon = timed(memoized(ab_rate_position), tree, 0, doom.share, 1, 0)
    rating, whole = timed(memoized(rate_position), tree, 0, doom.share)
    if rating != stopped:
        raise SystemExit(f"{doom.show(board)}: {rating} all through, {stopped} if it may stop")
    return str(rating), whole, soon, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def choose(tree: Tree, level: int) -> Any:
    """Choose as the book's computer player does: alpha-beta without dice, full ratings with."""
    if any(True for _ in tree.moves):
        return choose_move(tree, doom.score_board, level)
    return None


def checkerboard(size: int, dice: tuple[int, int], players: int = 2) -> doom.Board:
    """Return a board of two kinds of hexes in turn."""
    return tuple(
        ((row + column) % players, dice[(row + column) % 2])
        for row in range(size)
        for column in range(size)
    )


def main() -> None:
    """Measure and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=8, help="how many 3x3 boards (8)")
    boards = parser.parse_args().boards
    records = json.loads(GOLDEN.read_text(encoding="utf-8"))["v1_3x3"]
    records.sort(key=lambda record: -record["distinct_trees"])

    print(f"{'nodes':>16} {'distinct':>9} {'rating':>7} {'whole s':>8} {'stops s':>8} {'MB':>6}")
    for record in records[:boards]:
        board = tuple(tuple(hex_) for hex_ in record["board"])
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:
            rating, whole, soon, memory = pool.submit(rate, board, record["player"]).result()
        equal = "" if rating == record["rate_position_0"] else " NOT AS RECORDED"
        print(
            f"{record['tree_size']:16,} {record['distinct_trees']:9,} {rating:>7}"
            f" {whole:8.2f} {soon:8.3f} {memory:6.0f}{equal}"
        )

    print(f"\n{'computer player':34} {'median s':>8} {'max s':>7}")
    for size in (4, 5):
        classic = doom.Rules(size=size)
        rolled = doom.Rules(players=4, max_dice=5, size=size, dice=True)
        for name, rules, level, worst in (
            ("version 2, level 4", classic, 4, checkerboard(size, (3, 1))),
            ("version 4, level 2", rolled, 2, checkerboard(size, (5, 2), 4)),
        ):
            typical = [doom.gen_board(rules, seed) for seed in range(10)]
            for kind, some in (("random boards", typical), ("checkerboard", [worst])):
                times = [
                    timed(choose, doom.game_tree(board, 0, rules=rules), level)[1] for board in some
                ]
                label = f"{size}x{size} {name}, {kind}"
                print(f"{label:38} {statistics.median(times):6.2f} {max(times):7.2f}")


if __name__ == "__main__":
    main()
