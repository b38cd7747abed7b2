"""Kalah with any number of pits and seeds, as pure functions on the listings' board.

A board is a tuple of stones, laid out as in the listings: the first player's pits, that player's
store, the second player's pits, that player's store. A player is named by the store, so on the
usual board, of six pits a side, the players are 6 and 13, and their pits 0 to 5 and 7 to 12.

In the tree of a position an action is the pit to empty. Its stones go one by one into the places
that follow, the other player's store left out.

- The last stone in the own store: the same player moves again. A turn may be many moves, and depth
  is counted in turns: `limit_tree_depth(tree, depth, turns=True)`.
- The last stone alone in an own pit, with stones in the pit opposite: both go to the own store.
- A player whose pits are all empty ends the game, and the other player stores what is left. It is
  over too as soon as a store holds more than half of the stones.

>>> position = start()
>>> print(show(position.board))
pit   12 11 10  9  8  7
       6  6  6  6  6  6
 0                        0
       6  6  6  6  6  6
pit    0  1  2  3  4  5
>>> [(move.action, move.tree.player) for move in tree(position).moves]
[(0, 6), (1, 13), (2, 13), (3, 13), (4, 13), (5, 13)]

Source: M. Hiroi, the Kalah of `kalah2.py` to `kalah5.py` and the module `board` that they import,
whose names the functions carry.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from landoflisp.errors import BadInput, BadPosition, IllegalMove, quoted, whole_number
from landoflisp.games.notation import NOT_WRITTEN, split_printed
from landoflisp.tree import Action, Rule, Tree, unfold_tree

__all__ = [
    "Board",
    "Position",
    "change_turn",
    "get_lead",
    "get_value",
    "is_decided",
    "move_stone",
    "moves",
    "moves_to_the_end",
    "moves_with_empty_capture",
    "name",
    "parse",
    "pits",
    "player_name",
    "position",
    "show",
    "start",
    "stores",
    "sweep",
    "tree",
]


def __dir__() -> list[str]:  # what a prompt completes to is the game
    return __all__


Board = tuple[int, ...]

MOST_PITS = 100  # a side
MOST_SEEDS = 1_000  # in each pit at the start
MOST_STONES = 10**15  # in any place later

# What a won game is worth: more than any lead in one that goes on.
WON = 99

# A tuple of stones is a board in one line too.
SPELT = str.maketrans("(),", "   ")


class Position(NamedTuple):
    """Whose turn it is, on which board.

    >>> start(3, 4)
    kalah.position((4, 4, 4, 0, 4, 4, 4, 0), turn=3)
    """

    turn: int
    board: Board

    def __str__(self) -> str:
        return str(tree(self))

    def __repr__(self) -> str:
        if not _is_written(self):
            return f"kalah.Position{tuple(self)}"
        return f"kalah.position({self.board}, turn={self.turn!r})"

    def _repr_svg_(self) -> str:
        return tree(self)._repr_svg_()


# The rules


def change_turn(turn: int, board: Board) -> int:
    """Return the other player.

    >>> change_turn(6, start().board), change_turn(13, start().board)
    (13, 6)
    """
    return (turn + len(board) // 2) % len(board)


def pits(turn: int, board: Board) -> range:
    """Return the pits of a player, the one beside the store last.

    >>> pits(13, start().board)
    range(7, 13)
    """
    return range(turn + 1 - len(board) // 2, turn)


def stores(board: Board) -> tuple[int, int]:
    """Return how many stones the first player has stored, and how many the second."""
    return board[len(board) // 2 - 1], board[-1]


def move_stone(turn: int, board: Board, pit: int, empty_capture: bool = False) -> tuple[int, Board]:
    """Return whose turn it is and the board after a player emptied a pit; `sweep` says how it ends.

    With `empty_capture` a stone that ends alone in an own pit is stored even if there is nothing
    opposite to capture. Raises `IllegalMove` for what is not a pit of the player's with stones.

    >>> move_stone(6, (2, 0, 0, 6, 6, 6, 10, 6, 6, 6, 4, 6, 6, 8), 0)
    (13, (0, 1, 0, 6, 6, 6, 15, 6, 6, 6, 0, 6, 6, 8))

    On the usual board the last of 13 stones comes round to the emptied pit.

    >>> move_stone(6, (0, 0, 13, 0, 0, 1, 10, 0, 0, 0, 0, 0, 0, 9), 2)
    (13, (1, 1, 0, 1, 1, 2, 13, 1, 1, 1, 0, 1, 1, 9))
    """
    if pit not in pits(turn, board) or not board[pit]:
        full = ", ".join(f"{name(board, pit)} ({pit})" for pit in pits(turn, board) if board[pit])
        raise IllegalMove(f"{pit!r} is not a move here; the moves are: {full or 'none'}")
    return _move_stone(turn, board, pit, empty_capture)


def _move_stone(turn: int, board: Board, pit: int, empty_capture: bool) -> tuple[int, Board]:
    places = len(board)
    # With the second player's places numbered from the end, what either player sows is one range.
    store = turn if turn < places - 1 else -1
    place = pit if store > 0 else pit - places
    end = store + places // 2
    last = place + board[pit]
    after = list(board)
    after[pit] = 0
    if last >= end:
        rounds, beyond = divmod(last - end, places - 1)
        for i in range(place + 1, end):
            after[i] += 1
        place = end - places
        last = place + 1 + beyond
        if rounds:
            for i in range(place + 1, end):
                after[i] += rounds
    for i in range(place + 1, last + 1):
        after[i] += 1
    # Nothing else can leave a side empty but the pit beside the store, and a capture.
    may_end = pit == turn - 1
    if last < store and after[last] == 1 and (empty_capture or after[2 * store - last]):
        after[turn] += 1 + after[2 * store - last]
        after[last] = after[2 * store - last] = 0
        may_end = True
    successor = turn if last == store else (turn + places // 2) % places
    return successor, sweep(tuple(after)) if may_end else tuple(after)


def sweep(board: Board) -> Board:
    """Return the board with the stones of one side in their store, if the other side is empty.

    >>> sweep((0, 0, 0, 0, 0, 0, 30, 1, 0, 2, 0, 0, 4, 35))
    (0, 0, 0, 0, 0, 0, 30, 0, 0, 0, 0, 0, 0, 42)
    """
    first = len(board) // 2 - 1
    if any(board[:first]):
        if any(board[first + 1 : -1]):
            return board
        return (*(0,) * first, board[first] + sum(board[:first]), *board[first + 1 :])
    return (*board[: first + 1], *(0,) * first, board[-1] + sum(board[first + 1 : -1]))


def is_decided(board: Board) -> bool:
    """Tell whether a store holds more than half of the stones."""
    stones = sum(board)
    return 2 * board[-1] > stones or 2 * board[len(board) // 2 - 1] > stones


def moves(turn: int, board: Board) -> Iterator[tuple[int, int, Board]]:
    """Yield (pit, next turn, next board) for each legal move, the farthest pit first.

    The board is one that `sweep` would leave alone, and so are the next ones.

    >>> [pit for pit, turn, board in moves(6, (0, 2, 0, 1, 0, 0, 30, 1, 0, 0, 0, 0, 0, 30))]
    [1, 3]
    """
    return iter(()) if is_decided(board) else moves_to_the_end(turn, board)


def moves_to_the_end(
    turn: int, board: Board, empty_capture: bool = False
) -> Iterator[tuple[int, int, Board]]:
    """Yield the moves of a game that goes on until a side is empty, whoever has won it before.

    >>> decided = (0, 2, 0, 1, 0, 0, 38, 1, 0, 0, 0, 0, 0, 30)
    >>> [pit for pit, turn, board in moves_to_the_end(6, decided)], list(moves(6, decided))
    ([1, 3], [])
    """
    for pit in pits(turn, board):
        if board[pit]:
            successor, after = _move_stone(turn, board, pit, empty_capture)
            yield pit, successor, after


def moves_with_empty_capture(turn: int, board: Board) -> Iterator[tuple[int, int, Board]]:
    """Yield the moves to the end where a stone alone in an own pit is stored, capture or not.

    Source: the rules of Irving, Donkers and Uiterwijk, *Solving Kalah* (2000).
    """
    return moves_to_the_end(turn, board, empty_capture=True)


def tree(position: Position, rule: Rule = moves) -> Tree:
    """Return the lazy game tree of a position; nothing of it is expanded yet.

    Other rules than the listings' are `moves_to_the_end` and `moves_with_empty_capture`, whose
    value is `get_lead`. Raises `BadPosition` for what is no position.
    """
    match position:
        case (turn, board) if turn is not None:
            turn, board = _position(board, turn)
            return unfold_tree(rule, turn, sweep(board))
    raise BadPosition(f"a kalah position is expected, not {quoted(position)}")


def get_lead(board: Board, turn: int) -> int:
    """Return how many stones more a player has stored.

    >>> get_lead((0, 1, 0, 0, 0, 0, 34, 1, 0, 0, 0, 0, 0, 37), 6)
    -3
    """
    return board[turn] - board[turn - len(board) // 2]


def get_value(board: Board, turn: int) -> int:
    """Return how many stones more a player has stored; with more than half of all, a win.

    A win is 99, as in the listings, or the number of all stones if that is more.

    >>> get_value((0, 1, 0, 0, 0, 0, 36, 1, 0, 0, 0, 0, 0, 34), 6)
    2
    >>> get_value((0, 1, 0, 0, 0, 0, 34, 1, 0, 0, 0, 0, 0, 37), 6)
    -99
    """
    mine, yours = board[turn], board[turn - len(board) // 2]
    stones = sum(board)
    if 2 * mine > stones:
        return max(WON, stones)
    if 2 * yours > stones:
        return -max(WON, stones)
    return mine - yours


# Positions


def start(pits: int = 6, seeds: int = 6) -> Position:
    """Return the start of a game: so many pits a side, so many seeds in each, first player to move.

    Raises `BadPosition` for less than 1 of either, and for more than 100 pits or 1,000 seeds.

    >>> start(3, 4) == position("4 4 4 0  4 4 4 0")
    True
    """
    first = whole_number("the number of pits a side", pits, 1, MOST_PITS, BadPosition)
    stones = whole_number("the number of seeds in a pit", seeds, 1, MOST_SEEDS, BadPosition)
    side = (*(stones,) * first, 0)
    return Position(first, side + side)


def position(board: str | Iterable[int], turn: int | str | None = None) -> Position:
    """Return the position of a board that `parse` can read, or of its stones.

    The turn is the player's store, or `first` or `second`; without one it is that of a printed
    tree, or else the first player's. Raises `BadPosition`.

    >>> position('''
    ...     pit    6  5  4
    ...            0  0  2
    ...      4              5
    ...            0  0  1
    ...     pit    0  1  2
    ... ''', turn=7)
    kalah.position((0, 0, 1, 5, 2, 0, 0, 4), turn=7)
    """
    drawing, printed = split_printed(board) if isinstance(board, str) else (board, None)
    stones = parse(drawing) if isinstance(drawing, str) else drawing
    return _position(stones, printed if turn is None else turn)


def _position(board: Any, turn: Any) -> Position:
    stones = _board(board)
    first, second = len(stones) // 2 - 1, len(stones) - 1
    if turn is None or turn == "first":
        turn = first
    elif turn == "second":
        turn = second
    if not isinstance(turn, int) or isinstance(turn, bool) or turn not in (first, second):
        raise BadPosition(
            f"a turn is first or second, or the player's store, {first} or {second}, "
            f"not {quoted(turn)}"
        )
    return Position(turn, stones)


def _board(board: Any) -> Board:
    if not isinstance(board, Iterable):
        raise BadPosition(f"a board is a text, or stones one by one, not {quoted(board)}")
    stones = tuple(board)
    if not 4 <= len(stones) <= 2 * MOST_PITS + 2 or len(stones) % 2:
        raise BadPosition(
            "a board has as many pits on one side as on the other, and two stores: 4, 6, 8 "
            f"places, 14 as a rule, {2 * MOST_PITS + 2} at most, not {len(stones)}"
        )
    return tuple(
        whole_number(f"the number of stones in place {place}", number, 0, MOST_STONES, BadPosition)
        for place, number in enumerate(stones)
    )


# Boards for people


def name(board: Board, action: Action, player: int | None = None) -> str:
    """Return what people call an action: the pit to empty.

    Raises `BadInput` for what is no pit.

    >>> name(start().board, 3)
    'pit 3'
    """
    first, second = len(_board(board)) // 2 - 1, len(board) - 1
    if not isinstance(action, int) or action not in range(second) or action == first:
        raise BadInput(f"{quoted(action)} is not a pit: pits are 0 to {second - 1} without {first}")
    return f"pit {action}"


def player_name(board: Board, player: int) -> str:
    """Return what people call a player.

    >>> player_name(start().board, 13)
    'second'
    """
    return {len(board) // 2 - 1: "first", len(board) - 1: "second"}.get(player, str(player))


def show(board: Board) -> str:
    """Return a drawing of the board as the first player sees it, which `parse` reads back.

    >>> print(show((0, 2, 0, 1, 0, 0, 30, 1, 0, 0, 0, 0, 10, 28)))
    pit   12 11 10  9  8  7
          10  0  0  0  0  1
    28                       30
           0  2  0  1  0  0
    pit    0  1  2  3  4  5
    """
    first = len(_board(board)) // 2 - 1
    near, far = range(first), range(len(board) - 2, first, -1)
    wide = 1 + max(2, len(str(max(*board, len(board)))))

    def row(begin: str, numbers: Iterable[int]) -> str:
        return f"{begin:5}" + "".join(f"{number:{wide}}" for number in numbers)

    return "\n".join(
        [
            row("pit", far),
            row("", (board[pit] for pit in far)),
            f"{board[-1]:2}   {' ' * wide * first}{board[first]:{wide}}",
            row("", (board[pit] for pit in near)),
            row("pit", near),
        ]
    )


def parse(text: str) -> Board:
    """Return the board that `show` drew, or that is written as its stones in one line.

    What a printed tree says below the board is left out. Raises `BadPosition` for what is not a
    number.

    >>> parse(show(start().board)) == parse("6 6 6 6 6 6  0  6 6 6 6 6 6  0") == start().board
    True
    """
    drawing, _ = split_printed(text)
    lines = [line.translate(SPELT).split() for line in drawing.splitlines()]
    rows = [[_stones(word) for word in line] for line in lines if line and line[0].lower() != "pit"]
    if len(rows) < 2:
        return tuple(rows[0] if rows else ())
    if len(rows) != 3 or len(rows[1]) != 2 or len(rows[0]) != len(rows[2]):
        raise BadPosition(
            "a board is written in one line, or in three: pits above, stores, as many pits below"
        )
    far, (second, first), near = rows
    return (*near, first, *reversed(far), second)


def _stones(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise BadPosition(
            f"a board is written with numbers of stones, not {quoted(word)}"
        ) from None


def _is_written(found: Position) -> bool:
    try:
        return position(found.board, found.turn) == found
    except NOT_WRITTEN:
        return False
