"""The source of a kernel is a program as it is, whatever else is there."""

from pathlib import Path

import pytest

from landoflisp.games import reversi
from landoflisp.solve import kernels
from landoflisp.solve.squares import text, words

PLACE = Path(kernels.__file__).parent

# Arguments of the search, a position, and its value by other means.
REVERSI = (4, 4, 1 << 10, 3, bool), words(text(reversi.start(4, 4))), -8
KALAH = (3, True, 1 << 10, bool), (0x030303, 0x030303), 2  # three pits a side, three seeds a pit


@pytest.mark.parametrize(
    ("game", "search", "position", "value"),
    [("reversi", *REVERSI), ("kalah", *KALAH)],
    ids=["reversi", "kalah"],
)
def test_python_runs_the_source_as_it_is(game, search, position, value):
    module = {"__name__": f"{game}_kernel"}
    exec((PLACE / f"{game}_kernel.py").read_text(), module)
    found = module["Search"](*search)
    assert found.bound(*position, value - 1) == found.bound(*position, value) == value
