"""Reversi solved to the end: the value and a game of best play, fast.

>>> from landoflisp.tree import follow
>>> position = reversi.start(4, 6)
>>> best = solve(position)
>>> best.value
16
>>> squares = follow(reversi.tree(position), best.line).board.squares
>>> squares.count("b"), squares.count("w")
(20, 4)
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from toolz import memoize

from landoflisp.errors import BadInput
from landoflisp.games import reversi
from landoflisp.games.reversi import Position
from landoflisp.search import Best
from landoflisp.solve.kernels import Kernel, load
from landoflisp.solve.squares import key, square, text, words
from landoflisp.solve.windows import ANYTHING, Answer, Bounds, Game, Here, Job, close_in
from landoflisp.tree import Action

__all__ = [
    "JOB",
    "MEMORY",
    "UNIT",
    "Line",
    "answer",
    "as_game",
    "best_line",
    "known_line",
    "new_search",
    "solve",
]

Line = tuple[Action, ...]

MEMORY = 1 << 28  # bytes of the table, at most
# For each kernel, the spaces up to which it is quicker to try all moves than to order and remember
# them, and those of a job: it shall take no longer than one likes to lose, and what many small jobs
# find out is known to all workers.
SHALLOW = {"compiled": 6, "interpreted": 5}
JOB = {"compiled": 22, "interpreted": 16}
UNIT = 2  # on a full board, as most are at the end, the difference is even


def solve(
    position: Position, memory: int = MEMORY, kernel: str | None = None, guess: int = 0
) -> Best:
    """Return the value of a position, an optimal line and how many positions were visited.

    The table takes no more than `memory` bytes and lives as long as the call. The kernel is
    `compiled` or `interpreted`, by default the faster that is there; each visits as many positions
    as suits its speed. The better the guess, the fewer they are. Raises `BadInput`.

    Theorem: the value is that of `negamax` with `reversi.get_value`, and replaying the line keeps
    it.
    """
    found = load("reversi", kernel)
    search = new_search(found, position, memory)
    game = as_game(search, JOB[found.name])
    *_, state = close_in(game, position, partial(answer, search), Here(), 1, {}, guess, UNIT)
    line, rest = known_line(game, position, state.bounds.lower, state.known)
    value = state.bounds.lower * (1 if rest.turn == position.turn else -1)
    return Best(state.bounds.lower, line + best_line(search, rest, value), search.nodes)


def new_search(
    kernel: Kernel,
    position: Position,
    memory: int = MEMORY,
    report: Callable[[int], object] = bool,
) -> Any:
    """Return the kernel's search for boards of this size, with a table for such a position.

    Raises `BadInput` for too little memory.
    """
    name, module = kernel
    board = position.board
    most = memory // (8 * module.ENTRY)
    if most < 1:
        raise BadInput(f"a table takes {8 * module.ENTRY} bytes of memory or more, not {memory}")
    entries = 1 << min(most.bit_length() - 1, max(0, len(board.spaces) - 4))
    return module.Search(
        reversi.rows(board), reversi.columns(board), entries, SHALLOW[name], report
    )


# Jobs


def as_game(search: Any, job: int) -> Game:
    """Return what has to be known of reversi to cut it into jobs of so many spaces at most."""
    return Game(
        memoize(key),
        memoize(partial(_replies, search)),
        lambda position: reversi.get_value(position.board, position.turn),
        lambda position: len(position.board.spaces) <= job and not position.board.passes,
    )


def _replies(search: Any, position: Position) -> Sequence[tuple[Action, Position]]:
    """Return the moves and the positions they lead to, in the order of the search."""
    after = {action: Position(turn, board) for action, turn, board in reversi.moves(*position)}
    if len(after) < 2:
        return tuple(after.items())
    order = (square(position.board, bit) for bit in search.order(*words(text(position))))
    return tuple((n, after[n]) for n in order)


def answer(search: Any, job: Job) -> Answer:
    """Return what the search finds out, and how many positions it visits for that."""
    before = search.nodes
    bound = search.bound(*words(job.key), job.alpha)
    return Answer(bound, search.nodes - before)


# The line


def known_line(
    game: Game, position: Position, value: int, known: Mapping[str, Bounds]
) -> tuple[Line, Position]:
    """Return the line of best play as far as it is known, and the position that it leads to."""
    line: Line = ()
    while True:
        for action, reply in game.replies(position):
            if known.get(game.key(reply), ANYTHING).upper <= -value:
                line, position, value = (*line, action), reply, -value
                break
        else:
            return line, position


def best_line(search: Any, position: Position, value: int) -> Line:
    """Return the line of best play from a position of this value.

    Raises `BadInput` if it is not worth that, which a forged checkpoint may say.
    """
    line: Line = ()
    here, worth = position, value
    while moves := _replies(search, here):
        for action, reply in moves:
            if len(moves) == 1 or search.bound(*words(text(reply)), -worth) <= -worth:
                line, here, worth = (*line, action), reply, -worth
                break
        else:
            break
    if moves or reversi.get_value(here.board, here.turn) != worth:
        raise BadInput(f"what is known is wrong: {text(position)} is not worth {value}")
    return line
