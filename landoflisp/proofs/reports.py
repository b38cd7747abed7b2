"""The report of a verification: a table of the functions, and each difference in full."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import fill, indent, wrap
from typing import Any

from toolz import groupby

from landoflisp.escapes import visible
from landoflisp.proofs.checks import Check, Difference, Row, written
from landoflisp.proofs.copies import Outcome
from landoflisp.proofs.verification import Verification
from landoflisp.show.tables import table

__all__ = ["as_text", "details", "overview", "summary"]

HEADS = ("function", "examples", "port", "pure", "first counterexample")
LEAST = 20  # columns for a counterexample; with fewer the table has none
MISSING = "not in this listing"
LINES = 4  # of an answer; of a longer one, those where the answers differ
BEFORE = 30  # characters before the place where they differ


def as_text(
    verification: Verification, rows: Iterable[Row], width: int, is_whole: bool = True
) -> str:
    """Return the report of the rows known so far, in the order of the listing.

    It names what the copy alone defines unless the verification is of one function only.
    """
    checks, copy = verification.checks, verification.copy
    order = [name for check in checks for name in (check.name, check.alias)]
    rows = sorted(rows, key=lambda row: order.index(row.name))
    parts = [overview(rows, width)] if rows else []
    parts += [details(row, width) for row in rows if row.difference]
    parts += [_filled(f"not loaded: {place}: {why}", width) for place, why in copy.troubles.items()]
    unknown = sorted(verification.unknown_names()) if is_whole else []
    if unknown:
        parts.append(_filled(f"in the listing alone, not verified: {', '.join(unknown)}", width))
    parts += [_filled(note, width) for note in _notes(checks, rows)]
    parts.append(_filled(summary(rows, len(checks)), width))
    return "\n\n".join(parts)


def _filled(text: str, width: int) -> str:
    return fill(visible(text), width, subsequent_indent="  ", break_on_hyphens=False)


def _notes(checks: Iterable[Check], rows: Iterable[Row]) -> list[str]:
    """Return the notes of the checks that were tried, each with the names of its functions."""
    tried = {row.name for row in rows if row.tried}
    noted = groupby(lambda check: check.note, (c for c in checks if c.note and c.name in tried))
    return [f"{', '.join(c.name for c in group)}: {note}" for note, group in noted.items()]


# The table


def overview(rows: Iterable[Row], width: int) -> str:
    """Return a table with a line for each row, no wider than the width if that is possible."""
    cells = [HEADS, *map(_cells, rows)]
    names = [row[:-1] for row in cells]
    gap = "  " if len(table(names, "<>")[0]) + 2 <= width else " "
    left = width - len(table(names, "<>", gap)[0]) - len(gap)
    if left >= LEAST:
        names = [(*row[:-1], _cut(row[-1], left)) for row in cells]
    return "\n".join(table(names, "<>>><", gap))


def _cells(row: Row) -> tuple[str, ...]:
    result = _in_short(row.difference) if row.difference else ""
    if row.missing:
        result = MISSING
    elif row.lacking:
        result = f"cannot be run without {', '.join(sorted(row.lacking))}"
    result = visible(" ".join(result.split()))
    return row.name, str(row.tried or "-"), _word(row.port), _word(row.pure), result


def _word(equal: bool | None) -> str:
    return "-" if equal is None else "yes" if equal else "NO"


def _in_short(difference: Difference) -> str:
    """Return the call, and what the copy gives in place of what the other gives."""
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
    """Return the difference of a row in full: the position, the call, and what each side gave."""
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
    """Yield what both print from the first line that differs, as literals."""
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
    """Return the value with lists for tuples and sets."""
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
    """Return the number of characters, or lines, at the beginning that are equal."""
    columns = list(zip(*texts, strict=False))
    return next((n for n, column in enumerate(columns) if len(set(column)) > 1), len(columns))


def summary(rows: Sequence[Row], total: int) -> str:
    """Return one line that sums up the rows, which are of so many functions in total."""
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
