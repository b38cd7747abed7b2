"""Strategies by name: a search and how far it looks ahead, as in `negascout:3`, for each game.

>>> from landoflisp.games import reversi
>>> play_well = strategy("reversi", "fail-soft:4")
>>> tree = reversi.tree(reversi.start(4, 4))
>>> reversi.name(tree.board, play_well(tree).action)
'b1'
"""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import partial
from typing import Any

from landoflisp.errors import BadInput, quoted
from landoflisp.games import dice_of_doom
from landoflisp.games.options import GAMES
from landoflisp.play.reversi_player import reversi_player
from landoflisp.play.strategies import Strategy, check_level, computer, first_move, random_move
from landoflisp.search import (
    SEARCHES,
    Best,
    Value,
    choose_move,
    iterative_deepening,
    mtdf,
    null_window,
    principal_variation,
)
from landoflisp.tree import Tree

__all__ = [
    "CHOOSE_MOVE",
    "FINDERS",
    "SORTED",
    "THOUGHTLESS",
    "spelt",
    "strategies",
    "strategy",
]

RANDOM, FIRST = THOUGHTLESS = "random", "first"  # which do not look ahead
SORTED = "sorted"  # NegaScout over sorted moves, the 8x8 player of the article
CHOOSE_MOVE = "choose-move"  # Dice of Doom's computer, by the ratings of its moves

# null-window tells whether a value is above another, which is no way to find a move.
FINDERS = tuple(name for name, search in SEARCHES.items() if search is not null_window)

LOOKING: Mapping[str, tuple[str, ...]] = {
    "dice-of-doom": (CHOOSE_MOVE,),
    "kalah": FINDERS,
    "minimax": FINDERS,
    "reversi": (SORTED, *FINDERS),
}


def strategies(game: str) -> tuple[str, ...]:
    """Return the names of the strategies of a game, those that do not look ahead last.

    >>> strategies("dice-of-doom")
    ('choose-move', 'random', 'first')
    """
    return (*LOOKING[_known(game)], *THOUGHTLESS)


def strategy(game: str, name: str, seed: object = 0) -> Strategy:
    """Return the strategy of a name: `SEARCH:LEVEL`, `random` or `first`.

    The seed is that of `random`. Raises `BadInput`, which names the nearest, for what is none.

    >>> strategy("kalah", "negascuot:3")
    Traceback (most recent call last):
    landoflisp.errors.BadInput: 'negascuot' is not a strategy of kalah; is it negascout?
    """
    search, level = _read(game, name)
    if search == RANDOM:
        return random_move(seed)
    if search == FIRST:
        return first_move
    return _looking(game, search, level)


def spelt(game: str, name: str) -> str:
    """Return the one name of a strategy, however its level is written. Raises `BadInput`.

    >>> spelt("reversi", "negascout:03")
    'negascout:3'
    """
    search, level = _read(game, name)
    return search if level == 0 else f"{search}:{level}"


def _known(game: str) -> str:
    if game not in LOOKING:
        raise BadInput(f"a game is one of {', '.join(GAMES)}, not {game!r}")
    return game


def _read(game: str, spec: str) -> tuple[str, int]:
    """Return the search of a name and its level, 0 for what does not look ahead."""
    known = strategies(game)
    search, colon, level = spec.partition(":")
    if search not in known:
        near = get_close_matches(search.lower(), known, 1)
        hint = f"is it {near[0]}?" if near else f"they are {', '.join(known)}"
        raise BadInput(f"{search!r} is not a strategy of {game}; {hint}")
    if search in THOUGHTLESS:
        if colon:
            raise BadInput(f"{spec}: {search} does not look ahead and has no level")
        return search, 0
    if not colon:
        raise BadInput(f"{search} needs a level, such as {search}:3")
    try:
        plies = int(level)
    except ValueError:
        raise BadInput(f"{spec}: a whole number is expected, not {quoted(level)}") from None
    if plies < 1:
        raise BadInput(f"{spec}: a level is 1 or more, not {plies}")
    return search, plies


def _looking(game: str, name: str, level: int) -> Strategy:
    check_level(level)
    if name == SORTED:
        return reversi_player(level)
    if name == CHOOSE_MOVE:
        score: Value = dice_of_doom.score_board
        return partial(choose_move, leaf=score, depth=level)
    search: Callable[..., Any] = SEARCHES[name]
    if search is mtdf:
        search = _mtdf
    if search is iterative_deepening:
        search = partial(iterative_deepening, depth=level)
    return computer(search, level, GAMES[game].value, GAMES[game].in_turns)


def _mtdf(tree: Tree, value: Value) -> Best:
    """Return what `mtdf` finds, with a line that is sure to be optimal."""
    return principal_variation(tree, value, mtdf(tree, value))
