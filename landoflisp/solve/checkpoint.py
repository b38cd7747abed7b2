"""What is known of a position, in a file that survives whatever happens while it is written.

The first line says what the file is and has the checksum of the rest, which is JSON.
"""

import json
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from landoflisp.errors import BadInput
from landoflisp.solve.windows import Bounds

__all__ = ["Checkpoint", "load", "save"]

KIND = "landoflisp-checkpoint"
VERSION = "1"


class Checkpoint(NamedTuple):
    """What is known of which question, and how many positions and seconds it took so far."""

    question: str
    known: Mapping[str, Bounds]
    nodes: int = 0
    seconds: float = 0


def save(path: Path, checkpoint: Checkpoint) -> None:
    """Write the checkpoint; at any moment the file is the old one or the new one, and whole.

    Raises OSError.
    """
    content = json.dumps(checkpoint._asdict()).encode()
    new = path.with_name(f"{path.name}.new")
    with new.open("wb") as file:
        file.write(f"{KIND} {VERSION} {sha256(content).hexdigest()}\n".encode())
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def load(path: Path, question: str) -> Checkpoint:
    """Return the checkpoint in the file; one that knows nothing if there is no such file.

    Raises `BadInput` if it is damaged, of another question, or no checkpoint; OSError.
    """
    try:
        head, _, content = path.read_bytes().partition(b"\n")
    except FileNotFoundError:
        return Checkpoint(question, {})
    kind, version, checksum = (*head.decode(errors="replace").split(" "), "", "")[:3]
    if kind != KIND:
        raise BadInput(f"{path} is no checkpoint")
    if version != VERSION:
        raise BadInput(f"{path} is a checkpoint of version {version}, not {VERSION}")
    if sha256(content).hexdigest() != checksum:
        raise BadInput(f"{path} is damaged: its checksum is not that of its content")
    found = Checkpoint(**json.loads(content))
    if found.question != question:
        raise BadInput(f"{path} is a checkpoint of {found.question}, not of {question}")
    return found._replace(known={key: Bounds(*bounds) for key, bounds in found.known.items()})
