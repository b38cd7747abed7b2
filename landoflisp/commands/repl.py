"""`landoflisp repl`: a prompt with the vocabulary of the library."""

import argparse
import ast
import os
import sys
from code import InteractiveConsole, InteractiveInterpreter
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import toolz

import landoflisp
from landoflisp import play, show
from landoflisp.commands.arguments import Subparsers
from landoflisp.commands.progress import is_terminal
from landoflisp.commands.signals import heard
from landoflisp.errors import BadInput

__all__ = ["BANNER", "add_parser", "run", "vocabulary"]

BANNER = """\
landoflisp: help(negamax) explains, Tab completes, Ctrl-D leaves. Try:
tree = reversi.tree(reversi.start(4, 4))
print(tree)
best = fail_soft(tree, reversi.get_value)
print(best, follow(tree, best.line), sep="\\n")"""

DESCRIPTION = """\
Open a prompt that knows the library: all of landoflisp, landoflisp.play and
landoflisp.show, and partial, count, pipe and take. The ports are imported as
anywhere: from ports import rev16nega.

The prompt is IPython's where that is installed (pip install 'landoflisp[repl]'),
or else Python's. What comes through a pipe or out of a file is run without
banner and prompt, and the values of its expressions are printed; it ends with
exit status 1 at the first error, and runs nothing, with status 2, if it is no
Python."""

EXAMPLES = """
examples:
  landoflisp repl
  echo 'perft(reversi.tree(reversi.start()), 4)' | landoflisp repl
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add `repl` to the subcommands."""
    parser = subparsers.add_parser(
        "repl",
        description=DESCRIPTION,
        epilog=EXAMPLES,
    )
    parser.set_defaults(run=run)


def vocabulary() -> dict[str, Any]:
    """Return what the prompt knows, by name.

    >>> sorted({"negamax", "reversi", "draw", "human", "pipe", "nothing"} & set(vocabulary()))
    ['draw', 'human', 'negamax', 'pipe', 'reversi']
    """
    return {
        **{name: getattr(module, name) for module in MODULES for name in module.__all__},
        "partial": partial,
        **{function.__name__: function for function in (toolz.count, toolz.pipe, toolz.take)},
    }


MODULES: tuple[Any, ...] = (show, play, landoflisp)


def run(args: argparse.Namespace) -> int:
    """Answer at the prompt until there is no more input, and return the exit status."""
    # What is defined at the prompt is found in the main module, by pickle for one.
    main: Any = ModuleType("__main__")
    names = vars(main)
    names.update(vocabulary())
    sys.modules["__main__"] = main
    try:
        with heard(_leave):
            if not is_terminal(sys.stdin):
                return _run_all(names)
            if not is_terminal(sys.stdout) or not _ipython(names):
                _console(names)
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)  # as Python does
        return 1
    return 0


def _leave(number: int) -> None:
    # A prompt takes Ctrl-C, which other commands take such a signal for, for the end of a line.
    raise SystemExit(128 + number)


def _run_all(names: dict[str, Any]) -> int:
    """Run what is to be read, statement by statement, as a prompt would, and stop at an error."""
    source = sys.stdin.buffer.read()
    try:
        statements = ast.parse(source, "<stdin>").body
    except (SyntaxError, ValueError) as error:
        raise BadInput(f"what is read is no Python: {error}") from None
    for statement in statements:
        try:
            exec(compile(ast.Interactive([statement]), "<stdin>", "single"), names)
        except BrokenPipeError:
            raise
        except Exception:
            InteractiveInterpreter().showtraceback()
            return 1
    return 0


def _ipython(names: dict[str, Any]) -> bool:
    """Open the prompt of IPython and come back when it is left; tell whether there is one."""
    try:
        from IPython import start_ipython
        from IPython.terminal.interactiveshell import TerminalInteractiveShell
        from traitlets.config import Config
    except ImportError:
        return False
    wanted = {"banner1": f"{BANNER}\n", "banner2": "", "confirm_exit": False, "enable_tip": False}
    # Not every version has tips to switch off.
    shell = {
        option: wanted[option] for option in wanted.keys() & TerminalInteractiveShell.class_traits()
    }
    signals: list[int] = []

    def leave(number: int) -> None:
        signals.append(number)
        prompt: Any = TerminalInteractiveShell.instance()
        prompt.ask_exit()  # since what is raised while a line runs ends no more than that line
        _leave(number)

    with heard(leave):
        start_ipython(argv=[], user_ns=names, config=Config(TerminalInteractiveShell=shell))
    for number in signals:
        _leave(number)
    return True


def _console(names: dict[str, Any]) -> None:
    """Open Python's own prompt, with completion and history where they can be had."""
    try:
        import readline
        from rlcompleter import Completer
    except ImportError:
        InteractiveConsole(names).interact(BANNER, "")
        return
    readline.set_completer(Completer(names).complete)
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    history = _history()
    with suppress(OSError):
        readline.read_history_file(history)
    try:
        InteractiveConsole(names).interact(BANNER, "")
    finally:
        with suppress(OSError):
            history.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(history)


def _history() -> Path:
    """Return the file of what was typed, where the XDG base directory specification has it."""
    state = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return Path(state, "landoflisp", "repl_history")
