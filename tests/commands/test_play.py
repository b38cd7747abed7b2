"""`landoflisp play`: the games as a person at a terminal meets them."""

import io
import os
import re
import shlex
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landoflisp import commands
from landoflisp.commands import play as play_command
from landoflisp.commands.play_games import HELP
from landoflisp.games import kalah, reversi
from landoflisp.play import computer, first_move, play
from landoflisp.play.named import FINDERS
from landoflisp.search import fail_soft, negamax
from tests.commands.terminal import COMMAND, CTRL_C, CTRL_D, ROOT, session
from tests.ports.dice_of_doom import GOLDEN, board_of, boards, fresh, output_of

LATE = "bbbw/bbw./bww./..bb"  # a few plies from its end, white to move
ONES = "1\n" * 200


# Dice of Doom, as the book tells it


def told(line, typed=""):
    """What the command prints when a person types all that."""
    return output_of(commands.main, ["play", *line], typed)


def drawn(board):
    """The board in one line."""
    return " ".join(f"{chr(97 + player)}-{dice}" for player, dice in board)


@pytest.mark.parametrize("record", GOLDEN["v1_transcripts"] + GOLDEN["v1_transcripts_3x3"])
def test_the_recorded_games_of_the_original_are_played_byte_for_byte(record):
    line = ["dice-of-doom", "--board", drawn(board_of(record))]
    assert told(line, record["stdin"]) == record["stdout"]


@given(boards(2))
def test_a_2x2_game_is_told_as_version_1_tells_it(board):
    port = fresh("v1", 2)
    expected = output_of(port.play_vs_computer, port.game_tree(board, 0, 0, True), ONES)
    assert told(["dice-of-doom", "--board", drawn(board)], ONES) == expected


@settings(max_examples=20)
@given(boards(3), st.integers(1, 4))
def test_a_game_at_a_level_is_told_as_version_2_tells_it(board, level):
    port = fresh("v2", 3)
    port.ai_level = level
    expected = output_of(port.play_vs_computer, port.game_tree(board, 0, 0, True), ONES)
    line = ["dice-of-doom", "--board", drawn(board), "--level", str(level)]
    assert told(line, ONES) == expected


# People only: where moves rate equally, version 4 chooses by how single precision rounds them.
@settings(max_examples=20)
@given(boards(2, players=4, dice=5), st.integers(0, 99))
def test_a_game_with_dice_is_told_as_version_4_tells_it(board, seed):
    line = ["dice-of-doom", "--dice", "--board", drawn(board), "--seed", str(seed)]
    text = told([*line, "--computer", "none"], ONES)
    port = fresh("v4", 2)
    rolls = iter(re.findall(r"On (\d+) dice rolled (\d+)", text))

    def roll_dice(dice):
        rolled = next(rolls)
        port.fresh_line()
        port.princ("On {} dice rolled {}. ".format(*rolled))
        assert int(rolled[0]) == dice
        assert dice <= int(rolled[1]) <= 6 * dice
        return int(rolled[1])

    port.roll_dice = roll_dice
    expected = output_of(port.play_vs_human, port.game_tree(board, 0, 0, True), ONES)
    assert text == expected
    assert next(rolls, None) is None


def test_a_board_can_be_written_as_the_game_draws_it(landoflisp):
    texts = ("b-3 b-2 a-2 a-3", "b-3 b-2/a-2 a-3", "    b-3 b-2 \n  a-2 a-3 ", "B3 b2 / A2 a3")
    outputs = {landoflisp(["play", "dice-of-doom", "--board", text], ONES) for text in texts}
    assert len(outputs) == 1


def test_the_rules_are_those_of_the_chapters(landoflisp):
    for line, hexes, players, dice in [
        ("", 16, 2, 3),
        ("--dice", 25, 4, 5),
        ("--size 3", 9, 2, 3),
        ("--size 6 --players 5 --max-dice 7 --dice --odds exact", 36, 5, 7),
    ]:
        board = []
        for seed in range(5):
            _, out, _ = landoflisp(f"play dice-of-doom {line} --seed {seed}")
            board += re.findall(r"([a-z])-([0-9]+) ", out.split("choose")[0])[:hexes]
        assert len(board) == 5 * hexes
        assert len({player for player, _ in board}) == players
        assert {int(number) for _, number in board} == set(range(1, dice + 1))


def test_players_have_letters_and_numbers(landoflisp):
    line = "play dice-of-doom --size 3 --seed 4 --computer"
    by_letter, by_number = landoflisp(f"{line} a,b"), landoflisp(f"{line} 0,1")
    assert by_letter == by_number
    assert by_letter[0] == 0
    assert "choose" not in by_letter[1]


# A person plays


REVERSI = """\
current player = b
  a b c d
1 b b b b
2 b b w .
3 b w w .
4 b b b b
b = 11, w = 3
choose your move:
1. d2
2. d3
'3' is not a move here: answer with a number from 1 to 2
choose your move:
1. d2
2. d3
an empty line is not a move here: answer with a number from 1 to 2
choose your move:
1. d2
2. d3
current player = w
  a b c d
1 b b b b
2 b b b b
3 b w b .
4 b b b b
b = 14, w = 1
w plays d3

current player = b
  a b c d
1 b b b b
2 b b b b
3 b w w w
4 b b b b
b = 13, w = 3
The winner is b, 13 to 3"""


def test_a_game_of_reversi_as_it_is_told(landoflisp):
    told = landoflisp("play reversi --board bbbb/bbw./bww./bbbb", "3\n\n D2\n")
    assert told == (0, REVERSI, "")


def test_a_tie_has_no_winner(landoflisp):
    _, out, _ = landoflisp("play reversi --board bbbb/bbbb/wwww/wwww")
    assert out.endswith("b = 8, w = 8\nThe game is a tie, 8 to 8")


def test_a_move_can_be_named(landoflisp):
    by_number = landoflisp("play reversi 4x4 --level 1", "3\n")
    by_name = landoflisp("play reversi 4x4 --level 1", "D3\n")
    assert by_number == by_name


def test_people_can_play_each_other(landoflisp):
    status, out, _ = landoflisp("play kalah --pits 3 --seeds 3 --computer none", ONES)
    assert status == 0
    assert "plays" not in out
    assert "choose your move:" in out.split("current player = second")[1]


@pytest.mark.parametrize("game", ["reversi 4x4", "reversi 8x8 --level 1", "kalah", "minimax"])
def test_every_game_can_be_played_to_its_end(game, landoflisp):
    status, out, err = landoflisp(f"play {game} --seed 1", ONES)
    assert (status, err) == (0, "")
    assert re.search(r"\nThe (winner is \w+|game is a tie), -?\d+ to -?\d+$", out)


@pytest.mark.parametrize(
    "game", ["reversi 4x4", "kalah 4x3", "minimax 3", "dice-of-doom 2 --seed 1"]
)
@pytest.mark.parametrize("moves", [0, 1])
def test_what_is_shown_of_a_game_is_a_board_to_go_on_from(game, moves, landoflisp):
    line = f"{game} --computer none"
    _, out, _ = landoflisp(f"play {line}", "1\n" * moves)
    last = "current player = " + out.split("current player = ")[moves + 1]
    board = last.partition("choose your move:")[0]
    name = game.split()[0]
    _, shown, _ = landoflisp(["play", name, "--computer", "none", "--board", last])
    assert shown.startswith(board)


# The computer plays


def boards_shown(out):
    """The reversi boards of an output."""
    return re.findall(r"  a b c d\n(?:\d[ .bw]+\n)+", out)


@pytest.mark.parametrize("search", FINDERS)
def test_two_computers_that_see_the_end_reach_the_value(search, landoflisp):
    line = f"play reversi --board {LATE} --turn w --computer b,w --level 12 --search {search}"
    status, out, _ = landoflisp(line)
    tree = reversi.tree(reversi.position(LATE, "w"))
    assert status == 0
    ends = reversi.parse(boards_shown(out)[-1])
    end = tree.board._replace(squares=ends)
    assert reversi.get_value(end, "w") == negamax(tree, reversi.get_value).value


def test_the_command_plays_what_the_functions_play(landoflisp):
    _, out, _ = landoflisp("play reversi 4x4 --level 3", ONES)
    strategies = {"b": first_move, "w": computer(fail_soft, 3, reversi.get_value)}
    trees = list(play(reversi.tree(reversi.start(4, 4)), strategies))
    assert boards_shown(out) == [reversi.show(tree.board) + "\n" for tree in trees]


@pytest.mark.parametrize(
    "game",
    [
        "dice-of-doom --computer a,b",
        "dice-of-doom --dice --computer a,b,c,d",
        "minimax --computer first,second",
        "reversi 4x4 --search random --computer b,w",
    ],
)
def test_the_same_seed_is_the_same_game(game, landoflisp):
    first, again, other = (landoflisp(f"play {game} --seed {seed}") for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_seed_means_the_same_in_every_process():
    line = "play dice-of-doom --dice --computer a,b,c,d --seed 5"
    command = [*COMMAND, *shlex.split(line)]
    told = {
        subprocess.run(
            command, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": salt}, stdout=subprocess.PIPE
        ).stdout
        for salt in ("1", "2")
    }
    assert len(told) == 1


def test_without_a_seed_every_game_is_another(landoflisp):
    line = "play minimax --size 6 --computer first,second --level 1"
    assert landoflisp(line) != landoflisp(line)


def test_kalah_counts_its_level_in_turns(landoflisp):
    _, out, _ = landoflisp("play kalah --pits 3 --seeds 3 --level 2", ONES)
    strategies = {3: first_move, 7: computer(fail_soft, 2, kalah.get_value, turns=True)}
    *_, end = play(kalah.tree(kalah.start(3, 3)), strategies)
    assert out.split("current player")[-1].startswith(
        f" = {'first' if end.player == 3 else 'second'}\n{kalah.show(end.board)}\n"
    )


def test_a_number_is_named_by_where_it_stands(landoflisp):
    _, out, _ = landoflisp("play minimax --size 2 --seed 0 --computer none", ONES)
    assert "1. +3 in column 0\n2. +4 in column 1\n" in out
    assert "1. -8 in row 1\n" in out


@pytest.mark.parametrize(
    "line",
    [
        "dice-of-doom --size 10 --level 1",
        "dice-of-doom --max-dice 20 --dice --odds exact --computer none",
        "kalah --pits 20 --seeds 100",
        "minimax --size 30",
    ],
)
def test_the_largest_boards_can_be_played(line, landoflisp):
    status, out, err = landoflisp(f"play {line} --seed 1", "1\n1\n")
    assert status == 130
    assert out.count("choose your move:") == 3
    assert err.startswith("landoflisp: end of input; the game ends after ")


# In a terminal


def test_the_session_of_the_readme():
    readme = (ROOT / "README.md").read_text()
    shown = readme.split("<!-- session: play -->\n```\n")[1].split("```")[0]
    command, text = shown.split("\n", 1)
    with session(*shlex.split(command)[2:]) as person:
        for last, answer in [("2. 3 -> 1", "3 -> 2"), ("2. 3 -> 1", "1"), ("1. end turn", "1")]:
            person.until(f"{last}\n")
            person.press(f"{answer}\n")
        _, status = person.rest()
    assert status == 0
    assert re.sub(" +\n", "\n", person.seen) == text


# It ends early


@pytest.mark.parametrize("typed", ["", "1\n", "1\n1", "x\n"])
def test_the_end_of_input_ends_the_game_with_the_board_so_far(typed, landoflisp):
    status, out, err = landoflisp("play reversi 4x4 --level 1", typed)
    moves = 2 * typed.count("1")
    assert status == 130
    assert err == f"landoflisp: end of input; the game ends after {moves} moves\n"
    *_, before, last = out.split("current player = b\n")
    assert before.startswith(last)
    assert boards_shown(last)


def test_ctrl_d_ends_the_game():
    with session("play", "reversi", "4x4", "--level", "1") as person:
        person.until("4. c4\n")
        person.press(CTRL_D)
        text, status = person.rest()
    assert status == 130
    assert text.endswith("b = 2, w = 2\nlandoflisp: end of input; the game ends after 0 moves\n")


def test_ctrl_c_at_the_question_ends_the_game():
    with session("play", "reversi", "4x4", "--level", "1") as person:
        person.until("4. c4\n")
        person.press("1\n")
        person.until("3. c4\n")
        person.press(CTRL_C)
        text, status = person.rest()
    assert status == 130
    assert text.endswith(
        "current player = b\n"
        "  a b c d\n1 w b . .\n2 . w b .\n3 . b w .\n4 . . . .\nb = 3, w = 3\n"
        "landoflisp: interrupted; the game ends after 2 moves\n"
    )
    assert "Traceback" not in text


def test_a_computer_that_thinks_long_is_shown_and_ctrl_c_stops_it():
    with session("play", "reversi", "8x8", "--level", "9") as person:
        person.until("4. e6\n")
        person.press("c4\n")
        person.until("w is thinking (1 s)")
        person.press(CTRL_C)
        text, status = person.rest()
    assert status == 130
    assert text.endswith("b = 4, w = 1\nlandoflisp: interrupted; the game ends after 1 move\n")
    assert "Traceback" not in text


def test_what_is_shown_while_the_computer_thinks_is_wiped_out(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(play_command, "SOON", 0)
    monkeypatch.setattr(play_command, "TICK", 0.001)
    with play_command._thinking("w"):
        while "w is thinking (0 s)" not in terminal.getvalue():
            pass
    assert terminal.getvalue().endswith(f"\r{' ' * len('w is thinking (0 s)')}\r")


@pytest.mark.parametrize(("closed", "err"), [("<&-", True), ("<&- 2>&-", False)])
def test_a_closed_input_is_the_end_of_input(closed, err):
    process = subprocess.run(
        ["sh", "-c", f'"$@" {closed}', "sh", *COMMAND, "play", "reversi", "4x4"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert process.returncode == 130
    assert process.stdout.endswith("b = 2, w = 2\n")
    line = "landoflisp: end of input; the game ends after 0 moves\n"
    assert process.stderr == (line if err else "")


def test_input_that_is_no_text_is_no_move():
    process = subprocess.run(
        [*COMMAND, "play", "reversi", "4x4"], cwd=ROOT, capture_output=True, input=b"\xff\xfe\n"
    )
    assert process.returncode == 130
    assert b"'\\ufffd\\ufffd' is not a move here: answer with a number from 1 to 4\n" in (
        process.stdout
    )


# Bad input

ERRORS = {
    "play": "the following arguments are required: game",
    "play chess": "a game is one of dice-of-doom, kalah, minimax, reversi, not 'chess'",
    "play reversi 5x5": "an even number of rows and columns from 4 to 8, not 5x5",
    "play reversi 8x8 --size 8x8": "the size is given twice",
    "play reversi --size 8": "--size: a size is rows x columns, such as 4x6, not '8'",
    "play reversi --level 0": "a level is a whole number, 1 or more, not 0",
    "play reversi 4x4 --level -1": "a level is a whole number, 1 or more, not -1",
    "play reversi 4x4 --level x": "--level: a whole number is expected, not 'x'",
    "play reversi --search x": "--search: a search is one of sorted, minimax, alpha-beta",
    "play reversi --search null-window": "--search: a search is one of sorted, minimax",
    "play reversi --computer x": "--computer: there is no player 'x'; the players are b, w",
    "play reversi --computer b,,x": "--computer: there is no player 'x'; the players are b, w",
    "play reversi --computer ,": "--computer names players, or none",
    "play reversi --seed x": "--seed: a whole number is expected, not 'x'",
    "play reversi --board swbs": "from 4 to 8, not 2x2",
    f"play reversi 4x6 --board {LATE}": "4x4 squares are given; a 4x6 board is 4 rows of 6",
    f"play reversi --opening cross --board {LATE}": "give one of them",
    "play reversi 4x4 --order a1": "this one leaves out b1",
    "play reversi --dice": "there is no option --dice",
    "play dice-of-doom --size 0": "the number of rows is a whole number from 1 to 100, not 0",
    "play dice-of-doom --size x": "--size: a whole number is expected, not 'x'",
    "play dice-of-doom --players 0": "the number of players is a whole number from 1 to 26, not 0",
    "play dice-of-doom --max-dice 0": "dice on a hex is a whole number from 1 to 1,000,000, not 0",
    "play dice-of-doom --max-dice 6 --dice": "the book's table of odds ends at 5 dice on a hex",
    "play dice-of-doom --level 0": "a level is a whole number, 1 or more, not 0",
    "play dice-of-doom --computer 2": "there is no player '2'; the players are a, b",
    "play dice-of-doom --computer a,d": "there is no player 'd'; the players are a, b",
    "play dice-of-doom --search negamax": "a search is one of random, first, not 'negamax'",
    "play dice-of-doom --odds x": "--odds: a table of odds is one of book, exact, not 'x'",
    "play dice-of-doom --board a-1/b-1": "as many hexes in each row as rows; these have: 1, 1",
    "play dice-of-doom --board a-1,b-1": "a hex is written as player and dice, as in a-2, not",
    "play dice-of-doom --board z-1": "--board: there is no player 'z'; the players are a, b",
    "play dice-of-doom --board c-1": "--board: there is no player 'c'; the players are a, b",
    "play dice-of-doom --size 99999": "--size: 10 at most, not 99999",
    "play dice-of-doom --max-dice 99999 --dice --odds exact": "--max-dice: 20 at most, not 99999",
    "play dice-of-doom --board a-9": "dice on a hex is a whole number from 1 to 3, not 9",
    "play dice-of-doom --board a-1 --size 2": "the rules are for 2x2 hexes, the board has 1x1",
    "play kalah --pits 0": "the number of pits a side is a whole number from 1 to 100, not 0",
    "play kalah --seeds -1": "seeds in a pit is a whole number from 1 to 1,000, not -1",
    "play kalah --pits 99999999": "--pits: 20 at most, not 99999999",
    "play kalah --seeds 101": "--seeds: 100 at most, not 101",
    "play kalah 3x101": "--size: 100 seeds at most, not 101",
    "play minimax --size 0": "the number of rows is a whole number from 1 to 100, not 0",
    "play minimax --size 30000": "--size: 30 at most, not 30000",
}


@pytest.mark.parametrize("line", ERRORS)
def test_bad_input_gets_one_clear_line_and_status_2(line, landoflisp):
    status, out, err = landoflisp(line)
    assert (status, out) == (2, "")
    assert err.startswith("landoflisp: ")
    assert ERRORS[line] in err
    assert err.count("\n") == 1


# Help


@pytest.mark.parametrize("line", ["play --help", *(f"play {game} --help" for game in HELP)])
def test_help_has_examples_and_fits_80_columns(line, landoflisp, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    status, out, err = landoflisp(line)
    assert (status, err) == (0, "")
    assert "examples:" in out
    assert max(map(len, out.splitlines())) < 80


@pytest.mark.parametrize(
    "example", [line for game in HELP.values() for line in game.examples.strip().splitlines()]
)
def test_the_examples_of_the_help_text_work(example, landoflisp):
    status, out, _ = landoflisp(example.strip().removeprefix("landoflisp"))
    assert status in (0, 130)
    assert out.startswith("current player = ")
