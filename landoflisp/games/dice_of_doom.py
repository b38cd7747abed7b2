"""Dice of Doom as pure functions: boards of any size, any number of players, with dice or without.

A hex is (player, dice), players counted from 0; a board is a tuple of hexes, row by row. Each row
stands half a hex further left than the one above it, so that a hex touches those above and below,
left and right, above to the left and below to the right.

A turn is a number of attacks and then passing, which brings new dice. Who cannot attack at the
beginning of a turn ends the game, and most hexes win. In the tree an action is (source,
destination), or None for passing, which comes first where it is allowed: after an attack.

Without dice (versions 1 and 2 of the book) an attack is on a neighbour with fewer dice, and always
won. With dice (version 4) it is on any neighbour, and a chance move: won, or lost.

>>> from landoflisp.tree import follow
>>> board = parse("b-3 b-2 / a-2 a-3")
>>> tree = game_tree(board, 0)
>>> [move.action for move in tree.moves]
[(3, 1)]
>>> print(show(follow(tree, [(3, 1)]).board))
    b-3 a-2
  a-2 a-1

Source: Conrad Barski, *Land of Lisp*, chapters 15, 18 and 20, whose names the functions carry.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, chain, product
from math import isqrt
from random import Random
from string import ascii_lowercase
from typing import Any, Literal, NamedTuple, get_args

from landoflisp.errors import BadInput, BadPosition, of_kind, quoted, whole_number
from landoflisp.games.notation import NOT_WRITTEN, split_printed
from landoflisp.tree import Action, AnyMove, Chance, Move, Moves, Outcome, Tree

__all__ = [
    "Board",
    "Hex",
    "Position",
    "Rules",
    "add_new_dice",
    "add_passing_move",
    "attacking_moves",
    "board_attack",
    "board_attack_fail",
    "exact_probability",
    "game_tree",
    "gen_board",
    "get_connected",
    "largest_cluster_size",
    "name",
    "neighbors",
    "parse",
    "position",
    "probability",
    "score_board",
    "share",
    "show",
    "threatened",
    "tree",
    "winners",
]

Hex = tuple[int, int]
Board = tuple[Hex, ...]
Odds = Literal["book", "exact"]

# Out of a hundred attacks, how many are won: a row for each number of dice of the destination, from
# 1, a column for each of the source, from 2.
BOOK_ODDS = (
    (84, 97, 100, 100),
    (44, 78, 94, 99),
    (15, 45, 74, 91),
    (4, 19, 46, 72),
    (1, 6, 22, 46),
)
MOST_PLAYERS = len(ascii_lowercase)
MOST_DICE = 1_000_000  # on a hex
MOST_ROLLED = 100  # at once
MOST_ROWS = 100


@dataclass(frozen=True, slots=True)
class Rules:
    """What is agreed before the game: players, most dice on a hex, rows of the board, dice or not.

    With dice an attack is won or lost by rolling, and passing brings as many dice as the player's
    largest cluster has hexes; without, as many as were taken in the turn, less one. `odds` are the
    `book`'s table of probabilities, rounded and for no more than 5 dice, or `exact`.

    Rules are what unfolds a tree: called with the rest of the position, they give the moves. Raises
    `BadInput` for rules that cannot be.

    >>> Rules(players=4, max_dice=5, size=5, dice=True)
    Rules(players=4, max_dice=5, size=5, dice=True, odds='book')
    """

    players: int = 2
    max_dice: int = 3
    size: int = 2
    dice: bool = False
    odds: Odds = "book"

    def __post_init__(self) -> None:
        for name, what, most in (
            ("players", "the number of players", MOST_PLAYERS),
            ("max_dice", "the most dice on a hex", MOST_ROLLED if self.dice else MOST_DICE),
            ("size", "the number of rows", MOST_ROWS),
        ):
            # Frozen, and not made yet.
            object.__setattr__(self, name, whole_number(what, getattr(self, name), 1, most))
        _check_odds(self.odds)
        if self.dice and self.odds == "book" and self.max_dice > len(BOOK_ODDS):
            raise BadInput(
                f"the book's table of odds ends at {len(BOOK_ODDS)} dice on a hex, not "
                f"{self.max_dice}: odds='exact' goes on to {MOST_ROLLED}"
            )

    def __hash__(self) -> int:
        # Every tree is hashed with its rules, and all trees of a game have the same.
        return self.size

    def __call__(
        self, board: Board, player: int, spare_dice: int, first_move: bool
    ) -> Iterable[AnyMove]:
        """Return the moves of a position: passing where it is allowed, and the attacks."""
        attacks = attacking_moves(board, player, spare_dice, self)
        return add_passing_move(board, player, spare_dice, first_move, attacks, self)


class Position(NamedTuple):
    """All that a tree depends on: the arguments of `game_tree`.

    >>> Position(((1, 3), (1, 2), (0, 2), (0, 3)))
    dice_of_doom.position('b-3 b-2 / a-2 a-3', player=0)
    """

    board: Board
    player: int = 0
    spare_dice: int = 0
    first_move: bool = True
    rules: Rules | None = None

    def __str__(self) -> str:
        return str(tree(self))

    def __repr__(self) -> str:
        if not _is_written(self):
            return f"dice_of_doom.Position{tuple(self)}"
        spare_dice = f", spare_dice={self.spare_dice!r}" if self.spare_dice else ""
        first_move = "" if self.first_move is True else f", first_move={self.first_move!r}"
        rules = f", rules=dice_of_doom.{self.rules!r}" if self.rules else ""
        rest = f"player={self.player!r}{spare_dice}{first_move}{rules}"
        return f"dice_of_doom.position({_written(self.board)!r}, {rest})"

    def _repr_svg_(self) -> str:
        return tree(self)._repr_svg_()


# The tree


def tree(position: Position) -> Tree:
    """Return the lazy game tree of a position; errors as of `game_tree`."""
    of_kind("a Dice of Doom position", position, tuple, BadPosition)
    return game_tree(*position)


def game_tree(
    board: Iterable[Hex],
    player: int,
    spare_dice: int = 0,
    first_move: bool = True,
    rules: Rules | None = None,
) -> Tree:
    """Return the tree of all that can come of a board on a player's turn; nothing is expanded yet.

    `spare_dice` are those taken in this turn so far, `first_move` says that the turn has just
    begun. Without rules it is for 2 players, up to 3 dice, the board's size, and no dice rolled.
    Equal arguments make equal trees; with dice, whatever was taken, for then it does not matter.

    Raises `BadPosition` for a board that is no square or does not fit the rules, `BadInput` for a
    player that does not exist, or dice below 0.

    >>> [move.action for move in game_tree(parse("a-2 b-1 / b-3 b-1"), 1).moves]
    [(2, 0)]
    """
    hexes = _hexes(board)
    size = isqrt(len(hexes))
    if not hexes or size * size != len(hexes):
        raise BadPosition(f"a board is a square (1, 4, 9, 16 hexes ...), not {len(hexes)} hexes")
    rules = Rules(size=size) if rules is None else rules
    of_kind("rules of Dice of Doom", rules, Rules)
    if size != rules.size:
        raise BadPosition(
            f"the rules are for {rules.size}x{rules.size} hexes, the board has {size}x{size}"
        )
    for owner, dice in hexes:
        _check_player(owner, rules)
        whole_number("the number of dice on a hex", dice, 1, rules.max_dice, BadPosition)
    _check_player(player, rules)
    taken = whole_number("the number of spare dice", spare_dice, 0)
    return _tree(hexes, player, 0 if rules.dice else taken, bool(first_move), rules)


def _tree(board: Board, player: int, spare_dice: int, first_move: bool, rules: Rules) -> Tree:
    return Tree(player, board, Moves(rules, (board, player, spare_dice, first_move)))


def add_passing_move(
    board: Board,
    player: int,
    spare_dice: int,
    first_move: bool,
    moves: Iterable[AnyMove],
    rules: Rules,
) -> Iterable[AnyMove]:
    """Return the moves with passing in front of them, unless the turn has just begun."""
    if first_move:
        return moves
    reinforced = add_new_dice(board, player, spare_dice - 1, rules)
    passed = _tree(reinforced, (player + 1) % rules.players, 0, True, rules)
    return chain((Move(None, passed),), moves)


def attacking_moves(board: Board, player: int, spare_dice: int, rules: Rules) -> Iterator[AnyMove]:
    """Yield every attack of the player: source after source, each on its neighbours in order."""
    around = _all_neighbors(len(board))
    for src, (owner, dice) in enumerate(board):
        if owner == player and dice > 1:
            for dst in around[src]:
                other, against = board[dst]
                if other != player and (rules.dice or against < dice):
                    won = board_attack(board, player, src, dst, dice)
                    if rules.dice:
                        boards = won, board_attack_fail(board, player, src)
                        trees = [_tree(after, player, 0, False, rules) for after in boards]
                        odds = _odds(dice, against, rules.odds)
                        yield Chance((src, dst), tuple(map(Outcome, odds, trees)))
                    else:
                        after = _tree(won, player, spare_dice + against, False, rules)
                        yield Move((src, dst), after)


# The rules


def neighbors(pos: int, size: int) -> tuple[int, ...]:
    """Return the positions that touch a position, on a board of so many rows.

    >>> neighbors(0, 2), neighbors(4, 3)
    ((2, 1, 3), (1, 7, 0, 3, 5, 8))
    """
    up, down = pos - size, pos + size
    left = (up - 1, pos - 1) if pos % size else ()
    right = (pos + 1, down + 1) if (pos + 1) % size else ()
    return tuple(p for p in (up, down, *left, *right) if 0 <= p < size * size)


# What the rules ask for at every step, made once for the boards that are usual. Boards of the same
# hexes, not equal ones, are soon compared.
NEIGHBORS = {n * n: tuple(neighbors(pos, n) for pos in range(n * n)) for n in range(1, 9)}
HEXES = {(player, dice): (player, dice) for player in range(4) for dice in range(1, 9)}


def _all_neighbors(hexes: int) -> tuple[tuple[int, ...], ...]:
    known = NEIGHBORS.get(hexes)
    return known or tuple(neighbors(pos, isqrt(hexes)) for pos in range(hexes))


def _hex(player: int, dice: int) -> Hex:
    return HEXES.get((player, dice), (player, dice))


def board_attack(board: Board, player: int, src: int, dst: int, dice: int) -> Board:
    """Return the board after a player took `dst` with the dice of `src`, all but one of which move.

    >>> show(board_attack(parse("b-3 b-2 / a-2 a-3"), 0, 3, 1, 3))
    '    b-3 a-2\\n  a-2 a-1'
    """
    after = list(board)
    after[src] = _hex(player, 1)
    after[dst] = _hex(player, dice - 1)
    return tuple(after)


def board_attack_fail(board: Board, player: int, src: int) -> Board:
    """Return the board after an attack that was lost: one die is left on `src`."""
    return (*board[:src], _hex(player, 1), *board[src + 1 :])


def add_new_dice(board: Board, player: int, spare_dice: int, rules: Rules) -> Board:
    """Return the board with one die more on each of the player's hexes, while there are dice.

    From the first hex on, full ones left out; there are `spare_dice`, or, if the rules are with
    dice, as many as the largest cluster has hexes.

    >>> show(add_new_dice(parse("a-1 b-1 / a-3 a-1"), 0, 2, Rules()))
    '    a-2 b-1\\n  a-3 a-2'
    """
    left = largest_cluster_size(board, player) if rules.dice else spare_dice
    after = list(board)
    for pos, (owner, dice) in enumerate(board):
        if left > 0 and owner == player and dice < rules.max_dice:
            after[pos] = _hex(player, dice + 1)
            left -= 1
    return tuple(after)


def get_connected(board: Board, player: int, pos: int) -> frozenset[int]:
    """Return the positions of the player's cluster at `pos`; none if that is somebody else's.

    >>> sorted(get_connected(parse("a-1 b-1 b-1 / b-1 a-1 b-1 / b-1 b-1 a-1"), 0, 0))
    [0, 4, 8]
    """
    around = _all_neighbors(len(board))
    found: set[int] = set()
    border = {pos} if board[pos][0] == player else set()
    while border:
        found |= border
        border = {n for p in border for n in around[p] if board[n][0] == player} - found
    return frozenset(found)


def largest_cluster_size(board: Board, player: int) -> int:
    """Return how many hexes of the player hang together at most.

    >>> largest_cluster_size(parse("a-1 b-1 / b-1 b-1"), 1)
    3
    """
    own = {pos for pos, (owner, _) in enumerate(board) if owner == player}
    largest = 0
    while own:
        cluster = get_connected(board, player, min(own))
        largest = max(largest, len(cluster))
        own -= cluster
    return largest


# What a board is worth


def winners(board: Board) -> tuple[int, ...]:
    """Return the players with the most hexes, in the order of their last hexes.

    >>> winners(parse("b-1 a-1 / a-1 b-1"))
    (0, 1)
    """
    owners = [owner for owner, _ in board]
    players = [*dict.fromkeys(reversed(owners))][::-1]
    most = max(map(owners.count, players))
    return tuple(player for player in players if owners.count(player) == most)


def share(board: Board, player: int, rules: Rules | None = None) -> Fraction | int:
    """Return which part of the win is the player's: 1/n for each of n winners, 0 for all others.

    The rating of a leaf in version 1; a rational that is whole is an integer, as in Lisp. Raises
    `BadInput` for a player that does not exist under the rules, or under any.

    >>> share(parse("b-1 a-1 / a-1 b-1"), 0), share(parse("a-1"), 0)
    (Fraction(1, 2), 1)
    """
    _check_player(player, rules)
    won_by = winners(board)
    if player not in won_by:
        return 0
    return Fraction(1, len(won_by)) if len(won_by) > 1 else 1


def score_board(board: Board, player: int, rules: Rules | None = None) -> int:
    """Return a guess at the worth of a board: 2 for an own hex, 1 if threatened, -1 for others'.

    The rating of a leaf in versions 2 and 4. Raises `BadInput` as `share` does.

    >>> score_board(parse("b-3 b-2 / a-2 a-3"), 0)
    1
    """
    _check_player(player, rules)
    return sum(
        (1 if threatened(pos, board) else 2) if owner == player else -1
        for pos, (owner, _) in enumerate(board)
    )


def threatened(pos: int, board: Board) -> bool:
    """Return whether a neighbour of the position is another player's and has more dice."""
    player, dice = board[pos]
    for n in _all_neighbors(len(board))[pos]:
        other, against = board[n]
        if against > dice and other != player:
            return True
    return False


# Dice


def probability(attacker: int, defender: int, odds: Odds = "book") -> Fraction:
    """Return how likely an attack is won, with so many dice against so many.

    Raises `BadInput` for numbers of dice that do not attack, or that the book's table has not.

    >>> probability(3, 2), probability(3, 2, "exact")
    (Fraction(39, 50), Fraction(1009, 1296))
    """
    _check_odds(odds)
    if odds == "exact":
        return exact_probability(attacker, defender)
    column = whole_number("the number of dice that attack", attacker, 2, len(BOOK_ODDS)) - 2
    row = whole_number("the number of dice that defend", defender, 1, len(BOOK_ODDS)) - 1
    return Fraction(BOOK_ODDS[row][column], 100)


def _check_odds(odds: Any) -> None:
    if odds not in get_args(Odds):
        raise BadInput(f"odds are {' or '.join(get_args(Odds))}, not {quoted(odds)}")


def exact_probability(attacker: int, defender: int) -> Fraction:
    """Return how likely some dice roll a strictly larger sum than others.

    Raises `BadInput` for fewer than 1 or more than 100.

    >>> exact_probability(1, 1), exact_probability(2, 1)
    (Fraction(5, 12), Fraction(181, 216))
    """
    whole_number("the number of dice that attack", attacker, 1, MOST_ROLLED)
    whole_number("the number of dice that defend", defender, 1, MOST_ROLLED)
    below = [0, *accumulate(_ways(defender))]
    won = sum(n * below[min(total, 6 * defender + 1)] for total, n in enumerate(_ways(attacker)))
    return Fraction(won, 6 ** (attacker + defender))


def _ways(dice: int) -> list[int]:
    """Return in how many ways the dice roll 0, 1, 2 and so on: a convolution for each die."""
    ways = [1]
    for _ in range(dice):
        ways = [sum(ways[max(0, total - 6) : total]) for total in range(len(ways) + 6)]
    return ways


def _won_and_lost(attacker: int, defender: int, odds: Odds) -> tuple[Fraction, Fraction]:
    won = probability(attacker, defender, odds)
    return won, 1 - won


# Asked for at every attack, and made once for as many dice as are usual.
ODDS = {
    attack: _won_and_lost(*attack) for attack in product(range(2, 6), range(1, 6), get_args(Odds))
}


def _odds(*attack: Any) -> tuple[Fraction, Fraction]:
    """Return the probabilities that an attack is won, and lost."""
    return ODDS.get(attack) or _won_and_lost(*attack)


# Boards for people


def position(
    board: str | Iterable[Hex],
    player: int | None = None,
    spare_dice: int = 0,
    first_move: bool = True,
    rules: Rules | None = None,
) -> Position:
    """Return the position of a board that `parse` can read, or of its hexes.

    Without a player it is the one of a printed tree, or else 0. The other arguments, and the
    errors, are those of `game_tree`.

    >>> position('''
    ...     b-3 b-2
    ...   a-2 a-3
    ... ''', player=1)
    dice_of_doom.position('b-3 b-2 / a-2 a-3', player=1)
    """
    drawing, printed = split_printed(board, 0) if isinstance(board, str) else (board, 0)
    hexes = parse(drawing) if isinstance(drawing, str) else _hexes(drawing)
    found = Position(hexes, printed if player is None else player, spare_dice, first_move, rules)
    tree(found)
    return found


def name(board: Board, action: Action) -> str:
    """Return what people call an action: from where to where, or `end turn`; of dice, the outcome.

    Raises `BadInput` for what is no action.

    >>> board = parse("b-3 b-2 / a-2 a-3")
    >>> name(board, (3, 1)), name(board, None), name(board, ((3, 1), 0)), name(board, ((3, 1), 1))
    ('3 -> 1', 'end turn', '3 -> 1 won', '3 -> 1 lost')
    """
    places = range(len(_hexes(board)))
    match action:
        case None:
            return "end turn"
        case (int(src), int(dst)) if src in places and dst in places:
            return f"{src} -> {dst}"
        case ((int(), int()) as attack, 0 | 1 as outcome):
            return f"{name(board, attack)} {('won', 'lost')[outcome]}"
    raise BadInput(
        f"{quoted(action)} is no action: they are pairs of hexes, 0 to {len(board) - 1}, or None"
    )


def gen_board(rules: Rules, seed: int) -> Board:
    """Return the random board of a seed: any player and any number of dice on every hex.

    Raises `BadInput` for what are no rules, or no seed, which is a whole number.

    >>> gen_board(Rules(), 1) == gen_board(Rules(), 1)
    True
    """
    of_kind("rules of Dice of Doom", rules, Rules)
    random = Random(whole_number("a seed", seed))
    return tuple(
        (random.randrange(rules.players), 1 + random.randrange(rules.max_dice))
        for _ in range(rules.size**2)
    )


def show(board: Board) -> str:
    """Return a drawing of the board, which `parse` reads back: player 0 is a.

    >>> print(show(((1, 3), (1, 2), (0, 2), (0, 3))))
        b-3 b-2
      a-2 a-3
    """
    hexes = [f"{ascii_lowercase[player]}-{dice}" for player, dice in _hexes(board)]
    size = isqrt(len(hexes))
    return "\n".join(
        "  " * (size - y) + " ".join(hexes[size * y : size * (y + 1)]) for y in range(size)
    )


def _written(board: Board) -> str | Board:
    """Return the board in one line that `parse` reads back; itself, if it is none."""
    try:
        line = " / ".join(row.strip() for row in show(board).splitlines())
        return line if parse(line) == board else board
    except NOT_WRITTEN:
        return board


def _is_written(found: Position) -> bool:
    try:
        return position(*found) == found
    except NOT_WRITTEN:
        return False


def parse(text: str) -> Board:
    """Return the board that a person wrote: hexes as `show` draws them, rows on lines or after /.

    What a printed tree says below the board is left out. Raises `BadPosition` for what is no hex,
    or no square.

    >>> parse("b-3 b-2 / a-2 a-3")
    ((1, 3), (1, 2), (0, 2), (0, 3))
    """
    drawing, _ = split_printed(text)
    lines = drawing.lower().replace("/", "\n").splitlines()
    rows = [line.split() for line in lines if line.split()]
    if not rows or any(len(row) != len(rows) for row in rows):
        lengths = ", ".join(str(len(row)) for row in rows) or "none"
        raise BadPosition(f"a board has as many hexes in each row as rows; these have: {lengths}")
    return tuple(_parse_hex(word) for row in rows for word in row)


def _parse_hex(word: str) -> Hex:
    written = re.fullmatch(r"([a-z])-?([0-9]{1,99})", word)
    if not written:
        raise BadPosition(f"a hex is written as player and dice, as in a-2, not {quoted(word)}")
    return ascii_lowercase.index(written[1]), int(written[2])


def _check_player(player: Any, rules: Rules | None) -> None:
    players = rules.players if rules else MOST_PLAYERS
    whole = isinstance(player, int) and not isinstance(player, bool)
    if not whole or not 0 <= player < players:
        raise BadInput(
            f"player {quoted(player)} does not exist: the players are 0 to {players - 1}"
        )


def _hexes(board: Any) -> Board:
    try:
        return tuple(_hex(owner, dice) for owner, dice in board)
    except (TypeError, ValueError):
        raise BadPosition(
            f"a board is a text, or hexes (player, dice), not {quoted(board)}"
        ) from None
