"""The tables of the article on negamax and nega-alpha: how many positions each search values.

Source: M. Hiroi, the article that `rev16nega.lisp` and `rev24a.lisp` are from.
"""

from collections.abc import Mapping
from functools import partial
from importlib import import_module
from threading import Event, Thread
from typing import Any

from landoflisp.games import reversi
from landoflisp.proofs.cells import Cell, Report, Table
from landoflisp.search import SEARCHES
from landoflisp.search.watching import reporting

__all__ = ["TABLES", "count_in_port", "count_in_pure"]

# The function of a port for each search, with the names of its limits.
IN_PORT: Mapping[str, tuple[str, ...]] = {
    "negamax": ("nega_max",),
    "nega-alpha": ("nega_alpha", "max_value"),
    "fail-soft": ("nega_alpha2", "min_value", "max_value"),
}
ORDER = {"scan": "row by row", "corners": "in the listing's order, corners first"}
LONG = 1_000_000  # evaluations
POLL = 0.1  # seconds between two reports of a port's count


def count_in_port(name: str, search: str, position: reversi.Position, report: Report) -> int:
    """Return how many positions a search of a port values; it changes the state of the port."""
    port: Any = import_module(name)
    function, *window = (getattr(port, name) for name in IN_PORT[search])
    turn, board = position
    port.board = list(board.squares)
    port.black, port.white = (board.squares.count(colour) for colour in "bw")
    port.count = 0
    finished = Event()

    def poll() -> None:
        while not finished.wait(POLL):
            report(port.count)

    watcher = Thread(target=poll)
    watcher.start()
    try:
        function(turn, list(board.spaces), bool(board.passes), *window)
    finally:
        finished.set()
        watcher.join()
    return int(port.count)


def count_in_pure(search: str, position: reversi.Position, report: Report) -> int:
    """Return how many positions a pure search values.

    >>> count_in_pure("fail-soft", reversi.start(4, 4), print)
    718
    """
    value = reporting(reversi.get_value, report)
    return SEARCHES[search](reversi.tree(position), value).evaluations


def _table(
    port: str, size: tuple[int, int], rows: Mapping[str, tuple[str, str, tuple[int, int]]]
) -> Table:
    name = "{}x{}".format(*size)
    cells = (
        Cell(
            row,
            opening,
            figure,
            {
                "port": partial(count_in_port, port, search, position),
                "pure": partial(count_in_pure, search, position),
            },
            long=figure > LONG,
        )
        for row, (search, order, figures) in rows.items()
        for opening, figure in zip(reversi.OPENINGS, figures, strict=True)
        for position in [reversi.start(*size, opening, order)]
    )
    notes = {
        row: f"{IN_PORT[search][0].replace('_', '-')}, spaces {ORDER[order]}"
        for row, (search, order, _) in rows.items()
    }
    drawings = {
        opening: " / ".join(" ".join(pair.upper()) for pair in pairs)
        for opening, pairs in reversi.OPENINGS.items()
    }
    return Table(
        name, f"Reversi on {name}, solved: positions valued", tuple(cells), {**notes, **drawings}
    )


# For each row the search, the order of spaces, and the article's figures for both openings.
TABLES = (
    _table(
        "ports.rev16nega",
        (4, 4),
        {
            "minimax": ("negamax", "scan", (60060, 67116)),
            "ab": ("nega-alpha", "scan", (10016, 13590)),
            "reordered": ("nega-alpha", "corners", (2387, 4832)),
            "failsoft": ("fail-soft", "corners", (718, 1059)),
        },
    ),
    _table(
        "ports.rev24a",
        (4, 6),
        {
            "ab": ("nega-alpha", "corners", (22029381, 20608101)),
            "failsoft": ("fail-soft", "corners", (211710, 513340)),
        },
    ),
)
