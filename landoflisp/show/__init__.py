"""Boards and trees for people: as text, as SVG, as DOT."""

from landoflisp.show.board_svg import Svg, board_svg
from landoflisp.show.boards import draw, name_of, player_of
from landoflisp.show.tree_svg import tree_svg, trees_svg
from landoflisp.show.trees import in_ascii, limit_cuts, tree_dot, tree_text

__all__ = [
    "Svg",
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
