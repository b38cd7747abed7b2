"""The Kalah board that the listings ``kalah2.py`` to ``kalah5.py`` import as ``board``.

From the series "Algorithms with Python" by Makoto Hiroi (M.Hiroi's Home Page), whose rights remain
his. The article on negamax and NegaScout imports this module without printing it, so there is no
listing to hold beside it: the names are those that the four listings use, the rules are the ones
under which every table of the article comes out exactly, evaluations included. The spacing of
`print_board` and the bare number of `print_count` are this port's own choice.

Pits 0-5 and store 6 belong to the first player, pits 7-12 and store 13 to the second. A turn is
named by its store, so a player's pits are ``range(turn - 6, turn)`` and the other player's turn is
``(turn + 7) % 14``. Boards are changed in place: searches copy them first.
"""

FIRST_KALAH = 6
SECOND_KALAH = 13

# What a move can end in: the same player goes on, or the turn passes.
NORMAL = 0
KALAH = 1

MAX_VALUE = 100
MIN_VALUE = -100

# More than half of the 72 stones decides the game.
HALF = 36

# Evaluations since init_count().
count = 0


def init_count():
    """Forget all evaluations counted so far."""
    global count
    count = 0


def print_count():
    """Print the number of evaluations since `init_count`."""
    print(count)


class Board(list):
    """Fourteen numbers of stones: six pits and a store for either player."""

    def copy(self):
        """Return an independent board with the same stones."""
        return Board(self)

    def move_stone(self, turn, pos):
        """Sow the stones of pit `pos` for the player `turn`; KALAH if that player moves again.

        >>> board = Board([6, 6, 6, 6, 6, 6, 0, 6, 6, 6, 6, 6, 6, 0])
        >>> board.move_stone(FIRST_KALAH, 0) == KALAH
        True
        >>> board
        [0, 7, 7, 7, 7, 7, 1, 6, 6, 6, 6, 6, 6, 0]
        """
        stones = self[pos]
        self[pos] = 0
        other_store = (turn + 7) % 14
        while stones > 0:
            pos = (pos + 1) % 14
            if pos == other_store:
                continue
            self[pos] += 1
            stones -= 1
        if pos == turn:
            return KALAH
        if turn - 6 <= pos < turn and self[pos] == 1 and self[12 - pos] > 0:
            self[turn] += self[pos] + self[12 - pos]
            self[pos] = self[12 - pos] = 0
        return NORMAL

    def check_gameover(self):
        """Tell whether the game is over; one side being empty, the other's pits go to its store.

        >>> board = Board([0, 0, 0, 0, 0, 0, 30, 1, 0, 2, 0, 0, 4, 35])
        >>> board.check_gameover(), board
        (True, [0, 0, 0, 0, 0, 0, 30, 0, 0, 0, 0, 0, 0, 42])
        """
        if not any(self[0:6]):
            self[13] += sum(self[7:13])
            self[7:13] = [0] * 6
            return True
        if not any(self[7:13]):
            self[6] += sum(self[0:6])
            self[0:6] = [0] * 6
            return True
        return self[6] > HALF or self[13] > HALF

    def value_func(self):
        """Count one evaluation and return the value of the board for the first player.

        >>> Board([0, 1, 0, 0, 0, 0, 36, 1, 0, 0, 0, 0, 0, 34]).value_func()
        2
        >>> Board([0, 1, 0, 0, 0, 0, 36, 1, 0, 0, 0, 0, 0, 37]).value_func()
        -99
        """
        global count
        count += 1
        if self[6] > HALF:
            return 99
        if self[13] > HALF:
            return -99
        return self[6] - self[13]

    def print_board(self):
        """Print the board as its first player sees it.

        >>> Board([0, 1, 2, 3, 4, 5, 36, 7, 8, 9, 10, 11, 12, 13]).print_board()
           12 11 10  9  8  7
        13                   36
            0  1  2  3  4  5
        """
        print("   " + " ".join(f"{stones:2d}" for stones in self[12:6:-1]))
        print(f"{self[13]:2d}" + " " * 19 + f"{self[6]:2d}")
        print("   " + " ".join(f"{stones:2d}" for stones in self[0:6]))
