"""`landoflisp tables minimax`: the tournament of the number game, by the port and purely."""

import json
import random
from itertools import islice

import pytest

from landoflisp import commands
from landoflisp.games import minimax_game
from landoflisp.proofs import articles
from landoflisp.proofs.cells import Key, as_text, equal, verdict
from landoflisp.proofs.minimax_tables import play_in_port, play_in_pure
from landoflisp.search import alpha_beta, minimax
from ports import minimax as port
from tests.ports.test_minimax import ARTICLE, MISPRINTS, TABLE

TABLES = {table.name: table for table in articles.TABLES["minimax"]}
MINIMAX, ALPHA_BETA = TABLES["minimax"], TABLES["alpha-beta"]
CELLS = {
    name: {(cell.row, cell.column): cell for cell in table.cells} for name, table in TABLES.items()
}


def cell(name, row, levels):
    first, second = levels
    return CELLS[name][f"{second} {row}", f"first {first}"]


def measured_as(table, choose):
    return {
        Key(table.name, cell.row, cell.column, storey): choose(cell)
        for cell in table.cells
        for storey in cell.measures
    }


def as_the_program_says(cell):
    return cell.article if cell.program is None else cell.program


def quiet(done):
    pass


# The article


def test_the_cells_are_the_article_s():
    assert len(MINIMAX.cells) == 32
    for levels, (*wins, mean) in ARTICLE.items():
        assert cell("minimax", "wins", levels).article == tuple(wins)
        assert cell("minimax", "mean", levels).article == mean


def test_the_program_contradicts_the_article_in_four_figures():
    assert len([cell for cell in MINIMAX.cells if cell.program is not None]) == len(MISPRINTS) == 4
    for levels, (*wins, mean) in TABLE.items():
        assert as_the_program_says(cell("minimax", "wins", levels)) == tuple(wins)
        assert as_the_program_says(cell("minimax", "mean", levels)) == mean


def test_alpha_beta_goes_on_to_level_7_and_is_long():
    assert {(cell.row, cell.column) for cell in ALPHA_BETA.cells} == {
        (f"{second} {row}", f"first {first}")
        for second in range(2, 8)
        for first in range(2, 8)
        for row in ("wins", "mean")
    }
    assert {cell.long for cell in ALPHA_BETA.cells} == {True}
    assert {cell.long for cell in MINIMAX.cells} == {False}


def test_alpha_beta_has_to_win_as_often_as_minimax():
    for levels in ARTICLE:
        wins, same = (cell(name, "wins", levels) for name in TABLES)
        assert (same.article, same.program) == (wins.article, wins.program)
        assert cell("alpha-beta", "mean", levels).article is None
    assert cell("alpha-beta", "wins", (6, 7)).article is None


def games_of(cell, storey):
    return [number for measure in cell.measures[storey].measures for number in measure.args[-1]]


def test_every_cell_has_a_hundred_boards_of_its_own_in_the_listing_s_order():
    for storey in ("port", "pure"):
        numbers = [
            number
            for levels in ARTICLE
            for number in games_of(cell("minimax", "wins", levels), storey)
        ]
        assert numbers == list(range(1600))


def test_what_the_article_has_keeps_its_boards_and_what_is_new_has_others():
    new = []
    for first in range(2, 8):
        for second in range(2, 8):
            levels = first, second
            games = games_of(cell("alpha-beta", "wins", levels), "pure")
            if levels in ARTICLE:
                assert games == games_of(cell("minimax", "wins", levels), "pure")
            else:
                new += games
    assert new == list(range(1600, 3600))


def test_wins_and_mean_are_of_the_same_games():
    for name in TABLES:
        for (row, column), one in CELLS[name].items():
            other = CELLS[name][row.replace("wins", "mean"), column]
            for storey, (measures, _) in one.measures.items():
                assert measures == other.measures[storey].measures


# Games


def listing(levels, count, skip=0):
    """What the listing itself plays, after so many boards: each lead and its evaluations."""
    random.seed(0)
    for _ in range(skip):
        port.init_board()
    return [port.play(*levels, False) for _ in range(count)]


def summed(games):
    leads = [lead for lead, _ in games]
    return (
        sum(lead > 0 for lead in leads),
        sum(lead < 0 for lead in leads),
        leads.count(0),
        sum(count for _, count in games),
    )


@pytest.mark.parametrize("levels", [(1, 1), (1, 2), (2, 1), (3, 2)])
def test_games_are_the_listing_s(levels):
    games = summed(listing(levels, 6, skip=7))
    numbers = range(7, 13)
    assert play_in_port(levels, numbers, quiet) == games
    assert play_in_pure(minimax, levels, numbers, quiet) == games


def test_alpha_beta_plays_the_same_games_with_fewer_evaluations():
    *wins, count = play_in_pure(minimax, (3, 3), range(5), quiet)
    *same, fewer = play_in_pure(alpha_beta, (3, 3), range(5), quiet)
    assert same == wins
    assert fewer < count


@pytest.mark.parametrize("storey", ["port", "pure"])
def test_the_first_cell_is_the_listing_s_and_a_misprint(storey):
    figures = {}
    for row, figure in (("wins", (63, 35, 2)), ("mean", 1009)):
        measures, join = cell("minimax", row, (2, 2)).measures[storey]
        figures[row] = join([measure(quiet) for measure in measures])
        assert figures[row] == figure


@pytest.mark.parametrize(
    "play",
    [play_in_port, lambda *args: play_in_pure(minimax, *args)],
    ids=["port", "pure"],
)
def test_every_game_is_reported(play):
    reports = []
    *_, count = play((1, 2), range(3), reports.append)
    assert len(reports) == 3
    assert reports == sorted(reports)
    assert reports[-1] == count


def test_the_boards_of_both_are_one_after_the_other():
    random.seed(0)
    for start in islice(minimax_game.starts(0), 5):
        assert start.board.numbers == tuple(n for row in port.init_board() for n in row)


@pytest.mark.slow
@pytest.mark.parametrize("levels", ARTICLE)
def test_by_alpha_beta_the_tournament_ends_as_the_article_s(levels):
    wins = cell("alpha-beta", "wins", levels)
    measures, join = wins.measures["pure"]
    assert join([measure(quiet) for measure in measures]) == as_the_program_says(wins)


# Verdicts


def test_a_misprint_is_not_a_difference_but_anything_else_is():
    wins = cell("minimax", "wins", (2, 2))
    port, pure = (Key("minimax", wins.row, wins.column, storey) for storey in wins.measures)
    right, printed, other = (63, 35, 2), (63, 33, 2), (64, 34, 2)
    assert verdict(MINIMAX, wins, {port: right, pure: right}) == "misprinted"
    assert verdict(MINIMAX, wins, {port: right}) == "not measured"
    assert verdict(MINIMAX, wins, {port: printed, pure: printed}) == "not equal"
    assert verdict(MINIMAX, wins, {port: right, pure: other}) == "not equal"
    assert equal(MINIMAX, wins, {port: right, pure: right}) is False


def test_what_the_article_does_not_have_is_new():
    mean = cell("alpha-beta", "mean", (7, 7))
    (key,) = (Key("alpha-beta", mean.row, mean.column, storey) for storey in mean.measures)
    assert verdict(ALPHA_BETA, mean, {}) == "not measured"
    assert verdict(ALPHA_BETA, mean, {key: 7}) == "new"
    assert equal(ALPHA_BETA, mean, {key: 7}) is None


def test_storeys_contradict_each_other_even_where_the_article_is_silent():
    silent = cell("minimax", "mean", (2, 2))._replace(article=None)
    port, pure = (Key("minimax", silent.row, silent.column, storey) for storey in silent.measures)
    assert verdict(MINIMAX, silent, {port: 7, pure: 7}) == "new"
    assert verdict(MINIMAX, silent, {port: 7, pure: 8}) == "not equal"


# The command


@pytest.fixture
def measure(monkeypatch, capsys):
    """The command on the cells of one pair of levels: (exit status, output, standard error)."""

    def measure(levels, *options, **changed):
        cells = tuple(cell("minimax", row, levels)._replace(**changed) for row in ("wins", "mean"))
        monkeypatch.setitem(articles.TABLES, "minimax", (MINIMAX._replace(cells=cells),))
        status = commands.main(["tables", "minimax", *options])
        return status, *capsys.readouterr()

    return measure


def test_a_misprint_is_shown_as_such_and_gives_status_0(measure):
    status, out, err = measure((2, 2))
    assert (status, err) == (0, "")
    lines = [line.split() for line in out.splitlines()]
    assert ["2", "wins", "63-33-2", "63-35-2", "63-35-2", "misprint"] in lines
    assert ["2", "mean", "1009", "1009", "1009", "yes"] in lines
    assert out.endswith("2 cells: 1 equal, 1 misprinted; --full measures all\n")


def test_json_says_what_is_a_misprint(measure):
    status, out, _ = measure((2, 2), "--json")
    assert status == 0
    wins, mean = json.loads(out)["cells"]
    assert wins == {
        "table": "minimax",
        "row": "2 wins",
        "column": "first 2",
        "article": [63, 33, 2],
        "port": [63, 35, 2],
        "pure": [63, 35, 2],
        "equal": False,
        "misprint": True,
    }
    assert (mean["port"], mean["equal"], "misprint" in mean) == (1009, True, False)


def test_a_difference_that_is_no_known_misprint_gives_status_1(measure):
    status, out, _ = measure((2, 2), program=None)
    assert status == 1
    assert out.endswith("2 cells: 1 equal, 1 not equal; --full measures all\n")


@pytest.mark.parametrize("width", [80, 44])
@pytest.mark.parametrize("table", [MINIMAX, ALPHA_BETA], ids=lambda table: table.name)
def test_a_table_fits_the_terminal(table, width):
    figures = measured_as(table, lambda cell: as_the_program_says(cell) or 9_999_999)
    rows = [line for line in as_text(table, figures, width).splitlines() if line[:1].isdigit()]
    assert max(map(len, rows)) <= width


@pytest.mark.slow
def test_the_whole_tournament_is_measured_and_equal_but_for_the_misprints(capsys):
    assert commands.main(["tables", "minimax", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["cells"]
    played = [cell for cell in found if cell["table"] == "minimax"]
    assert [cell["equal"] for cell in played].count(True) == 28
    assert [cell.get("misprint", False) for cell in played].count(True) == 4
    assert {cell["equal"] for cell in found if cell["table"] != "minimax"} == {None}
