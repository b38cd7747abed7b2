"""Forms are found wherever a listing stands, and nothing else is taken for one."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp.errors import BadInput
from landoflisp.listings.readers import pieces
from landoflisp.listings.texts import clean_text, read_text

LISP = """\
;;; 盤面
(defvar *board*)  ; the squares (all of them
(defun twice (x)
  "Once more ) than \\" once ; or twice."
  (list x x))

#| nothing here: (defun unseen (x) #| nor here ( |# x) |#
(defparameter *odd* (list #\\( #\\) #\\; #\\" '|a ( b| `(a ,@b) #'car))
(let ((old (symbol-function 'twice)))
  (defun again (x) (funcall old x)))
(twice 3)
"""
NAMES = ["*board*", "twice", "*odd*", "again", ""]


def names(text, language="lisp", **inner):
    return [[form.name for form in piece] for piece in pieces(clean_text(text), language, **inner)]


def forms(text, language="lisp"):
    return [form for piece in pieces(clean_text(text), language) for form in piece]


def test_a_listing_is_one_piece_of_its_forms_with_their_comments():
    assert names(LISP) == [NAMES]
    board, twice, odd, again, call = (form.text for form in forms(LISP))
    assert board == ";;; 盤面\n(defvar *board*)  ; the squares (all of them"
    assert twice.startswith("(defun twice")
    assert twice.endswith("(list x x))")
    assert odd.startswith("#| nothing here")
    assert odd.endswith("#'car))")
    assert again.startswith("(let ((old")
    assert call == "(twice 3)"


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "    " + text.replace("\n", "\n    "),
        lambda text: text.replace("\n(", "\n\t("),
        lambda text: f"Some prose (with this).\n\n{text}\n(and that): no form.\n",
        lambda text: f"# Title\n\n```lisp\n{text}```\n",
        lambda text: text.upper().replace("TWICE", "twice"),
    ],
)
def test_a_listing_is_found_however_it_is_written(change):
    found = [name.lower() for name in names(change(LISP))[0]]
    assert found == NAMES


def test_several_forms_may_share_a_line():
    assert names("(defvar a) (defvar b) ; both\n(f) (g)") == [["a", "b", "", ""]]


def test_prose_in_parentheses_is_no_form():
    assert names(
        "(alpha, beta) is a window.\n(1) v <= x\n\n(defun f (x) x)\n\n(see above) ..."
    ) == [["f"]]


def test_prose_divides_pieces():
    text = "(defun f (x) x)\nThe same with more arguments:\n(defun f (x y) x)\n(defun g (x) x)\n"
    assert names(text) == [["f"], ["f", "g"]]


SESSIONS = ["CL-USER> ", "* ", "[1]> ", "? ", "CL-USER 1 > "]
SESSIONS += ["cl-user> ", "CL-USER(3): ", "[1] cl-user(4): ", "[1]: "]


@pytest.mark.parametrize("prompt", SESSIONS)
def test_what_was_typed_at_a_prompt_is_laid_out_as_a_listing(prompt):
    typed = f"(defun f (x)\n{' ' * len(prompt)}  x)"
    text = f"{prompt}{typed}\n; in: DEFUN F (X)\nF\n{prompt}(f (f 3))\n3\n{prompt}(defun g ())\nG\n"
    assert names(text) == [["f"], ["g"]]
    assert [form.text for form in forms(text)] == ["(defun f (x)\n  x)", "(defun g ())"]


def test_a_form_that_is_never_closed_ends_where_the_next_begins():
    assert names("(defun f (x) (list x\n\n(defun g (x) x)\n") == [["f", "g"]]


@given(st.text("()\"';#|\\\n az*-> []"))
def test_any_text_can_be_read_as_lisp(text):
    for form in forms(text):
        assert form.text.strip()


@given(st.text("()\"'#:= \n\tdefclassimport.[]{}", max_size=200))
def test_any_text_can_be_read_as_python_and_as_c_sharp(text):
    for language in ("python", "csharp"):
        for form in forms(text, language):
            assert form.text.strip()


# Line numbers


@pytest.mark.parametrize("form", ["{:d} {}", "{:3d}  {}", "{:d}\t{}", "{:03d}: {}", "{:d}|{}"])
def test_a_column_of_line_numbers_is_left_out(form):
    numbered = (form.format(n, line) for n, line in enumerate(LISP.split("\n"), 95))
    assert clean_text("Text:\n\n" + "\n".join(numbered)).split() == f"Text: {LISP}".split()
    assert names("\n".join(form.format(*line) for line in enumerate(LISP.split("\n"), 95)))[0]


def test_line_numbers_of_a_page_are_left_out_whatever_they_are_called():
    lines = enumerate(html.escape(LISP).split("\n"), 1)
    body = "\n".join(f'<span class="ln">{n}</span>{line}' for n, line in lines)
    found = [piece for piece in names(f"<html><pre>{body}</pre></html>") if piece]
    assert found == [NAMES]


def test_numbers_that_belong_to_a_listing_stay():
    text = "(defvar *rows* '(\n1 2 3\n2 3 4\n3 4 5))\n"
    assert clean_text(text) == text


# Pages


def page(body, charset="utf-8"):
    return (
        f'<!DOCTYPE html><html><head><meta charset="{charset}"><title>(defun t ())</title>'
        f"<script>(defun s ())</script></head><body><p>Text &lt;\n{body}\n"
        "<p>(after) it</body></html>"
    )


ESCAPED = html.escape(LISP)
LINES = ESCAPED.split("\n")


@pytest.mark.parametrize(
    "body",
    [
        f"<pre>{ESCAPED}</pre>",
        f"<PRE><CODE class=lisp>{ESCAPED}</CODE></PRE>",
        "<pre>" + re.sub(r"([()])", r'<span class="p">\1</span>', ESCAPED) + "</pre>",
        "<p>" + ESCAPED.replace("  ", "&nbsp; ").replace("\n", "<br>\n"),
        "<p>" + ESCAPED.replace("\n", "<br/>"),
        "<pre>" + "".join(f"<div>{line}</div>" for line in LINES) + "</pre>",
        "<pre>"
        + "\n".join(f'<span class="lineno">{i} </span>{line}' for i, line in enumerate(LINES))
        + "</pre>",
        '<table><tr><td class="gutter"><pre>1\n2\n3</pre></td>'
        f"<td><pre>{ESCAPED}</pre></td></tr></table>",
        "<table>" + "".join(f"<tr><td>{line}</td></tr>" for line in LINES) + "</table>",
    ],
)
def test_a_page_is_read_as_a_reader_sees_it(body):
    assert names(page(body)) == [NAMES]


def test_boxes_of_a_page_are_pieces_of_their_own():
    assert names(page("<pre>(defun f (x) x)</pre><pre>(defun f (x) (1+ x))</pre>")) == [
        ["f"],
        ["f"],
    ]


def test_lisp_that_compares_is_no_page():
    assert forms("(defun f (p) (when (< p 3) (> 1 p)))")[0].text.count("<") == 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "euc_jp", "cp932"])
@pytest.mark.parametrize("declared", ["utf-8", "EUC-JP", "Shift_JIS", "x-unheard-of"])
def test_a_file_is_decoded_whatever_it_says_of_itself(tmp_path, encoding, declared):
    path = tmp_path / "article.html"
    path.write_bytes(page(f"<pre>{ESCAPED}</pre>", declared).encode(encoding))
    (piece,) = pieces(read_text(str(path)), "lisp")
    assert [form.name for form in piece] == NAMES
    assert "盤面" in piece[0].text


def test_a_listing_in_jis_is_decoded(tmp_path):
    path = tmp_path / "listing.lisp"
    path.write_bytes(LISP.encode("iso2022_jp"))
    assert "盤面" in read_text(str(path))


def test_what_is_no_text_is_refused(tmp_path):
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    with pytest.raises(BadInput, match=r"picture\.png is not text"):
        read_text(str(path))
    with pytest.raises(BadInput, match="Is a directory"):
        read_text(str(tmp_path))
    with pytest.raises(BadInput, match="No such file"):
        read_text(str(tmp_path / "none"))


# Python and C#

PYTHON = """\
import random

SIZE = 8
# outer
def outer(x):
    def inner(y):
        return y

    # the end
    return inner(x)

class Board(list):
    kind = 1

    # a copy
    def copy(self):
        return Board(self)

if __name__ == "__main__":
    outer(
        1
    )
"""


def test_python_is_read_by_functions_variables_and_methods():
    assert names(PYTHON, "python") == [["SIZE", "outer", "Board", "Board.copy"]]
    texts = [form.text for form in forms(PYTHON, "python")]
    assert texts[1].startswith("# outer\ndef outer")
    assert texts[1].endswith("return inner(x)")
    assert texts[2] == "class Board(list):\n    kind = 1"
    assert texts[3] == "# a copy\ndef copy(self):\n    return Board(self)"


def test_python_that_lost_its_indentation_is_read_all_the_same():
    flat = "\n".join(line.lstrip() for line in PYTHON.split("\n\nclass")[0].split("\n"))
    assert names(flat, "python", inner={"inner"}) == [["SIZE", "outer"]]
    assert names(
        f"説明です。\n{flat}\n次は、盤面 x = 1 です。\ndef f(x):\nx = 1\n",
        "python",
        inner={"inner"},
    ) == [
        ["SIZE", "outer"],
        ["f"],
    ]


CSHARP = """\
The class:

public class Player : Base
{
    private readonly int depth;

    // starts "{" here
    public Player(int level = 2)
    {
        depth = level; /* } */
    }

    private List<int> Moves(int a,
        float b)
    {
        if (a > 0) { return Text("}", '{'); }
        return null;
    }
}
That was it.
"""


def test_c_sharp_is_read_by_methods():
    assert names(CSHARP, "csharp") == [["Player", "Player()", "Moves"]]
    head, start, moves = (form.text for form in forms(CSHARP, "csharp"))
    assert head.startswith("public class Player")
    assert head.endswith("depth;")
    assert start.startswith("// starts")
    assert start.endswith("}")
    assert moves.startswith("private List<int> Moves(int a,\n    float b)\n{\n    if")
    assert moves.endswith("return null;\n}")
