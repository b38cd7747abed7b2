"""What a search did on a tree, as a tree of the same shape.

Trees are lazy: what a search cut is exactly what it never asked for. So a trace needs no help from
the search. It is given a tree that takes notes when it is asked; and if the search takes `recur`,
every call of it is noted as well, with its window and its answer.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from inspect import signature
from numbers import Number
from typing import Any, NamedTuple, TypeAlias

from landoflisp.errors import BadInput, whole_number
from landoflisp.recursion import inner, outermost
from landoflisp.search.best import OPPOSITE, Best, Bound, Search, Value, inf
from landoflisp.tree import Action, AnyMove, Board, Move, Moves, Player, Tree, map_branches

__all__ = ["Traced", "Visit", "trace"]

Line: TypeAlias = tuple[Action, ...]


class Visit(NamedTuple):
    """One call of a search on a position, as the player at the root sees it.

    `window` is (alpha, beta), or None if the search has none; `best` what it answered. Of a search
    that takes no `recur` neither is known.
    """

    window: tuple[Any, Any] | None
    best: Best | None


class Traced(NamedTuple):
    """A position of a traced tree: its board, and what the search did there.

    It was never `forced` if the search did not ask for it: it was not even made. It has more than
    one of the `visits` if it was searched again. `values` are those that the search asked for, one
    for each evaluation. `best` is the answer of the last visit, at the root that of the search.
    Values are as the player at the root sees them.
    """

    board: Board
    forced: bool = False
    visits: tuple[Visit, ...] = ()
    values: tuple[Any, ...] = ()
    best: Best | None = None


@outermost
def trace(
    search: Search,
    tree: Tree,
    value: Value | None = None,
    *window: Any,
    limit: int | None = None,
) -> Tree:
    """Return the tree with what a search does on it: every board becomes a `Traced` one.

    The root's `best` is what `search(tree, value, *window)` returns, as a `Best`. Without a
    value the tree is one of players 0 and 1 with numbers at the leaves, as player 0 sees them
    (`literal_tree`). What the search never asked for stays as lazy as it was.

    Raises `BadInput` as soon as the search asks for more nodes than the limit, if there is one, and
    for an answer that is neither a value nor begins with one.

    Any search can be traced, also one that answers with a value alone, or with as much of (value,
    line, evaluations, bound) as it knows. One that takes `recur`, or another such search as
    `search`, shows each visit, the window and the answer; any other shows what it asked for, and
    what it valued. One that takes the player first, `rate_position(tree, player, value)`, is asked
    for the player at the root.

    >>> from landoflisp.search.negamax import fail_soft
    >>> from landoflisp.tree import flatten_tree, follow, literal_tree
    >>> figure = literal_tree([[[1, 3], [4, 2]], [[2, 1], [3, 5]]])
    >>> traced = trace(fail_soft, figure)
    >>> [node.board.board for node in flatten_tree(traced) if node.board.values]
    [1, 3, 4, 2, 1]
    >>> [node.board.board for node in flatten_tree(traced) if not node.board.forced]
    [2, None, 3, 5]
    >>> follow(traced, [0, 1]).board.visits  # doctest: +NORMALIZE_WHITESPACE
    (Visit(window=(-inf, 3),
           best=Best(value=4, line=(0,), evaluations=1, bound='lower')),)

    See Also:
        landoflisp.show.tree_text, landoflisp.show.tree_svg
    """
    log = _Log(tree.player, None if limit is None else whole_number("a limit of nodes", limit, 1))
    watched = partial(_valued, log, value or _number)
    whose = (tree.player,) if list(signature(search).parameters)[1:2] == ["player"] else ()
    placed = _placed(_Place(tree, (), log))
    found = _logged(search, log)(placed, *whose, watched, *window)
    given = _given(search, placed, *whose, watched, *window)
    best = _best(found, log.valued, _window(given))
    return _traced(tree, log.notes(())._replace(best=best))


def _number(board: Board, player: Player) -> Any:
    if player not in (0, 1) or not isinstance(board, Number):
        raise BadInput(
            f"{board!r}, seen by player {player!r}, is no number of a literal tree: "
            "trace(search, tree, value) needs a value(board, player)"
        )
    number: Any = board
    return number if player == 0 else -number


# While the search runs


class _Log:
    """What a search has done so far, by the line that leads there."""

    def __init__(self, viewer: Player, limit: int | None) -> None:
        self.viewer = viewer
        self.limit = limit
        self.nodes = 1
        self.asked: set[Line] = set()
        self.visits: defaultdict[Line, list[Visit]] = defaultdict(list)
        self.values: defaultdict[Line, list[Any]] = defaultdict(list)
        self.after: defaultdict[Line, dict[Action, None]] = defaultdict(dict)
        self.valued = 0
        # What a search values is a board without its place. So, for each board, the places that it
        # was met at and not valued since: those with the same parent together, and by itself (None)
        # the one that the search came to; what was met last is the last.
        self.met: defaultdict[Board, dict[Line | None, dict[Line, None]]] = defaultdict(dict)
        self.last: dict[Board, Line] = {}

    def made(self, line: Line, before: Board, action: Action, board: Board) -> Line:
        """Note that a move is made, which may be for the first time, and return the line."""
        after = (*line, action)
        if action not in self.after[line]:
            self.after[line][action] = None
            self.nodes += 1
            if self.limit is not None and self.nodes > self.limit:
                raise BadInput(
                    f"the search asks for more than {self.limit:,} nodes of the tree: "
                    "lower the depth or raise the limit"
                )
        self._leave(line, before)  # whoever goes on from a place is not about to value it
        self._meet(after, board, line)
        return after

    def come(self, line: Line, board: Board) -> None:
        """Note that the search came to a place."""
        self.met[board].pop(None, None)
        self._meet(line, board, None)

    def value(self, board: Board, value: Any) -> None:
        """Note a value where the board was met: at the first of those places that has none yet."""
        self.valued += 1
        waiting = next(reversed(self.met[board].values()), None)
        line = next(iter(waiting)) if waiting else self.last.get(board)
        if line is not None:
            self._leave(line, board)
            self.last[board] = line
            self.values[line].append(value)

    def _meet(self, line: Line, board: Board, key: Line | None) -> None:
        places = self.met[board].pop(key, {})
        self.met[board][key] = {**places, line: None}
        self.last[board] = line

    def _leave(self, line: Line, board: Board) -> None:
        groups = self.met[board]
        for key in (None, line[:-1]):
            groups.get(key, {}).pop(line, None)
            if key in groups and not groups[key]:
                del groups[key]

    def notes(self, line: Line) -> "_Notes":
        """Return what was noted of a line and of all that goes on from it."""
        visits = tuple(self.visits.get(line, ()))
        values = tuple(self.values.get(line, ()))
        if not self.visits and (values or line in self.asked):
            visits = (Visit(None, None),)
        after = tuple((a, self.notes((*line, a))) for a in self.after.get(line, ()))
        return _Notes(True, visits, values, visits[-1].best if visits else None, after)


@dataclass(frozen=True, slots=True)
class _Place:
    """A place in the tree. Where it lies makes no difference: equal trees stay equal."""

    tree: Tree
    line: Line = field(compare=False)
    log: _Log = field(compare=False)


class _Placed(Tree):
    """A tree that notes what it is asked for, and knows its place through every transformation."""

    place: _Place

    def _replace(self, **changes: Any) -> "_Placed":
        replaced = super()._replace(**changes)
        replaced.place = self.place
        return replaced


def _placed(place: _Place) -> _Placed:
    player, board, _ = place.tree
    placed = _Placed(player, board, Moves(_placed_moves, (place,)))
    placed.place = place
    return placed


def _placed_moves(place: _Place) -> Iterator[AnyMove]:
    tree, line, log = place.tree, place.line, place.log

    def further(branch: Move) -> Tree:
        after = log.made(line, tree.board, branch.action, branch.tree.board)
        return _placed(_Place(branch.tree, after, log))

    log.asked.add(line)
    log.come(line, tree.board)
    return (map_branches(move, further) for move in tree.moves)


def _valued(log: _Log, value: Value, board: Board, player: Player) -> Any:
    found = value(board, player)
    log.value(board, found if player == log.viewer else -found)
    return found


def _logged(search: Search, log: _Log) -> Search:
    """Return the search with every call of it noted, as far as it can be told where it calls."""
    parameters = signature(search).parameters
    if "recur" in parameters:
        return outermost(partial(_visited, inner(search), log), search)
    if "search" in parameters:
        return partial(search, search=_logged(parameters["search"].default, log))
    return search


def _visited(search: Search, log: _Log, tree: Tree, *rest: Any, recur: Search | None = None) -> Any:
    place: _Place | None = getattr(tree, "place", None)
    before = log.valued
    if place is not None:
        log.come(place.line, tree.board)
    found = search(tree, *rest, recur=recur or partial(_visited, search, log))
    if place is not None:
        given = _given(search, tree, *rest)
        best = _best(found, log.valued - before, _window(given))
        log.visits[place.line].append(_visit(log.viewer, tree, given, best))
    return found


def _given(search: Search, *arguments: Any) -> dict[str, Any]:
    """Return the arguments of a call by their names."""
    given = signature(search).bind(*arguments)
    given.apply_defaults()
    return given.arguments


def _best(found: Any, evaluations: int, window: tuple[Any, Any] | None) -> Best:
    """Return what a search answered as a `Best`: what it did not say is what can be known of it."""
    if isinstance(found, Best):
        return found
    parts = tuple(found) if isinstance(found, tuple | list) else (found,)
    if not 1 <= len(parts) <= 4 or not isinstance(parts[0], Number):
        raise BadInput(
            "a search answers with a value, or with (value, line, evaluations, bound) or the first "
            f"of these, not {found!r}"
        )
    number: Any = parts[0]
    bound: Bound
    alpha, beta = window or (-inf, inf)
    bound = "upper" if -inf < number <= alpha else "lower" if beta <= number < inf else "exact"
    bound = bound if alpha < beta else "unknown"
    known = Best(number, (), evaluations, bound)
    best = Best(*parts, *known[len(parts) :])
    return best._replace(line=tuple(best.line))


def _visit(viewer: Player, tree: Tree, given: dict[str, Any], best: Best) -> Visit:
    """Return the visit, turned round if it is seen by another than the viewer."""
    window = _window(given)
    player = given.get("player")
    if (tree.player if player is None else player) == viewer:
        return Visit(window, best)
    value, line, evaluations, bound = best
    turned = None if window is None else (-window[1], -window[0])
    return Visit(turned, Best(-value, line, evaluations, OPPOSITE[bound]))


def _window(arguments: dict[str, Any]) -> tuple[Any, Any] | None:
    """Return the window among the arguments of a search: one of alpha alone is a null window."""
    if "beta" in arguments:
        return arguments.get("alpha", -inf), arguments["beta"]
    if "lower_limit" in arguments and "upper_limit" in arguments:
        return arguments["lower_limit"], arguments["upper_limit"]
    if "limit" in arguments:
        return -inf, arguments["limit"]
    if "alpha" in arguments:
        return arguments["alpha"], arguments["alpha"] + 1
    return None


# When it is over


class _Notes(NamedTuple):
    forced: bool
    visits: tuple[Visit, ...]
    values: tuple[Any, ...]
    best: Best | None
    after: tuple[tuple[Action, "_Notes"], ...]


NEVER = _Notes(False, (), (), None, ())


def _traced(tree: Tree, notes: _Notes) -> Tree:
    board = Traced(tree.board, *notes[:-1])
    return Tree(tree.player, board, Moves(_traced_moves, (tree.moves, notes.after)))


def _traced_moves(
    moves: Iterable[AnyMove], after: tuple[tuple[Action, _Notes], ...]
) -> Iterator[AnyMove]:
    notes = dict(after)
    return (
        map_branches(move, lambda branch: _traced(branch.tree, notes.get(branch.action, NEVER)))
        for move in moves
    )
