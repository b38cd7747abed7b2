"""What a notebook shows: a notebook is made here, and executed."""

from xml.etree import ElementTree

import pytest

CELLS = [
    "from landoflisp import *",
    "reversi.start(4, 4)",
    "kalah.start()",
    "minimax_game.start(size=4)",
    "dice_of_doom.position('b-3 b-2 / a-2 a-3')",
    "reversi.start(4, 4).board",
    "reversi.tree(reversi.start(4, 4))",
    """
def moves(player, heaps):
    for i, heap in enumerate(heaps):
        for left in range(heap):
            yield (i, heap - left), 1 - player, (*heaps[:i], left, *heaps[i + 1:])

def show(heaps):
    return "\\n".join("|" * heap for heap in heaps)

nim = unfold_tree(moves, 0, (1, 2))
nim""",
    "trace(fail_soft, limit_tree_depth(reversi.tree(reversi.start(4, 4)), 2), reversi.get_value)",
    "from landoflisp.show import board_svg\nboard_svg(nim)",
    "print(nim)",
]


@pytest.fixture(scope="module")
def cells():
    """The executed cells, by their source."""
    reason = "needs notebooks: pip install 'landoflisp[notebook]'"
    nbformat = pytest.importorskip("nbformat", reason=reason)
    nbclient = pytest.importorskip("nbclient", reason=reason)
    pytest.importorskip("ipykernel", reason=reason)
    new = nbformat.v4
    notebook = new.new_notebook(cells=[new.new_code_cell(cell) for cell in CELLS])
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return dict(zip(CELLS, (cell.outputs for cell in notebook.cells), strict=True))


def data(outputs):
    (output,) = outputs
    return output.data


@pytest.mark.parametrize(
    "cell", [cell for cell in CELLS if ".start(" in cell or "position(" in cell]
)
def test_positions_and_boards_are_pictures(cells, cell):
    picture = ElementTree.fromstring(data(cells[cell])["image/svg+xml"])
    assert picture.tag.endswith("svg")
    assert "\n" not in data(cells[cell])["text/plain"]


@pytest.mark.parametrize(
    "cell", [cell for cell in CELLS if cell.endswith("\nnim") or cell.startswith("reversi.tree(")]
)
def test_trees_are_pages_with_a_picture_and_the_moves(cells, cell):
    page = ElementTree.fromstring(data(cells[cell])["text/html"])
    assert len(list(page.iter("{http://www.w3.org/2000/svg}svg"))) == 1
    assert [item.text for item in page.iter("li")]


def test_a_traced_tree_is_a_picture_of_what_the_search_did(cells):
    (shown,) = (data(output) for cell, output in cells.items() if cell.startswith("trace("))
    for kind in ("text/html", "image/svg+xml"):
        texts = [e.text for e in ElementTree.fromstring(shown[kind]).iter() if e.text]
        assert {"best line", "b to move", "never asked for"} <= set(texts)
    assert "\n" not in shown["text/plain"]


def test_a_game_written_in_a_notebook_has_a_picture(cells):
    picture = ElementTree.fromstring(data(cells[CELLS[-2]])["image/svg+xml"])
    drawn = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert drawn == ["|", "||", "player 0 to move"]


def test_a_game_written_in_a_notebook_prints(cells):
    (output,) = cells["print(nim)"]
    assert output.text == "|\n||\nplayer 0 to move\n1. (0, 1)  2. (1, 2)  3. (1, 1)\n"
