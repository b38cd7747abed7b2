"""The command as a person runs it: in a process of its own, messages going to a terminal."""

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from select import select

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "landoflisp"]


def run(*args, **options):
    """Run the command to its end."""
    return subprocess.run([*COMMAND, *args], cwd=ROOT, capture_output=True, text=True, **options)


@contextmanager
def started(*args, stream="stderr"):
    """Start the command, one of its streams a terminal, as the leader of a process group.

    Give the process and a function that reads what has come to the terminal, waiting for something.
    """
    import pty
    import termios

    screen, end = pty.openpty()
    termios.tcsetwinsize(end, (24, 80))
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: end}
    process = subprocess.Popen(
        [*COMMAND, *args], cwd=ROOT, text=True, start_new_session=True, **streams
    )
    os.close(end)

    def read():
        assert select([screen], [], [], 60)[0], "nothing has come for a minute"
        try:
            return os.read(screen, 10_000).decode()
        except OSError:  # how Linux says that the other end is closed
            return ""

    with process:
        try:
            yield process, read
        finally:
            process.kill()
            os.close(screen)
