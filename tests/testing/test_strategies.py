"""Strategies: what they give, and how small it is when it has shrunk."""

from fractions import Fraction

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from landoflisp.games import dice_of_doom, minimax_game, reversi
from landoflisp.testing import (
    dice_of_doom_trees,
    kalah_trees,
    literal_trees,
    minimax_trees,
    reversi_trees,
    shape_of,
    subtrees,
    tree_of,
    trees,
    uniform_trees,
)
from landoflisp.tree import (
    Chance,
    Tree,
    branches,
    flatten_tree,
    fold_tree,
    follow,
    literal_tree,
    perft,
    size_tree,
)

MANY = settings(max_examples=500, database=None, derandomize=True)


def smallest(strategy, condition):
    return find(strategy, condition, settings=MANY)


def comes_up(strategy, condition):
    """Look for an example, not for the smallest; Hypothesis raises an error if there is none."""
    return find(strategy, condition, settings=settings(MANY, phases=[Phase.generate]))


def leaves(tree):
    return [node for node in flatten_tree(tree) if not node.moves]


def height(tree):
    return fold_tree(tree, lambda _, heights: 1 + max(heights, default=-1))


def passes(tree):
    return [
        node for node in flatten_tree(tree) for _, n in branches(node) if n.player == node.player
    ]


# What they shrink to


@pytest.mark.parametrize(
    ("condition", "shape"),
    [
        (lambda tree: True, (0, 0)),
        (lambda tree: any(leaf.board > 4 for leaf in leaves(tree)), (0, 5)),
        (lambda tree: any(node.player == 1 for node in flatten_tree(tree)), (1, 0)),
        (passes, (0, 0, [(0, 0)])),
        (lambda tree: len(leaves(tree)) == 2, (0, 0, [(0, 0), (0, 0)])),
        (lambda tree: height(tree) == 2, (0, 0, [(0, 0, [(0, 0)])])),
        (
            lambda tree: any(node.moves and not passes(node) for node in flatten_tree(tree)),
            (0, 0, [(1, 0)]),
        ),
    ],
    ids=["any", "big leaf", "second player", "pass", "two leaves", "two plies", "turns"],
)
def test_trees_shrink_to_few_nodes_and_noughts(condition, shape):
    assert shape_of(smallest(trees(), condition)) == shape


@pytest.mark.parametrize("nodes", [3, 6])
def test_trees_shrink_to_as_few_nodes_as_will_do(nodes):
    shrunk = smallest(trees(), lambda tree: size_tree(tree) >= nodes)
    assert size_tree(shrunk) == nodes
    assert {(node.player, node.board) for node in flatten_tree(shrunk)} == {(0, 0)}


def test_a_leaf_deep_down_shrinks_with_what_is_beside_it():
    def has_a_deep_one(tree):
        return any(
            follow(tree, line).board == 7 and not follow(tree, line).moves for line in lines(tree)
        )

    def lines(tree):
        return [[a, b] for a, after in branches(tree) for b, _ in branches(after)]

    assert shape_of(smallest(trees(), has_a_deep_one)) == (0, 0, [(0, 0, [(0, 7)])])


def test_a_literal_tree_shrinks_likewise():
    shrunk = smallest(literal_trees(), lambda tree: len(leaves(tree)) > 2)
    assert shape_of(shrunk) == (0, None, [(1, 0), (1, 0), (1, 0)])


def test_the_smallest_failure_is_shown_as_it_can_be_typed():
    @settings(database=None, max_examples=200)
    @given(trees())
    def never_a_pass(tree):
        assert not passes(tree)

    with pytest.raises(AssertionError) as caught:
        never_a_pass()
    shown = "".join("".join(caught.value.__notes__).split())
    assert "tree=tree_of((" in shown


# What they give


@given(trees(st.sampled_from([3, 5])))
def test_boards_are_of_the_values_given(tree):
    assert {node.board for node in flatten_tree(tree)} <= {3, 5}


SHAPES = {
    "single children": lambda tree: any(len(node.moves) == 1 for node in flatten_tree(tree)),
    "uneven": lambda tree: len({height(after) for _, after in branches(tree)}) > 1,
    "high": lambda tree: height(tree) > 4,
    "wide": lambda tree: len(leaves(tree)) > 12,
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", [trees, literal_trees])
def test_trees_of_every_shape_come_up(kind, shape):
    comes_up(kind(), SHAPES[shape])


def test_passes_and_turns_come_up_together():
    smallest(
        trees(), lambda tree: passes(tree) and len({n.player for n in flatten_tree(tree)}) == 2
    )


@given(trees(chance=True))
def test_probabilities_add_up_to_one(tree):
    for node in flatten_tree(tree):
        for move in node.moves:
            if isinstance(move, Chance):
                assert sum(outcome.probability for outcome in move.outcomes) == Fraction(1)


@given(trees(max_leaves=7, players=3))
def test_there_are_no_more_leaves_and_players_than_said(tree):
    assert len(leaves(tree)) <= 7
    assert {node.player for node in flatten_tree(tree)} <= {0, 1, 2}


@given(literal_trees())
def test_in_a_literal_tree_the_players_take_turns(tree):
    assert tree.player == 0
    assert not passes(tree)


@pytest.mark.parametrize(("branching", "depth"), [(2, 3), (3, 2), (1, 4), (4, 1), (2, 0)])
@given(data=st.data())
def test_a_uniform_tree_has_the_same_number_of_moves_everywhere(branching, depth, data):
    tree = data.draw(uniform_trees(branching, depth))
    assert [perft(tree, ply) for ply in range(depth + 1)] == [
        branching**n for n in range(depth + 1)
    ]
    assert len(leaves(tree)) == branching**depth


@given(trees())
def test_shape_of_and_tree_of_are_inverse(tree):
    assert tree_of(shape_of(tree)) == tree


@given(literal_trees())
def test_a_literal_tree_has_a_shape_too(tree):
    assert tree_of(shape_of(tree)) == tree


@given(subtrees(literal_tree([[1, [2, 3]], 4])))
def test_subtrees_are_nodes_of_the_tree(tree):
    assert tree in set(flatten_tree(literal_tree([[1, [2, 3]], 4])))


def test_every_node_comes_up_as_a_subtree():
    whole = literal_tree([[1, [2, 3]], 4])
    for node in flatten_tree(whole):
        assert smallest(subtrees(whole), lambda tree, node=node: tree == node) == node


@pytest.mark.parametrize(
    ("some", "boards"),
    [
        (reversi_trees(max_spaces=5), reversi.Board),
        (kalah_trees(sizes=((3, 2),)), tuple),
        (minimax_trees(sizes=(2,)), minimax_game.Board),
        (dice_of_doom_trees(max_moves=2), tuple),
    ],
    ids=["reversi", "kalah", "minimax", "dice-of-doom"],
)
@given(data=st.data())
def test_every_game_has_trees(some, boards, data):
    tree = data.draw(some)
    assert isinstance(tree, Tree)
    assert isinstance(tree.board, boards)


@given(kalah_trees(sizes=((3, 2),)), reversi_trees(sizes=((4, 6),)), minimax_trees(sizes=(2,)))
def test_options_of_positions_are_those_of_trees(mancala, discs, numbers):
    assert len(mancala.board) == 8
    assert reversi.columns(discs.board) == 6
    assert numbers.board.size == 2


@given(dice_of_doom_trees(rules=(dice_of_doom.Rules(players=2, size=3),)))
def test_rules_of_positions_are_those_of_trees(tree):
    assert len(tree.board) == 9
