"""The listing that fits the port is found, and its forms stand beside those of the port."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp.commands.listings.forms import port_forms
from landoflisp.commands.listings.pairing import listing_of, paired, rows_of_port, summary
from landoflisp.commands.listings.pairs import PORTS, entry
from landoflisp.commands.listings.texts import plain, read_text
from landoflisp.errors import BadInput

ROOT = Path(__file__).parents[3]

# Programs of our own with the names of two ports.
LAZY = [
    "(defmacro lazy (body) `(list (lambda () ,body)))",
    "(defun force (lazy-value) (funcall (car lazy-value)))",
    "(defmacro lazy-cons (a d) `(lazy (cons ,a ,d)))",
    "(defun lazy-car (x) (car (force x)))",
    "(defun lazy-cdr (x) (cdr (force x)))",
    "(defun lazy-nil () (lazy nil))",
    "(defun lazy-null (x) (not (force x)))",
    "(defun make-lazy (lst) (lazy (and lst (cons (car lst) (make-lazy (cdr lst))))))",
    "(defun take (n lst) (loop repeat n until (lazy-null lst) collect (lazy-car lst)))",
    "(defun lazy-nth (n lst) (if (zerop n) (lazy-car lst) (lazy-nth (1- n) (lazy-cdr lst))))",
]
REVERSI = [
    "(defconstant direction '(1 -1 6 -6 7 -7 5 -5))",
    "(defconstant max-value 50)",
    "(defvar *board*)",
    "(defun get-piece (x) (aref *board* x))",
    "(defun change-turn (turn) (if (eql turn 'b) 'w 'b))",
    "(defun print-line (xs) (loop for x in xs do (print (get-piece x))))",
    "(defun get-value (turn) (if (eq turn 'b) (- *black* *white*) (- *white* *black*)))",
]
WIDER = [
    "(defconstant direction '(1 -1 8 -8 9 -9 7 -7))",
    "(defconstant space-list '(9 14 33 38 11 12 35 36 10 13 34 37 17 25 22 30 18 26 21 29))",
    *REVERSI[1:5],
    REVERSI[6],
]


def rows(text, port):
    return paired(listing_of(plain(text), port, "FILE"), port)


def both(rows):
    return [(row.listing.name, row.port.name) for row in rows if row.listing and row.port]


def alone(rows):
    return [row.port.name for row in rows if row.port and not row.listing]


@given(st.permutations(LAZY), st.integers(4, len(LAZY)))
def test_a_form_is_paired_whatever_the_order_and_whatever_is_missing(forms, number):
    found = rows("\n".join(forms[:number]), "lazy")
    assert len(both(found)) == number
    assert all(ours == theirs.replace("-", "_") for theirs, ours in both(found))
    assert [row.listing.text for row in found if row.listing] == forms[:number]


@given(st.permutations(LAZY), st.integers(4, len(LAZY)))
def test_every_form_of_the_port_is_shown_once(forms, number):
    found = rows("\n".join(forms[:number]), "lazy")
    shown = [row.port for row in found if row.port]
    assert sorted(shown) == sorted(port_forms("lazy"))


def test_a_form_without_a_partner_follows_the_one_before_it_in_the_port():
    found = rows("\n".join([LAZY[0], "(defun my-own (x) x)", LAZY[3]]), "lazy")
    names = [(row.listing and row.listing.name, row.port and row.port.name) for row in found]
    assert names[:6] == [
        ("lazy", "lazy"),
        (None, "force"),
        (None, "lazy_cons"),
        ("my-own", None),
        ("lazy-car", "lazy_car"),
        (None, "lazy_cdr"),
    ]
    assert summary(found, "lazy") == (
        "2 of 3 forms paired; 12 of the port's 14 are not in the listing"
    )


def test_of_two_listings_the_one_that_fits_is_shown():
    article = "\n".join(["First:", *REVERSI, "Second:", *WIDER, "That was all."])
    for port, listing in (("rev16nega", REVERSI), ("rev24a", WIDER)):
        found = rows(article, port)
        assert [row.listing.text for row in found if row.listing] == listing
        assert all(row.port for row in found if row.listing)


def test_fragments_do_not_displace_the_complete_listing():
    early = "(defun get-value (turn) 'not-yet)"
    found = rows("\n".join(["At first:", early, "And then:", *REVERSI]), "rev16nega")
    assert [row.listing.text for row in found if row.listing] == REVERSI


def test_what_only_fragments_have_is_shown_as_well():
    article = "\n\nAnd then:\n\n".join(REVERSI)
    assert [row.listing.text for row in rows(article, "rev16nega") if row.listing] == REVERSI


def test_the_listing_of_another_port_is_refused_by_name():
    with pytest.raises(BadInput) as refusal:
        rows("\n".join(WIDER), "rev16nega")
    assert str(refusal.value) == (
        "FILE is a listing of rev24a (7 of its 22 forms), not of rev16nega (6 of 23)"
    )
    with pytest.raises(
        BadInput, match=r"is a listing of lazy \(10 of its 14 forms\), not of kalah2"
    ):
        rows("\n".join(LAZY), "kalah2")


@pytest.mark.parametrize("text", ["", "(defun f (x) x)"])
def test_what_is_no_listing_is_refused(text):
    with pytest.raises(BadInput, match=r"FILE has \w+ of the 23 forms of rev16nega: it is neither"):
        rows(text, "rev16nega")


def test_a_program_that_has_only_the_names_of_a_listing_is_told_so():
    names = [form.name.replace("_", "-") for form in port_forms("lazy")]
    text = "\n".join(f"(defun {name} (n) (hello (+ 1 2 3 n) world))" for name in names)
    message = "FILE has 14 of the 14 names of lazy, but defines other things by them: "
    with pytest.raises(BadInput, match=f"{message}[0-9]% of the words are the port's") as error:
        rows(text, "lazy")
    assert "neither" not in str(error.value)


MEMO = """\
(defun neighbors (pos)
  (let ((up (- pos *board-size*)) (down (+ pos *board-size*))) (list up down (1- pos))))
(let ((old-neighbors #'neighbors) (previous-neighbors (make-hash-table)))
  (defun neighbors (pos)
    (or (gethash pos previous-neighbors)
        (setf (gethash pos previous-neighbors) (funcall old-neighbors pos)))))
"""


def test_where_a_name_is_defined_twice_the_like_belong_together():
    plainly, memo = (row.port for row in rows_of_port("dice_of_doom_v1") if _is_neighbors(row))
    assert "old_neighbors" in memo.text
    assert [row.port for row in rows(MEMO, "dice_of_doom_v1") if row.listing] == [plainly, memo]
    with_memo = MEMO[MEMO.index("(let ((old") :]
    assert [row.port for row in rows(with_memo, "dice_of_doom_v1") if row.listing] == [memo]


def _is_neighbors(row):
    return row.port.name == "neighbors"


@pytest.mark.parametrize("port", [port for port in PORTS if port.startswith(("kalah", "mini"))])
def test_a_python_port_is_its_own_listing_and_no_other_s(port):
    source = (ROOT / "ports" / f"{port}.py").read_text(encoding="utf-8")
    found = rows(source, port)
    assert all(row.listing and row.port for row in found)
    for other in PORTS:
        if other.startswith("kalah") and other != port:
            with pytest.raises(BadInput, match=f"is a listing of {port}"):
                rows(source, other)


def test_c_sharp_methods_stand_beside_those_of_the_port():
    text = """
    public class AI {
        private int depth;
        public AI(int lv) { depth = lv * 2 + 1; }
        private ulong GetLeastSignificantBit(ulong bit) { var comp = ~bit + 1; return bit & comp; }
    }"""
    found = rows(text, "unity_ai")
    assert both(found) == [
        ("AI", "AI"),
        ("AI()", "AI.__init__"),
        ("GetLeastSignificantBit", "AI.get_least_significant_bit"),
    ]


# The texts themselves, where somebody has saved them.

WHOLE = {
    "rev16nega": "rev16nega.lisp",
    "rev24a": "rev24a.lisp",
    "kalah2": "kalah_negamax_python.txt",
    "kalah3": "kalah_negamax_python.txt",
    "kalah4": "kalah_negamax_python.txt",
    "kalah5": "kalah_negamax_python.txt",
    "minimax": "minimax_number_game_python.txt",
    "unity_ai": "unity_reversi_ai_csharp.txt",
}
ARTICLE = "reversi_negamax_common_lisp.txt"
SESSION = "dice_of_doom_rate_position_common_lisp.txt"


def saved(name):
    path = Path(os.environ.get("LISP_LISTINGS", ""), name)
    if not os.environ.get("LISP_LISTINGS") or not path.is_file():
        pytest.skip(f"LISP_LISTINGS names no directory with {name}")
    return read_text(str(path))


@pytest.mark.parametrize(
    ("port", "name"), [*WHOLE.items(), ("rev16nega", ARTICLE), ("rev24a", ARTICLE)]
)
def test_every_form_of_a_saved_listing_and_of_its_port_is_paired(port, name):
    found = rows(saved(name), port)
    assert all(row.port for row in found)
    assert not [name for name in alone(found) if (known := entry(port, name)) and known.printed]


def test_of_a_saved_session_the_definitions_are_shown():
    found = rows(saved(SESSION), "dice_of_doom_v1")
    names = ["rate-position", "get-ratings", "handle-computer", "play-vs-computer"]
    assert [theirs for theirs, _ in both(found)][:4] == names
