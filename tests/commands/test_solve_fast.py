"""`landoflisp solve reversi --search fast`: right, interruptible, and never starting anew."""

import json
import re
import signal
import subprocess
from contextlib import contextmanager
from time import monotonic, sleep

import pytest

from landoflisp import commands
from landoflisp.commands import solve, solve_fast
from landoflisp.games import reversi
from landoflisp.solve import kernels
from landoflisp.solve.checkpoint import load, question
from landoflisp.solve.reversi import solve as solved
from tests.commands.terminal import COMMAND, ROOT, started

LATE = "bbbw/bbw./bww./..bb"  # a few plies from its end
START = "6x6 --search fast --kernel interpreted"  # hours
SHORT = "6x4 --search fast --kernel interpreted --opening parallel"  # a second


@pytest.fixture
def answer(landoflisp):
    """The JSON that `solve reversi` answers, given the rest of the line."""

    def answer(line):
        status, out, err = landoflisp(f"solve reversi {line} --json")
        assert (status, err) == (0, "")
        return json.loads(out)

    return answer


@pytest.fixture
def many_jobs(monkeypatch):
    monkeypatch.setattr(solve_fast, "JOB", dict.fromkeys(kernels.KERNELS, 8))


# The answer


@pytest.mark.parametrize("options", ["", "--workers 2", "--workers 1 --memory 1K --guess 9"])
def test_it_is_that_of_the_library(options, answer, many_jobs):
    found = answer(f"4x4 --search fast --opening parallel {options}")
    best = solved(reversi.start(4, 4, "parallel"))
    assert (found["value"], tuple(found["line"])) == (best.value, best.line)


def test_it_is_printed_as_that_of_every_search(landoflisp):
    _, out, _ = landoflisp(f"solve reversi 4x4 --board {LATE} --turn w --search fast")
    _, pure, _ = landoflisp(f"solve reversi 4x4 --board {LATE} --turn w --search fail-soft")
    assert out.splitlines()[0] == pure.splitlines()[0]
    assert out.count("\n\n") == pure.count("\n\n")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_first_moves_are_all_that_is_searched(number, answer, many_jobs):
    board = "4x4 --board ..../.wb./.bbb/...."
    position = reversi.position("..../.wb./.bbb/....")
    legal = {
        reversi.name(position.board, action): action for action, *_ in reversi.moves(*position)
    }
    wanted = ",".join(sorted(legal)[:number])
    pure = answer(f"{board} --first-move {wanted} --search fail-soft")
    fast = answer(f"{board} --first-move {wanted} --search fast")
    assert fast["value"] == pure["value"]
    assert fast["line"][0] in [legal[name] for name in wanted.split(",")]


def test_boards_beyond_the_other_searches_are_solved_fast(monkeypatch):
    chosen = []

    def fast(args, position, first_moves):
        chosen.append(args.size)
        raise solve_fast.Stopped(0, ["enough"])

    monkeypatch.setattr(solve, "solve_fast", fast)
    for line in (
        "6x6",
        "8x8",
        "4x4",
        "4x4 --memory 1M",
        "6x6 --depth 2",
        "6x6 --depth 2 --alpha 0",
    ):
        commands.main(["solve", "reversi", *line.split()])
    assert chosen == [(6, 6), (8, 8), (4, 4)]


# Interrupted, killed, and gone on from there


def test_a_killed_search_goes_on_from_its_checkpoint(tmp_path):
    file = tmp_path / "checkpoint"
    position = reversi.start(6, 4, "parallel")
    line = ["solve", "reversi", *SHORT.split(), "--checkpoint", str(file), "--json"]
    for enough in (3, 6):
        with subprocess.Popen([*COMMAND, *line, "--workers", "2"], cwd=ROOT) as process:
            until = monotonic() + 60
            while not file.exists() or len(load(file, question(position)).known) < enough:
                assert monotonic() < until
                assert process.poll() is None
                sleep(0.01)
            process.kill()
    known = load(file, question(position))
    done = subprocess.run([*COMMAND, *line], cwd=ROOT, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found["value"] == solved(position).value
    assert found["evaluations"] > known.nodes > 0
    assert set(known.known) <= set(load(file, question(position)).known)


def test_a_finished_search_is_not_done_again(tmp_path, answer, many_jobs):
    line = f"4x4 --search fast --workers 1 --checkpoint {tmp_path / 'file'}"
    assert answer(line) == answer(line)


def test_ctrl_c_says_what_is_known_and_where(tmp_path):
    pytest.importorskip("pty")
    file = tmp_path / "checkpoint"
    with started("solve", "reversi", *START.split(), "--checkpoint", str(file)) as (process, read):
        while not file.exists() or file.stat().st_size < 500:
            sleep(0.01)
        process.send_signal(signal.SIGINT)
        began = monotonic()
        err = "".join(iter(read, ""))
        assert process.wait() == 130
        assert monotonic() - began < 5
    assert "landoflisp: interrupted after " in err
    assert "  first move " in err
    assert f"  {file} knows it, and the same command goes on from there" in err
    assert "Traceback" not in err
    assert load(file, question(reversi.start(6, 6))).known


# Bad input


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--search fast --alpha 1", "--alpha is not for fast, which takes --guess"),
        ("--search fast --depth 3", "--depth is not for fast, which takes --guess"),
        ("--search mtdf --workers 2", "--workers is for --search fast, not for mtdf"),
        ("--workers 2 --cluster x", "--workers are processes here, --cluster is elsewhere"),
        ("--workers 0", "--workers: 1 process or more, not 0"),
        ("--memory x", "--memory: memory is such as 500M or 2G, not 'x'"),
        ("--memory 10", "a table takes 24 bytes of memory or more, not 10"),
        ("--memory 40 --workers 2", "a table takes 24 bytes of memory or more, not 20"),
        ("--kernel x", "--kernel: a kernel is one of compiled, interpreted, not 'x'"),
        ("--checkpoint /nowhere/file", "--checkpoint: /nowhere/file: No such file or directory"),
        ("--checkpoint /", "--checkpoint: /: Is a directory"),
        (f"--checkpoint {__file__}", "test_solve_fast.py is no checkpoint"),
    ],
)
def test_bad_input_gets_one_clear_line_and_status_2(options, message, landoflisp):
    status, out, err = landoflisp(f"solve reversi 4x4 {options}")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_a_checkpoint_is_for_its_position_and_first_moves_alone(tmp_path, landoflisp):
    line = f"solve reversi 4x4 --checkpoint {tmp_path / 'file'}"
    assert landoflisp(line)[0] == 0
    assert landoflisp(f"{line} --opening cross")[0] == 0
    for other in ("--opening parallel", "--first-move b1", f"--board {LATE}"):
        status, _, err = landoflisp(f"{line} {other}")
        assert (status, err.count("\n")) == (2, 1)
        assert "is a checkpoint of reversi ..../.ox./.xo./...., not of reversi " in err


# The progress bar


def test_the_bar_tells_bounds_question_moves_and_speed(landoflisp, monkeypatch, many_jobs):
    shown = []

    @contextmanager
    def bar(total, form):
        yield lambda done, text: shown.append((done / total, text))

    monkeypatch.setattr(solve_fast, "progress", bar)
    assert landoflisp("solve reversi 4x4 --search fast --workers 1")[0] == 0
    assert {share for share, _ in shown if not 0 < share < 1} == {0, 1}
    for share, text in shown:
        answered = 4 - int(re.search(r"(\d) of 4 moves open", text)[1])
        assert share >= answered / 4
    first, last = shown[0][1], shown[-1][1]
    assert first.startswith("value unknown; > -1? 4 of 4 moves open; ")
    assert last.startswith("value = -8; > -8? 0 of 4 moves open; ")
    assert last.endswith("/s")


def test_what_is_watched_is_shown(monkeypatch):
    shown = []
    position = reversi.start(4, 4)
    kernel = kernels.load("reversi")
    game = solve_fast.as_game(solve_fast.new_search(kernel, position), 8)
    before = solve_fast.Checkpoint("", {}, nodes=1000)
    watch = solve_fast._Watch(game, position, before, lambda done, text: shown.append((done, text)))
    watch.tell(500)
    ((done, text),) = shown
    assert done == 0
    assert text.startswith("value unknown; > -64? 4 of 4 moves open; 1,500 nodes, ")
