"""The bridge to SBCL: values there and back, and no Lisp that hangs the tests."""

import os
import time
from fractions import Fraction
from pathlib import Path

import pytest

from landoflisp.sbcl import Listing, Sbcl, Text, Unavailable, find_listing

LISTING = """
;;; 盤面
(defvar *seen* nil)
(dotimes (i 20000) (warn "a long warning, again and again"))
(defun twice (x) (values x x))
(defun say (x) (format t "~s~%" x) (print x))
"""


# a process of the same group, which nobody waits for
FORK = """
(defvar *child*
  (let ((pid (sb-alien:alien-funcall (sb-alien:extern-alien "fork" (function sb-alien:int)))))
    (when (= pid 0) (loop (sleep 1)))
    pid))
"""


def without_listing():
    try:
        return Sbcl()
    except Unavailable as reason:
        pytest.skip(str(reason))


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
    "value",
    [7, -7, Fraction(1, 3), True, [], "pass", [1, "pass", [-2, ["b"]]], ("o", 1), (), [("o",), []]],
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
def test_a_text_is_a_string_and_a_lisp_float_a_python_float(lisp):
    assert lisp.call("length", Text('盤 "1" \\')) == 7
    assert lisp.call("string-upcase", Text("abc")) == "ABC"
    half = lisp.call("float", Fraction(1, 2))
    assert half == 0.5
    assert type(half) is float


@pytest.mark.sbcl
def test_forms_are_evaluated_one_after_the_other(lisp):
    lisp.load('(defvar *loaded* 1) (setq *loaded* (list *loaded* "二"))')
    assert lisp.get("*loaded*") == [1, "二"]


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
def test_too_deep_a_recursion_is_an_error_like_any(lisp):
    lisp.load("(defun deep (x) (+ 1 (deep x)))")
    with pytest.raises(RuntimeError, match="Control stack exhausted"):
        lisp.call("deep", 1)
    assert lisp.call("car", [3]) == 3


@pytest.mark.sbcl
def test_a_lisp_that_ends_is_told_from_one_that_is_silent():
    with without_listing() as lisp, pytest.raises(TimeoutError, match="ended by itself"):
        lisp.load("(sb-ext:exit :abort t)")
    with without_listing() as lisp:
        lisp.seconds = 0.2
        with pytest.raises(TimeoutError, match=r"no answer within 0\.2 s"):
            lisp.load("(loop)")


@pytest.mark.sbcl
@pytest.mark.skipif(not Path("/proc").exists(), reason="only Linux tells whether a process lives")
def test_what_a_lisp_has_started_ends_with_it():
    with without_listing() as lisp:
        lisp.load(FORK)
        child = lisp.get("*child*")
        assert alive(child)
    end = time.monotonic() + 10
    while alive(child) and time.monotonic() < end:
        time.sleep(0.05)
    assert not alive(child)


def alive(pid):
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.sbcl
def test_a_lisp_cannot_have_a_file_removed_by_calling_it_an_array(tmp_path):
    numpy = pytest.importorskip("numpy")
    numpy.save(tmp_path / "mine.npy", numpy.zeros(3))
    sent = f'(write-string "#N\\"{tmp_path}/mine.npy\\" " sb-sys:*stdout*)'
    with without_listing() as lisp, pytest.raises(TypeError, match="an array in a file"):
        lisp.load(f"{sent} (finish-output sb-sys:*stdout*)")
    assert (tmp_path / "mine.npy").exists()


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
