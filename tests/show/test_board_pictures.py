"""Pictures of boards are read as a person reads them, and show what the rules and the texts say."""

import re
from functools import partial
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp import dice_of_doom, minimax_game
from landoflisp.show import board_svg, draw, name_of
from landoflisp.show.board_svg import position_html
from landoflisp.testing import (
    dice_of_doom_trees,
    kalah_trees,
    minimax_trees,
    reversi_trees,
    subtrees,
)
from tests.show.seen import (
    SVG,
    Squares,
    hexes_in_the_picture,
    hexes_in_the_text,
    kalah_by_the_rules,
    kalah_in_the_picture,
    kalah_in_the_text,
    lying,
    near,
    numbers_by_the_rules,
    numbers_in_the_picture,
    numbers_in_the_text,
    of_kind,
    reversi_by_the_rules,
    reversi_in_the_picture,
    reversi_in_the_text,
    seen,
)

ANY_PLAYERS = tuple(
    dice_of_doom.Rules(players, max_dice, size, dice, "exact")
    for players, max_dice, size, dice in [
        *((1, 3, 1, False), (2, 3, 2, False), (3, 5, 3, True)),
        *((5, 8, 2, True), (8, 9, 3, False), (26, 9, 4, False)),
    ]
)

discs = reversi_trees(sizes=((4, 4), (4, 6), (6, 4), (8, 8)), max_spaces=60)
stones = kalah_trees(sizes=((6, 6), (3, 4), (1, 5), (2, 40)))
numbers = minimax_trees().flatmap(partial(subtrees, most_plies=2))
hexes = dice_of_doom_trees(rules=ANY_PLAYERS)

# Reversi


@given(discs)
def test_the_discs_of_reversi_lie_where_the_rules_and_the_text_have_them(tree):
    lying = reversi_by_the_rules(tree.board)
    assert reversi_in_the_text(draw(tree)) == lying
    assert reversi_in_the_picture(board_svg(tree))[0] == lying


@given(discs)
def test_a_square_to_play_on_has_a_dot_of_the_player_s_colour(tree):
    names = {name_of(tree, move.action) for move in tree.moves} - {"pass"}
    assert reversi_in_the_picture(board_svg(tree))[1] == dict.fromkeys(names, tree.player)


# The number game


@given(numbers)
def test_the_numbers_stand_where_the_rules_and_the_text_have_them(tree):
    standing = numbers_by_the_rules(tree.board)
    assert numbers_in_the_text(draw(tree)) == standing
    assert numbers_in_the_picture(board_svg(tree))[0] == standing


@given(numbers)
def test_the_row_or_column_to_take_from_is_marked(tree):
    standing, marked = numbers_in_the_picture(board_svg(tree))
    across = tree.player == minimax_game.FIRST
    names = [
        f"{standing[row, column]} in " + (f"column {column}" if across else f"row {row}")
        for row, column in marked
        if standing[row, column] != "**"
    ]
    assert names == [name_of(tree, move.action) for move in tree.moves]
    assert len(marked) == (tree.board.size if names else 0)


@given(numbers)
def test_the_scores_stand_below_the_numbers_as_in_the_text(tree):
    scores, player = Squares(board_svg(tree)).below
    assert scores.replace("\u2212", "-") == draw(tree).splitlines()[0]
    assert player.startswith("player ")


# Kalah


@given(stones)
def test_the_stones_of_kalah_lie_where_the_rules_and_the_text_have_them(tree):
    standing = kalah_by_the_rules(tree.board)
    *pits, stores = standing
    assert kalah_in_the_text(draw(tree)) == [*pits, [count for _, count in stores]]
    rows = kalah_in_the_picture(board_svg(tree))
    assert [[(place.number, place.count) for place in row] for row in rows] == standing


@given(stones)
def test_in_pits_and_stores_lie_as_many_stones_as_are_counted_there_or_as_have_room(tree):
    svg = board_svg(tree)
    places = [place for row in kalah_in_the_picture(svg) for place in row]
    for place in places:
        assert place.stones == place.count or 60 <= place.stones < place.count
    assert sum(place.stones for place in places) == len(lying(list(seen(svg))))


@given(stones)
def test_the_pits_to_play_and_the_store_of_the_player_are_marked(tree):
    *pits, stores = kalah_in_the_picture(board_svg(tree))
    playable = {move.action for move in tree.moves}
    assert {pit.number for row in pits for pit in row if pit.is_marked} == playable
    assert [store.number for store in stores if store.is_marked] == [tree.player] * bool(playable)


# Dice of Doom


@given(hexes)
def test_the_hexes_lie_where_the_text_has_them_and_hold_the_same(tree):
    written = hexes_in_the_text(draw(tree))
    assert [word for _, word in written] == [f"{chr(97 + p)}-{d}" for p, d in tree.board]
    shown = hexes_in_the_picture(board_svg(tree))
    assert [found.held for found in shown] == [word for _, word in written]
    assert [found.number for found in shown] == [str(pos) for pos in range(len(shown))]
    left = min(found.shape.x for found in shown)
    letter = (shown[0].shape.right - shown[0].shape.left) / len("a-1 ")
    first = min(start for start, _ in written)
    for found, (start, _) in zip(shown, written, strict=True):
        assert found.shape.x - left == pytest.approx((start - first) * letter, abs=letter / 4)


@given(hexes)
def test_hexes_touch_where_the_rules_say_that_they_are_neighbors(tree):
    shown = hexes_in_the_picture(board_svg(tree))
    size = round(len(shown) ** 0.5)
    for (pos, one), (other, another) in combinations(enumerate(shown), 2):
        assert one.touches(another) == (other in dice_of_doom.neighbors(pos, size))


@given(hexes)
def test_on_a_hex_stand_as_many_dice_as_it_holds(tree):
    shown = hexes_in_the_picture(board_svg(tree))
    dice = [dice for _, dice in tree.board]
    assert [found.dice for found in shown] == dice
    rises = [found.height / n for found, n in zip(shown, dice, strict=True)]
    assert rises == [near(rises[0])] * len(dice)


@given(hexes)
def test_hexes_have_one_colour_if_they_are_of_one_player(tree):
    shown = [
        (player, found.shape.look["fill"])
        for (player, _), found in zip(
            tree.board, hexes_in_the_picture(board_svg(tree)), strict=True
        )
        if player < 8
    ]
    for (one, colour), (another, other) in combinations(shown, 2):
        assert (one == another) == (colour == other)


@given(hexes)
def test_the_hexes_that_can_attack_are_marked(tree):
    attackers = {str(move.action[0]) for move in tree.moves if move.action}
    shown = hexes_in_the_picture(board_svg(tree))
    assert {found.number for found in shown if found.shape.is_heavy} == attackers


# All games

each_game = pytest.mark.parametrize(
    "trees", [discs, stones, numbers, hexes], ids=["reversi", "kalah", "minimax", "dice"]
)


@each_game
@given(data=st.data())
def test_below_the_board_a_picture_says_whose_turn_it_is_as_print_does(trees, data):
    tree = data.draw(trees)
    lowest = max(of_kind(seen(board_svg(tree)), "text"), key=lambda text: text.y)
    assert [lowest.text] == [line for line in str(tree).splitlines() if line.startswith("player ")]


@each_game
@given(data=st.data())
def test_a_page_has_the_picture_of_the_board_and_the_moves_as_they_are_printed(trees, data):
    tree = data.draw(trees)
    page = ElementTree.fromstring(position_html(tree))
    (picture,) = page.iter(f"{SVG}svg")
    assert list(seen(picture)) == list(seen(board_svg(tree)))
    printed = re.findall(r"\d+\. (.*?)(?:  +|$)", str(tree).split("\nplayer ")[1], re.M)
    assert [item.text for item in page.iter("li")] == printed
    assert len(list(page.iter("ol"))) == 1
