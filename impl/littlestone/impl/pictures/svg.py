"""Self-contained SVG in the colour of the surrounding text, for light and dark pages; one-inclusion graphs in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from xml.sax.saxutils import escape, quoteattr

Box = tuple[float, float, float, float]


def element(tag: str, words: str | None = None, /, **attributes: object) -> str:
    """One element with its words, if any, and numbers to a tenth; ``a_b`` is written a-b, ``kind`` is its class."""
    named = (("class" if name == "kind" else name.replace("_", "-"), value) for name, value in attributes.items())
    written = "".join(f" {name}={quoteattr(_number(value))}" for name, value in named)
    return f"<{tag}{written}/>" if words is None else f"<{tag}{written}>{escape(words)}</{tag}>"


def picture(shapes: Iterable[str], box: Box, title: str, kind: str = "", style: str = "max-width:100%") -> str:
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


# ---- A binary class as its one-inclusion graph inside the cube of all functions

Function = tuple[int, ...]

# Where each further point moves a function that has label 1 there, in pixels: no two functions meet
STEPS = ((0, -56), (56, 0), (32, -10), (-10, -32))
MARGIN, RADIUS, FAINT = 9, 4, 1.5


def one_inclusion_svg(functions: Sequence[Function], title: str = "") -> str:
    """The functions as dots and an edge between each two that differ at one point; other functions as faint dots.

    Raises ValueError for no functions, for functions of different lengths, labels other than 0 and 1, or more than 4
    points.
    """
    lengths = {len(f) for f in functions}
    if len(lengths) != 1 or max(lengths) > len(STEPS):
        raise ValueError(f"give functions on the same 1 to {len(STEPS)} points; their lengths are {sorted(lengths)}")
    if not all(y in (0, 1) for f in functions for y in f):
        raise ValueError("the labels of a one-inclusion graph are 0 and 1")
    moved = {f: [step for y, step in zip(f, STEPS, strict=False) if y] for f in product((0, 1), repeat=lengths.pop())}
    cube = {f: (sum(x for x, _ in steps), sum(y for _, y in steps)) for f, steps in moved.items()}
    (left, right), (top, bottom) = ((min(at) - MARGIN, max(at) + MARGIN) for at in zip(*cube.values(), strict=True))
    present = sorted(set(functions))
    above = ((f, (*f[:x], 1, *f[x + 1 :])) for f in present for x, y in enumerate(f) if y == 0)
    edges = "".join("M{} {}L{} {}".format(*cube[f], *cube[g]) for f, g in above if g in present)
    shapes = [element("path", d=edges, stroke="currentColor", stroke_width=1.5)]
    shapes += [element("circle", cx=x, cy=y, r=FAINT, opacity=0.3) for f, (x, y) in cube.items() if f not in present]
    shapes += [element("circle", cx=x, cy=y, r=RADIUS) for x, y in map(cube.__getitem__, present)]
    words = title or f"one-inclusion graph of {len(present)} functions"
    return picture(shapes, (left, top, right - left, bottom - top), words, "graph")
