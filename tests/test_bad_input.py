"""What no argument can be: every public function says so in one line and at once, or takes it.

The functions are called with one argument after the other replaced by numbers, words and things
that it cannot be. A function is in the table, or it is one of those that trust their arguments.
"""

import signal
from collections.abc import Iterator
from importlib import import_module
from inspect import signature
from itertools import islice
from math import inf, nan

import pytest

from landoflisp import play, show
from landoflisp.errors import BadInput, BadPosition, real_number, whole_number
from landoflisp.games import dice_of_doom, kalah, minimax_game, reversi
from landoflisp.play import match
from landoflisp.search import Best, fail_soft, negamax, trace
from landoflisp.testing import zero_sum
from landoflisp.tree import Tree, follow, literal_tree

MODULES = {
    module.__name__.removeprefix("landoflisp."): module
    for module in map(
        import_module,
        [
            "landoflisp.tree",
            "landoflisp.search",
            "landoflisp.games.reversi",
            "landoflisp.games.kalah",
            "landoflisp.games.minimax_game",
            "landoflisp.games.dice_of_doom",
            "landoflisp.play",
            "landoflisp.play.match",
            "landoflisp.play.reversi_player",
            "landoflisp.show",
        ],
    )
}

# Rules and values of boards, which searches ask by the million and which trust what comes from
# `position`; what is made to be called by such; and what takes the results of other functions.
TRUSTING = {
    "tree": {"map_branches"},
    "search": {"advise", "count_turns", "memoized", "remembering", "remembering_bounds"},
    "games.reversi": {
        *("change_turn", "corners_first", "get_rev_stone", "get_value", "moves", "put_piece"),
        "player_name",
    },
    "games.kalah": {
        *("change_turn", "get_lead", "get_value", "is_decided", "move_stone", "moves", "pits"),
        *("moves_to_the_end", "moves_with_empty_capture", "player_name", "stores"),
        "sweep",
    },
    "games.minimax_game": {"change_turn", "get_lead", "get_value", "moves", "player_name"},
    "games.dice_of_doom": {
        *("add_new_dice", "add_passing_move", "attacking_moves", "board_attack"),
        *("board_attack_fail", "get_connected", "largest_cluster_size", "neighbors"),
        *("player_name", "score_board", "share", "threatened", "winners"),
    },
    "play": {"human"},
    "play.match": {"play_fixture", "played", "table", "tally"},
    "play.reversi_player": {"by_reply"},
}

FIGURE = literal_tree("((1 3) (4 2)) ((2 1) (3 5))")
REVERSI = reversi.start(4, 4)
KALAH = kalah.start(3, 2)
MINIMAX = minimax_game.start(0, 3)
HEXES = dice_of_doom.position("b-3 b-2 / a-2 a-3")
RULES = dice_of_doom.Rules()
CONTEST = match.Contest(reversi.tree(REVERSI), ("b", "w"), reversi.get_value)
STRATEGIES = {"b": play.first_move, "w": play.random_move(1)}
TRACED = trace(fail_soft, FIGURE)


def nothing(*arguments):
    return 0


# Arguments that are right. What any object may be, such as a player or an action, is left out.
CALLS = {
    "tree": {
        "branches": (FIGURE,),
        "find_move": (FIGURE, 0),
        "flatten_tree": (FIGURE,),
        "fold_tree": (FIGURE, lambda node, results: sum(results)),
        "follow": (FIGURE, [0, 1]),
        "limit_tree_depth": (FIGURE, 2, False),
        "line_first": (FIGURE, (0, 1)),
        "literal_tree": ("((1 2) 3)", (0, 1)),
        "map_tree": (FIGURE, nothing),
        "only_moves": (FIGURE, [0]),
        "perft": (FIGURE, 2),
        "rule_of": (FIGURE,),
        "size_tree": (FIGURE,),
        "sort_moves": (FIGURE, nothing, False),
        "unfold_tree": (lambda player, board: (), 0, 0),
    },
    "search": {
        **dict.fromkeys(["minimax", "negamax", "iterative_deepening"], (FIGURE, nothing)),
        **dict.fromkeys(
            [
                *("alpha_beta", "fail_hard", "fail_soft", "nega_alpha_from_alpha"),
                *("negascout", "pvs"),
            ],
            (FIGURE, nothing, 0, 3),
        ),
        "nega_alpha": (FIGURE, nothing, 3),
        "null_window": (FIGURE, nothing, 3),
        "mtdf": (FIGURE, nothing, 0, -9, 9),
        "deepening": (FIGURE, nothing, 2),
        "principal_variation": (FIGURE, nothing, Best(3, (), 1)),
        **dict.fromkeys(["rate_position", "get_ratings"], (FIGURE, 0, nothing)),
        **dict.fromkeys(
            ["ab_rate_position", "ab_get_ratings_max", "ab_get_ratings_min"],
            (FIGURE, 0, nothing, 9, -9),
        ),
        "best_move": (FIGURE, (1, 2)),
        "choose_move": (FIGURE, nothing, 2, 9, -9),
        "trace": (fail_soft, FIGURE, nothing, 0, 3),
        "turn_moves": (FIGURE, (0, 1)),
        "whole_turns": (FIGURE, nothing),
    },
    "games.reversi": {
        "columns": (REVERSI.board,),
        "line": (REVERSI.board, "b1 a1"),
        "name": (REVERSI.board, 8),
        "parse": ("wbbb/wbbb/wbbb/..bb", 4),
        "position": ("wbbb/wbbb/wbbb/..bb", "w", "scan", False),
        "rows": (REVERSI.board,),
        "show": (REVERSI.board,),
        "square": (REVERSI.board, "b1"),
        "start": (4, 4, "cross", "corners"),
        "tree": (REVERSI,),
    },
    "games.kalah": {
        "name": (KALAH.board, 1),
        "parse": ("1 2 0 1 2 0",),
        "position": ("1 2 0 1 2 0", 2),
        "show": (KALAH.board,),
        "start": (3, 2),
        "tree": (KALAH, kalah.moves),
    },
    "games.minimax_game": {
        "name": (MINIMAX.board, 0),
        "parse": ("1 2 / 3 4",),
        "position": ("1 2 / 3 4", "second", 1, (0, 0)),
        "show": (MINIMAX.board,),
        "start": (0, 3, 1),
        "starts": (0, 3),
        "tree": (MINIMAX,),
    },
    "games.dice_of_doom": {
        "Rules": (2, 3, 2, False, "book"),
        "exact_probability": (3, 2),
        "game_tree": (HEXES.board, 0, 0, True, RULES),
        "gen_board": (RULES, 1),
        "name": (HEXES.board, (3, 1)),
        "parse": ("b-3 b-2 / a-2 a-3",),
        "position": ("b-3 b-2 / a-2 a-3", 0, 0, True, RULES),
        "probability": (3, 2, "book"),
        "show": (HEXES.board,),
        "tree": (HEXES,),
    },
    "play": {
        "chance": (1,),
        "computer": (fail_soft, 2, nothing, False),
        "first_move": (FIGURE,),
        "play": (CONTEST.tree, STRATEGIES),
        "random_move": (1,),
    },
    "play.match": {
        "elo": (0.5,),
        "interval": (0.5, 10),
        "openings": (CONTEST, 2, 0),
        "round_robin": (CONTEST, STRATEGIES, 2, 2, 0),
    },
    "play.reversi_player": {"reversi_player": (1,), "think": (CONTEST.tree,)},
    "show": {
        **dict.fromkeys(["board_svg", "draw", "player_of", "tree_dot", "tree_text"], (FIGURE,)),
        **dict.fromkeys(["as_html", "as_picture", "as_text"], (FIGURE,)),
        "in_ascii": ("x",),
        "limit_cuts": (TRACED, 1),
        "name_of": (FIGURE,),
        "tree_svg": (FIGURE, "title"),
        "trees_svg": ({"title": FIGURE}, 1),
    },
}
# Arguments that come after others with a default.
OPTIONS = {
    ("search", "trace"): {"limit": 50},
    ("search", "iterative_deepening"): {"depth": 2},
    ("search", "mtdf"): {"search": fail_soft},
    **{("show", name): {"limit": 9} for name in ("tree_dot", "tree_svg", "tree_text", "trees_svg")},
}
# What has to be given besides, whatever the rest is.
REST = {("games.minimax_game", "name"): ("first",), ("show", "name_of"): (0,)}

DEEP = [1]
for _ in range(10_000):
    DEEP = [DEEP]
WRONG = {
    **{repr(wrong): wrong for wrong in (1.5, nan, inf, True, None, -1, 10**9, "", "abc")},
    **{repr(wrong): wrong for wrong in ([], {}, (1, 2, 3), [None], b"b")},
    "a long number": 10**5000,
    "an object": object(),
    "deep lists": DEEP,
}


def called(module, name):
    """Every call of a function with one argument that is wrong: what it is, and how to call it."""
    function, right = getattr(MODULES[module], name), CALLS[module][name]
    rest = REST.get((module, name), ())
    for what, wrong in WRONG.items():
        for i in range(len(right)):
            arguments = (*right[:i], wrong, *right[i + 1 :], *rest)
            yield f"argument {i}: {what}", lambda arguments=arguments: function(*arguments)
        for option in OPTIONS.get((module, name), ()):
            yield (
                f"{option}: {what}",
                lambda given={option: wrong}: function(*right, *rest, **given),
            )


def look_at(found):
    """Ask what is lazy for its beginning."""
    if isinstance(found, Tree):
        found = iter(found.moves)
    if isinstance(found, Iterator):
        for _ in islice(found, 3):
            pass


class Late(BaseException):
    pass


def too_late(*_):
    raise Late


@pytest.mark.parametrize(
    ("module", "name"),
    [(module, name) for module, functions in CALLS.items() for name in functions],
)
def test_what_an_argument_cannot_be_is_said_at_once_in_one_line(module, name):
    before = signal.signal(signal.SIGALRM, too_late)
    try:
        for what, call in called(module, name):
            signal.setitimer(signal.ITIMER_REAL, 1)
            try:
                look_at(call())
            except BadInput as error:
                said = str(error)
                assert "\n" not in said, what
                assert 10 < len(said) < 250, (what, said)
            except (Exception, Late) as error:
                pytest.fail(f"{name}, {what}: {type(error).__name__}")
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("module", MODULES)
def test_every_public_function_is_tried_or_trusts_its_arguments(module):
    public = {
        name
        for name in MODULES[module].__all__
        if callable(found := getattr(MODULES[module], name)) and not isinstance(found, type)
    }
    typing = {"Board", "Player", "Rule", "Action", "AnyMove", "Strategies", "Roll", "Strategy"}
    aliases = typing | {"Value", "Search", "Bound", "Hex", "Squares"}
    known = {*CALLS[module], *TRUSTING.get(module, ())}
    assert public - aliases - known == set()


# What is allowed


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda: kalah.start(10**9, 1),
            "the number of pits a side is a whole number from 1 to 100, not 1000000000",
        ),
        (
            lambda: kalah.start(1.5, 1),
            "the number of pits a side is a whole number from 1 to 100, not 1.5",
        ),
        (
            lambda: reversi.start(4.0, 4),
            "a board has an even number of rows and columns from 4 to 8, not 4.0x4",
        ),
        (lambda: reversi.tree("abc"), "a reversi position is expected, not 'abc'"),
        (lambda: kalah.tree("abc"), "a kalah position is expected, not 'abc'"),
        (
            lambda: kalah.tree(kalah.Position(3, (1, 2, 0, 1, 2, 0))),
            "a turn is first or second, or the player's store, 2 or 5, not 3",
        ),
        (lambda: fail_soft(REVERSI, zero_sum), "a game tree is expected, not reversi.position("),
        (lambda: show.draw(REVERSI.board), "a game tree is expected, not reversi.position("),
        (lambda: minimax_game.start(size=10**6), "from 1 to 100, not 1000000"),
        (lambda: minimax_game.start(number=10**9), "from 0 to 10,000, not 1000000000"),
        (lambda: dice_of_doom.Rules(size=10**6), "from 1 to 100, not 1000000"),
        (lambda: dice_of_doom.exact_probability(10**9, 1), "from 1 to 100, not 1000000000"),
        (lambda: dice_of_doom.probability(3, 2, "fair"), "odds are book or exact, not 'fair'"),
        (lambda: reversi.position("ssss/swbs/sbws/ssss", order=5), "a list of squares, not 5"),
        (
            lambda: match.round_robin(CONTEST, STRATEGIES, games=10**9),
            "the number of games is a whole number from 2 to 10,000, not 1000000000",
        ),
        (lambda: kalah.start(10**5000, 1), "1 to 100, not a number of 16610 bits"),
        (lambda: follow(FIGURE, 3), "a sequence of actions is expected, not 3"),
    ],
)
def test_what_is_allowed_is_said(call, said):
    with pytest.raises(BadInput) as error:
        call()
    assert said in str(error.value)


def test_boards_may_come_one_by_one():
    for position in (
        lambda each: reversi.position(each(REVERSI.board.squares)) == REVERSI,
        lambda each: kalah.position(each(KALAH.board)) == KALAH,
        lambda each: (
            minimax_game.position(each([each([4, -1]), each([2, 3])]))
            == minimax_game.position("4 -1 / 2 3")
        ),
        lambda each: dice_of_doom.position(each(HEXES.board), 0) == HEXES,
    ):
        assert position(tuple)
        assert position(iter)


class Whole:
    """A whole number as other libraries have them."""

    def __index__(self):
        return 4


def test_what_python_takes_for_an_index_is_a_whole_number():
    assert reversi.start(Whole(), Whole()) == reversi.start(4, 4)
    assert kalah.start(Whole(), Whole()) == kalah.start(4, 4)
    assert minimax_game.start(Whole(), Whole(), Whole()) == minimax_game.start(4, 4, 4)
    assert minimax_game.position([[Whole()]]) == minimax_game.position("4")
    rules = dice_of_doom.Rules(players=Whole(), max_dice=Whole(), size=Whole())
    assert {rules} == {dice_of_doom.Rules(players=4, max_dice=4, size=4)}
    with pytest.raises(BadPosition, match="a count is a whole number, not True"):
        whole_number("a count", True, error=BadPosition)


def test_a_complex_number_is_on_neither_side_of_another():
    with pytest.raises(BadInput, match="alpha is a number, not 1j"):
        real_number("alpha", 1j)


def test_a_parameter_that_a_function_has_not_is_python_s_to_refuse():
    with pytest.raises(TypeError, match="unexpected keyword argument 'alpha'"):
        negamax(FIGURE, zero_sum, alpha=3)


def test_functions_keep_their_names_and_their_parameters():
    assert fail_soft.__name__ == "fail_soft"
    assert list(signature(fail_soft).parameters) == ["tree", "value", "alpha", "beta", "recur"]
    assert signature(fail_soft).parameters["beta"].default == inf
