"""Drawings of trees: what stands in them, and that they are what they claim to be."""

import re
import shutil
import subprocess
from collections import Counter
from itertools import pairwise
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp.errors import BadInput
from landoflisp.games import dice_of_doom, kalah, minimax_game, reversi
from landoflisp.search import SEARCHES, fail_soft, memoized, minimax, mtdf, negamax, trace
from landoflisp.show import (
    Svg,
    board_svg,
    draw,
    in_ascii,
    limit_cuts,
    name_of,
    player_of,
    tree_dot,
    tree_svg,
    tree_text,
    trees_svg,
)
from landoflisp.show.trees import ROOM, drawn
from landoflisp.testing import trees, zero_sum
from landoflisp.tree import (
    Move,
    Tree,
    flatten_tree,
    follow,
    limit_tree_depth,
    literal_tree,
    map_tree,
    size_tree,
    unfold_tree,
)

FIGURE = literal_tree([[[1, 3], [4, 2]], [[2, 1], [3, 5]]])
TRACED = trace(fail_soft, FIGURE)
SVG = "{http://www.w3.org/2000/svg}"
GAMES = {
    "dice-of-doom": dice_of_doom.tree(dice_of_doom.position("b-3 b-2 / a-2 a-3")),
    "dice": dice_of_doom.game_tree(
        dice_of_doom.parse("a-2 b-1 / a-3 b-1"), 0, rules=dice_of_doom.Rules(dice=True)
    ),
    "kalah": kalah.tree(kalah.start(3, 2)),
    "minimax": minimax_game.tree(minimax_game.start(0, 3)),
    "reversi": reversi.tree(reversi.start(4, 4)),
}
DRAWINGS = {"text": tree_text, "dot": tree_dot, "svg": tree_svg}

small = trees(max_leaves=12)
each_drawing = pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)
each_game = pytest.mark.parametrize("tree", GAMES.values(), ids=GAMES)
# Names that somebody's own game may have.
names = st.text(max_size=12)


def no_name(tree, action):
    return ""


def named(tree, name):
    """Return the tree with boards and players that are words."""
    return Tree(f"{tree.player}", name, tuple(Move(name, named(m.tree, name)) for m in tree.moves))


def parts(svg, tag, kind=""):
    """Return the elements of a picture that have a class, without those of the legend."""
    return [e for e in fromstring(svg).iter(SVG + tag) if kind in e.get("class", "").split()]


# Text


def test_the_figure_as_text():
    assert tree_text(TRACED, name=no_name).splitlines() == [
        "max = 3 in (-∞, ∞)",
        "┝━━ min = 3 in (-∞, ∞)",
        "│   ┝━━ max = 3 in (-∞, ∞)",
        "│   │   ├── 1 in (-∞, ∞)",
        "│   │   ┕━━ 3 in (1, ∞)",
        "│   └── max ≥ 4 in (-∞, 3)",
        "│       ├── 4 in (-∞, 3)",
        "│       └─✗ 2",
        "└── min ≤ 2 in (3, ∞)",
        "    ├── max = 2 in (3, ∞)",
        "    │   ├── 2 in (3, ∞)",
        "    │   └── 1 in (3, ∞)",
        "    └─✗ max",
        "        ├── 3",
        "        └── 5",
    ]


@given(small)
def test_every_node_has_a_line(tree):
    assert len(tree_text(tree).splitlines()) == size_tree(tree)


@given(small, names)
def test_every_node_has_a_line_whatever_it_is_called(tree, name):
    assert len(tree_text(named(tree, name)).splitlines()) == size_tree(tree)


@given(small)
def test_the_indentation_is_the_depth(tree):
    lines = tree_text(tree, name=no_name).splitlines()
    depths = [len(re.match("[│├└─ ]*", line)[0]) // 4 for line in lines]

    def depths_of(node, depth=0):
        yield depth
        for move in node.moves:
            yield from depths_of(move.tree, depth + 1)

    assert depths == list(depths_of(tree))


@given(small)
def test_crossed_is_what_the_search_came_to_and_left_out(tree):
    traced = trace(fail_soft, tree, zero_sum)
    left_out = [
        move.tree
        for node in flatten_tree(traced)
        if node.board.visits
        for move in node.moves
        if not move.tree.board.visits
    ]
    assert tree_text(traced).count("─✗ ") == len(left_out)
    assert tree_dot(traced).count("✗") == len(left_out)
    crosses = len(parts(tree_svg(traced), "path", "cross"))
    assert crosses == len(left_out) + bool(left_out)  # and one in the legend


@given(small)
def test_the_best_line_is_heavy(tree):
    traced = trace(fail_soft, tree, zero_sum)
    assert tree_text(traced).count("━━ ") == len(traced.board.best.line)


@given(small)
def test_in_ascii_is_ascii_and_as_long_a_list(tree):
    text = tree_text(trace(mtdf, tree, zero_sum))
    assert in_ascii(text).isascii()
    assert len(in_ascii(text).splitlines()) == len(text.splitlines())


def test_what_is_searched_again_says_each_window():
    assert tree_text(trace(mtdf, literal_tree([[3, 4]]))).splitlines() == [
        "max ≥ 3 in (-1, 0), again ≤ 3 in (3, 4), in the end = 3",
        "┕━━ 0: min = 3 in (-1, 0), again ≤ 3 in (3, 4)",
        "    ┝━━ 0: 3 in (-1, 0), again 3 in (3, 4)",
        "    └── 1: 4 in (-1, 0)",
    ]


def test_what_is_made_and_not_searched_says_so():
    twins = literal_tree([[1, 2], [1, 2]])
    assert "(made, not searched)" in tree_text(trace(memoized(negamax), twins))
    assert "(made, not searched)" not in tree_text(TRACED)


def test_a_leaf_says_what_it_is_worth_where_the_search_answers_less():
    text = tree_text(trace(SEARCHES["fail-hard"], FIGURE))
    assert "0: 2, ≤ 3 in (3, ∞)" in text


@each_game
def test_boards_stand_below_their_nodes(tree):
    limited = limit_tree_depth(tree, 1)
    text = tree_text(limited, boards=True)
    assert len(text.splitlines()) > len(tree_text(limited).splitlines())
    assert all(re.match("[│ ]+ \\S", line) for line in text.splitlines()[1:2])


@each_game
def test_actions_have_their_names(tree):
    lines = tree_text(limit_tree_depth(tree, 1)).splitlines()[1:]
    steps = [re.match("[├└]── (.*?)[,:]", line)[1] for line in lines]
    if tree is not GAMES["dice"]:
        assert steps == [name_of(tree, move.action).split(",")[0] for move in tree.moves]
    else:
        assert steps[:2] == ["0 -> 1 won", "0 -> 1 lost"]


def test_cuts_are_drawn_as_deep_as_asked():
    assert tree_text(limit_cuts(TRACED, 1)).splitlines()[-1] == "    └─✗ 1: max"
    assert tree_text(limit_cuts(TRACED, 2)) == tree_text(TRACED)
    with pytest.raises(BadInput, match="a whole number, 1 or more, not 0"):
        limit_cuts(TRACED, 0)


# Shown without being asked to

VALUES = {
    "dice-of-doom": dice_of_doom.score_board,
    "kalah": kalah.get_value,
    "minimax": minimax_game.get_value,
    "reversi": reversi.get_value,
}
each_value = pytest.mark.parametrize(("game", "value"), VALUES.items(), ids=VALUES)


@each_value
def test_a_traced_tree_is_printed_and_pictured_as_what_the_search_did(game, value):
    traced = trace(fail_soft, limit_tree_depth(GAMES[game], 2), value)
    assert str(traced) == tree_text(traced)
    assert traced._repr_svg_() == tree_svg(traced)
    assert [e.tag for e in fromstring(traced._repr_html_())] == [f"{SVG}svg"]
    below = next(iter(traced.moves)).tree
    assert str(below) == tree_text(below)
    assert below._repr_svg_() == tree_svg(below)


@each_value
def test_the_board_of_a_traced_tree_is_the_game_s(game, value):
    tree = limit_tree_depth(GAMES[game], 2)
    traced = trace(fail_soft, tree, value)
    move = next(iter(tree.moves))
    assert draw(traced) == draw(tree)
    assert name_of(traced, move.action) == name_of(tree, move.action)
    assert player_of(traced) == player_of(tree)


def test_a_traced_literal_tree_is_printed_as_a_drawing():
    assert str(TRACED) == tree_text(TRACED)
    assert "Traced" not in TRACED._repr_html_() + str(follow(TRACED, [0, 0, 0]))


def test_a_traced_tree_that_is_too_large_is_shown_as_deep_as_fits():
    deep = trace(fail_soft, limit_tree_depth(GAMES["reversi"], 6), reversi.get_value)
    *lines, last = str(deep).splitlines()
    assert len(lines) <= ROOM
    assert last == "drawn to a depth of 5: the tree is larger"
    assert last in [e.text for e in parts(deep._repr_svg_(), "text", "title")]
    lazy = trace(lambda t, v: v(next(iter(t.moves)).tree.board, 0), unfold_tree(count_up, 0, 0))
    assert str(lazy).splitlines()[-1] == "of what was left out 1 ply is drawn"
    assert str(lazy).count("✗") == 2 + 3


def test_a_picture_is_one_short_word_at_the_prompt():
    svg = tree_svg(FIGURE)
    width, height = (fromstring(svg).get(side) for side in ("width", "height"))
    assert repr(svg) == f"<svg {width}x{height}>"
    assert str(svg).startswith("<svg ")
    assert repr(Svg("<svg><g/></svg>")) == "<svg>"


def test_a_search_with_one_answer_has_no_end_to_speak_of():
    traced = trace(lambda tree, value: fail_soft(tree, value), FIGURE)
    assert str(traced).splitlines()[0] == "max = 3"


# Limits


def count_up(player, board):
    return [(step, player, board + step) for step in range(3)]


@each_drawing
def test_too_large_a_tree_is_refused_with_the_depth_that_fits(draw):
    endless = unfold_tree(count_up, 0, 0)
    with pytest.raises(BadInput, match=r"more than the 1,000 nodes .* to a depth of 5 it has 364"):
        draw(endless)
    assert draw(limit_tree_depth(endless, 2), limit=13)
    with pytest.raises(BadInput, match=r"more than the 12 nodes .* to a depth of 1 it has 4"):
        draw(limit_tree_depth(endless, 2), limit=12)


def one_more(player, board):
    return [("more", player, board + 1)]


@each_drawing
def test_too_deep_a_tree_is_refused(draw):
    with pytest.raises(BadInput, match="200 plies"):
        draw(unfold_tree(one_more, 0, 0))
    assert draw(limit_tree_depth(unfold_tree(one_more, 0, 0), 200))


@each_drawing
@given(tree=small)
def test_the_same_tree_is_the_same_drawing(draw, tree):
    traced = trace(mtdf, tree, zero_sum)
    assert draw(traced) == draw(trace(mtdf, tree, zero_sum))


# SVG


@given(small, names)
def test_svg_is_well_formed_whatever_things_are_called(tree, name):
    for boards in (False, True):
        assert fromstring(tree_svg(named(tree, name), name, boards=boards)).tag == f"{SVG}svg"


@given(small)
def test_every_node_is_in_the_picture_with_its_value_and_its_title(tree):
    traced = trace(fail_soft, tree, zero_sum)
    svg = fromstring(tree_svg(traced, name=no_name))
    shown = Counter(e.text for e in svg.iter(f"{SVG}text") if "inside" in e.get("class"))
    visited = [node for node in flatten_tree(traced) if node.board.visits]
    assert sum(shown.values()) >= len(visited)
    assert all(title.text for title in svg.iter(f"{SVG}title"))
    assert len(list(svg.iter(f"{SVG}title"))) == size_tree(tree) + 1


def boxes(svg):
    """Return left, right and top of the shape of every node, without the legend."""
    titled = [g for g in fromstring(svg).iter(f"{SVG}g") if g.find(f"{SVG}title") is not None]
    rects = [g.findall(f"{SVG}rect")[-1] for g in titled]
    at = [[float(rect.get(name)) for name in ("x", "width", "y")] for rect in rects]
    return [(x, x + width, y) for x, width, y in at]


@given(small, st.sampled_from([fail_soft, mtdf]))
def test_nodes_do_not_overlap_and_lie_in_the_picture(tree, search):
    svg = tree_svg(trace(search, tree, zero_sum))
    found = sorted(boxes(svg), key=lambda box: (box[2], box[0]))
    for (_, right, y), (left, _, next_y) in pairwise(found):
        assert y != next_y or right < left
    width = float(fromstring(svg).get("width"))
    assert all(left >= 0 and right <= width for left, right, _ in found)


@given(small)
def test_children_are_below_their_parent_and_it_is_in_their_middle(tree):
    def middle(box):
        return (box[0] + box[1]) / 2

    places = dict(zip(map(id, _nodes(drawn(tree))), boxes(tree_svg(tree)), strict=True))
    root = drawn(tree)
    order = list(_nodes(root))
    places = dict(zip(map(id, order), boxes(tree_svg(tree)), strict=True))
    for node in order:
        if node.after:
            below = [places[id(child)] for child in node.after]
            assert all(box[2] > places[id(node)][2] for box in below)
            assert middle(places[id(node)]) == pytest.approx(
                (middle(below[0]) + middle(below[-1])) / 2, abs=0.2
            )


def _nodes(node):
    yield node
    for child in node.after:
        yield from _nodes(child)


def test_the_figure_as_svg():
    svg = tree_svg(TRACED, "the figure", name=no_name)
    inside = [e.text for e in parts(svg, "text", "inside")]
    assert inside == [*("3", "3", "3", "1", "3", "≥4", "4", "2"), *("≤2", "2", "2", "1", "3", "5")]
    windows = [e.text for e in parts(svg, "text", "caption")]
    assert windows[:2] == ["value 3, 5 evaluations", "(-∞, ∞)"]
    assert "(3, ∞)" in windows
    legend = [e.text for e in parts(svg, "text", "legend")]
    assert legend == [
        *("max to move", "min to move", "valued", "best line"),
        *("never asked for", "window, as max sees it"),
    ]


def test_the_legend_explains_what_is_there_and_nothing_else():
    def legend(tree):
        return [e.text for e in parts(tree_svg(tree), "text", "legend")]

    assert legend(FIGURE) == ["max to move", "min to move"]
    assert "searched again" in legend(trace(mtdf, FIGURE))
    assert "never asked for" not in legend(trace(minimax, FIGURE))
    assert "made, not searched" in legend(trace(memoized(negamax), literal_tree([[1], [1]])))
    assert legend(limit_tree_depth(GAMES["kalah"], 1)) == [
        "3 (first) to move",
        "7 (second) to move",
    ]


def test_what_is_left_out_is_told_by_more_than_colour():
    svg = tree_svg(TRACED)
    left_out = parts(svg, "rect", "left-out")
    assert len(left_out) == 4
    assert "stroke-dasharray" in svg


@each_game
def test_boards_are_pictures_in_the_nodes(tree):
    limited = limit_tree_depth(tree, 2)
    svg = fromstring(tree_svg(limited, boards=True))
    assert len(list(svg.iter(f"{SVG}svg"))) == 1 + size_tree(limited)


class Pictured:
    """A board of somebody's own that is a picture of no known size."""

    def _repr_svg_(self):
        return '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><circle/></svg>'


def test_a_board_that_draws_itself_is_drawn():
    svg = fromstring(tree_svg(Tree(0, Pictured(), ()), boards=True))
    assert len(list(svg.iter(f"{SVG}circle"))) == 1


class Drawing:
    """A board of somebody's own that draws itself as it is told to."""

    def __init__(self, picture):
        self.picture = picture

    def _repr_svg_(self):
        return self.picture

    def __str__(self):
        return "as text"


@pytest.mark.parametrize("picture", [None, "", "no picture", "<svg>", b"<svg/>", "<svgs></svgs>"])
def test_a_board_that_draws_itself_as_nothing_is_drawn_as_text(picture):
    tree = Tree(0, Drawing(picture), ())
    for svg in (board_svg(tree), tree_svg(tree, boards=True)):
        assert "as\u00a0text" in [e.text for e in fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("between", [" ", ",", ", "])
def test_a_board_that_draws_itself_may_write_its_head_as_xml_allows(between):
    measures = between.join(["0", "0", "400", "100"])
    picture = (
        '<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg" aria-label="a > b"'
        f" data-x='a width=\"3\"' viewBox=\"{measures}\" width='400' height='100'><circle/></svg>"
    )
    tree = Tree(0, Drawing(picture), ())
    assert board_svg(tree).startswith("<svg ")
    assert fromstring(tree._repr_html_()).tag == "div"
    inner = list(fromstring(tree_svg(tree, boards=True)).iter(f"{SVG}svg"))[1]
    assert (inner.get("aria-label"), inner.get("data-x")) == ("a > b", 'a width="3"')
    assert float(inner.get("width")) / float(inner.get("height")) == pytest.approx(4)


LARGE = {
    "dice-of-doom": dice_of_doom.tree(dice_of_doom.position("b-3 b-1 / a-2 a-3")),
    "kalah": kalah.tree(kalah.start()),
    "minimax": minimax_game.tree(minimax_game.start()),
    "reversi": reversi.tree(reversi.start()),
}


@pytest.mark.parametrize("tree", LARGE.values(), ids=LARGE)
def test_letters_of_boards_are_legible(tree):
    svg = fromstring(tree_svg(limit_tree_depth(tree, 1), boards=True))
    for board in list(svg.iter(f"{SVG}svg"))[1:]:
        scale = float(board.get("width")) / float(board.get("viewBox").split()[2])
        sizes = [float(text.get("font-size")) for text in board.iter(f"{SVG}text")]
        assert scale * min(sizes) >= 8.9


@pytest.mark.parametrize("numbers", [(1000, -12345, 9, 8), (10**12, -(10**12), 0, 0)])
def test_numbers_of_any_length_stay_in_their_squares(numbers):
    board = [numbers[:2], numbers[2:]]
    tree = follow(minimax_game.tree(minimax_game.position(board, "first", 0)), [0])
    svg = fromstring(board_svg(tree))
    at = {e.text: e for e in svg.iter(f"{SVG}text")}
    for text, element in at.items():
        if text[0] in "+\u2212":
            assert len(text) * 0.6 * float(element.get("font-size")) <= 36
    (scores,) = (text for text in at if text.startswith("first") and "second" in text)
    assert len(scores) * 0.5 * 12 <= float(svg.get("width"))


@pytest.mark.parametrize(
    ("tree", "count", "room"),
    [
        (kalah.tree(kalah.position(f"{10**11} 1 0 1 1 0")), str(10**11), 56),
        (
            dice_of_doom.game_tree(
                dice_of_doom.parse("a-123456 b-1 / a-3 b-1"),
                0,
                rules=dice_of_doom.Rules(max_dice=200000, size=2),
            ),
            "a-123456",
            50,
        ),
    ],
    ids=["kalah", "dice-of-doom"],
)
def test_large_counts_have_smaller_letters(tree, count, room):
    (text,) = (e for e in fromstring(board_svg(tree)).iter(f"{SVG}text") if e.text == count)
    assert len(count) * 0.6 * float(text.get("font-size")) <= room


def test_branches_end_above_the_names_of_all_steps():
    svg = tree_svg(limit_tree_depth(LARGE["minimax"], 1))
    (names,) = {float(e.get("y")) - 11 for e in parts(svg, "text", "step")}
    assert all(float(e.get("y2")) <= names for e in parts(svg, "line", "edge"))


def test_with_boards_the_legend_has_both_sides():
    traced = trace(fail_soft, limit_tree_depth(GAMES["kalah"], 1), kalah.get_value)
    legend = [e.text for e in parts(tree_svg(traced, boards=True), "text", "legend")]
    assert {"3 (first) to move", "7 (second) to move"} <= set(legend)


@pytest.mark.parametrize("round_ones", [True, False])
def test_what_is_valued_has_the_shape_in_the_legend_that_it_has_in_the_tree(round_ones):
    svg = tree_svg(trace(fail_soft, literal_tree([3, 1] if round_ones else [[3, 1]])))
    radii = {e.get("rx") for e in parts(svg, "rect", "valued")}
    assert len(radii) == 1 + round_ones  # a circle is as round as it is large
    assert ("2" in radii) == (not round_ones)


def test_a_picture_says_in_words_what_it_shows():
    svg = fromstring(trees_svg({"fail-soft": TRACED}))
    assert svg.find(f"{SVG}desc").text == f"fail-soft\n{tree_text(TRACED)}"
    title = fromstring(tree_svg(FIGURE)).find(f"{SVG}title").text
    assert title == f"A game tree: max, {size_tree(FIGURE)} nodes"


def test_trees_stand_side_by_side_or_in_columns():
    pair = {"minimax": trace(minimax, FIGURE), "fail-soft": TRACED}
    wide, high = (fromstring(trees_svg(pair, columns)) for columns in (None, 1))
    assert float(wide.get("width")) > 1.8 * float(high.get("width"))
    assert float(high.get("height")) > 1.6 * float(wide.get("height"))
    assert [e.text for e in parts(trees_svg(pair), "text", "title")] == ["minimax", "fail-soft"]
    with pytest.raises(BadInput, match="columns is a whole number from 1 to 100, not 0"):
        trees_svg(pair, 0)


def test_light_and_dark_have_the_same_names_of_colours():
    style = next(fromstring(tree_svg(FIGURE)).iter(f"{SVG}style")).text
    light, dark = style.split("prefers-color-scheme: dark")
    defined = [set(re.findall("--([a-z]+):", part)) for part in (light, dark)]
    assert defined[0] == defined[1] == set(re.findall(r"var\(--([a-z]+)\)", style))


# DOT

STRING = r'"([^"\\]|\\.)*"'
DOT_LINE = rf"  n\d+( -> n\d+)? \[label={STRING}(, \w+=({STRING}|\w+))*\]"


@pytest.mark.skipif(not shutil.which("dot"), reason="needs Graphviz")
@pytest.mark.parametrize("boards", [False, True])
def test_graphviz_reads_what_is_written_for_it(boards):
    awkward = named(FIGURE, 'a "quoted" \\ back\\slash\nand \x00 <b>&amp; {x|y}')
    for tree in (TRACED, awkward, *(limit_tree_depth(tree, 1) for tree in GAMES.values())):
        dot = tree_dot(tree, boards=boards)
        run = subprocess.run(["dot", "-Tsvg"], input=dot.encode(), capture_output=True, check=True)
        assert run.stderr == b""
        assert run.stdout.count(b'class="node"') == size_tree(tree)
        assert run.stdout.count(b'class="edge"') == size_tree(tree) - 1


@given(small, names)
def test_dot_has_a_line_for_each_node_and_each_branch_whatever_they_are_called(tree, name):
    for boards in (False, True):
        lines = tree_dot(named(tree, name), boards=boards).split("\n")
        assert len(lines) == 5 + size_tree(tree) + size_tree(tree) - 1
        assert all(re.fullmatch(DOT_LINE, line) for line in lines[4:-1])


# Values


def test_values_as_text():
    tree = map_tree(literal_tree([0.1 + 0.2, float("-inf")]), lambda board, player: board)
    assert tree_text(tree).splitlines()[1:] == ["├── 0: 0.3", "└── 1: -∞"]
