"""`landoflisp read`: as a person sees it, in a terminal and on a page."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp import commands
from landoflisp.listings import colours
from landoflisp.listings.columns import columns, wide
from landoflisp.listings.pairing import rows_of_port
from landoflisp.listings.pairs import PORTS
from landoflisp.listings.sections import Cell, Section, sections
from tests.commands.terminal import session, started

LISTING = """\
;;; 盤面
(defvar *board*)

(defun change-turn (turn)  ; <b> & "w"
  (if (eql turn 'b) 'w 'b))
(defun get-piece (x) (aref *board* x))
(my-own 1)
"""

TEXT = """\
── *board* ─────────────────────────────────────────────────────────────────────────────────────────
my.lisp                                          │ ports.rev16nega.board
;;; 盤面                                         │ board: list[str]
(defvar *board*)                                 │

── change-turn ─────────────────────────────────────────────────────────────────────────────────────
my.lisp                                          │ ports.rev16nega.change_turn
(defun change-turn (turn)  ; <b> & "w"           │ def change_turn(turn: str) -> str:
  (if (eql turn 'b) 'w 'b))                      │     \"""Return the opponent of turn.\"""
                                                 │     return "w" if turn == "b" else "b"

rev16nega: 2 shown; 3 of 4 forms paired; 20 of the port's 23 are not in the listing
"""


@pytest.fixture
def listing(tmp_path):
    path = tmp_path / "my.lisp"
    path.write_text(LISTING, encoding="utf-8")
    return str(path)


@pytest.fixture
def read(monkeypatch, capsys):
    """The command: (exit status, standard output, standard error)."""

    def read(*args, width=100):
        monkeypatch.setenv("COLUMNS", str(width))
        status = commands.main(["read", *args])
        return status, *capsys.readouterr()

    return read


# In a terminal


def test_listing_and_port_stand_side_by_side(read, listing):
    assert read("rev16nega", "change-turn", "*board*", "--lisp", listing) == (0, TEXT, "")


def test_the_listing_s_order_is_kept_and_forms_without_a_partner_are_shown(read, listing):
    _, text, _ = read("rev16nega", "--lisp", listing)
    titles = re.findall("^── (.*?) ─", text, re.M)
    assert [t for t in titles if t in ("*board*", "change-turn", "get-piece", "(no name)")] == [
        "*board*",
        "change-turn",
        "get-piece",
        "(no name)",
    ]
    assert text.count("(not in the listing)") == 20
    assert text.count("(not in the port)") == 1


def test_what_a_port_has_before_the_first_pair_stands_at_the_end(read, tmp_path):
    path = tmp_path / "late.lisp"
    path.write_text("(defun change-turn (turn) (if (eql turn 'b) 'w 'b))\n")
    _, text, _ = read("rev16nega", "--lisp", str(path))
    titles = re.findall("^── (.*?) ─", text, re.M)
    assert titles[0] == "change-turn"
    assert titles.index("solver") < titles.index("init-board") < titles.index("get-value")
    assert len(titles) == 23


def test_pure_functions_are_a_third_column_with_what_differs(read, listing):
    _, text, _ = read("rev16nega", "change-turn", "--lisp", listing, "--pure", width=170)
    head = text.splitlines()[3]
    assert re.split(" +│ ", head) == [
        "my.lisp",
        "ports.rev16nega.change_turn",
        "landoflisp.reversi.change_turn",
    ]
    assert "return OTHER[turn]" in text
    assert text.splitlines()[1] == "The same."


def test_a_narrow_terminal_has_one_below_the_other(read, listing):
    _, text, _ = read("rev16nega", "change-turn", "--lisp", listing, "--pure", width=60)
    assert "│" not in text
    places = ["my.lisp", "ports.rev16nega.change_turn", "landoflisp.reversi.change_turn"]
    assert [line for line in text.splitlines() if line in places] == places


@pytest.mark.parametrize("port", PORTS)
@pytest.mark.parametrize("width", [30, 130])
def test_every_port_is_readable_at_every_width(read, port, width):
    status, text, errors = read(port, width=width)
    assert (status, errors) == (0, "")
    assert max(map(wide, text.splitlines()[:-1])) <= width
    assert f"ports.{port}." in text.replace("\n  ", "")


@pytest.mark.parametrize("name", ["nega-alpha2", "nega_alpha2", "fail_soft", "NEGA-ALPHA2"])
def test_a_function_goes_by_any_of_its_names(read, name):
    _, text, _ = read("rev16nega", name)
    assert re.findall("^── (.*?) ─", text, re.M)[0] == "nega-alpha2"
    assert "get-piece" not in text


@given(st.text("盤a (\n", max_size=60), st.integers(20, 120))
def test_nothing_is_lost_and_nothing_too_wide(code, width):
    cell = Cell("FILE", code, "lisp")
    text = columns([Section("f", "f", (cell, cell), "")], width, colour=False, rules=("-", "|"))
    body = text.split("\n", 1)[1]
    assert all(wide(line) <= width for line in text.split("\n"))
    times = 2 * (code.count("盤") + code.count("a"))
    assert len(re.findall("[盤a]", body)) == times


def test_colours_change_nothing_but_colours(monkeypatch):
    pytest.importorskip("pygments")
    found = sections(rows_of_port("lazy"), "lazy", "", pure=True)
    plain = columns(found, 120, colour=False)
    coloured = columns(found, 120, colour=True)
    assert "\x1b[35mdef\x1b[m" in coloured
    uncoloured = re.sub(r"\x1b\[\d*m", "", coloured)
    assert [line.rstrip() for line in uncoloured.splitlines()] == plain.splitlines()
    monkeypatch.setattr(colours, "can_colour", lambda: False)
    assert columns(found, 120, colour=False) == plain


@pytest.fixture
def seen(monkeypatch):
    """What a terminal shows of `read lazy force`, the options and the environment being so."""
    for name in ("NO_COLOR", "MANPAGER", "PAGER", "LESS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")

    def seen(*options, **environment):
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        with session("read", "lazy", "force", *options) as opened:
            text, status = opened.rest()
            assert status == 0
            return text

    return seen


MARKING = "sed 's/^/paged: /'"


def test_on_a_terminal_there_are_colours_and_a_pager(seen):
    pytest.importorskip("pygments")
    assert re.match(r"paged: \x1b\[1m── force ──", seen(PAGER=MARKING))
    assert re.match(r"\x1b\[1m── force ──", seen("--no-pager", PAGER=MARKING))


def test_a_pager_for_manual_pages_is_not_used(seen):
    assert seen(MANPAGER="sed 's/^/manual: /'", PAGER=MARKING).startswith("paged: ")


@pytest.mark.parametrize("environment", [{"PAGER": "no-such-pager"}, {"PAGER": ""}])
def test_without_a_pager_the_text_is_printed(seen, environment):
    assert seen(NO_COLOR="1", **environment).startswith("── force ──")


def test_a_dumb_terminal_has_neither_colours_nor_a_pager(seen):
    assert seen(TERM="dumb", PAGER=MARKING).startswith("── force ──")


def test_letters_that_a_terminal_lacks_are_replaced(seen):
    assert seen("--no-pager", NO_COLOR="1", PYTHONIOENCODING="ascii").startswith("-- force --")
    text = seen("--pure", PYTHONIOENCODING="ascii", NO_COLOR="1", TERM="dumb")
    assert text.isascii()


HOSTILE = LISTING + "; \x1b]0;OWNED\x07\n; \x9b2J \u202eesrever\n(defun wi\x1bpe (x) x)\n"
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]")


@pytest.fixture
def hostile(tmp_path):
    path = tmp_path / "\x1b[31mred.lisp"
    path.write_text(HOSTILE, encoding="utf-8")
    return str(path)


def test_what_a_terminal_would_obey_is_shown_instead(read, hostile):
    _, text, errors = read("rev16nega", "--lisp", hostile, "--no-pager")
    assert not OBEYED.search(text + errors)
    assert r"; \x1b]0;OWNED\x07" in text
    assert r"; \x9b2J \u202eesrever" in text
    assert r"── wi\x1bpe ──" in text
    assert r"\x1b[31mred.lisp" in text
    _, _, errors = read("rev16nega", "--lisp", f"{hostile}s")
    assert r"\x1b[31mred.lisps cannot be read" in errors


def test_colours_are_the_only_escape_sequences(hostile, monkeypatch):
    pytest.importorskip("pygments")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    args = ("read", "rev16nega", "wi\x1bpe", "--lisp", hostile, "--no-pager")
    with started(*args, stream="stdout") as (_, see):
        text = "".join(iter(see, "")).replace("\r\n", "\n")
    assert "\x1b[35mdefun\x1b[m" in text
    assert not OBEYED.search(re.sub("\x1b\\[[0-9]*m", "", text))


# On a page


class Page(HTMLParser):
    """What a page links to, what can be linked, what is open and never closed, what it shows."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids, self.open, self.shown, self.outside = [], [], [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.links += [values["href"]] if "href" in values else []
        self.ids += [values["id"]] if "id" in values else []
        self.outside += [values[key] for key in ("src", "data", "srcset") if key in values]
        self.open += [] if tag == "meta" else [tag]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.shown.append(data)


@pytest.fixture
def page(read, tmp_path):
    def page(*args):
        path = tmp_path / "out.html"
        status, said, errors = read(*args, "--html", str(path))
        assert (status, errors) == (0, "")
        assert said.startswith(f"{path}: {args[0]}: ")
        return path.read_text(encoding="utf-8")

    return page


@pytest.mark.parametrize("port", PORTS)
def test_a_page_needs_nothing_else_and_every_function_can_be_linked(page, port):
    text = page(port)
    found = Page(text)
    assert found.open == []
    assert found.outside == []
    assert all(link.startswith("#") for link in found.links)
    assert {link[1:] for link in found.links} == set(found.ids)
    assert len(found.ids) == len(set(found.ids)) == len(rows_of_port(port))
    assert "http" not in text
    assert "@import" not in text


def test_a_page_shows_the_listing_as_it_is(page, listing):
    text = page("rev16nega", "--lisp", listing)
    found = Page(text)
    shown = "".join(found.shown)
    assert LISTING.strip().split("\n\n")[1].split("\n(")[0] in shown
    assert "3 of 4 forms paired" in shown
    assert "change-turn" in found.ids
    assert '<html lang="en">' in text
    assert '<pre lang="ja"' in text
    assert "prefers-color-scheme: dark" in text
    assert "width=device-width" in text


def test_a_page_has_nothing_that_a_terminal_would_obey(read, hostile, tmp_path):
    path = tmp_path / "\x1b[31mred.html"
    status, said, _ = read("rev16nega", "--lisp", hostile, "--html", str(path))
    assert status == 0
    assert not OBEYED.search(said + path.read_text(encoding="utf-8"))
    assert r"\x1b]0;OWNED\x07" in path.read_text(encoding="utf-8")


# What can go wrong


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "the following arguments are required: port"),
        (["rev16"], r"a port is one of rev16nega, rev24a, .* not 'rev16'; is it rev16nega\?"),
        (["rev16nega", "nega-alhpa2"], r"rev16nega has no function .*; is it nega-alpha2\?"),
        (["rev16nega", "--lisp", "/nowhere"], "/nowhere cannot be read: No such file"),
        (["rev16nega", "--lisp", "/"], "/ cannot be read: Is a directory"),
        (
            ["board", "--lisp", __file__],
            "the listing of board is not printed .*: leave --lisp away",
        ),
        (["rev16nega", "--lisp="], "--lisp/--listing: the name of a file is expected, not ''"),
        (["rev16nega", "--html", "/"], "/ cannot be written: Is a directory"),
        (["rev16nega", "--html="], "--html: the name of a file is expected, not ''"),
    ],
)
def test_a_wrong_argument_gets_one_line(read, args, message):
    status, text, errors = read(*args)
    assert (status, text) == (2, "")
    assert re.match(f"landoflisp: .*{message}.*\n\\Z", errors)


def test_a_wrong_file_says_what_it_is(read, listing):
    status, text, errors = read("lazy", "--lisp", listing)
    assert (status, text) == (2, "")
    assert f"{listing} is a listing of rev16nega (3 of its 23 forms), not of lazy" in errors


def test_a_file_in_place_of_a_function_is_understood(read, listing):
    assert f"for a file say --lisp {listing}" in read("rev16nega", listing)[2]


def test_a_page_is_never_written_over_the_listing(read, listing):
    status, _, errors = read("rev16nega", "--lisp", listing, "--html", listing)
    assert status == 2
    assert "is the listing itself" in errors
    assert read("rev16nega", "--lisp", listing, "--html", "a\0b")[0] == 2
    with open(listing, encoding="utf-8") as file:
        assert file.read() == LISTING
