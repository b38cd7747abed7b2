"""`check_game`: the games of this package pass, and wrong games, each of which it catches."""

from collections import namedtuple
from fractions import Fraction
from functools import partial
from itertools import count

import pytest
from hypothesis import settings

from landoflisp.errors import BadInput
from landoflisp.games import dice_of_doom, kalah, minimax_game, reversi
from landoflisp.testing import (
    check_game,
    dice_of_doom_trees,
    kalah_trees,
    minimax_trees,
    reversi_trees,
    trees,
)
from landoflisp.tree import (
    Chance,
    Move,
    Moves,
    Outcome,
    Tree,
    limit_tree_depth,
    literal_tree,
    only_moves,
    sort_moves,
    unfold_tree,
)

# The games of this package


@pytest.mark.parametrize(
    ("positions", "options"),
    [
        (reversi_trees(), {"value": reversi.get_value, "show": reversi.show}),
        (kalah_trees(), {"value": kalah.get_value, "show": kalah.show, "parse": kalah.parse}),
        (minimax_trees(), {"value": minimax_game.get_value, "show": minimax_game.show}),
        (dice_of_doom_trees(), {"show": dice_of_doom.show, "parse": dice_of_doom.parse}),
    ],
    ids=["reversi", "kalah", "minimax", "dice-of-doom"],
)
def test_the_four_games_are_games_from_any_position(positions, options):
    check_game(positions, **options)


@pytest.mark.parametrize(
    "tree",
    [
        reversi.tree(reversi.start()),
        kalah.tree(kalah.start()),
        minimax_game.tree(minimax_game.start()),
        dice_of_doom.game_tree(dice_of_doom.gen_board(dice_of_doom.Rules(size=4), 1), 0),
    ],
    ids=["reversi", "kalah", "minimax", "dice-of-doom"],
)
def test_the_four_games_are_games_from_the_start(tree):
    check_game(tree, settings=FEW)


def test_what_is_made_of_a_game_is_a_game():
    tree = kalah.tree(kalah.start(3, 3))
    for stage in (
        partial(limit_tree_depth, depth=3),
        partial(only_moves, actions=[0, 1]),
        partial(sort_moves, key=len),
    ):
        check_game(stage(tree), kalah.get_value)


# Wrong games: stones are taken, one or two at a time.

FEW = settings(max_examples=10, database=None)
HARD = settings(max_examples=100, database=None, derandomize=True)


def take(player, stones):
    for n in (1, 2):
        if n <= stones:
            yield n, 1 - player, stones - n


def lead(stones, player):
    return stones if player == 0 else -stones


def test_a_right_game_passes():
    check_game(unfold_tree(take, 0, 9), lead, show=str, parse=int)


class Heap:
    """Stones that can be taken away in place."""

    def __init__(self, stones):
        self.stones = stones

    def __eq__(self, other):
        return self.stones == other.stones

    def __hash__(self):
        return hash(self.stones)

    def __repr__(self):
        return f"Heap({self.stones})"


class Nameless(Heap):
    __eq__ = object.__eq__
    __hash__ = object.__hash__


class Restless(Heap):
    __eq__ = Heap.__eq__

    def __hash__(self):
        return id(self)


Lists = namedtuple("Lists", "heaps")


def change(player, heap):
    if heap.stones:
        heap.stones -= 1
        yield 1, 1 - player, heap


def take_nameless(player, heap):
    for n, successor, stones in take(player, heap.stones):
        yield n, successor, Nameless(stones)


def take_restless(player, heap):
    for n, successor, stones in take(player, heap.stones):
        yield n, successor, Restless(stones)


def take_heaps(player, heap):
    for n, successor, stones in take(player, heap.stones):
        yield n, successor, Heap(stones)


def taking_value(heap, player):
    heap.stones = 0
    return 0


def take_lists(player, board):
    for n, successor, stones in take(player, board.heaps[0]):
        yield n, successor, Lists([stones])


def take_and_turn_to_lists(player, board):
    for n, successor, stones in take(player, board[0]):
        yield n, successor, [stones] if stones < 2 else (stones,)


def same_action(player, stones):
    return [("take", 1 - player, stones - n) for n in (1, 2) if n <= stones]


def list_action(player, stones):
    return [([n], 1 - player, stones - n) for n in (1, 2) if n <= stones]


def two_parts(player, stones):
    return [(n, stones - n) for n in (1, 2) if n <= stones]


def put_back(player, stones):
    return [*take(player, stones), ("back", 1 - player, stones + 1)] if stones < 5 else []


def add(player, stones):
    return [(n, 1 - player, stones + n) for n in (1, 2)]


def three_players(player, stones):
    return [(n, (player + 1) % 3, stones - n) for n in (1, 2) if n <= stones]


def forgetful(player, stones, seen=[]):  # noqa: B006
    seen.append(stones)
    return [(n + len(seen) % 2, 1 - player, stones - 1) for n in (1, 2) if n <= stones]


def broken_at_one(player, stones):
    return [(n, 1 - player, stones - n + 0 // (stones - 1)) for n in (1, 2) if n <= stones]


def eager(player, stones):
    moves = [Move(n, eager(other, left)) for n, other, left in take(player, stones)]
    return Tree(player, stones, tuple(moves))


def generated(player, stones):
    moves = (Move(n, generated(other, left)) for n, other, left in take(player, stones))
    return Tree(player, stones, moves)


def rule_of_its_own(player, stones):
    """Makes a rule for every position, so that equal positions are different trees."""
    return Tree(player, stones, Moves(partial(rule_of_its_own_moves, player, stones)))


def rule_of_its_own_moves(player, stones):
    for n, successor, left in take(player, stones):
        yield Move(n, rule_of_its_own(successor, left))


def loaded(player, stones):
    return Tree(player, stones, Moves(loaded_moves, (player, stones)))


def loaded_moves(player, stones):
    for n, successor, left in take(player, stones):
        odds = Fraction(1, 2) if left else Fraction(2, 3)
        outcome = Outcome(odds, loaded(successor, left))
        yield Chance(n, (outcome, outcome))


def plain_tuples(player, stones):
    return Tree(player, stones, Moves(plain_moves, (player, stones)))


def plain_moves(player, stones):
    return [(n, plain_tuples(other, left)) for n, other, left in take(player, stones)]


def no_trees(player, stones):
    return Tree(player, stones, Moves(no_trees_moves, (player, stones)))


def no_trees_moves(player, stones):
    return [Move(n, (other, left)) for n, other, left in take(player, stones)]


def enclosed(most):
    def take_some(player, stones):
        return [(n, 1 - player, stones - n) for n in range(1, most + 1) if n <= stones]

    return unfold_tree(take_some, 0, 5)


TAKE = unfold_tree(take, 0, 5)
WRONG = {
    "the rule changes the board": (
        unfold_tree(change, 0, Heap(3)),
        {},
        "the rule changes the board .*\n    line      \\[\\]\n.*\n    board     Heap\\(3\\)\n"
        "    changed   Heap\\(2\\)",
    ),
    "the value changes the board": (
        unfold_tree(take_heaps, 0, Heap(3)),
        {"value": taking_value},
        "value\\(board, 0\\) changes the board",
    ),
    "hashes that differ": (
        unfold_tree(take_restless, 0, Restless(3)),
        {},
        "different hashes",
    ),
    "a list for a board": (unfold_tree(take, 0, [5]), {}, "the board cannot be hashed"),
    "a list in a board": (unfold_tree(take_lists, 0, Lists([5])), {}, "the board cannot be hashed"),
    "a list at the end": (unfold_tree(take_and_turn_to_lists, 0, (4,)), {}, "cannot be hashed"),
    "a list for an action": (unfold_tree(list_action, 0, 5), {}, "an action cannot be hashed"),
    "boards that equal nothing": (
        unfold_tree(take_nameless, 0, Nameless(3)),
        {},
        "a copy of the board is not equal to it",
    ),
    "two moves of one name": (unfold_tree(same_action, 0, 5), {}, "the same action"),
    "too few parts": (unfold_tree(two_parts, 0, 5), {}, "asking for the moves raises ValueError"),
    "an error in the rule": (
        unfold_tree(broken_at_one, 0, 4),
        {},
        r"asking for the moves raises ZeroDivisionError in \S+, line \d+: ",
    ),
    "there and back": (unfold_tree(put_back, 0, 4), {}, "a position comes back"),
    "without end": (unfold_tree(add, 0, 0), {"plies": 50}, "not over after 50 moves"),
    "never the same": (unfold_tree(forgetful, 0, 3), {}, "not the same each time"),
    "a third player": (unfold_tree(three_players, 0, 5), {"value": lead}, "for two players"),
    "everything at once": (eager(0, 5), {}, "there before anybody asks"),
    "once and never again": (generated(0, 5), {}, "can be asked for only once"),
    "a rule each": (rule_of_its_own(0, 5), {}, "made by another rule each time"),
    "loaded dice": (loaded(0, 5), {}, "do not add up to 1"),
    "plain tuples": (plain_tuples(0, 5), {}, "no Move"),
    "moves to nowhere": (no_trees(0, 5), {}, "comes no Tree"),
    "a lambda": (unfold_tree(lambda player, n: take(player, n), 0, 5), {}, "cannot be pickled"),
    "an inner function": (enclosed(2), {}, "cannot be pickled"),
    "worth the same to both": (TAKE, {"value": lambda board, player: board}, "not zero-sum"),
    "worth nothing": (TAKE, {"value": lambda board, player: None}, "no finite number"),
    "worth too much": (TAKE, {"value": lambda board, player: float("inf")}, "no finite number"),
    "no value at the end": (TAKE, {"value": lambda board, player: 0 / board}, "ZeroDivisionError"),
    "cannot be drawn": (TAKE, {"show": lambda board: " ."[board]}, "IndexError"),
    "drawn as a number": (TAKE, {"show": lambda board: board}, "no text"),
    "read otherwise": (TAKE, {"show": str, "parse": lambda text: int(text) + 1}, "another board"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_game_is_caught(name):
    tree, options, words = WRONG[name]
    with pytest.raises(AssertionError, match=words):
        check_game(tree, **options, settings=HARD)


@pytest.mark.parametrize("name", ["a lambda", "an inner function"])
def test_a_game_that_does_not_pickle_may_be_played_all_the_same(name):
    check_game(WRONG[name][0], pickles=False)


def late(player, stones):
    """Goes wrong with two stones left."""
    return same_action(player, stones) if stones == 2 else take(player, stones)


def test_the_message_says_where_it_is_wrong_by_the_shortest_line():
    with pytest.raises(AssertionError) as caught:
        check_game(unfold_tree(late, 0, 6), settings=HARD)
    assert (
        str(caught.value)
        == """\
two moves have the same action
    line      [2, 2]
    player    0
    board     2
    actions   ['take', 'take']"""
    )


def very_late(player, stones):
    return same_action(player, stones) if stones == 2 else range_of(player, stones)


def range_of(player, stones):
    return [(n, 1 - player, stones - n) for n in range(1, 6) if n <= stones]


def test_what_is_wrong_far_away_is_found_in_play():
    with pytest.raises(AssertionError, match="two moves have the same action"):
        check_game(unfold_tree(very_late, 0, 40), settings=HARD)


def test_a_long_line_is_shortened_and_nothing_else_is_printed(capsys):
    with pytest.raises(AssertionError, match=r", \.\.\., .*\(201 moves\)\n") as caught:
        check_game(unfold_tree(add, 0, 0), plies=200)
    assert max(map(len, str(caught.value).splitlines())) < 80
    assert capsys.readouterr().out == ""


ASKED = count(1)


def every_third_time_less(player, stones):
    moves = list(take(player, stones))
    return moves[1:] if len(moves) == 2 and next(ASKED) % 3 == 0 else moves


def test_a_rule_that_leaves_a_move_out_every_third_time_is_caught():
    with pytest.raises(AssertionError, match="the moves are not the same each time"):
        check_game(unfold_tree(every_third_time_less, 0, 2))


def test_a_board_of_several_lines_is_shown_as_it_is_drawn():
    tree = kalah.tree(kalah.start(3, 1))
    with pytest.raises(AssertionError) as caught:
        check_game(tree, lambda board, player: 1, show=kalah.show, settings=HARD)
    assert kalah.show(kalah.start(3, 1).board).replace("\n", "\n        ") in str(caught.value)


def test_literal_trees_are_expanded_and_so_are_no_games():
    for tree in (literal_tree([[1, 2], 3]), trees().filter(lambda tree: tree.moves)):
        with pytest.raises(AssertionError, match="before anybody asks"):
            check_game(tree)


def test_what_cannot_be_checked_is_bad_input():
    with pytest.raises(BadInput, match="a Tree or a Hypothesis strategy"):
        check_game(take)
