"""How `landoflisp play` sets up each game: who plays, how it is shown, what is said at the end."""

import argparse
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from random import Random, SystemRandom
from typing import Any, NamedTuple

from landoflisp.commands.arguments import Parser, one_of, whole
from landoflisp.commands.positions import add_position, position_of, typed_options
from landoflisp.games import dice_of_doom, reversi
from landoflisp.games.options import GAMES, Game
from landoflisp.play import Roll, Strategy, chance
from landoflisp.play.named import CHOOSE_MOVE, SORTED, THOUGHTLESS, strategies, strategy
from landoflisp.play.strategies import check_level
from landoflisp.search import choose_move
from landoflisp.tree import Board, Chance, Player, Tree

__all__ = ["HELP", "Help", "Setup", "add_options", "set_up"]

LEVEL = 4  # how far the computer looks ahead where nothing is said
SMALL = 3  # rows of a board, and dice on a hex, with which the computer can look to the end


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


class Help(NamedTuple):
    """What the help text of a game says of its moves and of the computer's level, and examples."""

    notes: str
    level: str
    examples: str


HELP: Mapping[str, Help] = {
    "dice-of-doom": Help(
        """\
Hexes are numbered from 0, row by row: `3 -> 1` attacks hex 1 from hex 3. A
turn is any number of attacks, then `end turn`.""",
        " (default: 4 moves, with --dice 2; without, to the end of the game if neither "
        "--size nor --max-dice is above 3)",
        """
  landoflisp play dice-of-doom --size 3
  landoflisp play dice-of-doom --board "b-3 b-2 / a-2 a-3"
  landoflisp play dice-of-doom --size 3 --players 2 --level 4 --dice --seed 7
  landoflisp play dice-of-doom --dice --computer 0,1,2,3
""",
    ),
    "kalah": Help(
        """\
The first player's pits are drawn below. A turn goes on after a last stone in
the own store.""",
        ", in turns (default: 4)",
        """
  landoflisp play kalah --level 3
  landoflisp play kalah 4x3 --computer first,second
""",
    ),
    "minimax": Help(
        """\
The first player takes a number from a row, the second from a column: the one
in which the last number stood. The board is drawn at random.""",
        " (default: 4)",
        """
  landoflisp play minimax --size 4 --seed 1
""",
    ),
    "reversi": Help(
        """\
Squares are named by column and row, from the top left: c4.

The search `sorted`, which is usual on 8x8, is NegaScout over sorted moves. It
values the position 2 N + 1 moves ahead at level N, usually 2. All others,
usually fail-soft, count discs N moves ahead, usually 4.""",
        "",
        """
  landoflisp play reversi 4x4 --level 12
  landoflisp play reversi --size 8x8 --level 3
  landoflisp play reversi 6x6 --computer b,w --search random --seed 7
""",
    ),
}


def add_options(parser: Parser, game: Game) -> None:
    """Add the options of a game: the position, and who plays how well."""
    add_position(parser.add_argument_group("the board and the rules"), game, without=("seed",))
    group = parser.add_argument_group("the players")
    group.add_argument(
        "--computer",
        metavar="PLAYER[,PLAYER...]",
        help="who is played by the computer, or none (default: all but the first)",
    )
    group.add_argument(
        "--level",
        type=whole,
        metavar="N",
        help=f"how far the computer looks ahead{HELP[game.name].level}",
    )
    searches = [name for name in strategies(game.name) if name != CHOOSE_MOVE]
    group.add_argument(
        "--search",
        type=one_of("a search", searches),
        metavar="NAME",
        help=f"how the computer finds its moves: {', '.join(searches)}",
    )
    group.add_argument(
        "--seed", type=whole, metavar="N", help="makes all that is random repeatable"
    )


def set_up(game: Game, args: argparse.Namespace) -> Setup:
    """Return the game that the options describe. Raises `BadInput`."""
    seed = SystemRandom().randrange(2**32) if args.seed is None else int(args.seed)
    game.check_playable(typed_options(args, game))
    position = position_of(args, game, seed=seed)
    board = position.board
    names = {p: game.module.player_name(board, p) for p in game.players(position)}
    computer = _computer(game, args, position, seed)
    if game.module is dice_of_doom:
        roll = partial(_roll_dice, seed)
        return Setup(
            game.tree(position), names, computer, _draw_board, _announce_winner, False, roll
        )
    return Setup(
        game.tree(position),
        names,
        computer,
        _reversi_show if game.module is reversi else game.module.show,
        partial(_winner, game, tuple(names.values())),
    )


def _computer(game: Game, args: argparse.Namespace, position: Any, seed: int) -> Strategy:
    name, level = args.search, args.level
    if level is not None:
        check_level(level)
    if name in THOUGHTLESS:
        return strategy(game.name, name, seed)
    if name is None and game is GAMES["dice-of-doom"]:
        return _dice_player(position.rules, level)
    name = name or (SORTED if _is_8x8(game, position) else "fail-soft")
    usual = 2 if name == SORTED else LEVEL
    return strategy(game.name, f"{name}:{usual if level is None else level}")


def _is_8x8(game: Game, position: Any) -> bool:
    return game.module is reversi and len(position.board.squares) == 10 * 10


def _dice_player(rules: dice_of_doom.Rules, level: int | None) -> Strategy:
    if level is None and not rules.dice and max(rules.size, rules.max_dice) <= SMALL:
        share: Any = dice_of_doom.share
        return partial(choose_move, leaf=share, upper_limit=1, lower_limit=0)
    usual = 2 if rules.dice else LEVEL
    return strategy("dice-of-doom", f"{CHOOSE_MOVE}:{usual if level is None else level}")


def _winner(game: Game, names: Iterable[str], board: Board) -> str:
    points = zip(names, game.points(board), strict=True)
    (first, most), (_, less) = sorted(points, key=lambda each: -each[1])
    if most == less:
        return f"The game is a tie, {most} to {less}"
    return f"The winner is {first}, {most} to {less}"


def _reversi_show(board: reversi.Board) -> str:
    counts = ", ".join(f"{colour} = {board.squares.count(colour)}" for colour in "bw")
    return f"{reversi.show(board)}\n{counts}"


# Dice of Doom: the texts are those of the book, byte for byte.


def _draw_board(board: dice_of_doom.Board) -> str:
    return "\n".join(f"{row} " for row in dice_of_doom.show(board).splitlines())


def _announce_winner(board: dice_of_doom.Board) -> str:
    winners = [dice_of_doom.player_name(board, player) for player in dice_of_doom.winners(board)]
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
