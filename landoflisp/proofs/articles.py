"""The tables of each article, and how all of an article's tables are measured at once."""

from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from math import inf
from typing import Any, NamedTuple, TypeAlias

from toolz import frequencies

from landoflisp.proofs import kalah_tables, minimax_tables, reversi_tables
from landoflisp.proofs.cells import (
    VERDICTS,
    Cell,
    Figure,
    Figures,
    Joined,
    Key,
    Measure,
    Table,
    as_text,
    equal,
    measured,
    measured_figures,
    verdict,
)

__all__ = ["TABLES", "Article"]

Report: TypeAlias = Callable[[float, str], object]

TABLES: Mapping[str, tuple[Table, ...]] = {
    "reversi": reversi_tables.TABLES,
    "kalah": kalah_tables.TABLES,
    "minimax": minimax_tables.TABLES,
}


class Article(NamedTuple):
    """The tables of an article, of which the longest cells are measured only if it is `full`.

    >>> reversi = Article("reversi", TABLES["reversi"])
    >>> reversi.total  # evaluations of the cells that are not long, on both storeys
    1769656
    >>> reversi.summary({})
    '12 cells: 12 not measured'
    """

    name: str
    tables: tuple[Table, ...]
    full: bool = False

    @property
    def cells(self) -> list[tuple[Table, Cell]]:
        """All cells, each with its table."""
        return [(table, cell) for table in self.tables for cell in table.cells]

    @property
    def total(self) -> int:
        """The approximate number of evaluations, on all storeys."""
        return sum(_work(cell) * len(cell.measures) for _, cell in self._to_measure())

    def measures(self) -> dict[Key, Measure | Joined]:
        """Return what measures each figure, the shortest first, so that an interrupt costs few.

        Figures that come from the measures of other cells are last: these measures keep their
        order.
        """
        shortest_first = sorted(self._to_measure(), key=lambda each: _work(each[1]) or inf)
        return {
            Key(table.name, cell.row, cell.column, storey): measure
            for table, cell in shortest_first
            for storey, measure in cell.measures.items()
        }

    def results(
        self, report: Report = lambda done, text: None
    ) -> Generator[tuple[Key, Figure], None, None]:
        """Yield each figure when it is measured, the shortest first.

        `report` is called with the evaluations made so far and a text that says how many figures
        are known. Closing the iterator stops the workers. Raises `WorkersLost` if a worker
        ends early.
        """
        measures = self.measures()
        known = 0

        def report_evaluations(done: int) -> None:
            report(min(done, self.total), f"{known} of {len(measures)} figures")

        with closing(measured(measures, report_evaluations)) as results:
            for result in results:
                known += 1
                yield result

    def differs(self, figures: Figures) -> bool:
        """Return whether a measured figure contradicts the article, and is no known misprint."""
        return any(verdict(*each, figures) == "not equal" for each in self.cells)

    def as_text(self, figures: Figures, width: int = 80) -> str:
        """Return the tables as text, without those that have only cells not to be measured."""
        shown = (
            table for table in self.tables if self.full or not all(c.long for c in table.cells)
        )
        drawings = "\n".join(as_text(table, figures, width) for table in shown)
        return f"{drawings}\n{self.summary(figures)}"

    def answer(self, figures: Figures) -> dict[str, Any]:
        """Return all cells as a dictionary for JSON."""
        return {"tables": self.name, "cells": [_answer(*each, figures) for each in self.cells]}

    def summary(self, figures: Figures) -> str:
        """Return one line that says how many cells have which verdict."""
        counts = frequencies(verdict(*each, figures) for each in self.cells)
        parts = ", ".join(f"{counts[kind]} {kind}" for kind in VERDICTS if kind in counts)
        return f"{len(self.cells)} cells: {parts}"

    def _to_measure(self) -> list[tuple[Table, Cell]]:
        return [(table, cell) for table, cell in self.cells if self.full or not cell.long]


def _work(cell: Cell) -> int:
    if cell.work is not None:
        return cell.work
    return cell.article if isinstance(cell.article, int) else 0


def _answer(table: Table, cell: Cell, figures: Figures) -> dict[str, Any]:
    misprinted = verdict(table, cell, figures) == "misprinted"
    return {
        "table": table.name,
        "row": cell.row,
        "column": cell.column,
        "article": cell.article,
        **measured_figures(table, cell, figures),
        "equal": equal(table, cell, figures),
        **({"misprint": True} if misprinted else {}),
    }
