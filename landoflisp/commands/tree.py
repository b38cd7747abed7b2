"""`landoflisp tree`: a game tree as text, DOT or SVG, and what a search did on it."""

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from functools import partial
from textwrap import fill
from typing import Any, NamedTuple

from landoflisp.commands.arguments import Parser, Subparsers, file_name, one_of, whole
from landoflisp.commands.outputs import check_output, write_output
from landoflisp.commands.positions import add_position, position_of
from landoflisp.commands.solve import window_of
from landoflisp.errors import BadInput
from landoflisp.games import dice_of_doom
from landoflisp.games.options import GAMES, Game
from landoflisp.search import SEARCHES, Value, trace
from landoflisp.show.boards import name_of
from landoflisp.show.tree_pictures import trees_svg
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


class Drawable(NamedTuple):
    """What can be drawn: its options, its tree, the value of its positions, and its depth."""

    help: str
    examples: str
    add_options: Callable[[Any], None]
    tree: Callable[[Namespace], Tree]
    value: Callable[[Namespace], Value | None]
    depth: int | None = DEPTH
    name: Callable[[Tree, Action], str] = name_of
    arguments: str = "[size] "


# What a board is like if nothing is said of it: small enough to be drawn.
USUAL: Mapping[str, Mapping[str, Any]] = {
    "dice-of-doom": {"size": 3, "players": 2, "max_dice": 3},
    "minimax": {"seed": 0},
}
EXAMPLES_OF: Mapping[str, str] = {
    "dice-of-doom": """
  landoflisp tree dice-of-doom --board "b-3 b-2 / a-2 a-3" --boards
  landoflisp tree dice-of-doom --dice --depth 1
""",
    "kalah": """
  landoflisp tree kalah 3x2 --depth 3 --search negascout
""",
    "minimax": """
  landoflisp tree minimax --size 3 --search fail-soft
""",
    "reversi": """
  landoflisp tree reversi 4x4 --depth 2 --boards --svg out.svg
  landoflisp tree reversi 4x4 --depth 5 --search fail-soft --cut 1
""",
}


def _drawable(game: Game) -> Drawable:
    usual = USUAL.get(game.name, {})

    def tree(args: Namespace) -> Tree:
        given = {} if args.board is None else {"size": None}
        return game.tree(position_of(args, game, **{**usual, **given}))

    def value(args: Namespace) -> Value:
        if game.module is dice_of_doom and (args.players not in (None, 2) or args.dice):
            raise BadInput("--search is for Dice of Doom with 2 players and without --dice")
        return game.value

    options = partial(add_position, game=game)
    return Drawable(game.title, EXAMPLES_OF[game.name], options, tree, value)


def _add_literal(group: Any) -> None:
    group.add_argument("tree", help='lists of numbers: "((1 3) (4 2)) ((2 1) (3 5))"')


def _literal_value(args: Namespace) -> None:
    if "iterative-deepening" in args.search:
        raise BadInput(
            "iterative-deepening values positions above the leaves, which have no number"
        )


def _no_name(tree: Tree, action: Action) -> str:
    return ""


LITERAL = Drawable(
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
)
DRAWABLE: Mapping[str, Drawable] = dict(
    sorted([("literal", LITERAL), *((name, _drawable(game)) for name, game in GAMES.items())])
)


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
    for name, game in DRAWABLE.items():
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
    if args.columns is not None and args.svg is None:
        raise BadInput("--columns is for --svg, which is not given")
    if None not in (args.svg, args.dot) and _target(args.svg) == _target(args.dot):
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


def _target(path: str) -> str:
    """Return what is written to, which may have several names; - is standard output."""
    return path if path == "-" else os.path.realpath(path)


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
        window = window_of(Namespace(**{**vars(args), "search": name}))
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
