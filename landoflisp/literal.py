"""Nested lists of numbers as people write them, in Lisp's notation or in Python's."""

import re
from fractions import Fraction
from typing import Any

from landoflisp.errors import BadInput, quoted

__all__ = ["read_lists"]

SUCH = "a tree is lists of numbers: ((1 3) (4 2))"
WORDS = re.compile(r"[()\[\]]|[^\s,()\[\]]+")
NUMBER = re.compile(r"[-+]?[0-9]{1,99}(/0{,9}[1-9][0-9]{,99}|\.[0-9]{1,99})?")
CLOSES = {"(": ")", "[": "]"}
OPENS = {")": "(", "]": "["}


def read_lists(text: str) -> Any:
    """Return the number, or the nested lists of numbers, that are written in a text.

    Numbers are whole, decimal or fractions. Several lists are those of one whose brackets are left
    out. Raises `BadInput`.

    >>> read_lists("((1 3) (4 2))") == read_lists("(1 3) (4 2)") == read_lists("[[1, 3], [4, 2]]")
    True
    >>> read_lists("(1 3) [4 2)")
    Traceback (most recent call last):
    landoflisp.errors.BadInput: one [ is closed by ); a tree is lists of numbers: ((1 3) (4 2))

    See Also:
        landoflisp.tree.literal_tree
    """
    begun: list[tuple[str, list[Any]]] = [("", [])]
    for word in WORDS.findall(text):
        if word in CLOSES:
            begun.append((word, []))
        elif word in OPENS:
            bracket, done = begun.pop()
            if not bracket:
                raise BadInput(f"one {word} has no {OPENS[word]} before it; {SUCH}")
            if word != CLOSES[bracket]:
                raise BadInput(f"one {bracket} is closed by {word}; {SUCH}")
            if not done:
                raise BadInput(f"{bracket}{word} has no leaves; {SUCH}")
            begun[-1][1].append(done)
        else:
            begun[-1][1].append(_number(word))
    bracket, lists = begun[-1]
    if bracket:
        raise BadInput(f"one {bracket} has no {CLOSES[bracket]} after it; {SUCH}")
    if not lists:
        raise BadInput(f"nothing is written; {SUCH}")
    return lists[0] if len(lists) == 1 else lists


def _number(word: str) -> Any:
    if not NUMBER.fullmatch(word):
        raise BadInput(f"{quoted(word)} is no number; {SUCH}")
    if "/" in word:
        return Fraction(word)
    return float(word) if "." in word else int(word)
