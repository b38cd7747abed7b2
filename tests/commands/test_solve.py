"""`landoflisp solve`: it prints what the Lisp printed, and says in one line what it cannot do."""

import json
import os
import re
import signal
import subprocess
import sys
from math import inf
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp import commands, search
from landoflisp.commands import progress, solve
from landoflisp.games import reversi
from landoflisp.search import SEARCHES, negamax, watching
from landoflisp.search.watching import Watch, attended
from landoflisp.tree import flatten_tree, follow, limit_tree_depth, literal_tree
from tests.commands.terminal import COMMAND, ROOT, run, started

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "reversi_solver.json").read_text())
LATE = "bbbw/bbw./bww./..bb"  # a few plies from its end
START = "..../.wb./.bw./...."

slow = pytest.mark.slow


@pytest.fixture
def answer(landoflisp):
    """The JSON that `solve reversi` answers, given the rest of the line."""

    def answer(line):
        status, out, err = landoflisp(f"solve reversi {line} --json")
        assert (status, err) == (0, "")
        return json.loads(out)

    return answer


# What the listing prints


@pytest.mark.parametrize(
    "board", ["4x4-cross", "4x4-parallel", "4x6-cross", pytest.param("4x6-parallel", marks=slow)]
)
def test_solve_prints_what_the_lisp_printed(board, landoflisp):
    size, opening = board.split("-")
    line = f"solve reversi {size} --opening {opening} --search fail-soft"
    assert landoflisp(line) == (0, GOLDEN[board], "")


def test_solve_run_as_a_program_prints_the_same_bytes():
    program = subprocess.run(
        [*COMMAND, "solve", "reversi", "4x4"], cwd=ROOT, capture_output=True, check=True
    )
    assert program.stdout == GOLDEN["4x4-cross"].encode()


def test_on_a_terminal_the_last_line_is_ended():
    pytest.importorskip("pty")
    with started("solve", "reversi", "4x4", stream="stdout") as (_, read):
        screen = "".join(iter(read, ""))
    assert screen.replace("\r\n", "\n") == GOLDEN["4x4-cross"] + "\n"


def test_the_listing_starts_with_the_side_to_move(landoflisp):
    _, out, _ = landoflisp(f"solve reversi 4x4 --board {START} --turn w")
    assert out.splitlines()[1] == "W : 9"


def test_a_board_of_another_size_is_drawn_with_its_walls(landoflisp):
    _, out, _ = landoflisp("solve reversi 6x4 --depth 1")
    wall, space = " " * 12 + "\n", "  S S S S   \n"
    middle = "  B B B S   \n  S B W S   \n"
    board = wall + space * 2 + middle + space * 2 + wall
    assert out == f"value = 3\nB : 19\nB = 4 : W = 1\n{board}\n\n4 "


@pytest.mark.parametrize(
    ("options", "first"),
    [
        ("--search fail-soft --alpha -8 --beta 64", "value <= -8"),
        ("--search fail-soft --alpha -64 --beta -8", "value >= -8"),
        ("--search nega-alpha --beta -9", "value >= -8"),
        ("--search null-window", "value <= 0"),
        ("--search null-window --alpha -9", "value >= -8"),
        ("--search fail-soft --alpha -9 --beta -7", "value = -8"),
    ],
)
def test_a_bound_is_not_printed_as_a_value(options, first, landoflisp):
    status, out, _ = landoflisp(f"solve reversi 4x4 {options}")
    assert status == 0
    assert out.splitlines()[0] == first


# JSON, and every option


def test_json_is_value_line_and_evaluations(answer):
    assert answer("4x4") == {
        "value": -8,
        "line": [8, 7, 13, 9, 28, 19, 10, 26, 25, 27, "pass", "pass"],
        "evaluations": 718,
    }


@pytest.mark.parametrize(
    ("options", "bound"), [("--beta -8", "lower"), ("--alpha -8", "upper"), ("--alpha -9", None)]
)
def test_json_names_the_bound_of_what_is_not_exact(options, bound, answer):
    found = answer(f"4x4 {options}")
    assert found.get("bound") == bound
    assert list(found)[:3] == ["value", "line", "evaluations"]


@pytest.mark.parametrize("search", ["mtdf", "negascout"])
@pytest.mark.parametrize("depth", ["", "--depth 3"])
def test_best_line_is_a_game_of_best_play_at_the_cost_of_one_more_search(search, depth, answer):
    board = "4x4 --turn w --board ..b./.wbw/.wbb/.wb."
    plain = answer(f"{board} {depth} --search {search}")
    best = answer(f"{board} {depth} --search {search} --best-line")
    played = answer(f"{board} {depth} --search fail-soft")
    assert best["value"] == plain["value"] == played["value"]
    assert best["line"] == played["line"]
    assert best["evaluations"] > plain["evaluations"]
    if search == "mtdf" and not depth:
        assert plain["line"] != played["line"]


def test_best_line_leaves_a_bound_as_it_is(answer):
    bound = answer("4x4 --search null-window --alpha 0")
    assert answer("4x4 --search null-window --alpha 0 --best-line") == bound


WINDOWS = {
    "null-window": ("--alpha -9", (-9,)),
    "nega-alpha": ("--beta 3", (3,)),
    "mtdf": ("--guess -8", (-8,)),
    "fail-soft": ("--alpha -10 --beta 2", (-10, 2)),
    "alpha-beta": ("--beta 2", (-inf, 2)),
    "negascout": ("--alpha -10", (-10, inf)),
}


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("depth", [None, 4])
def test_every_search_answers_as_in_the_library(name, depth, answer):
    options, window = WINDOWS.get(name, ("", ()))
    tree = reversi.tree(reversi.position(LATE, "w"))
    limit = f"--depth {depth}" if depth else ""
    found = answer(f"4x4 --board {LATE} --turn w --search {name} {options} {limit}")
    if name == "iterative-deepening":
        window = (depth,)
    elif depth:
        tree = limit_tree_depth(tree, depth)
    best = SEARCHES[name](tree, reversi.get_value, *window)
    bound = {} if best.bound == "exact" else {"bound": best.bound}
    assert found == {
        "value": best.value,
        "line": list(best.line),
        "evaluations": best.evaluations,
        **bound,
    }


def test_without_options_null_window_asks_about_0_and_mtdf_guesses_0(answer):
    for name, option in [("null-window", "alpha"), ("mtdf", "guess")]:
        usual = answer(f"4x4 --search {name}")
        assert usual == answer(f"4x4 --search {name} --{option} 0")
        assert usual != answer(f"4x4 --search {name} --{option} -20")


def test_the_article_has_ten_thousand_evaluations_for_rows_and_a_quarter_for_corners(answer):
    assert answer("4x4 --search nega-alpha --order scan")["evaluations"] == 10016
    assert answer("4x4 --search nega-alpha --order corners")["evaluations"] == 2387


def test_an_order_is_a_list_of_names_or_numbers(answer):
    corners = answer("4x4")
    assert answer("4x4 --order 7,10,25,28,8,9,13,16,19,22,26,27") == corners
    assert answer("4x4 --order a1,d1,a4,d4,b1,c1,a2,d2,a3,d3,b4,c4") == corners
    assert answer("4x4 --order c4,b4,d3,a3,d2,a2,c1,b1,d4,a4,d1,a1") != corners


def test_the_best_first_move_is_the_best_of_all_first_moves(answer):
    singles = {move: answer(f"4x4 --first-move {move}") for move in ("b1", "a2", "d3", "c4")}
    assert max(found["value"] for found in singles.values()) == answer("4x4")["value"]
    assert [found["line"][0] for found in singles.values()] == [8, 13, 22, 27]
    several = answer("4x4 --first-move d3,8")
    assert several["value"] == max(singles[move]["value"] for move in ("b1", "d3"))


def test_first_moves_are_tried_in_the_order_of_the_spaces(answer):
    assert answer("4x4 --first-move c4,b1") == answer("4x4 --first-move b1,27")


def test_a_pass_is_a_first_move_where_there_is_no_other(answer):
    board = "--board bbbb/bbbb/bbbw/bb.. --turn w"
    assert answer(f"4x4 {board} --first-move pass") == answer(f"4x4 {board}")


def test_a_board_given_is_the_position_of_its_opening(answer):
    assert answer(f"4x4 --board {START}") == answer("4x4 --opening cross")


def test_after_a_pass_one_more_ends_the_game(answer):
    stuck = "4x4 --board bbbb/bbbb/bbbb/bbb. --turn b"
    assert answer(stuck)["line"] == ["pass", "pass"]
    assert answer(f"{stuck} --passed")["line"] == ["pass"]


def test_a_game_that_is_over_has_a_value(answer):
    assert answer("4x4 --board bbbb/bbbb/wwww/bbbb") == {"value": 8, "line": [], "evaluations": 1}


# Bad input

ERRORS = {
    "": f"a subcommand is {', '.join(commands.SUBCOMMANDS)} (see landoflisp --help)",
    "sovle": "a subcommand is one of",
    '"it\'s"': "a subcommand is one of",
    "solve revresi": "a game is one of reversi, kalah, not 'revresi'; is it reversi?",
    "solve reversi": "the size of a board is missing, such as 4x4",
    "solve chess 4x4": "a game is one of reversi, kalah, not 'chess'",
    "solve reversi 4x4 --bogus": "there is no option --bogus",
    "solve reversi 4x4 --jso": "there is no option --jso; is it --json?",
    "solve reversi 4x4 --jso=1": "there is no option --jso=1; is it --json?",
    "solve reversi -x": "there is no option -x (see landoflisp solve reversi --help)",
    "--jso solve": "there is no option --jso (see landoflisp --help)",
    "solve reversi 4x4 --json=1": "--json takes no value, so not '1'",
    "solve reversi 4x4 --memory": "--memory wants a value (see landoflisp solve reversi --help)",
    "solve reversi 4x4 --alpha --json": "--alpha wants a value",
    "solve reversi 4x4 --memory -1G": "--memory: memory is such as 500M or 2G, not '-1G'",
    "solve reversi 4x4 --opening -x": "--opening: an opening is one of cross, parallel, not '-x'",
    "solve reversi -4x4": "size: a size is rows x columns, such as 4x6, not '-4x4'",
    "solve reversi -- -4x4": "size: a size is rows x columns, such as 4x6, not '-4x4'",
    "solve reversi 4x4 6x6": "'6x6' is one argument too many (see landoflisp solve reversi --help)",
    "tables reversi ''": "'' is one argument too many (see landoflisp tables --help)",
    "solve reversi ''": "size: a size is rows x columns, such as 4x6, not ''",
    "solve reversi 6x6 --workers 100000000": "--workers: 1000 at most, not 100000000",
    "solve reversi 5x5": "an even number of rows and columns from 4 to 8, not 5x5",
    "solve reversi 10x4": "an even number of rows and columns from 4 to 8, not 10x4",
    "solve reversi 16": "size: a size is rows x columns, such as 4x6, not '16'",
    f"solve reversi 5x5 --board {START}": "from 4 to 8, not 5x5",
    "solve reversi 4x4 --opening x": "--opening: an opening is one of cross, parallel, not 'x'",
    "solve reversi 4x4 --search x": "--search: a search is one of minimax, alpha-beta, negamax",
    "solve reversi 4x4 --turn x": "--turn: a turn is one of b, w, not 'x'",
    "solve reversi 4x4 --board swbs": "not 1x4; a 4x4 board is 4 rows of 4 squares",
    "solve reversi 4x4 --board ssss/swb/sbws/ssss": "equally long, not 4, 3, 4, 4 squares; a 4x4",
    "solve reversi 4x4 --board sssss/swbs/sbws/ssss": "equally long, not 5, 4, 4, 4 squares; a 4x4",
    "solve reversi 4x4 --board ssss/sxbs/sbws/ssss": "s or . for a space, o for a wall, not 'x'",
    f"solve reversi 4x6 --board {START}": "4x4 squares are given; a 4x6 board is 4 rows of 6",
    f"solve reversi 4x4 --opening cross --board {START}": "give one of them",
    "solve reversi 4x4 --order a1,b2": "b2 (14) is occupied: an order lists the spaces",
    "solve reversi 4x4 --order a1,a2": "this one leaves out b1, c1, d1, d2, a3, d3, a4, b4, c4, d4",
    f"solve reversi 4x4 --board {LATE} --order d2,d3,a4,b4,d2": "names a square twice",
    "solve reversi 4x4 --order a9": "'a9' is not a square of this board: squares are a1 to d4",
    "solve reversi 4x4 --order random": "corners, scan or a list of squares, not 'random'",
    "solve reversi 4x4 --first-move a1": "a1 is not a legal first move; legal here: b1, a2, d3, c4",
    "solve reversi 4x4 --first-move pass": "pass is not a legal first move; legal here: b1",
    "solve reversi 4x4 --first-move b1,14": "b2 is not a legal first move; legal here: b1",
    "solve reversi 4x4 --first-move ,": "names one move or more; legal here: b1, a2, d3, c4",
    "solve reversi 4x4 --first-move z1": "'z1' is not a square",
    "solve reversi 4x4 --board bbbb/bbbb/wwww/bbbb --first-move a1": "none, the game is over",
    "solve reversi 4x4 --alpha x": "--alpha: a whole number is expected, not 'x'",
    "solve reversi 4x4 --alpha 3 --beta 3": "--alpha is less than --beta, not 3 and 3",
    "solve reversi 4x4 --search pvs --alpha 3 --beta 2": "--alpha is less than --beta, not 3 and 2",
    "solve reversi 4x4 --guess 1": "--guess is not for fail-soft, which takes --alpha and --beta",
    "solve reversi 4x4 --search negamax --beta 1": "--beta is not for negamax, which takes no",
    "solve reversi 4x4 --search nega-alpha --alpha 1": "nega-alpha, which takes --beta",
    "solve reversi 4x4 --search mtdf --beta 1": "--beta is not for mtdf, which takes --guess",
    "solve reversi 4x4 --depth -1": "a depth is a whole number, 0 or more, not -1",
    "solve reversi 4x4 --search iterative-deepening --depth 0": "a whole number, 1 or more, not 0",
    "solve reversi 6x6 --memory -1G": "--memory: memory is such as 500M or 2G, not '-1G'",
    "tables": "the following arguments are required: article",
    "tables chess": "is one of reversi, kalah, minimax, kalah-solved, not 'chess'",
    "chess": "not 'chess'",
}


def test_digits_of_any_script_are_digits_everywhere(landoflisp):
    line = "solve reversi {} --depth {} --guess {} --search mtdf --json"
    assert landoflisp(line.format("４x４", "２", "３")) == landoflisp(line.format("4x4", "2", "3"))
    line = "solve reversi 4x4 --memory {} --json"
    assert landoflisp(line.format("４M")) == landoflisp(line.format("4M"))


@pytest.mark.parametrize("line", ERRORS)
def test_bad_input_gets_one_clear_line_and_status_2(line, landoflisp):
    status, out, err = landoflisp(line)
    assert (status, out) == (2, "")
    assert err.startswith("landoflisp: ")
    assert ERRORS[line] in err
    assert err.count("\n") == 1


def test_a_line_break_in_the_input_does_not_break_the_line(landoflisp):
    for bad in (["--board", "ss\nxx"], ["--order", "a1,\nb9"], ["--no\nsuch"]):
        status, _, err = landoflisp(["solve", "reversi", "4x4", *bad])
        assert (status, err.count("\n")) == (2, 1)


def test_a_program_with_bad_input_ends_with_status_2():
    program = run("solve", "reversi", "5x4")
    assert (program.returncode, program.stdout) == (2, "")
    assert program.stderr.count("\n") == 1


# Help


@pytest.mark.parametrize(
    "line",
    ["--help", "solve --help", "solve reversi --help", "solve kalah --help", "tables --help"],
)
def test_help_has_examples_and_fits_80_columns(line, landoflisp, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    status, out, err = landoflisp(line)
    assert (status, err) == (0, "")
    assert "examples:" in out
    assert max(map(len, out.splitlines())) < 80


EXAMPLES = solve.EXAMPLES.split("examples:")[1].strip().splitlines()


# The one with a checkpoint is for a long evening: see test_solve_fast.
@pytest.mark.parametrize("example", [line for line in EXAMPLES if "--checkpoint" not in line])
def test_the_examples_of_the_help_text_work(example, landoflisp, monkeypatch):
    monkeypatch.setattr(reversi, "tree", lambda position: limit_tree_depth(TREE(position), 4))
    status, out, _ = landoflisp(example.split()[1:])
    assert status == 0
    assert out


TREE = reversi.tree


def test_help_names_every_search_and_what_it_takes(landoflisp):
    _, out, _ = landoflisp("solve reversi --help")
    lines = [line.split() for line in out.splitlines()]
    assert all(any(line[:1] == [name] for line in lines) for name in SEARCHES)
    assert ["nega-alpha", "--beta"] in lines
    assert ["mtdf", "--guess"] in lines


def test_version_names_the_program(landoflisp):
    status, out, _ = landoflisp("--version")
    assert status == 0
    assert out.startswith("landoflisp ")


# Output that nobody takes


def test_a_closed_pipe_is_no_error_to_talk_about():
    reader, writer = os.pipe()
    os.close(reader)
    program = subprocess.run(
        [*COMMAND, "solve", "reversi", "4x4"], cwd=ROOT, stdout=writer, stderr=subprocess.PIPE
    )
    os.close(writer)
    assert (program.returncode, program.stderr) == (141, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full, as on Linux")
def test_a_full_disk_gets_one_clear_line():
    with open("/dev/full", "w") as full:
        program = subprocess.run(
            [*COMMAND, "solve", "reversi", "4x4"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE
        )
    assert (program.returncode, program.stderr) == (1, b"landoflisp: No space left on device\n")


# Interrupted


def interrupted_after(evaluations, monkeypatch):
    """Make the value function behave as if Ctrl-C were pressed at one of its calls."""
    calls = iter(range(evaluations - 1))
    value = reversi.get_value

    def get_value(board, turn):
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return value(board, turn)

    monkeypatch.setattr(reversi, "get_value", get_value)


def test_an_interrupted_search_says_what_it_knows(landoflisp, monkeypatch):
    interrupted_after(600, monkeypatch)
    assert landoflisp("solve reversi 4x4 --json") == (
        130,
        "",
        "landoflisp: interrupted after 600 evaluations; what is known, seen by B:\n"
        "  value >= -8\n"
        "  first move b1: value = -8\n"
        "  first move a2: value <= -8\n"
        "  first move d3: value <= -8\n"
        "  first move c4: not finished\n",
    )


def test_an_interrupted_mtdf_knows_the_bounds_of_the_windows_before(landoflisp, monkeypatch):
    interrupted_after(400, monkeypatch)
    status, _, err = landoflisp("solve reversi 4x4 --search mtdf")
    assert status == 130
    assert err.splitlines()[1] == "  value <= -2"


@pytest.mark.parametrize("evaluations", range(100, 600, 100))
@pytest.mark.parametrize("guess", [-20, -8, 9])
def test_what_an_interrupted_mtdf_says_of_the_value_is_true(
    guess, evaluations, landoflisp, monkeypatch
):
    interrupted_after(evaluations, monkeypatch)
    _, _, err = landoflisp(f"solve reversi 4x4 --search mtdf --guess {guess}")
    said = re.findall("^  value (.=) (.*)$", err, re.MULTILINE)
    assert all(int(bound) <= -8 if sign == ">=" else int(bound) >= -8 for sign, bound in said)


def test_an_interrupted_deepening_knows_the_last_depth(landoflisp, monkeypatch):
    interrupted_after(500, monkeypatch)
    status, _, err = landoflisp("solve reversi 4x4 --search iterative-deepening")
    depth = int(err.splitlines()[1].split()[0])
    assert status == 130
    monkeypatch.undo()
    tree = limit_tree_depth(reversi.tree(reversi.start(4, 4)), depth)
    best = negamax(tree, reversi.get_value)
    assert f"  {depth} plies deep: value = {best.value}, line " in err
    assert err.endswith(f"  {depth + 1} plies deep: not finished\n")


def test_ctrl_c_ends_a_search_that_would_never_end():
    pytest.importorskip("pty")
    with started("solve", "reversi", "8x8", "--search", "negamax") as (process, read):
        bar = read()
        process.send_signal(signal.SIGINT)
        out = process.stdout.read()
        err = "".join(iter(read, ""))
        assert process.wait() == 130
    assert bar
    assert out == ""
    assert "landoflisp: interrupted after " in err
    assert err.endswith("  first move e6: not finished\r\n")
    assert "Traceback" not in err


# The progress bar


class Terminal:
    """A standard error that says it is a terminal, and remembers."""

    def __init__(self):
        self.text = ""

    def isatty(self):
        return True

    def write(self, text):
        self.text += text

    def flush(self):
        pass


def on_terminal(monkeypatch):
    """Put a terminal in the place of standard error; be impatient."""
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(progress, "SOON", 0)
    monkeypatch.setattr(watching, "EVERY", 10)
    return terminal


def test_a_bar_is_shown_on_a_terminal(landoflisp, monkeypatch):
    terminal = on_terminal(monkeypatch)
    pytest.importorskip("tqdm")
    assert landoflisp("solve reversi 4x4 --search nega-alpha --order scan")[0] == 0
    assert " evaluations" in terminal.text
    assert "%|" in terminal.text


def test_without_tqdm_one_line_says_how_to_get_it(landoflisp, monkeypatch):
    terminal = on_terminal(monkeypatch)
    monkeypatch.setitem(sys.modules, "tqdm", None)
    assert landoflisp("solve reversi 4x4")[1] == GOLDEN["4x4-cross"]
    assert terminal.text == f"landoflisp: {progress.HINT}\n"


def test_quick_work_shows_nothing(landoflisp, monkeypatch):
    terminal = on_terminal(monkeypatch)
    monkeypatch.setattr(progress, "SOON", 60)
    assert landoflisp("solve reversi 4x4")[1] == GOLDEN["4x4-cross"]
    assert terminal.text == ""


shapes = st.recursive(st.integers(-9, 9), lambda inner: st.lists(inner, max_size=4), max_leaves=30)


@given(shapes, st.integers(1, 5))
def test_an_attended_tree_is_the_same_tree(shape, plies):
    tree = literal_tree(shape)
    seen = list(flatten_tree(attended(tree, lambda share: None, plies)))
    assert [node[:2] for node in seen] == [node[:2] for node in flatten_tree(tree)]


@given(shapes, st.integers(1, 5))
def test_the_share_that_lies_behind_grows_from_0_to_less_than_1(shape, plies):
    shares = []
    for _ in flatten_tree(attended(literal_tree(shape), shares.append, plies)):
        pass
    assert shares == sorted(shares)
    assert all(0 <= share < 1 for share in shares)
    assert shares[:1] in ([], [0])


@pytest.mark.parametrize("name", [name for name in SEARCHES if name != "iterative-deepening"])
def test_what_a_watch_knows_of_first_moves_is_true(name):
    tree = reversi.tree(reversi.position(LATE, "w"))
    watch = Watch(reversi.get_value, lambda share, text: None)
    if name == "mtdf":
        search.mtdf(tree, watch.value, search=watch.over(search.null_window))
    else:
        watched = watch.over(SEARCHES[name])
        watched(tree, watch.value, *((0,) if name == "null-window" else ()))
    assert watch.first
    for action, best in watch.first.items():
        value = -negamax(follow(tree, [action]), reversi.get_value).value
        within = {"exact": value == best.value, "lower": value >= best.value}
        assert within.get(best.bound, value <= best.value)
        assert best.line[0] == action


def test_a_watch_shows_evaluations_and_first_moves():
    shown = []
    watch = Watch(reversi.get_value, lambda share, text: shown.append((share, text)))
    tree = reversi.tree(reversi.start(4, 4))
    best = watch.over(search.fail_soft)(tree, watch.value)
    assert best == search.fail_soft(tree, reversi.get_value)
    assert watch.evaluations == best.evaluations
    assert watch.rounds == [best]
    assert shown == sorted(shown, key=lambda each: each[0])
    assert shown[-1][1].endswith("evaluations, first move 4 of 4")


def test_a_search_below_the_topmost_plies_runs_as_if_nobody_watched():
    tree = attended(reversi.tree(reversi.start(4, 4)), lambda share: None, plies=2)
    below = follow(tree, [8, 7])
    assert below == follow(reversi.tree(reversi.start(4, 4)), [8, 7])
