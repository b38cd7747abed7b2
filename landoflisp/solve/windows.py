"""A game cut into jobs, and what follows from their answers.

A job asks of one position whether it is worth more than alpha. All that is ever known is a bound or
two of some positions; what that says of the position at the root, and which job is to be done next,
is worked out of it anew each time. So jobs can be given to any executor, and answers be kept for
another day.

The jobs come in the order of alpha-beta, depth first: the first few of those that are missing can
be done at the same time, and hardly one of them in vain. A job that takes too long is given up, and
there is one for each reply instead: what is known says so, too, by an entry for every reply.

Source: Plaat, Schaeffer, Pijls and de Bruin, *Best-first fixed-depth minimax algorithms* (1996),
for the null windows that close in upon the value.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, MutableMapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from itertools import chain
from typing import Any, NamedTuple

from landoflisp.errors import BadInput
from landoflisp.tree import Action

__all__ = [
    "ANYTHING",
    "Answer",
    "Bounds",
    "Game",
    "Here",
    "Job",
    "Known",
    "State",
    "close_in",
    "is_answered",
    "narrowed",
    "next_alpha",
    "open_jobs",
]


class Bounds(NamedTuple):
    """What is known of a value: it is not below `lower` and not above `upper`."""

    lower: int
    upper: int


class Job(NamedTuple):
    """The question whether the position of this key is worth more than alpha."""

    key: str
    alpha: int


class Answer(NamedTuple):
    """A bound, lower if it is above alpha, or else upper; how many positions it took.

    No bound means that the job takes too long.
    """

    bound: int | None
    nodes: int


class Game(NamedTuple):
    """What has to be known of a game to cut it into jobs.

    `key(position)` tells positions apart. `replies(position)` are the moves and the positions they
    lead to, seen by the other player, the best first as far as one can guess; where there are none,
    `value(position)` is the value. `is_job(position)` tells where to cut, if it is not too long.
    """

    key: Callable[[Any], str]
    replies: Callable[[Any], Sequence[tuple[Action, Any]]]
    value: Callable[[Any], int]
    is_job: Callable[[Any], bool]


class State(NamedTuple):
    """How far the search has come.

    The bounds of the value, the alpha of the question under way, all that is known of any position,
    and how many positions were visited for it.
    """

    bounds: Bounds
    alpha: int
    known: Mapping[str, Bounds]
    nodes: int


Known = MutableMapping[str, Bounds]

ANYTHING = Bounds(-64, 64)


def is_answered(bounds: Bounds, alpha: int) -> bool:
    """Tell whether the bounds say if the value is above alpha."""
    return bounds.lower > alpha or bounds.upper <= alpha


def narrowed(bounds: Bounds, alpha: int, bound: int) -> Bounds:
    """Return the bounds with one more: a lower one if it is above alpha, or else an upper one.

    >>> narrowed(narrowed(ANYTHING, 0, 4), 4, 4)
    Bounds(lower=4, upper=4)
    """
    lower, upper = bounds
    return Bounds(max(lower, bound), upper) if bound > alpha else Bounds(lower, min(upper, bound))


def next_alpha(bounds: Bounds, guess: int, unit: int = 1) -> int:
    """Return the alpha to ask about, so that the answer tells most of a value near the guess.

    The value is likely to be a multiple of the unit.

    >>> next_alpha(ANYTHING, 3), next_alpha(Bounds(3, 64), 3), next_alpha(Bounds(-64, 2), 3)
    (2, 3, 1)
    >>> next_alpha(ANYTHING, 3, 2), next_alpha(Bounds(3, 64), 3, 2), next_alpha(Bounds(2, 3), 3, 2)
    (1, 4, 2)
    """
    lower, upper = bounds
    near = max(lower, min(guess, upper))
    if near > lower:
        return max(lower, near - near % unit - 1)
    return min(upper - 1, near + -near % unit)


def open_jobs(
    game: Game, position: Any, alpha: int, known: Known, patient: bool = False
) -> Generator[tuple[Job, Any], None, int | None]:
    """Yield the jobs that are missing, the most useful first; return the bound if none is.

    With each job comes its position.
    What follows for the positions above the jobs is added to what is known. If `patient`, there are
    only those that are likely to be needed: nothing is asked about other replies to a position
    before there is an answer about one of them.

    Source: Feldmann, *Game tree search on massively parallel systems* (1993): young brothers wait.
    """
    key = game.key(position)
    bounds = known.get(key, ANYTHING)
    if is_answered(bounds, alpha):
        return bounds.lower if bounds.lower > alpha else bounds.upper
    replies = game.replies(position)
    if game.is_job(position) and not all(game.key(reply) in known for _, reply in replies):
        yield Job(key, alpha), position
        return None
    if not replies:
        known[key] = Bounds(game.value(position), game.value(position))
        return game.value(position)
    best = max(-known.get(game.key(reply), ANYTHING).upper for _, reply in replies)
    missing = answered = False
    for _, reply in replies:
        if best > alpha or (missing and patient and not answered):
            break
        bound = yield from open_jobs(game, reply, -alpha - 1, known, patient)
        if bound is None:
            missing = True
        else:
            answered = True
            best = max(best, -bound)
    if missing and best <= alpha:
        return None
    known[key] = narrowed(bounds, alpha, best)
    return best


class Here(Executor):
    """The executor that does a job when it is submitted, here and now."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Return a future that is done."""
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def close_in(
    game: Game,
    position: Any,
    run: Callable[[Job], Answer],
    executor: Executor,
    at_once: int,
    known: Mapping[str, Bounds],
    guess: int = 0,
    unit: int = 1,
    poll: float | None = None,
) -> Iterator[State]:
    """Yield the state of the search after every few jobs, until the bounds meet in the value.

    The executor runs `run(job)`, so many at once; it needs to reach nothing but that function and
    the job. If `poll` is given, a state is yielded at least every so many seconds. There are fewer
    jobs the better the guess is, and if the value is a multiple of the unit. Raises `BadInput` if
    what was known before contradicts itself.
    """
    found = dict(known)
    running: dict[Future[Answer], Job] = {}
    places: dict[Job, Any] = {}  # the positions of the jobs that are running
    root = game.key(position)
    nodes = 0
    try:
        while (bounds := found.get(root, ANYTHING)).lower < bounds.upper:
            alpha = next_alpha(bounds, guess, unit)
            likely = open_jobs(game, position, alpha, found, patient=True)
            for job, place in chain(likely, open_jobs(game, position, alpha, found)):
                if job not in places:
                    running[executor.submit(run, job)] = job
                    places[job] = place
                if len(running) >= at_once:
                    break
            if is_answered(found.get(root, ANYTHING), alpha):
                continue
            done, _ = wait(running, poll, FIRST_COMPLETED)
            for future in done:
                job = running.pop(future)
                place = places.pop(job)
                bound, count = future.result()
                nodes += count
                if bound is not None:
                    found[job.key] = narrowed(found.get(job.key, ANYTHING), job.alpha, bound)
                else:
                    for _, reply in game.replies(place):
                        found.setdefault(game.key(reply), ANYTHING)
            yield State(found.get(root, ANYTHING), alpha, dict(found), nodes)
        if bounds.lower > bounds.upper:
            raise BadInput(f"what is known is wrong: value >= {bounds.lower} and <= {bounds.upper}")
        yield State(bounds, bounds.lower, dict(found), nodes)
    finally:
        for future in running:
            future.cancel()
