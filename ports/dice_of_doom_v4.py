"""Dice of Doom, version 4: Conrad Barski, Land of Lisp, chapter 20 (`dice_of_doom_v4.lisp`).

Rights in the program remain the author's. Four players, an attack is decided by rolling dice, and
whoever has the largest cluster of hexes gets the most reinforcements. Version 3, the web page, is
left out. So is its `web-handle-human`, which the listing changes: `handle_human` here is the port's
own, that of version 2 with dice.

Hexes, boards and trees are those of version 2 (the moves are a lazy list). A move is
`(action, tree_if_won, tree_if_lost)`, or `(None, tree)` for passing.

- The listing loads the older versions into its own namespace and defines some of them anew. Here
  the first half of the file repeats what it keeps of them (`ports.dice_of_doom_v2` says why it is
  not imported); the second half is the listing.
- Lisp's literals are single precision floats, and so is what is computed with them: `single` rounds
  every step. In double precision ties between moves would fall differently.
- A game of four players may last longer than Python's stack is deep, so `play_vs_human` and
  `play_vs_computer` are loops.
- Set `board_size` and `board_hexnum` before the first call: the memo of `neighbors` does not notice
  a change. Dice are rolled by `random`: `random.seed` makes a game repeatable.
"""

import random
import struct
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


def single(x):
    """Number nearest to `x` that a single precision float can hold.

    >>> single(0.84) == 0.84, single(0.5) == 0.5
    (False, True)
    """
    return struct.unpack("f", struct.pack("f", x))[0]


# What stays of versions 1 and 2.


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
    """Board after `player` has taken `dst` with the `dice` of `src`, all but one of which move."""
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
    """Players with the most hexes, in the order of their last hexes."""
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
    """Tree of a board, player, spare dice and first move; equal arguments give the same tree."""
    if rest not in previous_trees:
        previous_trees[rest] = old_game_tree(*rest)
    return previous_trees[rest]


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


def play_vs_human(tree):
    """Let people play against each other from this tree on."""
    while True:
        print_info(tree)
        if not lazy_null(tree[2]):
            tree = handle_human(tree)
        else:
            return announce_winner(tree[1])


def play_vs_computer(tree):
    """Play from this tree on; player 0 is the human, all others are the computer."""
    while True:
        print_info(tree)
        if lazy_null(tree[2]):
            return announce_winner(tree[1])
        elif tree[0] == 0:
            tree = handle_human(tree)
        else:
            tree = handle_computer(tree)


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


def rate_position(tree, player):
    """Score of the board that `player` gets to from `tree` when everybody plays well."""
    moves = tree[2]
    if not lazy_null(moves):
        return (max if tree[0] == player else min)(get_ratings(tree, player))
    else:
        return score_board(tree[1], player)


# Chapter 20.

num_players = 4
max_dice = 5
ai_level = 2


def attacking_moves(board, cur_player, spare_dice):
    """Every attack on a neighbour with more than one die, as a lazy list of chance moves."""

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
            game_tree(
                board_attack_fail(board, cur_player, src, dst, dice(src)),
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
                    if player(dst) != cur_player and dice(src) > 1
                    else lazy_nil()
                ),
                make_lazy(neighbors(src)),
            )
            if player(src) == cur_player
            else lazy_nil()
        ),
        make_lazy(range(board_hexnum)),
    )


def board_attack_fail(board, player, src, dst, dice):
    """Board after an attack of `player` that failed: `src` keeps one die.

    >>> board_attack_fail(((1, 3), (1, 2), (0, 2), (0, 3)), 0, 3, 1, 3)
    ((1, 3), (1, 2), (0, 2), (0, 1))
    """
    return board_array((player, 1) if pos == src else hex_ for pos, hex_ in enumerate(board))


board_size = 5
board_hexnum = board_size * board_size


def roll_dice(dice_num):
    """Roll some dice, say so, and return their sum."""
    total = sum(1 + random.randrange(6) for _ in range(dice_num))
    fresh_line()
    princ(f"On {dice_num} dice rolled {total}. ")
    return total


def roll_against(src_dice, dst_dice):
    """Roll for an attack and tell whether it is won."""
    return roll_dice(src_dice) > roll_dice(dst_dice)


def pick_chance_branch(board, move):
    """Follow a move; an attack goes the way that the dice fall."""

    def dice(pos):
        return board[pos][1]

    path = move[0]
    if not path or roll_against(dice(path[0]), dice(path[1])):
        return move[1]
    else:
        return move[2]


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
    return pick_chance_branch(tree[1], lazy_nth(read() - 1, moves))


def handle_computer(tree):
    """Follow the first of the moves that rate best within `ai_level` moves."""
    ratings = get_ratings(limit_tree_depth(tree, ai_level), tree[0])
    return pick_chance_branch(tree[1], lazy_nth(ratings.index(max(ratings)), tree[2]))


# A row for each number of dice of the destination, from 1; a column for the source's, from 2.
dice_probability = tuple(
    tuple(single(p) for p in row)
    for row in (
        (0.84, 0.97, 1.0, 1.0),
        (0.44, 0.78, 0.94, 0.99),
        (0.15, 0.45, 0.74, 0.91),
        (0.04, 0.19, 0.46, 0.72),
        (0.01, 0.06, 0.22, 0.46),
    )
)


def get_ratings(tree, player):
    """Expected ratings of all moves of `tree`, seen by `player`."""
    board = tree[1]

    def dice(pos):
        return board[pos][1]

    def rating(move):
        path = move[0]
        if path:
            src, dst = path
            odds = dice_probability[dice(dst) - 1][dice(src) - 2]
            return single(
                single(odds * rate_position(move[1], player))
                + single(single(1 - odds) * rate_position(move[2], player))
            )
        else:
            return rate_position(move[1], player)

    return take_all(lazy_mapcar(rating, tree[2]))


def limit_tree_depth(tree, depth):
    """Tree cut off below `depth` moves, whichever way the dice fall."""
    return (
        tree[0],
        tree[1],
        lazy_nil()
        if depth == 0
        else lazy_mapcar(
            lambda move: (move[0], *(limit_tree_depth(x, depth - 1) for x in move[1:])),
            tree[2],
        ),
    )


def get_connected(board, player, pos):
    """Hexes of `player` that hang together with `pos`; none if `pos` is somebody else's.

    >>> board = ((0, 1),) * 3 + ((1, 1),) * 21 + ((0, 1),)
    >>> get_connected(board, 0, 0), get_connected(board, 0, 24), get_connected(board, 0, 5)
    ((2, 1, 0), (24,), ())
    """

    def check_pos(pos, visited):
        if board[pos][0] == player and pos not in visited:
            return check_neighbors(neighbors(pos), (pos, *visited))
        else:
            return visited

    def check_neighbors(lst, visited):
        if lst:
            return check_neighbors(lst[1:], check_pos(lst[0], visited))
        else:
            return visited

    return check_pos(pos, ())


def largest_cluster_size(board, player):
    """Number of hexes in the largest connected group of `player`."""

    def f(pos, visited, best):
        if pos < board_hexnum:
            if board[pos][0] == player and pos not in visited:
                cluster = get_connected(board, player, pos)
                size = len(cluster)
                if size > best:
                    return f(pos + 1, cluster + visited, size)
                else:
                    return f(pos + 1, cluster + visited, best)
            else:
                return f(pos + 1, visited, best)
        else:
            return best

    return f(0, (), 0)


def add_new_dice(board, player, spare_dice):
    """Reinforce the hexes of `player` by as many dice as the largest cluster has hexes.

    Whatever `spare_dice` says, it is not looked at.
    """

    def f(lst, n):
        if n == 0:
            return lst
        elif not lst:
            return ()
        else:
            cur_player, cur_dice = lst[0]
            if cur_player == player and cur_dice < max_dice:
                return ((cur_player, cur_dice + 1), *f(lst[1:], n - 1))
            else:
                return (lst[0], *f(lst[1:], n))

    return board_array(f(tuple(board), largest_cluster_size(board, player)))
