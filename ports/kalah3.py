"""Kalah by nega-alpha with one bound.

Port of ``kalah3.py`` in the article "ネガマックス法とネガスカウト法" of the series "Algorithms with
Python" by Makoto Hiroi, whose rights remain his.

`limit` is the bound beyond which the opponent would not let the game come here. Every board opens
its own lower bound at MIN_VALUE: what was found above it is not handed down, which is what
``kalah4.py`` improves. ``python -m ports.kalah3`` plays at level 2 against itself.
"""
# ruff: noqa: RUF005, RUF059 -- the listing writes [pos] + m, and names a value it does not use

from ports.board import (
    FIRST_KALAH,
    KALAH,
    MAX_VALUE,
    MIN_VALUE,
    SECOND_KALAH,
    Board,
    init_count,
    print_count,
)


def negamax(turn, depth, board, limit):
    """Search `depth` turns, leaving a board as soon as its value reaches `limit`.

    >>> start = Board([6, 6, 6, 6, 6, 6, 0, 6, 6, 6, 6, 6, 6, 0])
    >>> negamax(FIRST_KALAH, 1, start, MAX_VALUE)
    (2, [0, 1])
    """
    if board.check_gameover() or depth == 0:
        v = board.value_func()
        if turn == SECOND_KALAH:
            v = -v
        return v, []

    value = MIN_VALUE
    move = []
    for pos in range(turn - 6, turn):
        if board[pos] == 0:
            continue
        b = board.copy()
        result = b.move_stone(turn, pos)
        m = []
        if result == KALAH:
            # The same player goes on, under the same bound.
            v, m = negamax(turn, depth, b, limit)
        else:
            v, _ = negamax((turn + 7) % 14, depth - 1, b, -value)
            v = -v

        if value < v:
            value = v
            move = [pos] + m
        if value >= limit:
            break
    return value, move


def negamax1(turn, depth, board, limit):
    """Search likewise, but let a search one turn deep choose the moves that follow a KALAH."""
    if board.check_gameover() or depth == 0:
        v = board.value_func()
        if turn == SECOND_KALAH:
            v = -v
        return v, []

    value = MIN_VALUE
    move = []
    for pos in range(turn - 6, turn):
        if board[pos] == 0:
            continue
        b = board.copy()
        result = b.move_stone(turn, pos)
        m = []
        if result == KALAH:
            # The best moves are wanted, not a value to cut with: hence no bound.
            v, m = negamax1(turn, 1, b, MAX_VALUE)
            for x in m:
                b.move_stone(turn, x)
        v, _ = negamax1((turn + 7) % 14, depth - 1, b, -value)
        v = -v

        if value < v:
            value = v
            move = [pos] + m
        if value >= limit:
            break
    return value, move


def play(first_depth, second_depth, think1=negamax, think2=negamax):
    """Play one game, printing every move and at last the number of evaluations."""
    init_count()
    board = Board([6, 6, 6, 6, 6, 6, 0, 6, 6, 6, 6, 6, 6, 0])
    turn = FIRST_KALAH
    while True:
        if turn == FIRST_KALAH:
            value, move = think1(turn, first_depth, board, MAX_VALUE)
        else:
            value, move = think2(turn, second_depth, board, MAX_VALUE)
        for x in move:
            print("move", x)
            board.move_stone(turn, x)
            board.print_board()
            print()
        if board.check_gameover():
            print("Game Over")
            board.print_board()
            print_count()
            return
        if turn == FIRST_KALAH:
            turn = SECOND_KALAH
        else:
            turn = FIRST_KALAH


if __name__ == "__main__":
    play(2, 2)
