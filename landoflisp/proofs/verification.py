"""Verify a user's copy of a listing: which checks there are, and what a copy has to be."""

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from landoflisp.errors import BadInput
from landoflisp.listings.pairing import listing_of
from landoflisp.listings.pairs import entry, port_name, source_of
from landoflisp.listings.texts import read_text
from landoflisp.proofs.checks import Check, Report, Row, number_of_examples, verified
from landoflisp.proofs.copies import Copy
from landoflisp.proofs.dice_of_doom_checks import (
    dice_of_doom_v1_checks,
    dice_of_doom_v2_checks,
    dice_of_doom_v4_checks,
)
from landoflisp.proofs.lazy_checks import lazy_checks
from landoflisp.proofs.reversi_checks import rev16nega_checks, rev24a_checks
from landoflisp.proofs.sbcl import COMMAND, sandboxed

__all__ = ["CHECKS", "Verification", "checks_of", "read_lisp", "verify"]

CHECKS: Mapping[str, Callable[[], list[Check]]] = {
    "rev16nega": rev16nega_checks,
    "rev24a": rev24a_checks,
    "dice_of_doom_v1": dice_of_doom_v1_checks,
    "dice_of_doom_v2": dice_of_doom_v2_checks,
    "dice_of_doom_v4": dice_of_doom_v4_checks,
    "lazy": lazy_checks,
}
DEFINES = re.compile(r"\(\s*def\w*\s+([^\s()]+)", re.I)
SHEBANG = re.compile(r"\A#!.*")
CLEARLY = 0.05  # the difference in shares of names that makes a text the listing of another port
LISP_FILES = (".lisp", ".lsp", ".cl", ".l")


class Verification(NamedTuple):
    """A copy of a listing and the checks of it; `examples` and `seed` as in `verify`."""

    checks: Sequence[Check]
    copy: Copy
    examples: int
    seed: int

    @property
    def total(self) -> int:
        """The number of examples of all checks."""
        return sum(number_of_examples(check, self.examples) for check in self.checks)

    def rows(self, report: Report = lambda done, name: None) -> Generator[Row, None, None]:
        """Yield the row of each check when it is finished; closing the iterator ends SBCL.

        `report` is called with the number of examples tried and the name of a function. Raises
        `Unavailable` if SBCL or cl4py is missing, `BadInput` if SBCL does not answer once the
        listing is loaded.
        """
        report(0, "loading")
        with self.copy:
            yield from verified(self.checks, self.copy, self.examples, self.seed, report)

    def unknown_names(self) -> set[str]:
        """Return the names that the copy defines and that no listing has, once it is loaded."""
        return (self.copy.functions | self.copy.variables).difference(*_names_by_port().values())


def verify(
    port: str,
    text: str,
    directory: Path,
    *,
    function: str | None = None,
    examples: int = 100,
    seed: int = 0,
    timeout: float = 10.0,
    sandbox: bool = False,
    name: str = "the listing",
) -> Verification:
    """Return the verification of a text in Lisp, a copy of the listing of a port.

    Its `rows` compare each function of the copy, or the one function given, with port and pure
    function on about so many random examples. Another seed gives other examples. A call that takes
    longer than the timeout, in seconds, is stopped. The copy is a program with all rights of the
    user, unless it runs in a sandbox (see `sandboxed`); it loads files from the directory. Messages
    call the text by the name.

    Raises `BadInput` if the port is none of a Lisp listing, if it has no such function, or if the
    text is not a listing of it; `Unavailable` if there is no sandbox here.

    >>> lazy = verify("lazy", "(defun lazy-nil () (lazy nil))", Path(), examples=5)
    >>> len(lazy.checks), lazy.total
    (14, 70)
    """
    checks = checks_of(port, function)
    _require_listing(text, port, name)
    command = sandboxed(_lisp_files(directory)) if sandbox else COMMAND
    return Verification(checks, Copy(text, directory, timeout, command), examples, seed)


def checks_of(port: str, function: str | None = None) -> list[Check]:
    """Return the checks of a port, in the order of its listing, or of one function or variable.

    Raises `BadInput` if the port is none of a Lisp listing, or if it has no such function.

    >>> [check.name for check in checks_of("lazy")][:4]
    ['lazy', 'force', 'lazy-cons', 'lazy-car']
    >>> checks_of("lazy", "lazy-nht")
    Traceback (most recent call last):
    landoflisp.errors.BadInput: lazy has no function 'lazy-nht'; is it lazy-nth?
    """
    if port not in CHECKS:
        language = {"python": "Python", "csharp": "C#"}[source_of(port).language]
        raise BadInput(
            f"{port} is the port of a {language} program: verify is for those of Lisp, "
            f"{', '.join(CHECKS)}; the others are tested on recorded answers (tests/golden)"
        )
    checks = CHECKS[port]()
    return checks if function is None else [_check_called(function, checks, port)]


def _check_called(function: str, checks: Sequence[Check], port: str) -> Check:
    name = _unmarked(function.lower())
    named = {_unmarked(name): check for check in checks for name in _names([check])}
    if name not in named:
        known = entry(port, port_name(function.lower(), "lisp"))
        if known and not known.printed:
            raise BadInput(f"{known.name} is only in the port {port}, not in the listing")
        near = get_close_matches(name, named, 1)
        hint = f"; is it {named[near[0]].name}?" if near else ""
        raise BadInput(f"{port} has no function {function!r}{hint}")
    return named[name]


def _unmarked(name: str) -> str:
    """Return a name without what differs between Lisp and Python."""
    return name.strip("*").replace("_", "-")


def _names(checks: Sequence[Check]) -> set[str]:
    return {name for check in checks for name in (check.alias, check.name) if name}


def _names_by_port() -> dict[str, set[str]]:
    return {port: _names(checks()) for port, checks in CHECKS.items()}


# Copies


def read_lisp(path: str, port: str) -> str:
    """Return the text of a listing in Lisp, or of the one in an article, with its line numbers.

    Raises `BadInput` if the file cannot be read, or if an article does not have the listing.
    """
    text = read_text(path)
    if path.lower().endswith(LISP_FILES):
        return SHEBANG.sub("", text)
    lines: list[str] = []
    for form in listing_of(text, port, path):
        inside = form.text.splitlines()
        before = next((n for n, line in enumerate(inside) if line.lstrip().startswith("(")), 0)
        lines += [""] * (form.line - 1 - before - len(lines)) + inside
    return "\n".join(lines)


def _require_listing(text: str, port: str, name: str) -> None:
    """Raise `BadInput` if a text is no listing of a port, or rather one of another port."""
    names = _names_by_port()
    defined = {name.lower() for name in DEFINES.findall(text)}
    if not defined & names[port]:
        raise BadInput(f"{name} defines none of the functions of {port}")
    shares = {port: len(defined & ours) / len(defined | ours) for port, ours in names.items()}
    likeliest = max(shares, key=shares.__getitem__)
    if shares[likeliest] > shares[port] + CLEARLY:
        shared = ", ".join(
            f"{len(defined & names[each])} of {each}'s {len(names[each])} names"
            for each in (likeliest, port)
        )
        raise BadInput(f"{name} looks like {likeliest}, not {port}: it defines {shared}")


def _lisp_files(directory: Path) -> list[Path]:
    """Return the Lisp files of a directory; links are left out, as they lead to any file."""
    try:
        return [
            path
            for path in directory.iterdir()
            if path.suffix.lower() in LISP_FILES and path.is_file() and not path.is_symlink()
        ]
    except OSError as error:
        raise BadInput(f"{directory} cannot be read: {error.strerror}") from None
