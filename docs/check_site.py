"""Checks the built site: ``python docs/check_site.py docs/_build/html``, ``make site``.

Every link leads to a page and a place that are there, relative, so that the site works in any folder; in no statement
is a formula among the words; and in a headless Chromium, where one is installed, no page that is looked at asks the
network, complains, or is wider than the window: in light and dark, and 400 pixels wide.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from helpers.chromium import Page, chromium, installed_chromium  # noqa: E402  the tests' own driver
from helpers.set_words import misprints  # noqa: E402

LOOKED_AT = ("index", "tutorial", "gallery", "tables", "verdicts", "errata/lyu25", "claims/BGS21.T7.1", "claims/index")
WINDOWS = (("light", 1280), ("dark", 1280), ("light", 400), ("dark", 400))
ELSEWHERE = ("http", "https", "mailto", "data")


@dataclass
class Links(HTMLParser):
    """The links of a page, and the names of the places in it."""

    found: list[str] = field(default_factory=list)
    places: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note where the element leads, and how it is called."""
        for name, value in attributes:
            if value and name in ("href", "src"):
                self.found.append(value)
            if value and (name == "id" or (tag == "a" and name == "name")):
                self.places.add(value)


def read(page: Path) -> Links:
    """What a page links to and holds."""
    links = Links()
    links.feed(page.read_text(encoding="utf-8"))
    return links


def broken_links(site: Path) -> Iterator[str]:
    """Each link of the site that leads nowhere, or only from a server's root, with its page."""
    pages = {page.resolve(): read(page) for page in sorted(site.rglob("*.html"))}
    for page, links in pages.items():
        for link in dict.fromkeys(links.found):
            why = _why_broken(link, page, pages)
            if why:
                yield f"{page.relative_to(site.resolve())}: {link}: {why}"


def _why_broken(link: str, page: Path, pages: dict[Path, Links]) -> str | None:
    parts = urlsplit(link)
    if parts.scheme in ELSEWHERE:
        return None
    if parts.scheme or parts.netloc or parts.path.startswith("/"):
        return "not relative"
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if not target.is_file():
        return "no such file"
    if parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].places:
        return "no such place on the page"
    return None


def misprinted(site: Path) -> Iterator[str]:
    """Each formula that is not set in a statement, with its page."""
    for page in sorted((site / "claims").glob("*.html")):
        yield from (f"{page.relative_to(site)}: {found}" for found in misprints(page.read_text(encoding="utf-8")))


def complaints(page: Page, site: Path, name: str) -> Iterator[str]:
    """What is wrong with one page in each of the windows."""
    for scheme, width in WINDOWS:
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        page.events.clear()
        page.open((site / f"{name}.html").resolve().as_uri())
        where = f"{name}.html, {scheme}, {width} pixels wide"
        wide = page.run("document.documentElement.scrollWidth")
        if wide > width:
            yield f"{where}: it is {wide} pixels wide"
        asked = [event["request"]["url"] for event in page.of("Network.requestWillBeSent")]
        yield from (f"{where}: it asks for {url}" for url in asked if not url.startswith(("file:", "data:")))
        yield from (f"{where}: {event['entry']['text']}" for event in page.of("Log.entryAdded"))


def seen_wrong(site: Path) -> list[str]:
    """What a browser finds wrong; nothing where none is installed, which is said."""
    program = installed_chromium()
    if program is None:
        print("no Chromium or Chrome is installed: the site is not looked at in a browser", file=sys.stderr)
        return []
    with tempfile.TemporaryDirectory() as profile, chromium(program, Path(profile)) as page:
        return [found for name in LOOKED_AT for found in complaints(page, site, name)]


if __name__ == "__main__":
    site = Path(sys.argv[1])
    wrong = [*broken_links(site), *misprinted(site), *seen_wrong(site)]
    print("\n".join(wrong) or f"{len(list(site.rglob('*.html')))} pages: every link leads somewhere")
    sys.exit(bool(wrong))
