"""The rules of reversi, against a second definition of them and against known facts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp.games import reversi
from landoflisp.search import negamax
from landoflisp.testing import reversi_positions
from landoflisp.tree import flatten_tree, follow, limit_tree_depth, perft, size_tree

SIZES = [(rows, columns) for rows in (4, 6, 8) for columns in (4, 6, 8)]
every_size = pytest.mark.parametrize(("rows", "columns"), SIZES)


def grid(board):
    """The board once more, as a dictionary from (row, column) to letter, without walls."""
    return {
        (n // board.width, n % board.width): piece
        for n, piece in enumerate(board.squares)
        if piece != "o"
    }


def turned_by_playing(at, discs, turn):
    """The rule book's rule: runs of the other colour between the square and one's own."""
    other = "w" if turn == "b" else "b"
    turned = set()
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            run = []
            here = at[0] + down, at[1] + right
            while (down, right) != (0, 0) and discs.get(here) == other:
                run.append(here)
                here = here[0] + down, here[1] + right
            if discs.get(here) == turn:
                turned |= set(run)
    return turned


def legal(board, turn):
    """Every legal placement by that rule, with the board that it leads to."""
    discs = grid(board)
    result = {}
    for at, piece in discs.items():
        turned = turned_by_playing(at, discs, turn)
        if piece == "s" and turned:
            n = at[0] * board.width + at[1]
            result[n] = discs | dict.fromkeys({at, *turned}, turn)
    return result


# The rules


def test_perft_of_8x8():
    tree = reversi.tree(reversi.start())
    assert [perft(tree, depth) for depth in range(1, 7)] == [4, 12, 56, 244, 1396, 8200]


@pytest.mark.slow
def test_perft_of_8x8_to_depth_7():
    assert perft(reversi.tree(reversi.start()), 7) == 55092


@given(reversi_positions(max_spaces=24))
def test_every_move_is_legal_and_every_legal_move_is_there(position):
    turn, board = position
    assert_rules_agree(turn, board)


@given(reversi_positions(sizes=((4, 4), (4, 6)), max_spaces=5))
def test_every_reachable_node_is_reached_by_legal_moves_and_only_by_them(position):
    for node in flatten_tree(reversi.tree(position)):
        assert_rules_agree(node.player, node.board)


def assert_rules_agree(turn, board):
    expected = legal(board, turn) if board.passes < 2 else {}
    found = {action: after for action, _, after in reversi.moves(turn, board)}
    if found == {} or "pass" in found:
        assert expected == {}
        over = not board.spaces or board.passes == 2
        assert list(found) == ([] if over else ["pass"])
        if found:
            assert found["pass"] == board._replace(passes=board.passes + 1)
    else:
        assert {action: grid(after) for action, after in found.items()} == expected
        assert all(after.passes == 0 for after in found.values())


@given(reversi_positions(max_spaces=24))
def test_a_move_fills_its_space_and_keeps_the_other_spaces_in_order(position):
    turn, board = position
    for action, successor, after in reversi.moves(turn, board):
        assert successor == reversi.change_turn(turn)
        assert after.spaces == tuple(n for n in board.spaces if n != action)
        assert sorted(after.spaces) == [n for n, p in enumerate(after.squares) if p == "s"]
        assert after.width == board.width


@given(reversi_positions(max_spaces=24))
def test_discs_are_conserved_but_for_the_one_that_is_played(position):
    turn, board = position
    for action, _, after in reversi.moves(turn, board):
        played = action != "pass"
        assert discs(after) == discs(board) + played
        turned = reversi.get_rev_stone(board.squares, action, turn, board.width) if played else []
        assert reversi.get_value(after, turn) == reversi.get_value(board, turn) + played + 2 * len(
            turned
        )


def discs(board):
    return board.squares.count("b") + board.squares.count("w")


@given(reversi_positions(max_spaces=24))
def test_the_value_is_zero_sum(position):
    _, board = position
    assert reversi.get_value(board, "b") == -reversi.get_value(board, "w")


@given(reversi_positions(max_spaces=24))
def test_moves_come_in_the_order_of_the_spaces(position):
    turn, board = position
    actions = [action for action, _, _ in reversi.moves(turn, board) if action != "pass"]
    assert actions == [n for n in board.spaces if n in actions]


@given(reversi_positions(max_spaces=6), st.data())
def test_the_order_of_the_spaces_changes_neither_value_nor_size(position, data):
    turn, board = position
    shuffled = reversi.Position(
        turn, board._replace(spaces=tuple(data.draw(st.permutations(board.spaces))))
    )
    one, other = reversi.tree(position), reversi.tree(shuffled)
    assert negamax(one, reversi.get_value).value == negamax(other, reversi.get_value).value
    assert size_tree(one) == size_tree(other)


@given(reversi_positions(sizes=((4, 6), (6, 4)), max_spaces=5))
def test_a_board_on_its_side_is_worth_the_same(position):
    turn, board = position
    lines = drawn(board)
    on_its_side = reversi.position(
        "/".join(map("".join, zip(*lines, strict=True))), turn, passed=bool(board.passes)
    )
    upright = reversi.position("/".join(lines), turn, passed=bool(board.passes))
    one, other = (negamax(reversi.tree(p), reversi.get_value) for p in (upright, on_its_side))
    assert (one.value, one.evaluations) == (other.value, other.evaluations)


def drawn(board):
    text = reversi.show(board).splitlines()[1:]
    return ["".join(line.split()[1:]) for line in text]


def test_two_passes_end_the_game():
    tree = reversi.tree(reversi.position("wbbb/wbbb/wbbb/ssbb"))
    over = follow(tree, ["pass", "pass"])
    assert not over.moves
    assert over.board.passes == 2
    assert negamax(tree, reversi.get_value) == (8, ("pass", "pass"), 1, "exact")
    passed = reversi.tree(reversi.position("wbbb/wbbb/wbbb/ssbb", passed=True))
    assert negamax(passed, reversi.get_value) == (8, ("pass",), 1, "exact")


def test_with_no_space_left_nobody_passes():
    tree = reversi.tree(reversi.position("bbbb/bbbb/bbbb/bbbw"))
    assert not tree.moves


def test_a_colour_without_discs_cannot_move_and_the_game_ends():
    tree = reversi.tree(reversi.position("bbbb/bbbb/bbbb/bsss", "w"))
    assert negamax(tree, reversi.get_value) == (-13, ("pass", "pass"), 1, "exact")


# The starts


@every_size
@pytest.mark.parametrize("opening", ["cross", "parallel"])
def test_every_even_size_starts_with_four_discs_in_the_middle(rows, columns, opening):
    turn, board = reversi.start(rows, columns, opening)
    assert turn == "b"
    assert (reversi.rows(board), reversi.columns(board)) == (rows, columns)
    assert discs(board) == 4
    middle = {
        (r, c): "wb"[(c == columns // 2 + 1) ^ (opening == "cross" and r == rows // 2 + 1)]
        for r in (rows // 2, rows // 2 + 1)
        for c in (columns // 2, columns // 2 + 1)
    }
    assert {at: p for at, p in grid(board).items() if p != "s"} == middle
    assert perft(reversi.tree(reversi.start(rows, columns, opening)), 1) == (
        4 if opening == "cross" else len(legal(board, "b"))
    )


def test_the_listings_boards_and_orders():
    board = reversi.start(4, 4).board
    assert "".join(board.squares) == "ooooooossssooswbsoosbwsoossssooooooo"
    assert board.spaces == (7, 10, 25, 28, 8, 9, 13, 16, 19, 22, 26, 27)
    assert reversi.start(4, 4, order="scan").board.spaces == (
        7,
        8,
        9,
        10,
        13,
        16,
        19,
        22,
        25,
        26,
        27,
        28,
    )
    board = reversi.start(4, 6, "parallel").board
    assert "".join(board.squares) == "ooooooooossssssoosswbssoosswbssoossssssooooooooo"
    assert board.spaces == (
        9,
        14,
        33,
        38,
        11,
        12,
        35,
        36,
        10,
        13,
        34,
        37,
        17,
        25,
        22,
        30,
        18,
        26,
        21,
        29,
    )


@every_size
def test_corners_first_is_every_space_once_the_corners_first(rows, columns):
    board = reversi.start(rows, columns).board
    assert sorted(board.spaces) == [n for n, p in enumerate(board.squares) if p == "s"]
    corners = {"a1", f"{'abcdefgh'[columns - 1]}1", f"a{rows}", f"{'abcdefgh'[columns - 1]}{rows}"}
    assert {reversi.name(board, n) for n in board.spaces[:4]} == corners


def test_corners_first_leaves_the_squares_beside_a_corner_for_the_end():
    board = reversi.start(8, 8).board
    names = [reversi.name(board, n) for n in board.spaces]
    assert set(names[-4:]) == {"b2", "g2", "b7", "g7"}
    assert set(names[-12:-4]) == {"b1", "g1", "a2", "h2", "a7", "h7", "b8", "g8"}
    assert names[4:8] == ["c1", "d1", "e1", "f1"]


def test_corners_first_on_4x6_also_takes_spaces_that_no_start_has():
    board = reversi.position("ssssss/ssssss/sswbss/sswbss").board
    assert board.spaces[:14] == (9, 14, 33, 38, 11, 12, 10, 13, 34, 37, 17, 25, 22, 30)
    assert sorted(board.spaces) == [n for n, p in enumerate(board.squares) if p == "s"]


# Squares, drawings


@every_size
def test_names_and_numbers_of_squares_are_inverse(rows, columns):
    board = reversi.start(rows, columns).board
    for n, piece in enumerate(board.squares):
        if piece == "o":
            with pytest.raises(ValueError, match="not a square"):
                reversi.square(board, n)
        else:
            assert reversi.square(board, reversi.name(board, n)) == n
            assert reversi.square(board, reversi.name(board, n).upper()) == n
            assert reversi.square(board, n) == reversi.square(board, str(n)) == n


def test_names_are_column_then_row_from_the_top_left():
    board = reversi.start(4, 6).board
    assert [reversi.name(board, n) for n in (9, 14, 17, 33, 38, "pass")] == [
        "a1",
        "f1",
        "a2",
        "a4",
        "f4",
        "pass",
    ]
    assert reversi.line(board, "C1 10, pass a4") == (11, 10, "pass", 33)


@pytest.mark.parametrize("text", ["g1", "a5", "a0", "0", "48", "-9", "", "a", "pas", "9.0"])
def test_what_is_no_square_is_an_error_that_says_what_is(text):
    with pytest.raises(ValueError, match="squares are a1 to f4"):
        reversi.square(reversi.start(4, 6).board, text)


@given(reversi_positions(sizes=tuple(SIZES), max_spaces=64))
def test_show_and_parse_are_inverse(position):
    squares = position.board.squares
    assert reversi.parse(reversi.show(position.board)) == squares
    assert reversi.parse("".join(squares)) == squares
    assert reversi.parse("/".join(drawn(position.board))) == squares
    assert (
        reversi.parse("".join(drawn(position.board)), columns=reversi.columns(position.board))
        == squares
    )
    letters, *rows = reversi.show(position.board).splitlines()
    framed = "\n".join([letters, *(f"{row} {row[0]}" for row in rows), letters])
    assert reversi.parse(framed) == reversi.parse(framed.upper()) == squares
    as_listed = [
        squares[i : i + position.board.width] for i in range(0, len(squares), position.board.width)
    ]
    assert reversi.parse("\n".join(" ".join(row).upper() for row in as_listed)) == squares


@given(reversi_positions())
def test_position_takes_what_a_board_is_made_of(position):
    turn, board = position
    again = reversi.position(board.squares, turn, order=board.spaces, passed=board.passes == 1)
    assert again == (turn, board._replace(passes=int(board.passes == 1)))


def test_a_square_board_may_come_in_one_run():
    assert reversi.parse("sssswbsssbwsssss"[:16]) == reversi.parse("ssss/wbss/sbws/ssss")
    assert reversi.parse("s" * 36) == reversi.parse("/".join(["s" * 6] * 6))


# Errors


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("ssss/swbs/sbws/ssss\nplayer 0 to move", "b or w, not 0"),
        ("sss/sss/sss", "from 4 to 8, not 3x3"),
        ("ssss/ssss/ssss", "from 4 to 8, not 3x4"),
        ("sssss/sssss/sssss/sssss", "from 4 to 8, not 4x5"),
        ("/".join(["s" * 10] * 10), "from 4 to 8, not 10x10"),
        ("", "from 4 to 8, not 0x0"),
        ("ssss/swxs/sbws/ssss", "not 'x'"),
        ("ssss/swbs/sbws/sss", "4, 4, 4, 3 squares"),
        ("ssss/swbs/sows/ssss", "walls"),
        ("oooooo/osssso/osssso/osssso/osssso/ooooo", "walls"),
        ("oooooo", "walls"),
        ("s" * 15, "3, 3, 3, 3, 3|5x3"),
        ("  a b c d\n4 ....\n3 .wb.\n2 .bw.\n1 ....", "row 1 is not '4'"),
        ("ssss/77swbs/sbws/ssss", "row 2 is not '77'"),
        ("ssss/swbs3/sbws/ssss", "row 2 is not '3'"),
        (f"ssss/{'7' * 5000}swbs/sbws/ssss", r"row 2 is not '7{29}\.\.\.$"),
    ],
)
def test_a_board_that_is_none_is_an_error_that_says_why(board, message):
    with pytest.raises(ValueError, match=message):
        reversi.position(board)


@pytest.mark.parametrize("size", [(5, 4), (4, 5), (2, 2), (10, 8), (0, 0), (4, -4)])
def test_a_size_that_is_none_is_an_error(size):
    with pytest.raises(ValueError, match="even number of rows and columns from 4 to 8"):
        reversi.start(*size)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"turn": "x"}, "b or w, not 'x'"),
        ({"order": "spiral"}, "corners, scan or a list of squares, not 'spiral'"),
        ({"order": ["b2"]}, "b2 .14. is occupied"),
        ({"order": ["a1"]}, "leaves out b1, c1"),
        ({"order": [7, *reversi.start(4, 4).board.spaces]}, "twice"),
        ({"order": ["z9"]}, "'z9' is not a square"),
    ],
)
def test_a_position_that_is_none_is_an_error_that_says_why(arguments, message):
    with pytest.raises(ValueError, match=message):
        reversi.position("ssss/swbs/sbws/ssss", **arguments)


def test_a_name_is_for_squares_and_passes_only():
    board = reversi.start(4, 4).board
    for nowhere in (0, 6, 11, 36, -9, "b1", None):
        with pytest.raises(ValueError, match="neither a square of this board nor pass"):
            reversi.name(board, nowhere)


def test_passed_is_yes_or_no():
    assert reversi.position("wbbb/wbbb/wbbb/ssbb", passed=5).board.passes == 1


def test_a_size_is_made_of_numbers():
    with pytest.raises(ValueError, match="not '4'x'4'"):
        reversi.start("4", "4")


def test_an_unknown_opening_is_an_error():
    with pytest.raises(ValueError, match="cross or parallel, not 'diagonal'"):
        reversi.start(4, 4, "diagonal")


def test_an_illegal_move_is_an_error_that_says_what_is_legal():
    with pytest.raises(ValueError, match=r"7 is not a move here; .*: b1 \(8\), a2 \(13\), "):
        follow(reversi.tree(reversi.start(4, 4)), [7])


# Cost


def test_making_the_tree_of_an_8x8_board_expands_nothing_and_its_first_move_one(monkeypatch):
    made = []
    original = reversi.put_piece
    monkeypatch.setattr(reversi, "put_piece", lambda *args: made.append(args) or original(*args))
    tree = reversi.tree(reversi.start())
    assert made == []
    next(iter(tree.moves))
    assert len(made) == 1


def test_a_limited_8x8_tree_is_as_large_as_perft_says():
    assert size_tree(limit_tree_depth(reversi.tree(reversi.start()), 4)) == 1 + 4 + 12 + 56 + 244
