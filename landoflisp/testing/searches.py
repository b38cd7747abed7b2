"""What is true of every search, as one check for searches that anybody writes."""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from functools import partial
from itertools import combinations
from math import inf
from numbers import Real
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from hypothesis import settings as Settings
from hypothesis import strategies as st

from landoflisp.errors import BadInput, IllegalMove
from landoflisp.search import Bound, Value
from landoflisp.testing.smallest import (
    as_strategy,
    called,
    is_exact,
    same_number,
    smallest_complaint,
    where,
)
from landoflisp.testing.strategies import grown_trees, shape_of, simpler_trees, zero_sum
from landoflisp.tree import Action, AnyMove, Board, Move, Player, Tree, follow, map_tree, size_tree

__all__ = ["Window", "check_search"]

Window: TypeAlias = Literal["soft", "hard", "limit", "null"]

MANY = 1000  # trees of numbers: a mistake in a window shows in a few of them only
ENDLESS = 1000  # times what negamax values: so often values nothing that ends

# Where a window begins and ends, as seen from the value that is to be found.
NEAR = (-2, -1, 0, 1, 2)

DOUBLED = " if boards are worth twice as much"
RENAMED = " if players, actions and boards have other names"


class Answer(NamedTuple):
    """What a search answers, part by part: the line as a list, None for what it does not give."""

    value: Any
    line: Any = None
    evaluations: Any = None
    bound: Any = None


class Rated(NamedTuple):
    """What a tree is worth to who moves there, its leaves, and the same of where its moves lead."""

    player: Player
    value: Any
    leaves: int
    ways: Mapping[Action, "Rated"]


class Asked(NamedTuple):
    """A search that was asked: what for, in which window, what came, and what is true.

    `window` is what the search was called with, alpha and beta what that means, `when` what is
    special about the question, `draw` how its tree is shown.
    """

    search: Callable[..., Any]
    tree: Tree
    value: Value
    true: Rated
    draw: Callable[[Tree], str]
    window: tuple[Any, ...] = ()
    alpha: Any = -inf
    beta: Any = inf
    when: str = ""
    calls: int = 0
    found: Any = None


Demand: TypeAlias = Callable[[list[Asked]], None]


def check_search(
    search: Callable[..., Any],
    trees: Tree | st.SearchStrategy[Tree] | None = None,
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

    - the value is `negamax`'s, and twice that if boards are worth twice as much;
    - the answer is the same when it is asked for again, if moves are lazy or in a list, and if
      players, actions and boards have other names; a tree is left as it was;
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

    `trees` are any at all unless given: turns in any order, passes and extra moves, up to 64 plies
    and up to 120 nodes, boards that are numbers of any size as player 0 sees them. A search that
    needs less is checked on `trees(st.integers(-9, 9))`, or `literal_trees()` if turns alternate.
    For trees of a game give its value too, and small ones, which are searched whole, again and
    again. Exact numbers are compared exactly, floats as `math.isclose` does. `settings` are
    Hypothesis' own. Raises `BadInput` for what is no search, no tree or no window.

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

    demands: list[Demand] = [
        partial(_check_value, window=window),
        partial(_check_rest, optimal_line=optimal_line),
        _check_same_again,
        *([] if searches_again else [_check_calls]),
    ]

    def check(demands: list[Demand], tree: Tree) -> None:
        answers = list(_answers(search, tree, value, window))
        for demand in demands:
            demand(answers)

    look = partial(
        smallest_complaint,
        grown_trees() if trees is None else as_strategy(trees),
        settings=settings,
        # Only a tree that is made for it shows what is wrong; and trees of games take their time.
        at_least=MANY if value is zero_sum else 0,
        simpler=simpler_trees if trees is None else None,
    )
    if complaint := look(partial(check, demands)):
        # The worst first: the smallest tree for what is less bad would hide it.
        worse = (look(partial(check, demands[:number])) for number in range(1, len(demands)))
        raise AssertionError(next(filter(None, worse), complaint))


def _answers(
    search: Callable[..., Any], tree: Tree, value: Value, window: Window | None
) -> Iterator[Asked]:
    """Yield what a search answers in windows, in the whole one, and of boards worth twice as much.

    The narrowest windows come first, lest what is remembered of a wider one help.
    """

    def doubled(board: Board, player: Player) -> Any:
        return 2 * value(board, player)

    draw = _literally if value is zero_sum else _in_short
    asked = Asked(search, tree, value, _rated(tree, value), draw)
    for way, alpha, beta in _ways(window, asked.true.value):
        yield _ask(asked._replace(window=way, alpha=alpha, beta=beta))
    asked = Asked(search, tree, doubled, _rated(tree, doubled), draw, when=DOUBLED)
    way, alpha, beta = _ways(window, asked.true.value)[-1]
    yield _ask(asked._replace(window=way, alpha=alpha, beta=beta))


def _rated(tree: Tree, value: Value) -> Rated:
    """Return what `negamax` finds, for every node."""
    best, leaves, ways = -inf, 0, {}
    for move in tree.moves:
        ways[move.action] = after = _rated(move.tree, value)
        best = max(best, after.value if after.player == tree.player else -after.value)
        leaves += after.leaves
    if not ways:
        return Rated(tree.player, value(tree.board, tree.player), 1, ways)
    return Rated(tree.player, best, leaves, ways)


def _ways(window: Window | None, v: Any) -> list[tuple[tuple[Any, ...], Any, Any]]:
    """Return how a search is called near a value, and the windows that this means."""
    near = [v + n for n in NEAR]
    whole = (), -inf, inf
    if window == "null":
        return [((alpha,), alpha, alpha + 1) for alpha in near]
    if window == "limit":
        return [*(((beta,), -inf, beta) for beta in near), whole]
    if window is None:
        return [whole]
    ends = [*combinations(near, 2), *((-inf, n) for n in near), *((n, inf) for n in near)]
    return [*(((a, b), a, b) for a, b in ends if a < b), whole]


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
    most = ENDLESS * asked.true.leaves

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


# What the answers have to be


def _check_value(answers: list[Asked], window: Window | None) -> None:
    for asked in answers:
        x, *_ = _parts(asked)
        lowest, highest = _promised(window, asked.true.value, asked.alpha, asked.beta)
        if not (lowest <= x <= highest or _is(x, lowest) or _is(x, highest)):
            promised = lowest if lowest == highest else f"a number from {lowest} to {highest}"
            raise _complaint(asked, "does not find the value", promised)


def _is(x: Any, expected: Any) -> bool:
    return x == expected if is_exact(expected) else same_number(x, expected)


def _check_rest(answers: list[Asked], optimal_line: bool) -> None:
    for asked in answers:
        x, line, evaluations, bound = _parts(asked)
        v = asked.true.value
        inside = asked.alpha < x < asked.beta
        if bound is not None:
            right = "exact" if x == v else "lower" if x < v else "upper"
            any_is_true = _is(x, v) and not (x == v and inside)
            if bound not in (get_args(Bound) if any_is_true else (right,)):
                said = f"says that {x} is {bound!r}"
                raise _complaint(asked, said, f"{right!r}: the value is {v}")
        if line is not None:
            _check_line(asked, line, inside and optimal_line)
        if evaluations is not None and evaluations != asked.calls:
            what = f"says that it has valued {evaluations} boards"
            raise _complaint(asked, what, f"{asked.calls}: so often it has asked for a value")


def _check_line(asked: Asked, line: Any, optimal: bool) -> None:
    if not isinstance(line, list):
        raise _complaint(asked, f"has {line!r} for a line", "a tuple of actions")
    tree, rated = asked.tree, asked.true
    v, player = rated.value, rated.player
    for i, action in enumerate(line):
        try:
            tree = follow(tree, [action])
        except IllegalMove as error:
            raise _complaint(asked, f"has no legal line: {error}") from None
        rated = rated.ways[action]
        after = rated.value if rated.player == player else -rated.value
        if optimal and not _is(after, v):
            what = f"has no optimal line: action {action!r} (number {i + 1}) makes it {after}"
            raise _complaint(asked, what, f"a line that keeps the value {v}")
    if optimal and rated.ways:
        raise _complaint(asked, "has a line that ends before the game does", "a line to a leaf")


def _check_calls(answers: list[Asked]) -> None:
    for asked in answers:
        if asked.calls > asked.true.leaves:
            what = f"values {asked.calls} boards (searches_again=True allows that)"
            raise _complaint(asked, what, f"no more than negamax does: {asked.true.leaves}")


def _check_same_again(answers: list[Asked]) -> None:
    """Check what is asked last of the value itself, the whole window if there is one."""
    *_, asked, _ = answers
    listed = _listed(asked.tree)
    for when, same in (
        ("when asked again", asked.tree),
        ("if moves are lazy", map_tree(asked.tree, _board)),
        ("if moves are in a list", listed),
    ):
        again = _ask(asked._replace(tree=same))
        if listed != _listed(asked.tree):
            raise _complaint(asked, "changes the moves of the tree", "the tree as it was")
        if _parts(again) != _parts(asked):
            raise _complaint(again, f"answers otherwise {when}", asked.found)
    if asked.draw is _literally:
        _check_same_renamed(asked)


def _check_same_renamed(asked: Asked) -> None:
    """Check that nothing depends on what players, actions and boards are: here all are pairs."""

    def renamed(board: Board, player: Player) -> Any:
        return asked.value(board[1], player[1])  # type: ignore[index]

    again = _ask(asked._replace(tree=_renamed(asked.tree), value=renamed, when=RENAMED))
    expected = _parts(asked)
    if expected.line is not None:
        expected = expected._replace(line=[("move", action) for action in expected.line])
    if _parts(again) != expected:
        parts = tuple(part for part in expected if part is not None)
        raise _complaint(again, "answers otherwise", parts if parts[1:] else expected.value)


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


def _renamed(tree: Tree) -> Tree:
    moves = (Move(("move", move.action), _renamed(move.tree)) for move in tree.moves)
    return Tree(("player", tree.player), ("board", tree.board), tuple(moves))


# What the check says


def _parts(asked: Asked) -> Answer:
    found = asked.found
    parts = found if isinstance(found, tuple | list) else (found,)
    if not 1 <= len(parts) <= 4:
        shape = "a value, or (value, line, evaluations, bound) or the first of these"
        raise _complaint(asked, f"answers with {len(parts)} parts", shape)
    if not isinstance(parts[0], Real | Decimal):
        hint = " (is there a return?)" if parts[0] is None else ""
        raise _complaint(asked, f"answers with what is no number{hint}", asked.true.value)
    answer = Answer(*parts)
    return answer._replace(line=[*answer.line]) if isinstance(answer.line, tuple) else answer


def _complaint(asked: Asked, what: str, expected: Any = None) -> AssertionError:
    name = called(asked.search)
    arguments = ", ".join(["tree", called(asked.value), *map(str, asked.window)])
    said = {
        "asked": f"{name}({arguments})",
        "tree": asked.draw(asked.tree),
        "expected": expected,
        "found": asked.found,
    }
    rows = [f"    {key:9} {text}" for key, text in said.items() if text is not None]
    return AssertionError("\n".join([f"{name} {what}{asked.when}", *rows]))


def _literally(tree: Tree) -> str:
    return f"tree_of({shape_of(tree)})"


def _in_short(tree: Tree) -> str:
    """Return the size and the position: in full the tree of a game is too long to read."""
    return f"{size_tree(tree)} nodes: {tree.player!r} is to move on {tree.board!r}"
