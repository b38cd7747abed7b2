"""How a tree shows itself: at the prompt, in a notebook, as a picture.

What a search did on a tree (`trace`) is drawn as a tree, any other tree as its board and its moves.
"""

from collections.abc import Iterator
from html import escape

from toolz import partition_all

from landoflisp.recursion import outermost
from landoflisp.search.traces import Traced
from landoflisp.show.board_pictures import board_svg
from landoflisp.show.boards import draw, move_text, whose_turn
from landoflisp.show.svg import Svg
from landoflisp.show.tree_pictures import traced_svg
from landoflisp.show.trees import traced_text
from landoflisp.tree import Tree

__all__ = ["as_html", "as_picture", "as_text"]

WIDTH = 80  # columns of a terminal


@outermost
def as_text(tree: Tree) -> str:
    """Return what `print(tree)` prints: the board, the player to move, and the moves, numbered.

    Of a traced tree it is the drawing of what the search did, as deep as there is room for; of any
    other no move is followed. Chance moves come with the probabilities of their outcomes.

    >>> from landoflisp.games import kalah
    >>> print(as_text(kalah.tree(kalah.start(3, 2))))
    pit    6  5  4
           2  2  2
     0              0
           2  2  2
    pit    0  1  2
    player first to move
    1. pit 0  2. pit 1  3. pit 2
    """
    if isinstance(tree.board, Traced):
        return traced_text(tree)
    moves = [move_text(tree, move) for move in tree.moves]
    wide = len(str(len(moves)))
    numbered = [f"{i:{wide}}. {move}" for i, move in enumerate(moves, 1)]
    return "\n".join(filter(None, [draw(tree), whose_turn(tree, moves), *_columns(numbered)]))


def _columns(words: list[str]) -> Iterator[str]:
    wide = max(map(len, words), default=0) + 2
    for row in partition_all(max(1, WIDTH // wide), words):
        yield "".join(f"{word:{wide}}" for word in row).rstrip()


@outermost
def as_picture(tree: Tree) -> Svg:
    """Return the picture of a tree: its board, or what a search did on it."""
    return traced_svg(tree) if isinstance(tree.board, Traced) else board_svg(tree)


@outermost
def as_html(tree: Tree) -> str:
    """Return what a notebook shows of a tree: the board, the player to move, and the moves.

    No move is followed. Of a traced tree it is the picture of what the search did.
    """
    if isinstance(tree.board, Traced):
        return f'<div style="overflow-x:auto">{as_picture(tree)}</div>'
    moves = [escape(move_text(tree, move)) for move in tree.moves]
    items = "".join(f"<li>{move}</li>" for move in moves)
    board = board_svg(tree) if draw(tree) else f"<p>{escape(whose_turn(tree, moves))}</p>"
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start">'
        f'<div style="min-width:0;overflow-x:auto">{board}</div>'
        f'<ol style="margin:0;padding-left:2.5em">{items}</ol></div>'
    )
