"""An article's tables are measured by a program as by the command."""

from landoflisp.proofs.articles import TABLES, Article
from landoflisp.proofs.cells import Key
from landoflisp.proofs.kalah_solved import KalahSolved, Start

SMALL, LARGE = TABLES["reversi"]


def failsoft(table):
    """The table with its failsoft row alone, which is soon measured."""
    return table._replace(cells=tuple(cell for cell in table.cells if cell.row == "failsoft"))


def test_a_programmeasures_a_table_and_is_told_how_far_it_is():
    article = Article("reversi", (failsoft(SMALL),))
    reports = []
    figures = dict(article.results(lambda done, text: reports.append((done, text))))
    assert figures == {
        Key("4x4", "failsoft", opening, storey): figure
        for opening, figure in [("cross", 718), ("parallel", 1059)]
        for storey in ("port", "pure")
    }
    assert max(done for done, _ in reports) == article.total == 2 * (718 + 1059)
    assert {text.partition(" of ")[2] for _, text in reports} == {"4 figures"}
    assert not article.differs(figures)
    assert article.differs(figures | {Key("4x4", "failsoft", "cross", "pure"): 719})


def test_the_shortest_figures_come_first_and_those_made_from_others_last():
    for name in TABLES:
        article = Article(name, TABLES[name], full=True)
        cells = {
            (table.name, cell.row, cell.column): cell
            for table in article.tables
            for cell in table.cells
        }
        order = [cells[key[:3]] for key in article.measures()]
        work = [cell.article if cell.work is None else cell.work for cell in order]
        work = [0 if isinstance(figure, tuple) else figure for figure in work]
        shown = [figure for figure in work if figure]
        assert shown == sorted(shown)
        assert work == shown + [0] * (len(work) - len(shown))


def test_long_cells_are_left_out_unless_the_article_is_full():
    article = Article("reversi", (LARGE,))
    assert article.total == 2 * (211710 + 513340)
    assert article._replace(full=True).total == article.total + 2 * (22029381 + 20608101)


def test_a_program_solves_kalah_within_a_time(monkeypatch):
    monkeypatch.setattr("landoflisp.proofs.kalah_solved.SIZES", range(1, 3))
    reports = []
    kalah = KalahSolved(30)
    solutions = dict(kalah.results(lambda done, text: reports.append((done, text))))
    assert len(solutions) == kalah.total == 8
    assert reports[-1] == (8, "8 of 8 games")
    assert solutions[Start(2, 1, True)].value > 0
    assert not kalah.differs(solutions)
