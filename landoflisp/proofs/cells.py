"""The tables of an article, measured again: what a cell is, how all are measured, how they look.

A cell holds the article's figure and the functions that measure it now. These run in worker
processes, on all cores; that also keeps ports, which have module state, apart from each other.
What several figures are made from, such as a game from its score and its evaluations, is measured
once for all of them.
"""

import os
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from multiprocessing import get_context
from textwrap import wrap
from typing import Any, Literal, NamedTuple, TypeAlias

from toolz import concat, first, partition_all, unique

from landoflisp.executors.pools import processes

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
    "drawn",
    "equal",
    "found",
    "measured",
    "verdict",
]

Figure: TypeAlias = int | tuple[int, ...]
Report: TypeAlias = Callable[[int], None]
Measure: TypeAlias = Callable[[Report], Figure]
Verdict: TypeAlias = Literal["equal", "not equal", "misprinted", "new", "not measured"]

# How they look in a table.
VERDICTS: Mapping[Verdict, str] = {
    "equal": "yes",
    "not equal": "NO",
    "misprinted": "misprint",
    "new": "new",
    "not measured": "-",
}
POLL = 0.2  # seconds from one look at the workers to the next
LEAST = 40  # columns that a text is given, however narrow the terminal
GAPS = 4, 2  # spaces between two columns of a table: as a rule, and where more fit so


class Joined(NamedTuple):
    """A figure that is joined from the results of several measures, in their order.

    A measure that more than one figure needs is run once.
    """

    measures: tuple[Measure, ...]
    join: Callable[[Sequence[Any]], Figure]


class Cell(NamedTuple):
    """One figure of an article and, for each storey that has it, the function that measures it.

    Such a function is one of a module, or a `partial` of it, so that it can travel to a worker. It
    reports how many evaluations it has made; they are its result, or the last number of it. It
    takes minutes if the cell is `long`.

    Where the article misprints what its own program says, `program` is that; where it has no such
    figure, `article` is None. `work` is about how many evaluations the cell takes on each storey,
    0 if it is made from what others measure: if not given, the figure.
    """

    row: str
    column: str
    article: Figure | None
    measures: Mapping[str, Measure | Joined]
    long: bool = False
    program: Figure | None = None
    work: int | None = None


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


Figures: TypeAlias = Mapping[Key, Figure]


def found(table: Table, cell: Cell, figures: Figures) -> dict[str, Figure | None]:
    """Return what was measured of a cell, by storey; None for what was not."""
    keys = {storey: Key(table.name, cell.row, cell.column, storey) for storey in cell.measures}
    return {storey: figures.get(key) for storey, key in keys.items()}


def verdict(table: Table, cell: Cell, figures: Figures) -> Verdict:
    """Compare what is measured of a cell with what the article says, or should have said.

    >>> cell = Cell("scan", "cross", 33, {"port": int, "pure": int}, program=35)
    >>> table = Table("4x4", "", (cell,), {})
    >>> port, pure = (Key("4x4", "scan", "cross", storey) for storey in cell.measures)
    >>> verdict(table, cell, {port: 35, pure: 35}), verdict(table, cell, {port: 35})
    ('misprinted', 'not measured')
    >>> verdict(table, cell, {port: 33})
    'not equal'
    """
    values = found(table, cell, figures).values()
    known = set(values) - {None}
    expected = cell.article if cell.program is None else cell.program
    # Of what the article does not have, the storeys can still contradict each other.
    if known - {expected} and (expected is not None or len(known) > 1):
        return "not equal"
    if None in values:
        return "not measured"
    if cell.article is None:
        return "new"
    return "equal" if cell.article == expected else "misprinted"


def equal(table: Table, cell: Cell, figures: Figures) -> bool | None:
    """Tell whether a cell measures what the article says; None while that cannot be told.

    >>> cell = Cell("ab", "cross", 7, {"port": int, "pure": int})
    >>> table = Table("4x4", "", (cell,), {})
    >>> port, pure = (Key("4x4", "ab", "cross", storey) for storey in cell.measures)
    >>> equal(table, cell, {port: 7, pure: 7}), equal(table, cell, {port: 7})
    (True, None)
    >>> equal(table, cell, {port: 8})
    False
    """
    known: Mapping[Verdict, bool] = {"equal": True, "not equal": False, "misprinted": False}
    return known.get(verdict(table, cell, figures))


# Measuring


def measured(
    figures: Mapping[Key, Measure | Joined], show: Callable[[int], None]
) -> Generator[tuple[Key, Figure], None, None]:
    """Yield every figure as it comes in; in between, `show` hears the sum of all that is reported.

    Measures are run in the order of the figures, equal ones once. To close the iterator stops the
    workers.
    """
    unfinished = {key: _joined(measure) for key, measure in figures.items()}
    measures = list(unique(concat(joined.measures for joined in unfinished.values())))
    results: dict[Measure, Figure] = {}
    reports = get_context("spawn").RawArray("q", len(measures))
    with processes(os.cpu_count() or 1, _leave_reports_in, reports) as pool:
        futures = {pool.submit(_measure, i, measure): measure for i, measure in enumerate(measures)}
        waiting = set(futures)
        while waiting:
            done, waiting = wait(waiting, POLL, FIRST_COMPLETED)
            show(sum(reports))
            for future in done:
                results[futures[future]] = future.result()
                for key, (parts, join) in list(unfinished.items()):
                    if all(part in results for part in parts):
                        del unfinished[key]
                        yield key, join([results[part] for part in parts])


def _joined(measure: Measure | Joined) -> Joined:
    return measure if isinstance(measure, Joined) else Joined((measure,), first)


# In a worker: one place for each measure to leave its reports in.
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
    usual, fitting = ((width - side) // (gap + len(groups[0][0])) for gap in GAPS)
    between = " " * (GAPS[0] if usual == fitting > 0 else GAPS[1])
    legend = max(map(len, table.notes), default=0)
    lines = wrap(table.title, max(width, LEAST))
    for block in partition_all(max(1, fitting), groups):
        lines += ["", *(between.join(texts).rstrip() for texts in zip(names, *block, strict=True))]
    notes = (
        wrap(meaning, max(width, LEAST), initial_indent=head, subsequent_indent=" " * len(head))
        for name, meaning in table.notes.items()
        for head in [f"  {name.ljust(legend)}  "]
    )
    lines += ["", *concat(notes)]
    return "\n".join(lines) + "\n"


def _texts(table: Table, cell: Cell, figures: Figures) -> list[str]:
    texts = map(_text, (cell.article, *found(table, cell, figures).values()))
    return [*texts, VERDICTS[verdict(table, cell, figures)]]


def _text(figure: Figure | None) -> str:
    if figure is None:
        return "-"
    return str(figure) if isinstance(figure, int) else "-".join(map(str, figure))
