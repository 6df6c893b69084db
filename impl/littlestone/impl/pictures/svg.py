"""Self-contained SVG in the colour of the surrounding text, for light and dark pages alike."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr


def element(tag: str, words: str | None = None, /, **attributes: object) -> str:
    """One element with its words, if any; ``stroke_width`` is written stroke-width, ``kind`` is its class.

    Numbers are rounded to a tenth.
    """
    named = (("class" if name == "kind" else name.replace("_", "-"), value) for name, value in attributes.items())
    written = "".join(f" {name}={quoteattr(_number(value))}" for name, value in named)
    return f"<{tag}{written}/>" if words is None else f"<{tag}{written}>{escape(words)}</{tag}>"


def picture(
    shapes: Iterable[str],
    box: tuple[float, float, float, float],
    title: str,
    kind: str = "",
    style: str = "max-width:100%",
) -> str:
    """The shapes as one titled SVG element; the box is its left, top, width and height in pixels."""
    left, top, width, height = map(_number, box)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" role="img" aria-label={quoteattr(title)} '
        f'viewBox="{left} {top} {width} {height}" width="{width}" height="{height}" style="{style};height:auto" '
        f'font-family="system-ui, sans-serif" font-size="13" text-anchor="middle" fill="currentColor" '
        f'stroke="none">\n<title>{escape(title)}</title>\n' + "\n".join(shapes) + "\n</svg>\n"
    )


def _number(value: object) -> str:
    return f"{round(value, 1):g}" if isinstance(value, float) else str(value)
