# Literal trees


@given(st.recursive(st.integers(), lambda below: st.lists(below, min_size=1), max_leaves=12))
def test_python_s_own_notation_is_understood(shape):
    assert parse_tree(str([shape])) == literal_tree([shape])


@given(st.recursive(st.fractions(), lambda below: st.lists(below, min_size=1, max_size=3)))
def test_lisp_s_notation_is_understood(shape):
    def lisp(shape):
        return f"({' '.join(map(lisp, shape))})" if isinstance(shape, list) else str(shape)

    if all(abs(n.numerator) < 10**15 and n.denominator < 10**9 for n in _leaves(shape)):
        assert parse_tree(lisp([shape])) == literal_tree([shape])


def _leaves(shape):
    return [n for s in shape for n in _leaves(s)] if isinstance(shape, list) else [shape]


def test_decimals_are_understood():
    assert parse_tree("0.5 -1.25") == literal_tree([0.5, -1.25])


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "nothing is written"),
        (" ( ) ", "has no leaves"),
        ("(1", "one ( has no )"),
        ("1)", "one ) has no ("),
        ("(1 two)", "'two' is no number"),
        ("1/0", "'1/0' is no number"),
        ("nan", "'nan' is no number"),
        ("1e9", "'1e9' is no number"),
        ("9" * 5000, "is no number"),
        ("(" * 200 + "1" + ")" * 200, "deeper than 100"),
        ("\x00é", "is no number"),
    ],
)
def test_what_is_no_tree_is_said_in_one_line(text, wrong):
    with pytest.raises(BadInput, match=re.escape(wrong)) as error:
        parse_tree(text)
    assert len(str(error.value)) < 150
    assert str(error.value).isascii()


