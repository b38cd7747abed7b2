"""`landoflisp tree`: trees as files and in the terminal, and the picture of the README."""

import os
import shlex
import stat
import subprocess
import sys
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from landoflisp import commands
from landoflisp.commands.tree import GAMES
from landoflisp.search import SEARCHES
from tests.commands.terminal import COMMAND, ROOT, run

FIGURE = "((1 3) (4 2)) ((2 1) (3 5))"
SVG = "{http://www.w3.org/2000/svg}"

# What draws the pictures of the README, for wide screens and for narrow ones.
DEEPER = 'tree literal "((1 3) (4 2)) (((2 9) (1 8)) (3 5))" --search minimax,nega-alpha,fail-soft'
PICTURES = {
    ".pictures/pruning.svg": f"{DEEPER} --svg .pictures/pruning.svg",
    ".pictures/pruning-narrow.svg": f"{DEEPER} --columns 1 --svg .pictures/pruning-narrow.svg",
}


@pytest.fixture
def drawn(landoflisp):
    """The text that `tree` prints, given the rest of the line."""

    def drawn(line):
        status, out, err = landoflisp(f"tree {line}")
        assert (status, err) == (0, "")
        return out

    return drawn


@pytest.fixture
def wrong(landoflisp):
    """The one line that says what is wrong with the rest of the line."""

    def wrong(line):
        status, out, err = landoflisp(f"tree {line}")
        assert (status, out, err.count("\n")) == (2, "", 1)
        return err

    return wrong


# The README


@pytest.mark.parametrize("picture", PICTURES)
def test_the_picture_of_the_readme_is_what_the_command_draws(picture, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / picture).parent.mkdir()
    assert commands.main(shlex.split(PICTURES[picture])) == 0
    assert (tmp_path / picture).read_text() == (ROOT / picture).read_text()


def test_the_picture_of_the_readme_has_the_counts():
    picture = fromstring((ROOT / ".pictures/pruning.svg").read_text())
    texts = [text.text for text in picture.iter(f"{SVG}text") if "caption" in text.get("class")]
    counts = [text for text in texts if "evaluations" in text]
    assert counts == [f"value 3, {n} evaluations" for n in (10, 6, 5)]


# What is drawn


def test_the_figure_of_the_article(drawn):
    text = drawn(f'literal "{FIGURE}" --search fail-soft')
    assert text.startswith("fail-soft: value 3, 5 evaluations\n\nmax = 3 in (-∞, ∞)\n┝━━ min = 3")
    assert text.count("─✗ ") == 2
    assert text.endswith("values as max sees them\n")


def test_a_literal_tree_of_every_search(drawn):
    for search in set(SEARCHES) - {"iterative-deepening"}:
        assert f"{search}: value" in drawn(f'literal "{FIGURE}" --search {search}')


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"literal"}))
def test_a_game_is_drawn_two_plies_deep_with_any_search(game, drawn):
    position = {
        "reversi": "4x4",
        "minimax": "--size 3",
        "dice-of-doom": '--board "b-3 b-2 / a-2 a-3"',
    }
    plain = drawn(f"{game} {position.get(game, '')}")
    assert "└── " in plain
    for search in SEARCHES:
        assert f"{search}: value" in drawn(f"{game} {position.get(game, '')} --search {search}")


def test_positions_are_those_of_the_options(drawn):
    assert drawn("kalah --pits 3 --seeds 2 --depth 1").startswith("first\n├── pit 0: ")
    assert drawn('kalah --board "0 2 1  1 0 4" --turn second').startswith("second\n└── pit 3")
    assert "d2: w" in drawn("reversi 4x4 --board bbbw/bbw./bww./..bb --turn w")
    assert drawn('minimax --board "4 -1 / 2 3" --turn second --line 1 --depth 1').splitlines() == [
        "second",
        "├── -1 in row 0: first",
        "└── +3 in row 1: first",
    ]
    assert "won, 21/25" in drawn('dice-of-doom --dice --board "a-2 b-1 / a-3 b-1" --depth 1')
    assert drawn("minimax --size 4 --seed 3") != drawn("minimax --size 4 --seed 4")


def test_a_window_is_for_the_search(drawn):
    assert "max ≤ 3 in (3, 4)" in drawn(f'literal "{FIGURE}" --search null-window --alpha 3')
    assert "max ≥ 3 in (0, 2)" in drawn(f'literal "{FIGURE}" --search fail-soft --alpha 0 --beta 2')
    assert "max ≤ 3 in (8, 9)" in drawn(f'literal "{FIGURE}" --search mtdf --guess 9')


def test_what_is_left_out_is_drawn_as_deep_as_asked(drawn):
    whole = drawn("reversi 4x4 --depth 4 --search fail-soft")
    short = drawn("reversi 4x4 --depth 4 --search fail-soft --cut 1")
    assert short.count("✗") == whole.count("✗") > 10
    assert len(short.splitlines()) < len(whole.splitlines()) / 2


def test_boards_are_drawn_on_request(drawn):
    assert "\n│  2 . w b .\n" in drawn("reversi 4x4 --depth 1 --boards")


@pytest.mark.parametrize("drawing", ["--text", "--dot -", "--svg -"])
@pytest.mark.parametrize("search", ["", "--search fail-soft"])
def test_a_number_that_is_the_board_is_drawn_once(drawing, search, drawn):
    line = f'literal "(7 (8 9))" {search} {drawing}'
    assert drawn(f"{line} --boards") == drawn(line)


def test_several_searches_are_drawn_one_after_the_other(drawn):
    text = drawn('literal "(3 1) (0 2)" --search minimax,fail-soft,minimax')
    assert [line for line in text.splitlines() if "evaluations" in line] == [
        "minimax: value 1, 4 evaluations",
        "fail-soft: value 1, 3 evaluations",
    ]


# Files


def test_files_are_written_and_nothing_is_printed(drawn, tmp_path):
    svg, dot = tmp_path / "tree.svg", tmp_path / "tree.dot"
    assert drawn(f"reversi 4x4 --svg {svg} --dot {dot}") == ""
    assert fromstring(svg.read_text()).tag == f"{SVG}svg"
    assert dot.read_text().startswith("digraph")
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["tree.dot", "tree.svg"]
    assert drawn(f"reversi 4x4 --svg {svg} --text") == drawn("reversi 4x4")


def test_minus_is_standard_output(capfdbinary):
    assert commands.main(["tree", "literal", FIGURE, "--search", "pvs", "--svg", "-"]) == 0
    out, err = capfdbinary.readouterr()
    assert fromstring(out).tag == f"{SVG}svg"
    assert err == b""


def test_a_file_is_replaced_as_a_whole_or_not_at_all(wrong, drawn, tmp_path, monkeypatch):
    file = tmp_path / "tree.svg"
    file.write_text("before")
    monkeypatch.setattr(Path, "replace", _fails)
    assert "cannot be written: No space left" in wrong(f"reversi 4x4 --svg {file}")
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]
    monkeypatch.undo()
    drawn(f"reversi 4x4 --svg {file}")
    assert file.read_text().startswith("<svg")


def _fails(self, target):
    raise OSError(28, "No space left on device")


def test_a_link_stays_a_link_and_a_device_a_device(drawn, tmp_path):
    link, file = tmp_path / "link.svg", tmp_path / "file.svg"
    link.symlink_to(file)
    drawn(f"reversi 4x4 --svg {link}")
    assert link.is_symlink()
    assert file.read_text().startswith("<svg")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
        drawn(f"reversi 4x4 --svg {pipe}")
        assert reader.stdout.read().startswith("<svg")
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(sys.platform == "win32", reason="has no such devices")
@pytest.mark.parametrize("file", ["/dev/stdout", ">(cat)"])
def test_a_pipe_is_written_to_by_name(file):
    line = f"{shlex.join([*COMMAND, 'tree', 'literal', '1 2', '--svg'])} {file} | cat"
    shown = subprocess.run(["bash", "-c", line], cwd=ROOT, capture_output=True, text=True)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert fromstring(shown.stdout).tag == f"{SVG}svg"


@pytest.mark.skipif(sys.platform == "win32", reason="descriptors are closed otherwise there")
@pytest.mark.parametrize("options", ["", "--svg -", "--dot -"])
def test_nothing_written_is_an_error(options):
    line = f"{shlex.join([*COMMAND, 'tree', 'literal', '1 2'])} {options} >&-"
    shown = subprocess.run(["bash", "-c", line], cwd=ROOT, capture_output=True, text=True)
    assert (shown.returncode, shown.stdout) == (1, "")
    assert shown.stderr == "landoflisp: standard output is closed\n"


# What is wrong


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "reversi 8x8 --depth 10",
            "more than the 1,000 nodes that a drawing has room for: to a depth of 4 it has 317",
        ),
        ("reversi 8x8 --depth 10 --search fail-soft", "asks for more than 1,000 nodes"),
        ("reversi 8x8 --depth 3 --limit 20", "to a depth of 2 it has 17"),
        ("reversi 4x4 --depth -1", "a depth is a whole number"),
        ("reversi 4x4 --limit 0", "a limit of nodes is a whole number from 1 to 1,000,000, not 0"),
        ("reversi 4x5", "not 4x5"),
        ("reversi 4x4 --search negascuot", "is it negascout?"),
        ("reversi 4x4 --search minimax --alpha 3", "--alpha is not for minimax"),
        ("reversi 4x4 --alpha 3", "--alpha is for --search"),
        ("reversi 4x4 --cut 1", "--cut is for --search"),
        ("reversi 4x4 --search pvs --cut 0", "left out is a whole number, 1 or more, not 0"),
        (
            "reversi 4x4 --search pvs --columns 0 --svg -",
            "columns is a whole number from 1 to 100, not 0",
        ),
        ("reversi 4x4 --search pvs --columns 2", "--columns is for --svg, which is not given"),
        ("reversi 4x4 --svg a --dot a", "different files"),
        ("reversi 4x4 --svg a --dot ./a", "different files"),
        (
            "reversi 4x4 --svg /nonexistent/tree.svg",
            "/nonexistent/tree.svg cannot be written: No such file",
        ),
        ("reversi 4x4 --svg /", "/ cannot be written: Is a directory"),
        ("reversi 4x4 --svg README.md/x", "README.md/x cannot be written: Not a directory"),
        (f"reversi 4x4 --svg {'x' * 300}", "cannot be written: File name too long"),
        ('reversi 4x4 --svg ""', "--svg: the name of a file is expected, not ''"),
        ("reversi 4x4 --svg - --text", "standard output takes one drawing: leave out --text"),
        ("reversi 4x4 --dot - --text", "standard output takes one drawing: leave out --text"),
        ("reversi -4x4", "a size is rows x columns, such as 4x6, not '-4x4'"),
        (
            f"reversi 4x4 --search pvs --columns {10**14} --svg -",
            "the number of columns is a whole number from 1 to 100, not 100000000000000",
        ),
        (f"reversi 4x4 --limit {10**14}", "from 1 to 1,000,000, not 100000000000000"),
        ("literal", "required: tree"),
        ('literal ""', "nothing is written"),
        ('literal "(1"', "one ( has no )"),
        ('literal "[1 (2 3]"', "one ( is closed by ]"),
        (
            f'literal "{"(" * 5000}1{")" * 5000}"',
            "deeper than Python's stack, which is full at ply",
        ),
        ('literal "(1 x)"', "'x' is no number"),
        ('literal "(1 2)" --search iterative-deepening', "values positions above the leaves"),
        ("dice-of-doom --size 0", "the number of rows is a whole number from 1 to 100, not 0"),
        ("dice-of-doom --size 1000000", "rows is a whole number from 1 to 100, not 1000000"),
        ("dice-of-doom --max-dice 100000000", "from 1 to 1,000,000, not 100000000"),
        ("dice-of-doom --players 3 --search pvs", "2 players and without --dice"),
        ("kalah --pits 3 --board '1 0 1 0'", "leave out --pits"),
        (f"kalah --pits {'9' * 5000}", f"a whole number is expected, not '{'9' * 29}..."),
        ("kalah --pits 0", "the number of pits a side is a whole number from 1 to 100, not 0"),
        ("kalah --pits 100000000", "a side is a whole number from 1 to 100, not 100000000"),
        ("kalah --seeds 1001", "seeds in a pit is a whole number from 1 to 1,000, not 1001"),
        ("minimax --size 3 --line 7", "take from is a whole number from 0 to 2, not 7"),
        ("minimax --size 100000", "rows is a whole number from 1 to 100, not 100000"),
        ("chess", "not 'chess'"),
        ("", "required: game"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(line, said, wrong):
    assert said in wrong(line)


def test_help_fits_the_terminal():
    for game in ("", *GAMES):
        shown = run(
            "tree", *([game] if game else []), "--help", env={**os.environ, "COLUMNS": "80"}
        )
        assert shown.returncode == 0
        assert max(map(len, shown.stdout.splitlines())) <= 80


def test_a_terminal_without_line_drawing_gets_ascii():
    shown = run(
        "tree",
        "literal",
        FIGURE,
        "--search",
        "fail-soft",
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert shown.stdout.splitlines()[2:5] == [
        "max = 3 in (-inf, inf)",
        "|== min = 3 in (-inf, inf)",
        "|   |== max = 3 in (-inf, inf)",
    ]
    assert (shown.returncode, shown.stderr) == (0, "")


def test_a_picture_on_standard_output_does_not_depend_on_the_terminal():
    line = [*COMMAND, "tree", "literal", FIGURE, "--search", "fail-soft", "--svg", "-"]
    shown = [
        subprocess.run(
            line, cwd=ROOT, capture_output=True, env={**os.environ, "PYTHONIOENCODING": e}
        )
        for e in ("ascii", "utf-8")
    ]
    assert shown[0].stdout == shown[1].stdout
    assert "∞" in shown[0].stdout.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are closed otherwise there")
def test_a_reader_who_has_seen_enough_is_no_error():
    line = shlex.join([*COMMAND, "tree", "reversi", "6x6", "--depth", "4"])
    shown = subprocess.run(
        f"{line} | head -1", cwd=ROOT, capture_output=True, text=True, shell=True, check=True
    )
    assert (shown.stdout, shown.stderr) == ("b\n", "")
