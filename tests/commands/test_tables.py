"""`landoflisp tables`: the article's figures, measured again."""

import json
import os
import signal
import time
from functools import partial
from itertools import pairwise
from multiprocessing import active_children

import pytest

from landoflisp import commands
from landoflisp.games import reversi
from landoflisp.proofs.articles import TABLES
from landoflisp.proofs.cells import Cell, Key, Table, as_text, equal, measured
from landoflisp.proofs.reversi_tables import count_in_port, count_in_pure
from tests.commands.terminal import started

SMALL, LARGE = TABLES["reversi"]

TEXT_4X4 = """\
Reversi on 4x4, solved: positions valued

                        cross                          parallel
             article   port   pure  equal    article   port   pure  equal
minimax        60060  60060  60060    yes      67116  67116  67116    yes
ab             10016  10016  10016    yes      13590  13590  13590    yes
reordered       2387   2387   2387    yes       4832   4832   4832    yes
failsoft         718    718    718    yes       1059   1059   1059    yes

  minimax    nega-max, spaces row by row
  ab         nega-alpha, spaces row by row
  reordered  nega-alpha, spaces in the listing's order, corners first
  failsoft   nega-alpha2, spaces in the listing's order, corners first
  cross      W B / B W
  parallel   W B / W B

"""


@pytest.fixture
def measure(monkeypatch, capsys):
    """The command on a table of one's own: (exit status, standard output, standard error)."""

    def measure(table, *options):
        monkeypatch.setitem(TABLES, "reversi", (table,))
        status = commands.main(["tables", "reversi", *options])
        return status, *capsys.readouterr()

    return measure


def quick(table, **cells):
    """The failsoft row of a table, which is soon measured."""
    kept = tuple(cell._replace(**cells) for cell in table.cells if cell.row == "failsoft")
    return table._replace(cells=kept)


# What the article says


def test_the_table_of_the_small_board_is_measured_and_equal(measure):
    assert measure(SMALL) == (0, f"{TEXT_4X4}8 cells: 8 equal; --full measures all\n", "")


@pytest.mark.slow
def test_all_cells_but_the_longest_are_measured_and_equal(capsys):
    assert commands.main(["tables", "reversi", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["cells"]
    assert [cell["equal"] for cell in found] == [True] * 8 + [None] * 2 + [True] * 2


def test_only_the_cells_of_millions_of_evaluations_are_long():
    articles = {cell.article: cell.long for table in (SMALL, LARGE) for cell in table.cells}
    assert [article for article, long in articles.items() if long] == [22029381, 20608101]
    assert len(articles) == 12


@pytest.mark.parametrize("table", [SMALL, LARGE], ids=["4x4", "4x6"])
def test_a_table_fits_80_columns(table):
    figures = {
        Key(table.name, cell.row, cell.column, storey): cell.article
        for cell in table.cells
        for storey in cell.measures
    }
    assert max(map(len, as_text(table, figures).splitlines())) < 80


def test_on_a_narrow_terminal_columns_stand_below_each_other(measure, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    _, out, _ = measure(quick(SMALL))
    figures = out.splitlines()[:8]
    assert [line.split() for line in figures[2:]] == [
        ["cross"],
        ["article", "port", "pure", "equal"],
        ["failsoft", "718", "718", "718", "yes"],
        [],
        ["parallel"],
        ["article", "port", "pure", "equal"],
    ]
    assert max(map(len, figures)) <= 50


def test_json_has_every_cell(measure):
    status, out, err = measure(quick(SMALL), "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == {
        "tables": "reversi",
        "cells": [
            {
                "table": "4x4",
                "row": "failsoft",
                "column": opening,
                "article": figure,
                "port": figure,
                "pure": figure,
                "equal": True,
            }
            for opening, figure in [("cross", 718), ("parallel", 1059)]
        ],
    }


# What differs, and what is missing


def test_a_figure_that_differs_is_marked_and_gives_status_1(measure):
    status, out, err = measure(quick(SMALL, article=719))
    assert (status, err) == (1, "")
    assert ["failsoft", "719", "718", "718", "NO", "719", "1059", "1059", "NO"] in map(
        str.split, out.splitlines()
    )
    assert out.endswith("2 cells: 2 not equal; --full measures all\n")


def test_one_storey_that_differs_is_enough(measure):
    other = partial(count_in_pure, "nega-alpha", reversi.start(4, 4))
    table = quick(SMALL)
    cell = table.cells[0]._replace(measures={**table.cells[0].measures, "pure": other})
    status, out, _ = measure(table._replace(cells=(cell,)), "--json")
    assert status == 1
    (found,) = json.loads(out)["cells"]
    assert (found["port"], found["pure"], found["equal"]) == (718, 2387, False)


def test_long_cells_are_measured_only_if_that_is_asked_for(measure):
    table = quick(SMALL, long=True)
    status, out, _ = measure(table)
    assert status == 0
    assert out.endswith("2 cells: 2 not measured; --full measures all\n")
    status, out, _ = measure(table, "--full")
    assert status == 0
    assert out.endswith("2 cells: 2 equal\n")


def test_what_is_not_measured_is_neither_equal_nor_not():
    cell = Cell("row", "column", 7, {"port": int, "pure": int})
    table = Table("table", "", (cell,), {})
    port, pure = (Key("table", "row", "column", storey) for storey in cell.measures)
    assert equal(table, cell, {}) is None
    assert equal(table, cell, {pure: 7}) is None
    assert equal(table, cell, {port: 7, pure: 7}) is True
    assert equal(table, cell, {port: 7, pure: 8}) is False
    assert equal(table, cell, {pure: 8}) is False


def crash(report):
    """Be a worker that the operating system stops."""
    os._exit(1)


def test_a_worker_that_is_stopped_costs_its_figures_and_status_1(measure):
    status, out, err = measure(quick(SMALL, measures={"pure": crash}))
    assert status == 1
    assert "2 cells: 2 not measured\n" in out
    assert err == (
        "landoflisp: a worker process was ended from outside, perhaps for lack of memory: "
        "some cells are not measured\n"
    )


# Measuring


@pytest.mark.parametrize("count", [count_in_port, count_in_pure], ids=["port", "pure"])
@pytest.mark.parametrize(
    ("search", "order", "figure"),
    [("negamax", "scan", 60060), ("nega-alpha", "corners", 2387), ("fail-soft", "corners", 718)],
)
def test_port_and_pure_count_the_same(count, search, order, figure):
    names = ["ports.rev16nega"] if count is count_in_port else []
    reports = []
    assert count(*names, search, reversi.start(4, 4, order=order), reports.append) == figure
    assert all(0 <= report <= figure for report in reports)
    assert reports == sorted(reports)


def test_the_pure_count_is_reported_on_the_way():
    reports = []
    count_in_pure("nega-alpha", reversi.start(4, 4, order="scan"), reports.append)
    assert reports == list(range(1000, 10001, 1000))


def test_the_count_of_a_port_is_reported_on_the_way(monkeypatch):
    monkeypatch.setattr("landoflisp.proofs.reversi_tables.POLL", 0.001)
    reports = []
    position = reversi.start(4, 4, order="scan")
    count_in_port("ports.rev16nega", "nega-alpha", position, reports.append)
    assert len(set(reports)) > 3


def test_reports_add_up_to_the_figures():
    position = reversi.start(4, 4, order="scan")
    measures = {
        Key("4x4", "ab", "cross", "pure"): partial(count_in_pure, "nega-alpha", position),
        Key("4x4", "minimax", "cross", "pure"): partial(count_in_pure, "negamax", position),
    }
    sums = []
    figures = dict(measured(measures, sums.append))
    assert figures == dict(zip(measures, (10016, 60060), strict=True))
    assert sums[-1] == 70076
    assert all(before <= after for before, after in pairwise(sums))


# Interrupted


def patient(report):
    """Be a measure that takes for ever."""
    while True:
        time.sleep(0.1)


def test_to_close_the_figures_stops_the_workers():
    quickly = partial(count_in_pure, "fail-soft", reversi.start(4, 4))
    measures = [quickly, patient, patient, patient]
    figures = measured(
        {Key("table", "row", str(i), "pure"): measure for i, measure in enumerate(measures)},
        lambda done: None,
    )
    assert next(figures) == (Key("table", "row", "0", "pure"), 718)
    figures.close()
    end = time.monotonic() + 30
    while active_children():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_ctrl_c_stops_the_workers_and_prints_what_is_finished():
    pytest.importorskip("pty")
    with started("tables", "reversi", "--full", "--json") as (process, read):
        bar = read()
        os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to all of them
        # Both streams end when the last process that holds them ends: no worker is left.
        out = process.stdout.read()
        err = "".join(iter(read, ""))
        assert process.wait() == 130
    assert "%|" in bar or "pip install" in bar
    assert "Traceback" not in err
    assert err.endswith("landoflisp: interrupted: some cells are not measured\r\n")
    found = json.loads(out)["cells"]
    assert len(found) == 12
    assert [cell["equal"] for cell in found if cell["article"] > 1_000_000] == [None, None]
