"""`landoflisp tables`: measure the tables of an article again, and compare."""

import argparse
import json
from collections.abc import Iterable, Mapping
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from shutil import get_terminal_size
from typing import Any

from landoflisp.commands import kalah_solved, kalah_tables, minimax_tables, reversi_tables
from landoflisp.commands.arguments import INTERRUPTED, Subparsers, one_of, seconds
from landoflisp.commands.cells import (
    VERDICTS,
    Cell,
    Figure,
    Figures,
    Key,
    Table,
    drawn,
    equal,
    found,
    measured,
    verdict,
)
from landoflisp.commands.progress import progress
from landoflisp.commands.words import complain
from landoflisp.errors import BadInput

__all__ = ["TABLES", "add_parser", "run"]

TABLES: Mapping[str, tuple[Table, ...]] = {
    "reversi": reversi_tables.TABLES,
    "kalah": kalah_tables.TABLES,
    "minimax": minimax_tables.TABLES,
}

KALAH_SOLVED = "kalah-solved"

BAR = "{percentage:3.0f}%|{bar}| {n_fmt} of {total_fmt}, {desc} [{elapsed}<{remaining}]"

DESCRIPTION = """\
Print the tables of an article again: in each cell the article's figure, the
figures measured now (port: the listing, transliterated; pure: the functions of
landoflisp), and whether all of them are equal. Where the article's own program
says otherwise it is a known misprint; what the article does not have is new.
kalah-solved are the exact values of Kalah, beside the published results.

Everything is measured in processes of its own, on all cores. Ctrl-C stops them
and prints what is finished. Exit status 1 if a figure is not the article's."""

EXAMPLES = """
examples:
  landoflisp tables reversi           all but the longest: less than a minute
  landoflisp tables reversi --full    the longest as well: 10 minutes each
  landoflisp tables kalah             levels 2 to 5: half a minute on two cores
  landoflisp tables kalah --full      levels 6 to 8 as well: 5 minutes
  landoflisp tables minimax           the tournament of 1600 games: 4 minutes
  landoflisp tables minimax --full    alpha-beta too, to level 7: 12 min
  landoflisp tables kalah-solved      Kalah to the last stone: 2 minutes
  landoflisp tables reversi --json
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add `tables` to the subcommands."""
    parser = subparsers.add_parser(
        "tables",
        usage="%(prog)s article [options]",
        description=DESCRIPTION,
        epilog=EXAMPLES,
    )
    parser.set_defaults(run=run)
    names = (*TABLES, KALAH_SOLVED)
    parser.add_argument(
        "article", type=one_of("an article with tables", names), help=", ".join(names)
    )
    parser.add_argument("--full", action="store_true", help="measure the longest cells as well")
    parser.add_argument(
        "--seconds",
        type=seconds,
        metavar="N",
        help=f"{KALAH_SOLVED}: how long each game may take (default: {kalah_solved.SECONDS:g})",
    )
    parser.add_argument("--json", action="store_true", help="print the cells as JSON")


def run(args: argparse.Namespace) -> int:
    """Measure the cells and print the tables; return 1 if any differs."""
    if args.article == KALAH_SOLVED:
        if args.full:
            raise BadInput(f"{KALAH_SOLVED} has --seconds, not --full")
        return kalah_solved.run(args)
    if args.seconds is not None:
        raise BadInput(f"--seconds is for {KALAH_SOLVED}")
    tables = TABLES[args.article]
    cells = [
        (table, cell) for table in tables for cell in table.cells if args.full or not cell.long
    ]
    # The shortest first: so that most cells are finished should somebody lose patience. What is
    # made from the measures of others must not hurry them, and comes last.
    shortest_first = sorted(cells, key=lambda each: _work(each[1]) or float("inf"))
    measures = {
        Key(table.name, cell.row, cell.column, storey): measure
        for table, cell in shortest_first
        for storey, measure in cell.measures.items()
    }
    total = sum(_work(cell) * len(cell.measures) for _, cell in cells)
    figures: dict[Key, Figure] = {}
    status, trouble = 0, ""
    try:
        with progress(total, BAR) as show:

            def report(done: int) -> None:
                show(min(done, total), f"{len(figures)} of {len(measures)} figures")

            with closing(measured(measures, report)) as results:
                for key, figure in results:
                    figures[key] = figure
    except KeyboardInterrupt:
        status, trouble = INTERRUPTED, "interrupted: some cells are not measured"
    except BrokenProcessPool:
        status, trouble = 1, "some cells are not measured"
    if args.json:
        print(json.dumps(_answer(args.article, tables, figures), indent=1))
    else:
        width = get_terminal_size().columns
        # A table of which nothing was to be measured has nothing to show.
        wanted = (table for table in tables if args.full or not all(c.long for c in table.cells))
        print("\n".join(drawn(table, figures, width) for table in wanted))
        print(_summary(tables, figures) + ("" if args.full or trouble else "; --full measures all"))
    if trouble:
        complain(trouble)
        return status
    return int(any(verdict(table, cell, figures) == "not equal" for table, cell in cells))


def _work(cell: Cell) -> int:
    if cell.work is not None:
        return cell.work
    return cell.article if isinstance(cell.article, int) else 0


def _answer(article: str, tables: Iterable[Table], figures: Figures) -> dict[str, Any]:
    cells = [
        {
            "table": table.name,
            "row": cell.row,
            "column": cell.column,
            "article": cell.article,
            **found(table, cell, figures),
            "equal": equal(table, cell, figures),
            **_misprint(table, cell, figures),
        }
        for table in tables
        for cell in table.cells
    ]
    return {"tables": article, "cells": cells}


def _misprint(table: Table, cell: Cell, figures: Figures) -> dict[str, bool]:
    return {"misprint": True} if verdict(table, cell, figures) == "misprinted" else {}


def _summary(tables: Iterable[Table], figures: Figures) -> str:
    verdicts = [verdict(table, cell, figures) for table in tables for cell in table.cells]
    counts = {kind: verdicts.count(kind) for kind in VERDICTS}
    parts = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count)
    return f"{len(verdicts)} cells: {parts}"
