"""A program verifies a listing as the command does."""

from pathlib import Path

import pytest

from landoflisp.errors import BadInput
from landoflisp.proofs.reports import as_text
from landoflisp.proofs.sbcl import Sbcl, Unavailable
from landoflisp.proofs.verification import CHECKS, read_lisp, verify
from tests.commands.verify_listings import LAZY


@pytest.fixture(scope="module")
def _with_sbcl():
    try:
        Sbcl().close()
    except Unavailable as reason:
        pytest.skip(str(reason))


@pytest.mark.sbcl
@pytest.mark.usefixtures("_with_sbcl")
def test_a_program_gets_the_row_of_each_function_and_is_told_how_far_it_is():
    slip = LAZY.replace("(dotimes (i n (lazy-car", "(dotimes (i (min n 3) (lazy-car")
    verification = verify("lazy", slip + "(defun my-own ())", Path(), examples=20, timeout=5)
    reports = []
    rows = list(verification.rows(lambda done, name: reports.append((done, name))))
    assert {row.name: row.port for row in rows} == {
        check.name: check.name != "lazy-nth" for check in verification.checks
    }
    assert verification.total == 20 * len(rows)
    assert reports[0] == (0, "loading")
    assert reports == sorted(reports, key=lambda report: report[0])
    assert {name for _, name in reports[1:]} == {row.name for row in rows}
    assert verification.unknown_names() == {"my-own"}
    assert "(lazy-nth 4 (make-lazy '(0 0 0 0))) gives 0, not nil" in as_text(
        verification, rows, 120
    )


@pytest.mark.sbcl
@pytest.mark.usefixtures("_with_sbcl")
def test_rows_that_are_closed_end_sbcl():
    verification = verify("lazy", LAZY, Path(), examples=1)
    rows = verification.rows()
    next(rows)
    process = verification.copy.load()
    rows.close()
    with pytest.raises(TimeoutError):
        process.get("*package*")


def test_a_text_that_is_not_a_listing_of_the_port_is_refused_by_its_name():
    with pytest.raises(BadInput, match="the listing defines none of the functions of rev24a"):
        verify("rev24a", LAZY, Path())
    with pytest.raises(BadInput, match="mine defines none of the functions of rev24a"):
        verify("rev24a", LAZY, Path(), name="mine")
    with pytest.raises(BadInput, match="kalah2 is the port of a Python program"):
        verify("kalah2", LAZY, Path())


def test_there_are_checks_for_every_port_of_a_lisp_listing():
    from landoflisp.listings.pairs import PORTS, source_of

    assert list(CHECKS) == [port for port in PORTS if source_of(port).language == "lisp"]


def test_the_listing_of_an_article_keeps_its_lines(tmp_path):
    forms = LAZY.strip().split("\n\n")
    article = "First lines\nof an article.\n\n" + "\n\n".join(forms)
    (tmp_path / "article.txt").write_text(article)
    text = read_lisp(str(tmp_path / "article.txt"), "lazy")
    numbered = {n: line for n, line in enumerate(text.split("\n")) if line.startswith("(def")}
    assert len(numbered) >= 14
    assert all(article.split("\n")[n] == line for n, line in numbered.items())
