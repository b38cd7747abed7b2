"""Compare storeys 0, 1 and 2: verify listings under SBCL, measure the articles' tables again."""
