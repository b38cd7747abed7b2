"""`landoflisp tournament`: strategies against each other, here, on all cores or on a cluster."""

import argparse
import json
from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import Any

from toolz import unique

from landoflisp.commands.arguments import (
    INTERRUPTED,
    MOST_WORKERS,
    Subparsers,
    one_of,
    up_to,
    whole,
)
from landoflisp.commands.progress import progress
from landoflisp.commands.words import complain
from landoflisp.errors import BadInput
from landoflisp.executors import WorkersLost, check_choice, working
from landoflisp.games.options import GAMES
from landoflisp.play import Strategy
from landoflisp.play.match import (
    Contest,
    Fixture,
    Result,
    interval,
    played,
    round_robin,
    table,
)
from landoflisp.play.match import tally as tallied
from landoflisp.play.named import CHOOSE_MOVE, THOUGHTLESS, spelt, strategies, strategy

__all__ = ["add_parser", "run"]

BAR = "{percentage:3.0f}%|{bar}| {desc} [{elapsed}<{remaining}]"

SEARCHES = [name for name in strategies("reversi") if name not in THOUGHTLESS]

DESCRIPTION = f"""\
Let strategies play each other, each pair so many games: every opening, of a few
random moves, is played twice, with the sides swapped. The table says who won,
and how sure that is; with three or more, each pair has a line of its own.

A strategy is a search and how far it looks ahead, as in negascout:3, or

  random   any move
  first    the first move

The searches of reversi:
  {", ".join(SEARCHES[:5])},
  {", ".join(name for name in SEARCHES[5:10])},
  {", ".join(SEARCHES[10:])}
Kalah and minimax have all of these but {SEARCHES[0]}, dice-of-doom (two players,
no dice rolled) has only {CHOOSE_MOVE}.

The results depend on the seed alone, not on where the games are played. Ctrl-C
stops them and prints what is finished, with exit status 130."""

EXAMPLES = """
examples:
  landoflisp tournament reversi negascout:3 negamax:2 random --games 40
  landoflisp tournament reversi sorted:1 negascout:4 --size 6x6 --seed 7
  landoflisp tournament kalah negascout:3 random --size 4x3 --json
  landoflisp tournament reversi negascout:4 negascout:5 --games 400 \\
      --cluster tcp://192.168.0.10:8786
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add `tournament` to the subcommands."""
    parser = subparsers.add_parser(
        "tournament",
        usage="%(prog)s game strategy strategy ... [options]",
        description=DESCRIPTION,
        epilog=EXAMPLES,
    )
    parser.set_defaults(run=run)
    parser.add_argument("game", type=one_of("a game", GAMES), help=", ".join(GAMES))
    parser.add_argument(
        "strategies", nargs="+", metavar="strategy", help="SEARCH:LEVEL, random or first"
    )
    group = parser.add_argument_group("what is played")
    group.add_argument(
        "--size",
        metavar="SIZE",
        help="reversi: rows x columns (default: 8x8); kalah: pits x seeds (default: 6x6); "
        "minimax, dice-of-doom: rows (default: 8, 4)",
    )
    group.add_argument(
        "--games",
        type=up_to(10_000),
        default=20,
        metavar="N",
        help="games of each pair (default: 20)",
    )
    group.add_argument(
        "--plies", type=up_to(60), default=4, metavar="N", help="moves of an opening (default: 4)"
    )
    group.add_argument(
        "--seed", type=whole, default=0, metavar="N", help="of all that is random (default: 0)"
    )
    group = parser.add_argument_group("where it is played")
    group.add_argument(
        "--workers",
        type=up_to(MOST_WORKERS),
        metavar="N",
        help="processes that play (default: one a core; 1: no other than this one)",
    )
    group.add_argument(
        "--cluster", metavar="ADDRESS", help="the scheduler of a Dask cluster that plays"
    )
    parser.add_argument("--json", action="store_true", help="print tallies and games as JSON")


def run(args: argparse.Namespace) -> int:
    """Play the tournament and print its table, or as much of it as is finished."""
    fixtures = _fixtures(args)
    results: list[Result] = []
    status, why = 0, ""
    check_choice(args.workers, args.cluster)
    try:
        with (
            working(args.workers, args.cluster, len(fixtures), report=complain) as (executor, _),
            progress(len(fixtures), BAR) as show,
            closing(played(fixtures, executor)) as coming,
        ):
            show(0, f"0 of {len(fixtures)} games")
            for result in coming:
                results.append(result)
                show(len(results), f"{len(results)} of {len(fixtures)} games")
    except KeyboardInterrupt:
        status, why = INTERRUPTED, "interrupted"
    except WorkersLost as lost:
        status, why = 1, str(lost)
    results.sort()
    if args.json:
        print(json.dumps(_answer(args, results), indent=1))
    elif results:
        print(table(results))
    if why:
        complain(f"{why}; {len(results)} of {len(fixtures)} games are finished")
    return status


def _answer(args: argparse.Namespace, results: Sequence[Result]) -> dict[str, Any]:
    names = unique(name for result in results for name in result.names)
    return {
        "game": args.game,
        "size": args.size,
        "seed": args.seed,
        "strategies": {name: _tally(results, name) for name in names},
        "games": [
            {"number": number, "first": first, "second": second, "margin": margin}
            for number, (first, second), margin in results
        ],
    }


def _tally(results: Iterable[Result], name: str) -> dict[str, Any]:
    tally = tallied(results, name)
    return {
        **tally._asdict(),
        "games": tally.games,
        "score": tally.score,
        "interval": interval(tally.score, tally.games),
    }


# What is played


def _fixtures(args: argparse.Namespace) -> list[Fixture]:
    game = GAMES[args.game]
    strategies: dict[str, Strategy] = {}
    for given in args.strategies:
        name = spelt(game.name, given)
        if name in strategies:
            raise BadInput(f"{name} is given twice: nobody plays against themselves")
        strategies[name] = strategy(game.name, name, args.seed)
    size = {} if args.size is None else game.read({"size": args.size})
    game.check_playable(size)
    options = {"seed": args.seed} if game.has("seed") else {}
    position = game.position(**size, **options)
    first, second = game.players(position)
    contest = Contest(game.tree(position), (first, second), game.lead)
    openings = args.games // 2
    with progress(openings, BAR) as show:

        def report(found: int) -> None:
            show(found, f"{found} of {openings} openings")

        return list(round_robin(contest, strategies, args.games, args.plies, args.seed, report))
