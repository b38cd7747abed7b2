"""What is known of a question, in a file that survives whatever happens while it is written.

The first line says what the file is and has the checksum of the rest, which is JSON.
"""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from landoflisp import files
from landoflisp.errors import BadInput
from landoflisp.games.reversi import Position
from landoflisp.solve import squares
from landoflisp.solve.windows import ANYTHING, Bounds
from landoflisp.tree import Action

__all__ = ["Checkpoint", "load", "question", "save"]

KIND = "landoflisp-checkpoint"
VERSION = "2"
OLD = "1"  # whose questions name no rules, and first moves that are not mirrored
RULES = "reversi "  # with which a question begins
LARGEST = 1 << 30  # bytes of a file
MOST = 1 << 60  # positions, and seconds
SHOWN = 99  # letters of what a file says, at most


class Checkpoint(NamedTuple):
    """What is known of which question, and how many positions and seconds it took so far."""

    question: str
    known: Mapping[str, Bounds]
    nodes: int = 0
    seconds: float = 0


def question(position: Position, first_moves: Sequence[Action] | None = None) -> str:
    """Return all that decides the value, as one text: the rules, the position, its first moves.

    It is the same for mirror images.

    >>> from landoflisp.games import reversi
    >>> question(reversi.start(4, 4), [8])
    'reversi .+../.ox./.xo./....'
    """
    return RULES + squares.question(position, first_moves or ())


def save(path: Path, checkpoint: Checkpoint) -> None:
    """Write the checkpoint; at any moment the file is the old one or the new one, and whole.

    Raises OSError.
    """
    content = json.dumps(checkpoint._asdict()).encode()
    head = f"{KIND} {VERSION} {sha256(content).hexdigest()}\n"
    files.write(path, head.encode() + content)


def load(path: Path, question: str) -> Checkpoint:
    """Return the checkpoint in the file; one that knows nothing if there is no such file.

    Raises `BadInput` if it is damaged, of another question, or no checkpoint; OSError.
    """
    try:
        head, _, content = files.read(path, LARGEST).partition(b"\n")
    except FileNotFoundError:
        return Checkpoint(question, {})
    kind, version, checksum = (*head.decode(errors="replace").split(" "), "", "")[:3]
    if kind != KIND:
        raise BadInput(f"{path} is no checkpoint")
    if version not in (OLD, VERSION):
        raise BadInput(f"{path} is a checkpoint of version {version[:SHOWN]}, not {VERSION}")
    if sha256(content).hexdigest() != checksum:
        raise BadInput(f"{path} is damaged: its checksum is not that of its content")
    try:
        fields = _fields(content)
        asked = fields["question"]
        if version == OLD:
            asked = RULES + _without_first_moves(asked)
        if asked == question:
            return _checkpoint(**{**fields, "question": question})
    except BadInput as error:
        raise BadInput(f"{path} is a checkpoint of no use: {error}") from None
    raise BadInput(f"{path} is a checkpoint of {asked[:SHOWN]}, not of {question}")


def _fields(content: bytes) -> dict[str, Any]:
    try:
        fields = json.loads(content)
    except (ValueError, RecursionError):
        raise BadInput("its content is not JSON") from None
    if not isinstance(fields, dict) or set(fields) != set(Checkpoint._fields):
        raise BadInput(f"its content is not {', '.join(Checkpoint._fields)}")
    if not isinstance(fields["question"], str):
        raise BadInput("its question is no text")
    return fields


def _without_first_moves(asked: str) -> str:
    """Return the question of an old checkpoint, or raise `BadInput` if it has first moves."""
    if " " in asked:
        raise BadInput(f"version {OLD} does not tell first moves from those of a mirror image")
    return asked


def _checkpoint(question: str, known: Any, nodes: Any, seconds: Any) -> Checkpoint:
    if type(nodes) is not int or not 0 <= nodes <= MOST:
        raise BadInput("its nodes are no number of positions")
    if type(seconds) not in (int, float) or not 0 <= seconds <= MOST:
        raise BadInput("its seconds are no time")
    if not isinstance(known, dict):
        raise BadInput("what it knows are no bounds of positions")
    size = squares.size(question.removeprefix(RULES))
    bounds = {key: _bounds(key, found, *size) for key, found in known.items()}
    return Checkpoint(question, bounds, nodes, seconds)


def _bounds(key: str, found: Any, rows: int, columns: int) -> Bounds:
    if not squares.is_key(key, rows, columns):
        raise BadInput(f"{key[:SHOWN]!r} is no position on a board of {rows}x{columns}")
    most = rows * columns
    if isinstance(found, list) and [type(bound) for bound in found] == [int, int]:
        lower, upper = found
        is_possible = lower <= most and -most <= upper
        if is_possible and ANYTHING.lower <= lower <= upper <= ANYTHING.upper:
            return Bounds(lower, upper)
    raise BadInput(f"the bounds of {key} leave no value from -{most} to {most}")
