"""Where a reversi board comes from, for every subcommand that takes one."""

import argparse
from typing import Any

from landoflisp.commands.arguments import Size, one_of
from landoflisp.errors import BadInput, BadPosition
from landoflisp.games import reversi
from landoflisp.games.notation import split_printed

__all__ = ["add_reversi_position", "reversi_position"]


def add_reversi_position(group: Any) -> None:
    """Add the options that say how the discs lie, and in which order the spaces are tried."""
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
        help="who is to move (default: b, or who is in a printed tree)",
    )
    group.add_argument("--passed", action="store_true", help="the last move was a pass")
    group.add_argument(
        "--order",
        default="corners",
        metavar="corners|scan|LIST",
        help="the order in which spaces are tried: corners first, as in the listings (default), "
        "row by row, or a list of all spaces with commas between them",
    )


def reversi_position(args: argparse.Namespace, size: Size | None) -> reversi.Position:
    """Return the position that the options describe, on a board of this size, or 8x8.

    Without a size, a board that is given may have any. Raises `BadInput`.
    """
    order = args.order.lower() if args.order.isalpha() else args.order.replace(",", " ").split()
    rows, columns = size or (8, 8)
    squares = reversi.start(rows, columns, args.opening or "cross").board.squares
    if args.board is not None:
        if args.opening is not None:
            raise BadInput("--opening and --board both say where the discs lie: give one of them")
        squares = _given(args.board, size)
    turn = args.turn or split_printed(args.board or "", "b")[1]
    return reversi.position(squares, turn, order, args.passed)


def _given(text: str, size: Size | None) -> reversi.Squares:
    wanted = "; a {0}x{1} board is {0} rows of {1} squares".format(*size) if size else ""
    try:
        board = reversi.position(reversi.parse(text, size[1] if size else None)).board
    except BadPosition as error:
        raise BadPosition(f"--board: {error}{wanted}") from None
    found = reversi.rows(board), reversi.columns(board)
    if size and found != size:
        raise BadPosition("--board: {}x{} squares are given{}".format(*found, wanted))
    return board.squares
