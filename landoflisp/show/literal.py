"""Small trees as people write them: nested lists of numbers."""

import re
from fractions import Fraction
from typing import Any

from landoflisp.errors import BadInput
from landoflisp.tree import Tree, literal_tree

__all__ = ["parse_tree"]

DEEPEST = 100  # lists within lists
SUCH = "a tree is lists of numbers: ((1 3) (4 2))"
WORDS = re.compile(r"[()]|[^\s()]+")
NUMBER = re.compile(r"[-+]?[0-9]{1,99}(/0{,9}[1-9][0-9]{,99}|\.[0-9]{1,99})?")
LONG = 30  # characters of a wrong word that are worth repeating
SPELT = str.maketrans("[],", "() ")


def parse_tree(text: str) -> Tree:
    """Return the `literal_tree` that nested lists draw, in Lisp's notation or in Python's.

    Numbers are whole, decimal or fractions. Several lists are the children of a root whose
    parentheses are left out. Raises `BadInput`.

    >>> parse_tree("((1 3) (4 2))") == parse_tree("(1 3) (4 2)") == parse_tree("[[1, 3], [4, 2]]")
    True
    >>> parse_tree("(1 3) (4 x)")
    Traceback (most recent call last):
    landoflisp.errors.BadInput: 'x' is no number; a tree is lists of numbers: ((1 3) (4 2))

    See Also:
        landoflisp.tree.literal_tree
    """
    begun: list[list[Any]] = [[]]
    for word in WORDS.findall(text.translate(SPELT)):
        if word == "(":
            if len(begun) > DEEPEST:
                raise BadInput(f"the tree is deeper than {DEEPEST} lists within lists")
            begun.append([])
        elif word != ")":
            begun[-1].append(_number(word))
        elif len(begun) == 1:
            raise BadInput(f"one ) has no ( before it; {SUCH}")
        elif not begun[-1]:
            raise BadInput(f"() has no leaves; {SUCH}")
        else:
            done = begun.pop()
            begun[-1].append(done)
    if len(begun) > 1:
        raise BadInput(f"one ( has no ) after it; {SUCH}")
    (lists,) = begun
    if not lists:
        raise BadInput(f"nothing is written; {SUCH}")
    return literal_tree(lists[0] if len(lists) == 1 else lists)


def _number(word: str) -> Any:
    if not NUMBER.fullmatch(word):
        shown = word if len(word) <= LONG else f"{word[:LONG]}..."
        raise BadInput(f"{shown!a} is no number; {SUCH}")
    if "/" in word:
        return Fraction(word)
    return float(word) if "." in word else int(word)
