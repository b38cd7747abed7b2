"""The command as a person runs it: in a process of its own, messages going to a terminal."""

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from select import select

import pytest

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "landoflisp"]

CTRL_C, CTRL_D = "\x03", "\x04"


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


class Session:
    """The command in a terminal of its own, where keys can be pressed."""

    def __init__(self, screen, process):
        self.screen, self.process = screen, process
        self.seen = self.text = ""  # all of it, and what nobody has looked at

    def press(self, keys):
        os.write(self.screen, keys.encode())

    def until(self, awaited):
        """Read until something comes; give the text from the last time on."""
        while awaited not in self.text:
            assert self._read(), f"the command has ended after {self.text!r}"
        end = self.text.index(awaited) + len(awaited)
        text, self.text = self.text[:end], self.text[end:]
        return text

    def rest(self):
        """Read to the end; give the text and the exit status."""
        while self._read():
            pass
        return self.text, self.process.wait()

    def _read(self):
        assert select([self.screen], [], [], 60)[0], f"nothing for a minute after {self.text!r}"
        try:
            text = os.read(self.screen, 10_000).decode().replace("\r\n", "\n")
        except OSError:  # how Linux says that the other end is closed
            text = ""
        self.seen += text
        self.text += text
        return text


@contextmanager
def session(*args, **options):
    """Start the command in a terminal that is its own, so that Ctrl-C reaches it."""
    pty, fcntl, termios = map(pytest.importorskip, ("pty", "fcntl", "termios"))
    screen, end = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *args],
        cwd=ROOT,
        stdin=end,
        stdout=end,
        stderr=end,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        **options,
    )
    os.close(end)
    with process:
        try:
            yield Session(screen, process)
        finally:
            process.kill()
            os.close(screen)
