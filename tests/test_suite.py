"""The tests themselves: any files of them, and of doctests, run together."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "files",
    [
        # trees are pickled, which finds out whether a module is there twice
        "landoflisp/tree.py tests/test_tree.py -k travelled",
        "landoflisp/solve tests/games/test_kalah.py tests/solve/test_kalah.py --collect-only",
    ],
)
def test_any_files_run_together(files):
    line = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files.split()]
    program = subprocess.run(line, cwd=ROOT, capture_output=True, text=True)
    assert program.returncode == 0, program.stdout
