"""Kalah by NegaScout (fail-soft).

Port of ``kalah5.py`` in the article "ネガマックス法とネガスカウト法" of the series "Algorithms with
Python" by Makoto Hiroi, whose rights remain his.

Unlike the NegaScout of the textbooks this one tries the null window on every move that ends the
turn, the first one included, since the moves are not sorted; a move that ends in a KALAH is
searched with the whole window at once. ``python -m ports.kalah5`` plays at level 2 against itself.
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


def negascout(turn, depth, board, alpha, beta):
    """Search `depth` turns, asking with a null window first whether a move is any better.

    >>> start = Board([6, 6, 6, 6, 6, 6, 0, 6, 6, 6, 6, 6, 6, 0])
    >>> negascout(FIRST_KALAH, 1, start, MIN_VALUE, MAX_VALUE)
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
            v, m = negascout(turn, depth, b, max(alpha, value), beta)
        else:
            a = max(alpha, value)
            v, _ = negascout((turn + 7) % 14, depth - 1, b, -(a + 1), -a)
            v = -v
            if beta > v > a:
                # The null window only told that v is a lower bound; now it opens the window.
                v, _ = negascout((turn + 7) % 14, depth - 1, b, -beta, -v)
                v = -v
        if v > value:
            value = v
            move = [pos] + m
        if value >= beta:
            break
    return value, move


def play(first_depth, second_depth):
    """Play one game, printing every move and at last the number of evaluations."""
    init_count()
    board = Board([6, 6, 6, 6, 6, 6, 0, 6, 6, 6, 6, 6, 6, 0])
    turn = FIRST_KALAH
    while True:
        if turn == FIRST_KALAH:
            value, move = negascout(turn, first_depth, board, MIN_VALUE, MAX_VALUE)
        else:
            value, move = negascout(turn, second_depth, board, MIN_VALUE, MAX_VALUE)
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
