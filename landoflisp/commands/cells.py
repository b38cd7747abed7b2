"""The tables of an article, measured again: what a cell is, how all are measured, how they look.

A cell holds the article's figure and the functions that measure it now. These run in worker
processes, on all cores; that also keeps ports, which have module state, apart from each other.
"""

import os
import signal
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from typing import Any, NamedTuple, TypeAlias

from toolz import partition_all, unique

__all__ = [
    "Cell",
    "Figures",
    "Key",
    "Measure",
    "Report",
    "Table",
    "drawn",
    "equal",
    "found",
    "measured",
]

Report: TypeAlias = Callable[[int], None]
Measure: TypeAlias = Callable[[Report], int]

POLL = 0.2  # seconds from one look at the workers to the next
GAP = "    "  # between two columns of a table


class Cell(NamedTuple):
    """One figure of an article and, for each storey that has it, the function that measures it.

    Such a function is one of a module, or a `partial` of it, so that it can travel to a worker. It
    reports how far it has come, in the unit of the figure. It takes minutes if the cell is `long`.
    """

    row: str
    column: str
    article: int
    measures: Mapping[str, Measure]
    long: bool = False


class Table(NamedTuple):
    """A table of an article: its name, what its figures are, its cells, what its words mean.

    All its cells are measured on the same storeys.
    """

    name: str
    title: str
    cells: tuple[Cell, ...]
    notes: Mapping[str, str]


class Key(NamedTuple):
    """Which figure is meant: the table, the cell, the storey on which it is measured."""

    table: str
    row: str
    column: str
    storey: str


Figures: TypeAlias = Mapping[Key, int]


def found(table: Table, cell: Cell, figures: Figures) -> dict[str, int | None]:
    """Return what was measured of a cell, by storey; None for what was not."""
    keys = {storey: Key(table.name, cell.row, cell.column, storey) for storey in cell.measures}
    return {storey: figures.get(key) for storey, key in keys.items()}


def equal(table: Table, cell: Cell, figures: Figures) -> bool | None:
    """Tell whether a cell measures what the article says; None while not all is measured.

    >>> cell = Cell("ab", "cross", 7, {"port": int, "pure": int})
    >>> table = Table("4x4", "", (cell,), {})
    >>> port, pure = (Key("4x4", "ab", "cross", storey) for storey in cell.measures)
    >>> equal(table, cell, {port: 7, pure: 7}), equal(table, cell, {port: 7})
    (True, None)
    >>> equal(table, cell, {port: 8})
    False
    """
    values = found(table, cell, figures).values()
    if any(figure not in (None, cell.article) for figure in values):
        return False
    return None if None in values else True


# Measuring


def measured(
    measures: Mapping[Key, Measure], show: Callable[[int], None]
) -> Generator[tuple[Key, int], None, None]:
    """Yield every figure as it comes in; in between, `show` hears the sum of all that is reported.

    To close the iterator stops the workers.
    """
    reports = get_context("spawn").RawArray("q", len(measures))
    with _workers(reports) as pool:
        with _ctrl_c_waiting():
            futures = {
                pool.submit(_measure, i, measure): key
                for i, (key, measure) in enumerate(measures.items())
            }
        waiting = set(futures)
        while waiting:
            done, waiting = wait(waiting, POLL, FIRST_COMPLETED)
            show(sum(reports))
            for future in done:
                yield futures[future], future.result()


@contextmanager
def _workers(reports: Any) -> Iterator[ProcessPoolExecutor]:
    others = active_children()
    pool = ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), _start_worker, (reports,))
    try:
        yield pool
    except BaseException:
        for process in active_children():
            if process not in others:
                process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _ctrl_c_waiting() -> Iterator[None]:
    """Let Ctrl-C wait, and keep it from workers that are started: they are stopped from here."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


# In a worker: one place for each measure to leave its reports in.
_reports: Any = ()


def _start_worker(reports: Any) -> None:
    global _reports
    _reports = reports
    # Inherited where processes inherit it, which is not everywhere.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _measure(i: int, measure: Measure) -> int:
    parent = parent_process()

    def report(done: int) -> None:
        if parent and not parent.is_alive():
            os._exit(1)  # nobody waits for the figure
        _reports[i] = done

    figure = measure(report)
    report(figure)
    return figure


# Showing


def drawn(table: Table, figures: Figures, width: int = 80) -> str:
    """Return the table as text: in each column the article's figures and those measured now.

    Columns stand side by side as far as the width allows. Every line ends with a newline.

    >>> cells = Cell("ab", "cross", 10, {"port": int}), Cell("failsoft", "cross", 7, {"port": int})
    >>> table = Table("4x4", "4x4: evaluations", cells, {"ab": "alpha-beta"})
    >>> print(drawn(table, {Key("4x4", "ab", "cross", "port"): 10}))
    4x4: evaluations
    <BLANKLINE>
                       cross
              article  port  equal
    ab             10    10    yes
    failsoft        7     -      -
    <BLANKLINE>
      ab  alpha-beta
    <BLANKLINE>
    """
    rows = list(unique(cell.row for cell in table.cells))
    cells = {(cell.row, cell.column): _texts(table, cell, figures) for cell in table.cells}
    heads = ["article", *table.cells[0].measures, "equal"]
    widths = [max(map(len, texts)) for texts in zip(heads, *cells.values(), strict=True)]
    blank = [""] * len(heads)
    groups = [
        [column.center(sum(widths) + 2 * len(widths) - 2)]
        + [
            "  ".join(text.rjust(n) for text, n in zip(texts, widths, strict=True))
            for texts in (heads, *(cells.get((row, column), blank) for row in rows))
        ]
        for column in unique(cell.column for cell in table.cells)
    ]
    side = max(map(len, rows))
    names = [name.ljust(side) for name in ("", "", *rows)]
    fitting = max(1, (width - side) // len(GAP + groups[0][0]))
    legend = max(map(len, table.notes), default=0)
    lines = [table.title]
    for block in partition_all(fitting, groups):
        lines += ["", *(GAP.join(texts).rstrip() for texts in zip(names, *block, strict=True))]
    lines += ["", *(f"  {name.ljust(legend)}  {meaning}" for name, meaning in table.notes.items())]
    return "\n".join(lines) + "\n"


def _texts(table: Table, cell: Cell, figures: Figures) -> list[str]:
    now = [
        "-" if figure is None else str(figure) for figure in found(table, cell, figures).values()
    ]
    verdict = {True: "yes", False: "NO", None: "-"}[equal(table, cell, figures)]
    return [str(cell.article), *now, verdict]
