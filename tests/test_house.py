"""The rooms of the house: which may know which, and what a module offers under its name."""

import ast
import importlib
import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from toolz import concat

ROOT = Path(__file__).parents[1]

# From the ground up: a room knows the rooms before it, and those on its own floor only if it says
# so here. `landoflisp` by itself is the front door, which offers what the rooms below it have.
FLOORS = (
    ("errors",),
    ("escapes", "files", "recursion", "literal"),
    ("tree",),
    ("games", "search"),
    ("executors", "show", "testing"),
    ("play", "solve"),
    ("listings",),
    ("proofs",),
    ("explore",),
    ("commands",),
)
RANKS = {room: rank for rank, floor in enumerate(FLOORS) for room in floor}
KNOW_PORTS = ("listings", "proofs", "explore", "commands")
GAMES = ("dice_of_doom", "kalah", "minimax_game", "reversi")


def sources() -> list[Path]:
    return sorted((ROOT / "landoflisp").rglob("*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(module: str) -> str:
    return (*module.split("."), "")[1]


MODULES = {name_of(path): path for path in sources()}


@cache
def imports(module: str) -> tuple[tuple[str, str], ...]:
    """Return what a module imports, wherever in it: (module, name), the name empty for a module."""
    tree = ast.parse(MODULES[module].read_text("utf-8"))
    return tuple(concat(map(_imported, ast.walk(tree))))


def _imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Import):
        yield from ((alias.name, "") for alias in node.names)
    if isinstance(node, ast.ImportFrom) and node.module:
        for alias in node.names:
            whole = f"{node.module}.{alias.name}"
            yield (whole, "") if whole in MODULES else (node.module, alias.name)


def known_modules(module: str) -> set[str]:
    return {name for name, _ in imports(module) if name in MODULES} - {module}


@pytest.mark.parametrize("module", MODULES)
def test_no_room_knows_a_room_above_it(module: str) -> None:
    room = room_of(module)
    if room in ("", "__main__"):
        return
    below = {room, ""} if room == "commands" else {room}
    above = {
        name
        for name in known_modules(module)
        if room_of(name) not in below and RANKS.get(room_of(name), len(FLOORS)) >= RANKS[room]
    }
    assert not above


@pytest.mark.parametrize("module", MODULES)
def test_only_the_rooms_of_texts_proofs_and_commands_know_the_ports(module: str) -> None:
    named = {name for name, _ in imports(module) if name.split(".")[0] == "ports"}
    assert not named or room_of(module) in KNOW_PORTS


def test_no_imports_go_round_in_a_circle() -> None:
    finished: set[str] = set()

    def visit(module: str, path: tuple[str, ...]) -> None:
        assert module not in path, f"{' -> '.join(path)} -> {module}"
        if module not in finished:
            for name in sorted(known_modules(module)):
                visit(name, (*path, module))
            finished.add(module)

    for module in MODULES:
        visit(module, ())


@pytest.mark.parametrize("module", MODULES)
def test_what_a_module_imports_is_offered_where_it_comes_from(module: str) -> None:
    hidden = {
        f"{source}.{name}"
        for source, name in imports(module)
        if name.strip("_") and name[:2] != "__" and source in MODULES
        if name not in offered(source)
    }
    assert not hidden


@cache
def offered(module: str) -> frozenset[str]:
    return frozenset(getattr(importlib.import_module(module), "__all__", ()))


@pytest.mark.parametrize("module", [m for m in MODULES if not m.endswith("__main__")])
def test_all_that_a_module_offers_is_there(module: str) -> None:
    found = importlib.import_module(module)
    assert not [name for name in offered(module) if not hasattr(found, name)]


@pytest.mark.parametrize("module", [m for m, path in MODULES.items() if path.stem == "__init__"])
def test_no_module_has_the_name_of_a_function_beside_it(module: str) -> None:
    package = importlib.import_module(module)
    inside = {name.rpartition(".")[2] for name in MODULES if name.rpartition(".")[0] == module}
    assert not [name for name in inside if inspect.isfunction(getattr(package, name, None))]


@pytest.mark.parametrize("game", GAMES)
def test_a_prompt_completes_a_game_to_what_it_offers(game: str) -> None:
    module = importlib.import_module(f"landoflisp.games.{game}")
    assert sorted(dir(module)) == sorted(module.__all__)


def test_no_command_is_longer_than_can_be_seen_at_once() -> None:
    lengths = {
        path.name: len(path.read_text("utf-8").splitlines())
        for path in sources()
        if path.parent.name == "commands"
    }
    assert {name: lines for name, lines in lengths.items() if lines > 350} == {}
    assert sum(lengths.values()) < 3300
