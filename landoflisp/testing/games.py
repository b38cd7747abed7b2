"""What the searches expect of a game, as one check for games that anybody writes."""

import copy
import pickle
import re
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from itertools import combinations, islice
from math import isfinite
from numbers import Rational, Real
from operator import ne
from textwrap import indent
from typing import Any, NamedTuple

from hypothesis import settings as Settings
from hypothesis import strategies as st
from toolz import concat, isdistinct, unique

from landoflisp.search import Value
from landoflisp.testing.elsewhere import CannotAsk, ask_elsewhere
from landoflisp.testing.smallest import (
    as_strategy,
    culprit,
    same_number,
    smallest_complaint,
    where,
)
from landoflisp.tree import (
    Action,
    AnyMove,
    Board,
    Chance,
    Move,
    Moves,
    Outcome,
    Player,
    Tree,
    branches,
    rule_of,
)

__all__ = ["check_game"]

EQUAL = " (tuples, NamedTuples and frozen dataclasses are compared by what they hold)"
PLAIN = "plain values: numbers, texts, tuples, frozensets, frozen dataclasses of such"
RULE = "a rule that is a function of a module, neither a lambda nor inside another function"
NEAR = 500  # positions that are looked at one by one, those with the shortest lines first
NEARER = 20  # of each tree of a strategy
PAIRS = 100  # so many of them are compared one with another
TIMES = 5  # so often a position near the tree is asked for its moves
MANY = 100_000  # moves, which no position has
FAR = 1000  # positions that other processes are asked about
LONG = 12  # moves of a line that are worth showing
NO_RETURN = "'NoneType' object is not iterable"
# What is defined at the prompt or in a doctest has a name, but is in no module to be found there.
AT_THE_PROMPT = re.compile(r"attribute lookup [\w.]+ on \S+ failed|not found as [\w.]+$")


class Node(NamedTuple):
    """A position of a game: its tree, the line that leads there, and how its board is drawn."""

    tree: Tree
    show: Callable[[Board], str]
    line: tuple[Action, ...] = ()
    above: tuple[Tree, ...] = ()


class Said(NamedTuple):
    """What a game said of a position: its moves as (action, player, board), what it is worth."""

    node: Node
    moves: list[tuple[Any, ...]]
    worth: dict[Player, Any]


class Endless(BaseException):
    """A play that does not end: no `Exception`, for Hypothesis would take for ever to shrink it."""


def check_game(
    tree: Tree | st.SearchStrategy[Tree],
    value: Value | None = None,
    *,
    show: Callable[[Board], str] | None = None,
    parse: Callable[[str], Board] | None = None,
    pickles: bool = True,
    plies: int = 1000,
    settings: Settings | None = None,
) -> None:
    """Raise `AssertionError`, which shows the line that leads there, if a game is not a game.

    All positions near the tree are looked at, and games are played to the end, as they are from
    trees of a strategy. At every position:

    - the moves are the same each time, their actions differ, and probabilities add up to 1;
    - positions are values: equal if they are the same, hashable, not changed by the rule, and
      picklable, but for `pickles=False` (one process is enough for everything but the pools of
      processes that play tournaments; what is defined at the prompt is excused);
    - equal boards are worth the same and equal positions have the same moves, by whatever line they
      are reached, a copy too, and whenever they are asked;
    - nothing is expanded before it is asked for;
    - no position comes twice, and the game is over after `plies` moves at most;
    - `value(board, player)`, if given, is a finite number for either of two players, and what one
      wins the other loses. A rating of another kind, such as Dice of Doom's, is not given;
    - `show`, if given, draws every board, and `parse` reads what it draws.

    Exact numbers are compared exactly, floats as `math.isclose` does. In the end the same positions
    are asked about in two other processes, in another order and where texts have other hashes, for
    moves in the order of a set are others there. Where the game or its value is not found by
    another process, a warning says why (with `pickles=False` none is asked).

    `settings` are Hypothesis' own. Raises `BadInput` for what is no tree.

    >>> from landoflisp import kalah, unfold_tree
    >>> check_game(kalah.tree(kalah.start(3, 2)), kalah.get_value, show=kalah.show)

    Here is a rule that takes stones away from the very board that it was given:

    >>> class Heap:
    ...     def __init__(self, stones):
    ...         self.stones = stones
    ...     def __eq__(self, other):
    ...         return self.stones == other.stones
    ...     def __hash__(self):
    ...         return hash(self.stones)
    ...     def __repr__(self):
    ...         return f"Heap({self.stones})"
    >>> def take(player, heap):
    ...     if heap.stones:
    ...         heap.stones -= 1
    ...         yield "take", 1 - player, heap
    >>> check_game(unfold_tree(take, 0, Heap(3)))
    Traceback (most recent call last):
    AssertionError: the rule changes the board that it is given
        line      []
        player    0
        board     Heap(3)
        changed   Heap(2)

    See Also:
        landoflisp.testing.check_search
    """
    __tracebackhide__ = True
    by_line: dict[tuple[Any, Tree], Said] = {}
    by_board: dict[Board, list[Said]] = {}

    def check(node: Node, players: Sequence[Player], times: int) -> Sequence[Player]:
        if known := _found(by_line, (node.line, node.tree)):
            _check_same(known, node.tree, value, "when asked again")
            return [*known.worth]
        said = _check_position(node, value, players, parse, pickles, times)
        by_line[said.node.line, said.node.tree] = said
        others = by_board.setdefault(said.node.tree.board, [])
        for other in others:
            _check_equal(other, said)
        if all(other.node.tree != said.node.tree for other in others):
            others.append(said)
        return [*said.worth]

    def check_near(tree: Tree, positions: int) -> None:
        players: Sequence[Player] = ()
        for node in islice(_near(Node(_fresh(tree), show or repr)), positions):
            players = check(node, players, TIMES)

    def check_play(tree: Tree, data: st.DataObject) -> None:
        node = Node(_fresh(tree), show or repr)
        players: Sequence[Player] = ()
        for _ in range(plies + 1):
            players = check(node, players, 2)
            after = list(_after(node))
            if not after:
                return
            node = after[data.draw(st.integers(0, len(after) - 1))]
        raise Endless(str(_complaint(node, f"the game is not over after {plies} moves")))

    def check_in_the_end() -> None:
        everything = list(concat(by_board.values()))
        _check_pairs(everything[:PAIRS])
        for said in reversed(everything):
            _check_same(said, said.node.tree, value, "in the end")
        if pickles:
            _check_elsewhere(everything[:FAR], value)

    trees = as_strategy(tree)
    positions = NEAR if isinstance(tree, Tree) else NEARER
    try:
        complaint = smallest_complaint(
            trees, lambda tree: check_near(tree, positions), settings
        ) or smallest_complaint(
            st.tuples(trees, st.data()), lambda play: check_play(*play), settings
        )
    except Endless as play:
        complaint = str(play)
    if complaint:
        raise AssertionError(complaint)
    check_in_the_end()


def _fresh(tree: Tree) -> Tree:
    """Return a copy of the tree: one that the rule changes shall be found again as it was."""
    try:
        return copy.deepcopy(tree)
    except Exception:
        return tree  # and so there is something to complain of


def _found(known: Mapping[Any, Said], key: Any) -> Said | None:
    try:
        return known.get(key)
    except Exception:
        return None  # What cannot be hashed is complained of.


def _near(node: Node) -> Iterator[Node]:
    """Yield a position and all that come of it, those with the shortest lines first."""
    queue = deque([node])
    while queue:
        yield queue[0]
        queue.extend(_after(queue.popleft()))


def _after(node: Node) -> Iterator[Node]:
    for action, tree in branches(node.tree):
        line, above = (*node.line, action), (*node.above, node.tree)
        yield node._replace(tree=tree, line=line, above=above)


# One position


def _check_position(
    node: Node,
    value: Value | None,
    players: Sequence[Player],
    parse: Callable[[str], Board] | None,
    pickles: bool,
    times: int,
) -> Said:
    """Return what a game says of a position when it is asked, once all of it is found right."""
    tree = node.tree
    if isinstance(tree.moves, Iterator):
        what = "the moves can be asked for only once: let unfold_tree make the tree"
        raise _complaint(node, what, moves=_a(tree.moves))
    _use(node, "hashed", "the player", tree.player, hash)
    _use(node, "hashed", "the board", tree.board, hash)
    if tree in node.above:
        before = _shortened(node.line[: node.above.index(tree)])
        raise _complaint(node, "a position comes back: play may never end", before=before)
    copies = {"a copy": _copied(node)}
    if pickles and (travelled := _pickled(node)):
        copies["a pickled copy"] = travelled
    *_, pristine = (node._replace(tree=same) for same in copies.values())
    ways = _check_moves(node, pristine, times)
    _check_drawn(node, pristine, parse)
    known = list(unique([*players, tree.player, *(way.tree.player for way in ways)]))
    said = Said(pristine, _plain(ways), _check_value(node, pristine, value, known))
    for kind, same in copies.items():
        _check_same(said, same, value, f"of {kind} of the board")
    return said


def _copied(node: Node) -> Tree:
    board = node.tree.board
    copied = _use(node, "copied", "the board", board, copy.deepcopy)
    if _try(node, "comparing the board with its copy", ne, copied, board):
        raise _complaint(node, f"a copy of the board is not equal to it{EQUAL}")
    if hash(copied) != hash(board):
        raise _complaint(node, f"equal boards have different hashes{EQUAL}", equal="a copy")
    return _fresh(node.tree)


def _pickled(node: Node) -> Tree | None:
    """Return the tree after a journey to another process; None if that is excused."""
    tree = node.tree
    try:
        travelled: Tree = pickle.loads(pickle.dumps(tree))
    except Exception as error:
        if AT_THE_PROMPT.search(str(error)):
            return None
        verb = "pickled (pickles=False allows that)"
        for name, thing in (("the player", tree.player), ("the board", tree.board)):
            _use(node, verb, name, thing, pickle.dumps)
        said = {"rule": rule_of(tree), "error": error, "wanted": RULE}
        raise _complaint(node, f"the tree cannot be {verb}", **said) from None
    if travelled[:2] != tree[:2]:
        raise _complaint(node, f"a pickled tree is another{EQUAL}", found=travelled[:2])
    return travelled


def _check_moves(node: Node, pristine: Node, times: int) -> list[Move]:
    """Return the ways that a position can go on, once their like has been seen so many times."""
    asked = node.tree.moves
    moves = _try(node, "asking for the moves", lambda: list(islice(asked, MANY + 1)))
    _check_unchanged(node, pristine, "the rule")
    if len(moves) > MANY:
        raise _complaint(node, f"there are more than {MANY} moves: do they end?", first=moves[:3])
    for move in moves:
        if not isinstance(move, Move | Chance):
            raise _complaint(node, "a move is no Move(action, tree)", move=move)
        if isinstance(move, Chance):
            _check_chance(node, move)
        _use(node, "hashed", "an action", move.action, hash)
    actions = [move.action for move in moves]
    if not isdistinct(actions):
        raise _complaint(node, "two moves have the same action", actions=actions)
    for _ in range(times - 2):
        _check_again(node, moves, _try(node, "asking for the moves again", list, asked))
    _check_interrupted(node, moves)
    return _ways(node, moves)


def _ways(node: Node, moves: Iterable[AnyMove]) -> list[Move]:
    return list(branches(node.tree.with_moves(moves)))


def _check_again(node: Node, moves: Sequence[AnyMove], again: Sequence[AnyMove]) -> None:
    """Check that the moves are those that came first."""
    ways, others = _ways(node, moves), _ways(node, again)
    first, then = ([way.action for way in some] for some in (ways, others))
    if first != then:
        raise _complaint(node, "the moves are not the same each time", first=first, then=then)
    for way, other in zip(ways, others, strict=True):
        _check_way(node, way, other)
    odds, now = _odds(moves), _odds(again)
    if odds != now:
        what = "the probabilities are not the same each time"
        raise _complaint(node, what, first=odds, then=now)


def _check_interrupted(node: Node, moves: Sequence[AnyMove]) -> None:
    """Check what comes if a search asks: whether there are moves, and further down in between."""
    again, marks, below = [], [], None

    def ask() -> None:
        nonlocal below
        any(True for _ in node.tree.moves)
        for move in node.tree.moves:
            again.append(move)
            marks.append(_mark(move))
            if len(again) == 1:
                with suppress(Exception):  # What is wrong there is complained of there.
                    below = _plain(branches(move.tree))

    _try(node, "asking for the moves again", ask)
    _check_again(node, moves, again)
    for move, mark in zip(again, marks, strict=True):
        if mark != _mark(move):
            what = f"the board after {move.action!r} changes when the next move is asked for"
            raise _complaint(node, what, then=move.tree.board)
    if below is not None:
        then = _try(node, "asking for moves", lambda: _plain(branches(moves[0].tree)))
        if below != then:
            what = f"the moves after {moves[0].action!r} are others while those here are asked for"
            here, there = _differing(below, then)
            raise _complaint(node, what, first=here, then=there)


def _mark(move: AnyMove) -> int | None:
    try:
        return hash(move)
    except Exception:
        return None


def _odds(moves: Iterable[AnyMove]) -> list[list[Any]]:
    chances = (move for move in moves if isinstance(move, Chance))
    return [[outcome.probability for outcome in move.outcomes] for move in chances]


def _check_chance(node: Node, move: Chance) -> None:
    if isinstance(move.outcomes, Iterator):
        raise _complaint(node, "outcomes can be asked for only once: make a tuple", move=move)
    for outcome in move.outcomes:
        if not isinstance(outcome, Outcome):
            what = f"an outcome of {move.action!r} is no Outcome(probability, tree)"
            raise _complaint(node, what, outcome=outcome)
    [odds] = _odds([move])
    for probability in odds:
        if not _is_finite(probability) or not 0 <= probability <= 1:
            what = "a probability is no number from 0 to 1"
            raise _complaint(node, what, action=move.action, found=probability)
    total = _try(node, "adding the probabilities of a move", sum, odds)
    if not same_number(total, 1):
        what = "the probabilities of a move do not add up to 1"
        raise _complaint(node, what, action=move.action, odds=odds, sum=total)


def _check_way(node: Node, way: Move, again: Move) -> None:
    """Check where a move leads, without going there."""
    tree, same = way.tree, again.tree
    after = f"after {way.action!r}"
    if not isinstance(tree, Tree):
        raise _complaint(node, f"{after} comes no Tree", found=tree)
    if _is_there(tree.moves):
        what = (
            f"{after} the moves are there before they are asked for: let unfold_tree make the tree"
        )
        raise _complaint(node, what, moves=_a(tree.moves))
    if tree[:2] != same[:2]:
        boards = tree.board, same.board
        raise _complaint(node, f"{after} the board is not the same each time{EQUAL}", boards=boards)
    if tree != same:
        what = f"{after} the moves are made by another rule each time"
        raise _complaint(node, what, rules=(tree.moves, same.moves))
    if _mark(way) != _mark(again):
        raise _complaint(node, f"{after} come equal trees with different hashes{EQUAL}")


def _is_there(moves: Any) -> bool:
    """Return whether moves were made already, here or behind a rule that gives them away."""
    if isinstance(moves, Moves):
        return any(map(_is_there, moves.args))
    return isinstance(moves, tuple | list) and any(isinstance(m, Move | Chance) for m in moves)


def _check_drawn(node: Node, pristine: Node, parse: Callable[[str], Board] | None) -> None:
    board = node.tree.board
    drawn = _try(node, "show(board)", node.show, board)
    _check_unchanged(node, pristine, "show(board)")
    if not isinstance(drawn, str):
        raise _complaint(node._replace(show=repr), "show(board) is no text", found=drawn)
    if drawn != (then := _try(node, "show(board)", node.show, board)):
        raise _complaint(node, "show(board) is not the same each time", then=then)
    if parse and (read := _try(node, "parse(show(board))", parse, drawn)) != board:
        raise _complaint(node, "parse(show(board)) is another board", found=read)


def _check_value(
    node: Node, pristine: Node, value: Value | None, players: Sequence[Player]
) -> dict[Player, Any]:
    """Return what a position is worth to one and to the other."""
    if value is None:
        return {}
    if len(players) > 2:
        raise _complaint(node, "a value is for two players", players=players)
    worth: dict[Player, Any] = {}
    for player in [*players, *reversed(players)]:
        name = f"value(board, {player!r})"
        number = _try(node, name, value, node.tree.board, player)
        _check_unchanged(node, pristine, name)
        if not _is_finite(number):
            raise _complaint(node, f"{name} is no finite number", found=number)
        if not same_number(first := worth.setdefault(player, number), number):
            raise _complaint(node, f"{name} is not the same each time", first=first, then=number)
    if len(players) == 2:
        one, other = worth.values()
        if not same_number(one, -other):
            what = "the value is not zero-sum: what one player wins, the other loses"
            said = ", ".join(f"{number} for {player!r}" for player, number in worth.items())
            raise _complaint(node, what, values=said)
    return worth


def _is_finite(number: Any) -> bool:
    return isinstance(number, Rational) or (isinstance(number, Real | Decimal) and isfinite(number))


def _check_unchanged(node: Node, pristine: Node, what: str) -> None:
    board, before = node.tree.board, pristine.tree.board
    if board != before or hash(board) != hash(before):
        raise _complaint(pristine, f"{what} changes the board that it is given", changed=board)


# What was said before, of the same and of others


def _plain(ways: Iterable[Move]) -> list[tuple[Any, ...]]:
    return [(way.action, way.tree.player, way.tree.board) for way in ways]


def _check_same(said: Said, tree: Tree, value: Any, when: str) -> None:
    """Check that what should be the same position is: a copy, or the same one later."""
    ways = _try(said.node, f"asking for the moves {when}", lambda: list(branches(tree)))
    worth = {}
    for player in reversed(said.worth):
        name = f"value(board, {player!r}) {when}"
        worth[player] = _try(said.node, name, value, tree.board, player)
    _compare(said, _plain(ways), worth, when)


def _compare(said: Said, moves: list[tuple[Any, ...]], worth: dict[Player, Any], when: str) -> None:
    node, first, known = said
    if moves != first:
        same = len(moves) == len(first) and all(move in first for move in moves)
        what = "in another order" if same else "others"
        here, there = _differing(first, moves)
        raise _complaint(node, f"the moves {when} are {what}", first=here, then=there)
    for player in worth.keys() & known.keys():
        if not same_number(known[player], worth[player]):
            what = f"value(board, {player!r}) {when} is another"
            raise _complaint(node, what, first=known[player], then=worth[player])


def _check_equal(one: Said, other: Said) -> None:
    """Check that equal boards are worth the same, and that equal positions have the same moves."""
    also = {"equal to": _shortened(one.node.line)}
    for player in one.worth.keys() & other.worth.keys():
        numbers = other.worth[player], one.worth[player]
        if not same_number(*numbers):
            what = "equal boards are worth different amounts: equality forgets something"
            values = f"{numbers[0]} for {player!r}, {numbers[1]} there"
            raise _complaint(other.node, what, **also, values=values)
    if one.node.tree == other.node.tree and one.moves != other.moves:
        what = "equal positions have different moves: equality forgets something"
        here, there = _differing(other.moves, one.moves)
        raise _complaint(other.node, what, **also, moves=here, there=there)


def _differing(
    some: list[tuple[Any, ...]], others: list[tuple[Any, ...]]
) -> tuple[list[Any], list[Any]]:
    """Return the actions of moves if they differ, and else where the moves lead."""
    actions = [action for action, *_ in some], [action for action, *_ in others]
    boards = [board for *_, board in some], [board for *_, board in others]
    return actions if actions[0] != actions[1] else boards


def _check_pairs(near: Sequence[Said]) -> None:
    """Check that what is equal has the same hash, by which alone it could be found."""
    for one, other in combinations(near, 2):
        boards = one.node.tree.board, other.node.tree.board
        if _try(other.node, "comparing boards", lambda pair: pair[0] == pair[1], boards):
            if hash(boards[0]) != hash(boards[1]):
                what = f"equal boards have different hashes{EQUAL}"
                raise _complaint(other.node, what, **{"equal to": _shortened(one.node.line)})
            _check_equal(one, other)


def _check_elsewhere(everything: Sequence[Said], value: Value | None) -> None:
    try:
        pickle.dumps(value)
    except Exception as error:
        _warn("the value", error)
        value = None
    questions = [(said.node.tree, [*said.worth] if value else []) for said in everything]
    try:
        processes = ask_elsewhere(questions, value)
    except CannotAsk as error:
        _warn("the game", error)
        return
    for seed, answers in processes:
        when = f"in another process (PYTHONHASHSEED={seed})"
        for said, answer in zip(everything, answers, strict=True):
            if isinstance(answer, str):
                raise _complaint(said.node, f"asking {when} raises {answer}")
            _compare(said, *answer, when)


def _warn(what: str, error: Exception) -> None:
    message = f"{what} was not tried in another process (is it in a module?): {error}"
    warnings.warn(message, stacklevel=5)


# What the check says


def _use(node: Node, verb: str, name: str, thing: Any, function: Callable[[Any], Any]) -> Any:
    """Return what a function makes of a part of a position; complain of what is no value in it."""
    try:
        return function(thing)
    except Exception as error:
        whole = name.rpartition(" ")[2]
        part, found = culprit(whole, thing, function)
        what = f"{name} cannot be {verb}: {'it' if part == whole else part} is {_a(found)}"
        raised = f"{type(error).__name__}{where(error)}: {error}"
        raise _complaint(node, what, error=raised, wanted=PLAIN) from None


def _a(thing: Any) -> str:
    name = type(thing).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def _try(node: Node, what: str, function: Callable[..., Any], *args: Any) -> Any:
    try:
        return function(*args)
    except Exception as error:
        own = where(error)
        hint = " (is there a return?)" if not own and NO_RETURN in str(error) else ""
        said = f"{what} raises {type(error).__name__}{own}: {error}{hint}"
        raise _complaint(node, said) from None


def _complaint(node: Node, what: str, **said: Any) -> AssertionError:
    tree, show, line, _ = node
    try:
        board = show(tree.board)
    except Exception:
        board = repr(tree.board)
    if "\n" in board:
        board = "\n" + indent(board, " " * 8)
    rows = {"line": _shortened(line), "player": repr(tree.player), "board": board, **said}
    return AssertionError("\n".join([what, *(f"    {key:9} {row}" for key, row in rows.items())]))


def _shortened(line: tuple[Action, ...]) -> str:
    """Return how a line begins and ends, and how long it is, if it is long."""
    if len(line) <= LONG:
        return repr([*line])
    first, final = (", ".join(map(repr, part)) for part in (line[: LONG // 2], line[-3:]))
    return f"[{first}, ..., {final}] ({len(line)} moves)"
