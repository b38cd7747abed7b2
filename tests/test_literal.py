"""Trees as people write them: `literal_tree` of a text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp.errors import BadInput
from landoflisp.tree import flatten_tree, literal_tree


@given(st.recursive(st.integers(), lambda below: st.lists(below, min_size=1), max_leaves=12))
def test_python_s_own_notation_is_understood(shape):
    assert literal_tree(str([shape])) == literal_tree([shape])


@given(st.recursive(st.fractions(), lambda below: st.lists(below, min_size=1, max_size=3)))
def test_lisp_s_notation_is_understood(shape):
    def lisp(shape):
        return f"({' '.join(map(lisp, shape))})" if isinstance(shape, list) else str(shape)

    if all(abs(n.numerator) < 10**15 and n.denominator < 10**9 for n in _leaves(shape)):
        assert literal_tree(lisp([shape])) == literal_tree([shape])


def _leaves(shape):
    return [n for s in shape for n in _leaves(s)] if isinstance(shape, list) else [shape]


def test_decimals_are_understood():
    assert literal_tree("0.5 -1.25") == literal_tree([0.5, -1.25])


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "nothing is written"),
        (" ( ) ", "has no leaves"),
        ("(1", "one ( has no )"),
        ("1)", "one ) has no ("),
        ("[1", "one [ has no ]"),
        ("1]", "one ] has no ["),
        ("([1 2)]", "one [ is closed by )"),
        ("[1 (2 3]", "one ( is closed by ]"),
        ("[ ]", "[] has no leaves"),
        ("(1 two)", "'two' is no number"),
        ("1/0", "'1/0' is no number"),
        ("nan", "'nan' is no number"),
        ("1e9", "'1e9' is no number"),
        ("9" * 5000, "is no number"),
        ("(" * 10_000 + "1" + ")" * 10_000, "which is full at ply"),
        ("\x00é", "is no number"),
    ],
)
def test_what_is_no_tree_is_said_in_one_line(text, wrong):
    with pytest.raises(BadInput, match=re.escape(wrong)) as error:
        literal_tree(text)
    assert len(str(error.value)) < 150


def test_what_is_written_is_a_tree_and_what_stands_in_a_sequence_is_a_leaf():
    assert literal_tree("((1 2) 3)") == literal_tree([[1, 2], 3])
    assert literal_tree("7", players=("a",)) == literal_tree(7, players=("a",))
    words = literal_tree(["(1 2)", "b"])
    assert [node.board for node in flatten_tree(words)] == [None, "(1 2)", "b"]
