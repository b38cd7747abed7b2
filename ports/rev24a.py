"""Reversi on 4x6 squares, solved to the end: nega-alpha, and nega-alpha with fail-soft.

Transliterated from ``rev24a.lisp`` in the article on the negamax and nega-alpha methods of
Makoto Hiroi's Common Lisp course (M.Hiroi's Home Page), Copyright (C) 2020 Makoto Hiroi, whose
rights in the listing remain his. ``python -m ports.rev24a`` runs ``solver``.

For the reader who holds the listing beside it:

- On a board `s` is an empty square, `o` the edge round all squares.
- Symbols are lower-case strings and are printed in upper case, as Lisp prints them; lists, and the
  vector ``*board*``, are Python lists; NIL where a list is meant is ``[]``; several values are a
  tuple. ``*board*`` is ``board`` here, and the parameter ``pass``, a keyword of Python, ``pass_``.
- The four variables are declared and unbound until somebody gives them a value, as after
  ``(defvar *board*)``: ``solver`` does, and so does whoever sets up a position by hand.
- ``init_board`` may be replaced before ``solver`` is called, to start from another position with
  two stones of each colour.
"""

init_board = """
    o o o o o o o o
    o s s s s s s o
    o s s w b s s o
    o s s w b s s o
    o s s s s s s o
    o o o o o o o o
""".split()

direction = [1, -1, 8, -8, 9, -9, 7, -7]
max_value = 50
min_value = -50
# fmt: off
space_list = [
     9, 14, 33, 38, 11, 12, 35, 36, 10, 13,
    34, 37, 17, 25, 22, 30, 18, 26, 21, 29,
]
# fmt: on

board: list[str]
black: int
white: int
count: int


def get_piece(x: int) -> str:
    """Return what stands on square x."""
    return board[x]


def put_piece(x: int, p: str) -> str:
    """Put p on square x; a stone is counted as one more of its colour."""
    global black, white
    match p:
        case "b":
            black += 1
        case "w":
            white += 1
    board[x] = p
    return p


def del_piece(x: int) -> str:
    """Empty square x; a stone that stood there is counted no longer."""
    global black, white
    match get_piece(x):
        case "b":
            black -= 1
        case "w":
            white -= 1
    board[x] = "s"
    return "s"


def get_value(turn: str) -> int:
    """Return how many stones turn is ahead, and count one more evaluation."""
    global count
    count += 1
    if turn == "b":
        return black - white
    else:
        return white - black


def change_turn(turn: str) -> str:
    """Return the opponent of turn.

    >>> change_turn("b")
    'w'
    """
    return "w" if turn == "b" else "b"


# a is never changed in place, so that one default list serves as NIL for every call
def get_rev_stone_sub(n: int, p: str, q: str, d: int, a: list = []) -> list:
    """Return the squares with q from n on in direction d, last first, if they end at a p."""
    if get_piece(n) == p:
        return a
    elif get_piece(n) == q:
        return get_rev_stone_sub(n + d, p, q, d, [n, *a])
    else:
        return []


def get_rev_stone(n: int, p: str) -> list:
    """Return the squares of the stones that p, put on square n, turns over.

    >>> from ports import rev24a
    >>> rev24a.board = list(rev24a.init_board)
    >>> rev24a.get_rev_stone(18, "b"), rev24a.get_rev_stone(21, "b")
    ([19], [])
    """
    q = "w" if p == "b" else "b"
    return [x for d in direction for x in get_rev_stone_sub(n + d, p, q, d)]


def reverse_stone(xs: list, p: str) -> int | None:
    """Turn the opponent's stones on squares xs into stones of p."""
    global black, white
    for x in xs:
        put_piece(x, p)
    match p:
        case "b":
            white -= len(xs)
            return white
        case "w":
            black -= len(xs)
            return black
    return None


def nega_alpha(turn: str, xs: list, pass_: bool, limit: int) -> tuple[int, list]:
    """Return the value of the board for turn and the line of best play, by nega-alpha.

    xs are the empty squares in the order to try them; pass_ says that the last move was a pass. A
    board is left as soon as its value reaches limit: such a value is a lower bound, and its line
    need not be the best.
    """
    if not xs:
        return get_value(turn), []
    value = min_value
    move = []
    for x in xs:
        rs = get_rev_stone(x, turn)
        if rs:
            reverse_stone(rs, turn)
            put_piece(x, turn)
            v, m = nega_alpha(change_turn(turn), [y for y in xs if y != x], False, -value)
            v = -v
            del_piece(x)
            reverse_stone(rs, change_turn(turn))
            if value < v:
                if limit <= v:
                    return v, [x, *m]
                value = v
                move = [x, *m]
    if not move:
        if pass_:
            return get_value(turn), ["pass"]
        else:
            v, m = nega_alpha(change_turn(turn), xs, True, -value)
            return -v, ["pass", *m]
    else:
        return value, move


def nega_alpha2(turn: str, xs: list, pass_: bool, alpha: int, beta: int) -> tuple[int, list]:
    """Return value and line within the window from alpha to beta, by fail-soft nega-alpha.

    A value inside the window is exact; at beta or above it is a lower bound, at alpha or below an
    upper bound.
    """
    if not xs:
        return get_value(turn), []
    value = min_value
    move = []
    for x in xs:
        rs = get_rev_stone(x, turn)
        if rs:
            reverse_stone(rs, turn)
            put_piece(x, turn)
            v, m = nega_alpha2(
                change_turn(turn), [y for y in xs if y != x], False, -beta, -max(alpha, value)
            )
            v = -v
            del_piece(x)
            reverse_stone(rs, change_turn(turn))
            if value < v:
                if beta <= v:
                    return v, [x, *m]
                value = v
                move = [x, *m]
    if not move:
        if pass_:
            return get_value(turn), ["pass"]
        else:
            v, m = nega_alpha2(change_turn(turn), xs, True, -beta, -alpha)
            return -v, ["pass", *m]
    else:
        return value, move


def print_board() -> None:
    """Print the whole board, its walls as blanks, and an empty line."""
    i = 0
    for x in range(len(board)):
        if get_piece(x) == "o":
            print("  ", end="")
        else:
            print(f"{get_piece(x).upper()} ", end="")
        i += 1
        if i == 8:
            print()
            i = 0
    print()


def print_move(ls: list) -> None:
    """Play the line ls on the board, black first, and print every move and the board after it."""
    turn = "b"
    for x in ls:
        if x == "pass":
            print(f"{turn.upper()} : PASS!!")
        else:
            print(f"{turn.upper()} : {x}")
            reverse_stone(get_rev_stone(x, turn), turn)
            put_piece(x, turn)
            print(f"B = {black} : W = {white}")
            print_board()
        turn = "w" if turn == "b" else "b"


def solver() -> int:
    """Solve init_board with black to move, print value, line and count, and return the count."""
    global board, white, black, count
    board = list(init_board)
    white = 2
    black = 2
    count = 0
    v, m = nega_alpha2("b", space_list, False, min_value, max_value)
    print(f"value = {v}")
    print_move(m)
    # Lisp's print begins a new line, ends with a space, and leaves the line open
    print(f"\n{count} ", end="")
    return count


if __name__ == "__main__":
    solver()
