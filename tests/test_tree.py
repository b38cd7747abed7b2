"""What a lazy tree promises: nothing before it is asked for, everything by value."""

import copy
import pickle
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolz import first, memoize, pipe

from landoflisp.games import kalah, reversi
from landoflisp.search import fail_soft, negamax
from landoflisp.testing import reversi_positions, trees, zero_sum
from landoflisp.tree import (
    NO_MOVES,
    Chance,
    Move,
    Moves,
    Outcome,
    Tree,
    branches,
    flatten_tree,
    fold_tree,
    follow,
    limit_tree_depth,
    line_first,
    literal_tree,
    map_tree,
    only_moves,
    perft,
    size_tree,
    sort_moves,
    unfold_tree,
)


def height(tree):
    return fold_tree(tree, lambda _, heights: 1 + max(heights, default=-1))


def known(tree):
    """The tree with all its moves made: equal to another of the same shape and boards."""
    return tree._replace(moves=tuple(Move(a, known(t)) for a, t in tree.moves))


def child_board(move):
    return move.tree.board


def double(board, player):
    return 2 * board


def reverse_sign(board, player):
    return -board


STAGES = {
    "limit_tree_depth": partial(limit_tree_depth, depth=3),
    "limit_tree_depth by turns": partial(limit_tree_depth, depth=2, turns=True),
    "sort_moves": partial(sort_moves, key=child_board),
    "line_first": partial(line_first, line=(0, 1)),
    "map_tree": partial(map_tree, function=double),
}
stages = pytest.mark.parametrize("stage", list(STAGES.values()), ids=list(STAGES))


# Laziness


def counting_rule(log):
    def rule(player, board):
        log.append(("asked", board))
        for i in range(3):
            log.append(("made", (*board, i)))
            yield i, 1 - player, (*board, i)

    return rule


def test_making_a_tree_expands_nothing():
    log = []
    unfold_tree(counting_rule(log), 0, ())
    assert log == []


def test_the_first_move_of_a_tree_expands_one():
    log = []
    action, tree = first(unfold_tree(counting_rule(log), 0, ()).moves)
    assert (action, tree.player, tree.board) == (0, 1, (0,))
    assert log == [("asked", ()), ("made", (0,))]


def test_asking_whether_there_are_moves_makes_one():
    log = []
    assert unfold_tree(counting_rule(log), 0, ()).moves
    assert log == [("asked", ()), ("made", (0,))]


@pytest.mark.parametrize(
    "stage",
    [
        partial(limit_tree_depth, depth=5),
        partial(limit_tree_depth, depth=5, turns=True),
        partial(line_first, line=()),
        partial(map_tree, function=lambda board, player: board),
        lambda tree: sort_moves(line_first(limit_tree_depth(tree, 9), (0,)), key=str),
    ],
)
def test_transforming_a_tree_expands_nothing(stage):
    log = []
    stage(unfold_tree(counting_rule(log), 0, ()))
    assert log == []


def test_limiting_and_mapping_make_no_more_moves_than_are_asked_for():
    log = []
    tree = map_tree(limit_tree_depth(unfold_tree(counting_rule(log), 0, ()), 2), lambda b, _: b)
    first(first(tree.moves).tree.moves)
    assert log == [("asked", ()), ("made", (0,)), ("asked", (0,)), ("made", (0, 0))]


def test_fold_tree_does_not_fold_what_is_not_asked_for():
    log = []
    tree = unfold_tree(counting_rule(log), 0, ())
    leftmost = fold_tree(
        tree, lambda node, rest: len(node.board) if len(node.board) > 4 else first(rest)
    )
    assert leftmost == 5
    assert max(len(board) for _, board in log) == 5
    assert all(set(board) <= {0} for _, board in log)


def test_flatten_tree_goes_no_further_than_it_is_asked():
    log = []
    nodes = flatten_tree(unfold_tree(counting_rule(log), 0, ()))
    assert [next(nodes).board for _ in range(3)] == [(), (0,), (0, 0)]
    assert [board for what, board in log if what == "made"] == [(0,), (0, 0)]


# Values


@given(reversi_positions(max_spaces=5))
def test_equal_positions_make_equal_trees_with_equal_hashes(position):
    one, other = reversi.tree(position), reversi.tree(copy.deepcopy(position))
    assert one == other
    assert hash(one) == hash(other)
    assert list(one.moves) == list(other.moves)


@given(reversi_positions(max_spaces=5), reversi_positions(max_spaces=5))
def test_trees_are_equal_only_if_their_positions_are(one, other):
    assert (reversi.tree(one) == reversi.tree(other)) == (one == other)


@stages
@given(tree=trees(max_leaves=8))
def test_every_tree_pickles_and_hashes_by_value(stage, tree):
    made = stage(tree)
    assert pickle.loads(pickle.dumps(made)) == made
    assert hash(made) == hash(stage(copy.deepcopy(tree)))
    assert known(pickle.loads(pickle.dumps(made))) == known(made)


@given(reversi_positions(max_spaces=4))
def test_a_tree_that_travelled_is_searched_the_same(position):
    tree = limit_tree_depth(reversi.tree(position), 3)
    travelled = pickle.loads(pickle.dumps(tree))
    assert negamax(travelled, reversi.get_value) == negamax(tree, reversi.get_value)


def test_toolz_memoize_works_on_trees():
    calls = []

    @memoize
    def size(tree):
        calls.append(tree)
        return size_tree(tree)

    assert [size(literal_tree([1, 2])), size(literal_tree([1, 2])), size(literal_tree([1]))] == [
        3,
        3,
        2,
    ]
    assert len(calls) == 2


def test_moves_and_trees_cannot_be_changed():
    tree = reversi.tree(reversi.start(4, 4))
    with pytest.raises(AttributeError):
        tree.moves.rule = tuple
    with pytest.raises(AttributeError):
        tree.player = "w"


def test_what_a_tree_prints_is_short():
    assert len(repr(reversi.tree(reversi.start(8, 8)))) < 1000
    assert repr(Moves(range, (5,))) == "Moves(range, ...)"
    assert repr(NO_MOVES) == "Moves(tuple, ...)"


def test_moves_are_equal_when_rule_and_arguments_are():
    assert Moves(range, (3,)) == Moves(range, (3,)) != Moves(range, (4,))
    assert Moves(tuple) == NO_MOVES != Moves(list)
    assert not NO_MOVES
    assert not Moves(range, (0,))
    assert Moves(range, (1,))


# Transformations


@given(trees(), st.integers(0, 5))
def test_a_limited_tree_is_the_tree_down_to_its_depth_and_nothing_below(tree, depth):
    limited = limit_tree_depth(tree, depth)
    assert height(limited) == min(depth, height(tree))
    assert [perft(limited, d) for d in range(depth + 1)] == [
        perft(tree, d) for d in range(depth + 1)
    ]
    assert perft(limited, depth + 1) == 0
    if depth >= height(tree):
        assert known(limited) == known(tree)


def again(player, node):
    """The rule by which a tree unfolds to itself, its nodes for boards."""
    return [(action, after.player, after) for action, after in node.moves]


@given(trees(), st.lists(st.integers(0, 4), min_size=1, max_size=2), st.booleans())
def test_limiting_a_rule_is_limiting_what_it_unfolds_to(tree, depths, turns):
    unfolded = unfold_tree(again, tree.player, tree)
    limited, made = unfolded, known(unfolded)
    for depth in depths:
        limited = limit_tree_depth(limited, depth, turns)
        made = limit_tree_depth(made, depth, turns)
    assert known(limited) == known(made)


@given(trees(), st.integers(0, 5), st.integers(0, 3), st.booleans())
def test_a_limit_in_plies_and_one_in_turns_hold_both(tree, plies, turns, plies_first):
    limits = [(plies, False), (turns, True)]
    limited = unfold_tree(again, tree.player, tree)
    for depth, in_turns in limits if plies_first else reversed(limits):
        limited = limit_tree_depth(limited, depth, in_turns)
    assert lines(limited) == {
        line
        for line in lines(tree)
        if not line or (len(line) <= plies and changes(tree, line[:-1]) < turns)
    }


def test_a_limit_in_plies_is_not_lost_under_a_limit_in_turns():
    # The first player moves again and again: one turn is more than three plies.
    tree = kalah.tree(kalah.position("1 1 1 1 1 1 0  6 6 6 6 6 6 0"))
    three = limit_tree_depth(tree, 3)
    assert max(map(len, lines(limit_tree_depth(tree, 2, turns=True)))) > 3
    assert lines(limit_tree_depth(three, 2, turns=True)) < lines(three)


@given(trees(), st.integers(0, 4), st.integers(0, 4))
def test_limiting_twice_is_limiting_to_the_lesser(tree, one, other):
    twice = limit_tree_depth(limit_tree_depth(tree, one), other)
    assert known(twice) == known(limit_tree_depth(tree, min(one, other)))


@given(trees())
def test_where_a_tree_was_limited_its_moves_are_no_moves(tree):
    cut = [node for node in flatten_tree(limit_tree_depth(tree, 2)) if node.moves == NO_MOVES]
    assert len(cut) == perft(tree, 2)


@given(trees(), st.integers(0, 4))
def test_a_tree_limited_by_turns_has_the_nodes_that_so_many_changes_of_player_reach(tree, turns):
    limited = limit_tree_depth(tree, turns, turns=True)
    assert lines(limited) == {
        line for line in lines(tree) if not line or changes(tree, line[:-1]) < turns
    }


def lines(tree):
    return {()} | {(move.action, *line) for move in tree.moves for line in lines(move.tree)}


def changes(tree, line):
    players = [follow(tree, line[:i]).player for i in range(len(line) + 1)]
    return sum(one != other for one, other in pairwise(players))


@given(trees(), st.integers(0, 4), st.integers(0, 4))
def test_limiting_by_turns_twice_is_limiting_to_the_lesser(tree, one, other):
    twice = limit_tree_depth(limit_tree_depth(tree, one, turns=True), other, turns=True)
    assert known(twice) == known(limit_tree_depth(tree, min(one, other), turns=True))


@given(trees(), st.integers(0, 4))
def test_where_every_move_changes_the_player_a_turn_is_a_ply(tree, depth):
    tree = literal_tree(shape(tree))
    by_turns = limit_tree_depth(tree, depth, turns=True)
    assert known(by_turns) == known(limit_tree_depth(tree, depth))


def shape(tree):
    return [shape(move.tree) for move in tree.moves] or tree.board


def test_a_depth_below_nought_is_an_error():
    for function in (limit_tree_depth, perft):
        with pytest.raises(ValueError, match="0 or more, not -1"):
            function(literal_tree([1]), -1)
        with pytest.raises(ValueError, match=r"a whole number, 0 or more, not 1\.5"):
            function(literal_tree([1]), 1.5)


@given(trees())
def test_sorting_keeps_the_moves_and_puts_every_node_s_in_order(tree):
    by_board = sort_moves(tree, key=child_board)
    assert sorted(n.board for n in flatten_tree(by_board)) == sorted(
        n.board for n in flatten_tree(tree)
    )
    for node in flatten_tree(by_board):
        boards = [child_board(move) for move in node.moves]
        assert boards == sorted(boards)
    downward = sort_moves(tree, key=child_board, reverse=True)
    for node in flatten_tree(downward):
        boards = [child_board(move) for move in node.moves]
        assert boards == sorted(boards, reverse=True)


@given(trees())
def test_sorting_by_nothing_changes_nothing(tree):
    assert known(sort_moves(tree, key=lambda move: 0)) == known(tree)


@given(trees(), st.lists(st.integers(0, 3), max_size=4))
def test_line_first_puts_the_line_first_and_leaves_the_rest_in_order(tree, line):
    ordered = line_first(tree, line)
    assert sorted(leaves(ordered)) == sorted(leaves(tree))
    for action in line:
        before = [move.action for move in tree.moves]
        after = [move.action for move in ordered.moves]
        if action not in before:
            assert after == before
            return
        assert after == [action, *(a for a in before if a != action)]
        for other in before:
            if other != action:
                assert known(follow(ordered, [other])) == known(follow(tree, [other]))
        tree, ordered = follow(tree, [action]), follow(ordered, [action])
    assert known(ordered) == known(tree)


def leaves(tree):
    return [(node.player, node.board) for node in flatten_tree(tree) if not node.moves]


@given(trees(), st.sets(st.integers(0, 3)))
def test_only_moves_keeps_those_moves_in_the_tree_s_order(tree, actions):
    legal = [move.action for move in tree.moves]
    if actions <= set(legal):
        kept = only_moves(tree, actions)
        assert [move.action for move in kept.moves] == [a for a in legal if a in actions]
        assert all(move in list(tree.moves) for move in kept.moves)
        assert kept[:2] == tree[:2]
    else:
        with pytest.raises(ValueError, match="not a move here"):
            only_moves(tree, actions)


@given(trees())
def test_map_tree_keeps_the_shape_and_maps_every_board(tree):
    mapped = map_tree(tree, double)
    assert [n.board for n in flatten_tree(mapped)] == [2 * n.board for n in flatten_tree(tree)]
    assert [n.player for n in flatten_tree(mapped)] == [n.player for n in flatten_tree(tree)]
    assert known(map_tree(tree, lambda board, player: board)) == known(tree)


@given(trees())
def test_mapping_twice_is_mapping_the_composition(tree):
    twice = map_tree(map_tree(tree, double), reverse_sign)
    assert known(twice) == known(map_tree(tree, lambda board, player: -2 * board))


@given(trees())
def test_a_static_evaluation_is_a_function_to_map(tree):
    mapped = map_tree(tree, zero_sum)
    assert negamax(mapped, lambda board, player: board) == negamax(tree, zero_sum)


def test_map_tree_tells_the_function_whose_turn_it_is():
    mapped = map_tree(literal_tree([[5]]), lambda board, player: player)
    assert [node.board for node in flatten_tree(mapped)] == [0, 1, 0]


# Consumers


@given(trees())
def test_size_tree_is_the_number_of_nodes_and_the_sum_of_perft(tree):
    assert size_tree(tree) == len(list(flatten_tree(tree)))
    assert size_tree(tree) == sum(perft(tree, depth) for depth in range(height(tree) + 1))


@given(trees())
def test_flatten_tree_gives_every_node_before_its_children(tree):
    nodes = list(flatten_tree(tree))
    assert nodes[0] == tree
    position = 1
    for move in tree.moves:
        part = list(flatten_tree(move.tree))
        assert nodes[position : position + len(part)] == part
        position += len(part)
    assert position == len(nodes)


@given(trees())
def test_minimax_is_a_fold(tree):
    def largest(node, values):
        turned = [
            v if child.player == node.player else -v
            for child, v in zip(children(node), values, strict=True)
        ]
        return max(turned, default=zero_sum(node.board, node.player))

    assert fold_tree(tree, largest) == negamax(tree, zero_sum).value


def children(node):
    return [move.tree for move in node.moves]


@given(trees(), st.data())
def test_follow_goes_where_the_line_leads(tree, data):
    here, line = tree, []
    while moves := list(here.moves):
        move = data.draw(st.sampled_from(moves))
        line.append(move.action)
        here = move.tree
        assert follow(tree, line) == here
    with pytest.raises(ValueError, match=r"the moves are: none, the game is over$"):
        follow(tree, [*line, 0])


def test_unfolding_keeps_actions_players_and_boards_all_the_way_down():
    tree = unfold_tree(counting_rule([]), 0, ())
    assert [follow(tree, line)[:2] for line in [(2,), (2, 1), (0, 1, 2)]] == [
        (1, (2,)),
        (0, (2, 1)),
        (1, (0, 1, 2)),
    ]


def test_follow_says_what_the_moves_are():
    with pytest.raises(ValueError, match=r"^7 is not a move here; the moves are: 0, 1$"):
        follow(literal_tree([1, 2]), [7])


def test_literal_trees_take_turns():
    assert [n.player for n in flatten_tree(literal_tree([[[1]], 2], players="abc"))] == list(
        "abcab"
    )
    assert literal_tree(5) == Tree(0, 5, ())


def test_a_search_is_a_sentence():
    found = pipe(
        reversi.tree(reversi.start(6, 6)),
        partial(limit_tree_depth, depth=3),
        partial(sort_moves, key=mobility),
        partial(fail_soft, value=reversi.get_value),
    )
    plain = negamax(limit_tree_depth(reversi.tree(reversi.start(6, 6)), 3), reversi.get_value)
    assert found.value == plain.value
    assert found.evaluations < plain.evaluations


def mobility(move):
    return sum(1 for _ in move.tree.moves)


# Chance

games_of_chance = trees(chance=True, max_leaves=20)


def apart(tree):
    """The tree without chance: a move for every outcome."""
    return tree._replace(moves=tuple(Move(step, apart(after)) for step, after in branches(tree)))


@given(games_of_chance, st.integers(0, 4), st.booleans())
def test_limiting_goes_through_chance_moves_at_the_cost_of_one_ply(tree, depth, turns):
    limited = limit_tree_depth(tree, depth, turns)
    assert apart(limited) == known(limit_tree_depth(apart(tree), depth, turns))


@given(games_of_chance)
def test_mapping_goes_through_chance_moves(tree):
    assert apart(map_tree(tree, double)) == known(map_tree(apart(tree), double))


@given(games_of_chance, st.booleans())
def test_sorting_goes_through_chance_moves_and_keeps_outcomes_in_order(tree, reverse):
    def by_number(move):
        return -move.action

    def by_number_apart(move):
        return -(move.action[0] if isinstance(move.action, tuple) else move.action)

    ordered = sort_moves(tree, by_number, reverse)
    assert apart(ordered) == known(sort_moves(apart(tree), by_number_apart, reverse))


@given(games_of_chance)
def test_no_transformation_changes_what_is_likely(tree):
    def likely(tree):
        return sorted(
            (move.action, *(outcome.probability for outcome in move.outcomes))
            for node in flatten_tree(tree)
            for move in node.moves
            if isinstance(move, Chance)
        )

    for stage in (
        partial(map_tree, function=double),
        partial(limit_tree_depth, depth=99),
        partial(sort_moves, key=lambda move: -move.action),
        partial(line_first, line=[(0, 0), 1, (1, 1)]),
    ):
        assert likely(stage(tree)) == likely(tree)
    for node in flatten_tree(tree):
        for move in node.moves:
            if isinstance(move, Chance):
                assert sum(outcome.probability for outcome in move.outcomes) == 1


@given(games_of_chance)
def test_every_outcome_is_a_child(tree):
    plain = apart(tree)
    assert size_tree(tree) == size_tree(plain)
    assert height(tree) == height(plain)
    assert [perft(tree, depth) for depth in range(6)] == [perft(plain, depth) for depth in range(6)]
    assert [node[:2] for node in flatten_tree(tree)] == [node[:2] for node in flatten_tree(plain)]


@given(games_of_chance, st.data())
def test_a_line_through_chance_says_which_outcome_came_about(tree, data):
    here, line = tree, []
    while ways := list(branches(here)):
        step, here = data.draw(st.sampled_from(ways))
        line.append(step)
        assert follow(tree, line) == here
    ordered = line_first(tree, line)
    assert size_tree(ordered) == size_tree(tree)
    assert follow(ordered, line)[:2] == here[:2]
    for step in line:
        front, *_ = ordered.moves
        assert front.action == (step[0] if is_chance(front) else step)
        ordered = follow(ordered, [step])


def is_chance(move):
    return isinstance(move, Chance)


def toss():
    heads, tails = Outcome(0.5, literal_tree(1)), Outcome(0.5, literal_tree([2]))
    return Tree(0, None, (Move("stay", literal_tree(0)), Chance("toss", (heads, tails))))


def test_following_a_chance_move_without_an_outcome_says_which_there_are():
    with pytest.raises(ValueError, match=r"the moves are: stay, \('toss', 0\), \('toss', 1\)$"):
        follow(toss(), ["toss"])


def test_a_chance_move_is_one_move_by_its_own_action():
    [move] = only_moves(toss(), ["toss"]).moves
    assert is_chance(move)
    assert size_tree(only_moves(toss(), ["toss"])) == 4


def test_a_search_for_games_without_chance_says_so():
    for search in (negamax, fail_soft):
        with pytest.raises(ValueError, match=r"'toss' is a chance move.*rate it"):
            search(toss(), zero_sum)


def test_trees_with_chance_moves_are_values():
    assert toss() == toss()
    assert hash(toss()) == hash(toss())
    limited = limit_tree_depth(toss(), 1)
    assert pickle.loads(pickle.dumps(limited)) == limited
    assert [node.board for node in flatten_tree(limited)] == [None, 0, 1, None]
