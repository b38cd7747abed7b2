"""Wrong searches: one slip each, and what a check of them finds.

Each is as small as the right one would be, and says in its docstring what it does wrong. Many are
`fail_soft` with one line changed; their windows are (alpha, beta), seen by the player to move.

The entries say which theorem a slip breaks (`landoflisp.testing.catalogue.THEOREMS`), how
`check_search` is to be called, what it complains of, and how many nodes the smallest tree has on
which that shows.

>>> from landoflisp.testing import check_search
>>> entry = WRONG_SEARCHES["turned_for_a_pass"]
>>> print(entry.search.__doc__)
Turns the sign at every move, even if the same player moves again.
>>> entry.theorem, entry.complaint, entry.nodes
('T10', 'does not find the value', 2)
>>> check_search(entry.search, **entry.options)
Traceback (most recent call last):
AssertionError: turned_for_a_pass does not find the value
    asked     turned_for_a_pass(tree, zero_sum)
    tree      tree_of((0, 0, [(0, 1)]))
    expected  1
    found     -1
"""

# Slips are kept on purpose here: state that outlives a call, arguments that are changed.
# ruff: noqa: B006

import sys
from collections.abc import Callable, Mapping
from itertools import count
from math import inf
from random import Random
from typing import Any, NamedTuple

from landoflisp.search import (
    Best,
    Value,
    fail_hard,
    fail_soft,
    minimax,
    mtdf,
    negamax,
    negascout,
    null_window,
)
from landoflisp.search.best import NOTHING, OPPOSITE, better, leaf, reply
from landoflisp.testing.smallest import called
from landoflisp.tree import AnyMove, Tree, flatten_tree, limit_tree_depth, sort_moves

__all__ = ["WRONG_SEARCHES", "WrongSearch"]


class WrongSearch(NamedTuple):
    """A search with one slip, the theorem that it breaks, and what `check_search` says of it.

    `complaint` is part of the message, which shows a tree of at most so many `nodes`; `options` are
    those that the search is checked with. `theorem` is a number of `THEOREMS`, or "" where an
    answer breaks no theorem but what a `Best` says of itself, or what a function is.
    """

    search: Callable[..., Any]
    theorem: str
    complaint: str
    nodes: int
    options: Mapping[str, Any] = {}


def _seen(tree: Tree, move: AnyMove, number: Any) -> Any:
    """Return what a move is worth to the tree's player, given what it is worth after it."""
    return number if move.tree.player == tree.player else -number


def _replies(tree: Tree, answer: Callable[[Tree], Any]) -> list[Any]:
    """Return what each move is worth to the tree's player, given what answers for trees."""
    return [_seen(tree, move, answer(move.tree)) for move in tree.moves]


# Whose number is it? Signs and players


def never_turned(tree: Tree, value: Value) -> Any:
    """Takes what a move leaves to the other player for what it is worth to one's own."""
    if not tree.moves:
        return value(tree.board, tree.player)
    return max(never_turned(move.tree, value) for move in tree.moves)


def turned_for_a_pass(tree: Tree, value: Value) -> Any:
    """Turns the sign at every move, even if the same player moves again."""
    if not tree.moves:
        return value(tree.board, tree.player)
    return max(-turned_for_a_pass(move.tree, value) for move in tree.moves)


def turned_at_the_leaf_too(tree: Tree, value: Value) -> Any:
    """Turns the sign at a leaf, where `value` has seen it with the right eyes already."""
    if not tree.moves:
        return -value(tree.board, tree.player)
    return max(_replies(tree, lambda after: turned_at_the_leaf_too(after, value)))


def leaf_seen_by_player_0(tree: Tree, value: Value) -> Any:
    """Asks what a leaf is worth to player 0, whoever is to move."""
    if not tree.moves:
        return value(tree.board, 0)
    return max(_replies(tree, lambda after: leaf_seen_by_player_0(after, value)))


def leaf_seen_by_who_moved(tree: Tree, value: Value, player: Any = None) -> Any:
    """Asks what a leaf is worth to the player who moved there, and turns it all the same."""
    if not tree.moves:
        return value(tree.board, tree.player if player is None else player)
    return max(_replies(tree, lambda after: leaf_seen_by_who_moved(after, value, tree.player)))


def root_not_turned(tree: Tree, value: Value) -> Any:
    """Finds what the tree is worth to player 0, and says so to player 1 as well."""
    if not tree.moves:
        return value(tree.board, 0)
    side = max if tree.player == 0 else min
    return side(root_not_turned(move.tree, value) for move in tree.moves)


def players_are_0_and_1(tree: Tree, value: Value) -> Any:
    """Takes the most where player 0 moves, and in games of black and white the least everywhere."""

    def to_player_0(tree: Tree) -> Any:
        if not tree.moves:
            return _seen_by_0(tree, value(tree.board, tree.player))
        side = max if tree.player == 0 else min
        return side(to_player_0(move.tree) for move in tree.moves)

    return _seen_by_0(tree, to_player_0(tree))


def _seen_by_0(tree: Tree, number: Any) -> Any:
    return number if tree.player == 0 else -number


def the_other_is_computed(tree: Tree, value: Value) -> Any:
    """Asks the value for `1 - player`, which only numbers have, and turns it."""
    if not tree.moves:
        return -value(tree.board, 1 - tree.player)  # type: ignore[operator]
    return max(_replies(tree, lambda after: the_other_is_computed(after, value)))


def board_for_value(tree: Tree, value: Value) -> Any:
    """Takes the board itself for its value: the boards of most games are no numbers."""
    if not tree.moves:
        return _seen_by_0(tree, tree.board)
    return max(_replies(tree, lambda after: board_for_value(after, value)))


def least_at_a_pass(tree: Tree, value: Value) -> Any:
    """Takes the least of the moves if the first of them keeps the turn."""
    if not tree.moves:
        return value(tree.board, tree.player)
    replies = _replies(tree, lambda after: least_at_a_pass(after, value))
    keeps = next(iter(tree.moves)).tree.player == tree.player
    return min(replies) if keeps else max(replies)


def average(tree: Tree, value: Value) -> Any:
    """Takes the mean of the replies, as if the other player threw dice."""
    if not tree.moves:
        return value(tree.board, tree.player)
    replies = _replies(tree, lambda after: average(after, value))
    return sum(replies) / len(replies)


def largest_number(tree: Tree, value: Value) -> Any:
    """Takes the reply of the largest absolute value."""
    if not tree.moves:
        return value(tree.board, tree.player)
    return max(_replies(tree, lambda after: largest_number(after, value)), key=abs)


# Which moves are looked at?


def first_move_left_out(tree: Tree, value: Value) -> Any:
    """Begins with the second move, because the first was taken to see whether there is one."""
    moves = iter(tree.moves)
    if next(moves, None) is None:
        return value(tree.board, tree.player)
    replies = [_seen(tree, move, first_move_left_out(move.tree, value)) for move in moves]
    return max(replies, default=0)


def last_move_left_out(tree: Tree, value: Value) -> Any:
    """Ends a loop over the moves one too soon."""
    moves = list(tree.moves)
    if not moves:
        return value(tree.board, tree.player)
    best = -inf
    for i in range(len(moves) - 1):
        best = max(best, _seen(tree, moves[i], last_move_left_out(moves[i].tree, value)))
    return best


def first_move_only(tree: Tree, value: Value) -> Any:
    """Takes the first move everywhere, as if moves came in the best order."""
    for move in tree.moves:
        return _seen(tree, move, first_move_only(move.tree, value))
    return value(tree.board, tree.player)


def eight_moves_at_most(tree: Tree, value: Value) -> Any:
    """Looks at the first eight moves of a position."""
    moves = list(tree.moves)[:8]
    if not moves:
        return value(tree.board, tree.player)
    return max(_seen(tree, move, eight_moves_at_most(move.tree, value)) for move in moves)


def equal_boards_left_out(tree: Tree, value: Value) -> Any:
    """Leaves out a move that leads to a board seen among its siblings, whoever is to move there."""
    if not tree.moves:
        return value(tree.board, tree.player)
    moves = {move.tree.board: move for move in tree.moves}.values()
    return max(_seen(tree, move, equal_boards_left_out(move.tree, value)) for move in moves)


def best_at_first_sight(tree: Tree, value: Value) -> Any:
    """Follows the move whose board is worth most, without a look at the others."""
    if not tree.moves:
        return value(tree.board, tree.player)
    best = max(tree.moves, key=lambda move: value(move.tree.board, tree.player))
    return _seen(tree, best, best_at_first_sight(best.tree, value))


def an_only_move_ends_the_game(tree: Tree, value: Value) -> Any:
    """Takes a position with one move for a leaf."""
    if len(list(tree.moves)) < 2:
        return value(tree.board, tree.player)
    return max(_replies(tree, lambda after: an_only_move_ends_the_game(after, value)))


def two_passes_end_the_game(tree: Tree, value: Value, passes: int = 0) -> Any:
    """Takes a position for a leaf if the turn was kept twice on the way there."""
    if not tree.moves or passes == 2:
        return value(tree.board, tree.player)
    return max(
        _seen(
            tree,
            move,
            two_passes_end_the_game(
                move.tree, value, passes + 1 if move.tree.player == tree.player else 0
            ),
        )
        for move in tree.moves
    )


def stands_pat(tree: Tree, value: Value) -> Any:
    """Lets a player keep what the board is worth now, if no move does better."""
    here = value(tree.board, tree.player)
    return max([here, *_replies(tree, lambda after: stands_pat(after, value))])


# How far does it look?


def horizon_2(tree: Tree, value: Value) -> Best:
    """Values what comes two plies later."""
    return negamax(limit_tree_depth(tree, 2), value)


def horizon_5(tree: Tree, value: Value) -> Best:
    """Values what comes five plies later."""
    return negamax(limit_tree_depth(tree, 5), value)


def horizon_8(tree: Tree, value: Value) -> Best:
    """Values what comes eight plies later."""
    return negamax(limit_tree_depth(tree, 8), value)


def horizon_40(tree: Tree, value: Value) -> Best:
    """Values what comes forty plies later."""
    return negamax(limit_tree_depth(tree, 40), value)


def turns_for_plies(tree: Tree, value: Value) -> Best:
    """Looks three turns ahead, where a turn may be many moves."""
    return negamax(limit_tree_depth(tree, 3, turns=True), value)


def hundred_nodes(tree: Tree, value: Value) -> Any:
    """Values a position as it is, once a hundred have been looked at."""
    nodes = count(1)

    def search(tree: Tree) -> Any:
        if next(nodes) > 100 or not tree.moves:
            return value(tree.board, tree.player)
        return max(_replies(tree, search))

    return search(tree)


def deepening_until_it_agrees(tree: Tree, value: Value) -> Best:
    """Looks one ply deeper until two depths agree, which they may do by chance."""
    found = negamax(limit_tree_depth(tree, 1), value)
    for depth in count(2):
        before, found = found, negamax(limit_tree_depth(tree, depth), value)
        if found.value == before.value:
            break
    return found


# What is larger than what? Numbers


def worst_is_nought(tree: Tree, value: Value) -> Any:
    """Begins with 0 for the best so far, which no player who is losing can reach."""
    if not tree.moves:
        return value(tree.board, tree.player)
    best = 0
    for move in tree.moves:
        best = max(best, _seen(tree, move, worst_is_nought(move.tree, value)))
    return best


def worst_is_minus_1(tree: Tree, value: Value) -> Any:
    """Begins with -1, as if games were only won, drawn and lost."""
    if not tree.moves:
        return value(tree.board, tree.player)
    return max([-1, *_replies(tree, lambda after: worst_is_minus_1(after, value))])


def worst_is_the_smallest_float(tree: Tree, value: Value) -> Any:
    """Begins with `sys.float_info.min`, which is the smallest float above 0."""
    if not tree.moves:
        return value(tree.board, tree.player)
    smallest = sys.float_info.min
    return max([smallest, *_replies(tree, lambda after: worst_is_the_smallest_float(after, value))])


def infinity_is_10(tree: Tree, value: Value, alpha: Any = -10, beta: Any = 10) -> Best:
    """Begins with the window (-10, 10), from which larger numbers come back as bounds."""
    return fail_hard(tree, value, alpha, beta)


def infinity_is_a_million(tree: Tree, value: Value) -> Any:
    """Begins with -1,000,000 for the best so far."""
    if not tree.moves:
        return value(tree.board, tree.player)
    return max([-1_000_000, *_replies(tree, lambda after: infinity_is_a_million(after, value))])


def whole_numbers(tree: Tree, value: Value) -> int:
    """Rounds what a leaf is worth to a whole number."""
    return int(negamax(tree, value).value)


def floats(tree: Tree, value: Value) -> float:
    """Answers with a float, and not every whole number is one."""
    return float(negamax(tree, value).value)


def won_drawn_lost(tree: Tree, value: Value) -> int:
    """Answers with the sign of the value."""
    found = negamax(tree, value).value
    return int(found > 0) - int(found < 0)


def yes_or_no(tree: Tree, value: Value) -> bool:
    """Answers whether the player wins."""
    return bool(negamax(tree, value).value > 0)


def not_a_number(tree: Tree, value: Value) -> Any:
    """Answers with NaN, inf - inf, where nothing is to be gained."""
    return negamax(tree, value).value or inf - inf


def a_little_better(tree: Tree, value: Value) -> Any:
    """Takes a later move only if it is better by more than 1, to spare changes of mind."""
    if not tree.moves:
        return value(tree.board, tree.player)
    best, *others = _replies(tree, lambda after: a_little_better(after, value))
    for found in others:
        best = found if found > best + 1 else best
    return best


def sooner_is_better(tree: Tree, value: Value) -> Any:
    """Takes 1 off for every ply, so that a win is worth more the sooner it comes."""
    if not tree.moves:
        return value(tree.board, tree.player)
    best = max(_replies(tree, lambda after: sooner_is_better(after, value)))
    return best - 1 if best > 1 else best


# Windows: what is passed on


def window_not_turned(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Best:
    """Gives the other player the window as it is."""
    best = NOTHING
    for move in tree.moves:
        found = window_not_turned(move.tree, value, max(alpha, best.value), beta)
        best = better(best, tree, move, found, beta)
        if best.value >= beta:
            return best
    return leaf(tree, value) if best is NOTHING else best


def window_not_swapped(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Best:
    """Turns the signs of the window, but leaves alpha and beta in their places."""
    best = NOTHING
    for move in tree.moves:
        lower = max(alpha, best.value)
        same = move.tree.player == tree.player
        ends = (lower, beta) if same else (-lower, -beta)
        found = window_not_swapped(move.tree, value, *ends)
        best = better(best, tree, move, found, beta)
        if best.value >= beta:
            return best
    return leaf(tree, value) if best is NOTHING else best


def window_not_negated(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Best:
    """Swaps alpha and beta for the other player, but not their signs."""
    best = NOTHING
    for move in tree.moves:
        lower = max(alpha, best.value)
        same = move.tree.player == tree.player
        found = window_not_negated(move.tree, value, *((lower, beta) if same else (beta, lower)))
        best = better(best, tree, move, found, beta)
        if best.value >= beta:
            return best
    return leaf(tree, value) if best is NOTHING else best


def window_turned_for_a_pass(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Best:
    """Turns the window round even if the same player moves again."""
    best = NOTHING
    for move in tree.moves:
        found = window_turned_for_a_pass(move.tree, value, -beta, -max(alpha, best.value))
        best = better(best, tree, move, found, beta)
        if best.value >= beta:
            return best
    return leaf(tree, value) if best is NOTHING else best


def alpha_one_too_high(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Best:
    """Asks of a move that it beats the best so far by more than 1."""
    best = NOTHING
    for move in tree.moves:
        lower = max(alpha, best.value + 1)
        found = reply(tree, move, alpha_one_too_high, value, lower, beta)
        best = better(best, tree, move, found, beta)
        if best.value >= beta:
            return best
    return leaf(tree, value) if best is NOTHING else best


def alpha_of_all(tree: Tree, value: Value, window: list[Any] | None = None) -> Any:
    """Keeps one alpha for each player that is never set back when the search climbs up again."""
    window = window or [-inf, -inf]
    if not tree.moves:
        return value(tree.board, tree.player)
    best = -inf
    for move in tree.moves:
        best = max(best, _seen(tree, move, alpha_of_all(move.tree, value, window)))
        window[tree.player == 0] = max(window[tree.player == 0], best)
        if best >= -window[tree.player != 0]:
            break
    return best


def limit_not_turned(tree: Tree, value: Value, limit: Any = inf) -> Best:
    """Gives the other player its own limit, in place of the best so far turned round."""
    best = NOTHING
    for move in tree.moves:
        found = limit_not_turned(move.tree, value, limit)
        best = better(best, tree, move, found, limit)
        if best.value >= limit:
            return best
    return leaf(tree, value) if best is NOTHING else best


def limit_one_too_low(tree: Tree, value: Value, limit: Any = inf) -> Best:
    """Lets the other player stop at 1 less than would refute the best move so far."""
    best = NOTHING
    for move in tree.moves:
        same = move.tree.player == tree.player
        found = limit_one_too_low(move.tree, value, limit if same else -best.value - 1)
        best = better(best, tree, move, found, limit)
        if best.value >= limit:
            return best
    return leaf(tree, value) if best is NOTHING else best


def null_window_one_below(tree: Tree, value: Value, alpha: Any) -> Best:
    """Asks about (alpha - 1, alpha)."""
    return fail_soft(tree, value, alpha - 1, alpha)


def null_window_one_too_low(tree: Tree, value: Value, alpha: Any) -> Best:
    """Gives the other player (-alpha - 2, -alpha - 1), and so takes alpha + 1 for a failure."""
    best = NOTHING
    for move in tree.moves:
        same = move.tree.player == tree.player
        found = null_window_one_too_low(move.tree, value, alpha if same else -alpha - 2)
        best = better(best, tree, move, found, alpha + 1)
        if best.value >= alpha + 1:
            return best
    return leaf(tree, value) if best is NOTHING else best


# Windows: when the rest is cut off


def cut_one_too_soon(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Best:
    """Cuts off what comes after a move that is worth beta - 1."""
    best = NOTHING
    for move in tree.moves:
        found = reply(tree, move, cut_one_too_soon, value, max(alpha, best.value), beta)
        best = better(best, tree, move, found, beta)
        if best.value >= beta - 1:
            return best
    return leaf(tree, value) if best is NOTHING else best


def cut_at_alpha(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Best:
    """Cuts off the rest as soon as a move is better than alpha."""
    best = NOTHING
    for move in tree.moves:
        found = reply(tree, move, cut_at_alpha, value, max(alpha, best.value), beta)
        best = better(best, tree, move, found, beta)
        if best.value > alpha > -inf:
            return best
    return leaf(tree, value) if best is NOTHING else best


def cut_at_nought(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Best:
    """Cuts off the rest as soon as a move does not lose."""
    best = NOTHING
    for move in tree.moves:
        found = reply(tree, move, cut_at_nought, value, max(alpha, best.value), beta)
        best = better(best, tree, move, found, beta)
        if best.value >= 0:
            return best
    return leaf(tree, value) if best is NOTHING else best


def cut_by_the_board(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Any:
    """Returns what the board is worth now if that reaches beta: it might be better to pass."""
    here = value(tree.board, tree.player)
    if here >= beta or not tree.moves:
        return here
    best = -inf
    for move in tree.moves:
        lower = max(alpha, best)
        same = move.tree.player == tree.player
        ends = (lower, beta) if same else (-beta, -lower)
        best = max(best, _seen(tree, move, cut_by_the_board(move.tree, value, *ends)))
        if best >= beta:
            break
    return best


def hopeless_moves_left_out(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Any:
    """Leaves out a move whose board is worth less than alpha by 3 or more."""
    if not tree.moves:
        return value(tree.board, tree.player)
    best = -inf
    for move in tree.moves:
        lower = max(alpha, best)
        if value(move.tree.board, tree.player) <= lower - 3:
            continue
        same = move.tree.player == tree.player
        ends = (lower, beta) if same else (-beta, -lower)
        best = max(best, _seen(tree, move, hopeless_moves_left_out(move.tree, value, *ends)))
        if best >= beta:
            break
    return best if best > -inf else value(tree.board, tree.player)


# Windows: what is answered


def soft_passed_off_as_hard(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Best:
    """Answers with a number outside the window if it finds one."""
    return fail_soft(tree, value, alpha, beta)


def hard_at_the_leaves_alone(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Best:
    """Keeps leaves inside the window, and answers with more than beta elsewhere."""
    found = fail_hard(tree, value, alpha, beta)
    return found._replace(value=fail_soft(tree, value, alpha, beta).value) if tree.moves else found


def hard_at_the_wrong_end(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Any:
    """Answers alpha where the value is too high, and beta where it is too low."""
    found = fail_soft(tree, value, alpha, beta).value
    return alpha if found >= beta else beta if found <= alpha else found


def one_more_for_a_cut(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Any:
    """Answers beta + 1 for whatever reaches beta."""
    found = fail_soft(tree, value, alpha, beta).value
    return beta + 1 if found >= beta else found


def beta_never_reached(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Any:
    """Answers beta - 1 for whatever reaches beta, so that it looks like the value."""
    return min(fail_soft(tree, value, alpha, beta).value, beta - 1)


def aspiration_without_a_second_search(tree: Tree, value: Value) -> Best:
    """Guesses 0, and believes what comes back from the window (-2, 2)."""
    return fail_soft(tree, value, -2, 2)


def aspiration_on_one_side(tree: Tree, value: Value) -> Best:
    """Guesses 0, and searches again only if the value is higher than the window."""
    found = fail_soft(tree, value, -2, 2)
    return fail_soft(tree, value, 2, inf) if found.value >= 2 else found


def aspiration_on_the_wrong_side(tree: Tree, value: Value) -> Best:
    """Guesses 0, and searches again below if the value is higher, and above if it is lower."""
    found = fail_soft(tree, value, -2, 2)
    if found.value >= 2:
        found = fail_soft(tree, value, -inf, -2)
    elif found.value <= -2:
        found = fail_soft(tree, value, 2, inf)
    return found


# Null windows


def scout_without_a_second_search(
    tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf
) -> Best:
    """Believes the bound of a scout, and does not search again what turned out better."""
    best = NOTHING
    for move in tree.moves:
        lower = max(alpha, best.value)
        scouts = best is not NOTHING
        upper = lower + 1 if scouts else beta
        found = reply(tree, move, scout_without_a_second_search, value, lower, upper)
        best = better(best, tree, move, found, beta)
        if best.value >= beta:
            return best
    return leaf(tree, value) if best is NOTHING else best


def scout_window_turned_wrong(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Any:
    """Scouts (-lower, -lower + 1), where the other player sees (-lower - 1, -lower)."""
    if not tree.moves:
        return value(tree.board, tree.player)
    best = -inf
    for i, move in enumerate(tree.moves):
        after, lower = move.tree, max(alpha, best)
        if after.player == tree.player:
            found = scout_window_turned_wrong(after, value, lower, beta)
        elif i == 0:
            found = -scout_window_turned_wrong(after, value, -beta, -lower)
        else:
            found = -scout_window_turned_wrong(after, value, -lower, -lower + 1)
            if lower < found < beta:
                found = -scout_window_turned_wrong(after, value, -beta, -lower)
        best = max(best, found)
        if best >= beta:
            break
    return best


def scout_searched_again_too_narrowly(
    tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf
) -> Best:
    """Searches what turned out better again, but once more in a window of 1."""
    best = NOTHING
    for move in tree.moves:
        lower = max(alpha, best.value)
        scouts = best is not NOTHING
        upper = lower + 1 if scouts else beta
        found = reply(tree, move, scout_searched_again_too_narrowly, value, lower, upper)
        scouted = _seen(tree, move, found.value)
        if scouts and lower < scouted < beta:
            found = reply(
                tree, move, scout_searched_again_too_narrowly, value, scouted, scouted + 1
            )
        best = better(best, tree, move, found, beta)
        if best.value >= beta:
            return best
    return leaf(tree, value) if best is NOTHING else best


def scout_of_much_better_moves(
    tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf
) -> Best:
    """Searches again only what is scouted to be better by more than 1."""
    best = NOTHING
    for move in tree.moves:
        lower = max(alpha, best.value)
        scouts = best is not NOTHING
        upper = lower + 1 if scouts else beta
        found = reply(tree, move, scout_of_much_better_moves, value, lower, upper)
        if scouts and lower + 1 < _seen(tree, move, found.value) < beta:
            found = reply(tree, move, scout_of_much_better_moves, value, lower, beta)
        best = better(best, tree, move, found, beta)
        if best.value >= beta:
            return best
    return leaf(tree, value) if best is NOTHING else best


def mtdf_that_never_learns(tree: Tree, value: Value) -> Any:
    """Asks the same null window again and again, unless it guessed right."""
    guess = 0
    for _ in count():
        found = null_window(tree, value, guess - 1)
        if found.bound == "upper" and found.value == guess:
            break
        guess = max(guess, found.value)
    return guess


def mtdf_strict(tree: Tree, value: Value) -> Any:
    """Takes an answer of beta itself for an upper bound: `>` for `>=`."""
    guess, lower, upper = 0, -inf, inf
    while lower < upper:
        beta = guess + 1 if guess == lower else guess
        guess = null_window(tree, value, beta - 1).value
        if guess > beta:
            lower = guess
        else:
            upper = guess
    return guess


def mtdf_of_one_window(tree: Tree, value: Value) -> Any:
    """Takes the first bound for the value."""
    return null_window(tree, value, -1).value


# Memory


def memo_of_boards(tree: Tree, value: Value, memo: dict[Any, Any] | None = None) -> Any:
    """Remembers by board and player, as if no two trees had those in common."""
    memo = {} if memo is None else memo
    key = tree.board, tree.player
    if key not in memo:
        replies = _replies(tree, lambda after: memo_of_boards(after, value, memo))
        memo[key] = max(replies) if replies else value(tree.board, tree.player)
    return memo[key]


def memo_without_the_turn(tree: Tree, value: Value, memo: dict[Any, Any] | None = None) -> Any:
    """Remembers by board and moves, whoever is to move."""
    memo = {} if memo is None else memo
    key = tree.board, tuple(tree.moves)
    if key not in memo:
        replies = _replies(tree, lambda after: memo_without_the_turn(after, value, memo))
        memo[key] = max(replies) if replies else value(tree.board, tree.player)
    return memo[key]


def memo_by_hash(tree: Tree, value: Value, memo: dict[int, Any] | None = None) -> Any:
    """Remembers by hash alone, and -1 and -2 have the same."""
    memo = {} if memo is None else memo
    key = hash(tree)
    if key not in memo:
        replies = _replies(tree, lambda after: memo_by_hash(after, value, memo))
        memo[key] = max(replies) if replies else value(tree.board, tree.player)
    return memo[key]


def memo_by_id(tree: Tree, value: Value, memo: dict[int, Any] | None = None) -> Any:
    """Remembers by `id`, which the next tree may have when this one is gone."""
    memo = {} if memo is None else memo
    key = id(tree)
    if key not in memo:
        replies = _replies(tree, lambda after: memo_by_id(after, value, memo))
        memo[key] = max(replies) if replies else value(tree.board, tree.player)
    return memo[key]


def memo_by_number_of_moves(tree: Tree, value: Value, memo: dict[Any, Any] | None = None) -> Any:
    """Remembers by board, player and number of moves."""
    memo = {} if memo is None else memo
    if not tree.moves:
        return value(tree.board, tree.player)
    key = tree.board, tree.player, len(list(tree.moves))
    if key not in memo:
        memo[key] = max(_replies(tree, lambda after: memo_by_number_of_moves(after, value, memo)))
    return memo[key]


def memo_in_a_default(tree: Tree, value: Value, memo: dict[Any, Any] = {}) -> Any:
    """Remembers from call to call, and takes what one `value` said for what another says."""
    if tree not in memo:
        replies = _replies(tree, lambda after: memo_in_a_default(after, value))
        memo[tree] = max(replies) if replies else value(tree.board, tree.player)
    return memo[tree]


def memo_without_the_window(
    tree: Tree,
    value: Value,
    alpha: Any = -inf,
    beta: Any = inf,
    memo: dict[Tree, Best] | None = None,
) -> Best:
    """Remembers bounds by tree alone, and takes them for the value in another window."""
    known = {} if memo is None else memo
    if tree in known:
        return known[tree]._replace(evaluations=0)

    def again(tree: Tree, value: Value, alpha: Any, beta: Any) -> Best:
        return memo_without_the_window(tree, value, alpha, beta, known)

    known[tree] = fail_soft(tree, value, alpha, beta, recur=again)
    return known[tree]


def memo_of_bounds_on_either_side(
    tree: Tree,
    value: Value,
    alpha: Any = -inf,
    beta: Any = inf,
    memo: dict[Tree, Any] | None = None,
) -> Any:
    """Begins at what is known of a tree, though that may have been an upper bound."""
    known = {} if memo is None else memo
    if not tree.moves:
        return value(tree.board, tree.player)
    best = known.get(tree, -inf)
    for move in tree.moves:
        if best >= beta:
            break
        lower = max(alpha, best)
        same = move.tree.player == tree.player
        ends = (lower, beta) if same else (-beta, -lower)
        found = memo_of_bounds_on_either_side(move.tree, value, *ends, known)
        best = max(best, _seen(tree, move, found))
    known[tree] = best
    return best


# Lines


def stale_line(tree: Tree, value: Value) -> tuple[Any, tuple[Any, ...]]:
    """Keeps the line of the last move, not that of the best."""
    if not tree.moves:
        return value(tree.board, tree.player), ()
    best, line = -inf, ()
    for move in tree.moves:
        found, rest = stale_line(move.tree, value)
        best = max(best, _seen(tree, move, found))
        line = (move.action, *rest)
    return best, line


def last_of_equals(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Best:
    """Prefers the last of equal moves, of which alpha-beta has looked only at the first in full."""
    best = NOTHING
    for move in tree.moves:
        found = reply(tree, move, last_of_equals, value, max(alpha, best.value), beta)
        if _seen(tree, move, found.value) == best.value:
            best = best._replace(line=(move.action, *found.line))
        best = better(best, tree, move, found, beta)
        if best.value >= beta:
            return best
    return leaf(tree, value) if best is NOTHING else best


def line_of_one_move(tree: Tree, value: Value) -> tuple[Any, Any]:
    """Gives the best move alone for a line."""
    found = negamax(tree, value)
    return found.value, found.line[:1]


def line_one_too_short(tree: Tree, value: Value) -> tuple[Any, Any]:
    """Loses the last move of the line."""
    found = negamax(tree, value)
    return found.value, found.line[:-1]


def line_without_the_first(tree: Tree, value: Value) -> tuple[Any, Any]:
    """Loses the first move of the line."""
    found = negamax(tree, value)
    return found.value, found.line[1:]


def line_backwards(tree: Tree, value: Value) -> tuple[Any, Any]:
    """Gives the last move first, as it was put together."""
    found = negamax(tree, value)
    return found.value, found.line[::-1]


def line_of_own_moves(tree: Tree, value: Value) -> tuple[Any, Any]:
    """Leaves the moves of the other player out of the line."""
    found = negamax(tree, value)
    own: list[Any] = []
    player, node = tree.player, tree
    for action in found.line:
        if node.player == player:
            own.append(action)
        node = next(move.tree for move in node.moves if move.action == action)
    return found.value, own


def line_of_first_moves(tree: Tree, value: Value) -> tuple[Any, Any]:
    """Gives a line that is legal, and not the best."""
    found = negamax(tree, value)
    line = []
    while tree.moves:
        move = next(iter(tree.moves))
        line.append(move.action)
        tree = move.tree
    return found.value, line


def line_of_numbers(tree: Tree, value: Value) -> tuple[Any, tuple[Any, ...]]:
    """Gives the numbers of the moves for their actions."""
    if not tree.moves:
        return value(tree.board, tree.player), ()
    best: tuple[Any, tuple[Any, ...]] = -inf, ()
    for i, move in enumerate(tree.moves):
        found, rest = line_of_numbers(move.tree, value)
        if _seen(tree, move, found) > best[0]:
            best = _seen(tree, move, found), (i, *rest)
    return best


def action_for_a_line(tree: Tree, value: Value) -> tuple[Any, Any]:
    """Gives an action where a line should be, and None where there is no move."""
    found = negamax(tree, value)
    return found.value, found.line[0] if found.line else None


def line_in_a_default(tree: Tree, value: Value, line: list[Any] = []) -> tuple[Any, Any]:
    """Puts its line behind that of the last call."""
    found = negamax(tree, value)
    line.extend(found.line)
    return found.value, tuple(line)


def line_of_mtdf(tree: Tree, value: Value) -> Best:
    """Takes the line of the last null window, which proves a bound, for the principal one."""
    return mtdf(tree, value)


# Counts


def counts_nothing_at_a_leaf(tree: Tree, value: Value) -> Best:
    """Begins with no evaluation where one was made."""
    found = negamax(tree, value)
    return found if tree.moves else found._replace(evaluations=0)


def counts_nodes(tree: Tree, value: Value) -> Best:
    """Counts the positions that it comes through, not those that it values."""
    return negamax(tree, value)._replace(evaluations=sum(1 for _ in flatten_tree(tree)))


def counts_the_best_move_only(tree: Tree, value: Value) -> tuple[Any, Any, int]:
    """Counts what was valued to find the best move, and forgets the others."""
    if not tree.moves:
        return value(tree.board, tree.player), (), 1
    best: tuple[Any, Any, int] = -inf, (), 0
    for move in tree.moves:
        found, line, evaluations = counts_the_best_move_only(move.tree, value)
        if _seen(tree, move, found) > best[0]:
            best = _seen(tree, move, found), (move.action, *line), evaluations
    return best


def counts_not_what_was_cut(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Best:
    """Forgets what was valued after the move that is cut at."""
    best = NOTHING
    for move in tree.moves:
        found = reply(tree, move, counts_not_what_was_cut, value, max(alpha, best.value), beta)
        if _seen(tree, move, found.value) >= beta:
            found = found._replace(evaluations=0)
        best = better(best, tree, move, found, beta)
        if best.value >= beta:
            return best
    return leaf(tree, value) if best is NOTHING else best


def counts_from_call_to_call(tree: Tree, value: Value, total: list[int] = [0]) -> Best:
    """Keeps its counter from the last call."""
    found = negamax(tree, value)
    total[0] += found.evaluations
    return found._replace(evaluations=total[0])


def counts_the_last_search_only(tree: Tree, value: Value) -> Best:
    """Forgets the first search when it searches again."""
    found = fail_soft(tree, value, -2, 2)
    return found if -2 < found.value < 2 else fail_soft(tree, value)


# Bounds


def bound_always_exact(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Best:
    """Calls every answer exact."""
    return fail_soft(tree, value, alpha, beta)._replace(bound="exact")


def hard_bound_always_exact(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Best:
    """Calls alpha and beta exact, to which it has clamped the answer."""
    return fail_hard(tree, value, alpha, beta)._replace(bound="exact")


def bound_never_exact(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Best:
    """Calls the best of all moves an upper bound, though each of them is known exactly."""
    found = fail_soft(tree, value, alpha, beta)
    return found._replace(bound="upper") if tree.moves else found


def bound_turned(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Best:
    """Calls a lower bound upper, and an upper one lower."""
    found = fail_soft(tree, value, alpha, beta)
    return found._replace(bound=OPPOSITE[found.bound])


def bound_not_turned(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Best:
    """Turns the value of a reply round, but not its bound."""
    best = NOTHING
    for move in tree.moves:
        found = reply(tree, move, bound_not_turned, value, max(alpha, best.value), beta)
        if _seen(tree, move, found.value) > best.value:
            bound = found.bound if _seen(tree, move, found.value) < beta else "lower"
            best = better(best, tree, move, found, beta)._replace(bound=bound)
        else:
            best = better(best, tree, move, found, beta)
        if best.value >= beta:
            return best
    return leaf(tree, value) if best is NOTHING else best


def bound_exact_at_a_cut(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Best:
    """Calls exact what reaches beta, though the rest of the moves was not looked at."""
    found = fail_soft(tree, value, alpha, beta)
    return found._replace(bound="exact") if found.bound == "lower" else found


def bound_exact_on_the_rim(tree: Tree, value: Value, alpha: Any = -inf, beta: Any = inf) -> Best:
    """Calls exact what is alpha or beta: `<=` for `<`."""
    found = fail_hard(tree, value, alpha, beta)
    return found._replace(bound="exact") if alpha <= found.value <= beta else found


def bound_of_another_name(tree: Tree, value: Value) -> tuple[Any, ...]:
    """Calls an exact value EXACT."""
    return (*negamax(tree, value)[:3], "EXACT")


# What a function is


def changes_the_tree(tree: Tree, value: Value) -> Best:
    """Sorts the very moves that it was given."""
    if isinstance(tree.moves, list):
        tree.moves.reverse()
    return negamax(tree, value)


def takes_the_moves_away(tree: Tree, value: Value) -> Any:
    """Takes the moves out of their list one by one."""
    if not tree.moves:
        return value(tree.board, tree.player)
    best, moves = -inf, tree.moves if isinstance(tree.moves, list) else list(tree.moves)
    while moves:
        move = moves.pop()
        best = max(best, _seen(tree, move, takes_the_moves_away(move.tree, value)))
    return best


RANDOM = Random(0)


def any_of_equals(tree: Tree, value: Value) -> Best:
    """Shuffles the moves, so that of equal lines any may be the answer."""
    return negamax(sort_moves(tree, key=lambda move: RANDOM.random()), value)


def one_in_five_at_random(tree: Tree, value: Value) -> Any:
    """Leaves a move out now and then."""
    if not tree.moves:
        return value(tree.board, tree.player)
    replies = _replies(tree, lambda after: one_in_five_at_random(after, value))
    return max(replies[1:] if len(replies) > 1 and RANDOM.random() < 0.2 else replies)


def best_of_all_calls(tree: Tree, value: Value, best: list[Any] = [-inf]) -> Any:
    """Begins with the best of the last call."""
    if not tree.moves:
        return value(tree.board, tree.player)
    best[0] = max(best[0], negamax(tree, value).value)
    return best[0]


def infinite_recursion(tree: Tree, value: Value) -> Any:
    """Searches a leaf again in place of valuing it."""
    moves = [move.tree for move in tree.moves] or [tree]
    return max(infinite_recursion(after, value) for after in moves)


def needs_a_tuple(tree: Tree, value: Value) -> Any:
    """Takes the length of the moves, which only some have: moves are lazy."""
    if len(tree.moves) == 0:  # type: ignore[arg-type]
        return value(tree.board, tree.player)
    return negamax(tree, value).value


def raises(tree: Tree, value: Value) -> Any:
    """Takes the largest of no moves."""
    return max(_replies(tree, lambda after: raises(after, value)))


def no_return(tree: Tree, value: Value) -> None:
    """Finds the value, and does not return it."""
    negamax(tree, value)


def no_return_at_a_leaf(tree: Tree, value: Value) -> Any:
    """Finds nothing where there are no moves."""
    return negamax(tree, value).value if tree.moves else None


def five_parts(tree: Tree, value: Value) -> tuple[Any, ...]:
    """Answers with one part too many."""
    return (*negamax(tree, value), "and more")


def won_is_infinite(tree: Tree, value: Value) -> Any:
    """Answers with infinity for a won game."""
    found = negamax(tree, value).value
    return inf if found > 2 else found


def window_not_taken(tree: Tree, value: Value, player: Any = None) -> Best:
    """Has no window, and takes alpha for the player."""
    return minimax(tree, value, player)


# What it costs


def values_every_board(tree: Tree, value: Value) -> Any:
    """Values boards that are no leaves, and does not use what it finds."""
    here = value(tree.board, tree.player)
    return max(_replies(tree, lambda after: values_every_board(after, value)), default=here)


def searches_again(tree: Tree, value: Value) -> Best:
    """Is checked as if it looked at nothing twice."""
    return negascout(tree, value)


def searches_for_the_line(tree: Tree, value: Value) -> tuple[Any, Any]:
    """Finds the value first, and with another search the move that leads to it."""
    found = negamax(tree, value)
    for move in tree.moves:
        if _seen(tree, move, negamax(move.tree, value).value) == found.value:
            return found.value, found.line
    return found.value, ()


WINDOW = {"window": "soft"}
AGAIN = {"searches_again": True}
VALUE = "does not find the value"
ENTRIES = (
    # Signs and players
    WrongSearch(never_turned, "T10", VALUE, 2),
    WrongSearch(turned_for_a_pass, "T10", VALUE, 2),
    WrongSearch(turned_at_the_leaf_too, "T10", VALUE, 1),
    WrongSearch(leaf_seen_by_player_0, "T11", VALUE, 1),
    WrongSearch(leaf_seen_by_who_moved, "T10", VALUE, 2),
    WrongSearch(root_not_turned, "T11", VALUE, 2),
    WrongSearch(players_are_0_and_1, "T11", "other names", 2),
    WrongSearch(the_other_is_computed, "T11", "raises TypeError", 1),
    WrongSearch(board_for_value, "T12", VALUE, 1),
    WrongSearch(least_at_a_pass, "T10", VALUE, 3),
    WrongSearch(average, "T13", VALUE, 3),
    WrongSearch(largest_number, "T12", VALUE, 3),
    # Moves
    WrongSearch(first_move_left_out, "T16", VALUE, 2),
    WrongSearch(last_move_left_out, "T16", VALUE, 2),
    WrongSearch(first_move_only, "T15", VALUE, 3),
    WrongSearch(eight_moves_at_most, "T15", VALUE, 10),
    WrongSearch(equal_boards_left_out, "T16", VALUE, 4),
    WrongSearch(best_at_first_sight, "T10", VALUE, 4),
    WrongSearch(an_only_move_ends_the_game, "T10", VALUE, 2),
    WrongSearch(two_passes_end_the_game, "T10", VALUE, 4),
    WrongSearch(stands_pat, "T10", VALUE, 2),
    # Depth
    WrongSearch(horizon_2, "T17", VALUE, 4),
    WrongSearch(horizon_5, "T17", VALUE, 7),
    WrongSearch(horizon_8, "T17", VALUE, 10),
    WrongSearch(horizon_40, "T17", VALUE, 42),
    WrongSearch(turns_for_plies, "T17", VALUE, 5),
    WrongSearch(hundred_nodes, "T17", VALUE, 102),
    WrongSearch(deepening_until_it_agrees, "S10", VALUE, 4),
    # Numbers
    WrongSearch(worst_is_nought, "T12", VALUE, 2),
    WrongSearch(worst_is_minus_1, "T12", VALUE, 2),
    WrongSearch(worst_is_the_smallest_float, "T12", VALUE, 2),
    WrongSearch(infinity_is_10, "T12", VALUE, 1),
    WrongSearch(infinity_is_a_million, "T12", VALUE, 2),
    WrongSearch(whole_numbers, "T12", VALUE, 1),
    WrongSearch(floats, "T12", VALUE, 1),
    WrongSearch(won_drawn_lost, "T12", VALUE, 1),
    WrongSearch(yes_or_no, "T12", VALUE, 1),
    WrongSearch(not_a_number, "T10", VALUE, 1),
    WrongSearch(a_little_better, "T12", VALUE, 3),
    WrongSearch(sooner_is_better, "T12", VALUE, 2),
    WrongSearch(won_is_infinite, "T12", VALUE, 2),
    # Windows: what is passed on
    WrongSearch(window_not_turned, "W2", VALUE, 4, WINDOW),
    WrongSearch(window_not_swapped, "W2", VALUE, 4),
    WrongSearch(window_not_negated, "W2", VALUE, 4),
    WrongSearch(window_turned_for_a_pass, "W2", VALUE, 4, WINDOW),
    WrongSearch(alpha_one_too_high, "W2", VALUE, 5),
    WrongSearch(alpha_of_all, "W2", VALUE, 4),
    WrongSearch(limit_not_turned, "W6", VALUE, 4, {"window": "limit"}),
    WrongSearch(limit_one_too_low, "W6", VALUE, 5, {"window": "limit"}),
    WrongSearch(null_window_one_below, "W2", VALUE, 3, {"window": "null"}),
    WrongSearch(null_window_one_too_low, "W2", VALUE, 4, {"window": "null"}),
    WrongSearch(window_not_taken, "W2", "raises TypeError", 1, WINDOW),
    # Windows: when the rest is cut off
    WrongSearch(cut_one_too_soon, "W2", VALUE, 5),
    WrongSearch(cut_at_alpha, "W2", VALUE, 5),
    WrongSearch(cut_at_nought, "W2", VALUE, 3),
    WrongSearch(cut_by_the_board, "W2", VALUE, 4, AGAIN),
    WrongSearch(hopeless_moves_left_out, "W2", VALUE, 4, AGAIN),
    # Windows: what is answered
    WrongSearch(hard_at_the_leaves_alone, "W4", VALUE, 2, {"window": "hard"}),
    WrongSearch(hard_at_the_wrong_end, "W4", VALUE, 1, {"window": "hard"}),
    WrongSearch(soft_passed_off_as_hard, "W4", VALUE, 1, {"window": "hard"}),
    WrongSearch(one_more_for_a_cut, "W2", VALUE, 1, WINDOW),
    WrongSearch(beta_never_reached, "W1", VALUE, 1, WINDOW),
    WrongSearch(aspiration_without_a_second_search, "W12", VALUE, 3),
    WrongSearch(aspiration_on_one_side, "W12", VALUE, 4),
    WrongSearch(aspiration_on_the_wrong_side, "W12", VALUE, 3),
    # Null windows
    WrongSearch(scout_without_a_second_search, "S1", VALUE, 5, AGAIN),
    WrongSearch(scout_window_turned_wrong, "S1", VALUE, 6, {**WINDOW, **AGAIN}),
    WrongSearch(scout_searched_again_too_narrowly, "S1", VALUE, 6, AGAIN),
    WrongSearch(scout_of_much_better_moves, "S1", VALUE, 5, AGAIN),
    WrongSearch(mtdf_that_never_learns, "S5", "does not come to an end", 1),
    WrongSearch(mtdf_strict, "S5", "does not come to an end", 1),
    WrongSearch(mtdf_of_one_window, "S5", VALUE, 3, AGAIN),
    # Memory
    WrongSearch(memo_of_boards, "S8", VALUE, 4),
    WrongSearch(memo_without_the_turn, "S8", VALUE, 3),
    WrongSearch(memo_by_hash, "S8", VALUE, 3),
    WrongSearch(memo_by_id, "S8", "if moves are lazy", 4),
    WrongSearch(memo_by_number_of_moves, "S8", VALUE, 5),
    WrongSearch(memo_in_a_default, "S8", VALUE, 1),
    WrongSearch(memo_without_the_window, "N9", VALUE, 20),
    WrongSearch(memo_of_bounds_on_either_side, "N10", VALUE, 20),
    # Lines
    WrongSearch(stale_line, "T20", "has no optimal line", 3),
    WrongSearch(last_of_equals, "T20", "has no optimal line", 5),
    WrongSearch(line_of_one_move, "T20", "ends before the game does", 3),
    WrongSearch(line_one_too_short, "T20", "ends before the game does", 2),
    WrongSearch(line_without_the_first, "T20", "ends before the game does", 2),
    WrongSearch(line_backwards, "T20", "has no legal line|has no optimal line", 4),
    WrongSearch(line_of_own_moves, "T20", "ends before the game does", 3),
    WrongSearch(line_of_first_moves, "T20", "has no optimal line", 3),
    WrongSearch(line_of_numbers, "T11", "other names", 2),
    WrongSearch(action_for_a_line, "T20", "for a line", 2),
    WrongSearch(line_in_a_default, "", "answers otherwise when asked again|no legal line", 1),
    WrongSearch(line_of_mtdf, "N14", "has no optimal line", 5, AGAIN),
    # Counts
    WrongSearch(counts_nothing_at_a_leaf, "", "says that it has valued 0 boards", 1),
    WrongSearch(counts_nodes, "", "says that it has valued", 2),
    WrongSearch(counts_the_best_move_only, "", "says that it has valued", 3),
    WrongSearch(counts_not_what_was_cut, "", "says that it has valued", 2, WINDOW),
    WrongSearch(counts_from_call_to_call, "", "says that it has valued", 1),
    WrongSearch(counts_the_last_search_only, "", "says that it has valued", 1, AGAIN),
    # Bounds
    WrongSearch(bound_always_exact, "W14", "is 'exact'", 3, WINDOW),
    WrongSearch(hard_bound_always_exact, "W14", "is 'exact'", 1, {"window": "hard"}),
    WrongSearch(bound_never_exact, "W14", "is 'upper'", 2),
    WrongSearch(bound_turned, "W14", "says that", 3, WINDOW),
    WrongSearch(bound_not_turned, "W14", "says that", 5, WINDOW),
    WrongSearch(bound_exact_at_a_cut, "W14", "is 'exact'", 3, WINDOW),
    WrongSearch(bound_exact_on_the_rim, "W14", "is 'exact'", 1, {"window": "hard"}),
    WrongSearch(bound_of_another_name, "W14", "is 'EXACT'", 1),
    # What a function is
    WrongSearch(changes_the_tree, "", "changes the moves of the tree", 3),
    WrongSearch(takes_the_moves_away, "", "changes the moves of the tree", 2),
    WrongSearch(any_of_equals, "", "answers otherwise|But not each time", 3),
    WrongSearch(one_in_five_at_random, "", "does not find the value|But not each time", 130),
    WrongSearch(best_of_all_calls, "", VALUE, 2),
    WrongSearch(infinite_recursion, "", "raises RecursionError", 1),
    WrongSearch(needs_a_tuple, "", "TypeError.*Moves.*len", 1),
    WrongSearch(raises, "", "raises ValueError", 1),
    WrongSearch(no_return, "", "is there a return?", 1),
    WrongSearch(no_return_at_a_leaf, "", "is there a return?", 1),
    WrongSearch(five_parts, "", "answers with 5 parts", 1),
    # What it costs
    WrongSearch(values_every_board, "L3", "values 2 boards", 2),
    WrongSearch(searches_again, "L3", "values . boards", 4, {"optimal_line": False}),
    WrongSearch(searches_for_the_line, "L3", "values . boards", 2),
)
WRONG_SEARCHES = {called(entry.search): entry for entry in ENTRIES}
