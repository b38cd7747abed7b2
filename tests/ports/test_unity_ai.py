"""The 8x8 player in the port: recorded answers, and what must hold on every board."""

import json
from math import inf
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ports import unity_ai
from ports.unity_ai import AI, BLACK, WHITE, LogicBoard, evaluate, get_reverse_color

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "unity_reversi.json").read_text())


def board_of(black, white):
    board = LogicBoard()
    board.current_bit_boards = [black, white]
    return board


def recorded(record):
    board = board_of(int(record["black"], 16), int(record["white"], 16))
    return board, "bw".index(record["turn"])


# Recorded answers


def test_every_recorded_evaluation():
    assert len(GOLDEN) == 150
    for record in GOLDEN:
        assert evaluate(*recorded(record)) == record["evaluation"], record


def assert_moves_as_recorded(records):
    for record in records:
        x, y = AI(record["level"]).search(*recorded(record))
        assert [x, y] == record["move"], record


def test_every_recorded_move_of_level_1():
    assert_moves_as_recorded(record for record in GOLDEN if record["level"] == 1)


def test_a_tenth_of_the_recorded_moves_of_level_2():
    assert_moves_as_recorded([record for record in GOLDEN if record["level"] == 2][::10])


def test_recorded_moves_of_level_3_near_the_end():
    def discs(record):
        return (int(record["black"], 16) | int(record["white"], 16)).bit_count()

    late = [record for record in GOLDEN if record["level"] == 3 and discs(record) > 50]
    assert late
    assert_moves_as_recorded(late)


@pytest.mark.slow
@pytest.mark.parametrize("level", [2, 3])
def test_every_recorded_move_of_levels_2_and_3(level):
    assert_moves_as_recorded(record for record in GOLDEN if record["level"] == level)


# By example


def square(x, y):
    return 1 << 63 - x - 8 * y


def test_the_first_bit_is_the_top_left_square():
    assert LogicBoard.bit_to_points(1 << 63 | 1 << 62 | 1) == [(7, 7), (1, 0), (0, 0)]


def test_a_side_without_a_legal_move_is_not_asked():
    with pytest.raises(ValueError, match="white has no legal move"):
        AI(1).search(board_of(1, 0), WHITE)


def test_the_only_legal_move_is_made():
    assert AI(3).search(board_of(square(0, 0), square(1, 0)), BLACK) == (2, 0)


@pytest.mark.parametrize(
    ("own", "stable"),
    [
        ([(1, 0), (2, 0)], 0),
        ([(0, 0)], 1),
        ([(0, 0), (1, 0), (2, 0), (0, 1)], 4),
        ([(7, 0), (7, 1), (6, 0)], 3),
        ([(0, 0), (1, 0), (3, 0), (6, 0), (7, 0)], 4),
        ([(x, 7) for x in range(8)], 8),
        ([(x, y) for x in range(8) for y in range(8) if {x, y} & {0, 7}], 28),
        ([(0, 0), (1, 1)], 1),
    ],
)
def test_stable_discs_run_along_an_edge_from_a_corner(own, stable):
    board = board_of(sum(square(*point) for point in own), 0)
    assert unity_ai.stable(board, BLACK) == stable
    assert unity_ai.stable(board, WHITE) == 0


def test_c_and_x_squares_count_while_their_corner_is_not_owned():
    beside = square(1, 0) | square(0, 1) | square(1, 1) | square(6, 7)
    board = board_of(beside, square(0, 0))
    assert (unity_ai.c_squares(board, BLACK), unity_ai.x_squares(board, BLACK)) == (3, 1)
    board = board_of(beside | square(0, 0), 0)
    assert (unity_ai.c_squares(board, BLACK), unity_ai.x_squares(board, BLACK)) == (1, 0)


# What must hold on every board


def discs_captured(board, color, x, y):
    """The points that a disc at x, y would turn, by walking over the squares."""
    own, other = (board.current_bit_boards[c] for c in (color, get_reverse_color(color)))
    captured = []
    for dx, dy in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]:
        line = []
        px, py = x + dx, y + dy
        while 0 <= px < 8 and 0 <= py < 8 and other & square(px, py):
            line.append((px, py))
            px, py = px + dx, py + dy
        if 0 <= px < 8 and 0 <= py < 8 and own & square(px, py):
            captured += line
    return captured


def legal_points(board, color):
    black, white = board.current_bit_boards
    return {
        (x, y)
        for x in range(8)
        for y in range(8)
        if not (black | white) & square(x, y) and discs_captured(board, color, x, y)
    }


def bits(board, color):
    """The legal moves as sets of one square, lowest bit first."""
    movable = board.get_movable_bit_board(color)
    return [1 << i for i in range(64) if movable >> i & 1]


def after(board, move, color):
    child = board_of(*board.current_bit_boards)
    child.reverse(move, color)
    return child


def negamax(board, color, depth):
    """The value by definition: no window, no sorting; a pass costs a ply."""
    if depth == 0:
        return evaluate(board, color)
    other = get_reverse_color(color)
    moves = bits(board, color)
    if not moves:
        return -negamax(board, other, depth - 1)
    return max(-negamax(after(board, move, color), other, depth - 1) for move in moves)


@st.composite
def games(draw):
    """A board and the colour to move, some moves after the start; the side may have to pass."""
    board, color = LogicBoard(), BLACK
    for choice in draw(st.lists(st.integers(0, 19), max_size=70)):
        moves = bits(board, color)
        if moves:
            board.reverse(moves[choice % len(moves)], color)
        color = get_reverse_color(color)
    return board, color


@st.composite
def any_boards(draw):
    black = draw(st.integers(0, 2**64 - 1))
    return board_of(black, draw(st.integers(0, 2**64 - 1)) & ~black)


colors = st.sampled_from([BLACK, WHITE])
few = settings(deadline=None, max_examples=30)


@st.composite
def windows(draw):
    alpha = draw(st.integers(-1500, 1500))
    return alpha, alpha + draw(st.integers(1, 600))


def ai_on(board):
    ai = AI()
    ai.board = board
    return ai


@settings(deadline=None)
@given(any_boards(), colors)
def test_legal_moves_are_those_that_capture(board, color):
    movable = board.get_movable_bit_board(color)
    assert set(LogicBoard.bit_to_points(movable)) == legal_points(board, color)


@settings(deadline=None)
@given(any_boards(), colors)
def test_a_move_turns_what_it_captures_and_nothing_else(board, color):
    for x, y in legal_points(board, color):
        child = after(board, square(x, y), color)
        turned = sum(square(*point) for point in discs_captured(board, color, x, y))
        own, other = (board.current_bit_boards[c] for c in (color, get_reverse_color(color)))
        assert child.current_bit_boards[color] == own | turned | square(x, y)
        assert child.current_bit_boards[get_reverse_color(color)] == other & ~turned


@given(games())
def test_undo_restores_the_board_of_the_last_log(game):
    board, color = game
    boards = []
    for move in bits(board, color):
        boards.append(board.current_bit_boards.copy())
        board.log()
        board.reverse(move, color)
    while boards:
        board.undo()
        assert board.current_bit_boards == boards.pop()


@given(any_boards())
def test_the_evaluation_is_zero_sum(board):
    assert evaluate(board, WHITE) == -evaluate(board, BLACK)


@given(any_boards(), colors)
def test_the_evaluation_does_not_see_how_the_board_is_turned(board, color):
    def moved(bit, where):
        return sum(square(*where(x, y)) for x, y in LogicBoard.bit_to_points(bit))

    expected = evaluate(board, color)
    for where in (lambda x, y: (7 - x, y), lambda x, y: (x, 7 - y), lambda x, y: (y, x)):
        turned = board_of(*(moved(bit, where) for bit in board.current_bit_boards))
        assert evaluate(turned, color) == expected


@given(any_boards(), colors)
def test_single_precision_holds_every_evaluation(board, color):
    assert isinstance(evaluate(board, color), int)
    assert abs(evaluate(board, color)) < 2**24


@few
@given(games(), st.integers(0, 3))
def test_nega_scout_equals_negamax_with_the_whole_window(game, depth):
    board, color = game
    assert ai_on(board).nega_scout(color, depth, -inf, inf) == negamax(board, color, depth)


def test_nega_scout_equals_negamax_three_plies_ahead_of_the_recorded_positions():
    # The first depth at which a null window alone may not tell the value.
    for record in GOLDEN[::6]:
        board, color = recorded(record)
        assert ai_on(board).nega_scout(color, 3, -inf, inf) == negamax(board, color, 3), record


@few
@given(games(), st.integers(0, 3))
def test_nega_alpha_equals_negamax_with_the_whole_window(game, depth):
    board, color = game
    assert ai_on(board).nega_alpha(color, depth, -inf, inf) == negamax(board, color, depth)


@few
@given(games(), st.integers(1, 3), windows())
def test_a_windowed_search_answers_the_value_or_a_bound_on_its_side(game, depth, window):
    board, color = game
    alpha, beta = window
    value = negamax(board, color, depth)
    ai = ai_on(board)
    for search in (ai.nega_scout, ai.nega_alpha):
        found = search(color, depth, alpha, beta)
        if value <= alpha:
            assert value <= found <= alpha
        elif value < beta:
            assert found == value
        else:
            assert beta <= found <= value


@few
@given(games(), windows())
def test_nega_alpha_never_answers_less_than_alpha_where_there_are_moves(game, window):
    board, color = game
    assume(board.get_movable_bit_board(color))
    assert ai_on(board).nega_alpha(color, 2, *window) >= window[0]


@few
@given(games())
def test_moves_are_sorted_by_a_search_of_two_plies_and_equals_by_bit(game):
    board, color = game
    expected = sorted(
        bits(board, color),
        key=lambda move: (negamax(after(board, move, color), get_reverse_color(color), 1), move),
    )
    assert ai_on(board).get_sorted_movables(color, -inf, inf) == expected


@few
@given(games(), windows())
def test_all_moves_as_good_as_beta_are_equals_to_the_sorting(game, window):
    board, color = game
    alpha, beta = window
    values = {
        move: -negamax(after(board, move, color), get_reverse_color(color), 1)
        for move in bits(board, color)
    }
    found = ai_on(board).get_sorted_movables(color, alpha, beta)
    assert sorted(found) == list(values)
    best = [move for move in values if values[move] >= beta]
    assert [move for move in found if values[move] >= beta] == best


@few
@given(games())
def test_search_makes_a_move_of_the_greatest_value_and_leaves_the_board_alone(game):
    board, color = game
    assume(board.get_movable_bit_board(color))
    before = board.current_bit_boards.copy()
    move = square(*AI(1).search(board, color))
    assert board.current_bit_boards == before
    assert board.logs == []
    value = -negamax(after(board, move, color), get_reverse_color(color), 2)
    assert value == negamax(board, color, 3)


@few
@given(st.lists(games(), min_size=2, max_size=3))
def test_a_player_remembers_nothing_of_earlier_searches(several):
    veteran = AI(1)
    for board, color in several:
        assume(board.get_movable_bit_board(color))
        assert veteran.search(board, color) == AI(1).search(board, color)
