"""A progress bar for long work, and what a search has to show while it runs."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from time import monotonic
from typing import TextIO, TypeAlias

from landoflisp.commands.words import complain

__all__ = ["SOON", "Show", "aside", "is_terminal", "progress"]

Show: TypeAlias = Callable[[float, str], None]

SOON = 0.5  # seconds: work that takes less needs no bar

HINT = "pip install 'landoflisp[progress]' to see a progress bar here"


def is_terminal(stream: TextIO | None) -> bool:
    """Tell whether a person is likely to look at what is written there."""
    return stream is not None and stream.isatty()


@contextmanager
def progress(total: float, form: str) -> Iterator[Show]:
    """Yield `show(done, text)`, which moves a bar on standard error if that is a terminal.

    `form` is a tqdm format, whose `{desc}` is the text. Without tqdm, which is an optional extra,
    one line says how to get it as soon as the work has become long.
    """
    if not is_terminal(sys.stderr):
        yield lambda done, text: None
        return
    try:
        from tqdm import tqdm
    except ImportError:
        yield _hint_later()
        return
    with tqdm(
        total=total,
        bar_format=form,
        delay=SOON,
        leave=False,
        dynamic_ncols=True,
        unit_scale=True,
        miniters=0,  # time alone decides when to draw
        smoothing=0,
        file=sys.stderr,
    ) as bar:

        def show(done: float, text: str) -> None:
            bar.set_description_str(text, refresh=False)
            bar.update(done - bar.n)

        yield show


@contextmanager
def aside() -> Iterator[None]:
    """Take the bar away, if there is one, while something else is printed."""
    tqdm = sys.modules.get("tqdm")  # without a bar it is not imported
    with tqdm.tqdm.external_write_mode(file=sys.stderr) if tqdm else nullcontext():
        yield


def _hint_later() -> Show:
    due = monotonic() + SOON

    def show(done: float, text: str) -> None:
        nonlocal due
        if monotonic() >= due:
            due = float("inf")
            complain(HINT)

    return show
