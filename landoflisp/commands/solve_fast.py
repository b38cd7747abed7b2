"""`landoflisp solve reversi --search fast`: on all cores, and from checkpoint to checkpoint."""

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Any

from landoflisp.commands.arguments import (
    INTERRUPTED,
    MOST_WORKERS,
    file_name,
    memory,
    one_of,
    up_to,
)
from landoflisp.commands.progress import Show, progress
from landoflisp.commands.solve_fast_file import CheckpointFile, opened
from landoflisp.commands.words import complain
from landoflisp.errors import BadInput
from landoflisp.executors import WorkersLost, at_once, check_choice, working
from landoflisp.games import reversi
from landoflisp.games.reversi import Position
from landoflisp.search import Best
from landoflisp.solve.checkpoint import Checkpoint, question
from landoflisp.solve.jobs import MEMORY, cut_game, solve_on
from landoflisp.solve.kernels import KERNELS, load
from landoflisp.solve.reversi import JOB
from landoflisp.solve.windows import ANYTHING, Bounds, Game, State, is_answered
from landoflisp.solve.workers import (
    report_into,
    report_to,
)
from landoflisp.tree import Action

__all__ = [
    "FAST",
    "FAST_OPTIONS",
    "SPACES",
    "Stopped",
    "add_kernel_options",
    "add_options",
    "check_options",
    "no_room",
    "solve_fast",
]

FAST = "fast"
SPACES = 20  # with more of them the other searches have little hope
PLIES = 3  # how deep to look for what is answered
POLL = 0.2  # seconds from one look at the workers to the next
SAVING = 0.05  # the share of the time that saving may take: the more is known, the longer it takes
UNSAVED = 5.0  # seconds after which it is time to save, however long that takes
BAR = "{percentage:3.0f}%|{bar}| {desc} [{elapsed}]"
FAST_OPTIONS = ("workers", "cluster", "memory", "checkpoint", "kernel")


class Stopped(Exception):
    """The search did not come to its end: the exit status, and the lines that say why."""

    def __init__(self, status: int, lines: Iterable[str]) -> None:
        super().__init__(status)
        self.status = status
        self.lines = tuple(lines)


def add_options(parser: Any) -> None:
    """Add the options that only the fast search can use."""
    group = parser.add_argument_group("the fast search")
    group.add_argument(
        "--workers",
        type=up_to(MOST_WORKERS),
        metavar="N",
        help="processes that search (default: one a core)",
    )
    group.add_argument(
        "--cluster", metavar="ADDRESS", help="the scheduler of a Dask cluster that searches"
    )
    group.add_argument(
        "--checkpoint",
        type=file_name,
        metavar="FILE",
        help="keep there what is known, and go on from there",
    )
    add_kernel_options(group, "all tables together", "1G")


def add_kernel_options(group: Any, tables: str, usual: str) -> None:
    """Add the options of every search by a kernel: how much memory for its tables, and which."""
    group.add_argument(
        "--memory",
        type=memory,
        metavar="SIZE",
        help=f"the most that {tables} may take, such as 500M or 2G (default: {usual})",
    )
    group.add_argument(
        "--kernel",
        type=one_of("a kernel", KERNELS),
        metavar="NAME",
        help="compiled or interpreted (default: compiled, where it is)",
    )


def no_room(memory: int) -> BadInput:
    """Return the error that says that there is not so much memory for tables."""
    return BadInput(f"there is no room for tables of {memory:,} bytes: a lower --memory will do")


def check_options(args: argparse.Namespace) -> None:
    """Raise `BadInput` for options that the search cannot use."""
    if args.search != FAST:
        for option in FAST_OPTIONS:
            if getattr(args, option) is not None:
                raise BadInput(f"--{option} is for --search {FAST}, not for {args.search}")
        return
    for option in ("alpha", "beta", "depth"):
        if getattr(args, option) is not None:
            raise BadInput(f"--{option} is not for {FAST}, which takes --guess")
    check_choice(args.workers, args.cluster)


def solve_fast(
    args: argparse.Namespace, position: Position, first_moves: Sequence[Action] | None
) -> Best:
    """Return value, best play and number of positions visited, or raise `Stopped`."""
    memory = MEMORY if args.memory is None else args.memory
    game = cut_game(position, first_moves, memory, args.kernel)
    with (
        opened(args.checkpoint and Path(args.checkpoint), question(position, first_moves)) as file,
        progress(1, BAR) as show,
    ):
        watch = _Watch(game, position, file.before, show)

        def report(state: State) -> None:
            watch.see(state)
            watch.save(file)

        try:
            with _executor(args, position, watch) as (executor, at_once):
                best = solve_on(
                    executor,
                    position,
                    first_moves,
                    at_once=at_once,
                    memory=memory,
                    kernel=args.kernel,
                    known=file.before.known,
                    guess=args.guess or 0,
                    poll=POLL,
                    report=report,
                )
        except KeyboardInterrupt:
            raise Stopped(INTERRUPTED, watch.lines("interrupted", file)) from None
        except WorkersLost as lost:
            raise Stopped(1, watch.lines(str(lost), file)) from None
        except MemoryError:
            raise no_room(memory) from None
    return best._replace(evaluations=watch.nodes())


@contextmanager
def _executor(
    args: argparse.Namespace, position: Position, watch: "_Watch"
) -> Iterator[tuple[Executor, int]]:
    """Give what does the jobs, and how many at once; `watch` is told how many they visit."""
    one_job = len(position.board.spaces) <= JOB[load("reversi", args.kernel).name]
    workers = args.workers or (1 if one_job and args.cluster is None else None)
    count = at_once(workers, MOST_WORKERS)
    context = get_context("spawn")
    reports = context.RawArray("q", count)
    if count == 1:
        report_to(watch.hear)
    else:
        watch.visited = lambda: sum(reports)
    prepared = report_into, reports, context.Value("i")
    try:
        with working(workers, args.cluster, MOST_WORKERS, *prepared, report=complain) as found:
            yield found
    finally:
        report_to(bool)


# What is known on the way


class _Watch:
    """What is known while the search goes on, before and with this run; `tell` shows it."""

    def __init__(self, game: Game, position: Position, before: Checkpoint, show: Show) -> None:
        self.game = game
        self.position = position
        self.before = before
        self.show = show
        self.began = self.told = monotonic()
        self.due = 0.0  # when to save
        self.visited: Callable[[], int] = int  # what the workers report
        bounds = before.known.get(game.key(position), ANYTHING)
        self.state = State(bounds, bounds.lower, before.known, 0)

    def see(self, state: State) -> None:
        """Show a state."""
        self.state = state
        self.tell(self.visited())

    def save(self, file: CheckpointFile) -> None:
        """Save what is known, if it is time or nothing more is to come."""
        began = monotonic()
        if began > self.due or self.state.bounds.lower == self.state.bounds.upper:
            file.save(self.checkpoint())
            now = monotonic()
            self.due = now + min((now - began) / SAVING, UNSAVED)

    def nodes(self, visited: int = 0) -> int:
        """Return the number of positions visited, as far as it is known."""
        return self.before.nodes + max(self.state.nodes, visited)

    def seconds(self) -> float:
        """Return how long it took so far."""
        return self.before.seconds + monotonic() - self.began

    def hear(self, visited: int) -> None:
        """Show it now and then; in this run so many positions were visited."""
        if monotonic() > self.told + POLL:
            self.tell(visited)

    def tell(self, visited: int) -> None:
        """Show how far the search has come; in this run so many positions were visited."""
        self.told = monotonic()
        bounds, alpha, known, _ = self.state
        moves = [known.get(self.game.key(p), ANYTHING) for _, p in self._first()]
        is_open = [not is_answered(found, -alpha - 1) for found in moves]
        nodes = self.nodes(visited)
        speed = (nodes - self.before.nodes) / (monotonic() - self.began)
        self.show(
            _share(self.game, self.position, alpha, known, PLIES),
            f"{_range(bounds)}; > {alpha}? {sum(is_open)} of {len(moves)} moves open; "
            f"{_short(nodes)} nodes, {_short(round(speed))}/s",
        )

    def _first(self) -> Sequence[tuple[Action, Position]]:
        return self.game.replies(self.position)

    def _worth(self, reply: Position) -> Bounds:
        """Return what is known of a first move."""
        lower, upper = self.state.known.get(self.game.key(reply), ANYTHING)
        return Bounds(-upper, -lower)

    def checkpoint(self) -> Checkpoint:
        """Return all that is known."""
        return self.before._replace(
            known=self.state.known, nodes=self.nodes(), seconds=self.seconds()
        )

    def lines(self, why: str, file: CheckpointFile) -> Iterator[str]:
        """Yield the lines that say what is known."""
        turn, board = self.position
        known = {reversi.name(board, action): self._worth(reply) for action, reply in self._first()}
        says = {name: bounds for name, bounds in known.items() if bounds != ANYTHING}
        after = f"{why} after {self.nodes(self.visited()):,} positions"
        if self.state.bounds == ANYTHING and not says:
            yield f"{after}; nothing is known of the value yet"
        else:
            yield f"{after}; what is known, seen by {turn.upper()}:"
        if self.state.bounds != ANYTHING:
            yield f"  {_range(self.state.bounds)}"
        for name, bounds in says.items():
            yield f"  first move {name}: {_range(bounds)}"
        if says and len(says) < len(known):
            yield f"  other first moves: {len(known) - len(says)}, of which nothing is known yet"
        if file.path:
            file.write(self.checkpoint())
            yield f"  {file.outcome()}"


def _share(
    game: Game, position: Position, alpha: int, known: Mapping[str, Bounds], plies: int
) -> float:
    """Return how much of the question is answered; all replies count for equal shares of it."""
    if is_answered(known.get(game.key(position), ANYTHING), alpha):
        return 1
    if not plies:
        return 0
    replies = game.replies(position)
    shares = (_share(game, reply, -alpha - 1, known, plies - 1) for _, reply in replies)
    return sum(shares) / max(1, len(replies))


def _short(number: int) -> str:
    """Return a number in few letters.

    >>> _short(213034), _short(2832618309)
    ('213,034', '2,833M')
    """
    return f"{number:,}" if number < 10**7 else f"{round(number / 1e6):,}M"


def _range(bounds: Bounds) -> str:
    """Return in words what is known of a value.

    >>> _range(Bounds(-64, 2)), _range(Bounds(0, 2))
    ('value <= 2', 'value 0 to 2')
    """
    lower, upper = bounds
    if bounds == ANYTHING:
        return "value unknown"
    if lower == upper:
        return f"value = {lower}"
    if lower == ANYTHING.lower:
        return f"value <= {upper}"
    return f"value >= {lower}" if upper == ANYTHING.upper else f"value {lower} to {upper}"
