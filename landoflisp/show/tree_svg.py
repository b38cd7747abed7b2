"""Trees as SVG, traced or not: the layout too is made here, without Graphviz.

Squares are the positions of the player at the root, circles those of others, as textbooks have it.
What tells nodes and branches apart is shape and stroke first, and colour besides; light or dark
goes by what the reader prefers.

The layout: leaves from left to right, a parent in the middle above its first and its last child.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import sqrt
from typing import NamedTuple
from unicodedata import east_asian_width
from xml.sax.saxutils import escape, quoteattr

from toolz import partition_all

from landoflisp.errors import of_kind, whole_number
from landoflisp.recursion import outermost
from landoflisp.show.board_svg import HEAD, Svg, board_svg
from landoflisp.show.boards import name_of
from landoflisp.show.trees import (
    LIMIT,
    Drawn,
    Name,
    as_deep_as_fits,
    board_of,
    drawn,
    label_of,
    lines_of,
    one_line,
    summary,
    visits_of,
    window_of,
)
from landoflisp.tree import NO_MOVES, Tree

__all__ = ["tree_svg", "trees_svg"]

# Measures, in pixels
LEAST = 28  # width and height of a node
ROUND = 34  # largest node that is round altogether
BOARD = 104  # side of a board in a node, if it is a square
APART = 10  # between neighbours
LEVELS = 40  # between the levels
CAPTION = 14  # height of a line below a node, or of a step above it
MARGIN = 16
PADDING = 6  # round a board
LETTERS = 9  # height of the smallest letters on a board
BETWEEN = 44  # one tree and the next
CROSS = 5  # half the width of a cross
LEGEND = 24  # height of a row of the legend
LEGEND_SYMBOL = 34
LEAST_WIDTH = 200

MOST_COLUMNS = 100

# Every rule is about what is made here: a board in a node has colours and letters of its own.
STYLE = """
.game-tree {
  --page: #ffffff; --ink: #1f2328; --faint: #59636e; --node: #f6f8fa; --valued: #d4ecff;
  --best: #0969da; --cut: #cf222e;
  font: 14px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif;
}
@media (prefers-color-scheme: dark) {
  .game-tree {
    --page: #0d1117; --ink: #f0f6fc; --faint: #9198a1; --node: #1c2430; --valued: #15406e;
    --best: #4493f8; --cut: #ff7b72;
  }
}
.game-tree .page { fill: var(--page); }
.game-tree .edge, .game-tree .node { stroke: var(--faint); stroke-width: 1.2; fill: var(--node); }
.game-tree .valued { fill: var(--valued); }
.game-tree .best { stroke: var(--best); stroke-width: 3; }
.game-tree .left-out { stroke-dasharray: 3 3; }
.game-tree .cross { stroke: var(--cut); stroke-width: 2.4; stroke-linecap: round; fill: none; }
.game-tree .inside, .game-tree .value, .game-tree .title, .game-tree .caption, .game-tree .step {
  fill: var(--ink); text-anchor: middle;
}
.game-tree .value { font-size: 12px; font-weight: 600; }
.game-tree .title { font-size: 17px; font-weight: 600; }
.game-tree .caption, .game-tree .step { font-size: 11px; }
.game-tree .caption, .game-tree .unseen { fill: var(--faint); }
.game-tree .step { stroke: var(--page); stroke-width: 4px; paint-order: stroke; }
.game-tree .legend { fill: var(--ink); font-size: 12px; }
"""


@outermost
def tree_svg(
    tree: Tree, title: str = "", *, name: Name = name_of, boards: bool = False, limit: int = LIMIT
) -> Svg:
    """Return the picture of a tree; of a traced one with all that the search did.

    With `boards` every node has its board in it. Raises `BadInput` if there are more nodes than the
    limit.

    >>> from landoflisp.tree import literal_tree
    >>> tree_svg(literal_tree([[1, 3], 4])).startswith("<svg ")
    True

    See Also:
        trees_svg, landoflisp.show.tree_text
    """
    return trees_svg({title: tree}, name=name, boards=boards, limit=limit)


def traced_svg(tree: Tree) -> Svg:
    """Return what a notebook shows of a traced tree: as much of `tree_svg` as there is room for."""
    shown, missing = as_deep_as_fits(tree)
    return tree_svg(shown, missing)


def trees_svg(
    trees: Mapping[str, Tree],
    columns: int | None = None,
    *,
    name: Name = name_of,
    boards: bool = False,
    limit: int = LIMIT,
) -> Svg:
    """Return one picture of trees with their titles, side by side, or in so many columns.

    >>> from landoflisp.search import fail_soft, minimax, trace
    >>> from landoflisp.tree import literal_tree
    >>> tree = literal_tree([[1, 3], [0, 2]])
    >>> picture = trees_svg({"minimax": trace(minimax, tree), "fail-soft": trace(fail_soft, tree)})
    >>> [said in picture for said in ("4 evaluations", "3 evaluations", "2 evaluations")]
    [True, True, False]
    """
    of_kind("trees by their titles", trees, Mapping)
    if columns is not None:
        columns = whole_number("the number of columns", columns, 1, MOST_COLUMNS)
    roots = {title: drawn(tree, name, limit) for title, tree in trees.items()}
    panels = [_panel(title, root, boards) for title, root in roots.items()]
    rows = list(partition_all(columns or len(panels), panels))
    width = max([LEAST_WIDTH, *(_beside([panel.width for panel in row]) for row in rows)])
    parts, top = [], float(MARGIN)
    for row in rows:
        left = MARGIN + (width - _beside([panel.width for panel in row])) / 2
        for panel in row:
            parts.append(_moved(left, top, *panel.parts))
            left += panel.width + BETWEEN
        top += max(panel.height for panel in row) + 2 * MARGIN
    legend = list(_legend([*roots.values()], width, boards))
    parts += [_moved(MARGIN + x, top + y, *item) for x, y, item in legend]
    bottom = max((y + LEGEND for _, y, _ in legend), default=0) + MARGIN / 2
    return _picture(width + 2 * MARGIN, top + bottom, roots, parts)


def _beside(widths: Sequence[float]) -> float:
    return sum(widths) + BETWEEN * (len(widths) - 1)


# Layout


class _Box(NamedTuple):
    """What is drawn of one node, from the top of its shape down, and how much room it needs."""

    shape: tuple[float, float]
    board: str
    captions: tuple[str, ...]
    width: float
    height: float


class _Laid(NamedTuple):
    """A node with all below it: how wide that is, where the node's middle lies, and the children.

    `x` counts from the left of it, and so does what stands with each child, the child's own left.
    """

    node: Drawn
    box: _Box
    x: float
    width: float
    after: tuple[tuple[float, "_Laid"], ...]


def _lay(node: Drawn, like: Tree | None) -> _Laid:
    box = _box(node, like)
    after = [_lay(child, like) for child in node.after]
    below = sum(child.width + APART for child in after) - APART
    width = max(box.width, below)
    lefts = list(accumulate((c.width + APART for c in after), initial=(width - below) / 2))
    middle = (lefts[0] + after[0].x + lefts[-2] + after[-1].x) / 2 if after else width / 2
    x = min(max(middle, box.width / 2), width - box.width / 2)
    return _Laid(node, box, x, width, tuple(zip(lefts, after, strict=False)))


def _box(node: Drawn, like: Tree | None) -> _Box:
    text = _inside(node)
    captions = tuple(_captions(node))
    if like is None or not board_of(node, like):
        board, shape = "", (max(LEAST, _wide(text, 14) + 10), float(LEAST))
    else:
        board, shape = _fitted(node, like)
        captions = (text, *captions) if node.traced and text else captions
    room = max([shape[0], *(_wide(caption, 11) for caption in (*captions, node.step))])
    return _Box(
        shape, board, captions, room, shape[1] + CAPTION * len(captions) + 2 * bool(captions)
    )


def _inside(node: Drawn) -> str:
    """Return what stands in a node: its value, or the name of the player to move."""
    named = node.traced is None and isinstance(node.tree.player, str)
    return node.value.removeprefix("= ").replace(" ", "") or (node.who if named else "")


def _captions(node: Drawn) -> list[str]:
    """Return what stands below a node: its window, or all visits if there are more."""
    visits = node.traced.visits if node.traced else ()
    if node.again:
        return visits_of(node)[: len(visits)]
    return [window for visit in visits if node.after and (window := window_of(visit))]


VIEW_BOX = re.compile(r"""viewBox=["']\s*[-.\d]+[\s,]+[-.\d]+[\s,]+([.\d]+)[\s,]+([.\d]+)""")
FONT_SIZE = re.compile(r"""font-size=["']([\d]+(?:\.\d+)?)""")
ATTRIBUTE = re.compile(r"""\s+([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')""")
PLACE = ("x", "y", "width", "height")


def _fitted(node: Drawn, like: Tree) -> tuple[str, tuple[float, float]]:
    """Return the board of a node without its measures, and those of a frame round it."""
    # Who is to move, and where to, is for the node and its branches to say.
    board = board_svg(node.tree._replace(player=None, moves=NO_MOVES), like)
    found = HEAD.match(board)
    head = found[0] if found else ""
    # A board of somebody's own may be a picture that does not say how large it is.
    measures = VIEW_BOX.search(head)
    wide, high = map(float, measures.groups()) if measures else (BOARD, BOARD)
    letters = [float(size) for size in FONT_SIZE.findall(board) if float(size)]
    legible = LETTERS / min(letters) if letters else 0
    scale = min(1, max(BOARD / sqrt(wide * high), legible))
    bare = ATTRIBUTE.sub(lambda found: "" if found[1] in PLACE else found[0], head)
    return bare + board[len(head) :], (wide * scale + 2 * PADDING, high * scale + 2 * PADDING)


# Drawing


class _Panel(NamedTuple):
    width: float
    height: float
    parts: list[str]


def _panel(title: str, root: Drawn, boards: bool) -> _Panel:
    laid = _lay(root, root.tree if boards else None)
    said = summary(root)
    width = max(laid.width, _wide(title, 17), _wide(said, 12))
    heads = [("title", title, 22)] * bool(title) + [("caption", said, 18)] * bool(said)
    levels = list(_levels(laid))
    steps = [any(node.node.step for node in level) for level in levels]
    tops = list(
        accumulate(
            (
                max(node.box.height for node in level) + LEVELS + CAPTION * step
                for level, step in zip(levels, [*steps[1:], False], strict=True)
            ),
            initial=float(sum(high for _, _, high in heads)),
        )
    )
    parts, y = [], 0
    for kind, text, high in heads:
        y += high
        parts.append(_text(width / 2, y - 8, text, kind))
    left = (width - laid.width) / 2
    nodes = list(_drawn_nodes(laid, left, tops))
    # All branches below all nodes.
    parts += [part for branch, _ in nodes for part in branch]
    parts += [part for _, node in nodes for part in node]
    return _Panel(width, tops[-1] - LEVELS, parts)


def _levels(root: _Laid) -> Iterator[list[_Laid]]:
    level = [root]
    while level:
        yield level
        level = [child for node in level for _, child in node.after]


def _drawn_nodes(
    laid: _Laid, left: float, tops: Sequence[float]
) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the branches below each node, and the node."""
    x, bottom = left + laid.x, tops[0] + laid.box.height
    branches = [
        part
        for offset, child in laid.after
        for part in _branch(child.node, x, bottom, left + offset + child.x, tops[1])
    ]
    yield branches, [_node(laid, x, tops[0])]
    for offset, child in laid.after:
        yield from _drawn_nodes(child, left + offset, tops[1:])


def _branch(child: Drawn, x: float, y: float, to_x: float, to_y: float) -> Iterator[str]:
    # The name of the step stands between the branch and the node, where no other branch comes.
    to_y -= (CAPTION + 2) * bool(child.step)
    kind = f"edge{' best' if child.best else ''}{'' if child.seen else ' left-out'}"
    yield _tag("line", x1=x, y1=y, x2=to_x, y2=to_y, class_=kind)
    if child.crossed:
        yield _cross(x + (to_x - x) * 0.55, y + (to_y - y) * 0.55, child.made)


def _cross(x: float, y: float, made: bool) -> str:
    """Return a cross, or one stroke of it for what was made and not searched."""
    down = f"M{_number(x - CROSS)} {_number(y + CROSS)}l{2 * CROSS} {-2 * CROSS}"
    up = f"M{_number(x - CROSS)} {_number(y - CROSS)}l{2 * CROSS} {2 * CROSS}"
    return _tag("path", d=down if made else down + up, class_="cross")


def _node(laid: _Laid, x: float, y: float) -> str:
    node, box = laid.node, laid.box
    kinds = {
        "node": True,
        "valued": node.valued,
        "best": node.best,
        "left-out": not node.seen,
    }
    kind = " ".join(name for name, holds in kinds.items() if holds)
    wide, high = box.shape
    said = f"{node.step}: {label_of(node)}" if node.step else label_of(node)
    parts = [_tag("title", _safe(said))]
    if node.again:
        parts.append(_shape(node.first, x, y - 3, wide + 6, high + 6, "node"))
    parts.append(_shape(node.first, x, y, wide, high, kind))
    if box.board:
        place = {"x": x - wide / 2 + PADDING, "y": y + PADDING}
        size = {"width": wide - 2 * PADDING, "height": high - 2 * PADDING}
        parts.append(box.board.replace("<svg", f"<svg{_attributes(place | size)}", 1))
    else:
        kind = "inside" if node.seen else "inside unseen"
        parts.append(_text(x, y + high / 2 + 5, _inside(node), kind))
    values = 1 if box.board and node.traced and _inside(node) else 0
    parts += [
        _text(x, y + high + CAPTION * (i + 1) - 1, caption, "value" if i < values else "caption")
        for i, caption in enumerate(box.captions)
    ]
    if node.step:
        parts.append(_text(x, y - 5, node.step, "step"))
    return _tag("g", *parts)


def _shape(square: bool, x: float, y: float, wide: float, high: float, kind: str) -> str:
    # A square with round corners as large as itself is a circle.
    rounded = 2.0 if square else min(wide, high, ROUND) / 2
    return _tag("rect", x=x - wide / 2, y=y, width=wide, height=high, rx=rounded, class_=kind)


# Legend


def _legend(
    roots: list[Drawn], width: float, boards: bool
) -> Iterator[tuple[float, float, list[str]]]:
    """Yield where each item stands, row by row, and what it is made of."""
    x, y = 0.0, 0.0
    for symbol, said in _items([node for root in roots for node in _nodes(root)], boards):
        room = LEGEND_SYMBOL + _wide(said, 12)
        if x and x + room > width:
            x, y = 0.0, y + LEGEND
        yield x, y, [*symbol, _text(LEGEND_SYMBOL, 12, said, "legend")]
        x += room + 2 * APART


def _nodes(node: Drawn) -> Iterator[Drawn]:
    yield node
    for child in node.after:
        yield from _nodes(child)


def _items(nodes: list[Drawn], boards: bool) -> Iterator[tuple[list[str], str]]:
    """Yield symbol and meaning of all that is to be seen in the picture."""
    for first in (True, False):
        movers = {
            node.who
            for node in nodes
            if node.first == first and (boards or node.after or not node.number)
        }
        if movers:
            yield [_shape(first, 14, 0, 16, 16, "node")], f"{' or '.join(sorted(movers))} to move"
    if valued := [node.first for node in nodes if node.valued]:
        yield [_shape(all(valued), 14, 0, 16, 16, "node valued")], "valued"
    if any(node.best for node in nodes):
        yield [_tag("line", x1=4, y1=8, x2=24, y2=8, class_="edge best")], "best line"
    if any(node.again for node in nodes):
        again = [_shape(True, 14, -1, 18, 18, "node"), _shape(True, 14, 2, 12, 12, "node")]
        yield again, "searched again"
    if any(node.crossed and not node.made for node in nodes):
        yield [_cross(14, 8, False)], "never asked for"
    if any(node.crossed and node.made for node in nodes):
        yield [_cross(14, 8, True)], "made, not searched"
    if any(_captions(node) for node in nodes):
        yield [_text(14, 12, "(α, β)", "caption")], f"window, as {nodes[0].who} sees it"


# Markup


def _picture(width: float, height: float, roots: Mapping[str, Drawn], parts: Sequence[str]) -> Svg:
    said = [": ".join(filter(None, (title, _said(root)))) for title, root in roots.items()]
    title = "A game tree" + (f": {'; '.join(said)}" if said else "")
    texts = [
        "\n".join(_safe(line) for line in filter(None, (title, *lines_of(root))))
        for title, root in roots.items()
    ]
    return Svg(
        _tag(
            "svg",
            _tag("title", _safe(title)),
            _tag("desc", "\n\n".join(texts)),
            _tag("style", STYLE),
            _tag("rect", width="100%", height="100%", rx=6, class_="page"),
            *parts,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {_number(width)} {_number(height)}",
            width=width,
            height=height,
            class_="game-tree",
            role="img",
        )
    )


def _said(root: Drawn) -> str:
    """Return what the search found, or else what there is to see."""
    count = sum(1 for _ in _nodes(root))
    return summary(root) or f"{label_of(root)}, {count:,} node{'s' if count != 1 else ''}"


def _tag(name: str, *inside: str, **attributes: object) -> str:
    """Return an element of SVG around what is markup already; `class_` is its class."""
    opening = f"{name}{_attributes(attributes)}"
    return f"<{opening}>{''.join(inside)}</{name}>" if inside else f"<{opening}/>"


def _attributes(values: Mapping[str, object]) -> str:
    return "".join(f" {k.rstrip('_')}={quoteattr(_number(v))}" for k, v in values.items())


def _text(x: float, y: float, text: str, kind: str) -> str:
    return _tag("text", _safe(text), x=x, y=y, class_=kind) if text else ""


def _moved(x: float, y: float, *parts: str) -> str:
    return _tag("g", *parts, transform=f"translate({_number(x)} {_number(y)})")


def _safe(text: str) -> str:
    return escape(one_line(text))


def _number(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def _wide(text: str, size: int) -> float:
    """Return about how wide a text is in a font of that size."""
    cells = sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
    return cells * size * 0.58
