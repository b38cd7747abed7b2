"""The position of a game, for every subcommand that takes one: its options, in one place."""

import argparse
from argparse import ArgumentTypeError
from collections.abc import Callable, Collection
from typing import Any

from landoflisp.errors import BadInput
from landoflisp.games.options import Game, Option

__all__ = ["add_position", "position_of", "typed_options"]

TOO = "_too"  # marks the size that is typed as an option


def add_position(group: Any, game: Game, without: Collection[str] = ()) -> None:
    """Add the options that describe a position, without some; the size is an argument as well."""
    for option in game.options:
        if option.name in without:
            continue
        if option.name == "size":
            group.add_argument("size", nargs="?", type=_typed(option), help=option.help)
        _add_option(group, option)


def _add_option(group: Any, option: Option) -> None:
    flag = f"--{option.name.replace('_', '-')}"
    if not option.form:
        group.add_argument(flag, action="store_true", help=option.help)
    elif option.name == "size":
        group.add_argument(
            flag, dest=f"size{TOO}", type=_typed(option), metavar=option.form, help="the same"
        )
    else:
        group.add_argument(flag, type=_typed(option), metavar=option.form, help=option.help)


def _typed(option: Option) -> Callable[[str], Any]:
    """Return the reader of an option as a parser wants it: its message is kept."""

    def read(text: str) -> Any:
        try:
            return option.read(text)
        except BadInput as error:
            raise ArgumentTypeError(str(error)) from None

    return read


def position_of(
    args: argparse.Namespace, game: Game, needed: Collection[str] = (), **usual: Any
) -> Any:
    """Return the position that the options describe.

    `usual` is for options that are not given, as far as the game has them; one of those `needed` is
    given. Raises `BadInput`.
    """
    typed = typed_options(args, game)
    if needed and not typed.keys() & set(needed):
        raise BadInput("the size of a board is missing, such as 4x4, or the board itself (--board)")
    wanted = {name: value for name, value in usual.items() if game.has(name)}
    return game.position(**{**wanted, **typed})


def typed_options(args: argparse.Namespace, game: Game) -> dict[str, Any]:
    """Return the options of a position that are given, by name. Raises `BadInput`."""
    given = vars(args)
    if given.get("size") is not None and given.get(f"size{TOO}") is not None:
        raise BadInput("the size is given twice, as an argument and as --size: give one of them")
    typed = {option.name: given.get(option.name) for option in game.options}
    typed["size"] = given.get("size") if typed["size"] is not None else given.get(f"size{TOO}")
    return {name: value for name, value in typed.items() if value is not None}
