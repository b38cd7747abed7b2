"""Strategies: each answers with a move of the tree, the same one for the same tree."""

import pickle
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from landoflisp.errors import BadInput, IllegalMove
from landoflisp.games import reversi
from landoflisp.play import computer, first_move, human, random_move
from landoflisp.play.reversi_player import reversi_player
from landoflisp.play.strategies import LONG
from landoflisp.search import SEARCHES, fail_soft, negamax, null_window
from landoflisp.testing import reversi_positions, trees, zero_sum
from landoflisp.tree import limit_tree_depth, literal_tree

ROOT = Path(__file__).parents[2]
FINDERS = [search for search in SEARCHES.values() if search is not null_window]

nodes = trees().filter(lambda tree: tree.moves)
seeds = st.integers() | st.text()


@given(nodes)
def test_the_first_move_is_the_first(tree):
    assert first_move(tree) == tree.moves[0]


@given(nodes, seeds)
def test_a_random_move_is_a_move_and_the_same_for_an_equal_tree(tree, seed):
    move = random_move(seed)(tree)
    assert move in tree.moves
    assert random_move(seed)(pickle.loads(pickle.dumps(tree))) == move


def test_a_random_move_is_every_move_about_equally_often():
    tree = literal_tree([1, 2, 3, 4])
    chosen = [random_move(seed)(tree).action for seed in range(2000)]
    assert all(400 < chosen.count(action) < 600 for action in range(4))


def test_random_moves_are_the_same_in_every_process():
    program = (
        "from landoflisp.games import reversi;"
        "from landoflisp.play import play, random_move;"
        "tree = reversi.tree(reversi.start());"
        "*_, end = play(tree, dict.fromkeys('bw', random_move('a seed')));"
        "print(reversi.show(end.board))"
    )
    ends = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={"PYTHONHASHSEED": salt, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        ).stdout
        for salt in ("1", "2")
    }
    assert len(ends) == 1


@pytest.mark.parametrize("search", FINDERS)
@given(position=reversi_positions(max_spaces=4), level=st.integers(1, 3))
def test_the_computer_plays_the_first_move_of_the_line_at_its_level(search, position, level):
    tree = reversi.tree(position)
    assume(tree.moves)
    best = search(limit_tree_depth(tree, level), reversi.get_value)
    move = computer(search, level, reversi.get_value)(tree)
    assert move.action == best.line[0]
    assert move in tuple(tree.moves)


@given(nodes, st.integers(1, 3))
def test_at_a_level_of_turns_a_move_that_keeps_the_turn_costs_nothing(tree, level):
    best = negamax(limit_tree_depth(tree, level, turns=True), zero_sum)
    assert computer(negamax, level, zero_sum, turns=True)(tree).action == best.line[0]


@given(nodes)
def test_where_all_is_lost_the_computer_moves_all_the_same(tree):
    assert computer(negamax, 1, lambda board, player: -float("inf"))(tree) in tree.moves


@pytest.mark.parametrize("level", [0, -1, 1.5, "2"])
def test_a_level_is_1_or_more(level):
    with pytest.raises(BadInput, match=f"a level is a whole number, 1 or more, not {level!r}"):
        computer(negamax, level, zero_sum)


@pytest.mark.parametrize(
    "strategy",
    [
        first_move,
        random_move(1),
        human,
        reversi_player(1),
        *(computer(search, 2, reversi.get_value) for search in FINDERS),
    ],
)
def test_where_the_game_is_over_there_is_no_move_to_choose(strategy):
    over = reversi.tree(reversi.position("b" * 64))
    with pytest.raises(IllegalMove, match=r"^there is no move to choose: the game is over$"):
        strategy(over)


@pytest.mark.parametrize(
    "strategy",
    [
        first_move,
        human,
        random_move(1),
        computer(fail_soft, 2, reversi.get_value),
        partial(human, write=print),
    ],
)
def test_strategies_travel_by_pickle(strategy):
    again = pickle.loads(pickle.dumps(strategy))
    if again is not strategy:
        assert (again.func, again.args) == (strategy.func, strategy.args)


# The human


def asked(tree, answers, name=lambda tree, action: f"go {action}"):
    """What a person who answers so chooses, and the lines that are shown."""
    shown = []
    move = human(tree, name=name, read=partial(next, iter(answers)), write=shown.append)
    return move, shown


@given(nodes, st.data())
def test_a_person_chooses_by_number_or_by_name(tree, data):
    n = data.draw(st.integers(1, len(tree.moves)))
    move = tree.moves[n - 1]
    for answer in (f"{n}", f" {n} \n", f"go {n - 1}", f"Go  {n - 1}\t"):
        assert asked(tree, [answer])[0] == move


@pytest.mark.parametrize("name", ["Pass", "e4 TAKES  d5", " O-O\t", "ÅÉ"])
@pytest.mark.parametrize("change", [str, str.lower, str.upper, str.split])
def test_a_name_is_understood_as_it_is_shown_in_letters_of_any_size(name, change):
    typed = change(name)
    answer = typed if isinstance(typed, str) else " ".join(typed)
    move, shown = asked(literal_tree([7, 8]), [answer], lambda tree, n: name if n else "stay")
    assert move.action == 1
    assert shown[-1] == f"2. {name}"


@given(nodes, st.lists(st.text(), max_size=3))
def test_after_any_other_answer_the_question_comes_again(tree, texts):
    numbers = {str(n) for n in range(1, len(tree.moves) + 1)}
    assume(not any(text.strip() in numbers for text in texts))
    move, shown = asked(tree, [*texts, "1"])
    question = ["choose your move:"]
    question += [f"{n}. go {move.action}" for n, move in enumerate(tree.moves, 1)]
    assert move == tree.moves[0]
    assert len(shown) == len(question) + len(texts) * (1 + len(question))
    for start in range(0, len(shown), 1 + len(question)):
        assert shown[start : start + len(question)] == question


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        ("0", "'0' is not a move here: answer with a number from 1 to 3"),
        ("-1", "'-1' is not a move here: answer with a number from 1 to 3"),
        ("4", "'4' is not a move here: answer with a number from 1 to 3"),
        ("1.0", "'1.0' is not a move here: answer with a number from 1 to 3"),
        ("１", "'\\uff11' is not a move here: answer with a number from 1 to 3"),
        ("1 2", "'1 2' is not a move here: answer with a number from 1 to 3"),
        ("help", "'help' is not a move here: answer with a number from 1 to 3"),
        ("  ", "an empty line is not a move here: answer with a number from 1 to 3"),
        (
            "9" * 5000,
            f"'{'9' * LONG}...' is not a move here: answer with a number from 1 to 3",
        ),
        ("\x1b[A", "'\\x1b[a' is not a move here: answer with a number from 1 to 3"),
    ],
)
def test_a_wrong_answer_gets_one_clear_line(answer, line):
    move, shown = asked(literal_tree([1, 2, 3]), [answer, "2"])
    assert shown[4] == line
    assert move.action == 1


def test_where_there_is_one_move_it_still_has_to_be_chosen():
    _, shown = asked(literal_tree([1]), ["2", "1"])
    assert shown[2] == "'2' is not a move here: answer with 1"


def test_a_number_is_a_place_in_the_list_even_if_it_is_the_name_of_a_move():
    move, _ = asked(literal_tree([7, 8]), ["1"], name=lambda tree, action: str(action))
    assert move.action == 0


def test_the_end_of_input_ends_the_question():
    def closed():
        raise EOFError

    with pytest.raises(EOFError):
        human(literal_tree([1]), read=closed, write=list)
