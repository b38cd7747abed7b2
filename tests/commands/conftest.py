"""What the tests of all subcommands share."""

import io
import shlex

import pytest

from landoflisp import commands


@pytest.fixture
def landoflisp(capsys, monkeypatch):
    """The command as a function of its line and of what is typed: (status, output, errors)."""

    def landoflisp(line, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = commands.main(shlex.split(line) if isinstance(line, str) else line)
        return status, *capsys.readouterr()

    return landoflisp
