"""The spans of a program by kind, so that a terminal or a page can colour them."""

import re
from importlib.util import find_spec
from typing import Any, Literal, NamedTuple, TypeAlias

from landoflisp.listings.pairs import Language

__all__ = ["HINT", "Kind", "Span", "can_colour", "spans"]

Kind: TypeAlias = Literal["", "comment", "string", "keyword", "number", "name"]

DEFINES = re.compile(r"def\w", re.I)
HINT = "pip install 'landoflisp[colour]' to see the programs in colours"
LEXERS: dict[Language, str] = {"lisp": "common-lisp", "python": "python", "csharp": "csharp"}
# The first that matches counts.
KINDS: tuple[tuple[str, Kind], ...] = (
    ("Token.Comment", "comment"),
    ("Token.Literal.String", "string"),
    ("Token.Literal.Number", "number"),
    ("Token.Name.Function", "name"),
    ("Token.Name.Class", "name"),
    ("Token.Keyword", "keyword"),
    ("Token.Operator.Word", "keyword"),
    ("Token.Name.Builtin", "keyword"),
)


class Span(NamedTuple):
    """A part of a program, and its kind."""

    kind: Kind
    text: str


def can_colour() -> bool:
    """Return whether Pygments is installed, which finds the spans."""
    return find_spec("pygments") is not None


def spans(code: str, language: Language) -> list[Span]:
    """Return the spans of a program; without Pygments, a single one.

    >>> "".join(span.text for span in spans("(defun f (x) x)  ; twice", "lisp"))
    '(defun f (x) x)  ; twice'
    """
    if not can_colour():
        return [Span("", code)]
    from pygments.lexers import get_lexer_by_name

    lexer: Any = get_lexer_by_name(LEXERS[language], stripnl=False, ensurenl=False)
    parts = [Span(_kind(str(token)), text) for token, text in lexer.get_tokens(code)]
    return _with_names(parts) if language == "lisp" else parts


def _with_names(parts: list[Span]) -> list[Span]:
    """Mark the names that Lisp forms define, which Pygments takes for other symbols."""
    before = [Span("", ""), Span("", ""), *parts]
    return [
        span._replace(kind="name") if DEFINES.match(word.text) and blank.text.isspace() else span
        for word, blank, span in zip(before, before[1:], parts, strict=False)
    ]


def _kind(token: str) -> Kind:
    return next((kind for prefix, kind in KINDS if token.startswith(prefix)), "")
