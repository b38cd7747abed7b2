"""Reversi solved by the workers of an executor: the game is cut into jobs that they answer.

>>> from concurrent.futures import ThreadPoolExecutor
>>> from landoflisp.games import reversi
>>> with ThreadPoolExecutor(1) as executor:
...     solve_on(executor, reversi.start(4, 4)).value
-8
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from types import MappingProxyType

from landoflisp.games.reversi import Position
from landoflisp.search import Best
from landoflisp.solve.kernels import load
from landoflisp.solve.reversi import JOB, UNIT, as_game, known_line, new_search
from landoflisp.solve.windows import Bounds, Game, State, close_in
from landoflisp.solve.workers import Setting, answer_job, finish_line
from landoflisp.tree import Action

__all__ = ["MEMORY", "cut_game", "solve_on"]

MEMORY = 1 << 30
PLANNING = 1 << 20  # bytes of the table that orders moves and guesses


def solve_on(
    executor: Executor,
    position: Position,
    first_moves: Sequence[Action] | None = None,
    *,
    at_once: int = 1,
    memory: int = MEMORY,
    kernel: str | None = None,
    known: Mapping[str, Bounds] = MappingProxyType({}),
    guess: int = 0,
    poll: float | None = None,
    report: Callable[[State], object] = lambda state: None,
) -> Best:
    """Return value, best play and positions visited, all searched by the workers of an executor.

    The executor does `at_once` jobs at the same time; each worker keeps a table, and all tables
    together take no more than `memory` bytes. With `first_moves` the player to move makes one of
    these. `known` are bounds of positions that an earlier search has reported, `guess` is the value
    to try first. `report(state)` is called after every few jobs and, if `poll` is given, at least
    every so many seconds; what it raises ends the search. Raises `BadInput`.

    Theorem: the value is that of `landoflisp.solve.reversi.solve`, whatever the executor.
    """
    setting = Setting(position, memory // at_once, kernel)
    game = cut_game(position, first_moves, memory, kernel)
    run = partial(answer_job, setting)
    for state in close_in(game, position, run, executor, at_once, known, guess, UNIT, poll):
        report(state)
    value = state.bounds.lower
    line, rest = known_line(game, position, value, state.known)
    turned = value if rest.turn == position.turn else -value
    end = executor.submit(finish_line, setting, rest, turned).result()
    return Best(value, line + end, state.nodes)


def cut_game(
    position: Position,
    first_moves: Sequence[Action] | None = None,
    memory: int = MEMORY,
    kernel: str | None = None,
) -> Game:
    """Return the game as `solve_on` cuts it into jobs, with no moves from the root but these."""
    found = load("reversi", kernel)
    game = as_game(new_search(found, position, min(memory, PLANNING)), JOB[found.name])
    if first_moves is None:
        return game

    def replies(place: Position) -> Sequence[tuple[Action, Position]]:
        ways = game.replies(place)
        return ways if place != position else [way for way in ways if way[0] in first_moves]

    return game._replace(replies=replies, is_job=lambda p: p != position and game.is_job(p))
