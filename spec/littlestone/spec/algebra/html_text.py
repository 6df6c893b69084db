"""How values show themselves in a notebook: tables and nested lists, every text escaped, without a style."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def table_html(caption: str, header: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """A table under a caption; cells are written as text."""
    above = "".join(f'<th scope="col">{escape(str(cell))}</th>' for cell in header)
    below = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{above}</tr></thead><tbody>{below}</tbody></table>"


def facts_html(caption: str, facts: Iterable[tuple[str, object]]) -> str:
    """A table of two columns, what and its value in its own lines; what is empty or None is left out."""
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td><pre>{escape(str(value))}</pre></td></tr>'
        for name, value in facts
        if value not in (None, "")
    )
    return f"<table><caption>{escape(caption)}</caption><tbody>{rows}</tbody></table>"


def item_html(text: str, below: Iterable[str] = ()) -> str:
    """An item of a nested list: a text, and items in HTML below it."""
    inside = "".join(below)
    return f"<li>{escape(text)}{f'<ul>{inside}</ul>' if inside else ''}</li>"
