"""`landoflisp verify` on copies under SBCL: good ones, bad ones, and very bad ones."""

import html
import os
import re
import signal
import time
from pathlib import Path

import pytest

from landoflisp import commands
from landoflisp.sbcl import Sbcl, Unavailable, find_listing
from tests.commands.terminal import started
from tests.commands.verify_listings import FILES, LAZY

pytestmark = pytest.mark.sbcl

RUNAWAY = "(defun lazy-find-if (function list)\n  (loop (princ 'on-and-on))\n"
DEFINED = re.compile(r"^\(def\w+ ([^\s()]+)", re.MULTILINE)


@pytest.fixture(scope="module", autouse=True)
def _with_sbcl():
    try:
        Sbcl().close()
    except Unavailable as reason:
        pytest.skip(str(reason))


@pytest.fixture
def verify(capsys, tmp_path, monkeypatch):
    """The command on a text: (exit status, standard output, standard error)."""
    monkeypatch.setenv("COLUMNS", "200")

    def verify(port, text, *options, name="copy.lisp"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        status = commands.main(["verify", port, "--lisp", str(tmp_path / name), *options])
        return status, *capsys.readouterr()

    return verify


def listing(port):
    try:
        return find_listing(f"{port}.lisp").read_text(encoding="utf-8")
    except Unavailable as reason:
        pytest.skip(str(reason))


def rows(out):
    """The table: name -> (equal to port, equal to pure, counterexample)."""
    lines = out.split("\n\n")[0].splitlines()[1:]
    cells = ([*line.split(maxsplit=4), ""] for line in lines)
    return {name: (port, pure, found) for name, _, port, pure, found, *_ in cells}


def broken(text, *changes):
    for old, new in changes:
        assert text.count(old) >= 1
        text = text.replace(old, new, 1)
    return text


# Good copies


@pytest.mark.parametrize("port", ["rev16nega", "rev24a"])
def test_every_definition_of_a_listing_is_verified_and_equal(verify, port):
    text = listing(port)
    status, out, err = verify(port, text, "--examples", "5")
    assert (status, err) == (0, "")
    assert list(rows(out)) == DEFINED.findall(text)
    assert {(equal, pure) for equal, pure, _ in rows(out).values()} == {
        ("yes", "yes"),
        ("yes", "-"),
    }


@pytest.mark.parametrize(
    "port",
    [
        "lazy",
        "dice_of_doom_v1",
        pytest.param("dice_of_doom_v2", marks=pytest.mark.slow),
        pytest.param("dice_of_doom_v4", marks=pytest.mark.slow),
    ],
)
def test_programs_written_otherwise_are_equal_too_and_load_each_other(verify, tmp_path, port):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    status, out, err = verify(port, FILES[f"{port}.lisp"], "--examples", "4")
    assert (status, err) == (0, "")
    assert {equal for equal, _, _ in rows(out).values()} == {"yes"}
    assert "NO" not in {pure for _, pure, _ in rows(out).values()}
    if port != "lazy":
        assert "in the listing alone, not verified: " in out


def test_the_listing_is_found_in_an_article(verify):
    page = f"<html><body><p>text</p><pre>{html.escape(listing('rev16nega'))}</pre></body></html>"
    options = ("--examples", "3", "--function", "get_rev_stone")
    status, out, _ = verify("rev16nega", page, *options, name="article.html")
    assert status == 0
    assert rows(out) == {"get-rev-stone": ("yes", "yes", "")}


# Bad copies


MUTANTS = {
    "get-value": [("(- *black* *white*)", "(- *white* *black*)")],
    "put-piece": [("(b (incf *black*))", "(b (incf *white*))")],
    "del-piece": [("(w (decf *white*)))", "(w (decf *white* 2)))")],
    "reverse-stone": [("(b (decf *white* (length xs)))", "(b (decf *white*))")],
    "get-rev-stone": [("(+ n d) p q d)", "(+ n d d) p q d)")],
    "get-rev-stone-sub": [("(cons n a)", "(list n)")],
    "nega-max": [("(when (< value v)", "(when (<= value v)")],
    "nega-alpha": [("(when (<= limit v)", "(when (< limit v)")],
    "nega-alpha2": [("(- (max alpha value))", "(- alpha)")],
    "print-move": [("(eq x 'pass)", "(eq x 'no)")],
    "print-line": [("(terpri))", "(values))")],
    "solver": [("*black* 2", "*black* 3")],
}
QUICK = ("reverse-stone", "nega-alpha2")

# Slips that only some calls show, and that the default examples find all the same.
SUBTLE = {
    "solver": ("*count* 0)", ")"),
    "get-value": ("(incf *count*)", "(setq *count* 1)"),
    "get-rev-stone-sub": ("(cons n a)", "(append a (list n))"),
}


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in MUTANTS],
)
def test_a_slip_in_a_function_is_found(verify, name):
    text = broken(listing("rev16nega"), *MUTANTS[name])
    status, out, _ = verify("rev16nega", text, "--function", name, "--examples", "200")
    assert status == 1
    assert rows(out)[name][0] == "NO"
    assert f"\n{name}\n" in out
    assert re.search(r"\n    Lisp .*\n(.*\n)*?    port ", out)
    assert out.endswith("1 NOT EQUAL\n")


@pytest.mark.parametrize("name", SUBTLE)
def test_so_is_one_that_only_some_calls_show(verify, name):
    text = broken(listing("rev16nega"), SUBTLE[name])
    status, out, _ = verify("rev16nega", text, "--function", name)
    assert status == 1
    assert rows(out)[name][0] == "NO"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", ["get-rev-stone-sub", "get-rev-stone"])
def test_the_order_of_turned_stones_matters_whatever_the_seed(verify, name, seed):
    text = broken(listing("rev16nega"), SUBTLE["get-rev-stone-sub"])
    _, out, _ = verify("rev16nega", text, "--function", name, "--seed", str(seed))
    assert rows(out)[name][0] == "NO"


def test_the_same_seed_finds_the_same_counterexample(verify):
    text = broken(LAZY, ("(dotimes (i n (lazy-car", "(dotimes (i (min n 3) (lazy-car"))
    once, again, other = (
        verify("lazy", text, "--function", "lazy-nth", "--seed", seed) for seed in ("5", "5", "6")
    )
    assert once == again
    smallest = "(lazy-nth 4 (make-lazy '(0 0 0 0))) gives 0, not nil"
    assert rows(once[1])["lazy-nth"] == ("NO", "-", smallest)
    assert rows(other[1])["lazy-nth"][0] == "NO"


def test_whatever_a_function_does_the_others_are_verified(verify):
    text = broken(
        LAZY,
        ("(defun lazy-nil () (lazy nil))", "(defvar *own*) (defun lazy-nothing () (lazy nil))"),
        ("(null (force list))", "(null (read))"),
        ("(defun take (n list)\n", "(defun take (n list)\n  (loop)\n"),
        ("(defun take-all (list)\n", "(defun take-all (list)\n  (sb-ext:exit)\n"),
        ("(defun lazy-find-if (function list)\n", RUNAWAY),
        ("(dotimes (i n (lazy-car list))", "(progn (1+ (lazy-nth n list))"),
    )
    status, out, err = verify("lazy", text, "--examples", "3", "--timeout", "0.5")
    assert (status, err) == (1, "")
    found = rows(out)
    for name in ("lazy", "force", "lazy-cons", "lazy-car", "lazy-cdr", "make-lazy"):
        assert found.pop(name) == ("yes", "-", "")
    assert found.pop("lazy-nil") == ("-", "-", "not in this listing")
    assert {equal for equal, _, _ in found.values()} == {"NO"}
    assert found["lazy-null"][2].endswith(" end of file")
    assert found["take"][2].endswith(" SBCL gave no answer within 0.5 s: stopped")
    assert found["take-all"][2].endswith(" SBCL ended by itself: stopped")
    assert "stopped" in found["lazy-find-if"][2] or "exhausted" in found["lazy-find-if"][2]
    assert " Control stack exhausted" in found["lazy-nth"][2]
    assert "in the listing alone, not verified: *own*, lazy-nothing" in out
    assert "1 not in this listing (lazy-nil)" in out


def test_what_cannot_be_loaded_is_said_and_the_rest_is_verified(verify):
    text = broken(
        LAZY,
        ("(null (force list)))\n", "(null (force list))\n"),
        ("(defun lazy-car", ")\n(defun lazy-car"),
        ("(defun take (n", '(error "no ~a" 1)\n(read)\n(loop)\n(defun take (n'),
    )
    options = ("--examples", "3", "--timeout", "0.5", "--function", "lazy-car")
    status, out, _ = verify("lazy", text, *options)
    assert status == 3
    assert rows(out) == {"lazy-car": ("yes", "-", "")}
    assert re.findall(r"not loaded: line \d+, (.*)", out) == [
        ") (defun: there is a ) too many",
        "(defun lazy-null: it does not end: a ) is missing",
        '(error "no: no 1',
        "(read) (loop): end of file",
        "(loop) (defun: SBCL gave no answer within 0.5 s: stopped",
    ]
    lines = map(int, re.findall(r"not loaded: line (\d+)", out))
    begins = [text.splitlines()[line - 1].split()[0] for line in lines]
    assert begins == [")", "(defun", "(error", "(read)", "(loop)"]


def test_what_a_reader_of_lisp_leaves_out_is_no_trouble(verify):
    text = (
        "#!/usr/bin/sbcl --script\n#| a #| b |# (defun unseen (x) |#\n"
        f"{LAZY}\n; end\n#+nil (solver)\n#| the end |#"
    )
    status, out, _ = verify("lazy", text, "--examples", "1", "--function", "lazy-car")
    assert status == 0
    assert "not loaded" not in out
    assert "unseen" not in out


def test_too_much_memory_is_said_plainly(verify):
    huge = "(set 'hoard (make-array 300000000))"
    text = broken(LAZY, ("(defun take-all (list)\n", f"(defun take-all (list)\n  {huge}\n"))
    status, out, _ = verify("lazy", text, "--examples", "1", "--function", "take-all")
    assert status == 1
    assert rows(out)["take-all"][2].endswith(" out of memory")


def test_a_comment_that_never_ends_is_said(verify):
    text = f"{LAZY}\n#| on and on\nand on"
    status, out, _ = verify("lazy", text, "--examples", "1", "--function", "lazy-car")
    line = text.count("\n", 0, text.index("#| on")) + 1
    assert status == 3
    assert f"not loaded: line {line}, #| on: it does not end" in out


def test_constants_may_be_defined_twice_if_they_stay_the_same(verify):
    text = listing("rev16nega")
    options = ("--examples", "1", "--function", "direction")
    status, out, _ = verify("rev16nega", text + text, *options)
    assert (status, rows(out)) == (0, {"direction": ("yes", "-", "")})
    twice = text + text.replace("'(1 -1 6", "'(1 -1 7")
    status, out, _ = verify("rev16nega", twice, *options)
    assert status == 3
    assert re.search(r"not loaded: line \d+, \(defconstant direction: .*redefined", out)


# Interrupted


def child(process):
    """The process that the command has started, on Linux."""
    path = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    if not path.exists():
        pytest.skip("only Linux tells the children of a process")
    end = time.monotonic() + 60
    while not (found := path.read_text().split()):
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.05)
    return int(found[0])


def is_gone(pid, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        state = Path(f"/proc/{pid}/stat")
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(
    ("sent", "status", "said"),
    [
        (signal.SIGINT, 130, "landoflisp: interrupted: not all is verified"),
        pytest.param(
            signal.SIGTERM,
            143,
            "landoflisp: terminated: not all is verified",
            marks=pytest.mark.slow,
        ),
        (signal.SIGKILL, -signal.SIGKILL, ""),
    ],
)
def test_a_command_that_is_ended_leaves_nothing_running(tmp_path, sent, status, said):
    pytest.importorskip("pty")
    text = broken(LAZY, ("(defun take-all (list)\n", "(defun take-all (list)\n  (loop)\n"))
    (tmp_path / "copy.lisp").write_text(text)
    args = ("verify", "lazy", "--lisp", str(tmp_path / "copy.lisp"), "--examples", "3")
    with started(*args, "--timeout", "100") as (process, read):
        lisp = child(process)
        time.sleep(2)  # by now it loops
        os.kill(process.pid, sent)
        assert process.wait(timeout=20) == status
        assert is_gone(lisp, 5)
        out, err = process.stdout.read(), "".join(iter(read, ""))
    assert "Traceback" not in err
    assert said in err
    if said:
        assert rows(out)["take"][0] == "yes"
        assert "take-all" not in rows(out)
        assert "5 not verified" in out
