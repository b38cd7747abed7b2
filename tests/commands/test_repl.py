"""`landoflisp repl`: the prompt in a terminal, and what comes through a pipe."""

import os
import re
import signal
import subprocess
import time

import pytest

import landoflisp
from landoflisp.commands import repl
from landoflisp.search import fail_soft
from tests.commands.terminal import COMMAND, CTRL_C, CTRL_D, ROOT, run, session

BANNER_LINES = repl.BANNER.splitlines()


def typed(text, **options):
    return run("repl", input=text, **options)


# The banner


def test_the_banner_is_five_lines_that_fit_a_terminal():
    assert len(BANNER_LINES) == 5
    assert max(map(len, BANNER_LINES)) <= 80


def test_the_lines_of_the_banner_solve_a_position():
    ended = typed("\n".join(BANNER_LINES[1:]))
    solved = fail_soft(
        landoflisp.reversi.tree(landoflisp.reversi.start(4, 4)), landoflisp.reversi.get_value
    )
    assert ended.returncode == 0, ended.stderr
    assert str(solved) in ended.stdout
    assert ended.stdout.endswith(": no moves\n")


# What comes through a pipe


def test_values_of_expressions_are_printed_and_nothing_else_is():
    ended = typed("x = 6\nprint('one')\nx * 7\nNone\n")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "one\n42\n", "")


def test_nothing_to_read_is_nothing_to_do():
    ended = typed("")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_a_closed_standard_input_is_nothing_to_read():
    ended = subprocess.run(
        " ".join(COMMAND) + " repl <&-", shell=True, cwd=ROOT, capture_output=True, text=True
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_an_error_ends_it_with_the_lines_that_are_to_blame_and_no_others():
    ended = typed("print('before')\nnegamax(1)\nprint('after')\n")
    assert ended.returncode == 1
    assert ended.stdout == "before\n"
    assert ended.stderr.startswith('Traceback (most recent call last):\n  File "<stdin>", line 2')
    assert ended.stderr.splitlines()[-1].endswith("BadInput: a game tree is expected, not 1")


def test_an_illegal_move_says_what_the_moves_are():
    ended = typed("follow(reversi.tree(reversi.start(4, 4)), [0])")
    assert ended.returncode == 1
    assert "0 is not a move here; the moves are: 8, 13, 22, 27" in ended.stderr


@pytest.mark.parametrize("text", ["1 +", "if", b"\xff", b"\x00", "(" * 300])
def test_what_is_no_python_gets_one_line(text):
    code = text if isinstance(text, bytes) else text.encode()
    ended = subprocess.run([*COMMAND, "repl"], cwd=ROOT, input=code, capture_output=True)
    assert ended.returncode == 2
    assert ended.stderr.startswith(b"landoflisp: what is read is no Python: ")
    assert ended.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("line", "status"), [("exit()", 0), ("exit(3)", 3), ("raise SystemExit", 0), ("exit('so')", 1)]
)
def test_exit_is_the_exit_status(line, status):
    ended = typed(f"{line}\nprint('after')")
    assert (ended.returncode, ended.stdout) == (status, "")
    assert ended.stderr == ("so\n" if status == 1 else "")


def test_what_is_defined_there_pickles():
    ended = typed(
        "import pickle\n"
        "def moves(player, left):\n    return [(1, player, left - 1)] if left else []\n"
        "tree = unfold_tree(moves, 0, 2)\n"
        "pickle.loads(pickle.dumps(tree)) == tree\n"
    )
    assert ended.stdout == "True\n", ended.stderr


def test_a_game_of_one_s_own_draws_itself():
    ended = typed(
        "def moves(player, left):\n    return [(1, player, left - 1)] if left else []\n"
        "def show(left):\n    return '|' * left\n"
        "print(unfold_tree(moves, 0, 2))\n"
    )
    assert ended.stdout == "||\nplayer 0 to move\n1. 1\n", ended.stderr


def test_nobody_who_reads_is_no_error():
    with subprocess.Popen(
        [*COMMAND, "repl"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        process.stdin.write(b"for n in range(10 ** 5): print(n)\n")
        process.stdin.close()
        assert process.wait() == 141
        assert process.stderr.read() == b""


# The vocabulary


def test_all_of_the_library_is_there():
    assert set(landoflisp.__all__) <= set(repl.vocabulary())


def test_the_imports_of_the_readme_are_there_or_can_be_made():
    readme = (ROOT / "README.md").read_text()
    imports = [
        line.removeprefix(">>> ")
        for line in readme.splitlines()
        if re.match(">>> (from|import) ", line)
    ]
    assert imports
    ended = typed("\n".join([*imports, "partial, count, pipe, take"]))
    assert ended.returncode == 0, ended.stderr


# The prompt in a terminal


def prompt(home, hide_ipython=True, **environment):
    """Open the prompt in a terminal that is its own, with this home directory."""
    (hidden := home / "hidden").mkdir(exist_ok=True)
    (hidden / "IPython.py").write_text("raise ImportError\n")
    path = {"PYTHONPATH": str(hidden)} if hide_ipython else {}
    home_only = {
        "HOME": str(home),
        "IPYTHONDIR": str(home / "ipython"),
        "TERM": "dumb",
        "XDG_STATE_HOME": "",
    }
    return session("repl", env={**os.environ, **home_only, **path, **environment})


def leave(session):
    """Press Ctrl-D and return the exit status."""
    session.press(CTRL_D)
    return session.rest()[1]


def test_the_prompt_opens_with_the_banner_and_answers(tmp_path):
    with prompt(tmp_path) as session:
        assert session.until(">>> ") == repl.BANNER + "\n>>> "
        session.press("perft(reversi.tree(reversi.start()), 2)\n")
        session.until("\n12\n>>> ")
        assert leave(session) == 0


def test_exit_at_the_prompt_is_the_exit_status(tmp_path):
    with prompt(tmp_path) as session:
        session.until(">>> ")
        session.press("exit(3)\n")
        assert session.rest()[1] == 3


def test_ctrl_c_ends_the_line_and_the_search_but_not_the_prompt(tmp_path):
    with prompt(tmp_path) as session:
        session.until(">>> ")
        session.press("1 + ")
        session.until("1 + ")
        time.sleep(0.3)  # readline hears Ctrl-C when it waits for a key
        session.press(CTRL_C)
        session.until("KeyboardInterrupt\n>>> ")
        session.press(
            "print('on'); negamax(reversi.tree(reversi.start(6, 6)), reversi.get_value)\n"
        )
        session.until("\non\n")
        session.press(CTRL_C)
        session.until("KeyboardInterrupt\n>>> ")
        session.press("6 * 7\n")
        session.until("\n42\n>>> ")
        assert leave(session) == 0


def test_names_are_completed(tmp_path):
    pytest.importorskip("readline")
    with prompt(tmp_path) as session:
        session.until(">>> ")
        session.press("reversi.change_t\t'b')\n")
        session.until("\n'w'\n>>> ")


def test_what_was_typed_is_there_the_next_time(tmp_path):
    pytest.importorskip("readline")
    for keys in ("6 * 7\n", "\x10\n"):  # the second time: up
        with prompt(tmp_path) as session:
            session.until(">>> ")
            session.press(keys)
            session.until("\n42\n>>> ")
            assert leave(session) == 0
    assert (tmp_path / ".local/state/landoflisp/repl_history").exists()


def test_a_home_where_nothing_can_be_written_is_no_error(tmp_path):
    (tmp_path / "file").touch()
    with prompt(tmp_path, XDG_STATE_HOME=str(tmp_path / "file")) as session:
        assert session.until(">>> ") == repl.BANNER + "\n>>> "
        session.press("6 * 7\n")
        session.until("\n42\n>>> ")
        assert leave(session) == 0


def test_ipython_is_the_prompt_where_it_is_installed(tmp_path):
    pytest.importorskip("IPython", reason="needs IPython: pip install 'landoflisp[repl]'")
    with prompt(tmp_path, hide_ipython=False) as session:
        opened = session.until("In [1]")
        assert repl.BANNER in opened
        assert "Python 3" not in opened
        session.press("6 * 7\n")
        session.until("Out[")
        session.until("42")
        session.until("In [2]")
        session.press("exit\n")
        assert session.rest()[1] == 0


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="needs SIGHUP")
@pytest.mark.parametrize("hide_ipython", [True, False])
@pytest.mark.parametrize("line", ["", "print(6 * 7); import time; time.sleep(99)\n"])
def test_a_prompt_is_left_when_the_process_is_to_end(hide_ipython, line, tmp_path):
    if not hide_ipython:
        pytest.importorskip("IPython", reason="needs IPython: pip install 'landoflisp[repl]'")
    with prompt(tmp_path, hide_ipython) as session:
        session.until(">>> " if hide_ipython else "In [1]: ")
        session.press(line)
        if line:
            session.until("\n42")
        time.sleep(0.3)  # as above
        session.process.send_signal(signal.SIGHUP if line else signal.SIGTERM)
        assert session.rest()[1] == (129 if line else 143)
