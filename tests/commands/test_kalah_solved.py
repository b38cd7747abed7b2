"""`landoflisp tables kalah-solved`: exact values beside the published results."""

import json

import pytest

from landoflisp.proofs import kalah_solved
from landoflisp.proofs.kalah_solved import PUBLISHED, KalahSolved, Start, result, solved
from landoflisp.search import Best


@pytest.fixture
def small(monkeypatch):
    """One and two pits and seeds: the rest takes long."""
    monkeypatch.setattr(kalah_solved, "SIZES", range(1, 3))


@pytest.mark.usefixtures("small")
def test_the_tables_have_every_game_and_agree_with_the_paper(landoflisp):
    status, out, err = landoflisp("tables kalah-solved --seconds 30 --json")
    games = json.loads(out)["games"]
    assert (status, err, len(games)) == (0, "", 8)
    for game in games:
        assert game["positions"] > 0
        if game["empty_capture"]:
            assert game["published"] == PUBLISHED[game["pits"]][game["seeds"] - 1]
            assert game["published"] == result(game["value"])


@pytest.mark.usefixtures("small")
def test_the_tables_are_drawn(landoflisp):
    status, out, _ = landoflisp("tables kalah-solved")
    assert status == 0
    assert "2 pits         +2 W     -2 L" in out
    assert "1 pit          +0 D=    -2 L=" in out
    assert out.endswith("8 games: 8 solved; of 4 published results 4 equal, 0 not\n")


@pytest.mark.usefixtures("small")
def test_a_result_that_is_not_the_published_one_is_marked_and_gives_status_1(
    landoflisp, monkeypatch
):
    monkeypatch.setitem(PUBLISHED, 2, "LL")
    status, out, _ = landoflisp("tables kalah-solved")
    assert status == 1
    assert "+2 W!" in out
    assert "3 equal, 1 not" in out


def test_a_game_that_takes_too_long_is_left_out():
    assert solved(Start(6, 6, True), 0.01) is None
    assert "of 0 published results 0 equal" in KalahSolved().as_text({Start(6, 6, True): None})


def test_a_game_is_solved_by_the_rules_that_are_asked_for():
    values = {empty: solved(Start(2, 4, empty), 60) for empty in (False, True)}
    assert all(isinstance(best, Best) for best in values.values())
    assert values[False].value == -10
    assert values[True].value == -12


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("tables kalah-solved --full", "kalah-solved has --seconds, not --full"),
        ("tables kalah --seconds 1", "--seconds is for kalah-solved"),
        ("tables kalah-solved --seconds 0", "seconds are a number above 0, not '0'"),
        ("tables kalah-solved --seconds x", "seconds are a number above 0, not 'x'"),
    ],
)
def test_bad_input_gets_one_clear_line_and_status_2(line, message, landoflisp):
    status, out, err = landoflisp(line)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
