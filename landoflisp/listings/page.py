"""Sections as one page of HTML, light or dark, without scripts, images or other files."""

import re
from collections.abc import Sequence
from html import escape
from string import Template

from landoflisp.listings.colours import spans
from landoflisp.listings.sections import Cell, Section

__all__ = ["page"]

JAPANESE = re.compile("[\u3040-\u30ff\u3400-\u9fff]")

PAGE = Template("""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>$title</title>
<style>
:root { color-scheme: light dark; --back: #fff; --box: #f5f6f8; --line: #d3d8de; --text: #1c2128;
  --soft: #59626c; --link: #0757b3; --string: #0b6632; --keyword: #7a30b8; --number: #0757b3;
  --name: #8a3c00; }
@media (prefers-color-scheme: dark) {
  :root { --back: #12161c; --box: #1a2028; --line: #343d48; --text: #e2e7ed; --soft: #98a3af;
    --link: #7db8ff; --string: #7fd99a; --keyword: #d3a6ff; --number: #86c1ff; --name: #ffb074; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 0.5rem; }
body { margin: 0 auto; padding: 1rem; max-width: 120rem; background: var(--back);
  color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--link); }
h1 { margin: 0; font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0.25rem; font: 600 1.1rem ui-monospace, monospace; overflow-wrap: anywhere; }
h2 a { margin-left: 0.4em; font-weight: 400; text-decoration: none; }
section:target h2 { text-decoration: underline; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; margin: 1rem 0; padding: 0;
  list-style: none; font-family: ui-monospace, monospace; font-size: 0.875rem; }
nav a { display: inline-block; padding: 0.15rem 0; }
section p { max-width: 48rem; margin: 0.25rem 0 0.5rem; }
.cells { display: grid; gap: 0.75rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); }
figure { margin: 0; min-width: 0; }
figcaption { color: var(--soft); font-size: 0.8125rem; overflow-wrap: anywhere; }
pre { margin: 0.15rem 0 0; padding: 0.6rem 0.75rem; overflow-x: auto; background: var(--box);
  border: 1px solid var(--line); border-radius: 0.375rem; tab-size: 8;
  font: 0.8125rem/1.5 ui-monospace, SFMono-Regular, Consolas, "DejaVu Sans Mono", monospace; }
code { font-family: ui-monospace, monospace; }
pre code { font: inherit; }
.none { padding: 0.6rem 0.75rem; margin: 0.15rem 0 0; border: 1px dashed var(--line);
  border-radius: 0.375rem; color: var(--soft); font-size: 0.875rem; }
.comment { color: var(--soft); font-style: italic; }
.string { color: var(--string); }
.keyword { color: var(--keyword); }
.number { color: var(--number); }
.name { color: var(--name); font-weight: 600; }
footer { margin-top: 3rem; color: var(--soft); font-size: 0.875rem; }
</style>
</head>
<body>
<header>
<h1>$title</h1>
<p>$summary</p>
</header>
<nav aria-label="Functions">
<ul>
$contents
</ul>
</nav>
<main>
$sections
</main>
<footer>
<p>Docstrings are shortened to their first line. A listing remains its author's.</p>
</footer>
</body>
</html>
""")


def page(title: str, summary: str, sections: Sequence[Section]) -> str:
    """Return a page with these sections, each of which can be linked by its anchor."""
    links = (f'<li><a href="#{s.anchor}">{escape(s.name)}</a></li>' for s in sections)
    return PAGE.substitute(
        title=escape(title),
        summary=escape(summary),
        contents="\n".join(links),
        sections="\n".join(map(_section, sections)),
    )


def _section(section: Section) -> str:
    name = escape(section.name)
    link = f'<a href="#{section.anchor}" aria-label="link to {name}">#</a>'
    note = f"<p>{_note(section.note)}</p>\n" if section.note else ""
    return (
        f'<section id="{section.anchor}">\n<h2>{name}{link}</h2>\n{note}'
        f'<div class="cells">\n{"".join(map(_cell, section.cells))}</div>\n</section>'
    )


def _note(text: str) -> str:
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text))


def _cell(cell: Cell) -> str:
    caption = f"<figcaption>{escape(cell.place)}</figcaption>"
    if not cell.language:
        return f'<figure>{caption}<p class="none">{escape(cell.text)}</p></figure>\n'
    code = "".join(
        f'<span class="{kind}">{escape(text)}</span>' if kind else escape(text)
        for kind, text in spans(cell.text, cell.language)
    )
    lang = ' lang="ja"' if JAPANESE.search(cell.text) else ""
    label = escape(cell.place)
    return (
        f'<figure>{caption}<pre{lang} tabindex="0" role="region" aria-label="{label}">'
        f"<code>{code}</code></pre></figure>\n"
    )
