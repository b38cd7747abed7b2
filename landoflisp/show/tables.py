"""Tables as text: rows of cells, in columns as wide as their widest cell."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat, zip_longest

__all__ = ["table"]


def table(
    rows: Iterable[Sequence[str]], align: str = "<", gap: str = "  ", widths: Sequence[int] = ()
) -> list[str]:
    r"""Return the lines of a table whose rows have one cell a column.

    `align` has a letter for each column, the last for all that follow: `<` left, `>` right, `^` in
    the middle. A cell may have several lines. `widths` are the least that the columns take. No line
    ends with a blank.

    >>> print(*table([("", "port", "pure"), ("nega-max", "60060", "-")], "<>"), sep="\n")
               port  pure
    nega-max  60060     -
    >>> print(*table([("a", "one\ntwo"), ("b", "three")]), sep="\n")
    a  one
       two
    b  three
    """
    cells = [[cell.split("\n") for cell in row] for row in rows]
    columns = list(zip(*cells, strict=True))
    wide = [
        max([least, *(len(line) for cell in column for line in cell)])
        for column, least in zip(columns, chain(widths, repeat(0)), strict=False)
    ]
    sides = list(zip(wide, chain(align, repeat(align[-1])), strict=False))
    return [gap.join(_aligned(line, sides)).rstrip() for row in cells for line in _lines(row)]


def _lines(row: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    return zip_longest(*row, fillvalue="")


def _aligned(line: Iterable[str], sides: Iterable[tuple[int, str]]) -> Iterator[str]:
    return (f"{text:{side}{width}}" for text, (width, side) in zip(line, sides, strict=True))
