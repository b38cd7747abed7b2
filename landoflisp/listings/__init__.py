"""The listings: read from a saved file, paired with port and pure functions, laid out side by side.

`pairs` says which pure functions do the work of each function of the sources.
"""
