"""The processes that work for a command: one that is killed, and signals that are not for them."""

import os
import shlex
import signal
import subprocess
from contextlib import contextmanager
from threading import Timer
from time import monotonic, sleep

import pytest

from tests.commands.terminal import COMMAND, ROOT

psutil = pytest.importorskip("psutil")

LINES = {
    "solve": "solve reversi 6x6 --search fast --kernel interpreted --workers 2",
    "tournament": "tournament reversi negascout:5 negascout:6 --workers 2",
    "tables": "tables reversi --full",
    "kalah-solved": "tables kalah-solved --seconds 60",
}
SOON = 5  # seconds

each_command = pytest.mark.parametrize("line", LINES.values(), ids=LINES)


@contextmanager
def working(*command):
    """A command, as soon as its workers work, and the processes of these."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    ) as process:
        too_long = Timer(120, os.killpg, (process.pid, signal.SIGKILL))
        too_long.start()
        try:
            while len(workers := busy(process.pid)) < 2:
                assert process.poll() is None
                sleep(0.05)
            yield process, workers
        finally:
            too_long.cancel()
            process.kill()


def busy(pid):
    """The workers of a command that have worked for longer than their imports take."""
    children = psutil.Process(pid).children()
    return [
        child
        for child in children
        if any("spawn_main" in word for word in child.cmdline()) and child.cpu_times().user > 1
    ]


@each_command
def test_a_worker_that_is_killed_ends_the_command_soon_whatever_the_others_do(line):
    with working(*COMMAND, *shlex.split(line)) as (process, workers):
        killed, stopped = workers[:2]
        stopped.suspend()
        began = monotonic()
        killed.kill()
        assert process.stderr.readline().startswith("landoflisp: a worker ")
        assert monotonic() - began < SOON
        _, err = process.communicate()
        assert process.returncode == 1
    assert "Traceback" not in err
    psutil.wait_procs(workers, SOON)
    assert not any(worker.is_running() for worker in workers)


@each_command
def test_a_signal_to_all_processes_is_for_the_command_alone_and_leaves_nothing(line):
    with working(*COMMAND, *shlex.split(line)) as (process, workers):
        os.killpg(process.pid, signal.SIGTERM)
        _, err = process.communicate()
        assert process.returncode == 143
    assert err.startswith("landoflisp: interrupted")
    assert "leaked" not in err
    assert "Traceback" not in err
    psutil.wait_procs(workers, SOON)
    assert not any(worker.is_running() for worker in workers)
