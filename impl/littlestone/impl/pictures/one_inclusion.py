"""The picture of a binary class as its one-inclusion graph inside the cube of all functions, as self-contained SVG."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from xml.sax.saxutils import escape

Function = tuple[int, ...]

# Where each further point moves a function that has label 1 there, in pixels: no two functions meet
STEPS = ((0, -56), (56, 0), (32, -10), (-10, -32))
MARGIN, RADIUS, FAINT = 9, 4, 1.5
MOST_POINTS = len(STEPS)


def one_inclusion_svg(functions: Sequence[Function], title: str = "") -> str:
    """The functions as dots and an edge between each two that differ at one point; other functions as faint dots.

    One SVG element in the colour of the surrounding text. Raises ValueError for no functions, for functions of
    different lengths, labels other than 0 and 1, or more than 4 points.
    """
    points = _points(functions)
    cube = {f: _place(f) for f in product((0, 1), repeat=points)}
    left, top = min(x for x, _ in cube.values()) - MARGIN, min(y for _, y in cube.values()) - MARGIN
    width, height = max(x for x, _ in cube.values()) - left + MARGIN, max(y for _, y in cube.values()) - top + MARGIN
    present = sorted(set(functions))
    edges = "".join(f"M{_xy(cube[f])}L{_xy(cube[g])}" for f in present for g in _above(f) if g in present)
    words = escape(title or f"one-inclusion graph of {len(present)} functions")
    dots = "".join(_dot(cube[f], FAINT, ' opacity=".3"') for f in cube if f not in present)
    dots += "".join(_dot(cube[f], RADIUS, "") for f in present)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="graph" role="img" aria-label="{words}" '
        f'viewBox="{left} {top} {width} {height}" width="{width}" height="{height}" fill="currentColor">'
        f'<path d="{edges}" stroke="currentColor" stroke-width="1.5"/>{dots}</svg>'
    )


def _points(functions: Sequence[Function]) -> int:
    lengths = {len(f) for f in functions}
    if len(lengths) != 1 or max(lengths) > MOST_POINTS:
        raise ValueError(f"give functions on the same 1 to {MOST_POINTS} points; their lengths are {sorted(lengths)}")
    if not all(y in (0, 1) for f in functions for y in f):
        raise ValueError("the labels of a one-inclusion graph are 0 and 1")
    return lengths.pop()


def _above(f: Function) -> list[Function]:
    """The functions that have one more label 1."""
    return [(*f[:x], 1, *f[x + 1 :]) for x, y in enumerate(f) if y == 0]


def _place(f: Function) -> tuple[int, int]:
    moved = [step for y, step in zip(f, STEPS, strict=False) if y]
    return sum(x for x, _ in moved), sum(y for _, y in moved)


def _xy(place: tuple[int, int]) -> str:
    return f"{place[0]} {place[1]}"


def _dot(place: tuple[int, int], radius: float, more: str) -> str:
    return f'<circle cx="{place[0]}" cy="{place[1]}" r="{radius:g}"{more}/>'
