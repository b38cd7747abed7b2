"""The bridge to SBCL: values there and back, and no Lisp that hangs the tests."""

import os
import time

import pytest

from landoflisp.sbcl import Listing, Unavailable, find_listing

LISTING = """
;;; 盤面
(defvar *seen* nil)
(dotimes (i 20000) (warn "a long warning, again and again"))
(defun twice (x) (values x x))
(defun say (x) (format t "~s~%" x) (print x))
"""


def start(path, seconds=60):
    try:
        return Listing(path, seconds)
    except Unavailable as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="module")
def lisp(tmp_path_factory):
    path = tmp_path_factory.mktemp("盤 [1]*") / "small.lisp"
    path.write_text(LISTING, encoding="utf-8")
    with start(path) as listing:
        yield listing


@pytest.mark.sbcl
@pytest.mark.parametrize(
    "value", [7, -7, True, [], "pass", [1, "pass", [-2, ["b"]]], ("o", 1, "s"), (), [("o",), []]]
)
def test_a_value_comes_back_as_it_went(lisp, value):
    answer = lisp.call("identity", value)
    assert answer == value
    assert type(answer) is type(value)
    assert lisp.call("twice", value) == (value, value)
    lisp.set("*seen*", value)
    assert lisp.get("*seen*") == value


@pytest.mark.sbcl
def test_false_is_nil_and_no_value_is_none(lisp):
    assert lisp.call("identity", False) == []
    assert lisp.call("values") is None


@pytest.mark.sbcl
def test_output_is_handed_back_as_lisp_prints_it(lisp, capsys):
    assert lisp.printed("say", ["b", 1]) == "(B 1)\n\n(B 1) "
    assert capsys.readouterr().out == ""


@pytest.mark.sbcl
def test_a_lisp_error_says_what_was_wrong_and_the_lisp_lives_on(lisp):
    with pytest.raises(RuntimeError, match="expected-type: LIST"):
        lisp.call("car", 3)
    assert lisp.call("car", [3]) == 3


@pytest.mark.sbcl
def test_a_lisp_that_is_silent_for_too_long_is_ended(tmp_path):
    path = tmp_path / "empty.lisp"
    path.touch()
    with start(path) as listing:
        listing.seconds = 0.2
        for _ in range(2):
            with pytest.raises(TimeoutError):
                listing.call("sleep", 60)


@pytest.mark.sbcl
@pytest.mark.skipif(os.name == "nt", reason="the stand-in for sbcl is a shell script")
def test_a_lisp_that_does_not_start_is_ended(tmp_path, monkeypatch):
    sbcl = tmp_path / "sbcl"
    sbcl.write_text("#!/bin/sh\nexec sleep 60\n")
    sbcl.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    begin = time.monotonic()
    with pytest.raises(TimeoutError):
        start(tmp_path / "any.lisp", seconds=0.2)
    assert time.monotonic() - begin < 30


def test_what_is_missing_is_named_with_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.delenv("LISP_LISTINGS", raising=False)
    with pytest.raises(Unavailable, match=r"set LISP_LISTINGS to the directory"):
        find_listing("rev24a.lisp")
    monkeypatch.setenv("LISP_LISTINGS", str(tmp_path))
    with pytest.raises(Unavailable, match=r"no .*rev24a\.lisp: save rev24a\.lisp"):
        find_listing("rev24a.lisp")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(Unavailable, match=r"apt-get install sbcl"):
        Listing(tmp_path / "rev24a.lisp")
