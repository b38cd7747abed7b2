"""What the searches promise, on arbitrary finite trees: turns in any order, any values."""

import copy
from functools import partial
from math import inf

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from landoflisp.search import (
    SEARCHES,
    Best,
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
    nega_alpha_from_alpha,
    negamax,
    negascout,
    null_window,
    principal_variation,
    pvs,
)
from landoflisp.testing import check_search, trees, windows, zero_sum
from landoflisp.tree import (
    NO_MOVES,
    Move,
    Tree,
    flatten_tree,
    fold_tree,
    follow,
    limit_tree_depth,
    line_first,
    literal_tree,
    map_tree,
    sort_moves,
    unfold_tree,
)

NEGASCOUTS = {
    "negascout": negascout,
    "negascout-scout-first": partial(negascout, scout_first=True),
    "negascout-from-alpha": partial(negascout, again_from_alpha=True),
    "negascout-scout-first-from-alpha": partial(negascout, scout_first=True, again_from_alpha=True),
    "negascout-scout-extra": partial(negascout, scout_extra=True),
    "negascout-trust-exact": partial(negascout, trust_exact=True),
    "pvs": pvs,
}
ALL = SEARCHES | NEGASCOUTS
# With the widest window, every one of them finds the value.
COMPLETE = {name: search for name, search in ALL.items() if name != "null-window"}
BY_NATURE_NOT_OPTIMAL = {
    "mtdf",
    "negascout",
    "negascout-scout-first",
    "negascout-scout-extra",
    "negascout-trust-exact",
}
RECURSIVE = {
    name: search for name, search in COMPLETE.items() if name not in ("mtdf", "iterative-deepening")
}
WINDOW = {
    **dict.fromkeys(["alpha-beta", "fail-soft", "nega-alpha-from-alpha", *NEGASCOUTS], "soft"),
    "fail-hard": "hard",
    "nega-alpha": "limit",
    "null-window": "null",
}
SEARCH_AGAIN = {"mtdf", "iterative-deepening", *NEGASCOUTS}

# The figure of the article: leaves as black sees them, a to move on levels 0 and 2.
FIGURE = literal_tree([[[1, 3], [4, 2]], [[2, 1], [3, 5]]])


# Where the interesting cases are: values that are equal, and equal to the ends of the window.
many_ties = trees(st.integers(-2, 2))
narrow = windows(-3, 3)


def each(searches):
    return pytest.mark.parametrize("search", list(searches.values()), ids=list(searches))


def height(tree):
    return fold_tree(tree, lambda _, heights: 1 + max(heights, default=-1))


# What all promise: value, bound, line and evaluations


@pytest.mark.parametrize("name", ALL)
def test_every_search_is_a_search(name):
    check_search(
        ALL[name],
        window=WINDOW.get(name),
        optimal_line=name not in BY_NATURE_NOT_OPTIMAL,
        searches_again=name in SEARCH_AGAIN,
        settings=settings(max_examples=4 * settings().max_examples),
    )


# All agree


@given(trees())
def test_negamax_is_minimax_to_line_and_count(tree):
    assert negamax(tree, zero_sum) == minimax(tree, zero_sum)


@given(many_ties, narrow)
def test_fail_soft_is_alpha_beta_to_line_count_and_bound(tree, window):
    assert fail_soft(tree, zero_sum, *window) == alpha_beta(tree, zero_sum, *window)


@given(many_ties, st.integers(-3, 3))
def test_nega_alpha_is_fail_soft_that_forgets_alpha(tree, limit):
    def forget_alpha(call, tree, value, alpha, beta):
        return call(tree, value, -inf, beta)

    forgetful = advise(fail_soft, forget_alpha)
    assert nega_alpha(tree, zero_sum, limit) == forgetful(tree, zero_sum, -inf, limit)


@given(trees(), st.integers(-12, 12))
def test_null_window_is_fail_soft_in_a_window_of_one(tree, alpha):
    assert null_window(tree, zero_sum, alpha) == fail_soft(tree, zero_sum, alpha, alpha + 1)


@given(trees(), st.sampled_from([0, 1]))
def test_minimax_for_one_player_is_the_opposite_of_the_others(tree, player):
    mine, yours = minimax(tree, zero_sum, player), minimax(tree, zero_sum, 1 - player)
    assert mine == yours._replace(value=-yours.value)


@given(trees(), windows(), st.sampled_from([0, 1]))
def test_alpha_beta_for_one_player_finds_that_players_minimax(tree, window, player):
    found = alpha_beta(tree, zero_sum, *window, player)
    value = minimax(tree, zero_sum, player).value
    alpha, beta = window
    assert value <= found.value <= alpha or beta <= found.value <= value or found.value == value
    assert alpha_beta(tree, zero_sum, player=player).value == value


# What a result says of the value, where it says more


@given(many_ties, narrow)
def test_fail_hard_is_the_value_clamped_to_the_window(tree, window):
    alpha, beta = window
    v = negamax(tree, zero_sum).value
    x, _, _, bound = fail_hard(tree, zero_sum, *window)
    assert x == max(alpha, min(beta, v))
    assert bound == {alpha: "upper", beta: "lower"}.get(x, "exact")


def test_fail_hard_clamps_a_leaf_too():
    leaf = Tree(0, 5, ())
    assert fail_hard(leaf, zero_sum, 6, 9) == Best(6, (), 1, "upper")
    assert fail_hard(leaf, zero_sum, 0, 3) == Best(3, (), 1, "lower")
    assert fail_hard(leaf, zero_sum, 0, 9) == Best(5, (), 1, "exact")


@given(many_ties, narrow)
def test_from_alpha_is_clamped_below_and_not_above(tree, window):
    alpha, beta = window
    v = negamax(tree, zero_sum).value
    x = nega_alpha_from_alpha(tree, zero_sum, alpha, beta).value
    if tree.moves:
        assert x == max(alpha, v) if v < beta else beta <= x <= v
    else:
        assert x == v


@given(trees(), windows())
def test_nega_alpha_from_alpha_has_no_line_where_nothing_beats_alpha(tree, window):
    found = nega_alpha_from_alpha(tree, zero_sum, *window)
    if tree.moves and found.value == window[0]:
        assert (found.line, found.bound) == ((), "upper")


# Lines


@each({name: COMPLETE[name] for name in sorted(BY_NATURE_NOT_OPTIMAL)})
@given(tree=trees())
def test_principal_variation_makes_the_line_optimal(search, tree):
    found = search(tree, zero_sum)
    exact = principal_variation(tree, zero_sum, found)
    assert is_optimal(tree, exact)
    assert exact.value == found.value
    again = fail_soft(tree, zero_sum, found.value - 1, found.value + 1)
    assert exact.evaluations == found.evaluations + again.evaluations


def is_optimal(tree, best):
    """Whether the line keeps the value at every step and ends in a leaf that has it."""
    value = zero_sum(best.value, tree.player)
    for action in best.line:
        if zero_sum(minimax(tree, zero_sum).value, tree.player) != value:
            return False
        tree = follow(tree, [action])
    return not tree.moves and tree.board == value


@pytest.mark.parametrize(
    ("search", "shape"),
    [(mtdf, [[[-1, 0], -1]]), (negascout, [-1, [[0, 1], 0]])],
    ids=["mtdf", "negascout"],
)
def test_a_line_that_ends_in_a_bound_need_not_be_optimal(search, shape):
    tree = literal_tree(shape)
    found = search(tree, zero_sum)
    assert found.value == negamax(tree, zero_sum).value
    assert not is_optimal(tree, found)
    assert is_optimal(tree, principal_variation(tree, zero_sum, found))


@given(trees())
def test_principal_variation_of_a_wrong_value_is_a_bound_that_says_so(tree):
    v = negamax(tree, zero_sum)
    assert principal_variation(tree, zero_sum, v._replace(value=v.value + 2)).value <= v.value + 1
    found = principal_variation(tree, zero_sum, v._replace(value=v.value - 3))
    assert found.value >= v.value - 2


# Counts


@given(trees())
def test_minimax_values_every_leaf_once(tree):
    leaves = sum(not node.moves for node in flatten_tree(tree))
    assert minimax(tree, zero_sum).evaluations == leaves


@given(trees(), windows())
def test_clamping_changes_no_cut(tree, window):
    soft, hard, from_alpha = (
        search(tree, zero_sum, *window).evaluations
        for search in (fail_soft, fail_hard, nega_alpha_from_alpha)
    )
    assert soft == hard == from_alpha


@given(trees(), windows())
def test_the_narrower_the_window_the_fewer_evaluations(tree, window):
    alpha, beta = window
    wide = fail_soft(tree, zero_sum, alpha - 1, beta + 1).evaluations
    narrow = fail_soft(tree, zero_sum, alpha, beta).evaluations
    scout = null_window(tree, zero_sum, alpha).evaluations
    assert scout <= narrow <= wide


@given(trees())
def test_each_search_looks_at_no_more_than_the_one_it_improves(tree):
    soft, one_limit, full = (
        search(tree, zero_sum).evaluations for search in (fail_soft, nega_alpha, negamax)
    )
    assert soft <= one_limit <= full


@pytest.mark.parametrize("branching", [2, 3])
@pytest.mark.parametrize("depth", range(1, 5))
@given(data=st.data())
def test_with_the_best_move_first_alpha_beta_visits_the_minimal_tree(branching, depth, data):
    # Knuth and Moore: b**ceil(d/2) + b**floor(d/2) - 1 leaves.
    numbers = st.lists(
        st.integers(-999, 999), min_size=branching**depth, max_size=branching**depth, unique=True
    )
    tree = best_first(uniform_tree(branching, depth, iter(data.draw(numbers))))
    minimal = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    for search in (fail_soft, fail_hard, nega_alpha_from_alpha, alpha_beta, pvs, negascout):
        assert search(tree, zero_sum).evaluations == minimal


def uniform_tree(branching, depth, numbers):
    def shape(depth):
        return [shape(depth - 1) for _ in range(branching)] if depth else next(numbers)

    return literal_tree(shape(depth))


def best_first(tree):
    return sort_moves(tree, key=lambda move: negamax(move.tree, zero_sum).value)


def test_the_article_s_figure_values_five_leaves_of_eight():
    assert fail_soft(FIGURE, zero_sum) == Best(3, (0, 0, 1), 5, "exact")
    assert fail_soft(FIGURE, zero_sum)[:3] == alpha_beta(FIGURE, zero_sum)[:3]
    assert negamax(FIGURE, zero_sum).evaluations == 8


def test_fail_soft_says_how_bad_the_right_branch_of_the_figure_is_and_fail_hard_does_not():
    right = follow(FIGURE, [1])
    # seen by the second player, in the window (-inf, -3) that the left branch leaves
    assert fail_soft(right, zero_sum, -inf, -3) == Best(-2, (0, 0), 2, "lower")
    assert fail_hard(right, zero_sum, -inf, -3) == Best(-3, (0,), 2, "lower")


# What does not matter


@each({**COMPLETE, "null-window": partial(null_window, alpha=0)})
@given(tree=trees())
def test_no_argument_is_ever_changed(search, tree):
    mutable = changeable(tree)
    before = copy.deepcopy(mutable)

    def value(board, player):
        return zero_sum(board["number"] or 0, player)

    first, second = search(mutable, value), search(mutable, value)
    assert mutable == before
    assert first == second


def changeable(tree):
    """The tree with dictionaries for boards and lists for moves, which a search might change."""
    moves = [Move(move.action, changeable(move.tree)) for move in tree.moves]
    return Tree(tree.player, {"number": tree.board}, moves)


@pytest.mark.parametrize(
    "stage",
    [
        lambda tree: tree,
        partial(limit_tree_depth, depth=8),
        partial(line_first, line=(1, 1, 1)),
        partial(map_tree, function=lambda board, player: board),
        partial(sort_moves, key=lambda move: -move.tree.board.number),
    ],
    ids=["plain", "limited", "line-first", "mapped", "sorted"],
)
@each(RECURSIVE)
def test_a_search_holds_one_line_of_play_even_while_the_caller_holds_the_root(search, stage):
    living = Living()
    root = stage(unfold_tree(living.rule, 0, living.board(0, 0)))
    search(root, living.value)
    assert living.made > 60
    # sorting and putting a line first hold the moves of each node on the line of play
    assert living.most <= 3 * living.DEPTH
    assert root.board.number == 0


class Living:
    """A game of two moves a ply, whose boards are counted while they are alive."""

    DEPTH = 8

    def __init__(self):
        self.alive = self.most = self.made = 0

    def board(self, depth, number):
        self.made += 1
        return CountedBoard(self, depth, number)

    def rule(self, player, board):
        for i in range(2 if board.depth < self.DEPTH else 0):
            yield i, 1 - player, self.board(board.depth + 1, (3 * board.number + 7 * i) % 11)

    def value(self, board, player):
        self.most = max(self.most, self.alive)
        return zero_sum(board.number, player)


class CountedBoard:
    def __init__(self, living, depth, number):
        self.living, self.depth, self.number = living, depth, number
        living.alive += 1

    def __del__(self):
        self.living.alive -= 1


# MTD(f)


@given(trees(), st.integers(-12, 12))
def test_mtdf_finds_the_value_from_any_guess(tree, guess):
    assert mtdf(tree, zero_sum, guess).value == negamax(tree, zero_sum).value


@given(trees())
def test_mtdf_needs_two_null_windows_for_a_right_guess(tree):
    v = negamax(tree, zero_sum).value
    windows = []

    def search(tree, value, alpha):
        windows.append(alpha)
        return null_window(tree, value, alpha)

    assert mtdf(tree, zero_sum, v, search=search).value == v
    assert windows in ([v - 1, v], [v - 1])


def test_mtdf_takes_as_many_windows_as_it_needs():
    many = literal_tree(list(range(1, 1500)))
    assert mtdf(many, lambda board, player: -board).value == 1499


@given(trees(), st.integers(-12, 12), st.integers(0, 3), st.integers(0, 3))
def test_mtdf_asks_nothing_that_is_known(tree, guess, below, above):
    v = negamax(tree, zero_sum).value
    asked = []

    def search(tree, value, alpha):
        asked.append(alpha)
        return null_window(tree, value, alpha)

    assert mtdf(tree, zero_sum, guess, v - below, v + above, search=search).value == v
    assert all(v - below <= alpha < max(v + above, v - below + 1) for alpha in asked)


@given(trees(st.floats(-3, 3) | st.fractions(-3, 3)))
def test_values_need_not_be_whole_numbers(tree):
    v = negamax(tree, zero_sum).value
    assert [search(tree, zero_sum).value for search in COMPLETE.values()] == [v] * len(COMPLETE)


@given(trees())
def test_mtdf_asks_null_windows_only_and_counts_them_all(tree):
    asked = []

    def search(tree, value, alpha):
        found = null_window(tree, value, alpha)
        asked.append((alpha, found.evaluations))
        return found

    found = mtdf(tree, zero_sum, -40, search=search)
    assert found.evaluations == sum(evaluations for _, evaluations in asked)
    assert asked[0][0] == -41
    assert found == mtdf(tree, zero_sum, -40)
    assert mtdf(tree, zero_sum) == mtdf(tree, zero_sum, 0)


@given(trees())
def test_mtdf_stops_where_what_is_known_meets(tree):
    v = negamax(tree, zero_sum).value
    assert mtdf(tree, zero_sum, v, lower=v).evaluations <= mtdf(tree, zero_sum, v).evaluations
    assert mtdf(tree, zero_sum, v, lower=v).value == v


# NegaScout


@each({name: search for name, search in NEGASCOUTS.items() if name != "negascout-scout-extra"})
@given(tree=trees(), window=windows())
def test_a_move_that_keeps_the_turn_is_never_scouted(search, tree, window):
    tree = fold_tree(tree, lambda node, children: one_player(node, children))
    plain = fail_soft(tree, zero_sum, *window)
    assert search(tree, zero_sum, *window) == plain


def one_player(node, children):
    return Tree(0, node.board, tuple(Move(i, child) for i, child in enumerate(children)))


def test_negascout_scouts_the_first_move_only_if_told_to():
    tree = literal_tree([[5, 6], [1, 2]])
    assert negascout(tree, zero_sum, 0, 9).evaluations == 3
    assert windows_of(negascout, tree, 0, 9)[:2] == [(0, 9), (-9, 0)]
    assert windows_of(partial(negascout, scout_first=True), tree, 0, 9)[:2] == [(0, 9), (-1, 0)]


def test_negascout_searches_again_from_the_scouted_value_and_pvs_from_alpha():
    tree = literal_tree([[0, 1], [4, 6]])
    assert windows_of(negascout, tree, -9, 9)[-2:] == [(-9, -4), (4, 9)]
    assert windows_of(pvs, tree, -9, 9)[-3:] == [(-9, 0), (0, 9), (3, 4)]


def test_negascout_does_not_search_again_what_is_too_good_or_not_better():
    too_good, just_too_good, no_better = ([[0, 1], [n, 9]] for n in (7, 5, 0))
    for shape in (too_good, just_too_good, no_better):
        children = windows_of(negascout, literal_tree(shape), -9, 5)
        assert (-5, 0) not in children
        assert len(children) == 7 - (shape is no_better)


def test_negascout_scouts_a_move_that_keeps_the_turn_if_told_to():
    tree = literal_tree([5, 6, 1], players=(0,))
    assert windows_of(negascout, tree, 0, 9) == [(0, 9), (0, 9), (5, 9), (6, 9)]
    scout_extra = partial(negascout, scout_extra=True)
    assert windows_of(scout_extra, tree, 0, 9) == [(0, 9), (0, 9), (5, 6), (6, 9), (6, 7)]


@given(trees(st.integers(-3, 3)), windows(-4, 4), st.booleans(), st.booleans(), st.booleans())
def test_to_trust_exact_scouted_values_changes_nothing_but_saves_evaluations(
    tree, window, scout_first, scout_extra, again_from_alpha
):
    options = {
        "scout_first": scout_first,
        "scout_extra": scout_extra,
        "again_from_alpha": again_from_alpha,
    }
    again = negascout(tree, zero_sum, *window, **options)
    trusted = negascout(tree, zero_sum, *window, **options, trust_exact=True)
    assert trusted._replace(evaluations=0) == again._replace(evaluations=0)
    assert trusted.evaluations <= again.evaluations


@given(trees(st.integers(-3, 3)), windows(-4, 4))
def test_a_scouted_move_whose_replies_are_leaves_is_exact_if_it_would_be_searched_again(
    tree, window
):
    alpha, beta = window
    for move in tree.moves:
        late = not any(reply.tree.moves for reply in move.tree.moves)
        if late and move.tree.player != tree.player:
            found = negascout(move.tree, zero_sum, -(alpha + 1), -alpha)
            if alpha < -found.value < beta:
                assert found.bound == "exact"


def test_with_a_fail_hard_search_the_shortcut_would_be_wrong():
    def fail_hard_and_trusted(call, tree, value, alpha, beta):
        found = call(tree, value, alpha, beta)
        return found._replace(value=max(alpha, min(beta, found.value)), bound="exact")

    # The second move is worth 5; its replies are leaves, and scouting asks: more than 0?
    tree = literal_tree([[0, 1], [5, 6]])
    assert negascout(tree, zero_sum, -9, 9, trust_exact=True).value == 5
    assert advise(negascout, fail_hard_and_trusted)(tree, zero_sum, -9, 9).value == 5
    trusting = partial(negascout, trust_exact=True)
    assert advise(trusting, fail_hard_and_trusted)(tree, zero_sum, -9, 9).value == 1


def windows_of(search, tree, *window):
    seen = []

    def around(call, tree, value, *window):
        seen.append(window)
        return call(tree, value, *window)

    advise(search, around)(tree, zero_sum, *window)
    return seen


# Iterative deepening


@given(trees(), st.integers(1, 4))
def test_iterative_deepening_finds_the_value_at_its_depth(tree, depth):
    found = iterative_deepening(tree, zero_sum, depth)
    assert found.value == negamax(limit_tree_depth(tree, depth), zero_sum).value


@given(trees())
def test_deepening_yields_the_value_at_every_depth_and_stops_when_nothing_lies_deeper(tree):
    found = list(deepening(tree, zero_sum))
    assert [best.value for best in found] == [
        negamax(limit_tree_depth(tree, depth), zero_sum).value for depth in range(1, len(found) + 1)
    ]
    # One ply more than the height at most: that nothing was cut off shows only then.
    assert len(found) <= height(tree) + 1
    assert negamax(tree, zero_sum).value == found[-1].value


@given(trees(), st.integers(1, 3))
def test_iterative_deepening_is_the_last_of_deepening(tree, depth):
    for search in (fail_soft, negamax, pvs):
        assert (
            iterative_deepening(tree, zero_sum, depth, search=search)
            == list(deepening(tree, zero_sum, depth, search=search))[-1]
        )


def test_deepening_searches_as_it_is_told():
    *_, last = deepening(FIGURE, lambda board, player: zero_sum(board or 0, player), search=negamax)
    assert last.evaluations == 2 + 4 + 8 + 8


@given(trees())
def test_deepening_counts_all_depths_together(tree):
    calls = []

    def value(board, player):
        calls.append(board)
        return zero_sum(board, player)

    for best in deepening(tree, value):
        assert best.evaluations == len(calls)


def test_deepening_tries_the_line_of_the_depth_before_first():
    tree = literal_tree([[1, 1], [3, 2]])
    leaves = []

    def value(board, player):
        leaves.append(board)
        return zero_sum(board or 0, player)

    list(deepening(tree, value, 2))
    assert leaves[2:] == [1, 1, 3, 2]
    leaves.clear()
    list(deepening(tree, value, 3))
    assert leaves[6:][0] == 2


@pytest.mark.parametrize("depth", [0, -1])
def test_deepening_to_no_depth_is_an_error(depth):
    with pytest.raises(ValueError, match="a depth is a whole number, 1 or more, not"):
        iterative_deepening(FIGURE, zero_sum, depth)


# Advice


@each(RECURSIVE)
@given(tree=trees())
def test_advice_that_does_nothing_changes_nothing(search, tree):
    advised = advise(search, lambda call, *rest: call(*rest))
    assert advised(tree, zero_sum) == search(tree, zero_sum)


@each(RECURSIVE)
@given(tree=trees(max_leaves=10))
def test_advice_sees_every_node_that_is_visited(search, tree):
    seen = []

    def look(call, tree, *rest):
        seen.append(tree)
        return call(tree, *rest)

    found = advise(search, look)(tree, zero_sum)
    assert seen[0] == tree
    assert sum(not node.moves for node in seen) == found.evaluations


@each(RECURSIVE)
@given(tree=trees())
def test_memoized_finds_the_same_value_and_line_with_no_more_evaluations(search, tree):
    plain, memo = search(tree, zero_sum), memoized(search)(tree, zero_sum)
    assert memo._replace(evaluations=0) == plain._replace(evaluations=0)
    assert memo.evaluations <= plain.evaluations
    assert memoized(search)(tree, zero_sum) == memo


@given(trees())
def test_memoized_values_each_different_leaf_once(tree):
    leaves = {node for node in flatten_tree(tree) if not node.moves}
    assert memoized(negamax)(tree, zero_sum).evaluations == len(leaves)


@given(many_ties, narrow)
def test_memoized_keeps_window_and_options(tree, window):
    search = partial(negascout, scout_first=True)
    memo, plain = memoized(search)(tree, zero_sum, *window), search(tree, zero_sum, *window)
    assert memo._replace(evaluations=0) == plain._replace(evaluations=0)


def test_memoized_keeps_windows_apart():
    tree = literal_tree([[3, 5], [3, 5], [1, 9]])
    assert memoized(fail_soft)(tree, zero_sum) == fail_soft(tree, zero_sum)


@example(Tree(0, 5, NO_MOVES))
@given(trees(max_leaves=1))
def test_a_leaf_is_worth_what_it_is_worth_and_has_no_line(tree):
    for search in COMPLETE.values():
        found = search(tree, zero_sum)
        if not tree.moves:
            assert found[:2] == (zero_sum(tree.board, tree.player), ())
            assert found.bound == "exact"
