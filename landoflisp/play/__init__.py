"""Playing: strategies against each other, the computer and the human at the keyboard among them.

>>> from landoflisp.games import reversi
>>> from landoflisp.search import fail_soft
>>> strategies = {"b": random_move(0), "w": computer(fail_soft, 4, reversi.get_value)}
>>> *_, end = play(reversi.tree(reversi.start(4, 4)), strategies)
>>> print(reversi.show(end.board))
  a b c d
1 . w . .
2 b w w w
3 . w w w
4 . w w w
"""

from landoflisp.play.game import Roll, Strategies, chance, play
from landoflisp.play.strategies import Strategy, computer, first_move, human, random_move

__all__ = [
    "Roll",
    "Strategies",
    "Strategy",
    "chance",
    "computer",
    "first_move",
    "human",
    "play",
    "random_move",
]
