"""The rules of the games: pure functions, each game with `tree(position)`.

What makes a position, or reads, draws or names one, checks what it is given and raises `BadInput`.
The rules themselves, which a search asks by the million, trust boards and players that come from
there.
"""
