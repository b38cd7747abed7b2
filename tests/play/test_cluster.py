"""Matches on a Dask cluster: what workers do, and whether they live, makes no difference."""

import json
import os
import re
import shlex
import shutil
import signal
import socketserver
import subprocess
import sys
from contextlib import contextmanager
from itertools import islice
from threading import Thread, Timer
from time import monotonic, sleep

import pytest

from landoflisp import commands
from landoflisp.commands import solve_fast, tournament
from landoflisp.games import kalah, reversi
from landoflisp.play import computer, random_move
from landoflisp.play.match import Contest, played, round_robin
from landoflisp.search import fail_soft, negascout
from landoflisp.solve import kernels
from landoflisp.tree import follow
from tests.commands.terminal import COMMAND, ROOT, run, started

distributed = pytest.importorskip("distributed")

REVERSI = Contest(reversi.tree(reversi.start(6, 6)), ("b", "w"), reversi.get_value)
KALAH = Contest(kalah.tree(kalah.start(4, 4)), (4, 9), kalah.get_value)

contests = pytest.mark.parametrize("contest", [REVERSI, KALAH], ids=["reversi", "kalah"])


@pytest.fixture
def cluster():
    """A scheduler and two worker processes on this machine."""
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        host="127.0.0.1",
    ) as cluster:
        yield cluster


@pytest.fixture
def client(cluster):
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
        wait_for(lambda: len(pids(client)) == 2)
        yield client


def pids(client):
    """The processes that work, by the names of their workers."""
    return client.run(os.getpid)


def wait_for(condition):
    end = monotonic() + 60
    while not condition():
        assert monotonic() < end, "nothing has changed for a minute"
        sleep(0.05)


def fixtures_of(contest, games=20):
    strategies = {
        "look": computer(negascout, 3, contest.margin),
        "peek": computer(fail_soft, 2, contest.margin),
        "guess": random_move(5),
    }
    return list(round_robin(contest, strategies, games))


@contests
def test_a_cluster_plays_the_same_games(contest, client):
    fixtures = fixtures_of(contest, 4)
    assert sorted(played(fixtures, client.get_executor(pure=False))) == list(played(fixtures))


@contests
def test_a_worker_that_is_killed_in_the_middle_changes_no_result(contest, client):
    fixtures = fixtures_of(contest)
    before = pids(client)
    coming = played(fixtures, client.get_executor(pure=False))
    results = list(islice(coming, 3))
    unfinished = sum(not future.done() for future in client.futures.values())
    os.kill(next(iter(before.values())), signal.SIGKILL)
    results += coming
    assert unfinished > 10
    wait_for(lambda: len(pids(client)) == 2)
    assert len(set(pids(client).values()) & set(before.values())) == 1
    assert sorted(results) == list(played(fixtures))


LINE = shlex.split("tournament reversi negascout:3 fail-soft:2 random --size 6x6 --games 20 --json")


def test_the_command_on_a_cluster_that_loses_a_worker_prints_the_same(client, capsys, monkeypatch):
    assert commands.main([*LINE, "--workers", "1"]) == 0
    here = capsys.readouterr().out
    before = pids(client)
    killed = []

    @contextmanager
    def progress(total, form):
        def show(done, text):
            if done == 3 and text.endswith("games"):
                killed.append(next(iter(before.values())))
                os.kill(killed[0], signal.SIGKILL)

        yield show

    monkeypatch.setattr(tournament, "progress", progress)
    assert commands.main([*LINE, "--cluster", client.scheduler.address]) == 0
    assert len(killed) == 1
    assert capsys.readouterr().out == here
    assert len(json.loads(here)["games"]) == 60


def test_a_board_is_solved_on_a_cluster_that_loses_a_worker(client, capsys, monkeypatch):
    monkeypatch.setattr(solve_fast, "JOB", dict.fromkeys(kernels.KERNELS, 12))
    before = pids(client)
    shown = []

    @contextmanager
    def progress(total, form):
        def show(done, text):
            if not shown:
                os.kill(next(iter(before.values())), signal.SIGKILL)
            shown.append(text)

        yield show

    monkeypatch.setattr(solve_fast, "progress", progress)
    line = shlex.split("solve reversi 4x6 --search fast --json --cluster")
    assert commands.main([*line, client.scheduler.address]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["value"] == 16
    assert shown
    tree = reversi.tree(reversi.start(4, 6))
    assert reversi.get_value(follow(tree, answer["line"]).board, "b") == 16


def test_ctrl_c_prints_what_the_cluster_has_finished(client, capsys, monkeypatch):
    @contextmanager
    def progress(total, form):
        def show(done, text):
            if done == 3 and text.endswith("games"):
                raise KeyboardInterrupt

        yield show

    monkeypatch.setattr(tournament, "progress", progress)
    assert commands.main([*LINE, "--cluster", client.scheduler.address]) == 130
    out, err = capsys.readouterr()
    assert len(json.loads(out)["games"]) == 3
    assert err == "landoflisp: interrupted; 3 of 60 games are finished\n"
    # The cluster is free again.
    assert client.submit(sum, [1, 2]).result(timeout=60) == 3


def test_ctrl_c_in_a_terminal_stops_the_games_of_the_cluster(client):
    line = shlex.split("tournament reversi first random negascout:4 --games 40 --json")
    with started(*line, "--cluster", client.scheduler.address) as (process, read):
        read()
        os.killpg(process.pid, signal.SIGINT)
        out = process.stdout.read()
        err = "".join(iter(read, ""))
        assert process.wait() == 130
    done = len(json.loads(out)["games"])
    assert 0 < done < 120
    assert "Traceback" not in err
    assert err.endswith(f"landoflisp: interrupted; {done} of 120 games are finished\r\n")
    # The cluster is free again.
    assert client.submit(sum, [1, 2]).result(timeout=60) == 3


def test_no_scheduler_is_bad_input(capsys, monkeypatch):
    monkeypatch.setattr("landoflisp.executors.clusters.PATIENCE", 0.5)
    line = ["tournament", "reversi", "first", "random", "--cluster"]
    for address in ("tcp://127.0.0.1:1", "127.0.0.1:1", "nowhere://127.0.0.1:1", "x", ""):
        assert commands.main([*line, address]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(f"landoflisp: --cluster: no scheduler answers at {address!r}; ")
        assert err.count("\n") == 1


@contextmanager
def listener(says):
    """Something that listens, says that to whoever connects, and waits; give its address."""

    class Handler(socketserver.BaseRequestHandler):
        def handle(self):
            self.request.sendall(says)
            while self.request.recv(1000):
                pass

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"tcp://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_whoever_listens_and_is_silent_is_no_scheduler(capsys, monkeypatch):
    monkeypatch.setattr("landoflisp.executors.clusters.PATIENCE", 0.5)
    with listener(b"") as address:
        assert commands.main([*LINE, "--cluster", address]) == 2
    assert f"no scheduler answers at {address!r}; " in capsys.readouterr().err


# In a process of its own, whose end is heard of as well.
def assert_no_scheduler_answers(address):
    done = run(*LINE, "--cluster", address)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"landoflisp: --cluster: no scheduler answers at {address!r}; ")
    assert done.stderr.count("\n") == 1


def test_whoever_answers_something_else_is_no_scheduler():
    with listener(b"HTTP/1.1 400 Bad Request\r\n\r\n") as address:
        assert_no_scheduler_answers(address)


def test_a_worker_is_no_scheduler(cluster):
    assert_no_scheduler_answers(next(iter(cluster.scheduler_info["workers"])))


def test_tls_without_certificates_finds_no_scheduler(cluster):
    assert_no_scheduler_answers(cluster.scheduler_address.replace("tcp", "tls"))


def test_a_scheduler_that_dies_leaves_what_is_finished(capsys, monkeypatch):
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=":0", host="127.0.0.1"
    ) as cluster:

        @contextmanager
        def progress(total, form):
            def show(done, text):
                if done == 3 and text.endswith("games"):
                    cluster.close()

            yield show

        monkeypatch.setattr(tournament, "progress", progress)
        assert commands.main([*LINE, "--cluster", cluster.scheduler_address]) == 1
    out, err = capsys.readouterr()
    done = len(json.loads(out)["games"])
    assert 3 <= done < 60
    assert err.endswith(
        f"landoflisp: the scheduler of the cluster is gone; {done} of 60 games are finished\n"
    )


# The code of the workers


@pytest.fixture
def scheduler():
    """The address of a scheduler without workers."""
    with distributed.LocalCluster(
        n_workers=0, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        yield cluster.scheduler_address


@contextmanager
def worker(address, path=ROOT):
    """A worker process whose package is imported from there."""
    line = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-nanny"]
    with subprocess.Popen(
        [*line, "--nthreads", "1", "--no-dashboard"],
        cwd=path,
        env={**os.environ, "PYTHONPATH": str(path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture
def other(tmp_path):
    """A place with a copy of the package, one rule of which is another."""
    copy = shutil.copytree(
        ROOT / "landoflisp", tmp_path / "landoflisp", ignore=shutil.ignore_patterns("*.so")
    )
    file = copy / "games" / "reversi.py"
    file.write_text(file.read_text() + "\n\ndef get_value(board, player):\n    return 64\n")
    return tmp_path


def test_a_machine_without_the_package_is_bad_input(client, capsys, monkeypatch):
    def run(*args):
        raise ModuleNotFoundError("No module named 'landoflisp'")

    monkeypatch.setattr(distributed.Client, "run", lambda self, *args: run(*args))
    assert commands.main([*LINE, "--cluster", client.scheduler.address]) == 2
    assert "the same landoflisp must be installed" in capsys.readouterr().err


# Some seconds of work.
BOARD = shlex.split(
    "solve reversi 4x8 --board ..wb..../...wb.../...bw.../....bw.. --search fast "
    "--kernel interpreted --json"
)
each_command = pytest.mark.parametrize("line", [LINE, BOARD], ids=["tournament", "solve"])

HAS_OTHER_CODE = r"has landoflisp (.*), code (\w+), not landoflisp (.*), code (\w+) as here"


@each_command
def test_a_worker_with_other_code_is_refused(line, scheduler, other, capsys):
    with worker(scheduler, other), distributed.Client(scheduler, set_as_default=False) as client:
        wait_for(lambda: client.ncores())
        assert commands.main([*line, "--cluster", scheduler]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    there, code_there, here, code_here = re.search(HAS_OTHER_CODE, err).groups()
    assert there == here
    assert code_there != code_here


@each_command
def test_a_worker_with_other_code_that_comes_later_gives_no_answer(line, scheduler, other):
    with working(line, scheduler) as process:
        assert process.stderr.readline() == WAITS
        with worker(scheduler, other):
            assert re.search(HAS_OTHER_CODE, process.stderr.read())
            out = process.stdout.read()
            assert process.wait() == 1
    assert out == "" or json.loads(out)["games"] == []


# Without a worker

WAITS = "landoflisp: the cluster has no worker, and waits\n"
GOES_ON = "landoflisp: the cluster goes on\n"


@contextmanager
def working(line, address):
    """The command, its work done by a cluster."""
    line = [*COMMAND, *line, "--cluster", address]
    pipe = subprocess.PIPE
    with subprocess.Popen(line, cwd=ROOT, stdout=pipe, stderr=pipe, text=True) as process:
        too_long = Timer(120, process.kill)
        too_long.start()
        try:
            yield process
        finally:
            too_long.cancel()
            process.kill()


@each_command
def test_a_command_whose_cluster_has_lost_its_workers_says_so_and_goes_on(line, scheduler):
    with distributed.Client(scheduler, set_as_default=False) as client, worker(scheduler) as first:
        wait_for(lambda: client.ncores())
        with working(line, scheduler) as process:
            wait_for(lambda: any(client.processing().values()))
            first.kill()
            assert process.stderr.readline() == WAITS
            with worker(scheduler):
                out, err = process.communicate()
    assert process.returncode == 0
    assert err in (GOES_ON, "")  # it may come to its end before it can say that it goes on
    if line == LINE:
        assert out == run(*line).stdout
    else:
        assert json.loads(out)["value"] == -30
