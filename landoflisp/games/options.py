"""What a game says of itself to programs and commands that know it by its name.

`GAMES` has one entry a game: how a position is described, in options that are typed or passed, and
what a search and a match have to know. A new game is a module with its rules and one entry here.

>>> kalah = GAMES["kalah"]
>>> kalah.position(size=(3, 2))
kalah.position((2, 2, 2, 0, 2, 2, 2, 0), turn=3)
>>> kalah.position(**kalah.read({"size": "3x2"})) == kalah.position(size=(3, 2))
True
"""

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from math import isqrt
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple

from toolz import partition

from landoflisp.errors import BadInput, BadPosition, quoted
from landoflisp.games import dice_of_doom, kalah, minimax_game, reversi
from landoflisp.games.notation import split_printed
from landoflisp.tree import Player, Tree

__all__ = ["GAMES", "Game", "Option"]

Size = tuple[int, int]

NUMBER = re.compile(r"\s*[+-]?\d{1,99}\s*")
SIZE = re.compile(r"\s*(\d{1,9})\s*x\s*(\d{1,9})\s*", re.I)


class Option(NamedTuple):
    """A part of the description of a position.

    `read` makes the value of what is typed and raises `BadInput`. `form` stands for the value in a
    help text; an option without a form is a switch, which has no value.
    """

    name: str
    help: str
    form: str = ""
    read: Callable[[str], Any] = str


class Game(NamedTuple):
    """A game: what it is called, how a position is described, and what is made of positions.

    `position(**options)` takes any of the options by name; what is left out, or None, is as usual.
    `players(position)` are the players in the order of their turns, `points(board)` what each of
    the first two has. `value(board, player)` is what a search asks of a position, `lead(board,
    player)` by how much a finished game is won; both are zero-sum for two players. `in_turns`: a
    turn may be several moves, and depth is counted in turns. `playable` has the largest boards on
    which a search that looks a few moves ahead answers while a person waits.
    """

    name: str
    title: str
    module: ModuleType
    options: Sequence[Option]
    position: Callable[..., Any]
    players: Callable[[Any], tuple[Player, ...]]
    points: Callable[[Any], tuple[int, int]]
    value: Callable[[Any, Any], Any]
    lead: Callable[[Any, Any], Any]
    in_turns: bool = False
    playable: Mapping[str, int] = MappingProxyType({})

    def tree(self, position: Any) -> Tree:
        """Return the lazy game tree of a position."""
        found: Tree = self.module.tree(position)
        return found

    def has(self, name: str) -> bool:
        """Tell whether there is an option of that name."""
        return any(option.name == name for option in self.options)

    def check_playable(self, options: Mapping[str, Any]) -> None:
        """Raise `BadInput` for options that describe a board too large to be played on."""
        size = options.get("size")
        parts = zip(("pits", "seeds"), size, strict=True) if isinstance(size, tuple) else ()
        for name, value in [*options.items(), *parts]:
            if name in self.playable and value is not None and value > self.playable[name]:
                most = str(self.playable[name])
                option = name.replace("_", "-")
                if name not in options:
                    option, most = "size", f"{most} {name}"
                raise BadInput(f"--{option}: {most} at most, not {quoted(value)}")

    def read(self, typed: Mapping[str, str]) -> dict[str, Any]:
        """Return the values of options as they are typed. Raises `BadInput`."""
        readers = {option.name: option.read for option in self.options}
        return {name: _read(name, readers[name], text) for name, text in typed.items()}


# How options are read


def _read(name: str, reader: Callable[[str], Any], text: str) -> Any:
    try:
        return reader(text)
    except BadInput as error:
        raise BadInput(f"--{name.replace('_', '-')}: {error}") from None


def _whole(text: str) -> int:
    if not NUMBER.fullmatch(text):
        raise BadInput(f"a whole number is expected, not {quoted(text)}")
    return int(text)


def _size(what: str, such: str) -> Callable[[str], Size]:
    def read(text: str) -> Size:
        if not (found := SIZE.fullmatch(text)):
            raise BadInput(f"a size is {what}, such as {such}, not {quoted(text)}")
        return int(found[1]), int(found[2])

    return read


def _rows(text: str) -> int:
    """Return the rows of a square board, whose size is typed as 4 or as 4x4."""
    if not SIZE.fullmatch(text):
        return _whole(text)
    rows, columns = _size("rows x columns", "4x4")(text)
    if rows != columns:
        raise BadInput(f"the board is square: a size is such as 4 or 4x4, not {quoted(text)}")
    return rows


def _choice(what: str, *names: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in names:
            near = get_close_matches(text.lower(), names, 1)
            hint = f"; is it {near[0]}?" if near else ""
            raise BadInput(f"{what} is one of {', '.join(names)}, not {quoted(text)}{hint}")
        return text

    return read


SEED = Option("seed", "draws what is drawn at random", "N", _whole)
FIRST_OR_SECOND = Option(
    "turn",
    "who is to move (default: first, or who is in a printed tree)",
    "first|second",
    _choice("a turn", "first", "second"),
)

# Reversi

REVERSI = (
    Option(
        "size",
        "rows x columns, both even and from 4 to 8, such as 4x6 (default: 8x8)",
        "ROWSxCOLUMNS",
        _size("rows x columns", "4x6"),
    ),
    Option(
        "opening",
        "how the first four discs lie (default: cross)",
        "cross|parallel",
        _choice("an opening", *reversi.OPENINGS),
    ),
    Option(
        "board",
        "any board instead of an opening: rows of b, w and . (or s) with / between them",
        "TEXT",
    ),
    Option(
        "turn",
        "who is to move (default: b, or who is in a printed tree)",
        "b|w",
        _choice("a turn", "b", "w"),
    ),
    Option("passed", "the last move was a pass"),
    Option(
        "order",
        "the order in which spaces are tried: corners first, as in the listings (default), row by "
        "row, or a list of all spaces with commas between them",
        "corners|scan|LIST",
    ),
)


def _reversi(
    size: Size | None = None,
    opening: str | None = None,
    board: str | None = None,
    turn: str | None = None,
    passed: bool = False,
    order: str | None = None,
) -> reversi.Position:
    """Return a position of reversi; a board that is given may have any size if none is named."""
    rows, columns = size or (8, 8)
    squares = reversi.start(rows, columns, opening or "cross").board.squares
    if board is not None:
        if opening is not None:
            raise BadInput("--opening and --board both say where the discs lie: give one of them")
        squares = _squares(board, size)
    ordered = order or "corners"
    tried = ordered.lower() if ordered.isalpha() else ordered.replace(",", " ").split()
    whose = turn or split_printed(board or "", "b")[1]
    return reversi.position(squares, whose, tried, bool(passed))


def _squares(text: str, size: Size | None) -> reversi.Squares:
    wanted = "; a {0}x{1} board is {0} rows of {1} squares".format(*size) if size else ""
    try:
        board = reversi.position(reversi.parse(text, size[1] if size else None)).board
    except BadPosition as error:
        raise BadPosition(f"--board: {error}{wanted}") from None
    found = reversi.rows(board), reversi.columns(board)
    if size and found != size:
        raise BadPosition("--board: {}x{} squares are given{}".format(*found, wanted))
    return board.squares


# Kalah

KALAH = (
    Option(
        "size",
        "pits a side x seeds a pit, such as 6x4 (default: 6x6)",
        "PITSxSEEDS",
        _size("pits x seeds", "6x4"),
    ),
    Option("pits", "pits a side, in place of a size (default: 6)", "N", _whole),
    Option("seeds", "seeds a pit, in place of a size (default: 6)", "N", _whole),
    Option(
        "board",
        "the first player's pits and store, then the second's: \"0 2 1  1 0 4\"",
        "TEXT",
    ),
    FIRST_OR_SECOND,
)


def _kalah(
    size: Size | None = None,
    pits: int | None = None,
    seeds: int | None = None,
    board: str | None = None,
    turn: str | None = None,
) -> kalah.Position:
    """Return a position of Kalah; with a board its size can be checked, but need not be given."""
    if size and (pits is not None or seeds is not None):
        raise BadInput("a size says how many pits and seeds there are: leave out --pits, --seeds")
    usual = size or (6, 6)
    position = kalah.start(*(usual[i] if n is None else n for i, n in enumerate((pits, seeds))))
    if board is not None:
        if pits is not None or seeds is not None:
            raise BadInput(
                "--board says how many pits and seeds there are: leave out --pits, --seeds"
            )
        places = len(position.board)
        position = kalah.position(board)
        if size and len(position.board) != places:
            raise BadInput(
                f"--board: a board of {size[0]} pits a side has {places} places, "
                f"not {len(position.board)}"
            )
    return position if turn is None else kalah.position(position.board, turn)


def _kalah_players(position: kalah.Position) -> tuple[int, int]:
    places = len(position.board)
    return places // 2 - 1, places - 1


# The MiniMax number game

MINIMAX = (
    Option("size", "rows and columns (default: 8)", "N", _rows),
    SEED,
    Option("board", 'a board instead of one that is drawn by lot: "4 -1 / ** 3"', "TEXT"),
    FIRST_OR_SECOND,
    Option("line", "the row or column to take from (default: 0)", "N", _whole),
)


def _minimax(
    size: int | None = None,
    seed: int | None = None,
    board: str | None = None,
    turn: str | None = None,
    line: int | None = None,
) -> minimax_game.Position:
    """Return a position of the MiniMax number game, on a board that is given or drawn."""
    if board is not None:
        return minimax_game.position(board, turn, line or 0)
    rows = 8 if size is None else size
    numbers = minimax_game.start(seed or 0, rows).board.numbers
    return minimax_game.position(list(partition(rows, numbers)), turn, line or 0)


# Dice of Doom

DICE_OF_DOOM = (
    Option("size", "rows of the board (default: 4, with --dice 5)", "N", _rows),
    Option("players", "how many play (default: 2, with --dice 4)", "N", _whole),
    Option("max_dice", "most dice on a hex (default: 3, with --dice 5)", "N", _whole),
    Option("dice", "attacks are decided by rolling dice (chapter 20)"),
    Option(
        "odds",
        "what the computer thinks of dice: the book's rounded table (default), or exactly",
        "book|exact",
        _choice("a table of odds", "book", "exact"),
    ),
    SEED,
    Option(
        "board",
        'a board as the game draws it, such as "b-3 b-2 / a-2 a-3" (default: a random one)',
        "TEXT",
    ),
    Option("turn", "who is to move, from 0 (default: 0)", "N", _whole),
)

CHAPTER_18 = {"size": 4, "players": 2, "max_dice": 3}
CHAPTER_20 = {"size": 5, "players": 4, "max_dice": 5}


def _dice_of_doom(
    size: int | None = None,
    players: int | None = None,
    max_dice: int | None = None,
    dice: bool = False,
    odds: str | None = None,
    seed: int | None = None,
    board: str | None = None,
    turn: int | None = None,
) -> dice_of_doom.Position:
    """Return a position of Dice of Doom; the rules are the book's where nothing else is said."""
    drawing = None if board is None else _in_rows(board)
    hexes = () if drawing is None else dice_of_doom.parse(drawing)
    usual = CHAPTER_20 if dice else CHAPTER_18
    if hexes:
        usual = {**usual, "size": isqrt(len(hexes))}
    given = {"size": size, "players": players, "max_dice": max_dice}
    agreed: dict[str, Any] = {
        **usual,
        **{name: value for name, value in given.items() if value is not None},
        "dice": bool(dice),
        "odds": odds or "book",
    }
    rules = dice_of_doom.Rules(**agreed)
    letters = [dice_of_doom.player_name((), player) for player in range(rules.players)]
    for owner, _ in hexes:
        if owner >= rules.players:
            raise BadInput(
                f"--board: there is no player {dice_of_doom.player_name((), owner)!r}; "
                f"the players are {', '.join(letters)}"
            )
    drawn = drawing or dice_of_doom.gen_board(rules, seed or 0)
    return dice_of_doom.position(drawn, turn, rules=rules)


def _in_rows(text: str) -> str:
    """Return the board with a / after every row, if it is written in one run."""
    words = text.split()
    size = isqrt(len(words))
    if size * size != len(words) or "/" in text or "\n" in text.strip():
        return text
    return " / ".join(map(" ".join, partition(size, words)))


def _score_lead(board: dice_of_doom.Board, player: int) -> int:
    """Return the score of a player less that of the other: what the searches ask is zero-sum."""
    own, other = (dice_of_doom.score_board(board, whose) for whose in (player, 1 - player))
    return own - other


def _hexes(board: dice_of_doom.Board, player: int) -> int:
    return sum(owner == player for owner, _ in board)


def _hexes_ahead(board: dice_of_doom.Board, player: int) -> int:
    return 2 * _hexes(board, player) - len(board)


GAMES: Mapping[str, Game] = {
    game.name: game
    for game in (
        Game(
            "dice-of-doom",
            "Dice of Doom, with dice or without",
            dice_of_doom,
            DICE_OF_DOOM,
            _dice_of_doom,
            lambda position: tuple(range(position.rules.players)),
            lambda board: (_hexes(board, 0), _hexes(board, 1)),
            _score_lead,
            _hexes_ahead,
            playable=MappingProxyType({"size": 10, "max_dice": 20}),
        ),
        Game(
            "kalah",
            "Kalah with any number of pits and seeds",
            kalah,
            KALAH,
            _kalah,
            _kalah_players,
            kalah.stores,
            kalah.get_value,
            kalah.get_lead,
            in_turns=True,
            playable=MappingProxyType({"pits": 20, "seeds": 100}),
        ),
        Game(
            "minimax",
            "the MiniMax number game",
            minimax_game,
            MINIMAX,
            _minimax,
            lambda position: (minimax_game.FIRST, minimax_game.SECOND),
            lambda board: board.scores,
            minimax_game.get_value,
            minimax_game.get_lead,
            playable=MappingProxyType({"size": 30}),
        ),
        Game(
            "reversi",
            "reversi on any board from 4x4 to 8x8",
            reversi,
            REVERSI,
            _reversi,
            lambda position: ("b", "w"),
            lambda board: (board.squares.count("b"), board.squares.count("w")),
            reversi.get_value,
            reversi.get_value,
        ),
    )
}
