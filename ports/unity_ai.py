"""An 8x8 reversi player: NegaScout over moves sorted by a shallow search.

Port of the class ``AI`` (C#) in the article "Unityでリバーシを作ってみた 6" of the blog ぬるーむ by
Nullsuke, whose rights remain theirs. Its names are in snake_case here, and ``GetSortedMovailable``
is `get_sorted_movables`. The article prints neither the board nor the evaluator: `LogicBoard` and
`evaluate` have the names that the player calls and compute what the original computes.

Black is 0 and white 1. A set of squares is a number of 64 bits: bit 63 is x=0, y=0 (top left), bit
62 is x=1, y=0, and so on to bit 0, x=7, y=7. Moves are visited from bit 0 upwards.

What to know beside the listing:

- The listing computes in floats of single precision. Every weight of the evaluation is a whole
  number and every sum far below 2 ** 24, so single precision holds each of them exactly, and whole
  numbers give the same values and the same ties here. Of the bounds only the infinities are floats.
- The shallow search has the window of its caller, and `nega_alpha` never answers less than its
  alpha: all moves that are as good as the caller's beta or better get the value beta. Such ties
  keep their order, the sort being stable.
- One dictionary serves all calls of `get_sorted_movables`. It is cleared, not replaced, and each
  call is done with it before the search goes deeper.
- A pass costs a ply. The end of the game is no leaf: both sides pass until the depth is used up.
- Asked for a side without a legal move, the listing fails with an index out of range, the port with
  a `ValueError`.
"""

from math import inf

BLACK, WHITE = 0, 1


def get_reverse_color(color):
    """Return the other colour."""
    return 1 - color


# How far a neighbour lies from a square, there and back, with the squares that can lie between two
# others in that direction: without them a line would run on from one edge to the opposite one.
AXES = (
    (1, 0x7E7E7E7E7E7E7E7E),
    (8, 0x00FFFFFFFFFFFF00),
    (7, 0x007E7E7E7E7E7E00),
    (9, 0x007E7E7E7E7E7E00),
)


class LogicBoard:
    """The discs of both colours, with a log to take moves back.

    `current_bit_boards` is the list of the two sets, black and white.
    """

    def __init__(self):
        self.current_bit_boards = [0x0000000810000000, 0x0000001008000000]
        self.logs = []

    @staticmethod
    def bit_to_points(bit):
        """Return the squares of a set as a list of (x, y), lowest bit first.

        >>> LogicBoard.bit_to_points(1 << 63 | 1 << 1)
        [(6, 7), (0, 0)]
        """
        return [((63 - i) % 8, (63 - i) // 8) for i in range(64) if bit >> i & 1]

    @staticmethod
    def count_bit(bit):
        """Return the number of squares in a set."""
        return bit.bit_count()

    def log(self):
        """Remember the board for `undo`."""
        self.logs.append(self.current_bit_boards.copy())

    def undo(self):
        """Return to the board of the last `log`."""
        self.current_bit_boards = self.logs.pop()

    def reverse(self, p, color):
        """Put a disc of `color` on the square `p`, a set of one, and turn what it captures."""
        own = self.current_bit_boards[color]
        other = self.current_bit_boards[get_reverse_color(color)]
        turned = 0
        for step, inner in AXES:
            between = other & inner
            line, square = 0, p << step
            while square & between:
                line |= square
                square <<= step
            if square & own:
                turned |= line
            line, square = 0, p >> step
            while square & between:
                line |= square
                square >>= step
            if square & own:
                turned |= line
        self.current_bit_boards[color] = own | p | turned
        self.current_bit_boards[get_reverse_color(color)] = other ^ turned

    def get_movable_bit_board(self, color):
        """Return the set of squares on which `color` may put a disc.

        >>> LogicBoard.bit_to_points(LogicBoard().get_movable_bit_board(BLACK))
        [(4, 5), (5, 4), (2, 3), (3, 2)]
        """
        own = self.current_bit_boards[color]
        other = self.current_bit_boards[get_reverse_color(color)]
        movable = 0
        for step, inner in AXES:
            between = other & inner
            up = own << step & between
            while up:
                up <<= step
                movable |= up
                up &= between
            down = own >> step & between
            while down:
                down >>= step
                movable |= down
                down &= between
        return movable & ~(own | other)


def _square(x, y):
    return 1 << 63 - x - 8 * y


# Each from its first corner to its other one.
EDGES = (
    [_square(i, 0) for i in range(8)],
    [_square(0, i) for i in range(8)],
    [_square(7, i) for i in range(8)],
    [_square(i, 7) for i in range(8)],
)

# A corner, the two squares next to it along the edges (C), the one next to it diagonally (X).
CORNERS = (
    (_square(0, 0), _square(1, 0) | _square(0, 1), _square(1, 1)),
    (_square(7, 0), _square(6, 0) | _square(7, 1), _square(6, 1)),
    (_square(0, 7), _square(1, 7) | _square(0, 6), _square(1, 6)),
    (_square(7, 7), _square(6, 7) | _square(7, 6), _square(6, 6)),
)


def mobility(board, color):
    """Return the number of legal moves of `color`."""
    return LogicBoard.count_bit(board.get_movable_bit_board(color))


def _run(own, edge):
    if not own & edge[0]:
        return 0
    for length, square in enumerate(edge[1:7]):
        if not own & square:
            return length
    return 6


def stable(board, color):
    """Return the number of corners of `color` and of its discs in one row with them on an edge."""
    own = board.current_bit_boards[color]
    discs = 0
    for corner, _, _ in CORNERS:
        if own & corner:
            discs += 1
    # A run starts at a corner, so there is none without one.
    if discs > 0:
        for edge in EDGES:
            length = _run(own, edge)
            if length < 6:
                length += _run(own, edge[::-1])
            discs += length
    return discs


def c_squares(board, color):
    """Return the number of discs of `color` on an edge next to a corner that it does not own."""
    own = board.current_bit_boards[color]
    near = 0
    for corner, c, _ in CORNERS:
        if not own & corner:
            near |= c
    return LogicBoard.count_bit(own & near)


def x_squares(board, color):
    """Return the number of discs of `color` diagonally next to a corner that it does not own."""
    own = board.current_bit_boards[color]
    near = 0
    for corner, _, x in CORNERS:
        if not own & corner:
            near |= x
    return LogicBoard.count_bit(own & near)


def evaluate(board, color):
    """Return the value of the board as `color` sees it (the listing's ``Evaluator.Evaluate``).

    Black has a corner, white a disc beside it: one move more, one stable disc more, one C less.

    >>> board = LogicBoard()
    >>> board.current_bit_boards = [1 << 63, 1 << 62]
    >>> evaluate(board, BLACK), evaluate(board, WHITE), 67 + 101 + 552
    (720, -720, 720)
    """
    other = get_reverse_color(color)
    return (
        67 * (mobility(board, color) - mobility(board, other))
        + 101 * (stable(board, color) - stable(board, other))
        - 552 * (c_squares(board, color) - c_squares(board, other))
        - 449 * (x_squares(board, color) - x_squares(board, other))
    )


class AI:
    """A player that looks 2 * lv + 1 plies ahead; levels 1 to 3 are meant."""

    def __init__(self, lv=2):
        self.sorted_moves = {}
        self.depth = lv * 2 + 1
        self.board = None

    def search(self, logic_board, color):
        """Return the move (x, y) that `color` should make; the board is afterwards as before.

        Raises ValueError if `color` has no legal move.

        >>> AI(1).search(LogicBoard(), BLACK)
        (4, 5)
        """
        self.board = logic_board
        found = 0
        max_eval = -inf
        beta = inf
        a = -inf
        b = beta

        movables = self.get_sorted_movables(color, a, b)

        if len(movables) == 0:
            raise ValueError(f"{('black', 'white')[color]} has no legal move")

        if len(movables) == 1:
            return LogicBoard.bit_to_points(movables[0])[0]

        for i in range(len(movables)):
            p = movables[i]

            self.board.log()
            self.board.reverse(p, color)

            eval_ = -self.nega_scout(get_reverse_color(color), self.depth - 1, -b, -a)

            if i != 0 and self.depth > 2 and a < eval_ < beta:
                eval_ = -self.nega_scout(get_reverse_color(color), self.depth - 1, -beta, -eval_)

            self.board.undo()

            if max_eval < eval_:
                a = max(a, eval_)
                max_eval = eval_
                found = p

            b = a + 1

        return LogicBoard.bit_to_points(found)[0]

    def nega_scout(self, color, depth, alpha, beta):
        """Search the current board `depth` plies deep by NegaScout, fail-soft."""
        if depth == 0:
            return evaluate(self.board, color)

        movables = self.get_sorted_movables(color, alpha, beta)

        if len(movables) == 0:
            self.board.log()

            eval_ = -self.nega_scout(get_reverse_color(color), depth - 1, -beta, -alpha)

            self.board.undo()

            return eval_

        max_eval = -inf
        a = alpha
        b = beta

        for i in range(len(movables)):
            p = movables[i]

            self.board.log()
            self.board.reverse(p, color)

            eval_ = -self.nega_scout(get_reverse_color(color), depth - 1, -b, -a)

            # The first child had the whole window. A child at depth 1 answers the exact maximum of
            # its leaves unless it is cut off, and then eval_ is not above a.
            if i != 0 and depth > 2 and a < eval_ < beta:
                eval_ = -self.nega_scout(get_reverse_color(color), depth - 1, -beta, -eval_)

            self.board.undo()

            if max_eval < eval_:
                if beta <= eval_:
                    return eval_

                a = max(a, eval_)
                max_eval = eval_

            b = a + 1

        return max_eval

    def nega_alpha(self, color, depth, alpha, beta):
        """Search the current board `depth` plies deep; answer `alpha` if nothing beats it."""
        if depth == 0:
            return evaluate(self.board, color)

        movable = self.board.get_movable_bit_board(color)

        if LogicBoard.count_bit(movable) == 0:
            self.board.log()

            eval_ = -self.nega_alpha(get_reverse_color(color), depth - 1, -beta, -alpha)

            self.board.undo()

            return eval_

        while movable != 0:
            next_ = self.get_least_significant_bit(movable)

            self.board.log()
            self.board.reverse(next_, color)

            eval_ = -self.nega_alpha(get_reverse_color(color), depth - 1, -beta, -alpha)

            self.board.undo()

            if beta <= eval_:
                return eval_

            alpha = max(eval_, alpha)

            movable ^= next_

        return alpha

    def get_sorted_movables(self, color, alpha, beta):
        """Return the legal moves, as sets of one square, best first by a search of two plies."""
        self.sorted_moves.clear()

        movable = self.board.get_movable_bit_board(color)

        while movable != 0:
            next_ = self.get_least_significant_bit(movable)

            self.board.log()
            self.board.reverse(next_, color)

            eval_ = -self.nega_alpha(get_reverse_color(color), 1, -beta, -alpha)

            self.board.undo()

            self.sorted_moves[next_] = eval_

            movable ^= next_

        # reverse keeps the order of equals, as OrderByDescending does.
        return sorted(self.sorted_moves, key=self.sorted_moves.__getitem__, reverse=True)

    def get_least_significant_bit(self, bit):
        """Return the lowest bit that is set.

        >>> AI().get_least_significant_bit(0b1101000)
        8
        """
        comp = ~bit + 1
        return bit & comp
