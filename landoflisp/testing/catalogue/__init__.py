"""What searches and games get wrong: one slip each, and which theorem it breaks.

`WRONG_SEARCHES` (see `landoflisp.testing.catalogue.searches`) and `WRONG_GAMES` (see
`landoflisp.testing.catalogue.games`) are by name; `check_search` and `check_game` find every one of
them. `THEOREMS` says in a sentence what the numbers in the entries stand for: T of trees and their
values, W of windows, L of leaves, S of searches, and N of what looks true and is not.

>>> entry = WRONG_SEARCHES["cut_one_too_soon"]
>>> print(entry.search.__doc__, THEOREMS[entry.theorem], sep="\\n")
Cuts off what comes after a move that is worth beta - 1.
Fishburn: min(v, beta) <= x <= max(v, alpha), where the value is v and the answer x.
"""

from landoflisp.testing.catalogue.games import WRONG_GAMES, WrongGame
from landoflisp.testing.catalogue.searches import WRONG_SEARCHES, WrongSearch

__all__ = ["THEOREMS", "WRONG_GAMES", "WRONG_SEARCHES", "WrongGame", "WrongSearch"]

THEOREMS = {
    "T4": "An unfolded tree is its rule, one step: the moves are what the rule gives, each time.",
    "T5": "Unfolding is sound and complete: a line is one of the tree if it is a run of the rule.",
    "T10": "Negamax is minimax: one value serves both players, for what one wins the other loses.",
    "T11": "A tree and its dual, players and numbers turned round, are worth the same.",
    "T12": "Only the order of the values counts: no number is too large, too small or too near.",
    "T13": "Maps that keep the order commute with the value, which is therefore that of a leaf.",
    "T15": "The order of the moves does not matter to the value.",
    "T16": "The value is that of the best move: more choice never hurts.",
    "T17": "The value is what strategies reach, and they are played to the end of the game.",
    "T20": "The line is optimal: every move keeps the value, and the last one ends the game.",
    "T23": "A rating is the mean of what chance may bring, by probabilities that add up to 1.",
    "W1": "Knuth and Moore: an answer inside the window is the value, one outside a bound of it.",
    "W2": "Fishburn: min(v, beta) <= x <= max(v, alpha), where the value is v and the answer x.",
    "W4": "Fail-hard answers with the value clamped to the window.",
    "W6": "With one limit, a value below it is found, and another is answered by a bound that "
    "reaches it.",
    "W12": "After an answer outside the window one more search, on that side, finds the value.",
    "W14": "A bound says truly whether the value is equal to the answer, above it or below.",
    "L3": "No search looks at a leaf that negamax does not look at, nor at one twice.",
    "S1": "NegaScout and PVS answer as Fishburn's alpha-beta does.",
    "S5": "MTD(f) finds the value from any guess.",
    "S8": "A memory changes no value: what is equal is worth the same.",
    "S10": "Deepening finds at each depth the value of the limited tree, and ends with the tree.",
    "N9": "Not true: a memory may be keyed by the tree without the window.",
    "N10": "Not true: a bound serves on either side.",
    "N14": "Not true: the line of MTD(f) is optimal.",
}
