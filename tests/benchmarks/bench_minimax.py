"""How long the article's tournament of the MiniMax number game takes, on all cores.

    python -m tests.benchmarks.bench_minimax [--levels N]

1600 games in 16 cells, valued 97 million times by either storey. Seconds are those of the clock;
those of the processors, all together, show what a machine with other work to do would need.
"""

import argparse
import os
import time
from collections.abc import Iterator
from functools import partial

from landoflisp import minimax
from landoflisp.executors.pools import processes
from landoflisp.proofs.minimax_tables import ARTICLE, CHUNK, GAMES, play_in_port, play_in_pure

STOREYS = {"port": play_in_port, "pure": partial(play_in_pure, minimax)}


def chunks(deepest: int) -> Iterator[tuple[tuple[int, int], range]]:
    """Yield the games of every cell up to a level, in the portions that the table is made of."""
    for i, levels in enumerate(ARTICLE):
        if max(levels) <= deepest:
            for begin in range(GAMES * i, GAMES * (i + 1), CHUNK):
                yield levels, range(begin, begin + CHUNK)


def silent(_: int) -> None:
    """Hear of evaluations and say nothing."""


def timed(storey: str, levels: tuple[int, int], numbers: range) -> tuple[int, float]:
    """Return the evaluations of some games, and how much processor time they took."""
    before = time.process_time()
    *_, evaluations = STOREYS[storey](levels, numbers, silent)
    return evaluations, time.process_time() - before


def main() -> None:
    """Play the tournament on either storey and print how long that took."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--levels", type=int, default=5, help="levels 2 to N (5: the article's)")
    args = parser.parse_args()

    print(f"{'':6} {'evaluations':>12} {'seconds':>8} {'processors':>11} {'us each':>8}")
    for storey in STOREYS:
        with processes(os.cpu_count() or 1) as pool:
            before = time.perf_counter()
            games = [pool.submit(timed, storey, *chunk) for chunk in chunks(args.levels)]
            counts, seconds = zip(*(game.result() for game in games), strict=True)
            elapsed = time.perf_counter() - before
        evaluations, spent = sum(counts), sum(seconds)
        each = spent / evaluations * 1e6
        print(f"{storey:6} {evaluations:12,} {elapsed:8.1f} {spent:11.1f} {each:8.2f}")


if __name__ == "__main__":
    main()
