"""Wrong games: one slip each, and what a check of them finds.

Most are played with stones, of which one or two are taken at a time. The slip is in a rule, in the
class of a board, or in what a board is worth, and its docstring says it.

The entries say which theorem a slip breaks (`landoflisp.testing.catalogue.THEOREMS`), how
`check_game` is to be called, and what it complains of.

>>> from landoflisp.testing import check_game
>>> entry = WRONG_GAMES["Locked"]
>>> print(entry.slip.__doc__)
Holds a lock.
>>> check_game(entry.tree, **entry.options)
Traceback (most recent call last):
AssertionError: the board cannot be copied: board.lock is a lock
    line      []
    player    0
    board     Locked(3)
    error     TypeError: cannot pickle '_thread.lock' object
    wanted    plain values: numbers, texts, tuples, frozensets, frozen dataclasses of such
"""

# Slips are kept on purpose here: state that outlives a call, arguments that are changed.
# ruff: noqa: B006

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import count
from math import inf
from random import Random
from threading import Lock
from typing import Any, NamedTuple

from landoflisp.tree import Chance, Move, Moves, Outcome, Tree, unfold_tree

__all__ = ["WRONG_GAMES", "WrongGame"]

Ways = Iterator[tuple[Any, Any, Any]]


class WrongGame(NamedTuple):
    """A game with one slip, the theorem that it breaks, and what `check_game` says of it.

    `slip` is what is wrong: a rule, the class of a board, or a value. `complaint` is part of the
    message; `options` are those that the game is checked with. `theorem` is a number of `THEOREMS`,
    or "" where what is broken is what all of them take for granted.
    """

    slip: Callable[..., Any]
    tree: Tree
    complaint: str
    theorem: str = ""
    options: Mapping[str, Any] = {}


# A right game to begin with


def take(player: int, stones: int) -> Ways:
    """Take one stone or two."""
    for n in (1, 2):
        if n <= stones:
            yield n, 1 - player, stones - n


def lead(stones: int, player: int) -> int:
    """Return the stones for player 0, against player 1."""
    return stones if player == 0 else -stones


class Heap:
    """Stones on a board that is compared by them."""

    def __init__(self, stones: int) -> None:
        self.stones = stones

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Heap) and self.stones == other.stones

    def __hash__(self) -> int:
        return hash(self.stones)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.stones})"


def take_heap(player: int, heap: Any) -> Ways:
    """Take stones and make a heap of the same class with the rest."""
    for n, other, stones in take(player, heap.stones):
        yield n, other, type(heap)(stones)


# What changes or is not the same again


def taken_in_place(player: int, heap: Any) -> Ways:
    """Takes the stones away from the very board that it was given."""
    if heap.stones:
        heap.stones -= 1
        yield 1, 1 - player, heap


def one_board_for_all_moves(player: int, heap: Any) -> Ways:
    """Makes one board, and changes it for every move."""
    after = Heap(0)
    for n, other, stones in take(player, heap.stones):
        after.stones = stones
        yield n, other, after


SHARED: list[tuple[Any, Any, Any]] = []


def one_list_for_all_positions(player: int, stones: int) -> list[tuple[Any, Any, Any]]:
    """Collects the moves of every position in the same list, while others are reading it."""
    SHARED.clear()
    SHARED.extend(take(player, stones))
    return SHARED


def remembers_its_calls(player: int, stones: int, calls: list[int] = []) -> Ways:
    """Names its moves by how often it was called."""
    calls.append(stones)
    for n, other, left in take(player, stones):
        yield n + len(calls) % 2, other, left


ASKED = count(1)


def less_every_third_time(player: int, stones: int) -> list[tuple[Any, Any, Any]]:
    """Leaves a move out every third time."""
    moves = list(take(player, stones))
    return moves[1:] if len(moves) == 2 and next(ASKED) % 3 == 0 else moves


DICE = Random(1)


WAITING = [0]


def counts_who_is_asking(player: int, stones: int) -> Ways:
    """Counts how many positions are being asked, and never forgets one that was left early."""
    WAITING[0] += 1
    for n, other, left in take(player, stones):
        yield (n, WAITING[0]), other, left
    WAITING[0] -= 1


def rolls_dice(player: int, stones: int) -> Ways:
    """Rolls a die by itself, where a chance move should have both outcomes."""
    taken = DICE.randint(1, 6)
    if stones:
        yield "roll", 1 - player, max(0, stones - taken)


def remembers_by_half_the_board(
    player: int, board: tuple[int, int], memo: dict[Any, Any] = {}
) -> list[tuple[Any, Any, Any]]:
    """Remembers the moves by the first heap, and forgets the second."""
    first, second = board
    if (player, first) not in memo:
        heaps = [(n, (first - n, second)) for n in (1, 2) if n <= first]
        heaps += [(-n, (first, second - n)) for n in (1, 2) if n <= second]
        memo[player, first] = [(action, 1 - player, heap) for action, heap in heaps]
    return list(memo[player, first])


def takes_from_the_last(player: int, stones: int, last: list[int] = [0]) -> Ways:
    """Takes away from the board of the last call."""
    before, last[0] = last[0], stones
    for n in (1, 2):
        if n <= stones:
            yield n, 1 - player, min(before, stones) - n


# Order that is not the same in another process


def out_of_a_set(player: int, board: frozenset[str]) -> Ways:
    """Goes through a set of names, whose order is another in every process."""
    for name in board:
        yield name, 1 - player, board - {name}


def out_of_a_set_of_its_own(player: int, stones: int) -> Ways:
    """Asks for the kinds of moves in a set of texts."""
    for kind in {"one", "two", "three", "four", "five"}:
        n = ["one", "two", "three", "four", "five"].index(kind) + 1
        if n <= stones:
            yield kind, 1 - player, stones - n


def sorted_by_hash(player: int, stones: int) -> Ways:
    """Sorts its moves by the hash of their names."""
    names = {1: "one", 2: "two", 3: "three", 4: "four"}
    for n in sorted(names, key=lambda n: hash(names[n])):
        if n <= stones:
            yield names[n], 1 - player, stones - n


def of_this_process(player: int, stones: int) -> Ways:
    """Names its moves after the process."""
    for n, other, left in take(player, stones):
        yield (os.getpid(), n), other, left


# Equality and hashes


class Nameless(Heap):
    """Is equal to nothing but itself."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__


class Restless(Heap):
    """Has a hash of its own for each of equal boards."""

    def __hash__(self) -> int:
        return id(self)


@dataclass(frozen=True)
class Scored:
    """Forgets the score when it is compared."""

    stones: int
    score: int = field(compare=False)


def take_for_points(player: int, board: Scored) -> Ways:
    """Take stones, and count them for who takes them."""
    for n, other, stones in take(player, board.stones):
        yield n, other, Scored(stones, board.score + (n if player == 0 else -n))


def score(board: Scored, player: int) -> int:
    """Return the stones that were taken."""
    return board.score if player == 0 else -board.score


@dataclass(frozen=True)
class MayPass:
    """Forgets whether the pass is used up when it is compared."""

    stones: int
    used: bool = field(compare=False)


def take_or_pass_once(player: int, board: MayPass) -> Ways:
    """Take stones, or nothing, once."""
    for n, other, stones in take(player, board.stones):
        yield n, other, MayPass(stones, board.used or n == 2)
    if not board.used and board.stones > 2:
        yield "pass", 1 - player, MayPass(board.stones - 1, True)


class Travelled(NamedTuple):
    """Has all that was played in its hash, but not in its equality."""

    stones: int
    moves: tuple[int, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Travelled) and self.stones == other.stones

    def __hash__(self) -> int:
        return hash(self.moves)


def take_and_note(player: int, board: Travelled) -> Ways:
    """Take stones, and write the move down."""
    for n, other, stones in take(player, board.stones):
        yield n, other, Travelled(stones, (*board.moves, n))


class Incomparable(Heap):
    """Looks for what a board does not have when it is compared."""

    def __eq__(self, other: object) -> bool:
        return bool(self.stones == other.count)  # type: ignore[attr-defined]

    __hash__ = Heap.__hash__


class Roughly(Heap):
    """Is equal to whatever has as many stones or one more."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Heap) and self.stones // 2 == other.stones // 2

    def __hash__(self) -> int:
        return 0


class AllAlike(Heap):
    """Is equal to all others."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


EMPTY = object()


def take_from_a_row(player: int, row: tuple[Any, ...]) -> Ways:
    """Marks what was taken by an `object()`, of which a copy is another."""
    for i, square in enumerate(row):
        if square is not EMPTY:
            yield i, 1 - player, (*row[:i], EMPTY, *row[i + 1 :])


# What is no value: it cannot be hashed, copied or sent


class Lists(NamedTuple):
    """Keeps its heaps in a list."""

    heaps: list[int]


def take_from_lists(player: int, board: Lists) -> Ways:
    """Take stones from the only heap."""
    for n, other, stones in take(player, board.heaps[0]):
        yield n, other, Lists([stones])


def ends_with_a_list(player: int, board: Any) -> Ways:
    """Makes a list of the board in the end."""
    for n, other, stones in take(player, board[0]):
        yield n, other, [stones] if stones < 2 else (stones,)


def list_for_an_action(player: int, stones: int) -> Ways:
    """Names its moves by lists."""
    for n, other, left in take(player, stones):
        yield [n], other, left


class Locked(Heap):
    """Holds a lock."""

    def __init__(self, stones: int) -> None:
        super().__init__(stones)
        self.lock = Lock()


class Reading(Heap):
    """Holds an open file."""

    def __init__(self, stones: int) -> None:
        super().__init__(stones)
        self.log = open(os.devnull)  # noqa: SIM115


class Counting(Heap):
    """Holds a generator, from which its numbers come."""

    def __init__(self, stones: int) -> None:
        super().__init__(stones)
        self.numbers = (n for n in range(stones))


class Scoring(Heap):
    """Holds a lambda, by which it is counted."""

    def __init__(self, stones: int) -> None:
        super().__init__(stones)
        self.count = lambda: stones


class Forgetful(Heap):
    """Loses a stone when it is pickled."""

    def __deepcopy__(self, memo: Any) -> "Forgetful":
        return self

    def __reduce__(self) -> Any:
        return Forgetful, (max(0, self.stones - 1),)


class Unequalled(Heap):
    """Loses its score when it is copied, which equality does not see."""

    def __init__(self, stones: int, score: int = 1) -> None:
        super().__init__(stones)
        self.score = score

    def __reduce__(self) -> Any:
        return Unequalled, (self.stones, 0)


def score_of_the_heap(board: Unequalled, player: int) -> int:
    """Return the score that the board holds."""
    return board.score if player == 0 else -board.score


a_lambda = lambda player, stones: take(player, stones)  # noqa: E731
a_lambda.__name__ = "a_lambda"
a_lambda.__doc__ = "Is a lambda, which no other process finds."


def enclosed(most: int) -> Any:
    """Makes its rule inside a function, where no other process finds it."""

    def take_some(player: int, stones: int) -> Ways:
        for n in range(1, most + 1):
            if n <= stones:
                yield n, 1 - player, stones - n

    return take_some


# Moves


def same_action_twice(player: int, stones: int) -> Ways:
    """Has one name for two moves."""
    for n, other, left in take(player, stones):
        yield "take" if stones == 2 else n, other, left


def too_few_parts(player: int, stones: int) -> Any:
    """Forgets whose turn it is."""
    return [(n, stones - n) for n in (1, 2) if n <= stones]


def no_return(player: int, stones: int) -> None:
    """Makes a list of the moves, and does not return it."""
    list(take(player, stones))


def divides_by_nought(player: int, stones: int) -> Ways:
    """Goes wrong where one stone is left."""
    for n, other, left in take(player, stones):
        yield n, other, left + 0 // (stones - 1)


def there_and_back(player: int, stones: int) -> Ways:
    """Lets a stone be put back."""
    if stones < 5:
        yield from take(player, stones)
        yield "back", 1 - player, stones + 1


def back_by_one_way_of_many(player: int, board: int) -> Ways:
    """Comes back to where it began by one line out of thousands."""
    if 0 < board < 400:
        for n in range(20):
            yield n, 1 - player, board * 20 + n
    elif board == 1 * 400 + 13 * 20 + 7:
        yield "back", 0, 1


def never_ends(player: int, stones: int) -> Ways:
    """Adds stones, so that the game has no end."""
    for n in (1, 2):
        yield n, 1 - player, stones + n


def moves_without_end(player: int, stones: int) -> Ways:
    """Counts up, and forgets to stop."""
    if stones:
        for n in count(1):
            yield n, 1 - player, max(0, stones - n)


# Trees made by hand


def everything_at_once(player: int, stones: int) -> Tree:
    """Makes the whole tree before the first move."""
    moves = (Move(n, everything_at_once(other, left)) for n, other, left in take(player, stones))
    return Tree(player, stones, tuple(moves))


def everything_behind_a_rule(player: int, stones: int) -> Tree:
    """Makes the whole tree before the first move, and hides it behind `tuple`."""
    ways = take(player, stones)
    moves = tuple(Move(n, everything_behind_a_rule(other, left)) for n, other, left in ways)
    return Tree(player, stones, Moves(tuple, (moves,)))


def once_and_never_again(player: int, stones: int) -> Tree:
    """Gives its moves by a generator, which is empty the second time."""
    moves = (Move(n, once_and_never_again(other, left)) for n, other, left in take(player, stones))
    return Tree(player, stones, moves)


def a_rule_for_every_position(player: int, stones: int) -> Tree:
    """Makes a rule for every position, so that equal positions are different trees."""
    return Tree(player, stones, Moves(partial(_moves_of_its_own, player, stones)))


def _moves_of_its_own(player: int, stones: int) -> Iterator[Move]:
    for n, other, left in take(player, stones):
        yield Move(n, a_rule_for_every_position(other, left))


def plain_tuples(player: int, stones: int) -> Tree:
    """Gives (action, tree), and not `Move(action, tree)`."""
    return Tree(player, stones, Moves(_plain_moves, (player, stones)))


def _plain_moves(player: int, stones: int) -> Iterator[Any]:
    for n, other, left in take(player, stones):
        yield n, plain_tuples(other, left)


def no_trees(player: int, stones: int) -> Tree:
    """Gives (player, board) for the tree of a move."""
    return Tree(player, stones, Moves(_moves_to_no_trees, (player, stones)))


def _moves_to_no_trees(player: int, stones: int) -> Iterator[Any]:
    for n, other, left in take(player, stones):
        yield Move(n, (other, left))  # type: ignore[arg-type]


# Chance


def with_odds(odds: Any, player: int, stones: int) -> Tree:
    """Return the tree of a game in which one or two stones are taken by chance."""
    return Tree(player, stones, Moves(_chances, (odds, player, stones)))


def _chances(odds: Any, player: int, stones: int) -> Iterator[Chance]:
    if stones:
        outcomes = (
            Outcome(probability, with_odds(odds, 1 - player, max(0, stones - n)))
            for n, probability in enumerate(odds(), 1)
        )
        yield Chance("toss", tuple(outcomes))


def loaded() -> list[Any]:
    """Has odds that add up to more than 1."""
    return [Fraction(1, 2), Fraction(2, 3)]


def rounded() -> list[Any]:
    """Has odds that were rounded to two places."""
    return [0.33, 0.33, 0.33]


def below_nought() -> list[Any]:
    """Has odds below 0, though they add up to 1."""
    return [Fraction(3, 2), Fraction(-1, 2)]


def in_percent() -> list[Any]:
    """Has odds in percent."""
    return [50, 50]


def in_words() -> list[Any]:
    """Has odds that are texts."""
    return ["1/2", "1/2"]


def drawn_anew() -> list[Any]:
    """Has odds that change."""
    first = Fraction(DICE.randint(1, 99), 100)
    return [first, 1 - first]


def outcomes_once(player: int, stones: int) -> Tree:
    """Gives outcomes by a generator, which is empty the second time."""
    return Tree(player, stones, Moves(_outcomes_once, (player, stones)))


def _outcomes_once(player: int, stones: int) -> Iterator[Any]:
    half = Fraction(1, 2)
    if stones:
        outcomes = (Outcome(half, outcomes_once(1 - player, stones - 1)) for _ in range(2))
        yield Chance("toss", outcomes)  # type: ignore[arg-type]


def pairs_for_outcomes(player: int, stones: int) -> Tree:
    """Gives (probability, tree), and not `Outcome(probability, tree)`."""
    return Tree(player, stones, Moves(_pairs_for_outcomes, (player, stones)))


def _pairs_for_outcomes(player: int, stones: int) -> Iterator[Any]:
    if stones:
        outcome: Any = 1, pairs_for_outcomes(1 - player, stones - 1)
        yield Chance("toss", (outcome,))


# What a board is worth


def worth_the_same_to_both(stones: int, player: int) -> int:
    """Is worth the same to either player."""
    return stones


def of_who_is_to_move(stones: int, player: int) -> int:
    """Is worth -1 to either player in the end, because who is to move has lost."""
    return 0 if stones else -1


def three_players(player: int, stones: int) -> Ways:
    """Has three players, for whom no number is worth to one what it costs the other."""
    for n, _, left in take(player, stones):
        yield n, (player + 1) % 3, left


def rounded_to_whole(stones: int, player: int) -> int:
    """Rounds down, and -5 // 2 is not -(5 // 2)."""
    return lead(stones, player) // 2


def no_number(stones: int, player: int) -> None:
    """Is worth nothing."""


def won_is_infinite(stones: int, player: int) -> float:
    """Is worth infinity if it is won, which stands for what is not found yet."""
    return lead(stones, player) if stones else inf if player else -inf


def not_a_number(stones: int, player: int) -> float:
    """Is worth NaN in the end."""
    return lead(stones, player) if stones else inf - inf


def no_value_in_the_end(stones: int, player: int) -> float:
    """Divides by what is left."""
    return lead(1, player) / stones


def taken_by_the_value(heap: Heap, player: int) -> int:
    """Takes the stones away to count them."""
    heap.stones = 0
    return 0


def drifts(stones: int, player: int, calls: list[int] = [0]) -> float:
    """Is worth a little more each time."""
    calls[0] += 1
    return lead(stones, player) * (1 + calls[0] / 1000)


def drifts_slowly(stones: int, player: int, calls: list[int] = [0]) -> int:
    """Is worth one more after every hundred calls."""
    calls[0] += 1
    return lead(stones + calls[0] // 100, player)


def of_who_asks_first(stones: int, player: int, first: dict[int, int] = {}) -> int:
    """Is worth something to the player who is asked for first, and as much less to the other."""
    asker = first.pop(stones, None)
    if asker is None:
        first[stones] = player
        return 1
    return 1 if asker == player else -1


def half_remembered(board: tuple[int, int], player: int, memo: dict[int, int] = {}) -> int:
    """Remembers by the first heap what both are worth."""
    first, second = board
    number = memo.setdefault(first, 3 * first - second)
    return number if player == 0 else -number


def take_from_two(player: int, board: tuple[int, int]) -> Ways:
    """Take a stone or two from either heap."""
    first, second = board
    for n in (1, 2):
        if n <= first:
            yield n, 1 - player, (first - n, second)
        if n <= second:
            yield -n, 1 - player, (first, second - n)


def of_the_last_board(stones: int, player: int, last: list[int] = [0]) -> int:
    """Is worth what the board was that it was asked for before."""
    before, last[0] = last[0], stones
    return lead(before, player)


MEMO: dict[int, int] = {}


def remembered_by_id(heap: Heap, player: int) -> int:
    """Remembers by `id`, which another board may have later."""
    number = MEMO.setdefault(id(heap), heap.stones)
    return number if player == 0 else -number


def by_lot(stones: int, player: int) -> int:
    """Draws lots where it knows nothing better."""
    return lead(stones or DICE.choice((-1, 1)), player)


def by_hash(stones: int, player: int) -> int:
    """Breaks ties by the hash of a text."""
    return lead(stones * 10 + hash(str(stones)) % 10, player)


# Drawing and reading


def drawn_too_short(stones: int) -> str:
    """Has no sign for more than one stone."""
    return " ."[stones]


def drawn_as_a_number(stones: int) -> Any:
    """Draws no text."""
    return stones


def drawn_at_random(stones: int) -> str:
    """Draws a board otherwise each time."""
    return f"{stones} of {DICE.random()}"


def drawn_by_taking(heap: Heap) -> str:
    """Takes the stones off while it draws them."""
    text = ""
    while heap.stones:
        heap.stones -= 1
        text += "o"
    return text


def read_otherwise(text: str) -> int:
    """Reads one stone more than was drawn."""
    return int(text) + 1


NAMES = frozenset(["ann", "bob", "cid", "dan", "eve"])
TAKE = unfold_tree(take, 0, 5)
LEAD = {"value": lead}
SAME = "the moves are not the same each time"
ENTRIES = (
    # What changes or is not the same again
    WrongGame(
        taken_in_place, unfold_tree(taken_in_place, 0, Heap(3)), "the rule changes the board"
    ),
    WrongGame(
        one_board_for_all_moves,
        unfold_tree(one_board_for_all_moves, 0, Heap(3)),
        "the board after 1 changes when the next move is asked for",
        "T4",
    ),
    WrongGame(
        one_list_for_all_positions,
        unfold_tree(one_list_for_all_positions, 0, 3),
        "after 2 the board is not the same each time",
        "T4",
    ),
    WrongGame(remembers_its_calls, unfold_tree(remembers_its_calls, 0, 3), SAME, "T4"),
    WrongGame(less_every_third_time, unfold_tree(less_every_third_time, 0, 2), SAME, "T4"),
    WrongGame(
        rolls_dice, unfold_tree(rolls_dice, 0, 9), "the board is not the same each time", "T4"
    ),
    WrongGame(
        remembers_by_half_the_board,
        unfold_tree(remembers_by_half_the_board, 0, (2, 2)),
        "comes back|the moves in another process .* are others|the moves .* are others",
        "T5",
    ),
    WrongGame(
        takes_from_the_last,
        unfold_tree(takes_from_the_last, 0, 4),
        "the board is not the same each time|are others",
        "T4",
    ),
    WrongGame(
        counts_who_is_asking,
        unfold_tree(counts_who_is_asking, 0, 4),
        "the moves .*(are not the same each time|are others)",
        "T4",
    ),
    # Order
    WrongGame(
        out_of_a_set, unfold_tree(out_of_a_set, 0, NAMES), "in another order|the moves", "T4"
    ),
    WrongGame(
        out_of_a_set_of_its_own,
        unfold_tree(out_of_a_set_of_its_own, 0, 9),
        "in another process .* are in another order",
        "T4",
    ),
    WrongGame(
        sorted_by_hash,
        unfold_tree(sorted_by_hash, 0, 9),
        "in another process .* are in another order",
        "T4",
    ),
    WrongGame(
        of_this_process,
        unfold_tree(of_this_process, 0, 4),
        "in another process .* are others",
        "T4",
    ),
    # Equality and hashes
    WrongGame(
        Nameless,
        unfold_tree(take_heap, 0, Nameless(3)),
        "a copy of the board is not equal to it",
        "T4",
    ),
    WrongGame(
        Restless, unfold_tree(take_heap, 0, Restless(3)), "equal boards have different hashes", "S8"
    ),
    WrongGame(
        Scored,
        unfold_tree(take_for_points, 0, Scored(4, 0)),
        "equal boards are worth different amounts",
        "S8",
        {"value": score},
    ),
    WrongGame(
        MayPass,
        unfold_tree(take_or_pass_once, 0, MayPass(7, False)),
        "equal positions have different moves",
        "S8",
    ),
    WrongGame(
        Travelled,
        unfold_tree(take_and_note, 0, Travelled(4, ())),
        "equal boards have different hashes",
        "S8",
    ),
    WrongGame(
        Roughly, unfold_tree(take_heap, 0, Roughly(4)), "equal positions have different moves", "S8"
    ),
    WrongGame(
        AllAlike, unfold_tree(take_heap, 0, AllAlike(4)), "a position comes back|different", "S8"
    ),
    WrongGame(
        take_from_a_row,
        unfold_tree(take_from_a_row, 0, (1, 2)),
        "a copy of the board is not equal to it",
        "T4",
    ),
    WrongGame(
        Incomparable,
        unfold_tree(take_heap, 0, Incomparable(3)),
        "comparing the board with its copy raises AttributeError",
        "S8",
    ),
    # What is no value
    WrongGame(
        Lists,
        unfold_tree(take_from_lists, 0, Lists([5])),
        "the board cannot be hashed: board.heaps is a list",
    ),
    WrongGame(
        ends_with_a_list,
        unfold_tree(ends_with_a_list, 0, (4,)),
        "the board cannot be hashed: it is a list",
    ),
    WrongGame(
        list_for_an_action,
        unfold_tree(list_for_an_action, 0, 5),
        "an action cannot be hashed: it is a list",
    ),
    WrongGame(
        Locked,
        unfold_tree(take_heap, 0, Locked(3)),
        "the board cannot be copied: board.lock is a lock",
    ),
    WrongGame(
        Reading,
        unfold_tree(take_heap, 0, Reading(3)),
        "the board cannot be copied: board.log is a TextIOWrapper",
    ),
    WrongGame(
        Counting,
        unfold_tree(take_heap, 0, Counting(3)),
        "the board cannot be copied: board.numbers is a generator",
    ),
    WrongGame(
        Scoring,
        unfold_tree(take_heap, 0, Scoring(3)),
        "the board cannot be pickled .*: board.count is a function",
    ),
    WrongGame(Forgetful, unfold_tree(take_heap, 0, Forgetful(3)), "a pickled tree is another"),
    WrongGame(
        Unequalled,
        unfold_tree(take_heap, 0, Unequalled(3)),
        "of a copy of the board is another",
        "S8",
        {"value": score_of_the_heap},
    ),
    WrongGame(a_lambda, unfold_tree(a_lambda, 0, 5), "the tree cannot be pickled"),
    WrongGame(enclosed, unfold_tree(enclosed(2), 0, 5), "the tree cannot be pickled"),
    # Moves
    WrongGame(
        same_action_twice, unfold_tree(same_action_twice, 0, 5), "two moves have the same action"
    ),
    WrongGame(
        too_few_parts, unfold_tree(too_few_parts, 0, 5), "asking for the moves raises ValueError"
    ),
    WrongGame(no_return, unfold_tree(no_return, 0, 5), "is there a return?"),  # type: ignore[arg-type]
    WrongGame(
        divides_by_nought,
        unfold_tree(divides_by_nought, 0, 4),
        "asking for the moves raises ZeroDivisionError",
    ),
    WrongGame(there_and_back, unfold_tree(there_and_back, 0, 4), "a position comes back"),
    WrongGame(
        back_by_one_way_of_many, unfold_tree(back_by_one_way_of_many, 0, 1), "a position comes back"
    ),
    WrongGame(
        never_ends, unfold_tree(never_ends, 0, 0), "not over after 50 moves", "", {"plies": 50}
    ),
    WrongGame(moves_without_end, unfold_tree(moves_without_end, 0, 3), "more than 100000 moves"),
    # Trees made by hand
    WrongGame(everything_at_once, everything_at_once(0, 5), "there before they are asked for"),
    WrongGame(once_and_never_again, once_and_never_again(0, 5), "can be asked for only once"),
    WrongGame(
        a_rule_for_every_position,
        a_rule_for_every_position(0, 5),
        "made by another rule each time",
        "S8",
    ),
    WrongGame(plain_tuples, plain_tuples(0, 5), "no Move"),
    WrongGame(no_trees, no_trees(0, 5), "comes no Tree"),
    WrongGame(
        everything_behind_a_rule, everything_behind_a_rule(0, 5), "there before they are asked for"
    ),
    # Chance
    WrongGame(pairs_for_outcomes, pairs_for_outcomes(0, 5), "is no Outcome"),
    WrongGame(loaded, with_odds(loaded, 0, 5), "do not add up to 1", "T23"),
    WrongGame(rounded, with_odds(rounded, 0, 5), "do not add up to 1", "T23"),
    WrongGame(below_nought, with_odds(below_nought, 0, 5), "no number from 0 to 1", "T23"),
    WrongGame(in_percent, with_odds(in_percent, 0, 5), "no number from 0 to 1", "T23"),
    WrongGame(in_words, with_odds(in_words, 0, 5), "no number from 0 to 1", "T23"),
    WrongGame(drawn_anew, with_odds(drawn_anew, 0, 5), "probabilities are not the same", "T4"),
    WrongGame(outcomes_once, outcomes_once(0, 5), "can be asked for only once"),
    # What a board is worth
    WrongGame(
        worth_the_same_to_both, TAKE, "not zero-sum", "T10", {"value": worth_the_same_to_both}
    ),
    WrongGame(of_who_is_to_move, TAKE, "not zero-sum", "T10", {"value": of_who_is_to_move}),
    WrongGame(rounded_to_whole, TAKE, "not zero-sum", "T10", {"value": rounded_to_whole}),
    WrongGame(three_players, unfold_tree(three_players, 0, 5), "for two players", "T10", LEAD),
    WrongGame(no_number, TAKE, "no finite number", "T10", {"value": no_number}),
    WrongGame(won_is_infinite, TAKE, "no finite number", "T10", {"value": won_is_infinite}),
    WrongGame(not_a_number, TAKE, "no finite number", "T10", {"value": not_a_number}),
    WrongGame(no_value_in_the_end, TAKE, "ZeroDivisionError", "", {"value": no_value_in_the_end}),
    WrongGame(
        taken_by_the_value,
        unfold_tree(take_heap, 0, Heap(3)),
        r"value\(board, 0\) changes the board",
        "",
        {"value": taken_by_the_value},
    ),
    WrongGame(drifts, TAKE, "not the same each time", "T10", {"value": drifts}),
    WrongGame(
        drifts_slowly,
        TAKE,
        "is another|not the same each time|different amounts",
        "T10",
        {"value": drifts_slowly},
    ),
    WrongGame(
        of_who_asks_first,
        TAKE,
        "not the same each time|not zero-sum",
        "T10",
        {"value": of_who_asks_first},
    ),
    WrongGame(
        half_remembered,
        unfold_tree(take_from_two, 0, (2, 3)),
        "in another process .* is another",
        "T10",
        {"value": half_remembered},
    ),
    WrongGame(
        of_the_last_board, TAKE, "not the same each time", "T10", {"value": of_the_last_board}
    ),
    WrongGame(
        remembered_by_id,
        unfold_tree(take_heap, 0, Heap(7)),
        "is another|different amounts",
        "T10",
        {"value": remembered_by_id},
    ),
    WrongGame(by_lot, TAKE, "not the same each time|is another", "T10", {"value": by_lot}),
    WrongGame(by_hash, TAKE, "in another process .* is another", "T10", {"value": by_hash}),
    # Drawing and reading
    WrongGame(
        drawn_too_short, TAKE, r"show\(board\) raises IndexError", "", {"show": drawn_too_short}
    ),
    WrongGame(
        drawn_as_a_number, TAKE, r"show\(board\) is no text", "", {"show": drawn_as_a_number}
    ),
    WrongGame(
        drawn_at_random,
        TAKE,
        r"show\(board\) is not the same each time",
        "",
        {"show": drawn_at_random},
    ),
    WrongGame(
        drawn_by_taking,
        unfold_tree(take_heap, 0, Heap(3)),
        r"show\(board\) changes the board",
        "",
        {"show": drawn_by_taking},
    ),
    WrongGame(read_otherwise, TAKE, "is another board", "", {"show": str, "parse": read_otherwise}),
)
WRONG_GAMES = {entry.slip.__name__: entry for entry in ENTRIES}
