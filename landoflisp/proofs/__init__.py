"""Storeys 0, 1 and 2 held against each other: listings under SBCL, and the articles' tables."""
