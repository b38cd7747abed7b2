import contextlib
import io
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.ports.dice_of_doom import GOLDEN, board_of, boards, first_definition, fresh, output_of

ROOT = Path(__file__).parents[2]
QUICK = 50_000  # different trees of a 3x3 board that are made and rated in about a second

players = st.integers(0, 1)
two_by_two = boards(2)


def play(transcripts):
    return [
        pytest.param(record, id="article" if n == 0 else str(n))
        for n, record in enumerate(transcripts)
    ]


def nodes(tree):
    """Size of the unfolded tree and number of different trees in it.

    The tree is walked by identity, each node once: unfolded it may have billions.
    """
    size, value, values = {}, {}, {}

    def walk(tree):
        if id(tree) in size:
            return
        player, board, moves = tree
        for _, after in moves:
            walk(after)
        size[id(tree)] = 1 + sum(size[id(after)] for _, after in moves)
        shape = player, board, tuple((action, value[id(after)]) for action, after in moves)
        value[id(tree)] = values.setdefault(shape, len(values))

    walk(tree)
    return size[id(tree)], len(values)


def subtrees(tree):
    """Every different node of a small tree."""
    yield tree
    for _, after in tree[2]:
        yield from subtrees(after)


def first_tree(game, board, player):
    return game.game_tree(board, player, 0, True)


# What the original answers.


@pytest.mark.parametrize("record", GOLDEN["v1_2x2"])
def test_2x2_boards_as_the_original_answers(record):
    game = fresh("v1", 2)
    board, player = board_of(record), record["player"]
    tree = first_tree(game, board, player)
    _, _, moves = tree
    assert nodes(tree)[0] == record["tree_size"]
    assert [list(action) for action, _ in moves] == record["actions"]
    assert game.get_ratings(tree, player) == tuple(map(Fraction, record["ratings"]))
    assert game.rate_position(tree, 0) == Fraction(record["rate_position_0"])
    assert game.rate_position(tree, 1) == Fraction(record["rate_position_1"])
    assert game.winners(board) == tuple(record["winners"])
    assert [list(hex_) for hex_ in game.add_new_dice(board, player, 3)] == record["add_3_dice"]
    if record["computer_choice"] == -1:
        assert moves == ()
    else:
        assert game.handle_computer(tree) is moves[record["computer_choice"]][1]


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(
            record,
            id=f"{record['tree_size']}-nodes",
            marks=[pytest.mark.slow] if record["distinct_trees"] > QUICK else [],
        )
        for record in GOLDEN["v1_3x3"]
    ],
)
def test_3x3_boards_as_the_original_answers(record):
    game = fresh("v1", 3)
    tree = first_tree(game, board_of(record), record["player"])
    assert nodes(tree) == (record["tree_size"], record["distinct_trees"])
    assert game.rate_position(tree, 0) == Fraction(record["rate_position_0"])
    assert game.get_ratings(tree, 0) == tuple(map(Fraction, record["ratings_for_0"]))


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_neighbors_as_the_original_answers(size):
    game = fresh("v1", size)
    recorded = GOLDEN["neighbors"][str(size)]
    assert [list(game.neighbors(pos)) for pos in range(size * size)] == recorded


@pytest.mark.parametrize("record", play(GOLDEN["v1_transcripts"]))
def test_a_2x2_game_prints_what_the_original_prints(record):
    game = fresh("v1", 2)
    tree = first_tree(game, board_of(record), 0)
    assert output_of(game.play_vs_computer, tree, record["stdin"]) == record["stdout"]


@pytest.mark.parametrize("record", play(GOLDEN["v1_transcripts_3x3"]))
def test_a_3x3_game_prints_what_the_original_prints(record):
    game = fresh("v1", 3)
    tree = first_tree(game, board_of(record), 0)
    assert output_of(game.play_vs_computer, tree, record["stdin"]) == record["stdout"]


# The memos.


def test_neighbors_go_stale_when_the_board_grows_after_a_game():
    game = fresh("v1", 2)
    record = GOLDEN["v1_transcripts"][0]
    output_of(game.play_vs_computer, first_tree(game, board_of(record), 0), record["stdin"])
    game.board_size, game.board_hexnum = 3, 9
    assert game.neighbors(0) == tuple(GOLDEN["neighbors"]["2"][0])
    assert game.neighbors(0) != tuple(GOLDEN["neighbors"]["3"][0])
    assert game.neighbors(8) == tuple(GOLDEN["neighbors"]["3"][8])


@given(two_by_two, players)
def test_equal_positions_are_one_tree(board, player):
    game = fresh("v1", 2)
    tree = first_tree(game, board, player)
    assert game.game_tree(board[:2] + board[2:], player, 0, True) is tree
    assert len({id(t) for t in subtrees(tree)}) == len(game.previous_trees)


@given(two_by_two, players)
def test_memos_change_no_rating(board, player):
    game, plain = fresh("v1", 2), fresh("v1", 2)
    plain.rate_position = plain.old_rate_position
    plain.game_tree = plain.old_game_tree
    plain.neighbors = plain.old_neighbors
    tree = first_tree(game, board, player)
    assert tree == first_tree(plain, board, player)
    for seen_by in (0, 1):
        assert game.get_ratings(tree, seen_by) == plain.get_ratings(tree, seen_by)
    assert plain.previous_ratings == plain.previous_trees == plain.previous_neighbors == {}


def test_a_tree_is_rated_once_and_an_equal_one_for_itself():
    game = fresh("v1", 2)
    rated = []
    rate = game.old_rate_position
    game.old_rate_position = lambda tree, player: rated.append(tree) or rate(tree, player)
    board = board_of(GOLDEN["v1_transcripts"][0])
    tree = first_tree(game, board, 0)
    game.rate_position(tree, 0)
    different = len({id(t) for t in subtrees(tree)})
    assert len(rated) == different
    game.rate_position(tree, 0)
    assert len(rated) == different
    game.rate_position(tree, 1)
    assert len(rated) == 2 * different
    player, board, moves = tree
    twin = (player, board, moves)
    assert twin == tree
    assert twin is not tree
    assert game.rate_position(twin, 0) == game.rate_position(tree, 0)
    assert rated[2 * different :] == [tree]
    assert rated[-1] is twin


@given(boards(3), players, st.integers(0, 12))
def test_both_definitions_of_add_new_dice_agree(board, player, spare_dice):
    game = fresh("v1", 3)
    plain = first_definition(game, "add_new_dice")
    assert plain(board, player, spare_dice) == game.add_new_dice(board, player, spare_dice)


# Theorems about the game.


@given(two_by_two, players)
def test_an_attack_conserves_hexes_and_loses_the_dice_of_the_destination(board, player):
    game = fresh("v1", 2)
    for (src, dst), (mover, after, _) in first_tree(game, board, player)[2]:
        assert mover == player == after[src][0] == after[dst][0]
        assert len(after) == len(board)
        assert all(after[pos] == board[pos] for pos in range(4) if pos not in (src, dst))
        assert sum(dice for _, dice in after) == sum(dice for _, dice in board) - board[dst][1]


@given(boards(3), players, st.integers(0, 12))
def test_reinforcement_fills_the_first_hexes_first_and_none_above_the_maximum(board, player, n):
    game = fresh("v1", 3)
    after = game.add_new_dice(board, player, n)
    room = [owner == player and dice < 3 for owner, dice in board]
    gained = [new[1] - old[1] for old, new in zip(board, after, strict=True)]
    assert [owner for owner, _ in after] == [owner for owner, _ in board]
    assert gained == [int(here and sum(room[:pos]) < n) for pos, here in enumerate(room)]


@given(two_by_two, players)
def test_shares_of_the_win_add_up_to_1_at_every_leaf(board, player):
    game = fresh("v1", 2)
    for tree in subtrees(first_tree(game, board, player)):
        if not tree[2]:
            assert game.rate_position(tree, 0) + game.rate_position(tree, 1) == 1


@given(two_by_two, players)
def test_passing_comes_first_and_only_later_in_a_turn(board, player):
    game = fresh("v1", 2)
    tree = first_tree(game, board, player)
    assert None not in [action for action, _ in tree[2]]
    for _, (_, _, moves) in tree[2]:
        actions = [action for action, _ in moves]
        assert actions[0] is None
        assert None not in actions[1:]
        assert moves[0][1][0] != player


@given(boards(3, players=4))
def test_winners_have_the_most_hexes_in_the_order_of_their_last_ones(board):
    game = fresh("v1", 3)
    tally = [player for player, _ in board]
    most = max(map(tally.count, tally))
    by_last_hex = sorted(set(tally), key=lambda p: max(i for i, q in enumerate(tally) if p == q))
    assert game.winners(board) == tuple(p for p in by_last_hex if tally.count(p) == most)


@given(st.randoms(use_true_random=False))
@settings(max_examples=20)
def test_a_random_board_has_hexes_of_the_players_with_1_to_3_dice(rng):
    game = fresh("v1", 3)
    game.random = rng
    board = game.gen_board()
    assert len(board) == 9
    assert {player for player, _ in board} <= {0, 1}
    assert {dice for _, dice in board} <= {1, 2, 3}


# Printing and reading.


def test_a_tie_is_announced_with_its_players_in_parentheses():
    game = fresh("v1", 2)
    board = ((1, 1), (0, 1), (0, 1), (1, 1))
    assert output_of(game.announce_winner, board) == "The game is a tie between (a b)"


def test_a_second_game_starts_on_a_fresh_line_of_the_same_output():
    game = fresh("v1", 2)
    leaf = first_tree(game, ((0, 1), (0, 1), (1, 1), (0, 1)), 0)
    once = output_of(game.play_vs_computer, leaf)
    assert once == "current player = a\n    a-1 a-1 \n  b-1 a-1 \nThe winner is a"
    with contextlib.redirect_stdout(io.StringIO()) as stdout:
        game.play_vs_computer(leaf)
        game.play_vs_computer(leaf)
    assert stdout.getvalue() == once + "\n" + once
    assert output_of(game.play_vs_computer, leaf) == once


def test_people_who_choose_as_the_computer_does_see_the_same_game():
    game = fresh("v1", 2)
    record = GOLDEN["v1_transcripts"][0]
    tree = start = first_tree(game, board_of(record), 0)
    answers = iter(record["stdin"].split())
    typed = []
    while tree[2]:
        after = [move[1] for move in tree[2]]
        if tree[0] == 0:
            typed.append(int(next(answers)))
        else:
            typed.append(1 + after.index(game.handle_computer(tree)))
        tree = after[typed[-1] - 1]

    def boards_of(stdout):
        return re.sub(r"choose your move:\n(\d+\. .*\n)+", "", stdout)

    seen = output_of(game.play_vs_human, start, " ".join(map(str, typed)))
    assert boards_of(seen) == boards_of(record["stdout"])
    assert seen.count("choose your move:") == len(typed)


def test_read_takes_one_number_at_a_time(monkeypatch):
    game = fresh("v1", 2)
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n  12 3\n\n4"))
    assert [game.read(), game.read(), game.read()] == [12, 3, 4]
    with pytest.raises(EOFError):
        game.read()


@pytest.mark.parametrize("answer", ["0\n", "-1\n", "3\n"])
def test_a_number_that_is_no_move_is_an_error(answer, monkeypatch):
    game = fresh("v1", 2)
    tree = first_tree(game, ((0, 2), (1, 1), (1, 1), (1, 3)), 0)
    assert len(tree[2]) == 2
    with pytest.raises(IndexError):
        output_of(game.handle_human, tree, answer)


def test_the_module_plays_a_random_board():
    game = subprocess.run(
        [sys.executable, "-m", "ports.dice_of_doom_v1"],
        cwd=ROOT,
        input="1\n" * 60,
        capture_output=True,
        text=True,
        check=True,
    )
    assert game.stdout.startswith("current player = a\n    ")
    *_, last = game.stdout.splitlines()
    assert last.startswith(("The winner is ", "The game is a tie between "))
    assert game.stdout.endswith("\n")
    assert game.stderr == ""
