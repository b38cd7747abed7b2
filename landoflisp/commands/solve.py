"""`landoflisp solve`: search a position to the end and print what the listings' `solver` prints."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from inspect import Parameter, signature
from typing import Any

from toolz import partition

from landoflisp.commands import solve_kalah
from landoflisp.commands.arguments import INTERRUPTED, Parser, Subparsers, one_of, whole
from landoflisp.commands.positions import add_position, position_of
from landoflisp.commands.progress import is_terminal, progress
from landoflisp.commands.solve_fast import (
    FAST,
    FAST_OPTIONS,
    SPACES,
    Stopped,
    add_options,
    check_options,
    solve_fast,
)
from landoflisp.commands.words import complain
from landoflisp.errors import BadInput, IllegalMove
from landoflisp.games import reversi
from landoflisp.games.options import GAMES
from landoflisp.search import (
    SEARCHES,
    Best,
    deepening,
    iterative_deepening,
    mtdf,
    null_window,
    principal_variation,
)
from landoflisp.search.watching import Watch
from landoflisp.tree import Action, Tree, follow, limit_tree_depth, only_moves

__all__ = ["add_parser", "run", "window_of"]

SIGNS = {"exact": "=", "lower": ">=", "upper": "<=", "unknown": "?"}

# Which option sets a parameter of a search. What a search has no parameter for it cannot use.
OPTIONS = {"alpha": "alpha", "beta": "beta", "limit": "beta", "guess": "guess"}

BAR = "{percentage:3.0f}%|{bar}| {desc} [{elapsed}]"

DESCRIPTION = "Search a position to the end: what is it worth, and what is best play?"

REVERSI = """\
Search a position to the end and print its value, the best game board by board,
and how many positions were valued: what (solver) prints in the listings
rev16nega and rev24a. Where the search finds no more than a bound of the value,
that line is `value >= N` or `value <= N`. The game that mtdf or negascout
finds comes out of a bound and need not be the best play; with --best-line
one more search makes sure that it is.

Ctrl-C ends the search and says what is known so far."""

SEARCHES_HELP = """
searches, and the options that they can use besides --depth:
{searches}

Another is fast: bit sets, a table of what is known, and all cores, for boards
that the others have no hope of. Its game is best play; it takes no --depth.

Squares have names (c1: column, then row, from the top left) and the numbers of
the listings' walled boards; both are understood.
"""

EXAMPLES = """
examples:
  landoflisp solve reversi 4x4
  landoflisp solve reversi 4x6 --opening parallel --search negascout --json
  landoflisp solve reversi 4x6 --first-move c1
  landoflisp solve reversi 4x4 --alpha -9 --beta -7
  landoflisp solve reversi 6x6 --search iterative-deepening --depth 7
  landoflisp solve reversi 6x6 --memory 4G --checkpoint 6x6.landoflisp
  landoflisp solve reversi 4x4 --board bbbw/bbbw/bbbw/..bb --turn w --passed
  landoflisp solve reversi 4x4 --board bbbw/bbbw/bbbw/..bb --order b4,a4
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add `solve` to the subcommands, and its games to it."""
    parser = subparsers.add_parser(
        "solve",
        usage="%(prog)s game size [options]",
        description=DESCRIPTION,
        epilog=EXAMPLES + solve_kalah.EXAMPLES,
    )
    games = parser.add_subparsers(title="games", metavar="game", required=True)
    _add_reversi(games)
    solve_kalah.add_game(games)


def _add_reversi(games: Subparsers) -> None:
    parser = games.add_parser(
        "reversi",
        prog="landoflisp solve reversi",
        help="by any search, as the listings do",
        usage="%(prog)s [size] [options]",
        description=REVERSI,
        epilog=SEARCHES_HELP.format(searches="\n".join(map(_usage, SEARCHES))) + EXAMPLES,
    )
    parser.set_defaults(run=run)
    _add_position(parser)
    _add_search(parser)
    parser.add_argument(
        "--json", action="store_true", help="print value, line and evaluations as JSON"
    )


def _add_position(parser: Parser) -> None:
    group = parser.add_argument_group("the position")
    add_position(group, GAMES["reversi"])
    group.add_argument(
        "--first-move",
        metavar="SQUARE[,SQUARE...]",
        help="search no first moves but these",
    )


def _add_search(parser: Parser) -> None:
    group = parser.add_argument_group("the search")
    group.add_argument(
        "--search",
        type=one_of("a search", (*SEARCHES, FAST)),
        metavar="NAME",
        help="the method, one of those below "
        f"(default: fail-soft; fast on a board with more than {SPACES} spaces)",
    )
    group.add_argument("--alpha", type=whole, metavar="N", help="values up to N are all alike")
    group.add_argument("--beta", type=whole, metavar="N", help="values from N on are all alike")
    group.add_argument("--guess", type=whole, metavar="N", help="the value to try first")
    group.add_argument(
        "--depth",
        type=whole,
        metavar="N",
        help="look N plies ahead, no farther, and count discs there",
    )
    group.add_argument(
        "--best-line", action="store_true", help="search once more for a game of best play"
    )
    add_options(parser)


def _usage(search: str) -> str:
    options = " ".join(f"--{option}" for option in _options(search).values())
    return f"  {search.ljust(max(map(len, SEARCHES)))}  {options}".rstrip()


def run(args: argparse.Namespace) -> int:
    """Solve the position of the arguments and print the answer."""
    position = position_of(args, GAMES["reversi"], needed=("size", "board"))
    args.search = args.search or _default_search(args, position)
    check_options(args)
    tree = reversi.tree(position)
    first_moves = None if args.first_move is None else _first_moves(tree, args.first_move)
    if args.search == FAST:
        return _run_fast(args, position, first_moves)
    window = window_of(args)
    if first_moves is not None:
        tree = only_moves(tree, first_moves)
    with progress(1, BAR) as show:
        watch = Watch(reversi.get_value, show)
        try:
            best = _search(args, tree, window, watch)
            if args.best_line and best.bound == "exact":
                best = principal_variation(_limited(tree, args.depth), watch.value, best)
        except KeyboardInterrupt:
            best = None
    if best is None:
        complain(*_known(args.search, tree, watch))
        return INTERRUPTED
    _print(args, position, best)
    return 0


def _run_fast(
    args: argparse.Namespace, position: reversi.Position, first_moves: tuple[Action, ...] | None
) -> int:
    try:
        best = solve_fast(args, position, first_moves)
    except Stopped as stopped:
        complain(*stopped.lines)
        return stopped.status
    _print(args, position, best)
    return 0


def _print(args: argparse.Namespace, position: reversi.Position, best: Best) -> None:
    if args.json:
        print(json.dumps(_answer(best)))
    else:
        end = "\n" if is_terminal(sys.stdout) else ""
        print(_solution(reversi.tree(position), best), end=end)


# From arguments to a search


def _default_search(args: argparse.Namespace, position: reversi.Position) -> str:
    """Return the search that has some hope, unless an option is only for one that has none."""
    window = args.alpha, args.beta, args.depth
    hopeless = len(position.board.spaces) > SPACES and window == (None, None, None)
    fast = hopeless or any(getattr(args, option) is not None for option in FAST_OPTIONS)
    return FAST if fast else "fail-soft"


def _first_moves(tree: Tree, text: str) -> tuple[Action, ...]:
    wanted = reversi.line(tree.board, text)
    legal = [move.action for move in tree.moves]
    names = ", ".join(reversi.name(tree.board, action) for action in legal)
    if not wanted:
        raise BadInput(f"--first-move names one move or more; legal here: {names or 'none'}")
    for action in wanted:
        if action not in legal:
            raise IllegalMove(
                f"{reversi.name(tree.board, action)} is not a legal first move; "
                f"legal here: {names or 'none, the game is over'}"
            )
    return wanted


def _options(search: str) -> dict[str, str]:
    """Return the options that a search can use, by its parameters and in their order."""
    parameters = signature(SEARCHES[search]).parameters
    return {name: OPTIONS[name] for name in parameters if name in OPTIONS}


def window_of(args: argparse.Namespace) -> tuple[Any, ...]:
    """Return the window or the guess that the options name, as the search takes it.

    Raises `BadInput` for what the search has no use for.
    """
    options = _options(args.search)
    for option in ("alpha", "beta", "guess"):
        if getattr(args, option) is not None and option not in options.values():
            usable = " and ".join(f"--{name}" for name in options.values()) or "no window, no guess"
            raise BadInput(f"--{option} is not for {args.search}, which takes {usable}")
    parameters = signature(SEARCHES[args.search]).parameters
    window = []
    for name, option in options.items():
        default = parameters[name].default
        given = getattr(args, option)
        usual = 0 if default is Parameter.empty else default
        window.append(usual if given is None else given)
    if len(window) == 2 and not window[0] < window[1]:
        raise BadInput(f"--alpha is less than --beta, not {window[0]} and {window[1]}")
    return tuple(window)


def _search(args: argparse.Namespace, tree: Tree, window: Iterable[Any], watch: Watch) -> Best:
    search = SEARCHES[args.search]
    if search is iterative_deepening:
        return _deepen(tree, args.depth, watch)
    tree = _limited(tree, args.depth)
    if search is mtdf:
        return mtdf(tree, watch.value, *window, search=watch.over(null_window))
    return watch.over(search)(tree, watch.value, *window)


def _limited(tree: Tree, depth: int | None) -> Tree:
    return tree if depth is None else limit_tree_depth(tree, depth)


def _deepen(tree: Tree, depth: int | None, watch: Watch) -> Best:
    plies = depth or max(1, len(tree.board.spaces))
    watch.stage = ", ply 1"
    for best in deepening(tree, watch.value, depth):
        watch.rounds.append(best)
        watch.stage = f", ply {len(watch.rounds) + 1}"
        watch.done(min(1, len(watch.rounds) / plies))
    return best


# From an answer to text


def _answer(best: Best) -> dict[str, Any]:
    """Return the answer as JSON has it: the bound is named only where the value is none."""
    inexact = {} if best.bound == "exact" else {"bound": best.bound}
    return {"value": best.value, "line": best.line, "evaluations": best.evaluations, **inexact}


def _solution(tree: Tree, best: Best) -> str:
    """Return what `solver` prints of a position and the answer."""
    game = "".join(_moves(tree, best.line))
    # Lisp's print begins a new line, ends with a space, and leaves the line open.
    return f"{_worth(best)}\n{game}\n{best.evaluations} "


def _moves(tree: Tree, line: Iterable[Action]) -> Iterator[str]:
    for action in line:
        mover = str(tree.player).upper()
        tree = follow(tree, [action])
        if action == reversi.PASS:
            yield f"{mover} : PASS!!\n"
        else:
            black, white = (tree.board.squares.count(colour) for colour in "bw")
            yield f"{mover} : {action}\nB = {black} : W = {white}\n{_drawing(tree.board)}\n"


def _drawing(board: reversi.Board) -> str:
    """Return the board as the listings print it: 4x4 as rev16nega, all others as rev24a."""
    rows = list(partition(board.width, board.squares))
    if (reversi.rows(board), reversi.columns(board)) == (4, 4):
        rows = [row[1:-1] for row in rows[1:-1]]
    return "".join(
        "".join("  " if p == "o" else f"{p.upper()} " for p in row) + "\n" for row in rows
    )


def _worth(best: Best) -> str:
    return f"value {SIGNS[best.bound]} {best.value}"


def _known(search: str, tree: Tree, watch: Watch) -> Iterator[str]:
    """Yield the lines that say what an interrupted search leaves behind."""
    done = f"interrupted after {watch.evaluations:,} evaluations"
    yield f"{done}; what is known, seen by {str(tree.player).upper()}:"
    if SEARCHES[search] is iterative_deepening:
        if watch.rounds:
            line = " ".join(reversi.name(tree.board, action) for action in watch.rounds[-1].line)
            yield f"  {len(watch.rounds)} plies deep: {_worth(watch.rounds[-1])}, line {line}"
        yield f"  {len(watch.rounds) + 1} plies deep: not finished"
        return
    above = [best.value for best in (*watch.rounds, *watch.first.values()) if best.bound != "upper"]
    below = [best.value for best in watch.rounds if best.bound != "lower"]
    if above:
        yield f"  value >= {max(above)}"
    if below:
        yield f"  value <= {min(below)}"
    for move in tree.moves:
        found = watch.first.get(move.action)
        name = reversi.name(tree.board, move.action)
        yield f"  first move {name}: {_worth(found) if found else 'not finished'}"
