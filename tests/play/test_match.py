"""Matches: fair, repeatable wherever they are played, and counted right."""

import pickle
import re
from collections import Counter
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations, count, islice
from math import inf, isclose
from multiprocessing import get_context

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from landoflisp.errors import BadInput
from landoflisp.games import kalah, reversi
from landoflisp.play import computer, first_move, match, random_move
from landoflisp.play.match import (
    Contest,
    Result,
    Tally,
    elo,
    interval,
    openings,
    play_fixture,
    played,
    round_robin,
    table,
    tally,
)
from landoflisp.search import fail_soft, negamax
from landoflisp.tree import (
    Chance,
    Move,
    Outcome,
    Tree,
    flatten_tree,
    limit_tree_depth,
    literal_tree,
)

REVERSI = Contest(reversi.tree(reversi.start(4, 4)), ("b", "w"), reversi.get_value)
KALAH = Contest(kalah.tree(kalah.start(3, 3)), (3, 7), kalah.get_value)


def entrants(contest):
    """Three strategies by their names."""
    return {
        "look": computer(fail_soft, 3, contest.margin),
        "peek": computer(negamax, 1, contest.margin),
        "guess": random_move(5),
    }


PAIR = {"a": first_move, "b": first_move}

contests = pytest.mark.parametrize("contest", [REVERSI, KALAH], ids=["reversi", "kalah"])


# What is played


@contests
def test_everybody_plays_everybody_from_every_opening_on_both_sides(contest):
    strategies = entrants(contest)
    fixtures = list(round_robin(contest, strategies, games=6))
    trees = {fixture.contest.tree for fixture in fixtures}
    assert [fixture.number for fixture in fixtures] == list(range(3 * 6))
    assert Counter((fixture.names, fixture.contest.tree) for fixture in fixtures) == {
        (names, tree): 1
        for pair in combinations(strategies, 2)
        for names in (pair, pair[::-1])
        for tree in trees
    }
    for fixture in fixtures:
        assert fixture.strategies == tuple(strategies[name] for name in fixture.names)


@contests
@pytest.mark.parametrize("plies", [0, 1, 3])
def test_an_opening_is_reached_by_its_number_of_moves(contest, plies):
    within = list(flatten_tree(limit_tree_depth(contest.tree, plies)))
    deepest = {(node.player, node.board) for node in within if not node.moves}
    drawn = list(islice(openings(contest, plies, "seed"), 20))
    assert {(tree.player, tree.board) for tree in drawn} <= deepest
    assert drawn == list(islice(openings(contest, plies, "seed"), 20))
    if plies:
        assert drawn != list(islice(openings(contest, plies, "another seed"), 20))


def test_no_opening_is_a_game_that_is_over():
    contest = Contest(literal_tree([1, [2], [[3]]]), (0, 1), lambda board, player: 0)
    assert all(tree.moves for tree in islice(openings(contest, 9), 20))


def coin(*trees):
    return Chance("toss", tuple(Outcome(Fraction(1, 2), tree) for tree in trees))


TOSSED = coin(literal_tree(1), literal_tree(-1))
TOSSES = Contest(
    Tree(0, None, tuple(Move(n, Tree(1, n, (TOSSED,))) for n in range(60))),
    (0, 1),
    lambda board, player: board if player == 0 else -board,
)


def test_games_roll_their_own_dice_and_the_swapped_game_the_same():
    one, another = (
        [result.margin for result in played(round_robin(TOSSES, PAIR, 60, plies=1, seed=seed))]
        for seed in (1, 2)
    )
    assert one[::2] == one[1::2]
    assert 5 < one[::2].count(1) < 25
    assert one != another


def test_openings_roll_their_own_dice():
    heads, tails = literal_tree([7]), literal_tree([8])
    contest = TOSSES._replace(tree=Tree(0, None, (coin(heads, tails),)))
    assert 4 < list(islice(openings(contest, 1), 20)).count(heads) < 16


def test_an_opening_may_be_of_any_number_of_moves():
    longest = list(islice(openings(REVERSI, 60), 5))
    assert list(islice(openings(REVERSI, 10**20), 5)) == longest


@given(st.integers(1, 6))
def test_every_opening_is_seen_as_it_is_drawn_before_the_first_game(pairs):
    seen = []
    round_robin(REVERSI, entrants(REVERSI), 2 * pairs, see=seen.append)
    assert seen == list(range(1, pairs + 1))


def test_openings_are_drawn_until_too_many_in_a_row_are_not_new(monkeypatch):
    drawn = []

    def one_of_four(contest, plies, seed):
        for number in count():
            drawn.append(number)
            yield literal_tree([min(number, 3)])

    monkeypatch.setattr(match, "openings", one_of_four)
    with pytest.raises(BadInput, match="only 4 different openings"):
        round_robin(REVERSI, entrants(REVERSI), games=10_000)
    assert len(drawn) == 4 + match.IN_VAIN


# Where it is played


class Reluctant(Executor):
    """An executor that does the last first."""

    def __init__(self):
        self.waiting = []

    def submit(self, function, /, *args):
        future = Future()
        self.waiting.append((future, function, args))
        if len(self.waiting) == 12:
            for held, function, args in reversed(self.waiting):
                held.set_result(function(*args))
        return future


@contests
def test_results_do_not_depend_on_where_games_are_played(contest):
    fixtures = list(round_robin(contest, entrants(contest), games=4))
    here = list(played(fixtures))
    assert [result.number for result in here] == list(range(12))
    assert here == [play_fixture(fixture) for fixture in pickle.loads(pickle.dumps(fixtures))]
    assert sorted(played(fixtures, Reluctant())) == here
    with ThreadPoolExecutor(3) as pool:
        assert sorted(played(fixtures, pool)) == here


def test_results_of_other_processes_are_the_same():
    fixtures = list(round_robin(REVERSI, entrants(REVERSI), games=4))
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        assert sorted(played(fixtures, pool)) == list(played(fixtures))


def test_whoever_closes_the_results_stops_the_games():
    begun = []

    def strategy(tree):
        begun.append(tree)
        return first_move(tree)

    with ThreadPoolExecutor(1) as pool:
        results = played(round_robin(REVERSI, {"a": strategy, "b": first_move}, 60, 3), pool)
        next(results)
        results.close()
    assert len({tree.board for tree in begun if len(tree.board.spaces) == 9}) < 30


def test_a_strategy_that_fails_is_heard_of():
    def strategy(tree):
        raise LookupError("no idea")

    fixtures = round_robin(REVERSI, {"a": strategy, "b": first_move})
    with ThreadPoolExecutor(1) as pool, pytest.raises(LookupError, match="no idea"):
        list(played(fixtures, pool))


def test_the_margin_is_that_of_who_played_the_first_player():
    def longest(tree):
        return max(tree.moves, key=lambda move: move.tree.board)

    def shortest(tree):
        return min(tree.moves, key=lambda move: move.tree.board)

    contest = Contest(literal_tree([-3, 5]), (0, 1), lambda board, player: board)
    results = list(played(round_robin(contest, {"a": longest, "b": shortest}, 2, 0)))
    assert results == [Result(0, ("a", "b"), 5), Result(1, ("b", "a"), -3)]
    assert tally(results, "a") == Tally(2, 0, 0, 4)


# What the results say

names = st.sampled_from(["a", "b", "c"])
pairs = st.tuples(names, names).filter(lambda pair: pair[0] != pair[1])
results = st.lists(st.builds(Result, st.just(0), pairs, st.integers(-9, 9)), min_size=1)


@given(results)
def test_what_one_wins_the_other_loses(games):
    for name, other in {result.names for result in games}:
        mine, yours = tally(games, name, other), tally(games, other, name)
        assert (mine.wins, mine.draws, mine.losses) == (yours.losses, yours.draws, yours.wins)
        assert isclose(mine.margin, -yours.margin)
        assert isclose(mine.score + yours.score, 1)


@given(results)
def test_all_games_of_one_are_those_against_each_other_one(games):
    for name in {name for result in games for name in result.names}:
        others = {other for result in games if name in result.names for other in result.names}
        parts = [tally(games, name, other) for other in others - {name}]
        whole = tally(games, name)
        assert whole[:3] == tuple(map(sum, zip(*(part[:3] for part in parts), strict=True)))
        assert whole.games == sum(name in result.names for result in games)


@given(results)
@example([Result(0, ("a", "b"), 1), Result(0, ("a", "b"), -3)])
def test_the_table_has_everybody_the_best_first_and_every_pair_that_met(games):
    lines = table(games).splitlines()
    everybody = {name for result in games for name in result.names}
    tallies = [tally(games, line[0]) for line in lines[1 : 1 + len(everybody)]]
    assert {line[0] for line in lines[1 : 1 + len(everybody)]} == everybody
    ranks = [(found.score, found.margin) for found in tallies]
    assert ranks == sorted(ranks, reverse=True)
    met = {frozenset(result.names) for result in games}
    rows = lines[2 + len(everybody) :]
    assert [frozenset(row[:5].split(" : ")) for row in rows] == [
        pair
        for pair in map(frozenset, combinations([line[0] for line in lines[1:4]], 2))
        if len(everybody) > 2 and pair in met
    ]
    assert len({len(line) for line in lines if line}) == 1


@given(results)
def test_a_row_of_the_table_says_what_was_counted(games):
    for line in filter(None, table(games).splitlines()[1:]):
        names, figures = re.match("([abc])(?: : ([abc]))? ", line).groups(), line.split()
        found = tally(games, *names)
        counts = (found.games, found.wins, found.draws, found.losses)
        after = figures[3 if names[1] else 1 :]
        assert after[:4] == [str(count) for count in counts]
        assert after[4:6] == [f"{found.margin:+.1f}", f"{found.score:.1%}"]
        low, high = interval(found.score, found.games)
        assert after[6:9] == [f"{low:.1%}", "to", f"{high:.1%}"]
        assert after[9:] == [
            f"{elo(found.score):+.0f}",
            f"{elo(low):+.0f}",
            "to",
            f"{elo(high):+.0f}",
        ]


def test_a_perfect_score_has_no_finite_elo_difference():
    lines = table([Result(0, ("a", "b"), 1)] * 4).splitlines()
    shown = [" ".join(line.split()) for line in lines[1:]]
    assert shown[0] == "a 4 4 0 0 +1.0 100.0% 51.0% to 100.0% +inf +7 to +inf"
    assert shown[1] == "b 4 0 0 4 -1.0 0.0% 0.0% to 49.0% -inf -inf to -7"


scores = st.floats(0, 1)
points = st.integers(1, 10_000).flatmap(
    lambda n: st.tuples(st.integers(0, 2 * n).map(lambda halves: halves / (2 * n)), st.just(n))
)


@given(points)
def test_the_interval_holds_the_score(points):
    score, n = points
    low, high = interval(score, n)
    assert 0 <= low <= score <= high <= 1
    assert low < high


@given(points)
def test_the_interval_of_the_other_side_is_the_mirror_image(points):
    score, n = points
    low, high = interval(score, n)
    below, above = interval(1 - score, n)
    assert isclose(low, 1 - above, abs_tol=1e-9)
    assert isclose(high, 1 - below, abs_tol=1e-9)


@given(points, st.integers(1, 10_000))
def test_more_games_make_the_interval_narrower(points, more):
    score, n = points

    def width(games):
        low, high = interval(score, games)
        return high - low

    assert width(n + more) < width(n)


@given(scores, scores)
def test_elo_grows_with_the_score_and_turns_round_with_the_sides(score, other):
    assert isclose(elo(score), -elo(1 - score), abs_tol=1e-6) or score < 1e-9
    assert score >= other or elo(score) <= elo(other)


def test_ten_to_one_are_400_points_of_elo():
    assert isclose(elo(10 / 11), 400)
    assert (elo(0), elo(1)) == (-inf, inf)


# Bad input


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"strategies": {"a": first_move}}, "a match needs two strategies or more, not 1"),
        ({"games": 0}, "games is a whole number from 2 to 10,000, not 0"),
        ({"games": -2}, "games is a whole number from 2 to 10,000, not -2"),
        ({"games": 3}, "games come in twos: 2, 4, 6 and so on, not 3"),
        ({"plies": -1}, "moves of an opening is a whole number, 0 or more, not -1"),
        (
            {"games": 20, "plies": 1},
            "only 4 different openings of 1 random moves are found, enough for 8 games, not 20",
        ),
        ({"games": 10_000, "plies": 1}, "enough for 8 games, not 10000"),
        ({"games": 10**20}, "games is a whole number from 2 to 10,000, not 100000000000000000000"),
        ({"contest": REVERSI._replace(tree=literal_tree(1))}, "the game is over before it begins"),
    ],
)
def test_a_match_that_cannot_be_is_bad_input(options, message):
    with pytest.raises(BadInput, match=message):
        round_robin(**{"contest": REVERSI, "strategies": entrants(REVERSI), **options})


def test_who_has_not_played_has_no_tally():
    games = [Result(0, ("a", "b"), 1), Result(1, ("b", "c"), 1)]
    with pytest.raises(BadInput, match="d has not played"):
        tally(games, "d")
    with pytest.raises(BadInput, match="a has not played c"):
        tally(games, "a", "c")
