"""The questions of `check_game` asked in other processes, where the hashes of texts are others.

There the last question comes first, and nothing is remembered yet. So what depends on the order of
a set, on what was asked before or on chance is answered otherwise.

This file is run by its path, too, and imports nothing of the package before it is told where that
is.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Hashable, Sequence
from contextlib import ExitStack
from typing import Any, TypeAlias

__all__ = ["CannotAsk", "ask_elsewhere"]

Question: TypeAlias = tuple[Any, Sequence[Hashable]]  # a tree, and the players who value its board
Said: TypeAlias = tuple[list[tuple[Any, ...]], dict[Hashable, Any]]

SEEDS = ("1", "2", "3")
PROCESSES = 2
SECONDS = 60  # so long an answer is waited for


class CannotAsk(Exception):
    """Another process finds no game there, or does not answer; the message says why."""


def ask_elsewhere(
    questions: Sequence[Question], value: Callable[[Any, Any], Any] | None
) -> list[tuple[str, list[Said | str]]]:
    """Return the hash seeds of processes and what they answer: (moves, worth), or an error as text.

    A move is (action, player, board); the worth is what `value` says for each player. Raises
    `CannotAsk` where the game is not found in another process.
    """
    try:
        asked = pickle.dumps(sys.path) + pickle.dumps((value, questions))
    except Exception as error:
        raise CannotAsk(error) from None
    others = [seed for seed in SEEDS if seed != os.environ.get("PYTHONHASHSEED")]
    with ExitStack() as stack:
        try:
            processes = [_process(seed, stack) for seed in others[:PROCESSES]]
            answers = [process.communicate(asked, SECONDS) for process in processes]
        except (OSError, subprocess.SubprocessError) as error:
            raise CannotAsk(error) from None
    for process, (_, complaint) in zip(processes, answers, strict=True):
        if process.returncode:
            raise CannotAsk(complaint.decode(errors="replace").strip().rpartition("\n")[2])
    return [(seed, pickle.loads(said)) for seed, (said, _) in zip(others, answers, strict=False)]


def _process(seed: str, stack: ExitStack) -> "subprocess.Popen[bytes]":
    process = subprocess.Popen(
        [sys.executable, __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    stack.enter_context(process)
    stack.callback(process.kill)
    return process


def _answer() -> None:
    """Answer on standard output what is asked on standard input."""
    asked, answer = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # What a module prints when it is imported is no answer.
    sys.path[:] = pickle.load(asked)
    value, questions = pickle.load(asked)
    said = [_said(tree, players, value) for tree, players in reversed(questions)]
    pickle.dump(said[::-1], answer)
    answer.close()


def _said(tree: Any, players: Sequence[Hashable], value: Any) -> Said | str:
    from landoflisp.tree import branches

    try:
        moves = [(action, after.player, after.board) for action, after in branches(tree)]
        return moves, {player: value(tree.board, player) for player in players if value}
    except Exception as error:
        return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    _answer()
