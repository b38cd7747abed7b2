"""What to call the functions of the reversi listings with: any board, for searches a late one.

Half of the boards have anything on any square, half are such as play comes to.
"""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any
from unittest.mock import patch

from hypothesis import strategies as st
from toolz import first

from landoflisp.commands.verify_check import (
    Check,
    Example,
    constant,
    normal,
    quoted,
    same_elements,
    written,
)
from landoflisp.commands.verify_lisp import Call, Outcome
from landoflisp.games import reversi
from landoflisp.search import Search, fail_soft, nega_alpha, negamax
from landoflisp.testing import reversi_positions
from ports import rev16nega, rev24a

__all__ = ["rev16nega_checks", "rev24a_checks"]

VARIABLES = ("board", "black", "white", "count")
STATE = "(list *board* *black* *white* *count*)"
LATE = 7  # spaces: so few that every search answers within milliseconds
LONGEST = 4  # opponent's stones in a row
PLIES = 4  # of an opening
CHEAP = 3  # as many examples of what is soon done and has many cases

SEARCHES: dict[str, tuple[Search, int]] = {
    "nega-max": (negamax, 0),
    "nega-alpha": (nega_alpha, 1),
    "nega-alpha2": (fail_soft, 2),
}  # what they are in the library, and how many limits they take

Pure = Callable[[reversi.Squares], Any]
Case = tuple[reversi.Squares, Sequence[Any]]  # a board, and what to call a function with on it
Variables = tuple[list[str], int, int, int]  # board, black, white and count

# What the variables are before a function that is to set them all.
UNUSED: Variables = [], 99, 77, 55


def rev16nega_checks() -> list[Check]:
    """Return the checks of `rev16nega.lisp`, in its order."""
    port = rev16nega
    rows = st.lists(_squares(port), max_size=6)
    return [
        *_constants(port, "init-board", "direction", "max-value", "min-value"),
        *map(_variable, VARIABLES),
        *_stones(port),
        *(_search(port, name) for name in SEARCHES),
        _check(port, "print-line", rows.map(lambda xs: (xs,))),
        *_printing(port),
        Check("solver", st.just(_started(port, "solver", UNUSED, ()))),
    ]


def rev24a_checks() -> list[Check]:
    """Return the checks of `rev24a.lisp`, in its order."""
    port = rev24a
    return [
        *_constants(port, "init-board", "direction", "max-value", "min-value", "space-list"),
        *map(_variable, VARIABLES),
        *_stones(port),
        *(_search(port, name) for name in SEARCHES if name != "nega-max"),
        *_printing(port),
        _solver_without_search(port),
    ]


def _constants(port: ModuleType, *names: str) -> list[Check]:
    return [constant(name, getattr(port, _python(name))) for name in names]


def _variable(name: str) -> Check:
    """Return the check that a variable is declared as one: it has no value yet."""
    form = f"(let ((*{name}* 1)) (boundp '*{name}*))"
    return Check(f"*{name}*", st.just(Example(Call(form), lambda: True)))


def _stones(port: ModuleType) -> list[Check]:
    """Return the checks of the functions that look at stones and move them."""
    square, turn = _squares(port), st.sampled_from("bw")
    ray = (square, st.sampled_from("bwso"), st.sampled_from("bws"))  # walls would not end
    direction = st.sampled_from(port.direction)
    some = st.lists(square, max_size=4)
    width = port.direction[2]
    return [
        _check(port, "get-piece", st.tuples(square), lambda x: lambda squares: squares[x]),
        _check(port, "put-piece", st.tuples(square, st.sampled_from("bwso"))),
        _check(port, "del-piece", st.tuples(square)),
        _check(port, "get-value", st.tuples(turn), _pure_value),
        _check(port, "change-turn", st.tuples(turn), lambda p: lambda _: reversi.change_turn(p)),
        _check_on(
            port,
            "get-rev-stone-sub",
            st.tuples(_boards(port), st.tuples(*ray, direction)) | _rays(port),
        )._replace(share=CHEAP),
        _check(
            port,
            "get-rev-stone",
            st.tuples(square, turn),
            lambda n, p: lambda squares: reversi.get_rev_stone(squares, n, p, width),
        )._replace(agrees=same_elements, share=CHEAP),
        _check(port, "reverse-stone", st.tuples(some, turn)),
    ]


def _printing(port: ModuleType) -> list[Check]:
    return [
        _check(port, "print-board", st.just(())),
        _check_on(port, "print-move", _boards(port).flatmap(_lines)),
    ]


def _solver_without_search(port: ModuleType) -> Check:
    """Return the check of a solver whose own search would take the port many seconds.

    On both sides the search is one that prints what it is asked and has its answer ready.
    """
    line = _opening(port)
    search = (
        "(lambda (&rest asked)"
        f' (format t "~a~%" asked) (incf *count* {len(line)}) (values 1 {quoted(line)}))'
    )

    def answered(*asked: Any) -> Any:
        print(written(list(asked)).upper())
        vars(port)["count"] += len(line)
        return 1, list(line)

    example = _started(port, "solver", UNUSED, ())

    def run() -> Any:
        with patch.object(port, "nega_alpha2", answered):
            return example.port()

    return Check(
        "solver",
        st.just(example._replace(port=run)),
        prepare=f"(setf (fdefinition 'nega-alpha2) {search})",
        note="with a search that answers at once, as the port's would take many seconds",
    )


def _opening(port: ModuleType) -> list[Any]:
    """Return the first moves of a game, always the first that is tried."""
    tree = reversi.tree(reversi.position(port.init_board, "b", port.space_list, False))
    line = []
    for _ in range(PLIES):
        move = first(tree.moves)
        line.append(move.action)
        tree = move.tree
    return line


def _pure_value(turn: str) -> Pure:
    return lambda squares: reversi.get_value(_board(squares), turn)


def _same_search(outcome: Outcome, answer: Any) -> bool:
    """Tell whether value and line are the answer's, and the count of evaluations."""
    return bool(normal([*outcome.values, *outcome.state[-1:]]) == normal(answer))


# Examples


def _check(
    port: ModuleType,
    name: str,
    arguments: st.SearchStrategy[Any],
    pure: Callable[..., Pure] | None = None,
) -> Check:
    """Return the check of a function on any board, with any such arguments."""
    return _check_on(port, name, st.tuples(_boards(port), arguments), pure)


def _check_on(
    port: ModuleType,
    name: str,
    cases: st.SearchStrategy[Case],
    pure: Callable[..., Pure] | None = None,
) -> Check:
    """Return the check of a function on such boards with such arguments."""

    def example(case: Case, count: int) -> Example:
        squares, args = case
        return _example(port, name, squares, count, args, pure and pure(*args))

    return Check(name, st.builds(example, cases, _counts()))


def _search(port: ModuleType, name: str) -> Check:
    """Return the check of a search: late in the game, in any window."""
    search, limits = SEARCHES[name]
    limit = st.integers(-24, 24) | st.sampled_from([port.min_value, port.max_value])

    def example(position: reversi.Position, window: list[int], count: int) -> Example:
        turn, board = position
        args = (turn, list(board.spaces), board.passes == 1, *window)

        def purely(_: reversi.Squares) -> Any:
            found = search(reversi.tree(position), reversi.get_value, *window)
            return found.value, found.line, count + found.evaluations

        return _example(port, name, board.squares, count, args, purely)

    windows = st.lists(limit, min_size=limits, max_size=limits, unique=True).map(sorted)
    examples = st.builds(example, _positions(port), windows, _counts())
    return Check(name, examples, several=True, agrees=_same_search)


def _lines(squares: reversi.Squares) -> st.SearchStrategy[Case]:
    """Return arguments of print-move on a board: the spaces in any order, passes among them."""
    spaces = [n for n, piece in enumerate(squares) if piece == "s"]
    lines = st.lists(st.sampled_from([*spaces, "pass"]), max_size=6, unique=True)
    return st.tuples(st.just(squares), st.tuples(lines))


def _rays(port: ModuleType) -> st.SearchStrategy[Case]:
    """Return boards with arguments of get-rev-stone-sub that find stones to turn, or nearly do.

    From some square on the opponent has stones in a row, and beyond them stands a stone of one's
    own.
    """
    inside = {n for n, piece in enumerate(port.init_board) if piece != "o"}
    rows = [
        [n + i * d for i in range(length + 1)]
        for length in range(1, LONGEST + 1)
        for n in sorted(inside)
        for d in port.direction
        if inside.issuperset(n + i * d for i in range(length + 1))
    ]

    def case(board: reversi.Squares, row: list[int], p: str, found: list[int]) -> Case:
        *theirs, own = row
        q = reversi.change_turn(p)
        squares = [q if n in theirs else p if n == own else piece for n, piece in enumerate(board)]
        return tuple(squares), (row[0], p, q, row[1] - row[0], *([found] if found else []))

    found = st.lists(_squares(port), max_size=3)
    return st.builds(case, _boards(port), st.sampled_from(rows), st.sampled_from("bw"), found)


def _example(
    port: ModuleType,
    name: str,
    squares: reversi.Squares,
    count: int,
    args: Sequence[Any],
    pure: Pure | None = None,
) -> Example:
    start = list(squares), squares.count("b"), squares.count("w"), count
    return _started(port, name, start, args)._replace(
        pure=(lambda: pure(squares)) if pure else None, drawing=reversi.show(_board(squares))
    )


def _started(port: ModuleType, name: str, start: Variables, args: Sequence[Any]) -> Example:
    """Return the example of a call, the variables being so before it."""
    board, black, white, count = start

    def run() -> Any:
        # copied, as the port changes it
        for variable, value in zip(VARIABLES, ([*board], black, white, count), strict=True):
            setattr(port, variable, value)
        return getattr(port, _python(name))(*args)

    # copied, as the listing changes it, too
    settings = f"*board* (copy-seq {quoted(tuple(board))}) *black* {black} *white* {white}"
    return Example(
        Call(
            f"({' '.join([name, *map(quoted, args)])})", f"(setq {settings} *count* {count})", STATE
        ),
        run,
        lambda: _state(port),
    )


def _state(port: ModuleType) -> list[Any]:
    return [getattr(port, variable) for variable in VARIABLES]


def _python(name: str) -> str:
    return name.replace("-", "_")


# Boards


def _board(squares: Sequence[str]) -> reversi.Board:
    return reversi.position(squares).board


def _squares(port: ModuleType) -> st.SearchStrategy[int]:
    return st.sampled_from([n for n, piece in enumerate(port.init_board) if piece != "o"])


def _counts() -> st.SearchStrategy[int]:
    """Return a strategy for the evaluations before a call."""
    return st.integers(0, 9)


def _boards(port: ModuleType) -> st.SearchStrategy[reversi.Squares]:
    """Return a strategy for boards with anything on any square, and for such as are played."""
    anything = _filled(port, "sbw")
    return anything | _played(port).map(lambda position: position.board.squares)


def _filled(port: ModuleType, pieces: str) -> st.SearchStrategy[reversi.Squares]:
    """Return a strategy for boards with any of these on any square."""
    return st.tuples(
        *(st.just("o") if piece == "o" else st.sampled_from(pieces) for piece in port.init_board)
    )


def _played(port: ModuleType) -> st.SearchStrategy[reversi.Position]:
    """Return a strategy for positions that play comes to, with few spaces."""
    width = port.direction[2]
    size = len(port.init_board) // width - 2, width - 2

    def position(played: reversi.Position) -> reversi.Position:
        turn, board = played  # after two passes too: the game is over, which a search is to see
        return reversi.position(board.squares, turn, board.spaces, board.passes == 1)

    return reversi_positions(sizes=(size,), max_spaces=LATE).map(position)


def _positions(port: ModuleType) -> st.SearchStrategy[reversi.Position]:
    """Return a strategy for positions with few spaces, to be tried in any order."""

    def position(
        squares: reversi.Squares, spaces: list[int], turn: str, passed: bool
    ) -> reversi.Position:
        board = ["s" if n in spaces else piece for n, piece in enumerate(squares)]
        return reversi.position(board, turn, spaces, passed)

    spaces = st.lists(_squares(port), max_size=LATE, unique=True)
    anything = st.builds(
        position, _filled(port, "bw"), spaces, st.sampled_from("bw"), st.booleans()
    )
    return anything | _played(port)
