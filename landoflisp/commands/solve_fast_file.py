"""The file of `solve --search fast --checkpoint`: the search goes on while it cannot be written."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from landoflisp import files
from landoflisp.commands.progress import aside
from landoflisp.commands.words import complain
from landoflisp.errors import BadInput
from landoflisp.solve import checkpoint
from landoflisp.solve.checkpoint import Checkpoint

__all__ = ["CheckpointFile", "opened"]


class CheckpointFile:
    """The file, or none; what it knew before; why it does not have what was to be saved last."""

    def __init__(self, path: Path | None, before: Checkpoint) -> None:
        self.path = path
        self.before = self.newest = before
        self.trouble = ""
        self.has_complained = False

    def save(self, newest: Checkpoint) -> None:
        """Write what is known; if that fails say so, once, and leave it to the next time."""
        if not self.write(newest) and not self.has_complained:
            self.has_complained = True
            with aside():
                complain(f"{self.path} cannot be written ({self.trouble}); the search goes on")

    def write(self, newest: Checkpoint) -> bool:
        """Write what is known, or tell that it could not be done; without a file that is done."""
        self.newest = newest
        if self.path:
            self.trouble = "interrupted"  # if it does not come to its end
            try:
                checkpoint.save(self.path, newest)
                self.trouble = ""
            except OSError as error:
                self.trouble = str(error.strerror)
        return not self.trouble

    def outcome(self) -> str:
        """Return the line that says what the file has."""
        if self.trouble:
            return f"{self.path} does not have all of it: {self.trouble}"
        return f"{self.path} knows it, and the same command goes on from there"


@contextmanager
def opened(path: Path | None, question: str) -> Iterator[CheckpointFile]:
    """Give the file of a question, for this process alone, after a look whether it can be written.

    Raises `BadInput`.
    """
    if path is None:
        yield CheckpointFile(None, Checkpoint(question, {}))
        return
    with ExitStack() as stack:
        try:
            stack.enter_context(files.locked(path))
            before = checkpoint.load(path, question)
            checkpoint.save(path, before)
        except OSError as error:
            raise BadInput(f"--checkpoint: {path}: {error.strerror}") from None
        file = CheckpointFile(path, before)
        yield file
        if file.trouble and not file.write(file.newest):
            complain(file.outcome())
