import inspect
import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import ports.dice_of_doom_v2 as v2
from ports.lazy import lazy_nth, take_all
from tests.ports.dice_of_doom import GOLDEN, board_of, boards, first_definition, fresh, output_of

ALL = [
    pytest.param(record, size, id=f"{size}x{size}-{n}")
    for size in (3, 4, 5)
    for n, record in enumerate(GOLDEN[f"v2_{size}x{size}"])
]

players = st.integers(0, 1)
levels = st.integers(0, 3)


def unfolded(tree):
    """A tree with tuples for its lazy lists."""
    player, board, moves = tree
    return player, board, tuple((action, unfolded(after)) for action, after in take_all(moves))


def cut(tree, depth):
    """An unfolded tree down to a depth."""
    player, board, moves = tree
    return player, board, tuple((a, cut(t, depth - 1)) for a, t in moves if depth > 0)


def ab_ratings(game, tree, player):
    widest = game.most_positive_fixnum, game.most_negative_fixnum
    return game.ab_get_ratings_max(tree, player, *widest)


# What the original answers.


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_neighbors_as_the_original_answers(size):
    game = fresh("v2", size)
    recorded = GOLDEN["neighbors"][str(size)]
    assert [list(game.neighbors(pos)) for pos in range(size * size)] == recorded


@pytest.mark.parametrize(("record", "size"), ALL)
def test_scores_as_the_original_answers(record, size):
    game = fresh("v2", size)
    board = board_of(record)
    assert game.score_board(board, 0) == record["score_0"]
    assert game.score_board(board, 1) == record["score_1"]
    threatened = [game.threatened(pos, board) for pos in range(size * size)]
    assert threatened == [bool(t) for t in record["threatened"]]


@pytest.mark.parametrize(("record", "size"), ALL)
def test_ratings_and_choice_as_the_original_answers(record, size):
    game = fresh("v2", size)
    game.ai_level = record["level"]
    player = record["player"]
    tree = game.game_tree(board_of(record), player, 0, True)
    limited = game.limit_tree_depth(tree, record["level"])
    moves = take_all(tree[2])
    assert [list(action) for action, _ in moves] == record["actions"]
    assert ab_ratings(game, limited, player) == tuple(record["ab_ratings"])
    assert game.get_ratings(limited, player) == tuple(record["ratings"])
    if record["computer_choice"] == -1:
        assert moves == ()
    else:
        assert game.handle_computer(tree) is moves[record["computer_choice"]][1]


def test_the_board_is_4x4_until_the_chapter_has_alpha_beta_and_5x5_then():
    sizes = re.findall(
        r"^(?:board_size = (\d)|def (ab_rate_position))", inspect.getsource(v2), re.M
    )
    assert sizes == [("4", ""), ("", "ab_rate_position"), ("5", "")]
    game = fresh("v2")
    assert (game.board_size, game.board_hexnum) == (5, 25)


# Laziness.


@pytest.mark.parametrize("size", [4, 5])
def test_nothing_below_a_node_exists_until_it_is_asked_for(size):
    game = fresh("v2", size)
    board = ((0, 3), (1, 1)) * (size * size // 2) + ((0, 3),) * (size % 2)
    tree = game.game_tree(board, 0, 0, True)
    limited = game.limit_tree_depth(tree, 4)
    assert len(game.previous_trees) == 1
    first = lazy_nth(0, tree[2])
    assert len(game.previous_trees) == 2
    assert lazy_nth(0, limited[2])[0] == first[0]
    assert len(game.previous_trees) == 2
    moves = take_all(tree[2])
    assert len(moves) > 10
    assert len(game.previous_trees) == 1 + len(moves)
    assert take_all(game.limit_tree_depth(tree, 0)[2]) == ()
    assert len(game.previous_trees) == 1 + len(moves)


@given(boards(2), players)
def test_the_lazy_tree_unfolds_to_the_tree_of_version_1(board, player):
    tree = fresh("v2", 2).game_tree(board, player, 0, True)
    assert unfolded(tree) == fresh("v1", 2).game_tree(board, player, 0, True)


@given(boards(3), players, levels)
def test_a_limited_tree_is_the_whole_one_down_to_its_depth(board, player, depth):
    game = fresh("v2", 3)
    limited = game.limit_tree_depth(game.game_tree(board, player, 0, True), depth)
    deeper = game.limit_tree_depth(game.game_tree(board, player, 0, True), depth + 1)
    assert unfolded(limited) == cut(unfolded(deeper), depth)


# Rating.


@given(boards(3), players)
def test_the_score_counts_safe_hexes_twice_and_foreign_ones_against(board, player):
    game = fresh("v2", 3)
    own = [pos for pos in range(9) if board[pos][0] == player]
    safe = [
        pos
        for pos in own
        if all(board[n][0] == player or board[n][1] <= board[pos][1] for n in game.neighbors(pos))
    ]
    assert game.score_board(board, player) == len(own) + len(safe) - (9 - len(own))


@given(boards(3), players, levels, st.integers(-9, 18), st.integers(-9, 18))
@settings(deadline=None)
def test_alpha_beta_is_the_full_rating_as_far_as_it_lies_between_the_limits(
    board, player, level, one, other
):
    game = fresh("v2", 3)
    lower, upper = sorted((one, other))
    assume(lower < upper)
    tree = game.limit_tree_depth(game.game_tree(board, player, 0, True), level)
    for seen_by in (0, 1):
        full = game.rate_position(tree, seen_by)
        rating = game.ab_rate_position(tree, seen_by, upper, lower)
        if lower < full < upper:
            assert rating == full
        elif full >= upper:
            assert rating >= upper
        else:
            assert rating <= lower


@given(boards(3), players, st.integers(1, 4))
@settings(deadline=None)
def test_alpha_beta_chooses_what_the_full_rating_chooses(board, player, level):
    game = fresh("v2", 3)
    game.ai_level = level
    tree = game.game_tree(board, player, 0, True)
    if take_all(tree[2]):
        plain = first_definition(game, "handle_computer")
        assert game.handle_computer(tree) is plain(tree)
        full = game.get_ratings(game.limit_tree_depth(tree, level), player)
        quick = ab_ratings(game, game.limit_tree_depth(tree, level), player)
        assert len(quick) == len(full)
        assert all(a >= b for a, b in zip(quick, full, strict=True))
        assert max(quick) == max(full)


def test_the_limits_end_the_list_of_ratings():
    game = fresh("v2", 3)
    record = max(GOLDEN["v2_3x3"], key=lambda record: len(record["ratings"]))
    tree = game.game_tree(board_of(record), record["player"], 0, True)
    player, other = record["player"], 1 - record["player"]
    limited = game.limit_tree_depth(tree, 1)
    full = game.get_ratings(limited, player)
    assert game.ab_get_ratings_max(limited, player, full[0], -99) == full[:1]
    assert game.ab_get_ratings_max(limited, player, max(full), -99)[-1] == max(full)
    theirs = game.get_ratings(limited, other)
    assert game.ab_get_ratings_min(limited, other, 99, theirs[0]) == theirs[:1]
    assert game.ab_get_ratings_min(limited, other, 99, -99) == theirs


# Playing.


@pytest.mark.parametrize("record", GOLDEN["v1_transcripts"])
def test_people_see_what_they_see_in_version_1(record):
    printed = []
    for version in ("v1", "v2"):
        game = fresh(version, 2)
        tree = game.game_tree(board_of(record), 0, 0, True)
        printed.append(output_of(game.play_vs_human, tree, "1\n" * 60))
    assert printed[0] == printed[1]


def test_the_game_of_the_article_goes_the_same_way():
    record = GOLDEN["v1_transcripts"][0]
    game = fresh("v2", 2)
    tree = game.game_tree(board_of(record), 0, 0, True)
    assert output_of(game.play_vs_computer, tree, record["stdin"]) == record["stdout"]


def test_a_4x4_game_against_the_computer_comes_to_its_end():
    game = fresh("v2", 4)
    board = board_of(GOLDEN["v2_4x4"][0])
    printed = output_of(game.play_vs_computer, game.game_tree(board, 0, 0, True), "1\n" * 60)
    assert printed.startswith("current player = a\n        b-3 b-1 b-1 b-1 \n      b-1 ")
    assert printed.splitlines()[-1].startswith(("The winner is ", "The game is a tie between "))
    assert "current player = b" in printed


@pytest.mark.parametrize("answer", ["0\n", "99\n"])
def test_a_number_that_is_no_move_is_an_error(answer):
    game = fresh("v2", 2)
    tree = game.game_tree(((0, 2), (1, 1), (1, 1), (1, 3)), 0, 0, True)
    with pytest.raises(TypeError):
        output_of(game.handle_human, tree, answer)


def test_the_end_of_input_is_an_error():
    game = fresh("v2", 2)
    tree = game.game_tree(((0, 2), (1, 1), (1, 1), (1, 3)), 0, 0, True)
    with pytest.raises(EOFError):
        output_of(game.play_vs_computer, tree)
