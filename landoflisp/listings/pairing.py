"""Find the listing of a port in a text, and pair its forms with the forms of the port.

Forms are paired by name. If a name is defined more than once, in the listing or in the port, the
forms with the most words in common are paired.
"""

from collections import Counter
from functools import partial
from itertools import combinations, product, takewhile
from statistics import fmean
from typing import NamedTuple

from toolz import concat, count, groupby

from landoflisp.errors import BadInput
from landoflisp.listings.forms import Form, inner_functions, port_forms, words
from landoflisp.listings.pairs import PORTS, Source, entry, port_name, source_of
from landoflisp.listings.readers import Piece, pieces

__all__ = ["Row", "listing_of", "paired", "rows_of_port", "summary"]

LIKE = 0.15  # the least share of words that the forms of a listing have in common with the port


class Row(NamedTuple):
    """A form of a listing and its partner in the port; one of them may be None."""

    listing: Form | None
    port: Form | None


class Fit(NamedTuple):
    """How well forms fit a port: how many have a partner, and their mean likeness, from 0 to 1."""

    pairs: int
    likeness: float


def rows_of_port(port: str) -> list[Row]:
    """Return the rows of a port without a listing.

    >>> [row.port.name for row in rows_of_port("lazy")][:4]
    ['lazy', 'force', 'lazy_cons', 'lazy_car']
    """
    return [Row(None, form) for form in port_forms(port)]


def paired(piece: Piece, port: str) -> list[Row]:
    """Return the forms of a listing, in its order, each with its partner in the port.

    A form of the port without a partner comes after the form that it follows in the port; if it
    comes before all partners there, it is among the last.

    >>> listing = [Form("take", "(defun take (n lst))"), Form("mine", "(defun mine ())")]
    >>> [row.port and row.port.name for row in paired(listing, "lazy")][:4]
    ['take', 'take_all', 'lazy_mapcar', 'lazy_mapcan']
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
    """Return one line that says how many forms are paired, and how many are not."""
    both = count(row for row in rows if row.listing and row.port)
    listed = count(row for row in rows if row.listing)
    alone = [row.port.name for row in rows if row.port and not row.listing]
    missing = count(name for name in alone if _printed(port, name))
    parts = [f"{both} of {listed} forms paired"]
    if missing:
        parts.append(f"{missing} of the port's {_expected(port)} are not in the listing")
    if own := len(alone) - missing:
        parts.append(f"{own} more are only in the port")
    return "; ".join(parts)


def listing_of(text: str, port: str, path: str) -> Piece:
    """Return the forms of the listing of a port that a text contains, in the text's order.

    Raises `BadInput` if the text has no listing of the port, or one that fits another port better.
    """
    if not _expected(port):
        raise BadInput(
            f"the listing of {port} is not printed in the article: leave --lisp away to read the "
            "port"
        )
    piece, fit = _complete(text, port)
    if _belongs(piece, fit, port):
        fits = {other: _fit(piece, other) for other in source_of(port).ports if other != port}
        rivals = {other: found for other, found in fits.items() if _by_far(found, fit)}
        if not rivals:
            return piece
    else:
        rivals = {
            other: found
            for other in PORTS
            for candidate, found in [_complete(text, other)]
            if _belongs(candidate, found, other)
        }
    if not rivals:
        raise BadInput(f"{path} {_not_a_listing(fit, port)}")
    best = max(rivals, key=rivals.__getitem__)
    raise BadInput(
        f"{path} is a listing of {best} ({rivals[best].pairs} of its {_expected(best)} forms), "
        f"not of {port} ({fit.pairs or 'none'} of {_expected(port)})"
    )


def _not_a_listing(fit: Fit, port: str) -> str:
    """Return why a text has no listing of a port: its names, or what it defines by them."""
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


def _belongs(piece: Piece, fit: Fit, port: str) -> bool:
    """Return whether a piece is of a port: unrelated programs may have a few names in common."""
    return fit.likeness > LIKE and 2 * fit.pairs >= min(len(piece), _expected(port))


def _by_far(fit: Fit, other: Fit) -> bool:
    """Return whether a fit is clearly the better one: listings of one author are much alike."""
    same = fit.pairs == other.pairs and 2 * (1 - fit.likeness) < 1 - other.likeness
    return fit.pairs > other.pairs or same


def _complete(text: str, port: str) -> tuple[Piece, Fit]:
    """Return the piece of a text that fits a port best, with what only other pieces have."""
    source = source_of(port)
    found = pieces(text, source.language, inner_functions(port))
    best = max(found, key=lambda piece: _fit(piece, port), default=[])
    left = Counter(form.name for form in port_forms(port))
    left.subtract(_called(form, source) for form in best)
    more = []
    for form in concat(piece for piece in found if piece is not best):
        if left[_called(form, source)] > 0:
            left[_called(form, source)] -= 1
            more.append(form)
    piece = sorted([*best, *more], key=lambda form: form.line)
    return piece, _fit(piece, port)


def _fit(piece: Piece, port: str) -> Fit:
    source = source_of(port)
    partners = _partners(piece, port_forms(port), source)
    pairs = [(form, partners[id(form)]) for form in piece if id(form) in partners]
    return Fit(len(pairs), fmean(_likeness(source, *pair) for pair in pairs) if pairs else 0)


def _partners(piece: Piece, forms: list[Form], source: Source) -> dict[int, Form]:
    """Return the partners of the forms of a listing, by the `id` of these."""
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
    """Return the share of the words of both forms that they have in common."""
    these, those = Counter(words(listing, source.language)), Counter(words(port, "python"))
    return (these & those).total() / ((these | those).total() or 1)


def _called(form: Form, source: Source) -> str:
    """Return the name of a form of a listing in the port."""
    others = {each.name: each.port for each in source.entries if each.port and each.printed}
    return others.get(form.name) or port_name(form.name, source.language)


def _printed(port: str, name: str) -> bool:
    known = entry(port, name)
    return known is not None and known.printed


def _expected(port: str) -> int:
    return int(count(form for form in port_forms(port) if _printed(port, form.name)))
