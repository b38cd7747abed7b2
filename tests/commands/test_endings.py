"""How games end: the last line, and the margins of a tournament, are what the last board says."""

import json
import re

import pytest

from landoflisp.games import dice_of_doom
from landoflisp.play import first_move, random_move
from landoflisp.play.match import Contest, played, round_robin

BOTH = "--search random --computer first,second --seed"


def last_board(out):
    """Return the last board of a game that two computers played, and the line that ends it."""
    *_, last = out.split("current player = ")
    _, *board, said = last.splitlines()
    return board, said


def said_of(points):
    """Return the line that says who has won, given the points of the players by their names."""
    most, least = max(points.values()), min(points.values())
    if most == least:
        return f"The game is a tie, {most} to {least}"
    return f"The winner is {max(points, key=points.get)}, {most} to {least}"


@pytest.mark.parametrize("seed", range(8))
def test_of_kalah_who_has_won_is_whose_store_is_fuller(seed, landoflisp):
    board, said = last_board(landoflisp(f"play kalah --pits 3 --seeds 2 {BOTH} {seed}")[1])
    second, first = map(int, board[2].split())
    assert said == said_of({"first": first, "second": second})


@pytest.mark.parametrize("seed", range(8))
def test_of_the_number_game_who_has_won_is_who_has_more_points(seed, landoflisp):
    board, said = last_board(landoflisp(f"play minimax --size 3 {BOTH} {seed}")[1])
    scores = re.fullmatch(r"first (-?\d+), second (-?\d+)", board[0])
    assert said == said_of({"first": int(scores[1]), "second": int(scores[2])})


@pytest.mark.parametrize("seed", range(8))
def test_of_dice_of_doom_who_has_won_is_who_has_most_hexes(seed, landoflisp):
    line = f"play dice-of-doom --players 3 --computer a,b,c --level 1 --seed {seed}"
    board, said = last_board(landoflisp(line)[1])
    letters = re.findall(r"([abc])-\d", " ".join(board))
    most = max(map(letters.count, letters))
    winners = {letter for letter in letters if letters.count(letter) == most}
    assert set(re.search(r"(?:is |between \()([abc ]+)", said)[1].split()) == winners
    assert said.startswith("The game is a tie" if len(winners) > 1 else "The winner is")


def test_the_margin_of_dice_of_doom_is_counted_in_hexes(landoflisp):
    line = "tournament dice-of-doom random first --size 3 --games 6 --seed 1 --workers 1 --json"
    games = json.loads(landoflisp(line)[1])["games"]
    rules = dice_of_doom.Rules(size=3)
    contest = Contest(
        dice_of_doom.game_tree(dice_of_doom.gen_board(rules, 1), 0, rules=rules),
        (0, 1),
        lambda board, player: 2 * sum(owner == player for owner, _ in board) - len(board),
    )
    strategies = {"random": random_move(1), "first": first_move}
    expected = [result.margin for result in played(round_robin(contest, strategies, 6, seed=1))]
    assert [game["margin"] for game in games] == expected
    assert len(set(expected)) > 1


def test_the_tallies_in_json_are_what_the_games_come_to(landoflisp):
    line = "tournament reversi random first --size 4x4 --games 10 --seed 2 --workers 1"
    answer = json.loads(landoflisp(f"{line} --json")[1])
    for name, tally in answer["strategies"].items():
        margins = [
            game["margin"] if game["first"] == name else -game["margin"] for game in answer["games"]
        ]
        points = [1 if margin > 0 else 0 if margin < 0 else 0.5 for margin in margins]
        assert 0.5 in points
        assert tally["margin"] == pytest.approx(sum(margins) / 10)
        assert tally["score"] == pytest.approx(sum(points) / 10)
        assert tally["draws"] == points.count(0.5)
        assert f"{tally['score']:.1%}" in landoflisp(line)[1]
