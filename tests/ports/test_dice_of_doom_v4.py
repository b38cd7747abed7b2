import contextlib
import io
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ports.lazy import lazy_cons, lazy_nil, lazy_nth, make_lazy, take_all
from tests.ports.dice_of_doom import GOLDEN, board_of, boards, fresh, output_of

ALL = [
    pytest.param(record, size, id=f"{size}x{size}-{n}")
    for size in (3, 5)
    for n, record in enumerate(GOLDEN[f"v4_{size}x{size}"])
]

players = st.integers(0, 3)
three_by_three = boards(3, players=4, dice=5)


def ratings_of(game, record):
    tree = game.game_tree(board_of(record), record["player"], 0, True)
    return game.get_ratings(game.limit_tree_depth(tree, record["level"]), record["player"])


def as_recorded(ratings):
    """Ratings with the six decimals of the golden data."""
    return [round(rating, 6) for rating in ratings]


def clusters(game, board, player):
    """Connected groups of a player's hexes, grown from single hexes until nothing touches."""
    groups = []
    for pos in (pos for pos, (owner, _) in enumerate(board) if owner == player):
        touching = [group for group in groups if group & set(game.neighbors(pos))]
        groups = [group for group in groups if group not in touching]
        groups.append({pos}.union(*touching))
    return groups


def ways(dice):
    """In how many ways some dice roll 0, 1, 2 ..."""
    if dice == 0:
        return [1]
    fewer = ways(dice - 1)
    return [sum(fewer[max(0, total - 6) : total]) for total in range(6 * dice + 1)]


# What the original answers.


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_neighbors_as_the_original_answers(size):
    game = fresh("v4", size)
    recorded = GOLDEN["neighbors"][str(size)]
    assert [list(game.neighbors(pos)) for pos in range(size * size)] == recorded


@pytest.mark.parametrize(("record", "size"), ALL)
def test_reinforcements_as_the_original_answers(record, size):
    game = fresh("v4", size)
    board, player = board_of(record), record["player"]
    assert game.largest_cluster_size(board, player) == record["largest_cluster"]
    reinforced = tuple(tuple(hex_) for hex_ in record["reinforced"])
    for spare_dice in (-1, 0, 99):
        assert game.add_new_dice(board, player, spare_dice) == reinforced


@pytest.mark.parametrize(("record", "size"), ALL)
def test_ratings_and_choice_as_the_original_answers(record, size):
    game = fresh("v4", size)
    game.ai_level = record["level"]
    game.pick_chance_branch = lambda board, move: move
    tree = game.game_tree(board_of(record), record["player"], 0, True)
    moves = take_all(tree[2])
    assert [list(move[0]) for move in moves] == record["actions"]
    assert as_recorded(ratings_of(game, record)) == record["ratings"]
    if record["computer_choice"] == -1:
        assert moves == ()
    else:
        assert game.handle_computer(tree) is moves[record["computer_choice"]]


def test_in_double_precision_the_ratings_would_be_others():
    game = fresh("v4", 5)
    game.single = float
    game.dice_probability = tuple(tuple(round(p, 2) for p in row) for row in game.dice_probability)
    assert any(
        as_recorded(ratings_of(game, record)) != record["ratings"] for record in GOLDEN["v4_5x5"]
    )


# Moves and chance.


@given(three_by_three, players)
def test_an_attack_needs_two_dice_and_a_foreign_neighbour(board, player):
    game = fresh("v4", 3)
    actions = [move[0] for move in take_all(game.game_tree(board, player, 0, True)[2])]
    assert actions == [
        (src, dst)
        for src in range(9)
        for dst in game.neighbors(src)
        if board[src][0] == player != board[dst][0] and board[src][1] > 1
    ]


@given(three_by_three, players)
def test_a_lost_attack_costs_the_source_all_dice_but_one_and_changes_nothing_else(board, player):
    game = fresh("v4", 3)
    for (src, dst), won, lost in take_all(game.game_tree(board, player, 0, True)[2]):
        assert won[0] == lost[0] == player
        assert lost[1][src] == won[1][src] == (player, 1)
        assert won[1][dst] == (player, board[src][1] - 1)
        assert lost[1][dst] == board[dst]
        for pos in set(range(9)) - {src, dst}:
            assert won[1][pos] == lost[1][pos] == board[pos]


@given(three_by_three, players)
def test_after_an_attack_the_turn_may_be_passed_to_the_next_player(board, player):
    game = fresh("v4", 3)
    for _, won, lost in take_all(game.game_tree(board, player, 0, True)[2]):
        for tree in (won, lost):
            action, after = lazy_nth(0, tree[2])
            assert action is None
            assert after[0] == (player + 1) % 4
            assert after[1] == game.add_new_dice(tree[1], player, 0)


def test_nothing_below_a_node_exists_until_it_is_asked_for():
    game = fresh("v4", 5)
    board = ((0, 5), (1, 1)) * 12 + ((0, 5),)
    tree = game.game_tree(board, 0, 0, True)
    limited = game.limit_tree_depth(tree, 2)
    assert len(game.previous_trees) == 1
    lazy_nth(0, limited[2])
    assert len(game.previous_trees) == 3
    assert take_all(game.limit_tree_depth(tree, 0)[2]) == ()
    assert len(game.previous_trees) == 3


@given(st.integers(1, 5), st.integers(0, 2**32))
def test_dice_roll_from_n_to_6_n_and_say_so(n, seed):
    game = fresh("v4", 5)
    random.seed(seed)
    with contextlib.redirect_stdout(io.StringIO()) as stdout:
        first, second = game.roll_dice(n), game.roll_dice(n)
    assert n <= first <= 6 * n
    assert stdout.getvalue() == f"On {n} dice rolled {first}. \nOn {n} dice rolled {second}. "


@pytest.mark.parametrize(("src", "dst", "won"), [(7, 6, True), (6, 6, False), (5, 6, False)])
def test_only_the_strictly_larger_roll_wins(src, dst, won):
    game = fresh("v4", 5)
    rolls = iter((src, dst))
    rolled = []
    game.roll_dice = lambda n: rolled.append(n) or next(rolls)
    board = ((0, 4), (1, 3)) + ((2, 1),) * 23
    move = ((0, 1), "won", "lost")
    assert game.pick_chance_branch(board, move) == ("won" if won else "lost")
    assert rolled == [4, 3]


def test_passing_rolls_no_dice():
    game = fresh("v4", 5)
    assert output_of(lambda move: game.pick_chance_branch((), move), (None, "passed")) == ""
    assert game.pick_chance_branch((), (None, "passed")) == "passed"


def test_the_human_and_the_dice_decide_together():
    game = fresh("v4", 2)
    tree = game.game_tree(((0, 3), (1, 1), (0, 1), (0, 1)), 0, 0, True)
    [(_, won, lost)] = take_all(tree[2])
    prompt = "choose your move:\n1. 0 -> 1\n"
    for rolls, after in (((12, 5), won), ((3, 6), lost)):
        rolled = iter(rolls)
        game.roll_dice = lambda n, rolled=rolled: next(rolled)
        chosen = []
        printed = output_of(lambda tree, to=chosen: to.append(game.handle_human(tree)), tree, "1\n")
        assert printed == prompt
        assert chosen[0] is after


# Rating.


@given(three_by_three, players, st.integers(1, 2))
@settings(deadline=None, max_examples=40)
def test_a_rating_is_a_single_between_those_of_the_two_outcomes(board, player, level):
    game = fresh("v4", 3)
    limited = game.limit_tree_depth(game.game_tree(board, player, 0, True), level)
    for move, rating in zip(take_all(limited[2]), game.get_ratings(limited, player), strict=True):
        outcomes = [game.rate_position(tree, player) for tree in move[1:]]
        assert game.single(rating) == rating
        assert min(outcomes) - 1e-5 <= rating <= max(outcomes) + 1e-5


@pytest.mark.parametrize("dst_dice", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("src_dice", [2, 3, 4, 5])
def test_the_table_gives_the_odds_of_a_single_attack(src_dice, dst_dice):
    game = fresh("v4", 2)
    board = ((0, src_dice), (1, dst_dice), (0, 1), (0, 1))
    won, lost = ((2, ((0, 5),) * 4, lazy_nil()), (2, ((1, 5),) * 4, lazy_nil()))
    tree = (0, board, make_lazy((((0, 1), won, lost),)))
    # Four safe hexes count 8, four foreign ones -4.
    [rating] = game.get_ratings(tree, 0)
    odds = (rating + 4) / 12
    assert odds == pytest.approx(round(odds, 2), abs=1e-6)
    wins = sum(a * d for won_by, a in enumerate(ways(src_dice)) for d in ways(dst_dice)[:won_by])
    assert odds == pytest.approx(wins / 6 ** (src_dice + dst_dice), abs=0.02)


# Clusters.


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_being_neighbours_is_mutual(size):
    game = fresh("v4", size)
    for pos in range(size * size):
        assert all(pos in game.neighbors(n) for n in game.neighbors(pos))


@given(boards(4, players=4, dice=5), players)
def test_get_connected_is_the_cluster_of_a_hex(board, player):
    game = fresh("v4", 4)
    found = {frozenset(group) for group in clusters(game, board, player)}
    for pos, (owner, _) in enumerate(board):
        connected = game.get_connected(board, player, pos)
        assert len(set(connected)) == len(connected)
        if owner == player:
            assert pos in connected
            assert frozenset(connected) in found
        else:
            assert connected == ()


@given(boards(4, players=4, dice=5), players)
def test_the_largest_cluster_says_how_many_dice_are_handed_out(board, player):
    game = fresh("v4", 4)
    size = max(map(len, clusters(game, board, player)), default=0)
    assert game.largest_cluster_size(board, player) == size
    after = game.add_new_dice(board, player, 0)
    room = [owner == player and dice < 5 for owner, dice in board]
    gained = [new[1] - old[1] for old, new in zip(board, after, strict=True)]
    assert gained == [int(here and sum(room[:pos]) < size) for pos, here in enumerate(room)]


# Playing.


@pytest.mark.parametrize("seed", range(5))
def test_a_seed_repeats_a_whole_game(seed):
    def play(_):
        game = fresh("v4", 3)
        random.seed(seed)
        game.play_vs_computer(game.game_tree(game.gen_board(), 0, 0, True))

    printed = output_of(play, None, "1\n" * 500)
    assert printed == output_of(play, None, "1\n" * 500)
    lines = printed.splitlines()
    line = (
        r"current player = [a-d]| {2,6}([a-d]-[1-5] ){3}|choose your move:"
        r"|\d+\. (end turn|\d -> \d)|On [1-5] dice rolled \d+\. "
    )
    assert all(re.fullmatch(line, text) for text in lines[:-1])
    assert re.fullmatch(r"The winner is [a-d]|The game is a tie between \(.*\)", lines[-1])
    assert lines.count("choose your move:") > 0
    assert any(text.startswith("On ") for text in lines)


@pytest.mark.parametrize("play", ["play_vs_human", "play_vs_computer"])
def test_a_game_may_be_longer_than_the_stack_is_deep(play):
    game = fresh("v4", 2)

    def passing():
        return 0, ((0, 2),) * 4, lazy_cons(lambda: (None, passing()), lazy_nil)

    with pytest.raises(EOFError):
        output_of(getattr(game, play), passing(), "1\n" * 3000)
