"""The tables of an article, measured again: what a cell is, how cells are measured and drawn.

A cell holds the article's figure and the functions that measure it now. They run in worker
processes, on all cores, which also keeps the ports, whose state is global, apart from each other.
If several figures come from one measure, such as a game's score and its evaluations, the measure
runs once.
"""

import os
from collections.abc import Callable, Generator, Mapping, Sequence
from multiprocessing import get_context
from textwrap import wrap
from typing import Any, Literal, NamedTuple, TypeAlias

from toolz import concat, first, partition_all, unique

from landoflisp.executors import finished
from landoflisp.executors.pools import processes
from landoflisp.show.tables import table as table_lines

__all__ = [
    "VERDICTS",
    "Cell",
    "Figure",
    "Figures",
    "Joined",
    "Key",
    "Measure",
    "Report",
    "Table",
    "Verdict",
    "as_text",
    "equal",
    "measured",
    "measured_figures",
    "verdict",
]

Figure: TypeAlias = int | tuple[int, ...]
Report: TypeAlias = Callable[[int], None]
Measure: TypeAlias = Callable[[Report], Figure]
Verdict: TypeAlias = Literal["equal", "not equal", "misprinted", "new", "not measured"]

# The words for the verdicts in a table.
VERDICTS: Mapping[Verdict, str] = {
    "equal": "yes",
    "not equal": "NO",
    "misprinted": "misprint",
    "new": "new",
    "not measured": "-",
}
POLL = 0.2  # seconds between two looks at the workers' reports
LEAST = 40  # the least width of a text, in columns, however narrow the terminal
GAPS = 4, 2  # blanks between two groups of columns: usually, and if more groups fit with fewer


class Joined(NamedTuple):
    """A figure that is joined from the results of several measures, in their order."""

    measures: tuple[Measure, ...]
    join: Callable[[Sequence[Any]], Figure]


class Cell(NamedTuple):
    """A figure of an article, and for each storey that has it the function that measures it.

    The function belongs to a module or is a `partial` of such a function, so that it can be sent to
    a worker. It reports how many evaluations it has made; its result is their number, or a tuple
    that ends with it.

    - `long` is True if a measure takes minutes.
    - `program` is the figure of the article's own program where the article misprints it.
    - `article` is None if the article has no such figure.
    - `work` is the approximate number of evaluations on each storey, by default the figure; 0 if
      the figure comes from the measures of other cells.
    """

    row: str
    column: str
    article: Figure | None
    measures: Mapping[str, Measure | Joined]
    long: bool = False
    program: Figure | None = None
    work: int | None = None


class Table(NamedTuple):
    """A table of an article: its name, a title, the cells, and the meaning of rows and columns.

    All cells are measured on the same storeys.
    """

    name: str
    title: str
    cells: tuple[Cell, ...]
    notes: Mapping[str, str]


class Key(NamedTuple):
    """Identifies a figure: the table, the cell, and the storey on which it is measured."""

    table: str
    row: str
    column: str
    storey: str


Figures: TypeAlias = Mapping[Key, Figure]


def measured_figures(table: Table, cell: Cell, figures: Figures) -> dict[str, Figure | None]:
    """Return the measured figures of a cell by storey, None for a storey not measured."""
    keys = {storey: Key(table.name, cell.row, cell.column, storey) for storey in cell.measures}
    return {storey: figures.get(key) for storey, key in keys.items()}


def verdict(table: Table, cell: Cell, figures: Figures) -> Verdict:
    """Compare the measured figures of a cell with the article's, or with its program's.

    >>> cell = Cell("scan", "cross", 33, {"port": int, "pure": int}, program=35)
    >>> table = Table("4x4", "", (cell,), {})
    >>> port, pure = (Key("4x4", "scan", "cross", storey) for storey in cell.measures)
    >>> verdict(table, cell, {port: 35, pure: 35}), verdict(table, cell, {port: 35})
    ('misprinted', 'not measured')
    >>> verdict(table, cell, {port: 33})
    'not equal'
    """
    values = measured_figures(table, cell, figures).values()
    known = set(values) - {None}
    expected = cell.article if cell.program is None else cell.program
    # Without an article's figure the storeys can still contradict each other.
    if known - {expected} and (expected is not None or len(known) > 1):
        return "not equal"
    if None in values:
        return "not measured"
    if cell.article is None:
        return "new"
    return "equal" if cell.article == expected else "misprinted"


def equal(table: Table, cell: Cell, figures: Figures) -> bool | None:
    """Return whether the measured figures equal the article's, None if that is not known."""
    known: Mapping[Verdict, bool] = {"equal": True, "not equal": False, "misprinted": False}
    return known.get(verdict(table, cell, figures))


# Measuring


def measured(
    figures: Mapping[Key, Measure | Joined], report: Report
) -> Generator[tuple[Key, Figure], None, None]:
    """Yield each figure when it is measured; report the sum of all evaluations in between.

    Measures start in the order of the figures; equal measures run once. Closing the iterator stops
    the workers.
    """
    unfinished = {key: _joined(measure) for key, measure in figures.items()}
    measures = list(unique(concat(joined.measures for joined in unfinished.values())))
    results: dict[Measure, Figure] = {}
    reports = get_context("spawn").RawArray("q", len(measures))
    with processes(os.cpu_count() or 1, _leave_reports_in, reports) as pool:
        futures = {pool.submit(_measure, i, measure): measure for i, measure in enumerate(measures)}
        for measure, figure in finished(futures, POLL, lambda: report(sum(reports))):
            results[measure] = figure
            for key, (parts, join) in list(unfinished.items()):
                if all(part in results for part in parts):
                    del unfinished[key]
                    yield key, join([results[part] for part in parts])


def _joined(measure: Measure | Joined) -> Joined:
    return measure if isinstance(measure, Joined) else Joined((measure,), first)


# In a worker: the array in which each measure has one place for its reports.
_reports: Any = ()


def _leave_reports_in(reports: Any) -> None:
    global _reports
    _reports = reports


def _measure(i: int, measure: Measure) -> Figure:
    def report(done: int) -> None:
        _reports[i] = done

    figure = measure(report)
    report(figure if isinstance(figure, int) else figure[-1])
    return figure


# Drawing


def as_text(table: Table, figures: Figures, width: int = 80) -> str:
    """Return the table as text: for each column the article's figures and the measured ones.

    As many columns stand side by side as the width allows. Every line ends with a newline.

    >>> cells = Cell("ab", "cross", 10, {"port": int}), Cell("failsoft", "cross", 7, {"port": int})
    >>> table = Table("4x4", "4x4: evaluations", cells, {"ab": "alpha-beta"})
    >>> print(as_text(table, {Key("4x4", "ab", "cross", "port"): 10}))
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
    groups = _groups(table, rows, figures)
    left = width - max(map(len, rows))
    usual, fitting = (left // (gap + len(groups[0][1])) for gap in GAPS)
    gap = " " * (GAPS[0] if usual == fitting > 0 else GAPS[1])
    lines = wrap(table.title, max(width, LEAST))
    for block in partition_all(max(1, fitting), groups):
        lines += ["", *table_lines(zip(("", "", *rows), *block, strict=True), "<^", gap)]
    room = max(width, LEAST) - max(map(len, table.notes), default=0) - 4
    notes = [("", name, "\n".join(wrap(text, room))) for name, text in table.notes.items()]
    return "\n".join([*lines, "", *table_lines(notes)]) + "\n"


def _groups(table: Table, rows: Sequence[str], figures: Figures) -> list[list[str]]:
    """Return for each column of the table its lines: the name, the heads, a line for each row."""
    cells = {(cell.row, cell.column): _texts(table, cell, figures) for cell in table.cells}
    heads = ["article", *table.cells[0].measures, "equal"]
    widths = [max(map(len, texts)) for texts in zip(heads, *cells.values(), strict=True)]
    blank = [""] * len(heads)
    return [
        [
            column,
            *table_lines(
                [heads, *(cells.get((row, column), blank) for row in rows)], ">", "  ", widths
            ),
        ]
        for column in unique(cell.column for cell in table.cells)
    ]


def _texts(table: Table, cell: Cell, figures: Figures) -> list[str]:
    texts = map(_text, (cell.article, *measured_figures(table, cell, figures).values()))
    return [*texts, VERDICTS[verdict(table, cell, figures)]]


def _text(figure: Figure | None) -> str:
    if figure is None:
        return "-"
    return str(figure) if isinstance(figure, int) else "-".join(map(str, figure))
