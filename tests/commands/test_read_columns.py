"""`landoflisp read`: long lines go on in the next, and columns stay columns in every script."""

import re
from collections import Counter
from unicodedata import combining, east_asian_width

import pytest

from landoflisp import commands

NARROW, WIDE = 46, 100


@pytest.fixture
def read(monkeypatch, capsys):
    """The lines that the command prints at a width, but for titles and the sum at the end."""

    def read(*args, width):
        monkeypatch.setenv("COLUMNS", str(width))
        assert commands.main(["read", *args]) == 0
        *lines, _ = capsys.readouterr().out.splitlines()
        return [line for line in lines if not line.startswith("──")]

    return read


@pytest.fixture
def listing(tmp_path):
    """The arguments for a listing of one function, given a comment in it."""

    def listing(comment):
        path = tmp_path / "my.lisp"
        path.write_text(f"(defun change-turn (turn)\n    ; {comment}\n  turn)\n", encoding="utf-8")
        return "rev16nega", "change-turn", "--lisp", str(path)

    return listing


def taken(text):
    """Return how many columns of a terminal a text takes."""
    return sum(
        0 if combining(letter) else 2 if east_asian_width(letter) in ("W", "F") else 1
        for letter in text
    )


@pytest.mark.parametrize("port", ["lazy", "rev16nega", "dice_of_doom_v2"])
def test_lines_are_broken_between_words(port, read):
    whole, folded = (read(port, width=width) for width in (1000, NARROW))
    words = Counter(
        word for line in whole for word in re.split(r"[\s│]+", line) if 0 < len(word) < 18
    )
    assert len(words) > 50
    assert words <= Counter(word for line in folded for word in line.split())


def test_what_goes_on_in_the_next_line_is_indented_more(read, listing):
    comment = " ".join(f"word{n}" for n in range(20))
    first, *others = (
        line for line in read(*listing(comment), width=NARROW) if re.search(r"word\d", line)
    )
    assert first.startswith("    ; word0 ")
    assert len(others) > 1
    assert all(re.match("      +word", line) for line in others)


SCRIPTS = {
    "latin": "board ",
    "japanese": "盤面 ",
    "full width": "ＡＢＣ ",
    "half width": "ﾊﾞﾝ ",
    "combining": "e\u0301tat ",
    "no blanks": "盤",
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_lines_of_every_script_are_broken_between_words_and_fit_the_terminal(script, read, listing):
    lines = read(*listing(SCRIPTS[script] * 40), width=NARROW)
    assert max(map(taken, lines)) <= NARROW
    assert sum(line.count(SCRIPTS[script].strip()) for line in lines) == 40


@pytest.mark.parametrize("script", SCRIPTS)
def test_columns_stand_in_line(script, read, listing):
    lines = [line for line in read(*listing(SCRIPTS[script] * 40), width=WIDE) if "│" in line]
    assert len(lines) > 4
    assert {taken(line.split("│")[0]) for line in lines} == {49}


def test_what_is_code_in_a_note_is_code_on_the_page(read, tmp_path):
    for port in ("lazy", "rev16nega", "dice_of_doom_v4"):
        page = tmp_path / f"{port}.html"
        assert commands.main(["read", port, "--pure", "--html", str(page)]) == 0
        notes = re.findall("<p>(.*?)</p>", page.read_text(encoding="utf-8"))
        codes = [code for note in notes for code in re.findall("<code>(.*?)</code>", note)]
        assert len(codes) > 3
        assert not any("`" in note for note in notes)
        assert not any(re.search(" (and|or|is) ", code) for code in codes)
