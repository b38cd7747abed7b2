"""Kalah in the ports: the rules, the recorded answers, the article's tables, and what must hold."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ports import board as kalah_board
from ports import kalah2, kalah3, kalah4, kalah5
from ports.board import FIRST_KALAH, KALAH, MAX_VALUE, MIN_VALUE, NORMAL, SECOND_KALAH, Board

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "kalah.json").read_text())

SEARCHES = {
    "kalah2.negamax": kalah2.negamax,
    "kalah2.negamax1": kalah2.negamax1,
    "kalah3.negamax": kalah3.negamax,
    "kalah3.negamax1": kalah3.negamax1,
    "kalah4.negamax": kalah4.negamax,
    "kalah4.negamax1": kalah4.negamax1,
    "kalah4.failsoft": kalah4.negamax_failsoft,
    "kalah5.negascout": kalah5.negascout,
}


def counted(search, turn, depth, board, *window):
    """Value, line and number of evaluations of a search on a copy of the board."""
    kalah_board.init_count()
    value, line = search(turn, depth, Board(board), *window)
    return value, line, kalah_board.count


# Recorded answers


def test_every_recorded_search_is_known():
    assert len(GOLDEN) == 684
    assert {record["search"] for record in GOLDEN} == set(SEARCHES)


@pytest.mark.parametrize("name", SEARCHES)
def test_search_gives_the_recorded_value_line_and_count(name):
    for record in GOLDEN:
        if record["search"] == name:
            found = counted(
                SEARCHES[name],
                record["turn"],
                record["depth"],
                record["board"],
                *record["window"],
            )
            assert found == (record["value"], record["line"], record["count"]), record


# The article's tables: (first level, second level): stones of first and second player, evaluations

FULL = {
    # nega-alpha (kalah3), with a window (kalah4), NegaScout (kalah5)
    (2, 2): ((41, 31), (6207, 2672, 3266)),
    (3, 2): ((43, 17), (40657, 13450, 8331)),
    (4, 2): ((26, 37), (85880, 39302, 29077)),
    (5, 2): ((39, 33), (226145, 100648, 61463)),
    (2, 3): ((39, 23), (1757, 1654, 2101)),
    (3, 3): ((40, 32), (11320, 10122, 10270)),
    (4, 3): ((53, 19), (119750, 37689, 35314)),
    (5, 3): ((48, 24), (65362, 37778, 36693)),
    (2, 4): ((36, 36), (30242, 18117, 18432)),
    (3, 4): ((43, 29), (31230, 19860, 19705)),
    (4, 4): ((34, 38), (111266, 58028, 45380)),
    (5, 4): ((44, 28), (238004, 116496, 86734)),
    (2, 5): ((23, 49), (504203, 100583, 90777)),
    (3, 5): ((26, 39), (221814, 86327, 81087)),
    (4, 5): ((43, 29), (505170, 183703, 139926)),
    (5, 5): ((35, 37), (815589, 314184, 273441)),
}
SIMPLIFIED = {
    # nega-alpha (kalah3), with a window (kalah4), both by negamax1
    (2, 2): ((37, 23), (1500, 1500)),
    (3, 2): ((37, 22), (4474, 4474)),
    (4, 2): ((41, 31), (12138, 11097)),
    (5, 2): ((39, 33), (32710, 24086)),
    (2, 3): ((35, 37), (1726, 1726)),
    (3, 3): ((49, 23), (11476, 11476)),
    (4, 3): ((43, 21), (7779, 6871)),
    (5, 3): ((37, 25), (54995, 43778)),
    (2, 4): ((26, 46), (15592, 12409)),
    (3, 4): ((35, 37), (23685, 20905)),
    (4, 4): ((31, 41), (21359, 16909)),
    (5, 4): ((49, 23), (53430, 37308)),
    (2, 5): ((45, 27), (39890, 31981)),
    (3, 5): ((37, 27), (25602, 19961)),
    (4, 5): ((28, 44), (50537, 40470)),
    (5, 5): ((24, 48), (145099, 117365)),
}
DEEP = {
    # with a window (kalah4), NegaScout (kalah5)
    (6, 6): ((28, 44), (590188, 428582)),
    (7, 6): ((43, 29), (2684393, 1264011)),
    (8, 6): ((36, 36), (1904761, 1150929)),
    (6, 7): ((34, 38), (1327863, 947314)),
    (7, 7): ((47, 25), (4024770, 1982292)),
    (8, 7): ((46, 26), (19937206, 9305964)),
    (6, 8): ((40, 32), (1855840, 1342922)),
    (7, 8): ((20, 52), (5071128, 3063914)),
    (8, 8): ((34, 38), (2444127, 1651417)),
}


def cells(table):
    """Cells up to level 3 in every run, the others as slow tests."""
    return [
        pytest.param(*levels, *cell, id="{}-{}".format(*levels))
        if max(levels) <= 3
        else pytest.param(*levels, *cell, id="{}-{}".format(*levels), marks=pytest.mark.slow)
        for levels, cell in table.items()
    ]


def printed_result(output):
    """Stones of both players and the count, as `play` prints them at the end."""
    *_, game_over, _, stores, _, count = output.splitlines()
    assert game_over == "Game Over"
    second, first = stores.split()
    return (int(first), int(second)), int(count)


@pytest.mark.parametrize(("first", "second", "stones", "counts"), cells(FULL))
def test_table_of_levels_2_to_5(first, second, stones, counts, capsys):
    for listing, count in zip((kalah3, kalah4, kalah5), counts, strict=True):
        listing.play(first, second)
        assert printed_result(capsys.readouterr().out) == (stones, count)


@pytest.mark.parametrize(("first", "second", "stones", "counts"), cells(SIMPLIFIED))
def test_table_of_the_simplified_kalah(first, second, stones, counts, capsys):
    for listing, count in zip((kalah3, kalah4), counts, strict=True):
        listing.play(first, second, listing.negamax1, listing.negamax1)
        assert printed_result(capsys.readouterr().out) == (stones, count)


@pytest.mark.parametrize(("first", "second", "stones", "counts"), cells(DEEP))
def test_table_of_levels_6_to_8(first, second, stones, counts, capsys):
    for listing, count in zip((kalah4, kalah5), counts, strict=True):
        listing.play(first, second)
        assert printed_result(capsys.readouterr().out) == (stones, count)


@pytest.mark.parametrize(("first", "second", "stones", "counts"), cells(FULL))
def test_plain_negamax_plays_the_games_of_the_table(first, second, stones, counts, capsys):
    kalah2.play(first, second)
    found, count = printed_result(capsys.readouterr().out)
    assert found == stones
    assert count > counts[0]


@pytest.mark.parametrize(("first", "second", "stones", "counts"), cells(SIMPLIFIED))
def test_plain_negamax_plays_the_simplified_games(first, second, stones, counts, capsys):
    kalah2.play(first, second, kalah2.negamax1, kalah2.negamax1)
    found, count = printed_result(capsys.readouterr().out)
    assert found == stones
    assert count > counts[0]


def test_fail_soft_plays_the_same_game_with_no_more_evaluations(capsys):
    kalah4.play(3, 3, kalah4.negamax_failsoft, kalah4.negamax_failsoft)
    stones, count = printed_result(capsys.readouterr().out)
    assert stones == (40, 32)
    assert count <= 10122


@pytest.mark.parametrize("listing", [kalah2, kalah3, kalah4, kalah5])
def test_play_prints_every_move_and_its_board(listing, capsys):
    listing.play(2, 2)
    lines = capsys.readouterr().out.splitlines()
    board, turn = start(), FIRST_KALAH
    moves = [int(line.removeprefix("move ")) for line in lines if line.startswith("move")]
    expected = []
    for pos in moves:
        # Each pit tells whose move it is.
        turn = FIRST_KALAH if pos < FIRST_KALAH else SECOND_KALAH
        board.move_stone(turn, pos)
        board.print_board()
        expected += [f"move {pos}", *capsys.readouterr().out.splitlines(), ""]
    assert board.check_gameover()
    board.print_board()
    expected += ["Game Over", *capsys.readouterr().out.splitlines()]
    assert lines[:-1] == expected
    assert re.fullmatch(r"\d+", lines[-1])


# The rules, by example


def start():
    return Board([6, 6, 6, 6, 6, 6, 0, 6, 6, 6, 6, 6, 6, 0])


def test_sowing_skips_the_store_of_the_other_player():
    board = Board([0, 0, 1, 0, 0, 10, 5, 0, 0, 0, 0, 0, 0, 5])
    assert board.move_stone(FIRST_KALAH, 5) == NORMAL
    assert board == [1, 1, 2, 0, 0, 0, 6, 1, 1, 1, 1, 1, 1, 5]


def test_last_stone_in_the_own_store_means_another_move():
    board = start()
    assert board.move_stone(SECOND_KALAH, 7) == KALAH
    assert board == [6, 6, 6, 6, 6, 6, 0, 0, 7, 7, 7, 7, 7, 1]


def test_last_stone_alone_captures_itself_and_the_opposite_pit():
    board = Board([2, 0, 0, 6, 6, 6, 10, 6, 6, 6, 4, 6, 6, 8])
    assert board.move_stone(FIRST_KALAH, 0) == NORMAL
    assert board == [0, 1, 0, 6, 6, 6, 15, 6, 6, 6, 0, 6, 6, 8]


def test_last_stone_alone_stays_if_the_opposite_pit_is_empty():
    board = Board([2, 0, 0, 6, 6, 6, 14, 6, 6, 6, 0, 6, 6, 8])
    assert board.move_stone(FIRST_KALAH, 0) == NORMAL
    assert board == [0, 1, 1, 6, 6, 6, 14, 6, 6, 6, 0, 6, 6, 8]


def test_last_stone_alone_in_a_pit_of_the_other_player_stays():
    board = Board([6, 6, 6, 6, 6, 2, 10, 0, 6, 6, 6, 6, 6, 0])
    assert board.move_stone(FIRST_KALAH, 5) == NORMAL
    assert board == [6, 6, 6, 6, 6, 0, 11, 1, 6, 6, 6, 6, 6, 0]


def test_thirteen_stones_come_round_to_the_emptied_pit_and_capture():
    board = Board([0, 0, 13, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 10])
    assert board.move_stone(FIRST_KALAH, 2) == NORMAL
    assert board == [1, 1, 0, 1, 1, 1, 13, 1, 1, 1, 0, 1, 1, 10]


def test_the_empty_side_of_the_first_player_is_asked_first():
    board = Board([0] * 6 + [36] + [0] * 6 + [36])
    assert board.check_gameover()
    assert board == [0] * 6 + [36] + [0] * 6 + [36]


@pytest.mark.parametrize(("first", "second", "over"), [(36, 34, False), (37, 33, True)])
def test_more_than_half_of_the_stones_decides(first, second, over):
    for stores in ((first, second), (second, first)):
        board = Board([1, 0, 0, 0, 0, 0, stores[0], 1, 0, 0, 0, 0, 0, stores[1]])
        before = board.copy()
        assert board.check_gameover() == over
        assert board == before


def test_evaluations_are_counted_until_the_count_is_reset(capsys):
    kalah_board.init_count()
    start().value_func()
    start().value_func()
    kalah_board.print_count()
    kalah_board.init_count()
    kalah_board.print_count()
    assert capsys.readouterr().out == "2\n0\n"


# What must hold on every position


@st.composite
def positions(draw):
    """A turn and a board on which the game goes on, some moves after the start."""
    board, turn = start(), FIRST_KALAH
    for choice in draw(st.lists(st.integers(0, 5), max_size=40)):
        pits = [pos for pos in range(turn - 6, turn) if board[pos]]
        after = board.copy()
        result = after.move_stone(turn, pits[choice % len(pits)])
        if after.copy().check_gameover():
            break
        board = after
        if result == NORMAL:
            turn = mirrored_turn(turn)
    return turn, board


@st.composite
def windows(draw):
    alpha = draw(st.integers(-20, 20))
    return alpha, alpha + draw(st.integers(1, 8))


depths = st.integers(1, 3)
pits = st.integers(0, 5)
any_board = st.lists(st.integers(0, 20), min_size=14, max_size=14).map(Board)


def mirrored(board):
    """The board as the other player sees it."""
    return Board(board[7:] + board[:7])


def mirrored_turn(turn):
    return (turn + 7) % 14


@given(any_board, pits, st.sampled_from([FIRST_KALAH, SECOND_KALAH]))
def test_a_move_conserves_the_stones(board, pit, turn):
    assume(board[turn - 6 + pit])
    before = sum(board)
    board.move_stone(turn, turn - 6 + pit)
    assert sum(board) == before


@given(any_board, pits, st.sampled_from([FIRST_KALAH, SECOND_KALAH]))
def test_a_move_never_feeds_the_store_of_the_other_player(board, pit, turn):
    assume(board[turn - 6 + pit])
    before = board[mirrored_turn(turn)]
    board.move_stone(turn, turn - 6 + pit)
    assert board[mirrored_turn(turn)] == before


@given(any_board, pits, st.sampled_from([FIRST_KALAH, SECOND_KALAH]))
def test_the_rules_are_the_same_for_both_players(board, pit, turn):
    assume(board[turn - 6 + pit])
    other = mirrored(board)
    result = board.move_stone(turn, turn - 6 + pit)
    assert other.move_stone(mirrored_turn(turn), mirrored_turn(turn) - 6 + pit) == result
    assert other == mirrored(board)


@given(any_board, st.sets(st.sampled_from(["first", "second"])))
def test_sweeping_conserves_the_stones_and_happens_once(board, empty):
    if "first" in empty:
        board[0:6] = [0] * 6
    if "second" in empty:
        board[7:13] = [0] * 6
    before = board.copy()
    over = board.check_gameover()
    assert sum(board) == sum(before)
    if empty:
        assert over
        assert board[0:6] == board[7:13] == [0] * 6
    else:
        assert board == before or not any(before[0:6]) or not any(before[7:13])
    swept = board.copy()
    assert board.check_gameover() == over
    assert board == swept


@given(positions())
def test_the_value_is_zero_sum(position):
    _, board = position
    assert mirrored(board).value_func() == -board.value_func()


@settings(deadline=None, max_examples=60)
@given(positions(), depths)
def test_all_searches_agree_on_value_and_line(position, depth):
    turn, board = position
    wide = MIN_VALUE, MAX_VALUE
    expected = kalah2.negamax(turn, depth, board)
    assert kalah3.negamax(turn, depth, board, MAX_VALUE) == expected
    assert kalah4.negamax(turn, depth, board, *wide) == expected
    assert kalah4.negamax_failsoft(turn, depth, board, *wide) == expected
    assert kalah5.negascout(turn, depth, board, *wide) == expected


@settings(deadline=None, max_examples=60)
@given(positions(), depths)
def test_all_simplified_searches_agree_on_value_and_line(position, depth):
    turn, board = position
    expected = kalah2.negamax1(turn, depth, board)
    assert kalah3.negamax1(turn, depth, board, MAX_VALUE) == expected
    assert kalah4.negamax1(turn, depth, board, MIN_VALUE, MAX_VALUE) == expected


@settings(deadline=None, max_examples=60)
@given(positions(), depths)
def test_the_simplified_search_is_the_full_one_on_the_last_turn(position, depth):
    turn, board = position
    assert kalah2.negamax1(turn, 1, board)[0] == kalah2.negamax(turn, 1, board)[0]


@settings(deadline=None, max_examples=60)
@given(positions(), depths)
def test_a_narrower_window_never_costs_evaluations(position, depth):
    turn, board = position
    for full, alpha_beta, window in (
        (kalah2.negamax, kalah3.negamax, kalah4.negamax),
        (kalah2.negamax1, kalah3.negamax1, kalah4.negamax1),
    ):
        *_, most = counted(full, turn, depth, board)
        *_, fewer = counted(alpha_beta, turn, depth, board, MAX_VALUE)
        *_, fewest = counted(window, turn, depth, board, MIN_VALUE, MAX_VALUE)
        assert fewest <= fewer <= most


@settings(deadline=None, max_examples=60)
@given(positions(), depths, windows())
def test_fail_hard_answers_alpha_or_the_value_or_a_lower_bound(position, depth, window):
    turn, board = position
    alpha, beta = window
    value, line = kalah2.negamax(turn, depth, board)
    found, found_line = kalah4.negamax(turn, depth, board, alpha, beta)
    if value <= alpha:
        assert (found, found_line) == (alpha, [])
    elif value < beta:
        assert (found, found_line) == (value, line)
    else:
        assert beta <= found <= value


@settings(deadline=None, max_examples=60)
@given(positions(), depths, windows())
def test_fail_soft_answers_an_upper_bound_or_the_value_or_a_lower_bound(position, depth, window):
    turn, board = position
    alpha, beta = window
    value, line = kalah2.negamax(turn, depth, board)
    for search in (kalah4.negamax_failsoft, kalah5.negascout):
        found, found_line = search(turn, depth, board, alpha, beta)
        if value <= alpha:
            assert value <= found <= alpha
        elif value < beta:
            assert (found, found_line) == (value, line)
        else:
            assert beta <= found <= value


@settings(deadline=None, max_examples=60)
@given(positions(), depths)
def test_the_search_does_not_care_which_player_is_called_first(position, depth):
    turn, board = position
    value, line = kalah2.negamax(turn, depth, board)
    other_line = [mirrored_turn(turn) - turn + pos for pos in line]
    assert kalah2.negamax(mirrored_turn(turn), depth, mirrored(board)) == (value, other_line)


@settings(deadline=None)
@given(positions(), depths)
def test_the_line_is_one_whole_turn(position, depth):
    turn, board = position
    _, line = kalah5.negascout(turn, depth, board, MIN_VALUE, MAX_VALUE)
    assert line
    results = []
    for pos in line:
        assert turn - 6 <= pos < turn
        assert board[pos] > 0
        results.append(board.move_stone(turn, pos))
    assert set(results[:-1]) <= {KALAH}
    assert results[-1] == NORMAL or board.check_gameover()


@settings(deadline=None)
@given(positions(), depths)
def test_searching_leaves_an_unfinished_board_alone(position, depth):
    turn, board = position
    before = board.copy()
    for name, search in SEARCHES.items():
        window = {"kalah2": (), "kalah3": (MAX_VALUE,)}.get(name[:6], (MIN_VALUE, MAX_VALUE))
        search(turn, depth, board, *window)
        assert board == before
