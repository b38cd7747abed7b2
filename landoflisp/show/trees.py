"""Trees as text and as Graphviz DOT, traced or not, and what every drawing shows of a node.

A traced tree is drawn with what the search did: its answer and its window at each visit, the best
line, and a cross on the branches that it left out.

>>> from landoflisp.search import fail_soft, trace
>>> from landoflisp.tree import literal_tree
>>> print(tree_text(trace(fail_soft, literal_tree([[1, 3], [0, 2]]))))
max = 1 in (-∞, ∞)
┝━━ 0: min = 1 in (-∞, ∞)
│   ┝━━ 0: 1 in (-∞, ∞)
│   └── 1: 3 in (-∞, 1)
└── 1: min ≤ 0 in (1, ∞)
    ├── 0: 0 in (1, ∞)
    └─✗ 1: 2
"""

import re
from collections.abc import Callable, Iterator
from itertools import count, islice
from numbers import Number
from typing import Any, NamedTuple, TypeAlias

from toolz import concat

from landoflisp.errors import BadInput, whole_number
from landoflisp.recursion import outermost
from landoflisp.search.best import Best
from landoflisp.search.trace import Traced, Visit
from landoflisp.show.boards import draw, name_of, player_of, untraced
from landoflisp.tree import (
    Action,
    AnyMove,
    Chance,
    Move,
    Moves,
    Tree,
    branches,
    limit_tree_depth,
    map_branches,
)

__all__ = [
    "LIMIT",
    "Drawn",
    "Name",
    "drawn",
    "in_ascii",
    "limit_cuts",
    "tree_dot",
    "tree_text",
]

Name: TypeAlias = Callable[[Tree, Action], str]

LIMIT = 1000  # nodes that a drawing has room for
MOST = 1_000_000  # nodes that it can be asked to have room for
ROOM = 200  # nodes of a traced tree that is shown without being asked to
DEEPEST = 200  # plies
NOT_TEXT = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
SIGNS = {"exact": "=", "lower": "≥", "upper": "≤", "unknown": "?"}


class Drawn(NamedTuple):
    """A node as drawings show it.

    `tree` has the game's own board, `traced` what a search did there, if one did. `step` is what
    people call the action that leads here, `who` the player to move. `first`: it is the player at
    the root who moves; `best`: it lies on the best line; `crossed`: the search came to the node
    before it, and not here.
    """

    tree: Tree
    traced: Traced | None
    step: str
    who: str
    first: bool
    best: bool
    crossed: bool
    after: tuple["Drawn", ...]

    @property
    def seen(self) -> bool:
        """Whether a search came here, if there was one."""
        return self.traced is None or bool(self.traced.visits)

    @property
    def made(self) -> bool:
        """Whether a search had the node made and did not come here."""
        return self.traced is not None and self.traced.forced and not self.traced.visits

    @property
    def valued(self) -> bool:
        """Whether a search valued the position."""
        return self.traced is not None and bool(self.traced.values)

    @property
    def again(self) -> bool:
        """Whether a search came here more than once."""
        return self.traced is not None and len(self.traced.visits) > 1

    @property
    def value(self) -> str:
        """The value as text: the number on the board, or what a search found."""
        number = self.number
        if number or self.traced is None or self.traced.best is None:
            return number
        return worth(self.traced.best)

    @property
    def number(self) -> str:
        """What the position by itself is worth, if that is known."""
        if self.valued and self.traced and not self.after:
            return text_of(self.traced.values[-1])
        board = self.tree.board
        return text_of(board) if isinstance(board, Number) and not self.after else ""


@outermost
def drawn(tree: Tree, name: Name = name_of, limit: int = LIMIT) -> Drawn:
    """Return all that a drawing shows of a tree, traced or not.

    `name(tree, action)` is what people call an action. Raises `BadInput`, which says how deep the
    tree may be, if it has more nodes than the limit.
    """
    _check_size(tree, whole_number("a limit of nodes", limit, 1, MOST))
    traced = _traced(tree)
    line = (traced.best.line or None) if traced and traced.best else None
    return _drawn(tree, "", tree, line, False, name)


def _check_size(tree: Tree, limit: int) -> None:
    if (fits := _fits(tree, limit)) is not None:
        depth, total = fits
        room = f"{limit:,} nodes" if depth < DEEPEST else f"{DEEPEST} plies"
        raise BadInput(
            f"the tree has more than the {room} that a drawing has room for: to a depth of "
            f"{depth} it has {total:,}; lower the depth or raise the limit"
        )


def _fits(tree: Tree, limit: int) -> tuple[int, int] | None:
    """Return to what depth there is room, and the number of nodes to there; None if for all."""
    level, total = [tree], 1
    for depth in count():
        nodes = (branch.tree for node in level for branch in branches(node))
        level = list(islice(nodes, limit + 1 - total))
        if not level:
            return None
        if total + len(level) > limit or depth == DEEPEST:
            return depth, total
        total += len(level)
    return None


def _drawn(
    tree: Tree,
    step: str,
    root: Tree,
    line: tuple[Action, ...] | None,
    crossed: bool,
    name: Name,
) -> Drawn:
    traced = _traced(tree)
    own = untraced(tree)
    seen = traced is not None and bool(traced.visits)

    def after() -> Iterator[Drawn]:
        for action, called, child in _steps(own, name):
            ahead = line[1:] if line and line[0] == action else None
            child_traced = _traced(child)
            left_out = seen and child_traced is not None and not child_traced.visits
            yield _drawn(child, one_line(called), root, ahead, left_out, name)

    first = tree.player == root.player
    who = _who(own, root, first)
    return Drawn(own, traced, step, who, first, line is not None, crossed, tuple(after()))


def _who(tree: Tree, root: Tree, first: bool) -> str:
    """Return the name of the player to move, or of the side in a tree where players are numbers."""
    called = player_of(tree, root)
    nameless = called == str(tree.player) and not isinstance(tree.player, str)
    return ("max" if first else "min") if nameless else one_line(called)


def _steps(tree: Tree, name: Name) -> Iterator[tuple[Action, str, Tree]]:
    for move in tree.moves:
        if isinstance(move, Chance):
            for i, (odds, child) in enumerate(move.outcomes):
                action = move.action, i
                yield action, f"{name(tree, action)}, {text_of(odds)}", child
        else:
            yield move.action, name(tree, move.action), move.tree


def _traced(tree: Tree) -> Traced | None:
    return tree.board if isinstance(tree.board, Traced) else None


@outermost
def limit_cuts(tree: Tree, depth: int) -> Tree:
    """Return the traced tree cut off `depth` plies into what the search left out.

    >>> from landoflisp.search import fail_soft, trace
    >>> from landoflisp.tree import literal_tree
    >>> print(tree_text(limit_cuts(trace(fail_soft, literal_tree([3, [1, [4, 5]]])), 1)))
    max = 3 in (-∞, ∞)
    ┝━━ 0: 3 in (-∞, ∞)
    └── 1: min ≤ 1 in (3, ∞)
        ├── 0: 1 in (3, ∞)
        └─✗ 1: max

    Raises `BadInput` for a depth below 1.
    """
    plies = whole_number("the number of plies of what was left out", depth, 1)
    return tree._replace(moves=Moves(_limit_cuts, (tree, plies)))


def _limit_cuts(tree: Tree, depth: int) -> Iterator[AnyMove]:
    def further(branch: Move) -> Tree:
        if branch.tree.board.visits:
            return limit_cuts(branch.tree, depth)
        return limit_tree_depth(branch.tree, depth - 1)

    return (map_branches(move, further) for move in tree.moves)


def as_deep_as_fits(tree: Tree, limit: int = ROOM) -> tuple[Tree, str]:
    """Return as much of a traced tree as there is room for, and a line that says what is missing.

    First one ply is kept of what the search left out, then the whole is cut off at a depth.
    """
    if _fits(tree, limit) is None:
        return tree, ""
    tree = limit_cuts(tree, 1)
    if (fits := _fits(tree, limit)) is None:
        return tree, "of what was left out 1 ply is drawn"
    return limit_tree_depth(tree, fits[0]), f"drawn to a depth of {fits[0]}: the tree is larger"


def one_line(text: str) -> str:
    """Return a text without what would begin a new line, or is no text at all.

    >>> one_line("two\\nlines")
    'two\ufffdlines'
    """
    return NOT_TEXT.sub("\ufffd", text)


# What is written at a node


def text_of(value: Any) -> str:
    """Return a value as text, infinity as its sign.

    >>> text_of(float("-inf")), text_of(0.1 + 0.2), text_of(7)
    ('-∞', '0.3', '7')
    """
    if isinstance(value, float):
        return f"{value:g}".replace("inf", "∞")
    return str(value)


def worth(best: Best) -> str:
    """Return what is known of a value.

    >>> worth(Best(3, (), 1, "lower"))
    '≥ 3'
    """
    return f"{SIGNS[best.bound]} {text_of(best.value)}"


def window_of(visit: Visit) -> str:
    """Return the window of a visit as text, nothing if there is none."""
    return "({}, {})".format(*map(text_of, visit.window)) if visit.window else ""


def visits_of(node: Drawn) -> list[str]:
    """Return each visit of a node in words: its answer and its window."""
    if node.traced is None:
        return []
    visits = [_visit(node, visit) for visit in node.traced.visits]
    said = [words if i == 0 else f"again {words}" for i, words in enumerate(visits) if words]
    before = "in the end " if said else ""
    last = node.traced.visits[-1].best if node.traced.visits else None
    # A search that calls others, such as MTD(f), has an answer of its own.
    if (best := node.traced.best) and (last is None or best[::3] != last[::3]):
        said.append(f"{before}{worth(best)}")
    return said


def _visit(node: Drawn, visit: Visit) -> str:
    answer = "" if visit.best is None else worth(visit.best)
    if node.number:
        exact = visit.best is None or text_of(visit.best.value) == node.number
        answer = node.number if exact else f"{node.number}, {answer}"
    window = window_of(visit)
    return f"{answer} in {window}" if window else answer


def board_of(node: Drawn, like: Tree) -> str:
    """Return the board of a node as text, nothing if it is no more than the node's number."""
    board = draw(node.tree, like)
    return "" if board == node.number else board


def label_of(node: Drawn) -> str:
    """Return all that is known of a node in one line."""
    who = node.who if node.after or not node.number else ""
    label = f"{who} {', '.join(visits_of(node)) or node.number}".strip()
    note = " (made, not searched)" if node.made and node.crossed else ""
    return f"{label}{note}"


def summary(root: Drawn) -> str:
    """Return what the search of a traced tree answered and what that cost; of any other nothing."""
    if root.traced is None or root.traced.best is None:
        return ""
    value, count = worth(root.traced.best).removeprefix("= "), root.traced.best.evaluations
    return f"value {value}, {count:,} evaluation{'s' if count != 1 else ''}"


# Text

# By whether it is on the best line, whether it is crossed, whether it is the last.
BRANCHES = ((("├── ", "└── "), ("├─✗ ", "└─✗ ")), (("┝━━ ", "┕━━ "), ("┝━✗ ", "┕━✗ ")))
IN_ASCII = str.maketrans(
    {
        **dict(zip("├│┝└┕─━✗", "|||``-=x", strict=True)),
        "∞": "inf",
        "≥": ">=",
        "≤": "<=",
    }
)


@outermost
def tree_text(tree: Tree, *, name: Name = name_of, boards: bool = False, limit: int = LIMIT) -> str:
    """Return the tree as text, a node a line, as the `tree` command draws directories.

    With `boards` every node has its board below it. Raises `BadInput` if there are more nodes than
    the limit. Heavy branches are the best line of a traced tree, crossed ones what it left out.

    >>> from landoflisp.games import reversi
    >>> from landoflisp.tree import limit_tree_depth
    >>> print(tree_text(limit_tree_depth(reversi.tree(reversi.start(4, 4)), 1)))
    b
    ├── b1: w
    ├── a2: w
    ├── d3: w
    └── c4: w

    See Also:
        in_ascii, landoflisp.show.tree_svg
    """
    root = drawn(tree, name, limit)
    return "\n".join(
        line.rstrip() for line in lines_of(root, "", "", root.tree if boards else None)
    )


def traced_text(tree: Tree) -> str:
    """Return what `print` prints of a traced tree: as much of `tree_text` as there is room for."""
    shown, missing = as_deep_as_fits(tree)
    return "\n".join(filter(None, [tree_text(shown), missing]))


def lines_of(
    node: Drawn, head: str = "", margin: str = "", like: Tree | None = None
) -> Iterator[str]:
    """Yield the lines of the text of a node and all below it; `like` is for those with boards."""
    label = label_of(node)
    yield head + (f"{node.step}: {label}" if node.step and label else node.step or label)
    if like is not None:
        below = margin + ("│  " if node.after else "   ")
        for row in board_of(node, like).splitlines():
            yield below + row
    for i, child in enumerate(node.after, 1):
        last = i == len(node.after)
        branch = BRANCHES[child.best][child.crossed][last]
        yield from lines_of(child, margin + branch, margin + ("    " if last else "│   "), like)


@outermost
def in_ascii(text: str) -> str:
    """Return a drawing of a tree in characters that every terminal has.

    >>> print(in_ascii("max = 1 in (-∞, ∞)\\n┝━━ 0: 1\\n└─✗ 1"))
    max = 1 in (-inf, inf)
    |== 0: 1
    `-x 1
    """
    return text.translate(IN_ASCII)


# DOT


@outermost
def tree_dot(tree: Tree, *, name: Name = name_of, boards: bool = False, limit: int = LIMIT) -> str:
    """Return the tree in the language of Graphviz: `dot -Tpng`.

    Boxes are the positions of the player at the root. Heavy: the best line of a traced tree;
    dashed, with a cross: what it left out; filled: valued; in two outlines: searched again. Raises
    `BadInput` if there are more nodes than the limit.

    >>> from landoflisp.tree import literal_tree
    >>> print(tree_dot(literal_tree([7])))
    digraph tree {
      graph [ordering=out]
      node [fontname="Helvetica", shape=box]
      edge [fontname="Helvetica", dir=none]
      n0 [label="max"]
      n1 [label="7", shape=ellipse]
      n0 -> n1 [label="0"]
    }
    """
    root = drawn(tree, name, limit)
    like = root.tree if boards else None
    nodes = _numbered(root, None, count())
    return "\n".join(
        [
            "digraph tree {",
            "  graph [ordering=out]",
            '  node [fontname="Helvetica", shape=box]',
            '  edge [fontname="Helvetica", dir=none]',
            *(f"  {line}" for line in concat(_dot(*node, like) for node in nodes)),
            "}",
        ]
    )


def _numbered(
    node: Drawn, parent: int | None, numbers: Iterator[int]
) -> Iterator[tuple[int | None, int, Drawn]]:
    number = next(numbers)
    yield parent, number, node
    for child in node.after:
        yield from _numbered(child, number, numbers)


def _dot(parent: int | None, number: int, node: Drawn, like: Tree | None) -> Iterator[str]:
    board = "" if like is None else board_of(node, like)
    who = node.who if node.after or not node.number else ""
    rows = [*board.splitlines(), f"{who} {node.value}".strip(), *_windows(node)]
    font = ', fontname="monospace"' if board else ""
    yield f"n{number} [label={_quoted(rows, bool(board))}{font}{_node_style(node)}]"
    if parent is not None:
        label = _quoted([f"{node.step} {'✗' if node.crossed else ''}".strip()])
        yield f"n{parent} -> n{number} [label={label}{_edge_style(node)}]"


def _windows(node: Drawn) -> list[str]:
    if node.traced is None or not node.after:
        return []
    return [window for visit in node.traced.visits if (window := window_of(visit))]


def _node_style(node: Drawn) -> str:
    styles = [
        "" if node.first else "shape=ellipse",
        "" if node.seen else "style=dashed, color=gray50, fontcolor=gray40",
        'style=filled, fillcolor="#ddf4ff"' if node.valued else "",
        "peripheries=2" if node.again else "",
        "penwidth=3" if node.best else "",
    ]
    return "".join(f", {style}" for style in styles if style)


def _edge_style(node: Drawn) -> str:
    dashed = "" if node.seen else ", style=dashed, color=gray50"
    return f"{dashed}{', penwidth=3' if node.best else ''}"


def _quoted(rows: list[str], left: bool = False) -> str:
    """Return the rows as one string of DOT, in which nothing but the ends of rows is special."""
    safe = (one_line(row).replace("\\", "\\\\").replace('"', '\\"') for row in rows)
    end = "\\l" if left else "\\n"
    text = end.join(filter(None, safe))
    return f'"{text}{end if left and text else ""}"'
