"""`landoflisp tables`: tables of which nothing is to be measured are not shown."""

import pytest

from landoflisp import commands
from landoflisp.commands import tables


@pytest.fixture
def out(monkeypatch, capsys):
    """What the command prints of two small tables, the second of which is long."""

    def out(*options):
        table = tables.TABLES["reversi"][0]
        cell = next(cell for cell in table.cells if cell.row == "failsoft")
        two = (
            table._replace(title="A short table", cells=(cell,)),
            table._replace(name="long", title="A long table", cells=(cell._replace(long=True),)),
        )
        monkeypatch.setitem(tables.TABLES, "reversi", two)
        assert commands.main(["tables", "reversi", *options]) == 0
        return capsys.readouterr().out

    return out


def test_a_table_is_shown_if_something_of_it_was_to_be_measured(out):
    short, whole = out(), out("--full")
    assert ("A short table" in short, "A long table" in short) == (True, False)
    assert ("A short table" in whole, "A long table" in whole) == (True, True)
    assert short.endswith("2 cells: 1 equal, 1 not measured; --full measures all\n")
    assert whole.endswith("2 cells: 2 equal\n")
