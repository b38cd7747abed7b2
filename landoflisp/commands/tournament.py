"""`landoflisp tournament`: strategies against each other, here, on all cores or on a cluster.

A new game is one more `Field` in `FIELDS`.
"""

import argparse
import json
import os
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

from toolz import unique

from landoflisp.commands.arguments import (
    INTERRUPTED,
    MOST_WORKERS,
    Parser,
    Subparsers,
    nearest,
    one_of,
    size,
    up_to,
    whole,
)
from landoflisp.commands.cluster import cluster, trouble
from landoflisp.commands.play_games import (
    FINDERS,
    GAMES,
    REVERSI_SEARCHES,
    THOUGHTLESS,
    Setup,
)
from landoflisp.commands.progress import progress
from landoflisp.commands.words import complain
from landoflisp.commands.workers import processes
from landoflisp.errors import BadInput
from landoflisp.games import dice_of_doom, kalah, minimax_game, reversi
from landoflisp.play import Strategy, first_move, random_move
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
from landoflisp.search import Value

__all__ = ["FIELDS", "Field", "add_parser", "entrant", "run"]

BAR = "{percentage:3.0f}%|{bar}| {desc} [{elapsed}<{remaining}]"

# Where `landoflisp play` knows one way to think and has no name for it.
CHOOSE_MOVE = "choose-move"


class Field(NamedTuple):
    """What a tournament has to know of a game that can be played in the terminal.

    Which searches it has, what options `landoflisp play` takes for a size, and by how much a player
    has won at the end.
    """

    searches: Sequence[str]
    sized: Callable[[str], list[str]]
    margin: Value


def _plain(text: str) -> list[str]:
    return [f"--size={text}"]


def _pits_and_seeds(text: str) -> list[str]:
    try:
        pits, seeds = size(text)
    except ArgumentTypeError:
        raise BadInput(f"--size: of kalah it is pits x seeds, such as 6x6, not {text!r}") from None
    return ["--pits", str(pits), "--seeds", str(seeds)]


def _hexes_ahead(board: dice_of_doom.Board, player: int) -> int:
    return sum(1 if owner == player else -1 for owner, _ in board)


FIELDS: Mapping[str, Field] = {
    "dice-of-doom": Field((CHOOSE_MOVE,), _plain, _hexes_ahead),
    "kalah": Field(FINDERS, _pits_and_seeds, kalah.get_lead),
    "minimax": Field(FINDERS, _plain, minimax_game.get_lead),
    "reversi": Field(
        tuple(name for name in REVERSI_SEARCHES if name not in THOUGHTLESS),
        _plain,
        reversi.get_value,
    ),
}

DESCRIPTION = f"""\
Let strategies play each other, each pair so many games: every opening, of a few
random moves, is played twice, with the sides swapped. The table says who won,
and how sure that is; with three or more, each pair has a line of its own.

A strategy is a search and how far it looks ahead, as in negascout:3, or

  random   any move
  first    the first move

The searches of reversi:
  {", ".join(REVERSI_SEARCHES[:5])},
  {", ".join(name for name in REVERSI_SEARCHES[5:10])},
  {", ".join(name for name in REVERSI_SEARCHES[10:] if name not in THOUGHTLESS)}
Kalah and minimax have all of these but {REVERSI_SEARCHES[0]}, dice-of-doom (two players,
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
    parser.add_argument("game", type=one_of("a game", FIELDS), help=", ".join(FIELDS))
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
    try:
        with (
            _executor(args, len(fixtures)) as executor,
            progress(len(fixtures), BAR) as show,
            closing(played(fixtures, executor)) as coming,
        ):
            show(0, f"0 of {len(fixtures)} games")
            for result in coming:
                results.append(result)
                show(len(results), f"{len(results)} of {len(fixtures)} games")
    except KeyboardInterrupt:
        status, why = INTERRUPTED, "interrupted"
    except BrokenProcessPool:
        status, why = 1, "stopped"
    except BadInput:
        raise
    except Exception as error:
        if args.cluster is None:
            raise
        status, why = 1, trouble(error)
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
    field = FIELDS[args.game]
    options = ["--seed", str(args.seed)] + ([] if args.size is None else field.sized(args.size))
    strategies: dict[str, Strategy] = {}
    for spec in args.strategies:
        name, strategy = entrant(args.game, spec, options)
        if name in strategies:
            raise BadInput(f"{name} is given twice: nobody plays against themselves")
        strategies[name] = strategy
    setup = _set_up(args.game, options)
    first, second = setup.players
    contest = Contest(setup.tree, (first, second), field.margin)
    wanted = args.games // 2
    with progress(wanted, BAR) as show:

        def see(found: int) -> None:
            show(found, f"{found} of {wanted} openings")

        return list(round_robin(contest, strategies, args.games, args.plies, args.seed, see))


def entrant(game: str, spec: str, options: Sequence[str] = ("--seed", "0")) -> tuple[str, Strategy]:
    """Return the name and the strategy that somebody means by `SEARCH:LEVEL`, `random` or `first`.

    However the level is written, equal strategies have one name. The options are those of
    `landoflisp play`, for the board and the seed. Raises `BadInput`, with the name that is the
    nearest, for what is none.

    >>> entrant("reversi", "negascout:03")[0]
    'negascout:3'
    >>> entrant("reversi", "negascuot:3")
    Traceback (most recent call last):
    landoflisp.errors.BadInput: 'negascuot' is not a strategy of reversi; is it negascout?
    """
    searches = FIELDS[game].searches
    name, colon, level = spec.partition(":")
    if name in THOUGHTLESS:
        if colon:
            raise BadInput(f"{spec}: {name} does not look ahead and has no level")
        return name, (first_move if name == "first" else random_move(_seed(options)))
    if name not in searches:
        known = (*searches, *THOUGHTLESS)
        near = nearest(name, known)
        hint = f"is it {near}?" if near else f"they are {', '.join(known)}"
        raise BadInput(f"{name!r} is not a strategy of {game}; {hint}")
    if not colon:
        raise BadInput(f"{name} needs a level, such as {name}:3")
    try:
        plies = whole(level)
    except ArgumentTypeError as error:
        raise BadInput(f"{spec}: {error}") from None
    if plies < 1:
        raise BadInput(f"{spec}: a level is 1 or more, not {plies}")
    by_name = [] if name == CHOOSE_MOVE else ["--search", name]
    setup = _set_up(game, [*options, *by_name, "--level", str(plies)])
    return f"{name}:{plies}", setup.computer


def _seed(options: Sequence[str]) -> int:
    return int(options[options.index("--seed") + 1])


def _set_up(game: str, options: Sequence[str]) -> Setup:
    parser = Parser(prog="landoflisp tournament", add_help=False)
    GAMES[game].add_options(parser)
    return GAMES[game].set_up(parser.parse_args(options))


# Where it is played


@contextmanager
def _executor(args: argparse.Namespace, games: int) -> Iterator[Executor | None]:
    if args.cluster is not None and args.workers is not None:
        raise BadInput("--workers are processes here, --cluster is elsewhere: give one of them")
    if args.workers is not None and args.workers < 1:
        raise BadInput(f"--workers: 1 process or more, not {args.workers}")
    workers = min(args.workers or os.cpu_count() or 1, games)
    if args.cluster is not None:
        with cluster(args.cluster) as (executor, _):
            yield executor
    elif workers == 1:
        yield None
    else:
        with processes(workers) as pool:
            yield pool
