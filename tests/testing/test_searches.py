"""`check_search`: what passes, and wrong searches, each of which it catches on a small tree."""

import ast
import re
from functools import partial
from itertools import count
from math import inf
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from landoflisp.errors import BadInput
from landoflisp.games import reversi
from landoflisp.search import (
    Best,
    alpha_beta,
    fail_hard,
    fail_soft,
    minimax,
    mtdf,
    nega_alpha_from_alpha,
    negamax,
    negascout,
    null_window,
)
from landoflisp.search.best import leaf
from landoflisp.testing import (
    check_search,
    literal_trees,
    reversi_trees,
    subtrees,
    tree_of,
    trees,
)
from landoflisp.tree import limit_tree_depth, literal_tree, size_tree, sort_moves

# What a user might write, and rightly

FEW = settings(max_examples=30, database=None)


def only_a_number(tree, value):
    return negamax(tree, value).value


def value_and_line(tree, value):
    """As an article writes it: the line is a list."""
    if not tree.moves:
        return value(tree.board, tree.player), []
    best = -inf, []
    for action, after in tree.moves:
        found, line = value_and_line(after, value)
        found = found if after.player == tree.player else -found
        if found > best[0]:
            best = found, [action, *line]
    return best


def turn_taking(tree, value, alpha=-inf, beta=inf):
    """The textbook's alpha-beta, for games in which the players take turns."""
    if not tree.moves:
        return value(tree.board, tree.player)
    for move in tree.moves:
        alpha = max(alpha, -turn_taking(move.tree, value, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


@pytest.mark.parametrize("parts", [1, 2, 3])
def test_a_search_answers_with_as_much_as_it_knows(parts):
    check_search(lambda tree, value: tuple(negamax(tree, value))[:parts], settings=FEW)
    check_search(lambda tree, value: list(negamax(tree, value))[:parts], settings=FEW)


def test_a_search_may_answer_with_a_number_or_a_value_and_a_list():
    check_search(only_a_number)
    check_search(value_and_line, settings=FEW)


def test_a_search_for_players_who_take_turns_is_checked_on_such_trees():
    check_search(turn_taking, literal_trees(), settings=FEW)
    with pytest.raises(AssertionError):
        check_search(turn_taking)


def test_a_search_is_checked_on_the_trees_of_a_game_too():
    shallow = subtrees(reversi.tree(reversi.start(6, 6))).map(partial(limit_tree_depth, depth=2))
    check_search(fail_soft, shallow, reversi.get_value, window="soft")
    check_search(fail_soft, reversi_trees(max_spaces=4), reversi.get_value, window="soft")
    check_search(fail_soft, literal_tree([[3, 1], [2, 5]]))


@pytest.mark.parametrize("values", [st.floats(-3, 3), st.fractions(-3, 3), st.decimals(-3, 3)])
def test_values_need_not_be_whole_numbers(values):
    check_search(fail_soft, trees(values), window="soft", settings=FEW)


def test_the_contract_of_fail_soft_is_kept_by_all_that_take_a_window():
    for search in (fail_hard, fail_soft, nega_alpha_from_alpha, alpha_beta):
        check_search(search, window="soft", settings=FEW)


# And wrongly


def made(
    turned=lambda alpha, beta: (-beta, -alpha),
    passed=lambda alpha, beta: (alpha, beta),
    sign=lambda tree, after: 1 if after.player == tree.player else -1,
    better=lambda found, best: found > best,
    beyond=lambda best, beta: best >= beta,
    nothing=-inf,
    moves=lambda tree: list(tree.moves),
    at_leaf=leaf,
    counts=lambda before, found: before + found,
    line=lambda action, found: (action, *found),
    bound=lambda bound, sign: bound if sign > 0 else OPPOSITE[bound],
    cut="lower",
):
    """Return fail-soft alpha-beta made of pieces, so that one of them can be wrong."""

    def search(tree, value, alpha=-inf, beta=inf):
        best, best_line, evaluations, known = nothing, (), 0, "upper"
        ways = moves(tree)
        if not ways:
            return at_leaf(tree, value)
        for action, after in ways:
            s = sign(tree, after)
            lower = max(alpha, best)
            inner = (passed if after.player == tree.player else turned)(lower, beta)
            found = search(after, value, *inner)
            evaluations = counts(evaluations, found.evaluations)
            if better(s * found.value, best):
                best, best_line = s * found.value, line(action, found.line)
                known = bound(found.bound, s) if best < beta else cut
            if beyond(best, beta):
                break
        return Best(best, best_line, evaluations, known)

    return search


OPPOSITE = {"exact": "exact", "lower": "upper", "upper": "lower"}


def claiming_exact(tree, value, alpha=-inf, beta=inf):
    return fail_hard(tree, value, alpha, beta)._replace(bound="exact")


def only_the_root_is_clamped(tree, value, alpha=-inf, beta=inf):
    found = fail_hard(tree, value, alpha, beta)
    return found._replace(value=fail_soft(tree, value, alpha, beta).value) if tree.moves else found


def stale_line(tree, value):
    if not tree.moves:
        return value(tree.board, tree.player), ()
    best = -inf
    for action, after in tree.moves:
        found, rest = stale_line(after, value)
        best = max(best, found if after.player == tree.player else -found)
        line = (action, *rest)
    return best, line


def line_in_a_default(tree, value, line=[]):  # noqa: B006
    found = negamax(tree, value)
    line.extend(found.line)
    return found.value, tuple(line)


def memo_in_a_default(tree, value, memo={}):  # noqa: B006
    """Remembers by board and player, as if no two trees had those in common."""
    key = tree.board, tree.player
    if key not in memo:
        replies = (
            (1 if after.player == tree.player else -1) * memo_in_a_default(after, value)
            for _, after in tree.moves
        )
        memo[key] = max(replies) if tree.moves else value(tree.board, tree.player)
    return memo[key]


def one_iterator(tree, value):
    moves = iter(tree.moves)
    if next(moves, None) is None:
        return value(tree.board, tree.player)
    replies = [(1 if a.player == tree.player else -1) * one_iterator(a, value) for _, a in moves]
    return max(replies, default=0)


def bottomless(tree, value):
    replies = (
        (1 if after.player == tree.player else -1) * bottomless(after, value)
        for _, after in [*tree.moves, *([] if tree.moves else [(None, tree)])]
    )
    return max(replies, default=value(tree.board, tree.player))


def counts_its_moves(tree, value):
    if not len(tree.moves):
        return value(tree.board, tree.player)
    return negamax(tree, value).value


def turns_moves_round(tree, value):
    if isinstance(tree.moves, list):
        tree.moves.reverse()
    return negamax(tree, value).value


def two_plies_deep(tree, value):
    return negamax(limit_tree_depth(tree, 2), value)


RANDOM = Random(0)


def at_random(tree, value):
    """Shuffles the moves, so that of equal lines any may be the answer."""
    return negamax(sort_moves(tree, key=lambda move: RANDOM.random()), value)


def mtdf_that_never_learns(tree, value):
    guess = 0
    for _ in count():
        found = null_window(tree, value, guess - 1)
        if found.bound == "upper" and found.value == guess:
            return found.value
        guess = max(guess, found.value)
    return guess


def values_everything(tree, value):
    value(tree.board, tree.player)
    replies = (
        (1 if after.player == tree.player else -1) * values_everything(after, value)
        for _, after in tree.moves
    )
    return max(replies, default=value(tree.board, tree.player))


def null_window_from_alpha_downwards(tree, value, alpha):
    return fail_soft(tree, value, alpha - 1, alpha)


def legal_but_not_best(tree, value):
    found = negamax(tree, value)
    tree, line = tree, []
    while tree.moves:
        (action, tree), *_ = tree.moves
        line.append(action)
    return found.value, line


def best_action_only(tree, value):
    found = negamax(tree, value)
    return found.value, found.line[0] if found.line else None


def reversed_line(tree, value):
    found = negamax(tree, value)
    return found.value, found.line[::-1]


def raising(tree, value):
    return max(tree.moves)


# Each wrong search, what it is checked for, and in how many nodes and what words it is caught.
WRONG = {
    "no sign flip": (made(sign=lambda tree, after: 1), {}, 2, "not find the value"),
    "a flip for a pass": (made(sign=lambda tree, after: -1), {}, 2, "not find the value"),
    "window not turned": (
        made(turned=lambda alpha, beta: (alpha, beta)),
        {"window": "soft"},
        5,
        "not find the value",
    ),
    "window not swapped": (
        made(turned=lambda alpha, beta: (-alpha, -beta)),
        {},
        5,
        "not find the value",
    ),
    "cut too soon": (made(beyond=lambda best, beta: best >= beta - 1), {}, 7, "not find the value"),
    "cut at alpha": (made(beyond=lambda best, beta: best >= 0), {}, 3, "not find the value"),
    "the last of equals": (made(better=lambda x, best: x >= best), {}, 4, "says|no optimal line"),
    "window turned for a pass": (
        made(passed=lambda alpha, beta: (-beta, -alpha)),
        {"window": "soft"},
        5,
        "not find the value",
    ),
    "worst is nought": (made(nothing=0), {}, 2, "not find the value"),
    "first move left out": (made(moves=lambda t: list(t.moves)[1:]), {}, 2, "not find the value"),
    "last move left out": (made(moves=lambda t: list(t.moves)[:-1]), {}, 2, "not find the value"),
    "leaf seen by the wrong player": (
        made(at_leaf=lambda tree, value: Best(value(tree.board, 0), (), 1)),
        {},
        1,
        "not find the value",
    ),
    "count begins at nought": (
        made(at_leaf=lambda tree, value: leaf(tree, value)._replace(evaluations=0)),
        {},
        1,
        "says that it has valued 0 boards",
    ),
    "counts the nodes": (
        made(counts=lambda before, found: before + found + 1),
        {},
        2,
        "says that it has valued",
    ),
    "counts the best move only": (
        made(counts=lambda before, found: found),
        {},
        3,
        "says that it has valued",
    ),
    "a line of one move": (made(line=lambda a, found: (a,)), {}, 3, "ends before the game"),
    "a line from the end": (reversed_line, {}, 6, "no legal line|no optimal line"),
    "a line without the move": (made(line=lambda a, found: found), {}, 2, "ends before the game"),
    "stale line": (stale_line, {}, 3, "no optimal line"),
    "any line": (legal_but_not_best, {}, 3, "no optimal line"),
    "no line but an action": (best_action_only, {}, 2, "None for a line|0 for a line"),
    "bound never turned": (made(bound=lambda bound, sign: bound), {"window": "soft"}, 4, "says"),
    "bound always exact": (
        made(bound=lambda bound, sign: "exact", cut="exact"),
        {"window": "soft"},
        3,
        "is 'exact'",
    ),
    "bound never exact": (made(cut="upper", bound=lambda b, s: "upper"), {}, 2, "is 'upper'"),
    "bound of another name": (made(bound=lambda b, s: "EXACT"), {}, 2, "is 'EXACT'"),
    "fail-hard claiming exact": (claiming_exact, {"window": "hard"}, 1, "is 'exact'"),
    "fail-soft passed off as hard": (fail_soft, {"window": "hard"}, 1, "not find the value"),
    "fail-hard at leaves alone": (
        only_the_root_is_clamped,
        {"window": "hard"},
        2,
        "not find the value",
    ),
    "starts from alpha": (made(nothing=-1), {}, 2, "not find the value"),
    "null window one below": (
        null_window_from_alpha_downwards,
        {"window": "null"},
        3,
        "not find the value",
    ),
    "does not take its window": (minimax, {"window": "soft"}, 1, "not find the value|raises"),
    "line in a default": (line_in_a_default, {}, 2, "answers otherwise|no legal line"),
    "memo in a default": (memo_in_a_default, {}, 5, "not find the value"),
    "any of equals": (at_random, {}, 3, "answers otherwise|But not each time"),
    "one iterator asked twice": (one_iterator, {}, 2, "not find the value"),
    "infinite recursion": (bottomless, {}, 1, "raises RecursionError"),
    "needs a tuple": (counts_its_moves, {}, 1, r"TypeError.*Moves.*len"),
    "changes the tree": (turns_moves_round, {}, 3, "changes the moves of the tree"),
    "looks two plies ahead": (two_plies_deep, {}, 4, "not find the value"),
    "never ends": (mtdf_that_never_learns, {}, 1, "does not come to an end"),
    "values what is no leaf": (values_everything, {}, 2, "values 2 boards"),
    "no return": (lambda tree, value: None, {}, 1, "is there a return?"),
    "too many parts": (lambda tree, value: (*negamax(tree, value), 1), {}, 1, "with 5 parts"),
    "an error": (raising, {}, 1, r"raises ValueError in raising, line \d+: max\(\)"),
    "mtdf's line": (mtdf, {"searches_again": True}, 6, "no optimal line"),
    "searches again": (negascout, {"optimal_line": False}, 4, "values . boards"),
}
HARD = settings(max_examples=300, database=None, derandomize=True)


# What goes wrong on few trees only, and is to be caught with the settings that everybody has.


def replies(tree, reply):
    """Return what the moves are worth to who moves: each is searched by `reply`."""
    return [(1 if a.player == tree.player else -1) * reply(a) for _, a in tree.moves]


def three_plies_deep(tree, value, depth=3):
    if not tree.moves or depth == 0:
        return value(tree.board, tree.player)
    return max(replies(tree, lambda after: three_plies_deep(after, value, depth - 1)))


def memo_by_too_little(tree, value, seen=None):
    """Remembers by board and number of moves."""
    seen = {} if seen is None else seen
    if not tree.moves:
        return value(tree.board, tree.player)
    key = tree.board, tree.player, len(list(tree.moves))
    if key not in seen:
        seen[key] = max(replies(tree, lambda after: memo_by_too_little(after, value, seen)))
    return seen[key]


def scouting(again, turned):
    """Return a negascout of pieces: whether it searches again, and its null window turned round."""

    def search(tree, value, alpha=-inf, beta=inf):
        if not tree.moves:
            return value(tree.board, tree.player)
        best = -inf
        for i, (_, after) in enumerate(tree.moves):
            lower, same = max(alpha, best), after.player == tree.player

            def full(lower, after=after, same=same):
                if same:
                    return search(after, value, lower, beta)
                return -search(after, value, -beta, -lower)

            if i == 0:
                found = full(lower)
            else:
                if same:
                    found = search(after, value, lower, lower + 1)
                else:
                    found = -search(after, value, *turned(lower))
                if again and lower < found < beta:
                    found = full(found)
            best = max(best, found)
            if best >= beta:
                break
        return best

    return search


RARELY_WRONG = {
    "cut too soon": (made(beyond=lambda best, beta: best >= beta - 1), {}),
    "three plies": (three_plies_deep, {}),
    "no second search": (scouting(False, lambda n: (-n - 1, -n)), {"searches_again": True}),
    "memo by too little": (memo_by_too_little, {}),
    "null window turned wrong": (
        scouting(True, lambda n: (-n, -n + 1)),
        {"searches_again": True, "window": "soft"},
    ),
}


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 5))]
)
@pytest.mark.parametrize("name", RARELY_WRONG)
def test_what_is_rarely_wrong_is_caught_with_the_settings_everybody_has(name, seed, monkeypatch):
    monkeypatch.setattr("hypothesis.core.global_force_seed", seed)
    search, options = RARELY_WRONG[name]
    with pytest.raises(AssertionError, match="not find the value") as caught:
        check_search(search, **options)
    assert size_tree(tree_in(caught)) <= 12


def test_what_is_found_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AssertionError):
        check_search(stale_line)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_search_is_caught_on_a_small_tree(name):
    search, options, nodes, words = WRONG[name]
    with pytest.raises(AssertionError, match=words) as caught:
        check_search(search, **options, settings=HARD)
    assert size_tree(tree_in(caught)) <= nodes


def tree_in(caught):
    drawn = re.search(r"^    tree      tree_of\((.*)\)$", str(caught.value), re.MULTILINE)
    return tree_of(ast.literal_eval(drawn[1]))


def test_the_message_says_what_was_asked_on_which_tree_what_is_right_and_what_came():
    with pytest.raises(AssertionError) as caught:
        check_search(made(cut="exact"), window="soft", settings=HARD)
    assert (
        str(caught.value)
        == """\
search says that 0 is 'exact'
    asked     search(tree, zero_sum, -inf, -1)
    tree      tree_of((0, 0, [(0, 0), (0, 1)]))
    expected  'lower': the value is 1
    found     Best(value=0, line=(0,), evaluations=1, bound='exact')"""
    )


def test_the_message_about_a_game_shows_the_position():
    game = literal_tree([["a", "b"], "c"])
    with pytest.raises(AssertionError, match="5 nodes: 0 is to move on None"):
        check_search(stale_line, game, lambda board, player: ord(board) if player else -ord(board))


def test_an_option_of_a_search_is_part_of_its_name():
    with pytest.raises(AssertionError, match=r"negascout\(scout_first=True\) values"):
        check_search(partial(negascout, scout_first=True), optimal_line=False)


def test_what_is_wrong_stays_wrong_when_it_is_checked_again():
    messages = set()
    for _ in range(2):
        with pytest.raises(AssertionError) as caught:
            check_search(stale_line, settings=HARD)
        messages.add(str(caught.value))
    assert len(messages) == 1


def test_nothing_but_the_message_is_left_of_a_failure():
    with pytest.raises(AssertionError) as caught:
        check_search(stale_line)
    assert caught.value.__cause__ is caught.value.__context__ is None
    assert not getattr(caught.value, "__notes__", [])


def test_optimal_lines_are_demanded_unless_they_are_not():
    tree = literal_tree([-1, [[0, 1], 0]])
    check_search(negascout, tree, optimal_line=False, searches_again=True)
    with pytest.raises(AssertionError, match="no optimal line"):
        check_search(negascout, tree, searches_again=True)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (["negamax"], {}, "a search is a function of a tree and a value, not 'negamax'"),
        ([negamax, [1, 2]], {}, "a Tree or a Hypothesis strategy for trees"),
        ([negamax], {"window": "softly"}, "soft, hard, limit, null"),
    ],
)
def test_what_cannot_be_checked_is_bad_input(arguments, options, message):
    with pytest.raises(BadInput, match=message):
        check_search(*arguments, **options)
