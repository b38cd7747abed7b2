"""Reversi on bit sets: is a position worth more than alpha, yes or no?

This file runs as it is, and mypyc compiles it to machine code, where `i64` is a machine word. It
asks one question, by a null-window search (alpha, alpha + 1) to the end of the game, and remembers
the answers in a transposition table.

A position is two sets of squares, the discs of the player to move (`own`) and of the other (`opp`);
the square in row r and column c is bit 8 * r + c, whatever the size of the board. A walk over discs
to turn goes through inner squares only, for no disc is turned over across an edge that it lies on:
that keeps all shifts on the board, and bit 63, the sign of a machine word, out of the way.

Sources: Buro, *Techniques for the design of a strong Othello program*, and Andersson, *Writing an
Othello endgame solver*, for mobility, parity and stability; Plaat, Schaeffer, Pijls and de Bruin,
*Exploiting graph properties of game trees* (1996), for enhanced transposition cutoffs.
"""

from __future__ import annotations

from array import array
from types import FunctionType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from librt.vecs import vec
    from mypy_extensions import i64

__all__ = ["ENTRY", "Search", "count", "words"]

ENTRY: Final = 3  # words of an entry of the table: own, opp, and what is known of their value
ROW: Final = 64 * 3  # words of the stack for each number of spaces: weight, square, flips of moves

NONE: Final = -100  # less than any value
EVERY: Final = 1 << 14  # positions from one report to the next
CUTTING: Final = 10  # spaces from which the table is asked about all replies before any is searched
PROBING: Final = 14  # spaces from which the best reply to a move has a say in the order


class Search:
    """Null-window searches on a board of one size, with one table.

    The table has so many entries, a power of two. A position with `shallow` spaces or fewer is
    searched without table and order, which pays the sooner the faster the machine is. In a long
    search `report(nodes)` is called now and then with the number of positions visited.
    """

    def __init__(
        self,
        rows: int,
        columns: int,
        entries: int,
        shallow: int,
        report: Callable[[int], object],
    ) -> None:
        last, end = rows - 1, columns - 1
        squares = [(r, c) for r in range(rows) for c in range(columns)]
        self.first: i64 = 1  # in a variable, for mypyc 2.4 shifts a literal within 32 bits
        self.full: i64 = set_of(squares)
        self.across: i64 = set_of([(r, c) for r, c in squares if 0 < c < end])
        self.along: i64 = set_of([(r, c) for r, c in squares if 0 < r < last])
        self.inside: i64 = set_of([(r, c) for r, c in squares if 0 < c < end and 0 < r < last])
        self.corners: i64 = set_of([(0, 0), (0, end), (last, 0), (last, end)])
        self.traps: i64 = set_of([(1, 1), (1, end - 1), (last - 1, 1), (last - 1, end - 1)])
        self.west: i64 = set_of([(r, c) for r, c in squares if 2 * c < columns])
        self.north: i64 = set_of([(r, c) for r, c in squares if 2 * r < rows])
        self.area: i64 = rows * columns
        self.entries: i64 = entries
        self.table = words(ENTRY * entries)
        self.stack = words(ROW * (rows * columns + 1))
        self.shallow: i64 = shallow
        self.report = report
        self.nodes: i64 = 0
        self.due: i64 = EVERY

    # The rules

    def moves(self, own: i64, opp: i64) -> i64:
        """Return the squares on which `own` may play."""
        reached = (
            reach(own, opp & self.across, 1)
            | reach(own, opp & self.along, 8)
            | reach(own, opp & self.inside, 7)
            | reach(own, opp & self.inside, 9)
        )
        return reached & self.full & ~(own | opp)

    def flips(self, own: i64, opp: i64, move: i64) -> i64:
        """Return the discs that `own` turns over by playing on `move`: none if it may not."""
        return (
            turned(own, opp & self.across, move, 1)
            | turned(own, opp & self.along, move, 8)
            | turned(own, opp & self.inside, move, 7)
            | turned(own, opp & self.inside, move, 9)
        )

    # The search

    def bound(self, own: i64, opp: i64, alpha: i64) -> i64:
        """Return a lower bound of the value if that is above alpha, else an upper bound."""
        own &= self.full  # interpreted, a word has no sign
        opp &= self.full
        return self.search(own, opp, alpha, count(self.full & ~(own | opp)))

    def search(self, own: i64, opp: i64, alpha: i64, spaces: i64) -> i64:
        """Return the bound of a position with so many spaces."""
        empty = self.full & ~(own | opp)
        if spaces <= self.shallow:
            return self.finish(own, opp, alpha, self.odd_quarters(empty))
        self.nodes += 1
        if self.nodes >= self.due:
            self.due = self.nodes + EVERY
            self.report(self.nodes)
        low: i64 = NONE
        high: i64 = -NONE
        hint: i64 = 0
        table = self.table
        at = place(own, opp, self.entries)
        if table[at] == own and table[at + 1] == opp:
            known = table[at + 2]
            low = lower(known)
            high = upper(known)
            if low > alpha:
                return low
            if high <= alpha:
                return high
            hint = self.first << square(known)
        bound = self.stable_bound(own, opp, alpha)
        if bound != NONE:
            return bound
        begin = spaces * ROW
        end = self.list_moves(own, opp, begin)
        if end == begin:
            if self.moves(opp, own):
                return -self.search(opp, own, -alpha - 1, spaces)
            return count(own) - count(opp)
        if spaces >= CUTTING:
            bound = self.known_bound(own, opp, begin, end)
            if bound > alpha:
                return bound
        self.weigh_moves(own, opp, spaces, hint, begin, end)
        best: i64 = NONE
        best_move: i64 = 0
        stack = self.stack
        while begin < end and best <= alpha:
            self.lightest_first(begin, end)
            move = stack[begin + 1]
            flips = stack[begin + 2]
            begin += 3
            value = -self.search(opp ^ flips, own | flips | move, -alpha - 1, spaces - 1)
            if value > best:
                best = value
                best_move = move
        if best > alpha:
            low = best
        else:
            high = best
            if hint:  # what was good enough once may be the best of these
                best_move = hint
        table[at] = own
        table[at + 1] = opp
        table[at + 2] = packed(low, high, best_move)
        return best

    def order(self, own: i64, opp: i64) -> list[int]:
        """Return the squares of all moves, by number, in the order in which to try them."""
        own &= self.full
        opp &= self.full
        spaces = count(self.full & ~(own | opp))
        hint: i64 = 0
        at = place(own, opp, self.entries)
        if self.table[at] == own and self.table[at + 1] == opp:
            hint = self.first << square(self.table[at + 2])
        begin = spaces * ROW
        end = self.list_moves(own, opp, begin)
        self.weigh_moves(own, opp, spaces, hint, begin, end)
        squares: list[int] = []
        while begin < end:
            self.lightest_first(begin, end)
            squares.append(count(self.stack[begin + 1] - 1))
            begin += 3
        return squares

    def list_moves(self, own: i64, opp: i64, begin: i64) -> i64:
        """Write all moves and what they turn over on the stack; return where they end."""
        stack = self.stack
        rest = self.moves(own, opp)
        while rest:
            move = rest & -rest
            rest ^= move
            stack[begin + 1] = move
            stack[begin + 2] = self.flips(own, opp, move)
            begin += 3
        return begin

    def known_bound(self, own: i64, opp: i64, begin: i64, end: i64) -> i64:
        """Return the best lower bound that the table has for a move on the stack."""
        stack = self.stack
        table = self.table
        best: i64 = NONE
        while begin < end:
            flips = stack[begin + 2]
            after = own | flips | stack[begin + 1]
            turned_over = opp ^ flips
            at = place(turned_over, after, self.entries)
            if table[at] == turned_over and table[at + 1] == after:
                bound = -upper(table[at + 2])
                if bound > best:
                    best = bound
            begin += 3
        return best

    def weigh_moves(self, own: i64, opp: i64, spaces: i64, hint: i64, begin: i64, end: i64) -> None:
        """Write on the stack how late to try each move: the fewer good replies, the sooner."""
        stack = self.stack
        empty = self.full & ~(own | opp)
        odd = self.odd_quarters(empty)
        while begin < end:
            move = stack[begin + 1]
            flips = stack[begin + 2]
            after = own | flips | move
            replies = self.moves(opp ^ flips, after)
            weight = 300 + 8 * count(replies) + 12 * count(replies & self.corners)
            weight += 2 * count(beside(after) & empty)
            if spaces >= PROBING:
                weight -= 3 * self.fewest_moves(opp ^ flips, after, replies)
            if move & self.corners:
                weight -= 12
            elif move & self.traps:
                weight += 6
            if move & odd:
                weight -= 3
            stack[begin] = 0 if move == hint else weight
            begin += 3

    def fewest_moves(self, own: i64, opp: i64, moves: i64) -> i64:
        """Return to how few moves, corners counted twice, `own` can limit the other player."""
        fewest: i64 = 64
        while moves:
            move = moves & -moves
            moves ^= move
            flips = self.flips(own, opp, move)
            left = self.moves(opp ^ flips, own | flips | move)
            number = count(left) + count(left & self.corners)
            if number < fewest:
                fewest = number
        return fewest

    def lightest_first(self, begin: i64, end: i64) -> None:
        """Swap the first move on the stack with the one that is to be tried first."""
        stack = self.stack
        lightest = begin
        at = begin + 3
        while at < end:
            if stack[at] < stack[lightest]:
                lightest = at
            at += 3
        if lightest != begin:
            for i in range(3):
                word = stack[begin + i]
                stack[begin + i] = stack[lightest + i]
                stack[lightest + i] = word

    # The last few spaces

    def finish(self, own: i64, opp: i64, alpha: i64, odd: i64) -> i64:
        """Return the bound of a position with few spaces, those in the `odd` quarters first.

        Who plays first where an odd number of spaces is left tends to play last there.
        """
        self.nodes += 1
        empty = self.full & ~(own | opp)
        best: i64 = NONE
        rest = empty & odd
        later = empty ^ rest
        while rest or later:
            if not rest:
                rest = later
                later = 0
            move = rest & -rest
            rest ^= move
            flips = self.flips(own, opp, move)
            if flips:
                if empty == move:
                    return count(own) - count(opp) + 2 * count(flips) + 1
                after = own | flips | move
                value = -self.finish(opp ^ flips, after, -alpha - 1, odd ^ self.quarter(move))
                if value > best:
                    best = value
                    if best > alpha:
                        return best
        if best != NONE:
            return best
        if self.moves(opp, own):
            return -self.finish(opp, own, -alpha - 1, odd)
        return count(own) - count(opp)

    def quarter(self, move: i64) -> i64:
        """Return the quarter of the board that the square lies in."""
        side = self.west if move & self.west else ~self.west
        return side & (self.north if move & self.north else ~self.north)

    def odd_quarters(self, empty: i64) -> i64:
        """Return the quarters of the board with an odd number of spaces."""
        odd: i64 = 0
        while empty:
            move = empty & -empty
            empty ^= move
            odd ^= self.quarter(move)
        return odd

    # Discs that nobody can turn over any more

    def stable_bound(self, own: i64, opp: i64, alpha: i64) -> i64:
        """Return a bound that decides whether the value is above alpha, or `NONE`."""
        if 2 * count(opp) >= self.area - alpha and opp & self.corners:
            most = self.area - 2 * count(self.stable(opp))
            if most <= alpha:
                return most
        if 2 * count(own) > self.area + alpha and own & self.corners:
            least = 2 * count(self.stable(own)) - self.area
            if least > alpha:
                return least
        return NONE

    def stable(self, own: i64) -> i64:
        """Return discs of `own` that are safe: in each direction beside an edge or a safe one.

        Shifts may run round an edge here, where a disc is safe in that direction anyway.
        """
        safe: i64 = 0
        found = own & self.corners
        while found != safe:
            safe = found
            found = (
                own
                & (~self.across | safe << 1 | safe >> 1)
                & (~self.along | safe << 8 | safe >> 8)
                & (~self.inside | safe << 7 | safe >> 7)
                & (~self.inside | safe << 9 | safe >> 9)
            )
        return safe


# Sets of squares


def set_of(squares: list[tuple[int, int]], first: i64 = 1) -> i64:
    """Return the set of the squares (row, column)."""
    found: i64 = 0
    for row, column in squares:
        place: i64 = 8 * row + column
        found |= first << place
    return found


def count(squares: i64) -> i64:
    """Return how many squares are in the set."""
    pairs: i64 = 0x5555555555555555
    fours: i64 = 0x3333333333333333
    bytes: i64 = 0x0F0F0F0F0F0F0F0F
    ones: i64 = 0x0101010101010101
    squares -= squares >> 1 & pairs
    squares = (squares & fours) + (squares >> 2 & fours)
    return ((squares + (squares >> 4) & bytes) * ones >> 56) & 255


def beside(squares: i64) -> i64:
    """Return the squares with nearly all their neighbours, and more round the edges.

    Without the sign of a word, which only a machine has and shifts into other squares.
    """
    unsigned: i64 = 0x7FFFFFFFFFFFFFFF
    squares = (squares | squares << 1 | squares >> 1) & unsigned
    return squares | squares << 8 | squares >> 8


def reach(own: i64, inner: i64, step: i64) -> i64:
    """Return the squares that `own` reaches over one `inner` square or more, up and down."""
    up = inner & own << step
    down = inner & own >> step
    up |= inner & up << step
    down |= inner & down >> step
    pairs = inner & inner << step
    up |= pairs & up << 2 * step
    up |= pairs & up << 2 * step
    pairs = pairs >> step
    down |= pairs & down >> 2 * step
    down |= pairs & down >> 2 * step
    return up << step | down >> step


def turned(own: i64, inner: i64, move: i64, step: i64) -> i64:
    """Return the `inner` squares between the move and `own`, up and down."""
    found: i64 = 0
    up = inner & move << step
    if up:
        up |= inner & up << step
        pairs = inner & inner << step
        up |= pairs & up << 2 * step
        up |= pairs & up << 2 * step
        if own & up << step:
            found = up
    down = inner & move >> step
    if down:
        down |= inner & down >> step
        pairs = inner & inner >> step
        down |= pairs & down >> 2 * step
        down |= pairs & down >> 2 * step
        if own & down >> step:
            found |= down
    return found


# Memory


def words(count: i64) -> vec[i64]:
    """Return so many words, all zero."""
    return vec[i64]([0] * count)


if isinstance(words, FunctionType):  # not compiled: what Python has built in
    globals().update(count=int.bit_count, words=lambda count: array("Q", [0]) * count)


# Entries of the table: own, opp, and one word with two bounds and the square of the best move. A
# word of 0 knows nothing.


def place(own: i64, opp: i64, entries: i64) -> i64:
    """Return where the entry of a position lies in the table."""
    mask: i64 = 0x7FFFFFFFFFFFFFFF
    one: i64 = 0x1E3779B97F4A7C15
    two: i64 = 0x2545F4914F6CDD1D
    mixed = (own * one ^ opp * two) & mask
    mixed = (mixed ^ mixed >> 32) * one & mask
    return ((mixed ^ mixed >> 29) & entries - 1) * ENTRY


def packed(low: i64, high: i64, move: i64) -> i64:
    """Return the bounds and the best move in one word."""
    return low - NONE | -NONE - high << 8 | count(move - 1) << 16


def lower(word: i64) -> i64:
    """Return the lower bound."""
    return (word & 255) + NONE


def upper(word: i64) -> i64:
    """Return the upper bound."""
    return -NONE - (word >> 8 & 255)


def square(word: i64) -> i64:
    """Return the number of the square of the best move."""
    return word >> 16
