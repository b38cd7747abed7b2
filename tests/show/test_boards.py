"""Boards as text and as pictures, what moves are called, and how positions are written."""

import pickle
from functools import partial
from textwrap import indent
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from landoflisp import (
    NO_MOVES,
    BadInput,
    Chance,
    Move,
    Moves,
    Outcome,
    Tree,
    branches,
    dice_of_doom,
    follow,
    kalah,
    limit_tree_depth,
    line_first,
    literal_tree,
    map_tree,
    minimax_game,
    only_moves,
    reversi,
    sort_moves,
    unfold_tree,
    whole_turns,
)
from landoflisp.show import Svg, board_svg, draw, name_of, player_of
from landoflisp.show.display import as_html
from landoflisp.testing import (
    dice_of_doom_positions,
    kalah_positions,
    minimax_positions,
    reversi_positions,
    trees,
)

positions = st.one_of(
    *(
        st.tuples(st.just(game), of_game)
        for game, of_game in [
            (reversi, reversi_positions()),
            (kalah, kalah_positions()),
            (minimax_game, minimax_positions()),
            (dice_of_doom, dice_of_doom_positions()),
        ]
    )
)

DICE = dice_of_doom.Rules(players=2, max_dice=3, size=2, dice=True)


def drawing_of(svg):
    """The parsed picture; it is an error if that is no XML."""
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return root


def shapes(svg, tag):
    return list(drawing_of(svg).iter(f"{{http://www.w3.org/2000/svg}}{tag}"))


def texts(svg):
    return [text.text for text in shapes(svg, "text")]


# Positions as people write them


@given(positions)
def test_a_position_is_what_its_repr_evaluates_to(found):
    _, position = found
    assert eval(repr(position)) == position
    assert "\n" not in repr(position)


@given(reversi_positions(), st.integers(0, 2))
def test_a_reversi_board_is_what_its_repr_evaluates_to(position, passes):
    board = position.board._replace(passes=passes)
    assert eval(repr(board)) == board
    assert eval(repr(position._replace(board=board))) == position._replace(board=board)


@given(minimax_positions())
def test_boards_of_the_number_game_have_one_repr_each_to_the_end_of_the_game(position):
    boards = {position.board, *(move.tree.board for move in minimax_game.tree(position).moves)}
    assert len(set(map(repr, boards))) == len(boards)


@given(positions, st.sampled_from(["", "    ", "\t"]))
def test_an_indented_drawing_with_empty_lines_round_it_is_the_position(found, space):
    game, position = found
    written = "\n" + indent(game.show(position.board), space) + "\n" + space
    match game:
        case _ if game is reversi:
            # A drawing does not show passes.
            again = reversi.position(written, position.turn, position.board.spaces)
            again = again._replace(board=again.board._replace(passes=position.board.passes))
        case _ if game is kalah:
            again = kalah.position(written, position.turn)
        case _ if game is minimax_game:
            again = minimax_game.position(written, position.player, position.board.line)
        case _:
            again = dice_of_doom.position(written, *position[1:])
    assert again == position


@given(positions, st.sampled_from(["", "    ", "\t"]))
def test_a_printed_tree_is_the_position(found, space):
    game, position = found
    printed = "\n" + indent(str(game.tree(position)), space) + "\n"
    match game:
        case _ if game is reversi:
            again = reversi.position(printed, order=position.board.spaces)
            # A drawing does not show passes.
            again = again._replace(board=again.board._replace(passes=position.board.passes))
        case _ if game is kalah:
            again = kalah.position(printed)
            position = position._replace(board=kalah.sweep(position.board))
        case _ if game is minimax_game:
            again = minimax_game.position(printed, line=position.board.line)
        case _:
            again = dice_of_doom.position(printed, None, *position[2:])
    assert again == position


def test_a_turn_that_is_given_goes_before_that_of_the_printed_tree():
    for key, game, one, other in [
        ("reversi", reversi, "b", "w"),
        ("kalah", kalah, 2, 5),
        ("minimax", minimax_game, "first", "second"),
        ("dice", dice_of_doom, 0, 1),
    ]:
        tree = TREES[key]
        assert tree.player == one
        assert game.position(str(tree), one) == game.position(str(tree))
        assert game.position(str(tree), other) != game.position(str(tree))


def test_scores_that_are_given_go_before_those_of_the_drawing():
    drawing = minimax_game.show(minimax_game.position("1 2 / 3 4", scores=(5, -6)).board)
    assert minimax_game.position(drawing).board.scores == (5, -6)
    assert minimax_game.position(drawing, scores=(0, 0)).board.scores == (0, 0)


def test_what_is_no_position_has_a_repr_all_the_same():
    assert repr(reversi.Position("b", "..../....")) == "reversi.Position('b', '..../....')"
    assert repr(minimax_game.Position("first", 7)) == "minimax_game.Position('first', 7)"
    assert repr(kalah.Position(6, None)) == "kalah.Position(6, None)"
    assert repr(dice_of_doom.Position("a-1")).startswith("dice_of_doom.Position('a-1', 0")


anything = st.one_of(st.none(), st.integers(-9, 99), st.text("bwso", max_size=4), st.tuples())
NO_BOARDS = st.one_of(
    st.builds(reversi.Board, anything, anything, anything, anything),
    st.builds(minimax_game.Board, anything, anything, anything, anything, anything),
    st.builds(
        lambda position, changed: position.board._replace(**changed),
        reversi_positions(),
        st.fixed_dictionaries(
            {},
            optional={
                "spaces": st.sampled_from([(), (1, 2, 3), (1.5,), "abc"]),
                "width": st.integers(-1, 9),
                "passes": st.integers(-1, 7),
            },
        ),
    ),
    st.builds(
        lambda position, size, line: position.board._replace(size=size, line=line),
        minimax_positions(),
        st.integers(-1, 9),
        st.integers(-1, 9),
    ),
)


def is_written(value):
    """Whether the repr is that of a plain tuple, or code that makes the value."""
    module = type(value).__module__.rpartition(".")[2]
    plain = f"{module}.{type(value).__name__}{tuple(value)}"
    return repr(value) == plain or eval(repr(value)) == value


@given(NO_BOARDS)
@example(reversi.Board((), (), 0))
@example(reversi.start(4, 4).board._replace(spaces=(1, 2, 3)))
@example(reversi.start(4, 4).board._replace(spaces=()))
@example(reversi.start(4, 4).board._replace(passes=7))
@example(minimax_game.Board((), 2))
@example(minimax_game.position("** 1 / ** 2").board._replace(line=1, numbers=(1, 2, None, None)))
def test_a_repr_is_code_for_the_value_or_plain(board):
    assert is_written(board)
    if isinstance(board, reversi.Board):
        assert is_written(reversi.Position("b", board))
    else:
        assert is_written(minimax_game.Position("first", board))


@given(st.tuples(anything, anything, anything, anything))
@example((None, (1, 2, 3, 4), 0, True))
@example((0, ((0, 1), (1, 2)), 0, True))
@example((0, ((0, 1),), 0, 5))
def test_a_repr_of_no_position_is_plain(found):
    player, board, spare_dice, first_move = found
    assert is_written(kalah.Position(player, board))
    assert is_written(reversi.Position(player, reversi.start(4, 4).board))
    assert is_written(minimax_game.Position(player, minimax_game.start().board))
    assert is_written(dice_of_doom.Position(board, player, spare_dice, first_move))


@given(positions)
def test_a_position_is_still_the_tuple_that_it_was(found):
    _, position = found
    assert position == tuple(position)
    assert hash(position) == hash(tuple(position))
    assert pickle.loads(pickle.dumps(position)) == position


def test_dice_of_doom_positions_are_checked():
    with pytest.raises(BadInput, match="a board is a square"):
        dice_of_doom.position([(0, 1), (0, 1)])
    with pytest.raises(BadInput, match="the players are 0 to 1"):
        dice_of_doom.position("a-1", player=2)


# What a tree prints


@given(positions)
def test_a_tree_prints_board_player_and_a_number_for_every_move(found):
    game, position = found
    tree = game.tree(position)
    printed = str(tree)
    assert printed.startswith(game.show(tree.board) + "\nplayer ")
    for i, move in enumerate(tree.moves, 1):
        assert f"{i}. {name_of(tree, move.action)}" in printed
    assert str(position) == printed
    if not tree.moves:
        assert printed.endswith(": no moves")


def test_a_tree_prints_as_people_read_it():
    tree = dice_of_doom.tree(dice_of_doom.position("b-3 b-1 / a-2 a-3", rules=DICE))
    assert (
        str(tree)
        == """\
    b-3 b-1
  a-2 a-3
player a to move
1. 2 -> 0 (3/20 or 17/20)    2. 3 -> 1 (97/100 or 3/100)
3. 3 -> 0 (9/20 or 11/20)"""
    )


def only_at_the_root(player, depth):
    assert not depth, "a move was followed"
    return [("a", 1 - player, 1), ("b", 1 - player, 1)]


@pytest.mark.parametrize("shown", [str, repr, Tree._repr_html_, Tree._repr_svg_])
def test_no_move_is_followed_to_show_a_tree(shown):
    assert shown(unfold_tree(only_at_the_root, 0, 0))


def test_a_repr_asks_for_no_move():
    assert repr(unfold_tree(only_at_the_root, 0, 1)) == "Tree(player=0, board=1, moves=...)"


@given(trees(chance=True) | positions.map(lambda found: found[0].tree(found[1])))
@example(literal_tree([[[[[[[["a" * 500] * 9] * 9] * 2] * 2] * 2] * 2]]))
@example(Tree("p" * 500, "b" * 500, ()))
def test_a_repr_is_one_line_of_limited_length(tree):
    assert "\n" not in repr(tree)
    assert len(repr(tree)) <= 125
    assert all(len(repr(move)) <= 160 for move in branches(tree))


def test_a_repr_tells_a_leaf_from_what_may_go_on():
    assert repr(literal_tree(3)) == "Tree(player=0, board=3, moves=())"
    assert repr(limit_tree_depth(literal_tree([3]), 0)).endswith("moves=NO_MOVES)")
    assert repr(literal_tree([3])).endswith("moves=...)")


# Games of one's own, and those that are none


def nim(player, heaps):
    for i, heap in enumerate(heaps):
        for left in range(heap):
            yield (i, heap - left), 1 - player, (*heaps[:i], left, *heaps[i + 1 :])


class Matches(NamedTuple):
    """A board that draws itself."""

    matches: int

    def __str__(self):
        return "|" * self.matches


def take(player, board):
    return [(n, 1 - player, Matches(board.matches - n)) for n in (1, 2) if n <= board.matches]


class Rule:
    """A rule that is called like a function, and lives with a `show` of its own in no module."""

    def __call__(self, player, board):
        return [("go", player, board)]


def test_a_game_without_show_is_drawn_as_str_has_it():
    assert draw(unfold_tree(nim, 0, (3, 4))) == "(3, 4)"
    assert name_of(unfold_tree(nim, 0, (3, 4)), (0, 1)) == "(0, 1)"
    assert draw(unfold_tree(take, 0, Matches(3))) == "|||"
    assert draw(unfold_tree(Rule(), 0, "here")) == "here"
    assert draw(unfold_tree(partial(nim), 0, (3, 4))) == "(3, 4)"


OWN_GAME = """
def moves(player, heaps):
    for i, heap in enumerate(heaps):
        for left in range(heap):
            yield (i, heap - left), 1 - player, (*heaps[:i], left, *heaps[i + 1:])

def show(heaps):
    return "\\n".join("|" * heap for heap in heaps)

def name(heaps, action):
    return f"{action[1]} of heap {action[0]}"
"""


@pytest.fixture
def own_game():
    names = {}
    exec(OWN_GAME, names)
    return names


def test_a_module_that_has_show_and_name_is_a_game(own_game):
    tree = unfold_tree(own_game["moves"], 0, (1, 2))
    assert str(tree) == ("|\n||\nplayer 0 to move\n1. 1 of heap 0  2. 2 of heap 1  3. 1 of heap 1")
    assert texts(board_svg(tree)) == ["|", "||", "player 0 to move"]


def test_a_show_that_is_from_elsewhere_is_not_the_game_s(own_game):
    own_game.update(show=reversi.show, name="a name")
    tree = unfold_tree(own_game["moves"], 0, (1, 2))
    assert draw(tree) == "(1, 2)"
    assert name_of(tree, (1, 2)) == "(1, 2)"


def test_games_of_one_module_do_not_break_each_other(own_game):
    exec("def go(player, board):\n    return [(7, player, board + 1)]", own_game)
    tree = unfold_tree(own_game["go"], 0, 5)
    assert (draw(tree), name_of(tree, 7)) == ("5", "7")
    assert str(limit_tree_depth(tree, 0)).startswith("5\n")
    assert texts(board_svg(tree))[0] == "5"


def test_an_action_stands_in_one_line_whatever_its_name():
    tree = Tree(0, None, (Move("a\nb", literal_tree(1)), Move("c", literal_tree(2))))
    assert str(tree) == "player 0 to move\n1. a b  2. c"


def test_numbers_and_nothing_are_drawn_too():
    assert draw(literal_tree(7)) == "7"
    assert draw(literal_tree([7])) == ""
    assert "7" in texts(board_svg(literal_tree(7)))


# The game of a tree that was made of another


TRANSFORMED = {
    "limited": lambda tree: limit_tree_depth(tree, 2),
    "limited to turns": lambda tree: limit_tree_depth(tree, 1, turns=True),
    "sorted": lambda tree: sort_moves(tree, key=repr),
    "line first": lambda tree: line_first(tree, [next(iter(tree.moves)).action]),
    "only moves": lambda tree: only_moves(tree, [next(iter(tree.moves)).action]),
    "whole turns": lambda tree: whole_turns(tree, lambda board, player: 0),
}
TREES = {
    "reversi": reversi.tree(reversi.start(4, 4)),
    "kalah": kalah.tree(kalah.start(2, 2)),
    "minimax": minimax_game.tree(minimax_game.start(size=2)),
    "dice": dice_of_doom.tree(dice_of_doom.position("b-3 b-2 / a-2 a-3")),
    "with dice": dice_of_doom.tree(dice_of_doom.position("b-3 b-2 / a-2 a-3", rules=DICE)),
}


@pytest.mark.parametrize("name", TREES)
@pytest.mark.parametrize("way", TRANSFORMED)
def test_a_transformed_tree_is_of_the_same_game(name, way):
    tree = TREES[name]
    if name == "with dice" and way == "whole turns":
        return  # turns are searched for, and searches are for games without chance
    made = TRANSFORMED[way](TRANSFORMED["sorted"](tree))
    assert draw(made) == draw(tree)
    assert shapes(board_svg(made), "title")[0].text == shapes(board_svg(tree), "title")[0].text
    if way != "whole turns":
        first = next(iter(made.moves)).action
        assert name_of(made, first) == name_of(tree, first) != str(first)


@pytest.mark.parametrize("tree", TREES.values(), ids=TREES)
def test_mapped_boards_are_drawn_as_what_they_are(tree):
    mapped = map_tree(tree, lambda board, player: 6)
    assert draw(mapped) == draw(sort_moves(mapped, key=repr)) == "6"
    assert name_of(mapped, 8) == "8"
    assert "6" in texts(board_svg(mapped))


@pytest.mark.parametrize("tree", TREES.values(), ids=TREES)
def test_a_cut_tree_is_drawn_like_another_of_its_game(tree):
    cut = limit_tree_depth(tree, 0)
    assert cut.moves == NO_MOVES
    assert draw(cut, like=tree) == draw(tree)
    assert len(shapes(board_svg(cut, like=tree), "desc")) == 1
    assert player_of(cut, like=tree) == player_of(tree)


def test_boards_of_reversi_and_the_number_game_are_drawn_without_any_tree():
    for position, game in [(reversi.start(4, 4), reversi), (minimax_game.start(), minimax_game)]:
        assert (
            str(position.board) == draw(Tree(None, position.board, ())) == game.show(position.board)
        )
        drawing_of(position.board._repr_svg_())


# What moves and players are called


def test_moves_are_called_what_people_call_them():
    called = {
        key: [name_of(tree, move.action) for move in tree.moves] for key, tree in TREES.items()
    }
    assert called["reversi"] == ["b1", "a2", "d3", "c4"]
    assert called["kalah"] == ["pit 0", "pit 1"]
    assert called["minimax"] == ["+3 in column 0", "+4 in column 1"]
    assert called["dice"] == ["3 -> 1"]


def test_outcomes_and_the_end_of_a_turn_have_names():
    tree = TREES["with dice"]
    assert [name_of(tree, move.action) for move in branches(tree)][:2] == [
        "2 -> 0 won",
        "2 -> 0 lost",
    ]
    assert name_of(tree, None) == "end turn"


@pytest.mark.parametrize("tree", TREES.values(), ids=TREES)
@pytest.mark.parametrize("action", ["nonsense", 99, -1, 3.5, (9, 9), ((0, 1), 2)])
def test_what_is_no_action_is_called_what_it_is(tree, action):
    assert name_of(tree, action) == str(action)


def test_the_second_player_of_the_number_game_takes_from_a_column():
    tree = minimax_game.tree(minimax_game.position("4 ** / 2 -13", "second", line=1))
    assert [name_of(tree, move.action) for move in tree.moves] == ["-13 in row 1"]


def test_players_come_with_the_names_that_boards_have_for_them():
    assert player_of(TREES["reversi"]) == "b"
    assert player_of(TREES["kalah"]) == "first"
    assert player_of(follow(TREES["kalah"], [1])) == "second"
    assert player_of(TREES["dice"]) == "a"
    assert player_of(literal_tree(7)) == "0"


# Pictures


@given(positions)
def test_a_picture_is_xml_of_its_own_size_without_ids(found):
    game, position = found
    svg = position._repr_svg_()
    assert svg == board_svg(game.tree(position))
    root = drawing_of(svg)
    width, height = float(root.get("width")), float(root.get("height"))
    assert root.get("viewBox").split() == ["0", "0", root.get("width"), root.get("height")]
    assert width > 0
    assert height > 0
    assert not any("id" in element.attrib or "style" in element.attrib for element in root.iter())
    assert "rgb(" not in svg


@given(positions)
def test_a_picture_says_in_words_what_it_shows(found):
    game, position = found
    tree = game.tree(position)
    (title,), (words,) = (shapes(board_svg(tree), tag) for tag in ("title", "desc"))
    assert title.text == f"player {player_of(tree)}{' to move' if tree.moves else ': no moves'}"
    assert words.text == draw(tree)


@given(reversi_positions())
def test_reversi_has_a_disc_for_each_disc_and_a_dot_for_each_square_to_play_on(position):
    radii = [float(c.get("r")) for c in shapes(position._repr_svg_(), "circle")]
    moves = [m for m in reversi.tree(position).moves if m.action != reversi.PASS]
    assert radii.count(14) == sum(position.board.squares.count(colour) for colour in "bw")
    assert radii.count(4) == len(moves)


@given(kalah_positions())
def test_kalah_has_a_number_and_stones_for_each_place(position):
    tree = kalah.tree(position)
    svg = board_svg(tree)
    counts = sorted(map(str, (*tree.board, *range(len(tree.board)))))
    assert sorted(texts(svg)[:-1]) == counts
    dots = [path.get("d").count("h0") for path in shapes(svg, "path")]
    assert sum(dots) == sum(tree.board)


@given(minimax_positions())
def test_the_number_game_shows_the_numbers_that_are_left_and_the_scores(position):
    left = [n for n in position.board.numbers if n is not None]
    shown = [text.replace("\u2212", "-") for text in texts(position._repr_svg_())]
    assert sorted(f"{n:+}" for n in left) == sorted(t for t in shown if t[0] in "+-")
    assert "first {}, second {}".format(*position.board.scores) in shown


@given(dice_of_doom_positions())
def test_dice_of_doom_has_letter_dice_and_number_of_each_hex(position):
    shown = texts(position._repr_svg_())
    for pos, word in enumerate(dice_of_doom.show(position.board).split()):
        assert word in shown
        assert str(pos) in shown


@given(st.text())
@example("\x1b[1m<&>\x00\ud800")
def test_any_text_is_a_picture(text):
    drawing_of(board_svg(Tree(0, text, ())))


def test_spaces_of_a_text_are_kept():
    assert texts(board_svg(Tree(0, "  x o\n\n   ", ())))[0] == "\u00a0\u00a0x\u00a0o"


def test_wide_characters_get_two_cells():
    narrow, wide = (shapes(board_svg(Tree(0, board, ())), "text")[0] for board in ("xo", "○王"))
    lengths = [float(text.get("textLength")) for text in (narrow, wide)]
    assert lengths[1] == pytest.approx(1.5 * lengths[0])


class Pictured(NamedTuple):
    """A board with a picture of its own."""

    board: int = 0

    def _repr_svg_(self):
        return "<svg/>"


def test_a_board_that_has_a_picture_is_shown_by_it():
    assert board_svg(Tree(0, Pictured(), ())) == "<svg/>"


def test_a_picture_of_many_dice_does_not_grow():
    rules = dice_of_doom.Rules(max_dice=1000, size=1)
    svg = dice_of_doom.Position(((0, 1000),), rules=rules)._repr_svg_()
    assert float(drawing_of(svg).get("height")) < 150
    assert len(svg) < 3000


def test_a_picture_is_text_that_a_notebook_shows():
    svg = board_svg(TREES["kalah"])
    assert isinstance(svg, Svg)
    assert svg._repr_svg_() == svg


# Trees in a notebook


@given(positions)
def test_the_page_of_a_tree_has_its_board_and_a_line_for_each_move(found):
    game, position = found
    tree = game.tree(position)
    page = ElementTree.fromstring(as_html(tree))
    assert len(list(page.iter("li"))) == len(list(tree.moves))
    assert len(list(page.iter("{http://www.w3.org/2000/svg}svg"))) == 1


def test_the_page_of_a_tree_takes_names_for_what_they_are():
    tree = Tree(
        "<b>", None, (Move("<i>", literal_tree(1)), Chance("&", (Outcome(1, literal_tree(2)),)))
    )
    page = ElementTree.fromstring(tree._repr_html_())
    assert [item.text for item in page.iter("li")] == ["<i>", "& (1)"]
    assert "player <b> to move" in [paragraph.text for paragraph in page.iter("p")]


def test_moves_that_have_no_end_of_transformations_still_have_a_rule():
    tree = TREES["reversi"]
    for _ in range(20):
        tree = sort_moves(limit_tree_depth(tree, 3), key=repr)
    assert name_of(tree, 8) == "b1"
    assert draw(follow(tree, [8])) == reversi.show(follow(TREES["reversi"], [8]).board)


def test_moves_of_another_making_are_no_game():
    assert draw(Tree(0, 5, Moves(range, (3,)))) == "5"
