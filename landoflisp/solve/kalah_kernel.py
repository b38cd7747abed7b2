"""Kalah on packed pits: is a position worth more than alpha, yes or no?

This file runs as it is, and mypyc compiles it to machine code, where `i64` is a machine word. It
asks one question, by a null-window search (alpha, alpha + 1) to the end of the game, and remembers
the answers in a transposition table.

A game ends: each move stores a stone or brings some nearer to their store. With 7 pits a side no
more than 82 moves in a row store none, so one of 255 stones has fewer than 256 * 83 moves, for
which the stack of a machine has room: 300 bytes each.

A position is two words, the pits of the player to move (`own`) and of the other (`opp`): a byte a
pit, the one beside the store highest. What the stores hold does not matter for what is still to be
won, so a value is that: how many stones more the player to move will store than the other from now
on, with all stones in a store at last. Positions that differ in their stores alone are one entry of
the table.

Sources: Irving, Donkers and Uiterwijk, *Solving Kalah* (2000), for the packed pits and the table
without stores; Plaat, *Research Re: Search & Re-Search* (1996), for enhanced transposition cutoffs.
"""

from __future__ import annotations

from array import array
from types import FunctionType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from librt.vecs import vec
    from mypy_extensions import i64

__all__ = ["ENTRY", "Search", "words"]

ENTRY: Final = 3  # words of an entry of the table: own, opp, and what is known of their value
WAY: Final = 6  # words of a move on the stack: how good it looks, what comes of it, the pit
LEVELS: Final = 32  # moves of a game for which the stack has room at first
EVERY: Final = 1 << 16  # positions from one report to the next

MOST: Final = 511  # more than any value; an entry of 0 knows nothing else
AGAIN: Final = 1000  # how good a move looks that keeps the turn
FIRST: Final = 2000  # and one that was the best before


class Search:
    """Null-window searches on boards with so many pits a side, with one table.

    The table has so many entries, a power of two. With `empty_capture` a stone that ends alone in
    an own pit is stored even if there is nothing to capture. In a long search `report(nodes)` is
    called now and then with the number of positions visited.
    """

    def __init__(
        self, pits: int, empty_capture: bool, entries: int, report: Callable[[int], object]
    ) -> None:
        self.pits: i64 = pits
        self.empty_capture = empty_capture
        self.entries: i64 = entries
        self.table = words(ENTRY * entries)
        self.stack = words(LEVELS * pits * WAY)
        self.report = report
        self.nodes: i64 = 0
        self.due: i64 = EVERY
        # In variables, for mypyc 2.4 shifts a literal within 32 bits.
        self.full: i64 = 255
        self.each: i64 = 0x0101010101010101

    def bound(self, own: i64, opp: i64, alpha: i64) -> i64:
        """Return a bound of the value: above alpha it is a lower bound, else an upper one."""
        return self.search(own, opp, stones(own) + stones(opp), alpha, 0)

    def play(self, own: i64, opp: i64, pit: i64) -> tuple[i64, i64, i64, bool]:
        """Return both sides' pits after a move, what it stores, and whether the turn stays."""
        pits = self.pits
        lap = 2 * pits + 1
        full = self.full
        seeds = (own >> 8 * pit) & full
        own &= ~(full << 8 * pit)
        gain: i64 = 0
        begin = pit + 1
        end = begin + seeds
        while True:
            # Once round the board, or as far as the seeds go: own pits, own store, other's pits.
            own += self.ones(begin, least(end, pits))
            if end > pits:
                gain += 1
                opp += self.ones(0, least(end, lap) - pits - 1)
            if end <= lap:
                break
            begin = 0
            end -= lap
        last = end - 1
        if last < pits and (own >> 8 * last) & full == 1:
            opposite = 8 * (pits - 1 - last)
            captured = (opp >> opposite) & full
            if captured or self.empty_capture:
                gain += captured + 1
                own &= ~(full << 8 * last)
                opp &= ~(full << opposite)
        return own, opp, gain, last == pits

    def search(self, own: i64, opp: i64, left: i64, alpha: i64, level: i64) -> i64:
        """Return the bound for a position with so many stones left in the pits."""
        self.nodes += 1
        if self.nodes >= self.due:
            self.due = self.nodes + EVERY
            self.report(self.nodes)
        if not own or not opp:
            return left if own else -left
        table = self.table
        at = place(own, opp, self.entries)
        low = -left
        high = left
        first: i64 = -1
        if table[at] == own and table[at + 1] == opp:
            known = table[at + 2]
            low = (known & 1023) - MOST
            high = MOST - ((known >> 10) & 1023)
            first = known >> 20
        if low > alpha:
            return low
        if high <= alpha:
            return high

        base = level * self.pits * WAY
        top = base
        if base + self.pits * WAY > len(self.stack):
            self.stack = words(2 * len(self.stack))  # the moves above stay where they are
        stack = self.stack
        pit = self.pits
        while pit:
            pit -= 1
            if not (own >> 8 * pit) & 255:
                continue
            after, other, gain, again = self.play(own, opp, pit)
            score = AGAIN if again else gain * self.pits
            if pit == first:
                score = FIRST
            sure = self.sure(after, other, gain, again)
            if sure > alpha:
                return sure
            stack[top] = score + pit
            stack[top + 1] = after
            stack[top + 2] = other
            stack[top + 3] = gain
            stack[top + 4] = 1 if again else 0
            stack[top + 5] = pit
            top += WAY

        best = -left
        chosen: i64 = -1
        while base < top and best <= alpha:
            way = base
            rival = base + WAY
            while rival < top:
                if stack[rival] > stack[way]:
                    way = rival
                rival += WAY
            after, other, gain, pit = stack[way + 1], stack[way + 2], stack[way + 3], stack[way + 5]
            again = stack[way + 4] == 1
            word: i64 = 0
            while word < WAY:
                stack[way + word] = stack[base + word]
                word += 1
            base += WAY
            # The stack below is the replies' while they are searched.
            if again:
                value = gain + self.search(after, other, left - gain, alpha - gain, level + 1)
            else:
                value = gain - self.search(other, after, left - gain, gain - alpha - 1, level + 1)
            if value > best or chosen < 0:
                best = value
                chosen = pit
        if best > alpha:
            low = best
        else:
            high = best
        table[at] = own
        table[at + 1] = opp
        table[at + 2] = (low + MOST) | (MOST - high) << 10 | chosen << 20
        return best

    def sure(self, after: i64, other: i64, gain: i64, again: bool) -> i64:
        """Return what the table knows a move to be worth at least."""
        table = self.table
        if again:
            at = place(after, other, self.entries)
            if table[at] == after and table[at + 1] == other:
                return gain + (table[at + 2] & 1023) - MOST
        else:
            at = place(other, after, self.entries)
            if table[at] == other and table[at + 1] == after:
                return gain - MOST + ((table[at + 2] >> 10) & 1023)
        return -MOST

    def ones(self, begin: i64, end: i64) -> i64:
        """Return one seed for each pit from `begin` up to `end`; nothing if there is none."""
        if begin >= end:
            return 0
        return self.each & ((self.each << 8 * begin) ^ (self.each << 8 * end))


def least(one: i64, other: i64) -> i64:
    """Return the lesser of two."""
    return one if one < other else other


def stones(pits: i64) -> i64:
    """Return how many stones lie in the pits."""
    total: i64 = 0
    while pits:
        total += pits & 255
        pits >>= 8
    return total


# Memory


def words(count: i64) -> vec[i64]:
    """Return so many words, all zero."""
    return vec[i64]([0] * count)


if isinstance(words, FunctionType):  # not compiled: what Python has built in
    globals().update(words=lambda count: array("Q", [0]) * count)


def place(own: i64, opp: i64, entries: i64) -> i64:
    """Return where the entry of a position lies in the table."""
    mask: i64 = 0x7FFFFFFFFFFFFFFF
    one: i64 = 0x1E3779B97F4A7C15
    two: i64 = 0x2545F4914F6CDD1D
    mixed = (own * one ^ opp * two) & mask
    mixed = (mixed ^ mixed >> 32) * one & mask
    return ((mixed ^ mixed >> 29) & entries - 1) * ENTRY
