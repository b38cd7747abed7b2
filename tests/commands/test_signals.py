"""Signals end every command, at any moment: without a traceback, and with what is known."""

import os
import re
import shlex
import signal
import subprocess
import sys
from itertools import cycle
from threading import Thread
from time import sleep

import pytest

from landoflisp.games import reversi
from tests.commands.terminal import ROOT, started

pytestmark = pytest.mark.skipif(os.name != "posix", reason="has other signals")

SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]

# What the console script does, after a word on when it does.
PROGRAM = """
import sys
from landoflisp.commands import program
print("here", file=sys.stderr, flush=True)
program()
"""
BEFORE = 'Traceback (most recent call last):\n  File "<string>", line 4'

# Those in the first part are over in a moment, those in the second go on until they are stopped.
SHORT = [
    "--help",
    "--version",
    "read rev16nega",
    "concordance",
    'tree literal "((1 3) (4 2))" --search fail-soft',
    "verify rev16nega",  # which lacks its listing
    "solve reversi 5x5",
]
LONG = [
    "solve reversi 8x8 --search negamax",
    "solve reversi 8x8 --workers 1",
    "solve kalah 6x6",
    "play reversi",
    "play kalah --computer first,second --level 9",
    "tournament reversi negascout:4 negamax:3 --games 400 --workers 1",
    "bench 4x6 --runs 99",
    "repl",
]


def stopped(line, number, moment, **options):
    """Start the command, send a signal after so many seconds; return status, output, errors."""
    # Its standard input is a pipe that stays open.
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *shlex.split(line)], cwd=ROOT, **streams, **options
    ) as process:
        assert process.stderr.readline() == b"here\n"
        sleep(moment)
        process.send_signal(number)
        try:
            out, err = process.stdout.read().decode(), process.stderr.read().decode()
            return process.wait(60), out, err
        finally:
            process.kill()


def check(line, number, moment):
    status, _, err = stopped(line, number, moment)
    while err.startswith(BEFORE):  # the signal found the word of this test, not the command
        status, _, err = stopped(line, number, moment)
    usual = {0, 2} if line in SHORT else set()
    # Until it has got ready for signals, and after its end, one just ends it.
    assert status in {128 + number, -number} | usual, (number, moment, err)
    assert "Traceback" not in err, (number, moment, err)
    assert "Exception ignored" not in err, (number, moment, err)


@pytest.mark.parametrize("line", SHORT + LONG)
def test_a_signal_ends_every_command_at_once(line):
    for moment, number in zip((0, 0.02, 0.04, 0.08, 0.16, 0.32), cycle(SIGNALS), strict=False):
        check(line, number, moment)


@pytest.mark.slow
@pytest.mark.parametrize("line", SHORT + LONG)
def test_a_signal_ends_every_command_at_any_moment(line):
    for number, hundredths in zip(cycle(SIGNALS), range(61), strict=False):
        check(line, number, hundredths / 100)


# What is known


def raised_after(evaluations, number, monkeypatch):
    """Send the process a signal at one of the calls of the value function."""
    calls = iter(range(evaluations - 1))
    value = reversi.get_value

    def get_value(board, turn):
        if next(calls, None) is None:
            signal.raise_signal(number)
        return value(board, turn)

    monkeypatch.setattr(reversi, "get_value", get_value)


def unheard(number, frame):
    raise AssertionError(f"signal {number} was not for the command")


@pytest.fixture
def handlers():
    """What handles the signals before the command does, by their numbers."""
    numbers = SIGNALS[1:]
    before = {number: signal.signal(number, unheard) for number in numbers}
    yield dict.fromkeys(numbers, unheard)
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.usefixtures("handlers")
def test_what_is_known_is_said_whatever_the_signal(number, landoflisp, monkeypatch):
    raised_after(600, number, monkeypatch)
    status, out, err = landoflisp("solve reversi 4x4")
    assert (status, out) == (128 + number, "")
    assert err.startswith("landoflisp: interrupted after 600 evaluations; what is known, seen by B")
    assert "  first move b1: value = -8\n" in err


@pytest.mark.parametrize(
    "line", ["tables reversi --full", "tournament minimax negamax:4 random --games 400"]
)
def test_sigterm_stops_the_workers_too_and_prints_what_is_finished(line):
    pytest.importorskip("tqdm")  # whose bar says when there is something to print
    with started(*line.split()) as (process, read):
        bar = ""
        while not re.search(r" [1-9]\d* of \d+ (games|figures)", bar):
            bar += read() or pytest.fail(bar)
        process.send_signal(signal.SIGTERM)
        out = process.stdout.read()
        err = "".join(iter(read, ""))
        assert process.wait() == 143
    assert "landoflisp: interrupted" in err
    assert "leaked" not in err
    assert "Traceback" not in err
    assert out


# A command is a function as well


def test_signals_are_handled_afterwards_as_they_were_before(handlers, landoflisp, monkeypatch):
    raised_after(600, SIGNALS[-1], monkeypatch)
    assert landoflisp("solve reversi 4x4")[0] == 128 + SIGNALS[-1]
    assert {number: signal.getsignal(number) for number in handlers} == handlers


def test_a_command_runs_in_any_thread(landoflisp):
    status = []
    thread = Thread(target=lambda: status.append(landoflisp("solve reversi 4x4 --json")[0]))
    thread.start()
    thread.join()
    assert status == [0]


def test_what_was_told_to_ignore_a_signal_goes_on():
    ignored = {"preexec_fn": lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN)}
    status, _, err = stopped("solve reversi 4x4 --search negamax", signal.SIGTERM, 0.1, **ignored)
    assert (status, err) == (0, "")
