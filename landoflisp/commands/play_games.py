"""The games that `landoflisp play` knows: their options, and how each is set up and shown.

A new game is one more `Game` in `GAMES`.
"""

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from random import SystemRandom
from typing import Any, NamedTuple

from landoflisp.commands.arguments import Parser, one_of, size, whole
from landoflisp.errors import BadInput
from landoflisp.games import reversi
from landoflisp.play import Roll, Strategy, chance, computer, first_move, random_move
from landoflisp.search import (
    SEARCHES,
    Best,
    Value,
    iterative_deepening,
    mtdf,
    null_window,
    principal_variation,
)
from landoflisp.tree import Action, Board, Player, Tree

__all__ = ["GAMES", "Game", "Setup"]


class Setup(NamedTuple):
    """A game that is ready to be played in the terminal, and how its parts are shown there.

    The players have their names, in the order of their turns. `tell` says what the computer plays;
    an empty text is not printed.
    """

    tree: Tree
    players: Mapping[Player, str]
    computer: Strategy
    show: Callable[[Board], str]
    name: Callable[[Board, Action], str]
    tell: Callable[[Player, str], str]
    result: Callable[[Board], str]
    roll: Roll = chance(0)


class Game(NamedTuple):
    """A game by its name, its options, and the function that sets it up from them."""

    help: str
    examples: str
    add_options: Callable[[Parser], None]
    set_up: Callable[[argparse.Namespace], Setup]


# What several games share


def _add_strategy(parser: Parser, level: str) -> None:
    group = parser.add_argument_group("the players")
    group.add_argument(
        "--computer",
        metavar="PLAYER[,PLAYER...]",
        help="the players that the computer plays, or none (default: all but the first)",
    )
    group.add_argument(
        "--level", type=whole, metavar="N", help=f"how many moves the computer looks ahead {level}"
    )
    group.add_argument(
        "--seed", type=whole, metavar="N", help="makes all that is random repeatable"
    )


def _add_search(parser: Parser) -> None:
    parser.add_argument(
        "--search",
        type=one_of("a search", (*SEARCHES, *THOUGHTLESS)),
        default="fail-soft",
        metavar="NAME",
        help="how the computer finds its moves, by a search or without (default: fail-soft)",
    )


THOUGHTLESS = ("random", "first")


def _seed(args: argparse.Namespace) -> int:
    return SystemRandom().randrange(2**32) if args.seed is None else int(args.seed)


def _computer(args: argparse.Namespace, level: int, value: Value) -> Strategy:
    if args.search == "random":
        return random_move(_seed(args))
    if args.search == "first":
        return first_move
    search = SEARCHES[args.search]
    if search is null_window:
        raise BadInput("--search: null-window finds no move: it tells whether a value is above another")
    if search is mtdf:
        search = _mtdf
    if search is iterative_deepening:
        search = partial(iterative_deepening, depth=level)
    return computer(search, level, value)


def _mtdf(tree: Tree, value: Value) -> Best:
    """Return what `mtdf` finds, with a line that is sure to be optimal."""
    return principal_variation(tree, value, mtdf(tree, value))


# Reversi


def _add_reversi(parser: Parser) -> None:
    group = parser.add_argument_group("the board")
    group.add_argument("size", type=size, nargs="?", help="rows x columns, such as 4x6 (default: 8x8)")
    group.add_argument("--size", type=size, dest="size_too", metavar="SIZE", help="the same")
    group.add_argument(
        "--opening",
        type=one_of("an opening", reversi.OPENINGS),
        metavar="cross|parallel",
        help="how the first four discs lie (default: cross)",
    )
    group.add_argument(
        "--board",
        metavar="TEXT",
        help="any board instead of an opening: rows of b, w and . (or s) with / between them",
    )
    group.add_argument(
        "--turn",
        type=one_of("a turn", ("b", "w")),
        default="b",
        metavar="b|w",
        help="who is to move (default: b)",
    )
    group.add_argument(
        "--order",
        default="corners",
        metavar="corners|scan|LIST",
        help="the order of the moves: corners first (default), row by row, or a list of all spaces",
    )
    _add_strategy(parser, "(default: 4)")
    _add_search(parser)


def _reversi(args: argparse.Namespace) -> Setup:
    level = 4 if args.level is None else args.level
    return Setup(
        reversi.tree(_reversi_position(args)),
        {"b": "b", "w": "w"},
        _computer(args, level, reversi.get_value),
        _reversi_show,
        reversi.name,
        "{} plays {}".format,
        _reversi_result,
    )


def _reversi_position(args: argparse.Namespace) -> reversi.Position:
    if args.size and args.size_too:
        raise BadInput("a size is given twice: as an argument and as --size")
    wanted = args.size or args.size_too
    rows, columns = wanted or (8, 8)
    order = args.order.lower() if args.order.isalpha() else args.order.replace(",", " ").split()
    if args.board is None:
        squares = reversi.start(rows, columns, args.opening or "cross").board.squares
        return reversi.position(squares, args.turn, order)
    if args.opening is not None:
        raise BadInput("--opening and --board both say where the discs lie: give one of them")
    turn, board = reversi.position(
        reversi.parse(args.board, columns if wanted else None), args.turn, order
    )
    found = reversi.rows(board), reversi.columns(board)
    if wanted and found != wanted:
        raise BadInput("--board: {}x{} squares are given, and a size of {}x{}".format(*found, *wanted))
    return reversi.Position(turn, board)


def _discs(board: reversi.Board) -> dict[str, int]:
    return {colour: board.squares.count(colour) for colour in "bw"}


def _reversi_show(board: reversi.Board) -> str:
    return reversi.show(board) + "\nb = {b}, w = {w}".format(**_discs(board))


def _reversi_result(board: reversi.Board) -> str:
    (more, winner), (less, _) = sorted(
        ((count, colour) for colour, count in _discs(board).items()), reverse=True
    )
    if more == less:
        return f"The game is a tie, {more} to {less}"
    return f"The winner is {winner}, {more} to {less}"


# All of them

GAMES: Mapping[str, Game] = {
    "reversi": Game(
        "reversi on any board from 4x4 to 8x8",
        """
  landoflisp play reversi 4x4 --level 12
  landoflisp play reversi --size 8x8 --level 3 --search negascout
  landoflisp play reversi 6x6 --computer b,w --search random --seed 7
""",
        _add_reversi,
        _reversi,
    ),
}

_ = Any
