"""What a user can get wrong: each error says what was wrong and what is allowed."""

__all__ = ["BadInput", "BadPosition", "IllegalMove"]


class BadInput(ValueError):
    """An argument that cannot be; the message is one line for a person to read."""


class BadPosition(BadInput):
    """A board, a player to move or an order of squares that no game has."""


class IllegalMove(BadInput):
    """A move that the position does not allow."""
