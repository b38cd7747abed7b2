"""What is true of every search, as one check for searches that anybody writes."""

import copy
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import partial
from itertools import combinations, islice
from math import inf
from numbers import Real
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from hypothesis import settings as Settings
from hypothesis import strategies as st

from landoflisp.errors import BadInput, IllegalMove
from landoflisp.search import Best, Bound, Value, negamax
from landoflisp.testing.smallest import as_strategy, called, complain_of_smallest, where
from landoflisp.testing.strategies import drawn_depth_trees, shape_of, trees, zero_sum
from landoflisp.tree import AnyMove, Board, Move, Player, Tree, follow, map_tree, size_tree

__all__ = ["Window", "check_search"]

Window: TypeAlias = Literal["soft", "hard", "limit", "null"]

MANY = 800  # trees of numbers: a mistake in a window shows in a few of them only
ENDLESS = 1000  # times what negamax values: so often values nothing that ends

# Few different numbers make ties, which is where the mistakes are; many make long comparisons.
DEEP_TREES = [drawn_depth_trees(st.integers(-n, n)) for n in (1, 2, 3, 4)]
ANY_TREE = st.one_of(trees(st.integers(-2, 2)), trees(), *DEEP_TREES)
# Where a window begins and ends, as seen from the value that is to be found.
NEAR = (-2, -1, 0, 1, 2)


class Answer(NamedTuple):
    """What a search answers, part by part; a part that it does not give is None."""

    value: Any
    line: Any = None
    evaluations: Any = None
    bound: Any = None


class Asked(NamedTuple):
    """A search that was asked: what for, in which window, what came, and what is true.

    `window` is what the search was called with, alpha and beta what that means.
    """

    search: Callable[..., Any]
    tree: Tree
    value: Value
    window: tuple[Any, ...]
    alpha: Any
    beta: Any
    true: Best
    calls: int = 0
    found: Any = None


def check_search(
    search: Callable[..., Any],
    trees: Tree | st.SearchStrategy[Tree] = ANY_TREE,
    value: Value = zero_sum,
    *,
    window: Window | None = None,
    optimal_line: bool = True,
    searches_again: bool = False,
    settings: Settings | None = None,
) -> None:
    """Raise `AssertionError`, which shows the smallest tree found, if a search is not a search.

    The search is called with a tree and a value of boards. It answers with the value of the tree,
    or with a tuple that begins so: (value, line, evaluations, bound), which is a `Best`, or as much
    of it as the search knows. What it answers has to be true:

    - the value is `negamax`'s; of equal trees it is the same, and the whole answer is, whether
      their moves are in tuples or lazy; a tree is left as it was;
    - the line is legal; and every move of it keeps the value, and the last one ends the game, but
      for `optimal_line=False`;
    - `evaluations` is how often a board was valued, which is not more often than `negamax` does,
      but for `searches_again=True`, if it looks at some boards again or at boards on the way;
    - the bound is "exact", "lower" or "upper", and the true value is on that side.

    A search that takes a window, seen by the player to move, is called with several as well.
    Inside the window the answer is exact. Where the true value v is not inside, it is

    - `window="soft"`, called with (alpha, beta): a number from v to alpha, or from beta to v;
    - `window="hard"`, called with (alpha, beta): alpha or beta itself;
    - `window="limit"`, called with beta alone: as soft, and there is no alpha;
    - `window="null"`, called with alpha alone: as soft, with alpha + 1 for beta.

    `trees` are any at all unless given: turns in any order, passes and extra moves, boards that are
    numbers as player 0 sees them. For trees of a game give its value too, and small ones, which are
    searched whole, again and again. `settings` are Hypothesis' own. Raises `BadInput` for what is
    no search, no tree or no window.

    >>> from landoflisp import fail_soft, mtdf, null_window
    >>> check_search(fail_soft, window="soft")
    >>> check_search(null_window, window="null")
    >>> check_search(mtdf, optimal_line=False, searches_again=True)

    Here is one that turns the sign even if the same player moves again:

    >>> def textbook(tree, value):
    ...     if not tree.moves:
    ...         return value(tree.board, tree.player)
    ...     return max(-textbook(move.tree, value) for move in tree.moves)
    >>> check_search(textbook)
    Traceback (most recent call last):
    AssertionError: textbook does not find the value
        asked     textbook(tree, zero_sum)
        tree      tree_of((0, 0, [(0, 1)]))
        expected  1
        found     -1
    >>> from landoflisp.testing import literal_trees
    >>> check_search(textbook, literal_trees())

    See Also:
        landoflisp.testing.check_game: whether trees and value are what searches expect
    """
    __tracebackhide__ = True
    if not callable(search):
        raise BadInput(f"a search is a function of a tree and a value, not {search!r}")
    if window not in (None, *get_args(Window)):
        kinds = ", ".join(get_args(Window))
        raise BadInput(f"a window is one of {kinds}, or None for none, not {window!r}")

    def ask(tree: Tree) -> Iterator[Asked]:
        true = negamax(tree, value)
        if window != "null":
            yield _ask(Asked(search, tree, value, (), -inf, inf, true))
        for given, alpha, beta in _windows(window, true.value):
            yield _ask(Asked(search, tree, value, given, alpha, beta, true))

    def check(demand: Callable[[Asked], None], times: int | None, tree: Tree) -> None:
        for asked in islice(ask(tree), times):
            demand(asked)

    # Only a tree that is made for it shows a wrong value; and trees of games take their time.
    many = MANY if value is zero_sum else 0
    demands: list[tuple[Callable[[Asked], None], int | None, int]] = [
        (partial(_check_value, window=window), None, many),
        (partial(_check_rest, optimal_line=optimal_line), None, 0),
        (_check_same_again, 1, 0),
    ]
    if not searches_again:
        demands.append((_check_calls, None, 0))
    # One after the other: the smallest tree for what is less bad would hide what is worse.
    for demand, times, at_least in demands:
        checked = partial(check, demand, times)
        complain_of_smallest(as_strategy(trees), checked, settings, at_least)


def _windows(window: Window | None, v: Any) -> Iterator[tuple[tuple[Any, ...], Any, Any]]:
    """Yield what a search is called with, for windows near a value, and the windows' ends."""
    near = [v + n for n in NEAR]
    if window == "limit":
        yield from (((beta,), -inf, beta) for beta in near)
    elif window == "null":
        yield from (((alpha,), alpha, alpha + 1) for alpha in near)
    elif window:
        ends = combinations([-inf, *near, inf], 2)
        yield from (((alpha, beta), alpha, beta) for alpha, beta in ends if alpha < beta)


def _promised(window: Window | None, v: Any, alpha: Any, beta: Any) -> tuple[Any, Any]:
    """Return the lowest and the highest answer that is right if the value is v."""
    if v <= alpha:
        return (alpha, alpha) if window == "hard" else (v, alpha)
    if v >= beta:
        return (beta, beta) if window == "hard" else (beta, v)
    return v, v


def _ask(asked: Asked) -> Asked:
    """Return what was asked with the answer that came; complain if none did."""
    calls = 0
    most = ENDLESS * asked.true.evaluations

    def counted(board: Board, player: Player) -> Any:
        nonlocal calls
        calls += 1
        if calls > most:
            raise TimeoutError
        return asked.value(board, player)

    try:
        found = asked.search(asked.tree, counted, *asked.window)
    except Exception as error:
        if calls > most:
            what = f"has valued boards {most} times and does not come to an end"
            raise _complaint(asked, what) from None
        what = f"raises {type(error).__name__}{where(error)}: {error}"
        raise _complaint(asked, what) from None
    return asked._replace(found=found, calls=calls)


# What the answer has to be


def _check_value(asked: Asked, window: Window | None) -> None:
    lowest, highest = _promised(window, asked.true.value, asked.alpha, asked.beta)
    if not lowest <= _parts(asked).value <= highest:
        promised = lowest if lowest == highest else f"a number from {lowest} to {highest}"
        raise _complaint(asked, "does not find the value", promised)


def _check_rest(asked: Asked, optimal_line: bool) -> None:
    x, line, evaluations, bound = _parts(asked)
    v = asked.true.value
    inside = asked.alpha < x < asked.beta
    if bound is not None:
        right = "exact" if x == v else "lower" if x < v else "upper"
        if bound not in ((right,) if inside or x != v else get_args(Bound)):
            raise _complaint(asked, f"says that {x} is {bound!r}", f"{right!r}: the value is {v}")
    if line is not None:
        _check_line(asked, line, inside and optimal_line)
    if evaluations is not None and evaluations != asked.calls:
        what = f"says that it has valued {evaluations} boards"
        raise _complaint(asked, what, f"{asked.calls}: so often it has asked for a value")


def _check_calls(asked: Asked) -> None:
    if asked.calls > asked.true.evaluations:
        what = f"values {asked.calls} boards (searches_again=True allows that)"
        raise _complaint(asked, what, f"no more than negamax does: {asked.true.evaluations}")


def _parts(asked: Asked) -> Answer:
    found = asked.found
    parts = found if isinstance(found, tuple | list) else (found,)
    if not 1 <= len(parts) <= 4:
        shape = "a value, or (value, line, evaluations, bound) or the first of these"
        raise _complaint(asked, f"answers with {len(parts)} parts", shape)
    if not isinstance(parts[0], Real | Decimal):
        hint = " (is there a return?)" if parts[0] is None else ""
        raise _complaint(asked, f"answers with what is no number{hint}", asked.true.value)
    return Answer(*parts)


def _check_line(asked: Asked, line: Any, optimal: bool) -> None:
    if not isinstance(line, tuple | list):
        raise _complaint(asked, f"has {line!r} for a line", "a tuple of actions")
    v, player = asked.true.value, asked.tree.player
    tree = asked.tree
    for i, action in enumerate(line):
        try:
            tree = follow(tree, [action])
        except IllegalMove as error:
            raise _complaint(
                asked,
                f"has no legal line: {error}",
            ) from None
        after = negamax(tree, asked.value).value
        after = after if tree.player == player else -after
        if optimal and after != v:
            what = f"has no optimal line: action {action!r} (number {i + 1}) makes it {after}"
            raise _complaint(asked, what, f"a line that keeps the value {v}")
    if optimal and tree.moves:
        raise _complaint(asked, "has a line that ends before the game does", "a line to a leaf")


def _check_same_again(asked: Asked) -> None:
    listed = _listed(asked.tree)
    before = copy.deepcopy(listed)
    for what, same in (
        ("when asked again", asked.tree),
        ("if moves are lazy", map_tree(asked.tree, _board)),
        ("if moves are in a list", listed),
    ):
        again = _ask(asked._replace(tree=same))
        if again.found != asked.found:
            raise _complaint(again, f"answers otherwise {what}", asked.found)
    if listed != before:
        raise _complaint(asked, "changes the moves of the tree", "the tree as it was")


def _board(board: Board, player: Player) -> Board:
    return board


class _Listed(list[AnyMove]):
    """Moves that a search can change, and can hash if it takes trees for keys."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self))


def _listed(tree: Tree) -> Tree:
    return tree._replace(
        moves=_Listed(Move(move.action, _listed(move.tree)) for move in tree.moves)
    )


# What the check says


def _complaint(asked: Asked, what: str, expected: Any = None) -> AssertionError:
    name = called(asked.search)
    arguments = ", ".join(["tree", called(asked.value), *map(str, asked.window)])
    said = {
        "asked": f"{name}({arguments})",
        "tree": _drawn(asked.tree, asked.value),
        "expected": expected,
        "found": asked.found,
    }
    rows = [f"    {key:9} {text}" for key, text in said.items() if text is not None]
    return AssertionError("\n".join([f"{name} {what}", *rows]))


def _drawn(tree: Tree, value: Value) -> str:
    """Return a small tree in full; of a game only the size and the position."""
    if value is zero_sum:
        return f"tree_of({shape_of(tree)})"
    return f"{size_tree(tree)} nodes: {tree.player!r} is to move on {tree.board!r}"
