"""What to call the functions of the three versions of Dice of Doom with: any board, any turn.

Trees are small: version 1 makes all of a tree at once, and plays on 2x2; the others are asked for
two moves ahead, on 3x3. Dice fall in Lisp as they fall in the port.
"""

import importlib.util
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from io import StringIO
from types import ModuleType
from typing import Any, NamedTuple
from unittest.mock import Mock, patch

from hypothesis import strategies as st
from toolz import count, take

from landoflisp.commands.verify_check import (
    Check,
    Example,
    constant,
    rolling,
    same_elements,
    written,
)
from landoflisp.commands.verify_lisp import Call, Outcome
from landoflisp.games import dice_of_doom as doom
from landoflisp.search.ratings import (
    ab_get_ratings_max,
    ab_get_ratings_min,
    ab_rate_position,
    choose_move,
    get_ratings,
    rate_position,
)
from landoflisp.tree import Chance, Tree, flatten_tree, limit_tree_depth

__all__ = ["dice_of_doom_v1_checks", "dice_of_doom_v2_checks", "dice_of_doom_v4_checks"]

LEVEL = 2  # moves that the computer player looks ahead
MOST_NODES = 300  # of a tree that is made as a whole
LONGEST = 12  # moves of a game; then nobody answers any more
SINGLE = 1e-4  # how far single precision may lead a sum of products astray

# In version 4 people play in a web page; for its other functions to be called, the copy is given
# the `handle-human` that the port has for itself.
HANDLE_HUMAN = """
(defun handle-human (tree)
  (fresh-line)
  (princ "choose your move:")
  (loop for (action) in (take-all (caddr tree))
        for n from 1
        do (fresh-line)
           (format t "~a. ~:[end turn~;~:*~{~a -> ~a~}~]" n action))
  (fresh-line)
  (pick-chance-branch (cadr tree) (lazy-nth (1- (read)) (caddr tree))))"""
GIVEN = "with the port's own handle-human, as the listing has none for a terminal"


class Version(NamedTuple):
    """A version on boards of one size: the port with its parameters set so, and the rules.

    `prepare` sets the parameters of the copy; `leaf` rates a board. What has to do with trees takes
    a `share` of the examples, and what is lazy in a tree is looked at so many moves ahead.
    """

    port: ModuleType
    rules: doom.Rules
    prepare: str
    leaf: Callable[..., Any]
    eager: bool
    share: float
    depth: int


def _version(
    name: str,
    rules: doom.Rules,
    leaf: Callable[..., Any],
    eager: bool = False,
    share: float = 0.5,
    depth: int = 2,
) -> Version:
    spec = importlib.util.find_spec(f"ports.dice_of_doom_{name}")
    assert spec is not None
    assert spec.loader is not None
    # a module of its own: it remembers the neighbours of one board size
    port = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(port)
    parameters = {"board-size": rules.size, "board-hexnum": rules.size**2}
    if not eager:
        parameters["ai-level"] = LEVEL
    for parameter, value in parameters.items():
        setattr(port, _python(parameter), value)
    settings = " ".join(f"*{parameter}* {value}" for parameter, value in parameters.items())
    prepare = f"(progn (setq {settings}) {HANDLE_HUMAN if name == 'v4' else ''})"
    return Version(port, rules, prepare, leaf, eager, share, depth)


def dice_of_doom_v1_checks() -> list[Check]:
    """Return the checks of `dice_of_doom_v1.lisp`, in its order."""
    small = _version("v1", doom.Rules(size=2), doom.share, eager=True)
    large = _version("v1", doom.Rules(size=3), doom.share, eager=True)
    return [
        *_constants("v1", "num-players", "max-dice", "board-size", "board-hexnum"),
        *_boards_first(large),
        *_tree(small),
        *_hexes(large),
        _new_dice(large),
        _print_info(small),
        _handle_human(small),
        *_end(small),
        _game(small, "play-vs-human", computer=False),
        _remembered_ratings(small),
        _ratings(small)[1],
        _handle_computer(small),
        _game(small, "play-vs-computer", computer=True),
    ]


def dice_of_doom_v2_checks() -> list[Check]:
    """Return the checks of `dice_of_doom_v2.lisp`, in its order."""
    version = _version("v2", doom.Rules(size=3), doom.score_board)
    small = _version("v2", doom.Rules(size=2), doom.score_board)
    return [
        *_constants("v2", "num-players", "max-dice"),
        *_boards_first(version),
        *_tree(version)[:1],
        *_hexes(version),
        _print_info(version),
        *_end(small),
        _new_dice(version),
        *_constants("v2", "board-size", "board-hexnum"),
        *_tree(version)[1:],
        _handle_human(version),
        _game(version, "play-vs-human", computer=False),
        _limit(version),
        *_constants("v2", "ai-level"),
        _handle_computer(version),
        _game(version, "play-vs-computer", computer=True),
        *_scores(version),
        *reversed(_ratings(version)),
        _limited_ratings(version, "ab-get-ratings-max", ab_get_ratings_max),
        _limited_ratings(version, "ab-get-ratings-min", ab_get_ratings_min),
        _limited_ratings(version, "ab-rate-position", ab_rate_position),
    ]


def dice_of_doom_v4_checks() -> list[Check]:
    """Return the checks of `dice_of_doom_v4.lisp`, in its order."""
    rules = doom.Rules(players=4, max_dice=5, size=3, dice=True)
    version = _version("v4", rules, doom.score_board, share=0.2, depth=1)
    return [
        *_boards_first(version),
        *_tree(version)[:1],
        *_hexes(version),
        _print_info(version),
        *_end(version),
        _tree(version)[1],
        _game(version, "play-vs-human", computer=False)._replace(note=GIVEN),
        _game(version, "play-vs-computer", computer=True)._replace(note=GIVEN),
        *_scores(version),
        _ratings(version)[0],
        *_constants("v4", "num-players", "max-dice", "ai-level"),
        *_tree(version)[2:],
        _attack_fail(version),
        *_constants("v4", "board-size", "board-hexnum"),
        *_dice(version),
        _handle_computer(version),
        *_constants("v4", "dice-probability", alias="*dice-odds*"),
        _ratings(version)[1],
        _limit(version),
        *_clusters(version),
        _new_dice(version),
    ]


def _constants(name: str, *variables: str, alias: str = "") -> list[Check]:
    port = importlib.import_module(f"ports.dice_of_doom_{name}")
    return [constant(f"*{v}*", getattr(port, _python(v)), alias) for v in variables]


# Groups of functions


def _boards_first(version: Version) -> list[Check]:
    port, rules = version.port, version.rules
    rolls = st.lists(st.integers(0, 59), min_size=2 * rules.size**2, max_size=2 * rules.size**2)
    return [
        _check(version, "board-array", _hexes_of(rules).map(lambda board: [list(board)])),
        Check(
            "gen-board",
            rolls.map(lambda rolled: _example(version, "(gen-board)", port.gen_board, rolled)),
            prepare=version.prepare,
        ),
        _check(version, "player-letter", st.tuples(st.integers(0, 9))),
        _check(version, "draw-board", st.tuples(_hexes_of(rules))),
    ]


def _tree(version: Version) -> list[Check]:
    """Return the checks of game-tree, which remembers all trees, and of the two it is made of."""
    port = version.port

    def passing(position: doom.Position) -> Example:
        board, player, spare_dice, first_move, _ = position
        args = f"{_vector(board)} {player} {spare_dice}"
        first = "t" if first_move else "nil"

        def run() -> Any:
            moves = port.attacking_moves(board, player, spare_dice)
            return port.add_passing_move(board, player, spare_dice, first_move, moves)

        form = f"(add-passing-move {args} {first} (attacking-moves {args}))"
        tree = doom.tree(position)
        return _example(version, form, run, pure=lambda: _moves(version, tree), board=board)

    def attacking(position: doom.Position) -> Example:
        board, player, spare_dice, _, rules = position
        form = f"(attacking-moves {_vector(board)} {player} {spare_dice})"
        tree = doom.game_tree(board, player, spare_dice, True, rules)
        return _example(
            version,
            form,
            lambda: port.attacking_moves(board, player, spare_dice),
            pure=lambda: _moves(version, tree),
            board=board,
        )

    def whole(position: doom.Position) -> Example:
        tree = doom.tree(position)
        return _of_tree(version, position, "{}", lambda tree: tree, lambda: _listed(version, tree))

    def again(position: doom.Position) -> Example:
        return _of_tree(
            version, position, "(eq {} {})", lambda tree: tree is port.game_tree(*position[:4])
        )

    made = _checked(version, "game-tree", whole, version.share)
    return [
        made._replace(examples=made.examples | _positions(version).map(again)),
        _checked(version, "add-passing-move", passing, version.share),
        _checked(version, "attacking-moves", attacking, version.share),
    ]


def _hexes(version: Version) -> list[Check]:
    """Return the checks of neighbors, which remembers what it has found, and of board-attack."""
    rules = version.rules
    port = version.port
    board, pos = _hexes_of(rules), st.integers(0, rules.size**2 - 1)
    player, dice = st.integers(0, rules.players - 1), st.integers(2, rules.max_dice)

    def again(p: int) -> Example:
        form = f"(eq (neighbors {p}) (neighbors {p}))"
        return _example(version, form, lambda: port.neighbors(p) is port.neighbors(p))

    found = _check(version, "neighbors", st.tuples(pos), lambda p: doom.neighbors(p, rules.size))
    return [
        found._replace(examples=found.examples | pos.map(again)),
        _check(
            version,
            "board-attack",
            st.tuples(board, player, pos, pos, dice).filter(lambda args: args[2] != args[3]),
            doom.board_attack,
        ),
    ]


def _new_dice(version: Version) -> Check:
    board, player = _hexes_of(version.rules), st.integers(0, version.rules.players - 1)
    return _check(
        version,
        "add-new-dice",
        st.tuples(board, player, st.integers(0, 9)),
        lambda board, player, dice: doom.add_new_dice(board, player, dice, version.rules),
    )


def _print_info(version: Version) -> Check:
    def example(position: doom.Position) -> Example:
        return _of_tree(version, position, "(print-info {})", version.port.print_info)

    return _checked(version, "print-info", example)


def _end(version: Version) -> list[Check]:
    board = st.tuples(_hexes_of(version.rules))
    return [
        _check(version, "winners", board, doom.winners),
        _check(version, "announce-winner", board),
    ]


def _ratings(version: Version) -> list[Check]:
    """Return the checks of rate-position and get-ratings."""
    player = st.integers(0, version.rules.players - 1)
    agrees = _nearly if version.rules.dice else None
    return [
        _rating(version, "rate-position", rate_position, player, agrees=agrees),
        _rating(version, "get-ratings", get_ratings, player, agrees=agrees),
    ]


def _remembered_ratings(version: Version) -> Check:
    """Return the check of the rate-position that remembers: it looks at no board a second time."""
    port = version.port

    def again(position: doom.Position, player: int) -> Example:
        def run(tree: Any) -> Any:
            port.rate_position(tree, player)
            with patch.object(port, "winners", Mock(wraps=port.winners)) as winners:
                port.rate_position(tree, player)
            return winners.call_count

        rate = f"(rate-position tree {player})"
        form = (
            f"(let ((tree {{}}) (looked 0) (winners (fdefinition 'winners))) {rate}"
            " (setf (fdefinition 'winners)"
            " (lambda (board) (incf looked) (funcall winners board)))"
            f" (unwind-protect {rate} (setf (fdefinition 'winners) winners)) looked)"
        )
        return _of_tree(version, position, form, run)

    player = st.integers(0, version.rules.players - 1)
    rated = _ratings(version)[0]
    return rated._replace(examples=rated.examples | st.builds(again, _positions(version), player))


def _limited_ratings(version: Version, name: str, function: Callable[..., Any]) -> Check:
    player = st.integers(0, version.rules.players - 1)
    limit = st.integers(0, 4) | st.integers(-9, 18)  # where scores are, and all they can be

    def pure(tree: Tree, player: int, leaf: Any, upper: int, lower: int) -> Any:
        return function(tree, player, leaf, upper, lower)

    return _rating(version, name, pure, player, limit, limit)._replace(share=1)


def _rating(
    version: Version,
    name: str,
    function: Callable[..., Any],
    *arguments: st.SearchStrategy[int],
    agrees: Callable[[Outcome, Any], bool] | None = None,
) -> Check:
    """Return the check of a function that rates a tree for a player, as far as the level goes."""

    def example(position: doom.Position, *args: int) -> Example:
        player, *found = args
        limits = sorted(found, reverse=True)  # the upper one comes first
        tree = doom.tree(position)
        limited = tree if version.eager else limit_tree_depth(tree, LEVEL)
        whole = "{}" if version.eager else f"(limit-tree-depth {{}} {LEVEL})"

        def run(tree: Any) -> Any:
            limited = tree if version.eager else version.port.limit_tree_depth(tree, LEVEL)
            return getattr(version.port, _python(name))(limited, player, *limits)

        return _of_tree(
            version,
            position,
            f"({' '.join(map(str, [name, whole, player, *limits]))})",
            run,
            lambda: function(limited, player, version.leaf, *limits),
        )

    examples = st.builds(example, _positions(version), *arguments)
    return Check(name, examples, version.share, agrees=agrees, prepare=version.prepare)


def _limit(version: Version) -> Check:
    def example(position: doom.Position, depth: int) -> Example:
        return _of_tree(
            version,
            position,
            f"(limit-tree-depth {{}} {depth})",
            lambda tree: version.port.limit_tree_depth(tree, depth),
            lambda: _listed(version, limit_tree_depth(doom.tree(position), depth)),
        )

    examples = st.builds(example, _positions(version), st.integers(0, 2))
    return Check("limit-tree-depth", examples, version.share, prepare=version.prepare)


def _scores(version: Version) -> list[Check]:
    board, rules = _hexes_of(version.rules), version.rules
    player, pos = st.integers(0, rules.players - 1), st.integers(0, rules.size**2 - 1)
    return [
        _check(version, "score-board", st.tuples(board, player), doom.score_board),
        _check(version, "threatened", st.tuples(pos, board), doom.threatened),
    ]


def _clusters(version: Version) -> list[Check]:
    board, rules = _hexes_of(version.rules), version.rules
    player, pos = st.integers(0, rules.players - 1), st.integers(0, rules.size**2 - 1)
    connected = _check(version, "get-connected", st.tuples(board, player, pos), doom.get_connected)
    return [
        connected._replace(agrees=same_elements),
        _check(
            version, "largest-cluster-size", st.tuples(board, player), doom.largest_cluster_size
        ),
    ]


# Moves, games and dice


def _handle_human(version: Version) -> Check:
    def example(position: doom.Position, choice: int, rolls: list[int]) -> Example:
        answer = 1 + choice % count(doom.tree(position).moves)
        return _of_tree(
            version,
            position,
            "(handle-human {})",
            version.port.handle_human,
            rolls=rolls,
            typed=f"{answer}\n",
        )

    examples = st.builds(example, _going_on(version), st.integers(0, 99), _rolls())
    return Check("handle-human", examples, version.share, prepare=version.prepare)


def _handle_computer(version: Version) -> Check:
    def example(position: doom.Position, rolls: list[int]) -> Example:
        def pure() -> Any:
            level = None if version.eager else LEVEL
            move: Any = choose_move(doom.tree(position), version.leaf, level)
            return _listed(version, move.tree)

        # the dice, and ties in single precision, are for the port alone
        answer = None if version.rules.dice else pure
        computer = version.port.handle_computer
        return _of_tree(version, position, "(handle-computer {})", computer, answer, rolls)

    examples = st.builds(example, _going_on(version), _rolls())
    return Check("handle-computer", examples, version.share, prepare=version.prepare)


def _game(version: Version, name: str, computer: bool) -> Check:
    """Return the check of a whole game, in which people answer with some of their moves."""
    play = getattr(version.port, _python(name))

    def example(position: doom.Position, choices: list[int], rolls: list[int]) -> Example:
        start = position._replace(spare_dice=0, first_move=True)
        typed = _answers(version, start, choices, rolls, computer)
        return _of_tree(version, start, f"({name} {{}})", play, rolls=rolls, typed=typed)

    choices = st.lists(st.integers(0, 99), max_size=LONGEST)
    examples = st.builds(example, _positions(version), choices, _rolls())
    return Check(name, examples, version.share / 2, prepare=version.prepare)


def _answers(
    version: Version, start: doom.Position, choices: list[int], rolls: list[int], computer: bool
) -> str:
    """Return what people type, so that every choice is a move of theirs when it is their turn."""
    port = version.port
    typed = ""
    with rolling(port, rolls), redirect_stdout(StringIO()):
        tree = port.game_tree(*start[:4])
        left = list(choices)
        for _ in range(LONGEST):
            moves = tree[2] if version.eager else port.take_all(tree[2])
            if not moves:
                break
            if computer and tree[0] != 0:
                tree = port.handle_computer(tree)
            else:
                answer = f"{1 + left.pop(0) % len(moves) if left else 1}\n"
                typed += answer
                with patch("sys.stdin", StringIO(answer)):
                    tree = port.handle_human(tree)
    return typed


def _attack_fail(version: Version) -> Check:
    board, rules = _hexes_of(version.rules), version.rules
    player, pos = st.integers(0, rules.players - 1), st.integers(0, rules.size**2 - 1)
    return _check(
        version,
        "board-attack-fail",
        st.tuples(board, player, pos, pos, st.integers(1, rules.max_dice)),
        lambda board, player, src, *_: doom.board_attack_fail(board, player, src),
    )


def _dice(version: Version) -> list[Check]:
    port, rules = version.port, version.rules
    dice = st.integers(1, rules.max_dice)

    def roll(n: int, rolls: list[int]) -> Example:
        return _example(version, f"(roll-dice {n})", lambda: port.roll_dice(n), rolls)

    def against(m: int, n: int, rolls: list[int]) -> Example:
        form = f"(roll-against {m} {n})"
        return _example(version, form, lambda: port.roll_against(m, n), rolls)

    def pick(position: doom.Position, choice: int, rolls: list[int]) -> Example:
        n = choice % count(doom.tree(position).moves)

        def run(tree: Any) -> Any:
            move = port.take_all(tree[2])[n]
            return port.pick_chance_branch(position.board, move)

        moves = f"(lazy-nth {n} (caddr {{}}))"
        form = f"(pick-chance-branch {_vector(position.board)} {moves})"
        return _of_tree(version, position, form, run, rolls=rolls)

    choices = st.integers(0, 99)
    prepare = version.prepare
    return [
        Check("roll-dice", st.builds(roll, dice, _rolls()), prepare=prepare),
        Check("roll-against", st.builds(against, dice, dice, _rolls()), prepare=prepare),
        Check(
            "pick-chance-branch",
            st.builds(pick, _going_on(version), choices, _rolls()),
            version.share,
            prepare=prepare,
        ),
    ]


# Examples


def _check(
    version: Version,
    name: str,
    arguments: st.SearchStrategy[Any],
    pure: Callable[..., Any] | None = None,
) -> Check:
    """Return the check of a function of boards and numbers."""

    def example(args: Sequence[Any]) -> Example:
        return _plain(version, name, args, (lambda: pure(*args)) if pure else None)

    return Check(name, arguments.map(example), prepare=version.prepare)


def _checked(
    version: Version, name: str, example: Callable[[doom.Position], Example], share: float = 1
) -> Check:
    return Check(name, _positions(version).map(example), share, prepare=version.prepare)


def _plain(
    version: Version, name: str, args: Sequence[Any], pure: Callable[[], Any] | None = None
) -> Example:
    function = getattr(version.port, _python(name))
    board = next((arg for arg in args if isinstance(arg, tuple)), None)
    form = f"({' '.join([name, *map(_quoted, args)])})"
    return _example(version, form, lambda: function(*args), pure=pure, board=board)


def _of_tree(
    version: Version,
    position: doom.Position,
    form: str,
    run: Callable[[Any], Any],
    pure: Callable[[], Any] | None = None,
    rolls: Sequence[int] = (),
    typed: str = "",
) -> Example:
    """Return the example of a form with a hole where the position's tree is."""
    board, player, spare_dice, first_move, _ = position
    first = "t" if first_move else "nil"
    tree = f"(game-tree {_vector(board)} {player} {spare_dice} {first})"
    return _example(
        version,
        form.replace("{}", tree),
        lambda: run(version.port.game_tree(board, player, spare_dice, first_move)),
        rolls,
        pure,
        board,
        typed,
    )


def _example(
    version: Version,
    form: str,
    run: Callable[[], Any],
    rolls: Sequence[int] = (),
    pure: Callable[[], Any] | None = None,
    board: doom.Board | None = None,
    typed: str = "",
) -> Example:
    def port() -> Any:
        with rolling(version.port, rolls):
            return run()

    drawing = doom.show(board) if board else ""
    call = Call(form, input=typed, rolls=tuple(rolls), depth=version.depth)
    return Example(call, port, pure=pure, drawing=drawing)


def _python(name: str) -> str:
    return name.replace("-", "_")


def _vector(board: doom.Board) -> str:
    return written(tuple(map(list, board)))


def _quoted(arg: Any) -> str:
    if isinstance(arg, tuple):
        return _vector(arg)
    return f"'{written([list(hex_) for hex_ in arg])}" if isinstance(arg, list) else written(arg)


# Trees as lists


def _listed(version: Version, tree: Tree) -> list[Any]:
    """Return the tree as the listing has it, as far as it is looked at."""
    return [tree.player, tree.board, _moves(version, tree)]


def _moves(version: Version, tree: Tree) -> Any:
    if not version.eager and not version.depth:
        return "lazy"
    further = version._replace(depth=version.depth - 1)
    return [
        [move.action, *(_listed(further, after) for after in _trees(move))] for move in tree.moves
    ]


def _trees(move: Any) -> list[Tree]:
    if isinstance(move, Chance):
        return [outcome.tree for outcome in move.outcomes]
    return [move.tree]


# Answers that are as good as equal


def _nearly(outcome: Outcome, ratings: Any) -> bool:
    """Tell whether these are the ratings but for the rounding."""
    found = outcome.values[0] if len(outcome.values) == 1 else None
    several = found if isinstance(found, list) else [found]
    exact = ratings if isinstance(ratings, tuple) else (ratings,)
    return len(several) == len(exact) and all(
        isinstance(x, int | float) and abs(float(x) - float(y)) <= SINGLE
        for x, y in zip(several, exact, strict=True)
    )


# Positions


def _hexes_of(rules: doom.Rules) -> st.SearchStrategy[doom.Board]:
    hexes = st.tuples(st.integers(0, rules.players - 1), st.integers(1, rules.max_dice))
    return st.tuples(*[hexes] * rules.size**2)


def _rolls() -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 59), max_size=40)


def _positions(version: Version) -> st.SearchStrategy[doom.Position]:
    """Return a strategy for turns that have just begun, or have brought dice already."""
    rules = version.rules
    positions = st.builds(
        lambda board, player, dice: doom.Position(board, player, dice, not dice, rules),
        _hexes_of(rules),
        st.integers(0, rules.players - 1),
        st.integers(0, 4),
    )
    return positions.filter(_is_small) if version.eager else positions


def _going_on(version: Version) -> st.SearchStrategy[doom.Position]:
    """Return a strategy for positions in which there is a move."""
    return _positions(version).filter(lambda position: bool(doom.tree(position).moves))


def _is_small(position: doom.Position) -> bool:
    nodes: int = count(take(MOST_NODES, flatten_tree(doom.tree(position))))
    return nodes < MOST_NODES
