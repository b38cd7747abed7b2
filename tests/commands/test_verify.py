"""`landoflisp verify` without any SBCL: what it checks, what it refuses, how its table looks."""

import re
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp import commands
from landoflisp.listings.forms import port_forms
from landoflisp.listings.pairs import entry
from landoflisp.proofs.checks import Difference, Example, Row, comparable, written
from landoflisp.proofs.copies import Call, Outcome
from landoflisp.proofs.reports import details, overview
from landoflisp.proofs.verification import CHECKS, checks_of
from tests.commands.terminal import ROOT
from tests.commands.verify_listings import LAZY, V1, V2


@pytest.fixture
def landoflisp(capsys, tmp_path, monkeypatch):
    """The command, where the files are: (exit status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)

    def landoflisp(*args):
        status = commands.main(["verify", *args])
        return status, *capsys.readouterr()

    return landoflisp


# What is checked


@pytest.mark.parametrize("port", CHECKS)
def test_every_form_that_a_listing_shares_with_its_port_is_checked_in_its_order(port):
    forms = [entry(port, form.name) for form in port_forms(port)]
    listed = [form.name for form in forms if form.printed]
    assert [check.name for check in checks_of(port)] == list(dict.fromkeys(listed))


atoms = st.integers(0, 2) | st.sampled_from(["b", True, False, None, Fraction(1, 2), Fraction(2)])
values = st.recursive(
    atoms,
    lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple),
    max_leaves=5,
)


@given(values, values)
def test_values_are_the_same_just_if_they_are_written_alike_as_lists(some, other):
    assert (comparable(some) == comparable(other)) == (
        written(_lists(some)) == written(_lists(other))
    )


def _lists(value):
    return [_lists(v) for v in value] if isinstance(value, list | tuple) else value


LIMITED = [
    ("rev16nega", "nega-alpha2", r" (\S+) (\S+)\)$"),
    ("dice_of_doom_v2", "ab-rate-position", r" (?P<beta>\S+) (?P<alpha>\S+)\)$"),
]


@pytest.mark.parametrize(("port", "name", "limits"), LIMITED)
@given(data=st.data())
def test_the_lower_limit_of_a_search_is_never_above_the_upper_one(port, name, limits, data):
    check = next(check for check in checks_of(port) if check.name == name)
    found = re.search(limits, data.draw(check.examples).call.form)
    alpha, beta = (found["alpha"], found["beta"]) if found.groupdict() else found.groups()
    assert int(alpha) <= int(beta)


# What is refused


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["kalah2", "--lisp", "x"], "kalah2 is the port of a Python program: verify is for those "),
        (["unity_ai"], "unity_ai is the port of a C# program: verify is for those of Lisp"),
        (["rev16"], "a port is one of rev16nega, .*; is it rev16nega?"),
        (["rev16nega"], r"your copy of the listing is wanted: --lisp FILE"),
        (["rev16nega", "--lisp", "none.lisp"], "none.lisp cannot be read: No such file"),
        (["rev16nega", "--lisp", "."], ". cannot be read: Is a directory"),
        (["rev16nega", "--lisp", "empty.lisp"], "empty.lisp defines none of the functions of rev1"),
        (["rev16nega", "--lisp", "binary.lisp"], "binary.lisp is not text"),
        (["rev16nega", "--lisp", "v1.lisp"], "v1.lisp defines none of the functions of rev16nega"),
        (
            ["dice_of_doom_v2", "--lisp", "v1.lisp"],
            "v1.lisp looks like dice_of_doom_v1, not dice_of_doom_v2: it defines 23 ",
        ),
        (
            ["dice_of_doom_v1", "--lisp", "v2.lisp"],
            "v2.lisp looks like dice_of_doom_v2, not dice_of_doom_v1: ",
        ),
        (["rev16nega", "--lisp", "notes.txt"], "notes.txt has none of the 23 forms of rev16nega"),
        (["lazy", "--lisp", "lazy.lisp", "--function", "lazy-nht"], "'lazy-nht'; is it lazy-nth?"),
        (["lazy", "--lisp", "lazy.lisp", "--examples", "0"], "a number from 1 on, not '0'"),
        (
            ["lazy", "--lisp", "lazy.lisp", "--timeout", "nan"],
            "a number from 0.1 to 86400, not 'nan'",
        ),
        (["lazy", "--lisp", "x", "--timeout", "1e10"], "a number from 0.1 to 86400, not '1e10'"),
        (["lazy", "--lisp="], "--lisp: the name of a file is expected, not ''"),
        (["lazy", "--lisp", "lazy.lisp", "--timeout", "x"], "a number from 0.1 to 86400, not 'x'"),
        (["lazy", "--lisp", "lazy.lisp", "--seed", "x"], "a whole number is expected, not 'x'"),
    ],
)
def test_what_cannot_be_verified_is_said_in_one_line(landoflisp, tmp_path, args, message):
    for name, text in {"v1": V1, "v2": V2, "lazy": LAZY, "empty": ""}.items():
        (tmp_path / f"{name}.lisp").write_text(text)
    (tmp_path / "binary.lisp").write_bytes(b"\0\1\2")
    (tmp_path / "notes.txt").write_text("nothing (here) but words")
    status, out, err = landoflisp(*args)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert re.search(message, err)


def test_the_help_says_what_a_listing_may_do_and_what_the_exit_status_means(landoflisp):
    status, out, _ = landoflisp("--help")
    words = " ".join(out.split())
    assert status == 0
    assert "it runs with all your rights" in words
    assert "For a file that you do not trust say --sandbox" in words
    assert "Exit status 0 if all is equal, 1 if anything differs, 3 if" in words


def programs(directory, **scripts):
    """Put programs where PATH looks for them, and nothing else there."""
    directory.mkdir()
    for name, script in scripts.items():
        (directory / name).write_text(f"#!/bin/sh\n{script}\n")
        (directory / name).chmod(0o755)
    return str(directory)


PARTS = "echo /usr/bin/sbcl; echo /usr/lib/sbcl.core; echo /usr/lib/sbcl"
DENIED = "echo 'bwrap: No permissions to create new namespace' >&2; exit 1"


@pytest.mark.parametrize(
    ("scripts", "message"),
    [
        ({"sbcl": PARTS}, "there is no bwrap on the PATH: install bubblewrap (apt-get install bub"),
        (
            {"sbcl": PARTS, "bwrap": DENIED},
            "bwrap cannot shut SBCL in here: bwrap: No permissions to create new namespace",
        ),
        (
            {"sbcl": "echo no core >&2; exit 1", "bwrap": DENIED},
            "sbcl does not start: no core",
        ),
    ],
)
def test_where_nothing_can_be_shut_in_it_says_why(
    landoflisp, tmp_path, monkeypatch, scripts, message
):
    pytest.importorskip("cl4py")
    (tmp_path / "lazy.lisp").write_text(LAZY)
    monkeypatch.setenv("PATH", programs(tmp_path / "bin", **scripts))
    status, out, err = landoflisp("lazy", "--lisp", "lazy.lisp", "--sandbox")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_without_sbcl_it_says_how_to_install_it(landoflisp, tmp_path, monkeypatch):
    (tmp_path / "lazy.lisp").write_text(LAZY)
    monkeypatch.setenv("PATH", "")
    status, out, err = landoflisp("lazy", "--lisp", "lazy.lisp")
    assert (status, out) == (2, "")
    assert err == (
        "landoflisp: verify runs the listing, but there is no sbcl on the PATH: "
        "install SBCL (apt-get install sbcl)\n"
    )


@pytest.mark.parametrize(
    ("module", "advice"),
    [("hypothesis", "pip install '.[lisp,test]'"), ("cl4py", "pip install cl4py")],
)
def test_without_an_extra_it_says_how_to_install_it(tmp_path, module, advice):
    (tmp_path / "lazy.lisp").write_text(LAZY)
    (tmp_path / "sbcl").write_text("#!/bin/sh\n")
    (tmp_path / "sbcl").chmod(0o755)
    program = (
        "import os, sys\n"
        f"sys.modules[{module!r}] = None\n"
        "os.environ['PATH'] = sys.argv[2]\n"
        "from landoflisp import commands\n"
        "sys.exit(commands.main(['verify', 'lazy', '--lisp', sys.argv[1]]))\n"
    )
    args = [sys.executable, "-c", program, str(tmp_path / "lazy.lisp"), str(tmp_path)]
    found = subprocess.run(args, cwd=ROOT, capture_output=True, text=True)
    assert (found.returncode, found.stdout) == (2, "")
    assert advice in found.stderr
    assert found.stderr.count("\n") == 1


# How it looks


outcomes = st.tuples(
    st.lists(values, max_size=2), st.just("") | st.text("ab -", max_size=99), st.text("ab\n ")
).map(lambda parts: Outcome(*parts))


@st.composite
def rows(draw):
    name = draw(st.sampled_from(["take", "largest-cluster-size"]))
    if draw(st.booleans()):
        return Row(name, missing=True)
    example = Example(Call("(take 3 (f))"), lambda: None, drawing=draw(st.just("") | st.just("xy")))
    difference = Difference(example, draw(outcomes), draw(outcomes), None, False, None)
    return Row(name, draw(st.integers(1, 10**4)), False, None, difference)


@given(st.lists(rows(), min_size=1, max_size=4), st.integers(40, 200))
def test_the_table_is_never_wider_than_the_terminal(some, width):
    lines = overview(some, width).splitlines()
    assert len(lines) == 1 + len(some)
    assert max(map(len, lines)) <= width


@given(rows().filter(lambda row: row.difference), st.integers(40, 200))
def test_nor_is_a_counterexample(row, width):
    text = details(row, width)
    assert max(map(len, text.splitlines())) <= width
    assert "Lisp" in text
    assert "port" in text
