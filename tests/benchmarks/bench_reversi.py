"""How fast the storeys are: fail-soft on 4x6 reversi, cross opening, 211,710 evaluations.

    python -m tests.benchmarks.bench_reversi [--runs N]

Runs SBCL with the listing (if it is there), the port and the pure search in turn, several times,
and prints the median of each, the ratios, and the memory that the pure search took while the caller
held the root. Figures of one run compare with each other; those of different machines do not.
"""

import argparse
import resource
import statistics
import time
from collections.abc import Callable

from landoflisp import fail_soft, reversi
from landoflisp.proofs.sbcl import Listing, Unavailable, find_listing
from ports import rev24a

EXPECTED = 16, 211_710


def pure() -> tuple[int, int]:
    """Search the lazy tree."""
    best = fail_soft(reversi.tree(reversi.start(4, 6)), reversi.get_value)
    return best.value, best.evaluations


def port() -> tuple[int, int]:
    """Search as the listing does, in Python."""
    position = reversi.start(4, 6)
    rev24a.board = list(position.board.squares)
    rev24a.black = rev24a.white = 2
    rev24a.count = 0
    value, _ = rev24a.nega_alpha2(
        "b", list(rev24a.space_list), [], rev24a.min_value, rev24a.max_value
    )
    return value, rev24a.count


def lisp(listing: Listing) -> tuple[int, int]:
    """Search with the listing itself."""
    squares = reversi.start(4, 6).board.squares
    for name, value in {"board": squares, "black": 2, "white": 2, "count": 0}.items():
        listing.set(f"*{name}*", value)
    value, _ = listing.call("nega-alpha2", "b", list(rev24a.space_list), [], -50, 50)
    return value, listing.get("*count*")


def seconds(run: Callable[[], tuple[int, int]]) -> float:
    """Return how long a run took, after a look at what it answered."""
    before = time.perf_counter()
    answer = run()
    elapsed = time.perf_counter() - before
    if answer != EXPECTED:
        raise SystemExit(f"{run} answered {answer}, not {EXPECTED}")
    return elapsed


def main() -> None:
    """Measure, in turn, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3, help="runs of each, in turn (3)")
    runs = parser.parse_args().runs

    held = reversi.tree(reversi.start(4, 6))
    before = peak_megabytes()
    fail_soft(held, reversi.get_value)
    grown = peak_megabytes() - before

    contestants: dict[str, Callable[[], tuple[int, int]]] = {"port": port, "pure": pure}
    try:
        listing = Listing(find_listing("rev24a.lisp"))
        contestants = {"sbcl": lambda: lisp(listing), **contestants}
    except Unavailable as reason:
        print(f"without SBCL: {reason}")
    measured: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(runs):
        for name, run in contestants.items():
            measured[name].append(seconds(run))

    medians = {name: statistics.median(times) for name, times in measured.items()}
    unit = next(iter(medians))
    print(f"{'':6} {'median s':>9} {'min s':>7} {'max s':>7} {'x ' + unit:>8} {'eval/s':>9}")
    for name, times in measured.items():
        print(
            f"{name:6} {medians[name]:9.2f} {min(times):7.2f} {max(times):7.2f}"
            f" {medians[name] / medians[unit]:8.1f} {EXPECTED[1] / medians[name]:9,.0f}"
        )
    print(f"memory taken by the pure search: {grown:.1f} MB")


def peak_megabytes() -> float:
    """Return the most memory that this process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
