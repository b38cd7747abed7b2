"""The tournament of the MiniMax number game: who wins, and how many positions are valued for it.

A cell of the article is 100 games, each on another board; the boards are drawn in order after
`random.seed(0)`. A cell has two figures. Four of them are misprints: the article's program gives
others.

A second table, by alpha-beta, adds the levels that were too slow for the article. There the
article's cells have the same boards, so that the same games are won; the others have the boards
that are drawn next.

Source: M. Hiroi, the article that `minimax.py` is from.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from itertools import islice, product
from typing import Any

from toolz import concat

from landoflisp.games import minimax_game
from landoflisp.proofs.cells import Cell, Figure, Joined, Measure, Report, Table
from landoflisp.search import Search, alpha_beta, minimax
from landoflisp.tree import follow, limit_tree_depth

__all__ = ["ARTICLE", "CHUNK", "GAMES", "TABLES", "play_in_port", "play_in_pure"]

Levels = tuple[int, int]
# Games won by the first player, by the second, drawn; evaluations of all games together.
Games = tuple[int, int, int, int]

GAMES = 100  # of a cell
CHUNK = 20  # games of one measure
SEED = 0


def play_in_port(levels: Levels, numbers: range, report: Report) -> Games:
    """Return how games of the tournament end, and the evaluations, played by the port.

    `numbers` are those of the games. The levels are the first player's and the second's. It changes
    the state of the port.
    """
    port: Any = import_module("ports.minimax")
    random.seed(SEED)
    for _ in range(numbers.start):
        port.init_board()
    return _played((port.play(*levels, False) for _ in numbers), report)


def play_in_pure(search: Search, levels: Levels, numbers: range, report: Report) -> Games:
    """Return the same figures of games that are played by a pure search."""
    starts = islice(minimax_game.starts(SEED), numbers.start, numbers.stop)
    return _played((_play(search, levels, start) for start in starts), report)


def _play(search: Search, levels: Levels, start: minimax_game.Position) -> tuple[int, int]:
    value = partial(minimax_game.get_value, last_counts=False)
    tree, evaluations = minimax_game.tree(start), 0
    while tree.moves:
        level = levels[tree.player != start.player]
        best = search(limit_tree_depth(tree, level), value)
        tree = follow(tree, best.line[:1])
        evaluations += best.evaluations
    return minimax_game.get_lead(tree.board, start.player), evaluations


def _played(games: Iterable[tuple[int, int]], report: Report) -> Games:
    """Return the sums of games, each given as the first player's final lead and evaluations."""
    won = lost = tied = evaluations = 0
    for lead, count in games:
        won += lead > 0
        lost += lead < 0
        tied += lead == 0
        evaluations += count
        report(evaluations)
    return won, lost, tied, evaluations


# The two figures of a cell


def _wins(chunks: Sequence[Games]) -> Figure:
    won, lost, tied, _ = map(sum, zip(*chunks, strict=True))
    return won, lost, tied


def _mean(chunks: Sequence[Games]) -> Figure:
    return sum(evaluations for *_, evaluations in chunks) // GAMES


# The article's figures, by the levels of the first and of the second player.
ARTICLE: Mapping[Levels, tuple[Figure, int]] = {
    (2, 2): ((63, 33, 2), 1009),
    (2, 3): ((45, 55, 0), 3512),
    (2, 4): ((33, 67, 0), 17373),
    (2, 5): ((31, 68, 1), 96798),
    (3, 2): ((84, 16, 0), 3420),
    (3, 3): ((73, 25, 2), 6201),
    (3, 4): ((49, 49, 2), 20281),
    (3, 5): ((56, 43, 1), 99393),
    (4, 2): ((91, 8, 1), 17829),
    (4, 3): ((78, 21, 1), 21278),
    (4, 4): ((70, 29, 1), 34851),
    (4, 5): ((61, 37, 2), 114155),
    (5, 2): ((90, 10, 0), 101983),
    (5, 3): ((77, 22, 1), 109437),
    (5, 4): ((79, 20, 1), 122856),
    (5, 5): ((66, 32, 2), 201120),
}
# The figures of its program that differ.
PROGRAM: Mapping[tuple[Levels, str], Figure] = {
    ((2, 2), "wins"): (63, 35, 2),
    ((3, 3), "mean"): 6208,
    ((3, 4), "mean"): 20242,
    ((4, 3), "mean"): 21287,
}
LEVELS = range(2, 8)
# The boards of a cell follow those of the cell before: the article's cells first.
CELLS = (*ARTICLE, *(pair for pair in product(LEVELS, LEVELS) if pair not in ARTICLE))

# The approximate number of evaluations with alpha-beta, of one player in one game, by level.
ALPHA_BETA_WORK = {level: round(30 * 3.2**level) for level in LEVELS}


def _cells(
    levels: Levels,
    storeys: Mapping[str, Callable[..., Games]],
    mean: Figure | None,
    work: int,
    long: bool = False,
) -> Iterator[Cell]:
    first, second = levels
    begin = GAMES * CELLS.index(levels)
    chunks = [range(n, n + CHUNK) for n in range(begin, begin + GAMES, CHUNK)]
    played: dict[str, tuple[Measure, ...]] = {
        storey: tuple(partial(play, levels, numbers) for numbers in chunks)
        for storey, play in storeys.items()
    }
    wins, _ = ARTICLE.get(levels, (None, None))
    for row, figure, join, effort in (("wins", wins, _wins, 0), ("mean", mean, _mean, work)):
        yield Cell(
            f"{second} {row}",
            f"first {first}",
            figure,
            {storey: Joined(measures, join) for storey, measures in played.items()},
            long=long,
            program=None if figure is None else PROGRAM.get((levels, row)),
            work=effort,
        )


def _table(name: str, title: str, cells: Iterable[Cell]) -> Table:
    by_second = sorted(cells, key=lambda cell: cell.row.split()[0])
    return Table(name, title, tuple(by_second), NOTES)


NOTES = {
    "first 2": "the first player looks 2 moves ahead",
    "2 ...": "the second player looks 2 moves ahead",
    "wins": "games that the first player wins, that the second wins, draws",
    "mean": "evaluations in a game, the mean of all, without the fraction",
}
TABLES = (
    _table(
        "minimax",
        "MiniMax number game, 100 games a cell, by minimax",
        concat(
            _cells(
                levels,
                {"port": play_in_port, "pure": partial(play_in_pure, minimax)},
                mean,
                GAMES * mean,
            )
            for levels, (_, mean) in ARTICLE.items()
        ),
    ),
    _table(
        "alpha-beta",
        "MiniMax number game, 100 games a cell, by alpha-beta",
        concat(
            _cells(
                levels,
                {"pure": partial(play_in_pure, alpha_beta)},
                None,
                GAMES * sum(ALPHA_BETA_WORK[level] for level in levels),
                long=True,
            )
            for levels in CELLS
        ),
    ),
)
