"""The command as a whole: what it imports, and what it does without one of its streams."""

import os
import signal
import subprocess
import sys
from time import sleep

import pytest

from landoflisp.commands import SUBCOMMANDS
from landoflisp.games import reversi
from tests.commands.terminal import COMMAND, ROOT, run

# What is imported


def imported(line):
    """Run a line of Python; return what it has imported of this package."""
    line += "; import sys; print(*(m for m in sys.modules if m.startswith('landoflisp')))"
    program = subprocess.run([sys.executable, "-c", line], cwd=ROOT, capture_output=True, text=True)
    return set(program.stdout.splitlines()[-1].split())


def test_next_to_nothing_is_imported_before_the_program_hears_of_ctrl_c():
    assert imported("from landoflisp.commands import program") == {
        "landoflisp",
        "landoflisp.commands",
    }


@pytest.mark.parametrize("chosen", ["--help", "--version", *SUBCOMMANDS])
def test_a_subcommand_is_imported_when_it_is_chosen(chosen):
    modules = imported(f"from landoflisp.commands import main; main(['{chosen}', '--help'])")
    subcommands = {name for name in SUBCOMMANDS if f"landoflisp.commands.{name}" in modules}
    if chosen in SUBCOMMANDS:
        assert chosen in subcommands
        assert len(subcommands) <= 2
    else:
        assert not subcommands
        assert "landoflisp.search" not in modules


def test_the_help_text_says_of_each_subcommand_what_it_does():
    shown = " ".join(run("--help").stdout.split())
    for name, what in SUBCOMMANDS.items():
        assert f" {name} {what} " in shown


def test_the_version_is_that_of_the_package():
    import landoflisp

    assert run("--version").stdout.startswith(f"landoflisp {landoflisp.__version__}\nkernel: ")


# Streams that are closed, and discs that are full

LINES = [
    "--help",
    "--version",
    "solve --help",
    "solve reversi 4x4",
    "solve reversi 4x4 --search fast --json",
    "solve kalah 3x3",
    "play kalah --pits 2 --seeds 1 --computer first,second",
    "tournament minimax random first --size 3 --games 4",
    "concordance rev16nega",
    "tree literal '(1 2)'",
]
posix = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")


def shell(line, **options):
    line = f"{' '.join(COMMAND)} {line}"
    return subprocess.run(line, shell=True, cwd=ROOT, capture_output=True, text=True, **options)


@posix
@pytest.mark.parametrize("line", LINES)
def test_output_that_cannot_be_written_is_an_error(line):
    closed = shell(f"{line} >&-")
    assert (closed.returncode, closed.stderr) == (1, "landoflisp: standard output is closed\n")
    if os.path.exists("/dev/full"):
        full = shell(f"{line} > /dev/full")
        assert (full.returncode, full.stderr) == (1, "landoflisp: No space left on device\n")


@posix
@pytest.mark.parametrize(
    "line", [*LINES, "solve reversi 5x5", "play reversi 4x4", "read chess", "sovle", "repl <&-"]
)
def test_with_standard_error_closed_all_else_stays_the_same(line):
    usual, closed = (shell(f"{line} {end}", stdin=subprocess.DEVNULL) for end in ("", "2>&-"))
    assert (closed.returncode, closed.stdout, closed.stderr) == (usual.returncode, usual.stdout, "")


@posix
def test_a_file_is_not_taken_for_a_stream_that_is_closed(tmp_path):
    opened = f"open({str(tmp_path / 'file')!r}, 'w').fileno() > 2"
    assert shell("repl 2>&-", input=opened).stdout == "True\n"


def test_what_is_said_of_an_interrupted_search_is_no_output(landoflisp, monkeypatch):
    def get_value(board, turn):
        raise KeyboardInterrupt

    monkeypatch.setattr(reversi, "get_value", get_value)
    monkeypatch.setattr("sys.stderr", None)  # as it is where it is closed
    assert landoflisp("solve reversi 4x4")[:2] == (130, "")


# Text that a terminal would obey

OBEYED = "\x1b]0;OWNED\x07"


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        "solve reversi {}",
        "solve reversi 4x4 {}",
        "solve reversi 4x4 -{}",
        "solve reversi 4x4 --board {}",
        "solve reversi 4x4 --order {}",
        "solve reversi 4x4 --first-move {}",
        "solve reversi 4x4 --checkpoint /nowhere/{}",
        "play kalah --computer {}",
        "tournament reversi {} random",
        "tables {}",
        "bench {}",
    ],
)
def test_what_is_said_of_an_argument_is_not_obeyed_by_the_terminal(line, landoflisp):
    status, out, err = landoflisp(line.format(OBEYED).split(" "))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "\x1b" not in err
    assert "\x07" not in err
    assert "x07" in err


@posix
def test_nor_is_what_is_said_of_a_file(tmp_path):
    file = tmp_path / OBEYED
    line = ["solve", "reversi", "8x8", "--workers", "1", "--checkpoint", str(file)]
    with subprocess.Popen([*COMMAND, *line], cwd=ROOT, stderr=subprocess.PIPE) as process:
        while not file.exists():
            assert process.poll() is None
            sleep(0.01)
        sleep(0.5)  # the file is there before the search begins
        process.send_signal(signal.SIGINT)
        err = process.stderr.read()
        assert process.wait() == 130
    assert b"\x1b" not in err
    assert rb"\x1b]0;OWNED\x07 knows it" in err
