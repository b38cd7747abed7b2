"""What pictures are made of: elements of SVG as text, and how wide a text is in them."""

import re
from collections.abc import Mapping
from unicodedata import east_asian_width
from xml.sax.saxutils import escape, quoteattr

__all__ = ["Svg", "cells", "moved", "number", "safe", "svg", "tag", "written"]

# Characters that XML has no way to write.
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Svg(str):
    """The text of a picture, which a notebook shows as the picture."""

    __slots__ = ()

    def __repr__(self) -> str:
        head = self[: self.find(">")]
        size = [re.search(rf'\s{name}="([^"]*)"', head) for name in ("width", "height")]
        return f"<svg {'x'.join(found[1] for found in size if found)}".rstrip() + ">"

    def _repr_svg_(self) -> str:
        return str(self)


def svg(width: float, height: float, *inside: str, **attributes: object) -> Svg:
    """Return a picture of that size, in pixels, around what is markup already."""
    return Svg(
        tag(
            "svg",
            *inside,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(width)} {number(height)}",
            width=width,
            height=height,
            **attributes,
            role="img",
        )
    )


def tag(name: str, *inside: str, **attributes: object) -> str:
    """Return an element around what is markup already.

    In the names of attributes an underscore is a hyphen; one at the end is left out.

    >>> tag("text", safe("1 < 2"), x=0.5, font_size=14, class_="step")
    '<text x="0.5" font-size="14" class="step">1 &lt; 2</text>'
    """
    opening = name + written(attributes)
    return f"<{opening}>{''.join(inside)}</{name}>" if inside else f"<{opening}/>"


def written(attributes: Mapping[str, object]) -> str:
    """Return attributes as they stand behind the name of an element.

    >>> written({"x": 1, "font_size": 12.5})
    ' x="1" font-size="12.5"'
    """
    named = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
    return "".join(f" {key}={quoteattr(number(value))}" for key, value in named.items())


def moved(x: float, y: float, *inside: str) -> str:
    """Return a group of elements, moved to the right and down."""
    return tag("g", *inside, transform=f"translate({number(x)} {number(y)})")


def safe(text: str) -> str:
    r"""Return the markup of a text. What XML cannot write becomes the replacement character.

    >>> safe("a\x00 & b")
    'a\ufffd &amp; b'
    """
    return escape(NOT_XML.sub("\ufffd", text))


def number(value: object) -> str:
    """Return a value as attributes have it: at most one digit after the point.

    >>> number(2.0), number(1 / 3), number(7)
    ('2', '0.3', '7')
    """
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def cells(text: str) -> int:
    """Return how many cells of a terminal a text takes: wide East Asian characters take two."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
