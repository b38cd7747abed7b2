"""Read a saved file, a listing or an article, as text or HTML, in any common encoding.

Articles in Japanese come in UTF-8, EUC-JP, Shift_JIS and ISO-2022-JP, and may declare a wrong one.
"""

import re
from html.parser import HTMLParser
from itertools import groupby
from textwrap import dedent

from landoflisp import files
from landoflisp.errors import BadInput

__all__ = ["BREAK", "clean_text", "read_text"]

LARGEST = 20_000_000  # bytes of a file
BREAK = "\f"  # between the boxes of a page

MARKS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
ENCODINGS = ("utf-8", "euc_jis_2004", "cp932")
DECLARED = re.compile(rb"(?:charset|coding)\s*[:=]\s*[\"']?([\w-]+)", re.I)
NUMBER = re.compile(r"\A[ \t]*([0-9]{1,5})[:.|]?(?![0-9])")
DEFINITION = re.compile(
    r"^[ \t]*(?:\(def|(?:async )?def |class |(?:public|private|protected|internal|static) )",
    re.I | re.M,
)
# Replacement characters, and half-width kana, which a wrong encoding often produces.
UNLIKELY = re.compile("[\ufffd\uff61-\uff9f]")
MARKUP = re.compile(r"\s*<(!doctype|html|\?xml)|</(pre|code|div|span|body|table|p)\s*>", re.I)


def read_text(path: str) -> str:
    """Return the text of a file, as `clean_text` does.

    Raises `BadInput` if the file cannot be read, is not text, or has more than 20 MB.
    """
    try:
        data = files.read(path, LARGEST)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    text = _decoded(data)
    if "\0" in text:
        raise BadInput(f"{path} is not text: a listing or an article, text or HTML, is expected")
    return clean_text(text)


def clean_text(text: str) -> str:
    r"""Return the visible text of a page of HTML, or a text, with plain line ends and blanks.

    >>> clean_text("<p>first&nbsp;<pre>(&lt; a\r\n   b)</pre>").split(BREAK)
    ['\nfirst \n', '\n(< a\n   b)\n', '\n']
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace(BREAK, "\n")
    if MARKUP.search(text):
        page = _Page()
        page.feed(text)
        page.close()
        text = "".join(page.parts)
    text = text.replace("\u00a0", " ").replace("\u200b", "").replace("\ufeff", "")
    return _unnumbered(text).expandtabs(8)


def _unnumbered(text: str) -> str:
    """Return the text without a column of line numbers in front of a listing."""
    lines: list[str] = []
    for start, run in groupby(enumerate(text.split("\n")), _first_number):
        numbered = [line for _, line in run]
        bare = dedent("\n".join(NUMBER.sub("", line) for line in numbered))
        is_listing = start is not None and len(numbered) > 1 and DEFINITION.search(bare)
        lines += bare.split("\n") if is_listing else numbered
    return "\n".join(lines)


def _first_number(line: tuple[int, str]) -> int | None:
    """Return the number of the first line, if the lines are numbered from there to this one."""
    index, text = line
    found = NUMBER.match(text)
    return int(found[1]) - index if found else None


def _decoded(data: bytes) -> str:
    for mark, encoding in MARKS.items():
        if data.startswith(mark):
            return data.removeprefix(mark).decode(encoding, "replace")
    if b"\x1b$" in data:
        return data.decode("iso2022_jp", "replace")
    declared = DECLARED.search(data[:4096])
    names = [*([declared[1].decode()] if declared else []), *ENCODINGS]
    return min(filter(None, (_as(name, data) for name in names)), key=_oddity, default="")


def _as(encoding: str, data: bytes) -> str:
    try:
        return data.decode(encoding, "replace")
    except LookupError:  # an unknown encoding
        return ""


def _oddity(text: str) -> int:
    return len(UNLIKELY.findall(text))


class _Page(HTMLParser):
    """The visible text of a page, with line ends where the page breaks lines."""

    LINES = re.compile(
        "address|article|aside|blockquote|body|br|d[dlt]|div|fig(caption|ure)|footer|form|h[1-6r]"
        "|header|li|main|nav|[ou]l|p|section|table|tbody|thead|tr"
    )
    UNSEEN = re.compile("script|style|title|template")
    NUMBERS = re.compile(r"\b(line-?num|line-?no|gutter|blob-num)", re.I)

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.unseen = ""  # the tag whose contents are not visible
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line or a box, or a part that is not visible."""
        if self.unseen:
            self.depth += tag == self.unseen
        elif self.UNSEEN.fullmatch(tag) or self._is_number(tag, attrs):
            self.unseen, self.depth = tag, 1
        else:
            self._begin(tag)

    def handle_endtag(self, tag: str) -> None:
        """Begin a line or a box, or end a part that is not visible."""
        if self.unseen:
            self.depth -= tag == self.unseen
            self.unseen = self.unseen if self.depth else ""
        else:
            self._begin(tag)

    def handle_data(self, data: str) -> None:
        """Keep visible text."""
        if not self.unseen:
            self.parts.append(data)

    def _is_number(self, tag: str, attrs: list[tuple[str, str | None]]) -> bool:
        """Return whether a tag contains line numbers."""
        called = dict(attrs).get("class") or ""
        return tag in ("td", "th", "span", "div", "pre", "a") and bool(self.NUMBERS.search(called))

    def _begin(self, tag: str) -> None:
        if tag == "pre":
            self.parts.append(f"\n{BREAK}\n")
        elif self.LINES.fullmatch(tag) and not "".join(self.parts[-1:]).endswith("\n"):
            self.parts.append("\n")
