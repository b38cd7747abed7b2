"""What to call the functions of the reversi listings with: any board, for searches a late one."""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from hypothesis import strategies as st

from landoflisp.commands.verify_check import (
    Check,
    Example,
    constant,
    normal,
    quoted,
    same_elements,
)
from landoflisp.commands.verify_lisp import Call, Outcome
from landoflisp.games import reversi
from landoflisp.search import Search, fail_soft, nega_alpha, negamax
from ports import rev16nega, rev24a

__all__ = ["rev16nega_checks", "rev24a_checks"]

VARIABLES = ("board", "black", "white", "count")
STATE = "(list *board* *black* *white* *count*)"
LATE = 7  # spaces: so few that every search answers within milliseconds

SEARCHES: dict[str, tuple[Search, int]] = {
    "nega-max": (negamax, 0),
    "nega-alpha": (nega_alpha, 1),
    "nega-alpha2": (fail_soft, 2),
}  # what they are in the library, and how many limits they take

Pure = Callable[[reversi.Squares], Any]


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
        _check(
            port,
            "get-rev-stone-sub",
            st.tuples(*ray, direction) | st.tuples(*ray, direction, st.lists(square, max_size=3)),
        ),
        _check(
            port,
            "get-rev-stone",
            st.tuples(square, turn),
            lambda n, p: lambda squares: reversi.get_rev_stone(squares, n, p, width),
        )._replace(agrees=same_elements),
        _check(port, "reverse-stone", st.tuples(some, turn)),
    ]


def _printing(port: ModuleType) -> list[Check]:
    solver = Example(Call("(solver)", "nil", STATE), port.solver, lambda: _state(port))
    return [
        _check(port, "print-board", st.just(())),
        Check("print-move", _boards(port).flatmap(lambda squares: _lines(port, squares))),
        Check("solver", st.just(solver)),
    ]


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

    def example(squares: reversi.Squares, args: Sequence[Any]) -> Example:
        return _example(port, name, squares, args, pure and pure(*args))

    return Check(name, st.builds(example, _boards(port), arguments))


def _search(port: ModuleType, name: str) -> Check:
    """Return the check of a search: late in the game, in any window."""
    search, limits = SEARCHES[name]
    limit = st.integers(-24, 24) | st.sampled_from([port.min_value, port.max_value])

    def example(position: reversi.Position, window: list[int]) -> Example:
        turn, board = position
        args = (turn, list(board.spaces), board.passes == 1, *window)

        def purely(_: reversi.Squares) -> Any:
            return search(reversi.tree(position), reversi.get_value, *window)[:3]

        return _example(port, name, board.squares, args, purely)

    windows = st.lists(limit, min_size=limits, max_size=limits)
    examples = st.builds(example, _positions(port), windows)
    return Check(name, examples, several=True, agrees=_same_search)


def _lines(port: ModuleType, squares: reversi.Squares) -> st.SearchStrategy[Example]:
    """Return examples of print-move: the spaces in any order, passes among them."""
    spaces = [n for n, piece in enumerate(squares) if piece == "s"]
    lines = st.lists(st.sampled_from([*spaces, "pass"]), max_size=6, unique=True)
    return lines.map(lambda line: _example(port, "print-move", squares, [line]))


def _example(
    port: ModuleType,
    name: str,
    squares: reversi.Squares,
    args: Sequence[Any],
    pure: Pure | None = None,
) -> Example:
    start = list(squares), squares.count("b"), squares.count("w"), 0

    def run() -> Any:
        for variable, value in zip(VARIABLES, start, strict=True):
            setattr(port, variable, value)
        return getattr(port, _python(name))(*args)

    # copied, as the listing changes it
    settings = f"*board* (copy-seq {quoted(squares)}) *black* {start[1]} *white* {start[2]}"
    return Example(
        Call(f"({' '.join([name, *map(quoted, args)])})", f"(setq {settings} *count* 0)", STATE),
        run,
        lambda: _state(port),
        (lambda: pure(squares)) if pure else None,
        reversi.show(_board(squares)),
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


def _boards(port: ModuleType) -> st.SearchStrategy[reversi.Squares]:
    """Return a strategy for boards with anything on any square."""
    return st.tuples(
        *(st.just("o") if piece == "o" else st.sampled_from("sbw") for piece in port.init_board)
    )


def _positions(port: ModuleType) -> st.SearchStrategy[reversi.Position]:
    """Return a strategy for positions with few spaces, to be tried in any order."""

    def position(
        squares: reversi.Squares, spaces: list[int], turn: str, passed: bool
    ) -> reversi.Position:
        board = ["s" if n in spaces else piece for n, piece in enumerate(squares)]
        return reversi.position(board, turn, spaces, passed)

    full = st.tuples(
        *(st.just("o") if piece == "o" else st.sampled_from("bw") for piece in port.init_board)
    )
    spaces = st.lists(_squares(port), max_size=LATE, unique=True)
    return st.builds(position, full, spaces, st.sampled_from("bw"), st.booleans())
