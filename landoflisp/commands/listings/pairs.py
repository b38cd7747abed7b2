"""What became of each name of the sources: its port, the pure functions, what differs and why.

This is the one place that says so. Names of ports follow from the names of the sources, so that an
entry gives a port's name only where it is another one; which ports have it is read off the ports.
"""

import re
from keyword import iskeyword
from typing import Literal, NamedTuple, TypeAlias

__all__ = ["PORTS", "SOURCES", "Entry", "Language", "Source", "entry", "port_name", "source_of"]

Language: TypeAlias = Literal["lisp", "python", "csharp"]


class Entry(NamedTuple):
    """A name of a source, the pure functions that do its work, what differs and why.

    Pure functions are named as after `from landoflisp import *`. `port` is the name in the port
    where it does not follow from the source's, `only` are the ports that are meant where others
    have the name too. `printed` tells whether the listing contains it: what a listing takes from
    its language or imports is in the port, but not in the listing.
    """

    name: str
    pure: tuple[str, ...]
    differs: str
    port: str = ""
    only: tuple[str, ...] = ()
    printed: bool = True


class Source(NamedTuple):
    """What one author wrote about one game: its language, its ports, its names in their order."""

    title: str
    language: Language
    ports: tuple[str, ...]
    entries: tuple[Entry, ...]


def port_name(name: str, language: Language) -> str:
    """Return what a name of a source is called in its port, as a rule.

    >>> port_name("nega-alpha2", "lisp"), port_name("*board*", "lisp"), port_name("pass", "lisp")
    ('nega_alpha2', 'board', 'pass_')
    >>> port_name("GetReverseColor", "csharp"), port_name("AI", "csharp")
    ('get_reverse_color', 'AI')
    """
    if language == "csharp":
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)
        name = name if name.isupper() else name.lower()
    elif language == "lisp":
        name = re.sub(r"\W", "_", name.lower().strip("*+"))
    return name + "_" * iskeyword(name)


REVERSI = Source(
    "Reversi on 4x4 and 4x6: negamax and nega-alpha (M. Hiroi, Common Lisp)",
    "lisp",
    ("rev16nega", "rev24a"),
    (
        Entry(
            "init-board",
            ("reversi.start",),
            "Any even size from 4x4 to 8x8 and either opening; it comes with whose turn it is.",
        ),
        Entry(
            "direction",
            ("reversi.DIRECTIONS",),
            "One for each width: a step to the next row is as long as the row.",
        ),
        Entry("max-value", (), "A window is open at `inf`, which no game can reach."),
        Entry("min-value", (), "A window is open at `-inf`, which no game can reach."),
        Entry(
            "space-list",
            ("reversi.corners_first",),
            "A rule for any board, since the order of moves decides how much is cut. A position "
            "carries its spaces in the order to try them.",
        ),
        Entry(
            "*board*",
            ("reversi.Board",),
            "An argument instead of a global, and never changed: every move makes a new board, so "
            "that a tree can be walked anywhere at any time.",
        ),
        Entry("*black*", ("reversi.get_value",), "Not kept: discs are counted where they matter."),
        Entry("*white*", ("reversi.get_value",), "Not kept: discs are counted where they matter."),
        Entry(
            "*count*",
            ("Best",),
            "Not a global: how many positions were valued is part of the answer, `evaluations`.",
        ),
        Entry("get-piece", (), "Plain indexing says it: `squares[n]`."),
        Entry(
            "put-piece",
            ("reversi.put_piece",),
            "Puts the disc, turns the stones over, and returns new squares: there is no second "
            "step to forget.",
        ),
        Entry("del-piece", (), "Nothing is taken back: the board before the move still exists."),
        Entry(
            "get-value",
            ("reversi.get_value",),
            "Counts the discs of the board that it is given, and keeps no count of its calls.",
        ),
        Entry("change-turn", ("reversi.change_turn",), "The same."),
        Entry(
            "get-rev-stone-sub",
            ("reversi.get_rev_stone",),
            "A loop inside `get_rev_stone`, as it is the hottest of all.",
        ),
        Entry(
            "get-rev-stone",
            ("reversi.get_rev_stone",),
            "Takes the squares as an argument; the nearest stone of a direction comes first.",
        ),
        Entry(
            "reverse-stone",
            ("reversi.put_piece",),
            "Stones turn in the same step as the disc is put, in new squares.",
        ),
        Entry(
            "nega-max",
            ("negamax", "reversi.moves"),
            "Knows no game: it searches a lazy tree, and the loop over spaces, the pass and the "
            "end of the game are the rule that unfolds the tree, `reversi.moves`.",
        ),
        Entry(
            "nega-alpha",
            ("nega_alpha", "reversi.moves"),
            "As `negamax`, for any game; the limit is open unless given.",
        ),
        Entry(
            "nega-alpha2",
            ("fail_soft", "reversi.moves"),
            "As `negamax`, for any game; named after what the field calls it. The answer says "
            "whether it is exact or a bound.",
        ),
        Entry(
            "print-line",
            ("reversi.show",),
            "Returns the drawing of the whole board, with labels, and prints nothing.",
        ),
        Entry("print-board", ("reversi.show",), "Returns a drawing that `reversi.parse` reads."),
        Entry(
            "print-move",
            ("follow", "reversi.show", "reversi.name"),
            "Walking along a line, drawing a board and naming a square are three functions.",
        ),
        Entry(
            "solver",
            ("reversi.tree", "fail_soft"),
            "Any search of any position; `landoflisp solve reversi` prints what this prints.",
        ),
    ),
)

DICE_OF_DOOM = Source(
    "Dice of Doom, versions 1, 2 and 4 (Conrad Barski, *Land of Lisp*, chapters 15, 18, 20)",
    "lisp",
    ("dice_of_doom_v1", "dice_of_doom_v2", "dice_of_doom_v4"),
    (
        Entry(
            "princ",
            (),
            "Built into Lisp; the port keeps what was printed last (`last_output`), because "
            "Python's streams do not know their column.",
            printed=False,
        ),
        Entry(
            "fresh-line", (), "Built into Lisp; the pure functions print nothing.", printed=False
        ),
        Entry("read", (), "Built into Lisp; `play.human` reads a line.", printed=False),
        Entry("nth", (), "Built into Lisp; in Python `lst[-1]` is no error.", printed=False),
        Entry(
            "most-positive-fixnum",
            (),
            "Built into Lisp; pure limits are `inf`.",
            printed=False,
        ),
        Entry(
            "most-negative-fixnum",
            (),
            "Built into Lisp; pure limits are `-inf`.",
            printed=False,
        ),
        Entry(
            "single-float",
            (),
            "How Lisp computes with 0.84; the pure probabilities are exact fractions.",
            port="single",
            printed=False,
        ),
        Entry(
            "*num-players*",
            ("dice_of_doom.Rules",),
            "A field of the rules, which are an argument: games with other rules can be compared.",
        ),
        Entry("*max-dice*", ("dice_of_doom.Rules",), "A field of the rules."),
        Entry("*board-size*", ("dice_of_doom.Rules",), "A field of the rules, `size`."),
        Entry("*board-hexnum*", (), "The length of the board, which cannot contradict its size."),
        Entry("*ai-level*", ("choose_move",), "An argument, `depth`."),
        Entry("board-array", ("dice_of_doom.Board",), "A board is a tuple already."),
        Entry(
            "gen-board",
            ("dice_of_doom.gen_board",),
            "The board of a seed: the same seed, the same board.",
        ),
        Entry("player-letter", ("dice_of_doom.show",), "Part of the drawing."),
        Entry(
            "draw-board",
            ("dice_of_doom.show",),
            "Returns a drawing that `dice_of_doom.parse` reads, and prints nothing.",
        ),
        Entry(
            "game-tree",
            ("dice_of_doom.game_tree",),
            "The moves are lazy from version 1 on, the rules an argument. It needs no memo: equal "
            "positions are equal trees, for a search to remember.",
        ),
        Entry(
            "add-passing-move",
            ("dice_of_doom.add_passing_move",),
            "The same, with the rules as an argument.",
        ),
        Entry(
            "attacking-moves",
            ("dice_of_doom.attacking_moves",),
            "Yields the moves one by one; with dice an attack is a `Chance` of two trees. A hex "
            "with one die is left out at once.",
        ),
        Entry(
            "neighbors",
            ("dice_of_doom.neighbors",),
            "The size of the board is an argument, so that no memo goes stale.",
        ),
        Entry("board-attack", ("dice_of_doom.board_attack",), "The same."),
        Entry(
            "board-attack-fail",
            ("dice_of_doom.board_attack_fail",),
            "Two arguments less, which the listing does not look at.",
        ),
        Entry(
            "add-new-dice",
            ("dice_of_doom.add_new_dice",),
            "A loop, since a recursion along a list is shallow in Python; the rules say which of "
            "the two ways to count the dice is meant.",
        ),
        Entry("print-info", ("dice_of_doom.show",), "Printing is left to `landoflisp play`."),
        Entry(
            "handle-human",
            ("play.human",),
            "A strategy for any game; it asks again after an answer that is no move.",
            only=("dice_of_doom_v1", "dice_of_doom_v2"),
        ),
        Entry(
            "handle-human",
            ("play.human",),
            "The port's own in version 4: there people play in the web page of version 3, which "
            "is not ported.",
            only=("dice_of_doom_v4",),
            printed=False,
        ),
        Entry(
            "winners",
            ("dice_of_doom.winners", "dice_of_doom.share"),
            "The same; what `rate-position` makes of it at a leaf is `share`.",
        ),
        Entry("announce-winner", ("dice_of_doom.winners",), "`landoflisp play` says it."),
        Entry(
            "play-vs-human",
            ("play.play",),
            "A lazy sequence of trees, for any game and any strategies: who watches, prints.",
        ),
        Entry(
            "rate-position",
            ("rate_position",),
            "Rates any tree; what a leaf is worth is an argument (`share` in version 1, "
            "`score_board` later). `memoized(rate_position)` is the one with a memo, by the value "
            "of the tree where the listing goes by its identity.",
        ),
        Entry(
            "get-ratings",
            ("get_ratings",),
            "Rates any tree; a chance move counts for its mean. Exact fractions, where the listing "
            "rounds to single precision.",
        ),
        Entry(
            "handle-computer",
            ("choose_move", "best_move"),
            "One function for all versions: leaf and depth are arguments, and what was rated once "
            "is remembered for the time of the call.",
        ),
        Entry(
            "play-vs-computer",
            ("play.play",),
            "Who plays is a mapping of strategies, so that it takes no second function.",
        ),
        Entry(
            "limit-tree-depth",
            ("limit_tree_depth",),
            "For any tree, chance moves too; it can count turns instead of moves.",
        ),
        Entry(
            "score-board",
            ("dice_of_doom.score_board",),
            "The same; a player that does not exist is an error.",
        ),
        Entry("threatened", ("dice_of_doom.threatened",), "The same."),
        Entry(
            "ab-get-ratings-max",
            ("ab_get_ratings_max",),
            "The same for any tree; chance moves are rated without limits.",
        ),
        Entry("ab-get-ratings-min", ("ab_get_ratings_min",), "The mirror image."),
        Entry(
            "ab-rate-position",
            ("ab_rate_position", "remembering_bounds"),
            "The same for any tree; limits are open unless given. A memo of bounds can be put "
            "round it.",
        ),
        Entry(
            "roll-dice",
            ("dice_of_doom.exact_probability",),
            "Nothing is rolled in a tree: how likely a sum is, is counted.",
        ),
        Entry(
            "roll-against",
            ("dice_of_doom.probability",),
            "The probability of what the dice decide, in place of one roll.",
        ),
        Entry(
            "pick-chance-branch",
            ("play.chance",),
            "Decides chance moves of any game, and is repeatable by its seed.",
        ),
        Entry(
            "*dice-probability*",
            ("dice_of_doom.BOOK_ODDS", "dice_of_doom.probability"),
            "In hundredths, as exact fractions; `exact_probability` has no end at 5 dice.",
        ),
        Entry(
            "get-connected",
            ("dice_of_doom.get_connected",),
            "A set that grows by its border, in place of two functions that call each other.",
        ),
        Entry(
            "largest-cluster-size",
            ("dice_of_doom.largest_cluster_size",),
            "The same; a hex that was counted is not looked at again.",
        ),
    ),
)

LAZY_INSTEAD = "A tree's moves are a rule and its arguments, applied at each iteration: "

LAZY = Source(
    "Lazy lists (Conrad Barski, *Land of Lisp*, chapter 18)",
    "lisp",
    ("lazy",),
    (
        Entry(
            "lazy",
            ("Moves",),
            LAZY_INSTEAD + "nothing is remembered, so that a tree is a value and keeps nothing "
            "alive. In the port it is a function, as Python has no macros.",
        ),
        Entry("force", ("Moves",), LAZY_INSTEAD + "`iter` forces them."),
        Entry("lazy-cons", ("Moves",), LAZY_INSTEAD + "a generator yields the first, then others."),
        Entry("lazy-car", ("Moves",), "`next(iter(moves))`, or `toolz.first`."),
        Entry("lazy-cdr", (), "`toolz.drop(1, moves)`."),
        Entry("lazy-nil", ("NO_MOVES",), "The moves that are none."),
        Entry("lazy-null", ("Moves",), "`not moves`: it makes the first, no more."),
        Entry("make-lazy", (), "A tuple does for moves that are known."),
        Entry("take", (), "`toolz.take`."),
        Entry("take-all", (), "`tuple(moves)`."),
        Entry("lazy-mapcar", ("map_tree",), "A generator or `map`; for whole trees `map_tree`."),
        Entry("lazy-mapcan", (), "`toolz.mapcat`."),
        Entry("lazy-find-if", (), "`next(filter(fun, moves), None)`."),
        Entry("lazy-nth", (), "`toolz.nth`."),
    ),
)

KALAH = Source(
    "Kalah: negamax to NegaScout (M. Hiroi, Python)",
    "python",
    ("kalah2", "kalah3", "kalah4", "kalah5", "board"),
    (
        Entry(
            "negamax",
            ("negamax", "kalah.moves"),
            "Searches any tree: the loop over pits is the rule that unfolds it, and depth is cut "
            "from the tree by `limit_tree_depth(tree, depth, turns=True)`.",
            only=("kalah2",),
        ),
        Entry(
            "negamax",
            ("nega_alpha", "kalah.moves"),
            "Searches any tree; named after what it does.",
            only=("kalah3",),
        ),
        Entry(
            "negamax",
            ("nega_alpha_from_alpha", "kalah.moves"),
            "Searches any tree; named after what sets it apart from `fail_soft`.",
            only=("kalah4",),
        ),
        Entry(
            "negamax",
            ("fail_soft", "kalah.moves"),
            "The article's second version, outside the complete listing, has a name of its own.",
            port="negamax_failsoft",
            printed=False,
        ),
        Entry(
            "negamax1",
            ("whole_turns", "count_turns"),
            "No second search: the tree's moves are made whole turns, which any search can take.",
        ),
        Entry(
            "negascout",
            ("negascout", "kalah.moves"),
            "Searches any tree; what the article does in its own way is `scout_first=True`.",
        ),
        Entry(
            "play",
            ("play.play",),
            "A lazy sequence of trees, for any game and any strategies; it prints nothing.",
        ),
        Entry("FIRST_KALAH", (), "Follows from the number of pits.", printed=False),
        Entry("SECOND_KALAH", (), "Follows from the number of pits.", printed=False),
        Entry("NORMAL", (), "Whose turn it is says it.", printed=False),
        Entry("KALAH", (), "Whose turn it is says it.", printed=False),
        Entry("MAX_VALUE", (), "A window is open at `inf`.", printed=False),
        Entry("MIN_VALUE", (), "A window is open at `-inf`.", printed=False),
        Entry("HALF", ("kalah.is_decided",), "Counted from the stones in play.", printed=False),
        Entry("count", ("Best",), "Part of the answer, `evaluations`.", printed=False),
        Entry("init_count", (), "Nothing to reset: no count is kept.", printed=False),
        Entry("print_count", ("Best",), "Part of the answer.", printed=False),
        Entry(
            "Board",
            ("kalah.Board", "kalah.start"),
            "A tuple of any even length: any number of pits, any number of seeds.",
            port="Board",
            printed=False,
        ),
        Entry("copy", (), "A tuple need not be copied.", port="Board.copy", printed=False),
        Entry(
            "move_stone",
            ("kalah.move_stone",),
            "Returns whose turn it is and a new board, swept if a side is empty.",
            port="Board.move_stone",
            printed=False,
        ),
        Entry(
            "check_gameover",
            ("kalah.sweep", "kalah.is_decided"),
            "To sweep the board is part of the move; whether the game is over is asked apart.",
            port="Board.check_gameover",
            printed=False,
        ),
        Entry(
            "value_func",
            ("kalah.get_value",),
            "Seen by either player; keeps no count of its calls.",
            port="Board.value_func",
            printed=False,
        ),
        Entry(
            "print_board",
            ("kalah.show",),
            "Returns a drawing that `kalah.parse` reads, with the numbers of the pits.",
            port="Board.print_board",
            printed=False,
        ),
    ),
)

MINIMAX_GAME = Source(
    "The MiniMax number game (M. Hiroi, Python)",
    "python",
    ("minimax",),
    (
        Entry("SIZE", ("minimax_game.Board",), "A field of the board."),
        Entry("NON_VAL", ("minimax_game.Board",), "None stands where a number is gone."),
        Entry("MAX_VAL", (), "A window is open at `inf`."),
        Entry("MIN_VAL", (), "A window is open at `-inf`."),
        Entry("WIN_FST", ("minimax_game.get_value",), "An argument, `won`."),
        Entry("WIN_SND", ("minimax_game.get_value",), "The other sign of `won`."),
        Entry("count", ("Best",), "Part of the answer, `evaluations`.", printed=False),
        Entry(
            "init_board",
            ("minimax_game.start", "minimax_game.starts"),
            "The same boards in the same order, from a seed that is an argument.",
        ),
        Entry(
            "print_board",
            ("minimax_game.show",),
            "Returns a drawing that `minimax_game.parse` reads.",
        ),
        Entry(
            "gameover",
            ("minimax_game.moves",),
            "Known when a number is taken: the board that ends the game says so.",
        ),
        Entry(
            "value_func",
            ("minimax_game.get_value",),
            "Seen by either player; whether the last number counts is an argument, as the listing "
            "answers that in two ways.",
        ),
        Entry(
            "move_first",
            ("minimax", "minimax_game.moves"),
            "Two functions that call each other here as well, but for any tree and any players.",
        ),
        Entry(
            "move_second",
            ("minimax", "minimax_game.moves"),
            "Two functions that call each other here as well, but for any tree and any players.",
        ),
        Entry(
            "play",
            ("play.play", "minimax_game.get_lead"),
            "A lazy sequence of trees; it prints nothing. Who is ahead is asked of a board.",
        ),
        Entry(
            "test",
            ("play.match.played", "play.match.tally"),
            "For any game and any strategies; every opening is played with both sides.",
        ),
        Entry(
            "test1",
            ("play.match.round_robin", "minimax_game.starts"),
            "`landoflisp tables minimax` measures this very table.",
        ),
    ),
)

UNITY = Source(
    "The 8x8 reversi player (Nullsuke, C#)",
    "csharp",
    ("unity_ai",),
    (
        Entry("GetReverseColor", ("reversi.change_turn",), "Colours are letters.", printed=False),
        Entry(
            "LogicBoard",
            ("reversi.Board",),
            "The squares of the listings in Lisp, of any even size, and never changed.",
            port="LogicBoard",
            printed=False,
        ),
        Entry(
            "LogicBoard()",
            ("reversi.start",),
            "A position says whose turn it is.",
            port="LogicBoard.__init__",
            printed=False,
        ),
        Entry(
            "BitToPoints",
            ("reversi.name",),
            "A square is a number, and has a name for people.",
            port="LogicBoard.bit_to_points",
            printed=False,
        ),
        Entry("CountBit", (), "`int.bit_count`.", port="LogicBoard.count_bit", printed=False),
        Entry("Log", (), "Nothing is taken back.", port="LogicBoard.log", printed=False),
        Entry("Undo", (), "Nothing is taken back.", port="LogicBoard.undo", printed=False),
        Entry(
            "Reverse",
            ("reversi.put_piece", "reversi.get_rev_stone"),
            "Returns new squares.",
            port="LogicBoard.reverse",
            printed=False,
        ),
        Entry(
            "GetMovableBitBoard",
            ("reversi.moves",),
            "Yields each move with the board that it leads to.",
            port="LogicBoard.get_movable_bit_board",
            printed=False,
        ),
        Entry(
            "_square",
            (),
            "The port's own: the article prints no evaluator, `Evaluate` is what it calls.",
            printed=False,
        ),
        Entry(
            "mobility",
            ("games.reversi_evaluation.evaluate",),
            "A term of `evaluate`, in bit sets of the walled board.",
            printed=False,
        ),
        Entry("_run", (), "The port's own, a step of `stable`.", printed=False),
        Entry(
            "stable",
            ("games.reversi_evaluation.evaluate",),
            "A term of `evaluate`; edges of any length.",
            printed=False,
        ),
        Entry(
            "c_squares",
            ("games.reversi_evaluation.evaluate",),
            "A term of `evaluate`.",
            printed=False,
        ),
        Entry(
            "x_squares",
            ("games.reversi_evaluation.evaluate",),
            "A term of `evaluate`.",
            printed=False,
        ),
        Entry(
            "Evaluate",
            ("games.reversi_evaluation.evaluate",),
            "The same weights for any even size, though they are meant for 8x8.",
            printed=False,
        ),
        Entry(
            "AI",
            ("play.reversi_player.reversi_player",),
            "A strategy, that is, a function; it has no state.",
        ),
        Entry(
            "AI()",
            ("play.reversi_player.reversi_player",),
            "The level is an argument.",
            port="AI.__init__",
        ),
        Entry(
            "Search",
            ("play.reversi_player.think",),
            "A sentence: a tree, limited, its moves sorted, searched by `negascout`.",
            port="AI.search",
        ),
        Entry(
            "NegaScout",
            ("negascout",),
            "Searches any tree. That late moves are not searched again is `trust_exact`, wherever "
            "the scouted value is exact.",
            port="AI.nega_scout",
        ),
        Entry(
            "NegaAlpha",
            ("negamax",),
            "One ply needs no window: the best reply, in full. The listing's is clamped at its "
            "alpha, which no value depends on.",
            port="AI.nega_alpha",
        ),
        Entry(
            "GetSortedMovailable",
            ("sort_moves", "play.reversi_player.by_reply"),
            "Sorts all moves of a tree, lazily, by any key; the key here is the best reply.",
            port="AI.get_sorted_movables",
        ),
        Entry(
            "GetLeastSignificantBit",
            (),
            "The order of the moves is the order of the spaces.",
            port="AI.get_least_significant_bit",
        ),
    ),
)

SOURCES = (REVERSI, DICE_OF_DOOM, LAZY, KALAH, MINIMAX_GAME, UNITY)
PORTS = tuple(port for source in SOURCES for port in source.ports)


def source_of(port: str) -> Source:
    """Return the source of a port."""
    return next(source for source in SOURCES if port in source.ports)


def entry(port: str, name: str) -> Entry | None:
    """Return the entry of a name of a port; None for what the port has for itself."""
    source = source_of(port)
    return next((e for e in source.entries if _means(e, port, name, source.language)), None)


def _means(entry: Entry, port: str, name: str, language: Language) -> bool:
    called = entry.port or port_name(entry.name, language)
    return called == name and (not entry.only or port in entry.only)
