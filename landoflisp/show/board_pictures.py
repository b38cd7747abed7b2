"""Boards for people, as SVG: the board of a tree, to stand alone or within another picture.

>>> board_svg(reversi.tree(reversi.start(4, 4))).startswith("<svg ")
True
"""

import re
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any
from xml.etree.ElementTree import ParseError, fromstring

from landoflisp.games import dice_of_doom, kalah, minimax_game, reversi
from landoflisp.recursion import outermost
from landoflisp.show import dice_of_doom_board, kalah_board, minimax_board, reversi_board
from landoflisp.show.boards import draw, game_of, untraced, whose_turn
from landoflisp.show.pictures import INK, Picture, centred
from landoflisp.show.svg import Svg, cells, moved, safe, svg, tag
from landoflisp.tree import Tree

__all__ = ["HEAD", "PICTURES", "board_svg"]

# What the boards of a game look like.
PICTURES: Sequence[tuple[ModuleType, Callable[[Tree], Picture]]] = (
    (reversi, reversi_board.picture),
    (kalah, kalah_board.picture),
    (minimax_game, minimax_board.picture),
    (dice_of_doom, dice_of_doom_board.picture),
)

PAPER, EDGE = "#fbfaf5", "#8a8a80"
MARGIN, CAPTION = 8, 24
CHARACTER, LINE = 8.4, 18  # of the text of a board


@outermost
def board_svg(tree: Tree, like: Tree | None = None) -> Svg:
    """Return the board of a tree as SVG, to stand alone or within another; `like` as in `draw`.

    Boards of the library's games show who is to move, and where the moves are. Others are drawn by
    their `_repr_svg_`, if they have one, or else as their text.

    >>> board_svg(reversi.tree(reversi.start(4, 4))).count("<circle")
    8

    See Also:
        landoflisp.show.tree_pictures, for what a search did on a tree
    """
    tree = untraced(tree)
    game = game_of(tree, like)
    for module, picture in PICTURES:
        if game is vars(module):
            return _framed(tree, picture(tree), like)
    return _own_picture(tree.board) or _framed(tree, _letters(draw(tree, like)), like)


# How a picture begins: a > may stand in an attribute.
HEAD = re.compile(r"""<svg(?=[\s>/])(?:[^>"']|"[^"]*"|'[^']*')*>""")


def _own_picture(board: Any) -> Svg | None:
    """Return the picture that a board draws of itself, without what may stand before it."""
    drawn = board._repr_svg_() if hasattr(board, "_repr_svg_") else None
    if not isinstance(drawn, str) or not (head := HEAD.search(drawn)):
        return None
    try:
        fromstring(drawn[head.start() :])
    except ParseError:  # which would spoil any picture that it stands in
        return None
    return Svg(drawn[head.start() :])


def _framed(tree: Tree, picture: Picture, like: Tree | None) -> Svg:
    moves = any(True for _ in tree.moves)
    caption = "" if tree.player is None else whose_turn(tree, moves, like)
    width = max(picture.width, 6.5 * cells(caption)) + 2 * MARGIN
    height = picture.height + 2 * MARGIN + (CAPTION if caption else 0)
    frame = {"width": width - 1, "height": height - 1, "rx": 6}
    return svg(
        width,
        height,
        tag("title", safe(caption or "a board")),
        tag("desc", safe(draw(tree, like))),
        tag("rect", x=0.5, y=0.5, **frame, fill=PAPER, stroke=EDGE),
        moved(MARGIN, MARGIN, *picture.shapes),
        *([centred(MARGIN + 2, height - 16, caption, 12, text_anchor="start")] if caption else []),
        font_family="sans-serif",
    )


def _letters(text: str) -> Picture:
    """Draw a text, every character in a cell of its own."""
    lines = [line.rstrip() for line in text.expandtabs().splitlines()]
    rows = [
        tag(
            "text",
            safe(line.replace(" ", "\u00a0")),  # blanks that every reader keeps
            x=0,
            y=LINE * i + 14,
            font_family="monospace",
            font_size=14,
            fill=INK,
            textLength=cells(line) * CHARACTER,
            lengthAdjust="spacingAndGlyphs",
        )
        for i, line in enumerate(lines)
        if line
    ]
    return Picture(max(map(cells, lines), default=0) * CHARACTER, len(lines) * LINE, rows)
