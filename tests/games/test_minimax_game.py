"""The rules of the MiniMax number game, by example and against a second definition of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp.games import minimax_game
from landoflisp.games.minimax_game import FIRST, SECOND
from landoflisp.search import SEARCHES, negamax
from landoflisp.testing import minimax_positions
from landoflisp.tree import flatten_tree, follow

SMALL = minimax_positions(sizes=(1, 2, 3))


def grid(board):
    """The numbers that are left, by (row, column)."""
    return {
        divmod(i, board.size): number
        for i, number in enumerate(board.numbers)
        if number is not None
    }


def by_hand(player, board):
    """The rule book's rule: (action, numbers left, points, whether the game is over)."""
    numbers = grid(board)
    for action in range(board.size):
        at = (board.line, action) if player == FIRST else (action, board.line)
        if at in numbers:
            left = {other: number for other, number in numbers.items() if other != at}
            over = at[0] not in {row for row, _ in left} or at[1] not in {col for _, col in left}
            yield action, left, numbers[at], over


# The rules


@given(minimax_positions())
def test_a_move_is_what_the_rule_book_says(position):
    player, board = position
    other = minimax_game.change_turn(player)
    found = list(minimax_game.moves(player, board))
    expected = list(by_hand(player, board))
    assert [action for action, _, _ in found] == [action for action, *_ in expected]
    for (action, successor, after), (_, left, number, over) in zip(found, expected, strict=True):
        assert successor == other
        assert grid(after) == left
        assert (after.size, after.line) == (board.size, action)
        gained = [now - before for now, before in zip(after.scores, board.scores, strict=True)]
        assert gained == ([number, 0] if player == FIRST else [0, number])
        assert after.before_last == (board.scores if over else None)
        assert bool(minimax_game.tree(minimax_game.Position(other, after)).moves) == (not over)


@given(minimax_positions(sizes=(1, 2, 3)))
def test_every_game_ends_and_takes_what_it_took(position):
    total = sum(grid(position.board).values()) + sum(position.board.scores)
    for node in flatten_tree(minimax_game.tree(position)):
        board = node.board
        assert sum(grid(board).values()) + sum(board.scores) == total
        assert bool(node.moves) == (board.before_last is None)


@given(SMALL)
def test_the_second_player_is_the_first_on_the_transposed_board(position):
    player, board = position
    size = board.size
    turned = board._replace(
        numbers=tuple(
            board.numbers[row * size + column] for column in range(size) for row in range(size)
        ),
        scores=board.scores[::-1],
    )
    other = minimax_game.Position(minimax_game.change_turn(player), turned)
    mine, yours = (negamax(minimax_game.tree(p), minimax_game.get_value) for p in (position, other))
    assert mine == yours


def test_the_game_is_over_when_a_column_is_empty_though_the_row_is_not():
    tree = minimax_game.tree(minimax_game.position("1 2 / 3 4"))
    assert follow(tree, [0]).moves
    over = follow(tree, [0, 1])
    assert over.board.numbers == (None, 2, None, 4)
    assert over.board.scores == (1, 3)
    assert not over.moves


# The value


@given(minimax_positions())
def test_the_value_is_zero_sum(position):
    for board in [position.board, *(after for _, _, after in minimax_game.moves(*position))]:
        for last_counts in (True, False):
            first, second = (
                minimax_game.get_value(board, player, last_counts) for player in (FIRST, SECOND)
            )
            assert first == -second
        assert minimax_game.get_lead(board, FIRST) == -minimax_game.get_lead(board, SECOND)


@given(SMALL)
def test_a_game_that_is_over_is_won_lost_or_drawn_and_any_other_has_a_lead(position):
    for node in flatten_tree(minimax_game.tree(position)):
        first, second = node.board.scores
        value = minimax_game.get_value(node.board, FIRST)
        if node.moves:
            assert value == minimax_game.get_lead(node.board, FIRST) == first - second
        else:
            assert value == 500 * ((first > second) - (first < second))
            assert minimax_game.get_value(node.board, SECOND, won=7) == -value * 7 // 500


def test_the_last_number_counts_unless_it_is_told_not_to():
    position = minimax_game.position("9 ** / 1 1", scores=(0, 1))
    ((action, _, over),) = minimax_game.moves(*position)
    assert (action, over.scores, over.before_last) == (0, (9, 1), (0, 1))
    assert minimax_game.get_value(over, FIRST) == 500
    assert minimax_game.get_value(over, FIRST, last_counts=False) == -500


@given(SMALL)
def test_all_searches_agree_to_the_end_of_the_game(position):
    tree = minimax_game.tree(position)
    values = {
        search(tree, minimax_game.get_value).value
        for name, search in SEARCHES.items()
        if name != "null-window"
    }
    assert len(values) == 1


# Starts


@given(st.integers(), st.integers(1, 9))
def test_a_board_has_no_zero_and_nothing_beyond_nine(seed, size):
    player, board = minimax_game.start(seed, size)
    assert (player, board.size, board.line, board.scores) == (FIRST, size, 0, (0, 0))
    assert len(board.numbers) == size * size
    assert all(1 <= abs(number) <= 9 for number in board.numbers)
    assert board.before_last is None


def test_a_seed_draws_the_same_games_every_time_and_others_draw_others():
    boards = [minimax_game.start(seed, number=number) for seed in range(3) for number in range(3)]
    assert boards == [minimax_game.start(s, number=n) for s in range(3) for n in range(3)]
    assert len(set(boards)) == 9


# Positions


@given(minimax_positions(sizes=(1, 2, 8, 11), largest=1000))
def test_show_and_parse_are_inverse(position):
    player, board = position
    rows = minimax_game.parse(minimax_game.show(board))
    assert minimax_game.position(rows, player, board.line, board.scores) == position
    plain = " / ".join(" ".join("**" if n is None else str(n) for n in row) for row in rows)
    assert minimax_game.parse(plain) == rows
    assert minimax_game.parse(plain.replace(" / ", "\n")) == rows


@given(minimax_positions(sizes=(1, 2, 11)))
def test_scores_are_read_in_capitals_and_above_plain_rows_too(position):
    player, board = position
    shown = minimax_game.show(board)
    assert minimax_game.position(shown.upper(), player, board.line) == position
    scores, _, *rows = shown.splitlines()
    plain = "\n".join([scores, *(row.partition("|")[2] for row in rows)])
    assert minimax_game.position(plain, player, board.line) == position


def test_large_numbers_keep_the_columns():
    position = minimax_game.position([[1, -100], [None, 20]], scores=(-5, 12))
    assert minimax_game.show(position.board).splitlines() == [
        "first -5, second 12",
        "       0     1",
        "0|    +1  -100",
        "1|    **   +20",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("1 2 / 3",), "as many columns as rows, not 2 rows and 1 columns"),
        (("1 2",), "not 1 rows and 2 columns"),
        (("",), "the number of rows is a whole number from 1 to 100, not 0"),
        (("1 x / 3 4",), r"numbers and \*\*, not 'x'"),
        (("1 2 / 3 " + "4" * 5000,), r"numbers and \*\*, not '4{29}\.\.\.$"),
        (("second 1, first 2\n   0\n0| 4",), "not 'second'"),
        (("first 1, second\n0| 4",), "not 'first'"),
        ((f"first 1, second {'4' * 5000}\n0| 4",), "not 'first'"),
        (("0 / 5",), "not 2 rows and 1 columns"),
        (("0| 5\nplayer b to move",), "first or second, not 'b'"),
        (([[1.5]],), "what stands on a board is a whole number from .*, not 1.5"),
        (("1 2 / 3 4", "third"), "first or second, not 'third'"),
        (("1 2 / 3 4", FIRST, 2), "0 to 1, not 2"),
        (("1 2 / 3 4", FIRST, -1), "0 to 1, not -1"),
        (("1 2 / 3 4", FIRST, 1.0), "0 to 1, not 1.0"),
        (("1 2 / 3 4", [FIRST]), "first or second, not"),
        (("1 2 / 3 4", FIRST, 0, (1.5, 2)), r"two whole numbers, such as \(9, -7\), not \(1.5, 2"),
        (("1 2 / 3 4", FIRST, 0, (1, 2, 3)), "two whole numbers"),
        (("1 2 / 3 4", FIRST, 0, 5), "two whole numbers"),
        (("** ** / 3 4",), "row 0 is empty: nothing is left to take"),
        (("** 1 / ** 4", SECOND), "column 0 is empty"),
    ],
)
def test_a_position_that_is_none_is_an_error_that_says_why(arguments, message):
    with pytest.raises(ValueError, match=message):
        minimax_game.position(*arguments)


def test_a_start_that_is_none_is_an_error():
    with pytest.raises(
        ValueError, match="the number of rows is a whole number from 1 to 100, not 0"
    ):
        minimax_game.start(size=0)
    with pytest.raises(ValueError, match=r"whole number from 1 to 100, not 2\.5"):
        minimax_game.start(size=2.5)
    with pytest.raises(ValueError, match=r"game is .* from 0 to 10,000, not -1"):
        minimax_game.start(number=-1)
    with pytest.raises(ValueError, match=r"whole number from 0 to 10,000, not 1\.5"):
        minimax_game.start(number=1.5)


def test_a_number_that_is_gone_is_no_move():
    tree = minimax_game.tree(minimax_game.position("1 ** 2 / 3 4 5 / 6 7 8"))
    with pytest.raises(ValueError, match=r"^1 is not a move here; the moves are: 0, 2$"):
        follow(tree, [1])
