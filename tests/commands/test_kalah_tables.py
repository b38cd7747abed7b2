"""`landoflisp tables kalah`: games between the article's levels, by the ports and purely."""

import json

import pytest

from landoflisp import commands
from landoflisp.proofs import articles
from landoflisp.proofs.cells import Key, as_text, measured
from landoflisp.proofs.kalah_tables import (
    AB,
    AB1,
    ALPHA,
    ALPHA1,
    SCOUT,
    play_in_port,
    play_in_pure,
)
from tests.ports.test_kalah import DEEP, FULL, SIMPLIFIED

TABLES = {table.name: table for table in articles.TABLES["kalah"]}
# Of each table what the article says, and the rows of a level with the searches.
PUBLISHED = {
    "full": (FULL, {"ab": AB, "alpha": ALPHA, "scout": SCOUT}),
    "simplified": (SIMPLIFIED, {"ab": AB1, "alpha": ALPHA1}),
    "deep": (DEEP, {"alpha": ALPHA, "scout": SCOUT}),
}

every_table = pytest.mark.parametrize("name", PUBLISHED)
both = pytest.mark.parametrize("play", [play_in_port, play_in_pure], ids=["port", "pure"])


@pytest.fixture
def measure(monkeypatch, capsys):
    """The command on some of the cells: (exit status, standard output, standard error)."""

    def measure(name, rows, columns, *options, **changed):
        table = TABLES[name]
        cells = tuple(
            cell._replace(**changed)
            for cell in table.cells
            if cell.row in rows and cell.column in columns
        )
        monkeypatch.setitem(articles.TABLES, "kalah", (table._replace(cells=cells),))
        status = commands.main(["tables", "kalah", *options])
        return status, *capsys.readouterr()

    return measure


# The article


@every_table
def test_the_cells_are_the_article_s(name):
    article, rows = PUBLISHED[name]
    assert {(cell.row, cell.column): cell.article for cell in TABLES[name].cells} == {
        (f"{second} {row}", f"first {first}"): figure
        for (first, second), (stones, counts) in article.items()
        for row, figure in zip(("score", *rows), (stones, *counts), strict=True)
    }


def test_only_the_cells_of_levels_6_to_8_are_long():
    for name, table in TABLES.items():
        assert {cell.long for cell in table.cells} == {name == "deep"}


@every_table
@pytest.mark.parametrize("width", [80, 44])
def test_a_table_fits_the_terminal(name, width):
    table = TABLES[name]
    figures = {
        Key(table.name, cell.row, cell.column, storey): cell.article
        for cell in table.cells
        for storey in cell.measures
    }
    rows = [line for line in as_text(table, figures, width).splitlines() if line[:1].isdigit()]
    assert max(map(len, rows)) <= width


@pytest.mark.parametrize("name", ["full", "simplified"])
@both
def test_a_game_is_the_article_s(name, play):
    article, listings = PUBLISHED[name]
    for levels, (stones, counts) in article.items():
        if max(levels) <= 3:
            for listing, count in zip(listings.values(), counts, strict=True):
                assert play(listing, levels, lambda done: None) == (*stones, count)


@both
def test_the_evaluations_are_reported_on_the_way(play):
    reports = []
    assert play(AB, (2, 3), reports.append) == (39, 23, 1757)
    assert len(reports) > 10
    assert reports == sorted(reports)
    assert reports[-1] == 1757


@pytest.mark.slow
def test_all_tables_up_to_level_5_are_measured_and_equal(capsys):
    assert commands.main(["tables", "kalah", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["cells"]
    assert [cell["equal"] for cell in found if cell["table"] != "deep"] == [True] * 112
    assert [cell["equal"] for cell in found if cell["table"] == "deep"] == [None] * 27


# The command

ROWS = ("3 score", "3 ab", "3 alpha", "3 scout")
TEXT = """\
Kalah, by level

                   first 2                       first 3
         article   port   pure  equal  article   port   pure  equal
3 score    39-23  39-23  39-23    yes    40-32  40-32  40-32    yes
3 ab        1757   1757   1757    yes    11320  11320  11320    yes
3 alpha     1654   1654   1654    yes    10122  10122  10122    yes
3 scout     2101   2101   2101    yes    10270  10270  10270    yes
"""


def test_port_and_pure_stand_beside_the_article(measure, monkeypatch):
    monkeypatch.setenv("COLUMNS", "70")
    status, out, err = measure("full", ROWS, ("first 2", "first 3"))
    assert (status, err) == (0, "")
    assert out.startswith(TEXT)
    assert out.endswith("\n8 cells: 8 equal; --full measures all\n")


def test_json_has_scores_as_lists(measure):
    status, out, _ = measure("simplified", ("2 score", "2 ab"), ("first 2",), "--json")
    assert status == 0
    assert json.loads(out)["cells"] == [
        {
            "table": "simplified",
            "row": row,
            "column": "first 2",
            "article": figure,
            "port": figure,
            "pure": figure,
            "equal": True,
        }
        for row, figure in [("2 score", [37, 23]), ("2 ab", 1500)]
    ]


def test_a_score_that_differs_is_marked_and_gives_status_1(measure):
    status, out, _ = measure("simplified", ("2 score",), ("first 2",), article=(37, 24))
    assert status == 1
    assert ["2", "score", "37-24", "37-23", "37-23", "NO"] in map(str.split, out.splitlines())


def test_searches_that_end_differently_are_shown_with_all_scores():
    (score,) = (
        cell for cell in TABLES["full"].cells if (cell.row, cell.column) == ("2 score", "first 2")
    )
    join = score.measures["port"].join
    assert join([(41, 31, 1), (41, 31, 2), (41, 31, 3)]) == (41, 31)
    assert join([(41, 31, 1), (40, 32, 2), (41, 31, 3)]) == (41, 31, 40, 32)


def test_a_game_is_played_once_for_all_figures_that_it_gives():
    for table in TABLES.values():
        for storey in ("port", "pure"):
            measures = [cell.measures[storey].measures for cell in table.cells]
            games = {game for games in measures for game in games}
            assert len(games) == sum(cell.row.split()[1] != "score" for cell in table.cells)


def test_evaluations_count_once_however_many_figures_they_give():
    cells = [
        cell
        for cell in TABLES["full"].cells
        if (cell.row[0], cell.column) == ("3", "first 2")  # a score and three counts
    ]
    measures = {Key("full", cell.row, cell.column, "port"): cell.measures["port"] for cell in cells}
    sums = []
    figures = dict(measured(measures, sums.append))
    assert figures == {Key("full", cell.row, cell.column, "port"): cell.article for cell in cells}
    assert sums[-1] == 1757 + 1654 + 2101
