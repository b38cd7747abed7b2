"""Positions: what comes up in the games, from the usual to the rare."""

import pytest
from hypothesis import Phase, find, settings

from landoflisp.games import dice_of_doom, kalah, minimax_game, reversi
from landoflisp.testing import (
    dice_of_doom_positions,
    kalah_positions,
    minimax_positions,
    reversi_positions,
)

SETTINGS = settings(max_examples=500, database=None, derandomize=True, phases=[Phase.generate])


def orders(board):
    return [reversi.corners_first(board, board.spaces), tuple(sorted(board.spaces))]


REVERSI = {
    "spaces in an order of their own": lambda p: p.board.spaces not in orders(p.board),
    "spaces in the listings' order": lambda p: p.board.spaces in orders(p.board),
    "a pass": lambda p: p.board.passes == 1,
    "the end": lambda p: not reversi.tree(p).moves and p.board.passes < 2,
    "the end by two passes": lambda p: p.board.passes == 2,
    "white": lambda p: p.turn == "w" and reversi.tree(p).moves,
    "as many spaces as asked for": lambda p: len(p.board.spaces) == 7,
    "another opening": lambda p: reversi.columns(p.board) == 6,
}
KALAH = {
    "the start": lambda p: p == kalah.start(6, 6),
    "the second player": lambda p: p.turn == len(p.board) - 1,
    "a side that is empty and not swept": lambda p: kalah.sweep(p.board) != p.board,
    "more than a round in a pit": lambda p: max(p.board[: p.turn]) > len(p.board) > 4,
    "a game that is decided": lambda p: kalah.is_decided(p.board),
    "another move": lambda p: any(turn == p.turn for _, turn, _ in kalah.moves(*p)),
}
NUMBERS = {
    "the second player": lambda p: p.player == minimax_game.SECOND,
    "numbers that are gone": lambda p: None in p.board.numbers,
    "a full board": lambda p: len(p.board.numbers) > 1 and None not in p.board.numbers,
    "a nought": lambda p: 0 in p.board.numbers,
    "another line": lambda p: p.board.line > 0,
    "scores": lambda p: p.board.scores[0] > 0 > p.board.scores[1],
    "the last number": lambda p: len(list(minimax_game.tree(p).moves)) == 1,
}
DICE = {
    "a turn that goes on": lambda p: not p.first_move,
    "spare dice": lambda p: p.spare_dice > 0,
    "four players": lambda p: p.rules.players == 4 and p.player == 3,
    "the end": lambda p: not dice_of_doom.tree(p).moves,
    "a tie": lambda p: len(dice_of_doom.winners(p.board)) > 1,
}
RARE = [
    (strategy, what)
    for strategy, kinds in [
        (reversi_positions(), REVERSI),
        (kalah_positions(), KALAH),
        (minimax_positions(), NUMBERS),
        (dice_of_doom_positions(), DICE),
    ]
    for what in kinds.items()
]


@pytest.mark.parametrize(("strategy", "what"), RARE, ids=[name for _, (name, _) in RARE])
def test_positions_of_every_kind_come_up(strategy, what):
    _, condition = what
    find(strategy, condition, settings=SETTINGS)
