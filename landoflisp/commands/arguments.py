"""How the subcommands read their arguments, and the exit status that they share."""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from importlib import import_module
from typing import Any, NoReturn, TypeAlias

from landoflisp.errors import BadInput, quoted

__all__ = [
    "INTERRUPTED",
    "MOST_WORKERS",
    "Chosen",
    "Parser",
    "Size",
    "Subparsers",
    "file_name",
    "memory",
    "nearest",
    "one_of",
    "seconds",
    "size",
    "up_to",
    "whole",
]

INTERRUPTED = 130  # as of a program that Ctrl-C has ended
MOST_WORKERS = 1000  # processes of one command

Subparsers: TypeAlias = "argparse._SubParsersAction[Parser]"
Size: TypeAlias = tuple[int, int]


class Parser(argparse.ArgumentParser):
    """A parser that raises `BadInput` for `main` to print, and shows a help text as it is laid out.

    Options are written in full: what is short for one option today could be short for two tomorrow.
    What follows an option that takes a value is its value, even one with a - in front.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(
            formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **options
        )
        # What begins with - and a digit is an argument that is wrong, and no option: -4x4, -1G.
        self._negative_number_matcher = re.compile(r"-\d")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse as argparse does, but refuse what is left over."""
        words = iter(sys.argv[1:] if args is None else args)
        found, unknown = super().parse_known_args([*self._with_values(words)], namespace)
        for word in unknown:
            self._refuse(word)
        return found, unknown

    def _with_values(self, words: Iterator[str]) -> Iterator[str]:
        """Yield the words, each option in one with its value; refuse what is no option."""
        options = self._option_string_actions
        for word in words:
            is_subcommand = self._subparsers and not self._parse_optional(word)
            if word == "--" or is_subcommand:  # the rest is for others
                yield from (word, *words)
            elif word in options and options[word].nargs is None:
                value = next(words, None)
                if value is None or value in options:
                    self.error(f"{word} wants a value")
                yield f"{word}={value}"
            else:
                option, sign, value = word.partition("=")
                if option not in options and self._parse_optional(word):
                    self._refuse(word)
                if sign and option in options and options[option].nargs == 0:
                    self.error(f"{option} takes no value, so not {value!r}")
                yield word

    def _refuse(self, word: str) -> NoReturn:
        if not word.startswith("-"):
            self.error(f"{word!r} is one argument too many")
        hint = f"; is it {near}?" if (near := nearest(word, self._option_string_actions)) else ""
        self.error(f"there is no option {word}{hint}")

    def print_help(self, file: Any = None) -> None:
        """Print the help text; unlike argparse, do not say nothing where it cannot be written."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        """Raise `BadInput` with the message and the place to look."""
        found = re.fullmatch(r"argument (.*): invalid choice: (.*) \(choose from (.*)\)", message)
        if found:
            what, given, names = found.groups()
            known = re.findall(r"[\w-]+", names)
            hint = f"; is it {near}?" if (near := nearest(given[1:-1], known)) else ""
            message = f"a {what.lower()} is one of {', '.join(known)}, not {given}{hint}"
        raise BadInput(f"{message.removeprefix('argument ')} (see {self.prog} --help)")


class Chosen(Parser):
    """The parser of a subcommand: it imports the module of this name when it is chosen."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse as the parser does that the module adds."""
        subparsers = Parser(prog="landoflisp").add_subparsers()
        name = self.prog.split()[-1]
        import_module(f"landoflisp.commands.{name}").add_parser(subparsers)
        return subparsers.choices[name].parse_known_args(args, namespace)


def nearest(name: str, names: Iterable[str]) -> str | None:
    """Return the one of the names that somebody may have meant, None if there is no such.

    >>> nearest("negascuot", ["negamax", "negascout"]), nearest("fail_soft", ["fail-soft"])
    ('negascout', 'fail-soft')
    """
    return next(iter(get_close_matches(name.lower(), list(names), 1)), None)


def one_of(what: str, names: Iterable[str]) -> Callable[[str], str]:
    """Return the type of an argument that is one of the names.

    >>> one_of("a colour", ["b", "w"])("red")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: a colour is one of b, w, not 'red'
    >>> one_of("a colour", ["black", "white"])("blakc")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: a colour is one of black, white, not 'blakc'; is it black?
    """
    allowed = tuple(names)

    def check(text: str) -> str:
        if text not in allowed:
            only = "one of " if len(allowed) > 1 else ""
            hint = f"; is it {near}?" if (near := nearest(text, allowed)) else ""
            raise argparse.ArgumentTypeError(
                f"{what} is {only}{', '.join(allowed)}, not {quoted(text)}{hint}"
            )
        return text

    return check


def size(text: str) -> Size:
    """Return rows and columns of a size.

    >>> size("4x6")
    (4, 6)
    """
    if not (found := re.fullmatch(r"(\d{1,3})x(\d{1,3})", text.lower())):
        raise argparse.ArgumentTypeError(
            f"a size is rows x columns, such as 4x6, not {quoted(text)}"
        )
    return int(found[1]), int(found[2])


def whole(text: str) -> int:
    """Return the whole number that an argument is."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"a whole number is expected, not {quoted(text)}"
        ) from None


def file_name(text: str) -> str:
    """Return the name of a file that an argument is.

    >>> file_name("")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: the name of a file is expected, not ''
    """
    if not text:
        raise argparse.ArgumentTypeError(f"the name of a file is expected, not {quoted(text)}")
    return text


def up_to(most: int) -> Callable[[str], int]:
    """Return the type of an argument that is a whole number, and no more than that.

    >>> up_to(30)("31")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: 30 at most, not 31
    """

    def check(text: str) -> int:
        number = whole(text)
        if number > most:
            raise argparse.ArgumentTypeError(f"{most} at most, not {number}")
        return number

    return check


def memory(text: str) -> int:
    """Return the bytes of an amount of memory.

    >>> memory("500M"), memory("2G")
    (524288000, 2147483648)
    """
    if not (found := re.fullmatch(r"(\d{1,9})([KMG]?)B?", text.upper())):
        raise argparse.ArgumentTypeError(f"memory is such as 500M or 2G, not {quoted(text)}")
    return int(found[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[found[2]]


def seconds(text: str) -> float:
    """Return the time that an argument is, of more than nothing.

    >>> seconds("2.5")
    2.5
    """
    try:
        given = float(text)
    except ValueError:
        given = 0.0
    if not 0 < given < float("inf"):
        raise argparse.ArgumentTypeError(f"seconds are a number above 0, not {quoted(text)}")
    return given
