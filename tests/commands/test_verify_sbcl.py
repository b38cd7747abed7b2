"""`landoflisp verify` on copies under SBCL: good ones, bad ones, and very bad ones."""

import html
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from landoflisp import commands
from landoflisp.sbcl import Sbcl, Unavailable, find_listing, sandboxed
from ports import rev24a
from tests.commands.terminal import ROOT, started
from tests.commands.verify_listings import FILES, LAZY, V1

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
        "dice_of_doom_v2",
        "dice_of_doom_v4",
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


def test_what_a_port_has_for_itself_is_not_compared(verify, tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    games = ("play-vs-human", "play-vs-computer")
    for name in games:
        options = ("--function", name, "--examples", "60")
        status, out, _ = verify("dice_of_doom_v4", FILES["dice_of_doom_v4.lisp"], *options)
        assert (status, rows(out)) == (0, {name: ("yes", "-", "")})
        assert f"{name}: with the port's own handle-human" in out
    status, _, err = verify(
        "dice_of_doom_v4", "(defun roll-dice (n) n)", "--function", "handle-human"
    )
    assert status == 2
    assert "dice_of_doom_v4 has handle-human for itself: the listing does not" in err


def test_the_search_of_the_larger_solver_is_not_waited_for(verify, monkeypatch):
    def too_slow(*_):
        raise AssertionError

    monkeypatch.setattr(rev24a, "nega_alpha2", too_slow)
    options = ("--function", "solver")
    status, out, _ = verify("rev24a", listing("rev24a"), *options)
    assert (status, rows(out)) == (0, {"solver": ("yes", "-", "")})
    assert "solver: with a search that answers at once" in out


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


@pytest.mark.parametrize(
    "change",
    [
        ("*black* 2", "*black* 3"),
        ("(nega-alpha2 'b space-list", "(nega-alpha2 'b (reverse space-list)"),
        ("nil min-value max-value)\n   (format", "t min-value max-value)\n   (format"),
        ("(print *count*)", "(princ *count*)"),
        ("(print-move m)", "(print-move (cdr m))"),
    ],
)
def test_a_slip_in_the_larger_solver_is_found_without_its_search(verify, change):
    text = broken(listing("rev24a"), change)
    status, out, _ = verify("rev24a", text, "--function", "solver")
    assert (status, rows(out)["solver"][0]) == (1, "NO")


KEPT = {  # what a memo keeps, and the form without it
    "neighbors": ("(setf (gethash pos known) (funcall slowly pos))", "(funcall slowly pos)"),
    "game-tree": (
        "(setf (gethash position known) (apply slowly position))",
        "(apply slowly position)",
    ),
    "rate-position": (
        "(setf (gethash tree seen-by) (funcall slowly tree player))",
        "(funcall slowly tree player)",
    ),
}


@pytest.mark.parametrize(
    ("port", "name"),
    [
        *(("dice_of_doom_v1", name) for name in KEPT),
        ("dice_of_doom_v2", "neighbors"),
        ("dice_of_doom_v4", "game-tree"),
    ],
)
def test_a_function_that_has_lost_its_memo_is_found(verify, tmp_path, port, name):
    for file, text in (FILES | {"dice_of_doom_v1.lisp": broken(V1, KEPT[name])}).items():
        (tmp_path / file).write_text(text)
    text = (tmp_path / f"{port}.lisp").read_text()
    status, out, _ = verify(port, text, "--function", name, name=f"{port}.lisp")
    assert (status, rows(out)[name][0]) == (1, "NO")


@pytest.mark.parametrize("port", ["dice_of_doom_v1", "dice_of_doom_v2"])
def test_the_order_of_winners_that_tie_matters(verify, tmp_path, port):
    slip = ("(remove-duplicates owners)", "(remove-duplicates owners :from-end t)")
    for file, text in (FILES | {"dice_of_doom_v1.lisp": broken(V1, slip)}).items():
        (tmp_path / file).write_text(text)
    text = (tmp_path / f"{port}.lisp").read_text()
    status, out, _ = verify(port, text, "--function", "winners", name=f"{port}.lisp")
    assert (status, rows(out)["winners"][0]) == (1, "NO")


def test_a_promise_of_nothing_is_computed_once_too(verify):
    text = broken(LAZY, ("(if ,done", "(if ,result"))
    status, out, _ = verify("lazy", text, "--function", "lazy")
    assert status == 1
    assert rows(out)["lazy"][2].startswith("(let ((x (lazy (progn (princ 0) nil))))")


# Copies that lack something


RATING = V1[V1.index("(defun rate-position") : V1.index("(defun play-vs-computer")]


def test_what_cannot_be_run_is_no_counterexample(verify):
    status, out, err = verify("dice_of_doom_v1", RATING, "--examples", "5")
    found = rows(out)
    assert (status, err) == (3, "")
    for name in ("rate-position", "get-ratings", "handle-computer"):
        assert found.pop(name) == ("-", "-", "cannot be run without game-tree")
    assert set(found.values()) == {("-", "-", "not in this listing")}
    assert "Lisp" not in out
    assert "NO" not in out
    assert "3 cannot be run without what is nowhere defined (game-tree)" in out


def test_an_article_with_a_part_of_a_program_is_told_what_it_lacks(verify):
    try:
        article = find_listing("dice_of_doom_rate_position_common_lisp.txt").read_text()
    except Unavailable as reason:
        pytest.skip(str(reason))
    status, out, _ = verify("dice_of_doom_v1", article, "--examples", "3", name="article.txt")
    found = rows(out)
    assert status == 1  # it plays on 3x3
    assert "gives 3, not 2" in found.pop("*board-size*")[2]
    assert "gives 9, not 4" in found.pop("*board-hexnum*")[2]
    assert {said for equal, _, said in found.values() if equal == "-"} == {
        "not in this listing",
        "cannot be run without game-tree",
    }
    assert len(found) == 21


def test_what_can_be_run_on_some_calls_only_is_said_and_a_counterexample_comes_first(verify):
    lost = (
        "(defun lazy-nth (n list)\n",
        "(defun lazy-nth (n list)\n  (when (= n 2) (lost list))\n",
    )
    options = ("--function", "lazy-nth")
    status, out, _ = verify("lazy", broken(LAZY, lost), *options)
    assert (status, rows(out)["lazy-nth"]) == (3, ("-", "-", "cannot be run without lost"))
    wrong = ("(dotimes (i n (lazy-car", "(dotimes (i (min n 3) (lazy-car")
    status, out, _ = verify("lazy", broken(LAZY, lost, wrong), *options)
    assert (status, rows(out)["lazy-nth"][0]) == (1, "NO")


def test_a_variable_that_is_declared_but_has_no_value_is_a_counterexample(verify):
    slip = ("(defun force (promise) (", "(defvar *own*)\n(defun force (promise) (progn *own*) (")
    status, out, _ = verify("lazy", broken(LAZY, slip), "--function", "force")
    assert status == 1
    assert "*OWN* is unbound" in rows(out)["force"][2]
    undeclared = ("(defun force (promise) (", "(defun force (promise) (progn *own*) (")
    status, out, _ = verify("lazy", broken(LAZY, undeclared), "--function", "force")
    assert (status, rows(out)["force"]) == (3, ("-", "-", "cannot be run without *own*"))


# Hostile copies


def test_what_a_terminal_would_obey_is_shown_instead(verify):
    owned = "\x1b]0;OWNED\x07"
    text = broken(
        LAZY,
        ("(defun take (n list)\n", f'(defun take (n list)\n  (error "{owned}")\n'),
        (
            "(defun take-all (list)\n",
            f'(defun take-all (list)\n  (return-from take-all "{owned}")\n',
        ),
        ("(defun lazy-nth (n list)\n", f'(defun lazy-nth (n list)\n  (princ "{owned}")\n'),
    )
    text += f'(error "{owned}")\n(defun |{owned}| () 1)\n'
    status, out, err = verify("lazy", text, "--examples", "2", name="\x1b[31mred.lisp")
    assert status == 1
    assert "\x1b" not in out + err
    shown = r"\x1b]0;OWNED\x07"
    assert rows(out)["take"][2].endswith(shown)
    assert f"gives {shown}, not" in rows(out)["take-all"][2]
    assert f"'{shown}" in out
    assert re.search(r"not loaded: .*\(error .*: " + re.escape(shown), out)
    assert f"not verified: {shown.lower()}" in out
    status, _, err = verify("lazy", "(nothing)", name="\x1b[31mred.lisp")
    assert status == 2
    assert r"\x1b[31mred.lisp defines none of the functions of lazy" in err


TRIES = """
(defun try-it (function) (handler-case (funcall function) (error () :refused)))
(defun system (command)
  (sb-alien:alien-funcall
   (sb-alien:extern-alien "system" (function sb-alien:int sb-alien:c-string)) command))
(defun words (file) (with-open-file (stream file) (read-line stream)))
(error "tried: ~s ~s ~s ~s ~s ~s"
       (try-it (lambda () (words "SECRET")))
       (try-it (lambda () (words "BESIDE/notes.txt")))
       (try-it (lambda () (words "BESIDE/link.lisp")))
       (try-it (lambda () (system "echo here > SECRET.too")))
       (try-it (lambda () (sb-ext:posix-getenv "PASSWORD")))
       (try-it (lambda ()
                 (require :sb-bsd-sockets)
                 (let ((socket (make-instance (intern "INET-SOCKET" "SB-BSD-SOCKETS")
                                              :type :stream :protocol :tcp)))
                   (funcall (intern "SOCKET-CONNECT" "SB-BSD-SOCKETS")
                            socket #(127 0 0 1) PORT)
                   :connected))))
"""


@pytest.fixture
def tried(verify, tmp_path, monkeypatch):
    """What a copy that tries to do harm could do; and whether it wrote where it should not."""
    secret = tmp_path / "home" / "secret"
    secret.parent.mkdir()
    secret.write_text("hidden")
    (tmp_path / "notes.txt").write_text("hidden")
    (tmp_path / "link.lisp").symlink_to(secret)
    monkeypatch.setenv("PASSWORD", "hidden")

    def tried(*options):
        with socket.create_server(("127.0.0.1", 0)) as server:
            words = {"SECRET": secret, "BESIDE": tmp_path, "PORT": server.getsockname()[1]}
            tries = re.sub("|".join(words), lambda word: str(words[word[0]]), TRIES)
            options = ("--examples", "1", "--function", "lazy-car", *options)
            status, out, _ = verify("lazy", LAZY + tries, *options)
        assert (status, rows(out)) == (3, {"lazy-car": ("yes", "-", "")})
        return re.findall(r'[^\s"]+', out.partition("tried: ")[2].partition("\n\n")[0]), Path(
            f"{secret}.too"
        ).exists()

    return tried


@pytest.fixture
def _with_bwrap():
    try:
        sandboxed([])
    except Unavailable as reason:
        pytest.skip(str(reason))


@pytest.mark.usefixtures("_with_bwrap")
def test_in_the_sandbox_a_copy_sees_no_file_no_network_and_writes_nothing(tried):
    (read, beside, linked, system, password, connected), written = tried("--sandbox")
    assert (read, beside, linked) == (":REFUSED", ":REFUSED", ":REFUSED")
    assert system != "0"
    assert not written
    assert (password, connected) == ("NIL", ":REFUSED")


def test_without_the_sandbox_it_has_all_rights_of_the_user(tried):
    hidden = ["hidden", "hidden", "hidden", "0", "hidden", ":CONNECTED"]
    assert tried() == (hidden, True)


@pytest.mark.usefixtures("_with_bwrap")
def test_in_the_sandbox_a_copy_loads_what_lies_beside_it(verify, tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    text = FILES["dice_of_doom_v2.lisp"]
    status, out, err = verify("dice_of_doom_v2", text, "--examples", "2", "--sandbox")
    assert (status, err) == (0, "")
    assert {equal for equal, _, _ in rows(out).values()} == {"yes"}


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


def test_a_listing_that_leaves_nothing_to_talk_to_is_said(verify):
    text = f"{LAZY}\n(defun landoflisp-names () (sb-ext:exit :abort t))"
    status, out, err = verify("lazy", text, "--examples", "1")
    assert (status, out) == (2, "")
    assert err == "landoflisp: when the listing is loaded: SBCL ended by itself: stopped\n"


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


def children(pid):
    """The processes that a process has started, and those that these have, on Linux."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    if not Path("/proc/self/task").exists():
        pytest.skip("only Linux tells the children of a process")
    try:
        found = [int(child) for child in path.read_text().split()]
    except OSError:  # it has ended
        return []
    return found + [grandchild for child in found for grandchild in children(child)]


def is_gone(pid, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        state = Path(f"/proc/{pid}/stat")
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(
    ("sent", "status", "said", "options"),
    [
        (signal.SIGINT, 130, "landoflisp: interrupted: not all is verified", ()),
        pytest.param(
            *(signal.SIGTERM, 143, "landoflisp: terminated: not all is verified", ()),
            marks=pytest.mark.slow,
        ),
        (signal.SIGKILL, -signal.SIGKILL, "", ()),
        (signal.SIGKILL, -signal.SIGKILL, "", ("--sandbox",)),
    ],
)
def test_a_command_that_is_ended_leaves_nothing_running(
    tmp_path, request, sent, status, said, options
):
    pytest.importorskip("pty")
    if options:
        request.getfixturevalue("_with_bwrap")
    text = broken(LAZY, ("(defun take-all (list)\n", "(defun take-all (list)\n  (loop)\n"))
    (tmp_path / "copy.lisp").write_text(text)
    args = ("verify", "lazy", "--lisp", str(tmp_path / "copy.lisp"), "--examples", "3")
    with started(*args, "--timeout", "100", *options) as (process, read):
        end = time.monotonic() + 60
        while not children(process.pid):
            assert process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)
        time.sleep(2)  # by now it loops
        running = children(process.pid)
        assert len(running) == (3 if options else 1)  # bwrap, and its own in there, and SBCL
        os.kill(process.pid, sent)
        assert process.wait(timeout=20) == status
        assert all(is_gone(pid, 5) for pid in running)
        out, err = process.stdout.read(), "".join(iter(read, ""))
    assert "Traceback" not in err
    assert said in err
    if said:
        assert rows(out)["take"][0] == "yes"
        assert "take-all" not in rows(out)
        assert "5 not verified" in out


PRESSED = """
import gc, os, signal, sys
from landoflisp import commands

def press(*_):
    watched = signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    if watched and "hypothesis.internal.conjecture.engine" in sys.modules:
        gc.callbacks.remove(press)
        os.kill(os.getpid(), signal.SIGINT)

gc.callbacks.append(press)
gc.set_threshold(100)
sys.exit(commands.main(sys.argv[1:]))
"""


def test_ctrl_c_is_heard_in_the_middle_of_a_garbage_collection(tmp_path):
    (tmp_path / "copy.lisp").write_text(LAZY)
    command = [sys.executable, "-c", PRESSED, "verify", "lazy", "--lisp", tmp_path / "copy.lisp"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert found.returncode == 130
    assert found.stderr == "landoflisp: interrupted: not all is verified\n"
    assert " not verified" in found.stdout
