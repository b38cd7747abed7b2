"""`landoflisp bench`: the storeys side by side, whatever of them is there."""

import json
import os
import sys
from functools import partial
from itertools import cycle

import pytest

from landoflisp import commands
from landoflisp.commands import bench
from landoflisp.solve import kernels

LISTINGS = os.environ.get("LISP_LISTINGS")


@pytest.fixture
def landoflisp(capsys):
    """The command as a function of its line: (exit status, standard output, standard error)."""

    def landoflisp(line):
        status = commands.main(line.split())
        return status, *capsys.readouterr()

    return landoflisp


@pytest.fixture(autouse=True)
def without_listings(monkeypatch):
    monkeypatch.delenv("LISP_LISTINGS", raising=False)
    monkeypatch.setattr(bench, "LEAST", 1e-6)


def rows(found):
    return {board["opening"]: {row["row"]: row for row in board["rows"]} for board in found}


def test_every_row_has_the_values_of_the_article(landoflisp):
    status, out, _ = landoflisp("bench 4x4 --runs 1 --json")
    found = json.loads(out)
    measured = rows(found["boards"])
    assert status == 0
    for opening, value, positions in (("cross", -8, 718), ("parallel", -3, 1059)):
        assert {row["value"] for row in measured[opening].values()} == {value}
        assert measured[opening]["port"]["positions"] == positions
        assert measured[opening]["pure"]["positions"] == positions
        assert all(row["seconds"] > 0 for row in measured[opening].values())


def test_a_row_that_cannot_be_had_says_why(landoflisp, monkeypatch):
    monkeypatch.setitem(sys.modules, "landoflisp.solve.reversi_kernel", None)
    status, out, _ = landoflisp("bench 4x4 --runs 1")
    assert status == 0
    assert "  listing      not measured: LISP_LISTINGS is not set" in out
    assert "  compiled     not measured: there is no compiled kernel here" in out
    assert " x port " in out
    assert max(map(len, out.splitlines())) < 80


def test_the_name_of_a_directory_is_not_obeyed_by_the_terminal(landoflisp, monkeypatch):
    monkeypatch.setenv("LISP_LISTINGS", "/nowhere/\x1b]0;OWNED\x07")
    status, out, _ = landoflisp("bench 4x4 --runs 1")
    assert status == 0
    assert "\x1b" not in out
    assert "\\x1b]0;OWNED\\x07" in "".join(line.strip() for line in out.splitlines())


def test_the_table_has_a_ratio_for_every_row(landoflisp):
    _, out, _ = landoflisp("bench 4x4 --runs 1")
    table = [line.split() for line in out.split("\n\n")[1].splitlines()]
    assert table[0] == ["4x4", "cross:", "value", "-8", "seconds", "x", "port", "positions"]
    assert table[1][0] == "port"
    assert table[1][2] == "1.00"
    assert [line[0] for line in table[2:]] == [
        row
        for row in ("pure", *kernels.KERNELS)
        if row != "compiled" or kernels.compiled("reversi")
    ]


@pytest.fixture
def clock(monkeypatch):
    """Make searches take what is said, one after the other and then all over again."""

    def clock(*seconds):
        ticks = (tick for lasts in cycle(seconds) for tick in (0, lasts))
        monkeypatch.setattr(bench, "perf_counter", partial(next, ticks))

    return clock


def test_the_ratio_says_how_many_times_as_fast_a_row_is_as_the_first(landoflisp, clock):
    clock(6, 3, 0.25, 12)
    _, out, _ = landoflisp("bench 4x4 --runs 1")
    table = [line.split() for line in out.split("\n\n")[1].splitlines()[1:]]
    assert [(seconds, ratio) for _, seconds, ratio, _ in table[:3]] == [
        ("6.0000", "1.00"),
        ("3.0000", "2.00"),
        ("0.2500", "24"),
    ]
    assert [row[1:3] for row in table[3:]] in ([], [["12.0000", "0.50"]])


def test_a_row_says_the_median_of_three_runs(landoflisp, clock):
    clock(9, 1, 2)
    _, out, _ = landoflisp("bench 4x4 --json")
    measured = rows(json.loads(out)["boards"]).values()
    assert {row["seconds"] for board in measured for row in board.values()} == {2}
    assert landoflisp("bench 4x4")[1].startswith("seconds of one search, the median of 3 runs\n")


def test_storeys_that_contradict_each_other_are_a_failure(landoflisp, monkeypatch):
    monkeypatch.setattr(bench, "_pure", lambda position: bench.Best(7, (), 1))
    status, out, _ = landoflisp("bench 4x4 --runs 1")
    assert status == 1
    assert "4x4 cross: not all values are equal" in out


def test_ctrl_c_prints_what_is_measured(landoflisp, monkeypatch):
    def pressed(position):
        raise KeyboardInterrupt

    monkeypatch.setattr(bench, "_pure", pressed)
    status, out, err = landoflisp("bench 4x4 --runs 1 --json")
    assert (status, err) == (130, "landoflisp: interrupted: not all is measured\n")
    assert [row["row"] for row in json.loads(out)["boards"][0]["rows"]] == ["port"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("bench 5x5", "a board is one of 4x4, 4x6, not '5x5'"),
        ("bench --runs 0", "--runs: 1 run or more, not 0"),
        ("bench --runs x", "a whole number is expected, not 'x'"),
    ],
)
def test_bad_input_gets_one_clear_line(line, message, landoflisp):
    status, out, err = landoflisp(line)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert message in err


@pytest.mark.sbcl
def test_the_listing_is_measured_under_sbcl(landoflisp, monkeypatch):
    monkeypatch.setenv("LISP_LISTINGS", LISTINGS or "")
    _, out, _ = landoflisp("bench 4x4 --runs 1 --json")
    found = json.loads(out)
    if reason := found["missing"].get("listing"):
        pytest.skip(reason)
    listing = rows(found["boards"])["cross"]["listing"]
    assert (listing["value"], listing["positions"]) == (-8, 718)
    assert 0 < listing["seconds"] < 1
