"""Matches on a Dask cluster: what workers do, and whether they live, makes no difference."""

import json
import os
import shlex
import signal
import socketserver
from contextlib import contextmanager
from itertools import islice
from threading import Thread
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
from tests.commands.terminal import run, started

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


def test_a_machine_without_the_package_is_bad_input(client, capsys, monkeypatch):
    def run(function, name):
        raise ModuleNotFoundError("No module named 'landoflisp'")

    monkeypatch.setattr(distributed.Client, "run", lambda self, *args: run(*args))
    assert commands.main([*LINE, "--cluster", client.scheduler.address]) == 2
    assert "the same landoflisp must be installed" in capsys.readouterr().err
