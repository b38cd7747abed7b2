"""`landoflisp tables`: measure the tables of an article again, and compare."""

import argparse
import json
from contextlib import closing
from shutil import get_terminal_size
from typing import Any

from landoflisp.commands.arguments import INTERRUPTED, Subparsers, one_of, seconds
from landoflisp.commands.progress import progress
from landoflisp.commands.words import complain
from landoflisp.errors import BadInput
from landoflisp.executors import WorkersLost
from landoflisp.proofs.articles import TABLES, Article
from landoflisp.proofs.kalah_solved import SECONDS, KalahSolved

__all__ = ["add_parser", "run"]

KALAH_SOLVED = "kalah-solved"

BAR = "{percentage:3.0f}%|{bar}| {n_fmt} of {total_fmt}, {desc} [{elapsed}<{remaining}]"
# No time remaining: the games become longer and longer.
KALAH_SOLVED_BAR = "{percentage:3.0f}%|{bar}| {desc} [{elapsed}]"

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
        help=f"{KALAH_SOLVED}: how long each game may take (default: {SECONDS:g})",
    )
    parser.add_argument("--json", action="store_true", help="print the cells as JSON")


def run(args: argparse.Namespace) -> int:
    """Measure the cells and print the tables; return 1 if any differs."""
    if args.article == KALAH_SOLVED:
        if args.full:
            raise BadInput(f"{KALAH_SOLVED} has --seconds, not --full")
        return _run(
            KalahSolved(args.seconds or SECONDS), KALAH_SOLVED_BAR, "games are not solved", args
        )
    if args.seconds is not None:
        raise BadInput(f"--seconds is for {KALAH_SOLVED}")
    return _run(
        Article(args.article, TABLES[args.article], args.full), BAR, "cells are not measured", args
    )


def _run(tables: Article | KalahSolved, bar: str, unfinished: str, args: argparse.Namespace) -> int:
    results: dict[Any, Any] = {}
    status, trouble = 0, ""
    try:
        with progress(tables.total, bar) as report, closing(tables.results(report)) as found:
            for key, result in found:  # one by one, so that they can be printed after an interrupt
                results[key] = result
    except KeyboardInterrupt:
        status, trouble = INTERRUPTED, f"interrupted: some {unfinished}"
    except WorkersLost as lost:
        status, trouble = 1, f"{lost}: some {unfinished}"
    if args.json:
        print(json.dumps(tables.answer(results), indent=1))
    else:
        complete = args.full or trouble or args.article == KALAH_SOLVED
        hint = "" if complete else "; --full measures all"
        print(tables.as_text(results, get_terminal_size().columns) + hint)
    if trouble:
        complain(trouble)
        return status
    return int(tables.differs(results))
