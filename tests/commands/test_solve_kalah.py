"""`landoflisp solve kalah`: what it prints, and what it says when it cannot."""

import json
import signal

import pytest

from landoflisp.games import kalah
from landoflisp.solve.kalah import solve
from landoflisp.tree import follow
from tests.commands.terminal import started


def test_it_prints_value_game_stores_and_positions(landoflisp):
    status, out, err = landoflisp("solve kalah 4x3")
    value, play, stores, positions = out.splitlines()
    assert (status, err, value) == (0, "", "value = 6")
    line = [int(pit) for pit in play.removeprefix("best play: ").split()]
    end = follow(kalah.tree(kalah.start(4, 3), kalah.moves_to_the_end), line)
    first, second = kalah.stores(end.board)
    assert first - second == 6
    assert stores == f"first {first}, second {second}"
    assert positions.endswith(" positions")


@pytest.mark.parametrize("options", ["", " --empty-capture", " --kernel interpreted"])
def test_json_is_what_the_library_answers(options, landoflisp):
    _, out, _ = landoflisp(f"solve kalah 3x6 --json{options}")
    best = solve(kalah.start(3, 6), empty_capture="empty" in options)
    answer = json.loads(out)
    assert (answer["value"], tuple(answer["line"])) == (best.value, best.line)


def test_any_board_and_either_player(landoflisp):
    _, out, _ = landoflisp("solve kalah 2x1 --board '0 1 7 1 0 5' --turn second --json")
    best = solve(kalah.position((0, 1, 7, 1, 0, 5), turn=5))
    assert json.loads(out)["value"] == best.value


def test_a_printed_tree_says_who_is_to_move(landoflisp):
    position = kalah.position((0, 1, 7, 1, 0, 5), turn=5)
    line = ["solve", "kalah", "2x1", "--json", "--board", str(kalah.tree(position))]
    turned = kalah.Position(2, position.board)
    for wanted, options in ((position, []), (turned, ["--turn", "first"])):
        _, out, _ = landoflisp([*line, *options])
        assert json.loads(out)["value"] == solve(wanted).value
    assert solve(position).value != solve(turned).value


def test_a_game_that_is_over_is_worth_its_stores(landoflisp):
    _, out, _ = landoflisp("solve kalah 2x1 --board '0 0 7 1 0 5'")
    assert out.startswith("value = 1\nbest play: the game is over\nfirst 7, second 6\n")


def test_ctrl_c_says_what_is_known():
    with started("solve", "kalah", "6x6") as (process, read):
        assert read()
        process.send_signal(signal.SIGINT)
        seen = ""
        while "interrupted" not in seen and (more := read()):
            seen += more
        assert process.wait(60) == 130
    assert "Traceback" not in seen


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("solve kalah", "the following arguments are required: size"),
        ("solve kalah 0x4", "the number of pits a side is a whole number from 1 to 100, not 0"),
        ("solve kalah 8x4", "up to 7 pits a side"),
        ("solve kalah 4x4 --board '1 2 3 4'", "4 pits a side has 10 places, not 4"),
        ("solve kalah 1x1 --board '1 x 3 4'", "numbers of stones, not 'x'"),
        ("solve kalah 1x1 --board '1 -2 3 4'", "stones in place 1 is a whole number from 0 to"),
        ("solve kalah 4x4 --turn 6", "a turn is one of first, second, not '6'"),
        ("solve kalah 4x4 --memory much", "memory is such as 500M or 2G, not 'much'"),
        ("solve kalah 4x4 --memory 1", "24 bytes of memory or more, not 1"),
        ("solve kalah 4x4 --kernel fast", "one of compiled, interpreted, not 'fast'"),
    ],
)
def test_bad_input_gets_one_clear_line_and_status_2(line, message, landoflisp):
    status, out, err = landoflisp(line)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
