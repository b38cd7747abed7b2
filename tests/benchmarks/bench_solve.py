"""How fast the solver's kernels are: positions of 6x6 reversi visited in a second.

    python -m tests.benchmarks.bench_solve [--spaces N] [--runs N]

Plays the opening by the kernel's own order of moves, down to so many spaces, solves what is left by
each kernel that is there, several times, and prints the medians. The positions that both visit
differ in number, as each searches those with few spaces in the way that suits its speed.
"""

import argparse
import statistics
import time

from landoflisp.games import reversi
from landoflisp.solve.kernels import compiled, interpreted
from landoflisp.solve.reversi import JOB, as_game, new_search, solve

SPACES = {"compiled": 24, "interpreted": 15}


def late_position(spaces: int) -> reversi.Position:
    """Return the position with so many spaces that the order of moves leads to."""
    position = reversi.start(6, 6)
    game = as_game(new_search(interpreted("reversi"), position, 1 << 20), max(JOB.values()))
    while len(position.board.spaces) > spaces:
        _, position = game.replies(position)[0]
    return position


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spaces", type=int, help="spaces to search (24; 15 if interpreted)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each (3)")
    args = parser.parse_args()
    print(f"{'kernel':12} {'spaces':>6} {'value':>6} {'positions':>12} {'s':>8} {'a second':>12}")
    for kernel in filter(None, (compiled("reversi"), interpreted("reversi"))):
        position = late_position(args.spaces or SPACES[kernel.name])
        spent = []
        for _ in range(args.runs):
            before = time.perf_counter()
            best = solve(position, kernel=kernel.name)
            spent.append(time.perf_counter() - before)
        seconds = statistics.median(spent)
        print(
            f"{kernel.name:12} {len(position.board.spaces):6} {best.value:6} "
            f"{best.evaluations:12,} {seconds:8.2f} {best.evaluations / seconds:12,.0f}"
        )


if __name__ == "__main__":
    main()
