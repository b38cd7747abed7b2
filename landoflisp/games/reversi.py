"""Reversi on any even board from 4x4 to 8x8, as pure functions on the listings' walled board.

The squares of a board are the one-dimensional array of the listings as a tuple of letters: `o`
wall, `s` space, `b` black, `w` white. The wall round the board stops every walk along a direction,
so that a direction is one number. A square is an index into that tuple; people may write it `c1`:
column, then row, both from the top left.

In the tree of a position the player is `'b'` or `'w'` and an action is the square to play on, or
`'pass'`, which is the only move where there is no other. With no space left, or after two passes,
the game is over.

>>> position = start(4, 4)
>>> print(show(position.board))
  a b c d
1 . . . .
2 . w b .
3 . b w .
4 . . . .
>>> [name(position.board, move.action) for move in tree(position).moves]
['b1', 'a2', 'd3', 'c4']

Source: M. Hiroi, `rev16nega.lisp` and `rev24a.lisp`, whose names the functions carry.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from math import isqrt
from string import ascii_lowercase, digits
from typing import Any, NamedTuple

from landoflisp.errors import BadInput, BadPosition, of_kind, quoted, whole_number
from landoflisp.games.notation import NOT_WRITTEN, split_printed
from landoflisp.tree import Action, Tree, unfold_tree

__all__ = [
    "OPENINGS",
    "ORDERS",
    "PASS",
    "SIZES",
    "Board",
    "Position",
    "Squares",
    "change_turn",
    "columns",
    "corners_first",
    "get_rev_stone",
    "get_value",
    "line",
    "moves",
    "name",
    "parse",
    "position",
    "put_piece",
    "rows",
    "show",
    "square",
    "start",
    "tree",
]

Squares = tuple[str, ...]


class Board(NamedTuple):
    """All that the rules need to know: squares, spaces in the order to try them, width, passes.

    `width` is the distance from one row to the next, the walls included; `passes` counts the passes
    just made, 2 of which end the game.
    """

    squares: Squares
    spaces: tuple[int, ...]
    width: int
    passes: int = 0

    def __str__(self) -> str:
        return show(self)

    def __repr__(self) -> str:
        over = "._replace(passes=2)" if self.passes == 2 else ""
        written = _written(Position("b", self._replace(passes=0) if over else self))
        if written is None:
            return f"reversi.Board{tuple(self)}"
        squares, _, *rest = written
        return f"reversi.position({', '.join([squares, *rest])}).board{over}"

    def _repr_svg_(self) -> str:
        return Tree(None, self, ())._repr_svg_()


class Position(NamedTuple):
    """Whose turn it is, on which board.

    >>> start(4, 4)
    reversi.position('..../.wb./.bw./....', 'b')
    """

    turn: str
    board: Board

    def __str__(self) -> str:
        return str(tree(self))

    def __repr__(self) -> str:
        written = _written(self)
        if written is None:
            return f"reversi.Position{tuple(self)}"
        return f"reversi.position({', '.join(written)})"

    def _repr_svg_(self) -> str:
        return tree(self)._repr_svg_()


PASS = "pass"
SIZES = (4, 6, 8)
OPENINGS = {"cross": ("wb", "bw"), "parallel": ("wb", "wb")}
ORDERS = ("corners", "scan")
OTHER = {"b": "w", "w": "b"}
DIRECTIONS = {w: (1, -1, w, -w, w + 1, -w - 1, w - 1, 1 - w) for w in (n + 2 for n in SIZES)}
# The order that rev24a tries on 4x6: corners, middle of the long edges, beside the corners, inside.
SPACE_LIST = (9, 14, 33, 38, 11, 12, 35, 36, 10, 13, 34, 37, 17, 25, 22, 30, 18, 26, 21, 29)

# How late `corners_first` tries a square, by its distances from the two nearest edges.
RANKS = {(0, 0): 0, (0, 1): 3, (1, 1): 4}


# The rules


def change_turn(turn: str) -> str:
    """Return the other colour.

    >>> change_turn("b")
    'w'
    """
    return OTHER[turn]


def get_rev_stone(squares: Squares, n: int, p: str, width: int) -> list[int]:
    """Return the squares of the discs that `p` turns over by playing on the space `n`.

    >>> board = start(4, 4).board
    >>> get_rev_stone(board.squares, 8, "b", board.width)
    [14]
    """
    q = OTHER[p]
    stones: list[int] = []
    for d in DIRECTIONS[width]:
        if squares[n + d] == q:
            end = n + d + d
            while squares[end] == q:
                end += d
            if squares[end] == p:
                stones += range(n + d, end, d)
    return stones


def put_piece(squares: Squares, n: int, p: str, stones: Iterable[int]) -> Squares:
    """Return the squares after `p` played on `n` and turned the stones over."""
    after = list(squares)
    after[n] = p
    for stone in stones:
        after[stone] = p
    return tuple(after)


def moves(turn: str, board: Board) -> Iterator[tuple[Action, str, Board]]:
    """Yield (action, next turn, next board) for each legal move, in the order of the spaces.

    >>> [action for action, turn, board in moves(*start(4, 4))]
    [8, 13, 22, 27]
    """
    squares, spaces, width, passes = board
    if not spaces or passes == 2:
        return
    other = OTHER[turn]
    stuck = True
    for i, n in enumerate(spaces):
        if stones := get_rev_stone(squares, n, turn, width):
            stuck = False
            after = put_piece(squares, n, turn, stones)
            yield n, other, Board(after, spaces[:i] + spaces[i + 1 :], width)
    if stuck:
        yield PASS, other, Board(squares, spaces, width, passes + 1)


def tree(position: Position) -> Tree:
    """Return the lazy game tree of a position; nothing of it is expanded yet.

    Raises `BadPosition` for what is none.
    """
    match position:
        case ("b" | "w" as turn, Board() as board):
            return unfold_tree(moves, turn, board)
    raise BadPosition(f"a reversi position is expected, not {quoted(position)}")


def get_value(board: Board, turn: str) -> int:
    """Return how many more discs `turn` has than the other colour.

    >>> get_value(start(4, 4).board, "b")
    0
    """
    return board.squares.count(turn) - board.squares.count(OTHER[turn])


# Positions


def start(
    rows: int = 8,
    columns: int = 8,
    opening: str = "cross",
    order: str | Iterable[int | str] = "corners",
) -> Position:
    """Return the start of a game, black to move; `order` as in `position`.

    Raises `BadPosition` for a size that is not even or not from 4 to 8, or an unknown opening.

    >>> print(show(start(4, 6, "parallel").board))
      a b c d e f
    1 . . . . . .
    2 . . w b . .
    3 . . w b . .
    4 . . . . . .
    """
    rows, columns = _size(rows, columns)
    if opening not in tuple(OPENINGS):
        raise BadPosition(f"an opening is {' or '.join(OPENINGS)}, not {quoted(opening)}")
    side = "s" * (columns // 2 - 1)
    middle = [side + pair + side for pair in OPENINGS[opening]]
    empty = ["s" * columns] * (rows // 2 - 1)
    return position("/".join([*empty, *middle, *empty]), order=order)


def position(
    squares: str | Iterable[str],
    turn: str | None = None,
    order: str | Iterable[int | str] = "corners",
    passed: bool = False,
) -> Position:
    """Return the position of a board that `parse` can read, or of walled squares.

    Without a turn it is that of a printed tree, or else black's. `order` is the order in which the
    spaces are tried: `corners` (the listings', corners first), `scan` (row by row), or every space
    once, as a number or a name. `passed` says that the last move was a pass. Raises `BadPosition`.

    >>> position('''
    ...       a b c d
    ...     1 w b b b
    ...     2 w b b b
    ...     3 w b b b
    ...     4 . . b b
    ... ''', turn="w")
    reversi.position('wbbb/wbbb/wbbb/..bb', 'w')
    >>> position("wbbb/wbbb/wbbb/ssbb", order=["b4", 25], passed=True)
    reversi.position('wbbb/wbbb/wbbb/..bb', 'b', order=['b4', 'a4'], passed=True)
    """
    text = squares if isinstance(squares, str) else "".join(_squares(squares))
    drawing, printed = split_printed(text, "b")
    turn = printed if turn is None else turn
    if turn not in ("b", "w"):
        raise BadPosition(f"the turn is b or w, not {quoted(turn)}")
    walled = parse(drawing)
    board = Board(walled, (), _width(walled), int(bool(passed)))
    return Position(turn, board._replace(spaces=_order(board, order)))


def parse(text: str, columns: int | None = None) -> Squares:
    """Return the walled squares of a board as people write it.

    That is what `show` prints, or rows of letters `b`, `w`, `s` (or `.`) with white space or `/`
    between them; with walls (`o`) or, given the number of columns or for a square board, all in one
    run. The letters of the columns may stand above and below, the numbers of the rows left and
    right; what a printed tree says below the board is left out. Raises `BadPosition`.

    >>> parse("ssss/swbs/sbws/ssss") == start(4, 4).board.squares
    True
    >>> parse(show(start(4, 6).board)) == start(4, 6).board.squares
    True
    """
    if columns is not None:
        columns = whole_number("the number of columns", columns, SIZES[0], SIZES[-1], BadPosition)
    drawn = _drawn_rows(split_printed(text)[0])
    run = "".join(drawn)
    if foreign := sorted(set(run) - set("bwso")):
        raise BadPosition(
            f"a board is written with b, w, s or . for a space, o for a wall, not {foreign[0]!r}"
        )
    if "o" in run:
        drawn = _inside_walls(run)
    elif len(drawn) == 1:
        drawn = _split(run, columns or isqrt(len(run)))
    if len({len(row) for row in drawn}) > 1:
        lengths = ", ".join(str(len(row)) for row in drawn)
        raise BadPosition(f"the rows of a board are equally long, not {lengths} squares")
    _size(len(drawn), len(drawn[0]) if drawn else 0)
    return tuple(_walled(drawn))


def _drawn_rows(text: str) -> list[str]:
    lines = ("".join(line.split()) for line in text.lower().replace("/", "\n").splitlines())
    drawn = [line.replace(".", "s") for line in lines if line]
    letters, *rows = drawn or [""]
    if not ascii_lowercase.startswith(letters):
        rows = drawn
    if rows and ascii_lowercase.startswith(rows[-1]):
        rows = rows[:-1]
    return [_without_labels(row, i) for i, row in enumerate(rows, 1)]


def _without_labels(row: str, number: int) -> str:
    squares = row.strip(digits)
    for label in row.split(squares) if squares else [row]:
        if label not in ("", str(number)):
            raise BadPosition(
                f"rows are numbered 1, 2, 3 from the top; row {number} is not {quoted(label)}"
            )
    return squares


def _walled(inside: list[str]) -> str:
    wall = "o" * (len(inside[0]) + 2)
    return "".join([wall, *(f"o{row}o" for row in inside), wall])


def _inside_walls(run: str) -> list[str]:
    inside = [row[1:-1] for row in _split(run, _width(run))[1:-1]]
    if not inside or _walled(inside) != run:
        raise BadPosition("walls (o) stand all round a board, one square thick, and nowhere else")
    return inside


def _split(run: str, width: int) -> list[str]:
    return [run[i : i + width] for i in range(0, len(run), width)] if width > 0 else []


def _width(squares: Squares | str) -> int:
    """Tell the distance between rows from the wall above the first square."""
    return next((n for n, piece in enumerate(squares) if piece != "o"), 1) - 1


def _size(rows: int, columns: int) -> tuple[int, int]:
    with suppress(BadInput):
        size = whole_number("rows", rows), whole_number("columns", columns)
        if all(n in SIZES for n in size):
            return size
    raise BadPosition(
        f"a board has an even number of rows and columns from {SIZES[0]} to {SIZES[-1]}, "
        f"not {quoted(rows)}x{quoted(columns)}"
    )


def _squares(squares: Any) -> Squares:
    given = tuple(squares) if isinstance(squares, Iterable) else (None,)
    if not all(isinstance(square, str) for square in given):
        raise BadPosition(f"a board is a text, or squares b, w, s and o, not {quoted(squares)}")
    return given


def _order(board: Board, order: str | Iterable[int | str]) -> tuple[int, ...]:
    spaces = tuple(n for n, piece in enumerate(board.squares) if piece == "s")
    if order == "scan":
        return spaces
    if order == "corners":
        return corners_first(board, spaces)
    if isinstance(order, str) or not isinstance(order, Iterable):
        raise BadPosition(
            f"an order is {', '.join(ORDERS)} or a list of squares, not {quoted(order)}"
        )
    wanted = tuple(square(board, n) for n in order)
    for n in wanted:
        if n not in spaces:
            raise BadPosition(f"{name(board, n)} ({n}) is occupied: an order lists the spaces")
    if sorted(wanted) != list(spaces):
        missing = [name(board, n) for n in spaces if n not in wanted]
        wrong = f"leaves out {', '.join(missing)}" if missing else "names a square twice"
        raise BadPosition(f"an order lists every space once; this one {wrong}")
    return wanted


def corners_first(board: Board, spaces: Iterable[int]) -> tuple[int, ...]:
    """Return the spaces in the listings' order: corners first.

    On 4x6 it is the `space-list` of rev24a. Elsewhere corners, the rest of the edges, the inner
    squares, those beside a corner along an edge, those beside it on the diagonal; row by row in
    each class. On 4x4 that is the order of rev16nega.

    >>> board = start(4, 4).board
    >>> corners_first(board, range(7, 14))
    (7, 10, 8, 9, 13)
    """
    last = rows(board) - 1, columns(board) - 1

    def rank(n: int) -> tuple[int, int]:
        if last == (3, 5) and n in SPACE_LIST:
            return -1, SPACE_LIST.index(n)
        row, column = n // board.width - 1, n % board.width - 1
        near, far = sorted((min(row, last[0] - row), min(column, last[1] - column)))
        return RANKS.get((near, far), 2 if near else 1), n

    return tuple(sorted((n for n in spaces if board.squares[n] == "s"), key=rank))


# Squares and boards for people


def rows(board: Board) -> int:
    """Return the number of rows inside the walls; raise `BadInput` for what is no board."""
    of_kind("a reversi board", board, Board)
    return len(board.squares) // board.width - 2


def columns(board: Board) -> int:
    """Return the number of columns inside the walls; raise `BadInput` for what is no board."""
    of_kind("a reversi board", board, Board)
    return board.width - 2


def square(board: Board, text: int | str) -> int:
    """Return the number of a square, given the number or the name.

    Raises `BadInput` if it is not on the board.

    >>> square(start(4, 4).board, "b1"), square(start(4, 4).board, "8")
    (8, 8)
    """
    last = f"{ascii_lowercase[columns(board) - 1]}{rows(board)}"
    wanted = text.lower() if isinstance(text, str) else quoted(text)
    for n, piece in enumerate(board.squares):
        if piece != "o" and wanted in (str(n), name(board, n)):
            return n
    raise BadInput(f"{quoted(text)} is not a square of this board: squares are a1 to {last}")


def name(board: Board, action: Action) -> str:
    """Return what people call an action: the column's letter and the row's number, or `pass`.

    Raises `BadInput` for what is neither a square of the board nor `pass`.

    >>> name(start(4, 4).board, 8)
    'b1'
    """
    of_kind("a reversi board", board, Board)
    if action == PASS:
        return PASS
    on_board = isinstance(action, int) and 0 <= action < len(board.squares)
    if not isinstance(action, int) or not on_board or board.squares[action] == "o":
        raise BadInput(f"{quoted(action)} is neither a square of this board nor {PASS}")
    row, column = divmod(action, board.width)
    return f"{ascii_lowercase[column - 1]}{row}"


def line(board: Board, text: str) -> tuple[Action, ...]:
    """Return the actions that a text names: squares by name or number, and `pass`.

    Raises `BadInput` for what is no square of the board.

    >>> line(start(4, 4).board, "b1 7 pass")
    (8, 7, 'pass')
    """
    of_kind("a text", text, str)
    words = text.replace(",", " ").split()
    return tuple(PASS if word.lower() == PASS else square(board, word) for word in words)


def show(board: Board) -> str:
    """Return a drawing of the board, which `parse` reads back.

    >>> print(show(position("wbbb/wbbb/wbbb/ssbb").board))
      a b c d
    1 w b b b
    2 w b b b
    3 w b b b
    4 . . b b
    """
    of_kind("a reversi board", board, Board)
    inside = _inside_walls("".join(board.squares))
    header = " ".join(ascii_lowercase[: columns(board)])
    return "\n".join(
        [
            f"  {header}",
            *(f"{i} {' '.join(row.replace('s', '.'))}" for i, row in enumerate(inside, 1)),
        ]
    )


def _written(found: Position) -> list[str] | None:
    """Return the arguments of `position` that make a position, if it does: the unusual ones."""
    turn, board = found
    try:
        rows = "/".join(row.replace("s", ".") for row in _inside_walls("".join(board.squares)))
        usual = board.spaces == corners_first(board, range(len(board.squares)))
        order = "corners" if usual else [name(board, n) for n in board.spaces]
        if position(rows, turn, order, board.passes == 1) != found:
            return None
    except NOT_WRITTEN:
        return None
    ordered = [] if usual else [f"order={order}"]
    passed = ["passed=True"] if board.passes == 1 else []
    return [repr(rows), repr(turn), *ordered, *passed]
