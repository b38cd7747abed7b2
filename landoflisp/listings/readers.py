"""Find the forms of Lisp, Python and C# in a text, which may be an article.

A piece is a list of forms with only comments and blanks between them, such as a whole listing, a
function that an article explains, or a form that was typed at a prompt.
"""

import re
from collections.abc import Callable, Collection, Iterator
from itertools import pairwise
from textwrap import dedent
from typing import TypeAlias

from toolz import partitionby

from landoflisp.listings.forms import Form
from landoflisp.listings.pairs import Language

__all__ = ["Piece", "lisp_skip", "pieces"]

Piece: TypeAlias = list[Form]

# The tokens that matter for where a Lisp form ends.
LISP = re.compile(r""";[^\n]*|\#\||"(?:[^"\\]|\\.)*"|\\.|\|[^|\n]*\||[()]""", re.S)
LISP_BLOCK = re.compile(r"#\||\|#")
LISP_OPEN = re.compile(r"(?:#[+-](?:[^\s()]+|\([^()]*\))\s*)?\(")
LISP_DEFINES = re.compile(r"""\(\s*def[^\s()]*\s+\(?\s*([^\s()"';]+)""", re.I)
LISP_REST = re.compile(r"[ \t]*(?:;[^\n]*)?(?=\n|\Z|[ \t]\()")
LISP_OPERATOR = re.compile(r"[^(]*\(\s*([a-z][^\s()\"';]*)", re.I)
LISP_AROUND = frozenset(
    ("let", "let*", "flet", "labels", "macrolet", "progn", "locally", "eval-when")
)
# The prompts of SLIME, LispWorks, Allegro, ABCL, SBCL, CLISP, CCL, and of some debuggers.
LISP_PROMPT = re.compile(
    r"(?:[a-z][\w./-]*(?: \d+)?(?: : \d+)? ?>|(?:\[\d+\w*\] )?[a-z][\w./-]*\(\d+\):|\[\d+\][:>]"
    r"|\*|\d*\]|>|\?) +(?=\()",
    re.I,
)

PYTHON_DEFINES = re.compile(r"(?:async +)?(?:def|class) +(\w+)|([^\W\d]\w*) *(?::[^=]*)?=(?!=)")
PYTHON_METHOD = re.compile(r"([ ]*)(?:async +)?def +(\w+)")
PYTHON_CODE = re.compile(
    r"[)\]}]|@|#|(?:import|from|if|elif|else|for|while|try|except|finally|with|global|return|break"
    r"|continue|pass|print|raise|assert|del|nonlocal|yield)\b|[\w.\[\], ]+[-+*/|&^]?=|[\w.]+\("
)

CSHARP = re.compile(r"""//[^\n]*|/\*.*?\*/|@?"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)'|[{}]""", re.S)
CSHARP_DEFINES = re.compile(
    r"^[ \t]*(?:(?:public|private|protected|internal|static|override|virtual|sealed)[ ]+)+"
    r"(?:class[ ]+(?P<type>\w+)[^{;]*"
    r"|(?:(?P<result>[\w<>\[\],.]+)[ ]+)?(?P<method>\w+)\s*\([^;{]*\)\s*)\{",
    re.M,
)


def pieces(text: str, language: Language, inner: Collection[str] = ()) -> list[Piece]:
    """Return the pieces of a text; `inner` names functions that are not top-level forms.

    >>> text = "First:\\n(defun f (x) x)\\n(defun g (x) x)\\nThen:\\n(defun h (x) x)"
    >>> [[form.name for form in piece] for piece in pieces(text, "lisp")]
    [['f', 'g'], ['h']]
    """
    read: Callable[[], Iterator[Form | None]] = {
        "lisp": lambda: _lisp(text),
        "python": lambda: _python(text, inner),
        "csharp": lambda: _csharp(text),
    }[language]
    runs = partitionby(lambda form: form is None, read())
    return [[form for form in run if form] for run in runs if run[0]]


# Each reader yields the forms, and None where there is other text.


def _lisp(text: str) -> Iterator[Form | None]:
    begin = position = 0
    listing = True  # the next form belongs to the same piece
    while True:
        position = lisp_skip(text, position)
        if position == len(text):
            return
        at_line_start = not text[text.rfind("\n", 0, position) + 1 : position].strip()
        prompt = LISP_PROMPT.match(text, position) if at_line_start else None
        opened = LISP_OPEN.match(text, prompt.end() if prompt else position)
        end = _lisp_end(text, opened.end()) if opened else 0
        if opened and end:
            name = _lisp_name(text[opened.start() : end])
            rest = LISP_REST.match(text, end)
            command = LISP_OPERATOR.match(text, opened.start())
            if name or (listing and not prompt and command and rest):
                end = rest.end() if rest else end
                start = position if prompt else begin
                blanks = " " * len(prompt[0]) if prompt else ""
                shown = blanks + text[start + len(blanks) : end]
                yield Form(name, dedent(shown).strip("\n"), 1 + text.count("\n", 0, position))
                begin = position = end
                listing = True
                continue
        yield None
        listing = False
        begin = position = text.find("\n", position) + 1 or len(text)


def lisp_skip(text: str, position: int) -> int:
    """Return the position after blanks and comments.

    >>> lisp_skip("; one\\n #| two |# (f)", 0)
    17
    """
    while True:
        while position < len(text) and text[position] in " \t\n":
            position += 1
        if text.startswith(";", position):
            position = text.find("\n", position) % (len(text) + 1)
        elif text.startswith("#|", position):
            position = _block_end(text, position)
        else:
            return position


def _block_end(text: str, position: int) -> int:
    depth = 0
    for mark in LISP_BLOCK.finditer(text, position):
        depth += 1 if mark[0] == "#|" else -1
        if not depth:
            return mark.end()
    return len(text)


def _lisp_end(text: str, position: int) -> int:
    """Return where the form ends that was opened before a position.

    A form that is never closed ends before the next line that begins with a parenthesis, or at the
    end.
    """
    begin, depth = position, 1
    while found := LISP.search(text, position):
        position = found.end()
        match found[0]:
            case "#|":
                position = _block_end(text, found.start())
            case "(":
                depth += 1
            case ")":
                depth -= 1
        if not depth:
            return position
    following = text.find("\n(", begin)
    return len(text) if following < 0 else following


def _lisp_name(form: str) -> str:
    """Return the name that a form defines, perhaps inside a `let`, or an empty string."""
    operator = LISP_OPERATOR.match(form)
    if not operator:
        return ""
    around = operator[1].lower() in LISP_AROUND
    defines = LISP_DEFINES.search(form) if around else LISP_DEFINES.match(form, form.find("("))
    return defines[1] if defines else ""


def _python(text: str, inner: Collection[str]) -> Iterator[Form | None]:
    """Read Python line by line, since some copies have lost their indentation."""
    name = ""  # of the current form
    shown: list[str] = []
    above: list[str] = []  # comments and blank lines, of this form or of the next
    flat = bare = False  # the body has no indentation; it has not begun
    at = 0
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line[0] in "#@":
            above.append(line)
            continue
        defines = PYTHON_DEFINES.match(line)
        inside = line[0] in " )]}"
        if not inside and not (_is_python(line) and (defines or PYTHON_CODE.match(line))):
            yield from _python_form(name, shown, at)
            yield None
            name, shown, above, flat, bare = "", [], [], False, False
            continue
        flat = flat or (bare and not inside)
        if inside or (flat and not (defines and defines[1] and defines[1] not in inner)):
            shown += [*above, line]
            bare = False
        else:
            yield from _python_form(name, shown, at)
            name = (defines[1] or defines[2]) if defines else ""
            shown, at, flat = [*above, line], number, False
            bare = bool(defines and defines[1] and line.rstrip().endswith(":"))
        above = []
    yield from _python_form(name, shown, at)


def _is_python(line: str) -> bool:
    """Return whether a line may be code: Japanese prose would be valid names of variables."""
    return re.sub(r"""#.*|'[^']*'|"[^"]*\"""", "", line).isascii()


def _python_form(name: str, lines: list[str], at: int) -> Iterator[Form]:
    """Yield a form, or the head and the methods of a class."""
    methods = _methods(lines)
    if name:
        yield Form(name, "\n".join(lines[: methods[0]] if methods else lines).strip("\n"), at)
    for begin, end in pairwise([*methods, len(lines)]):
        text = dedent("\n".join(lines[begin:end])).strip("\n")
        called = PYTHON_METHOD.search(text)
        yield Form(f"{name}.{called[2] if called else ''}", text, at)


def _methods(lines: list[str]) -> list[int]:
    """Return the lines where the methods of a class begin, with their comments, if it is one."""
    if not any(line.startswith("class ") for line in lines):
        return []
    indented = [
        (i, found[1]) for i, line in enumerate(lines) if (found := PYTHON_METHOD.match(line))
    ]
    begins = []
    for begin, indent in indented:
        if indent == indented[0][1]:
            while re.match("[ ]+[@#]", lines[begin - 1]):
                begin -= 1
            begins.append(begin)
    return begins


def _csharp(text: str) -> Iterator[Form | None]:
    end = house = 0  # the ends of the last form and of the class around it
    found: list[re.Match[str] | None] = list(CSHARP_DEFINES.finditer(text))
    for match, following in pairwise([*found, None]):
        if match is None or match.start() < end:
            continue
        begin = end if match.start() < house else _above(text, match.start())
        if match.start() >= house:
            yield None
        end = _csharp_end(text, match.end())
        name = match["type"] or match["method"] + ("" if match["result"] else "()")
        if match["type"]:
            house = end
            if following and following.start() < house:
                end = _above(text, following.start())
        lines = text[begin:end].split("\n")
        shown = "\n".join(lines[next(i for i, line in enumerate(lines) if line.strip()) :])
        yield Form(name, dedent(shown).strip("\n"), 1 + text.count("\n", 0, match.start()))


def _above(text: str, position: int) -> int:
    """Return where the comments begin that directly precede a position."""
    comments = re.search(r"(?:^[ \t]*(?://[^\n]*|\[[^\n]*\])\n)+\Z", text[:position], re.M)
    return comments.start() if comments else position


def _csharp_end(text: str, position: int) -> int:
    """Return where the block ends that was opened before a position."""
    depth = 1
    for mark in CSHARP.finditer(text, position):
        depth += {"{": 1, "}": -1}.get(mark[0], 0)
        if not depth:
            return mark.end()
    return len(text)
