"""The MiniMax number game, on square boards of any size, as pure functions.

Both players take numbers off a board and add them up. The first player takes from a row, the second
from a column: the one in which the other player's last number stood. The first move is out of row
0. The game is over when the row or the column of the number just taken is empty.

In the tree of a position the player is `'first'` or `'second'`, and an action says where in the row
or the column the number stands: its column for the first player, its row for the second.

>>> position = start(seed=0, size=4)
>>> print(show(position.board))
first 0, second 0
     0   1   2   3
0|  +3  +4  -8  -1
1|  +7  +6  +3  +8
2|  +2  +9  -3  +7
3|  -5  +3  -6  -1
>>> [(move.action, move.tree.board.scores) for move in tree(position).moves]
[(0, (3, 0)), (1, (4, 0)), (2, (-8, 0)), (3, (-1, 0))]

Source: M. Hiroi, `minimax.py`.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from landoflisp.errors import BadInput, BadPosition, of_kind, quoted, whole_number
from landoflisp.games.notation import NOT_WRITTEN, split_printed
from landoflisp.tree import Action, Tree, unfold_tree

__all__ = [
    "FIRST",
    "SECOND",
    "Board",
    "Position",
    "change_turn",
    "get_lead",
    "get_value",
    "moves",
    "name",
    "parse",
    "position",
    "show",
    "start",
    "starts",
    "tree",
]

FIRST, SECOND = "first", "second"
OTHER = {FIRST: SECOND, SECOND: FIRST}
WON = 500
MOST_ROWS = 100
MOST_GAMES = 10_000  # that a seed draws
MOST = 10**15  # the largest number on a board

Number = int | None
Scores = tuple[int, int]
Grid = tuple[tuple[Number, ...], ...]

SCORES = re.compile(r"first\s+([+-]?[0-9]{1,99}),\s*second\s+([+-]?[0-9]{1,99})", re.I)


class Board(NamedTuple):
    """All that the rules need to know: numbers, size, the line to take from, the scores.

    `numbers` are the rows one after the other, None where the number is gone; `line` is the row or
    column that is next. `before_last` are the scores without the number that ended the game, and
    None as long as it goes on.
    """

    numbers: tuple[Number, ...]
    size: int
    line: int = 0
    scores: Scores = (0, 0)
    before_last: Scores | None = None

    def __str__(self) -> str:
        return show(self)

    def __repr__(self) -> str:
        written = _written(Position(FIRST, self))
        if written is None:  # over, say: nothing that `position` makes
            return f"minimax_game.Board{tuple(self)}"
        numbers, _, *rest = written
        return f"minimax_game.position({', '.join([numbers, *rest])}).board"

    def _repr_svg_(self) -> str:
        return Tree(None, self, ())._repr_svg_()


class Position(NamedTuple):
    """Whose turn it is, on which board.

    >>> start(size=2)
    minimax_game.position('3 4 / -8 -1', 'first')
    """

    player: str
    board: Board

    def __str__(self) -> str:
        return str(tree(self))

    def __repr__(self) -> str:
        written = _written(self)
        if written is None:
            return f"minimax_game.Position{tuple(self)}"
        return f"minimax_game.position({', '.join(written)})"

    def _repr_svg_(self) -> str:
        return tree(self)._repr_svg_()


# The rules


def change_turn(player: str) -> str:
    """Return the other player.

    >>> change_turn("first")
    'second'
    """
    return OTHER[player]


def moves(player: str, board: Board) -> Iterator[tuple[int, str, Board]]:
    """Yield (action, next player, next board) for each number that the player may take, in order.

    >>> player, board = position("4 -1 / 2 3", "second", line=1)
    >>> [(action, after.scores) for action, player, after in moves(player, board)]
    [(0, (0, -1)), (1, (0, 3))]
    """
    numbers, size, line, (first, second), before_last = board
    if before_last is not None:
        return
    other = OTHER[player]
    empty: list[Number] = [None] * size
    choice = numbers[line * size :][:size] if player == FIRST else numbers[line::size]
    last_of_line = choice.count(None) == size - 1
    for action, number in enumerate(choice):
        if number is None:
            continue
        left = list(numbers)
        if player == FIRST:
            left[line * size + action] = None
            crossing = left[action::size]
            scores = first + number, second
        else:
            left[action * size + line] = None
            crossing = left[action * size : (action + 1) * size]
            scores = first, second + number
        ended = (first, second) if last_of_line or crossing == empty else None
        yield action, other, Board(tuple(left), size, action, scores, ended)


def tree(position: Position) -> Tree:
    """Return the lazy game tree of a position; nothing of it is expanded yet.

    Raises `BadPosition` for what is none.
    """
    match position:
        case ("first" | "second" as player, Board() as board):
            return unfold_tree(moves, player, board)
    raise BadPosition(f"a position of the MiniMax game is expected, not {quoted(position)}")


def get_lead(board: Board, player: str) -> int:
    """Return how many points a player is ahead.

    >>> get_lead(position("4 -1 / 2 3", scores=(9, 7)).board, "second")
    -2
    """
    first, second = board.scores
    return first - second if player == FIRST else second - first


def get_value(board: Board, player: str, last_counts: bool = True, won: int = WON) -> int:
    """Return how many points a player is ahead; when the game is over, what it is to have won it.

    A lost game is worth `-won`, a draw 0. As in the listing `won` is more than any usual lead; on
    larger boards or with larger numbers say more.

    The listing's search looks at the scores before the last number was taken:
    `last_counts=False`. Its game does not.

    >>> over = tree(position("9")).moves
    >>> [(get_value(end.board, "first"), get_value(end.board, "first", False)) for _, end in over]
    [(500, 0)]
    """
    first, second = board.scores
    if board.before_last is not None:
        if not last_counts:
            first, second = board.before_last
        first, second = won * (first > second), won * (first < second)
    return first - second if player == FIRST else second - first


# Positions


def start(seed: int = 0, size: int = 8, number: int = 0) -> Position:
    """Return the start of the game that a seed draws, or of that `number` of `starts`.

    Raises `BadPosition` for a size that is not from 1 to 100 or a number not from 0 to 10,000.

    >>> start(7, number=2) == list(islice(starts(7), 3))[2]
    True
    """
    before = whole_number("the number of a game", number, 0, MOST_GAMES, BadPosition)
    return next(islice(starts(seed, size), before, None))


def starts(seed: int = 0, size: int = 8) -> Iterator[Position]:
    """Return the starts of game after game, without end, as the listing draws them.

    They are those after `random.seed(seed)`; the article's tournament plays the first 1600 of
    seed 0. Numbers are from -9 to 9 and not 0, more of them positive. Raises `BadPosition` as
    `start` does.
    """
    rows = whole_number("the number of rows", size, 1, MOST_ROWS, BadPosition)
    return _starts(whole_number("a seed", seed, error=BadPosition), rows)


def _starts(seed: int, size: int) -> Iterator[Position]:
    random = Random(seed)
    while True:
        numbers = tuple(random.randint(-9, 9) or random.randint(1, 9) for _ in range(size * size))
        yield Position(FIRST, Board(numbers, size))


def position(
    rows: str | Iterable[Iterable[Number]],
    player: str | None = None,
    line: int = 0,
    scores: Scores | None = None,
) -> Position:
    """Return the position of a board that `parse` can read, or of rows of numbers.

    None stands where a number is gone; `line` is the row or column to take from, which no drawing
    shows. The scores are those above a drawing, or else 0; the player is that of a printed tree, or
    else the first. Raises `BadPosition`, also where nothing is left to take.

    >>> position('''
    ...     first 9, second -7
    ...          0   1
    ...     0|  +4  **
    ...     1|  +2  +3
    ... ''', "second", line=1)
    minimax_game.position('4 ** / 2 3', 'second', line=1, scores=(9, -7))
    """
    drawn, printed = None, FIRST
    if isinstance(rows, str):
        drawing, printed = split_printed(rows, FIRST)
        grid, drawn = _read(drawing)
    else:
        grid = _grid(rows)
    player = printed if player is None else player
    size = whole_number("the number of rows", len(grid), 1, MOST_ROWS, BadPosition)
    for row in grid:
        if len(row) != size:
            raise BadPosition(
                f"a board has as many columns as rows, not {size} rows and {len(row)} columns"
            )
    if player not in (FIRST, SECOND):
        raise BadPosition(f"a player is {FIRST} or {SECOND}, not {quoted(player)}")
    line = whole_number("the row or column to take from", line, 0, size - 1, BadPosition)
    if {FIRST: grid[line], SECOND: tuple(row[line] for row in grid)}[player] == (None,) * size:
        where = "row" if player == FIRST else "column"
        raise BadPosition(f"{where} {line} is empty: nothing is left to take")
    if scores is None:
        scores = drawn or (0, 0)
    match scores:
        case (int(first), int(second)):
            numbers = tuple(_whole(number) for row in grid for number in row)
            return Position(player, Board(numbers, size, line, (first, second)))
    raise BadPosition(f"scores are two whole numbers, such as (9, -7), not {quoted(scores)}")


# Boards for people


def name(board: Board, action: Action, player: str) -> str:
    """Return what people call an action: the number to take, and in which column or row it stands.

    Raises `BadInput` for what is neither, or where no number is left.

    >>> name(start().board, 2, "first"), name(start().board, 2, "second")
    ('-8 in column 2', '+8 in row 2')
    """
    of_kind("a board of the MiniMax game", board, Board)
    numbers, size, line, *_ = board
    if not isinstance(action, int) or action not in range(size):
        raise BadInput(f"{quoted(action)} is no row or column: they are 0 to {size - 1}")
    row, column = (line, action) if player == FIRST else (action, line)
    number = numbers[row * size + column]
    if number is None:
        raise BadInput(f"no number is left in row {row}, column {column}")
    return f"{number:+} in " + (f"column {column}" if player == FIRST else f"row {row}")


def show(board: Board) -> str:
    """Return the scores and a drawing of the board, which `parse` and `position` read back.

    >>> print(show(position("4 ** / 2 3", scores=(9, -7)).board))
    first 9, second -7
         0   1
    0|  +4  **
    1|  +2  +3
    """
    of_kind("a board of the MiniMax game", board, Board)
    numbers, size, _, (first, second), _ = board
    words = ["**" if number is None else f"{number:+}" for number in numbers]
    wide = 2 + max(map(len, words))
    label = len(str(size - 1))
    columns = "".join(f"{column:{wide}}" for column in range(size))
    rows = (
        f"{row:{label}}|" + "".join(f"{word:>{wide}}" for word in words[size * row :][:size])
        for row in range(size)
    )
    return "\n".join([f"first {first}, second {second}", f"{'':{label}} {columns}", *rows])


def parse(text: str) -> Grid:
    """Return the rows of numbers that `show` drew, or that stand in lines or between `/`.

    Where a number is gone stands `**`. What a printed tree says below the board is left out. Raises
    `BadPosition` for what is no number.

    >>> parse("4 ** / 2 3")
    ((4, None), (2, 3))
    >>> parse(show(start().board))[0]
    (3, 4, -8, -1, 7, 6, 3, 8)
    """
    return _read(split_printed(text)[0])[0]


def _read(drawing: str) -> tuple[Grid, Scores | None]:
    """Return the rows of a drawing, and the scores if they stand above the rows."""
    lines = [line.strip() for line in drawing.replace("/", "\n").splitlines() if line.strip()]
    scores = SCORES.fullmatch(lines[0]) if lines else None
    header, *rows = (lines[1:] if scores else lines) or [""]
    if not ("|" in drawing and header.split() == [str(column) for column in range(len(rows))]):
        rows = [header, *rows] if header else []
    grid = tuple(tuple(map(_number, row.rpartition("|")[2].split())) for row in rows)
    return grid, (int(scores[1]), int(scores[2])) if scores else None


def _grid(rows: Any) -> Grid:
    given = tuple(rows) if isinstance(rows, Iterable) else (None,)
    if not all(isinstance(row, Iterable) for row in given):
        raise BadPosition(f"a board is a text, or rows of numbers, not {quoted(rows)}")
    return tuple(map(tuple, given))


def _whole(number: Any) -> Number:
    if number is None:
        return None
    return whole_number("what stands on a board", number, -MOST, MOST, BadPosition)


def _number(word: str) -> Number:
    try:
        return None if word == "**" else int(word)
    except ValueError:
        raise BadPosition(f"a board is written with numbers and **, not {quoted(word)}") from None


def _written(found: Position) -> list[str] | None:
    """Return the arguments of `position` that make a position, if it does: the unusual ones."""
    player, board = found
    try:
        words = ["**" if number is None else str(number) for number in board.numbers]
        size = board.size
        rows = " / ".join(" ".join(words[size * row :][:size]) for row in range(size))
        if position(rows, player, board.line, board.scores) != found:
            return None
    except NOT_WRITTEN:
        return None
    line = [f"line={board.line}"] if board.line else []
    scores = [f"scores={board.scores}"] if any(board.scores) else []
    return [repr(rows), repr(player), *line, *scores]
