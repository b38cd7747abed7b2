"""Pictures of trees, read back: every node and branch looks as the trace says that it was searched.

SVG, DOT and text are read into one form, which is compared with what `trace` knows.
"""

import re
from itertools import pairwise
from math import dist
from typing import NamedTuple
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from landoflisp import dice_of_doom, kalah, minimax_game, reversi
from landoflisp.errors import BadInput
from landoflisp.search import SEARCHES, fail_soft, memoized, minimax, mtdf, negamax, trace
from landoflisp.show import draw, limit_cuts, tree_dot, tree_svg, tree_text, trees_svg
from landoflisp.show.trees import ROOM
from landoflisp.testing import tree_of, trees, zero_sum
from landoflisp.tree import (
    branches,
    flatten_tree,
    limit_tree_depth,
    literal_tree,
    size_tree,
    unfold_tree,
)
from tests.show.seen import (
    SVG,
    hexes_in_the_picture,
    kalah_by_the_rules,
    kalah_in_the_picture,
    numbers_in_the_picture,
    numbers_in_the_text,
    of_kind,
    reversi_in_the_picture,
    reversi_in_the_text,
    seen,
)


class Node(NamedTuple):
    """A node as it is drawn, the branch that leads to it, and all below.

    `crossed` is the number of strokes through the branch: two where the search never asked for the
    node, one where it had it made and did not come to it.
    """

    step: str
    is_round: bool
    value: str
    windows: tuple[str, ...]
    is_filled: bool
    is_dashed: bool
    is_double: bool
    is_heavy: bool
    crossed: int
    after: tuple["Node", ...]

    def nodes(self):
        yield self
        for child in self.after:
            yield from child.nodes()


# What the trace knows

SIGNS = {"exact": "", "lower": "≥", "upper": "≤"}


def searched(tree):
    """Return how a traced tree is to be drawn."""
    return _searched(tree, tree.player, tree.board.best.line or None, False, "")


def _searched(tree, viewer, line, came, step):
    """Return the same of a node: `line` goes on from there, `came`: the search came above it."""
    found = tree.board
    ways = tuple(branches(tree))
    value = ""
    if not ways:
        value = f"{found.values[-1] if found.values else found.board}"
    elif found.best:
        value = f"{SIGNS[found.best.bound]}{found.best.value}"
    windows = ["({}, {})".format(*visit.window) for visit in found.visits if visit.window]
    after = (
        _searched(
            below,
            viewer,
            line[1:] if line and line[0] == action else None,
            bool(found.visits),
            f"{action}",
        )
        for action, below in ways
    )
    return Node(
        step,
        tree.player != viewer,
        value,
        tuple(window.replace("inf", "∞") for window in windows if ways),
        bool(found.values),
        not found.visits,
        len(found.visits) > 1,
        line is not None,
        0 if found.visits or not came else 1 if found.forced else 2,
        tuple(after),
    )


# What is to be seen in SVG


class Style:
    """The looks of the classes of a picture."""

    def __init__(self, root):
        (style,) = root.iter(f"{SVG}style")
        light = re.sub(r"@media.*?\n\}", "", style.text, flags=re.DOTALL)
        self.rules = [
            (name, dict(re.findall(r"([\w-]+):\s*([^;]+);", looks)))
            for names, looks in re.findall(r"([^{}]+)\{([^{}]*)\}", light)
            for name in re.findall(r"\.game-tree \.([\w-]+)", names)
        ]

    def look(self, shape):
        kinds = shape.look.get("class", "").split()
        return {
            key: value for kind, look in self.rules if kind in kinds for key, value in look.items()
        }

    def is_filled(self, shape):
        return self.look(shape)["fill"] != dict(self.rules)["node"]["fill"]

    def is_dashed(self, shape):
        return "stroke-dasharray" in self.look(shape)

    def is_heavy(self, shape):
        return float(self.look(shape)["stroke-width"]) > 2


class Box(NamedTuple):
    """The drawing of one node in SVG: its shapes, of which the last but the texts is its own."""

    title: str
    outlines: list
    texts: list

    @property
    def shape(self):
        return self.outlines[-1]

    @property
    def captions(self):
        return [text.text for text in self.texts if text.y > self.shape.bottom]


def boxes(panel):
    for group in panel.findall(f"{SVG}g"):
        shapes = list(seen(group))
        title = group.find(f"{SVG}title").text
        yield Box(title, of_kind(shapes, "rect"), of_kind(shapes, "text"))


def panels(root):
    """Return the parts of a picture that have a tree in them, and those of the legend."""
    groups = root.findall(f"{SVG}g")
    trees = [group for group in groups if group.find(f"{SVG}g") is not None]
    return trees, [group for group in groups if group not in trees]


def read_svg(svg):
    """Return the trees of a picture, as they are drawn."""
    root = fromstring(svg)
    return [_read_panel(panel, Style(root)) for panel in panels(root)[0]]


def _read_panel(panel, style):
    found = sorted(boxes(panel), key=lambda box: (box.shape.top, box.shape.x))
    own = [shape for child in panel if child.tag != f"{SVG}g" for shape in seen(child)]
    crosses = of_kind(own, "path")
    below = {id(box): [] for box in found}
    for line in of_kind(own, "line"):
        upper, lower = line.parts[0]
        below[id(_lowest_above(upper, found))].append((_highest_below(lower, found), line))
    assert sum(map(len, below.values())) == len(found) - 1

    def node(box, line=None):
        after = sorted(below[id(box)], key=lambda each: each[0].shape.x)
        inside = [text.text for text in box.texts if box.shape.holds((text.x, text.y))]
        above = [text.text for text in box.texts if text.y < box.shape.top]
        windows = [re.search(r"\([^()]*\)$", caption)[0] for caption in box.captions]
        if line:
            assert style.is_dashed(line) == style.is_dashed(box.shape)
            assert style.is_heavy(line) == style.is_heavy(box.shape)
        return Node(
            "".join(above),
            float(box.shape.look["rx"]) > 3,
            "".join(inside),
            tuple(windows) if after else (),
            style.is_filled(box.shape),
            style.is_dashed(box.shape),
            len(box.outlines) > 1,
            style.is_heavy(box.shape),
            sum(len(cross.parts) for cross in crosses if line and _lies_on(cross, line)),
            tuple(node(*each) for each in after),
        )

    return node(found[0])


def _lowest_above(end, boxes):
    x, y = end
    above = [box for box in boxes if abs(box.shape.x - x) < 0.3 and box.shape.bottom <= y + 0.3]
    return max(above, key=lambda box: box.shape.top)


def _highest_below(end, boxes):
    x, y = end
    below = [box for box in boxes if abs(box.shape.x - x) < 0.3 and box.shape.top >= y - 0.3]
    return min(below, key=lambda box: box.shape.top)


def _lies_on(cross, line):
    (upper, lower), middle = line.parts[0], (cross.x, cross.y)
    return dist(upper, middle) + dist(middle, lower) < dist(upper, lower) + 0.1


# What is written in DOT


def read_dot(dot):
    """Return the tree that Graphviz is to draw."""
    string = r'"((?:[^"\\]|\\.)*)"'
    nodes, below = {}, {}
    for line in dot.splitlines():
        if not (found := re.fullmatch(rf"  (n\d+)(?: -> (n\d+))? \[label={string}(.*)\]", line)):
            continue
        at, to, label, rest = found.groups()
        styles = dict(part.split("=", 1) for part in rest.split(", ")[1:])
        if to:
            below.setdefault(at, []).append((to, label, styles))
        else:
            nodes[at] = re.split(r"\\[nl]", label), styles

    def node(name, label, branch):
        rows, styles = nodes[name]
        value, *windows = rows
        for key, what in (("style", "dashed"), ("penwidth", "3")):
            assert branch is None or (branch.get(key) == what) == (styles.get(key) == what)
        return Node(
            label.removesuffix("✗").strip(),
            styles.get("shape", "box") == "ellipse",
            re.sub("^(max|min) ?|[= ]", "", value),
            tuple(windows),
            styles.get("style") == "filled",
            styles.get("style") == "dashed",
            styles.get("peripheries") == "2",
            styles.get("penwidth") == "3",
            label.count("✗"),
            tuple(node(*each) for each in below.get(name, ())),
        )

    return node("n0", "", None)


# What is written as text


class Line(NamedTuple):
    """A line of a drawing as text: its depth, its branch, and what is written behind it."""

    depth: int
    is_heavy: bool
    is_crossed: bool
    label: str


def read_text(text):
    found = [
        re.fullmatch("((?:│   |    )*)([├└┝┕].[━─✗] )?(.*)", line) for line in text.split("\n")
    ]
    return [
        Line((len(m[1]) + len(m[2] or "")) // 4, "━" in (m[2] or ""), "✗" in (m[2] or ""), m[3])
        for m in found
    ]


def depths(node, depth=0):
    yield depth
    for child in node.after:
        yield from depths(child, depth + 1)


# Searched trees

PURE = {
    "fail-soft": fail_soft,
    "negascout": SEARCHES["negascout"],
    "mtdf": mtdf,
    "minimax": minimax,
    "memoized": memoized(negamax),
    "no recur": lambda tree, value: fail_soft(tree, value),
}
TWINS = literal_tree([[1, 2], [1, 2], [[3, 1], 0]])
# What is remembered of the first 2 makes the second one the best move, which is not searched.
REMEMBERED = tree_of((0, 0, [(1, 0, [(0, 2), (0, 0)]), (0, 2)]))

few = trees(st.integers(0, 2), max_leaves=12)
each_search = pytest.mark.parametrize("search", PURE.values(), ids=PURE)


@each_search
@given(tree=few)
@example(tree=TWINS)
@example(tree=REMEMBERED)
def test_nodes_and_branches_of_the_svg_look_as_they_were_searched(search, tree):
    traced = trace(search, tree, zero_sum)
    assert read_svg(tree_svg(traced)) == [searched(traced)]


@each_search
@given(tree=few)
@example(tree=TWINS)
@example(tree=REMEMBERED)
def test_nodes_and_branches_of_the_dot_look_as_they_were_searched(search, tree):
    traced = trace(search, tree, zero_sum)
    once = (node._replace(crossed=min(node.crossed, 1)) for node in searched(traced).nodes())
    plain = (node._replace(after=()) for node in once)
    drawn = read_dot(tree_dot(traced))
    assert [node._replace(after=()) for node in drawn.nodes()] == list(plain)
    assert list(depths(drawn)) == list(depths(searched(traced)))


@each_search
@given(tree=few)
@example(tree=TWINS)
@example(tree=REMEMBERED)
def test_lines_of_the_text_look_as_they_were_searched(search, tree):
    traced = trace(search, tree, zero_sum)
    nodes = list(searched(traced).nodes())
    lines = read_text(tree_text(traced))
    assert [line.depth for line in lines] == list(depths(nodes[0]))
    assert [line.is_heavy for line in lines[1:]] == [node.is_heavy for node in nodes[1:]]
    assert [line.is_crossed for line in lines] == [node.crossed > 0 for node in nodes]
    for node, line in zip(nodes, lines, strict=True):
        assert ("made, not searched" in line.label) == (node.crossed == 1)
        assert line.label.startswith(f"{node.step}: " if node.step else "")
        assert all(f"in {window}" in line.label for window in node.windows)
        assert node.value in line.label.replace(" ", "")


@given(few)
@example(TWINS)
def test_titles_in_the_svg_are_the_lines_of_the_text_and_have_all_captions(tree):
    traced = trace(mtdf, tree, zero_sum)
    ((panel,), _) = panels(fromstring(tree_svg(traced)))
    found = list(boxes(panel))
    assert [box.title for box in found] == [line.label for line in read_text(tree_text(traced))]
    for box, node in zip(found, flatten_tree(traced), strict=True):
        again = [visit for visit in box.captions if visit.startswith("again ")]
        visits = len(node.board.visits)
        assert len(again) == max(0, visits - 1)
        assert len(box.captions) == (visits if visits > 1 or node.moves else 0)
        assert ", ".join(box.captions) in box.title


@given(trees(max_leaves=12, players=3, chance=True))
def test_a_tree_that_was_not_searched_has_no_marks(tree):
    for drawn in (*read_svg(tree_svg(tree)), read_dot(tree_dot(tree))):
        nodes = list(drawn.nodes())
        assert [(node.is_round, node.value) for node in nodes] == [
            (found.player != tree.player, "" if found.moves else f"{found.board}")
            for found in flatten_tree(tree)
        ]
        assert not any(node.is_filled or node.is_dashed or node.is_double for node in nodes)
        assert not any(node.is_heavy or node.crossed or node.windows for node in nodes)


@given(trees(max_leaves=30), st.integers(1, 3))
def test_of_what_was_left_out_as_many_plies_are_drawn_as_asked(tree, plies):
    def kept(node, left_out=0):
        left_out = 0 if node.board.visits else left_out + 1
        below = (kept(after, left_out) for _, after in branches(node))
        return 0 if left_out > plies else 1 + sum(below)

    traced = trace(fail_soft, tree, zero_sum)
    assert len(read_text(tree_text(limit_cuts(traced, plies)))) == kept(traced)


# The legend


def test_every_symbol_of_the_legend_is_what_it_stands_for_in_the_picture():
    symbols = {}
    for search in (mtdf, memoized(negamax), fail_soft):
        root = fromstring(tree_svg(trace(search, TWINS)))
        style = Style(root)
        for group in panels(root)[1]:
            *shapes, meaning = seen(group)
            symbols[meaning.text] = shapes
    assert (
        float(symbols["max to move"][0].look["rx"])
        < 3
        < float(symbols["min to move"][0].look["rx"])
    )
    assert [style.is_filled(shape) for shape in symbols["valued"]] == [True]
    assert [style.is_heavy(line) for line in symbols["best line"]] == [True]
    assert [shape.tag for shape in symbols["searched again"]] == ["rect", "rect"]
    assert [len(cross.parts) for cross in symbols["never asked for"]] == [2]
    assert [len(cross.parts) for cross in symbols["made, not searched"]] == [1]
    assert [text.text for text in symbols["window, as max sees it"]] == ["(α, β)"]
    assert len(symbols) == 8


def test_a_picture_of_two_searches_has_each_below_its_own_name_and_cost():
    traced = {name: trace(PURE[name], TWINS) for name in ("minimax", "fail-soft", "memoized")}
    svg = trees_svg(traced)
    assert read_svg(svg) == [searched(tree) for tree in traced.values()]
    shown = [[t.text for t in of_kind(seen(panel), "text")] for panel in panels(fromstring(svg))[0]]
    assert [(name, words[0], words[1]) for name, words in zip(traced, shown, strict=True)] == [
        (name, name, f"value {tree.board.best.value}, {tree.board.best.evaluations} evaluations")
        for name, tree in traced.items()
    ]


def test_a_search_that_values_one_position_has_made_one_evaluation():
    traced = trace(fail_soft, literal_tree([3]))
    assert "value 3, 1 evaluation" in [t.text for t in of_kind(seen(tree_svg(traced)), "text")]


# Boards in trees

LIMITED = {
    "reversi": limit_tree_depth(reversi.tree(reversi.start(4, 6)), 2),
    "kalah": limit_tree_depth(kalah.tree(kalah.start(3, 2)), 2),
    "minimax": limit_tree_depth(minimax_game.tree(minimax_game.start(0, 3)), 2),
    "dice": limit_tree_depth(
        dice_of_doom.tree(
            dice_of_doom.position(
                "a-2 c-1 / a-3 b-2", rules=dice_of_doom.Rules(players=3, size=2, dice=True)
            )
        ),
        2,
    ),
}
# Of each game whether a picture shows the board that a text does.
SHOWS = {
    "reversi": lambda svg, node, text: (
        reversi_in_the_picture(svg) == (reversi_in_the_text(text), {})
    ),
    "kalah": lambda svg, node, text: (
        [[(place.number, place.count) for place in row] for row in kalah_in_the_picture(svg)]
        == kalah_by_the_rules(node.board)
    ),
    "minimax": lambda svg, node, text: (
        numbers_in_the_picture(svg) == (numbers_in_the_text(text), [])
    ),
    "dice": lambda svg, node, text: (
        [found.held for found in hexes_in_the_picture(svg)] == text.split()
    ),
}
each_game = pytest.mark.parametrize("game", LIMITED)


@each_game
def test_every_node_of_the_svg_has_its_own_board_within_it(game):
    tree = LIMITED[game]
    ((panel,), _) = panels(fromstring(tree_svg(tree, boards=True)))
    groups = panel.findall(f"{SVG}g")
    for group, node in zip(groups, flatten_tree(tree), strict=True):
        (picture,) = group.findall(f"{SVG}svg")
        frame = of_kind(seen(group), "rect")[0]
        x, y, width, height = (float(picture.get(n)) for n in ("x", "y", "width", "height"))
        assert frame.holds((x, y))
        assert frame.holds((x + width, y + height))
        assert SHOWS[game](picture, node, draw(node, tree))


@each_game
def test_every_node_of_the_dot_has_the_lines_of_its_board(game):
    tree = LIMITED[game]
    labels = re.findall(r'^  n\d+ \[label="(.*?)", font', tree_dot(tree, boards=True), re.M)
    boards = [draw(node, tree).splitlines() for node in flatten_tree(tree)]
    assert [label.split("\\l")[:-2] for label in labels] == boards


@each_game
def test_every_node_of_the_text_has_its_board_below_its_line(game):
    tree = LIMITED[game]
    lines = iter(tree_text(tree, boards=True).splitlines())
    for node, plain in zip(flatten_tree(tree), tree_text(tree).splitlines(), strict=True):
        assert next(lines) == plain
        for row in draw(node, tree).splitlines():
            assert next(lines).endswith(row.rstrip())
    assert next(lines, None) is None


# What may stand above, and below, a piece of the rules that a tree is drawn with.
GOES_DOWN, COMES_DOWN = "│├┝", "│├┝└┕"


@each_game
@pytest.mark.parametrize("boards", [False, True])
def test_rules_of_the_text_have_no_gaps_and_no_loose_ends(game, boards):
    lines = tree_text(LIMITED[game], boards=boards).splitlines()
    wide = max(map(len, lines))
    for above, below in pairwise(line.ljust(wide) for line in [*lines, ""]):
        for upper, lower in zip(above, below, strict=True):
            if upper in GOES_DOWN:
                assert lower in COMES_DOWN
            if boards and lower in COMES_DOWN:
                assert upper in GOES_DOWN or lower == "│"


# What there is room for


def count_up(player, board):
    return [("more", player, board + 1)]


@pytest.mark.parametrize("picture", [tree_text, tree_dot, tree_svg])
def test_a_tree_is_refused_below_200_plies_however_many_nodes_there_is_room_for(picture):
    deep = limit_tree_depth(unfold_tree(count_up, 0, 0), 201)
    said = "more than the 200 plies .* to a depth of 200 it has 201; lower the depth"
    with pytest.raises(BadInput, match=said):
        picture(deep, limit=10_000)
    assert picture(limit_tree_depth(deep, 200), limit=10_000)


def test_of_a_traced_tree_as_many_plies_are_shown_as_there_is_room_for():
    tree = limit_tree_depth(reversi.tree(reversi.start(4, 4)), 6)
    traced = trace(fail_soft, tree, reversi.get_value)
    *lines, said = str(traced).splitlines()
    depth = max(line.depth for line in read_text("\n".join(lines)))
    assert said == f"drawn to a depth of {depth}: the tree is larger"
    assert size_tree(limit_tree_depth(limit_cuts(traced, 1), depth + 1)) > ROOM >= len(lines)
    (shown,) = read_svg(traced._repr_svg_())
    assert max(depths(shown)) == depth
