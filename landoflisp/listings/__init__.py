"""Listings beside their ports: forms found in what a person has saved, paired, laid out.

`pairs` is the one place that says which function of the sources is which pure function.
"""
