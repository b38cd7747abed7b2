"""How a verification looks: a table of the functions, and below it what differs in full."""

from collections.abc import Iterator, Sequence
from textwrap import indent, wrap
from typing import Any

from landoflisp.commands.verify_check import Difference, Row, written
from landoflisp.commands.verify_lisp import Outcome
from landoflisp.commands.words import visible

__all__ = ["details", "summary", "table"]

HEADS = ("function", "examples", "port", "pure", "first counterexample")
LEAST = 20  # columns for a counterexample; where there are fewer it stands below the table only
MISSING = "not in this listing"
LINES = 4  # of an answer; of what is longer, those where the answers part
BEFORE = 30  # characters before the place where they part


def table(rows: Sequence[Row], width: int) -> str:
    """Return the table, no wider than the width if that can be."""
    cells = [_cells(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(HEADS, *cells, strict=True)][:-1]
    gap = "  " if sum(widths) + 2 * len(widths) <= width else " "
    left = width - sum(widths) - len(gap) * len(widths)
    lines = []
    for name, examples, port, pure, found in [HEADS, *cells]:
        first = [name.ljust(widths[0]), examples.rjust(widths[1])]
        first += [port.rjust(widths[2]), pure.rjust(widths[3])]
        last = [_cut(found, left)] if left >= LEAST else []
        lines.append(gap.join([*first, *last]).rstrip())
    return "\n".join(lines)


def _cells(row: Row) -> tuple[str, ...]:
    found = _in_short(row.difference) if row.difference else ""
    if row.missing:
        found = MISSING
    elif row.lacking:
        found = f"cannot be run without {', '.join(sorted(row.lacking))}"
    found = visible(" ".join(found.split()))
    return row.name, str(row.tried or "-"), _word(row.port), _word(row.pure), found


def _word(equal: bool | None) -> str:
    return "-" if equal is None else "yes" if equal else "NO"


def _in_short(difference: Difference) -> str:
    """Return the call, and what it gives but should not, or does not give but should."""
    example, lisp, port, pure, as_port, _ = difference
    other = Outcome([pure], printed=lisp.printed) if as_port else port
    return f"{example.call.form} {_gist(lisp, other)}"


def _gist(lisp: Outcome, other: Outcome) -> str:
    if lisp.error:
        return lisp.error
    here, there = _value(lisp), _value(other)
    if here != there or other.error:
        return f"gives {here}, not {there}"
    return "prints otherwise" if lisp.printed != other.printed else "leaves another state"


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 2] + " …"


# In full


def details(row: Row, width: int) -> str:
    """Return all about the difference of a row: the position, the call, what everybody gave."""
    assert row.difference is not None
    return "\n".join([row.name, *_details(row.difference, width)])


def _details(difference: Difference, width: int) -> Iterator[str]:
    example, lisp, port, pure, _, as_pure = difference
    call = example.call
    if example.drawing:
        yield indent(example.drawing, "  ")
    yield from _wrapped(f"  {call.form}", width, "    ")
    if call.input:
        yield f"  typed: {' '.join(call.input.split())}"
    if call.rolls:
        rolled = f"  (random n) is, modulo n, {' '.join(map(str, call.rolls))}, and then 0"
        yield from _wrapped(rolled, width, "    ")
    answers = {"Lisp": _value(lisp), "port": _value(port)}
    if as_pure is not None:
        answers["pure"] = written(_as_lists(pure))
    yield from _sides("", answers, width)
    if not lisp.error and not port.error:
        names = call.state.removeprefix("(list ").removesuffix(")").split()
        for name, *sides in zip(names, lisp.state, port.state, strict=False):
            texts = [written(_as_lists(side)) for side in sides]
            if texts[0].lower() != texts[1].lower():
                yield from _sides(
                    f"{name} ", dict(zip(("Lisp", "port"), texts, strict=True)), width
                )
    if lisp.printed != port.printed and not lisp.stopped:
        yield from _printed(lisp.printed, port.printed, width)


def _printed(lisp: str, port: str, width: int) -> Iterator[str]:
    """Yield what both print from the line on that differs, blanks and line ends to be seen."""
    sides = [text.splitlines(keepends=True) for text in (lisp, port)]
    same = _common(sides)
    for side, lines in zip(("Lisp", "port"), sides, strict=True):
        yield f"    {side}  prints in line {same + 1}" + ("" if lines[same:] else ": nothing")
        yield from (f"          {_cut(repr(line), width - 10)}" for line in lines[same:][:LINES])


def _value(outcome: Outcome) -> str:
    if outcome.error:
        return outcome.error if outcome.stopped else f"an error: {outcome.error}"
    return " ".join(written(_as_lists(value)) for value in outcome.values) or "no value"


def _as_lists(value: Any) -> Any:
    """Return the value with lists for vectors and sets, which Python has other kinds of."""
    if isinstance(value, frozenset):
        return sorted(value)
    return list(map(_as_lists, value)) if isinstance(value, list | tuple) else value


def _sides(what: str, texts: dict[str, str], width: int) -> Iterator[str]:
    room = LINES * max(20, width - 10)
    start = 0
    if max(map(len, texts.values())) > room:
        start = max(0, _common([*texts.values()]) - BEFORE)
    for side, text in texts.items():
        kept = ("… " if start else "") + text[start : start + room]
        more = " …" if len(text) > start + room else ""
        yield from _wrapped(f"    {side}  {what}{kept}{more}", width, " " * 10)


def _wrapped(text: str, width: int, margin: str) -> list[str]:
    return wrap(visible(text), width, subsequent_indent=margin, break_on_hyphens=False)


def _common(texts: Sequence[Sequence[str]]) -> int:
    """Return how many characters, or lines, at the beginning are the same."""
    columns = list(zip(*texts, strict=False))
    return next((n for n, column in enumerate(columns) if len(set(column)) > 1), len(columns))


def summary(rows: Sequence[Row], total: int) -> str:
    """Return one line on all the rows, of so many functions."""
    missing = [row.name for row in rows if row.missing]
    stuck = [row.lacking for row in rows if row.lacking]
    differ = sum(row.difference is not None for row in rows)
    pure = sum(row.port is True and row.pure is True for row in rows)
    equal = len(rows) - differ - len(missing) - len(stuck)
    parts = [f"{equal} of {total} equal to the port, {pure} of them to the pure function too"]
    parts += [f"{differ} NOT EQUAL"] if differ else []
    if stuck:
        names = ", ".join(sorted(frozenset().union(*stuck)))
        parts.append(f"{len(stuck)} cannot be run without what is nowhere defined ({names})")
    parts += [f"{len(missing)} {MISSING} ({', '.join(missing)})"] if missing else []
    parts += [f"{total - len(rows)} not verified"] if total > len(rows) else []
    return "; ".join(parts)
