"""The MiniMax number game, by minimax in two functions that call each other.

Port of ``minimax.py`` by Makoto Hiroi (M.Hiroi's Home Page), whose rights remain his. The text of
the article has lost its indentation; it is restored here. What the program prints is Japanese, as
in the listing.

The first player takes a number from the row that the opponent's last number was in, the second one
from its column; the first move is out of row 0. The game is over when the row or the column of the
number just taken is empty. A search answers ``(value, move)``: the value as the first player sees
it, and the column (first player) or row (second player) to take from, -1 at a leaf.

Three things of the listing to know before comparing:

- At the end of a game the searches score it without the number just taken, `play` with it.
- Drawing the boards is all that uses `random`, 64 numbers a board and more where a zero is redrawn,
  so a table is reproducible from the seed that `test1` sets.
- `count` has a value from the start here, so that a search can be called without `play` before it.

``python -m ports.minimax`` plays at level 2 against itself, on a board that differs every time.
"""

import random

SIZE = 8
NON_VAL = 999
MAX_VAL = 999
MIN_VAL = -999
WIN_FST = 500
WIN_SND = -500

# Evaluations in the current game.
count = 0


def init_board():
    """Draw a board of rows of numbers between -9 and 9, none of them 0."""

    def select_number():
        n = random.randint(-9, 9)
        if n == 0:
            n = random.randint(1, 9)
        return n

    return [[select_number() for _ in range(SIZE)] for _ in range(SIZE)]


def print_board(b, fval, sval):
    """Print the score and the board, `**` where the number is gone.

    The listing ends every number, the last of a row too, with a space.
    """
    print(f"先手 {fval} 点, 後手 {sval} 点")
    for xs in b:
        for x in xs:
            if x == NON_VAL:
                print("**", end=" ")
            else:
                print(f"{x:+d}", end=" ")
        print()


def gameover(board, x, y):
    """Tell whether row `x` or column `y` has no number left."""
    c1, c2 = True, True
    for i in range(SIZE):
        if board[x][i] != NON_VAL:
            c1 = False
        if board[i][y] != NON_VAL:
            c2 = False
    return c1 or c2


def value_func(fval, sval, final=False):
    """Count one evaluation and return the lead of the first player, or who won if `final`.

    >>> value_func(9, 7), value_func(9, 7, True), value_func(7, 9, True), value_func(7, 7, True)
    (2, 500, -500, 0)
    """
    global count
    count += 1
    if final:
        if fval > sval:
            m = WIN_FST
        elif fval < sval:
            m = WIN_SND
        else:
            m = 0
    else:
        m = fval - sval
    return m


def move_first(depth, board, prev, fval, sval):
    """Search `depth` moves for the first player, who takes from row `prev`."""
    if depth == 0:
        return value_func(fval, sval), -1
    value = MIN_VAL
    m = -1
    for x in range(SIZE):
        if board[prev][x] == NON_VAL:
            continue
        num = board[prev][x]
        board[prev][x] = NON_VAL
        if gameover(board, prev, x):
            # As in the listing: num is left out of the score.
            v = value_func(fval, sval, True)
        else:
            v, _ = move_second(depth - 1, board, x, fval + num, sval)
        board[prev][x] = num
        if v > value:
            value = v
            m = x
    return value, m


def move_second(depth, board, prev, fval, sval):
    """Search `depth` moves for the second player, who takes from column `prev`."""
    if depth == 0:
        return value_func(fval, sval), -1
    value = MAX_VAL
    m = -1
    for x in range(SIZE):
        if board[x][prev] == NON_VAL:
            continue
        num = board[x][prev]
        board[x][prev] = NON_VAL
        if gameover(board, x, prev):
            v = value_func(fval, sval, True)
        else:
            v, _ = move_first(depth - 1, board, x, fval, sval + num)
        board[x][prev] = num
        if v < value:
            value = v
            m = x
    return value, m


def play(first_depth, second_depth, verbos=True):
    """Play one game on a new board; return the first player's lead and the evaluations."""
    global count
    count = 0
    b = init_board()
    fval, sval = 0, 0
    if verbos:
        print_board(b, fval, sval)
    prev = 0
    move = 1
    while True:
        if move % 2 != 0:
            _, m = move_first(first_depth, b, prev, fval, sval)
            num = b[prev][m]
            fval += num
            b[prev][m] = NON_VAL
            if verbos:
                print(f"\n{move}: 先手 ({prev}, {m}) の {num} をゲット\n")
            if gameover(b, prev, m):
                break
        else:
            _, m = move_second(second_depth, b, prev, fval, sval)
            num = b[m][prev]
            sval += num
            b[m][prev] = NON_VAL
            if verbos:
                print(f"\n{move}: 後手 ({m}, {prev}) の {num} をゲット\n")
            if gameover(b, m, prev):
                break
        if verbos:
            print_board(b, fval, sval)
        prev = m
        move += 1

    if verbos:
        print("Game Over")
        print_board(b, fval, sval)
        print(count)
        if fval > sval:
            print("先手の勝ちです")
        elif fval < sval:
            print("後手の勝ちです")
        else:
            print("引き分けです")
    return fval - sval, count


def test(n, fd, sd):
    """Play `n` games and print wins of either side, draws, and the mean number of evaluations."""
    fwin = swin = draw = 0
    cnt = 0
    for _ in range(n):
        v, c = play(fd, sd, False)
        if v > 0:
            fwin += 1
        elif v < 0:
            swin += 1
        else:
            draw += 1
        cnt += c
    print(f"先手 {fwin} 勝, 後手 {swin} 勝, {draw} 分け")
    print(f"平均評価回数 {cnt // n}")


def test1(s, e):
    """Play a hundred games for every two levels from `s` up to, not including, `e`."""
    random.seed(0)
    for x in range(s, e):
        for y in range(s, e):
            print("----", x, y, "----")
            test(100, x, y)


if __name__ == "__main__":
    play(2, 2)
