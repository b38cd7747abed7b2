"""The fast storey is equal to the pure one: values, and lines of best play, by both kernels."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from toolz import partition

from landoflisp.errors import BadInput
from landoflisp.executors import Here
from landoflisp.games import reversi
from landoflisp.search import fail_soft, memoized, negamax
from landoflisp.solve import kernels
from landoflisp.solve.reversi import answer, as_game, new_search, solve
from landoflisp.solve.squares import key, square, text, words
from landoflisp.solve.windows import (
    ANYTHING,
    Answer,
    Bounds,
    close_in,
    is_answered,
    open_jobs,
)
from landoflisp.testing import reversi_positions
from landoflisp.tree import flatten_tree, follow

# Where the last square of the last row matters: a word has its sign there.
LAST_CORNER = "bbbbbbbb/w.bbbw../wwbbwbbb/wwwwbbbb/wwwwbbbb/wwbbwbbb/w.bbbb../..bbbb.."
SIZES = tuple((rows, columns) for rows in reversi.SIZES for columns in reversi.SIZES)
needs_compiled = pytest.mark.skipif(
    not kernels.compiled("reversi"), reason="the kernel is not compiled here"
)
each_kernel = pytest.mark.parametrize(
    "kernel", [pytest.param("compiled", marks=needs_compiled), "interpreted"]
)
slow = pytest.mark.slow


def value(position):
    return fail_soft(reversi.tree(position), reversi.get_value).value


def board(position):
    """The position as a kernel takes it."""
    return words(text(position))


def searching(position, kernel, entries=1 << 10, shallow=3):
    rows, columns = reversi.rows(position.board), reversi.columns(position.board)
    return kernel.module.Search(rows, columns, entries, shallow, bool)


def played(max_spaces):
    """Positions of every size that play can reach."""
    return reversi_positions(sizes=SIZES, max_spaces=max_spaces)


@st.composite
def any_positions(draw, max_spaces=6):
    """Boards of every size that nobody needs to be able to reach, with discs lying anyhow."""
    rows, columns = draw(st.sampled_from(SIZES))
    colours = draw(st.sampled_from(["bw", "bw", "b", "w", "bbbbbw"]))
    area = rows * columns
    squares = draw(st.lists(st.sampled_from(colours), min_size=area, max_size=area))
    for place in draw(st.lists(st.integers(0, area - 1), max_size=max_spaces)):
        squares[place] = "s"
    board = "/".join("".join(squares[i : i + columns]) for i in range(0, area, columns))
    return reversi.position(board, draw(st.sampled_from("bw")), passed=draw(st.booleans()))


# The value


@each_kernel
@pytest.mark.parametrize(
    ("rows", "columns", "opening", "expected"),
    [
        (4, 4, "cross", -8),
        (4, 4, "parallel", -3),
        (4, 6, "cross", 16),
        (4, 6, "parallel", 18),
        (6, 4, "cross", 16),
    ],
)
def test_the_values_of_the_articles_boards(rows, columns, opening, expected, kernel):
    assert solve(reversi.start(rows, columns, opening), kernel=kernel).value == expected


@each_kernel
@given(position=played(7))
def test_the_value_is_that_of_the_pure_searches(kernel, position):
    assert solve(position, kernel=kernel).value == value(position)


@each_kernel
@given(position=any_positions())
def test_the_value_is_that_of_negamax_however_the_discs_lie(kernel, position):
    pure = negamax(reversi.tree(position), reversi.get_value).value
    assert solve(position, kernel=kernel).value == pure


@slow
@each_kernel
@settings(max_examples=25)
@given(position=reversi_positions(sizes=((6, 6), (8, 8)), max_spaces=11))
def test_the_value_is_that_of_the_pure_searches_with_more_spaces(kernel, position):
    pure = memoized(fail_soft)(reversi.tree(position), reversi.get_value)
    assert solve(position, kernel=kernel).value == pure.value


@slow
def test_the_value_of_6x4_parallel_is_that_of_the_pure_search():
    position = reversi.start(6, 4, "parallel")
    assert solve(position).value == value(position)


def images(position):
    """The mirror images of a position: upside down, left to right, and turned over a diagonal."""
    turn, board = position
    rows = ["".join(row[1:-1]) for row in partition(board.width, board.squares)][1:-1]
    for image in (rows[::-1], [row[::-1] for row in rows], map("".join, zip(*rows, strict=True))):
        yield reversi.position("/".join(image), turn, passed=board.passes == 1)


@given(played(9).filter(lambda position: position.board.passes < 2))
def test_symmetric_positions_have_equal_values(position):
    assert {solve(image).value for image in images(position)} == {solve(position).value}


@given(played(30).filter(lambda position: position.board.passes < 2))
def test_symmetric_positions_of_one_size_have_one_key(position):
    same_size = [
        image for image in images(position) if text(image).find("/") == text(position).find("/")
    ]
    assert {key(image) for image in same_size} == {key(position)}


@given(played(9))
def test_the_colours_do_not_matter(position):
    turn, board = position
    swapped = tuple(reversi.OTHER.get(piece, piece) for piece in board.squares)
    other = reversi.Position(reversi.OTHER[turn], board._replace(squares=swapped))
    assert solve(other) == solve(position)


# The line


@each_kernel
@given(position=played(8) | any_positions())
def test_replaying_the_line_and_solving_again_keeps_the_value(kernel, position):
    best = solve(position, kernel=kernel)
    tree = reversi.tree(position)
    worth = best.value
    for i, action in enumerate(best.line, 1):
        after = follow(tree, [action])
        worth = worth if after.player == tree.player else -worth
        again = solve(reversi.Position(after.player, after.board), kernel=kernel)
        assert (again.value, len(again.line)) == (worth, len(best.line) - i)
        tree = after
    assert not tree.moves
    assert worth == reversi.get_value(tree.board, tree.player)


def test_the_line_from_the_start_is_a_whole_game():
    position = reversi.start(4, 6)
    best = solve(position)
    end = follow(reversi.tree(position), best.line)
    assert not end.moves
    assert reversi.get_value(end.board, position.turn) == best.value


def test_there_is_a_line_of_passes_where_nobody_can_move():
    stuck = reversi.position("bbbb/bbbb/bbbb/bbb.", "b")
    assert solve(stuck)[:2] == (15, ("pass", "pass"))
    assert solve(reversi.position("bbbb/bbbb/bbbb/bbb.", "b", passed=True))[:2] == (15, ("pass",))


def test_a_game_that_is_over_has_a_value_and_no_line():
    assert solve(reversi.position("bbbb/bbbb/wwww/bbbb"))[:2] == (8, ())


# What makes no difference


@given(played(9), st.integers(24, 2000))
def test_the_memory_makes_no_difference_to_the_value(position, memory):
    assert solve(position, memory).value == solve(position).value


@needs_compiled
@given(played(10) | any_positions(9), st.integers(-65, 64), st.integers(0, 8), st.integers(0, 10))
@example(reversi.position(LAST_CORNER), 0, 0, 0)
def test_both_kernels_visit_the_same_positions(position, alpha, shallow, size):
    compiled, interpreted = (
        searching(position, kernel, entries=1 << size, shallow=shallow)
        for kernel in (kernels.compiled("reversi"), kernels.interpreted("reversi"))
    )
    for _ in range(2):  # the second time with what the table remembers
        bounds = [search.bound(*board(position), alpha) for search in (compiled, interpreted)]
        assert bounds[0] == bounds[1]
        assert compiled.nodes == interpreted.nodes


@given(played(9), st.integers(4, 9), st.integers(1, 4))
def test_neither_the_jobs_nor_the_order_of_their_answers_make_a_difference(position, job, at_once):
    kernel = kernels.load("reversi")

    def run(job):
        return answer(new_search(kernel, position), job)

    game = as_game(new_search(kernel, position), job)
    with ThreadPoolExecutor(at_once) as executor:
        *_, state = close_in(game, position, run, executor, at_once, {})
    assert state.bounds == Bounds(value(position), value(position))


@given(played(9), st.integers(4, 9), st.integers(1, 4), st.randoms(), st.data())
def test_jobs_that_take_too_long_make_no_difference_and_are_not_asked_again(
    position, job, at_once, chance, data
):
    search = new_search(kernels.load("reversi"), position)
    asked, given_up = set(), set()

    def sometimes(job):
        if chance.random() < 0.5:
            given_up.add(job.key)
            return Answer(None, 1)
        return run(job)

    def run(job):
        asked.add(job.key)
        return answer(search, job)

    game = as_game(search, job)
    worth = Bounds(value(position), value(position))
    states = [
        (state, set(given_up)) for state in close_in(game, position, sometimes, Here(), at_once, {})
    ]
    assert states[-1][0].bounds == worth
    state, given_up_before = data.draw(st.sampled_from(states))
    asked.clear()
    *_, end = close_in(game, position, run, Here(), 1, state.known)
    assert end.bounds == worth
    assert not asked & given_up_before


@given(played(9), st.integers(4, 9), st.data())
def test_what_is_known_is_not_asked_again(position, job, data):
    search = new_search(kernels.load("reversi"), position)
    asked = []

    def run(job):
        asked.append(job)
        return answer(search, job)

    game = as_game(search, job)
    states = list(close_in(game, position, run, Here(), 1, {}))
    known = data.draw(st.sampled_from(states)).known
    asked = []
    again = list(close_in(game, position, run, Here(), 1, known))
    assert again[-1].bounds == states[-1].bounds
    assert not any(is_answered(known.get(job.key, ANYTHING), job.alpha) for job in asked)


def test_young_brothers_wait_for_an_answer_about_the_eldest():
    position = reversi.start(4, 4)
    game = as_game(searching(position, kernels.load("reversi")), 9)
    every = [job for job, _ in open_jobs(game, position, 0, {})]
    ((eldest, _),) = open_jobs(game, position, 0, {}, patient=True)
    assert len(every) > 1
    assert eldest == every[0]
    known = {eldest.key: Bounds(64, 64) if eldest.alpha >= 0 else Bounds(-64, -64)}
    assert eldest not in [job for job, _ in open_jobs(game, position, 0, known, patient=True)]


# What else the kernel says


@each_kernel
@given(position=played(9) | any_positions(), alpha=st.integers(-65, 64))
def test_a_bound_is_on_the_right_side_of_alpha_and_of_the_value(kernel, position, alpha):
    assume(not position.board.passes)
    bound = searching(position, kernels.load("reversi", kernel)).bound(*board(position), alpha)
    worth = value(position)
    assert alpha < bound <= worth or worth <= bound <= alpha


@each_kernel
@given(position=played(60) | any_positions(20))
@example(reversi.position("....../.w..w./bwwww./bwbww./bwwbw./.bbbbb"))
def test_the_order_is_one_of_the_legal_moves(kernel, position):
    search = searching(position, kernels.load("reversi", kernel))
    order = [square(position.board, bit) for bit in search.order(*board(position))]
    legal = [
        action
        for action, _, _ in reversi.moves(
            *position._replace(board=position.board._replace(passes=0))
        )
    ]
    assert sorted(order) == sorted(set(legal) - {reversi.PASS})


@given(played(6) | any_positions(6))
def test_a_stable_disc_is_never_turned_over(position):
    search = searching(position, kernels.interpreted("reversi"))
    own, opp = (word & search.full for word in board(position))
    for node in flatten_tree(reversi.tree(position)):
        there = [word & search.full for word in board(reversi.Position(node.player, node.board))]
        if node.player != position.turn:
            there.reverse()
        assert search.stable(own) & ~there[0] == 0
        assert search.stable(opp) & ~there[1] == 0


@needs_compiled
@given(st.integers(-(2**63), 2**63 - 1))
def test_the_compiled_kernel_counts_bits(bits):
    assert kernels.compiled("reversi").module.count(bits) == (bits % 2**64).bit_count()


# Ctrl-C and bad input


@each_kernel
def test_a_report_can_end_a_long_search(kernel):
    def stop(nodes):
        raise KeyboardInterrupt

    position = reversi.start(6, 6)
    search = new_search(kernels.load("reversi", kernel), position, report=stop)
    search.due = 1000
    with pytest.raises(KeyboardInterrupt):
        search.bound(*board(position), 0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"memory": 23}, "a table takes 24 bytes of memory or more, not 23"),
        ({"kernel": "quick"}, "a kernel is compiled or interpreted, not 'quick'"),
    ],
)
def test_bad_input_is_told(options, message):
    with pytest.raises(BadInput, match=message):
        solve(reversi.start(4, 4), **options)


def test_a_kernel_that_is_not_there_is_bad_input(monkeypatch):
    monkeypatch.setitem(sys.modules, "landoflisp.solve.reversi_kernel", None)
    with pytest.raises(BadInput, match="there is no compiled kernel here: pip install"):
        solve(reversi.start(4, 4), kernel="compiled")
    assert solve(reversi.start(4, 4)).value == -8
    assert kernels.describe().startswith("kernel: interpreted")
