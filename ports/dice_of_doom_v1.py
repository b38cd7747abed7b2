"""Dice of Doom, version 1: Conrad Barski, Land of Lisp, chapter 15 (`dice_of_doom_v1.lisp`).

The computer player (`rate_position` to `play_vs_computer`) also stands in the article "Common Lisp
o ganbaru (58)" of the blog "Programming o ganbaru nikki", with two recorded games. Rights in the
program and in the article remain their authors'.

A hex is `(player, dice)`, a board a tuple of hexes row by row, a tree `(player, board, moves)`, a
move `(action, tree)`, and an action `(source, destination)` or `None` for passing.

As in the chapter some functions are defined twice: plainly, and once more where the program is made
fast. From then on everybody, the old definitions too, calls the new ones.

- The memo of `neighbors` knows nothing of `board_size`: it goes stale when the size is changed
  after a first game, as the article changes it. Set `board_size` and `board_hexnum` first.
- The memo of `rate_position` goes by the identity of the tree. `id` is unique only among living
  objects, so the memo keeps the trees themselves too.
- Python's streams do not know their column and `lst[-1]` is no error: the four functions in front
  stand for what Lisp has built in.

Run it (`python -m ports.dice_of_doom_v1`) to play against the computer on a random board.
"""

import random
import sys
from fractions import Fraction

last_output = (None, "\n")


def princ(text):
    """Print `text` and remember it for `fresh_line`, together with the stream it went to."""
    global last_output
    sys.stdout.write(text)
    last_output = (sys.stdout, text)


def fresh_line():
    """Start a new line unless the output stands at the beginning of one."""
    stream, text = last_output
    if stream is sys.stdout and not text.endswith("\n"):
        princ("\n")


def read():
    """Read the next number from standard input; whatever follows it may be read later."""
    sys.stdout.flush()
    token = ""
    while char := sys.stdin.read(1):
        if not char.isspace():
            token += char
        elif token:
            break
    if not token:
        raise EOFError("end of file on standard input")
    return int(token)


def nth(n, lst):
    """Element `n` of a list, counted from 0; a negative `n` is an error."""
    if n < 0:
        raise IndexError(f"{n} is not a place in a list")
    return lst[n]


num_players = 2
max_dice = 3
board_size = 2
board_hexnum = board_size * board_size


def board_array(lst):
    """Make a board of a sequence of hexes."""
    return tuple(lst)


def gen_board():
    """Deal a random board."""
    return board_array(
        (random.randrange(num_players), 1 + random.randrange(max_dice)) for _ in range(board_hexnum)
    )


def player_letter(n):
    """Letter of player `n`: 0 is `a`."""
    return chr(97 + n)


def draw_board(board):
    """Print a board, each row further left than the one above it.

    >>> draw_board(((1, 3), (1, 2), (0, 2), (0, 3)))
        b-3 b-2
      a-2 a-3
    """
    for y in range(board_size):
        fresh_line()
        for _ in range(board_size - y):
            princ("  ")
        for x in range(board_size):
            hex_ = board[x + board_size * y]
            princ(f"{player_letter(hex_[0])}-{hex_[1]} ")


def game_tree(board, player, spare_dice, first_move):
    """Tree of everything that can happen from here on."""
    return (
        player,
        board,
        add_passing_move(
            board,
            player,
            spare_dice,
            first_move,
            attacking_moves(board, player, spare_dice),
        ),
    )


def add_passing_move(board, player, spare_dice, first_move, moves):
    """Put passing in front of the moves, unless the turn has only begun."""
    if first_move:
        return moves
    else:
        return (
            (
                None,
                game_tree(
                    add_new_dice(board, player, spare_dice - 1),
                    (player + 1) % num_players,
                    0,
                    True,
                ),
            ),
            *moves,
        )


def attacking_moves(board, cur_player, spare_dice):
    """Every attack on a weaker neighbour, as a move."""

    def player(pos):
        return board[pos][0]

    def dice(pos):
        return board[pos][1]

    return tuple(
        (
            (src, dst),
            game_tree(
                board_attack(board, cur_player, src, dst, dice(src)),
                cur_player,
                spare_dice + dice(dst),
                False,
            ),
        )
        for src in range(board_hexnum)
        if player(src) == cur_player
        for dst in neighbors(src)
        if player(dst) != cur_player and dice(src) > dice(dst)
    )


def neighbors(pos):
    """Positions that touch `pos`."""
    up = pos - board_size
    down = pos + board_size
    return tuple(
        p
        for p in (
            (up, down)
            + ((up - 1, pos - 1) if pos % board_size != 0 else ())
            + ((pos + 1, down + 1) if (pos + 1) % board_size != 0 else ())
        )
        if 0 <= p < board_hexnum
    )


def board_attack(board, player, src, dst, dice):
    """Board after `player` has taken `dst` with the `dice` of `src`, all but one of which move.

    >>> board_attack(((1, 3), (1, 2), (0, 2), (0, 3)), 0, 3, 1, 3)
    ((1, 3), (0, 2), (0, 2), (0, 1))
    """
    return board_array(
        (player, 1) if pos == src else (player, dice - 1) if pos == dst else hex_
        for pos, hex_ in enumerate(board)
    )


def add_new_dice(board, player, spare_dice):
    """Reinforce the hexes of `player`, a die each from the first on, while dice are left."""

    def f(lst, n):
        if not lst:
            return ()
        elif n == 0:
            return lst
        else:
            cur_player, cur_dice = lst[0]
            if cur_player == player and cur_dice < max_dice:
                return ((cur_player, cur_dice + 1), *f(lst[1:], n - 1))
            else:
                return (lst[0], *f(lst[1:], n))

    return board_array(f(tuple(board), spare_dice))


def print_info(tree):
    """Print whose turn it is, and the board."""
    fresh_line()
    princ(f"current player = {player_letter(tree[0])}")
    draw_board(tree[1])


def handle_human(tree):
    """Ask for a move and follow it."""
    fresh_line()
    princ("choose your move:")
    moves = tree[2]
    for n, move in enumerate(moves, 1):
        action = move[0]
        fresh_line()
        princ(f"{n}. ")
        if action:
            princ(f"{action[0]} -> {action[1]}")
        else:
            princ("end turn")
    fresh_line()
    return nth(read() - 1, moves)[1]


def winners(board):
    """Players with the most hexes, in the order of their last hexes.

    >>> winners(((1, 1), (0, 1), (0, 1), (1, 1)))
    (0, 1)
    """
    tally = tuple(hex_[0] for hex_ in board)
    totals = tuple(
        (player, tally.count(player))
        for n, player in enumerate(tally)
        if player not in tally[n + 1 :]
    )
    best = max(x[1] for x in totals)
    return tuple(x[0] for x in totals if x[1] == best)


def announce_winner(board):
    """Print who has won."""
    fresh_line()
    w = winners(board)
    if len(w) > 1:
        princ(f"The game is a tie between ({' '.join(player_letter(n) for n in w)})")
    else:
        princ(f"The winner is {player_letter(w[0])}")


def play_vs_human(tree):
    """Let people play against each other from this tree on."""
    print_info(tree)
    if tree[2]:
        play_vs_human(handle_human(tree))
    else:
        announce_winner(tree[1])


def rate_position(tree, player):
    """Share of the win that `player` gets out of `tree` when everybody plays well.

    The player's own turns take the best rating and all other turns the worst.
    """
    moves = tree[2]
    if moves:
        return (max if tree[0] == player else min)(get_ratings(tree, player))
    else:
        w = winners(tree[1])
        return Fraction(1, len(w)) if player in w else 0


def get_ratings(tree, player):
    """Ratings of all moves of `tree`, seen by `player`."""
    return tuple(rate_position(move[1], player) for move in tree[2])


def handle_computer(tree):
    """Follow the first of the moves that rate best."""
    ratings = get_ratings(tree, tree[0])
    return tree[2][ratings.index(max(ratings))][1]


def play_vs_computer(tree):
    """Play from this tree on; player 0 is the human."""
    print_info(tree)
    if not tree[2]:
        announce_winner(tree[1])
    elif tree[0] == 0:
        play_vs_computer(handle_human(tree))
    else:
        play_vs_computer(handle_computer(tree))


# The second half of the chapter: the same game, made fast.

old_neighbors = neighbors
previous_neighbors = {}


def neighbors(pos):
    """Positions that touch `pos`, remembered by position alone.

    >>> neighbors(0)
    (2, 1, 3)
    """
    if pos not in previous_neighbors:
        previous_neighbors[pos] = old_neighbors(pos)
    return previous_neighbors[pos]


old_game_tree = game_tree
previous_trees = {}


def game_tree(*rest):
    """Tree of a board, player, spare dice and first move; equal arguments give the same tree.

    >>> game_tree(((0, 2), (1, 1), (1, 3), (1, 1)), 1, 0, True)[2][0][0]
    (2, 0)
    """
    if rest not in previous_trees:
        previous_trees[rest] = old_game_tree(*rest)
    return previous_trees[rest]


old_rate_position = rate_position
previous_ratings = {}


def rate_position(tree, player):
    """Share of the win that `player` gets out of `tree`, remembered for this very tree.

    >>> tree = game_tree(((0, 2), (1, 1), (1, 3), (0, 2)), 1, 0, True)
    >>> rate_position(tree, 0), rate_position(tree, 1)
    (0, Fraction(1, 1))
    """
    tab = previous_ratings.setdefault(player, {})
    if id(tree) not in tab:
        tab[id(tree)] = tree, old_rate_position(tree, player)
    return tab[id(tree)][1]


def add_new_dice(board, player, spare_dice):  # noqa: F811
    """Reinforce the hexes of `player`, a die each from the first on, while dice are left.

    >>> add_new_dice(((0, 1), (1, 1), (0, 3), (0, 1)), 0, 2)
    ((0, 2), (1, 1), (0, 3), (0, 2))
    """

    def f(lst, n, acc):
        if n == 0:
            return acc[::-1] + lst
        elif not lst:
            return acc[::-1]
        else:
            cur_player, cur_dice = lst[0]
            if cur_player == player and cur_dice < max_dice:
                return f(lst[1:], n - 1, ((cur_player, cur_dice + 1), *acc))
            else:
                return f(lst[1:], n, (lst[0], *acc))

    return board_array(f(tuple(board), spare_dice, ()))


if __name__ == "__main__":
    play_vs_computer(game_tree(gen_board(), 0, 0, True))
    fresh_line()
