"""`landoflisp solve kalah`: the exact value of a game of Kalah, and best play."""

import argparse
import json

from landoflisp.commands.arguments import INTERRUPTED, Subparsers, one_of, size
from landoflisp.commands.progress import progress
from landoflisp.commands.solve_fast import add_kernel_options, no_room
from landoflisp.commands.words import complain
from landoflisp.errors import BadInput
from landoflisp.games import kalah
from landoflisp.search import Best
from landoflisp.solve.kalah import MEMORY, State, solve
from landoflisp.tree import follow

__all__ = ["EXAMPLES", "add_game", "run"]

DESCRIPTION = """\
Solve Kalah to the end and print by how many stones the player to move wins,
the moves of best play, the stores at the end, and the positions visited. A
game goes on until a side is empty, even if somebody has won it before.

Ctrl-C ends the search and says what is known so far."""

EXAMPLES = """  landoflisp solve kalah 4x4
  landoflisp solve kalah 6x3 --empty-capture --json
"""

BAR = "{desc} [{elapsed}]"


def add_game(games: Subparsers) -> None:
    """Add Kalah to what can be solved."""
    parser = games.add_parser(
        "kalah",
        prog="landoflisp solve kalah",
        help="exactly, to the last stone",
        usage="%(prog)s size [options]",
        description=DESCRIPTION,
        epilog="examples:\n" + EXAMPLES,
    )
    parser.set_defaults(run=run)
    parser.add_argument("size", type=size, help="pits a side x seeds a pit, such as 4x4")
    group = parser.add_argument_group("the position")
    group.add_argument(
        "--empty-capture",
        action="store_true",
        help="a stone that ends alone in an own pit is stored, even if it captures nothing",
    )
    group.add_argument(
        "--board", metavar="TEXT", help="any board with so many pits, its stones in one line"
    )
    group.add_argument(
        "--turn",
        type=one_of("a turn", ("first", "second")),
        metavar="first|second",
        help="who is to move (default: first, or who is in a printed tree)",
    )
    add_kernel_options(parser.add_argument_group("the search"), "the table", "256M")
    parser.add_argument("--json", action="store_true", help="print value, line and nodes as JSON")


def run(args: argparse.Namespace) -> int:
    """Solve the position and print the answer."""
    position = _position(args)
    memory = MEMORY if args.memory is None else args.memory
    left = sum(position.board) - sum(kalah.stores(position.board))
    known = ["nothing is known yet"]
    with progress(1, BAR) as show:

        def report(state: State) -> None:
            (lower, upper), nodes = state
            value = f"the value is {lower} to {upper}"
            if upper - lower == 2 * left:  # all that is left may be won or lost
                value = "nothing is known of the value yet"
            known[0] = f"after {nodes:,} positions {value}"
            show(0, known[0])

        try:
            best = solve(position, args.empty_capture, memory, args.kernel, report)
        except KeyboardInterrupt:
            best = None
        except MemoryError:
            raise no_room(memory) from None
    if best is None:
        complain(f"interrupted; {known[0]}")
        return INTERRUPTED
    if args.json:
        answer = {"value": best.value, "line": best.line, "positions": best.evaluations}
        print(json.dumps(answer))
    else:
        print(_solution(position, best, args.empty_capture))
    return 0


def _position(args: argparse.Namespace) -> kalah.Position:
    position = kalah.start(*args.size)
    places = len(position.board)
    if args.board is not None:
        position = kalah.position(args.board)
        if len(position.board) != places:
            raise BadInput(
                f"--board: a board of {args.size[0]} pits a side has {places} places, "
                f"not {len(position.board)}"
            )
    if args.turn is not None:
        position = position._replace(turn=places - 1 if args.turn == "second" else places // 2 - 1)
    return position


def _solution(position: kalah.Position, best: Best, empty_capture: bool) -> str:
    rule = kalah.moves_with_empty_capture if empty_capture else kalah.moves_to_the_end
    end = follow(kalah.tree(position, rule), best.line)
    first, second = kalah.stores(end.board)
    return "\n".join(
        [
            f"value = {best.value}",
            f"best play: {' '.join(map(str, best.line)) or 'the game is over'}",
            f"first {first}, second {second}",
            f"{best.evaluations:,} positions",
        ]
    )
