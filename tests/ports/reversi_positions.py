"""Positions for the two reversi ports: openings, games at random, and how to set one up."""

from types import ModuleType
from typing import Any, NamedTuple

from hypothesis import strategies as st

from ports import rev16nega, rev24a

OPENINGS = {"cross": "wbbw", "parallel": "wbwb"}  # the four middle squares, row by row

# so few empty squares that every search answers within milliseconds
LATE = {rev16nega: 8, rev24a: 9}
EARLIER = {rev16nega: 10, rev24a: 11}


class Position(NamedTuple):
    """A walled board as one string, and what a search is told about it."""

    board: str
    turn: str
    passed: bool
    spaces: list[int]


def opening(port: ModuleType, name: str) -> list[str]:
    """Return the walled board of the port with the named opening on it."""
    board = list(port.init_board)
    middle = [x for x, p in enumerate(board) if p in "bw"]
    for x, p in zip(middle, OPENINGS[name], strict=True):
        board[x] = p
    return board


def set_up(port: ModuleType, board: str | list[str]) -> None:
    """Give the port's variables the values that belong to board."""
    port.board = list(board)
    port.black = port.board.count("b")
    port.white = port.board.count("w")
    port.count = 0


def state(port: ModuleType) -> tuple[Any, ...]:
    """Return what a search must leave as it found it."""
    return list(port.board), port.black, port.white


def play(port: ModuleType, x: int, turn: str) -> None:
    """Put a stone of turn on square x and turn over what it encloses."""
    port.reverse_stone(port.get_rev_stone(x, turn), turn)
    port.put_piece(x, turn)


@st.composite
def positions(draw: st.DrawFn, port: ModuleType, empty: int) -> Position:
    """Positions that a game from either opening reaches with at most so many empty squares.

    The empty squares are in any order. passed is true only where the last move was a pass.
    """
    set_up(port, opening(port, draw(st.sampled_from(sorted(OPENINGS)))))
    turn, passed, over = "b", False, False
    reached = []
    while not over:
        spaces = [x for x, p in enumerate(port.board) if p == "s"]
        reached.append(Position("".join(port.board), turn, passed, spaces))
        moves = [x for x in spaces if port.get_rev_stone(x, turn)]
        if moves:
            play(port, draw(st.sampled_from(moves)), turn)
        over = passed and not moves
        passed = not moves
        turn = port.change_turn(turn)
    late = [position for position in reached if len(position.spaces) <= empty]
    position = draw(st.sampled_from(late or reached[-1:]))
    return position._replace(
        passed=position.passed and draw(st.booleans()),
        spaces=draw(st.permutations(position.spaces)),
    )
