"""A trace shows what a search does, and changes nothing of it."""

import pickle
from functools import partial
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp.errors import BadInput
from landoflisp.games import kalah, reversi
from landoflisp.search import (
    SEARCHES,
    Best,
    Traced,
    Visit,
    ab_rate_position,
    advise,
    alpha_beta,
    deepening,
    fail_hard,
    fail_soft,
    iterative_deepening,
    memoized,
    minimax,
    mtdf,
    nega_alpha,
    negamax,
    negascout,
    null_window,
    pvs,
    rate_position,
    trace,
)
from landoflisp.search.best import NOTHING, better, leaf, reply
from landoflisp.show import tree_dot
from landoflisp.testing import trees, windows, zero_sum
from landoflisp.tree import (
    Chance,
    Move,
    Outcome,
    Tree,
    flatten_tree,
    fold_tree,
    follow,
    limit_tree_depth,
    literal_tree,
    map_tree,
    sort_moves,
    unfold_tree,
)

# The figure of the article on alpha-beta.
FIGURE = literal_tree([[[1, 3], [4, 2]], [[2, 1], [3, 5]]])
# The same with a number on every board.
FULL = map_tree(FIGURE, lambda board, player: board or 0)

small = trees(max_leaves=12)


def sorting(tree, value, alpha=-inf, beta=inf, *, recur=None):
    """Fail-soft that looks at the boards of all moves before it searches the first."""
    best = NOTHING
    for move in sorted(tree.moves, key=lambda move: move.tree.board):
        found = reply(tree, move, recur or sorting, value, max(alpha, best.value), beta)
        best = better(best, tree, move, found, beta)
        if best.value >= beta:
            return best
    return leaf(tree, value) if best is NOTHING else best


def hughes(tree, value):
    """Minimax as maximise . maptree static: no recursion that could be advised."""

    def best_of(node, found):
        return (max if node.player == tree.player else min)(found, default=node.board)

    worth = map_tree(tree, lambda board, player: value(board, tree.player))
    leaves = fold_tree(tree, lambda node, below: sum(below) or 1)
    return Best(fold_tree(worth, best_of), (), leaves)


def shallow(tree, value, depth=2):
    """Negamax to a depth that it counts by itself, so that it never asks the last for moves."""
    best = NOTHING
    for move in tree.moves if depth else ():
        best = better(best, tree, move, shallow(move.tree, value, depth - 1))
    return leaf(tree, value) if best is NOTHING else best


def guessing(tree, value, *, search=negascout):
    """A driver of one's own, which searches in a window first and in all of it if need be."""
    found = search(tree, value, -1, 1)
    if found.bound == "exact":
        return found
    again = search(tree, value)
    return again._replace(evaluations=found.evaluations + again.evaluations)


def above_nought(tree, value, alpha=0, *, recur=None):
    """Is the value above 0?"""
    return null_window(tree, value, alpha, recur=recur or above_nought)


OWN = {
    "sorting": sorting,
    "shallow": shallow,
    "guessing": guessing,
    "memoized": memoized(fail_soft),
    "advised": advise(fail_soft, lambda call, *rest: call(*rest)),
    "trusting-negascout": partial(negascout, trust_exact=True),
    "mtdf-by-fail-soft": partial(mtdf, search=lambda t, v, g: fail_soft(t, v, g, g + 1)),
    "mtdf-memoized": partial(mtdf, search=memoized(null_window)),
    "deepening-by-pvs": partial(iterative_deepening, search=pvs),
    "two-plies": partial(iterative_deepening, depth=2),
    "fail-soft-sorted": lambda tree, value: fail_soft(
        sort_moves(tree, lambda move: move.tree.board), value
    ),
}
ALL = {**SEARCHES, "null-window": above_nought, **OWN}
# Those whose every call can be seen.
OPEN = {
    name: search
    for name, search in {**SEARCHES, "sorting": sorting, "guessing": guessing}.items()
    # Iterative deepening is about shallower trees.
    if name not in ("null-window", "iterative-deepening")
}
ALPHA_BETA = {
    name: SEARCHES[name] for name in ("alpha-beta", "fail-hard", "fail-soft", "negascout", "pvs")
}


def each(searches):
    return pytest.mark.parametrize("search", list(searches.values()), ids=list(searches))


def boards(tree, of):
    """Return the boards of the nodes of a traced tree of which something holds."""
    return [node.board.board for node in flatten_tree(tree) if of(node.board)]


def visited(node):
    return bool(node.visits)


# The figure


@each(ALPHA_BETA)
def test_of_the_figure_five_leaves_are_valued_and_three_never_asked_for(search):
    traced = trace(search, FIGURE)
    assert boards(traced, lambda node: node.values) == [1, 3, 4, 2, 1]
    assert boards(traced, lambda node: not node.forced) == [2, None, 3, 5]


def test_the_windows_of_the_figure_are_those_of_the_article():
    traced = trace(fail_soft, FIGURE)

    def visit(*line):
        ((window, best),) = follow(traced, line).board.visits
        return window, best.value, best.bound

    assert visit() == ((-inf, inf), 3, "exact")  # R
    assert visit(0) == ((-inf, inf), 3, "exact")  # A
    assert visit(0, 0) == ((-inf, inf), 3, "exact")  # C
    assert visit(0, 0, 1) == ((1, inf), 3, "exact")  # H
    assert visit(0, 1) == ((-inf, 3), 4, "lower")  # D
    assert visit(1) == ((3, inf), 2, "upper")  # B
    assert visit(1, 0) == ((3, inf), 2, "exact")  # E
    assert follow(traced, [1, 1]).board == Traced(None)  # F


def test_at_e_fail_hard_says_three_where_fail_soft_says_two():
    def at_e(search):
        return follow(trace(search, FIGURE), [1, 0]).board.best.value

    assert (at_e(fail_hard), at_e(fail_soft)) == (3, 2)


def test_minimax_and_alpha_beta_are_told_apart_by_what_they_ask_for():
    assert boards(trace(minimax, FIGURE), lambda node: not node.forced) == []
    assert boards(trace(alpha_beta, FIGURE), lambda node: not node.forced) == [2, None, 3, 5]


# Theorems


@each(ALL)
@given(tree=small)
def test_a_traced_search_answers_what_it_answers(search, tree):
    assert trace(search, tree, zero_sum).board.best == search(tree, zero_sum)


@given(small, windows())
def test_a_search_traced_in_a_window_answers_what_it_answers_there(tree, window):
    for search in ALPHA_BETA.values():
        traced = trace(search, tree, zero_sum, *window)
        assert traced.board.best == search(tree, zero_sum, *window)
        assert traced.board.visits[-1].window == window


# What is remembered counts as no evaluation, and is valued once for many places.
@each({name: search for name, search in ALL.items() if "memoized" not in name})
@given(tree=small)
def test_every_evaluation_stands_where_it_was_made(search, tree):
    traced = trace(search, tree, zero_sum)
    nodes = [node.board for node in flatten_tree(traced)]
    assert sum(len(node.values) for node in nodes) == traced.board.best.evaluations
    first = tree.player
    assert all(v == zero_sum(node.board, first) for node in nodes for v in node.values)


@each(ALL)
@given(tree=small)
def test_a_traced_tree_is_the_tree(search, tree):
    traced = trace(search, tree, zero_sum)
    plain = [(node.player, node.board) for node in flatten_tree(tree)]
    assert [(node.player, node.board.board) for node in flatten_tree(traced)] == plain


@each(ALL)
@given(tree=small)
def test_what_was_never_asked_for_has_no_visits_and_nothing_below_it_has(search, tree):
    def nothing_below(node, below):
        below = list(below)
        traced = node.board
        assert traced.forced or traced == Traced(traced.board)
        assert all(visits or not others for visits, others in [(visited(traced), any(below))])
        return visited(traced) or any(below)

    fold_tree(trace(search, tree, zero_sum), nothing_below)


@each({name: SEARCHES[name] for name in ("minimax", "negamax")})
@given(tree=small)
def test_a_search_without_cuts_visits_every_node_once_and_has_no_window(search, tree):
    traced = trace(search, tree, zero_sum)
    assert all(len(node.board.visits) == 1 for node in flatten_tree(traced))
    assert all(node.board.visits[0].window is None for node in flatten_tree(traced))


@each(OPEN)
@given(tree=small)
def test_each_visit_tells_the_truth_about_the_value_as_the_root_sees_it(search, tree):
    for node in flatten_tree(trace(search, tree, zero_sum)):
        true = minimax(map_tree(node, untraced), zero_sum, tree.player).value
        for _, best in node.board.visits:
            assert best.bound != "exact" or best.value == true
            assert best.bound != "lower" or best.value <= true
            assert best.bound != "upper" or best.value >= true


def untraced(traced, player):
    return traced.board


@given(small)
def test_a_cut_happens_exactly_where_a_value_leaves_the_window(tree):
    for node in flatten_tree(trace(fail_soft, tree, zero_sum)):
        for (alpha, beta), best in node.board.visits:
            own = node.player == tree.player
            cut = not all(visited(move.tree.board) for move in node.moves)
            assert not cut or (best.value >= beta if own else best.value <= alpha)


@given(small)
def test_alpha_beta_seen_by_the_root_has_the_windows_of_fail_soft(tree):
    assert trace(alpha_beta, tree, zero_sum) == trace(fail_soft, tree, zero_sum)


# More visits than one


def test_each_null_window_of_mtdf_is_a_visit_of_the_root():
    traced = trace(mtdf, FIGURE)
    asked = [visit.window for visit in traced.board.visits]
    assert asked == [(-1, 0), (1, 2), (3, 4)]
    assert traced.board.visits[-1].best.bound == "upper"
    assert traced.board.best == mtdf(FIGURE, zero_sum)


def test_negascout_searches_again_what_turns_out_better():
    tree = literal_tree([[1], [5, 7]])
    again = follow(trace(negascout, tree), [1]).board
    assert [window for window, _ in again.visits] == [(1, 2), (5, inf)]
    assert again.visits[0].best == Best(5, (0,), 2, "exact")
    assert len(follow(trace(negascout, tree), [0]).board.visits) == 1


@each(OPEN)
@given(tree=small)
def test_what_is_known_in_the_end_is_what_the_last_visit_found(search, tree):
    _, *below = flatten_tree(trace(search, tree, zero_sum))
    for node in below:
        if node.board.visits:
            assert node.board.best == node.board.visits[-1].best


def test_a_node_that_was_searched_again_shows_what_came_of_it_in_the_end():
    # Scouting says of the second move no more than that it is worth 1 or more; it is worth 4.
    traced = trace(pvs, literal_tree("(0) ((1 4) 5)"))
    board = follow(traced, [1]).board
    assert [best[::3] for _, best in board.visits] == [(1, "lower"), (4, "exact")]
    assert board.best[::3] == (4, "exact")
    assert 'n3 [label="min = 4' in tree_dot(traced)


def test_iterative_deepening_visits_the_root_once_a_depth():
    traced = trace(iterative_deepening, FULL)
    rounds = list(deepening(FULL, zero_sum))
    assert [visit.best.line for visit in traced.board.visits] == [best.line for best in rounds]
    assert traced.board.best == rounds[-1]


def test_windows_of_one_limit_and_of_alpha_alone():
    limits = trace(nega_alpha, FIGURE)
    assert follow(limits, [1]).board.visits[0].window == (3, inf)
    assert follow(limits, [0, 1]).board.visits[0].window == (-inf, 3)
    scouted = trace(null_window, FIGURE, None, 3)
    assert {node.board.visits[0].window for node in flatten_tree(scouted) if node.board.visits} == {
        (3, 4)
    }


# Searches of which not all can be seen


def test_of_a_search_without_recur_the_visits_are_what_it_asked_for():
    traced = trace(lambda tree, value: fail_soft(tree, value), FIGURE)
    assert boards(traced, visited) == boards(trace(fail_soft, FIGURE), visited)
    assert follow(traced, [0, 1]).board.visits == (Visit(None, None),)
    assert traced.board.best == fail_soft(FIGURE, zero_sum)


def test_what_a_search_values_without_asking_for_its_moves_is_valued():
    traced = trace(shallow, FULL)
    assert [len(node.board.values) for node in flatten_tree(limit_tree_depth(traced, 2))] == [
        *(0, 0, 1, 1),
        *(0, 1, 1),
    ]
    assert not follow(traced, [0, 0, 0]).board.forced


def test_a_search_made_of_transformations_is_traced_by_laziness_alone():
    traced = trace(hughes, FULL)
    assert traced.board.best.value == 3
    assert all(node.board.forced for node in flatten_tree(traced))


def test_what_is_remembered_is_made_and_not_visited_again():
    twins = literal_tree([[1, 2], [1, 2]])
    traced = trace(memoized(negamax), twins)
    assert traced.board.best == memoized(negamax)(twins, zero_sum)
    second = follow(traced, [1]).board
    assert (second.forced, second.visits) == (True, ())
    assert not follow(traced, [1, 0]).board.forced


def test_a_search_that_sorts_has_made_what_it_cuts():
    tree = map_tree(literal_tree([[5, 9], [0, 3]]), lambda board, player: board or 0)
    traced = trace(sorting, tree)
    cut = follow(traced, [1, 1]).board
    assert (cut.forced, cut.visits) == (True, ())


def test_outcomes_of_chance_have_a_place_too():
    def mean(tree, value, *, recur=None):
        """The expected value of one chance move, to be traced like any search."""
        (chance,) = tree.moves
        found = [(odds, negamax(after, value)) for odds, after in chance.outcomes]
        return Best(sum(odds * best.value for odds, best in found), (), 2)

    toss = Chance("toss", (Outcome(0.5, literal_tree(7)), Outcome(0.5, literal_tree(8))))
    traced = trace(mean, Tree(0, None, (toss,)))
    assert traced.board.best.value == 7.5
    assert follow(traced, [("toss", 1)]).board.values == (8,)


# Searches that answer with less than a Best


def valuing(tree, value, *, recur=None):
    """Negamax that answers with the value alone."""
    if not tree.moves:
        return value(tree.board, tree.player)
    return max(
        recur(move.tree, value) * (1 if move.tree.player == tree.player else -1)
        for move in tree.moves
    )


@given(small)
def test_a_search_that_answers_with_the_value_is_traced_as_one_that_says_more(tree):
    def said(search):
        nodes = [node.board for node in flatten_tree(trace(search, tree, zero_sum))]
        return [(node.values, node.best._replace(line=())) for node in nodes]

    assert said(valuing) == said(negamax)


@given(small, st.integers(1, 4))
def test_what_an_answer_does_not_say_is_what_is_known_of_it(tree, parts):
    best = trace(lambda t, v: tuple(negamax(t, v))[:parts], tree, zero_sum).board.best
    whole = negamax(tree, zero_sum)
    assert best == (whole if parts > 1 else whole._replace(line=()))
    assert trace(lambda t, v: negamax(t, v).value, tree, zero_sum).board.best == best._replace(
        line=()
    )


@given(small, windows())
def test_a_value_outside_the_window_is_a_bound(tree, window):
    def value_alone(tree, value, alpha, beta):
        return fail_soft(tree, value, alpha, beta).value

    true = negamax(tree, zero_sum).value
    value, _, _, bound = trace(value_alone, tree, zero_sum, *window).board.best
    assert {"exact": value == true, "lower": value <= true, "upper": value >= true}[bound]
    assert (bound == "exact") == (window[0] < value < window[1])


@each({"plain": rate_position, "alpha-beta": ab_rate_position})
@given(tree=small)
def test_ratings_are_those_of_the_player_at_the_root_everywhere(search, tree):
    traced = trace(search, tree, zero_sum)
    assert traced.board.best.value == rate_position(tree, tree.player, zero_sum)
    for node in flatten_tree(traced):
        true = rate_position(map_tree(node, untraced), tree.player, zero_sum)
        for window, (value, _, _, bound) in node.board.visits:
            assert {"exact": value == true, "lower": value <= true, "upper": value >= true}[bound]
            assert (window is None) == (search is rate_position)


def test_ratings_are_traced_through_chance():
    toss = Chance("toss", (Outcome(0.5, literal_tree(7)), Outcome(0.5, literal_tree(8))))
    traced = trace(rate_position, Tree(0, None, (toss,)))
    assert traced.board.best == Best(7.5, (), 2)
    assert follow(traced, [("toss", 1)]).board.best.value == 8


# Equal boards


def listing(order):
    """Return a search that looks at all moves of the root, and values them in an order."""

    def listed(tree, value):
        boards = order([move.tree.board for move in tree.moves])
        return Best(max(value(board, tree.player) for board in boards), (), len(boards))

    return listed


@each({"as they come": list, "sorted": sorted, "last first": lambda found: found[::-1]})
@given(numbers=st.lists(st.integers(0, 3), min_size=1))
def test_what_is_listed_before_it_is_valued_is_valued_everywhere(search, numbers):
    traced = trace(listing(search), literal_tree(numbers))
    assert [move.tree.board.values for move in traced.moves] == [(n,) for n in numbers]


@given(small)
def test_every_leaf_of_an_open_search_is_valued_at_its_own_place(tree):
    """Whatever boards it looked at before."""
    for node in flatten_tree(trace(sorting, tree, zero_sum)):
        for _, best in node.board.visits:
            assert bool(node.moves) or node.board.values == (best.value,)


def test_what_was_looked_at_elsewhere_and_left_does_not_take_a_value():
    def second_only(tree, value):
        _, valued = (list(move.tree.moves) for move in tree.moves)
        return Best(value(valued[0].tree.board, tree.player), (), 1)

    traced = trace(second_only, literal_tree([[7, 1], [7, 1]]))
    assert boards(traced, lambda node: node.values) == [7]
    assert follow(traced, [1, 0]).board.values == (7,)


# Lazy, and a value


OTHER = {0: 1, 1: 0, "a": "b", "b": "a"}


def endless(player, board):
    return [(step, OTHER[player], board + step) for step in (1, 2)]


def test_what_was_cut_stays_lazy():
    tree = unfold_tree(endless, 0, 0)

    def first_only(tree, value, depth=3, *, recur=None):
        move = next(iter(tree.moves))
        return leaf(tree, value) if depth == 0 else first_only(move.tree, value, depth - 1)

    traced = trace(first_only, tree)
    assert not follow(traced, [2, 2, 2, 2]).board.forced
    assert follow(traced, [1, 1, 1]).board.forced


@given(small)
def test_a_traced_tree_is_a_value(tree):
    traced = trace(fail_soft, tree, zero_sum)
    assert traced == trace(fail_soft, tree, zero_sum)
    assert hash(traced) == hash(trace(fail_soft, tree, zero_sum))
    assert pickle.loads(pickle.dumps(traced)) == traced


def test_games_are_traced_with_their_own_values():
    for tree, value in (
        (reversi.tree(reversi.start(4, 4)), reversi.get_value),
        (kalah.tree(kalah.start(3, 2)), kalah.get_value),
    ):
        limited = limit_tree_depth(tree, 4)
        traced = trace(pvs, limited, value)
        assert traced.board.best == pvs(limited, value)


def test_equal_trees_at_different_places_keep_their_own_notes():
    twin = literal_tree([4, 1])
    tree = Tree(0, None, (Move("a", twin._replace(player=1)), Move("b", twin._replace(player=1))))
    traced = trace(fail_soft, tree)
    assert follow(traced, ["a"]).board.visits != follow(traced, ["b"]).board.visits


# What cannot be


@pytest.mark.parametrize("tree", [unfold_tree(endless, "a", 0), literal_tree(["b"])])
def test_without_a_value_it_takes_numbers_of_players_0_and_1(tree):
    with pytest.raises(BadInput, match="needs a value"):
        trace(negamax, limit_tree_depth(tree, 1))


@pytest.mark.parametrize("answer", [None, "3", (), (3, (), 1, "exact", 5), (None, ())])
def test_an_answer_that_is_no_value_and_begins_with_none_is_an_error(answer):
    with pytest.raises(BadInput, match="a search answers with a value, or with"):
        trace(lambda tree, value: answer, FIGURE)
    with pytest.raises(BadInput, match="a search answers with a value, or with"):
        trace(lambda tree, value, recur=None: answer, FIGURE)


def test_a_search_that_asks_for_more_than_the_limit_is_stopped():
    endlessly = unfold_tree(endless, 0, 0)
    with pytest.raises(BadInput, match="more than 50 nodes"):
        trace(fail_soft, limit_tree_depth(endlessly, 40), limit=50)
    assert trace(mtdf, FIGURE, limit=11) == trace(mtdf, FIGURE)


@given(trees(st.integers(-3, 3), max_leaves=12))
def test_a_limit_that_is_not_reached_changes_nothing(tree):
    made = sum(node.board.forced for node in flatten_tree(trace(mtdf, tree, zero_sum)))
    assert trace(mtdf, tree, zero_sum, limit=made) == trace(mtdf, tree, zero_sum)
    if made > 1:
        with pytest.raises(BadInput):
            trace(mtdf, tree, zero_sum, limit=made - 1)


def test_moves_that_are_asked_for_twice_are_one_visit():
    def twice(tree, value):
        if not tree.moves:
            return leaf(tree, value)
        return Best(max(-twice(move.tree, value).value for move in tree.moves), (), 0)

    traced = trace(twice, FIGURE)
    assert all(node.board.visits == (Visit(None, None),) for node in flatten_tree(traced))
