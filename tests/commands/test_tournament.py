"""`landoflisp tournament`: who plays, what is printed, and how it ends early."""

import json
import os
import pickle
import re
import shlex
import signal
import sys
from contextlib import contextmanager

import pytest

from landoflisp.commands import tournament
from landoflisp.commands.tournament import EXAMPLES
from landoflisp.errors import BadInput
from landoflisp.games import kalah, minimax_game, reversi
from landoflisp.games.options import GAMES
from landoflisp.play import computer, first_move, random_move
from landoflisp.play.match import Contest, Result, play_fixture, played, round_robin, table
from landoflisp.play.named import THOUGHTLESS, spelt, strategies, strategy
from landoflisp.search import negamax, negascout
from landoflisp.tree import flatten_tree, limit_tree_depth
from tests.commands.terminal import run, started

SMALL = {"dice-of-doom": "2", "kalah": "3x3", "minimax": "4", "reversi": "4x4"}


def results_of(out):
    """The games of a JSON answer."""
    return [
        Result(game["number"], (game["first"], game["second"]), game["margin"])
        for game in json.loads(out)["games"]
    ]


# Who plays what

REVERSI = Contest(reversi.tree(reversi.start(4, 4)), ("b", "w"), reversi.get_value)
PLAYERS = {
    "negascout:3": computer(negascout, 3, reversi.get_value),
    "negamax:2": computer(negamax, 2, reversi.get_value),
    "random": random_move(7),
    "first": first_move,
}


def test_the_command_plays_what_the_functions_play(landoflisp):
    line = f"tournament reversi {' '.join(PLAYERS)} --size 4x4 --games 6 --seed 7 --workers 1"
    expected = list(played(round_robin(REVERSI, PLAYERS, 6, seed=7)))
    assert results_of(landoflisp(f"{line} --json")[1]) == expected
    assert landoflisp(line) == (0, table(expected) + "\n", "")


def test_kalah_counts_its_levels_in_turns_and_its_margins_in_stones(landoflisp):
    line = "tournament kalah negamax:2 first --size 3x4 --games 4 --workers 1 --json"
    start = kalah.start(3, 4)
    contest = Contest(kalah.tree(start), (3, 7), lambda board, turn: board[turn] - board[turn - 4])
    strategies = {
        "negamax:2": computer(negamax, 2, kalah.get_value, turns=True),
        "first": first_move,
    }
    expected = list(played(round_robin(contest, strategies, 4)))
    assert results_of(landoflisp(line)[1]) == expected
    assert max(abs(result.margin) for result in expected) <= sum(start.board)


def test_the_margin_of_the_number_game_is_the_lead(landoflisp):
    line = "tournament minimax negamax:2 first --size 4 --games 4 --seed 3 --workers 1 --json"
    tree = minimax_game.tree(minimax_game.start(3, 4))
    contest = Contest(tree, (minimax_game.FIRST, minimax_game.SECOND), minimax_game.get_lead)
    strategies = {"negamax:2": computer(negamax, 2, minimax_game.get_value), "first": first_move}
    assert results_of(landoflisp(line)[1]) == list(
        played(round_robin(contest, strategies, 4, seed=3))
    )


def small(game):
    """The game on a small board: its tree, its players and its lead."""
    size = GAMES[game].read({"size": SMALL[game]})
    position = GAMES[game].position(**size, **({"seed": 1} if GAMES[game].has("seed") else {}))
    return Contest(GAMES[game].tree(position), GAMES[game].players(position), GAMES[game].lead)


@pytest.mark.parametrize("game", GAMES)
def test_margins_are_zero_sum(game):
    tree, (first, second), margin = small(game)
    boards = [node.board for node in flatten_tree(limit_tree_depth(tree, 4))]
    assert all(margin(board, first) == -margin(board, second) for board in boards)
    assert any(margin(board, first) for board in boards)


def levels(game):
    return [name if name in THOUGHTLESS else f"{name}:2" for name in strategies(game)]


@pytest.mark.parametrize(
    ("game", "spec"), [(game, spec) for game in GAMES for spec in levels(game)]
)
def test_every_strategy_of_every_game_plays_and_travels(game, spec):
    players = {spelt(game, spec): strategy(game, spec, 1), "another": random_move(2)}
    assert spec in players
    for fixture in round_robin(small(game), players, 2, plies=1):
        result = play_fixture(fixture)
        assert result.names == fixture.names
        assert play_fixture(pickle.loads(pickle.dumps(fixture))) == result


def test_the_nearest_name_is_suggested():
    for search in set(strategies("reversi")) - set(THOUGHTLESS):
        with pytest.raises(BadInput, match=f"is it {search}\\?"):
            strategy("reversi", f"{search}q:3")
    with pytest.raises(BadInput, match="they are choose-move, random, first"):
        strategy("dice-of-doom", "zzz:3")


# Where it is played, and from which seed


@pytest.mark.parametrize("game", ["dice-of-doom choose-move:2", "kalah mtdf:2", "reversi sorted:1"])
def test_any_number_of_processes_plays_the_same_tournament(game, landoflisp):
    size = SMALL[game.split()[0]] if "dice" not in game else "3"
    line = f"tournament {game} random first --size {size} --games 4 --plies 3"
    here = landoflisp(f"{line} --workers 1 --json")
    assert here[0] == 0
    assert landoflisp(f"{line} --workers 2 --json") == here


def test_the_seed_decides_what_is_played(landoflisp):
    line = "tournament reversi random first --size 4x4 --games 10 --workers 1 --json"
    assert landoflisp(line) == landoflisp(f"{line} --seed 0")
    first, other = (results_of(landoflisp(f"{line} --seed {seed}")[1]) for seed in (1, 2))
    assert first != other


def test_json_has_every_game_and_the_tallies_of_all(landoflisp):
    line = "tournament reversi negamax:2 random first --size 4x4 --games 4 --workers 1 --json"
    status, out, err = landoflisp(line)
    answer = json.loads(out)
    assert (status, err) == (0, "")
    assert (answer["game"], answer["size"], answer["seed"]) == ("reversi", "4x4", 0)
    assert [game["number"] for game in answer["games"]] == list(range(12))
    assert list(answer["strategies"]) == ["negamax:2", "random", "first"]
    for name, tally in answer["strategies"].items():
        margins = [
            game["margin"] if game["first"] == name else -game["margin"]
            for game in answer["games"]
            if name in (game["first"], game["second"])
        ]
        assert tally["games"] == len(margins) == 8
        assert tally["wins"] == sum(margin > 0 for margin in margins)
        assert tally["losses"] == sum(margin < 0 for margin in margins)
        assert tally["interval"][0] <= tally["score"] <= tally["interval"][1]


def test_however_a_level_is_written_the_table_is_the_same(landoflisp):
    line = "tournament reversi random '{}' --size 4x4 --games 2 --workers 1"
    status, out, err = landoflisp(line.format("negamax:2"))
    assert (status, err) == (0, "")
    assert len(out.splitlines()) == 3
    for written in ("negamax:02", "negamax: 2", "negamax:\n2", "negamax:２"):
        assert landoflisp(line.format(written)) == (0, out, "")


def test_openings_are_counted_while_they_are_drawn(landoflisp, monkeypatch):
    shown = []

    @contextmanager
    def progress(total, form):
        yield lambda done, text: shown.append(text)

    monkeypatch.setattr(tournament, "progress", progress)
    landoflisp("tournament reversi random first --size 4x4 --games 4 --workers 1")
    assert shown == [
        "1 of 2 openings",
        "2 of 2 openings",
        *(f"{n} of 4 games" for n in range(5)),
    ]


# It ends early


@contextmanager
def _interrupting(total, form):
    def show(done, text):
        assert text in (f"{done} of {total} games", f"{done} of {total} openings")
        if (done, text.split()[-1]) == (3, "games"):
            raise KeyboardInterrupt

    yield show


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_keeps_and_prints_what_is_finished(workers, landoflisp, monkeypatch):
    line = f"tournament reversi negamax:2 first --size 6x6 --workers {workers}"
    everything = results_of(landoflisp(f"{line} --json")[1])
    monkeypatch.setattr(tournament, "progress", _interrupting)
    status, out, err = landoflisp(f"{line} --json")
    assert (status, err) == (130, "landoflisp: interrupted; 3 of 20 games are finished\n")
    finished = results_of(out)
    assert len(finished) == 3
    assert set(finished) <= set(everything)
    status, out, _ = landoflisp(line)
    assert status == 130
    assert out.startswith(" " * len("negamax:2") + "  games  wins")


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_in_a_terminal_stops_all_processes(workers):
    line = shlex.split("tournament reversi first random negascout:4 --games 40 --json")
    with started(*line, "--workers", str(workers)) as (process, read):
        bar = read()
        os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to all of them
        # Both streams end when the last process that holds them ends: no worker is left.
        out = process.stdout.read()
        err = "".join(iter(read, ""))
        assert process.wait() == 130
    assert "of 120 games" in bar or "pip install" in bar
    assert "Traceback" not in err
    done = len(results_of(out))
    assert 0 < done < 120
    assert err.endswith(f"landoflisp: interrupted; {done} of 120 games are finished\r\n")


@pytest.mark.skipif(sys.platform != "linux", reason="looks for children in /proc")
@pytest.mark.parametrize("victim", ["worker", "parent"])
def test_nobody_waits_for_a_process_that_was_killed(victim):
    line = shlex.split("tournament reversi first random negascout:4 --games 40 --workers 2")
    with started(*line) as (process, read):
        read()
        with open(f"/proc/{process.pid}/task/{process.pid}/children") as file:
            children = [int(pid) for pid in file.read().split()]
        workers = [pid for pid in children if b"spawn_main" in _command_line(pid)]
        assert len(workers) == 2
        os.kill(workers[0] if victim == "worker" else process.pid, signal.SIGKILL)
        out = process.stdout.read()
        err = "".join(iter(read, ""))
        status = process.wait()
    assert "Traceback" not in err
    if victim == "worker":
        assert status == 1
        assert "landoflisp: a worker process was ended from outside, perhaps for lack" in err
        assert re.match(" +games  wins", out)


def _command_line(pid):
    with open(f"/proc/{pid}/cmdline", "rb") as file:
        return file.read()


# Bad input

ERRORS = {
    "": "the following arguments are required: game, strategy",
    "chess first random": "a game is one of dice-of-doom, kalah, minimax, reversi, not 'chess'",
    "reversi": "the following arguments are required: strategy",
    "reversi first": "a match needs two strategies or more, not 1",
    "reversi first first": "first is given twice",
    "reversi random 'negamax:\n1' first negamax:01": "negamax:1 is given twice",
    "kalah 'negamax: 2' negamax:２": "negamax:2 is given twice",
    "reversi negascuot:3 first": "'negascuot' is not a strategy of reversi; is it negascout?",
    "reversi Negamax:3 first": "is it negamax?",
    "reversi rando first": "is it random?",
    "reversi :3 first": "'' is not a strategy of reversi; they are sorted, minimax, ",
    "kalah sorted:1 first": "'sorted' is not a strategy of kalah; they are minimax, ",
    "dice-of-doom negamax:2 first": "they are choose-move, random, first",
    "reversi negamax first": "negamax needs a level, such as negamax:3",
    "reversi negamax: first": "negamax:: a whole number is expected, not ''",
    "reversi negamax:x first": "negamax:x: a whole number is expected, not 'x'",
    "reversi negamax:0 first": "negamax:0: a level is 1 or more, not 0",
    "reversi sorted:-1 first": "sorted:-1: a level is 1 or more, not -1",
    "reversi random:2 first": "random:2: random does not look ahead and has no level",
    "reversi random first --games 3": "games come in twos: 2, 4, 6 and so on, not 3",
    "reversi random first --games 0": "games is a whole number from 2 to 10,000, not 0",
    "reversi random first --games -2": "games is a whole number from 2 to 10,000, not -2",
    "reversi random first --games 99999999999999999998": "--games: 10000 at most, not 9999",
    "reversi random first --games x": "--games: a whole number is expected, not 'x'",
    "reversi random first --plies -1": "moves of an opening is a whole number, 0 or more, not -1",
    "reversi random first --plies 99999999999999999999": "--plies: 60 at most, not 9999",
    "reversi random first --plies 0": "only 1 different openings of 0 random moves are found",
    "reversi random first --size 5x5": "an even number of rows and columns from 4 to 8, not 5x5",
    "reversi random first --size 8": "--size: a size is rows x columns, such as 4x6, not '8'",
    "reversi random first --size=--level": "--size: ",
    "kalah random first --size 6": "--size: a size is pits x seeds, such as 6x4, not '6'",
    "kalah random first --size 999x1": "--size: 20 pits at most, not 999",
    "kalah random first --size 0x3": "pits a side is a whole number from 1 to 100, not 0",
    "minimax random first --size x": "--size: a whole number is expected, not 'x'",
    "minimax random first --size 100000": "--size: 30 at most, not 100000",
    "dice-of-doom random first --size 11": "--size: 10 at most, not 11",
    "dice-of-doom random first --size 0": "rows is a whole number from 1 to 100, not 0",
    "reversi random first --seed x": "--seed: a whole number is expected, not 'x'",
    "reversi random first --workers 0": "--workers: 1 process or more, not 0",
    "reversi random first --workers 2 --cluster x": "give one of them",
}


@pytest.mark.parametrize("line", ERRORS)
def test_bad_input_gets_one_clear_line_and_status_2(line, landoflisp):
    status, out, err = landoflisp(f"tournament {line}")
    assert (status, out) == (2, "")
    assert err.startswith("landoflisp: ")
    assert ERRORS[line] in err
    assert err.count("\n") == 1


def test_without_dask_a_line_says_how_to_get_it(landoflisp, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    line = "tournament reversi random first --cluster tcp://127.0.0.1:8786"
    status, out, err = landoflisp(line)
    assert (status, out) == (2, "")
    assert err == (
        "landoflisp: --cluster needs Dask: pip install 'landoflisp[cluster]', "
        "here and on all its machines\n"
    )


# Help


def test_help_names_every_search_and_fits_80_columns(landoflisp, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    status, out, err = landoflisp("tournament --help")
    assert (status, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    assert {name for game in GAMES for name in strategies(game)} <= set(re.findall(r"[a-z-]+", out))


@pytest.mark.parametrize("example", EXAMPLES.replace("\\\n", "").strip().splitlines()[1:])
def test_the_examples_of_the_help_text_work(example, landoflisp):
    line, _, address = example.strip().removeprefix("landoflisp").partition("--cluster")
    status, out, err = landoflisp(f"{line} --games 2 --workers 1")
    assert (status, err) == (0, "")
    assert out
    assert not address or re.fullmatch(r" tcp://[0-9.]+:8786", address)


def test_the_command_works_as_a_process_of_its_own():
    done = run(*shlex.split("tournament reversi negamax:2 first --size 4x4 --games 4"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1].startswith(("negamax:2", "first"))
