"""The picture of a binary class as its one-inclusion graph inside the cube of all functions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from littlestone.impl.pictures.svg import element, picture

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
    cube = {f: _place(f) for f in product((0, 1), repeat=lengths.pop())}
    (left, right), (top, bottom) = (
        (min(side) - MARGIN, max(side) + MARGIN) for side in zip(*cube.values(), strict=True)
    )
    present = sorted(set(functions))
    edges = "".join("M{} {}L{} {}".format(*cube[f], *cube[g]) for f in present for g in _above(f) if g in present)
    shapes = [element("path", d=edges, stroke="currentColor", stroke_width=1.5)]
    shapes += [element("circle", cx=x, cy=y, r=FAINT, opacity=0.3) for f, (x, y) in cube.items() if f not in present]
    shapes += [element("circle", cx=x, cy=y, r=RADIUS) for x, y in map(cube.__getitem__, present)]
    words = title or f"one-inclusion graph of {len(present)} functions"
    return picture(shapes, (left, top, right - left, bottom - top), words, "graph")


def _above(f: Function) -> list[Function]:
    """The functions that have one more label 1."""
    return [(*f[:x], 1, *f[x + 1 :]) for x, y in enumerate(f) if y == 0]


def _place(f: Function) -> tuple[int, int]:
    moved = [step for y, step in zip(f, STEPS, strict=False) if y]
    return sum(x for x, _ in moved), sum(y for _, y in moved)
