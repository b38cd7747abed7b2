"""`landoflisp tree`: a game tree as text, DOT or SVG, and what a search did on it."""

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from textwrap import fill
from typing import Any, NamedTuple

from landoflisp.commands.arguments import Parser, Subparsers, file_name, one_of, size, whole
from landoflisp.commands.outputs import check_output, write_output
from landoflisp.commands.reversi_position import add_reversi_position, reversi_position
from landoflisp.commands.solve import _window
from landoflisp.errors import BadInput
from landoflisp.games import dice_of_doom, kalah, minimax_game, reversi
from landoflisp.search import SEARCHES, Value, trace
from landoflisp.show.boards import name_of
from landoflisp.show.tree_svg import trees_svg
from landoflisp.show.trees import LIMIT, drawn, in_ascii, limit_cuts, summary, tree_dot, tree_text
from landoflisp.tree import Action, Tree, limit_tree_depth, literal_tree

__all__ = ["add_parser", "run"]

DEPTH = 2

DESCRIPTION = """\
Draw a game tree: as text, as SVG, or as DOT for Graphviz (which SVG does not
need). With --search the tree shows what a search does on it: the value that it
finds and the window of each visit, the best line, what is searched again, and
crossed out what it never asked for."""

EXAMPLES = """
examples:
  landoflisp tree literal "((1 3) (4 2)) ((2 1) (3 5))" --search fail-soft
  landoflisp tree reversi 4x4 --depth 2 --svg out.svg
  landoflisp tree kalah --pits 3 --seeds 2 --depth 3 --search negascout
"""

SEARCHES_IN_LINES = fill(f"searches: {', '.join(SEARCHES)}", 78, break_on_hyphens=False)

LEGEND = "━ best line  ✗ left out  (alpha, beta) and values as {} sees them"


class Game(NamedTuple):
    """What can be drawn: its options, its tree, the value of its positions, and its depth."""

    help: str
    examples: str
    add_options: Callable[[Any], None]
    tree: Callable[[Namespace], Tree]
    value: Callable[[Namespace], Value | None]
    depth: int | None = DEPTH
    name: Callable[[Tree, Action], str] = name_of
    arguments: str = ""


# The games


def _add_reversi(group: Any) -> None:
    group.add_argument(
        "size", type=size, nargs="?", help="rows x columns, such as 4x6 (default: 8x8)"
    )
    add_reversi_position(group)


def _reversi(args: Namespace) -> Tree:
    return reversi.tree(reversi_position(args, args.size))


def _add_kalah(group: Any) -> None:
    group.add_argument("--pits", type=whole, metavar="N", help="pits a side (default: 6)")
    group.add_argument("--seeds", type=whole, metavar="N", help="seeds a pit (default: 6)")
    group.add_argument(
        "--board",
        metavar="TEXT",
        help="a board: the first player's pits and store, then the second's: \"0 2 1  1 0 4\"",
    )
    _add_turn(group)


def _kalah(args: Namespace) -> Tree:
    if args.board is None:
        position = kalah.start(*(6 if n is None else n for n in (args.pits, args.seeds)))
    elif args.pits is None and args.seeds is None:
        position = kalah.position(args.board)
    else:
        raise BadInput("--board says how many pits and seeds there are: leave out --pits, --seeds")
    if args.turn is not None:
        places = len(position.board)
        position = position._replace(turn=places - 1 if args.turn == "second" else places // 2 - 1)
    return kalah.tree(position)


def _add_turn(group: Any) -> None:
    group.add_argument(
        "--turn",
        type=one_of("a turn", ("first", "second")),
        metavar="first|second",
        help="who is to move (default: first)",
    )


def _add_minimax(group: Any) -> None:
    group.add_argument(
        "--size", type=whole, default=8, metavar="N", help="rows and columns (default: 8)"
    )
    _add_seed(group)
    group.add_argument(
        "--board",
        metavar="TEXT",
        help='a board instead of one that is drawn by lot: "4 -1 / ** 3"',
    )
    _add_turn(group)
    group.add_argument(
        "--line", type=whole, default=0, metavar="N", help="the row or column to take from"
    )


def _minimax(args: Namespace) -> Tree:
    board = args.board
    if board is None:
        drawn_by_lot = minimax_game.start(args.seed, args.size).board
        board = [drawn_by_lot.numbers[i : i + args.size] for i in range(0, args.size**2, args.size)]
    return minimax_game.tree(minimax_game.position(board, args.turn, args.line))


def _add_seed(group: Any) -> None:
    group.add_argument(
        "--seed", type=whole, default=0, metavar="N", help="draws the board (default: 0)"
    )


def _add_dice_of_doom(group: Any) -> None:
    group.add_argument("--size", type=whole, metavar="N", help="rows of the board (default: 3)")
    group.add_argument(
        "--players", type=whole, default=2, metavar="N", help="how many play (default: 2)"
    )
    group.add_argument(
        "--max-dice", type=whole, default=3, metavar="N", help="most dice on a hex (default: 3)"
    )
    group.add_argument("--dice", action="store_true", help="attacks are decided by rolling dice")
    _add_seed(group)
    group.add_argument(
        "--board",
        metavar="TEXT",
        help='a board instead of one that is drawn by lot: "b-3 b-2 / a-2 a-3"',
    )
    group.add_argument(
        "--turn", type=whole, metavar="N", help="who is to move, from 0 (default: 0)"
    )


def _dice_of_doom(args: Namespace) -> Tree:
    board = None if args.board is None else dice_of_doom.parse(args.board)
    rows = args.size
    if rows is None:
        rows = round(len(board) ** 0.5) if board else 3
    rules = dice_of_doom.Rules(args.players, args.max_dice, rows, args.dice)
    hexes = args.board or dice_of_doom.gen_board(rules, args.seed)
    return dice_of_doom.tree(dice_of_doom.position(hexes, args.turn, rules=rules))


def _dice_of_doom_value(args: Namespace) -> Value:
    if args.players != 2 or args.dice:
        raise BadInput("--search is for Dice of Doom with 2 players and without --dice")
    return _lead


def _lead(board: dice_of_doom.Board, player: int) -> int:
    """Return the score of a player less that of the other: what the searches ask is zero-sum."""
    own, other = (dice_of_doom.score_board(board, whose) for whose in (player, 1 - player))
    return own - other


def _add_literal(group: Any) -> None:
    group.add_argument("tree", help='lists of numbers: "((1 3) (4 2)) ((2 1) (3 5))"')


def _literal_value(args: Namespace) -> None:
    if "iterative-deepening" in args.search:
        raise BadInput(
            "iterative-deepening values positions above the leaves, which have no number"
        )


def _no_name(tree: Tree, action: Action) -> str:
    return ""


GAMES: Mapping[str, Game] = {
    "dice-of-doom": Game(
        "Dice of Doom, with dice or without",
        """
  landoflisp tree dice-of-doom --board "b-3 b-2 / a-2 a-3" --boards
  landoflisp tree dice-of-doom --dice --depth 1
""",
        _add_dice_of_doom,
        _dice_of_doom,
        _dice_of_doom_value,
    ),
    "kalah": Game(
        "Kalah with any number of pits and seeds",
        """
  landoflisp tree kalah --pits 3 --seeds 2 --depth 3 --search negascout
""",
        _add_kalah,
        _kalah,
        lambda args: kalah.get_value,
    ),
    "literal": Game(
        "your own, with numbers at the leaves as the first player sees them",
        """
  landoflisp tree literal "((1 3) (4 2)) ((2 1) (3 5))" --search fail-soft
  landoflisp tree literal "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]" --svg out.svg \\
    --search minimax,alpha-beta
""",
        _add_literal,
        lambda args: literal_tree(args.tree),
        _literal_value,
        None,
        _no_name,
        "tree ",
    ),
    "minimax": Game(
        "the MiniMax number game",
        """
  landoflisp tree minimax --size 3 --search fail-soft
""",
        _add_minimax,
        _minimax,
        lambda args: minimax_game.get_value,
    ),
    "reversi": Game(
        "reversi on any board from 4x4 to 8x8",
        """
  landoflisp tree reversi 4x4 --depth 2 --boards --svg out.svg
  landoflisp tree reversi 4x4 --depth 5 --search fail-soft --cut 1
""",
        _add_reversi,
        _reversi,
        lambda args: reversi.get_value,
        arguments="[size] ",
    ),
}


# The command


def add_parser(subparsers: Subparsers) -> None:
    """Add `tree` to the subcommands, and its games to it."""
    parser = subparsers.add_parser(
        "tree",
        usage="%(prog)s game [options]",
        description=DESCRIPTION,
        epilog=EXAMPLES,
    )
    games = parser.add_subparsers(title="games", metavar="game", required=True)
    for name, game in GAMES.items():
        options = games.add_parser(
            name,
            prog=f"landoflisp tree {name}",
            help=game.help,
            description=f"Draw a tree: {game.help}.\n\n{DESCRIPTION}",
            usage=f"%(prog)s {game.arguments}[options]",
            epilog=f"{SEARCHES_IN_LINES}\n\nexamples:{game.examples}",
        )
        game.add_options(options.add_argument_group("the position"))
        _add_search(options)
        _add_drawing(options, game.depth)
        options.set_defaults(run=run, game=game)


def _add_search(parser: Parser) -> None:
    group = parser.add_argument_group("the search")
    group.add_argument(
        "--search",
        type=_searches,
        default=[],
        metavar="NAME[,NAME...]",
        help="show what a search does; several are drawn one beside the other",
    )
    group.add_argument("--alpha", type=whole, metavar="N", help="values up to N are all alike")
    group.add_argument("--beta", type=whole, metavar="N", help="values from N on are all alike")
    group.add_argument("--guess", type=whole, metavar="N", help="the value to try first")
    group.add_argument(
        "--cut", type=whole, metavar="N", help="draw N plies of what is left out (default: all)"
    )


def _searches(text: str) -> list[str]:
    known = one_of("a search", SEARCHES)
    return list(dict.fromkeys(known(name) for name in text.split(",")))


def _add_drawing(parser: Parser, depth: int | None) -> None:
    group = parser.add_argument_group("the drawing")
    usual = "to the leaves" if depth is None else depth
    group.add_argument(
        "--depth", type=whole, default=depth, metavar="N", help=f"plies (default: {usual})"
    )
    group.add_argument(
        "--limit",
        type=whole,
        default=LIMIT,
        metavar="N",
        help=f"draw N nodes at most, or nothing (default: {LIMIT})",
    )
    group.add_argument("--boards", action="store_true", help="draw the board of every node")
    group.add_argument("--text", action="store_true", help="as text, as if no file were given")
    group.add_argument("--dot", type=file_name, metavar="FILE", help="as DOT; - is standard output")
    group.add_argument("--svg", type=file_name, metavar="FILE", help="as SVG; - is standard output")
    group.add_argument(
        "--columns", type=whole, metavar="N", help="of the SVG, if there is more than one search"
    )


def run(args: Namespace) -> int:
    """Draw the tree of the arguments."""
    if args.svg is not None and args.svg == args.dot:
        raise BadInput("--dot and --svg are to be different files")
    if args.text and "-" in (args.dot, args.svg):
        raise BadInput("standard output takes one drawing: leave out --text, or name a file for -")
    trees = _trees(args)
    drawing: dict[str, Any] = {"name": args.game.name, "boards": args.boards, "limit": args.limit}
    files = {}
    if args.dot is not None:
        files[args.dot] = "\n".join(tree_dot(tree, **drawing) for tree in trees.values())
    if args.svg is not None:
        files[args.svg] = trees_svg(trees, args.columns, **drawing)
    text = "\n\n".join(_text(title, tree, drawing) for title, tree in trees.items())
    for file, content in files.items():
        write_output(file, f"{content}\n")
    if args.text or not files:
        check_output()
        print(_printable(text))
    return 0


def _trees(args: Namespace) -> dict[str, Tree]:
    """Return the tree, or what each of the searches does on it, by their names."""
    tree = args.game.tree(args)
    if args.depth is not None:
        tree = limit_tree_depth(tree, args.depth)
    if not args.search:
        for option in ("alpha", "beta", "guess", "cut", "columns"):
            if getattr(args, option) is not None:
                raise BadInput(f"--{option} is for --search, which is not given")
        return {"": tree}
    value = args.game.value(args)
    traced = {}
    for name in args.search:
        window = _window(Namespace(**{**vars(args), "search": name}))
        shown = trace(SEARCHES[name], tree, value, *window, limit=args.limit)
        traced[name] = shown if args.cut is None else limit_cuts(shown, args.cut)
    return traced


def _text(title: str, tree: Tree, drawing: Mapping[str, Any]) -> str:
    text = tree_text(tree, **drawing)
    if not title:
        return text
    root = drawn(tree, drawing["name"], drawing["limit"])
    return f"{title}: {summary(root)}\n\n{text}\n\n{LEGEND.format(root.who)}"


def _printable(text: str) -> str:
    """Return the text as standard output can show it."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return in_ascii(text).encode(encoding, "replace").decode(encoding)
    return text
