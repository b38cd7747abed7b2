"""`landoflisp play`: a game in the terminal, people and the computer against each other."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from io import TextIOWrapper, UnsupportedOperation
from threading import Event, Thread
from time import monotonic

from landoflisp.commands.arguments import INTERRUPTED, Subparsers
from landoflisp.commands.play_games import GAMES, Setup
from landoflisp.commands.progress import SOON, is_terminal
from landoflisp.commands.words import complain
from landoflisp.errors import BadInput
from landoflisp.play import Strategy, human, play
from landoflisp.show.boards import name_of
from landoflisp.tree import AnyMove, Player, Tree

__all__ = ["add_parser", "run"]

TICK = 0.1  # seconds from one look at the clock to the next

ANSWER = """\
Answer with the number of a move, or the move. Ctrl-C or the end of input ends
the game, with the board so far and exit status 130."""

DESCRIPTION = f"Play a game in the terminal.\n\n{ANSWER}"


def add_parser(subparsers: Subparsers) -> None:
    """Add `play` to the subcommands, and its games to it."""
    parser = subparsers.add_parser(
        "play",
        usage="%(prog)s game [options]",
        description=DESCRIPTION,
        epilog="examples:" + "".join(game.examples for game in GAMES.values()),
    )
    games = parser.add_subparsers(title="games", metavar="game", required=True)
    for name, game in GAMES.items():
        options = games.add_parser(
            name,
            prog=f"landoflisp play {name}",
            help=game.help,
            description=f"Play {game.help}.\n{game.notes}\n\n{ANSWER}",
            epilog=f"examples:{game.examples}",
        )
        game.add_options(options)
        options.set_defaults(run=run, set_up=game.set_up)


def run(args: argparse.Namespace) -> int:
    """Play the game of the arguments to its end, or until nobody wants to go on."""
    setup: Setup = args.set_up(args)
    strategies = _strategies(setup, args.computer)
    if isinstance(sys.stdin, TextIOWrapper):
        with suppress(UnsupportedOperation):  # somebody has read from it before
            sys.stdin.reconfigure(errors="replace")  # what is no text is no move
    tree, shown = setup.tree, 0
    try:
        for tree in play(setup.tree, strategies, setup.roll):
            _print(_position(setup, tree))
            shown += 1
    except EOFError:
        return _abandoned(setup, tree, shown, "end of input")
    except KeyboardInterrupt:
        return _abandoned(setup, tree, shown, "interrupted")
    # As in Lisp the last line stays open.
    print(setup.result(tree.board), end="\n" if is_terminal(sys.stdout) else "")
    return 0


def _abandoned(setup: Setup, tree: Tree, shown: int, why: str) -> int:
    if is_terminal(sys.stdout):
        print()  # behind what was typed
    _print(_position(setup, tree))
    moves = max(0, shown - 1)
    after = "1 move" if moves == 1 else f"{moves} moves"
    complain(f"{why}; the game ends after {after}")
    return INTERRUPTED


def _position(setup: Setup, tree: Tree) -> str:
    return f"current player = {setup.players[tree.player]}\n{setup.show(tree.board)}"


def _print(text: str) -> None:
    # Whoever reads a pipe wants to see the question before there is an answer.
    print(text, flush=True)


# The players


def _strategies(setup: Setup, text: str | None) -> dict[Player, Strategy]:
    person = partial(human, name=name_of, read=_read, write=_print)
    machine = partial(_told, setup)
    computers = _computers(setup, text)
    return {player: machine if player in computers else person for player in setup.players}


def _computers(setup: Setup, text: str | None) -> list[Player]:
    if text is None:
        return list(setup.players)[1:]
    if text == "none":
        return []
    known = {word: player for player, name in setup.players.items() for word in (str(player), name)}
    words = text.replace(",", " ").split()
    if not words:
        raise BadInput("--computer names players, or none")
    for word in words:
        if word not in known:
            names = ", ".join(setup.players.values())
            raise BadInput(f"--computer: there is no player {word!r}; the players are {names}")
    return [known[word] for word in words]


def _read() -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def _told(setup: Setup, tree: Tree) -> AnyMove:
    """Play for the computer, and say what it plays."""
    name = setup.players[tree.player]
    with _thinking(name):
        move = setup.computer(tree)
    if setup.told:
        _print(f"{name} plays {name_of(tree, move.action)}\n")
    return move


@contextmanager
def _thinking(name: str) -> Iterator[None]:
    """Show, on standard error if it is a terminal, who is thinking, as soon as it takes long."""
    if not is_terminal(sys.stderr):
        yield
        return
    done = Event()
    clock = Thread(target=_show_thinking, args=(name, done), daemon=True)
    clock.start()
    try:
        yield
    finally:
        done.set()
        clock.join()


def _show_thinking(name: str, done: Event) -> None:
    start = monotonic()
    shown = ""
    while not done.wait(TICK):
        seconds = monotonic() - start
        if seconds >= SOON:
            shown = f"{name} is thinking ({seconds:.0f} s)"
            print(f"\r{shown}", end="", file=sys.stderr, flush=True)
    if shown:
        print(f"\r{' ' * len(shown)}\r", end="", file=sys.stderr, flush=True)
