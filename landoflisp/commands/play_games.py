"""The games that `landoflisp play` knows: their options, and how each is set up and shown.

A new game is one more `Game` in `GAMES`.
"""

import argparse
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import isqrt
from random import Random, SystemRandom
from string import ascii_lowercase
from typing import Any, NamedTuple

from toolz import partition

from landoflisp.commands.arguments import Parser, one_of, size, up_to, whole
from landoflisp.commands.reversi_position import add_reversi_position, reversi_position
from landoflisp.errors import BadInput
from landoflisp.games import dice_of_doom, kalah, minimax_game, reversi
from landoflisp.play import Roll, Strategy, chance, computer, first_move, random_move
from landoflisp.play.reversi_player import reversi_player
from landoflisp.play.strategies import check_level
from landoflisp.search import (
    SEARCHES,
    Best,
    Value,
    choose_move,
    iterative_deepening,
    mtdf,
    null_window,
    principal_variation,
)
from landoflisp.tree import Board, Chance, Player, Tree

__all__ = ["GAMES", "Game", "Setup"]


class Setup(NamedTuple):
    """A game that is ready to be played, and how its parts are shown in the terminal.

    `players` are their names, in the order of their turns. What the computer plays is `told`, or
    left to be seen on the board.
    """

    tree: Tree
    players: Mapping[Player, str]
    computer: Strategy
    show: Callable[[Board], str]
    result: Callable[[Board], str]
    told: bool = True
    roll: Roll = chance(0)


class Game(NamedTuple):
    """A game as the command line knows it: its options, and the setup that they ask for."""

    help: str
    notes: str
    examples: str
    add_options: Callable[[Parser], None]
    set_up: Callable[[argparse.Namespace], Setup]


# What the games share

THOUGHTLESS = ("random", "first")
LEVEL = 4


def _add_players(parser: Parser, searches: Iterable[str] = (), notes: str = "") -> None:
    group = parser.add_argument_group("the players")
    group.add_argument(
        "--computer",
        metavar="PLAYER[,PLAYER...]",
        help="who is played by the computer, or none (default: all but the first)",
    )
    group.add_argument(
        "--level", type=whole, metavar="N", help=f"how far the computer looks ahead{notes}"
    )
    if searches:
        group.add_argument(
            "--search",
            type=one_of("a search", searches),
            metavar="NAME",
            help=f"how the computer finds its moves: {', '.join(searches)}",
        )
    group.add_argument(
        "--seed", type=whole, metavar="N", help="makes all that is random repeatable"
    )


def _seed(args: argparse.Namespace) -> int:
    return SystemRandom().randrange(2**32) if args.seed is None else int(args.seed)


def _level(args: argparse.Namespace, default: int) -> int:
    level = default if args.level is None else int(args.level)
    check_level(level)
    return level


def _computer(args: argparse.Namespace, value: Value, turns: bool = False) -> Strategy:
    name = args.search or "fail-soft"
    level = _level(args, LEVEL)
    if name == "random":
        return random_move(_seed(args))
    if name == "first":
        return first_move
    search = SEARCHES[name]
    if search is mtdf:
        search = _mtdf
    if search is iterative_deepening:
        search = partial(iterative_deepening, depth=level)
    return computer(search, level, value, turns)


def _mtdf(tree: Tree, value: Value) -> Best:
    """Return what `mtdf` finds, with a line that is sure to be optimal."""
    return principal_variation(tree, value, mtdf(tree, value))


# null-window tells whether a value is above another, which is no way to find a move.
FINDERS = tuple(name for name, search in SEARCHES.items() if search is not null_window)


def _winner(points: Mapping[str, int]) -> str:
    (first, most), (_, less) = sorted(points.items(), key=lambda each: -each[1])
    if most == less:
        return f"The game is a tie, {most} to {less}"
    return f"The winner is {first}, {most} to {less}"


# Dice of Doom

CHAPTER_18 = {"size": 4, "players": 2, "max_dice": 3, "level": 4}
CHAPTER_20 = {"size": 5, "players": 4, "max_dice": 5, "level": 2}
SMALL = 3  # rows of a board, and dice on a hex, with which the computer can look to the end


def _add_dice_of_doom(parser: Parser) -> None:
    group = parser.add_argument_group("the board and the rules")
    group.add_argument(
        "--size", type=up_to(10), metavar="N", help="rows of the board (default: 4, with --dice 5)"
    )
    group.add_argument(
        "--players", type=whole, metavar="N", help="how many play (default: 2, with --dice 4)"
    )
    group.add_argument(
        "--max-dice",
        type=up_to(20),
        metavar="N",
        help="most dice on a hex (default: 3, with --dice 5)",
    )
    group.add_argument(
        "--dice", action="store_true", help="attacks are decided by rolling dice (chapter 20)"
    )
    group.add_argument(
        "--odds",
        type=one_of("a table of odds", ("book", "exact")),
        default="book",
        metavar="book|exact",
        help="what the computer thinks of dice: the book's rounded table (default), or exactly",
    )
    group.add_argument(
        "--board",
        metavar="TEXT",
        help='a board as the game draws it, such as "b-3 b-2 / a-2 a-3" (default: a random one)',
    )
    _add_players(
        parser,
        notes=" (default: 4 moves, with --dice 2; without, to the end of the game if neither "
        "--size nor --max-dice is above 3)",
    )


def _dice_of_doom(args: argparse.Namespace) -> Setup:
    board = None if args.board is None else dice_of_doom.parse(_in_rows(args.board))
    usual = CHAPTER_20 if args.dice else CHAPTER_18
    if board:
        usual = {**usual, "size": isqrt(len(board))}
    size, players, max_dice = (
        usual[name] if getattr(args, name) is None else int(getattr(args, name))
        for name in ("size", "players", "max_dice")
    )
    rules = dice_of_doom.Rules(players, max_dice, size, args.dice, args.odds)
    letters = ascii_lowercase[:players]
    for owner, _ in board or ():
        if owner >= players:
            raise BadInput(
                f"--board: there is no player {ascii_lowercase[owner]!r}; "
                f"the players are {', '.join(letters)}"
            )
    seed = _seed(args)
    look: Any = {"leaf": dice_of_doom.score_board, "depth": _level(args, usual["level"])}
    if args.level is None and not args.dice and max(size, max_dice) <= SMALL:
        look = {"leaf": dice_of_doom.share, "upper_limit": 1, "lower_limit": 0}
    return Setup(
        dice_of_doom.game_tree(board or dice_of_doom.gen_board(rules, seed), 0, rules=rules),
        dict(enumerate(letters)),
        partial(choose_move, **look),
        _draw_board,
        _announce_winner,
        told=False,
        roll=partial(_roll_dice, seed),
    )


def _in_rows(text: str) -> str:
    """Return the board with a / after every row, if it is written in one run."""
    words = text.split()
    size = isqrt(len(words))
    if size * size != len(words) or "/" in text:
        return text
    return " / ".join(map(" ".join, partition(size, words)))


# The texts are those of the book, byte for byte.


def _draw_board(board: dice_of_doom.Board) -> str:
    return "\n".join(f"{row} " for row in dice_of_doom.show(board).splitlines())


def _announce_winner(board: dice_of_doom.Board) -> str:
    winners = [ascii_lowercase[player] for player in dice_of_doom.winners(board)]
    if len(winners) > 1:
        return f"The game is a tie between ({' '.join(winners)})"
    return f"The winner is {winners[0]}"


def _roll_dice(seed: int, ply: int, tree: Tree, move: Chance) -> int:
    """Roll for an attack, say what was rolled, and return whether it is won (0) or lost (1)."""
    random = Random(repr((seed, ply)))
    action: Any = move.action
    attack, defence = (_roll(random, tree.board[pos][1]) for pos in action)
    return 0 if attack > defence else 1


def _roll(random: Random, dice: int) -> int:
    total = sum(1 + random.randrange(6) for _ in range(dice))
    print(f"On {dice} dice rolled {total}. ")
    return total


# Reversi

ARTICLE = "sorted"
REVERSI_SEARCHES = (ARTICLE, *FINDERS, *THOUGHTLESS)


def _add_reversi(parser: Parser) -> None:
    group = parser.add_argument_group("the board")
    group.add_argument(
        "size", type=size, nargs="?", help="rows x columns, such as 4x6 (default: 8x8)"
    )
    group.add_argument("--size", type=size, dest="size_too", metavar="SIZE", help="the same")
    add_reversi_position(group)
    _add_players(parser, REVERSI_SEARCHES)


def _reversi(args: argparse.Namespace) -> Setup:
    if args.size and args.size_too:
        raise BadInput("the size is given twice, as an argument and as --size: give one of them")
    position = reversi_position(args, args.size or args.size_too)
    on_8x8 = reversi.rows(position.board) == reversi.columns(position.board) == 8
    if args.search == ARTICLE or (on_8x8 and args.search is None):
        player = reversi_player(_level(args, 2))
    else:
        player = _computer(args, reversi.get_value)
    return Setup(
        reversi.tree(position),
        {"b": "b", "w": "w"},
        player,
        _reversi_show,
        lambda board: _winner(_discs(board)),
    )


def _discs(board: reversi.Board) -> dict[str, int]:
    return {colour: board.squares.count(colour) for colour in "bw"}


def _reversi_show(board: reversi.Board) -> str:
    return reversi.show(board) + "\nb = {b}, w = {w}".format(**_discs(board))


# Kalah


def _add_kalah(parser: Parser) -> None:
    group = parser.add_argument_group("the board")
    group.add_argument(
        "--pits", type=up_to(20), default=6, metavar="N", help="pits a side (default: 6)"
    )
    group.add_argument(
        "--seeds", type=up_to(100), default=6, metavar="N", help="seeds a pit (default: 6)"
    )
    _add_players(parser, (*FINDERS, *THOUGHTLESS), ", in turns (default: 4)")


def _kalah(args: argparse.Namespace) -> Setup:
    position = kalah.start(args.pits, args.seeds)
    first, second = position.turn, kalah.change_turn(*position)
    names: dict[Player, str] = {first: "first", second: "second"}
    return Setup(
        kalah.tree(position),
        names,
        _computer(args, kalah.get_value, turns=True),
        kalah.show,
        lambda board: _winner(dict(zip(names.values(), kalah.stores(board), strict=True))),
    )


# The MiniMax number game


def _add_minimax(parser: Parser) -> None:
    group = parser.add_argument_group("the board")
    group.add_argument(
        "--size", type=up_to(30), default=8, metavar="N", help="rows and columns (default: 8)"
    )
    _add_players(parser, (*FINDERS, *THOUGHTLESS), " (default: 4)")


def _minimax(args: argparse.Namespace) -> Setup:
    players = (minimax_game.FIRST, minimax_game.SECOND)
    return Setup(
        minimax_game.tree(minimax_game.start(_seed(args), args.size)),
        {player: player for player in players},
        _computer(args, minimax_game.get_value),
        minimax_game.show,
        lambda board: _winner(dict(zip(players, board.scores, strict=True))),
    )


# All of them

GAMES: Mapping[str, Game] = {
    "dice-of-doom": Game(
        "Dice of Doom, with dice or without",
        """\
Hexes are numbered from 0, row by row: `3 -> 1` attacks hex 1 from hex 3. A
turn is any number of attacks, then `end turn`.""",
        """
  landoflisp play dice-of-doom --size 3
  landoflisp play dice-of-doom --board "b-3 b-2 / a-2 a-3"
  landoflisp play dice-of-doom --size 3 --players 2 --level 4 --dice --seed 7
  landoflisp play dice-of-doom --dice --computer 0,1,2,3
""",
        _add_dice_of_doom,
        _dice_of_doom,
    ),
    "kalah": Game(
        "Kalah with any number of pits and seeds",
        """\
The first player's pits are drawn below. A turn goes on after a last stone in
the own store.""",
        """
  landoflisp play kalah --level 3
  landoflisp play kalah --pits 4 --seeds 3 --computer first,second
""",
        _add_kalah,
        _kalah,
    ),
    "minimax": Game(
        "the MiniMax number game",
        """\
The first player takes a number from a row, the second from a column: the one
in which the last number stood. The board is drawn at random.""",
        """
  landoflisp play minimax --size 4 --seed 1
""",
        _add_minimax,
        _minimax,
    ),
    "reversi": Game(
        "reversi on any board from 4x4 to 8x8",
        """\
Squares are named by column and row, from the top left: c4.

The search `sorted`, which is usual on 8x8, is NegaScout over sorted moves. It
values the position 2 N + 1 moves ahead at level N, usually 2. All others,
usually fail-soft, count discs N moves ahead, usually 4.""",
        """
  landoflisp play reversi 4x4 --level 12
  landoflisp play reversi --size 8x8 --level 3
  landoflisp play reversi 6x6 --computer b,w --search random --seed 7
""",
        _add_reversi,
        _reversi,
    ),
}
