"""What the tests of the three versions share."""

import ast
import contextlib
import importlib.util
import inspect
import io
import json
import sys
from pathlib import Path
from unittest import mock

from hypothesis import strategies as st

GOLDEN = json.loads(
    (Path(__file__).parents[1] / "golden" / "dice_of_doom.json").read_text(encoding="utf-8")
)


def fresh(version, size=None):
    """A copy of a port for boards of `size`, by default its own, with memos of its own."""
    spec = importlib.util.find_spec(f"ports.dice_of_doom_{version}")
    game = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(game)
    if size:
        game.board_size = size
        game.board_hexnum = size * size
    return game


def first_definition(game, name):
    """The function that `name` means before the port defines it once more."""
    listing = ast.parse(inspect.getsource(game))
    first = next(x for x in listing.body if isinstance(x, ast.FunctionDef) and x.name == name)
    namespace = dict(vars(game))
    exec(compile(ast.Module([first], []), game.__file__, "exec"), namespace)
    return namespace[name]


def board_of(record):
    return tuple(tuple(hex_) for hex_ in record["board"])


def boards(size, players=2, dice=3):
    """All boards of a size."""
    hexes = st.tuples(st.integers(0, players - 1), st.integers(1, dice))
    return st.lists(hexes, min_size=size * size, max_size=size * size).map(tuple)


def output_of(play, tree, stdin=""):
    """What a game prints when a person types `stdin`."""
    with (
        mock.patch.object(sys, "stdin", io.StringIO(stdin)),
        contextlib.redirect_stdout(io.StringIO()) as stdout,
    ):
        play(tree)
    return stdout.getvalue()
