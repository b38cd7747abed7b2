"""Strategies against each other: pairs of games from random openings, both sides swapped, and what
the results say.

A `Fixture` is a game that is to be played, as a value: everything that its `Result` depends on. So
it does not matter where it is played, or in which order: here, in a pool of processes, on a
cluster, any `concurrent.futures.Executor` will do.

>>> from landoflisp.games import reversi
>>> from landoflisp.play import computer, random_move
>>> from landoflisp.search import fail_soft
>>> contest = Contest(reversi.tree(reversi.start(4, 4)), ("b", "w"), reversi.get_value)
>>> strategies = {"look": computer(fail_soft, 3, reversi.get_value), "guess": random_move(1)}
>>> results = played(round_robin(contest, strategies, games=20))
>>> print(table(results))
       games  wins  draws  losses  margin  score            95 %   Elo         95 %
look      20    16      0       4    +6.7  80.0%  58.4% to 91.9%  +241  +59 to +423
guess     20     4      0      16    -6.7  20.0%   8.1% to 41.6%  -241  -423 to -59
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, as_completed
from itertools import combinations, count, islice
from math import inf, log10, sqrt
from statistics import mean
from typing import Any, NamedTuple

from toolz import concat, last, unique

from landoflisp.errors import BadInput, of_kind, quoted, real_number, whole_number
from landoflisp.play.game import chance, play
from landoflisp.play.strategies import Strategy, random_move
from landoflisp.recursion import outermost
from landoflisp.search import Value
from landoflisp.tree import Player, Tree

__all__ = [
    "Contest",
    "Fixture",
    "Result",
    "Tally",
    "elo",
    "interval",
    "openings",
    "play_fixture",
    "played",
    "round_robin",
    "table",
    "tally",
]

Z = 1.959964  # of the normal distribution, 95 % lie so many standard deviations round the mean
MOST_GAMES = 10_000  # of a pair
IN_VAIN = 500  # random openings in a row, none of them new, after which no more are drawn


class Contest(NamedTuple):
    """What is contested: a tree to begin with, its two players, and what a game ends with.

    `margin(board, player)` says by how much a player has won at a leaf; it is zero-sum.
    """

    tree: Tree
    players: tuple[Player, Player]
    margin: Value


class Fixture(NamedTuple):
    """A game that is to be played: who plays the first player, who the second, from which tree.

    The seed is for chance moves: the two games of an opening have the same.
    """

    number: int
    contest: Contest
    names: tuple[str, str]
    strategies: tuple[Strategy, Strategy]
    seed: object


class Result(NamedTuple):
    """How a game ended: who played the first player, who the second, the margin of the first."""

    number: int
    names: tuple[str, str]
    margin: Any


@outermost
def openings(contest: Contest, plies: int, seed: object = 0) -> Iterator[Tree]:
    """Return trees without end, each reached by so many random moves, but never one that is over.

    Raises `BadInput` for plies below 0.

    >>> from landoflisp.tree import literal_tree
    >>> contest = Contest(literal_tree([[1, 2], [3, 4], 5]), (0, 1), lambda board, player: board)
    >>> first, second = islice(openings(contest, 1), 2)
    >>> len(first.moves), len(second.moves)
    (2, 2)
    """
    of_kind("a contest", contest, Contest)
    return _openings(contest, whole_number("the number of moves of an opening", plies, 0), seed)


def _openings(contest: Contest, plies: int, seed: object) -> Iterator[Tree]:
    for number in count():
        at_random = random_move((seed, number))
        game = play(contest.tree, dict.fromkeys(contest.players, at_random), chance((seed, number)))
        yield last(tree for _, tree in zip(range(plies + 1), game, strict=False) if tree.moves)


@outermost
def round_robin(
    contest: Contest,
    strategies: Mapping[str, Strategy],
    games: int = 2,
    plies: int = 4,
    seed: object = 0,
    see: Callable[[int], object] = lambda found: None,
) -> Iterator[Fixture]:
    """Yield the fixtures of everybody against everybody, each pair so many games.

    The games come in twos: the same opening, of `plies` random moves, and the sides swapped. All
    pairs play the same openings, which differ from each other: they are drawn before the first
    fixture, and `see(found)` hears how many there are. Raises `BadInput` for less than two
    strategies, an odd number of games or more than 10,000, plies below 0, or more games than
    openings are found for.
    """
    of_kind("a contest", contest, Contest)
    of_kind("strategies by their names", strategies, Mapping)
    games = whole_number("the number of games", games, 2, MOST_GAMES)
    plies = whole_number("the number of moves of an opening", plies, 0)
    if len(strategies) < 2:
        raise BadInput(f"a match needs two strategies or more, not {len(strategies)}")
    if games % 2:
        raise BadInput(f"sides are swapped, so games come in twos: 2, 4, 6 and so on, not {games}")
    if not contest.tree.moves:
        raise BadInput("the game is over before it begins")
    trees: list[Tree] = []
    for tree in _different(openings(contest, plies, seed)):
        trees.append(tree)
        see(len(trees))
        if 2 * len(trees) == games:
            return _round_robin(contest, strategies, trees, seed)
    raise BadInput(
        f"only {len(trees)} different openings of {plies} random moves are found, "
        f"enough for {2 * len(trees)} games, not {games}"
    )


def _different(trees: Iterator[Tree]) -> Iterator[Tree]:
    """Yield the trees that are new, until too many in a row are not."""
    seen: set[Tree] = set()
    while new := next((tree for tree in islice(trees, IN_VAIN) if tree not in seen), None):
        seen.add(new)
        yield new


def _round_robin(
    contest: Contest, strategies: Mapping[str, Strategy], trees: list[Tree], seed: object
) -> Iterator[Fixture]:
    numbers = count()
    for pair in combinations(strategies, 2):
        for i, tree in enumerate(trees):
            for names in (pair, pair[::-1]):
                yield Fixture(
                    next(numbers),
                    contest._replace(tree=tree),
                    names,
                    (strategies[names[0]], strategies[names[1]]),
                    (seed, i),
                )


def play_fixture(fixture: Fixture) -> Result:
    """Return the result of a fixture: a pure function, if its strategies are."""
    contest = fixture.contest
    strategies = dict(zip(contest.players, fixture.strategies, strict=True))
    end = last(play(contest.tree, strategies, chance(fixture.seed)))
    return Result(fixture.number, fixture.names, contest.margin(end.board, contest.players[0]))


def played(
    fixtures: Iterable[Fixture], executor: Executor | None = None
) -> Generator[Result, None, None]:
    """Yield the results as they come in; without an executor one after the other, when asked.

    Whoever has enough of it closes the iterator: games that have not begun never will.
    """
    if executor is None:
        yield from map(play_fixture, fixtures)
        return
    futures = [executor.submit(play_fixture, fixture) for fixture in fixtures]
    try:
        for future in as_completed(futures):
            yield future.result()
    except BrokenExecutor:
        futures.clear()  # it ends them itself, and must not find them cancelled
        raise
    finally:
        for future in futures:
            future.cancel()


# What the results say


class Tally(NamedTuple):
    """Games of a strategy, counted, and the mean of its margins."""

    wins: int
    draws: int
    losses: int
    margin: float

    @property
    def games(self) -> int:
        """How many games they are."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of the points: 1 for a win, 1/2 for a draw."""
        return (self.wins + self.draws / 2) / self.games


def tally(results: Iterable[Result], name: str, other: str | None = None) -> Tally:
    """Return the games of a strategy, counted: all of them, or those against one other.

    Raises `BadInput` if there are none.

    >>> results = Result(0, ("a", "b"), 6), Result(1, ("b", "a"), 0), Result(2, ("c", "a"), 3)
    >>> tally(results, "a")
    Tally(wins=1, draws=1, losses=1, margin=1)
    >>> tally(results, "b", "a").score
    0.25
    """
    margins = [
        result.margin if result.names[0] == name else -result.margin
        for result in results
        if name in result.names and (other is None or other in result.names)
    ]
    if not margins:
        raise BadInput(f"{name} has not played{'' if other is None else f' {other}'}")
    wins, losses = sum(m > 0 for m in margins), sum(m < 0 for m in margins)
    return Tally(wins, len(margins) - wins - losses, losses, mean(margins))


def interval(score: float, games: int) -> tuple[float, float]:
    """Return the score's 95 % confidence interval: Wilson's, which is wide where games are few.

    >>> interval(0.5, 100)  # doctest: +ELLIPSIS
    (0.403..., 0.596...)
    >>> interval(1, 4)  # doctest: +ELLIPSIS
    (0.510..., 1.0)

    Source: Wilson, *Probable inference, the law of succession, and statistical inference* (1927).
    """
    share = _score(score)
    whole_number("the number of games", games, 1, 10**9)
    whole = 1 + Z * Z / games
    middle = (share + Z * Z / (2 * games)) / whole
    half = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / whole
    return middle - half if share > 0 else 0.0, middle + half if share < 1 else 1.0


def _score(score: float) -> float:
    real_number("a score", score)
    if not 0 <= score <= 1:
        raise BadInput(f"a score is a number from 0 to 1, not {quoted(score)}")
    return score


def elo(score: float) -> float:
    """Return the difference in Elo rating at which a score is expected; infinite at 0 and 1.

    >>> elo(0.5), round(elo(0.76))
    (0.0, 200)

    Source: Elo, *The Rating of Chessplayers* (1978), in its logistic form.
    """
    if not 0 < _score(score) < 1:
        return inf if score else -inf
    return 400 * log10(score / (1 - score))


HEADS = ("", "games", "wins", "draws", "losses", "margin", "score", "95 %", "Elo", "95 %")


def table(results: Iterable[Result]) -> str:
    """Return a table of the results: everybody against all, the best first, and each pair.

    The margin is the mean of the margins. The Elo difference is to the others, as if they were one.

    >>> results = [Result(i, ("a", "b"), margin) for i, margin in enumerate((6, 0, 3, -2))]
    >>> print(table(results))
       games  wins  draws  losses  margin  score            95 %  Elo          95 %
    a      4     2      1       1    +1.8  62.5%  21.9% to 90.8%  +89  -220 to +398
    b      4     1      1       2    -1.8  37.5%   9.2% to 78.1%  -89  -398 to +220
    """
    games = tuple(results)
    names = list(unique(concat(result.names for result in games)))
    totals = {name: tally(games, name) for name in names}
    ranked = sorted(names, key=lambda name: (totals[name].score, totals[name].margin), reverse=True)
    rows = [_row(name, totals[name]) for name in ranked]
    if len(names) > 2:
        met = {frozenset(result.names) for result in games}
        rows += [
            _row(f"{name} : {other}", tally(games, name, other))
            for name, other in combinations(ranked, 2)
            if {name, other} in met
        ]
    lines = [HEADS, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    text = [
        "  ".join([first.ljust(widths[0]), *map(str.rjust, rest, widths[1:])])
        for first, *rest in lines
    ]
    if len(names) > 2:
        text.insert(1 + len(names), "")
    return "\n".join(text)


def _row(name: str, found: Tally) -> tuple[str, ...]:
    low, high = interval(found.score, found.games)
    counts = map(str, (found.games, *found[:3]))
    return (
        name,
        *counts,
        f"{found.margin:+.1f}",
        f"{found.score:.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{elo(found.score):+.0f}",
        f"{elo(low):+.0f} to {elo(high):+.0f}",
    )
