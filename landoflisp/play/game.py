"""A game as a lazy sequence of trees: whoever is to move is asked when the next tree is."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from random import Random
from typing import Any, TypeAlias

from landoflisp.errors import BadInput, IllegalMove
from landoflisp.play.strategies import Strategy, only_move
from landoflisp.recursion import outermost
from landoflisp.tree import AnyMove, Chance, Move, Player, Tree

__all__ = ["Roll", "Strategies", "chance", "play"]

Strategies: TypeAlias = Mapping[Any, Strategy] | Sequence[Strategy]
Roll: TypeAlias = Callable[[int, Tree, Chance], int]


@outermost
def chance(seed: object) -> Roll:
    """Return the roll that picks outcomes as likely as they say: a pure function of the seed.

    `chance(seed)(ply, tree, move)` is the number of the outcome of a chance move that is made
    `ply` moves after the beginning. All it looks at is the ply and the probabilities.

    >>> from landoflisp.tree import Outcome, literal_tree
    >>> heads, tails = (Outcome(0.5, literal_tree(shape)) for shape in (7, 8))
    >>> toss = Chance("toss", (heads, tails))
    >>> tree = Tree("a", None, (toss,))
    >>> {chance(seed)(0, tree, toss) for seed in range(20)}
    {0, 1}
    """
    return partial(_chance, seed)


def _chance(seed: object, ply: int, tree: Tree, move: Chance) -> int:
    odds = [outcome.probability for outcome in move.outcomes]
    return Random(repr((seed, ply))).choices(range(len(odds)), odds)[0]


@outermost
def play(tree: Tree, strategies: Strategies, roll: Roll = chance(0)) -> Iterator[Tree]:  # noqa: B008
    """Yield the trees of a game as it goes on: this one, each that a move leads to, a leaf at last.

    `strategies` go by player: a mapping, or a sequence where players are 0, 1, 2 and so on. `roll`
    decides the chance moves. The game is as pure as these are. Raises `BadInput` if the player to
    move has no strategy, `IllegalMove` if what the strategy answers is not a move of the tree.

    >>> from landoflisp.games import reversi
    >>> from landoflisp.play import first_move, random_move
    >>> trees = play(reversi.tree(reversi.start()), {"b": random_move(2), "w": first_move})
    >>> [tree.player for tree, _ in zip(trees, range(3))]
    ['b', 'w', 'b']
    >>> *_, end = trees
    >>> bool(end.moves), reversi.get_value(end.board, "b")
    (False, -13)

    Source: `play-vs-computer`, *Land of Lisp*, chapter 15.
    """
    yield tree
    for ply in count():
        if not tree.moves:
            return
        move = _chosen(tree, strategies)
        tree = move.outcomes[roll(ply, tree, move)].tree if isinstance(move, Chance) else move.tree
        yield tree


def _chosen(tree: Tree, strategies: Strategies) -> AnyMove:
    answer = _strategy(tree.player, strategies)(tree)
    if not isinstance(answer, Move | Chance):
        raise IllegalMove(
            f"a strategy answers with one of the tree's moves, (action tree), not {answer!r}"
        )
    # By its action: the strategy may have looked at a limited or sorted tree.
    return only_move(tree, answer.action)


def _strategy(player: Player, strategies: Strategies) -> Strategy:
    by_player: Any = strategies
    try:
        strategy: Strategy = by_player[player]
    except (LookupError, TypeError):
        raise BadInput(f"player {player!r} is to move, for whom there is no strategy") from None
    return strategy
