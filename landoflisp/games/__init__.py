"""The rules of the games: pure functions, each game with `tree(position)`."""
