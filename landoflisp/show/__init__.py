"""Boards and trees for people: as text, as SVG, as DOT."""

from landoflisp.show.board_pictures import board_svg
from landoflisp.show.boards import draw, name_of, player_of
from landoflisp.show.display import as_html, as_picture, as_text
from landoflisp.show.svg import Svg
from landoflisp.show.tree_pictures import tree_svg, trees_svg
from landoflisp.show.trees import in_ascii, limit_cuts, tree_dot, tree_text

__all__ = [
    "Svg",
    "as_html",
    "as_picture",
    "as_text",
    "board_svg",
    "draw",
    "in_ascii",
    "limit_cuts",
    "name_of",
    "player_of",
    "tree_dot",
    "tree_svg",
    "tree_text",
    "trees_svg",
]
