"""Games of one's own, as the README writes them: what is known about Nim and tic-tac-toe."""

from functools import partial, reduce
from operator import xor
from xml.etree.ElementTree import fromstring as parse_xml

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolz import last

from landoflisp import (
    SEARCHES,
    choose_move,
    fail_soft,
    flatten_tree,
    fold_tree,
    follow,
    limit_tree_depth,
    memoized,
    negamax,
    null_window,
    perft,
    remembering,
    size_tree,
    trace,
    unfold_tree,
)
from landoflisp.play import computer, human, play, random_move
from landoflisp.play.match import Contest, played, round_robin, tally
from landoflisp.show import board_svg, tree_svg, tree_text
from landoflisp.testing import check_game, check_search, subtrees

# Nim: heaps, any number from one of them, and the last one wins.


def take(player, board):
    heaps, _ = board
    for i, heap in enumerate(heaps):
        for n in range(1, heap + 1):
            yield (i, n), 1 - player, ((*heaps[:i], heap - n, *heaps[i + 1 :]), player)


def last_wins(board, player):
    heaps, last_to_take = board
    if any(heaps):
        return 0
    return 1 if player == last_to_take else -1


def nim(*heaps):
    return unfold_tree(take, 0, (heaps, 1))


def last_loses(board, player):
    return -last_wins(board, player)


# Tic-tac-toe: a board is the drawing of it.

LINES = [(0, 1, 2), (4, 5, 6), (8, 9, 10), (0, 4, 8), (1, 5, 9), (2, 6, 10), (0, 5, 10), (2, 5, 8)]


def has_won(board, player):
    return any(all(board[n] == player for n in line) for line in LINES)


def mark(player, board):
    other = "o" if player == "x" else "x"
    if not has_won(board, other):
        for n, square in enumerate(board):
            if square == ".":
                yield n, other, board[:n] + player + board[n + 1 :]


def who_wins(board, player):
    return has_won(board, player) - has_won(board, "o" if player == "x" else "x")


TIC_TAC_TOE = unfold_tree(mark, "x", "...\n...\n...")


# Both are games, and every search can play them


@pytest.mark.parametrize(
    ("tree", "value"),
    [(nim(3, 4, 5), last_wins), (nim(2, 2), last_loses), (TIC_TAC_TOE, who_wins)],
    ids=["nim", "misere nim", "tic-tac-toe"],
)
def test_they_are_games(tree, value):
    check_game(tree, value)


@pytest.mark.parametrize("name", ["negamax", "fail-soft", "nega-alpha"])
@pytest.mark.parametrize(
    ("tree", "value"),
    [(nim(2, 3), last_wins), (TIC_TAC_TOE, who_wins)],
    ids=["nim", "tic-tac-toe"],
)
def test_searches_search_them(name, tree, value):
    shallow = subtrees(tree).map(partial(limit_tree_depth, depth=3))
    check_search(SEARCHES[name], shallow, value)


# Nim

few_heaps = st.lists(st.integers(0, 4), max_size=3)


@given(few_heaps)
def test_the_player_to_move_wins_if_the_nim_sum_is_not_nought(heaps):
    value = fail_soft(nim(*heaps), last_wins).value
    assert value == (1 if reduce(xor, heaps, 0) else -1)


@given(few_heaps)
def test_who_must_not_take_the_last_plays_likewise_until_the_heaps_are_single_stones(heaps):
    value = fail_soft(nim(*heaps), last_loses).value
    nim_sum = reduce(xor, heaps, 0)
    assert value == (1 if (nim_sum if max(heaps, default=0) > 1 else not nim_sum) else -1)


@given(few_heaps)
def test_the_best_move_leaves_a_nim_sum_of_nought_if_one_does(heaps):
    tree = nim(*heaps)
    if reduce(xor, heaps, 0):
        left, _ = follow(tree, fail_soft(tree, last_wins).line[:1]).board
        assert reduce(xor, left) == 0


@given(few_heaps)
def test_there_are_as_many_moves_as_stones(heaps):
    assert perft(nim(*heaps), 1) == sum(heaps)


def test_equal_positions_are_searched_once():
    large = nim(7, 8, 9)
    assert memoized(negamax)(large, last_wins).value == (1 if 7 ^ 8 ^ 9 else -1)


# Tic-tac-toe

PERFT = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


def test_perft_of_tic_tac_toe():
    assert [perft(TIC_TAC_TOE, depth) for depth in range(6)] == PERFT[:6]


def test_perft_of_tic_tac_toe_to_the_end_equal_positions_counted_once():
    def by_depth(node, counts):
        depths = zip_sums([*counts])
        return (1, *depths)

    assert memoized(fold_tree)(TIC_TAC_TOE, by_depth) == tuple(PERFT)


def zip_sums(rows):
    most = max(map(len, rows), default=0)
    return [sum(row[i] for row in rows if i < len(row)) for i in range(most)]


@pytest.mark.slow
def test_perft_of_tic_tac_toe_to_the_end():
    assert [perft(TIC_TAC_TOE, depth) for depth in range(10)] == PERFT
    assert size_tree(TIC_TAC_TOE) == sum(PERFT) == 549946
    assert len(set(flatten_tree(TIC_TAC_TOE))) == 5478


def test_tic_tac_toe_has_255168_games_on_5478_positions():
    games = memoized(fold_tree)(TIC_TAC_TOE, lambda node, games: sum(games) or 1)
    positions = memoized(fold_tree)(TIC_TAC_TOE, lambda node, below: {node}.union(*below))
    assert (games, len(positions)) == (255168, 5478)


def test_who_wins_how_many_games():
    def won_by(player):
        def count(node, games):
            found = [*games]
            return sum(found) if found else int(has_won(node.board, player))

        return memoized(fold_tree)(TIC_TAC_TOE, count)

    assert (won_by("x"), won_by("o")) == (131184, 77904)


def test_nobody_wins_tic_tac_toe():
    best = memoized(negamax)(TIC_TAC_TOE, who_wins)
    assert best.value == 0
    assert len(best.line) == 9


# Pictures


def test_a_board_that_is_its_own_drawing_is_printed_with_its_moves():
    assert (
        str(follow(TIC_TAC_TOE, [5, 0, 1, 2, 4, 6]))
        == "oxo\nxxo\n...\nplayer x to move\n1. 8   2. 9   3. 10"
    )


def test_a_tree_is_drawn_with_every_node_and_what_a_search_left_out():
    small = nim(1, 2)
    assert len(tree_text(small).splitlines()) == size_tree(small)
    traced = trace(null_window, small, last_wins, 0)
    assert "✗" in tree_text(traced)
    for picture in (tree_svg(traced), board_svg(TIC_TAC_TOE)):
        assert parse_xml(picture).tag.endswith("svg")


# Play


def test_the_computer_never_loses_tic_tac_toe():
    perfect = partial(choose_move, leaf=who_wins, upper_limit=1, lower_limit=-1)
    for seed in range(5):
        end = last(play(TIC_TAC_TOE, {"x": random_move(seed), "o": perfect}))
        assert who_wins(end.board, "o") >= 0


def test_a_person_plays_and_sees_the_moves(capsys):
    typed = iter(["5", "0"])
    person = partial(human, read=lambda: next(typed))
    game = play(TIC_TAC_TOE, {"x": person, "o": computer(fail_soft, 2, who_wins)})
    assert [next(game).board for _ in range(3)][-1] == "o..\n.x.\n..."
    assert "choose your move:\n1. 0\n2. 1\n" in capsys.readouterr().out


def test_a_tournament_of_nim():
    contest = Contest(nim(3, 4, 5), (0, 1), last_wins)
    perfect = computer(remembering(negamax), 12, last_wins)
    strategies = {"perfect": perfect, "random": random_move(1)}
    results = list(played(round_robin(contest, strategies, games=10, plies=2)))
    assert tally(results, "perfect").score > 0.8
