"""`landoflisp solve reversi --checkpoint FILE`: whose file it is, and what becomes of it."""

import io
import json
import os
import signal
import stat
import subprocess
import sys
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp import commands
from landoflisp.commands import solve_fast
from landoflisp.games import reversi
from landoflisp.solve import kernels
from landoflisp.solve.reversi import solve as solved
from landoflisp.tree import follow
from tests.commands.terminal import COMMAND, ROOT, run, started

LONG = ["solve", "reversi", "6x6", "--kernel", "interpreted", "--checkpoint"]  # hours
SHORT = ["solve", "reversi", "4x4", "--checkpoint"]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="locks, signals and devices")


def solve(*args):
    """Run the command here: (status, output, errors)."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = commands.main(["solve", "reversi", *map(str, args)])
    return status, out.getvalue(), err.getvalue()


# The question


def test_first_moves_of_a_mirror_image_are_another_question(tmp_path):
    line = ["4x4", "--turn", "w", "--first-move", "a4", "--search", "fast", "--json"]
    kept = [*line, "--checkpoint", tmp_path / "file"]
    status, out, _ = solve(*kept, "--board", "b.../bwww/bbb./..b.")
    assert (status, json.loads(out)["value"]) == (0, 10)
    status, out, err = solve(*kept, "--board", "...b/wwwb/.bbb/.b..")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "is a checkpoint of " in err
    status, out, _ = solve(*line, "--board", "...b/wwwb/.bbb/.b..")
    assert (status, json.loads(out)["value"]) == (0, -9)
    kept[kept.index("a4")] = "d4"  # where a4 is seen in the mirror
    status, out, _ = solve(*kept, "--board", "...b/wwwb/.bbb/.b..")
    assert (status, json.loads(out)["value"]) == (0, 10)


def test_the_same_board_after_a_pass_is_another_question(tmp_path):
    line = ["4x4", "--board", "bw../..../..../....", "--turn", "w", "--search", "fast", "--json"]
    kept = [*line, "--checkpoint", tmp_path / "file"]
    status, out, _ = solve(*kept, "--passed")
    assert (status, json.loads(out)["value"]) == (0, 0)
    status, out, err = solve(*kept)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "is a checkpoint of " in err
    status, out, _ = solve(*line)
    assert (status, json.loads(out)["value"]) == (0, -3)


def images(grid):
    """Return the eight mirror images of a square."""
    found = []
    for _ in range(4):
        swapped = [list(column) for column in zip(*grid, strict=True)]
        found += [grid, swapped]
        grid = swapped[::-1]
    return found


@st.composite
def asked(draw):
    """Two questions of small boards, and whether the second is the first in a mirror.

    A question is a board, whose first moves are marked, and the player to move.
    """
    turn, walled = reversi.start(4, 4, draw(st.sampled_from(["cross", "parallel"])))
    for choice in draw(st.lists(st.integers(0, 5), min_size=3, max_size=9)):
        if moves := list(reversi.moves(turn, walled)):
            _, turn, walled = moves[choice % len(moves)]
    board = [row.split()[1:] for row in reversi.show(walled).splitlines()[1:]]
    moves = legal(board, turn)
    if draw(st.booleans()):
        first = marked(board, draw(some(moves)))
        return first, draw(st.sampled_from(images(first))), turn, True
    like = [image for image in images(board) if image != board and legal(image, turn) & moves]
    there = draw(st.sampled_from(like or images(board)))
    names = draw(some(legal(there, turn) & moves))  # where they name other moves
    others = draw(st.just(names) | some(legal(there, turn)))
    return marked(board, names), marked(there, others), turn, False


def some(moves):
    return st.sets(st.sampled_from(sorted(moves)), min_size=1) if moves else st.just(set())


def legal(board, turn):
    """Return the squares of the first moves."""
    position = reversi.position("/".join(map("".join, board)), turn)
    actions = [action for action, *_ in reversi.moves(*position) if action != reversi.PASS]
    return {(row - 1, column - 1) for row, column in (divmod(action, 6) for action in actions)}


def marked(board, marks):
    return [
        ["+" if (r, c) in marks else piece for c, piece in enumerate(row)]
        for r, row in enumerate(board)
    ]


def options(grid, turn):
    """The options of the command that ask the question."""
    rows = "/".join(map("".join, grid))
    marks = [f"{'abcd'[c]}{r + 1}" for r in range(4) for c in range(4) if grid[r][c] == "+"]
    only = ["--first-move", ",".join(marks)] if marks else []
    return ["4x4", "--board", rows.replace("+", "."), "--turn", turn, *only, "--json"]


def value(grid, turn, *more):
    status, out, err = solve(*options(grid, turn), *more)
    assert (status, err) == (0, "")
    return json.loads(out)["value"]


@given(asked=asked())
def test_one_checkpoint_answers_as_none_would_or_is_refused(asked):
    first, second, turn, is_image = asked
    with TemporaryDirectory() as directory:
        kept = ["--search", "fast", "--checkpoint", Path(directory, "file")]
        assert value(first, turn, *kept) == value(first, turn, "--search", "fail-soft")
        status, out, err = solve(*options(second, turn), *kept)
        if status:
            assert (status, out, err.count("\n")) == (2, "", 1)
            assert "is a checkpoint of " in err
            assert not is_image
        else:
            assert json.loads(out)["value"] == value(second, turn, "--search", "fail-soft")


# A disc that is full


@pytest.fixture
def many_jobs(monkeypatch):
    monkeypatch.setattr(solve_fast, "JOB", dict.fromkeys(kernels.KERNELS, 8))


def full_disc(monkeypatch, saves):
    """Let the disc be full for some of the saves, by number; return a list of their numbers."""
    sync, seen = os.fsync, []

    def fsync(descriptor):
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            seen.append(len(seen))
            if seen[-1] in saves:
                raise OSError(28, "No space left on device")
        sync(descriptor)

    monkeypatch.setattr("os.fsync", fsync)
    return seen


def test_a_full_disc_stops_no_search(tmp_path, monkeypatch, many_jobs):
    file = tmp_path / "file"
    full_disc(monkeypatch, range(1, 10_000))
    status, out, err = solve("4x4", "--workers", "1", "--checkpoint", file, "--json")
    assert (status, json.loads(out)["value"]) == (0, -8)
    assert err.splitlines() == [
        f"landoflisp: {file} cannot be written (No space left on device); the search goes on",
        f"landoflisp: {file} does not have all of it: No space left on device",
    ]
    assert known(file) == {}
    assert list(tmp_path.iterdir()) == [file]


def test_what_could_not_be_saved_is_saved_later(tmp_path, monkeypatch, many_jobs):
    with monkeypatch.context() as patched:
        saves = full_disc(patched, ())
        solve("4x4", "--workers", "1", "--checkpoint", tmp_path / "usual")
    some, all_but_one = {1, 3}, range(1, len(saves))  # after the last one there is one more trial
    for name, full in (("some", some), ("all but one", all_but_one)):
        file = tmp_path / name
        with monkeypatch.context() as patched:
            full_disc(patched, full)
            status, _, err = solve("4x4", "--workers", "1", "--checkpoint", file)
        assert (status, err.count("\n")) == (0, 1)
        assert "the search goes on" in err
        assert known(file) == known(tmp_path / "usual")


def test_a_disc_that_is_full_from_the_beginning_is_said_at_once(tmp_path, monkeypatch):
    full_disc(monkeypatch, {0})
    status, out, err = solve("6x6", "--checkpoint", tmp_path / "file")
    assert (status, out) == (2, "")
    assert err == f"landoflisp: --checkpoint: {tmp_path}/file: No space left on device\n"
    assert list(tmp_path.iterdir()) == []


def known(file):
    return json.loads(file.read_bytes().partition(b"\n")[2])["known"]


@pytest.mark.skipif(sys.platform != "linux", reason="limits another process")
def test_a_search_whose_disc_is_full_for_a_while_knows_all_in_the_end(tmp_path):
    import resource

    file = tmp_path / "file"
    with started(*LONG, str(file), "--workers", "2") as (process, read):
        until = monotonic() + 60
        wait_for(lambda: file.exists() and file.stat().st_size > 300, until)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (200, resource.RLIM_INFINITY))
        err = read()
        while "the search goes on" not in err:
            more = read()
            assert more, err
            err += more
        before = known(file)
        sleep(0.5)
        assert known(file) == before
        process.send_signal(signal.SIGINT)
        err += "".join(iter(read, ""))
        assert process.wait() == 130
    assert err.count("the search goes on") == 1
    assert f"  {file} does not have all of it: File too large" in err
    assert list(tmp_path.iterdir()) == [file]


def wait_for(condition, until):
    while not condition():
        assert monotonic() < until
        sleep(0.01)


# Two processes


def test_a_second_process_is_told_who_has_the_checkpoint(tmp_path):
    file = tmp_path / "file"
    line = ["6x4", "--opening", "parallel", "--kernel", "interpreted", "--json"]  # a second
    kept = [*line, "--checkpoint", file]
    command = [*COMMAND, "solve", "reversi", *kept]
    with killed_at_the_end(command, stdout=subprocess.DEVNULL) as process:
        wait_for(lambda: file.exists() or process.poll() is not None, monotonic() + 60)
        process.send_signal(signal.SIGSTOP)
        before = file.read_bytes()
        status, out, err = solve(*kept)
        assert (status, out, err.count("\n")) == (2, "", 1)
        owner = f"process {process.pid} on {os.uname().nodename} since "
        assert f"{file} is in use by {owner}" in err
        assert file.read_bytes() == before
    status, out, err = solve(*kept)
    assert (status, err) == (0, "")
    assert json.loads(out)["value"] == solved(reversi.start(6, 4, "parallel")).value
    assert list(tmp_path.iterdir()) == [file]


@contextmanager
def killed_at_the_end(command, **options):
    with subprocess.Popen(command, cwd=ROOT, **options) as process:
        try:
            yield process
        finally:
            process.kill()


def test_of_many_processes_each_answers_or_is_refused_in_one_line(tmp_path):
    command = [*COMMAND, *SHORT, str(tmp_path / "file"), "--json"]
    processes = [subprocess.Popen(command, cwd=ROOT, stdout=-1, stderr=-1) for _ in range(4)]
    ends = [(*process.communicate(timeout=60), process.returncode) for process in processes]
    assert 0 in [status for *_, status in ends]
    for out, err, status in ends:
        if status == 0:
            assert (json.loads(out)["value"], err) == (-8, b"")
        else:
            assert (status, out, err.count(b"\n")) == (2, b"", 1)
            assert b" is in use by " in err


# What is no checkpoint


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("/dev/full", "is a device or a pipe: a regular file is expected"),
        ("/dev/zero", "is a device or a pipe: a regular file is expected"),
        ("/dev/null", "is a device or a pipe: a regular file is expected"),
        ("pipe", "is a device or a pipe: a regular file is expected"),
        ("link", "is a device or a pipe: a regular file is expected"),
        ("loop", "Too many levels of symbolic links"),
        (".", "Is a directory"),
        ("/", "Is a directory"),
        ("nowhere/file", "No such file or directory"),
        ("large", "is too large: 1,073,741,824 bytes is the limit"),
        ("zeros", "is no checkpoint"),
    ],
)
def test_what_is_no_file_is_refused_in_a_moment(name, message, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/dev/zero")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for sparse, size in (("large", 1 << 40), ("zeros", 1 << 20)):
        with (tmp_path / sparse).open("wb") as file:
            file.truncate(size)
    before = sorted(tmp_path.iterdir())
    ended = run(*SHORT, str(tmp_path / name), timeout=20, preexec_fn=little_memory)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
    assert message in ended.stderr
    assert sorted(tmp_path.iterdir()) == before


def little_memory():
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))


def forge(file, known):
    """Write a checkpoint of 4x4 whose checksum is right, whatever it says."""
    fields = {"question": "reversi ..../.ox./.xo./....", "known": known, "nodes": 1, "seconds": 1}
    content = json.dumps(fields).encode()
    file.write_bytes(b"landoflisp-checkpoint 2 %s\n" % sha256(content).hexdigest().encode())
    with file.open("ab") as opened:
        opened.write(content)


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        ([10, 10], "what is known is wrong: ..../.ox./.xo./.... is not worth 10"),
        ([0, 0], "what is known is wrong: ..../.ox./.xo./.... is not worth 0"),
        ([-9, -9], "what is known is wrong: "),
        ([-7, 64], "what is known is wrong: value >= -7 and <= "),
        ([3, -3], "is a checkpoint of no use: the bounds of "),
        ([40, 40], "is a checkpoint of no use: the bounds of "),
        (["-8", None], "is a checkpoint of no use: the bounds of "),
    ],
)
def test_a_forged_checkpoint_is_refused_in_one_line(bounds, message, tmp_path):
    file = tmp_path / "file"
    forge(file, {"..../.ox./.xo./....": bounds})
    status, out, err = solve("4x4", "--workers", "1", "--checkpoint", file)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert message in err


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """What a search of many jobs knows in the end."""
    file = tmp_path_factory.mktemp("finished") / "file"
    with patch.object(solve_fast, "JOB", dict.fromkeys(kernels.KERNELS, 8)):
        assert solve("4x4", "--workers", "1", "--checkpoint", file)[0] == 0
    return known(file)


@given(data=st.data())
def test_whatever_a_checkpoint_says_there_is_an_answer_or_one_line(data, finished):
    some = data.draw(st.sets(st.sampled_from(sorted(finished))))
    values = st.integers(-16, 16)
    wrong = {key: sorted(data.draw(st.tuples(values, values))) for key in sorted(some)}
    others = data.draw(st.sets(st.sampled_from(sorted(finished))))
    with (
        TemporaryDirectory() as directory,
        patch.object(solve_fast, "JOB", dict.fromkeys(kernels.KERNELS, 8)),
    ):
        file = Path(directory, "file")
        forge(file, {key: bounds for key, bounds in finished.items() if key in others} | wrong)
        status, out, err = solve("4x4", "--workers", "1", "--checkpoint", file, "--json")
    if status == 0:
        answer = json.loads(out)
        end = follow(reversi.tree(reversi.start(4, 4)), answer["line"])
        assert (answer["value"], err) == (reversi.get_value(end.board, "b"), "")
        assert wrong or answer["value"] == -8
    else:
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert "what is known is wrong: " in err


# Other files that are read and written


@pytest.mark.parametrize("name", ["/dev/zero", "pipe"])
@pytest.mark.parametrize("command", ["read", "verify"])
def test_what_is_no_file_is_no_listing(name, command, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    ended = run(command, "rev16nega", "--lisp", str(tmp_path / name), timeout=20)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
    assert "is a device or a pipe: a regular file is expected" in ended.stderr


OUTPUTS = (
    ["read", "rev16nega", "--html"],
    ["tree", "literal", "(1 2)", "--svg"],
    ["tree", "reversi", "4x4", "--dot"],
)


@pytest.mark.parametrize("command", OUTPUTS)
def test_a_full_disc_leaves_the_old_output(command, tmp_path):
    file = tmp_path / "out"
    file.write_text("before")
    ended = run(*command, str(file), preexec_fn=small_files)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
    assert f"{file} cannot be written: File too large" in ended.stderr
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]


def small_files():
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


@pytest.mark.parametrize("command", [*OUTPUTS, SHORT])
def test_an_output_keeps_the_mode_and_the_link_and_touches_no_other_file(command, tmp_path):
    file, link, other = (tmp_path / name for name in ("file", "link", "other"))
    assert commands.main([*command, str(file)]) == 0
    other.write_text("other")
    for name in ("file.new", "link.new", f".link.{os.getpid()}"):
        (tmp_path / name).symlink_to(other)
    file.chmod(0o604)
    link.symlink_to(file)
    with file.open() as before:  # open, so that no new file can have its number
        assert commands.main([*command, str(link)]) == 0
        assert link.is_symlink()
        assert not os.path.samestat(file.stat(), os.fstat(before.fileno()))
    assert stat.S_IMODE(file.stat().st_mode) == 0o604
    assert other.read_text() == "other"


def test_a_page_goes_to_standard_output(capsys):
    assert commands.main(["read", "lazy", "--html", "-"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("<!DOCTYPE html>")
    assert out.endswith("</html>\n")
    assert not Path("-").exists()


def test_a_checkpoint_has_a_name(capsys):
    assert commands.main(["solve", "reversi", "4x4", "--checkpoint", ""]) == 2
    assert "--checkpoint: the name of a file is" in capsys.readouterr().err
