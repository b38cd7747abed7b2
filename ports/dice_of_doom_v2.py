"""Dice of Doom, version 2: Conrad Barski, Land of Lisp, chapter 18 (`dice_of_doom_v2.lisp`).

Rights in the program remain the author's. Hexes, boards, trees and moves are those of version 1,
but the moves of a tree are a lazy list (`ports.lazy`): nothing below a node exists until it is
asked for, and so larger boards have a tree at once.

The listing loads version 1 into its own namespace and defines some of it anew. Importing would not
do the same: the functions of `ports.dice_of_doom_v1` go on calling each other and reading the
`board_size` of their own module. So the first half of this file repeats what the listing keeps of
version 1, with the memos of `neighbors` and `game_tree` (the latter keeps every tree for good, and
what has been forced of it); the second half is the listing.

The chapter begins on 4x4 and goes on to 5x5 once it has alpha-beta. Both sizes are set here, in
that order, so that what holds in the end is 5. As in version 1, set `board_size` and `board_hexnum`
before the first call: the memo of `neighbors` does not notice a change. `princ`, `fresh_line` and
`read` stand for what Lisp has built in.
"""

import random
import sys

from ports.lazy import (
    lazy_car,
    lazy_cdr,
    lazy_cons,
    lazy_mapcan,
    lazy_mapcar,
    lazy_nil,
    lazy_nth,
    lazy_null,
    make_lazy,
    take_all,
)

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


most_positive_fixnum = 2**62 - 1
most_negative_fixnum = -(2**62)

# What stays of version 1.

num_players = 2
max_dice = 3


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
    """Print a board, each row further left than the one above it."""
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


def print_info(tree):
    """Print whose turn it is, and the board."""
    fresh_line()
    princ(f"current player = {player_letter(tree[0])}")
    draw_board(tree[1])


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


old_neighbors = neighbors
previous_neighbors = {}


def neighbors(pos):
    """Positions that touch `pos`, remembered by position alone.

    >>> neighbors(6)
    (1, 11, 0, 5, 7, 12)
    """
    if pos not in previous_neighbors:
        previous_neighbors[pos] = old_neighbors(pos)
    return previous_neighbors[pos]


old_game_tree = game_tree
previous_trees = {}


def game_tree(*rest):
    """Tree of a board, player, spare dice and first move; equal arguments give the same tree.

    >>> tree = game_tree(((0, 2),) * 6 + ((1, 3),) + ((0, 2),) * 18, 1, 0, True)
    >>> [move[0] for move in take_all(tree[2])]
    [(6, 1), (6, 11), (6, 0), (6, 5), (6, 7), (6, 12)]
    """
    if rest not in previous_trees:
        previous_trees[rest] = old_game_tree(*rest)
    return previous_trees[rest]


def add_new_dice(board, player, spare_dice):
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


# Chapter 18.

board_size = 4
board_hexnum = board_size * board_size


def add_passing_move(board, player, spare_dice, first_move, moves):
    """Put passing in front of the moves, unless the turn has only begun."""
    if first_move:
        return moves
    else:
        return lazy_cons(
            lambda: (
                None,
                game_tree(
                    add_new_dice(board, player, spare_dice - 1),
                    (player + 1) % num_players,
                    0,
                    True,
                ),
            ),
            lambda: moves,
        )


def attacking_moves(board, cur_player, spare_dice):
    """Every attack on a weaker neighbour, as a lazy list of moves."""

    def player(pos):
        return board[pos][0]

    def dice(pos):
        return board[pos][1]

    def attack(src, dst):
        return (
            (src, dst),
            game_tree(
                board_attack(board, cur_player, src, dst, dice(src)),
                cur_player,
                spare_dice + dice(dst),
                False,
            ),
        )

    return lazy_mapcan(
        lambda src: (
            lazy_mapcan(
                lambda dst: (
                    make_lazy((attack(src, dst),))
                    if player(dst) != cur_player and dice(src) > dice(dst)
                    else lazy_nil()
                ),
                make_lazy(neighbors(src)),
            )
            if player(src) == cur_player
            else lazy_nil()
        ),
        make_lazy(range(board_hexnum)),
    )


def handle_human(tree):
    """Ask for a move and follow it."""
    fresh_line()
    princ("choose your move:")
    moves = tree[2]

    def print_moves(moves, n):
        if not lazy_null(moves):
            move = lazy_car(moves)
            action = move[0]
            fresh_line()
            princ(f"{n}. ")
            if action:
                princ(f"{action[0]} -> {action[1]}")
            else:
                princ("end turn")
            print_moves(lazy_cdr(moves), n + 1)

    print_moves(moves, 1)
    fresh_line()
    return lazy_nth(read() - 1, moves)[1]


def play_vs_human(tree):
    """Let people play against each other from this tree on."""
    print_info(tree)
    if not lazy_null(tree[2]):
        play_vs_human(handle_human(tree))
    else:
        announce_winner(tree[1])


def limit_tree_depth(tree, depth):
    """Tree cut off below `depth` moves."""
    return (
        tree[0],
        tree[1],
        lazy_nil()
        if depth == 0
        else lazy_mapcar(
            lambda move: (move[0], limit_tree_depth(move[1], depth - 1)),
            tree[2],
        ),
    )


ai_level = 4


def handle_computer(tree):
    """Follow the first of the moves that rate best within `ai_level` moves."""
    ratings = get_ratings(limit_tree_depth(tree, ai_level), tree[0])
    return lazy_nth(ratings.index(max(ratings)), tree[2])[1]


def play_vs_computer(tree):
    """Play from this tree on; player 0 is the human."""
    print_info(tree)
    if lazy_null(tree[2]):
        announce_winner(tree[1])
    elif tree[0] == 0:
        play_vs_computer(handle_human(tree))
    else:
        play_vs_computer(handle_computer(tree))


def score_board(board, player):
    """Worth of a board to `player`: own hexes count 2, or 1 if threatened, all others -1."""
    return sum(
        (1 if threatened(pos, board) else 2) if hex_[0] == player else -1
        for pos, hex_ in enumerate(board)
    )


def threatened(pos, board):
    """Tell whether some neighbour of `pos` is another player's and has more dice."""
    player, dice = board[pos]
    for n in neighbors(pos):
        nplayer, ndice = board[n]
        if player != nplayer and ndice > dice:
            return True
    return False


def get_ratings(tree, player):
    """Ratings of all moves of `tree`, seen by `player`."""
    return take_all(lazy_mapcar(lambda move: rate_position(move[1], player), tree[2]))


def rate_position(tree, player):
    """Score of the board that `player` gets to from `tree` when everybody plays well."""
    moves = tree[2]
    if not lazy_null(moves):
        return (max if tree[0] == player else min)(get_ratings(tree, player))
    else:
        return score_board(tree[1], player)


def ab_get_ratings_max(tree, player, upper_limit, lower_limit):
    """Ratings of the moves of `tree`, up to the first that reaches `upper_limit`."""

    def f(moves, lower_limit):
        if lazy_null(moves):
            return ()
        x = ab_rate_position(lazy_car(moves)[1], player, upper_limit, lower_limit)
        if x >= upper_limit:
            return (x,)
        else:
            return (x, *f(lazy_cdr(moves), max(x, lower_limit)))

    return f(tree[2], lower_limit)


def ab_get_ratings_min(tree, player, upper_limit, lower_limit):
    """Ratings of the moves of `tree`, up to the first that reaches `lower_limit`."""

    def f(moves, upper_limit):
        if lazy_null(moves):
            return ()
        x = ab_rate_position(lazy_car(moves)[1], player, upper_limit, lower_limit)
        if x <= lower_limit:
            return (x,)
        else:
            return (x, *f(lazy_cdr(moves), min(x, upper_limit)))

    return f(tree[2], upper_limit)


def ab_rate_position(tree, player, upper_limit, lower_limit):
    """Score that `rate_position` gives, as far as it lies between the limits."""
    moves = tree[2]
    if not lazy_null(moves):
        if tree[0] == player:
            return max(ab_get_ratings_max(tree, player, upper_limit, lower_limit))
        else:
            return min(ab_get_ratings_min(tree, player, upper_limit, lower_limit))
    else:
        return score_board(tree[1], player)


def handle_computer(tree):  # noqa: F811
    """Follow the first of the moves that rate best within `ai_level` moves, by alpha-beta."""
    ratings = ab_get_ratings_max(
        limit_tree_depth(tree, ai_level),
        tree[0],
        most_positive_fixnum,
        most_negative_fixnum,
    )
    return lazy_nth(ratings.index(max(ratings)), tree[2])[1]


board_size = 5
board_hexnum = board_size * board_size
