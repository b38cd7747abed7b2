"""The rules of Kalah, against a second definition of them and against known facts."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from landoflisp.errors import BadPosition, IllegalMove
from landoflisp.games import kalah
from landoflisp.search import fail_soft, memoized
from landoflisp.testing import kalah_positions
from landoflisp.tree import flatten_tree, follow, limit_tree_depth, perft

# Any stones, on boards of up to eight pits a side.
boards = (
    st.integers(1, 8)
    .flatmap(
        lambda pits: st.lists(
            st.integers(0, 30) | st.integers(0, 99), min_size=2 * pits + 2, max_size=2 * pits + 2
        )
    )
    .map(tuple)
)


def players(board):
    return len(board) // 2 - 1, len(board) - 1


def names(board):
    """The places round the board, as (player 0 or 1, pit from 0) or (player, 'store')."""
    side = [*range(len(board) // 2 - 1), "store"]
    return [(player, place) for player in (0, 1) for place in side]


def by_hand(turn, board, pit, empty_capture=False):
    """The rule book's rule: stone after stone, on places that have names."""
    places = names(board)
    stones = dict(zip(places, board, strict=True))
    me = players(board).index(turn)
    at = pit
    hand = stones[places[at]]
    stones[places[at]] = 0
    while hand:
        at = (at + 1) % len(places)
        if places[at] != (1 - me, "store"):
            stones[places[at]] += 1
            hand -= 1
    owner, number = last = places[at]
    if number == "store":
        return turn, tuple(stones.values())
    facing = (1 - me, len(board) // 2 - 2 - number)
    if owner == me and stones[last] == 1 and (stones[facing] or empty_capture):
        stones[me, "store"] += 1 + stones[facing]
        stones[last] = stones[facing] = 0
    return players(board)[1 - me], tuple(stones.values())


def swept_by_hand(board):
    sides = [board[: len(board) // 2], board[len(board) // 2 :]]
    if all(any(side[:-1]) for side in sides):
        return board
    return tuple(n for side in sides for n in (*(0,) * (len(side) - 1), sum(side)))


def mirrored(board):
    """The board as the other player sees it."""
    return board[len(board) // 2 :] + board[: len(board) // 2]


def choose_move(data, board):
    """A player, and a pit with stones in it, while no side is empty."""
    assume(swept_by_hand(board) == board)
    turn = data.draw(st.sampled_from(players(board)))
    full = [pit for pit in kalah.pits(turn, board) if board[pit]]
    assume(full)
    return turn, data.draw(st.sampled_from(full))


# Sowing


@given(boards, st.data(), st.booleans())
def test_a_move_is_what_the_rule_book_says(board, data, empty_capture):
    turn, pit = choose_move(data, board)
    successor, after = by_hand(turn, board, pit, empty_capture)
    moved = kalah.move_stone(turn, board, pit, empty_capture)
    assert moved == (successor, swept_by_hand(after))


@given(boards, st.data(), st.integers(1, 10**12), st.booleans())
def test_laps_more_sow_as_many_stones_more_everywhere(board, data, laps, empty_capture):
    turn, pit = choose_move(data, board)
    other, round_ = kalah.change_turn(turn, board), len(board) - 1
    assume(board[pit] > round_)
    # Who laps leaves no own pit empty: nothing is captured, nothing is swept.
    more = tuple(n + laps * round_ * (place == pit) for place, n in enumerate(board))
    successor, after = kalah.move_stone(turn, board, pit, empty_capture)
    expected = tuple(n + laps * (place != other) for place, n in enumerate(after))
    assert kalah.move_stone(turn, more, pit, empty_capture) == (successor, expected)


@pytest.mark.parametrize("turn", [3, 7])
def test_as_many_stones_as_anyone_writes_are_sown_at_once(turn):
    position = kalah.position((10**12, 1, 10**9, 2, 10**12, 5, 4, 5), turn)
    for node in flatten_tree(limit_tree_depth(kalah.tree(position), 2)):
        assert sum(node.board) == sum(position.board)


TO_THE_END = pytest.mark.parametrize(
    ("rule", "empty_capture"),
    [(kalah.moves_to_the_end, False), (kalah.moves_with_empty_capture, True)],
)


@TO_THE_END
@given(position=kalah_positions())
def test_to_the_end_every_pit_with_stones_can_be_emptied(rule, empty_capture, position):
    turn, board = position.turn, kalah.sweep(position.board)
    assert list(rule(turn, board)) == [
        (pit, *kalah.move_stone(turn, board, pit, empty_capture))
        for pit in kalah.pits(turn, board)
        if board[pit]
    ]


@TO_THE_END
@given(position=kalah_positions(), data=st.data())
def test_at_the_end_all_stones_are_stored(rule, empty_capture, position, data):
    tree = kalah.tree(position, rule)
    while moves := list(tree.moves):
        tree = data.draw(st.sampled_from(moves)).tree
    assert sum(kalah.stores(tree.board)) == sum(position.board)
    first, second = kalah.stores(tree.board)
    assert kalah.get_lead(tree.board, len(tree.board) // 2 - 1) == first - second


@given(kalah_positions())
def test_until_it_is_decided_a_game_to_the_end_is_the_same(position):
    turn, board = position.turn, kalah.sweep(position.board)
    to_the_end = list(kalah.moves_to_the_end(turn, board))
    assert list(kalah.moves(turn, board)) == ([] if kalah.is_decided(board) else to_the_end)


@given(boards, st.data())
def test_stones_are_conserved(board, data):
    turn, pit = choose_move(data, board)
    _, after = kalah.move_stone(turn, board, pit)
    assert sum(after) == sum(board) == sum(kalah.sweep(board))


@given(boards, st.data())
def test_a_move_never_feeds_the_store_of_the_other_player(board, data):
    turn, pit = choose_move(data, board)
    other = kalah.change_turn(turn, board)
    _, after = kalah.move_stone(turn, board, pit)
    if any(after[place] for place in kalah.pits(turn, after)):
        assert after[other] == board[other]
    assert after[turn] >= board[turn]


@given(boards, st.data())
def test_the_rules_are_the_same_for_both_players(board, data):
    turn, pit = choose_move(data, board)
    successor, after = kalah.move_stone(turn, board, pit)
    half = len(board) // 2
    turned, pit = kalah.change_turn(turn, board), (pit + half) % len(board)
    assert kalah.move_stone(turned, mirrored(board), pit) == (
        kalah.change_turn(successor, board),
        mirrored(after),
    )


@given(boards)
def test_each_player_is_the_other_of_the_other(board):
    for turn in players(board):
        other = kalah.change_turn(turn, board)
        assert {turn, other} == set(players(board))
        assert kalah.change_turn(other, board) == turn


@pytest.mark.parametrize(
    ("turn", "board", "pit", "after"),
    [
        # the other store is left out
        (6, "0 0 1 0 0 10 5  0 0 0 0 0 0 5", 5, (13, "1 1 2 0 0 0 6  1 1 1 1 1 1 5")),
        # the last stone in the own store
        (13, "6 6 6 6 6 6 0  6 6 6 6 6 6 0", 7, (13, "6 6 6 6 6 6 0  0 7 7 7 7 7 1")),
        # a single stone captures
        (6, "2 0 0 6 6 6 10  6 6 6 4 6 6 8", 0, (13, "0 1 0 6 6 6 15  6 6 6 0 6 6 8")),
        # but not nothing
        (6, "2 0 0 6 6 6 14  6 6 6 0 6 6 8", 0, (13, "0 1 1 6 6 6 14  6 6 6 0 6 6 8")),
        # and not on the other side
        (6, "6 6 6 6 6 2 10  0 6 6 6 6 6 0", 5, (13, "6 6 6 6 6 0 11  1 6 6 6 6 6 0")),
        # the thirteenth falls into the pit that it came from
        (6, "0 0 13 0 0 0 10  0 0 0 0 0 1 9", 2, (13, "1 1 0 1 1 1 13  1 1 1 0 1 2 9")),
        # fourteen and more pass it
        (6, "0 0 0 0 0 27 0  0 0 0 0 0 1 0", 5, (6, "2 2 2 2 2 2 3  2 2 2 2 2 3 0")),
        # the last stone of a side is gone: the other side is stored
        (6, "0 0 0 0 0 1 9  0 3 0 0 0 2 5", 5, (6, "0 0 0 0 0 0 10  0 0 0 0 0 0 10")),
        (6, "1 0 0 0 0 0 9  0 0 0 0 2 0 5", 0, (13, "0 0 0 0 0 0 12  0 0 0 0 0 0 5")),
    ],
)
def test_moves_by_example(turn, board, pit, after):
    assert kalah.move_stone(turn, kalah.parse(board), pit) == (after[0], kalah.parse(after[1]))


# The end


@given(boards, st.sets(st.sampled_from([0, 1])))
def test_sweeping_stores_what_is_left_when_a_side_is_empty_and_only_then(board, emptied):
    half = len(board) // 2
    sides = [board[:half], board[half:]]
    for i in emptied:
        sides[i] = (*(0,) * (half - 1), sides[i][-1])
    board = sides[0] + sides[1]
    assert kalah.sweep(board) == swept_by_hand(board)
    assert kalah.sweep(kalah.sweep(board)) == kalah.sweep(board)


@given(kalah_positions())
def test_the_game_is_over_when_a_side_is_empty_or_a_store_holds_more_than_half(position):
    tree = kalah.tree(position)
    half = len(position.board) // 2
    empty = not any(position.board[: half - 1]) or not any(position.board[half:-1])
    decided = 2 * max(kalah.stores(position.board)) > sum(position.board)
    assert bool(tree.moves) == (not empty and not decided)
    assert kalah.is_decided(position.board) == decided


@given(kalah_positions())
def test_every_board_in_a_tree_is_swept_and_keeps_the_stones(position):
    for node in flatten_tree(limit_tree_depth(kalah.tree(position), 2)):
        assert kalah.sweep(node.board) == node.board
        assert sum(node.board) == sum(position.board)


@given(kalah_positions())
def test_the_moves_of_a_tree_are_the_own_pits_with_stones_in_order(position):
    tree = kalah.tree(position)
    if tree.moves:
        assert [move.action for move in tree.moves] == [
            pit for pit in kalah.pits(*position) if position.board[pit]
        ]


@pytest.mark.parametrize(
    ("pits", "seeds", "counts"),
    [(6, 6, [6, 35, 190, 1056, 5882]), (3, 4, [3, 9, 26, 68, 176, 396, 849])],
)
def test_perft(pits, seeds, counts):
    tree = kalah.tree(kalah.start(pits, seeds))
    assert [perft(tree, depth) for depth in range(1, len(counts) + 1)] == counts


def test_the_last_stone_of_all_is_played():
    tree = kalah.tree(kalah.start(1, 1))
    assert [node.board for node in flatten_tree(tree)] == [(1, 0, 1, 0), (0, 1, 0, 1)]


# The value


@given(kalah_positions())
def test_the_value_is_zero_sum(position):
    first, second = players(position.board)
    board = position.board
    assert kalah.get_value(board, first) == -kalah.get_value(board, second)
    assert kalah.get_value(mirrored(board), first) == kalah.get_value(board, second)


@given(boards)
def test_a_win_is_worth_more_than_any_lead(board):
    for turn in players(board):
        value = kalah.get_value(board, turn)
        mine, yours = board[turn], board[kalah.change_turn(turn, board)]
        if 2 * max(mine, yours) > sum(board):
            assert value == (1 if mine > yours else -1) * max(99, sum(board))
        else:
            assert value == mine - yours
            assert abs(value) <= sum(board) / 2 < max(99, sum(board))


def test_half_of_the_stones_is_no_win():
    assert kalah.get_value((0,) * 6 + (36,) + (0,) * 6 + (36,), 6) == 0
    assert kalah.get_value((1, 0, 0, 0, 0, 0, 36, 1, 0, 0, 0, 0, 0, 34), 6) == 2
    assert kalah.get_value((1, 0, 0, 0, 0, 0, 37, 1, 0, 0, 0, 0, 0, 33), 6) == 99


# Irving, Donkers and Uiterwijk, *Solving Kalah* (2000): what the first player gets out of games of
# 1 to 3 pits (rows) and 1 to 6 seeds (columns).
SOLVED = {1: "DLWLWD", 2: "WLLLWW", 3: "DWWWWL"}


@pytest.mark.parametrize(
    ("pits", "seeds"),
    [
        pytest.param(pits, seeds, marks=[pytest.mark.slow] if pits == 3 and seeds > 3 else [])
        for pits, results in SOLVED.items()
        for seeds in range(1, len(results) + 1)
    ],
)
def test_small_games_are_won_by_whom_the_literature_says(pits, seeds):
    tree = kalah.tree(kalah.start(pits, seeds))
    value = memoized(fail_soft)(tree, kalah.get_value, -1, 1).value
    assert "LDW"[(value > 0) - (value < 0) + 1] == SOLVED[pits][seeds - 1]


# Positions


@pytest.mark.parametrize("pits", range(1, 9))
def test_every_size_starts_with_its_seeds_in_every_pit(pits):
    for seeds in (1, 4, 25):
        turn, board = kalah.start(pits, seeds)
        assert turn == pits
        assert board == ((seeds,) * pits + (0,)) * 2
        assert [board[pit] for pit in kalah.pits(turn, board)] == [seeds] * pits
        assert kalah.stores(board) == (0, 0)


@given(boards)
def test_show_and_parse_are_inverse(board):
    assert kalah.parse(kalah.show(board)) == kalah.parse(kalah.show(board).upper()) == board
    assert kalah.parse(str(board)) == board
    assert kalah.parse(" ".join(map(str, board))) == board
    assert kalah.parse(", ".join(map(str, board))) == board


@given(kalah_positions())
def test_position_takes_what_a_position_is_made_of(position):
    assert kalah.position(position.board, position.turn) == position
    assert kalah.position(list(position.board)).turn == players(position.board)[0]


def test_large_numbers_keep_the_columns():
    assert kalah.show((100, 2, 3, 40, 5, 66)).splitlines() == [
        "pit     4   3",
        "        5  40",
        "66              3",
        "      100   2",
        "pit     0   1",
    ]


# Errors


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("6 6 6 6 6 6 0 6 6 6 6 6 6", "14 as a rule, 202 at most, not 13"),
        ("0 0", "not 2"),
        ("", "not 0"),
        ("1 2 3 x", "not 'x'"),
        ("1 2 3 " + "x" * 5000, r"not 'x{29}\.\.\.$"),
        ("1 2 3 4\nplayer 2 (first) to move", "the player's store, 1 or 3, not 2"),
        ("1 2\n3 4", "in one line, or in three"),
        ("1 2\n3 4 5\n6 7", "in one line, or in three"),
        ("1 -2 3 4", "stones in place 1 is a whole number from 0 to .*, not -2"),
        ((1, 2.5, 3, 4), "stones in place 1 is a whole number from 0 to .*, not 2.5"),
    ],
)
def test_a_board_that_is_none_is_an_error_that_says_why(board, message):
    with pytest.raises(ValueError, match=message):
        kalah.position(board)


@pytest.mark.parametrize("turn", [0, 12, 7, "third", -1])
def test_a_turn_that_is_none_is_an_error(turn):
    with pytest.raises(ValueError, match="or the player's store, 6 or 13"):
        kalah.position(kalah.start().board, turn)


@pytest.mark.parametrize("size", [(0, 6), (6, 0), (-1, 3)])
def test_a_size_that_is_none_is_an_error(size):
    with pytest.raises(ValueError, match="is a whole number from 1 to"):
        kalah.start(*size)


@pytest.mark.parametrize("pit", [7, 12, 6, 1, -6, 99])
def test_a_pit_of_the_other_side_an_empty_pit_a_store_are_no_moves(pit):
    position = kalah.position("6 0 6 6 6 6 6  6 6 6 6 6 6 0")
    legal = ", ".join(rf"pit {n} \({n}\)" for n in (0, 2, 3, 4, 5))
    with pytest.raises(ValueError, match=f"^{pit} is not a move here; the moves are: {legal}$"):
        follow(kalah.tree(position), [pit])


@pytest.mark.parametrize("pit", [9, 0, 6, 13, -1, 77, "2", None])
def test_what_is_no_full_pit_of_the_player_is_no_move(pit):
    board = kalah.position("0 1 2 6 6 6 0  6 6 6 6 6 6 0").board
    with pytest.raises(IllegalMove, match=r"the moves are: pit 1 \(1\), pit 2 \(2\)"):
        kalah.move_stone(6, board, pit)


def test_a_drawing_has_as_many_pits_above_as_below():
    with pytest.raises(BadPosition, match="as many pits below"):
        kalah.position("1 2 3\n4 5\n1")
