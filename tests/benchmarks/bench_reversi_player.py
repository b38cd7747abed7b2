"""What sorting does for the 8x8 player, and how long it thinks.

    python -m tests.benchmarks.bench_reversi_player [--level N] [--positions N]

The first table: how often positions are valued for a move, as a mean over recorded positions of
the C# player, by fail-soft nega-alpha and by NegaScout, the moves unsorted or sorted by a key; and
how often the key itself values them. For 15 positions, searched + to sort:

                                           3 plies        5 plies           7 plies
    fail-soft  as the squares come             318          8,922           216,705
    negascout  as the squares come             332          8,882           195,064
    fail-soft  by the other's mobility         195          2,552            29,052
    negascout  by the other's mobility         223          2,541            26,395
    fail-soft  by value                  127 + 362  1,391 + 5,515   14,251 + 62,694
    negascout  by value                  122 + 383  1,366 + 5,706   13,606 + 67,310
    fail-soft  by the best reply       110 + 1,581 1,220 + 23,591  12,763 + 275,613
    negascout  by the best reply       110 + 1,625 1,178 + 23,733  11,373 + 259,408

Without sorting NegaScout is hardly better than nega-alpha; sorted as the player sorts, it values a
seventeenth of what it would at 7 plies. Sorting by the value alone is nearly as good and needs a
quarter of the time. By mobility nothing is valued at all.

The second table: seconds a move, over a game of the player of a level against itself.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from landoflisp import (
    Best,
    Tree,
    fail_soft,
    limit_tree_depth,
    negamax,
    negascout,
    reversi,
    sort_moves,
)
from landoflisp.games import reversi_evaluation
from landoflisp.play import play
from landoflisp.play.reversi_player import reversi_player

GOLDEN = Path(__file__).parents[1] / "golden" / "unity_reversi.json"

calls = 0


def evaluate(board: reversi.Board, turn: str) -> int:
    """Count, and evaluate."""
    global calls
    calls += 1
    return reversi_evaluation.evaluate(board, turn)


def recorded(count: int) -> list[Tree]:
    """Return some of the recorded positions, evenly chosen."""
    records = json.loads(GOLDEN.read_text())
    trees = []
    for record in records[:: max(1, len(records) // count)]:
        black, white = (int(record[colour], 16) for colour in ("black", "white"))
        letters = {(0, 0): "s", (1, 0): "b", (0, 1): "w"}
        text = "".join(letters[black >> i & 1, white >> i & 1] for i in range(63, -1, -1))
        trees.append(reversi.tree(reversi.position(text, record["turn"], order="scan")))
    return trees


def by_value(move: Any) -> int:
    """Sort by what the position after the move is worth."""
    return evaluate(move.tree.board, move.tree.player)


def by_mobility(move: Any) -> int:
    """Sort by how many moves the other player has left: nothing is valued."""
    return sum(1 for _ in move.tree.moves)


def by_reply(move: Any) -> int:
    """Sort as the player does, by what the best reply is worth."""
    return negamax(limit_tree_depth(move.tree, 1), evaluate).value


KEYS: dict[str, Callable[[Any], int] | None] = {
    "as the squares come": None,
    "by the other's mobility": by_mobility,
    "by value": by_value,
    "by the best reply": by_reply,
}
SEARCHES: dict[str, Callable[..., Best]] = {"fail-soft": fail_soft, "negascout": negascout}


def counts(
    search: Callable[..., Best], key: Callable[[Any], int] | None, depth: int, trees: list[Tree]
) -> tuple[float, float, float]:
    """Return evaluations of a search and of its sorting, and seconds, a move."""
    global calls
    calls, searched, before = 0, 0, time.process_time()
    for tree in trees:
        limited = limit_tree_depth(tree, depth)
        searched += search(sort_moves(limited, key) if key else limited, evaluate).evaluations
    seconds = time.process_time() - before
    return tuple(n / len(trees) for n in (searched, calls - searched, seconds))


def main() -> None:
    """Count, play, and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--level", type=int, default=2, help="the highest level (2)")
    parser.add_argument("--positions", type=int, default=15, help="recorded positions (15)")
    args = parser.parse_args()

    trees = recorded(args.positions)
    print(f"{len(trees)} positions; a move takes\n")
    for level in range(1, args.level + 1):
        depth = 2 * level + 1
        print(f"{f'level {level}, {depth} plies':42} {'valued':>8} {'to sort':>8} {'seconds':>8}")
        for key_name, key in KEYS.items():
            for name, search in SEARCHES.items():
                valued, to_sort, seconds = counts(search, key, depth, trees)
                label = f"{name:10} {key_name}"
                print(f"{label:42} {valued:8,.0f} {to_sort:8,.0f} {seconds:8.3f}")
        print()

    print(f"{'seconds a move':15} {'median':>8} {'mean':>8} {'longest':>8}")
    for level in range(1, args.level + 1):
        strategy = reversi_player(level)
        times = []

        def timed(tree: Tree) -> Any:
            before = time.process_time()
            move = strategy(tree)  # noqa: B023
            times.append(time.process_time() - before)  # noqa: B023
            return move

        list(play(reversi.tree(reversi.start()), {"b": timed, "w": timed}))
        figures = statistics.median(times), statistics.mean(times), max(times)
        print(f"{f'level {level}':15} " + " ".join(f"{figure:8.3f}" for figure in figures))


if __name__ == "__main__":
    main()
