"""The 8x8 player: NegaScout over moves that a shallow search has sorted.

`think` is a sentence of pieces that exist: `limit_tree_depth`, `sort_moves`, `negascout`.

The listing sorts in the window of its caller, and the shallow search answers nothing below that
window's alpha and nothing that matters from its beta on: moves that it cannot tell apart keep their
order. Still the player here, which sorts without a window, evaluates and plays alike. At the root
the window is the widest, so that both sort the same; further down the order of moves changes how
many positions are looked at, but no value.

The article asks why its program never searches the first move again, nor any move less than two
plies above the leaves. The first move had the whole window: what it answered is final. A late move
answers from leaves: one that is searched again was worse for the other player than the null window
allows, hence none of its leaves was cut off, and a fail-soft search answers the best of them, which
is exact. `negascout` has that shortcut as `trust_exact`, wherever a scouted value is exact. With a
fail-hard search it would be wrong: that one answers the end of the null window instead.

Source: Nullsuke, class `AI` in C#, ported in `unity_ai.py`.
"""

from functools import partial

from toolz import pipe

from landoflisp.games import reversi
from landoflisp.games.reversi_evaluation import evaluate
from landoflisp.play.strategies import Strategy, begun, check_level
from landoflisp.recursion import outermost
from landoflisp.search import Best, negamax, negascout
from landoflisp.tree import AnyMove, Tree, limit_tree_depth, sort_moves, unfold_tree

__all__ = ["by_reply", "reversi_player", "think"]


def reversi_player(level: int = 2) -> Strategy:
    """Return the strategy that looks 2 * level + 1 plies ahead; levels 1 to 3 are meant.

    Of moves that are equally good it plays the one whose best reply is the worst, and of these the
    nearest to the bottom right, row by row. Raises `BadInput` for a level below 1.

    >>> tree = reversi.tree(reversi.start())
    >>> reversi.name(tree.board, reversi_player(1)(tree).action)
    'e6'
    """
    check_level(level)
    return partial(_reversi_player, level)


def _reversi_player(level: int, tree: Tree) -> AnyMove:
    return begun(tree, think(tree, level).line)


@outermost
def think(tree: Tree, level: int = 2) -> Best:
    """Return what the player of a level finds; the line begins with the move that it makes.

    Raises `BadInput` for a level below 1.

    >>> best = think(reversi.tree(reversi.start()), level=1)
    >>> best.value, best.evaluations
    (201, 22)
    """
    check_level(level)
    best: Best = pipe(
        _from_bottom_right(tree),
        partial(limit_tree_depth, depth=2 * level + 1),
        partial(sort_moves, key=by_reply),
        partial(negascout, value=evaluate, trust_exact=True),
    )
    return best


def by_reply(move: AnyMove) -> int:
    """Return what the best reply to a move is worth to the player who makes it.

    As a key of `sort_moves` it puts the move first that leaves the other player least.
    """
    return int(negamax(limit_tree_depth(move.tree, 1), evaluate).value)


def _from_bottom_right(tree: Tree) -> Tree:
    board: reversi.Board = tree.board
    spaces = tuple(sorted(board.spaces, reverse=True))
    return unfold_tree(reversi.moves, tree.player, board._replace(spaces=spaces))
