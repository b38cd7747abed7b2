"""The tables of the Kalah article: how each game ends, and how many positions are valued for it.

A cell of the article is a game, played once by each search; it has a score and one number of
evaluations for each search. All searches play the same game.

Source: M. Hiroi, the article that `kalah2.py` to `kalah5.py` are from.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from typing import Any, NamedTuple

from toolz import concat, unique

from landoflisp.games import kalah
from landoflisp.proofs.cells import Cell, Figure, Joined, Measure, Report, Table
from landoflisp.search import (
    Search,
    count_turns,
    nega_alpha,
    nega_alpha_from_alpha,
    negascout,
    turn_moves,
    whole_turns,
)
from landoflisp.tree import Action, Tree, follow, limit_tree_depth

__all__ = ["TABLES", "play_in_port", "play_in_pure"]

Game = tuple[int, int, int]
Levels = tuple[int, int]


class Listing(NamedTuple):
    """A search of the article: port, function and window; the pure search; its name."""

    port: str
    function: str
    window: tuple[str, ...]
    pure: Search
    name: str
    simplified: bool = False


AB = Listing("kalah3", "negamax", ("MAX_VALUE",), nega_alpha, "nega-alpha")
ALPHA = Listing(
    "kalah4",
    "negamax",
    ("MIN_VALUE", "MAX_VALUE"),
    nega_alpha_from_alpha,
    "nega-alpha improved, with alpha handed down",
)
SCOUT = Listing(
    "kalah5",
    "negascout",
    ("MIN_VALUE", "MAX_VALUE"),
    partial(negascout, scout_first=True),
    "NegaScout",
)
AB1 = AB._replace(function="negamax1", simplified=True)
ALPHA1 = ALPHA._replace(function="negamax1", simplified=True)


def play_in_port(listing: Listing, levels: Levels, report: Report) -> Game:
    """Return the stones of both players and the evaluations of a game, played by a port's search.

    The levels are the first player's and the second's. It changes the state of the port.
    """
    port, kalah_board = (import_module(f"ports.{name}") for name in (listing.port, "board"))
    search = getattr(port, listing.function)
    window = [getattr(kalah_board, name) for name in listing.window]
    first, second = kalah_board.FIRST_KALAH, kalah_board.SECOND_KALAH
    depths = dict(zip((first, second), levels, strict=True))
    board, turn = kalah_board.Board(kalah.start().board), first
    kalah_board.init_count()
    while not board.check_gameover():
        _, moves = search(turn, depths[turn], board, *window)
        for pos in moves:
            board.move_stone(turn, pos)
        turn = (turn + 7) % 14
        report(kalah_board.count)
    return board[first], board[second], kalah_board.count


def play_in_pure(listing: Listing, levels: Levels, report: Report) -> Game:
    """Return the same figures of a game that is played by the pure search."""
    think = _think_simplified if listing.simplified else _think
    tree, evaluations = kalah.tree(kalah.start()), 0
    first = tree.player
    while tree.moves:
        moves, spent = think(listing.pure, tree, levels[tree.player != first])
        tree = follow(tree, moves)
        evaluations += spent
        report(evaluations)
    return *kalah.stores(tree.board), evaluations


def _think(search: Search, tree: Tree, level: int) -> tuple[tuple[Action, ...], int]:
    best = search(limit_tree_depth(tree, level, turns=True), kalah.get_value)
    return turn_moves(tree, best.line), best.evaluations


def _think_simplified(search: Search, tree: Tree, level: int) -> tuple[tuple[Action, ...], int]:
    turns = limit_tree_depth(whole_turns(tree, kalah.get_value), level)
    best = count_turns(search)(turns, kalah.get_value)
    turn: Any = best.line[0]
    return turn.moves, best.evaluations


# Joining figures. If games of a cell end differently, its score has the stones of all of them.


def _score(games: Sequence[Game]) -> Figure:
    return tuple(concat(unique((first, second) for first, second, _ in games)))


def _evaluations(games: Sequence[Game]) -> Figure:
    ((_, _, evaluations),) = games
    return evaluations


# The tables

LONG = 5  # levels: beyond it a game takes up to minutes
NOTES = {
    "first 2": "the first player looks 2 turns ahead",
    "2 ...": "the second player looks 2 turns ahead",
    "score": "stones of the first player, and of the second, at the end",
}


def _table(
    name: str,
    title: str,
    listings: Mapping[str, Listing],
    lines: Mapping[int, Mapping[str, Sequence[Figure]]],
) -> Table:
    """Return a table of games between players of these levels, the lines those of the second."""
    cells = (
        _cell(row, (first, second), figure, listings)
        for second, rows in lines.items()
        for row, figures in rows.items()
        for first, figure in zip(lines, figures, strict=True)
    )
    notes = {row: f"evaluations by {listing.name}" for row, listing in listings.items()}
    return Table(name, title, tuple(cells), NOTES | notes)


def _cell(row: str, levels: Levels, figure: Figure, listings: Mapping[str, Listing]) -> Cell:
    first, second = levels
    searches = tuple(listings.values()) if row == "score" else (listings[row],)
    measures = {
        storey: Joined(
            tuple(_game(play, search, levels) for search in searches),
            _score if row == "score" else _evaluations,
        )
        for storey, play in (("port", play_in_port), ("pure", play_in_pure))
    }
    return Cell(f"{second} {row}", f"first {first}", figure, measures, long=max(levels) > LONG)


@cache
def _game(play: Callable[..., Game], search: Listing, levels: Levels) -> Measure:
    # The same for each figure that is made from it, and so played once.
    return partial(play, search, levels)


TABLES = (
    _table(
        "full",
        "Kalah, by level",
        {"ab": AB, "alpha": ALPHA, "scout": SCOUT},
        {
            2: {
                "score": ((41, 31), (43, 17), (26, 37), (39, 33)),
                "ab": (6207, 40657, 85880, 226145),
                "alpha": (2672, 13450, 39302, 100648),
                "scout": (3266, 8331, 29077, 61463),
            },
            3: {
                "score": ((39, 23), (40, 32), (53, 19), (48, 24)),
                "ab": (1757, 11320, 119750, 65362),
                "alpha": (1654, 10122, 37689, 37778),
                "scout": (2101, 10270, 35314, 36693),
            },
            4: {
                "score": ((36, 36), (43, 29), (34, 38), (44, 28)),
                "ab": (30242, 31230, 111266, 238004),
                "alpha": (18117, 19860, 58028, 116496),
                "scout": (18432, 19705, 45380, 86734),
            },
            5: {
                "score": ((23, 49), (26, 39), (43, 29), (35, 37)),
                "ab": (504203, 221814, 505170, 815589),
                "alpha": (100583, 86327, 183703, 314184),
                "scout": (90777, 81087, 139926, 273441),
            },
        },
    ),
    _table(
        "simplified",
        "Kalah simplified: after a KALAH the rest of the turn is found by a search of one turn",
        {"ab": AB1, "alpha": ALPHA1},
        {
            2: {
                "score": ((37, 23), (37, 22), (41, 31), (39, 33)),
                "ab": (1500, 4474, 12138, 32710),
                "alpha": (1500, 4474, 11097, 24086),
            },
            3: {
                "score": ((35, 37), (49, 23), (43, 21), (37, 25)),
                "ab": (1726, 11476, 7779, 54995),
                "alpha": (1726, 11476, 6871, 43778),
            },
            4: {
                "score": ((26, 46), (35, 37), (31, 41), (49, 23)),
                "ab": (15592, 23685, 21359, 53430),
                "alpha": (12409, 20905, 16909, 37308),
            },
            5: {
                "score": ((45, 27), (37, 27), (28, 44), (24, 48)),
                "ab": (39890, 25602, 50537, 145099),
                "alpha": (31981, 19961, 40470, 117365),
            },
        },
    ),
    _table(
        "deep",
        "Kalah, deeper levels",
        {"alpha": ALPHA, "scout": SCOUT},
        {
            6: {
                "score": ((28, 44), (43, 29), (36, 36)),
                "alpha": (590188, 2684393, 1904761),
                "scout": (428582, 1264011, 1150929),
            },
            7: {
                "score": ((34, 38), (47, 25), (46, 26)),
                "alpha": (1327863, 4024770, 19937206),
                "scout": (947314, 1982292, 9305964),
            },
            8: {
                "score": ((40, 32), (20, 52), (34, 38)),
                "alpha": (1855840, 5071128, 2444127),
                "scout": (1342922, 3063914, 1651417),
            },
        },
    ),
)
