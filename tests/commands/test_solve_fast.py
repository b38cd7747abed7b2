"""`landoflisp solve reversi --search fast`: right, interruptible, and never starting anew."""

import json
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from time import monotonic, sleep

import pytest

from landoflisp import commands
from landoflisp.commands import solve, solve_fast
from landoflisp.games import reversi
from landoflisp.solve import jobs, kernels, workers
from landoflisp.solve.checkpoint import load, question
from landoflisp.solve.reversi import as_game, new_search
from landoflisp.solve.reversi import solve as solved
from tests.commands.terminal import COMMAND, ROOT, run, started

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
    for module in (solve_fast, jobs):
        monkeypatch.setattr(module, "JOB", dict.fromkeys(kernels.KERNELS, 8))


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


# 24 spaces, of which the interpreted kernel makes one job of some seconds.
LONG = "4x8 --search fast --kernel interpreted --board"
BOARD, WORTH = "..wb..../...wb.../...bw.../....bw..", -30
LONGER_BOARD, LONGER_WORTH = "...b..../...bbw../...bww../.....w..", -2


def test_a_search_that_is_interrupted_sooner_than_a_job_ends_comes_to_its_end(
    tmp_path, landoflisp, monkeypatch
):
    @contextmanager
    def impatient(total, form):
        end = monotonic() + 0.5

        def show(done, text):
            if monotonic() > end:
                raise KeyboardInterrupt

        yield show

    monkeypatch.setattr(solve_fast, "progress", impatient)
    for module in (solve_fast, jobs):
        monkeypatch.setattr(module, "JOB", dict.fromkeys(kernels.KERNELS, 24))
    monkeypatch.setattr(workers, "SECONDS", 0.05, raising=False)
    line = f"solve reversi {LONG} {BOARD} --workers 1 --checkpoint {tmp_path / 'file'} --json"
    for _ in range(100):
        status, out, _ = landoflisp(line)
        if status == 0:
            break
    assert json.loads(out)["value"] == WORTH


# The command, where a job may be of 24 spaces and take a fifth of a second.
LARGE_JOBS = """
import sys
from landoflisp.commands import main, solve_fast
from landoflisp.solve import jobs, workers
solve_fast.JOB = jobs.JOB = {"interpreted": 24}
workers.SECONDS = 0.2
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.slow
def test_a_search_that_is_killed_more_often_than_a_job_lasts_comes_to_its_end(tmp_path):
    file = tmp_path / "checkpoint"
    line = f"solve reversi {LONG} {LONGER_BOARD} --workers 1 --checkpoint {file} --json"
    for _ in range(40):
        with subprocess.Popen(
            [sys.executable, "-c", LARGE_JOBS, *line.split()],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                out, _ = process.communicate(timeout=3)
                break
            except subprocess.TimeoutExpired:
                process.kill()
    assert json.loads(out)["value"] == LONGER_WORTH


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
    assert "nothing is known of the value yet" in err or "what is known, seen by B:" in err
    assert f"  {file} knows it, and the same command goes on from there" in err
    assert "Traceback" not in err
    assert load(file, question(reversi.start(6, 6))).known


def holds(said, value):
    """Whether it is true what is said of a value; nothing else may be said."""
    match said.split():
        case ["=", number]:
            return value == int(number)
        case ["<=", number]:
            return value <= int(number)
        case [">=", number]:
            return value >= int(number)
        case [lower, "to", upper]:
            return int(lower) <= value <= int(upper)


@pytest.mark.parametrize("shown", [0, 2, 4, 6, 8])
def test_an_interrupted_search_says_what_is_known_and_nothing_else(
    shown, landoflisp, monkeypatch, many_jobs
):
    @contextmanager
    def impatient(total, form):
        left = iter(range(shown))

        def show(done, text):
            if next(left, None) is None:
                raise KeyboardInterrupt

        yield show

    turn, board = reversi.start(4, 4)
    worth = {
        reversi.name(board, action): -solved(reversi.Position(*reply)).value
        for action, *reply in reversi.moves(turn, board)
    }
    monkeypatch.setattr(solve_fast, "progress", impatient)
    status, out, err = landoflisp("solve reversi 4x4 --search fast --workers 1")
    assert (status, out) == (130, "")
    head, *lines = err.splitlines()
    assert head.endswith(
        "what is known, seen by B:" if lines else "nothing is known of the value yet"
    )
    moves = []
    for line in lines:
        what, said = line.strip().removeprefix("first move ").split(maxsplit=1)
        if what == "other":
            assert said == f"first moves: {len(worth) - len(moves)}, of which nothing is known yet"
        elif what == "value":
            assert holds(said, max(worth.values()))
        else:
            moves.append(what)
            assert holds(said.removeprefix("value "), worth[what.rstrip(":")])


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


@pytest.mark.parametrize(
    "line",
    [
        "solve reversi 6x6 --memory 2G --workers 1",
        "solve reversi 6x6 --memory 4G --workers 2",
        "solve reversi 6x6 --memory 2G --workers 1 --kernel interpreted",
        "solve kalah 6x6 --memory 2G",
    ],
)
def test_more_memory_than_there_is_gets_one_clear_line_and_status_2(line):
    resource = pytest.importorskip("resource")
    most = 600 << 20
    began = monotonic()
    done = run(
        *line.split(), preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most))
    )
    assert monotonic() - began < 20
    asked = int(re.search(r"--memory (\d)G", line)[1]) << 30
    assert (done.returncode, done.stdout, done.stderr) == (
        2,
        "",
        f"landoflisp: there is no room for tables of {asked:,} bytes: a lower --memory will do\n",
    )


def test_whether_there_was_a_pass_is_part_of_the_question(tmp_path, landoflisp, answer):
    board = "4x4 --board wbw./b.wb/bbwb/bbw. --turn w --search fast"
    assert answer(f"{board} --checkpoint {tmp_path / 'file'}")["value"] == -14
    assert answer(f"{board} --passed")["value"] == -3
    status, out, _ = landoflisp(f"solve reversi {board} --passed --checkpoint {tmp_path / 'file'}")
    assert (status, out) == (2, "")


def test_a_checkpoint_is_for_its_position_and_first_moves_alone(tmp_path, landoflisp):
    line = f"solve reversi 4x4 --checkpoint {tmp_path / 'file'}"
    assert landoflisp(line)[0] == 0
    assert landoflisp(f"{line} --opening cross")[0] == 0
    for other in ("--opening parallel", "--first-move b1", f"--board {LATE}"):
        status, _, err = landoflisp(f"{line} {other}")
        assert (status, err.count("\n")) == (2, 1)
        assert "is a checkpoint of reversi ..../.ox./.xo./...., not of reversi " in err


# The progress bar


@pytest.fixture
def shown(monkeypatch, many_jobs):
    """What the bar shows of a search of many jobs."""
    shown = []

    @contextmanager
    def bar(total, form):
        yield lambda done, text: shown.append((done / total, text))

    monkeypatch.setattr(solve_fast, "progress", bar)
    return shown


def test_the_bar_tells_bounds_question_moves_and_speed(landoflisp, shown):
    assert landoflisp("solve reversi 4x4 --search fast --workers 1")[0] == 0
    assert {share for share, _ in shown if not 0 < share < 1} == {0, 1}
    for share, text in shown:
        answered = 4 - int(re.search(r"(\d) of 4 moves open", text)[1])
        assert share >= answered / 4
    first, last = shown[0][1], shown[-1][1]
    assert first.startswith("value unknown; > -1? 4 of 4 moves open; ")
    assert last.startswith("value = -8; > -8? 0 of 4 moves open; ")
    assert last.endswith("/s")


@pytest.mark.parametrize("guess", [-20, 0, 9])
@pytest.mark.parametrize(
    "board", ["", "--board .w../.ww./.bbb/....", "--board .w../.wb./.wbb/.... --turn w"]
)
def test_the_share_that_the_bar_shows_agrees_with_the_moves_that_are_open(
    board, guess, landoflisp, shown
):
    line = f"solve reversi 4x4 {board} --search fast --workers 1 --guess {guess}"
    assert landoflisp(line)[0] == 0
    for share, text in shown:
        left, moves = map(int, re.search(r"(\d+) of (\d+) moves open", text).groups())
        assert share >= (moves - left) / moves
        # Of one open move everything may be answered that the answer will follow from.
        assert share < 1 or left < 2


def test_what_is_watched_is_shown(monkeypatch):
    shown = []
    position = reversi.start(4, 4)
    kernel = kernels.load("reversi")
    game = as_game(new_search(kernel, position), 8)
    before = solve_fast.Checkpoint("", {}, nodes=1000)
    watch = solve_fast._Watch(game, position, before, lambda done, text: shown.append((done, text)))
    watch.tell(500)
    ((done, text),) = shown
    assert done == 0
    assert text.startswith("value unknown; > -64? 4 of 4 moves open; 1,500 nodes, ")
