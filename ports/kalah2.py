"""Kalah by negamax.

Port of ``kalah2.py`` in the article "ネガマックス法とネガスカウト法" of the series "Algorithms with
Python" by Makoto Hiroi, whose rights remain his.

A search answers ``(value, move)``: the value as the player `turn` sees it, and the pits that this
player empties one after the other in this turn. Depth counts turns, so a further move of the same
player costs none. Searching may sweep the board it is given: `check_gameover` does, when a side is
empty. ``python -m ports.kalah2`` plays at level 2 against itself.
"""
# ruff: noqa: RUF005, RUF059 -- the listing writes [pos] + m, and names a value it does not use

from ports.board import FIRST_KALAH, KALAH, MIN_VALUE, SECOND_KALAH, Board, init_count, print_count


def negamax(turn, depth, board):
    """Search every line to the end of `depth` turns.

    >>> start = Board([6, 6, 6, 6, 6, 6, 0, 6, 6, 6, 6, 6, 6, 0])
    >>> negamax(FIRST_KALAH, 1, start)
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
            # The turn has not changed, hence neither do sign and depth.
            v, m = negamax(turn, depth, b)
        else:
            v, _ = negamax((turn + 7) % 14, depth - 1, b)
            v = -v

        if value < v:
            value = v
            move = [pos] + m
    return value, move


def negamax1(turn, depth, board):
    """Search likewise, but let a search one turn deep choose the moves that follow a KALAH.

    The evaluations of those small searches are counted too.
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
            # Only the moves are taken: the value that counts is the opponent's answer to them.
            v, m = negamax1(turn, 1, b)
            for x in m:
                b.move_stone(turn, x)
        v, _ = negamax1((turn + 7) % 14, depth - 1, b)
        v = -v

        if value < v:
            value = v
            move = [pos] + m
    return value, move


def play(first_depth, second_depth, think1=negamax, think2=negamax):
    """Play one game, printing every move and at last the number of evaluations."""
    init_count()
    board = Board([6, 6, 6, 6, 6, 6, 0, 6, 6, 6, 6, 6, 6, 0])
    turn = FIRST_KALAH
    while True:
        if turn == FIRST_KALAH:
            value, move = think1(turn, first_depth, board)
        else:
            value, move = think2(turn, second_depth, board)
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
