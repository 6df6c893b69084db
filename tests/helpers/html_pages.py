"""An HTML page read into its elements, and questions about them."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

VOID = {"meta", "input", "br", "link", "img", "hr", "wbr"}


class Page(HTMLParser):
    """A page read by its tags: every element with its attributes and text; raises where tags do not balance."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[dict[str, Any]] = []
        self.elements: list[dict[str, Any]] = []
        self.feed(html)
        self.close()
        assert not self.open, f"left open: {[e['tag'] for e in self.open]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute of <{tag}> is given twice: {names}"
        element = {"tag": tag, "attrs": dict(attrs), "text": "", "inside": list(self.open)}
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open[-1]["tag"] == tag, f"</{tag}> closes <{self.open[-1]['tag']}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element["text"] += data

    def all(self, tag: str, within: str | None = None, **attrs: str) -> list[dict[str, Any]]:
        return [
            e for e in self.elements if e["tag"] == tag and _has(e, attrs) and (within is None or _inside(e, within))
        ]


def _has(element: dict[str, Any], attrs: dict[str, str]) -> bool:
    found = element["attrs"]
    return all(value in (found.get(name.rstrip("_").replace("_", "-")) or "").split() for name, value in attrs.items())


def _inside(element: dict[str, Any], name: str) -> bool:
    return any(outer["attrs"].get("id") == name for outer in element["inside"])


def words(text: str) -> str:
    return " ".join(text.split())
