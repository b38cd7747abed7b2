"""The concordance is complete, and nothing in it is stale."""

import ast
import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules, resolve_name

import pytest

from landoflisp import commands, games, search, tree
from landoflisp.commands.concordance import markdown, new_here, rows, text
from landoflisp.commands.listings.forms import port_forms, pure_form
from landoflisp.commands.listings.pairs import PORTS, SOURCES, entry

ROOT = Path(__file__).parents[2]
ENTRIES = [each for source in SOURCES for each in source.entries]
PURE = {name for each in ENTRIES for name in each.pure}


def modules(*packages):
    for package in packages:
        for info in iter_modules(package.__path__):
            yield import_module(f"{package.__name__}.{info.name}")


def functions(port):
    """The functions and methods of a port, private ones too."""
    body = ast.parse((ROOT / "ports" / f"{port}.py").read_text(encoding="utf-8")).body
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.ClassDef):
            yield from (
                f"{node.name}.{p.name}" for p in node.body if isinstance(p, ast.FunctionDef)
            )


def test_every_port_is_a_source_s():
    files = {path.stem for path in (ROOT / "ports").glob("*.py")} - {"__init__"}
    assert set(PORTS) == files


@pytest.mark.parametrize("port", PORTS)
def test_every_function_of_every_port_appears(port):
    for name in functions(port):
        assert entry(port, name), f"{port}.{name} is in no entry of listings/pairs.py"


@pytest.mark.parametrize("port", PORTS)
def test_only_variables_appear_with_the_form_that_needs_them(port):
    body = ast.parse((ROOT / "ports" / f"{port}.py").read_text(encoding="utf-8")).body
    names = {
        target.id
        for node in body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    assert {name for name in names if not entry(port, name)} <= {
        "last_output",
        *(f"old_{name}" for name in ("neighbors", "game_tree", "rate_position")),
        *(f"previous_{name}" for name in ("neighbors", "trees", "ratings")),
        *("AXES", "EDGES", "CORNERS"),
    }
    shown = "\n".join(form.text for form in port_forms(port))
    assert all(re.search(rf"\b{name}\b", shown) for name in names)


def test_every_entry_is_of_a_port():
    for source in SOURCES:
        assert [row.name for row in rows(source)] == [each.name for each in source.entries]
        for each in source.entries:
            assert set(each.only) <= set(source.ports)


@pytest.mark.parametrize("name", sorted(PURE))
def test_every_pure_function_exists_and_can_be_shown(name):
    assert resolve_name(f"landoflisp.{name}") is not None
    assert name.rpartition(".")[2] in pure_form(name).text


def test_every_entry_says_what_differs():
    assert all(re.fullmatch(r"[A-Z`].*[.`]", each.differs) for each in ENTRIES)


def test_a_public_function_with_the_name_of_a_port_s_is_paired():
    ported = {form.name.rpartition(".")[2] for port in PORTS for form in port_forms(port)}
    paired = {name.rpartition(".")[2] for name in PURE}
    for module in (tree, *modules(games, search)):
        for name in module.__all__:
            assert name not in ported or name in paired, f"{module.__name__}.{name}"


def test_a_public_function_whose_docstring_names_a_function_of_a_source_is_paired_with_it():
    named = [
        (resolve_name(f"landoflisp.{name}"), each.port or each.name)
        for each in ENTRIES
        for name in each.pure
    ]
    sourced = 0
    for module in (tree, *modules(games, search)):
        for public in (getattr(module, name) for name in module.__all__):
            source = (getattr(public, "__doc__", "") or "").partition("Source:")[2]
            for name in re.findall(r"`([\w-]+)`(?: in|,)", source):
                if any(name in (each.port, each.name) for each in ENTRIES):
                    assert (public, name) in named, f"{public.__name__} names {name}"
                    sourced += 1
    assert sourced >= 5


def test_every_public_function_is_paired_or_new_here():
    public = sum(
        1
        for module in modules(games, search)
        for name in module.__all__
        if callable(getattr(module, name)) and hasattr(getattr(module, name), "__code__")
    )
    paired = [resolve_name(f"landoflisp.{name}") for name in PURE]
    inside = [
        function
        for module in modules(games, search)
        for function in (getattr(module, name) for name in module.__all__)
        if hasattr(function, "__code__") and function in paired
    ]
    assert len(new_here()) + len(inside) == public
    assert len(set(new_here())) == len(new_here())


def test_the_page_is_what_the_command_prints(capsys):
    assert commands.main(["concordance", "--markdown"]) == 0
    page = (ROOT / "ports" / "README.md").read_text(encoding="utf-8")
    assert capsys.readouterr().out == page, (
        "run landoflisp concordance --markdown > ports/README.md"
    )


def test_the_page_links_to_files_that_exist():
    for link in set(re.findall(r"\]\(([^)]*)\)", markdown())):
        assert (ROOT / "ports" / link).is_file(), link


@pytest.mark.parametrize("width", [60, 80, 100, 200])
def test_the_table_keeps_to_the_width_and_says_everything(width):
    table = text(None, width)
    words = " ".join(table.split())
    assert all(len(line) <= width for line in table.splitlines())
    if width < 100:
        assert all(" ".join(each.differs.split()) in words for each in ENTRIES)


def test_the_table_of_a_port_has_its_names_alone(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    assert commands.main(["concordance", "rev24a"]) == 0
    table = capsys.readouterr().out
    assert "space-list" in table
    assert "nega-max" not in table
    assert "lazy" not in table.split()[0]


def test_the_page_of_a_port_is_of_that_port_alone(landoflisp):
    status, page, _ = landoflisp("concordance rev24a --markdown")
    assert status == 0
    assert page.startswith("# rev24a\n")
    assert "`landoflisp concordance rev24a --markdown`" in page
    assert "`space-list`" in page
    assert "nega-max" not in page
    assert set(re.findall(r"\]\((\w+)\.py\)", page)) == {"rev24a"}


def test_an_unknown_port_gets_one_line(capsys):
    assert commands.main(["concordance", "rev24"]) == 2
    assert "is it rev24a?" in capsys.readouterr().err
