"""The two reversi listings run by SBCL, their ports beside them: every function, same answers."""

import ast
import contextlib
import inspect
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp.proofs.sbcl import Listing, Unavailable, find_listing
from ports import rev16nega, rev24a
from tests.ports.reversi_positions import EARLIER, LATE, positions, set_up

pytestmark = pytest.mark.sbcl

SEARCHES = {
    rev16nega: {"nega-max": 0, "nega-alpha": 1, "nega-alpha2": 2},
    rev24a: {"nega-alpha": 1, "nega-alpha2": 2},
}  # and how many limits each takes
PORTS = pytest.mark.parametrize("port", list(SEARCHES), ids=["rev16nega", "rev24a"], indirect=True)

VARIABLES = ["*board*", "*black*", "*white*", "*count*"]


def python_name(name: str) -> str:
    return {"pass": "pass_"}.get(name, name.strip("*").replace("-", "_"))


def path_of(port):
    try:
        return find_listing(port.__name__.removeprefix("ports.") + ".lisp")
    except Unavailable as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="module")
def port(request):
    return request.param


@pytest.fixture(scope="module")
def lisp(port):
    """Yield the port's listing in a process of its own: both listings define the same constants."""
    try:
        listing = Listing(path_of(port))
    except Unavailable as reason:
        pytest.skip(str(reason))
    with listing:
        yield listing


def set_up_both(port, lisp, board):
    set_up(port, board)
    values = [tuple(port.board), port.black, port.white, port.count]
    lisp.call("mapc", "set", VARIABLES, values)


def states(port, lisp):
    """Return the four variables of the port, and those of the Lisp."""
    ours = [tuple(port.board), port.black, port.white, port.count]
    return ours, lisp.call("mapcar", "symbol-value", VARIABLES)


def assert_same(port, lisp, name, *args):
    """Call a function on both sides: the same answer, the same variables afterwards."""
    ours = getattr(port, python_name(name))(*args)
    theirs = lisp.call(name, *args)
    assert ours == theirs
    our_state, their_state = states(port, lisp)
    assert our_state == their_state


def assert_prints_same(port, lisp, name, *args):
    """Call a function on both sides: the same output, the same variables afterwards."""
    with contextlib.redirect_stdout(io.StringIO()) as ours:
        getattr(port, python_name(name))(*args)
    assert ours.getvalue() == lisp.printed(name, *args)
    our_state, their_state = states(port, lisp)
    assert our_state == their_state


def squares(port):
    """The squares inside the wall."""
    return st.sampled_from([x for x, p in enumerate(port.init_board) if p != "o"])


def assert_searches_agree(port, lisp, data, empty):
    board, turn, passed, spaces = data.draw(positions(port, empty))
    limit = st.integers(-24, 24) | st.sampled_from([port.min_value, port.max_value])
    for search, limits in SEARCHES[port].items():
        set_up_both(port, lisp, board)
        window = [data.draw(limit, label=search) for _ in range(limits)]
        assert_same(port, lisp, search, turn, spaces, passed, *window)


@PORTS
def test_the_port_defines_what_the_listing_defines_in_its_order(port):
    text = path_of(port).read_text(encoding="utf-8")
    defined = re.findall(r"^\((def\w+) ([^\s()]+)(?: \(([^)]*)\))?", text, re.MULTILINE)
    theirs = [
        (
            python_name(name),
            [python_name(p) for p in parameters.split() if p != "&optional"],
            parameters.count("&optional"),
        )
        if form == "defun"
        else python_name(name)
        for form, name, parameters in defined
    ]
    ours = []
    for node in ast.parse(inspect.getsource(port)).body:
        match node:
            case ast.FunctionDef(name=name, args=args):
                ours.append((name, [arg.arg for arg in args.args], len(args.defaults)))
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                ours.append(name)
    assert ours == theirs


@PORTS
def test_the_constants_agree(port, lisp):
    names = ["init-board", "direction", "max-value", "min-value"]
    if port is rev24a:
        names.append("space-list")
    for name in names:
        assert getattr(port, python_name(name)) == lisp.get(name)


@PORTS
@given(data=st.data())
def test_the_searches_agree_on_value_line_and_count(port, lisp, data):
    assert_searches_agree(port, lisp, data, LATE[port])


@pytest.mark.slow
@PORTS
@given(data=st.data())
def test_the_searches_agree_earlier_in_the_game(port, lisp, data):
    assert_searches_agree(port, lisp, data, EARLIER[port])


@PORTS
@given(data=st.data())
def test_get_rev_stone_agrees_on_the_stones_and_their_order(port, lisp, data):
    board, turn, _, _ = data.draw(positions(port, 24))
    set_up_both(port, lisp, board)
    x = data.draw(squares(port))
    assert_same(port, lisp, "get-rev-stone", x, turn)
    assert_same(port, lisp, "get-rev-stone", x, port.change_turn(turn))


@PORTS
@given(data=st.data())
def test_get_rev_stone_sub_agrees_with_and_without_its_optional_argument(port, lisp, data):
    board, _, _, _ = data.draw(positions(port, 24))
    set_up_both(port, lisp, board)
    n = data.draw(squares(port))
    p = data.draw(st.sampled_from("bwso"))
    q = data.draw(st.sampled_from("bws"))  # a ray of walls would leave the board
    d = data.draw(st.sampled_from(port.direction))
    a = data.draw(st.lists(squares(port), max_size=3))
    assert_same(port, lisp, "get-rev-stone-sub", n, p, q, d)
    assert_same(port, lisp, "get-rev-stone-sub", n, p, q, d, a)


@PORTS
@given(data=st.data())
def test_moves_agree_on_what_they_change_and_return(port, lisp, data):
    board, turn, _, _ = data.draw(positions(port, 24))
    set_up_both(port, lisp, board)
    piece = st.sampled_from("bwso")
    x, y = data.draw(squares(port)), data.draw(squares(port))
    some = data.draw(st.lists(squares(port), max_size=4))
    assert_same(port, lisp, "get-piece", x)
    assert_same(port, lisp, "put-piece", x, data.draw(piece))
    assert_same(port, lisp, "del-piece", y)
    assert_same(port, lisp, "change-turn", turn)
    assert_same(port, lisp, "get-value", turn)
    assert_same(port, lisp, "reverse-stone", some, data.draw(st.sampled_from("bw")))


@PORTS
@given(data=st.data())
def test_boards_and_lines_are_printed_alike(port, lisp, data):
    board, _, _, spaces = data.draw(positions(port, 24))
    set_up_both(port, lisp, board)
    line = data.draw(st.permutations([*spaces, "pass", "pass"]))
    if port is rev16nega:
        row = data.draw(st.lists(squares(port), max_size=6))
        assert_prints_same(port, lisp, "print-line", row)
    assert_prints_same(port, lisp, "print-board")
    assert_prints_same(port, lisp, "print-move", line)


@pytest.mark.parametrize(
    "port",
    [
        pytest.param(rev16nega, id="rev16nega"),
        pytest.param(rev24a, id="rev24a", marks=pytest.mark.slow),
    ],
    indirect=True,
)
def test_solver_prints_and_returns_the_same(port, lisp):
    set_up_both(port, lisp, port.init_board)
    assert_prints_same(port, lisp, "solver")
    assert lisp.call("solver") == port.count
