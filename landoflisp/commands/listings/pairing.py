"""Which part of a text is the listing of a port, and which form of it belongs to which of the port.

Forms go by their names. Where a name is defined more than once, in the listing or in the port,
those belong together that have the most words in common.
"""

from collections import Counter
from functools import partial
from itertools import combinations, product, takewhile
from statistics import fmean
from typing import NamedTuple

from toolz import groupby

from landoflisp.commands.listings.forms import Form, inner_functions, port_forms, words
from landoflisp.commands.listings.pairs import PORTS, Source, entry, port_name, source_of
from landoflisp.commands.listings.readers import Piece, pieces
from landoflisp.errors import BadInput

__all__ = ["Row", "listing_of", "paired", "rows_of_port", "summary"]

LIKE = 0.15  # the share of their words that a form and its port have in common, at least


class Row(NamedTuple):
    """A form of a listing beside that of the port; one of them may be missing."""

    listing: Form | None
    port: Form | None


class Fit(NamedTuple):
    """How well forms fit a port: how many have a partner, and how much alike these are, 0 to 1."""

    pairs: int
    likeness: float


def rows_of_port(port: str) -> list[Row]:
    """Return the forms of a port, without a listing."""
    return [Row(None, form) for form in port_forms(port)]


def paired(piece: Piece, port: str) -> list[Row]:
    """Return the forms of a listing, in its order, beside those of the port.

    Forms of the port without a partner stand behind those that they follow in the port; those that
    precede all partners stand at the end.
    """
    forms = port_forms(port)
    partners = _partners(piece, forms, source_of(port))
    having = {id(form) for form in partners.values()}
    first = list(takewhile(lambda form: id(form) not in having, forms))
    rows = [Row(form, partners.get(id(form))) for form in piece]
    rows += [Row(None, form) for form in first]
    after = 0
    for form in forms[len(first) :]:
        place = next((i for i, row in enumerate(rows) if row.port is form), None)
        if place is None:
            rows.insert(after, Row(None, form))
            place = after
        after = place + 1
    return rows


def summary(rows: list[Row], port: str) -> str:
    """Say in a line how many forms are paired, and which stand alone."""
    both = sum(bool(row.listing and row.port) for row in rows)
    listed = sum(bool(row.listing) for row in rows)
    alone = [row.port.name for row in rows if row.port and not row.listing]
    missing = sum(_printed(port, name) for name in alone)
    parts = [f"{both} of {listed} forms paired"]
    if missing:
        parts.append(f"{missing} of the port's {_expected(port)} are not in the listing")
    if own := len(alone) - missing:
        parts.append(f"{own} more the port has for itself")
    return "; ".join(parts)


def listing_of(text: str, port: str, path: str) -> Piece:
    """Return the forms of the listing of a port that a text contains, in the text's order.

    Raises `BadInput` if there is none, or if what is there is the listing of another port.
    """
    if not _expected(port):
        raise BadInput(
            f"the listing of {port} is not printed in the article: leave --lisp away to read the "
            "port"
        )
    piece = _complete(text, port)
    fit = _fit(piece, port)
    if _belongs(piece, port):
        rivals = {o: f for o in source_of(port).ports if _by_far(f := _fit(piece, o), fit)}
        if not rivals:
            return piece
    else:
        others = {other: _complete(text, other) for other in PORTS}
        rivals = {o: _fit(others[o], o) for o in others if _belongs(others[o], o)}
    if not rivals:
        raise BadInput(f"{path} {_not_a_listing(fit, port)}")
    best = max(rivals, key=rivals.__getitem__)
    raise BadInput(
        f"{path} is a listing of {best} ({rivals[best].pairs} of its {_expected(best)} forms), "
        f"not of {port} ({fit.pairs or 'none'} of {_expected(port)})"
    )


def _not_a_listing(fit: Fit, port: str) -> str:
    """Say why a text has no listing of a port: what it defines, or what the definitions say."""
    expected = _expected(port)
    if fit.pairs and fit.likeness <= LIKE:
        return (
            f"has {fit.pairs} of the {expected} names of {port}, but defines other things by them: "
            f"{fit.likeness:.0%} of the words are the port's, of a listing more than {LIKE:.0%}"
        )
    return (
        f"has {fit.pairs or 'none'} of the {expected} forms of {port}: it is neither a listing of "
        "it nor an article with one"
    )


def _belongs(piece: Piece, port: str) -> bool:
    """Tell whether a piece is of a port: unrelated programs may have a few names in common."""
    fit = _fit(piece, port)
    return fit.likeness > LIKE and 2 * fit.pairs >= min(len(piece), _expected(port))


def _by_far(fit: Fit, other: Fit) -> bool:
    """Tell whether a fit is clearly the better one: listings of one author are much alike."""
    same = fit.pairs == other.pairs and 2 * (1 - fit.likeness) < 1 - other.likeness
    return fit.pairs > other.pairs or same


def _complete(text: str, port: str) -> Piece:
    """Return the piece of a text that fits a port best, and what only other pieces have."""
    source = source_of(port)
    found = pieces(text, source.language, inner_functions(port))
    best = max(found, key=lambda piece: _fit(piece, port), default=[])
    wanted = Counter(form.name for form in port_forms(port))
    wanted.subtract(_called(form, source) for form in best)
    more = []
    for form in (form for piece in found if piece is not best for form in piece):
        if wanted[_called(form, source)] > 0:
            wanted[_called(form, source)] -= 1
            more.append(form)
    return sorted([*best, *more], key=lambda form: form.line)


def _fit(piece: Piece, port: str) -> Fit:
    source = source_of(port)
    partners = _partners(piece, port_forms(port), source)
    pairs = [(form, partners[id(form)]) for form in piece if id(form) in partners]
    return Fit(len(pairs), fmean(_likeness(source, *pair) for pair in pairs) if pairs else 0)


def _partners(piece: Piece, forms: list[Form], source: Source) -> dict[int, Form]:
    """Return the forms of the port that belong to those of a listing, by the `id` of these."""
    likeness = partial(_likeness, source)
    named = groupby(lambda form: form.name, forms)
    partners: dict[int, Form] = {}
    for name, same in groupby(lambda form: _called(form, source), piece).items():
        ours = named.get(name, [])
        few = min(len(same), len(ours))
        choices = product(combinations(same, few), combinations(ours, few))
        these, those = max(choices, key=lambda pair: sum(map(likeness, *pair)))
        partners |= {id(listing): port for listing, port in zip(these, those, strict=True)}
    return partners


def _likeness(source: Source, listing: Form, port: Form) -> float:
    """Return the share of the words of either form that the other one has as well."""
    these, those = Counter(words(listing, source.language)), Counter(words(port, "python"))
    return (these & those).total() / ((these | those).total() or 1)


def _called(form: Form, source: Source) -> str:
    """Return what a form of a listing is called in a port."""
    others = {each.name: each.port for each in source.entries if each.port and each.printed}
    return others.get(form.name) or port_name(form.name, source.language)


def _printed(port: str, name: str) -> bool:
    known = entry(port, name)
    return known is not None and known.printed


def _expected(port: str) -> int:
    return sum(_printed(port, form.name) for form in port_forms(port))
