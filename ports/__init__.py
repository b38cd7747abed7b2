"""Direct transliterations, one module a listing, to be read beside it.

Names, order, parameters, state and printed output are the listing's; only the language changes.
Each module names its listing and the listing's author, whose rights remain theirs.
"""
