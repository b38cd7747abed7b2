"""The top-level forms of a listing, a port or a module, each with its name and text."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from textwrap import dedent
from typing import NamedTuple

from landoflisp.listings.pairs import Language, entry, source_of

__all__ = ["Form", "inner_functions", "port_forms", "pure_form", "pure_module", "words"]

MACHINES = re.compile(r"[ \t]*# (?:noqa\b.*|fmt: (?:on|off)|type: ignore.*)$", re.M)
COMMENTS: dict[Language, re.Pattern[str]] = {
    "lisp": re.compile(r"#\|.*?\|#|;[^\n]*", re.S),
    "python": re.compile(r"^[ \t]*\"\"\".*?\"\"\"|#[^\n]*", re.M | re.S),
    "csharp": re.compile(r"//[^\n]*|/\*.*?\*/", re.S),
}


class Form(NamedTuple):
    """A form: the name that it defines, or "", its text, and the line where it begins, or 0."""

    name: str
    text: str
    line: int = 0


def words(form: Form, language: Language) -> list[str]:
    """Return the names and numbers in a form, as its port spells them, without the comments.

    >>> words(Form("", "(setq *n* (nega-max 1))  ; 2"), "lisp")
    ['setq', 'n', 'nega_max', '1']
    """
    code = COMMENTS[language].sub("", form.text)
    if language == "lisp":
        code = re.sub(r"(?<=\w)-(?=\w)", "_", code).lower()
    elif language == "csharp":
        code = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", code).lower()
    return re.findall(r"\w+", code)


def port_forms(port: str) -> list[Form]:
    """Return the forms of a port, in their order; raises `BadInput` if there is no such port.

    Code that only the port has, such as the variable of a memo, belongs to the form after it.

    >>> [form.name for form in port_forms("rev24a")][:3]
    ['init_board', 'direction', 'max_value']
    """
    source_of(port)  # raises BadInput
    forms: list[Form] = []
    own: list[Form] = []
    for form in _module_forms(f"ports.{port}"):
        own.append(form)
        if entry(port, form.name):
            forms.append(Form(form.name, "\n\n".join(f.text for f in own), own[0].line))
            own = []
    return forms


def pure_form(name: str) -> Form:
    """Return the form of a pure function, named as after `from landoflisp import *`.

    >>> pure_form("reversi.change_turn").text.splitlines()[0]
    'def change_turn(turn: str) -> str:'
    """
    forms = _module_forms(pure_module(name))
    return next(form for form in forms if form.name == name.rpartition(".")[2])


def pure_module(name: str) -> str:
    """Return the module that defines a pure function.

    >>> pure_module("fail_soft"), pure_module("reversi.DIRECTIONS")
    ('landoflisp.search.family', 'landoflisp.games.reversi')
    """
    house, _, last = f"landoflisp.{name}".rpartition(".")
    home = resolve_name(house)
    defined: str = getattr(getattr(home, last), "__module__", "")
    return defined if defined.startswith("landoflisp.") else home.__name__


@cache
def _module_forms(module: str) -> tuple[Form, ...]:
    return tuple(_python_forms(_source(module)))


def _source(module: str) -> str:
    spec = find_spec(module)
    assert spec
    assert spec.origin
    return Path(spec.origin).read_text(encoding="utf-8")


def _python_forms(source: str) -> Iterator[Form]:
    """Yield functions, variables, the heads of classes and methods, with shortened docstrings."""
    lines = source.splitlines()
    for node in ast.parse(source).body:
        match node:
            case ast.FunctionDef(name=name):
                yield _form(name, lines, node)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield _form(name, lines, node)
            case ast.ClassDef(name=name):
                methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
                yield _form(name, lines, node, _begin(lines, methods[0]) if methods else 0)
                for part in methods:
                    yield _form(f"{name}.{part.name}", lines, part)


def _begin(lines: list[str], node: ast.stmt) -> int:
    """Return the first line of a statement, counted from 0, with its decorators and comments."""
    decorators = getattr(node, "decorator_list", [])
    begin: int = min([node.lineno, *(each.lineno for each in decorators)]) - 1
    while begin and lines[begin - 1].lstrip().startswith("#"):
        begin -= 1
    return begin


def _form(name: str, lines: list[str], node: ast.stmt, end: int = 0) -> Form:
    begin = _begin(lines, node)
    kept = lines[begin : end or node.end_lineno]
    match node:
        case (
            ast.FunctionDef(body=[ast.Expr(ast.Constant(str(text))) as doc, *_])
            | ast.ClassDef(body=[ast.Expr(ast.Constant(str(text))) as doc, *_])
        ):
            summary = " " * doc.col_offset + f'"""{text.splitlines()[0]}"""'
            kept[doc.lineno - 1 - begin : (doc.end_lineno or 0) - begin] = [summary]
    text = MACHINES.sub("", dedent("\n".join(kept)))
    return Form(name, text.strip("\n"), begin + 1)


@cache
def inner_functions(port: str) -> frozenset[str]:
    """Return the names of the functions that a port defines inside other functions."""
    nodes = ast.walk(ast.parse(_source(f"ports.{port}")))
    outer = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    return frozenset(
        part.name
        for node in outer
        for part in ast.walk(node)
        if isinstance(part, ast.FunctionDef) and part is not node
    )
