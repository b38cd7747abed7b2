"""The package as a whole: what it exports, and that who needs little of it waits for little."""

import subprocess
import sys
from pathlib import Path

import pytest

import landoflisp

ROOT = Path(__file__).parents[1]


def test_what_is_exported_is_all_there():
    names = {}
    exec("from landoflisp import *", names)
    assert set(landoflisp.__all__) == names.keys() - {"__builtins__"}
    assert set(landoflisp.__all__) <= set(dir(landoflisp))
    assert names["negamax"] is landoflisp.search.negamax
    assert names["reversi"] is landoflisp.games.reversi


def test_there_is_nothing_else_to_be_had():
    with pytest.raises(AttributeError, match="'landoflisp' has no attribute 'negamaxx'"):
        _ = landoflisp.negamaxx
    with pytest.raises(ImportError, match="negamaxx"):
        exec("from landoflisp import negamaxx")


@pytest.mark.parametrize(
    ("line", "unneeded"),
    [
        ("import landoflisp", "landoflisp.search"),
        ("from landoflisp import perft", "landoflisp.search"),
        ("from landoflisp import kalah", "landoflisp.games.dice_of_doom"),
    ],
)
def test_nothing_is_imported_before_it_is_asked_for(line, unneeded):
    line = f"import sys\n{line}\nsys.exit({unneeded!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", line], cwd=ROOT).returncode == 0
